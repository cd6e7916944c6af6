//! Which activated abilities of an object can be activated (CR 602), loyalty abilities (606) included.

use super::timing::{sorcery_time, too_new, use_allowed};
use crate::cards::def::{Condition, Cost, CostPart, ManaCost, ObjectRule, Rule, Who, ZoneKind};
use crate::cards::{AbilityKind, ActivatedTag, Traits, parts_filter_by_x, parts_use_x};
use crate::model::bindings::Bindings;
use crate::model::cast::{AlternatePayment, TotalCost};
use crate::model::decision::Choice;
use crate::model::dirt::Gates;
use crate::model::ids::{AbilityKey, ObjectId, Seat};
use crate::model::mana::Purpose;
use crate::model::object::{AbilityInstance, Restrictions};
use crate::rules::legal::castable::works_with_some;
use crate::rules::legal::legality::activating_looks_at_targets;
use crate::rules::legal::payable::{MOST_X, payable_by_itself};
use crate::rules::legal::total::add_to_activation;
use crate::rules::legal::{any_rule, choices_exist, is_barred, payable};
use crate::rules::mana::{LazyMeans, Means};
use crate::rules::reading::{self, Board, Live};

/// Adds the abilities of an object that a player can activate now. Mana abilities (CR 605.3a) are left out unless players
/// pay by hand or they are activated only as an instant: the player who pays uses the others. What is frozen by split second has
/// only mana abilities (CR 702.61a-b).
pub(super) fn activated(
    live: &Live<'_>,
    means: &LazyMeans<'_>,
    seat: Seat,
    (id, zone): (ObjectId, ZoneKind),
    (frozen, by_hand): (bool, bool),
    out: &mut Vec<Choice>,
) {
    let traits = &live.table().0.traits;
    if !frozen || by_hand || traits.lifts || traits.timed_mana {
        let wanted = |use_: &Use| match use_ {
            Use::Mana { timed } => by_hand || *timed,
            Use::Other { special } => !frozen || *special,
        };
        each(live, means, seat, (id, zone), wanted, out);
    }
}

/// CR 605.3a: the mana abilities that a player who is asked to pay can activate.
pub(crate) fn mana_abilities_now(live: &Live<'_>, means: &Means, seat: Seat, out: &mut Vec<Choice>) {
    let (zones, means) = (live.zones(), &LazyMeans::known(means));
    let pays = |use_: &Use| matches!(use_, Use::Mana { timed: false });
    for &id in &zones.battlefield {
        each(live, means, seat, (id, ZoneKind::Battlefield), pays, out);
    }
    for &id in &zones.own[seat.index()].hand {
        each(live, means, seat, (id, ZoneKind::Hand), pays, out);
    }
}

/// What an activated ability is for.
enum Use {
    /// Mana: only as an instant (`timed`), or while a cost is paid, too.
    Mana { timed: bool },
    /// Something else: as a special action (`special`), or not.
    Other { special: bool },
}

/// Adds the abilities of an object whose use is wanted.
fn each(
    live: &Live<'_>,
    means: &LazyMeans<'_>,
    seat: Seat,
    (id, zone): (ObjectId, ZoneKind),
    wanted: impl Fn(&Use) -> bool,
    out: &mut Vec<Choice>,
) {
    let chars = live.chars(id);
    let table = live.table();
    for instance in &chars.abilities {
        let ability = table.ability(instance.handle);
        if ability.zones & Traits::bit(zone) == 0 {
            continue;
        }
        let AbilityKind::Activated {
            cost,
            sorcery_speed,
            instant_speed,
            only_if,
            per_turn,
            by,
            less,
            less_by,
            least_x,
            special,
            is_mana,
            is_loyalty,
            tag,
            ..
        } = &ability.kind
        else {
            continue;
        };
        let use_ = if *is_mana {
            Use::Mana { timed: *instant_speed || *sorcery_speed }
        } else {
            Use::Other { special: *special }
        };
        if !wanted(&use_) {
            continue;
        }
        // CR 602.2: its controller, or its owner where it has none, unless it says otherwise.
        if *by == Who::You && chars.controller != seat {
            continue;
        }
        let object = live.object(id).reference();
        let key = instance.key(object);
        let may = || {
            let by_words = |who| reading::player_matches(live, &Bindings::new(chars.controller, object), who, seat);
            *by == Who::You || by_words(*by)
        };
        let about = About {
            cost,
            only_if,
            // CR 702.142a: once each turn, unless an effect says otherwise.
            per_turn: match tag {
                Some(ActivatedTag::Boast) if chars.restrictions.contains(Restrictions::BOASTS_TWICE) => Some(2),
                _ => *per_turn,
            },
            sorcery_speed: *sorcery_speed,
            is_loyalty: *is_loyalty,
            is_mana: *is_mana,
            is_lessened: less.is_some() || less_by.is_some(),
            least_x: i32::from(*least_x),
            special: *special,
        };
        if may() && can_activate(live, means, seat, key, *instance, &about) {
            out.push(Choice::Activate { key });
        }
    }
}

/// What an activated ability says about its activation.
struct About<'a> {
    cost: &'a Cost,
    only_if: &'a Condition,
    per_turn: Option<u8>,
    sorcery_speed: bool,
    is_loyalty: bool,
    is_mana: bool,
    /// It costs less by its own words.
    is_lessened: bool,
    /// The least that X can be.
    least_x: i32,
    /// It is a special action (CR 116.2d).
    special: bool,
}

