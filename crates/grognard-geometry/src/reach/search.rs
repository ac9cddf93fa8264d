//! The search: ways in the order of what they cost.

use std::collections::HashMap;

use grognard_core::{
    Course, Edge, Heading, MotionLaw, Plain, Point, Pose, Ratio, StepKinds, Summing, TollOn, Unit,
    sin_cos_degrees,
};

use super::barred::Barred;
use super::body::{Body, paid_before};
use super::cells::Cells;
use super::labels::{Label, Ways};
use super::moves::{Straight, Turn, straights, turns};
use super::near::{Bits, Close, Things};
use super::open::Open;
use super::{Grain, Judged, Question, Reach, ReachError, Reached};
use crate::followed::turned_length;
use crate::hull::{Quad, Quads};
use crate::passage::Spot;
use crate::purse::Purse;

/// Cells and facings beyond which no search is begun.
const MOST: usize = 64_000_000;

/// Parts the allowance is cut into to take ways in order.
const LEVELS: usize = 1024;

/// Works out a reach.
pub(super) fn search(
    question: &Question<'_>,
    judge: impl FnMut(&Course) -> Judged,
) -> Result<Reach, ReachError> {
    let mut search = Search::new(question, judge)?;
    if !search.mixes {
        search.begin_open();
    }
    search.run();
    Ok(search.done())
}

/// The unit one way round: as it stands, or faced about.
pub(super) struct Side {
    pub(super) body: Body,
    pub(super) turns: Vec<Turn>,
    /// How far a move of one grain takes any point, at most.
    margin: f64,
    /// The ground covered with each facing, the frame at the origin.
    standing: Vec<Quads>,
}

impl Side {
    /// The ground covered at a place, with the facing of some number.
    pub(super) fn quads(&self, at: Point, facing: u16) -> Quads {
        let shifted = |quad: &Quad| quad.shifted(at.x, at.y);
        self.standing[usize::from(facing)]
            .iter()
            .map(shifted)
            .collect()
    }
}

pub(super) struct Search<'q, F> {
    pub(super) question: &'q Question<'q>,
    pub(super) judge: F,
    pub(super) grain: Grain,
    pub(super) plain: Plain,
    pub(super) has_plain: bool,
    /// Whether kinds of step that the ruleset is asked about each time go with others: where all that turn are such.
    pub(super) mixes: bool,
    pub(super) start: Pose,
    pub(super) cells: Cells,
    /// What was found where nothing is met.
    pub(super) open: Option<Open>,
    /// What every point paid before, and what each paid besides.
    pub(super) common: f64,
    pub(super) paid: Vec<f64>,
    /// What ways to poses found already have to save to be gone on from, shares.
    pub(super) slack: f64,
    /// Sine and cosine of every facing.
    pub(super) facings: Vec<(f64, f64)>,
    pub(super) straights: Vec<Straight>,
    /// The direction of each straight move, facing by facing.
    pub(super) directions: Vec<(f64, f64)>,
    pub(super) sides: Vec<Side>,
    /// Where the frame goes when every figure turns about: right and ahead.
    pub(super) about: (f64, f64),
    pub(super) about_toll: f64,
    pub(super) things: Things<'q>,
    /// Share of a full move for each millimetre on open table: front, flank, rear.
    pub(super) per_mm: [Option<f64>; 3],
    /// The same on the fastest of all grounds.
    pub(super) least_per_mm: f64,
    pub(super) budget: f64,
    first: f64,
    /// Levels to a share of a full move.
    levels_a_share: f64,
    /// What each point has paid, while a turn is tried.
    pub(super) sums: Vec<f64>,
    pub(super) ways: Ways,
    levels: Vec<Vec<u32>>,
    pub(super) asked: usize,
    /// The kinds of step that are tried by themselves only.
    alone: StepKinds,
    /// Whether rulings ran out.
    pub(super) cut_short: bool,
    pub(super) barred: Barred,
    /// Where ways end that do not end where their course does.
    pub(super) elsewhere: HashMap<u32, Pose>,
}

