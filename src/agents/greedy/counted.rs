//! Numbers, and which of them are the same for all that is judged at one moment.

use super::evaluator::Evaluator;
use crate::cards::def::{Filter, Objects, Quantity};
use crate::model::bindings::Bindings;
use crate::model::ids::Seat;

impl Evaluator<'_, '_> {
    /// The sign of a player who has some use for more tokens; 0 for one who has permanents enough.
    pub(super) fn sign_of_tokens(&self, seat: Seat) -> i32 {
        let own = || self.view.battlefield().filter(|seen| seen.chars.controller == seat).count();
        let enough = usize::try_from(self.style.enough).unwrap_or(0);
        if enough > 0 && own() >= enough { 0 } else { self.sign(seat) }
    }

    /// A number that isn't absurd; 1 if it depends on what the viewer doesn't know.
    pub(super) fn amount(&self, quantity: &Quantity, bindings: &Bindings) -> i32 {
        if let Quantity::N(n) = quantity {
            return (*n).clamp(-100, 100);
        }
        let count = || self.view.value(bindings, quantity).unwrap_or(1).clamp(-100, 100);
        if !is_of_board(quantity) {
            return count();
        }
        let known = self.counted.borrow().iter().find(|(of, _)| of == quantity).map(|(_, n)| *n);
        known.unwrap_or_else(|| {
            let n = count();
            self.counted.borrow_mut().push((quantity.clone(), n));
            n
        })
    }
}

/// Whether a number is the same for each player who asks, of whatever: it counts permanents by what each is like, and refers to
/// nothing else. So it is counted once for all that is judged at a moment, for no judgement changes the board.
fn is_of_board(quantity: &Quantity) -> bool {
    let Quantity::Count(objects) = quantity else { return false };
    matches!(objects.as_ref(), Objects::All(filter) if is_of_kind(filter))
}

/// Whether a filter asks for nothing but what an object is like.
fn is_of_kind(filter: &Filter) -> bool {
    match filter {
        Filter::And(all) | Filter::Or(all) => all.iter().all(is_of_kind),
        Filter::Not(filter) => is_of_kind(filter),
        Filter::Any | Filter::Type(_) | Filter::Supertype(_) | Filter::Subtype(_) | Filter::Color(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::def::{CardTypes, Who};

    #[test]
    fn who_asks_matters_where_a_player_is_named() {
        let creatures = Filter::Type(CardTypes::CREATURE);
        let mine = Filter::And(vec![creatures.clone(), Filter::Controlled(Who::You)]);
        let count = |filter| Quantity::Count(Box::new(Objects::All(filter)));
        assert!(is_of_board(&count(Filter::Not(Box::new(creatures)))) && !is_of_board(&count(mine)));
        assert!(!is_of_board(&Quantity::X));
    }
}
