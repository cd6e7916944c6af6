//! Abilities as files write them (CR 113): spell, activated, triggered and static ones, and keywords with parameters.

use super::cost::Cost;
use super::effect::Instruction;
use super::filter::Filter;
use super::keyword_ability::KeywordAbility;
use super::keywords::Keyword;
use super::mana::Color;
use super::modification::{Modification, Replacement};
use super::parts::Together;
use super::quantity::{Condition, Quantity};
use super::rule::Rule;
use super::trigger::TriggerEvent;
use super::ways::CastBy;

use super::words::{Obj, Objects, Who, ZoneKind, ZoneOf};
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// One ability of a card, a token, an emblem, or one that an effect grants.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub enum AbilityDef {
    /// Keywords without parameters.
    Keywords(Vec<Keyword>),
    /// What an instant or sorcery does as it resolves (CR 113.3a).
    Spell(SpellDef),
    /// `[cost]: [effect]` (CR 602). It is a mana ability if CR 605.1a says so; nothing marks it.
    Activated(ActivatedDef),
    /// "When", "whenever", "at" (CR 603). A triggered mana ability by CR 605.1b, unmarked too.
    Triggered(TriggeredDef),
    /// A statement that is simply true (CR 604).
    Static(StaticDef),
    /// What an additional cost must be paid with, beside the mana cost (CR 601.2b, f).
    AdditionalCost(Cost),
    /// What may be paid besides the mana cost (CR 601.2b). The n-th of a face is `Paid(n)`.
    OptionalCost(OptionalDef),
    /// Costs of which one is paid besides the mana cost, as the player chooses (CR 601.2b). Each of them counts as an
    /// optional cost: the n-th of a face is `Paid(n)`.
    EitherCost(Vec<Cost>),
    /// Another cost that may be paid instead of the mana cost (CR 118.9).
    AlternativeCost(AlternativeDef),
    /// It can be cast only while a condition holds (CR 601.3).
    CastOnlyIf(Condition),
    /// It may be cast as though it had flash, perhaps for a cost (CR 601.3c). That counts as an optional cost: as the n-th of a face it is
    /// `Paid(n)`. It isn't asked for at a time at which a sorcery could be cast.
    OwnFlash {
        /// What is paid besides for it.
        #[serde(default, skip_serializing_if = "is_free")]
        cost: Cost,
        /// What the spell does besides as it resolves, if it was cast so; a copy of it wasn't.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        early: Vec<Instruction>,
    },
    /// What its owner may do with it if it is in their opening hand, before the first turn and without the stack
    /// (CR 103.6).
    OpeningHand {
        /// What the player may do with the card (CR 103.6).
        effects: Vec<Instruction>,
        /// Only if this holds; always by default.
        #[serde(default = "always", skip_serializing_if = "is_always")]
        only_if: Condition,
        /// Any time they could mulligan instead (CR 103.5b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[drive(skip)]
        mulligan: bool,
    },
    /// It can be a commander, whatever its types are (CR 903.3a).
    CanBeCommander,
    /// How many cards of its name a deck can have, whatever the format says (CR 100.2a); any number without one.
    MostInDeck(#[drive(skip)] Option<u32>),
    /// A keyword that stands for abilities of its own.
    Keyword(KeywordAbility),
}

/// A spell ability: everything that the spell does.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields, default)]
pub struct SpellDef {
    /// Its instances of "target", in the order of the text.
    pub targets: Vec<TargetDef>,
    /// The instructions that are followed as it resolves, in order.
    pub effects: Vec<Instruction>,
    /// Its modes, if it has them; targets and effects of a mode are counted from the mode's own first.
    pub modes: Option<Modes>,
}