fn can_activate(
    live: &Live<'_>,
    means: &LazyMeans<'_>,
    seat: Seat,
    key: AbilityKey,
    instance: AbilityInstance,
    about: &About<'_>,
) -> bool {
    let id = key.object.id;
    let bar = if about.is_mana { Restrictions::CANT_ACTIVATE_MANA } else { Restrictions::CANT_ACTIVATE };
    let barred = !about.special && live.chars(id).restrictions.contains(bar);
    if live.status(id).phased_out || barred {
        return false;
    }
    // CR 606.3.
    let any_time = about.is_loyalty && live.chars(id).restrictions.contains(Restrictions::LOYALTY_AS_INSTANT);
    if about.is_loyalty && (loyalty_is_used(live, seat, id) || !any_time && !sorcery_time(live, seat)) {
        return false;
    }
    if !use_allowed(live, seat, key, about.only_if, about.per_turn, about.sorcery_speed && !any_time) {
        return false;
    }
    // CR 605.1a: whether an ability is a mana ability doesn't depend on what it makes now.
    if !about.special && (!about.is_mana && prohibited(live, seat, key) || is_barred(live, seat, key)) {
        return false;
    }
    let gated = !live.part::<Gates>().open && (!means.unproven || about.is_mana);
    if gated && is_out_of_reach(live, means, id, about) {
        return false;
    }
    let mut bindings = Bindings::new(seat, key.object);
    bindings.key = Some(key);
    live.note_granter(&mut bindings, instance.origin, instance.handle);
    let texts = [instance.handle];
    if gated
        && !about.is_lessened
        && let Some(payable) = payable_by_itself(live, means, &bindings, &about.cost.0)
    {
        bindings.x = about.least_x;
        return payable && choices_exist(live, &mut bindings, &texts, None);
    }
    let by_targets =
        |live: &Live<'_>| any_rule(live, |_, rule| activating_looks_at_targets(live.table(), instance.handle, rule));
    // CR 601.2f: where the cost depends on the targets, some choice of them is enough.
    if !about.is_mana && !about.special && by_targets(live) {
        let last = if parts_use_x(&about.cost.0) { MOST_X } else { about.least_x + 1 };
        return (about.least_x..last).any(|x| {
            bindings.x = x;
            works_with_some(live, &mut bindings, &texts, |chosen| affordable_at(live, means, chosen, about, x))
        });
    }
    if parts_filter_by_x(&about.cost.0) {
        let works =
            |x| affordable_at(live, means, &mut bindings, about, x) && choices_exist(live, &mut bindings, &texts, None);
        return (about.least_x..MOST_X).any(works);
    }
    if !affordable_at(live, means, &mut bindings, about, about.least_x) {
        return false;
    }
    if !parts_use_x(&about.cost.0) {
        return choices_exist(live, &mut bindings, &texts, None);
    }
    // What can be targeted may depend on X, so any X that can be paid will do.
    for x in about.least_x..MOST_X {
        if x > about.least_x && !affordable_at(live, means, &mut bindings, about, x) {
            return false;
        }
        bindings.x = x;
        if choices_exist(live, &mut bindings, &texts, None) {
            return true;
        }
    }
    false
}

/// CR 606.3: whether a player can activate no more loyalty abilities of a permanent this turn.
fn loyalty_is_used(live: &Live<'_>, seat: Seat, id: ObjectId) -> bool {
    let this_turn = live.this_turn(id);
    if !this_turn.loyalty_used {
        return false;
    }
    let twice = live.chars(id).restrictions.contains(Restrictions::LOYALTY_TWICE);
    let more = reading::rules_of(live, id).map(|(rule, bindings)| match rule {
        ObjectRule::LoyaltyMore(n) if bindings.you == seat => *n,
        _ => 0,
    });
    this_turn.loyalty_again >= more.fold(u8::from(twice), u8::saturating_add)
}

/// Whether a cost certainly can't be paid, whatever is chosen: a gate, so that most abilities need no closer look. It rests on
/// this: but for `ActivationCost`, rules in force only add to what an activation costs (CR 601.2f), the object itself must be able to
/// become tapped if that is a part of the cost, and only such a rule, its own words and what is sacrificed for a cost make less mana do.
fn is_out_of_reach(live: &Live<'_>, means: &LazyMeans<'_>, id: ObjectId, about: &About<'_>) -> bool {
    let parts = &about.cost.0;
    let lacks_mana = |cost: &ManaCost| {
        let sacrifices = || parts.iter().any(|part| part.lessens().is_some());
        let by_rule = || any_rule(live, |_, rule| matches!(rule, Rule::ActivationCost { less: Some(_), .. }));
        let lessened = || about.is_lessened || sacrifices() || by_rule();
        means.are_less_than(cost) && !lessened()
    };
    parts.iter().any(|part| match part {
        CostPart::Tap => live.status(id).tapped || too_new(live, id),
        CostPart::Mana(cost) => lacks_mana(cost),
        _ => false,
    })
}

fn affordable_at(live: &Live<'_>, means: &LazyMeans<'_>, bindings: &mut Bindings, about: &About<'_>, x: i32) -> bool {
    bindings.x = x;
    let mut total = TotalCost::default();
    total.paid_for.what = if about.special { Purpose::Other } else { Purpose::Ability };
    total.add(live, bindings, &about.cost.0);
    if !about.special {
        add_to_activation(live, bindings, &mut total);
    }
    means.unproven && !about.is_mana || payable(live, means, bindings, &total, AlternatePayment::default())
}

/// CR 602.5: whether an effect prohibits a player from activating abilities of the object that aren't mana abilities.
fn prohibited(live: &Live<'_>, seat: Seat, key: AbilityKey) -> bool {
    any_rule(live, |bindings, rule| match rule {
        Rule::CantActivate(who, filter) => {
            reading::player_matches(live, bindings, *who, seat) && reading::matches(live, bindings, filter, key.object)
        }
        _ => false,
    })
}
