//! Choosing targets (CR 601.2c, 115), instance by instance.

use super::CastFlow;
use super::affordable::{self, Affordable};
use super::modes::ask;
use crate::cards::def::{CostPart, Rule};
use crate::model::agenda::Returned;
use crate::model::bindings::ChosenTarget;
use crate::model::cast::{Proposal, Transaction};
use crate::model::decision::{Answer, Choice, Group, Prompt, Settings, Shape, chosen};
use crate::model::ids::{ObjectRef, Referent};
use crate::model::object::Characteristics;
use crate::model::zone::Zone;
use crate::rules::legal::instances::{can_choose, count, options, words};
use crate::rules::legal::legality::own_rules;
use crate::rules::legal::{Instance, instances};
use crate::rules::reading::{self, Board, Live, rules_for};
use crate::rules::state::EditGame;

/// The target that an option is.
pub(super) fn as_target(choice: &Choice) -> Referent {
    choice.referent().unwrap_or_else(|| panic!("{choice:?} can't be a target"))
}

/// The characteristics by which a spell may have a target (CR 303.4a); abilities have none.
pub(super) fn aura_chars<'w>(live: &Live<'w>, object: ObjectRef) -> Option<&'w Characteristics> {
    if live.stack_entry(object.id).ability.is_some() { None } else { Some(live.world_chars(object.id)) }
}

/// Goes through the instances of "target".
pub(super) fn choose(world: &mut impl EditGame, cast: &mut Transaction) -> CastFlow {
    if super::complete::is_retarget(&cast.what) {
        return super::retarget::choose(world, cast);
    }
    if cast.asked {
        cast.asked = false;
        let answer = Returned::answer(world);
        take(cast, &answer);
        cast.at += 1;
    }
    loop {
        let live = Live::new(world);
        let (modes, texts) = (cast.bindings.modes.clone(), cast.texts.clone());
        let all = instances(live.table(), &texts, cast.gained, aura_chars(&live, cast.object), &modes);
        let k = cast.at as usize;
        let Some(instance) = all.get(k) else { return CastFlow::Next };
        let (mut min, mut max) = count(&live, &cast.bindings, instance);
        if max < min {
            return CastFlow::Illegal;
        }
        if max == 0 {
            cast.at += 1;
            continue;
        }
        let mut legal = options(&live, &cast.bindings, &all, k);
        if k + 1 < all.len() {
            keep_what_leaves_a_choice(&live, cast, &all, k, &mut legal);
        }
        if legal.len() < min {
            return CastFlow::Illegal;
        }
        max = max.min(legal.len());
        let (together, gained) = (all[k].def.together.clone(), all[k].gained);
        let needed = needed(&live, cast, &all, k, &legal);
        let by = all[k].def.by.and_then(|who| reading::seats(&live, &cast.bindings, who).first().copied());
        let by = by.filter(|seat| live.players().is_alive(*seat));
        drop(all);
        let cost_depends = depends_on_targets(&live, cast);
        let offer_unproven = world.part::<Settings>().offer_unproven;
        let mut paid_for = None;
        if !offer_unproven && affordable::depends(&live, cast) {
            let affordable = Affordable::of(world, cast, k, (min, max), &legal);
            legal.clone_from(&affordable.options);
            min = affordable.min;
            if legal.len() < min {
                return CastFlow::Illegal;
            }
            max = max.min(legal.len());
            paid_for = Some(affordable);
        }
        if !offer_unproven && max > min.max(1) && cost_depends {
            match Affordable::most(world, cast, k, (min, max), &legal) {
                Some(n) => max = n,
                None => return CastFlow::Illegal,
            }
        }
        let words = words(&cast.bindings, gained);
        let mut rule = reading::choosable_together(&Live::new(world), &words, &together, &mut legal);
        if !rule.has_set_of(min, legal.len()) {
            return CastFlow::Illegal;
        }
        max = max.min(legal.len());
        if max == 0 {
            cast.at += 1;
            continue;
        }
        cast.offered = legal.into_iter().map(Choice::from).collect();
        let options = cast.offered.clone();
        let groups = needed.iter().map(|these| {
            let places = (0..options.len() as u16).filter(|i| these.contains(&as_target(&options[usize::from(*i)])));
            let members: Vec<u16> = places.collect();
            Group { min: u16::from(!members.is_empty()), max: members.len() as u16, members, or_none: false }
        });
        rule.groups.extend(groups);
        if let Some(affordable) = paid_for {
            let options: Vec<Referent> = options.iter().map(as_target).collect();
            affordable.add_to(&mut rule, &options);
            if !(min..=max).any(|n| rule.has_set_of(n, options.len())) {
                return CastFlow::Illegal;
            }
        }
        let shape = if min == 1 && max == 1 && rule.is_plain() {
            Shape::ChooseOne(options)
        } else {
            Shape::ChooseSome { options, min: min as u16, max: max as u16, rule }
        };
        let prompt = Prompt::Targets { of: cast.object, instance: cast.at };
        let mut decision = ask(world, cast, prompt, shape);
        if let Some(seat) = by {
            (decision.player, decision.decider) = (seat, seat);
        }
        return CastFlow::Ask(decision);
    }
}

