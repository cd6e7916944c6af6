//! How many creatures can attack (CR 508.1c-d).

use super::alone;
use crate::cards::CardTable;
use crate::cards::def::{Rule, StaticEffect};
use crate::model::continuous::RuleRow;
use crate::model::decision::{Choice, Group, SetRule};
use crate::model::ids::{ObjectRef, Referent};
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::ReadGame;

/// More steps than these aren't taken to find out how many requirements can be obeyed.
const MOST_STEPS: u32 = 10_000;

/// CR 508.1c: of which options at most N can be chosen, a group for each limit; none if no rule limits attacks.
pub(super) fn of_options(world: &impl ReadGame, options: &[Choice]) -> Vec<Group> {
    let board = Live::new(world);
    let table = world.part::<CardTable>();
    let limit = |row: &RuleRow| {
        let StaticEffect::Rule(Rule::AttackLimit { who, most }) = &table.static_row(row.handle).effect else {
            return None;
        };
        let bindings = board.bindings_of(row);
        let attacked = |target: &Referent| match (who, target) {
            (None, _) => true,
            (Some(who), Referent::Player(seat)) => reading::player_matches(&board, bindings, *who, *seat),
            (Some(_), Referent::Object(_)) => false,
        };
        let meant = |option: &Choice| matches!(option, Choice::Attack { target, .. } if attacked(target));
        let members: Vec<u16> = (0..options.len() as u16).filter(|i| meant(&options[usize::from(*i)])).collect();
        Some(Group { members, min: 0, max: *most, or_none: true })
    };
    board.rules().rules.iter().filter_map(limit).filter(|group| group.members.len() > usize::from(group.max)).collect()
}

/// CR 508.1d: adds the limits to a rule, and how many requirements can be obeyed without breaking one. `weights` is how many each option
/// obeys, of those that are free.
pub(super) fn limit(
    limits: Vec<Group>,
    attackers: &[ObjectRef],
    options: &[Choice],
    weights: &[Option<i32>],
    rule: &mut SetRule,
) {
    rule.groups.extend(limits);
    if rule.min_weight == 0 {
        return;
    }
    let weighed = |places: Vec<u16>| {
        let free = places.into_iter().filter_map(|place| Some((place, weights[usize::from(place)]?)));
        let mut own: Vec<(u16, i32)> = free.collect();
        own.sort_by_key(|(place, weight)| (std::cmp::Reverse(*weight), *place));
        own
    };
    let own = alone::places(attackers, options).into_iter().map(weighed);
    let mut each: Vec<Vec<(u16, i32)>> = own.filter(|own| !own.is_empty()).collect();
    each.sort_by_key(|own| std::cmp::Reverse(own[0].1));
    let most = std::mem::take(&mut rule.min_weight);
    let mut search = Search { rule, each: &each, best: 0, steps: MOST_STEPS };
    search.go(0, &mut Vec::new(), 0);
    rule.min_weight = search.best.min(most);
}

/// The search for the attacks that obey the most requirements.
struct Search<'a> {
    rule: &'a SetRule,
    /// The options of each attacker, with how many requirements they obey, the most first.
    each: &'a [Vec<(u16, i32)>],
    best: i32,
    steps: u32,
}

impl Search<'_> {
    fn go(&mut self, at: usize, chosen: &mut Vec<u16>, met: i32) {
        let rest: i32 = self.each[at..].iter().map(|own| own[0].1.max(0)).sum();
        let Some(left) = self.steps.checked_sub(1).filter(|_| met + rest > self.best) else { return };
        self.steps = left;
        if met > self.best {
            let mut sorted = chosen.clone();
            sorted.sort_unstable();
            if self.rule.check(&sorted).is_ok() {
                self.best = met;
            }
        }
        let Some(own) = self.each.get(at) else { return };
        for (place, weight) in own {
            chosen.push(*place);
            if self.rule.may_begin_with(chosen) {
                self.go(at + 1, chosen, met + weight);
            }
            chosen.pop();
        }
        self.go(at + 1, chosen, met);
    }
}
