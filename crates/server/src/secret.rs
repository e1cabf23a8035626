//! What nobody may guess: tokens, names of tables, seeds, passphrases.

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use grognard_engine::fair;
use sha2::{Digest as _, Sha256};

/// A SHA-256.
pub type Hash = [u8; 32];

/// Random bytes from the system.
///
/// # Panics
/// When the system has no source of randomness: there is no safe way to go on without one.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system offers random numbers");
    bytes
}

/// A new token: 256 random bits as 64 hexadecimal digits, and the hash under which it is stored.
pub fn token() -> (String, Hash) {
    let text = fair::hex(&random::<32>());
    let hash = token_hash(&text);
    (text, hash)
}

/// The one secret that the name of a new table and everything that lets somebody in there follow from. None of them leads back to it, or to another.
pub struct Source(Hash);

impl Source {
    /// One that nobody knows.
    pub fn new() -> Self {
        Self(random())
    }

    /// One that the same claim and wish come to again; `salt` is the server's.
    pub fn claimed(salt: &Hash, wish: &str) -> Self {
        Self(Sha256::new().chain_update(b"grognard wish ").chain_update(salt).chain_update(wish).finalize().into())
    }

    fn of(&self, what: &[u8], key: &str) -> Hash {
        Sha256::new().chain_update(what).chain_update(self.0).chain_update(key).finalize().into()
    }

    /// The name of the table.
    pub fn table_id(&self) -> String {
        letters(&self.of(b"grognard table ", ""))
    }

    /// What somebody is let in with, by what it is for; and the hash under which it is stored.
    pub fn token(&self, key: &str) -> (String, Hash) {
        let text = fair::hex(&self.of(b"grognard entry ", key));
        let hash = token_hash(&text);
        (text, hash)
    }
}

/// The hash under which a token is stored. The token is random and long, so that a plain hash is enough.
pub fn token_hash(token: &str) -> Hash {
    Sha256::new().chain_update(b"grognard token ").chain_update(token).finalize().into()
}

/// Whether two hashes are the same, in a time that does not tell where they differ.
pub fn same(a: &Hash, b: &Hash) -> bool {
    std::hint::black_box(a.iter().zip(b).fold(0, |sum, (x, y)| sum | (x ^ y))) == 0
}

/// A name for a table: 80 random bits in letters and digits that are not easily mistaken for each other.
pub fn table_id() -> String {
    letters(&random())
}

fn letters(bytes: &Hash) -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    bytes.iter().take(16).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Whether a text can be the name of a table, so that nonsense is refused without asking the database.
pub fn is_table_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

/// A passphrase as it is stored: Argon2id with its own salt. This takes some hundredths of a second, on purpose.
///
/// # Errors
/// When it cannot be hashed.
pub fn hash_passphrase(passphrase: &str) -> Result<String, String> {
    let salt = SaltString::encode_b64(&random::<16>()).map_err(|why| why.to_string())?;
    Argon2::default().hash_password(passphrase.as_bytes(), &salt).map(|hash| hash.to_string()).map_err(|why| why.to_string())
}

/// Whether a passphrase is the one that was stored.
pub fn is_passphrase(passphrase: &str, stored: &str) -> bool {
    PasswordHash::new(stored).is_ok_and(|hash| Argon2::default().verify_password(passphrase.as_bytes(), &hash).is_ok())
}

/// A quick hash of a passphrase that was found right, so that the slow one need not be asked at every request. It is kept in
/// memory only, and differs from table to table.
pub fn quick_hash(passphrase: &str, stored: &str) -> Hash {
    Sha256::new().chain_update(b"grognard passphrase ").chain_update(stored).chain_update(passphrase).finalize().into()
}

/// What can be sent instead of a passphrase by whoever gave it rightly once. It follows from what is stored, which is told to nobody, so
/// that it is good at every server and after a restart; and it cannot be guessed, so that it need not be slow.
pub fn pass(stored: &str) -> String {
    fair::hex(&Into::<Hash>::into(Sha256::new().chain_update(b"grognard pass ").chain_update(stored).finalize()))
}

/// Whether a text can be a token.
pub fn is_token(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// A mark by which one household is told from another without its address being kept.
pub fn mark(salt: &Hash, household: u128) -> String {
    let hash: Hash =
        Sha256::new().chain_update(b"grognard maker ").chain_update(salt).chain_update(household.to_be_bytes()).finalize().into();
    fair::hex(&hash)[..20].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_differ_and_are_known_by_their_hash() {
        let ((a, hash), (b, _)) = (token(), token());
        assert_eq!(a.len(), 64);
        assert_ne!(a, b);
        assert!(same(&token_hash(&a), &hash));
        assert!(!same(&token_hash(&b), &hash));
    }

    #[test]
    fn names_of_tables_are_known_by_their_form() {
        for _ in 0..100 {
            let id = table_id();
            assert!(is_table_id(&id), "{id}");
        }
        for bad in ["", "abc", "ABCDEFGH01234567", "../../etc/passwd", "abcdefgh0123456é"] {
            assert!(!is_table_id(bad), "{bad}");
        }
    }

    #[test]
    fn a_passphrase_is_stored_as_a_salted_slow_hash() {
        let (a, b) = (hash_passphrase("tirailleur").unwrap(), hash_passphrase("tirailleur").unwrap());
        assert!(a.starts_with("$argon2id$") && a != b);
        assert!(is_passphrase("tirailleur", &a));
        assert!(!is_passphrase("voltigeur", &a));
        assert!(!is_passphrase("tirailleur", "nonsense"));
    }
}
