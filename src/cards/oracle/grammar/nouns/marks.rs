//! Targets and their numbers.

use crate::cards::oracle::grammar::help::{as_objects, n, one};
use crate::cards::oracle::grammar::nouns::targets::{card_target, mixed_many, wanted_mixed};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Referent, Rule, alternate, rule};

/// As many targets of any sort.
fn just(context: &Context, to: &Recipients) -> Option<Quantity> {
    let def = wanted_mixed(context, to)?;
    (def.what == TargetKind::AnyTarget && def.min == def.max && def.max != n(1)).then_some(def.max)
}

/// Up to X of them.
fn at_most(context: &Context, to: &Recipients) -> Option<Quantity> {
    let def = wanted_mixed(context, to)?;
    (def.what == TargetKind::AnyTarget && def.min == n(0) && def.max == Quantity::X).then_some(def.max)
}

fn asleep(what: Objects, who: Who) -> Instruction {
    let mods = vec![Modification::Rule(ObjectRule::DoesntUntap)];
    Instruction::Continuous(StaticEffect::Affect(what, mods), Duration::NextUntapStepOf(who))
}

fn is_asleep(effect: &Instruction) -> Vec<(Objects, Who)> {
    match effect {
        Instruction::Continuous(StaticEffect::Affect(what, _), Duration::NextUntapStepOf(who))
            if *who != Who::You && *effect == asleep(what.clone(), *who) =>
        {
            vec![(what.clone(), *who)]
        }
        _ => Vec::new(),
    }
}

/// Two nouns each with its own adjectives.
fn both_nouns(x: Vec<Filter>, a: Vec<Filter>, y: Vec<Filter>, b: Vec<Filter>) -> Option<Filter> {
    let vague = |f: &Filter| matches!(f, Filter::Or(_)) || matches!(f, Filter::Type(types) if types.iter().count() > 1);
    let plain = !a.is_empty() && !b.is_empty() && !a.iter().chain(&b).any(vague);
    let join = |mut head: Vec<Filter>, adjectives: Vec<Filter>| {
        head.extend(adjectives);
        help::all(head)
    };
    // "Noncreature" before both nouns is said by a rule of its own.
    let negative = |f: &Filter| matches!(f, Filter::Not(inner) if matches!(**inner, Filter::Type(_)));
    let twice = x == y && x.iter().any(negative);
    (plain && !twice).then(|| Filter::Or(vec![join(a, x), join(b, y)]))
}

type Nouns = (Vec<Filter>, Vec<Filter>, Vec<Filter>, Vec<Filter>);

fn are_both_nouns(filter: &Filter) -> Option<Nouns> {
    let Filter::Or(list) = filter else { return None };
    let [a, b] = list.as_slice() else { return None };
    let split = |filter: &Filter| {
        let all = help::parts(filter.clone());
        let heads =
            all.iter().take_while(|f| matches!(f, Filter::Type(_) | Filter::Subtype(_) | Filter::Token)).count();
        (all[heads..].to_vec(), all[..heads].to_vec())
    };
    let ((x, a), (y, b)) = (split(a), split(b));
    let same = !y.is_empty() && both_nouns(x.clone(), a.clone(), y.clone(), b.clone()).as_ref() == Some(filter);
    same.then_some((x, a, y, b))
}

/// Each of them deals damage by its own power, all at once (CR 608.2f).
fn each_hits(what: Objects, to: Recipients) -> Vec<Instruction> {
    vec![Instruction::EachDamages { what, amount: Quantity::Power(Obj::It), to }]
}

fn is_each_hits(effects: &[Instruction]) -> Vec<(Objects, Recipients)> {
    match effects {
        [Instruction::EachDamages { what, amount: Quantity::Power(Obj::It), to }] => vec![(what.clone(), to.clone())],
        _ => Vec::new(),
    }
}

/// Whether it is clear of which nouns of a list a type is said.
fn clear(cards: &Filter) -> bool {
    let listed = |f: &Filter| matches!(f, Filter::Or(list) if list.iter().any(|f| matches!(f, Filter::And(_))));
    !help::parts(cards.clone()).iter().any(listed)
}

