//! Belle Alliance: change of formation in simultaneous bounds, as a grognard ruleset.
//!
//! Figures are real: each stands on a base of its own, and a formation is a grid of them. Orders are
//! written by both sides and carried out together; a change of formation is built round a figure that
//! stays where it is, or made by a quarter turn; contested ground is settled by dice.

mod acts;
mod ahead;
mod bound;
mod building;
mod centre;
mod change;
mod contact;
mod contest;
mod data;
mod drawn_up;
mod enlist;
mod figures;
mod fire;
mod forced;
mod forecast;
mod foresight;
mod formations;
mod gates;
mod gunners;
mod limbering;
mod march;
mod marches;
mod memory;
mod pace;
mod place;
mod plain;
mod plan;
mod poses;
mod quarter_turn;
mod reach;
mod record;
mod rects;
mod resolve;
mod room;
mod rules;
mod ruleset;
mod scene;
mod shape;
mod skirmish_in;
mod skirmish_out;
mod splitting;
mod tables;
mod tied;
mod troop;
mod turning;
mod turns;
mod waiting;
mod wanted;
mod written;

pub use rules::BelleAlliance;

grognard_sdk::export_ruleset!(BelleAlliance, id = "belle-alliance");
