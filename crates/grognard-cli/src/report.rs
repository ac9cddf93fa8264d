//! Rulings as text for people and as JSON for programs.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use grognard_core::{
    Effect, Finding, Id, Measure, Order, RSome, Roll, RollSource, Ruling, Verdict, Weight,
};
use grognard_engine::{Battle, explain};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::table::columns;

const BOLD: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

/// What order was ruled on, and how.
pub(crate) struct Report<'a> {
    /// The battle it was asked of.
    pub battle: &'a Battle,
    /// The order; none when the ruling is on what happens of itself.
    pub order: Option<&'a Order>,
    /// The ruling.
    pub ruling: &'a Ruling,
    /// The language of the sentences.
    pub lang: &'a str,
}

impl Report<'_> {
    /// How the program ends on this ruling: an order that was not understood is bad input.
    pub(crate) fn exit(&self) -> Exit {
        match self.ruling.verdict {
            Verdict::Allowed => Exit::Good,
            Verdict::Undetermined => Exit::Undetermined,
            Verdict::Refused => {
                let refusing = self
                    .ruling
                    .findings
                    .iter()
                    .filter(|f| f.weight == Weight::Refuses);
                let document = self.battle.document();
                let mut families = refusing.map(|f| explain::family(document, f));
                if families.any(|family| family == "bad-input") {
                    Exit::BadInput
                } else {
                    Exit::No
                }
            }
        }
    }

    /// The ruling as it is, each finding with its sentence and remedy.
    pub(crate) fn json(&self) -> Value {
        let ruling = ruling_json(self.battle, self.ruling, self.lang);
        match self.order {
            Some(order) => json!({ "order": order, "ruling": ruling }),
            None => json!({ "ruling": ruling }),
        }
    }

    /// The ruling for people: verdict, reasons, costs, dice, clauses and what it leans on.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let ruling = self.ruling;
        // Writing to a String cannot fail.
        let about = match self.order {
            Some(order) => order_line(order, self.battle),
            None => subject(ruling).map_or(String::new(), Id::to_string),
        };
        if !about.is_empty() {
            let _ = writeln!(out, "{BOLD}{about}{BOLD:#}");
        }
        let _ = writeln!(out, "  {}{}", verdict(ruling.verdict), self.shares());
        for finding in &ruling.findings {
            self.finding(&mut out, finding);
        }
        self.ledger(&mut out);
        for roll in &ruling.rolls {
            let _ = writeln!(out, "  dice: {}", roll_line(roll));
        }
        self.clauses(&mut out);
        self.leanings(&mut out);
        out
    }

    fn sentence(&self, finding: &Finding) -> String {
        explain::sentence(
            self.battle.document(),
            finding,
            self.battle.length_unit(),
            self.lang,
        )
    }

    fn remedy(&self, finding: &Finding) -> String {
        let (document, unit) = (self.battle.document(), self.battle.length_unit());
        explain::remedy(document, finding, unit, self.lang)
    }

    fn shares(&self) -> String {
        let Ruling { spent, budget, .. } = self.ruling;
        if budget.to_f64() == 0.0 && spent.to_f64() == 0.0 {
            return String::new();
        }
        format!(": {spent} of a move spent, of {budget}")
    }

    fn finding(&self, out: &mut String, finding: &Finding) {
        let sign = match finding.weight {
            Weight::Refuses => "✗",
            Weight::Unsettles => "?",
            Weight::Notes => "·",
        };
        let clause = match finding.clause.as_str() {
            "" => String::new(),
            clause => format!(" [{clause}]"),
        };
        let _ = writeln!(
            out,
            "  {sign} {} {FAINT}{}{clause}{FAINT:#}",
            self.sentence(finding),
            finding.slug
        );
        let remedy = self.remedy(finding);
        if !remedy.is_empty() && finding.weight != Weight::Notes {
            let _ = writeln!(out, "    {FAINT}{remedy}{FAINT:#}");
        }
    }

    fn ledger(&self, out: &mut String) {
        let unit = self.battle.length_unit();
        let rows: Vec<Vec<String>> = self
            .ruling
            .ledger
            .iter()
            .map(|line| {
                let distance = match line.distance {
                    RSome(distance) => explain::amount(distance, Measure::Length, unit, "en"),
                    _ => String::new(),
                };
                let rate = match line.rate {
                    RSome(rate) => {
                        format!(
                            "at {} a move",
                            explain::amount(rate.into(), Measure::Length, unit, "en")
                        )
                    }
                    _ => String::new(),
                };
                let place = if line.place.is_empty() {
                    String::new()
                } else {
                    format!("in {}", line.place)
                };
                [
                    line.item.to_string(),
                    distance,
                    rate,
                    place,
                    format!("{}", line.share),
                    line.clause.to_string(),
                ]
                .to_vec()
            })
            .collect();
        if !rows.is_empty() {
            let _ = writeln!(out, "  cost, as shares of a move:");
            out.push_str(&columns(&rows, "    "));
        }
    }

    fn clauses(&self, out: &mut String) {
        let document = self.battle.document();
        let rows: Vec<Vec<String>> = self
            .ruling
            .clauses
            .iter()
            .map(|id| {
                let clause = document.clause(id.as_str());
                let summary = clause.map_or("", |clause| {
                    clause
                        .translations
                        .get(self.lang)
                        .unwrap_or(&clause.summary)
                });
                vec![id.to_string(), summary.to_owned()]
            })
            .collect();
        if !rows.is_empty() {
            let _ = writeln!(out, "  by the clauses:");
            out.push_str(&columns(&rows, "    "));
        }
    }

    /// Numbers below `derived`, and readings.
    fn leanings(&self, out: &mut String) {
        let certain = |provenance: &str| matches!(provenance, "printed" | "derived");
        let cells = self
            .ruling
            .cells
            .iter()
            .filter(|cell| !certain(cell.provenance.as_str()));
        let cells = cells.map(|cell| vec![cell.cell.to_string(), cell.provenance.to_string()]);
        let readings = self.ruling.readings.iter();
        let readings = readings.map(|reading| {
            vec![
                reading.reading.to_string(),
                format!("read as {}", reading.value),
            ]
        });
        let rows: Vec<Vec<String>> = cells.chain(readings).collect();
        if !rows.is_empty() {
            let _ = writeln!(out, "  leaning on:");
            out.push_str(&columns(&rows, "    "));
        }
    }
}

