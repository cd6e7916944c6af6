//! Creatures that attack alone (CR 506.5), that block or are blocked by at least one creature of some sort (509.3), and what is hurt,
//! cast or played; the other one of two.

use crate::cards::oracle::grammar::events::aside;
use crate::cards::oracle::grammar::events::joined::targeted;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Role, Rule, rule};

/// Attacks, and no other creature does.
fn attacking_alone() -> Filter {
    Filter::And(vec![Filter::Attacking, Filter::Alone])
}

/// The card itself is what the event is about.
fn itself(context: &mut Context) {
    context.event = true;
    nouns::references::this(context);
}

fn blocking(noun: Filter) -> TriggerEvent {
    TriggerEvent::Blocks(Filter::And(vec![Filter::Is(Obj::This), Filter::BlockingWhat(Box::new(noun))]))
}

fn blocked(noun: Filter) -> TriggerEvent {
    TriggerEvent::BecomesBlocked(Filter::And(vec![Filter::Is(Obj::This), Filter::BlockedBy(Box::new(noun))]))
}

fn is_blocking(event: &TriggerEvent) -> Option<Filter> {
    let TriggerEvent::Blocks(Filter::And(list)) = event else { return None };
    match list.as_slice() {
        [Filter::Is(Obj::This), Filter::BlockingWhat(noun)] => Some((**noun).clone()),
        _ => None,
    }
}

/// The creature that the last mention of an event names beside what the event is about.
fn other_one(context: &Context) -> Option<Obj> {
    let aside = |m: &&crate::cards::oracle::syntax::Mention| m.role == Role::Aside && m.kind.contains(Sort::CREATURE);
    match &context.mentioned().rfind(aside)?.what {
        Referent::Objects(objects) => help::one(objects),
        Referent::Player(_) | Referent::Any(_) => None,
    }
}

fn damage(source: Filter, to: DamageTo) -> TriggerEvent {
    TriggerEvent::Damage { source, to, combat: None }
}

/// To a creature or to an opponent.
fn either(source: Filter) -> TriggerEvent {
    let creature = DamageTo::Object(Filter::Type(CardTypes::CREATURE));
    TriggerEvent::AnyOf(vec![damage(source.clone(), creature), damage(source, DamageTo::Player(Who::EachOpponent))])
}

/// A card is played: a land, or a card that is cast (CR 701.18a).
fn plays(who: Who) -> TriggerEvent {
    TriggerEvent::AnyOf(vec![
        TriggerEvent::PlaysLand { who, what: Filter::Any, from: None },
        TriggerEvent::Casts { who, what: Filter::Card, from: None },
    ])
}

/// A land is played or a spell is cast from exile: any spell, or one that is a card.
fn plays_from_exile(spells: Filter) -> TriggerEvent {
    let (who, from) = (Who::You, Some(ZoneKind::Exile));
    TriggerEvent::AnyOf(vec![
        TriggerEvent::PlaysLand { who, what: Filter::Any, from },
        TriggerEvent::Casts { who, what: spells, from },
    ])
}

/// What blocks or is blocked by the one that the ability's object is attached to.
fn either_way(noun: Filter) -> TriggerEvent {
    let what = Filter::Is(Obj::Host);
    let blocks = TriggerEvent::BlocksCreature { what: what.clone(), blocked: noun.clone() };
    TriggerEvent::AnyOf(vec![blocks, TriggerEvent::BecomesBlockedBy { what, by: noun }])
}

fn is_either_way(event: &TriggerEvent) -> Vec<(CardTypes, Filter)> {
    let TriggerEvent::AnyOf(list) = event else { return Vec::new() };
    match list.as_slice() {
        [TriggerEvent::BlocksCreature { blocked, .. }, _] if *event == either_way(blocked.clone()) => {
            vec![(CardTypes::CREATURE, blocked.clone())]
        }
        _ => Vec::new(),
    }
}

fn neither_alone() -> Vec<Modification> {
    vec![Modification::Rule(ObjectRule::CantAttackAlone), Modification::Rule(ObjectRule::CantBlockAlone)]
}

