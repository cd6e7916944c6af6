//! What else happens to players, cards and abilities: losing the game, gaining or losing life, later spells of a turn, cards that are
//! put somewhere.

use crate::cards::oracle::grammar::events::casts::casts;
use crate::cards::oracle::grammar::help::{doers, n, not, with, without};
use crate::cards::oracle::grammar::lines::{simple, whole};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

/// Life is gained, or it is lost.
fn gained_or_lost() -> TriggerEvent {
    TriggerEvent::AnyOf(vec![TriggerEvent::GainsLife(Who::You), TriggerEvent::LosesLife(Who::You)])
}

/// A card of the event is mentioned.
fn card(context: &mut Context) {
    context.event = true;
    context.mention(Referent::Objects(Objects::The(Obj::Event)), Sort::CARD, false);
}

/// Not the first spell that you cast in a turn.
fn later() -> Condition {
    Condition::Compare(Quantity::SpellsThisTurn(Who::You), Cmp::Ge, n(2))
}

fn later_in_own_turn() -> Condition {
    Condition::And(vec![Condition::TurnOf(Who::You), later()])
}

/// A spell that isn't the first one of the turn.
fn later_spell(context: &mut Context, so: Condition, effects: Vec<Instruction>) -> Option<TriggeredDef> {
    context.event = true;
    let def = whole(context, casts(Filter::Any), Condition::Always, effects)?;
    (def.provided == Condition::Always).then_some(TriggeredDef { provided: so, ..def })
}

fn is_later_spell(def: &TriggeredDef, so: &Condition) -> Vec<(Vec<Instruction>,)> {
    let rest = TriggeredDef { provided: Condition::Always, ..def.clone() };
    let same = def.provided == *so && def.when == casts(Filter::Any) && simple(&rest);
    if same && def.only_if == Condition::Always { vec![(def.effects.clone(),)] } else { Vec::new() }
}

/// A player casts a spell of a sort that isn't the first one of that sort in the turn.
fn later_of(context: &mut Context, who: Who, spells: Filter, effects: Vec<Instruction>) -> Option<TriggeredDef> {
    let count = Quantity::Count(Box::new(doers(Deed::Cast, spells.clone(), &[Filter::Controlled(Who::Event)])));
    context.event = true;
    let when = TriggerEvent::Casts { who, what: spells, from: None };
    let def = whole(context, when, Condition::Always, effects)?;
    Some(TriggeredDef { provided: Condition::Compare(count, Cmp::Ge, n(2)), ..def })
}

fn is_later_of(context: &Context, def: &TriggeredDef) -> Option<(Who, Filter, Filter, Vec<Instruction>)> {
    let TriggerEvent::Casts { who, what, from: None } = &def.when else { return None };
    let made = later_of(&mut context.clone(), *who, what.clone(), def.effects.clone())?;
    let same = TriggeredDef { targets: def.targets.clone(), ..made } == *def;
    same.then(|| (*who, what.clone(), what.clone(), def.effects.clone()))
}

/// Permanents that are enchanted, or that also may be equipped.
fn dressed(names: &[&str]) -> Option<Filter> {
    let one = |name: &&str| Some(Filter::HasAttached(Box::new(Filter::Subtype(Subtype::named(name)?))));
    let mut all: Vec<Filter> = names.iter().map(one).collect::<Option<_>>()?;
    if all.len() == 1 { all.pop() } else { Some(Filter::Or(all)) }
}

/// A noun with what is said of it before it says whose it is.
fn with_dress(context: &mut Context, noun: Filter, names: &[&str]) -> Option<Filter> {
    let mut list = help::parts(noun);
    let at = list.iter().position(|f| matches!(f, Filter::Controlled(_))).unwrap_or(list.len());
    list.insert(at, dressed(names)?);
    let filter = help::all(list);
    context.event = true;
    context.mention(Referent::Objects(Objects::The(Obj::Event)), help::permanent_kind(&filter), false);
    Some(filter)
}

