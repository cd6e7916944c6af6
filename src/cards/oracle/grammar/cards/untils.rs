//! Cards of the top of a library that are exiled or revealed until there is one of a sort, that one, and the others.

use crate::cards::oracle::grammar::help::{done, not, permanent_kind};
use crate::cards::oracle::grammar::verbs::play::{for_nothing, may_play, played};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Referent, Rule, alternate, rule};

/// Whether the cards are exiled or revealed.
#[derive(Clone, Copy, PartialEq)]
enum How {
    Exiled,
    Revealed,
}

impl How {
    /// How all of them are called back.
    fn done(self) -> Participle {
        match self {
            Self::Exiled => Participle::ExiledUntil,
            Self::Revealed => Participle::RevealedUntil,
        }
    }
}

/// One player's cards; the last one and all of them are known from then on.
fn until(context: &mut Context, filter: Filter, how: How) -> Option<Instruction> {
    let who = context.doer;
    let (found, all) = (context.variable()?, context.variable()?);
    let kind = Sort::CARD | (permanent_kind(&filter) - Sort::PERMANENT);
    context.done.push((Participle::Found, found));
    context.done.push((how.done(), all));
    context.mention(Referent::Objects(Objects::Var(found)), kind, false);
    let single = help::one_player(who);
    let (into, all) = (Some(found), Some(all));
    single.then_some(match how {
        How::Exiled => Instruction::ExileUntil { who, filter, total: None, into, exiled: all },
        How::Revealed => Instruction::RevealUntil { who, filter, into, revealed: all },
    })
}

