//! The spell becomes cast, the ability activated (CR 601.2i, 602.2b); a mana ability resolves at once (605.3b).

use super::{CastFlow, begin, hand_actions, reverse, turn_up, undo, unlock};
use crate::cards::def::{Deed, KeywordAction, ManaType, Who};
use crate::cards::{AbilityKind, CardTable};
use crate::model::agenda::Agenda;
use crate::model::bindings::Frame;
use crate::model::cast::{CastStep, Proposal, Transaction};
use crate::model::dirt::StateClass;
use crate::model::fact::{Fact, FactMask, History};
use crate::model::ids::{AbilityKey, NameId, ObjectRef, Referent};
use crate::model::mana::PlannedMana;
use crate::model::object::StackEntry;
use crate::model::player::Players;
use crate::model::task::Task;
use crate::model::zone::Zone;
use crate::rules::events::record;
use crate::rules::layers;
use crate::rules::legal::{cost_offer, mode, permit_of, program};
use crate::rules::log::EventLog;
use crate::rules::mana;
use crate::rules::prepared;
use crate::rules::reading::{Board, Live, player_matches};
use crate::rules::schedule::mark_dirty;
use crate::rules::slots;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::triggers;
use smallvec::SmallVec;

/// The last step of a transaction.
pub(super) fn complete(world: &mut impl EditGame, cast: &mut Transaction) -> CastFlow {
    if undo::show_unseen(world, &mut cast.undo) {
        return CastFlow::Refresh;
    }
    if layers::end_waiting(world, &std::mem::take(&mut cast.undo.waiting)) {
        return CastFlow::Refresh;
    }
    match cast.what {
        Proposal::Mana(key, makes) => return mana(world, cast, key, makes),
        Proposal::TurnFaceUp(by) => return turn_up::turn(world, cast, by),
        Proposal::Unlock(door) => return unlock::unlock(world, cast, door),
        Proposal::HandAction(action, _) => return hand_actions::carry_out(world, cast, action),
        Proposal::Spell { way, from, .. } => {
            write_entry(world, cast, None);
            let permit = way.permit.filter(|effect| slots::effect(world, *effect).active);
            let permit = permit.and_then(|effect| permit_of(&Live::new(world), effect));
            let offer = way.offer.and_then(|effect| cost_offer(&Live::new(world), effect));
            let once = [permit.and_then(|permit| permit.once), offer.and_then(|offer| offer.once)];
            let over = permit.filter(|permit| permit.for_one).map(|permit| permit.effect);
            once.into_iter().flatten().for_each(|key| triggers::count_use(world, key));
            over.into_iter().for_each(|effect| layers::end_effect(world, effect));
            let players = world.part_mut::<Players>();
            let player = players.get_mut(cast.seat);
            player.spells_this_turn = player.spells_this_turn.saturating_add(1);
            player.spells_this_game = player.spells_this_game.saturating_add(1);
            player.played_elsewhere |= from != Zone::Hand(cast.seat);
            if let Some(grant) = cast.grant {
                begin::gain(world, grant, cast.object);
            }
            if world.part::<CardTable>().0.traits.asks_cast {
                note_cast(world, cast);
            }
            mark_dirty(world, StateClass::HISTORY | StateClass::POOLS | StateClass::STACK);
            layers::spell_cast(world, cast.object);
            prepared::unprepare(world, cast.object);
        }
        Proposal::Ability(key) => {
            write_entry(world, cast, Some(key));
            begin::note_use(world, key);
            mark_dirty(world, StateClass::STACK);
        }
        Proposal::Placed | Proposal::Retarget { .. } => {
            let key = cast.bindings.key.filter(|_| is_ability(world, cast));
            write_entry(world, cast, key);
            mark_dirty(world, StateClass::STACK);
        }
    }
    note_modes(world, cast);
    reverse::forget_refused(world);
    let mut facts: SmallVec<[Fact; 4]> = SmallVec::new();
    let mut seen: SmallVec<[Referent; 4]> = SmallVec::new();
    for target in &cast.bindings.targets {
        let unchanged = is_retarget(&cast.what) && cast.offered.contains(&target.target.into());
        if !unchanged && !seen.contains(&target.target) {
            seen.push(target.target);
            facts.push(Fact::Targeted { target: target.target, by: cast.object });
        }
    }
    match cast.what {
        Proposal::Spell { from, .. } => facts.push(Fact::Cast { spell: cast.object, by: cast.seat, from }),
        Proposal::Ability(key) => facts.push(Fact::Activated { key, ability: cast.object, by: cast.seat }),
        _ => {}
    }
    facts.extend(crime(world, cast));
    facts.extend(expended(world, cast));
    if !facts.is_empty() {
        record(world, &facts);
    }
    // CR 121.8.
    crate::rules::events::offer_to_reveal(world, std::mem::take(&mut cast.undo.first));
    if matches!(cast.what, Proposal::Placed | Proposal::Retarget { .. }) {
        let again = is_retarget(&cast.what);
        if !again || !facts.is_empty() {
            EventLog::aside(world, || Fact::Announced { object: cast.object, again });
        }
    }
    CastFlow::Next
}

