//! Targets: with their qualities when they are first mentioned, then "that creature".

use super::Renderer;
use super::grammar::{NounPhrase, list, ordinal, plural};
use super::nouns::{Domain, Noun};
use crate::cards::def::*;

impl Renderer<'_> {
    pub(super) fn is_said(&self, n: u8) -> bool {
        self.said & 1 << (n & 63) != 0
    }

    /// What an instance of "target" chose: with its qualities when it is first mentioned, then "that creature".
    pub(super) fn target(&mut self, n: u8) -> NounPhrase {
        let Some(def) = self.targets.get(usize::from(n)).cloned() else { return NounPhrase::one("the target") };
        let many = def.max != Quantity::N(1);
        if self.is_said(n) {
            return self.target_again(n, &def, many);
        }
        self.said |= 1 << (n & 63);
        let noun = self.target_kind(&def.what);
        let any = matches!(def.what, TargetKind::AnyTarget);
        let other = noun.other || !def.other_than.is_empty();
        let bare = Noun { other: false, ..noun };
        let (one, some) = (bare.one(), bare.some());
        let one = if any { "target".to_owned() } else { format!("target {one}") };
        let some = if any { "targets".to_owned() } else { format!("target {some}") };
        let divide = def.divide.as_ref().filter(|_| !self.dividing).map(|total| self.amount(total));
        let divide = divide.map(|total| format!(" (dividing {total} among them as you choose)")).unwrap_or_default();
        let text = match (&def.min, &def.max) {
            (Quantity::N(1), Quantity::N(1)) => match (any, other) {
                (true, true) => "any other target".to_owned(),
                (true, false) => "any target".to_owned(),
                (false, true) => format!("another {one}"),
                (false, false) => one,
            },
            (min, max) => {
                let between = self.between(min, max, &def.what);
                let other = if other { "other " } else { "" };
                format!("{between} {other}{}", if *max == Quantity::N(1) { one } else { some })
            }
        };
        let together = self.together(&def.together);
        let by = def.by.map(|who| format!(" (chosen by {})", self.player(who).text)).unwrap_or_default();
        NounPhrase { text: format!("{text}{together}{divide}{by}"), many }
    }

    /// What objects that are chosen together have to be like: "with different names".
    pub(super) fn together(&mut self, conditions: &[Together]) -> String {
        let each = conditions.iter().map(|condition| match condition {
            Together::SameOwner => "of the same owner".to_owned(),
            Together::DifferentControllers => "controlled by different players".to_owned(),
            Together::DifferentNames => "with different names".to_owned(),
            Together::Different(measure) => format!("with different {}", plural(measure.text())),
            Together::ShareCardType => "that share a card type".to_owned(),
            Together::SharePermanentType => "that share a permanent type".to_owned(),
            Together::ShareCreatureType => "that share a creature type".to_owned(),
            Together::ShareNoCreatureType => "that share no creature types".to_owned(),
            Together::ShareLandType => "that share a land type".to_owned(),
            Together::AtMost(measure, most) => format!("with total {} {} or less", measure.text(), self.amount(most)),
        });
        each.fold(String::new(), |all, one| format!("{all} {one}"))
    }

    /// How many targets: "up to two".
    fn between(&mut self, min: &Quantity, max: &Quantity, kind: &TargetKind) -> String {
        let filter = match kind {
            TargetKind::Permanent(filter) => Some(Objects::All(filter.clone())),
            TargetKind::Card(zone, filter) => Some(Objects::In(*zone, filter.clone())),
            _ => None,
        };
        let every = match max {
            Quantity::Count(group) => filter.as_ref() == Some(group.as_ref()),
            Quantity::Players(who) => matches!(kind, TargetKind::Player(of) if of == who),
            Quantity::Sum(_) => matches!(kind, TargetKind::AnyTarget),
            _ => false,
        };
        match (min, max) {
            (Quantity::N(0), _) if every => "any number of".to_owned(),
            (Quantity::N(1), _) if every => "one or more".to_owned(),
            (min, max) if min == max => self.count(max),
            (Quantity::N(0), max) => format!("up to {}", self.count(max)),
            (Quantity::N(1), Quantity::N(2)) => "one or two".to_owned(),
            (Quantity::N(1), Quantity::N(3)) => "one, two, or three".to_owned(),
            (min, max) => format!("{} to {}", self.count(min), self.count(max)),
        }
    }

    fn target_again(&mut self, n: u8, def: &TargetDef, many: bool) -> NounPhrase {
        // What one target is may depend on another one, which has its plain name then: the names of both would never end.
        let (word, alike) = if std::mem::replace(&mut self.comparing, true) {
            (plain_head(&def.what).to_owned(), Vec::new())
        } else {
            let word = self.target_head(&def.what);
            let kinds: Vec<TargetKind> = self.targets.iter().map(|t| t.what.clone()).collect();
            let alike: Vec<usize> = (0..kinds.len()).filter(|i| self.target_head(&kinds[*i]) == word).collect();
            self.comparing = false;
            (word, alike)
        };
        let words: Vec<String> = word.split(" or ").map(plural).collect();
        let words = list(&words, "and");
        match (alike.iter().position(|i| *i == usize::from(n)), alike.len() > 1, many) {
            (Some(place), true, false) => NounPhrase::one(format!("the {} target {word}", ordinal(place))),
            (Some(place), true, true) => NounPhrase::many(format!("the {} target {words}", ordinal(place))),
            (_, _, false) => NounPhrase::one(format!("that {word}")),
            (_, _, true) => NounPhrase::many(format!("those {words}")),
        }
    }

    /// What a target can be.
    pub(super) fn target_kind(&mut self, kind: &TargetKind) -> Noun {
        match kind {
            TargetKind::AnyTarget => Noun::plain("any target"),
            TargetKind::Permanent(filter) => self.noun(filter, Domain::Permanent),
            TargetKind::Player(Who::EachPlayer) => Noun::plain("player"),
            TargetKind::Player(Who::EachOpponent) => Noun::plain("opponent"),
            TargetKind::Player(who) => Noun::plain("player").and_after(format!("who is {}", self.player(*who).text)),
            TargetKind::PlayerWho(who, condition) => {
                let noun = if *who == Who::EachOpponent { "opponent" } else { "player" };
                Noun::plain(noun).and_after(format!("for whom {}", self.condition(condition, true)))
            }
            TargetKind::Spell(filter) => self.noun(filter, Domain::Spell),
            TargetKind::Ability(filter) => self.noun(filter, Domain::Ability),
            TargetKind::Card(zone, filter) => {
                let (domain, place) = match zone {
                    ZoneOf::Graveyard(Who::EachPlayer) => (Domain::Card, "in a graveyard".to_owned()),
                    zone => self.place(*zone, filter),
                };
                self.noun(filter, domain).and_after(place)
            }
            TargetKind::Or(kinds) => {
                let all: Vec<Noun> = kinds.iter().map(|k| self.target_kind(k)).collect();
                let words: Vec<String> = all.iter().map(Noun::one).collect();
                Noun::plain(&list(&words, "or"))
            }
        }
    }

    /// What a target is called again, without "that".
    pub(super) fn target_head(&mut self, kind: &TargetKind) -> String {
        match kind {
            TargetKind::AnyTarget => "permanent or player".to_owned(),
            TargetKind::Player(_) | TargetKind::PlayerWho(..) => "player".to_owned(),
            TargetKind::Permanent(_) | TargetKind::Spell(_) | TargetKind::Ability(_) | TargetKind::Card(..) => {
                let head = self.target_kind(kind).head();
                if head.starts_with("activated") { "ability".to_owned() } else { head }
            }
            TargetKind::Or(kinds) => {
                let mut words: Vec<String> = kinds.iter().map(|k| self.target_head(k)).collect();
                words.dedup();
                words.join(" or ")
            }
        }
    }

    /// What the targets are called one by one if none of them can be a player.
    pub(super) fn object_target(&mut self, n: u8) -> Option<String> {
        match self.targets.get(usize::from(n)).map(|t| t.what.clone())? {
            TargetKind::AnyTarget | TargetKind::Or(_) | TargetKind::Player(_) | TargetKind::PlayerWho(..) => None,
            kind => Some(self.target_head(&kind)),
        }
    }

    /// What one target of an instance is called again.
    pub(super) fn target_word(&mut self, n: u8) -> String {
        match self.targets.get(usize::from(n)).map(|t| t.what.clone()) {
            Some(kind) => self.target_head(&kind),
            None => "target".to_owned(),
        }
    }
}

/// What sort of target it is, and no more.
fn plain_head(kind: &TargetKind) -> &'static str {
    match kind {
        TargetKind::AnyTarget | TargetKind::Or(_) => "target",
        TargetKind::Permanent(_) => "permanent",
        TargetKind::Player(_) | TargetKind::PlayerWho(..) => "player",
        TargetKind::Spell(_) => "spell",
        TargetKind::Ability(_) => "ability",
        TargetKind::Card(..) => "card",
    }
}
