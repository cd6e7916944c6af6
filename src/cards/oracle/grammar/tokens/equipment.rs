//! Tokens that are Equipment, and other things that become Equipment: an equip ability stands behind what is in quotes.

use crate::cards::oracle::grammar::help::{quoted, sub};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

fn equip(mana: ManaCost) -> AbilityDef {
    AbilityDef::Keyword(KeywordAbility::Equip(Cost(vec![CostPart::Mana(mana)]), Filter::Any))
}

/// An ability in quotes and an equip ability for mana.
fn with_equip(abilities: &[AbilityDef]) -> Option<(AbilityDef, ManaCost)> {
    let [quote, AbilityDef::Keyword(KeywordAbility::Equip(cost, Filter::Any))] = abilities else { return None };
    match cost.0.as_slice() {
        [CostPart::Mana(mana)] if quoted(quote) => Some((quote.clone(), mana.clone())),
        _ => None,
    }
}

type Parts = (Vec<Color>, Vec<Subtype>, Option<String>, AbilityDef, ManaCost);

fn equipment((colors, subs, name, quote, mana): Parts) -> Option<TokenDef> {
    let fits = subs.iter().any(|one| Filter::Subtype(*one) == sub("Equipment")) && quoted(&quote);
    let (supertypes, types) = (Supertypes::empty(), CardTypes::ARTIFACT);
    let types = TypeLine { supertypes, types, subtypes: subs.into_iter().collect() };
    let abilities = vec![quote, equip(mana)];
    fits.then_some(TokenDef { name, colors, types, pt: None, abilities, back: None })
}

fn is_equipment(token: &TokenDef) -> Option<Parts> {
    let (quote, mana) = with_equip(&token.abilities)?;
    let subs: Vec<Subtype> = token.types.subtypes.iter().collect();
    let parts = (token.colors.clone(), subs, token.name.clone(), quote, mana);
    (equipment(parts.clone()).as_ref() == Some(token)).then_some(parts)
}

fn created(who: Who, parts: Parts, into: Option<Var>) -> Option<Instruction> {
    let token = TokenSource::New(Box::new(equipment(parts)?));
    let count = Quantity::N(1);
    Some(Instruction::CreateToken { who, count, token, tapped: false, attacking: None, counters: Vec::new(), into })
}

/// Equipment besides what it is.
fn becoming() -> Option<Vec<Modification>> {
    Some(vec![Modification::AddTypes(CardTypes::empty(), vec![Subtype::named("Equipment")?])])
}

pub(super) const RULES: &[Rule] = &[
    rule!(EquipQuote: "{ability}" (ability: Ability) <=> {ability}; ""),
    rule!(TokenNoun: "{hues} {subs} artifact token|tokens named {name} with \" {quote} \" and equip {mana}" (hues: Hues, subs: Subs, name: Name, quote: EquipQuote, mana: Mana)
        => |_, hues, subs, name, quote, mana| equipment((hues, subs, Some(name), quote, mana)),
        |_, t: &_| is_equipment(t).and_then(|(hues, subs, name, quote, mana)| Some((hues, subs, name?, quote, mana))).into_iter().collect(); ""),
    rule!(TokenNoun: "{hues} {subs} artifact token|tokens with \" {quote} \" and equip {mana}" (hues: Hues, subs: Subs, quote: EquipQuote, mana: Mana)
        => |_, hues, subs, quote, mana| equipment((hues, subs, None, quote, mana)),
        |_, t: &_| is_equipment(t).filter(|(_, _, name, ..)| name.is_none()).map(|(hues, subs, _, quote, mana)| (hues, subs, quote, mana)).into_iter().collect(); ""),
    alternate!(Verb: "creates|create a {hues} {subs} artifact token named {name} . it has \" {quote} \" and equip {mana}" (hues: Hues, subs: Subs, name: Name, quote: EquipQuote, mana: Mana)
        => |c, hues, subs, name, quote, mana| { let into = c.variable(); created(c.doer, (hues, subs, Some(name), quote, mana), into) }; ""),
    rule!(Addition: "2: Equipment" () => |_| becoming(), |_, m: &_| if becoming().as_ref() == Some(m) { vec![()] } else { Vec::new() }; ""),
    rule!(StaticMod: "has|have \" {quote} \" and equip {mana}" (quote: EquipQuote, mana: Mana) => |_, quote, mana| quoted(&quote).then(|| vec![Modification::GainAbilities(vec![quote, equip(mana)])]),
        |_, m: &_| match m.as_slice() { [Modification::GainAbilities(list)] => with_equip(list).into_iter().collect(), _ => Vec::new() }; ""),
];
