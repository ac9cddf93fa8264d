//! What has to hold in a scenario whatever the ruleset: ids, references, outlines.

use std::collections::{BTreeMap, BTreeSet};

use grognard_core::Id;

use super::errors::{Found, choose, nearest};
use super::parts::{At, Parts, PerRules, ShapePart};
use super::polygon::{Flaw, flaw};

/// Most rulesets a file can have sub-tables for.
const MOST_RULESETS: usize = 32;

/// Looks for everything that is wrong with the parts taken together.
pub(super) fn check(parts: &Parts, found: &mut Found) {
    ids(parts, found);
    references(parts, found);
    outlines(parts, found);
    ruleset_names(parts, found);
}

/// Every part with an id: its kind and the id.
fn all_ids(parts: &Parts) -> impl Iterator<Item = (&'static str, &At<String>)> {
    let sides = parts.sides.iter().map(|part| ("side", &part.id));
    let brigades = parts.brigades.iter().map(|part| ("brigade", &part.id));
    let commanders = parts.commanders.iter().map(|part| ("commander", &part.id));
    let terrain = parts.terrain.iter().map(|part| ("terrain", &part.id));
    let units = parts.units.iter().map(|part| ("unit", &part.id));
    sides
        .chain(brigades)
        .chain(commanders)
        .chain(terrain)
        .chain(units)
}

fn ids(parts: &Parts, found: &mut Found) {
    let mut seen: BTreeMap<&str, &'static str> = BTreeMap::new();
    for (kind, id) in
        all_ids(parts).filter(|(_, id)| !id.value.is_empty() || id.span.end > id.span.start)
    {
        let plain =
            |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.' | '\'' | ':');
        if id.value.is_empty() || !Id::fits(&id.value) || !id.value.chars().all(plain) {
            let message = format!(
                "'{}' cannot be an id",
                id.value.chars().take(40).collect::<String>()
            );
            let remedy = format!(
                "use up to {} letters of any alphabet, digits and - _ / . ' :",
                Id::MOST
            );
            found.add(id.span.clone(), kind, message, remedy);
        } else if let Some(other) = seen.insert(&id.value, kind) {
            let message = format!("the id '{}' is taken already, by a {other}", id.value);
            found.add(
                id.span.clone(),
                format!("{kind} '{}'", id.value),
                message,
                "choose another id",
            );
        }
    }
    if parts.sides.is_empty() {
        found.add(
            0..0,
            "side",
            "there is no side",
            "add a [[side]] with id and name",
        );
    }
}

/// Refuses a reference that leads nowhere.
fn lead(
    what: &str,
    field: String,
    reference: Option<&At<String>>,
    known: &BTreeSet<&str>,
    found: &mut Found,
) {
    if let Some(reference) = reference
        && !known.contains(reference.value.as_str())
        && !found.is_full()
    {
        let message = format!("there is no {what} '{}'", reference.value);
        let remedy = choose(&reference.value, known.iter().copied());
        found.add(reference.span.clone(), field, message, remedy);
    }
}

fn references(parts: &Parts, found: &mut Found) {
    let sides: BTreeSet<&str> = parts
        .sides
        .iter()
        .map(|part| part.id.value.as_str())
        .collect();
    let brigades: BTreeSet<&str> = parts
        .brigades
        .iter()
        .map(|part| part.id.value.as_str())
        .collect();
    let commanders: BTreeSet<&str> = parts
        .commanders
        .iter()
        .map(|part| part.id.value.as_str())
        .collect();
    for part in &parts.brigades {
        let field = |key: &str| format!("brigade '{}'.{key}", part.id.value);
        lead("side", field("side"), part.side.as_ref(), &sides, found);
    }
    for part in &parts.commanders {
        let field = |key: &str| format!("commander '{}'.{key}", part.id.value);
        lead("side", field("side"), part.side.as_ref(), &sides, found);
        lead(
            "brigade",
            field("brigade"),
            part.brigade.as_ref(),
            &brigades,
            found,
        );
        lead(
            "commander",
            field("superior"),
            part.superior.as_ref(),
            &commanders,
            found,
        );
        if side_of(parts, part.side.as_ref(), part.brigade.as_ref()).is_none()
            && part.side.is_none()
        {
            found.add(
                part.id.span.clone(),
                field("side"),
                "it is missing",
                "give a side or a brigade",
            );
        }
        if superiors_turn_in_a_ring(parts, &part.id.value) {
            found.add(
                part.id.span.clone(),
                field("superior"),
                "he is his own superior in the end",
                "",
            );
        }
    }
    for part in &parts.units {
        let field = |key: &str| format!("unit '{}'.{key}", part.id.value);
        lead("side", field("side"), part.side.as_ref(), &sides, found);
        lead(
            "brigade",
            field("brigade"),
            part.brigade.as_ref(),
            &brigades,
            found,
        );
        if part.side.is_none() && part.brigade.is_none() {
            found.add(
                part.id.span.clone(),
                field("side"),
                "it is missing",
                "give a side or a brigade",
            );
        }
        let brigade = side_of(parts, None, part.brigade.as_ref());
        if let (Some(side), Some(of_brigade)) = (&part.side, brigade)
            && side.value != of_brigade
        {
            let message = format!("its brigade is of side '{of_brigade}'");
            found.add(
                side.span.clone(),
                field("side"),
                message,
                "drop the side or change the brigade",
            );
        }
    }
}

