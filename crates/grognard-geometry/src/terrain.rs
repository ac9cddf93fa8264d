//! The kinds of ground along a step: where it changes, and which kind counts.

use grognard_core::{Entry, Heading, Id, MissingRate, MotionLaw, RVec, Ratio, Straddle};

use crate::Spans;
use crate::crossing::Piece;
use crate::hull::Hull;
use crate::stand::Stand;
use crate::walk::Walked;

/// A stretch of a step on one kind of ground.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cut {
    /// From and to, in the step's own measure.
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// The terrain kind; empty for open table.
    pub(crate) kind: Id,
    /// Which of the law's rates, when there is one.
    pub(crate) rate: Option<usize>,
}

/// How near two changes of ground may lie and still be one, in the step's measure.
const SAME: f64 = 1e-9;

/// The pieces of one kind that a step comes onto, and where.
struct Kind<'a> {
    id: &'a Id,
    spans: Spans,
    parts: Vec<Hull<'a>>,
}

/// Cuts a step where the ground that counts changes. Kinds come from areas and from lines with
/// width; a line without width is no ground. Kinds met without a rate are added to `missing`.
pub(crate) fn cut(
    step: usize,
    walk: &Walked,
    pieces: &[Piece<'_>],
    law: &MotionLaw,
    missing: &mut RVec<MissingRate>,
) -> Vec<Cut> {
    let extent = walk.extent();
    if extent <= 0.0 {
        return Vec::new();
    }
    let rates = Rates {
        law,
        heading: walk.stage.heading,
    };
    let stand = Stand::of(walk, law.entry);
    let kinds = kinds(step, walk, pieces, &stand);
    if kinds.is_empty() {
        let whole = Cut {
            from: 0.0,
            to: extent,
            kind: Id::default(),
            rate: None,
        };
        return vec![rates.rated(whole, missing)];
    }
    let mut places = vec![0.0, extent];
    for kind in &kinds {
        places.extend(kind.spans.as_slice().iter().flat_map(|s| [s.0, s.1]));
    }
    let pointed = law.entry == Entry::FrontCentre;
    let by_share = law.straddle == Straddle::Majority && !pointed;
    // Open table counts beside kinds that are all faster than it, or where it lies under more.
    let open = rates.rank(&Id::default());
    let faster = |kind: &Kind<'_>| !pointed && rates.rank(kind.id) > open;
    let mut groups: Vec<Vec<Hull<'_>>> = Vec::new();
    if by_share {
        groups = kinds.iter().map(|kind| kind.parts.clone()).collect();
        stand.changes(&groups.concat(), &walk.reach, walk.motion(), &mut places);
    } else if kinds.iter().any(faster) {
        let parts: Vec<Hull<'_>> = kinds
            .iter()
            .filter(|kind| faster(kind))
            .flat_map(|kind| kind.parts.clone())
            .collect();
        stand.changes(&parts, &walk.reach, walk.motion(), &mut places);
    }
    tidy(&mut places, extent);
    if by_share {
        stand.even_places(&groups, walk.motion(), &mut places);
        tidy(&mut places, extent);
    }
    let mut cuts: Vec<Cut> = Vec::new();
    for pair in places.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let middle = (from + to) / 2.0;
        let kind = if by_share {
            let shares = stand.shares(&groups, walk.motion(), middle);
            rates.most(&kinds, &shares)
        } else {
            let here: Vec<&Kind<'_>> = kinds
                .iter()
                .filter(|kind| kind.spans.contains(middle))
                .collect();
            let covered = || {
                let parts: Vec<Hull<'_>> = here
                    .iter()
                    .flat_map(|kind| kind.parts.iter().copied())
                    .collect();
                stand.covered(&parts, walk.motion(), middle)
            };
            let on_open = here.iter().all(|kind| faster(kind)) && (here.is_empty() || !covered());
            rates.slowest(&here, on_open)
        };
        match cuts.last_mut() {
            Some(last) if last.kind == kind => last.to = to,
            _ => cuts.push(rates.rated(
                Cut {
                    from,
                    to,
                    kind,
                    rate: None,
                },
                missing,
            )),
        }
    }
    cuts
}

