//! Whether a fact is a trigger event (CR 603.2), and what the ability captures of it.

use super::looking_back::looks_back;
use crate::cards::def::{AbilityDef, Filter, KeywordAbility, KeywordAction, Layout, TriggerEvent, Who};
use crate::model::bindings::{Bindings, EventData};
use crate::model::combat::Enlisted;
use crate::model::event::Cause;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::object::{Door, ObjectKind};
use crate::model::zone::Zone;
use crate::rules::events::damage_to_matches;
use crate::rules::events::dungeons::room_name;
use crate::rules::events::sagas;
use crate::rules::reading::{self, Board};

/// Whether a fact is an event of which an ability that asks for the first one already is another: of any, or to the same object or
/// player.
pub(super) fn happened_before(
    board: &impl Board,
    bindings: &Bindings,
    when: &TriggerEvent,
    fact: &Fact,
    now: &EventData,
    back: bool,
) -> bool {
    match when {
        TriggerEvent::FirstTime(event) => captured(board, bindings, event, fact, back).is_some(),
        TriggerEvent::FirstTimeForIt(event) => {
            captured(board, bindings, event, fact, back).is_some_and(|then| then.subject == now.subject)
        }
        _ => false,
    }
}

/// Whether the fact is the event, and what is captured. Only those events are tested that look back, or only those
/// that don't.
pub(super) fn captured(
    board: &impl Board,
    bindings: &Bindings,
    event: &TriggerEvent,
    fact: &Fact,
    back: bool,
) -> Option<EventData> {
    if let TriggerEvent::AnyOf(events) = event {
        return events.iter().find_map(|e| captured(board, bindings, e, fact, back));
    }
    if let TriggerEvent::OneOrMore(event) = event {
        return captured(board, bindings, event, fact, back);
    }
    if let TriggerEvent::FirstTime(each) | TriggerEvent::FirstTimeForIt(each) = event {
        let data = captured(board, bindings, each, fact, back)?;
        let is_earlier = |fact| happened_before(board, bindings, event, fact, &data, back);
        return (!board.history().facts.iter().any(is_earlier)).then_some(data);
    }
    if let TriggerEvent::CausedBy(who, event) = event {
        let (source, seat) = board.cause()?;
        let meant = reading::player_matches(board, bindings, *who, seat);
        let data = captured(board, bindings, event, fact, back).filter(|_| meant)?;
        return Some(EventData { source: Some(source), ..data });
    }
    if looks_back(event, fact) != back {
        return None;
    }
    let is = |filter, object: ObjectRef| reading::matches(board, bindings, filter, object);
    let by = |who, seat: Seat| reading::player_matches(board, bindings, who, seat);
    let about = |subject: ObjectRef| EventData {
        subject: Some(Referent::Object(subject)),
        player: Some(controller(board, subject)),
        ..EventData::default()
    };
    let of = |seat: Seat, amount: i32| EventData {
        subject: Some(Referent::Player(seat)),
        player: Some(seat),
        amount,
        ..EventData::default()
    };
    match (event, fact) {
        (TriggerEvent::Enters(what), Fact::Moved { new, to: Zone::Battlefield, .. }) => {
            is(what, *new).then(|| about(*new))
        }
        // CR 701.18b: a card that is cast is played, too.
        (TriggerEvent::EntersUnplayed(what), Fact::Moved { new, to: Zone::Battlefield, cause, .. }) => {
            (!matches!(cause, Cause::PlayLand | Cause::Resolve) && is(what, *new)).then(|| about(*new))
        }
        (TriggerEvent::Leaves(what), Fact::Moved { old, new, from: Zone::Battlefield, to, .. }) => {
            is(what, *old).then(|| EventData { moved_to: found(*new, *to), ..about(*old) })
        }
        (
            TriggerEvent::Dies(what),
            Fact::Moved { old, new, from: Zone::Battlefield, to: to @ Zone::Graveyard(_), .. },
        ) => is(what, *old).then(|| EventData { moved_to: found(*new, *to), ..about(*old) }),
        // CR 702.55b: the creature is linked to the card that haunts it.
        (
            TriggerEvent::HauntedDies,
            Fact::Moved { old, new, from: Zone::Battlefield, to: to @ Zone::Graveyard(_), .. },
        ) => reading::is_linked(board, bindings.this, *old)
            .then(|| EventData { moved_to: found(*new, *to), ..about(*old) }),
        (
            TriggerEvent::ResolvesIntoGraveyard(what),
            Fact::Moved { new, from: Zone::Stack, to: to @ Zone::Graveyard(_), cause: Cause::Resolve, .. },
        ) => is(what, *new).then(|| EventData { moved_to: found(*new, *to), ..about(*new) }),
        (
            TriggerEvent::Destroyed(what),
            Fact::Moved { old, new, from: Zone::Battlefield, to, cause: Cause::Destroy },
        ) => is(what, *old).then(|| EventData { moved_to: found(*new, *to), ..about(*old) }),
        (TriggerEvent::Moves { what, from: wanted_from, to: wanted_to }, Fact::Moved { old, new, from, to, .. }) => {
            let zones =
                wanted_from.is_none_or(|kind| from.kind() == kind) && wanted_to.is_none_or(|kind| to.kind() == kind);
            let subject = if back { *old } else { *new };
            (zones && is(what, subject)).then(|| EventData { moved_to: found(*new, *to), ..about(subject) })
        }
        (TriggerEvent::Unattached(what), Fact::Attached { object, from: Some(host), .. }) => {
            is(what, *object).then(|| EventData { source: host.object(), ..about(*object) })
        }
        // CR 701.3d.
        (TriggerEvent::Unattached(what), Fact::Moved { old, new, from: Zone::Battlefield, to, .. }) => {
            let host = board.last_known().get(*old)?.status().attached_to?;
            is(what, *old).then(|| EventData { source: host.object(), moved_to: found(*new, *to), ..about(*old) })
        }
        (TriggerEvent::DealtExcess { to, combat }, Fact::DealtExcess { object, amount, combat: in_combat }) => {
            let dealt = combat.is_none_or(|wanted| wanted == *in_combat) && is(to, *object);
            dealt.then(|| EventData { amount: *amount, ..about(*object) })
        }
        (
            TriggerEvent::BecomesAttached { what, to },
            Fact::Attached { object, to: Some(Referent::Object(host)), .. },
        ) => (is(what, *object) && is(to, *host)).then(|| EventData { source: Some(*host), ..about(*object) }),
        // CR 701.3a, 608.3c: what enters attached to something becomes attached to it.
        (TriggerEvent::BecomesAttached { what, to }, Fact::Moved { new, to: Zone::Battlefield, .. }) => {
            let host = board.status(new.id).attached_to?.object()?;
            (is(what, *new) && is(to, host)).then(|| EventData { source: Some(host), ..about(*new) })
        }
        // CR 701.17c.
        (
            TriggerEvent::Mills(who, what),
            Fact::Moved { new, from: Zone::Library(seat), to, cause: Cause::Mill, .. },
        ) => {
            let known = !is_unseen(board, *new);
            (by(*who, *seat) && known && is(what, *new)).then(|| EventData {
                player: Some(*seat),
                moved_to: found(*new, *to),
                ..about(*new)
            })
        }
        // CR 111.2, 608.3f: a copy of a spell that becomes a token isn't created.
        (TriggerEvent::Creates(who, what), Fact::Moved { new, from: Zone::Outside, to: Zone::Battlefield, .. }) => {
            let creator = board.view(*new).filter(|v| v.object.kind == ObjectKind::Token)?.object.owner;
            (by(*who, creator) && is(what, *new)).then(|| EventData { player: Some(creator), ..about(*new) })
        }
        (TriggerEvent::Countered(what), Fact::Moved { old, new, to, cause: Cause::Counter, .. }) => {
            let is_spell = board.last_known().get(*old).is_some_and(|was| was.object.kind != ObjectKind::Ability);
            (is_spell && is(what, *old)).then(|| EventData { moved_to: found(*new, *to), ..about(*old) })
        }
        (TriggerEvent::LosesControl(who, what), Fact::LostControl { object, by: seat }) => {
            (by(*who, *seat) && is(what, *object)).then(|| EventData { player: Some(*seat), ..about(*object) })
        }
        (TriggerEvent::LosesControl(who, what), Fact::Moved { old, new, from: Zone::Battlefield, to, .. }) => {
            (by(*who, controller(board, *old)) && is(what, *old))
                .then(|| EventData { moved_to: found(*new, *to), ..about(*old) })
        }
        (TriggerEvent::LosesGame(who), Fact::Lost { seat }) => by(*who, *seat).then(|| of(*seat, 0)),
        (TriggerEvent::Casts { who, what, from: wanted }, Fact::Cast { spell, by: seat, from }) => {
            let zone = wanted.is_none_or(|kind| from.kind() == kind);
            (zone && by(*who, *seat) && is(what, *spell)).then(|| EventData {
                player: Some(*seat),
                amount: spells_before(board),
                ..about(*spell)
            })
        }
        (TriggerEvent::Copies(who, what), Fact::Copied { copy, by: seat }) => {
            (by(*who, *seat) && is(what, *copy)).then(|| EventData { player: Some(*seat), ..about(*copy) })
        }
        (TriggerEvent::Activates { who, of, what }, Fact::Activated { key, ability, by: seat }) => (by(*who, *seat)
            && is(of, key.object)
            && is(what, *ability))
        .then(|| EventData { source: Some(key.object), player: Some(*seat), ..about(*ability) }),
        (TriggerEvent::Expends(who, n), Fact::Expended { seat, from, to }) => {
            (by(*who, *seat) && from < n && n <= to).then(|| of(*seat, 0))
        }
        (TriggerEvent::Performs(who, wanted), Fact::Performed { seat, action, looked }) => {
            (wanted == action && by(*who, *seat)).then(|| of(*seat, *looked))
        }
        (TriggerEvent::Performs(who, KeywordAction::Shuffle), Fact::Shuffled { seat }) => {
            by(*who, *seat).then(|| of(*seat, 0))
        }
        (TriggerEvent::Does(wanted, what), Fact::Did { object, by: seat, action }) => {
            (wanted == action && is(what, *object)).then(|| EventData { player: Some(*seat), ..about(*object) })
        }
        (TriggerEvent::Exerts { what, to_attack }, Fact::Exerted { object, by: seat, to_attack: attacks }) => {
            let fits = *attacks || !*to_attack;
            (fits && is(what, *object)).then(|| EventData { player: Some(*seat), ..about(*object) })
        }
        (TriggerEvent::Enlists { what, linked }, Fact::Enlisted(Enlisted { by: ability, creature })) => {
            // CR 702.154d: each for the creature that was tapped for it.
            let own = !*linked || bindings.key == Some(*ability);
            (own && is(what, ability.object)).then(|| EventData { source: Some(*creature), ..about(ability.object) })
        }
        (TriggerEvent::Crews(what, vehicle), Fact::Crewed { creature, of: to, saddles: false })
        | (TriggerEvent::Saddles(what, vehicle), Fact::Crewed { creature, of: to, saddles: true }) => {
            (is(what, *creature) && is(vehicle, *to)).then(|| EventData { source: Some(*to), ..about(*creature) })
        }
        (TriggerEvent::PlaysLand { who, what, from }, Fact::PlayedLand { land, by: seat, from: zone }) => {
            let so = from.is_none_or(|from| zone.kind() == from) && by(*who, *seat) && is(what, *land);
            so.then(|| EventData { player: Some(*seat), ..about(*land) })
        }
        (TriggerEvent::Attacks(what), Fact::Attacked { attacker, .. })
        | (TriggerEvent::BecomesBlocked(what), Fact::BecameBlocked { attacker })
        | (TriggerEvent::NotBlocked(what), Fact::NotBlocked { attacker }) => {
            is(what, *attacker).then(|| about(*attacker))
        }
        (TriggerEvent::AttacksAlone(what), Fact::Attacked { attacker, .. }) => {
            (board.combat().sole == Some(*attacker) && is(what, *attacker)).then(|| about(*attacker))
        }
        (TriggerEvent::Attacked { what, by: creature }, Fact::Attacked { attacker, target }) => {
            let attacked = match target {
                Referent::Player(seat) => of(*seat, 0),
                Referent::Object(object) => about(*object),
            };
            let so = damage_to_matches(board, bindings, what, *target) && is(creature, *attacker);
            so.then_some(EventData { source: Some(*attacker), ..attacked })
        }
        (TriggerEvent::Blocks(what), Fact::Blocked { blocker, attacker }) => {
            is(what, *blocker).then(|| EventData { source: Some(*attacker), ..about(*blocker) })
        }
        (TriggerEvent::BlocksCreature { what, blocked }, Fact::Blocked { blocker, attacker }) => (is(what, *blocker)
            && is(blocked, *attacker))
        .then(|| EventData { source: Some(*attacker), ..about(*blocker) }),
        (TriggerEvent::BecomesBlockedBy { what, by: blocking }, Fact::Blocked { blocker, attacker }) => {
            (is(what, *attacker) && is(blocking, *blocker))
                .then(|| EventData { source: Some(*blocker), ..about(*attacker) })
        }
        // CR 509.3d: also by what enters blocking it.
        (TriggerEvent::BecomesBlockedBy { what, by: blocking }, Fact::Moved { new, to: Zone::Battlefield, .. }) => {
            let attacker = *board.combat().blocker(*new)?.blocks.first()?;
            (is(what, attacker) && is(blocking, *new)).then(|| EventData { source: Some(*new), ..about(attacker) })
        }
        (
            TriggerEvent::Damage { source, to, combat },
            Fact::Damaged { source: dealer, target, amount, combat: in_combat, .. },
        ) => {
            let dealt = combat.is_none_or(|wanted| wanted == *in_combat)
                && damage_to_matches(board, bindings, to, *target)
                && reading::is_meant_source(board, source, *dealer)
                && is(source, *dealer);
            dealt.then(|| EventData {
                subject: Some(*target),
                source: Some(*dealer),
                player: Some(match target {
                    Referent::Object(object) => controller(board, *object),
                    Referent::Player(seat) => *seat,
                }),
                amount: *amount,
                ..EventData::default()
            })
        }
        (TriggerEvent::GainsLife(who), Fact::GainedLife { seat, amount })
        | (TriggerEvent::LosesLife(who), Fact::LostLife { seat, amount }) => {
            by(*who, *seat).then(|| of(*seat, *amount))
        }
        (TriggerEvent::Draws(who), Fact::Drew { seat, card }) => {
            by(*who, *seat).then(|| EventData { player: Some(*seat), ..about(*card) })
        }
        // CR 603.11, 702.94a.
        (TriggerEvent::RevealedAsDrawn, Fact::RevealedAsDrawn { card, key }) => {
            (bindings.key.as_ref() == Some(key)).then(|| about(*card))
        }
        (TriggerEvent::Discards(who, what), Fact::Discarded { seat, card, .. })
        | (TriggerEvent::Cycles(who, what), Fact::Discarded { seat, card, cycling: true }) => {
            // CR 701.9c: nothing but which card it is can be asked of what has come to a hidden zone unseen.
            let known = !is_unseen(board, *card);
            if !by(*who, *seat) || !known && !matches!(what, Filter::Any | Filter::Is(_)) || !is(what, *card) {
                return None;
            }
            let subject = known.then_some(Referent::Object(*card));
            Some(EventData { subject, player: Some(*seat), moved_to: known.then_some(*card), ..about(*card) })
        }
        (TriggerEvent::Sacrifices(who, what), Fact::Sacrificed { seat, old }) => (by(*who, *seat) && is(what, *old))
            .then(|| EventData {
                player: Some(*seat),
                moved_to: board.last_known().get(*old).and_then(|was| was.successor),
                ..about(*old)
            }),
        // CR 702.110b.
        (TriggerEvent::Exploits { what, creature }, Fact::Sacrificed { old, .. }) => {
            let exploits = exploiting(board)?;
            (is(what, exploits) && is(creature, *old)).then(|| EventData { source: Some(*old), ..about(exploits) })
        }
        // CR 702.72c.
        (
            TriggerEvent::Champions { what, championed },
            Fact::Moved { old, from: Zone::Battlefield, to: Zone::Exile, .. },
        ) => {
            let by = resolving_keyword(board, |keyword| matches!(keyword, KeywordAbility::Champion(_)))?;
            (is(what, by) && is(championed, *old)).then(|| EventData { source: Some(*old), ..about(by) })
        }
        (TriggerEvent::BecomesTapped(what), Fact::Tapped { object, .. })
        | (TriggerEvent::BecomesUntapped(what), Fact::Untapped { object }) => is(what, *object).then(|| about(*object)),
        (TriggerEvent::TappedForMana(what), Fact::TappedForMana { object, types }) => {
            is(what, *object).then(|| EventData { mana: *types, ..about(*object) })
        }
        (TriggerEvent::ChaosEnsues, Fact::ChaosEnsued { seat }) => Some(of(*seat, 0)),
        (TriggerEvent::FinishVoting, Fact::Voted { .. }) => Some(EventData::default()),
        // CR 309.4c: the ability is that of the room.
        (TriggerEvent::EntersRoom { name, .. }, Fact::EnteredRoom { seat, dungeon, room }) => {
            let entered = *dungeon == bindings.this && room_name(board, *dungeon, *room) == *name;
            entered.then(|| EventData { player: Some(*seat), ..about(*dungeon) })
        }
        (TriggerEvent::BecomesMonarch(who), Fact::BecameMonarch { seat: Some(seat) })
        | (TriggerEvent::TakesInitiative(who), Fact::TookInitiative { seat: Some(seat) })
        | (TriggerEvent::CompletesDungeon(who), Fact::CompletedDungeon { seat, .. }) => {
            by(*who, *seat).then(|| of(*seat, 0))
        }
        (TriggerEvent::Becomes(designation, what), Fact::Designated { object, designation: now }) => {
            (designation == now && is(what, *object)).then(|| about(*object))
        }
        (TriggerEvent::UnlocksThisDoor(who), Fact::Unlocked { seat, object, door, .. }) => {
            let own = *object == bindings.this && stands_in(board, bindings, *door);
            (own && by(*who, *seat)).then(|| EventData { player: Some(*seat), ..about(*object) })
        }
        (TriggerEvent::FullyUnlocks(who, what), Fact::Unlocked { seat, object, fully: true, .. }) => {
            (by(*who, *seat) && is(what, *object)).then(|| EventData { player: Some(*seat), ..about(*object) })
        }
        (TriggerEvent::RingTempts(who), Fact::RingTempted { seat, bearer }) => by(*who, *seat).then(|| match bearer {
            Some(bearer) => EventData { player: Some(*seat), ..about(*bearer) },
            None => of(*seat, 0),
        }),
        (TriggerEvent::PlaneswalksTo(what), Fact::Planeswalked { seat, to })
        | (TriggerEvent::SetInMotion(what), Fact::SetInMotion { seat, scheme: to }) => {
            is(what, *to).then(|| EventData { player: Some(*seat), ..about(*to) })
        }
        (TriggerEvent::TurnedFaceUp(what), Fact::Turned { object, up: true }) => {
            is(what, *object).then(|| about(*object))
        }
        (TriggerEvent::TransformsInto(what), Fact::Transformed { object }) => is(what, *object).then(|| about(*object)),
        // CR 731.1a: it was the other one before.
        (TriggerEvent::DayNightTurns(to), Fact::DayNightChanged { now, before: Some(_) }) => {
            (to == now).then_some(EventData::default())
        }
        (TriggerEvent::BecomesTarget { what, by: source }, Fact::Targeted { target: Referent::Object(target), by }) => {
            (reading::is_meant(board, what, *target) && is(what, *target) && is(source, *by)).then(|| EventData {
                source: Some(*by),
                player: Some(controller(board, *by)),
                ..about(*target)
            })
        }
        (
            TriggerEvent::PlayerBecomesTarget { who, by: source },
            Fact::Targeted { target: Referent::Player(target), by: aiming },
        ) => (by(*who, *target) && is(source, *aiming)).then(|| EventData {
            source: Some(*aiming),
            player: Some(controller(board, *aiming)),
            ..of(*target, 0)
        }),
        (
            TriggerEvent::CountersPut(kind, what),
            Fact::PutCounters { target: Referent::Object(target), kind: put, count, .. },
        ) => (kind == put && reading::is_meant(board, what, *target) && is(what, *target))
            .then(|| EventData { amount: i32::try_from(*count).unwrap_or(i32::MAX), ..about(*target) }),
        // CR 122.6a.
        (
            TriggerEvent::PutsCounters(who, kind, what),
            Fact::PutCounters { target: Referent::Object(target), kind: put, count, by: player },
        ) => (by(*who, *player)
            && kind.is_none_or(|kind| kind == *put)
            && reading::is_meant(board, what, *target)
            && is(what, *target))
        .then(|| EventData {
            amount: i32::try_from(*count).unwrap_or(i32::MAX),
            player: Some(*player),
            ..about(*target)
        }),
        (
            TriggerEvent::PutsEachCounter(who, kind, what),
            Fact::PutCounters { target: Referent::Object(target), kind: put, by: player, .. },
        ) => (by(*who, *player)
            && kind.is_none_or(|kind| kind == *put)
            && reading::is_meant(board, what, *target)
            && is(what, *target))
        .then(|| EventData { amount: 1, player: Some(*player), ..about(*target) }),
        (TriggerEvent::Chapters(numbers), fact) => {
            (sagas::reached(board, numbers, bindings.this, fact) > 0).then(|| about(bindings.this))
        }
        (
            TriggerEvent::LastCounterRemoved(kind, what),
            Fact::RemovedCounters { target: Referent::Object(target), kind: removed, .. },
        ) => {
            let left = board.view(*target).is_some_and(|v| v.counters.get(*kind) > 0);
            (kind == removed && !left && is(what, *target)).then(|| about(*target))
        }
        (TriggerEvent::Beginning(step, who), Fact::Began { step: begun, active }) => {
            // CR 800.4j: a turn without an active player is nobody's; only "each" step begins in it.
            let meant = *who == Who::EachPlayer || by(*who, *active) && board.players().is_alive(*active);
            (step == begun && meant).then(|| of(*active, 0))
        }
        _ => None,
    }
}

