//! Quantities.

use super::condition::{asks_what_was_done, holds_in};
use super::objects::visit_in;
use super::who::{asked_about, ever, object_in, seats_in};
use super::{Board, Scope, View};
use crate::cards::def::{
    CardTypes, ColorSet, CounterKind, Filter, Keyword, ManaSymbol, Measure, Objects, Quantity, Round, Subtype,
    SubtypeSet, Supertypes, Tally, Who, ZoneOf,
};
use crate::model::bindings::{Bindings, Value};
use crate::model::commander;
use crate::model::ids::{NameId, ObjectRef, Referent, Seat};
use crate::model::object::Doors;
use crate::model::zone::Zone;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// The value of a quantity. Sums and products saturate.
pub fn value(board: &impl Board, bindings: &Bindings, quantity: &Quantity) -> i32 {
    value_in(board, Scope::of(bindings), quantity)
}

/// CR 903.4f: whether a number is undefined, as it is about the commanders of a player who has none.
pub(crate) fn is_undefined(board: &impl Board, bindings: &Bindings, quantity: &Quantity) -> bool {
    let any = |list: &[Quantity]| list.iter().any(|q| is_undefined(board, bindings, q));
    match quantity {
        Quantity::CommanderColors(who) => {
            let seats = asked_about(board, Scope::of(bindings), *who);
            seats.into_iter().any(|s| board.players().get(s).commanders.is_empty())
        }
        Quantity::Sum(list) | Quantity::Max(list) | Quantity::Min(list) => any(list),
        Quantity::Minus(a, b) | Quantity::Times(a, b) | Quantity::Quotient(a, b, _) => {
            is_undefined(board, bindings, a) || is_undefined(board, bindings, b)
        }
        Quantity::Half(a, _) => is_undefined(board, bindings, a),
        Quantity::If(condition, a, b) => {
            is_undefined(board, bindings, if holds_in(board, Scope::of(bindings), condition) { a } else { b })
        }
        _ => false,
    }
}

