//! What happens while a script is followed, line by line.

use super::def::Step;
use super::text;
use crate::game::Game;
use crate::game::client::Words;
use crate::model::decision::Answer;

/// Where it is told, if anywhere.
#[derive(Default)]
pub(super) struct Trace<'a>(Option<&'a mut dyn FnMut(&str)>);

impl<'a> Trace<'a> {
    /// Told line by line.
    pub(super) fn new(say: &'a mut dyn FnMut(&str)) -> Self {
        Self(Some(say))
    }

    /// Whether it is told.
    pub(super) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Tells a line.
    pub(super) fn say(&mut self, line: &str) {
        if let Some(say) = &mut self.0 {
            say(line);
        }
    }

    /// A line of the script.
    pub(super) fn step(&mut self, step: &Step) {
        if !self.is_on() {
            return;
        }
        match step {
            // Its steps are told one by one.
            Step::Cite(rules, _) => self.say(&format!("> Cite {}", rules.join(", "))),
            _ => self.say(&format!("> {}", text::terms(step))),
        }
    }

    /// What the open decision is about, and the answer that it gets.
    pub(super) fn decision(&mut self, game: &mut Game, answer: &Answer) {
        if !self.is_on() {
            return;
        }
        self.facts(game);
        let Some(decision) = game.decision() else { return };
        let words = Words::numbered(game.world());
        let (who, asked) = (words.seat(decision.player), words.prompt(&decision.prompt));
        let line = format!("  {who} {asked}: {}", words.answer(decision, answer));
        self.say(&line);
    }

    /// What has happened since the last time.
    pub(super) fn facts(&mut self, game: &mut Game) {
        if !self.is_on() {
            return;
        }
        for fact in game.events() {
            let line = format!("    {}", Words::numbered(game.world()).fact(&fact));
            self.say(&line);
        }
    }
}
