//! Whether a card can be cast in some way, all the way through (CR 601.2-601.3).

use super::as_spell::spell_chars;
use super::effort::{Effort, some_targets};
use super::instances::{bodies, choosable_modes, how_many, is_modal};
use super::legality::{LooksAtTargets, is_instant_speed, is_lessened_by_paying, looks_at_targets, prohibited};
use super::own_words::{OwnWords, modes_cost, optional_costs};
use super::payable::{MOST_X, largest_x_near};
use super::permitted::permits_x;
use super::proposed::Suppose;
use super::ways::{WayTerms, terms};
use crate::cards::def::{
    CardTypes, Condition, Cost, CostPart, Filter, Keyword, ManaCost, Obj, Objects, Quantity, Supertypes, Who, ZoneKind,
};
use crate::cards::{AbilityKind, CardTable, parts_filter_by_x, parts_use_x};
use crate::model::bindings::Bindings;
use crate::model::cast::{AlternatePayment, Texts};
use crate::model::decision::CastMethod;
use crate::model::ids::{AbilityHandle, ObjectId, Seat};
use crate::model::mana::ManaTotal;
use crate::model::object::Characteristics;
use crate::rules::legal::{
    self, BaseCost, OnCasting, Proposed, choices_exist, instances, payable, spell_texts, total_cost,
};
use crate::rules::mana::{LazyMeans, Means, Reserved};
use crate::rules::reading::{self, Board, Live};
use itertools::Itertools;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::LazyLock;

/// A spell that could be cast.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt<'a> {
    /// The player who would cast it.
    pub seat: Seat,
    /// The card that would be cast.
    pub id: ObjectId,
    /// The face, and the permission or alternative cost.
    pub way: CastMethod,
    /// For a cost of an instruction instead.
    pub instead: Option<&'a Cost>,
    /// During a resolution: timing doesn't matter (CR 608.2g).
    pub any_time: bool,
    /// A copy of the card is cast (CR 707.12).
    pub copy: bool,
}

/// Whether an attempt can be completed with the means at hand.
pub(crate) fn castable(live: &Live<'_>, means: &LazyMeans<'_>, attempt: Attempt<'_>) -> bool {
    // CR 702.61a.
    if attempt.any_time && legal::split_second(live) {
        return false;
    }
    let chars = spell_chars(live, attempt.id, attempt.way, attempt.seat);
    // CR 305.9, 601.3: lands aren't cast.
    if chars.is(CardTypes::LAND) || chars.types.is_empty() {
        return false;
    }
    let rules = OnCasting::now(live);
    let eased = rules == OnCasting::Anything;
    let words = OwnWords::of(live.table(), &chars);
    let fast = || chars.is(CardTypes::INSTANT) || chars.has(Keyword::Flash) || words.rules;
    let own = attempt.way == CastMethod { face: attempt.way.face, ..CastMethod::default() };
    if !eased && own && !attempt.any_time && !legal::sorcery_time(live, attempt.seat) && !fast() {
        // CR 307.1: not now, whatever else there is to look at.
        return false;
    }
    if !eased && own && attempt.instead.is_none() && !words.rules && is_beyond(means, &chars) {
        return false;
    }
    let mut bindings = Bindings::new(attempt.seat, live.object(attempt.id).reference());
    bindings.stack = Some(bindings.this);
    bindings.cast.begin(live.object(attempt.id).zone.kind(), attempt.seat);
    bindings.cast.alternative = attempt.way.alternative;
    // A card without text that is nothing else as a spell can be judged where it is.
    let quiet = rules == OnCasting::Nothing;
    let plain = quiet
        && chars.abilities.is_empty()
        && means.terms.is_empty()
        && matches!(chars, Cow::Borrowed(_))
        && live.object(attempt.id).owner == attempt.seat
        && !attempt.copy;
    if plain {
        return is_castable_as(live, means, (attempt, quiet, words), &chars, &mut { *live }, &mut bindings);
    }
    let mut board = Proposed::new(*live, attempt.id, Cow::Borrowed(&*chars), attempt.seat);
    board.lay(attempt.way.face_down);
    if attempt.copy {
        board.as_copy();
    }
    is_castable_as(live, means, (attempt, quiet, words), &chars, &mut board, &mut bindings)
}

