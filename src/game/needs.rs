//! Which of the rules that can be left out a game can't do without.

use super::GameSetup;
use crate::cards::def::{CardTypes, Destination, Entry, Instruction, Modification, Walk};
use crate::cards::{CardTable, Definition};
use crate::model::player::Players;
use crate::rules::state::{Features, MissingRules, ReadGame};
use bevy_ecs::prelude::*;

/// Whether a world has the rules that games of a setup need.
///
/// # Errors
/// What is missing.
pub(super) fn check(world: &World, setup: &GameSetup) -> Result<(), MissingRules> {
    look(world, &setup.table, setup.commanders.iter().any(|cards| !cards.is_empty()))
}

/// Whether a world has the rules that its game needs.
///
/// # Errors
/// What is missing.
pub(super) fn check_game(world: &World) -> Result<(), MissingRules> {
    let commanders = world.part::<Players>().0.iter().any(|player| !player.commanders.is_empty());
    look(world, world.part::<CardTable>(), commanders)
}

fn look(world: &World, table: &CardTable, commanders: bool) -> Result<(), MissingRules> {
    let missing = Features::all() - *world.part::<Features>();
    if missing.contains(Features::COMMANDER) && commanders {
        return Err(MissingRules { plugin: "CommanderPlugin", needed_for: "a game with commanders".to_owned() });
    }
    let kind = |definition: &Definition, kind| definition.faces.iter().any(|face| face.chars.is(kind));
    for definition in table.0.defs.iter().take_while(|_| !missing.is_empty()) {
        let plugin = if missing.contains(Features::COMBAT) && needs_combat(definition) {
            "CombatPlugin"
        } else if missing.contains(Features::PLANES) && kind(definition, CardTypes::PLANE) {
            "PlanesPlugin"
        } else if missing.contains(Features::SCHEMES) && kind(definition, CardTypes::SCHEME) {
            "SchemesPlugin"
        } else {
            continue;
        };
        return Err(MissingRules { plugin, needed_for: format!("`{}`", definition.name) });
    }
    Ok(())
}

/// CR 302.5, 508.1a: whether a card is a creature, makes one of something, or is about combat phases. Creatures attack and
/// block.
fn needs_combat(definition: &Definition) -> bool {
    let mut needs = definition.faces.iter().any(|face| face.chars.is_creature());
    let mut source = definition.source.clone();
    source.each(|effect: &mut Instruction| {
        needs |= matches!(effect, Instruction::ExtraCombat { .. } | Instruction::TurnFaceDown(_));
    });
    source.each(|modification: &mut Modification| {
        if let Modification::AddTypes(types, _) | Modification::SetTypes(types, _) = modification {
            needs |= types.contains(CardTypes::CREATURE);
        }
    });
    source.each(|to: &mut Destination| {
        needs |= matches!(to, Destination::Battlefield(entry) if Entry::is_face_down(entry));
    });
    needs
}
