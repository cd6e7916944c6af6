//! Attacks, in bands or without (CR 508.1, 702.22c).

use super::Play;
use crate::decision::{Answer, Prompt};
use crate::scenario::def::Reply;
use crate::scenario::reply;

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

    /// That these can't attack in these bands.
    pub(super) fn bands_refused(&mut self, pairs: &[(String, String)], bands: &[Vec<String>]) -> Result<(), String> {
        self.declare(&Prompt::DeclareAttackers)?;
        self.all_known(pairs.iter().flat_map(|(a, b)| [a, b]).chain(bands.iter().flatten()))?;
        let mut trial = Play::trial(&self.game, &self.labels);
        match trial.attack(pairs, bands) {
            Ok(()) => Err(format!("{pairs:?} in the bands {bands:?} is legal")),
            Err(_) => Ok(()),
        }
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
                    .map_err(|e| format!("{e}: {}", reply::describe(world, decision)))?,
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
