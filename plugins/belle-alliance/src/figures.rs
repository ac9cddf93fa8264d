//! Figures that an order names.

use grognard_sdk::prelude::*;

use crate::drawn_up::Front;
use crate::memory;
use crate::place::Placed;

/// The figures of `unit` that the argument `name` lists; all of them when it is not given and `all` is
/// set. None when a figure is named twice or does not exist.
pub(crate) fn named(
    judge: &mut Judge,
    order: &Order,
    name: &str,
    unit: &Unit,
    all: bool,
) -> Option<Vec<u32>> {
    let Some(value) = order.arg(name) else {
        return all.then(|| unit.bases.iter().map(|base| base.serial).collect());
    };
    let mut figures = Vec::new();
    let mut good = true;
    for number in value.items().iter().filter_map(Value::as_int) {
        let serial = u32::try_from(number).ok();
        let known = serial.filter(|s| unit.bases.iter().any(|base| base.serial == *s));
        let slug = match known {
            None => "no-such-figure",
            Some(serial) if figures.contains(&serial) => "figure-twice",
            Some(serial) => {
                figures.push(serial);
                continue;
            }
        };
        good = false;
        let finding = Finding::refuses(Id::of(slug), Id::default(), unit.id);
        judge.find(finding.with(Id::of("figure"), Value::Int(number)));
    }
    if figures.is_empty() && good {
        judge.find(Finding::refuses(
            Id::of("no-figure-named"),
            Id::default(),
            unit.id,
        ));
        return None;
    }
    good.then_some(figures)
}

/// Those bases of `unit`, in the order named.
pub(crate) fn bases(unit: &Unit, figures: &[u32]) -> Vec<Base> {
    figures
        .iter()
        .filter_map(|serial| {
            unit.bases
                .iter()
                .find(|base| base.serial == *serial)
                .cloned()
        })
        .collect()
}

/// The bases of `unit` that are not among `figures`.
pub(crate) fn rest(unit: &Unit, figures: &[u32]) -> Vec<Base> {
    unit.bases
        .iter()
        .filter(|base| !figures.contains(&base.serial))
        .cloned()
        .collect()
}

/// Bases under numbers that `unit` does not use: their own where they can keep them.
pub(crate) fn renumbered(unit: &Unit, bases: Vec<Base>) -> Vec<Base> {
    let mut next = unit.bases.iter().map(|base| base.serial).max().unwrap_or(0);
    next = bases
        .iter()
        .map(|base| base.serial)
        .max()
        .unwrap_or(0)
        .max(next);
    bases
        .into_iter()
        .map(|mut base| {
            if unit.bases.iter().any(|own| own.serial == base.serial) {
                next = next.saturating_add(1);
                base.serial = next;
            }
            base
        })
        .collect()
}

/// `unit` as it will be once it is put somewhere.
pub(crate) fn stood(unit: &Unit, placed: &Placed) -> Unit {
    let mut unit = unit.clone();
    unit.formation = placed.formation;
    unit.pose = placed.pose;
    unit.bases = placed.bases.clone().into();
    placed.front.remember(&mut unit);
    unit
}

/// A new unit of figures that came from `parent`, with the parent's attributes.
pub(crate) fn offspring(parent: &Unit, id: &Id, placed: &Placed, link: &'static str) -> Unit {
    let mut attributes = parent.attributes.clone();
    attributes.retain(|field| field.name != *link && field.name != *"frontage");
    attributes.push(Field {
        name: Id::of(link),
        value: Value::text(parent.id.as_str()),
    });
    let mut born = Unit {
        id: *id,
        name: RString::from(id.as_str()),
        side: parent.side,
        brigade: parent.brigade,
        formation: placed.formation,
        pose: placed.pose,
        bases: placed.bases.clone().into(),
        footprint: RVec::new(),
        attributes,
        conditions: RVec::new(),
        track: RVec::new(),
    };
    match (&placed.front, parent.condition(memory::FRONT_FROM)) {
        // Figures that stay as they stood stand by the parent's frontage.
        (Front::Kept, Some(cell)) => born.conditions.push(Field {
            name: Id::of(memory::FRONT_FROM),
            value: cell.clone(),
        }),
        (front, _) => front.remember(&mut born),
    }
    born
}

/// The name an order gives a new unit under `arg`; where it gives none, the first that is free of
/// `<unit>-<suffix>`, `<unit>-<suffix>-2` ...
pub(crate) fn name_of_new(
    board: &Board,
    order: &Order,
    arg: &str,
    unit: &Unit,
    suffix: &str,
) -> Id {
    if let Some(named) = order.text(arg) {
        return Id::from(named);
    }
    let plain = format!("{}-{suffix}", unit.id);
    let more = (2..).map(|n: u32| format!("{plain}-{n}"));
    let mut names = std::iter::once(plain.clone()).chain(more);
    let free = names.find(|name| board.unit(name).is_none());
    Id::from(free.unwrap_or(plain))
}

/// Whether a unit may be called `id`; a finding says so when it may not.
pub(crate) fn free_id(judge: &mut Judge, board: &Board, id: &Id) -> bool {
    let taken = id.is_empty() || board.unit(id.as_str()).is_some();
    if taken {
        name_taken(judge, id);
    }
    !taken
}

/// Refuses to call a unit `id`.
pub(crate) fn name_taken(judge: &mut Judge, id: &Id) {
    let finding = Finding::refuses(Id::of("unit-exists"), Id::default(), judge.subject());
    judge.find(finding.about(*id));
}
