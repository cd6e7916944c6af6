//! Following a game: facts become the events of a viewer as they happen.
//!
//! A feed isn't part of the state. It is kept in [`EventLog`], outside of snapshots and forks, and costs nothing where
//! there is none. What a card of a hidden zone was called is gone when it has moved, so a feed remembers what its viewer
//! calls everything that they see.

use super::describe;
use super::event::{ClientEvent, EventCause, GameEvent};
use super::search::{Heard, Searching};
use super::visibility::{Viewer, Visibility, VisibleObject};
use crate::game::client::Words;
use crate::model::agenda::Agenda;
use crate::model::cast::{CastStep, CastTask, Transaction};
use crate::model::decision::{DecisionCount, Pending};
use crate::model::fact::Fact;
use crate::model::ids::{Handle, ObjectId, ObjectRef, Referent};
use crate::model::object::ObjectKind;
use crate::model::outcome::Outcome;
use crate::model::task::Task;
use crate::model::turn::Turn;
use crate::rules::events::dungeons;
use crate::rules::log::{EventLog, Listener};
use crate::rules::reading::{Board, Live};
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, GameState, ReadGame};
use std::any::Any;
use std::collections::{HashMap, VecDeque};

/// How many lines of the log views show.
const LINES: usize = 100;

/// What a viewer is told of a game as it is played.
#[derive(Clone, Debug)]
pub struct Feed {
    viewer: Viewer,
    events: Vec<GameEvent>,
    lines: VecDeque<String>,
    next: u64,
    /// What the viewer calls what they see, by slot; the incarnation tells whether that is out of date.
    called: HashMap<ObjectId, (u32, VisibleObject)>,
    /// The search under way: it is told when it is over.
    search: Option<Searching>,
    /// In which way a card is cast that is about to be put on the stack.
    way: Option<(ObjectId, String)>,
    ended: bool,
}

impl Feed {
    fn new(world: &impl ReadGame, viewer: Viewer) -> Self {
        let mut feed = Self {
            viewer,
            events: Vec::new(),
            lines: VecDeque::new(),
            next: 0,
            called: HashMap::new(),
            search: None,
            way: None,
            ended: false,
        };
        feed.look_around(world);
        feed
    }

    /// Notes what the viewer calls everything that they see.
    fn look_around(&mut self, world: &impl ReadGame) {
        let visibility = Visibility::new(world, self.viewer);
        self.called.clear();
        for i in 0..world.part::<Slots>().len() as u32 {
            let object = visibility.board.object(ObjectId(i));
            if object.kind != ObjectKind::Unused {
                self.look(&visibility, object.reference());
            }
        }
    }

    fn look(&mut self, visibility: &Visibility<'_>, object: ObjectRef) {
        match visibility.visible_object(object) {
            Some(thing) => self.called.insert(object.id, (object.incarnation, thing)),
            None => self.called.remove(&object.id),
        };
    }

    /// What the viewer called an object.
    fn was(&self, visibility: &Visibility<'_>, object: ObjectRef) -> Option<Handle> {
        let known = self.called.get(&object.id).filter(|(incarnation, _)| *incarnation == object.incarnation);
        known.map(|(_, thing)| thing.handle).or_else(|| visibility.handle(object))
    }

    fn note(&mut self, world: &impl ReadGame, because: &EventCause, facts: &[Fact]) {
        let visibility = Visibility::new(world, self.viewer);
        let words = Words::seen_by(visibility);
        for (i, fact) in facts.iter().enumerate() {
            let heard = self.search.as_mut().map(|search| search.hear(&visibility, words, fact));
            let silent = matches!(heard, Some(Heard::Part | Heard::End(_)));
            if let Some(Heard::End(line) | Heard::Over(line)) = heard {
                self.searched(world, because, line);
            }
            match fact {
                Fact::Searches { by, library } => {
                    // Of several libraries one is searched after the other.
                    if let Some(search) = self.search.take().filter(|search| !search.is(*by, *library)) {
                        let line = search.line(words);
                        self.search = Some(search);
                        self.searched(world, because, line);
                    }
                    self.search = Some(Searching::new(*by, *library));
                }
                // Of what is cast face down the log says that, and nothing else.
                Fact::Proposed { card, way } => {
                    self.way = (!way.face_down).then(|| (card.id, words.way(*card, *way)));
                }
                _ => {}
            }
            let text = if silent { None } else { self.line(&words, facts, i) };
            let Some(what) = self.happening(&visibility, fact) else { continue };
            let because = by_player(fact).map_or_else(|| because.clone(), EventCause::Player);
            self.push(world, because, what, text);
        }
    }

