//! Objects that are chosen together with a condition on all of them: targets, cards that are searched for or returned, permanents;
//! what objects come to in all, and how many different ones there are.

use crate::cards::oracle::grammar::help::{n, not, permanent_kind, with, without};
use crate::cards::oracle::grammar::nouns::targets::{
    any_together, joint_target, other_target, said_others, said_together,
};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

const YOURS: Filter = Filter::Controlled(Who::You);

/// How many of these objects there can be: any number of them.
pub(in crate::cards::oracle::grammar) fn every(from: &Objects) -> Quantity {
    Quantity::Count(Box::new(from.clone()))
}

/// A choice of as many as a player likes, or not more than `most`.
fn chosen(context: &mut Context, from: Objects, most: Option<Quantity>, joint: Together) -> Option<Instruction> {
    let into = context.variable()?;
    let kind = match &from {
        Objects::In(..) => Sort::CARD,
        Objects::All(filter) => permanent_kind(filter),
        _ => return None,
    };
    let max = most.unwrap_or_else(|| every(&from));
    context.mention(Referent::Objects(Objects::Var(into)), kind, true);
    Some(Instruction::Choose { who: context.doer, from, min: n(0), max, random: false, together: vec![joint], into })
}

/// From what is chosen, the most if not any number, and the condition.
fn is_chosen(context: &Context, effect: &Instruction) -> Option<(Objects, Option<Quantity>, Together)> {
    match effect {
        Instruction::Choose { who, from, min: Quantity::N(0), max, random: false, together, .. }
            if *who == context.doer =>
        {
            let [joint] = together.as_slice() else { return None };
            Some((from.clone(), Some(max.clone()).filter(|max| *max != every(from)), joint.clone()))
        }
        _ => None,
    }
}

fn cards_of(context: &Context, effect: &Instruction) -> Option<(Option<Quantity>, Filter, Together, Who)> {
    match is_chosen(context, effect)? {
        (Objects::In(ZoneOf::Graveyard(who), cards), most, joint) if who == context.doer => {
            Some((most, cards, joint, who))
        }
        _ => None,
    }
}

fn permanents_of(context: &Context, effect: &Instruction) -> Option<(Option<Quantity>, Filter, Together)> {
    match is_chosen(context, effect)? {
        (Objects::All(noun), most, joint) => Some((most, noun, joint)),
        _ => None,
    }
}

/// Cards are found and shown; another player chooses some of them, which go to the graveyard, the others to the hand.
fn offered(
    context: &mut Context,
    most: Quantity,
    cards: Filter,
    joint: Together,
    who: Who,
    count: Quantity,
) -> Option<Vec<Instruction>> {
    let (found, into) = (context.variable()?, context.variable()?);
    let all = Objects::Var(found);
    let together = vec![joint];
    let zones = Vec::new();
    let rest = not(Filter::In(Box::new(Objects::Var(into))));
    let to = |what, to| Instruction::Move { what, to, into: None, linked: false, until: None };
    Some(vec![
        Instruction::Search { who: Who::You, of: Who::You, filter: cards, max: most, zones, together, into: found },
        Instruction::Reveal(all.clone()),
        help::choose(who, all.clone(), (count.clone(), count), into),
        to(Objects::Var(into), Destination::Graveyard),
        to(Objects::Only(Box::new(all), rest), Destination::Hand),
        Instruction::Shuffle(Who::You),
    ])
}

fn is_offered(context: &Context, effects: &[Instruction]) -> Vec<(Quantity, Filter, Together, Who, Quantity)> {
    let [Instruction::Search { filter, max, together, .. }, _, Instruction::Choose { who, min, .. }, ..] = effects
    else {
        return Vec::new();
    };
    let [joint] = together.as_slice() else { return Vec::new() };
    let parts = (max.clone(), filter.clone(), joint.clone(), *who, min.clone());
    let (most, cards, joint, who, count) = parts.clone();
    let made = offered(&mut context.clone(), most, cards, joint, who, count);
    if made.as_deref() == Some(effects) { vec![parts] } else { Vec::new() }
}

