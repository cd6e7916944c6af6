//! Copies of spells and abilities (CR 707.10), and new targets (115.7).

use super::step::{InstructionFlow, acting_one, amount, board, is_in, is_playing, named, seat};
use super::tokens::put_new;
use crate::cards::def::{CastBy, KeywordName, Obj, Quantity, Recipients, Var, Who};
use crate::cards::{AbilityKind, CardTable};
use crate::model::agenda::Returned;
use crate::model::bindings::{Bindings, Frame, Value};
use crate::model::cast::NewTargets;
use crate::model::decision::{Choice, Prompt, Settings, Shape};
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{AbilityHandle, ObjectRef, Referent, Seat, SeatSet};
use crate::model::object::{Characteristics, CopiableSource, Object, ObjectKind, StackEntry};
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::task::Preparation;
use crate::model::zone::{Zone, Zones};
use crate::rules::ending;
use crate::rules::reading::{self, Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::slots::{RESERVE, Slots};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{casting, events, layers};

// Phases.
const NEXT_COPY: u8 = 0;
const TARGETS_CHOSEN: u8 = 1;

// Places in the scratch: the copies that are still to be made, and the one that is being made.
const LEFT: usize = 0;
const COPY: usize = 1;

/// CR 707.10: a player gets copies of a spell or ability, as it is or last was.
pub(super) fn copy(
    world: &mut impl EditGame,
    frame: &mut Frame,
    what: Obj,
    (who, count): (Who, &Quantity),
    (new_targets, without): (bool, Option<KeywordName>),
) -> InstructionFlow {
    let Some(original) = reading::object(&board(world), &frame.bindings, what) else { return InstructionFlow::Next };
    // CR 800.4b: nothing is put on the stack under the control of one who has left.
    let Some(player) = seat(world, frame, who).filter(|s| is_playing(world, *s)) else { return InstructionFlow::Next };
    if frame.scratch.is_empty() {
        frame.scratch = vec![Value::Number(amount(world, frame, count)), Value::Objects(Vec::new())];
    }
    loop {
        if frame.phase == NEXT_COPY {
            let left = frame.kept_number(LEFT);
            if left <= 0 || world.part::<Outcome>().is_over() {
                return InstructionFlow::Next;
            }
            if !layers::is_fresh(world) {
                return InstructionFlow::Refresh;
            }
            if world.part::<Slots>().left() == 0 {
                return InstructionFlow::Prepare(Preparation::Slots(RESERVE));
            }
            let Some(copy) = make_copy(world, original, player, without) else { return InstructionFlow::Next };
            frame.scratch = vec![Value::Number(left - 1), Value::Objects(vec![copy])];
            frame.phase = TARGETS_CHOSEN;
            if new_targets && !targets(world, copy).is_empty() {
                return InstructionFlow::Retarget { object: copy, player, new: NewTargets::Any };
            }
        }
        frame.phase = NEXT_COPY;
        became_targets(world, original, frame.kept(COPY)[0]);
    }
}

/// CR 707.10d-e: a player gets a copy of a spell or ability for each of these objects and players that it could target and doesn't. They
/// choose the order in which the copies are put on the stack.
pub(super) fn copy_for_each(
    world: &mut impl EditGame,
    frame: &mut Frame,
    what: Obj,
    who: Who,
    (each, named_targets): (&Recipients, bool),
) -> InstructionFlow {
    let Some(original) = reading::object(&board(world), &frame.bindings, what) else { return InstructionFlow::Next };
    // CR 800.4b.
    let Some(player) = seat(world, frame, who).filter(|s| is_playing(world, *s)) else { return InstructionFlow::Next };
    if frame.phase != NEXT_COPY {
        return copy_for_next(world, frame, original, player);
    }
    let copied_by = named_targets.then_some(player);
    let aims = aims(world, frame, original, copied_by, each);
    let answered = frame.scratch.pop().is_some();
    let aims = match aims.len() {
        0 => return InstructionFlow::Next,
        2.. if !answered => {
            frame.scratch.push(Value::Done);
            let choices = aims.into_iter().map(Choice::from).collect();
            return frame.ask(NEXT_COPY, player, Prompt::OrderRounds(frame.subject()), Shape::Order(choices));
        }
        2.. => named(&aims, &Returned::answer(world)),
        _ => aims,
    };
    // The next one is the last.
    frame.scratch = aims.into_iter().rev().map(aimed_at).collect();
    frame.phase = TARGETS_CHOSEN;
    copy_for_next(world, frame, original, player)
}

/// The objects and players that a spell or ability could target and doesn't.
fn aims(
    world: &impl ReadGame,
    frame: &Frame,
    original: ObjectRef,
    copied_by: Option<Seat>,
    each: &Recipients,
) -> Vec<Referent> {
    let now = targets(world, original);
    let all = reading::recipients(&board(world), &frame.bindings, each);
    all.into_iter().filter(|to| !now.contains(to) && casting::could_target(world, original, copied_by, *to)).collect()
}

fn aimed_at(aim: Referent) -> Value {
    match aim {
        Referent::Object(object) => Value::Objects(vec![object]),
        Referent::Player(seat) => Value::Seats(SeatSet::only(seat)),
    }
}

/// Makes the copies for what is left in the scratch.
fn copy_for_next(world: &mut impl EditGame, frame: &mut Frame, original: ObjectRef, player: Seat) -> InstructionFlow {
    while let Some(aim) = frame.scratch.last() {
        let target = match aim {
            Value::Objects(objects) => objects.first().copied().map(Referent::Object),
            Value::Seats(seats) => seats.iter().next().map(Referent::Player),
            _ => None,
        };
        if !layers::is_fresh(world) {
            return InstructionFlow::Refresh;
        }
        if world.part::<Slots>().left() == 0 {
            return InstructionFlow::Prepare(Preparation::Slots(RESERVE));
        }
        let copy = make_copy(world, original, player, None);
        let (Some(target), Some(copy)) = (target, copy) else { return InstructionFlow::Next };
        frame.scratch.pop();
        if let Some(bindings) = &mut world.row_mut::<StackEntry>(copy.id).bindings {
            bindings.targets.iter_mut().for_each(|place| (place.target, place.legal) = (target, true));
        }
        events::record(world, &[Fact::Targeted { target, by: copy }]);
        copied(world, copy);
    }
    InstructionFlow::Next
}

/// CR 707.12: a copy of an object is created in exile, of an object that has left as it last was.
pub(super) fn copy_in_exile(world: &mut impl EditGame, frame: &mut Frame, of: Obj, into: Var) -> InstructionFlow {
    let original = reading::object(&board(world), &frame.bindings, of);
    let player = seat(world, frame, Who::You).filter(|s| is_playing(world, *s));
    let (Some(original), Some(player)) = (original, player) else { return frame.nothing(Some(into)) };
    if !layers::is_fresh(world) {
        return InstructionFlow::Refresh;
    }
    if world.part::<Slots>().left() == 0 {
        return InstructionFlow::Prepare(Preparation::Slots(RESERVE));
    }
    let row = board(world).view(original).map(|view| view.object.base);
    let Some(base) = row.and_then(|base| copied_base(world, original, base, None)) else {
        return frame.nothing(Some(into));
    };
    let copy = put_new(world, ObjectKind::Copy, player, base, Zone::Exile);
    frame.store(Some(into), vec![copy]);
    InstructionFlow::Next
}

/// CR 115.7d: a player may choose new targets for a spell or ability.
pub(super) fn change_targets(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    what: Obj,
    new: NewTargets,
) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let object = acting_one(world, frame, what).filter(|o| is_in(world, *o, Zone::Stack));
    let (Some(object), Some(player)) = (object, seat(world, frame, who)) else { return InstructionFlow::Next };
    frame.phase = 1;
    InstructionFlow::Retarget { object, player, new }
}

