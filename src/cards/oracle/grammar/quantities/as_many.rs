//! As many as a number says: cards that are searched for, costs, halves, and X that is said behind.

use crate::cards::oracle::grammar::clauses::when_paid;
use crate::cards::oracle::grammar::help::{generic, half, mana, n, one_player, with};
use crate::cards::oracle::grammar::quantities::letters::{is_x, with_x};
use crate::cards::oracle::grammar::statics::{game_rule, is_rule, own_cost};
use crate::cards::oracle::grammar::verbs::cards::{search, tapped, untapped};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// Up to as many cards are searched for as there are of something.
fn found(
    context: &mut Context,
    cards: Filter,
    count: Quantity,
    reveal: bool,
    to: Destination,
) -> Option<Vec<Instruction>> {
    let known = !matches!(count, Quantity::N(_) | Quantity::X);
    (known && context.doer == Who::You).then(|| search(context, (cards, Vec::new()), count, reveal, to))?
}

macro_rules! finds {
    ($words:literal, $reveal:literal, $to:expr) => {
        alternate!(Plain: $words (cards: CardNoun, count: Value_) => |c, cards, count| found(c, cards, count, $reveal, $to); "")
    };
}

/// Such spells cost {1} less for each of something.
fn cheaper(spells: Filter, symbols: &ManaCost, each: Quantity) -> Option<AbilityDef> {
    let fits =
        generic(symbols)? == 1 && spells != Filter::Is(Obj::This) && !matches!(each, Quantity::N(_) | Quantity::X);
    fits.then(|| game_rule(GameRule::CostsLess(Who::You, spells, each)))
}

fn is_cheaper(def: &AbilityDef) -> Option<(Filter, ManaCost, Quantity)> {
    match is_rule(def) {
        Some(GameRule::CostsLess(Who::You, spells, each))
            if cheaper(spells.clone(), &mana(1)?, each.clone()).as_ref() == Some(def) =>
        {
            Some((spells, mana(1)?, each))
        }
        _ => None,
    }
}

/// Half of the permanents that a player controls.
fn half_of(noun: &Filter, who: Who, round: Round) -> Quantity {
    let theirs = Objects::All(with(noun.clone(), Filter::Controlled(who)));
    half(Quantity::Count(Box::new(theirs)), round)
}

fn sacrifice_half(who: Who, noun: Filter, round: Round, into: Option<Var>) -> Option<Instruction> {
    one_player(who).then(|| Instruction::SacrificeChoice {
        who,
        count: half_of(&noun, who, round),
        filter: noun,
        into,
        any: false,
    })
}

fn is_sacrifice_half(effect: &Instruction, wanted: Round) -> Option<(Who, Filter, Option<Var>)> {
    match effect {
        Instruction::SacrificeChoice { who, filter, count, into, any: false }
            if one_player(*who) && *count == half_of(filter, *who, wanted) =>
        {
            Some((*who, filter.clone(), *into))
        }
        _ => None,
    }
}

fn discard_half(who: Who, round: Round, into: Option<Var>) -> Option<Instruction> {
    let count = half(Quantity::HandSize(who), round);
    one_player(who).then_some(Instruction::Discard { who, count, filter: Filter::Any, random: false, into })
}

fn is_discard_half(effect: &Instruction, round: Round) -> Vec<(Who, Option<Var>)> {
    match effect {
        Instruction::Discard { who, into, .. } if discard_half(*who, round, *into).as_ref() == Some(effect) => {
            vec![(*who, *into)]
        }
        _ => Vec::new(),
    }
}

/// How many players control more or fewer permanents of a sort than you.
fn richer(who: Who, noun: Filter, than: Cmp) -> Quantity {
    let of = |player| Quantity::Count(Box::new(Objects::All(with(noun.clone(), Filter::Controlled(player)))));
    Quantity::PlayersWho(who, Box::new(Condition::Compare(of(Who::It), than, of(Who::You))))
}

fn is_richer(quantity: &Quantity, who: Who, than: Cmp) -> Vec<(Filter,)> {
    let Quantity::PlayersWho(_, cond) = quantity else { return Vec::new() };
    let Condition::Compare(Quantity::Count(theirs), ..) = &**cond else { return Vec::new() };
    let Objects::All(filter) = &**theirs else { return Vec::new() };
    let noun = help::without(filter, &Filter::Controlled(Who::It));
    noun.filter(|noun| richer(who, noun.clone(), than) == *quantity).map(|noun| (noun,)).into_iter().collect()
}

