//! Takes the faces of Libertinus Serif that pictures need out of the crate that carries them, so that the binary holds
//! these alone and the repository holds no font at all.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "png")]
    faces::write();
}

#[cfg(feature = "png")]
mod faces {
    use std::path::PathBuf;

    const WANTED: [&str; 4] =
        ["LibertinusSerif-Regular", "LibertinusSerif-Italic", "LibertinusSerif-Semibold", "LibertinusSerif-SemiboldItalic"];

    /// Writes each wanted face to the folder of build products.
    pub fn write() {
        let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
        for name in WANTED {
            let face = typst_assets::fonts().find(|bytes| is(bytes, name)).unwrap_or_else(|| panic!("no face {name}"));
            std::fs::write(folder.join(format!("{name}.otf")), face).expect("the build folder can be written");
        }
    }

    /// Whether the font carries this PostScript name: it stands in the file as plain letters, followed by something else.
    fn is(bytes: &[u8], name: &str) -> bool {
        let name = name.as_bytes();
        bytes.starts_with(b"OTTO")
            && bytes.windows(name.len() + 1).any(|w| w.starts_with(name) && !w[name.len()].is_ascii_alphanumeric())
    }
}
