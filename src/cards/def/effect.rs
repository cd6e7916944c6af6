//! Instructions: what a spell or ability does as it resolves (CR 608.2, 609).
//!
//! Instructions stand in the order of the text. Each that does something can store it in a variable (`into`), which
//! later ones read; a variable that was never set counts as nothing, zero or no.

use super::ability::{AbilityDef, StaticEffect, TriggeredDef};
use super::cost::Cost;
use super::filter::{Filter, Measure};
use super::keywords::CounterKind;
use super::mana::Color;
use super::parts::{
    Ballot, CastCost, Destination, Duration, ManaProduced, Recipients, SubtypeWord, Together, TokenAttack, TokenSource,
    TurnPart,
};
use super::quantity::{Condition, DayNight, Quantity};
use super::spending::{ManaRider, SpendOn, forever};
use super::trigger::{PermanentAction, TriggerEvent};
use super::types::{CardTypes, Subtype};
use super::ways::{Designation, KeywordName};
use super::words::{Obj, Objects, Var, Who, ZoneKind};
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// One instruction.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub enum Instruction {
    // ------------------------------------------------------------------ order of things
    /// Follows one list of instructions or another, depending on a condition.
    If {
        /// The condition, looked at once as the instruction is reached.
        cond: Condition,
        /// The instructions if it holds.
        then: Vec<Instruction>,
        /// The instructions if it doesn't hold; none by default.
        #[serde(default)]
        otherwise: Vec<Instruction>,
    },
    /// A player may do something: the first instruction, which has to be possible (CR 608.2d), with what follows it.
    May {
        /// The player who decides; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// What happens if they do.
        then: Vec<Instruction>,
        /// What happens if they don't.
        #[serde(default)]
        otherwise: Vec<Instruction>,
    },
    /// A player may pay a cost (CR 118.12).
    MayPay {
        /// The player who may pay; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// The cost to pay.
        cost: Cost,
        /// What happens if they do.
        #[serde(default)]
        then: Vec<Instruction>,
        /// What happens if they don't ("unless").
        #[serde(default)]
        otherwise: Vec<Instruction>,
    },
    /// Once for each object or player, in APNAP order; it is `It` meanwhile.
    ForEach(Recipients, Vec<Instruction>),
    /// Follows the instructions N times.
    Repeat(Quantity, Vec<Instruction>),
    /// Instructions that are followed once, and again until the condition holds (CR 608.2c). What they store stays from round to round. A
    /// process that never ends reaches a cap.
    RepeatUntil(Condition, Vec<Instruction>),
    /// "Repeat this process": follows all instructions of the ability, or of the mode, again from the first one on. What they have
    /// stored is forgotten. It is in the last of them, and in no loop.
    Again,
    /// "Do this only once each turn": nothing if this ability has done it this turn; and once it has, the ability doesn't
    /// trigger any more (CR 603.2h).
    OnceEachTurn(Vec<Instruction>),
    /// Stores a number.
    Set(Var, Quantity),
    /// Stores objects.
    Keep(Var, Objects),
    /// A player chooses one of several courses as it resolves, of those that begin with something possible (CR 608.2d).
    ChooseOne(Who, Vec<Vec<Instruction>>),
    /// The players face a villainous choice, one after the other in APNAP order (CR 701.55d): each chooses one of several courses,
    /// possible or not (701.55b). Meanwhile the player is `It`.
    FaceVillainousChoice(Who, Vec<Vec<Instruction>>),

    // ------------------------------------------------------------------ choices
    /// A player chooses objects.
    Choose {
        /// The player who chooses; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// The objects to choose from.
        from: Objects,
        /// The fewest that are chosen, if there are that many; 1 by default.
        #[serde(default = "one")]
        min: Quantity,
        /// The most that are chosen; 1 by default.
        #[serde(default = "one")]
        max: Quantity,
        /// Whether chance chooses instead of the player.
        #[serde(default)]
        random: bool,
        /// What they have to be like as a group.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        together: Vec<Together>,
        /// Where they are stored.
        into: Var,
    },
    /// A player chooses an object of each subtype, where there are any; one that has several may be chosen for each of them.
    /// These subtypes are no words of the text, so that no effect replaces them (CR 612.2).
    ChooseOfEach {
        /// The player who chooses; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// Of each creature type, or of each basic land type (CR 305.6).
        kind: SubtypeWord,
        /// The objects to choose from.
        from: Objects,
        /// Where all of them are stored.
        into: Var,
    },
    /// A player separates objects into two piles; the piles are stored apart.
    Piles {
        /// The player who separates them; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// The objects to separate.
        from: Objects,
        /// Where the first pile is stored.
        first: Var,
        /// Where the second pile is stored.
        second: Var,
    },
    /// A player chooses a colour.
    ChooseColor {
        /// The player who chooses; `You` by default.
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
        /// The player who chooses; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// What the named card must be like.
        #[serde(default = "any")]
        filter: Filter,
        /// Where it is stored.
        into: Var,
    },
    /// A player chooses a card type (CR 205.2a).
    ChooseCardType {
        /// The player who chooses; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// The card types to choose from; those that cards of a deck can have by default.
        #[serde(default = "card_types")]
        #[drive(skip)]
        among: CardTypes,
        /// Where it is stored.
        into: Var,
    },
    /// A player chooses a subtype of a kind; of lands only the basic ones.
    ChooseSubtype {
        /// The player who chooses; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// The kind of subtype: creature types, basic land types and the like.
        kind: SubtypeWord,
        /// Not the one that this variable holds.
        #[serde(default)]
        other_than: Option<Var>,
        /// Subtypes that can't be chosen.
        #[serde(default)]
        except: Vec<Subtype>,
        /// The subtypes to choose from; all of the kind by default.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        among: Vec<Subtype>,
        /// Where it is stored.
        into: Var,
    },
    /// A player chooses a player.
    ChoosePlayer {
        /// The player who chooses; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// The players to choose from.
        from: Who,
        /// Only those for whom this holds; each is `It` there.
        #[serde(default = "always")]
        only: Condition,
        /// Whether chance chooses instead of the player.
        #[serde(default)]
        random: bool,
        /// Where it is stored.
        into: Var,
    },
    /// Stores those of the players for whom a condition holds.
    KeepPlayers {
        /// The players of whom it is asked.
        from: Who,
        /// What has to hold; each is `It` there.
        only: Condition,
        /// Where they are stored.
        into: Var,
    },
    /// A player chooses any number of players.
    ChoosePlayers {
        /// The player who chooses; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// The players to choose from.
        from: Who,
        /// Only those for whom this holds; each is `It` there.
        #[serde(default = "always")]
        only: Condition,
        /// Where they are stored.
        into: Var,
    },
    /// A player chooses a number.
    ChooseNumber {
        /// The player who chooses; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// The least number that can be chosen.
        min: Quantity,
        /// The greatest number that can be chosen.
        max: Quantity,
        /// Whether chance chooses instead of the player.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        random: bool,
        /// Where it is stored.
        into: Var,
    },
    /// Players vote in turn order, each at least once (CR 701.38a).
    Vote {
        /// The player who votes first; `You` by default.
        #[serde(default = "you")]
        first: Who,
        /// What they vote for.
        among: Ballot,
        /// They vote secretly: nobody knows a vote of another player before all have voted.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        secret: bool,
        /// They may vote for nothing.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        optional: bool,
    },
    /// A player flips a coin (CR 705.1): one of two variables is set (CR 705.2).
    FlipCoin {
        /// The player who flips; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// Set if they win the flip.
        won: Var,
        /// Set if they lose it.
        lost: Var,
    },
    /// A player rolls dice (CR 706.1).
    RollDice {
        /// The player who rolls; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// How many dice; 1 by default.
        #[serde(default = "one")]
        count: Quantity,
        /// How many sides each of them has, at least 1.
        sides: u32,
        /// What is added to the natural result of each (CR 706.2); nothing by default.
        #[serde(default = "none")]
        plus: Quantity,
        /// How many of the lowest rolls are ignored (CR 706.6); none by default.
        #[serde(default)]
        ignore: u32,
        /// Where the total of the results is stored; nothing is if no die is rolled.
        into: Var,
        /// Where it is stored how many of the results are odd.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        odd: Option<Var>,
        /// Where it is stored how many of the results are even.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        even: Option<Var>,
    },
    /// Pairs two creatures that `You` control, if neither is paired (CR 702.95a, c).
    Pair(Obj, Obj),
    /// What `This` remembers as chosen for it ("the chosen colour"), from a variable.
    RememberChoice(Var),

    // ------------------------------------------------------------------ zones
    /// Moves objects.
    Move {
        /// The objects to move.
        what: Objects,
        /// The zone that they go to, and how.
        to: Destination,
        /// Where what has been moved is stored, as new objects.
        #[serde(default)]
        into: Option<Var>,
        /// Linked to `This` as cards that it exiled (CR 607.2a).
        #[serde(default)]
        linked: bool,
        /// Until this event, when they go back to where they were (CR 610.3).
        #[serde(default)]
        until: Option<TriggerEvent>,
    },
    /// Destroys permanents (CR 701.8).
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
    /// Like [`Instruction::Sacrifice`], for other players: each sacrifices those of the objects that they control.
    SacrificeThese(Who, Objects),
    /// Permanents are sacrificed and objects are moved at the same time, as one event, each as far as that can be done (CR 609.3).
    SacrificeAndMove {
        /// The players who sacrifice, those of the permanents that they control; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// The permanents that are sacrificed.
        sacrificed: Objects,
        /// What moves.
        what: Objects,
        /// Where it goes.
        to: Destination,
    },
    /// Players sacrifice permanents of their choice.
    SacrificeChoice {
        /// The players who sacrifice; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// What the sacrificed permanents must be like.
        filter: Filter,
        /// How many each player sacrifices; 1 by default.
        #[serde(default = "one")]
        count: Quantity,
        /// What was sacrificed, as new objects.
        #[serde(default)]
        into: Option<Var>,
        /// "Any number": as many of those that can be sacrificed as each player likes, whatever `count` is (CR 107.1c).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        any: bool,
    },
    /// Players draw cards (CR 121).
    Draw {
        /// The players who draw.
        #[serde(default = "you")]
        who: Who,
        /// How many cards each player draws; 1 by default.
        #[serde(default = "one")]
        count: Quantity,
        /// Where the cards that were drawn are stored.
        #[serde(default)]
        into: Option<Var>,
    },
    /// Players discard cards of their choice, or by chance (CR 701.9).
    Discard {
        /// The players who discard.
        #[serde(default = "you")]
        who: Who,
        /// How many cards each player discards; 1 by default.
        #[serde(default = "one")]
        count: Quantity,
        /// What the discarded cards must be like.
        #[serde(default = "any")]
        filter: Filter,
        /// Whether chance chooses instead of the player.
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
        /// How many cards each player mills; 1 by default.
        #[serde(default = "one")]
        count: Quantity,
        /// Where the milled cards are stored, as new objects.
        #[serde(default)]
        into: Option<Var>,
    },
    /// Reveals objects to all players (CR 701.20).
    Reveal(Objects),
    /// A player looks at objects.
    Look(Who, Objects),
    /// A player searches a library (CR 701.23), and may fail to find what has a stated quality.
    Search {
        /// The player who searches; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// The player whose library is searched; `You` by default.
        #[serde(default = "you")]
        of: Who,
        /// What the cards that can be found are like.
        filter: Filter,
        /// At most how many.
        #[serde(default = "one")]
        max: Quantity,
        /// In which zones: in the library if none are named.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        zones: Vec<ZoneKind>,
        /// What they have to be like as a group.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        together: Vec<Together>,
        /// Where the found cards are stored.
        into: Var,
    },
    /// A player exiles cards from the top of their library, one after the other, until one matches the filter or none is left.
    ExileUntil {
        /// The player whose library it is.
        #[serde(default = "you")]
        who: Who,
        /// What the card that ends it is like, in exile.
        filter: Filter,
        /// It isn't over before those that were exiled have N of it together.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total: Option<(Measure, Quantity)>,
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
    /// A player looks at the top N cards of their library, and puts any of them on the bottom (CR 701.22).
    Scry(Who, Quantity),
    /// A player looks at the top N cards of their library, and puts any of them into their graveyard (CR 701.25).
    Surveil(Who, Quantity),

    // ------------------------------------------------------------------ damage and life
    /// Damage is dealt to objects and players (CR 120).
    Damage {
        /// How much to each.
        amount: Quantity,
        /// The objects and players that are dealt damage.
        to: Recipients,
        /// How much is dealt to others at the same time, by the same source (CR 120.4). What is named twice is dealt both.
        #[serde(default)]
        and: Vec<(Quantity, Recipients)>,
        /// The source of the damage; `This` by default.
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
        /// How many times the mana is added; once by default.
        #[serde(default = "one")]
        times: Quantity,
        /// What it can be spent on (CR 106.6), any of these; on anything, if there is nothing.
        #[serde(default)]
        only: Vec<SpendOn>,
        /// What happens because it is spent (CR 106.6), and how long it lasts.
        #[serde(default)]
        riders: Vec<ManaRider>,
    },

    /// Players lose all unspent mana (CR 106.4).
    LoseMana(Who),

    // ------------------------------------------------------------------ permanents
    /// These permanents have explored or connived: what triggers on that does, also if they have left meanwhile (CR 701.44b-c,
    /// 701.50b-c). It stands after the instructions that the word means.
    Does(PermanentAction, Objects),
    /// Taps permanents (CR 701.26a).
    Tap(Objects),
    /// Untaps permanents (CR 701.26b).
    Untap(Objects),
    /// Puts counters on objects and players (CR 122.6).
    PutCounters {
        /// The kind of counter.
        kind: CounterKind,
        /// How many on each.
        #[serde(default = "one")]
        count: Quantity,
        /// Counters of further kinds at the same time, and how many on each.
        #[serde(default)]
        and: Vec<(CounterKind, Quantity)>,
        /// The objects and players that get the counters.
        on: Recipients,
    },
    /// Removes counters from objects and players.
    RemoveCounters {
        /// The kind of counter.
        kind: CounterKind,
        /// How many from each.
        #[serde(default = "one")]
        count: Quantity,
        /// The objects and players that lose the counters.
        from: Recipients,
        /// How many were removed.
        #[serde(default)]
        into: Option<Var>,
    },
    /// Each of these gets as many more counters of each kind as it has, or one more of each kind that it has (CR 701.10e).
    MoreOfEachKind {
        /// The objects and players that get the counters.
        on: Recipients,
        /// As many more as there are; otherwise one more.
        #[serde(default)]
        double: bool,
    },
    /// Puts as many counters of each kind on something as an object has, or had where it last was (CR 122.8).
    PutCountersOf {
        /// The object whose counters are counted.
        of: Obj,
        /// Only counters of this kind; of all kinds if none is named.
        #[serde(default)]
        kind: Option<CounterKind>,
        /// The objects that get as many.
        on: Objects,
    },
    /// A player removes counters of their choice from objects and players, of whatever kinds; of each of these as many.
    RemoveAnyCounters {
        /// The player who chooses; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// The objects and players that lose the counters.
        from: Recipients,
        /// The fewest, if there are that many; 1 by default.
        #[serde(default = "one")]
        min: Quantity,
        /// The most; 1 by default.
        #[serde(default = "one")]
        max: Quantity,
        /// How many were removed.
        #[serde(default)]
        into: Option<Var>,
    },
    /// Removes all counters, of all kinds, from objects and players.
    RemoveAllCounters {
        /// The objects and players that lose the counters.
        from: Recipients,
        /// How many were removed.
        #[serde(default)]
        into: Option<Var>,
    },
    /// Moves counters from one object to another one, if both are permanents and they are two (CR 122.5).
    MoveCounters {
        /// The object that loses the counters.
        from: Obj,
        /// The object that gets them.
        to: Obj,
        /// Only counters of this kind; of any kind, of `You`r choice, if none is named.
        #[serde(default)]
        kind: Option<CounterKind>,
        /// The fewest, if there are that many; 1 by default.
        #[serde(default = "one")]
        min: Quantity,
        /// The most; all without a number.
        #[serde(default)]
        max: Option<Quantity>,
        /// How many were moved.
        #[serde(default)]
        into: Option<Var>,
    },
    /// A player proliferates (CR 701.34).
    Proliferate(Who),
    /// `You` time travel: of what has a time counter, permanents that you control and suspended cards that you own, any number
    /// get one more, and any number of the others lose one (CR 701.56a).
    TimeTravel,
    /// Exchanges control of two permanents or spells, if these are two, and different players control them (CR 701.12b). Otherwise nothing
    /// happens (701.12a).
    ExchangeControl {
        /// The two permanents or spells whose control is exchanged.
        what: Objects,
        /// Both of them, if it has been done.
        #[serde(default)]
        into: Option<Var>,
    },
    /// Each of these objects deals damage, all of them at once (CR 608.2f). In what follows `It` is the one that deals it.
    EachDamages {
        /// The sources of the damage.
        what: Objects,
        /// How much to each.
        amount: Quantity,
        /// The objects and players that are dealt damage.
        to: Recipients,
    },
    /// Exchanges the rules texts of two objects, if these are two (CR 701.12h). Otherwise nothing happens (701.12a).
    ExchangeText {
        /// The two objects: permanents, or one that is about to enter, if the exchange lasts forever.
        what: Objects,
        /// How long it lasts.
        #[serde(default = "forever")]
        until: Duration,
    },
    /// Attaches objects to an object (CR 701.3).
    Attach(Objects, Obj),
    /// Attaches objects to a player (CR 303.4b, 701.3).
    AttachToPlayer(Objects, Who),
    /// Permanents become unattached from what they are attached to (CR 701.3d).
    Unattach(Objects),
    /// The players exchange life totals, if both together are two and each of them can get that of the other (CR 701.12c).
    ExchangeLife(Who, Who),
    /// A player's life total is exchanged with the power or toughness of a creature, if the player can get that (CR 701.12g).
    ExchangeLifeWith {
        /// The player whose life total it is; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// The creature.
        of: Obj,
        /// Its power or toughness.
        measure: Measure,
    },
    /// The cards of two zones of a player change places: of hand, library and graveyard (CR 701.12f).
    ExchangeZones(Who, ZoneKind, ZoneKind),
    /// Removes all damage that is marked on permanents (CR 120.6).
    RemoveDamage(Objects),
    /// Marks permanents with a designation.
    Designate(Objects, Designation),
    /// Permanents lose a designation: they are no longer suspected (CR 701.60a), and the like.
    EndDesignation(Objects, Designation),
    /// Sets up shields that regenerate permanents (CR 701.19a).
    Regenerate(Objects),
    /// Creates tokens (CR 701.7).
    CreateToken {
        /// The players who create the tokens.
        #[serde(default = "you")]
        who: Who,
        /// How many tokens each player creates; 1 by default.
        #[serde(default = "one")]
        count: Quantity,
        /// What the tokens are like: described here, or copies of something.
        token: TokenSource,
        /// Whether they enter tapped.
        #[serde(default)]
        tapped: bool,
        /// What they attack or block as they enter, if they enter attacking or blocking.
        #[serde(default)]
        attacking: Option<TokenAttack>,
        /// The counters that each token enters with.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counters: Vec<(CounterKind, Quantity)>,
        /// Where the created tokens are stored.
        #[serde(default)]
        into: Option<Var>,
    },
    /// Attacking creatures become blocked, those that aren't (CR 509.1h).
    BecomeBlocked(Objects),
    /// Removes objects from combat (CR 506.4).
    RemoveFromCombat(Objects),
    /// Permanents phase out (CR 702.26).
    PhaseOut(Objects),
    /// Permanents phase out until an event, and phase in right after it, not in an untap step (CR 610.3, 702.26).
    PhaseOutUntil {
        /// The permanents.
        what: Objects,
        /// Until when.
        until: TriggerEvent,
        /// Whether they are tapped as they phase in so.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tapped: bool,
        /// What has phased out.
        #[serde(default)]
        into: Option<Var>,
    },
    /// CR 701.27: double-faced permanents are turned over.
    Transform(Objects),
    /// Flip cards are flipped, for good (CR 710.4).
    Flip(Objects),
    /// `You` unlock a locked half of a permanent, the one that they choose (CR 709.5f).
    Unlock(Obj),
    /// `You` lock an unlocked half of a permanent, the one that they choose (CR 709.5g).
    Lock(Obj),
    /// Face-down permanents are turned face up (CR 708.8).
    TurnFaceUp(Objects),
    /// Permanents are turned face down: 2/2 creatures and no more (CR 708.2a).
    TurnFaceDown(Objects),

    // ------------------------------------------------------------------ effects that last
    /// Starts a continuous effect (CR 611.2). The objects of `Affect` are locked in now (611.2c).
    Continuous(StaticEffect, Duration),
    /// Sets up a delayed triggered ability (CR 603.7).
    Delayed {
        /// The ability that is set up.
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
        /// How many copies are made; 1 by default.
        #[serde(default = "one")]
        count: Quantity,
        /// Whether new targets may be chosen.
        #[serde(default)]
        new_targets: bool,
        /// The keyword abilities of that name aren't copied.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        without: Option<KeywordName>,
    },
    /// Copies a spell or ability on the stack for each of these objects and players that it could target and doesn't: each copy
    /// targets another one of them, wherever the original has a target (CR 707.10d).
    CopySpellFor {
        /// The spell or ability to copy.
        what: Obj,
        /// Who gets the copies, and puts them on the stack in an order of their choice.
        #[serde(default = "you")]
        who: Who,
        /// What the copies target.
        each: Recipients,
        /// They are the targets that the effect names: those count that the copies could target (CR 707.10e).
        #[serde(default)]
        named: bool,
    },
    /// `You` create a copy of an object, as it is or last was, in exile (CR 707.12). It ceases to exist there unless it is cast (704.5e).
    CopyInExile {
        /// The object to copy.
        of: Obj,
        /// Where the copy is stored.
        into: Var,
    },
    /// Cards in exile become plotted (CR 702.170c): their owners may cast them on a later turn without paying their mana costs.
    BecomePlotted(Objects),
    /// What has been exiled, or is on the battlefield, is linked to `This` (CR 607.2a), or to another object: what follows a
    /// replacement, what a card is encoded on (702.99b), or what has made a token, to the token.
    Link(Objects, #[serde(default = "this")] Obj),
    /// A player may choose new targets for a spell or ability.
    ChangeTargets(Who, Obj),
    /// `You` change the targets of a spell or ability, each to another legal one, or none of them (CR 115.7a).
    RedirectSpell(Obj),
    /// `You` change one of the targets of a spell or ability to an object, if that is a legal one in its place (CR 115.7b).
    RedirectTo(Obj, Obj),
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
        /// What is paid for the spell.
        cost: CastCost,
        /// As copies of the cards (CR 707.12).
        #[serde(default)]
        copies: bool,
        /// Or plays one of them that is a land, if they can play a land now (CR 305.2b, 305.3).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lands: bool,
        /// Transformed: double-faced cards with their back faces up (CR 712.11a).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        transformed: bool,
        /// Where the spell that was cast, or the land that was played, is stored.
        #[serde(default)]
        into: Option<Var>,
    },

    // ------------------------------------------------------------------ the command zone
    /// A player planeswalks (CR 701.31).
    Planeswalk(Who),
    /// Chaos ensues: abilities of planes trigger on that (CR 311.7).
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
    /// Players take an extra turn after this one, for which these instructions are followed as it begins (CR 500.7): delayed triggered
    /// abilities and continuous effects that last until it ends.
    ExtraTurnWith {
        /// The players who take it; `You` by default.
        #[serde(default = "you")]
        who: Who,
        /// What there is in that turn only.
        effects: Vec<Instruction>,
    },
    /// Players take an extra turn after the next turn that they begin (CR 500.7).
    ExtraTurnAfterNext(Who),
    /// The turn or the combat phase ends now (CR 724). The instructions after this one are still followed.
    EndNow(TurnPart),
    /// Players skip their next such part of a turn (CR 500.11, 614.10).
    SkipNext(Who, TurnPart),
    /// There is an additional combat phase after this one, and perhaps a main phase after that (CR 500.8).
    ExtraCombat {
        /// Whether a main phase follows it.
        main_phase: bool,
    },
    /// It becomes day, or it becomes night (CR 731.1).
    ItBecomes(DayNight),
    /// A player becomes the monarch (CR 725.1).
    BecomeMonarch(Who),
    /// Players get the city's blessing for the rest of the game (CR 702.131c).
    GetBlessing(Who),
    /// The speed of each of these players becomes 1 more (CR 702.179c).
    RaiseSpeed(Who),
    /// A player takes the initiative (CR 726.1).
    TakeInitiative(Who),
    /// The Ring tempts a player (CR 701.54).
    RingTempts(Who),
    /// A player ventures into the dungeon, or into one with a subtype (CR 701.49).
    Venture(Who, Option<Subtype>),
    /// Players win the game (CR 104.2b).
    Win(Who),
    /// Players lose the game (CR 104.3e).
    Lose(Who),
}

fn you() -> Who {
    Who::You
}
fn always() -> Condition {
    Condition::Always
}
fn none() -> Quantity {
    Quantity::N(0)
}
pub(crate) const fn card_types() -> CardTypes {
    CardTypes::IN_DECKS
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
