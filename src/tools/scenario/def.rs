//! What a scenario file says.
//!
//! Objects are called by a label or by a name. In set-ups `"bear = Grizzly Bears"` gives a card the label `bear`, which
//! stays with the card wherever it goes, and `"3 Forest"` stands for three cards. A name means the one object so called
//! outside of libraries; where something is chosen from a list (what to cast, what to pick), the first that is offered.
//! Players are called `1` and `2`, and in words `"P1"` and `"P2"`.

pub use super::action::Action;
pub use super::setup::{PlayerSetup, StatusSetup, TurnSetup};

use super::setup::is_default;
use crate::cards::def::{
    CardDef, Color, CounterKind, DayNight, Keyword, ManaCost, StepName, TokenDef, TypeLine, ZoneKind,
};
use crate::model::decision::RulesEdition;
use crate::model::rng::PlanarFace;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the format.
pub const FORMAT: u16 = 1;

/// A position, a script, and what is expected of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// [`FORMAT`].
    pub format: u16,
    /// What it shows, in a line.
    pub title: String,
    /// Identifiers of what it covers: cards, lines of a specification.
    #[serde(default, skip_serializing_if = "is_default")]
    pub covers: Vec<String>,
    /// Rules of the CR that decide it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rules: Vec<String>,
    /// Why the outcome is what it is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub why: String,
    /// The rules that are played by.
    #[serde(default, skip_serializing_if = "is_default")]
    pub edition: RulesEdition,
    /// Whether players make mana themselves: they activate mana abilities like others, and pay costs from the pool.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pay_by_hand: bool,
    /// Spells and abilities can be begun without the means to pay for them (CR 601.2); goes with `pay_by_hand`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub offer_unproven: bool,
    /// Whether owners are asked for the order of cards that go to their graveyards together (CR 404.3).
    #[serde(default, skip_serializing_if = "is_default")]
    pub order_graveyards: bool,
    /// Files with a [`Setup`] that comes before this scenario's own, by their paths from this file.
    #[serde(default, skip_serializing_if = "is_default")]
    pub include: Vec<String>,
    /// Definitions of cards that only this file uses.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cards: Vec<CardDef>,
    /// Tokens that only this file uses, by what set-ups call them after the word `token`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tokens: BTreeMap<String, TokenDef>,
    /// The players in turn order.
    pub players: Vec<PlayerSetup>,
    /// Whose turn it is, and where in it.
    #[serde(default)]
    pub turn: TurnSetup,
    /// Creatures that attack where it begins, with what they attack: `("bear", "P2")`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attackers: Vec<(String, String)>,
    /// Creatures that block there, each with the attacker.
    #[serde(default, skip_serializing_if = "is_default")]
    pub blockers: Vec<(String, String)>,
    /// It begins before the first turn, that of `turn.active`: what can be done with cards of kept hands (CR 103.6) is offered.
    #[serde(default, skip_serializing_if = "is_default")]
    pub opening: bool,
    /// It begins with the start of the game (CR 103): the libraries are the decks. `turn.active` takes the first turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub start: bool,
    /// These permanents have their timestamps in this order among themselves, the oldest first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub timestamps: Vec<String>,
    /// The scenario is run once for every order of the timestamps of these permanents.
    #[serde(default, skip_serializing_if = "is_default")]
    pub any_order: Vec<String>,
    /// What happens and what is expected, in order.
    pub script: Vec<Step>,
    /// Other continuations after the script, each from its end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Variant>,
}

/// One continuation: the whole is played again from the set-up, and then this.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// What is different in this variant, as a title.
    pub title: String,
    /// Instead of the scenario's own order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub timestamps: Vec<String>,
    /// Instead of the scenario's own orders.
    #[serde(default, skip_serializing_if = "is_default")]
    pub any_order: Vec<String>,
    /// These cards of the set-up aren't there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub without: Vec<String>,
    /// What happens and what is expected.
    pub script: Vec<Step>,
}

/// A part of a set-up that several scenarios share.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// [`FORMAT`].
    pub format: u16,
    /// Definitions of cards.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cards: Vec<CardDef>,
    /// Tokens.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tokens: BTreeMap<String, TokenDef>,
    /// What the players have besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<PlayerSetup>,
}

