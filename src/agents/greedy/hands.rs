//! Hands to begin with: whether one is kept, and what goes to the bottom.

use super::value::LandCounts;
use crate::agents::evaluation::{HandCard, Hands};
use crate::game::view::SeatView;
use crate::model::decision::{Answer, Choice, Decision, Shape};
use crate::model::ids::DefId;
use crate::model::rng::Stream;
use crate::model::zone::Zone;

/// A hand of seven that is worth this is kept whatever the deck, in logits: more than any embedded deck gives with six cards.
const SURE: f64 = 1.0;

/// Whether a hand is kept by rule of thumb: two to five lands of seven, then almost anything.
pub(super) fn keeps_by_lands(lands: LandCounts, taken: u8) -> bool {
    match taken {
        0 | 1 => (2..=5).contains(&lands.held),
        2 => (1..=6).contains(&lands.held),
        _ => true,
    }
}

fn hand(view: &SeatView<'_>) -> Vec<HandCard> {
    view.hand().map(|seen| HandCard::new(view.table(), seen.chars)).collect()
}

fn hands(view: &SeatView<'_>) -> Hands<'static> {
    Hands::fitted(view.turn().active == view.seat())
}

/// Whether a hand is kept: it is worth as much as one of its deck is expected to be after one more mulligan.
pub(super) fn keeps(view: &SeatView<'_>, deck: &[DefId], taken: u8, rng: &mut Stream) -> bool {
    let (hand, hands) = (hand(view), hands(view));
    let points = hands.points(&hand);
    if taken == 0 && points >= SURE {
        return true;
    }
    // CR 103.5c: with more than two players the first mulligan costs no card.
    let free = u8::from(view.seats().count() > 2);
    let next = view.count(Zone::Hand(view.seat())).saturating_sub(usize::from(taken >= free));
    next > 0 && points >= hands.expected(&HandCard::of_deck(view.table(), deck), next, rng)
}

/// The cards without which a hand is worth most, one after another.
pub(super) fn bottom(view: &SeatView<'_>, decision: &Decision) -> Option<Answer> {
    let Shape::ChooseSome { options, min, .. } = &decision.shape else { return None };
    let mut held: Vec<(u16, HandCard)> = Vec::new();
    for (place, option) in options.iter().enumerate() {
        let Choice::Object(object) = option else { return None };
        held.push((place as u16, HandCard::new(view.table(), view.object(*object)?.chars)));
    }
    let (hands, mut places) = (hands(view), Vec::new());
    for _ in 0..*min {
        let cards: Vec<HandCard> = held.iter().map(|(_, card)| *card).collect();
        places.push(held.remove(hands.worst(&cards)?).0);
    }
    places.sort_unstable();
    Some(Answer::Some(places))
}
