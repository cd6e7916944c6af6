//! What each player chooses for themselves, at the same time as the others (CR 101.4).

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::nouns::together::every;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// Each of the players chooses cards of their own, which all enter at the same time.
fn deploy(
    context: &mut Context,
    who: Who,
    from: Objects,
    (min, max): (Quantity, Quantity),
) -> Option<Vec<Instruction>> {
    let (into, all) = (context.variable()?, context.variable()?);
    let kept = Objects::Union(vec![Objects::Var(all), Objects::Var(into)]);
    let choose = help::choose(Who::It, from, (min, max), into);
    let each = Instruction::ForEach(Recipients::Players(who), vec![choose, Instruction::Keep(all, kept)]);
    let to = Destination::Battlefield(Entry::default());
    let moved = Instruction::Move { what: Objects::Var(all), to, into: context.variable(), linked: false, until: None };
    who.is_each().then(|| vec![each, moved])
}

/// Who chooses from what, and how many, if that is all.
fn deployed(context: &Context, effects: &[Instruction]) -> Option<(Who, Objects, Quantity, Quantity)> {
    let Some(Instruction::ForEach(Recipients::Players(who), list)) = effects.first() else { return None };
    let Some(Instruction::Choose { from, min, max, .. }) = list.first() else { return None };
    let made = deploy(&mut context.clone(), *who, from.clone(), (min.clone(), max.clone()));
    (made.as_deref() == Some(effects)).then(|| (*who, from.clone(), min.clone(), max.clone()))
}

fn hand(filter: Filter) -> Objects {
    Objects::In(ZoneOf::Hand(Who::It), filter)
}

fn grave(filter: Filter) -> Objects {
    Objects::In(ZoneOf::Graveyard(Who::It), filter)
}

fn from_hand(context: &Context, effects: &[Instruction], whole: bool) -> Vec<(Who, Filter)> {
    match deployed(context, effects) {
        Some((who, from @ Objects::In(ZoneOf::Hand(Who::It), _), Quantity::N(0), max))
            if (max == every(&from)) == whole && (whole || max == n(1)) =>
        {
            let Objects::In(_, filter) = from else { return Vec::new() };
            vec![(who, filter)]
        }
        _ => Vec::new(),
    }
}

fn from_grave(context: &Context, effects: &[Instruction]) -> Vec<(Who, Filter)> {
    match deployed(context, effects) {
        Some((who, Objects::In(ZoneOf::Graveyard(Who::It), filter), Quantity::N(1), Quantity::N(1))) => {
            vec![(who, filter)]
        }
        _ => Vec::new(),
    }
}

/// Each player keeps one permanent of each of these types, and sacrifices the others (CR 701.21).
fn keep_one_of_each(context: &mut Context, types: &[CardTypes]) -> Option<Vec<Instruction>> {
    let all = context.variable()?;
    let mut list = Vec::new();
    let mut kept = vec![Objects::Var(all)];
    for kind in types {
        let into = context.variable()?;
        let from = Objects::All(Filter::And(vec![Filter::Type(*kind), Filter::Controlled(Who::It)]));
        list.push(help::choose(Who::It, from, (n(1), n(1)), into));
        kept.push(Objects::Var(into));
    }
    list.push(Instruction::Keep(all, Objects::Union(kept)));
    let rest = Objects::All(help::not(Filter::In(Box::new(Objects::Var(all)))));
    let each = Instruction::ForEach(Recipients::Players(Who::EachPlayer), list);
    Some(vec![each, Instruction::SacrificeThese(Who::EachPlayer, rest)])
}

/// The types, if there are as many.
fn kept(context: &Context, effects: &[Instruction], count: usize) -> Option<Vec<CardTypes>> {
    let Some(Instruction::ForEach(_, list)) = effects.first() else { return None };
    let types: Vec<CardTypes> = list.iter().filter_map(one_type).collect();
    let same = keep_one_of_each(&mut context.clone(), &types).as_deref() == Some(effects);
    (same && types.len() == count).then_some(types)
}

fn one_type(effect: &Instruction) -> Option<CardTypes> {
    match effect {
        Instruction::Choose { from: Objects::All(Filter::And(list)), .. } => match list.first() {
            Some(Filter::Type(kind)) => Some(*kind),
            _ => None,
        },
        _ => None,
    }
}

