//! The rules, by grammatical category. Each has a sentence of its own as an example, which is its test in both directions.
//!
//! | file | what |
//! | --- | --- |
//! | `classes` | words of a class: numbers, symbols, subtypes, keywords, kinds of counters |
//! | `clauses`, `lines` | sentences and abilities |
//! | `help` | what rules have in common |
//! | `nouns` | what objects, players and targets are called |
//! | `quantities` | numbers |
//! | `conditions` | conditions |
//! | `costs` | costs, what makes them more or less, when abilities and spells can be activated and cast |
//! | `events` | trigger events (CR 603) |
//! | `statics` | what static abilities say (CR 604) |
//! | `replacement` | what happens instead (CR 614, 615), how things enter |
//! | `keywords` | keyword abilities (CR 702) |
//! | `mechanics` | dice, coins, dungeons, rooms, Sagas and others |
//! | `verbs` | what instructions say |
//! | `cards` | instructions for cards in hands, libraries, graveyards and exile |
//! | `tokens` | instructions for tokens, copies and counters |
//! | `changes` | instructions for what objects become and have for a while |
//! | `sentences` | instructions that belong together: who decides, what follows, what is done instead or later |
//!
//! Rules that most cards need are in the file `basic` of a folder, or in files of `nouns` and `verbs`.

#![expect(
    unused_mut,
    unused_variables,
    unreachable_patterns,
    non_shorthand_field_patterns,
    clippy::redundant_field_names,
    reason = "rules have one literal that is an expression and a pattern, with any number of slots"
)]

mod cards;
mod changes;
mod classes;
mod clauses;
mod conditions;
mod costs;
mod events;
mod help;
mod keywords;
mod lines;
mod mechanics;
mod nouns;
mod quantities;
mod replacement;
mod sentences;
mod statics;
#[cfg(test)]
mod tests;
mod tokens;
mod verbs;

use super::syntax::{Cat, CatId, Cats, Context, Implicit, Participle, Rule, Val, Value};
use crate::cards::def::*;
pub(super) use help::{is_clause, is_equipment, is_instead, is_proviso, is_quote, is_scope, is_subject};
pub(super) use {classes::words, costs::paid_with, costs::totals::is_evidence};
pub(super) use {mechanics::dice::is_course, sentences::swaps::instead};

const PLAIN: Cats = Cats { name: "", numbered: false, leaf: None, implicit: None };
const NUMBERED: Cats = Cats { numbered: true, ..PLAIN };

const fn implicit(get: fn(&mut Context) -> Option<Val>) -> Cats {
    Cats { implicit: Some(Implicit { get }), ..PLAIN }
}

macro_rules! categories {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $cats:expr;)*) => {
        #[derive(Clone, Copy)]
        enum Number { $($name,)* }
        $(
            $(#[$doc])*
            pub(super) struct $name;
            impl Cat for $name {
                type T = $type;
                const ID: CatId = Number::$name as CatId;
            }
        )*
        /// All categories, by number.
        pub(super) fn categories() -> Vec<Cats> {
            vec![$(Cats { name: crate::cards::oracle::names::plain(stringify!($name)), ..$cats },)*]
        }
    };
}

