//! What two players need to play: the plans of their games, by who sits where and who begins.

use super::MatchError;
use super::describe::Deal;
use super::manifest::{Manifest, Player};
use super::plans::Counted;
use super::row::Side;
use crate::agents::AgentMaker;
use crate::cards::{CardDb, Definition, reaches_outside};
use crate::game::{Deck, GameSetup, SetupError};
use crate::model::ids::Seat;

use crate::tools::simulate::{First, Plan};
use std::sync::Arc;

/// The plans of two players.
#[derive(Debug)]
pub(super) struct Table {
    deal: Deal,
    /// By whether the players have changed seats, whether sideboards have been used, and the seat that begins.
    plans: Vec<Plan>,
}

impl Table {
    /// The table of two players of a run.
    ///
    /// # Errors
    /// Cards that aren't there, decks that don't fit into one game, unknown agents.
    pub(super) fn new(manifest: &Manifest, a: usize, b: usize, db: &CardDb) -> Result<Self, MatchError> {
        let players = [&manifest.players[a], &manifest.players[b]];
        let agent = |player: &Player| player.agent.parse::<AgentMaker>();
        let agents = [agent(players[0])?, agent(players[1])?];
        let mut plans = Vec::new();
        for swapped in [false, true] {
            // A replay makes its table from the decks in the order of the seats, and so does this.
            let seats = if swapped { [1, 0] } else { [0, 1] };
            for boarded in [false, true] {
                if boarded && manifest.best_of == 1 {
                    continue;
                }
                let list = |own: usize| players[own].main_against(players[1 - own], boarded);
                let deck = |own: usize| deck(players[own], &list(own), &list(1 - own), db);
                let mut setup = GameSetup::new(db, &[deck(seats[0])?, deck(seats[1])?])?;
                setup.settings = manifest.settings(setup.settings);
                plans.extend([Seat(0), Seat(1)].map(|first| Plan {
                    setup: setup.clone(),
                    names: seats.map(|seat| players[seat].name.clone()).to_vec(),
                    agents: seats.map(|seat| agents[seat].clone()).to_vec(),
                    games: manifest.pairs * u64::from(manifest.best_of),
                    seed: manifest.seed,
                    threads: 1,
                    first: First::Seat(first),
                    start: None,
                    record: false,
                }));
            }
        }
        Ok(Self { deal: manifest.deal, plans })
    }

    /// Has everybody play with another agent.
    #[cfg(test)]
    pub(super) fn play_with(&mut self, agent: &AgentMaker) {
        for plan in &mut self.plans {
            plan.agents = vec![agent.clone(); 2];
        }
    }

    /// Whether `a` sits at the second seat in a match in which this player begins first.
    pub(super) fn is_swapped(&self, begins_match: Side) -> bool {
        self.deal == Deal::ByPlace && begins_match == Side::B
    }

    /// The plan of a game.
    pub(super) fn plan(&self, begins_match: Side, boarded: bool, begins_game: Side) -> &Plan {
        let swapped = self.is_swapped(begins_match);
        let seat = begins_game.index() ^ usize::from(swapped);
        let boards = self.plans.len() / 4;
        let board = if boards == 2 { usize::from(boarded) } else { 0 };
        &self.plans[(usize::from(swapped) * boards + board) * 2 + seat]
    }
}

/// What a player brings to a game, in the order that lets two decks share their luck.
fn deck(player: &Player, own: &Counted, other: &Counted, db: &CardDb) -> Result<Deck, MatchError> {
    let cards = |list: &Counted| -> Result<Vec<Arc<Definition>>, SetupError> {
        let mut all = Vec::new();
        for (name, count) in list {
            let card = db.get(name).ok_or_else(|| SetupError::UnknownCard(name.clone()))?;
            all.extend((0..*count).map(|_| Arc::clone(card)));
        }
        Ok(all)
    };
    let main = cards(&aligned(own, other, &|name| {
        let chars = &db.get(name)?.faces[0].chars;
        Some((chars.is_land(), chars.mana_value(0)))
    }))?;
    let mut deck = Deck { main, commanders: cards(&player.commanders)?, ..Deck::default() };
    deck.companion = player.companion.as_ref().and_then(|name| db.get(name)).cloned();
    let reaches = deck.main.iter().chain(&deck.commanders).any(|card| reaches_outside(&card.source));
    if reaches || deck.companion.is_some() {
        // What a plan has brought in isn't outside the game, and what it took out is.
        let total = |list: &Counted, name: &str| list.iter().filter(|(n, _)| n == name).map(|(_, n)| n).sum::<u32>();
        let mut names: Vec<&String> = player.main.iter().chain(&player.sideboard).map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        let outside = names.into_iter().map(|name| {
            let all = total(&player.main, name) + total(&player.sideboard, name);
            (name.clone(), all.saturating_sub(total(own, name)))
        });
        deck.sideboard = cards(&outside.collect())?;
    }
    // CR 702.139a: it may be revealed only if the deck of this game, with what a plan has changed, is as it asks.
    if deck.refuses_companion(deck.fewest()).is_some() {
        deck.companion = None;
    }
    if !reaches {
        deck.sideboard = deck.companion.iter().cloned().collect();
    }
    Ok(deck)
}

/// A deck in an order in which equal cards of two decks have equal places: lands from the front, others from the back,
/// of each what the decks share first. A shuffle then does the same to both as far as they are the same.
fn aligned(own: &Counted, other: &Counted, kind: &dyn Fn(&str) -> Option<(bool, i32)>) -> Counted {
    let total = |list: &Counted, name: &str| list.iter().filter(|(n, _)| n == name).map(|(_, n)| n).sum::<u32>();
    let mut names: Vec<&String> = own.iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    let mut lines = Vec::new();
    for name in names {
        let (count, (land, value)) = (total(own, name), kind(name).unwrap_or_default());
        let shared = count.min(total(other, name));
        lines.push((!land, false, value, name.clone(), shared));
        lines.push((!land, true, value, name.clone(), count - shared));
    }
    lines.sort_unstable();
    let (lands, others): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| !line.0);
    let all = lands.into_iter().chain(others.into_iter().rev());
    all.map(|(.., name, count)| (name, count)).filter(|(_, count)| *count > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_cards_have_the_same_places() {
        let list = |cards: &[(&str, u32)]| -> Counted { cards.iter().map(|(n, c)| ((*n).to_owned(), *c)).collect() };
        let kind = |name: &str| Some((name == "Mountain" || name == "Forest", if name == "Big" { 5 } else { 1 }));
        let spread = |list: &Counted| -> Vec<String> {
            list.iter().flat_map(|(name, n)| std::iter::repeat_n(name.clone(), *n as usize)).collect()
        };
        let four_x = list(&[("Bolt", 4), ("X", 2), ("Mountain", 3), ("Big", 1)]);
        let four_y = list(&[("Big", 1), ("Mountain", 2), ("Mountain", 1), ("Y", 2), ("Bolt", 4)]);
        let (x, y) = (spread(&aligned(&four_x, &four_y, &kind)), spread(&aligned(&four_y, &four_x, &kind)));
        assert_eq!((x.len(), y.len()), (10, 10));
        for (one, two) in x.iter().zip(&y) {
            assert!(one == two || (one == "X" && two == "Y"), "{x:?} {y:?}");
        }
        assert_eq!(&x[..3], ["Mountain"; 3]);
        assert_eq!(aligned(&four_x, &four_x, &kind), aligned(&four_x, &four_x.iter().rev().cloned().collect(), &kind));
    }
}