/// A bulleted list to choose from (CR 700.2).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct Modes {
    /// The fewest that may be chosen.
    pub min: u8,
    /// The highest number of modes that may be chosen.
    pub max: u8,
    /// Whether one may be chosen more than once (CR 700.2d).
    #[serde(default)]
    pub repeat: bool,
    /// How many may be chosen instead under a condition, which is looked at as modes are chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<OtherNumber>,
    /// Of an ability: only modes that haven't been chosen for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchosen: Option<Unchosen>,
    /// The modes to choose from, in the order of the list.
    pub list: Vec<Mode>,
}

/// Since when modes haven't been chosen for an ability of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, DriveMut)]
pub enum Unchosen {
    /// This turn.
    ThisTurn,
    /// Ever, as long as the object is the same one.
    Ever,
}

/// Another number of modes under a condition (CR 700.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct OtherNumber {
    /// The condition. Which optional costs of the spell are paid is known already.
    pub only_if: Condition,
    /// The fewest that may be chosen then.
    pub min: u8,
    /// The highest number of modes that may be chosen then.
    pub max: u8,
}

/// One mode.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    /// Its instances of "target".
    #[serde(default)]
    pub targets: Vec<TargetDef>,
    /// The instructions that are followed if it is chosen, in order.
    pub effects: Vec<Instruction>,
    /// Of a spell: what is paid besides for choosing it (CR 700.2h).
    #[serde(default, skip_serializing_if = "is_free")]
    pub cost: Cost,
    /// For how many modes it counts where the number of those that are chosen is limited (CR 700.2i).
    #[serde(default = "one_mode", skip_serializing_if = "is_one_mode")]
    #[drive(skip)]
    pub worth: u8,
}

const fn one_mode() -> u8 {
    1
}
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_one_mode(worth: &u8) -> bool {
    *worth == 1
}

/// One instance of the word "target" (CR 115).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct TargetDef {
    /// What may be chosen.
    pub what: TargetKind,
    /// The fewest, normally 1; 0 for "up to" and "any number".
    #[serde(default = "one")]
    pub min: Quantity,
    /// The most, normally 1.
    #[serde(default = "one")]
    pub max: Quantity,
    /// An amount that is divided among the targets, at least one each (CR 601.2d).
    #[serde(default)]
    pub divide: Option<Quantity>,
    /// Must differ from the choices for these earlier instances ("another target").
    #[serde(default)]
    pub other_than: Vec<u8>,
    /// Who chooses, if not the controller of the spell or ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Who>,
    /// What has chosen it resolves also if it has become illegal, against CR 608.2b.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub despite_illegal: bool,
    /// What they have to be like as a group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<Together>,
}

impl TargetDef {
    /// One target, undivided, chosen by the controller.
    pub const fn new(what: TargetKind) -> Self {
        Self {
            what,
            min: one(),
            max: one(),
            divide: None,
            other_than: Vec::new(),
            by: None,
            despite_illegal: false,
            together: Vec::new(),
        }
    }
}

pub(crate) const fn one() -> Quantity {
    Quantity::N(1)
}

/// What can be a target.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum TargetKind {
    /// A creature, player, planeswalker or battle (CR 115.4).
    AnyTarget,
    /// A permanent that matches the filter.
    Permanent(Filter),
    /// One of the players.
    Player(Who),
    /// One of the players for whom a condition holds: each of them is `It` there.
    PlayerWho(Who, Box<Condition>),
    /// A spell that matches the filter.
    Spell(Filter),
    /// An activated or triggered ability on the stack.
    Ability(Filter),
    /// A card in such a zone that matches the filter.
    Card(ZoneOf, Filter),
    /// One of these.
    Or(Vec<TargetKind>),
}