    /// The search is over.
    fn searched(&mut self, world: &impl ReadGame, because: &EventCause, line: String) {
        if let Some(search) = self.search.take() {
            let (seat, library) = search.whose();
            self.push(world, because.clone(), ClientEvent::Searched { seat, library }, Some(line));
        }
    }

    /// A line for one of several facts that happened at once; `None` if readers don't miss it or another line tells it.
    fn line(&self, words: &Words<'_>, facts: &[Fact], at: usize) -> Option<String> {
        match &facts[at] {
            Fact::Cast { spell, by, from } => {
                let way = self.way.as_ref().filter(|(id, _)| *id == spell.id);
                Some(words.casts(*spell, *by, *from, way.map_or("", |(_, way)| way.as_str())))
            }
            // Told when its targets are chosen.
            Fact::Triggered { .. } => None,
            // What damage does to life totals goes without saying.
            Fact::LostLife { seat, amount } => {
                let dealt = |fact: &Fact| match fact {
                    Fact::Damaged { target: Referent::Player(to), amount, .. } if to == seat => *amount,
                    _ => 0,
                };
                let lost = |fact: &Fact| match fact {
                    Fact::LostLife { seat: whose, amount } if whose == seat => *amount,
                    _ => 0,
                };
                let (dealt, lost): (i32, i32) = (facts.iter().map(dealt).sum(), facts.iter().map(lost).sum());
                if dealt == lost && *amount <= dealt { None } else { words.tell(&facts[at]) }
            }
            Fact::Revealed { .. } => {
                let shown = |fact: &Fact| match fact {
                    Fact::Revealed { object } => Some(*object),
                    _ => None,
                };
                if at > 0 && shown(&facts[at - 1]).is_some() {
                    return None;
                }
                let all: Vec<ObjectRef> = facts[at..].iter().map_while(shown).collect();
                match all.len() {
                    1 => words.tell(&facts[at]),
                    _ => Some(format!("{} are revealed", words.several(&all))),
                }
            }
            Fact::Moved { from, to, cause, .. } => {
                let alike = |fact: &Fact| match fact {
                    Fact::Moved { old, new, from: f, to: t, cause: c } => {
                        ((f, t, c) == (from, to, cause)).then_some((*old, *new))
                    }
                    _ => None,
                };
                let line = words.tell(&facts[at])?;
                if at > 0 && alike(&facts[at - 1]).is_some() {
                    return None;
                }
                let all: Vec<(ObjectRef, ObjectRef)> = facts[at..].iter().map_while(alike).collect();
                if all.len() > 1 { Some(words.moved(&all, (*from, *to), *cause)) } else { Some(line) }
            }
            fact => words.tell(fact),
        }
    }

    fn push(&mut self, world: &impl ReadGame, because: EventCause, what: ClientEvent, text: Option<String>) {
        if let Some(text) = &text {
            if self.lines.len() == LINES {
                self.lines.pop_front();
            }
            self.lines.push_back(text.clone());
        }
        let decision = world.part::<DecisionCount>().0;
        self.events.push(GameEvent { number: self.next, decision, because, what, text });
        self.next += 1;
    }

