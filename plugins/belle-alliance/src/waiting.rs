//! Marches that could be made once others have gone, and who waits for them: else he would have without dice
//! the ground that both want.

use grognard_sdk::prelude::*;

use crate::forecast;
use crate::marches::Marches;

/// A march that can be made now, or could be once others have gone.
struct Likely {
    order: usize,
    ruling: Ruling,
    /// Which of the likely have to go before it, in their turn.
    needs: Vec<usize>,
}

/// Which of the marches that are ready wait for one that is not ready yet. `bars[one][two]`: the first leaves no
/// way for the second.
pub(crate) fn waiting(
    marches: &Marches<'_, '_>,
    ready: &[(usize, Ruling)],
    bars: &[Vec<bool>],
) -> Vec<bool> {
    let likely = likely(marches, ready);
    let mut clears = vec![false; ready.len()];
    let mut waits = vec![false; ready.len()];
    for later in &likely[ready.len()..] {
        let after = gone(marches.now(), &likely, &later.needs);
        for (at, (order, _)) in ready.iter().enumerate() {
            if later.needs.contains(&at) {
                clears[at] = true;
            } else if marches.near(*order, later.order) && bar(marches, &after, &likely, at, later)
            {
                waits[at] = true;
            }
        }
    }
    // Nobody waits who clears the way, or has to go before who does; who has to go after one that waits, waits too.
    spread(&mut clears, |from, to| bars[from][to]);
    let only = |waits: &mut Vec<bool>| {
        for (waits, clears) in waits.iter_mut().zip(&clears) {
            *waits &= !clears;
        }
    };
    only(&mut waits);
    spread(&mut waits, |from, to| bars[to][from]);
    only(&mut waits);
    waits
}

/// Whether one of the likely, once gone, leaves no way for a later one that would have had it.
fn bar(
    marches: &Marches<'_, '_>,
    after: &Board,
    likely: &[Likely],
    at: usize,
    later: &Likely,
) -> bool {
    let mut board = after.clone();
    forecast::apply(&mut board, &likely[at].ruling.effects);
    !marches.tried(later.order, &board).allowed()
}

/// The ready, then those that could go after them, each after those that have to go before it.
fn likely(marches: &Marches<'_, '_>, ready: &[(usize, Ruling)]) -> Vec<Likely> {
    let now = |(order, ruling): &(usize, Ruling)| Likely {
        order: *order,
        ruling: ruling.clone(),
        needs: Vec::new(),
    };
    let mut likely: Vec<Likely> = ready.iter().map(now).collect();
    let mut left: Vec<usize> = marches.open().to_vec();
    left.retain(|order| ready.iter().all(|(other, _)| other != order));
    loop {
        let found = left
            .iter()
            .find_map(|order| once_cleared(marches, &likely, *order));
        let Some(found) = found else { return likely };
        left.retain(|order| *order != found.order);
        likely.push(found);
    }
}

/// A march as it could be made once those of the likely that are in its way have gone; none when it could not.
fn once_cleared(marches: &Marches<'_, '_>, likely: &[Likely], order: usize) -> Option<Likely> {
    let mut needs: Vec<usize> = Vec::new();
    loop {
        let ruling = marches.tried(order, &gone(marches.now(), likely, &needs));
        if ruling.allowed() {
            return Some(Likely {
                order,
                ruling,
                needs,
            });
        }
        let before = needs.len();
        for (at, other) in likely.iter().enumerate() {
            let id = marches.subject(other.order);
            if ruling.findings.iter().any(|finding| finding.other == *id) {
                for need in other.needs.iter().chain([&at]) {
                    if !needs.contains(need) {
                        needs.push(*need);
                    }
                }
            }
        }
        if needs.len() == before {
            return None;
        }
    }
}

/// The board once some of the likely have gone.
fn gone(now: &Board, likely: &[Likely], which: &[usize]) -> Board {
    let mut board = now.clone();
    for at in which {
        forecast::apply(&mut board, &likely[*at].ruling.effects);
    }
    board
}

/// Marks whoever is led to from one that is marked.
fn spread(marked: &mut [bool], leads: impl Fn(usize, usize) -> bool) {
    while let Some(more) = (0..marked.len())
        .find(|to| !marked[*to] && (0..marked.len()).any(|from| marked[from] && leads(from, *to)))
    {
        marked[more] = true;
    }
}