/// An activated ability.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct ActivatedDef {
    /// What is paid to activate it: the part before the colon.
    pub cost: Cost,
    /// Its instances of "target".
    #[serde(default)]
    pub targets: Vec<TargetDef>,
    /// The instructions that are followed as it resolves: the part after the colon.
    #[serde(default)]
    pub effects: Vec<Instruction>,
    /// Its modes, if it has them.
    #[serde(default)]
    pub modes: Option<Modes>,
    /// From where it can be activated (CR 113.6).
    #[serde(default = "battlefield")]
    pub from: ZoneKind,
    /// Only as a sorcery.
    #[serde(default)]
    pub sorcery_speed: bool,
    /// A mana ability that is activated only as an instant: not while a cost is paid (CR 605.3a, 602.5e).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub instant_speed: bool,
    /// "Activate only if".
    #[serde(default = "always")]
    pub only_if: Condition,
    /// The limit on activations or triggers each turn.
    #[serde(default)]
    pub per_turn: Option<u8>,
    /// Activate only once, as long as its object is the same one (CR 702.177a).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once: bool,
    /// Who may activate it, if not just its controller (CR 602.2).
    #[serde(default = "you")]
    pub by: Who,
    /// The colours of the mana that can be spent on the X of its cost; any mana without it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spend_on_x: Vec<Color>,
    /// How much less generic mana it costs than its cost says (CR 601.2f, 602.2b); nothing less without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub less: Option<Quantity>,
    /// By how much mana it costs less as long as a condition holds (CR 118.7): a mana cost, or that of an object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub less_by: Option<(Condition, Cost)>,
    /// The least that X can be: "X can't be 0".
    #[serde(default, skip_serializing_if = "is_zero")]
    #[drive(skip)]
    pub least_x: u8,
    /// It isn't an activated ability but a special action that a static ability allows (CR 116.2d): it doesn't use the stack, and what is
    /// about activated abilities isn't about it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub special: bool,
    /// It is a boast ability, which its condition and its limit make it (CR 702.142a): effects may refer to it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[drive(skip)]
    pub boast: bool,
}

impl ActivatedDef {
    /// One of a permanent that costs this and does that, and nothing else about it.
    pub fn new(cost: Cost, effects: Vec<Instruction>) -> Self {
        Self {
            cost,
            targets: Vec::new(),
            effects,
            modes: None,
            from: ZoneKind::Battlefield,
            sorcery_speed: false,
            instant_speed: false,
            only_if: Condition::Always,
            per_turn: None,
            once: false,
            by: Who::You,
            spend_on_x: Vec::new(),
            less: None,
            less_by: None,
            least_x: 0,
            special: false,
            boast: false,
        }
    }

    /// CR 702.142a: when a boast ability can be activated, once each turn.
    pub const fn boasts_if() -> Condition {
        Condition::Is(Obj::This, Filter::AttackedThisTurn)
    }
}

/// A triggered ability.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct TriggeredDef {
    /// The trigger event.
    pub when: TriggerEvent,
    /// What must hold at the event and is part of it ("your third card each turn", "during combat"): not looked at again.
    #[serde(default = "always", alias = "at_event")]
    pub provided: Condition,
    /// The intervening "if" (CR 603.4).
    #[serde(default = "always")]
    pub only_if: Condition,
    /// Its instances of "target".
    #[serde(default)]
    pub targets: Vec<TargetDef>,
    /// The instructions that are followed as it resolves, in order.
    #[serde(default)]
    pub effects: Vec<Instruction>,
    /// Its modes, if it has them.
    #[serde(default)]
    pub modes: Option<Modes>,
    /// Where the object must be for it to function, if the event does not say it (CR 113.6).
    #[serde(default = "battlefield")]
    pub from: ZoneKind,
    /// The limit on activations or triggers each turn.
    #[serde(default)]
    pub per_turn: Option<u8>,
}

fn battlefield() -> ZoneKind {
    ZoneKind::Battlefield
}
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(n: &u8) -> bool {
    *n == 0
}
pub(crate) fn always() -> Condition {
    Condition::Always
}
fn is_always(condition: &Condition) -> bool {
    *condition == Condition::Always
}
fn you() -> Who {
    Who::You
}

