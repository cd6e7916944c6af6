//! The top card of a library, revealed or looked at.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, group_var, rule};

/// You reveal it; "it" and "that card" are that.
fn reveal(context: &mut Context, whose: Who) -> Option<Instruction> {
    let top = Objects::Top(n(1), whose);
    context.mention(Referent::Objects(top.clone()), Sort::CARD, false);
    (context.doer == Who::You && help::one_player(whose)).then(|| Instruction::Reveal(top))
}

/// Whether it is the top card of your library, which was revealed.
fn is_top(context: &Context, what: &Objects) -> bool {
    let top = Referent::Objects(Objects::Top(n(1), Who::You));
    group_var().is_some_and(|group| *what == Objects::Var(group)) && context.mentions.iter().any(|m| m.what == top)
}

/// It is put somewhere.
fn put(context: &mut Context, what: Objects, to: Destination) -> Option<Instruction> {
    is_top(context, &what).then(|| Instruction::Move { what, to, into: context.variable(), linked: false, until: None })
}

fn is_put(context: &Context, effect: &Instruction, there: &Destination) -> Vec<(Objects,)> {
    match effect {
        Instruction::Move { what, to, linked: false, until: None, .. } if to == there && is_top(context, what) => {
            vec![(what.clone(),)]
        }
        _ => Vec::new(),
    }
}

fn entering(tapped: bool) -> Destination {
    Destination::Battlefield(Entry { tapped, ..Entry::default() })
}

macro_rules! puts {
    ($words:literal, $to:expr) => {
        rule!(Verb: $words (what: Objs) => |c, what| put(c, what, $to), |c, e: &_| is_put(c, e, &$to); "")
    };
}

/// What becomes of a card that wasn't taken.
fn given_up(context: &mut Context, card: Objects, to: Destination) -> Instruction {
    let put = Instruction::Move { what: card, to, into: context.variable(), linked: false, until: None };
    Instruction::May { who: Who::You, then: vec![put], otherwise: Vec::new() }
}

/// You look at the top card; one of a sort you may reveal and take. What isn't taken may go elsewhere.
fn taken(context: &mut Context, cards: Filter, rest: Option<Destination>) -> Option<Vec<Instruction>> {
    let (top, into) = (context.variable()?, context.variable());
    let card = || Objects::Var(top);
    let take = Instruction::Move { what: card(), to: Destination::Hand, into, linked: false, until: None };
    let may = Instruction::May { who: Who::You, then: vec![Instruction::Reveal(card()), take], otherwise: Vec::new() };
    let fits = Condition::Exists(Objects::Only(Box::new(card()), cards));
    let mut all = vec![
        Instruction::Keep(top, Objects::Top(n(1), Who::You)),
        Instruction::Look(Who::You, card()),
        Instruction::If { cond: fits, then: vec![may], otherwise: Vec::new() },
    ];
    if let Some(to) = rest {
        let there = Condition::Exists(Objects::Only(Box::new(card()), Filter::Zone(ZoneKind::Library)));
        all.push(Instruction::If { cond: there, then: vec![given_up(context, card(), to)], otherwise: Vec::new() });
    }
    Some(all)
}

fn is_taken(context: &Context, effects: &[Instruction], rest: Option<Destination>) -> Vec<(Filter,)> {
    let Some(Instruction::If { cond: Condition::Exists(Objects::Only(_, cards)), .. }) = effects.get(2) else {
        return Vec::new();
    };
    let same = taken(&mut context.clone(), cards.clone(), rest).as_deref() == Some(effects);
    if same { vec![(cards.clone(),)] } else { Vec::new() }
}

macro_rules! looks {
    ($words:literal, $rest:expr) => {
        rule!(Plain: $words (cards: CardNoun) => |c, cards| taken(c, cards, $rest), |c, e: &_| is_taken(c, e, $rest); "")
    };
    (also $words:literal, $rest:expr) => {
        crate::cards::oracle::syntax::alternate!(Plain: $words (cards: CardNoun) => |c, cards| taken(c, cards, $rest); "")
    };
}

/// CR 406.3: who looks at cards and then exiles them face down may look at them there.
fn hidden(context: &mut Context, whose: Who, count: Quantity) -> Option<Vec<Instruction>> {
    let top = Objects::Top(count.clone(), whose);
    context.mention(Referent::Objects(top.clone()), Sort::CARD, count != n(1));
    let look = Instruction::Look(Who::You, top.clone());
    let exile = help::moved(context, top, Destination::ExileFaceDown(Some(Who::You)));
    context.after(&exile);
    (context.doer == Who::You && help::one_player(whose)).then(|| vec![look, exile])
}

