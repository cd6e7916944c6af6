//! Tokens and mana.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

fn token(body: (Quantity, Quantity), colors: Vec<Color>, subtypes: Vec<Subtype>, types: CardTypes) -> Option<TokenDef> {
    let (Quantity::N(power), Quantity::N(toughness)) = body else { return None };
    let types = TypeLine { supertypes: Supertypes::empty(), types, subtypes: subtypes.into_iter().collect() };
    Some(TokenDef {
        name: None,
        colors,
        types,
        pt: Some((Some(power), Some(toughness))),
        abilities: Vec::new(),
        back: None,
    })
}

type Parts = ((Quantity, Quantity), Vec<Color>, Vec<Subtype>);

fn of_token(token: TokenDef, types: CardTypes) -> Vec<Parts> {
    let plain = token.name.is_none()
        && token.back.is_none()
        && token.abilities.is_empty()
        && token.types.supertypes.is_empty()
        && token.types.types == types;
    match token.pt {
        Some((Some(power), Some(toughness))) if plain => {
            vec![((n(power), n(toughness)), token.colors, token.types.subtypes.iter().collect())]
        }
        _ => Vec::new(),
    }
}

fn with_abilities(mut token: TokenDef, abilities: Vec<AbilityDef>) -> Option<TokenDef> {
    token.abilities = abilities;
    Some(token)
}

fn keywords(token: TokenDef) -> Vec<(TokenDef, Vec<Keyword>)> {
    match token.abilities.as_slice() {
        [AbilityDef::Keywords(list)] => vec![(TokenDef { abilities: Vec::new(), ..token.clone() }, list.clone())],
        _ => Vec::new(),
    }
}

fn create(who: Who, count: Quantity, token: TokenSource, tapped: bool, into: Option<Var>) -> Option<Instruction> {
    Some(Instruction::CreateToken { who, count, token, tapped, attacking: None, counters: Vec::new(), into })
}

type Created = (Who, Quantity, TokenDef, Option<Var>);

fn created(effect: &Instruction, tapped: bool) -> Option<Created> {
    match effect {
        Instruction::CreateToken {
            who,
            count,
            token: TokenSource::New(token),
            tapped: t,
            attacking: None,
            counters,
            into,
        } if *t == tapped && counters.is_empty() => Some((*who, count.clone(), TokenDef::clone(token), *into)),
        _ => None,
    }
}

fn predefined(effect: &Instruction, tapped: bool) -> Option<(Who, Quantity, String, Option<Var>)> {
    match effect {
        Instruction::CreateToken {
            who,
            count,
            token: TokenSource::Predefined(name),
            tapped: t,
            attacking: None,
            counters,
            into,
        } if *t == tapped && counters.is_empty() => Some((*who, count.clone(), name.clone(), *into)),
        _ => None,
    }
}

/// A Role that is created attached to one object (CR 303.7, 303.4i).
fn role(context: &mut Context, who: Who, name: String, host: &Objects, into: Option<Var>) -> Option<Instruction> {
    let host = help::one(host)?;
    create(who, n(1), TokenSource::PredefinedOn(name, host), false, into)
}

fn a_role(effect: Instruction) -> Option<(Who, String, Objects, Option<Var>)> {
    match effect {
        Instruction::CreateToken {
            who,
            count: Quantity::N(1),
            token: TokenSource::PredefinedOn(name, host),
            tapped: false,
            attacking: None,
            counters,
            into,
        } if counters.is_empty() => {
            let host = match host {
                Obj::Target(t) => Objects::Targets(t),
                Obj::Var(v) => Objects::Var(v),
                obj => Objects::The(obj),
            };
            Some((who, name, host, into))
        }
        _ => None,
    }
}

pub(in crate::cards::oracle::grammar) fn is_few(count: &Quantity) -> bool {
    matches!(count, Quantity::N(_) | Quantity::X | Quantity::EventAmount)
}

fn mana_of(color: Color) -> ManaCost {
    ManaCost([ManaSymbol::Typed(ManaType::of(color))].into_iter().collect())
}

fn color_of(mana: &ManaCost) -> Option<Color> {
    Color::ALL.into_iter().find(|c| mana_of(*c) == *mana)
}

