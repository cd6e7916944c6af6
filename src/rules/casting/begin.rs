//! What a choice starts: playing a land (CR 305, 116.2a), putting a spell (601.2a) or an activated ability (602.2a) on
//! the stack. Triggered abilities get there by [`put_ability_on_stack`] (603.3).

use super::bestow;
use crate::cards::def::{Cost, Duration};
use crate::cards::{AbilityKind, CardTable};
use crate::model::agenda::Returned;
use crate::model::bindings::{Bindings, EventData};
use crate::model::cast::{CastStep, CastTask, Grant, Nested, Proposal, Transaction, Undo};
use crate::model::decision::{CastMethod, Choice};
use crate::model::dirt::StateClass;
use crate::model::event::{Batch, Cause, Enter};
use crate::model::fact::Fact;
use crate::model::ids::{AbilityKey, ContinuousEffectId, ObjectId, ObjectRef, Referent, Seat, StaticHandle};
use crate::model::object::{Object, ObjectKind, StackEntry, StackRecord};
use crate::model::player::Players;
use crate::model::task::{Return, Task};
use crate::model::zone::{Move, Zone, Zones};
use crate::rules::driver::{Flow, push};
use crate::rules::events::{propose, record};
use crate::rules::layers;
use crate::rules::legal::as_spell::spell_chars;
use crate::rules::legal::legality::{is_instant_speed, looks_at_targets};
use crate::rules::legal::ways::{self, terms};
use crate::rules::legal::{BaseCost, Permit, Proposed, permit_of, sorcery_time};
use crate::rules::log::EventLog;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::slots::{self, Slots};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::triggers;
use crate::rules::zones::move_objects;
use smallvec::SmallVec;
use std::borrow::Cow;

/// Pushes what a choice of a player with priority starts.
pub fn begin(world: &mut impl EditGame, seat: Seat, choice: &Choice) {
    let task = match choice {
        Choice::PlayLand { object, face, permit } => {
            CastTask::PlayLand { seat, object: *object, face: *face, permit: *permit }
        }
        Choice::Cast { object, way } => CastTask::Cast { seat, object: *object, way: *way, nested: None },
        Choice::Activate { key } => CastTask::Activate { seat, key: *key },
        Choice::RollPlanarDie => return push(world, Task::PlanarDie { seat, paid: false }),
        Choice::HandAction { object, action, by } => {
            CastTask::HandAction { seat, object: *object, action: *action, by: *by }
        }
        Choice::TurnFaceUp { object, by } => CastTask::TurnFaceUp { seat, object: *object, by: *by },
        Choice::Door { object, door } => CastTask::Unlock { seat, object: *object, door: *door },
        _ => return,
    };
    push(world, Task::Cast(Box::new(task)));
}

/// CR 608.2g: a player casts a card while something resolves, for its own cost or for another. What came of it is
/// returned to the task that pushes it ([`Return::Cast`]).
pub fn cast_during_resolution(
    world: &mut impl EditGame,
    seat: Seat,
    object: ObjectRef,
    way: CastMethod,
    nested: Nested,
) {
    push(world, Task::Cast(Box::new(CastTask::Cast { seat, object, way, nested: Some(nested) })));
}

/// CR 305.1, 116.2a.
pub(super) fn play_land(
    world: &mut impl EditGame,
    seat: Seat,
    object: ObjectRef,
    (face, permit): (u8, Option<ContinuousEffectId>),
) -> Flow {
    if !Live::new(world).is_current(object) {
        return Flow::Continue;
    }
    let grant = permit.and_then(|effect| grant_of(world, effect));
    if let Some(Permit { effect, once, for_one, .. }) = permit.and_then(|effect| in_force(world, effect)) {
        once.into_iter().for_each(|key| triggers::count_use(world, key));
        if for_one {
            layers::end_effect(world, effect);
        }
    }
    let enter = Enter { controller: seat, face, ..Enter::default() };
    let from = Live::new(world).object(object.id).zone;
    if from != Zone::Hand(seat) {
        world.part_mut::<Players>().get_mut(seat).played_elsewhere = true;
    }
    push(world, Task::Cast(Box::new(CastTask::LandPlayed { seat, from, grant })));
    let request = Move::plain(object, Zone::Battlefield, Cause::PlayLand).with_reveal(true).with_enter(enter);
    propose(world, Batch::of([request.into()]));
    Flow::Continue
}

