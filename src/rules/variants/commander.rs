//! Commander (CR 903): the designation, the tax, the way back to the command zone, damage by commanders.
//!
//! The designation belongs to the card, not to the object (903.3): it stays with the slot, whatever the card becomes. All
//! of it stands in [`Player::commanders`](crate::model::player::Player::commanders) and
//! [`Player::commander_damage`](crate::model::player::Player::commander_damage).
//!
//! | rule | where it applies |
//! | --- | --- |
//! | 903.6, 903.7: starts in the command zone, 40 life | `designate`, `LIFE` |
//! | 903.8: cast from there, with a tax | `castable_from_command`, `model::commander::tax`, `note` |
//! | 903.9a: may go back from a graveyard or exile | `returning`, `sba::choose` |
//! | 903.9b: may go there instead of a hand or library | `events::applicable` |
//! | 903.4: colour identity | `color_identity`, where decks are checked and as a game begins |
//! | 903.3, 702.124: what can be a commander, which two can be | `partners`, where decks are checked |
//! | 702.124c-e: two commanders | `identity` for both; all else is kept and asked by card |
//! | 903.10a: 21 combat damage by one commander | `note`, `sba::players` |

use crate::cards::CardTable;
use crate::cards::def::{
    AbilityDef, CardDef, Color, ColorSet, Condition, Layout, ManaCost, ManaProduced, Modification, Obj, Objects,
    StaticDef, StaticEffect, Subtype, Walk,
};
use crate::model::commander::{Commander, is_commander};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectId, ObjectRef, Referent, Seat};
use crate::model::object::{CopiableSource, Object, ObjectKind};
use crate::model::player::Players;
use crate::model::zone::Zone;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, GameState};
use crate::rules::zones;
use smallvec::SmallVec;

/// CR 903.7: the starting life total.
pub const LIFE: i32 = 40;

/// CR 903.3: makes a card its owner's commander.
pub fn designate(world: &mut impl EditGame, card: ObjectId) {
    let object = world.row::<Object>(card);
    let owner = object.owner;
    let identity = match object.base {
        CopiableSource::Def(def, _) => color_identity(&world.part::<CardTable>().def(def).source),
        _ => ColorSet::empty(),
    };
    let commander = Commander { card, casts: 0, declined: ObjectRef::NONE, identity };
    world.part_mut::<Players>().get_mut(owner).commanders.push(commander);
}

/// CR 903.8: whether a player may cast a card from the command zone because it is their commander.
pub(super) fn castable_from_command(board: &Live<'_>, seat: Seat, id: ObjectId) -> bool {
    let object = board.object(id);
    object.zone == Zone::Command && object.owner == seat && is_commander(board.players(), id, seat)
}

/// CR 903.8, 903.10a: remembers that a commander was cast from the command zone, and combat damage that one has dealt to a player.
pub(super) fn note(world: &mut GameState<'_>, fact: &Fact) -> Option<Fact> {
    match *fact {
        Fact::Cast { spell, by, from: Zone::Command } => {
            let commanders = &mut world.players.get_mut(by).commanders;
            if let Some(commander) = commanders.iter_mut().find(|c| c.card == spell.id) {
                commander.casts = commander.casts.saturating_add(1);
            }
        }
        Fact::Damaged { source, target: Referent::Player(seat), amount, combat: true, .. } => {
            // CR 903.3c: also if it is a component of the permanent.
            let dealt = |card: &ObjectId| {
                *card == source.id || zones::others(world, source).iter().any(|other| other.id == *card)
            };
            // Most games have none, and much damage.
            if world.players.0.iter().all(|player| player.commanders.is_empty()) {
                return None;
            }
            let all = world.players.0.iter().flat_map(|p| &p.commanders).map(|c| c.card);
            let by: SmallVec<[ObjectId; 1]> = all.filter(dealt).collect();
            for commander in by {
                let damage = &mut world.players.get_mut(seat).commander_damage;
                match damage.iter_mut().find(|(card, _)| *card == commander) {
                    Some((_, so_far)) => *so_far = so_far.saturating_add(amount),
                    None => damage.push((commander, amount)),
                }
            }
        }
        _ => {}
    }
    None
}

