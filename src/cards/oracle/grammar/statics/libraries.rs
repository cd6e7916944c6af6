//! The top card of a library that its owner may look at, and cards that are played from the top, from the graveyard or for nothing.

use crate::cards::oracle::grammar::conditions::states::in_graveyard;
use crate::cards::oracle::grammar::help::{n, other, permit, with, without};
use crate::cards::oracle::grammar::statics::players::own_top;
use crate::cards::oracle::grammar::statics::{game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

type GameRule = crate::cards::def::Rule;

/// The top card, if it is such a card.
fn top(filter: Filter) -> Objects {
    let card = Objects::Top(n(1), Who::You);
    if filter == Filter::Any { card } else { Objects::Only(Box::new(card), filter) }
}

fn is_top(what: Objects) -> Option<Filter> {
    match what {
        Objects::Top(Quantity::N(1), Who::You) => Some(Filter::Any),
        Objects::Only(card, filter) if *card == Objects::Top(n(1), Who::You) => Some(filter),
        _ => None,
    }
}

fn is_yours(what: Objects) -> Option<Filter> {
    match what {
        Objects::In(ZoneOf::Graveyard(Who::You), filter) => Some(filter),
        _ => None,
    }
}

/// What may be cast, of what words call so.
fn cast(def: &AbilityDef, called: fn(Objects) -> Option<Filter>) -> Vec<(Filter,)> {
    match is_rule(def) {
        Some(GameRule::Permit { what, .. }) if is_rule(def) == Some(permit(what.clone(), true, None)) => {
            called(what).map(|filter| (filter,)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn lands() -> Filter {
    Filter::Type(CardTypes::LAND)
}

/// Lands and such spells.
fn lands_or(spells: Filter) -> Option<Filter> {
    (spells != Filter::Any).then(|| Filter::Or(vec![lands(), spells]))
}

fn is_lands_or(filter: Filter) -> Option<Filter> {
    match filter {
        Filter::Or(list) => match list.as_slice() {
            [first, spells] if *first == lands() => Some(spells.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn free(spells: Filter) -> GameRule {
    permit(Objects::In(ZoneOf::Hand(Who::You), spells), true, Some(Cost::default()))
}

/// Once during each of your turns.
fn each_turn(what: Objects, cost: Option<Cost>, exiled: bool) -> AbilityDef {
    let mut rule = permit(what, true, cost);
    if let GameRule::Permit { then_exile, once, .. } = &mut rule {
        (*then_exile, *once) = (exiled, true);
    }
    AbilityDef::Static(StaticDef {
        only_if: Condition::TurnOf(Who::You),
        effect: StaticEffect::Rule(rule),
        from: ZoneKind::Battlefield,
    })
}

fn is_each_turn(def: &AbilityDef, cost: Option<Cost>, exiled: bool, zone: &ZoneOf) -> Vec<(Filter,)> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::Permit { what, .. }), .. })
            if each_turn(what.clone(), cost, exiled) == *def =>
        {
            match what {
                Objects::In(from, spells) if from == zone => vec![(spells.clone(),)],
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// A permission for which something is paid in addition (CR 118.8).
fn besides(mut def: AbilityDef, part: CostPart) -> AbilityDef {
    if let AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::Permit { more, .. }), .. }) = &mut def {
        more.0.push(part);
    }
    def
}

/// The permission without that, and what is paid.
fn is_besides(def: &AbilityDef) -> Option<(AbilityDef, CostPart)> {
    let mut def = def.clone();
    match &mut def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::Permit { more, .. }), .. }) => {
            let part = more.0.pop().filter(|_| more.0.is_empty())?;
            Some((def, part))
        }
        _ => None,
    }
}

/// Such spells, and what is sacrificed for one of them.
fn for_one(def: &AbilityDef, spells: impl Fn(&AbilityDef) -> Vec<(Filter,)>) -> Vec<(Filter, Filter)> {
    match is_besides(def) {
        Some((def, CostPart::Sacrifice(Quantity::N(1), noun))) => {
            spells(&def).into_iter().map(|(spells,)| (spells, noun.clone())).collect()
        }
        _ => Vec::new(),
    }
}

/// Other cards of the graveyard are exiled for it.
const fn others(count: Quantity, filter: Filter) -> CostPart {
    CostPart::Exile(count, ZoneKind::Graveyard, filter)
}

/// Everything of the graveyard may be played for a while.
fn reopened(duration: Duration) -> Vec<Instruction> {
    vec![Instruction::Continuous(StaticEffect::Rule(permit(in_graveyard(Filter::Any), false, None)), duration)]
}

macro_rules! says {
    ($words:literal, $rule:expr) => {
        rule!(Static: $words () => |_| Some(game_rule($rule)), |_, d: &_| if *d == game_rule($rule) { vec![()] } else { Vec::new() }; $words)
    };
}

pub(super) const RULES: &[Rule] = &[
    says!("you may look at the top card of your library any time .", own_top()),
    // ---- from the top
    rule!(Static: "you may cast {spells.p} from the top of your library ." (spells: SpellNoun) => |_, spells| Some(game_rule(permit(top(spells), true, None))),
        |_, d: &_| cast(d, is_top); "you may cast creature spells from the top of your library."),
    rule!(Static: "you may cast {a.p} and {b.p} from the top of your library ." (a: SpellNoun, b: SpellNoun)
        => |_, a, b| (a != Filter::Any && b != Filter::Any).then(|| game_rule(permit(top(Filter::Or(vec![a, b])), true, None))),
        |_, d: &_| match cast(d, is_top).pop() { Some((Filter::Or(list),)) => match list.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() };
        "you may cast artifact spells and colorless spells from the top of your library."),
    says!("you may play lands from the top of your library .", permit(top(lands()), false, None)),
    rule!(Static: "you may play lands and cast {spells.p} from the top of your library ." (spells: SpellNoun) => |_, spells| Some(game_rule(permit(top(lands_or(spells)?), false, None))),
        |_, d: &_| match is_rule(d) {
            Some(GameRule::Permit { what, .. }) if is_rule(d) == Some(permit(what.clone(), false, None)) => is_top(what).and_then(is_lands_or).map(|f| (f,)).into_iter().collect(),
            _ => Vec::new(),
        }; "you may play lands and cast creature spells from the top of your library."),
    // ---- from the graveyard
    says!("you may play lands from your graveyard .", permit(in_graveyard(lands()), false, None)),
    rule!(Static: "you may cast {spells.p} from your graveyard ." (spells: SpellNoun) => |_, spells| Some(game_rule(permit(in_graveyard(spells), true, None))),
        |_, d: &_| cast(d, is_yours); "you may cast artifact spells from your graveyard."),
    rule!(Said: "{dur} , you may play lands and cast spells from your graveyard" (dur: Dur) => |_, dur| Some(reopened(dur)),
        |_, e: &_| match e.as_slice() { [Instruction::Continuous(_, dur)] if *e == reopened(dur.clone()) => vec![(dur.clone(),)], _ => Vec::new() };
        "until end of turn, you may play lands and cast spells from your graveyard"),
    rule!(Static: "once during each of your turns , you may cast a {spells.s} from your graveyard ." (spells: SpellNoun) => |_, spells| Some(each_turn(in_graveyard(spells), None, false)),
        |_, d: &_| is_each_turn(d, None, false, &ZoneOf::Graveyard(Who::You)); "once during each of your turns, you may cast a creature spell from your graveyard."),
    rule!(Static: "once during each of your turns , you may cast a {spells.s} from your graveyard . if a spell cast this way would be put into your graveyard , exile it instead ."
        (spells: SpellNoun) => |_, spells| Some(each_turn(in_graveyard(spells), None, true)),
        |_, d: &_| is_each_turn(d, None, true, &ZoneOf::Graveyard(Who::You));
        "once during each of your turns, you may cast an instant or sorcery spell from your graveyard. If a spell cast this way would be put into your graveyard, exile it instead."),
    // ---- for something besides
    rule!(Static: "once during each of your turns , you may cast a {spells.s} from your graveyard by sacrificing a {noun.s} in addition to paying its other costs ."
        (spells: SpellNoun, noun: Noun) => |_, spells, noun| Some(besides(each_turn(in_graveyard(spells), None, false), CostPart::Sacrifice(n(1), noun))),
        |_, d: &_| for_one(d, |d| is_each_turn(d, None, false, &ZoneOf::Graveyard(Who::You)));
        "once during each of your turns, you may cast a creature spell from your graveyard by sacrificing an artifact in addition to paying its other costs."),
    rule!(Static: "once during each of your turns , you may cast a {spells.s} from your graveyard by sacrificing a {noun.s} in addition to paying its other costs . if a spell cast this way would be put into your graveyard , exile it instead ."
        (spells: SpellNoun, noun: Noun) => |_, spells, noun| Some(besides(each_turn(in_graveyard(spells), None, true), CostPart::Sacrifice(n(1), noun))),
        |_, d: &_| for_one(d, |d| is_each_turn(d, None, true, &ZoneOf::Graveyard(Who::You)));
        "once during each of your turns, you may cast an instant spell from your graveyard by sacrificing an artifact in addition to paying its other costs. If a spell cast this way would be put into your graveyard, exile it instead."),
    rule!(Static: "once during each of your turns , you may cast a {spells.s} from your graveyard by exiling {count} other cards from your graveyard in addition to paying its other costs ."
        (spells: SpellNoun, count: Count) => |_, spells, count| Some(besides(each_turn(in_graveyard(spells), None, false), others(count, other()))),
        |_, d: &_| match is_besides(d) {
            Some((inner, CostPart::Exile(count, ZoneKind::Graveyard, filter))) if filter == other() => {
                is_each_turn(&inner, None, false, &ZoneOf::Graveyard(Who::You)).into_iter().map(|(spells,)| (spells, count.clone())).collect()
            }
            _ => Vec::new(),
        }; "once during each of your turns, you may cast an artifact spell from your graveyard by exiling two other cards from your graveyard in addition to paying its other costs."),
    rule!(Static: "you may cast {spells.p} from the top of your library by sacrificing a {noun.s} in addition to paying their other costs ."
        (spells: SpellNoun, noun: Noun) => |_, spells, noun| Some(besides(game_rule(permit(top(spells), true, None)), CostPart::Sacrifice(n(1), noun))),
        |_, d: &_| for_one(d, |d| cast(d, is_top)); "you may cast creature spells from the top of your library by sacrificing an artifact in addition to paying their other costs."),
    rule!(Static: "you may cast {spells.p} from your graveyard by sacrificing a {noun.s} in addition to paying their other costs ."
        (spells: SpellNoun, noun: Noun) => |_, spells, noun| Some(besides(game_rule(permit(in_graveyard(spells), true, None)), CostPart::Sacrifice(n(1), noun))),
        |_, d: &_| for_one(d, |d| cast(d, is_yours)); "you may cast creature spells from your graveyard by sacrificing an artifact in addition to paying their other costs."),
    // ---- for nothing
    rule!(Static: "once during each of your turns , you may cast a {spells.s} from your hand without paying its mana cost ." (spells: SpellNoun)
        => |_, spells| Some(each_turn(Objects::In(ZoneOf::Hand(Who::You), spells), Some(Cost::default()), false)),
        |_, d: &_| is_each_turn(d, Some(Cost::default()), false, &ZoneOf::Hand(Who::You));
        "once during each of your turns, you may cast an artifact spell from your hand without paying its mana cost."),
    rule!(Static: "you may cast {spells.p} from your hand without paying their mana costs ." (spells: SpellNoun) => |_, spells| Some(game_rule(free(spells))),
        |_, d: &_| match is_rule(d) { Some(GameRule::Permit { what: Objects::In(_, spells), .. }) if is_rule(d) == Some(free(spells.clone())) => vec![(spells,)], _ => Vec::new() };
        "you may cast spells from your hand without paying their mana costs."),
    // ---- for another cost, from anywhere
    rule!(Static: "you may {cost.p} rather than pay the mana cost for {spells.p} you cast ." (cost: Payment, spells: SpellNoun) => |_, cost, spells| Some(instead(Who::You, spells, cost)),
        |_, d: &_| is_instead(d, Who::You).map(|(spells, cost)| (cost, spells)).into_iter().collect(); "you may pay {1} rather than pay the mana cost for creature spells you cast."),
    rule!(Static: "you may cast {spells.p} without paying their mana costs ." (spells: SpellNoun) => |_, spells| Some(instead(Who::You, spells, Cost::default())),
        |_, d: &_| is_instead(d, Who::You).filter(|(_, cost)| cost.0.is_empty()).map(|(spells, _)| (spells,)).into_iter().collect(); "you may cast creature spells without paying their mana costs."),
    rule!(Static: "any player may cast {spells.p} without paying their mana costs and as though they had flash ." (spells: SpellNoun) => |_, spells| Some(quickly(spells)),
        |_, d: &_| match is_rule(d) { Some(GameRule::PayInstead { what, .. }) if *d == quickly(what.clone()) => vec![(what,)], _ => Vec::new() };
        "any player may cast creature spells without paying their mana costs and as though they had flash."),
    rule!(Static: "once each turn , you may {cost.p} rather than pay the mana cost for a {spells.s} you cast ." (cost: Payment, spells: SpellNoun) => |_, cost, spells| Some(one_instead(spells, cost)),
        |_, d: &_| is_one_instead(d).map(|(spells, cost)| (cost, spells)).into_iter().collect(); "once each turn, you may pay {1} rather than pay the mana cost for a creature spell you cast."),
    rule!(Static: "once each turn , you may {cost.p} rather than pay the mana cost for a {spells.s} you cast from your hand ." (cost: Payment, spells: SpellNoun)
        => |_, cost, spells| Some(one_instead(with(spells, Filter::CastFrom(ZoneKind::Hand)), cost)),
        |_, d: &_| is_one_instead(d).and_then(|(spells, cost)| Some((cost, without(&spells, &Filter::CastFrom(ZoneKind::Hand))?))).into_iter().collect();
        "once each turn, you may pay {1} rather than pay the mana cost for a creature spell you cast from your hand."),
    rule!(Static: "once each turn , you may {cost.p} rather than pay the mana cost for a {spells.s} you cast from exile ." (cost: Payment, spells: SpellNoun)
        => |_, cost, spells| Some(one_instead(with(spells, Filter::CastFrom(ZoneKind::Exile)), cost)),
        |_, d: &_| is_one_instead(d).and_then(|(spells, cost)| Some((cost, without(&spells, &Filter::CastFrom(ZoneKind::Exile))?))).into_iter().collect();
        "once each turn, you may pay {1} rather than pay the mana cost for a creature spell you cast from exile."),
    rule!(Static: "rather than pay the mana cost for a {spells.s} , its controller may discard a card that shares a color with that spell ." (spells: SpellNoun) => |_, spells| Some(instead(Who::EachPlayer, spells, alike())),
        |_, d: &_| is_instead(d, Who::EachPlayer).filter(|(_, cost)| *cost == alike()).map(|(spells, _)| (spells,)).into_iter().collect();
        "rather than pay the mana cost for a creature spell, its controller may discard a card that shares a color with that spell."),
];

/// Players may pay a cost instead.
fn instead(who: Who, what: Filter, cost: Cost) -> AbilityDef {
    game_rule(GameRule::PayInstead { who, what, cost, flash: false, once: false })
}

fn is_instead(def: &AbilityDef, player: Who) -> Option<(Filter, Cost)> {
    match is_rule(def) {
        Some(GameRule::PayInstead { who, what, cost, flash: false, once: false }) if who == player => {
            Some((what, cost))
        }
        _ => None,
    }
}

/// For one spell each turn.
fn one_instead(what: Filter, cost: Cost) -> AbilityDef {
    game_rule(GameRule::PayInstead { who: Who::You, what, cost, flash: false, once: true })
}

fn is_one_instead(def: &AbilityDef) -> Option<(Filter, Cost)> {
    match is_rule(def) {
        Some(GameRule::PayInstead { who: Who::You, what, cost, flash: false, once: true }) => Some((what, cost)),
        _ => None,
    }
}

/// For nothing, and at any time.
fn quickly(what: Filter) -> AbilityDef {
    game_rule(GameRule::PayInstead { who: Who::EachPlayer, what, cost: Cost::default(), flash: true, once: false })
}

/// A card that has a colour of the spell.
fn alike() -> Cost {
    Cost(vec![CostPart::Discard(n(1), Filter::SharesColor(Obj::This))])
}
