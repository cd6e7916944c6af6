//! Dungeons (CR 309), as data: a room is the trigger event of one of a dungeon's abilities. And the abilities of the initiative
//! (726.2).
//!
//! # Invariants
//! * A dungeon has nothing but rooms, in the order in which they can be come to: the topmost one first. Rooms of a dungeon have
//!   different names, and arrows point to later rooms.

use super::tokens;
use crate::cards::check;
use crate::cards::compile::definition;
use crate::cards::def::{AbilityDef, CardDef, Subtype, TriggerEvent};
use crate::cards::{CardTable, Definition};
use crate::model::ids::{AbilityHandle, DefId};
use std::sync::{Arc, LazyLock};

static DUNGEONS: &str = include_str!("../../../assets/dungeons.ron");

static INITIATIVE: &str = r#"Card(format: 1, name: "Initiative", types: "Enchantment", abilities: [
    Triggered(when: Beginning(Upkeep, You), effects: [Venture(You, "Undercity")], from: Outside),
    Triggered(
        when: Damage(source: Type("Creature"), to: Player(You), combat: true),
        effects: [TakeInitiative(ControllerOf(EventSource))],
        from: Outside,
    ),
    Triggered(when: TakesInitiative(You), effects: [Venture(You, "Undercity")], from: Outside),
])"#;

/// All dungeons.
pub(in crate::cards) fn all() -> &'static [Arc<Definition>] {
    static ALL: LazyLock<Vec<Arc<Definition>>> = LazyLock::new(|| {
        let cards: Vec<CardDef> =
            check::options().from_str(DUNGEONS).unwrap_or_else(|e| panic!("assets/dungeons.ron: {e}"));
        cards.iter().map(compiled).collect()
    });
    &ALL
}

/// The abilities of who has the initiative, which have no source (CR 726.2): in the upkeep, as damage is dealt,
/// and as it is taken.
pub(in crate::cards) fn initiative() -> Arc<Definition> {
    static MADE: LazyLock<Arc<Definition>> = LazyLock::new(|| {
        let card = check::parse_card("the initiative", INITIATIVE).unwrap_or_else(|e| panic!("{e}"));
        compiled(&card)
    });
    Arc::clone(&MADE)
}

fn compiled(card: &CardDef) -> Arc<Definition> {
    definition(card, tokens()).unwrap_or_else(|e| panic!("{}: {e}", card.name))
}

/// The rooms of a dungeon, the topmost one first: what each is called, and what the rooms are called to which its arrows point.
fn rooms(dungeon: &Definition) -> impl Iterator<Item = (&str, &[String])> {
    dungeon.source.abilities.iter().filter_map(|ability| match ability {
        AbilityDef::Triggered(triggered) => match &triggered.when {
            TriggerEvent::EntersRoom { name, leads_to } => Some((name.as_str(), leads_to.as_slice())),
            _ => None,
        },
        _ => None,
    })
}

/// What a room is called.
pub fn room_name(table: &CardTable, dungeon: DefId, room: u8) -> String {
    rooms(table.def(dungeon)).nth(usize::from(room)).map(|(name, _)| name.to_owned()).unwrap_or_default()
}

/// What a room of a dungeon is called, with the dungeon.
pub fn called(table: &CardTable, dungeon: DefId, room: u8) -> String {
    format!("{} ({})", room_name(table, dungeon, room), table.def(dungeon).name)
}

/// The rooms to which the arrows of a room point (CR 309.5a); none if it is the bottommost one.
pub fn next_rooms(table: &CardTable, dungeon: DefId, room: u8) -> Vec<u8> {
    let definition = table.def(dungeon);
    let Some((_, leads_to)) = rooms(definition).nth(usize::from(room)) else { return Vec::new() };
    let place = |name: &String| rooms(definition).position(|(other, _)| other == name);
    leads_to.iter().filter_map(place).map(|n| n as u8).collect()
}

/// The ability of a room (CR 309.4c).
pub fn room_ability(table: &CardTable, dungeon: DefId, room: u8) -> Option<AbilityHandle> {
    let printed = &table.def(dungeon).faces[0].chars.abilities;
    printed.get(usize::from(room)).map(|instance| AbilityHandle { def: dungeon, ..instance.handle })
}

/// CR 701.49a, d: the dungeons into which a player who has none can venture. One with a subtype can only be entered by those who
/// venture into it.
pub fn enterable(table: &CardTable, into: Option<Subtype>) -> Vec<DefId> {
    let fits = |def: &DefId| {
        let subtypes = table.def(*def).faces[0].chars.subtypes;
        into.map_or_else(|| subtypes.is_empty(), |subtype| subtypes.contains(subtype))
    };
    table.0.dungeons.iter().copied().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::def::CardTypes;

    #[test]
    fn dungeons_are_good_and_their_arrows_lead_on_to_one_bottommost_room() {
        assert_eq!(all().len(), 4);
        for dungeon in all() {
            assert_eq!(dungeon.faces[0].chars.types, CardTypes::DUNGEON);
            let rooms: Vec<_> = rooms(dungeon).collect();
            assert_eq!(rooms.len(), dungeon.source.abilities.len());
            assert_eq!(rooms.len(), dungeon.faces[0].chars.abilities.len());
            for (i, (name, leads_to)) in rooms.iter().enumerate() {
                assert_eq!(rooms.iter().filter(|(other, _)| other == name).count(), 1, "{name}");
                assert_eq!(leads_to.is_empty(), i + 1 == rooms.len(), "{name}");
                for next in *leads_to {
                    assert!(rooms.iter().skip(i + 1).any(|(other, _)| other == next), "{name} leads to {next}");
                }
                let is_entered = i == 0 || rooms.iter().any(|(_, next)| next.iter().any(|n| n == name));
                assert!(is_entered, "{name}");
            }
        }
    }
}
