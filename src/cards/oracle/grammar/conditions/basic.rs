//! Conditions.

use crate::cards::oracle::grammar::help::{as_objects, n, one, with, without};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Optional, Participle, Referent, Rule, alternate, rule};

const YOURS: Filter = Filter::Controlled(Who::You);

pub(super) fn exists(filter: Filter) -> Condition {
    Condition::Exists(Objects::All(filter))
}

/// Such a thing of yours exists: which.
fn yours(condition: Condition) -> Vec<(Filter,)> {
    match condition {
        Condition::Exists(Objects::All(filter)) => without(&filter, &YOURS).map(|f| (f,)).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn counted(condition: Condition, cmp: Cmp) -> Vec<(Quantity, Filter)> {
    match condition {
        Condition::Compare(Quantity::Count(objects), found, number) if found == cmp => match *objects {
            Objects::All(filter) => without(&filter, &YOURS).map(|f| (number, f)).into_iter().collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn count(filter: Filter) -> Quantity {
    Quantity::Count(Box::new(Objects::All(with(filter, YOURS))))
}

fn negated(condition: Condition) -> Option<Condition> {
    match condition {
        Condition::Not(inner) => Some(*inner),
        _ => None,
    }
}

/// Something of that sort did it this turn, or it was done to it (CR 608.2i).
fn happened(deed: Deed, filter: Filter) -> Condition {
    Condition::Exists(Objects::ThisTurn(deed, Box::new(filter)))
}

fn happened_to(condition: Condition, deed: Deed) -> Option<Filter> {
    match condition {
        Condition::Exists(Objects::ThisTurn(found, filter)) if found == deed => Some(*filter),
        _ => None,
    }
}

/// What something was like before an instruction was done to it.
fn was(context: &mut Context, kind: Sort, quality: Filter) -> Option<Condition> {
    let found = context.that(kind, false)?.clone();
    match &found.what {
        Referent::Objects(objects) => Some(Condition::Is(one(objects)?, quality)),
        _ => None,
    }
}

fn kicked(context: &Context) -> bool {
    !context.event || !context.mentions.is_empty()
}

/// One of several kicker costs was paid (CR 702.33b): kickers are the first costs of a face that may be paid besides.
pub(in crate::cards::oracle::grammar) fn with_kicker(context: &Context, cost: &Cost) -> Option<Condition> {
    let place =
        context.face.kickers.iter().position(|kicker| kicker == cost).filter(|_| context.face.kickers.len() > 1)?;
    Some(Condition::Paid(u8::try_from(place).ok()?))
}

macro_rules! fixed {
    ($words:literal, $condition:expr) => {
        rule!(Cond: $words () => |_| Some($condition), |_, c: &_| if *c == $condition { vec![()] } else { Vec::new() }; $words)
    };
}

/// What an object is.
fn is(subject: Option<Objects>, quality: Filter) -> Option<Condition> {
    Some(Condition::Is(one(&subject?)?, quality))
}

/// CR 702.151: what an Equipment is attached to, as long as it is.
fn attached_to_creature() -> Condition {
    Condition::Is(Obj::This, Filter::AttachedTo(Box::new(Filter::Type(CardTypes::CREATURE))))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Cond: "you control a {noun.s}" (noun: Noun) => |_, noun| Some(exists(with(noun, YOURS))), |_, c| yours(c).into_iter().filter(|(f,)| without(f, &help::other()).is_none()).collect(); "you control an artifact"),
    rule!(Cond: "you control another {noun.s}" (noun: Noun) => |c, noun| (!c.face.is_spell()).then(|| exists(with(with(noun, help::other()), YOURS))),
        |_, c| yours(c).iter().filter_map(|(f,)| without(f, &help::other())).map(|f| (f,)).collect(); "you control another Goblin"),
    rule!(Cond: "you control no {noun.p}" (noun: Noun) => |_, noun| Some(Condition::Not(Box::new(exists(with(noun, YOURS))))),
        |_, c| negated(c).map(yours).unwrap_or_default(); "you control no creatures"),
    rule!(Cond: "you control {count} or more {noun.p}" (count: Count, noun: Noun) => |_, number, noun| Some(Condition::Compare(count(noun), Cmp::Ge, number)),
        |_, c| counted(c, Cmp::Ge).into_iter().filter(|(_, f)| without(f, &help::other()).is_none()).collect(); "you control three or more artifacts"),
    rule!(Cond: "you control {count} or fewer {noun.p}" (count: Count, noun: Noun) => |_, number, noun| Some(Condition::Compare(count(noun), Cmp::Le, number)),
        |_, c| counted(c, Cmp::Le).into_iter().filter(|(_, f)| without(f, &help::other()).is_none()).collect(); "you control four or fewer lands"),
    rule!(Cond: "an opponent controls a {noun.s}" (noun: Noun) => |_, noun| Some(exists(with(noun, Filter::Controlled(Who::EachOpponent)))),
        |_, c| match c {
            Condition::Exists(Objects::All(filter)) => without(&filter, &Filter::Controlled(Who::EachOpponent)).map(|f| (f,)).into_iter().collect(),
            _ => Vec::new(),
        }; "an opponent controls a creature"),
    rule!(Conds: "{one}" (one: Cond) <=> {one}; "it's your turn"),
    rule!(Conds: "{a} and {b}" (a: Cond, b: Cond) => |_, a, b| Some(Condition::And(vec![a, b])),
        |_, c| match c { Condition::And(list) => match list.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() }; "it's your turn and you attacked this turn"),
    rule!(Cond: "{v} is {c}" (v: Value_, c: Compared) => |_, v, (cmp, n)| Some(Condition::Compare(v, cmp, n)),
        |_, c| match c { Condition::Compare(v @ (Quantity::Power(_) | Quantity::Toughness(_) | Quantity::ManaValue(_)), cmp, n) => vec![(v, (cmp, n))], _ => Vec::new() }; "this creature's power is 4 or greater"),
    rule!(Cond: "there are no {k} counters on {this}" (k: Kind, this: Self_) => |c, k, this| { nouns::references::this(c); Some(Condition::Compare(Quantity::Counters(k, this), Cmp::Eq, n(0))) },
        |_, c| match c { Condition::Compare(Quantity::Counters(k, this), Cmp::Eq, Quantity::N(0)) => vec![(k, this)], _ => Vec::new() }; "there are no charge counters on this artifact"),
    rule!(Cond: "there are {count} or more {k} counters on {this}" (count: Count, k: Kind, this: Self_) => |c, count, k, this| { nouns::references::this(c); Some(Condition::Compare(Quantity::Counters(k, this), Cmp::Ge, count)) },
        |_, c| match c { Condition::Compare(Quantity::Counters(k, this), Cmp::Ge, count) => vec![(count, k, this)], _ => Vec::new() }; "there are three or more charge counters on this artifact"),
    rule!(Cond: "{this} has a {k} counter on it" (this: Self_, k: Kind) => |c, this, k| { nouns::references::this(c); Some(Condition::Is(this, Filter::Counter(k))) },
        |_, c| match c { Condition::Is(Obj::This, Filter::Counter(k)) => vec![(Obj::This, k)], _ => Vec::new() }; "this creature has a +1/+1 counter on it"),
    rule!(Cond: "{this} has no {k} counters on it" (this: Self_, k: Kind) => |c, this, k| { nouns::references::this(c); Some(Condition::Not(Box::new(Condition::Is(this, Filter::Counter(k))))) },
        |_, c| match negated(c) { Some(Condition::Is(Obj::This, Filter::Counter(k))) => vec![(Obj::This, k)], _ => Vec::new() }; "this creature has no +1/+1 counters on it"),
    rule!(Cond: "no {noun.p} are on the battlefield" (noun: Noun) => |_, noun| Some(Condition::Not(Box::new(exists(noun)))), |_, c| match negated(c) { Some(Condition::Exists(Objects::All(f))) => vec![(f,)], _ => Vec::new() }; "no creatures are on the battlefield"),
    alternate!(Cond: "there are no {noun.p} on the battlefield" (noun: Noun) => |_, noun| Some(Condition::Not(Box::new(exists(noun)))); "there are no Zombies on the battlefield"),
    rule!(Cond: "{who.s} has {count} or fewer cards in hand" (who: Other, count: Count) => |_, who, count| help::one_player(who).then_some(Condition::Compare(Quantity::HandSize(who), Cmp::Le, count)),
        |_, c| match c { Condition::Compare(Quantity::HandSize(who), Cmp::Le, count) if who != Who::You => vec![(who, count)], _ => Vec::new() }; "target player has two or fewer cards in hand"),
    rule!(Cond: "you have {count} or fewer cards in hand" (count: Count) => |_, count| Some(Condition::Compare(Quantity::HandSize(Who::You), Cmp::Le, count)),
        |_, c| match c { Condition::Compare(Quantity::HandSize(Who::You), Cmp::Le, count) => vec![(count,)], _ => Vec::new() }; "you have two or fewer cards in hand"),
    rule!(Cond: "you had a {noun.s} enter the battlefield under your control this turn" (noun: Noun) => |_, noun| Some(happened(Deed::Entered, with(noun, YOURS))),
        |_, c| happened_to(c, Deed::Entered).iter().filter_map(|f| without(f, &YOURS)).map(|f| (f,)).collect(); "you had a land enter the battlefield under your control this turn"),
    rule!(Cond: "a {noun.s} left the battlefield this turn" (noun: Noun) => |_, noun| Some(happened(Deed::Left, noun)), |_, c| happened_to(c, Deed::Left).into_iter().map(|f| (f,)).collect(); "a nonland permanent left the battlefield this turn"),
    rule!(Cond: "a {head.s} you controlled left the battlefield this turn" (head: Noun) => |_, noun| Some(happened(Deed::Left, with(noun, YOURS))),
        |_, c| happened_to(c, Deed::Left).iter().filter_map(|f| without(f, &YOURS)).map(|f| (f,)).collect(); "a permanent you controlled left the battlefield this turn"),
    rule!(Cond: "you sacrificed a {noun.s} this turn" (noun: Noun) => |_, noun| Some(happened(Deed::Sacrificed, with(noun, YOURS))),
        |_, c| happened_to(c, Deed::Sacrificed).iter().filter_map(|f| without(f, &YOURS)).map(|f| (f,)).collect(); "you sacrificed a permanent this turn"),
    rule!(Cond: "this card is in your graveyard" () => |c| { c.zone = ZoneKind::Graveyard; nouns::references::this(c); Some(Condition::Is(Obj::This, Filter::Zone(ZoneKind::Graveyard))) },
        |c, cond: &_| if c.here == ZoneKind::Graveyard && *cond == Condition::Is(Obj::This, Filter::Zone(ZoneKind::Graveyard)) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "{this} is attached to a creature" (this: Self_) => |_, _| Some(attached_to_creature()),
        |_, c: &_| if *c == attached_to_creature() { vec![(Obj::This,)] } else { Vec::new() }; "this creature is attached to a creature"),
    alternate!(Cond: "that {kind.s} was {quality.s}" (kind: Type, quality: Quality) => |c, kind, quality| was(c, help::type_kind(kind), quality); ""),
    rule!(Cond: "{v} is less than {n}" (v: Value_, n: Words) => |_, v, number| matches!(v, Quantity::Devotion(..)).then(|| Condition::Compare(v, Cmp::Lt, n(number))),
        |_, c| match c { Condition::Compare(v @ Quantity::Devotion(..), Cmp::Lt, Quantity::N(n)) => vec![(v, n)], _ => Vec::new() }; "your devotion to green is less than five"),
    rule!(Cond: "{this} didn't attack this turn" (this: Self_) => |c, this| { nouns::references::this(c); Some(Condition::Not(Box::new(Condition::Is(this, Filter::AttackedThisTurn)))) },
        |_, c| match negated(c) { Some(Condition::Is(Obj::This, Filter::AttackedThisTurn)) => vec![(Obj::This,)], _ => Vec::new() }; "this creature didn't attack this turn"),
    rule!(Cond: "{this} attacked this turn" (this: Self_) => |c, this| { nouns::references::this(c); Some(Condition::Is(this, Filter::AttackedThisTurn)) },
        |_, c| match c { Condition::Is(Obj::This, Filter::AttackedThisTurn) => vec![(Obj::This,)], _ => Vec::new() }; "this creature attacked this turn"),
    rule!(Cond: "{this} entered this turn" (this: Self_) => |c, this| { nouns::references::this(c); Some(Condition::Is(this, Filter::EnteredThisTurn)) },
        |_, c| match c { Condition::Is(Obj::This, Filter::EnteredThisTurn) => vec![(Obj::This,)], _ => Vec::new() }; "this creature entered this turn"),
    rule!(Cond: "{this} came under your control this turn" (this: Self_) => |_, this| Some(Condition::Is(this, new_here())),
        |_, c| match c { Condition::Is(Obj::This, f) if f == new_here() => vec![(Obj::This,)], _ => Vec::new() }; "this creature came under your control this turn"),
    alternate!(Cond: "it came under your control this turn" () => |c| { let it = c.it(true)?.clone(); let objects = c.now(&it); is(objects, new_here()) }; ""),
    rule!(Cond: "the discarded card was a {cards.s}" (cards: CardNoun) => |c, cards| discarded(c).then_some(Condition::Is(Obj::PaidWith, cards)),
        |c, cond| match cond { Condition::Is(Obj::PaidWith, f) if discarded(c) => vec![(f,)], _ => Vec::new() }; ""),
    rule!(Cond: "the discarded card wasn't a {cards.s}" (cards: CardNoun) => |c, cards| discarded(c).then(|| Condition::Not(Box::new(Condition::Is(Obj::PaidWith, cards)))),
        |c, cond| match negated(cond) { Some(Condition::Is(Obj::PaidWith, f)) if discarded(c) => vec![(f,)], _ => Vec::new() }; ""),
    rule!(Cond: "you have no {cards.p} in hand" (cards: CardNoun) => |_, cards| (cards != Filter::Any).then(|| Condition::Not(Box::new(Condition::Exists(Objects::In(ZoneOf::Hand(Who::You), cards))))),
        |_, c| match negated(c) { Some(Condition::Exists(Objects::In(ZoneOf::Hand(Who::You), f))) if f != Filter::Any => vec![(f,)], _ => Vec::new() }; "you have no land cards in hand"),
    fixed!("it's your turn", Condition::TurnOf(Who::You)),
    fixed!("it's not your turn", Condition::Not(Box::new(Condition::TurnOf(Who::You)))),
    fixed!("you have no cards in hand", Condition::Compare(Quantity::HandSize(Who::You), Cmp::Eq, n(0))),
    fixed!("a creature died this turn", Condition::ThisTurn(Fact::CreatureDied)),
    fixed!("you attacked this turn", Condition::ThisTurn(Fact::Attacked(Who::You))),
    fixed!("you gained life this turn", Condition::ThisTurn(Fact::GainedLife(Who::You))),
    fixed!("an opponent lost life this turn", Condition::ThisTurn(Fact::LostLife(Who::EachOpponent))),
    rule!(Cond: "it was kicked with its {cost} kicker" (cost: Price) => |c, cost| { c.unpaid = Some(c.targets.len()); (kicked(c) && c.event).then(|| with_kicker(c, &cost))? },
        |c, cond| match cond { Condition::Paid(place) if c.event && c.face.kickers.len() > 1 => c.face.kickers.get(usize::from(place)).cloned().map(|cost| (cost,)).into_iter().collect(), _ => Vec::new() }; ""),
    rule!(Cond: "{this} was kicked" (this: Self_) => |c, _| { nouns::references::this(c); (c.face.kickers.len() == 1).then_some(Condition::Paid(0)) },
        |c, cond: &_| if c.face.kickers.len() == 1 && !c.event && !c.face.is_spell() && *cond == Condition::Paid(0) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Cond: "it was kicked" () => |c| { c.unpaid = Some(c.targets.len()); (kicked(c) && c.event && c.face.kickers.len() < 2).then_some(Condition::Paid(0)) }, |c, cond: &_| if c.optional == Optional::Kicked && c.event && *cond == Condition::Paid(0) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "this spell was kicked" () => |c| { c.unpaid = Some(c.targets.len()); nouns::references::this(c); c.face.is_spell().then_some(Condition::Paid(0)) }, |c, cond: &_| if c.optional == Optional::Kicked && c.face.is_spell() && *cond == Condition::Paid(0) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "there are {count} or more cards in your graveyard" (count: Count)
        => |_, number| Some(Condition::Compare(Quantity::Count(Box::new(Objects::In(ZoneOf::Graveyard(Who::You), Filter::Any))), Cmp::Ge, number)),
        |_, c| match c {
            Condition::Compare(Quantity::Count(objects), Cmp::Ge, number) if *objects == Objects::In(ZoneOf::Graveyard(Who::You), Filter::Any) => vec![(number,)],
            _ => Vec::new(),
        }; "there are seven or more cards in your graveyard"),
    rule!(Cond: "you have {life} or more life" (life: Amount) => |_, life| Some(Condition::Compare(Quantity::Life(Who::You), Cmp::Ge, life)),
        |_, c| match c { Condition::Compare(Quantity::Life(Who::You), Cmp::Ge, life) => vec![(life,)], _ => Vec::new() }; "you have 5 or more life"),
    rule!(Cond: "you have {life} or less life" (life: Amount) => |_, life| Some(Condition::Compare(Quantity::Life(Who::You), Cmp::Le, life)),
        |_, c| match c { Condition::Compare(Quantity::Life(Who::You), Cmp::Le, life) => vec![(life,)], _ => Vec::new() }; "you have 5 or less life"),
    rule!(Cond: "{subject#} is|are {quality#}" (subject: SubjObjs, quality: Quality) => |c, subject, quality| { let _ = c; is(Some(subject), quality) },
        |_, c| match c { Condition::Is(obj, quality) => vec![(as_objects(obj), quality)], _ => Vec::new() }; "this creature is untapped"),
    alternate!(Cond: "it's {quality.s}" (quality: Quality) => |c, quality| {
            // Of a card that was revealed it is asked as a card.
            let it = c.it(true).filter(|m| !matches!(m.what, Referent::Objects(Objects::Top(..))))?.clone();
            // Of any target it is asked what it is, never of the card that deals damage to it.
            let other = c.mentions.iter().any(|m| matches!(m.what, Referent::Any(_)));
            let objects = c.now(&it).filter(|objects| !other || *objects != Objects::The(Obj::This));
            is(objects, quality)
        }; ""),
    rule!(Cond: "{subject#} isn't|aren't {quality#}" (subject: SubjObjs, quality: Quality) => |_, subject, quality| Some(Condition::Not(Box::new(is(Some(subject), quality)?))),
        |_, c| match negated(c) { Some(Condition::Is(obj, quality)) => vec![(as_objects(obj), quality)], _ => Vec::new() }; "this creature isn't tapped"),
    fixed!(
        "there are four or more card types among cards in your graveyard",
        Condition::Compare(
            Quantity::CardTypes(Box::new(Objects::In(ZoneOf::Graveyard(Who::You), Filter::Any))),
            Cmp::Ge,
            n(4)
        )
    ),
    rule!(Cond: "you control {count} or more other {noun.p}" (count: Count, noun: Noun) => |c, number, noun| of_its_own(c).then(|| Condition::Compare(count(with(noun, help::other())), Cmp::Ge, number)),
        |_, c| counted(c, Cmp::Ge).into_iter().filter_map(|(q, f)| Some((q, without(&f, &help::other())?))).collect(); "you control two or more other lands"),
    alternate!(Cond: "you control at least {count} other {noun.p}" (count: Count, noun: Noun) => |c, number, noun| of_its_own(c).then(|| Condition::Compare(count(with(noun, help::other())), Cmp::Ge, number)); "you control at least three other artifacts"),
    rule!(Cond: "you control {count} or fewer other {noun.p}" (count: Count, noun: Noun) => |c, number, noun| of_its_own(c).then(|| Condition::Compare(count(with(noun, help::other())), Cmp::Le, number)),
        |_, c| counted(c, Cmp::Le).into_iter().filter_map(|(q, f)| Some((q, without(&f, &help::other())?))).collect(); "you control two or fewer other lands"),
    rule!(Cond: "you control a {a.s} or a {b.s}" (a: Noun, b: Noun) => |_, a, b| Some(Condition::Or(vec![exists(with(a, YOURS)), exists(with(b, YOURS))])),
        |_, c| match c { Condition::Or(list) => match list.as_slice() { [a, b] => yours(a.clone()).into_iter().zip(yours(b.clone())).map(|((a,), (b,))| (a, b)).collect(), _ => Vec::new() }, _ => Vec::new() }; "you control a Plains or an Island"),
    rule!(Cond: "you control a {a.s} and a {b.s}" (a: Noun, b: Noun) => |_, a, b| Some(Condition::And(vec![exists(with(a, YOURS)), exists(with(b, YOURS))])),
        |_, c| match c { Condition::And(list) => match list.as_slice() { [a, b] => yours(a.clone()).into_iter().zip(yours(b.clone())).map(|((a,), (b,))| (a, b)).collect(), _ => Vec::new() }, _ => Vec::new() }; "you control an artifact and an enchantment"),
    rule!(Quality: "{adj}" (adj: Adj) <=> {adj}; "untapped"),
    rule!(Quality: "1: a {noun.s}" (noun: Noun) => |_, noun| plain(noun), |_, f| plain(f).map(|f| (f,)).into_iter().collect(); "a Human"),
];

/// Whether "other" means other than the permanent itself: of a spell it doesn't, nor of what another permanent has just done.
fn of_its_own(context: &Context) -> bool {
    let event = Referent::Objects(Objects::The(Obj::Event));
    !context.face.is_spell() && !context.mentions.iter().any(|mention| mention.what == event)
}

/// Came under your control this turn, and is still under it.
fn new_here() -> Filter {
    Filter::And(vec![Filter::NewUnderControl, Filter::Controlled(Who::You)])
}

/// Whether a card was discarded as a cost.
fn discarded(context: &Context) -> bool {
    context.paid.is_some_and(|(how, _)| how == Participle::Discarded)
}

/// A noun that says only what something is.
fn plain(filter: Filter) -> Option<Filter> {
    fn simple(f: &Filter) -> bool {
        match f {
            Filter::Or(list) => list.iter().all(|f| matches!(f, Filter::Type(_) | Filter::Subtype(_))),
            Filter::Token | Filter::Controlled(Who::You) => true,
            _ => matches!(f, Filter::Type(_) | Filter::Subtype(_) | Filter::Supertype(_) | Filter::Color(_)),
        }
    }
    help::parts(filter.clone()).iter().all(simple).then_some(filter)
}
