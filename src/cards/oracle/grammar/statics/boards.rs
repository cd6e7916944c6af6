//! What static abilities of older cards say: two states of one thing, amounts of damage, costs to attack, who has what.

use crate::cards::oracle::grammar::changes::becoming;
use crate::cards::oracle::grammar::help::{all, for_now, n, negated, with};
use crate::cards::oracle::grammar::replacement::damage::spell;
use crate::cards::oracle::grammar::statics::{ability, affect, game_rule, is_rule, replace, still};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// It is changed in one way while a condition holds, and in another while it doesn't.
fn either(what: Objects, cond: Condition, first: Vec<Modification>, second: Vec<Modification>) -> Vec<AbilityDef> {
    let otherwise = Condition::Not(Box::new(cond.clone()));
    vec![ability(affect(what.clone(), first), cond), ability(affect(what, second), otherwise)]
}

type Halves = (Objects, Vec<Modification>, Condition, Vec<Modification>);

fn is_either(list: &[AbilityDef]) -> Vec<Halves> {
    let [AbilityDef::Static(a), AbilityDef::Static(b)] = list else { return Vec::new() };
    let (StaticEffect::Affect(what, first), StaticEffect::Affect(_, second)) = (&a.effect, &b.effect) else {
        return Vec::new();
    };
    let same = either(what.clone(), a.only_if.clone(), first.clone(), second.clone()) == list;
    if same { vec![(what.clone(), first.clone(), a.only_if.clone(), second.clone())] } else { Vec::new() }
}

/// A source deals more or less damage.
fn changed(source: Filter, to: DamageTo, by: i32) -> AbilityDef {
    let amount = match by {
        by if by < 0 => Quantity::Minus(Box::new(Quantity::EventAmount), Box::new(n(-by))),
        by => Quantity::Sum(vec![Quantity::EventAmount, n(by)]),
    };
    replace(ReplacedEvent::Damage { source, to, combat: None }, ReplaceWith::Amount(amount))
}

fn is_changed(def: &AbilityDef) -> Option<(Filter, DamageTo, i32)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { event, with, .. }), .. }) = def
    else {
        return None;
    };
    let (ReplacedEvent::Damage { source, to, .. }, ReplaceWith::Amount(amount)) = (event, with) else { return None };
    let by = match amount {
        Quantity::Minus(_, less) => match **less {
            Quantity::N(less) => -less,
            _ => return None,
        },
        Quantity::Sum(list) => match list.as_slice() {
            [_, Quantity::N(more)] => *more,
            _ => return None,
        },
        _ => return None,
    };
    (*def == changed(source.clone(), to.clone(), by)).then(|| (source.clone(), to.clone(), by))
}

fn is_spell(filter: &Filter) -> Option<Filter> {
    help::without(filter, &Filter::Spell)
}

/// Attacking anything with it costs something (CR 508.1d).
pub(in crate::cards::oracle::grammar) fn toll(creatures: Filter, cost: Cost) -> AbilityDef {
    game_rule(GameRule::AttackTax { creatures, who: Who::EachPlayer, planeswalkers: true, battles: true, cost })
}

pub(in crate::cards::oracle::grammar) fn is_toll(def: &AbilityDef) -> Option<(Filter, Cost)> {
    match is_rule(def) {
        Some(GameRule::AttackTax { creatures, cost, .. }) if *def == toll(creatures.clone(), cost.clone()) => {
            Some((creatures, cost))
        }
        _ => None,
    }
}

/// A basic land type is chosen.
pub(in crate::cards::oracle::grammar) fn basic_land(into: Var) -> Instruction {
    help::choose_subtype(Who::You, SubtypeWord::BasicLand, into)
}

fn dies_on_top() -> AbilityDef {
    let (from, to) = (Some(ZoneKind::Battlefield), Some(ZoneKind::Graveyard));
    let event = ReplacedEvent::Moves { what: Filter::Is(Obj::This), from, to };
    replace(event, ReplaceWith::MoveTo(Destination::LibraryTop))
}

/// One of the players has such a state.
fn somebody(who: Who, cond: Condition) -> Condition {
    Condition::Compare(Quantity::PlayersWho(who, Box::new(cond)), Cmp::Ge, n(1))
}

fn is_somebody(cond: &Condition, who: Who) -> Option<Condition> {
    let Condition::Compare(Quantity::PlayersWho(_, inner), ..) = cond else { return None };
    (*cond == somebody(who, (**inner).clone())).then(|| (**inner).clone())
}

