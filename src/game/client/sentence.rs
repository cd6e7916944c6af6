//! What a decision asks, as a sentence.

use super::visibility::Visibility;
use crate::model::decision::{Decision, Prompt, Shape};
use crate::model::ids::{ObjectRef, Referent};
use crate::model::player::Players;
use crate::model::turn::Turn;

/// The objects and players that a prompt names.
pub(crate) fn about(prompt: &Prompt) -> Option<Referent> {
    match prompt {
        Prompt::DeclareBands(what) | Prompt::Replacement(what) => Some(*what),
        Prompt::CombatDamage(o)
        | Prompt::Modes(o)
        | Prompt::Enlist(o)
        | Prompt::OptionalCost(o, _)
        | Prompt::Splice(o)
        | Prompt::ChooseX(o)
        | Prompt::Targets { of: o, .. }
        | Prompt::Divide(o)
        | Prompt::PayWith(o)
        | Prompt::PaySymbol(o)
        | Prompt::PayMana(o)
        | Prompt::TakeBack(o)
        | Prompt::ManaColor(o)
        | Prompt::May(o)
        | Prompt::MayPay(o, _)
        | Prompt::ChooseObjects(o)
        | Prompt::Discard(o)
        | Prompt::Sacrifice(o)
        | Prompt::Search(o)
        | Prompt::Arrange(o)
        | Prompt::OrderCards(o)
        | Prompt::OrderRounds(o)
        | Prompt::Piles(o)
        | Prompt::Course(o)
        | Prompt::Vote(o)
        | Prompt::MergeOver(o)
        | Prompt::ChooseColor(o)
        | Prompt::ChooseName(o, _)
        | Prompt::ChooseCardType(o)
        | Prompt::ChooseSubtype(o)
        | Prompt::ChoosePlayer(o)
        | Prompt::ChooseNumber(o)
        | Prompt::EnterAsCopy(o)
        | Prompt::EnchantWhat(o)
        | Prompt::ApplyReplacement(o)
        | Prompt::RevealDrawn(o, _)
        | Prompt::AsUnblocked(o)
        | Prompt::TriggerEvent(o)
        | Prompt::CommandZone(o)
        | Prompt::CastNow(o)
        | Prompt::NewTargets(o) => Some(Referent::Object(*o)).filter(|_| *o != ObjectRef::NONE),
        Prompt::Priority
        | Prompt::Mulligan { .. }
        | Prompt::MulliganBottom
        | Prompt::OpeningHand
        | Prompt::StartingPlayer
        | Prompt::DeclareAttackers
        | Prompt::DeclareBlockers
        | Prompt::CleanupDiscard
        | Prompt::StayTapped
        | Prompt::Venture
        | Prompt::OrderTriggers
        | Prompt::OrderGraveyard
        | Prompt::OrderTimestamps
        | Prompt::LegendRule => None,
    }
}