/// The side of a part: its own, or that of its brigade.
pub(super) fn side_of<'a>(
    parts: &'a Parts,
    side: Option<&'a At<String>>,
    brigade: Option<&At<String>>,
) -> Option<&'a str> {
    if let Some(side) = side {
        return Some(&side.value);
    }
    let brigade = brigade?;
    let found = parts
        .brigades
        .iter()
        .find(|part| part.id.value == brigade.value)?;
    found.side.as_ref().map(|side| side.value.as_str())
}

fn superiors_turn_in_a_ring(parts: &Parts, id: &str) -> bool {
    let above = |id: &str| {
        let part = parts.commanders.iter().find(|part| part.id.value == id)?;
        part.superior
            .as_ref()
            .map(|superior| superior.value.as_str())
    };
    let mut at = above(id);
    // No chain of command is this long; a ring that does not hold `id` ends here too.
    for _ in 0..64 {
        match at {
            None => return false,
            Some(superior) if superior == id => return true,
            Some(superior) => at = above(superior),
        }
    }
    false
}

fn outlines(parts: &Parts, found: &mut Found) {
    for part in &parts.terrain {
        let Some(shape) = &part.shape else { continue };
        let field = |key: &str| format!("terrain '{}'.{key}", part.id.value);
        match &shape.value {
            ShapePart::Area(points) => match flaw(points) {
                None => {}
                Some(Flaw::Empty(edge)) => {
                    let message =
                        format!("points {edge} and {} are the same", edge % points.len() + 1);
                    found.add(
                        shape.span.clone(),
                        field("area"),
                        message,
                        "drop one; the outline closes itself",
                    );
                }
                Some(Flaw::Cross(one, other)) => {
                    let message =
                        format!("the outline crosses itself: edges {one} and {other} meet");
                    let remedy = "give the corners in the order in which one walks round the area";
                    found.add(shape.span.clone(), field("area"), message, remedy);
                }
            },
            ShapePart::Line(points, _) => {
                if let Some(index) = points.windows(2).position(|pair| pair[0] == pair[1]) {
                    let message = format!("points {} and {} are the same", index + 1, index + 2);
                    found.add(shape.span.clone(), field("line"), message, "drop one");
                }
            }
        }
    }
}

/// A sub-table has to be of a ruleset that `[rules]` names, or, in a file without `[rules]`, must
/// not look like a misspelling of another.
fn ruleset_names(parts: &Parts, found: &mut Found) {
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for rules in all_rules(parts) {
        for id in rules.1.keys() {
            *uses.entry(id).or_default() += 1;
        }
    }
    if uses.len() > MOST_RULESETS {
        let message = format!("there are sub-tables for {} rulesets", uses.len());
        found.add(
            0..0,
            "scenario",
            message,
            format!("keep to {MOST_RULESETS}"),
        );
        return;
    }
    for (field, rules) in all_rules(parts) {
        for (id, under) in rules {
            if !parts.rules.is_empty() {
                if !parts.rules.contains_key(id) {
                    let message = format!("there is no [rules.{id}]");
                    let remedy = choose(id, parts.rules.keys().map(String::as_str));
                    found.add(under.span.clone(), format!("{field}.{id}"), message, remedy);
                }
            } else if let Some(near) = nearest(
                id,
                uses.keys()
                    .copied()
                    .filter(|other| uses[other] > uses[id.as_str()]),
            ) {
                let message = format!("'{id}' looks like a misspelling");
                let remedy = format!("did you mean '{near}'? If not, name both in [rules]");
                found.add(under.span.clone(), format!("{field}.{id}"), message, remedy);
            }
        }
    }
}

fn all_rules(parts: &Parts) -> impl Iterator<Item = (String, &PerRules)> {
    let name = |kind: &str, id: &At<String>| format!("{kind} '{}'", id.value);
    let brigades = parts
        .brigades
        .iter()
        .map(move |part| (name("brigade", &part.id), &part.rules));
    let commanders = parts
        .commanders
        .iter()
        .map(move |part| (name("commander", &part.id), &part.rules));
    let terrain = parts
        .terrain
        .iter()
        .map(move |part| (name("terrain", &part.id), &part.rules));
    let units = parts
        .units
        .iter()
        .map(move |part| (name("unit", &part.id), &part.rules));
    brigades.chain(commanders).chain(terrain).chain(units)
}
