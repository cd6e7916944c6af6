//! How much can attack or block for a cost (CR 508.1d, h-j, 509.1c-d): what no player could pay isn't offered together.

use super::attack;
use super::tax::{can_pay, of_attack};
use crate::cards::def::{CostPart, ManaCost, ManaSymbol, ManaType};
use crate::model::agenda::Agenda;
use crate::model::combat::{CombatTask, Declared};
use crate::model::decision::{Choice, Group, Limit, SetRule};
use crate::model::ids::{ObjectRef, Seat};
use crate::model::task::Task;
use crate::model::turn::Turn;
use crate::rules::driver::push;
use crate::rules::mana::Means;
use crate::rules::reading::Live;
use crate::rules::state::{EditGame, ReadGame};
use smallvec::SmallVec;

/// How many creatures can attack, if each of them costs the same generic mana: those first that make the least mana themselves, which
/// they don't once they are tapped.
fn most_for_the_same(world: &impl ReadGame, payer: Seat, options: &[Choice], taxes: &[Vec<CostPart>]) -> Option<u16> {
    let generic = |symbol: &ManaSymbol| matches!(symbol, ManaSymbol::Generic(_));
    let plain = |part: &CostPart| matches!(part, CostPart::Mana(mana) if mana.0.iter().all(generic));
    let taxed = || options.iter().zip(taxes).filter(|(_, tax)| !tax.is_empty());
    let (_, tax) = taxed().next()?;
    if !tax.iter().all(plain) || taxed().any(|(_, other)| other != tax) {
        return None;
    }
    let live = Live::new(world);
    let mut means = Means::default();
    means.rebuild(&live, payer);
    let mut attackers: SmallVec<[(usize, ObjectRef); 8]> = SmallVec::new();
    for (option, _) in taxed() {
        let Choice::Attack { attacker, .. } = option else { return None };
        if !attackers.iter().any(|(_, other)| other == attacker) {
            let lost = if attack::taps(world, *attacker) { means.most_from(attacker.id) } else { 0 };
            attackers.push((lost, *attacker));
        }
    }
    attackers.sort_by_key(|(lost, _)| *lost);
    let (mut parts, mut tapped) = (Vec::new(), Vec::new());
    let enough = |(_, attacker): &&(usize, ObjectRef)| {
        parts.extend(tax.iter().cloned());
        tapped.extend(attack::taps(world, *attacker).then_some(*attacker));
        can_pay(world, payer, &parts, &tapped)
    };
    Some(attackers.iter().take_while(enough).count() as u16)
}

/// Nobody attacks or blocks for more than a player can pay: of creatures that cost the same at most as many do it as could be paid for,
/// each as `often` as one of them can at most, and of those that cost different mana no more than there is mana in all and of each type.
/// `most` is how many a declaration before this one has shown to be too many, less one.
pub(super) fn limit(
    world: &impl ReadGame,
    (payer, often): (Seat, u16),
    (options, taxes): (&[Choice], &[Vec<CostPart>]),
    most: Option<u16>,
    rule: &mut SetRule,
) {
    let taxed: Vec<u16> = (0..taxes.len() as u16).filter(|i| !taxes[usize::from(*i)].is_empty()).collect();
    let mut classes: SmallVec<[(&[CostPart], Vec<u16>); 1]> = SmallVec::new();
    for i in &taxed {
        let tax = taxes[usize::from(*i)].as_slice();
        match classes.iter_mut().find(|(other, _)| *other == tax) {
            Some((_, members)) => members.push(*i),
            None => classes.push((tax, vec![*i])),
        }
    }
    let differ = classes.len() > 1;
    for (tax, members) in classes {
        let max = most_alike(world, payer, tax, members.len()).saturating_mul(often);
        let max = most_for_the_same(world, payer, options, taxes).map_or(max, |most| max.min(most));
        let max = most.filter(|_| !differ).map_or(max, |most| max.min(most));
        rule.groups.push(Group { members, min: 0, max, or_none: true });
    }
    if !differ {
        return;
    }
    if let Some(max) = most {
        rule.groups.push(Group { members: taxed, min: 0, max, or_none: true });
    }
    if often == 1 {
        rule.limits.extend(limits(world, payer, taxes));
    }
}

/// How many of those that cost the same could be paid for if nothing were tapped for them.
fn most_alike(world: &impl ReadGame, payer: Seat, tax: &[CostPart], many: usize) -> u16 {
    let mut parts = Vec::new();
    let payable = |_: &usize| {
        parts.extend(tax.iter().cloned());
        can_pay(world, payer, &parts, &[])
    };
    (0..many).take_while(payable).count() as u16
}

