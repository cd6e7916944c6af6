//! Costs of two things that are said as one, Grandeur, what opponents pay for a spell that targets something.

use crate::cards::oracle::grammar::help::{n, with, without};
use crate::cards::oracle::grammar::statics::{game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// Counters are removed from the card itself, and something is done to it.
fn used(part: CostPart, then: CostPart) -> Option<Cost> {
    let own = matches!(&part, CostPart::RemoveCounters(_, _, from) if **from == Objects::The(Obj::This));
    own.then(|| Cost(vec![part, then]))
}

fn used_up(part: CostPart) -> Option<Cost> {
    used(part, CostPart::SacrificeThis)
}

/// Another card of the name. The card itself is on the battlefield, so that any of the hand is another.
fn namesake(context: &Context) -> CostPart {
    let name = crate::cards::def::CardName::from(context.face.name.clone());
    CostPart::Discard(n(1), Filter::Named(name))
}

fn aimed_here() -> Filter {
    Filter::Targets(Box::new(Filter::Is(Obj::This)))
}

/// Spells of opponents that target the card itself cost more.
fn dearer(spells: Filter, more: CostPart) -> AbilityDef {
    game_rule(GameRule::CostsMore(Who::EachOpponent, with(spells, aimed_here()), Cost(vec![more])))
}

fn is_dearer(def: &AbilityDef) -> Option<(Filter, CostPart)> {
    match is_rule(def) {
        Some(GameRule::CostsMore(Who::EachOpponent, spells, Cost(list))) => match list.as_slice() {
            [more] => without(&spells, &aimed_here()).map(|spells| (spells, more.clone())),
            _ => None,
        },
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    alternate!(Price: "{part} and sacrifice it" (part: Piece) => |_, part| used_up(part); "remove three charge counters from this creature and sacrifice it"),
    alternate!(Price: "{part} and return it to its owner 's hand" (part: Piece) => |_, part| used(part, CostPart::ReturnToHand(n(1), Filter::Is(Obj::This))); "remove a charge counter from this creature and return it to its owner's hand"),
    alternate!(Price: "{part} and exile it" (part: Piece) => |_, part| used(part, CostPart::ExileThis); "remove three charge counters from this creature and exile it"),
    rule!(Part: "2: discard another card named \u{1}" () => |c| Some(namesake(c)), |c, p: &_| if *p == namesake(c) { vec![()] } else { Vec::new() }; ""),
    alternate!(Static: "spells your opponents cast {post} cost {mana} more to cast ." (post: CardPost, mana: Mana) => |_, post, mana| {
            let rule = GameRule::CostsMore(Who::EachOpponent, post, Cost(vec![CostPart::Mana(mana)]));
            Some(game_rule(rule))
        }; ""),
    rule!(Static: "{spells.p} your opponents cast that target {this} cost {mana} more to cast ." (spells: SpellNoun, this: Self_, mana: Mana) => |_, spells, _, mana| Some(dearer(spells, CostPart::Mana(mana))),
        |_, d: &_| match is_dearer(d) { Some((spells, CostPart::Mana(mana))) => vec![(spells, Obj::This, mana)], _ => Vec::new() };
        "spells your opponents cast that target this creature cost {2} more to cast."),
    rule!(Static: "{spells.p} your opponents cast that target {this} cost a additional {n} life to cast ." (spells: SpellNoun, this: Self_, n: Amount) => |_, spells, _, n| Some(dearer(spells, CostPart::PayLife(n))),
        |_, d: &_| match is_dearer(d) { Some((spells, CostPart::PayLife(n))) => vec![(spells, Obj::This, n)], _ => Vec::new() };
        "spells your opponents cast that target this creature cost an additional 3 life to cast."),
];
