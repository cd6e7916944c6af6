//! Damage that is prevented or doubled, and what is done then or instead of it (CR 614, 615).

use crate::cards::oracle::grammar::clauses::join;
use crate::cards::oracle::grammar::help::{n, with, without};
use crate::cards::oracle::grammar::statics::{replace, replace_if, still};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Referent, Rule, alternate, rule};

type Would = (ReplacedEvent, Condition);

/// A replacement of damage, as an ability has it.
fn replaced(ability: &AbilityDef) -> Option<(Would, &ReplaceWith)> {
    match ability {
        AbilityDef::Static(StaticDef {
            only_if: Condition::Always,
            effect: StaticEffect::Replace(Replacement { event, only_if, with, optional: None }),
            from: ZoneKind::Battlefield,
        }) if matches!(event, ReplacedEvent::Damage { .. }) => Some(((event.clone(), only_if.clone()), with)),
        _ => None,
    }
}

fn made((event, cond): Would, with: ReplaceWith) -> AbilityDef {
    replace_if(event, with, cond)
}

/// Damage is spoken of: "that many" is how much it is, and it may be said to be prevented.
fn spoken(context: &mut Context) -> Option<()> {
    context.event = true;
    context.done.push((Participle::Prevented, Word::new("damage")?));
    Some(())
}

fn was_prevented(context: &Context) -> bool {
    context.done.iter().any(|(how, _)| *how == Participle::Prevented)
}

fn averted(context: &mut Context, to: DamageTo, combat: Option<bool>, cond: Condition) -> Option<Would> {
    spoken(context)?;
    if matches!(to, DamageTo::Player(Who::EachPlayer | Who::EachOpponent)) {
        context.mention(Referent::Player(Who::Event), Sort::PLAYER, false);
    }
    Some((ReplacedEvent::Damage { source: Filter::Any, to, combat }, cond))
}

fn is_averted((event, cond): &Would, wanted: Option<bool>) -> Option<(DamageTo, Condition)> {
    match event {
        ReplacedEvent::Damage { source: Filter::Any, to, combat } if *combat == wanted => {
            Some((to.clone(), cond.clone()))
        }
        _ => None,
    }
}

/// Whether it is said of the object or player of the event.
fn of_event(effects: &[Instruction]) -> bool {
    #[derive(derive_visitor::VisitorMut, Default)]
    #[visitor(Obj(enter), Who(enter))]
    struct Finding {
        found: bool,
    }
    impl Finding {
        fn enter_obj(&mut self, obj: &mut Obj) {
            self.found |= matches!(obj, Obj::Event | Obj::EventSource);
        }
        fn enter_who(&mut self, who: &mut Who) {
            self.found |= *who == Who::Event;
        }
    }
    let mut finding = Finding::default();
    effects.to_vec().iter_mut().for_each(|effect| effect.walk(&mut finding));
    finding.found
}

/// Whether as much is done for the sum of several amounts as for each of them.
fn linear(effects: &[Instruction]) -> bool {
    let whole = |count: &Quantity| matches!(count, Quantity::EventAmount | Quantity::Prevented);
    effects.iter().all(|effect| match effect {
        Instruction::PutCounters { count, and, .. } => and.is_empty() && whole(count),
        Instruction::RemoveCounters { count, .. }
        | Instruction::Mill { count, .. }
        | Instruction::Draw { count, .. }
        | Instruction::CreateToken { count, .. }
        | Instruction::SacrificeChoice { count, .. } => whole(count),
        Instruction::GainLife(_, count, _) | Instruction::LoseLife(_, count, _) => whole(count),
        Instruction::Move { what: Objects::Top(count, _), .. } => whole(count),
        _ => false,
    })
}

/// Whether damage is prevented of one object or player alone.
fn of_one(event: &ReplacedEvent) -> bool {
    matches!(event, ReplacedEvent::Damage { to: DamageTo::Player(Who::You) | DamageTo::Object(Filter::Is(_)), .. })
}

