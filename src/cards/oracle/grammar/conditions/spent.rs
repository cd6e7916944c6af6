//! What mana was spent to cast a spell (CR 106.4, 601.2h), as a condition; spells that have keywords while they are cast.

use crate::cards::oracle::grammar::help::{n, with, without};
use crate::cards::oracle::grammar::keywords::given::{is_keyword, keyword};
use crate::cards::oracle::grammar::statics::{ability, affect};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Referent, Rule, alternate, rule};

/// At least that much mana of a type was spent on the spell that has the ability.
fn spent(mana: ManaType, count: i32) -> Condition {
    Condition::Compare(Quantity::ManaSpent(Some(mana)), Cmp::Ge, n(count))
}

/// All of these symbols, each of one type.
fn all_spent(mana: &ManaCost) -> Option<Condition> {
    let typed = |symbol: &ManaSymbol| match symbol {
        ManaSymbol::Typed(mana) => Some(*mana),
        _ => None,
    };
    let types = mana.0.iter().map(typed).collect::<Option<Vec<ManaType>>>()?;
    let count = |mana: ManaType| types.iter().filter(|t| **t == mana).count() as i32;
    let each = ManaType::ALL.into_iter().filter(|mana| count(*mana) > 0).map(|mana| spent(mana, count(mana)));
    let mut each: Vec<Condition> = each.collect();
    match each.len() {
        0 => None,
        1 => each.pop(),
        _ => Some(Condition::And(each)),
    }
}

fn symbols(cond: &Condition) -> Vec<(ManaCost,)> {
    match cond {
        Condition::Compare(Quantity::ManaSpent(Some(mana)), Cmp::Ge, Quantity::N(count)) => {
            let symbols = std::iter::repeat_n(ManaSymbol::Typed(*mana), usize::try_from(*count).unwrap_or(0));
            vec![(ManaCost(symbols.collect()),)]
        }
        Condition::And(list) => {
            let each: Vec<(ManaCost,)> = list.iter().flat_map(symbols).collect();
            vec![(ManaCost(each.into_iter().flat_map(|(mana,)| mana.0).collect()),)]
        }
        _ => Vec::new(),
    }
}

/// Whether "it" is the card itself, which was cast before it entered.
fn it_is_this(context: &Context) -> bool {
    let this = Referent::Objects(Objects::The(Obj::This));
    context.it(true).is_some_and(|m| m.what == this)
}

/// The spell of the event.
fn cast(context: &Context) -> bool {
    context.it(true).is_some_and(|m| m.what == Referent::Objects(Objects::The(Obj::Event)))
}

fn on_it(count: Quantity) -> Condition {
    Condition::Compare(Quantity::ManaSpentOn(Obj::Event), Cmp::Ge, count)
}

/// Spells of the player have it while they are cast, and on the stack.
pub(in crate::cards::oracle::grammar) fn given(spells: Filter, modification: Modification) -> AbilityDef {
    let mine = with(with(spells, Filter::Controlled(Who::You)), Filter::Spell);
    ability(affect(Objects::In(ZoneOf::Stack, mine), vec![modification]), Condition::Always)
}

fn is_given(def: &AbilityDef) -> Option<(Filter, Modification)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(Objects::In(_, spells), mods), .. }) = def else {
        return None;
    };
    let rest = without(spells, &Filter::Spell).and_then(|f| without(&f, &Filter::Controlled(Who::You)))?;
    match mods.as_slice() {
        [one] if *def == given(rest.clone(), one.clone()) => Some((rest, one.clone())),
        _ => None,
    }
}

/// The card itself enters with counters, if a condition holds.
pub(super) fn enters_with(cond: Condition, kind: CounterKind, count: Quantity) -> AbilityDef {
    let replacement = Replacement {
        event: ReplacedEvent::Enters(Filter::Is(Obj::This)),
        only_if: cond,
        with: ReplaceWith::Counters(kind, count),
        optional: None,
    };
    ability(StaticEffect::Replace(replacement), Condition::Always)
}

