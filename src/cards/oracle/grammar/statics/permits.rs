//! Cards that may be cast from the graveyard or from exile by their own words (CR 601.3b, 118.8).

use crate::cards::oracle::grammar::help::{n, permit};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Participle, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// The card itself, from such a zone: for another cost, or for more.
fn itself(from: ZoneKind, cost: Option<Cost>, besides: Cost) -> AbilityDef {
    let mut rule = permit(Objects::The(Obj::This), true, cost);
    if let GameRule::Permit { more, .. } = &mut rule {
        *more = besides;
    }
    AbilityDef::Static(StaticDef { only_if: Condition::Always, effect: StaticEffect::Rule(rule), from })
}

fn besides(parts: Vec<CostPart>) -> AbilityDef {
    itself(ZoneKind::Graveyard, None, Cost(parts))
}

/// What is paid besides.
fn is_besides(def: &AbilityDef) -> Option<&[CostPart]> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::Permit { more, .. }), .. }) = def else {
        return None;
    };
    (*def == besides(more.0.clone())).then_some(more.0.as_slice())
}

fn instead(parts: Vec<CostPart>) -> AbilityDef {
    itself(ZoneKind::Graveyard, Some(Cost(parts)), Cost::default())
}

/// What is paid instead.
fn is_instead(def: &AbilityDef) -> Option<&[CostPart]> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::Permit { cost: Some(cost), .. }), .. }) =
        def
    else {
        return None;
    };
    (*def == instead(cost.0.clone())).then_some(cost.0.as_slice())
}

fn discard(count: i32) -> CostPart {
    CostPart::Discard(n(count), Filter::Any)
}

fn sacrifice(count: Quantity, noun: Filter) -> CostPart {
    CostPart::Sacrifice(count, noun)
}

fn others(count: Quantity) -> CostPart {
    CostPart::Exile(count, ZoneKind::Graveyard, help::other())
}

fn from_exile() -> AbilityDef {
    itself(ZoneKind::Exile, None, Cost::default())
}

/// Cards that the permanent has exiled (CR 607.2a) may be cast, or played.
fn exiled(context: &Context, cards: Filter, cast_only: bool, only_if: Condition) -> Option<AbilityDef> {
    let all = if cards == Filter::Any { Objects::Linked } else { Objects::Only(Box::new(Objects::Linked), cards) };
    let effect = StaticEffect::Rule(permit(all, cast_only, None));
    let own = context.face.grantee.is_none() && !context.face.is_spell();
    own.then_some(AbilityDef::Static(StaticDef { only_if, effect, from: ZoneKind::Battlefield }))
}

fn is_exiled(context: &Context, def: &AbilityDef, cast_only: bool, only_if: &Condition) -> Vec<(Filter, Obj)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::Permit { what, .. }), .. }) = def else {
        return Vec::new();
    };
    let Some(cards) = nouns::choosing::of_linked(what) else { return Vec::new() };
    let same = exiled(context, cards.clone(), cast_only, only_if.clone()).as_ref() == Some(def);
    if same { vec![(cards, Obj::This)] } else { Vec::new() }
}

const ALWAYS: Condition = Condition::Always;
const IN_YOUR_TURN: Condition = Condition::TurnOf(Who::You);

/// One of the cards that the permanent has exiled is cast for nothing.
fn one_free(context: &Context, spell: Filter, into: Option<Var>) -> Option<Vec<Instruction>> {
    let (what, cost) = (Objects::Linked, CastCost::Free);
    let cast = Instruction::CastNow {
        who: Who::You,
        what,
        spell,
        cost,
        copies: false,
        lands: false,
        transformed: false,
        into,
    };
    let earlier = context.done.iter().any(|(done, _)| *done == Participle::Exiled);
    (!earlier && context.face.grantee.is_none() && !context.face.is_spell()).then(|| vec![cast])
}

