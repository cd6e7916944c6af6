//! Trigger events.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Role, Rule, alternate, rule};

const PLANESWALKER: Filter = Filter::Type(CardTypes::PLANESWALKER);

/// Combat damage to one of two sorts: it is dealt to one of them at a time.
fn hits(source: Filter) -> TriggerEvent {
    let deals = |to| TriggerEvent::Damage { source: source.clone(), to, combat: Some(true) };
    TriggerEvent::AnyOf(vec![deals(DamageTo::Player(Who::EachPlayer)), deals(DamageTo::Object(PLANESWALKER))])
}

fn is_hits(event: &TriggerEvent) -> Vec<(Filter,)> {
    let TriggerEvent::AnyOf(list) = event else { return Vec::new() };
    match list.first() {
        Some(TriggerEvent::Damage { source, .. }) if hits(source.clone()) == *event => vec![(source.clone(),)],
        _ => Vec::new(),
    }
}

/// A card of yours leaves the graveyard (CR 603.10a: it looks back).
fn leaves(context: &mut Context, cards: Filter) -> TriggerEvent {
    context.event = true;
    let before = std::mem::replace(&mut context.role, Role::Aside);
    context.mention(Referent::Objects(Objects::The(Obj::Event)), Sort::CARD, false);
    context.role = before;
    TriggerEvent::Moves { what: help::with(cards, Filter::Owned(Who::You)), from: Some(ZoneKind::Graveyard), to: None }
}

fn is_leaving(event: &TriggerEvent) -> Vec<(Filter,)> {
    match event {
        TriggerEvent::Moves { what, from: Some(ZoneKind::Graveyard), to: None } => {
            help::without(what, &Filter::Owned(Who::You)).map(|f| (f,)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The card itself, which its name makes several.
fn several(context: &mut Context) {
    context.event = true;
    let creature = context.face.types.types.contains(CardTypes::CREATURE);
    let kind = if creature { Sort::CREATURE | Sort::PERMANENT } else { Sort::PERMANENT };
    context.mention(Referent::Objects(Objects::The(Obj::This)), kind, false);
}

pub(super) const RULES: &[Rule] = &[
    rule!(Happening: "deals combat damage to a player or planeswalker" (what: EventSubject) => |c, what| {
            c.mentions.iter_mut().filter(|m| m.what == Referent::Objects(Objects::The(Obj::Event))).for_each(|m| m.what = Referent::Objects(Objects::The(Obj::EventSource)));
            c.event = true;
            Some(hits(what))
        },
        |_, e| is_hits(&e); ""),
    rule!(Event: "a {cards.s} leaves your graveyard" (cards: CardNoun) => |c, cards| Some(leaves(c, cards)), |_, e| is_leaving(&e); "a creature card leaves your graveyard"),
    alternate!(Event: "{this} attack" (this: Self_) => |c, _| { several(c); Some(TriggerEvent::Attacks(Filter::Is(Obj::This))) }; ""),
    alternate!(Event: "{this} enter" (this: Self_) => |c, _| { several(c); Some(TriggerEvent::Enters(Filter::Is(Obj::This))) }; ""),
];
