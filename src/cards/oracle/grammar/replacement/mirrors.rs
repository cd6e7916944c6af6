//! What enters as a copy of a card in a graveyard, tapped or not.

use crate::cards::oracle::grammar::statics::ability;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

fn group(what: Filter, buried: bool) -> Objects {
    if buried { Objects::In(ZoneOf::Graveyard(Who::EachPlayer), what) } else { Objects::All(what) }
}

/// It may enter as a copy, with these exceptions.
fn copying(what: Filter, except: Vec<Modification>, buried: bool, tapped: bool) -> AbilityDef {
    let copy = if tapped { ReplaceWith::CopyTapped } else { ReplaceWith::Copy };
    let replacement = Replacement {
        event: ReplacedEvent::Enters(Filter::Is(Obj::This)),
        only_if: Condition::Always,
        with: copy(group(what, buried), except),
        optional: Some(Who::You),
    };
    ability(StaticEffect::Replace(replacement), Condition::Always)
}

fn is_copying(def: &AbilityDef, buried: bool, tapped: bool) -> Option<(Filter, Vec<Modification>)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else { return None };
    let (ReplaceWith::Copy(of, except) | ReplaceWith::CopyTapped(of, except)) = &replacement.with else { return None };
    let (Objects::All(what) | Objects::In(_, what)) = of else { return None };
    (*def == copying(what.clone(), except.clone(), buried, tapped)).then(|| (what.clone(), except.clone()))
}

fn plain(def: &AbilityDef, buried: bool, tapped: bool) -> Vec<(Obj, Filter)> {
    let found = is_copying(def, buried, tapped).filter(|(_, except)| except.is_empty());
    found.map(|(what, _)| (Obj::This, what)).into_iter().collect()
}

fn changed(def: &AbilityDef, buried: bool, tapped: bool) -> Vec<(Obj, Filter, Vec<Modification>)> {
    let found = is_copying(def, buried, tapped).filter(|(_, except)| !except.is_empty());
    found.map(|(what, except)| (Obj::This, what, except)).into_iter().collect()
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "you may have {this} enter tapped as a copy of any {noun.s} on the battlefield ." (this: Self_, noun: Noun) => |_, _, noun| Some(copying(noun, Vec::new(), false, true)),
        |_, d: &_| plain(d, false, true); ""),
    rule!(Static: "you may have {this} enter tapped as a copy of any {noun.s} on the battlefield , except {ex} ." (this: Self_, noun: Noun, ex: Excepts) => |_, _, noun, ex| Some(copying(noun, ex, false, true)),
        |_, d: &_| changed(d, false, true); ""),
    rule!(Static: "you may have {this} enter as a copy of any {cards.s} in a graveyard ." (this: Self_, cards: CardNoun) => |_, _, cards| Some(copying(cards, Vec::new(), true, false)),
        |_, d: &_| plain(d, true, false); ""),
    rule!(Static: "you may have {this} enter as a copy of any {cards.s} in a graveyard , except {ex} ." (this: Self_, cards: CardNoun, ex: Excepts) => |_, _, cards, ex| Some(copying(cards, ex, true, false)),
        |_, d: &_| changed(d, true, false); ""),
    rule!(Static: "you may have {this} enter tapped as a copy of any {cards.s} in a graveyard ." (this: Self_, cards: CardNoun) => |_, _, cards| Some(copying(cards, Vec::new(), true, true)),
        |_, d: &_| plain(d, true, true); ""),
    rule!(Static: "you may have {this} enter tapped as a copy of any {cards.s} in a graveyard , except {ex} ." (this: Self_, cards: CardNoun, ex: Excepts) => |_, _, cards, ex| Some(copying(cards, ex, true, true)),
        |_, d: &_| changed(d, true, true); ""),
];
