//! What goes from one zone to another (CR 603.6).

use crate::cards::oracle::grammar::events::aside;
use crate::cards::oracle::grammar::events::together::{of_together, together};
use crate::cards::oracle::grammar::help::{with, without};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

const BATTLEFIELD: Option<ZoneKind> = Some(ZoneKind::Battlefield);

fn event() -> Referent {
    Referent::Objects(Objects::The(Obj::Event))
}

/// What leaves may be called back where it is a card.
fn gone(context: &mut Context) {
    context.dies = true;
    context.change(|m| m.what == event(), |m| m.kind |= Sort::CARD);
}

fn leaves_for(what: Filter, to: ZoneKind) -> TriggerEvent {
    TriggerEvent::Moves { what, from: BATTLEFIELD, to: Some(to) }
}

/// It dies, or goes from the battlefield to exile.
fn buried_or_exiled(context: &mut Context, what: Filter) -> TriggerEvent {
    gone(context);
    TriggerEvent::AnyOf(vec![TriggerEvent::Dies(what.clone()), leaves_for(what, ZoneKind::Exile)])
}

/// It goes from the battlefield to any zone but a graveyard (CR 700.4), or out of the game with its owner (CR 800.4a).
fn survives(what: &Filter) -> TriggerEvent {
    let zones = [ZoneKind::Hand, ZoneKind::Library, ZoneKind::Exile, ZoneKind::Command, ZoneKind::Outside];
    TriggerEvent::AnyOf(zones.map(|zone| leaves_for(what.clone(), zone)).into())
}

fn is_survives(event: &TriggerEvent) -> Vec<(Filter,)> {
    let TriggerEvent::AnyOf(list) = event else { return Vec::new() };
    match list.first() {
        Some(TriggerEvent::Moves { what, .. }) if survives(what) == *event => vec![(what.clone(),)],
        _ => Vec::new(),
    }
}

/// It enters from a zone of yours.
fn enters_from(what: Filter, zone: ZoneKind) -> TriggerEvent {
    TriggerEvent::Moves { what: with(what, Filter::Owned(Who::You)), from: Some(zone), to: BATTLEFIELD }
}

