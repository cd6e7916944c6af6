//! What continuous effects do: to objects in the layers (CR 613), to the rules (613.11), to events (614, 615).

use super::ability::AbilityDef;
use super::effect::Instruction;
use super::filter::{AbilitySort, CardName, Filter};
use super::keywords::{CounterKind, Keyword};
use super::mana::Color;
use super::parts::Destination;
use super::quantity::{Condition, Quantity};
use super::trigger::DamageTo;
use super::types::{CardTypes, Subtype, Supertypes};
use super::ways::{Designation, KeywordName};
use super::words::{Obj, Objects, Var, Who, ZoneKind};
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// One change to an object. Each belongs to exactly one layer or sublayer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
pub enum Modification {
    // ---- layer 1a (as an exception of a copy effect any of the others, too)
    /// Becomes a copy of an object, except for these changes (CR 707).
    CopyOf(Obj, Vec<Modification>),
    /// Has another name (a copy exception).
    Name(CardName),
    /// Has the ability of which this is an instruction (an exception of a copy effect, CR 707.9a), beside no other that it gives.
    ThisAbility,
    /// Has no mana cost (a copy exception).
    NoManaCost,
    // ---- layer 2
    /// A player gains control.
    Control(Who),
    // ---- layer 3
    /// Words of the variables `from` and `to` change (CR 612.2).
    ChangeWord(Var, Var),
    /// Has the full text of the first of these objects (CR 612.6), and these abilities besides.
    FullText(Objects, Vec<AbilityDef>),
    /// Has the rules text that the variable holds instead of its own (CR 612.5). `ExchangeText` sets it.
    RulesText(Var),
    // ---- layer 4
    /// Has card types and subtypes in addition to its others.
    AddTypes(CardTypes, Vec<Subtype>),
    /// Has exactly these card types and subtypes (CR 205.1a); supertypes stay.
    SetTypes(CardTypes, Vec<Subtype>),
    /// Has exactly these creature types.
    SetCreatureTypes(Vec<Subtype>),
    /// Has exactly these land types, loses abilities from its text and gains the mana abilities (CR 305.7).
    SetBasicLandTypes(Vec<Subtype>),
    /// Has these basic land types and their mana abilities in addition (CR 305.7).
    AddBasicLandTypes(Vec<Subtype>),
    /// It is every basic land type in addition. No word of it names one.
    AddEveryBasicLandType,
    /// Has the chosen subtype in addition: the one that a variable holds, or else the one chosen for the source.
    AddChosenSubtype,
    /// The chosen subtype replaces its creature types, or its land types if it is a basic land type (CR 305.7).
    SetChosenSubtype,
    /// Is every creature type.
    AllCreatureTypes,
    /// Loses card types (and the subtypes that go with them, CR 205.1b).
    RemoveTypes(CardTypes),
    /// Loses all subtypes of creatures.
    RemoveCreatureTypes,
    /// Gains supertypes.
    AddSupertypes(Supertypes),
    /// Loses supertypes.
    RemoveSupertypes(Supertypes),
    // ---- layer 5
    /// Becomes exactly these colours; none is colourless.
    SetColors(Vec<Color>),
    /// Becomes the colour that a variable holds.
    SetColorVar(Var),
    /// Is these colours in addition.
    AddColors(Vec<Color>),
    /// Has the colour in addition that was chosen for the source (CR 105.3).
    AddChosenColor,
    // ---- layer 6
    /// Gains keywords.
    Gain(Vec<Keyword>),
    /// Gains abilities.
    GainAbilities(Vec<AbilityDef>),
    /// Gains protection from the colour that a variable holds.
    ProtectionFromColorVar(Var),
    /// Gains the activated abilities of objects.
    GainActivatedOf(Objects),
    /// Loses keywords, all instances (CR 113.10b).
    Lose(Vec<Keyword>),
    /// Loses keyword abilities of these names, all instances, whatever their parameters (CR 113.10b).
    LoseKeywords(Vec<KeywordName>),
    /// Loses all abilities.
    LoseAllAbilities,
    /// Loses all abilities but those of a sort: `Mana` for mana abilities (CR 605.1).
    LoseAbilitiesBut(AbilitySort),
    /// Can't have or gain keywords (CR 113.11).
    CantHave(Vec<Keyword>),
    // ---- layer 7a, when a characteristic-defining ability says it; otherwise 7b
    /// Has base power and toughness.
    SetPT(Quantity, Quantity),
    /// Has base power.
    SetPower(Quantity),
    /// Has base toughness.
    SetToughness(Quantity),
    // ---- layer 7c
    /// Gets this much more power and toughness.
    ModifyPT(Quantity, Quantity),
    // ---- layer 7d (7e in the classic edition)
    /// Power and toughness are switched.
    SwitchPT,
    // ---- after the layers: rules that hold for the object (CR 613.11)
    /// A restriction, requirement or permission for the object.
    #[serde(alias = "Must")]
    Rule(ObjectRule),
}

