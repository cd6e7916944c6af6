//! Cases (CR 719): what solves one, and what it has once it is solved.

use super::card::FaceText;
use super::decline::Decline;
use super::face::{Part, marked};
use super::levels::{at_level, of_level};
use super::syntax::FaceInfo;
use super::words::words;
use crate::cards::def::*;
use std::rc::Rc;

/// What stands before an ability that a Case has once it is solved (CR 702.169).
pub(super) const SOLVED: &str = "Solved \u{2014} ";

/// Whether a face is that of a Case.
pub(super) fn is_case(types: &TypeLine) -> bool {
    Subtype::named("Case").is_some_and(|case| types.subtypes.contains(case))
}

/// The abilities of the face of a Case.
pub(super) fn case(text: &FaceText, info: &Rc<FaceInfo>) -> Result<(Vec<AbilityDef>, Vec<Part>), Decline> {
    marked(text, info, (SOLVED, "what a solved Case has"), |given| {
        let solved = given.into_iter().map(|ability| of_level(ability, Designation::Solved));
        solved.collect::<Option<_>>().ok_or("an ability of that sort of a solved Case")
    })
}

/// CR 719.3a: at the beginning of its controller's end step it becomes solved.
pub(super) fn to_solve(condition: Condition) -> AbilityDef {
    let solved = Condition::Is(Obj::This, Filter::Designated(Designation::Solved));
    AbilityDef::Triggered(TriggeredDef {
        when: TriggerEvent::Beginning(StepName::End, Who::You),
        provided: Condition::Always,
        only_if: Condition::And(vec![condition, Condition::Not(Box::new(solved))]),
        targets: Vec::new(),
        effects: vec![Instruction::Designate(Objects::The(Obj::This), Designation::Solved)],
        modes: None,
        from: ZoneKind::Battlefield,
        per_turn: None,
    })
}

/// The condition of what [`to_solve`] makes.
pub(super) fn solves(ability: &AbilityDef) -> Option<Condition> {
    let AbilityDef::Triggered(TriggeredDef { only_if: Condition::And(both), .. }) = ability else { return None };
    let condition = both.first()?;
    (to_solve(condition.clone()) == *ability).then(|| condition.clone())
}

/// The lines of the face of a Case.
pub(super) fn lines(name: &str, types: &TypeLine, abilities: &[AbilityDef]) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    for ability in abilities {
        match at_level(ability, Designation::Solved) {
            Some(own) => lines.extend(words(name, types, &[own])?.into_iter().map(|line| format!("{SOLVED}{line}"))),
            None => lines.extend(words(name, types, std::slice::from_ref(ability))?),
        }
    }
    Some(lines)
}
