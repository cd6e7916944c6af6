//! Numbers that static abilities count: two things together, colours, mana symbols, what is best in graveyards.

use crate::cards::oracle::grammar::changes::lasting::for_each;
use crate::cards::oracle::grammar::help::one;
use crate::cards::oracle::grammar::statics::{is_own_cost, own_cost};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

type GameRule = crate::cards::def::Rule;

fn both(a: Quantity, b: Quantity) -> Quantity {
    Quantity::Sum(vec![a, b])
}

/// What the clause is about, as what its own colours are of.
pub(in crate::cards::oracle::grammar) fn itself(context: &Context) -> Option<Obj> {
    match context.subject.as_deref()? {
        Objects::All(_) => Some(Obj::It),
        other => one(other),
    }
}

fn its_colors(context: &Context) -> Option<Quantity> {
    Some(Quantity::Colors(Box::new(Objects::The(itself(context)?))))
}

/// How many of these players some creature attacks.
fn under_attack(who: Who) -> Quantity {
    let attackers = Objects::All(Filter::AttackingPlayer(Who::It));
    Quantity::PlayersWho(who, Box::new(Condition::Exists(attackers)))
}

/// The most that one opponent controls.
fn most(noun: Filter) -> Quantity {
    let theirs = Objects::All(help::with(noun, Filter::Controlled(Who::It)));
    Quantity::Most(Who::EachOpponent, Box::new(Quantity::Count(Box::new(theirs))))
}

fn is_most(quantity: &Quantity) -> Option<Filter> {
    let Quantity::Most(Who::EachOpponent, count) = quantity else { return None };
    let Quantity::Count(theirs) = &**count else { return None };
    match &**theirs {
        Objects::All(filter) => help::without(filter, &Filter::Controlled(Who::It)),
        _ => None,
    }
}

/// Who controls what an Aura or an Equipment is attached to, if that is spoken of.
fn its_controller(context: &Context) -> Option<Who> {
    (context.subject.as_deref() == Some(&Objects::The(Obj::Host))).then_some(Who::ControllerOf(Obj::Host))
}

fn best(measure: Measure, zone: ZoneOf, cards: Filter) -> Quantity {
    Quantity::Greatest(measure, Box::new(Objects::In(zone, cards)))
}

fn symbols(hue: Color, of: Objects) -> Quantity {
    Quantity::Devotion(vec![hue], Box::new(of))
}

fn is_symbols(quantity: &Quantity) -> Option<(Color, &Objects)> {
    match quantity {
        Quantity::Devotion(hues, of) if hues.len() == 1 => Some((hues[0], of)),
        _ => None,
    }
}

/// The spell costs {1} less for each of two things.
fn cheaper(context: &Context, a: Quantity, b: Quantity) -> AbilityDef {
    own_cost(context, GameRule::CostsLess(Who::You, Filter::Is(Obj::This), both(a, b)), Condition::Always)
}