impl<'q, F: FnMut(&Course) -> Judged> Search<'q, F> {
    fn new(question: &'q Question<'q>, judge: F) -> Result<Self, ReachError> {
        let Question {
            board,
            field,
            subject,
            law,
            kinds,
            grain,
            ..
        } = *question;
        let (Some(unit), Some(standing)) = (board.units.get(subject), field.unit(subject)) else {
            return Err(ReachError::NoUnit);
        };
        let body = Body::of(unit, standing, law);
        let (turned, frame) = body.faced_about(law);
        let (first, paid) = before(unit, &body, law);
        let budget = law.budget.to_f64();
        let fastest = law.rates.iter().map(|rate| rate.per_move.to_f64());
        let fastest = fastest.fold(0.0, f64::max);
        let span = body.radius();
        let far = (budget - first).max(0.0) * fastest + 4.0 * span;
        let two_sided = kinds.has(StepKinds::ABOUT_FACE);
        let grain = grain.unwrap_or_else(|| fitting(far, two_sided));
        let count = libm::round(360.0 / grain.degrees);
        if !grain.is_sound() {
            return Err(ReachError::BadGrain);
        }
        let facings: Vec<(f64, f64)> = (0..count as usize)
            .map(|k| unit.pose.facing.turned(k as f64 * grain.degrees).sin_cos())
            .collect();
        let plain = law.plain.clone().unwrap_or_default();
        let per_radius = turned_length(grain.degrees, law.turning);
        let side = |body: Body| {
            let turns = turns(
                (kinds, plain.steps),
                &body,
                &facings,
                (grain.degrees, per_radius),
            );
            let swung = turns
                .iter()
                .fold(0.0, |most: f64, turn| most.max(turn.swing));
            Side {
                standing: body.standing(unit.pose.facing, facings.len()),
                margin: swung.max(grain.cell) + 1.0,
                turns,
                body,
            }
        };
        let mut sides = vec![side(body)];
        if two_sided {
            sides.push(side(turned));
        }
        let radius = far + 2.0 * grain.cell;
        let wanted = cells_wanted(far, two_sided, grain);
        if wanted.is_nan() || wanted > MOST as f64 {
            return Err(ReachError::TooFine);
        }
        let cells = Cells::about(unit.pose.at, radius, grain.cell);
        let points = match law.summing {
            Summing::PerCorner => paid.len(),
            Summing::PerStep => 0,
        };
        let buckets = cells.count * cells.count * facings.len() * sides.len();
        let reaching = |side: &Side| side.margin + side.body.half_diagonal();
        let near = sides.iter().map(reaching).fold(0.0, f64::max);
        let per_mm = open_rates(law);
        let straights = straights(kinds, plain.steps, per_mm);
        let things = Things::of(question, &cells, (near, &plain));
        let plain_steps = plain.steps;
        let mut search = Self {
            question,
            judge,
            grain,
            plain,
            has_plain: law.plain.is_some(),
            mixes: law.plain.is_some() && turns_are_asked_about(kinds, plain_steps),
            start: unit.pose,
            things,
            cells,
            open: None,
            slack: 0.5 * grain.cell * per_mm[0].unwrap_or(0.0),
            common: first,
            paid: paid[..points].to_vec(),
            directions: directions(&facings, &straights),
            straights,
            sides,
            about: (frame.at.x, frame.at.y),
            about_toll: about_toll(law),
            per_mm,
            least_per_mm: if fastest > 0.0 { 1.0 / fastest } else { 0.0 },
            budget,
            first: 0.0,
            levels_a_share: 0.0,
            sums: Vec::new(),
            ways: Ways::new(buckets, points),
            levels: vec![Vec::new(); LEVELS + 1],
            asked: 0,
            alone: StepKinds::NONE,
            cut_short: false,
            barred: Barred::default(),
            elsewhere: HashMap::new(),
            facings,
        };
        if search.has_plain && !search.mixes {
            search.alone = kinds.without(plain_steps);
        }
        search.begin(first, &paid[..points]);
        Ok(search)
    }

