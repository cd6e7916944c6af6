//! Who attacks whom, as trigger events (CR 508.3), and what attacks a player.

use crate::cards::oracle::grammar::help::{is_yours, n, with, yours};
use crate::cards::oracle::grammar::lines::{simple, whole};
use crate::cards::oracle::grammar::nouns::players::that_player;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

const CREATURE: Filter = Filter::Type(CardTypes::CREATURE);
const PLANESWALKER: Filter = Filter::Type(CardTypes::PLANESWALKER);
const BATTLE: Filter = Filter::Type(CardTypes::BATTLE);
/// The player whose creatures attack (CR 506.2), also if another player controls them later.
const ATTACKER: Who = Who::Active;

/// One or more creatures attack a player or a permanent: once for each that is attacked. The players who can be called back are
/// mentioned.
pub(in crate::cards::oracle::grammar) fn attacked(
    context: &mut Context,
    what: DamageTo,
    by: Filter,
    players: &[Who],
) -> TriggerEvent {
    context.event = true;
    for who in players {
        context.mention(Referent::Player(*who), Sort::PLAYER, false);
    }
    TriggerEvent::OneOrMore(Box::new(TriggerEvent::Attacked { what, by }))
}

pub(in crate::cards::oracle::grammar) fn is_attacked(event: &TriggerEvent, to: &DamageTo) -> Option<Filter> {
    let TriggerEvent::OneOrMore(event) = event else { return None };
    match &**event {
        TriggerEvent::Attacked { what, by } if what == to => Some(by.clone()),
        _ => None,
    }
}

pub(super) fn of(who: Who) -> Filter {
    with(CREATURE, Filter::Controlled(who))
}

/// An attack on such a permanent.
fn attacking(what: Filter) -> Filter {
    Filter::AttackingWhat(Box::new(what))
}

/// An attack on a player or on a planeswalker of such a player.
pub(in crate::cards::oracle::grammar) fn either(who: Who) -> Filter {
    let planeswalker = with(PLANESWALKER, Filter::Controlled(who));
    Filter::Or(vec![Filter::AttackingPlayer(who), attacking(planeswalker)])
}

/// Whether a quality says what a creature attacks.
pub(in crate::cards::oracle::grammar) fn is_against(quality: &Filter) -> bool {
    match quality {
        Filter::AttackingPlayer(_) | Filter::AttackingWhat(_) => true,
        Filter::Or(list) => list.iter().all(is_against),
        _ => false,
    }
}

/// A creature attacks somebody. The player whom the card itself attacks can be called back.
fn attacks(context: &mut Context, what: Filter, against: Filter) -> TriggerEvent {
    if what == Filter::Is(Obj::This) && matches!(against, Filter::AttackingPlayer(who) if who != Who::You) {
        context.mention(Referent::Player(Who::Defending), Sort::PLAYER, false);
    }
    TriggerEvent::Attacks(with(what, against))
}

