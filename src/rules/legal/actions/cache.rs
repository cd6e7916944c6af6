//! What is known of what each player can do: derived, and dropped as soon as something that it reads changes.
//!
//! Three windows in four offer nothing, so the common question is answered by a summary: whether anything could be
//! done at instant speed, and at sorcery speed. It outlives steps and passes, and each half of it, what the hand offers and
//! what the rest does, is only rebuilt when cards or abilities change there. What a player could pay with is kept until
//! something changes that it was read from ([`Means::follow`]). The list of actions is kept until anything at all changes, but for
//! the step of the turn.

use super::enumerate;
use super::summary::{Summary, Usable};
use crate::cards::CardTable;
use crate::model::cast::Refused;
use crate::model::decision::{Choice, Settings};
use crate::model::dirt::{Dirt, Gates, StateClass};
use crate::model::ids::{Seat, SeatSet};
use crate::model::turn::Turn;
use crate::model::zone::Zones;
use crate::rules::layers;
use crate::rules::mana::{LazyMeans, Means};
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::work::{self, Work};
use std::cell::OnceCell;

/// What is known for each seat. Derived: empty in a new or restored game.
#[derive(Clone, Debug, Default)]
pub struct LegalCache {
    seats: Vec<SeatCache>,
}

#[derive(Clone, Debug, Default)]
struct SeatCache {
    /// What the hand offers, if nothing has changed that it is read from.
    hand: Option<Summary>,
    /// What everything else offers, likewise.
    elsewhere: Option<Summary>,
    /// What could be used of everything else, as long as that is known.
    usable: Usable,
    /// The means have been read.
    means_known: bool,
    /// What has changed since then.
    means_missed: StateClass,
    means: Means,
    /// Nothing that matters has changed since the actions were listed.
    actions_known: bool,
    /// The moment of the game for which they were listed.
    listed: Moment,
    actions: Vec<Choice>,
}

/// What is read of what cards are like, in any zone.
const QUALITIES: StateClass = StateClass::EFFECTS.union(StateClass::CHARACTERISTICS);
/// What the summary of everything else reads.
const ELSEWHERE_READS: StateClass =
    QUALITIES.union(StateClass::BATTLEFIELD).union(StateClass::GRAVEYARDS).union(StateClass::EXILE);

/// What the time of a list decides, besides the step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Moment {
    turn: u32,
    /// The player could act at sorcery speed.
    slow: bool,
}

/// What has changed, and when it is looked at.
#[derive(Clone, Copy)]
struct Changes {
    inputs: StateClass,
    /// Whose hands have.
    hands: SeatSet,
    /// Nothing but the step.
    only_step: bool,
    turn: u32,
    /// Who could act at sorcery speed, if anyone.
    slow: Option<Seat>,
}

impl Changes {
    fn of(world: &impl ReadGame) -> Self {
        let inputs = changed(world);
        let asks = world.part::<CardTable>().0.traits.asks_step;
        let only_step = inputs == StateClass::TURN && !asks && world.part::<Refused>().is_empty();
        let hands = if inputs.contains(StateClass::HANDS) { changed_hands(world) } else { SeatSet::NONE };
        Self { inputs, hands, only_step, turn: world.part::<Turn>().number, slow: sorcery_time(world) }
    }
    fn moment(&self, seat: Seat) -> Moment {
        Moment { turn: self.turn, slow: self.slow == Some(seat) }
    }
    /// Whether what the summary of a player's hand reads has changed: the hand, or what cards are like.
    fn touch_hand(&self, seat: Seat) -> bool {
        self.inputs.intersects(QUALITIES) || self.hands.contains(seat)
    }
    /// Whether what a player could do at a moment is what they can do now. A gate: from step to step of a turn that stays as it
    /// is while neither the player's sorcery timing nor any card of the game asks for the step.
    fn keep_actions(&self, seat: Seat, listed: Moment) -> bool {
        self.inputs.is_empty() || self.only_step && !listed.slow && listed == self.moment(seat)
    }
}

impl LegalCache {
    /// Forgets everything, for a new game in a used world.
    pub fn reset(&mut self) {
        for seat in &mut self.seats {
            seat.forget(StateClass::all(), true, false);
        }
    }
}