/// A spell has been cast: its names are remembered.
fn note_cast(world: &mut impl EditGame, cast: &Transaction) {
    let live = Live::new(world);
    let chars = live.chars(cast.object.id);
    let names = [chars.name, chars.second_name];
    for name in names.into_iter().filter(|name| *name != NameId::NONE) {
        world.part_mut::<History>().note_cast_spell(cast.seat, name);
    }
}

/// CR 700.14: the mana that was spent to cast the spell is counted.
fn expended(world: &mut impl EditGame, cast: &Transaction) -> Option<Fact> {
    if !world.part::<CardTable>().0.traits.counts_spent || !matches!(cast.what, Proposal::Spell { .. }) {
        return None;
    }
    let mana = cast.bindings.cast.mana.iter().map(|n| u32::from(*n)).sum();
    let (from, to) = world.part_mut::<History>().note_spent(cast.seat, mana);
    mark_dirty(world, StateClass::HISTORY);
    (from < to).then_some(Fact::Expended { seat: cast.seat, from, to })
}

/// Which modes were chosen of an ability that has them chosen only once.
fn note_modes(world: &mut impl EditGame, cast: &Transaction) {
    let Some(key) = cast.bindings.key.filter(|_| !is_retarget(&cast.what)) else { return };
    let kind = &world.part::<CardTable>().ability(key.handle).kind;
    let (AbilityKind::Activated { body, .. } | AbilityKind::Triggered { body, .. }) = kind else { return };
    if body.unchosen.is_none() {
        return;
    }
    for mode in &cast.bindings.modes {
        world.part_mut::<History>().note_mode(key, *mode);
    }
    mark_dirty(world, StateClass::HISTORY);
}

/// CR 700.13: the crime that is committed by casting a spell, activating an ability or putting a triggered one on the stack. It is
/// one, whatever the number of targets; new targets that are chosen later make none.
fn crime(world: &mut impl EditGame, cast: &Transaction) -> Option<Fact> {
    if !world.part::<CardTable>().0.traits.crimes || is_retarget(&cast.what) {
        return None;
    }
    let board = Live::new(world);
    let opposes = |seat| player_matches(&board, &cast.bindings, Who::EachOpponent, seat);
    let is_crime = |target: Referent| match target {
        Referent::Player(seat) => opposes(seat),
        Referent::Object(object) => match board.object(object.id).zone {
            Zone::Battlefield | Zone::Stack => opposes(board.chars(object.id).controller),
            Zone::Graveyard(seat) => opposes(seat),
            _ => false,
        },
    };
    if !cast.bindings.targets.iter().any(|chosen| is_crime(chosen.target)) {
        return None;
    }
    world.part_mut::<Players>().get_mut(cast.seat).committed_crime = true;
    mark_dirty(world, StateClass::HISTORY);
    Some(Fact::Performed { seat: cast.seat, action: KeywordAction::Crime, looked: 0 })
}