fn is_enters_from(event: TriggerEvent, zone: ZoneKind) -> Vec<(Filter,)> {
    match event {
        TriggerEvent::Moves { what, from, to } if from == Some(zone) && to == BATTLEFIELD => {
            without(&what, &Filter::Owned(Who::You)).map(|f| (f,)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The cards of yours that go from a zone to exile.
fn exiled(cards: Filter, from: Option<ZoneKind>) -> TriggerEvent {
    let what = with(with(cards, Filter::Card), Filter::Owned(Who::You));
    TriggerEvent::Moves { what, from, to: Some(ZoneKind::Exile) }
}

fn is_exiled(event: &TriggerEvent) -> Option<Filter> {
    let TriggerEvent::Moves { what, .. } = event else { return None };
    without(what, &Filter::Owned(Who::You)).and_then(|f| without(&f, &Filter::Card))
}

fn exiled_from(event: &TriggerEvent, from: ZoneKind) -> Vec<(Filter,)> {
    is_exiled(event).filter(|f| exiled(f.clone(), Some(from)) == *event).map(|f| (f,)).into_iter().collect()
}

/// Cards of anyone go to exile from anywhere.
fn to_exile(cards: Filter) -> TriggerEvent {
    TriggerEvent::Moves { what: with(cards, Filter::Card), from: None, to: Some(ZoneKind::Exile) }
}

macro_rules! enters_from {
    ($words:literal, $zone:ident) => {
        rule!(Happening: $words (what: EventSubject) => |_, what| Some(enters_from(what, ZoneKind::$zone)), |_, e| is_enters_from(e, ZoneKind::$zone); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    // ---- older words: a permanent can only come to a graveyard from the battlefield
    alternate!(Happening: "is put into a graveyard" (what: EventSubject) => |c, what| { gone(c); Some(TriggerEvent::Dies(what)) }; ""),
    alternate!(Happening: "dies or is put into exile" (what: EventSubject) => |c, what| Some(buried_or_exiled(c, what)); ""),
    alternate!(Happening: "is put into a graveyard from the battlefield or is put into exile from the battlefield" (what: EventSubject) => |c, what| Some(buried_or_exiled(c, what)); ""),
    rule!(Happening: "is exiled from the battlefield" (what: EventSubject) => |c, what| { gone(c); Some(leaves_for(what, ZoneKind::Exile)) },
        |_, e| match e { TriggerEvent::Moves { what, from: BATTLEFIELD, to: Some(ZoneKind::Exile) } => vec![(what,)], _ => Vec::new() }; ""),
    alternate!(Happening: "is put into exile from the battlefield" (what: EventSubject) => |c, what| { gone(c); Some(leaves_for(what, ZoneKind::Exile)) }; ""),
    rule!(Happening: "is returned to its owner 's hand" (what: EventSubject) => |c, what| { gone(c); Some(leaves_for(what, ZoneKind::Hand)) },
        |_, e| match e { TriggerEvent::Moves { what, from: BATTLEFIELD, to: Some(ZoneKind::Hand) } if without(&what, &Filter::Owned(Who::You)).is_none() => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Happening: "is returned to your hand" (what: EventSubject) => |c, what| { gone(c); Some(leaves_for(with(what, Filter::Owned(Who::You)), ZoneKind::Hand)) },
        |_, e| match e { TriggerEvent::Moves { what, from: BATTLEFIELD, to: Some(ZoneKind::Hand) } => without(&what, &Filter::Owned(Who::You)).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; ""),
    rule!(Event: "one or more {noun.p} are returned to hand" (noun: Noun) => |c, noun| Some(together(c, leaves_for(noun, ZoneKind::Hand))),
        |_, e| match of_together(e) { Some(TriggerEvent::Moves { what, from: BATTLEFIELD, to: Some(ZoneKind::Hand) }) => vec![(what,)], _ => Vec::new() }; "one or more artifacts are returned to hand"),
    rule!(Happening: "leaves the battlefield without dying" (what: EventSubject) => |c, what| { gone(c); Some(survives(&what)) }, |_, e: &_| is_survives(e); ""),
    rule!(Event: "one or more {noun.p} leave the battlefield without dying" (noun: Noun) => |c, noun| Some(together(c, survives(&noun))),
        |_, e| of_together(e).map(|e| is_survives(&e)).into_iter().flatten().filter(|(f,)| without(f, &help::other()).is_none()).collect(); ""),
    rule!(Event: "one or more other {noun.p} leave the battlefield without dying" (noun: Noun) => |c, noun| Some(together(c, survives(&with(noun, help::other())))),
        |_, e| of_together(e).map(|e| is_survives(&e)).into_iter().flatten().filter_map(|(f,)| without(&f, &help::other())).map(|f| (f,)).collect(); ""),
    // ---- what enters from elsewhere
    enters_from!("enters from your graveyard", Graveyard),
    enters_from!("enters from your hand", Hand),
    enters_from!("enters from your library", Library),
    rule!(Happening: "enters from exile" (what: EventSubject) => |_, what| Some(TriggerEvent::Moves { what, from: Some(ZoneKind::Exile), to: BATTLEFIELD }),
        |_, e| match e { TriggerEvent::Moves { what, from: Some(ZoneKind::Exile), to: BATTLEFIELD } => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Happening: "enters from a graveyard" (what: EventSubject) => |_, what| Some(TriggerEvent::Moves { what, from: Some(ZoneKind::Graveyard), to: BATTLEFIELD }),
        |_, e| match e { TriggerEvent::Moves { what, from: Some(ZoneKind::Graveyard), to: BATTLEFIELD } => vec![(what,)], _ => Vec::new() }; ""),
    // ---- what it becomes
    rule!(Event: "a permanent you control transforms into a {noun.s}" (noun: Noun) => |c, noun| {
            c.event = true;
            c.mention(event(), help::permanent_kind(&noun), false);
            Some(TriggerEvent::TransformsInto(with(noun, Filter::Controlled(Who::You))))
        },
        |_, e| match e { TriggerEvent::TransformsInto(what) => without(&what, &Filter::Controlled(Who::You)).filter(|f| *f != Filter::Any).map(|f| (f,)).into_iter().collect(), _ => Vec::new() };
        "a permanent you control transforms into a creature"),
    rule!(Happening: "transforms" (what: EventSubject) => |_, what| Some(TriggerEvent::TransformsInto(what)),
        |_, e| match e { TriggerEvent::TransformsInto(what @ (Filter::Is(Obj::Host) | Filter::Controlled(_))) => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Happening: "becomes unattached from a permanent" (what: EventSubject) => |c, what| { aside(c, Obj::EventSource, Sort::PERMANENT); Some(TriggerEvent::Unattached(what)) },
        |_, e| match e { TriggerEvent::Unattached(what) => vec![(what,)], _ => Vec::new() }; ""),
    // ---- cards that are exiled
    rule!(Event: "one or more {cards.p} are put into exile" (cards: CardNoun) => |c, cards| Some(together(c, to_exile(cards))),
        |_, e| of_together(e).and_then(|e| match e { TriggerEvent::Moves { what, from: None, to: Some(ZoneKind::Exile) } => without(&what, &Filter::Card), _ => None }).map(|f| (f,)).into_iter().collect();
        "one or more creature cards are put into exile"),
    rule!(Event: "one or more {cards.p} are put into exile from your graveyard" (cards: CardNoun) => |c, cards| Some(together(c, exiled(cards, Some(ZoneKind::Graveyard)))),
        |_, e| of_together(e).map(|e| exiled_from(&e, ZoneKind::Graveyard)).into_iter().flatten().collect(); "one or more creature cards are put into exile from your graveyard"),
    rule!(Event: "one or more {cards.p} are put into exile from your library" (cards: CardNoun) => |c, cards| Some(together(c, exiled(cards, Some(ZoneKind::Library)))),
        |_, e| of_together(e).map(|e| exiled_from(&e, ZoneKind::Library)).into_iter().flatten().collect(); "one or more creature cards are put into exile from your library"),
    // ---- cards that come to your graveyard
    rule!(Event: "a {cards.s} is put into your graveyard from your library" (cards: CardNoun) => |c, cards| {
            c.event = true;
            c.mention(event(), Sort::CARD, false);
            Some(TriggerEvent::Moves { what: with(with(cards, Filter::Card), Filter::Owned(Who::You)), from: Some(ZoneKind::Library), to: Some(ZoneKind::Graveyard) })
        },
        |_, e: &_| match e {
            TriggerEvent::Moves { from: Some(ZoneKind::Library), to: Some(ZoneKind::Graveyard), .. } => is_exiled(e).map(|f| (f,)).into_iter().collect(),
            _ => Vec::new(),
        }; "a creature card is put into your graveyard from your library"),
];
