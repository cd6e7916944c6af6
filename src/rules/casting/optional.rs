//! Optional costs: kicker, multikicker, buyback (CR 601.2b, 702.33, 702.27); splice (702.47).

use super::modes::ask;
use super::targets::aura_chars;
use super::{CastFlow, payment, variable};
use crate::cards::AbilityKind;
use crate::model::agenda::Returned;
use crate::model::cast::{CastStep, Proposal, Transaction};
use crate::model::decision::{Answer, Choice, Prompt, Shape, chosen};
use crate::model::ids::{AbilityHandle, ObjectRef};
use crate::rules::layers;
use crate::rules::legal::instances::{choices_left, depends_on_costs};
use crate::rules::legal::legality::{is_lessened_by_paying, is_sorcery_time, looks_at_targets};
use crate::rules::legal::payable::largest_x;
use crate::rules::legal::{choices_exist, spell_texts};
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use smallvec::SmallVec;

/// Goes through the optional costs of a spell; of each it is asked how often it is paid, if it can be.
pub(super) fn costs(world: &mut impl EditGame, cast: &mut Transaction) -> CastFlow {
    if !matches!(cast.what, Proposal::Spell { .. }) {
        return CastFlow::Next;
    }
    if cast.asked {
        cast.asked = false;
        let times = match Returned::answer(world) {
            Answer::Confirm(yes) => i32::from(yes),
            Answer::Number(n) => n,
            // CR 702.174a: which opponent.
            answer @ Answer::One(_) => match chosen(&cast.offered, &answer) {
                Choice::Player(seat) => {
                    cast.bindings.cast.promised = Some(seat);
                    1
                }
                _ => 0,
            },
            answer => panic!("expected how often a cost is paid, got {answer:?}"),
        };
        set(cast, times);
        cast.at += 1;
    }
    loop {
        let live = Live::new(world);
        let table = live.table();
        let costs = live.chars(cast.object.id).abilities.iter();
        let mut costs = costs.filter_map(|a| match &table.ability(a.handle).kind {
            AbilityKind::OptionalCost { cost, multiple, all_modes, opponent, flash, either, .. } => {
                let lessens = cost.0.iter().any(|part| part.lessens().is_some());
                Some((*multiple, *all_modes, *opponent, *flash, *either, lessens))
            }
            _ => None,
        });
        let Some((multiple, all_modes, opponent, flash, either, lessens)) = costs.nth(cast.at as usize) else {
            return CastFlow::Next;
        };
        if all_modes {
            // It was asked for with the modes.
            cast.at += 1;
            continue;
        }
        if either {
            match one_of_several(world, cast) {
                Some(pays) => {
                    set(cast, i32::from(pays));
                    cast.at += 1;
                    continue;
                }
                None => set(cast, 0),
            }
            let prompt = Prompt::OptionalCost(cast.object, cast.at);
            return CastFlow::Ask(ask(world, cast, prompt, Shape::Confirm));
        }
        if flash && let Some(pays) = for_flash(world, cast, lessens) {
            set(cast, i32::from(pays));
            cast.at += 1;
            continue;
        }
        let (least, most) = if is_lessened_by_paying(&live, live.chars(cast.object.id), usize::from(cast.at)) {
            let most = if multiple { MOST } else { 1 };
            where_it_works(world, cast, most)
        } else if multiple {
            (0, largest_x(false, |n| works(world, cast, n.min(MOST))).unwrap_or(0).min(MOST))
        } else {
            (0, i32::from(works(world, cast, 1)))
        };
        set(cast, least);
        if most == least {
            cast.at += 1;
            continue;
        }
        // CR 702.48a: without it the spell may cost too much.
        if lessens && !payment::could_pay(world, cast) {
            set(cast, 1);
            cast.at += 1;
            continue;
        }
        if opponent {
            let opponents = Live::new(world).players().opponents(cast.seat);
            cast.offered = opponents.iter().map(Choice::Player).chain([Choice::Pass]).collect();
            let prompt = Prompt::OptionalCost(cast.object, cast.at);
            return CastFlow::Ask(ask(world, cast, prompt, Shape::ChooseOne(cast.offered.clone())));
        }
        let shape = if multiple { Shape::Number { min: least, max: most } } else { Shape::Confirm };
        let prompt = Prompt::OptionalCost(cast.object, cast.at);
        return CastFlow::Ask(ask(world, cast, prompt, shape));
    }
}

