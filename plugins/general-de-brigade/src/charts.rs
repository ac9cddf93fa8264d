//! The charts of the game at hand, read once.

use grognard_sdk::prelude::*;

use crate::cell::{Num, Reader, columns};
use crate::readings::Settings;
use crate::troops::{Arm, Form, Kind};

/// Rates of one kind of horse or of foot.
#[derive(Clone, Debug)]
pub(crate) struct Rates {
    pub line: Num,
    pub column: Num,
    pub skirmish: Num,
    /// Added in a charge.
    pub bonus: Num,
}

/// Every number of the rules.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    pub free: Num,
    pub fired: Num,
    pub infantry: Rates,
    pub heavy: Rates,
    pub light: Rates,
    pub square: Num,
    pub square_safe: Num,
    pub limbered: [Num; 3],
    pub general: Num,
    pub hand_heavy: Num,
    pub hand_medium: Num,
    pub hand_light: Num,
    pub hand_horse: Num,
    pub march: March,
    pub influence: Num,
    pub retreat: [Num; 6],
    pub retreat_foot_dice: Num,
    pub retreat_other_dice: Num,
    pub retreat_sides: Num,
    pub retreat_half: Num,
    /// Changes of formation, `[from][to]`, in the order of [`row`].
    pub change: [[Num; 5]; 5],
    pub form_up: Num,
    pub large: Num,
    pub large_above: Num,
    pub amended: Num,
    pub amended_closed: Num,
    pub screen: Num,
    pub screen_reinforce: Num,
    pub light_battalion: Num,
    pub quarter: Num,
    pub step_back: Num,
    pub about_face: Num,
    pub obstacle: Num,
    pub bua_hold: Num,
    pub bua_pass: Num,
    pub gun: Gun,
    pub test: [Num; 6],
    pub test_count: Num,
    pub test_sides: Num,
    pub initiative: [Num; 4],
    pub initiative_count: Num,
    pub initiative_sides: Num,
    pub bases: Bases,
}

/// Tactical marches.
#[derive(Clone, Debug)]
pub(crate) struct March {
    pub infantry: Num,
    pub foot_guns: Num,
    pub cavalry: Num,
    pub horse_guns: Num,
    pub austrian_guns: Num,
    pub general: Num,
    pub stop: Num,
}

/// Manoeuvres of guns, and the bounds of their calibres.
#[derive(Clone, Debug)]
pub(crate) struct Gun {
    pub limber_heavy: Num,
    pub limber: Num,
    pub limber_big: Num,
    pub big: Num,
    pub about: Num,
    pub rearrange: Num,
    pub gap: Num,
    pub bua: Num,
    pub heavy: Num,
    pub medium_from: Num,
    pub medium_to: Num,
    pub light_to: Num,
}

/// Bases: width, depth and figures of foot, horse and guns; files; spread.
#[derive(Clone, Debug)]
pub(crate) struct Bases {
    pub foot: [Num; 3],
    pub horse: [Num; 3],
    pub guns: [Num; 3],
    pub company: Num,
    pub division: Num,
    pub closed: Num,
    pub half_squadron: Num,
    pub squadron: Num,
    pub spread: Num,
}

/// The row of a kind in the table of changes.
pub(crate) fn row(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Column => Some(0),
        Kind::Line => Some(1),
        Kind::BattalionSquare => Some(2),
        Kind::RegimentSquare => Some(3),
        Kind::Skirmish => Some(4),
        Kind::Guns => None,
    }
}

