//! Which format a file is in: by its extension where that is enough, else by its content.

use super::source::{Source, show_quoted};
use super::{DeckError, DeckFormat, DeckProblem, arena, forge, mws, xmage, xml};

/// The format of a file. What nothing tells is plain text.
pub(super) fn detect(source: &Source<'_>) -> Result<DeckFormat, DeckError> {
    // A file name may be a path of another system, so only its last dot counts.
    let extension = source.file.rsplit_once('.').map_or("", |(_, extension)| extension);
    let markup = source.text.trim_start().starts_with('<');
    let format = match extension.to_ascii_lowercase().as_str() {
        "cod" => DeckFormat::Cockatrice,
        "o8d" => DeckFormat::Octgn,
        "json" => DeckFormat::Mtgjson,
        "mwdeck" => DeckFormat::Mws,
        "mtga" => DeckFormat::Arena,
        "dek" if markup => DeckFormat::Mtgo,
        // Both kinds of `.dck` are told apart by the sections of one of them.
        "dck" if forge::fits(source) => DeckFormat::Forge,
        "dck" => DeckFormat::Xmage,
        // Some sites write sets in brackets into `.dec` files.
        "dec" if mws::fits(source) => DeckFormat::Mws,
        "dec" => DeckFormat::Dec,
        _ if markup => return by_root(source),
        _ => by_lines(source),
    };
    Ok(format)
}

fn by_root(source: &Source<'_>) -> Result<DeckFormat, DeckError> {
    match xml::root(source) {
        Some(("Deck", _)) => Ok(DeckFormat::Mtgo),
        Some(("cockatrice_deck", _)) => Ok(DeckFormat::Cockatrice),
        Some(("deck", _)) => Ok(DeckFormat::Octgn),
        Some((name, span)) => {
            let found = show_quoted(name);
            Err(source.error(span, DeckProblem::UnknownFormat { found }))
        }
        None => {
            let found = "no element".to_owned();
            Err(source.error((0..1).into(), DeckProblem::UnknownFormat { found }))
        }
    }
}

fn by_lines(source: &Source<'_>) -> DeckFormat {
    if source.text.trim_start().starts_with('{') {
        DeckFormat::Mtgjson
    } else if forge::fits(source) {
        DeckFormat::Forge
    } else if xmage::fits(source) {
        DeckFormat::Xmage
    } else if mws::fits(source) {
        DeckFormat::Mws
    } else if arena::fits(source) {
        DeckFormat::Arena
    } else {
        DeckFormat::Text
    }
}
