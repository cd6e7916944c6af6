//! Tokens whose power and toughness are numbers as they are created (CR 111.3).

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Referent, Role, Rule, rule};

type Body_ = (Quantity, Quantity);

fn x() -> Body_ {
    (Quantity::X, Quantity::X)
}

/// A token of which only the abilities aren't said.
fn core(body: &Body_, colors: Vec<Color>, subtypes: Vec<Subtype>, types: CardTypes) -> Option<TokenDef> {
    let types = TypeLine { supertypes: Supertypes::empty(), types, subtypes: subtypes.into_iter().collect() };
    (*body == x()).then(|| TokenDef { name: None, colors, types, pt: None, abilities: Vec::new(), back: None })
}

fn is_core(token: &TokenDef, types: CardTypes) -> Vec<(Body_, Vec<Color>, Vec<Subtype>)> {
    let subtypes: Vec<Subtype> = token.types.subtypes.iter().collect();
    match core(&x(), token.colors.clone(), subtypes.clone(), types) {
        Some(plain) if plain == *token => vec![(x(), token.colors.clone(), subtypes)],
        _ => Vec::new(),
    }
}

fn with(token: TokenDef, abilities: Vec<AbilityDef>) -> TokenDef {
    TokenDef { abilities, ..token }
}

fn bare(token: &TokenDef) -> TokenDef {
    with(token.clone(), Vec::new())
}

/// "It" isn't what the number is read from: it is the token.
fn aside(context: &mut Context) {
    let now = context.clause;
    context.change(|m| m.clause == now && matches!(m.what, Referent::Objects(_)), |m| m.role = Role::Aside);
}

fn create(
    who: Who,
    count: Quantity,
    token: TokenDef,
    size: Quantity,
    tapped: bool,
    into: Option<Var>,
) -> Option<Instruction> {
    let token = TokenSource::Sized(Box::new(token), size.clone(), size);
    Some(Instruction::CreateToken { who, count, token, tapped, attacking: None, counters: Vec::new(), into })
}

type Created = (Who, Quantity, TokenDef, Quantity, Option<Var>);

fn created(effect: &Instruction, tapped: bool) -> Option<Created> {
    match effect {
        Instruction::CreateToken {
            who,
            count,
            token: TokenSource::Sized(token, power, toughness),
            tapped: t,
            attacking: None,
            counters,
            into,
        } if *t == tapped && counters.is_empty() && power == toughness => {
            Some((*who, count.clone(), TokenDef::clone(token), power.clone(), *into))
        }
        _ => None,
    }
}

/// One token whose size is X.
fn one(effect: &Instruction, tapped: bool) -> Vec<(Who, TokenDef, Option<Var>)> {
    created(effect, tapped)
        .filter(|(_, count, _, size, _)| *count == n(1) && *size == Quantity::X)
        .map(|(who, _, token, _, into)| (who, token, into))
        .into_iter()
        .collect()
}

/// Several tokens whose size is X.
fn several(effect: &Instruction, tapped: bool) -> Vec<(Who, Quantity, TokenDef, Option<Var>)> {
    created(effect, tapped)
        .filter(|(_, count, _, size, _)| *count != n(1) && *size == Quantity::X)
        .map(|(who, count, token, _, into)| (who, count, token, into))
        .into_iter()
        .collect()
}

/// One token of which it is said what X is.
fn one_of(effect: &Instruction, tapped: bool) -> Vec<(Who, TokenDef, Quantity, Option<Var>)> {
    created(effect, tapped)
        .filter(|(_, count, _, size, _)| *count == n(1) && *size != Quantity::X)
        .map(|(who, _, token, size, into)| (who, token, size, into))
        .into_iter()
        .collect()
}

/// Several tokens of which it is said what X is.
fn several_of(effect: &Instruction, tapped: bool) -> Vec<(Who, Quantity, TokenDef, Quantity, Option<Var>)> {
    created(effect, tapped)
        .filter(|(_, count, _, size, _)| matches!(count, Quantity::N(_)) && *count != n(1) && *size != Quantity::X)
        .into_iter()
        .collect()
}

fn artifact() -> CardTypes {
    CardTypes::CREATURE | CardTypes::ARTIFACT
}

