//! What a hand to begin with is worth: what is counted of it, before anything is drawn.

use super::weights::HANDS;
use crate::agents::greedy::{enters_tapped, makes};
use crate::cards::CardTable;
use crate::cards::def::ManaSymbol;
use crate::model::ids::{DefId, Seat};
use crate::model::object::Characteristics;
use crate::model::rng::Stream;
use smallvec::SmallVec;

/// How many cards a hand begins with.
const FULL: usize = 7;
/// How many turns it is played ahead.
const TURNS: usize = 4;
/// How many hands of a deck are looked at.
const HANDS_SEEN: usize = 48;
/// With fewer cards than this, a hand is as good as the next.
const FEWEST: usize = 5;

features! { HandFeature, HAND_NAMES, HAND_FEATURES;
    /// The player takes the first turn.
    Begins,
    /// Who takes the first turn: what spells cost, on average.
    BeginsDear,
    /// How many cards it has.
    Cards,
    /// It has no land.
    NoLand,
    /// It has one.
    OneLand,
    /// It has two.
    TwoLands,
    /// It has four.
    FourLands,
    /// It has five.
    FiveLands,
    /// It has six or more.
    MoreLands,
    /// It has two lands or fewer, and its player draws before the first turn.
    FewAndDraws,
    /// It has two lands or fewer: what spells cost, on average.
    FewAndDear,
    /// The part of its spells whose colours its lands make.
    Colors,
    /// The mana that is spent in the first two turns, with the lands that are there.
    Early,
    /// The mana that is spent in the third and fourth turn.
    Later,
    /// What spells cost, on average.
    Dear,
    /// Cheap permanents that make mana.
    Sources,
    /// Lands that enter tapped.
    Slow,
}

/// The features of a hand.
pub type HandFeatures = [f64; HAND_FEATURES];

/// A card, as far as it matters in a hand to begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandCard {
    is_land: bool,
    enters_tapped: bool,
    /// The types of mana that it makes, a bit each.
    makes: u8,
    mana_value: i32,
    /// How many symbols of its cost only one type of mana pays, by type.
    needs: [u8; 6],
}

impl HandCard {
    /// A card that shows this.
    pub fn new(table: &CardTable, chars: &Characteristics) -> Self {
        let makes = makes(table, &chars.abilities);
        let mut needs = [0; 6];
        for symbol in chars.cost.iter().flat_map(|cost| &cost.0) {
            if let ManaSymbol::Typed(mana) = symbol {
                needs[*mana as usize] += 1;
            }
        }
        let is_land = chars.is_land();
        Self {
            is_land,
            enters_tapped: is_land && enters_tapped(table, &chars.abilities),
            // A land that makes none by itself finds one that does.
            makes: if is_land && makes == 0 { 0x1f } else { makes },
            mana_value: chars.mana_value(0),
            needs,
        }
    }

    /// The cards of a deck.
    pub fn of_deck(table: &CardTable, deck: &[DefId]) -> Vec<Self> {
        deck.iter().map(|def| Self::new(table, table.printed(*def, Seat(0)))).collect()
    }
}

/// What is counted of a hand; `begins` if its player takes the first turn.
pub fn hand_features(hand: &[HandCard], begins: bool) -> HandFeatures {
    let mut all = [0.0; HAND_FEATURES];
    let mut set = |feature: HandFeature, value: f64| all[feature as usize] = value;
    let lands = hand.iter().filter(|c| c.is_land).count();
    let spells = hand.len() - lands;
    let have: [usize; 6] =
        std::array::from_fn(|i| hand.iter().filter(|c| c.is_land && c.makes & (1 << i) != 0).count());
    let is_paid = |card: &HandCard| card.needs.iter().zip(have).all(|(n, have)| usize::from(*n) <= have);
    let mean = |sum: f64| sum / spells.max(1) as f64;
    let dear = mean(hand.iter().filter(|c| !c.is_land).map(|c| f64::from(c.mana_value.min(8))).sum());
    set(HandFeature::Begins, f64::from(u8::from(begins)));
    set(HandFeature::BeginsDear, if begins { dear } else { 0.0 });
    set(HandFeature::Cards, hand.len() as f64 - FULL as f64);
    match lands {
        0 => set(HandFeature::NoLand, 1.0),
        1 => set(HandFeature::OneLand, 1.0),
        2 => set(HandFeature::TwoLands, 1.0),
        3 => {}
        4 => set(HandFeature::FourLands, 1.0),
        5 => set(HandFeature::FiveLands, 1.0),
        _ => set(HandFeature::MoreLands, 1.0),
    }
    if lands <= 2 {
        set(HandFeature::FewAndDraws, f64::from(u8::from(!begins)));
        set(HandFeature::FewAndDear, dear);
    }
    set(HandFeature::Colors, mean(hand.iter().filter(|c| !c.is_land && is_paid(c)).count() as f64));
    let spent = spent(hand, lands, is_paid);
    set(HandFeature::Early, f64::from(spent[0] + spent[1]));
    set(HandFeature::Later, f64::from(spent[2] + spent[3]));
    set(HandFeature::Dear, dear);
    let sources = hand.iter().filter(|c| !c.is_land && c.makes != 0 && c.mana_value <= 2);
    set(HandFeature::Sources, sources.count() as f64);
    set(HandFeature::Slow, hand.iter().filter(|c| c.enters_tapped).count() as f64);
    all
}

