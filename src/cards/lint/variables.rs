//! Which variables a definition sets.

use crate::cards::def::{AbilityDef, Ballot, Instruction, Var, Walk};
use derive_visitor::VisitorMut;
use std::collections::BTreeSet;

/// The variables that instructions of abilities set. The abilities are lent for writing because visitors are, and stay as they are.
pub(super) fn set_in(abilities: &mut [AbilityDef]) -> BTreeSet<Var> {
    let mut set = SetVars::default();
    abilities.iter_mut().for_each(|ability| ability.walk(&mut set));
    set.0
}

/// The variables that instructions set.
pub(in crate::cards) fn set_by_instructions(effects: &[Instruction]) -> BTreeSet<Var> {
    let mut set = SetVars::default();
    effects.to_vec().iter_mut().for_each(|effect| effect.walk(&mut set));
    set.0
}

/// Whether these are words among which somebody can choose, as few as a choice can have (CR 701.38a).
pub(super) fn are_several(words: &[Var]) -> bool {
    let different: BTreeSet<&Var> = words.iter().collect();
    different.len() == words.len() && (2..=usize::from(u8::MAX)).contains(&words.len())
}

#[derive(Default, VisitorMut)]
#[visitor(Instruction(enter))]
struct SetVars(BTreeSet<Var>);

impl SetVars {
    fn enter_instruction(&mut self, instruction: &mut Instruction) {
        self.0.extend(set_by(instruction).into_iter().flatten());
        if let Instruction::Vote { among: Ballot::Words(words), .. } = instruction {
            self.0.extend(words.iter().copied());
        }
        if let Instruction::RollDice { odd, even, .. } = instruction {
            self.0.extend([*odd, *even].into_iter().flatten());
        }
    }
}

/// The variables that an instruction sets by itself.
const fn set_by(instruction: &Instruction) -> [Option<Var>; 2] {
    use Instruction as I;
    match instruction {
        I::Set(into, _)
        | I::Keep(into, _)
        | I::Choose { into, .. }
        | I::ChooseOfEach { into, .. }
        | I::ChooseColor { into, .. }
        | I::ChooseName { into, .. }
        | I::ChooseCardType { into, .. }
        | I::ChooseSubtype { into, .. }
        | I::ChoosePlayer { into, .. }
        | I::ChoosePlayers { into, .. }
        | I::KeepPlayers { into, .. }
        | I::ChooseNumber { into, .. }
        | I::CopyInExile { into, .. }
        | I::RollDice { into, .. }
        | I::Vote { among: Ballot::Objects(_, into) | Ballot::Each(_, into) | Ballot::Players { into, .. }, .. }
        | I::Search { into, .. } => [Some(*into), None],
        I::Piles { first, second, .. } => [Some(*first), Some(*second)],
        I::FlipCoin { won, lost, .. } => [Some(*won), Some(*lost)],
        I::Move { into, .. }
        | I::Destroy { into, .. }
        | I::SacrificeChoice { into, .. }
        | I::Draw { into, .. }
        | I::Discard { into, .. }
        | I::Mill { into, .. }
        | I::GainLife(_, _, into)
        | I::LoseLife(_, _, into)
        | I::RemoveCounters { into, .. }
        | I::RemoveAnyCounters { into, .. }
        | I::RemoveAllCounters { into, .. }
        | I::MoveCounters { into, .. }
        | I::ExchangeControl { into, .. }
        | I::PhaseOutUntil { into, .. }
        | I::CreateToken { into, .. }
        | I::CastNow { into, .. } => [*into, None],
        I::ExileUntil { into, exiled: all, .. }
        | I::RevealUntil { into, revealed: all, .. }
        | I::Damage { into, dealt_to: all, .. } => [*into, *all],
        I::If { .. }
        | I::May { .. }
        | I::MayPay { .. }
        | I::ForEach(..)
        | I::Repeat(..)
        | I::RepeatUntil(..)
        | I::Again
        | I::OnceEachTurn(_)
        | I::ChooseOne(..)
        | I::FaceVillainousChoice(..)
        | I::TimeTravel
        | I::RememberChoice(_)
        | I::Vote { among: Ballot::Words(_), .. }
        | I::Sacrifice(_)
        | I::SacrificeThese(..)
        | I::SacrificeAndMove { .. }
        | I::DiscardThese(_)
        | I::Reveal(_)
        | I::Look(..)
        | I::Shuffle(_)
        | I::Scry(..)
        | I::Surveil(..)
        | I::SetLife(..)
        | I::Fight(..)
        | I::Pair(..)
        | I::AddMana { .. }
        | I::LoseMana(_)
        | I::Does(..)
        | I::Tap(_)
        | I::Untap(_)
        | I::PutCounters { .. }
        | I::MoreOfEachKind { .. }
        | I::PutCountersOf { .. }
        | I::Proliferate(_)
        | I::Attach(..)
        | I::Unattach(_)
        | I::ExchangeLife(..)
        | I::ExchangeText { .. }
        | I::EachDamages { .. }
        | I::ExchangeLifeWith { .. }
        | I::ExchangeZones(..)
        | I::RemoveDamage(_)
        | I::Designate(..)
        | I::EndDesignation(..)
        | I::Regenerate(_)
        | I::BecomeBlocked(_)
        | I::RemoveFromCombat(_)
        | I::PhaseOut(_)
        | I::Transform(_)
        | I::Flip(_)
        | I::TurnFaceUp(_)
        | I::TurnFaceDown(_)
        | I::Continuous(..)
        | I::Delayed { .. }
        | I::Reflexive(_)
        | I::Emblem(..)
        | I::Counter { .. }
        | I::CopySpell { .. }
        | I::CopySpellFor { .. }
        | I::BecomePlotted(_)
        | I::Link(..)
        | I::ChangeTargets(..)
        | I::RedirectSpell(_)
        | I::RedirectTo(..)
        | I::AttachToPlayer(..)
        | I::Planeswalk(_)
        | I::ChaosEnsues
        | I::RollPlanarDie(_)
        | I::SetInMotion(_)
        | I::Abandon(_)
        | I::Unlock(_)
        | I::Lock(_)
        | I::ExtraTurn(_)
        | I::ExtraTurnWith { .. }
        | I::ExtraTurnAfterNext(_)
        | I::EndNow(_)
        | I::SkipNext(..)
        | I::ExtraCombat { .. }
        | I::ItBecomes(_)
        | I::BecomeMonarch(_)
        | I::GetBlessing(_)
        | I::RaiseSpeed(_)
        | I::TakeInitiative(_)
        | I::RingTempts(_)
        | I::Venture(..)
        | I::Win(_)
        | I::Lose(_) => [None, None],
    }
}
