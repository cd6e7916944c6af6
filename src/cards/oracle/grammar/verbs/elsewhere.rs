//! Abilities that function in other zones than the battlefield (CR 113.6), and what is true of cards there.

use crate::cards::oracle::grammar::help::all_in;
use crate::cards::oracle::grammar::verbs::cards::untapped;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

fn in_command() -> Condition {
    Condition::Is(Obj::This, Filter::Zone(ZoneKind::Command))
}

/// The card is put somewhere from where the ability functions.
fn go(context: &mut Context, to: Destination) -> Instruction {
    Instruction::Move { what: Objects::The(Obj::This), to, into: context.variable(), linked: false, until: None }
}

fn goes(effect: &Instruction, there: &Destination) -> bool {
    matches!(effect, Instruction::Move { what: Objects::The(Obj::This), to, linked: false, until: None, .. } if to == there)
}

/// An ability of an emblem functions in the command zone (CR 114.4).
pub(in crate::cards::oracle::grammar) fn of_emblem(
    mut ability: AbilityDef,
    from: ZoneKind,
    to: ZoneKind,
) -> Option<AbilityDef> {
    let zone = match &mut ability {
        AbilityDef::Static(def) => &mut def.from,
        AbilityDef::Triggered(def) => &mut def.from,
        AbilityDef::Activated(def) => &mut def.from,
        _ => return None,
    };
    (std::mem::replace(zone, to) == from).then_some(ability)
}

fn of_cards(objects: Objects) -> Vec<(Filter, ZoneOf)> {
    match objects {
        Objects::In(zone @ ZoneOf::Graveyard(_), filter) => vec![(filter, zone)],
        _ => Vec::new(),
    }
}

fn from_command(def: ActivatedDef) -> Vec<(Cost, Obj)> {
    let [effect] = def.effects.as_slice() else { return Vec::new() };
    let plain = ActivatedDef { effects: def.effects.clone(), ..summoned(def.cost.clone(), effect.clone()) };
    if goes(effect, &untapped()) && plain == def { vec![(def.cost, Obj::This)] } else { Vec::new() }
}

fn summoned(cost: Cost, effect: Instruction) -> ActivatedDef {
    ActivatedDef { from: ZoneKind::Command, ..ActivatedDef::new(cost, vec![effect]) }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Cond: "{this} is in the command zone" (this: Self_) => |c, _| { c.zone = ZoneKind::Command; nouns::references::this(c); Some(in_command()) },
        |c, cond: &_| if c.here == ZoneKind::Command && *cond == in_command() { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Limit: "{cost} : put {this} onto the battlefield from the command zone ." (cost: Price, this: Self_) => |c, cost, _| { let effect = go(c, untapped()); Some(summoned(cost, effect)) },
        |_, d| from_command(d); ""),
    rule!(Limit: "{def} activate only if this card is in your graveyard ." (def: Limit_) => |_, def| (def.from == ZoneKind::Battlefield).then(|| ActivatedDef { from: ZoneKind::Graveyard, ..def }),
        |_, d: &_| if d.from == ZoneKind::Graveyard { vec![(ActivatedDef { from: ZoneKind::Battlefield, ..d.clone() },)] } else { Vec::new() }; ""),
    rule!(Verb: "return this card to your hand" () => |c| (c.zone == ZoneKind::Graveyard).then(|| go(c, Destination::Hand)),
        |c, e: &_| if c.here == ZoneKind::Graveyard && goes(e, &Destination::Hand) { vec![()] } else { Vec::new() }; ""),
    // ---- before the game and outside of it
    rule!(Line: "if this card is in your opening hand , you may begin the game with it on the battlefield ." () => |c| { let effects = vec![go(c, untapped())]; Some(vec![AbilityDef::OpeningHand { effects, only_if: Condition::Always, mulligan: false }]) },
        |_, list: &_| match list.as_slice() {
            [AbilityDef::OpeningHand { effects, only_if: Condition::Always, mulligan: false }] => match effects.as_slice() { [one] if goes(one, &untapped()) => vec![()], _ => Vec::new() },
            _ => Vec::new(),
        }; "if this card is in your opening hand, you may begin the game with it on the battlefield."),
    rule!(Verb: "gets|get a emblem with \" {quote} \"" (who: Doer, quote: Quote) => |_, who, quote| Some(Instruction::Emblem(who, vec![of_emblem(quote, ZoneKind::Battlefield, ZoneKind::Command)?])),
        |_, e| match e {
            Instruction::Emblem(who, list) => match list.as_slice() {
                [one] => of_emblem(one.clone(), ZoneKind::Command, ZoneKind::Battlefield).map(|quote| (who, quote)).into_iter().collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; ""),
    // ---- cards in graveyards
    rule!(SubjObjs: "2: {cards.p} in {zone}" (cards: CardNoun, zone: Graves) => |c, filter, zone| all_in(c, zone, filter), |_, o| of_cards(o); "creature cards in your graveyard"),
    rule!(SubjObjs: "1: each {cards.s} in {zone}" (cards: CardNoun, zone: Graves) => |c, filter, zone| all_in(c, zone, filter), |_, o| of_cards(o); "each creature card in your graveyard"),
];
