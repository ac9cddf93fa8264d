use grognard_core::{Board, Brigade, Clock, Commander, Field, Id, Order, RVec, Terrain, Unit};

/// What a change replaced on the board. Swapping it with the board undoes the change; swapping again
/// does it again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patch {
    units: Vec<(Id, Option<Unit>)>,
    brigades: Vec<(Id, Option<Brigade>)>,
    commanders: Vec<(Id, Option<Commander>)>,
    clock: Option<Clock>,
    written: Option<RVec<Order>>,
    conditions: Option<RVec<Field>>,
    terrain: Option<RVec<Terrain>>,
}

/// Something kept on the board in the order of its id.
trait Kept {
    fn id(&self) -> &Id;
}

impl Kept for Unit {
    fn id(&self) -> &Id {
        &self.id
    }
}

impl Kept for Brigade {
    fn id(&self) -> &Id {
        &self.id
    }
}

impl Kept for Commander {
    fn id(&self) -> &Id {
        &self.id
    }
}

impl Patch {
    /// Notes how a unit stands (or that there is none), once.
    pub(crate) fn note_unit(&mut self, board: &Board, id: &Id) {
        note(&mut self.units, &board.units, id);
    }

    /// Notes how a brigade stands, once.
    pub(crate) fn note_brigade(&mut self, board: &Board, id: &Id) {
        note(&mut self.brigades, &board.brigades, id);
    }

    /// Notes how a commander stands, once.
    pub(crate) fn note_commander(&mut self, board: &Board, id: &Id) {
        note(&mut self.commanders, &board.commanders, id);
    }

    /// Notes the clock, once.
    pub(crate) fn note_clock(&mut self, board: &Board) {
        self.clock.get_or_insert_with(|| board.clock.clone());
    }

    /// Notes the written orders, once.
    pub(crate) fn note_written(&mut self, board: &Board) {
        self.written.get_or_insert_with(|| board.written.clone());
    }

    /// Notes the battle's own conditions, once.
    pub(crate) fn note_conditions(&mut self, board: &Board) {
        self.conditions
            .get_or_insert_with(|| board.conditions.clone());
    }

    /// Notes the terrain, once.
    pub(crate) fn note_terrain(&mut self, board: &Board) {
        self.terrain.get_or_insert_with(|| board.terrain.clone());
    }

    /// The clock it holds.
    pub(crate) fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// The unit called `id` as it stood, when it was changed.
    pub(crate) fn unit(&self, id: &Id) -> Option<&Unit> {
        let held = self.units.iter().find(|(known, _)| known == id);
        held.and_then(|(_, unit)| unit.as_ref())
    }

    /// The units it touches.
    pub(crate) fn units(&self) -> impl Iterator<Item = &Id> {
        self.units.iter().map(|(id, _)| id)
    }

    /// Exchanges what it holds with what stands on the board.
    pub(crate) fn swap(&mut self, board: &mut Board) {
        swap_all(&mut self.units, &mut board.units);
        swap_all(&mut self.brigades, &mut board.brigades);
        swap_all(&mut self.commanders, &mut board.commanders);
        if let Some(clock) = &mut self.clock {
            std::mem::swap(clock, &mut board.clock);
        }
        if let Some(written) = &mut self.written {
            std::mem::swap(written, &mut board.written);
        }
        if let Some(conditions) = &mut self.conditions {
            std::mem::swap(conditions, &mut board.conditions);
        }
        if let Some(terrain) = &mut self.terrain {
            std::mem::swap(terrain, &mut board.terrain);
        }
    }
}

fn find<T: Kept>(kept: &RVec<T>, id: &Id) -> Result<usize, usize> {
    kept.binary_search_by(|item| item.id().cmp(id))
}

fn note<T: Kept + Clone>(noted: &mut Vec<(Id, Option<T>)>, kept: &RVec<T>, id: &Id) {
    if !noted.iter().any(|(known, _)| known == id) {
        let item = find(kept, id).ok().map(|index| kept[index].clone());
        noted.push((*id, item));
    }
}

fn swap_all<T: Kept>(noted: &mut [(Id, Option<T>)], kept: &mut RVec<T>) {
    for (id, held) in noted {
        let standing = match find(kept, id) {
            Ok(index) => Some(kept.remove(index)),
            Err(_) => None,
        };
        if let Some(item) = std::mem::replace(held, standing) {
            let index = find(kept, id).unwrap_or_else(|place| place);
            kept.insert(index, item);
        }
    }
}
