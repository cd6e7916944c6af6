//! What is legal: targets, and what a player with priority can do.
//!
//! | file | what |
//! | --- | --- |
//! | `targets` | legal targets, protection, what can be attached to what (115, 702.16) |
//! | `actions` | all that a player with priority can do (117.1) |
//! | `ways`, `permitted`, `offered`, `castable` | in which ways a card can be cast, from where, for which cost, and whether it can be |
//! | `own_words` | what abilities of a spell say of casting it |
//! | `effort` | the search for targets that suit, and how much it looks at |
//! | `plain` | cards that are judged where they lie |
//! | `as_spell`, `proposed` | a card as the spell that it would be (601.3e) |
//! | `entering` | what can't enter the battlefield (614.17d) |
//! | `legality` | whether it may be cast as proposed (601.2e, 601.3) |
//! | `instances` | modes and instances of "target" (700.2, 115) |
//! | `total`, `parts`, `enough`, `removals`, `payable` | the total cost (601.2f), its parts, and whether it can be paid (118.3) |
//! | `special` | special actions (116.2b, f, h, k) |

mod actions;
pub(crate) mod as_spell;
pub(crate) mod castable;
pub(crate) mod effort;
pub(crate) mod enough;
mod entering;
pub(crate) mod instances;
pub(crate) mod legality;
mod offered;
mod own_words;
pub(crate) mod parts;
pub(crate) mod payable;
pub(crate) mod permitted;
mod plain;
pub(crate) mod proposed;
pub(crate) mod removals;
pub mod special;
mod targets;
pub(crate) mod total;
pub(crate) mod ways;

use crate::rules::state::EditGame;
pub use actions::{
    LegalCache, Offers, actions, can_act, lands_during_resolution, mana_abilities, sorcery_time, split_second,
    summoning_sick, too_new, use_allowed,
};
pub(crate) use actions::{OffersApp, Windows, is_sick, look_for_actions, mana_abilities_now, with_means};
pub(crate) use entering::{EntersLike, kept_out};

pub use instances::{Instance, body, choices_exist, instances, mode, mode_of_instance, program, spell_texts};
pub(crate) use legality::{any_rule, is_barred};
pub(crate) use offered::{cost_offer, ways_now};
pub use offered::{ways_during_resolution, would_match};
pub(crate) use parts::choice as part_options;
pub use parts::part_payable;
pub(crate) use payable::largest_x;
pub use payable::payable;
pub(crate) use permitted::permitted_ways;
pub(crate) use plain::{OnCasting, PlainCards};
pub use proposed::Proposed;
pub use targets::{
    can_be_attached, is_legal_target, player_protected_from, protected_from, stays_attached, target_options,
};
pub(crate) use targets::{can_be_countered, reconfigured};
pub use total::{BaseCost, total_cost};
pub use ways::{FUSED, Permit, face_chars, permit_of};
pub(crate) use ways::{back, faces};

/// What is cached of legal actions is out of date: after a restore, or for a new game in a used world.
pub fn invalidate(world: &mut impl EditGame) {
    world.part_mut::<LegalCache>().reset();
}
