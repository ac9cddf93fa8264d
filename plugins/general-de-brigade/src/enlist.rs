//! From a scenario's words to a unit with bases.

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::cell::Num;
use crate::troops::{Arm, Form};

const CLASSES: [&str; 6] = [
    "guard",
    "elite",
    "veteran",
    "line",
    "second-line",
    "conscript",
];

/// The most bases or figures taken seriously.
const MOST: i64 = 1000;

impl GeneralDeBrigade {
    /// Checks the draft's attributes and makes its bases.
    pub(crate) fn enlisted(&self, mut draft: Unit) -> Result<Unit, Fault> {
        let name = draft.id;
        let wrong = |what: String| Fault::unit(format!("unit '{name}': {what}"));
        let arm = match draft.attribute("arm").and_then(Value::as_str) {
            Some(text) => Arm::parse(text).ok_or_else(|| {
                wrong(format!("there is no arm '{text}'; see the manifest's arms"))
            })?,
            None => {
                return Err(wrong(
                    "it has no arm; add arm = \"infantry\" or another".to_owned(),
                ));
            }
        };
        let class = draft
            .attribute("class")
            .and_then(Value::as_str)
            .unwrap_or("line");
        if !CLASSES.contains(&class) {
            return Err(wrong(format!(
                "class '{class}' is none of {}",
                CLASSES.join(", ")
            )));
        }
        let form = if draft.formation.is_empty() {
            if arm.is_guns() {
                Form::Limbered
            } else {
                Form::Line
            }
        } else {
            Form::parse(draft.formation.as_str())
                .ok_or_else(|| wrong(format!("there is no formation '{}'", draft.formation)))?
        };
        if !form.suits(arm) {
            return Err(wrong(format!(
                "its arm has no formation '{}'; give another",
                form.id()
            )));
        }
        let [width, depth, a_base] = self.base_numbers(arm);
        let count = |key: &str| -> Result<Option<i64>, Fault> {
            match draft.attribute(key) {
                None => Ok(None),
                Some(value) => match value.as_int() {
                    Some(n) if (1..=MOST).contains(&n) => Ok(Some(n)),
                    _ => Err(wrong(format!(
                        "'{key}' must be a whole number from 1 to {MOST}"
                    ))),
                },
            }
        };
        let each = a_base.or_zero().num().max(1);
        let (models, start) = (count("models")?, count("figures")?);
        if arm.is_guns() {
            if count("calibre")?.is_none() {
                return Err(wrong(
                    "guns need a calibre; add calibre = 6, in pounds".to_owned(),
                ));
            }
            if models.is_none() {
                return Err(wrong(
                    "guns need a number of models; add models = 4".to_owned(),
                ));
            }
        }
        let start = match (start, models) {
            (Some(figures), _) => figures,
            (None, Some(models)) => models * each,
            (None, None) => {
                return Err(wrong(
                    "it has no figures; add figures = 24 or another number".to_owned(),
                ));
            }
        };
        let now = count("figures-now")?.unwrap_or(start);
        if now > start {
            return Err(wrong(
                "'figures-now' is more than 'figures'; it counts what is left".to_owned(),
            ));
        }
        let bases = match (count("bases")?, models) {
            (Some(bases), _) => bases,
            (None, Some(models)) if arm.is_guns() => models,
            _ => (start + each - 1) / each,
        };
        let size = |key: &str, chart: &Num| -> Result<f64, Fault> {
            let mm = match draft.attribute(key) {
                None => chart.or_zero().to_f64(),
                Some(value) => value.as_length().map_or(0.0, Length::millimetres),
            };
            if mm.is_finite() && (1.0..=1000.0).contains(&mm) {
                Ok(mm)
            } else {
                Err(wrong(format!(
                    "'{key}' must be a length of 1 mm to 1 m, such as \"4 cm\""
                )))
            }
        };
        let rect = Rect::new(
            draft.pose,
            size("base-width", width)?,
            size("base-depth", depth)?,
        );
        draft.formation = form.id();
        draft.bases = (0..bases)
            .map(|n| Base {
                serial: n as u32 + 1,
                kind: Id::of(if arm.is_guns() { "model" } else { "base" }),
                figures: (now / bases + i64::from(n < now % bases)) as u32,
                rect,
            })
            .collect();
        let poses = self.places(&draft, form).poses(draft.pose);
        for (base, pose) in draft.bases.iter_mut().zip(poses) {
            base.rect.pose = pose;
        }
        Ok(draft)
    }

    /// The cells of the width and depth of a base of `arm`, and of the figures on it.
    pub(crate) fn base_numbers(&self, arm: Arm) -> [&Num; 3] {
        let bases = &self.numbers.bases;
        let row = match arm {
            Arm::Infantry => &bases.foot,
            Arm::Heavy | Arm::Light => &bases.horse,
            _ => &bases.guns,
        };
        [&row[0], &row[1], &row[2]]
    }
}
