//! Events that the spells and abilities of opponents cause.

use crate::cards::oracle::grammar::help::{permanent_kind, with, without};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, rule};

fn caused(event: TriggerEvent) -> TriggerEvent {
    TriggerEvent::CausedBy(Who::EachOpponent, Box::new(event))
}

/// The event that an opponent's spell or ability causes.
fn cause(event: TriggerEvent) -> Option<TriggerEvent> {
    match event {
        TriggerEvent::CausedBy(Who::EachOpponent, event) => Some(*event),
        _ => None,
    }
}

/// The object of the event, and the opponent whose spell or ability it is.
fn mention(context: &mut Context, kind: Sort) {
    context.event = true;
    context.mention(Referent::Player(Who::ControllerOf(Obj::EventSource)), Sort::PLAYER, false);
    context.mention(Referent::Objects(Objects::The(Obj::Event)), kind, false);
}

/// A permanent goes to your graveyard.
fn buried(noun: Filter) -> TriggerEvent {
    let (from, to) = (Some(ZoneKind::Battlefield), Some(ZoneKind::Graveyard));
    TriggerEvent::Moves { what: with(noun, Filter::Owned(Who::You)), from, to }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Event: "a spell or ability a opponent controls causes a {noun.s} to be put into your graveyard from the battlefield" (noun: Noun)
        => |c, noun| { mention(c, permanent_kind(&noun) | Sort::CARD); c.buried = true; Some(caused(buried(noun))) },
        |_, e| match cause(e) {
            Some(TriggerEvent::Moves { what, from, to }) => match without(&what, &Filter::Owned(Who::You)) {
                Some(noun) if buried(noun.clone()) == (TriggerEvent::Moves { what, from, to }) => vec![(noun,)],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "a spell or ability an opponent controls causes an artifact to be put into your graveyard from the battlefield"),
    rule!(Event: "a spell or ability a opponent controls destroys a {noun.s}" (noun: Noun)
        => |c, noun| { mention(c, permanent_kind(&noun)); Some(caused(TriggerEvent::Destroyed(noun))) },
        |_, e| match cause(e) { Some(TriggerEvent::Destroyed(noun)) => vec![(noun,)], _ => Vec::new() };
        "a spell or ability an opponent controls destroys an artifact you control"),
    rule!(Event: "a spell or ability a opponent controls causes you to discard a {cards.s}" (cards: CardNoun)
        => |c, cards| { mention(c, Sort::CARD); Some(caused(TriggerEvent::Discards(Who::You, cards))) },
        |_, e| match cause(e) { Some(TriggerEvent::Discards(Who::You, cards)) => vec![(cards,)], _ => Vec::new() };
        "a spell or ability an opponent controls causes you to discard a card"),
    rule!(Static: "if a spell or ability a opponent controls causes you to discard this card , put it onto the battlefield instead of putting it into your graveyard ." ()
        => |_| Some(comes_instead()), |_, d: &_| if *d == comes_instead() { vec![()] } else { Vec::new() };
        "if a spell or ability an opponent controls causes you to discard this card, put it onto the battlefield instead of putting it into your graveyard."),
];

/// A card that comes to the battlefield as an opponent would have its owner discard it.
fn comes_instead() -> AbilityDef {
    let discard = ReplacedEvent::Discard(Who::You, Filter::Is(Obj::This));
    AbilityDef::Static(StaticDef {
        only_if: Condition::Always,
        effect: StaticEffect::Replace(Replacement {
            event: ReplacedEvent::CausedBy(Who::EachOpponent, Box::new(discard)),
            only_if: Condition::Always,
            with: ReplaceWith::MoveTo(Destination::Battlefield(Entry::default())),
            optional: None,
        }),
        from: ZoneKind::Hand,
    })
}
