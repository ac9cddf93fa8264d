use super::Look;
use crate::draw::frame::{Frame, Px, PxBox};
use crate::draw::path::Path;
use crate::draw::scatter::{inside, strew};

/// Draws an area.
pub(super) fn draw(out: &mut String, look: Look, ring: &[Px], frame: &Frame) {
    let bounds = frame.table_box();
    match look {
        Look::Wood => wood(out, ring, bounds),
        Look::Water => water(out, ring, bounds),
        Look::Marsh => marsh(out, ring, bounds),
        Look::Hill => hill(out, ring),
        Look::Crops => crops(out, ring, bounds),
        Look::Rough => rough(out, ring, bounds),
        Look::Building => building(out, ring),
        Look::Hedge => {
            fill(out, ring, "fill=\"#d9dfb4\" fill-opacity=\".7\"");
            super::lines::hedge(out, &closed(ring), 3.0);
        }
        Look::Wall => {
            fill(out, ring, "fill=\"#dcd6c4\" fill-opacity=\".7\"");
            super::lines::wall(out, &closed(ring), 2.2);
        }
        Look::Road => fill(out, ring, "fill=\"#f6efdc\" stroke=\"#b09a72\""),
        Look::Plain => fill(
            out,
            ring,
            "fill=\"#d5cdb5\" fill-opacity=\".5\" stroke=\"#9a8f72\" stroke-dasharray=\"4 3\"",
        ),
    }
}

fn fill(out: &mut String, ring: &[Px], attributes: &str) {
    let mut path = Path::default();
    path.ring(ring);
    path.write(out, attributes);
}

fn closed(ring: &[Px]) -> Vec<Px> {
    ring.iter().chain(ring.first()).copied().collect()
}

/// Crowns of trees, each with its shade and its light.
fn wood(out: &mut String, ring: &[Px], bounds: PxBox) {
    fill(out, ring, "fill=\"#bccb97\" stroke=\"#7f9560\"");
    let (mut shade, mut crown, mut light) = (Path::default(), Path::default(), Path::default());
    for tree in strew(ring, bounds, 13.0, 4.5) {
        shade.dot(tree.shifted(1.0, 1.4));
        crown.dot(tree);
        light.dot(tree.shifted(-1.0, -1.2));
    }
    shade.write(
        out,
        "stroke=\"#5d7446\" stroke-width=\"8\" stroke-opacity=\".55\" fill=\"none\"",
    );
    crown.write(out, "stroke=\"#7f9d5c\" stroke-width=\"7.5\" fill=\"none\"");
    light.write(out, "stroke=\"#9db878\" stroke-width=\"3.6\" fill=\"none\"");
}

fn water(out: &mut String, ring: &[Px], bounds: PxBox) {
    fill(
        out,
        ring,
        "fill=\"#a9c9dc\" stroke=\"#5d8fb0\" stroke-width=\"1.4\"",
    );
    let mut waves = Path::default();
    for wave in strew(ring, bounds, 17.0, 5.0) {
        waves.start(wave.shifted(-3.5, 0.0));
        waves.line(wave.shifted(3.5, 0.0));
    }
    waves.write(out, "stroke=\"#7fadc8\" stroke-width=\".9\" fill=\"none\"");
}

fn marsh(out: &mut String, ring: &[Px], bounds: PxBox) {
    fill(
        out,
        ring,
        "fill=\"#cbd8c4\" fill-opacity=\".8\" stroke=\"#8fae9f\" stroke-dasharray=\"5 3\"",
    );
    let mut reeds = Path::default();
    for reed in strew(ring, bounds, 15.0, 4.0) {
        reeds.start(reed.shifted(-4.0, 0.0));
        reeds.line(reed.shifted(4.0, 0.0));
        for (dx, height) in [(-1.8, 3.0), (0.0, 4.4), (1.8, 3.0)] {
            reeds.start(reed.shifted(dx, -0.8));
            reeds.line(reed.shifted(dx, -height));
        }
    }
    reeds.write(out, "stroke=\"#5f8a86\" stroke-width=\".8\" fill=\"none\"");
}

