//! The next spell of a turn: what it costs less, what it has, and what triggers on it (CR 601.2, 603.7).

use crate::cards::oracle::grammar::events::aside_event;
use crate::cards::oracle::grammar::help::{generic, mana, n};
use crate::cards::oracle::grammar::keywords::given::keyword;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

/// An effect on the next spell.
fn next(effect: StaticEffect, spells: Filter) -> Vec<Instruction> {
    vec![Instruction::Continuous(effect, Duration::NextSpell(spells))]
}

fn is_next(effects: &[Instruction]) -> Option<(&StaticEffect, &Filter)> {
    match effects {
        [Instruction::Continuous(effect, Duration::NextSpell(spells))] => Some((effect, spells)),
        _ => None,
    }
}

fn cheaper(spells: Filter, less: Quantity) -> Vec<Instruction> {
    next(StaticEffect::Rule(crate::cards::def::Rule::CostsLess(Who::You, spells.clone(), less)), spells)
}

fn is_cheaper(effects: &[Instruction]) -> Vec<(Filter, ManaCost)> {
    match is_next(effects) {
        Some((StaticEffect::Rule(crate::cards::def::Rule::CostsLess(_, _, Quantity::N(less))), spells))
            if cheaper(spells.clone(), n(*less)) == effects =>
        {
            mana(*less).map(|mana| (spells.clone(), mana)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// As much less as something is when the effect begins.
fn cheaper_by(context: &mut Context, spells: Filter, less: Quantity) -> Option<Vec<Instruction>> {
    let var = context.variable()?;
    let mut all = vec![Instruction::Set(var, less)];
    all.extend(cheaper(spells, Quantity::Var(var)));
    Some(all)
}

fn is_cheaper_by(context: &Context, effects: &[Instruction]) -> Vec<(Filter, Quantity)> {
    let [Instruction::Set(_, less), rest @ ..] = effects else { return Vec::new() };
    let Some((_, spells)) = is_next(rest) else { return Vec::new() };
    let same = cheaper_by(&mut context.clone(), spells.clone(), less.clone()).as_deref() == Some(effects);
    if same { vec![(spells.clone(), less.clone())] } else { Vec::new() }
}

fn quick(spells: Filter) -> Vec<Instruction> {
    next(StaticEffect::Rule(crate::cards::def::Rule::Flash(Who::You, spells.clone())), spells)
}

/// What the spell itself is or has.
fn with(spells: Filter, modification: Modification) -> Vec<Instruction> {
    next(StaticEffect::Affect(Objects::The(Obj::It), vec![modification]), spells)
}

fn is_with(effects: &[Instruction]) -> Option<(Filter, Modification)> {
    match is_next(effects) {
        Some((StaticEffect::Affect(Objects::The(Obj::It), mods), spells)) => match mods.as_slice() {
            [one] => Some((spells.clone(), one.clone())),
            _ => None,
        },
        _ => None,
    }
}

const FIRM: Modification = Modification::Rule(ObjectRule::CantBeCountered);

fn as_keyword(modification: Modification) -> Option<KeywordAbility> {
    match modification {
        Modification::GainAbilities(list) => match list.as_slice() {
            [AbilityDef::Keyword(keyword)] => Some(keyword.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// An ability that triggers once, on the next such spell of the turn. What it is about is known to it alone.
fn when_cast(context: &mut Context, spells: Filter, effects: Vec<Instruction>) -> Option<Vec<Instruction>> {
    context.event = false;
    let of_event = Referent::Objects(Objects::The(Obj::Event));
    context.mentions.retain(|m| m.what != of_event);
    let when = TriggerEvent::Casts { who: Who::You, what: spells, from: None };
    let ability = Box::new(lines::triggered(when, Condition::Always, Vec::new(), effects));
    let fixed = context.targets.is_empty();
    fixed.then(|| vec![Instruction::Delayed { ability, until: Some(Duration::OnceThisTurn) }])
}

fn is_when_cast(effects: &[Instruction]) -> Vec<(Filter, Vec<Instruction>)> {
    match effects {
        [Instruction::Delayed { ability, until: Some(Duration::OnceThisTurn) }]
            if lines::simple(ability) && ability.only_if == Condition::Always && ability.targets.is_empty() =>
        {
            match &ability.when {
                TriggerEvent::Casts { who: Who::You, what, from: None } => {
                    vec![(what.clone(), ability.effects.clone())]
                }
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// The spell that is cast is mentioned.
fn awaited(context: &mut Context, spells: Filter) -> Filter {
    aside_event(context, Sort::SPELL);
    spells
}

/// Copies of the spell of the event.
fn copies(context: &Context, what: &Objects, count: Quantity) -> Option<Vec<Instruction>> {
    let cast = *what == Objects::The(Obj::Event) && context.doer == Who::You;
    cast.then(|| vec![help::copy_spell(Obj::Event, Who::You, count)])
}

fn is_copies(effects: &[Instruction]) -> Option<(Objects, Quantity)> {
    match effects {
        [Instruction::CopySpell { what: Obj::Event, who: Who::You, count, new_targets: true, without: None }] => {
            Some((Objects::The(Obj::Event), count.clone()))
        }
        _ => None,
    }
}

/// The creature that the spell becomes enters with counters more.
fn grows(kind: CounterKind, count: Quantity) -> Instruction {
    let replacement = Replacement {
        event: ReplacedEvent::Enters(Filter::Is(Obj::Event)),
        only_if: Condition::Always,
        with: ReplaceWith::Counters(kind, count),
        optional: None,
    };
    Instruction::Continuous(StaticEffect::Replace(replacement), Duration::EndOfTurn)
}

/// Whether the object of the event is a spell, which is mentioned.
fn is_spell(context: &Context) -> bool {
    context.mentions.iter().any(|m| m.what == Referent::Objects(Objects::The(Obj::Event)) && m.kind == Sort::SPELL)
}

fn grown(effect: &Instruction) -> Option<(CounterKind, Quantity)> {
    match effect {
        Instruction::Continuous(
            StaticEffect::Replace(Replacement { with: ReplaceWith::Counters(kind, count), .. }),
            _,
        ) if grows(*kind, count.clone()) == *effect => Some((*kind, count.clone())),
        _ => None,
    }
}

macro_rules! gets {
    ($words:literal, $keyword:ident; $example:literal) => {
        rule!(Said: $words (spells: SpellNoun) => |_, spells| Some(with(spells, keyword(KeywordAbility::$keyword))),
            |_, e: &_| is_with(e).filter(|(_, m)| *m == keyword(KeywordAbility::$keyword)).map(|(spells, _)| (spells,)).into_iter().collect(); $example)
    };
}

pub(super) const RULES: &[Rule] = &[
    gets!("the next {spells.s} you cast this turn has cascade", Cascade; "the next creature spell you cast this turn has cascade"),
    gets!("the next {spells.s} you cast this turn has storm", Storm; "the next creature spell you cast this turn has storm"),
    rule!(Said: "the next {spells.s} you cast this turn costs {mana} less to cast" (spells: SpellNoun, mana: Mana) => |_, spells, mana| Some(cheaper(spells, n(generic(&mana)?))),
        |_, e: &_| is_cheaper(e); "the next creature spell you cast this turn costs {1} less to cast"),
    rule!(Said: "the next {spells.s} you cast this turn costs {X} less to cast , where X is {less}" (spells: SpellNoun, less: Value_) => |c, spells, less| cheaper_by(c, spells, less),
        |c, e: &_| is_cheaper_by(c, e); ""),
    alternate!(Said: "the next {spells.s} you cast this turn costs {X} less to cast , where X is {less} as this ability resolves" (spells: SpellNoun, less: Value_) => |c, spells, less| cheaper_by(c, spells, less); ""),
    rule!(Said: "the next {spells.s} you cast this turn can't be countered" (spells: SpellNoun) => |_, spells| Some(with(spells, FIRM)),
        |_, e: &_| is_with(e).filter(|(_, m)| *m == FIRM).map(|(spells, _)| (spells,)).into_iter().collect(); "the next creature spell you cast this turn can't be countered"),
    rule!(Said: "the next {spells.s} you cast this turn can be cast as though it had flash" (spells: SpellNoun) => |_, spells| Some(quick(spells)),
        |_, e: &_| is_next(e).map(|(_, spells)| spells.clone()).filter(|spells| quick(spells.clone()) == *e).map(|spells| (spells,)).into_iter().collect();
        "the next creature spell you cast this turn can be cast as though it had flash"),
    alternate!(Said: "the next {spells.s} of the chosen type you cast this turn can be cast as though it had flash" (spells: SpellNoun) => |_, spells| Some(quick(help::with(spells, Filter::ChosenSubtype))); ""),
    rule!(Said: "the next {spells.s} you cast this turn has {k}" (spells: SpellNoun, k: Kw) => |_, spells, k| Some(with(spells, Modification::Gain(vec![k]))),
        |_, e: &_| match is_with(e) { Some((spells, Modification::Gain(k))) => match k.as_slice() { [k] => vec![(spells, *k)], _ => Vec::new() }, _ => Vec::new() };
        "the next creature spell you cast this turn has convoke"),
    rule!(Said: "the next {spells.s} you cast this turn has affinity for {noun.p}" (spells: SpellNoun, noun: Noun) => |_, spells, noun| Some(with(spells, keyword(KeywordAbility::Affinity(noun)))),
        |_, e: &_| match is_with(e).and_then(|(spells, m)| Some((spells, as_keyword(m)?))) { Some((spells, KeywordAbility::Affinity(noun))) => vec![(spells, noun)], _ => Vec::new() };
        "the next creature spell you cast this turn has affinity for artifacts"),
    // ---- what triggers on it
    rule!(Said: "when you next cast a {spells.s} this turn , {clause}" (spells: Awaited, clause: Clause) => |c, spells, clause| when_cast(c, spells, clause), |_, e: &_| is_when_cast(e);
        "when you next cast a creature spell this turn, draw a card"),
    rule!(Awaited: "{spells#}" (spells: SpellNoun) => |c, spells| Some(awaited(c, spells)), |_, f| vec![(f,)]; ""),
    alternate!(Said: "copy the next {spells.s} you cast this turn when you cast it . you may choose new targets for the copy" (spells: SpellNoun) => |c, spells| {
            let copy = help::copy_spell(Obj::Event, Who::You, n(1));
            when_cast(c, spells, vec![copy])
        }; ""),
    alternate!(Verbs: "copy {what} and you may choose new targets for the copy" (what: Objs) => |c, what| copies(c, &what, n(1)); ""),
    rule!(Verbs: "copies|copy {what} twice . you may choose new targets for the copies" (what: Objs) => |c, what| copies(c, &what, n(2)),
        |_, e: &_| is_copies(e).filter(|(_, count)| *count == n(2)).map(|(what, _)| (what,)).into_iter().collect(); ""),
    rule!(Verbs: "copies|copy {what} {times} times . you may choose new targets for the copies" (what: Objs, times: Count) => |c, what, times| copies(c, &what, times),
        |_, e: &_| is_copies(e).filter(|(_, count)| *count != n(1) && *count != n(2)).into_iter().collect(); ""),
    rule!(Said: "that creature enters with a additional {k} counter on it" (k: Kind) => |c, k| is_spell(c).then(|| vec![grows(k, n(1))]),
        |c, e: &_| match e.as_slice() { [one] if is_spell(c) => grown(one).filter(|(_, count)| *count == n(1)).map(|(k, _)| (k,)).into_iter().collect(), _ => Vec::new() }; ""),
    alternate!(Said: "it enters with a additional {k} counter on it" (k: Kind) => |c, k| is_spell(c).then(|| vec![grows(k, n(1))]); ""),
    rule!(Said: "that creature enters with {count} additional {k} counters on it" (count: Count, k: Kind) => |c, count, k| (is_spell(c) && count != n(1)).then(|| vec![grows(k, count)]),
        |c, e: &_| match e.as_slice() { [one] if is_spell(c) => grown(one).filter(|(_, count)| *count != n(1)).map(|(k, count)| (count, k)).into_iter().collect(), _ => Vec::new() }; ""),
];
