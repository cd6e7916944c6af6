//! Definitions written by hand: `assets/cards`, a file each.

use super::{Shipped, header};
use crate::model::ids::fold_name;
use include_dir::{Dir, include_dir};
use std::sync::LazyLock;

static CARDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/cards");

/// By folded name: of the card, and of each of its faces (CR 709.4a).
static INDEX: LazyLock<Vec<(String, Shipped)>> = LazyLock::new(|| {
    let mut texts = Vec::new();
    collect(&CARDS, &mut texts);
    let mut index = Vec::new();
    for text in texts {
        let card = Shipped { text, by_hand: true };
        // To see that there is no second name all of the text is read: once is enough.
        let names = header::names(text);
        index.push((fold_name(&names.0), card));
        if let Some(second) = &names.1 {
            index.push((fold_name(second), card));
            index.push((fold_name(&header::whole(&names)), card));
        }
    }
    index.sort_by(|a, b| a.0.cmp(&b.0));
    index.dedup_by(|a, b| a.0 == b.0);
    index
});

/// The card with a name, which is folded.
pub(super) fn find(key: &str) -> Option<Shipped> {
    let at = INDEX.binary_search_by(|(known, _)| known.as_str().cmp(key)).ok()?;
    Some(INDEX[at].1)
}

/// All of them, in no order.
pub(super) fn all() -> impl Iterator<Item = Shipped> {
    let mut texts = Vec::new();
    collect(&CARDS, &mut texts);
    texts.into_iter().map(|text| Shipped { text, by_hand: true })
}

fn collect(dir: &'static Dir<'_>, texts: &mut Vec<&'static str>) {
    for file in dir.files() {
        if file.path().extension().is_some_and(|e| e == "ron") {
            texts.push(file.contents_utf8().expect("card files are UTF-8"));
        }
    }
    dir.dirs().for_each(|dir| collect(dir, texts));
}
