//! Two abilities in quotes; emblems that speak of themselves; tokens of several colors; tokens that are attacking.

use crate::cards::oracle::grammar::help::{n, quoted};
use crate::cards::oracle::grammar::verbs::elsewhere::of_emblem;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

fn pair(a: AbilityDef, b: AbilityDef) -> Option<Vec<Modification>> {
    (quoted(&a) && quoted(&b)).then(|| vec![Modification::GainAbilities(vec![a, b])])
}

fn is_pair(mods: &[Modification]) -> Vec<(AbilityDef, AbilityDef)> {
    match mods {
        [Modification::GainAbilities(list)] => match list.as_slice() {
            [a, b] if quoted(a) && quoted(b) => vec![(a.clone(), b.clone())],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// An emblem with two abilities (CR 114.1).
fn emblem(who: Who, a: AbilityDef, b: AbilityDef) -> Option<Instruction> {
    let of = |quote| of_emblem(quote, ZoneKind::Battlefield, ZoneKind::Command);
    Some(Instruction::Emblem(who, vec![of(a)?, of(b)?]))
}

fn is_emblem(effect: &Instruction) -> Option<(Who, AbilityDef, AbilityDef)> {
    let Instruction::Emblem(who, list) = effect else { return None };
    let of = |ability: &AbilityDef| of_emblem(ability.clone(), ZoneKind::Command, ZoneKind::Battlefield);
    match list.as_slice() {
        [a, b] => Some((*who, of(a)?, of(b)?)),
        _ => None,
    }
}

/// Tokens that enter attacking, and not tapped.
fn attacking(who: Who, count: Quantity, token: TokenDef, into: Option<Var>) -> Instruction {
    let token = TokenSource::New(Box::new(token));
    let attacking = Some(TokenAttack::Any);
    Instruction::CreateToken { who, count, token, tapped: false, attacking, counters: Vec::new(), into }
}

fn are_attacking(effect: &Instruction) -> Option<(Who, Quantity, TokenDef, Option<Var>)> {
    match effect {
        Instruction::CreateToken { who, count, token: TokenSource::New(token), into, .. }
            if attacking(*who, count.clone(), (**token).clone(), *into) == *effect =>
        {
            Some((*who, count.clone(), (**token).clone(), *into))
        }
        _ => None,
    }
}

/// Each of two players creates the same.
fn both_create(verb: Instruction, who: Who, into: Option<Var>) -> Option<Vec<Instruction>> {
    let mut other = verb.clone();
    match &mut other {
        Instruction::CreateToken { who: creator, into: made, .. } if *creator == Who::You => {
            (*creator, *made) = (who, into);
        }
        _ => return None,
    }
    Some(vec![verb, other])
}

fn do_both_create(effects: &[Instruction]) -> Vec<(Who, Instruction, Option<Var>)> {
    match effects {
        [verb, Instruction::CreateToken { who, into, .. }]
            if both_create(verb.clone(), *who, *into).as_deref() == Some(effects) =>
        {
            vec![(*who, verb.clone(), *into)]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(StaticMod: "has|have \" {a} \" and \" {b} \"" (a: Quote, b: Quote) => |_, a, b| pair(a, b), |_, m: &_| is_pair(m); ""),
    rule!(Mod: "gains|gain \" {a} \" and \" {b} \"" (a: Quote, b: Quote) => |_, a, b| pair(a, b), |_, m: &_| is_pair(m); ""),
    rule!(TokenNoun: "{core#} with \" {a} \" and \" {b} \"" (core: TokenCore, a: Quote, b: Quote) => |_, core, a, b| (quoted(&a) && quoted(&b)).then(|| TokenDef { abilities: vec![a, b], ..core }),
        |_, t: &_| match t.abilities.as_slice() { [a, b] if quoted(a) && quoted(b) => vec![(TokenDef { abilities: Vec::new(), ..t.clone() }, a.clone(), b.clone())], _ => Vec::new() }; ""),
    rule!(Verb: "gets|get a emblem with \" {a} \" and \" {b} \"" (who: Doer, a: Quote, b: Quote) => |_, who, a, b| emblem(who, a, b), |_, e: &_| is_emblem(e).into_iter().collect(); ""),
    alternate!(Self_: "this emblem" () => |c| c.face.grantee.is_some().then_some(Obj::This); ""),
    // ---- tokens
    rule!(TokenCore: "1: {body} {subs} creature token that's all colors" (body: Body, subs: Subs) => |_, body, subs| colored(body, subs, Color::ALL.to_vec()),
        |_, t: &_| is_colored(t).into_iter().filter(|(.., colors)| colors.len() == 5).map(|(b, s, _)| (b, s)).collect(); "2/2 Elemental creature token that's all colors"),
    rule!(TokenCore: "1: {body} {subs} creature token that's {a} , {b} , and {d}" (body: Body, subs: Subs, a: Hue, b: Hue, d: Hue) => |_, body, subs, a, b, d| colored(body, subs, vec![a, b, d]),
        |_, t: &_| is_colored(t).into_iter().filter_map(|(body, subs, colors)| match colors.as_slice() { [a, b, d] => Some((body, subs, *a, *b, *d)), _ => None }).collect(); "5/5 Beast creature token that's red, green, and white"),
    alternate!(TokenCore: "{body} {a} , {b} , and {d} {subs} creature token|tokens" (body: Body, a: Hue, b: Hue, d: Hue, subs: Subs) => |_, body, a, b, d, subs| colored(body, subs, vec![a, b, d]); "1/1 red, green, and white Elf creature token"),
    rule!(Verb: "creates|create a {token.s} that's attacking" (who: Doer, token: TokenNoun, into: Into) => |_, who, token, into| Some(attacking(who, n(1), token, into)),
        |_, e: &_| are_attacking(e).filter(|(_, count, ..)| *count == n(1)).map(|(who, _, t, into)| (who, t, into)).into_iter().collect(); "create a 1/1 white Soldier creature token that's attacking"),
    rule!(Verb: "creates|create {count} {token.p} that are attacking" (who: Doer, count: Count, token: TokenNoun, into: Into) => |_, who, count, token, into| Some(attacking(who, count, token, into)),
        |_, e: &_| are_attacking(e).filter(|(_, count, ..)| *count != n(1)).into_iter().collect(); "create two 1/1 white Soldier creature tokens that are attacking"),
    rule!(Said: "you and {who.s} each {verb.p}" (who: Other, verb: Verb, into: Into) => |_, who, verb, into| help::another_player(who).then(|| both_create(verb, who, into))?, |_, e: &_| do_both_create(e);
        "you and target opponent each create a Treasure token"),
];

fn colored(body: (Quantity, Quantity), subtypes: Vec<Subtype>, colors: Vec<Color>) -> Option<TokenDef> {
    let (Quantity::N(power), Quantity::N(toughness)) = body else { return None };
    let (supertypes, types) = (Supertypes::empty(), CardTypes::CREATURE);
    let types = TypeLine { supertypes, types, subtypes: subtypes.into_iter().collect() };
    let pt = Some((Some(power), Some(toughness)));
    Some(TokenDef { name: None, colors, types, pt, abilities: Vec::new(), back: None })
}

type Colored = ((Quantity, Quantity), Vec<Subtype>, Vec<Color>);

fn is_colored(token: &TokenDef) -> Vec<Colored> {
    let Some((Some(power), Some(toughness))) = token.pt else { return Vec::new() };
    let (body, subtypes) = ((n(power), n(toughness)), token.types.subtypes.iter().collect::<Vec<_>>());
    let same = colored(body.clone(), subtypes.clone(), token.colors.clone()).as_ref() == Some(token);
    if same { vec![(body, subtypes, token.colors.clone())] } else { Vec::new() }
}
