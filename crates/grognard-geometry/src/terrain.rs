//! The kinds of ground along a step: where it changes, and which kind counts.

use std::borrow::Cow;

use grognard_core::{Entry, Heading, MissingRate, MotionLaw, RVec, Straddle};
use smallvec::{SmallVec, smallvec};

use crate::Spans;
use crate::crossing::Piece;
use crate::field::Kind;
use crate::hull::Hull;
use crate::piece::Region;
use crate::rates::{Rated, Rates};
use crate::reach_box::ReachBox;
use crate::stand::Stand;
use crate::walk::Walked;

/// A stretch of a step on one kind of ground.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut<'a> {
    /// From and to, in the step's own measure.
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// The kind of ground.
    pub(crate) kind: Kind<'a>,
    /// Which of the law's rates, when there is one.
    pub(crate) rate: Option<usize>,
}

/// The stretches of a course: mostly one a step.
#[derive(Default)]
pub(crate) struct Cuts<'a> {
    list: SmallVec<[Cut<'a>; 4]>,
    /// Where those of each step end.
    ends: SmallVec<[usize; 4]>,
}

impl<'a> Cuts<'a> {
    /// Those of all steps.
    pub(crate) fn all(&self) -> &[Cut<'a>] {
        &self.list
    }

    /// Those of each step.
    pub(crate) fn steps(&self) -> impl Iterator<Item = &[Cut<'a>]> {
        let mut from = 0;
        self.ends.iter().map(move |&to| {
            let step = &self.list[from..to];
            from = to;
            step
        })
    }

    /// Adds a stretch to the step that is being cut.
    fn add(&mut self, from: f64, to: f64, ground: Rated<'a>) -> bool {
        let begun = self.ends.last().copied().unwrap_or(0);
        match self.list[begun..].last_mut() {
            Some(last) if last.kind == ground.kind => {
                last.to = to;
                false
            }
            _ => {
                self.push(from, to, ground);
                true
            }
        }
    }

    fn push(&mut self, from: f64, to: f64, ground: Rated<'a>) {
        self.list.push(Cut {
            from,
            to,
            kind: ground.kind,
            rate: ground.rate,
        });
    }
}

/// Places along a step: mostly where one piece begins and ends.
type Places = SmallVec<[f64; 8]>;

/// How near two changes of ground may lie and still be one, in the step's measure.
const SAME: f64 = 1e-9;

/// A kind of ground that a step comes onto, and where.
struct Met<'a, 'p> {
    ground: Rated<'a>,
    spans: Cow<'p, Spans>,
    regions: SmallVec<[&'a Region; 2]>,
}

impl Met<'_, '_> {
    /// The parts near what the step sweeps.
    fn parts<'b>(&'b self, reach: &'b ReachBox) -> impl Iterator<Item = Hull<'b>> {
        let regions = self.regions.iter();
        regions.flat_map(|region| region.parts_near(reach).map(|part| part.hull()))
    }
}

/// Cuts a step where the ground that counts changes. Kinds come from areas and from lines with
/// width; a line without width is no ground. Kinds met without a rate are added to `missing`.
#[inline]
pub(crate) fn cut<'a>(
    step: usize,
    walk: &Walked<'_>,
    pieces: &[Piece<'a>],
    rates: &mut Rates<'a>,
    missing: &mut RVec<MissingRate>,
    cuts: &mut Cuts<'a>,
) {
    let extent = walk.extent();
    if extent > 0.0 {
        let open = rates.on_open(walk.stage.heading);
        if pieces.is_empty() {
            cuts.push(0.0, extent, open);
            note_missing(open, walk.stage.heading, missing);
        } else {
            cut_on_ground((step, walk, open), pieces, rates, missing, cuts);
        }
    }
    cuts.ends.push(cuts.list.len());
}

/// The same where something is near; `open` is the rate of open table.
fn cut_on_ground<'a>(
    (step, walk, open): (usize, &Walked<'_>, Rated<'a>),
    pieces: &[Piece<'a>],
    rates: &mut Rates<'a>,
    missing: &mut RVec<MissingRate>,
    cuts: &mut Cuts<'a>,
) {
    let (extent, heading) = (walk.extent(), walk.stage.heading);
    let mut add = |from: f64, to: f64, ground: Rated<'a>| {
        if cuts.add(from, to, ground) {
            note_missing(ground, heading, missing);
        }
    };
    let law = rates.law();
    let near = |piece: &&Piece<'_>| piece.region.has_area && piece.reach.meets(&walk.reach);
    let mut grounds = pieces.iter().filter(near).peekable();
    if grounds.peek().is_none() {
        add(0.0, extent, open);
        return;
    }
    let stand = Stand::of(walk, law.entry);
    let met = met(step, walk, grounds, &stand, rates);
    if met.is_empty() {
        add(0.0, extent, open);
        return;
    }
    let pointed = law.entry == Entry::FrontCentre;
    let by_share = law.straddle == Straddle::Majority && !pointed;
    // Open table counts beside kinds that are all faster than it, or where it lies under more.
    let faster = |met: &Met<'_, '_>| !pointed && met.ground.rank(law) > open.rank(law);
    let all_along = |met: &Met<'_, '_>| matches!(*met.spans.as_slice(), [(low, high)] if low <= 0.0 && high >= extent);
    if !by_share && met.iter().all(|met| all_along(met) && !faster(met)) {
        // Nothing changes on the way, and open table counts for nothing.
        let ground = slowest(met.iter().map(|met| met.ground), None, law);
        add(0.0, extent, ground.unwrap_or(open));
        return;
    }
    let (reach, motion) = (&walk.reach, walk.motion());
    let mut places = Places::new();
    places.push(0.0);
    for met in &met {
        for &(low, high) in met.spans.as_slice() {
            places.push(low);
            places.push(high);
        }
    }
    places.push(extent);
    let mut groups: Vec<Vec<Hull<'_>>> = Vec::new();
    if by_share {
        groups = met.iter().map(|met| met.parts(reach).collect()).collect();
        let mut more = Vec::new();
        stand.changes(&groups.concat(), reach, motion, &mut more);
        places.extend(more);
    } else if met.iter().any(faster) {
        let fast = met.iter().filter(|met| faster(met));
        let parts: Vec<Hull<'_>> = fast.flat_map(|met| met.parts(reach)).collect();
        let mut more = Vec::new();
        stand.changes(&parts, reach, motion, &mut more);
        places.extend(more);
    }
    tidy(&mut places, extent);
    if by_share {
        let mut all = places.to_vec();
        stand.even_places(&groups, motion, &mut all);
        places = all.into();
        tidy(&mut places, extent);
    }
    for pair in places.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let middle = (from + to) / 2.0;
        let ground = if by_share {
            most(&met, open, &stand.shares(&groups, motion, middle), law)
        } else {
            let here = || met.iter().filter(|met| met.spans.contains(middle));
            let covered = || {
                let parts: Vec<Hull<'_>> = here().flat_map(|met| met.parts(reach)).collect();
                stand.covered(&parts, motion, middle)
            };
            let on_open = here().all(faster) && (here().next().is_none() || !covered());
            slowest(here().map(|met| met.ground), on_open.then_some(open), law).unwrap_or(open)
        };
        add(from, to, ground);
    }
}

