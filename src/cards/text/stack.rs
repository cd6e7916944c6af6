//! Instructions for what is on the stack, and for casting.

use super::Renderer;
use super::clauses::Clause;
use super::grammar::NounPhrase;
use super::nouns::Domain;
use crate::cards::def::{CastCost, Destination, Filter, KeywordName, Obj, Objects, Quantity, Recipients, Var, Who};

impl Renderer<'_> {
    pub(super) fn counter(&mut self, what: &Objects, to: Option<&Destination>) -> Clause {
        let np = self.everything(what);
        let tail = match to {
            None => String::new(),
            Some(to) => {
                let it = NounPhrase::one("it");
                let (verb, phrase, _) = self.destination(to, &it, false, false);
                format!(". If a spell is countered this way, {verb} it{phrase} instead of into its owner's graveyard")
            }
        };
        Clause::Act {
            who: Some(Who::You),
            subject: NounPhrase::one("you"),
            phrase: format!("counter {}", np.text),
            tail,
        }
    }

    pub(super) fn copy_spell(
        &mut self,
        what: Obj,
        who: Who,
        count: &Quantity,
        (new_targets, without): (bool, Option<KeywordName>),
    ) -> Clause {
        let said = self.act(who, |s| {
            let np = s.object(what).text;
            let but = without.map_or_else(String::new, |name| format!(" except for its {} ability", name.text()));
            format!("copy {np}{but}{}", s.repetitions(count))
        });
        let Clause::Act { who: actor, subject, phrase, .. } = said else { return said };
        let one = *count == Quantity::N(1);
        let copies = if one { "the copy" } else { "the copies" };
        let (also, tail) = match (new_targets, subject.is_you()) {
            (false, _) => (String::new(), String::new()),
            (true, true) => (String::new(), format!(". You may choose new targets for {copies}")),
            (true, false) => (format!(" and may choose new targets for {copies}"), String::new()),
        };
        Clause::Act { who: actor, subject, phrase: format!("{phrase}{also}"), tail }
    }

    pub(super) fn copy_spell_for(&mut self, what: Obj, who: Who, each: &Recipients, named: bool) -> Clause {
        self.act(who, |s| {
            let (np, aims) = (s.object(what).text, s.recipients(each).text);
            if named {
                return format!("copy {np} with {aims} as the only target, if the copy could target that");
            }
            format!("copy {np} for {aims} that it could target and doesn't. Each copy targets a different one")
        })
    }

    pub(super) fn cast_now(
        &mut self,
        (who, lands, transformed): (Who, bool, bool),
        what: &Objects,
        spell: &Filter,
        cost: &CastCost,
        copies: bool,
        into: Option<Var>,
    ) -> Clause {
        let player = self.player(who);
        let which = match self.group_noun(what) {
            Some(noun) => noun.a(),
            None => match self.group(what) {
                np if np.many => format!("one of {}", without_all(&np.text)),
                np => np.text,
            },
        };
        let which = if copies { format!("a copy of {which}") } else { which };
        let mut text = format!("{} may {} {which}", player.text, if lands { "play" } else { "cast" });
        if transformed {
            text.push_str(" transformed");
        }
        match cost {
            CastCost::Own => {}
            CastCost::Free => text.push_str(" without paying its mana cost"),
            CastCost::Instead(cost) => {
                let cost = if Self::is_mana(cost) { self.cost(cost) } else { format!("its cost: {}", self.cost(cost)) };
                text.push_str(&format!(" by paying {cost} rather than its mana cost"));
            }
        }
        if *spell != Filter::Any {
            let noun = self.noun(spell, Domain::Spell).a();
            text.push_str(&format!(" if the resulting spell is {noun}"));
        }
        if let Some(var) = into {
            self.hold(var, "cast", "spell", false, who == Who::You);
        }
        Clause::Whole(text)
    }

    pub(super) fn link(&mut self, what: &Objects, to: Obj) -> Clause {
        let what = self.group(what);
        let to_what = self.object(to).text;
        match to {
            Obj::This => Clause::of(what, format!("count as exiled with {to_what}")),
            _ => Clause::of(what, format!("become linked to {to_what}")),
        }
    }
}

/// A group of which one is meant: "all of those cards" is "those cards" then.
pub(super) fn without_all(text: &str) -> &str {
    text.strip_prefix("all of ").or_else(|| text.strip_prefix("all ")).unwrap_or(text)
}
