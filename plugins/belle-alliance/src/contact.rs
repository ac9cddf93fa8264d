//! What a march meets: the table's edge, friends in the way, enemies before the front.

use grognard_sdk::prelude::*;

use crate::memory;
use crate::rules::BelleAlliance;
use crate::scene::Scene;
use crate::troop::Arm;

/// Rules on everything that a course meets.
pub(crate) fn rule(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    judge: &mut Judge,
    index: usize,
    course: &Course,
    law: &MotionLaw,
    survey: &Survey,
) {
    let unit = &scene.board.units[index];
    if survey.off_table.is_some() {
        judge.refuse("off-table", "1.1.1c");
    }
    for contact in survey.contacts.iter().filter(|contact| contact.overlap) {
        let Some(other) = scene.board.units.get(contact.unit as usize) else {
            continue;
        };
        if !scene.board.hostile(&unit.side, &other.side) {
            friend(rules, judge, unit, other, contact);
        }
    }
    enemies(rules, scene, judge, index, course, law, survey);
}

/// Friends are passed through where that is open to one of the two; nobody ends on them.
fn friend(rules: &BelleAlliance, judge: &mut Judge, unit: &Unit, other: &Unit, contact: &Contact) {
    judge.cite(Id::of("1.1.1b"));
    let cell = |unit: &Unit| match unit.formation.as_str() {
        _ if Arm::of(unit) == Arm::Staff => &rules.passing.staff,
        "skirmish-line" => &rules.passing.line,
        _ => &rules.passing.formed,
    };
    let cells = [cell(unit), cell(other)];
    for cell in cells {
        judge.lean(cell);
    }
    let passes = cells.iter().any(|cell| cell.text() == Some("yes"));
    if !passes || contact.ends_inside {
        let finding = Finding::refuses(Id::of("blocked"), Id::of("1.1.1b"), unit.id.clone());
        judge.find(finding.about(other.id.clone()));
        return;
    }
    if other.is(memory::FIRED_CONTINUED) {
        let finding =
            Finding::refuses(Id::of("fired-continued"), Id::of("1.1.1b"), unit.id.clone());
        judge.find(finding.about(other.id.clone()));
        return;
    }
    let finding = Finding::notes(Id::of("passes-through"), Id::of("1.1.1b"), unit.id.clone());
    judge.find(finding.about(other.id.clone()));
    judge.then(memory::flag(&other.id, memory::PASSED_THROUGH));
}

/// A unit stops where the ground before its front comes to an enemy.
fn enemies(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    judge: &mut Judge,
    index: usize,
    course: &Course,
    law: &MotionLaw,
    survey: &Survey,
) {
    let unit = &scene.board.units[index];
    let cell = &rules.tables.melee_zone;
    let Some(zone) = cell.millimetres(LengthUnit::Centimetre) else {
        return;
    };
    if !someone_near(scene.board, unit, course, zone.to_f64()) {
        return;
    }
    judge.cite(Id::of("4.1.1"));
    judge.lean(cell);
    let hostile = |contact: &&Contact| {
        scene
            .board
            .units
            .get(contact.unit as usize)
            .is_some_and(|other| scene.board.hostile(&unit.side, &other.side))
    };
    // Only contacts are asked of the probes, so that the cheapest way to pay for them will do.
    let law = MotionLaw {
        corners: Corners::FrontCentre,
        turning: Turning::Free,
        prior: RVec::new(),
        ..law.clone()
    };
    let mut stops: Option<(Id, f64, f64, Measure)> = None;
    for (step, end) in course.steps.iter().enumerate() {
        let (going, measure) = match end {
            Step::Advance { distance } => (distance.millimetres(), Measure::Length),
            Step::Retire { .. } | Step::AboutFace => continue,
            // The step ahead that follows looks from the same place.
            _ if advances(course.steps.get(step + 1)) => continue,
            // Where the ground before the front comes to be by a turn or a slant is looked at from its end.
            _ => (0.0, Measure::None),
        };
        let mut probe = Course {
            steps: course.steps[..=step].iter().copied().collect(),
        };
        match probe.steps.last_mut() {
            Some(Step::Advance { distance }) => *distance = Length::mm(going + zone.to_f64()),
            _ => probe.steps.push(Step::Advance {
                distance: Length::mm(zone.to_f64()),
            }),
        }
        let last = probe.steps.len() - 1;
        let met = scene.ground.survey(index as u64, &probe, &law);
        let touch = met
            .contacts
            .iter()
            .filter(hostile)
            .find(|contact| contact.starts || contact.touch.step as usize == last);
        let Some(contact) = touch else { continue };
        let at = if contact.starts {
            0.0
        } else {
            contact.touch.amount
        };
        let free = at - zone.to_f64();
        if going > free.max(0.0) + scene.ground.tolerance()
            || (measure == Measure::None && free < -scene.ground.tolerance())
        {
            let other = &scene.board.units[contact.unit as usize];
            stops = Some((other.id.clone(), going, free.max(0.0), measure));
            break;
        }
    }
    if stops.is_none() {
        // A turn or a slant that runs into an enemy is stopped as well.
        let hit = survey
            .contacts
            .iter()
            .filter(hostile)
            .find(|contact| contact.overlap);
        stops = hit.map(|contact| {
            let other = &scene.board.units[contact.unit as usize];
            let (wanted, measure) = extent(course, contact.touch.step);
            (other.id.clone(), wanted, contact.touch.amount, measure)
        });
    }
    if let Some((other, wanted, free, measure)) = stops {
        let finding = Finding::refuses(
            Id::of("stopped-at-contact"),
            Id::of("4.1.1"),
            unit.id.clone(),
        );
        let finding = finding.about(other);
        judge.find(match measure {
            Measure::None => finding,
            _ => finding.measured(
                measure,
                Length::mm(wanted).amount(),
                Length::mm(free).amount(),
            ),
        });
    }
}

