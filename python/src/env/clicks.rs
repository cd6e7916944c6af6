//! Decisions as sequences of clicks: each click is one of a fixed number of ids.
//!
//! Id 0 ends a set. Each other id is a place in a list: an option, a number, yes or no, a name. A list that is longer than
//! the ids are is chosen from in several clicks, as a number is written in digits: the first click says in which part of
//! the list, the last one which of it. So every decision fits, however long its list is.
//!
//! | decision | clicks |
//! | --- | --- |
//! | one option, a number, yes or no, a name | its place |
//! | a set | its options in ascending order, then id 0; the end goes without saying if nothing can be added |
//! | an order | the options, first to last; the last one goes without saying |
//! | a division | the share of each option, first to last; the last share goes without saying |
//!
//! Nobody takes back what is being cast: [`Answer::Cancel`] has no id.
//!
//! # Invariants
//! * An id is offered only if a legal answer begins with it, so that nobody can click themselves into a corner.
//! * A click that could only be one id is made by itself.

use dracones::model::decision::{Answer, Decision, SetRule, Shape};
use dracones::model::rng::Stream;

/// The id that ends a set.
pub(crate) const DONE: usize = 0;
/// The fewest ids: with fewer, numbers would take dozens of clicks.
pub(crate) const FEWEST: usize = 16;
/// How many sets or divisions are looked at before an option counts as one that no answer begins with.
const STEPS: u32 = 100_000;

/// What has been clicked of an answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    /// The parts that are whole: options of a set or an order, shares of a division.
    pub(crate) parts: Vec<i64>,
    /// The part of the list in which the next click chooses, if it has been narrowed down: its first place and length.
    within: Option<(u64, u64)>,
    /// How many clicks were made.
    pub(crate) clicks: u32,
}

/// What a click comes to.
#[derive(Debug)]
pub(crate) enum Clicked {
    /// More clicks are needed.
    Open,
    /// The answer is whole.
    Answer(Answer),
}

impl Draft {
    /// Forgets all clicks.
    pub(crate) fn clear(&mut self) {
        self.parts.clear();
        self.within = None;
        self.clicks = 0;
    }

    /// Which ids may be clicked: `mask` has an entry for each. Answers how many there are.
    pub(crate) fn mask(&self, decision: &Decision, mask: &mut [u8]) -> usize {
        match &decision.shape {
            Shape::ChooseOne(_) | Shape::Confirm | Shape::Number { .. } | Shape::Name(_) => {
                self.mark(decision, mask, false, None::<fn(u64) -> bool>)
            }
            Shape::Order(_) => {
                let fits = |place: u64| !self.parts.contains(&(place as i64));
                self.mark(decision, mask, false, (!self.parts.is_empty()).then_some(fits))
            }
            Shape::ChooseSome { options, min, max, rule } => {
                let sets = Sets { count: options.len() as u16, min: *min, max: *max, rule };
                let mut set: Vec<u16> = self.parts.iter().map(|place| *place as u16).collect();
                let witness = sets.witness(decision, &set);
                let witnessed = witness.as_ref().and_then(|found| found.get(set.len())).copied();
                let done = sets.is_legal(&set);
                let next = set.last().map_or(0, |last| last + 1);
                let fits = |place: u64| {
                    let place = place as u16;
                    place >= next && (witnessed == Some(place) || sets.begins(&mut set, place))
                };
                self.mark(decision, mask, done, Some(fits))
            }
            Shape::Distribute { min_each, .. } => {
                let witness = Shares::witness(decision, &self.parts);
                let witnessed = witness.as_ref().and_then(|shares| shares.get(self.parts.len()));
                let fits = |place: u64| {
                    let share = i64::from(*min_each) + place as i64;
                    witnessed.is_some_and(|witnessed| i64::from(*witnessed) == share)
                        || Shares::begins(decision, &self.parts, share)
                };
                self.mark(decision, mask, false, Some(fits))
            }
        }
    }