/// CR 702.62a, c: whether a player could begin to cast a card from hand, with one of its faces, whatever it costs and whatever
/// there is to choose for it.
pub(crate) fn could_begin_to_cast(live: &Live<'_>, seat: Seat, id: ObjectId) -> bool {
    if legal::split_second(live) {
        return false;
    }
    legal::faces(live, id).into_iter().any(|face| {
        let way = CastMethod { face, ..CastMethod::default() };
        let chars = spell_chars(live, id, way, seat);
        if chars.is(CardTypes::LAND) || chars.types.is_empty() {
            return false;
        }
        let mut bindings = Bindings::new(seat, live.object(id).reference());
        bindings.stack = Some(bindings.this);
        bindings.cast.begin(live.object(id).zone.kind(), seat);
        let board = Proposed::new(*live, id, Cow::Borrowed(&*chars), seat);
        let timely = legal::sorcery_time(live, seat)
            || is_instant_speed(&board, &bindings, &chars)
            || optional_costs(live.table(), &chars).iter().any(|cost| cost.flash);
        timely && is_time(&board, &bindings, &chars) && !prohibited(&board, &bindings)
    })
}

/// Whether a spell's mana cost is certainly more than can be paid, whatever is chosen: a gate, so that most cards of a hand need
/// no closer look. It rests on this: where no rule in force eases casting and the spell brings none along, nothing makes the cost
/// less (CR 601.2f); without convoke and the like only mana pays for it; and all mana that there could be is counted if no source
/// has a choice.
fn is_beyond(means: &Means, chars: &Characteristics) -> bool {
    let Some(cost) = &chars.cost else { return false };
    !means.unproven && means.are_less_than(cost) && AlternatePayment::of(chars).is_none()
}

/// CR 601.2c, 601.3e: whether an attempt can be completed, judged as the spell that it will be. `quiet`: no rule in force is about
/// casting.
fn is_castable_as(
    live: &Live<'_>,
    means: &Means,
    (attempt, quiet, words): (Attempt<'_>, bool, OwnWords),
    chars: &Characteristics,
    board: &mut impl Suppose,
    bindings: &mut Bindings,
) -> bool {
    let terms = terms(live, board, bindings, chars, attempt.id, attempt.way, attempt.instead);
    let asks_time = words.only_if || is_legendary_spell(chars);
    if !terms.allowed || asks_time && !is_time(board, bindings, chars) {
        return false;
    }
    bindings.cast.by = terms.by;
    let about = About {
        means,
        chars,
        terms: &terms,
        texts: spell_texts(live.table(), &chars.abilities),
        table: live.world_table(),
        any_time: attempt.any_time || terms.flash,
        quiet,
        words,
        attempt,
        looks: if quiet && words.leave_cost() {
            LooksAtTargets::default()
        } else {
            // CR 700.2h: what modes cost is known when they are chosen.
            let mut looks = looks_at_targets(live, attempt.seat, chars);
            looks.cost |= words.costs && modes_cost(live.table(), chars);
            looks
        },
    };
    about.check(board, bindings)
}

/// CR 205.4e: that its player controls a legendary creature or planeswalker.
static LEGEND: LazyLock<Condition> = LazyLock::new(|| {
    let kinds = [CardTypes::CREATURE, CardTypes::PLANESWALKER].map(Filter::Type).to_vec();
    let legend = vec![Filter::Supertype(Supertypes::LEGENDARY), Filter::Or(kinds), Filter::Controlled(Who::You)];
    Condition::Exists(Objects::All(Filter::And(legend)))
});

/// CR 205.4e: whether it is a legendary instant or sorcery.
pub(super) fn is_legendary_spell(chars: &Characteristics) -> bool {
    chars.supertypes.contains(Supertypes::LEGENDARY) && chars.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY)
}