/// What mana the options cost together, in all and of each type, and how much of it could be paid.
fn limits(world: &impl ReadGame, payer: Seat, taxes: &[Vec<CostPart>]) -> Vec<Limit> {
    let helped = |part: &CostPart| matches!(part, CostPart::Waterbend(_));
    if taxes.iter().flatten().any(helped) {
        return Vec::new();
    }
    let types = ManaType::ALL.into_iter().map(|one| Some(ManaSymbol::Typed(one)));
    let limit = |symbol: Option<ManaSymbol>| {
        let each: Vec<i32> = taxes.iter().map(|tax| least(tax, symbol)).collect();
        let all = each.iter().fold(0, |sum: i32, n| sum.saturating_add(*n)).min(MOST_MANA);
        if all == 0 {
            return None;
        }
        let one = symbol.unwrap_or(ManaSymbol::Generic(1));
        let payable = |n: &i32| {
            let mana = ManaCost(std::iter::repeat_n(one, *n as usize).collect());
            can_pay(world, payer, &[CostPart::Mana(mana)], &[])
        };
        let most = (1..=all).take_while(payable).count() as i32;
        (most < all).then_some(Limit { each, most })
    };
    std::iter::once(None).chain(types).filter_map(limit).collect()
}

/// The most mana of which it is asked whether it could be paid.
const MOST_MANA: i32 = 100;

/// How much mana a cost takes at least, of a type or in all.
fn least(parts: &[CostPart], of: Option<ManaSymbol>) -> i32 {
    let count = |symbol: &ManaSymbol| match (of, symbol) {
        (Some(wanted), symbol) => i32::from(wanted == *symbol),
        (None, ManaSymbol::Generic(n)) => i32::from(*n),
        (None, ManaSymbol::X | ManaSymbol::Phyrexian(_)) => 0,
        (None, ManaSymbol::Typed(_) | ManaSymbol::Hybrid(_) | ManaSymbol::TwoOr(_) | ManaSymbol::Snow) => 1,
    };
    let mana = parts.iter().filter_map(|part| match part {
        CostPart::Mana(mana) => Some(mana),
        _ => None,
    });
    mana.flat_map(|mana| &mana.0).map(count).sum()
}

/// CR 508.1: these attackers can't be paid for. Nothing is declared again with all of those among them that cost something, or that
/// could have been tapped for mana instead.
pub(super) fn refuse(world: &mut impl EditGame, attacks: &[Declared]) {
    let mut means = Means::default();
    means.rebuild(&Live::new(world), world.part::<Turn>().active);
    let matters = |a: &&Declared| {
        let makes_mana = attack::taps(world, a.object) && means.most_from(a.object.id) > 0;
        makes_mana || !of_attack(world, a.object, a.target).is_empty()
    };
    let refused: Vec<Declared> = attacks.iter().filter(matters).copied().collect();
    let known = matches!(world.part::<Agenda>().top(), Some(Task::Combat(CombatTask::Refused { .. })));
    let before = if known { world.part_mut::<Agenda>().take_top() } else { None };
    let mut all = match before {
        Some(Task::Combat(CombatTask::Refused { attacks })) => attacks,
        _ => Vec::new(),
    };
    all.push(refused);
    push(world, Task::Combat(CombatTask::Refused { attacks: all }));
}

/// What couldn't be paid for isn't declared again, nor is anything with it. After many such declarations fewer creatures attack for a
/// cost than in any of them.
pub(super) fn not_again(world: &impl ReadGame, options: &[Choice], taxes: &[Vec<CostPart>], rule: &mut SetRule) {
    let Some(Task::Combat(CombatTask::Refused { attacks: refused })) = world.part::<Agenda>().top() else { return };
    let is = |option: &Choice, a: &Declared| matches!(option, Choice::Attack { attacker, target } if (*attacker, *target) == (a.object, a.target));
    for attacks in refused {
        let each = options.iter().map(|option| i32::from(attacks.iter().any(|a| is(option, a)))).collect();
        rule.limits.push(Limit { each, most: attacks.len() as i32 - 1 });
    }
    if refused.len() > MOST_REFUSED {
        let taxed = |i: &usize| taxes.get(*i).is_some_and(|tax| !tax.is_empty());
        let members: Vec<u16> = (0..options.len()).filter(taxed).map(|i| i as u16).collect();
        let many = |attacks: &Vec<Declared>| {
            let any = |i: &&u16| attacks.iter().any(|a| is(&options[usize::from(**i)], a));
            members.iter().filter(any).count()
        };
        let max = refused.iter().map(many).min().unwrap_or(0).saturating_sub(1) as u16;
        rule.groups.push(Group { members, min: 0, max, or_none: true });
    }
}

/// After how many refused declarations fewer creatures attack.
const MOST_REFUSED: usize = 16;
