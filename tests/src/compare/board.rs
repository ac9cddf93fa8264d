use std::collections::BTreeMap;

use grognard_core::{Bearing, Field, Fields, LengthUnit, Rect, Unit, Value, ValueKind};
use grognard_engine::explain;
use grognard_engine::script::typed_condition;

use super::{Comparison, LENGTH_SLACK, near, same};

/// How far a facing may be off, degrees.
const DEGREE_SLACK: f64 = 0.01;

impl Comparison<'_> {
    pub(super) fn board(&self, list: &mut Vec<String>) {
        let then = &self.then.board;
        let board = self.given.battle.board();
        let scale = self.given.unit.millimetres().to_f64();
        for (id, wanted) in &then.at {
            let got = board
                .unit(id)
                .map(|unit| unit.pose.at)
                .or_else(|| board.commander(id).map(|c| c.at));
            match got {
                Some(got) => place(&format!("at {id}"), *wanted, (got.x, got.y), scale, list),
                None => list.push(format!("at {id}: nobody is called that")),
            }
        }
        self.each(&then.facing, "facing", list, |unit, wanted, what, list| {
            let got = unit.pose.facing;
            if got.minus(Bearing::new(*wanted)).abs() > DEGREE_SLACK {
                list.push(format!("{what}: expected {wanted}, got {got}"));
            }
        });
        self.each(
            &then.formation,
            "formation",
            list,
            |unit, wanted, what, list| {
                same(what, Some(wanted.as_str()), unit.formation.as_str(), list);
            },
        );
        self.each(&then.bases, "bases", list, |unit, wanted, what, list| {
            same(what, Some(*wanted), unit.bases.len(), list);
        });
        self.each(
            &then.figures,
            "figures",
            list,
            |unit, wanted, what, list| {
                same(
                    what,
                    Some(*wanted),
                    unit.bases.iter().map(|base| base.figures).sum(),
                    list,
                );
            },
        );
        self.each(
            &then.attributes,
            "attributes",
            list,
            |unit, wanted, what, list| {
                for (name, value) in wanted {
                    let shown = unit.attribute(name).map_or("nothing".to_owned(), show);
                    let value = show(&natural(value));
                    if shown != value {
                        list.push(format!("{what}.{name}: expected {value}, got {shown}"));
                    }
                }
            },
        );
        self.each(
            &then.base_at,
            "base_at",
            list,
            |unit, wanted, what, list| {
                for (serial, at) in wanted {
                    match unit
                        .bases
                        .iter()
                        .find(|base| base.serial.to_string() == *serial)
                    {
                        Some(base) => {
                            let got = base.rect.pose.at;
                            place(
                                &format!("{what}.{serial}"),
                                *at,
                                (got.x, got.y),
                                scale,
                                list,
                            );
                        }
                        None => list.push(format!("{what}.{serial}: there is no such base")),
                    }
                }
            },
        );
        self.each(&then.front, "front", list, |unit, wanted, what, list| {
            let corners = unit.bases.iter().flat_map(|base| base.rect.corners());
            let (west, east) = corners.fold(
                (f64::INFINITY, f64::NEG_INFINITY),
                |(west, east), corner| (west.min(corner.x), east.max(corner.x)),
            );
            place(what, *wanted, (west, east), scale, list);
        });
        self.each(&then.width, "width", list, |unit, wanted, what, list| {
            length(what, *wanted, extent(unit).0, scale, list);
        });
        self.each(&then.depth, "depth", list, |unit, wanted, what, list| {
            length(what, *wanted, extent(unit).1, scale, list);
        });
        for id in then.gone.iter().filter(|id| board.unit(id).is_some()) {
            list.push(format!("gone: {id} is still there"));
        }
        for id in then.present.iter().filter(|id| board.unit(id).is_none()) {
            list.push(format!("present: {id} is not there"));
        }
        self.conditions(list);
        same("written", then.written, board.written.len(), list);
        for (side, wanted) in &then.sealed {
            match self.given.battle.view(side) {
                Ok(view) => {
                    let got = view.sealed().iter().map(|(_, count)| count).sum();
                    same(&format!("sealed {side}"), Some(*wanted), got, list);
                }
                Err(error) => list.push(format!("sealed {side}: {error}")),
            }
        }
        same(
            "phase",
            then.phase.as_deref(),
            board.clock.phase.as_str(),
            list,
        );
        same("turn", then.turn, board.clock.turn, list);
        let active = board.clock.active.as_ref().map_or("", |side| side.as_str());
        same("active", then.active.as_deref(), active, list);
    }

    fn each<T>(
        &self,
        wanted: &BTreeMap<String, T>,
        key: &str,
        list: &mut Vec<String>,
        compare: impl Fn(&Unit, &T, &str, &mut Vec<String>),
    ) {
        for (id, wanted) in wanted {
            match self.given.battle.board().unit(id) {
                Some(unit) => compare(unit, wanted, &format!("{key} {id}"), list),
                None => list.push(format!("{key} {id}: there is no such unit")),
            }
        }
    }

    fn conditions(&self, list: &mut Vec<String>) {
        for (id, wanted) in &self.then.board.conditions {
            let Some(held) = self.held(id) else {
                list.push(format!("conditions {id}: nobody is called that"));
                continue;
            };
            match wanted {
                toml::Value::Array(names) => {
                    for name in names
                        .iter()
                        .filter_map(toml::Value::as_str)
                        .filter(|name| !held.has(name))
                    {
                        list.push(format!(
                            "conditions {id}: expected {name}, got {}",
                            names_of(held)
                        ));
                    }
                }
                toml::Value::Table(values) => {
                    for (name, value) in values {
                        let wanted = show(&self.condition(name, value));
                        let got = Fields::get(held, name).map_or("nothing".to_owned(), show);
                        if wanted != got {
                            list.push(format!(
                                "conditions {id}.{name}: expected {wanted}, got {got}"
                            ));
                        }
                    }
                }
                other => list.push(format!(
                    "conditions {id}: {other} should be a list or a table"
                )),
            }
        }
        for (id, unwanted) in &self.then.board.without {
            let Some(held) = self.held(id) else { continue };
            for name in unwanted.iter().filter(|name| held.has(name)) {
                list.push(format!("without {id}: {name} holds"));
            }
        }
    }

    fn condition(&self, name: &str, value: &toml::Value) -> Value {
        let specs = &self.given.battle.document().manifest.conditions;
        match specs.iter().find(|spec| spec.id == name) {
            Some(spec) => typed_condition(value, spec.kind, self.given.unit),
            None => natural(value),
        }
    }

    /// The conditions of a unit, brigade or commander, or of the battle for the empty id.
    fn held(&self, id: &str) -> Option<&[Field]> {
        let board = self.given.battle.board();
        if id.is_empty() {
            return Some(&board.conditions);
        }
        let unit = board.unit(id).map(|unit| unit.conditions.as_slice());
        let brigade = || {
            board
                .brigade(id)
                .map(|brigade| brigade.conditions.as_slice())
        };
        let commander = || {
            board
                .commander(id)
                .map(|commander| commander.conditions.as_slice())
        };
        unit.or_else(brigade).or_else(commander)
    }
}

