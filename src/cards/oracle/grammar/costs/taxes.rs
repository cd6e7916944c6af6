//! What attacks and spells cost: taxes, mana that is spent on X, the least that spells cost; what is kept as something moves.

use crate::cards::def::Rule as GameRule;
use crate::cards::oracle::grammar::costs::tolls::of_mana;
use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::statics::{ability, affect, game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// A cost for each creature that attacks you.
fn tax(creatures: Filter, planeswalkers: bool, cost: Cost) -> AbilityDef {
    game_rule(GameRule::AttackTax { creatures, who: Who::You, planeswalkers, battles: false, cost })
}

fn is_tax(def: AbilityDef, or_planeswalkers: bool) -> Option<(Filter, Cost)> {
    match is_rule(&def) {
        Some(GameRule::AttackTax { creatures, who: Who::You, planeswalkers, battles: false, cost })
            if planeswalkers == or_planeswalkers =>
        {
            Some((creatures, cost))
        }
        _ => None,
    }
}

fn is_mana((creatures, cost): (Filter, Cost)) -> Option<(Filter, ManaCost)> {
    match cost.0.as_slice() {
        [CostPart::Mana(mana)] => Some((creatures, mana.clone())),
        _ => None,
    }
}

fn generic() -> Cost {
    Cost(vec![CostPart::Mana(ManaCost([ManaSymbol::Generic(1)].into_iter().collect()))])
}

/// X generic mana.
fn x_mana(cost: &ManaCost, value: Quantity) -> Option<Cost> {
    let only_x = cost.0.as_slice() == [ManaSymbol::X];
    only_x.then(|| Cost(vec![CostPart::Times(value, Box::new(generic()))]))
}

fn is_x_mana((creatures, cost): (Filter, Cost)) -> Option<(Filter, ManaCost, Quantity)> {
    match cost.0.as_slice() {
        [CostPart::Times(value, each)] if **each == generic() => {
            Some((creatures, ManaCost([ManaSymbol::X].into_iter().collect()), value.clone()))
        }
        _ => None,
    }
}

/// A spell on the X of which only mana of these colours is spent.
fn on_x(colors: Vec<Color>) -> AbilityDef {
    let effect = StaticEffect::Rule(GameRule::SpendOnX(Filter::Is(Obj::This), colors));
    AbilityDef::Static(StaticDef { only_if: Condition::Always, effect, from: ZoneKind::Stack })
}

fn is_on_x(def: &AbilityDef) -> Vec<Color> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::SpendOnX(_, colors)), .. })
            if *def == on_x(colors.clone()) =>
        {
            colors.clone()
        }
        _ => Vec::new(),
    }
}

/// Mana of one colour is spent on the X of an ability's cost.
fn of_color(def: ActivatedDef, color: Color) -> Option<ActivatedDef> {
    (def.cost.x_count() > 0).then(|| ActivatedDef { spend_on_x: vec![color], ..def })
}

fn is_of_color(def: &ActivatedDef) -> Vec<(ActivatedDef, Color)> {
    match def.spend_on_x.as_slice() {
        [color] => vec![(ActivatedDef { spend_on_x: Vec::new(), ..def.clone() }, *color)],
        _ => Vec::new(),
    }
}

/// CR 601.2f: what spells cost at least.
fn at_least(least: i32, only_if: Condition) -> AbilityDef {
    ability(StaticEffect::Rule(GameRule::CostsAtLeast(Who::EachPlayer, Filter::Any, least)), only_if)
}

fn is_at_least(def: &AbilityDef) -> Vec<(Condition, i32, i32)> {
    match def {
        AbilityDef::Static(StaticDef {
            only_if,
            effect: StaticEffect::Rule(GameRule::CostsAtLeast(_, _, least)),
            ..
        }) if *def == at_least(*least, only_if.clone()) => {
            vec![(only_if.clone(), *least, *least)]
        }
        _ => Vec::new(),
    }
}

