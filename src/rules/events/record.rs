//! Facts: what the log keeps, what the turn remembers, and who watches.

use super::{blessing, day_night};
use crate::cards::CardTable;
use crate::cards::def::Deed;
use crate::model::dirt::{Gates, StateClass};
use crate::model::fact::{Done, Fact, FactMask, History};
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::object::{CopiableSource, LastKnown, LastKnownTable, Object, ObjectKind, Values};
use crate::model::player::Players;
use crate::model::trigger::{Before, Waiting, WaitingFacts};
use crate::model::zone::Zone;
use crate::rules::layers;
use crate::rules::log::EventLog;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, FactSteps, GameState};
use crate::rules::triggers;
use std::borrow::Cow;
use std::sync::Arc;

/// Reports what has happened other than by a batch: logs it and matches triggers.
pub fn record(world: &mut impl EditGame, facts: &[Fact]) {
    note(world, facts, None);
}

/// Like [`record`], with the triggered abilities as they were right before (CR 603.10a). If the layers aren't up to date,
/// triggers are matched when they are: as soon as the task that runs has ended, before the next one.
pub(super) fn note(world: &mut impl EditGame, facts: &[Fact], before: Option<Before>) {
    let kinds = FactMask::of(facts);
    if world.part::<FactSteps>().are_asked(kinds) {
        let more = FactSteps::take(world, facts);
        if !more.is_empty() {
            let all = [facts, &more].concat();
            return note_all(world, &all, FactMask::of(&all), before);
        }
    }
    note_all(world, facts, kinds, before);
}

/// Reports facts of these kinds, those that steps of plugins have added among them.
fn note_all(world: &mut impl EditGame, facts: &[Fact], kinds: FactMask, before: Option<Before>) {
    // A game with open gates looks at all of them: it is the same game if none is left out (tests/invariants/gates.rs).
    if kinds.intersects(REMEMBERED) || world.part::<Gates>().open {
        facts.iter().for_each(|fact| remember(world, fact));
    }
    EventLog::note(world, facts);
    let traits = &world.part::<CardTable>().0.traits;
    let (kept, has_firsts) = (traits.deeds != 0, !traits.firsts.is_empty());
    let is_watched = kept || traits.day_night || traits.ascends && blessing::is_watched(world);
    if !is_watched && before.as_ref().is_none_or(Before::is_empty) && !triggers::could_match(world, kinds) {
        if has_firsts {
            keep_facts(world, facts);
        }
        return;
    }
    if !layers::is_fresh(world) || !world.part::<WaitingFacts>().0.is_empty() {
        world.part_mut::<WaitingFacts>().0.push_back(Waiting { facts: facts.to_vec(), before, kept: !kept });
        return;
    }
    follow_up(world, Cow::Borrowed(facts), before, false);
}

/// Looks at the facts that waited for the layers. Answers whether there were any.
pub(super) fn follow(world: &mut GameState<'_>) -> bool {
    let mut any = false;
    while layers::is_fresh(world) {
        let Some(waiting) = world.part_mut::<WaitingFacts>().0.pop_front() else { break };
        follow_up(world, Cow::Owned(waiting.facts), waiting.before, waiting.kept);
        any = true;
    }
    any
}

/// Keeps what the turn remembers, if it isn't `kept` yet, then matches triggers. If what was kept has an effect on the layers,
/// those come first, and the facts wait for them.
fn follow_up(world: &mut impl EditGame, facts: Cow<'_, [Fact]>, before: Option<Before>, kept: bool) {
    if !kept {
        facts.iter().for_each(|fact| keep(world, fact));
    }
    if layers::is_fresh(world) {
        // CR 702.131d: what the blessing changes comes before the triggers.
        blessing::bestow(world);
    }
    if layers::is_fresh(world) {
        // CR 702.145c-d, f-g: so does what day and night turn over.
        day_night::catch_up(world);
    }
    if layers::is_fresh(world) {
        triggers::match_after(world, &facts, before);
        if !world.part::<CardTable>().0.traits.firsts.is_empty() {
            keep_facts(world, &facts);
        }
    } else {
        let waiting = Waiting { facts: facts.into_owned(), before, kept: true };
        world.part_mut::<WaitingFacts>().0.push_front(waiting);
    }
}

/// The kinds of facts that [`remember`] looks at.
const REMEMBERED: FactMask =
    FactMask::LEFT.union(FactMask::GAINED).union(FactMask::LOST_LIFE).union(FactMask::DAMAGED).union(FactMask::DREW);

/// What conditions about this turn need. Spells cast, lands played and attacks are counted where they are declared.
fn remember(world: &mut impl EditGame, fact: &Fact) {
    match fact {
        Fact::Moved { old, from: Zone::Battlefield, to: Zone::Graveyard(_), .. } => {
            let table = world.part::<LastKnownTable>();
            if table.get(*old).is_some_and(|was| was.chars(world.part()).is_creature()) {
                world.part_mut::<History>().creatures_died += 1;
                mark_dirty(world, StateClass::HISTORY);
            }
        }
        Fact::GainedLife { seat, amount } => {
            player(world, *seat, |p| p.gained_life = p.gained_life.saturating_add(*amount));
        }
        Fact::LostLife { seat, amount } => player(world, *seat, |p| p.lost_life = p.lost_life.saturating_add(*amount)),
        Fact::Damaged { source, target: Referent::Player(seat), amount, combat, .. } => {
            player(world, *seat, |p| {
                p.damaged = p.damaged.saturating_add(*amount);
                if !combat {
                    p.noncombat_damage = p.noncombat_damage.saturating_add(*amount);
                }
            });
            if world.part::<CardTable>().0.traits.sums_damage {
                world.part_mut::<History>().note_dealt(*source, *seat, *amount);
            }
        }
        Fact::Drew { seat, .. } => player(world, *seat, |p| {
            p.drawn_this_turn = p.drawn_this_turn.saturating_add(1);
            p.drawn_this_step = p.drawn_this_step.saturating_add(1);
        }),
        _ => {}
    }
}

