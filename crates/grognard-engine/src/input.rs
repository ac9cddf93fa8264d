//! What is wrong with an order before any rule is asked.

use grognard_core::{
    ArgSpec, Board, Course, Document, Fields, Finding, Id, Manifest, OrderSpec, PhaseActor,
    PhaseMode, PhaseSpec, PivotPoint, RString, Step, Value, ValueKind, kinds,
};

use crate::suggest::nearest;

/// The longest distance taken seriously: 100 m.
const LONGEST: f64 = 100_000.0;
/// The widest angle taken seriously: ten full turns.
const WIDEST: f64 = 3_600.0;
/// The most words named when none is near the one written.
const MOST_NAMED: usize = 24;
/// The most steps of a course.
const MOST_STEPS: usize = 1_000;

/// The core's own arguments for its two kinds of order.
#[derive(Debug)]
pub(crate) struct Schemas {
    orders: Vec<OrderSpec>,
    /// The kind of each and its place: those of the core first, as they are asked for most.
    kinds: Vec<(Id, usize)>,
    /// Those that phases take in which orders are carried out.
    carried_out: Vec<Id>,
}

impl Schemas {
    /// The order kinds of a manifest and the core's own. A manifest that declares `march` or
    /// `change-formation` adds arguments to them.
    pub(crate) fn new(manifest: &Manifest) -> Self {
        let mut orders = manifest.orders.clone();
        let core = [
            (
                kinds::MARCH,
                "move along a course",
                vec![required("course", "the way to go", ValueKind::Course)],
            ),
            (
                kinds::CHANGE_FORMATION,
                "take another formation",
                vec![
                    required("to", "the formation to take", ValueKind::Formation),
                    ArgSpec {
                        required: false,
                        ..required("anchor", "what the change is built on", ValueKind::Text)
                    },
                ],
            ),
        ];
        for (id, meaning, args) in core {
            match orders.iter_mut().find(|spec| spec.id == id) {
                Some(spec) => {
                    for arg in args {
                        if !spec.args.iter().any(|a| a.name == arg.name) {
                            spec.args.push(arg);
                        }
                    }
                }
                None => orders.push(OrderSpec {
                    id: id.to_owned(),
                    meaning: meaning.to_owned(),
                    subject: "unit".to_owned(),
                    args,
                    any_time: false,
                }),
            }
        }
        let kinds = orders.iter().map(|spec| Id::from(spec.id.as_str()));
        let mut kinds: Vec<(Id, usize)> = kinds.zip(0..).collect();
        kinds.sort_by_key(|(kind, _)| *kind != *kinds::MARCH && *kind != *kinds::CHANGE_FORMATION);
        let carrying = |phase: &&PhaseSpec| phase.mode != PhaseMode::Write;
        let phases = manifest.phases.iter().filter(carrying);
        let carried_out = phases.flat_map(|phase| &phase.orders);
        Self {
            kinds,
            carried_out: carried_out.map(|kind| Id::from(kind.as_str())).collect(),
            orders,
        }
    }

    /// Every kind of order there is.
    pub(crate) fn orders(&self) -> &[OrderSpec] {
        &self.orders
    }

    /// Whether a phase takes orders of this kind and carries them out.
    pub(crate) fn are_carried_out(&self, kind: &str) -> bool {
        self.carried_out.iter().any(|known| *known == *kind)
    }

    pub(crate) fn get(&self, kind: &Id) -> Option<&OrderSpec> {
        let found = self.kinds.iter().find(|(known, _)| known == kind);
        found.map(|(_, index)| &self.orders[*index])
    }
}

fn required(name: &str, meaning: &str, kind: ValueKind) -> ArgSpec {
    ArgSpec {
        name: name.to_owned(),
        meaning: meaning.to_owned(),
        kind,
        required: true,
        one_of: Vec::new(),
        within: None,
    }
}

/// Checks one order against the schemas and the clock.
pub(crate) struct Input<'a> {
    pub(crate) board: &'a Board,
    pub(crate) document: &'a Document,
    pub(crate) schemas: &'a Schemas,
}

