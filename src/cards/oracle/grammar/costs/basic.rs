//! Costs (CR 118). In a cost the one who pays is "you"; after "unless" it is someone else.

use crate::cards::oracle::grammar::help::{n, other, with, without};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Optional, Participle, Referent, Rule, alternate, rule};

/// The card is mentioned in a cost.
pub(super) fn this(context: &mut Context) {
    let sort = if context.face.types.contains(CardTypes::CREATURE) { Sort::CREATURE } else { Sort::empty() };
    context.mention(Referent::Objects(Objects::The(Obj::This)), sort, false);
}

fn sacrifice(context: &mut Context, count: Quantity, filter: Filter) -> Option<CostPart> {
    if count == n(1) {
        context.paid = Some((Participle::Sacrificed, help::permanent_kind(&filter)));
    }
    Some(CostPart::Sacrifice(count, filter))
}

/// What is paid with one card, which can be called back.
fn by_card(context: &mut Context, how: Participle, part: CostPart) -> Option<CostPart> {
    context.paid = Some((how, Sort::CARD));
    Some(part)
}

/// All cards in hand.
fn whole_hand() -> CostPart {
    CostPart::Discard(Quantity::HandSize(Who::You), Filter::Any)
}

/// The hand without the card itself, which is still in it as the cost is chosen.
fn shown_hand() -> CostPart {
    let others = Objects::In(ZoneOf::Hand(Who::You), other());
    CostPart::Reveal(Quantity::Count(Box::new(others)), Filter::Any)
}

/// One that isn't another one than the card.
fn plain(filter: &Filter) -> bool {
    without(filter, &other()).is_none()
}

fn is_this(objects: &Objects) -> bool {
    *objects == Objects::The(Obj::This)
}

macro_rules! paid {
    ($its:literal, $spells:literal, $way:ident) => {
        &[
            rule!(Cond: $its () => |c| c.event.then_some(Condition::CastBy(CastBy::$way)),
                |c, cond: &_| if c.event && *cond == Condition::CastBy(CastBy::$way) { vec![()] } else { Vec::new() }; ""),
            rule!(Cond: $spells () => |c| (c.face.is_spell() || !c.event).then_some(Condition::CastBy(CastBy::$way)),
                |c, cond: &_| if !c.event && *cond == Condition::CastBy(CastBy::$way) { vec![()] } else { Vec::new() }; ""),
        ]
    };
}

/// What a spell was paid with, by its additional cost: how it is called back.
pub(in crate::cards::oracle) fn paid_with(ability: &AbilityDef) -> Option<(Participle, Sort)> {
    let AbilityDef::AdditionalCost(cost) = ability else { return None };
    cost.0.iter().rev().find_map(|part| match part {
        CostPart::Sacrifice(Quantity::N(1), filter) => Some((Participle::Sacrificed, help::permanent_kind(filter))),
        CostPart::Discard(Quantity::N(1), _) => Some((Participle::Discarded, Sort::CARD)),
        CostPart::Behold(Quantity::N(1), filter) => Some((Participle::Beheld, help::permanent_kind(filter))),
        CostPart::Exile(Quantity::N(1), ..) => Some((Participle::Exiled, Sort::CARD)),
        CostPart::Reveal(Quantity::N(1), _) => Some((Participle::Revealed, Sort::CARD)),
        _ => None,
    })
}

/// Rules for one way each.
pub(in crate::cards::oracle::grammar) const PAID: &[&[Rule]] = &[
    paid!("its prowl cost was paid", "this spell 's prowl cost was paid", Prowl),
    paid!("its surge cost was paid", "this spell 's surge cost was paid", Surge),
    paid!("its spectacle cost was paid", "this spell 's spectacle cost was paid", Spectacle),
    paid!("its madness cost was paid", "this spell 's madness cost was paid", Madness),
    paid!("its sneak cost was paid", "this spell 's sneak cost was paid", Sneak),
    paid!("its freerunning cost was paid", "this spell 's freerunning cost was paid", Freerunning),
    paid!("its mayhem cost was paid", "this spell 's mayhem cost was paid", Mayhem),
];

/// The top card of your library is exiled.
fn top_of_library() -> CostPart {
    CostPart::ExileTop(n(1))
}