fn is_attacks(event: TriggerEvent, against: &Filter) -> Vec<(Filter,)> {
    match event {
        TriggerEvent::Attacks(what) => help::without(&what, against).map(|f| (f,)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// At least that many attack.
fn at_least(mut def: TriggeredDef, count: Quantity) -> Option<TriggeredDef> {
    (count != n(1)).then(|| {
        def.provided = Condition::Compare(Quantity::EventAmount, Cmp::Ge, count);
        def
    })
}

fn is_at_least(mut def: TriggeredDef) -> Option<(TriggeredDef, Quantity)> {
    match std::mem::replace(&mut def.provided, Condition::Always) {
        Condition::Compare(Quantity::EventAmount, Cmp::Ge, count) if simple(&def) => Some((def, count)),
        _ => None,
    }
}

macro_rules! against {
    ($words:literal, $against:expr) => {
        rule!(Happening: $words (what: EventSubject) => |c, what| Some(attacks(c, what, $against)), |_, e| is_attacks(e, &$against); "")
    };
}

/// Creatures of someone attack someone.
macro_rules! whom {
    ($words:literal, $to:expr, $by:expr, $players:expr; $example:literal) => {
        rule!(Event: $words () => |c| Some(attacked(c, $to, $by, $players)), |_, e: &_| if is_attacked(e, &$to) == Some($by) { vec![()] } else { Vec::new() }; $example)
    };
}

/// How many of them do.
macro_rules! many {
    ($words:literal, $to:expr, $whose:expr, $players:expr) => {
        rule!(Trigger: $words (count: Count, noun: Noun, effects: Begun) => |c, count, noun, effects| {
                let whose: fn(Filter) -> Filter = $whose;
                let when = attacked(c, $to, whose(noun), $players);
                at_least(whole(c, when, Condition::Always, effects)?, count)
            },
            |_, d| is_at_least(d).and_then(|(d, count)| Some((count, is_attacked(&d.when, &$to)?, d.effects))).into_iter().collect(); "")
    };
}

const ANYONE: DamageTo = DamageTo::Player(Who::EachPlayer);
const OPPONENT: DamageTo = DamageTo::Player(Who::EachOpponent);
const YOU: DamageTo = DamageTo::Player(Who::You);

fn your_planeswalker() -> DamageTo {
    DamageTo::Object(yours(PLANESWALKER))
}

fn at_you_at_all() -> TriggerEvent {
    let by = with(of(Who::EachOpponent), either(Who::You));
    TriggerEvent::OneOrMore(Box::new(TriggerEvent::Attacks(by)))
}

/// Creatures that attack a player.
fn attacking_that_player(context: &Context) -> Option<Filter> {
    that_player(context).map(Filter::AttackingPlayer)
}

pub(super) const RULES: &[Rule] = &[
    // ---- each creature
    against!("attacks you", Filter::AttackingPlayer(Who::You)),
    against!("attacks a player", Filter::AttackingPlayer(Who::EachPlayer)),
    against!("attacks a opponent", Filter::AttackingPlayer(Who::EachOpponent)),
    against!("attacks a opponent or a planeswalker a opponent controls", either(Who::EachOpponent)),
    rule!(Happening: "attacks a planeswalker" (what: EventSubject) => |c, what| Some(attacks(c, what, attacking(PLANESWALKER))),
        |_, e| is_attacks(e, &attacking(PLANESWALKER)); ""),
    rule!(Happening: "attacks a battle" (what: EventSubject) => |c, what| Some(attacks(c, what, attacking(BATTLE))),
        |_, e| is_attacks(e, &attacking(BATTLE)); ""),
    alternate!(Happening: "attacks one of your opponents" (what: EventSubject) => |c, what| Some(attacks(c, what, Filter::AttackingPlayer(Who::EachOpponent))); ""),
    alternate!(Happening: "attacks one of your opponents or a planeswalker a opponent controls" (what: EventSubject) => |c, what| Some(attacks(c, what, either(Who::EachOpponent))); ""),
    alternate!(Happening: "attacks one of your opponents or a planeswalker they control" (what: EventSubject) => |c, what| Some(attacks(c, what, either(Who::EachOpponent))); ""),
    // ---- once for each that is attacked
    whom!("you attack a player", ANYONE, of(Who::You), &[Who::Event]; "you attack a player"),
    whom!("you attack a opponent", OPPONENT, of(Who::You), &[Who::Event]; "you attack an opponent"),
    whom!("a opponent attacks you", YOU, of(Who::EachOpponent), &[ATTACKER]; "an opponent attacks you"),
    whom!("a player attacks you", YOU, of(Who::EachPlayer), &[ATTACKER]; "a player attacks you"),
    whom!("a player attacks one of your opponents", OPPONENT, of(Who::EachPlayer), &[]; "a player attacks one of your opponents"),
    rule!(Event: "one or more {noun.p} attack a player" (noun: Noun) => |c, noun| Some(attacked(c, ANYONE, noun, &[Who::Event])),
        |_, e: &_| is_attacked(e, &ANYONE).filter(|by| *by != of(Who::You)).map(|f| (f,)).into_iter().collect(); "one or more Goblins you control attack a player"),
    rule!(Event: "one or more {noun.p} attack you" (noun: Noun) => |c, noun| Some(attacked(c, YOU, noun, &[ATTACKER])),
        |_, e: &_| is_attacked(e, &YOU).map(|f| (f,)).into_iter().collect(); "one or more Goblins attack you"),
    rule!(Event: "one or more {noun.p} attack one of your opponents" (noun: Noun) => |c, noun| Some(attacked(c, OPPONENT, noun, &[Who::Event])),
        |_, e: &_| is_attacked(e, &OPPONENT).filter(|by| *by != of(Who::You) && *by != of(Who::EachPlayer)).map(|f| (f,)).into_iter().collect(); "one or more Goblins attack one of your opponents"),
    rule!(Event: "you attack a player with one or more {noun.p}" (noun: Noun) => |c, noun| (is_yours(&noun).is_none() && noun != CREATURE).then(|| attacked(c, ANYONE, yours(noun), &[Who::Event])),
        |_, e: &_| is_attacked(e, &ANYONE).and_then(|by| is_yours(&by)).filter(|f| *f != CREATURE).map(|f| (f,)).into_iter().collect(); "you attack a player with one or more Goblins"),
    rule!(Event: "a opponent attacks a planeswalker you control with one or more creatures" () => |c| Some(attacked(c, your_planeswalker(), of(Who::EachOpponent), &[ATTACKER])),
        |_, e: &_| if is_attacked(e, &your_planeswalker()) == Some(of(Who::EachOpponent)) { vec![()] } else { Vec::new() }; "an opponent attacks a planeswalker you control with one or more creatures"),
    rule!(Event: "a opponent attacks you and/or one or more planeswalkers you control" () => |c| {
            c.event = true;
            c.mention(Referent::Player(Who::Event), Sort::PLAYER, false);
            Some(at_you_at_all())
        },
        |_, e: &_| if *e == at_you_at_all() { vec![()] } else { Vec::new() }; "an opponent attacks you and/or one or more planeswalkers you control"),
    many!("whenever {count} or more {noun.p} attack a player , {effects}", ANYONE, |noun| noun, &[Who::Event]),
    many!("whenever {count} or more {noun.p} attack you , {effects}", YOU, |noun| noun, &[ATTACKER]),
    alternate!(Trigger: "whenever a opponent attacks you with {count} or more creatures , {effects}" (count: Count, effects: Begun) => |c, count, effects| {
            let when = attacked(c, YOU, of(Who::EachOpponent), &[ATTACKER]);
            at_least(whole(c, when, Condition::Always, effects)?, count)
        }; ""),
    // ---- who is meant then
    rule!(Post: "that's attacking that player" () => |c| attacking_that_player(c), |c, f: &_| if attacking_that_player(c).as_ref() == Some(f) { vec![()] } else { Vec::new() }; ""),
    alternate!(Post: "attacking that player" () => |c| attacking_that_player(c); ""),
    rule!(Verb: "creates|create a {token.s} that's tapped and attacking {at}" (who: Doer, token: TokenNoun, at: Other, into: Into) => |_, who, token, at, into| Some(create(who, token, at, into)),
        |_, e: &_| created(e).into_iter().collect(); ""),
];

/// A token enters tapped and attacking a player (CR 508.4).
fn create(who: Who, token: TokenDef, at: Who, into: Option<Var>) -> Instruction {
    let (token, attacking) = (TokenSource::New(Box::new(token)), Some(TokenAttack::EachPlayer(at)));
    Instruction::CreateToken { who, count: n(1), token, tapped: true, attacking, counters: Vec::new(), into }
}

fn created(effect: &Instruction) -> Option<(Who, TokenDef, Who, Option<Var>)> {
    let Instruction::CreateToken { who, token: TokenSource::New(token), attacking, into, .. } = effect else {
        return None;
    };
    let Some(TokenAttack::EachPlayer(at)) = attacking else { return None };
    let single = help::one_player(*at);
    let same = create(*who, TokenDef::clone(token), *at, *into) == *effect;
    (single && same).then(|| (*who, TokenDef::clone(token), *at, *into))
}