/// CR 601.3c: whether a cost is paid for casting the spell as though it had flash; `None` if its player may choose. There is nothing to
/// pay for where a sorcery could be cast, or during a resolution (608.2g), unless the total cost is less by it (702.48a). Where nothing
/// else lets the spell be cast it has to be paid.
fn for_flash(world: &impl ReadGame, cast: &Transaction, lessens: bool) -> Option<bool> {
    let live = Live::new(world);
    if cast.nested || is_sorcery_time(&live, &cast.bindings) {
        return (!lessens).then_some(false);
    }
    let otherwise = cast.timely || looks_at_targets(&live, cast.seat, live.chars(cast.object.id)).legality;
    (!otherwise).then_some(true)
}

/// CR 601.2b, 601.3c: what will have to be paid of costs that haven't been asked for yet: how often each cost is paid, for each way in
/// which that can be. Nothing where all that has to be paid is known.
pub(super) fn still_to_pay(world: &impl ReadGame, cast: &Transaction) -> SmallVec<[SmallVec<[u8; 4]>; 1]> {
    let mut ways: SmallVec<[SmallVec<[u8; 4]>; 1]> = SmallVec::new();
    if !matches!(cast.what, Proposal::Spell { .. }) || cast.step > CastStep::OptionalCosts {
        return ways;
    }
    let live = Live::new(world);
    let table = live.table();
    let costs = live.chars(cast.object.id).abilities.iter().filter_map(|a| match &table.ability(a.handle).kind {
        AbilityKind::OptionalCost { flash, either, .. } => Some((*flash, *either)),
        _ => None,
    });
    let costs: SmallVec<[(bool, bool); 2]> = costs.collect();
    let must = |(flash, either): &(bool, bool)| *flash || *either;
    if !costs.iter().any(must) {
        return ways;
    }
    let paid = &cast.bindings.cast.paid;
    let pays = |place: usize| paid.get(place).is_some_and(|times| *times > 0);
    let is_open = |place: usize| match cast.step {
        CastStep::OptionalCosts => place > usize::from(cast.at),
        CastStep::Modes => !depends_on_costs(table, &cast.texts),
        _ => true,
    };
    let open = |place: &usize| is_open(*place) && !pays(*place);
    let mut supposed = paid.clone();
    for place in (0..costs.len()).filter(|place| costs[*place].0 && open(place)) {
        if for_flash(world, cast, false) == Some(true) {
            suppose(&mut supposed, place);
        }
    }
    let several: SmallVec<[usize; 2]> = (0..costs.len()).filter(|place| costs[*place].1).collect();
    if several.is_empty() || several.iter().any(|place| pays(*place)) {
        ways.extend((supposed != *paid).then_some(supposed));
        return ways;
    }
    for place in several.into_iter().filter(open) {
        let mut one = supposed.clone();
        suppose(&mut one, place);
        ways.push(one);
    }
    if ways.is_empty() && supposed != *paid {
        ways.push(supposed);
    }
    ways
}

/// A cost is paid once.
fn suppose(paid: &mut SmallVec<[u8; 4]>, place: usize) {
    if paid.len() <= place {
        paid.resize(place + 1, 0);
    }
    paid[place] = 1;
}

