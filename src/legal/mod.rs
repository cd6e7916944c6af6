//! What is legal: targets, and what a player with priority can do.

mod actions;
mod targets;

pub use actions::{
    LegalCache, actions, can_act, mana_abilities, sorcery_time, split_second, summoning_sick, use_allowed,
};
pub(crate) use actions::{Windows, look_for_actions, mana_abilities_now, with_means};
pub use targets::{
    attaches, can_be_attached, is_legal_target, player_protected_from, protected_from, rules_of, stays_attached,
    target_options,
};

/// What is cached of legal actions is out of date: after a restore, or for a new game in a used world.
pub fn invalidate(world: &mut bevy_ecs::world::World) {
    world.resource_mut::<LegalCache>().reset();
}
