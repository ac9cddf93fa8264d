//! Rulings, turned into Python's values when they are looked at.

use std::sync::Arc;

use grognard_core as core;
use grognard_core::{Amount, Document, LengthUnit, Measure, ROption, Weight};
use grognard_engine::explain;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::convert;
use crate::errors::Kind;

/// A ruling, and what is needed to put it into words.
#[pyclass(frozen, module = "grognard._native", name = "Ruling")]
pub(crate) struct Ruling {
    ruling: core::Ruling,
    document: Arc<Document>,
    unit: LengthUnit,
}

impl Ruling {
    /// A ruling, to be put into words by `document`.
    pub(crate) fn new(ruling: core::Ruling, document: Arc<Document>, unit: LengthUnit) -> Self {
        Self {
            ruling,
            document,
            unit,
        }
    }

    pub(crate) fn ruling(&self) -> &core::Ruling {
        &self.ruling
    }
}

#[pymethods]
impl Ruling {
    /// `allowed`, `refused` or `undetermined`.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.ruling().verdict.name()
    }

    /// Whether the order may be carried out.
    #[getter]
    fn allowed(&self) -> bool {
        self.ruling().allowed()
    }

    /// Whether it waits for dice.
    #[getter]
    fn pending(&self) -> bool {
        self.ruling().pending()
    }

    /// The unit of length its players use: `mm`, `cm` or `in`.
    #[getter]
    fn unit(&self) -> &'static str {
        self.unit.symbol()
    }

    /// The findings, as keyword arguments of `grognard.Finding`.
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.ruling()
            .findings
            .iter()
            .map(|finding| self.finding(py, finding))
            .collect()
    }

    /// The findings as sentences in a language that the ruleset has: sentence, clause, remedy.
    #[pyo3(signature = (lang, /))]
    fn sentences(&self, py: Python<'_>, lang: &str) -> PyResult<Vec<(String, &str, String)>> {
        if let Some(message) = explain::unknown_language(&self.document, lang) {
            return Err(Kind::Argument.with(py, message));
        }
        let told = self.ruling().findings.iter().map(|finding| {
            let remedy = explain::remedy(&self.document, finding, self.unit, lang);
            let sentence = explain::sentence(&self.document, finding, self.unit, lang);
            (sentence, finding.clause.as_str(), remedy)
        });
        Ok(told.collect())
    }

    /// The ledger, as keyword arguments of `grognard.LedgerLine`.
    fn ledger<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let lines = self.ruling().ledger.iter().map(|line| {
            let row = PyDict::new(py);
            row.set_item("item", line.item.as_str())?;
            row.set_item("place", line.place.as_str())?;
            row.set_item("distance", optional(py, line.distance)?)?;
            let rate = match line.rate {
                ROption::RSome(rate) => Some(convert::fraction(py, rate)?),
                ROption::RNone => None,
            };
            row.set_item("rate", rate)?;
            row.set_item("share", convert::amount(py, line.share)?)?;
            row.set_item("clause", line.clause.as_str())?;
            row.set_item("cell", line.cell.as_str())?;
            Ok(row)
        });
        lines.collect()
    }

    /// The share spent: a Fraction when exact, else a float.
    fn spent<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::amount(py, self.ruling().spent)
    }

    /// The share there was.
    fn budget<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::amount(py, self.ruling().budget)
    }

    /// The dice, as keyword arguments of `grognard.Roll`.
    fn rolls<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let rolls = self.ruling().rolls.iter().map(|roll| {
            let row = PyDict::new(py);
            row.set_item("purpose", roll.purpose.as_str())?;
            row.set_item("clause", roll.clause.as_str())?;
            row.set_item("subject", roll.subject.as_str())?;
            row.set_item("count", roll.count)?;
            row.set_item("sides", roll.sides)?;
            row.set_item("faces", PyTuple::new(py, roll.faces.iter())?)?;
            let source = match roll.source {
                core::RollSource::Seeded => "seeded",
                core::RollSource::Typed => "typed",
                core::RollSource::Pending => "pending",
            };
            row.set_item("source", source)?;
            row.set_item("outcome", roll.outcome.as_str())?;
            Ok(row)
        });
        rolls.collect()
    }

    /// What follows, as plain data.
    fn effects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::serialized(py, &self.ruling().effects)
    }

    /// The clauses consulted.
    fn clauses(&self) -> Vec<&str> {
        self.ruling().clauses.iter().map(core::Id::as_str).collect()
    }

    /// The chart cells leaned on, each with its provenance.
    fn cells(&self) -> Vec<(&str, &str)> {
        self.ruling()
            .cells
            .iter()
            .map(|c| (c.cell.as_str(), c.provenance.as_str()))
            .collect()
    }

    /// The readings leaned on, each with the value that held.
    fn readings(&self) -> Vec<(&str, &str)> {
        self.ruling()
            .readings
            .iter()
            .map(|r| (r.reading.as_str(), r.value.as_str()))
            .collect()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().ruling() == self.ruling())
    }

    fn __repr__(&self) -> String {
        format!("<Ruling {}>", self.verdict())
    }
}

impl Ruling {
    fn finding<'py>(
        &self,
        py: Python<'py>,
        finding: &core::Finding,
    ) -> PyResult<Bound<'py, PyDict>> {
        let row = PyDict::new(py);
        row.set_item("slug", finding.slug.as_str())?;
        row.set_item("clause", finding.clause.as_str())?;
        row.set_item("weight", weight(finding.weight))?;
        row.set_item("subject", finding.subject.as_str())?;
        row.set_item("other", finding.other.as_str())?;
        row.set_item("measure", measure(finding.measure))?;
        row.set_item("needed", optional(py, finding.needed)?)?;
        row.set_item("available", optional(py, finding.available)?)?;
        row.set_item("margin", optional(py, finding.margin().into())?)?;
        row.set_item(
            "text",
            explain::sentence(&self.document, finding, self.unit, "en"),
        )?;
        row.set_item(
            "remedy",
            explain::remedy(&self.document, finding, self.unit, "en"),
        )?;
        row.set_item("family", explain::family(&self.document, finding))?;
        row.set_item("details", convert::dict(py, &finding.details)?)?;
        Ok(row)
    }
}

fn optional(py: Python<'_>, amount: ROption<Amount>) -> PyResult<Option<Bound<'_, PyAny>>> {
    match amount {
        ROption::RSome(amount) => convert::amount(py, amount).map(Some),
        ROption::RNone => Ok(None),
    }
}

const fn weight(weight: Weight) -> &'static str {
    match weight {
        Weight::Refuses => "refuses",
        Weight::Unsettles => "unsettles",
        Weight::Notes => "notes",
    }
}

const fn measure(measure: Measure) -> &'static str {
    match measure {
        Measure::None => "none",
        Measure::Share => "share",
        Measure::Length => "length",
        Measure::Count => "count",
        Measure::Degrees => "degrees",
    }
}
