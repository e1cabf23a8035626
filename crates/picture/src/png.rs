//! Bitmaps. The fonts come along, so that a picture looks the same on every machine, even on one without fonts.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::{Arc, OnceLock};

/// The widest picture that is drawn.
const WIDEST: u32 = 16_384;

macro_rules! face {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".otf")).as_slice()
    };
}

/// The fonts that come with the program.
fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut base = fontdb::Database::new();
        for bytes in [
            face!("LibertinusSerif-Regular"),
            face!("LibertinusSerif-Italic"),
            face!("LibertinusSerif-Semibold"),
            face!("LibertinusSerif-SemiboldItalic"),
            dejavu::sans_condensed::regular(),
            dejavu::sans_condensed::bold(),
        ] {
            base.load_font_source(fontdb::Source::Binary(Arc::new(bytes)));
        }
        base.set_serif_family("Libertinus Serif");
        base.set_sans_serif_family("DejaVu Sans");
        Arc::new(base)
    };
    Arc::clone(FONTS.get_or_init(load))
}

/// Turns an SVG document into a PNG of the given width; the height follows.
///
/// # Errors
/// When the document is not an SVG, or the width is 0 or too large.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, String> {
    if width == 0 || width > WIDEST {
        return Err(format!("a picture is 1 to {WIDEST} pixels wide, not {width}"));
    }
    let options = Options { fontdb: fonts(), font_family: "Libertinus Serif".to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|e| e.to_string())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().max(1.0);
    if height > 4.0 * WIDEST as f32 {
        return Err(format!("the picture would be {height} pixels high"));
    }
    let mut picture = Pixmap::new(width, height as u32).ok_or("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map_err(|e| e.to_string())
}