macro_rules! moved {
    ($words:literal, $add:expr, $from:expr, $to:expr; $example:literal) => {
        rule!(Event: $words (cards: CardNoun) => |c, cards| { card(c); Some(TriggerEvent::Moves { what: $add.into_iter().fold(cards, with), from: $from, to: $to }) },
            |_, e| match e {
                TriggerEvent::Moves { what, from, to } if (from, to) == ($from, $to) => $add.iter().rev().try_fold(what, |f, last| without(&f, last)).map(|f| (f,)).into_iter().collect(),
                _ => Vec::new(),
            }; $example)
    };
}

const GRAVEYARD: Option<ZoneKind> = Some(ZoneKind::Graveyard);
const LIBRARY: Option<ZoneKind> = Some(ZoneKind::Library);
const THEIRS: Filter = Filter::Owned(Who::EachOpponent);

pub(super) const RULES: &[Rule] = &[
    // ---- players
    rule!(Event: "{who#} loses|lose the game" (who: EventPlayer) => |_, who| (who != Who::You).then_some(TriggerEvent::LosesGame(who)),
        |_, e| match e { TriggerEvent::LosesGame(who) => vec![(who,)], _ => Vec::new() }; ""),
    rule!(Event: "you gain or lose life" () => |c| { c.event = true; Some(gained_or_lost()) }, |_, e: &_| if *e == gained_or_lost() { vec![()] } else { Vec::new() }; "you gain or lose life"),
    // ---- later spells
    rule!(Trigger: "whenever you cast a spell other than your first spell each turn , {effects}" (effects: Begun) => |c, effects| later_spell(c, later(), effects), |_, d: &_| is_later_spell(d, &later()); ""),
    rule!(Trigger: "whenever you cast a spell during your turn other than your first spell that turn , {effects}" (effects: Begun) => |c, effects| later_spell(c, later_in_own_turn(), effects),
        |_, d: &_| is_later_spell(d, &later_in_own_turn()); ""),
    rule!(Trigger: "whenever {who#} casts|cast a {spells.s} other than the first {again.s} that player casts each turn , {effects}" (who: EventPlayer, spells: SpellNoun, again: SpellNoun, effects: Begun)
        => |c, who, spells, again, effects| (spells == again && who != Who::You).then(|| later_of(c, who, spells, effects))?,
        |c, d: &_| is_later_of(c, d).into_iter().collect(); ""),
    alternate!(SpellNoun: "noncreature spell or a {sub} spell" (sub: Sub) => |_, sub| Some(Filter::Or(vec![not(Filter::Type(CardTypes::CREATURE)), Filter::Subtype(sub)])); "noncreature spell or a Goblin spell"),
    alternate!(CardPost: "that targets one or more {noun.p}" (noun: Noun) => |_, noun| Some(Filter::Targets(Box::new(noun))); "that targets one or more creatures"),
    // ---- cards
    moved!("a {cards.s} is put into a graveyard from anywhere", [Filter::Card], None, GRAVEYARD; "a land card is put into a graveyard from anywhere"),
    moved!("a {cards.s} is put into a graveyard from a library", [Filter::Card], LIBRARY, GRAVEYARD; "a land card is put into a graveyard from a library"),
    moved!("another {cards.s} is put into your graveyard from anywhere", [Filter::Card, Filter::Owned(Who::You), help::other()], None, GRAVEYARD; "another card is put into your graveyard from anywhere"),
    moved!("a {cards.s} leaves a opponent 's graveyard", [Filter::Card, THEIRS], GRAVEYARD, None; "a creature card leaves an opponent's graveyard"),
    // ---- what it is attached to
    alternate!(EventObj: "1: a {noun.s} that's enchanted" (noun: Noun) => |c, noun| with_dress(c, noun, &["Aura"]); ""),
    alternate!(EventObj: "1: a {noun.s} that's enchanted or equipped" (noun: Noun) => |c, noun| with_dress(c, noun, &["Aura", "Equipment"]); ""),
];