impl SeatCache {
    /// Drops what these changes make untrue, which touch what the hand offers or don't; the actions, unless they are kept.
    fn forget(&mut self, changed: StateClass, touch_hand: bool, keeps_actions: bool) {
        if touch_hand {
            self.hand = None;
        }
        if changed.intersects(ELSEWHERE_READS) {
            self.elsewhere = None;
        }
        self.means_missed |= changed;
        self.actions_known &= keeps_actions;
    }

    fn summary(&mut self, sight: &Sight<'_, impl ReadGame>) -> Summary {
        let elsewhere = self.elsewhere(sight);
        let hand = *self.hand.get_or_insert_with(|| Summary::of_hand(sight.live(), sight.seat));
        hand.and(elsewhere)
    }

    /// What everything but the hand offers; then [`SeatCache::usable`] is known, too.
    fn elsewhere(&mut self, sight: &Sight<'_, impl ReadGame>) -> Summary {
        if self.elsewhere.is_none() {
            self.elsewhere = Some(Summary::elsewhere(sight.live(), sight.seat, &mut self.usable));
        }
        self.elsewhere.expect("it has been looked at")
    }

    /// The summary, as far as it is known after these changes.
    fn known_summary(&self, seat: Seat, changes: &Changes) -> Option<Summary> {
        let hand = self.hand.filter(|_| !changes.touch_hand(seat))?;
        Some(hand.and(self.elsewhere.filter(|_| !changes.inputs.intersects(ELSEWHERE_READS))?))
    }

    fn means(&mut self, sight: &Sight<'_, impl ReadGame>) -> &Means {
        let known = std::mem::replace(&mut self.means_known, true);
        let missed = std::mem::take(&mut self.means_missed);
        if !(known && self.means.follow(sight.live(), sight.seat, missed)) {
            work::note(Work::Means);
            self.means.rebuild(sight.live(), sight.seat);
        }
        self.means.unproven = sight.world.part::<Settings>().offer_unproven;
        &self.means
    }

    fn actions(&mut self, sight: &Sight<'_, impl ReadGame>) -> &[Choice] {
        if !std::mem::replace(&mut self.actions_known, true) {
            let (live, seat) = (sight.live(), sight.seat);
            let mut actions = std::mem::take(&mut self.actions);
            actions.clear();
            work::note(Work::Listing);
            // Who pays by hand uses mana abilities, too, which the summary leaves out.
            let all = sight.world.part::<Gates>().open || !sight.world.part::<Settings>().auto_pay;
            if !all {
                self.elsewhere(sight);
            }
            let usable = std::mem::take(&mut self.usable);
            let worth_a_look = if all { None } else { Some(&usable) };
            let unproven = sight.world.part::<Settings>().offer_unproven;
            enumerate::all(live, &LazyMeans::new(unproven, || self.means(sight)), seat, worth_a_look, &mut actions);
            self.usable = usable;
            self.listed = sight.now;
            let (refused, turn) = (sight.world.part::<Refused>(), live.turn());
            if refused.for_seat(turn, seat).next().is_some() {
                actions.retain(|action| refused.for_seat(turn, seat).all(|r| r != action));
            }
            self.actions = actions;
        }
        &self.actions
    }
}

/// The game as a seat's windows are looked at; the whole board is looked up once, when it is first needed.
struct Sight<'w, G> {
    world: &'w G,
    seat: Seat,
    now: Moment,
    live: OnceCell<Live<'w>>,
}

impl<'w, G: ReadGame> Sight<'w, G> {
    fn live(&self) -> &Live<'w> {
        self.live.get_or_init(|| Live::with_columns(self.world))
    }
}

/// What has changed since the last look at what each player can do; everything, if nothing may be kept.
fn changed(world: &impl ReadGame) -> StateClass {
    if world.part::<Gates>().open { StateClass::all() } else { world.part::<Dirt>().legal }
}

/// Whose hands have changed since then, if hands have.
fn changed_hands(world: &impl ReadGame) -> SeatSet {
    if world.part::<Gates>().open { SeatSet::ALL } else { world.part::<Dirt>().hands }
}

