//! Every reference of a state is found by [`References`]: whatever is renumbered as a whole is the same position.
//!
//! What there is to find is read from the `Debug` text of snapshots, which knows nothing of how they are visited.

use crate::support::setup_of;
use dracones::Game;
use dracones::cards::CardDb;
use dracones::game::snapshot::{Snapshot, canonical_hash};
use dracones::model::ids::ObjectRef;
use dracones::model::references::{Reference, ReferenceMut, References};
use dracones::model::rng::Stream;
use dracones::model::task::Task;

/// Positions of several games, some of them in the middle of casting a spell.
fn positions() -> Vec<Snapshot> {
    let mut all = Vec::new();
    let pairs =
        [("green", "premodern-replenish"), ("premodern-replenish", "pauper-faeries"), ("premodern-red", "pauper-blue")];
    for (number, pair) in pairs.into_iter().enumerate() {
        let mut game = Game::new(&setup_of(pair.0, pair.1), 23, number as u64);
        let mut rng = Stream::new(23, number as u64);
        for step in 0..400 {
            let Some(decision) = game.decision() else { break };
            let casting =
                |snapshot: &Snapshot| snapshot.resources.agenda.tasks().iter().any(|t| matches!(t, Task::Cast(_)));
            if step % 20 == 19 || step % 3 == 2 && casting(&game.snapshot()) {
                all.push(game.snapshot());
            }
            let answer = decision.sample(&mut rng);
            game.submit(answer).unwrap();
        }
    }
    assert!(all.len() >= 30, "{}", all.len());
    all
}

/// All numbers that stand behind a word in a text.
fn numbers(text: &str, word: &str) -> Vec<u32> {
    let begins = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric());
    let number = |at: usize| {
        let rest = &text[at + word.len()..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().unwrap_or_else(|_| panic!("{word}{}", &rest[..20]))
    };
    text.match_indices(word).map(|(at, _)| at).filter(|at| begins(*at)).map(number).collect()
}

/// The state of a snapshot as text.
fn text(snapshot: &Snapshot) -> String {
    format!("{:?} {:?} {:?}", snapshot.objects, snapshot.effects, snapshot.resources)
}

/// What numbers are written behind, and how far they are moved.
const WORDS: [(&str, u32); 8] = [
    ("ObjectId(", 1_000_000),
    ("incarnation: ", 1_000_000),
    ("ContinuousEffectId(", 1_000_000),
    ("Timestamp(", 1_000_000),
    ("Handle(", 1_000_000),
    ("Seat(", 100),
    ("DefId(", 10_000),
    ("Interned(", 10_000),
];

#[test]
fn every_reference_is_found() {
    let mut found = [0; WORDS.len()];
    for mut snapshot in positions() {
        snapshot.visit_mut(&mut |reference| match reference {
            ReferenceMut::Object(object) if *object == ObjectRef::NONE => {}
            ReferenceMut::Object(object) => {
                object.id.0 += 1_000_000;
                object.incarnation += 1_000_000;
            }
            ReferenceMut::Identity(id, incarnation) => {
                id.0 += 1_000_000;
                *incarnation += 1_000_000;
            }
            ReferenceMut::Slot(id) => id.0 += 1_000_000,
            ReferenceMut::Effect(id) => id.0 += 1_000_000,
            ReferenceMut::Timestamp(time) => time.0 += 1_000_000,
            ReferenceMut::Handle(handle) => handle.0 += 1_000_000,
            ReferenceMut::Seat(seat) => seat.0 += 100,
            ReferenceMut::Definition(def) | ReferenceMut::Face(def, _) => def.0 += 10_000,
            ReferenceMut::Ability(handle) => handle.def.0 += 10_000,
            ReferenceMut::Program(handle) => handle.def.0 += 10_000,
            ReferenceMut::StaticEffect(handle) => handle.def.0 += 10_000,
            ReferenceMut::Interned(row) => *row += 10_000,
        });
        let none = format!("{:?}", ObjectRef::NONE);
        let text = text(&snapshot).replace(&none, "");
        for ((word, least), found) in WORDS.iter().zip(&mut found) {
            let numbers = numbers(&text, word);
            *found += numbers.len();
            let missed: Vec<_> = numbers.iter().filter(|n| *n < least).collect();
            assert!(missed.is_empty(), "{word}: {missed:?}");
        }
    }
    // Nothing is made in these games.
    assert!(found[..7].iter().all(|n| *n > 100), "{found:?}");
}

