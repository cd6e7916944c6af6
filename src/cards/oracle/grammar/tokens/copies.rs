//! Tokens: several copies, copies that enter tapped or attacking, legends with names of their own, what is as big as something.

use crate::cards::oracle::grammar::help::{as_objects, n};
use crate::cards::oracle::grammar::tokens::exceptions::{aside, is_itself};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// How tokens enter: tapped, and attacking what their player chooses (CR 508.4).
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Plain,
    Tapped,
    Attacking,
}

/// Tokens that are copies of one object.
fn copies(
    context: &mut Context,
    way: Way,
    (who, count, what): (Who, Quantity, Objects),
    mods: Vec<Modification>,
    into: Option<Var>,
) -> Option<Instruction> {
    if !is_itself(context, &what) {
        return None;
    }
    aside(context, &what);
    let token = TokenSource::CopyOf(help::one(&what)?, mods);
    let (tapped, attacking) = (way != Way::Plain, (way == Way::Attacking).then_some(TokenAttack::Any));
    Some(Instruction::CreateToken { who, count, token, tapped, attacking, counters: Vec::new(), into })
}

type Copies = (Who, Quantity, Objects, Vec<Modification>, Option<Var>);

fn are_copies(effect: &Instruction, way: Way) -> Option<Copies> {
    let Instruction::CreateToken {
        who,
        count,
        token: TokenSource::CopyOf(obj, mods),
        tapped,
        attacking,
        counters,
        into,
    } = effect
    else {
        return None;
    };
    let attacks = (way == Way::Attacking).then_some(TokenAttack::Any);
    let fits = counters.is_empty() && *tapped == (way != Way::Plain) && *attacking == attacks;
    fits.then(|| (*who, count.clone(), as_objects(*obj), mods.clone(), *into))
}

fn are_several(effect: &Instruction, way: Way) -> Option<Copies> {
    are_copies(effect, way).filter(|(_, count, ..)| *count != n(1) && tokens::making::is_few(count))
}

fn is_one(effect: &Instruction, way: Way) -> Option<Copies> {
    are_copies(effect, way).filter(|(_, count, ..)| *count == n(1))
}

macro_rules! several {
    ($words:literal, $except:literal, $way:expr; $example:literal, $second:literal) => {
        &[
            rule!(Verb: $words (who: Doer, count: Count, what: Objs, into: Into) => |c, who, count, what, into| copies(c, $way, (who, count, what), Vec::new(), into),
                |_, e: &_| are_several(e, $way).filter(|(.., mods, _)| mods.is_empty()).map(|(who, count, what, _, into)| (who, count, what, into)).into_iter().collect(); $example),
            rule!(Verb: $except (who: Doer, count: Count, what: Objs, ex: Excepts, into: Into) => |c, who, count, what, ex, into| copies(c, $way, (who, count, what), ex, into),
                |_, e: &_| are_several(e, $way).filter(|(.., mods, _)| !mods.is_empty()).into_iter().collect(); $second),
        ]
    };
}

macro_rules! one {
    ($words:literal, $except:literal, $way:expr; $example:literal, $second:literal) => {
        &[
            rule!(Verb: $words (who: Doer, what: Objs, into: Into) => |c, who, what, into| copies(c, $way, (who, n(1), what), Vec::new(), into),
                |_, e: &_| is_one(e, $way).filter(|(.., mods, _)| mods.is_empty()).map(|(who, _, what, _, into)| (who, what, into)).into_iter().collect(); $example),
            rule!(Verb: $except (who: Doer, what: Objs, ex: Excepts, into: Into) => |c, who, what, ex, into| copies(c, $way, (who, n(1), what), ex, into),
                |_, e: &_| is_one(e, $way).filter(|(.., mods, _)| !mods.is_empty()).map(|(who, _, what, mods, into)| (who, what, mods, into)).into_iter().collect(); $second),
        ]
    };
}

/// Tokens that are copies.
pub(super) const COPIES: &[&[Rule]] = &[
    several!("creates|create {count} tokens that are copies of {what}", "creates|create {count} tokens that are copies of {what} , except {ex}", Way::Plain;
        "create two tokens that are copies of target creature you control", "create two tokens that are copies of target creature you control, except it isn't legendary"),
    several!("creates|create {count} tapped tokens that are copies of {what}", "creates|create {count} tapped tokens that are copies of {what} , except {ex}", Way::Tapped;
        "create two tapped tokens that are copies of target creature you control", "create two tapped tokens that are copies of target creature you control, except it isn't legendary"),
    one!("creates|create a tapped token that's a copy of {what}", "creates|create a tapped token that's a copy of {what} , except {ex}", Way::Tapped;
        "create a tapped token that's a copy of target creature you control", "create a tapped token that's a copy of target creature you control, except it isn't legendary"),
    one!("creates|create a tapped and attacking token that's a copy of {what}", "creates|create a tapped and attacking token that's a copy of {what} , except {ex}", Way::Attacking;
        "create a tapped and attacking token that's a copy of target creature you control", "create a tapped and attacking token that's a copy of target creature you control, except it isn't legendary"),
];

/// A legend with a name of its own.
fn legend(mut token: TokenDef, name: String) -> Option<TokenDef> {
    token.types.supertypes |= Supertypes::LEGENDARY;
    (token.name.is_none() && !name.ends_with("'s")).then(|| TokenDef { name: Some(name), ..token })
}

