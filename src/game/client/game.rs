//! Views and replies as methods of a game.

use super::build::{self, Detail};
use super::event::GameEvent;
use super::view::{Change, View};
use super::visibility::{Viewer, Visibility};
use super::{feed, question};
use crate::Game;
use crate::cards::CardTable;
use crate::game::UnknownSeat;
use crate::model::decision::{Answer, AnswerError, Shape};
use crate::model::ids::{Handle, Seat};
use crate::rules::state::ReadGame;

impl Game {
    /// What a seat may know. A seat that the game doesn't have sees what lies face up, and nothing else.
    pub fn view(&self, seat: Seat) -> View {
        self.view_as(seat, Detail::default())
    }

    /// What everybody knows.
    pub fn spectator_view(&self) -> View {
        self.view_as(Viewer::Spectator, Detail::default())
    }

    /// Everything, for tools.
    pub fn full_view(&self) -> View {
        self.view_as(Viewer::Everything, Detail::default())
    }

    /// What somebody may know, in as much detail as asked for.
    pub fn view_as(&self, viewer: impl Into<Viewer>, detail: Detail) -> View {
        build::view(&Visibility::new(self.world(), viewer), detail)
    }

    /// Which effects made an object what it is, in the order in which they apply (CR 613); `None` for what the viewer
    /// doesn't see or know.
    pub fn changes(&self, viewer: impl Into<Viewer>, handle: Handle) -> Option<Vec<Change>> {
        let visibility = Visibility::new(self.world(), viewer);
        let object =
            visibility.find(handle).filter(|object| visibility.see(*object).is_some_and(|(_, known)| known))?;
        build::changes(&visibility, &mut self.fork(), object)
    }

    /// Keeps the events of the game for a viewer from now on; see [`Game::take_events`]. Forks aren't followed.
    ///
    /// # Errors
    /// If the viewer is a seat that the game doesn't have.
    pub fn follow(&mut self, viewer: impl Into<Viewer>) -> Result<(), UnknownSeat> {
        let viewer = viewer.into();
        if let Viewer::Seat(seat) = viewer {
            self.known(seat)?;
        }
        feed::follow(self.world_mut(), viewer);
        Ok(())
    }

    /// Keeps no more events for a viewer.
    pub fn unfollow(&mut self, viewer: impl Into<Viewer>) {
        feed::unfollow(self.world_mut(), viewer.into());
    }

    /// What has happened since the events of a viewer were last taken, as they see it. Empty unless the game is
    /// followed for them.
    pub fn take_events(&mut self, viewer: impl Into<Viewer>) -> Vec<GameEvent> {
        feed::take_events(self.world_mut(), viewer.into())
    }

    /// Answers the question of a view ([`View::question`]), in places of its options.
    ///
    /// # Errors
    /// If the answer is illegal, or the viewer isn't asked. The game is unchanged then.
    pub fn reply(&mut self, viewer: impl Into<Viewer>, answer: &Answer) -> Result<(), AnswerError> {
        let answer = self.in_places_of_decision(viewer, answer)?;
        self.submit(answer)
    }

    /// An answer to the question of a view as [`Game::submit`] takes it: in places of the decision's options.
    ///
    /// # Errors
    /// If nobody is asked, or somebody else than the viewer. The answer isn't checked.
    pub fn in_places_of_decision(&self, viewer: impl Into<Viewer>, answer: &Answer) -> Result<Answer, AnswerError> {
        let viewer = viewer.into();
        let decision = self.decision().ok_or(AnswerError::Over)?;
        if viewer != Viewer::Everything && viewer != Viewer::Seat(decision.decider) {
            return Err(AnswerError::NotAsked);
        }
        Ok(question::translate(&Visibility::new(self.world(), viewer), decision, answer))
    }

    /// The names that can be chosen where the open decision asks for the name of a card ([`Form::Name`](super::Form::Name)),
    /// in alphabetical order; otherwise none.
    pub fn names(&self) -> Vec<&str> {
        let Some(Shape::Name(fitting)) = self.decision().map(|decision| &decision.shape) else { return Vec::new() };
        let names = &self.world().part::<CardTable>().0.names;
        fitting.iter().filter_map(|name| names.text(*name)).collect()
    }
}
