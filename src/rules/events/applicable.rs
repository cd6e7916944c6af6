//! Which replacement and prevention effects apply to an event (CR 614.1, 614.12, 615.1), and in which tier of CR 616.1.

use super::apply::spells;
use super::entering::{self, LookAhead};
use super::replaced::{fits, happens, happens_to_components};
use super::{day_night, possible};
use crate::cards::def::{
    CounterKind, Destination, Duration, Instruction, ReplaceWith, ReplacedEvent, Replacement, StaticEffect,
};
use crate::cards::{AbilityKind, CardTable};
use crate::model::bindings::{Bindings, EventData};
use crate::model::commander;
use crate::model::continuous::{ActiveRules, EffectOrigin};
use crate::model::entering::LookedAhead;
use crate::model::event::{EntersAs, Event, Proposed, ReplacementChoice, ReplacementKey};
use crate::model::ids::{DefId, ObjectRef, Origin, Referent, StaticHandle};
use crate::model::object::{Characteristics, Counters, Object, Restrictions};
use crate::model::task::Preparation;
use crate::model::zone::{Move, Zone};
use crate::rules::reading::{self, Board, Live};
use crate::rules::slots;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{layers, legal};

/// CR 306.5b: a planeswalker enters with loyalty counters.
pub(super) const LOYALTY: ReplacementKey = ReplacementKey::Rule(0);
/// CR 701.19a: a regeneration shield that an instruction gave to a permanent.
pub(super) const REGENERATION: ReplacementKey = ReplacementKey::Rule(1);
/// CR 702.16e: damage from what something has protection from is prevented.
pub(super) const PROTECTION: ReplacementKey = ReplacementKey::Rule(2);
/// CR 303.4f: it has been determined what an Aura enters attached to.
pub(super) const ENCHANTING: ReplacementKey = ReplacementKey::Rule(3);

/// CR 122.1c: a shield counter is removed instead of a destruction by an effect, or with the prevention of damage.
pub(super) const SHIELD: ReplacementKey = ReplacementKey::Rule(5);
/// CR 122.1d: a stun counter is removed instead of untapping.
pub(super) const STUN: ReplacementKey = ReplacementKey::Rule(6);
/// CR 122.1h: a permanent with a finality counter is exiled instead of going to a graveyard.
pub(super) const FINALITY: ReplacementKey = ReplacementKey::Rule(7);

/// CR 702.145b: a permanent with daybound enters with its back face up if it is night.
pub(super) const DAYBOUND: ReplacementKey = ReplacementKey::Rule(10);

/// On the removal of a counter that takes the place of an event, or goes along with it (CR 122.1c-d): it isn't among the
/// results of damage.
pub(super) const INSTEAD: ReplacementKey = ReplacementKey::Rule(8);

/// CR 903.9b: a commander goes to the command zone instead of a hand or library.
pub(super) const COMMANDER: ReplacementKey = ReplacementKey::Rule(4);

/// CR 310.4b: a battle enters with defense counters.
pub(super) const DEFENSE: ReplacementKey = ReplacementKey::Rule(11);

/// CR 714.3a: a Saga enters with a lore counter.
pub(super) const SAGA: ReplacementKey = ReplacementKey::Rule(9);

/// An effect that applies.
pub(super) struct Applicable {
    /// The effect, with what its words refer to.
    pub choice: ReplacementChoice,
    /// Its tier: 1 control (616.1b), 2 copies (616.1c), 3 back faces (616.1d), 4 the rest (616.1e), 5 events within the event (616.1g).
    pub tier: u8,
    /// The order among effects that have this set makes no difference.
    pub commutes: bool,
    /// Whether it does nothing but exile something instead.
    pub exiles: bool,
}

/// All effects that apply to an event and haven't yet (CR 614.5).
///
/// # Errors
/// What has to be looked ahead before that can be told.
pub(super) fn of(world: &mut impl EditGame, row: &Proposed) -> Result<Vec<Applicable>, Preparation> {
    let found = as_far_as_known(world, row);
    world.part_mut::<LookedAhead>().wanted().map_or(Ok(found), Err)
}