    /// Marks the ids under which there are places that fit; without `fits` all do. `done`: the answer may end here.
    fn mark(
        &self,
        decision: &Decision,
        mask: &mut [u8],
        done: bool,
        mut fits: Option<impl FnMut(u64) -> bool>,
    ) -> usize {
        mask.fill(0);
        let slots = mask.len() - 1;
        mask[DONE] = u8::from(done && self.within.is_none());
        let (first, length) = self.reach(decision);
        let part = part_of(length, slots as u64);
        let mut count = usize::from(mask[DONE]);
        for slot in 0..slots as u64 {
            let from = first + slot * part;
            let to = (from + part).min(first + length);
            if from >= to {
                break;
            }
            if fits.as_mut().is_none_or(|fits| (from..to).any(fits)) {
                mask[1 + slot as usize] = 1;
                count += 1;
            }
        }
        count
    }

    /// The part of the list in which the next click chooses: its first place and length.
    fn reach(&self, decision: &Decision) -> (u64, u64) {
        self.within.unwrap_or_else(|| (0, self.places(decision)))
    }

    /// The place of the list that an id stands for, if the next click chooses it for good.
    pub(crate) fn place(&self, decision: &Decision, id: usize, slots: usize) -> Option<u64> {
        let (first, length) = self.reach(decision);
        let place = first + (id as u64).checked_sub(1)?;
        (part_of(length, slots as u64) == 1 && place < first + length).then_some(place)
    }

    /// How many entries are left of the list after a click that only narrows it down, at most.
    pub(crate) fn left(&self, decision: &Decision, slots: usize) -> u64 {
        part_of(self.reach(decision).1, slots as u64)
    }

    /// Takes a click that the mask has.
    pub(crate) fn click(&mut self, decision: &Decision, id: usize, slots: usize) -> Clicked {
        self.clicks += 1;
        if id == DONE {
            return Clicked::Answer(self.answer(decision));
        }
        let (first, length) = self.reach(decision);
        self.within = None;
        let part = part_of(length, slots as u64);
        let from = first + (id as u64 - 1) * part;
        if part > 1 {
            self.within = Some((from, part.min(first + length - from)));
            return Clicked::Open;
        }
        match &decision.shape {
            Shape::ChooseOne(_) => return Clicked::Answer(Answer::One(from as u16)),
            Shape::Confirm => return Clicked::Answer(Answer::Confirm(from == 1)),
            Shape::Number { min, .. } => {
                return Clicked::Answer(Answer::Number((i64::from(*min) + from as i64) as i32));
            }
            Shape::Name(names) => return Clicked::Answer(Answer::Name(names[from as usize])),
            Shape::ChooseSome { .. } | Shape::Order(_) => self.parts.push(from as i64),
            Shape::Distribute { min_each, .. } => self.parts.push(i64::from(*min_each) + from as i64),
        }
        if self.is_whole(decision) { Clicked::Answer(self.answer(decision)) } else { Clicked::Open }
    }

    /// The click with which an answer begins, or continues after those that were made; `None` if it doesn't begin with them.
    pub(crate) fn toward(&self, decision: &Decision, answer: &Answer, slots: usize) -> Option<usize> {
        let made = self.parts.len();
        let follows = |places: &[u16]| places.iter().zip(&self.parts).all(|(place, part)| i64::from(*place) == *part);
        let place = match (&decision.shape, answer) {
            (_, Answer::One(place)) => u64::from(*place),
            (_, Answer::Confirm(yes)) => u64::from(*yes),
            (Shape::Number { min, .. }, Answer::Number(number)) => (i64::from(*number) - i64::from(*min)) as u64,
            (Shape::Name(names), Answer::Name(name)) => names.iter().position(|one| one == name)? as u64,
            (_, Answer::Some(places) | Answer::Order(places)) if places.len() >= made && follows(places) => {
                match places.get(made) {
                    Some(place) => u64::from(*place),
                    None => return Some(DONE),
                }
            }
            (Shape::Distribute { min_each, .. }, Answer::Distribute(shares)) => {
                let mut before = shares.iter().zip(&self.parts);
                if !before.all(|(share, part)| i64::from(*share) == *part) {
                    return None;
                }
                (i64::from(*shares.get(made)?) - i64::from(*min_each)) as u64
            }
            _ => return None,
        };
        let (first, length) = self.reach(decision);
        let within = place.checked_sub(first).filter(|within| *within < length)?;
        Some(1 + (within / part_of(length, slots as u64)) as usize)
    }