    /// A fact as the viewer sees it; `None` if there is nothing to see.
    fn happening(&mut self, visibility: &Visibility<'_>, fact: &Fact) -> Option<ClientEvent> {
        let of = |object: &ObjectRef| visibility.visible_referent(Referent::Object(*object));
        let to = |what: &Referent| visibility.visible_referent(*what);
        Some(match fact {
            Fact::Moved { old, new, from, to, cause } => {
                let was = self.was(visibility, *old);
                let now = visibility.visible_object(*new);
                self.called.remove(&old.id);
                if *new != ObjectRef::NONE {
                    self.look(visibility, *new);
                }
                ClientEvent::Moved { was, now, from: *from, to: *to, cause: *cause }
            }
            Fact::Revealed { object } => self.shown(visibility, *object, Vec::new()),
            Fact::Looked { by, object } => self.shown(visibility, *object, by.iter().collect()),
            Fact::LooksAt { by, objects } => {
                let first = *objects.first()?;
                let zone = visibility.board.object(first.id).zone;
                ClientEvent::Looked { by: by.iter().collect(), zone, count: objects.len() as u32 }
            }
            // Told when it is over, or by what came of it.
            Fact::Searches { .. } | Fact::Proposed { .. } | Fact::RevealedAsDrawn { .. } => return None,
            Fact::Voted { .. } => return None,
            Fact::Performed { .. } | Fact::Did { .. } | Fact::Exerted { .. } | Fact::Copied { .. } => return None,
            Fact::LostControl { .. } | Fact::Crewed { .. } | Fact::Enlisted(_) | Fact::Expended { .. } => return None,
            Fact::Announced { object, again: _ } => ClientEvent::Announced { object: of(object) },
            Fact::Chose { by, of: object, what } => {
                let what = describe::chosen(visibility.table(), *what, |object| visibility.called(object));
                ClientEvent::Chose { seat: *by, object: of(object), what }
            }
            Fact::Cast { spell, by, from } => ClientEvent::Cast { spell: of(spell), by: *by, from: *from },
            Fact::Activated { key, by, .. } => {
                let ability = describe::ability(visibility.table(), key.handle);
                ClientEvent::Activated { source: of(&key.object), ability, by: *by }
            }
            Fact::Triggered { ability, source } => {
                let inherent = visibility.see(*ability).and_then(|(view, _)| visibility.source(&view));
                ClientEvent::Triggered { ability: of(ability), source: inherent.unwrap_or_else(|| of(source)) }
            }
            Fact::Resolving { object } => ClientEvent::Resolving { object: of(object) },
            Fact::PlayedLand { land, by, .. } => ClientEvent::PlayedLand { land: of(land), by: *by },
            Fact::Attacked { attacker, target } => ClientEvent::Attacked { attacker: of(attacker), target: to(target) },
            Fact::Blocked { blocker, attacker } => {
                ClientEvent::Blocked { blocker: of(blocker), attacker: of(attacker) }
            }
            Fact::BecameBlocked { attacker } => ClientEvent::Unblocked { attacker: of(attacker), blocked: true },
            Fact::NotBlocked { attacker } => ClientEvent::Unblocked { attacker: of(attacker), blocked: false },
            Fact::Damaged { source, target, amount, combat, .. } => {
                let (source, target) = (of(source), to(target));
                ClientEvent::Damaged { source, target, amount: *amount, combat: *combat }
            }
            Fact::GainedLife { seat, amount } => ClientEvent::Life { seat: *seat, amount: *amount },
            Fact::LostLife { seat, amount } => ClientEvent::Life { seat: *seat, amount: -*amount },
            Fact::Drew { seat, card } => ClientEvent::Drew { seat: *seat, card: of(card) },
            Fact::Discarded { seat, card, cycling } => {
                ClientEvent::Discarded { seat: *seat, card: of(card), cycling: *cycling }
            }
            Fact::Sacrificed { seat, old } => ClientEvent::Sacrificed { seat: *seat, permanent: of(old) },
            Fact::Tapped { object, for_mana } => {
                ClientEvent::Tapped { object: of(object), tapped: true, for_mana: *for_mana }
            }
            // Its tapping and its mana have been told.
            Fact::TappedForMana { .. } | Fact::DealtExcess { .. } => return None,
            Fact::Untapped { object } => ClientEvent::Tapped { object: of(object), tapped: false, for_mana: false },
            Fact::Turned { object, up } => {
                self.look(visibility, *object);
                ClientEvent::Turned { object: of(object), up: *up }
            }
            Fact::AddedMana { seat, mana, count } => ClientEvent::Mana { seat: *seat, mana: *mana, count: *count },
            Fact::SpentMana { seat, count } => ClientEvent::SpentMana { seat: *seat, count: *count },
            Fact::LostMana { seat, count } => ClientEvent::LostMana { seat: *seat, count: *count },
            Fact::Targeted { target, by } => ClientEvent::Targeted { target: to(target), by: of(by) },
            Fact::PutCounters { target, kind, count, .. } => {
                ClientEvent::Counters { target: to(target), kind: kind.to_string(), count: i64::from(*count) }
            }
            Fact::RemovedCounters { target, kind, count } => {
                ClientEvent::Counters { target: to(target), kind: kind.to_string(), count: -i64::from(*count) }
            }
            Fact::Began { step, active } => ClientEvent::Began { step: *step, active: *active },
            Fact::Attached { object, to: host, from } => {
                ClientEvent::Attached { object: of(object), to: host.as_ref().map(to), from: from.as_ref().map(to) }
            }
            Fact::Shuffled { seat } => ClientEvent::Shuffled { seat: *seat },
            Fact::TakesFirstTurn { seat } => ClientEvent::TakesFirstTurn { seat: *seat },
            Fact::TookMulligan { seat } => ClientEvent::TookMulligan { seat: *seat },
            Fact::PutBack { seat, count, left } => ClientEvent::PutBack { seat: *seat, count: *count, left: *left },
            Fact::KeptHand { seat, cards } => ClientEvent::KeptHand { seat: *seat, cards: *cards },
            Fact::ChaosEnsued { seat } => ClientEvent::ChaosEnsued { seat: *seat },
            Fact::Planeswalked { seat, to: plane } => ClientEvent::Planeswalked { seat: *seat, to: of(plane) },
            Fact::SetInMotion { seat, scheme } => ClientEvent::SetInMotion { seat: *seat, scheme: of(scheme) },
            Fact::BecameMonarch { seat } => ClientEvent::BecameMonarch { seat: *seat },
            Fact::GotBlessing { seat } => ClientEvent::GotBlessing { seat: *seat },
            Fact::GotFaster { seat, speed } => ClientEvent::GotFaster { seat: *seat, speed: *speed },
            Fact::DayNightChanged { now, before: _ } => ClientEvent::DayNightChanged { now: *now },
            Fact::Transformed { object } => ClientEvent::Transformed { object: of(object) },
            Fact::TookInitiative { seat } => ClientEvent::TookInitiative { seat: *seat },
            Fact::EnteredRoom { seat, dungeon, room } => ClientEvent::EnteredRoom {
                seat: *seat,
                dungeon: of(dungeon),
                room: dungeons::room_name(&visibility.board, *dungeon, *room),
            },
            Fact::Designated { object, designation } => {
                ClientEvent::Designated { object: of(object), designation: *designation }
            }
            Fact::Unlocked { seat, object, door, fully: _ } => {
                ClientEvent::Door { seat: *seat, object: of(object), door: *door, unlocked: true }
            }
            Fact::Locked { seat, object, door } => {
                ClientEvent::Door { seat: *seat, object: of(object), door: *door, unlocked: false }
            }
            Fact::RingTempted { seat, bearer } => {
                ClientEvent::RingTempted { seat: *seat, bearer: bearer.as_ref().map(of) }
            }
            Fact::CompletedDungeon { seat, dungeon } => {
                ClientEvent::CompletedDungeon { seat: *seat, dungeon: of(dungeon) }
            }
            Fact::Lost { seat } => ClientEvent::Lost { seat: *seat },
        })
    }

