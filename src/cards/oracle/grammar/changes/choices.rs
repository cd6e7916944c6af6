//! Colours, names and land types that are chosen, and what is of them.

use crate::cards::oracle::grammar::clauses::protect;
use crate::cards::oracle::grammar::help::lasting;
use crate::cards::oracle::grammar::statics::boards::basic_land;
use crate::cards::oracle::grammar::statics::{choose, chosen, color, game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

fn any_name(into: Var) -> Instruction {
    Instruction::ChooseName { who: Who::You, filter: Filter::Any, into }
}

fn nonland_name(into: Var) -> Instruction {
    Instruction::ChooseName { who: Who::You, filter: help::not(Filter::Type(CardTypes::LAND)), into }
}

/// It becomes a basic land type that is chosen as it happens (CR 305.7).
fn land(context: &mut Context, what: Objects, duration: Duration) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    Some(vec![basic_land(into), lasting(what, vec![Modification::SetChosenSubtype], duration)])
}

/// All lands of a type that is chosen become a basic land type that is chosen (CR 305.7).
fn lands(context: &mut Context, duration: Duration) -> Option<Vec<Instruction>> {
    let (from, to) = (context.variable()?, context.variable()?);
    let kind = SubtypeWord::Land;
    let first = help::choose_subtype(Who::You, kind, from);
    let lands = help::all(vec![Filter::Type(CardTypes::LAND), Filter::SubtypeVar(from)]);
    let change = lasting(Objects::All(lands), vec![Modification::SetChosenSubtype], duration);
    Some(vec![first, basic_land(to), change])
}

/// Changes, the last of them a colour that is chosen as it happens.
fn painted(
    context: &mut Context,
    what: Objects,
    mut mods: Vec<Modification>,
    dur: Duration,
) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    mods.push(Modification::SetColorVar(into));
    Some(vec![color(into), lasting(what, mods, dur)])
}

/// The player is protected from a colour that is chosen as it happens.
fn protected(context: &mut Context, duration: Duration) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let rule = GameRule::PlayerProtection(Who::You, Filter::ColorVar(into));
    Some(vec![color(into), Instruction::Continuous(StaticEffect::Rule(rule), duration)])
}

/// Protection from one sort of thing or from a colour, as the player chooses.
fn either(context: &mut Context, what: Objects, from: Filter, duration: Duration) -> Option<Vec<Instruction>> {
    let gain = vec![Modification::GainAbilities(vec![AbilityDef::Keyword(KeywordAbility::Protection(from))])];
    let first = vec![lasting(what.clone(), gain, duration.clone())];
    let second = protect(context, what, duration)?;
    Some(vec![Instruction::ChooseOne(Who::You, vec![first, second])])
}

fn is_either(context: &Context, effects: &[Instruction]) -> Vec<(Objects, Filter, Duration)> {
    let [Instruction::ChooseOne(Who::You, list)] = effects else { return Vec::new() };
    let Some([Instruction::Continuous(StaticEffect::Affect(what, mods), duration)]) = list.first().map(Vec::as_slice)
    else {
        return Vec::new();
    };
    let [Modification::GainAbilities(gained)] = mods.as_slice() else { return Vec::new() };
    let [AbilityDef::Keyword(KeywordAbility::Protection(from))] = gained.as_slice() else { return Vec::new() };
    let made = either(&mut context.clone(), what.clone(), from.clone(), duration.clone());
    if made.as_deref() == Some(effects) { vec![(what.clone(), from.clone(), duration.clone())] } else { Vec::new() }
}

/// One of several keywords, as the player chooses.
fn either_keyword(what: &Objects, keywords: &[Keyword], duration: &Duration) -> Option<Vec<Instruction>> {
    let course =
        |keyword: &Keyword| vec![lasting(what.clone(), vec![Modification::Gain(vec![*keyword])], duration.clone())];
    let different = keywords.iter().enumerate().all(|(i, k)| !keywords[..i].contains(k));
    different.then(|| vec![Instruction::ChooseOne(Who::You, keywords.iter().map(course).collect())])
}

fn keywords_of(effects: &[Instruction]) -> Option<(Objects, Vec<Keyword>, Duration)> {
    let [Instruction::ChooseOne(Who::You, courses)] = effects else { return None };
    let [Instruction::Continuous(StaticEffect::Affect(what, _), duration)] = courses.first()?.as_slice() else {
        return None;
    };
    let keyword = |course: &Vec<Instruction>| match course.as_slice() {
        [Instruction::Continuous(StaticEffect::Affect(_, mods), _)] => match mods.as_slice() {
            [Modification::Gain(list)] if list.len() == 1 => list.first().copied(),
            _ => None,
        },
        _ => None,
    };
    let keywords: Vec<Keyword> = courses.iter().map(keyword).collect::<Option<_>>()?;
    let same = either_keyword(what, &keywords, duration).as_deref() == Some(effects);
    same.then(|| (what.clone(), keywords, duration.clone()))
}

