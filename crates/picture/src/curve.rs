//! Smooth curves through points: for the pen (SVG path data) and for measuring (points along them).

use crate::geometry::{Point, Rect};
use crate::ink::{N, put};

/// A smooth open curve that begins and ends at the given points and rounds off those between.
pub fn open(points: &[Point]) -> String {
    let mut d = String::new();
    let Some((first, last)) = points.first().zip(points.last()) else { return d };
    put!(d, "M{} {}", N(first.x), N(first.y));
    for pair in points.windows(2).skip(1) {
        let on = pair[0].toward(pair[1], 0.5);
        put!(d, "Q{} {} {} {}", N(pair[0].x), N(pair[0].y), N(on.x), N(on.y));
    }
    put!(d, "L{} {}", N(last.x), N(last.y));
    d
}

/// A smooth closed curve drawn towards the given points.
pub fn closed(points: &[Point]) -> String {
    let mut d = String::new();
    let Some((first, last)) = points.first().zip(points.last()) else { return d };
    let start = last.toward(*first, 0.5);
    put!(d, "M{} {}", N(start.x), N(start.y));
    for (i, p) in points.iter().enumerate() {
        let on = p.toward(points[(i + 1) % points.len()], 0.5);
        put!(d, "Q{} {} {} {}", N(p.x), N(p.y), N(on.x), N(on.y));
    }
    d.push('Z');
    d
}

/// Points along the curve that [`open`] draws.
pub fn along(points: &[Point]) -> Vec<Point> {
    if points.len() < 3 {
        return points.to_vec();
    }
    let mut all = vec![points[0]];
    let mut from = points[0].toward(points[1], 0.5);
    all.push(from);
    for pair in points.windows(2).skip(1) {
        let to = pair[0].toward(pair[1], 0.5);
        for step in 1..=6 {
            let t = f64::from(step) / 6.0;
            all.push(from.toward(pair[0], t).toward(pair[0].toward(to, t), t));
        }
        from = to;
    }
    all.extend(points.last());
    all
}

/// Points along the curve that [`closed`] draws.
pub fn ring(points: &[Point]) -> Vec<Point> {
    let mut all = Vec::with_capacity(points.len() * 4);
    let Some((first, last)) = points.first().zip(points.last()) else { return all };
    let mut from = last.toward(*first, 0.5);
    for (i, p) in points.iter().enumerate() {
        let to = p.toward(points[(i + 1) % points.len()], 0.5);
        for step in 1..=4 {
            let t = f64::from(step) / 4.0;
            all.push(from.toward(*p, t).toward(p.toward(to, t), t));
        }
        from = to;
    }
    all
}

/// Points at equal steps along a line, each with the heading there.
pub fn paced(points: &[Point], step: f64) -> Vec<(Point, (f64, f64))> {
    let mut found = Vec::new();
    let mut left = step / 2.0;
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        let heading = pair[0].heading(pair[1]);
        let mut at = left;
        while at < length {
            found.push((pair[0].toward(pair[1], at / length), heading));
            at += step;
        }
        left = at - length;
    }
    found
}

/// The box around some points.
pub fn bounds(points: &[Point]) -> Rect {
    let fold = |first: f64, of: fn(&Point) -> f64, pick: fn(f64, f64) -> f64| points.iter().map(of).fold(first, pick);
    let (left, right) = (fold(f64::INFINITY, |p| p.x, f64::min), fold(f64::NEG_INFINITY, |p| p.x, f64::max));
    let (top, bottom) = (fold(f64::INFINITY, |p| p.y, f64::min), fold(f64::NEG_INFINITY, |p| p.y, f64::max));
    Rect { x: left, y: top, w: right - left, h: bottom - top }
}

/// What a set of rings encloses; the boxes around them spare looking at those that are far away.
pub struct Area {
    /// The rings.
    pub rings: Vec<Vec<Point>>,
    boxes: Vec<Rect>,
}

impl Area {
    /// The area inside some rings.
    pub fn of(rings: Vec<Vec<Point>>) -> Self {
        let boxes = rings.iter().map(|ring| bounds(ring)).collect();
        Self { rings, boxes }
    }

    /// Whether a point lies inside (holes count as outside).
    pub fn holds(&self, p: Point) -> bool {
        // A ring whose box does not hold the point cannot enclose it, nor can it be a hole around it.
        let near = self.rings.iter().zip(&self.boxes).filter(|(_, around)| around.holds(p));
        near.fold(false, |odd, (ring, _)| odd ^ crosses(ring, p))
    }

    /// Whether a point is so near that it may lie inside.
    pub fn may_hold(&self, p: Point) -> bool {
        self.boxes.iter().any(|around| around.grown(14.0).holds(p))
    }
}

/// Whether a ray from a point to the right crosses a ring an odd number of times.
fn crosses(ring: &[Point], p: Point) -> bool {
    let mut odd = false;
    for (i, a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            odd = !odd;
        }
    }
    odd
}

/// Distance from a point to a line of points.
pub fn distance(line: &[Point], p: Point) -> f64 {
    line.windows(2).map(|pair| to_segment(pair[0], pair[1], p)).fold(f64::INFINITY, f64::min)
}

fn to_segment(a: Point, b: Point, p: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = dx * dx + dy * dy;
    let t = if length < 1e-9 { 0.0 } else { (((p.x - a.x) * dx + (p.y - a.y) * dy) / length).clamp(0.0, 1.0) };
    p.distance(Point::new(a.x + t * dx, a.y + t * dy))
}