/// CR 701.4a.
fn behold(context: &mut Context, filter: Filter) -> CostPart {
    context.paid = Some((Participle::Beheld, help::permanent_kind(&filter)));
    CostPart::Behold(n(1), filter)
}

/// The top cards of your graveyard, of those that match a filter, are exiled.
fn exile_top(count: Quantity, cards: Filter) -> CostPart {
    let top = Objects::TopOf(count.clone(), ZoneOf::Graveyard(Who::You), cards);
    CostPart::Exile(count, ZoneKind::Graveyard, Filter::In(Box::new(top)))
}

fn exiled_top(part: &CostPart) -> Option<(Quantity, Filter)> {
    let CostPart::Exile(count, _, Filter::In(group)) = part else { return None };
    match &**group {
        Objects::TopOf(_, _, cards) if exile_top(count.clone(), cards.clone()) == *part => {
            Some((count.clone(), cards.clone()))
        }
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Symbol: "{mana}" (mana: Mana) <=> {CostPart::Mana(mana)}; "{2}{W}"),
    rule!(Symbol: "{T}" () <=> {CostPart::Tap}; "{T}"),
    rule!(Symbol: "{Q}" () <=> {CostPart::Untap}; "{Q}"),
    rule!(Part: "pays|pay {mana}" (mana: Mana) <=> {CostPart::Mana(mana)}; "pay {2}"),
    rule!(Part: "pays|pay {n} life" (n: Amount) <=> {CostPart::PayLife(n)}; "pay 2 life"),
    rule!(Part: "pays|pay {n}" (n: Energy) => |_, number| Some(CostPart::Energy(n(number))),
        |_, p| match p { CostPart::Energy(Quantity::N(n)) => vec![(n,)], _ => Vec::new() }; "pay {E}{E}"),
    rule!(Part: "exerts|exert {this}" (this: Self_) => |c, _| { this(c); Some(CostPart::ExertThis) },
        |_, p: &_| if *p == CostPart::ExertThis { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Part: "sacrifices|sacrifice {this}" (this: Self_) => |c, _| { this(c); Some(CostPart::SacrificeThis) },
        |_, p: &_| if *p == CostPart::SacrificeThis { vec![(Obj::This,)] } else { Vec::new() }; "sacrifice this creature"),
    rule!(Part: "sacrifices|sacrifice a {noun.s}" (noun: Noun) => |c, noun| plain(&noun).then(|| sacrifice(c, n(1), noun))?,
        |_, p| match p { CostPart::Sacrifice(Quantity::N(1), f) if plain(&f) => vec![(f,)], _ => Vec::new() }; "sacrifice a creature"),
    rule!(Part: "sacrifices|sacrifice another {noun.s}" (noun: Noun) => |c, noun| sacrifice(c, n(1), with(noun, other())),
        |_, p| match p { CostPart::Sacrifice(Quantity::N(1), f) => without(&f, &other()).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; "sacrifice another creature"),
    rule!(Part: "sacrifices|sacrifice {count} {noun.p}" (count: Count, noun: Noun) => |c, count, noun| sacrifice(c, count, noun),
        |_, p| match p { CostPart::Sacrifice(count, f) if count != n(1) => vec![(count, f)], _ => Vec::new() }; "sacrifice two lands"),
    rule!(Part: "discards|discard a {cards.s}" (cards: CardNoun) => |c, cards| { c.paid = Some((Participle::Discarded, Sort::CARD)); Some(CostPart::Discard(n(1), cards)) },
        |_, p| match p { CostPart::Discard(Quantity::N(1), f) => vec![(f,)], _ => Vec::new() }; "discard a card"),
    rule!(Part: "discards|discard {count} {cards.p}" (count: Count, cards: CardNoun) => |_, count, cards| Some(CostPart::Discard(count, cards)),
        |_, p| match p { CostPart::Discard(count, f) if count != n(1) => vec![(count, f)], _ => Vec::new() }; "discard two cards"),
    rule!(Part: "discards|discard a card at random" () => |c| { c.paid = Some((Participle::Discarded, Sort::CARD)); Some(CostPart::DiscardRandom(n(1))) },
        |_, p: &_| if *p == CostPart::DiscardRandom(n(1)) { vec![()] } else { Vec::new() }; "discard a card at random"),
    rule!(Part: "2: exile a {cards.s} from your graveyard" (cards: CardNoun) => |c, cards| by_card(c, Participle::Exiled, CostPart::Exile(n(1), ZoneKind::Graveyard, cards)),
        |_, p| match p { CostPart::Exile(Quantity::N(1), ZoneKind::Graveyard, f) => vec![(f,)], _ => Vec::new() }; "exile a card from your graveyard"),
    rule!(Part: "2: exile {count} {cards.p} from your graveyard" (count: Count, cards: CardNoun) => |_, count, cards| Some(CostPart::Exile(count, ZoneKind::Graveyard, cards)),
        |_, p| match p { CostPart::Exile(count, ZoneKind::Graveyard, f) if count != n(1) => vec![(count, f)], _ => Vec::new() }; "exile two cards from your graveyard"),
    rule!(Part: "2: exile a {cards.s} from your hand" (cards: CardNoun) => |c, cards| by_card(c, Participle::Exiled, CostPart::Exile(n(1), ZoneKind::Hand, cards)),
        |_, p| match p { CostPart::Exile(Quantity::N(1), ZoneKind::Hand, f) => vec![(f,)], _ => Vec::new() }; "exile a blue card from your hand"),
    rule!(Part: "2: exile the top {cards.s} of your graveyard" (cards: CardNoun) => |_, cards| Some(exile_top(n(1), cards)),
        |_, p: &_| exiled_top(p).filter(|(count, _)| *count == n(1)).map(|(_, f)| (f,)).into_iter().collect(); "exile the top creature card of your graveyard"),
    rule!(Part: "2: exile the top {count} {cards.p} of your graveyard" (count: Count, cards: CardNoun) => |_, count, cards| Some(exile_top(count, cards)),
        |_, p: &_| exiled_top(p).filter(|(count, _)| *count != n(1)).into_iter().collect(); "exile the top two black cards of your graveyard"),
    rule!(Part: "2: exile the top card of your library" () => |c| { c.paid = Some((Participle::Exiled, Sort::CARD)); Some(top_of_library()) },
        |_, p: &_| if *p == top_of_library() { vec![()] } else { Vec::new() }; "exile the top card of your library"),
    rule!(Part: "2: put a {cards.s} from your graveyard on the bottom of your library" (cards: CardNoun) => |_, cards| Some(CostPart::PutOnBottom(n(1), ZoneKind::Graveyard, cards)),
        |_, p| match p { CostPart::PutOnBottom(Quantity::N(1), ZoneKind::Graveyard, f) => vec![(f,)], _ => Vec::new() }; "put a creature card from your graveyard on the bottom of your library"),
    rule!(Part: "2: put {count} {cards.p} from your graveyard on the bottom of your library" (count: Count, cards: CardNoun) => |_, count, cards| Some(CostPart::PutOnBottom(count, ZoneKind::Graveyard, cards)),
        |_, p| match p { CostPart::PutOnBottom(count, ZoneKind::Graveyard, f) if count != n(1) => vec![(count, f)], _ => Vec::new() }; "put two cards from your graveyard on the bottom of your library"),
    rule!(Part: "2: choose a {noun.s} you control or reveal a {cards.s} from your hand" (noun: Noun, cards: CardNoun) => |c, noun, cards| (noun == cards).then(|| behold(c, noun)),
        |_, p| match p { CostPart::Behold(Quantity::N(1), f) => vec![(f.clone(), f)], _ => Vec::new() }; "choose a creature you control or reveal a creature card from your hand"),
    alternate!(Part: "2: behold a {noun.s}" (noun: Noun) => |c, noun| Some(behold(c, noun)); "behold a Dragon"),
    rule!(Part: "2: exile {this}" (this: Self_) => |c, _| { this(c); Some(CostPart::ExileThis) },
        |_, p: &_| if *p == CostPart::ExileThis { vec![(Obj::This,)] } else { Vec::new() }; "exile this creature"),
    rule!(Part: "2: remove a {k} counter from {this}" (k: Kind, this: Self_) => |c, k, _| { this(c); Some(CostPart::RemoveCounters(k, n(1), Box::new(Objects::The(Obj::This)))) },
        |_, p| match p { CostPart::RemoveCounters(k, Quantity::N(1), o) if is_this(&o) => vec![(k, Obj::This)], _ => Vec::new() }; "remove a charge counter from this creature"),
    rule!(Part: "2: remove {count} {k} counters from {this}" (count: Count, k: Kind, this: Self_)
        => |c, count, k, _| {
            this(c);
            if count == Quantity::X {
                c.paid = Some((Participle::Removed, Sort::empty()));
            }
            Some(CostPart::RemoveCounters(k, count, Box::new(Objects::The(Obj::This))))
        },
        |_, p| match p { CostPart::RemoveCounters(k, count, o) if is_this(&o) && count != n(1) => vec![(count, k, Obj::This)], _ => Vec::new() }; "remove two charge counters from this creature"),
    rule!(Part: "2: pay life equal to {m}" (m: Value_) => |_, m| Some(CostPart::PayLife(m)), |_, p| match p { CostPart::PayLife(m) if !matches!(m, Quantity::N(_) | Quantity::X) => vec![(m,)], _ => Vec::new() };
        "pay life equal to this creature's power"),
    rule!(Part: "2: put a {k} counter on a {noun.s} you control" (k: Kind, noun: Noun) => |_, k, noun| Some(CostPart::PutCountersOn(k, n(1), noun)),
        |_, p| match p { CostPart::PutCountersOn(k, Quantity::N(1), noun) => vec![(k, noun)], _ => Vec::new() }; "put a -1/-1 counter on a creature you control"),
    rule!(Part: "2: put a {k} counter on {this}" (k: Kind, this: Self_) => |c, k, _| { this(c); Some(CostPart::PutCounters(k, n(1))) },
        |_, p| match p { CostPart::PutCounters(k, Quantity::N(1)) => vec![(k, Obj::This)], _ => Vec::new() }; "put a -1/-1 counter on this creature"),
    rule!(Part: "2: tap a untapped {noun.s} you control" (noun: Noun) => |_, noun| Some(CostPart::TapOthers(n(1), noun)),
        |_, p| match p { CostPart::TapOthers(Quantity::N(1), f) if plain(&f) => vec![(f,)], _ => Vec::new() }; "tap an untapped creature you control"),
    rule!(Part: "2: tap another untapped {noun.s} you control" (noun: Noun) => |_, noun| Some(CostPart::TapOthers(n(1), with(noun, other()))),
        |_, p| match p { CostPart::TapOthers(Quantity::N(1), f) => without(&f, &other()).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; "tap another untapped creature you control"),
    rule!(Part: "2: tap {count} untapped {noun.p} you control" (count: Count, noun: Noun) => |_, count, noun| Some(CostPart::TapOthers(count, noun)),
        |_, p| match p { CostPart::TapOthers(count, f) if count != n(1) && plain(&f) => vec![(count, f)], _ => Vec::new() }; "tap two untapped Elves you control"),
    rule!(Part: "returns|return a {noun.s} you control to its owner 's hand" (noun: Noun) => |_, noun| Some(CostPart::ReturnToHand(n(1), noun)),
        |_, p| match p { CostPart::ReturnToHand(Quantity::N(1), f) if f != Filter::Is(Obj::This) && without(&f, &other()).is_none() => vec![(f,)], _ => Vec::new() }; "return a Forest you control to its owner's hand"),
    rule!(Part: "returns|return another {noun.s} you control to its owner 's hand" (noun: Noun) => |_, noun| Some(CostPart::ReturnToHand(n(1), with(noun, other()))),
        |_, p| match p { CostPart::ReturnToHand(Quantity::N(1), f) => without(&f, &other()).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; "return another creature you control to its owner's hand"),
    rule!(Part: "2: put a {cards.s} from your hand on the bottom of your library" (cards: CardNoun) => |_, cards| Some(CostPart::PutOnBottom(n(1), ZoneKind::Hand, cards)),
        |_, p| match p { CostPart::PutOnBottom(Quantity::N(1), ZoneKind::Hand, f) => vec![(f,)], _ => Vec::new() }; "put a card from your hand on the bottom of your library"),
    rule!(Part: "2: return {this} to its owner 's hand" (this: Self_) => |c, _| { this(c); Some(CostPart::ReturnToHand(n(1), Filter::Is(Obj::This))) },
        |_, p: &_| if *p == CostPart::ReturnToHand(n(1), Filter::Is(Obj::This)) { vec![(Obj::This,)] } else { Vec::new() }; "return this creature to its owner's hand"),
    rule!(Part: "returns|return {count} {noun.p} you control to their owner 's hand" (count: Count, noun: Noun) => |_, count, noun| Some(CostPart::ReturnToHand(count, noun)),
        |_, p| match p { CostPart::ReturnToHand(count, f) if count != n(1) => vec![(count, f)], _ => Vec::new() }; "return two Islands you control to their owner's hand"),
    rule!(Part: "2: discard your hand" () => |_| Some(whole_hand()), |_, p: &_| if *p == whole_hand() { vec![()] } else { Vec::new() }; "discard your hand"),
    rule!(Part: "2: reveal a {cards.s} from your hand" (cards: CardNoun) => |c, cards| by_card(c, Participle::Revealed, CostPart::Reveal(n(1), cards)),
        |_, p| match p { CostPart::Reveal(Quantity::N(1), f) => vec![(f,)], _ => Vec::new() }; "reveal a white card from your hand"),
    alternate!(Part: "2: reveal a {cards.s} in your hand" (cards: CardNoun) => |_, cards| Some(CostPart::Reveal(n(1), cards)); "reveal a white card in your hand"),
    rule!(Part: "2: reveal {count} {cards.p} from your hand" (count: Count, cards: CardNoun) => |_, count, cards| Some(CostPart::Reveal(count, cards)),
        |_, p| match p { CostPart::Reveal(count, f) if matches!(count, Quantity::N(_) | Quantity::X) && count != n(1) => vec![(count, f)], _ => Vec::new() }; "reveal two white cards from your hand"),
    rule!(Part: "2: exile another card from your graveyard" () => |_| Some(CostPart::Exile(n(1), ZoneKind::Graveyard, other())),
        |_, p: &_| if *p == CostPart::Exile(n(1), ZoneKind::Graveyard, other()) { vec![()] } else { Vec::new() }; "exile another card from your graveyard"),
    rule!(Part: "2: exile {count} other {cards.p} from your graveyard" (count: Count, cards: CardNoun) => |_, count, cards| Some(CostPart::Exile(count, ZoneKind::Graveyard, with(cards, other()))),
        |_, p| match p { CostPart::Exile(count, ZoneKind::Graveyard, f) if count != n(1) => without(&f, &other()).map(|f| (count, f)).into_iter().collect(), _ => Vec::new() }; "exile two other cards from your graveyard"),
    rule!(Payment: "pays|pay {mana} for each {each.s}" (mana: Mana, each: Each) => |_, mana, each| Some(Cost(vec![CostPart::Times(each, Box::new(Cost(vec![CostPart::Mana(mana)])))])),
        |_, Cost(list)| match list.as_slice() { [CostPart::Times(each, cost)] => match cost.0.as_slice() { [CostPart::Mana(mana)] => vec![(mana.clone(), each.clone())], _ => Vec::new() }, _ => Vec::new() }; "pays {1} for each creature you control"),
    rule!(Payment: "pays|pay {mana} plus a additional {more} for each {each.s}" (mana: Mana, more: Mana, each: Each)
        => |_, mana, more, each| Some(Cost(vec![CostPart::Mana(mana), CostPart::Times(each, Box::new(Cost(vec![CostPart::Mana(more)])))])),
        |_, Cost(list)| match list.as_slice() {
            [CostPart::Mana(mana), CostPart::Times(each, cost)] => match cost.0.as_slice() { [CostPart::Mana(more)] => vec![(mana.clone(), more.clone(), each.clone())], _ => Vec::new() },
            _ => Vec::new(),
        }; "pays {2} plus an additional {1} for each creature you control"),
    rule!(Part: "2: reveal your hand" () => |_| Some(shown_hand()), |_, p: &_| if *p == shown_hand() { vec![()] } else { Vec::new() }; "reveal your hand"),
    rule!(Payment: "discards|discard a {cards.s} and another card" (cards: CardNoun) => |_, cards| Some(Cost(vec![CostPart::Discard(n(1), cards), CostPart::Discard(n(1), Filter::Any)])),
        |_, Cost(list)| match list.as_slice() { [CostPart::Discard(Quantity::N(1), cards), CostPart::Discard(Quantity::N(1), Filter::Any)] => vec![(cards.clone(),)], _ => Vec::new() }; "discard an Island card and another card"),
    rule!(Part: "2: mill a card" () => |_| Some(CostPart::Mill(n(1))), |_, p: &_| if *p == CostPart::Mill(n(1)) { vec![()] } else { Vec::new() }; "mill a card"),
    rule!(Part: "2: have a opponent gain {m} life" (m: Amount) => |_, m| Some(CostPart::OpponentGainsLife(m)), |_, p| match p { CostPart::OpponentGainsLife(m) => vec![(m,)], _ => Vec::new() }; "have an opponent gain 3 life"),
    rule!(Part: "2: have each other player gain {m} life" (m: Amount) => |_, m| Some(CostPart::OthersGainLife(m)), |_, p| match p { CostPart::OthersGainLife(m) => vec![(m,)], _ => Vec::new() }; "have each other player gain 5 life"),
    rule!(Piece: "{symbol}" (symbol: Symbol) <=> {symbol}; "{T}"),
    rule!(Piece: "{part.p}" (part: Part) => |_, part| (!matches!(part, CostPart::Mana(_))).then_some(part), |_, part| vec![(part,)]; "sacrifice a creature"),
    rule!(Price: "{part}" (part: Piece) => |_, part| Some(Cost(vec![part])),
        |_, Cost(list)| match list.as_slice() { [one] => vec![(one.clone(),)], _ => Vec::new() }; "{2}"),
    rule!(Price: "{part} , {rest}" (part: Piece, rest: Price) => |_, part, Cost(mut rest)| { rest.insert(0, part); Some(Cost(rest)) },
        |_, Cost(list)| match list.split_first() { Some((one, rest)) if !rest.is_empty() => vec![(one.clone(), Cost(rest.to_vec()))], _ => Vec::new() }; "{2}, {T}"),
    rule!(Payment: "{part#}" (part: Part) => |_, part| Some(Cost(vec![part])),
        |_, Cost(list)| match list.as_slice() { [one] => vec![(one.clone(),)], _ => Vec::new() }; "pays 2 life"),
    rule!(Payment: "{a#} and {b#}" (a: Part, b: Part) => |_, a, b| Some(Cost(vec![a, b])),
        |_, Cost(list)| match list.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }; "pay 1 life and discard a card"),
    // ---- which cost was paid, and designations
    alternate!(Cond: "{obj} sneak cost was paid" (obj: Poss) => |c, obj| (obj == Obj::This && c.event && !c.face.is_spell()).then_some(Condition::CastBy(CastBy::Sneak)); ""),
    rule!(Cond: "it was bargained" () => |c| { c.unpaid = Some(c.targets.len()); c.event.then_some(Condition::Paid(0)) },
        |c, cond: &_| if c.optional == Optional::Bargained && c.event && *cond == Condition::Paid(0) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "this spell was bargained" () => |c| { c.unpaid = Some(c.targets.len()); c.face.is_spell().then_some(Condition::Paid(0)) },
        |c, cond: &_| if c.optional == Optional::Bargained && c.face.is_spell() && *cond == Condition::Paid(0) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "this spell 's additional cost was paid" () => |c| { c.unpaid = Some(c.targets.len()); c.face.is_spell().then_some(Condition::Paid(0)) },
        |c, cond: &_| if c.optional == Optional::Paid && c.face.is_spell() && *cond == Condition::Paid(0) { vec![()] } else { Vec::new() }; ""),
    alternate!(Cond: "a {noun.s} was beheld" (noun: Noun) => |c, _noun| { c.unpaid = Some(c.targets.len()); c.face.is_spell().then_some(Condition::Paid(0)) }; ""),
    rule!(Adj: "monstrous" () <=> {Filter::Designated(Designation::Monstrous)}; "monstrous"),
    rule!(Adj: "renowned" () <=> {Filter::Designated(Designation::Renowned)}; "renowned"),
    rule!(Adj: "saddled" () <=> {Filter::Designated(Designation::Saddled)}; "saddled"),
];