pub(super) fn value_in(board: &impl Board, scope: Scope<'_>, quantity: &Quantity) -> i32 {
    let b = scope.bindings;
    let sub = |q: &Quantity| value_in(board, scope, q);
    let view = |obj| object_in(board, scope, obj).and_then(|o| board.view(o));
    match quantity {
        Quantity::N(n) => *n,
        Quantity::X => b.x,
        Quantity::Var(var) => match b.var(*var) {
            Some(Value::Number(n)) => *n,
            Some(Value::Objects(list)) => list.iter().filter(|o| !is_other_card(board, **o, list)).count() as i32,
            Some(Value::Seats(set)) => set.0.count_ones() as i32,
            Some(Value::Votes(voters)) => voters.len() as i32,
            Some(Value::Done) => 1,
            _ => 0,
        },
        Quantity::Count(group) => match zones_asked_about(board, scope, group) {
            Some(count) => count,
            None if board.table().0.traits.components && counts_what_moved(group) => {
                let mut all = Vec::new();
                let _ = visit_in(board, scope, group, &mut |object| {
                    all.push(object);
                    ControlFlow::Continue(())
                });
                all.iter().filter(|o| !is_other_card(board, **o, &all)).count() as i32
            }
            None => count(board, scope, group),
        },
        // CR 800.4i: who has left the game since belonged to the event.
        Quantity::Players(Who::Events) => ever(board, scope, Who::Events).len() as i32,
        Quantity::Players(who) => seats_in(board, scope, *who).len() as i32,
        Quantity::PlayersWho(who, condition) => {
            let of = |seat: &Seat| Scope { bindings: b, it: Some(Referent::Player(*seat)) };
            let asked = if asks_what_was_done(condition) { ever } else { seats_in };
            asked(board, scope, *who).iter().filter(|s| holds_in(board, of(s), condition)).count() as i32
        }
        Quantity::Fewest(who, quantity) => {
            let of = |seat: &Seat| Scope { bindings: b, it: Some(Referent::Player(*seat)) };
            seats_in(board, scope, *who).iter().map(|s| value_in(board, of(s), quantity)).min().unwrap_or(0)
        }
        Quantity::Most(who, quantity) => {
            let of = |seat: &Seat| Scope { bindings: b, it: Some(Referent::Player(*seat)) };
            seats_in(board, scope, *who).iter().map(|s| value_in(board, of(s), quantity)).max().unwrap_or(0)
        }
        // CR 208.1: only creatures and Vehicles have power; anything else counts as 0.
        Quantity::Power(obj) => view(*obj).map_or(0, |v| v.chars.power),
        Quantity::Toughness(obj) => view(*obj).map_or(0, |v| v.chars.toughness),
        Quantity::BasePower(obj) => view(*obj).map_or(0, |v| v.chars.base_power()),
        Quantity::BaseToughness(obj) => view(*obj).map_or(0, |v| v.chars.base_toughness()),
        Quantity::ManaValue(obj) => view(*obj).map_or(0, mana_value),
        Quantity::Lethal(obj, source) => {
            let deathtouch = view(*source).is_some_and(|v| v.chars.has(Keyword::Deathtouch));
            view(*obj).map_or(0, |v| lethal(v, deathtouch))
        }
        Quantity::TotalPower(group) => fold(board, scope, group, |v| v.chars.power),
        Quantity::TotalToughness(group) => fold(board, scope, group, |v| v.chars.toughness),
        Quantity::TotalManaValue(group) => fold(board, scope, group, mana_value),
        Quantity::Differing(measure, group) => {
            let mut seen: SmallVec<[i32; 8]> = SmallVec::new();
            each(board, scope, group, |v| {
                let n = measured(v, *measure);
                if !seen.contains(&n) {
                    seen.push(n);
                }
            });
            seen.len() as i32
        }
        Quantity::DifferentNames(group) => different_names(board, scope, group),
        Quantity::Greatest(measure, group) => {
            // CR 107.1b: all of them may be less than nothing.
            let mut most = None;
            each(board, scope, group, |v| most = most.max(Some(measured(v, *measure))));
            most.unwrap_or(0)
        }
        Quantity::CardTypes(group) => {
            let mut types = CardTypes::empty();
            each(board, scope, group, |v| types |= v.chars.types);
            types.bits().count_ones() as i32
        }
        Quantity::Supertypes(group) => {
            let mut types = Supertypes::empty();
            each(board, scope, group, |v| types |= v.chars.supertypes);
            types.bits().count_ones() as i32
        }
        Quantity::Subtypes(group) => {
            let mut types = SubtypeSet::NONE;
            each(board, scope, group, |v| types = types.union(&v.chars.subtypes));
            types.by_number().count() as i32
        }
        Quantity::Colors(group) => {
            let mut colors = ColorSet::empty();
            each(board, scope, group, |v| colors |= v.chars.colors);
            colors.bits().count_ones() as i32
        }
        Quantity::Counters(kind, obj) => view(*obj).map_or(0, |v| v.counters.get(*kind) as i32),
        Quantity::CountersOn(kind, group) => fold(board, scope, group, |v| match kind {
            Some(kind) => i32::try_from(v.counters.get(*kind)).unwrap_or(i32::MAX),
            None => {
                v.counters.0.iter().fold(0, |sum, (_, n, _)| sum.saturating_add(i32::try_from(*n).unwrap_or(i32::MAX)))
            }
        }),
        Quantity::PlayerCounters(kind, who) => {
            let seats = asked_about(board, scope, *who);
            seats.into_iter().map(|s| board.players().get(s).counters.get(*kind) as i32).sum()
        }
        // CR 103.4.
        Quantity::StartingLife(who) => {
            asked_about(board, scope, *who).first().map_or(0, |s| board.players().get(*s).starting_life)
        }
        // CR 903.4, 702.124c.
        Quantity::CommanderColors(who) => {
            let colors = |s: Seat| commander::identity(board.players(), s).bits().count_ones() as i32;
            asked_about(board, scope, *who).into_iter().map(colors).sum()
        }
        Quantity::Life(who) => asked_about(board, scope, *who).first().map_or(0, |s| board.players().get(*s).life),
        Quantity::HandSize(who) => {
            let seats = asked_about(board, scope, *who);
            // What is being proposed has left the hand (CR 601.2a).
            let leaving = |s: Seat| board.proposed().is_some_and(|id| board.zones().list(Zone::Hand(s)).contains(&id));
            seats.into_iter().map(|s| cards_in(board, Zone::Hand(s)) - i32::from(leaving(s))).sum()
        }
        Quantity::EventAmount | Quantity::SpellsBefore => b.event.map_or(0, |e| e.amount),
        Quantity::Prevented => b.event.map_or(0, |e| e.prevented),
        Quantity::ModesChosen => b.modes.len() as i32,
        Quantity::TimesPaid(n) => b.cast.paid.get(*n as usize).copied().unwrap_or(0).into(),
        Quantity::ManaSpent(Some(mana)) => b.cast.mana[*mana as usize].into(),
        Quantity::ManaSpent(None) => b.cast.mana.iter().map(|n| i32::from(*n)).sum(),
        Quantity::ColoredSpentOn(obj) => {
            view(*obj).map_or(0, |v| v.stack.cast.mana[..5].iter().map(|n| i32::from(*n)).sum())
        }
        Quantity::ColorsSpentOn(obj) => {
            view(*obj).map_or(0, |v| v.stack.cast.mana[..5].iter().filter(|n| **n > 0).count() as i32)
        }
        Quantity::DamageBy(obj, who) => object_in(board, scope, *obj).map_or(0, |source| {
            let seats = ever(board, scope, *who);
            let dealt = board.history().dealt.iter().filter(|(by, to, _)| *by == source && seats.contains(to));
            dealt.map(|(.., amount)| *amount).fold(0, i32::saturating_add)
        }),
        Quantity::ManaSpentOn(obj) => view(*obj).map_or(0, |v| v.stack.cast.mana.iter().map(|n| i32::from(*n)).sum()),
        Quantity::TargetCount => b.targets.len() as i32,
        Quantity::Divided => b.targets.iter().find(|t| Some(t.target) == scope.it).map_or(0, |t| t.share),
        Quantity::Devotion(colors, group) => {
            let wanted: crate::cards::def::ColorSet = colors.iter().copied().collect();
            fold(board, scope, group, |v| devotion(&v, wanted))
        }
        Quantity::DevotionVar(var, group) => match b.var(*var) {
            Some(Value::Color(color)) => {
                let wanted = crate::cards::def::ColorSet::only(*color);
                fold(board, scope, group, |v| devotion(&v, wanted))
            }
            _ => 0,
        },
        Quantity::BasicLandTypes(group) => {
            let mut found = [false; 5];
            each(board, scope, group, |v| {
                for (i, subtype) in Subtype::BASIC_LANDS.iter().enumerate() {
                    found[i] |= v.chars.subtypes.contains(*subtype);
                }
            });
            found.iter().filter(|f| **f).count() as i32
        }
        Quantity::Party(group) => {
            let mut sets = 1;
            each(board, scope, group, |v| join_party(&mut sets, |member| v.chars.subtypes.contains(member)));
            (0..u16::BITS).filter(|set| sets & (1 << set) != 0).map(|set| set.count_ones() as i32).max().unwrap_or(0)
        }
        Quantity::UnlockedDoors(group) => fold(board, scope, group, |v| v.status.unlocked.iter().count() as i32),
        Quantity::UnlockedNames(group) => {
            let mut names: SmallVec<[NameId; 8]> = SmallVec::new();
            each(board, scope, group, |v| {
                // What is shown are the names of the unlocked halves (CR 709.5).
                let shown = v.status.unlocked != Doors::NONE;
                for name in [v.chars.name, v.chars.second_name].into_iter().filter(|_| shown) {
                    if name != NameId::NONE && !names.contains(&name) {
                        names.push(name);
                    }
                }
            });
            names.len() as i32
        }
        Quantity::TurnsBegun(who) => {
            let begun = |seat: Seat| board.turn().begun.get(seat.index()).map_or(0, |n| *n as i32);
            ever(board, scope, *who).into_iter().map(begun).sum()
        }
        Quantity::Speed(who) => {
            ever(board, scope, *who).into_iter().map(|s| i32::from(board.players().get(s).speed)).sum()
        }
        Quantity::DrawnThisTurn(who) => {
            let seats = ever(board, scope, *who);
            seats.into_iter().map(|s| board.players().get(s).drawn_this_turn as i32).sum()
        }
        Quantity::DrawnThisStep(who) => {
            let seats = ever(board, scope, *who);
            seats.into_iter().map(|s| board.players().get(s).drawn_this_step as i32).sum()
        }
        Quantity::Attacked(who) => {
            let attacked = board.combat().attacked;
            let mine = board.turn().active == scope.bindings.you;
            let seats = ever(board, scope, *who);
            seats.into_iter().filter(|seat| mine && attacked.contains(*seat)).count() as i32
        }
        Quantity::SpellsThisTurn(who) => {
            let seats = ever(board, scope, *who);
            seats.into_iter().map(|s| board.players().get(s).spells_this_turn as i32).sum()
        }
        Quantity::SpellsThisGame(who) => {
            let cast = |seat: Seat| i32::try_from(board.players().get(seat).spells_this_game).unwrap_or(i32::MAX);
            ever(board, scope, *who).into_iter().map(cast).fold(0, i32::saturating_add)
        }
        Quantity::ThisTurn(tally, who) => {
            let of = |seat: Seat| {
                let player = board.players().get(seat);
                match tally {
                    Tally::LifeGained => player.gained_life,
                    Tally::LifeLost => player.lost_life,
                    Tally::DamageDealt => player.damaged,
                    Tally::NoncombatDamage => player.noncombat_damage,
                    Tally::LandsPlayed => i32::from(player.lands_played),
                }
            };
            ever(board, scope, *who).into_iter().map(of).fold(0, i32::saturating_add)
        }
        Quantity::CombatsThisTurn => i32::try_from(board.history().combats).unwrap_or(i32::MAX),
        Quantity::TimesResolved => b.key.map_or(0, |key| board.history().times_resolved(key)),
        Quantity::SpellsLastTurn(who) => {
            let seats = ever(board, scope, *who);
            seats.into_iter().map(|s| board.players().get(s).spells_last_turn as i32).sum()
        }
        Quantity::CommanderCasts(who) => {
            let casts =
                |seat| board.players().get(seat).commanders.iter().map(|c| c.casts).fold(0, u32::saturating_add);
            let seats = ever(board, scope, *who).into_iter();
            seats.map(|seat| i32::try_from(casts(seat)).unwrap_or(i32::MAX)).fold(0, i32::saturating_add)
        }
        Quantity::CommanderCastsOf(obj) => object_in(board, scope, *obj).map_or(0, |object| {
            let all = || board.players().0.iter().flat_map(|player| &player.commanders);
            all().find(|c| c.card == object.id).map_or(0, |c| i32::try_from(c.casts).unwrap_or(i32::MAX))
        }),
        Quantity::TimesMutated(obj) => object_in(board, scope, *obj)
            .and_then(|object| board.view(object))
            .map_or(0, |view| i32::from(view.linked.merged.times)),
        Quantity::ChosenNumber => super::chosen(board, b).number.unwrap_or(-1),
        Quantity::Sum(list) => list.iter().map(sub).fold(0, i32::saturating_add),
        Quantity::Minus(a, c) => sub(a).saturating_sub(sub(c)),
        Quantity::Times(a, c) => sub(a).saturating_mul(sub(c)),
        Quantity::Half(inner, Round::Up) => {
            let n = sub(inner);
            n / 2 + i32::from(n > 0 && n % 2 != 0)
        }
        Quantity::Half(inner, Round::Down) => sub(inner).div_euclid(2),
        Quantity::Quotient(a, c, round) => quotient(sub(a), sub(c), *round),
        Quantity::Max(list) => list.iter().map(sub).max().unwrap_or(0),
        Quantity::Min(list) => list.iter().map(sub).min().unwrap_or(0),
        Quantity::If(condition, then, otherwise) => {
            if holds_in(board, scope, condition) {
                sub(then)
            } else {
                sub(otherwise)
            }
        }
    }
}