/// CR 601.2b: whether a cost is paid that is one of several of which one has to be paid; `None` if the player chooses between it and
/// a later one.
fn one_of_several(world: &mut impl EditGame, cast: &mut Transaction) -> Option<bool> {
    let live = Live::new(world);
    let table = live.table();
    let costs = live.chars(cast.object.id).abilities.iter();
    let costs = costs.filter_map(|a| match &table.ability(a.handle).kind {
        AbilityKind::OptionalCost { either, .. } => Some(*either),
        _ => None,
    });
    let places: SmallVec<[usize; 2]> = costs.enumerate().filter(|(_, either)| *either).map(|(at, _)| at).collect();
    let here = usize::from(cast.at);
    if places.iter().any(|at| *at < here && cast.bindings.cast.paid.get(*at).is_some_and(|times| *times > 0)) {
        return Some(false);
    }
    let can_pay = works(world, cast, 1);
    set(cast, 0);
    let later = places.iter().filter(|at| **at > here).any(|at| {
        set_at(cast, *at, 1);
        let works = payment::could_pay(world, cast);
        cast.bindings.cast.paid.truncate(here + 1);
        works
    });
    match (can_pay, later) {
        (true, true) => None,
        // What can't be paid is noticed as it is paid.
        (pays, later) => Some(pays || !later && places.last() == Some(&here)),
    }
}

/// No cost is paid more often.
const MOST: i32 = 200;
/// How often a cost is tried at most until that works once.
const MOST_FIRST: i32 = 40;

/// Whether all modes of a spell are chosen, for a cost that is paid besides (CR 702.42a).
pub(super) enum AllModes {
    /// The player has yet to say.
    Open,
    /// They are.
    Chosen,
    /// They aren't.
    Declined,
}

/// CR 702.42a: what is known of whether all modes are chosen; `None` if no cost offers that.
pub(super) fn all_modes(world: &mut impl EditGame, cast: &mut Transaction) -> Option<AllModes> {
    let place = entwine_place(world, cast)?;
    if let Some(times) = cast.bindings.cast.paid.get(place) {
        return Some(if *times > 0 { AllModes::Chosen } else { AllModes::Declined });
    }
    set_at(cast, place, 1);
    let works = payment::could_pay(world, cast);
    if works {
        cast.bindings.cast.paid.truncate(place);
        return Some(AllModes::Open);
    }
    set_at(cast, place, 0);
    Some(AllModes::Declined)
}

/// Takes down whether all modes are chosen.
pub(super) fn entwine(world: &impl ReadGame, cast: &mut Transaction, all: bool) {
    if let Some(place) = entwine_place(world, cast) {
        set_at(cast, place, i32::from(all));
    }
}

/// The question whether the cost for all modes is paid.
pub(super) fn prompt(world: &impl ReadGame, cast: &Transaction) -> Prompt {
    Prompt::OptionalCost(cast.object, entwine_place(world, cast).unwrap_or(0) as u8)
}

/// The place of the cost for all modes among the optional costs of a spell.
fn entwine_place(world: &impl ReadGame, cast: &Transaction) -> Option<usize> {
    if !matches!(cast.what, Proposal::Spell { .. }) {
        return None;
    }
    let live = Live::new(world);
    let table = live.table();
    let costs = live.chars(cast.object.id).abilities.iter();
    let mut costs = costs.filter_map(|a| match &table.ability(a.handle).kind {
        AbilityKind::OptionalCost { all_modes, .. } => Some(*all_modes),
        _ => None,
    });
    costs.position(|all| all)
}

fn set(cast: &mut Transaction, times: i32) {
    set_at(cast, usize::from(cast.at), times);
}

fn set_at(cast: &mut Transaction, at: usize, times: i32) {
    if cast.bindings.cast.paid.len() <= at {
        cast.bindings.cast.paid.resize(at + 1, 0);
    }
    cast.bindings.cast.paid[at] = times.clamp(0, MOST) as u8;
}

/// CR 601.2b, 601.2f: how often a cost has to be paid at least, and can be at most, where the total cost is less for each time.
fn where_it_works(world: &mut impl EditGame, cast: &mut Transaction, most: i32) -> (i32, i32) {
    let Some(least) = (0..=most.min(MOST_FIRST)).find(|n| works(world, cast, *n)) else { return (0, 0) };
    let more = (least + 1..=most).take_while(|n| works(world, cast, *n));
    (least, more.last().unwrap_or(least))
}