    fn shown(
        &mut self,
        visibility: &Visibility<'_>,
        object: ObjectRef,
        to: Vec<crate::model::ids::Seat>,
    ) -> ClientEvent {
        let was = self.was_before(object);
        self.look(visibility, object);
        ClientEvent::Shown {
            was,
            now: visibility.visible_object(object),
            zone: visibility.board.object(object.id).zone,
            to,
        }
    }

    /// What an object was called that the viewer saw already.
    fn was_before(&self, object: ObjectRef) -> Option<Handle> {
        let known = self.called.get(&object.id).filter(|(incarnation, _)| *incarnation == object.incarnation);
        known.map(|(_, thing)| thing.handle)
    }
}

/// Who does what a fact tells, if a player does.
fn by_player(fact: &Fact) -> Option<crate::model::ids::Seat> {
    match fact {
        Fact::Cast { by, .. } | Fact::Activated { by, .. } | Fact::PlayedLand { by, .. } => Some(*by),
        _ => None,
    }
}

/// What the next task but batches and questions says about why something happens.
fn because(visibility: &Visibility<'_>) -> EventCause {
    let of = |object: ObjectRef| visibility.visible_referent(Referent::Object(object));
    let proposing = |cast: &Transaction| match cast.step {
        CastStep::Pay => EventCause::Paying(of(cast.object)),
        _ => EventCause::Proposing(of(cast.object)),
    };
    match visibility.board.part::<Agenda>().reason() {
        Some(Task::Setup(_)) => EventCause::Setup,
        None | Some(Task::Turn(_) | Task::Priority(_)) => EventCause::Turn,
        Some(Task::Settle | Task::Round | Task::Sba(_)) => EventCause::StateBased,
        Some(Task::Trigger(_)) => EventCause::Triggering,
        Some(Task::Combat(_)) => EventCause::Combat,
        Some(Task::Run(frame)) => EventCause::Following(of(frame.bindings.stack.unwrap_or(frame.bindings.this))),
        Some(Task::Cast(task)) => match task.as_ref() {
            CastTask::Go(cast) => proposing(cast),
            CastTask::BeginPayment { object, .. } => EventCause::Paying(of(*object)),
            CastTask::Pay(separate) | CastTask::Unpay(separate) => EventCause::Paying(of(separate.object)),
            CastTask::PlayLand { seat, .. }
            | CastTask::LandPlayed { seat, .. }
            | CastTask::Cast { seat, .. }
            | CastTask::TurnFaceUp { seat, .. }
            | CastTask::Unlock { seat, .. }
            | CastTask::HandAction { seat, .. }
            | CastTask::Activate { seat, .. } => EventCause::Player(*seat),
            CastTask::FinishResolving(object)
            | CastTask::LeaveStack(object)
            | CastTask::Merge { spell: object, .. } => EventCause::Following(of(*object)),
            CastTask::Resolve | CastTask::ShuffledIn(_) | CastTask::TappedForMana(_) => EventCause::Turn,
        },
        Some(Task::PlanarDie { seat, .. }) => EventCause::Player(*seat),
        Some(Task::Batch(_) | Task::Leaving(_) | Task::Undo(_) | Task::Prepare(_) | Task::Plugin(_)) => {
            EventCause::Turn
        }
    }
}

