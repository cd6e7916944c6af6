//! Costs: one of two sorts of things, the card itself and something else, energy in words (CR 118).

use crate::cards::oracle::grammar::costs::basic::this;
use crate::cards::oracle::grammar::help::{n, other, permanent_kind, with, without};
use crate::cards::oracle::grammar::lines::activated;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Rule, alternate, rule};

/// One permanent is sacrificed.
fn sacrifice(context: &mut Context, filter: Filter) -> CostPart {
    context.paid = Some((Participle::Sacrificed, permanent_kind(&filter)));
    CostPart::Sacrifice(n(1), filter)
}

/// Another one of a sort, or one of a second sort.
fn another_or(a: Filter, b: Filter) -> Option<Filter> {
    (a != b).then(|| Filter::Or(vec![b, with(a, other())]))
}

fn is_another_or(filter: &Filter) -> Vec<(Filter, Filter)> {
    match filter {
        Filter::Or(list) => match list.as_slice() {
            [b, a] if without(b, &other()).is_none() => {
                without(a, &other()).map(|a| (a, b.clone())).into_iter().collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// What is yours, and something that is said of it after that. The player who pays with it controls it.
fn own(noun: Filter) -> Option<Filter> {
    let mut list = help::parts(noun);
    let at = list.iter().position(|f| *f == Filter::Controlled(Who::You))?;
    (at + 1 < list.len()).then(|| {
        list.remove(at);
        help::all(list)
    })
}

/// The card itself is sacrificed, and something else.
fn with_this(context: &mut Context, part: CostPart) -> Cost {
    this(context);
    Cost(vec![CostPart::SacrificeThis, part])
}

/// An ability with one of two costs: the same as two abilities, each with one of them.
fn two_ways(context: &mut Context, a: Cost, b: Cost, effects: Vec<Instruction>) -> Option<Vec<AbilityDef>> {
    context.paid = None;
    let ability = |cost: Cost, targets: Vec<TargetDef>| {
        let def = ActivatedDef { from: context.zone, ..activated(cost, targets, effects.clone()) };
        AbilityDef::Activated(def)
    };
    let of = context.targets.to_vec();
    (a != b).then(|| vec![ability(a, of.clone()), ability(b, of)])
}

pub(super) const RULES: &[Rule] = &[
    // ---- one of two sorts
    rule!(Part: "sacrifices|sacrifice another {a.s} or a {b.s}" (a: Noun, b: Noun) => |c, a, b| Some(sacrifice(c, another_or(a, b)?)),
        |_, p| match p { CostPart::Sacrifice(Quantity::N(1), f) => is_another_or(&f), _ => Vec::new() }; "sacrifice another creature or an artifact"),
    alternate!(Part: "sacrifices|sacrifice a {b.s} or another {a.s}" (b: Noun, a: Noun) => |c, b, a| Some(sacrifice(c, another_or(a, b)?)); "sacrifice an artifact or another creature"),
    rule!(Part: "discards|discard a {a.s} or a {b.s}" (a: CardNoun, b: CardNoun) => |c, a, b| {
            c.paid = Some((Participle::Discarded, Sort::CARD));
            (a != b).then(|| CostPart::Discard(n(1), Filter::Or(vec![a, b])))
        },
        |_, p| match p {
            CostPart::Discard(Quantity::N(1), Filter::Or(list)) => match list.as_slice() { [a, b] if a != b => vec![(a.clone(), b.clone())], _ => Vec::new() },
            _ => Vec::new(),
        }; "discard a land card or a white card"),
    alternate!(Part: "discards|discard a {a.s} or {b.s}" (a: CardNoun, b: CardNoun) => |c, a, b| {
            c.paid = Some((Participle::Discarded, Sort::CARD));
            (a != b).then(|| CostPart::Discard(n(1), Filter::Or(vec![a, b])))
        }; "discard a land card or Goblin card"),
    alternate!(Part: "sacrifices|sacrifice {count} other {noun.p}" (count: Count, noun: Noun) => |_, count, noun| (count != n(1)).then(|| CostPart::Sacrifice(count, with(noun, other()))); "sacrifice two other creatures"),
    rule!(Part: "2: tap {count} other untapped {noun.p} you control" (count: Count, noun: Noun) => |_, count, noun| Some(CostPart::TapOthers(count, with(noun, other()))),
        |_, p| match p { CostPart::TapOthers(count, f) if count != n(1) => without(&f, &other()).map(|f| (count, f)).into_iter().collect(), _ => Vec::new() }; "tap two other untapped Elves you control"),
    // ---- the card itself and something else
    alternate!(Price: "sacrifice {this} and a {noun.s}" (this: Self_, noun: Noun) => |c, _, noun| { let part = sacrifice(c, noun); Some(with_this(c, part)) }; "sacrifice this creature and a land"),
    alternate!(Price: "sacrifice {this} and another {noun.s}" (this: Self_, noun: Noun) => |c, _, noun| { let part = sacrifice(c, with(noun, other())); Some(with_this(c, part)) }; "sacrifice this creature and another creature"),
    alternate!(Price: "sacrifice {this} and {count} {noun.p}" (this: Self_, count: Count, noun: Noun) => |c, _, count, noun| Some(with_this(c, CostPart::Sacrifice(count, noun))); "sacrifice this creature and two lands"),
    alternate!(Price: "sacrifice {count} {noun.p} and {this}" (count: Count, noun: Noun, this: Self_) => |c, count, noun, _| { this(c); Some(Cost(vec![CostPart::Sacrifice(count, noun), CostPart::SacrificeThis])) }; "sacrifice two lands and this creature"),
    alternate!(Price: "exile {count} {cards.p} from your graveyard and {this}" (count: Count, cards: CardNoun, this: Self_) => |c, count, cards, _| { this(c); Some(Cost(vec![CostPart::Exile(count, ZoneKind::Graveyard, cards), CostPart::ExileThis])) };
        "exile two cards from your graveyard and this creature"),
    rule!(Part: "2: exile another {cards.s} from your graveyard" (cards: CardNoun) => |_, cards| (cards != Filter::Any).then(|| CostPart::Exile(n(1), ZoneKind::Graveyard, with(cards, other()))),
        |_, p| match p { CostPart::Exile(Quantity::N(1), ZoneKind::Graveyard, f) if f != other() => without(&f, &other()).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; "exile another creature card from your graveyard"),
    // ---- permanents
    alternate!(Part: "2: tap a untapped {noun.s}" (noun: Noun) => |_, noun| Some(CostPart::TapOthers(n(1), own(noun)?)); "tap an untapped creature you control with flying"),
    alternate!(Part: "2: tap another untapped {noun.s}" (noun: Noun) => |_, noun| Some(CostPart::TapOthers(n(1), with(own(noun)?, other()))); "tap another untapped creature you control with flying"),
    alternate!(Part: "2: tap {count} untapped {noun.p}" (count: Count, noun: Noun) => |_, count, noun| Some(CostPart::TapOthers(count, own(noun)?)); "tap two untapped creatures you control with flying"),
    rule!(Part: "2: exile a {noun.s} you control" (noun: Noun) => |c, noun| { c.paid = Some((Participle::Exiled, permanent_kind(&noun))); without(&noun, &other()).is_none().then(|| CostPart::Exile(n(1), ZoneKind::Battlefield, noun)) },
        |_, p| match p { CostPart::Exile(Quantity::N(1), ZoneKind::Battlefield, f) if without(&f, &other()).is_none() => vec![(f,)], _ => Vec::new() }; "exile a creature you control"),
    // ---- energy
    alternate!(Part: "pays|pay {count} {one}" (count: Words, one: Energy) => |_, count, one| (one == 1).then(|| CostPart::Energy(n(count))); "pay eight {E}"),
    rule!(Part: "pays|pay X {one}" (one: Energy) => |_, one| (one == 1).then(|| CostPart::Energy(Quantity::X)), |_, p: &_| if *p == CostPart::Energy(Quantity::X) { vec![(1,)] } else { Vec::new() }; "pay X {E}"),
    // ---- one of two costs
    alternate!(Line: "{cost} , forage : {effects}" (cost: Price, effects: Sentences) => |c, cost, effects| {
            // CR 701.61a.
            let food = CostPart::Sacrifice(n(1), Filter::Subtype(Subtype::named("Food")?));
            let cards = CostPart::Exile(n(3), ZoneKind::Graveyard, Filter::Any);
            let mut also = |part| { let mut cost = cost.clone(); cost.0.push(part); cost };
            let (a, b) = (also(cards), also(food));
            two_ways(c, a, b, effects)
        }; ""),
    alternate!(Line: "{a} or {b} : {effects}" (a: Price, b: Price, effects: Sentences) => |c, a, b, effects| two_ways(c, a, b, effects); ""),
];
