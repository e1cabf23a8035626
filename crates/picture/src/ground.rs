//! Open ground, the hex grid, hex numbers, objectives.

use crate::curve;
use crate::geometry::{Hex, Key, Point, corners, noise, outlines};
use crate::ink::{N, Type, esc, put, text};
use crate::scene::Scene;
use std::collections::BTreeSet;

/// Shapes and shades that are used by name.
pub fn defs(scene: &Scene<'_>, out: &mut String) {
    let f = scene.layout.frame;
    put!(
        out,
        "<clipPath id=\"frame\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>",
        N(f.x),
        N(f.y),
        N(f.w),
        N(f.h)
    );
    for (id, colour) in [("light", scene.palette.light), ("shade", scene.palette.shade)] {
        put!(
            out,
            "<radialGradient id=\"{id}\"><stop offset=\"0\" stop-color=\"{colour}\" stop-opacity=\".85\"/>\
             <stop offset=\"1\" stop-color=\"{colour}\" stop-opacity=\"0\"/></radialGradient>"
        );
    }
}

/// Draws open ground with its blots of light and shade, and small marks that keep it from being flat.
pub fn draw(scene: &Scene<'_>, out: &mut String) {
    let (f, colours) = (scene.layout.frame, scene.palette);
    put!(
        out,
        "<g clip-path=\"url(#frame)\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
        N(f.x),
        N(f.y),
        N(f.w),
        N(f.h),
        colours.ground
    );
    let step = 118.0;
    for row in 0..=(f.h / step) as i32 {
        for column in 0..=(f.w / step) as i32 {
            let roll = noise(column, row, 1);
            let id = if roll < 0.55 { "shade" } else { "light" };
            let x = f.x + (f64::from(column) + noise(column, row, 2)) * step;
            let y = f.y + (f64::from(row) + noise(column, row, 3)) * step;
            let (rx, ry) = (70.0 + 90.0 * noise(column, row, 4), 40.0 + 60.0 * noise(column, row, 5));
            let turn = noise(column, row, 6) * 180.0;
            put!(
                out,
                "<ellipse cx=\"{0}\" cy=\"{1}\" rx=\"{2}\" ry=\"{3}\" fill=\"url(#{id})\" transform=\"rotate({4} {0} {1})\"/>",
                N(x),
                N(y),
                N(rx),
                N(ry),
                N(turn)
            );
        }
    }
    let bare: Vec<Hex> = {
        let covered = scene.region(&["woods", "wood", "forest", "lake", "town", "fort", "grove", "orchard", "marsh"]);
        scene.layout.hexes.iter().copied().filter(|hex| !covered.contains(hex)).collect()
    };
    fields(scene, &bare, out);
    tufts(scene, &bare, out);
    out.push_str("</g>\n");
}

/// Ploughed strips around villages and here and there in the open.
fn fields(scene: &Scene<'_>, bare: &[Hex], out: &mut String) {
    let near_houses = scene.region(&["town"]);
    for &hex in bare {
        let village = crate::geometry::around(hex).iter().any(|h| near_houses.contains(h));
        if noise(hex.0, hex.1, 11) > if village { 0.75 } else { 0.16 } {
            continue;
        }
        let middle = scene.layout.centre(hex);
        let turn = noise(hex.0, hex.1, 12) * 180.0;
        put!(out, "<g transform=\"translate({} {}) rotate({})\">", N(middle.x), N(middle.y), N(turn));
        let count = 2 + (noise(hex.0, hex.1, 13) * 2.0) as i32;
        let mut left = -26.0 + 8.0 * noise(hex.0, hex.1, 14);
        for strip in 0..count {
            let wide = 12.0 + 10.0 * noise(hex.0 + strip, hex.1, 15);
            let high = 22.0 + 16.0 * noise(hex.0, hex.1 + strip, 16);
            let top = -high / 2.0 + 8.0 * (noise(hex.0, hex.1 - strip, 17) - 0.5);
            let colour = scene.palette.field[(noise(hex.0 - strip, hex.1, 18) * 2.99) as usize % 3];
            put!(
                out,
                "<path d=\"M{} {}h{}l2 {}h{}z\" fill=\"{colour}\" opacity=\".8\"/>",
                N(left),
                N(top),
                N(wide),
                N(high),
                N(-wide - 1.0)
            );
            let mut d = String::new();
            let lines = (wide / 3.2) as i32;
            for line in 1..lines {
                put!(d, "M{} {}l2 {}", N(left + f64::from(line) * 3.2), N(top + 1.0), N(high - 2.0));
            }
            put!(out, "<path d=\"{d}\" stroke=\"{}\" stroke-width=\".5\" opacity=\".45\"/>", scene.palette.tuft);
            left += wide + 1.6;
        }
        out.push_str("</g>");
    }
}

