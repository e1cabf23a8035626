//! Messages as they go out: as text, or packed where the other side can unpack and it is worth while.
//!
//! A packed message is a binary frame with the text in the zlib format (RFC 1950), each by itself: a browser reads it with
//! `DecompressionStream("deflate")`. The extension of the protocol for this (permessage-deflate) would keep a window for every idle
//! socket, and our library does not have it.

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use std::io::{Read as _, Write as _};
use std::sync::{Arc, OnceLock};
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};

/// Shorter messages go out as they are: what could be saved is less than what a packet carries along.
pub const WORTH_PACKING: usize = 1 << 10;
/// Nothing that is unpacked here is longer.
const MOST_UNPACKED: u64 = 64 << 20;

/// A message that many are sent, packed at most once.
pub struct Parcel {
    /// As text.
    pub text: Utf8Bytes,
    packed: OnceLock<Bytes>,
}

impl Parcel {
    /// A message.
    pub fn new(text: String) -> Arc<Self> {
        Arc::new(Self { text: text.into(), packed: OnceLock::new() })
    }

    /// The same packed.
    pub fn packed(&self) -> Bytes {
        self.packed.get_or_init(|| pack(self.text.as_bytes()).into()).clone()
    }
}

/// Packs a text for the wire or for the disk.
pub fn pack(text: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::with_capacity(text.len() / 6 + 64), Compression::new(6));
    // Writing into memory does not fail.
    let _ = packer.write_all(text);
    packer.finish().unwrap_or_default()
}

/// Reads what was packed; nothing if it is spoilt.
pub fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    ZlibDecoder::new(packed).take(MOST_UNPACKED).read_to_end(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_is_unpacked() {
        let text = "French: Sth2 to 1609 ".repeat(200);
        let packed = pack(text.as_bytes());
        assert!(packed.len() < text.len() / 20, "{}", packed.len());
        assert_eq!(unpack(&packed).as_deref(), Some(text.as_bytes()));
        assert!(unpack(&packed[..packed.len() / 2]).is_none() && unpack(b"nonsense").is_none());
    }
}