    /// Whether nothing can be added to an order or a division.
    fn is_whole(&self, decision: &Decision) -> bool {
        match &decision.shape {
            Shape::Order(options) | Shape::Distribute { options, .. } => self.parts.len() + 1 >= options.len(),
            _ => false,
        }
    }

    /// The answer of the parts; what goes without saying is added.
    fn answer(&self, decision: &Decision) -> Answer {
        let places = || self.parts.iter().map(|place| *place as u16);
        match &decision.shape {
            Shape::Order(options) => {
                let rest = (0..options.len() as u16).filter(|place| !self.parts.contains(&i64::from(*place)));
                Answer::Order(places().chain(rest).collect())
            }
            Shape::Distribute { options, total, .. } => {
                let mut shares: Vec<i32> = self.parts.iter().map(|share| *share as i32).collect();
                if shares.len() < options.len() {
                    shares.push(total - shares.iter().sum::<i32>());
                }
                Answer::Distribute(shares)
            }
            _ => Answer::Some(places().collect()),
        }
    }

    /// How long the list is that the next click chooses from.
    fn places(&self, decision: &Decision) -> u64 {
        match &decision.shape {
            Shape::ChooseOne(options) | Shape::ChooseSome { options, .. } | Shape::Order(options) => {
                options.len() as u64
            }
            Shape::Confirm => 2,
            Shape::Number { min, max } => (i64::from(*max) - i64::from(*min) + 1).max(0) as u64,
            Shape::Name(names) => names.len() as u64,
            Shape::Distribute { total, min_each, .. } => {
                let given: i64 = self.parts.iter().sum();
                (i64::from(*total) - given - i64::from(*min_each) + 1).max(1) as u64
            }
        }
    }
}

/// How long the parts are into which a list is divided for `slots` ids: 1 if each place has an id of its own.
fn part_of(length: u64, slots: u64) -> u64 {
    let mut part = 1u64;
    while part.saturating_mul(slots) < length {
        part = part.saturating_mul(slots);
    }
    part
}

/// Sets of options.
#[derive(Clone, Copy)]
struct Sets<'d> {
    count: u16,
    min: u16,
    max: u16,
    rule: &'d SetRule,
}

impl Sets<'_> {
    fn is_legal(&self, chosen: &[u16]) -> bool {
        let count = chosen.len() as u16;
        count >= self.min && count <= self.max && self.rule.check(chosen).is_ok()
    }

    /// Whether a legal set begins with these and `next`. `chosen` is as it was afterwards.
    fn begins(&self, chosen: &mut Vec<u16>, next: u16) -> bool {
        let before = chosen.len();
        if self.rule.is_plain() {
            // Without a rule only the number counts.
            return before < usize::from(self.max)
                && before + 1 + usize::from(self.count - next - 1) >= usize::from(self.min);
        }
        chosen.push(next);
        let found = self.fits(chosen) && self.complete(chosen, &mut { STEPS });
        chosen.truncate(before);
        found
    }

    /// Whether these are neither too many nor fill a group beyond its limit.
    fn fits(&self, set: &[u16]) -> bool {
        set.len() <= usize::from(self.max) && self.rule.may_begin_with(set)
    }

    /// Adds options until the set is legal.
    fn complete(&self, set: &mut Vec<u16>, steps: &mut u32) -> bool {
        if self.is_legal(set) {
            return true;
        }
        for next in set.last().map_or(0, |last| last + 1)..self.count {
            let Some(left) = steps.checked_sub(1) else { return false };
            *steps = left;
            set.push(next);
            if self.fits(set) && self.complete(set, steps) {
                return true;
            }
            set.pop();
        }
        false
    }

    /// A legal set that begins with these, where looking for one might take too long: what the library draws at random.
    fn witness(&self, decision: &Decision, chosen: &[u16]) -> Option<Vec<u16>> {
        if self.rule.min_weight == 0 {
            return None;
        }
        let mut random = Stream::new(1, 1);
        let mut drawn = (0..4).map(|_| decision.sample(&mut random));
        drawn.find_map(|answer| match answer {
            Answer::Some(set) if set.starts_with(chosen) => Some(set),
            _ => None,
        })
    }
}

