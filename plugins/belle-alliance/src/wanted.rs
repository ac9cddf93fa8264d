//! What an order says of the formation to take.

use grognard_sdk::prelude::*;

/// The arguments of a change of formation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted<'a> {
    /// The formation; none when the present one is kept.
    pub(crate) to: Option<&'a str>,
    /// Figures in the front rank.
    pub(crate) frontage: Option<i64>,
    /// The figure it is built on.
    pub(crate) anchor: Option<i64>,
    /// The file that figure comes to stand in.
    pub(crate) file: Option<i64>,
    /// The rank that figure comes to stand in.
    pub(crate) rank: Option<i64>,
    /// The way the new formation faces.
    pub(crate) facing: Option<Bearing>,
    /// Where the player put the centre figure.
    pub(crate) anchor_at: Option<Point>,
    /// The way the player faced the centre figure.
    pub(crate) anchor_facing: Option<Bearing>,
    /// Where the player put figures.
    pub(crate) places: &'a [Value],
    /// The side a quarter turn is made to.
    pub(crate) hand: Option<Hand>,
    /// The figures that turn on the spot.
    pub(crate) held: Option<&'a str>,
}

impl<'a> Wanted<'a> {
    /// What `order` says outright.
    pub(crate) fn of(order: &'a Order) -> Self {
        let bearing = |name: &str| match order.arg(name) {
            Some(Value::Bearing(bearing)) => Some(*bearing),
            Some(value) => value
                .as_number()
                .map(|degrees| Bearing::new(degrees.to_f64())),
            None => None,
        };
        Self {
            to: order.text("to"),
            facing: bearing("facing"),
            anchor_at: order.arg("anchor-at").and_then(Value::as_point),
            anchor_facing: bearing("anchor-facing"),
            places: order.arg("places").map_or(&[], Value::items),
            hand: hand(order.text("hand")),
            held: order.text("held"),
            ..Self::picks(order, "")
        }
    }

    /// What it says of the change tied to it, when it ties one.
    pub(crate) fn tied(order: &'a Order) -> Option<Self> {
        let to = order.text("tied-to")?;
        Some(Self {
            to: Some(to),
            hand: hand(order.text("tied-hand")),
            held: order.text("tied-held"),
            ..Self::picks(order, "tied-")
        })
    }

    /// Frontage and picks alone, under names that begin with `prefix`.
    pub(crate) fn picks(order: &'a Order, prefix: &str) -> Self {
        let int = |name: &str| order.args.int(&format!("{prefix}{name}"));
        Self {
            frontage: int("frontage"),
            anchor: int("anchor"),
            file: int("file"),
            rank: int("rank"),
            ..Self::default()
        }
    }
}

fn hand(word: Option<&str>) -> Option<Hand> {
    match word {
        Some("left") => Some(Hand::Left),
        Some("right") => Some(Hand::Right),
        _ => None,
    }
}