/// [`of`], which counts only if nothing has to be looked ahead.
fn as_far_as_known<G: EditGame>(world: &mut G, row: &Proposed) -> Vec<Applicable> {
    let mut found = Vec::new();
    let Some(event) = &row.event else { return found };
    by_rule(world, row, event, &mut found);
    if day_night::enters_turned(world, event) && !row.applied.contains(&DAYBOUND) {
        let Event::Move(Move { object, .. }) = event else { return found };
        let mut bindings = Bindings::new(possible::controller(world, *object), *object);
        bindings.event = Some(data(world, event));
        let handle = StaticHandle { def: DefId(0), index: 0 };
        let choice = ReplacementChoice { key: DAYBOUND, handle, bindings };
        found.push(Applicable { choice, tier: 3, commutes: true, exiles: false });
    }
    match event {
        Event::TurnFaceUp { object, .. } => turning(world, row, *object, layers::face_up(world, *object), &mut found),
        // No other ability is asked (see `fits`): the face that is turned down has none for this.
        Event::Transform { object, over } => {
            turning(world, row, *object, layers::turned(world, *object, *over), &mut found);
        }
        _ => {}
    }
    let quiet = world.part::<ActiveRules>().replacements.is_empty();
    let itself = match event {
        Event::Move(Move { object, to: Zone::Battlefield, enter: Some(enter), .. }) => {
            !enter.with.is_empty() || entering::may_replace_itself(world, *object, enter)
        }
        _ => false,
    };
    if quiet && !itself {
        return found;
    }
    let table = world.part::<CardTable>().clone();
    let fitting = |world: &G| {
        let rows = &world.part::<ActiveRules>().replacements;
        let fits = rows.iter().filter(|r| replacement(&table, r.handle).is_some_and(|rep| fits(&rep.event, event)));
        fits.copied().collect::<Vec<_>>()
    };
    let rows = if quiet { Vec::new() } else { fitting(world) };
    if rows.is_empty() && !itself {
        return found;
    }
    let ahead = LookAhead::of(world, event);
    for row_in_force in rows {
        let effect = slots::effect(world, row_in_force.effect);
        let key = match effect.origin {
            EffectOrigin::Static(key) => ReplacementKey::Ability(key),
            EffectOrigin::Resolved => ReplacementKey::Effect(effect.id),
        };
        let once = effect.duration == Duration::OnceThisTurn;
        let bindings = effect.bindings.clone();
        consider(world, row, ahead.as_ref(), (key, row_in_force.handle, once), bindings, &mut found);
    }
    if let (Some(ahead), true) = (&ahead, itself) {
        // Looking ahead may have made definitions (CR 612).
        of_entering(world, row, ahead, world.part(), &mut found);
        // CR 707.9e-f.
        if let Event::Move(Move { enter: Some(enter), .. }) = event {
            for EntersAs { handle, bindings } in &enter.with {
                let key = (ReplacementKey::With(*handle), *handle, false);
                consider(world, row, Some(ahead), key, bindings.clone(), &mut found);
            }
        }
    }
    found
}

/// CR 614.12: the entering permanent's own static abilities.
fn of_entering(
    world: &impl ReadGame,
    row: &Proposed,
    ahead: &LookAhead,
    table: &CardTable,
    found: &mut Vec<Applicable>,
) {
    for (key, index) in ahead.own(table) {
        let handle = StaticHandle { def: key.handle.def, index };
        let Some(replacement) = replacement(table, handle) else { continue };
        // Counters may be put on it as it enters, too (CR 614.12, 122.6a).
        let (ReplacedEvent::Enters(own) | ReplacedEvent::PutCounters(_, own)) = &replacement.event else { continue };
        if !entering::is_itself_only(own) {
            continue;
        }
        let mut bindings = Bindings::new(ahead.controller(), key.object);
        bindings.key = Some(key);
        bindings.cast = Live::new(world).stack_entry(key.object.id).cast.clone();
        // CR 107.3m. 107.3j: an ability that it has gained, also by copying, doesn't know the value of X.
        if key.origin == Origin::Text && !ahead.is_copy() {
            bindings.x = bindings.cast.x;
        }
        let holds = match &table.ability(key.handle).kind {
            AbilityKind::Static { only_if, .. } => reading::holds(&ahead.board(world), &bindings, only_if),
            _ => false,
        };
        if holds {
            consider(world, row, Some(ahead), (ReplacementKey::Ability(key), handle, false), bindings, found);
        }
    }
}

