//! What the instructions are made of: reading for a frame, asking, proposing, and storing what happened.

use crate::cards::CardTable;
use crate::cards::def::{Cost, Obj, Objects, Quantity, Recipients, Var, Who};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Loop, Value};
use crate::model::cast::{Nested, NewTargets};
use crate::model::decision::{Answer, CastMethod, Choice, Decision, Prompt, Shape};
use crate::model::event::{Batch, Event};
use crate::model::ids::{ObjectRef, Referent, Seat, SeatSet};
use crate::model::object::LastKnownTable;
use crate::model::player::Players;
use crate::model::task::Preparation;
use crate::model::turn::Turn;
use crate::model::zone::Zone;
use crate::rules::layers;
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use smallvec::SmallVec;

/// Players in APNAP order.
pub(super) type Seats = SmallVec<[Seat; 2]>;

/// What an instruction leads to. Before it waits it has set the phase in which it continues.
pub(super) enum InstructionFlow {
    /// Done; the next one.
    Next,
    /// Done; the one at that place.
    Jump(u16),
    /// Waits for a batch.
    Propose(Batch),
    /// Waits for an answer.
    Ask(Box<Decision>),
    /// Waits for a payment.
    Pay(Seat, Cost),
    /// Waits for a player to choose new targets for an object on the stack.
    Retarget {
        /// The spell or ability.
        object: ObjectRef,
        /// The player who chooses the targets.
        player: Seat,
        /// Which of them become what.
        new: NewTargets,
    },
    /// Waits for something to be prepared, and is done again.
    Prepare(Preparation),
    /// Waits for the layers, which it has given something to do, and continues.
    Refresh,
    /// Waits for a spell to be cast.
    Cast(Seat, ObjectRef, CastMethod, Nested),
    /// Waits for a land to be played, with this face up.
    PlayLand(Seat, ObjectRef, u8),
}

/// The published values, which must be up to date.
pub(super) fn board(world: &impl ReadGame) -> Live<'_> {
    layers::expect_fresh(world);
    Live::new(world)
}

/// The objects that something is asked about: what is gone as it last was (CR 608.2h).
pub(super) fn read_objects(world: &mut impl EditGame, frame: &Frame, group: &Objects) -> Vec<ObjectRef> {
    reading::read_objects(&board(world), &frame.bindings, group)
}

/// The objects that words refer to, of those that still exist.
pub(super) fn objects(world: &mut impl EditGame, frame: &Frame, group: &Objects) -> Vec<ObjectRef> {
    reading::objects(&board(world), &frame.bindings, group)
}

/// The objects that an instruction acts on, each once: those that still are, or that it can find (CR 400.7e, j).
pub(super) fn acting(world: &mut impl EditGame, frame: &Frame, group: &Objects) -> Vec<ObjectRef> {
    let mut all = Vec::new();
    collect(world, frame, group, &mut all);
    all
}

fn collect(world: &mut impl EditGame, frame: &Frame, group: &Objects, all: &mut Vec<ObjectRef>) {
    let b = &frame.bindings;
    let named: SmallVec<[ObjectRef; 4]> = match group {
        // References to single objects go stale; what the others name is there.
        Objects::The(object) => reading::object(&board(world), b, *object).into_iter().collect(),
        Objects::Targets(n) => b.targets_of(*n).filter_map(Referent::object).collect(),
        Objects::Var(var) => match b.var(*var) {
            Some(Value::Objects(objects)) => objects.iter().copied().collect(),
            _ => SmallVec::new(),
        },
        Objects::Events => reading::events(b),
        Objects::Union(groups) => return groups.iter().for_each(|g| collect(world, frame, g, all)),
        Objects::All(_)
        | Objects::In(..)
        | Objects::Top(..)
        | Objects::TopOf(..)
        | Objects::BottomOf(..)
        | Objects::Only(..)
        | Objects::Sources(_)
        | Objects::PaidWith
        | Objects::Were(_)
        | Objects::SourcesOf(_)
        | Objects::Became(_)
        | Objects::ThisTurn(..)
        | Objects::Linked => objects(world, frame, group).into_iter().collect(),
    };
    for object in named {
        for now in found(world, frame, object).into_iter().chain(found_besides(world, frame, object)) {
            if !all.contains(&now) {
                all.push(now);
            }
        }
    }
}