/// CR 107.1a: a fraction as the instruction rounds it; nothing divided among nothing is nothing.
fn quotient(a: i32, b: i32, round: Round) -> i32 {
    if b == 0 {
        return 0;
    }
    let (a, b) = (i64::from(a) * i64::from(b.signum()), i64::from(b).abs());
    let down = a.div_euclid(b);
    let up = i64::from(round == Round::Up && a.rem_euclid(b) != 0);
    i32::try_from(down + up).unwrap_or(i32::MAX)
}

/// CR 800.4i: how many cards there are in zones of players of whom some may have left the game; `None` if nobody has, or
/// of other groups.
fn zones_asked_about(board: &impl Board, scope: Scope<'_>, group: &Objects) -> Option<i32> {
    let Objects::In(zone, Filter::Any) = group else { return None };
    if !board.players().anyone_left() {
        return None;
    }
    let (who, own): (_, fn(Seat) -> Zone) = match *zone {
        ZoneOf::Hand(who) => (who, Zone::Hand),
        ZoneOf::Library(who) => (who, Zone::Library),
        ZoneOf::Graveyard(who) => (who, Zone::Graveyard),
        ZoneOf::Battlefield | ZoneOf::Stack | ZoneOf::Exile | ZoneOf::Command | ZoneOf::Outside(_) => return None,
    };
    Some(asked_about(board, scope, who).into_iter().map(|seat| cards_in(board, own(seat))).sum())
}

