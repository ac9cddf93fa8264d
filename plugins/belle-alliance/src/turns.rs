//! In which turn marches go that would bar each other.

/// Groups of places of `bars` in the turn they go: whoever would be barred by another goes before it. A group
/// of several are those of whom, whichever goes first, another is barred. Where the turn does not matter it
/// is that of the places.
pub(crate) fn groups(bars: &[Vec<bool>]) -> Vec<Vec<usize>> {
    let count = bars.len();
    // Who has to go before whom, by way of others too.
    let mut before: Vec<Vec<bool>> = (0..count)
        .map(|one| (0..count).map(|two| bars[two][one]).collect())
        .collect();
    for by in 0..count {
        for one in 0..count {
            for two in 0..count {
                before[one][two] |= before[one][by] && before[by][two];
            }
        }
    }
    let together = |one: usize, two: usize| one == two || before[one][two] && before[two][one];
    let mut left: Vec<usize> = (0..count).collect();
    let mut groups = Vec::new();
    while let Some(first) = left.iter().copied().find(|one| {
        left.iter()
            .all(|two| !before[*two][*one] || together(*one, *two))
    }) {
        let (group, rest) = left.iter().partition(|two| together(first, **two));
        groups.push(group);
        left = rest;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::groups;

    fn bars(count: usize, pairs: &[(usize, usize)]) -> Vec<Vec<bool>> {
        let of = |one| (0..count).map(|two| pairs.contains(&(one, two))).collect();
        (0..count).map(of).collect()
    }

    #[test]
    fn who_would_be_barred_goes_first() {
        assert_eq!(groups(&bars(2, &[])), [vec![0], vec![1]]);
        assert_eq!(groups(&bars(2, &[(0, 1)])), [vec![1], vec![0]]);
        let chain = bars(3, &[(0, 1), (1, 2)]);
        assert_eq!(groups(&chain), [vec![2], vec![1], vec![0]]);
    }

    #[test]
    fn who_bars_each_other_goes_together() {
        assert_eq!(groups(&bars(2, &[(0, 1), (1, 0)])), [vec![0, 1]]);
        let ring = bars(4, &[(0, 1), (1, 2), (2, 0), (3, 0)]);
        assert_eq!(groups(&ring), [vec![0, 1, 2], vec![3]]);
        assert!(groups(&[]).is_empty());
    }
}