/// Whether only new targets are chosen.
pub(super) const fn is_retarget(what: &Proposal) -> bool {
    matches!(what, Proposal::Retarget { .. })
}

fn is_ability(world: &impl ReadGame, cast: &Transaction) -> bool {
    Live::new(world).stack_entry(cast.object.id).ability.is_some()
}

/// What the object on the stack remembers from now on.
fn write_entry(world: &mut impl EditGame, cast: &mut Transaction, ability: Option<AbilityKey>) {
    cast.bindings.stack = Some(cast.object);
    let entry = world.row_mut::<StackEntry>(cast.object.id);
    entry.ability = ability;
    entry.text = std::mem::take(&mut cast.texts);
    entry.gained = cast.gained;
    entry.cast = cast.bindings.cast.clone();
    match &mut entry.bindings {
        Some(bindings) => (**bindings).clone_from(&cast.bindings),
        empty => *empty = Some(Box::new(cast.bindings.clone())),
    }
    if !is_retarget(&cast.what) {
        entry.caster = cast.seat;
    }
}

/// CR 605.3b: its instructions are followed at once.
fn mana(world: &mut impl EditGame, cast: &mut Transaction, key: AbilityKey, makes: Option<[u8; 6]>) -> CastFlow {
    if cast.at == 0 {
        cast.at = 1;
        cast.produced = 0;
        begin::note_use(world, key);
        let planned = makes.map(PlannedMana::new).unwrap_or_default();
        let table = world.part::<CardTable>();
        let programs = cast.bindings.modes.iter().filter_map(|n| {
            let (text, row) = mode(table, &cast.texts, *n)?;
            let frame = Frame::new(program(text, row), cast.bindings.clone());
            Some(Task::Run(Box::new(Frame { planned, ..frame })))
        });
        return CastFlow::Call(programs.collect());
    }
    if cast.produced != 0 && includes_tap(world, key) {
        tapped_for_mana(world, &[(key.object, cast.produced)]);
    }
    CastFlow::Next
}

/// CR 106.12: whether the activation cost of an ability includes the tap symbol.
fn includes_tap(world: &impl ReadGame, key: AbilityKey) -> bool {
    let table = world.part::<CardTable>();
    match &table.ability(key.handle).kind {
        AbilityKind::Activated { cost, .. } => mana::instead::includes_tap(&cost.0),
        _ => false,
    }
}

/// Whether an ability of the game asks that permanents are tapped for mana: one that triggers on it, or one that asks later this turn.
pub(super) fn is_tapping_noted(world: &impl ReadGame) -> bool {
    asks_tapping(world) || triggers::could_watch(world, FactMask::FOR_MANA)
}

/// CR 608.2i: whether an ability of the game asks what has been tapped for mana this turn.
pub(super) fn asks_tapping(world: &impl ReadGame) -> bool {
    world.part::<CardTable>().0.traits.deeds & Deed::TappedForMana.bit() != 0
}

/// CR 106.12a: permanents were tapped for mana: their abilities have resolved and produced mana.
pub(super) fn tapped_for_mana(world: &mut impl EditGame, sources: &[(ObjectRef, u8)]) {
    if !is_tapping_noted(world) {
        return;
    }
    let facts: SmallVec<[Fact; 2]> =
        sources.iter().map(|(object, types)| Fact::TappedForMana { object: *object, types: *types }).collect();
    record(world, &facts);
}

/// CR 106.12a: the mana ability that resolves now, if one does, produces mana of a type.
pub(crate) fn note_produced(world: &mut impl EditGame, mana: ManaType) {
    let resolving = world.part_mut::<Agenda>().transactions_mut().next();
    if let Some(cast) = resolving.filter(|c| matches!(c.what, Proposal::Mana(..)) && c.step == CastStep::Done) {
        cast.produced |= mana.bit();
    }
}

/// Whether an object is on the stack.
pub(super) fn on_stack(world: &impl ReadGame, object: crate::model::ids::ObjectRef) -> bool {
    let live = Live::new(world);
    live.is_current(object) && live.object(object.id).zone == Zone::Stack
}