/// That much mana of a type was spent, and counters are the result.
fn is_enters_with(def: &AbilityDef) -> Option<(Condition, CounterKind, Quantity)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else { return None };
    match &replacement.with {
        ReplaceWith::Counters(kind, count)
            if !symbols(&replacement.only_if).is_empty()
                && enters_with(replacement.only_if.clone(), *kind, count.clone()) == *def =>
        {
            Some((replacement.only_if.clone(), *kind, count.clone()))
        }
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Cond: "{mana} was spent to cast this spell" (mana: Mana) => |_, mana| all_spent(&mana), |_, cond: &_| symbols(cond); "{U} was spent to cast this spell"),
    alternate!(Cond: "{mana} was spent to cast it" (mana: Mana) => |c, mana| it_is_this(c).then(|| all_spent(&mana))?; ""),
    alternate!(Cond: "at least {count} {hue} mana was spent to cast this spell" (count: Words, hue: Hue) => |_, count, hue| Some(spent(ManaType::of(hue), count)); ""),
    rule!(Cond: "at least {count} mana was spent to cast it" (count: Count) => |c, count| cast(c).then(|| on_it(count)),
        |c, cond| match cond { Condition::Compare(Quantity::ManaSpentOn(Obj::Event), Cmp::Ge, count) if cast(c) => vec![(count,)], _ => Vec::new() }; ""),
    alternate!(Cond: "at least {count} mana was spent to cast that spell" (count: Count) => |c, count| cast(c).then(|| on_it(count)); ""),
    rule!(Static: "if {cond} , {this} enters with a {k} counter on it ." (cond: Cond, this: Self_, k: Kind) => |_, cond, _, k| (!symbols(&cond).is_empty()).then(|| enters_with(cond, k, n(1))),
        |_, d: &_| is_enters_with(d).filter(|(_, _, count)| *count == n(1)).map(|(cond, k, _)| (cond, Obj::This, k)).into_iter().collect(); ""),
    rule!(Static: "if {cond} , {this} enters with {count} {k} counters on it ." (cond: Cond, this: Self_, count: Words, k: Kind) => |_, cond, _, count, k| (!symbols(&cond).is_empty()).then(|| enters_with(cond, k, n(count))),
        |_, d: &_| match is_enters_with(d) { Some((cond, k, Quantity::N(count))) if count > 1 => vec![(cond, Obj::This, count, k)], _ => Vec::new() }; ""),
    rule!(Static: "{spells.p} you cast have {k} ." (spells: SpellNoun, k: Kw) => |_, spells, k| Some(given(spells, Modification::Gain(vec![k]))),
        |_, d: &_| match is_given(d) { Some((spells, Modification::Gain(k))) => match k.as_slice() { [k] => vec![(spells, *k)], _ => Vec::new() }, _ => Vec::new() };
        "creature spells you cast have convoke."),
    alternate!(Static: "each {spells.s} you cast has {k} ." (spells: SpellNoun, k: Kw) => |_, spells, k| Some(given(spells, Modification::Gain(vec![k]))); ""),
    alternate!(Static: "{a.p} and {b.p} you cast have {k} ." (a: SpellNoun, b: SpellNoun, k: Kw) => |_, a, b, k| Some(given(Filter::Or(vec![a, b]), Modification::Gain(vec![k]))); ""),
    rule!(Static: "{spells.p} you cast have affinity for {noun.p} ." (spells: SpellNoun, noun: Noun) => |_, spells, noun| Some(given(spells, keyword(KeywordAbility::Affinity(noun)))),
        |_, d: &_| match is_given(d).and_then(|(spells, m)| Some((spells, is_keyword(&m)?))) { Some((spells, KeywordAbility::Affinity(noun))) => vec![(spells, noun)], _ => Vec::new() };
        "creature spells you cast have affinity for artifacts."),
];
