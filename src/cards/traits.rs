//! What a definition has that other parts of the engine ask for at once, so that they needn't look where there is nothing.

use super::def::ZoneKind;
use crate::model::fact::FactMask;

/// Facts about a face's printed abilities that let hot paths skip it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traits {
    /// Has an activated ability, by the zone that it can be activated from (one bit a [`ZoneKind`]).
    pub activated_from: u8,
    /// Has an activated ability that isn't a mana ability, likewise; known of the cards of a table together.
    pub acts_from: u8,
    /// Has an activated ability that isn't its controller's alone; known of the cards of a table together.
    pub acts_for_others: bool,
    /// Has a mana ability, likewise.
    pub mana_from: u8,
    /// Has a triggered ability, by zone.
    pub triggered_from: u8,
    /// Has a static ability, by zone; characteristic-defining ones count for every zone.
    pub static_from: u8,
    /// Can be cast any time that its player has priority.
    pub instant_speed: bool,
    /// May be cast from a zone other than hand by its own ability (flashback and the like), by zone.
    pub cast_from: u8,
    /// Has a replacement effect for its own entering, or for events elsewhere.
    pub replaces: bool,
    /// Can be used from an opening hand.
    pub opens: bool,
    /// Counters may go along with it from zone to zone.
    pub keeps_counters: bool,
    /// Has a special action by which it is exiled from a hand (CR 116.2f, h, k).
    pub hand_actions: bool,
    /// Has a triggered mana ability (CR 605.1b).
    pub boosts_mana: bool,
    /// Has an effect that replaces what permanents produce that are tapped for mana (CR 106.12b); known of the cards of a table together.
    pub replaces_mana: bool,
    /// Adds mana that can't be spent on everything, or that does something as it is spent (CR 106.6); known of the cards of a table together.
    pub binds_mana: bool,
    /// Asks what is attached to something.
    pub asks_attached: bool,
    /// Has an effect that makes objects copies for a while (CR 707.2).
    pub copies: bool,
    /// What it asks about what objects did this turn (CR 608.2i), as bits of deeds.
    pub deeds: u16,
    /// Asks how many cards were drawn this turn, or limits it.
    pub counts_draws: bool,
    /// Asks how many spells were cast this turn, or limits it.
    pub counts_spells: bool,
    /// Asks how much life players gained or lost this turn or how much damage they were dealt, or how often an ability has resolved.
    pub counts_tallies: bool,
    /// Asks whether a spell of its name has resolved in the game.
    pub asks_resolved: bool,
    /// Asks which spells players have cast in the game, by their names.
    pub asks_cast: bool,
    /// Asks how much mana players have spent to cast spells this turn.
    pub counts_spent: bool,
    /// Asks from where permanents have entered this turn.
    pub asks_entered_from: bool,
    /// Asks for all objects or players that a trigger event happened to.
    pub asks_events: bool,
    /// Has an ability that triggers as another one triggers (CR 603.3b).
    pub asks_triggering: bool,
    /// Asks how much damage something has dealt to players this turn.
    pub sums_damage: bool,
    /// How many combat phases there have been this turn.
    pub counts_combats: bool,
    /// Asks which step of the turn it is, or whose turn, apart from what it says of when it may be cast.
    pub asks_step: bool,
    /// Has an effect on what objects on the stack are like, or on the next spell that a player casts.
    pub reaches_stack: bool,
    /// Has an effect that makes rules for abilities on the stack, perhaps together with spells.
    pub rules_abilities: bool,
    /// Has a static ability that changes the object itself as a spell (CR 604.3 aside).
    pub shapes_itself: bool,
    /// Has an effect that may give spells flash.
    pub quickens_spells: bool,
    /// Has players take the initiative or venture into a dungeon (CR 701.49, 726).
    pub ventures: bool,
    /// Has the Ring tempt players (CR 701.54).
    pub tempts: bool,
    /// Has ascend, or gives it (CR 702.131b).
    pub ascends: bool,
    /// Gives players speed (CR 702.179).
    pub speeds: bool,
    /// Has players ignore effects (CR 116.2d).
    pub lifts: bool,
    /// Has a mana ability that is activated only as an instant.
    pub timed_mana: bool,
    /// Asks whether players commit crimes (CR 700.13).
    pub crimes: bool,
    /// Has an ability that triggers as its own card is discarded, wherever that is then (CR 113.6k); known of the cards of a table together.
    pub discards_itself: bool,
    /// Lets cards be revealed as they are drawn (CR 702.94a).
    pub reveals_drawn: bool,
    /// Has an ability that triggers on excess damage (CR 120.10).
    pub asks_excess: bool,
    /// Has an ability that triggers as a player loses control of something (CR 603.10d).
    pub asks_control: bool,
    /// Takes all abilities from objects (CR 613.1f).
    pub takes_abilities: bool,
    /// Keeps counters from being put on permanents (CR 614.17).
    pub forbids_counters: bool,
    /// Has an effect that lasts as long as a condition holds (CR 611.2b).
    pub lasts_while: bool,
    /// Has a prepare spell (CR 722.2a).
    pub prepares: bool,
    /// Makes permanents that several objects represent: is a meld card (CR 712.4), or has mutate (702.140).
    pub components: bool,
    /// Is about day and night (CR 731), or has daybound or nightbound (702.145).
    pub day_night: bool,
    /// The kinds of facts of which a triggered ability of it asks whether they are the first of the turn.
    pub firsts: FactMask,
    /// Asks what was cast in the turn before.
    pub last_turn: bool,
    /// Is a permanent card with two halves and one type line (CR 709.5).
    pub halves: bool,
    /// Is a battle (CR 310), or makes something one.
    pub battles: bool,
}

impl Traits {
    /// Adds the traits of another face or definition to these.
    pub fn add(&mut self, other: Self) {
        macro_rules! add {
            ($($field:ident)*) => { $(self.$field |= other.$field;)* };
        }
        add! {
            activated_from acts_from triggered_from static_from instant_speed cast_from replaces opens hand_actions keeps_counters asks_attached copies deeds
            counts_draws counts_spells counts_tallies asks_resolved asks_cast counts_spent asks_entered_from asks_events asks_triggering sums_damage counts_combats asks_step tempts ascends speeds lifts timed_mana asks_excess asks_control takes_abilities
            forbids_counters lasts_while prepares components crimes reveals_drawn discards_itself day_night firsts last_turn halves ventures battles
        }
    }
    /// Whether something can be activated or cast from a zone by an ability of its own.
    pub fn used_from(&self, zone: ZoneKind) -> bool {
        (self.activated_from | self.cast_from) & Self::bit(zone) != 0
    }
    /// The bit of a zone.
    pub const fn bit(zone: ZoneKind) -> u8 {
        1 << zone as u8
    }
}