/// A static ability.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct StaticDef {
    /// The condition under which it holds ("as long as"); always by default.
    #[serde(default = "always")]
    pub only_if: Condition,
    /// What holds as long as the condition does.
    pub effect: StaticEffect,
    /// Where the object must be for it to function (CR 113.6); characteristic-defining abilities function everywhere.
    #[serde(default = "battlefield")]
    pub from: ZoneKind,
}

/// What a static ability, or a continuous effect from a resolution, makes true.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
pub enum StaticEffect {
    /// Changes objects, in the layers (CR 613).
    Affect(Objects, Vec<Modification>),
    /// Changes the rules of the game, or players (CR 613.10, 613.11).
    Rule(Rule),
    /// Replaces or prevents events (CR 614, 615).
    Replace(Replacement),
}

/// An alternative cost (CR 118.9), or another way to cast the card.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct AlternativeDef {
    /// What is paid rather than the mana cost.
    pub cost: Cost,
    /// The condition under which it can be cast for this cost.
    #[serde(default = "always")]
    pub only_if: Condition,
    /// From which zone; with `Hand` also wherever something else allows casting it.
    #[serde(default = "hand", skip_serializing_if = "is_hand")]
    pub from: ZoneKind,
    /// The keyword behind it, which [`Condition::CastBy`] asks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<CastBy>,
    /// It is exiled instead of going anywhere else from the stack.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub then_exile: bool,
    /// A card with two faces is cast with its other face up (CR 712.8c).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub transformed: bool,
    /// It can be cast in this way any time its player could cast an instant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flash: bool,
}

impl AlternativeDef {
    /// A cost that may be paid rather than the mana cost if a condition holds, with no keyword behind it.
    pub const fn plain(cost: Cost, only_if: Condition) -> Self {
        Self { cost, only_if, from: ZoneKind::Hand, by: None, then_exile: false, transformed: false, flash: false }
    }
    /// The cost and the condition, if that is all.
    pub fn as_plain(&self) -> Option<(&Cost, &Condition)> {
        let Self { cost, only_if, from, by, then_exile, transformed, flash } = self;
        let plain = *from == ZoneKind::Hand && by.is_none() && !then_exile && !transformed && !flash;
        plain.then_some((cost, only_if))
    }
}

/// A cost that may be paid besides the mana cost (CR 601.2b).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct OptionalDef {
    /// The cost that may be paid.
    pub cost: Cost,
    /// It may be paid any number of times.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub multiple: bool,
    /// Of a spell with modes: the player who pays it chooses all of them (CR 702.42a).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_modes: bool,
    /// The player who pays it chooses an opponent (CR 702.174a).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opponent: bool,
    /// If it is paid, the spell may be cast as though it had flash, see [`AbilityDef::OwnFlash`]; no file says it.
    #[serde(skip)]
    pub flash: bool,
    /// Exactly one of the marked costs of the face is paid, see [`AbilityDef::EitherCost`]; no file says it.
    #[serde(skip)]
    pub either: bool,
}

pub(super) fn is_free(cost: &Cost) -> bool {
    cost.0.is_empty()
}
fn hand() -> ZoneKind {
    ZoneKind::Hand
}
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_hand(zone: &ZoneKind) -> bool {
    *zone == ZoneKind::Hand
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Card files of others may still say what `provided` and `Rule` were called before.
    #[test]
    fn old_words_are_still_read() {
        let read = |text: &str| crate::cards::check::options().from_str::<AbilityDef>(text).unwrap();
        let new = read(
            "Triggered(when: Dies(Is(This)), provided: TurnOf(You), effects: [Continuous(Affect(The(This), [Rule(CantBlock)]), EndOfTurn)])",
        );
        let old = read(
            "Triggered(when: Dies(Is(This)), at_event: TurnOf(You), effects: [Continuous(Affect(The(This), [Must(CantBlock)]), EndOfTurn)])",
        );
        assert_eq!(new, old);
    }
}