/// CR 601.2c: of each rule that asks for a target that none of those chosen so far is: which of these are such, if no later
/// instance can have one.
fn needed(
    live: &Live<'_>,
    cast: &Transaction,
    all: &[Instance<'_>],
    k: usize,
    legal: &[Referent],
) -> Vec<Vec<Referent>> {
    if !matches!(cast.what, Proposal::Spell { .. } | Proposal::Ability(_)) {
        return Vec::new();
    }
    let asked = |rule: &Rule| match rule {
        Rule::TargetsIfAble(who, _) => Some(*who),
        _ => None,
    };
    let rules = rules_for(live, cast.seat, asked).filter_map(|(rule, bindings)| {
        let Rule::TargetsIfAble(_, filter) = rule else { return None };
        let is_such = |target: &Referent| {
            target.object().is_some_and(|o| {
                live.object(o.id).zone == Zone::Battlefield && reading::matches(live, bindings, filter, o)
            })
        };
        let later = |j: usize| {
            let (_, max) = count(live, &cast.bindings, &all[j]);
            max > 0 && options(live, &cast.bindings, all, j).iter().any(is_such)
        };
        if cast.bindings.targets.iter().any(|t| is_such(&t.target)) || (k + 1..all.len()).any(later) {
            return None;
        }
        let such: Vec<Referent> = legal.iter().copied().filter(is_such).collect();
        (!such.is_empty()).then_some(such)
    });
    rules.collect()
}

/// Leaves out targets after which a later instance couldn't be served.
fn keep_what_leaves_a_choice(
    live: &Live<'_>,
    cast: &mut Transaction,
    all: &[Instance<'_>],
    k: usize,
    legal: &mut Vec<Referent>,
) {
    let before = cast.bindings.targets.len();
    let bindings = &mut cast.bindings;
    legal.retain(|target| {
        bindings.targets.push(ChosenTarget { instance: k as u8, target: *target, share: 0, legal: true });
        let works = can_choose(live, bindings, all, k + 1);
        bindings.targets.truncate(before);
        works
    });
}

/// Whether what is paid may depend on how many targets there are: by the spell's own words.
fn depends_on_targets(live: &Live<'_>, cast: &Transaction) -> bool {
    if matches!(cast.what, Proposal::Placed | Proposal::Retarget { .. }) {
        return false;
    }
    let times = |parts: &[CostPart]| parts.iter().any(|p| matches!(p, CostPart::Times(..)));
    let own = live.chars(cast.object.id).abilities.iter().any(|a| match &live.table().ability(a.handle).kind {
        crate::cards::AbilityKind::AdditionalCost(cost) => times(&cost.0),
        _ => false,
    });
    let chars = live.chars(cast.object.id);
    let rules = own_rules(live, chars)
        .any(|(_, rule)| matches!(rule, Rule::CostsMore(..) | Rule::CostsLess(..) | Rule::CostsLessOf { .. }));
    own || rules || cast.base.as_ref().is_some_and(|cost| times(&cost.0))
}

fn take(cast: &mut Transaction, answer: &Answer) {
    let instance = cast.at;
    let mut add = |choice: &Choice| {
        cast.bindings.targets.push(ChosenTarget { instance, target: as_target(choice), share: 0, legal: true });
    };
    match answer {
        Answer::Some(places) => places.iter().for_each(|p| add(&cast.offered[*p as usize])),
        answer => add(&chosen(&cast.offered, answer)),
    }
}