impl Input<'_> {
    /// Everything wrong with `order`; empty when a ruleset may be asked.
    pub(crate) fn check(&self, order: &grognard_core::Order) -> Vec<Finding> {
        let mut findings = Vec::new();
        let Some(spec) = self.schemas.get(&order.kind) else {
            let known: Vec<&str> = self
                .schemas
                .orders()
                .iter()
                .map(|s| s.id.as_str())
                .collect();
            let finding = bad("order-not-in-this-ruleset", &order.subject)
                .about(order.kind)
                .with(Id::of("ruleset"), Value::text(&self.document.manifest.id));
            return vec![hint(finding, order.kind.as_str(), &known)];
        };
        let Some(side) = self.subject_side(spec, &order.subject, &mut findings) else {
            return findings;
        };
        for arg in &order.args {
            match spec.args.iter().find(|a| arg.name == *a.name.as_str()) {
                Some(arg_spec) => self.value(order, arg_spec, &arg.value, &mut findings),
                None => {
                    let known: Vec<&str> = spec.args.iter().map(|a| a.name.as_str()).collect();
                    let finding = bad("unknown-argument", &order.subject).about(arg.name);
                    findings.push(hint(finding, arg.name.as_str(), &known));
                }
            }
        }
        for arg in spec.args.iter().filter(|arg| arg.required) {
            if order.args.get(&arg.name).is_none() {
                findings.push(
                    bad("missing-argument", &order.subject)
                        .about(Id::from(arg.name.as_str()))
                        .with(Id::of("meaning"), Value::text(&arg.meaning)),
                );
            }
        }
        if findings.is_empty() && !spec.any_time {
            self.time(order, side, &mut findings);
        }
        findings
    }

    fn subject_side(
        &self,
        spec: &OrderSpec,
        subject: &Id,
        findings: &mut Vec<Finding>,
    ) -> Option<&Id> {
        let (board, id) = (self.board, subject.as_str());
        let side = match spec.subject.as_str() {
            "brigade" => board.brigade(id).map(|brigade| &brigade.side),
            "commander" => board.commander(id).map(|commander| &commander.side),
            _ => board.unit(id).map(|unit| &unit.side),
        };
        if side.is_none() {
            findings.push(self.unknown_subject(spec, subject));
        }
        side
    }

    #[cold]
    fn unknown_subject(&self, spec: &OrderSpec, subject: &Id) -> Finding {
        let board = self.board;
        let (slug, known): (_, Vec<&str>) = match spec.subject.as_str() {
            "brigade" => (
                "unknown-brigade",
                board.brigades.iter().map(|b| b.id.as_str()).collect(),
            ),
            "commander" => (
                "unknown-commander",
                board.commanders.iter().map(|c| c.id.as_str()).collect(),
            ),
            _ => (
                "unknown-unit",
                board.units.iter().map(|u| u.id.as_str()).collect(),
            ),
        };
        hint(bad(slug, subject), subject.as_str(), &known)
    }

    fn time(&self, order: &grognard_core::Order, side: &Id, findings: &mut Vec<Finding>) {
        let clock = &self.board.clock;
        let phase = self
            .document
            .manifest
            .phases
            .get(clock.phase_index as usize);
        let either = phase.is_some_and(|phase| phase.actor == PhaseActor::Both);
        if !either && !clock.acts(side) {
            let active = clock.active.as_ref().map_or("", |id| id.as_str());
            findings.push(
                Finding::refuses(Id::of("not-own-turn"), Id::default(), order.subject)
                    .about(*side)
                    .with(Id::of("active"), Value::text(active)),
            );
        }
        if let Some(phase) = phase
            && !phase.orders.is_empty()
            && !phase.orders.iter().any(|kind| order.kind == *kind.as_str())
        {
            findings.push(
                Finding::refuses(Id::of("wrong-phase"), Id::default(), order.subject)
                    .about(order.kind)
                    .with(Id::of("phase"), Value::text(&phase.id)),
            );
        }
    }

    fn value(
        &self,
        order: &grognard_core::Order,
        spec: &ArgSpec,
        value: &Value,
        findings: &mut Vec<Finding>,
    ) {
        let name = || Id::from(spec.name.as_str());
        let subject = &order.subject;
        if !fits(spec.kind, value) {
            findings.push(
                bad("wrong-type", subject)
                    .about(name())
                    .with(Id::of("wanted"), Value::text(kind_name(spec.kind))),
            );
            return;
        }
        if value.as_str() == Some("") {
            findings.push(
                bad("missing-argument", subject)
                    .about(name())
                    .with(Id::of("meaning"), Value::text(&spec.meaning)),
            );
            return;
        }
        if let Some(text) = too_long(value) {
            findings.push(
                bad("name-too-long", subject)
                    .about(name())
                    .with(Id::of("letters"), count(text.chars().count()))
                    .with(Id::of("most"), count(Id::MOST)),
            );
            return;
        }
        match (spec.kind, value) {
            (ValueKind::Course, Value::Course(course)) => check_course(course, subject, findings),
            (_, Value::Length(length)) => check_distance(length.millimetres(), subject, findings),
            (_, Value::Point(point)) if !point.is_finite() => {
                findings.push(bad("non-finite-number", subject).about(name()));
            }
            (ValueKind::Unit, Value::Text(id)) => self.known_unit(id, subject, findings),
            (ValueKind::Units, Value::List(ids)) => {
                for id in ids.iter().filter_map(Value::as_str) {
                    self.known_unit(id, subject, findings);
                }
            }
            (ValueKind::Formation, Value::Text(id)) => {
                let known = self
                    .document
                    .manifest
                    .formations
                    .iter()
                    .map(|f| f.id.as_str());
                known_id("unknown-formation", id, known, subject, findings);
            }
            (ValueKind::Brigade, Value::Text(id)) => {
                let known = self.board.brigades.iter().map(|b| b.id.as_str());
                known_id("unknown-brigade", id, known, subject, findings);
            }
            (ValueKind::Commander, Value::Text(id)) => {
                let known = self.board.commanders.iter().map(|c| c.id.as_str());
                known_id("unknown-commander", id, known, subject, findings);
            }
            (ValueKind::Terrain, Value::Text(id)) => {
                let known = self.board.terrain.iter().map(|t| t.id.as_str());
                known_id("unknown-terrain", id, known, subject, findings);
            }
            (_, Value::Text(word)) if !spec.one_of.is_empty() => {
                let known = spec.one_of.iter().map(String::as_str);
                if !known.clone().any(|w| w == word.as_str()) {
                    let choices: Vec<&str> = known.collect();
                    findings.push(hint(
                        bad("unknown-word", subject)
                            .about(name())
                            .with(Id::of("word"), Value::Text(word.clone()))
                            .with(Id::of("choices"), Value::text(&choices.join(", "))),
                        word,
                        &choices,
                    ));
                }
            }
            _ => {}
        }
    }

    fn known_unit(&self, id: &str, subject: &Id, findings: &mut Vec<Finding>) {
        if self.board.unit_index(id).is_none() {
            let known: Vec<&str> = self.board.units.iter().map(|u| u.id.as_str()).collect();
            findings.push(hint(
                bad("unknown-unit", subject).about(Id::from(id)),
                id,
                &known,
            ));
        }
    }
}