/// How many cards a zone of a player holds or, if they have left, held then (CR 800.4i).
fn cards_in(board: &impl Board, zone: Zone) -> i32 {
    let last = |seat: Seat| board.players().get(seat).left.0;
    let count = match zone {
        Zone::Hand(seat) => last(seat).map(|zones| zones.hand),
        Zone::Library(seat) => last(seat).map(|zones| zones.library),
        Zone::Graveyard(seat) => last(seat).map(|zones| zones.graveyard),
        _ => None,
    };
    count.map_or_else(|| board.zones().list(zone).len() as i32, |n| n as i32)
}

/// CR 120.4a, 120.10: how much damage isn't excess damage; of what has several of the types, the least of what they say.
pub(crate) fn lethal(view: View<'_>, deathtouch: bool) -> i32 {
    let chars = view.chars;
    let mut least = i32::MAX;
    if chars.is_creature() {
        let lacks = chars.toughness.saturating_sub(view.this_turn.damage).max(0);
        least = if deathtouch { lacks.min(1) } else { lacks };
    }
    if chars.is(CardTypes::PLANESWALKER) {
        least = least.min(view.counters.get(CounterKind::Loyalty) as i32);
    }
    if chars.is(CardTypes::BATTLE) {
        least = least.min(view.counters.get(CounterKind::Defense) as i32);
    }
    least
}

