//! Two events as one (CR 603.2), and what else can stand beside another event.

use crate::cards::oracle::grammar::events::together::{provided, several};
use crate::cards::oracle::grammar::events::{aside, aside_event, deals, is_this};
use crate::cards::oracle::grammar::help::{with, without};
use crate::cards::oracle::grammar::lines::{in_combat, simple, whole};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Role, Rule, alternate, rule};

/// Whether an ability with this event functions where its object is, and the event isn't a state or a time.
fn plain(event: &TriggerEvent) -> bool {
    use TriggerEvent as E;
    match event {
        E::Cycles(_, f) | E::Discards(_, f) | E::Casts { what: f, .. } | E::Moves { what: f, .. } => !is_this(f),
        E::Beginning(..) | E::State(_) | E::FirstTime(_) | E::FirstTimeForIt(_) | E::CausedBy(..) | E::OneOrMore(_) => {
            false
        }
        E::AnyOf(list) => list.iter().all(plain),
        _ => true,
    }
}

/// Either of two events. Nothing of them is called back, since it isn't known which of them it was.
fn either(context: &mut Context, a: TriggerEvent, b: TriggerEvent) -> Option<TriggerEvent> {
    let fits = plain(&a) && plain(&b) && a != b;
    context.mentions.retain(|_| false);
    (context.event, context.dies, context.buried, context.looks) = (true, false, false, false);
    context.event_subject = None;
    fits.then(|| TriggerEvent::AnyOf(vec![a, b]))
}

