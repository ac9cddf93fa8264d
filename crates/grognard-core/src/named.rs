use std::cmp::Ordering;

use crate::Id;

/// Where in a list ordered by id the one called `name` is.
pub fn named<T>(list: &[T], id: impl Fn(&T) -> &Id, name: &str) -> Option<usize> {
    let name = name.as_bytes();
    let start = start(name);
    let (mut low, mut high) = (0, list.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        let text = id(&list[middle]).as_str().as_bytes();
        // Most are told apart by how they start, which takes no call to compare memory, and the one looked for is
        // mostly the same copy.
        let starts = self::start(text);
        if starts == start {
            if std::ptr::eq(text, name) {
                return Some(middle);
            }
            match text.cmp(name) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(middle),
            }
        } else if starts < start {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    None
}

/// The first eight bytes of a text, as a number that orders as they do; noughts stand behind one that is shorter.
#[inline]
fn start(text: &[u8]) -> u64 {
    if let Some(first) = text.first_chunk::<8>() {
        return u64::from_be_bytes(*first);
    }
    if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        // Four to seven bytes: the last four overlap the first, which stand in front already.
        let (first, last) = (u32::from_be_bytes(*first), u32::from_be_bytes(*last));
        let behind = u64::from(last) << (8 * (8 - text.len()));
        return u64::from(first) << 32 | behind & u64::from(u32::MAX);
    }
    let bytes = text.iter().zip([56, 48, 40]);
    bytes.fold(0, |sum, (byte, shift)| sum | u64::from(*byte) << shift)
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