/// Counters of one of several kinds on something, as the player chooses.
fn either_counter(on: &Recipients, kinds: &[CounterKind]) -> Option<Vec<Instruction>> {
    let course = |kind: &CounterKind| {
        vec![Instruction::PutCounters { kind: *kind, count: help::n(1), and: Vec::new(), on: on.clone() }]
    };
    let different = kinds.iter().enumerate().all(|(i, k)| !kinds[..i].contains(k));
    different.then(|| vec![Instruction::ChooseOne(Who::You, kinds.iter().map(course).collect())])
}

fn counters_of(effects: &[Instruction]) -> Option<(Vec<CounterKind>, Objects)> {
    let [Instruction::ChooseOne(Who::You, courses)] = effects else { return None };
    let [Instruction::PutCounters { on, .. }] = courses.first()?.as_slice() else { return None };
    let kind = |course: &Vec<Instruction>| match course.as_slice() {
        [Instruction::PutCounters { kind, .. }] => Some(*kind),
        _ => None,
    };
    let kinds: Vec<CounterKind> = courses.iter().map(kind).collect::<Option<_>>()?;
    let same = either_counter(on, &kinds).as_deref() == Some(effects);
    Some((kinds, on.clone().into_objects()?)).filter(|_| same)
}

/// As much mana of a chosen colour as the devotion to it.
fn devoted(context: &mut Context) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let times = Quantity::DevotionVar(into, Box::new(Objects::All(Filter::Controlled(Who::You))));
    Some(vec![
        color(into),
        Instruction::AddMana {
            who: Who::You,
            mana: ManaProduced::ColorVar(into),
            times,
            only: Vec::new(),
            riders: Vec::new(),
        },
    ])
}

/// A player shows their hand and discards what has a chosen name.
fn named(context: &mut Context, name: fn(Var) -> Instruction, who: Who) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let hand = |filter| Objects::In(ZoneOf::Hand(who), filter);
    let discard = Instruction::DiscardThese(hand(Filter::NameVar(into)));
    Some(vec![name(into), Instruction::Reveal(hand(Filter::Any)), discard])
}

