//! Random legal play: the measure of other agents, and what bulk tests of the rules use.

use super::Agent;
use crate::cards::AbilityKind;
use crate::game::view::SeatView;
use crate::model::decision::{Answer, Choice, Decision, Prompt, Shape};
use crate::model::rng::Stream;

/// One option uniformly; of a set each option with an even chance, repaired to the rule; orders and divisions uniform.
/// It never takes back what it proposed and never activates a mana ability for the mana alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Agent for Random {
    fn name(&self) -> &str {
        "random"
    }

    fn answer(&mut self, view: &SeatView<'_>, decision: &Decision, rng: &mut Stream) -> Answer {
        match (&decision.prompt, &decision.shape) {
            (Prompt::Priority, Shape::ChooseOne(options)) if options.iter().any(|o| only_mana(view, o)) => {
                let rest: Vec<u16> =
                    (0..options.len() as u16).filter(|i| !only_mana(view, &options[*i as usize])).collect();
                match rest.len() as u32 {
                    0 => decision.sample(rng),
                    n => Answer::One(rest[rng.below(n) as usize]),
                }
            }
            _ => decision.sample(rng),
        }
    }
}

/// Whether an option is to activate a mana ability (CR 605).
fn only_mana(view: &SeatView<'_>, option: &Choice) -> bool {
    match option {
        Choice::Activate { key } => {
            matches!(view.table().ability(key.handle).kind, AbilityKind::Activated { is_mana: true, .. })
        }
        _ => false,
    }
}