/// It is prevented, and then something happens: once for all that is dealt at the same time (CR 615.5).
fn prevented(context: &Context, would: Would, effects: Vec<Instruction>, by_each: bool) -> Option<AbilityDef> {
    let fits = if of_one(&would.0) && !by_each { true } else { linear(&effects) && !of_event(&effects) };
    (fits && context.targets.is_empty()).then(|| made(would, ReplaceWith::PreventAndThen(effects)))
}

fn is_prevented(ability: &AbilityDef) -> Vec<(Would, Vec<Instruction>)> {
    match replaced(ability) {
        Some((would, ReplaceWith::PreventAndThen(effects))) => vec![(would, effects.clone())],
        _ => Vec::new(),
    }
}

/// Something else happens for each that would be dealt damage, by each source.
fn instead(context: &Context, would: Would, effects: Vec<Instruction>, by_each: bool) -> Option<AbilityDef> {
    let asks = matches!(effects.first(), Some(Instruction::May { .. } | Instruction::MayPay { .. }));
    let fits = !asks && (by_each || linear(&effects)) && context.targets.is_empty();
    fits.then(|| made(would, ReplaceWith::Instead(effects)))
}

fn is_instead(ability: &AbilityDef) -> Vec<(Would, Vec<Instruction>)> {
    match replaced(ability) {
        Some((would, ReplaceWith::Instead(effects))) => vec![(would, effects.clone())],
        _ => Vec::new(),
    }
}

/// All but that much.
fn all_but(least: i32) -> ReplaceWith {
    ReplaceWith::Prevent(Some(Quantity::Minus(Box::new(Quantity::EventAmount), Box::new(n(least)))))
}

fn is_all_but(with: &ReplaceWith) -> Option<i32> {
    match with {
        ReplaceWith::Prevent(Some(Quantity::Minus(_, least))) => match **least {
            Quantity::N(least) if *with == all_but(least) => Some(least),
            _ => None,
        },
        _ => None,
    }
}

fn fixed(ability: &AbilityDef) -> Option<(Would, i32)> {
    match replaced(ability) {
        Some((would, ReplaceWith::Prevent(Some(Quantity::N(m))))) => Some((would, *m)),
        _ => None,
    }
}

/// A number that has nothing to do with the damage.
fn other_number(quantity: &Quantity) -> bool {
    matches!(
        quantity,
        Quantity::Count(_) | Quantity::Counters(..) | Quantity::CountersOn(..) | Quantity::Power(Obj::This)
    )
}

fn unconditional(would: &Would) -> bool {
    would.1 == Condition::Always
}

/// A spell as a source of damage, perhaps one of yours.
pub(in crate::cards::oracle::grammar) fn spell(spells: Filter) -> Filter {
    with(spells, Filter::Spell)
}

/// Twice the damage.
fn doubled(source: Filter) -> AbilityDef {
    let twice = Quantity::Times(Box::new(n(2)), Box::new(Quantity::EventAmount));
    replace(ReplacedEvent::Damage { source, to: DamageTo::Any, combat: None }, ReplaceWith::Amount(twice))
}

pub(super) fn quality(what: &Objects) -> Option<Filter> {
    match what {
        Objects::All(filter) => Some(filter.clone()),
        one => help::one(one).map(Filter::Is),
    }
}

/// You, and permanents of yours with a quality.
pub(super) fn you_or(noun: Filter) -> Option<DamageTo> {
    help::parts(noun.clone())
        .contains(&Filter::Controlled(Who::You))
        .then_some(DamageTo::PlayerOrObject(Who::You, noun))
}

fn is_you_or(to: &DamageTo) -> Option<Filter> {
    match to {
        DamageTo::PlayerOrObject(Who::You, noun) if *noun != Filter::Controlled(Who::You) => Some(noun.clone()),
        _ => None,
    }
}

fn theirs() -> DamageTo {
    DamageTo::PlayerOrObject(Who::Chosen, Filter::Controlled(Who::Chosen))
}

