//! Comparing a compiled definition with the shipped one of the same card.

use crate::cards::def::*;
use derive_visitor::VisitorMut;
use std::collections::HashMap;

/// How a compiled definition compares with the one that is written by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Golden {
    /// Both are equal.
    Exact,
    /// Both are equal but for the order of lines.
    Order,
    /// The text isn't accepted.
    Declined,
    /// Another one: one of both is wrong.
    Different,
}

impl Golden {
    /// All classes.
    pub const ALL: &'static [Self] = &[Self::Exact, Self::Order, Self::Declined, Self::Different];
    /// The name of the class.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Order => "order",
            Self::Declined => "declined",
            Self::Different => "different",
        }
    }
}

/// Compares two definitions of a card: names of variables, the order of qualities, and lines of keywords side by side make
/// no difference.
pub fn compare(compiled: &CardDef, shipped: &CardDef) -> Golden {
    let (mut a, mut b) = (normal_form(compiled), normal_form(shipped));
    if a == b {
        return Golden::Exact;
    }
    for card in [&mut a, &mut b] {
        card.abilities.sort_by_key(|ability| format!("{ability:?}"));
        if let Some((_, face)) = &mut card.other {
            face.abilities.sort_by_key(|ability| format!("{ability:?}"));
        }
    }
    if a == b { Golden::Order } else { Golden::Different }
}

#[derive(VisitorMut)]
#[visitor(Filter(exit))]
struct Sorting;

impl Sorting {
    fn exit_filter(&mut self, filter: &mut Filter) {
        if let Filter::And(list) = filter {
            list.sort_by_key(|f| format!("{f:?}"));
        }
    }
}

#[derive(VisitorMut, Default)]
#[visitor(Var(enter))]
struct Renaming {
    names: HashMap<Var, Var>,
}

impl Renaming {
    fn enter_var(&mut self, var: &mut Var) {
        let next = Word::new(&format!("v{}", self.names.len() + 1)).unwrap_or(*var);
        *var = *self.names.entry(*var).or_insert(next);
    }
}

fn merge(abilities: &mut Vec<AbilityDef>) {
    let mut merged: Vec<AbilityDef> = Vec::new();
    for ability in abilities.drain(..) {
        match (ability, merged.last_mut()) {
            (AbilityDef::Keywords(more), Some(AbilityDef::Keywords(keywords))) => keywords.extend(more),
            (ability, _) => merged.push(ability),
        }
    }
    *abilities = merged;
}

/// The form in which definitions are compared.
fn normal_form(card: &CardDef) -> CardDef {
    let mut card = card.clone();
    card.walk(&mut Sorting);
    let faces = [&mut card.abilities].into_iter().chain(card.other.as_mut().map(|(_, face)| &mut face.abilities));
    for abilities in faces {
        merge(abilities);
        abilities.iter_mut().for_each(|ability| ability.walk(&mut Renaming::default()));
    }
    card
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(abilities: &str) -> CardDef {
        let text =
            format!("Card(format: 1, name: \"Bear\", types: \"Creature - Bear\", pt: (2, 2), abilities: {abilities})");
        crate::cards::check::options().from_str(&text).unwrap()
    }

    #[test]
    fn names_and_order_make_no_difference() {
        let one = card(
            r#"[Keywords([Flying]), Keywords([Haste]), Activated(cost: [Tap, Sacrifice(N(1), And([Tapped, Token]))])]"#,
        );
        let other =
            card(r#"[Keywords([Flying, Haste]), Activated(cost: [Tap, Sacrifice(N(1), And([Token, Tapped]))])]"#);
        assert_eq!(compare(&one, &other), Golden::Exact);
        let turned =
            card(r#"[Activated(cost: [Tap, Sacrifice(N(1), And([Token, Tapped]))]), Keywords([Flying, Haste])]"#);
        assert_eq!(compare(&one, &turned), Golden::Order);
        assert_eq!(compare(&one, &card("[Keywords([Flying])]")), Golden::Different);
    }
}
