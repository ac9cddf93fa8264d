//! Marching, falling back, moving a gun by hand.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::formations::Formation;
use crate::gates::Doing;
use crate::law::Manner;
use crate::questions::Question;
use crate::travel::{Trip, subject};
use crate::troops::Troops;
use crate::way::Way;

impl HorseAndMusket {
    /// Rules on a march, a falling back, or a gun moved by hand.
    pub(crate) fn march(&self, situation: &Situation<'_>, order: &Order, manner: Manner) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let (Some((index, unit)), Some(course)) =
            (subject(situation.board, &order.subject), order.course())
        else {
            return judge.done();
        };
        let troops = self.troops(unit);
        let way = Way::of(course, unit.pose);
        self.history(&mut judge, situation.board, unit, doing(&way));
        let by_hand = troops.formation == Formation::Unlimbered;
        self.morale(&mut judge, &troops, way.deeds(by_hand));
        if !way.is_idle() || manner == Manner::Manhandle {
            self.capability(&mut judge, &troops, manner);
        }
        let mut trip = self.travel(situation, index, self.stance(troops), course, manner, None);
        self.direction(&mut judge, &trip, &way);
        self.judge_passage(&mut judge, &trip);
        self.judge_allowance(&mut judge, &trip, course);
        self.judge_zone(&mut judge, situation, &trip, course);
        self.judge_straggler_gap(&mut judge, situation, &trip, &way);
        self.judge_table(&mut judge, &trip);
        if judge.allowed() && !way.is_idle() {
            self.carry_out(&mut judge, &mut trip, way.faces, way.moves);
        }
        judge.done()
    }

    /// Whether the unit can be moved in this manner at all.
    fn capability(&self, judge: &mut Judge, troops: &Troops<'_>, manner: Manner) {
        let by_hand = troops.formation == Formation::Unlimbered;
        if manner == Manner::Manhandle && !by_hand {
            judge.refuse("not-by-hand", "M33a");
        }
        if !by_hand {
            return;
        }
        judge.cite(Id::of("M33a"));
        if troops.without_crew() {
            judge.refuse("gun-has-no-crew", "M33b");
        }
        if !troops.without_horses() && self.answers.asked(judge, Question::ManhandleWithHorses) {
            judge.refuse("gun-has-horses", "M33a");
        }
    }

    /// Whether every straight step points where the unit may go.
    pub(crate) fn direction(&self, judge: &mut Judge, trip: &Trip<'_>, way: &Way) {
        if trip.manner == Manner::FallBack {
            let onward = trip
                .survey
                .legs
                .iter()
                .any(|leg| leg.heading != Heading::Rear);
            if onward || way.turns || way.faces > 0 {
                judge.refuse("fall-back-direction", "M4");
            }
        }
        let flank = trip
            .survey
            .legs
            .iter()
            .any(|leg| leg.heading == Heading::Flank);
        if flank {
            judge.cite(Id::of("M8"));
            let barred = self
                .row_for(&trip.stance, trip.manner, Heading::Flank)
                .is_none();
            if trip.stance.formation != Formation::Line {
                self.answers.asked(judge, Question::FlankSteps);
            }
            if barred {
                judge.refuse("bad-direction", "M8");
            }
        }
        if trip
            .survey
            .legs
            .iter()
            .any(|leg| leg.heading == Heading::Rear)
        {
            judge.cite(Id::of("M4"));
        }
        if way.slanted && self.answers.asked(judge, Question::LegDirection) {
            judge.refuse("bad-direction", "M1");
        }
    }
}

/// What a course has a unit do.
pub(crate) fn doing(way: &Way) -> Doing {
    Doing {
        moves: way.moves,
        faces: way.faces,
        ..Doing::default()
    }
}
