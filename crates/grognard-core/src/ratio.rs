use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

use abi_stable::StableAbi;
use num_rational::Ratio as Inner;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An exact number: a share of a move, a cost, a chart value.
///
/// Always in lowest terms with a positive denominator. Sums and products are computed in 128
/// bits; a result that does not fit 64 bits loses its lowest digits instead of failing, which no
/// number of any printed chart comes near.
///
/// ```
/// use grognard_core::Ratio;
/// let spent = Ratio::new(8, 15) + Ratio::new(1, 2);
/// assert_eq!(spent.to_string(), "31/30");
/// assert!(spent > Ratio::ONE);
/// ```
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ratio {
    num: i64,
    den: i64,
}

impl Ratio {
    /// Nothing.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// A whole.
    pub const ONE: Self = Self { num: 1, den: 1 };
    /// One half.
    pub const HALF: Self = Self { num: 1, den: 2 };

    /// `num/den` in lowest terms. A zero denominator gives zero.
    pub fn new(num: i64, den: i64) -> Self {
        if den == 0 {
            return Self::ZERO;
        }
        Self::fit(i128::from(num), i128::from(den))
    }

    /// A fraction that is in lowest terms as it stands, with a positive denominator.
    pub(crate) const fn reduced_to(num: i64, den: i64) -> Self {
        Self { num, den }
    }

    /// A whole number.
    pub const fn int(num: i64) -> Self {
        Self { num, den: 1 }
    }

    /// The numerator in lowest terms; carries the sign.
    pub const fn num(self) -> i64 {
        self.num
    }

    /// The denominator in lowest terms; always positive.
    pub const fn den(self) -> i64 {
        self.den
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    /// Whether this is exactly zero.
    pub const fn is_zero(self) -> bool {
        self.num == 0
    }

    /// `self / other`, or `None` when `other` is zero.
    pub fn checked_div(self, other: Self) -> Option<Self> {
        if other.num == 0 {
            return None;
        }
        if self.num == 0 {
            return Some(Self::ZERO);
        }
        Some(Self::over((self.num, other.den), (self.den, other.num)))
    }

    /// The simplest fraction that the floating-point number `x` can stand for: the one with the
    /// least denominator that rounds to `x`. `None` for NaN, infinities and huge numbers.
    ///
    /// ```
    /// use grognard_core::Ratio;
    /// assert_eq!(Ratio::simplest(57.15), Some(Ratio::new(1143, 20)));
    /// assert_eq!(Ratio::simplest(127.0 / 15.0), Some(Ratio::new(127, 15)));
    /// ```
    pub fn simplest(x: f64) -> Option<Self> {
        Self::simplest_within(x, i64::MAX)
    }

    /// The same, when its denominator is no more than `most`.
    pub fn simplest_within(x: f64, most: i64) -> Option<Self> {
        const LIMIT: f64 = 9.0e12;
        if !x.is_finite() || x.abs() > LIMIT {
            return None;
        }
        let whole = x as i64;
        if whole as f64 == x {
            return Some(Self::int(whole));
        }
        if let Some(found) = Self::decimal(x) {
            return (found.den <= most).then_some(found);
        }
        // Continued fraction of |x|, stopped at the first convergent that rounds back to it.
        let target = x.abs();
        let (mut p0, mut q0, mut p1, mut q1) = (0_i64, 1_i64, 1_i64, 0_i64);
        let mut rest = target;
        for _ in 0..40 {
            // None is below zero, so this is the floor.
            let whole = rest as i64;
            let p2 = whole.checked_mul(p1)?.checked_add(p0)?;
            let q2 = whole.checked_mul(q1)?.checked_add(q0)?;
            if q2 > most {
                return None;
            }
            if p2 as f64 / q2 as f64 == target {
                // Two convergents' terms have no common divisor.
                let num = if x < 0.0 { -p2 } else { p2 };
                return Some(Self { num, den: q2 });
            }
            (p0, q0, p1, q1) = (p1, q1, p2, q2);
            let fract = rest - whole as f64;
            if fract <= 0.0 {
                return None;
            }
            rest = 1.0 / fract;
        }
        None
    }

    /// One product over another.
    fn over(num: (i64, i64), den: (i64, i64)) -> Self {
        // Nearly every number of a ruling fits 64 bits, where multiplying and reducing is many times faster.
        if let (Some(num), Some(den)) = (num.0.checked_mul(num.1), den.0.checked_mul(den.1))
            && num != i64::MIN
            && den > 0
        {
            return Self::reduced(num, den);
        }
        let wide = |(one, other): (i64, i64)| i128::from(one) * i128::from(other);
        Self::fit(wide(num), wide(den))
    }

    fn reduced(num: i64, den: i64) -> Self {
        let reduced = Inner::<i64>::new(num, den);
        Self {
            num: *reduced.numer(),
            den: *reduced.denom(),
        }
    }

    /// What people mostly write: a number with up to four decimals. It is the simplest fraction that `x` can stand
    /// for, as two fractions with denominators up to ten thousand never lie so near.
    fn decimal(x: f64) -> Option<Self> {
        const PARTS: i64 = 10_000;
        if x.abs() >= 1e6 {
            return None;
        }
        let num = (x * PARTS as f64) as i64;
        // The product may be rounded to the number before or behind.
        let mut near = [num, num + 1, num - 1].into_iter();
        let num = near.find(|num| *num as f64 / PARTS as f64 == x)?;
        // Ten thousand is four twos and four fives, and the number is not nothing. Remainders of constants are quick.
        let twos = num.trailing_zeros().min(4);
        let (mut num, mut fives) = (num >> twos, 0);
        if num % 25 == 0 {
            (num, fives) = (num / 25, 2);
            if num % 25 == 0 {
                (num, fives) = (num / 25, 4);
            }
        }
        if fives < 4 && num % 5 == 0 {
            (num, fives) = (num / 5, fives + 1);
        }
        let den = [625, 125, 25, 5, 1][fives] << (4 - twos);
        Some(Self { num, den })
    }

    fn fit(mut num: i128, mut den: i128) -> Self {
        if den < 0 {
            (num, den) = (-num, -den);
        }
        if let (Ok(num), Ok(den)) = (i64::try_from(num), i64::try_from(den))
            && num != i64::MIN
        {
            return Self::reduced(num, den);
        }
        let reduced = Inner::<i128>::new(num, den);
        (num, den) = (*reduced.numer(), *reduced.denom());
        let top = i128::from(i64::MAX);
        while (num.abs() > top || den > top) && den > 1 {
            num /= 2;
            den = (den / 2).max(1);
        }
        Self {
            num: num.clamp(-top, top) as i64,
            den: den.min(top) as i64,
        }
    }
}

impl Add for Ratio {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        if self.den == 1
            && other.den == 1
            && let Some(num) = self.num.checked_add(other.num)
        {
            return Self::int(num);
        }
        if other.num == 0 {
            return self;
        }
        if self.num == 0 {
            return other;
        }
        // Of one denominator, which sums of shares often are.
        if self.den == other.den
            && let Some(num) = self.num.checked_add(other.num)
            && num != i64::MIN
        {
            return Self::reduced(num, self.den);
        }
        // Nearly every sum of a ruling fits 64 bits, see `over`.
        if let (Some(one), Some(two), Some(den)) = (
            self.num.checked_mul(other.den),
            other.num.checked_mul(self.den),
            self.den.checked_mul(other.den),
        ) && let Some(num) = one.checked_add(two)
            && num != i64::MIN
        {
            return Self::reduced(num, den);
        }
        Self::fit(
            i128::from(self.num) * i128::from(other.den)
                + i128::from(other.num) * i128::from(self.den),
            i128::from(self.den) * i128::from(other.den),
        )
    }
}

