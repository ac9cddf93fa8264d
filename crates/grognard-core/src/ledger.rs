use abi_stable::StableAbi;
use abi_stable::std_types::ROption;
use serde::{Deserialize, Serialize};

use crate::{Amount, Id, Ratio};

/// One line of what an order costs. The shares of all lines add up to what is spent.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LedgerLine {
    /// What it is paid for: `advance`, `wheel`, the formation taken, `about-face` ...
    pub item: Id,
    /// The clause that asks it.
    pub clause: Id,
    /// Where: the terrain kind, the obstacle, the unit passed; may be empty.
    pub place: Id,
    /// Millimetres gone, where distance is what is paid for.
    pub distance: ROption<Amount>,
    /// Millimetres a full move goes there.
    pub rate: ROption<Ratio>,
    /// The share of a full move.
    pub share: Amount,
    /// The chart cell it leans on; may be empty.
    pub cell: Id,
}