/// The permanents among what an instruction acts on.
pub(super) fn acting_permanents(world: &mut impl EditGame, frame: &Frame, group: &Objects) -> Vec<ObjectRef> {
    let mut objects = acting(world, frame, group);
    objects.retain(|o| is_in(world, *o, Zone::Battlefield));
    objects
}

/// The one object that an instruction acts on.
pub(super) fn acting_one(world: &mut impl EditGame, frame: &Frame, object: Obj) -> Option<ObjectRef> {
    let object = reading::object(&board(world), &frame.bindings, object)?;
    found(world, frame, object)
}

/// Objects and players that an instruction acts on, each once.
pub(super) fn acting_recipients(world: &mut impl EditGame, frame: &Frame, recipients: &Recipients) -> Vec<Referent> {
    let mut all = Vec::new();
    collect_recipients(world, frame, recipients, &mut all);
    all
}

fn collect_recipients(world: &mut impl EditGame, frame: &Frame, recipients: &Recipients, all: &mut Vec<Referent>) {
    let some: Vec<Referent> = match recipients {
        Recipients::Targets(n) => {
            let current = |target| match target {
                Referent::Object(object) => found(world, frame, object).map(Referent::Object),
                Referent::Player(seat) => Some(Referent::Player(seat)),
            };
            frame.bindings.targets_of(*n).filter_map(current).collect()
        }
        Recipients::Objects(group) => acting(world, frame, group).into_iter().map(Referent::Object).collect(),
        Recipients::Players(who) => seats(world, frame, *who).into_iter().map(Referent::Player).collect(),
        Recipients::Votes(var) => seats(world, frame, Who::Var(*var)).into_iter().map(Referent::Player).collect(),
        Recipients::AttackedBy(_) => {
            let attacked = reading::read_recipients(&board(world), &frame.bindings, recipients);
            attacked.into_iter().filter(|one| one.object().is_none_or(|o| is_in(world, o, Zone::Battlefield))).collect()
        }
        Recipients::It => match frame.bindings.it {
            Some(Referent::Object(object)) => found(world, frame, object).map(Referent::Object).into_iter().collect(),
            it => it.into_iter().collect(),
        },
        Recipients::Union(parts) => return parts.iter().for_each(|r| collect_recipients(world, frame, r, all)),
    };
    for referent in some {
        if !all.contains(&referent) {
            all.push(referent);
        }
    }
}

/// CR 400.7e, f, j, k: the object itself while it exists; otherwise what it became, if it moved in the trigger event, by an
/// instruction of this program, as a cost, as an Aura whose host has left, or by its madness. Nothing else finds what
/// has moved meanwhile (400.7).
pub(super) fn found(world: &impl ReadGame, frame: &Frame, object: ObjectRef) -> Option<ObjectRef> {
    let mut object = object;
    // Each step finds a later object, so that there are few.
    for _ in 0..16 {
        if object == ObjectRef::NONE {
            return None;
        }
        if Live::new(world).is_current(object) {
            return Some(object);
        }
        object = next(world, frame, object).filter(|next| *next != object)?;
    }
    None
}

/// What an object that has moved became, if that can be found.
fn next(world: &impl ReadGame, frame: &Frame, object: ObjectRef) -> Option<ObjectRef> {
    let moved = frame.moved.iter().rev().find(|(old, _)| *old == object).map(|(_, new)| *new);
    let event = frame.bindings.event.filter(|e| e.subject == Some(Referent::Object(object)));
    let paid = frame.bindings.cast.moved_to_pay().contains(&object)
        || reading::moved_to_pay(&Live::new(world), &frame.bindings, object)
        || reading::fell_off(&Live::new(world), &frame.bindings, object)
        || reading::left_by_madness(&Live::new(world), object);
    let successor = || world.part::<LastKnownTable>().get(object)?.successor;
    moved.or_else(|| event?.moved_to).or_else(|| if paid { successor() } else { None })
}

/// CR 712.21c, 730.3c: the other components of a permanent that has left, if what the first one became is found.
fn found_besides(world: &impl ReadGame, frame: &Frame, object: ObjectRef) -> Vec<ObjectRef> {
    if !world.part::<CardTable>().0.traits.components
        || object == ObjectRef::NONE
        || Live::new(world).is_current(object)
    {
        return Vec::new();
    }
    if next(world, frame, object).is_none() {
        return Vec::new();
    }
    let board = Live::new(world);
    // What these instructions have moved themselves they find in any zone.
    let others: Vec<ObjectRef> = match frame.moved.iter().any(|(old, _)| *old == object) {
        true => {
            let moved = |o: &ObjectRef| ObjectRef { incarnation: o.incarnation + 1, ..*o };
            reading::others_of(&board, object).iter().map(moved).collect()
        }
        false => reading::other_successors(&board, object).collect(),
    };
    others.into_iter().filter_map(|other| found(world, frame, other)).collect()
}