fn is_named(context: &Context, name: fn(Var) -> Instruction, effects: &[Instruction]) -> Vec<(Who,)> {
    match effects {
        [_, Instruction::Reveal(Objects::In(ZoneOf::Hand(who), _)), _]
            if named(&mut context.clone(), name, *who).as_deref() == Some(effects) =>
        {
            vec![(*who,)]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    // ---- keywords and kinds of counters
    rule!(Said: "{what#} gains|gain your choice of {a} or {b} {dur}" (what: SubjObjs, a: Kw, b: Kw, dur: Dur) => |_, what, a, b, dur| either_keyword(&what, &[a, b], &dur),
        |_, e: &_| keywords_of(e).and_then(|(what, all, dur)| match all.as_slice() { [a, b] => Some((what, *a, *b, dur)), _ => None }).into_iter().collect(); "target creature gains your choice of flying or haste until end of turn"),
    rule!(Said: "{what#} gains|gain your choice of {a} , {b} , or {c} {dur}" (what: SubjObjs, a: Kw, b: Kw, c: Kw, dur: Dur) => |_, what, a, b, c, dur| either_keyword(&what, &[a, b, c], &dur),
        |_, e: &_| keywords_of(e).and_then(|(what, all, dur)| match all.as_slice() { [a, b, c] => Some((what, *a, *b, *c, dur)), _ => None }).into_iter().collect(); "target creature gains your choice of flying, trample, or haste until end of turn"),
    rule!(Said: "{what#} gains|gain your choice of {a} , {b} , {c} , or {d} {dur}" (what: SubjObjs, a: Kw, b: Kw, c: Kw, d: Kw, dur: Dur) => |_, what, a, b, c, d, dur| either_keyword(&what, &[a, b, c, d], &dur),
        |_, e: &_| keywords_of(e).and_then(|(what, all, dur)| match all.as_slice() { [a, b, c, d] => Some((what, *a, *b, *c, *d, dur)), _ => None }).into_iter().collect(); "target creature gains your choice of flying, vigilance, trample, or haste until end of turn"),
    rule!(Verbs: "put your choice of a {a} counter or a {b} counter on {what}" (a: Kind, b: Kind, what: Objs) => |_, a, b, what| either_counter(&what.into(), &[a, b]),
        |_, e: &_| counters_of(e).and_then(|(all, what)| match all.as_slice() { [a, b] => Some((*a, *b, what)), _ => None }).into_iter().collect(); "put your choice of a flying counter or a reach counter on target creature"),
    rule!(Verbs: "put your choice of a {a} counter , a {b} counter , or a {c} counter on {what}" (a: Kind, b: Kind, c: Kind, what: Objs) => |_, a, b, c, what| either_counter(&what.into(), &[a, b, c]),
        |_, e: &_| counters_of(e).and_then(|(all, what)| match all.as_slice() { [a, b, c] => Some((*a, *b, *c, what)), _ => None }).into_iter().collect(); "put your choice of a flying counter, a reach counter, or a trample counter on target creature"),
    // ---- names
    rule!(Static: "as {this} enters , choose a card name ." (this: Self_) => |c, _| choose(any_name, c), |_, d: &_| chosen(d, any_name); ""),
    rule!(Static: "as {this} enters , choose a nonland card name ." (this: Self_) => |c, _| choose(nonland_name, c), |_, d: &_| chosen(d, nonland_name); ""),
    rule!(Static: "{spells.p} can't be cast ." (spells: SpellNoun) => |_, spells| (spells != Filter::Any).then(|| game_rule(GameRule::CantCast(Who::EachPlayer, spells))),
        |_, d: &_| match is_rule(d) { Some(GameRule::CantCast(Who::EachPlayer, f)) if f != Filter::Any => vec![(f,)], _ => Vec::new() }; "noncreature spells can't be cast."),
    rule!(Static: "activated abilities of sources with the chosen name can't be activated unless they're mana abilities ." () => |_| Some(game_rule(GameRule::CantActivate(Who::EachPlayer, Filter::ChosenName))),
        |_, d: &_| if is_rule(d) == Some(GameRule::CantActivate(Who::EachPlayer, Filter::ChosenName)) { vec![()] } else { Vec::new() }; ""),
    rule!(Plain: "choose a nonland card name . {who.s} reveals their hand and discards all cards with that name ." (who: Other) => |c, who| named(c, nonland_name, who), |c, e: &_| is_named(c, nonland_name, e); ""),
    rule!(Plain: "choose a card name . {who.s} reveals their hand and discards all cards with that name ." (who: Other) => |c, who| named(c, any_name, who), |c, e: &_| is_named(c, any_name, e); ""),
    // ---- land types and colours
    rule!(Said: "{what#} becomes|become the basic land type of your choice {dur}" (what: SubjObjs, dur: Dur) => |c, what, dur| land(c, what, dur),
        |c, e: &_| match e.as_slice() {
            [_, Instruction::Continuous(StaticEffect::Affect(what, _), dur)] if land(&mut c.clone(), what.clone(), dur.clone()).as_ref() == Some(e) => vec![(what.clone(), dur.clone())],
            _ => Vec::new(),
        }; "target land becomes the basic land type of your choice until end of turn"),
    rule!(Plain: "choose a land type and a basic land type . each land of the first chosen type becomes the second chosen type {dur} ." (dur: Dur) => |c, dur| lands(c, dur),
        |c, e: &_| match e.as_slice() {
            [.., Instruction::Continuous(_, dur)] if lands(&mut c.clone(), dur.clone()).as_ref() == Some(e) => vec![(dur.clone(),)],
            _ => Vec::new(),
        }; "choose a land type and a basic land type. Each land of the first chosen type becomes the second chosen type until end of turn."),
    rule!(Said: "{what#} {mods#} and becomes|become the color of your choice {dur}" (what: SubjObjs, mods: Mods, dur: Dur) => |c, what, mods, dur| painted(c, what, mods, dur),
        |c, e: &_| match e.as_slice() {
            [_, Instruction::Continuous(StaticEffect::Affect(what, mods), dur)] if mods.len() > 1 => {
                let before = mods[..mods.len() - 1].to_vec();
                let same = painted(&mut c.clone(), what.clone(), before.clone(), dur.clone()).as_ref() == Some(e);
                if same { vec![(what.clone(), before, dur.clone())] } else { Vec::new() }
            }
            _ => Vec::new(),
        }; "target creature gets +1/+1 and becomes the color of your choice until end of turn"),
    rule!(Said: "you gain protection from the color of your choice {dur}" (dur: Dur) => |c, dur| protected(c, dur),
        |c, e: &_| match e.as_slice() {
            [_, Instruction::Continuous(StaticEffect::Rule(_), dur)] if protected(&mut c.clone(), dur.clone()).as_ref() == Some(e) => vec![(dur.clone(),)],
            _ => Vec::new(),
        }; "you gain protection from the color of your choice until end of turn"),
    rule!(Said: "{what#} gains|gain protection from {from} or from the color of your choice {dur}" (what: SubjObjs, from: Warded, dur: Dur) => |c, what, from, dur| either(c, what, from, dur),
        |c, e: &_| is_either(c, e); "target creature gains protection from artifacts or from the color of your choice until end of turn"),
    alternate!(Plain: "choose a color . {what.s} gains protection from the chosen color {dur} ." (what: SubjObjs, dur: Dur) => |c, what, dur| protect(c, what, dur); ""),
    alternate!(Plain: "choose a color . {what.p} gain protection from the chosen color {dur} ." (what: SubjObjs, dur: Dur) => |c, what, dur| protect(c, what, dur); ""),
    rule!(Plain: "choose a color . add a amount of mana of that color equal to your devotion to that color ." () => |c| devoted(c),
        |c, e: &_| if devoted(&mut c.clone()).as_ref() == Some(e) { vec![()] } else { Vec::new() }; "choose a color. Add an amount of mana of that color equal to your devotion to that color."),
];
