//! Marks stand where their ruleset keeps them.

use grognard_core::{Board, ConditionSpec, Value};

use crate::error::EngineError;
use crate::input::{value_fits, value_kind_name};
use crate::suggest::suggestion;

/// Refuses a mark on anything but what it is declared for. `kind` is `unit`, `brigade`, `commander` or
/// `battle`; the battle itself has no id.
pub(crate) fn holder(board: &Board, mark: &str, kind: &str, on: &str) -> Result<(), EngineError> {
    let refuse = |message: String| Err(EngineError::Request(message));
    if kind == "battle" {
        return if on.is_empty() {
            Ok(())
        } else {
            refuse(format!(
                "the mark '{mark}' is kept on the battle, not on '{on}'; leave `on` out"
            ))
        };
    }
    if on.is_empty() {
        return refuse(format!(
            "the mark '{mark}' is kept on a {kind}; say which with `on`"
        ));
    }
    let ids: Vec<&str> = match kind {
        "brigade" => board.brigades.iter().map(|one| one.id.as_str()).collect(),
        "commander" => board.commanders.iter().map(|one| one.id.as_str()).collect(),
        _ => board.units.iter().map(|one| one.id.as_str()).collect(),
    };
    if ids.contains(&on) {
        return Ok(());
    }
    refuse(format!(
        "there is no {kind} '{on}' to mark '{mark}'{}",
        suggestion(on, ids.into_iter())
    ))
}

/// Refuses a value of another type than the mark is declared with, or out of its range.
pub(crate) fn value(mark: &ConditionSpec, value: &Value) -> Result<(), EngineError> {
    if !value_fits(mark.kind, value) {
        let wanted = value_kind_name(mark.kind);
        return Err(EngineError::Request(format!(
            "the mark '{}' should be {wanted}",
            mark.id
        )));
    }
    match (mark.within, value.as_int()) {
        (Some([least, most]), Some(told)) if !(least..=most).contains(&told) => {
            Err(EngineError::Request(format!(
                "the mark '{}' goes from {least} to {most}, not {told}",
                mark.id
            )))
        }
        _ => Ok(()),
    }
}
