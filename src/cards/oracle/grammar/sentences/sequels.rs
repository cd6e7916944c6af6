//! Sentences that belong together: the second is about what the first did.

use crate::cards::oracle::grammar::quantities::letters::{is_x, with_x};
use crate::cards::oracle::grammar::statics::replace;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// As much life as was really lost is gained.
fn drain(context: &mut Context, mut clause: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let var = context.variable()?;
    match clause.as_mut_slice() {
        [Instruction::LoseLife(_, _, into @ None)] => *into = Some(var),
        _ => return None,
    }
    clause.push(Instruction::GainLife(Who::You, Quantity::Var(var), None));
    Some(clause)
}

fn drained(effects: &[Instruction]) -> Option<Vec<Instruction>> {
    match effects {
        [Instruction::LoseLife(who, n, Some(lost)), Instruction::GainLife(Who::You, Quantity::Var(var), None)]
            if lost == var =>
        {
            Some(vec![Instruction::LoseLife(*who, n.clone(), None)])
        }
        _ => None,
    }
}

/// Creatures that were dealt damage can't be regenerated.
fn burn(context: &mut Context, mut clause: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let var = context.variable()?;
    // Those that are creatures are stored again.
    context.variable();
    match clause.as_mut_slice() {
        [Instruction::Damage { dealt_to: dealt_to @ None, .. }] => *dealt_to = Some(var),
        _ => return None,
    }
    let creatures = Objects::Only(Box::new(Objects::Var(var)), Filter::Type(CardTypes::CREATURE));
    clause.push(Instruction::Keep(var, creatures));
    let rule = vec![Modification::Rule(ObjectRule::CantBeRegenerated)];
    clause.push(Instruction::Continuous(StaticEffect::Affect(Objects::Var(var), rule), Duration::EndOfTurn));
    Some(clause)
}

fn burned(context: &Context, effects: &[Instruction]) -> Vec<(Vec<Instruction>,)> {
    let Some(Instruction::Damage { amount, to, source, into, dealt_to: Some(_), .. }) = effects.first() else {
        return Vec::new();
    };
    let (amount, to, into) = (amount.clone(), to.clone(), *into);
    let plain = vec![Instruction::Damage { amount, to, source: *source, and: Vec::new(), into, dealt_to: None }];
    let same = burn(&mut context.clone(), plain.clone()).as_deref() == Some(effects);
    if same { vec![(plain,)] } else { Vec::new() }
}

/// A player may pay for a copy of the spell itself for another target.
fn chain(who: Who, mana: ManaCost) -> Instruction {
    let copy = help::copy_spell(Obj::This, who, Quantity::N(1));
    let then = vec![Instruction::May { who, then: vec![copy], otherwise: Vec::new() }];
    Instruction::MayPay { who, cost: Cost(vec![CostPart::Mana(mana)]), then, otherwise: Vec::new() }
}

/// It enters only if something is paid, and goes to the graveyard otherwise.
fn toll(context: &mut Context, part: CostPart) -> AbilityDef {
    let mut go = |to| {
        let what = Objects::The(Obj::This);
        vec![Instruction::Move { what, to, into: context.variable(), linked: false, until: None }]
    };
    let entry = Entry { under: Some(Who::You), ..Entry::default() };
    let (then, otherwise) = (go(Destination::Battlefield(entry)), go(Destination::Graveyard));
    let pay = Instruction::MayPay { who: Who::You, cost: Cost(vec![part]), then, otherwise };
    replace(ReplacedEvent::Enters(Filter::Is(Obj::This)), ReplaceWith::Instead(vec![pay]))
}

fn tolled(context: &Context, def: &AbilityDef) -> Vec<(Obj, CostPart, Obj)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { with, .. }), .. }) = def else {
        return Vec::new();
    };
    let ReplaceWith::Instead(list) = with else { return Vec::new() };
    let [Instruction::MayPay { cost, .. }] = list.as_slice() else { return Vec::new() };
    match cost.0.as_slice() {
        [part] if toll(&mut context.clone(), part.clone()) == *def => vec![(Obj::This, part.clone(), Obj::This)],
        _ => Vec::new(),
    }
}