/// Those who follow a game.
#[derive(Debug, Default)]
struct Feeds(Vec<Feed>);

impl Listener for Feeds {
    fn hear(&mut self, game: &mut GameState<'_>, facts: &[Fact]) {
        number(game);
        for feed in &mut self.0 {
            let because = because(&Visibility::new(game, feed.viewer));
            feed.note(game, &because, facts);
        }
    }
}

/// Those who follow a game, to be read.
fn feeds(world: &impl ReadGame) -> &[Feed] {
    let listener = world.part::<EventLog>().listener.as_deref();
    let feeds = listener.and_then(|listener| (listener as &dyn Any).downcast_ref::<Feeds>());
    feeds.map(|feeds| feeds.0.as_slice()).unwrap_or_default()
}

/// Takes those who follow a game out of the log, to change them with the game in view.
fn take_feeds(world: &mut impl EditGame) -> Vec<Feed> {
    let listener = world.part_mut::<EventLog>().listener.take();
    let feeds = listener.and_then(|listener| (listener as Box<dyn Any>).downcast::<Feeds>().ok());
    feeds.map(|feeds| feeds.0).unwrap_or_default()
}

/// Puts them back. A log that nobody listens to costs nothing.
fn put_feeds(world: &mut impl EditGame, feeds: Vec<Feed>) {
    world.part_mut::<EventLog>().listener = if feeds.is_empty() { None } else { Some(Box::new(Feeds(feeds))) };
}

