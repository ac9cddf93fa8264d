use grognard_core::{Board, Id};

/// The colours of one side.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Livery {
    /// The side.
    pub side: Id,
    /// What its troops are filled with.
    pub fill: String,
    /// Lines around them: the same, darker.
    pub line: String,
    /// Ground that loosely ordered troops cover: the same, much paler.
    pub pale: String,
}

/// Colours for sides that name none, told apart by colour-blind eyes too.
const DEFAULTS: [[u8; 3]; 6] = [
    [0xb3, 0x2d, 0x2a],
    [0x2b, 0x55, 0x9b],
    [0xd1, 0x8f, 0x1f],
    [0x3f, 0x7d, 0x5a],
    [0x6d, 0x4a, 0x8e],
    [0x55, 0x55, 0x55],
];

/// Everyday names of colours, in shades that suit a map.
const NAMED: [(&str, [u8; 3]); 14] = [
    ("red", [0xb3, 0x2d, 0x2a]),
    ("blue", [0x2b, 0x55, 0x9b]),
    ("green", [0x3a, 0x76, 0x48]),
    ("black", [0x2c, 0x2c, 0x30]),
    ("white", [0xf2, 0xf0, 0xea]),
    ("grey", [0x75, 0x78, 0x7d]),
    ("gray", [0x75, 0x78, 0x7d]),
    ("yellow", [0xe0, 0xb9, 0x2f]),
    ("orange", [0xd1, 0x7a, 0x22]),
    ("purple", [0x6d, 0x4a, 0x8e]),
    ("brown", [0x7a, 0x52, 0x34]),
    ("crimson", [0x9c, 0x1c, 0x33]),
    ("navy", [0x22, 0x32, 0x5e]),
    ("buff", [0xd8, 0xb8, 0x82]),
];

/// The livery of every side, in the board's order.
pub(super) fn palette(board: &Board) -> Vec<Livery> {
    let sides = board.sides.iter().enumerate();
    sides
        .map(|(index, side)| {
            let rgb = parse(side.colour.as_str()).unwrap_or(DEFAULTS[index % DEFAULTS.len()]);
            Livery {
                side: side.id,
                fill: hex(rgb),
                line: hex(mixed(rgb, [0x12, 0x12, 0x14], 0.55)),
                pale: hex(mixed(rgb, [0xff, 0xff, 0xff], 0.62)),
            }
        })
        .collect()
}

/// The livery of `side`; none for a side that the board does not have.
pub(super) fn of<'a>(palette: &'a [Livery], side: &Id) -> Option<&'a Livery> {
    palette.iter().find(|livery| livery.side == *side)
}

/// Reads `#rgb`, `#rrggbb` or an everyday name.
fn parse(text: &str) -> Option<[u8; 3]> {
    let text = text.trim();
    if let Some((_, rgb)) = NAMED
        .iter()
        .find(|(name, _)| text.eq_ignore_ascii_case(name))
    {
        return Some(*rgb);
    }
    let digits: Option<Vec<u8>> = text
        .strip_prefix('#')?
        .chars()
        .map(|c| c.to_digit(16).map(|d| d as u8))
        .collect();
    match digits?.as_slice() {
        [r, g, b] => Some([r * 17, g * 17, b * 17]),
        [r, s, g, h, b, c] => Some([r * 16 + s, g * 16 + h, b * 16 + c]),
        _ => None,
    }
}

fn mixed(one: [u8; 3], other: [u8; 3], share: f64) -> [u8; 3] {
    std::array::from_fn(|i| {
        (f64::from(one[i]) * (1.0 - share) + f64::from(other[i]) * share).round() as u8
    })
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn colours_are_read() {
        assert_eq!(parse("#f00"), Some([255, 0, 0]));
        assert_eq!(parse(" #1a2B3c "), Some([0x1a, 0x2b, 0x3c]));
        assert_eq!(parse("Red"), Some([0xb3, 0x2d, 0x2a]));
        for wrong in ["", "#", "#12", "#ggg", "url(x)", "#12345é"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
