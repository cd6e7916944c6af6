//! Counters that players get, spells that cost less this turn, what had a mana value, what nobody of yours is.

use crate::cards::oracle::grammar::help::{generic, n, not, with};
use crate::cards::oracle::grammar::statics::replace_if;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// Whether players get counters of the kind, and do so in these words.
fn of_players(kind: CounterKind) -> bool {
    kind == CounterKind::Rad
        || kind == CounterKind::Poison
        || Word::new("experience").map(CounterKind::Named) == Some(kind)
}

fn get(kind: CounterKind, count: Quantity, who: Who) -> Instruction {
    Instruction::PutCounters { kind, count, and: Vec::new(), on: Recipients::Players(who) }
}

fn is_get(effect: &Instruction) -> Option<(CounterKind, Quantity, Who)> {
    match effect {
        Instruction::PutCounters { kind, count, and, on: Recipients::Players(who) } if and.is_empty() => {
            Some((*kind, count.clone(), *who))
        }
        _ => None,
    }
}

/// One counter of a kind, but for the one that has a rule of its own.
fn is_one(effect: &Instruction) -> Vec<(Who, CounterKind)> {
    match is_get(effect) {
        Some((kind, Quantity::N(1), who)) if of_players(kind) && kind != CounterKind::Poison => vec![(who, kind)],
        _ => Vec::new(),
    }
}

fn is_some(effect: &Instruction) -> Vec<(Who, Quantity, CounterKind)> {
    match is_get(effect) {
        Some((kind, count, who)) if of_players(kind) && count != n(1) => vec![(who, count, kind)],
        _ => Vec::new(),
    }
}

fn is_energy(effect: &Instruction) -> Vec<(Who, Quantity)> {
    match is_get(effect) {
        Some((CounterKind::Energy, count, who)) if !matches!(count, Quantity::N(_)) => vec![(who, count)],
        _ => Vec::new(),
    }
}

/// Spells cost less until the end of the turn.
fn less(spells: Filter, mana: &ManaCost) -> Option<Vec<Instruction>> {
    let rule = GameRule::CostsLess(Who::You, spells, n(generic(mana)?));
    Some(vec![Instruction::Continuous(StaticEffect::Rule(rule), Duration::EndOfTurn)])
}

fn is_less(effects: &[Instruction]) -> Vec<(Filter, ManaCost)> {
    match effects {
        [
            Instruction::Continuous(
                StaticEffect::Rule(GameRule::CostsLess(Who::You, spells, Quantity::N(by))),
                Duration::EndOfTurn,
            ),
        ] => help::mana(*by).map(|mana| (spells.clone(), mana)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// CR 702.138: it enters with counters if it escaped.
fn escapes(kind: CounterKind, count: Quantity) -> AbilityDef {
    let escaped = Condition::CastBy(CastBy::Escape);
    replace_if(ReplacedEvent::Enters(Filter::Is(Obj::This)), ReplaceWith::Counters(kind, count), escaped)
}

/// One subtype or another.
fn of_either(a: Subtype, b: Subtype) -> Option<Filter> {
    (a != b).then(|| Filter::Or(vec![Filter::Subtype(a), Filter::Subtype(b)]))
}

fn is_of_either(filter: &Filter) -> Vec<(Subtype, Subtype)> {
    match filter {
        Filter::Or(list) => match list.as_slice() {
            [Filter::Subtype(a), Filter::Subtype(b)] => vec![(*a, *b)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    // ---- counters of players
    rule!(Verb: "gets|get a {k} counter" (who: Doer, k: Kind) => |_, who, k| (of_players(k) && k != CounterKind::Poison).then(|| get(k, n(1), who)), |_, e: &_| is_one(e); "get an experience counter"),
    rule!(Verb: "gets|get {count} {k} counters" (who: Doer, count: Count, k: Kind) => |_, who, count, k| of_players(k).then(|| get(k, count, who)), |_, e: &_| is_some(e); "get two rad counters"),
    rule!(Verb: "gets|get a amount of \u{7b}E\u{7d} equal to {count}" (who: Doer, count: Value_) => |_, who, count| Some(get(CounterKind::Energy, count, who)), |_, e: &_| is_energy(e);
        "get an amount of {E} equal to your life total"),
    alternate!(Verb: "gets|get \u{7b}E\u{7d} for each {each.s}" (who: Doer, each: Each) => |_, who, each| Some(get(CounterKind::Energy, each, who)); "get {E} for each creature you control"),
    // ---- for a turn
    rule!(Said: "{spells.p} you cast this turn cost {mana} less to cast" (spells: SpellNoun, mana: Mana) => |_, spells, mana| less(spells, &mana), |_, e: &_| is_less(e); "instant spells you cast this turn cost {1} less to cast"),
    // ---- as it enters
    alternate!(Static: "{this} escapes with a {k} counter on it ." (this: Self_, k: Kind) => |_, _, k| Some(escapes(k, n(1))); ""),
    alternate!(Static: "{this} escapes with {count} {k} counters on it ." (this: Self_, count: Count, k: Kind) => |_, _, count, k| Some(escapes(k, count)); ""),
    // ---- what is and was
    alternate!(Cond: "you don't control a {noun.s}" (noun: Noun) => |_, noun| {
            let yours = Condition::Exists(Objects::All(with(noun, Filter::Controlled(Who::You))));
            Some(Condition::Not(Box::new(yours)))
        }; "you don't control a Goblin"),
    alternate!(Cond: "{v} was {c}" (v: Value_, c: Compared) => |_, v, (cmp, n)| matches!(v, Quantity::Power(_) | Quantity::Toughness(_) | Quantity::ManaValue(_)).then(|| Condition::Compare(v, cmp, n)); ""),
    rule!(Post: "that's a {a.s} or a {b.s}" (a: Sub, b: Sub) => |_, a, b| of_either(a, b), |_, f: &_| is_of_either(f); "that's a Goblin or an Elf"),
    alternate!(Post: "that isn't a {a.s}" (a: Sub) => |_, a| Some(not(Filter::Subtype(a))); "that isn't a Goblin"),
];
