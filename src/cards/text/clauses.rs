//! Sentences in the making: who does what, and how instructions follow each other.

use super::Renderer;
use super::grammar::{NounPhrase, list, sentence};
use super::speaker::Held;
use crate::cards::def::{Instruction, Objects, Quantity, Var, Who};

/// What an instruction says.
pub(super) enum Clause {
    /// Somebody or something does something.
    Act {
        /// The player, if it is one.
        who: Option<Who>,
        /// The object or player that does it.
        subject: NounPhrase,
        /// Does what, with the verb of "you": "draw a card".
        phrase: String,
        /// What is added in sentences of its own.
        tail: String,
    },
    /// A sentence of another form, without its period.
    Whole(String),
    /// Nothing that needs words.
    Nothing,
}

impl Clause {
    pub(super) fn of(subject: NounPhrase, phrase: impl Into<String>) -> Self {
        Self::Act { who: None, subject, phrase: phrase.into(), tail: String::new() }
    }

    /// As a statement; what `You` do is an instruction.
    pub(super) fn finite(&self) -> String {
        match self {
            Self::Act { subject, phrase, tail, .. } if subject.is_you() => {
                let stated = ["gain ", "lose ", "get ", "win "].iter().any(|verb| phrase.starts_with(verb));
                let you = if stated && !phrase.starts_with("gain control") { "you " } else { "" };
                format!("{you}{phrase}{tail}")
            }
            Self::Act { who: Some(_), subject, phrase, tail } if subject.many => {
                format!("{} each {phrase}{tail}", subject.text)
            }
            Self::Act { subject, phrase, tail, .. } => format!("{}{tail}", subject.does(phrase)),
            Self::Whole(text) => text.clone(),
            Self::Nothing => String::new(),
        }
    }

    /// After "may", of a player; `None` if it has no such form.
    fn after_may(&self, of: Who) -> Option<(String, String)> {
        match self {
            Self::Act { who: Some(who), phrase, tail, .. } if *who == of => Some((phrase.clone(), tail.clone())),
            Self::Act { subject, phrase, tail, .. } => Some((format!("have {} {phrase}", subject.text), tail.clone())),
            Self::Whole(_) | Self::Nothing => None,
        }
    }
}