fn known_id<'a>(
    slug: &'static str,
    id: &RString,
    known: impl Iterator<Item = &'a str> + Clone,
    subject: &Id,
    findings: &mut Vec<Finding>,
) {
    if !known.clone().any(|k| k == id.as_str()) {
        let known: Vec<&str> = known.collect();
        findings.push(hint(
            bad(slug, subject).about(Id::from(id.as_str())),
            id,
            &known,
        ));
    }
}

#[cold]
fn bad(slug: &'static str, subject: &Id) -> Finding {
    Finding::refuses(Id::of(slug), Id::default(), *subject)
}

#[cold]
fn hint(finding: Finding, wrong: &str, known: &[&str]) -> Finding {
    match nearest(wrong, known) {
        Some(near) => finding.with(Id::of("meant"), Value::text(near)),
        None if (1..=MOST_NAMED).contains(&known.len()) => {
            finding.with(Id::of("known"), Value::text(&known.join(", ")))
        }
        None => finding,
    }
}

fn fits(kind: ValueKind, value: &Value) -> bool {
    match kind {
        ValueKind::Flag => matches!(value, Value::Flag(_)),
        ValueKind::Int => value.as_int().is_some(),
        ValueKind::Number => value.as_number().is_some(),
        ValueKind::Length => matches!(value, Value::Length(_)),
        ValueKind::Bearing => matches!(value, Value::Bearing(_)),
        ValueKind::Point => matches!(value, Value::Point(_)),
        ValueKind::Course => matches!(value, Value::Course(_)),
        ValueKind::Ints => list_of(value, |item| item.as_int().is_some()),
        ValueKind::Texts | ValueKind::Units => list_of(value, |item| item.as_str().is_some()),
        ValueKind::Records | ValueKind::Orders => {
            list_of(value, |item| matches!(item, Value::Record(_)))
        }
        ValueKind::Text
        | ValueKind::Unit
        | ValueKind::Brigade
        | ValueKind::Commander
        | ValueKind::Terrain
        | ValueKind::Formation => matches!(value, Value::Text(_)),
    }
}

