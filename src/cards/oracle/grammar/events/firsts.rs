//! Spells cast from elsewhere, the first spell in a turn of an opponent, cards that are discarded together.

use crate::cards::oracle::grammar::costs::spells::elsewhere;
use crate::cards::oracle::grammar::events::casts::casts;
use crate::cards::oracle::grammar::events::hits::here;
use crate::cards::oracle::grammar::events::{aside, aside_event};
use crate::cards::oracle::grammar::help::{with, without};
use crate::cards::oracle::grammar::lines::{nth_time, targets};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Role, Rule, rule};

/// Cards are discarded at the same time.
fn discards(context: &mut Context, cards: Filter) -> TriggerEvent {
    context.event = true;
    context.mention(Referent::Objects(Objects::The(Obj::Event)), Sort::CARD, true);
    TriggerEvent::OneOrMore(Box::new(TriggerEvent::Discards(Who::You, cards)))
}

fn is_discards(event: &TriggerEvent) -> Vec<(Filter,)> {
    match event {
        TriggerEvent::OneOrMore(inner) => match &**inner {
            TriggerEvent::Discards(Who::You, cards) => vec![(cards.clone(),)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// A permanent dies, or goes from the battlefield to exile.
fn gone(context: &mut Context, what: Filter) -> TriggerEvent {
    context.dies = true;
    context.change(|m| m.what == Referent::Objects(Objects::The(Obj::Event)), |m| m.kind |= Sort::CARD);
    let exiled =
        TriggerEvent::Moves { what: what.clone(), from: Some(ZoneKind::Battlefield), to: Some(ZoneKind::Exile) };
    TriggerEvent::AnyOf(vec![TriggerEvent::Dies(what), exiled])
}

fn is_gone(event: TriggerEvent) -> Vec<(Filter,)> {
    let TriggerEvent::AnyOf(list) = event else { return Vec::new() };
    match list.as_slice() {
        [
            TriggerEvent::Dies(what),
            TriggerEvent::Moves { what: same, from: Some(ZoneKind::Battlefield), to: Some(ZoneKind::Exile) },
        ] if what == same => {
            vec![(what.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// A source of an opponent deals damage, once for each source, which is called back.
fn hurts(context: &mut Context, to: DamageTo) -> TriggerEvent {
    context.event = true;
    aside(context, Obj::EventSource, Sort::empty());
    TriggerEvent::Damage { source: Filter::Controlled(Who::EachOpponent), to, combat: None }
}

fn is_hurts(event: TriggerEvent) -> Option<DamageTo> {
    match event {
        TriggerEvent::Damage { source: Filter::Controlled(Who::EachOpponent), to, combat: None } => Some(to),
        _ => None,
    }
}

/// Whether a source of damage is what the event is about.
fn is_source(context: &Context) -> bool {
    let source = Referent::Objects(Objects::The(Obj::EventSource));
    context.event && context.mentions.first().is_some_and(|m| m.what == source)
}

const YOU: DamageTo = DamageTo::Player(Who::You);

/// The n-th spell, in a turn of an opponent.
fn in_their_turn(context: &mut Context, nth: i32, effects: Vec<Instruction>) -> Option<TriggeredDef> {
    context.event = true;
    let count = Quantity::SpellsThisTurn(Who::You);
    let def = nth_time(casts(Filter::Any), count, nth, targets(context), effects);
    let provided = Condition::And(vec![def.provided, Condition::TurnOf(Who::EachOpponent)]);
    let mut def = TriggeredDef { provided, ..def };
    lines::knows_x(&mut def).then_some(def)
}

fn is_in_their_turn(context: &Context, def: &TriggeredDef) -> Vec<(i32, Vec<Instruction>)> {
    let Condition::And(list) = &def.provided else { return Vec::new() };
    let [Condition::Compare(_, _, Quantity::N(nth)), _] = list.as_slice() else { return Vec::new() };
    let Some(made) = in_their_turn(&mut context.clone(), *nth, def.effects.clone()) else { return Vec::new() };
    let same = *def == TriggeredDef { targets: def.targets.clone(), ..made };
    if same { vec![(*nth, def.effects.clone())] } else { Vec::new() }
}

/// From anywhere but the hand of the one who casts it.
fn from_elsewhere() -> Filter {
    let own_hand = vec![Filter::CastFrom(ZoneKind::Hand), Filter::Owned(Who::ControllerOf(Obj::It))];
    help::not(Filter::And(own_hand))
}

/// An opponent casts such a spell.
fn opponent_casts(spells: Filter) -> TriggerEvent {
    TriggerEvent::Casts { who: Who::EachOpponent, what: with(spells, from_elsewhere()), from: None }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Event: "a opponent casts a {spells.s} from anywhere other than their hand" (spells: SpellNoun) => |c, spells| { aside_event(c, Sort::SPELL); Some(opponent_casts(spells)) },
        |_, e| match e {
            TriggerEvent::Casts { who: Who::EachOpponent, what, from: None } => without(&what, &from_elsewhere()).map(|f| (f,)).into_iter().collect(),
            _ => Vec::new(),
        }; "an opponent casts a creature spell from anywhere other than their hand"),
    rule!(Event: "you cast a {spells.s} from anywhere other than your hand" (spells: SpellNoun)
        => |c, spells| { aside_event(c, Sort::SPELL); Some(casts(with(spells, elsewhere()))) },
        |_, e| match e {
            TriggerEvent::Casts { who: Who::You, what, from: None } => without(&what, &elsewhere()).map(|f| (f,)).into_iter().collect(),
            _ => Vec::new(),
        }; "you cast a creature spell from anywhere other than your hand"),
    rule!(Event: "you discard one or more {cards.p}" (cards: CardNoun) => |c, cards| Some(discards(c, cards)), |_, e: &_| is_discards(e); "you discard one or more land cards"),
    rule!(Happening: "dies or is put into exile from the battlefield" (what: EventSubject) => |c, what| Some(gone(c, what)), |_, e| is_gone(e); ""),
    rule!(Event: "a source a opponent controls deals damage to you" () => |c| Some(hurts(c, YOU)), |_, e| if is_hurts(e) == Some(YOU) { vec![()] } else { Vec::new() };
        "a source an opponent controls deals damage to you"),
    rule!(Event: "a source a opponent controls deals damage to {this}" (this: Self_) => |c, _| Some(hurts(c, here())), |_, e| if is_hurts(e) == Some(here()) { vec![(Obj::This,)] } else { Vec::new() };
        "a source an opponent controls deals damage to this creature"),
    rule!(Poss: "that source 's" () => |c| is_source(c).then_some(Obj::EventSource), |c, o: &_| if is_source(c) && *o == Obj::EventSource { vec![()] } else { Vec::new() }; ""),
    rule!(Line: "when you cycle this card and when {this} dies , {effects}" (this: Self_, effects: Sentences) => |c, _, effects| {
            let cycled = TriggerEvent::Cycles(Who::You, Filter::Is(Obj::This));
            let died = TriggerEvent::Dies(Filter::Is(Obj::This));
            let mut one = |when| Some(AbilityDef::Triggered(lines::whole(c, when, Condition::Always, effects.clone())?));
            let both = [one(cycled)?, one(died)?];
            c.mentions.iter().all(|m| m.role != Role::Subject).then(|| both.to_vec())
        }, |_, _value: &_| Vec::new(); ""),
    rule!(Trigger: "whenever you cast your {nth} spell during each opponent 's turn , {effects}" (nth: Nth, effects: Begun) => |c, nth, effects| in_their_turn(c, nth, effects),
        |c, d: &_| is_in_their_turn(c, d); "whenever you cast your first spell during each opponent's turn, draw a card."),
];
