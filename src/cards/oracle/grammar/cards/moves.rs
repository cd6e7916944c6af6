//! What enters attached to something, several cards that return together, what is found among cards that were exiled or revealed.

use crate::cards::oracle::grammar::help::{as_objects, choose_player, hand, moved, n, not, one, with};
use crate::cards::oracle::grammar::verbs::cards::untapped;
use crate::cards::oracle::grammar::verbs::zones::{mine, pick, picked};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

/// It enters attached to something (CR 303.4f, 701.3).
fn onto(host: Obj, under: Option<Who>) -> Destination {
    Destination::Battlefield(Entry { attached_to: Some(host), under, ..Entry::default() })
}

/// Whether it is a target card in a graveyard: of yours, or of anybody.
fn in_graveyard(context: &Context, what: &Objects, yours: bool) -> bool {
    let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
    let Objects::Targets(number) = what else { return false };
    match all.get(usize::from(*number)) {
        Some(def) => match &def.what {
            TargetKind::Card(ZoneOf::Graveyard(who), _) => (*who == Who::You) == yours && def.max == n(1),
            _ => false,
        },
        None => false,
    }
}

fn attached(context: &mut Context, what: Objects, host: &Objects, under: Option<Who>) -> Option<Instruction> {
    let fits = in_graveyard(context, &what, under.is_none());
    fits.then(|| Some(moved(context, what, onto(one(host)?, under))))?
}