    fn begin(&mut self, common: f64, paid: &[f64]) {
        let mut label = Label::start(self.start.at.x, self.start.at.y, common, 0);
        label.plain = self.has_plain;
        let spot = self.spot(&label);
        let near = self.near(&spot, false);
        if !near.is_nothing() {
            label.plain &= self.stands_plainly(&label, near.bits());
        }
        label.worst = common + crate::followed::greatest(paid);
        self.first = label.worst;
        let whole = (self.budget - self.first).max(f64::MIN_POSITIVE);
        self.levels_a_share = LEVELS as f64 / whole;
        if let Some(bucket) = self.bucket(&label) {
            self.enter(bucket, label, paid);
        }
    }

    fn run(&mut self) {
        let mut buffer = Vec::new();
        for level in 0..self.levels.len() {
            let mut next = 0;
            while let Some(&way) = self.levels[level].get(next) {
                next += 1;
                let label = self.ways.labels[way as usize];
                if label.closed {
                    continue;
                }
                buffer.clear();
                buffer.extend_from_slice(self.ways.turns(way));
                self.go_on(way, &label, &buffer);
            }
        }
    }

    fn done(mut self) -> Reach {
        let (grain, ways) = (
            self.grain,
            std::mem::replace(&mut self.ways, Ways::new(0, 0)),
        );
        let mut open = self.open.take();
        let mut reached: Vec<Reached> = Vec::new();
        for way in ways.best() {
            let label = &ways.labels[way as usize];
            let turned = f64::from(label.facing) * grain.degrees;
            let facing = self.start.facing.turned(turned);
            let pose = Pose {
                at: Point::new(label.x, label.y),
                facing,
            };
            reached.push(Reached {
                pose: self.elsewhere.get(&way).copied().unwrap_or(pose),
                spent: label.worst,
                judged: !label.plain && way != 0,
                way,
            });
        }
        if let Some(open) = &mut open {
            reached = self.merged(open, &ways, reached);
        }
        // The pose the unit has comes first.
        if let Some(at) = reached.iter().position(|r| r.pose == self.start) {
            reached.swap(0, at);
        }
        Reach {
            grain,
            start: self.start,
            ways,
            open,
            reached,
            asked: self.asked,
            alone: self.alone,
            cut_short: self.cut_short,
        }
    }

    /// The number of a cell and facing.
    #[inline]
    pub(super) fn bucket(&self, label: &Label) -> Option<usize> {
        self.bucket_at((label.x, label.y), label.about, label.facing)
    }

    #[inline]
    pub(super) fn bucket_at(&self, at: (f64, f64), about: bool, facing: u16) -> Option<usize> {
        let cell = self.cells.of(at.0, at.1)?;
        let row = usize::from(about) * self.facings.len() + usize::from(facing);
        Some(cell * self.facings.len() * self.sides.len() + row)
    }

    /// Keeps a way that is not beaten and notes that it is to be gone on from.
    pub(super) fn enter(&mut self, bucket: usize, label: Label, turns: &[f64]) -> u32 {
        let way = self.ways.keep(bucket, label, turns);
        if !label.closed {
            let level = (label.worst - self.first) * self.levels_a_share;
            self.levels[(level.max(0.0) as usize).min(LEVELS)].push(way);
        }
        way
    }

    pub(super) fn pose(&self, label: &Label) -> Pose {
        let turned = f64::from(label.facing) * self.grain.degrees;
        Pose {
            at: Point::new(label.x, label.y),
            facing: self.start.facing.turned(turned),
        }
    }

    /// The box of the unit at the end of a way.
    pub(super) fn spot(&self, label: &Label) -> Spot {
        let at = Point::new(label.x, label.y);
        let bounds = &self.sides[usize::from(label.about)].body.bounds;
        Spot::of(bounds, at, self.facings[usize::from(label.facing)])
    }

    /// What a move of one grain from there might meet.
    pub(super) fn near(&self, spot: &Spot, about: bool) -> Close {
        let cell = self.cells.of(spot.middle.x, spot.middle.y);
        match self.things.about(cell) {
            0 => Close::default(),
            there => {
                let margin = self.sides[usize::from(about)].margin;
                self.things.close(spot, margin, there)
            }
        }
    }