/// CR 305.2a: it counts, and what triggers on playing a land triggers.
pub(super) fn land_played(world: &mut impl EditGame, seat: Seat, from: Zone, grant: Option<Grant>) -> Flow {
    let players = world.part_mut::<Players>();
    let player = players.get_mut(seat);
    player.lands_played = player.lands_played.saturating_add(1);
    mark_dirty(world, StateClass::HISTORY | StateClass::POOLS);
    super::reverse::forget_refused(world);
    let land = Returned::happened(world).objects.first().map(|(_, land)| *land);
    if let Some(land) = land {
        if let Some(grant) = grant {
            gain(world, grant, land);
        }
        record(world, &[Fact::PlayedLand { land, by: seat, from }]);
    }
    Flow::Continue
}

/// A permission, if it is there still.
fn in_force<'w>(world: &'w impl ReadGame, effect: ContinuousEffectId) -> Option<Permit<'w>> {
    if slots::effect(world, effect).active { permit_of(&Live::new(world), effect) } else { None }
}

/// What is gained by what is played or cast by a permission, as it is begun.
fn grant_of(world: &impl ReadGame, permit: ContinuousEffectId) -> Option<Grant> {
    let permission = slots::effect(world, permit);
    let handle = permission.handle;
    let index = world.part::<CardTable>().static_row(handle).gained.filter(|_| permission.active)?;
    let (you, this) = (permission.bindings.you, permission.bindings.this);
    Some(Grant { effect: StaticHandle { def: handle.def, index }, you, this })
}

/// What a player has played or cast by a permission gains abilities, if that says so.
pub(super) fn gain(world: &mut impl EditGame, Grant { effect, you, this }: Grant, object: ObjectRef) {
    let subject = Some(Referent::Object(object));
    let event = EventData { subject, player: Some(you), ..EventData::default() };
    let bindings = Bindings { event: Some(event), ..Bindings::new(you, this) };
    let _ = layers::start_effect(world, effect, bindings, Duration::Forever);
}

/// A transaction in which nothing is chosen yet.
pub(super) fn transaction(
    seat: Seat,
    object: ObjectRef,
    what: Proposal,
    bindings: Bindings,
    undo: Undo,
) -> Transaction {
    Transaction {
        seat,
        object,
        what,
        step: CastStep::Announce,
        bindings,
        base: None,
        more: None,
        grant: None,
        spend_as: Default::default(),
        nested: false,
        must_be: None,
        timely: true,
        was: None,
        was_face_down: false,
        becomes: None,
        texts: SmallVec::new(),
        gained: 0,
        produced: 0,
        spliced: SmallVec::new(),
        payment: Box::default(),
        at: 0,
        asked: false,
        offered: Vec::new(),
        undo,
    }
}

