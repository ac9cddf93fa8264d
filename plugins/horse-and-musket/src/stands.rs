//! Kinds of stands.

pub(crate) const INFANTRY: &str = "infantry";
pub(crate) const LIGHT_INFANTRY: &str = "light-infantry";
pub(crate) const CAVALRY: &str = "cavalry";
pub(crate) const LIGHT_CAVALRY: &str = "light-cavalry";
pub(crate) const DRAGOON: &str = "dragoon";
pub(crate) const GUN: &str = "gun";
pub(crate) const CREW_FOOT: &str = "crew-foot";
pub(crate) const CREW_HORSE: &str = "crew-horse";
pub(crate) const HORSES: &str = "horses";
