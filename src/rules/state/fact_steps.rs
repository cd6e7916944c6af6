//! What facts mean for rules that are a plugin of their own.

use super::{EditGame, GameState, GameWorld};
use crate::model::fact::{Fact, FactMask};
use bevy_app::App;

/// A step that a plugin takes as a fact is recorded: it notes what the fact means for its rules. If the same event is one of
/// its own as well, it answers that fact.
pub(crate) type FactStep = fn(&mut GameState<'_>, &Fact) -> Option<Fact>;

/// The steps of plugins. No state of a game. These are functions and not systems for the same reason as the steps of a change of
/// zones ([`ZoneMoves`](super::ZoneMoves)): facts are recorded in the middle of tasks.
#[derive(Default, Debug)]
pub struct FactSteps {
    asked: FactMask,
    steps: Vec<(FactMask, FactStep)>,
}

impl FactSteps {
    /// Whether a step is taken for facts of one of these kinds.
    #[inline]
    pub(crate) fn are_asked(&self, kinds: FactMask) -> bool {
        self.asked.intersects(kinds)
    }

    /// Takes the steps for facts that are about to be recorded, before anything else looks at them. Answers the facts that the
    /// steps add.
    pub(crate) fn take(world: &mut impl EditGame, facts: &[Fact]) -> Vec<Fact> {
        let asked = world.part::<Self>().asked;
        let mut more = Vec::new();
        for fact in facts.iter().filter(|fact| asked.intersects(fact.mask())) {
            world.with_state(|state| Self::follow(state, fact, &mut more));
        }
        more
    }
    fn follow(state: &mut GameState<'_>, fact: &Fact, more: &mut Vec<Fact>) {
        let mut place = 0;
        while let Some((asked, step)) = state.fact_steps.steps.get(place).copied() {
            place += 1;
            if asked.intersects(fact.mask()) {
                more.extend(step(state, fact));
            }
        }
    }
}

/// Adds to what is done as facts are recorded, while an app is built.
pub(crate) trait FactStepsApp {
    /// From now on this step is taken for facts of these kinds.
    ///
    /// # Panics
    /// If the world has no rules yet.
    fn add_fact_step(&mut self, asked: FactMask, step: FactStep) -> &mut Self;
}

impl FactStepsApp for App {
    fn add_fact_step(&mut self, asked: FactMask, step: FactStep) -> &mut Self {
        let steps = self.world_mut().get_part_mut::<FactSteps>().expect("CorePlugin comes first");
        steps.asked |= asked;
        steps.steps.push((asked, step));
        self
    }
}
