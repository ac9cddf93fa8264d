use grognard_core::{Point, Rect, Table};

/// Space around the table, in pixels: rulers on the left and below, the title above, the scale and
/// the sides at the foot.
const LEFT: f64 = 34.0;
const RIGHT: f64 = 14.0;
const HEAD: f64 = 52.0;
const FOOT: f64 = 62.0;

/// The table's place on the sheet. Tables are measured in millimetres with y northward, sheets in
/// pixels with y downward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The south-west corner of the table.
    pub min: Point,
    /// The north-east corner of the table.
    pub max: Point,
    /// Pixels a millimetre.
    pub scale: f64,
    /// Width of the sheet.
    pub width: f64,
    /// Height of the sheet.
    pub height: f64,
}

/// A point of the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Px {
    pub x: f64,
    pub y: f64,
}

/// An upright box of the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PxBox {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Frame {
    /// The frame for a table on a sheet `width` pixels wide. Sizes that make no picture are brought
    /// into bounds: 200 to 8000 pixels, and a table of at least a millimetre.
    pub(super) fn new(table: &Table, width: f64) -> Self {
        let width = if width.is_finite() {
            width.clamp(200.0, 8000.0)
        } else {
            900.0
        };
        let finite = |value: f64| if value.is_finite() { value } else { 0.0 };
        let min = Point::new(finite(table.min.x), finite(table.min.y));
        let across = (finite(table.max.x) - min.x).max(1.0);
        let up = (finite(table.max.y) - min.y).max(1.0);
        let room = width - LEFT - RIGHT;
        // A table much taller than wide keeps the sheet within two and a half times its width.
        let scale = (room / across).min(2.5 * width / up);
        Self {
            min,
            max: Point::new(min.x + across, min.y + up),
            scale,
            width: across * scale + LEFT + RIGHT,
            height: up * scale + HEAD + FOOT,
        }
    }

    /// Where a point of the table lies on the sheet.
    pub(super) fn px(&self, point: Point) -> Px {
        Px {
            x: LEFT + (point.x - self.min.x) * self.scale,
            y: HEAD + (self.max.y - point.y) * self.scale,
        }
    }

    /// The corners of a rectangle on the sheet: front left, front right, rear right, rear left.
    pub(super) fn corners(&self, rect: &Rect) -> [Px; 4] {
        rect.corners().map(|corner| self.px(corner))
    }

    /// The table on the sheet.
    pub(super) fn table_box(&self) -> PxBox {
        let (low, high) = (self.px(self.min), self.px(self.max));
        PxBox {
            left: low.x,
            top: high.y,
            right: high.x,
            bottom: low.y,
        }
    }
}

impl Px {
    pub(super) fn shifted(self, dx: f64, dy: f64) -> Self {
        Self {
            x: self.x + dx,
            y: self.y + dy,
        }
    }

    /// The point `share` of the way from here to `other`.
    pub(super) fn toward(self, other: Self, share: f64) -> Self {
        Self {
            x: self.x + (other.x - self.x) * share,
            y: self.y + (other.y - self.y) * share,
        }
    }

    pub(super) fn distance(self, other: Self) -> f64 {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        (dx * dx + dy * dy).sqrt()
    }
}

impl PxBox {
    /// The smallest box that holds all points; none without points.
    pub(super) fn around(points: impl IntoIterator<Item = Px>) -> Option<Self> {
        points.into_iter().fold(None, |sum: Option<Self>, point| {
            let here = Self {
                left: point.x,
                top: point.y,
                right: point.x,
                bottom: point.y,
            };
            Some(sum.map_or(here, |sum| sum.joined(here)))
        })
    }

    /// A box of this size about a point.
    pub(super) fn about(centre: Px, width: f64, height: f64) -> Self {
        Self {
            left: centre.x - width / 2.0,
            top: centre.y - height / 2.0,
            right: centre.x + width / 2.0,
            bottom: centre.y + height / 2.0,
        }
    }

    pub(super) fn joined(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(super) fn grown(self, by: f64) -> Self {
        Self {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    pub(super) fn width(self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(self) -> f64 {
        self.bottom - self.top
    }

    pub(super) fn centre(self) -> Px {
        Px {
            x: (self.left + self.right) / 2.0,
            y: (self.top + self.bottom) / 2.0,
        }
    }

    /// The area two boxes share.
    pub(super) fn overlap(self, other: Self) -> f64 {
        let across = self.right.min(other.right) - self.left.max(other.left);
        let down = self.bottom.min(other.bottom) - self.top.max(other.top);
        if across > 0.0 && down > 0.0 {
            across * down
        } else {
            0.0
        }
    }

    /// The part inside `other`; none when they do not meet.
    pub(super) fn within(self, other: Self) -> Option<Self> {
        (self.overlap(other) > 0.0).then(|| Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        })
    }
}