/// All permanents of two sorts.
fn both_groups(context: &mut Context, a: Filter, b: Filter) -> Option<Objects> {
    let kind = help::permanent_kind(&a) & help::permanent_kind(&b);
    let all = Objects::All(Filter::Or(vec![a, b]));
    context.mention(Referent::Objects(all.clone()), kind, true);
    Some(all)
}

/// One thing and what is attached to it.
fn with_attached(target: Objects, noun: Filter) -> Option<Objects> {
    let attached = Filter::AttachedTo(Box::new(Filter::Is(one(&target)?)));
    let fits = help::parts(noun.clone()).contains(&attached);
    fits.then(|| Objects::Union(vec![target, Objects::All(noun)]))
}

/// All that are attached to one target.
fn all_attached(noun: Filter, target: &Objects) -> Option<Objects> {
    let attached = Filter::AttachedTo(Box::new(Filter::Is(one(target)?)));
    Some(Objects::All(help::with(noun, attached)))
}

fn are_attached(objects: &Objects) -> Vec<(Filter, Objects)> {
    let Objects::All(filter) = objects else { return Vec::new() };
    let mut list = help::parts(filter.clone());
    let Some(Filter::AttachedTo(host)) = list.pop() else { return Vec::new() };
    match *host {
        Filter::Is(Obj::Target(number)) => vec![(help::all(list), Objects::Targets(number))],
        _ => Vec::new(),
    }
}

/// What the creature of the event attacks.
fn attacked(context: &Context) -> Option<Recipients> {
    let first = context.mentioned().next().filter(|_| context.event)?;
    match &first.what {
        Referent::Objects(Objects::The(obj @ (Obj::Event | Obj::This | Obj::Host))) => {
            Some(Recipients::AttackedBy(*obj))
        }
        _ => None,
    }
}

fn is_with_attached(objects: &Objects) -> Vec<(Objects, Filter)> {
    let Objects::Union(list) = objects else { return Vec::new() };
    match list.as_slice() {
        [target, Objects::All(noun)] if with_attached(target.clone(), noun.clone()).as_ref() == Some(objects) => {
            vec![(target.clone(), noun.clone())]
        }
        _ => Vec::new(),
    }
}

/// Spells, or permanents of a sort that isn't said of the spells, too.
fn spell_or(noun: Filter) -> Option<TargetKind> {
    let plain = |f: &Filter| match f {
        Filter::Type(_) | Filter::Subtype(_) => true,
        Filter::Not(inner) => matches!(**inner, Filter::Type(_)),
        _ => false,
    };
    let fits = help::parts(noun.clone()).iter().all(plain) && noun != Filter::Any;
    fits.then(|| TargetKind::Or(vec![TargetKind::Spell(Filter::Any), TargetKind::Permanent(noun)]))
}

