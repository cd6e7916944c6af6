//! Cards in exile that may be played for as long as they remain there, or that become plotted.

use crate::cards::oracle::grammar::help::{generic, mana, permit};
use crate::cards::oracle::grammar::statics::{game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// With what mana a card may be cast besides.
#[derive(Clone, Copy, PartialEq)]
enum Spent {
    AsItIs,
    AnyType,
    AnyColor,
}

/// Cards that were exiled may be played or cast. The effect is about those objects, so it ends for a card that leaves exile (CR
/// 400.7).
fn kept(what: Objects, by: Who, cast_only: bool, spent: Spent) -> Option<Vec<Instruction>> {
    let exiled = matches!(what, Objects::Var(_));
    let mut rule = permit(what, cast_only, None);
    if let GameRule::Permit { who, any_mana, any_color, .. } = &mut rule {
        *who = by;
        *any_mana = spent == Spent::AnyType;
        *any_color = spent == Spent::AnyColor;
    }
    exiled.then(|| vec![Instruction::Continuous(StaticEffect::Rule(rule), Duration::Forever)])
}

fn is_kept(effects: &[Instruction], cast_only: bool, spent: Spent) -> Vec<(Objects,)> {
    let [Instruction::Continuous(StaticEffect::Rule(GameRule::Permit { what, .. }), Duration::Forever)] = effects
    else {
        return Vec::new();
    };
    let same = kept(what.clone(), Who::You, cast_only, spent).as_deref() == Some(effects);
    if same { vec![(what.clone(),)] } else { Vec::new() }
}

/// The owner of a card may do it.
fn owned(what: Objects) -> Option<Vec<Instruction>> {
    let owner = Who::OwnerOf(help::one(&what)?);
    kept(what, owner, false, Spent::AsItIs)
}

macro_rules! kept {
    ($words:literal, $cast_only:literal, $spent:ident) => {
        rule!(Said: $words (what: Objs) => |_, what| kept(what, Who::You, $cast_only, Spent::$spent), |_, e: &_| is_kept(e, $cast_only, Spent::$spent); "")
    };
    (also $words:literal, $cast_only:literal, $spent:ident) => {
        alternate!(Said: $words (what: Objs) => |_, what| kept(what, Who::You, $cast_only, Spent::$spent); "")
    };
}

/// A sentence with another one behind it.
macro_rules! behind {
    ($words:literal, $cast_only:literal, $spent:ident) => {
        alternate!(Plain: $words (what: Objs) => |_, what| kept(what, Who::You, $cast_only, Spent::$spent); "")
    };
}

/// What was exiled becomes plotted (CR 702.170c).
fn plotted(what: Objects) -> Option<Instruction> {
    matches!(what, Objects::Var(_)).then_some(Instruction::BecomePlotted(what))
}

/// Spells that players cast from graveyards or from exile.
fn from_elsewhere(graveyard: Filter) -> Filter {
    Filter::Or(vec![graveyard, Filter::CastFrom(ZoneKind::Exile)])
}

/// They cost opponents more.
fn dearer(mana: ManaCost) -> GameRule {
    let from = from_elsewhere(Filter::CastFrom(ZoneKind::Graveyard));
    GameRule::CostsMore(Who::EachOpponent, from, Cost(vec![CostPart::Mana(mana)]))
}

fn is_dearer(rule: Option<GameRule>) -> Vec<(ManaCost,)> {
    let Some(GameRule::CostsMore(who, filter, cost)) = rule else { return Vec::new() };
    match cost.0.as_slice() {
        [CostPart::Mana(mana)] if dearer(mana.clone()) == GameRule::CostsMore(who, filter, cost.clone()) => {
            vec![(mana.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// They cost less, those from the player's own graveyard.
fn cheaper(less: Quantity) -> GameRule {
    let own = Filter::And(vec![Filter::CastFrom(ZoneKind::Graveyard), Filter::Owned(Who::You)]);
    GameRule::CostsLess(Who::You, from_elsewhere(own), less)
}

fn is_cheaper(rule: Option<GameRule>) -> Vec<(ManaCost,)> {
    match rule {
        Some(GameRule::CostsLess(who, filter, Quantity::N(less)))
            if cheaper(Quantity::N(less)) == GameRule::CostsLess(who, filter.clone(), Quantity::N(less)) =>
        {
            mana(less).map(|mana| (mana,)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "spells your opponents cast from graveyards or from exile cost {cost} more to cast ." (cost: Mana) => |_, cost| Some(game_rule(dearer(cost))), |_, d: &_| is_dearer(is_rule(d)); "spells your opponents cast from graveyards or from exile cost {2} more to cast."),
    rule!(Static: "spells you cast from your graveyard or from exile cost {cost} less to cast ." (cost: Mana) => |_, cost| Some(game_rule(cheaper(help::n(generic(&cost)?)))), |_, d: &_| is_cheaper(is_rule(d)); "spells you cast from your graveyard or from exile cost {2} less to cast."),
    rule!(Said: "{what} becomes plotted" (what: Objs) => |_, what| Some(vec![plotted(what)?]),
        |_, e: &_| match e.as_slice() { [Instruction::BecomePlotted(what)] => vec![(what.clone(),)], _ => Vec::new() }; ""),
    kept!("you may play {what} for as long as it remains exiled", false, AsItIs),
    kept!(also "you may play {what} for as long as they remain exiled", false, AsItIs),
    kept!("you may cast {what} for as long as it remains exiled", true, AsItIs),
    kept!(also "you may cast {what} for as long as they remain exiled", true, AsItIs),
    kept!(also "you may cast spells from among {what} for as long as they remain exiled", true, AsItIs),
    alternate!(Said: "its owner may play {what} for as long as it remains exiled" (what: Objs) => |_, what| owned(what); ""),
    // ---- with mana of any type
    kept!(
        "you may play {what} for as long as it remains exiled , and mana of any type can be spent to cast it",
        false,
        AnyType
    ),
    kept!(also "you may play {what} for as long as it remains exiled , and mana of any type can be spent to cast that spell", false, AnyType),
    kept!(also "you may play {what} for as long as they remain exiled , and mana of any type can be spent to cast them", false, AnyType),
    kept!(
        "you may cast {what} for as long as it remains exiled , and mana of any type can be spent to cast that spell",
        true,
        AnyType
    ),
    kept!(also "you may cast {what} for as long as it remains exiled , and mana of any type can be spent to cast it", true, AnyType),
    kept!(also "you may cast spells from among {what} for as long as they remain exiled , and mana of any type can be spent to cast them", true, AnyType),
    behind!(
        "you may play {what} for as long as it remains exiled . mana of any type can be spent to cast a spell this way .",
        false,
        AnyType
    ),
    behind!(
        "you may play {what} for as long as they remain exiled . mana of any type can be spent to cast spells this way .",
        false,
        AnyType
    ),
    kept!(also "for as long as it remains exiled , you may play {what} , and mana of any type can be spent to cast that spell", false, AnyType),
    kept!(also "you may play {what} for as long as they remain exiled , and mana of any type can be spent to cast those spells", false, AnyType),
    behind!(
        "you may play {what} for as long as it remains exiled . mana of any type can be spent to cast that spell .",
        false,
        AnyType
    ),
    // ---- with mana as though it were of any color
    kept!(
        "you may play {what} for as long as it remains exiled , and you may spend mana as though it were mana of any color to cast it",
        false,
        AnyColor
    ),
    kept!(also "you may play {what} for as long as it remains exiled , and you may spend mana as though it were mana of any color to cast that spell", false, AnyColor),
    kept!(also "you may play {what} for as long as they remain exiled , and you may spend mana as though it were mana of any color to cast those spells", false, AnyColor),
    kept!(
        "you may cast {what} for as long as it remains exiled , and you may spend mana as though it were mana of any color to cast that spell",
        true,
        AnyColor
    ),
    behind!(
        "you may play {what} for as long as they remain exiled . if you cast a spell this way , you may spend mana as though it were mana of any color to cast it .",
        false,
        AnyColor
    ),
    behind!(
        "you may play lands and cast spells from among {what} for as long as they remain exiled . if you cast a spell this way , you may spend mana as though it were mana of any color to cast it .",
        false,
        AnyColor
    ),
];
