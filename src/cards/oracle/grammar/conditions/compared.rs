//! What something is compared with: the object of the event, the spell that was cast; whose turn it is; what was discarded this way.

use crate::cards::oracle::grammar::help::{done, one, owned};
use crate::cards::oracle::grammar::lines::casts;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Referent, Rule, alternate, rule};

/// What the event is about, as it is mentioned first.
fn of_event(context: &Context) -> Option<Obj> {
    let first = context.mentioned().next().filter(|_| context.event)?;
    match &first.what {
        Referent::Objects(Objects::The(obj @ (Obj::Event | Obj::This))) => Some(*obj),
        _ => None,
    }
}

/// It has less of something.
fn less(measure: Measure, than: Obj) -> Filter {
    match measure {
        Measure::Power => Filter::Power(Cmp::Lt, Quantity::Power(than)),
        Measure::Toughness => Filter::Toughness(Cmp::Lt, Quantity::Toughness(than)),
        Measure::ManaValue => Filter::ManaValue(Cmp::Lt, Quantity::ManaValue(than)),
    }
}

fn is_less(filter: &Filter, than: Obj) -> Vec<(Measure,)> {
    let all = [Measure::Power, Measure::Toughness, Measure::ManaValue];
    all.into_iter().filter(|measure| less(*measure, than) == *filter).map(|measure| (measure,)).collect()
}

/// The spell that was cast.
fn spell(context: &Context) -> Option<Obj> {
    match &context.that(Sort::SPELL, false)?.what {
        Referent::Objects(objects) => one(objects).filter(|obj| *obj == Obj::Event),
        _ => None,
    }
}

/// Of the same mana value as the spell.
fn as_costly(context: &Context) -> Option<Filter> {
    Some(Filter::ManaValue(Cmp::Eq, Quantity::ManaValue(spell(context)?)))
}

/// How many colours the spell has.
fn colors(context: &Context) -> Option<Quantity> {
    Some(Quantity::Colors(Box::new(Objects::The(spell(context)?))))
}

/// How many cards in all graveyards have the name of the spell.
fn namesakes(context: &Context) -> Option<Quantity> {
    let same = Filter::SameName(spell(context)?);
    Some(Quantity::Count(Box::new(Objects::In(ZoneOf::Graveyard(Who::EachPlayer), same))))
}

/// It isn't the turn of the player of the event.
fn not_their_turn(context: &Context) -> Option<Condition> {
    let who = nouns::players::that_player(context).filter(|who| *who == Who::Event && context.event)?;
    Some(Condition::Not(Box::new(Condition::TurnOf(who))))
}

/// One of the cards that was treated so matches the filter.
fn was_among(context: &Context, how: Participle, cards: Filter) -> Option<Condition> {
    let group = Objects::Var(done(context, how).filter(|_| !context.undone)?);
    Some(Condition::Exists(Objects::Only(Box::new(group), cards)))
}