/// Tufts of grass, or what sticks out of the snow.
fn tufts(scene: &Scene<'_>, bare: &[Hex], out: &mut String) {
    let mut d = String::new();
    for &hex in bare {
        let middle = scene.layout.centre(hex);
        for i in 0..3 {
            if noise(hex.0, hex.1 * 4 + i, 21) < 0.35 {
                continue;
            }
            let x = middle.x + (noise(hex.0, hex.1 * 4 + i, 22) - 0.5) * 56.0;
            let y = middle.y + (noise(hex.0, hex.1 * 4 + i, 23) - 0.5) * 52.0;
            if scene.roads.distance(Point::new(x, y), 7.0).is_some() {
                continue;
            }
            put!(d, "M{} {}l-1.6 -2.6m2.4 2.6v-3.4m.9 3.4l1.7 -2.4", N(x), N(y));
        }
    }
    put!(out, "<path d=\"{d}\" fill=\"none\" stroke=\"{}\" stroke-width=\".7\" opacity=\".75\"/>", scene.palette.tuft);
}

/// Draws the veil over what lies off the map, the grid, the numbers and the objectives.
pub fn grid(scene: &Scene<'_>, out: &mut String) {
    let (layout, colours, f) = (&scene.layout, scene.palette, scene.layout.frame);
    let mut edge = String::new();
    for walk in outlines(&layout.hexes) {
        let points: Vec<Point> = walk.iter().map(|&key| layout.corner(key)).collect();
        edge.push_str(&straight(&points));
        edge.push('Z');
    }
    put!(
        out,
        "<path d=\"M{} {}h{}v{}h{}Z{edge}\" fill=\"{}\" fill-opacity=\".62\" fill-rule=\"evenodd\"/>",
        N(f.x),
        N(f.y),
        N(f.w),
        N(f.h),
        N(-f.w),
        colours.paper
    );
    if scene.options.grid {
        let mut sides: BTreeSet<(Key, Key)> = BTreeSet::new();
        for &hex in &layout.hexes {
            let keys = corners(hex);
            sides.extend((0..6).map(|d| (keys[d].min(keys[(d + 1) % 6]), keys[d].max(keys[(d + 1) % 6]))));
        }
        let mut d = String::new();
        for (a, b) in sides {
            let (a, b) = (layout.corner(a), layout.corner(b));
            put!(d, "M{} {}L{} {}", N(a.x), N(a.y), N(b.x), N(b.y));
        }
        put!(out, "<path d=\"{d}\" stroke=\"{}\" stroke-width=\".8\" stroke-opacity=\".34\" fill=\"none\"/>", colours.grid);
    }
    put!(out, "<path d=\"{edge}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\" stroke-opacity=\".7\"/>\n", colours.frame);
    objectives(scene, out);
    if scene.options.numbers {
        put!(
            out,
            "<g class=\"n\" font-size=\"7\" text-anchor=\"middle\" fill=\"{}\" fill-opacity=\".9\" stroke=\"{}\" \
             stroke-opacity=\".75\" stroke-width=\"2\" paint-order=\"stroke\" stroke-linejoin=\"round\">",
            colours.grid,
            colours.halo
        );
        for view in &scene.map.hexes {
            if let Some(hex) = layout.find(&view.number) {
                let p = layout.centre(hex);
                put!(out, "<text x=\"{}\" y=\"{}\">{}</text>", N(p.x), N(p.y - 27.0), esc(&view.number));
            }
        }
        out.push_str("</g>\n");
    }
}

