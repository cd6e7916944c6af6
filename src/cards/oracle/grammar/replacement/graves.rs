//! What goes to exile instead of a graveyard, and graveyards as a whole.

use crate::cards::oracle::grammar::help::{graveyard, moved, n, with, without};
use crate::cards::oracle::grammar::statics::replace;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, rule};

pub(in crate::cards::oracle::grammar) fn to_graveyard(what: Filter) -> ReplacedEvent {
    ReplacedEvent::Moves { what, from: None, to: Some(ZoneKind::Graveyard) }
}

/// Cards of one of the players, or of anyone.
pub(in crate::cards::oracle::grammar) fn cards(kind: Filter, whose: Option<Who>) -> Filter {
    let card = with(kind, Filter::Card);
    match whose {
        Some(who) => with(card, Filter::Owned(who)),
        None => card,
    }
}

pub(in crate::cards::oracle::grammar) fn are_cards(what: &Filter, whose: Option<Who>) -> Option<Filter> {
    let rest = match whose {
        Some(who) => without(what, &Filter::Owned(who))?,
        None => what.clone(),
    };
    without(&rest, &Filter::Card)
}

/// They are exiled instead.
fn exiled(what: Filter) -> AbilityDef {
    replace(to_graveyard(what), ReplaceWith::MoveTo(Destination::Exile))
}

fn is_exiled(def: &AbilityDef) -> Option<Filter> {
    match def {
        AbilityDef::Static(StaticDef {
            effect: StaticEffect::Replace(Replacement { event: ReplacedEvent::Moves { what, .. }, .. }),
            ..
        }) if *def == exiled(what.clone()) => Some(what.clone()),
        _ => None,
    }
}

/// This turn, such cards are exiled instead.
fn exiled_now(what: Filter) -> Vec<Instruction> {
    let with = ReplaceWith::MoveTo(Destination::Exile);
    let replacement = Replacement { event: to_graveyard(what), only_if: Condition::Always, with, optional: None };
    vec![Instruction::Continuous(StaticEffect::Replace(replacement), Duration::EndOfTurn)]
}

/// A permanent of the player's choice is exiled together with a graveyard.
fn swept(context: &mut Context, choice: Instruction, whose: Who) -> Option<Vec<Instruction>> {
    let Instruction::Choose { into, .. } = choice else { return None };
    let what = Objects::Union(vec![Objects::Var(into), graveyard(whose)]);
    let gone = moved(context, what, Destination::Exile);
    (whose == context.doer).then(|| vec![choice, gone])
}

fn is_swept(context: &Context, effects: &[Instruction]) -> Vec<(Instruction, Who)> {
    let [choice @ Instruction::Choose { into, .. }, Instruction::Move { what, to: Destination::Exile, .. }] = effects
    else {
        return Vec::new();
    };
    let all = Objects::Union(vec![Objects::Var(*into), graveyard(context.doer)]);
    if *what == all { vec![(choice.clone(), context.doer)] } else { Vec::new() }
}

/// A new instance of "target" for at most one player.
fn perhaps(context: &mut Context) -> Option<Who> {
    let number = context.target(at_most_one())?;
    context.mention(Referent::Player(Who::Target(number)), Sort::PLAYER, false);
    Some(Who::Target(number))
}

fn at_most_one() -> TargetDef {
    TargetDef { min: n(0), ..TargetDef::new(TargetKind::Player(Who::EachPlayer)) }
}

fn is_perhaps(context: &Context, who: Who) -> bool {
    let Who::Target(number) = who else { return false };
    let number = usize::from(number);
    number == context.targets.len() && context.wanted.get(number) == Some(&at_most_one())
}

/// The graveyard and the hand go back into the library, and the player draws.
fn renewed(context: &mut Context, whose: [Who; 3], count: Quantity) -> Option<Vec<Instruction>> {
    let who = whose[0];
    let all = Objects::Union(vec![Objects::In(ZoneOf::Hand(who), Filter::Any), graveyard(who)]);
    let back = moved(context, all, Destination::LibraryBottomRandom);
    let draw = Instruction::Draw { who, count, into: context.variable() };
    (whose == [who; 3]).then(|| vec![back, Instruction::Shuffle(who), draw])
}

fn is_renewed(context: &Context, effects: &[Instruction]) -> Vec<(Who, Who, Who, Quantity)> {
    let [_, Instruction::Shuffle(who), Instruction::Draw { count, .. }] = effects else { return Vec::new() };
    let made = renewed(&mut context.clone(), [*who; 3], count.clone());
    if made.as_deref() == Some(effects) { vec![(*who, *who, *who, count.clone())] } else { Vec::new() }
}

/// Cards in a zone but for some.
fn but(zone: ZoneOf, kind: Filter, not: Filter) -> Option<TargetKind> {
    (not != Filter::Any).then(|| TargetKind::Card(zone, with(kind, help::not(not))))
}