/// CR 903.9a: the commanders that have come to a graveyard or exile since their owners were asked last, in APNAP order.
pub(super) fn elsewhere(board: &impl Board) -> Vec<(Seat, ObjectRef)> {
    let players = board.players();
    let mut all = Vec::new();
    for seat in players.in_turn_order(board.turn().active) {
        for commander in &players.get(seat).commanders {
            let object = board.object(commander.card);
            let there = matches!(object.zone, Zone::Graveyard(_) | Zone::Exile);
            if there && object.kind == ObjectKind::Card && commander.declined != object.reference() {
                all.push((seat, object.reference()));
            }
        }
    }
    all
}

/// CR 903.4, 903.5d: the colours of the mana symbols in a card's costs and text, of its colour indicators, those that it
/// defines itself, and those of the mana that its basic land types make.
pub fn color_identity(card: &CardDef) -> ColorSet {
    let mut source = card.clone();
    // CR 712.4b: the back of a meld card says nothing of it by itself.
    source.other = source.other.filter(|(layout, _)| *layout != Layout::Meld);
    let card = &source.clone();
    let mut identity: ColorSet = card.color_indicator.iter().copied().collect();
    identity |= card.other.iter().flat_map(|(_, face)| face.color_indicator.iter().copied()).collect();
    source.each(|cost: &mut ManaCost| identity |= cost.colors());
    source.each(|mana: &mut ManaProduced| {
        // Colours that an instruction offers stand for symbols in the text.
        if let ManaProduced::OneOf(colors) | ManaProduced::Combination(_, colors) | ManaProduced::ChosenColor(colors) =
            mana
        {
            identity |= colors.iter().copied().collect();
        }
    });
    let abilities = card.abilities.iter().chain(card.other.iter().flat_map(|(_, face)| &face.abilities));
    for color in abilities.filter_map(own_colors).flatten() {
        identity |= [*color].into_iter().collect();
    }
    let faces = [&card.types].into_iter().chain(card.other.iter().map(|(_, face)| &face.types));
    for types in faces {
        for (subtype, color) in Subtype::BASIC_LANDS.into_iter().zip(Color::ALL) {
            if types.subtypes.contains(subtype) {
                identity |= [color].into_iter().collect();
            }
        }
    }
    identity
}

/// CR 604.3: the colours that a characteristic-defining ability gives its card.
fn own_colors(ability: &AbilityDef) -> Option<&[Color]> {
    let AbilityDef::Static(StaticDef { only_if: Condition::Always, effect, .. }) = ability else { return None };
    let StaticEffect::Affect(Objects::The(Obj::This), changes) = effect else { return None };
    match changes.as_slice() {
        [Modification::SetColors(colors)] => Some(colors),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::check::parse_card;

    fn identity(rest: &str) -> ColorSet {
        let text = format!(r#"Card(format: 1, name: "Test Card", {rest})"#);
        color_identity(&parse_card("test.ron", &text).unwrap_or_else(|e| panic!("{e}")))
    }

    #[test]
    fn identity_is_read_from_costs_text_and_land_types() {
        let set = |colors: &[Color]| colors.iter().copied().collect::<ColorSet>();
        assert_eq!(identity(r#"cost: "{1}{G/W}", types: "Creature", pt: (1, 1)"#), set(&[Color::Green, Color::White]));
        assert_eq!(identity(r#"types: "Basic Land - Forest""#), set(&[Color::Green]));
        assert_eq!(identity(r#"cost: "{3}", types: "Artifact""#), ColorSet::default());
        assert_eq!(identity(r#"color_indicator: [Blue], types: "Instant""#), set(&[Color::Blue]));
        let land =
            r#"types: "Land", abilities: [Activated(cost: [Tap], effects: [AddMana(mana: OneOf([Green, Blue]))])]"#;
        assert_eq!(identity(land), set(&[Color::Green, Color::Blue]));
        let defined = r#"types: "Creature - Golem", pt: (1, 1), abilities: [Static(effect: Affect(The(This), [SetColors([Red])]))]"#;
        assert_eq!(identity(defined), set(&[Color::Red]));
        let text = r#"types: "Artifact", abilities: [Activated(cost: [Mana("{1}{R}")], effects: [Draw()])]"#;
        assert_eq!(identity(text), set(&[Color::Red]));
        // CR 712.4b: the combined back of a meld card isn't part of the card.
        let back = |layout: &str| {
            let back = r#"(name: "Whole", color_indicator: [Green], types: "Creature", pt: (1, 1))"#;
            identity(&format!(r#"cost: "{{W}}", types: "Creature", pt: (1, 1), other: ({layout}, {back})"#))
        };
        assert_eq!(back("Transform"), set(&[Color::White, Color::Green]));
        assert_eq!(back("Meld"), set(&[Color::White]));
    }
}