fn names_of(fields: &[Field]) -> String {
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    format!("[{}]", names.join(", "))
}

fn natural(value: &toml::Value) -> Value {
    typed_condition(value, ValueKind::Text, LengthUnit::Millimetre)
}

fn show(value: &Value) -> String {
    explain::plain(value, LengthUnit::Millimetre, "en")
}

fn length(what: &str, wanted: f64, got: f64, scale: f64, list: &mut Vec<String>) {
    if !near(wanted * scale, got, LENGTH_SLACK) {
        list.push(format!("{what}: expected {wanted}, got {:.4}", got / scale));
    }
}

fn place(what: &str, wanted: [f64; 2], got: (f64, f64), scale: f64, list: &mut Vec<String>) {
    let off = !near(wanted[0] * scale, got.0, LENGTH_SLACK)
        || !near(wanted[1] * scale, got.1, LENGTH_SLACK);
    if off {
        let (x, y) = (got.0 / scale, got.1 / scale);
        list.push(format!("{what}: expected {wanted:?}, got [{x:.4}, {y:.4}]"));
    }
}

/// Extent of a unit's ground across and along its facing, mm.
fn extent(unit: &Unit) -> (f64, f64) {
    let corners = unit
        .bases
        .iter()
        .map(|base| &base.rect)
        .flat_map(Rect::corners);
    let mut low = (f64::INFINITY, f64::INFINITY);
    let mut high = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for corner in corners {
        let (right, forward) = unit.pose.local(corner);
        low = (low.0.min(right), low.1.min(forward));
        high = (high.0.max(right), high.1.max(forward));
    }
    (high.0 - low.0, high.1 - low.1)
}
