//! Attacks, in bands or without (CR 508.1, 702.22c).

use super::Play;
use crate::model::combat::CombatTask;
use crate::model::decision::{Answer, Prompt};
use crate::tools::scenario::def::Reply;
use crate::tools::scenario::reply;

impl Play<'_> {
    /// All pass until attackers are declared; these attack, in these bands.
    pub(super) fn attack_in_bands(
        &mut self,
        pairs: &[(String, String)],
        bands: &[Vec<String>],
        answers: &[Reply],
    ) -> Result<(), String> {
        self.declare(&Prompt::DeclareAttackers)?;
        let mut answers = self.answers(answers)?;
        self.attack(pairs, bands)?;
        self.settle(&mut answers)?;
        answers.finish()
    }

    /// That these couldn't attack in these bands if attackers were declared now.
    pub(super) fn bands_refused(&self, pairs: &[(String, String)], bands: &[Vec<String>]) -> Result<(), String> {
        self.all_known(pairs.iter().flat_map(|(a, b)| [a, b]).chain(bands.iter().flatten()))?;
        self.all_could(pairs, "attack", |controller, active| controller == active)?;
        let legal = match self.asked_now(&Prompt::DeclareAttackers, CombatTask::DeclareAttackers)? {
            Some(mut asked) => asked.attack(pairs, bands).is_ok(),
            None => pairs.is_empty() && bands.is_empty(),
        };
        if legal { Err(self.is_legal(&format!("{pairs:?} in the bands {bands:?}"))) } else { Ok(()) }
    }

    /// Declares attackers, then each band where it is asked for, and no others.
    fn attack(&mut self, pairs: &[(String, String)], bands: &[Vec<String>]) -> Result<(), String> {
        let answer = self.declaration(pairs, Self::attacks)?;
        self.submit(answer)?;
        let mut rest: Vec<&Vec<String>> = bands.iter().collect();
        while let Some(decision) = self.game.decision().filter(|d| matches!(d.prompt, Prompt::DeclareBands(_))) {
            let world = self.game.world();
            let offered = |word| decision.options().iter().any(|o| self.labels.fits(world, word, o));
            let answer = match rest.iter().position(|band| band.iter().any(|word| offered(word))) {
                Some(i) => reply::answer(world, &self.labels, decision, &Reply::Pick(rest.remove(i).clone()))
                    .map_err(|e| format!("{e}: {}", self.describe(decision)))?,
                None => Answer::Some(Vec::new()),
            };
            self.submit(answer)?;
        }
        match rest.first() {
            Some(band) => Err(format!("{band:?} can't form a band")),
            None => Ok(()),
        }
    }
}