/// One line of a script. `answers` are given, in order, to what is asked until somebody has priority again; a decision
/// with one possible answer needs none. All of them must be used.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub enum Step {
    /// A player with priority plays a land.
    Play {
        /// The player who plays it.
        by: u8,
        /// The card, by label or name.
        card: String,
        /// The object by whose effect it is played, by label or name, if that matters.
        #[serde(default)]
        permit: Option<String>,
        /// Which of its faces, by name.
        #[serde(default)]
        half: Option<String>,
        /// Answers to what is asked meanwhile.
        #[serde(default)]
        answers: Vec<Reply>,
    },
    /// A player with priority casts a spell, up to where they get priority again.
    Cast {
        /// The player who casts it.
        by: u8,
        /// The card, by label or name.
        card: String,
        /// The alternative cost or permission: the place, from 0, of the ability of the card that offers it. Without it
        /// the first way that is offered.
        #[serde(default)]
        way: Option<u8>,
        /// The permission to cast it from where it is: the object whose effect gives it. Without it the first way that is
        /// offered, a permission or not.
        #[serde(default)]
        permit: Option<String>,
        /// Which of its faces or halves, by name; both names of a split card that is cast fused: `"Far // Away"`.
        #[serde(default)]
        half: Option<String>,
        /// Answers to what is asked meanwhile.
        #[serde(default)]
        answers: Vec<Reply>,
    },
    /// A player with priority casts a card face down.
    CastFaceDown {
        /// The player who casts it.
        by: u8,
        /// The card, by label or name.
        card: String,
        /// Answers to what is asked meanwhile.
        #[serde(default)]
        answers: Vec<Reply>,
    },
    /// A player with priority turns a permanent face up.
    TurnFaceUp {
        /// The player who turns it face up.
        by: u8,
        /// The permanent, by label or name.
        what: String,
        /// Which of the ways that are offered, from 0.
        #[serde(default)]
        way: u8,
        /// Answers to what is asked meanwhile.
        #[serde(default)]
        answers: Vec<Reply>,
    },
    /// A player with priority unlocks a half of a permanent.
    Unlock {
        /// The player who unlocks it.
        by: u8,
        /// The permanent, by label or name.
        what: String,
        /// The name of the half.
        half: String,
        /// Answers to what is asked meanwhile.
        #[serde(default)]
        answers: Vec<Reply>,
    },
    /// A player with priority plots a card of their hand.
    Plot(FromHand),
    /// A player with priority foretells a card of their hand.
    Foretell(FromHand),
    /// A player with priority suspends a card of their hand.
    Suspend(FromHand),
    /// A player with priority puts their companion into their hand.
    Companion(FromHand),
    /// A player with priority activates an ability.
    Activate {
        /// The player who activates it.
        by: u8,
        /// The object that has the ability, by label or name.
        of: String,
        /// Which of its abilities that are offered, from 0.
        #[serde(default)]
        ability: u8,
        /// Answers to what is asked meanwhile.
        #[serde(default)]
        answers: Vec<Reply>,
    },
    /// A player with priority activates a mana ability of an object, although players don't make mana themselves.
    ActivateMana {
        /// The player who activates it.
        by: u8,
        /// The object that has the ability, by label or name.
        of: String,
        /// Which of its mana abilities that can be activated, from 0.
        #[serde(default)]
        ability: u8,
        /// Answers to what is asked meanwhile.
        #[serde(default)]
        answers: Vec<Reply>,
    },
    /// A player with priority passes.
    Pass {
        /// The player who passes.
        by: u8,
        /// Answers to what is asked then.
        #[serde(default)]
        answers: Vec<Reply>,
    },
    /// All players pass until the top of the stack has resolved.
    Resolve,
    /// As `Resolve`, with answers to what is asked meanwhile.
    ResolveWith(Vec<Reply>),
    /// All players pass until the stack is empty.
    ResolveAll,
    /// All players pass, attack and block with nothing, until a step (of this turn or a later one) in which the stack is
    /// empty and the active player has priority: what triggers as it begins has resolved.
    To(StepName),
    /// As `To`, with answers to what is asked meanwhile.
    ToWith(StepName, Vec<Reply>),
    /// As `To`, in a later turn.
    NextTurn(StepName),
    /// As `NextTurn`, with answers to what is asked meanwhile.
    NextTurnWith(StepName, Vec<Reply>),
    /// All players pass, attack and block with nothing, until priority is first given in a step (of this turn or a later
    /// one): what triggered as it began is on the stack.
    Reach {
        /// The step in which it stops.
        step: StepName,
        /// Of a later turn only.
        #[serde(default)]
        next_turn: bool,
        /// Answers to what is asked meanwhile.
        #[serde(default)]
        answers: Vec<Reply>,
    },
    /// All players pass until attackers are declared; these attack: attacker, and `"P2"` or a planeswalker.
    Attack(Vec<(String, String)>),
    /// As `Attack`, with answers to what is asked then.
    AttackWith(Vec<(String, String)>, Vec<Reply>),
    /// As `Attack`, in these bands; `Attack` declares none.
    AttackInBands(Vec<(String, String)>, Vec<Vec<String>>),
    /// All players pass until blockers are declared; these block: blocker, and attacker.
    Block(Vec<(String, String)>),
    /// As `Block`, with answers to what is asked then.
    BlockWith(Vec<(String, String)>, Vec<Reply>),
    /// If attackers were declared now, these couldn't be, whether or not the active player would be asked at all. Nothing
    /// happens.
    IllegalAttack(Vec<(String, String)>),
    /// As `IllegalAttack`, with bands; one of them, or the attack, isn't legal.
    IllegalAttackInBands(Vec<(String, String)>, Vec<Vec<String>>),
    /// If blockers were declared now, these couldn't be, whether or not a defending player would be asked at all. Nothing
    /// happens.
    IllegalBlock(Vec<(String, String)>),
    /// A player rolls the planar die (CR 901.9); `Die(Chaos)` among the answers says how it falls.
    RollPlanarDie(u8, Vec<Reply>),
    /// Mana is added to a player's pool, by nothing in the game.
    Mana(u8, String),
    /// Counters are put on an object or a player (`"P2"`), by nothing in the game: nothing replaces that or triggers on it.
    PutCounters(String, CounterKind, u32),
    /// A built-in agent answers everything for all players until the turn is over, or a step of it in which players get
    /// priority has begun.
    Agents {
        /// Its name, as for `simulate`.
        agent: String,
        /// The step at whose beginning it stops; without it as the turn is over.
        #[serde(default)]
        until: Option<StepName>,
    },
    /// A player answers the open decision.
    Answer(u8, Reply),
    /// A label for the newest object of a name, outside of libraries, that has none: label, and name.
    Label(String, String),
    /// Labels for the newest objects of a name that have none, the label of the oldest of them first.
    Labels(Vec<String>, String),
    /// This player concedes (CR 104.3a).
    Concede(u8),
    /// Steps that fail if these rules (or lines of a specification) are broken.
    Cite(Vec<String>, Vec<Step>),
    /// These expectations hold now.
    Expect(Vec<Expectation>),
    /// The player with priority can do this now.
    Legal(Action),
    /// The player with priority can't do this now.
    Illegal(Action),
}

