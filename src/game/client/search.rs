//! A search of a library as one line: who searches, what comes of it, and whether they shuffle (CR 701.23).

use super::visibility::Visibility;
use crate::game::client::{Words, counted, listed};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Seat};
use crate::model::zone::Zone;

/// A search under way, as a viewer sees it.
#[derive(Clone, Debug)]
pub(super) struct Searching {
    by: Seat,
    library: Seat,
    revealed: Vec<String>,
    /// What left the library: where to, whether it is tapped there, and what it is called.
    moved: Vec<(Zone, bool, Vec<String>)>,
}

/// What a fact means for a search.
pub(super) enum Heard {
    /// It belongs to it.
    Part,
    /// It ends it: the library is shuffled.
    End(String),
    /// It is something else, which happens at the same time.
    Aside,
    /// It is something else: the search is over.
    Over(String),
}

impl Searching {
    pub(super) fn new(by: Seat, library: Seat) -> Self {
        Self { by, library, revealed: Vec::new(), moved: Vec::new() }
    }

    pub(super) fn is(&self, by: Seat, library: Seat) -> bool {
        (self.by, self.library) == (by, library)
    }

    /// Who searches whose library.
    pub(super) fn whose(&self) -> (Seat, Seat) {
        (self.by, self.library)
    }

    /// Takes a fact.
    pub(super) fn hear(&mut self, visibility: &Visibility<'_>, words: Words<'_>, fact: &Fact) -> Heard {
        let from = Zone::Library(self.library);
        match fact {
            Fact::Searches { .. } | Fact::Looked { .. } => Heard::Part,
            Fact::Revealed { object } => {
                self.revealed.push(words.object(*object));
                Heard::Part
            }
            Fact::Moved { new, from: was, to, .. } if *was == from => {
                let seen = visibility.see(*new);
                let tapped = *to == Zone::Battlefield && seen.as_ref().is_some_and(|(view, _)| view.status.tapped);
                let name = self.called(words, *new, *to);
                match self.moved.iter_mut().find(|(zone, how, _)| (*zone, *how) == (*to, tapped)) {
                    Some((.., names)) => names.push(name),
                    None => self.moved.push((*to, tapped, vec![name])),
                }
                Heard::Part
            }
            Fact::Shuffled { seat } if *seat == self.library => Heard::End(format!("{}; shuffles", self.line(words))),
            Fact::Tapped { .. }
            | Fact::Untapped { .. }
            | Fact::TappedForMana { .. }
            | Fact::DealtExcess { .. }
            | Fact::AddedMana { .. }
            | Fact::SpentMana { .. }
            | Fact::LostMana { .. }
            | Fact::Targeted { .. }
            | Fact::Did { .. }
            | Fact::Exerted { .. }
            | Fact::Enlisted(_)
            | Fact::Crewed { .. }
            | Fact::LostControl { .. }
            | Fact::Expended { .. }
            | Fact::Voted { .. }
            | Fact::Performed { .. } => Heard::Aside,
            _ => Heard::Over(self.line(words)),
        }
    }

    fn called(&self, words: Words<'_>, object: ObjectRef, to: Zone) -> String {
        match to {
            Zone::Outside => "a card".to_owned(),
            _ => words.object(object),
        }
    }

    /// What has come of it so far.
    pub(super) fn line(&self, words: Words<'_>) -> String {
        let mut parts = Vec::new();
        if !self.revealed.is_empty() {
            parts.push(format!("reveals {}", counted(self.revealed.iter().cloned())));
        }
        for (to, tapped, names) in &self.moved {
            let what = match *names == self.revealed {
                true if names.len() == 1 => "it".to_owned(),
                true => "them".to_owned(),
                false => counted(names.iter().cloned()),
            };
            let whose =
                |seat: Seat| if seat == self.by { "their".to_owned() } else { format!("{}'s", words.seat(seat)) };
            parts.push(match to {
                Zone::Battlefield => {
                    format!("puts {what} onto the battlefield{}", if *tapped { " tapped" } else { "" })
                }
                Zone::Hand(seat) => format!("puts {what} into {} hand", whose(*seat)),
                Zone::Graveyard(seat) => format!("puts {what} into {} graveyard", whose(*seat)),
                Zone::Exile => format!("exiles {what}"),
                Zone::Library(seat) => format!("puts {what} into {} library", whose(*seat)),
                Zone::Stack | Zone::Command | Zone::Outside => format!("puts {what} into {}", words.zone(*to)),
            });
        }
        parts.insert(0, format!("searches {}", words.own(self.by, self.library)));
        format!("{} {}", words.seat(self.by), listed(&parts))
    }
}