fn total(measure: Measure, group: Objects) -> Quantity {
    let group = Box::new(group);
    match measure {
        Measure::Power => Quantity::TotalPower(group),
        Measure::Toughness => Quantity::TotalToughness(group),
        Measure::ManaValue => Quantity::TotalManaValue(group),
    }
}

fn is_total(quantity: &Quantity) -> Option<(Measure, &Objects)> {
    Some(match quantity {
        Quantity::TotalPower(group) => (Measure::Power, group),
        Quantity::TotalToughness(group) => (Measure::Toughness, group),
        Quantity::TotalManaValue(group) => (Measure::ManaValue, group),
        _ => return None,
    })
}

/// The objects of which there are that many.
fn counted(count: Quantity) -> Option<Objects> {
    match count {
        Quantity::Count(group) => Some(*group),
        _ => None,
    }
}

/// Power and toughness of one object together.
fn both(most: Quantity) -> Filter {
    Filter::Power(Cmp::Le, Quantity::Minus(Box::new(most), Box::new(Quantity::Toughness(Obj::It))))
}

fn is_both(filter: &Filter) -> Vec<(Quantity,)> {
    match filter {
        Filter::Power(Cmp::Le, Quantity::Minus(most, _)) if *filter == both((**most).clone()) => {
            vec![((**most).clone(),)]
        }
        _ => Vec::new(),
    }
}

/// How many different ones a player controls.
fn differing(noun: Filter, joint: &Together) -> Option<Quantity> {
    let group = Box::new(Objects::All(with(noun, YOURS)));
    Some(match joint {
        Together::DifferentNames => Quantity::DifferentNames(group),
        Together::Different(measure) => Quantity::Differing(*measure, group),
        _ => return None,
    })
}

fn is_differing(quantity: &Quantity) -> Option<(Filter, Together)> {
    let (group, joint) = match quantity {
        Quantity::DifferentNames(group) => (group, Together::DifferentNames),
        Quantity::Differing(measure, group) => (group, Together::Different(*measure)),
        _ => return None,
    };
    match &**group {
        Objects::All(filter) => Some((without(filter, &YOURS)?, joint)),
        _ => None,
    }
}

