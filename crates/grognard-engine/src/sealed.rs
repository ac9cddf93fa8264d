//! Which written orders are still hidden from the other side.
//!
//! An order is written in a phase of the mode `write`. It stays sealed until a phase begins that takes,
//! resolves or opens its kind: whatever becomes of it until then, the other side is not told. A kind
//! that no phase opens is sealed until the phases start over.

use grognard_core::{Board, Clock, Effect, Id, Order, PhaseMode, PhaseSpec, RSome};

use crate::battle::Battle;
use crate::event::{Event, Happening};
use crate::patch::Patch;

impl Battle {
    /// Whose a subject of orders of a kind is; none when nobody knows it. A unit that has left the table
    /// is still whose it was.
    pub(crate) fn owner(&self, kind: &Id, subject: &Id) -> Option<&Id> {
        let (board, id) = (self.board(), subject.as_str());
        let unit = || {
            let standing = board.unit(id);
            let gone = || self.patches().rev().find_map(|patch| patch.unit(subject));
            standing.or_else(gone).map(|unit| &unit.side)
        };
        let commander = || board.commander(id).map(|one| &one.side);
        let brigade = || board.brigade(id).map(|one| &one.side);
        let spec = self
            .order_kinds()
            .iter()
            .find(|spec| *kind == *spec.id.as_str());
        match spec.map(|spec| spec.subject.as_str()) {
            Some("brigade") => brigade(),
            Some("commander") => commander(),
            Some(_) => unit(),
            None => unit().or_else(commander).or_else(brigade),
        }
    }

    /// The secret of another side that an event still holds; none when `side` may know all of it.
    pub(crate) fn secret_from(&self, side: &Id, event: &Event) -> Option<Secret<'_>> {
        let of = |kind: &Id, subject: &Id| {
            self.secret_of(kind, subject, &event.clock)
                .filter(|secret| secret.owner != Some(side))
        };
        match &event.what {
            Happening::Order(order) if self.writes_at(&event.clock, order) => {
                of(&order.kind, &order.subject)
            }
            Happening::Mark { condition, .. } if self.is_private(condition) => {
                Some(Secret { owner: None })
            }
            Happening::Adjust { effects, .. } => effects.iter().find_map(|effect| match effect {
                Effect::SetCondition { name, .. } | Effect::ClearCondition { name, .. }
                    if self.is_private(name) =>
                {
                    Some(Secret { owner: None })
                }
                Effect::WriteOrder { order } => of(&order.kind, &order.subject),
                // Who loses an order had one.
                Effect::StrikeOrders { subject, kind } => of(kind, subject),
                _ => None,
            }),
            _ => None,
        }
    }

    fn secret_of(&self, kind: &Id, subject: &Id, at: &Clock) -> Option<Secret<'_>> {
        self.sealed(kind, at).then(|| Secret {
            owner: self.owner(kind, subject),
        })
    }

    /// For each written order on the board, whether it is still sealed. What the rules themselves wrote
    /// is not.
    pub(crate) fn sealed_orders(&self) -> Vec<bool> {
        let written = &self.board().written;
        let mut sealed: Vec<Option<bool>> = vec![None; written.len()];
        let mut left = written.len();
        // Orders can be alike, so the latest event is that of the latest order.
        for event in self.events().rev() {
            if left == 0 {
                break;
            }
            for order in self.writes_down(event).into_iter().rev() {
                let place = (0..written.len())
                    .rev()
                    .find(|n| sealed[*n].is_none() && written[*n] == *order);
                if let Some(place) = place {
                    sealed[place] = Some(self.sealed(&order.kind, &event.clock));
                    left -= 1;
                }
            }
        }
        sealed.into_iter().map(|told| told == Some(true)).collect()
    }

    /// The orders that players or the umpire wrote down in an event.
    fn writes_down<'a>(&self, event: &'a Event) -> Vec<&'a Order> {
        match &event.what {
            Happening::Order(order) if self.writes_at(&event.clock, order) => vec![order],
            Happening::Adjust { effects, .. } => effects
                .iter()
                .filter_map(|effect| match effect {
                    Effect::WriteOrder { order } => Some(order),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Whether an order given at a time was only written down.
    fn writes_at(&self, clock: &Clock, order: &Order) -> bool {
        let phases = &self.document().manifest.phases;
        let phase = phases.get(clock.phase_index as usize);
        phase.is_some_and(|phase| phase.mode == PhaseMode::Write) && !self.at_once(&order.kind)
    }

    /// Whether an order of `kind` written at `at` is sealed now.
    fn sealed(&self, kind: &Id, at: &Clock) -> bool {
        let phases = &self.document().manifest.phases;
        let rounds = self.rounds_since(at);
        let (then, now) = (at.phase_index, self.board().clock.phase_index);
        let begun = |n: u32| match rounds {
            0 => n > then && n <= now,
            1 => n > then || n <= now,
            _ => true,
        };
        let mut opening = (0..)
            .zip(phases)
            .filter(|(_, phase)| opens(phase, kind.as_str()))
            .peekable();
        if opening.peek().is_none() {
            return rounds == 0;
        }
        !opening.any(|(n, _)| begun(n))
    }

    /// How often the phases have started over since a time.
    fn rounds_since(&self, at: &Clock) -> u64 {
        let board = self.board();
        round(board, &board.clock).saturating_sub(round(board, at))
    }

    fn patches(&self) -> impl DoubleEndedIterator<Item = &Patch> {
        self.entries().flat_map(|entry| entry.patches.iter())
    }
}

/// An event that not everybody may know.
pub(crate) struct Secret<'a> {
    /// Whose it is; none when nobody can tell any more.
    pub(crate) owner: Option<&'a Id>,
}

/// How many times the phases were run through before a time.
fn round(board: &Board, clock: &Clock) -> u64 {
    let turns = u64::from(clock.turn);
    match &clock.active {
        RSome(active) => {
            let sides = board.sides.len().max(1) as u64;
            let at = board.sides.iter().position(|side| side.id == *active);
            turns * sides + at.unwrap_or(0) as u64
        }
        _ => turns,
    }
}

/// Whether written orders of a kind are open once the phase has begun.
fn opens(phase: &PhaseSpec, kind: &str) -> bool {
    let named = |kinds: &[String]| kinds.iter().any(|one| one == kind);
    phase.mode != PhaseMode::Write
        && (phase.orders.is_empty() || named(&phase.orders) || named(&phase.opens))
}