#[test]
fn what_is_shown_is_what_can_be_replaced() {
    for mut snapshot in positions().into_iter().step_by(5) {
        let (mut shown, mut replaced) = (Vec::new(), Vec::new());
        snapshot.visit(&mut |reference: Reference| shown.push(reference));
        snapshot.visit_mut(&mut |reference| {
            replaced.push(match reference {
                ReferenceMut::Object(object) => Reference::Object(*object),
                ReferenceMut::Identity(id, incarnation) => {
                    Reference::Identity(ObjectRef { id: *id, incarnation: *incarnation })
                }
                ReferenceMut::Slot(id) => Reference::Slot(*id),
                ReferenceMut::Effect(id) => Reference::Effect(*id),
                ReferenceMut::Timestamp(time) => Reference::Timestamp(*time),
                ReferenceMut::Handle(handle) => Reference::Handle(*handle),
                ReferenceMut::Seat(seat) => Reference::Seat(*seat),
                ReferenceMut::Definition(def) => Reference::Definition(*def),
                ReferenceMut::Face(def, face) => Reference::Face(*def, *face),
                ReferenceMut::Ability(handle) => Reference::Ability(*handle),
                ReferenceMut::Program(handle) => Reference::Program(*handle),
                ReferenceMut::StaticEffect(handle) => Reference::StaticEffect(*handle),
                ReferenceMut::Interned(row) => Reference::Interned(*row),
            });
        });
        assert!(shown.len() > 1000);
        assert_eq!(shown, replaced);
    }
}

/// Other numbers for all objects and effects, other moments in the same order, other handles.
struct Numbering {
    objects: u32,
    effects: u32,
    back: bool,
}

impl Numbering {
    fn slot(&self, id: &mut u32) {
        if *id < self.objects {
            *id = self.objects - 1 - *id;
        }
    }
    fn stretched(&self, number: &mut u32) {
        *number = if self.back { (*number - 5) / 3 } else { *number * 3 + 5 };
    }
    fn write(&self, snapshot: &mut Snapshot) {
        snapshot.visit_mut(&mut |reference| match reference {
            ReferenceMut::Object(object) if *object == ObjectRef::NONE => {}
            ReferenceMut::Object(object) => {
                self.slot(&mut object.id.0);
                self.stretched(&mut object.incarnation);
            }
            ReferenceMut::Identity(id, incarnation) => {
                self.slot(&mut id.0);
                self.stretched(incarnation);
            }
            ReferenceMut::Slot(id) => self.slot(&mut id.0),
            ReferenceMut::Effect(id) if id.0 < self.effects => id.0 = self.effects - 1 - id.0,
            // An effect that has ended.
            ReferenceMut::Effect(_) => {}
            ReferenceMut::Timestamp(time) => self.stretched(&mut time.0),
            ReferenceMut::Handle(handle) => self.stretched(&mut handle.0),
            // Players and the card table stay what they are.
            ReferenceMut::Seat(_)
            | ReferenceMut::Definition(_)
            | ReferenceMut::Face(..)
            | ReferenceMut::Ability(_)
            | ReferenceMut::Program(_)
            | ReferenceMut::StaticEffect(_)
            | ReferenceMut::Interned(_) => {}
        });
        snapshot.objects.reverse();
        snapshot.used.reverse();
        snapshot.effects.reverse();
        snapshot.resources.effects.used.reverse();
    }
}

#[test]
fn a_position_with_other_numbers_is_the_same_position() {
    let db = CardDb::embedded();
    let (mut with_effects, mut hashes) = (0, Vec::new());
    for mut snapshot in positions() {
        // Every slot that has a row counts here.
        snapshot.used.resize(snapshot.objects.len(), false);
        let (objects, effects) = (snapshot.objects.len() as u32, snapshot.effects.len() as u32);
        let mut other = snapshot.clone();
        Numbering { objects, effects, back: false }.write(&mut other);
        assert_ne!(other, snapshot);
        let hash = canonical_hash(&snapshot);
        assert_eq!(canonical_hash(&other), hash);
        // It can be played.
        other.seal(&snapshot.table(&db).unwrap());
        assert_eq!(Game::restore(&other, &db).unwrap().position_hash(), hash);
        Numbering { objects, effects, back: true }.write(&mut other);
        other.checksum = snapshot.checksum;
        assert_eq!(other, snapshot);
        with_effects += usize::from(effects > 1);
        hashes.push(hash);
    }
    assert!(with_effects > 3, "{with_effects}");
    hashes.sort_unstable();
    hashes.dedup();
    assert!(hashes.len() > 20, "{hashes:?}");
}

#[test]
fn a_position_that_names_an_object_no_more_is_another_one() {
    let mut tried = 0;
    for snapshot in positions().into_iter().step_by(4) {
        let hash = canonical_hash(&snapshot);
        let mut named = Vec::new();
        let mut name = |reference: Reference| {
            if let Reference::Object(object) = reference {
                named.push(object);
            }
        };
        snapshot.resources.agenda.visit(&mut name);
        snapshot.resources.pending.visit(&mut name);
        for (place, object) in named.into_iter().enumerate() {
            let (mut other, mut at) = (snapshot.clone(), 0);
            let mut move_on = |reference: ReferenceMut<'_>| {
                if let ReferenceMut::Object(object) = reference {
                    if at == place {
                        object.incarnation = u32::MAX;
                    }
                    at += 1;
                }
            };
            other.resources.agenda.visit_mut(&mut move_on);
            other.resources.pending.visit_mut(&mut move_on);
            // What is gone already is as gone as before.
            let lives = snapshot.objects.get(object.id.index()).is_some_and(|row| row.object.reference() == object);
            assert_eq!(canonical_hash(&other) != hash, lives, "{object}");
            tried += usize::from(lives);
        }
    }
    assert!(tried > 50, "{tried}");
}