/// CR 601.3: whether what the card itself says of when it can be cast allows it, and 205.4e. That isn't timing by its type: it is
/// also looked at during a resolution (608.2g).
fn is_time(board: &impl Board, bindings: &Bindings, chars: &Characteristics) -> bool {
    if is_legendary_spell(chars) && !reading::holds(board, bindings, &LEGEND) {
        return false;
    }
    chars.abilities.iter().all(|a| match &board.table().ability(a.handle).kind {
        AbilityKind::CastOnlyIf(condition) => reading::holds(board, bindings, condition),
        _ => true,
    })
}

/// What is to be cast, and with what means.
struct About<'a> {
    means: &'a Means,
    /// What it is as a spell.
    chars: &'a Characteristics,
    terms: &'a WayTerms<'a>,
    texts: Texts,
    table: &'a CardTable,
    /// It may be cast at this time whatever it is.
    any_time: bool,
    /// No rules about casting are in force.
    quiet: bool,
    words: OwnWords,
    attempt: Attempt<'a>,
    looks: LooksAtTargets,
}

impl About<'_> {
    /// CR 601.2b: where one of several costs is to be paid, with which of them doesn't matter; and an optional cost may be paid for
    /// the sake of what can be targeted then (CR 601.2c), of a larger X, of a smaller cost (CR 601.2f), or of when the spell may be
    /// cast (CR 601.3c).
    fn check(&self, board: &mut impl Suppose, bindings: &mut Bindings) -> bool {
        if !self.words.optional {
            return self.check_with(board, bindings);
        }
        let optional = optional_costs(self.table, self.chars);
        let must = optional.iter().any(|cost| cost.either);
        if !must && self.check_with(board, bindings) {
            return true;
        }
        let larger = uses_x(board, self.terms.base, self.chars, &bindings.cast.paid);
        let faster = optional.iter().any(|cost| cost.flash);
        let cheaper: SmallVec<[bool; 2]> =
            (0..optional.len()).map(|place| is_lessened_by_paying(board, self.chars, place)).collect();
        let cheap = cheaper.contains(&true);
        if !must && !larger && !faster && !cheap && !self.targets_depend() {
            return false;
        }
        let mut works_paid = |place: usize, times: u8, fast: bool| {
            bindings.cast.paid = optional.iter().map(|cost| u8::from(fast && cost.flash)).collect();
            bindings.cast.paid[place] = times;
            self.check_with(board, bindings)
        };
        // It may have to be paid besides.
        let mut works = |place, times| works_paid(place, times, false) || faster && works_paid(place, times, true);
        let places = optional.iter().enumerate().filter(|(_, cost)| cost.either == must);
        places.into_iter().any(|(place, cost)| {
            let most = if (larger || cheaper[place]) && cost.multiple { MOST_TIMES } else { 1 };
            (1..=most).any(|times| works(place, times))
        })
    }

    /// Whether how many targets there are depends on a condition.
    fn targets_depend(&self) -> bool {
        let depends = |n: &Quantity| matches!(n, Quantity::If(..));
        let rows = bodies(self.table, &self.texts).flat_map(|(_, body, _)| &body.modes);
        rows.flat_map(|row| &row.targets).any(|target| depends(&target.min) || depends(&target.max))
    }

    /// CR 601.3a-b: whether there are choices of X and targets with which it may be cast and can be paid for.
    fn check_with(&self, board: &mut impl Suppose, bindings: &mut Bindings) -> bool {
        if !uses_x(board, self.terms.base, self.chars, &bindings.cast.paid) {
            return self.works_at(board, bindings, (0, false));
        }
        let proven = largest_x_near(self.likely_x(), filters_by_x(board, self.terms.base, self.chars), |x| {
            bindings.x = x;
            board.suppose(bindings);
            self.proven(board, bindings)
        });
        let Some(largest) = proven.or((self.looks.cost || self.means.unproven).then_some(0)) else { return false };
        // Which targets are legal may depend on X: the largest is the most permissive one as a rule.
        (0..=largest).rev().take(MOST_X as usize).any(|x| self.works_at(board, bindings, (x, proven == Some(x))))
    }

    /// The X for which there is just as much mana as it takes, if mana is all that it takes and all types of it do.
    fn likely_x(&self) -> i32 {
        let cost = match self.terms.base {
            BaseCost::Mana(cost) => cost,
            BaseCost::Parts(parts) => parts.iter().find_map(|part| match part {
                CostPart::Mana(cost) => Some(cost),
                _ => None,
            }),
        };
        let spare =
            |cost: &ManaCost| self.means.supply.total().checked_sub(cost.least_mana())?.checked_div(cost.x_count());
        cost.and_then(spare).and_then(|x| i32::try_from(x).ok()).unwrap_or(0)
    }

    /// `known`: that it can be paid for with this X.
    fn works_at(&self, board: &mut impl Suppose, bindings: &mut Bindings, (x, known): (i32, bool)) -> bool {
        if !permits_x(board.live(), self.attempt.id, self.attempt.way, x) {
            return false;
        }
        bindings.x = x;
        board.suppose(bindings);
        if self.looks.any() {
            return self.works_with_targets(board, bindings);
        }
        self.legal(board, bindings)
            && (known || self.payable(board, bindings))
            && choices_exist(board, bindings, &self.texts, Some(self.chars))
    }

    fn legal(&self, board: &impl Board, bindings: &Bindings) -> bool {
        let timely = self.any_time
            || self.chars.is(CardTypes::INSTANT)
            || legal::sorcery_time(board, bindings.you)
            || is_instant_speed(board, bindings, self.chars);
        timely && (self.quiet || !prohibited(board, bindings))
    }

    /// CR 601.2: whether it may be begun as far as its cost goes.
    fn payable(&self, board: &impl Board, bindings: &Bindings) -> bool {
        self.means.unproven && !matches!(self.terms.base, BaseCost::Mana(None)) || self.proven(board, bindings)
    }

    /// Whether its cost can be paid with what there is.
    fn proven(&self, board: &impl Board, bindings: &Bindings) -> bool {
        if let Some(cost) = self.cost_as_printed(bindings) {
            let mut mana = ManaTotal::default();
            mana.add(&cost.0, bindings.x);
            return self.means.can_pay(&mana, &[], self.terms.spend_as, &Reserved::default(), &[], 0);
        }
        let mut total = total_cost(board, bindings, self.chars, self.terms.base, self.terms.more.as_slice());
        total.spend_as = total.spend_as.max(self.terms.spend_as);
        payable(board, self.means, bindings, &total, AlternatePayment::of(self.chars))
    }

    /// The mana cost, if that is all that is to be paid, and with mana alone. A gate, so that most costs needn't be added up: it rests on
    /// this, that without rules about casting, words of its own, tax (CR 903.8), what helps to pay and bound mana the total cost
    /// is the mana cost (601.2f).
    fn cost_as_printed(&self, bindings: &Bindings) -> Option<&ManaCost> {
        let BaseCost::Mana(cost) = self.terms.base else { return None };
        let alone = self.quiet
            && self.words.leave_cost()
            && self.terms.more.is_none()
            && self.means.terms.is_empty()
            && bindings.cast.from != Some(ZoneKind::Command)
            && AlternatePayment::of(self.chars).is_none();
        cost.filter(|_| alone)
    }

    /// Whether it can be cast where some rule looks at the targets: some choice of modes and targets is enough.
    fn works_with_targets(&self, board: &mut impl Suppose, bindings: &mut Bindings) -> bool {
        let mut effort = Effort::for_one();
        let mut works = |board: &mut _, bindings: &mut Bindings| {
            Suppose::suppose(board, bindings);
            self.legal(board, bindings) && self.payable(board, bindings)
        };
        let found = mode_sets(board, bindings, &self.texts, self.table).into_iter().any(|modes| {
            let all = instances(self.table, &self.texts, 0, Some(self.chars), &modes);
            bindings.modes = modes;
            some_targets(board, bindings, &all, 0, &mut effort, &mut works)
        });
        bindings.modes.clear();
        bindings.targets.clear();
        found
    }
}

