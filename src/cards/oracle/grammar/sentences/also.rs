//! Words that only say that something comes besides, and other words for the same.

use crate::cards::oracle::grammar::cards::looks::peeled;
use crate::cards::oracle::grammar::clauses::when_paid;
use crate::cards::oracle::grammar::help::all_in;
use crate::cards::oracle::grammar::sentences::swaps::instead;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Participle, Rule, alternate, rule};

/// Tokens are created, or if a condition holds another number of them.
fn of_those(
    context: &mut Context,
    plain: Vec<Instruction>,
    cond: Condition,
    number: Quantity,
) -> Option<Vec<Instruction>> {
    let [only @ Instruction::CreateToken { .. }] = plain.as_slice() else { return None };
    let mut more = only.clone();
    if let Instruction::CreateToken { count, .. } = &mut more {
        *count = number;
    }
    let swap = when_paid(context, cond, vec![more])?;
    instead(context, plain, swap)
}

/// What happens besides. It is the same thing that deals damage besides what it dealt: of a spell only the spell itself is known to.
fn also(context: &Context, pred: Instruction) -> Option<Instruction> {
    match &pred {
        Instruction::Damage { source, .. } if context.face.is_spell() && *source != Obj::This => None,
        _ => Some(pred),
    }
}

/// Whether tokens are created, and nothing else happens.
fn certain(effects: &[Instruction]) -> bool {
    matches!(effects, [Instruction::CreateToken { .. }])
}

/// Tokens are created; when that is done, an ability triggers (CR 603.12).
fn created(mut act: Vec<Instruction>, reflex: TriggeredDef) -> Option<Vec<Instruction>> {
    let fits = certain(&act);
    act.push(Instruction::Reflexive(Box::new(reflex)));
    fits.then_some(act)
}

/// Something is chosen, and what follows is about that.
fn about_choice(choice: Instruction, mut said: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let Instruction::Choose { into, .. } = &choice else { return None };
    let (chosen, mut found) = (*into, false);
    said.iter_mut().for_each(|effect| effect.each(|var: &mut Var| found |= *var == chosen));
    said.insert(0, choice);
    found.then_some(said)
}

/// A card is exiled, and a copy of it may be cast for nothing (CR 707.12).
fn retold(context: &mut Context, what: Objects) -> Option<Vec<Instruction>> {
    let single = match &what {
        Objects::Targets(number) => {
            context.targets.get(usize::from(*number)).or(context.wanted.get(usize::from(*number)))
        }
        _ => None,
    };
    let card = single.is_some_and(|def| matches!(def.what, TargetKind::Card(..)) && def.max == help::n(1));
    let moved = context.variable()?;
    let exile = Instruction::Move { what, to: Destination::Exile, into: Some(moved), linked: false, until: None };
    let cast = Instruction::CastNow {
        who: Who::You,
        what: Objects::Var(moved),
        spell: Filter::Any,
        cost: CastCost::Free,
        copies: true,
        lands: false,
        transformed: false,
        into: context.variable(),
    };
    card.then(|| vec![exile, cast])
}

fn is_retold(context: &Context, effects: &[Instruction]) -> Vec<(Objects,)> {
    let Some(Instruction::Move { what: what @ Objects::Targets(_), .. }) = effects.first() else { return Vec::new() };
    let made = retold(&mut context.clone(), what.clone());
    if made.as_deref() == Some(effects) { vec![(what.clone(),)] } else { Vec::new() }
}

/// As many tokens as there are of something.
fn one_each(context: &mut Context, count: Quantity, token: TokenSource, tapped: bool) -> Option<Vec<Instruction>> {
    let (who, attacking, counters, into) = (Who::You, None, Vec::new(), context.variable());
    Some(vec![Instruction::CreateToken { who, count, token, tapped, attacking, counters, into }])
}

/// A number of what was sacrificed as a cost.
fn sacrificed(context: &Context, measure: Measure) -> Option<Quantity> {
    let given = context.paid.is_some_and(|(how, _)| how == Participle::Sacrificed);
    let of = match measure {
        Measure::Power => Quantity::Power,
        Measure::Toughness => Quantity::Toughness,
        Measure::ManaValue => Quantity::ManaValue,
    };
    given.then(|| of(Obj::PaidWith))
}

