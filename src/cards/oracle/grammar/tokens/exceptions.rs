//! Copies with exceptions (CR 707.9).

use crate::cards::oracle::grammar::changes::becoming;
use crate::cards::oracle::grammar::changes::lasting::{join, one, splits};
use crate::cards::oracle::grammar::help::as_objects;
use crate::cards::oracle::grammar::statics::copying;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Role, Rule, alternate, rule};

const LEGENDARY: Modification = Modification::RemoveSupertypes(Supertypes::LEGENDARY);

/// The player who creates the token, what it copies, its exceptions, and where it is stored.
type CopyToken = (Who, Objects, Vec<Modification>, Option<Var>);

/// A token that is a copy of one object, with exceptions.
fn copied(effect: Instruction) -> Option<CopyToken> {
    match effect {
        Instruction::CreateToken {
            who,
            count: Quantity::N(1),
            token: TokenSource::CopyOf(obj, mods),
            tapped: false,
            attacking: None,
            counters,
            into,
        } if !mods.is_empty() && counters.is_empty() => Some((who, as_objects(obj), mods, into)),
        _ => None,
    }
}

/// What is copied is there to be seen as it is: a permanent that has been moved since is copied as it last was (CR 608.2h), which
/// the card that it has become isn't.
pub(in crate::cards::oracle::grammar) fn is_itself(context: &Context, what: &Objects) -> bool {
    let Objects::Var(var) = what else { return true };
    !context.mentions.iter().any(|m| m.moved == Some(*var) && m.kind.contains(Sort::PERMANENT))
}

/// What is copied is only named: "it" is the token.
pub(in crate::cards::oracle::grammar) fn aside(context: &mut Context, what: &Objects) {
    let copied = Referent::Objects(what.clone());
    context.change(|m| m.what == copied, |m| m.role = Role::Aside);
}

fn create(
    context: &mut Context,
    who: Who,
    what: &Objects,
    mods: Vec<Modification>,
    into: Option<Var>,
) -> Option<Instruction> {
    if !is_itself(context, what) {
        return None;
    }
    aside(context, what);
    let token = TokenSource::CopyOf(help::one(what)?, mods);
    Some(Instruction::CreateToken {
        who,
        count: Quantity::N(1),
        token,
        tapped: false,
        attacking: None,
        counters: Vec::new(),
        into,
    })
}

pub(super) const RULES: &[Rule] = &[
    rule!(Except: "it's {body}" (body: Body) => |_, (p, t)| Some(vec![Modification::SetPT(p, t)]),
        |_, m: &_| match one(m) { Some(Modification::SetPT(p, t)) => vec![((p, t),)], _ => Vec::new() }; "it's 7/7"),
    rule!(Except: "it's {add.s} in addition to its other types" (add: Addition) => |_, add| Some(add), |_, m: &_| if matches!(one(m), Some(Modification::AddTypes(..))) { vec![(m.clone(),)] } else { Vec::new() }; "it's an artifact in addition to its other types"),
    rule!(Except: "it's a {body} {hues} {subs}" (body: Body, hues: Hues, subs: Subs) => |_, (p, t), hues, subs| Some(vec![Modification::SetPT(p, t), Modification::SetColors(hues), Modification::SetCreatureTypes(subs)]),
        |_, m: &_| match m.as_slice() { [Modification::SetPT(p, t), Modification::SetColors(hues), Modification::SetCreatureTypes(subs)] => vec![((p.clone(), t.clone()), hues.clone(), subs.clone())], _ => Vec::new() }; "it's a 4/4 black Zombie"),
    rule!(Except: "it's a {form.s} in addition to its other types" (form: Form) => |_, form| Some(becoming::still(form)),
        |_, m: &_| becoming::unstill(m).map(|form| (form,)).into_iter().collect(); "it's a 3/3 black Zombie creature in addition to its other types"),
    rule!(Except: "it's a {body} {subs} in addition to its other types" (body: Body, subs: Subs) => |_, (p, t), subs| becoming::creatures(&subs).then(|| vec![Modification::SetPT(p, t), Modification::AddTypes(CardTypes::empty(), subs)]),
        |_, m: &_| match m.as_slice() { [Modification::SetPT(p, t), Modification::AddTypes(types, subs)] if types.is_empty() => vec![((p.clone(), t.clone()), subs.clone())], _ => Vec::new() }; "it's a 4/4 Zombie in addition to its other types"),
    rule!(Except: "it isn't legendary" () => |_| Some(vec![LEGENDARY]), |_, m: &_| if *m == [LEGENDARY] { vec![()] } else { Vec::new() }; "it isn't legendary"),
    alternate!(Except: "the token isn't legendary" () => |_| Some(vec![LEGENDARY]); "the token isn't legendary"),
    rule!(Except: "it has {k}" (k: KwList) => |_, k| Some(vec![Modification::Gain(k)]), |_, m: &_| match one(m) { Some(Modification::Gain(k)) => vec![(k,)], _ => Vec::new() }; "it has haste"),
    rule!(Except: "it has \" {quote} \"" (quote: Quote) => |_, quote| Some(vec![Modification::GainAbilities(vec![quote])]),
        |_, m: &_| match one(m) { Some(Modification::GainAbilities(list)) => match list.as_slice() { [one] if !matches!(one, AbilityDef::Keyword(_)) => vec![(one.clone(),)], _ => Vec::new() }, _ => Vec::new() }; ""),
    rule!(Except: "it has {k} and \" {quote} \"" (k: KwList, quote: Quote) => |_, k, quote| Some(vec![Modification::Gain(k), Modification::GainAbilities(vec![quote])]),
        |_, m: &_| match m.as_slice() {
            [Modification::Gain(k), Modification::GainAbilities(list)] => match list.as_slice() {
                [one] if !matches!(one, AbilityDef::Keyword(_)) => vec![(k.clone(), one.clone())],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; ""),
    rule!(Excepts: "{one}" (one: Except) <=> {one}; "it's 7/7"),
    rule!(Excepts: "{a} and {b}" (a: Except, b: Except) => |_, a, b| join(a, b), |_, m: &_| splits(m); "it's 7/7 and it has haste"),
    rule!(Excepts: "{a} , {b} , and {c}" (a: Except, b: Except, c: Except) => |_, a, b, c| join(join(a, b)?, c),
        |_, m: &_| if m.len() == 3 { vec![(vec![m[0].clone()], vec![m[1].clone()], vec![m[2].clone()])] } else { Vec::new() }; "it isn't legendary, it's 7/7, and it has haste"),
    rule!(Static: "you may have {this} enter as a copy of any {noun.s} on the battlefield , except {ex} ." (this: Self_, noun: Noun, ex: Excepts) => |_, _, noun, ex| Some(copying(noun, ex)),
        |_, d: &_| match d {
            AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { with: ReplaceWith::Copy(Objects::All(f), mods), .. }), .. })
                if !mods.is_empty() && *d == copying(f.clone(), mods.clone()) => vec![(Obj::This, f.clone(), mods.clone())],
            _ => Vec::new(),
        }; ""),
    rule!(Verb: "creates|create a token that's a copy of {what} , except {ex}" (who: Doer, what: Objs, ex: Excepts, into: Into) => |c, who, what, ex, into| create(c, who, &what, ex, into),
        |_, e| copied(e).into_iter().collect(); "create a token that's a copy of target creature you control, except it has haste"),
];
