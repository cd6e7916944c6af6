//! Declarations of attackers and blockers, as pairs of words.

use super::{Answers, Play};
use crate::cards::def::StepName;
use crate::decision::{Answer, Choice, Prompt, Shape};
use crate::scenario::def::Reply;
use crate::scenario::reply;

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
        let describe = || reply::describe(self.game.world(), decision);
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

    /// That pairs can't be declared.
    pub(super) fn refused(
        &self,
        pairs: &[(String, String)],
        fits: impl Fn(&Self, &(String, String), &Choice) -> bool,
    ) -> Result<(), String> {
        self.all_known(pairs.iter().flat_map(|(a, b)| [a, b]))?;
        match self.declaration(pairs, fits) {
            Ok(_) => Err(format!("{pairs:?} is legal")),
            Err(_) => Ok(()),
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
