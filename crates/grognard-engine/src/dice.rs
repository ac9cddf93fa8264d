use std::cell::RefCell;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The battle's dice: a seeded stream whose place can be noted and returned to.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    stream: ChaCha20Rng,
}

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            stream: ChaCha20Rng::seed_from_u64(seed),
        }
    }

    /// A fair face of a die of `sides` faces, from 1.
    fn roll(&mut self, sides: u32) -> u32 {
        let sides = sides.max(1);
        // Draws beyond the last whole multiple of `sides` are thrown again, so every face is as likely.
        let limit = u32::MAX - (u32::MAX % sides + 1) % sides;
        loop {
            let draw = self.stream.next_u32();
            if draw <= limit {
                return draw % sides + 1;
            }
        }
    }

    pub(crate) fn place(&self) -> u128 {
        self.stream.get_word_pos()
    }

    pub(crate) fn return_to(&mut self, place: u128) {
        self.stream.set_word_pos(place);
    }
}

/// The dice of one ruling: none, typed in, or the battle's own. Records every face.
pub(crate) struct Tray<'a> {
    inner: RefCell<Inner<'a>>,
}

struct Inner<'a> {
    source: Source<'a>,
    faces: Vec<u32>,
    problem: Option<String>,
    wanted: Option<u32>,
}

enum Source<'a> {
    None,
    Typed { faces: &'a [u32] },
    Scripted { faces: &'a [u32] },
    Seeded(&'a mut Dice),
}

impl<'a> Tray<'a> {
    /// No dice: every roll stays pending.
    pub(crate) fn none() -> Self {
        Self::of(Source::None)
    }

    /// The faces the players rolled.
    pub(crate) fn typed(faces: &'a [u32]) -> Self {
        Self::of(Source::Typed { faces })
    }

    /// The first faces are known, further ones stay pending; for trying every way the dice can fall.
    pub(crate) fn scripted(faces: &'a [u32]) -> Self {
        Self::of(Source::Scripted { faces })
    }

    /// The battle's seeded dice.
    pub(crate) fn seeded(dice: &'a mut Dice) -> Self {
        Self::of(Source::Seeded(dice))
    }

    fn of(source: Source<'a>) -> Self {
        Self {
            inner: RefCell::new(Inner {
                source,
                faces: Vec::new(),
                problem: None,
                wanted: None,
            }),
        }
    }

    /// The next face of a die of `sides` faces.
    pub(crate) fn roll(&self, sides: u32) -> Option<u32> {
        let mut inner = self.inner.borrow_mut();
        let used = inner.faces.len();
        let (face, problem) = match &mut inner.source {
            Source::None => return None,
            Source::Scripted { faces } => match faces.get(used) {
                Some(face) => (*face, None),
                None => {
                    inner.wanted.get_or_insert(sides.max(1));
                    return None;
                }
            },
            Source::Seeded(dice) => (dice.roll(sides), None),
            Source::Typed { faces } => match faces.get(used) {
                Some(face) if (1..=sides).contains(face) => (*face, None),
                Some(face) => {
                    let text = format!(
                        "die {} shows {face}, but a die of {sides} faces shows 1 to {sides}",
                        used + 1
                    );
                    (1, Some(text))
                }
                None => {
                    let text = format!(
                        "{used} dice were typed in, but the ruling rolls more; type in every die"
                    );
                    (1, Some(text))
                }
            },
        };
        inner.faces.push(face);
        if inner.problem.is_none() {
            inner.problem = problem;
        }
        Some(face)
    }

    /// The faces of the first die that was wanted beyond those scripted.
    pub(crate) fn wanted(&self) -> Option<u32> {
        self.inner.borrow().wanted
    }

    /// The faces rolled so far, or why the dice typed in do not fit. Dice left over are no fault.
    pub(crate) fn rolled(self) -> Result<Vec<u32>, String> {
        let inner = self.inner.into_inner();
        inner.problem.map_or(Ok(inner.faces), Err)
    }

    /// The faces rolled and whether they were typed in, or why the dice typed in do not fit.
    pub(crate) fn finish(self) -> Result<(Vec<u32>, bool), String> {
        let inner = self.inner.into_inner();
        if let Some(problem) = inner.problem {
            return Err(problem);
        }
        let typed = match inner.source {
            Source::Typed { faces } if faces.len() > inner.faces.len() => {
                return Err(format!(
                    "{} dice were typed in, but the ruling rolls only {}",
                    faces.len(),
                    inner.faces.len()
                ));
            }
            Source::Typed { .. } => true,
            _ => false,
        };
        Ok((inner.faces, typed))
    }
}
