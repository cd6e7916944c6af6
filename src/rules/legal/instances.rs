//! What a spell or ability has to choose: its texts, its modes, its instances of "target" (CR 115, 601.2b-c, 700.2).
//!
//! Modes are numbered over all texts of an object: those of a second text (fuse, splice) continue the numbers of the first.
//! Instances of "target" are numbered over the chosen modes in order.

use crate::cards::def::{CardTypes, Condition, TargetDef};
use crate::cards::{AbilityKind, Body, CardTable, ModeRow};
use crate::model::bindings::{Bindings, ChosenTarget};
use crate::model::cast::Texts;
use crate::model::ids::{AbilityHandle, ObjectId, ProgramHandle, Referent};
use crate::model::object::{AbilityInstance, Characteristics};
use crate::rules::legal::{self, targets};
use crate::rules::reading::{self, Board};
use itertools::{Either, Itertools};
use smallvec::SmallVec;
use std::borrow::Cow;

/// The spell abilities among abilities (CR 113.3a).
pub fn spell_texts(table: &CardTable, abilities: &[AbilityInstance]) -> Texts {
    let mut texts = Texts::new();
    for ability in abilities {
        if let AbilityKind::Spell(_) = table.ability(ability.handle).kind {
            texts.push(ability.handle);
        }
    }
    texts
}

/// The texts of an object on the stack as they are now: effects may have changed the words of a spell since they were
/// chosen (CR 612). Abilities don't change with their source (113.7a).
pub(crate) fn present_texts(board: &impl Board, id: ObjectId) -> Texts {
    let entry = board.stack_entry(id);
    let mut texts = entry.text.clone();
    if entry.ability.is_none() {
        let table = board.table();
        let now = &board.chars(id).abilities;
        for text in &mut texts {
            let is_it = |a: &&AbilityInstance| {
                a.handle.index == text.index && table.original(a.handle.def) == table.original(text.def)
            };
            if let Some(present) = now.iter().find(is_it) {
                *text = present.handle;
            }
        }
    }
    texts
}

/// What a text does.
pub fn body(table: &CardTable, text: AbilityHandle) -> Option<&Body> {
    match &table.ability(text).kind {
        AbilityKind::Spell(body) | AbilityKind::Activated { body, .. } | AbilityKind::Triggered { body, .. } => {
            Some(body)
        }
        _ => None,
    }
}

/// The bodies of texts, each with the number of its first mode.
pub(crate) fn bodies<'t>(
    table: &'t CardTable,
    texts: &'t [AbilityHandle],
) -> impl Iterator<Item = (AbilityHandle, &'t Body, u8)> {
    let mut first = 0u8;
    texts.iter().filter_map(move |text| {
        let body = body(table, *text)?;
        let here = first;
        first = first.saturating_add(body.modes.len() as u8);
        Some((*text, body, here))
    })
}

/// A mode by its number, with its text.
pub fn mode<'t>(table: &'t CardTable, texts: &'t [AbilityHandle], number: u8) -> Option<(AbilityHandle, &'t ModeRow)> {
    bodies(table, texts).find_map(|(text, body, first)| {
        let row = body.modes.get(number.checked_sub(first)? as usize)?;
        Some((text, row))
    })
}

/// The program of a mode.
pub fn program(text: AbilityHandle, row: &ModeRow) -> ProgramHandle {
    ProgramHandle { def: text.def, index: row.program }
}

/// The mode that has the `k`-th instance of "target" among the chosen ones, with its text and the number of its first
/// instance.
pub fn mode_of_instance<'t>(
    table: &'t CardTable,
    texts: &'t [AbilityHandle],
    modes: &[u8],
    k: u8,
) -> Option<(AbilityHandle, &'t ModeRow, u8)> {
    let mut first = 0u8;
    for number in modes {
        let Some((text, row)) = mode(table, texts, *number) else { continue };
        let next = first.saturating_add(row.targets.len() as u8);
        if (first..next).contains(&k) {
            return Some((text, row, first));
        }
        first = next;
    }
    None
}