/// Whether an object exists and is in a zone.
pub(super) fn is_in(world: &impl ReadGame, object: ObjectRef, zone: Zone) -> bool {
    let board = Live::new(world);
    board.is_current(object) && board.object(object.id).zone == zone
}

/// Where an object is; it must exist.
pub(super) fn zone_of(world: &impl ReadGame, object: ObjectRef) -> Zone {
    Live::new(world).object(object.id).zone
}

/// Who owns an object; it must exist.
pub(super) fn owner_of(world: &impl ReadGame, object: ObjectRef) -> Seat {
    Live::new(world).object(object.id).owner
}

/// The players that words refer to, in APNAP order.
pub(super) fn seats(world: &mut impl EditGame, frame: &Frame, who: Who) -> Seats {
    reading::seats(&board(world), &frame.bindings, who)
}

/// The one player that words refer to.
pub(super) fn seat(world: &mut impl EditGame, frame: &Frame, who: Who) -> Option<Seat> {
    reading::seat(&board(world), &frame.bindings, who)
}

/// Whether a player is still in the game.
pub(super) fn is_playing(world: &impl ReadGame, seat: Seat) -> bool {
    world.part::<Players>().is_alive(seat)
}

/// A number; CR 107.1b: not below zero.
pub(super) fn amount(world: &mut impl EditGame, frame: &Frame, quantity: &Quantity) -> i32 {
    match quantity {
        Quantity::N(n) => (*n).max(0),
        _ => reading::value(&board(world), &frame.bindings, quantity).max(0),
    }
}

/// A number for one of several recipients. It is the current object meanwhile, unless a loop has one.
pub(super) fn amount_for(world: &mut impl EditGame, frame: &mut Frame, quantity: &Quantity, it: Referent) -> i32 {
    if let Quantity::N(n) = quantity {
        return (*n).max(0);
    }
    with_current(frame, it, |frame| amount(world, frame, quantity))
}

/// Calls `f` with `it` as the current object or player, unless a loop has a current one.
pub(super) fn with_current<T>(frame: &mut Frame, it: Referent, f: impl FnOnce(&mut Frame) -> T) -> T {
    if frame.loops.iter().any(|l| matches!(l, Loop::Each(..) | Loop::Chosen(..))) {
        return f(frame);
    }
    let before = frame.bindings.it.replace(it);
    let value = f(frame);
    frame.bindings.it = before;
    value
}

/// Sorts seats into APNAP order (CR 101.4).
pub(super) fn apnap(world: &impl ReadGame, set: SeatSet) -> Seats {
    let active = world.part::<Turn>().active;
    world.part::<Players>().in_turn_order(active).filter(|s| set.contains(*s)).collect()
}

/// Options that are objects.
pub(super) fn object_choices(objects: &[ObjectRef]) -> Vec<Choice> {
    objects.iter().map(|o| Choice::Object(*o)).collect()
}

/// The members of `from` that an answer names, by their places.
pub(super) fn named<T: Copy>(from: &[T], answer: &Answer) -> Vec<T> {
    match answer {
        Answer::One(i) => vec![from[*i as usize]],
        Answer::Some(places) | Answer::Order(places) => places.iter().map(|i| from[*i as usize]).collect(),
        other => panic!("expected places, got {other:?}"),
    }
}

/// The place that an answer to `ChooseOne` names.
pub(super) fn place(answer: &Answer) -> usize {
    match answer {
        Answer::One(i) => *i as usize,
        other => panic!("expected one option, got {other:?}"),
    }
}

