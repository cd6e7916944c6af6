//! Which targets can be paid for and may be chosen, where what is paid, or whether the spell may be cast, depends on them
//! (CR 601.2c, 601.2e-f, 601.3).
//!
//! Targets are chosen one instance after the other, and the cost is known when all are. So a target is offered if the rest can be
//! chosen in a way that is legal and can be paid for; and what is chosen before any target (CR 601.2b) if some targets can be.

use super::payment;
use super::targets::aura_chars;
use crate::cards::CardTable;
use crate::model::bindings::{Bindings, ChosenTarget};
use crate::model::cast::{CastStep, Proposal, Texts, Transaction};
use crate::model::decision::{Company, Group, SetRule};
use crate::model::ids::Referent;
use crate::rules::legal::effort::{Effort, some_targets};
use crate::rules::legal::instances::are_together;
use crate::rules::legal::legality::{activating_looks_at_targets, any_rule, looks_at_targets};
use crate::rules::legal::{Instance, instances, with_means};
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use itertools::Itertools;

/// How many options are looked at two by two, at most.
const MOST_IN_PAIRS: usize = 16;

/// Whether what is paid, or whether it may be cast, may depend on what the targets are.
pub(super) fn depends(live: &Live<'_>, cast: &Transaction) -> bool {
    match cast.what {
        Proposal::Spell { .. } => looks_at_targets(live, cast.seat, live.chars(cast.object.id)).any(),
        // CR 602.2b.
        Proposal::Ability(key) => any_rule(live, |_, rule| activating_looks_at_targets(live.table(), key.handle, rule)),
        _ => false,
    }
}

/// Whether it can be cast and paid for with some targets, as things are chosen before them.
pub(super) fn with_some_targets(world: &mut impl EditGame, cast: &mut Transaction) -> bool {
    let open = cast.step < CastStep::Targets && depends(&Live::new(world), cast);
    if open { first_choice(world, cast).is_some() } else { payment::pays_as_chosen(world, cast) }
}

/// Targets with which it can be cast and paid for, as things are chosen before them; `None` if there are none.
pub(super) fn first_choice(world: &mut impl EditGame, cast: &mut Transaction) -> Option<Vec<ChosenTarget>> {
    let (table, texts) = (world.part::<CardTable>().clone(), cast.texts.clone());
    let all = all_instances(world, &table, &texts, cast);
    let before = cast.bindings.targets.len();
    let found = find(world, cast, &all, 0, &mut Effort::for_one()).then(|| cast.bindings.targets.to_vec());
    cast.bindings.targets.truncate(before);
    found
}

/// The instances of "target" of these texts for what is chosen.
fn all_instances<'t>(
    world: &impl ReadGame,
    table: &'t CardTable,
    texts: &'t Texts,
    cast: &Transaction,
) -> Vec<Instance<'t>> {
    let live = Live::new(world);
    instances(table, texts, cast.gained, aura_chars(&live, cast.object), &cast.bindings.modes).into_vec()
}

/// Finds targets for the instances from the `k`-th on with which it can be cast and paid for, and leaves them chosen.
fn find(
    world: &mut impl EditGame,
    cast: &mut Transaction,
    all: &[Instance<'_>],
    k: usize,
    effort: &mut Effort,
) -> bool {
    with_means(world, cast.seat, |world, means| {
        let mut live = Live::new(world);
        // The search has what is chosen, and what is cast has it back while the cost is read.
        let nothing = Bindings::new(cast.bindings.you, cast.bindings.this);
        let mut bindings = std::mem::replace(&mut cast.bindings, nothing);
        let mut works = |live: &mut Live<'_>, bindings: &mut Bindings| {
            std::mem::swap(&mut cast.bindings, bindings);
            let works = payment::works_with(live, means, cast);
            std::mem::swap(&mut cast.bindings, bindings);
            works
        };
        let found = some_targets(&mut live, &mut bindings, all, k, effort, &mut works);
        cast.bindings = bindings;
        found
    })
}