/// CR 601.2a: the card moves to the stack. What is paid for it is settled before, because the card may lose what
/// offers it (a granted flashback) by moving.
pub(super) fn begin_cast(
    world: &mut impl EditGame,
    seat: Seat,
    object: ObjectRef,
    way: CastMethod,
    nested: Option<Nested>,
) -> Flow {
    let during = nested.is_some();
    let live = Live::new(world);
    if !live.is_current(object) {
        return if during { Flow::Return(Return::Cast(None)) } else { Flow::Continue };
    }
    let from = live.object(object.id).zone;
    let zones = world.part::<Zones>();
    let list = match from {
        Zone::Outside => zones.own[live.object(object.id).owner.index()].sideboard.as_slice(),
        from => zones.list(from),
    };
    let index = list.iter().position(|id| *id == object.id).unwrap_or(0) as u32;
    let mut bindings = Bindings::new(seat, object);
    bindings.cast.begin(from.kind(), seat);
    bindings.cast.alternative = way.alternative;
    let Nested { cost: instead, must_be } = nested.unwrap_or_default();
    let chars = spell_chars(&live, object.id, way, seat);
    bindings.stack = Some(object);
    let board = Proposed::new(live, object.id, Cow::Borrowed(&*chars), seat).lying(way.face_down);
    let terms = terms(&live, &board, &bindings, &chars, object.id, way, instead.as_ref());
    bindings.stack = None;
    bindings.cast.exile_after = terms.exile_after;
    bindings.cast.exile_instead = terms.exile_instead;
    bindings.cast.by = terms.by;
    let base = match terms.base {
        BaseCost::Mana(_) => None,
        BaseCost::Parts(parts) => Some(Cost(parts.to_vec())),
    };
    let (spend_as, more) = (terms.spend_as, terms.more.cloned());
    // CR 601.5a: what lets it be cast now has to hold as it is begun, unless that depends on its targets.
    let quick = || !looks_at_targets(&live, seat, &chars).legality && is_instant_speed(&board, &bindings, &chars);
    let timely = during || terms.flash || sorcery_time(&live, seat) || quick();
    let down = if way.face_down { ways::face_down_as(&live, object.id, way) } else { Default::default() };
    let becomes = ways::becoming(&live, object.id, way);
    let becomes = becomes.map(|(ability, index)| StaticHandle { def: ability.handle.def, index });
    let undo = Undo::from_here(world);
    let what = Proposal::Spell { way, from, index };
    EventLog::aside(world, || Fact::Proposed { card: object, way });
    let mut cast = transaction(seat, object, what, bindings, undo);
    (cast.base, cast.more, cast.spend_as, cast.nested, cast.timely) = (base, more, spend_as, during, timely);
    (cast.must_be, cast.grant) = (must_be, way.permit.and_then(|effect| grant_of(world, effect)));
    let live = Live::new(world);
    (cast.was, cast.was_face_down) = (Some(*live.object(object.id)), live.status(object.id).face_down);
    cast.becomes = becomes;
    push(world, Task::Cast(Box::new(CastTask::Go(Box::new(cast)))));
    let enter = Enter { controller: seat, face: way.face, face_down: way.face_down, down, ..Enter::default() };
    let request = Move::plain(object, Zone::Stack, Cause::Cast).with_reveal(!way.face_down).with_enter(enter);
    propose(world, Batch::of([request.into()]));
    Flow::Continue
}

/// The spell is on the stack; `false` if it didn't get there.
pub(super) fn announced(world: &mut impl EditGame, cast: &mut Transaction) -> bool {
    let Some((_, spell)) = Returned::happened(world).objects.first().copied() else { return false };
    let live = Live::new(world);
    if !live.is_current(spell) || live.object(spell.id).zone != Zone::Stack {
        return false;
    }
    cast.object = spell;
    cast.bindings.this = spell;
    cast.bindings.stack = Some(spell);
    let entry = world.row_mut::<StackEntry>(spell.id);
    **entry = StackRecord { caster: cast.seat, cast: cast.bindings.cast.clone(), ..StackRecord::default() };
    if let Some(becomes) = cast.becomes {
        bestow::begin(world, spell, becomes);
    }
    if world.part::<CardTable>().0.traits.reaches_stack {
        // What spells have may depend on how they are cast.
        mark_dirty(world, StateClass::STACK);
    }
    layers::spell_announced(world, spell, cast.seat);
    true
}

/// CR 602.2a: an activated ability is created on the stack; a mana ability begins without (605.3b).
pub(super) fn begin_activation(world: &mut impl EditGame, seat: Seat, key: AbilityKey) -> Flow {
    let live = Live::new(world);
    if !live.is_current(key.object) {
        return Flow::Continue;
    }
    let AbilityKind::Activated { is_mana, special, .. } = world.part::<CardTable>().ability(key.handle).kind else {
        return Flow::Continue;
    };
    // CR 116.2d: a special action doesn't use the stack either.
    if is_mana || special {
        let activation = mana_ability(world, seat, key, None, SmallVec::new());
        push(world, Task::Cast(Box::new(activation)));
        return Flow::Continue;
    }
    let from_hand = matches!(live.object(key.object.id).zone, Zone::Hand(_) | Zone::Library(_));
    if from_hand {
        crate::rules::resolving::reveal(world, &[key.object]);
    }
    let undo = Undo::from_here(world);
    let mut bindings = Bindings::new(seat, key.object);
    Live::new(world).note_granter(&mut bindings, key.origin, key.handle);
    bindings.key = Some(key);
    // What the source was cast for goes along (CR 607.2, 400.7d).
    bindings.cast = Live::new(world).stack_entry(key.object.id).cast.clone();
    bindings.cast.unpay();
    let object = put_ability_on_stack(world, key, bindings.clone());
    bindings.stack = Some(object);
    let mut activation = transaction(seat, object, Proposal::Ability(key), bindings, undo);
    activation.texts = SmallVec::from_slice(&[key.handle]);
    activation.base = cost_of(world, key);
    activation.step = CastStep::Modes;
    push(world, Task::Cast(Box::new(CastTask::Go(Box::new(activation)))));
    Flow::Continue
}

