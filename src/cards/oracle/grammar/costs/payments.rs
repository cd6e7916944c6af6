//! When abilities may be activated, and costs that older cards name.

use crate::cards::oracle::grammar::help::{it, it_is_this, n, type_kind};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Rule, alternate, rule};

const YOURS: Condition = Condition::TurnOf(Who::You);

/// Without its condition.
fn free(def: ActivatedDef) -> ActivatedDef {
    ActivatedDef { only_if: Condition::Always, ..def }
}

fn in_step(who: Who, step: StepName) -> Condition {
    Condition::And(vec![Condition::TurnOf(who), Condition::During(step)])
}

/// The step of the turn of such a player in which alone it may be activated.
fn is_in_step(def: ActivatedDef, who: Who) -> Vec<(ActivatedDef, StepName)> {
    let Condition::And(list) = &def.only_if else { return Vec::new() };
    match list.as_slice() {
        [Condition::TurnOf(whose), Condition::During(step)] if *whose == who => {
            let step = *step;
            vec![(free(def), step)]
        }
        _ => Vec::new(),
    }
}

fn is_only(def: ActivatedDef, only_if: &Condition) -> Vec<(ActivatedDef,)> {
    if def.only_if == *only_if { vec![(free(def),)] } else { Vec::new() }
}

/// What others may activate, too, as it is otherwise.
fn by_all(def: ActivatedDef) -> Option<ActivatedDef> {
    (def.by == Who::EachPlayer).then(|| ActivatedDef { by: Who::You, ..def })
}

fn host(context: &mut Context, kind: CardTypes) -> Option<Filter> {
    context.paid = Some((Participle::Sacrificed, type_kind(kind) | Sort::PERMANENT));
    context.face.is("Aura").then_some(Filter::Is(Obj::Host))
}

fn sacrificed(a: Filter, b: Filter) -> Cost {
    Cost(vec![CostPart::Sacrifice(n(1), a), CostPart::Sacrifice(n(1), b)])
}