/// CR 115.7b: one of the targets of a spell or ability becomes an object.
pub(super) fn change_a_target(world: &mut impl EditGame, frame: &mut Frame, what: Obj, to: Obj) -> InstructionFlow {
    match acting_one(world, frame, to) {
        Some(to) => change_targets(world, frame, Who::You, what, NewTargets::One(to)),
        None => InstructionFlow::Next,
    }
}

/// The targets of an object that is or was on the stack.
fn targets(world: &impl ReadGame, object: ObjectRef) -> Vec<Referent> {
    let board = Live::new(world);
    let bindings = board.view(object).and_then(|view| view.stack.bindings.as_deref());
    bindings.iter().flat_map(|b| &b.targets).map(|t| t.target).collect()
}

/// What the copy has in common with the original becomes a target now; a new choice has become one.
fn became_targets(world: &mut impl EditGame, original: ObjectRef, copy: ObjectRef) {
    let kept = targets(world, copy).into_iter().zip(targets(world, original)).filter(|(new, old)| new == old);
    let facts: Vec<Fact> = kept.map(|(target, _)| Fact::Targeted { target, by: copy }).collect();
    if !facts.is_empty() {
        events::record(world, &facts);
    }
    copied(world, copy);
}

/// A spell has been copied.
fn copied(world: &mut impl EditGame, copy: ObjectRef) {
    let board = Live::new(world);
    let view = board.view(copy).filter(|view| view.object.kind != ObjectKind::Ability);
    if let Some(by) = view.map(|view| view.chars.controller) {
        events::record(world, &[Fact::Copied { copy, by }]);
    }
}

