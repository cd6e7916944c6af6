//! Declarations of attackers and blockers, as pairs of words.

use super::{Answers, Play};
use crate::cards::def::StepName;
use crate::model::agenda::Agenda;
use crate::model::combat::{Combat, CombatTask};
use crate::model::decision::{Answer, Choice, Pending, Prompt, Shape};
use crate::model::ids::{Seat, SeatSet};
use crate::model::object::Characteristics;
use crate::model::player::Players;
use crate::model::task::Task;
use crate::model::turn::{PriorityTask, Turn, TurnTask};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::turn;
use crate::tools::scenario::def::Reply;
use crate::tools::scenario::names::get;
use crate::tools::scenario::text;

impl Play<'_> {
    pub(super) fn block(&mut self, pairs: &[(String, String)], answers: &[Reply]) -> Result<(), String> {
        self.declare(&Prompt::DeclareBlockers)?;
        let mut answers = self.answers(answers)?;
        let answer = self.declaration(pairs, Self::blocks)?;
        self.submit(answer)?;
        self.settle(&mut answers)?;
        answers.finish()
    }

    pub(super) fn attacks(&self, (attacker, target): &(String, String), choice: &Choice) -> bool {
        let Choice::Attack { attacker: a, target: t } = choice else { return false };
        let world = self.game.world();
        self.labels.means(world, attacker, a.id) && self.labels.refers(world, target, *t)
    }

    pub(super) fn blocks(&self, (blocker, attacker): &(String, String), choice: &Choice) -> bool {
        let Choice::Block { blocker: b, attacker: a } = choice else { return false };
        let world = self.game.world();
        self.labels.means(world, blocker, b.id) && self.labels.means(world, attacker, a.id)
    }

    /// Everybody passes until a declaration is asked for. Blocks belong to the combat that is on.
    pub(super) fn declare(&mut self, prompt: &Prompt) -> Result<(), String> {
        let asked = |play: &Self| play.game.decision().is_some_and(|d| d.prompt == *prompt);
        let (turn, attacked) = (self.turn().number, self.turn().step == StepName::DeclareAttackers);
        let over = |play: &Self| {
            let now = play.turn();
            attacked && *prompt == Prompt::DeclareBlockers && (now.number, now.step) > (turn, StepName::DeclareBlockers)
        };
        self.pass_until(&mut Answers::default(), |play| asked(play) || over(play))?;
        if over(self) {
            return Err("nobody is asked to block: no creature can".to_owned());
        }
        self.open().map(|_| ())
    }

    /// The answer that declares pairs.
    ///
    /// # Errors
    /// If they can't be declared.
    pub(super) fn declaration(
        &self,
        pairs: &[(String, String)],
        fits: impl Fn(&Self, &(String, String), &Choice) -> bool,
    ) -> Result<Answer, String> {
        let decision = self.open()?;
        let describe = || self.describe(decision);
        let mut places: Vec<u16> = Vec::new();
        for pair in pairs {
            let free = |i: usize| !places.contains(&(i as u16));
            let found = decision.options().iter().enumerate().find(|(i, c)| free(*i) && fits(self, pair, c));
            let Some((i, _)) = found else { return Err(format!("{pair:?} isn't offered: {}", describe())) };
            places.push(i as u16);
        }
        places.sort_unstable();
        let answer = match decision.shape {
            Shape::ChooseSome { .. } => Answer::Some(places),
            _ => return Err(describe()),
        };
        decision.check(&answer).map_err(|e| format!("{e}: {}", describe()))?;
        Ok(answer)
    }

    /// That these couldn't attack if attackers were declared now (CR 508.1).
    pub(super) fn attack_refused(&self, pairs: &[(String, String)]) -> Result<(), String> {
        self.all_known(pairs.iter().flat_map(|(a, b)| [a, b]))?;
        self.all_could(pairs, "attack", |controller, active| controller == active)?;
        let legal = match self.asked_now(&Prompt::DeclareAttackers, CombatTask::DeclareAttackers)? {
            Some(asked) => asked.declaration(pairs, Self::attacks).is_ok(),
            None => pairs.is_empty(),
        };
        if legal { Err(self.is_legal(&format!("{pairs:?}"))) } else { Ok(()) }
    }

    /// That these couldn't block if blockers were declared now (CR 509.1); each defending player declares their own.
    pub(super) fn block_refused(&self, pairs: &[(String, String)]) -> Result<(), String> {
        self.all_known(pairs.iter().flat_map(|(a, b)| [a, b]))?;
        self.all_could(pairs, "block", |controller, active| controller != active)?;
        let world = self.game.world();
        if self.open()?.prompt == Prompt::DeclareBlockers {
            return match self.declaration(pairs, Self::blocks) {
                Ok(_) => Err(self.is_legal(&format!("{pairs:?}"))),
                Err(_) => Ok(()),
            };
        }
        let combat = world.part::<Combat>();
        if combat.attackers.is_empty() {
            return Err("nothing attacks, so that nothing could block: `Attack` first".to_owned());
        }
        if combat.attackers.iter().any(|a| a.blocked.is_some()) {
            return Err("blockers have been declared in this combat".to_owned());
        }
        let players = world.part::<Players>();
        let (active, all): (_, SeatSet) = (self.turn().active, players.alive().collect());
        let mut rest: Vec<&(String, String)> = pairs.iter().collect();
        for seat in players.in_turn_order(active).filter(|s| *s != active) {
            let mut done = all;
            done.remove(seat);
            let task = CombatTask::DeclareBlockers { done };
            let Some(asked) = self.asked_now(&Prompt::DeclareBlockers, task)? else { continue };
            let offered =
                |pair: &(String, String)| asked.open().is_ok_and(|d| d.options().iter().any(|c| asked.blocks(pair, c)));
            let (own, others) = rest.into_iter().partition::<Vec<_>, _>(|pair| offered(pair));
            rest = others;
            let own: Vec<(String, String)> = own.into_iter().cloned().collect();
            if asked.declaration(&own, Self::blocks).is_err() {
                return Ok(());
            }
        }
        // What nobody is offered can't be declared.
        if rest.is_empty() { Err(self.is_legal(&format!("{pairs:?}"))) } else { Ok(()) }
    }

    /// That the creatures are on the right side in this turn: a test that they can't attack or block would prove nothing
    /// otherwise.
    pub(super) fn all_could(
        &self,
        pairs: &[(String, String)],
        what: &str,
        right: impl Fn(Seat, Seat) -> bool,
    ) -> Result<(), String> {
        let (world, active) = (self.game.world(), self.turn().active);
        for (word, _) in pairs {
            let Ok(id) = self.labels.permanent(world, word) else { continue };
            let controller = get::<Characteristics>(world, id).controller;
            if !right(controller, active) {
                let (whose, now) = (text::seat(controller), text::seat(active));
                return Err(format!("`{word}` is {whose}'s, which can't {what} in the turn of {now} anyway"));
            }
        }
        Ok(())
    }

    /// A copy of the game in which a declaration is asked for as it would be now: the open one, or that of a combat step
    /// that begins on the spot. `None` if nobody would be asked, because nobody has anything to declare.
    pub(super) fn asked_now(&self, prompt: &Prompt, task: CombatTask) -> Result<Option<Self>, String> {
        let open = self.open()?.prompt == *prompt;
        let mut copy = Play::trial(&self.game, &self.labels);
        if !open {
            let world = copy.game.world_mut();
            let active = world.part::<Turn>().active;
            let turn = world.part_mut::<Turn>();
            turn.step = match prompt {
                Prompt::DeclareBlockers => StepName::DeclareBlockers,
                _ => StepName::DeclareAttackers,
            };
            turn.steps = turn::steps_after(turn.step);
            turn.priority = None;
            turn.passed = SeatSet::NONE;
            world.part_mut::<Pending>().0 = None;
            let give = Task::Priority(PriorityTask::Give(active));
            *world.part_mut::<Agenda>() = Agenda::of([Task::Turn(TurnTask::EndStep), give, Task::Combat(task)]);
            crate::game::snapshot::invalidate(world);
            crate::rules::driver::advance(world);
        }
        let asked = copy.game.decision().is_some_and(|d| d.prompt == *prompt);
        Ok(asked.then_some(copy))
    }

    /// That a declaration is legal now, against what a script says.
    pub(super) fn is_legal(&self, what: &str) -> String {
        match self.stack().len() {
            0 => format!("{what} is legal"),
            n => format!("{what} is legal now, with {n} on the stack: resolve what changes that first"),
        }
    }

    /// That words stand for something.
    pub(super) fn all_known<'w>(&self, mut words: impl Iterator<Item = &'w String>) -> Result<(), String> {
        match words.find(|word| !self.labels.is_known(self.game.world(), word)) {
            Some(word) => Err(format!("there is no `{word}`")),
            None => Ok(()),
        }
    }
}
