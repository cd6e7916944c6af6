//! What players are expected to vote for (CR 701.38).

use super::evaluator::Evaluator;
use crate::cards::def::{Ballot, Instruction, Var, Who};
use crate::model::bindings::{Bindings, Value};

/// Every word and every player gets a vote; of objects one is chosen as the first voter would.
pub(super) fn cast(
    evaluator: &Evaluator<'_, '_>,
    first: Who,
    among: &Ballot,
    bindings: &mut Bindings,
    chance: &mut i32,
) {
    match among {
        Ballot::Objects(from, into) | Ballot::Each(from, into) => {
            evaluator.choose(first, from, 1, (false, *into), bindings, chance);
        }
        Ballot::Players { from, into, .. } => {
            let players = evaluator.view.players_meant(bindings, *from);
            bindings.set(*into, Value::Votes(players.to_vec()));
        }
        Ballot::Words(words) => {
            let voters = evaluator.view.players_meant(bindings, Who::EachPlayer);
            for (word, voter) in words.iter().zip(voters.iter().cycle()) {
                bindings.set(*word, Value::Votes(vec![*voter]));
            }
        }
    }
}

/// Where a vote for objects or players is stored.
pub(super) const fn stored(effect: &Instruction) -> Option<Var> {
    match effect {
        Instruction::Vote {
            among: Ballot::Objects(_, into) | Ballot::Each(_, into) | Ballot::Players { into, .. },
            ..
        } => Some(*into),
        _ => None,
    }
}