fn is_spell_or(what: &TargetKind) -> Vec<(Filter,)> {
    let TargetKind::Or(list) = what else { return Vec::new() };
    match list.as_slice() {
        [TargetKind::Spell(Filter::Any), TargetKind::Permanent(noun)] if spell_or(noun.clone()).is_some() => {
            vec![(noun.clone(),)]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Recip: "each of {count} targets" (count: Count) => |c, count| mixed_many(c, TargetKind::AnyTarget, count.clone(), count),
        |c, to: &_| just(c, to).map(|count| (count,)).into_iter().collect(); "each of two targets"),
    rule!(Recip: "the player or planeswalker it's attacking" () => |c| attacked(c), |c, to: &_| help::is(to, &attacked(c).unwrap_or(Recipients::It)); ""),
    rule!(Recip: "each of up to X targets" () => |c| mixed_many(c, TargetKind::AnyTarget, n(0), Quantity::X),
        |c, to: &_| at_most(c, to).map(|_| ()).into_iter().collect(); "each of up to X targets"),
    rule!(Noun: "{x} {a#} or {y} {b#}" (x: Adjs, a: HeadOne, y: Adjs, b: HeadOne) => |_, x, a, y, b| both_nouns(x, a, y, b),
        |_, f: &_| are_both_nouns(f).filter(|(x, ..)| !x.is_empty()).into_iter().collect(); "white creature or black planeswalker"),
    rule!(Noun: "{a#} or {y} {b#}" (a: HeadOne, y: Adjs, b: HeadOne) => |_, a, y, b| (a.len() > 1).then(|| both_nouns(Vec::new(), a, y, b))?,
        |_, f: &_| are_both_nouns(f).filter(|(x, a, ..)| x.is_empty() && a.len() > 1).map(|(_, a, y, b)| (a, y, b)).into_iter().collect(); "artifact creature or black creature"),
    rule!(Aim: "1: spell or {noun.s}" (noun: Noun) => |_, noun| spell_or(noun), |_, what: &_| is_spell_or(what); "spell or creature"),
    rule!(Objs: "all {a.p} and all {b.p}" (a: Noun, b: Noun) => |c, a, b| both_groups(c, a, b),
        |_, o| match o { Objects::All(Filter::Or(list)) => match list.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() }; "all artifacts you control and all creatures you don't control"),
    rule!(Objs: "all {noun.p} attached to {one}" (noun: Noun, one: Target) => |_, noun, one| all_attached(noun, &one), |_, o: &_| are_attached(o);
        "all Auras attached to target creature"),
    rule!(Objs: "{one} and all {noun.p}" (one: Target, noun: Noun) => |_, one, noun| with_attached(one, noun),
        |_, o: &_| is_with_attached(o); "target creature and all Auras attached to it"),
    rule!(Objs: "{a} , {b} , and {x}" (a: Target, b: Target, x: Target) => |_, a, b, x| Some(Objects::Union(vec![a, b, x])),
        |_, o| match o { Objects::Union(list) => match list.as_slice() { [a, b, x] => vec![(a.clone(), b.clone(), x.clone())], _ => Vec::new() }, _ => Vec::new() }; "target artifact, target creature, and target land"),
    rule!(Objs: "{a} , {b} , {x} , and {y}" (a: Target, b: Target, x: Target, y: Target) => |_, a, b, x, y| Some(Objects::Union(vec![a, b, x, y])),
        |_, o| match o { Objects::Union(list) => match list.as_slice() { [a, b, x, y] => vec![(a.clone(), b.clone(), x.clone(), y.clone())], _ => Vec::new() }, _ => Vec::new() };
        "target artifact, target creature, target enchantment, and target land"),
    alternate!(Objs: "up to one target {a.s} and up to one target {b.s} from {zone}" (a: CardNoun, b: CardNoun, zone: Graves) => |c, a, b, zone| (clear(&a) && clear(&b)).then(|| Some(Objects::Union(vec![card_target(c, zone, a, 0)?, card_target(c, zone, b, 0)?])))?;
        "up to one target creature card and up to one target land card from your graveyard"),
    alternate!(Objs: "target {a.s} and up to one target {b.s} from {zone}" (a: CardNoun, b: CardNoun, zone: Graves) => |c, a, b, zone| (clear(&a) && clear(&b)).then(|| Some(Objects::Union(vec![card_target(c, zone, a, 1)?, card_target(c, zone, b, 0)?])))?;
        "target creature card and up to one target land card from your graveyard"),
    rule!(Poss: "{what} 's" (what: Target) => |_, what| one(&what), |_, o| match o { Obj::Target(_) => vec![(as_objects(o),)], _ => Vec::new() }; "target creature's"),
    alternate!(Value_: "the power of {what}" (what: Target) => |_, what| one(&what).map(Quantity::Power); "the power of target creature"),
    alternate!(Value_: "the toughness of {what}" (what: Target) => |_, what| one(&what).map(Quantity::Toughness); "the toughness of target creature"),
    alternate!(Value_: "the mana value of {what}" (what: Target) => |_, what| one(&what).map(Quantity::ManaValue); "the mana value of target artifact"),
    rule!(Said: "{what.p} each deal damage equal to their power to {to}" (what: SubjObjs, to: Recip) => |_, what, to| Some(each_hits(what, to)),
        |_, e: &_| is_each_hits(e); "two target creatures you control each deal damage equal to their power to target creature you don't control"),
    rule!(Pred: "doesn't|don't untap during {whose} next untap step" (what: Subject, whose: Whose) => |_, what, whose| help::another_player(whose).then(|| asleep(what, whose)), |_, e: &_| is_asleep(e); ""),
];