fn met<'a, 'b>(
    step: usize,
    walk: &Walked<'_>,
    near: impl Iterator<Item = &'b Piece<'a>>,
    stand: &Stand<'_>,
    rates: &mut Rates<'a>,
) -> SmallVec<[Met<'a, 'b>; 2]>
where
    'a: 'b,
{
    let mut out: SmallVec<[Met<'a, 'b>; 2]> = SmallVec::new();
    for piece in near {
        let spans = match stand {
            Stand::Body(_) => Cow::Borrowed(&piece.met[step]),
            _ => Cow::Owned(stand.on(&piece.parts, &walk.reach, walk.motion())),
        };
        if spans.is_empty() {
            continue;
        }
        match out.iter_mut().find(|met| met.ground.kind == piece.kind) {
            Some(met) => {
                met.spans.to_mut().unite(&spans);
                met.regions.push(piece.region);
            }
            None => out.push(Met {
                ground: rates.on(piece.kind, walk.stage.heading),
                spans,
                regions: smallvec![piece.region],
            }),
        }
    }
    out
}

/// The slowest; the first of those that are equally slow.
fn slowest<'a>(
    here: impl Iterator<Item = Rated<'a>>,
    open: Option<Rated<'a>>,
    law: &MotionLaw,
) -> Option<Rated<'a>> {
    let all = here.chain(open);
    all.reduce(|best, next| {
        if next.rank(law) < best.rank(law) {
            next
        } else {
            best
        }
    })
}

/// The ground with the greatest share; the slower of two with the same. The last share is that of
/// open table.
fn most<'a>(met: &[Met<'a, '_>], open: Rated<'a>, shares: &[f64], law: &MotionLaw) -> Rated<'a> {
    let mut best: Option<(f64, Rated<'a>)> = None;
    let grounds = met.iter().map(|met| met.ground).chain(Some(open));
    for (ground, &share) in grounds.zip(shares) {
        let better = best.is_none_or(|(most, kept)| {
            share > most + SAME || (share > most - SAME && ground.rank(law) < kept.rank(law))
        });
        if better {
            best = Some((share, ground));
        }
    }
    best.map_or(open, |(_, ground)| ground)
}

#[inline]
fn note_missing(ground: Rated<'_>, heading: Heading, missing: &mut RVec<MissingRate>) {
    if ground.rate.is_none() {
        note(ground, heading, missing);
    }
}

fn note(ground: Rated<'_>, heading: Heading, missing: &mut RVec<MissingRate>) {
    let terrain = ground.kind.id;
    if !missing
        .iter()
        .any(|lack| lack.heading == heading && lack.terrain == *terrain)
    {
        missing.push(MissingRate {
            heading,
            terrain: *terrain,
        });
    }
}

/// Puts the places in order and drops those that are the same.
fn tidy(places: &mut Places, extent: f64) {
    places.retain(|at| (0.0..=extent).contains(at));
    if !places.is_sorted_by(|a, b| a.total_cmp(b).is_le()) {
        places.sort_by(f64::total_cmp);
    }
    places.dedup_by(|b, a| *b - *a <= SAME);
    // The end itself stays, whichever of two close places was dropped.
    if let Some(last) = places.last_mut()
        && extent - *last <= SAME
    {
        *last = extent;
    }
}
