//! Objects: references, groups, targets, what variables hold.

use super::Renderer;
use super::grammar::{NounPhrase, list, number, ordinal, plural};
use super::nouns::{Domain, Noun};
use super::speaker::Held;
use crate::cards::def::*;

/// The players for whom others voted.
pub(super) const VOTED_FOR: &str = "the players who got votes";

impl Renderer<'_> {
    /// One object.
    pub(super) fn object(&mut self, obj: Obj) -> NounPhrase {
        match obj {
            Obj::This => NounPhrase::one(self.this.clone()),
            Obj::Host => NounPhrase::one(self.speaker.host.clone()),
            Obj::Target(n) => self.target(n),
            Obj::It => self.its.last().cloned().unwrap_or_else(|| NounPhrase::one("it")),
            Obj::Var(var) => self.var(var),
            Obj::Event => NounPhrase::one(self.event.object.clone()),
            Obj::EventSource => NounPhrase::one(self.event.source.clone()),
            Obj::Granter => NounPhrase::one(self.speaker.granter.clone()),
            Obj::PaidWith => NounPhrase::one(self.paid()),
        }
    }

    fn paid(&self) -> String {
        self.paid.clone().unwrap_or_else(|| "the first object that the cost was paid with".to_owned())
    }

    /// What a variable holds.
    pub(super) fn held(&self, var: Var) -> Option<&Held> {
        self.vars.iter().rev().find(|held| held.var == var)
    }

    /// What a variable holds, as it is called.
    pub(super) fn var(&mut self, var: Var) -> NounPhrase {
        let Some(held) = self.vars.iter_mut().rev().find(|held| held.var == var) else {
            return NounPhrase::one("nothing");
        };
        match held.again.take() {
            Some(again) => std::mem::replace(&mut held.np, again),
            None => held.np.clone(),
        }
    }

    /// From now on a variable holds something: `adjective` and `head` call it, "chosen card".
    pub(super) fn hold(&mut self, var: Var, adjective: &str, head: &str, many: bool, yours: bool) {
        let head = if head == "any target" { "permanent or player" } else { head };
        let word = if many { plural(head) } else { head.to_owned() };
        let mut text = format!("the {adjective} {word}");
        let others = self.vars.iter().filter(|held| held.var != var && held.np.text.ends_with(&text["the ".len()..]));
        let others = others.count();
        if others > 0 {
            let first = format!("the first {adjective} {word}");
            self.vars.iter_mut().filter(|held| held.var != var && held.np.text == text).for_each(|held| {
                held.np.text.clone_from(&first);
            });
            text = format!("the {} {adjective} {word}", ordinal(others));
        }
        let number = format!("the number of {adjective} {}", plural(head));
        let np = NounPhrase { text, many };
        self.vars.retain(|held| held.var != var);
        self.vars.push(Held {
            var,
            np,
            head: head.to_owned(),
            how: adjective.to_owned(),
            number,
            yours,
            back: false,
            again: None,
        });
    }

    /// From now on a variable holds a number, a colour or the like: `text` calls it.
    pub(super) fn hold_value(&mut self, var: Var, text: &str, head: &str, how: &str) {
        let mut text = text.to_owned();
        if self.vars.iter().any(|held| held.var != var && held.np.text == text) {
            let others = self.vars.iter().filter(|held| held.var != var && held.head == head).count();
            let plain = text.strip_prefix("the ").unwrap_or(&text).to_owned();
            self.vars.iter_mut().filter(|held| held.np.text == text).for_each(|held| {
                held.np.text = format!("the first {plain}");
            });
            text = format!("the {} {plain}", ordinal(others));
        }
        let held = Held {
            var,
            np: NounPhrase::one(text.clone()),
            head: head.to_owned(),
            how: how.to_owned(),
            number: text,
            yours: false,
            back: false,
            again: None,
        };
        self.vars.retain(|held| held.var != var);
        self.vars.push(held);
    }

    /// A group, as several that are spoken of in general: "creatures you control".
    pub(super) fn group(&mut self, group: &Objects) -> NounPhrase {
        self.deeper(|s| s.group_here(group)).unwrap_or_else(|| NounPhrase::many("certain objects"))
    }

    fn group_here(&mut self, group: &Objects) -> NounPhrase {
        if let Some(noun) = self.group_noun(group) {
            return NounPhrase::many(noun.all());
        }
        match group {
            Objects::The(obj) => self.object(*obj),
            Objects::Targets(n) => self.target(*n),
            Objects::Var(var) => self.var(*var),
            Objects::Top(count, who) => {
                let library = format!("{} library", self.player(*who).s());
                let np = self.top(count, &library);
                let each = who.is_each();
                NounPhrase { many: np.many || each, ..np }
            }
            Objects::TopOf(count, zone, Filter::Any) => {
                let zone = self.zone_of(*zone);
                self.top(count, &zone)
            }
            Objects::TopOf(count, zone, filter) => {
                let noun = self.noun(filter, Domain::Card);
                let zone = self.zone_of(*zone);
                match count {
                    Quantity::N(1) => NounPhrase::one(format!("the top {} of {zone}", noun.one())),
                    count => {
                        let count = self.count(count);
                        NounPhrase::many(format!("the top {count} {} of {zone}", noun.all()))
                    }
                }
            }
            Objects::BottomOf(count, zone) => {
                let zone = self.zone_of(*zone);
                let np = self.top(count, &zone);
                NounPhrase { text: np.text.replacen("top", "bottom", 1), ..np }
            }
            Objects::Events => NounPhrase::many("all objects that this happened to"),
            Objects::PaidWith => NounPhrase::many("all objects that the cost was paid with"),
            Objects::SourcesOf(inner) => {
                let of = self.group(inner).text;
                NounPhrase::one(format!("the source of {of}"))
            }
            Objects::Were(inner) => {
                let np = self.group(inner);
                NounPhrase {
                    text: format!("what {} last {}", np.text, if np.many { "were" } else { "was" }),
                    many: np.many,
                }
            }
            Objects::Became(inner) => {
                let np = self.group(inner);
                NounPhrase { text: format!("what {} became", np.text), many: np.many }
            }
            Objects::Union(parts) if parts.is_empty() => NounPhrase::one("nothing"),
            Objects::Union(parts) => {
                let (mut all, mut rest): (Vec<NounPhrase>, &[Objects]) = (Vec::new(), parts);
                while let [first, after @ ..] = rest {
                    match self.owned_elsewhere(rest) {
                        Some((text, taken)) => {
                            all.push(NounPhrase::many(text));
                            rest = &rest[taken..];
                        }
                        None => {
                            all.push(self.group(first));
                            rest = after;
                        }
                    }
                }
                let texts: Vec<String> = all.iter().map(|np| np.text.clone()).collect();
                NounPhrase { text: list(&texts, "and"), many: all.len() > 1 || all.iter().any(|np| np.many) }
            }
            Objects::Only(inner, filter) => {
                let np = self.group(inner);
                if let (Filter::Zone(zone), true) = (filter, np.many) {
                    return NounPhrase::many(format!("all of {} still {}", np.text, super::types::in_zone(*zone)));
                }
                let it = if np.many { "they" } else { "it" };
                let is = self.is_so(filter, true, np.many);
                NounPhrase { text: format!("{} if {it} {is}", np.text), many: np.many }
            }
            Objects::All(filter) | Objects::In(_, filter) => {
                let same = self.noun(filter, Domain::Object);
                let place = match group {
                    Objects::In(zone, _) => format!(" {}", self.place(*zone, filter).1),
                    _ => String::new(),
                };
                NounPhrase::one(format!("{}{place}", same.one()))
            }
            Objects::Sources(_) | Objects::ThisTurn(..) | Objects::Linked => NounPhrase::many("sources"),
        }
    }

    /// A group, all of which something is done to: "all creatures".
    pub(super) fn everything(&mut self, group: &Objects) -> NounPhrase {
        match (group, self.group_noun(group)) {
            (Objects::Union(parts), None) if parts.is_empty() => NounPhrase::one("nothing"),
            (Objects::Union(parts), None) => {
                let all: Vec<NounPhrase> = parts.iter().map(|g| self.everything(g)).collect();
                let texts: Vec<String> = all.iter().map(|np| np.text.clone()).collect();
                NounPhrase { text: list(&texts, "and"), many: all.len() > 1 || all.iter().any(|np| np.many) }
            }
            (_, Some(noun)) => NounPhrase::many(format!("all {}", noun.all())),
            (_, None) => self.group(group),
        }
    }

    /// A group after "with" or "among".
    pub(super) fn all_or_any(&mut self, group: &Objects) -> String {
        self.group(group).text
    }

    fn top(&mut self, count: &Quantity, zone: &str) -> NounPhrase {
        match count {
            Quantity::N(1) => NounPhrase::one(format!("the top card of {zone}")),
            _ => NounPhrase::many(format!("the top {} cards of {zone}", self.count(count))),
        }
    }

    /// A zone by name: "your graveyard".
    pub(super) fn zone_of(&mut self, zone: ZoneOf) -> String {
        match zone {
            ZoneOf::Battlefield => "the battlefield".to_owned(),
            ZoneOf::Stack => "the stack".to_owned(),
            ZoneOf::Exile => "exile".to_owned(),
            ZoneOf::Command => "the command zone".to_owned(),
            ZoneOf::Hand(who) => self.owned(who, "hand"),
            ZoneOf::Graveyard(who) => self.owned(who, "graveyard"),
            ZoneOf::Library(who) => self.owned(who, "library"),
            ZoneOf::Outside(who) => format!("outside the game among cards that {}", self.player(who).does("own")),
        }
    }

    /// Each object of a group: "each creature you control", "each of the chosen cards".
    pub(super) fn each_object(&mut self, group: &Objects) -> String {
        match self.group_noun(group) {
            Some(noun) => format!("each {}", noun.one()),
            None => match self.group(group) {
                np if np.text.starts_with("all ") => format!("each of the {}", super::stack::without_all(&np.text)),
                np if np.many => format!("each of {}", np.text),
                np => np.text,
            },
        }
    }

    /// What is in a zone, and the words for being there.
    pub(super) fn place(&mut self, zone: ZoneOf, _filter: &Filter) -> (Domain, String) {
        match zone {
            ZoneOf::Battlefield => (Domain::Permanent, "on the battlefield".to_owned()),
            ZoneOf::Stack => (Domain::OnStack, "on the stack".to_owned()),
            ZoneOf::Outside(who) => (Domain::Card, format!("{} from outside the game", self.player(who).does("own"))),
            ZoneOf::Exile | ZoneOf::Command | ZoneOf::Hand(_) | ZoneOf::Graveyard(_) | ZoneOf::Library(_) => {
                (Domain::Card, format!("in {}", self.zone_of(zone)))
            }
        }
    }

    /// Objects and players together.
    pub(super) fn recipients(&mut self, to: &Recipients) -> NounPhrase {
        match to {
            Recipients::Targets(n) => self.target(*n),
            Recipients::Objects(Objects::The(obj)) => self.object(*obj),
            Recipients::Objects(group) => match self.group_noun(group) {
                Some(noun) => NounPhrase::one(format!("each {}", noun.one())),
                None => self.group(group),
            },
            Recipients::Players(who) => self.player(*who),
            Recipients::Votes(var) if self.held(*var).is_some_and(|held| held.np.text == VOTED_FOR) => {
                NounPhrase::one("each vote that a player got")
            }
            Recipients::Votes(var) => NounPhrase::one(format!("each {var} vote")),
            Recipients::AttackedBy(obj) => {
                let attacker = self.object(*obj).text;
                NounPhrase::one(format!("the player or planeswalker {attacker} is attacking"))
            }
            Recipients::It => self.its.last().cloned().unwrap_or_else(|| self.player(Who::It)),
            Recipients::Union(parts) => {
                let all: Vec<String> = parts.iter().map(|r| self.recipients(r).text).collect();
                NounPhrase::many(list(&all, "and"))
            }
        }
    }

    /// How many of a noun: "a card", "two cards", "X cards".
    pub(super) fn many(&mut self, count: &Quantity, noun: &Noun) -> String {
        match count {
            Quantity::N(1) => noun.a(),
            _ => format!("{} {}", self.count(count), noun.some()),
        }
    }

    /// A number before a noun: "two", "X", "that many".
    pub(super) fn count(&mut self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::N(n) => number(*n),
            _ => match self.amount(quantity).as_str() {
                "that much" => "that many".to_owned(),
                other => other.to_owned(),
            },
        }
    }
}
