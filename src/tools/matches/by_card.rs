//! Win rates by card: of games in which copies were in the opening hand, drawn, either, or neither.

use super::manifest::Player;
use super::row::Detail;
use super::stats::{Clustered, Rate};
use serde::Serialize;
use std::collections::BTreeMap;

/// What is counted of a card.
#[derive(Clone, Debug, Default)]
struct OfCard {
    opening: Clustered,
    drawn: Clustered,
    seen: Clustered,
    unseen: Clustered,
}

/// How many of the lands that a player plays are told one by one.
const LAND_DROPS: usize = 8;

/// Counts by card, and by lands in the hand that was kept.
#[derive(Clone, Debug, Default)]
pub(super) struct CardTally {
    cards: BTreeMap<(usize, String), OfCard>,
    lands: BTreeMap<(usize, u8), Clustered>,
    /// By player and number of the land that was played, from 1: how often, and the sum of the turns.
    drops: BTreeMap<(usize, usize), (u64, u64)>,
    games: BTreeMap<usize, u64>,
    /// By player: turns, mana spent, mana lost, idle lands.
    mana: BTreeMap<usize, [u64; 4]>,
    /// Decks by player, opponent and whether sideboards were used.
    decks: BTreeMap<(usize, usize, bool), BTreeMap<String, u32>>,
}

impl CardTally {
    /// Counts a game of a player against an opponent, with the player's score.
    pub(super) fn add(
        &mut self,
        players: &[Player],
        (player, opponent): (usize, usize),
        boarded: bool,
        detail: &Detail,
        score: f64,
    ) {
        let deck = self.decks.entry((player, opponent, boarded)).or_insert_with(|| {
            let mut deck = BTreeMap::new();
            for (name, count) in players[player].main_against(&players[opponent], boarded) {
                *deck.entry(name).or_default() += count;
            }
            deck
        });
        for (name, copies) in deck {
            let opening = detail.opening.get(name).copied().unwrap_or_default().min(*copies);
            // A card that goes back to the library and is drawn again is one card.
            let drawn = detail.drawn.get(name).copied().unwrap_or_default().min(*copies - opening);
            let key = (player, name.clone());
            let card = self.cards.entry(key).or_default();
            card.opening.add(opening, score);
            card.drawn.add(drawn, score);
            card.seen.add(opening + drawn, score);
            card.unseen.add(*copies - opening - drawn, score);
        }
        self.lands.entry((player, detail.lands)).or_default().add(1, score);
        *self.games.entry(player).or_default() += 1;
        let sums = self.mana.entry(player).or_default();
        let counted = [detail.turns, detail.mana_spent, detail.mana_lost, detail.idle_lands];
        sums.iter_mut().zip(counted).for_each(|(sum, n)| *sum += u64::from(n));
        for (turn, number) in detail.land_turns.iter().zip(1..=LAND_DROPS) {
            let (games, turns) = self.drops.entry((player, number)).or_default();
            (*games, *turns) = (*games + 1, *turns + u64::from(*turn));
        }
    }

    /// What is known of each card of each player.
    pub(super) fn report(&self, players: &[Player], confidence: f64) -> Vec<CardReport> {
        let all = self.cards.iter().map(|((player, card), of)| {
            let (in_hand, not_drawn) = (CopyRate::of(&of.seen, confidence), CopyRate::of(&of.unseen, confidence));
            CardReport {
                player: players[*player].name.clone(),
                card: card.clone(),
                opening: CopyRate::of(&of.opening, confidence),
                drawn: CopyRate::of(&of.drawn, confidence),
                in_hand,
                not_drawn,
                improvement: difference(&in_hand, &not_drawn),
            }
        });
        all.collect()
    }

    /// When lands were played.
    pub(super) fn drops(&self, players: &[Player]) -> Vec<LandDropReport> {
        let all = self.drops.iter().map(|((player, number), (games, turns))| LandDropReport {
            player: players[*player].name.clone(),
            number: *number,
            games: *games,
            of: self.games.get(player).copied().unwrap_or_default(),
            turn: *turns as f64 / (*games).max(1) as f64,
        });
        all.collect()
    }

    /// What players did with their mana, of rows that tell it.
    pub(super) fn mana(&self, players: &[Player]) -> Vec<ManaReport> {
        let known = self.mana.iter().filter(|(_, [turns, ..])| *turns > 0);
        let all = known.map(|(player, [turns, spent, lost, idle])| {
            let each = |sum: &u64| *sum as f64 / *turns as f64;
            ManaReport {
                player: players[*player].name.clone(),
                turns: *turns,
                spent: each(spent),
                lost: each(lost),
                idle_lands: each(idle),
            }
        });
        all.collect()
    }

    /// What is known of hands by their lands.
    pub(super) fn lands(&self, players: &[Player], confidence: f64) -> Vec<LandReport> {
        let all = self.lands.iter().map(|((player, lands), of)| LandReport {
            player: players[*player].name.clone(),
            lands: *lands,
            of: CopyRate::of(of, confidence),
        });
        all.collect()
    }
}

/// When a player played their first land, the second, and so on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LandDropReport {
    /// The name of the player.
    pub player: String,
    /// Which land of theirs it was, from 1.
    pub number: usize,
    /// In how many games it was played.
    pub games: u64,
    /// Of how many games of the player.
    pub of: u64,
    /// On which of their turns on average, of these games.
    pub turn: f64,
}

