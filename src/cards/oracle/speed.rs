//! Max speed abilities (CR 702.178): what an object has as long as its controller's speed is 4.

use super::card::FaceText;
use super::decline::Decline;
use super::face::{Part, marked};
use super::syntax::FaceInfo;
use super::words::words;
use crate::cards::def::*;
use std::rc::Rc;

/// What stands before an ability that something has at max speed.
const MAX_SPEED: &str = "Max speed \u{2014} ";

/// Whether a face has such an ability.
pub(super) fn has_max_speed(text: &FaceText) -> bool {
    text.text.split('\n').any(|line| line.starts_with(MAX_SPEED))
}

/// The abilities of a face with max speed abilities.
pub(super) fn at_max_speed(text: &FaceText, info: &Rc<FaceInfo>) -> Result<(Vec<AbilityDef>, Vec<Part>), Decline> {
    marked(text, info, (MAX_SPEED, "a max speed ability"), |given| {
        let one = <[AbilityDef; 1]>::try_from(given);
        one.map(|[ability]| vec![granted(ability)]).map_err(|_| "several max speed abilities in one line")
    })
}

/// CR 702.178b: the zone from which an ability functions.
fn zone(ability: &AbilityDef) -> ZoneKind {
    match ability {
        AbilityDef::Activated(def) => def.from,
        AbilityDef::Triggered(def) => def.from,
        AbilityDef::Static(def) => def.from,
        _ => ZoneKind::Battlefield,
    }
}

/// CR 702.178a: the static ability by which an object has an ability at max speed.
fn granted(ability: AbilityDef) -> AbilityDef {
    let from = zone(&ability);
    let change = match ability {
        AbilityDef::Keywords(keywords) => Modification::Gain(keywords),
        other => Modification::GainAbilities(vec![other]),
    };
    let effect = StaticEffect::Affect(Objects::The(Obj::This), vec![change]);
    let only_if = Condition::Compare(Quantity::Speed(Who::You), Cmp::Ge, Quantity::N(4));
    AbilityDef::Static(StaticDef { only_if, effect, from })
}

/// What [`granted`] made an ability of.
fn as_granted(ability: &AbilityDef) -> Option<AbilityDef> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(_, changes), .. }) = ability else { return None };
    let own = match changes.as_slice() {
        [Modification::Gain(keywords)] => AbilityDef::Keywords(keywords.clone()),
        [Modification::GainAbilities(given)] => given.first()?.clone(),
        _ => return None,
    };
    (granted(own.clone()) == *ability).then_some(own)
}

/// The lines of a face with max speed abilities; `None` if it has none, or no words for one.
pub(super) fn lines(name: &str, types: &TypeLine, abilities: &[AbilityDef]) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    for ability in abilities {
        match as_granted(ability) {
            Some(own) => lines.extend(words(name, types, &[own])?.into_iter().map(|line| format!("{MAX_SPEED}{line}"))),
            None => lines.extend(words(name, types, std::slice::from_ref(ability))?),
        }
    }
    Some(lines)
}

/// Whether one of the abilities is a max speed ability.
pub(super) fn is_at_max_speed(abilities: &[AbilityDef]) -> bool {
    abilities.iter().any(|ability| as_granted(ability).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::oracle::{CardText, compile};

    #[test]
    fn places_of_declines_are_those_in_the_whole_line() {
        let place = |line: &str| {
            let text = format!("Start your engines!\n{MAX_SPEED}{line}");
            let face = FaceText { name: "Test".into(), type_line: "Artifact".into(), text, ..FaceText::default() };
            let card = CardText { name: "Test".into(), layout: "normal".into(), faces: vec![face] };
            let declined = compile(&card).expect_err("there is no such ability");
            (declined.line, declined.columns.start)
        };
        let before = MAX_SPEED.chars().count();
        assert_eq!(place("Riddle the example."), (2, before));
        // Where words are missing, the place is the end of the line.
        let short = "Whenever you cast an artifact spell, draw";
        assert_eq!(place(short), (2, before + short.chars().count()));
    }
}