/// Puts a copy on the stack, with all decisions made for the original (CR 707.10). A copy of a spell refers to itself,
/// a copy of an ability has the source of the original (707.10b).
fn make_copy(
    world: &mut impl EditGame,
    original: ObjectRef,
    player: Seat,
    without: Option<KeywordName>,
) -> Option<ObjectRef> {
    if world.part::<Zones>().stack.len() as u32 >= world.part::<Settings>().max_stack {
        ending::end(world, Outcome::Inconclusive(Inconclusive::Stack));
        return None;
    }
    let board = board(world);
    let view = board.view(original)?;
    if view.object.zone != Zone::Stack {
        return None;
    }
    let (row, mut entry): (Object, StackEntry) = (*view.object, view.stack.clone());
    if let Some(key) = entry.ability {
        let mut bindings = entry.bindings.take().map_or_else(|| Bindings::new(player, key.object), |b| *b);
        bindings.you = player;
        let copy = casting::put_ability_on_stack(world, key, bindings);
        world.row_mut::<StackEntry>(copy.id).copied = true;
        return Some(copy);
    }
    let base = copied_base(world, original, row.base, without)?;
    let copy = put_new(world, ObjectKind::Copy, player, base, Zone::Stack);
    if let Some(name) = without {
        leave_out(world, &mut entry, name);
    }
    entry.caster = player;
    (entry.cast.from, entry.cast.caster) = (None, None);
    // CR 702.138b: what escaped was cast, from a graveyard.
    entry.cast.by = entry.cast.by.filter(|by| *by != CastBy::Escape);
    (entry.cast.exile_after, entry.cast.exile_instead) = (false, false);
    // CR 707.10: mana isn't a choice, and none was spent on the copy; nobody cast it who could have paid life (702.150a).
    (entry.cast.mana, entry.cast.life_symbols) = Default::default();
    let record = &mut *entry;
    if let Some(bindings) = &mut record.bindings {
        bindings.you = player;
        bindings.this = copy;
        bindings.stack = Some(copy);
        bindings.cast.clone_from(&record.cast);
    }
    *world.row_mut::<StackEntry>(copy.id) = entry;
    casting::bestow::copied(world, original, copy);
    mark_dirty(world, StateClass::STACK);
    Some(copy)
}

/// The copiable values of a spell; those that it was printed with need no row of their own.
fn copied_base(
    world: &mut impl EditGame,
    spell: ObjectRef,
    base: CopiableSource,
    without: Option<KeywordName>,
) -> Option<CopiableSource> {
    let mut values = layers::copiable(world, spell)?;
    if let Some(name) = without {
        let table = world.part::<CardTable>();
        values.chars.abilities.retain(|a| !reading::is_called(table, a.handle, name));
    }
    let plain = Characteristics { controller: values.chars.controller, ..layers::base_values(world, base) };
    if plain == values.chars {
        return Some(base);
    }
    Some(layers::make_copy(world, values))
}

/// What a spell does is copied without its keyword abilities of a name, and its modes without theirs.
fn leave_out(world: &impl ReadGame, entry: &mut StackEntry, name: KeywordName) {
    let table = world.part::<CardTable>();
    let record = &mut **entry;
    let rows = |text: AbilityHandle| match &table.ability(text).kind {
        AbilityKind::Spell(body) => body.modes.len() as u8,
        _ => 0,
    };
    let (mut kept, mut first) = (Vec::new(), 0u8);
    for text in &record.text {
        let there = rows(*text);
        let is_left_out = reading::is_called(table, *text, name);
        kept.extend((first..first.saturating_add(there)).filter(|_| !is_left_out));
        first = first.saturating_add(there);
    }
    record.text.retain(|text| !reading::is_called(table, *text, name));
    if let Some(bindings) = &mut record.bindings {
        let place = |mode: u8| kept.iter().position(|row| *row == mode).map(|place| place as u8);
        bindings.modes = bindings.modes.iter().filter_map(|mode| place(*mode)).collect();
    }
}
