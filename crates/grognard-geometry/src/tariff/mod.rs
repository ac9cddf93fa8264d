//! What many courses of one unit cost, where the law alone settles them.

mod around;
mod fare;
mod ground;
mod outer;

use grognard_core::{
    Amount, Base, Board, Corners, Course, Heading, MotionLaw, PivotPoint, Plain, Pose, RSome,
    Ratio, Step, StepKinds,
};
use smallvec::SmallVec;

use self::around::{Around, Pieces};
use self::fare::Fare;
use self::outer::outer;
use crate::cost::purse;
use crate::field::{Kind, Standing};
use crate::hull::greater;
use crate::passage::Passage;
use crate::purse::Purse;
use crate::rates::Rates;
use crate::stage::Stage;
use crate::things::About;
use crate::{Field, Motion};

/// A step that leads less than this far ahead for each millimetre may slant more than one of a plain course: a
/// shade more than the cosine of 45 degrees.
const AHEAD: f64 = std::f64::consts::FRAC_1_SQRT_2 + 1e-9;

/// What courses of one unit cost that are [plain](Plain) under a law: prices only, for many courses on a
/// board that stays as it is.
///
/// A price is what [`survey`](crate::survey) adds up for the course, to the last digit. Whether a course is
/// plain is told from outside, so some that are get no price.
pub struct Tariff<'a> {
    about: About<'a>,
    standing: &'a Standing,
    law: &'a MotionLaw,
    plain: &'a Plain,
    around: Around<'a>,
    /// The bases that are followed; none where no corner of theirs is.
    bases: Vec<Base>,
    /// What is spent as a course starts.
    purse: Purse,
    /// The rates on open table: front, flank, rear.
    open: [Option<Ratio>; 3],
}

impl<'a> Tariff<'a> {
    /// That of the unit with index `subject`; `tolerance` (mm) is the depth an overlap must exceed to count. None
    /// when the unit is not on the board or the law tells of no plain courses.
    pub fn of(
        board: &'a Board,
        field: &'a Field,
        subject: usize,
        law: &'a MotionLaw,
        tolerance: f64,
    ) -> Option<Self> {
        let (unit, standing) = (board.units.get(subject)?, field.unit(subject)?);
        let RSome(plain) = &law.plain else {
            return None;
        };
        let about = About {
            board,
            field,
            subject,
            tolerance,
        };
        let mut rates = Rates::of(law);
        let open = Heading::ALL.map(|heading| {
            let rate = rates.on(Kind::OPEN, heading).rate?;
            Some(law.rates[rate].per_move).filter(|rate| *rate > Ratio::ZERO)
        });
        Some(Self {
            around: Around::of(&about, standing, law, plain),
            bases: match law.corners {
                Corners::All => outer(unit, law),
                Corners::Front | Corners::FrontCentre => Vec::new(),
            },
            about,
            standing,
            law,
            plain,
            purse: purse(unit, &standing.start.staying(), law),
            open,
        })
    }

    /// Where the bases stand that are followed.
    fn poses(&self) -> Poses {
        self.bases.iter().map(|base| base.rect.pose).collect()
    }

    /// The share of a full move spent once the course is done, what was spent before included. None when the
    /// course is not plain, or may not be.
    pub fn price(&self, course: &Course) -> Option<Amount> {
        let far = plain_way(course, self.plain, self.standing)?;
        let spent = match self.look(course, far)? {
            Looked::Priced(spent) => spent,
            Looked::OnGround(pieces) => self.on_ground(course, &pieces)?,
        };
        (!spent.exceeds(self.law.budget.into(), 0.0)).then_some(spent)
    }

    /// Looks at the course from outside, and prices it for as long as it meets nothing. It takes no point farther
    /// than `far` from where that was.
    fn look(&self, course: &Course, far: f64) -> Option<Looked> {
        let start = self.standing.start;
        let near = self.around.within(far)?;
        let mut spot = start.spot();
        let mut fare = Fare::of(self);
        let mut pieces = Pieces::new();
        let mut plain = true;
        let mut left = course.steps.len();
        start.each_stage(course, |stage| {
            let to = matches!(course.steps[course.steps.len() - left], Step::To { .. });
            left -= 1;
            if to && slants(stage) {
                plain = false;
            } else if !near.is_nothing() {
                match Passage::of(spot, stage) {
                    Some(passage) => {
                        plain = near.met(&passage, &mut pieces);
                        spot = passage.to;
                    }
                    None => plain = false,
                }
            }
            plain = plain && (!pieces.is_empty() || fare.pay(stage, left > 0));
            plain
        });
        plain.then(|| {
            if pieces.is_empty() {
                Looked::Priced(fare.spent())
            } else {
                Looked::OnGround(pieces)
            }
        })
    }
}

/// Mostly few bases are followed.
type Poses = SmallVec<[Pose; 8]>;

/// What looking from outside comes to.
enum Looked {
    Priced(Amount),
    /// It may meet these pieces of terrain and nothing else.
    OnGround(Pieces),
}

/// How far a course takes any point at most, mm; none for one that is not plain as far as its steps tell.
fn plain_way(course: &Course, plain: &Plain, standing: &Standing) -> Option<f64> {
    let start = standing.start.spot();
    let mut far = 0.0;
    let mut faces = 0;
    let mut goes = false;
    for step in &course.steps {
        if !plain.steps.has(StepKinds::of(step)) {
            return None;
        }
        let way = match *step {
            Step::Advance { distance }
            | Step::Retire { distance }
            | Step::Sidestep { distance, .. } => distance.millimetres(),
            Step::Oblique {
                angle, distance, ..
            } => {
                if !(0.0..=45.0).contains(&angle) {
                    return None;
                }
                distance.millimetres()
            }
            Step::Wheel { angle, .. } if angle >= 0.0 => start.swing(angle),
            Step::Wheel { .. } => return None,
            // How far it takes the unit is not known from the course alone.
            Step::Pivot {
                about: PivotPoint::At(_),
                ..
            } => return None,
            Step::Pivot { angle, .. } => start.swing(angle),
            Step::AboutFace => {
                faces += 1;
                continue;
            }
            // From where the frame is by then: turning about takes it to the other side of the unit.
            Step::To { point } => {
                let about = if faces > 0 { start.diameter() } else { 0.0 };
                standing.start.pose().at.distance(point) + far + about
            }
        };
        goes |= way > 0.0;
        // What is below nothing is not gone.
        far += greater(0.0, way);
    }
    (goes && faces <= plain.about_faces).then_some(far)
}

/// Whether a straight step may lead farther to the side than a plain one.
fn slants(stage: &Stage) -> bool {
    let Motion::Straight { along, .. } = stage.motion else {
        return false;
    };
    along.0 * stage.facing.0 + along.1 * stage.facing.1 < AHEAD
}