/// Whether these can be chosen for the `k`-th instance, as far as the cost and the rules about the spell go.
fn is_payable(
    world: &mut impl EditGame,
    cast: &mut Transaction,
    all: &[Instance<'_>],
    (k, set): (usize, &[Referent]),
    effort: &mut Effort,
) -> bool {
    effort.spend_look();
    if effort.is_spent() {
        return true;
    }
    if !are_together(&Live::new(world), &cast.bindings, &all[k], set) {
        return false;
    }
    let before = cast.bindings.targets.len();
    let chosen = |target: &Referent| ChosenTarget { instance: k as u8, target: *target, share: 0, legal: true };
    cast.bindings.targets.extend(set.iter().map(chosen));
    let found = find(world, cast, all, k + 1, effort);
    cast.bindings.targets.truncate(before);
    found
}

/// What can be chosen for an instance, as far as the cost and the rules about the spell go.
#[derive(Default)]
pub(super) struct Affordable {
    /// Each of these, alone or with others.
    pub options: Vec<Referent>,
    /// How many at least.
    pub min: usize,
    /// Of two of these one at most.
    apart: Vec<[Referent; 2]>,
    /// What can only be chosen along with one of others.
    along: Vec<(Referent, Vec<Referent>)>,
}

impl Affordable {
    /// Of `legal`, from `min` to `max` of which are chosen for the `k`-th instance, what can be paid for.
    pub(super) fn of(
        world: &mut impl EditGame,
        cast: &mut Transaction,
        k: usize,
        (min, max): (usize, usize),
        legal: &[Referent],
    ) -> Self {
        let (table, texts) = (world.part::<CardTable>().clone(), cast.texts.clone());
        let all = all_instances(world, &table, &texts, cast);
        let mut effort = Effort::for_each();
        let mut works = |set: &[Referent]| is_payable(world, cast, &all, (k, set), &mut effort);
        let mut here = Self { min, ..Self::default() };
        if min == 0 && !works(&[]) {
            here.min = 1;
        }
        let alone: Vec<bool> = legal.iter().map(|target| min <= 1 && works(&[*target])).collect();
        if max < 2 || legal.len() < 2 {
            here.options = legal.iter().zip(&alone).filter(|(_, works)| **works).map(|(target, _)| *target).collect();
            return here;
        }
        if min > 2 || legal.len() > MOST_IN_PAIRS {
            // Whatever stands in some set that can be paid for.
            for (target, alone) in legal.iter().zip(alone) {
                let others: Vec<Referent> = legal.iter().copied().filter(|o| o != target).collect();
                let sizes = min.max(2)..=max.min(legal.len());
                let mut sets = sizes.flat_map(|n| others.iter().copied().combinations(n - 1));
                if alone || sets.any(|set| works(&[set.as_slice(), &[*target]].concat())) {
                    here.options.push(*target);
                }
            }
            return here;
        }
        let mut pairs = vec![Vec::new(); legal.len()];
        for (a, b) in (0..legal.len()).tuple_combinations() {
            if works(&[legal[a], legal[b]]) {
                pairs[a].push(legal[b]);
                pairs[b].push(legal[a]);
            } else if max == 2 && alone[a] && alone[b] {
                here.apart.push([legal[a], legal[b]]);
            }
        }
        for ((target, alone), with) in legal.iter().zip(alone).zip(pairs) {
            if alone || !with.is_empty() {
                here.options.push(*target);
            }
            if !alone && !with.is_empty() {
                here.along.push((*target, with));
            }
        }
        here
    }

    /// The largest number of targets up to `max` of which some can be paid for; `None` if there is none.
    pub(super) fn most(
        world: &mut impl EditGame,
        cast: &mut Transaction,
        k: usize,
        (min, max): (usize, usize),
        legal: &[Referent],
    ) -> Option<usize> {
        let (table, texts) = (world.part::<CardTable>().clone(), cast.texts.clone());
        let all = all_instances(world, &table, &texts, cast);
        let mut effort = Effort::for_each();
        (min..=max.min(legal.len())).rev().find(|n| {
            let mut sets = legal.iter().copied().combinations(*n);
            sets.any(|set| is_payable(world, cast, &all, (k, &set), &mut effort))
        })
    }

    /// Adds to the rule about the options in their order which of them can be chosen together.
    pub(super) fn add_to(&self, rule: &mut SetRule, options: &[Referent]) {
        let place = |target: &Referent| options.iter().position(|o| o == target).map(|at| at as u16);
        for pair in &self.apart {
            let mut members: Vec<u16> = pair.iter().filter_map(place).collect();
            members.sort_unstable();
            rule.groups.push(Group { members, min: 0, max: 1, or_none: true });
        }
        for (target, with) in &self.along {
            let Some(member) = place(target) else { continue };
            let with: Vec<u16> = with.iter().filter_map(place).collect();
            if with.len() + 1 < options.len() {
                rule.company.push(Company { members: vec![member], with });
            }
        }
    }
}