/// CR 708.11, 712.20: the permanent's own replacement effects for being turned face up or over, as it will be then.
fn turning(
    world: &impl ReadGame,
    row: &Proposed,
    object: ObjectRef,
    chars: Option<Characteristics>,
    found: &mut Vec<Applicable>,
) {
    let table = world.part::<CardTable>();
    let Some(chars) = chars else { return };
    let up = matches!(row.event, Some(Event::TurnFaceUp { .. }));
    for ability in &chars.abilities {
        let AbilityKind::Static { index, only_if, .. } = &table.ability(ability.handle).kind else { continue };
        let handle = StaticHandle { def: ability.handle.def, index: *index };
        let own = |r: &Replacement| match &r.event {
            ReplacedEvent::TurnedFaceUp(f) => up && entering::is_itself_only(f),
            ReplacedEvent::TransformsInto(f) => !up && entering::is_itself_only(f),
            _ => false,
        };
        if !replacement(table, handle).is_some_and(own) {
            continue;
        }
        let key = ability.key(object);
        let mut bindings = Bindings::new(chars.controller, object);
        bindings.key = Some(key);
        bindings.cast = Live::new(world).stack_entry(object.id).cast.clone();
        bindings.x = bindings.cast.x;
        if reading::holds(&Live::new(world), &bindings, only_if) {
            consider(world, row, None, (ReplacementKey::Ability(key), handle, false), bindings, found);
        }
    }
}

/// Adds an effect if it applies and hasn't yet.
fn consider(
    world: &impl ReadGame,
    row: &Proposed,
    ahead: Option<&LookAhead>,
    (key, handle, once): (ReplacementKey, StaticHandle, bool),
    mut bindings: Bindings,
    found: &mut Vec<Applicable>,
) {
    let table = world.part::<CardTable>();
    let (Some(event), Some(rep)) = (&row.event, replacement(table, handle)) else { return };
    // What only follows from an event of the batch is a result of damage (CR 120.4c).
    let direct = row.place != Proposed::WITHIN;
    if row.applied.contains(&key) || direct && matches!(rep.event, ReplacedEvent::DamageToLife(_)) {
        return;
    }
    let ahead = ahead.filter(|_| matches!(rep.event, ReplacedEvent::Enters(_) | ReplacedEvent::PutCounters(..)));
    // In the words that say which event it replaces, `Event` is still that of the ability that has made the effect.
    let happens = match ahead {
        Some(ahead) => happens(&ahead.board(world), &bindings, &rep.event, event),
        None => happens(&Live::new(world), &bindings, &rep.event, event),
    };
    let to_components =
        || matches!(rep.with, ReplaceWith::MoveTo(_)) && happens_to_components(world, &bindings, &rep.event, event);
    if !happens && !to_components() {
        return;
    }
    let mut data = data(world, event);
    if let ReplacedEvent::CausedBy(..) = rep.event {
        data.source = data.source.or_else(|| Some(Live::new(world).cause()?.0));
    }
    bindings.event = Some(data);
    let applies = match ahead {
        Some(ahead) => reading::holds(&ahead.board(world), &bindings, &rep.only_if),
        None => reading::holds(&Live::new(world), &bindings, &rep.only_if),
    };
    if !applies || (rep.with == ReplaceWith::Regenerate && !can_regenerate(world, event)) {
        return;
    }
    // CR 614.9: to what can't be dealt damage none is redirected.
    if let ReplaceWith::RedirectUpTo(_, to) = &rep.with
        && !reading::recipients(&Live::new(world), &bindings, to)
            .first()
            .is_some_and(|to| possible::can_be_damaged(world, *to))
    {
        return;
    }
    let within = matches!((&rep.event, event), (ReplacedEvent::PutCounters(..), Event::Move(_)));
    let tier = match rep.with {
        _ if within => 5,
        ReplaceWith::UnderControl(_) => 1,
        _ if rep.with.is_copy() => 2,
        _ => 4,
    };
    let commutes = rep.optional.is_none()
        && match &rep.with {
            ReplaceWith::Tapped
            | ReplaceWith::Designated(_)
            | ReplaceWith::Counters(..)
            | ReplaceWith::Regenerate
            | ReplaceWith::Heal
            | ReplaceWith::Nothing => true,
            ReplaceWith::AsEnters(effects) => {
                effects.iter().all(|effect| matches!(effect, Instruction::Continuous(..)))
            }
            ReplaceWith::Prevent(None) => !once,
            _ => false,
        };
    let exiles = rep.optional.is_none() && !once && rep.with == ReplaceWith::MoveTo(Destination::Exile);
    found.push(Applicable { choice: ReplacementChoice { key, handle, bindings }, tier, commutes, exiles });
}