pub(super) const RULES: &[Rule] = &[
    rule!(SizedCore: "{body} {hues} {subs} creature token|tokens" (body: Body, hues: Hues, subs: Subs) => |_, body, hues, subs| core(&body, hues, subs, CardTypes::CREATURE),
        |_, t: &_| is_core(t, CardTypes::CREATURE); "X/X green Ooze creature token"),
    rule!(SizedCore: "{body} {hues} {subs} artifact creature token|tokens" (body: Body, hues: Hues, subs: Subs) => |_, body, hues, subs| core(&body, hues, subs, artifact()),
        |_, t: &_| is_core(t, artifact()); "X/X colorless Golem artifact creature token"),
    rule!(SizedNoun: "{core#}" (core: SizedCore) => |_, core| Some(core), |_, t: &_| if t.abilities.is_empty() { vec![(t.clone(),)] } else { Vec::new() }; "X/X green Ooze creature token"),
    rule!(SizedNoun: "{core#} with {k}" (core: SizedCore, k: KwList) => |_, core, k| Some(with(core, vec![AbilityDef::Keywords(k)])),
        |_, t: &_| match t.abilities.as_slice() { [AbilityDef::Keywords(k)] => vec![(bare(t), k.clone())], _ => Vec::new() }; "X/X black Demon creature token with flying"),
    rule!(SizedNoun: "{core#} with {k} and {a}" (core: SizedCore, k: KwList, a: KwAbility) => |_, core, k, a| Some(with(core, vec![AbilityDef::Keywords(k), AbilityDef::Keyword(a)])),
        |_, t: &_| match t.abilities.as_slice() { [AbilityDef::Keywords(k), AbilityDef::Keyword(a)] => vec![(bare(t), k.clone(), a.clone())], _ => Vec::new() }; "X/X green Wurm creature token with trample and toxic 1"),
    rule!(Verb: "creates|create a {token.s}" (who: Doer, token: SizedNoun, into: Into) => |_, who, token, into| create(who, n(1), token, Quantity::X, false, into),
        |_, e: &_| one(e, false); "create an X/X green Ooze creature token"),
    rule!(Verb: "creates|create a tapped {token.s}" (who: Doer, token: SizedNoun, into: Into) => |_, who, token, into| create(who, n(1), token, Quantity::X, true, into),
        |_, e: &_| one(e, true); "create a tapped X/X green Ooze creature token"),
    rule!(Verb: "creates|create {count} {token.p}" (who: Doer, count: Count, token: SizedNoun, into: Into) => |_, who, count, token, into| create(who, count, token, Quantity::X, false, into),
        |_, e: &_| several(e, false); "create two X/X green Ooze creature tokens"),
    rule!(Verb: "creates|create {count} tapped {token.p}" (who: Doer, count: Count, token: SizedNoun, into: Into) => |_, who, count, token, into| create(who, count, token, Quantity::X, true, into),
        |_, e: &_| several(e, true); "create two tapped X/X green Ooze creature tokens"),
    rule!(Verb: "creates|create a {token.s} , where X is {size}" (who: Doer, token: SizedNoun, size: Value_, into: Into) => |c, who, token, size, into| { aside(c); create(who, n(1), token, size, false, into) },
        |_, e: &_| one_of(e, false); "create an X/X green Ooze creature token, where X is the number of lands you control"),
    rule!(Verb: "creates|create a tapped {token.s} , where X is {size}" (who: Doer, token: SizedNoun, size: Value_, into: Into) => |c, who, token, size, into| { aside(c); create(who, n(1), token, size, true, into) },
        |_, e: &_| one_of(e, true); "create a tapped X/X green Ooze creature token, where X is the number of lands you control"),
    rule!(Verb: "creates|create {count} {token.p} , where X is {size}" (who: Doer, count: Count, token: SizedNoun, size: Value_, into: Into) => |c, who, count, token, size, into| { aside(c); matches!(count, Quantity::N(_)).then(|| create(who, count, token, size, false, into))? },
        |_, e: &_| several_of(e, false); "create two X/X green Ooze creature tokens, where X is the number of lands you control"),
    rule!(Verb: "creates|create {count} tapped {token.p} , where X is {size}" (who: Doer, count: Count, token: SizedNoun, size: Value_, into: Into) => |c, who, count, token, size, into| { aside(c); matches!(count, Quantity::N(_)).then(|| create(who, count, token, size, true, into))? },
        |_, e: &_| several_of(e, true); "create two tapped X/X green Ooze creature tokens, where X is the number of lands you control"),
];
