//! Steps that act: what players do, and what they can do.

use super::{Answers, Play};
use crate::agents::{self, AgentError, AgentMaker};
use crate::cards::def::{HandAction, StepName};
use crate::cards::{AbilityKind, CardTable};
use crate::game::view::SeatView;
use crate::model::decision::{Answer, CastMethod, Choice, Decision, Prompt, Settings};
use crate::model::ids::{ObjectId, Seat};
use crate::model::player::Players;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{driver, turn};
use crate::tools::scenario::def::{Action, FromHand, Reply, Step};
use crate::tools::scenario::names::{self, Labels};
use bevy_ecs::prelude::*;

impl Play<'_> {
    pub(super) fn act_out(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Play { by, card, permit, half, answers } => {
                let wanted = |world: &World, labels: &Labels, c: &Choice| {
                    let Choice::PlayLand { permit: effect, .. } = c else { return false };
                    let way = CastMethod { permit: *effect, ..CastMethod::default() };
                    permit.as_deref().is_none_or(|by| labels.is_permitted_by(world, by, &way))
                        && names::is_half(world, c, half.as_deref())
                };
                self.act(*by, card, answers, wanted, 0)
            }
            Step::Cast { by, card, way, permit, half, answers } => {
                let wanted = |world: &World, labels: &Labels, c: &Choice| {
                    let Choice::Cast { way: w, .. } = c else { return false };
                    let permitted = |by: &str| labels.is_permitted_by(world, by, w);
                    !w.face_down
                        && (way.is_none() || w.alternative == *way)
                        && permit.as_deref().is_none_or(permitted)
                        && names::is_half(world, c, half.as_deref())
                };
                self.act(*by, card, answers, wanted, 0)
            }
            Step::CastFaceDown { by, card, answers } => self.act(*by, card, answers, |_, _, c| is_face_down(c), 0),
            Step::TurnFaceUp { by, what, way, answers } => {
                self.act(*by, what, answers, |_, _, c| matches!(c, Choice::TurnFaceUp { .. }), *way)
            }
            Step::Unlock { by, what, half, answers } => {
                let wanted = |world: &World, _: &Labels, c: &Choice| {
                    matches!(c, Choice::Door { .. }) && names::is_half(world, c, Some(half))
                };
                self.act(*by, what, answers, wanted, 0)
            }
            Step::Plot(what) => self.act_from_hand(what, HandAction::Plot),
            Step::Foretell(what) => self.act_from_hand(what, HandAction::Foretell),
            Step::Suspend(what) => self.act_from_hand(what, HandAction::Suspend),
            Step::Companion(what) => self.act_from_hand(what, HandAction::Companion),
            Step::Activate { by, of, ability, answers } => {
                self.act(*by, of, answers, |_, _, c| matches!(c, Choice::Activate { .. }), *ability)
            }
            Step::ActivateMana { by, of, ability, answers } => self.make_mana(*by, of, *ability, answers),
            Step::Pass { by, answers } => {
                self.priority_of(*by)?;
                let mut answers = self.answers(answers)?;
                self.submit(Answer::One(0))?;
                self.settle(&mut answers)?;
                answers.finish()
            }
            Step::Resolve => self.resolve(&[]),
            Step::ResolveWith(answers) => self.resolve(answers),
            Step::ResolveAll => {
                self.pass_until(&mut Answers::default(), |play| play.stack().is_empty() && play.has_priority())
            }
            Step::To(step) => self.to(*step, &[], false, false),
            Step::ToWith(step, answers) => self.to(*step, answers, false, false),
            Step::NextTurn(step) => self.to(*step, &[], true, false),
            Step::NextTurnWith(step, answers) => self.to(*step, answers, true, false),
            Step::Reach { step, next_turn, answers } => self.to(*step, answers, *next_turn, true),
            Step::Attack(pairs) => self.attack_in_bands(pairs, &[], &[]),
            Step::AttackWith(pairs, answers) => self.attack_in_bands(pairs, &[], answers),
            Step::AttackInBands(pairs, bands) => self.attack_in_bands(pairs, bands, &[]),
            Step::Block(pairs) => self.block(pairs, &[]),
            Step::BlockWith(pairs, answers) => self.block(pairs, answers),
            Step::IllegalAttack(pairs) => self.attack_refused(pairs),
            Step::IllegalAttackInBands(pairs, bands) => self.bands_refused(pairs, bands),
            Step::IllegalBlock(pairs) => self.block_refused(pairs),
            Step::RollPlanarDie(by, answers) => {
                self.priority_of(*by)?;
                let place = self.open()?.options().iter().position(|c| *c == Choice::RollPlanarDie);
                let place = place.ok_or_else(|| format!("P{by} can't roll the planar die"))? as u16;
                let mut answers = self.answers(answers)?;
                self.submit(Answer::One(place))?;
                self.settle(&mut answers)?;
                answers.finish()
            }
            Step::Mana(player, text) => self.mana(*player, text),
            Step::PutCounters(word, kind, count) => self.put_counters(word, *kind, *count),
            Step::Agents { agent, until } => self.agents(agent, *until),
            Step::Answer(by, reply) => {
                let asked = self.open()?.player;
                if asked != self.seat(*by)? {
                    return Err(format!("P{} is asked, not P{by}", asked.0 + 1));
                }
                self.answer(reply)
            }
            Step::Label(label, called) => self.labels.label(self.game.world(), label, called),
            Step::Labels(labels, called) => {
                labels.iter().rev().try_for_each(|label| self.labels.label(self.game.world(), label, called))
            }
            Step::Concede(by) => self.concede(*by),
            Step::Cite(..) | Step::Expect(_) => Ok(()),
            Step::Legal(action) => match self.offered(action)? {
                true => Ok(()),
                false => Err(format!("{action:?} isn't legal: {}", self.describe(self.open()?))),
            },
            Step::Illegal(action) => match self.offered(action)? {
                true => Err(format!("{action:?} is legal")),
                false => Ok(()),
            },
        }
    }

    /// Lets an agent play for all.
    fn agents(&mut self, name: &str, until: Option<StepName>) -> Result<(), String> {
        let maker: AgentMaker = name.parse().map_err(|error: AgentError| error.to_string())?;
        let seats = self.game.world().part::<Players>().seats();
        let mut all: Vec<_> = (0..seats).map(|seat| (maker.make(), agents::stream(0, 0, Seat(seat)))).collect();
        let turn = self.turn().number;
        while let Some(decision) = self.game.decision() {
            let now = self.turn();
            if now.number != turn || (until == Some(now.step) && decision.prompt == Prompt::Priority) {
                break;
            }
            let (agent, random) = &mut all[decision.decider.index()];
            let answer = agent.answer(&SeatView::new(self.game.world(), decision.decider), decision, random);
            self.submit(answer)?;
        }
        Ok(())
    }

    /// That a player has priority.
    fn priority_of(&self, by: u8) -> Result<&Decision, String> {
        let (seat, decision) = (self.seat(by)?, self.open()?);
        if decision.prompt != Prompt::Priority || decision.player != seat {
            return Err(format!("P{by} doesn't have priority: {}", self.describe(decision)));
        }
        Ok(decision)
    }

    /// Takes the `nth` action of an object that is `wanted`.
    fn act(
        &mut self,
        by: u8,
        object: &str,
        answers: &[Reply],
        wanted: impl Fn(&World, &Labels, &Choice) -> bool,
        nth: u8,
    ) -> Result<(), String> {
        let place = self.place_of(by, object, wanted, nth)?;
        let mut answers = self.answers(answers)?;
        self.submit(Answer::One(place))?;
        self.settle(&mut answers)?;
        answers.finish()
    }

    /// The place of the `nth` action of an object that is `wanted`, among what a player with priority can do.
    fn place_of(
        &self,
        by: u8,
        object: &str,
        wanted: impl Fn(&World, &Labels, &Choice) -> bool,
        nth: u8,
    ) -> Result<u16, String> {
        let decision = self.priority_of(by)?;
        let world = self.game.world();
        let fits = |c: &&Choice| wanted(world, &self.labels, c) && self.labels.fits(world, object, c);
        let mut found = Vec::new();
        for (i, choice) in decision.options().iter().enumerate().filter(|(_, c)| fits(c)) {
            // The abilities of one object are counted; of several objects so called the first is meant.
            let first = found.first().and_then(|f: &usize| subject(&decision.options()[*f]));
            if first.is_none() || first == subject(choice) {
                found.push(i);
            }
        }
        match found.get(usize::from(nth)) {
            Some(place) => Ok(*place as u16),
            None => Err(format!("this of `{object}` isn't legal: {}", self.describe(decision))),
        }
    }

    /// A player activates a mana ability: they are offered while players make mana themselves, and only that long.
    fn make_mana(&mut self, by: u8, of: &str, nth: u8, answers: &[Reply]) -> Result<(), String> {
        self.priority_of(by)?;
        let auto = self.game.world().part::<Settings>().auto_pay;
        let by_hand = |play: &mut Self, auto: bool| {
            let world = play.game.world_mut();
            world.part_mut::<Settings>().auto_pay = auto;
            if turn::ask_again(world) {
                driver::advance(world);
            }
        };
        if auto {
            by_hand(self, false);
        }
        let is_mana = |world: &World, _: &Labels, c: &Choice| {
            let Choice::Activate { key } = c else { return false };
            matches!(world.part::<CardTable>().ability(key.handle).kind, AbilityKind::Activated { is_mana: true, .. })
        };
        let place = self.place_of(by, of, is_mana, nth)?;
        let mut answers = self.answers(answers)?;
        self.game.world_mut().part_mut::<Settings>().auto_pay = auto;
        self.submit(Answer::One(place))?;
        self.settle(&mut answers)?;
        answers.finish()
    }

    /// A special action with a card of a hand, or with a companion.
    fn act_from_hand(&mut self, what: &FromHand, action: HandAction) -> Result<(), String> {
        self.act(what.by, &what.card, &what.answers, |_, _, c| is_from_hand(c, action), 0)
    }

    fn offered(&self, action: &Action) -> Result<bool, String> {
        let decision = self.open()?;
        if decision.prompt != Prompt::Priority {
            return Err(format!("nobody has priority: {}", self.describe(decision)));
        }
        let (word, half) = match action {
            Action::Play(word)
            | Action::Cast(word)
            | Action::Activate(word)
            | Action::ActivateAbility(word, _)
            | Action::CastFaceDown(word)
            | Action::Plot(word)
            | Action::Foretell(word)
            | Action::Suspend(word)
            | Action::Companion(word)
            | Action::TurnFaceUp(word) => (word.as_str(), None),
            Action::RollPlanarDie => (names::PLANAR_DIE, None),
            Action::PlayHalf(word, half) | Action::CastHalf(word, half) | Action::Unlock(word, half) => {
                (word.as_str(), Some(half.as_str()))
            }
        };
        let wanted = |c: &Choice| match action {
            Action::Play(_) | Action::PlayHalf(..) => matches!(c, Choice::PlayLand { .. }),
            Action::Cast(_) | Action::CastHalf(..) => matches!(c, Choice::Cast { way, .. } if !way.face_down),
            Action::CastFaceDown(_) => is_face_down(c),
            Action::Plot(_) => is_from_hand(c, HandAction::Plot),
            Action::Foretell(_) => is_from_hand(c, HandAction::Foretell),
            Action::Suspend(_) => is_from_hand(c, HandAction::Suspend),
            Action::Companion(_) => is_from_hand(c, HandAction::Companion),
            Action::Unlock(..) => matches!(c, Choice::Door { .. }),
            Action::TurnFaceUp(_) => matches!(c, Choice::TurnFaceUp { .. }),
            Action::RollPlanarDie => *c == Choice::RollPlanarDie,
            Action::Activate(_) => matches!(c, Choice::Activate { .. }),
            Action::ActivateAbility(_, nth) => {
                matches!(c, Choice::Activate { key } if names::place_of_ability(self.game.world(), *key) == Some(usize::from(*nth)))
            }
        };
        let world = self.game.world();
        let fits = |c: &Choice| wanted(c) && names::is_half(world, c, half) && self.labels.fits(world, word, c);
        Ok(decision.options().iter().any(fits))
    }
}

fn is_from_hand(choice: &Choice, wanted: HandAction) -> bool {
    matches!(choice, Choice::HandAction { action, .. } if *action == wanted)
}

fn is_face_down(choice: &Choice) -> bool {
    matches!(choice, Choice::Cast { way, .. } if way.face_down)
}

/// The object that an action is about.
fn subject(choice: &Choice) -> Option<ObjectId> {
    match choice {
        Choice::PlayLand { object, .. }
        | Choice::Cast { object, .. }
        | Choice::HandAction { object, .. }
        | Choice::Door { object, .. }
        | Choice::TurnFaceUp { object, .. } => Some(object.id),
        Choice::Activate { key } => Some(key.object.id),
        _ => None,
    }
}
