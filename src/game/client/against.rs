//! Which options of a choice work against those who choose: harm for what is theirs, help for what is somebody else's.
//! It rests on the instructions alone ([`aim`]), so it is the same whatever the game looks like.

use super::visibility::{Viewer, Visibility};
use crate::cards::def::{Ballot, Instruction, ZoneKind};
use crate::cards::{CardTable, Op};
use crate::model::agenda::Agenda;
use crate::model::cast::CastTask;
use crate::model::decision::{Choice, Decision, Prompt};
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::task::Task;
use crate::model::zone::Zone;
use crate::rules::legal;
use crate::rules::resolving::{Aim, Chosen, aim, aim_of_attached};

/// For each option of a decision, in its order, whether it works against the player who makes it.
pub(super) fn against(visibility: &Visibility<'_>, decision: &Decision) -> Vec<bool> {
    let options = decision.options();
    let neutral = || vec![false; options.len()];
    let (targets, aimed) = match &decision.prompt {
        Prompt::Targets { of, instance } => (true, targeting(visibility, options, *of, *instance)),
        Prompt::EnchantWhat(aura) => (true, attaching(visibility, *aura)),
        Prompt::ChooseObjects(_) | Prompt::ChoosePlayer(_) | Prompt::Vote(_) => (false, following(visibility, options)),
        _ => return neutral(),
    };
    let Some(aimed) = aimed else { return neutral() };
    let own: Vec<Option<bool>> = options.iter().map(|choice| is_own(visibility, choice, decision.decider)).collect();
    // Where an instruction leaves no choice of whose it is, it isn't against anybody.
    if !targets && !(own.contains(&Some(true)) && own.contains(&Some(false))) {
        return neutral();
    }
    own.into_iter().map(|own| own.is_some_and(|own| own == (aimed == Aim::Harm))).collect()
}

/// Whether an option belongs to a player; `None` if it is neither an object nor a player.
fn is_own(visibility: &Visibility<'_>, choice: &Choice, player: Seat) -> Option<bool> {
    match choice.referent()? {
        Referent::Player(seat) => Some(seat == player),
        Referent::Object(object) => {
            let (view, _) = visibility.see(object)?;
            let whose = match view.object.zone {
                Zone::Battlefield | Zone::Stack => view.chars.controller,
                _ => view.object.owner,
            };
            Some(whose == player)
        }
    }
}

/// The zone of the objects among the options.
fn zone(visibility: &Visibility<'_>, options: &[Choice]) -> ZoneKind {
    let zone = options.iter().find_map(|choice| match choice {
        Choice::Object(object) => visibility.see(*object).map(|(view, _)| view.object.zone.kind()),
        _ => None,
    });
    zone.unwrap_or(ZoneKind::Battlefield)
}

fn task<'w>(visibility: &Visibility<'w>) -> Option<&'w Task> {
    visibility.board.part::<Agenda>().top()
}

/// Targets of what is being cast or activated; an Aura spell has one for what it will enchant (CR 303.4a).
fn targeting(visibility: &Visibility<'_>, options: &[Choice], of: ObjectRef, instance: u8) -> Option<Aim> {
    let Task::Cast(cast) = task(visibility)? else { return None };
    let CastTask::Go(cast) = cast.as_ref() else { return None };
    let table: &CardTable = visibility.table();
    let Some((text, row, first)) = legal::mode_of_instance(table, &cast.texts, &cast.bindings.modes, instance) else {
        return attaching(visibility, of);
    };
    let chosen = Chosen::Target(instance - first);
    aim(table, legal::program(text, row), 0, chosen, zone(visibility, options))
}

/// What something is attached to.
fn attaching(visibility: &Visibility<'_>, what: ObjectRef) -> Option<Aim> {
    let (view, known) = visibility.see(what)?;
    if known || visibility.viewer() == Viewer::Everything {
        aim_of_attached(visibility.table(), view.chars)
    } else {
        None
    }
}

/// What an instruction has somebody choose, by what those after it do with it.
fn following(visibility: &Visibility<'_>, options: &[Choice]) -> Option<Aim> {
    let Task::Run(frame) = task(visibility)? else { return None };
    let table: &CardTable = visibility.table();
    let op = table.program(frame.program).get(usize::from(frame.pc))?;
    let into = match op {
        Op::Do(effect) => match effect.as_ref() {
            Instruction::Choose { into, .. }
            | Instruction::ChoosePlayer { into, .. }
            | Instruction::ChoosePlayers { into, .. }
            | Instruction::Vote {
                among: Ballot::Objects(_, into) | Ballot::Each(_, into) | Ballot::Players { into, .. },
                ..
            } => *into,
            _ => return None,
        },
        _ => return None,
    };
    aim(table, frame.program, frame.pc + 1, Chosen::Var(into), zone(visibility, options))
}
