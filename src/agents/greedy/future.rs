//! What the coming turns bring, as far as the board tells: what leaves by itself, and what triggers again and again.

use super::evaluator::Evaluator;
use super::value::{Body, main_opponent};
use crate::cards::def::{Instruction, Obj, Objects, StepName, TriggerEvent};
use crate::cards::{AbilityKind, Op};
use crate::game::view::SeatView;
use crate::model::bindings::{Bindings, EventData};
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::object::{AbilityInstance, Characteristics};

/// How many rounds ahead are counted.
const ROUNDS: i32 = 3;

/// Whether a permanent with these characteristics sacrifices itself at the end of this turn.
pub(super) fn is_fleeting(view: &SeatView<'_>, chars: &Characteristics, object: ObjectRef) -> bool {
    let table = view.table();
    chars.abilities.iter().any(|ability| {
        let AbilityKind::Triggered { when: TriggerEvent::Beginning(StepName::End, who), body, .. } =
            &table.ability(ability.handle).kind
        else {
            return false;
        };
        let [row] = body.modes.as_slice() else { return false };
        let leaves = match table.def(ability.handle.def).programs[row.program as usize].first() {
            Some(Op::Do(effect)) => matches!(effect.as_ref(), Instruction::Sacrifice(Objects::The(Obj::This))),
            _ => false,
        };
        leaves && view.players_meant(&Bindings::new(chars.controller, object), *who).contains(&view.turn().active)
    })
}

/// The damage that the creatures of others can deal to a player in a turn, each creature of theirs stopping one.
pub(super) fn pressure(view: &SeatView<'_>, seat: Seat) -> i32 {
    let mut blockers = 0;
    let mut strengths: Vec<i32> = Vec::new();
    for seen in view.battlefield().filter(|s| s.chars.is_creature()) {
        if seen.chars.controller == seat {
            blockers += 1;
        } else {
            strengths.push(Body::of(seen.chars).total_strength());
        }
    }
    strengths.sort_unstable_by(|a, b| b.cmp(a));
    strengths.into_iter().skip(blockers).sum()
}

/// What the abilities of a permanent that trigger at the beginning of steps do in a round, as far as the viewer can
/// tell: what it is worth but for life, and the life that opponents and the viewer lose.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    worth: i32,
    dealt: i32,
    suffered: i32,
}

impl Evaluator<'_, '_> {
    /// What the abilities that trigger at the beginning of steps and take life are worth over the next rounds, `None`
    /// without such. Life counts as little as there will be then.
    pub(super) fn recurring(&self, object: ObjectRef, abilities: &[AbilityInstance]) -> Option<i32> {
        let round = self.round(object, abilities).filter(|r| r.dealt > 0 || r.suffered > 0)?;
        let opponent = main_opponent(self.view)?;
        let (mut drained, mut drains) = (pressure(self.view, self.me), pressure(self.view, opponent));
        for other in self.view.battlefield().filter_map(|s| self.round(s.reference, &s.chars.abilities)) {
            drained += other.suffered;
            drains += other.dealt;
        }
        let loss = |seat: Seat, before: i32, amount: i32| {
            let later = (self.view.player(seat).life - ROUNDS * before).max(1);
            let more = ROUNDS * amount - later;
            // Who is dead by then: the sooner, the more.
            if more < 0 {
                self.style.life_lost(later, ROUNDS * amount)
            } else {
                self.style.life(later) + 20 * more.min(20)
            }
        };
        let lives = loss(opponent, drains, round.dealt) - loss(self.me, drained, round.suffered);
        Some(round.worth + lives)
    }

    fn round(&self, object: ObjectRef, abilities: &[AbilityInstance]) -> Option<Round> {
        let table = self.view.table();
        let mut round = None;
        for ability in abilities {
            let kind = &table.ability(ability.handle).kind;
            let AbilityKind::Triggered { when: TriggerEvent::Beginning(_, who), .. } = kind else { continue };
            let sum = round.get_or_insert(Round::default());
            let mut bindings = Bindings::new(self.me, object);
            for seat in self.view.players_meant(&bindings, *who) {
                let (subject, player) = (Some(Referent::Player(seat)), Some(seat));
                bindings.event = Some(EventData { subject, player, ..EventData::default() });
                self.tally.set(true);
                sum.worth += self.ability(ability.handle, &mut bindings).clamp(-1000, 1000) / 2;
                self.tally.set(false);
                sum.dealt += self.dealt.get();
                sum.suffered += self.suffered.get();
            }
        }
        round
    }
}