/// CR 608.2i: keeps what objects did this turn, as far as cards of the game ask about it.
fn keep(world: &mut impl EditGame, fact: &Fact) {
    let (deeds, object): (&[Deed], ObjectRef) = match fact {
        Fact::Attacked { attacker, .. } => (&[Deed::Attacked, Deed::AttackedThisCombat], *attacker),
        Fact::Blocked { blocker, .. } => (&[Deed::Blocked], *blocker),
        Fact::Moved { old, new, from, to, .. } => return keep_move(world, (*old, *from), (*new, *to)),
        Fact::Sacrificed { old, .. } => (&[Deed::Sacrificed], *old),
        Fact::Cast { spell, .. } => (&[Deed::Cast], *spell),
        Fact::Activated { ability, .. } => (&[Deed::Activated], *ability),
        Fact::TappedForMana { object, .. } => (&[Deed::TappedForMana], *object),
        Fact::Discarded { card, .. } => (&[Deed::Discarded], *card),
        Fact::Damaged { source, target: Referent::Player(_), combat: true, .. } => (&[Deed::HurtPlayer], *source),
        _ => return,
    };
    keep_deeds(world, deeds, object);
}

/// What an object did as it changed zones: as what it was before, or as what it is now.
fn keep_move(world: &mut impl EditGame, (old, from): (ObjectRef, Zone), (new, to): (ObjectRef, Zone)) {
    if to == Zone::Battlefield && world.part::<CardTable>().0.traits.asks_entered_from {
        world.part_mut::<History>().entered_from.push((new, from.kind()));
    }
    // What has left the game isn't anything any more.
    let kind = (new != ObjectRef::NONE).then(|| world.row::<Object>(new.id).kind);
    match (from, to) {
        (Zone::Battlefield, Zone::Graveyard(_)) => keep_deeds(world, &[Deed::Left, Deed::Died], old),
        (Zone::Battlefield, Zone::Exile) => keep_deeds(world, &[Deed::Left, Deed::Exiled], old),
        (Zone::Battlefield, _) => keep_deeds(world, &[Deed::Left], old),
        (Zone::Outside, Zone::Battlefield) if kind == Some(ObjectKind::Token) => {
            keep_deeds(world, &[Deed::Entered, Deed::Created], new);
        }
        (_, Zone::Battlefield) => keep_deeds(world, &[Deed::Entered], new),
        _ => {}
    }
    // A token isn't a card (CR 108.2b), wherever it goes.
    if kind == Some(ObjectKind::Card) {
        if matches!(from, Zone::Graveyard(_)) {
            keep_deeds(world, &[Deed::LeftGraveyard], old);
        }
        if matches!(to, Zone::Graveyard(_)) {
            keep_deeds(world, &[Deed::Buried], new);
        }
    }
}

fn keep_deeds(world: &mut impl EditGame, deeds: &[Deed], object: ObjectRef) {
    let asked = world.part::<CardTable>().0.traits.deeds;
    for deed in deeds.iter().copied().filter(|deed| asked & deed.bit() != 0) {
        let known = &world.part::<History>().deeds;
        if known.iter().any(|done| done.deed == deed && done.object == object) {
            continue;
        }
        let board = Live::new(world);
        let then = board.view(object).filter(|view| view.current).map(|view| {
            Box::new(LastKnown {
                // It doesn't matter which card it is, so it may be face down.
                object: Object { base: CopiableSource::default(), ..*view.object },
                values: Values::Own(Arc::new(view.chars.clone())),
                memory: Some(Box::new(view.memory())),
                ties: None,
                successor: None,
            })
        });
        world.part_mut::<History>().deeds.push(Done { deed, object, then });
        mark_dirty(world, StateClass::HISTORY);
    }
}

/// Keeps facts that an ability asks about later in the turn, since then it isn't the first time. Triggers have been matched.
#[cold]
fn keep_facts(world: &mut impl EditGame, facts: &[Fact]) {
    let asked = world.part::<CardTable>().0.traits.firsts;
    if facts.iter().any(|fact| asked.intersects(fact.mask())) {
        mark_dirty(world, StateClass::HISTORY);
    }
    for fact in facts.iter().filter(|fact| asked.intersects(fact.mask())) {
        let kept = &mut world.part_mut::<History>().facts;
        if !kept.contains(fact) {
            kept.push(fact.clone());
        }
    }
}

fn player(world: &mut impl EditGame, seat: Seat, change: impl FnOnce(&mut crate::model::player::Player)) {
    change(world.part_mut::<Players>().get_mut(seat));
    mark_dirty(world, StateClass::HISTORY);
}