/// Drops what has become untrue; then looks at what is known for a seat. The layers must be up to date.
fn with_cache<G: EditGame, R>(world: &mut G, seat: Seat, look: impl FnOnce(&Sight<'_, G>, &mut SeatCache) -> R) -> R {
    layers::expect_fresh(world);
    let changes = Changes::of(world);
    let mut seats = std::mem::take(&mut world.part_mut::<LegalCache>().seats);
    if !changes.inputs.is_empty() {
        let dirt = world.part_mut::<Dirt>();
        (dirt.legal, dirt.hands) = (StateClass::empty(), SeatSet::NONE);
        for (own, of) in seats.iter_mut().zip((0..).map(Seat)) {
            own.forget(changes.inputs, changes.touch_hand(of), changes.keep_actions(of, own.listed));
        }
    }
    if seats.len() <= seat.index() {
        seats.resize_with(seat.index() + 1, SeatCache::default);
    }
    let sight = Sight { world, seat, now: changes.moment(seat), live: OnceCell::new() };
    let answer = look(&sight, &mut seats[seat.index()]);
    world.part_mut::<LegalCache>().seats = seats;
    answer
}

/// Reads what a player could pay with.
pub(crate) fn with_means<G: EditGame, R>(world: &mut G, seat: Seat, read: impl FnOnce(&G, &Means) -> R) -> R {
    with_cache(world, seat, |sight, own| read(sight.world, own.means(sight)))
}

/// Whether a player with priority can do anything but pass (CR 117.1). Cheap when nothing has changed or nothing is
/// possible at this speed. The layers must be up to date ([`layers::refresh`]).
pub fn can_act(world: &mut impl EditGame, seat: Seat) -> bool {
    Windows::now(world).known(seat).unwrap_or_else(|| look_for_actions(world, seat))
}

/// What is known of the players' windows at this moment, looked up once for all of them.
pub(crate) struct Windows<'w> {
    changes: Changes,
    cache: &'w LegalCache,
}

impl<'w> Windows<'w> {
    pub(crate) fn now(world: &'w impl ReadGame) -> Self {
        Self { changes: Changes::of(world), cache: world.part() }
    }

    /// Who can do nothing but pass, and who can do something, as far as that is known without looking again.
    pub(crate) fn known_of(&self, seats: u8) -> (SeatSet, SeatSet) {
        let (mut idle, mut able) = (SeatSet::NONE, SeatSet::NONE);
        for seat in (0..seats).map(Seat) {
            match self.known(seat) {
                Some(false) => idle.insert(seat),
                Some(true) => able.insert(seat),
                None => {}
            }
        }
        (idle, able)
    }

    fn known(&self, seat: Seat) -> Option<bool> {
        let own = self.cache.seats.get(seat.index())?;
        if own.known_summary(seat, &self.changes)?.is_idle(self.changes.slow == Some(seat)) {
            return Some(false);
        }
        let known = own.actions_known && self.changes.keep_actions(seat, own.listed);
        known.then_some(!own.actions.is_empty())
    }
}

/// Like [`can_act`], when it isn't known.
pub(crate) fn look_for_actions(world: &mut impl EditGame, seat: Seat) -> bool {
    work::note(Work::Window);
    let ungated = world.part::<Gates>().open;
    with_cache(world, seat, |sight, own| {
        let time = sorcery_time(sight.world) == Some(seat);
        // With cards in hand something may be done at that time: only the list tells.
        let listed = ungated || time && !sight.live().zones().own[seat.index()].hand.is_empty();
        (listed || !own.summary(sight).is_idle(time)) && !own.actions(sight).is_empty()
    })
}

/// CR 307.5: the player who may act at sorcery speed now, if they have priority.
fn sorcery_time(world: &impl ReadGame) -> Option<Seat> {
    let turn = world.part::<Turn>();
    (turn.step.is_main() && world.part::<Zones>().stack.is_empty()).then_some(turn.active)
}

/// What a player with priority can do, each of which can be completed with the means at hand: in the order of the
/// zones (hand, graveyard, exile, command zone, battlefield). Passing is not in the list. The layers must be up to date
/// ([`layers::refresh`]): they are when a decision is opened, not in a new fork.
pub fn actions(world: &mut impl EditGame, seat: Seat, out: &mut Vec<Choice>) {
    with_cache(world, seat, |sight, own| out.extend_from_slice(own.actions(sight)));
}

/// The mana abilities that a player could activate now (CR 605.3a): not offered with the other actions, but available
/// on request. The layers must be up to date ([`layers::refresh`]).
pub fn mana_abilities(world: &mut impl EditGame, seat: Seat, out: &mut Vec<Choice>) {
    with_means(world, seat, |_, means| {
        for source in &means.sources {
            for offer in means.offers_of(source) {
                let choice = Choice::Activate { key: offer.instance.key(source.object) };
                if offer.cost.is_empty() && !out.contains(&choice) {
                    out.push(choice);
                }
            }
        }
    });
}
