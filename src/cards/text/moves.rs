//! Instructions that move objects, destroy them or deal damage.

use super::Renderer;
use super::clauses::Clause;
use super::grammar::{NounPhrase, list, ordinal, plural};
use crate::cards::def::*;

impl Renderer<'_> {
    /// A sacrifice and a move at the same time.
    pub(super) fn swap(&mut self, who: Who, sacrificed: &Objects, what: &Objects, to: &Destination) -> Clause {
        self.act(who, |s| {
            let gone = s.everything(sacrificed).text;
            let np = s.everything(what);
            let yours = s.yours(what);
            let (verb, phrase, tail) = s.destination(to, &np, yours, false);
            format!("sacrifice {gone}. At the same time, {verb} {}{phrase}{tail}", np.text)
        })
    }

    pub(super) fn moves(
        &mut self,
        what: &Objects,
        to: &Destination,
        into: Option<Var>,
        linked: bool,
        until: Option<&TriggerEvent>,
    ) -> Clause {
        let head = self.head_of(what);
        let yours = self.yours(what);
        let back = self.comes_back(what);
        let np = match what {
            Objects::The(Obj::This) if self.gone => NounPhrase::one("this card"),
            _ => self.everything(what),
        };
        let (verb, mut phrase, mut tail) = self.destination(to, &np, yours, back);
        phrase = format!("{verb} {}{phrase}", np.text);
        if let Some(event) = until {
            let event = self.happening(event).1;
            phrase.push_str(&format!(" until {event}"));
        }
        if linked && !matches!(to, Destination::Exile | Destination::ExileFaceDown(_)) {
            tail.push_str(&format!(". {} remembers {}", super::grammar::capital(&self.this.clone()), np.it()));
        }
        if let Some(var) = into {
            let how = match to {
                Destination::Exile | Destination::ExileFaceDown(_) => "exiled",
                Destination::Hand | Destination::Battlefield(_) if back => "returned",
                Destination::Hand
                | Destination::Battlefield(_)
                | Destination::Graveyard
                | Destination::LibraryTop
                | Destination::LibraryTopBy(_)
                | Destination::LibraryTopRandom
                | Destination::LibraryBottom
                | Destination::LibraryBottomRandom
                | Destination::LibraryAt(_)
                | Destination::LibraryUnder(_)
                | Destination::Command => "moved",
            };
            let head = match to {
                Destination::Battlefield(_) if head == "card" => "permanent".to_owned(),
                Destination::Battlefield(_) => head,
                _ => "card".to_owned(),
            };
            self.hold(var, how, &head, np.many, yours);
        }
        Clause::Act { who: Some(Who::You), subject: NounPhrase::one("you"), phrase, tail }
    }

    /// Whether "return" is the word for moving it: it comes from the battlefield or a graveyard.
    pub(super) fn comes_back(&mut self, what: &Objects) -> bool {
        match what {
            Objects::All(_) | Objects::Targets(_) | Objects::The(Obj::Host | Obj::Target(_) | Obj::Event) => true,
            Objects::The(Obj::This) => matches!(self.zone, ZoneKind::Battlefield | ZoneKind::Graveyard),
            Objects::Var(var) | Objects::The(Obj::Var(var)) => self.held(*var).is_some_and(|held| held.back),
            Objects::In(ZoneOf::Graveyard(_), _) => true,
            Objects::Only(inner, _) | Objects::Became(inner) => self.comes_back(inner),
            Objects::Union(parts) => parts.iter().all(|g| self.comes_back(g)),
            Objects::The(_)
            | Objects::In(..)
            | Objects::Top(..)
            | Objects::TopOf(..)
            | Objects::BottomOf(..)
            | Objects::Linked
            | Objects::Sources(_)
            | Objects::Were(_)
            | Objects::SourcesOf(_)
            | Objects::ThisTurn(..)
            | Objects::Events
            | Objects::PaidWith => false,
        }
    }

    /// The verb for a destination, what follows the object, and what is said after that.
    pub(super) fn destination(
        &mut self,
        to: &Destination,
        np: &NounPhrase,
        yours: bool,
        back: bool,
    ) -> (&'static str, String, String) {
        let own = |zone: &str| match (yours, np.many) {
            (true, _) => format!("your {zone}"),
            (false, false) => format!("its owner's {zone}"),
            (false, true) => format!("their owners' {}", plural(zone)),
        };
        let verb = if back { "return" } else { "put" };
        let order = |how: &str| if np.many { format!(" in {how} order") } else { String::new() };
        match to {
            Destination::Hand if back => (verb, format!(" to {}", own("hand")), String::new()),
            Destination::Hand => (verb, format!(" into {}", own("hand")), String::new()),
            Destination::Graveyard => ("put", format!(" into {}", own("graveyard")), String::new()),
            Destination::LibraryTop => ("put", format!(" on top of {}{}", own("library"), order("any")), String::new()),
            Destination::LibraryTopBy(who) => {
                let chosen = self.player(*who).does("choose");
                ("put", format!(" on top of {} in an order that {chosen}", own("library")), String::new())
            }
            Destination::LibraryTopRandom => {
                ("put", format!(" on top of {} in a random order", own("library")), String::new())
            }
            Destination::LibraryBottom => {
                ("put", format!(" on the bottom of {}{}", own("library"), order("any")), String::new())
            }
            Destination::LibraryBottomRandom => {
                ("put", format!(" on the bottom of {} in a random order", own("library")), String::new())
            }
            Destination::LibraryAt(n) => {
                let place = ordinal(*n as usize);
                ("put", format!(" into {} {place} from the top", own("library")), String::new())
            }
            Destination::LibraryUnder(n) => {
                let above = self.number(n);
                ("put", format!(" into {} beneath the top {above} cards", own("library")), String::new())
            }
            Destination::Exile => ("exile", String::new(), String::new()),
            Destination::ExileFaceDown(None) => ("exile", " face down".to_owned(), String::new()),
            Destination::ExileFaceDown(Some(who)) => {
                let who = self.player(*who).text;
                ("exile", format!(" face down, and {who} may look at {}", np.it()), String::new())
            }
            Destination::Command => ("put", " into the command zone".to_owned(), String::new()),
            // CR 701.42a.
            Destination::Battlefield(Entry { melded: Some(name), tapped, attacking, .. }) => {
                let states = [(*tapped, "tapped"), (*attacking, "attacking")];
                let states: Vec<String> = states.iter().filter(|s| s.0).map(|s| s.1.to_owned()).collect();
                let enters = format!(". It enters {}", list(&states, "and"));
                ("meld", format!(" into {name}"), if states.is_empty() { String::new() } else { enters })
            }
            Destination::Battlefield(entry) => {
                let (entry, tail) = self.entry(entry, np, yours);
                let onto = if back { " to the battlefield" } else { " onto the battlefield" };
                (verb, format!("{onto}{entry}"), tail)
            }
        }
    }

    fn entry(&mut self, entry: &Entry, np: &NounPhrase, yours: bool) -> (String, String) {
        let Entry {
            under,
            tapped,
            attacking,
            attacks_as,
            attached_to,
            attached_to_player,
            attached_among,
            counters,
            transformed,
            melded: _,
            face_down,
            manifested,
            ward,
            is,
            row: _,
        } = entry;
        let mut states = Vec::new();
        let mut state = |is: bool, text: &str| states.extend(is.then(|| text.to_owned()));
        state(*tapped, "tapped");
        state(*attacking, "attacking");
        state(*transformed, "transformed");
        state(*face_down || *manifested || *ward, "face down as a 2/2 creature");
        let mut out = if states.is_empty() { String::new() } else { format!(" {}", list(&states, "and")) };
        if let Some(group) = attacks_as {
            out.push_str(&format!(", attacking the same as {}", self.group(group).text));
        }
        if let Some(obj) = attached_to {
            out.push_str(&format!(" attached to {}", self.object(*obj).text));
        }
        if let Some(group) = attached_among {
            out.push_str(&format!(" attached to one of {}", self.group(group).text));
        }
        if let Some(who) = attached_to_player {
            out.push_str(&format!(" attached to {}", self.player(*who).text));
        }
        if !counters.is_empty() {
            let all: Vec<String> = counters.iter().map(|(kind, n)| self.so_many_counters(*kind, n)).collect();
            out.push_str(&format!(" with {} on {}", list(&all, "and"), np.it()));
        }
        match under {
            Some(Who::You) => out.push_str(" under your control"),
            Some(who) => out.push_str(&format!(" under {} control", self.player(*who).s())),
            None if yours => {}
            None if np.many => out.push_str(" under their owners' control"),
            None => out.push_str(" under its owner's control"),
        }
        let mut tail = String::new();
        let it = super::grammar::capital(if np.many { "they" } else { "it" });
        if *manifested {
            tail.push_str(&format!(". {it} can be turned face up for its mana cost if it's a creature card"));
        }
        if *ward {
            tail.push_str(&format!(". {it} {} ward {{2}} while face down", if np.many { "have" } else { "has" }));
        }
        if !is.is_empty() {
            let one = NounPhrase { text: it.clone(), many: np.many };
            tail.push_str(&format!(". {it} {}", self.modifications(is, false, &one)));
        }
        (out, tail)
    }

    pub(super) fn destroy(&mut self, what: &Objects, no_regeneration: bool, into: Option<Var>) -> Clause {
        let head = self.head_of(what);
        let np = self.everything(what);
        let it = if np.many { "They" } else { "It" };
        let tail = if no_regeneration { format!(". {it} can't be regenerated") } else { String::new() };
        if let Some(var) = into {
            self.hold(var, "destroyed", &head, np.many, false);
        }
        Clause::Act {
            who: Some(Who::You),
            subject: NounPhrase::one("you"),
            phrase: format!("destroy {}", np.text),
            tail,
        }
    }

    pub(super) fn damage(
        &mut self,
        (amount, to): (&Quantity, &Recipients),
        and: &[(Quantity, Recipients)],
        source: Obj,
        (into, dealt_to): (Option<Var>, Option<Var>),
    ) -> Clause {
        let subject = self.object(source);
        let mut phrase = match (self.divided(amount, to), evenly(amount, to)) {
            (Some((total, among)), _) => format!("deal {total} damage divided as you choose among {among}"),
            (None, Some((total, n, rounded))) => {
                let total = self.amount(total);
                let among = self.target(n).text;
                format!("deal {total} damage divided evenly, rounded {rounded}, among {among}")
            }
            (None, None) => {
                format!("deal {}", self.damage_to(amount, to))
            }
        };
        for (amount, to) in and {
            phrase += &format!(" and {}", self.damage_to(amount, to));
        }
        self.hold_amount(into, "the damage dealt this way", "damage", "dealt");
        if let Some(var) = dealt_to {
            self.hold(var, "damaged", "permanent", true, false);
            if let Some(held) = self.vars.last_mut() {
                held.np = NounPhrase::many("the permanents and players dealt damage this way");
            }
        }
        Clause::of(subject, phrase)
    }

    /// Several objects deal damage at once, each with words about itself.
    pub(super) fn each_damages(&mut self, what: &Objects, amount: &Quantity, to: &Recipients) -> Clause {
        let head = self.head_of(what);
        let each = self.each_object(what);
        self.its.push(NounPhrase::one(format!("that {head}")));
        let dealt = self.damage_to(amount, to);
        self.its.pop();
        Clause::of(NounPhrase::one(each), format!("deal {dealt}"))
    }

    fn damage_to(&mut self, amount: &Quantity, to: &Recipients) -> String {
        let amount = self.amount(amount);
        let to = match to {
            Recipients::Targets(n) => self.each_target(*n),
            _ => self.recipients(to).text,
        };
        format!("{amount} damage to {to}")
    }

    /// Each target, if there can be several.
    pub(super) fn each_target(&mut self, n: u8) -> String {
        let np = self.target(n);
        if np.many { format!("each of {}", np.text) } else { np.text }
    }

    /// What is divided among targets: how much in all, among which.
    pub(super) fn divided(&mut self, amount: &Quantity, to: &Recipients) -> Option<(String, String)> {
        let (Quantity::Divided, Recipients::Targets(n)) = (amount, to) else { return None };
        let total = self.targets.get(usize::from(*n))?.divide.clone()?;
        let total = self.amount(&total);
        self.dividing = true;
        let among = self.target(*n).text;
        self.dividing = false;
        Some((total, among))
    }
}

/// What is divided evenly among targets, objects and players alike: how much in all, among which instance, rounded how.
fn evenly<'q>(amount: &'q Quantity, to: &Recipients) -> Option<(&'q Quantity, u8, &'static str)> {
    let (Quantity::Quotient(total, among, round), Recipients::Targets(n)) = (amount, to) else { return None };
    let objects = Quantity::Count(Box::new(Objects::Targets(*n)));
    let players = Quantity::Players(Who::Target(*n));
    let all = match among.as_ref() {
        Quantity::Sum(parts) => parts.len() == 2 && parts.contains(&objects) && parts.contains(&players),
        one => *one == objects,
    };
    all.then(|| (total.as_ref(), *n, super::values::rounded(*round)))
}