/// Whether a step goes ahead at all.
fn advances(step: Option<&Step>) -> bool {
    matches!(step, Some(Step::Advance { distance }) if distance.millimetres() > 0.0)
}

/// How far a step goes, and what that counts.
fn extent(course: &Course, step: u32) -> (f64, Measure) {
    match course.steps.get(step as usize) {
        Some(
            Step::Advance { distance }
            | Step::Retire { distance }
            | Step::Sidestep { distance, .. }
            | Step::Oblique { distance, .. },
        ) => (distance.millimetres(), Measure::Length),
        Some(Step::Wheel { angle, .. } | Step::Pivot { angle, .. }) => {
            (angle.abs(), Measure::Degrees)
        }
        _ => (0.0, Measure::None),
    }
}

/// Whether an enemy is so near that the course could come to him. Distances are taken too large rather
/// than measured: this only spares the work of looking closely.
fn someone_near(board: &Board, unit: &Unit, course: &Course, zone: f64) -> bool {
    let (own, wide) = reach_of(unit);
    let mut reach = zone + wide;
    for step in &course.steps {
        reach += match step {
            Step::Advance { distance }
            | Step::Retire { distance }
            | Step::Sidestep { distance, .. }
            | Step::Oblique { distance, .. } => distance.millimetres(),
            Step::To { point } => own.distance(*point) + wide,
            Step::Wheel { .. } | Step::Pivot { .. } | Step::AboutFace => 4.0 * wide,
        };
    }
    board.units.iter().any(|other| {
        let (dx, dy) = (
            (other.pose.at.x - own.x).abs(),
            (other.pose.at.y - own.y).abs(),
        );
        dx.max(dy) <= reach + reach_of(other).1 && board.hostile(&unit.side, &other.side)
    })
}

/// The middle of a unit's front, and no less than how far from it any part of the unit can be.
fn reach_of(unit: &Unit) -> (Point, f64) {
    let at = unit.pose.at;
    let part = |rect: &Rect| {
        let middle = rect.pose.at;
        (middle.x - at.x).abs() + (middle.y - at.y).abs() + (rect.width + rect.depth) / 2.0
    };
    (at, unit.footprint.iter().map(part).fold(0.0, f64::max))
}

/// Whether a figure of a line stands near enough to a formed body of its side.
pub(crate) fn supported(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    line: &Unit,
) -> Option<usize> {
    let limit = rules
        .tables
        .soutien_distance
        .millimetres(LengthUnit::Centimetre)?;
    let formed = |unit: &&Unit| {
        unit.id != line.id
            && unit.side == line.side
            && unit.formation != *"skirmish-line"
            && matches!(Arm::of(unit).family(), "infantry" | "cavalry")
    };
    let bodies: Vec<&Unit> = scene.board.units.iter().filter(formed).collect();
    let near = |base: &&Base| {
        bodies.iter().any(|body| {
            let apart = crate::reach::Apart::edges(scene, &base.rect, &body.bases);
            !apart.exceeds(limit, scene.ground.tolerance())
        })
    };
    Some(line.bases.iter().filter(near).count())
}
