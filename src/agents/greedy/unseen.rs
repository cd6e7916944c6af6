//! Cards of libraries and hands: what looking at them, taking them and losing them is worth.

use super::evaluator::Evaluator;
use super::value::{DECIDED, hand_size, keep};
use crate::cards::def::{Destination, Filter, Obj, Objects, Var, Who, ZoneKind, ZoneOf};
use crate::game::view::SeatView;
use crate::model::bindings::Bindings;
use crate::model::ids::{ObjectRef, Seat};
use crate::model::zone::Zone;

/// A library with this many cards is large enough.
const ENOUGH: i32 = 10;
/// The number of turns after which a game may last until a library is empty.
const LONG: u32 = 24;

/// A number of cards that nobody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unseen {
    /// The player whose library the cards are from.
    pub(super) seat: Seat,
    /// The hidden zone that the cards are in.
    pub(super) zone: ZoneKind,
    /// How many cards these are.
    pub(super) count: i32,
    /// The viewer chose them among more.
    pub(super) picked: bool,
}

impl Unseen {
    /// Those of the cards that may match a filter.
    fn some(self, filter: &Filter) -> Self {
        let count = match filter {
            Filter::Any | Filter::Zone(_) => self.count,
            // About every other card does.
            _ => (self.count + 1) / 2,
        };
        Self { count, ..self }
    }

    /// What each is worth to its owner in a zone.
    fn worth(self, zone: ZoneKind) -> i32 {
        match zone {
            ZoneKind::Hand if self.picked => 95,
            ZoneKind::Hand => 85,
            ZoneKind::Battlefield => 110,
            ZoneKind::Graveyard => 3,
            _ => 0,
        }
    }
}

impl Evaluator<'_, '_> {
    /// The unknown cards that words refer to.
    pub(super) fn unseen(&self, what: &Objects, bindings: &Bindings) -> Option<Unseen> {
        let cards = match what {
            Objects::Top(n, who) => {
                let seat = self.view.players_meant(bindings, *who).first().copied()?;
                let count = self.amount(n, bindings).min(self.view.count(Zone::Library(seat)) as i32);
                let known = self.view.objects(bindings, what).len() as i32;
                Unseen { seat, zone: ZoneKind::Library, count: count - known, picked: false }
            }
            Objects::In(ZoneOf::Hand(who), filter) => {
                let seat = self.view.players_meant(bindings, *who).first().copied().filter(|s| *s != self.me)?;
                let count = hand_size(self.view, seat) - known_hand(self.view, seat);
                Unseen { seat, zone: ZoneKind::Hand, count, picked: false }.some(filter)
            }
            Objects::Only(group, filter) => self.unseen(group, bindings)?.some(filter),
            Objects::Var(var) | Objects::The(Obj::Var(var)) => self.assumptions.borrow().held(*var)?,
            _ => return None,
        };
        (cards.count > 0).then_some(cards)
    }

    /// Notes that a variable holds unknown cards.
    pub(super) fn hold(&self, var: Var, cards: Option<Unseen>) {
        if let Some(cards) = cards {
            self.assumptions.borrow_mut().unseen.push((var, cards));
        }
    }

    /// Notes the unknown cards that would be chosen.
    pub(super) fn pick_unseen(&self, who: Who, from: &Objects, max: i32, random: bool, into: Var, bindings: &Bindings) {
        let mine = self.view.players_meant(bindings, who).first() == Some(&self.me);
        let cards = self.unseen(from, bindings).map(|cards| {
            let count = cards.count.min(max.max(1));
            Unseen { count, picked: mine && !random && cards.count > count, ..cards }
        });
        self.hold(into, cards);
    }

    /// Notes two piles of unknown cards.
    pub(super) fn piles(&self, from: &Objects, (first, second): (Var, Var), bindings: &Bindings) {
        if let Some(cards) = self.unseen(from, bindings) {
            let half = cards.count / 2;
            self.hold(first, Some(Unseen { count: cards.count - half, ..cards }));
            self.hold(second, Some(Unseen { count: half, ..cards }));
        }
    }

