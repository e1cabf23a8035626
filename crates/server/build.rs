//! Puts the files of `web/dist`, if they have been built, into the program: as they are, and compressed where that helps.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../web/dist");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-changed=build.rs");
    let release = env::var("PROFILE")? == "release";
    let mut files = Vec::new();
    walk(&root, &root, &mut files);
    files.sort();
    let mut code = format!("static ASSETS: [Asset; {}] = [\n", files.len());
    for (i, (name, path)) in files.iter().enumerate() {
        let bytes = fs::read(path)?;
        let plain = out.join(format!("asset-{i}"));
        fs::write(&plain, &bytes)?;
        let mut hash = DefaultHasher::new();
        bytes.hash(&mut hash);
        let smaller = |packed: Vec<u8>, ending: &str| -> std::io::Result<String> {
            if packed.len() * 10 > bytes.len() * 9 {
                return Ok("None".to_owned());
            }
            let path = out.join(format!("asset-{i}.{ending}"));
            fs::write(&path, packed)?;
            Ok(format!("Some(include_bytes!({path:?}))"))
        };
        let brotli = if cfg!(feature = "brotli") { smaller(brotli(&bytes, release)?, "br")? } else { "None".to_owned() };
        let gzip = smaller(gzip(&bytes)?, "gz")?;
        writeln!(
            code,
            "Asset {{ path: {name:?}, plain: include_bytes!({plain:?}), brotli: {brotli}, gzip: {gzip}, tag: \"\\\"{:016x}\\\"\" }},",
            hash.finish()
        )?;
    }
    code.push_str("];\n");
    fs::write(out.join("assets.rs"), code)?;
    Ok(())
}

fn walk(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            walk(root, &path, files);
        } else if let Ok(name) = path.strip_prefix(root) {
            files.push((name.to_string_lossy().replace('\\', "/"), path.clone()));
        }
    }
}

#[cfg(feature = "brotli")]
fn brotli(bytes: &[u8], release: bool) -> std::io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let quality = if release { 11 } else { 5 };
    brotli::CompressorWriter::new(&mut packed, 4096, quality, 22).write_all(bytes)?;
    Ok(packed)
}

#[cfg(not(feature = "brotli"))]
const fn brotli(_: &[u8], _: bool) -> std::io::Result<Vec<u8>> {
    Ok(Vec::new())
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(bytes)?;
    packer.finish()
}
