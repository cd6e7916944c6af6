//! Which replacement and prevention effects apply to an event (CR 614.1, 614.12, 615.1), and in which tier of CR 616.1.

use super::entering::{self, LookAhead};
use super::{day_night, possible};
use crate::cards::def::{
    CounterKind, DamageTo, Duration, Filter, ReplaceWith, ReplacedEvent, Replacement, StaticEffect, Who,
};
use crate::cards::{AbilityKind, CardTable};
use crate::model::bindings::{Bindings, EventData};
use crate::model::commander;
use crate::model::continuous::{ActiveRules, EffectOrigin};
use crate::model::entering::LookedAhead;
use crate::model::event::{Enter, Event, Proposed, ReplacementChoice, ReplacementKey};
use crate::model::ids::{DefId, ObjectRef, Origin, Referent, Seat, StaticHandle};
use crate::model::object::{Counters, Object, Restrictions};
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
        found.push(Applicable { choice, tier: 3, commutes: true });
    }
    if let Event::TurnFaceUp { object } = event {
        turning(world, row, *object, &mut found);
    }
    let quiet = world.part::<ActiveRules>().replacements.is_empty();
    let itself = match event {
        Event::Move(Move { object, to: Zone::Battlefield, enter: Some(enter), .. }) => {
            entering::may_replace_itself(world, *object, enter)
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

/// CR 708.11: the permanent's own replacement effects for being turned face up, as it will be then.
fn turning(world: &impl ReadGame, row: &Proposed, object: ObjectRef, found: &mut Vec<Applicable>) {
    let table = world.part::<CardTable>();
    let Some(chars) = layers::face_up(world, object) else { return };
    for ability in &chars.abilities {
        let AbilityKind::Static { index, only_if, .. } = &table.ability(ability.handle).kind else { continue };
        let handle = StaticHandle { def: ability.handle.def, index: *index };
        let own = |r: &Replacement| matches!(&r.event, ReplacedEvent::TurnedFaceUp(f) if entering::is_itself_only(f));
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
    if !happens {
        return;
    }
    bindings.event = Some(data(world, event));
    let applies = match ahead {
        Some(ahead) => reading::holds(&ahead.board(world), &bindings, &rep.only_if),
        None => reading::holds(&Live::new(world), &bindings, &rep.only_if),
    };
    if !applies || (rep.with == ReplaceWith::Regenerate && !can_regenerate(world, event)) {
        return;
    }
    let within = matches!((&rep.event, event), (ReplacedEvent::PutCounters(..), Event::Move(_)));
    let tier = match rep.with {
        _ if within => 5,
        ReplaceWith::UnderControl(_) => 1,
        ReplaceWith::Copy(..) | ReplaceWith::CopyTapped(..) | ReplaceWith::CopyAndThen(..) => 2,
        _ => 4,
    };
    let commutes = rep.optional.is_none()
        && match rep.with {
            ReplaceWith::Tapped
            | ReplaceWith::Designated(_)
            | ReplaceWith::Counters(..)
            | ReplaceWith::Regenerate
            | ReplaceWith::Nothing => true,
            ReplaceWith::Prevent(None) => !once,
            _ => false,
        };
    found.push(Applicable { choice: ReplacementChoice { key, handle, bindings }, tier, commutes });
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
        found.push(Applicable { choice: ReplacementChoice { key, handle, bindings }, tier: 4, commutes });
    };
    let has = |object: &ObjectRef, kind: CounterKind| {
        let counters = world.row::<Counters>(object.id);
        !counters.is_empty() && counters.get(kind) > 0 && world.row::<Object>(object.id).zone == Zone::Battlefield
    };
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
        && commander::is_commander(live.players(), object.id, row.owner)
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

/// Whether an effect watches for events of this kind at all.
fn fits(replaced: &ReplacedEvent, event: &Event) -> bool {
    match (replaced, event) {
        (ReplacedEvent::Enters(_), Event::Move(Move { to, .. })) => *to == Zone::Battlefield,
        (ReplacedEvent::PutCounters(kind, _), Event::Move(Move { enter, .. })) => puts(enter.as_deref(), *kind),
        (ReplacedEvent::Moves { to: wanted, .. }, Event::Move(Move { to, .. })) => {
            wanted.is_none_or(|kind| to.kind() == kind)
        }
        (ReplacedEvent::Destroyed(_), Event::Destroy { .. })
        | (ReplacedEvent::Damage { .. }, Event::Damage { .. })
        | (ReplacedEvent::GainLife(_), Event::GainLife { .. })
        | (ReplacedEvent::LoseLife(_) | ReplacedEvent::DamageToLife(_), Event::LoseLife { .. })
        | (ReplacedEvent::PayLife(_), Event::LoseLife { paid: true, .. })
        | (ReplacedEvent::LoseGame(_), Event::Lose { .. })
        | (ReplacedEvent::Draw(_), Event::Draw { .. })
        | (ReplacedEvent::DrawCards(..), Event::DrawCards { .. })
        | (ReplacedEvent::Discard(..), Event::Discard { .. })
        | (ReplacedEvent::PutCounters(..), Event::PutCounters { .. })
        | (ReplacedEvent::CreateTokens(..), Event::CreateTokens { .. })
        | (ReplacedEvent::TurnedFaceUp(_), Event::TurnFaceUp { .. })
        | (ReplacedEvent::BeginsTurn { .. }, Event::BeginTurn { .. })
        | (ReplacedEvent::Finds(_), Event::Find { .. })
        | (ReplacedEvent::Untap(_), Event::Untap { .. }) => true,
        _ => false,
    }
}

/// CR 614.16, 122.6: whether it enters with counters of this kind.
fn puts(enter: Option<&Enter>, kind: Option<CounterKind>) -> bool {
    enter.is_some_and(|e| e.counters.iter().any(|(k, n)| *n > 0 && kind.is_none_or(|kind| kind == *k)))
}

/// Whether an event is the one that an effect replaces.
fn happens(board: &impl Board, bindings: &Bindings, replaced: &ReplacedEvent, event: &Event) -> bool {
    let is = |filter, object| reading::matches(board, bindings, filter, object);
    let player = |who: Who, seat: Seat| reading::player_matches(board, bindings, who, seat);
    match (replaced, event) {
        (ReplacedEvent::Enters(filter), Event::Move(Move { object, .. })) => is(filter, *object),
        (ReplacedEvent::PutCounters(_, filter), Event::Move(Move { object, .. })) => is(filter, *object),
        (ReplacedEvent::Moves { what, from, .. }, Event::Move(Move { object, .. })) => {
            from.is_none_or(|kind| board.object(object.id).zone.kind() == kind) && is(what, *object)
        }
        (ReplacedEvent::Destroyed(filter), Event::Destroy { object, .. }) => is(filter, *object),
        (ReplacedEvent::Damage { source, to, combat }, Event::Damage { source: by, target, combat: is_combat, .. }) => {
            combat.is_none_or(|wanted| wanted == *is_combat)
                && damage_to_matches(board, bindings, to, *target)
                && is(source, *by)
        }
        (ReplacedEvent::GainLife(who), Event::GainLife { seat, .. }) => player(*who, *seat),
        (ReplacedEvent::LoseLife(who) | ReplacedEvent::DamageToLife(who), Event::LoseLife { seat, .. })
        | (ReplacedEvent::PayLife(who), Event::LoseLife { seat, paid: true, .. })
        | (ReplacedEvent::LoseGame(who), Event::Lose { seat, .. }) => player(*who, *seat),
        (ReplacedEvent::Draw(who), Event::Draw { seat }) | (ReplacedEvent::Finds(who), Event::Find { seat, .. }) => {
            player(*who, *seat)
        }
        (ReplacedEvent::BeginsTurn { who, extra }, Event::BeginTurn { seat, extra: is_extra }) => {
            (*is_extra || !extra) && player(*who, *seat)
        }
        (ReplacedEvent::DrawCards(who, least), Event::DrawCards { seat, count }) => {
            count >= least && player(*who, *seat)
        }
        (ReplacedEvent::Discard(who, filter), Event::Discard { seat, object, .. }) => {
            player(*who, *seat) && is(filter, *object)
        }
        (ReplacedEvent::PutCounters(kind, filter), Event::PutCounters { target, kind: put, .. }) => {
            kind.is_none_or(|kind| kind == *put) && target.object().is_some_and(|object| is(filter, object))
        }
        (ReplacedEvent::CreateTokens(who, filter), Event::CreateTokens { seat, base, .. }) => {
            player(*who, *seat)
                && (*filter == Filter::Any || {
                    let token = reading::values::starting(board.table(), board.live().world_made(), *base);
                    reading::name_fits(filter, &token)
                })
        }
        (ReplacedEvent::Untap(filter), Event::Untap { object })
        | (ReplacedEvent::TurnedFaceUp(filter), Event::TurnFaceUp { object }) => is(filter, *object),
        _ => false,
    }
}

/// Whether damage is dealt to something that the ability names.
pub(crate) fn damage_to_matches(board: &impl Board, bindings: &Bindings, to: &DamageTo, target: Referent) -> bool {
    match (to, target) {
        (DamageTo::Any, _) => true,
        (DamageTo::Target(n), target) => bindings.targets_of(*n).any(|one| one == target),
        (DamageTo::Object(filter), Referent::Object(object)) => reading::matches(board, bindings, filter, object),
        (DamageTo::Player(who) | DamageTo::Players(who), Referent::Player(seat)) => {
            reading::player_matches(board, bindings, *who, seat)
        }
        (DamageTo::PlayerOrObject(who, _), Referent::Player(seat)) => {
            reading::player_matches(board, bindings, *who, seat)
        }
        (DamageTo::PlayerOrObject(_, filter), Referent::Object(object)) => {
            reading::matches(board, bindings, filter, object)
        }
        (DamageTo::Object(_), Referent::Player(_))
        | (DamageTo::Player(_) | DamageTo::Players(_), Referent::Object(_)) => false,
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
        moved_to: None,
        source: None,
        player: Some(of(target)),
        amount,
        mana: 0,
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
        | Event::TurnFaceUp { object }
        | Event::TurnFaceDown { object }
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
