//! Keyword actions, abilities that are activated and spells that are copied, as trigger events.

use crate::cards::oracle::grammar::events::aside_event;
use crate::cards::oracle::grammar::help::{other, with, without};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

type Action = KeywordAction;

const LOYALTY: Filter = Filter::IsAbility(AbilitySort::Loyalty);

fn performs(context: &mut Context, who: Who, actions: &[Action]) -> TriggerEvent {
    context.looks = actions.iter().all(|action| matches!(action, Action::Scry | Action::Surveil));
    match actions {
        [one] => TriggerEvent::Performs(who, *one),
        several => TriggerEvent::AnyOf(several.iter().map(|one| TriggerEvent::Performs(who, *one)).collect()),
    }
}

fn is_performs(context: &Context, event: &TriggerEvent, actions: &[Action]) -> Vec<(Who,)> {
    let who = match event {
        TriggerEvent::Performs(who, _) => *who,
        TriggerEvent::AnyOf(list) => match list.first() {
            Some(TriggerEvent::Performs(who, _)) => *who,
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    if performs(&mut context.clone(), who, actions) == *event { vec![(who,)] } else { Vec::new() }
}

/// The ability on the stack is the object of the event.
fn activates(context: &mut Context, who: Who, of: Filter, what: Filter) -> TriggerEvent {
    context.event = true;
    context.mention(Referent::Objects(Objects::The(Obj::Event)), Sort::ABILITY, false);
    TriggerEvent::Activates { who, of, what }
}

/// An ability of a permanent.
fn of_permanent(context: &mut Context, who: Who, noun: Filter, what: Filter) -> TriggerEvent {
    activates(context, who, with(noun, Filter::Permanent), what)
}

fn is_of_permanent(event: &TriggerEvent, ability: &Filter) -> Vec<(Who, Filter)> {
    match event {
        TriggerEvent::Activates { who, of, what } if what == ability => {
            without(of, &Filter::Permanent).map(|noun| (*who, noun)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn any_ability(context: &mut Context, who: Who) -> TriggerEvent {
    activates(context, who, Filter::Any, Filter::Any)
}

/// A spell that is cast or copied: "that spell" is it.
fn made(context: &mut Context, who: Who, spells: Filter) -> TriggerEvent {
    aside_event(context, Sort::SPELL);
    let copies = TriggerEvent::Copies(who, spells.clone());
    TriggerEvent::AnyOf(vec![TriggerEvent::Casts { who, what: spells, from: None }, copies])
}

fn is_made(event: &TriggerEvent) -> Vec<(Who, Filter)> {
    match event {
        TriggerEvent::AnyOf(list) => match list.as_slice() {
            [TriggerEvent::Casts { who, what, from: None }, TriggerEvent::Copies(again, copied)]
                if who == again && what == copied =>
            {
                vec![(*who, what.clone())]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// CR 702.29d: a card that is cycled is discarded, which is one event.
fn cycles_or_discards(context: &mut Context, who: Who, cards: Filter) -> TriggerEvent {
    aside_event(context, Sort::CARD);
    TriggerEvent::AnyOf(vec![TriggerEvent::Cycles(who, cards.clone()), TriggerEvent::Discards(who, cards)])
}

fn is_cycles_or_discards(event: &TriggerEvent) -> Vec<(Who, Filter)> {
    match event {
        TriggerEvent::AnyOf(list) => match list.as_slice() {
            [TriggerEvent::Cycles(who, cards), TriggerEvent::Discards(again, other)]
                if (who, cards) == (again, other) =>
            {
                vec![(*who, cards.clone())]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn host(noun: &Filter) -> bool {
    *noun == with(Filter::Is(Obj::Host), Filter::Permanent)
}

macro_rules! performs {
    ($words:literal, $($action:ident),+) => {
        rule!(Event: $words (who: EventPlayer) => |c, who| Some(performs(c, who, &[$(Action::$action),+])),
            |c, e: &_| is_performs(c, e, &[$(Action::$action),+]); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    performs!("{who#} scries|scry", Scry),
    performs!("{who#} surveils|surveil", Surveil),
    performs!("{who#} scries|scry or surveils|surveil", Scry, Surveil),
    performs!("{who#} scries|scry , surveils|surveil , or searches|search their|your library", Scry, Surveil, Search),
    performs!("{who#} searches|search their|your library", Search),
    performs!("{who#} shuffles|shuffle their|your library", Shuffle),
    performs!("{who#} proliferates|proliferate", Proliferate),
    performs!("{who#} rolls|roll one or more dice", Roll),
    performs!("{who#} commits|commit a crime", Crime),
    performs!("{who#} wins|win a coin flip", WinFlip),
    performs!("{who#} loses|lose a coin flip", LoseFlip),
    rule!(Each: "card|cards looked at while scrying this way" () => |c| c.looks.then_some(Quantity::EventAmount),
        |c, q: &_| if c.looks && *q == Quantity::EventAmount { vec![()] } else { Vec::new() }; ""),
    // ---- abilities that are activated
    rule!(Event: "{who#} activates|activate a ability that isn't a mana ability" (who: EventPlayer) => |c, who| Some(any_ability(c, who)),
        |_, e: &_| match e { TriggerEvent::Activates { who, of: Filter::Any, what: Filter::Any } => vec![(*who,)], _ => Vec::new() }; ""),
    alternate!(Event: "{who#} activates|activate a ability , if it isn't a mana ability" (who: EventPlayer) => |c, who| Some(any_ability(c, who)); ""),
    rule!(Event: "{who#} activates|activate a ability of a {noun.s} that isn't a mana ability" (who: EventPlayer, noun: Noun) => |c, who, noun| Some(of_permanent(c, who, noun, Filter::Any)),
        |_, e: &_| is_of_permanent(e, &Filter::Any); ""),
    alternate!(Event: "{who#} activates|activate a ability of a {noun.s} , if it isn't a mana ability" (who: EventPlayer, noun: Noun) => |c, who, noun| Some(of_permanent(c, who, noun, Filter::Any)); ""),
    alternate!(Event: "{who#} activates|activate a ability of a {noun.s} on the battlefield , if it isn't a mana ability" (who: EventPlayer, noun: Noun) => |c, who, noun| Some(of_permanent(c, who, noun, Filter::Any)); ""),
    rule!(Event: "{who#} activates|activate a loyalty ability of a {noun.s}" (who: EventPlayer, noun: Noun) => |c, who, noun| Some(of_permanent(c, who, noun, LOYALTY)),
        |_, e: &_| is_of_permanent(e, &LOYALTY); ""),
    rule!(Event: "{who#} activates|activate a loyalty ability of enchanted planeswalker" (who: EventPlayer)
        => |c, who| c.face.is("Aura").then(|| of_permanent(c, who, Filter::Is(Obj::Host), LOYALTY)),
        |c, e: &_| match e { TriggerEvent::Activates { who, of, what } if c.face.is("Aura") && host(of) && *what == LOYALTY => vec![(*who,)], _ => Vec::new() }; ""),
    // ---- spells and cards
    rule!(Event: "{who#} casts|cast or copies|copy a {spells.s}" (who: EventPlayer, spells: SpellNoun) => |c, who, spells| Some(made(c, who, spells)), |_, e: &_| is_made(e); ""),
    rule!(Event: "{who#} cycles|cycle or discards|discard a {cards.s}" (who: EventPlayer, cards: CardNoun) => |c, who, cards| Some(cycles_or_discards(c, who, cards)),
        |_, e: &_| is_cycles_or_discards(e).into_iter().filter(|(_, f)| without(f, &other()).is_none()).collect(); ""),
    rule!(Event: "{who#} cycles|cycle or discards|discard another {cards.s}" (who: EventPlayer, cards: CardNoun) => |c, who, cards| Some(cycles_or_discards(c, who, with(cards, other()))),
        |_, e: &_| is_cycles_or_discards(e).into_iter().filter_map(|(who, f)| Some((who, without(&f, &other())?))).collect(); ""),
];
