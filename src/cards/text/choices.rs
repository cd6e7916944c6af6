//! Instructions that choose: objects, piles, colours, names, types, players, numbers.

use super::Renderer;
use super::clauses::{Clause, soon};
use super::grammar::{NounPhrase, a, list, plural};
use super::nouns::Domain;
use super::types;
use crate::cards::def::{
    Ballot, CardTypes, Color, Condition, Filter, Instruction, Measure, Obj, Objects, Quantity, Subtype, SubtypeWord,
    Together, Var, Who, ZoneKind, ZoneOf,
};

impl Renderer<'_> {
    /// Whether all objects of a group are your own cards.
    pub(super) fn yours(&self, group: &Objects) -> bool {
        match group {
            Objects::In(ZoneOf::Hand(who) | ZoneOf::Graveyard(who) | ZoneOf::Library(who), _)
            | Objects::TopOf(_, ZoneOf::Hand(who) | ZoneOf::Graveyard(who) | ZoneOf::Library(who), _)
            | Objects::BottomOf(_, ZoneOf::Hand(who) | ZoneOf::Graveyard(who) | ZoneOf::Library(who))
            | Objects::Top(_, who) => *who == Who::You,
            Objects::In(ZoneOf::Outside(_), _) => true,
            Objects::Only(inner, _) => self.yours(inner),
            Objects::Var(var) | Objects::The(Obj::Var(var)) => self.held(*var).is_some_and(|held| held.yours),
            Objects::Targets(n) | Objects::The(Obj::Target(n)) => {
                match self.targets.get(usize::from(*n)).map(|t| &t.what) {
                    Some(crate::cards::def::TargetKind::Card(ZoneOf::Graveyard(who), _)) => *who == Who::You,
                    _ => false,
                }
            }
            Objects::Union(parts) => parts.iter().all(|g| self.yours(g)),
            Objects::The(Obj::This) => {
                matches!(self.zone, ZoneKind::Hand | ZoneKind::Graveyard | ZoneKind::Library) && !self.gone
            }
            Objects::The(_)
            | Objects::All(_)
            | Objects::In(..)
            | Objects::TopOf(..)
            | Objects::BottomOf(..)
            | Objects::Linked
            | Objects::Sources(_)
            | Objects::Were(_)
            | Objects::SourcesOf(_)
            | Objects::Became(_)
            | Objects::ThisTurn(..)
            | Objects::Events
            | Objects::PaidWith => false,
        }
    }

    pub(super) fn choose(
        &mut self,
        who: Who,
        from: &Objects,
        (min, max): (&Quantity, &Quantity),
        (random, together): (bool, &[Together]),
        into: Var,
    ) -> Clause {
        let subject = self.player(who);
        let head = self.head_of(from);
        let yours = self.yours(from);
        let every = matches!(max, Quantity::Count(group) if group.as_ref() == from) && *min == Quantity::N(0);
        let how_many = match (min, max) {
            _ if every => "any number of".to_owned(),
            (min, max) if min == max => self.count(max),
            (Quantity::N(0), max) => format!("up to {}", self.count(max)),
            (min, max) => format!("{} to {}", self.count(min), self.count(max)),
        };
        let one = *min == Quantity::N(1) && *max == Quantity::N(1);
        let what = match self.group_noun(from) {
            Some(noun) if one => noun.a(),
            Some(noun) if *max == Quantity::N(1) => format!("{how_many} {}", noun.one()),
            Some(noun) => format!("{how_many} {}", noun.some()),
            None => {
                let mut np = self.group(from);
                np.text = super::stack::without_all(&np.text).to_owned();
                match (every, np.many) {
                    (true, _) => format!("any number of {}", np.text),
                    (false, true) => format!("{how_many} of {}", np.text),
                    (false, false) => np.text,
                }
            }
        };
        let at_random = if random { " at random" } else { "" };
        let together = self.together(together);
        let back = self.comes_back(from);
        self.hold(into, "chosen", &head, *max != Quantity::N(1), yours);
        self.vars.iter_mut().rev().take(1).for_each(|held| held.back = back);
        Clause::Act {
            who: Some(who),
            subject,
            phrase: format!("choose {what}{together}{at_random}"),
            tail: String::new(),
        }
    }

    pub(super) fn choose_of_each(&mut self, who: Who, kind: SubtypeWord, from: &Objects, into: Var) -> Clause {
        let (head, yours, subject) = (self.head_of(from), self.yours(from), self.player(who));
        let what = match self.group_noun(from) {
            Some(noun) => noun.a(),
            None => format!("one of {}", self.group(from).text),
        };
        let kind = match kind {
            SubtypeWord::Creature => "creature type",
            SubtypeWord::BasicLand => "basic land type",
            SubtypeWord::Land => "land type",
        };
        self.hold(into, "chosen", &head, true, yours);
        Clause::Act { who: Some(who), subject, phrase: format!("choose {what} of each {kind}"), tail: String::new() }
    }

    pub(super) fn piles(&mut self, who: Who, from: &Objects, first: Var, second: Var) -> Clause {
        let yours = self.yours(from);
        let head = self.head_of(from);
        let said = self.act(who, |s| format!("separate {} into two piles", s.everything(from).text));
        for (var, which) in [(first, "first"), (second, "second")] {
            self.hold(var, which, &head, true, yours);
            if let Some(held) = self.vars.last_mut() {
                held.np = NounPhrase::one(format!("the {which} pile"));
            }
        }
        said
    }

    pub(super) fn choose_color(&mut self, who: Who, other_than: Option<Var>, except: &[Color], into: Var) -> Clause {
        let mut not: Vec<String> = other_than.map(|var| self.var(var).text).into_iter().collect();
        not.extend(except.iter().map(|color| color.word().to_owned()));
        let other = if not.is_empty() { String::new() } else { format!(" other than {}", list(&not, "or")) };
        let said = self.act(who, |_| format!("choose a color{other}"));
        self.hold_value(into, "the chosen color", "color", "chosen");
        said
    }

    pub(super) fn choose_name(&mut self, who: Who, filter: &Filter, into: Var) -> Clause {
        let noun = self.noun(filter, Domain::Card);
        let said = self.act(who, |_| format!("choose {} name", noun.a()));
        self.hold_value(into, "the chosen name", "name", "chosen");
        said
    }

    pub(super) fn choose_card_type(&mut self, who: Who, among: CardTypes, into: Var) -> Clause {
        let words = match among {
            CardTypes::IN_DECKS => "a card type".to_owned(),
            CardTypes::PERMANENT => "a permanent type".to_owned(),
            among => list(&among.iter().map(|kind| kind.to_string().to_lowercase()).collect::<Vec<_>>(), "or"),
        };
        let said = self.act(who, |_| format!("choose {words}"));
        self.hold_value(into, "the chosen card type", "card type", "chosen");
        said
    }

    pub(super) fn choose_subtype(
        &mut self,
        who: Who,
        kind: SubtypeWord,
        other_than: Option<Var>,
        (except, among): (&[Subtype], &[Subtype]),
        into: Var,
    ) -> Clause {
        let kind = match kind {
            SubtypeWord::Creature => "creature type",
            SubtypeWord::BasicLand => "basic land type",
            SubtypeWord::Land => "land type",
        };
        let mut not: Vec<String> = other_than.map(|var| self.var(var).text).into_iter().collect();
        not.extend(except.iter().map(|s| s.name().to_owned()));
        let other = if not.is_empty() { String::new() } else { format!(" other than {}", list(&not, "or")) };
        let named: Vec<String> = among.iter().map(|s| s.name().to_owned()).collect();
        let what = if named.is_empty() { format!("a {kind}") } else { list(&named, "or") };
        let said = self.act(who, |_| format!("choose {what}{other}"));
        self.hold_value(into, "the chosen type", "type", "chosen");
        said
    }

    pub(super) fn choose_player(
        &mut self,
        (who, from): (Who, Who),
        only: &Condition,
        random: bool,
        into: Var,
    ) -> Clause {
        let said = self.act(who, |s| {
            let one = match from {
                Who::EachPlayer => "a player".to_owned(),
                Who::EachOpponent => "an opponent".to_owned(),
                _ => s.player(from).text,
            };
            let random = if random { " at random" } else { "" };
            format!("choose {one}{}{random}", s.for_whom(only))
        });
        self.hold_value(into, "the chosen player", "player", "chosen");
        said
    }

    /// Players get a name; if the next instruction speaks of all of a kind, no words are needed for that.
    pub(super) fn keep_players(&mut self, from: Who, only: &Condition, into: Var, after: &[Instruction]) -> Clause {
        let all = *only == Condition::Always;
        if all && matches!(from, Who::EachPlayer | Who::EachOpponent) && soon(after, into) {
            let np = self.everybody(from);
            self.hold_players(into, &np.text);
            return Clause::Nothing;
        }
        let from = match from {
            Who::EachPlayer => "the players".to_owned(),
            Who::EachOpponent => "the opponents".to_owned(),
            Who::It if all => "them".to_owned(),
            from if all => self.player(from).text,
            from => format!("those of {}", self.player(from).text),
        };
        let only = self.for_whom(only);
        let said = self.you(format!("note {from}{only}"));
        self.hold_players(into, "the noted players");
        said
    }

    pub(super) fn hold_players(&mut self, into: Var, text: &str) {
        self.hold_value(into, text, "players", "noted");
        if let Some(held) = self.vars.last_mut() {
            held.np.many = true;
        }
    }

    /// A condition on players who are chosen.
    fn for_whom(&mut self, only: &Condition) -> String {
        match only {
            Condition::Always => String::new(),
            only => format!(" for whom {}", self.condition(only, true)),
        }
    }

    pub(super) fn choose_players(&mut self, who: Who, from: Who, only: &Condition, into: Var) -> Clause {
        let said = self.act(who, |s| {
            let from = match from {
                Who::EachPlayer => "players".to_owned(),
                Who::EachOpponent => "opponents".to_owned(),
                _ => format!("of {}", s.player(from).text),
            };
            format!("choose any number of {from}{}", s.for_whom(only))
        });
        self.hold(into, "chosen", "player", true, who == Who::You);
        said
    }

    pub(super) fn choose_number(
        &mut self,
        who: Who,
        (min, max, random): (&Quantity, &Quantity, bool),
        into: Var,
    ) -> Clause {
        let said = self.act(who, |s| {
            let from = s.amount(min);
            let to = s.amount(max);
            let how = if random { " at random" } else { "" };
            format!("choose a number from {from} to {to}{how}")
        });
        self.hold_value(into, "the chosen number", "number", "chosen");
        said
    }

    pub(super) fn vote(&mut self, first: Who, among: &Ballot, (secret, optional): (bool, bool)) -> Clause {
        let first = self.player(first).text;
        let what = match among {
            Ballot::Words(words) => {
                for word in words {
                    self.hold_value(*word, &format!("the number of {word} votes"), "vote", "cast");
                    if let Some(held) = self.vars.last_mut() {
                        held.np = NounPhrase::many(format!("the players who voted for {word}"));
                    }
                }
                let texts: Vec<String> = words.iter().map(Var::to_string).collect();
                if let Some(found) = self.found.as_mut().filter(|found| found.text.is_empty()) {
                    found.courses.clone_from(&texts);
                }
                list(&texts, "or")
            }
            Ballot::Objects(from, into) | Ballot::Each(from, into) => {
                let (head, yours) = (self.head_of(from), self.yours(from));
                let what = match self.group_noun(from) {
                    Some(noun) => noun.a(),
                    None => format!("one of {}", self.group(from).text),
                };
                self.hold(*into, "most voted for", &head, true, yours);
                if let Some(held) = self.vars.last_mut() {
                    let votes = match among {
                        Ballot::Each(..) => "that were voted for",
                        _ => "with the most votes or tied for most votes",
                    };
                    held.np.text = format!("the {} {votes}", plural(&head));
                }
                what
            }
            Ballot::Players { from, others, into } => {
                let one = self.somebody(*from).text;
                self.hold_players(*into, super::objects::VOTED_FOR);
                if *others { format!("{one} other than themselves") } else { one }
            }
        };
        let votes = if optional { "may vote for" } else { "votes for" };
        Clause::Whole(if secret {
            format!("each player secretly {votes} {what}, then those votes are revealed")
        } else {
            format!("starting with {first}, each player {votes} {what}")
        })
    }

    pub(super) fn flip_coin(&mut self, who: Who, won: Var, lost: Var) -> Clause {
        let said = self.act(who, |_| "flip a coin".to_owned());
        self.hold_value(won, "the flip", "flip", "won");
        self.hold_value(lost, "the flip", "flip", "lost");
        said
    }

    pub(super) fn roll_dice(
        &mut self,
        who: Who,
        (count, sides): (&Quantity, u32),
        plus: &Quantity,
        ignore: u32,
        (into, odd, even): (Var, Option<Var>, Option<Var>),
    ) -> Clause {
        let said = self.act(who, |s| {
            let mut said = match count {
                Quantity::N(1) => format!("roll a d{sides}"),
                count => format!("roll {} d{sides}", s.count(count)),
            };
            if *plus != Quantity::N(0) {
                said += &format!(" and add {}", s.amount(plus));
            }
            match ignore {
                0 => {}
                1 => said += " and ignore the lowest roll",
                n => said += &format!(" and ignore the lowest {n} rolls"),
            }
            said
        });
        self.hold_value(into, "the result", "result", "rolled");
        if let Some(odd) = odd {
            self.hold_value(odd, "the number of odd results", "odd results", "rolled");
        }
        if let Some(even) = even {
            self.hold_value(even, "the number of even results", "even results", "rolled");
        }
        said
    }

    /// What is chosen as something enters is remembered without saying so.
    pub(super) fn remember(&mut self, var: Var) -> Clause {
        if self.entering {
            return Clause::Nothing;
        }
        let np = self.var(var).text;
        Clause::of(NounPhrase::one(self.this.clone()), format!("remember {np}"))
    }

    pub(super) fn sacrifice_choice(
        &mut self,
        who: Who,
        filter: &Filter,
        count: Option<&Quantity>,
        into: Option<Var>,
    ) -> Clause {
        let mut head = String::new();
        let said = self.act(who, |s| {
            let noun = s.noun(filter, Domain::Permanent);
            head = noun.head();
            match count {
                Some(count) => format!("sacrifice {}", s.many(count, &noun)),
                None => format!("sacrifice any number of {}", noun.some()),
            }
        });
        if let Some(var) = into {
            let many = count != Some(&Quantity::N(1)) || who.is_each();
            self.hold(var, "sacrificed", &head, many, who == Who::You);
        }
        said
    }

    pub(super) fn draw(&mut self, who: Who, count: &Quantity, into: Option<Var>) -> Clause {
        let said = self.act(who, |s| format!("draw {}", s.cards(count)));
        if let Some(var) = into {
            self.hold(var, "drawn", "card", *count != Quantity::N(1), who == Who::You);
        }
        said
    }

    pub(super) fn mill(&mut self, who: Who, count: &Quantity, into: Option<Var>) -> Clause {
        let said = self.act(who, |s| format!("mill {}", s.cards(count)));
        if let Some(var) = into {
            self.hold(var, "milled", "card", *count != Quantity::N(1), who == Who::You);
        }
        said
    }

    pub(super) fn discard(
        &mut self,
        who: Who,
        count: &Quantity,
        filter: &Filter,
        random: bool,
        into: Option<Var>,
    ) -> Clause {
        let said = self.act(who, |s| {
            if matches!(count, Quantity::HandSize(of) if *of == who) && *filter == Filter::Any && !random {
                return format!("discard {} hand", s.their(who));
            }
            let noun = s.noun(filter, Domain::Card);
            let at_random = if random { " at random" } else { "" };
            format!("discard {}{at_random}", s.many(count, &noun))
        });
        if let Some(var) = into {
            let many = *count != Quantity::N(1) || who.is_each();
            self.hold(var, "discarded", "card", many, who == Who::You);
        }
        said
    }

    pub(super) fn search(
        &mut self,
        (who, of): (Who, Who),
        (filter, together): (&Filter, &[Together]),
        max: &Quantity,
        zones: &[ZoneKind],
        into: Var,
    ) -> Clause {
        let said = self.act(who, |s| {
            let zones: Vec<String> = zones.iter().map(|zone| types::zone(*zone).to_owned()).collect();
            let place = if zones.is_empty() { "library".to_owned() } else { list(&zones, "and") };
            let library = if who == of { format!("{} {place}", s.their(who)) } else { s.owned(of, &place) };
            let noun = s.noun(filter, Domain::Card);
            let what = match max {
                Quantity::N(1) => noun.a(),
                // CR 701.23d: cards without a stated quality are found, as many as there are.
                max if *filter == Filter::Any && together.is_empty() => format!("{} {}", s.count(max), noun.some()),
                max => format!("up to {} {}", s.count(max), noun.some()),
            };
            let together = s.together(together);
            format!("search {library} for {what}{together}")
        });
        self.hold(into, "found", "card", *max != Quantity::N(1), of == Who::You);
        said
    }

    pub(super) fn until(
        &mut self,
        who: Who,
        (filter, total): (&Filter, Option<&(Measure, Quantity)>),
        into: Option<Var>,
        all: Option<Var>,
        verb: &str,
    ) -> Clause {
        let done = if verb == "reveal" { "revealed" } else { "exiled" };
        let last = if verb == "reveal" { "last revealed" } else { "last exiled" };
        let said = self.act(who, |s| {
            let (their, they) = (s.their(who), if s.their(who) == "your" { "you" } else { "they" });
            let noun = match total {
                None => s.noun(filter, Domain::Card).a(),
                Some((measure, n)) if *filter == Filter::Any => {
                    format!("cards with total {} {} or greater", measure.text(), s.amount(n))
                }
                Some((measure, n)) => {
                    let noun = s.noun(filter, Domain::Card).a();
                    format!("{noun} and they have total {} {} or greater", measure.text(), s.amount(n))
                }
            };
            format!("{verb} cards from the top of {their} library one at a time until {they} {verb} {noun}")
        });
        let yours = who == Who::You;
        if let Some(var) = all {
            self.hold(var, done, "card", true, yours);
        }
        if let Some(var) = into {
            self.hold(var, last, "card", false, yours);
        }
        said
    }

    fn cards(&mut self, count: &Quantity) -> String {
        match count {
            Quantity::N(1) => a("card"),
            _ => format!("{} {}", self.count(count), plural("card")),
        }
    }
}