/// One instance of "target".
#[derive(Clone, Debug)]
pub struct Instance<'t> {
    /// What may be chosen.
    pub def: Cow<'t, TargetDef>,
    /// The number of its mode's first instance; `other_than` counts from it.
    pub first: u8,
    /// It is in a text that the object has gained: X is 0 there (CR 107.3j).
    pub gained: bool,
}

/// What the words of a text refer to: in one that the object has gained X is 0 (CR 107.3j).
pub(crate) fn words(bindings: &Bindings, gained: bool) -> Cow<'_, Bindings> {
    if gained && bindings.x != 0 { Cow::Owned(Bindings { x: 0, ..bindings.clone() }) } else { Cow::Borrowed(bindings) }
}

/// The number of the first mode of the texts that an object has gained, the last ones (CR 702.47c).
pub(crate) fn first_gained(table: &CardTable, texts: &[AbilityHandle], gained: u8) -> u8 {
    if gained == 0 {
        return u8::MAX;
    }
    let own = &texts[..texts.len().saturating_sub(usize::from(gained))];
    bodies(table, own).fold(0, |sum, (_, body, _)| sum.saturating_add(body.modes.len() as u8))
}

/// Whether one of the texts says "target": the target of an Aura spell isn't chosen for them (CR 303.4a).
pub(crate) fn have_targets(table: &CardTable, texts: &[AbilityHandle]) -> bool {
    bodies(table, texts).any(|(_, body, _)| body.modes.iter().any(|mode| !mode.targets.is_empty()))
}

/// The instances of "target" of an object with these texts, the last of which it has `gained`, and characteristics, for the
/// chosen modes. An Aura spell has one by its enchant ability (CR 303.4a).
pub fn instances<'t>(
    table: &'t CardTable,
    texts: &'t [AbilityHandle],
    gained: u8,
    chars: Option<&Characteristics>,
    modes: &[u8],
) -> SmallVec<[Instance<'t>; 2]> {
    let mut all = SmallVec::new();
    if !have_targets(table, texts)
        && let Some(chars) = chars
        && chars.is(CardTypes::ENCHANTMENT)
    {
        for ability in &chars.abilities {
            if let AbilityKind::Enchant(kind) = &table.ability(ability.handle).kind {
                let one = crate::cards::def::Quantity::N(1);
                let def = TargetDef { min: one.clone(), max: one, ..TargetDef::new(kind.clone()) };
                all.push(Instance { def: Cow::Owned(def), first: 0, gained: false });
                break;
            }
        }
        return all;
    }
    let from = first_gained(table, texts, gained);
    for number in modes {
        let Some((_, row)) = mode(table, texts, *number) else { continue };
        let (first, gained) = (all.len() as u8, *number >= from);
        all.extend(row.targets.iter().map(|def| Instance { def: Cow::Borrowed(def), first, gained }));
    }
    all
}

/// The number of targets that an instance must and may have (CR 601.2c), what is divided among them included
/// (601.2d: each gets at least one).
pub(crate) fn count(board: &impl Board, bindings: &Bindings, instance: &Instance<'_>) -> (usize, usize) {
    let (def, bindings) = (&instance.def, &*words(bindings, instance.gained));
    let min = reading::value(board, bindings, &def.min).max(0) as usize;
    let mut max = reading::value(board, bindings, &def.max).max(0) as usize;
    if let Some(amount) = &def.divide {
        max = max.min(reading::value(board, bindings, amount).max(0) as usize);
    }
    (min, max)
}