fn is_hidden(context: &Context, effects: &[Instruction]) -> Option<(Who, Quantity)> {
    match effects {
        [Instruction::Look(Who::You, Objects::Top(count, whose)), _] => {
            let same = hidden(&mut context.clone(), *whose, count.clone()).as_deref() == Some(effects);
            same.then(|| (*whose, count.clone()))
        }
        _ => None,
    }
}

/// CR 406.3: nobody may look at what is exiled so.
const FACE_DOWN: Destination = Destination::ExileFaceDown(None);

/// Cards of which nothing was known before.
fn unknown(context: &mut Context, what: Objects) -> Option<Instruction> {
    matches!(what, Objects::Top(..) | Objects::In(..)).then(|| help::moved(context, what, FACE_DOWN))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verbs: "look at the top card of {whose} library , then exile it face down" (whose: Whose) => |c, whose| hidden(c, whose, n(1)),
        |c, e: &_| is_hidden(c, e).filter(|(_, count)| *count == n(1)).map(|(whose, _)| (whose,)).into_iter().collect(); "look at the top card of target opponent's library, then exile it face down"),
    alternate!(Verbs: "look at the top card of {whose} library and exile it face down" (whose: Whose) => |c, whose| hidden(c, whose, n(1)); "look at the top card of target opponent's library and exile it face down"),
    rule!(Verbs: "look at the top {count} cards of {whose} library , then exile them face down" (count: Count, whose: Whose) => |c, count, whose| (count != n(1)).then(|| hidden(c, whose, count))?,
        |c, e: &_| is_hidden(c, e).filter(|(_, count)| *count != n(1)).map(|(whose, count)| (count, whose)).into_iter().collect(); "look at the top two cards of target opponent's library, then exile them face down"),
    alternate!(Verbs: "look at the top {count} cards of {whose} library and exile them face down" (count: Count, whose: Whose) => |c, count, whose| (count != n(1)).then(|| hidden(c, whose, count))?; ""),
    alternate!(Verbs: "look at the top {count} cards of {whose} library and exile those cards face down" (count: Count, whose: Whose) => |c, count, whose| (count != n(1)).then(|| hidden(c, whose, count))?; ""),
    rule!(Verb: "exiles|exile {what} face down" (what: Objs) => |c, what| unknown(c, what),
        |_, e| match e { Instruction::Move { what: what @ (Objects::Top(..) | Objects::In(..)), to: Destination::ExileFaceDown(None), linked: false, until: None, .. } => vec![(what,)], _ => Vec::new() }; "exile the top card of your library face down"),
    rule!(Verb: "reveal the top card of {whose} library" (whose: Whose) => |c, whose| reveal(c, whose),
        |c, e| match e { Instruction::Reveal(Objects::Top(Quantity::N(1), who)) if c.doer == Who::You => vec![(who,)], _ => Vec::new() }; "reveal the top card of your library"),
    puts!("puts|put {what} onto the battlefield", entering(false)),
    puts!("puts|put {what} onto the battlefield tapped", entering(true)),
    puts!("puts|put {what} into your hand", Destination::Hand),
    puts!("puts|put {what} into your graveyard", Destination::Graveyard),
    puts!("puts|put {what} on the bottom of your library", Destination::LibraryBottom),
    looks!(
        "look at the top card of your library . if it's a {cards.s} , you may reveal it and put it into your hand .",
        None
    ),
    looks!(
        "look at the top card of your library . if it's a {cards.s} , you may reveal it and put it into your hand . if you don't put the card into your hand , you may put it into your graveyard .",
        Some(Destination::Graveyard)
    ),
    looks!(
        "look at the top card of your library . if it's a {cards.s} , you may reveal it and put it into your hand . if you don't put the card into your hand , you may put it on the bottom of your library .",
        Some(Destination::LibraryBottom)
    ),
    looks!(
        also "look at the top card of your library . if it's a {cards.s} , you may reveal it and put it into your hand . if you don't put it into your hand , you may put it on the bottom of your library .",
        Some(Destination::LibraryBottom)
    ),
];
