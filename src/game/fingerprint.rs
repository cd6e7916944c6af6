//! Which engine and which cards a game was played with.

use crate::cards::CardTable;
use xxhash_rust::xxh3::Xxh3;

/// A hash over the definitions in a table as their files say them: those of cards, and of the tokens that they make.
pub fn card_set(table: &CardTable) -> String {
    let mut hash = Xxh3::new();
    for definition in &table.0.defs {
        hash.update(&definition.fingerprint().to_le_bytes());
    }
    format!("{:016x}", hash.digest())
}
