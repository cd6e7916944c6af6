//! Creatures that are tapped for others that attack (CR 508.1g, 702.154).

use super::{attack, tax};
use crate::cards::AbilityKind;
use crate::cards::def::TriggerEvent;
use crate::model::agenda::Returned;
use crate::model::combat::{Combat, CombatTask, Declared, Enlisted};
use crate::model::decision::{Answer, Choice, Decision, Prompt, SetRule, Shape};
use crate::model::event::{Batch, Event};
use crate::model::fact::Fact;
use crate::model::ids::{AbilityKey, ObjectRef};
use crate::model::object::Status;
use crate::model::task::Task;
use crate::model::turn::Turn;
use crate::rules::driver::{Flow, push};
use crate::rules::events;
use crate::rules::legal;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};

/// Whether a creature could be tapped for one of the attackers.
pub(super) fn is_offered(world: &impl ReadGame, attacks: &[Declared]) -> bool {
    !abilities(world, attacks).is_empty()
}

/// CR 702.154d: the enlist abilities of the attackers, each by itself.
fn abilities(world: &impl ReadGame, attacks: &[Declared]) -> Vec<AbilityKey> {
    let board = Live::new(world);
    let enlists = |kind: &AbilityKind| {
        matches!(kind, AbilityKind::Triggered { when: TriggerEvent::Enlists { linked: true, .. }, .. })
    };
    let mut all = Vec::new();
    for attack in attacks.iter().filter(|attack| board.is_current(attack.object)) {
        let own = board.chars(attack.object.id).abilities.iter();
        let enlisting = own.filter(|ability| enlists(&board.table().ability(ability.handle).kind));
        all.extend(enlisting.map(|ability| ability.key(attack.object)));
    }
    all
}

/// CR 702.154a: untapped creatures of the player that don't attack, and that have haste or have been under their control since the
/// turn began. None is tapped for two abilities.
fn candidates(world: &impl ReadGame, attacks: &[Declared]) -> Vec<ObjectRef> {
    let board = Live::new(world);
    let active = board.turn().active;
    let taken = &world.part::<Combat>().enlisted;
    let able = board.zones().battlefield.iter().filter(|id| {
        let (chars, status) = (board.chars(**id), board.status(**id));
        let there = !status.tapped && !status.phased_out;
        chars.is_creature() && chars.controller == active && there && !legal::summoning_sick(&board, **id)
    });
    let able = able.map(|id| board.object(*id).reference());
    able.filter(|o| attacks.iter().all(|a| a.object != *o) && taken.iter().all(|e| e.creature != *o)).collect()
}

/// CR 508.1g: asks for the first enlist ability; nothing has been chosen, or what was is forgotten.
pub(super) fn begin(world: &mut impl EditGame, attacks: Vec<Declared>, taxed: bool) -> Flow {
    world.part_mut::<Combat>().enlisted.clear();
    choose(world, attacks, 0, taxed)
}

/// CR 508.1g: asks for the next enlist ability, from that place on, which creature is tapped for it, if any. After the last one they
/// are tapped.
pub(super) fn choose(world: &mut impl EditGame, attacks: Vec<Declared>, from: u16, taxed: bool) -> Flow {
    if let Some(ability) = abilities(world, &attacks).get(usize::from(from)) {
        let mut options = candidates(world, &attacks);
        if taxed {
            // CR 508.1i-j: what the attacks cost is paid afterwards.
            let taken: Vec<ObjectRef> = world.part::<Combat>().enlisted.iter().map(|e| e.creature).collect();
            options.retain(|o| tax::can_be_paid(world, &attacks, &[taken.as_slice(), &[*o]].concat()));
        }
        if !options.is_empty() {
            let choices = options.iter().map(|o| Choice::Object(*o)).collect();
            let shape = Shape::ChooseSome { options: choices, min: 0, max: 1, rule: SetRule::default() };
            let prompt = Prompt::Enlist(ability.object);
            push(world, Task::Combat(CombatTask::Enlist { attacks, asked: Some(from), options, taxed }));
            let active = world.part::<Turn>().active;
            return Flow::Ask(Box::new(Decision::new(active, prompt, shape)));
        }
    }
    let tapping = world.part::<Combat>().enlisted.iter();
    let taps: Vec<Event> = tapping.map(|e| Event::Tap { object: e.creature, for_mana: false }).collect();
    push(world, Task::Combat(attack::paid_next(attacks, taxed)));
    if !taps.is_empty() {
        events::propose(world, Batch::of(taps));
    }
    Flow::Continue
}

/// The player has chosen a creature for the ability at that place, or none.
pub(super) fn chosen(
    world: &mut impl EditGame,
    attacks: Vec<Declared>,
    at: u16,
    options: &[ObjectRef],
    taxed: bool,
) -> Flow {
    let answer = Returned::answer(world);
    let Answer::Some(places) = answer else { panic!("expected a creature, got {answer:?}") };
    let creature = places.first().and_then(|place| options.get(usize::from(*place))).copied();
    let by = abilities(world, &attacks).get(usize::from(at)).copied();
    if let (Some(by), Some(creature)) = (by, creature) {
        world.part_mut::<Combat>().enlisted.push(Enlisted { by, creature });
    }
    choose(world, attacks, at + 1, taxed)
}

/// CR 733.1: nothing has been declared, and nothing is tapped for it.
pub(super) fn take_back(world: &mut impl EditGame) {
    for enlisted in std::mem::take(&mut world.part_mut::<Combat>().enlisted) {
        if Live::new(world).is_current(enlisted.creature) {
            world.row_mut::<Status>(enlisted.creature.id).tapped = false;
        }
    }
}

/// CR 702.154c: what the attackers have enlisted.
pub(super) fn facts(world: &impl ReadGame) -> Vec<Fact> {
    let combat = world.part::<Combat>();
    let attacks = combat.enlisted.iter().filter(|e| combat.attacker(e.by.object).is_some());
    attacks.map(|e| Fact::Enlisted(*e)).collect()
}
