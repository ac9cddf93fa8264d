use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Ratio;

/// Where a number comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Provenance {
    /// Printed in the source.
    Printed,
    /// Follows from printed numbers by arithmetic.
    Derived,
    /// Read off a pattern or a damaged place.
    Inferred,
    /// Not in the source; chosen so that the rules can be played.
    Assumed,
    /// Set by the scenario or the script.
    House,
}

impl Provenance {
    /// Whether a ruling that leans on such a number has to say so.
    pub fn needs_mention(self) -> bool {
        self > Self::Derived
    }

    /// `printed`, `derived`, `inferred`, `assumed` or `house`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Derived => "derived",
            Self::Inferred => "inferred",
            Self::Assumed => "assumed",
            Self::House => "house",
        }
    }
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum CellValue {
    /// A number.
    Number(Ratio),
    /// A word.
    Text(String),
    /// The rules say that this cannot be done: `na`.
    NotAllowed,
    /// No number is known: `unknown`. Rulings that need it are undetermined.
    Unknown,
}

/// One cell of a chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// What stands in it.
    pub value: CellValue,
    /// Where that comes from.
    pub provenance: Provenance,
    /// The clause it belongs to.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub clause: String,
    /// A remark.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A chart: cells under dotted keys such as `foot.line.clear`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// Its id; the first part of every full cell key (`rates.foot.line.clear`).
    pub id: String,
    /// Its title.
    pub title: String,
    /// What its numbers count: `in`, `cm`, `share`, `count`, `die` ...
    pub unit: String,
    /// The cells, by key within the chart.
    pub cells: BTreeMap<String, Cell>,
}

impl Serialize for CellValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::NotAllowed => serializer.serialize_str("na"),
            Self::Unknown => serializer.serialize_str("unknown"),
        }
    }
}

impl<'de> Deserialize<'de> for CellValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = CellValue;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a number, a fraction such as \"1/2\", a word, \"na\" or \"unknown\"")
            }
            fn visit_i64<E: de::Error>(self, v: i64) -> Result<CellValue, E> {
                Ok(CellValue::Number(Ratio::int(v)))
            }
            fn visit_u64<E: de::Error>(self, v: u64) -> Result<CellValue, E> {
                let v = i64::try_from(v).map_err(|_| E::custom("number too large"))?;
                Ok(CellValue::Number(Ratio::int(v)))
            }
            fn visit_f64<E: de::Error>(self, v: f64) -> Result<CellValue, E> {
                Ratio::simplest(v)
                    .map(CellValue::Number)
                    .ok_or_else(|| E::custom("number is not finite or too large"))
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<CellValue, E> {
                Ok(match v.trim() {
                    "na" => CellValue::NotAllowed,
                    "unknown" => CellValue::Unknown,
                    text => match text.parse() {
                        Ok(number) => CellValue::Number(number),
                        Err(_) => CellValue::Text(text.to_owned()),
                    },
                })
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
