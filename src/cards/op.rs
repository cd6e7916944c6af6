//! Flat programs.

use crate::cards::def::{
    Condition, Cost, CounterKind, Duration, Instruction, Obj, Quantity, Recipients, SpendOn, TokenAttack, Var, Who,
};
use crate::model::mana::ManaUntil;

/// Who says in which order a loop goes through what belongs to the same player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundOrder {
    /// It makes no difference.
    Any,
    /// The player who follows the instructions, before the first round (CR 608.2f).
    Follower,
    /// Its controller: before each round the first player in turn order who controls some of what is left chooses one
    /// (CR 701.44d, 701.50d).
    Controllers,
}

/// One instruction of a program. Places are indices into the same program.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Op {
    /// An instruction without instructions inside it.
    Do(Box<Instruction>),
    /// Continues elsewhere.
    Jump(u16),
    /// Continues elsewhere unless the condition holds; at the second place, after all that depends on it, if that requires
    /// information about an illegal target (CR 608.2b).
    JumpUnless(Condition, u16, u16),
    /// Continues at an earlier place unless the condition holds, or requires information about an illegal target (CR 608.2b).
    Until(Condition, u16),
    /// Forgets what these variables hold, and continues with the first instruction.
    Again(Vec<Var>),
    /// Notes that the ability does what follows this turn; continues elsewhere if it has before (CR 603.2h).
    UnlessDone(u16),
    /// Asks a player whether to do what follows; continues elsewhere if not, at the second place as above.
    AskMay(Who, u16, u16),
    /// Asks a player whether to pay, takes the payment; continues elsewhere if it is not paid, at the second place as above.
    AskPay(Who, Cost, u16, u16),
    /// CR 107.3f: the value of X is chosen, of those with which a player could pay; continues elsewhere if there is none.
    ChooseX(Who, Cost, u16),
    /// A player chooses one of the places; continues at the last place, after all courses, if nobody is meant.
    ChooseOne(Who, Vec<u16>, u16),
    /// Like `ChooseOne`, of all places, also those where nothing can be done (CR 701.55b).
    Face(Who, Vec<u16>, u16),
    /// Begins a loop of as many rounds as a player faces one villainous choice (CR 701.55c).
    Facings(Who),
    /// Begins a loop over objects and players; `Next` decides about the first round. Who says which is first.
    Each(Recipients, RoundOrder),
    /// Begins a loop of N rounds.
    Times(Quantity),
    /// Begins the next round of the innermost loop right below, or ends the loop and continues elsewhere.
    Next(u16),
    /// Starts a continuous effect: its place among the static effects of the definition.
    Continuous(u16, Duration),
    /// Sets up a delayed triggered ability: its place among the abilities of the definition.
    Delayed(u16, Option<Duration>),
    /// Players take an extra turn after this one; as it begins, the instructions of that ability of the definition are followed.
    ExtraTurn(Who, u16),
    /// Continues elsewhere if the event of an ability of the definition has happened already (CR 610.3a).
    UnlessOver(u16, u16),
    /// What the variable holds goes back to where it was when the event of that ability comes (CR 610.3).
    Return(u16, Var),
    /// A continuous effect, by its place among the static effects of the definition, that begins as mana of the instruction
    /// before is spent on one of these (CR 106.6). Nothing happens here.
    IfSpent(Vec<SpendOn>, u16, Duration),
    /// An ability, by its place among the abilities of the definition, that triggers then. Nothing happens here.
    WhenSpent(Vec<SpendOn>, u16),
    /// How long mana of the instruction before isn't lost. Nothing happens here.
    Lasts(ManaUntil),
    /// A static effect of the definition, by its place, whose changes are the exceptions of the copies that the instruction before
    /// creates, with the abilities that they quote (CR 707.9a). Nothing happens here.
    Except(u16),
    /// Triggers a reflexive ability.
    Reflexive(u16),
    /// Creates tokens that the definition has.
    CreateToken {
        /// The players who create the tokens.
        who: Who,
        /// How many tokens each player creates.
        count: Quantity,
        /// The token or the kinds of them, by their places in [`CardTable`](super::CardTable).
        tokens: Vec<u16>,
        /// Whether they enter tapped.
        tapped: bool,
        /// What they attack as they enter, if they enter attacking.
        attacking: Option<TokenAttack>,
        /// With counters, each of them.
        counters: Vec<(CounterKind, Quantity)>,
        /// What they enter attached to.
        host: Option<Obj>,
        /// Their power and toughness, if the definition doesn't say it.
        size: Option<(Quantity, Quantity)>,
        /// Where they are stored.
        into: Option<Var>,
    },
    /// Gives players an emblem: the definition's n-th token.
    Emblem(Who, u16),
}