fn of_colors(produced: ManaProduced) -> Vec<ManaCost> {
    match produced {
        ManaProduced::OneOf(colors) => colors.into_iter().map(mana_of).collect(),
        _ => Vec::new(),
    }
}

fn add(who: Who, mana: ManaProduced, times: Quantity) -> Option<Instruction> {
    Some(Instruction::AddMana { who, mana, times, only: Vec::new(), riders: Vec::new() })
}

/// Legendary permanents of one of two types that you control.
fn legends(a: CardTypes, b: CardTypes) -> Filter {
    Filter::And(vec![Filter::Type(a | b), Filter::Supertype(Supertypes::LEGENDARY), Filter::Controlled(Who::You)])
}

/// The two types of [`legends`], in the order of the types.
fn of_legends(mana: &ManaProduced) -> Option<(CardTypes, CardTypes)> {
    let ManaProduced::AnyColorAmong(objects) = mana else { return None };
    let Objects::All(Filter::And(list)) = &**objects else { return None };
    let [Filter::Type(types), ..] = list.as_slice() else { return None };
    let mut each = types.iter();
    let (a, b) = (each.next()?, each.next()?);
    (each.next().is_none() && **objects == Objects::All(legends(a, b))).then_some((a, b))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Hues: "colorless" () => |_| Some(Vec::new()), |_, list: &_| if list.is_empty() { vec![()] } else { Vec::new() }; "colorless"),
    rule!(Hues: "{a}" (a: Hue) => |_, a| Some(vec![a]), |_, list: &_| match list.as_slice() { [a] => vec![(*a,)], _ => Vec::new() }; "white"),
    rule!(Hues: "{a} and {b}" (a: Hue, b: Hue) => |_, a, b| Some(vec![a, b]), |_, list: &_| match list.as_slice() { [a, b] => vec![(*a, *b)], _ => Vec::new() }; "white and blue"),
    rule!(Subs: "{a}" (a: Sub) => |_, a| Some(vec![a]), |_, list: &_| match list.as_slice() { [a] => vec![(*a,)], _ => Vec::new() }; "Elf"),
    rule!(Subs: "{a} {rest}" (a: Sub, rest: Subs) => |_, a, mut rest| { rest.insert(0, a); Some(rest) },
        |_, list: &_| match list.split_first() { Some((a, rest)) if !rest.is_empty() => vec![(*a, rest.to_vec())], _ => Vec::new() }; "Elf Warrior"),
    rule!(TokenCore: "{body} {hues} {subs} creature token|tokens" (body: Body, hues: Hues, subs: Subs)
        => |_, body, hues, subs| token(body, hues, subs, CardTypes::CREATURE), |_, t| of_token(t, CardTypes::CREATURE); "1/1 white Soldier creature token"),
    rule!(TokenCore: "{body} {hues} {subs} artifact creature token|tokens" (body: Body, hues: Hues, subs: Subs)
        => |_, body, hues, subs| token(body, hues, subs, CardTypes::CREATURE | CardTypes::ARTIFACT),
        |_, t| of_token(t, CardTypes::CREATURE | CardTypes::ARTIFACT); "1/1 colorless Thopter artifact creature token"),
    rule!(TokenCore: "{body} {hues} {subs} enchantment creature token|tokens" (body: Body, hues: Hues, subs: Subs)
        => |_, body, hues, subs| token(body, hues, subs, CardTypes::CREATURE | CardTypes::ENCHANTMENT),
        |_, t| of_token(t, CardTypes::CREATURE | CardTypes::ENCHANTMENT); "1/1 white Spirit enchantment creature token"),
    rule!(TokenNoun: "{core#}" (core: TokenCore) => |_, core| Some(core), |_, t: &_| if t.abilities.is_empty() { vec![(t.clone(),)] } else { Vec::new() }; "1/1 white Soldier creature token"),
    rule!(TokenNoun: "{core#} with {k}" (core: TokenCore, k: KwList) => |_, core, k| with_abilities(core, vec![AbilityDef::Keywords(k)]), |_, t| keywords(t); "1/1 blue Bird creature token with flying"),
    rule!(TokenNoun: "{core#} with \" {quote} \"" (core: TokenCore, quote: Quote) => |_, core, quote| with_abilities(core, vec![quote]),
        |_, t: &_| match t.abilities.as_slice() { [one] if !matches!(one, AbilityDef::Keywords(_)) => vec![(TokenDef { abilities: Vec::new(), ..t.clone() }, one.clone())], _ => Vec::new() }; ""),
    rule!(TokenNoun: "{core#} with {k} and \" {quote} \"" (core: TokenCore, k: KwList, quote: Quote) => |_, core, k, quote| with_abilities(core, vec![AbilityDef::Keywords(k), quote]),
        |_, t: &_| match t.abilities.as_slice() { [AbilityDef::Keywords(k), one] => vec![(TokenDef { abilities: Vec::new(), ..t.clone() }, k.clone(), one.clone())], _ => Vec::new() }; ""),
    rule!(Verb: "creates|create a {token.s}" (who: Doer, token: TokenNoun, into: Into) => |_, who, token, into| create(who, n(1), TokenSource::New(Box::new(token)), false, into),
        |_, e: &_| created(e, false).filter(|(_, count, ..)| *count == n(1)).map(|(who, _, t, into)| (who, t, into)).into_iter().collect(); "create a 1/1 white Soldier creature token"),
    rule!(Verb: "creates|create {count} {token.p}" (who: Doer, count: Count, token: TokenNoun, into: Into) => |_, who, count, token, into| create(who, count, TokenSource::New(Box::new(token)), false, into),
        |_, e: &_| created(e, false).filter(|(_, count, ..)| *count != n(1) && is_few(count)).into_iter().collect(); "create two 1/1 white Soldier creature tokens"),
    rule!(Verb: "creates|create a tapped {token.s}" (who: Doer, token: TokenNoun, into: Into) => |_, who, token, into| create(who, n(1), TokenSource::New(Box::new(token)), true, into),
        |_, e: &_| created(e, true).filter(|(_, count, ..)| *count == n(1)).map(|(who, _, t, into)| (who, t, into)).into_iter().collect(); "create a tapped 2/2 black Zombie creature token"),
    rule!(Verb: "creates|create {count} tapped {token.p}" (who: Doer, count: Count, token: TokenNoun, into: Into) => |_, who, count, token, into| create(who, count, TokenSource::New(Box::new(token)), true, into),
        |_, e: &_| created(e, true).filter(|(_, count, ..)| *count != n(1) && is_few(count)).into_iter().collect(); "create two tapped 2/2 black Zombie creature tokens"),
    rule!(Verb: "creates|create a {token.s} for each {each.s}" (who: Doer, token: TokenNoun, each: Each, into: Into) => |_, who, token, each, into| create(who, each, TokenSource::New(Box::new(token)), false, into),
        |_, e: &_| created(e, false).filter(|(_, count, ..)| !is_few(count)).map(|(who, count, t, into)| (who, t, count, into)).into_iter().collect(); "create a 1/1 green Elf creature token for each land you control"),
    rule!(Verb: "creates|create a number of {token.p} equal to {count}" (who: Doer, token: TokenNoun, count: Value_, into: Into) => |_, who, token, count, into| create(who, count, TokenSource::New(Box::new(token)), false, into),
        |_, e: &_| created(e, false).filter(|(_, count, ..)| !is_few(count)).map(|(who, count, t, into)| (who, t, count, into)).into_iter().collect(); "create a number of 1/1 green Elf creature tokens equal to this creature's power"),
    rule!(Verb: "creates|create a {made} token" (who: Doer, made: Made, into: Into) => |_, who, made, into| create(who, n(1), TokenSource::Predefined(made), false, into),
        |_, e: &_| predefined(e, false).filter(|(_, count, ..)| *count == n(1)).map(|(who, _, made, into)| (who, made, into)).into_iter().collect(); "create a Food token"),
    rule!(Verb: "creates|create {count} {made} tokens" (who: Doer, count: Count, made: Made, into: Into) => |_, who, count, made, into| create(who, count, TokenSource::Predefined(made), false, into),
        |_, e: &_| predefined(e, false).filter(|(_, count, ..)| *count != n(1)).into_iter().collect(); "create two Food tokens"),
    rule!(Verb: "creates|create a tapped {made} token" (who: Doer, made: Made, into: Into) => |_, who, made, into| create(who, n(1), TokenSource::Predefined(made), true, into),
        |_, e: &_| predefined(e, true).filter(|(_, count, ..)| *count == n(1)).map(|(who, _, made, into)| (who, made, into)).into_iter().collect(); "create a tapped Food token"),
    rule!(Verb: "creates|create {count} tapped {made} tokens" (who: Doer, count: Count, made: Made, into: Into) => |_, who, count, made, into| create(who, count, TokenSource::Predefined(made), true, into),
        |_, e: &_| predefined(e, true).filter(|(_, count, ..)| *count != n(1)).into_iter().collect(); "create two tapped Food tokens"),
    rule!(Verb: "creates|create a {made} token for each {each.s}" (who: Doer, made: Made, each: Each, into: Into) => |_, who, made, each, into| create(who, each, TokenSource::Predefined(made), false, into),
        |_, e: &_| predefined(e, false).filter(|(_, count, ..)| !is_few(count)).map(|(who, count, made, into)| (who, made, count, into)).into_iter().collect(); "create a Food token for each land you control"),
    rule!(Verb: "creates|create a tapped {made} token for each {each.s}" (who: Doer, made: Made, each: Each, into: Into) => |_, who, made, each, into| create(who, each, TokenSource::Predefined(made), true, into),
        |_, e: &_| predefined(e, true).filter(|(_, count, ..)| !is_few(count)).map(|(who, count, made, into)| (who, made, count, into)).into_iter().collect(); "create a tapped Food token for each land you control"),
    rule!(Verb: "creates|create a tapped {token.s} for each {each.s}" (who: Doer, token: TokenNoun, each: Each, into: Into) => |_, who, token, each, into| create(who, each, TokenSource::New(Box::new(token)), true, into),
        |_, e: &_| created(e, true).filter(|(_, count, ..)| !is_few(count)).map(|(who, count, t, into)| (who, t, count, into)).into_iter().collect(); "create a tapped 1/1 green Elf creature token for each land you control"),
    rule!(Verb: "creates|create a {role} Role token attached to {host}" (who: Doer, role: Role_, host: Objs, into: Into) => |c, who, name, host, into| role(c, who, name, &host, into),
        |_, e| a_role(e).into_iter().collect(); "create a Royal Role token attached to target creature you control"),
    rule!(Verb: "creates|create a token that's a copy of {what}" (who: Doer, what: Objs, into: Into) => |c, who, what, into| { if !tokens::exceptions::is_itself(c, &what) { return None; } tokens::exceptions::aside(c, &what); create(who, n(1), TokenSource::CopyOf(help::one(&what)?, Vec::new()), false, into) },
        |_, e| match e {
            Instruction::CreateToken { who, count: Quantity::N(1), token: TokenSource::CopyOf(obj, list), tapped: false, attacking: None, counters, into } if list.is_empty() && counters.is_empty() => {
                let what = match obj { Obj::Target(t) => Objects::Targets(t), Obj::Var(v) => Objects::Var(v), obj => Objects::The(obj) };
                vec![(who, what, into)]
            }
            _ => Vec::new(),
        }; "create a token that's a copy of target creature you control"),
    rule!(Verb: "creates|create a {token.s} . it has \" {quote} \"" (who: Doer, token: TokenNoun, quote: Quote, into: Into)
        => |_, who, mut token, quote, into| { token.abilities.push(quote); create(who, n(1), TokenSource::New(Box::new(token)), false, into) },
        |_, e: &_| created(e, false).filter(|(_, count, token, _)| *count == n(1) && token.name.is_some()).and_then(|(who, _, mut token, into)| token.abilities.pop().map(|quote| (who, token, quote, into))).into_iter().collect(); ""),
    rule!(Verb: "investigates|investigate" (who: Doer, into: Into) => |_, who, into| create(who, n(1), TokenSource::Predefined("Clue".to_owned()), false, into), |_, _value: &_| Vec::new(); ""),
    // ---- mana
    rule!(Adds: "{mana}" (mana: Mana) <=> {ManaProduced::Fixed(mana)}; "{G}{G}"),
    rule!(Adds: "one mana of the chosen color" () => |_| Some(ManaProduced::ChosenColor(Vec::new())), |_, m: &_| if *m == ManaProduced::ChosenColor(Vec::new()) { vec![()] } else { Vec::new() }; "one mana of the chosen color"),
    rule!(Adds: "{a} or one mana of the chosen color" (a: Mana) => |_, a| Some(ManaProduced::ChosenColor(vec![color_of(&a)?])),
        |_, m| match m { ManaProduced::ChosenColor(or) => match or.as_slice() { [one] => vec![(mana_of(*one),)], _ => Vec::new() }, _ => Vec::new() }; "{W} or one mana of the chosen color"),
    rule!(Adds: "{a} or {b}" (a: Mana, b: Mana) => |_, a, b| Some(ManaProduced::OneOf(vec![color_of(&a)?, color_of(&b)?])),
        |_, m| match of_colors(m).as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }; "{G} or {W}"),
    rule!(Adds: "{a} , {b} , or {c}" (a: Mana, b: Mana, c: Mana) => |_, a, b, c| Some(ManaProduced::OneOf(vec![color_of(&a)?, color_of(&b)?, color_of(&c)?])),
        |_, m| match of_colors(m).as_slice() { [a, b, c] => vec![(a.clone(), b.clone(), c.clone())], _ => Vec::new() }; "{G}, {W}, or {U}"),
    rule!(Adds: "one mana of any color" () => |_| Some(ManaProduced::AnyColor(n(1))), |_, m: &_| if *m == ManaProduced::AnyColor(n(1)) { vec![()] } else { Vec::new() }; "one mana of any color"),
    rule!(Adds: "{count} mana of any one color" (count: Count) <=> {ManaProduced::AnyColor(count)}; "two mana of any one color"),
    rule!(Adds: "{count} mana in any combination of colors" (count: Count) => |_, count| Some(ManaProduced::Combination(count, Color::ALL.to_vec())),
        |_, m| match m { ManaProduced::Combination(count, list) if list == Color::ALL => vec![(count,)], _ => Vec::new() }; "two mana in any combination of colors"),
    rule!(Adds: "{count} mana in any combination of {a} and/or {b}" (count: Count, a: Mana, b: Mana) => |_, count, a, b| Some(ManaProduced::Combination(count, vec![color_of(&a)?, color_of(&b)?])),
        |_, m| match m { ManaProduced::Combination(count, list) => match list.as_slice() { [a, b] => vec![(count, mana_of(*a), mana_of(*b))], _ => Vec::new() }, _ => Vec::new() }; "two mana in any combination of {R} and/or {G}"),
    alternate!(Adds: "{k} {mana}" (k: Words, mana: Mana) => |_, k, mana| match mana.0.as_slice() {
            [one] if (2..20).contains(&k) => Some(ManaProduced::Fixed(ManaCost((0..k).map(|_| *one).collect()))),
            _ => None,
        }; "six {G}"),
    rule!(Adds: "one mana of any type that a {noun.s} could produce" (noun: Noun) => |_, noun| Some(ManaProduced::CouldProduce(n(1), Box::new(Objects::All(noun)))),
        |_, m| match m { ManaProduced::CouldProduce(Quantity::N(1), objects) => match *objects { Objects::All(noun) => vec![(noun,)], _ => Vec::new() }, _ => Vec::new() }; "one mana of any type that a land you control could produce"),
    rule!(Adds: "one mana of any color that a {noun.s} could produce" (noun: Noun) => |_, noun| Some(ManaProduced::CouldProduceColor(Box::new(Objects::All(noun)))),
        |_, m| match m { ManaProduced::CouldProduceColor(objects) => match *objects { Objects::All(noun) => vec![(noun,)], _ => Vec::new() }, _ => Vec::new() }; "one mana of any color that a land an opponent controls could produce"),
    rule!(Adds: "one mana of any color among {noun.p}" (noun: Noun) => |_, noun| Some(ManaProduced::AnyColorAmong(Box::new(Objects::All(noun)))),
        |_, m| match m { ManaProduced::AnyColorAmong(objects) => match *objects { Objects::All(noun) => vec![(noun,)], _ => Vec::new() }, _ => Vec::new() }; "one mana of any color among legendary permanents you control"),
    rule!(Adds: "one mana of any color among legendary {a.p} and {b.p} you control" (a: Type, b: Type) => |_, a, b| Some(ManaProduced::AnyColorAmong(Box::new(Objects::All(legends(a, b))))),
        |_, m: &_| of_legends(m).into_iter().collect(); "one mana of any color among legendary creatures and planeswalkers you control"),
    rule!(Adds: "one mana of any color among {cards.p} in your graveyard" (cards: CardNoun) => |_, cards| Some(ManaProduced::AnyColorAmong(Box::new(Objects::In(ZoneOf::Graveyard(Who::You), cards)))),
        |_, m| match m { ManaProduced::AnyColorAmong(objects) => match *objects { Objects::In(ZoneOf::Graveyard(Who::You), cards) => vec![(cards,)], _ => Vec::new() }, _ => Vec::new() }; "one mana of any color among creature cards in your graveyard"),
    rule!(Plain: "for each color among {noun.p} , add one mana of that color ." (noun: Noun) => |_, noun| Some(vec![add(Who::You, ManaProduced::EachColorAmong(Box::new(Objects::All(noun))), n(1))?]),
        |_, e: &_| match e.as_slice() {
            [Instruction::AddMana { who: Who::You, mana: ManaProduced::EachColorAmong(objects), times: Quantity::N(1), only, riders }] if only.is_empty() && riders.is_empty() => match &**objects {
                Objects::All(noun) => vec![(noun.clone(),)],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "for each color among permanents you control, add one mana of that color."),
    rule!(Adds: "one mana of any type {land} produced" (land: Objs) => |_, land| (land == Objects::The(Obj::Event)).then_some(ManaProduced::TypeProduced),
        |_, m: &_| if *m == ManaProduced::TypeProduced { vec![(Objects::The(Obj::Event),)] } else { Vec::new() }; ""),
    alternate!(Verb: "adds|add an additional {mana}" (who: Doer, mana: Adds) => |_, who, mana| add(who, mana, n(1)); "add an additional {G}"),
    rule!(Verb: "adds|add {mana}" (who: Doer, mana: Adds) => |_, who, mana| add(who, mana, n(1)),
        |_, e| match e { Instruction::AddMana { who, mana, times: Quantity::N(1), only, riders } if only.is_empty() && riders.is_empty() => vec![(who, mana)], _ => Vec::new() }; "add {G}"),
    rule!(Verb: "adds|add {count} mana of the chosen color" (who: Doer, count: Count) => |_, who, count| (count != n(1)).then(|| add(who, ManaProduced::ChosenColor(Vec::new()), count))?,
        |_, e| match e { Instruction::AddMana { who, mana: ManaProduced::ChosenColor(or), times, only, riders } if or.is_empty() && only.is_empty() && riders.is_empty() && times != n(1) => vec![(who, times)], _ => Vec::new() }; "add two mana of the chosen color"),
    rule!(Verb: "adds|add {mana} for each {each.s}" (who: Doer, mana: Mana, each: Each) => |_, who, mana, each| add(who, ManaProduced::Fixed(mana), each),
        |_, e| match e { Instruction::AddMana { who, mana: ManaProduced::Fixed(mana), times, only, riders } if only.is_empty() && riders.is_empty() && times != n(1) => vec![(who, mana, times)], _ => Vec::new() }; "add {G} for each Elf on the battlefield"),
    rule!(Verb: "adds|add a amount of {mana} equal to {n}" (who: Doer, mana: Mana, n: Value_) => |_, who, mana, n| add(who, ManaProduced::Fixed(mana), n),
        |_, e| match e { Instruction::AddMana { who, mana: ManaProduced::Fixed(mana), times, only, riders } if only.is_empty() && riders.is_empty() && times != n(1) => vec![(who, mana, times)], _ => Vec::new() }; "add an amount of {G} equal to this creature's power"),
];