categories! {
    // ---- classes of words
    /// A subtype.
    Sub: Subtype = Cats { numbered: true, leaf: Some(classes::SUBTYPE), ..PLAIN };
    /// A number in words, from two.
    Words: i32 = Cats { leaf: Some(classes::WORDS), ..PLAIN };
    /// A number in digits.
    Digits: i32 = Cats { leaf: Some(classes::DIGITS), ..PLAIN };
    /// A change of power and toughness.
    Pt: (Quantity, Quantity) = Cats { leaf: Some(classes::CHANGE), ..PLAIN };
    /// Power and toughness.
    Body: (Quantity, Quantity) = Cats { leaf: Some(classes::BODY), ..PLAIN };
    /// Mana symbols.
    Mana: ManaCost = Cats { leaf: Some(classes::MANA), ..PLAIN };
    /// Energy symbols.
    Energy: i32 = Cats { leaf: Some(classes::ENERGY), ..PLAIN };
    /// A loyalty cost.
    Loyal: i32 = Cats { leaf: Some(classes::LOYALTY), ..PLAIN };
    /// The number of a chapter.
    Chapter: i32 = Cats { leaf: Some(classes::CHAPTER), ..PLAIN };
    /// A kind of counter.
    Kind: CounterKind = Cats { leaf: Some(classes::COUNTER), ..PLAIN };
    /// A keyword without parameters.
    Kw: Keyword = Cats { leaf: Some(classes::KEYWORD), ..PLAIN };
    /// A name of a card or token.
    Name: String = Cats { leaf: Some(classes::NAME), ..PLAIN };
    /// A name of a card to the end of the line.
    WholeName: String = Cats { leaf: Some(classes::WHOLE_NAME), ..PLAIN };
    /// A type of tokens that the rules define.
    Made: String = Cats { leaf: Some(classes::PREDEFINED), ..PLAIN };
    /// A Role that the rules define.
    Role_: String = Cats { leaf: Some(classes::ROLE), ..PLAIN };

    // ---- what no word says
    /// Who acts.
    Doer: Who = implicit(|context| Some(context.doer.wrap()));
    /// What the clause is about.
    Subject: Objects = implicit(|context| context.subject.clone().map(Val::Objects));
    /// What the clause is about, as one object.
    Source: Obj = implicit(|context| help::one(context.subject.as_deref()?).map(Value::wrap));
    /// A new variable.
    Into: Option<Var> = implicit(|context| Some(context.variable().wrap()));

    // ---- noun phrases
    /// A card type.
    Type: CardTypes = NUMBERED;
    /// Card types in a list.
    Types: CardTypes = NUMBERED;
    /// A card type as an adjective.
    TypeAdj: CardTypes = PLAIN;
    /// A supertype.
    Super: Supertypes = PLAIN;
    /// A colour.
    Hue: Color = PLAIN;
    /// A colour or one of several.
    HueOr: Filter = PLAIN;
    /// The head of a noun phrase for permanents.
    Head: Vec<Filter> = NUMBERED;
    /// One noun as a head.
    HeadOne: Vec<Filter> = NUMBERED;
    /// One noun as the head of a phrase for cards.
    CardHeadOne: Vec<Filter> = PLAIN;
    /// The head of one for cards and spells.
    CardHead: Vec<Filter> = PLAIN;
    /// An adjective.
    Adj: Filter = PLAIN;
    /// Adjectives.
    Adjs: Vec<Filter> = PLAIN;
    /// What stands after a noun.
    Post: Filter = PLAIN;
    /// What stands after a noun, of cards and spells too.
    CardPost: Filter = PLAIN;
    /// Several of them.
    Posts: Vec<Filter> = PLAIN;
    /// Several of them, of cards and spells.
    CardPosts: Vec<Filter> = PLAIN;
    /// A noun phrase for permanents.
    Noun: Filter = NUMBERED;
    /// One for cards.
    CardNoun: Filter = NUMBERED;
    /// One for spells.
    SpellNoun: Filter = NUMBERED;
    /// A spell that is waited for.
    Awaited: Filter = NUMBERED;
    /// Sources of abilities.
    SourceNoun: Filter = NUMBERED;
    /// What is searched for.
    Sought: Filter = NUMBERED;
    /// What can be a target, as nouns.
    Aim: TargetKind = NUMBERED;
    /// How objects that are chosen together go with each other.
    Joint: Together = PLAIN;
    /// What several targets are, and how they go together.
    GroupAim: (TargetKind, Together) = PLAIN;
    /// Cards to search for, and how they go together.
    CardGroup: (Filter, Vec<Together>) = PLAIN;
    /// Whose: before a noun.
    Whose: Who = PLAIN;
    /// A graveyard of someone.
    Graves: ZoneOf = PLAIN;
    /// What can be a target, players among others.
    MixedAim: TargetKind = NUMBERED;
    /// Objects, in the place of an object.
    Objs: Objects = PLAIN;
    /// Objects, in either place.
    Np: Objects = NUMBERED;
    /// Objects as the subject.
    SubjObjs: Objects = NUMBERED;
    /// An object that has something.
    Poss: Obj = PLAIN;
    /// The target of one instance of the word.
    Target: Objects = PLAIN;
    /// The targets of one instance.
    Targets_: Objects = PLAIN;
    /// Objects to choose as the instruction is carried out.
    Choice: Instruction = NUMBERED;
    /// Cards in a hand to choose.
    HandChoice: Instruction = NUMBERED;
    /// A player as the subject.
    SubjPlayer: Who = NUMBERED;
    /// A player in another place.
    Player: Who = PLAIN;
    /// A player, not "you".
    Other: Who = NUMBERED;
    /// What damage is dealt to.
    Recip: Recipients = PLAIN;
    /// Objects for each of which something happens.
    Every: Recipients = PLAIN;
    /// What damage is dealt to, of several sorts.
    RecipAnd: Recipients = PLAIN;
    /// Players to each of whom damage is dealt by an amount of their own.
    ToEach: Recipients = PLAIN;
    /// The card itself.
    Self_: Obj = PLAIN;
    /// The card itself as what is exerted.
    Exerted: Obj = PLAIN;
    /// The card itself as a trigger's subject or another object.
    EventObj: Filter = NUMBERED;

    // ---- numbers, conditions, durations
    /// How many, before a plural.
    Count: Quantity = PLAIN;
    /// An amount in digits.
    Amount: Quantity = PLAIN;
    /// A number as a value: "the number of ...", "its power".
    Value_: Quantity = PLAIN;
    /// A source of damage of someone's choice.
    SourceKind: Filter = PLAIN;
    /// A comparison.
    Compared: (Cmp, Quantity) = PLAIN;
    /// What is counted after "for each".
    Each: Quantity = NUMBERED;
    /// How many cards.
    Cards: Quantity = PLAIN;
    /// How many of the top cards are looked at, and what X is.
    Looked: (Quantity, Quantity) = PLAIN;
    /// A number that objects have.
    Measured: Measure = PLAIN;
    /// A part of a turn.
    Part_: TurnPart = PLAIN;
    /// How a card begins the game on the battlefield.
    Start: Instruction = PLAIN;
    /// A condition.
    Cond: Condition = PLAIN;
    /// A condition, or two of them.
    Conds: Condition = PLAIN;
    /// A condition behind what depends on it.
    Proviso: Condition = PLAIN;
    /// What an object is, in a condition.
    Quality: Filter = NUMBERED;
    /// A duration.
    Dur: Duration = PLAIN;
    /// A step.
    Step: StepName = PLAIN;
    /// A step of someone's turn.
    Turn: (StepName, Who) = PLAIN;

    // ---- costs and events
    /// Part of a cost, as an instruction.
    Part: CostPart = NUMBERED;
    /// Part of a cost, as symbols.
    Symbol: CostPart = PLAIN;
    /// Part of a cost before a colon.
    Piece: CostPart = PLAIN;
    /// A cost.
    Price: Cost = PLAIN;
    /// A cost after "pays" and the like.
    Payment: Cost = NUMBERED;
    /// A trigger event.
    Event: TriggerEvent = PLAIN;
    /// What the event is about.
    EventSubject: Filter = implicit(|context| context.event_subject.clone().map(Val::Filter));
    /// Who does what the event is.
    EventPlayer: Who = NUMBERED;
    /// An event that can stand beside another one.
    Simple: TriggerEvent = NUMBERED;
    /// What a trigger event says of its subject.
    Happening: TriggerEvent = NUMBERED;

    // ---- continuous effects
    /// What an object gets for a while.
    Mod: Vec<Modification> = NUMBERED;
    /// Several of them.
    Mods: Vec<Modification> = NUMBERED;
    /// What an object is as it enters.
    Nature: Vec<Modification> = NUMBERED;
    /// What an object has as long as it is true.
    StaticMod: Vec<Modification> = NUMBERED;
    /// Several of them.
    StaticMods: Vec<Modification> = NUMBERED;
    /// Keywords in a list.
    KwList: Vec<Keyword> = PLAIN;
    /// A keyword with a parameter that an object can get.
    KwAbility: KeywordAbility = PLAIN;
    /// The name of a keyword.
    KwName: KeywordName = PLAIN;
    /// A keyword for the mana cost of what has it.
    OwnCost: KeywordAbility = PLAIN;
    /// Power, toughness, colours and types.
    FormCore: Vec<Modification> = NUMBERED;
    /// Like the one before, with keywords.
    Form: Vec<Modification> = NUMBERED;
    /// Types in addition to others.
    Addition: Vec<Modification> = NUMBERED;
    /// What a copy has otherwise.
    Except: Vec<Modification> = PLAIN;
    /// Several of them.
    Excepts: Vec<Modification> = PLAIN;
    /// A restriction.
    Cant: ObjectRule = NUMBERED;
    /// What a token is, without its abilities.
    TokenCore: TokenDef = NUMBERED;
    /// An ability in quotes.
    Quote: AbilityDef = PLAIN;
    /// An ability of an Equipment in quotes.
    EquipQuote: AbilityDef = PLAIN;
    /// What a token is.
    TokenNoun: TokenDef = NUMBERED;
    /// What a token is whose power and toughness are X, without its abilities.
    SizedCore: TokenDef = NUMBERED;
    /// What a token is whose power and toughness are X.
    SizedNoun: TokenDef = NUMBERED;
    /// Colours in a list.
    Hues: Vec<Color> = PLAIN;
    /// Subtypes in a row.
    Subs: Vec<Subtype> = PLAIN;
    /// Mana that is added.
    Adds: ManaProduced = PLAIN;
    /// What is produced instead of mana.
    Yield: OtherMana = PLAIN;
    /// What mana can be spent on.
    Use: SpendOn = PLAIN;
    /// All of that.
    Uses: Vec<SpendOn> = PLAIN;

    // ---- clauses
    /// An instruction without its subject, which is a player.
    Verb: Instruction = NUMBERED;
    /// Like the one before, if it is several instructions.
    Verbs: Vec<Instruction> = NUMBERED;
    /// What a player does.
    Act: Vec<Instruction> = NUMBERED;
    /// Several of that.
    Acts: Vec<Instruction> = NUMBERED;
    /// What an object does.
    Pred: Instruction = NUMBERED;
    /// Several of that.
    Preds: Vec<Instruction> = NUMBERED;
    /// A sacrifice or exile of the card itself, of which is asked then whether it was done.
    Gone: Instruction = PLAIN;
    /// A clause with a subject.
    Said: Vec<Instruction> = PLAIN;
    /// A clause.
    Clause: Vec<Instruction> = PLAIN;
    /// A sentence.
    Sentence: Vec<Instruction> = PLAIN;
    /// Sentences.
    Sentences: Vec<Instruction> = PLAIN;
    /// A sentence that doesn't begin with a condition.
    Plain: Vec<Instruction> = PLAIN;
    /// Sentences the first of which doesn't.
    Begun: Vec<Instruction> = PLAIN;
    /// Sentences that are said to be repeated.
    Process: Vec<Instruction> = PLAIN;
    /// Damage that would be dealt to something, and when.
    Averted: (ReplacedEvent, Condition) = PLAIN;
    /// What would happen, and when.
    Would_: (ReplacedEvent, Condition) = PLAIN;
    /// What happens instead of tokens or counters.
    Replacing: AbilityDef = PLAIN;
    /// Another number instead.
    Many: Quantity = PLAIN;
    /// Another amount of damage instead.
    Much: Quantity = PLAIN;
    /// Damage that would be dealt.
    Harm: (ReplacedEvent, Condition) = PLAIN;
    /// Damage that would be dealt this turn.
    HarmNow: (ReplacedEvent, Condition) = PLAIN;
    /// What would deal it.
    Harmer: Filter = PLAIN;
    /// What it would be dealt to.
    Harmed: DamageTo = PLAIN;
    /// The rows of a table of results.
    Rows: Vec<Instruction> = PLAIN;
    /// The results of one of them.
    Range: Condition = PLAIN;
    /// What happens with such a result.
    Outcome: Vec<Instruction> = PLAIN;
    /// What happens if the other thing doesn't.
    Otherwise: Vec<Instruction> = PLAIN;
    /// A sentence that says what happens instead of what the one before it says.
    Swap: Vec<Instruction> = PLAIN;

    // ---- lines
    /// A line of a card.
    Line: Vec<AbilityDef> = PLAIN;
    /// An ability.
    Ability: AbilityDef = PLAIN;
    /// A static ability.
    Static: AbilityDef = PLAIN;
    /// A keyword.
    KwItem: AbilityDef = PLAIN;
    /// Keywords in a row.
    KwLine: Vec<AbilityDef> = PLAIN;
    /// What something is protected from.
    Warded: Filter = PLAIN;
    /// A keyword with parameters.
    Param: KeywordAbility = PLAIN;
    /// An activated ability.
    Limit: ActivatedDef = PLAIN;
    /// An activated ability without a limit.
    Limit_: ActivatedDef = PLAIN;
    /// How much less an activated ability costs.
    Less: Quantity = PLAIN;
    /// Chapters of a Saga.
    Chapters: TriggerEvent = PLAIN;
    /// A triggered ability.
    Trigger: TriggeredDef = PLAIN;
    /// A triggered ability without a limit.
    Trigger_: TriggeredDef = PLAIN;
    /// A reflexive triggered ability.
    Reflex: TriggeredDef = PLAIN;
    /// What a reflexive triggered ability does, if what it waits for is said apart.
    Later: TriggeredDef = PLAIN;
    /// What a triggered ability that is there for a while does, with targets of its own.
    Aimed: TriggeredDef = PLAIN;
    /// What such an ability waits for.
    Thrown: Condition = PLAIN;
    /// Which of a turn.
    Nth: i32 = PLAIN;
    /// An event with the word before it.
    When: TriggerEvent = PLAIN;
    /// An additional cost.
    Extra: Cost = PLAIN;
    /// A choice of modes.
    Modal: Modes = PLAIN;
    /// How many modes.
    Pick: (i32, i32) = PLAIN;
    /// Modes.
    ModeList: Vec<Mode> = PLAIN;
    /// A mode.
    ModeItem: Mode = PLAIN;
    /// Modes with costs.
    SpreeList: Vec<Mode> = PLAIN;
    /// A mode with a cost.
    SpreeItem: Mode = PLAIN;
    /// Modes with costs, of which one is chosen.
    TierList: Vec<Mode> = PLAIN;
    /// One of them.
    TierItem: Mode = PLAIN;
    /// The modes of a spell.
    SpellModes: Modes = PLAIN;
}

/// All rules, by file.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![clauses::RULES, lines::RULES];
    let parts = [nouns::rules(), quantities::rules(), conditions::rules(), costs::rules(), events::rules()];
    let instructions = [verbs::rules(), changes::rules(), cards::rules(), tokens::rules(), sentences::rules()];
    let abilities = [statics::rules(), replacement::rules(), keywords::rules(), mechanics::rules()];
    all.extend(parts.into_iter().chain(instructions).chain(abilities).flatten());
    all
}