pub(super) const RULES: &[Rule] = &[
    alternate!(Pred: "also {pred#}" (pred: Pred) => |c, pred| also(c, pred); ""),
    alternate!(Verb: "also {verb#}" (verb: Verb) => |_, verb| Some(verb); "also draw a card"),
    alternate!(Said: "{dur} , {what.p} each {mods.p}" (dur: Dur, what: SubjObjs, mods: Mods)
        => |_, dur, what, mods| Some(vec![Instruction::Continuous(StaticEffect::Affect(what, mods), dur)]); "until end of turn, two target creatures each get +1/+1"),
    // ---- as many of the same tokens instead
    alternate!(Sentence: "{plain} if {cond} , create {count} of those tokens instead ." (plain: Plain, cond: Conds, count: Count) => |c, plain, cond, count| of_those(c, plain, cond, count);
        "create two 1/1 red Goblin creature tokens. If you control an artifact, create four of those tokens instead."),
    alternate!(Sentence: "{plain} if {cond} , instead create {count} of those tokens ." (plain: Plain, cond: Conds, count: Count) => |c, plain, cond, count| of_those(c, plain, cond, count);
        "create two 1/1 red Goblin creature tokens. If you control an artifact, instead create four of those tokens."),
    alternate!(Begun: "{plain} if {cond} , create {count} of those tokens instead ." (plain: Plain, cond: Conds, count: Count) => |c, plain, cond, count| of_those(c, plain, cond, count);
        "create two 1/1 red Goblin creature tokens. If you control an artifact, create four of those tokens instead."),
    // ---- reflexive abilities of what is done in any case
    rule!(Sentences: "{act.p} . {reflex}" (act: Act, reflex: Reflex) => |_, act, reflex| created(act, reflex),
        |_, e: &_| match e.split_last() {
            Some((Instruction::Reflexive(reflex), act)) if certain(act) => vec![(act.to_vec(), (**reflex).clone())],
            _ => Vec::new(),
        }; ""),
    // ---- choices that come first
    rule!(Plain: "choose {choice.s} . {said} ." (choice: Choice, said: Said) => |_, choice, said| about_choice(choice, said),
        |_, e: &_| match e.split_first() {
            Some((choice @ Instruction::Choose { .. }, said)) if about_choice(choice.clone(), said.to_vec()).is_some() => vec![(choice.clone(), said.to_vec())],
            _ => Vec::new(),
        }; "choose two creatures you control. Those creatures gain flying until end of turn."),
    rule!(Plain: "exile {what} . copy that card . you may cast the copy without paying its mana cost ." (what: Target) => |c, what| retold(c, what), |c, e: &_| is_retold(c, e);
        "exile target instant card from your graveyard. Copy that card. You may cast the copy without paying its mana cost."),
    alternate!(Plain: "exile {what} and copy it . you may cast the copy without paying its mana cost ." (what: Target) => |c, what| retold(c, what);
        "exile target instant card from your graveyard and copy it. You may cast the copy without paying its mana cost."),
    // ---- several things one after the other
    alternate!(Acts: "{a#} , {b#} , {x#} , then {d#}" (a: Act, b: Act, x: Act, d: Act) => |_, a, b, x, d| Some([a, b, x, d].concat()); "draw a card, mill a card, lose 1 life, then scry 1"),
    alternate!(Clause: "{what#} {preds#} , then {acts.p}" (what: SubjObjs, preds: Preds, acts: Acts) => |_, _, preds, acts| Some([preds, acts].concat());
        "creatures you control get +1/+1 until end of turn, then draw a card"),
    alternate!(Clause: "{a} , {b} , and {d}" (a: Said, b: Said, d: Said) => |_, a, b, d| Some([a, b, d].concat());
        "each opponent loses 1 life, you gain 1 life, and you draw a card"),
    alternate!(Clause: "{a.p} , {b.p} , and {said}" (a: Act, b: Act, said: Said) => |_, a, b, said| Some([a, b, said].concat());
        "draw a card, mill a card, and target player loses 1 life"),
    // ---- other words
    alternate!(Plain: "exile {what} . copy it . you may cast the copy without paying its mana cost ." (what: Target) => |c, what| retold(c, what);
        "exile target instant card from your graveyard. Copy it. You may cast the copy without paying its mana cost."),
    alternate!(Plain: "exile {what} . copy it , then you may cast the copy without paying its mana cost ." (what: Target) => |c, what| retold(c, what);
        "exile target instant card from your graveyard. Copy it, then you may cast the copy without paying its mana cost."),
    alternate!(Objs: "all opponents ' graveyards" () => |c| all_in(c, ZoneOf::Graveyard(Who::EachOpponent), Filter::Any); "all opponents' graveyards"),
    rule!(Value_: "{obj} power plus its toughness" (obj: Poss) => |_, obj| Some(Quantity::Sum(vec![Quantity::Power(obj), Quantity::Toughness(obj)])),
        |_, q| match q { Quantity::Sum(list) => match list.as_slice() { [Quantity::Power(a), Quantity::Toughness(b)] if a == b => vec![(*a,)], _ => Vec::new() }, _ => Vec::new() }; "this creature's power plus its toughness"),
    alternate!(Plain: "for each {each.s} , you create a {token.s} ." (each: Each, token: TokenNoun) => |c, each, token| one_each(c, each, TokenSource::New(Box::new(token)), false); "for each creature you control, you create a 1/1 red Goblin creature token."),
    alternate!(Plain: "for each {each.s} , you create a tapped {token.s} ." (each: Each, token: TokenNoun) => |c, each, token| one_each(c, each, TokenSource::New(Box::new(token)), true); "for each creature you control, you create a tapped 1/1 red Goblin creature token."),
    alternate!(Plain: "for each {each.s} , you create a {made} token ." (each: Each, made: Made) => |c, each, made| one_each(c, each, TokenSource::Predefined(made), false); ""),
    alternate!(Plain: "for each {each.s} , you create a tapped {made} token ." (each: Each, made: Made) => |c, each, made| one_each(c, each, TokenSource::Predefined(made), true); ""),
    alternate!(Plain: "for each {each.s} , draw a card ." (each: Each) => |c, each| Some(vec![Instruction::Draw { who: Who::You, count: each, into: c.variable() }]); "for each creature you control, draw a card."),
    alternate!(Value_: "the {measure} of the sacrificed permanent" (measure: Measured) => |c, measure| sacrificed(c, measure); ""),
    alternate!(Value_: "the {measure} of the sacrificed creature" (measure: Measured) => |c, measure| sacrificed(c, measure); ""),
    alternate!(Cards: "a number of cards equal to {v}" (v: Value_) => |_, v| Some(v); "a number of cards equal to this creature's power"),
    alternate!(Plain: "{who.s} reveals their hand . you choose a card from it {post} and exile that card ." (who: Other, post: CardPost) => |c, who, post| peeled(c, who, post); "target opponent reveals their hand. You choose a card from it with mana value 4 or greater and exile that card."),
    alternate!(Plain: "choose {who.s} ." (who: Other) => |_, who| matches!(who, Who::Target(_)).then(Vec::new); ""),
    alternate!(Post: "with the greatest {measure} among {noun.p} that player controls" (measure: Measured, noun: Noun)
        => |c, measure, noun| (c.doer != Who::You).then(|| Filter::Greatest(measure, Box::new(noun))); ""),
    alternate!(Objs: "each {cards.s} from {zone}" (cards: CardNoun, zone: Graves) => |c, cards, zone| (cards != Filter::Any).then(|| all_in(c, zone, cards))?; "each creature card from your graveyard"),
    alternate!(Verb: "sacrifices|sacrifice a {noun.s} of their choice {posts}" (who: Doer, noun: Noun, posts: Posts, into: Into)
        => |_, who, noun, posts, into| (who != Who::You).then(|| Instruction::SacrificeChoice { who, filter: posts.into_iter().fold(noun, help::with), count: help::n(1), into, any: false }); ""),
    alternate!(Aim: "1: spell , activated ability , or triggered ability" () => |_| Some(TargetKind::Or(vec![TargetKind::Spell(Filter::Any), TargetKind::Ability(Filter::Any)])); ""),
];
