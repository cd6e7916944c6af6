//! Effects that last, and abilities that wait: how long, until when.

use super::Renderer;
use super::clauses::Clause;
use super::nouns::Domain;
use crate::cards::def::{Condition, Duration, Instruction, StaticEffect, TriggeredDef, Who};

impl Renderer<'_> {
    pub(super) fn continuous(&mut self, effect: &StaticEffect, duration: &Duration) -> Clause {
        match effect {
            StaticEffect::Affect(group, modifications) => self.affect_for(group, modifications, duration),
            StaticEffect::Rule(rule) => {
                let rule = self.rule(rule);
                let rule = self.with_letters(rule);
                let how_long = self.duration(duration, "this turn");
                // What resolves permits one card in all.
                let rule = rule.replace(" once each turn", " once");
                Clause::Whole(match rule.split_once(". ") {
                    Some((first, rest)) => format!("{first}{how_long}. {rest}"),
                    None => format!("{rule}{how_long}"),
                })
            }
            StaticEffect::Replace(replacement) => {
                Clause::Whole(self.replacement(replacement, &Condition::Always, Some(duration)))
            }
        }
    }

    /// How long something lasts, as the end of a sentence.
    pub(super) fn duration(&mut self, duration: &Duration, this_turn: &str) -> String {
        match duration {
            Duration::EndOfTurn => format!(" {this_turn}"),
            Duration::EndOfCombat => " until end of combat".to_owned(),
            Duration::UntilTurnOf(who) => format!(" until {} next turn", self.player(*who).s()),
            Duration::UntilUpkeepOf(who) => format!(" until {} next upkeep", self.player(*who).s()),
            Duration::UntilEndStepOf(who) => format!(" until {} next end step", self.player(*who).s()),
            Duration::UntilEndOfNextTurnOf(who) => format!(" until the end of {} next turn", self.player(*who).s()),
            Duration::NextTurnOf(who) => format!(" during {} next turn", self.player(*who).s()),
            Duration::NextUntapStep => " during the next untap step of whoever controls each of them then".to_owned(),
            Duration::NextUntapStepOf(who) => format!(" during {} next untap step", self.player(*who).s()),
            Duration::While(condition) => format!(" for as long as {}", self.condition(condition, true)),
            Duration::AfterThisTurn => " after this turn".to_owned(),
            Duration::Forever => String::new(),
            Duration::OnceThisTurn => " once this turn".to_owned(),
            Duration::NextSpell(filter) => {
                let spell = self.noun(filter, Domain::Spell).one();
                format!(" for the next {spell} that {} this turn", self.player(Who::You).does("cast"))
            }
        }
    }

    /// CR 603.7: an ability that is set up to trigger later.
    pub(super) fn delayed(&mut self, ability: &TriggeredDef, until: Option<&Duration>) -> Clause {
        let how_long = until.map(|d| self.duration(d, "until end of turn"));
        let text = self.nested(ability, until.is_none());
        match how_long.as_deref().map(str::trim) {
            Some("") => Clause::Whole(format!("from now on, {text}")),
            Some(how_long) => Clause::Whole(format!("{how_long}, {text}")),
            None => Clause::Whole(text),
        }
    }

    /// An extra turn, and what there is in that turn only.
    pub(super) fn extra_turn_with(&mut self, who: Who, effects: &[Instruction]) -> Clause {
        let turn = self.act(who, |_| "take an extra turn after this one".to_owned());
        let then = self.inline(effects);
        Clause::Whole(format!("{}. As that turn begins, {then}", turn.finite()))
    }
}
