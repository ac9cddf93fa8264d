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
        // Most are told apart by how they start, which takes no call to compare memory.
        let order = match (self::start(text), start) {
            (Some(one), Some(other)) if one != other => one.cmp(&other),
            _ => text.cmp(name),
        };
        match order {
            Ordering::Less => low = middle + 1,
            Ordering::Greater => high = middle,
            Ordering::Equal => return Some(middle),
        }
    }
    None
}

/// The first four bytes of a text, as a number that orders as they do.
#[inline]
fn start(text: &[u8]) -> Option<u32> {
    let first = text.first_chunk::<4>();
    first.map(|bytes| u32::from_be_bytes(*bytes))
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