fn is_but(kind: TargetKind) -> Vec<(Filter, ZoneOf, Filter)> {
    let TargetKind::Card(zone, filter) = kind else { return Vec::new() };
    let mut list = help::parts(filter);
    match list.pop() {
        Some(Filter::Not(not)) => vec![(help::all(list), zone, *not)],
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    // ---- instead of a graveyard
    rule!(Static: "if a {kind.s} would be put into a graveyard from anywhere , exile it instead ." (kind: CardNoun) => |_, kind| Some(exiled(cards(kind, None))),
        |_, d: &_| is_exiled(d).and_then(|what| are_cards(&what, None)).map(|f| (f,)).into_iter().collect(); "if a creature card would be put into a graveyard from anywhere, exile it instead."),
    rule!(Static: "if a {kind.s} would be put into a opponent 's graveyard from anywhere , exile it instead ." (kind: CardNoun) => |_, kind| Some(exiled(cards(kind, Some(Who::EachOpponent)))),
        |_, d: &_| is_exiled(d).and_then(|what| are_cards(&what, Some(Who::EachOpponent))).map(|f| (f,)).into_iter().collect(); "if an instant card would be put into an opponent's graveyard from anywhere, exile it instead."),
    rule!(Static: "if a {kind.s} would be put into your graveyard from anywhere , exile it instead ." (kind: CardNoun) => |_, kind| Some(exiled(cards(kind, Some(Who::You)))),
        |_, d: &_| is_exiled(d).and_then(|what| are_cards(&what, Some(Who::You))).map(|f| (f,)).into_iter().collect(); "if a land card would be put into your graveyard from anywhere, exile it instead."),
    rule!(Static: "if a card or token would be put into a graveyard from anywhere , exile it instead ." () => |_| Some(exiled(Filter::Any)),
        |_, d: &_| if *d == exiled(Filter::Any) { vec![()] } else { Vec::new() }; "if a card or token would be put into a graveyard from anywhere, exile it instead."),
    rule!(Plain: "if a {kind.s} would be put into your graveyard from anywhere this turn , exile that card instead ." (kind: CardNoun) => |_, kind| Some(exiled_now(cards(kind, Some(Who::You)))),
        |_, e: &_| match e.as_slice() {
            [Instruction::Continuous(StaticEffect::Replace(Replacement { event: ReplacedEvent::Moves { what, .. }, .. }), _)] if *e == exiled_now(what.clone()) => {
                are_cards(what, Some(Who::You)).map(|f| (f,)).into_iter().collect()
            }
            _ => Vec::new(),
        }; "if a creature card would be put into your graveyard from anywhere this turn, exile that card instead."),
    // ---- graveyards
    rule!(Objs: "each opponent 's graveyard" () => |c| { let all = graveyard(Who::EachOpponent); c.mention(Referent::Objects(all.clone()), Sort::CARD, true); Some(all) },
        |_, o: &_| if *o == graveyard(Who::EachOpponent) { vec![()] } else { Vec::new() }; "each opponent's graveyard"),
    rule!(Verbs: "exiles|exile {choice.s} and {whose} graveyard" (choice: Choice, whose: Whose) => |c, choice, whose| swept(c, choice, whose), |c, e: &_| is_swept(c, e);
        "exile a creature you control and your graveyard"),
    rule!(SubjPlayer: "1: up to one target player" () => |c| perhaps(c), |c, who: &_| if is_perhaps(c, *who) { vec![()] } else { Vec::new() }; "up to one target player"),
    rule!(Said: "{who#} puts|put all the cards from {whose} graveyard on the bottom of {again} library in a random order" (who: SubjPlayer, whose: Whose, again: Whose)
        => |c, who, whose, again| (whose == who && again == who).then(|| vec![moved(c, graveyard(who), Destination::LibraryBottomRandom)]),
        |_, e: &_| match e.as_slice() {
            [Instruction::Move { what: Objects::In(ZoneOf::Graveyard(who), Filter::Any), to: Destination::LibraryBottomRandom, linked: false, until: None, .. }] => vec![(*who, *who, *who)],
            _ => Vec::new(),
        }; "target player puts all the cards from their graveyard on the bottom of their library in a random order"),
    rule!(Said: "{who#} shuffles|shuffle {whose} hand and graveyard into {again} library , then draws|draw {cards}" (who: SubjPlayer, whose: Whose, again: Whose, cards: Cards)
        => |c, who, whose, again, cards| renewed(c, [who, whose, again], cards), |c, e: &_| is_renewed(c, e);
        "target player shuffles their hand and graveyard into their library, then draws two cards"),
    rule!(Said: "each player shuffles their hand and graveyard into their library , then draws {cards}" (cards: Cards) => |c, cards| renewed(c, [Who::EachPlayer; 3], cards),
        |c, e: &_| is_renewed(c, e).into_iter().filter(|(who, ..)| *who == Who::EachPlayer).map(|(.., count)| (count,)).collect();
        "each player shuffles their hand and graveyard into their library, then draws two cards"),
    rule!(Aim: "{cards#} in {zone} other than a {but.s}" (cards: CardNoun, zone: Graves, but: CardNoun) => |_, kind, zone, not| but(zone, kind, not), |_, k| is_but(k);
        "card in a graveyard other than a basic land card"),
];
