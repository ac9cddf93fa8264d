//! What the umpire does by his own authority.

use grognard_core::{Effect, Id, Value};

use super::{Battle, Step};
use crate::error::EngineError;
use crate::event::Happening;
use crate::marks;
use crate::patch::Patch;
use crate::suggest::suggestion;

impl Battle {
    /// Tells a fact that the players settled by hand: sets a condition declared as a mark, or clears
    /// it when `value` is none.
    ///
    /// # Errors
    /// When there is no such holder or mark, the mark is kept on something else, or the value is of
    /// another type.
    pub fn mark(
        &mut self,
        on: &str,
        condition: &str,
        value: Option<Value>,
    ) -> Result<(), EngineError> {
        let conditions = &self.document().manifest.conditions;
        let Some(spec) = conditions.iter().find(|c| c.id == condition && c.mark) else {
            let known = conditions.iter().filter(|c| c.mark).map(|c| c.id.as_str());
            return Err(EngineError::request(format!(
                "{} has no mark '{condition}'{}",
                self.document().manifest.id,
                suggestion(condition, known)
            )));
        };
        if let Some(value) = &value {
            marks::value(spec, value)?;
        }
        marks::holder(self.board(), &spec.id, &spec.on, on)?;
        let (on, name) = (Id::from(on), Id::from(condition));
        let effect = match value.clone() {
            Some(value) => Effect::SetCondition { on, name, value },
            None => Effect::ClearCondition { on, name },
        };
        let mark = Happening::Mark {
            on,
            condition: name,
            value,
        };
        let patch = self.table_mut().apply(&[effect]);
        self.decreed(patch.map_err(EngineError::Request)?, mark);
        Ok(())
    }

    /// Makes changes on the umpire's authority; the log marks them as his.
    ///
    /// # Errors
    /// When a change cannot be made; none of them is then.
    pub fn adjust(&mut self, effects: Vec<Effect>, note: &str) -> Result<(), EngineError> {
        let patch = self.table_mut().apply(&effects);
        let adjusted = Happening::Adjust {
            effects,
            note: note.to_owned(),
        };
        self.decreed(patch.map_err(EngineError::Request)?, adjusted);
        Ok(())
    }

    /// Enters what the umpire did; no dice are thrown for it.
    fn decreed(&mut self, patch: Patch, what: Happening) {
        let step = Step {
            patches: vec![patch],
            ..Step::default()
        };
        self.enter(what, step, self.dice.place());
    }
}