pub(super) const RULES: &[Rule] = &[
    // ---- when
    alternate!(Limit: "{def} activate only if {cond} and only once each turn ." (def: Limit_, cond: Conds) => |_, def, only_if| Some(ActivatedDef { only_if, per_turn: Some(1), ..def }); ""),
    alternate!(Limit: "{def} activate only during your turn and only once each turn ." (def: Limit_) => |_, def| Some(ActivatedDef { only_if: YOURS, per_turn: Some(1), ..def }); ""),
    rule!(Limit: "{def} activate only during your {step} and only if {cond} ." (def: Limit_, step: Step, cond: Conds) => |_, def, step, cond| Some(ActivatedDef { only_if: Condition::And(vec![YOURS, Condition::During(step), cond]), ..def }),
        |_, d: &_| match &d.only_if {
            Condition::And(list) => match list.as_slice() { [Condition::TurnOf(Who::You), Condition::During(step), cond] => vec![(free(d.clone()), *step, cond.clone())], _ => Vec::new() },
            _ => Vec::new(),
        }; ""),
    rule!(Limit: "{def} activate only during a opponent 's {step} ." (def: Limit_, step: Step) => |_, def, step| Some(ActivatedDef { only_if: in_step(Who::EachOpponent, step), ..def }),
        |_, d| is_in_step(d, Who::EachOpponent); ""),
    rule!(Limit: "{def} activate only during any upkeep step ." (def: Limit_) => |_, def| Some(ActivatedDef { only_if: Condition::During(StepName::Upkeep), ..def }),
        |_, d| is_only(d, &Condition::During(StepName::Upkeep)); ""),
    rule!(Limit: "{def} any player may activate this ability but only during any upkeep step ." (def: Limit_) => |_, def| Some(ActivatedDef { by: Who::EachPlayer, only_if: Condition::During(StepName::Upkeep), ..def }),
        |_, d| by_all(d).map(|d| is_only(d, &Condition::During(StepName::Upkeep))).unwrap_or_default(); ""),
    rule!(Limit: "{def} any player may activate this ability but only during their turn ." (def: Limit_) => |_, def| Some(ActivatedDef { by: Who::EachPlayer, only_if: YOURS, ..def }),
        |_, d| by_all(d).map(|d| is_only(d, &YOURS)).unwrap_or_default(); ""),
    rule!(Limit: "{def} any player may activate this ability but only during their {step} ." (def: Limit_, step: Step) => |_, def, step| Some(ActivatedDef { by: Who::EachPlayer, only_if: in_step(Who::You, step), ..def }),
        |_, d| by_all(d).map(|d| is_in_step(d, Who::You)).unwrap_or_default(); ""),
    rule!(Limit: "{def} activate only as a sorcery and only if {cond} ." (def: Limit_, cond: Conds) => |_, def, only_if| Some(ActivatedDef { sorcery_speed: true, only_if, ..def }),
        |_, d: &_| if d.sorcery_speed && d.only_if != Condition::Always { vec![(ActivatedDef { sorcery_speed: false, ..free(d.clone()) }, d.only_if.clone())] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only as a sorcery and only once ." (def: Limit_) => |_, def| Some(ActivatedDef { sorcery_speed: true, once: true, ..def }),
        |_, d: &_| if d.sorcery_speed && d.once { vec![(ActivatedDef { sorcery_speed: false, once: false, ..d.clone() },)] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only if {cond} and only once ." (def: Limit_, cond: Conds) => |_, def, only_if| Some(ActivatedDef { only_if, once: true, ..def }),
        |_, d: &_| if d.once && d.only_if != Condition::Always { vec![(ActivatedDef { once: false, ..free(d.clone()) }, d.only_if.clone())] } else { Vec::new() }; ""),
    // ---- what is paid
    rule!(Price: "sacrifice a {a.s} and a {b.s}" (a: Noun, b: Noun) => |_, a, b| Some(sacrificed(a, b)),
        |_, Cost(list)| match list.as_slice() { [CostPart::Sacrifice(Quantity::N(1), a), CostPart::Sacrifice(Quantity::N(1), b)] => vec![(a.clone(), b.clone())], _ => Vec::new() }; "sacrifice a creature and a Swamp"),
    alternate!(Price: "{T} , sacrifice a {a.s} and a {b.s}" (a: Noun, b: Noun) => |_, a, b| { let mut all = sacrificed(a, b).0; all.insert(0, CostPart::Tap); Some(Cost(all)) }; ""),
    alternate!(Part: "2: remove a {k} counter from it" (k: Kind) => |c, k| it_is_this(c).then(|| CostPart::RemoveCounters(k, n(1), Box::new(Objects::The(Obj::This)))); ""),
    rule!(Part: "discards|discard {count} cards at random" (count: Count) => |c, count| { c.paid = Some((Participle::Discarded, Sort::CARD)); Some(CostPart::DiscardRandom(count)) },
        |_, p| match p { CostPart::DiscardRandom(count) if count != n(1) => vec![(count,)], _ => Vec::new() }; "discard two cards at random"),
    rule!(Part: "2: exile {count} {cards.p} from your hand" (count: Count, cards: CardNoun) => |_, count, cards| Some(CostPart::Exile(count, ZoneKind::Hand, cards)),
        |_, p| match p { CostPart::Exile(count, ZoneKind::Hand, cards) if count != n(1) => vec![(count, cards)], _ => Vec::new() }; "exile two red cards from your hand"),
    rule!(Part: "2: exile the top {count} cards of your library" (count: Count) => |_, count| Some(CostPart::ExileTop(count)),
        |_, p: &_| match p { CostPart::ExileTop(count) if *count != n(1) => vec![(count.clone(),)], _ => Vec::new() }; "exile the top two cards of your library"),
    rule!(Part: "2: put a {cards.s} from your hand on top of your library" (cards: CardNoun) => |_, cards| Some(CostPart::PutOnTop(n(1), cards)),
        |_, p| match p { CostPart::PutOnTop(Quantity::N(1), cards) => vec![(cards,)], _ => Vec::new() }; "put a card from your hand on top of your library"),
    rule!(Part: "2: sacrifice enchanted {kind.s}" (kind: Type) => |c, kind| host(c, kind).map(|f| CostPart::Sacrifice(n(1), f)),
        |_, p: &_| if *p == CostPart::Sacrifice(n(1), Filter::Is(Obj::Host)) { vec![(CardTypes::CREATURE,)] } else { Vec::new() }; ""),
    rule!(Part: "2: tap enchanted {kind.s}" (kind: Type) => |c, kind| { let _ = kind; c.face.is("Aura").then(|| CostPart::TapOthers(n(1), Filter::Is(Obj::Host))) },
        |_, p: &_| if *p == CostPart::TapOthers(n(1), Filter::Is(Obj::Host)) { vec![(CardTypes::CREATURE,)] } else { Vec::new() }; ""),
    rule!(Payment: "pays|pay its mana cost" () => |c| it(c).map(|obj| Cost(vec![CostPart::ManaCostOf(obj)])),
        |c, Cost(list)| match list.as_slice() { [CostPart::ManaCostOf(obj)] if it(c) == Some(*obj) => vec![()], _ => Vec::new() }; ""),
    alternate!(Part: "sacrifices|sacrifice a {noun.s} of their choice" (noun: Noun) => |_, noun| Some(CostPart::Sacrifice(n(1), noun)); "sacrifice a creature of their choice"),
];