    /// What it is worth that unknown cards are moved.
    pub(super) fn unseen_moved(&self, what: &Objects, to: &Destination, bindings: &Bindings) -> i32 {
        let Some(cards) = self.unseen(what, bindings) else { return 0 };
        let (zone, then) = match to {
            Destination::Hand => (ZoneKind::Hand, cards.seat),
            Destination::Graveyard => (ZoneKind::Graveyard, cards.seat),
            Destination::Battlefield(entry) => {
                let under = entry.under.and_then(|who| self.view.players_meant(bindings, who).first().copied());
                (ZoneKind::Battlefield, under.unwrap_or(cards.seat))
            }
            Destination::LibraryTop
            | Destination::LibraryTopBy(_)
            | Destination::LibraryTopRandom
            | Destination::LibraryBottom
            | Destination::LibraryBottomRandom
            | Destination::LibraryAt(_)
            | Destination::LibraryUnder(_) => (ZoneKind::Library, cards.seat),
            Destination::Exile | Destination::ExileFaceDown(_) | Destination::Command => (ZoneKind::Exile, cards.seat),
        };
        let worth = self.sign(then) * cards.worth(zone) - self.sign(cards.seat) * cards.worth(cards.zone);
        let dear = if cards.zone == ZoneKind::Library { self.dispensable(cards.seat, cards.count) } else { 100 };
        cards.count * worth * dear / 100
    }

    /// How much cards from a library still count when `count` of them leave it, in percent: the last are needed to live, and in
    /// a long game all that others have more of.
    pub(super) fn dispensable(&self, seat: Seat, count: i32) -> i32 {
        let library = |seat: Seat| self.view.count(Zone::Library(seat)) as i32;
        let left = library(seat) - count;
        let long = self.view.turn().number > LONG && left <= 2 * ENOUGH;
        if long && self.view.seats().any(|other| other != seat && library(other) > left) {
            return 0;
        }
        (left * 100 / ENOUGH).clamp(0, 100)
    }

    /// What it is worth that unknown cards are discarded.
    pub(super) fn unseen_discarded(&self, what: &Objects, bindings: &Bindings) -> i32 {
        self.unseen(what, bindings)
            .map_or(0, |cards| -self.sign(cards.seat) * cards.count * cards.worth(ZoneKind::Hand))
    }

    /// Cards are put from a library into a graveyard.
    pub(super) fn milled(&self, seat: Seat, count: i32) -> i32 {
        let library = self.view.count(Zone::Library(seat)) as i32;
        // Who has none left loses with the next draw.
        let all = if count >= library && library > 0 { DECIDED / 4 } else { 0 };
        -self.sign(seat) * (count.min(library) + all)
    }

    /// A player draws cards.
    pub(super) fn drawing(&self, seat: Seat, count: i32) -> i32 {
        if count >= self.view.count(Zone::Library(seat)) as i32 {
            return -self.sign(seat) * DECIDED / 4;
        }
        self.style.draw * count * self.sign(seat) * self.dispensable(seat, count) / 100
    }

    /// A player discards cards.
    pub(super) fn discarding(&self, seat: Seat, count: i32, random: bool) -> i32 {
        let count = count.clamp(0, hand_size(self.view, seat));
        if seat == self.me && !random {
            -self.least_cards(count as usize, None)
        } else {
            -self.sign(seat) * self.style.discard * count
        }
    }

    /// What the least useful cards in the viewer's hand are worth, but for one. No judgement changes the hand, so that each card is
    /// looked at once.
    pub(super) fn least_cards(&self, count: usize, but: Option<ObjectRef>) -> i32 {
        let hand = self.hand.get_or_init(|| {
            let worths = self.view.hand().map(|s| (keep(self.view, &s, self.lands()), s.reference));
            let mut worths: Vec<_> = worths.collect();
            worths.sort_unstable_by_key(|(worth, _)| *worth);
            worths
        });
        hand.iter().filter(|(_, card)| Some(*card) != but).take(count).map(|(worth, _)| worth).sum()
    }
}

/// How many cards of a hand the viewer knows.
fn known_hand(view: &SeatView<'_>, seat: Seat) -> i32 {
    view.zone(Zone::Hand(seat)).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_cards_that_must_be_so_about_half_are() {
        let cards = Unseen { seat: Seat(0), zone: ZoneKind::Library, count: 5, picked: false };
        assert_eq!(cards.some(&Filter::Any).count, 5);
        assert_eq!(cards.some(&Filter::Tapped).count, 3);
        assert!(Unseen { picked: true, ..cards }.worth(ZoneKind::Hand) > cards.worth(ZoneKind::Hand));
    }
}
