//! Permissions to play, and spells as what costs more or less.

use super::Renderer;
use super::grammar::{NounPhrase, list};
use super::nouns::Domain;
use crate::cards::def::*;

impl Renderer<'_> {
    /// Spells of some players, as what costs change for.
    pub(super) fn spells_of(&mut self, who: Who, filter: &Filter) -> NounPhrase {
        let noun = self.noun(filter, Domain::Spell);
        if let Some(same) = noun.is_same().cloned() {
            let by = match who {
                Who::EachPlayer => String::new(),
                who => format!(", cast by {},", self.somebody(who).text),
            };
            let this = *filter == Filter::Is(Obj::This) || same.text == self.this;
            // As a spell it is another object than before.
            let card = same.text.strip_prefix("what ").and_then(|text| text.strip_suffix(" became"));
            let card = card.unwrap_or(&same.text);
            return NounPhrase::one(if this { "this spell".to_owned() } else { format!("{card}{by}") });
        }
        match who {
            Who::EachPlayer => NounPhrase::many(noun.all()),
            who => {
                let np = self.everybody(who);
                NounPhrase::many(format!("{} {}", noun.all(), np.does("cast")))
            }
        }
    }

    /// What a spell costs more: "{1} more to cast".
    pub(super) fn more(&mut self, cost: &Cost) -> String {
        match cost.0.as_slice() {
            [CostPart::Times(n, inner)] if Self::is_mana(inner) => {
                let mana = self.cost(inner);
                match self.each(n) {
                    Some(each) => format!("{mana} more to cast for each {each}"),
                    None => format!("{mana} more to cast {} times over", self.count(n)),
                }
            }
            _ if Self::is_mana(cost) => format!("{} more to cast", self.cost(cost)),
            _ => format!("an additional \"{}\" to cast", super::grammar::capital(&self.paying(cost))),
        }
    }

    /// What a `Permit` allows.
    pub(super) fn permit(&mut self, rule: &Rule) -> String {
        let Rule::Permit { who, what, cast_only, cost, more, flash, any_mana, any_color, then_exile, once, by, gains } =
            rule
        else {
            return String::new();
        };
        let player = self.everybody(*who);
        let verb = if *cast_only { "cast" } else { "play" };
        let what = self.group(what);
        let mut text = format!("{} may {verb} {}", player.text, what.text);
        let its = if what.many { "their" } else { "its" };
        if let Some(cost) = cost {
            let free = cost.0.is_empty();
            let cost = self.paying(cost);
            match free {
                true => text.push_str(&format!(" without paying {its} mana cost")),
                false => text.push_str(&format!(" if {} {cost} rather than pay {its} mana cost", player.text)),
            }
        }
        let it = if what.many { "they" } else { "it" };
        let mut extra = Vec::new();
        if *flash {
            text.push_str(&format!(" as though {it} had flash"));
        }
        if *any_mana {
            extra.push("may spend mana of any type".to_owned());
        }
        if *any_color {
            extra.push("may spend mana as though it were mana of any color".to_owned());
        }
        if !extra.is_empty() {
            text.push_str(&format!(", and {} to cast {}", list(&extra, "and"), what.it()));
        }
        if let Some(by) = by {
            text.push_str(&format!(" for {its} {} cost", by.text()));
        }
        if !more.0.is_empty() {
            let more = self.paying(more);
            text.push_str(&format!(" if {} {more} in addition to paying {its} other costs", player.text));
        }
        if *once {
            text.push_str(" once each turn");
        }
        if *then_exile {
            text.push_str(". A spell cast this way is exiled instead of being put into a graveyard");
        }
        if !gains.is_empty() {
            let verb = if *cast_only { "cast" } else { "played" };
            text.push_str(&format!(". What is {verb} this way gains {}", self.grant(gains)));
        }
        text
    }
}