/// A card of a hand with which a player takes a special action.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FromHand {
    /// The player whose hand it is in.
    pub by: u8,
    /// The card, by label or name.
    pub card: String,
    /// Answers to what is asked meanwhile.
    #[serde(default)]
    pub answers: Vec<Reply>,
}

/// An answer in words. Options are called by label or name, `"P1"`, `"mode 1"`, `"way 1"`, `"course 1"`,
/// `"replacement 1"` (from 1), a colour, a subtype, a mana symbol like `"{R}"`, a number; a trigger or a replacement by
/// the name of its source; a face or half of a card also by its own name, or with its card: `"x as Away"`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Reply {
    /// One option, or a set of them.
    Pick(Vec<String>),
    /// All options in this order.
    Order(Vec<String>),
    /// The share of each.
    Divide(Vec<(String, i32)>),
    /// A number.
    Number(i32),
    /// Yes.
    Yes,
    /// No.
    No,
    /// A card name.
    Name(String),
    /// Takes back what was begun.
    Cancel,
    /// This answer isn't accepted: the decision stays open, and the next answer is for it.
    Refused(Box<Reply>),
    /// The answer of a certain player: it is also checked who is asked.
    By(u8, Box<Reply>),
    /// No answer: what comes next by chance, the first of a random order first.
    Random(Vec<String>),
    /// No answer: a player concedes while the next decision is open, before it is answered.
    Concede(u8),
    /// No answer: the natural results of the next dice.
    Roll(Vec<i32>),
    /// No answer: how the planar die falls next: `Blank`, `Chaos` or `Planeswalk`.
    Die(PlanarFace),
    /// No answer: the decision that the next answer is for offers these.
    Offered(Vec<String>),
    /// No answer: the decision that the next answer is for doesn't offer these.
    NotOffered(Vec<String>),
    /// No answer: the decision that the next answer is for offers these and nothing else.
    OfferedExactly(Vec<String>),
}

