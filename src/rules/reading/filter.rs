//! Filters.

use super::combat::{attack, attacked_object, attacked_player, blocks, is_alone};
use super::meant::is_meant;
use super::objects::visit_in;
use super::quantity::{mana_value, measured, value_in};
use super::together::share_creature_type;
use super::who::{is_static, object_in, seat_in, seats_in};
use super::{Board, Scope, View};
use crate::cards::def::{
    AbilityDef, AbilitySort, CardTypes, ColorSet, Filter, HandAction, KeywordName, Layout, Obj, Subtype, Who,
};
use crate::cards::{AbilityKind, CardTable};
use crate::model::bindings::{Bindings, Value};
use crate::model::fact::Fact;
use crate::model::ids::{AbilityHandle, AbilityKey, ObjectId, ObjectRef, Referent, Seat};
use crate::model::object::{Characteristics, CopiableSource, LastKnown, Object, ObjectKind, Restrictions, StackEntry};
use crate::model::zone::Zone;
use std::ops::ControlFlow;
use std::sync::LazyLock;

/// Whether an object matches a filter; while it is tested, it is the current object (`It`).
pub fn matches(board: &impl Board, bindings: &Bindings, filter: &Filter, object: ObjectRef) -> bool {
    matches_in(board, Scope::of(bindings), filter, object)
}

/// Like [`matches`], for an object that still exists, with its characteristics given.
pub(crate) fn matches_known(
    board: &impl Board,
    bindings: &Bindings,
    filter: &Filter,
    object: &Object,
    chars: &Characteristics,
) -> bool {
    is_so(board, Scope::of(bindings), filter, object, chars)
}

/// Like [`matches_in`], for an object that still exists, with its characteristics given.
pub(super) fn is_so(
    board: &impl Board,
    scope: Scope<'_>,
    filter: &Filter,
    object: &Object,
    chars: &Characteristics,
) -> bool {
    fits(
        board,
        scope,
        filter,
        &Tested { object: object.reference(), known: Some((object, chars)), then: None, here: None },
    )
}

/// Whether a player is one of those that words refer to.
pub fn player_matches(board: &impl Board, bindings: &Bindings, who: Who, seat: Seat) -> bool {
    is_one_of(board, Scope::of(bindings), who, seat)
}

/// The common words without building a list.
fn is_one_of(board: &impl Board, scope: Scope<'_>, who: Who, seat: Seat) -> bool {
    match who {
        Who::You => scope.bindings.you == seat,
        Who::EachPlayer | Who::EachFromYou => true,
        Who::EachOpponent => scope.bindings.you != seat,
        Who::Nonactive => board.turn().active != seat,
        Who::Target(_) | Who::Var(_) | Who::Events => seats_in(board, scope, who).contains(&seat),
        one => seat_in(board, scope, one) == Some(seat),
    }
}

/// What is tested. Nearly all filters ask for the same two parts of it, so that these are looked up once; `None` if
/// nothing is known of it.
#[derive(Clone, Copy)]
struct Tested<'a> {
    object: ObjectRef,
    known: Option<(&'a Object, &'a Characteristics)>,
    /// What it was like at another time than now, if that is asked about.
    then: Option<&'a LastKnown>,
    /// What it became, if those who ask may find that: it is asked where it is.
    here: Option<ObjectRef>,
}

impl<'a> Tested<'a> {
    /// CR 113.1c: an ability on the stack has no characteristics of a card.
    fn card(&self) -> Option<&'a Characteristics> {
        self.known.filter(|(row, _)| row.kind != ObjectKind::Ability).map(|(_, chars)| chars)
    }
}

/// CR 608.2i: whether an object matched the filter when it was as this says.
pub(super) fn was_so(board: &impl Board, scope: Scope<'_>, filter: &Filter, then: &LastKnown) -> bool {
    let known = Some((&then.object, then.chars(board.table())));
    fits(board, scope, filter, &Tested { object: then.object.reference(), known, then: Some(then), here: None })
}

pub(super) fn matches_in(board: &impl Board, scope: Scope<'_>, filter: &Filter, object: ObjectRef) -> bool {
    matches_where(board, scope, filter, object, None)
}

