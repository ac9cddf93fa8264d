use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub};

use abi_stable::StableAbi;
use serde::{Deserialize, Serialize};

use crate::Ratio;

/// A quantity that keeps what is exact apart from what came out of geometry.
///
/// Distances people order and shares that charts print add up in `exact`; arcs of wheels and
/// places where an edge meets a wood add up in `inexact`. An amount with nothing inexact compares
/// and prints as the fraction it is (`31/30`); any other compares within a tolerance.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Amount {
    /// The part known exactly.
    pub exact: Ratio,
    /// The part computed by geometry.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub inexact: f64,
}

fn is_zero(x: &f64) -> bool {
    *x == 0.0
}

impl Amount {
    /// Nothing.
    pub const ZERO: Self = Self {
        exact: Ratio::ZERO,
        inexact: 0.0,
    };

    /// An exact amount.
    pub const fn exact(exact: Ratio) -> Self {
        Self {
            exact,
            inexact: 0.0,
        }
    }

    /// An amount measured by geometry.
    pub const fn measured(inexact: f64) -> Self {
        Self {
            exact: Ratio::ZERO,
            inexact,
        }
    }

    /// Whether nothing inexact went into it.
    pub fn is_exact(self) -> bool {
        self.inexact == 0.0
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        if self.inexact == 0.0 {
            self.exact.to_f64()
        } else {
            self.exact.to_f64() + self.inexact
        }
    }

    /// This amount times `factor`.
    pub fn times(self, factor: Ratio) -> Self {
        let inexact = if self.inexact == 0.0 {
            0.0
        } else {
            self.inexact * factor.to_f64()
        };
        Self {
            exact: self.exact * factor,
            inexact,
        }
    }

    /// This amount over `divisor`; `None` when that is zero.
    pub fn over(self, divisor: Ratio) -> Option<Self> {
        let inexact = if self.inexact == 0.0 {
            0.0
        } else {
            self.inexact / divisor.to_f64()
        };
        Some(Self {
            exact: self.exact.checked_div(divisor)?,
            inexact,
        })
    }

    /// Compares two amounts: exactly when both are exact, else treating a difference of at most
    /// `tolerance` as equal.
    pub fn compare(self, other: Self, tolerance: f64) -> Ordering {
        if self.inexact == 0.0 && other.inexact == 0.0 {
            return self.exact.cmp(&other.exact);
        }
        let difference = self.to_f64() - other.to_f64();
        if difference.abs() <= tolerance {
            Ordering::Equal
        } else if difference < 0.0 {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }

    /// Whether this is more than `other` by more than `tolerance`.
    pub fn exceeds(self, other: Self, tolerance: f64) -> bool {
        self.compare(other, tolerance) == Ordering::Greater
    }

    /// The larger of the two.
    pub fn max(self, other: Self) -> Self {
        if self.compare(other, 0.0) == Ordering::Less {
            other
        } else {
            self
        }
    }

    /// The smaller of the two.
    pub fn min(self, other: Self) -> Self {
        if self.compare(other, 0.0) == Ordering::Greater {
            other
        } else {
            self
        }
    }
}

impl From<Ratio> for Amount {
    fn from(exact: Ratio) -> Self {
        Self::exact(exact)
    }
}

impl Add for Amount {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            exact: self.exact + other.exact,
            inexact: self.inexact + other.inexact,
        }
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Amount {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Amount {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            exact: -self.exact,
            inexact: -self.inexact,
        }
    }
}

impl fmt::Display for Amount {
    /// The fraction when exact, else up to four decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact() {
            return write!(f, "{}", self.exact);
        }
        let text = format!("{:.4}", self.to_f64());
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

impl fmt::Debug for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