fn is_either(event: TriggerEvent) -> Vec<(TriggerEvent, TriggerEvent)> {
    match event {
        TriggerEvent::AnyOf(list) => match list.as_slice() {
            [a, b] if plain(a) && plain(b) && a != b => vec![(a.clone(), b.clone())],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Damage beside another event: the object of the event is called back only if it is the card itself, since that of damage is
/// what it is dealt to.
fn strikes(context: &mut Context, source: Filter, to: DamageTo, combat: Option<bool>) -> TriggerEvent {
    context.mentions.retain(|m| m.what != Referent::Objects(Objects::The(Obj::Event)));
    TriggerEvent::Damage { source, to, combat }
}

macro_rules! strikes {
    ($words:literal, $who:ident, $combat:expr) => {
        rule!(Simple: $words (what: EventSubject) => |c, what| Some(strikes(c, what, DamageTo::Player(Who::$who), $combat)),
            |_, e| match e { TriggerEvent::Damage { source, to: DamageTo::Player(Who::$who), combat } if combat == $combat && source != Filter::Any => vec![(source,)], _ => Vec::new() }; "")
    };
}

/// It becomes the target of something.
macro_rules! target_of {
    ($category:ident: $words:literal, $by:expr) => {
        rule!($category: $words (what: EventSubject) => |_, what| Some(TriggerEvent::BecomesTarget { what, by: $by }),
            |_, e| match e { TriggerEvent::BecomesTarget { what, by } if by == $by => vec![(what,)], _ => Vec::new() }; "")
    };
}

/// A spell that is the source of the event is called back.
macro_rules! spell_of {
    ($words:literal, $by:expr) => {
        rule!(Happening: $words (what: EventSubject) => |c, what| { aside(c, Obj::EventSource, Sort::SPELL); Some(TriggerEvent::BecomesTarget { what, by: $by }) },
            |_, e| match e { TriggerEvent::BecomesTarget { what, by } if by == $by => vec![(what,)], _ => Vec::new() }; "")
    };
}

fn spell_of(who: Who) -> Filter {
    with(Filter::Spell, Filter::Controlled(who))
}

pub(super) fn targeted(what: Filter, spells: Filter) -> TriggerEvent {
    TriggerEvent::BecomesTarget { what, by: with(spells, Filter::Spell) }
}

/// The card itself is sacrificed.
fn sacrificed() -> TriggerEvent {
    TriggerEvent::Sacrifices(Who::You, Filter::Is(Obj::This))
}

fn discarded() -> TriggerEvent {
    TriggerEvent::Discards(Who::You, Filter::Is(Obj::This))
}

fn by_an_opponent() -> TriggerEvent {
    TriggerEvent::CausedBy(Who::EachOpponent, Box::new(discarded()))
}

/// CR 603.10a: the card itself leaves the graveyard, of which the ability looks back.
fn recovered() -> TriggerEvent {
    TriggerEvent::Moves { what: Filter::Is(Obj::This), from: Some(ZoneKind::Graveyard), to: Some(ZoneKind::Hand) }
}

/// The card itself, wherever it is then.
fn own_card(context: &mut Context) {
    context.event = true;
    context.mention(Referent::Objects(Objects::The(Obj::This)), Sort::CARD, false);
}

/// Whether "it" is the card itself.
fn is_itself(context: &Context) -> bool {
    context.it(false).is_some_and(|m| m.what == Referent::Objects(Objects::The(Obj::This)))
}

fn is_provided(mut def: TriggeredDef, so: &Condition) -> Vec<(TriggerEvent, Vec<Instruction>)> {
    let found = std::mem::replace(&mut def.provided, Condition::Always);
    if found == *so && simple(&def) && def.only_if == Condition::Always {
        vec![(def.when, def.effects)]
    } else {
        Vec::new()
    }
}

/// Either of two things that the card does, whose name is several.
fn of_several(context: &mut Context, a: fn(Filter) -> TriggerEvent, b: fn(Filter) -> TriggerEvent) -> TriggerEvent {
    several(context);
    TriggerEvent::AnyOf(vec![a(Filter::Is(Obj::This)), b(Filter::Is(Obj::This))])
}

/// You become the target of what an opponent controls, or of spells.
fn aimed(context: &mut Context, by: Filter) -> TriggerEvent {
    context.event = true;
    let role = std::mem::replace(&mut context.role, Role::Object);
    context.mention(Referent::Objects(Objects::The(Obj::EventSource)), Sort::SPELL, false);
    context.role = role;
    TriggerEvent::PlayerBecomesTarget { who: Who::You, by }
}

/// Permanents are sacrificed at the same time.
fn sacrifices(context: &mut Context, noun: Filter) -> TriggerEvent {
    context.event = true;
    TriggerEvent::OneOrMore(Box::new(TriggerEvent::Sacrifices(Who::You, noun)))
}

fn is_sacrifices(event: TriggerEvent) -> Option<Filter> {
    match event {
        TriggerEvent::OneOrMore(event) => match *event {
            TriggerEvent::Sacrifices(Who::You, noun) => Some(noun),
            _ => None,
        },
        _ => None,
    }
}

/// A commander of yours is among the attackers, under your control.
fn with_commander() -> TriggerEvent {
    let yours = vec![Filter::Commander, Filter::Owned(Who::You), Filter::Controlled(Who::You)];
    TriggerEvent::OneOrMore(Box::new(TriggerEvent::Attacks(Filter::And(yours))))
}

/// The card itself or one of a sort.
fn this_or(noun: Filter) -> Filter {
    Filter::Or(vec![Filter::Is(Obj::This), noun])
}

fn itself_or_host() -> Filter {
    this_or(Filter::Is(Obj::Host))
}

pub(super) const RULES: &[Rule] = &[
    // ---- two events
    rule!(When: "whenever {a} or {b}" (a: Event, b: Event) => |c, a, b| either(c, a, b), |_, e| is_either(e); ""),
    alternate!(When: "when {a} or {b}" (a: Event, b: Event) => |c, a, b| either(c, a, b); ""),
    alternate!(When: "whenever {a} and whenever {b}" (a: Event, b: Event) => |c, a, b| either(c, a, b); ""),
    alternate!(When: "when {a} and when {b}" (a: Event, b: Event) => |c, a, b| either(c, a, b); ""),
    rule!(Event: "you play a land or cast a {spells.s}" (spells: SpellNoun) => |c, spells| {
            c.event = true;
            let land = TriggerEvent::PlaysLand { who: Who::You, what: Filter::Any, from: None };
            Some(TriggerEvent::AnyOf(vec![land, TriggerEvent::Casts { who: Who::You, what: spells, from: None }]))
        },
        |_, e| match e {
            TriggerEvent::AnyOf(list) => match list.as_slice() {
                [TriggerEvent::PlaysLand { who: Who::You, what: Filter::Any, from: None }, TriggerEvent::Casts { who: Who::You, what, from: None }]
                    if *what != Filter::Card => vec![(what.clone(),)],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "you play a land or cast a creature spell"),
    alternate!(When: "when {a} and whenever it {happening.s}" (a: Event, happening: Happening) => |c, a, happening| {
            let entered = a == TriggerEvent::Enters(Filter::Is(Obj::This));
            entered.then(|| either(c, a, happening))?
        }; ""),
    alternate!(Line: "when you cast or cycle {this} , {effects}" (this: Self_, effects: Sentences) => |c, _, effects| {
            let itself = || Filter::Is(Obj::This);
            let cast = TriggerEvent::Casts { who: Who::You, what: itself(), from: None };
            let mut one = |when| Some(AbilityDef::Triggered(whole(c, when, Condition::Always, effects.clone())?));
            let both = [one(cast)?, one(TriggerEvent::Cycles(Who::You, itself()))?];
            c.mentions.iter().all(|m| m.role != Role::Subject).then(|| both.to_vec())
        }; ""),
    // ---- names that are several
    alternate!(Event: "{this} enter or attack" (this: Self_) => |c, _| Some(of_several(c, TriggerEvent::Enters, TriggerEvent::Attacks)); ""),
    alternate!(Event: "{this} attack or block" (this: Self_) => |c, _| Some(of_several(c, TriggerEvent::Attacks, TriggerEvent::Blocks)); ""),
    alternate!(Event: "{this} become tapped" (this: Self_) => |c, _| { several(c); Some(TriggerEvent::BecomesTapped(Filter::Is(Obj::This))) }; ""),
    alternate!(Event: "{this} deal combat damage to a player" (this: Self_) => |c, _| { several(c); deals(c, Filter::Is(Obj::This), DamageTo::Player(Who::EachPlayer), Some(true)) }; ""),
    // ---- what stands beside another event
    strikes!("deals combat damage to a player", EachPlayer, Some(true)),
    strikes!("deals combat damage to a opponent", EachOpponent, Some(true)),
    strikes!("deals damage to a player", EachPlayer, None),
    target_of!(Simple: "becomes the target of a spell or ability a opponent controls", Filter::Controlled(Who::EachOpponent)),
    target_of!(Simple: "becomes the target of a spell or ability", Filter::Any),
    target_of!(Simple: "becomes the target of a spell", Filter::Spell),
    target_of!(Simple: "becomes the target of a spell a opponent controls", spell_of(Who::EachOpponent)),
    rule!(Simple: "becomes the target of a {spells.s}" (what: EventSubject, spells: SpellNoun) => |_, what, spells| (spells != Filter::Any).then(|| targeted(what, spells)),
        |_, e| match e { TriggerEvent::BecomesTarget { what, by } => without(&by, &Filter::Spell).filter(|f| *f != Filter::Any).map(|f| (what, f)).into_iter().collect(), _ => Vec::new() }; ""),
    rule!(Simple: "becomes monstrous" (what: EventSubject) => |_, what| Some(TriggerEvent::Becomes(Designation::Monstrous, what)),
        |_, e| match e { TriggerEvent::Becomes(Designation::Monstrous, what) => vec![(what,)], _ => Vec::new() }; ""),
    spell_of!("becomes the target of a spell a opponent controls", spell_of(Who::EachOpponent)),
    spell_of!("becomes the target of a spell you control", spell_of(Who::You)),
    // ---- what it is about
    alternate!(EventObj: "1: {this} or a {noun.s}" (this: Self_, noun: Noun) => |c, _, noun| {
            let kind = help::permanent_kind(&noun);
            c.event = true;
            c.mention(Referent::Objects(Objects::The(Obj::Event)), kind, false);
            Some(this_or(noun))
        }; ""),
    rule!(EventObj: "1: {this} or enchanted creature" (this: Self_) => |c, _| {
            c.event = true;
            c.mention(Referent::Objects(Objects::The(Obj::Event)), Sort::CREATURE | Sort::PERMANENT, false);
            c.face.is("Aura").then(itself_or_host)
        },
        |c, f: &_| if c.face.is("Aura") && *f == itself_or_host() { vec![(Obj::This,)] } else { Vec::new() }; ""),
    // ---- the card itself is sacrificed or discarded
    rule!(Event: "you sacrifice {this}" (this: Self_) => |c, _| {
            let sort = if c.face.types.contains(CardTypes::CREATURE) { Sort::CREATURE } else { Sort::empty() };
            c.event = true;
            c.mention(Referent::Objects(Objects::The(Obj::This)), sort | Sort::PERMANENT | Sort::CARD, false);
            Some(sacrificed())
        },
        |_, e: &_| if *e == sacrificed() { vec![(Obj::This,)] } else { Vec::new() }; "you sacrifice this creature"),
    rule!(Event: "this card is put into your hand from your graveyard" () => |c| { own_card(c); c.zone = ZoneKind::Graveyard; Some(recovered()) }, |_, e: &_| if *e == recovered() { vec![()] } else { Vec::new() };
        "this card is put into your hand from your graveyard"),
    alternate!(Event: "you sacrifice it" () => |c| is_itself(c).then(sacrificed); ""),
    rule!(Event: "you discard this card" () => |c| { own_card(c); Some(discarded()) }, |_, e: &_| if *e == discarded() { vec![()] } else { Vec::new() }; "you discard this card"),
    rule!(Event: "a spell or ability a opponent controls causes you to discard this card" () => |c| {
            c.mention(Referent::Player(Who::ControllerOf(Obj::EventSource)), Sort::PLAYER, false);
            own_card(c);
            Some(by_an_opponent())
        },
        |_, e: &_| if *e == by_an_opponent() { vec![()] } else { Vec::new() }; "a spell or ability an opponent controls causes you to discard this card"),
    rule!(Event: "{who#} sacrifices|sacrifice {this} or another {noun.s}" (who: EventPlayer, this: Self_, noun: Noun) => |c, who, _, noun| { aside_event(c, help::permanent_kind(&noun)); Some(TriggerEvent::Sacrifices(who, this_or(noun))) },
        |_, e| match e {
            TriggerEvent::Sacrifices(who, Filter::Or(list)) => match list.as_slice() { [Filter::Is(Obj::This), noun] => vec![(who, Obj::This, noun.clone())], _ => Vec::new() },
            _ => Vec::new(),
        }; ""),
    // ---- a player as a target
    rule!(Event: "you become the target of a spell or ability a opponent controls" () => |c| Some(aimed(c, Filter::Controlled(Who::EachOpponent))),
        |_, e: &_| if *e == (TriggerEvent::PlayerBecomesTarget { who: Who::You, by: Filter::Controlled(Who::EachOpponent) }) { vec![()] } else { Vec::new() }; "you become the target of a spell or ability an opponent controls"),
    rule!(Event: "you become the target of a spell" () => |c| Some(aimed(c, Filter::Spell)),
        |_, e: &_| if *e == (TriggerEvent::PlayerBecomesTarget { who: Who::You, by: Filter::Spell }) { vec![()] } else { Vec::new() }; "you become the target of a spell"),
    // ---- several at once
    rule!(Event: "you sacrifice one or more {noun.p}" (noun: Noun) => |c, noun| Some(sacrifices(c, noun)),
        |_, e| is_sacrifices(e).filter(|f| without(f, &help::other()).is_none()).map(|f| (f,)).into_iter().collect(); "you sacrifice one or more creatures"),
    rule!(Event: "you sacrifice one or more other {noun.p}" (noun: Noun) => |c, noun| Some(sacrifices(c, with(noun, help::other()))),
        |_, e| is_sacrifices(e).and_then(|f| without(&f, &help::other())).map(|f| (f,)).into_iter().collect(); "you sacrifice one or more other creatures"),
    alternate!(Event: "you attack with one or more other {noun.p}" (noun: Noun) => |c, noun| {
            c.event = true;
            let attack = with(with(noun, help::other()), Filter::Controlled(Who::You));
            Some(TriggerEvent::OneOrMore(Box::new(TriggerEvent::Attacks(attack))))
        }; ""),
    rule!(Event: "you attack with your commander" () => |c| { c.event = true; Some(with_commander()) }, |_, e: &_| if *e == with_commander() { vec![()] } else { Vec::new() }; "you attack with your commander"),
    // ---- when in a turn
    alternate!(Turn: "each other player 's {step}" (step: Step) => |_, step| Some((step, Who::EachOpponent)); "each other player's draw step"),
    alternate!(Turn: "combat on each player 's turn" () => |_| Some((StepName::BeginCombat, Who::EachPlayer)); ""),
    rule!(Trigger: "{when} during combat , {effects}" (when: When, effects: Begun) => |c, when, effects| provided(whole(c, when, Condition::Always, effects)?, in_combat()),
        |_, d| is_provided(d, &in_combat()); ""),
];
