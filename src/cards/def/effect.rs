//! Instructions: what a spell or ability does as it resolves (CR 608.2, 609).
//!
//! Instructions stand in the order of the text. Each that does something can store it in a variable (`into`), which
//! later ones read; a variable that was never set counts as nothing, zero or no.

use super::ability::{AbilityDef, StaticEffect, TriggerEvent, TriggeredDef};
use super::cost::Cost;
use super::filter::Filter;
use super::keywords::CounterKind;
use super::mana::Color;
use super::parts::{
    CastCost, Destination, Duration, ManaProduced, Recipients, SubtypeWord, TokenAttack, TokenSource, TurnPart,
};
use super::quantity::{Condition, Quantity};
use super::types::Subtype;
use super::ways::Designation;
use super::words::{Obj, Objects, Var, Who, ZoneKind};
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// One instruction.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub enum Effect {
    // ------------------------------------------------------------------ order of things
    /// One or the other.
    If {
        /// When the first.
        cond: Condition,
        /// The first.
        then: Vec<Effect>,
        /// The other.
        #[serde(default)]
        otherwise: Vec<Effect>,
    },
    /// A player may do something: the first instruction, which has to be possible (CR 608.2d), with what follows it.
    May {
        /// Who decides.
        #[serde(default = "you")]
        who: Who,
        /// What happens if they do.
        then: Vec<Effect>,
        /// What happens if they don't.
        #[serde(default)]
        otherwise: Vec<Effect>,
    },
    /// A player may pay a cost (CR 118.12).
    MayPay {
        /// Who may pay.
        #[serde(default = "you")]
        who: Who,
        /// The cost to pay.
        cost: Cost,
        /// What happens if they do.
        #[serde(default)]
        then: Vec<Effect>,
        /// What happens if they don't ("unless").
        #[serde(default)]
        otherwise: Vec<Effect>,
    },
    /// Once for each object or player, in APNAP order; it is `It` meanwhile.
    ForEach(Recipients, Vec<Effect>),
    /// Follows the instructions N times.
    Repeat(Quantity, Vec<Effect>),
    /// "Do this only once each turn": nothing if this ability has done it this turn; and once it has, the ability doesn't
    /// trigger any more (CR 603.2h).
    OnceEachTurn(Vec<Effect>),
    /// Stores a number.
    Set(Var, Quantity),
    /// Stores objects.
    Keep(Var, Objects),
    /// A player chooses one of several courses as it resolves, of those that begin with something possible (CR 608.2d).
    ChooseOne(Who, Vec<Vec<Effect>>),

    // ------------------------------------------------------------------ choices
    /// A player chooses objects.
    Choose {
        /// Who chooses.
        #[serde(default = "you")]
        who: Who,
        /// From what.
        from: Objects,
        /// The fewest.
        #[serde(default = "one")]
        min: Quantity,
        /// The most.
        #[serde(default = "one")]
        max: Quantity,
        /// By chance instead.
        #[serde(default)]
        random: bool,
        /// Where they are stored.
        into: Var,
    },
    /// A player chooses an object of each subtype, where there are any; one that has several may be chosen for each of them.
    /// These subtypes are no words of the text, so that no effect replaces them (CR 612.2).
    ChooseOfEach {
        /// Who chooses.
        #[serde(default = "you")]
        who: Who,
        /// Of each creature type, or of each basic land type (CR 305.6).
        kind: SubtypeWord,
        /// From what.
        from: Objects,
        /// Where all of them are stored.
        into: Var,
    },
    /// A player separates objects into two piles; the piles are stored apart.
    Piles {
        /// Who separates.
        #[serde(default = "you")]
        who: Who,
        /// The objects to separate.
        from: Objects,
        /// The first pile.
        first: Var,
        /// The second.
        second: Var,
    },
    /// A player chooses a colour.
    ChooseColor {
        /// Who chooses.
        #[serde(default = "you")]
        who: Who,
        /// Not the colour that this variable holds.
        #[serde(default)]
        other_than: Option<Var>,
        /// None of these colours either.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[drive(skip)]
        except: Vec<Color>,
        /// Where it is stored.
        into: Var,
    },
    /// A player chooses a card name (CR 201.4).
    ChooseName {
        /// Who chooses.
        #[serde(default = "you")]
        who: Who,
        /// What the named card must be like.
        #[serde(default = "any")]
        filter: Filter,
        /// Where it is stored.
        into: Var,
    },
    /// A player chooses a subtype of a kind; of lands only the basic ones.
    ChooseSubtype {
        /// Who chooses.
        #[serde(default = "you")]
        who: Who,
        /// Of which kind.
        kind: SubtypeWord,
        /// Not the one that this variable holds.
        #[serde(default)]
        other_than: Option<Var>,
        /// None of these.
        #[serde(default)]
        except: Vec<Subtype>,
        /// Where it is stored.
        into: Var,
    },
    /// A player chooses a player.
    ChoosePlayer {
        /// Who chooses.
        #[serde(default = "you")]
        who: Who,
        /// From whom.
        from: Who,
        /// Where it is stored.
        into: Var,
    },
    /// A player chooses any number of players.
    ChoosePlayers {
        /// Who chooses.
        #[serde(default = "you")]
        who: Who,
        /// From whom.
        from: Who,
        /// Only those for whom this holds; each is `It` there.
        #[serde(default = "always")]
        only: Condition,
        /// Where they are stored.
        into: Var,
    },
    /// A player chooses a number.
    ChooseNumber {
        /// Who chooses.
        #[serde(default = "you")]
        who: Who,
        /// The least.
        min: Quantity,
        /// The most.
        max: Quantity,
        /// Where it is stored.
        into: Var,
    },
    /// A player flips a coin (CR 705.1): one of two variables is set (CR 705.2).
    FlipCoin {
        /// Who flips.
        #[serde(default = "you")]
        who: Who,
        /// Set if they win the flip.
        won: Var,
        /// Set if they lose it.
        lost: Var,
    },
    /// What `This` remembers as chosen for it ("the chosen colour"), from a variable.
    RememberChoice(Var),

    // ------------------------------------------------------------------ zones
    /// Moves objects.
    Move {
        /// The objects to move.
        what: Objects,
        /// Where to.
        to: Destination,
        /// The new objects.
        #[serde(default)]
        into: Option<Var>,
        /// Linked to `This` as cards that it exiled (CR 607.2a).
        #[serde(default)]
        linked: bool,
        /// Until this event, when they go back to where they were (CR 610.3).
        #[serde(default)]
        until: Option<TriggerEvent>,
    },
    /// Destroys (CR 701.8).
    Destroy {
        /// The permanents to destroy.
        what: Objects,
        /// Whether regeneration can't save it.
        #[serde(default)]
        no_regeneration: bool,
        /// What was put into a graveyard, as new objects.
        #[serde(default)]
        into: Option<Var>,
    },
    /// `You` sacrifice these permanents; those that `You` don't control stay (CR 701.21a).
    Sacrifice(Objects),
    /// Like [`Effect::Sacrifice`], for other players: each sacrifices those of the objects that they control.
    SacrificeThese(Who, Objects),
    /// Players sacrifice permanents of their choice.
    SacrificeChoice {
        /// Who sacrifice.
        #[serde(default = "you")]
        who: Who,
        /// What qualifies.
        filter: Filter,
        /// How many each.
        #[serde(default = "one")]
        count: Quantity,
        /// What was sacrificed, as new objects.
        #[serde(default)]
        into: Option<Var>,
    },
    /// Players draw cards (CR 121).
    Draw {
        /// The players who draw.
        #[serde(default = "you")]
        who: Who,
        /// How many each.
        #[serde(default = "one")]
        count: Quantity,
        /// What was drawn.
        #[serde(default)]
        into: Option<Var>,
    },
    /// Players discard cards of their choice, or by chance (CR 701.9).
    Discard {
        /// The players who discard.
        #[serde(default = "you")]
        who: Who,
        /// How many each.
        #[serde(default = "one")]
        count: Quantity,
        /// What qualifies.
        #[serde(default = "any")]
        filter: Filter,
        /// By chance.
        #[serde(default)]
        random: bool,
        /// What was discarded, as new objects.
        #[serde(default)]
        into: Option<Var>,
    },
    /// Discards these very cards, each by its owner.
    DiscardThese(Objects),
    /// Players mill cards (CR 701.17).
    Mill {
        /// The players who mill.
        #[serde(default = "you")]
        who: Who,
        /// How many each.
        #[serde(default = "one")]
        count: Quantity,
        /// What was milled.
        #[serde(default)]
        into: Option<Var>,
    },
    /// Reveals objects to all players (CR 701.20).
    Reveal(Objects),
    /// A player looks at objects.
    Look(Who, Objects),
    /// A player searches a library (CR 701.23), and may fail to find what has a stated quality.
    Search {
        /// Who searches.
        #[serde(default = "you")]
        who: Who,
        /// Whose library.
        #[serde(default = "you")]
        of: Who,
        /// For what.
        filter: Filter,
        /// At most how many.
        #[serde(default = "one")]
        max: Quantity,
        /// In which zones: in the library if none are named.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        zones: Vec<ZoneKind>,
        /// What was found.
        into: Var,
    },
    /// A player exiles cards from the top of their library, one after the other, until one matches the filter or none is left.
    ExileUntil {
        /// The player whose library it is.
        #[serde(default = "you")]
        who: Who,
        /// What the card that ends it is like, in exile.
        filter: Filter,
        /// The card that ended it.
        #[serde(default)]
        into: Option<Var>,
        /// All that were exiled.
        #[serde(default)]
        exiled: Option<Var>,
    },
    /// Reveals cards from the top of a player's library, one after the other, until one matches the filter or none is left. They
    /// stay where they are.
    RevealUntil {
        /// The player whose library it is.
        #[serde(default = "you")]
        who: Who,
        /// What the card that ends it is like.
        filter: Filter,
        /// The card that ended it.
        #[serde(default)]
        into: Option<Var>,
        /// All that were revealed.
        #[serde(default)]
        revealed: Option<Var>,
    },
    /// Players shuffle their libraries (CR 701.24).
    Shuffle(Who),
    /// A player orders cards of a library's top: scry (CR 701.22).
    Scry(Who, Quantity),
    /// Surveil (CR 701.25).
    Surveil(Who, Quantity),

    // ------------------------------------------------------------------ damage and life
    /// Deals damage (CR 120).
    Damage {
        /// How much to each.
        amount: Quantity,
        /// To what.
        to: Recipients,
        /// By what.
        #[serde(default = "this")]
        source: Obj,
        /// How much was dealt in all.
        #[serde(default)]
        into: Option<Var>,
        /// What was dealt damage this way.
        #[serde(default)]
        dealt_to: Option<Var>,
    },
    /// Players gain life; how much was gained in all can be stored.
    GainLife(Who, Quantity, #[serde(default)] Option<Var>),
    /// Players lose life; how much was lost in all can be stored.
    LoseLife(Who, Quantity, #[serde(default)] Option<Var>),
    /// The life totals of players become N: they gain or lose the difference (CR 119.5).
    SetLife(Who, Quantity),
    /// Two objects fight (CR 701.14).
    Fight(Obj, Obj),

    // ------------------------------------------------------------------ mana
    /// Players add mana (CR 106.4).
    AddMana {
        /// The players who add the mana.
        #[serde(default = "you")]
        who: Who,
        /// The mana to add.
        mana: ManaProduced,
        /// How often.
        #[serde(default = "one")]
        times: Quantity,
    },

    /// Players lose all unspent mana (CR 106.4).
    LoseMana(Who),

    // ------------------------------------------------------------------ permanents
    /// Taps.
    Tap(Objects),
    /// Untaps.
    Untap(Objects),
    /// Puts counters.
    PutCounters {
        /// Of which kind.
        kind: CounterKind,
        /// How many on each.
        #[serde(default = "one")]
        count: Quantity,
        /// Counters of further kinds at the same time, and how many on each.
        #[serde(default)]
        and: Vec<(CounterKind, Quantity)>,
        /// On what.
        on: Recipients,
    },
    /// Removes counters.
    RemoveCounters {
        /// Of which kind.
        kind: CounterKind,
        /// How many from each.
        #[serde(default = "one")]
        count: Quantity,
        /// From what.
        from: Recipients,
        /// How many were removed.
        #[serde(default)]
        into: Option<Var>,
    },
    /// A player proliferates (CR 701.34).
    Proliferate(Who),
    /// Exchanges control of two permanents, if these are two, and different players control them (CR 701.12b). Otherwise nothing
    /// happens (701.12a).
    ExchangeControl {
        /// The two permanents.
        what: Objects,
        /// Both of them, if it has been done.
        #[serde(default)]
        into: Option<Var>,
    },
    /// Attaches objects to an object (CR 701.3).
    Attach(Objects, Obj),
    /// Removes all damage that is marked on permanents (CR 120.6).
    RemoveDamage(Objects),
    /// Marks permanents with a designation.
    Designate(Objects, Designation),
    /// Regenerates (CR 701.19).
    Regenerate(Objects),
    /// Creates tokens (CR 701.7).
    CreateToken {
        /// The players who create the tokens.
        #[serde(default = "you")]
        who: Who,
        /// How many each.
        #[serde(default = "one")]
        count: Quantity,
        /// What they are.
        token: TokenSource,
        /// Tapped.
        #[serde(default)]
        tapped: bool,
        /// Attacking.
        #[serde(default)]
        attacking: Option<TokenAttack>,
        /// What was created.
        #[serde(default)]
        into: Option<Var>,
    },
    /// Attacking creatures become blocked, those that aren't (CR 509.1h).
    BecomeBlocked(Objects),
    /// Removes objects from combat (CR 506.4).
    RemoveFromCombat(Objects),
    /// Permanents phase out (CR 702.26).
    PhaseOut(Objects),
    /// CR 701.27: double-faced permanents are turned over.
    Transform(Objects),
    /// Flip cards are flipped, for good (CR 710.4).
    Flip(Objects),
    /// Face-down permanents are turned face up (CR 708.8).
    TurnFaceUp(Objects),
    /// Permanents are turned face down: 2/2 creatures and no more (CR 708.2a).
    TurnFaceDown(Objects),

    // ------------------------------------------------------------------ effects that last
    /// Starts a continuous effect (CR 611.2). The objects of `Affect` are locked in now (611.2c).
    Continuous(StaticEffect, Duration),
    /// Sets up a delayed triggered ability (CR 603.7).
    Delayed {
        /// The ability.
        ability: Box<TriggeredDef>,
        /// Until when it can trigger; once only without a duration.
        #[serde(default)]
        until: Option<Duration>,
    },
    /// A reflexive triggered ability: "when you do" (CR 603.12).
    Reflexive(Box<TriggeredDef>),
    /// Gives a player an emblem (CR 114).
    Emblem(Who, Vec<AbilityDef>),

    // ------------------------------------------------------------------ the stack
    /// Counters spells or abilities (CR 701.6).
    Counter {
        /// The spells and abilities to counter.
        what: Objects,
        /// Where the card goes, if not to its owner's graveyard.
        #[serde(default)]
        to: Option<Destination>,
    },
    /// Copies a spell or ability on the stack (CR 707.10).
    CopySpell {
        /// The spell or ability to copy.
        what: Obj,
        /// Who gets the copy.
        #[serde(default = "you")]
        who: Who,
        /// How often.
        #[serde(default = "one")]
        count: Quantity,
        /// Whether new targets may be chosen.
        #[serde(default)]
        new_targets: bool,
    },
    /// A player may choose new targets for a spell or ability.
    ChangeTargets(Who, Obj),
    /// `You` change the targets of a spell or ability, each to another legal one, or none of them (CR 115.7a).
    RedirectSpell(Obj),
    /// A player casts one of these cards now, during the resolution (CR 608.2g), if they want and can.
    CastNow {
        /// The player who casts.
        #[serde(default = "you")]
        who: Who,
        /// The cards to cast.
        what: Objects,
        /// What the spell must be like, with the face that is chosen.
        #[serde(default = "any")]
        spell: Filter,
        /// For which cost.
        cost: CastCost,
        /// As copies of the cards (CR 707.12).
        #[serde(default)]
        copies: bool,
        /// What was cast.
        #[serde(default)]
        into: Option<Var>,
    },

    // ------------------------------------------------------------------ the command zone
    /// A player planeswalks (CR 701.31).
    Planeswalk(Who),
    /// Chaos ensues (CR 311.7).
    ChaosEnsues,
    /// A player rolls the planar die (CR 901.9).
    RollPlanarDie(Who),
    /// A player sets the top scheme of their scheme deck in motion (CR 701.32).
    SetInMotion(Who),
    /// Schemes are turned face down and go to the bottom of their decks (CR 701.33).
    Abandon(Objects),

    // ------------------------------------------------------------------ turns and the end
    /// Players take an extra turn after this one (CR 500.7).
    ExtraTurn(Who),
    /// Players skip their next such part of a turn (CR 500.11, 614.10).
    SkipNext(Who, TurnPart),
    /// There is an additional combat phase after this one, and a main phase if so (CR 500.8).
    ExtraCombat {
        /// Followed by a main phase.
        main_phase: bool,
    },
    /// A player becomes the monarch (CR 725.1).
    BecomeMonarch(Who),
    /// A player takes the initiative (CR 726.1).
    TakeInitiative(Who),
    /// The Ring tempts a player (CR 701.54).
    RingTempts(Who),
    /// A player ventures into the dungeon, or into one with a subtype (CR 701.49).
    Venture(Who, Option<Subtype>),
    /// Players win (CR 104.2b).
    Win(Who),
    /// Players lose (CR 104.3e).
    Lose(Who),
}

fn you() -> Who {
    Who::You
}
fn always() -> Condition {
    Condition::Always
}
fn one() -> Quantity {
    Quantity::N(1)
}
pub(crate) fn any() -> Filter {
    Filter::Any
}
pub(crate) fn this() -> Obj {
    Obj::This
}