pub(in crate::cards::oracle::grammar) fn theirs(noun: Filter) -> Quantity {
    Quantity::Count(Box::new(Objects::All(with(noun, Filter::Controlled(Who::It)))))
}

pub(in crate::cards::oracle::grammar) fn is_theirs(quantity: &Quantity) -> Option<Filter> {
    let Quantity::Count(objects) = quantity else { return None };
    match &**objects {
        Objects::All(filter) => help::without(filter, &Filter::Controlled(Who::It)),
        _ => None,
    }
}

fn empty_handed() -> Condition {
    Condition::Compare(Quantity::HandSize(Who::It), Cmp::Eq, n(0))
}

/// The player cast such a spell this turn.
fn cast(spells: Filter, who: Who) -> Condition {
    Condition::Exists(Objects::ThisTurn(Deed::Cast, Box::new(with(spells, Filter::Controlled(who)))))
}

fn is_cast(cond: &Condition, who: Who) -> Vec<(Filter,)> {
    match cond {
        Condition::Exists(Objects::ThisTurn(Deed::Cast, filter)) => {
            help::without(filter, &Filter::Controlled(who)).map(|f| (f,)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The spell costs less if a condition holds.
fn less(context: &Context, mana: &ManaCost, only_if: Condition) -> Option<AbilityDef> {
    let [ManaSymbol::Generic(m)] = mana.0.as_slice() else { return None };
    let rule = GameRule::CostsLess(Who::You, Filter::Is(Obj::This), n(i32::from(*m)));
    let from = if context.face.is_spell() { ZoneKind::Battlefield } else { ZoneKind::Stack };
    Some(AbilityDef::Static(StaticDef { only_if, effect: StaticEffect::Rule(rule), from }))
}

/// A creature that was mentioned, of which is asked whether it attacked.
pub(in crate::cards::oracle::grammar) fn that_creature(context: &Context) -> Option<Obj> {
    match &context.that(Sort::CREATURE, false)?.what {
        Referent::Objects(objects) => help::one(objects),
        Referent::Player(_) | Referent::Any(_) => None,
    }
}

fn attacked(obj: Obj) -> Condition {
    Condition::Is(obj, Filter::AttackedThisTurn)
}

pub(super) const RULES: &[Rule] = &[
    // ---- two states
    rule!(Line: "{what.s} {first.s} as long as {cond} . otherwise , it {second.s} ." (what: SubjObjs, first: StaticMods, cond: Conds, second: StaticMods) => |c, what, first, cond, second| still(c, &what).then(|| either(what, cond, first, second)),
        |_, list: &_| is_either(list).into_iter().collect(); ""),
    alternate!(Line: "{what.s} {second.s} . it {first.s} instead as long as {cond} ." (what: SubjObjs, second: StaticMods, first: StaticMods, cond: Conds) => |c, what, second, first, cond| still(c, &what).then(|| either(what, cond, first, second)); ""),
    alternate!(Line: "{what.s} {second.s} . if {cond} , it {first.s} instead ." (what: SubjObjs, second: StaticMods, cond: Conds, first: StaticMods) => |c, what, second, cond, first| still(c, &what).then(|| either(what, cond, first, second)); ""),
    alternate!(StaticMod: "gets|get a additional {pt}" (pt: Pt) => |_, (p, t)| Some(vec![Modification::ModifyPT(p, t)]); "gets an additional +1/+1"),
    alternate!(Mod: "gets|get a additional {pt}" (pt: Pt) => |_, (p, t)| Some(vec![Modification::ModifyPT(p, t)]); "gets an additional +1/+1"),
    alternate!(StaticMods: "{a#} , {b#} , {d#} , and {e#}" (a: StaticMod, b: StaticMod, d: StaticMod, e: StaticMod) => |_, a, b, d, e| Some([a, b, d, e].concat()); ""),
    rule!(SubjObjs: "2: {a.p} and other {b.p}" (a: Noun, b: Noun) => |c, a, b| (!c.face.is_spell() && c.targets.is_empty()).then(|| Objects::All(Filter::Or(vec![a, with(b, help::other())]))),
        |_, o| match o {
            Objects::All(Filter::Or(list)) => match list.as_slice() { [a, b] => help::without(b, &help::other()).map(|b| (a.clone(), b)).into_iter().collect(), _ => Vec::new() },
            _ => Vec::new(),
        }; "Saproling creatures and other Treefolk creatures"),
    rule!(Static: "enchanted land is a {form.s} that's still a land ." (form: Form) => |c, form| c.face.is("Aura").then(|| ability(affect(Objects::The(Obj::Host), becoming::still(form)), Condition::Always)),
        |c, d| match d {
            AbilityDef::Static(StaticDef { only_if: Condition::Always, effect: StaticEffect::Affect(Objects::The(Obj::Host), form), from: ZoneKind::Battlefield }) if c.face.is("Aura") => becoming::unstill(&form).map(|form| (form,)).into_iter().collect(),
            _ => Vec::new(),
        }; ""),
    rule!(Static: "{obj} activated abilities can't be activated ." (obj: Poss) => |c, obj| (obj == Obj::Host).then(|| ability(affect(Objects::The(obj), mute()), Condition::Always)),
        |_, d: &_| if *d == ability(affect(Objects::The(Obj::Host), mute()), Condition::Always) { vec![(Obj::Host,)] } else { Vec::new() }; ""),
    alternate!(Np: "1: enchanted {sub.s}" (sub: Sub) => |c, sub| {
            c.mention(Referent::Objects(Objects::The(Obj::Host)), help::permanent_kind(&Filter::Subtype(sub)) | Sort::PERMANENT, false);
            c.face.is("Aura").then_some(Objects::The(Obj::Host))
        }; ""),
    // ---- amounts of damage
    rule!(Static: "if a {spells.s} would deal damage to a permanent or player , it deals that much damage plus {m} to that permanent or player instead ." (spells: SpellNoun, m: Digits) => |_, spells, m| Some(changed(spell(spells), DamageTo::Any, m)),
        |_, d: &_| match is_changed(d) { Some((source, DamageTo::Any, m)) if m > 0 => is_spell(&source).map(|f| (f, m)).into_iter().collect(), _ => Vec::new() }; "if a red spell would deal damage to a permanent or player, it deals that much damage plus 1 to that permanent or player instead."),
    rule!(Static: "if a {spells.s} would deal damage to a permanent or player , it deals that much damage minus {m} to that permanent or player instead ." (spells: SpellNoun, m: Digits) => |_, spells, m| Some(changed(spell(spells), DamageTo::Any, -m)),
        |_, d: &_| match is_changed(d) { Some((source, DamageTo::Any, m)) if m < 0 => is_spell(&source).map(|f| (f, -m)).into_iter().collect(), _ => Vec::new() }; "if a spell would deal damage to a permanent or player, it deals that much damage minus 1 to that permanent or player instead."),
    rule!(Static: "if a source would deal damage to a {noun.s} , it deals that much damage minus {m} to that creature instead ." (noun: Noun, m: Digits) => |_, noun, m| help::permanent_kind(&noun).contains(Sort::CREATURE).then(|| changed(Filter::Any, DamageTo::Object(noun), -m)),
        |_, d: &_| match is_changed(d) { Some((Filter::Any, DamageTo::Object(noun), m)) if m < 0 => vec![(noun, -m)], _ => Vec::new() }; "if a source would deal damage to a creature you control, it deals that much damage minus 1 to that creature instead."),
    // ---- costs to attack
    rule!(Static: "{this} can't attack unless you {cost.p} ." (this: Self_, cost: Payment) => |_, _, cost| Some(toll(Filter::Is(Obj::This), cost)),
        |_, d: &_| is_toll(d).filter(|(creatures, _)| *creatures == Filter::Is(Obj::This)).map(|(_, cost)| (Obj::This, cost)).into_iter().collect(); ""),
    rule!(Static: "enchanted creature can't attack unless its controller {cost.s} ." (cost: Payment) => |c, cost| c.face.is("Aura").then(|| toll(Filter::Is(Obj::Host), cost)),
        |c, d: &_| if c.face.is("Aura") { is_toll(d).filter(|(creatures, _)| *creatures == Filter::Is(Obj::Host)).map(|(_, cost)| (cost,)).into_iter().collect() } else { Vec::new() }; ""),
    // ---- rules of the game
    rule!(Static: "your maximum hand size is {m} ." (m: Words) => |_, m| Some(game_rule(GameRule::HandSizeIs(Who::You, n(m)))), |_, d: &_| match is_rule(d) { Some(GameRule::HandSizeIs(Who::You, Quantity::N(m))) => vec![(m,)], _ => Vec::new() }; "your maximum hand size is two."),
    rule!(Static: "the chosen player 's maximum hand size is {m} ." (m: Words) => |_, m| Some(game_rule(GameRule::HandSizeIs(Who::Chosen, n(m)))), |_, d: &_| match is_rule(d) { Some(GameRule::HandSizeIs(Who::Chosen, Quantity::N(m))) => vec![(m,)], _ => Vec::new() }; "the chosen player's maximum hand size is four."),
    rule!(Static: "each player may play a additional land during each of their turns ." () => |_| Some(game_rule(GameRule::ExtraLands(Who::EachPlayer, 1))), |_, d: &_| if is_rule(d) == Some(GameRule::ExtraLands(Who::EachPlayer, 1)) { vec![()] } else { Vec::new() }; "each player may play an additional land during each of their turns."),
    rule!(Said: "you may play up to {m} additional lands this turn" (m: Words) => |_, m| Some(vec![for_now(GameRule::ExtraLands(Who::You, m))]),
        |_, e: &_| match e.as_slice() { [Instruction::Continuous(StaticEffect::Rule(GameRule::ExtraLands(Who::You, m)), Duration::EndOfTurn)] if *m > 1 => vec![(*m,)], _ => Vec::new() }; "you may play up to three additional lands this turn"),
    rule!(Said: "you may cast {spells.p} this turn as though they had flash" (spells: SpellNoun) => |_, spells| Some(vec![for_now(GameRule::Flash(Who::You, spells))]),
        |_, e: &_| match e.as_slice() { [Instruction::Continuous(StaticEffect::Rule(GameRule::Flash(Who::You, spells)), Duration::EndOfTurn)] => vec![(spells.clone(),)], _ => Vec::new() }; "you may cast creature spells this turn as though they had flash"),
    rule!(Said: "you gain shroud until end of turn" () => |_| Some(vec![for_now(GameRule::PlayerShroud(Who::You))]), |_, e: &_| if *e == [for_now(GameRule::PlayerShroud(Who::You))] { vec![()] } else { Vec::new() }; "you gain shroud until end of turn"),
    rule!(Said: "you gain hexproof until end of turn" () => |_| Some(vec![for_now(GameRule::PlayerHexproof(Who::You))]), |_, e: &_| if *e == [for_now(GameRule::PlayerHexproof(Who::You))] { vec![()] } else { Vec::new() }; "you gain hexproof until end of turn"),
    alternate!(Static: "if {cond} , this spell costs {mana} less to cast ." (cond: Conds, mana: Mana) => |c, cond, mana| less(c, &mana, cond); ""),
    // ---- as it enters, and as it leaves
    rule!(Static: "as {this} enters , choose a basic land type ." (this: Self_) => |c, _| statics::choose(basic_land, c), |_, d: &_| statics::chosen(d, basic_land); ""),
    rule!(Static: "{this} enters with X {k} counters on it , where X is {v} ." (this: Self_, k: Kind, v: Value_) => |_, _, k, v| Some(replace(ReplacedEvent::Enters(Filter::Is(Obj::This)), ReplaceWith::Counters(k, v))),
        |_, d: &_| match d {
            AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { event, with: with @ ReplaceWith::Counters(k, v), .. }), .. }) if !matches!(v, Quantity::N(_) | Quantity::X) && *d == replace(event.clone(), with.clone()) && *event == ReplacedEvent::Enters(Filter::Is(Obj::This)) => vec![(Obj::This, *k, v.clone())],
            _ => Vec::new(),
        }; ""),
    alternate!(Static: "{this} enters with a {k} counter on it for each {each.s} ." (this: Self_, k: Kind, each: Each) => |_, _, k, each| Some(replace(ReplacedEvent::Enters(Filter::Is(Obj::This)), ReplaceWith::Counters(k, each))); ""),
    rule!(Static: "if {this} would die , put it on top of its owner 's library instead ." (this: Self_) => |_, _| Some(dies_on_top()), |_, d: &_| if *d == dies_on_top() { vec![(Obj::This,)] } else { Vec::new() }; ""),
    // ---- who has what
    rule!(Cond: "a opponent controls {count} or more {noun.p}" (count: Count, noun: Noun) => |_, count, noun| Some(somebody(Who::EachOpponent, Condition::Compare(theirs(noun), Cmp::Ge, count))),
        |_, c: &_| match is_somebody(c, Who::EachOpponent) { Some(Condition::Compare(q, Cmp::Ge, count)) => is_theirs(&q).map(|noun| (count, noun)).into_iter().collect(), _ => Vec::new() }; "an opponent controls seven or more lands"),
    rule!(Cond: "a opponent has no cards in hand" () => |_| Some(somebody(Who::EachOpponent, empty_handed())), |_, c: &_| if *c == somebody(Who::EachOpponent, empty_handed()) { vec![()] } else { Vec::new() }; "an opponent has no cards in hand"),
    rule!(Cond: "a player has no cards in hand" () => |_| Some(somebody(Who::EachPlayer, empty_handed())), |_, c: &_| if *c == somebody(Who::EachPlayer, empty_handed()) { vec![()] } else { Vec::new() }; "a player has no cards in hand"),
    rule!(Cond: "a opponent has {life} or less life" (life: Amount) => |_, life| Some(somebody(Who::EachOpponent, Condition::Compare(Quantity::Life(Who::It), Cmp::Le, life))),
        |_, c: &_| match is_somebody(c, Who::EachOpponent) { Some(Condition::Compare(Quantity::Life(Who::It), Cmp::Le, life)) => vec![(life,)], _ => Vec::new() }; "an opponent has 10 or less life"),
    rule!(Cond: "{who.s} has {life} or less life" (who: Other, life: Amount) => |_, who, life| help::another_player(who).then_some(Condition::Compare(Quantity::Life(who), Cmp::Le, life)),
        |_, c| match c { Condition::Compare(Quantity::Life(who), Cmp::Le, life) if help::another_player(who) => vec![(who, life)], _ => Vec::new() }; "target player has 5 or less life"),
    rule!(Cond: "{who.s} has {count} or more cards in hand" (who: Other, count: Count) => |_, who, count| help::another_player(who).then_some(Condition::Compare(Quantity::HandSize(who), Cmp::Ge, count)),
        |_, c| match c { Condition::Compare(Quantity::HandSize(who), Cmp::Ge, count) if help::another_player(who) => vec![(who, count)], _ => Vec::new() }; "target player has five or more cards in hand"),
    rule!(Cond: "{who.s} didn't cast a spell this turn" (who: Other) => |_, who| help::another_player(who).then_some(Condition::Compare(Quantity::SpellsThisTurn(who), Cmp::Eq, n(0))),
        |_, c| match c { Condition::Compare(Quantity::SpellsThisTurn(who), Cmp::Eq, Quantity::N(0)) if help::another_player(who) => vec![(who,)], _ => Vec::new() }; "target player didn't cast a spell this turn"),
    rule!(Cond: "you've cast a {spells.s} this turn" (spells: SpellNoun) => |_, spells| Some(cast(spells, Who::You)), |_, c: &_| is_cast(c, Who::You); "you've cast a creature spell this turn"),
    rule!(Cond: "a opponent cast a {spells.s} this turn" (spells: SpellNoun) => |_, spells| Some(cast(spells, Who::EachOpponent)), |_, c: &_| is_cast(c, Who::EachOpponent); "an opponent cast a creature spell this turn"),
    alternate!(Cond: "a {noun.s} is on the battlefield" (noun: Noun) => |_, noun| Some(Condition::Exists(Objects::All(noun))); "an enchantment is on the battlefield"),
    rule!(Cond: "that creature attacked this turn" () => |c| that_creature(c).map(attacked), |c, cond: &_| if that_creature(c).is_some_and(|obj| *cond == attacked(obj)) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "it didn't attack this turn" () => |c| that_creature(c).map(|obj| negated(attacked(obj))), |c, cond: &_| if that_creature(c).is_some_and(|obj| *cond == negated(attacked(obj))) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "{this} was dealt damage this turn" (this: Self_) => |c, this| { nouns::references::this(c); Some(Condition::Is(this, Filter::DamagedThisTurn)) },
        |_, c| match c { Condition::Is(Obj::This, Filter::DamagedThisTurn) => vec![(Obj::This,)], _ => Vec::new() }; "this creature was dealt damage this turn"),
    rule!(Cond: "{this} didn't attack or come under your control this turn" (this: Self_) => |c, this| { nouns::references::this(c); Some(idle(this)) },
        |_, c: &_| if *c == idle(Obj::This) { vec![(Obj::This,)] } else { Vec::new() }; "this creature didn't attack or come under your control this turn"),
];

/// It neither attacked nor is new here.
fn idle(this: Obj) -> Condition {
    let new = all(vec![Filter::NewUnderControl, Filter::Controlled(Who::You)]);
    Condition::And(vec![negated(attacked(this)), negated(Condition::Is(this, new))])
}

fn mute() -> Vec<Modification> {
    vec![Modification::Rule(ObjectRule::CantActivate { mana_too: true })]
}