/// As much as it would be, and a number more.
fn more(number: Quantity) -> Quantity {
    Quantity::Sum(vec![Quantity::EventAmount, number])
}

/// A power that isn't below zero (CR 107.1b).
fn natural(number: Quantity) -> Quantity {
    match number {
        Quantity::Power(_) => Quantity::Max(vec![number, n(0)]),
        number => number,
    }
}

fn is_natural(number: Quantity) -> Option<Quantity> {
    let inner = match &number {
        Quantity::Max(list) => list.first()?.clone(),
        _ => number.clone(),
    };
    (other_number(&inner) && natural(inner.clone()) == number).then_some(inner)
}

fn is_more(quantity: &Quantity) -> Vec<(Quantity,)> {
    match quantity {
        Quantity::Sum(list) => match list.as_slice() {
            [Quantity::EventAmount, number] if is_natural(number.clone()).is_some() => vec![(number.clone(),)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// CR 104.3, 614.1a.
fn survival(effects: Vec<Instruction>) -> AbilityDef {
    replace(ReplacedEvent::LoseGame(Who::You), ReplaceWith::Instead(effects))
}

macro_rules! averted {
    ($combat:expr; $to:literal, $while:literal, $dealt:literal) => {
        &[
            rule!(Averted: $to (to: Harmed) => |c, to| averted(c, to, $combat, Condition::Always),
                |_, w: &_| is_averted(w, $combat).filter(|(_, cond)| *cond == Condition::Always).map(|(to, _)| (to,)).into_iter().collect(); ""),
            rule!(Averted: $while (to: Harmed, cond: Conds) => |c, to, cond| averted(c, to, $combat, cond),
                |_, w: &_| is_averted(w, $combat).filter(|(_, cond)| *cond != Condition::Always).into_iter().collect(); ""),
            alternate!(Averted: $dealt (what: EventObj) => |c, what| averted(c, DamageTo::Object(what), $combat, Condition::Always); ""),
        ]
    };
}

/// What would be dealt damage.
pub(super) const AVERTED: &[&[Rule]] = &[
    averted!(None; "damage would be dealt to {to}", "damage would be dealt to {to} while {cond}", "{what.s} would be dealt damage"),
    averted!(Some(true); "combat damage would be dealt to {to}", "combat damage would be dealt to {to} while {cond}", "{what.s} would be dealt combat damage"),
    averted!(Some(false); "noncombat damage would be dealt to {to}", "noncombat damage would be dealt to {to} while {cond}", "{what.s} would be dealt noncombat damage"),
];

pub(super) const RULES: &[Rule] = &[
    // ---- sources and what they deal damage to
    rule!(Harmer: "a source a opponent controls" () <=> {Filter::Controlled(Who::EachOpponent)}; ""),
    rule!(Harmer: "a {spells.s}" (spells: SpellNoun) => |_, spells| Some(spell(spells)), |_, f: &_| without(f, &Filter::Spell).map(|f| (f,)).into_iter().collect(); ""),
    rule!(Harmer: "a {spells.s} you control" (spells: SpellNoun) => |_, spells| Some(spell(with(spells, Filter::Controlled(Who::You)))),
        |_, f: &_| without(f, &Filter::Spell).and_then(|f| without(&f, &Filter::Controlled(Who::You))).map(|f| (f,)).into_iter().collect(); ""),
    rule!(Harmer: "a source you control of the chosen type" () => |_| Some(with(Filter::Controlled(Who::You), Filter::ChosenSubtype)),
        |_, f: &_| if *f == with(Filter::Controlled(Who::You), Filter::ChosenSubtype) { vec![()] } else { Vec::new() }; ""),
    rule!(Harmed: "you or a {noun.s}" (noun: Noun) => |_, noun| you_or(noun), |_, to: &_| is_you_or(to).filter(|noun| without(noun, &help::other()).is_none()).map(|noun| (noun,)).into_iter().collect(); ""),
    rule!(Harmed: "you or another {noun.s}" (noun: Noun) => |_, noun| you_or(with(noun, help::other())), |_, to: &_| is_you_or(to).and_then(|noun| without(&noun, &help::other())).map(|noun| (noun,)).into_iter().collect(); ""),
    rule!(Harmed: "the chosen player or a permanent they control" () => |_| Some(theirs()), |_, to: &_| if *to == theirs() { vec![()] } else { Vec::new() }; ""),
    // ---- how much was prevented
    rule!(Each: "1 damage prevented this way" () => |c| was_prevented(c).then_some(Quantity::Prevented), |c, q: &_| if was_prevented(c) && *q == Quantity::Prevented { vec![()] } else { Vec::new() }; ""),
    rule!(Value_: "the damage prevented this way" () => |c| was_prevented(c).then_some(Quantity::Prevented), |c, q: &_| if was_prevented(c) && *q == Quantity::Prevented { vec![()] } else { Vec::new() }; ""),
    // ---- a part of it
    rule!(Static: "if {harm} , prevent {m} of that damage ." (harm: Harm, m: Digits) => |_, harm, m| Some(made(harm, ReplaceWith::Prevent(Some(n(m))))),
        |_, d: &_| fixed(d).filter(|(would, _)| unconditional(would)).into_iter().collect(); "if a source would deal damage to you, prevent 1 of that damage."),
    rule!(Static: "as long as {cond} , if {harm} , prevent {m} of that damage ." (cond: Conds, harm: Harm, m: Digits) => |_, cond, harm, m| Some(made((harm.0, cond), ReplaceWith::Prevent(Some(n(m))))),
        |_, d: &_| fixed(d).filter(|(would, _)| !unconditional(would)).map(|((event, cond), m)| (cond, (event, Condition::Always), m)).into_iter().collect();
        "as long as you have no cards in hand, if a source would deal damage to you, prevent 1 of that damage."),
    rule!(Static: "if {harm} , prevent all but {m} of that damage ." (harm: Harm, m: Digits) => |_, harm, m| Some(made(harm, all_but(m))),
        |_, d: &_| replaced(d).filter(|(would, _)| unconditional(would)).and_then(|(would, with)| Some((would, is_all_but(with)?))).into_iter().collect();
        "if a source would deal damage to you, prevent all but 1 of that damage."),
    rule!(Static: "if {harm} , prevent X of that damage , where X is {v} ." (harm: Harm, v: Value_) => |_, harm, v| other_number(&v).then(|| made(harm, ReplaceWith::Prevent(Some(v)))),
        |_, d: &_| match replaced(d) { Some((would, ReplaceWith::Prevent(Some(v)))) if unconditional(&would) && other_number(v) => vec![(would, v.clone())], _ => Vec::new() };
        "if a source would deal damage to you, prevent X of that damage, where X is the number of creatures you control."),
    // ---- all of it
    rule!(Static: "if {harm} , prevent that damage ." (harm: Harm) => |_, harm| Some(made(harm, ReplaceWith::Prevent(None))),
        |_, d: &_| match replaced(d) { Some((would, ReplaceWith::Prevent(None))) if unconditional(&would) => vec![(would,)], _ => Vec::new() }; "if a source would deal damage to you, prevent that damage."),
    rule!(Static: "if {would} , prevent that damage . {rest}" (would: Averted, rest: Sentences) => |c, would, rest| prevented(c, would, rest, false), |_, d: &_| is_prevented(d); "if damage would be dealt to you, prevent that damage. You gain 1 life."),
    alternate!(Static: "if {would} , prevent that damage and {clause} ." (would: Averted, clause: Clause) => |c, would, clause| prevented(c, would, clause, false); "if damage would be dealt to you, prevent that damage and mill that many cards."),
    alternate!(Static: "if {would} , prevent that damage , {a} , and {b} ." (would: Averted, a: Clause, b: Clause) => |c, would, a, b| prevented(c, would, join(a, b)?, false); ""),
    rule!(Static: "if {harm} , prevent that damage . {rest}" (harm: Harm, rest: Sentences) => |c, harm, rest| prevented(c, harm, rest, true), |_, d: &_| is_prevented(d);
        "if a spell you control would deal damage to an opponent, prevent that damage. Draw that many cards."),
    alternate!(Static: "if {harm} , prevent that damage and {clause} ." (harm: Harm, clause: Clause) => |c, harm, clause| prevented(c, harm, clause, true); ""),
    // ---- something else
    rule!(Static: "if {would} , {clause} instead ." (would: Averted, clause: Clause) => |c, would, clause| instead(c, would, clause, false), |_, d: &_| is_instead(d); "if damage would be dealt to you, draw that many cards instead."),
    alternate!(Static: "if {would} , instead {clause} ." (would: Averted, clause: Clause) => |c, would, clause| instead(c, would, clause, false); ""),
    rule!(Static: "if {harm} , instead {clause} ." (harm: Harm, clause: Clause) => |c, harm, clause| instead(c, harm, clause, true), |_, d: &_| is_instead(d); ""),
    alternate!(Static: "if {harm} , {clause} instead ." (harm: Harm, clause: Clause) => |c, harm, clause| instead(c, harm, clause, true); ""),
    // ---- twice as much
    alternate!(Static: "double all damage {what.s} would deal ." (what: SubjObjs) => |c, what| still(c, &what).then(|| quality(&what).map(doubled))?; ""),
    alternate!(Static: "double all damage that {what.p} would deal ." (what: SubjObjs) => |c, what| still(c, &what).then(|| quality(&what).map(doubled))?; ""),
    alternate!(Static: "double all damage that {kind} sources you control would deal ." (kind: TypeAdj) => |_, kind| Some(doubled(with(help::sources(Filter::Type(kind)), Filter::Controlled(Who::You)))); ""),
    alternate!(Static: "double all damage that sources you control of the chosen type would deal ." () => |_| Some(doubled(with(Filter::Controlled(Who::You), Filter::ChosenSubtype))); ""),
    rule!(Much: "half that damage , rounded down" () => |_| Some(help::half(Quantity::EventAmount, Round::Down)), |_, q: &_| if *q == help::half(Quantity::EventAmount, Round::Down) { vec![()] } else { Vec::new() }; ""),
    alternate!(Static: "if {harm} , it deals half that damage , rounded down , to that permanent or player instead ." (harm: Harm) => |_, harm| Some(made(harm, ReplaceWith::Amount(help::half(Quantity::EventAmount, Round::Down)))); "if a source would deal damage to a permanent or player, it deals half that damage, rounded down, to that permanent or player instead."),
    rule!(Much: "that much damage plus a amount of damage equal to {v}" (v: Value_) => |_, v| other_number(&v).then(|| more(natural(v))), |_, q: &_| is_more(q).into_iter().filter_map(|(v,)| is_natural(v)).map(|v| (v,)).collect(); ""),
    rule!(Static: "if {harm} , instead it deals that much damage plus X , where X is {v} ." (harm: Harm, v: Value_) => |_, harm, v| other_number(&v).then(|| made(harm, ReplaceWith::Amount(more(natural(v))))),
        |_, d: &_| match replaced(d) {
            Some((would, ReplaceWith::Amount(many))) if unconditional(&would) => is_more(many).into_iter().filter_map(|(v,)| Some((would.clone(), is_natural(v)?))).collect(),
            _ => Vec::new(),
        }; ""),
    // ---- the end of the game
    rule!(Static: "if you would lose the game , instead {clause} ." (clause: Clause) => |c, clause| c.targets.is_empty().then(|| survival(clause)),
        |_, d: &_| match d {
            AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { with: ReplaceWith::Instead(effects), .. }), .. }) if *d == survival(effects.clone()) => vec![(effects.clone(),)],
            _ => Vec::new(),
        }; "if you would lose the game, instead draw seven cards."),
    alternate!(Much: "twice that much damage" () => |_| Some(Quantity::Times(Box::new(n(2)), Box::new(Quantity::EventAmount))); ""),
];
