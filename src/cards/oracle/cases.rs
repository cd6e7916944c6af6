//! Cases (CR 719): what solves one, and what it has once it is solved.

use super::card::FaceText;
use super::decline::{Decline, Reason};
use super::face::{Part, abilities};
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

/// The abilities of the face of a Case. Each line is read by itself, since what follows the dash is an ability of its own.
pub(super) fn case(text: &FaceText, info: &Rc<FaceInfo>) -> Result<(Vec<AbilityDef>, Vec<Part>), Decline> {
    let lines: Vec<&str> = text.text.split('\n').collect();
    let first = lines.iter().position(|line| line.starts_with(SOLVED)).unwrap_or(lines.len());
    let plain = FaceText { text: lines[..first].join("\n"), ..text.clone() };
    let (mut all, mut parts) = abilities(&plain, info)?;
    for (at, line) in lines.iter().enumerate().skip(first) {
        let unsupported =
            |what: &str| Decline { line: at + 1, ..Decline::face(&text.name, Reason::Unsupported(what.to_owned())) };
        if !line.starts_with(SOLVED) {
            return Err(unsupported("a line after what a solved Case has"));
        }
        // It stands where it stands in the whole text. The word before the dash isn't read with it.
        let place = format!("{}{line}", "\n".repeat(at));
        let (given, read) = abilities(&FaceText { text: place, ..text.clone() }, info)?;
        parts.extend(read);
        for ability in given {
            let solved = of_level(ability, Designation::Solved);
            all.push(solved.ok_or_else(|| unsupported("an ability of that sort of a solved Case"))?);
        }
    }
    Ok((all, parts))
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