fn is_many(condition: &Condition) -> Vec<(Quantity, Filter, Together)> {
    match condition {
        Condition::Compare(of, Cmp::Ge, count) => {
            is_differing(of).map(|(noun, joint)| (count.clone(), noun, joint)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

macro_rules! joint {
    ($words:literal, $meaning:expr) => {
        rule!(Joint: $words () => |_| Some($meaning), |_, j: &_| if *j == $meaning { vec![()] } else { Vec::new() }; $words)
    };
    (also $words:literal, $meaning:expr) => {
        alternate!(Joint: $words () => |_| Some($meaning); $words)
    };
}

macro_rules! differing {
    ($words:literal, $measure:expr, $example:literal) => {
        rule!(Each: $words (each: Each) => |_, each| counted(each).map(|group| Quantity::Differing($measure, Box::new(group))),
            |_, q| match q { Quantity::Differing(measure, group) if measure == $measure => vec![(Quantity::Count(group),)], _ => Vec::new() }; $example)
    };
}

pub(super) const RULES: &[Rule] = &[
    joint!("with different names", Together::DifferentNames),
    joint!(also "that have different names", Together::DifferentNames),
    joint!(also "that each have different names", Together::DifferentNames),
    joint!("with different powers", Together::Different(Measure::Power)),
    joint!("with different toughnesses", Together::Different(Measure::Toughness)),
    joint!("with different mana values", Together::Different(Measure::ManaValue)),
    joint!("controlled by different players", Together::DifferentControllers),
    joint!(also "with different controllers", Together::DifferentControllers),
    joint!("that share a card type", Together::ShareCardType),
    joint!("that share a permanent type", Together::SharePermanentType),
    joint!("that share a creature type", Together::ShareCreatureType),
    joint!("that share a land type", Together::ShareLandType),
    joint!("that share no creature types", Together::ShareNoCreatureType),
    rule!(Joint: "with total {measure} {most} or less" (measure: Measured, most: Amount) <=> {Together::AtMost(measure, most)}; "with total mana value 6 or less"),
    // ---- targets
    rule!(GroupAim: "{noun.p} {joint}" (noun: Noun, joint: Joint) => |_, noun, joint| Some((TargetKind::Permanent(noun), joint)),
        |_, g| match g { (TargetKind::Permanent(noun), joint) => vec![(noun, joint)], _ => Vec::new() }; "creatures controlled by different players"),
    rule!(GroupAim: "{cards.p} {joint} from {zone}" (cards: CardNoun, joint: Joint, zone: Graves) => |_, cards, joint, zone| Some((TargetKind::Card(zone, cards), joint)),
        |_, g| match g { (TargetKind::Card(zone, cards), joint) => vec![(cards, joint, zone)], _ => Vec::new() }; "creature cards with total mana value 3 or less from your graveyard"),
    alternate!(GroupAim: "{cards.p} {joint} in {zone}" (cards: CardNoun, joint: Joint, zone: Graves) => |_, cards, joint, zone| Some((TargetKind::Card(zone, cards), joint)); "creature cards with total mana value 3 or less in your graveyard"),
    rule!(Targets_: "{count} target {aim}" (count: Count, aim: GroupAim) => |c, count, aim| joint_target(c, aim, count.clone(), count),
        |c, o: &_| said_together(c, o).into_iter().filter(|(min, max, _)| min == max).map(|(_, max, aim)| (max, aim)).collect(); "two target creatures controlled by different players"),
    rule!(Targets_: "up to {count} target {aim}" (count: Count, aim: GroupAim) => |c, count, aim| joint_target(c, aim, n(0), count),
        |c, o: &_| said_together(c, o).into_iter().filter(|(min, max, _)| *min == n(0) && max != min).map(|(_, max, aim)| (max, aim)).collect(); "up to three target creature cards with total mana value 3 or less from your graveyard"),
    rule!(Targets_: "any number of target {aim}" (aim: GroupAim) => |c, aim| { let most = any_together(&aim)?; joint_target(c, aim, n(0), most) },
        |c, o: &_| said_together(c, o).into_iter().filter(|(min, max, aim)| *min == n(0) && any_together(aim).as_ref() == Some(max)).map(|(.., aim)| (aim,)).collect(); "any number of target nonland permanents with total mana value 6 or less"),
    rule!(Targets_: "any number of other target {aim}" (aim: GroupAim) => |c, aim| other_target(c, aim),
        |c, o: &_| said_others(c, o); "any number of other target creatures controlled by different players"),
    alternate!(Plain: "choose {what} ." (what: Targets_) => |_, _| Some(Vec::new()); ""),
    // ---- what is searched for
    rule!(CardGroup: "{cards.p}" (cards: CardNoun) => |_, cards| Some((cards, Vec::new())),
        |_, g| match g { (cards, together) if together.is_empty() => vec![(cards,)], _ => Vec::new() }; "land cards"),
    rule!(CardGroup: "{cards.p} {joint}" (cards: CardNoun, joint: Joint) => |_, cards, joint| Some((cards, vec![joint])),
        |_, g| match g { (cards, together) => match together.as_slice() { [joint] => vec![(cards, joint.clone())], _ => Vec::new() } }; "land cards with different names"),
    rule!(Plain: "search your library for up to {most} {cards.p} {joint} and reveal them . {who.s} chooses {count} of those cards . put the chosen cards into your graveyard and the rest into your hand . then shuffle ."
        (most: Count, cards: CardNoun, joint: Joint, who: Other, count: Count) => |c, most, cards, joint, who, count| offered(c, most, cards, joint, who, count),
        |c, e: &_| is_offered(c, e); "search your library for up to four cards with different names and reveal them. Target opponent chooses two of those cards. Put the chosen cards into your graveyard and the rest into your hand. Then shuffle."),
    // ---- what is chosen as the ability resolves
    rule!(HandChoice: "any number of {cards.p} {joint} from {whose} graveyard" (cards: CardNoun, joint: Joint, whose: Whose)
        => |c, cards, joint, whose| (whose == c.doer).then(|| chosen(c, Objects::In(ZoneOf::Graveyard(whose), cards), None, joint))?,
        |c, e: &_| cards_of(c, e).filter(|(most, ..)| most.is_none()).map(|(_, cards, joint, who)| (cards, joint, who)).into_iter().collect(); "any number of cards with different mana values from your graveyard"),
    rule!(HandChoice: "up to {most} {cards.p} {joint} from {whose} graveyard" (most: Count, cards: CardNoun, joint: Joint, whose: Whose)
        => |c, most, cards, joint, whose| (whose == c.doer).then(|| chosen(c, Objects::In(ZoneOf::Graveyard(whose), cards), Some(most), joint))?,
        |c, e: &_| cards_of(c, e).and_then(|(most, cards, joint, who)| Some((most?, cards, joint, who))).into_iter().collect(); "up to two creature cards with total mana value 4 or less from your graveyard"),
    rule!(Choice: "any number of {noun.p} {joint}" (noun: Noun, joint: Joint) => |c, noun, joint| chosen(c, Objects::All(noun), None, joint),
        |c, e: &_| permanents_of(c, e).filter(|(most, ..)| most.is_none()).map(|(_, noun, joint)| (noun, joint)).into_iter().collect(); "any number of creatures with different powers"),
    // ---- what they come to, and how many there are
    rule!(Post: "with total power and toughness {most} or less" (most: Amount) => |_, most| Some(both(most)), |_, f: &_| is_both(f); "with total power and toughness 5 or less"),
    rule!(CardPost: "with total power and toughness {most} or less" (most: Amount) => |_, most| Some(both(most)), |_, f: &_| is_both(f); "with total power and toughness 5 or less"),
    rule!(Value_: "the total {measure} of {each.p}" (measure: Measured, each: Each) => |_, measure, each| counted(each).map(|group| total(measure, group)),
        |_, q: &_| is_total(q).map(|(measure, group)| (measure, Quantity::Count(Box::new(group.clone())))).into_iter().collect(); "the total power of creatures you control"),
    differing!("different power|powers among {each.p}", Measure::Power, "different powers among creatures you control"),
    differing!(
        "different mana value|values among {each.p}",
        Measure::ManaValue,
        "different mana values among cards in your graveyard"
    ),
    rule!(Value_: "the total {measure} of {what}" (measure: Measured, what: Objs) => |_, measure, what| (!matches!(what, Objects::All(_))).then(|| total(measure, what)),
        |_, q: &_| match is_total(q) { Some((measure, what)) if !matches!(what, Objects::All(_)) => vec![(measure, what.clone())], _ => Vec::new() }; ""),
    rule!(Cond: "{noun.p} have total toughness {least} or greater" (noun: Noun, least: Amount) => |_, noun, least| Some(Condition::Compare(total(Measure::Toughness, Objects::All(noun)), Cmp::Ge, least)),
        |_, c: &_| match c {
            Condition::Compare(Quantity::TotalToughness(group), Cmp::Ge, least) => match &**group { Objects::All(noun) => vec![(noun.clone(), least.clone())], _ => Vec::new() },
            _ => Vec::new(),
        }; "creatures you control have total toughness 10 or greater"),
    rule!(Cond: "you control {count} or more {noun.p} {joint}" (count: Count, noun: Noun, joint: Joint) => |_, count, noun, joint| Some(Condition::Compare(differing(noun, &joint)?, Cmp::Ge, count)),
        |_, c: &_| is_many(c); "you control three or more creatures with different powers"),
];