fn is_among(context: &Context, how: Participle, cond: &Condition) -> Vec<(Filter,)> {
    match cond {
        Condition::Exists(Objects::Only(_, cards)) if was_among(context, how, cards.clone()).as_ref() == Some(cond) => {
            vec![(cards.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// Something happens if a player discarded or sacrificed, or if they couldn't.
fn if_so(mut effects: Vec<Instruction>, then: Vec<Instruction>, could: bool) -> Option<Vec<Instruction>> {
    let (who, into) = match effects.as_slice() {
        [Instruction::SacrificeChoice { who, into, .. } | Instruction::Discard { who, into, .. }] => (*who, (*into)?),
        _ => return None,
    };
    let did = Condition::Did(into);
    let cond = if could { did } else { Condition::Not(Box::new(did)) };
    effects.push(Instruction::If { cond, then, otherwise: Vec::new() });
    help::another_player(who).then_some(effects)
}

fn if_cant(effects: Vec<Instruction>, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    if_so(effects, then, false)
}

fn is_if_so(effects: &[Instruction], could: bool) -> Vec<(Vec<Instruction>, Vec<Instruction>)> {
    let Some((Instruction::If { then, otherwise, .. }, first)) = effects.split_last() else { return Vec::new() };
    let same = if_so(first.to_vec(), then.clone(), could).as_deref() == Some(effects);
    if same && otherwise.is_empty() { vec![(first.to_vec(), then.clone())] } else { Vec::new() }
}

/// Several of a type that the rules define.
fn made(who: Who, count: Quantity, name: String, tapped: bool, into: Option<Var>) -> Option<Instruction> {
    let said = !matches!(count, Quantity::X | Quantity::N(_) | Quantity::EventAmount);
    let token = TokenSource::Predefined(name);
    said.then(|| Instruction::CreateToken { who, count, token, tapped, attacking: None, counters: Vec::new(), into })
}

macro_rules! turn {
    ($words:literal) => {
        alternate!(Cond: $words () => |c| not_their_turn(c); "")
    };
}

macro_rules! among {
    ($words:literal, $how:expr) => {
        rule!(Cond: $words (cards: CardNoun) => |c, cards| was_among(c, $how, cards), |c, cond: &_| is_among(c, $how, cond); "")
    };
    (also $words:literal, $how:expr) => {
        alternate!(Cond: $words (cards: CardNoun) => |c, cards| was_among(c, $how, cards); "")
    };
}

/// Modes of a trigger with a condition.
fn modal(when: TriggerEvent, provided: Condition, only_if: Condition, modes: Modes, from: ZoneKind) -> TriggeredDef {
    let plain = lines::triggered(when, only_if, Vec::new(), Vec::new());
    TriggeredDef { from, provided, modes: Some(modes), ..plain }
}

fn nth(counted: Quantity, number: i32) -> Condition {
    Condition::Compare(counted, Cmp::Eq, Quantity::N(number))
}

fn is_nth(def: &TriggeredDef, when: &TriggerEvent, counted: &Quantity) -> Vec<(i32, Modes)> {
    let (Condition::Compare(_, _, Quantity::N(number)), Some(modes)) = (&def.provided, &def.modes) else {
        return Vec::new();
    };
    let same = modal(when.clone(), nth(counted.clone(), *number), Condition::Always, modes.clone(), def.from) == *def;
    if same { vec![(*number, modes.clone())] } else { Vec::new() }
}

fn is_modal(def: &TriggeredDef) -> Vec<(TriggerEvent, Condition, Modes)> {
    let Some(modes) = &def.modes else { return Vec::new() };
    let (when, cond) = (def.when.clone(), def.only_if.clone());
    let same = modal(when.clone(), Condition::Always, cond.clone(), modes.clone(), def.from) == *def;
    if same && cond != Condition::Always { vec![(when, cond, modes.clone())] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(CardPost: "with lesser {measure}" (measure: Measured) => |c, measure| of_event(c).map(|than| less(measure, than)),
        |c, f: &_| of_event(c).map(|than| is_less(f, than)).unwrap_or_default(); ""),
    rule!(CardPost: "with that spell 's mana value" () => |c| as_costly(c), |c, f: &_| if as_costly(c).as_ref() == Some(f) { vec![()] } else { Vec::new() }; ""),
    rule!(Value_: "the number of colors that spell is" () => |c| colors(c), |c, q: &_| if colors(c).as_ref() == Some(q) { vec![()] } else { Vec::new() }; ""),
    rule!(Each: "1: of that spell 's colors" () => |c| colors(c), |c, q: &_| if colors(c).as_ref() == Some(q) { vec![()] } else { Vec::new() }; ""),
    rule!(Value_: "the number of cards in all graveyards with the same name as that spell" () => |c| namesakes(c),
        |c, q: &_| if namesakes(c).as_ref() == Some(q) { vec![()] } else { Vec::new() }; ""),
    alternate!(Value_: "the number of cards in all graveyards with the same name as the spell" () => |c| namesakes(c); ""),
    rule!(Trigger: "whenever you cast your {nth_} spell each turn , {modes}" (nth_: Nth, modes: Modal)
        => |_, nth_, modes| Some(modal(casts(), nth(Quantity::SpellsThisTurn(Who::You), nth_), Condition::Always, modes, ZoneKind::Battlefield)),
        |_, d: &_| is_nth(d, &casts(), &Quantity::SpellsThisTurn(Who::You)); ""),
    rule!(Trigger: "whenever you draw your {nth_} card each turn , {modes}" (nth_: Nth, modes: Modal)
        => |_, nth_, modes| Some(modal(TriggerEvent::Draws(Who::You), nth(Quantity::DrawnThisTurn(Who::You), nth_), Condition::Always, modes, ZoneKind::Battlefield)),
        |_, d: &_| is_nth(d, &TriggerEvent::Draws(Who::You), &Quantity::DrawnThisTurn(Who::You)); ""),
    rule!(Trigger: "{when} , if {cond} , {modes}" (when: When, cond: Conds, modes: Modal)
        => |c, when, cond, modes| { let from = lines::functions(c, &when); (from == ZoneKind::Battlefield).then(|| modal(when, Condition::Always, cond, modes, from)) },
        |_, d: &_| is_modal(d); ""),
    rule!(Cond: "it's not their turn" () => |c| not_their_turn(c), |c, cond: &_| if not_their_turn(c).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
    turn!("it isn't their turn"),
    turn!("it's not that player 's turn"),
    turn!("it isn't that player 's turn"),
    among!("a {cards.s} was discarded this way", Participle::Discarded),
    among!(also "a {cards.s} is discarded this way", Participle::Discarded),
    rule!(Cond: "you discarded a {cards.s} this way" (cards: CardNoun) => |c, cards| was_among(c, Participle::Discarded, owned(cards)),
        |c, cond: &_| is_among(c, Participle::Discarded, cond).into_iter().filter_map(|(f,)| help::without(&f, &Filter::Owned(Who::You))).map(|f| (f,)).collect(); ""),
    among!("a {cards.s} was exiled this way", Participle::Exiled),
    among!(also "a {cards.s} is exiled this way", Participle::Exiled),
    among!(also "at least one {cards.s} was exiled this way", Participle::Exiled),
    rule!(Plain: "{said} . if the player can't , {clause} ." (said: Said, clause: Clause) => |_, said, clause| if_cant(said, clause), |_, e: &_| is_if_so(e, false);
        "target player discards a card. If the player can't, draw a card."),
    rule!(Plain: "{said} . if the player does , {clause} ." (said: Said, clause: Clause) => |_, said, clause| if_so(said, clause, true), |_, e: &_| is_if_so(e, true);
        "target player discards a card. If the player does, draw a card."),
    alternate!(Plain: "{said} . if they can't , {clause} ." (said: Said, clause: Clause) => |_, said, clause| if_cant(said, clause); "target player discards a card. If they can't, draw a card."),
    alternate!(Plain: "{said} . if that player can't , {clause} ." (said: Said, clause: Clause) => |_, said, clause| if_cant(said, clause); "target player discards a card. If that player can't, draw a card."),
    rule!(Verb: "creates|create a number of {name} tokens equal to {n}" (who: Doer, name: Made, n: Value_, into: Into) => |_, who, name, n, into| made(who, n, name, false, into),
        |_, e: &_| match e {
            Instruction::CreateToken { who, count, token: TokenSource::Predefined(name), into, .. } if made(*who, count.clone(), name.clone(), false, *into).as_ref() == Some(e) => vec![(*who, name.clone(), count.clone(), *into)],
            _ => Vec::new(),
        }; "create a number of Treasure tokens equal to the number of lands you control"),
    rule!(Verb: "creates|create a number of tapped {name} tokens equal to {n}" (who: Doer, name: Made, n: Value_, into: Into) => |_, who, name, n, into| made(who, n, name, true, into),
        |_, e: &_| match e {
            Instruction::CreateToken { who, count, token: TokenSource::Predefined(name), into, .. } if made(*who, count.clone(), name.clone(), true, *into).as_ref() == Some(e) => vec![(*who, name.clone(), count.clone(), *into)],
            _ => Vec::new(),
        }; "create a number of tapped Treasure tokens equal to the number of lands you control"),
];