/// Whom a ruling that answers no order is about.
fn subject(ruling: &Ruling) -> Option<&Id> {
    let found = ruling.findings.iter().map(|finding| &finding.subject);
    let rolled = ruling.rolls.iter().map(|roll| &roll.subject);
    let changed = ruling.effects.iter().filter_map(changed);
    found.chain(rolled).chain(changed).find(|id| !id.is_empty())
}

/// Whom an effect changes.
fn changed(effect: &Effect) -> Option<&Id> {
    match effect {
        Effect::Place { unit, .. }
        | Effect::SetFormation { unit, .. }
        | Effect::Walk { unit, .. }
        | Effect::ClearTrack { unit }
        | Effect::RemoveBases { unit, .. }
        | Effect::SetBases { unit, .. }
        | Effect::RemoveUnit { unit } => Some(unit),
        Effect::PlaceCommander { commander, .. } => Some(commander),
        Effect::SetCondition { on, .. }
        | Effect::ClearCondition { on, .. }
        | Effect::SetAttribute { on, .. } => Some(on),
        Effect::AddUnit { unit } => Some(&unit.id),
        Effect::WriteOrder { order } => Some(&order.subject),
        Effect::StrikeOrders { subject, .. } | Effect::Ask { subject, .. } => Some(subject),
    }
}

/// A ruling as it is, each finding with its sentence and remedy.
pub(crate) fn ruling_json(battle: &Battle, ruling: &Ruling, lang: &str) -> Value {
    let (document, unit) = (battle.document(), battle.length_unit());
    let mut json = serde_json::to_value(ruling).unwrap_or(Value::Null);
    let findings = ruling.findings.iter().map(|finding| {
        let mut value = serde_json::to_value(finding).unwrap_or(Value::Null);
        value["sentence"] = explain::sentence(document, finding, unit, lang).into();
        value["remedy"] = explain::remedy(document, finding, unit, lang).into();
        value
    });
    json["findings"] = findings.collect();
    json
}

fn verdict(verdict: Verdict) -> String {
    let colour = match verdict {
        Verdict::Allowed => AnsiColor::Green,
        Verdict::Refused => AnsiColor::Red,
        Verdict::Undetermined => AnsiColor::Yellow,
    };
    let style = Style::new().bold().fg_color(Some(colour.into()));
    format!("{style}{}{style:#}", verdict.name())
}

/// The order in one line.
pub(crate) fn order_line(order: &Order, battle: &Battle) -> String {
    if let ("march", Some(course)) = (order.kind.as_str(), order.course()) {
        return format!(
            "{}: {}",
            order.subject,
            explain::course(course, battle.length_unit())
        );
    }
    let mut line = format!("{}: {}", order.subject, order.kind);
    for arg in &order.args {
        let _ = write!(
            line,
            " {}={}",
            arg.name,
            explain::plain(&arg.value, battle.length_unit(), "en")
        );
    }
    line
}

fn roll_line(roll: &Roll) -> String {
    let dice = if roll.count == 1 {
        format!("d{}", roll.sides)
    } else {
        format!("{}d{}", roll.count, roll.sides)
    };
    let faces: Vec<String> = roll.faces.iter().map(u32::to_string).collect();
    let shown = match roll.source {
        RollSource::Pending => "still to be rolled".to_owned(),
        RollSource::Seeded => faces.join(", "),
        RollSource::Typed => format!("{} (typed in)", faces.join(", ")),
    };
    let outcome = if roll.outcome.is_empty() {
        String::new()
    } else {
        format!(": {}", roll.outcome)
    };
    format!("{} {dice} = {shown}{outcome}", roll.purpose)
}
