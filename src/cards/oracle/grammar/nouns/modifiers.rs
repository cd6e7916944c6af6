//! What stands after a noun: who controls it, what it has, what it was done to.

use crate::cards::oracle::grammar::help::not;
use crate::cards::oracle::grammar::nouns::adjectives::{one, prepend};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

fn inside(filter: Filter) -> Option<Filter> {
    match filter {
        Filter::Not(inner) => Some(*inner),
        _ => None,
    }
}

fn negated(filter: Filter, keep: fn(Filter) -> Option<Keyword>) -> Vec<(Keyword,)> {
    inside(filter).and_then(keep).into_iter().map(|k| (k,)).collect()
}

fn keyword(filter: Filter) -> Option<Keyword> {
    match filter {
        Filter::Has(keyword) => Some(keyword),
        _ => None,
    }
}

fn first(list: Vec<Filter>) -> Vec<(Filter, Vec<Filter>)> {
    match list.split_first() {
        Some((first, rest)) if !rest.is_empty() => vec![(first.clone(), rest.to_vec())],
        _ => Vec::new(),
    }
}

/// Has the name of the card that says it.
fn own_name(context: &Context) -> Filter {
    Filter::Named(crate::cards::def::CardName::from(context.face.name.clone()))
}

/// The type that was chosen as the instructions so far were followed.
fn kind_of_type(context: &Context) -> Option<Filter> {
    context.done.iter().rev().find_map(|(done, var)| match done {
        Participle::CardType => Some(Filter::CardTypeVar(*var)),
        Participle::Subtype => Some(Filter::SubtypeVar(*var)),
        _ => None,
    })
}

/// The type that was chosen so far, otherwise the one that was chosen for the permanent.
pub(in crate::cards::oracle::grammar) fn chosen_type(context: &Context) -> Option<Filter> {
    let entered = if context.face.card_type { Filter::ChosenCardType } else { Filter::ChosenSubtype };
    kind_of_type(context).or_else(|| (!context.face.is_spell()).then_some(entered))
}

macro_rules! fixed {
    ($cat:ident: $words:literal, $filter:expr) => {
        rule!($cat: $words () => |_| Some($filter), |_, f: &_| if *f == $filter { vec![()] } else { Vec::new() }; $words)
    };
}

/// The opponent whose spell or ability has caused the event.
const CAUSE: Who = Who::ControllerOf(Obj::EventSource);

