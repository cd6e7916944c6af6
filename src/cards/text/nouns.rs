//! Noun phrases in the making: qualities before, heads, qualities after.

use super::grammar::{NounPhrase, a, list, plural};

/// Among what a filter looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Domain {
    /// Permanents.
    Permanent,
    /// Creatures, where nothing else can be meant.
    Creature,
    /// Cards in zones.
    Card,
    /// Spells.
    Spell,
    /// Abilities on the stack.
    Ability,
    /// Spells and abilities.
    OnStack,
    /// Sources of damage.
    Source,
    /// Whatever.
    Object,
}

impl Domain {
    /// What one of it is called.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Permanent => "permanent",
            Self::Creature => "creature",
            Self::Card => "card",
            Self::Spell => "spell",
            Self::Ability => "activated or triggered ability",
            Self::OnStack => "spell or ability",
            Self::Source => "source",
            Self::Object => "object",
        }
    }
    /// Whether the word stands there also after types.
    pub(super) const fn always(self) -> bool {
        match self {
            Self::Card | Self::Spell | Self::Ability | Self::OnStack => true,
            Self::Permanent | Self::Creature | Self::Source | Self::Object => false,
        }
    }
}

/// A common noun with its qualities.
#[derive(Clone, Debug)]
pub(super) struct Noun {
    /// A certain object instead.
    pub(super) same: Option<NounPhrase>,
    /// Not a certain object: "other", "another".
    pub(super) other: bool,
    /// Before the heads: "tapped".
    pub(super) before: Vec<String>,
    /// The heads by rank, each with its alternatives.
    pub(super) heads: Vec<(u8, Vec<String>)>,
    /// What one of it is called, after the heads or if there are none.
    pub(super) word: String,
    /// Whether that stands there also after heads.
    pub(super) always: bool,
    /// After the heads, for one and for several.
    pub(super) after: Vec<(String, String)>,
}

impl Noun {
    pub(super) fn new(domain: Domain) -> Self {
        Self {
            same: None,
            other: false,
            before: Vec::new(),
            heads: Vec::new(),
            word: domain.word().to_owned(),
            always: domain.always(),
            after: Vec::new(),
        }
    }

    /// A noun as such.
    pub(super) fn plain(word: &str) -> Self {
        Self { word: word.to_owned(), always: true, ..Self::new(Domain::Object) }
    }

    /// Adds what stands after it.
    pub(super) fn and_after(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.after.push((text.clone(), text));
        self
    }

    fn front(&self) -> String {
        let mut out = String::new();
        for (i, word) in self.before.iter().enumerate() {
            let both = i > 0 && word.starts_with("non") && self.before[i - 1].starts_with("non");
            out.push_str(if both {
                ", "
            } else if i > 0 {
                " "
            } else {
                ""
            });
            out.push_str(word);
        }
        out
    }

    fn middle(&self, many: Option<&str>) -> String {
        let mut heads = self.heads.clone();
        heads.sort_by_key(|(rank, _)| *rank);
        let last = heads.len();
        let word = self.always || heads.is_empty();
        let mut parts = Vec::new();
        for (i, (_, words)) in heads.iter().enumerate() {
            let ends = i + 1 == last && !word;
            let words: Vec<String> = match many {
                Some(_) if ends => words.iter().map(|w| plural(w)).collect(),
                _ => words.clone(),
            };
            let joiner = many.unwrap_or("or");
            parts.push(list(&words, joiner));
        }
        if word {
            let alternatives: Vec<String> =
                self.word.split(" or ").map(|w| if many.is_some() { plural(w) } else { w.to_owned() }).collect();
            let last = match many {
                Some(joiner) if alternatives.len() > 1 && self.word != "activated or triggered ability" => {
                    list(&alternatives, joiner)
                }
                Some(_) => plural(&self.word),
                None => self.word.clone(),
            };
            parts.push(last);
        }
        parts.join(" ")
    }

    fn whole(&self, many: Option<&str>) -> String {
        if let Some(same) = &self.same {
            let mut parts = vec![same.text.clone()];
            parts.extend(self.before.iter().map(|b| format!("that is {b}")));
            parts.extend(self.heads.iter().map(|(_, words)| format!("that is {}", a(&list(words, "or")))));
            parts.extend(self.after.iter().map(|(one, _)| one.clone()));
            return parts.join(" ");
        }
        let after = self.after.iter().map(|(one, several)| if many.is_some() { several } else { one }.clone());
        let parts = [self.front(), self.middle(many)].into_iter().chain(after).filter(|p| !p.is_empty());
        parts.collect::<Vec<_>>().join(" ")
    }

    /// One of it, without an article: "creature you control".
    pub(super) fn one(&self) -> String {
        if self.other { format!("other {}", self.whole(None)) } else { self.whole(None) }
    }
    /// One of it: "a creature you control".
    pub(super) fn a(&self) -> String {
        match (&self.same, self.other) {
            (Some(_), _) => self.whole(None),
            (None, true) => format!("another {}", self.whole(None)),
            (None, false) => a(&self.whole(None)),
        }
    }
    /// Several, all of them meant: "creatures and lands".
    pub(super) fn all(&self) -> String {
        self.several("and")
    }
    /// Several, any of them meant: "creatures or lands".
    pub(super) fn any(&self) -> String {
        self.several("or")
    }
    /// Several, some of them meant: "creatures and/or lands".
    pub(super) fn some(&self) -> String {
        self.several("and/or")
    }
    fn several(&self, joiner: &str) -> String {
        if self.same.is_some() {
            return self.whole(None);
        }
        let whole = self.whole(Some(joiner));
        if self.other { format!("other {whole}") } else { whole }
    }
    /// A certain object, if that is all.
    pub(super) fn is_same(&self) -> Option<&NounPhrase> {
        self.same.as_ref().filter(|_| self.before.is_empty() && self.heads.is_empty() && self.after.is_empty())
    }
    /// What one of it is called again: "creature".
    pub(super) fn head(&self) -> String {
        let single = |words: &Vec<String>| words.len() == 1;
        match self.heads.iter().max_by_key(|(rank, _)| *rank) {
            Some((_, words)) if !self.always && single(words) => words[0].clone(),
            Some(_) | None if self.always => self.word.clone(),
            Some(_) => "permanent".to_owned(),
            None => self.word.clone(),
        }
    }
}
