//! Stands lost to what the players resolve by hand.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::travel::subject;

impl HorseAndMusket {
    /// Takes off stands that fire, melee or rout cost.
    pub(crate) fn lose_stands(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((_, unit)) = subject(situation.board, &order.subject) else {
            return judge.done();
        };
        let kind = order.text("kind");
        let of_kind = |base: &&Base| kind.is_none_or(|kind| base.kind == *kind);
        let serials: Vec<u32> = match order.arg("serials") {
            Some(list) => {
                let named = list.items().iter().filter_map(Value::as_int);
                named
                    .filter_map(|serial| u32::try_from(serial).ok())
                    .collect()
            }
            None => {
                let count = order.arg("stands").and_then(Value::as_int).unwrap_or(1);
                let count = usize::try_from(count).unwrap_or(0);
                let from_rear = unit.bases.iter().rev().filter(of_kind).take(count);
                let found: Vec<u32> = from_rear.map(|base| base.serial).collect();
                if found.len() < count {
                    Vec::new()
                } else {
                    found
                }
            }
        };
        let mut distinct = serials.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let known = |serial: &u32| {
            unit.bases
                .iter()
                .filter(of_kind)
                .any(|base| base.serial == *serial)
        };
        if serials.is_empty() || distinct.len() != serials.len() || !serials.iter().all(known) {
            judge.refuse("stand-unknown", "M25");
            return judge.done();
        }
        judge.cite(Id::of("M25"));
        self.lose(&mut judge, situation.board, unit, &serials, "M25");
        judge.done()
    }
}
