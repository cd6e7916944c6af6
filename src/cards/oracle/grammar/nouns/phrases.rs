//! Noun phrases without determiners: adjectives, a head, and what stands after it.

use crate::cards::oracle::grammar::help::{all, parts};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

/// Has one of the basic land types (CR 305.6).
pub(in crate::cards::oracle::grammar) fn with_basic_type() -> Filter {
    Filter::Or(Subtype::BASIC_LANDS.into_iter().map(Filter::Subtype).collect())
}

/// Whether a quality stands after the noun.
fn behind(filter: &Filter) -> bool {
    match filter {
        Filter::Not(inner) => behind(inner) || matches!(**inner, Filter::Is(_) | Filter::HasAttached(_)),
        Filter::Or(list) => {
            let or_produces = matches!(list.as_slice(), [Filter::Supertype(_), Filter::CouldProduce(_)]);
            or_produces
                || list.iter().all(behind)
                || list.iter().all(|f| matches!(f, Filter::Subtype(_) | Filter::Type(_) | Filter::Token))
        }
        Filter::And(list) => list.as_slice() == [Filter::Attacking, Filter::Alone],
        Filter::HasAttached(what) => matches!(**what, Filter::And(_)),
        Filter::Controlled(_)
        | Filter::Owned(_)
        | Filter::Has(_)
        | Filter::ManaValue(..)
        | Filter::ManaCost(_)
        | Filter::CostHasX
        | Filter::CouldProduce(_)
        | Filter::HasAbility(_)
        | Filter::SameParity(_)
        | Filter::Power(..)
        | Filter::Toughness(..)
        | Filter::Greatest(..)
        | Filter::Least(..)
        | Filter::TargetCount(..)
        | Filter::TargetsOnly(_)
        | Filter::AbilityOf(_)
        | Filter::HasKeyword(_)
        | Filter::HasAbility(_)
        | Filter::Counter(_)
        | Filter::AnyCounter
        | Filter::ChosenCardType
        | Filter::CardTypeVar(_)
        | Filter::SubtypeVar(_)
        | Filter::ChosenSubtype
        | Filter::ChosenColor
        | Filter::ChosenName
        | Filter::Named(_)
        | Filter::Targets(_)
        | Filter::TargetsPlayer(_)
        | Filter::EnteredThisTurn
        | Filter::AttackedThisTurn
        | Filter::ExertedThisTurn
        | Filter::DamagedThisTurn
        | Filter::DamagedBy(_)
        | Filter::DamagedUnder(_)
        | Filter::GotCounters(..)
        | Filter::AttachedTo(_)
        | Filter::AttachedToPlayer(_)
        | Filter::AttackingPlayer(_)
        | Filter::SharesColor(_)
        | Filter::SharesCardType(_)
        | Filter::SharesCreatureType(_)
        | Filter::SameName(_)
        | Filter::AttackingWhat(_)
        | Filter::Protected(_)
        | Filter::BlockingWhat(_)
        | Filter::BlockedBy(_) => true,
        _ => false,
    }
}

/// What stands behind the noun only behind something else that does: "that are enchanted", "that's a Goblin or an Elf".
fn may_follow(filter: &Filter) -> bool {
    match filter {
        Filter::HasAttached(_) => true,
        Filter::Or(list) => list.len() == 2 && list.iter().all(|f| matches!(f, Filter::Subtype(_))),
        _ => false,
    }
}

fn is_head(filter: &Filter) -> bool {
    match filter {
        Filter::Type(_) | Filter::Subtype(_) | Filter::Token => true,
        Filter::Or(list) => list.iter().all(is_head) && *filter != with_basic_type(),
        Filter::And(list) => list.iter().all(is_head),
        _ => false,
    }
}

type Split = (Vec<Filter>, Vec<Filter>, Vec<Filter>);

/// Head, adjectives, and what stands behind.
fn split(filter: Filter) -> Option<Split> {
    let list = parts(filter);
    let named = |(at, f): &(usize, &Filter)| is_head(f) && (*at == 0 || nouns::sorts::outlaw().as_ref() != Some(*f));
    let heads = list.iter().enumerate().take_while(named).count();
    let rest = &list[heads..];
    let adjectives = rest.iter().take_while(|f| !behind(f)).count();
    let (adjectives, posts) = rest.split_at(adjectives);
    // Behind another quality also a noun may stand: "that's a Goblin or an Elf".
    let last = |f: &Filter| behind(f) || may_follow(f) || is_head(f) || matches!(f, Filter::HasAttached(_));
    posts.iter().all(last).then(|| (list[..heads].to_vec(), adjectives.to_vec(), posts.to_vec()))
}

