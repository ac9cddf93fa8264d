//! Which kinds of step the rules allow a unit where it stands.

use grognard_core::{
    Course, Finding, Hand, Id, Length, Order, PivotPoint, Ruling, Step, StepKinds,
};

use super::{placed, with_course};
use crate::battle::Battle;
use crate::error::EngineError;
use crate::tabletop::Laid;

/// What trying one small step of each kind came to.
pub(crate) struct Probe {
    /// The kinds allowed and measured.
    pub(crate) kinds: StepKinds,
    /// The ruling on the first that is allowed; when none is, on an advance.
    pub(crate) ruling: Ruling,
}

impl Battle {
    /// Asks for a ruling on the least bit of each kind of step.
    pub(crate) fn probe(&self, at: Laid<'_>, order: &Order) -> Result<Probe, EngineError> {
        let (distance, angle) = (Length::mm(1.0), 1.0);
        let hand = Hand::Left;
        let steps = [
            Step::Advance { distance },
            Step::Wheel { hand, angle },
            Step::Oblique {
                hand,
                angle: 45.0,
                distance,
            },
            Step::Sidestep { hand, distance },
            Step::Retire { distance },
            Step::Pivot {
                about: PivotPoint::Centre,
                angle,
            },
            Step::AboutFace,
        ];
        let mut kinds = StepKinds::NONE;
        let mut first: Option<Ruling> = None;
        let mut barred: Option<Ruling> = None;
        for step in steps {
            let course = Course::new().then(step);
            let mut ruling = self.try_at(at, &with_course(order, course))?;
            let placed = placed(&ruling, &order.subject).is_some();
            if ruling.allowed() && !placed && !ruling.pending() {
                let (slug, clause) = (Id::of("only-taken-down"), Id::default());
                ruling.find(Finding::refuses(slug, clause, order.subject));
            }
            if ruling.allowed() {
                kinds = kinds.and(StepKinds::of(&step));
                first.get_or_insert(ruling);
            } else {
                barred.get_or_insert(ruling);
            }
        }
        Ok(Probe {
            kinds,
            ruling: first.or(barred).unwrap_or_default(),
        })
    }
}
