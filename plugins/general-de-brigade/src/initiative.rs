//! The initiative of a brigadier (S3-23, S3-24). The source gives it no numbers; those of the charts
//! are assumed.

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::test_to_form::Tested;
use crate::words::flag;

impl GeneralDeBrigade {
    /// The ruling on an initiative test.
    pub(crate) fn rule_initiative(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some(brigade) = situation.board.brigade(order.subject.as_str()) else {
            return Ruling::default();
        };
        let tried = ["initiative-passed", "initiative-failed"];
        if tried.iter().any(|name| brigade.conditions.has(name)) {
            judge.refuse("initiative-tried", "S3-23");
            return judge.done();
        }
        let leads =
            |commander: &&Commander| matches!(&commander.brigade, RSome(id) if *id == brigade.id);
        let brigadier = situation.board.commanders.iter().find(leads);
        let ability = brigadier.and_then(|it| it.attributes.text("ability"));
        let target = match ability {
            Some("excellent") => 0,
            Some("good") => 1,
            Some("poor") => 3,
            _ => 2,
        };
        let numbers = &self.numbers;
        let result = self.throw(
            situation,
            brigade.id,
            &numbers.initiative[target],
            [&numbers.initiative_count, &numbers.initiative_sides],
            ["initiative", "S3-23"],
            &mut judge,
        );
        judge.cite(Id::of("S3-24"));
        let name = match result {
            Tested::Open => return crate::notes::done(judge),
            Tested::Passed => "initiative-passed",
            Tested::Failed => "initiative-failed",
        };
        judge.note(name, "S3-23");
        judge.then(flag(&brigade.id, name));
        crate::notes::done(judge)
    }
}
