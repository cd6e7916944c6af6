//! Which engine and which cards a game was played with.

use crate::cards::CardTable;
use std::fmt::Write;
use xxhash_rust::xxh3::Xxh3;

/// A writer into a hash.
struct Into(Xxh3);

impl Write for Into {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

/// A hash over the definitions in a table as their files say them: those of cards, and of the tokens that they make.
pub fn card_set(table: &CardTable) -> String {
    let mut hash = Into(Xxh3::new());
    for definition in &table.0.defs {
        // A hash takes any text.
        let _ = write!(hash, "{:?}", definition.source);
    }
    format!("{:016x}", hash.0.digest())
}
