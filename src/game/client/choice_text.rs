//! Decisions and answers as text for people: with the names of cards, and of players as rows or as scenarios call them.

use crate::cards::def::HandAction;
use crate::cards::dungeons;
use crate::cards::{AbilityKind, CardTable};
use crate::game::client::{Viewer, Visibility, describe};
use crate::model::decision::{Answer, CastMethod, Choice, Decision, Prompt};
use crate::model::ids::{NameId, ObjectRef, Referent, Seat};
use crate::model::object::{CopiableSource, ObjectKind};
use crate::model::zone::Zone;
use crate::rules::reading::{Board, Live};
use crate::rules::state::ReadGame;

/// How what happens in a world is put into words.
#[derive(Clone, Copy, Debug)]
pub struct Words<'w> {
    pub(crate) game: Live<'w>,
    numbers: bool,
    /// Whose eyes see it, if nobody else's may.
    pub(crate) visibility: Option<Visibility<'w>>,
}

impl<'w> Words<'w> {
    /// Players are called by the letters of their seats: `A`.
    pub fn new(game: &'w impl ReadGame) -> Self {
        Self { game: Live::new(game), numbers: false, visibility: None }
    }

    /// Players are called as in scenarios: `P1`.
    pub fn numbered(game: &'w impl ReadGame) -> Self {
        Self { game: Live::new(game), numbers: true, visibility: None }
    }

    /// As somebody sees it: without the names of cards that they don't know. To a tool that sees everything, objects are
    /// called by their references, too.
    pub fn seen_by(visibility: Visibility<'w>) -> Self {
        let all = visibility.viewer() == Viewer::Everything;
        Self { game: visibility.board, numbers: false, visibility: Some(visibility).filter(|_| !all) }
    }

    /// A player, as who does something.
    pub fn seat(self, seat: Seat) -> String {
        if self.numbers { format!("P{}", seat.0 + 1) } else { seat.to_string() }
    }

    /// A player, as what something is done to.
    pub fn player(self, seat: Seat) -> String {
        if self.numbers { self.seat(seat) } else { format!("player {seat}") }
    }

    /// What an object is called.
    pub fn object(self, object: ObjectRef) -> String {
        if let Some(visibility) = self.visibility {
            return visibility.called(object);
        }
        let board = self.game;
        let Some(view) = board.view(object) else {
            // What it was isn't remembered any more, but a card keeps its slot: this is what has become of it.
            let slots = board.world_slots().len() as u32;
            let known = (object.id.0 < slots).then(|| board.chars(object.id)).and_then(|c| board.table().called(c));
            return known.map_or_else(|| format!("{object}"), |name| format!("{name} {object}"));
        };
        if view.object.kind == ObjectKind::Ability {
            return describe::ability_of(board.table(), &view, |source| self.object(source));
        }
        match board.table().called(view.chars) {
            _ if view.object.kind == ObjectKind::Emblem => format!("an emblem {object}"),
            Some(name) => format!("{name} {object}"),
            None if view.status.face_down => format!("a face-down card {object}"),
            None => format!("a nameless object {object}"),
        }
    }

    /// What an object or a player is called.
    pub fn referent(self, referent: Referent) -> String {
        match referent {
            Referent::Object(object) => self.object(object),
            Referent::Player(seat) => self.player(seat),
        }
    }

