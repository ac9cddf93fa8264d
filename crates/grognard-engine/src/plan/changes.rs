//! Changes of formation that were tried: with which arguments they go, and what they do.

use grognard_core::{
    ArgSpec, Field, Fields, Id, OrderSpec, RVec, Ruling, Value, ValueKind, Weight,
};

use super::forms::Shift;

/// The most sets of arguments tried for one change.
pub(super) const MOST: usize = 12;
/// The most that are known to go and are tried again.
const GOOD: usize = 4;
/// So often refused without ever going, a set of arguments is not tried again.
const PATIENCE: u32 = 3;
/// The share of a move that a change is taken to cost while nothing else is known.
const GUESS: f64 = 0.5;

/// Everything tried.
#[derive(Debug, Default)]
pub(super) struct Changes {
    known: Vec<Change>,
}

/// A change from one formation to another.
#[derive(Debug)]
struct Change {
    from: Id,
    to: Id,
    tried: Vec<Tried>,
}

/// A set of arguments besides the formation.
#[derive(Debug)]
struct Tried {
    args: RVec<Field>,
    /// What it did when it went.
    done: Option<(Shift, f64)>,
    refused: u32,
    /// It lacks an argument; others have it.
    lacks: bool,
}

impl Tried {
    fn new(args: RVec<Field>) -> Self {
        Self {
            args,
            done: None,
            refused: 0,
            lacks: false,
        }
    }

    fn worth(&self) -> bool {
        !self.lacks && (self.done.is_some() || self.refused < PATIENCE)
    }
}

impl Changes {
    fn of(&mut self, from: &Id, to: &Id) -> &mut Change {
        let at = self
            .known
            .iter()
            .position(|one| one.from == *from && one.to == *to);
        let at = at.unwrap_or_else(|| {
            self.known.push(Change {
                from: *from,
                to: *to,
                tried: vec![Tried::new(RVec::new())],
            });
            self.known.len() - 1
        });
        &mut self.known[at]
    }

    /// The next set of arguments that is worth a try, of those not tried yet. Where some are known to go,
    /// those that were refused before are not tried again.
    pub(super) fn next(&mut self, from: &Id, to: &Id, done: &[RVec<Field>]) -> Option<RVec<Field>> {
        let change = self.of(from, to);
        let good = change.tried.iter().filter(|one| one.done.is_some()).count();
        if good > 0 && done.len() >= GOOD {
            return None;
        }
        let mut worth = change.tried.iter().filter(|one| {
            one.worth()
                && (good == 0 || one.done.is_some() || one.refused == 0)
                && !done.contains(&one.args)
        });
        worth.next().map(|one| one.args.clone())
    }

    fn tried(&self, from: &Id, to: &Id) -> &[Tried] {
        let known = self.known.iter();
        let mut known = known.filter(|one| one.from == *from && one.to == *to);
        known.next().map_or(&[], |one| &one.tried)
    }

    /// Whether a change is known to go.
    pub(super) fn goes(&self, from: &Id, to: &Id) -> bool {
        self.tried(from, to).iter().any(|one| one.done.is_some())
    }

    /// Whether a change was tried in every way and never went.
    pub(super) fn is_vain(&self, from: &Id, to: &Id) -> bool {
        let tried = self.tried(from, to);
        !tried.is_empty() && !tried.iter().any(Tried::worth)
    }

    /// Notes that a change went.
    pub(super) fn went(&mut self, from: &Id, to: &Id, args: &[Field], shift: Shift, spent: f64) {
        let change = self.of(from, to);
        if let Some(tried) = change.tried.iter_mut().find(|one| one.args == *args) {
            let share = if spent > 0.0 { spent } else { GUESS };
            tried.done.get_or_insert((shift, share));
        }
    }

    /// Notes that a change was refused, and what else may be tried; whether it only lacks an argument.
    pub(super) fn refused(
        &mut self,
        from: &Id,
        to: &Id,
        args: &[Field],
        ruling: &Ruling,
        spec: Option<&OrderSpec>,
    ) -> bool {
        let change = self.of(from, to);
        let Some(tried) = change.tried.iter_mut().find(|one| one.args == *args) else {
            return false;
        };
        tried.refused += 1;
        let asked = asked(ruling, spec);
        let lacks = asked.is_some();
        tried.lacks = lacks;
        let first = tried.refused == 1 && args.is_empty();
        let further = match asked {
            Some(asked) => product(args, &asked),
            None if first => alternatives(spec),
            None => Vec::new(),
        };
        for args in further {
            let new = change.tried.iter().all(|one| one.args != args);
            if new && change.tried.len() < MOST {
                change.tried.push(Tried::new(args));
            }
        }
        lacks
    }

    /// What a change did when it went, each way it went.
    pub(super) fn shifts(&self, from: &Id, to: &Id) -> impl Iterator<Item = Shift> {
        let done = self.tried(from, to).iter().filter_map(|tried| tried.done);
        done.take(GOOD).map(|done| done.0)
    }

    /// The share of a move a change costs, as far as is known.
    pub(super) fn share(&self, from: &Id, to: &Id) -> f64 {
        let mut done = self.tried(from, to).iter().filter_map(|tried| tried.done);
        done.next().map_or(GUESS, |done| done.1)
    }
}

/// The arguments that a ruling asks for, each with the values there are; none when it refuses for
/// anything else.
pub(super) fn asked(ruling: &Ruling, spec: Option<&OrderSpec>) -> Option<Vec<(Id, Vec<Value>)>> {
    let refusing = || {
        let findings = ruling.findings.iter();
        findings.filter(|finding| finding.weight != Weight::Notes)
    };
    let mut asked = Vec::new();
    for finding in refusing() {
        let argument = finding.details.text("argument")?;
        let choices = finding.details.text("choices")?;
        let arg = spec?.args.iter().find(|arg| arg.name == argument)?;
        let values = choices.split(", ").filter_map(|word| value(arg, word));
        asked.push((Id::from(argument), values.collect()));
    }
    (!asked.is_empty()).then_some(asked)
}

fn value(arg: &ArgSpec, word: &str) -> Option<Value> {
    match arg.kind {
        ValueKind::Int => word.parse().ok().map(Value::Int),
        ValueKind::Text => Some(Value::text(word)),
        _ => None,
    }
}

/// The arguments with one of the values for each that was asked for.
pub(super) fn product(args: &[Field], asked: &[(Id, Vec<Value>)]) -> Vec<RVec<Field>> {
    let mut sets: Vec<RVec<Field>> = vec![args.iter().cloned().collect()];
    for (name, values) in asked {
        let with = |set: &RVec<Field>, value: &Value| {
            let mut set = set.clone();
            set.push(Field {
                name: *name,
                value: value.clone(),
            });
            set
        };
        sets = sets
            .iter()
            .flat_map(|set| values.iter().map(|value| with(set, value)))
            .take(MOST)
            .collect();
    }
    sets
}

/// Each word of each argument that has words to choose from, by itself.
pub(super) fn alternatives(spec: Option<&OrderSpec>) -> Vec<RVec<Field>> {
    let args = spec.map_or(&[][..], |spec| &spec.args);
    let field = |arg: &ArgSpec, word: &String| {
        RVec::from(vec![Field {
            name: Id::from(arg.name.as_str()),
            value: Value::text(word),
        }])
    };
    let words = args
        .iter()
        .flat_map(|arg| arg.one_of.iter().map(move |word| field(arg, word)));
    words.take(GOOD).collect()
}