pub(super) const RULES: &[Rule] = &[
    rule!(CardPost: "with mana value {c}" (c: Compared) => |_, (cmp, n)| Some(Filter::ManaValue(cmp, n)),
        |_, f| match f { Filter::ManaValue(cmp, n) => vec![((cmp, n),)], _ => Vec::new() }; "with mana value 3 or less"),
    rule!(CardPost: "with power {c}" (c: Compared) => |_, (cmp, n)| Some(Filter::Power(cmp, n)),
        |_, f| match f { Filter::Power(cmp, n) => vec![((cmp, n),)], _ => Vec::new() }; "with power 4 or greater"),
    rule!(CardPost: "with toughness {c}" (c: Compared) => |_, (cmp, n)| Some(Filter::Toughness(cmp, n)),
        |_, f| match f { Filter::Toughness(cmp, n) => vec![((cmp, n),)], _ => Vec::new() }; "with toughness 4 or greater"),
    rule!(CardPost: "with {k}" (k: Kw) <=> {Filter::Has(k)}; "with flying"),
    rule!(CardPost: "without {k}" (k: Kw) => |_, k| Some(not(Filter::Has(k))), |_, f| negated(f, keyword); "without flying"),
    rule!(CardPost: "with {a} or {b}" (a: Kw, b: Kw) => |_, a, b| Some(Filter::Or(vec![Filter::Has(a), Filter::Has(b)])),
        |_, f| match f {
            Filter::Or(list) => match list.as_slice() { [Filter::Has(a), Filter::Has(b)] => vec![(*a, *b)], _ => Vec::new() },
            _ => Vec::new(),
        }; "with flying or reach"),
    rule!(CardPost: "of the chosen type" () => |c| chosen_type(c), |c, f: &_| if chosen_type(c).as_ref() == Some(f) { vec![()] } else { Vec::new() }; ""),
    rule!(CardPost: "of that type" () => |c| kind_of_type(c), |c, f: &_| if kind_of_type(c).as_ref() == Some(f) { vec![()] } else { Vec::new() }; ""),
    alternate!(CardPost: "that aren't of the chosen type" () => |c| chosen_type(c).map(not); ""),
    rule!(CardPost: "that isn't of the chosen type" () => |c| chosen_type(c).map(not), |c, f: &_| if chosen_type(c).map(not).as_ref() == Some(f) { vec![()] } else { Vec::new() }; ""),
    fixed!(CardPost: "of the chosen color", Filter::ChosenColor),
    fixed!(CardPost: "with the chosen name", Filter::ChosenName),
    rule!(CardPost: "that's {hues}" (hues: HueOr) => |_, hues| Some(hues), |_, f| vec![(f,)]; "that's red or blue"),
    rule!(CardPost: "named \u{1}" () => |c| Some(own_name(c)), |c, f: &_| if *f == own_name(c) { vec![()] } else { Vec::new() }; "named \u{1}"),
    rule!(CardPost: "that targets {this}" (this: Self_) => |_, this| Some(Filter::Targets(Box::new(Filter::Is(this)))),
        |_, f: &_| if *f == Filter::Targets(Box::new(Filter::Is(Obj::This))) { vec![(Obj::This,)] } else { Vec::new() }; "that targets this creature"),
    rule!(CardPost: "that targets you" () <=> {Filter::TargetsPlayer(Who::You)}; "that targets you"),
    rule!(CardPost: "that targets you or a {noun.s}" (noun: Noun) => |_, noun| Some(Filter::Or(vec![Filter::TargetsPlayer(Who::You), Filter::Targets(Box::new(noun))])),
        |_, f| match f { Filter::Or(both) => match both.as_slice() { [Filter::TargetsPlayer(Who::You), Filter::Targets(noun)] => vec![((**noun).clone(),)], _ => Vec::new() }, _ => Vec::new() }; "that targets you or a creature you control"),
    alternate!(CardPost: "that target you or a {noun.s}" (noun: Noun) => |_, noun| Some(Filter::Or(vec![Filter::TargetsPlayer(Who::You), Filter::Targets(Box::new(noun))])); "that target you or a creature you control"),
    rule!(CardPost: "that targets only {this}" (this: Self_) => |_, this| Some(Filter::TargetsOnly(Box::new(Filter::Is(this)))),
        |_, f: &_| if *f == Filter::TargetsOnly(Box::new(Filter::Is(Obj::This))) { vec![(Obj::This,)] } else { Vec::new() }; "that targets only this creature"),
    rule!(CardPost: "that targets only a single {noun.s}" (noun: Noun) => |_, noun| Some(Filter::TargetsOnly(Box::new(noun))),
        |_, f| match f { Filter::TargetsOnly(noun) if *noun != Filter::Is(Obj::This) => vec![(*noun,)], _ => Vec::new() }; "that targets only a single creature you control"),
    rule!(CardPost: "that targets a {noun.s}" (noun: Noun) => |_, noun| Some(Filter::Targets(Box::new(noun))),
        |_, f| match f { Filter::Targets(noun) if *noun != Filter::Is(Obj::This) => vec![(*noun,)], _ => Vec::new() }; "that targets a creature you control"),
    // ---- only of permanents
    rule!(Post: "{c}" (c: CardPost) <=> {c}; "with flying"),
    fixed!(Post: "you control", Filter::Controlled(Who::You)),
    fixed!(Post: "you own", Filter::Owned(Who::You)),
    fixed!(Post: "you don't control", not(Filter::Controlled(Who::You))),
    fixed!(Post: "a opponent controls", Filter::Controlled(Who::EachOpponent)),
    alternate!(Post: "your opponents control" () => |_| Some(Filter::Controlled(Who::EachOpponent)); "your opponents control"),
    rule!(Post: "that opponent controls" () => |c| (nouns::players::that_player(c) == Some(CAUSE)).then_some(Filter::Controlled(CAUSE)),
        |c, f: &_| if *f == Filter::Controlled(CAUSE) && nouns::players::that_player(c) == Some(CAUSE) { vec![()] } else { Vec::new() }; ""),
    rule!(Post: "{who} controls" (who: Other) => |_, who| Some(Filter::Controlled(who)),
        |_, f| match f { Filter::Controlled(who) => vec![(who,)], _ => Vec::new() }; "target player controls"),
    rule!(Post: "they control" () => |c| nouns::players::their(c).map(Filter::Controlled),
        |c, f| match f { Filter::Controlled(who) if nouns::players::their(c) == Some(who) => vec![()], _ => Vec::new() }; ""),
    alternate!(Post: "that has a {k} counter on it" (k: Kind) => |_, k| Some(Filter::Counter(k)); "that has a charge counter on it"),
    rule!(Post: "without a {k} counter on it" (k: Kind) => |_, k| Some(help::not(Filter::Counter(k))),
        |_, f: &_| match f { Filter::Not(inner) => match **inner { Filter::Counter(k) => vec![(k,)], _ => Vec::new() }, _ => Vec::new() }; "without a charge counter on it"),
    alternate!(Post: "that doesn't have a {k} counter on it" (k: Kind) => |_, k| Some(help::not(Filter::Counter(k))); "that doesn't have a charge counter on it"),
    rule!(Post: "with a {k} counter on it" (k: Kind) <=> {Filter::Counter(k)}; "with a charge counter on it"),
    alternate!(Post: "with {k} counters on them" (k: Kind) => |_, k| Some(Filter::Counter(k)); "with charge counters on them"),
    alternate!(Post: "it's blocking" () => |c| (!c.face.is_spell()).then(|| Filter::BlockedBy(Box::new(Filter::Is(Obj::This)))); ""),
    fixed!(Post: "that entered this turn", Filter::EnteredThisTurn),
    fixed!(Post: "that attacked this turn", Filter::AttackedThisTurn),
    fixed!(Post: "that was dealt damage this turn", Filter::DamagedThisTurn),
    alternate!(Post: "dealt damage this turn" () => |_| Some(Filter::DamagedThisTurn); "dealt damage this turn"),
    rule!(Post: "other than {this}" (this: Self_) => |_, this| Some(not(Filter::Is(this))),
        |_, f| match inside(f) { Some(Filter::Is(Obj::This)) => vec![(Obj::This,)], _ => Vec::new() }; "other than this creature"),
    rule!(Post: "blocking {this}" (this: Self_) => |_, this| Some(Filter::BlockingWhat(Box::new(Filter::Is(this)))),
        |_, f: &_| if *f == Filter::BlockingWhat(Box::new(Filter::Is(Obj::This))) { vec![(Obj::This,)] } else { Vec::new() }; "blocking this creature"),
    rule!(Post: "blocked by {this}" (this: Self_) => |_, this| Some(Filter::BlockedBy(Box::new(Filter::Is(this)))),
        |_, f: &_| if *f == Filter::BlockedBy(Box::new(Filter::Is(Obj::This))) { vec![(Obj::This,)] } else { Vec::new() }; "blocked by this creature"),
    rule!(Post: "blocking or blocked by {this}" (this: Self_)
        => |_, this| Some(Filter::Or(vec![Filter::BlockingWhat(Box::new(Filter::Is(this))), Filter::BlockedBy(Box::new(Filter::Is(this)))])),
        |_, f: &_| {
            let is = || Box::new(Filter::Is(Obj::This));
            if *f == Filter::Or(vec![Filter::BlockingWhat(is()), Filter::BlockedBy(is())]) { vec![(Obj::This,)] } else { Vec::new() }
        }; "blocking or blocked by this creature"),
    // ---- several
    rule!(Posts: "{one}" (one: Post) => |_, one| Some(vec![one]), |_, list| one(list); "you control"),
    rule!(Posts: "{first} {rest}" (first: Post, rest: Posts) => |_, first, rest| prepend(first, rest), |_, list| first(list); "you control with flying"),
    rule!(CardPosts: "{one}" (one: CardPost) => |_, one| Some(vec![one]), |_, list| one(list); "with mana value 2"),
    rule!(CardPosts: "{first} and {rest}" (first: CardPost, rest: CardPosts) => |_, first, rest| prepend(first, rest), |_, list| first(list); "with flying and with power 2"),
];