/// How much of it something has: 0 if it has none, as the power of a permanent that isn't a creature (CR 208.3).
pub(crate) fn measured(view: View<'_>, measure: Measure) -> i32 {
    match measure {
        Measure::Power => view.chars.power,
        Measure::Toughness => view.chars.toughness,
        Measure::ManaValue => mana_value(view),
    }
}

/// CR 202.3: X counts on the stack only.
pub(super) fn mana_value(view: View<'_>) -> i32 {
    let x = if view.object.zone == Zone::Stack { view.stack.cast.x } else { 0 };
    view.chars.mana_value(x)
}

/// CR 700.5: mana symbols of the colours; a hybrid symbol of two of them counts once.
fn devotion(view: &View<'_>, wanted: crate::cards::def::ColorSet) -> i32 {
    let Some(cost) = &view.chars.cost else { return 0 };
    let of = |symbol: &ManaSymbol| match symbol {
        ManaSymbol::Typed(t) | ManaSymbol::TwoOr(t) => t.bit(),
        ManaSymbol::Hybrid(mask) | ManaSymbol::Phyrexian(mask) => *mask,
        ManaSymbol::Generic(_) | ManaSymbol::X | ManaSymbol::Snow => 0,
    };
    cost.0.iter().filter(|s| of(s) & wanted.bits() != 0).count() as i32
}

