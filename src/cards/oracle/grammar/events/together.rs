//! Trigger events.

use crate::cards::oracle::grammar::events::attacks::either;
use crate::cards::oracle::grammar::help::yours;
use crate::cards::oracle::grammar::quantities::ranks::nobody_has_more;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Role, Rule, alternate, rule};

const PLANESWALKER: Filter = Filter::Type(CardTypes::PLANESWALKER);
const BATTLE: Filter = Filter::Type(CardTypes::BATTLE);

/// Combat damage to one of two sorts: it is dealt to one of them at a time.
fn hits(source: Filter, permanent: Filter) -> TriggerEvent {
    let deals = |to| TriggerEvent::Damage { source: source.clone(), to, combat: Some(true) };
    TriggerEvent::AnyOf(vec![deals(DamageTo::Player(Who::EachPlayer)), deals(DamageTo::Object(permanent))])
}

fn is_hits(event: &TriggerEvent, permanent: Filter) -> Vec<(Filter,)> {
    let TriggerEvent::AnyOf(list) = event else { return Vec::new() };
    match list.first() {
        Some(TriggerEvent::Damage { source, .. }) if hits(source.clone(), permanent) == *event => {
            vec![(source.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// A card of yours leaves the graveyard (CR 603.10a: it looks back).
fn leaves(context: &mut Context, cards: Filter) -> TriggerEvent {
    context.event = true;
    let before = std::mem::replace(&mut context.role, Role::Aside);
    context.mention(Referent::Objects(Objects::The(Obj::Event)), Sort::CARD, false);
    context.role = before;
    let what = help::with(help::with(cards, Filter::Card), Filter::Owned(Who::You));
    TriggerEvent::Moves { what, from: Some(ZoneKind::Graveyard), to: None }
}

fn is_leaving(event: &TriggerEvent) -> Vec<(Filter,)> {
    match event {
        TriggerEvent::Moves { what, from: Some(ZoneKind::Graveyard), to: None } => {
            help::without(what, &Filter::Owned(Who::You))
                .and_then(|f| help::without(&f, &Filter::Card))
                .map(|f| (f,))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The card itself, which its name makes several.
pub(in crate::cards::oracle::grammar) fn several(context: &mut Context) {
    context.event = true;
    let creature = context.face.types.contains(CardTypes::CREATURE);
    let kind = if creature { Sort::CREATURE | Sort::PERMANENT } else { Sort::PERMANENT };
    context.mention(Referent::Objects(Objects::The(Obj::This)), kind, false);
}

/// Something happens to one or more of them at once.
pub(in crate::cards::oracle::grammar) fn together(context: &mut Context, event: TriggerEvent) -> TriggerEvent {
    context.event = true;
    TriggerEvent::OneOrMore(Box::new(event))
}

/// The event of which that is said, if it is said.
pub(in crate::cards::oracle::grammar) fn of_together(event: TriggerEvent) -> Option<TriggerEvent> {
    match event {
        TriggerEvent::OneOrMore(event) => Some(*event),
        _ => None,
    }
}

/// One of the players or a permanent becomes the target of a spell or ability.
fn aimed_at(context: &mut Context, who: Who, what: Filter, by: Filter) -> TriggerEvent {
    context.event = true;
    let role = std::mem::replace(&mut context.role, Role::Object);
    context.mention(Referent::Objects(Objects::The(Obj::EventSource)), Sort::SPELL, false);
    context.role = role;
    let player = TriggerEvent::PlayerBecomesTarget { who, by: by.clone() };
    TriggerEvent::AnyOf(vec![player, TriggerEvent::BecomesTarget { what, by }])
}

fn is_aimed_at(event: &TriggerEvent, wanted: Who, of: &Filter) -> Option<Filter> {
    let TriggerEvent::AnyOf(list) = event else { return None };
    match list.as_slice() {
        [TriggerEvent::PlayerBecomesTarget { who, by: first }, TriggerEvent::BecomesTarget { what, by }]
            if *who == wanted && first == of && by == of =>
        {
            Some(what.clone())
        }
        _ => None,
    }
}

const THEIRS: Filter = Filter::Controlled(Who::EachOpponent);

/// An ability of yours.
fn own_ability() -> Filter {
    Filter::And(vec![Filter::IsAbility(AbilitySort::Any), Filter::Controlled(Who::You)])
}

/// One or more players are dealt combat damage by one or more.
fn hit_some(context: &mut Context, source: Filter) -> TriggerEvent {
    together(context, TriggerEvent::Damage { source, to: DamageTo::Players(Who::EachPlayer), combat: Some(true) })
}

fn is_hit_some(event: TriggerEvent) -> Vec<(Filter,)> {
    match of_together(event) {
        Some(TriggerEvent::Damage { source, to: DamageTo::Players(Who::EachPlayer), combat: Some(true) }) => {
            vec![(source,)]
        }
        _ => Vec::new(),
    }
}

/// A player is dealt combat damage by one or more.
fn hit_by(context: &mut Context, source: Filter, who: Who) -> TriggerEvent {
    context.mention(Referent::Player(Who::Event), Sort::PLAYER, false);
    together(context, TriggerEvent::Damage { source, to: DamageTo::Player(who), combat: Some(true) })
}

fn is_hit_by(event: TriggerEvent, by: Who) -> Vec<(Filter,)> {
    match of_together(event) {
        Some(TriggerEvent::Damage { source, to: DamageTo::Player(who), combat: Some(true) }) if who == by => {
            vec![(source,)]
        }
        _ => Vec::new(),
    }
}

/// Creatures of yours attack.
fn you_attack(context: &mut Context, noun: Filter) -> TriggerEvent {
    together(context, TriggerEvent::Attacks(yours(noun)))
}

fn is_you_attack(event: &TriggerEvent) -> Option<Filter> {
    let TriggerEvent::OneOrMore(event) = event else { return None };
    match &**event {
        TriggerEvent::Attacks(filter) => help::without(filter, &Filter::Controlled(Who::You)),
        _ => None,
    }
}

const CREATURE: Filter = Filter::Type(CardTypes::CREATURE);

/// Cards of yours go from one zone to another.
fn carried(context: &mut Context, cards: Filter, from: Option<ZoneKind>, to: Option<ZoneKind>) -> TriggerEvent {
    let what = help::with(help::with(cards, Filter::Card), Filter::Owned(Who::You));
    together(context, TriggerEvent::Moves { what, from, to })
}

fn is_carried(event: TriggerEvent, there: (Option<ZoneKind>, Option<ZoneKind>)) -> Vec<(Filter,)> {
    match of_together(event) {
        Some(TriggerEvent::Moves { what, from, to }) if (from, to) == there => {
            let cards = help::without(&what, &Filter::Owned(Who::You)).and_then(|f| help::without(&f, &Filter::Card));
            cards.map(|f| (f,)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The n-th time or later, or in a turn of the player: what must be so as the event happens.
pub(super) fn provided(mut def: TriggeredDef, so: Condition) -> Option<TriggeredDef> {
    (def.provided == Condition::Always).then(|| {
        def.provided = so;
        def
    })
}

fn with_provision(mut def: TriggeredDef) -> Option<(TriggeredDef, Condition)> {
    let so = std::mem::replace(&mut def.provided, Condition::Always);
    (so != Condition::Always && lines::simple(&def)).then_some((def, so))
}

/// Whether what must be so isn't how many it are or whose turn it is.
fn during(so: &Condition) -> bool {
    *so != Condition::TurnOf(Who::You)
        && is_as_many(so).is_none()
        && (matches!(so, Condition::Is(..) | Condition::Exists(_) | Condition::Monarch(_))
            || matches!(so, Condition::Compare(Quantity::Power(_) | Quantity::Count(_) | Quantity::CardTypes(_), ..))
            || *so == nobody_has_more(Who::You))
}

/// Not the first card that the player of the event draws in each of their draw steps.
fn beyond_first() -> Condition {
    let first = Condition::Compare(Quantity::DrawnThisStep(Who::Event), Cmp::Eq, Quantity::N(1));
    let usual = vec![Condition::TurnOf(Who::Event), Condition::During(StepName::Draw), first];
    Condition::Not(Box::new(Condition::And(usual)))
}

/// At least that many attack.
fn as_many(count: Quantity) -> Condition {
    Condition::Compare(Quantity::EventAmount, Cmp::Ge, count)
}

fn is_as_many(cond: &Condition) -> Option<Quantity> {
    match cond {
        Condition::Compare(Quantity::EventAmount, Cmp::Ge, count) => Some(count.clone()),
        _ => None,
    }
}

/// Damage by a creature that attacks you or a planeswalker of yours.
fn against_you() -> Filter {
    either(Who::You)
}

/// A trigger that is there for a while. What its event is about is known to it alone.
fn for_a_while(
    context: &mut Context,
    duration: Duration,
    when: TriggerEvent,
    then: Vec<Instruction>,
) -> Option<Vec<Instruction>> {
    let fixed = context.targets.is_empty()
        && !matches!(when, TriggerEvent::FirstTime(_) | TriggerEvent::FirstTimeForIt(_) | TriggerEvent::State(_));
    context.event = false;
    let of_event = Referent::Objects(Objects::The(Obj::Event));
    context.mentions.retain(|m| m.what != of_event && m.what != Referent::Player(Who::Event));
    let ability = Box::new(lines::triggered(when, Condition::Always, Vec::new(), then));
    fixed.then(|| vec![Instruction::Delayed { ability, until: Some(duration) }])
}

/// Like [`for_a_while`], until the end of the turn. What it makes or moves is known to it alone: no later sentence is about that.
fn this_turn(context: &mut Context, when: TriggerEvent, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    context.mentions.retain(|m| !matches!(m.what, Referent::Objects(Objects::Var(_))));
    context.done.retain(|_| false);
    for_a_while(context, Duration::EndOfTurn, when, then)
}

fn is_for_a_while(effects: &[Instruction]) -> Vec<(Duration, TriggerEvent, Vec<Instruction>)> {
    match effects {
        [Instruction::Delayed { ability, until: Some(until) }]
            if lines::simple(ability) && ability.only_if == Condition::Always && ability.targets.is_empty() =>
        {
            vec![(until.clone(), ability.when.clone(), ability.effects.clone())]
        }
        _ => Vec::new(),
    }
}

/// Likewise for a trigger with targets, which are chosen as it triggers (CR 603.3d).
fn aiming(
    context: &mut Context,
    duration: Duration,
    when: TriggerEvent,
    then: TriggeredDef,
) -> Option<Vec<Instruction>> {
    let mut ability = TriggeredDef { when: when.clone(), ..then };
    let known = !ability.targets.is_empty() && lines::knows_x(&mut ability);
    context.mentions.retain(|m| !matches!(m.what, Referent::Objects(Objects::Var(_))));
    context.done.retain(|_| false);
    for_a_while(context, duration.clone(), when, Vec::new()).filter(|_| known)?;
    Some(vec![Instruction::Delayed { ability: Box::new(ability), until: Some(duration) }])
}

fn is_aiming(effects: &[Instruction]) -> Vec<(Duration, TriggerEvent, TriggeredDef)> {
    match effects {
        [Instruction::Delayed { ability, until: Some(until) }]
            if lines::simple(ability) && ability.only_if == Condition::Always && !ability.targets.is_empty() =>
        {
            let then = TriggeredDef { when: TriggerEvent::State(Condition::Always), ..TriggeredDef::clone(ability) };
            vec![(until.clone(), ability.when.clone(), then)]
        }
        _ => Vec::new(),
    }
}

macro_rules! several_at_once {
    ($words:literal, $others:literal, $event:ident; $example:literal) => {
        &[
            rule!(Event: $words (noun: Noun) => |c, noun| Some(together(c, TriggerEvent::$event(noun))),
                |_, e| match of_together(e) { Some(TriggerEvent::$event(noun)) if help::without(&noun, &help::other()).is_none() => vec![(noun,)], _ => Vec::new() }; $example),
            rule!(Event: $others (noun: Noun) => |c, noun| Some(together(c, TriggerEvent::$event(help::with(noun, help::other())))),
                |_, e| match of_together(e) { Some(TriggerEvent::$event(noun)) => help::without(&noun, &help::other()).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; ""),
        ]
    };
}

/// "One or more" of permanents.
pub(super) const TOGETHER: &[&[Rule]] = &[
    several_at_once!("one or more {noun.p} enter", "one or more other {noun.p} enter", Enters; "one or more creatures enter"),
    several_at_once!("one or more {noun.p} die", "one or more other {noun.p} die", Dies; "one or more creatures die"),
    several_at_once!("one or more {noun.p} leave the battlefield", "one or more other {noun.p} leave the battlefield", Leaves; "one or more artifacts leave the battlefield"),
    several_at_once!("one or more {noun.p} attack", "one or more other {noun.p} attack", Attacks; "one or more Goblins attack"),
    several_at_once!("one or more {noun.p} become tapped", "one or more other {noun.p} become tapped", BecomesTapped; "one or more creatures become tapped"),
    several_at_once!("one or more {noun.p} become untapped", "one or more other {noun.p} become untapped", BecomesUntapped; "one or more creatures become untapped"),
];

pub(super) const RULES: &[Rule] = &[
    rule!(Happening: "deals combat damage to a player or planeswalker" (what: EventSubject) => |c, what| {
            c.change(|m| m.what == Referent::Objects(Objects::The(Obj::Event)), |m| m.what = Referent::Objects(Objects::The(Obj::EventSource)));
            c.event = true;
            Some(hits(what, PLANESWALKER))
        },
        |_, e: &_| is_hits(e, PLANESWALKER); ""),
    rule!(Event: "{who#} expends|expend {n}" (who: EventPlayer, n: Digits) => |_, who, n| Some(TriggerEvent::Expends(who, u32::try_from(n).ok()?)),
        |_, e: &_| match e { TriggerEvent::Expends(who, n) => i32::try_from(*n).map(|n| (*who, n)).into_iter().collect(), _ => Vec::new() }; "you expend 4"),
    rule!(Event: "a {cards.s} leaves your graveyard" (cards: CardNoun) => |c, cards| Some(leaves(c, cards)), |_, e: &_| is_leaving(e); "a creature card leaves your graveyard"),
    rule!(Happening: "deals combat damage to a player or battle" (what: EventSubject) => |c, what| {
            c.change(|m| m.what == Referent::Objects(Objects::The(Obj::Event)), |m| m.what = Referent::Objects(Objects::The(Obj::EventSource)));
            c.event = true;
            Some(hits(what, BATTLE))
        },
        |_, e: &_| is_hits(e, BATTLE); ""),
    rule!(Event: "one or more {noun.p} deal combat damage to a player" (noun: Noun) => |c, noun| Some(hit_by(c, noun, Who::EachPlayer)), |_, e| is_hit_by(e, Who::EachPlayer);
        "one or more creatures you control deal combat damage to a player"),
    rule!(Event: "one or more {noun.p} deal combat damage to one or more players" (noun: Noun) => |c, noun| Some(hit_some(c, noun)), |_, e| is_hit_some(e);
        "one or more creatures you control deal combat damage to one or more players"),
    rule!(Event: "you or a {noun.s} becomes the target of a spell or ability a opponent controls" (noun: Noun) => |c, noun| Some(aimed_at(c, Who::You, noun, THEIRS)),
        |_, e: &_| is_aimed_at(e, Who::You, &THEIRS).filter(|f| help::without(f, &help::other()).is_none()).map(|f| (f,)).into_iter().collect(); "you or a creature you control becomes the target of a spell or ability an opponent controls"),
    rule!(Event: "you or another {noun.s} becomes the target of a spell or ability a opponent controls" (noun: Noun) => |c, noun| Some(aimed_at(c, Who::You, help::with(noun, help::other()), THEIRS)),
        |_, e: &_| is_aimed_at(e, Who::You, &THEIRS).and_then(|f| help::without(&f, &help::other())).map(|f| (f,)).into_iter().collect(); ""),
    rule!(Event: "a player or permanent becomes the target of a ability you control" () => |c| Some(aimed_at(c, Who::EachPlayer, Filter::Permanent, own_ability())),
        |_, e: &_| if is_aimed_at(e, Who::EachPlayer, &own_ability()) == Some(Filter::Permanent) { vec![()] } else { Vec::new() }; "a player or permanent becomes the target of an ability you control"),
    rule!(Plain: "whenever {event} this turn , {clause} ." (event: Event, clause: Clause) => |c, event, clause| this_turn(c, event, clause),
        |_, e: &_| is_for_a_while(e).into_iter().filter(|(dur, ..)| *dur == Duration::EndOfTurn).map(|(_, event, clause)| (event, clause)).collect(); ""),
    rule!(Event: "one or more {noun.p} deal combat damage to a opponent" (noun: Noun) => |c, noun| Some(hit_by(c, noun, Who::EachOpponent)), |_, e| is_hit_by(e, Who::EachOpponent);
        "one or more creatures you control deal combat damage to an opponent"),
    rule!(Event: "one or more {cards.p} are put into your graveyard from anywhere" (cards: CardNoun) => |c, cards| Some(carried(c, cards, None, Some(ZoneKind::Graveyard))),
        |_, e| is_carried(e, (None, Some(ZoneKind::Graveyard))); "one or more creature cards are put into your graveyard from anywhere"),
    rule!(Event: "one or more {cards.p} are put into your graveyard from your library" (cards: CardNoun) => |c, cards| Some(carried(c, cards, Some(ZoneKind::Library), Some(ZoneKind::Graveyard))),
        |_, e| is_carried(e, (Some(ZoneKind::Library), Some(ZoneKind::Graveyard))); "one or more land cards are put into your graveyard from your library"),
    rule!(Event: "one or more {cards.p} leave your graveyard" (cards: CardNoun) => |c, cards| Some(carried(c, cards, Some(ZoneKind::Graveyard), None)),
        |_, e| is_carried(e, (Some(ZoneKind::Graveyard), None)); "one or more cards leave your graveyard"),
    rule!(Event: "one or more {k} counters are put on {what}" (k: Kind, what: EventObj) => |_, k, what| Some(TriggerEvent::CountersPut(k, what)),
        |_, e| match e { TriggerEvent::CountersPut(k, what) => vec![(k, what)], _ => Vec::new() }; ""),
    rule!(Event: "you attack" () => |c| Some(you_attack(c, CREATURE)), |_, e: &_| if is_you_attack(e) == Some(CREATURE) { vec![()] } else { Vec::new() }; "you attack"),
    rule!(Event: "you attack with one or more {noun.p}" (noun: Noun) => |c, noun| (noun != CREATURE).then(|| you_attack(c, noun)),
        |_, e: &_| is_you_attack(e).filter(|f| *f != CREATURE).map(|f| (f,)).into_iter().collect(); "you attack with one or more Goblins"),
    rule!(Trigger: "whenever you attack with {count} or more {noun.p} , {effects}" (count: Count, noun: Noun, effects: Begun) => |c, count, noun, effects| {
            let when = you_attack(c, noun);
            provided(lines::whole(c, when, Condition::Always, effects)?, as_many(count))
        },
        |_, d| with_provision(d).and_then(|(d, so)| Some((is_as_many(&so)?, is_you_attack(&d.when)?, d.effects))).into_iter().collect(); ""),
    rule!(Trigger: "{when} during your turn , {effects}" (when: When, effects: Begun) => |c, when, effects| provided(lines::whole(c, when, Condition::Always, effects)?, Condition::TurnOf(Who::You)),
        |_, d| with_provision(d).filter(|(_, so)| *so == Condition::TurnOf(Who::You)).map(|(d, _)| (d.when, d.effects)).into_iter().collect(); ""),
    rule!(Trigger: "{when} during a opponent 's turn , {effects}" (when: When, effects: Begun) => |c, when, effects| provided(lines::whole(c, when, Condition::Always, effects)?, Condition::TurnOf(Who::EachOpponent)),
        |_, d| with_provision(d).filter(|(_, so)| *so == Condition::TurnOf(Who::EachOpponent)).map(|(d, _)| (d.when, d.effects)).into_iter().collect(); ""),
    rule!(Trigger: "{when} while {cond} , {effects}" (when: When, cond: Cond, effects: Begun) => |c, when, cond, effects| provided(lines::whole(c, when, Condition::Always, effects)?, cond),
        |_, d| with_provision(d).filter(|(d, so)| during(so) && !draws(&d.when)).map(|(d, so)| (d.when, so, d.effects)).into_iter().collect(); ""),
    rule!(Trigger_: "{when} during your turn , {effects}" (when: When, effects: Begun) => |c, when, effects| provided(lines::whole(c, when, Condition::Always, effects)?, Condition::TurnOf(Who::You)),
        |_, d| with_provision(d).filter(|(_, so)| *so == Condition::TurnOf(Who::You)).map(|(d, _)| (d.when, d.effects)).into_iter().collect(); ""),
    rule!(Trigger: "{when} except the first one they draw in each of their draw steps , {effects}" (when: When, effects: Begun)
        => |c, when, effects| draws(&when).then(|| provided(lines::whole(c, when, Condition::Always, effects)?, beyond_first()))?,
        |_, d| with_provision(d).filter(|(d, so)| *so == beyond_first() && draws(&d.when)).map(|(d, _)| (d.when, d.effects)).into_iter().collect(); ""),
    rule!(Happening: "attacks you or a planeswalker you control" (what: EventSubject) => |_, what| Some(TriggerEvent::Attacks(help::with(what, against_you()))),
        |_, e| match e { TriggerEvent::Attacks(what) => help::without(&what, &against_you()).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; ""),
    rule!(Aimed: "{effects}" (effects: Plain) => |c, effects| Some(lines::triggered(TriggerEvent::State(Condition::Always), Condition::Always, lines::targets(c), effects)),
        |_, d: &_| if d.only_if == Condition::Always && lines::simple(d) { vec![(d.effects.clone(),)] } else { Vec::new() }; ""),
    rule!(Plain: "whenever {event} this turn , {then}" (event: Event, then: Aimed) => |c, event, then| aiming(c, Duration::EndOfTurn, event, then),
        |_, e: &_| is_aiming(e).into_iter().filter(|(dur, ..)| *dur == Duration::EndOfTurn).map(|(_, event, then)| (event, then)).collect(); ""),
    rule!(Plain: "{dur} , whenever {event} , {then}" (dur: Dur, event: Event, then: Aimed) => |c, dur, event, then| aiming(c, dur, event, then), |_, e: &_| is_aiming(e); ""),
    rule!(Plain: "{dur} , whenever {event} , {clause} ." (dur: Dur, event: Event, clause: Clause) => |c, dur, event, clause| for_a_while(c, dur, event, clause),
        |_, e: &_| is_for_a_while(e); ""),
    rule!(When: "whenever {event} for the first time each turn" (event: Event) => |c, event| { c.event = true; suits_first(&event).then(|| TriggerEvent::FirstTime(Box::new(event))) },
        |_, e| match e { TriggerEvent::FirstTime(event) => vec![(*event,)], _ => Vec::new() }; "whenever you gain life for the first time each turn"),
    rule!(When: "whenever one or more {k} counters are put on {what} , if it's the first time {again} counters have been put on that permanent this turn" (k: Kind, what: EventObj, again: Kind)
        => |c, k, what, again| { c.event = true; (k == again && !is_creature(&what)).then(|| first_for_it(TriggerEvent::CountersPut(k, what))) },
        |_, e| match is_first_for_it(e) { Some(TriggerEvent::CountersPut(k, what)) if !is_creature(&what) => vec![(k, what, k)], _ => Vec::new() }; ""),
    rule!(When: "whenever one or more {k} counters are put on {what} , if it's the first time {again} counters have been put on that creature this turn" (k: Kind, what: EventObj, again: Kind)
        => |c, k, what, again| { c.event = true; (k == again && is_creature(&what)).then(|| first_for_it(TriggerEvent::CountersPut(k, what))) },
        |_, e| match is_first_for_it(e) { Some(TriggerEvent::CountersPut(k, what)) if is_creature(&what) => vec![(k, what, k)], _ => Vec::new() }; ""),
    rule!(When: "whenever one or more counters are put on {what} , if it's the first time counters have been put on that creature this turn" (what: EventObj)
        => |c, what| { c.event = true; is_creature(&what).then(|| first_for_it(TriggerEvent::PutsCounters(Who::EachPlayer, None, what))) },
        |_, e| match is_first_for_it(e) { Some(TriggerEvent::PutsCounters(Who::EachPlayer, None, what)) if is_creature(&what) => vec![(what,)], _ => Vec::new() }; ""),
    alternate!(When: "when {event} for the first time each turn" (event: Event) => |c, event| { c.event = true; suits_first(&event).then(|| TriggerEvent::FirstTime(Box::new(event))) }; ""),
    rule!(Happening: "becomes the target of a spell or ability you control" (what: EventSubject)
        => |_, what| Some(TriggerEvent::BecomesTarget { what, by: Filter::Controlled(Who::You) }),
        |_, e| match e { TriggerEvent::BecomesTarget { what, by: Filter::Controlled(Who::You) } => vec![(what,)], _ => Vec::new() }; ""),
    alternate!(Event: "{this} attack" (this: Self_) => |c, _| { several(c); Some(TriggerEvent::Attacks(Filter::Is(Obj::This))) }; ""),
    alternate!(Event: "{this} enter" (this: Self_) => |c, _| { several(c); Some(TriggerEvent::Enters(Filter::Is(Obj::This))) }; ""),
];

/// An event that happens to an object for the first time in the turn.
fn first_for_it(event: TriggerEvent) -> TriggerEvent {
    TriggerEvent::FirstTimeForIt(Box::new(event))
}

fn is_first_for_it(event: TriggerEvent) -> Option<TriggerEvent> {
    match event {
        TriggerEvent::FirstTimeForIt(event) => Some(*event),
        _ => None,
    }
}

/// Whether words speak of creatures.
fn is_creature(what: &Filter) -> bool {
    match what {
        Filter::Type(types) => *types == CardTypes::CREATURE,
        Filter::And(list) => list.iter().any(is_creature),
        _ => false,
    }
}

/// Whether the rules can tell that such an event is the first one of a turn.
fn suits_first(event: &TriggerEvent) -> bool {
    !matches!(
        event,
        TriggerEvent::State(_) | TriggerEvent::CausedBy(..) | TriggerEvent::Chapters(_) | TriggerEvent::Beginning(..)
    )
}

/// Whether an event is that a player draws, or that the card itself enters.
fn draws(event: &TriggerEvent) -> bool {
    match event {
        TriggerEvent::Draws(who) => *who != Who::You,
        TriggerEvent::AnyOf(list) => list.iter().all(draws),
        _ => false,
    }
}
