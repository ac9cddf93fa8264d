//! What terrain does to a move: obstacles, built-up areas, gaps (S2-12, S2-13, S2-29).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::law::{BUA, OBSTACLES, Slowed, WATER};
use crate::march::Walk;
use crate::notes::{rely, silent};
use crate::troops::{Arm, Form};

impl GeneralDeBrigade {
    /// Looks at the terrain that a course meets: refuses what may not be entered and tells how the
    /// rest slows the move.
    pub(crate) fn terrain(
        &self,
        walk: &Walk<'_, '_>,
        survey: &Survey,
        judge: &mut Judge,
    ) -> Slowed {
        let mut slowed = Slowed::default();
        for crossing in &survey.crossings {
            let Some(piece) = walk.situation.board.terrain.get(crossing.terrain as usize) else {
                continue;
            };
            match piece.kind.as_str() {
                WATER => {
                    let finding =
                        Finding::refuses(Id::of("may-not-enter"), Id::default(), walk.unit.id);
                    judge.find(finding.about(piece.id));
                    silent(judge, &walk.unit.id, "silent-on-terrain");
                }
                BUA => self.built_up(walk, piece, &mut slowed, judge),
                "road" => {}
                kind if OBSTACLES.contains(&kind) || kind == "gate" => {
                    self.obstacle(walk, piece, &mut slowed, judge);
                }
                _ => silent(judge, &walk.unit.id, "silent-on-terrain"),
            }
        }
        slowed
    }

    fn obstacle(
        &self,
        walk: &Walk<'_, '_>,
        piece: &Terrain,
        slowed: &mut Slowed,
        judge: &mut Judge,
    ) {
        let guns = Arm::of(walk.unit).is_guns();
        let kind = piece.kind.as_str();
        if guns && matches!(kind, "gate" | "stream") {
            judge.cite(Id::of("S2-13"));
            judge.read(&self.readings, "half-speed-span");
            rely(judge, &self.numbers.gun.gap, "S2-13");
            slowed.speed = self.numbers.gun.gap.value;
        } else if guns {
            // The table of guns has no row for a wall or a hedge without a gap.
            judge.find(
                Finding::unsettles(
                    Id::of("silent-on-gun-obstacles"),
                    Id::of("S2-13"),
                    walk.unit.id,
                )
                .about(piece.id),
            );
        } else if kind != "gate" {
            judge.cite(Id::of("S2-12"));
            judge.cite(Id::of("S2-29"));
            judge.read(&self.readings, "obstacle-half");
            rely(judge, &self.numbers.obstacle, "S2-12");
            if self.set.obstacle_speed {
                slowed.speed = self.numbers.obstacle.value;
            }
        }
    }

    fn built_up(
        &self,
        walk: &Walk<'_, '_>,
        piece: &Terrain,
        slowed: &mut Slowed,
        judge: &mut Judge,
    ) {
        let unit = walk.unit;
        let guns = Arm::of(unit).is_guns();
        let (slug, clause, fit) = if guns {
            ("limbered-only", "S2-13", Form::of(unit) == Form::Limbered)
        } else {
            (
                "company-column-only",
                "S2-12",
                Form::of(unit) == Form::CompanyColumn,
            )
        };
        judge.cite(Id::of(clause));
        judge.cite(Id::of("S2-29"));
        if !fit {
            let finding = Finding::refuses(Id::of(slug), Id::of(clause), unit.id);
            judge.find(finding.about(piece.id));
        }
        let pass = if guns {
            &self.numbers.gun.bua
        } else {
            judge.read(&self.readings, "bua-half");
            &self.numbers.bua_pass
        };
        rely(judge, pass, clause);
        if !guns && self.set.bua_phase {
            slowed.toll = slowed.toll + self.numbers.bua_pass.or_zero();
            return;
        }
        judge.read(&self.readings, "half-speed-span");
        // Over a stretch alone, the law's rate in the area is the halved one.
        if !self.set.half_speed_stretch {
            slowed.speed = pass.value;
        }
    }
}
