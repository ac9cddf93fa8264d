use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, PoisonError, RwLock};

use abi_stable::StableAbi;
use abi_stable::std_types::RStr;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A name in the open vocabulary: a unit, a formation, an order kind, a clause, a finding.
///
/// An id is plain text that lives as long as the process: a constant, or the one copy that is kept of
/// every text an id was made of. So it is two words, copied freely and owning nothing. Ids of one origin are
/// told equal by where their text stands; two sides of the plugin boundary keep copies of their own, which are
/// told equal by their bytes.
///
/// What is kept is never given back. Names are few: those of rules, and of what stands on tables. Free text is a
/// [`Value`](crate::Value), and what comes from outside is held to [`Id::MOST`] letters.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy)]
pub struct Id(RStr<'static>);

/// The texts that ids were made of while the program ran, each once.
static KEPT: LazyLock<RwLock<HashSet<&'static str>>> = LazyLock::new(RwLock::default);

/// The one copy of a text.
fn kept(text: &str) -> &'static str {
    // A set of texts is whole whatever panicked beside it.
    let known = KEPT.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known.get(text) {
        return known;
    }
    drop(known);
    let mut texts = KEPT.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text) {
        return known;
    }
    let new: &'static str = Box::leak(Box::from(text));
    texts.insert(new);
    new
}

impl Id {
    /// The most letters of a name that comes from outside. Ids are kept for good, so whoever makes one of what
    /// anybody may write asks [`Id::fits`] first.
    pub const MOST: usize = 64;

    /// Whether a text is no longer than a name may be.
    pub fn fits(text: &str) -> bool {
        text.len() <= Self::MOST || text.chars().count() <= Self::MOST
    }

    /// An id from a constant: no allocation.
    #[inline]
    pub const fn of(text: &'static str) -> Self {
        Self(RStr::from_str(text))
    }

    /// The text of the id.
    #[inline]
    pub fn as_str(&self) -> &'static str {
        self.0.as_str()
    }

    /// Whether the id is the empty text, which stands for "none".
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Default for Id {
    #[inline]
    fn default() -> Self {
        Self::of("")
    }
}

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        Self::of(kept(text))
    }
}

impl From<String> for Id {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl PartialEq for Id {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        alike(self.0.as_bytes(), other.0.as_bytes())
    }
}

/// Whether two texts are the same.
#[inline]
fn alike(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && (one.as_ptr() == other.as_ptr() || same(one, other))
}

/// Whether two texts of one length are the same. Most are short: a call to compare memory costs more than
/// looking at them eight bytes, or four, or one by one.
#[inline]
fn same(one: &[u8], other: &[u8]) -> bool {
    let length = one.len();
    if length >= 8 {
        return one.first_chunk::<8>() == other.first_chunk::<8>()
            && one.last_chunk::<8>() == other.last_chunk::<8>()
            && (length <= 16 || one[8..length - 8] == other[8..length - 8]);
    }
    if length >= 4 {
        return one.first_chunk::<4>() == other.first_chunk::<4>()
            && one.last_chunk::<4>() == other.last_chunk::<4>();
    }
    one.iter().zip(other).all(|(one, other)| one == other)
}

impl Eq for Id {}

impl PartialEq<str> for Id {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        alike(self.0.as_bytes(), other.as_bytes())
    }
}

impl PartialEq<&str> for Id {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl PartialOrd for Id {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Id {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Id {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl Borrow<str> for Id {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Id {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Words;

        impl Visitor<'_> for Words {
            type Value = Id;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Id, E> {
                Ok(Id::from(text))
            }
        }

        deserializer.deserialize_str(Words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 24] = [
        "",
        "\0",
        "a",
        "a\0",
        "a\0b",
        "ab",
        "b",
        "abc",
        "axc",
        "abcde",
        "abxde",
        "abcdefgh",
        "abcdxfgh",
        "abcdefghi",
        "abcdefghx",
        "abcdefghijklmnop",
        "abcdefghxjklmnop",
        "abcdefghijklmnopq",
        "abcdefghxjklmnopq",
        "Brüder",
        "\u{10ffff}",
        "movement.unfolded.golden-elephant.cm.a",
        "movement.unfolded.golden-elephant.cm.ab",
        "movement.unfolded.golden-elephant.cm.abcd",
    ];

    #[test]
    fn an_id_compares_as_its_text() {
        for one in TEXTS {
            for other in TEXTS {
                for (x, y) in [
                    (Id::from(one), Id::from(other)),
                    (Id::of(one), Id::from(other)),
                    (Id::of(one), Id::of(other)),
                ] {
                    assert_eq!(x == y, one == other, "{one:?} {other:?}");
                    assert_eq!(x.cmp(&y), one.cmp(other), "{one:?} {other:?}");
                    assert_eq!(x == *other, one == other);
                }
            }
        }
    }

    #[test]
    fn an_id_gives_its_text_back() {
        for text in TEXTS {
            assert_eq!(Id::of(text).as_str(), text);
            assert_eq!(Id::from(text).clone().as_str(), text);
            assert_eq!(Id::from(text.to_owned()).as_str(), text);
            let json = serde_json::to_string(&Id::from(text)).unwrap();
            assert_eq!(json, serde_json::to_string(text).unwrap());
            assert_eq!(serde_json::from_str::<Id>(&json).unwrap().as_str(), text);
        }
    }

    #[test]
    fn one_copy_is_kept_of_a_text_whoever_asks() {
        let texts: Vec<String> = (0..200).map(|n| format!("kept-{}", n % 50)).collect();
        let ask = || {
            texts
                .iter()
                .map(|text| Id::from(text.as_str()))
                .collect::<Vec<_>>()
        };
        let (one, other) = std::thread::scope(|scope| {
            let one = scope.spawn(ask);
            let other = scope.spawn(ask);
            (one.join().unwrap(), other.join().unwrap())
        });
        for ((one, other), text) in one.iter().zip(&other).zip(&texts) {
            assert_eq!(one.as_str(), text);
            assert!(std::ptr::eq(one.as_str(), other.as_str()), "{text}");
        }
    }

    #[test]
    fn a_name_has_so_many_letters_at_most() {
        assert!(Id::fits(&"ü".repeat(Id::MOST)) && Id::fits(""));
        assert!(!Id::fits(&"ü".repeat(Id::MOST + 1)));
    }

    #[test]
    fn an_id_takes_two_words() {
        assert_eq!(size_of::<Id>(), 16);
    }
}