/// CR 601.4: whether the cost can be paid `times` times, and the spell still has what it needs then, with some X: that is chosen next.
fn works(world: &mut impl EditGame, cast: &mut Transaction, times: i32) -> bool {
    set(cast, times);
    if !payment::could_pay(world, cast) {
        return false;
    }
    let values = variable::possible(world, cast);
    let live = Live::new(world);
    let chars = aura_chars(&live, cast.object);
    let depends = depends_on_costs(live.table(), &cast.texts);
    let before = cast.bindings.x;
    let bindings = &mut cast.bindings;
    let found = values.rev().any(|x| {
        bindings.x = x;
        if depends {
            return choices_exist(&live, bindings, &cast.texts, chars);
        }
        choices_left(&live, bindings, (&cast.texts, cast.gained), chars)
    });
    bindings.x = before;
    found
}

/// CR 702.47a: cards of the hand are revealed one after the other and their text is added.
pub(super) fn splice(world: &mut impl EditGame, cast: &mut Transaction) -> CastFlow {
    if !matches!(cast.what, Proposal::Spell { .. }) {
        return CastFlow::Next;
    }
    if cast.asked {
        cast.asked = false;
        let answer = Returned::answer(world);
        let Choice::Object(card) = chosen(&cast.offered, &answer) else { return CastFlow::Next };
        let live = Live::new(world);
        let place = splice_ability(&live, cast, card).map_or(0, |(place, _)| place);
        let texts = spell_texts(live.table(), &live.chars(card.id).abilities);
        cast.spliced.push((card, place));
        cast.gained = cast.gained.saturating_add(texts.len() as u8);
        cast.texts.extend(texts);
        crate::rules::resolving::reveal(world, &[card]);
        if !layers::is_fresh(world) {
            return CastFlow::Refresh;
        }
    }
    let live = Live::new(world);
    let hand = &live.zones().own[cast.seat.index()].hand;
    let able = hand.iter().map(|id| live.object(*id).reference());
    let able: SmallVec<[ObjectRef; 4]> = able.filter(|card| splice_ability(&live, cast, *card).is_some()).collect();
    let mut options = Vec::new();
    for card in able {
        if can_splice(world, cast, card) {
            options.push(Choice::Object(card));
        }
    }
    if options.is_empty() {
        return CastFlow::Next;
    }
    options.push(Choice::Pass);
    cast.offered = options.clone();
    let prompt = Prompt::Splice(cast.object);
    CastFlow::Ask(ask(world, cast, prompt, Shape::ChooseOne(options)))
}

/// The splice ability of a card that works with the spell and hasn't been used (CR 702.47b), by its place.
fn splice_ability(live: &Live<'_>, cast: &Transaction, card: ObjectRef) -> Option<(u8, AbilityHandle)> {
    if cast.spliced.iter().any(|(c, _)| *c == card) {
        return None;
    }
    let abilities = &live.chars(card.id).abilities;
    abilities.iter().enumerate().find_map(|(i, a)| match &live.table().ability(a.handle).kind {
        AbilityKind::Splice { onto, .. } if reading::matches(live, &cast.bindings, onto, cast.object) => {
            Some((i as u8, a.handle))
        }
        _ => None,
    })
}

/// CR 702.47b: the choices that its text needs can be made, and the cost can be paid.
fn can_splice(world: &mut impl EditGame, cast: &mut Transaction, card: ObjectRef) -> bool {
    let live = Live::new(world);
    let Some((place, _)) = splice_ability(&live, cast, card) else { return false };
    let texts = spell_texts(live.table(), &live.chars(card.id).abilities);
    let mut bindings = cast.bindings.clone();
    if !choices_exist(&live, &mut bindings, &texts, None) {
        return false;
    }
    cast.spliced.push((card, place));
    let works = payment::could_pay(world, cast);
    cast.spliced.pop();
    works
}
