use std::fmt;
use std::str::FromStr;

use abi_stable::StableAbi;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Amount, Ratio};

/// A unit of length that people measure a table with.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LengthUnit {
    /// Millimetre.
    #[serde(rename = "mm")]
    Millimetre,
    /// Centimetre.
    #[serde(rename = "cm")]
    Centimetre,
    /// Inch: 25.4 mm.
    #[serde(rename = "in")]
    Inch,
}

impl LengthUnit {
    /// How many millimetres one unit is, exactly.
    pub fn millimetres(self) -> Ratio {
        match self {
            Self::Millimetre => Ratio::ONE,
            Self::Centimetre => Ratio::int(10),
            Self::Inch => INCH,
        }
    }

    /// `mm`, `cm` or `in`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Millimetre => "mm",
            Self::Centimetre => "cm",
            Self::Inch => "in",
        }
    }
}

/// Millimetres of an inch.
const INCH: Ratio = Ratio::reduced_to(127, 5);

/// A length on the table, in millimetres.
///
/// ```
/// use grognard_core::{Length, LengthUnit};
/// let reach: Length = "2 1/2\"".parse().unwrap();
/// assert_eq!(reach.millimetres(), 63.5);
/// assert_eq!(reach.in_unit(LengthUnit::Inch), "2.5 in");
/// ```
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, PartialOrd, Default)]
pub struct Length(f64);

impl Length {
    /// No length.
    pub const ZERO: Self = Self(0.0);

    /// A length of `mm` millimetres.
    pub const fn mm(mm: f64) -> Self {
        Self(mm)
    }

    /// An exact number of `unit`.
    pub fn of(value: Ratio, unit: LengthUnit) -> Self {
        Self((value * unit.millimetres()).to_f64())
    }

    /// The length in millimetres.
    pub const fn millimetres(self) -> f64 {
        self.0
    }

    /// The length in millimetres as an amount: exact when it is a number people write, with a denominator of no
    /// more than ten thousand. Any other came out of a computation.
    pub fn amount(self) -> Amount {
        const MOST: i64 = 10_000;
        match Ratio::simplest_within(self.0, MOST) {
            Some(exact) => Amount::exact(exact),
            None => Amount::measured(self.0),
        }
    }

    /// The length written in `unit`, with up to three decimals.
    pub fn in_unit(self, unit: LengthUnit) -> String {
        let text = format!("{:.3}", self.0 / unit.millimetres().to_f64());
        let text = text.trim_end_matches('0').trim_end_matches('.');
        format!(
            "{} {}",
            if text == "-0" { "0" } else { text },
            unit.symbol()
        )
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_unit(LengthUnit::Millimetre))
    }
}

/// Why a text is not a length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LengthError {
    /// There is a number, but no unit behind it.
    #[error("'{0}' has no unit; write {0} mm, {0} cm or {0} in")]
    NoUnit(String),
    /// The text is not a number and a unit.
    #[error("'{0}' is not a length; write for example 10 cm, 2 1/2\", 3.5 in or 25 mm")]
    Malformed(String),
}

impl FromStr for Length {
    type Err = LengthError;

    /// Reads `10 cm`, `2 1/2"`, `3½ in`, `25mm`, `-4 cm`.
    fn from_str(text: &str) -> Result<Self, LengthError> {
        let trimmed = text.trim();
        let malformed = || LengthError::Malformed(shorten(trimmed));
        let split = trimmed
            .find(|c: char| c.is_alphabetic() || matches!(c, '"' | '\u{2033}' | '\u{201d}'))
            .unwrap_or(trimmed.len());
        let (number, unit) = trimmed.split_at(split);
        let number = spell_fractions(number);
        let unit = match unit.trim().trim_end_matches('.') {
            "mm" | "millimetre" | "millimetres" => LengthUnit::Millimetre,
            "cm" | "centimetre" | "centimetres" => LengthUnit::Centimetre,
            "in" | "inch" | "inches" | "\"" | "\u{2033}" | "\u{201d}" => LengthUnit::Inch,
            "" => return Err(LengthError::NoUnit(shorten(trimmed))),
            _ => return Err(malformed()),
        };
        match number.parse::<Ratio>() {
            Ok(value) => Ok(Self::of(value, unit)),
            Err(_) => long_decimal(&number)
                .map(|value| Self(value * unit.millimetres().to_f64()))
                .ok_or_else(malformed),
        }
    }
}

/// A decimal with more digits than an exact number takes: what a program prints.
fn long_decimal(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = text.len() <= 40
        && text
            .bytes()
            .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-'));
    if plain { text.parse().ok() } else { None }
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Turns the glyphs ¼ ½ ¾ into ` 1/4`, ` 1/2`, ` 3/4`.
fn spell_fractions(text: &str) -> String {
    text.replace('\u{bc}', " 1/4")
        .replace('\u{bd}', " 1/2")
        .replace('\u{be}', " 3/4")
}

impl Serialize for Length {
    /// A number of millimetres.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0)
    }
}

impl<'de> Deserialize<'de> for Length {
    /// A number of millimetres, or a text with its unit.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Length;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a length such as \"10 cm\", or a number of millimetres")
            }
            fn visit_i64<E: de::Error>(self, v: i64) -> Result<Length, E> {
                Ok(Length(v as f64))
            }
            fn visit_u64<E: de::Error>(self, v: u64) -> Result<Length, E> {
                Ok(Length(v as f64))
            }
            fn visit_f64<E: de::Error>(self, v: f64) -> Result<Length, E> {
                Ok(Length(v))
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<Length, E> {
                v.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
