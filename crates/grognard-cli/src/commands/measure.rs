use std::fmt::Write;
use std::path::PathBuf;

use grognard_core::{Length, LengthUnit, Look, RNone, RSome};
use grognard_engine::{Battle, Between, Neighbour};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::args::{Measure, length};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::start;

/// `grognard measure`: plain geometry, which the umpire alone is told.
pub(super) fn run(args: &Measure, plugins: &[PathBuf], lang: &str) -> Result<Answer, Failure> {
    if args.battle.side.is_some() {
        let message = "a side does not measure: leave out --side, or ask for a ruling with check";
        return Err(Failure::BadInput(message.to_owned()));
    }
    let begun = start::battle(&args.battle, plugins, None, lang)?;
    let (notes, torn) = (begun.notes(&args.battle.battle), begun.torn);
    let (text, mut json) = match (&args.to, &args.within) {
        (Some(to), _) => between(&begun.battle, &args.unit, to, &look(args)?)?,
        (None, Some(within)) => near(&begun.battle, &args.unit, length("--within", within)?)?,
        (None, None) => {
            let message = "say --to UNIT or --within LENGTH";
            return Err(Failure::BadInput(message.to_owned()));
        }
    };
    if torn {
        json["torn"] = json!(true);
    }
    Ok(Answer {
        text,
        notes,
        json,
        exit: Exit::Good,
    })
}

fn between(
    battle: &Battle,
    one: &str,
    other: &str,
    look: &Look,
) -> Result<(String, Value), Failure> {
    let found = battle.between(one, other, look)?;
    let unit = battle.length_unit();
    let Between {
        gap,
        sector,
        sees,
        blocked_by,
        blocked_by_units,
    } = &found;
    let hand = if sector.angle < 0.0 { "left" } else { "right" };
    let quarter = match (sector.front_quarter, sector.ahead) {
        (true, _) => "in its front quarter",
        (false, true) => "ahead, outside its front quarter",
        (false, false) => "not ahead of its front",
    };
    let barred: Vec<&str> = blocked_by
        .iter()
        .chain(blocked_by_units)
        .map(|id| id.as_str())
        .collect();
    let sight = match (sees, barred.as_slice()) {
        (true, _) => "in sight".to_owned(),
        (false, []) => "out of sight".to_owned(),
        (false, barred) => format!("out of sight: {}", barred.join(", ")),
    };
    let text = format!(
        "{one} to {other}: {}, {:.0}° to the {hand}, {quarter}, {sight}\n",
        told(*gap, unit),
        sector.angle.abs()
    );
    let json = json!({
        "unit": one,
        "to": other,
        "gap": gap,
        "angle": sector.angle,
        "ahead": sector.ahead,
        "in_front_quarter": sector.front_quarter,
        "sees": sees,
        "blocked_by": blocked_by,
        "blocked_by_units": blocked_by_units,
    });
    Ok((text, json))
}

fn near(battle: &Battle, unit: &str, radius: Length) -> Result<(String, Value), Failure> {
    let found = battle.near(unit, radius)?;
    let symbol = battle.length_unit();
    let mut text = String::new();
    for Neighbour { unit, gap } in &found {
        let _ = writeln!(text, "{:>10}  {unit}", told(*gap, symbol));
    }
    if found.is_empty() {
        let _ = writeln!(
            text,
            "no unit is within {} of {unit}",
            radius.in_unit(symbol)
        );
    }
    let near: Vec<Value> = found
        .iter()
        .map(|near| json!({ "unit": near.unit, "gap": near.gap }))
        .collect();
    let json = json!({ "unit": unit, "within": radius.millimetres(), "near": near });
    Ok((text, json))
}

fn told(mm: f64, unit: LengthUnit) -> String {
    Length::mm(mm).in_unit(unit)
}

fn look(args: &Measure) -> Result<Look, Failure> {
    let height = |flag: &str, text: &Option<String>| match text {
        Some(text) => length(flag, text).map(Length::millimetres),
        None => Ok(0.0),
    };
    Ok(Look {
        eye: height("--eye", &args.eye)?,
        target: height("--target", &args.target)?,
        units: match args.units.as_deref() {
            None => RNone,
            Some("any") => RSome(f64::INFINITY),
            Some(text) => RSome(length("--units", text)?.millimetres()),
        },
    })
}