/// Each opponent of the player of the event draws.
fn others_draw(context: &mut Context, count: Quantity) -> Vec<Instruction> {
    let other = Condition::Not(Box::new(Condition::SamePlayer(Who::It, Who::Event)));
    let draw = Instruction::Draw { who: Who::It, count, into: context.variable() };
    let when = Instruction::If { cond: other, then: vec![draw], otherwise: Vec::new() };
    vec![Instruction::ForEach(Recipients::Players(Who::EachPlayer), vec![when])]
}

fn do_others_draw(context: &Context, effects: &[Instruction]) -> Vec<(Quantity,)> {
    let [Instruction::ForEach(_, list)] = effects else { return Vec::new() };
    let [Instruction::If { then, .. }] = list.as_slice() else { return Vec::new() };
    match then.as_slice() {
        [Instruction::Draw { count, .. }] if others_draw(&mut context.clone(), count.clone()) == effects => {
            vec![(count.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// The player who is a target draws later: which one it is, is kept until then.
fn drawn_later(context: &mut Context, who: Who, count: Quantity) -> Option<Vec<Instruction>> {
    let Who::Target(_) = who else { return None };
    let into = context.variable()?;
    let keep = help::choose_player(who, into);
    let draw = Instruction::Draw { who: Who::Var(into), count, into: context.variable() };
    Some(vec![keep, clauses::at_next(StepName::Upkeep, vec![draw])])
}

fn is_drawn_later(context: &Context, effects: &[Instruction]) -> Vec<(Who, Quantity)> {
    let [Instruction::ChoosePlayer { from, .. }, Instruction::Delayed { ability, .. }] = effects else {
        return Vec::new();
    };
    match ability.effects.as_slice() {
        [Instruction::Draw { count, .. }]
            if drawn_later(&mut context.clone(), *from, count.clone()).as_deref() == Some(effects) =>
        {
            vec![(*from, count.clone())]
        }
        _ => Vec::new(),
    }
}

/// The controller of a spell that is countered may draw later.
fn denied(context: &mut Context, what: Objects, most: i32, step: StepName) -> Option<Vec<Instruction>> {
    let (spell, count) = (context.variable()?, context.variable()?);
    let who = Who::ControllerOf(Obj::Var(spell));
    let choose = Instruction::ChooseNumber { who, min: n(0), max: n(most), random: false, into: count };
    let draw = Instruction::Draw { who, count: Quantity::Var(count), into: context.variable() };
    let later = clauses::at_next(step, vec![choose, draw]);
    Some(vec![Instruction::Keep(spell, what.clone()), Instruction::Counter { what, to: None }, later])
}

fn is_denied(context: &Context, effects: &[Instruction]) -> Vec<(Objects, Quantity)> {
    let [Instruction::Keep(_, what), _, Instruction::Delayed { ability, .. }] = effects else { return Vec::new() };
    match ability.effects.first() {
        Some(Instruction::ChooseNumber { max: Quantity::N(most), .. }) => {
            let made = denied(&mut context.clone(), what.clone(), *most, StepName::Upkeep);
            if made.as_deref() == Some(effects) { vec![(what.clone(), n(*most))] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// All cards of a library that have the name of one that was exiled are looked for and exiled, too.
fn purge(context: &mut Context, who: Who) -> Option<Vec<Instruction>> {
    let exiled = context.done.iter().rfind(|(done, _)| *done == crate::cards::oracle::syntax::Participle::Exiled)?.1;
    let found = context.variable()?;
    let max = Quantity::Count(Box::new(Objects::In(ZoneOf::Library(who), Filter::Any)));
    let search = Instruction::Search {
        who: Who::You,
        of: who,
        filter: Filter::SameName(Obj::It),
        max,
        zones: Vec::new(),
        together: Vec::new(),
        into: found,
    };
    let (what, to) = (Objects::Var(found), Destination::Exile);
    let gone = Instruction::Move { what, to, into: context.variable(), linked: false, until: None };
    let each = Instruction::ForEach(Recipients::Objects(Objects::Var(exiled)), vec![search, gone]);
    Some(vec![each, Instruction::Shuffle(who)])
}

fn is_purge(context: &Context, effects: &[Instruction]) -> Vec<(Who,)> {
    let [_, Instruction::Shuffle(who)] = effects else { return Vec::new() };
    if purge(&mut context.clone(), *who).as_deref() == Some(effects) { vec![(*who,)] } else { Vec::new() }
}

/// As much life as damage was really dealt is gained.
fn drain(context: &mut Context, mut clause: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let var = context.variable()?;
    match clause.as_mut_slice() {
        [Instruction::Damage { into: into @ None, .. }] => *into = Some(var),
        _ => return None,
    }
    clause.push(Instruction::GainLife(Who::You, Quantity::Var(var), None));
    Some(clause)
}

fn drained(effects: &[Instruction]) -> Vec<(Vec<Instruction>,)> {
    match effects {
        [
            Instruction::Damage { amount, to, source, into: Some(dealt), dealt_to: None, .. },
            Instruction::GainLife(Who::You, Quantity::Var(var), None),
        ] if dealt == var => {
            let (amount, to) = (amount.clone(), to.clone());
            vec![(vec![Instruction::Damage {
                amount,
                to,
                source: *source,
                and: Vec::new(),
                into: None,
                dealt_to: None,
            }],)]
        }
        _ => Vec::new(),
    }
}

/// What is more than lethal for the creature is dealt to its controller (CR 120.4a).
fn spills(amount: &Quantity, to: u8, source: Obj) -> Instruction {
    let target = Obj::Target(to);
    let lethal = Box::new(Quantity::Lethal(target, source));
    let some = Quantity::Min(vec![amount.clone(), (*lethal).clone()]);
    let rest = Quantity::Max(vec![n(0), Quantity::Minus(Box::new(amount.clone()), lethal)]);
    Instruction::Damage {
        amount: some,
        to: Recipients::Targets(to),
        and: vec![(rest, Recipients::Players(Who::ControllerOf(target)))],
        source,
        into: None,
        dealt_to: None,
    }
}

/// Damage to a target, if that is all.
fn plain_damage(effects: &[Instruction]) -> Option<(Quantity, u8, Obj)> {
    match effects {
        [Instruction::Damage { amount, to: Recipients::Targets(to), and, source, into: None, dealt_to: None }]
            if and.is_empty() =>
        {
            Some((amount.clone(), *to, *source))
        }
        _ => None,
    }
}

/// Whether it is a target that you control that deals the damage.
fn own_source(context: &Context, clause: &[Instruction]) -> bool {
    let targets = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
    let yours = |what: &TargetKind| match what {
        TargetKind::Permanent(filter) => help::parts(filter.clone()).contains(&Filter::Controlled(Who::You)),
        _ => false,
    };
    plain_damage(clause).is_some_and(|(_, _, source)| match source {
        Obj::Target(by) => targets.get(usize::from(by)).is_some_and(|t| yours(&t.what)),
        _ => false,
    })
}

fn spilt(clause: Vec<Instruction>, tramples: bool) -> Option<Vec<Instruction>> {
    let (amount, to, source) = plain_damage(&clause)?;
    let spills = spills(&amount, to, source);
    if !tramples {
        return Some(vec![spills]);
    }
    let cond = Condition::Is(source, Filter::Has(Keyword::Trample));
    Some(vec![Instruction::If { cond, then: vec![spills], otherwise: clause }])
}

fn is_spilt(effects: &[Instruction], tramples: bool) -> Vec<(Vec<Instruction>,)> {
    let clause = match effects {
        [Instruction::If { otherwise, .. }] if tramples => otherwise.clone(),
        [Instruction::Damage { amount: Quantity::Min(parts), to, source, .. }] if !tramples => {
            let Some(amount) = parts.first() else { return Vec::new() };
            let (amount, to, source) = (amount.clone(), to.clone(), *source);
            vec![Instruction::Damage { amount, to, source, and: Vec::new(), into: None, dealt_to: None }]
        }
        _ => return Vec::new(),
    };
    if spilt(clause.clone(), tramples).as_deref() == Some(effects) { vec![(clause,)] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "{who.s} may put any number of {cards.p} from their hand onto the battlefield ." (who: Other, cards: CardNoun)
        => |c, who, cards| { let from = hand(cards); let max = every(&from); deploy(c, who, from, (n(0), max)) },
        |c, e: &_| from_hand(c, e, true); "each opponent may put any number of creature cards from their hand onto the battlefield."),
    rule!(Plain: "{who.s} may put a {cards.s} from their hand onto the battlefield ." (who: Other, cards: CardNoun)
        => |c, who, cards| deploy(c, who, hand(cards), (n(0), n(1))),
        |c, e: &_| from_hand(c, e, false); "each player may put a creature card from their hand onto the battlefield."),
    rule!(Plain: "{who.s} puts a {cards.s} from their graveyard onto the battlefield ." (who: Other, cards: CardNoun)
        => |c, who, cards| deploy(c, who, grave(cards), (n(1), n(1))),
        |c, e: &_| from_grave(c, e); "each player puts a creature card from their graveyard onto the battlefield."),
    rule!(Plain: "each player chooses from among the permanents they control a {a.s} , a {b.s} , a {x.s} , and a {y.s} , then sacrifices the rest ." (a: Type, b: Type, x: Type, y: Type)
        => |c, a, b, x, y| keep_one_of_each(c, &[a, b, x, y]),
        |c, e: &_| kept(c, e, 4).map(|t| (t[0], t[1], t[2], t[3])).into_iter().collect(); ""),
    rule!(Said: "each of that player 's opponents draws {count}" (count: Cards) => |c, count| (c.event && nouns::players::that_player(c) == Some(Who::Event)).then(|| others_draw(c, count)),
        |c, e: &_| do_others_draw(c, e); ""),
    rule!(Said: "{who.s} draws {count} at the beginning of the next turn 's upkeep" (who: Other, count: Cards) => |c, who, count| drawn_later(c, who, count),
        |c, e: &_| is_drawn_later(c, e); "target player draws a card at the beginning of the next turn's upkeep"),
    rule!(Plain: "counter {what} . its controller may draw up to {count} cards at the beginning of the next turn 's upkeep ." (what: Target, count: Count)
        => |c, what, count| match count { Quantity::N(most) => denied(c, what, most, StepName::Upkeep), _ => None },
        |c, e: &_| is_denied(c, e); "counter target spell. Its controller may draw up to two cards at the beginning of the next turn's upkeep."),
    rule!(Objs: "all cards from {whose} graveyard other than {cards.p}" (whose: Whose, cards: CardNoun)
        => |c, whose, cards| { let group = Objects::In(ZoneOf::Graveyard(whose), help::not(cards)); c.mention(crate::cards::oracle::syntax::Referent::Objects(group.clone()), crate::cards::oracle::syntax::Kind::CARD, true); Some(group) },
        |_, o| match o { Objects::In(ZoneOf::Graveyard(whose), Filter::Not(cards)) => vec![(whose, *cards)], _ => Vec::new() }; "all cards from target player's graveyard other than land cards"),
    rule!(Plain: "for each card exiled this way , search {whose} library for all cards with the same name as that card and exile them . then that player shuffles ." (whose: Whose)
        => |c, whose| (whose != Who::You).then(|| purge(c, whose))?, |c, e: &_| is_purge(c, e); ""),
    rule!(Plain: "{clause} . excess damage is dealt to that creature 's controller instead ." (clause: Clause) => |_, clause| spilt(clause, false),
        |_, e: &_| is_spilt(e, false); "this creature deals 4 damage to target creature. Excess damage is dealt to that creature's controller instead."),
    rule!(Plain: "{clause} . if the creature you control has trample , excess damage is dealt to that creature 's controller instead ." (clause: Clause)
        => |c, clause| own_source(c, &clause).then(|| spilt(clause, true))?,
        |c, e: &_| is_spilt(e, true).into_iter().filter(|(clause,)| own_source(c, clause)).collect(); "target creature you control deals damage equal to its power to target creature you don't control. If the creature you control has trample, excess damage is dealt to that creature's controller instead."),
    rule!(Plain: "{clause} . you gain life equal to the damage dealt this way ." (clause: Clause) => |c, clause| drain(c, clause),
        |_, e: &_| drained(e); "this creature deals 2 damage to any target. You gain life equal to the damage dealt this way."),
];