fn keeps() -> AbilityDef {
    let rule = ObjectRule::KeepsCounters { except: vec![ZoneKind::Hand, ZoneKind::Library] };
    ability(affect(Objects::The(Obj::This), vec![Modification::Rule(rule)]), Condition::Always)
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "{noun.p} can't attack you unless their controller pays {cost} for each creature they control that's attacking you ." (noun: Noun, cost: Mana)
        => |_, noun, cost| Some(tax(noun, false, of_mana(cost)?)),
        |_, d| is_tax(d, false).and_then(is_mana).into_iter().collect(); "creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."),
    alternate!(Static: "{noun.p} can't attack you unless their controller pays {cost} for each of those creatures ." (noun: Noun, cost: Mana)
        => |_, noun, cost| Some(tax(noun, false, of_mana(cost)?)); "creatures can't attack you unless their controller pays {2} for each of those creatures."),
    rule!(Static: "{noun.p} can't attack you or planeswalkers you control unless their controller pays {cost} for each of those creatures ." (noun: Noun, cost: Mana)
        => |_, noun, cost| Some(tax(noun, true, of_mana(cost)?)),
        |_, d| is_tax(d, true).and_then(is_mana).into_iter().collect(); "creatures can't attack you or planeswalkers you control unless their controller pays {1} for each of those creatures."),
    rule!(Static: "{noun.p} can't attack you unless their controller pays {cost} for each creature they control that's attacking you , where X is {value} ." (noun: Noun, cost: Mana, value: Value_)
        => |_, noun, cost, value| Some(tax(noun, false, x_mana(&cost, value)?)),
        |_, d| is_tax(d, false).and_then(is_x_mana).into_iter().collect(); "creatures can't attack you unless their controller pays {X} for each creature they control that's attacking you, where X is the number of artifacts you control."),
    rule!(Static: "{noun.p} can't attack you or planeswalkers you control unless their controller pays {cost} for each of those creatures , where X is {value} ." (noun: Noun, cost: Mana, value: Value_)
        => |_, noun, cost, value| Some(tax(noun, true, x_mana(&cost, value)?)),
        |_, d| is_tax(d, true).and_then(is_x_mana).into_iter().collect(); "creatures can't attack you or planeswalkers you control unless their controller pays {X} for each of those creatures, where X is the number of artifacts you control."),
    // ---- mana on X
    rule!(Static: "spend only {hue} mana on X ." (hue: Hue) => |c, hue| c.face.is_spell().then(|| on_x(vec![hue])),
        |_, d: &_| match is_on_x(d).as_slice() { [hue] => vec![(*hue,)], _ => Vec::new() }; ""),
    rule!(Static: "spend only {a} and/or {b} mana on X ." (a: Hue, b: Hue) => |c, a, b| c.face.is_spell().then(|| on_x(vec![a, b])),
        |_, d: &_| match is_on_x(d).as_slice() { [a, b] => vec![(*a, *b)], _ => Vec::new() }; ""),
    rule!(Limit: "{def} spend only {hue} mana on X ." (def: Limit_, hue: Hue) => |_, def, hue| of_color(def, hue), |_, d: &_| is_of_color(d); "{X}: draw X cards. Spend only black mana on X."),
    // ---- what spells cost at least, what is kept, what has what abilities
    rule!(Static: "as long as {cond} , each spell that would cost less than {least} mana to cast costs {again} mana to cast ." (cond: Conds, least: Words, again: Words)
        => |_, cond, least, again| (least == again).then(|| at_least(least, cond)), |_, d: &_| is_at_least(d); "as long as this artifact is untapped, each spell that would cost less than three mana to cast costs three mana to cast."),
    rule!(Static: "counters remain on {this} as it moves to any zone other than a player 's hand or library ." (this: Self_) => |_, _| Some(keeps()),
        |_, d: &_| if *d == keeps() { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Post: "with a activated ability that isn't a mana ability" () <=> {Filter::HasAbility(AbilitySort::NonMana)}; "with an activated ability that isn't a mana ability"),
    // ---- what the top card is
    rule!(Plain: "{who.s} reveals the top card of their library . if it's a {cards.s} , that player puts it into their hand ." (who: Other, cards: CardNoun)
        => |c, who, cards| shown(c, who, cards),
        |c, e: &_| is_shown(c, e); "defending player reveals the top card of their library. If it's a land card, that player puts it into their hand."),
    rule!(Plain: "look at the top card of your library . you may reveal that card . if a {cards.s} is revealed this way , {clause} ." (cards: CardNoun, clause: Clause)
        => |c, cards, clause| { let top = c.variable()?; Some(looked(top, cards, clause)) },
        |_, e: &_| is_looked(e); "look at the top card of your library. You may reveal that card. If a land card is revealed this way, draw a card."),
    rule!(Plain: "exile any number of cards from your hand face down . put that many cards from the top of your library into your hand . then look at the exiled cards and put them on top of your library in any order ." ()
        => |c| swapped(c), |c, e: &_| if swapped(&mut c.clone()).as_ref() == Some(e) { vec![()] } else { Vec::new() };
        "exile any number of cards from your hand face down. Put that many cards from the top of your library into your hand. Then look at the exiled cards and put them on top of your library in any order."),
];