/// The mana that is spent in each of the first turns, the dearest spell first.
fn spent(hand: &[HandCard], lands: usize, is_paid: impl Fn(&HandCard) -> bool) -> [i32; TURNS] {
    let mut costs: SmallVec<[i32; 8]> =
        hand.iter().filter(|c| !c.is_land && is_paid(c)).map(|c| c.mana_value.max(1)).collect();
    costs.sort_unstable_by_key(|cost| std::cmp::Reverse(*cost));
    std::array::from_fn(|turn| {
        let all = lands.min(turn + 1) as i32;
        let mut left = all;
        costs.retain(|cost| {
            let casts = *cost <= left;
            if casts {
                left -= *cost;
            }
            !casts
        });
        all - left
    })
}

/// What hands are worth, by the weights of what is counted of them.
#[derive(Clone, Copy, Debug)]
pub struct Hands<'a> {
    weights: &'a HandFeatures,
    /// Whether the player takes the first turn.
    begins: bool,
}

impl Hands<'static> {
    /// By the weights that were fitted.
    pub fn fitted(begins: bool) -> Self {
        Self { weights: &HANDS, begins }
    }
}

impl<'a> Hands<'a> {
    /// By other weights.
    pub const fn by(weights: &'a HandFeatures, begins: bool) -> Self {
        Self { weights, begins }
    }

    /// What a hand is worth, in logits.
    pub fn points(self, hand: &[HandCard]) -> f64 {
        hand_features(hand, self.begins).iter().zip(self.weights).map(|(feature, weight)| feature * weight).sum()
    }

    /// The place of the card without which a hand is worth most, the first of equal ones.
    pub fn worst(self, hand: &[HandCard]) -> Option<usize> {
        let mut all: SmallVec<[f64; 8]> = SmallVec::new();
        for (place, card) in hand.iter().enumerate() {
            // Without one of two equal cards the rest is the same.
            let points = match hand[..place].iter().position(|other| other == card) {
                Some(equal) => all[equal],
                None => {
                    let others = hand.iter().enumerate().filter(|(i, _)| *i != place);
                    let rest: SmallVec<[HandCard; 8]> = others.map(|(_, card)| *card).collect();
                    self.points(&rest)
                }
            };
            all.push(points);
        }
        (0..all.len()).max_by(|a, b| all[*a].total_cmp(&all[*b]).then(b.cmp(a)))
    }

    /// What a hand of that many cards is worth on average that a deck gives after mulligans, in logits: of seven cards the best are kept,
    /// and the hand is given up if a smaller one is worth more on average.
    pub fn expected(self, deck: &[HandCard], cards: usize, rng: &mut Stream) -> f64 {
        let least = FEWEST.min(cards);
        let mut sums = [0.0; FULL + 1];
        let mut deck = deck.to_vec();
        let mut hands = Vec::new();
        for _ in 0..HANDS_SEEN {
            let drawn = FULL.min(deck.len());
            for place in 0..drawn {
                let other = place + rng.below((deck.len() - place) as u32) as usize;
                deck.swap(place, other);
            }
            let mut hand: SmallVec<[HandCard; 8]> = deck[..drawn].iter().copied().collect();
            let mut points = [f64::NEG_INFINITY; FULL + 1];
            loop {
                if hand.len() <= cards {
                    points[hand.len()] = self.points(&hand);
                }
                if hand.len() <= least {
                    break;
                }
                let Some(worst) = self.worst(&hand) else { break };
                hand.remove(worst);
            }
            hands.push(points);
        }
        let mut worth = f64::NEG_INFINITY;
        for size in least..=cards.min(FULL) {
            sums[size] = hands.iter().map(|points| points[size].max(worth)).sum::<f64>() / hands.len() as f64;
            worth = sums[size];
        }
        worth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(mana_value: i32) -> HandCard {
        HandCard { is_land: false, enters_tapped: false, makes: 0, mana_value, needs: [0, 0, 0, 1, 0, 0] }
    }

    fn land(makes: u8) -> HandCard {
        HandCard { is_land: true, enters_tapped: false, makes, mana_value: 0, needs: [0; 6] }
    }

    #[test]
    fn lands_of_the_right_colours_make_a_hand() {
        let hand = |lands: &[u8], costs: &[i32]| -> Vec<HandCard> {
            lands.iter().map(|makes| land(*makes)).chain(costs.iter().map(|cost| card(*cost))).collect()
        };
        let hands = Hands::fitted(true);
        let good = hands.points(&hand(&[8, 8, 8], &[1, 2, 2, 3]));
        assert!(good > hands.points(&hand(&[1, 1, 1], &[1, 2, 2, 3])), "its colours");
        assert!(good > hands.points(&hand(&[], &[1, 1, 2, 2, 2, 3, 3])), "no land");
        assert!(good > hands.points(&hand(&[8, 8, 8, 8, 8, 8, 8], &[])), "nothing but lands");
        assert!(good > hands.points(&hand(&[8, 8, 8], &[1, 2, 2])), "a card less");
    }

    #[test]
    fn mana_is_spent_turn_by_turn() {
        let all = [land(8), land(8), land(8), card(1), card(3), card(2), card(2)];
        assert_eq!(spent(&all, 3, |_| true), [1, 2, 3, 2]);
        assert_eq!(spent(&all, 3, |_| false), [0; TURNS]);
    }

    #[test]
    fn a_smaller_hand_is_expected_to_be_worth_less() {
        let deck: Vec<HandCard> = (0..24).map(|_| land(8)).chain((0..36).map(|i| card(1 + i % 4))).collect();
        let expected = |cards| Hands::fitted(true).expected(&deck, cards, &mut Stream::new(1, 1));
        assert!(expected(7) > expected(6) && expected(6) > expected(5));
        assert_eq!(expected(6), expected(6));
    }
}
