//! A house rule as a plugin: bounties.
//!
//! At the beginning of each upkeep the active player chooses a creature of an opponent and puts a bounty on it. When it is
//! gone, they gain 2 life. The rules know nothing of that.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use dracones::cards::def::StepName;
use dracones::model::agenda::Returned;
use dracones::model::decision::{Answer, Choice, Decision, Prompt, Shape};
use dracones::model::dirt::StateClass;
use dracones::model::event::Event;
use dracones::model::ids::{ObjectRef, Seat};
use dracones::model::references::references;
use dracones::model::task::{PluginTaskData, Task};
use dracones::model::turn::Turn;
use dracones::rules::driver::{Flow, TaskApp, push};
use dracones::rules::reading::{Board, Live, Reading};
use dracones::rules::sba::{Proposals, StateBasedActionApp};
use dracones::rules::slots::Slots;
use dracones::rules::state::{AsResource, Changing, OnObjects, PluginState, ReadGame, StateApp};
use serde::{Deserialize, Serialize};

/// How much life a bounty is worth.
const WORTH: i32 = 2;

/// On a creature: who has put a bounty on it. Gone with the object that it is on (CR 400.7).
#[derive(Component, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[component(storage = "SparseSet")]
pub(crate) struct Bounty {
    /// Who gains life for it.
    pub(crate) by: Seat,
}

/// The creatures with bounties, and how many bounties were paid.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Wanted {
    /// Which, and who gains life for each.
    pub(crate) open: Vec<(ObjectRef, Seat)>,
    /// How many were paid in this game.
    pub(crate) paid: u32,
}

/// The task of an upkeep.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Hunt {
    /// The active player is asked for a creature.
    Begin,
    /// They have chosen one of these.
    Chosen(Vec<ObjectRef>),
}

// Whatever refers to objects or players is named here: so it is found when positions are hashed, checked and dealt.
references! {
    struct Bounty { by }
    struct Wanted { open, paid }
    enum Hunt { Begin, Chosen(options) }
}

impl PluginState for Bounty {
    const NAME: &'static str = "bounties/bounty";
    type Kept = OnObjects;
}

impl PluginState for Wanted {
    const NAME: &'static str = "bounties/wanted";
    type Kept = AsResource;
}

impl PluginTaskData for Hunt {
    const NAME: &'static str = "bounties/hunt";

    /// A player has left: who is asked, and for what, is found again.
    fn ask_again(self) -> Self {
        Self::Begin
    }
}

/// The house rule. Comes after the rules.
#[derive(Default)]
pub(crate) struct Bounties;

impl Plugin for Bounties {
    fn build(&self, app: &mut App) {
        app.register_state::<Bounty>()
            .register_state::<Wanted>()
            .add_plugin_task::<Hunt, _>(hunt)
            .add_step_task(StepName::Upkeep, &Hunt::Begin)
            .add_state_based_action(|_| StateClass::BATTLEFIELD, |_| true, pay);
    }
}

/// Runs a [`Hunt`]: asks, or puts the bounty on what was chosen.
fn hunt(
    In(task): In<Hunt>,
    mut changing: Changing<'_, '_>,
    mut wanted: ResMut<'_, Wanted>,
    mut commands: Commands<'_, '_>,
) -> Flow {
    let game = &mut changing.state();
    let hunter = game.part::<Turn>().active;
    match task {
        Hunt::Begin => {
            let board = Live::new(game);
            let creatures = board.zones().battlefield.iter().filter(|id| {
                let chars = board.chars(**id);
                chars.is_creature() && chars.controller != hunter
            });
            let creatures: Vec<ObjectRef> = creatures.map(|id| board.object(*id).reference()).collect();
            let free = |object: &ObjectRef| wanted.open.iter().all(|(taken, _)| taken != object);
            let creatures: Vec<ObjectRef> = creatures.into_iter().filter(free).collect();
            let Some(first) = creatures.first() else { return Flow::Continue };
            let options = creatures.iter().map(|object| Choice::Object(*object)).collect();
            let decision = Decision::new(hunter, Prompt::ChooseObjects(*first), Shape::ChooseOne(options));
            push(game, Task::plugin(&Hunt::Chosen(creatures)));
            Flow::Ask(Box::new(decision))
        }
        Hunt::Chosen(creatures) => {
            if let Answer::One(place) = Returned::answer(game) {
                let creature = creatures[usize::from(place)];
                let entity = game.part::<Slots>().entity(creature.id);
                commands.entity(entity).insert(Bounty { by: hunter });
                wanted.open.push((creature, hunter));
            }
            Flow::Continue
        }
    }
}

/// A state-based action: whose bounty is gone gains life.
fn pay(read: Reading<'_, '_>, mut wanted: ResMut<'_, Wanted>, mut proposals: ResMut<'_, Proposals>) {
    let board = read.live();
    let (open, gone): (Vec<_>, Vec<_>) = wanted.open.iter().partition(|(object, _)| board.is_current(*object));
    wanted.paid += gone.len() as u32;
    wanted.open = open;
    proposals.events.extend(gone.into_iter().map(|(_, seat)| Event::GainLife { seat, amount: WORTH }));
}
