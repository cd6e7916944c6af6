//! Cards in exile that may be played for as long as they remain there.

use crate::cards::oracle::grammar::help::permit;
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

pub(super) const RULES: &[Rule] = &[
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