impl Sub for Ratio {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Ratio {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        if self.num == 0 || other.num == 0 {
            return Self::ZERO;
        }
        Self::over((self.num, other.num), (self.den, other.den))
    }
}

impl Neg for Ratio {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            num: self.num.saturating_neg(),
            den: self.den,
        }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.den == other.den {
            return self.num.cmp(&other.num);
        }
        (i128::from(self.num) * i128::from(other.den))
            .cmp(&(i128::from(other.num) * i128::from(self.den)))
    }
}

impl Default for Ratio {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Ratio {
    fn from(num: i64) -> Self {
        Self::int(num)
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 {
            write!(f, "{}", self.num)
        } else {
            write!(f, "{}/{}", self.num, self.den)
        }
    }
}

impl fmt::Debug for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Ratio {
    type Err = String;

    /// Reads `7`, `2.5`, `31/30` and `2 1/2`.
    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("'{text}' is not a number; write 7, 2.5, 31/30 or 2 1/2");
        let text_ = text.trim();
        let (negative, body) = match text_.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text_),
        };
        let mut parts = body.split_whitespace();
        let first = parts.next().ok_or_else(bad)?;
        let second = parts.next();
        if parts.next().is_some() {
            return Err(bad());
        }
        let mut value = plain(first).ok_or_else(bad)?;
        if let Some(second) = second {
            if !second.contains('/') || first.contains('/') {
                return Err(bad());
            }
            value = value + plain(second).ok_or_else(bad)?;
        }
        Ok(if negative { -value } else { value })
    }
}

/// `7`, `2.5` or `31/30`, unsigned; every part fits 64 bits, as those of a ratio do, so that whatever is
/// written is read again.
fn plain(text: &str) -> Option<Ratio> {
    let digits = |t: &str| -> Option<i64> {
        let ok = !t.is_empty() && t.len() <= 19 && t.bytes().all(|b| b.is_ascii_digit());
        if ok { t.parse().ok() } else { None }
    };
    if let Some((num, den)) = text.split_once('/') {
        let den = digits(den).filter(|d| *d != 0)?;
        return Some(Ratio::new(digits(num)?, den));
    }
    if let Some((whole, frac)) = text.split_once('.') {
        if frac.len() > 9 {
            return None;
        }
        let scale = 10_i64.checked_pow(u32::try_from(frac.len()).ok()?)?;
        let whole = if whole.is_empty() { 0 } else { digits(whole)? };
        return Some(Ratio::int(whole) + Ratio::new(digits(frac)?, scale));
    }
    digits(text).map(Ratio::int)
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.den == 1 {
            serializer.serialize_i64(self.num)
        } else {
            serializer.collect_str(self)
        }
    }
}

impl<'de> Deserialize<'de> for Ratio {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Ratio;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number such as 7, 2.5 or \"31/30\"")
            }
            fn visit_i64<E: de::Error>(self, v: i64) -> Result<Ratio, E> {
                Ok(Ratio::int(v))
            }
            fn visit_u64<E: de::Error>(self, v: u64) -> Result<Ratio, E> {
                i64::try_from(v)
                    .map(Ratio::int)
                    .map_err(|_| E::custom("number too large"))
            }
            fn visit_f64<E: de::Error>(self, v: f64) -> Result<Ratio, E> {
                Ratio::simplest(v).ok_or_else(|| E::custom("number is not finite or too large"))
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<Ratio, E> {
                v.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
