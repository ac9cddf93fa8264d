//! The fans of every facing, drawn one after the other.

use grognard_core::{Bearing, Course, Heading, Point, Pose, StepKinds};
use rayon::prelude::*;

use super::bends::{self, Bend, Turning, turned};
use super::cone;
use super::cone::Laid;
use super::draw::{Drawing, Grid};
use super::fans::{Pair, Pairs};
use super::free::{Ground, Room, Stand, Turned};
use super::rays::{Ray, Rays};
use super::{FAN, Fan, Open};
use crate::followed::turned_length;
use crate::reach::labels::HAIR;
use crate::reach::search::Search;
use crate::reach::{Judged, Reached};

/// Steps of a turn between two facings in which straight going is tried, at most.
const APART: usize = 3;

/// Facings beyond which pairs of turns are too many to look at.
const MOST: usize = 240;

/// Places that rays lead to below which the search alone is as fast.
const FEW: usize = 1_000;

/// The part of the places that rays lead to beyond which so much is about that the search alone is as fast.
const CROWDED: (usize, usize) = (2, 3);

/// Places that rays lead to above which facings are shared out among threads, and how many at once.
const SHARED_OUT: usize = 4_000;
const FACINGS: usize = 4;

impl<F: FnMut(&Course) -> Judged> Search<'_, F> {
    /// All courses that turn, go straight and turn and meet nothing; none where the law does not allow it, or
    /// one sum tells what a way costs: then the search is as fast.
    pub(super) fn open(&self) -> Option<Open> {
        let kinds = self.question.kinds;
        let plain = |kind: StepKinds| kinds.has(kind) && self.plain.steps.has(kind);
        let ahead = self.per_mm[Heading::Front as usize]?;
        let goes = plain(StepKinds::ADVANCE.and(StepKinds::OBLIQUE));
        if !goes || self.paid.is_empty() || self.facings.len() > MOST {
            return None;
        }
        let rate = |kind, heading: Heading| self.per_mm[heading as usize].filter(|_| plain(kind));
        let flank = rate(StepKinds::SIDESTEP, Heading::Flank);
        let rear = rate(StepKinds::RETIRE, Heading::Rear);
        let faces = self.sides.len() == 2
            && plain(StepKinds::ABOUT_FACE)
            && self.plain.about_faces > 0
            && self.facings.len().is_multiple_of(2);
        let mut cones = cone::cones(ahead, flank, rear);
        let straight = cones.len();
        if faces && flank.is_none() {
            cones.extend(cone::both_ways(ahead));
        }
        let mut open = Open {
            start: self.start.at,
            facings: self.facings.clone(),
            bends: self.bends(ahead, faces),
            cones,
            straight,
            fans: Vec::new(),
            reached: Vec::new(),
            buckets: Vec::new(),
            known: Vec::new(),
            crowded: Vec::new(),
        };
        self.find(&mut open).then_some(open)
    }

    /// The turns from either way round.
    fn bends(&self, per_mm: f64, faces: bool) -> [Vec<Bend>; 2] {
        let (degrees, count) = (self.grain.degrees, self.facings.len());
        let turning = self.question.law.turning;
        let single = turned_length(degrees, turning);
        let longer = |n: usize| {
            let all = turned_length(n as f64 * degrees, turning);
            if single > 0.0 { all / single } else { 0.0 }
        };
        let turns = |way: usize| {
            let turning = Turning {
                turns: &self.sides[way].turns,
                middle: self.sides[way].body.middle(),
                count,
                degrees,
                longer: &longer,
                per_mm,
                left: self.budget - self.common,
                points: self.paid.len(),
            };
            bends::turns(way, &turning)
        };
        let mut bends = [turns(0), Vec::new()];
        if faces {
            bends[1] = turns(1);
            let (before, after) = (&bends[0], &bends[1]);
            let about = (self.about, self.about_toll);
            let more = bends::about((before, after), about, count, degrees);
            bends[0].extend(more);
        }
        // Where the first turns lead, and what was paid before.
        for bend in &mut bends[0] {
            bend.ends = turned(bend.shift, self.facings[0]);
        }
        bends
    }

    /// How many steps of a turn lie between two facings in which straight going is tried: so many that to turn to the
    /// nearer of them, and back, costs about what going half a cell does.
    fn apart(&self, bends: &[Bend]) -> usize {
        let turns = bends.iter().filter(|bend| bend.by == 1 && bend.to == 0);
        let costs = turns.map(|bend| bend.sums.iter().fold(0.0, |most: f64, &sum| most.max(sum)));
        let least = costs.fold(f64::INFINITY, f64::min);
        (libm::round(self.slack / least) as usize).clamp(1, APART)
    }

    /// Draws the fans of every facing and notes what each cell keeps; false when so few places are led to, or so many
    /// with something about, that it is not worth while.
    fn find(&self, open: &mut Open) -> bool {
        let count = self.facings.len();
        let cell = self.grain.cell;
        let out = (self.cells.count / 2) as i32;
        let limit = self.budget - 2.0 * HAIR;
        let cones = |&facing| open.cones.iter().map(|cone| cone.facing(facing)).collect();
        let laid: Vec<Vec<Laid>> = self.facings.iter().map(cones).collect();
        let ground = Ground {
            things: &self.things,
            cells: &self.cells,
            sides: &self.sides,
            facings: &self.facings,
            room: Room::of(|cell| self.things.about(Some(cell)) != 0, &self.cells),
        };
        let rays = self.rays(&Rays {
            ground: &ground,
            start: self.start.at,
            bends: &open.bends[0],
            laid: &laid,
            straight: open.straight,
            common: self.common,
            paid: &self.paid,
            limit,
            cells: (cell, out),
        });
        let places: usize = rays.iter().map(Ray::places).sum();
        let crowded: usize = rays.iter().map(Ray::crowded).sum();
        if places < FEW || CROWDED.1 * crowded > CROWDED.0 * places {
            return false;
        }
        let turned = || (0..count).map(|_| Turned::default()).collect();
        let drawing = Drawing {
            pairs: Pairs {
                apart: self.apart(&open.bends[0]),
                about: self.about,
                about_toll: self.about_toll,
                limit,
                ..Pairs::of(&open.bends, &rays, &self.facings)
            },
            ground,
            laid: &laid,
            straight: open.straight,
            start: self.start.at,
            cell,
            per_cell: 1.0 / cell,
            led: rays.iter().fold(0, |led, ray| led.max(ray.led())),
            slack: self.slack,
            turned: [turned(), turned()],
        };
        let ends: Vec<(usize, usize)> = (0..self.sides.len())
            .flat_map(|side| (0..count).map(move |end| (side, end)))
            .collect();
        let start = self.start;
        let degrees = self.grain.degrees;
        let found = |grid: &mut Grid, &(side, end): &(usize, usize)| {
            let facing = start.facing.turned(end as f64 * degrees);
            Found::of(&drawing, (side, end), facing, grid)
        };
        // Each facing has cells of its own; for a few it is not worth while to share them out.
        let found: Vec<Found> = if places > SHARED_OUT {
            ends.par_iter()
                .with_min_len(FACINGS)
                .map_init(|| Grid::new(out), found)
                .collect()
        } else {
            let mut grid = Grid::new(out);
            ends.iter().map(|end| found(&mut grid, end)).collect()
        };
        for ((side, end), found) in ends.into_iter().zip(found) {
            let fans = open.fans.len() as u32;
            let first = open.reached.len() as u32;
            open.fans.extend(found.fans);
            open.reached
                .extend(found.reached.into_iter().map(|reached| Reached {
                    way: (reached.way + fans) | FAN,
                    ..reached
                }));
            let row = side * count + end;
            let numbers = found.cells.into_iter().map(|cell| self.number(cell, row));
            open.buckets.extend(numbers);
            let crowded = found.crowded.into_iter().map(|number| first + number);
            open.crowded.extend(crowded);
        }
        true
    }

    /// The first turns that can be paid and meet nothing.
    fn rays(&self, rays: &Rays<'_>) -> Vec<Ray> {
        let start = Stand {
            at: (self.start.at.x, self.start.at.y),
            facing: 0,
            side: 0,
        };
        let by = turned(self.about, self.facings[0]);
        let about = Stand {
            at: (start.at.0 + by.0, start.at.1 + by.1),
            facing: self.facings.len() / 2,
            side: 1,
        };
        let free = |lead: &u32| {
            let bend = &rays.bends[*lead as usize];
            let from = if bend.about_first { about } else { start };
            rays.ground.turns(from, bend.turn, bend.out)
        };
        let leads = 0..rays.bends.len() as u32;
        leads
            .filter(free)
            .filter_map(|lead| rays.ray(lead))
            .collect()
    }

    /// The number of a cell and facing, by the columns and rows that the cell is off the middle one.
    fn number(&self, cell: (i32, i32), row: usize) -> u32 {
        let out = (self.cells.count / 2) as i32;
        let index = (cell.1 + out) as usize * self.cells.count + (cell.0 + out) as usize;
        (index * self.facings.len() * self.sides.len() + row) as u32
    }
}