fn is_one_free(context: &Context, effects: &[Instruction]) -> Vec<(Filter, Obj, Option<Var>)> {
    match effects {
        [Instruction::CastNow { spell, into, .. }]
            if one_free(context, spell.clone(), *into).as_deref() == Some(effects) =>
        {
            vec![(spell.clone(), Obj::This, *into)]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "you may play {cards.p} exiled with {this} ." (cards: CardNoun, this: Self_) => |c, cards, _| exiled(c, cards, false, ALWAYS), |c, d: &_| is_exiled(c, d, false, &ALWAYS); "you may play cards exiled with this artifact."),
    rule!(Static: "during your turn , you may play {cards.p} exiled with {this} ." (cards: CardNoun, this: Self_) => |c, cards, _| exiled(c, cards, false, IN_YOUR_TURN), |c, d: &_| is_exiled(c, d, false, &IN_YOUR_TURN);
        "during your turn, you may play cards exiled with this artifact."),
    rule!(Static: "you may cast {spells.p} from among cards exiled with {this} ." (spells: SpellNoun, this: Self_) => |c, spells, _| exiled(c, spells, true, ALWAYS), |c, d: &_| is_exiled(c, d, true, &ALWAYS);
        "you may cast spells from among cards exiled with this artifact."),
    alternate!(Static: "you may play lands from among cards exiled with {this} ." (this: Self_) => |c, _| exiled(c, Filter::Type(CardTypes::LAND), false, ALWAYS); ""),
    rule!(Said: "you may cast a {spells.s} from among cards exiled with {this} without paying its mana cost" (spells: SpellNoun, this: Self_, into: Into) => |c, spells, _, into| one_free(c, spells, into),
        |c, e: &_| is_one_free(c, e); "you may cast an instant spell from among cards exiled with this artifact without paying its mana cost"),
    // ---- from exile
    rule!(Static: "you may cast this card from exile ." () => |_| Some(from_exile()), |_, d: &_| if *d == from_exile() { vec![()] } else { Vec::new() }; "you may cast this card from exile."),
    alternate!(Line: "you may cast this card from your graveyard or from exile ." () => |_| Some(vec![besides(Vec::new()), from_exile()]); "you may cast this card from your graveyard or from exile."),
    // ---- for more
    rule!(Static: "you may cast this card from your graveyard by discarding a card in addition to paying its other costs ." () => |_| Some(besides(vec![discard(1)])),
        |_, d: &_| if is_besides(d) == Some(&[discard(1)]) { vec![()] } else { Vec::new() }; "you may cast this card from your graveyard by discarding a card in addition to paying its other costs."),
    rule!(Static: "you may cast this card from your graveyard by discarding {m} cards in addition to paying its other costs ." (m: Words) => |_, m| Some(besides(vec![discard(m)])),
        |_, d: &_| match is_besides(d) { Some([CostPart::Discard(Quantity::N(m), Filter::Any)]) if *m > 1 => vec![(*m,)], _ => Vec::new() };
        "you may cast this card from your graveyard by discarding two cards in addition to paying its other costs."),
    rule!(Static: "you may cast this card from your graveyard by paying {m} life and discarding a card in addition to paying its other costs ." (m: Amount)
        => |_, m| Some(besides(vec![CostPart::PayLife(m), discard(1)])),
        |_, d: &_| match is_besides(d) { Some([CostPart::PayLife(m), second]) if *second == discard(1) => vec![(m.clone(),)], _ => Vec::new() };
        "you may cast this card from your graveyard by paying 3 life and discarding a card in addition to paying its other costs."),
    rule!(Static: "you may cast this card from your graveyard by paying {m} life and sacrificing a {noun.s} in addition to paying its other costs ." (m: Amount, noun: Noun)
        => |_, m, noun| Some(besides(vec![CostPart::PayLife(m), sacrifice(n(1), noun)])),
        |_, d: &_| match is_besides(d) { Some([CostPart::PayLife(m), CostPart::Sacrifice(Quantity::N(1), noun)]) => vec![(m.clone(), noun.clone())], _ => Vec::new() };
        "you may cast this card from your graveyard by paying 2 life and sacrificing an artifact in addition to paying its other costs."),
    // ---- for another cost
    rule!(Static: "you may cast this card from your graveyard by paying {mana} rather than paying its mana cost ." (mana: Mana) => |_, mana| Some(instead(vec![CostPart::Mana(mana)])),
        |_, d: &_| match is_instead(d) { Some([CostPart::Mana(mana)]) => vec![(mana.clone(),)], _ => Vec::new() }; "you may cast this card from your graveyard by paying {2}{W} rather than paying its mana cost."),
    rule!(Static: "you may cast this card from your graveyard by paying {mana} and exiling {count} other cards from your graveyard rather than paying its mana cost ." (mana: Mana, count: Count)
        => |_, mana, count| Some(instead(vec![CostPart::Mana(mana), others(count)])),
        |_, d: &_| match is_instead(d) { Some([CostPart::Mana(mana), CostPart::Exile(count, ..)]) if is_instead(d) == Some(&[CostPart::Mana(mana.clone()), others(count.clone())]) => vec![(mana.clone(), count.clone())], _ => Vec::new() };
        "you may cast this card from your graveyard by paying {3}{R} and exiling four other cards from your graveyard rather than paying its mana cost."),
    rule!(Static: "you may cast this card from your graveyard by paying {mana} and sacrificing {count} {noun.p} rather than paying its mana cost ." (mana: Mana, count: Count, noun: Noun)
        => |_, mana, count, noun| Some(instead(vec![CostPart::Mana(mana), sacrifice(count, noun)])),
        |_, d: &_| match is_instead(d) { Some([CostPart::Mana(mana), CostPart::Sacrifice(count, noun)]) => vec![(mana.clone(), count.clone(), noun.clone())], _ => Vec::new() };
        "you may cast this card from your graveyard by paying {B}{B} and sacrificing two creatures rather than paying its mana cost."),
    alternate!(Static: "you may cast this creature from your graveyard by paying {mana} and sacrificing {count} {noun.p} rather than paying its mana cost ." (mana: Mana, count: Count, noun: Noun)
        => |c, mana, count, noun| c.face.types.contains(CardTypes::CREATURE).then(|| instead(vec![CostPart::Mana(mana), sacrifice(count, noun)])); ""),
];