/// Replacement and prevention effects that are rules of the game.
fn by_rule(world: &impl ReadGame, row: &Proposed, event: &Event, found: &mut Vec<Applicable>) {
    let mut add = |key: ReplacementKey, subject: ObjectRef| {
        if row.applied.contains(&key) {
            return;
        }
        let mut bindings = Bindings::new(possible::controller(world, subject), subject);
        bindings.event = Some(data(world, event));
        let handle = StaticHandle { def: DefId(0), index: 0 };
        let commutes = matches!(key, REGENERATION | PROTECTION);
        let exiles = matches!(key, FINALITY | spells::FLASHED_BACK | spells::PERMITTED);
        found.push(Applicable { choice: ReplacementChoice { key, handle, bindings }, tier: 4, commutes, exiles });
    };
    let has = |object: &ObjectRef, kind: CounterKind| {
        let counters = world.row::<Counters>(object.id);
        !counters.is_empty() && counters.get(kind) > 0 && world.row::<Object>(object.id).zone == Zone::Battlefield
    };
    if let Event::Move(one) = event {
        spells::of(world, one).into_iter().for_each(|key| add(key, one.object));
    }
    match event {
        Event::Destroy { object, by_effect, .. } => {
            if Live::new(world).this_turn(object.id).regeneration > 0 && can_regenerate(world, event) {
                add(REGENERATION, *object);
            }
            if *by_effect && has(object, CounterKind::Shield) {
                add(SHIELD, *object);
            }
        }
        Event::Damage { source, target, .. } => {
            if is_protected(world, *source, *target) {
                add(PROTECTION, target.object().unwrap_or(ObjectRef::NONE));
            }
            if let Referent::Object(object) = target
                && has(object, CounterKind::Shield)
            {
                add(SHIELD, *object);
            }
        }
        Event::Untap { object } if has(object, CounterKind::Stun) => add(STUN, *object),
        Event::Move(Move { object, to: Zone::Graveyard(_), .. }) if has(object, CounterKind::Finality) => {
            add(FINALITY, *object);
        }
        Event::Move(Move { object, to: Zone::Hand(_) | Zone::Library(_), .. })
            if commander::is_used(world.part()) && is_commander_on_its_way(&Live::new(world), *object) =>
        {
            add(COMMANDER, *object);
        }
        _ => {}
    }
}