/// The creature whose exploit ability is resolving.
fn exploiting(board: &impl Board) -> Option<ObjectRef> {
    resolving_keyword(board, |keyword| *keyword == KeywordAbility::Exploit)
}

/// The object whose keyword ability of some sort is resolving.
fn resolving_keyword(board: &impl Board, such: fn(&KeywordAbility) -> bool) -> Option<ObjectRef> {
    let (resolving, _) = board.cause()?;
    let key = board.view(resolving)?.stack.ability?;
    let definition = board.table().def(key.handle.def);
    let text = definition.texts.get(usize::from(key.handle.index))?;
    matches!(&text.keyword, Some(AbilityDef::Keyword(keyword)) if such(keyword)).then_some(key.object)
}

/// CR 709.5h: whether an ability stands in that half of the permanent.
fn stands_in(board: &impl Board, bindings: &Bindings, door: Door) -> bool {
    let Some(handle) = bindings.key.map(|key| key.handle) else { return false };
    let definition = board.table().def(handle.def);
    let half = definition.faces.get(usize::from(door.face()));
    definition.layout == Some(Layout::SharedTypeLine)
        && half.is_some_and(|half| half.chars.abilities.iter().any(|a| a.handle.index == handle.index))
}

/// How many spells were cast this turn before the one that has just been cast, by all players together.
fn spells_before(board: &impl Board) -> i32 {
    let cast = board.players().0.iter().fold(0_u32, |sum, player| sum.saturating_add(player.spells_this_turn));
    i32::try_from(cast).unwrap_or(i32::MAX).saturating_sub(1)
}