fn is_attached(context: &Context, effect: &Instruction, under: Option<Who>) -> Vec<(Objects, Objects)> {
    match effect {
        Instruction::Move { what, to: Destination::Battlefield(entry), linked: false, until: None, .. } => {
            match entry.attached_to {
                Some(host)
                    if Destination::Battlefield(entry.clone()) == onto(host, under)
                        && in_graveyard(context, what, under.is_none()) =>
                {
                    vec![(what.clone(), as_objects(host))]
                }
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// Cards of a graveyard that are targets of two instances of the word.
fn two_targets(context: &mut Context, a: Filter, b: Filter, least: i32) -> Option<Objects> {
    let zone = ZoneOf::Graveyard(Who::You);
    let mut target = |cards| {
        let def = TargetDef { min: n(least), ..TargetDef::new(TargetKind::Card(zone, cards)) };
        context.target(def).map(Objects::Targets)
    };
    let both = vec![target(a)?, target(b)?];
    for objects in &both {
        context.mention(Referent::Objects(objects.clone()), Sort::CARD, false);
    }
    Some(Objects::Union(both))
}

/// Another player chooses the player: one of the opponents, whom you choose.
fn given(context: &mut Context, what: Objects) -> Option<Vec<Instruction>> {
    one(&what)?;
    let who = context.variable()?;
    let control = StaticEffect::Affect(what, vec![Modification::Control(Who::Var(who))]);
    Some(vec![choose_player(Who::EachOpponent, who), Instruction::Continuous(control, Duration::Forever)])
}

fn is_given(effects: &[Instruction]) -> Vec<(Objects,)> {
    match effects {
        [
            choice @ Instruction::ChoosePlayer { into, .. },
            Instruction::Continuous(StaticEffect::Affect(what, mods), Duration::Forever),
        ] if *choice == choose_player(Who::EachOpponent, *into)
            && *mods == [Modification::Control(Who::Var(*into))] =>
        {
            vec![(what.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// An opponent of your choice makes two piles of the cards, and you choose where each goes.
fn piles(context: &mut Context, count: Quantity) -> Option<Vec<Instruction>> {
    let (cards, opponent) = (context.variable()?, context.variable()?);
    let (first, second) = (Word::new("pile")?, Word::new("other")?);
    let mut course = |a: Var, b: Var| {
        let hand = moved(context, Objects::Var(a), Destination::Hand);
        vec![hand, moved(context, Objects::Var(b), Destination::Graveyard)]
    };
    let courses = vec![course(first, second), course(second, first)];
    Some(vec![
        Instruction::Keep(cards, Objects::Top(count, Who::You)),
        Instruction::Reveal(Objects::Var(cards)),
        choose_player(Who::EachOpponent, opponent),
        Instruction::Piles { who: Who::Var(opponent), from: Objects::Var(cards), first, second },
        Instruction::ChooseOne(Who::You, courses),
    ])
}

fn are_piles(context: &Context, effects: &[Instruction]) -> Vec<(Quantity,)> {
    let [Instruction::Keep(_, Objects::Top(count, Who::You)), .., Instruction::ChooseOne(..)] = effects else {
        return Vec::new();
    };
    let made = piles(&mut context.clone(), count.clone());
    if made.as_deref() == Some(effects) { vec![(count.clone(),)] } else { Vec::new() }
}

/// Of the top cards all that are of a sort go there, the others elsewhere.
fn sorted(
    context: &mut Context,
    count: Quantity,
    cards: Filter,
    to: Destination,
    rest: Destination,
) -> Option<Vec<Instruction>> {
    let (top, found) = (context.variable()?, context.variable()?);
    let all = Objects::Var(top);
    let others = Objects::Only(Box::new(all.clone()), not(Filter::In(Box::new(Objects::Var(found)))));
    Some(vec![
        Instruction::Keep(top, Objects::Top(count, Who::You)),
        Instruction::Reveal(all.clone()),
        Instruction::Keep(found, Objects::Only(Box::new(all), cards)),
        moved(context, Objects::Var(found), to),
        moved(context, others, rest),
    ])
}

fn are_sorted(
    context: &Context,
    effects: &[Instruction],
    to: &Destination,
    rest: &Destination,
) -> Vec<(Quantity, Filter)> {
    match effects {
        [Instruction::Keep(_, Objects::Top(count, Who::You)), _, Instruction::Keep(_, Objects::Only(_, cards)), ..] => {
            let made = sorted(&mut context.clone(), count.clone(), cards.clone(), to.clone(), rest.clone());
            if made.as_deref() == Some(effects) { vec![(count.clone(), cards.clone())] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

macro_rules! sorts {
    ($words:literal, $to:expr, $rest:expr) => {
        rule!(Plain: $words (count: Count, cards: CardNoun) => |c, count, cards| sorted(c, count, cards, $to, $rest), |c, e: &_| are_sorted(c, e, &$to, &$rest); "")
    };
}

/// A card of a hand that has been seen is cast for nothing.
fn from_hand(seen: Instruction, who: Who, spell: Filter, into: Option<Var>) -> Option<Vec<Instruction>> {
    let what = Objects::In(ZoneOf::Hand(who), Filter::Any);
    let cost = CastCost::Free;
    let (copies, lands, transformed) = (false, false, false);
    let cast = Instruction::CastNow { who: Who::You, what, spell, cost, copies, lands, transformed, into };
    help::another_player(who).then(|| vec![seen, cast])
}

fn is_from_hand(effects: &[Instruction], looks: bool) -> Vec<(Who, Filter, Option<Var>)> {
    let [seen, Instruction::CastNow { what: Objects::In(ZoneOf::Hand(who), _), spell, into, .. }] = effects else {
        return Vec::new();
    };
    let first = if looks { Instruction::Look(Who::You, hand(*who)) } else { Instruction::Reveal(hand(*who)) };
    let same = *seen == first && from_hand(first, *who, spell.clone(), *into).as_deref() == Some(effects);
    if same { vec![(*who, spell.clone(), *into)] } else { Vec::new() }
}

/// A player may put one of their cards somewhere, and otherwise something else happens.
fn or_else(choice: Vec<Instruction>, otherwise: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let chosen = matches!(choice.as_slice(), [Instruction::Choose { .. }, Instruction::Move { .. }]);
    // The card itself may be another object by then.
    let mut itself = false;
    otherwise
        .iter()
        .for_each(|e| e.clone().each(|objects: &mut Objects| itself |= *objects == Objects::The(Obj::This)));
    (chosen && !itself).then(|| vec![Instruction::May { who: Who::You, then: choice, otherwise }])
}

fn is_or_else(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Vec<Instruction>)> {
    match effects {
        [Instruction::May { who: Who::You, then, otherwise }] if !otherwise.is_empty() => {
            let same = or_else(then.clone(), otherwise.clone()).as_deref() == Some(effects);
            if same { vec![(then.clone(), otherwise.clone())] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// Chosen, then attached.
fn fasten(choice: Instruction, host: &Objects) -> Option<Vec<Instruction>> {
    let Instruction::Choose { into, .. } = &choice else { return None };
    let what = Objects::Var(*into);
    Some(vec![choice, Instruction::Attach(what, one(host)?)])
}

fn is_fasten(effects: &[Instruction]) -> Vec<(Instruction, Objects)> {
    match effects {
        [choice @ Instruction::Choose { into, .. }, Instruction::Attach(Objects::Var(what), host)] if into == what => {
            vec![(choice.clone(), as_objects(*host))]
        }
        _ => Vec::new(),
    }
}

fn auras_and_equipment() -> Filter {
    let either =
        Filter::Or(["Aura", "Equipment"].into_iter().filter_map(Subtype::named).map(Filter::Subtype).collect());
    with(either, Filter::Controlled(Who::You))
}

pub(super) const RULES: &[Rule] = &[
    // ---- attached
    rule!(Verb: "return {what} to the battlefield attached to {host}" (what: Objs, host: Objs) => |c, what, host| attached(c, what, &host, None), |c, e: &_| is_attached(c, e, None);
        "return target Aura card from your graveyard to the battlefield attached to target creature"),
    rule!(Verb: "put {what} onto the battlefield under your control attached to {host}" (what: Objs, host: Objs) => |c, what, host| attached(c, what, &host, Some(Who::You)), |c, e: &_| is_attached(c, e, Some(Who::You));
        "put target Aura card from a graveyard onto the battlefield under your control attached to target creature"),
    rule!(Verbs: "put {choice.s} onto the battlefield attached to {host}" (choice: HandChoice, host: Objs) => |c, choice, host| { let to = onto(one(&host)?, None); pick(c, choice, to) },
        |_, e: &_| match e.as_slice() {
            [_, Instruction::Move { to: to @ Destination::Battlefield(entry), .. }] => match entry.attached_to {
                Some(host) if *to == onto(host, None) => picked(e, to).into_iter().map(|(choice,)| (choice, as_objects(host))).collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "put an Aura card from your hand onto the battlefield attached to target creature"),
    rule!(Verbs: "attach {choice.s} to {host}" (choice: Choice, host: Objs) => |_, choice, host| fasten(choice, &host), |_, e: &_| is_fasten(e); "attach an Equipment you control to target creature"),
    alternate!(Choice: "any number of Auras and Equipment you control" () => |c| {
            let from = Objects::All(auras_and_equipment());
            let most = Quantity::Count(Box::new(from.clone()));
            nouns::objects::choice(c, from, n(0), most, Sort::PERMANENT)
        }; ""),
    // ---- together
    alternate!(Objs: "up to one target {a.s} and up to one target {b.s} from your graveyard" (a: CardNoun, b: CardNoun) => |c, a, b| two_targets(c, a, b, 0); ""),
    rule!(Objs: "this card and {b}" (b: Target) => |c, b| { c.zone = ZoneKind::Graveyard; nouns::references::this(c)?; mine(c, &b).then(|| Objects::Union(vec![Objects::The(Obj::This), b])) },
        |c, o: &_| match o { Objects::Union(list) if c.here == ZoneKind::Graveyard => match list.as_slice() { [Objects::The(Obj::This), b] => vec![(b.clone(),)], _ => Vec::new() }, _ => Vec::new() }; ""),
    // ---- given away
    rule!(Said: "a opponent gains control of {what}" (what: Objs) => |c, what| given(c, what), |_, e: &_| is_given(e); "an opponent gains control of this creature"),
    // ---- piles and sorts
    rule!(Plain: "reveal the top {count} cards of your library . a opponent separates those cards into two piles . put one pile into your hand and the other into your graveyard ." (count: Count) => |c, count| piles(c, count),
        |c, e: &_| are_piles(c, e); "reveal the top five cards of your library. An opponent separates those cards into two piles. Put one pile into your hand and the other into your graveyard."),
    sorts!(
        "reveal the top {count} cards of your library . put all {cards.p} from among them into your hand and the rest on the bottom of your library in a random order .",
        Destination::Hand,
        Destination::LibraryBottomRandom
    ),
    sorts!(
        "reveal the top {count} cards of your library . put all {cards.p} from among them onto the battlefield and the rest on the bottom of your library in a random order .",
        untapped(),
        Destination::LibraryBottomRandom
    ),
    sorts!(
        "reveal the top {count} cards of your library . put all {cards.p} from among them onto the battlefield and the rest into your hand .",
        untapped(),
        Destination::Hand
    ),
    // ---- hands of others
    rule!(Plain: "look at {whose} hand . you may cast a {spells.s} from among those cards without paying its mana cost ." (whose: Whose, spells: SpellNoun, into: Into)
        => |_, whose, spells, into| from_hand(Instruction::Look(Who::You, hand(whose)), whose, spells, into), |_, e: &_| is_from_hand(e, true);
        "look at target player's hand. You may cast a spell from among those cards without paying its mana cost."),
    rule!(Plain: "{who.s} reveals their hand . you may cast a {spells.s} from among those cards without paying its mana cost ." (who: Other, spells: SpellNoun, into: Into)
        => |_, who, spells, into| from_hand(Instruction::Reveal(hand(who)), who, spells, into), |_, e: &_| is_from_hand(e, false);
        "target opponent reveals their hand. You may cast an instant spell from among those cards without paying its mana cost."),
    rule!(Plain: "you may {verbs.p} . if you don't , {clause} ." (verbs: Verbs, clause: Clause) => |_, verbs, clause| or_else(verbs, clause), |_, e: &_| is_or_else(e);
        "you may put a land card from your hand onto the battlefield. If you don't, draw a card."),
];
