use crate::Id;

/// Where in a list ordered by id the one called `name` is.
pub fn named<T>(list: &[T], id: impl Fn(&T) -> &Id, name: &str) -> Option<usize> {
    let found = list.binary_search_by(|item| id(item).as_str().cmp(name));
    found.ok()
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