fn list_of(value: &Value, item: impl Fn(&Value) -> bool) -> bool {
    matches!(value, Value::List(items) if items.iter().all(item))
}

fn kind_name(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Flag => "true or false",
        ValueKind::Int => "a whole number",
        ValueKind::Number => "a number",
        ValueKind::Length => "a length such as '10 cm'",
        ValueKind::Bearing => "a bearing in degrees",
        ValueKind::Point => "a point [x, y]",
        ValueKind::Text => "a word",
        ValueKind::Unit => "the id of a unit",
        ValueKind::Brigade => "the id of a brigade",
        ValueKind::Commander => "the id of a commander",
        ValueKind::Terrain => "the id of a piece of terrain",
        ValueKind::Formation => "the id of a formation",
        ValueKind::Course => "a course",
        ValueKind::Ints => "a list of whole numbers",
        ValueKind::Texts => "a list of words",
        ValueKind::Units => "a list of unit ids",
        ValueKind::Records => "a list of records",
        ValueKind::Orders => "a list of orders",
    }
}

/// Distances are finite, not negative and not absurd; angles likewise.
pub(crate) fn check_course(course: &Course, subject: &Id, findings: &mut Vec<Finding>) {
    if course.steps.len() > MOST_STEPS {
        findings.push(bad("absurd-distance", subject));
        return;
    }
    for step in &course.steps {
        match step {
            Step::Advance { distance }
            | Step::Retire { distance }
            | Step::Sidestep { distance, .. } => {
                check_distance(distance.millimetres(), subject, findings);
            }
            Step::Oblique {
                angle, distance, ..
            } => {
                check_angle(*angle, subject, findings);
                check_distance(distance.millimetres(), subject, findings);
            }
            Step::Wheel { angle, .. } => check_angle(*angle, subject, findings),
            Step::Pivot { about, angle } => {
                check_angle(*angle, subject, findings);
                if let PivotPoint::At(point) = about {
                    check_point(*point, subject, findings);
                }
            }
            Step::To { point } => check_point(*point, subject, findings),
            Step::AboutFace => {}
        }
    }
}

/// A text in a value that is longer than a name may be. What orders hold in words are names, and rulesets
/// keep them.
fn too_long(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) if !Id::fits(text) => Some(text),
        Value::List(values) => values.iter().find_map(too_long),
        Value::Record(fields) => fields.iter().find_map(|field| too_long(&field.value)),
        _ => None,
    }
}

fn count(number: usize) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

fn check_distance(distance: f64, subject: &Id, findings: &mut Vec<Finding>) {
    let slug = if !distance.is_finite() {
        "non-finite-number"
    } else if distance < 0.0 {
        "negative-distance"
    } else if distance > LONGEST {
        "absurd-distance"
    } else {
        return;
    };
    findings.push(bad(slug, subject));
}

fn check_angle(angle: f64, subject: &Id, findings: &mut Vec<Finding>) {
    if !angle.is_finite() {
        findings.push(bad("non-finite-number", subject));
    } else if angle.abs() > WIDEST {
        findings.push(bad("absurd-distance", subject));
    }
}

fn check_point(point: grognard_core::Point, subject: &Id, findings: &mut Vec<Finding>) {
    if !point.is_finite() {
        findings.push(bad("non-finite-number", subject));
    } else if point.x.abs() > LONGEST || point.y.abs() > LONGEST {
        findings.push(bad("absurd-distance", subject));
    }
}

/// Whether a value is of a declared kind; for conditions set by hand.
pub(crate) fn value_fits(kind: ValueKind, value: &Value) -> bool {
    fits(kind, value)
}

/// What a kind of value is called in a message.
pub(crate) fn value_kind_name(kind: ValueKind) -> &'static str {
    kind_name(kind)
}