fn kinds<'a>(
    step: usize,
    walk: &'a Walked,
    pieces: &'a [Piece<'_>],
    stand: &Stand<'_>,
) -> Vec<Kind<'a>> {
    let mut kinds: Vec<Kind<'a>> = Vec::new();
    for piece in pieces {
        if !piece.region.has_area || !piece.reach.meets(&walk.reach) {
            continue;
        }
        let spans = match stand {
            Stand::Body(_) => piece.met[step].clone(),
            _ => stand.on(piece.region, &walk.reach, walk.motion()),
        };
        if spans.is_empty() {
            continue;
        }
        let parts = piece.region.parts_near(&walk.reach).map(|part| part.hull());
        match kinds.iter_mut().find(|kind| kind.id == piece.kind) {
            Some(kind) => {
                kind.spans.unite(&spans);
                kind.parts.extend(parts);
            }
            None => kinds.push(Kind {
                id: piece.kind,
                spans,
                parts: parts.collect(),
            }),
        }
    }
    kinds
}

/// Puts the places in order and drops those that are the same.
fn tidy(places: &mut Vec<f64>, extent: f64) {
    places.retain(|at| (0.0..=extent).contains(at));
    places.sort_by(f64::total_cmp);
    places.dedup_by(|b, a| *b - *a <= SAME);
    // The end itself stays, whichever of two close places was dropped.
    if let Some(last) = places.last_mut()
        && extent - *last <= SAME
    {
        *last = extent;
    }
}

/// The law's rates for one heading.
struct Rates<'a> {
    law: &'a MotionLaw,
    heading: Heading,
}

impl Rates<'_> {
    fn find(&self, kind: &Id) -> Option<usize> {
        self.law
            .rates
            .iter()
            .position(|r| r.heading == self.heading && r.terrain == *kind)
    }

    /// For comparing kinds, slowest first: ground that may not be entered, ground without a rate, then
    /// by rate.
    fn rank(&self, kind: &Id) -> (u8, Ratio) {
        match self.find(kind).map(|index| self.law.rates[index].per_move) {
            Some(rate) if rate <= Ratio::ZERO => (0, Ratio::ZERO),
            None => (1, Ratio::ZERO),
            Some(rate) => (2, rate),
        }
    }

    fn slowest(&self, here: &[&Kind<'_>], on_open: bool) -> Id {
        let open = Id::default();
        let mut ids = here
            .iter()
            .map(|kind| kind.id)
            .chain(on_open.then_some(&open));
        let Some(mut best) = ids.next() else {
            return open;
        };
        for id in ids {
            if self.rank(id) < self.rank(best) {
                best = id;
            }
        }
        best.clone()
    }

    /// The kind with the greatest share; the slower of two with the same. The last share is that of
    /// open table.
    fn most(&self, kinds: &[Kind<'_>], shares: &[f64]) -> Id {
        let open = Id::default();
        let mut best: Option<(f64, &Id)> = None;
        let ids = kinds
            .iter()
            .map(|kind| kind.id)
            .chain(std::iter::once(&open));
        for (id, &share) in ids.zip(shares) {
            let better = best.is_none_or(|(most, kept)| {
                share > most + SAME || (share > most - SAME && self.rank(id) < self.rank(kept))
            });
            if better {
                best = Some((share, id));
            }
        }
        best.map_or(open.clone(), |(_, id)| id.clone())
    }

    fn rated(&self, mut cut: Cut, missing: &mut RVec<MissingRate>) -> Cut {
        cut.rate = self.find(&cut.kind);
        if cut.rate.is_none() {
            let lack = MissingRate {
                heading: self.heading,
                terrain: cut.kind.clone(),
            };
            if !missing.contains(&lack) {
                missing.push(lack);
            }
        }
        cut
    }
}
