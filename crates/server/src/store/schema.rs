//! The tables of the database, as a list of migrations. A migration that has been released is never changed; a new one is
//! added below it.
//!
//! Truth is small: the row of a table with its seats, and its journal. A line of the journal is an action with its dice, or a
//! going-back by consent; the position is always computed from them. `(table_id, seq)` is the key of the journal, so that two
//! processes that both believe to write line 57 cannot both succeed.
//!
//! `written` counts the transactions of each process that writes. The last statement of each transaction raises the count, so
//! that whoever reads it knows which of them are stored, whatever the writer was told.

/// SQL that both databases understand. What differs is written in braces: `{blob}`, `{serial}`.
pub const MIGRATIONS: &[&str] = &[
    "
CREATE TABLE tables (
    id         TEXT PRIMARY KEY,
    game       TEXT NOT NULL,
    rulebook   TEXT NOT NULL,
    revision   BIGINT NOT NULL,
    options    TEXT NOT NULL,
    name       TEXT NOT NULL,
    public     BIGINT NOT NULL,
    passphrase TEXT,
    seed       {blob} NOT NULL,
    deal       TEXT NOT NULL,
    position   TEXT,
    created    BIGINT NOT NULL,
    over       BIGINT NOT NULL,
    asked      TEXT
);
CREATE INDEX lobby ON tables (public, over, created);
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    place    BIGINT NOT NULL,
    seat     TEXT NOT NULL,
    who      TEXT NOT NULL,
    name     TEXT NOT NULL,
    token    {blob},
    PRIMARY KEY (table_id, place)
);
CREATE INDEX thinkers ON seats (who);
CREATE TABLE journal (
    table_id TEXT NOT NULL,
    seq      BIGINT NOT NULL,
    kind     TEXT NOT NULL,
    seat     TEXT NOT NULL,
    action   TEXT NOT NULL,
    rolls    TEXT NOT NULL,
    drawn    BIGINT NOT NULL,
    checked  TEXT NOT NULL,
    played   BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (table_id, seq)
){keyed};
CREATE TABLE chat (
    id       {serial},
    table_id TEXT NOT NULL,
    seat     TEXT NOT NULL,
    name     TEXT NOT NULL,
    said     TEXT NOT NULL,
    at       BIGINT NOT NULL
);
CREATE INDEX chat_of_table ON chat (table_id, id);
",
    "
ALTER TABLE journal ADD COLUMN reason TEXT;
",
    // What players bring to the dice, and the ends that they make. `promise` is the commitment as it was when the table was made.
    "
ALTER TABLE tables ADD COLUMN promise TEXT;
ALTER TABLE tables ADD COLUMN ending TEXT;
ALTER TABLE seats ADD COLUMN seen BIGINT;
ALTER TABLE journal ADD COLUMN word TEXT;
ALTER TABLE journal ADD COLUMN link TEXT;
",
    // Whose a table is, for a lobby that is for all, and a secret with which that is told without an address.
    "
ALTER TABLE tables ADD COLUMN maker TEXT;
CREATE INDEX makers ON tables (maker, created);
CREATE TABLE house (
    name  TEXT PRIMARY KEY,
    value {blob} NOT NULL
);
",
    "
CREATE TABLE written (
    process BIGINT PRIMARY KEY,
    batches BIGINT NOT NULL,
    opened  BIGINT NOT NULL
);
",
    // Positions from which long journals are taken up, with the log that led to them; and from where on corrected rules hold.
    "
CREATE TABLE snapshots (
    table_id TEXT NOT NULL,
    seq      BIGINT NOT NULL,
    played   BIGINT NOT NULL,
    since    BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    checked  TEXT NOT NULL,
    passing  BIGINT NOT NULL,
    position TEXT NOT NULL,
    memory   TEXT NOT NULL,
    turns    TEXT NOT NULL,
    log      {blob} NOT NULL,
    PRIMARY KEY (table_id, seq)
);
ALTER TABLE tables ADD COLUMN corrected TEXT;
",
    // Where a game that is over was begun anew, and where a seat wants to be told that it is its turn.
    "
ALTER TABLE tables ADD COLUMN rematch TEXT;
ALTER TABLE seats ADD COLUMN webhook TEXT;
",
];

/// The statements of a migration for one database.
pub fn statements(migration: &str, words: &[(&str, &str)]) -> Vec<String> {
    let text = words.iter().fold(migration.to_owned(), |text, (name, word)| text.replace(&format!("{{{name}}}"), word));
    text.split(';').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_in_braces_is_left_over() {
        let words = [("blob", "BLOB"), ("serial", "INTEGER PRIMARY KEY"), ("keyed", "")];
        for statement in MIGRATIONS.iter().flat_map(|migration| statements(migration, &words)) {
            assert!(statement.starts_with("CREATE") || statement.starts_with("ALTER"), "{statement}");
            assert!(!statement.contains(['{', '}']), "{statement}");
        }
    }
}
