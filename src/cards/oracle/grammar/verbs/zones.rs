//! Destroying, exiling, returning, sacrificing: what changes zones.

use crate::cards::oracle::grammar::help::{n, one, other, permanent_kind, with, without};
use crate::cards::oracle::grammar::verbs::cards::{tapped, untapped};
use crate::cards::oracle::grammar::verbs::families::{attacking, is_own};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind, Participle, Referent, Rule, alternate, rule};

pub(in crate::cards::oracle::grammar) fn go(
    context: &mut Context,
    what: Objects,
    to: Destination,
) -> Option<Instruction> {
    Some(Instruction::Move { what, to, into: context.variable(), linked: false, until: None })
}

/// What is moved there, and nothing more is said.
fn gone(effect: &Instruction, there: &Destination) -> Vec<(Objects,)> {
    match effect {
        Instruction::Move { what, to, linked: false, until: None, .. } if to == there => vec![(what.clone(),)],
        _ => Vec::new(),
    }
}

/// Whether objects are on the battlefield or the stack: they have owners to whom they go back.
fn there(context: &Context, objects: &Objects) -> bool {
    match objects {
        Objects::Targets(i) => {
            let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
            all.get(usize::from(*i)).is_some_and(|def| has_owner(&def.what))
        }
        Objects::In(..) | Objects::Top(..) => false,
        _ => true,
    }
}

/// Whether it is one object at most.
fn is_single(context: &Context, objects: &Objects) -> bool {
    let Objects::Targets(i) = objects else { return one(objects).is_some() };
    let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
    all.get(usize::from(*i)).is_none_or(|def| def.max == Quantity::N(1))
}

/// Whether targets are permanents and spells.
fn has_owner(what: &TargetKind) -> bool {
    match what {
        TargetKind::Permanent(_) | TargetKind::Spell(_) => true,
        TargetKind::Or(list) => list.iter().all(has_owner),
        _ => false,
    }
}

/// Whether it is kept what they are, or they are cards that another ability exiled.
fn kept(objects: &Objects) -> bool {
    match objects {
        Objects::Var(_) | Objects::Linked => true,
        Objects::Only(all, _) => **all == Objects::Linked,
        _ => false,
    }
}

/// Whether it is what the event is about, which has died.
fn died(context: &Context, objects: &Objects) -> bool {
    context.dies && matches!(objects, Objects::The(Obj::This | Obj::Event))
}

/// Whether it is the card itself in the zone from which the ability functions.
fn from_here(context: &Context, objects: &Objects) -> bool {
    let graveyard = context.zone == ZoneKind::Graveyard || context.here == ZoneKind::Graveyard;
    graveyard && *objects == Objects::The(Obj::This)
}

fn in_graveyard(context: &Context, objects: &Objects) -> bool {
    match objects {
        Objects::Targets(i) => {
            let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
            matches!(all.get(usize::from(*i)), Some(TargetDef { what: TargetKind::Card(ZoneOf::Graveyard(_), _), .. }))
        }
        Objects::In(ZoneOf::Graveyard(_), _) => true,
        _ => false,
    }
}

pub(in crate::cards::oracle::grammar) fn mine(context: &Context, objects: &Objects) -> bool {
    match objects {
        Objects::Targets(i) => {
            let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
            match all.get(usize::from(*i)).map(|def| &def.what) {
                Some(TargetKind::Card(ZoneOf::Graveyard(Who::You), _)) => true,
                Some(TargetKind::Permanent(filter)) => help::parts(filter.clone()).contains(&Filter::Owned(Who::You)),
                _ => false,
            }
        }
        Objects::In(ZoneOf::Graveyard(Who::You), _) | Objects::TopOf(_, ZoneOf::Graveyard(Who::You), _) => true,
        Objects::The(Obj::This) => from_here(context, objects),
        Objects::Union(list) => list.iter().all(|one| mine(context, one)),
        Objects::The(Obj::Event) => context.buried,
        Objects::Only(_, filter) => *filter == in_your_graveyard(),
        Objects::Union(list) => list.iter().all(|one| matches!(one, Objects::Targets(_)) && mine(context, one)),
        _ => false,
    }
}

/// Cards in your graveyard.
fn in_your_graveyard() -> Filter {
    Filter::And(vec![Filter::Card, Filter::Zone(ZoneKind::Graveyard), Filter::Owned(Who::You)])
}

