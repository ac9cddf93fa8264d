use std::cmp::Ordering;

use crate::Id;

/// Where in a list ordered by id the one called `name` is.
///
/// Names are compared eight bytes at a time, of which the first nearly always tell.
pub fn named<T>(list: &[T], id: impl Fn(&T) -> &Id, name: &str) -> Option<usize> {
    let begins = begin(name.as_bytes());
    let compare = |item: &T| {
        let own = id(item).as_str();
        match begin(own.as_bytes()).cmp(&begins) {
            Ordering::Equal => own.cmp(name),
            told => told,
        }
    };
    list.binary_search_by(compare).ok()
}

/// The first eight bytes as a number that compares as they do; zeros where there are fewer.
#[inline]
fn begin(text: &[u8]) -> u64 {
    if let Some(eight) = text.first_chunk::<8>() {
        return u64::from_be_bytes(*eight);
    }
    if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        // The two overlap where there are fewer than eight.
        let spare = 8 * (8 - text.len());
        let low = u64::from(u32::from_be_bytes(*last)) << spare;
        return u64::from(u32::from_be_bytes(*first)) << 32 | low & u64::from(u32::MAX);
    }
    text.iter()
        .zip([56, 48, 40])
        .fold(0, |all, (&byte, place)| all | u64::from(byte) << place)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_name_is_found_where_it_stands(
            mut names in prop::collection::vec("[ab/\u{0}é]{0,12}", 0..40),
            other in "[ab/\u{0}é]{0,12}",
        ) {
            names.sort();
            names.dedup();
            let ids: Vec<Id> = names.iter().map(|name| Id::from(name.as_str())).collect();
            for (place, name) in names.iter().enumerate() {
                prop_assert_eq!(named(&ids, |id| id, name), Some(place));
            }
            prop_assert_eq!(named(&ids, |id| id, &other), names.iter().position(|name| *name == other));
        }
    }
}