/// Gives numbers to permanents of the same name that have none yet.
fn number(world: &mut impl EditGame) {
    let mut numbers = std::mem::take(&mut world.part_mut::<EventLog>().numbers);
    numbers.note(&Live::new(world));
    world.part_mut::<EventLog>().numbers = numbers;
}

/// Begins again for another game: what happened in the one before is forgotten, and all feeds look around.
pub(crate) fn restart(world: &mut impl EditGame) {
    let log = world.part_mut::<EventLog>();
    log.facts.clear();
    log.unsent.clear();
    log.numbers.clear();
    let feeds = take_feeds(world);
    if feeds.is_empty() {
        return;
    }
    let feeds = feeds.into_iter().map(|feed| Feed::new(world, feed.viewer)).collect();
    put_feeds(world, feeds);
    number(world);
}

/// Keeps events for a viewer from now on.
pub fn follow(world: &mut impl EditGame, viewer: Viewer) {
    if feeds(world).iter().any(|feed| feed.viewer == viewer) {
        return;
    }
    let mut feed = Feed::new(world, viewer);
    // Who begins was settled before anybody could follow the game.
    let turn = world.part::<Turn>();
    if turn.number == 0 && world.part::<Pending>().0.is_some() {
        let fact = Fact::TakesFirstTurn { seat: turn.first };
        feed.note(world, &EventCause::Setup, &[fact]);
    }
    let mut feeds = take_feeds(world);
    feeds.push(feed);
    put_feeds(world, feeds);
    number(world);
}

/// Keeps no more events for a viewer.
pub fn unfollow(world: &mut impl EditGame, viewer: Viewer) {
    let mut feeds = take_feeds(world);
    feeds.retain(|feed| feed.viewer != viewer);
    if feeds.is_empty() {
        world.part_mut::<EventLog>().numbers.clear();
    }
    put_feeds(world, feeds);
}

/// The events since they were last taken.
pub fn take_events(world: &mut impl EditGame, viewer: Viewer) -> Vec<GameEvent> {
    let outcome = *world.part::<Outcome>();
    let mut feeds = take_feeds(world);
    if !feeds.is_empty() {
        number(world);
    }
    let mut events = Vec::new();
    if let Some(feed) = feeds.iter_mut().find(|feed| feed.viewer == viewer) {
        if outcome.is_over() && !feed.ended {
            feed.ended = true;
            if let Some(search) = &feed.search {
                let line = search.line(Words::seen_by(Visibility::new(world, viewer)));
                feed.searched(world, &EventCause::Turn, line);
            }
            let text = match outcome {
                Outcome::Win(seat) => format!("{seat} wins the game"),
                Outcome::Draw => "the game is a draw".to_owned(),
                Outcome::Inconclusive(reason) => format!("the game has no result: {reason}"),
                Outcome::Running => String::new(),
            };
            feed.push(world, EventCause::Turn, ClientEvent::Ended { outcome }, Some(text));
        }
        events = std::mem::take(&mut feed.events);
    }
    put_feeds(world, feeds);
    events
}

/// The last lines of the log as a viewer may read it.
pub(super) fn lines(world: &impl ReadGame, viewer: Viewer) -> Vec<String> {
    let feed = feeds(world).iter().find(|feed| feed.viewer == viewer);
    feed.map(|feed| feed.lines.iter().cloned().collect()).unwrap_or_default()
}
