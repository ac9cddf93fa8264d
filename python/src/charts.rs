//! Changes to the charts, as a script gives them.

use std::collections::BTreeMap;

use grognard_core::{CellValue, Value};
use grognard_engine::ChartChange;
use pyo3::prelude::*;

use crate::convert;
use crate::errors::Kind;

/// A change to the charts: `("printed-only", None)`, `("cells", {key: value})` or `(name, text)`.
pub(crate) fn change(name: &str, change: &Bound<'_, PyAny>) -> PyResult<ChartChange> {
    match name {
        "printed-only" => Ok(ChartChange::PrintedOnly),
        "cells" => {
            let given: BTreeMap<String, Bound<'_, PyAny>> = change.extract()?;
            let mut cells = BTreeMap::new();
            for (key, value) in given {
                let cell = match convert::value(&value, &format!("the cell '{key}'"))? {
                    Value::Int(n) => CellValue::Number(n.into()),
                    Value::Number(number) => CellValue::Number(number),
                    Value::Text(text) => serde_json::from_value(text.as_str().into())
                        .map_err(|error| Kind::Argument.with(value.py(), error))?,
                    _ => {
                        let message = format!("the cell '{key}' should be a number or a word");
                        return Err(Kind::ArgumentType.with(value.py(), message));
                    }
                };
                cells.insert(key, cell);
            }
            Ok(ChartChange::Cells(cells))
        }
        _ => Ok(ChartChange::File {
            name: name.to_owned(),
            text: change.extract()?,
        }),
    }
}
