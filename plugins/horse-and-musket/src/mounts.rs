//! Dragoons get off their horses and back on.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::charts::Deed;
use crate::conditions as c;
use crate::formations::Arm;
use crate::gates::Doing;
use crate::travel::subject;

impl HorseAndMusket {
    /// Rules on dismounting, or on mounting again.
    pub(crate) fn dismount(&self, situation: &Situation<'_>, order: &Order, down: bool) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((index, unit)) = subject(situation.board, &order.subject) else {
            return judge.done();
        };
        let troops = self.troops(unit);
        let doing = Doing {
            changes: true,
            ..Doing::default()
        };
        self.history(&mut judge, situation.board, unit, doing);
        self.morale(&mut judge, &troops, [Deed::Change]);
        judge.cite(Id::of("M31"));
        if troops.arm != Arm::Cavalry {
            judge.refuse("not-this-arm", "M31");
        } else if troops.dismounted == down {
            let state = if down {
                "dismounted already"
            } else {
                "mounted already"
            };
            judge.find(
                Finding::refuses(
                    Id::of("not-mounted-or-foot"),
                    Id::of("M31"),
                    judge.subject(),
                )
                .with(Id::of("state"), Value::text(state)),
            );
        } else if down && !troops.dragoons(&self.answers) {
            judge.refuse("dismount-needs-dragoons", "M31");
        }
        let cost = &self.constants.mount_change;
        let formation = troops.formation;
        let after = self.pay_change(&mut judge, situation, index, troops, formation, cost);
        if judge.allowed() {
            if down {
                c::flag(&mut judge, &unit.id, c::DISMOUNTED);
            } else {
                c::clear(&mut judge, unit, c::DISMOUNTED);
            }
            if let Some(after) = after {
                self.note_change(&mut judge, &after, formation.name());
            }
        }
        judge.done()
    }
}