fn join(mut head: Vec<Filter>, adjectives: Vec<Filter>, posts: Vec<Filter>) -> Option<Filter> {
    // Of two nouns only the first may have what is attached to it.
    let attached = adjectives.iter().any(|f| matches!(f, Filter::HasAttached(_)));
    if attached && head.iter().any(|f| matches!(f, Filter::Or(_))) {
        return None;
    }
    head.extend(adjectives);
    head.extend(posts);
    Some(all(head))
}

/// Whether a quality is one of creatures alone.
fn of_creatures(filter: &Filter) -> bool {
    match filter {
        Filter::Has(_) | Filter::Power(..) | Filter::Toughness(..) => true,
        Filter::Not(inner) => of_creatures(inner),
        Filter::Or(list) => list.iter().all(of_creatures),
        _ => false,
    }
}

/// A list of nouns and what stands behind it, which has to be about all of them.
fn behind_all(head: &[Filter], posts: &[Filter]) -> bool {
    let several = head.iter().any(|f| match f {
        Filter::Type(types) => types.iter().count() > 1,
        Filter::Or(_) => true,
        _ => false,
    });
    !(several && posts.iter().any(of_creatures))
}

/// Permanents of some types, or creatures with a quality that only creatures have.
fn or_creature(types: &[CardTypes], posts: Vec<Filter>) -> Option<Filter> {
    let all = types.iter().fold(CardTypes::empty(), |a, b| a | *b);
    let different = nouns::heads::split(all).len() == types.len() && !all.contains(CardTypes::CREATURE);
    let mut creature = vec![Filter::Type(CardTypes::CREATURE)];
    let fits = different && posts.iter().all(of_creatures);
    creature.extend(posts);
    fits.then(|| Filter::Or(vec![Filter::Type(all), Filter::And(creature)]))
}

fn is_or_creature(filter: &Filter, count: usize) -> Option<(Vec<CardTypes>, Vec<Filter>)> {
    let Filter::Or(list) = filter else { return None };
    let [Filter::Type(types), Filter::And(creature)] = list.as_slice() else { return None };
    let (types, posts) = (nouns::heads::split(*types), creature.get(1..)?.to_vec());
    let same = or_creature(&types, posts.clone()).as_ref() == Some(filter);
    (same && types.len() == count).then_some((types, posts))
}

fn bare(filter: Filter) -> Vec<(Vec<Filter>,)> {
    match split(filter) {
        Some((head, adjs, posts)) if adjs.is_empty() && posts.is_empty() => vec![(head,)],
        _ => Vec::new(),
    }
}

fn front(filter: Filter) -> Vec<(Vec<Filter>, Vec<Filter>)> {
    match split(filter) {
        Some((head, adjs, posts)) if !adjs.is_empty() && posts.is_empty() => vec![(adjs, head)],
        _ => Vec::new(),
    }
}

fn back(filter: Filter) -> Vec<(Vec<Filter>, Vec<Filter>)> {
    match split(filter) {
        Some((head, adjs, posts)) if adjs.is_empty() && !posts.is_empty() => vec![(head, posts)],
        _ => Vec::new(),
    }
}

fn whole(filter: Filter) -> Vec<Split> {
    match split(filter) {
        Some((head, adjs, posts)) if !adjs.is_empty() && !posts.is_empty() => vec![(adjs, head, posts)],
        _ => Vec::new(),
    }
}

/// Without a head: "a white card".
fn headless(filter: Filter) -> Option<(Vec<Filter>, Vec<Filter>)> {
    split(filter).filter(|(head, ..)| head.is_empty()).map(|(_, adjs, posts)| (adjs, posts))
}