    /// The name of a face, if a card has several.
    fn face(self, object: ObjectRef, face: u8) -> Option<&'w str> {
        let CopiableSource::Def(def, _) = self.game.view(object)?.object.base else { return None };
        let faces = &self.game.part::<CardTable>().def(def).faces;
        faces.get(usize::from(face)).filter(|_| faces.len() > 1).map(|f| f.name.as_str())
    }

    /// The name that an object has now.
    fn called(self, object: ObjectRef) -> Option<String> {
        let chars = self.game.view(object)?.chars;
        self.game.part::<CardTable>().called(chars).map(std::borrow::Cow::into_owned)
    }

    fn name(self, name: NameId) -> String {
        self.game.part::<CardTable>().name(name).unwrap_or("no name").to_owned()
    }

    /// An option as text.
    pub fn choice(self, choice: &Choice) -> String {
        let object = |o: &ObjectRef| self.object(*o);
        match choice {
            Choice::Pass => "pass".to_owned(),
            Choice::PlayLand { object: o, permit, .. } => {
                let way = CastMethod { permit: *permit, ..CastMethod::default() };
                format!("play {}{}", object(o), self.way(*o, way))
            }
            Choice::Cast { object: o, way } => {
                let mut text = format!("cast {}", object(o));
                let named = |face: &&str| !way.face_down && self.called(*o).as_deref() != Some(*face);
                if let Some(face) = self.face(*o, way.face).filter(named) {
                    text += &format!(" as {face}");
                }
                if let Some(view) = self.game.view(*o).filter(|v| !matches!(v.object.zone, Zone::Hand(_))) {
                    text += &format!(" from {}", self.zone(view.object.zone));
                }
                text += &self.way(*o, *way);
                text
            }
            Choice::RollPlanarDie => "roll the planar die".to_owned(),
            Choice::HandAction { object: o, action: HandAction::Companion, .. } => {
                format!("put {} into your hand", object(o))
            }
            Choice::HandAction { object: o, action, .. } => format!("{} {}", action.text(), object(o)),
            Choice::Door { object: o, door } => {
                let half = crate::rules::layers::half(&self.game, *o, *door);
                let name = half.map_or_else(|| "a half".to_owned(), |half| self.name(half.name));
                format!("unlock {name}")
            }
            Choice::TurnFaceUp { object: o, .. } => format!("turn {} face up", object(o)),
            Choice::Activate { key } => format!("activate ability {} of {}", key.handle.index + 1, object(&key.object)),
            Choice::Object(o) => object(o),
            Choice::Player(seat) => self.player(*seat),
            Choice::Attack { attacker, target } => {
                format!("{} attacks {}", object(attacker), self.referent(*target))
            }
            Choice::Block { blocker, attacker } => format!("{} blocks {}", object(blocker), object(attacker)),
            Choice::Mode(mode) => format!("mode {}", mode + 1),
            Choice::Color(color) => color.word().to_owned(),
            Choice::CardType(kind) => kind.to_string().to_lowercase(),
            Choice::Counter { of, kind } => format!("a {kind} counter on {}", self.referent(*of)),
            Choice::Subtype(subtype) => subtype.to_string(),
            Choice::Number(n) => n.to_string(),
            Choice::Trigger(n) => format!("trigger {}", n + 1),
            Choice::Replacement(n) => format!("effect {}", n + 1),
            Choice::Way(n) => format!("way {}", n + 1),
            Choice::Mana(mana) => format!("{{{}}}", mana.letter()),
            Choice::Course(n) => format!("course {}", n + 1),
            Choice::Room { dungeon, room } => dungeons::called(self.game.part::<CardTable>(), *dungeon, *room),
        }
    }

    /// In which way a card is cast, before that: with a space before it, empty if nothing is special about it.
    pub fn way(self, card: ObjectRef, way: CastMethod) -> String {
        let board = self.game;
        let mut text = String::new();
        if way.face_down {
            text += " face down";
        } else if let Some(ability) =
            board.view(card).and_then(|_| crate::rules::legal::ways::ability_of(&board, card.id, way))
        {
            text += match &self.game.part::<CardTable>().ability(ability.handle).kind {
                AbilityKind::AlternativeCost { tag: Some(by), .. } => format!(" by {}", by.text()),
                _ => " for an alternative cost".to_owned(),
            }
            .as_str();
        }
        if let Some(effect) = way.permit {
            let source = crate::rules::slots::effect(&self.game, effect).bindings.this;
            text += &match source == card {
                true => " as it allows itself".to_owned(),
                false => format!(" as {} allows", self.object(source)),
            };
        }
        if let Some(effect) = way.offer {
            let source = crate::rules::slots::effect(&self.game, effect).bindings.this;
            text += &format!(" for the cost that {} offers", self.object(source));
        }
        if way.plotted {
            text += " as it is plotted";
        }
        text
    }

    /// Why a decision is asked, as text.
    pub fn prompt(self, prompt: &Prompt) -> String {
        // The words are those of the name of its kind, the objects those that it names.
        let mut text = String::new();
        for (i, c) in prompt.kind().name().char_indices() {
            if c.is_uppercase() && i > 0 {
                text.push(' ');
            }
            text.extend(c.to_lowercase());
        }
        let about = match crate::game::client::about(prompt) {
            Some(Referent::Object(object)) => Some(object),
            Some(Referent::Player(_)) | None => None,
        };
        if let Some(object) = about {
            text = format!("{text} ({})", self.object(object));
        }
        text
    }

    /// An answer as text.
    pub fn answer(self, decision: &Decision, answer: &Answer) -> String {
        let options = decision.options();
        let one = |i: &u16| options.get(*i as usize).map_or_else(|| format!("option {i}"), |c| self.choice(c));
        let list = |texts: Vec<String>| if texts.is_empty() { "none".to_owned() } else { texts.join("; ") };
        match answer {
            Answer::One(i) => one(i),
            Answer::Some(places) => list(places.iter().map(one).collect()),
            Answer::Order(places) => format!("in this order: {}", list(places.iter().map(one).collect())),
            Answer::Distribute(shares) => {
                list(shares.iter().enumerate().map(|(i, n)| format!("{n} to {}", one(&(i as u16)))).collect())
            }
            Answer::Number(n) => n.to_string(),
            Answer::Confirm(keep) if matches!(decision.prompt, Prompt::Mulligan { .. }) => {
                if *keep { "keep" } else { "mulligan" }.to_owned()
            }
            Answer::Confirm(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            Answer::Name(name) => self.name(*name),
            Answer::Cancel => "take it back".to_owned(),
        }
    }
}