impl Frame {
    /// What prompts name: what the instructions belong to.
    pub(super) fn subject(&self) -> ObjectRef {
        self.bindings.this
    }
    /// Asks a player, and continues in a phase.
    pub(super) fn ask(&mut self, phase: u8, player: Seat, prompt: Prompt, shape: Shape) -> InstructionFlow {
        self.phase = phase;
        InstructionFlow::Ask(Box::new(Decision::new(player, prompt, shape)))
    }
    /// Proposes events that happen at once, and continues in a phase.
    pub(super) fn propose(&mut self, phase: u8, events: Vec<Event>) -> InstructionFlow {
        self.phase = phase;
        InstructionFlow::Propose(Batch::of(events))
    }
    /// Stores objects; none is as if nothing had been done.
    pub(super) fn store(&mut self, into: Option<Var>, objects: Vec<ObjectRef>) {
        let Some(var) = into else { return };
        if objects.is_empty() {
            self.bindings.clear(var);
        } else {
            self.bindings.set(var, Value::Objects(objects));
        }
    }
    /// Stores a number; zero is as if nothing had been done.
    pub(super) fn store_number(&mut self, into: Option<Var>, number: i32) {
        let Some(var) = into else { return };
        if number == 0 {
            self.bindings.clear(var);
        } else {
            self.bindings.set(var, Value::Number(number));
        }
    }
    /// The instruction did nothing.
    pub(super) fn nothing(&mut self, into: Option<Var>) -> InstructionFlow {
        self.store(into, Vec::new());
        InstructionFlow::Next
    }
    /// Objects in the scratch.
    pub(super) fn kept(&self, place: usize) -> &[ObjectRef] {
        match self.scratch.get(place) {
            Some(Value::Objects(objects)) => objects,
            other => panic!("an instruction keeps objects, not {other:?}"),
        }
    }
    /// Seats in the scratch.
    pub(super) fn kept_seats(&self, place: usize) -> SeatSet {
        match self.scratch.get(place) {
            Some(Value::Seats(seats)) => *seats,
            other => panic!("an instruction keeps seats, not {other:?}"),
        }
    }
    /// Adds a seat to those in the scratch.
    pub(super) fn keep_seat(&mut self, place: usize, seat: Seat) {
        let mut seats = self.kept_seats(place);
        seats.insert(seat);
        self.scratch[place] = Value::Seats(seats);
    }
    /// A number in the scratch.
    pub(super) fn kept_number(&self, place: usize) -> i32 {
        match self.scratch.get(place) {
            Some(Value::Number(n)) => *n,
            other => panic!("an instruction keeps a number, not {other:?}"),
        }
    }
    /// Proposes an event for each of `objects`, in the same order, and remembers them for [`Frame::after_moves`].
    pub(super) fn propose_for(&mut self, phase: u8, objects: Vec<ObjectRef>, events: Vec<Event>) -> InstructionFlow {
        self.scratch.clear();
        self.scratch.push(Value::Objects(objects));
        self.propose(phase, events)
    }
    /// CR 400.7j, 608.2h: words that mean a card which these instructions have moved out of a hand or library mean what it
    /// is now: there is no other object that could be read. What has left a public zone is read as it last was there.
    fn follow(&mut self, world: &impl ReadGame, old: ObjectRef, new: ObjectRef) {
        let in_vars = |(_, value): &(Var, Value)| matches!(value, Value::Objects(list) if list.contains(&old));
        let in_hand = self.bindings.it == Some(Referent::Object(old));
        if !in_hand && !self.bindings.vars.iter().any(in_vars) {
            return;
        }
        let table = world.part::<LastKnownTable>();
        let to = Live::new(world).object(new.id).zone;
        if table.get(old).is_some_and(|was| was.object.zone.is_public() || !to.is_public()) {
            return;
        }
        if in_hand {
            self.bindings.it = Some(Referent::Object(new));
        }
        for (_, value) in &mut self.bindings.vars {
            if let Value::Objects(list) = value {
                list.iter_mut().filter(|o| **o == old).for_each(|o| *o = new);
            }
        }
    }
    /// After a batch of [`Frame::propose_for`]: stores the new objects and remembers what became of which.
    pub(super) fn after_moves(&mut self, world: &impl ReadGame, into: Option<Var>) -> Vec<ObjectRef> {
        let results = &Returned::happened(world).objects;
        let mut new = Vec::with_capacity(results.len());
        for (place, object) in results {
            if let Some(old) = self.kept(0).get(*place as usize).copied()
                && old != *object
                && old.id == object.id
            {
                self.moved.push((old, *object));
                self.follow(world, old, *object);
            }
            new.push(*object);
        }
        self.store(into, new.clone());
        new
    }
}