/// What holds. An object is called by its label or name.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Expectation {
    /// A player's life total.
    Life(u8, i32),
    /// Where an object is; `Outside` if it has ceased to exist.
    In(String, ZoneKind),
    /// The player who controls it.
    Controller(String, u8),
    /// The player who owns it.
    Owner(String, u8),
    /// Its name.
    Named(String, String),
    /// Power and toughness.
    PT(String, i32, i32),
    /// Base power and toughness (CR 208.4b): without counters, and what only changes or switches them.
    BasePT(String, i32, i32),
    /// It has no name.
    NoName(String),
    /// It is face down.
    FaceDown(String),
    /// It is face up.
    FaceUp(String),
    /// It has no power and toughness.
    NoPT(String),
    /// Its mana cost.
    Cost(String, ManaCost),
    /// It has no mana cost.
    NoCost(String),
    /// Its mana value.
    ManaValue(String, i32),
    /// It has no abilities at all.
    NoAbilities(String),
    /// How many abilities it has that aren't keywords without parameters.
    Abilities(String, usize),
    /// How many characteristic-defining abilities it has.
    Defining(String, usize),
    /// Its whole type line: `"Creature - Bear"`.
    Types(String, TypeLine),
    /// It has all of these types.
    Is(String, TypeLine),
    /// It has none of these types.
    IsNot(String, TypeLine),
    /// Its colours, all of them.
    Colors(String, Vec<Color>),
    /// It has a keyword.
    Has(String, Keyword),
    /// It doesn't have a keyword.
    Lacks(String, Keyword),
    /// It has N counters of a kind.
    Counters(String, CounterKind, u32),
    /// The effects of these sources, by their names, change it in this layer (`"6"`, `"7b"`), in this order.
    Applied(String, String, Vec<String>),
    /// It is tapped.
    Tapped(String),
    /// It is untapped.
    Untapped(String),
    /// It is phased out.
    PhasedOut(String),
    /// It is phased in.
    PhasedIn(String),
    /// Damage marked on it.
    Damage(String, i32),
    /// It is attached to something.
    Attached(String, String),
    /// It is attached to nothing.
    Unattached(String),
    /// Who protects it (CR 310.8); 0 is nobody.
    Protector(String, u8),
    /// How many cards or permanents a player owns in a zone.
    Count(u8, ZoneKind, usize),
    /// How many cards of a name a player owns in a zone (of permanents: controls).
    CountNamed(u8, ZoneKind, String, usize),
    /// How many permanents of a name a player controls.
    Permanents(u8, String, usize),
    /// The top cards of a player's zone, the top one first.
    Top(u8, ZoneKind, Vec<String>),
    /// Mana in a player's pool, all of it.
    Mana(u8, String),
    /// A player has N counters of a kind.
    PlayerCounters(u8, CounterKind, u32),
    /// Whether it is day or night; `None` if it is neither.
    DayNight(Option<DayNight>),
    /// Who is the monarch; 0 is nobody.
    Monarch(u8),
    /// Whether a player has the city's blessing.
    Blessing(u8, bool),
    /// A player's speed; 0 is none.
    Speed(u8, u8),
    /// Who has the initiative; 0 is nobody.
    Initiative(u8),
    /// In which room a player's venture marker is; `""` if it is in none.
    Room(u8, String),
    /// The names of the dungeons that a player has completed, in that order.
    Completed(u8, Vec<String>),
    /// The stack, its top first; abilities are called by the name of their source.
    Stack(Vec<String>),
    /// Whose turn it is, and the step.
    Now(u8, StepName),
    /// This player is asked.
    Asked(u8),
    /// This player answers what is asked, for themselves or for a player whom they control (CR 723.5).
    Decides(u8),
    /// The step before asked this player for nothing but priority and declarations of attackers and blockers.
    NotAsked(u8),
    /// This player knows which card it is.
    Knows(u8, String),
    /// This player doesn't know which card it is.
    Unknown(u8, String),
    /// This player has won.
    Won(u8),
    /// The game is a draw.
    Draw,
}