impl Numbers {
    /// Reads the charts for the readings `set`; `lost` tells whether the chart notes a cell as lost.
    pub(crate) fn read(
        r: &Reader<'_>,
        set: &Settings,
        lost: &dyn Fn(&str) -> bool,
    ) -> Result<Self, Fault> {
        let mut screen = r.number("manoeuvre.screen-deploy-recall")?;
        let mut light_battalion = r.number("manoeuvre.light-battalion-spread-gather")?;
        let mut bua_hold = r.number("manoeuvre.bua-occupy-leave")?;
        for cell in [&mut screen, &mut light_battalion, &mut bua_hold] {
            crate::change_table::lose(cell, set, lost);
        }
        Ok(Self {
            free: r.number("phase.free")?,
            fired: r.number("phase.fired")?,
            infantry: Rates {
                line: r.length(columns!("movement.infantry.line"))?,
                column: r.length(columns!("movement.infantry.column"))?,
                skirmish: r.length(columns!("movement.infantry.skirmish"))?,
                bonus: r.length(columns!("charge.infantry"))?,
            },
            heavy: Rates {
                line: r.length(columns!("movement.heavy-cavalry.line"))?,
                column: r.length(columns!("movement.heavy-cavalry.column"))?,
                skirmish: r.length(columns!("movement.heavy-cavalry.skirmish"))?,
                bonus: r.length(columns!("charge.heavy-cavalry"))?,
            },
            light: Rates {
                line: r.length(columns!("movement.light-cavalry.line"))?,
                column: r.length(columns!("movement.light-cavalry.column"))?,
                skirmish: r.length(columns!("movement.light-cavalry.skirmish"))?,
                bonus: r.length(columns!("charge.light-cavalry"))?,
            },
            square: r.length(columns!("movement.infantry.square"))?,
            square_safe: r.length(columns!("movement.infantry.square-safe"))?,
            limbered: [
                r.length(columns!("movement.limbered.foot-artillery"))?,
                r.length(columns!("movement.limbered.horse-artillery"))?,
                r.length(columns!("movement.limbered.austrian-cavalry-battery"))?,
            ],
            general: r.length(columns!("movement.general.any"))?,
            hand_heavy: r.length(columns!("hand.foot-12"))?,
            hand_medium: r.length(columns!("hand.foot-6-9"))?,
            hand_light: r.length(columns!("hand.foot-3-4"))?,
            hand_horse: r.length(columns!("hand.horse"))?,
            march: March {
                infantry: r.length(columns!("march.infantry"))?,
                foot_guns: r.length(columns!("march.foot-artillery"))?,
                cavalry: r.length(columns!("march.cavalry"))?,
                horse_guns: r.length(columns!("march.horse-artillery"))?,
                austrian_guns: r.length(columns!("march.austrian-cavalry-battery"))?,
                general: r.length(columns!("march.general"))?,
                stop: r.length(columns!("march.stop"))?,
            },
            influence: r.length(columns!("influence.radius"))?,
            retreat: [
                r.length(columns!("retreat.fixed.infantry"))?,
                r.length(columns!("retreat.fixed.heavy-cavalry"))?,
                r.length(columns!("retreat.fixed.light-cavalry"))?,
                r.length(columns!("retreat.fixed.foot-artillery"))?,
                r.length(columns!("retreat.fixed.horse-artillery"))?,
                r.length(columns!("retreat.fixed.austrian-cavalry-battery"))?,
            ],
            retreat_foot_dice: r.number("retreat.dice.infantry")?,
            retreat_other_dice: r.number("retreat.dice.others")?,
            retreat_sides: r.number("retreat.dice.sides")?,
            retreat_half: r.number("retreat.share.half")?,
            change: crate::change_table::read(r, set, lost)?,
            form_up: r.number("change.form-up.unformed-or-wavering")?,
            large: r.number("change.surcharge.large")?,
            large_above: r.number("change.surcharge.above")?,
            amended: r.number("change.amendment.flat")?,
            amended_closed: r.number("change.amendment.to-closed-column")?,
            screen,
            screen_reinforce: r.number("manoeuvre.screen-reinforce")?,
            light_battalion,
            quarter: r.number("manoeuvre.line-column-quarter")?,
            step_back: r.length(columns!("manoeuvre.step-back"))?,
            about_face: r.length(columns!("manoeuvre.about-face"))?,
            obstacle: r.number("manoeuvre.obstacle")?,
            bua_hold,
            bua_pass: r.number("manoeuvre.bua-pass")?,
            gun: Gun {
                limber_heavy: r.number("gun.limber-12")?,
                limber: r.number("gun.limber-3-9")?,
                limber_big: r.number("gun.limber-six-models")?,
                big: r.number("gun.six-models")?,
                about: r.number("gun.about-180")?,
                rearrange: r.number("gun.rearrange")?,
                gap: r.number("gun.gate-gap-stream")?,
                bua: r.number("gun.bua-pass")?,
                heavy: r.number("gun.calibre.heavy")?,
                medium_from: r.number("gun.calibre.medium-from")?,
                medium_to: r.number("gun.calibre.medium-to")?,
                light_to: r.number("gun.calibre.light-to")?,
            },
            test: [
                r.number("test-to-form.guard")?,
                r.number("test-to-form.elite")?,
                r.number("test-to-form.veteran")?,
                r.number("test-to-form.line")?,
                r.number("test-to-form.second-line")?,
                r.number("test-to-form.conscript")?,
            ],
            test_count: r.number("test-to-form.dice.count")?,
            test_sides: r.number("test-to-form.dice.sides")?,
            initiative: [
                r.number("initiative.excellent")?,
                r.number("initiative.good")?,
                r.number("initiative.average")?,
                r.number("initiative.poor")?,
            ],
            initiative_count: r.number("initiative.dice.count")?,
            initiative_sides: r.number("initiative.dice.sides")?,
            bases: Bases {
                foot: [
                    r.size(columns!("bases.infantry.width"))?,
                    r.size(columns!("bases.infantry.depth"))?,
                    r.whole("bases.infantry.figures")?,
                ],
                horse: [
                    r.size(columns!("bases.cavalry.width"))?,
                    r.size(columns!("bases.cavalry.depth"))?,
                    r.whole("bases.cavalry.figures")?,
                ],
                guns: [
                    r.size(columns!("bases.artillery.width"))?,
                    r.size(columns!("bases.artillery.depth"))?,
                    r.whole("bases.artillery.figures")?,
                ],
                company: r.whole("bases.files.company-column")?,
                division: r.whole("bases.files.division-column")?,
                closed: r.whole("bases.files.closed-column")?,
                half_squadron: r.whole("bases.files.half-squadron-column")?,
                squadron: r.whole("bases.files.squadron-column")?,
                spread: r.count("bases.spread.skirmish")?,
            },
        })
    }

    /// The rates of an arm that has line and column.
    pub(crate) fn rates(&self, arm: Arm) -> &Rates {
        match arm {
            Arm::Heavy => &self.heavy,
            Arm::Light => &self.light,
            _ => &self.infantry,
        }
    }

    /// The normal rate of an arm in a formation (S2-2); `safe` tells whether a square has no enemy
    /// horse within its charge (S2-3). Unlimbered guns have none of their own.
    pub(crate) fn rate(&self, arm: Arm, form: Form, safe: bool) -> &Num {
        match form.kind() {
            Kind::Line => &self.rates(arm).line,
            Kind::Column => &self.rates(arm).column,
            Kind::Skirmish => &self.rates(arm).skirmish,
            Kind::BattalionSquare | Kind::RegimentSquare if safe => &self.square_safe,
            Kind::BattalionSquare | Kind::RegimentSquare => &self.square,
            Kind::Guns => match arm {
                Arm::HorseGuns => &self.limbered[1],
                Arm::AustrianGuns => &self.limbered[2],
                _ => &self.limbered[0],
            },
        }
    }
}
