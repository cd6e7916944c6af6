//! Which cards a player had: what is told of a game only if a run asks for it.

use super::row::Detail;
use crate::cards::CardTable;
use crate::cards::def::StepName;
use crate::game::Game;
use crate::model::decision::{Answer, Decision, Prompt};
use crate::model::fact::Fact;
use crate::model::ids::{DefId, ObjectId, Seat};
use crate::model::object::{CopiableSource, Object};
use crate::model::zone::Zones;
use crate::rules::reading::{Board, Live};
use crate::rules::slots::Slots;
use crate::rules::state::ReadGame;

/// What the two seats had so far.
#[derive(Debug, Default)]
pub(super) struct Watcher {
    opening: [Vec<DefId>; 2],
    drawn: [Vec<DefId>; 2],
    turns: [u32; 2],
    land_turns: [Vec<u32>; 2],
    spent: [u32; 2],
    lost: [u32; 2],
    idle: [u32; 2],
    /// The untap step under way, or the last one: whose it is, and what untapped in it.
    untapping: Option<(Seat, Vec<ObjectId>)>,
    /// Room for what has happened since the last time.
    heard: Vec<Fact>,
}

impl Watcher {
    /// Sees a decision with its answer before the answer is given.
    pub(super) fn see(&mut self, game: &mut Game, decision: &Decision, answer: &Answer) {
        self.take_events(game);
        let seat = decision.decider;
        let Some(opening) = self.opening.get_mut(seat.index()) else { return };
        match (&decision.prompt, answer) {
            // CR 103.5: the hand that is declared last is the one that is kept.
            (Prompt::Mulligan { .. }, _) => *opening = hand(game, seat, &[]),
            (Prompt::MulliganBottom, Answer::Some(places)) => *opening = hand(game, seat, places),
            _ => {}
        }
    }

    /// Takes in what was drawn since the last time.
    fn take_events(&mut self, game: &mut Game) {
        let mut heard = std::mem::take(&mut self.heard);
        game.events_into(&mut heard);
        for fact in heard.drain(..) {
            match fact {
                Fact::Drew { seat, card } => {
                    if let Some(drawn) = self.drawn.get_mut(seat.index()) {
                        drawn.extend(definition(game, card.id));
                    }
                }
                Fact::Began { step: StepName::Untap, active } => self.untapping = Some((active, Vec::new())),
                Fact::Untapped { object } => {
                    if let Some((_, untapped)) = &mut self.untapping {
                        untapped.push(object.id);
                    }
                }
                // CR 502.4: nobody can do anything before the upkeep.
                Fact::Began { step: StepName::Upkeep, active } => {
                    let untapped = self.untapping.take().filter(|(seat, _)| *seat == active);
                    if let Some(turns) = self.turns.get_mut(active.index()) {
                        *turns += 1;
                        let untapped = untapped.map(|(_, untapped)| untapped).unwrap_or_default();
                        self.idle[active.index()] += idle_lands(game, active, &untapped);
                    }
                }
                Fact::SpentMana { seat, count } => add(&mut self.spent, seat, count),
                Fact::LostMana { seat, count } => add(&mut self.lost, seat, count),
                Fact::PlayedLand { by, .. } => {
                    if let Some(land_turns) = self.land_turns.get_mut(by.index()) {
                        land_turns.push(self.turns[by.index()]);
                    }
                }
                _ => {}
            }
        }
        self.heard = heard;
    }

    /// What the seats had in a game that is over.
    pub(super) fn finish(mut self, game: &mut Game, table: &CardTable) -> [Detail; 2] {
        self.take_events(game);
        [0, 1].map(|seat| {
            let is_land = |def: &&DefId| table.def(**def).faces[0].chars.is_land();
            let mut detail = Detail {
                lands: self.opening[seat].iter().filter(is_land).count() as u8,
                land_turns: std::mem::take(&mut self.land_turns[seat]),
                turns: self.turns[seat],
                mana_spent: self.spent[seat],
                mana_lost: self.lost[seat],
                idle_lands: self.idle[seat],
                ..Detail::default()
            };
            for (defs, counts) in [(&self.opening[seat], &mut detail.opening), (&self.drawn[seat], &mut detail.drawn)] {
                for def in defs {
                    *counts.entry(table.def(*def).name.clone()).or_default() += 1;
                }
            }
            detail
        })
    }
}

fn add(sums: &mut [u32; 2], seat: Seat, count: u16) {
    if let Some(sum) = sums.get_mut(seat.index()) {
        *sum += u32::from(count);
    }
}

/// How many lands of a player are untapped without having untapped in the step that is over.
fn idle_lands(game: &Game, seat: Seat, untapped: &[ObjectId]) -> u32 {
    let live = Live::new(game.world());
    let idle = |id: &ObjectId| {
        let (chars, status) = (live.chars(*id), live.status(*id));
        chars.controller == seat && chars.is_land() && !status.tapped && !untapped.contains(id)
    };
    game.world().part::<Zones>().battlefield.iter().filter(|id| idle(id)).count() as u32
}

/// The cards of a hand but for those at these places.
fn hand(game: &Game, seat: Seat, without: &[u16]) -> Vec<DefId> {
    let cards = game.world().part::<Zones>().own[seat.index()].hand.iter().enumerate();
    let kept = cards.filter(|(i, _)| !without.iter().any(|place| usize::from(*place) == *i));
    kept.filter_map(|(_, id)| definition(game, *id)).collect()
}

fn definition(game: &Game, id: ObjectId) -> Option<DefId> {
    let world = game.world();
    match world.get::<Object>(world.part::<Slots>().entity(id))?.base {
        CopiableSource::Def(def, _) => Some(def),
        CopiableSource::Interned(_) => None,
    }
}
