//! Battles: a scenario under a ruleset, played order by order.
//!
//! A [`Scenario`](scenario::Scenario) is read from TOML; [`Battle::start`] makes a battle of it under a
//! loaded ruleset. [`Battle::check`] asks for a ruling, [`Battle::order`] carries one out as one event
//! or not at all; undo, saves and replays all work on the list of events. A battle is the umpire's:
//! [`Battle::view`] shows what one side may know of it.

mod apply;
mod batch;
mod battle;
mod coverage;
mod dice;
pub mod draw;
mod error;
mod event;
pub mod explain;
mod gists;
mod input;
mod marks;
mod measure;
mod muster;
mod odds;
mod patch;
pub mod plan;
mod private;
pub mod reach;
mod save;
pub mod scenario;
pub mod script;
mod sealed;
mod setup;
mod snapshot;
mod suggest;
mod surveyor;
mod tabletop;
mod view;

pub use battle::{Battle, TOLERANCE};
pub use coverage::coverage;
pub use error::{EngineError, OrderError};
pub use event::{Event, Happening};
pub use gists::Gist;
pub use measure::{Between, Neighbour};
pub use odds::{Odds, Outcome};
pub use plan::{Plan, PlanAsk};
pub use reach::{Reach, ReachAsk};
pub use save::{Opened, SaveHeader, SavedRuleset, SavedScenario};
pub use setup::{ChartChange, Setup};
pub use snapshot::Snapshot;
pub use suggest::{decimal_comma, nearest, suggestion};
pub use view::View;