/// How often a cost that can be paid any number of times is tried for a larger X or a smaller cost.
const MOST_TIMES: u8 = 8;

/// Each choice of as many modes as there must be, for each modal text.
fn mode_sets(
    board: &impl Board,
    bindings: &mut Bindings,
    texts: &[AbilityHandle],
    table: &CardTable,
) -> Vec<SmallVec<[u8; 2]>> {
    let mut sets = vec![SmallVec::new()];
    for (_, body, first) in bodies(table, texts) {
        if !is_modal(body) {
            sets.iter_mut().for_each(|set| set.push(first));
            continue;
        }
        let modes = choosable_modes(board, bindings, (texts, 0), body, first);
        let (min, max) = how_many(board, bindings, body);
        let n = min.max(1) as usize;
        let weighed = body.modes.iter().any(|mode| mode.worth != 1);
        let some: Vec<Vec<u8>> = match body.repeat {
            // CR 700.2i.
            true if weighed && min == 0 => vec![Vec::new()],
            true if weighed => {
                let fits = |set: &Vec<u8>| (min..=max).contains(&body.worth(set.iter().map(|mode| mode - first)));
                let sets = (1..=n).flat_map(|n| modes.iter().copied().combinations_with_replacement(n));
                sets.filter(fits).collect()
            }
            true => modes.into_iter().combinations_with_replacement(n).collect(),
            false => modes.into_iter().combinations(n).collect(),
        };
        let with =
            |(set, chosen): (SmallVec<[u8; 2]>, &Vec<u8>)| set.into_iter().chain(chosen.iter().copied()).collect();
        sets = sets.into_iter().cartesian_product(&some).map(with).collect();
    }
    sets
}