/// How many cards the graveyard of who controls something has.
fn buried(obj: Obj, least: Quantity) -> Condition {
    let cards = Objects::In(ZoneOf::Graveyard(Who::ControllerOf(obj)), Filter::Any);
    Condition::Compare(Quantity::Count(Box::new(cards)), Cmp::Ge, least)
}

fn is_buried(cond: &Condition) -> Vec<(Obj, Quantity)> {
    let Condition::Compare(Quantity::Count(cards), _, least) = cond else { return Vec::new() };
    match &**cards {
        Objects::In(ZoneOf::Graveyard(Who::ControllerOf(obj)), _) if buried(*obj, least.clone()) == *cond => {
            vec![(*obj, least.clone())]
        }
        _ => Vec::new(),
    }
}

fn half_x(round: Round) -> Quantity {
    half(Quantity::X, round)
}

/// The spell costs more if it targets such a permanent.
fn dearer(context: &Context, mana: ManaCost, noun: Filter) -> AbilityDef {
    let rule = GameRule::CostsMore(Who::You, Filter::Is(Obj::This), Cost(vec![CostPart::Mana(mana)]));
    own_cost(context, rule, Condition::Is(Obj::This, Filter::Targets(Box::new(noun))))
}

fn is_dearer(context: &Context, def: &AbilityDef) -> Vec<(ManaCost, Filter)> {
    let AbilityDef::Static(StaticDef { only_if: Condition::Is(_, Filter::Targets(noun)), effect, .. }) = def else {
        return Vec::new();
    };
    let StaticEffect::Rule(GameRule::CostsMore(_, _, Cost(parts))) = effect else { return Vec::new() };
    match parts.as_slice() {
        [CostPart::Mana(mana)] if dearer(context, mana.clone(), (**noun).clone()) == *def => {
            vec![(mana.clone(), (**noun).clone())]
        }
        _ => Vec::new(),
    }
}

/// A cost is paid, and what is done then has X.
fn then_x(context: &mut Context, cost: Cost, clause: Vec<Instruction>, x: &Quantity) -> Option<Vec<Instruction>> {
    let then = with_x(context, clause, x)?;
    Some(vec![Instruction::MayPay { who: Who::You, cost, then, otherwise: Vec::new() }])
}

fn is_then_x(context: &Context, effects: &[Instruction]) -> Vec<(Cost, Vec<Instruction>, Quantity)> {
    match effects {
        [Instruction::MayPay { who: Who::You, cost, then, otherwise }] if otherwise.is_empty() => {
            is_x(context, then.clone()).into_iter().map(|(clause, x)| (cost.clone(), clause, x)).collect()
        }
        _ => Vec::new(),
    }
}