impl Renderer<'_> {
    /// A player does something; the words for that come after those for the player.
    pub(super) fn act(&mut self, who: Who, phrase: impl FnOnce(&mut Self) -> String) -> Clause {
        let subject = self.player(who);
        let phrase = phrase(self);
        Clause::Act { who: Some(who), subject, phrase, tail: String::new() }
    }

    /// `You` do something.
    pub(super) fn you(&mut self, phrase: String) -> Clause {
        Clause::Act { who: Some(Who::You), subject: NounPhrase::one("you"), phrase, tail: String::new() }
    }

    /// Instructions as sentences.
    pub(super) fn run(&mut self, effects: &[Instruction]) -> String {
        let all: Vec<String> = self.statements(effects).iter().map(|s| sentence(s)).collect();
        let mut text = all.join(" ");
        let unsaid: Vec<u8> = (0..self.targets.len() as u8).filter(|n| !self.is_said(*n)).collect();
        for n in unsaid {
            let target = self.target(n);
            let target = self.with_letters(format!("choose {}", target.text));
            text = format!("{} {text}", sentence(&target)).trim().to_owned();
        }
        text
    }

    /// Instructions in one go: "draw a card, then discard a card".
    pub(super) fn inline(&mut self, effects: &[Instruction]) -> String {
        let all = self.statements(effects);
        let mut out = String::new();
        for (i, text) in all.iter().enumerate() {
            if i > 0 {
                let long = all[i - 1].contains(". ") || all[i - 1].contains(['"', '\u{2022}']);
                let text_long = text.contains(". ");
                out.push_str(match (long, text_long) {
                    (true, _) => ". Then ",
                    (false, true) if i + 1 == all.len() => ". Then ",
                    (false, _) => ", then ",
                });
            }
            let text = text.strip_suffix('.').unwrap_or(text);
            out.push_str(text);
        }
        if out.is_empty() { "nothing happens".to_owned() } else { out }
    }

    /// Each instruction as a statement that has no capital letter yet and no period.
    fn statements(&mut self, effects: &[Instruction]) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        let mut taken = 0;
        for (i, effect) in effects.iter().enumerate() {
            if i < taken {
                continue;
            }
            let after = &effects[i + 1..];
            let together = self.pay_or_move(&effects[i..]);
            let together = together.or_else(|| self.acts(&effects[i..]));
            taken = i + together.as_ref().map_or(1, |(_, used)| *used);
            let said = match (together, effect) {
                (Some((said, _)), _) => said,
                (None, Instruction::Keep(var, group)) => self.keep(*var, group, after),
                (None, Instruction::Set(var, quantity)) => self.set(*var, quantity, after),
                (None, Instruction::KeepPlayers { from, only, into }) => self.keep_players(*from, only, *into, after),
                (None, other) => self.effect(other),
            };
            let said = said.finite();
            // What nothing is said of leaves its letters to what is said next.
            if said.is_empty() {
                continue;
            }
            let text = self.with_letters(said);
            // What comes after a choice with consequences holds in any case.
            let forked = i > 0
                && matches!(
                    effects[i - 1],
                    Instruction::May { .. } | Instruction::MayPay { .. } | Instruction::If { .. }
                );
            let forked =
                forked && out.last().is_some_and(|before| before.contains(". If") || before.contains(". Otherwise"));
            out.push(if forked { format!("in any case, {text}") } else { text });
        }
        out
    }

    /// What a player may do, with what follows from it.
    pub(super) fn may(&mut self, who: Who, then: &[Instruction], otherwise: &[Instruction]) -> Clause {
        let player = self.player(who);
        let (mut phrases, mut tails) = (Vec::new(), String::new());
        let mut rest: &[Instruction] = then;
        while let [first, after @ ..] = rest {
            if !phrases.is_empty()
                && let Some((said, used)) = self.pay_or_move(rest)
            {
                let text = self.with_letters(said.finite());
                return self.may_end(&player, (&phrases, &tails), Some(text), &rest[used..], otherwise);
            }
            let together = self.noted_too(rest).or_else(|| self.acts(rest));
            let after = together.as_ref().map_or(after, |(_, used)| &rest[*used..]);
            let said = match (together, first) {
                (Some((said, _)), _) => said,
                (None, Instruction::Keep(var, group)) => self.keep(*var, group, after),
                (None, Instruction::Set(var, quantity)) => self.set(*var, quantity, after),
                (None, other) => self.effect(other),
            };
            if matches!(said, Clause::Nothing) {
                rest = after;
                continue;
            }
            match said.after_may(who) {
                Some((phrase, tail)) if phrases.is_empty() || !phrase.starts_with("have ") => {
                    phrases.push(phrase);
                    tails.push_str(&tail);
                }
                _ if phrases.is_empty() => {
                    // What has no such form is said as a whole.
                    phrases.push(format!("choose to do this: {}", said.finite()));
                    rest = after;
                    break;
                }
                _ => {
                    let text = self.with_letters(said.finite());
                    return self.may_end(&player, (&phrases, &tails), Some(text), after, otherwise);
                }
            }
            rest = after;
        }
        self.may_end(&player, (&phrases, &tails), None, rest, otherwise)
    }

    fn may_end(
        &mut self,
        player: &NounPhrase,
        (phrases, tails): (&[String], &str),
        next: Option<String>,
        rest: &[Instruction],
        otherwise: &[Instruction],
    ) -> Clause {
        let chain = match phrases {
            [one] => one.clone(),
            [front @ .., last] => format!("{}, then {last}", front.join(", ")),
            [] => "do nothing".to_owned(),
        };
        let mut text = self.with_letters(format!("{} may {chain}", player.text)) + tails;
        let does = if player.is_you() { "you do" } else { "they do" };
        let dont = if player.is_you() { "you don't" } else { "they don't" };
        if next.is_some() || !rest.is_empty() {
            let mut what: Vec<String> = next.into_iter().collect();
            if !rest.is_empty() {
                what.push(self.inline(rest));
            }
            text.push_str(&format!(". If {does}, {}", what.join(". Then ")));
        }
        if !otherwise.is_empty() {
            // What ends as a sentence of its own is followed by another one.
            text.truncate(text.trim_end_matches('.').len());
            text.push_str(&format!(". If {dont}, {}", self.inline(otherwise)));
        }
        Clause::Whole(text)
    }

    /// Objects get a name; if the next instruction speaks of them, no words are needed for that.
    pub(super) fn keep(&mut self, var: Var, group: &Objects, after: &[Instruction]) -> Clause {
        if let Objects::Union(parts) = group
            && parts.contains(&Objects::Var(var))
        {
            let rest: Vec<Objects> = parts.iter().filter(|g| **g != Objects::Var(var)).cloned().collect();
            // What was found, exiled or the like one after the other is spoken of together afterwards.
            if let [Objects::Var(one)] = rest[..]
                && self.held(var).is_none()
                && let Some(Held { how, head, yours, .. }) = self.held(one).cloned()
            {
                self.hold(var, &how, &head, true, yours);
                return Clause::Nothing;
            }
            let (np, head) = (self.group(&Objects::Union(rest.clone())), self.head_of(&Objects::Union(rest)));
            let again = if self.held(var).is_some() { " as well" } else { "" };
            if again.is_empty() {
                self.hold(var, "noted", &head, true, false);
            }
            return self.you(format!("note {}{again}", np.text));
        }
        let loops = after.first().and_then(super::patterns::in_any_order);
        if loops.is_some_and(|found| found.left == var && found.group == group) {
            return Clause::Nothing;
        }
        let yours = self.yours(group);
        let own = matches!(group, Objects::Only(inner, _) if **inner == Objects::Var(var));
        let head = self.head_of(group);
        let back = self.comes_back(group);
        let np = self.everything(group);
        let soon = soon(after, var);
        if let (true, true, Some(held)) = (own, self.branches > 0, self.held(var)) {
            let (same, what) = (held.np.text.clone(), super::stack::without_all(&np.text));
            return self.you(format!("from now on count only {what} as {same}"));
        }
        if own || soon {
            let taken = self.targets.clone().iter().any(|t| self.target_head(&t.what) == head)
                || self.vars.iter().any(|held| held.var != var && held.head == head);
            let again = match (taken, np.many) {
                (true, _) => None,
                (false, true) => Some(NounPhrase::many(format!("those {}", super::grammar::plural(&head)))),
                (false, false) => Some(NounPhrase::one(format!("that {head}"))),
            };
            self.hold(var, "noted", &head, np.many, yours);
            if let Some(held) = self.vars.last_mut() {
                held.back = back;
                held.number = format!("the number of {}", np.text);
                held.np = np;
                held.again = again;
            }
            return Clause::Nothing;
        }
        self.hold(var, "noted", &head, np.many, yours);
        self.you(format!("note {}", np.text))
    }

    /// A number gets a name.
    pub(super) fn set(&mut self, var: Var, quantity: &Quantity, after: &[Instruction]) -> Clause {
        let loops = after.first().and_then(super::patterns::any_number);
        if *quantity == Quantity::N(1) && loops.is_some_and(|(_, more)| more == var) {
            return Clause::Nothing;
        }
        let number = self.number(quantity);
        if soon(after, var) {
            self.hold_value(var, &number, "number", "noted");
            return Clause::Nothing;
        }
        self.hold_value(var, "the noted number", "number", "noted");
        self.you(format!("note {number}"))
    }

    /// One of several courses.
    pub(super) fn courses(&mut self, who: Who, courses: &[Vec<Instruction>]) -> Clause {
        let subject = self.player(who);
        let texts = self.each_course(courses);
        Clause::Act { who: Some(who), subject, phrase: format!("choose one: {texts}"), tail: String::new() }
    }

    /// CR 701.55a.
    pub(super) fn faces(&mut self, who: Who, courses: &[Vec<Instruction>]) -> Clause {
        let subject = self.player(who);
        self.players.push("that player".to_owned());
        self.branches += 1;
        let texts = self.each_course(courses);
        self.branches -= 1;
        self.players.pop();
        Clause::Act {
            who: Some(who),
            subject,
            phrase: format!("face a villainous choice: {texts}"),
            tail: String::new(),
        }
    }

    /// Several courses, one of which is followed.
    fn each_course(&mut self, courses: &[Vec<Instruction>]) -> String {
        let before = self.vars.clone();
        let mut after = before.clone();
        let mut texts = Vec::new();
        for course in courses {
            self.vars.clone_from(&before);
            texts.push(self.inline(course));
            // A variable may hold what one course or another has put there.
            for held in &self.vars {
                match after.iter_mut().find(|other| other.var == held.var) {
                    Some(other) if other.np != held.np && !before.iter().any(|b| b.var == held.var) => {
                        let text = held.np.text.strip_prefix("the chosen ").unwrap_or(&held.np.text);
                        other.np.text = format!("{} or {text}", other.np.text);
                    }
                    Some(_) => {}
                    None => after.push(held.clone()),
                }
            }
        }
        self.vars = after;
        if let Some(found) = self.found.as_mut().filter(|found| found.text.is_empty() && found.courses.is_empty()) {
            found.courses = texts.iter().map(|t| sentence(t)).collect();
        }
        if texts.iter().any(|t| t.contains(['.', ','])) { texts.join("; or ") } else { list(&texts, "or") }
    }
}

/// Whether a variable needs no words of its own: the next instruction speaks of it, and none puts something else into it.
pub(super) fn soon(after: &[Instruction], var: Var) -> bool {
    let next = after.iter().find(|e| !matches!(e, Instruction::Keep(..) | Instruction::Set(..)));
    let sets_it = |e: &Instruction| {
        let text = ron::to_string(e as &dyn erased_serde::Serialize).unwrap_or_default();
        text.contains(&format!("Set(\"{var}\""))
            || text.contains(&format!("Keep(\"{var}\"")) && !matches!(e, Instruction::Keep(..))
    };
    next.is_some_and(|e| mentions(e, var)) && !after.iter().any(sets_it)
}

/// Whether an instruction speaks of a variable.
pub(super) fn mentions(effect: &Instruction, var: Var) -> bool {
    // Written out, a variable is its name in quotation marks.
    ron::to_string(effect as &dyn erased_serde::Serialize).is_ok_and(|text| text.contains(&format!("\"{var}\"")))
}