/// Whether something works with some choice of the modes and targets of an ability, as X is chosen.
pub(super) fn works_with_some(
    live: &Live<'_>,
    bindings: &mut Bindings,
    texts: &[AbilityHandle],
    works: impl Fn(&mut Bindings) -> bool,
) -> bool {
    let table = live.table();
    let (mut board, mut effort) = (*live, Effort::for_one());
    let mut tried = |_: &mut Live<'_>, bindings: &mut Bindings| works(bindings);
    let found = mode_sets(live, bindings, texts, table).into_iter().any(|modes| {
        let all = instances(table, texts, 0, None, &modes);
        bindings.modes = modes;
        some_targets(&mut board, bindings, &all, 0, &mut effort, &mut tried)
    });
    bindings.modes.clear();
    bindings.targets.clear();
    found
}

/// CR 107.3a-b: whether X is chosen for what is paid, each optional cost being paid as often as `paid` says. Where the
/// mana cost has X and isn't paid, X is 0 (107.3b).
pub(crate) fn uses_x(board: &impl Board, base: BaseCost<'_>, chars: &Characteristics, paid: &[u8]) -> bool {
    let own = || chars.cost.as_ref().is_some_and(|c| c.x_count() > 0);
    let in_base = match base {
        BaseCost::Mana(cost) => cost.is_some_and(|c| c.x_count() > 0),
        BaseCost::Parts(parts) => parts_use_x(parts) || own_cost_has_x(parts, chars),
    };
    let mut paid = paid.iter();
    in_base
        || chars.abilities.iter().any(|a| match &board.table().ability(a.handle).kind {
            AbilityKind::AdditionalCost(cost) => parts_use_x(&cost.0),
            AbilityKind::OptionalCost { cost, .. } => paid.next().is_some_and(|n| *n > 0) && parts_use_x(&cost.0),
            _ => false,
        }) && !own()
}

/// Whether what is paid depends on X otherwise than by its amount ([`parts_filter_by_x`]).
pub(crate) fn filters_by_x(board: &impl Board, base: BaseCost<'_>, chars: &Characteristics) -> bool {
    let in_base = matches!(base, BaseCost::Parts(parts) if parts_filter_by_x(parts));
    in_base
        || chars.abilities.iter().any(|a| match &board.table().ability(a.handle).kind {
            AbilityKind::AdditionalCost(cost) | AbilityKind::OptionalCost { cost, .. } => parts_filter_by_x(&cost.0),
            _ => false,
        })
}

/// CR 107.3a: whether the cost is the spell's own mana cost in other words, and has X in it.
fn own_cost_has_x(parts: &[CostPart], chars: &Characteristics) -> bool {
    let has_x = || chars.cost.as_ref().is_some_and(|cost| cost.x_count() > 0);
    parts.iter().any(|part| matches!(part, CostPart::ManaCostOf(Obj::This) | CostPart::ManaCostLess(Obj::This, _)))
        && has_x()
}