/// A rule for an object: restrictions and requirements of combat, targeting, untapping and the like.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub enum ObjectRule {
    /// Can't attack.
    CantAttack,
    /// Can attack only a player, or what a player controls, for whom a condition holds: the defending player is `It` there.
    AttacksOnlyIf(Condition),
    /// Can't attack unless another creature attacks, too (CR 508.1c).
    CantAttackAlone,
    /// Can attack only if no other creature attacks (CR 508.1c).
    AttacksOnlyAlone,
    /// Can't block.
    CantBlock,
    /// Can't block unless another creature blocks, too (CR 509.1b).
    CantBlockAlone,
    /// Can block only creatures that match the filter.
    BlocksOnly(Filter),
    /// Can't be blocked, except by creatures that match the filter.
    CantBeBlockedExceptBy(Filter),
    /// Can't be blocked by creatures that match the filter.
    CantBeBlockedBy(Filter),
    /// Attacks each combat if able (CR 508.1d).
    AttacksIfAble,
    /// Attacks this turn if able: unless it has attacked this turn (CR 508.1d).
    AttacksThisTurnIfAble,
    /// Attacks a certain object if able.
    AttacksObjectIfAble(Obj),
    /// Attacks one of these players if able, of those for whom the condition holds: the player is `It` in it (CR 508.1d).
    AttacksPlayerIfAble(Who, Condition),
    /// Is goaded by the player whose effect this is (CR 701.15b): attacks if able, and a player other than that one if able.
    Goaded,
    /// Blocks if able (CR 509.1c).
    BlocksIfAble,
    /// Blocks a certain attacking creature if able (CR 509.1c).
    BlocksObjectIfAble(Obj),
    /// Is blocked by a creature that matches the filter if able (CR 509.1c).
    BlockedIfAble(Filter),
    /// Can block N additional creatures.
    BlocksAdditional(u8),
    /// Can block any number of creatures.
    BlocksAnyNumber,
    /// Can't be blocked by more than N creatures.
    MostBlockers(u8),
    /// Can't attack these players (CR 508.1c).
    CantAttackPlayer {
        /// The players whom the creature can't attack.
        who: Who,
        /// Nor planeswalkers that they control.
        #[serde(default)]
        planeswalkers: bool,
    },
    /// Can attack as though it didn't have defender.
    AttacksDespiteDefender,
    /// Its activated abilities can be activated as though it had haste (CR 302.6, 609.4).
    ActivatesAsHasty,
    /// Its loyalty abilities can be activated any time its controller could cast an instant (CR 606.3).
    LoyaltyAsInstant,
    /// Its loyalty abilities can be activated twice each turn rather than once (CR 606.3).
    LoyaltyTwice,
    /// Its boast abilities can be activated twice each turn rather than once (CR 702.142a).
    BoastsTwice,
    /// Its loyalty abilities can be activated that many times more each turn, by the player whose effect it is (CR 606.3).
    LoyaltyMore(u8),
    /// Doesn't untap during its controller's untap step.
    DoesntUntap,
    /// Untaps during each other player's untap step, too (CR 502.3).
    UntapsWithOthers,
    /// As its controller untaps their permanents it is returned to its owner's hand.
    ReturnsAsUntaps,
    /// Its controller may choose not to untap it.
    MayStayTapped,
    /// Its controller may exert it as it attacks (CR 508.1g, 701.43d).
    MayBeExerted,
    /// Can't be regenerated.
    CantBeRegenerated,
    /// Can't be countered.
    CantBeCountered,
    /// Can't be countered by spells or abilities that match the filter (CR 701.6a).
    CantBeCounteredBy(Filter),
    /// Can't be the target of spells or abilities that match the filter.
    CantBeTargetedBy(Filter),
    /// Its activated abilities can't be activated.
    CantActivate {
        /// Mana abilities too.
        mana_too: bool,
    },
    /// Can't be blocked except by N or more creatures.
    FewestBlockers(u8),
    /// Assigns no combat damage.
    AssignsNoDamage,
    /// Assigns combat damage equal to its toughness rather than its power.
    DamageByToughness,
    /// If it is blocked, its controller may have it assign its combat damage as though it weren't (CR 510.1b-c).
    MayAssignAsUnblocked,
    /// Crews Vehicles as though its power were N greater (CR 702.122b).
    CrewsAsStronger {
        /// How much greater.
        by: u8,
        /// It saddles Mounts so, too (CR 702.171c).
        #[serde(default)]
        saddles: bool,
    },
    /// Crews Vehicles using its toughness rather than its power (CR 702.122b).
    CrewsByToughness {
        /// It saddles Mounts so, too (CR 702.171c).
        #[serde(default)]
        saddles: bool,
    },
    /// Can't be sacrificed.
    CantBeSacrificed,
    /// Can't be turned face up (CR 708.7).
    CantBeTurnedFaceUp,
    /// As it changes zones its counters go with it, but for these zones. Works in every zone.
    KeepsCounters {
        /// Into these they don't go.
        #[serde(default)]
        except: Vec<ZoneKind>,
    },
    /// Can't be enchanted or equipped by objects that match the filter.
    CantBeAttachedBy(Filter),
    /// Can't have more than N counters of a kind (CR 704.5r).
    MostCounters(CounterKind, u32),
}

