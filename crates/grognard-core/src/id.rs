use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use abi_stable::StableAbi;
use abi_stable::std_types::{RArc, RStr, RString};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A name in the open vocabulary: a unit, a formation, an order kind, a clause, a finding.
///
/// Ids are plain text. One of at most [`Id::SHORT`] bytes stands in place, so making, cloning and
/// comparing it asks for no memory.
#[repr(transparent)]
#[derive(StableAbi)]
pub struct Id(Text);

impl Clone for Id {
    /// All of it at once: field by field a text that stands in place is copied in odd pieces, which wait for each
    /// other.
    #[inline]
    fn clone(&self) -> Self {
        match &self.0 {
            Text::Long(text) => Self(Text::Long(text.clone())),
            // SAFETY: a text in place and a constant own nothing, so a copy of their bytes is a clone.
            Text::Short(_) | Text::Constant(_) => unsafe { std::ptr::read(self) },
        }
    }
}

/// What an id is made of. Each text has one form only: in place when it fits, else elsewhere.
#[allow(unreachable_pub)] // what abi_stable derives for `Id` names it
#[repr(u8)]
#[derive(StableAbi)]
pub enum Text {
    /// At most [`Id::SHORT`] bytes.
    Short(Short),
    /// A longer constant.
    Constant(RStr<'static>),
    /// A longer text, shared by its clones.
    Long(RArc<RString>),
}

/// A short text: its bytes, zeros, and in the last byte how many of them count. Two of them compare
/// as their texts do, length included.
#[allow(unreachable_pub)] // likewise
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, Eq)]
pub struct Short([u8; Id::SHORT + 1]);

/// Where the words of a short text begin; the last two overlap.
const WORDS: [usize; 5] = [0, 8, 16, 24, Id::SHORT + 1 - 8];

impl PartialEq for Short {
    /// Eight bytes at a time, the last first, which tells lengths apart: a call to compare memory costs more than
    /// all of them.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let differ = |at: usize| self.word(at) ^ other.word(at);
        let [a, b, c, d, e] = WORDS;
        differ(e) == 0 && differ(a) | differ(b) | differ(c) | differ(d) == 0
    }
}

impl PartialOrd for Short {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Short {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        for at in WORDS {
            let (one, other) = (self.word(at), other.word(at));
            if one != other {
                return one.cmp(&other);
            }
        }
        Ordering::Equal
    }
}

impl Short {
    /// `text`, which has at most [`Id::SHORT`] bytes.
    #[inline]
    const fn new(text: &str) -> Self {
        let mut bytes = [0; Id::SHORT + 1];
        let (room, _) = bytes.split_at_mut(Id::SHORT);
        let (place, _) = room.split_at_mut(text.len());
        place.copy_from_slice(text.as_bytes());
        bytes[Id::SHORT] = text.len() as u8;
        Self(bytes)
    }

    /// Eight of its bytes, as a number that compares as they do.
    #[inline]
    fn word(&self, at: usize) -> u64 {
        let bytes = self.0[at..].first_chunk::<8>();
        bytes.map_or(0, |bytes| u64::from_be_bytes(*bytes))
    }

    #[inline]
    fn as_str(&self) -> &str {
        let [bytes @ .., length] = &self.0;
        let text = bytes.get(..usize::from(*length)).unwrap_or_default();
        // SAFETY: `new` alone makes one, out of a whole text and its length.
        unsafe { std::str::from_utf8_unchecked(text) }
    }
}

impl Id {
    /// The most bytes of an id that needs no memory of its own.
    pub const SHORT: usize = 38;

    /// An id from a constant: no allocation.
    #[inline]
    pub const fn of(text: &'static str) -> Self {
        if text.len() <= Self::SHORT {
            Self(Text::Short(Short::new(text)))
        } else {
            Self(Text::Constant(RStr::from_str(text)))
        }
    }

    /// The text of the id.
    #[inline]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Text::Short(short) => short.as_str(),
            Text::Constant(text) => text.as_str(),
            Text::Long(text) => text.as_str(),
        }
    }

    /// Whether the id is the empty text, which stands for "none".
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.as_str().is_empty()
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
        if text.len() <= Self::SHORT {
            Self(Text::Short(Short::new(text)))
        } else {
            Self(Text::Long(RArc::new(RString::from(text))))
        }
    }
}

impl From<String> for Id {
    fn from(text: String) -> Self {
        if text.len() <= Self::SHORT {
            Self(Text::Short(Short::new(&text)))
        } else {
            Self(Text::Long(RArc::new(RString::from(text))))
        }
    }
}

impl PartialEq for Id {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Text::Short(one), Text::Short(other)) => one == other,
            (Text::Short(_), _) | (_, Text::Short(_)) => false,
            _ => self.as_str() == other.as_str(),
        }
    }
}

impl Eq for Id {}

impl PartialEq<str> for Id {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Id {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialOrd for Id {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Id {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Text::Short(one), Text::Short(other)) => one.cmp(other),
            _ => self.as_str().cmp(other.as_str()),
        }
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

    const TEXTS: [&str; 12] = [
        "",
        "\0",
        "a",
        "a\0",
        "a\0b",
        "ab",
        "b",
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
    fn an_id_takes_five_words() {
        assert_eq!(size_of::<Id>(), 40);
    }
}
