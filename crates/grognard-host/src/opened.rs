use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grognard_core::boundary::RulesBox;
use grognard_core::{
    Effect, Fault, FaultKind, Id, Layout, Moment, MotionLaw, Order, Ruling, Situation, Unit,
};

/// A ruleset that is ready to rule, with its charts and readings. Cheap to clone, and good for any
/// number of threads.
///
/// Once the ruleset has panicked, it rules no more: every call answers with a fault of the kind
/// [`FaultKind::Panicked`].
#[derive(Clone)]
pub struct OpenedRuleset {
    inner: Arc<Inner>,
}

struct Inner {
    id: String,
    rules: RulesBox,
    /// Shared by everything opened from one plugin.
    failed: Arc<AtomicBool>,
}

impl OpenedRuleset {
    pub(crate) fn new(id: String, rules: RulesBox, failed: Arc<AtomicBool>) -> Self {
        Self {
            inner: Arc::new(Inner { id, rules, failed }),
        }
    }

    /// The ruleset's id.
    pub fn id(&self) -> &str {
        &self.inner.id
    }

    /// Whether the ruleset has panicked.
    pub fn failed(&self) -> bool {
        self.inner.failed.load(Ordering::Acquire)
    }

    /// Makes a unit of a scenario's draft. See [`Ruleset::enlist`](grognard_core::Ruleset::enlist).
    ///
    /// # Errors
    /// When the draft is wrong, or the ruleset panics or has panicked.
    pub fn enlist(&self, draft: Unit) -> Result<Unit, Fault> {
        self.call(|rules| rules.enlist(draft).into_result())
    }

    /// Where a unit's bases stand in a formation. See
    /// [`Ruleset::layout`](grognard_core::Ruleset::layout).
    ///
    /// # Errors
    /// When the unit cannot take the formation, or the ruleset panics or has panicked.
    pub fn layout(&self, unit: &Unit, formation: &Id) -> Result<Layout, Fault> {
        self.call(|rules| rules.layout(unit, formation).into_result())
    }

    /// How a kind of move is measured for the unit at an index of the board. See
    /// [`Ruleset::motion`](grognard_core::Ruleset::motion).
    ///
    /// # Errors
    /// When there is no such unit, it makes no such move, or the ruleset panics or has panicked.
    pub fn motion(
        &self,
        situation: &Situation<'_>,
        unit: u64,
        manner: &Id,
    ) -> Result<MotionLaw, Fault> {
        self.call(|rules| rules.motion(situation, unit, manner).into_result())
    }

    /// Rules on an order. See [`Ruleset::rule`](grognard_core::Ruleset::rule).
    ///
    /// # Errors
    /// When the ruleset panics or has panicked.
    pub fn rule(&self, situation: &Situation<'_>, order: &Order) -> Result<Ruling, Fault> {
        self.call(|rules| rules.rule(situation, order).into_result())
    }

    /// Rules on what happens of its own accord at a moment. See
    /// [`Ruleset::moment`](grognard_core::Ruleset::moment).
    ///
    /// # Errors
    /// When the ruleset panics or has panicked.
    pub fn moment(&self, situation: &Situation<'_>, moment: Moment) -> Result<Ruling, Fault> {
        self.call(|rules| rules.moment(situation, moment).into_result())
    }

    /// What will have been carried out of the written orders before an order is. See
    /// [`Ruleset::foresee`](grognard_core::Ruleset::foresee).
    ///
    /// # Errors
    /// When the ruleset panics or has panicked.
    pub fn foresee(&self, situation: &Situation<'_>, order: &Order) -> Result<Vec<Effect>, Fault> {
        let effects = self.call(|rules| rules.foresee(situation, order).into_result())?;
        Ok(effects.into_vec())
    }

    /// Rules on written orders together, one ruling an order. See
    /// [`Ruleset::resolve`](grognard_core::Ruleset::resolve).
    ///
    /// # Errors
    /// When the ruleset panics or has panicked, or does not answer every order.
    pub fn resolve(
        &self,
        situation: &Situation<'_>,
        orders: &[Order],
    ) -> Result<Vec<Ruling>, Fault> {
        let rulings = self.call(|rules| rules.resolve(situation, orders.into()).into_result())?;
        if rulings.len() != orders.len() {
            return Err(Fault::not_possible(format!(
                "{} gave {} rulings on {} written orders; report it to its author",
                self.id(),
                rulings.len(),
                orders.len()
            )));
        }
        Ok(rulings.into_vec())
    }

    fn call<T>(&self, ask: impl FnOnce(&RulesBox) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.failed() {
            return Err(panicked_earlier(self.id()));
        }
        let answer = ask(&self.inner.rules);
        if let Err(fault) = &answer {
            note(&self.inner.failed, fault);
        }
        answer
    }
}

/// Marks a plugin as failed when the fault is a panic.
pub(crate) fn note(failed: &AtomicBool, fault: &Fault) {
    if fault.kind == FaultKind::Panicked {
        failed.store(true, Ordering::Release);
    }
}

/// The answer of a ruleset that is not asked any more.
pub(crate) fn panicked_earlier(id: &str) -> Fault {
    Fault::new(
        FaultKind::Panicked,
        format!("{id} panicked earlier and rules no more; reload it in a fresh process"),
    )
}

impl fmt::Debug for OpenedRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenedRuleset")
            .field("id", &self.inner.id)
            .field("failed", &self.failed())
            .finish_non_exhaustive()
    }
}