macro_rules! with_word {
    ($cat:ident, $one:literal, $adj:literal, $head:literal, $adj_head:literal, $post:literal, $adj_post:literal, $head_post:literal, $all:literal) => {
        &[
            rule!($cat: $one () => |_| Some(Filter::Any), |_, f: &_| if *f == Filter::Any { vec![()] } else { Vec::new() }; ""),
            rule!($cat: $adj (adjs: Adjs) => |_, adjs| join(Vec::new(), adjs, Vec::new()),
                |_, f| headless(f).filter(|(a, p)| !a.is_empty() && p.is_empty()).map(|(a, _)| (a,)).into_iter().collect(); ""),
            rule!($cat: $head (head: CardHead) => |_, head| join(head, Vec::new(), Vec::new()), |_, f| bare(f).into_iter().filter(|(h,)| !h.is_empty()).collect(); ""),
            rule!($cat: $adj_head (adjs: Adjs, head: CardHead) => |_, adjs, head| join(head, adjs, Vec::new()), |_, f| front(f).into_iter().filter(|(_, h)| !h.is_empty()).collect(); ""),
            rule!($cat: $post (posts: CardPosts) => |_, posts| join(Vec::new(), Vec::new(), posts),
                |_, f| headless(f).filter(|(a, p)| a.is_empty() && !p.is_empty()).map(|(_, p)| (p,)).into_iter().collect(); ""),
            rule!($cat: $adj_post (adjs: Adjs, posts: CardPosts) => |_, adjs, posts| join(Vec::new(), adjs, posts),
                |_, f| headless(f).filter(|(a, p)| !a.is_empty() && !p.is_empty()).into_iter().collect(); ""),
            rule!($cat: $head_post (head: CardHead, posts: CardPosts) => |_, head, posts| behind_all(&head, &posts).then(|| join(head, Vec::new(), posts))?, |_, f| back(f).into_iter().filter(|(h, _)| !h.is_empty()).collect(); ""),
            rule!($cat: $all (adjs: Adjs, head: CardHead, posts: CardPosts) => |_, adjs, head, posts| behind_all(&head, &posts).then(|| join(head, adjs, posts))?, |_, f| whole(f).into_iter().filter(|(_, h, _)| !h.is_empty()).collect(); ""),
        ]
    };
}

/// Cards.
pub(in crate::cards::oracle::grammar) const CARDS: &[Rule] = with_word!(
    CardNoun,
    "card|cards",
    "{adjs} card|cards",
    "{head} card|cards",
    "{adjs} {head} card|cards",
    "card|cards {posts}",
    "{adjs} card|cards {posts}",
    "{head} card|cards {posts}",
    "{adjs} {head} card|cards {posts}"
);

/// Spells.
pub(in crate::cards::oracle::grammar) const SPELLS: &[Rule] = with_word!(
    SpellNoun,
    "spell|spells",
    "{adjs} spell|spells",
    "{head} spell|spells",
    "{adjs} {head} spell|spells",
    "spell|spells {posts}",
    "{adjs} spell|spells {posts}",
    "{head} spell|spells {posts}",
    "{adjs} {head} spell|spells {posts}"
);

/// Sources of abilities.
pub(in crate::cards::oracle::grammar) const SOURCES: &[Rule] = with_word!(
    SourceNoun,
    "source|sources",
    "{adjs} source|sources",
    "{head} source|sources",
    "{adjs} {head} source|sources",
    "source|sources {posts}",
    "{adjs} source|sources {posts}",
    "{head} source|sources {posts}",
    "{adjs} {head} source|sources {posts}"
);

pub(super) const RULES: &[Rule] = &[
    rule!(Noun: "{head#}" (head: Head) => |_, head| join(head, Vec::new(), Vec::new()), |_, f| bare(f); "creatures"),
    rule!(Noun: "{adjs} {head#}" (adjs: Adjs, head: Head) => |_, adjs, head| join(head, adjs, Vec::new()), |_, f| front(f); "tapped creatures"),
    rule!(Noun: "{head#} {posts}" (head: Head, posts: Posts) => |_, head, posts| behind_all(&head, &posts).then(|| join(head, Vec::new(), posts))?, |_, f| back(f); "creatures you control"),
    rule!(Noun: "{adjs} {head#} {posts}" (adjs: Adjs, head: Head, posts: Posts) => |_, adjs, head, posts| behind_all(&head, &posts).then(|| join(head, adjs, posts))?, |_, f| whole(f); "white creature you control"),
    rule!(Noun: "{a#} or creature|creatures {posts}" (a: Type, posts: Posts) => |_, a, posts| or_creature(&[a], posts),
        |_, f: &_| is_or_creature(f, 1).map(|(t, p)| (t[0], p)).into_iter().collect(); "artifact or creature with flying"),
    rule!(Noun: "{a#} , {b#} , or creature|creatures {posts}" (a: Type, b: Type, posts: Posts) => |_, a, b, posts| or_creature(&[a, b], posts),
        |_, f: &_| is_or_creature(f, 2).map(|(t, p)| (t[0], t[1], p)).into_iter().collect(); "artifact, enchantment, or creature with flying"),
    rule!(Noun: "{a#} , {b#} , {c#} , or creature|creatures {posts}" (a: Type, b: Type, c: Type, posts: Posts) => |_, a, b, c, posts| or_creature(&[a, b, c], posts),
        |_, f: &_| is_or_creature(f, 3).map(|(t, p)| (t[0], t[1], t[2], p)).into_iter().collect(); "artifact, enchantment, land, or creature with flying"),
];