/// What can be chosen for the `k`-th instance, those before it being chosen in `bindings`.
pub(crate) fn options(board: &impl Board, bindings: &Bindings, all: &[Instance<'_>], k: usize) -> Vec<Referent> {
    let (words, own) = before(bindings, &all[k]);
    let mut options = legal::target_options(board, &words, &all[k].def, &own);
    if !all[k].def.together.is_empty() {
        let (min, _) = count(board, bindings, &all[k]);
        let rule = reading::choosable_together(board, &words, &all[k].def.together, &mut options);
        // What doesn't stand with as many others as there must be isn't an option.
        let count = options.len();
        let usable: SmallVec<[bool; 16]> =
            (0..count as u16).map(|place| rule.has_set_with(place, min, count)).collect();
        let mut usable = usable.iter();
        options.retain(|_| usable.next() == Some(&true));
    }
    options
}

/// Whether these targets of one instance can be chosen together.
pub(crate) fn are_together(board: &impl Board, bindings: &Bindings, instance: &Instance<'_>, all: &[Referent]) -> bool {
    let together = &instance.def.together;
    together.is_empty() || reading::go_together(board, &words(bindings, instance.gained), together, all)
}

/// The words of an instance, and what has been chosen for those before it that it looks at.
fn before<'a>(bindings: &'a Bindings, instance: &Instance<'_>) -> (Cow<'a, Bindings>, SmallVec<[ChosenTarget; 4]>) {
    let bindings = words(bindings, instance.gained);
    if instance.def.other_than.is_empty() {
        return (bindings, SmallVec::new());
    }
    // `other_than` counts from the mode's first instance.
    let own = bindings.targets.iter().filter(|t| t.instance >= instance.first);
    let own = own.map(|t| ChosenTarget { instance: t.instance - instance.first, ..*t }).collect();
    (bindings, own)
}

/// How many partial choices are tried to see whether all instances can be served.
const BUDGET: u32 = 256;

