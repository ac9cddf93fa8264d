use std::any::Any;
use std::fmt::Display;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};

use abi_stable::std_types::{RResult, RSlice, RString, RVec};
use grognard_core::boundary::Rules;
use grognard_core::{
    Effect, Fault, FaultKind, Id, Layout, Moment, MotionLaw, Order, Ruleset, Ruling, Situation,
    Unit,
};

/// A ruleset as it crosses the plugin boundary: every panic inside it becomes a [`Fault`].
///
/// An unwinding panic must not cross: abi_stable would end the whole process, and a notebook with
/// it.
pub struct Guard<R: Ruleset> {
    id: &'static str,
    rules: ManuallyDrop<R>,
}

impl<R: Ruleset> Guard<R> {
    /// Guards `rules`; faults name it as `id`.
    pub fn new(id: &'static str, rules: R) -> Self {
        Self {
            id,
            rules: ManuallyDrop::new(rules),
        }
    }

    fn call<T, D: Display>(
        &self,
        doing: impl FnOnce() -> D,
        work: impl FnOnce(&R) -> Result<T, Fault>,
    ) -> RResult<T, Fault> {
        guarded(self.id, doing, || work(&self.rules)).into()
    }
}

/// Runs `work` for the ruleset `id` and turns a panic into a fault of the kind
/// [`FaultKind::Panicked`] that says what it was `doing`.
pub(crate) fn guarded<T, D: Display>(
    id: &str,
    doing: impl FnOnce() -> D,
    work: impl FnOnce() -> Result<T, Fault>,
) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let message = said(payload.as_ref());
        let fault = Fault::new(
            FaultKind::Panicked,
            format!("{id} panicked while {}: {message}", doing()),
        );
        // Dropping a payload may panic again, and here nothing would catch it.
        std::mem::forget(payload);
        Err(fault)
    })
}

fn said(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("it left no message")
}

impl<R: Ruleset> Drop for Guard<R> {
    fn drop(&mut self) {
        let rules = &mut self.rules;
        // SAFETY: this is the only place that drops it, and nothing uses it afterwards.
        let dropping = AssertUnwindSafe(|| unsafe { ManuallyDrop::drop(rules) });
        if let Err(payload) = catch_unwind(dropping) {
            std::mem::forget(payload);
        }
    }
}

impl<R: Ruleset> Rules for Guard<R> {
    fn enlist(&self, draft: Unit) -> RResult<Unit, Fault> {
        let id = draft.id;
        self.call(|| format!("enlisting `{id}`"), |rules| rules.enlist(draft))
    }

    fn layout(&self, unit: &Unit, formation: &Id) -> RResult<Layout, Fault> {
        self.call(
            || format!("laying out `{}` in `{formation}`", unit.id),
            |rules| rules.layout(unit, formation),
        )
    }

    fn motion(
        &self,
        situation: &Situation<'_>,
        unit: u64,
        manner: &Id,
    ) -> RResult<MotionLaw, Fault> {
        let found = usize::try_from(unit)
            .ok()
            .and_then(|at| situation.board.units.get(at));
        let Some(unit) = found else {
            return RResult::RErr(Fault::not_possible(format!(
                "there is no unit number {unit}"
            )));
        };
        self.call(
            || format!("giving the law of `{manner}` for `{}`", unit.id),
            |rules| rules.motion(situation, unit, manner),
        )
    }

    fn rule(&self, situation: &Situation<'_>, order: &Order) -> RResult<Ruling, Fault> {
        self.call(
            || format!("ruling on `{}` for `{}`", order.kind, order.subject),
            |rules| Ok(rules.rule(situation, order)),
        )
    }

    fn moment(&self, situation: &Situation<'_>, moment: Moment) -> RResult<Ruling, Fault> {
        self.call(
            || format!("ruling on the moment {moment:?}"),
            |rules| Ok(rules.moment(situation, moment)),
        )
    }

    fn foresee(&self, situation: &Situation<'_>, order: &Order) -> RResult<RVec<Effect>, Fault> {
        self.call(
            || {
                format!(
                    "foreseeing what comes before `{}` of `{}`",
                    order.kind, order.subject
                )
            },
            |rules| Ok(rules.foresee(situation, order).into()),
        )
    }

    fn resolve(
        &self,
        situation: &Situation<'_>,
        orders: RSlice<'_, Order>,
    ) -> RResult<RVec<Ruling>, Fault> {
        let orders = orders.as_slice();
        self.call(
            || format!("ruling on {} written orders together", orders.len()),
            |rules| Ok(rules.resolve(situation, orders).into()),
        )
    }
}

/// The ruleset's document as JSON, guarded.
pub(crate) fn document<R: Ruleset>(id: &str) -> Result<RString, Fault> {
    guarded(
        id,
        || "giving its document",
        || {
            let document = R::document()?;
            let json = serde_json::to_string(&document).map_err(|error| {
                Fault::rulebook(format!(
                    "the document of {id} cannot be written as JSON: {error}"
                ))
            })?;
            Ok(json.into())
        },
    )
}

/// The ruleset opened with a rulebook given as JSON, guarded from then on.
pub(crate) fn open<R: Ruleset>(id: &'static str, rulebook: &str) -> Result<Guard<R>, Fault> {
    guarded(
        id,
        || "opening its rulebook",
        || {
            let rulebook = serde_json::from_str(rulebook).map_err(|error| {
                Fault::rulebook(format!(
                    "the rulebook given to {id} does not parse: {error}"
                ))
            })?;
            Ok(Guard::new(id, R::open(&rulebook)?))
        },
    )
}