    /// What a straight move might meet.
    pub(super) fn met_straight(&self, from: &Spot, to: &Spot) -> Bits {
        self.things.met_between(&self.cells, from, to)
    }
}

/// What every point has paid before, and what each has paid in turns besides.
fn before(unit: &Unit, body: &Body, law: &MotionLaw) -> (f64, Vec<f64>) {
    let front = body.bounds.edge(unit.pose, Edge::Front);
    let mut purse = Purse::of(law);
    for leg in law.prior.iter().filter(|leg| leg.per_move > Ratio::ZERO) {
        purse.pay_straight(leg.straight, leg.per_move);
    }
    let points = body.followed.len();
    if law.summing == Summing::PerCorner {
        let paid = paid_before(unit, front, law, points);
        return (purse.spent().to_f64(), paid);
    }
    for leg in law.prior.iter().filter(|leg| leg.per_move > Ratio::ZERO) {
        if !leg.arcs.is_empty() {
            purse.pay_turn(
                &crate::followed::before(leg, unit, front, law),
                leg.per_move,
            );
        }
    }
    (purse.spent().to_f64(), vec![0.0; points])
}

/// Grains from the finest that is offered unasked.
const GRAINS: [(f64, f64); 7] = [
    (10.0, 5.0),
    (15.0, 5.0),
    (15.0, 10.0),
    (20.0, 10.0),
    (30.0, 15.0),
    (50.0, 15.0),
    (100.0, 30.0),
];

/// Cells and facings that a grain offered unasked may come to.
const HANDY: f64 = 1_000_000.0;

/// The finest of some grains that keeps a search handy.
fn fitting(far: f64, two_sided: bool) -> Grain {
    let mut grains = GRAINS
        .map(|(cell, degrees)| Grain { cell, degrees })
        .into_iter();
    let handy = |grain: &Grain| cells_wanted(far, two_sided, *grain) <= HANDY;
    grains.find(handy).unwrap_or(Grain {
        cell: 100.0,
        degrees: 30.0,
    })
}

/// How many cells and facings a search out to `far` mm has.
fn cells_wanted(far: f64, two_sided: bool, grain: Grain) -> f64 {
    let across = 2.0 * far / grain.cell + 7.0;
    let sides = if two_sided { 2.0 } else { 1.0 };
    across * across * (360.0 / grain.degrees) * sides
}

/// Whether the unit may turn, but by no kind of step that is plain: a way that may not turn besides what else it does leads
/// to little of what there is.
fn turns_are_asked_about(kinds: StepKinds, plain: StepKinds) -> bool {
    let turning = [StepKinds::WHEEL, StepKinds::PIVOT];
    turning.iter().any(|&kind| kinds.has(kind)) && !turning.iter().any(|&kind| plain.has(kind))
}

fn directions(facings: &[(f64, f64)], straights: &[Straight]) -> Vec<(f64, f64)> {
    let mut out = Vec::with_capacity(facings.len() * straights.len());
    for &(sin, cos) in facings {
        for straight in straights {
            // The facing turned by the slant.
            let (s, c) = sin_cos_degrees(straight.slant);
            out.push((sin * c + cos * s, cos * c - sin * s));
        }
    }
    out
}

fn about_toll(law: &MotionLaw) -> f64 {
    let about = law.tolls.iter().filter(|toll| toll.on == TollOn::AboutFace);
    about.map(|toll| toll.share.to_f64()).sum()
}

/// Share of a full move for each millimetre on open table, by heading; none where the law has no rate
/// or the unit may not go.
fn open_rates(law: &MotionLaw) -> [Option<f64>; 3] {
    [Heading::Front, Heading::Flank, Heading::Rear].map(|heading| {
        let rate = law
            .rates
            .iter()
            .find(|rate| rate.heading == heading && rate.terrain.is_empty())?;
        (rate.per_move > Ratio::ZERO).then(|| 1.0 / rate.per_move.to_f64())
    })
}
