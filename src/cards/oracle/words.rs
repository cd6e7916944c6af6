//! From the definition of a card to its text: the words of the table.

use super::card::{CardText, FaceText};
use super::levels;
use super::lex::{FaceNames, with_names, with_rows};
use super::read::{Around, words_of};
use super::syntax::FaceInfo;
use super::vars::renamed;
use crate::cards::def::*;
use std::rc::Rc;

/// The abilities of a face, a line each and modes in lines of their own, in the words that [`compile`](super::compile) reads;
/// `None` if the table has no words for one of them.
pub fn words(name: &str, types: &TypeLine, abilities: &[AbilityDef]) -> Option<Vec<String>> {
    let bestow = abilities.iter().any(|a| matches!(a, AbilityDef::Keyword(KeywordAbility::Bestow(_))));
    let kickers = abilities.iter().filter_map(|ability| match ability {
        AbilityDef::Keyword(KeywordAbility::Kicker(cost)) if matches!(cost.0.as_slice(), [CostPart::Mana(_)]) => {
            Some(cost.clone())
        }
        AbilityDef::Keyword(KeywordAbility::Kicker(_)) => Some(Cost(Vec::new())),
        _ => None,
    });
    let kickers = kickers.collect();
    let mut info = FaceInfo::new(name, types, bestow, kickers);
    info.card_type = abilities.iter().any(chooses_card_type);
    info.enchants = abilities.iter().find_map(enchants).unwrap_or(info.enchants);
    let info = Rc::new(info);
    let around = Around::of(abilities);
    let names = FaceNames::of(name, types.supertypes.contains(Supertypes::LEGENDARY));
    let said = |ability: &AbilityDef| {
        // Who writes definitions by hand names variables as they like.
        let words = words_of(ability, around, &info).or_else(|| words_of(&renamed(ability), around, &info))?;
        let words = with_names(&words, &names.full, &names.short);
        Some(with_rows(&words.replace(" \u{2022}", "\n\u{2022}").replace(" + {", "\n+ {")))
    };
    abilities.iter().map(said).collect()
}

/// The card types of what an Aura enchants.
fn enchants(ability: &AbilityDef) -> Option<CardTypes> {
    let AbilityDef::Keyword(KeywordAbility::Enchant(TargetKind::Permanent(filter))) = ability else { return None };
    let parts = match filter {
        Filter::And(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let one = |part: &Filter| match part {
        Filter::Type(types) => Some(*types),
        Filter::Subtype(subtype) => match subtype.kind() {
            SubtypeKind::Creature => Some(CardTypes::CREATURE),
            SubtypeKind::Land => Some(CardTypes::LAND),
            SubtypeKind::Artifact => Some(CardTypes::ARTIFACT),
            SubtypeKind::Enchantment => Some(CardTypes::ENCHANTMENT),
            _ => None,
        },
        _ => None,
    };
    parts.iter().find_map(one).or(Some(CardTypes::PERMANENT))
}

/// Whether a card type is chosen as the permanent enters.
fn chooses_card_type(ability: &AbilityDef) -> bool {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = ability else {
        return false;
    };
    let ReplaceWith::AsEnters(list) = &replacement.with else { return false };
    list.iter().any(|effect| matches!(effect, Instruction::ChooseCardType { .. }))
}

/// A card as a file of texts would have it; `None` if the table has no words for one of its abilities.
pub fn text_of(card: &CardDef) -> Option<CardText> {
    let first = crate::cards::compile::first_face(card);
    let mut text = CardText {
        name: card.name.clone(),
        layout: levels::layout(&first.abilities).unwrap_or("normal").to_owned(),
        faces: vec![face_of(&card.name, &card.types, &first)?],
    };
    if let Some((layout, other)) = &card.other {
        text.name = format!("{} // {}", card.name, other.name);
        let word = match layout {
            Layout::Split => "split",
            Layout::Transform => "transform",
            Layout::ModalDoubleFaced => "modal_dfc",
            Layout::Adventure | Layout::Omen => "adventure",
            Layout::Prepare => "prepare",
            Layout::Meld => "meld",
            Layout::Flip => "flip",
            Layout::Prototype | Layout::SharedTypeLine => return None,
        };
        word.clone_into(&mut text.layout);
        text.faces.push(face_of(&other.name, &other.types, other)?);
    }
    Some(text)
}

fn face_of(name: &str, types: &TypeLine, def: &FaceDef) -> Option<FaceText> {
    let part = |n: Option<i32>| n.map_or_else(|| "*".to_owned(), |n| n.to_string());
    let stationed = || levels::station_body(&def.abilities).map(|(power, toughness)| (Some(power), Some(toughness)));
    let pt = def.pt.or_else(stationed);
    Some(FaceText {
        name: name.to_owned(),
        mana_cost: def.cost.as_ref().map(ManaCost::to_string).unwrap_or_default(),
        type_line: types.to_string(),
        text: levels::lines(name, types, &def.abilities)?.join("\n"),
        power: pt.map(|(power, _)| part(power)),
        toughness: pt.map(|(_, toughness)| part(toughness)),
        loyalty: def.loyalty.map(|n| n.to_string()),
        defense: def.defense.map(|n| n.to_string()),
        color_indicator: def.color_indicator.clone(),
    })
}
