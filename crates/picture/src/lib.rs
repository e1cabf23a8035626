//! Maps and counters as pictures and as text.
//!
//! Everything is drawn from [`MapView`] and [`Board`], which any rulebook fills; no rule is known here. The same input gives
//! the same picture, byte for byte.
//!
//! | module | what it draws |
//! |---|---|
//! | `geometry`, `curve` | where things lie, and smooth lines through them |
//! | `ground`, `terrain`, `town` | open land, woods and lakes, houses and forts |
//! | `relief` | levels as tints with contour lines; the letters of sheets |
//! | `lines`, `roads`, `fences` | rivers, slopes and bridges; roads; walls, fences and marks on hexsides |
//! | `labels` | names, entries, the frame |
//! | `counter`, `stance`, `marks` | counters and stacks; fronts and formations; flags, targets, badges |
//! | `margin`, `legend` | the panel beside the map |
//! | `text` | the map for terminals, and the list for ears |
//! | `poster` | a picture to hand on, with a headline and where strength was lost |
//! | `png` | bitmaps, with their own fonts |

mod counter;
mod curve;
mod fences;
mod geometry;
mod ground;
mod ink;
mod labels;
mod legend;
mod lines;
mod list;
mod margin;
mod marks;
mod palette;
#[cfg(feature = "png")]
mod png;
mod poster;
mod relief;
mod roads;
mod scene;
mod shores;
mod stance;
mod terrain;
mod text;
mod town;

use grognard_engine::{Board, MapView};
pub use ink::esc;
use ink::{N, SANS, SERIF, put};
pub use list::list;
pub use palette::Theme;
#[cfg(feature = "png")]
pub use png::png;
pub use poster::{Poster, poster, with_losses};
use scene::Scene;
pub use text::text;

/// What to draw, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The season the map is painted in.
    pub theme: Theme,
    /// Whether the hex grid is drawn.
    pub grid: bool,
    /// Whether hex numbers are printed.
    pub numbers: bool,
    /// Whether places are named.
    pub names: bool,
    /// Whether counters and marks are drawn.
    pub counters: bool,
    /// Whether the short names used in commands are printed on the counters.
    pub tags: bool,
    /// Whether the panel stands beside the map: title, turn, tracks, counters off the map, legend.
    pub panel: bool,
    /// Whether each hex gets an unseen shape with its number in `data-hex` and a tooltip, for pages that listen to clicks.
    pub hotspots: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            grid: true,
            numbers: true,
            names: true,
            counters: true,
            tags: true,
            panel: true,
            hotspots: false,
        }
    }
}

/// Draws the map, with the counters of `board` on it, as a self-contained SVG document.
///
/// Words for terrain, hexsides, nations or badges that are not known are drawn as something neutral; hex numbers that are
/// not on the map are passed over.
#[must_use]
pub fn svg(map: &MapView, board: Option<&Board>, options: &Options) -> String {
    let map = map.painted();
    let scene = Scene::of(&map, board, options);
    let mut body = String::with_capacity(400_000);
    ground::draw(&scene, &mut body);
    relief::draw(&scene, &mut body);
    relief::sheets(&scene, &mut body);
    lines::shade(&scene, &mut body);
    terrain::floors(&scene, &mut body);
    town::yards(&scene, &mut body);
    lines::waters(&scene, &mut body);
    terrain::lakes(&scene, &mut body);
    lines::hachures(&scene, &mut body);
    roads::draw(&scene, &mut body);
    lines::bridges(&scene, &mut body);
    terrain::trees(&scene, &mut body);
    town::houses(&scene, &mut body);
    fences::draw(&scene, &mut body);
    ground::grid(&scene, &mut body);
    labels::draw(&scene, &mut body);
    if options.hotspots {
        ground::hotspots(&scene, &mut body);
    }
    if let (Some(board), true) = (board, options.counters) {
        marks::below(&scene, board, &mut body);
        marks::losses(&scene, board, &mut body);
        fences::marks(&scene, board, &mut body);
        counter::on_map(&scene, board, &mut body);
        marks::above(&scene, board, &mut body);
    }
    labels::frame(&scene, &mut body);
    margin::title_on_map(&scene, &mut body);

    let outer = scene.layout.frame.grown(labels::BAND + 22.0);
    let (mut width, mut height) = (outer.w, outer.h);
    if options.panel {
        let (x, y, zoom) = (outer.x + outer.w, outer.y + 22.0, scene.zoom());
        if zoom > 1.0 {
            put!(body, "<g transform=\"translate({0} {1}) scale({zoom:.3}) translate({2} {3})\">", N(x), N(y), N(-x), N(-y));
        }
        let bottom = y + (margin::draw(&scene, x, y, &mut body) - y) * zoom;
        if zoom > 1.0 {
            body.push_str("</g>");
        }
        width += margin::WIDTH * zoom + 22.0;
        height = height.max(bottom + 22.0 - outer.y);
    }

    let mut out = String::with_capacity(body.len() + 4_000);
    put!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" role=\"img\">\n<title>{}</title>\n",
        N(outer.x),
        N(outer.y),
        N(width),
        N(height),
        N(width),
        N(height),
        esc(&scene.title())
    );
    put!(out, "<style>.s{{font-family:{SERIF}}}.n{{font-family:{SANS};font-stretch:condensed}}</style>\n<defs>");
    ground::defs(&scene, &mut out);
    terrain::defs(&scene, &mut out);
    out.push_str("</defs>\n");
    put!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
        N(outer.x),
        N(outer.y),
        N(width),
        N(height),
        scene.palette.paper
    );
    out.push_str(&body);
    out.push_str("</svg>\n");
    out
}