/// A replacement or prevention effect.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// The event that would happen.
    pub event: ReplacedEvent,
    /// The condition under which it applies; always by default.
    #[serde(default = "always")]
    pub only_if: Condition,
    /// What happens instead.
    pub with: ReplaceWith,
    /// Who may choose not to apply it, if anyone.
    #[serde(default)]
    pub optional: Option<Who>,
}

fn always() -> Condition {
    Condition::Always
}

/// The event that is replaced. In `only_if` and `with`, `Event` is its object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub enum ReplacedEvent {
    /// An object that matches the filter would enter the battlefield (as it would be there, CR 614.12).
    Enters(Filter),
    /// An object that matches the filter would change zones.
    Moves {
        /// The objects that would move.
        what: Filter,
        /// The zone that it would leave; any zone if there is none here.
        #[serde(default)]
        from: Option<ZoneKind>,
        /// The zone that it would come to; any zone if there is none here.
        #[serde(default)]
        to: Option<ZoneKind>,
    },
    /// A spell that matches the filter would be put into its owner's graveyard as it resolves (CR 608.2n).
    Resolves(Filter),
    /// An object that matches the filter would be destroyed.
    Destroyed(Filter),
    /// Damage would be dealt.
    Damage {
        /// What the source of the damage must be like: a permanent, if it names a card type or subtype and doesn't ask for a spell, a
        /// card or a zone (CR 109.2).
        source: Filter,
        /// The objects or players that would be dealt the damage.
        to: DamageTo,
        /// Only combat damage, or only other damage.
        #[serde(default)]
        combat: Option<bool>,
    },
    /// One of the players would gain life.
    GainLife(Who),
    /// One of the players would lose life, by paying it too.
    LoseLife(Who),
    /// Damage would reduce the life total of one of the players (CR 120.3a).
    DamageToLife(Who),
    /// One of the players would pay life.
    PayLife(Who),
    /// One of the players would lose the game.
    LoseGame(Who),
    /// One of the players would draw a card.
    Draw(Who),
    /// One of the players would draw N or more cards at one instruction, or by the rules in a draw step. The amount is how many; each of
    /// them is drawn after that (CR 121.2a).
    DrawCards(Who, u32),
    /// One of the players would discard a card that matches the filter.
    Discard(Who, Filter),
    /// Counters of a kind (or any) would be put on an object that matches the filter.
    PutCounters(Option<CounterKind>, Filter),
    /// One of the players would get counters of a kind (or any).
    GetCounters(Who, Option<CounterKind>),
    /// Tokens that match the filter would be created under the control of one of the players. They aren't there yet: their types,
    /// subtypes, supertypes and colours can be asked.
    CreateTokens(Who, Filter),
    /// A permanent would be turned face up: "as it is turned face up" (CR 708.11).
    TurnedFaceUp(Filter),
    /// A permanent would transform: "as it transforms into" what has the ability (CR 712.20).
    TransformsInto(Filter),
    /// A permanent that matches the filter would untap.
    Untap(Filter),
    /// One of the players would begin a turn (CR 614.10). What is done instead is done first in the next turn that begins
    /// (614.10b).
    BeginsTurn {
        /// The players whose turn it would be.
        who: Who,
        /// Only extra turns (CR 500.7).
        #[serde(default)]
        #[drive(skip)]
        extra: bool,
    },
    /// One of the players would find a card while they search their library (CR 701.23), in whatever zone. A card that isn't
    /// found is none that the search has found.
    Finds(Who),
    /// This event, if a resolving spell or ability under the control of one of the players causes it, which is `EventSource`, unless
    /// the event has a source of its own.
    CausedBy(Who, Box<ReplacedEvent>),
}