/// A dashed line around objectives that hang together, and a star in each.
fn objectives(scene: &Scene<'_>, out: &mut String) {
    let views = scene.map.hexes.iter().filter(|h| h.objective);
    let hexes: BTreeSet<Hex> = views.filter_map(|h| scene.layout.find(&h.number)).collect();
    for walk in outlines(&hexes) {
        let points: Vec<Point> = walk.iter().map(|&key| scene.layout.corner(key)).collect();
        let d = straight(&points);
        put!(out, "<path d=\"{d}Z\" fill=\"none\" stroke=\"#fff3cf\" stroke-width=\"3.4\" stroke-opacity=\".7\"/>");
        put!(out, "<path d=\"{d}Z\" fill=\"none\" stroke=\"#9a6a0e\" stroke-width=\"1.7\" stroke-dasharray=\"6 3\"/>");
    }
    for hex in hexes {
        star(scene.layout.centre(hex).plus(30.5, 0.0), 5.6, out);
    }
}

fn straight(points: &[Point]) -> String {
    let mut d = String::new();
    for (i, p) in points.iter().enumerate() {
        put!(d, "{}{} {}", if i == 0 { "M" } else { "L" }, N(p.x), N(p.y));
    }
    d
}

/// A five-pointed star that marks an objective.
pub fn star(middle: Point, size: f64, out: &mut String) {
    let mut d = String::new();
    for i in 0..10 {
        let angle = std::f64::consts::PI * (f64::from(i) / 5.0 - 0.5);
        let r = if i % 2 == 0 { size } else { size * 0.42 };
        put!(d, "{}{} {}", if i == 0 { "M" } else { "L" }, N(middle.x + r * angle.cos()), N(middle.y + r * angle.sin()));
    }
    put!(out, "<path d=\"{d}Z\" fill=\"#d9a62e\" stroke=\"#6e4d0d\" stroke-width=\".8\"/>");
}

/// Unseen shapes over all hexes, with number and tooltip.
pub fn hotspots(scene: &Scene<'_>, out: &mut String) {
    out.push_str("<g fill=\"#fff\" fill-opacity=\"0\">");
    for view in &scene.map.hexes {
        let Some(hex) = scene.layout.find(&view.number) else { continue };
        let place = scene.map.places.iter().find(|p| p.hexes.contains(&view.number));
        let name = place.map_or(String::new(), |p| format!(" {}", p.name));
        put!(
            out,
            "<polygon data-hex=\"{0}\" points=\"{1}\"><title>{0}{2}: {3}</title></polygon>",
            esc(&view.number),
            scene.layout.polygon(hex, 1.0),
            esc(&name),
            esc(&view.terrain.join(", "))
        );
    }
    out.push_str("</g>\n");
}

/// A wavy line of the given width and height, for legends.
pub fn sample(width: f64, height: f64) -> Vec<Point> {
    let at = |x: f64, y: f64| Point::new(width * x, height * y);
    curve::along(&[at(0.0, 0.7), at(0.3, 0.25), at(0.65, 0.75), at(1.0, 0.3)])
}

/// A line of text in the middle of a hex, for terrain that has no drawing of its own.
pub fn word(scene: &Scene<'_>, hex: Hex, words: &str, out: &mut String) {
    let p = scene.layout.centre(hex);
    text(out, p.x, p.y + 3.0, Type::serif(9.0, scene.palette.faint).with("font-style=\"italic\""), words);
}