fn go(what: Objects, to: Destination, into: Option<Var>) -> Instruction {
    Instruction::Move { what, to, into, linked: false, until: None }
}

/// The top card is revealed and, if it matches the filter, put into the hand.
fn shown(context: &mut Context, who: Who, cards: Filter) -> Option<Vec<Instruction>> {
    let (top, moved) = (context.variable()?, context.variable());
    Some(vec![
        Instruction::Keep(top, Objects::Top(n(1), who)),
        Instruction::Reveal(Objects::Var(top)),
        Instruction::If {
            cond: Condition::Is(Obj::Var(top), cards),
            then: vec![go(Objects::Var(top), Destination::Hand, moved)],
            otherwise: Vec::new(),
        },
    ])
}

fn is_shown(context: &Context, effects: &[Instruction]) -> Vec<(Who, Filter)> {
    match effects {
        [Instruction::Keep(_, Objects::Top(_, who)), _, Instruction::If { cond: Condition::Is(_, cards), .. }]
            if shown(&mut context.clone(), *who, cards.clone()).as_deref() == Some(effects) =>
        {
            vec![(*who, cards.clone())]
        }
        _ => Vec::new(),
    }
}

/// The top card may be revealed; if it matches the filter, something happens.
fn looked(top: Var, cards: Filter, then: Vec<Instruction>) -> Vec<Instruction> {
    let card = || Objects::Var(top);
    let is_so = Condition::Exists(Objects::Only(Box::new(card()), cards));
    let shown = Instruction::If { cond: is_so, then, otherwise: Vec::new() };
    let may = Instruction::May { who: Who::You, then: vec![Instruction::Reveal(card()), shown], otherwise: Vec::new() };
    vec![
        Instruction::Keep(top, Objects::Top(n(1), Who::You)),
        Instruction::Look(Who::You, card()),
        Instruction::If { cond: Condition::Exists(card()), then: vec![may], otherwise: Vec::new() },
    ]
}

fn is_looked(effects: &[Instruction]) -> Vec<(Filter, Vec<Instruction>)> {
    let [Instruction::Keep(top, _), _, Instruction::If { then, .. }] = effects else { return Vec::new() };
    let [Instruction::May { then, .. }] = then.as_slice() else { return Vec::new() };
    let [_, Instruction::If { cond: Condition::Exists(Objects::Only(_, cards)), then, .. }] = then.as_slice() else {
        return Vec::new();
    };
    let same = effects == looked(*top, cards.clone(), then.clone());
    if same { vec![(cards.clone(), then.clone())] } else { Vec::new() }
}

/// Cards of the hand change places with as many of the top of the library.
fn swapped(context: &mut Context) -> Option<Vec<Instruction>> {
    let (chosen, gone) = (context.variable()?, context.variable()?);
    let (drawn, back) = (context.variable(), context.variable());
    let hand = || Objects::In(ZoneOf::Hand(Who::You), Filter::Any);
    let max = Quantity::Count(Box::new(hand()));
    Some(vec![
        help::choose(Who::You, hand(), (n(0), max), chosen),
        go(Objects::Var(chosen), Destination::ExileFaceDown(None), Some(gone)),
        go(Objects::Top(Quantity::Var(gone), Who::You), Destination::Hand, drawn),
        Instruction::Look(Who::You, Objects::Var(gone)),
        go(Objects::Var(gone), Destination::LibraryTop, back),
    ])
}