/// What a player did with their mana: means over the player's own turns.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ManaReport {
    /// The name of the player.
    pub player: String,
    /// How many turns the player had in all games.
    pub turns: u64,
    /// Mana spent a turn, on anything but mana abilities.
    pub spent: f64,
    /// Mana a turn that was made and lost unspent.
    pub lost: f64,
    /// Lands a turn that had stayed untapped since the player's untap step before.
    pub idle_lands: f64,
}

/// A win rate by copies: a game with two copies counts twice, and the interval knows that they are one game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct CopyRate {
    /// The number of copies, over all games.
    pub copies: u64,
    /// In how many games.
    pub games: u64,
    /// The win rate, with draws as one half.
    #[serde(flatten)]
    pub rate: Rate,
}

impl CopyRate {
    pub(super) fn of(counted: &Clustered, confidence: f64) -> Self {
        Self { copies: counted.count(), games: counted.groups(), rate: counted.rate(confidence) }
    }
}

/// How much higher one rate is than another, from -1 to 1, if both are known. The interval is that of Newcombe, "Interval
/// estimation for the difference between independent proportions", Statistics in Medicine 17 (1998), method 10.
fn difference(one: &CopyRate, other: &CopyRate) -> Option<Rate> {
    if one.games == 0 || other.games == 0 {
        return None;
    }
    let (p, q) = (one.rate, other.rate);
    let rate = p.rate - q.rate;
    let below = (p.rate - p.low).hypot(q.high - q.rate);
    let above = (p.high - p.rate).hypot(q.rate - q.low);
    Some(Rate { rate, low: rate - below, high: rate + above })
}

/// The win rates of a card in a player's deck.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CardReport {
    /// The name of the player.
    pub player: String,
    /// The name of the card.
    pub card: String,
    /// Copies in the hand that was kept.
    pub opening: CopyRate,
    /// Copies drawn later.
    pub drawn: CopyRate,
    /// Both together.
    pub in_hand: CopyRate,
    /// Copies that stayed in the library, or left it otherwise.
    pub not_drawn: CopyRate,
    /// How much higher the rate of copies in hand is than that of copies that weren't drawn.
    pub improvement: Option<Rate>,
}

/// The win rate of hands with a number of lands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LandReport {
    /// The name of the player.
    pub player: String,
    /// How many lands the hand had.
    pub lands: u8,
    /// The win rate of the games with such hands.
    #[serde(flatten)]
    pub of: CopyRate,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe 1998, table II, (a): 56 of 70 and 48 of 80.
    #[test]
    fn differences_have_known_values() {
        let of = |won: u64, all: u64| {
            let mut counted = Clustered::default();
            (0..all).for_each(|i| counted.add(1, if i < won { 1.0 } else { 0.0 }));
            CopyRate::of(&counted, 0.95)
        };
        let found = difference(&of(56, 70), &of(48, 80)).unwrap();
        assert!((found.rate - 0.2).abs() < 1e-9);
        assert!((found.low - 0.0524).abs() < 5e-5 && (found.high - 0.3339).abs() < 5e-5, "{found:?}");
        assert_eq!(difference(&of(0, 0), &of(1, 2)), None);
    }

    #[test]
    fn copies_are_counted_where_they_were() {
        let player = |name: &str| Player {
            name: name.to_owned(),
            deck: name.to_owned(),
            agent: "random".to_owned(),
            weight: 1.0,
            main: vec![("Shock".to_owned(), 3), ("Shock".to_owned(), 1), ("Mountain".to_owned(), 36)],
            sideboard: Vec::new(),
            commanders: Vec::new(),
            companion: None,
            plans: Vec::new(),
            deck_hash: String::new(),
            cards_hash: String::new(),
        };
        let players = [player("a"), player("b")];
        let counts = |cards: &[(&str, u32)]| cards.iter().map(|(n, c)| ((*n).to_owned(), *c)).collect();
        let detail = Detail {
            lands: 5,
            opening: counts(&[("Shock", 2), ("Mountain", 5)]),
            drawn: counts(&[("Shock", 3), ("Token", 1)]),
            land_turns: vec![1, 3],
            turns: 4,
            mana_spent: 6,
            mana_lost: 1,
            idle_lands: 2,
        };
        let mut tally = CardTally::default();
        tally.add(&players, (0, 1), false, &detail, 1.0);
        tally.add(&players, (0, 1), false, &Detail::default(), 0.0);
        let report = tally.report(&players, 0.95);
        let [_, shock] = &report[..] else { panic!("{report:?}") };
        assert_eq!((shock.card.as_str(), shock.opening.copies, shock.opening.games), ("Shock", 2, 1));
        assert_eq!((shock.drawn.copies, shock.in_hand.copies, shock.not_drawn.copies), (2, 4, 4));
        assert_eq!((shock.opening.rate.rate, shock.not_drawn.rate.rate), (1.0, 0.0));
        assert_eq!(shock.improvement.map(|rate| rate.rate), Some(1.0));
        let drops = tally.drops(&players);
        let drops: Vec<_> = drops.iter().map(|drop| (drop.number, drop.games, drop.of, drop.turn)).collect();
        assert_eq!(drops, [(1, 1, 2, 1.0), (2, 1, 2, 3.0)]);
        let mana = tally.mana(&players);
        let mana: Vec<_> = mana.iter().map(|of| (of.turns, of.spent, of.lost, of.idle_lands)).collect();
        assert_eq!(mana, [(4, 1.5, 0.25, 0.5)]);
        let lands = tally.lands(&players, 0.95);
        assert_eq!(lands.iter().map(|l| (l.lands, l.of.games)).collect::<Vec<_>>(), [(0, 1), (5, 1)]);
    }
}