fn is_cheaper(def: AbilityDef) -> Vec<(Quantity, Quantity)> {
    match is_own_cost(def) {
        Some((GameRule::CostsLess(Who::You, Filter::Is(Obj::This), Quantity::Sum(list)), Condition::Always)) => {
            match list.as_slice() {
                [a, b] => vec![(a.clone(), b.clone())],
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

fn is_for_both(mods: &[Modification]) -> Vec<((Quantity, Quantity), Quantity, Quantity)> {
    let found = changes::lasting::is_for_each(mods.to_vec());
    let sums = found.into_iter().filter_map(|(pt, each)| match each {
        Quantity::Sum(list) => match list.as_slice() {
            [a, b] => Some((pt, a.clone(), b.clone())),
            _ => None,
        },
        _ => None,
    });
    sums.collect()
}

pub(super) const RULES: &[Rule] = &[
    rule!(StaticMod: "gets|get {pt} for each {a.s} and each {b.s}" (pt: Pt, a: Each, b: Each) => |_, pt, a, b| for_each(pt, &both(a, b)), |_, m: &_| is_for_both(m);
        "gets +1/+1 for each land you control and each land card in your graveyard"),
    rule!(Static: "this spell costs {1} less to cast for each {a.s} and each {b.s} ." (a: Each, b: Each) => |c, a, b| Some(cheaper(c, a, b)), |_, d| is_cheaper(d); ""),
    rule!(Each: "of its colors" () => |c| its_colors(c), |c, q: &_| if its_colors(c).as_ref() == Some(q) { vec![()] } else { Vec::new() }; ""),
    rule!(Each: "{k} counter|counters on it" (k: Kind) => |c, k| (itself(c) == Some(Obj::It)).then_some(Quantity::Counters(k, Obj::It)),
        |c, q| match q { Quantity::Counters(k, Obj::It) if itself(c) == Some(Obj::It) => vec![(k,)], _ => Vec::new() }; ""),
    rule!(Each: "{hue} mana symbol|symbols in its mana cost" (hue: Hue) => |c, hue| Some(symbols(hue, Objects::The(itself(c)?))),
        |c, q: &_| match is_symbols(q) { Some((hue, Objects::The(obj))) if itself(c) == Some(*obj) => vec![(hue,)], _ => Vec::new() }; ""),
    rule!(Each: "player|players being attacked" () => |_| Some(under_attack(Who::EachPlayer)), |_, q: &_| help::is(q, &under_attack(Who::EachPlayer)); "players being attacked"),
    rule!(Each: "opponent|opponents being attacked" () => |_| Some(under_attack(Who::EachOpponent)), |_, q: &_| help::is(q, &under_attack(Who::EachOpponent)); "opponents being attacked"),
    rule!(Value_: "the greatest {measure} among {cards.p} in {zone}" (measure: Measured, cards: CardNoun, zone: Graves) => |_, measure, cards, zone| (zone != ZoneOf::Graveyard(Who::EachPlayer)).then(|| best(measure, zone, cards)),
        |_, q| match q {
            Quantity::Greatest(measure, of) => match *of { Objects::In(zone @ ZoneOf::Graveyard(who), cards) if who != Who::EachPlayer => vec![(measure, cards, zone)], _ => Vec::new() },
            _ => Vec::new(),
        }; "the greatest power among creature cards in your graveyard"),
    rule!(Value_: "the greatest {measure} among {cards.p} in all graveyards" (measure: Measured, cards: CardNoun) => |_, measure, cards| Some(best(measure, ZoneOf::Graveyard(Who::EachPlayer), cards)),
        |_, q| match q {
            Quantity::Greatest(measure, of) => match *of { Objects::In(ZoneOf::Graveyard(Who::EachPlayer), cards) => vec![(measure, cards)], _ => Vec::new() },
            _ => Vec::new(),
        }; "the greatest power among creature cards in all graveyards"),
    rule!(Value_: "the number of {hue} mana symbols in the mana costs of {noun.p}" (hue: Hue, noun: Noun) => |_, hue, noun| Some(symbols(hue, Objects::All(noun))),
        |_, q: &_| match is_symbols(q) { Some((hue, Objects::All(noun))) => vec![(hue, noun.clone())], _ => Vec::new() }; "the number of green mana symbols in the mana costs of permanents you control"),
    rule!(Value_: "the number of {hue} mana symbols in the mana costs of {cards.p} in your graveyard" (hue: Hue, cards: CardNoun) => |_, hue, cards| Some(symbols(hue, Objects::In(ZoneOf::Graveyard(Who::You), cards))),
        |_, q: &_| match is_symbols(q) { Some((hue, Objects::In(ZoneOf::Graveyard(Who::You), cards))) => vec![(hue, cards.clone())], _ => Vec::new() };
        "the number of green mana symbols in the mana costs of cards in your graveyard"),
    rule!(Value_: "the greatest number of {noun.p} a opponent controls" (noun: Noun) => |_, noun| Some(most(noun)), |_, q: &_| is_most(q).map(|noun| (noun,)).into_iter().collect();
        "the greatest number of artifacts an opponent controls"),
    // ---- of the controller of what was mentioned
    rule!(Graves: "its controller 's graveyard" () => |c| its_controller(c).map(ZoneOf::Graveyard), |c, z: &_| if its_controller(c).map(ZoneOf::Graveyard) == Some(*z) { vec![()] } else { Vec::new() }; ""),
    rule!(Each: "card|cards in its controller 's hand" () => |c| its_controller(c).map(Quantity::HandSize), |c, q: &_| if its_controller(c).map(Quantity::HandSize).as_ref() == Some(q) { vec![()] } else { Vec::new() }; ""),
    rule!(Each: "{k} counter|counters your opponents have" (k: Kind) => |_, k| Some(Quantity::PlayerCounters(k, Who::EachOpponent)),
        |_, q| match q { Quantity::PlayerCounters(k, Who::EachOpponent) => vec![(k,)], _ => Vec::new() }; "poison counters your opponents have"),
];
