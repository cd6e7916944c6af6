//! Who answers for a player who has left the game (CR 800.4f-h).

use crate::model::agenda::{Agenda, Returned};
use crate::model::decision::{Answer, Choice, Decision, Prompt, Shape, chosen};
use crate::model::ids::{ObjectRef, Seat};
use crate::model::player::Players;
use crate::model::task::{LeavingTask, Task};
use crate::rules::driver::{Flow, push};
use crate::rules::state::{EditGame, ReadGame};

/// Has somebody else answer. The question's continuation is on top of the agenda.
pub(super) fn find(world: &mut impl EditGame, decision: Box<Decision>) -> Flow {
    let gone = decision.player;
    let players = world.part::<Players>();
    if matches!(decision.prompt, Prompt::MayPay(..)) {
        // CR 800.4f: the cost isn't paid.
        Returned::give_answer(world, Answer::Confirm(false));
        return Flow::Continue;
    }
    let Some((you, this)) = words(world).filter(|_| !is_of_the_rules(&decision.prompt)) else {
        // CR 800.4h.
        return Flow::Ask(by(decision, players.next(gone)));
    };
    // CR 800.4g: another opponent, if there is one.
    let mut from: Vec<Seat> = players.in_turn_order(gone).filter(|seat| gone == you || *seat != you).collect();
    if from.is_empty() {
        from.push(you);
    }
    // CR 800.4h: so is the controller, if they have left, too.
    let chooser = if players.is_alive(you) { you } else { players.next(you) };
    if let [only] = from[..] {
        return Flow::Ask(by(decision, only));
    }
    let shape = Shape::ChooseOne(from.iter().map(|seat| Choice::Player(*seat)).collect());
    let prompt = Prompt::ChoosePlayer(this);
    push(world, Task::Leaving(LeavingTask::Found { decision, from }));
    Flow::Ask(Box::new(Decision::new(chooser, prompt, shape)))
}

/// The player who was chosen is asked.
pub(super) fn found(world: &mut impl EditGame, decision: Box<Decision>, from: &[Seat]) -> Flow {
    let options: Vec<Choice> = from.iter().map(|seat| Choice::Player(*seat)).collect();
    let answer = Returned::answer(world);
    match chosen(&options, &answer) {
        Choice::Player(seat) => Flow::Ask(by(decision, seat)),
        other => panic!("players are offered, not {other:?}"),
    }
}

/// The question, put to another player.
fn by(mut decision: Box<Decision>, seat: Seat) -> Box<Decision> {
    (decision.player, decision.decider) = (seat, seat);
    decision
}

/// Whose words require the choice: its controller, and what it is on. `None` if no object does.
fn words(world: &impl ReadGame) -> Option<(Seat, ObjectRef)> {
    world.part::<Agenda>().words().map(|bindings| (bindings.you, bindings.this))
}

/// Whether the rules require a choice, whatever it comes up in: orders, and which replacement effect applies.
fn is_of_the_rules(prompt: &Prompt) -> bool {
    match prompt {
        Prompt::May(_)
        | Prompt::MayPay(..)
        | Prompt::ChooseObjects(_)
        | Prompt::Discard(_)
        | Prompt::Sacrifice(_)
        | Prompt::Search(_)
        | Prompt::Arrange(_)
        | Prompt::Piles(_)
        | Prompt::Course(_)
        | Prompt::Vote(_)
        | Prompt::Venture
        | Prompt::ChooseColor(_)
        | Prompt::ChooseName(..)
        | Prompt::ChooseCardType(_)
        | Prompt::ChooseSubtype(_)
        | Prompt::ChoosePlayer(_)
        | Prompt::ChooseNumber(_)
        | Prompt::ManaColor(_)
        | Prompt::EnterAsCopy(_)
        | Prompt::ApplyReplacement(_)
        | Prompt::RevealDrawn(..)
        | Prompt::CastNow(_)
        | Prompt::NewTargets(_)
        | Prompt::Targets { .. } => false,
        Prompt::Priority
        | Prompt::Mulligan { .. }
        | Prompt::MulliganBottom
        | Prompt::OpeningHand
        | Prompt::StartingPlayer
        | Prompt::DeclareAttackers
        | Prompt::DeclareBands(_)
        | Prompt::Enlist(_)
        | Prompt::DeclareBlockers
        | Prompt::CombatDamage(_)
        | Prompt::AsUnblocked(_)
        | Prompt::CleanupDiscard
        | Prompt::StayTapped
        | Prompt::Modes(_)
        | Prompt::OptionalCost(..)
        | Prompt::Splice(_)
        | Prompt::ChooseX(_)
        | Prompt::Divide(_)
        | Prompt::PayWith(_)
        | Prompt::PaySymbol(_)
        | Prompt::PayMana(_)
        | Prompt::TakeBack(_)
        | Prompt::OrderCards(_)
        | Prompt::OrderRounds(_)
        | Prompt::MergeOver(_)
        | Prompt::EnchantWhat(_)
        | Prompt::Replacement(_)
        | Prompt::OrderTriggers
        | Prompt::TriggerEvent(_)
        | Prompt::OrderGraveyard
        | Prompt::OrderTimestamps
        | Prompt::CommandZone(_)
        | Prompt::LegendRule => true,
    }
}