fn one_part((cost, clause, x): (Cost, Vec<Instruction>, Quantity)) -> Option<(CostPart, Vec<Instruction>, Quantity)> {
    match cost.0.as_slice() {
        [part] => Some((part.clone(), clause, x)),
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    // ---- cards that are searched for
    finds!(
        "search your library for up to X {cards.p} , where X is {count} . put those cards onto the battlefield tapped , then shuffle .",
        false,
        tapped()
    ),
    finds!(
        "search your library for up to X {cards.p} , where X is {count} , put those cards onto the battlefield tapped , then shuffle .",
        false,
        tapped()
    ),
    finds!(
        "search your library for up to X {cards.p} , where X is {count} , put them onto the battlefield tapped , then shuffle .",
        false,
        tapped()
    ),
    finds!(
        "search your library for up to X {cards.p} , where X is {count} . put those cards onto the battlefield , then shuffle .",
        false,
        untapped()
    ),
    finds!(
        "search your library for up to X {cards.p} , where X is {count} , put them onto the battlefield , then shuffle .",
        false,
        untapped()
    ),
    finds!(
        "search your library for up to X {cards.p} , where X is {count} . reveal those cards , put them into your hand , then shuffle .",
        true,
        Destination::Hand
    ),
    finds!(
        "search your library for up to X {cards.p} , where X is {count} , reveal them , put them into your hand , then shuffle .",
        true,
        Destination::Hand
    ),
    // ---- costs
    rule!(Static: "{spells.p} you cast cost {mana} less to cast for each {each.s} ." (spells: SpellNoun, mana: Mana, each: Each) => |_, spells, mana, each| cheaper(spells, &mana, each),
        |_, d: &_| is_cheaper(d).into_iter().collect(); "creature spells you cast cost {1} less to cast for each land you control."),
    alternate!(Static: "{a.p} and {b.p} you cast cost {mana} less to cast for each {each.s} ." (a: SpellNoun, b: SpellNoun, mana: Mana, each: Each) => |_, a, b, mana, each| cheaper(Filter::Or(vec![a, b]), &mana, each); ""),
    alternate!(Static: "this spell costs {mana} less to cast as long as {cond} ." (mana: Mana, cond: Conds) => |c, mana, cond| Some(own_cost(c, GameRule::CostsLess(Who::You, Filter::Is(Obj::This), n(generic(&mana)?)), cond)); ""),
    rule!(Static: "this spell costs {mana} more to cast if it targets a {noun.s} ." (mana: Mana, noun: Noun) => |c, mana, noun| Some(dearer(c, mana, noun)), |c, d: &_| is_dearer(c, d); ""),
    // ---- halves
    rule!(Verb: "sacrifices|sacrifice half the {noun.p} they|you control of their choice , rounded up" (who: Doer, noun: Noun, into: Into) => |_, who, noun, into| (who != Who::You).then(|| sacrifice_half(who, noun, Round::Up, into))?,
        |_, e: &_| is_sacrifice_half(e, Round::Up).filter(|(who, ..)| *who != Who::You).into_iter().collect(); ""),
    rule!(Verb: "sacrifices|sacrifice half the {noun.p} they|you control of their choice , rounded down" (who: Doer, noun: Noun, into: Into) => |_, who, noun, into| (who != Who::You).then(|| sacrifice_half(who, noun, Round::Down, into))?,
        |_, e: &_| is_sacrifice_half(e, Round::Down).filter(|(who, ..)| *who != Who::You).into_iter().collect(); ""),
    rule!(Verb: "2: sacrifice half the {noun.p} you control , rounded up" (who: Doer, noun: Noun, into: Into) => |_, who, noun, into| (who == Who::You).then(|| sacrifice_half(who, noun, Round::Up, into))?,
        |_, e: &_| is_sacrifice_half(e, Round::Up).filter(|(who, ..)| *who == Who::You).into_iter().collect(); "sacrifice half the lands you control, rounded up"),
    rule!(Verb: "discards|discard half the cards in their|your hand , rounded up" (who: Doer, into: Into) => |_, who, into| discard_half(who, Round::Up, into), |_, e: &_| is_discard_half(e, Round::Up); ""),
    rule!(Verb: "discards|discard half the cards in their|your hand , rounded down" (who: Doer, into: Into) => |_, who, into| discard_half(who, Round::Down, into), |_, e: &_| is_discard_half(e, Round::Down); ""),
    rule!(Verb: "draws|draw half X cards , rounded down" (who: Doer, into: Into) => |_, who, into| Some(Instruction::Draw { who, count: half_x(Round::Down), into }),
        |_, e: &_| match e { Instruction::Draw { who, count, into } if *count == half_x(Round::Down) => vec![(*who, *into)], _ => Vec::new() }; "draw half X cards, rounded down"),
    rule!(Verb: "draws|draw half X cards , rounded up" (who: Doer, into: Into) => |_, who, into| Some(Instruction::Draw { who, count: half_x(Round::Up), into }),
        |_, e: &_| match e { Instruction::Draw { who, count, into } if *count == half_x(Round::Up) => vec![(*who, *into)], _ => Vec::new() }; "draw half X cards, rounded up"),
    // ---- X that is said behind
    rule!(Sentence: "if {cond} , {clause} , where X is {x} ." (cond: Conds, clause: Clause, x: Value_) => |c, cond, clause, x| { let then = with_x(c, clause, &x)?; when_paid(c, cond, then) },
        |c, e: &_| match e.as_slice() {
            [Instruction::If { cond, then, otherwise }] if otherwise.is_empty() => is_x(c, then.clone()).into_iter().map(|(clause, x)| (cond.clone(), clause, x)).collect(),
            _ => Vec::new(),
        }; "if you control an artifact, draw X cards, where X is the number of lands you control."),
    rule!(Plain: "you may {part.p} . if you do , {clause} , where X is {x} ." (part: Part, clause: Clause, x: Value_) => |c, part, clause, x| then_x(c, Cost(vec![part]), clause, &x),
        |c, e: &_| is_then_x(c, e).into_iter().filter_map(one_part).collect(); ""),
    rule!(Plain: "you may {cost.p} . if you do , {clause} , where X is {x} ." (cost: Payment, clause: Clause, x: Value_) => |c, cost, clause, x| then_x(c, cost, clause, &x), |c, e: &_| is_then_x(c, e); ""),
    alternate!(Sentence: "then if {cond} , {clause} , where X is {x} ." (cond: Conds, clause: Clause, x: Value_) => |c, cond, clause, x| { let then = with_x(c, clause, &x)?; when_paid(c, cond, then) }; ""),
    // ---- who has more of something
    alternate!(Cond: "you have less life than a opponent" () => |_| {
            let richer = Condition::Compare(Quantity::Life(Who::It), Cmp::Gt, Quantity::Life(Who::You));
            Some(Condition::Compare(Quantity::PlayersWho(Who::EachOpponent, Box::new(richer)), Cmp::Ge, n(1)))
        }; ""),
    alternate!(Cond: "you control fewer {noun.p} than a opponent" (noun: Noun) => |_, noun| Some(Condition::Compare(richer(Who::EachOpponent, noun, Cmp::Gt), Cmp::Ge, n(1))); ""),
    // ---- what isn't so
    rule!(Cond: "it isn't so that {cond}" (cond: Cond) => |_, cond| (!matches!(cond, Condition::Not(_) | Condition::Paid(_))).then(|| Condition::Not(Box::new(cond))),
        |_, cond: &_| match cond { Condition::Not(inner) if !matches!(**inner, Condition::Not(_) | Condition::Paid(_)) => vec![((**inner).clone(),)], _ => Vec::new() }; "it isn't so that you control an artifact"),
    rule!(Cond: "{obj} controller has {count} or more cards in their graveyard" (obj: Poss, count: Count) => |_, obj, count| Some(buried(obj, count)),
        |_, cond: &_| is_buried(cond); "this creature's controller has seven or more cards in their graveyard"),
    rule!(Each: "player|players who controls|control more {noun.p} than you" (noun: Noun) => |_, noun| Some(richer(Who::EachPlayer, noun, Cmp::Gt)), |_, q: &_| is_richer(q, Who::EachPlayer, Cmp::Gt); "players who control more lands than you"),
    rule!(Each: "opponent|opponents who controls|control more {noun.p} than you" (noun: Noun) => |_, noun| Some(richer(Who::EachOpponent, noun, Cmp::Gt)), |_, q: &_| is_richer(q, Who::EachOpponent, Cmp::Gt); "opponents who control more lands than you"),
    rule!(Each: "opponent|opponents who controls|control fewer {noun.p} than you" (noun: Noun) => |_, noun| Some(richer(Who::EachOpponent, noun, Cmp::Lt)), |_, q: &_| is_richer(q, Who::EachOpponent, Cmp::Lt); "opponents who control fewer creatures than you"),
    rule!(Verb: "draws|draw {count} cards for each {each.s}" (who: Doer, count: Words, each: Each, into: Into) => |_, who, count, each, into| Some(Instruction::Draw { who, count: Quantity::Times(Box::new(n(count)), Box::new(each)), into }),
        |_, e: &_| match e {
            Instruction::Draw { who, count: Quantity::Times(count, each), into } => match **count { Quantity::N(count) => vec![(*who, count, (**each).clone(), *into)], _ => Vec::new() },
            _ => Vec::new(),
        }; "draw two cards for each land you control"),
    // ---- cards of a library
    alternate!(Verb: "exiles|exile {count} from the top of {whose} library" (count: Cards, whose: Whose) => |c, count, whose| {
            let top = Objects::Top(count, whose);
            c.mention(Referent::Objects(top.clone()), Sort::CARD, true);
            verbs::zones::go(c, top, Destination::Exile)
        }; ""),
];