/// Divisions.
struct Shares;

impl Shares {
    /// Whether a legal division begins with these shares and `next`.
    fn begins(decision: &Decision, given: &[i64], next: i64) -> bool {
        let Shape::Distribute { options, total, min_each, most, before_last, lacks } = &decision.shape else {
            return false;
        };
        let count = options.len();
        let cap = |place: usize| most.get(place).map_or(i64::MAX / 4, |cap| i64::from(*cap));
        let least = i64::from(*min_each);
        let mut shares: Vec<i64> = given.to_vec();
        shares.push(next);
        let left = i64::from(*total) - shares.iter().sum::<i64>();
        if next < least || next > cap(given.len()) || left < 0 {
            return false;
        }
        if !lacks.is_empty() {
            return Self::complete(decision, &mut shares, left, &mut { STEPS });
        }
        // Between the shares that are given and the last one: what each gets at least, and at most.
        let between = shares.len()..count - 1;
        let needed = |place: usize| before_last.get(place).map_or(0, |needed| i64::from(*needed));
        let caps = between.clone().map(cap).fold(0i64, i64::saturating_add);
        let lacking = (0..shares.len()).any(|place| shares[place] < needed(place));
        // Either the last one gets nothing, so that nobody needs anything; or all before it have what they need.
        let without = least <= 0 && left >= between.len() as i64 * least && left <= caps;
        let last = least.max(1);
        let lows: i64 = between.clone().map(|place| least.max(needed(place))).sum();
        let possible = between.clone().all(|place| least.max(needed(place)) <= cap(place)) && last <= cap(count - 1);
        let with = !lacking && possible && left >= lows + last && left <= caps.saturating_add(cap(count - 1));
        without || with
    }

    /// Adds shares until the division is legal.
    fn complete(decision: &Decision, shares: &mut Vec<i64>, left: i64, steps: &mut u32) -> bool {
        let Shape::Distribute { options, min_each, .. } = &decision.shape else { return false };
        if shares.len() + 1 >= options.len() {
            let rest = (shares.len() < options.len()).then_some(left);
            let all = shares.iter().copied().chain(rest).map(|share| share as i32).collect();
            return decision.check(&Answer::Distribute(all)).is_ok();
        }
        for share in (i64::from(*min_each)..=left).rev() {
            let Some(fewer) = steps.checked_sub(1) else { return false };
            *steps = fewer;
            shares.push(share);
            let found = Self::complete(decision, shares, left - share, steps);
            shares.pop();
            if found {
                return true;
            }
        }
        false
    }

    /// A legal division that begins with these, where looking for one might take too long.
    fn witness(decision: &Decision, given: &[i64]) -> Option<Vec<i32>> {
        let Shape::Distribute { lacks, .. } = &decision.shape else { return None };
        if lacks.is_empty() {
            return None;
        }
        let most = decision.most_over()?;
        let begins = given.iter().zip(&most).all(|(given, share)| *given == i64::from(*share));
        begins.then_some(most)
    }
}
