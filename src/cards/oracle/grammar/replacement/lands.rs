//! What enters tapped, and unless what; mana in the colours of a commander.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::statics::{choose, color, replace, tapped};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

const THIS: Filter = Filter::Is(Obj::This);

/// A cost may be paid as it enters; if it isn't, it enters tapped (CR 614.12a).
fn unless_paid(part: CostPart) -> Instruction {
    let otherwise = vec![Instruction::Tap(Objects::The(Obj::This))];
    Instruction::MayPay { who: Who::You, cost: Cost(vec![part]), then: Vec::new(), otherwise }
}

fn as_enters(effects: Vec<Instruction>) -> AbilityDef {
    replace(ReplacedEvent::Enters(THIS), ReplaceWith::AsEnters(effects))
}

/// What happens as it enters.
fn effects_as_it_enters(def: &AbilityDef) -> Option<&[Instruction]> {
    match def {
        AbilityDef::Static(StaticDef {
            effect: StaticEffect::Replace(Replacement { with: ReplaceWith::AsEnters(effects), .. }),
            ..
        }) if *def == as_enters(effects.clone()) => Some(effects),
        _ => None,
    }
}

fn paid_part(effect: &Instruction) -> Option<CostPart> {
    match effect {
        Instruction::MayPay { cost: Cost(list), .. } => match list.as_slice() {
            [part] if *effect == unless_paid(part.clone()) => Some(part.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn is_unless_paid(def: &AbilityDef) -> Vec<(Obj, CostPart)> {
    match effects_as_it_enters(def) {
        Some([only]) => paid_part(only).map(|part| (Obj::This, part)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// A basic land type is chosen for it, and a cost may be paid.
fn typed(context: &mut Context, part: CostPart) -> Option<AbilityDef> {
    let into = context.variable()?;
    let choose = statics::boards::basic_land(into);
    Some(as_enters(vec![choose, Instruction::RememberChoice(into), unless_paid(part)]))
}

fn is_typed(context: &Context, def: &AbilityDef) -> Vec<(Obj, CostPart)> {
    let Some([_, _, last]) = effects_as_it_enters(def) else { return Vec::new() };
    let part = paid_part(last).filter(|part| typed(&mut context.clone(), part.clone()).as_ref() == Some(def));
    part.map(|part| (Obj::This, part)).into_iter().collect()
}

/// It enters tapped if a condition holds.
fn tapped_if(only_if: Condition) -> AbilityDef {
    let with = ReplaceWith::Tapped;
    let replacement = Replacement { event: ReplacedEvent::Enters(THIS), only_if, with, optional: None };
    statics::ability(StaticEffect::Replace(replacement), Condition::Always)
}

fn is_tapped_if(def: &AbilityDef) -> Vec<(Condition, Obj)> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { only_if, .. }), .. })
            if !matches!(only_if, Condition::Not(_) | Condition::Always) && *def == tapped_if(only_if.clone()) =>
        {
            vec![(only_if.clone(), Obj::This)]
        }
        _ => Vec::new(),
    }
}

/// Whether it is said of what is entering: nothing else is called back.
fn if_so(only_if: Condition) -> Option<AbilityDef> {
    (only_if != Condition::Always).then(|| tapped_if(only_if))
}

/// The card itself has the land type that was chosen for it, and no other (CR 305.7).
fn chosen_type() -> AbilityDef {
    let what = StaticEffect::Affect(Objects::The(Obj::This), vec![Modification::SetChosenSubtype]);
    statics::ability(what, Condition::Always)
}

fn opponents() -> Quantity {
    Quantity::Players(Who::EachOpponent)
}

fn theirs(noun: Filter) -> Quantity {
    Quantity::Count(Box::new(Objects::All(help::with(noun, Filter::Controlled(Who::EachOpponent)))))
}

/// As much of one type, one of each, as much of the other: any combination of as much.
fn filtered(a: &ManaCost, b: &ManaCost, c: &ManaCost) -> Option<ManaProduced> {
    let two = |mana: &ManaCost| match mana.0.as_slice() {
        [ManaSymbol::Typed(first), ManaSymbol::Typed(second)] => Some((*first, *second)),
        _ => None,
    };
    let ((x, also_x), both, (y, also_y)) = (two(a)?, two(b)?, two(c)?);
    let color = |mana: ManaType| Color::ALL.into_iter().find(|color| ManaType::of(*color) == mana);
    (x == also_x && y == also_y && x != y && both == (x, y))
        .then(|| Some(ManaProduced::Combination(n(2), vec![color(x)?, color(y)?])))?
}

pub(super) const RULES: &[Rule] = &[
    // ---- how it enters
    rule!(Static: "as {this} enters , you may {part.p} . if you don't , it enters tapped ." (this: Self_, part: Part) => |_, _, part| Some(as_enters(vec![unless_paid(part)])),
        |_, d: &_| is_unless_paid(d); "as this artifact enters, you may pay 2 life. If you don't, it enters tapped."),
    alternate!(Static: "as {this} enters , you may {part.p} . if you don't , {that} enters tapped ." (this: Self_, part: Part, that: Self_) => |_, _, part, _| Some(as_enters(vec![unless_paid(part)])); ""),
    rule!(Static: "as {this} enters , choose a basic land type . then you may {part.p} . if you don't , it enters tapped ." (this: Self_, part: Part) => |c, _, part| typed(c, part),
        |c, d: &_| is_typed(c, d); "as this artifact enters, choose a basic land type. Then you may pay 2 life. If you don't, it enters tapped."),
    rule!(Static: "if {cond} , {this} enters tapped ." (cond: Cond, this: Self_) => |_, cond, _| if_so(cond), |_, d: &_| is_tapped_if(d); "if you control two or more other lands, this artifact enters tapped."),
    alternate!(Static: "{this} enters tapped if {cond} ." (this: Self_, cond: Cond) => |_, _, cond| if_so(cond); ""),
    rule!(Line: "{this} enters tapped . as it enters , choose a color ." (this: Self_) => |c, _| Some(vec![tapped(), choose(color, c)?]), |_, _value: &_| Vec::new(); ""),
    rule!(Static: "{this} is the chosen type ." (this: Self_) => |_, _| Some(chosen_type()), |_, d: &_| if *d == chosen_type() { vec![(Obj::This,)] } else { Vec::new() }; "this artifact is the chosen type."),
    alternate!(Static: "each {noun.s} enters tapped ." (noun: Noun) => |_, noun| Some(replace(ReplacedEvent::Enters(noun), ReplaceWith::Tapped)); "each land enters tapped."),
    // ---- unless what
    rule!(Cond: "you have {count} or more opponents" (count: Count) => |_, count| Some(Condition::Compare(opponents(), Cmp::Ge, count)),
        |_, c| match c { Condition::Compare(all, Cmp::Ge, count) if all == opponents() => vec![(count,)], _ => Vec::new() }; "you have two or more opponents"),
    rule!(Cond: "your opponents control {count} or more {noun.p}" (count: Count, noun: Noun) => |_, count, noun| Some(Condition::Compare(theirs(noun), Cmp::Ge, count)),
        |_, c| match c {
            Condition::Compare(Quantity::Count(all), Cmp::Ge, count) => match *all {
                Objects::All(filter) => help::without(&filter, &Filter::Controlled(Who::EachOpponent)).map(|noun| (count, noun)).into_iter().collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "your opponents control eight or more lands"),
    // ---- what they make
    rule!(Adds: "one mana of any color in your commander 's color identity" () <=> {ManaProduced::CommanderColor}; "one mana of any color in your commander's color identity"),
    alternate!(Adds: "{a} , {b} , or {c}" (a: Mana, b: Mana, c: Mana) => |_, a, b, c| filtered(&a, &b, &c); "{W}{W}, {W}{U}, or {U}{U}"),
    // ---- what follows
    alternate!(Sentence: "then if {cond} , {clause} ." (cond: Conds, clause: Clause) => |c, cond, then| clauses::when_paid(c, cond, then); "then if you control an artifact, draw a card."),
];
