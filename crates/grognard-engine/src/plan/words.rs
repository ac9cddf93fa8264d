//! A plan in words.

use std::fmt::Write as _;

use grognard_core::{Amount, Field, Id, Point, Pose, Ruling, Value, Verdict};

use super::{Follows, MOST_TURNS, NoPlan, Plan, PlannedOrder, PlannedTurn};
use crate::battle::Battle;
use crate::explain;

/// Ways shorter than this are no way, mm.
const NOTHING: f64 = 0.05;

impl Plan {
    /// The plan as sentences, a line for each turn, order and note; findings in `lang` where the ruleset has it.
    pub fn explain(&self, battle: &Battle, lang: &str) -> String {
        let words = Words { battle, lang };
        let mut out = self.headline(battle);
        for turn in &self.turns {
            let _ = write!(out, "\n{}", words.turn(turn, self));
            for index in 0..=turn.orders.len() {
                for follows in turn.follows.iter().filter(|one| one.orders == index) {
                    let _ = write!(out, "\n  {}", words.follows(follows, &self.unit));
                    for note in words.notes(&follows.ruling) {
                        let _ = write!(out, "\n    {note}");
                    }
                }
                if let Some(order) = turn.orders.get(index) {
                    let _ = write!(out, "\n  {}", words.order(order, self));
                    for note in words.notes(&order.ruling) {
                        let _ = write!(out, "\n    {note}");
                    }
                }
            }
        }
        for line in self.assumes() {
            let _ = write!(out, "\n{line}");
        }
        out
    }

    /// In one sentence what the plan comes to, or why there is none.
    pub fn headline(&self, battle: &Battle) -> String {
        let words = Words { battle, lang: "en" };
        let goal = words.goal(self);
        match &self.none {
            None if self.turns.is_empty() => format!("{} is {goal} already.", self.unit),
            None => {
                let turns = self.turns.len();
                let s = if turns == 1 { "" } else { "s" };
                let risk = if self.fails.is_zero() {
                    String::new()
                } else {
                    format!(" Dice spoil it with a chance of {}.", self.fails)
                };
                let proved = match (self.proved(), self.least) {
                    (true, 0..=1) => String::new(),
                    (true, _) => ", and cannot in fewer".to_owned(),
                    (false, 0..=1) => ", the fewest found".to_owned(),
                    (false, least) => {
                        format!(", the fewest found; in fewer than {least} it cannot")
                    }
                };
                format!(
                    "{} comes {goal} in {turns} turn{s}{proved}.{risk}",
                    self.unit
                )
            }
            Some(none) => {
                let why = words.why_not(none, self);
                format!("There is no plan for {} to come {goal}: {why}", self.unit)
            }
        }
    }

    /// What the plan counts on, a sentence each.
    pub fn assumes(&self) -> Vec<&'static str> {
        let mut out = Vec::new();
        if !self.found() || self.turns.is_empty() {
            return out;
        }
        out.push("Everybody else is taken to stand where he stands, with no written orders.");
        if !self.fails.is_zero() {
            out.push("Dice of its orders are taken to fall as the plan needs them.");
        }
        out.push("What dice bring about as phases end is not foreseen.");
        out
    }

    /// Why an order is given, in a sentence.
    pub fn why(&self, order: &PlannedOrder, battle: &Battle) -> String {
        Words { battle, lang: "en" }.why(order, self)
    }

    /// What a ruling on one of its orders has to say, a sentence each.
    pub fn notes(ruling: &Ruling, battle: &Battle, lang: &str) -> Vec<String> {
        Words { battle, lang }.notes(ruling)
    }
}

struct Words<'a> {
    battle: &'a Battle,
    lang: &'a str,
}