/// What was destroyed and is in your graveyard now.
fn destroyed(context: &Context) -> Option<Objects> {
    let (_, var) = context.done.iter().rfind(|(how, _)| *how == Participle::Destroyed)?;
    Some(Objects::Only(Box::new(Objects::Var(*var)), in_your_graveyard()))
}

pub(in crate::cards::oracle::grammar) fn under_you() -> Destination {
    Destination::Battlefield(Entry { under: Some(Who::You), ..Entry::default() })
}

/// Moved to where its owner has it; that player has been mentioned then.
fn go_home(context: &mut Context, what: Objects, to: Destination) -> Option<Instruction> {
    let owned = one(&what);
    let moved = go(context, what, to)?;
    if let Some(obj) = owned {
        context.mention(Referent::Player(Who::OwnerOf(obj)), Kind::PLAYER, false);
    }
    Some(moved)
}

/// Chosen, then moved.
pub(in crate::cards::oracle::grammar) fn pick(
    context: &mut Context,
    choice: Instruction,
    to: Destination,
) -> Option<Vec<Instruction>> {
    let Instruction::Choose { into, .. } = &choice else { return None };
    let what = Objects::Var(*into);
    let moved = go(context, what, to)?;
    Some(vec![choice, moved])
}

pub(in crate::cards::oracle::grammar) fn picked(effects: &[Instruction], to: &Destination) -> Vec<(Instruction,)> {
    match effects {
        [choice @ Instruction::Choose { into, .. }, moved] if gone(moved, to) == [(Objects::Var(*into),)] => {
            vec![(choice.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// Whether the event is that the card itself attacks, and nothing else was named.
fn attacks_alone(context: &Context) -> bool {
    let first = context.mentioned().next().filter(|_| context.event);
    first.is_some_and(|m| m.what == Referent::Objects(Objects::The(Obj::This)))
}

/// It attacks what the card itself attacks (CR 508.4).
fn beside_it() -> Destination {
    Destination::Battlefield(Entry { tapped: true, attacks_as: Some(Objects::The(Obj::This)), ..Entry::default() })
}

/// That many cards from the top, itself included.
fn beneath(nth: i32) -> Option<Destination> {
    (nth > 1).then(|| u32::try_from(nth - 1).ok().map(Destination::LibraryAt))?
}

fn sunk(effect: &Instruction) -> Option<(Objects, i32)> {
    let Instruction::Move { what, to: to @ Destination::LibraryAt(above), .. } = effect else { return None };
    let nth = i32::try_from(*above).ok()? + 1;
    (!gone(effect, to).is_empty()).then(|| (what.clone(), nth))
}

macro_rules! moves {
    ($words:literal, $to:expr, $ok:expr; $example:literal) => {
        moves!($words, $to, $ok, go; $example)
    };
    ($words:literal, $to:expr, $ok:expr, $go:ident; $example:literal) => {
        rule!(Verb: $words (what: Objs) => |c, what| { let ok: fn(&Context, &Objects) -> bool = $ok; ok(c, &what).then(|| $go(c, what, $to))? },
            |_, e: &_| gone(e, &$to); $example)
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "destroys|destroy {what}" (what: Objs) => |c, what| Some(Instruction::Destroy { what, no_regeneration: false, into: c.variable() }),
        |_, e| match e { Instruction::Destroy { what, no_regeneration: false, .. } => vec![(what,)], _ => Vec::new() }; "destroy target creature"),
    rule!(Verb: "exiles|exile {what}" (what: Objs) => |c, what| go(c, what, Destination::Exile), |_, e: &_| gone(e, &Destination::Exile); "exile target creature"),
    rule!(Verb: "exiles|exile {what} until {this} leaves the battlefield" (what: Objs, this: Self_)
        => |c, what, this| Some(Instruction::Move { what, to: Destination::Exile, into: c.variable(), linked: false, until: Some(TriggerEvent::Leaves(Filter::Is(this))) }),
        |_, e| match e {
            Instruction::Move { what, to: Destination::Exile, linked: false, until: Some(TriggerEvent::Leaves(Filter::Is(this))), .. } => vec![(what, this)],
            _ => Vec::new(),
        }; "exile target creature until this creature leaves the battlefield"),
    moves!("returns|return {what} to its owner 's hand", Destination::Hand, |c, o| *o == Objects::Linked || one(o).is_some() && (there(c, o) || in_graveyard(c, o) && !mine(c, o)), go_home; "return target creature to its owner's hand"),
    moves!("returns|return {what} to their owners ' hands", Destination::Hand, |c, o| there(c, o); "return all creatures to their owners' hands"),
    // Each goes to the hand of its own owner, however many are said to have one.
    alternate!(Verb: "returns|return {what} to their owner 's hand" (what: Objs) => |c, what| (c.doer == Who::You && !is_single(c, &what) && there(c, &what)).then(|| go(c, what, Destination::Hand))?; ""),
    alternate!(Verb: "returns|return {what} to its owner 's hand" (what: Objs) => |c, what| (c.doer == Who::You && matches!(what, Objects::All(_))).then(|| go(c, what, Destination::Hand))?; ""),
    moves!("puts|put {what} on the bottom of its owner 's library", Destination::LibraryBottom, |c, o| one(o).is_some() && (there(c, o) || in_graveyard(c, o)), go_home; "put target creature on the bottom of its owner's library"),
    moves!("puts|put {what} on top of its owner 's library", Destination::LibraryTop, |c, o| one(o).is_some() && (there(c, o) || in_graveyard(c, o)), go_home; "put target creature on top of its owner's library"),
    rule!(Verb: "puts|put {what} into its owner 's library {nth} from the top" (what: Objs, nth: Nth) => |c, what, nth| {
            let fits = one(&what).is_some() && (there(c, &what) || in_graveyard(c, &what));
            fits.then(|| go(c, what, beneath(nth)?))?
        },
        |_, e: &_| sunk(e).into_iter().collect(); "put target creature into its owner's library second from the top"),
    rule!(Verb: "puts|put {what} into your library {nth} from the top" (what: Objs, nth: Nth) => |c, what, nth| {
            let fits = one(&what).is_some() && mine(c, &what);
            fits.then(|| go(c, what, beneath(nth)?))?
        },
        |_, e: &_| sunk(e).into_iter().collect(); "put target creature card from your graveyard into your library third from the top"),
    moves!("returns|return {what} to the battlefield tapped", tapped(), |c, o| mine(c, o) || matches!(o, Objects::Var(_)); "return target creature card from your graveyard to the battlefield tapped"),
    moves!("returns|return {what} to the battlefield", untapped(), |c, o| mine(c, o); "return target creature card from your graveyard to the battlefield"),
    moves!("returns|return {what} to the battlefield under its owner 's control", untapped(), |c, o| kept(o) || died(c, o), go_home; ""),
    moves!("returns|return {what} to the battlefield under their owners ' control", untapped(), |_, o| kept(o); ""),
    // Each comes back under the control of its own owner.
    alternate!(Verb: "returns|return {what} to the battlefield under their owner 's control" (what: Objs) => |c, what| kept(&what).then(|| go(c, what, untapped()))?; ""),
    moves!("returns|return {what} to the battlefield tapped under its owner 's control", tapped(), |c, o| kept(o) || died(c, o), go_home; ""),
    moves!("returns|return {what} to the battlefield under your control", under_you(), |c, o| kept(o) || died(c, o); ""),
    moves!("puts|put {what} onto the battlefield under your control", under_you(), |c, o| in_graveyard(c, o) || kept(o) && !matches!(o, Objects::Var(_)); "put target creature card from a graveyard onto the battlefield under your control"),
    rule!(Verb: "returns|return {what} to your hand" (what: Objs) => |c, what| mine(c, &what).then(|| go(c, what, Destination::Hand))?,
        |c, e: &_| gone(e, &Destination::Hand).into_iter().filter(|(o,)| mine(c, o)).collect(); "return target creature card from your graveyard to your hand"),
    rule!(Verb: "puts|put {what} on top of your library" (what: Objs) => |c, what| mine(c, &what).then(|| go(c, what, Destination::LibraryTop))?,
        |c, e: &_| gone(e, &Destination::LibraryTop).into_iter().filter(|(o,)| mine(c, o)).collect(); "put target creature card from your graveyard on top of your library"),
    rule!(Verb: "puts|put {what} on the bottom of your library" (what: Objs) => |c, what| mine(c, &what).then(|| go(c, what, Destination::LibraryBottom))?,
        |c, e: &_| gone(e, &Destination::LibraryBottom).into_iter().filter(|(o,)| mine(c, o)).collect(); "put target card from your graveyard on the bottom of your library"),
    rule!(Objs: "the top {cards.s} of your graveyard" (cards: CardNoun) => |c, cards| {
            let kind = permanent_kind(&cards).difference(Kind::PERMANENT) | Kind::CARD;
            let top = Objects::TopOf(n(1), ZoneOf::Graveyard(Who::You), cards);
            c.mention(Referent::Objects(top.clone()), kind, false);
            Some(top)
        },
        |_, o| match o { Objects::TopOf(Quantity::N(1), ZoneOf::Graveyard(Who::You), cards) => vec![(cards,)], _ => Vec::new() }; "the top creature card of your graveyard"),
    rule!(Objs: "all cards in your graveyard destroyed this way" () => |c| destroyed(c), |c, o| if destroyed(c) == Some(o) { vec![()] } else { Vec::new() }; ""),
    // ---- chosen as it happens
    rule!(Verbs: "returns|return {choice.s} to its owner 's hand" (choice: Choice) => |c, choice| pick(c, choice, Destination::Hand), |_, e: &_| picked(e, &Destination::Hand); "return a creature you control to its owner's hand"),
    rule!(Verbs: "exiles|exile {choice.s} until {this} leaves the battlefield" (choice: Choice, this: Self_) => |c, choice, this| until_gone(c, choice, this), |_, e: &_| is_until_gone(e);
        "exile another creature you control until this creature leaves the battlefield"),
    alternate!(Verbs: "returns|return {choice.s} to their owner 's hand" (choice: Choice) => |c, choice| (!single(&choice)).then(|| pick(c, choice, Destination::Hand))?; "return two creatures you control to their owner's hand"),
    alternate!(Verbs: "returns|return {choice.s} to their owners ' hands" (choice: Choice) => |c, choice| (!single(&choice)).then(|| pick(c, choice, Destination::Hand))?; "return two creatures you control to their owners' hands"),
    rule!(Verbs: "exiles|exile {choice.s}" (choice: HandChoice) => |c, choice| pick(c, choice, Destination::Exile), |_, e: &_| picked(e, &Destination::Exile); "exile a card from your hand"),
    rule!(Verbs: "puts|put {choice.s} onto the battlefield" (choice: HandChoice) => |c, choice| pick(c, choice, untapped()), |_, e: &_| picked(e, &untapped()); "put a land card from your hand onto the battlefield"),
    rule!(Verbs: "puts|put {choice.s} onto the battlefield tapped" (choice: HandChoice) => |c, choice| pick(c, choice, tapped()), |_, e: &_| picked(e, &tapped()); "put a land card from your hand onto the battlefield tapped"),
    alternate!(Verb: "put {what} into your hand" (what: Objs) => |c, what| (c.doer == Who::You && is_own(c, &what)).then(|| go(c, what, Destination::Hand))?; ""),
    rule!(Verbs: "puts|put {choice.s} onto the battlefield tapped and attacking that opponent" (choice: HandChoice) => |c, choice| attacks_alone(c).then(|| pick(c, choice, beside_it()))?,
        |c, e: &_| if attacks_alone(c) { picked(e, &beside_it()) } else { Vec::new() }; ""),
    rule!(Verbs: "puts|put {choice.s} onto the battlefield tapped and attacking" (choice: HandChoice) => |c, choice| pick(c, choice, attacking()), |_, e: &_| picked(e, &attacking());
        "put a creature card from your hand onto the battlefield tapped and attacking"),
    rule!(Verbs: "puts|put {choice.s} on top of your library" (choice: HandChoice) => |c, choice| pick(c, choice, Destination::LibraryTop), |_, e: &_| picked(e, &Destination::LibraryTop).into_iter().filter(|(c,)| single(c)).collect(); "put a card from your hand on top of your library"),
    rule!(Verbs: "puts|put {choice.s} on top of your library in any order" (choice: HandChoice) => |c, choice| pick(c, choice, Destination::LibraryTop), |_, e: &_| picked(e, &Destination::LibraryTop); "put two cards from your hand on top of your library in any order"),
    rule!(Verbs: "puts|put {choice.s} on the bottom of your library" (choice: HandChoice) => |c, choice| pick(c, choice, Destination::LibraryBottom), |_, e: &_| picked(e, &Destination::LibraryBottom); "put a card from your hand on the bottom of your library"),
    rule!(Verbs: "returns|return {choice.s} to your hand" (choice: HandChoice) => |c, choice| from_graveyard(&choice).then(|| pick(c, choice, Destination::Hand))?,
        |_, e: &_| picked(e, &Destination::Hand).into_iter().filter(|(c,)| from_graveyard(c)).collect(); "return a creature card from your graveyard to your hand"),
    rule!(Verbs: "returns|return {choice.s} to the battlefield" (choice: HandChoice) => |c, choice| from_graveyard(&choice).then(|| pick(c, choice, untapped()))?,
        |_, e: &_| picked(e, &untapped()).into_iter().filter(|(c,)| from_graveyard(c)).collect(); "return a creature card from your graveyard to the battlefield"),
    rule!(Verbs: "shuffle {choice.s} into your library" (choice: HandChoice) => |c, choice| (c.doer == Who::You).then(|| shuffled(c, choice))?,
        |c, e: &_| is_shuffled(c, e); "shuffle a card from your hand into your library"),
    rule!(Plain: "{verbs.p} . if you do , {clause} ." (verbs: Verbs, clause: Clause) => |_, verbs, then| if_shuffled(verbs, then),
        |c, e: &_| match e.split_last() {
            Some((Instruction::If { cond: Condition::Did(_), then, .. }, verbs)) if if_shuffled(verbs.to_vec(), then.clone()).as_ref() == Some(e) => vec![(verbs.to_vec(), then.clone())],
            _ => Vec::new(),
        }; "shuffle a card from your hand into your library. If you do, draw a card."),
    // ---- sacrifices
    rule!(Verb: "sacrifices|sacrifice {what}" (what: Objs) => |c, what| (c.doer == Who::You && of_yours(&what)).then_some(Instruction::Sacrifice(what)),
        |_, e| match e { Instruction::Sacrifice(what) => vec![(what,)], _ => Vec::new() }; "sacrifice this creature"),
    rule!(Verb: "sacrifices|sacrifice {what}" (who: Doer, what: Objs) => |_, who, what| of_theirs(who, &what).then_some(Instruction::SacrificeThese(who, what)),
        |_, e| match e { Instruction::SacrificeThese(who, what) => vec![(who, what)], _ => Vec::new() }; ""),
    rule!(Verb: "sacrifices|sacrifice a {noun.s} of their choice" (who: Doer, noun: Noun, into: Into)
        => |_, who, filter, into| (who != Who::You).then_some(Instruction::SacrificeChoice { who, filter, count: n(1), into, any: false }),
        |_, e| match e { Instruction::SacrificeChoice { who, filter, count: Quantity::N(1), into, any: false } if who != Who::You => vec![(who, filter, into)], _ => Vec::new() }; ""),
    rule!(Said: "each player returns to the battlefield all cards they own exiled with {this}" (this: Self_) => |c, _| go(c, Objects::Linked, untapped()).map(|e| vec![e]),
        |_, e: &_| match e.as_slice() { [one] if gone(one, &untapped()) == [(Objects::Linked,)] => vec![(Obj::This,)], _ => Vec::new() }; ""),
    alternate!(Said: "each player returns to the battlefield all cards they own exiled with it" () => |c| go(c, Objects::Linked, untapped()).map(|e| vec![e]); ""),
    rule!(Said: "each player returns to their hand all cards they own exiled with {this}" (this: Self_) => |c, _| go(c, Objects::Linked, Destination::Hand).map(|e| vec![e]),
        |_, e: &_| match e.as_slice() { [one] if gone(one, &Destination::Hand) == [(Objects::Linked,)] => vec![(Obj::This,)], _ => Vec::new() }; ""),
    alternate!(Said: "each player returns to their hand all cards they own exiled with it" () => |c| go(c, Objects::Linked, Destination::Hand).map(|e| vec![e]); ""),
    rule!(Verb: "sacrifices|sacrifice a {noun.s} of their choice for each {each.s}" (who: Doer, noun: Noun, each: Each, into: Into)
        => |_, who, filter, count, into| (who != Who::You).then_some(Instruction::SacrificeChoice { who, filter, count, into, any: false }),
        |_, e| match e { Instruction::SacrificeChoice { who, filter, count, into, any: false } if who != Who::You && !matches!(count, Quantity::N(_) | Quantity::X) => vec![(who, filter, count, into)], _ => Vec::new() }; ""),
    rule!(Verb: "sacrifices|sacrifice {count} {noun.p} of their choice" (who: Doer, count: Count, noun: Noun, into: Into)
        => |_, who, count, filter, into| (who != Who::You).then_some(Instruction::SacrificeChoice { who, filter, count, into, any: false }),
        |_, e| match e { Instruction::SacrificeChoice { who, filter, count, into, any: false } if who != Who::You && count != n(1) => vec![(who, count, filter, into)], _ => Vec::new() }; ""),
    rule!(Verb: "sacrifices|sacrifice a {noun.s}" (who: Doer, noun: Noun, into: Into)
        => |_, who, filter, into| Some(Instruction::SacrificeChoice { who, filter, count: n(1), into, any: false }),
        |_, e| match e { Instruction::SacrificeChoice { who: Who::You, filter, count: Quantity::N(1), into, any: false } if without(&filter, &other()).is_none() => vec![(Who::You, filter, into)], _ => Vec::new() }; "sacrifice a creature"),
    rule!(Verb: "sacrifices|sacrifice another {noun.s}" (who: Doer, noun: Noun, into: Into)
        => |_, who, filter, into| (who == Who::You).then(|| Instruction::SacrificeChoice { who, filter: with(filter, other()), count: n(1), into, any: false }),
        |_, e| match e { Instruction::SacrificeChoice { who: Who::You, filter, count: Quantity::N(1), into, any: false } => without(&filter, &other()).map(|f| (Who::You, f, into)).into_iter().collect(), _ => Vec::new() }; "sacrifice another creature"),
    rule!(Verb: "sacrifices|sacrifice {count} {noun.p}" (who: Doer, count: Count, noun: Noun, into: Into)
        => |_, who, count, filter, into| (who == Who::You).then_some(Instruction::SacrificeChoice { who, filter, count, into, any: false }),
        |_, e| match e { Instruction::SacrificeChoice { who: Who::You, filter, count, into, any: false } if count != n(1) => vec![(Who::You, count, filter, into)], _ => Vec::new() }; "sacrifice two creatures"),
];

/// Chosen, then exiled until something leaves the battlefield.
fn until_gone(context: &mut Context, choice: Instruction, this: Obj) -> Option<Vec<Instruction>> {
    let Instruction::Choose { into, .. } = &choice else { return None };
    let until = Some(TriggerEvent::Leaves(Filter::Is(this)));
    let what = Objects::Var(*into);
    let gone = Instruction::Move { what, to: Destination::Exile, into: context.variable(), linked: false, until };
    context.after(&gone);
    Some(vec![choice, gone])
}

fn is_until_gone(effects: &[Instruction]) -> Vec<(Instruction, Obj)> {
    match effects {
        [
            choice @ Instruction::Choose { into, .. },
            Instruction::Move {
                what: Objects::Var(var),
                to: Destination::Exile,
                linked: false,
                until: Some(TriggerEvent::Leaves(Filter::Is(this))),
                ..
            },
        ] if into == var => vec![(choice.clone(), *this)],
        _ => Vec::new(),
    }
}

/// Chosen, then shuffled into your library.
fn shuffled(context: &mut Context, choice: Instruction) -> Option<Vec<Instruction>> {
    let mut all = pick(context, choice, Destination::LibraryTop)?;
    all.push(Instruction::Shuffle(Who::You));
    Some(all)
}

fn is_shuffled(context: &Context, effects: &[Instruction]) -> Vec<(Instruction,)> {
    let Some((Instruction::Shuffle(Who::You), picks)) = effects.split_last() else { return Vec::new() };
    picked(picks, &Destination::LibraryTop)
}

/// What happens if something was chosen and shuffled into the library.
fn if_shuffled(verbs: Vec<Instruction>, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let [Instruction::Choose { into, .. }, _, Instruction::Shuffle(Who::You)] = verbs.as_slice() else { return None };
    let cond = Condition::Did(*into);
    let mut all = verbs;
    all.push(Instruction::If { cond, then, otherwise: Vec::new() });
    Some(all)
}

/// What you can be told to sacrifice: of a group all that is yours; what somebody else controls by then stays (CR 701.21a).
fn of_yours(objects: &Objects) -> bool {
    match objects {
        Objects::All(filter) => help::parts(filter.clone()).contains(&Filter::Controlled(Who::You)),
        Objects::In(..) | Objects::Top(..) => false,
        _ => true,
    }
}

/// What another player can be told to sacrifice: of somebody who is named by what they control, that.
fn of_theirs(who: Who, what: &Objects) -> bool {
    match who {
        Who::ControllerOf(obj) => *what == Objects::The(obj),
        who => help::another_player(who) && matches!(what, Objects::The(obj) if *obj != Obj::This),
    }
}

fn from_graveyard(choice: &Instruction) -> bool {
    matches!(choice, Instruction::Choose { from: Objects::In(ZoneOf::Graveyard(_), _), .. })
}

fn single(choice: &Instruction) -> bool {
    matches!(choice, Instruction::Choose { max: Quantity::N(1), .. })
}