/// It enters only if permanents are sacrificed, and goes to the graveyard otherwise.
fn tithe(context: &mut Context, count: Quantity, filter: Filter) -> Option<AbilityDef> {
    let gone = context.variable()?;
    let mut go = |to| {
        let what = Objects::The(Obj::This);
        vec![Instruction::Move { what, to, into: None, linked: false, until: None }]
    };
    let entry = Entry { under: Some(Who::You), ..Entry::default() };
    let (then, otherwise) = (go(Destination::Battlefield(entry)), go(Destination::Graveyard));
    let sacrifice =
        Instruction::SacrificeChoice { who: Who::You, filter, count: count.clone(), into: Some(gone), any: false };
    let all = Condition::Compare(Quantity::Var(gone), Cmp::Ge, count);
    let decide = Instruction::If { cond: all, then, otherwise };
    Some(replace(ReplacedEvent::Enters(Filter::Is(Obj::This)), ReplaceWith::Instead(vec![sacrifice, decide])))
}

fn is_tithe(context: &Context, def: &AbilityDef) -> Option<(Quantity, Filter)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { with, .. }), .. }) = def else {
        return None;
    };
    let ReplaceWith::Instead(list) = with else { return None };
    let [Instruction::SacrificeChoice { filter, count, .. }, _] = list.as_slice() else { return None };
    let same = tithe(&mut context.clone(), count.clone(), filter.clone()).as_ref() == Some(def);
    same.then(|| (count.clone(), filter.clone()))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "if {this} would enter , sacrifice a {noun.s} instead . if you do , put {again} onto the battlefield . if you don't , put it into its owner 's graveyard ." (this: Self_, noun: Noun, again: Self_)
        => |c, _, noun, _| tithe(c, Quantity::N(1), noun),
        |c, d: &_| is_tithe(c, d).filter(|(count, _)| *count == Quantity::N(1)).map(|(_, noun)| (Obj::This, noun, Obj::This)).into_iter().collect(); ""),
    rule!(Plain: "{clause} . you gain life equal to the life lost this way ." (clause: Clause) => |c, clause| drain(c, clause),
        |_, e: &_| drained(e).map(|clause| (clause,)).into_iter().collect(); "each opponent loses 2 life. You gain life equal to the life lost this way."),
    rule!(Plain: "{clause} , where X is {n} . you gain life equal to the life lost this way ." (clause: Clause, n: Value_) => |c, clause, n| { let clause = with_x(c, clause, &n)?; drain(c, clause) },
        |c, e: &_| drained(e).map(|clause| is_x(c, clause)).unwrap_or_default(); "each opponent loses X life, where X is the number of creatures you control. You gain life equal to the life lost this way."),
    rule!(Plain: "{clause} . a creature dealt damage this way can't be regenerated this turn ." (clause: Clause) => |c, clause| burn(c, clause), |c, e: &_| burned(c, e); ""),
    rule!(Plain: "{who.s} may pay {mana} . if the player does , they may copy this spell and may choose a new target for that copy ." (who: Other, mana: Mana) => |_, who, mana| Some(vec![chain(who, mana)]),
        |_, e: &_| match e.as_slice() {
            [only @ Instruction::MayPay { who, cost, .. }] => match cost.0.as_slice() {
                [CostPart::Mana(mana)] if *only == chain(*who, mana.clone()) => vec![(*who, mana.clone())],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "target player may pay {R}. If the player does, they may copy this spell and may choose a new target for that copy."),
    rule!(Static: "if {this} would enter , you may {part.p} instead . if you do , put {again} onto the battlefield . if you don't , put it into its owner 's graveyard ." (this: Self_, part: Part, again: Self_)
        => |c, _, part, _| Some(toll(c, part)), |c, d: &_| tolled(c, d); ""),
];
