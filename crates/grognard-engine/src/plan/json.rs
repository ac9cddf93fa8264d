//! A plan as JSON.

use grognard_core::{Bearing, Field, Pose, Ruling, Value as Argument};
use serde_json::{Value, json};

use super::{Follows, NoPlan, Plan, PlannedOrder, PlannedTurn};
use crate::battle::Battle;

impl Plan {
    /// The plan as one JSON document: lengths are millimetres, facings degrees, chances fractions such as
    /// `1/3`.
    pub fn to_json(&self, battle: &Battle, lang: &str) -> Value {
        let ask = &self.ask;
        json!({
            "unit": self.unit,
            "ask": {
                "to": [ask.to.x, ask.to.y],
                "facing": ask.facing.map(Bearing::degrees),
                "formation": ask.formation,
                "within": ask.within,
                "within_degrees": ask.within_degrees,
                "turns": ask.turns,
                "kind": ask.kind,
                "args": args(&ask.args),
            },
            "found": self.found(),
            "says": self.headline(battle),
            "start": pose(self.start),
            "turns": self.turns.iter().map(|one| self.turn(one, battle, lang)).collect::<Vec<_>>(),
            "phases": self.phases,
            "fails": self.fails.to_string(),
            "danger": self.danger,
            "assumes": self.assumes(),
            "least": self.least,
            "proved": self.proved(),
            "out_of_reach": self.out_of_reach(),
            "none": self.none.as_ref().map(reason),
            "nearest": self.nearest.as_ref().map(|near| json!({
                "pose": pose(near.pose),
                "formation": near.formation,
                "turns": near.turns,
                "distance": near.pose.at.distance(ask.to),
            })),
            "rulings": self.rulings,
        })
    }

    fn turn(&self, turn: &PlannedTurn, battle: &Battle, lang: &str) -> Value {
        let follows = |one: &Follows| {
            json!({
                "orders": one.orders,
                "phase": one.phase,
                "verdict": one.ruling.verdict.name(),
                "notes": Self::notes(&one.ruling, battle, lang),
            })
        };
        json!({
            "turn": turn.turn,
            "orders": turn.orders.iter().map(|one| self.order(one, battle, lang)).collect::<Vec<_>>(),
            "follows": turn.follows.iter().map(follows).collect::<Vec<_>>(),
            "end": pose(turn.end),
            "formation": turn.formation,
            "distance": turn.distance,
            "enemy": turn.enemy.as_ref().map(|(id, gap)| json!({ "unit": id, "gap": gap })),
        })
    }

    fn order(&self, one: &PlannedOrder, battle: &Battle, lang: &str) -> Value {
        json!({
            "kind": one.order.kind,
            "subject": one.order.subject,
            "args": args(&one.order.args),
            "phases": one.phases,
            "phase": one.phase,
            "written": one.written,
            "spent": one.ruling.spent.to_string(),
            "budget": one.ruling.budget.to_string(),
            "fails": one.fails.to_string(),
            "from": pose(one.from),
            "end": pose(one.end),
            "why": self.why(one, battle),
            "notes": Self::notes(&one.ruling, battle, lang),
        })
    }
}

/// Arguments as plain data, as orders are written in JSON.
fn args(args: &[Field]) -> Value {
    let fields = args.iter();
    let fields = fields.map(|field| (field.name.to_string(), plain(&field.value)));
    Value::Object(fields.collect())
}

fn plain(value: &Argument) -> Value {
    match value {
        Argument::Flag(flag) => json!(flag),
        Argument::Int(number) => json!(number),
        Argument::Number(number) => json!(number.to_string()),
        Argument::Length(length) => json!(format!("{} mm", length.millimetres())),
        Argument::Bearing(bearing) => json!(bearing.degrees()),
        Argument::Point(point) => json!([point.x, point.y]),
        Argument::Text(text) => json!(text.as_str()),
        Argument::Course(course) => json!(course.to_string()),
        Argument::List(items) => items.iter().map(plain).collect(),
        Argument::Record(fields) => args(fields),
    }
}

fn pose(pose: Pose) -> Value {
    json!({ "x": pose.at.x, "y": pose.at.y, "facing": pose.facing.degrees() })
}

fn reason(none: &NoPlan) -> Value {
    match none {
        NoPlan::CannotMove(ruling) => json!({ "reason": "cannot-move", "findings": slugs(ruling) }),
        NoPlan::NotOpen(message) => json!({ "reason": "formation-not-open", "message": message }),
        NoPlan::NoChange(ruling) => json!({ "reason": "no-change", "findings": slugs(ruling) }),
        NoPlan::Barred { terrain } => json!({ "reason": "barred-ground", "terrain": terrain }),
        NoPlan::Taken { by } => json!({ "reason": "place-taken", "by": by }),
        NoPlan::OverTheEdge => json!({ "reason": "over-the-edge" }),
        NoPlan::TooFar { turns } => json!({ "reason": "too-far", "turns": turns }),
    }
}

fn slugs(ruling: &Ruling) -> Vec<String> {
    ruling
        .findings
        .iter()
        .map(|finding| finding.slug.to_string())
        .collect()
}
