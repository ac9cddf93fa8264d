//! Crews that leave guns without horses.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::formations::{Arm, Formation};
use crate::gates::Doing;
use crate::straggler::detached;
use crate::travel::{note_action, subject};
use crate::troops::is_crew;

impl HorseAndMusket {
    /// Rules on a crew that leaves its gun: only once the horses are gone.
    pub(crate) fn separate_crew(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((index, unit)) = subject(situation.board, &order.subject) else {
            return judge.done();
        };
        let troops = self.troops(unit);
        let doing = Doing {
            regroups: true,
            ..Doing::default()
        };
        self.history(&mut judge, situation.board, unit, doing);
        judge.cite(Id::of("M33b"));
        if troops.arm != Arm::Artillery || troops.crew {
            judge.refuse("not-this-arm", "M33b");
        } else if troops.without_crew() {
            judge.refuse("gun-has-no-crew", "M33b");
        } else if !troops.without_horses() && !troops.spared(&self.answers) {
            judge.refuse("crew-bound-to-gun", "M33b");
        }
        if !judge.allowed() {
            return judge.done();
        }
        let crew: Vec<Base> = unit
            .bases
            .iter()
            .filter(|base| is_crew(base.kind.as_str()))
            .cloned()
            .collect();
        let serials: Vec<u32> = crew.iter().map(|base| base.serial).collect();
        let mut left = detached(situation.board, unit, "crew", crew);
        left.formation = Formation::Line.id();
        for (name, value) in [
            (c::CREW_OF, Value::text(unit.id.as_str())),
            (c::STARTING, Value::Int(left.bases.len() as i64)),
        ] {
            left.conditions.push(Field {
                name: Id::of(name),
                value,
            });
        }
        let used = self.used(situation, index, unit).min(Ratio::ONE);
        if !used.is_zero() {
            left.conditions.push(Field {
                name: Id::of(c::CARRIED),
                value: Value::Number(used),
            });
        }
        let straggled = c::count(unit, c::STRAGGLED) + serials.len() as i64;
        c::set(&mut judge, &unit.id, c::STRAGGLED, Value::Int(straggled));
        self.without(&mut judge, unit, &serials);
        judge.then(Effect::AddUnit {
            unit: RBox::new(left),
        });
        note_action(&mut judge, unit, false);
        judge.done()
    }
}