/// What was found in one facing.
struct Found {
    fans: Vec<Fan>,
    reached: Vec<Reached>,
    cells: Vec<(i32, i32)>,
    /// The poses that something is about.
    crowded: Vec<u32>,
}

impl Found {
    fn of(
        drawing: &Drawing<'_>,
        (side, end): (usize, usize),
        facing: Bearing,
        grid: &mut Grid,
    ) -> Self {
        let pairs = drawing.pairs.ending(side, end);
        let drawn = drawing.draw(&pairs, grid);
        let mut out = Self {
            fans: Vec::new(),
            reached: Vec::with_capacity(drawn.len()),
            cells: Vec::with_capacity(drawn.len()),
            crowded: Vec::new(),
        };
        for pose in &drawn {
            let fan = fan(&drawing.pairs, &pairs[pose.pair as usize], pose.cone);
            if out.fans.last() != Some(&fan) {
                out.fans.push(fan);
            }
            let at = (drawing.start.x + pose.at.0, drawing.start.y + pose.at.1);
            let ground = &drawing.ground;
            let stand = Stand {
                at,
                facing: end,
                side,
            };
            if ground.room.at(ground.middle(stand)) == 0 {
                out.crowded.push(out.reached.len() as u32);
            }
            out.reached.push(Reached {
                pose: Pose {
                    at: Point::new(at.0, at.1),
                    facing,
                },
                spent: pose.spent,
                judged: false,
                way: out.fans.len() as u32 - 1,
            });
            out.cells.push(pose.cell);
        }
        out
    }
}

fn fan(pairs: &Pairs<'_>, pair: &Pair, cone: u8) -> Fan {
    let ray = &pairs.rays[pair.ray as usize];
    Fan {
        lead: (0, ray.lead),
        tail: pair.tail,
        facing: ray.facing as u16,
        cone,
        about: pair.about,
        apex: (ray.apex.0 + pair.shift.0, ray.apex.1 + pair.shift.1),
    }
}