/// Whether legal targets can be chosen for every instance from the `k`-th on.
pub(crate) fn can_choose(board: &impl Board, bindings: &mut Bindings, all: &[Instance<'_>], k: usize) -> bool {
    let mut budget = BUDGET;
    choose_rest(board, bindings, all, k, &mut budget)
}

fn choose_rest(board: &impl Board, bindings: &mut Bindings, all: &[Instance<'_>], k: usize, budget: &mut u32) -> bool {
    let Some(instance) = all.get(k) else { return true };
    if *budget == 0 {
        return false;
    }
    *budget -= 1;
    let (min, max) = count(board, bindings, instance);
    if max < min {
        return false;
    }
    let later = k + 1 < all.len();
    if min == 0 && (!later || choose_rest(board, bindings, all, k + 1, budget)) {
        return true;
    }
    let n = min.max(1);
    if !later && !instance.def.together.is_empty() {
        return !options(board, bindings, all, k).is_empty();
    }
    if !later {
        let (words, own) = before(bindings, instance);
        return targets::has_options(board, &words, &instance.def, &own, n);
    }
    let options = options(board, bindings, all, k);
    if options.len() < n {
        return false;
    }
    // Later instances may depend on what is chosen here: other targets, or what the first target controls.
    let before = bindings.targets.len();
    let n_from = |start: usize| (0..n).map(|i| options[(start + i) % options.len()]).collect();
    // Where any of them go together, those are tried that stand together.
    let sets = match instance.def.together.as_slice() {
        [] => Either::Left((0..options.len()).map(n_from)),
        _ => Either::Right(options.iter().copied().combinations(n).map(SmallVec::from_vec)),
    };
    for picked in sets {
        let picked: SmallVec<[Referent; 4]> = picked;
        if !are_together(board, bindings, instance, &picked) {
            continue;
        }
        let chosen = |target| ChosenTarget { instance: k as u8, target, share: 0, legal: true };
        bindings.targets.extend(picked.into_iter().map(chosen));
        let works = choose_rest(board, bindings, all, k + 1, budget);
        bindings.targets.truncate(before);
        if works {
            return true;
        }
        if *budget == 0 {
            return false;
        }
    }
    false
}

/// CR 700.2a: the modes of a body that can be chosen, by number.
pub(crate) fn choosable_modes(
    board: &impl Board,
    bindings: &mut Bindings,
    (texts, gained): (&[AbilityHandle], u8),
    body: &Body,
    first: u8,
) -> SmallVec<[u8; 4]> {
    let table = board.table();
    let chosen = body.unchosen.and(bindings.key).map_or(0, |key| board.history().modes_of(key));
    let numbers = (0..body.modes.len() as u8).filter(|m| chosen & (1 << m) == 0).map(|m| first + m);
    numbers
        .filter(|number| {
            let all = instances(table, texts, gained, None, &[*number]);
            all.is_empty() || can_choose(board, bindings, &all, 0)
        })
        .collect()
}

/// CR 700.2: how many modes are chosen, at least and at most.
pub(crate) fn how_many(board: &impl Board, bindings: &Bindings, body: &Body) -> (u8, u8) {
    match &body.instead {
        Some(other) if reading::holds(board, bindings, &other.only_if) => (other.min, other.max),
        _ => (body.min, body.max),
    }
}

/// Whether how many modes are chosen depends on which optional costs are paid.
pub(crate) fn depends_on_costs(table: &CardTable, texts: &[AbilityHandle]) -> bool {
    fn asks(condition: &Condition) -> bool {
        match condition {
            Condition::Paid(_) => true,
            Condition::And(all) | Condition::Or(all) => all.iter().any(asks),
            Condition::Not(inner) => asks(inner),
            _ => false,
        }
    }
    bodies(table, texts).any(|(_, body, _)| body.instead.as_ref().is_some_and(|other| asks(&other.only_if)))
}

/// Whether a body has modes to choose.
pub(crate) fn is_modal(body: &Body) -> bool {
    body.modes.len() != 1 || body.min != 1 || body.max != 1
}

/// Whether the modes of a body are all there is to choose of it, one by one and always as many.
fn is_chosen_once(body: &Body) -> bool {
    !is_modal(body) && !body.repeat && body.instead.is_none() && body.unchosen.is_none()
}

/// Whether all choices of modes and targets can be made.
pub fn choices_exist(
    board: &impl Board,
    bindings: &mut Bindings,
    texts: &[AbilityHandle],
    chars: Option<&Characteristics>,
) -> bool {
    let table = board.table();
    if chars.is_some_and(|chars| chars.is(CardTypes::ENCHANTMENT))
        && !have_targets(table, texts)
        && !can_choose(board, bindings, &instances(table, texts, 0, chars, &[]), 0)
    {
        return false;
    }
    bodies(table, texts).all(|(_, body, first)| {
        if let [row] = body.modes.as_slice() {
            match row.targets.as_slice() {
                [] => return true,
                [def] if is_chosen_once(body) => {
                    let alone = Instance { def: Cow::Borrowed(def), first: 0, gained: false };
                    return can_choose(board, bindings, &[alone], 0);
                }
                _ => {}
            }
        }
        let modes = choosable_modes(board, bindings, (texts, 0), body, first);
        let (min, _) = how_many(board, bindings, body);
        if body.repeat {
            let own: SmallVec<[u8; 4]> = modes.iter().map(|mode| mode - first).collect();
            return body.can_be_completed(&own, 0, how_many(board, bindings, body));
        }
        modes.len() >= min as usize
    })
}

/// Whether targets can be chosen for the modes that are chosen already. The last of the texts are `gained`.
pub(crate) fn choices_left(
    board: &impl Board,
    bindings: &mut Bindings,
    (texts, gained): (&[AbilityHandle], u8),
    chars: Option<&Characteristics>,
) -> bool {
    let modes = bindings.modes.clone();
    let all = instances(board.table(), texts, gained, chars, &modes);
    all.is_empty() || can_choose(board, bindings, &all, 0)
}