/// The task of activating a mana ability (CR 605.3), which makes what the payer has planned, if it has. What is `held`
/// pays for something else.
pub(super) fn mana_ability(
    world: &impl ReadGame,
    seat: Seat,
    key: AbilityKey,
    plan: Option<([u8; 6], [u8; 6])>,
    held: SmallVec<[ObjectId; 2]>,
) -> CastTask {
    let mut bindings = Bindings::new(seat, key.object);
    Live::new(world).note_granter(&mut bindings, key.origin, key.handle);
    bindings.key = Some(key);
    let what = Proposal::Mana(key, plan.map(|(makes, _)| makes));
    let mut activation = transaction(seat, key.object, what, bindings, Undo::from_here(world));
    activation.texts = SmallVec::from_slice(&[key.handle]);
    activation.base = cost_of(world, key);
    activation.payment.exactly = plan.map(|(_, spend)| spend);
    activation.payment.for_mana = true;
    activation.payment.held = held;
    activation.step = CastStep::Modes;
    CastTask::Go(Box::new(activation))
}

fn cost_of(world: &impl ReadGame, key: AbilityKey) -> Option<Cost> {
    match &world.part::<CardTable>().ability(key.handle).kind {
        AbilityKind::Activated { cost, .. } => Some(cost.clone()),
        _ => None,
    }
}

/// CR 602.2a, 603.3: puts an ability on the stack as an object that isn't a card. It has the text of the ability and
/// no other characteristics; it is controlled by `bindings.you`.
pub fn put_ability_on_stack(world: &mut impl EditGame, key: AbilityKey, mut bindings: Bindings) -> ObjectRef {
    let controller = bindings.you;
    let base = Live::new(world).view(key.object).map(|source| source.object.base).unwrap_or_default();
    let id = Slots::take(world, ObjectKind::Ability);
    let object = world.row_mut::<Object>(id);
    object.owner = controller;
    object.base = base;
    let outside = object.reference();
    let enter = Enter { controller, ..Enter::default() };
    let request = Move::plain(outside, Zone::Stack, Cause::Cast).with_reveal(true).with_enter(enter);
    let moved = move_objects(world, &[request]);
    let object = moved.first().expect("an ability can be put on the stack").new;
    bindings.stack = Some(object);
    bindings.key = Some(key);
    let cast = bindings.cast.clone();
    let entry = world.row_mut::<StackEntry>(id);
    **entry = StackRecord {
        ability: Some(key),
        text: SmallVec::from_slice(&[key.handle]),
        bindings: Some(Box::new(bindings)),
        cast,
        caster: controller,
        ..StackRecord::default()
    };
    EventLog::moved(world, &moved);
    object
}

/// Removes an ability or a copy from the stack: it ceases to exist (CR 608.2n, 704.5e).
pub(super) fn cease(world: &mut impl EditGame, object: ObjectRef) {
    let moved = move_objects(world, &[Move::plain(object, Zone::Outside, Cause::Resolve)]);
    EventLog::moved(world, &moved);
}

/// CR 606.3, 602.5b: remembers that an ability was activated.
pub(super) fn note_use(world: &mut impl EditGame, key: AbilityKey) {
    let table = world.part::<CardTable>();
    let AbilityKind::Activated { per_turn, is_loyalty, .. } = table.ability(key.handle).kind else { return };
    if per_turn.is_some() {
        triggers::count_use(world, key);
    }
    if is_loyalty && Live::new(world).is_current(key.object) {
        let this_turn = world.row_mut::<crate::model::object::ThisTurn>(key.object.id);
        let again = std::mem::replace(&mut this_turn.loyalty_used, true);
        this_turn.loyalty_again = this_turn.loyalty_again.saturating_add(u8::from(again));
        mark_dirty(world, StateClass::HISTORY);
    }
}