/// A tint, and hachures down from its edge.
fn hill(out: &mut String, ring: &[Px]) {
    fill(out, ring, "fill=\"#cdb88c\" fill-opacity=\".38\"");
    let mut strokes = Path::default();
    let ends = ring.iter().zip(ring.iter().cycle().skip(1));
    for (&from, &to) in ends {
        let length = from.distance(to);
        if length < 1.0 {
            continue;
        }
        let (dx, dy) = ((to.x - from.x) / length, (to.y - from.y) / length);
        let middle = from.toward(to, 0.5);
        // The side on which the hill lies.
        let inward = if inside(ring, middle.shifted(-dy, dx)) {
            (-dy, dx)
        } else {
            (dy, -dx)
        };
        let count = (length / 5.0).ceil().min(2000.0) as u32;
        for step in 0..count {
            let reach = if step % 2 == 0 { 9.0 } else { 6.0 };
            let foot = from.toward(to, (f64::from(step) + 0.5) / f64::from(count));
            strokes.start(foot);
            strokes.line(foot.shifted(inward.0 * reach, inward.1 * reach));
        }
    }
    strokes.write(
        out,
        "stroke=\"#9b7f4e\" stroke-width=\".8\" stroke-opacity=\".6\" fill=\"none\"",
    );
}

fn crops(out: &mut String, ring: &[Px], bounds: PxBox) {
    fill(
        out,
        ring,
        "fill=\"#e8d795\" fill-opacity=\".55\" stroke=\"#c4ad5c\" stroke-opacity=\".5\" stroke-dasharray=\"2 3\"",
    );
    let mut ears = Path::default();
    for ear in strew(ring, bounds, 14.0, 2.0) {
        for (dx, lean) in [(-1.8, -1.2), (0.0, 0.0), (1.8, 1.2)] {
            ears.start(ear.shifted(dx, 0.0));
            ears.line(ear.shifted(dx + lean, -4.0));
        }
    }
    ears.write(
        out,
        "stroke=\"#bfa546\" stroke-width=\".8\" stroke-opacity=\".75\" fill=\"none\"",
    );
}

fn rough(out: &mut String, ring: &[Px], bounds: PxBox) {
    fill(
        out,
        ring,
        "fill=\"#cfcaa4\" fill-opacity=\".65\" stroke=\"#9c9870\" stroke-dasharray=\"3 3\"",
    );
    let mut tufts = Path::default();
    for tuft in strew(ring, bounds, 13.0, 3.0) {
        tufts.start(tuft.shifted(-2.6, -2.6));
        tufts.line(tuft);
        tufts.line(tuft.shifted(2.6, -2.6));
    }
    tufts.write(out, "stroke=\"#85855a\" stroke-width=\".9\" fill=\"none\"");
}

/// Walls under a roof with its ridge.
fn building(out: &mut String, ring: &[Px]) {
    let shadow: Vec<Px> = ring.iter().map(|corner| corner.shifted(1.6, 1.8)).collect();
    fill(out, &shadow, "fill=\"#3b2c22\" fill-opacity=\".3\"");
    fill(
        out,
        ring,
        "fill=\"#c07a5a\" stroke=\"#5e3223\" stroke-width=\"1.2\"",
    );
    if let [a, b, c, d] = ring {
        let long = a.distance(*b) >= b.distance(*c);
        let ends = if long {
            [(a, d), (b, c)]
        } else {
            [(a, b), (d, c)]
        };
        let [one, other] = ends.map(|(from, to)| from.toward(*to, 0.5));
        let mut ridge = Path::default();
        ridge.start(one.toward(other, 0.12));
        ridge.line(one.toward(other, 0.88));
        ridge.write(out, "stroke=\"#7a4331\" stroke-width=\"1\" fill=\"none\"");
    }
}