/// Whether an object matches that may have become another one, which is asked where it is (CR 400.7e).
pub(super) fn matches_where(
    board: &impl Board,
    scope: Scope<'_>,
    filter: &Filter,
    object: ObjectRef,
    here: Option<ObjectRef>,
) -> bool {
    let now = (object != ObjectRef::NONE).then(|| board.object(object.id));
    let known = match now.filter(|now| now.incarnation == object.incarnation) {
        Some(now) => Some((now, board.chars(object.id))),
        None => board.last_known().get(object).map(|last| (&last.object, last.chars(board.table()))),
    };
    fits(board, scope, filter, &Tested { object, known, then: None, here })
}

fn fits(board: &impl Board, scope: Scope<'_>, filter: &Filter, tested: &Tested<'_>) -> bool {
    let object = tested.object;
    match filter {
        Filter::Any => true,
        Filter::And(list) => list.iter().all(|f| fits(board, scope, f, tested)),
        Filter::Or(list) => list.iter().any(|f| fits(board, scope, f, tested)),
        Filter::Not(inner) => !fits(board, scope, inner, tested),
        Filter::Is(obj) => same(board, scope, *obj, object),
        // CR 400.7: what has left its zone is in none any more, but for what it became.
        Filter::Zone(zone) if tested.then.is_none() => {
            let place = tested.here.or(board.is_current(object).then_some(object));
            place.is_some_and(|o| board.object(o.id).zone.kind() == *zone)
        }
        Filter::In(group) => {
            let found = |o: ObjectRef| if o == object { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            visit_in(board, scope, group, &mut { found }).is_break()
        }
        Filter::Type(types) => tested.card().is_some_and(|c| c.types.intersects(*types)),
        Filter::Subtype(subtype) => tested.card().is_some_and(|c| c.subtypes.contains(*subtype)),
        Filter::Controlled(Who::You) => tested.known.is_some_and(|(_, c)| c.controller == scope.bindings.you),
        _ => tested.known.is_some_and(|known| quality(board, scope, filter, tested, known)),
    }
}

/// Whether a word means this object, or the one that it was before it moved in the event that is read about.
fn same(board: &impl Board, scope: Scope<'_>, obj: crate::cards::def::Obj, object: ObjectRef) -> bool {
    let Some(meant) = object_in(board, scope, obj) else { return false };
    meant == object
}

fn quality(
    board: &impl Board,
    scope: Scope<'_>,
    filter: &Filter,
    tested: &Tested<'_>,
    (row, c): (&Object, &Characteristics),
) -> bool {
    let object = tested.object;
    // For the words inside this filter the current object is the tested one.
    let inner = Scope { bindings: scope.bindings, it: Some(Referent::Object(object)) };
    let other = |obj| object_in(board, scope, obj).and_then(|o| board.view(o));
    let chosen = || super::chosen(board, scope.bindings);
    // The rest of what is known of it.
    let v = || match tested.then {
        Some(then) => View::of_last(board.table(), then),
        None => board.view(object).expect("what is tested is known"),
    };
    // CR 113.1c: an ability on the stack has no characteristics of a card.
    let is_card = row.kind != ObjectKind::Ability;
    match filter {
        Filter::Supertype(types) => is_card && c.supertypes.intersects(*types),
        Filter::ChosenCardType => is_card && chosen().card_type.is_some_and(|kind| c.types.intersects(kind)),
        Filter::CardTypeVar(var) => {
            is_card && matches!(scope.bindings.var(*var), Some(Value::CardType(kind)) if c.types.intersects(*kind))
        }
        Filter::ChosenSubtype => chosen().subtype.is_some_and(|s| c.subtypes.contains(s)),
        Filter::ChosenColor => chosen().color.is_some_and(|color| c.colors.contains(ColorSet::only(color))),
        Filter::Color(color) => c.colors.contains(ColorSet::only(*color)),
        Filter::ColorVar(var) => match scope.bindings.var(*var) {
            Some(Value::Color(color)) => c.colors.contains(ColorSet::only(*color)),
            _ => false,
        },
        Filter::Colorless => c.colors.is_empty(),
        Filter::Multicolored => c.colors.bits().count_ones() > 1,
        Filter::SharesColorWith(group) => visit_in(board, scope, group, &mut |o| match board.view(o) {
            Some(other) if other.chars.colors.intersects(c.colors) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
        .is_break(),
        Filter::SharesCardType(obj) => is_card && other(*obj).is_some_and(|o| o.chars.types.intersects(c.types)),
        Filter::SharesCreatureType(obj) => other(*obj).is_some_and(|o| share_creature_type(c, o.chars)),
        Filter::SharesColor(obj) => other(*obj).is_some_and(|o| o.chars.colors.intersects(c.colors)),
        Filter::Has(keyword) => c.has_form(*keyword),
        Filter::Token => row.kind == ObjectKind::Token,
        Filter::Card => row.kind == ObjectKind::Card,
        Filter::Spell => is_card && row.zone == Zone::Stack,
        Filter::Permanent => row.zone == Zone::Battlefield,
        Filter::Controlled(who) => is_one_of(board, inner_or(scope, inner, *who), *who, c.controller),
        Filter::Owned(who) => is_one_of(board, inner_or(scope, inner, *who), *who, row.owner),
        Filter::Zone(zone) => row.zone.kind() == *zone,
        Filter::Tapped => v().status.tapped,
        Filter::Goaded => row.zone == Zone::Battlefield && c.restrictions.contains(Restrictions::GOADED),
        Filter::Attacking => attack(board, object).is_some(),
        Filter::Alone => is_alone(board, object),
        Filter::AttackingPlayer(who) => attacked_player(board, object)
            .is_some_and(|seat| is_one_of(board, inner_or(scope, inner, *who), *who, seat)),
        Filter::AttackingWhat(what) => {
            attacked_object(board, object).is_some_and(|attacked| matches_in(board, scope, what, attacked))
        }
        Filter::Protected(who) => {
            let protector = v().status.protector.filter(|_| row.zone == Zone::Battlefield);
            protector.is_some_and(|seat| is_one_of(board, inner_or(scope, inner, *who), *who, seat))
        }
        Filter::Blocking => blocks(board, object).is_some(),
        Filter::Blocked => attack(board, object) == Some(Some(true)),
        Filter::BlockingWhat(what) => {
            let now = blocks(board, object).into_iter().flatten().any(|a| matches_in(board, scope, what, *a));
            let before = |was: &LastKnown| was.attack().is_some_and(|a| a.blockers.contains(&object));
            now || was_tied(board, scope, what, before)
        }
        Filter::BlockedBy(what) => {
            let is = |blocker: ObjectRef| matches_in(board, scope, what, blocker);
            let gone = || board.last_known().get(object).and_then(LastKnown::attack);
            let now = if board.is_current(object) {
                board.combat().blockers_of(object).any(is)
            } else {
                gone().is_some_and(|a| a.blockers.iter().copied().any(is))
            };
            let before = |was: &LastKnown| was.blocked().is_some_and(|blocked| blocked.contains(&object));
            now || was_tied(board, scope, what, before)
        }
        Filter::Unblocked => attack(board, object) == Some(Some(false)),
        Filter::ManaValue(cmp, q) => is_card && cmp.holds(mana_value(v()), value_in(board, inner, q)),
        Filter::SameParity(q) => {
            let n = value_in(board, inner, q);
            is_card && n >= 0 && (mana_value(v()) ^ n) & 1 == 0
        }
        Filter::Power(cmp, q) => c.has_pt && cmp.holds(c.power, value_in(board, inner, q)),
        Filter::Toughness(cmp, q) => c.has_pt && cmp.holds(c.toughness, value_in(board, inner, q)),
        Filter::Greatest(measure, among) | Filter::Least(measure, among) => {
            let all = board.zones().battlefield.iter().map(|id| board.object(*id).reference());
            let rivals = all.filter(|o| board.chars(o.id).controller == c.controller && !board.status(o.id).phased_out);
            let rivals = rivals.filter(|o| matches_in(board, scope, among, *o));
            let own = measured(v(), *measure);
            let least = matches!(filter, Filter::Least(..));
            let beats = |rival: i32| if least { rival < own } else { rival > own };
            !rivals.filter_map(|o| board.view(o)).any(|rival| beats(measured(rival, *measure)))
        }
        Filter::Named(name) => is_card && c.is_called(name.id),
        Filter::SubtypeVar(var) => {
            is_card && matches!(scope.bindings.var(*var), Some(Value::Subtype(s)) if c.subtypes.contains(*s))
        }
        Filter::NameVar(var) => is_card && matches!(scope.bindings.var(*var), Some(Value::Name(n)) if c.is_called(*n)),
        Filter::ChosenName => is_card && chosen().name.is_some_and(|name| c.is_called(name)),
        Filter::SameName(obj) => is_card && other(*obj).is_some_and(|o| c.shares_name(o.chars)),
        Filter::AttachedToPlayer(who) => v()
            .status
            .attached_to
            .and_then(Referent::player)
            .is_some_and(|seat| is_one_of(board, inner_or(scope, inner, *who), *who, seat)),
        Filter::AttachedTo(host) => {
            // CR 604.7: static abilities don't read what is gone.
            // CR 701.3d: what is still there is attached to nothing that has left.
            let is_read =
                |o: ObjectRef| board.is_current(o) || (!board.is_current(object) && !is_static(board, scope.bindings));
            let now = match v().status.attached_to {
                Some(Referent::Object(o)) => is_read(o) && matches_in(board, scope, host, o),
                _ => false,
            };
            now || was_tied(board, scope, host, |was| was.attached().contains(&object))
        }
        Filter::EnteredFrom(zone) => board.history().entered_from.contains(&(object, *zone)),
        Filter::DirectlyAbove(obj) => {
            let below = object_in(board, scope, *obj).filter(|below| board.is_current(*below));
            let list = matches!(row.zone, Zone::Graveyard(_)).then(|| board.zones().list(row.zone));
            let at = list.and_then(|list| list.iter().position(|id| *id == object.id));
            board.is_current(object)
                && at.is_some_and(|at| at > 0 && list.map(|list| list[at - 1]) == below.map(|b| b.id))
        }
        // CR 613.7e: what becomes attached gets a timestamp.
        Filter::AttachedBefore(obj) => {
            let view = v();
            view.status.attached_to.is_some() && other(*obj).is_some_and(|o| view.object.timestamp < o.object.timestamp)
        }
        Filter::PairedWith(what) => {
            // CR 702.95e: what has left is paired with nothing that is still there.
            let there = |o: ObjectRef| !board.is_current(object) || board.is_current(o);
            v().status.pair.is_some_and(|with| there(with) && matches_in(board, scope, what, with))
        }
        Filter::HasAttached(what) if !board.is_current(object) => {
            let was = board.last_known().get(object);
            was.is_some_and(|was| was.attached().iter().any(|o| matches_in(board, scope, what, *o)))
        }
        Filter::HasAttached(what) => {
            let attached = |o: ObjectRef| {
                let status = board.status(o.id);
                status.attached_to == Some(Referent::Object(object)) && !status.phased_out
            };
            let all = board.zones().battlefield.iter().map(|id| board.object(*id).reference());
            let now = all.filter(|o| attached(*o)).any(|o| matches_in(board, scope, what, o));
            let before = |was: &LastKnown| was.status().attached_to == Some(Referent::Object(object));
            now || was_tied(board, scope, what, before)
        }
        Filter::ManaCost(cost) => is_card && c.cost.as_ref() == Some(cost),
        // CR 107.3, 202.1: also on the battlefield, where X is 0.
        Filter::CostHasX => is_card && c.cost.as_ref().is_some_and(|cost| cost.x_count() > 0),
        Filter::Counter(kind) => v().counters.get(*kind) > 0,
        Filter::AnyCounter => !v().counters.is_empty(),
        Filter::Modified => !v().counters.is_empty() || is_modified(board, object, c.controller),
        Filter::DrawnThisTurn => row.drawn_turn == board.turn().number && row.drawn_turn > 0,
        // CR 707.10: what was copied has no zone from which it was cast.
        Filter::WasCast => v().stack.cast.from.is_some(),
        Filter::CastFrom(zone) => v().stack.cast.from == Some(*zone),
        Filter::CastBy(way) => v().stack.cast.by == Some(*way),
        Filter::EnteredThisTurn => row.zone == Zone::Battlefield && row.entered_turn == board.turn().number,
        Filter::AttackedThisTurn => v().this_turn.attacked,
        Filter::ExertedThisTurn => v().this_turn.exerted,
        Filter::DamagedThisTurn => v().this_turn.damaged,
        Filter::DamagedBy(by) => board.history().facts.iter().any(|fact| match fact {
            Fact::Damaged { source, target, .. } => {
                *target == Referent::Object(object) && matches_in(board, scope, by, *source)
            }
            _ => false,
        }),
        Filter::DamagedUnder(who) => board.history().facts.iter().any(|fact| match fact {
            Fact::Damaged { target, by, .. } => {
                *target == Referent::Object(object) && seats_in(board, scope, *who).contains(by)
            }
            _ => false,
        }),
        // CR 122.6: also those with which it entered.
        Filter::GotCounters(who, kind) => board.history().facts.iter().any(|fact| match fact {
            Fact::PutCounters { target, kind: put, by, .. } => {
                *target == Referent::Object(object)
                    && kind.is_none_or(|kind| kind == *put)
                    && seats_in(board, scope, *who).contains(by)
            }
            _ => false,
        }),
        // CR 702.30a: in the upkeep the one before it is the last; later in the turn, and outside it, the one of the turn is.
        Filter::NewSinceUpkeep => {
            let view = v();
            let [last, before] = board.players().get(view.chars.controller).upkeeps;
            let since = if last == board.turn().number { before } else { last };
            view.status.controlled_since >= since
        }
        Filter::NewUnderControl => v().status.controlled_since == board.turn().number,
        Filter::Targets(what) | Filter::TargetsOnly(what) => v().stack.bindings.as_ref().is_some_and(|b| {
            // CR 115.9c.
            let one = || b.targets.iter().all(|target| target.target == b.targets[0].target);
            if matches!(filter, Filter::TargetsOnly(_)) && !one() {
                return false;
            }
            // CR 115.9b: of what is on the stack, a target that is gone is ignored; of what has left it, one that had
            // left before.
            let is_there = |o: ObjectRef| {
                board.is_current(o) || !board.is_current(object) && !board.last_known().left_before(o, object)
            };
            let is_one = |o: ObjectRef| is_there(o) && is_meant(board, what, o) && matches_in(board, scope, what, o);
            b.targets.iter().filter_map(|t| t.target.object()).any(is_one)
        }),
        Filter::TargetsPlayer(who) => v().stack.bindings.as_ref().is_some_and(|b| {
            let mut players = b.targets.iter().filter_map(|target| target.target.player());
            players.any(|seat| is_one_of(board, inner_or(scope, inner, *who), *who, seat))
        }),
        Filter::TargetCount(cmp, q) => {
            let targets = v().stack.bindings.as_ref().map_or(0, |b| b.targets.len());
            cmp.holds(targets as i32, value_in(board, inner, q))
        }
        Filter::FaceDown => v().status.face_down,
        Filter::Commander => super::is_commander(board, &v()),
        Filter::Designated(designation) => v().status.designations & designation.bit() != 0,
        Filter::HasKeyword(name) => is_card && c.abilities.iter().any(|a| is_called(board.table(), a.handle, *name)),
        Filter::Foretold => {
            let since = matches!(row.zone, Zone::Exile | Zone::Stack).then(|| v().cast_as.since_action).flatten();
            since.is_some_and(|since| since.action == HandAction::Foretell)
        }
        Filter::CouldProduce(mana) => is_card && crate::rules::mana::could_produce(board, object) & mana.bit() != 0,
        Filter::HasAbility(sort) => is_card && has_ability(board, c, *sort),
        Filter::HasAdventure => is_card && has_adventure(board, row) && !v().status.face_down,
        Filter::IsAbility(sort) => row.kind == ObjectKind::Ability && is_ability(board, v().stack, *sort),
        Filter::IsKeyword(name) => {
            let key = (!is_card).then(|| v().stack.ability).flatten();
            key.is_some_and(|key| is_called(board.table(), key.handle, *name))
        }
        // CR 113.7a: the source as it last was, if it is gone.
        Filter::AbilityOf(what) => {
            let source = (!is_card).then(|| v().stack.ability.map(|key| key.object)).flatten();
            source.is_some_and(|source| matches_in(board, scope, what, source))
        }
        Filter::Any
        | Filter::And(_)
        | Filter::Or(_)
        | Filter::Not(_)
        | Filter::Is(_)
        | Filter::In(_)
        | Filter::Type(_)
        | Filter::Subtype(_) => fits(board, scope, filter, tested),
    }
}

/// `ControllerOf(It)` inside a filter speaks of the tested object; `It` alone of the current player outside.
fn inner_or<'a>(scope: Scope<'a>, inner: Scope<'a>, who: Who) -> Scope<'a> {
    if who == Who::It { scope } else { inner }
}

/// What modifies the permanents that it is attached to (CR 700.9).
static MODIFYING: LazyLock<[Option<Subtype>; 2]> = LazyLock::new(|| ["Equipment", "Aura"].map(Subtype::named));

/// CR 700.9: whether an Equipment is attached to it, or an Aura that this player controls.
fn is_modified(board: &impl Board, object: ObjectRef, controller: Seat) -> bool {
    let modifies = |attached: ObjectRef| {
        board.view(attached).is_some_and(|v| {
            let is = |kind: Option<Subtype>| kind.is_some_and(|kind| v.chars.subtypes.contains(kind));
            is(MODIFYING[0]) || is(MODIFYING[1]) && v.chars.controller == controller
        })
    };
    if !board.is_current(object) {
        return board.last_known().get(object).is_some_and(|was| was.attached().iter().any(|o| modifies(*o)));
    }
    let there = |id: &&ObjectId| {
        let status = board.status(**id);
        status.attached_to == Some(Referent::Object(object)) && !status.phased_out
    };
    let battlefield = &board.zones().battlefield;
    battlefield.iter().filter(there).any(|id| modifies(board.object(*id).reference()))
}

/// CR 113.3: whether it has an ability of a sort.
fn has_ability(board: &impl Board, c: &Characteristics, sort: AbilitySort) -> bool {
    if sort == AbilitySort::Any {
        return !c.abilities.is_empty() || !c.keywords.is_empty();
    }
    c.abilities.iter().any(|a| is_sort(&board.table().ability(a.handle).kind, sort))
}

/// CR 113.3: whether an ability is one of a sort.
pub(crate) fn is_sort(kind: &AbilityKind, sort: AbilitySort) -> bool {
    match (kind, sort) {
        (AbilityKind::Activated { special, .. }, AbilitySort::Activated) => !special,
        // CR 605.1a-b: an activated or a triggered one.
        (AbilityKind::Activated { is_mana, .. } | AbilityKind::Triggered { is_mana, .. }, AbilitySort::Mana) => {
            *is_mana
        }
        (AbilityKind::Activated { is_mana, special, .. }, AbilitySort::NonMana) => !is_mana && !special,
        (AbilityKind::Activated { is_loyalty, .. }, AbilitySort::Loyalty) => *is_loyalty,
        (AbilityKind::Triggered { .. }, AbilitySort::Triggered) => true,
        _ => false,
    }
}

/// CR 715.2a: whether an object has the alternative characteristics of an Adventure, whether or not it uses them.
fn has_adventure(board: &impl Board, row: &Object) -> bool {
    let CopiableSource::Def(def, _) = row.base else { return false };
    board.table().def(def).layout == Some(Layout::Adventure)
}

/// CR 113.3, 405.1: whether an ability on the stack is one of a sort.
fn is_ability(board: &impl Board, entry: &StackEntry, sort: AbilitySort) -> bool {
    let is = |key: AbilityKey| is_sort(&board.table().ability(key.handle).kind, sort);
    sort == AbilitySort::Any || entry.ability.is_some_and(is)
}

/// Whether words name an object that is gone and that, as it last was, had this to do with the tested one: it is meant
/// although the other has no such tie any more (CR 608.2h).
fn was_tied(board: &impl Board, scope: Scope<'_>, what: &Filter, tie: impl Fn(&LastKnown) -> bool) -> bool {
    fn named(what: &Filter) -> Option<Obj> {
        match what {
            Filter::Is(obj) => Some(*obj),
            Filter::And(list) => list.iter().find_map(named),
            _ => None,
        }
    }
    let Some(object) = named(what).and_then(|obj| object_in(board, scope, obj)) else { return false };
    !board.is_current(object)
        && board.last_known().get(object).is_some_and(tie)
        && matches_in(board, scope, what, object)
}

/// Whether an ability is a keyword ability of that name.
pub(crate) fn is_called(table: &CardTable, ability: AbilityHandle, name: KeywordName) -> bool {
    let definition = table.def(ability.def);
    let text = definition.texts.get(usize::from(ability.index));
    matches!(text.and_then(|text| text.keyword.as_ref()), Some(AbilityDef::Keyword(keyword)) if name.is(keyword))
}

/// Whether a card that might be named has a quality (CR 201.4): what a card outside of the game can be asked about.
pub fn name_fits(filter: &Filter, c: &Characteristics) -> bool {
    match filter {
        Filter::And(list) => list.iter().all(|f| name_fits(f, c)),
        Filter::Or(list) => list.iter().any(|f| name_fits(f, c)),
        Filter::Not(inner) => !name_fits(inner, c),
        Filter::Type(types) => c.types.intersects(*types),
        Filter::Supertype(types) => c.supertypes.intersects(*types),
        Filter::Subtype(subtype) => c.subtypes.contains(*subtype),
        Filter::Color(color) => c.colors.contains(ColorSet::only(*color)),
        Filter::Colorless => c.colors.is_empty(),
        Filter::Permanent => c.types.intersects(CardTypes::PERMANENT),
        _ => true,
    }
}
