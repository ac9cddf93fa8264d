//! Distances between figures and units, exact where they can be.

use grognard_sdk::prelude::*;

use crate::drawn_up;
use crate::rects;
use crate::rules::BelleAlliance;
use crate::scene::Scene;

/// A distance, and its exact square when it is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Apart {
    pub(crate) mm: f64,
    pub(crate) squared: Option<Ratio>,
}

impl Apart {
    /// Least distance between the edges of a base and of other bases.
    pub(crate) fn edges(scene: &Scene<'_, '_>, base: &Rect, others: &[Base]) -> Self {
        let rects: Vec<Rect> = others.iter().map(|base| base.rect).collect();
        let mm = scene
            .ground
            .gap_between(RSlice::from_ref(base), RSlice::from_slice(&rects));
        Self {
            mm,
            squared: rects::exact_gap_squared(base, rects.iter()),
        }
    }

    /// Distance to the nearest centre.
    pub(crate) fn centres(base: &Rect, others: &[Base]) -> Self {
        let from = base.pose.at;
        let mm = others.iter().map(|other| from.distance(other.rect.pose.at));
        let squared = others
            .iter()
            .map(|other| rects::exact_distance_squared(from, other.rect.pose.at))
            .collect::<Option<Vec<_>>>()
            .and_then(|all| all.into_iter().min());
        Self {
            mm: mm.fold(f64::INFINITY, f64::min),
            squared,
        }
    }

    /// Whether it is more than `limit` millimetres: exactly when the square is known, else beyond the
    /// engine's tolerance.
    pub(crate) fn exceeds(&self, limit: Ratio, tolerance: f64) -> bool {
        match self.squared {
            Some(squared) => squared > limit * limit,
            None => self.mm > limit.to_f64() + tolerance,
        }
    }

    /// The distance as an amount: a root that is no fraction is only measured.
    fn amount(&self) -> Amount {
        let plain = plain(self.mm);
        match self.squared {
            Some(squared) if plain.is_exact() && plain.exact * plain.exact != squared => {
                Amount::measured(self.mm)
            }
            _ => plain,
        }
    }

    /// A finding that the distance is more than `limit`.
    pub(crate) fn beyond(&self, finding: Finding, limit: Ratio) -> Finding {
        let finding = finding.measured(Measure::Length, self.amount(), Amount::exact(limit));
        match self.squared {
            Some(squared) => finding
                .with(Id::of("squared"), Value::Number(squared))
                .with(Id::of("limit-squared"), Value::Number(limit * limit)),
            None => finding,
        }
    }
}

/// A number of millimetres or degrees: exact when it is one that people write, which is a fraction of
/// a small denominator.
pub(crate) fn plain(number: f64) -> Amount {
    const LARGEST_DENOMINATOR: i64 = 10_000;
    match Ratio::simplest(number) {
        Some(exact) if exact.den() <= LARGEST_DENOMINATOR => Amount::exact(exact),
        _ => Amount::measured(number),
    }
}

/// The base that stands nearest to `unit`.
pub(crate) fn nearest<'b>(scene: &Scene<'_, '_>, bases: &'b [Base], unit: &Unit) -> &'b [Base] {
    let gap = |index: &usize| Apart::edges(scene, &bases[*index].rect, &unit.bases).mm;
    let found = (0..bases.len()).min_by(|one, other| gap(one).total_cmp(&gap(other)));
    found.map_or(&[], |index| &bases[index..=index])
}

/// Refuses bases that lie farther from `unit` than a chart cell says.
pub(crate) fn within(
    rules: &BelleAlliance,
    judge: &mut Judge,
    scene: &Scene<'_, '_>,
    bases: &[Base],
    unit: &Unit,
    cell: &ChartCell,
    (slug, clause): (&'static str, &'static str),
) {
    judge.lean(cell);
    drawn_up::lean(rules, judge, unit);
    let Some(limit) = cell.millimetres(LengthUnit::Centimetre) else {
        judge.doubt("distance-unknown", clause);
        return;
    };
    for base in bases {
        let apart = Apart::edges(scene, &base.rect, &unit.bases);
        if apart.exceeds(limit, scene.ground.tolerance()) {
            let finding = Finding::refuses(Id::of(slug), Id::of(clause), judge.subject())
                .about(unit.id)
                .with(Id::of("figure"), Value::Int(i64::from(base.serial)));
            judge.find(apart.beyond(finding, limit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_numbers_are_exact() {
        let apart = |squared: i64| Apart {
            mm: (squared as f64).sqrt(),
            squared: Some(Ratio::int(squared)),
        };
        assert_eq!(apart(22_500).amount(), Amount::exact(Ratio::int(150)));
        assert!(!apart(22_741).amount().is_exact());
        assert!(apart(22_741).exceeds(Ratio::int(150), 1.0));
        assert!(!apart(22_500).exceeds(Ratio::int(150), 0.0));
        assert_eq!(plain(67.5), Amount::exact(Ratio::new(135, 2)));
        assert!(!plain(2.0_f64.sqrt()).is_exact());
    }
}
