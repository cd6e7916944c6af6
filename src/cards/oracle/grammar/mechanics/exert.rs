//! Exerting as it attacks (CR 701.43d); exploring, conniving and exerting as trigger events.

use crate::cards::oracle::grammar::events::aside_event;
use crate::cards::oracle::grammar::help::{permanent_kind, with, without};
use crate::cards::oracle::grammar::lines::{targets, triggered};
use crate::cards::oracle::grammar::nouns::references::this;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// It may be exerted as it attacks.
fn offered(only_if: Condition) -> AbilityDef {
    let rule = vec![Modification::Rule(ObjectRule::MayBeExerted)];
    AbilityDef::Static(StaticDef {
        effect: StaticEffect::Affect(Objects::The(Obj::This), rule),
        only_if,
        from: ZoneKind::Battlefield,
    })
}

/// It hasn't been exerted this turn.
fn rested() -> Condition {
    Condition::Not(Box::new(Condition::Is(Obj::This, Filter::ExertedThisTurn)))
}

/// It is exerted as it attacks: what the same paragraph says of it is linked to that (CR 607.2h).
fn exerted() -> TriggerEvent {
    TriggerEvent::Exerts { what: Filter::Is(Obj::This), to_attack: true }
}

/// The offer and what is linked to it.
fn with_trigger(context: &mut Context, only_if: Condition, effects: Vec<Instruction>) -> Option<Vec<AbilityDef>> {
    let linked = triggered(exerted(), Condition::Always, targets(context), effects);
    Some(vec![offered(only_if), AbilityDef::Triggered(linked)])
}

/// A permanent that somebody exerts, which is theirs.
fn exerts(context: &mut Context, noun: Filter) -> TriggerEvent {
    aside_event(context, permanent_kind(&noun));
    TriggerEvent::Exerts { what: with(noun, Filter::Controlled(Who::You)), to_attack: false }
}

macro_rules! does {
    ($words:literal, $action:ident) => {
        rule!(Happening: $words (what: EventSubject) => |_, what| Some(TriggerEvent::Does(PermanentAction::$action, what)),
            |_, e| match e { TriggerEvent::Does(PermanentAction::$action, what) => vec![(what,)], _ => Vec::new() }; "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "you may exert {this} as it attacks ." (this: Self_) => |_, _| Some(offered(Condition::Always)),
        |_, d: &_| if *d == offered(Condition::Always) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Static: "if {this} hasn't been exerted this turn , you may exert it as it attacks ." (this: Self_) => |_, _| Some(offered(rested())),
        |_, d: &_| if *d == offered(rested()) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    alternate!(Line: "you may exert {this} as it attacks . when you do , {effects}" (this: Exerted, effects: Sentences)
        => |c, _, effects| with_trigger(c, Condition::Always, effects); ""),
    alternate!(Line: "if {this} hasn't been exerted this turn , you may exert it as it attacks . when you do , {effects}" (this: Exerted, effects: Sentences)
        => |c, _, effects| with_trigger(c, rested(), effects); ""),
    alternate!(Line: "you may exert {this} as he attacks . when you do , {effects}" (this: Exerted, effects: Sentences)
        => |c, _, effects| with_trigger(c, Condition::Always, effects); ""),
    rule!(Exerted: "{this}" (this: Self_) => |c, _| { c.event = true; this(c); Some(Obj::This) }, |c, o: &_| if *o == Obj::This { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Event: "you exert {this} as it attacks" (this: Exerted) => |_, _| Some(exerted()), |_, e: &_| if *e == exerted() { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Event: "you exert a {noun.s}" (noun: Noun) => |c, noun| Some(exerts(c, noun)),
        |_, e: &_| match e {
            TriggerEvent::Exerts { what, to_attack: false } => without(what, &Filter::Controlled(Who::You)).map(|noun| (noun,)).into_iter().collect(),
            _ => Vec::new(),
        }; "you exert a creature"),
    does!("explores", Explore),
    does!("connives", Connive),
    does!("mutates", Mutate),
    rule!(Happening: "exploits a {noun.s}" (what: EventSubject, noun: Noun) => |_, what, noun| Some(TriggerEvent::Exploits { what, creature: noun }),
        |_, e| match e { TriggerEvent::Exploits { what, creature } => vec![(what, creature)], _ => Vec::new() }; ""),
];