/// CR 400.7e: the new object, if there is one and the zone that it went to is public.
fn found(new: ObjectRef, to: Zone) -> Option<ObjectRef> {
    (new != ObjectRef::NONE && to.is_public()).then_some(new)
}

/// Whether a card is in a hidden zone and not known to all.
fn is_unseen(board: &impl Board, card: ObjectRef) -> bool {
    board.is_current(card) && board.players().alive().any(|seat| board.object(card.id).is_hidden_from(seat))
}

/// Who controls an object, or last did.
pub(super) fn controller(board: &impl Board, object: ObjectRef) -> Seat {
    board.view(object).map_or(Seat(0), |v| v.chars.controller)
}

/// The most times that an ability triggers on one fact.
const MOST_AT_ONCE: usize = 10_000;

/// How often an ability triggers on a fact that is its event: once, but for chapters and for what counts each counter.
pub(super) fn times(board: &impl Board, event: &TriggerEvent, this: ObjectRef, fact: &Fact) -> usize {
    match event {
        TriggerEvent::Chapters(numbers) => sagas::reached(board, numbers, this, fact),
        TriggerEvent::PutsEachCounter(..) => match fact {
            Fact::PutCounters { count, .. } => usize::try_from(*count).unwrap_or(usize::MAX).min(MOST_AT_ONCE),
            _ => 1,
        },
        _ => 1,
    }
}

/// Whether an ability is a state trigger (CR 603.8), with its condition.
pub(super) fn state_of(event: &TriggerEvent) -> Option<&crate::cards::def::Condition> {
    match event {
        TriggerEvent::State(condition) => Some(condition),
        TriggerEvent::AnyOf(events) => events.iter().find_map(state_of),
        _ => None,
    }
}