fn is_until(context: &Context, effect: &Instruction, how: How) -> Vec<(Filter,)> {
    // Where another player chooses a target, the sentence says both at once.
    if context.wanted.iter().any(|target| target.by.is_some()) {
        return Vec::new();
    }
    match effect {
        Instruction::ExileUntil { filter, .. } | Instruction::RevealUntil { filter, .. } => {
            let same = until(&mut context.clone(), filter.clone(), how).as_ref() == Some(effect);
            if same { vec![(filter.clone(),)] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// All that were exiled or revealed.
fn all(context: &Context) -> Option<Objects> {
    let how = |done: Participle| matches!(done, Participle::ExiledUntil | Participle::RevealedUntil);
    context.done.iter().rfind(|(done, _)| how(*done)).map(|(_, var)| Objects::Var(*var))
}

/// All of them, if that is how.
fn all_of(context: &Context, how: How) -> Option<Objects> {
    let known = done(context, how.done()).map(Objects::Var);
    known.filter(|known| all(context).as_ref() == Some(known))
}

/// All but the one that was found.
fn rest(context: &Context) -> Option<Objects> {
    let found = Objects::Var(done(context, Participle::Found)?);
    Some(Objects::Only(Box::new(all(context)?), not(Filter::In(Box::new(found)))))
}

/// Those that are where they were put first: none of them was cast.
fn left(context: &Context, zone: ZoneKind) -> Option<Objects> {
    Some(Objects::Only(Box::new(all(context)?), Filter::Zone(zone)))
}

/// Whether it is the card that was found, or what was found besides.
fn of_them(context: &Context, what: &Objects) -> bool {
    let found = done(context, Participle::Found).map(Objects::Var);
    let one_of = [found, all(context), rest(context), left(context, ZoneKind::Exile), left(context, ZoneKind::Library)];
    one_of.into_iter().flatten().any(|known| known == *what)
}

fn go(context: &mut Context, what: Objects, to: Destination) -> Option<Instruction> {
    let single = help::one_player(context.doer);
    let ok = single && of_them(context, &what);
    ok.then(|| Instruction::Move { what, to, into: context.variable(), linked: false, until: None })
}

fn gone(context: &Context, effect: &Instruction, there: &Destination) -> Vec<(Objects,)> {
    match effect {
        Instruction::Move { what, to, linked: false, until: None, .. } if to == there && of_them(context, what) => {
            vec![(what.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// What is done with the card, and where the rest goes.
fn with_rest(context: &mut Context, first: Instruction, to: Destination) -> Option<Vec<Instruction>> {
    let what = rest(context)?;
    let is_found = match &first {
        Instruction::Move { what, .. } => Some(what.clone()) == done(context, Participle::Found).map(Objects::Var),
        _ => false,
    };
    is_found.then(|| Some(vec![first, go(context, what, to)?]))?
}

fn has_rest(context: &Context, effects: &[Instruction], there: &Destination) -> Vec<(Instruction,)> {
    match effects {
        [first @ Instruction::Move { .. }, Instruction::Move { what, to, .. }]
            if to == there && rest(context).as_ref() == Some(what) =>
        {
            vec![(first.clone(),)]
        }
        _ => Vec::new(),
    }
}

fn onto(entry: Entry) -> Destination {
    Destination::Battlefield(entry)
}

fn plain() -> Destination {
    onto(Entry::default())
}

fn tapped() -> Destination {
    onto(Entry { tapped: true, ..Entry::default() })
}

fn under_you() -> Destination {
    onto(Entry { under: Some(Who::You), ..Entry::default() })
}

macro_rules! moves {
    ($words:literal, $to:expr) => {
        rule!(Verb: $words (what: Objs) => |c, what| go(c, what, $to), |c, e: &_| gone(c, e, &$to); "")
    };
}

macro_rules! and_rest {
    ($words:literal, $to:expr) => {
        rule!(Verbs: $words (first: Verb) => |c, first| with_rest(c, first, $to), |c, e: &_| has_rest(c, e, &$to); "")
    };
}

macro_rules! called {
    ($words:literal, $what:expr) => {
        rule!(Objs: $words () => |c| $what(c), |c, o| if $what(c) == Some(o) { vec![()] } else { Vec::new() }; "")
    };
}

macro_rules! also_called {
    ($words:literal, $what:expr) => {
        alternate!(Objs: $words () => |c| $what(c); "")
    };
}

fn not_cast(context: &Context) -> Option<Objects> {
    left(context, ZoneKind::Exile)
}

fn still_there(context: &Context) -> Option<Objects> {
    left(context, ZoneKind::Library)
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "exiles|exile cards from the top of their|your library until they|you exile a {cards.s}" (cards: CardNoun) => |c, cards| until(c, cards, How::Exiled),
        |c, e: &_| is_until(c, e, How::Exiled); "exile cards from the top of your library until you exile a nonland card"),
    rule!(Verb: "reveals|reveal cards from the top of their|your library until they|you reveal a {cards.s}" (cards: CardNoun) => |c, cards| until(c, cards, How::Revealed),
        |c, e: &_| is_until(c, e, How::Revealed); "reveal cards from the top of your library until you reveal a nonland card"),
    alternate!(Verb: "reveals|reveal cards from the top of their|your library until a {cards.s} is revealed" (cards: CardNoun) => |c, cards| until(c, cards, How::Revealed);
        "reveal cards from the top of your library until a creature card is revealed"),
    // ---- where they go
    moves!("puts|put {what} into their|your hand", Destination::Hand),
    moves!("puts|put {what} into their|your graveyard", Destination::Graveyard),
    moves!("puts|put {what} onto the battlefield", plain()),
    moves!("puts|put {what} onto the battlefield tapped", tapped()),
    moves!("puts|put {what} onto the battlefield under your control", under_you()),
    moves!("puts|put {what} on the bottom of their|your library in a random order", Destination::LibraryBottomRandom),
    moves!("puts|put {what} on the bottom of their|your library in any order", Destination::LibraryBottom),
    alternate!(Verb: "put {what} on the bottom of that library in a random order" (what: Objs) => |c, what| go(c, what, Destination::LibraryBottomRandom); ""),
    alternate!(Verb: "shuffles|shuffle {what} into their|your library" (what: Objs) => |c, what| { let who = c.doer; revealed_rest(c, &what).then_some(Instruction::Shuffle(who)) }; ""),
    and_rest!(
        "{first#} and the rest on the bottom of their|your library in a random order",
        Destination::LibraryBottomRandom
    ),
    and_rest!("{first#} and the rest on the bottom of their|your library in any order", Destination::LibraryBottom),
    and_rest!("{first#} and the rest into their|your graveyard", Destination::Graveyard),
    // ---- the others
    called!("the rest", rest),
    also_called!("the rest of the revealed cards", rest),
    also_called!("the rest of the exiled cards", rest),
    also_called!("the rest of those exiled cards", rest),
    also_called!("all other cards revealed this way", rest),
    also_called!("all other cards exiled this way", rest),
    called!("the exiled cards that weren't cast this way", not_cast),
    also_called!("the exiled cards not cast this way", not_cast),
    called!("all revealed cards not cast this way", still_there),
    called!("all cards revealed this way", revealed_all),
    also_called!("the revealed cards", revealed_all),
    called!("all cards exiled this way", exiled_all),
    also_called!("the exiled cards", exiled_all),
    rule!(Each: "card|cards revealed this way" () => |c| how_many(c), |c, q: &_| if how_many(c).as_ref() == Some(q) { vec![()] } else { Vec::new() }; ""),
    // ---- what may be cast
    rule!(Said: "{dur} , you may cast {what} without paying its mana cost" (dur: Dur, what: Objs) => |_, dur, what| may_play(what, true, for_nothing(), dur), |_, e: &_| played(e, true, for_nothing()); ""),
    alternate!(Said: "you may cast {what} without paying its mana cost {dur}" (what: Objs, dur: Dur) => |_, what, dur| may_play(what, true, for_nothing(), dur); ""),
];

/// All of them; what was revealed is still in the library, or was moved since.
fn revealed_all(context: &Context) -> Option<Objects> {
    all_of(context, How::Revealed)
}

/// All of them; what was exiled is still there, or was moved since.
fn exiled_all(context: &Context) -> Option<Objects> {
    all_of(context, How::Exiled)
}

/// Whether it is the rest of what was revealed, which is still in the library.
fn revealed_rest(context: &Context, what: &Objects) -> bool {
    revealed_all(context).is_some() && rest(context).as_ref() == Some(what)
}

/// How many were revealed.
fn how_many(context: &Context) -> Option<Quantity> {
    revealed_all(context).map(|all| Quantity::Count(Box::new(all)))
}