impl Words<'_> {
    fn length(&self, mm: f64) -> String {
        let unit = self.battle.length_unit();
        let per = unit.millimetres().to_f64();
        // Tenths of the unit are as fine as anybody reads them.
        let tenths = (mm / per * 10.0).round() / 10.0;
        format!("{tenths} {}", unit.symbol())
    }

    fn place(&self, at: Point) -> String {
        let tenth = |x: f64| (x * 10.0).round() / 10.0;
        format!("({}, {}) mm", tenth(at.x), tenth(at.y))
    }

    fn goal(&self, plan: &Plan) -> String {
        let mut out = format!("at {}", self.place(plan.ask.to));
        if let Some(facing) = plan.ask.facing {
            let _ = write!(out, " facing {facing}");
        }
        if let Some(formation) = &plan.ask.formation {
            let _ = write!(out, " in {formation}");
        }
        out
    }

    fn stands(&self, pose: Pose, formation: &Id) -> String {
        let facing = (pose.facing.degrees() * 10.0).round() / 10.0;
        format!("{} facing {facing}° in {formation}", self.place(pose.at))
    }

    fn turn(&self, turn: &PlannedTurn, plan: &Plan) -> String {
        let stands = self.stands(turn.end, &turn.formation);
        let left = if turn.distance <= plan.ask.within {
            "there".to_owned()
        } else {
            format!("{} to go", self.length(turn.distance))
        };
        let enemy = turn.enemy.as_ref().map_or(String::new(), |(id, gap)| {
            format!("; the nearest enemy is {id}, {} off", self.length(*gap))
        });
        let waits = if turn.orders.is_empty() {
            " It waits."
        } else {
            ""
        };
        format!(
            "Turn {}: ends at {stands}, {left}{enemy}.{waits}",
            turn.turn
        )
    }

    fn order(&self, order: &PlannedOrder, plan: &Plan) -> String {
        let write = if order.written { " (written)" } else { "" };
        let told = self.told(order);
        let spent = &order.ruling.spent;
        let cost = if *spent == Amount::ZERO {
            String::new()
        } else {
            let budget = &order.ruling.budget;
            format!(" Spent then: {} of {} move.", share(spent), share(budget))
        };
        let odds = if order.fails.is_zero() {
            String::new()
        } else {
            format!(" It fails with a chance of {}.", order.fails)
        };
        let why = self.why(order, plan);
        format!("{}{write}: {told}. {why}{cost}{odds}", order.phase)
    }

    /// The order in the words it is given in.
    fn told(&self, order: &PlannedOrder) -> String {
        let order = &order.order;
        if let Some(course) = order.course() {
            let way = explain::course(course, self.battle.length_unit());
            let args = self.args(order.args.iter().filter(|arg| arg.name != *"course"));
            return format!("{}{args} {way}", order.kind);
        }
        format!("{}{}", order.kind, self.args(order.args.iter()))
    }

    fn args<'f>(&self, args: impl Iterator<Item = &'f Field>) -> String {
        let unit = self.battle.length_unit();
        let arg = |arg: &Field| {
            let value = match &arg.value {
                Value::Text(text) => text.to_string(),
                other => explain::plain(other, unit, "en"),
            };
            format!(" {}={value}", arg.name)
        };
        args.map(arg).collect()
    }

    fn why(&self, order: &PlannedOrder, plan: &Plan) -> String {
        if order.order.course().is_some() {
            let goal = plan.ask.to;
            let (before, after) = (order.from.at.distance(goal), order.end.at.distance(goal));
            let nearer = before - after;
            return if after <= plan.ask.within && before > plan.ask.within {
                "That brings it to the place.".to_owned()
            } else if nearer > NOTHING {
                format!("That brings it {} nearer.", self.length(nearer))
            } else if nearer < -NOTHING {
                format!(
                    "That goes round: {} farther off for now.",
                    self.length(-nearer)
                )
            } else {
                "That turns it where it stands.".to_owned()
            };
        }
        let to = order.order.text("to").unwrap_or_default();
        let asked = plan.ask.formation.as_ref().is_some_and(|one| *one == *to);
        let rates = order
            .rates
            .map(|(before, after)| (self.length(before), self.length(after), before < after));
        match (asked, rates) {
            (true, _) => "It is the formation asked for.".to_owned(),
            (false, Some((before, after, true))) => {
                format!("A full move is {after} then, and {before} now.")
            }
            _ => "It goes better in that formation.".to_owned(),
        }
    }

    fn follows(&self, follows: &Follows, unit: &Id) -> String {
        let what = match follows.ruling.verdict {
            Verdict::Allowed => "is carried out",
            other => other.name(),
        };
        format!(
            "{}: what was written for {unit}, or happens of itself, {what}.",
            follows.phase
        )
    }

    fn notes(&self, ruling: &Ruling) -> Vec<String> {
        let (document, unit) = (self.battle.document(), self.battle.length_unit());
        let findings = ruling.findings.iter();
        findings
            .map(|finding| explain::sentence(document, finding, unit, self.lang))
            .collect()
    }

    fn why_not(&self, none: &NoPlan, plan: &Plan) -> String {
        let first = |ruling: &Ruling| {
            let notes = self.notes(ruling);
            notes.join(" ")
        };
        match none {
            NoPlan::CannotMove(ruling) => format!("it cannot move. {}", first(ruling)),
            NoPlan::NotOpen(message) => format!("the formation is not open to it. {message}."),
            NoPlan::NoChange(ruling) => {
                format!("it does not come into the formation. {}", first(ruling))
            }
            NoPlan::Barred { terrain } => {
                format!("the place lies on {terrain}, where it may not go.")
            }
            NoPlan::Taken { by } => format!("{by} stands there."),
            NoPlan::OverTheEdge => "it would stand out over the table edge.".to_owned(),
            NoPlan::TooFar { turns } => {
                let s = if *turns == 1 { "" } else { "s" };
                let nearest = plan.nearest.as_ref().map_or(String::new(), |near| {
                    let far = near.pose.at.distance(plan.ask.to);
                    let stands = self.stands(near.pose, &near.formation);
                    format!(" The nearest found is {stands}, {} off.", self.length(far))
                });
                let proof = match plan.least {
                    _ if !plan.out_of_reach() => String::new(),
                    least if least > MOST_TURNS => format!("; it takes more than {MOST_TURNS}"),
                    least => format!("; it takes at least {least}"),
                };
                format!("none was found in {turns} turn{s}{proof}.{nearest}")
            }
        }
    }
}

/// A share as people read it: a plain fraction, else a number with three decimals.
fn share(amount: &Amount) -> String {
    if amount.is_exact() && amount.exact.den() <= 100 {
        return amount.to_string();
    }
    let text = format!("{:.3}", amount.to_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