pub(super) const RULES: &[Rule] = &[
    rule!(Happening: "attacks alone" (what: EventSubject) <=> {TriggerEvent::AttacksAlone(what)}; ""),
    rule!(Post: "that's attacking alone" () => |_| Some(attacking_alone()), |_, f: &_| if *f == attacking_alone() { vec![()] } else { Vec::new() }; "that's attacking alone"),
    rule!(Quality: "attacking alone" () => |_| Some(attacking_alone()), |_, f: &_| if *f == attacking_alone() { vec![()] } else { Vec::new() }; "attacking alone"),
    rule!(Cant: "can't attack alone" () <=> {ObjectRule::CantAttackAlone}; "can't attack alone"),
    rule!(Cant: "can't block alone" () <=> {ObjectRule::CantBlockAlone}; "can't block alone"),
    rule!(Cant: "can only attack alone" () <=> {ObjectRule::AttacksOnlyAlone}; "can only attack alone"),
    rule!(StaticMod: "can't attack or block alone" () => |_| Some(neither_alone()), |_, m: &_| if *m == neither_alone() { vec![()] } else { Vec::new() }; "can't attack or block alone"),
    // ---- at least one of them
    rule!(Event: "{this} blocks one or more {noun.p}" (this: Self_, noun: Noun) => |c, _, noun| { itself(c); Some(blocking(noun)) },
        |_, e: &_| is_blocking(e).map(|noun| (Obj::This, noun)).into_iter().collect(); "this creature blocks one or more black creatures"),
    rule!(Event: "{this} blocks or becomes blocked by one or more {noun.p}" (this: Self_, noun: Noun) => |c, _, noun| { itself(c); Some(TriggerEvent::AnyOf(vec![blocking(noun.clone()), blocked(noun)])) },
        |_, e| match e {
            TriggerEvent::AnyOf(list) => match list.as_slice() { [a, b] => is_blocking(a).filter(|noun| *b == blocked(noun.clone())).map(|noun| (Obj::This, noun)).into_iter().collect(), _ => Vec::new() },
            _ => Vec::new(),
        }; "this creature blocks or becomes blocked by one or more black creatures"),
    rule!(Event: "enchanted {kind.s} blocks or becomes blocked by a {noun.s}" (kind: Type, noun: Noun) => |c, kind, noun| {
            c.event = true;
            c.mention(Referent::Objects(Objects::The(Obj::Host)), help::type_kind(kind) | Sort::PERMANENT, false);
            aside(c, Obj::EventSource, help::permanent_kind(&noun));
            c.face.is("Aura").then(|| either_way(noun))
        },
        |c, e: &_| if c.face.is("Aura") { is_either_way(e) } else { Vec::new() }; ""),
    // ---- the other one
    rule!(Np: "1: the other creature" () => |c| other_one(c).map(|obj| { c.references += 1; Objects::The(obj) }), |c, o: &_| if other_one(c).map(Objects::The).as_ref() == Some(o) { vec![()] } else { Vec::new() }; ""),
    // ---- what is hurt, played, targeted
    rule!(Happening: "deals damage to a creature or opponent" (what: EventSubject) => |c, what| { c.event = true; Some(either(what)) },
        |_, e: &_| match e {
            TriggerEvent::AnyOf(list) => match list.as_slice() { [TriggerEvent::Damage { source, .. }, _] if *e == either(source.clone()) => vec![(source.clone(),)], _ => Vec::new() },
            _ => Vec::new(),
        }; ""),
    rule!(Event: "you play a card" () => |c| { c.event = true; Some(plays(Who::You)) }, |_, e: &_| if *e == plays(Who::You) { vec![()] } else { Vec::new() }; "you play a card"),
    rule!(Event: "you play a card from exile" () => |c| { c.event = true; Some(plays_from_exile(Filter::Card)) },
        |_, e: &_| if *e == plays_from_exile(Filter::Card) { vec![()] } else { Vec::new() }; "you play a card from exile"),
    rule!(Event: "you play a land from exile or cast a spell from exile" () => |c| { c.event = true; Some(plays_from_exile(Filter::Any)) },
        |_, e: &_| if *e == plays_from_exile(Filter::Any) { vec![()] } else { Vec::new() }; "you play a land from exile or cast a spell from exile"),
    rule!(Event: "{who#} plays|play a {noun.s}" (who: EventPlayer, noun: Noun) => |c, who, noun| { c.event = true; of_lands(&noun).then_some(TriggerEvent::PlaysLand { who, what: noun, from: None }) },
        |_, e| match e { TriggerEvent::PlaysLand { who, what: noun, from: None } if of_lands(&noun) => vec![(who, noun)], _ => Vec::new() }; "an opponent plays a nonbasic land"),
    rule!(Happening: "becomes the target of a {spells.s}" (what: EventSubject, spells: SpellNoun) => |_, what, spells| (spells != Filter::Any).then(|| targeted(what, spells)),
        |_, e| match e { TriggerEvent::BecomesTarget { what, by } => help::without(&by, &Filter::Spell).filter(|f| *f != Filter::Any).map(|f| (what, f)).into_iter().collect(), _ => Vec::new() }; ""),
];

/// Lands with some quality.
fn of_lands(noun: &Filter) -> bool {
    let parts = help::parts(noun.clone());
    parts.len() > 1 && parts.contains(&Filter::Type(CardTypes::LAND))
}