/// What happens instead.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
pub enum ReplaceWith {
    /// Nothing happens instead (CR 614.10).
    Nothing,
    /// Damage is prevented: all of it, or up to N (CR 615). A shield that a resolving spell or ability makes prevents N in all, but with
    /// `OnceThisTurn` N of the next damage, where `EventAmount` is how much that is; a static ability prevents N each time.
    Prevent(Option<Quantity>),
    /// It happens with this amount instead; `EventAmount` is what it would have been.
    Amount(Quantity),
    /// Damage that would reduce a life total to less than N reduces it to N instead.
    ReducesLifeTo(i32),
    /// Damage is prevented, all of it; and these instructions right after it, once for all damage that would be dealt at the
    /// same time (CR 615.5). They are followed also if it can't be prevented (615.12).
    PreventAndThen(Vec<Instruction>),
    /// It goes somewhere else instead.
    MoveTo(Destination),
    /// It goes somewhere else instead, and these instructions are followed right after it; they find as `Event` what it has become.
    MoveToAndThen(Destination, Vec<Instruction>),
    /// It enters tapped.
    Tapped,
    /// It enters untapped.
    Untapped,
    /// It enters prepared (CR 722.3a), or with another designation.
    Designated(Designation),
    /// It enters with counters, or gets them as it is turned face up.
    Counters(CounterKind, Quantity),
    /// Choices and payments made as it enters (CR 614.12a), by instructions that `RememberChoice`.
    AsEnters(Vec<Instruction>),
    /// It may enter as a copy of one of these objects, with exceptions.
    Copy(Objects, Vec<Modification>),
    /// It may enter tapped as a copy of one of these objects, with exceptions; otherwise it enters as itself.
    CopyTapped(Objects, Vec<Modification>),
    /// It may enter as a copy, and these instructions are followed right after it if it does; they find as `EventSource` what it is a copy
    /// of.
    CopyAndThen(Objects, Vec<Modification>, Vec<Instruction>),
    /// It may enter as a copy, and these replacement effects apply to how it enters, too, as the copy that it will be (CR 707.9e-f).
    /// They aren't a part of what is copied.
    CopyWith(Objects, Vec<Modification>, Vec<Replacement>),
    /// It enters under the control of a player (CR 616.1b).
    UnderControl(Who),
    /// The damage is dealt to something else instead (CR 614.9).
    Redirect(super::parts::Recipients),
    /// Damage up to N is dealt to something else instead (CR 614.9), the rest of it as it was. An effect that a resolving spell or ability
    /// makes redirects N in all, but with `OnceThisTurn` N of the next damage; a static ability redirects N each time.
    RedirectUpTo(Quantity, super::parts::Recipients),
    /// The permanent is regenerated instead of being destroyed (CR 614.8).
    Regenerate,
    /// The damage is dealt to the permanent, and what was marked on it until then is removed: that is healed (CR 120.6).
    Heal,
    /// These instructions are followed instead.
    Instead(Vec<Instruction>),
    /// The tokens of this instruction are created with those that would be created, and enter as they do; `EventAmount` is how many
    /// those are.
    TokensToo(Vec<Instruction>),
    /// The tokens of this instruction are created instead, and enter as the others would have.
    TokensInstead(Vec<Instruction>),
    /// It happens, and these instructions right after it (CR 615.5).
    AndThen(Vec<Instruction>),
}

impl ReplaceWith {
    /// Whether something enters as a copy by it (CR 616.1c).
    pub const fn is_copy(&self) -> bool {
        matches!(self, Self::Copy(..) | Self::CopyTapped(..) | Self::CopyAndThen(..) | Self::CopyWith(..))
    }

    /// The instructions that are followed as an event is replaced so, if there are any.
    pub fn instructions(&self) -> Option<&[Instruction]> {
        match self {
            Self::AsEnters(effects)
            | Self::Instead(effects)
            | Self::PreventAndThen(effects)
            | Self::MoveToAndThen(_, effects)
            | Self::CopyAndThen(_, _, effects)
            | Self::TokensToo(effects)
            | Self::TokensInstead(effects)
            | Self::AndThen(effects) => Some(effects),
            _ => None,
        }
    }
}