/// CR 903.9b: whether something that would go to a hand or library is a commander, which may go to the command zone instead.
fn is_commander_on_its_way(live: &Live<'_>, object: ObjectRef) -> bool {
    let row = live.object(object.id);
    live.is_current(object)
        && row.zone != Zone::Outside
        && live.view(object).is_some_and(|view| reading::is_commander(live, &view))
}

/// CR 701.19c: whether regeneration can replace a destruction.
fn can_regenerate(world: &impl ReadGame, event: &Event) -> bool {
    match event {
        Event::Destroy { object, no_regeneration, .. } => {
            let restrictions = Live::new(world).chars(object.id).restrictions;
            !no_regeneration && !restrictions.contains(Restrictions::CANT_BE_REGENERATED)
        }
        _ => false,
    }
}

/// CR 702.16e.
fn is_protected(world: &impl ReadGame, source: ObjectRef, target: Referent) -> bool {
    let board = Live::new(world);
    match target {
        Referent::Object(object) => {
            board.chars(object.id).restrictions.contains(Restrictions::PROTECTION)
                && legal::protected_from(&board, object.id, source)
        }
        Referent::Player(seat) => legal::player_protected_from(&board, seat, source),
    }
}

/// Whether an effect may replace events of a sort that nothing else has to do with.
pub(crate) fn is_replaced(world: &impl ReadGame, sort: impl Fn(&ReplacedEvent) -> bool) -> bool {
    let table = world.part::<CardTable>();
    let rows = &world.part::<ActiveRules>().replacements;
    rows.iter().any(|row| replacement(table, row.handle).is_some_and(|rep| sort(&rep.event)))
}

/// The replacement effect behind a handle.
pub(super) fn replacement(table: &CardTable, handle: StaticHandle) -> Option<&Replacement> {
    match &table.static_row(handle).effect {
        StaticEffect::Replace(replacement) => Some(replacement),
        StaticEffect::Affect(..) | StaticEffect::Rule(_) => None,
    }
}

/// The event as the words of an effect see it.
pub(super) fn data(world: &impl ReadGame, event: &Event) -> EventData {
    let of = |target: Referent| match target {
        Referent::Object(object) => possible::controller(world, object),
        Referent::Player(seat) => seat,
    };
    let about = |target: Referent, amount: i32| EventData {
        subject: Some(target),
        player: Some(of(target)),
        amount,
        ..EventData::default()
    };
    match event {
        Event::Move(Move { object, enter, .. }) => EventData {
            player: Some(enter.as_ref().map_or_else(|| possible::controller(world, *object), |e| e.controller)),
            ..about(Referent::Object(*object), 0)
        },
        Event::Destroy { object, .. }
        | Event::Regenerate { object }
        | Event::Tap { object, .. }
        | Event::Untap { object }
        | Event::Unattach { object }
        | Event::TurnFaceUp { object, .. }
        | Event::TurnFaceDown { object }
        | Event::Transform { object, .. }
        | Event::Attach { object, .. } => about(Referent::Object(*object), 0),
        Event::Discard { seat, object, .. } => EventData { player: Some(*seat), ..about(Referent::Object(*object), 0) },
        Event::Damage { source, target, amount, .. } => EventData { source: Some(*source), ..about(*target, *amount) },
        Event::GainLife { seat, amount } | Event::LoseLife { seat, amount, .. } => {
            about(Referent::Player(*seat), *amount)
        }
        Event::PutCounters { target, count, .. } | Event::RemoveCounters { target, count, .. } => {
            about(*target, i32::try_from(*count).unwrap_or(i32::MAX))
        }
        Event::CreateTokens { seat, count, .. } | Event::DrawCards { seat, count } => {
            about(Referent::Player(*seat), i32::try_from(*count).unwrap_or(i32::MAX))
        }
        Event::Draw { seat } => about(Referent::Player(*seat), 1),
        Event::Find { seat, object } => EventData { player: Some(*seat), ..about(Referent::Object(*object), 0) },
        Event::Lose { seat, .. } | Event::BeginTurn { seat, .. } => about(Referent::Player(*seat), 0),
    }
}
