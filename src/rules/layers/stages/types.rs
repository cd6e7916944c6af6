//! Layer 4: type-changing effects (CR 613.1d, 205, 305.7).

use super::foreign;
use crate::cards::CardTable;
use crate::cards::def::{CardTypes, KeywordSet, Modification, Subtype, SubtypeKind, SubtypeSet};
use crate::model::ids::Origin;
use crate::model::object::{AbilityInstance, Characteristics, Restrictions};
use crate::model::zone::Zone;
use crate::rules::layers::pass::Pass;
use crate::rules::reading::values::basic;
use std::sync::LazyLock;

/// All subtypes of one kind. A list of the rules, not state.
fn all_of(kind: SubtypeKind) -> &'static SubtypeSet {
    static KINDS: LazyLock<[SubtypeSet; 8]> = LazyLock::new(|| {
        [
            SubtypeKind::Artifact,
            SubtypeKind::Battle,
            SubtypeKind::Creature,
            SubtypeKind::Dungeon,
            SubtypeKind::Enchantment,
            SubtypeKind::Land,
            SubtypeKind::Planeswalker,
            SubtypeKind::Spell,
        ]
        .map(SubtypeSet::all_of)
    });
    &KINDS[kind as usize]
}

const KINDS: [SubtypeKind; 8] = [
    SubtypeKind::Artifact,
    SubtypeKind::Battle,
    SubtypeKind::Creature,
    SubtypeKind::Dungeon,
    SubtypeKind::Enchantment,
    SubtypeKind::Land,
    SubtypeKind::Planeswalker,
    SubtypeKind::Spell,
];

/// CR 305.6: a land has the mana abilities of its basic land types and no others of the kind.
pub(super) fn sync_intrinsic(table: &CardTable, chars: &mut Characteristics) {
    if !chars.is_land() && chars.abilities.iter().all(|a| a.origin != Origin::BasicLandType) {
        return;
    }
    let wanted =
        |chars: &Characteristics, i: usize| chars.is_land() && chars.subtypes.contains(Subtype::BASIC_LANDS[i]);
    for (i, handle) in table.0.basic_mana.into_iter().enumerate() {
        let have = chars.abilities.iter().position(|a| a.origin == Origin::BasicLandType && a.handle == handle);
        match (wanted(chars, i), have) {
            (true, None) => {
                chars.abilities.push(AbilityInstance { handle, origin: Origin::BasicLandType, nth: 0 });
            }
            (false, Some(at)) => {
                chars.abilities.remove(at);
            }
            _ => {}
        }
    }
}

/// CR 205.1a: without a card type, its subtypes go too, but for those of a type that is still there.
fn drop_orphans(chars: &mut Characteristics) {
    for kind in KINDS {
        if !chars.types.intersects(kind.card_types()) {
            chars.subtypes = chars.subtypes.without(all_of(kind));
        }
    }
}

fn insert_all(chars: &mut Characteristics, subtypes: &[Subtype]) {
    for subtype in subtypes.iter().filter(|s| chars.types.intersects(s.kind().card_types())) {
        chars.subtypes.insert(*subtype);
    }
}

/// CR 205.1a: new creature types replace the old ones.
fn set_creature_types(chars: &mut Characteristics, subtypes: &[Subtype]) {
    chars.subtypes = chars.subtypes.without(all_of(SubtypeKind::Creature));
    insert_all(chars, subtypes);
}

/// CR 305.7: the new basic land types replace all land types, and the abilities of the text go.
fn set_basic_land_types(chars: &mut Characteristics, subtypes: &[Subtype]) {
    chars.subtypes = chars.subtypes.without(all_of(SubtypeKind::Land));
    insert_all(chars, subtypes);
    // No effect has granted anything before layer 6: all keywords are from the text.
    chars.keywords = KeywordSet::empty();
    chars.abilities.retain(|a| a.origin != Origin::Text);
    chars.restrictions -= Restrictions::ABILITIES;
    chars.restrictions |= Restrictions::LOST_TEXT;
}

fn subtype(value: i64) -> Option<Subtype> {
    u16::try_from(value).ok().map(Subtype)
}

/// CR 205.1, 205.3d, 305.7.
pub(super) fn write(m: &Modification, table: &CardTable, values: &[i64], chars: &mut Characteristics) {
    match m {
        Modification::AddTypes(types, subtypes) => {
            chars.types |= *types;
            let mask = values[0];
            for (_, s) in subtypes.iter().enumerate().take(63).filter(|(i, _)| mask & (1 << i) != 0) {
                chars.subtypes.insert(*s);
            }
        }
        Modification::SetTypes(types, subtypes) => {
            // An instant or sorcery stays one.
            chars.types = *types | chars.types & (CardTypes::INSTANT | CardTypes::SORCERY);
            drop_orphans(chars);
            for s in subtypes {
                chars.subtypes = chars.subtypes.without(all_of(s.kind()));
            }
            insert_all(chars, subtypes);
        }
        Modification::SetCreatureTypes(subtypes) => {
            if values[0] != 0 {
                set_creature_types(chars, subtypes);
            }
        }
        Modification::AllCreatureTypes => {
            if values[0] != 0 {
                chars.subtypes = chars.subtypes.union(all_of(SubtypeKind::Creature));
            }
        }
        Modification::SetBasicLandTypes(subtypes) => {
            if values[0] != 0 {
                set_basic_land_types(chars, subtypes);
            }
        }
        Modification::AddBasicLandTypes(subtypes) => {
            if values[0] != 0 {
                insert_all(chars, subtypes);
            }
        }
        Modification::AddEveryBasicLandType => {
            if values[0] != 0 {
                insert_all(chars, &Subtype::BASIC_LANDS);
            }
        }
        Modification::AddChosenSubtype => {
            if let Some(s) = subtype(values[0]) {
                chars.subtypes.insert(s);
            }
        }
        Modification::SetChosenSubtype => {
            if let Some(s) = subtype(values[0]) {
                if basic(s).is_some() {
                    set_basic_land_types(chars, &[s]);
                } else {
                    set_creature_types(chars, &[s]);
                }
            }
        }
        Modification::RemoveTypes(types) => {
            chars.types -= *types;
            drop_orphans(chars);
        }
        Modification::RemoveCreatureTypes => set_creature_types(chars, &[]),
        Modification::AddSupertypes(supertypes) => chars.supertypes |= *supertypes,
        Modification::RemoveSupertypes(supertypes) => chars.supertypes -= *supertypes,
        _ => return foreign(m),
    }
    sync_intrinsic(table, chars);
}

/// CR 208.1, 208.3: what is a creature has power and toughness, and no other permanent has. Of other cards a Vehicle has them, too.
pub(in crate::rules::layers) fn settle(pass: &mut Pass) {
    for row in &mut pass.rows.list {
        let kept = row.chars.has_pt && row.state.zone != Zone::Battlefield;
        row.chars.has_pt = kept || row.chars.is_creature();
    }
}