/// What a decision asks.
pub(super) fn sentence(visibility: &Visibility<'_>, decision: &Decision) -> String {
    let called = |what: Referent| match what {
        Referent::Object(object) => visibility.called(object),
        Referent::Player(seat) => format!("player {seat}"),
    };
    let name = about(&decision.prompt).map_or_else(|| "the game".to_owned(), called);
    let many = how_many(&decision.shape);
    let range = match decision.shape {
        Shape::Number { min, max } => format!(" ({min} to {max})"),
        _ => String::new(),
    };
    match &decision.prompt {
        Prompt::Priority => "You have priority: do something, or pass.".to_owned(),
        Prompt::Mulligan { taken } => {
            let after = match taken {
                0 => String::new(),
                1 => " after a mulligan".to_owned(),
                n => format!(" after {n} mulligans"),
            };
            format!("Do you keep this hand{after}? {}", begins(visibility, decision))
        }
        Prompt::MulliganBottom => format!("Choose {many} of your hand for the bottom of your library."),
        Prompt::OpeningHand => "Do something with a card of your opening hand, or go on.".to_owned(),
        Prompt::StartingPlayer => "Who takes the first turn?".to_owned(),
        Prompt::DeclareAttackers => "Declare attackers.".to_owned(),
        Prompt::DeclareBands(_) => format!("Choose creatures that attack {name} as a band, or none."),
        Prompt::Enlist(_) => format!("Tap a creature for {name} to enlist, or go on."),
        Prompt::DeclareBlockers => "Declare blockers.".to_owned(),
        Prompt::CombatDamage(_) => format!("Divide the combat damage of {name}."),
        Prompt::CleanupDiscard => format!("Your turn ends with too many cards in hand: discard {many}."),
        Prompt::StayTapped => "Choose permanents that stay tapped.".to_owned(),
        Prompt::Modes(_) => format!("Choose {many} of the modes of {name}."),
        Prompt::OptionalCost(..) if decision.shape == Shape::Confirm => {
            format!("Do you pay the optional cost of {name}?")
        }
        Prompt::OptionalCost(..) if matches!(decision.shape, Shape::ChooseOne(_)) => {
            format!("Choose an opponent for the optional cost of {name}, or go on.")
        }
        Prompt::OptionalCost(..) => format!("How often do you pay the optional cost of {name}{range}?"),
        Prompt::Splice(_) => format!("Splice a card of your hand onto {name}, or go on."),
        Prompt::ChooseX(_) => format!("Choose X for {name}{range}."),
        Prompt::Targets { .. } => format!("Choose {many} for {name} to target."),
        Prompt::Divide(_) => format!("Divide what {name} does among its targets."),
        Prompt::PayWith(_) => format!("Choose {many} to pay for {name} with."),
        Prompt::PaySymbol(_) => format!("How do you pay this symbol in the cost of {name}?"),
        Prompt::PayMana(_) => format!("Make mana for {name}, or pay."),
        Prompt::TakeBack(_) => format!("{name} is taken back: which mana abilities are reversed with it?"),
        Prompt::ManaColor(_) => format!("Which mana does {name} make?"),
        Prompt::May(_) => format!("Do you want {name} to do this?"),
        Prompt::MayPay(..) => format!("Do you pay for {name}?"),
        Prompt::ChooseObjects(_) => format!("Choose {many} for {name}."),
        Prompt::Discard(_) => format!("Discard {many} because of {name}."),
        Prompt::Sacrifice(_) => format!("Sacrifice {many} because of {name}."),
        Prompt::Search(_) => format!("Search for {many} because of {name}."),
        Prompt::Arrange(_) => format!("Choose which of these cards don't stay on top ({name})."),
        Prompt::OrderCards(_) => "Put these cards in order, the first one nearest the top.".to_owned(),
        Prompt::OrderRounds(_) if matches!(decision.shape, Shape::ChooseOne(_)) => {
            format!("Which of these does {name} treat next?")
        }
        Prompt::OrderRounds(_) => format!("In which order does {name} treat these?"),
        Prompt::Piles(_) => format!("Choose the first of two piles for {name}."),
        Prompt::Course(_) => format!("Choose what {name} does."),
        Prompt::Vote(_) if matches!(decision.shape, Shape::ChooseSome { .. }) => {
            format!("Vote because of {name}, or go on.")
        }
        Prompt::Vote(_) => format!("Vote because of {name}."),
        Prompt::MergeOver(_) => format!("Does {name} go on top of the creature that it merges with?"),
        Prompt::Venture => "Into which room do you venture?".to_owned(),
        Prompt::ChooseColor(_) => format!("Choose a colour for {name}."),
        Prompt::ChooseName(..) => format!("Choose a card name for {name}."),
        Prompt::ChooseCardType(_) => format!("Choose a card type for {name}."),
        Prompt::ChooseSubtype(_) => format!("Choose a subtype for {name}."),
        Prompt::ChoosePlayer(_) => format!("Choose a player for {name}."),
        Prompt::ChooseNumber(_) => format!("Choose a number for {name}{range}."),
        Prompt::EnterAsCopy(_) => format!("Choose {many} that {name} enters as a copy of."),
        Prompt::EnchantWhat(_) => format!("Choose what {name} enchants."),
        Prompt::Replacement(_) if matches!(decision.shape, Shape::Distribute { .. }) => {
            format!("Which of the damage to {name} is prevented?")
        }
        Prompt::Replacement(_) => format!("Several effects change what happens to {name}: which one applies first?"),
        Prompt::ApplyReplacement(_) => format!("Do you apply the effect of {name}?"),
        Prompt::AsUnblocked(_) => format!("Does {name} assign its combat damage as though it weren't blocked?"),
        Prompt::RevealDrawn(_, 0) => format!("Do you reveal {name} as you draw it?"),
        Prompt::RevealDrawn(_, nth) => format!("Do you reveal {name} as you draw it by its ability {}?", nth + 1),
        Prompt::OrderTriggers => "In which order do these abilities go on the stack?".to_owned(),
        Prompt::TriggerEvent(_) => format!("Which of these made the ability of {name} trigger?"),
        Prompt::OrderGraveyard => "In which order do these cards go to your graveyard?".to_owned(),
        Prompt::OrderTimestamps => "In which order do these enter, the oldest first?".to_owned(),
        Prompt::CommandZone(_) => format!("Does your commander {name} go to the command zone?"),
        Prompt::LegendRule => "Choose the legendary permanent that stays.".to_owned(),
        Prompt::CastNow(_) => format!("Cast a spell because of {name}, or go on."),
        Prompt::NewTargets(_) => format!("Choose new targets for {name}, or leave them."),
    }
}

/// Who takes the first turn (CR 103.1): people keep other hands on the play, where nothing is drawn in the first turn
/// (103.8a), than on the draw.
fn begins(visibility: &Visibility<'_>, decision: &Decision) -> String {
    let first = visibility.board.part::<Turn>().first;
    let two = visibility.board.part::<Players>().seats() == 2;
    match (first == decision.player, two) {
        (true, true) => "You are on the play: you take the first turn, without drawing.".to_owned(),
        (true, false) => "You are on the play: you take the first turn.".to_owned(),
        (false, true) => format!("You are on the draw: player {first} takes the first turn."),
        (false, false) => format!("Player {first} takes the first turn."),
    }
}

/// How many options are chosen, in words.
fn how_many(shape: &Shape) -> String {
    match shape {
        Shape::ChooseSome { min, max, .. } if min == max => max.to_string(),
        Shape::ChooseSome { min: 0, max, options, .. } if usize::from(*max) >= options.len() => "any number".to_owned(),
        Shape::ChooseSome { min: 0, max, .. } => format!("up to {max}"),
        Shape::ChooseSome { min, max, .. } => format!("{min} to {max}"),
        _ => "one".to_owned(),
    }
}
