//! What happens instead of drawing, creating tokens and putting counters (CR 614).

use crate::cards::oracle::grammar::clauses::join;
use crate::cards::oracle::grammar::help::{n, parts};
use crate::cards::oracle::grammar::tokens::several::new;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

pub(in crate::cards::oracle::grammar) type Would = (ReplacedEvent, Condition);

/// A multiple of the number.
pub(in crate::cards::oracle::grammar) fn times(number: i32) -> Quantity {
    Quantity::Times(Box::new(n(number)), Box::new(Quantity::EventAmount))
}

/// The number and some more.
pub(in crate::cards::oracle::grammar) fn plus(number: i32) -> Quantity {
    Quantity::Sum(vec![Quantity::EventAmount, n(number)])
}

/// How many more it is.
pub(in crate::cards::oracle::grammar) fn is_plus(quantity: &Quantity) -> Vec<(i32,)> {
    match quantity {
        Quantity::Sum(list) => match list.as_slice() {
            [Quantity::EventAmount, Quantity::N(number)] => vec![(*number,)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

pub(in crate::cards::oracle::grammar) fn replaced(
    event: ReplacedEvent,
    only_if: Condition,
    with: ReplaceWith,
    optional: Option<Who>,
) -> AbilityDef {
    let effect = StaticEffect::Replace(Replacement { event, only_if, with, optional });
    AbilityDef::Static(StaticDef { only_if: Condition::Always, effect, from: ZoneKind::Battlefield })
}

/// A replacement that always functions on the battlefield.
fn replacement(ability: &AbilityDef) -> Option<&Replacement> {
    match ability {
        AbilityDef::Static(StaticDef {
            only_if: Condition::Always,
            effect: StaticEffect::Replace(replacement),
            from: ZoneKind::Battlefield,
        }) => Some(replacement),
        _ => None,
    }
}

/// One that always applies.
pub(in crate::cards::oracle::grammar) fn always(ability: &AbilityDef) -> Option<&Replacement> {
    replacement(ability).filter(|r| r.only_if == Condition::Always && r.optional.is_none())
}

// ---- counters

fn counters(kind: Option<CounterKind>, what: Filter, many: Quantity) -> AbilityDef {
    replaced(ReplacedEvent::PutCounters(kind, what), Condition::Always, ReplaceWith::Amount(many), None)
}

fn are_counters(ability: &AbilityDef) -> Option<(Option<CounterKind>, Filter, Quantity)> {
    let replacement = always(ability)?;
    match (&replacement.event, &replacement.with) {
        (ReplacedEvent::PutCounters(kind, what), ReplaceWith::Amount(many)) => {
            Some((*kind, what.clone(), many.clone()))
        }
        _ => None,
    }
}

fn of_kind(kind: CounterKind, what: Filter, many: Quantity, again: CounterKind) -> Option<AbilityDef> {
    (kind == again).then(|| counters(Some(kind), what, many))
}

fn is_of_kind(ability: &AbilityDef) -> Vec<(CounterKind, Filter, Quantity, CounterKind)> {
    let found = are_counters(ability).and_then(|(kind, what, many)| Some((kind?, what, many, kind?)));
    found.into_iter().collect()
}

fn is_of_all_kinds(ability: &AbilityDef) -> Vec<(Filter, Quantity)> {
    let found = are_counters(ability).filter(|(kind, ..)| kind.is_none());
    found.map(|(_, what, many)| (what, many)).into_iter().collect()
}

// ---- tokens

/// Whether it can be asked of tokens that aren't there yet, and says that they are tokens.
fn of_tokens(noun: &Filter) -> bool {
    fn simple(filter: &Filter) -> bool {
        match filter {
            Filter::And(list) | Filter::Or(list) => list.iter().all(simple),
            Filter::Not(inner) => simple(inner),
            Filter::Token | Filter::Type(_) | Filter::Subtype(_) | Filter::Color(_) | Filter::Colorless => true,
            _ => false,
        }
    }
    simple(noun) && parts(noun.clone()).contains(&Filter::Token)
}

fn tokens(who: Who, noun: Filter, with: ReplaceWith) -> Option<AbilityDef> {
    of_tokens(&noun).then(|| replaced(ReplacedEvent::CreateTokens(who, noun), Condition::Always, with, None))
}

fn are_tokens(ability: &AbilityDef) -> Option<(Who, Filter, ReplaceWith)> {
    let replacement = always(ability)?;
    match &replacement.event {
        ReplacedEvent::CreateTokens(who, noun) if of_tokens(noun) => {
            Some((*who, noun.clone(), replacement.with.clone()))
        }
        _ => None,
    }
}

fn many_tokens(ability: &AbilityDef, whose: Who) -> Vec<(Filter, Quantity)> {
    match are_tokens(ability) {
        Some((who, noun, ReplaceWith::Amount(many))) if who == whose => vec![(noun, many)],
        _ => Vec::new(),
    }
}

fn create(context: &mut Context, count: Quantity, token: TokenSource) -> Vec<Instruction> {
    vec![Instruction::CreateToken {
        who: Who::You,
        count,
        token,
        tapped: false,
        attacking: None,
        counters: Vec::new(),
        into: context.variable(),
    }]
}

/// The count and the token of such an instruction, whatever it is stored in.
fn created(effects: &[Instruction]) -> Option<(Quantity, TokenSource)> {
    match effects {
        [Instruction::CreateToken { who: Who::You, count, token, tapped: false, attacking: None, counters, .. }]
            if counters.is_empty() =>
        {
            Some((count.clone(), token.clone()))
        }
        _ => None,
    }
}

fn is_too(ability: &AbilityDef) -> Option<(Filter, Quantity, TokenSource)> {
    match are_tokens(ability)? {
        (Who::You, noun, ReplaceWith::TokensToo(effects)) => {
            let (count, token) = created(&effects)?;
            Some((noun, count, token))
        }
        _ => None,
    }
}

fn too(context: &mut Context, noun: Filter, count: Quantity, token: TokenSource) -> Option<AbilityDef> {
    let created = create(context, count, token);
    tokens(Who::You, noun, ReplaceWith::TokensToo(created))
}

fn is_new_too(ability: &AbilityDef, wanted: &Quantity) -> Vec<(Filter, TokenDef)> {
    match is_too(ability) {
        Some((noun, count, TokenSource::New(token))) if count == *wanted => vec![(noun, *token)],
        _ => Vec::new(),
    }
}

fn is_made_too(ability: &AbilityDef) -> Vec<(Filter, String)> {
    match is_too(ability) {
        Some((noun, Quantity::N(1), TokenSource::Predefined(made))) => vec![(noun, made)],
        _ => Vec::new(),
    }
}

fn other_tokens(ability: &AbilityDef) -> Vec<(Filter, TokenDef)> {
    match are_tokens(ability) {
        Some((Who::You, noun, ReplaceWith::TokensInstead(effects))) => match created(&effects) {
            Some((Quantity::EventAmount, TokenSource::New(token))) => vec![(noun, *token)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Tokens of a kind that has a name in the rules.
fn of_kind_made(name: &str) -> Option<Filter> {
    Some(Filter::And(vec![Filter::Subtype(Subtype::named(name)?), Filter::Token]))
}

/// Tokens of any of three kinds that have a name in the rules; one of each kind instead.
fn one_of_each(context: &mut Context, a: &str, b: &str, c: &str) -> Option<AbilityDef> {
    let names = [a, b, c];
    let kinds: Option<Vec<Filter>> = names.iter().map(|name| Subtype::named(name).map(Filter::Subtype)).collect();
    let each = names.map(|name| TokenSource::Predefined(name.to_owned()));
    let noun = Filter::And(vec![Filter::Or(kinds?), Filter::Token]);
    tokens(
        Who::You,
        noun,
        ReplaceWith::TokensInstead(create(context, Quantity::EventAmount, TokenSource::Several(each.into()))),
    )
}

fn is_one_of_each(context: &Context, ability: &AbilityDef) -> Vec<(String, String, String)> {
    let Some((Who::You, noun, ReplaceWith::TokensInstead(effects))) = are_tokens(ability) else { return Vec::new() };
    let Some((_, TokenSource::Several(each))) = created(&effects) else { return Vec::new() };
    match each.as_slice() {
        [TokenSource::Predefined(a), TokenSource::Predefined(b), TokenSource::Predefined(c)]
            if one_of_each(&mut context.clone(), a, b, c)
                .as_ref()
                .and_then(are_tokens)
                .map(|(_, noun, _)| noun)
                .as_ref()
                == Some(&noun) =>
        {
            vec![(a.clone(), b.clone(), c.clone())]
        }
        _ => Vec::new(),
    }
}

// ---- cards that are drawn

/// Not the first card that they draw in each of their draw steps.
fn beyond_first(who: Who) -> Condition {
    let whose = if who == Who::You { who } else { Who::Event };
    let first = Condition::Compare(Quantity::DrawnThisStep(whose), Cmp::Eq, n(0));
    let usual = vec![Condition::TurnOf(whose), Condition::During(StepName::Draw), first];
    Condition::Not(Box::new(Condition::And(usual)))
}

fn draws(would: &Would, cond: fn(Who) -> Condition) -> Vec<(Who,)> {
    match &would.0 {
        ReplacedEvent::Draw(who) if would.1 == cond(*who) => vec![(*who,)],
        _ => Vec::new(),
    }
}

fn unconditional(_: Who) -> Condition {
    Condition::Always
}

fn done(would: Would, effects: Vec<Instruction>, optional: Option<Who>) -> Option<AbilityDef> {
    // What a player may do instead is a choice whether it is replaced.
    let asks = matches!(effects.first(), Some(Instruction::May { .. } | Instruction::MayPay { .. }));
    (!asks).then(|| replaced(would.0, would.1, ReplaceWith::Instead(effects), optional))
}

fn is_done(ability: &AbilityDef, asked: Option<Who>) -> Option<(Would, Vec<Instruction>)> {
    let Replacement { event, only_if, with, optional } = replacement(ability)?;
    match with {
        ReplaceWith::Instead(effects) if matches!(event, ReplacedEvent::Draw(_)) && *optional == asked => {
            Some(((event.clone(), only_if.clone()), effects.clone()))
        }
        _ => None,
    }
}

/// The ways in which sentences follow a clause.
fn parted(ability: &AbilityDef, asked: Option<Who>) -> Vec<(Would, Vec<Instruction>, Vec<Instruction>)> {
    let Some((would, effects)) = is_done(ability, asked) else { return Vec::new() };
    (1..effects.len()).map(|at| (would.clone(), effects[..at].to_vec(), effects[at..].to_vec())).collect()
}

fn skipped(ability: &AbilityDef, asked: Option<Who>) -> Vec<(Would,)> {
    match replacement(ability) {
        Some(Replacement { event, only_if, with: ReplaceWith::Nothing, optional })
            if matches!(event, ReplacedEvent::Draw(_)) && *optional == asked =>
        {
            vec![((event.clone(), only_if.clone()),)]
        }
        _ => Vec::new(),
    }
}

fn skip(would: Would, optional: Option<Who>) -> AbilityDef {
    replaced(would.0, would.1, ReplaceWith::Nothing, optional)
}

/// Whose draw it is.
fn own(would: &Would) -> bool {
    would.0 == ReplacedEvent::Draw(Who::You)
}

/// More cards at each instruction.
fn drawing_more(cond: Condition, more: i32) -> AbilityDef {
    replaced(ReplacedEvent::DrawCards(Who::You, 1), cond, ReplaceWith::Amount(plus(more)), None)
}

fn is_drawing_more(ability: &AbilityDef) -> Vec<(Condition, i32)> {
    match replacement(ability) {
        Some(Replacement {
            event: ReplacedEvent::DrawCards(Who::You, 1),
            only_if,
            with: ReplaceWith::Amount(many),
            ..
        }) if *only_if != Condition::Always => {
            is_plus(many).into_iter().map(|(more,)| (only_if.clone(), more)).collect()
        }
        _ => Vec::new(),
    }
}

/// A static ability as an effect that lasts this turn.
fn until_end(ability: AbilityDef) -> Option<Vec<Instruction>> {
    match ability {
        AbilityDef::Static(StaticDef { only_if: Condition::Always, effect, from: ZoneKind::Battlefield }) => {
            matches!(effect, StaticEffect::Replace(_))
                .then(|| vec![Instruction::Continuous(effect, Duration::EndOfTurn)])
        }
        _ => None,
    }
}

fn is_until_end(effects: &[Instruction]) -> Vec<(AbilityDef,)> {
    match effects {
        [Instruction::Continuous(effect @ StaticEffect::Replace(_), Duration::EndOfTurn)] => {
            let (only_if, from) = (Condition::Always, ZoneKind::Battlefield);
            vec![(AbilityDef::Static(StaticDef { only_if, effect: effect.clone(), from }),)]
        }
        _ => Vec::new(),
    }
}

/// CR 122.1: players get counters, too.
fn more_for_you() -> AbilityDef {
    replaced(ReplacedEvent::GetCounters(Who::You, None), Condition::Always, ReplaceWith::Amount(plus(1)), None)
}

/// More energy counters for you.
fn energy(many: Quantity) -> AbilityDef {
    let event = ReplacedEvent::GetCounters(Who::You, Some(CounterKind::Energy));
    replaced(event, Condition::Always, ReplaceWith::Amount(many), None)
}

fn is_energy(ability: &AbilityDef) -> Vec<(Quantity,)> {
    match always(ability) {
        Some(Replacement { with: ReplaceWith::Amount(many), .. }) if energy(many.clone()) == *ability => {
            vec![(many.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// What is created or put there instead.
pub(super) const RULES: &[Rule] = &[
    rule!(Static: "if you would get one or more counters , you get that many plus one of each of those kinds of counters instead ." () => |_| Some(more_for_you()),
        |_, d: &_| if *d == more_for_you() { vec![()] } else { Vec::new() }; "if you would get one or more counters, you get that many plus one of each of those kinds of counters instead."),
    rule!(Static: "if you would get one or more \u{7b}E\u{7d} , you get {many} \u{7b}E\u{7d} instead ." (many: Many) => |_, many| Some(energy(many)), |_, d: &_| is_energy(d); "if you would get one or more {E}, you get twice that many {E} instead."),
    rule!(Many: "twice that many" () => |_| Some(times(2)), |_, q: &_| if *q == times(2) { vec![()] } else { Vec::new() }; ""),
    rule!(Many: "three times that many" () => |_| Some(times(3)), |_, q: &_| if *q == times(3) { vec![()] } else { Vec::new() }; ""),
    rule!(Many: "that many plus one" () => |_| Some(plus(1)), |_, q: &_| if *q == plus(1) { vec![()] } else { Vec::new() }; ""),
    rule!(Many: "that many plus {more}" (more: Words) => |_, more| (more > 0).then(|| plus(more)), |_, q: &_| is_plus(q); ""),
    // ---- counters
    rule!(Replacing: "if one or more {k} counters would be put on {what.s} , {many} {again} counters are put on it instead ." (k: Kind, what: EventObj, many: Many, again: Kind)
        => |_, k, what, many, again| of_kind(k, what, many, again), |_, d: &_| is_of_kind(d); "if one or more +1/+1 counters would be put on a creature you control, that many plus one +1/+1 counters are put on it instead."),
    alternate!(Replacing: "if one or more {k} counters would be put on {what.s} , {many} {again} counters are put on that creature instead ." (k: Kind, what: EventObj, many: Many, again: Kind)
        => |c, k, what, many, again| (c.that(crate::cards::oracle::syntax::Kind::CREATURE, false).is_some()).then(|| of_kind(k, what, many, again))?; ""),
    rule!(Replacing: "if one or more counters would be put on {what.s} , {many} of each of those kinds of counters are put on it instead ." (what: EventObj, many: Many)
        => |_, what, many| Some(counters(None, what, many)), |_, d: &_| is_of_all_kinds(d); "if one or more counters would be put on a creature you control, twice that many of each of those kinds of counters are put on it instead."),
    alternate!(Replacing: "if one or more counters would be put on {what.s} , {many} of each of those kinds of counters are put on that permanent instead ." (what: EventObj, many: Many)
        => |_, what, many| Some(counters(None, what, many)); ""),
    rule!(Replacing: "if one or more {k} counters would be put on {what.s} , that many {again} counters minus one are put on it instead ." (k: Kind, what: EventObj, again: Kind)
        => |_, k, what, again| of_kind(k, what, plus(-1), again), |_, d: &_| is_of_kind(d).into_iter().filter(|(.., many, _)| *many == plus(-1)).map(|(k, what, _, again)| (k, what, again)).collect();
        "if one or more -1/-1 counters would be put on a creature you control, that many -1/-1 counters minus one are put on it instead."),
    alternate!(Replacing: "if one or more {k} counters would be put on {what.s} , {many} {again} counters are put on that permanent instead ." (k: Kind, what: EventObj, many: Many, again: Kind)
        => |_, k, what, many, again| of_kind(k, what, many, again); ""),
    // ---- tokens
    rule!(Replacing: "if one or more {noun.p} would be created under your control , {many} of those tokens are created instead ." (noun: Noun, many: Many)
        => |_, noun, many| tokens(Who::You, noun, ReplaceWith::Amount(many)), |_, d: &_| many_tokens(d, Who::You); "if one or more tokens would be created under your control, twice that many of those tokens are created instead."),
    alternate!(Replacing: "if a effect would create one or more {noun.p} under your control , it creates {many} of those tokens instead ." (noun: Noun, many: Many)
        => |_, noun, many| tokens(Who::You, noun, ReplaceWith::Amount(many)); "if an effect would create one or more tokens under your control, it creates twice that many of those tokens instead."),
    rule!(Replacing: "if one or more {noun.p} would be created , {many} of those tokens are created instead ." (noun: Noun, many: Many)
        => |_, noun, many| tokens(Who::EachPlayer, noun, ReplaceWith::Amount(many)), |_, d: &_| many_tokens(d, Who::EachPlayer); "if one or more tokens would be created, twice that many of those tokens are created instead."),
    rule!(Replacing: "if one or more {noun.p} would be created under your control , those tokens plus a {token.s} are created instead ." (noun: Noun, token: TokenNoun)
        => |c, noun, token| too(c, noun, n(1), new(token)), |_, d: &_| is_new_too(d, &n(1)); "if one or more tokens would be created under your control, those tokens plus a 1/1 green Frog creature token are created instead."),
    alternate!(Replacing: "if one or more {noun.p} would be created under your control , those tokens plus a additional {token.s} are created instead ." (noun: Noun, token: TokenNoun)
        => |c, noun, token| too(c, noun, n(1), new(token)); ""),
    rule!(Replacing: "if one or more {noun.p} would be created under your control , those tokens plus that many {token.p} are created instead ." (noun: Noun, token: TokenNoun)
        => |c, noun, token| too(c, noun, Quantity::EventAmount, new(token)), |_, d: &_| is_new_too(d, &Quantity::EventAmount); "if one or more tokens would be created under your control, those tokens plus that many 1/1 green Squirrel creature tokens are created instead."),
    rule!(Replacing: "if one or more {noun.p} would be created under your control , those tokens plus a {made} token are created instead ." (noun: Noun, made: Made)
        => |c, noun, made| too(c, noun, n(1), TokenSource::Predefined(made)), |_, d: &_| is_made_too(d); "if one or more tokens would be created under your control, those tokens plus a Clue token are created instead."),
    alternate!(Replacing: "if one or more {noun.p} would be created under your control , those tokens plus a additional {made} token are created instead ." (noun: Noun, made: Made)
        => |c, noun, made| too(c, noun, n(1), TokenSource::Predefined(made)); ""),
    alternate!(Replacing: "if you would create one or more {noun.p} , instead create those tokens plus a additional {made} token ." (noun: Noun, made: Made)
        => |c, noun, made| too(c, noun, n(1), TokenSource::Predefined(made)); "if you would create one or more artifact tokens, instead create those tokens plus an additional Treasure token."),
    alternate!(Replacing: "if you would create one or more {sub} tokens , instead create those tokens plus a additional {made} token ." (sub: Made, made: Made)
        => |c, sub, made| too(c, of_kind_made(&sub)?, n(1), TokenSource::Predefined(made)); "if you would create one or more Treasure tokens, instead create those tokens plus an additional Treasure token."),
    rule!(Replacing: "if one or more {noun.p} would be created under your control , that many {token.p} are created instead ." (noun: Noun, token: TokenNoun)
        => |c, noun, token| { let other = create(c, Quantity::EventAmount, new(token)); tokens(Who::You, noun, ReplaceWith::TokensInstead(other)) }, |_, d: &_| other_tokens(d);
        "if one or more creature tokens would be created under your control, that many 4/4 white Angel creature tokens with flying are created instead."),
    rule!(Replacing: "if you would create a {a} , {b} , or {d} token , instead create one of each ." (a: Made, b: Made, d: Made)
        => |c, a, b, d| one_of_each(c, &a, &b, &d), |c, d: &_| is_one_of_each(c, d); "if you would create a Clue, Food, or Treasure token, instead create one of each."),
    rule!(Static: "{replacing}" (replacing: Replacing) => |_, d| Some(d), |_, d: &_| if are_counters(d).is_some() || are_tokens(d).is_some() { vec![(d.clone(),)] } else { Vec::new() }; ""),
    rule!(Plain: "until end of turn , {replacing}" (replacing: Replacing) => |_, d| until_end(d), |_, e: &_| is_until_end(e); ""),
];

/// What happens instead of a draw.
pub(super) const DRAWS: &[Rule] = &[
    rule!(Would_: "{who#} would draw a card" (who: EventPlayer) => |_, who| Some((ReplacedEvent::Draw(who), Condition::Always)), |_, w: &_| draws(w, unconditional); ""),
    rule!(Would_: "{who#} would draw a card except the first one they|you draw in each of their|your draw steps" (who: EventPlayer)
        => |_, who| Some((ReplacedEvent::Draw(who), beyond_first(who))), |_, w: &_| draws(w, beyond_first); ""),
    rule!(Would_: "you would draw a card while {cond}" (cond: Cond) => |_, cond| Some((ReplacedEvent::Draw(Who::You), cond)),
        |_, w: &_| if own(w) && w.1 != Condition::Always && w.1 != beyond_first(Who::You) { vec![(w.1.clone(),)] } else { Vec::new() }; ""),
    rule!(Static: "if {would} , {clause} instead ." (would: Would_, clause: Clause) => |c, would, clause| c.targets.is_empty().then(|| done(would, clause, None))?,
        |_, d: &_| is_done(d, None).into_iter().collect(); "if you would draw a card, draw two cards instead."),
    alternate!(Static: "if {would} , instead {clause} ." (would: Would_, clause: Clause) => |c, would, clause| c.targets.is_empty().then(|| done(would, clause, None))?; ""),
    rule!(Static: "if {would} , {clause} instead . {rest}" (would: Would_, clause: Clause, rest: Sentences) => |c, would, clause, rest| c.targets.is_empty().then(|| done(would, join(clause, rest)?, None))?,
        |_, d: &_| parted(d, None); "if you would draw a card, exile the top two cards of your library instead. You may play those cards this turn."),
    alternate!(Static: "if {would} , instead {clause} . {rest}" (would: Would_, clause: Clause, rest: Sentences) => |c, would, clause, rest| c.targets.is_empty().then(|| done(would, join(clause, rest)?, None))?; ""),
    rule!(Static: "if {would} , instead {effects}" (would: Would_, effects: Sentences) => |c, would, effects| c.targets.is_empty().then(|| done(would, effects, None))?, |_, d: &_| is_done(d, None).into_iter().collect(); "if you would draw a card, instead reveal the top three cards of your library. Put all land cards revealed this way into your hand and the rest into your graveyard."),
    rule!(Static: "if {would} , you may instead {clause} ." (would: Would_, clause: Clause) => |c, would, clause| (own(&would) && c.targets.is_empty()).then(|| done(would, clause, Some(Who::You)))?,
        |_, d: &_| is_done(d, Some(Who::You)).into_iter().collect(); "if you would draw a card, you may instead gain 1 life."),
    alternate!(Static: "if {would} , you may {clause} instead ." (would: Would_, clause: Clause) => |c, would, clause| (own(&would) && c.targets.is_empty()).then(|| done(would, clause, Some(Who::You)))?; ""),
    rule!(Static: "if {would} , you may skip that draw instead ." (would: Would_) => |_, would| own(&would).then(|| skip(would, Some(Who::You))), |_, d: &_| skipped(d, Some(Who::You)); "if you would draw a card, you may skip that draw instead."),
    rule!(Static: "if {would} , skip that draw instead ." (would: Would_) => |_, would| own(&would).then(|| skip(would, None)), |_, d: &_| skipped(d, None).into_iter().filter(|(w,)| own(w)).collect(); ""),
    rule!(Static: "if {would} , that player skips that draw instead ." (would: Would_) => |_, would| (!own(&would)).then(|| skip(would, None)), |_, d: &_| skipped(d, None).into_iter().filter(|(w,)| !own(w)).collect(); "if a player would draw a card, that player skips that draw instead."),
    alternate!(Static: "if {would} , instead that player skips that draw and {clause} ." (would: Would_, clause: Clause) => |c, would, clause| (!own(&would) && c.targets.is_empty()).then(|| done(would, clause, None))?; ""),
    rule!(Static: "as long as {cond} , if you would draw one or more cards , you draw that many cards plus one instead ." (cond: Cond)
        => |_, cond| (cond != Condition::Always).then(|| drawing_more(cond, 1)), |_, d: &_| is_drawing_more(d).into_iter().filter(|(_, more)| *more == 1).map(|(cond, _)| (cond,)).collect();
        "as long as you have no cards in hand, if you would draw one or more cards, you draw that many cards plus one instead."),
];