/// CR 201.2b: how many objects with different names there are at most: those with fewer names come first, as they stand in the way
/// of fewer others.
fn different_names(board: &impl Board, scope: Scope<'_>, group: &Objects) -> i32 {
    let mut named: SmallVec<[[NameId; 2]; 8]> = SmallVec::new();
    each(board, scope, group, |v| named.push([v.chars.name, v.chars.second_name]));
    let has = |names: &[NameId; 2], name: NameId| name != NameId::NONE && names.contains(&name);
    named.sort_by_key(|names| names.iter().filter(|name| **name != NameId::NONE).count());
    let mut chosen: SmallVec<[[NameId; 2]; 8]> = SmallVec::new();
    for names in named {
        let shared = chosen.iter().any(|other| names.iter().any(|name| has(other, *name)));
        if !shared && names.iter().any(|name| *name != NameId::NONE) {
            chosen.push(names);
        }
    }
    chosen.len() as i32
}

fn each(board: &impl Board, scope: Scope<'_>, group: &Objects, mut f: impl FnMut(View<'_>)) {
    let _ = visit_in(board, scope, group, &mut |object| {
        if let Some(view) = board.view(object) {
            f(view);
        }
        ControlFlow::Continue(())
    });
}

/// How many objects there are of a group of which something is known.
fn count(board: &impl Board, scope: Scope<'_>, group: &Objects) -> i32 {
    let mut total = 0i32;
    let _ = visit_in(board, scope, group, &mut |object| {
        let known = board.is_same(object) || board.last_known().get(object).is_some();
        total = total.saturating_add(i32::from(known));
        ControlFlow::Continue(())
    });
    total
}

fn fold(board: &impl Board, scope: Scope<'_>, group: &Objects, mut f: impl FnMut(View<'_>) -> i32) -> i32 {
    let mut total = 0i32;
    each(board, scope, group, |view| total = total.saturating_add(f(view)));
    total
}

/// Whether a group is of what a variable holds, and its words aren't about cards.
fn counts_what_moved(group: &Objects) -> bool {
    fn says_card(filter: &Filter) -> bool {
        match filter {
            Filter::Card => true,
            Filter::And(all) => all.iter().any(says_card),
            _ => false,
        }
    }
    match group {
        Objects::Var(_) => true,
        Objects::Only(of, filter) => counts_what_moved(of) && !says_card(filter),
        Objects::Were(of) => counts_what_moved(of),
        _ => false,
    }
}

/// CR 712.21e: of what the components of a melded or merged permanent have become, one alone counts as an object that moved.
fn is_other_card(board: &impl Board, object: ObjectRef, all: &[ObjectRef]) -> bool {
    if !board.table().0.traits.components {
        return false;
    }
    let before = |o: ObjectRef| o.incarnation.checked_sub(1).map(|incarnation| ObjectRef { incarnation, ..o });
    let both = all.iter().flat_map(|o| [Some(*o), before(*o)]).flatten();
    let mut others = both.flat_map(|o| super::others_of(board, o));
    others.any(|other| *other == object || Some(*other) == before(object))
}

/// CR 700.8b: one more that is counted as one of the four at most. A bit of `sets` stands for a set of them that those before
/// can make up, a bit each.
fn join_party(sets: &mut u16, is: impl Fn(Subtype) -> bool) {
    let members = ["Cleric", "Rogue", "Warrior", "Wizard"].map(Subtype::named);
    let before = *sets;
    for (bit, member) in members.iter().enumerate() {
        if member.is_some_and(&is) {
            let with = |set: &u32| before & (1 << set) != 0;
            *sets |= (0..u16::BITS).filter(with).fold(0, |all, set| all | 1 << (set | 1 << bit));
        }
    }
}