fn is_legend(effect: &Instruction) -> Option<(Who, String, TokenDef, Option<Var>)> {
    let Instruction::CreateToken {
        who,
        count: Quantity::N(1),
        token: TokenSource::New(token),
        tapped: false,
        attacking: None,
        counters,
        into,
    } = effect
    else {
        return None;
    };
    let mut plain = TokenDef::clone(token);
    let name = plain.name.take()?;
    let legendary = plain.types.supertypes == Supertypes::LEGENDARY && counters.is_empty();
    plain.types.supertypes = Supertypes::empty();
    legendary.then(|| (*who, name.to_string(), plain, *into))
}

/// A token whose power and toughness its ability says (CR 208.2).
fn as_big(hues: Vec<Color>, subs: Vec<Subtype>, types: CardTypes, abilities: Vec<AbilityDef>) -> Option<TokenDef> {
    let sizes = |m: &Modification| matches!(m, Modification::SetPT(..));
    let says = |ability: &AbilityDef| match ability {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(Objects::The(Obj::This), mods), .. }) => {
            matches!(mods.as_slice(), [one] if sizes(one))
        }
        _ => false,
    };
    abilities.last().filter(|ability| says(ability))?;
    let types = TypeLine { supertypes: Supertypes::empty(), types, subtypes: subs.into_iter().collect() };
    Some(TokenDef { name: None, colors: hues, types, pt: Some((None, None)), abilities, back: None })
}

type Big = (Vec<Color>, Vec<Subtype>, Vec<AbilityDef>);

fn is_as_big(token: &TokenDef, types: CardTypes) -> Option<Big> {
    let subs: Vec<Subtype> = token.types.subtypes.iter().collect();
    let same = as_big(token.colors.clone(), subs.clone(), types, token.abilities.clone())? == *token;
    same.then(|| (token.colors.clone(), subs, token.abilities.clone()))
}

const CREATURE: CardTypes = CardTypes::CREATURE;

fn enchanted() -> CardTypes {
    CardTypes::CREATURE | CardTypes::ENCHANTMENT
}

fn one_token(who: Who, token: TokenDef, into: Option<Var>) -> Instruction {
    let token = TokenSource::New(Box::new(token));
    Instruction::CreateToken { who, count: n(1), token, tapped: false, attacking: None, counters: Vec::new(), into }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "creates|create {name} , a legendary {token.s}" (who: Doer, name: Name, token: TokenNoun, into: Into)
        => |_, who, name, token, into| {
            let token = TokenSource::New(Box::new(legend(token, name)?));
            Some(Instruction::CreateToken { who, count: n(1), token, tapped: false, attacking: None, counters: Vec::new(), into })
        },
        |_, e: &_| is_legend(e).into_iter().collect(); "create Example, a legendary 2/2 white Soldier creature token"),
    rule!(TokenNoun: "{hues} {subs} creature token|tokens with \" {quote} \"" (hues: Hues, subs: Subs, quote: Quote) => |_, hues, subs, quote| as_big(hues, subs, CREATURE, vec![quote]),
        |_, t: &_| is_as_big(t, CREATURE).and_then(|(h, s, a)| match a.as_slice() { [one] => Some((h, s, one.clone())), _ => None }).into_iter().collect(); ""),
    rule!(TokenNoun: "{hues} {subs} creature token|tokens with {k} and \" {quote} \"" (hues: Hues, subs: Subs, k: KwList, quote: Quote) => |_, hues, subs, k, quote| as_big(hues, subs, CREATURE, vec![AbilityDef::Keywords(k), quote]),
        |_, t: &_| is_as_big(t, CREATURE).and_then(|(h, s, a)| match a.as_slice() { [AbilityDef::Keywords(k), one] => Some((h, s, k.clone(), one.clone())), _ => None }).into_iter().collect(); ""),
    rule!(TokenNoun: "{hues} {subs} enchantment creature token|tokens with \" {quote} \"" (hues: Hues, subs: Subs, quote: Quote) => |_, hues, subs, quote| as_big(hues, subs, enchanted(), vec![quote]),
        |_, t: &_| is_as_big(t, enchanted()).and_then(|(h, s, a)| match a.as_slice() { [one] => Some((h, s, one.clone())), _ => None }).into_iter().collect(); ""),
    alternate!(Verb: "creates|create a {hues} {subs} creature token . it has \" {quote} \"" (who: Doer, hues: Hues, subs: Subs, quote: Quote, into: Into)
        => |_, who, hues, subs, quote, into| Some(one_token(who, as_big(hues, subs, CREATURE, vec![quote])?, into)); ""),
    alternate!(Verb: "creates|create a {hues} {subs} enchantment creature token . it has \" {quote} \"" (who: Doer, hues: Hues, subs: Subs, quote: Quote, into: Into)
        => |_, who, hues, subs, quote, into| Some(one_token(who, as_big(hues, subs, enchanted(), vec![quote])?, into)); ""),
    alternate!(Except: "they aren't legendary" () => |_| Some(vec![Modification::RemoveSupertypes(Supertypes::LEGENDARY)]); "they aren't legendary"),
    alternate!(Except: "they're not legendary" () => |_| Some(vec![Modification::RemoveSupertypes(Supertypes::LEGENDARY)]); "they're not legendary"),
    alternate!(Except: "the tokens aren't legendary" () => |_| Some(vec![Modification::RemoveSupertypes(Supertypes::LEGENDARY)]); "the tokens aren't legendary"),
    alternate!(Except: "it's not legendary" () => |_| Some(vec![Modification::RemoveSupertypes(Supertypes::LEGENDARY)]); "it's not legendary"),
];
