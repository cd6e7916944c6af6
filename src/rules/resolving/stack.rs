//! Countering (CR 701.6), and casting during a resolution (608.2g, 707.12).

use super::step::{InstructionFlow, acting, acting_one, is_in, is_playing, place, seat, zone_of};
use super::{moving, tokens};
use crate::cards::def::{
    CardTypes, CastCost, Cost, Destination, Filter, HandAction, Obj, Objects, PermanentAction, Var, Who,
};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Value};
use crate::model::cast::{Nested, Requirement};
use crate::model::decision::{CastMethod, Choice, Prompt, Shape};
use crate::model::dirt::StateClass;
use crate::model::event::Cause;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Seat};
use crate::model::object::{CastAs, ObjectKind, SinceAction};
use crate::model::task::Return;
use crate::model::turn::Turn;
use crate::model::zone::Zone;
use crate::rules::events::record;
use crate::rules::legal;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::EditGame;

/// CR 701.6a: spells go to their owners' graveyards, or where the instruction says; abilities cease to exist.
pub(super) fn counter(
    world: &mut impl EditGame,
    frame: &mut Frame,
    what: &Objects,
    to: Option<&Destination>,
) -> InstructionFlow {
    if frame.phase > 0 {
        frame.after_moves(world, None);
        return InstructionFlow::Next;
    }
    let mut objects = acting(world, frame, what);
    objects
        .retain(|o| is_in(world, *o, Zone::Stack) && legal::can_be_countered(&Live::new(world), *o, &frame.bindings));
    let to = to.unwrap_or(&Destination::Graveyard);
    objects.retain(|o| moving::has_controller(world, frame, *o, to));
    if objects.is_empty() {
        return InstructionFlow::Next;
    }
    let event = |o| moving::event(world, frame, o, to, Cause::Counter, None);
    let events = objects.iter().copied().map(event).collect();
    frame.propose_for(1, objects, events)
}

// Phases of `cast_now`.
const CHOSEN: u8 = 1;
const CAST: u8 = 2;
const PLAYED: u8 = 3;

/// How an instruction has cards cast.
#[derive(Clone, Copy)]
pub(super) struct Casting<'a> {
    /// For which cost.
    pub cost: &'a CastCost,
    /// As copies of the cards.
    pub copies: bool,
    /// With their back faces up.
    pub transformed: bool,
}

/// The cost of an instruction that is paid instead of a card's own.
fn instead_of(cost: &CastCost) -> Option<Cost> {
    match cost {
        CastCost::Own => None,
        CastCost::Free => Some(Cost::default()),
        CastCost::Instead(cost) => Some(cost.clone()),
    }
}

/// CR 702.170c-d: cards in exile become plotted, face up. What isn't a card can't be.
pub(super) fn become_plotted(world: &mut impl EditGame, frame: &mut Frame, what: &Objects) -> InstructionFlow {
    let turn = world.part::<Turn>().number;
    let mut facts = Vec::new();
    for card in acting(world, frame, what) {
        let object = *Live::new(world).object(card.id);
        if object.zone == Zone::Exile && object.kind == ObjectKind::Card {
            world.row_mut::<CastAs>(card.id).since_action = Some(SinceAction { turn, action: HandAction::Plot });
            facts.push(Fact::Did { object: card, by: object.owner, action: PermanentAction::BecomePlotted });
        }
    }
    mark_dirty(world, StateClass::EXILE | StateClass::HISTORY);
    if !facts.is_empty() {
        record(world, &facts);
    }
    InstructionFlow::Next
}

/// What a player could cast of these cards now, and how (CR 608.2g).
pub(super) fn casts(
    world: &mut impl EditGame,
    frame: &Frame,
    player: Seat,
    (what, spell): (&Objects, &Filter),
    how: Casting<'_>,
) -> Vec<(ObjectRef, CastMethod)> {
    let instead = instead_of(how.cost);
    let mut all = Vec::new();
    for object in acting(world, frame, what) {
        for way in legal::ways_during_resolution(world, player, object, instead.as_ref(), (how.copies, how.transformed))
        {
            if legal::would_match(world, &frame.bindings, spell, (player, object, way)) {
                all.push((object, way));
            }
        }
    }
    all
}

/// The lands among cards that a player could play now, each with a face that is a land.
pub(super) fn plays(world: &mut impl EditGame, frame: &Frame, player: Seat, what: &Objects) -> Vec<(ObjectRef, u8)> {
    let mut all = Vec::new();
    for object in acting(world, frame, what) {
        all.extend(legal::lands_during_resolution(world, player, object).into_iter().map(|face| (object, face)));
    }
    all
}

/// CR 608.2g: a player may cast one of these cards, or play it if it is a land; nobody gets priority before the resolution continues.
pub(super) fn cast_now(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    (what, spell): (&Objects, &Filter),
    (how, lands): (Casting<'_>, bool),
    into: Option<Var>,
) -> InstructionFlow {
    // CR 800.4b: nothing is put on the stack under the control of one who has left.
    let Some(player) = seat(world, frame, who).filter(|s| is_playing(world, *s)) else { return frame.nothing(into) };
    match frame.phase {
        0 => {
            let mut ways = casts(world, frame, player, (what, spell), how);
            let mut options = vec![Choice::Pass];
            options.extend(ways.iter().map(|(object, way)| Choice::Cast { object: *object, way: *way }));
            if lands {
                let plays = plays(world, frame, player, what);
                let play = |&(object, face): &(ObjectRef, u8)| Choice::PlayLand { object, face, permit: None };
                options.extend(plays.iter().map(play));
                let as_way = |(object, face)| (object, CastMethod { face, ..CastMethod::default() });
                ways.extend(plays.into_iter().map(as_way));
            }
            if ways.is_empty() {
                return frame.nothing(into);
            }
            frame.scratch = ways.iter().map(|(_, way)| Value::CastMethod(*way)).collect();
            frame.scratch.push(Value::Objects(ways.into_iter().map(|(object, _)| object).collect()));
            frame.ask(CHOSEN, player, Prompt::CastNow(frame.subject()), Shape::ChooseOne(options))
        }
        CHOSEN => {
            let Some(chosen) = place(&Returned::answer(world)).checked_sub(1) else { return frame.nothing(into) };
            let Some(Value::CastMethod(way)) = frame.scratch.get(chosen) else { panic!("ways stand in the scratch") };
            let way = *way;
            let mut object = frame.kept(frame.scratch.len() - 1)[chosen];
            if lands && legal::face_chars(&Live::new(world), object.id, way).is(CardTypes::LAND) {
                frame.scratch = vec![Value::Objects(vec![object])];
                frame.phase = PLAYED;
                return InstructionFlow::PlayLand(player, object, way.face);
            }
            if how.copies {
                // CR 707.12: the copy is made where the card is, and cast from there.
                let (base, zone) = (Live::new(world).object(object.id).base, zone_of(world, object));
                object = tokens::put_new(world, ObjectKind::Copy, player, base, Zone::of(zone.kind(), player));
            }
            frame.scratch = vec![Value::Objects(vec![object])];
            frame.phase = CAST;
            let requirement = || Box::new(Requirement { filter: spell.clone(), bindings: frame.bindings.clone() });
            let must_be = (*spell != Filter::Any).then(requirement);
            InstructionFlow::Cast(player, object, way, Nested { cost: instead_of(how.cost), must_be })
        }
        PLAYED => {
            let before = frame.kept(0)[0];
            let now = Live::new(world).object(before.id).reference();
            if now == before {
                return frame.nothing(into);
            }
            frame.moved.push((before, now));
            frame.store(into, vec![now]);
            InstructionFlow::Next
        }
        _ => {
            let before = frame.kept(0)[0];
            let Some(Return::Cast(Some(spell))) = Returned::to_me(world) else {
                // CR 601.2, 733: what couldn't be cast is back where it was, and is still that card.
                let back = Live::new(world).object(before.id).reference();
                if back != before {
                    frame.moved.push((before, back));
                }
                return frame.nothing(into);
            };
            frame.moved.push((before, spell));
            frame.store(into, vec![spell]);
            InstructionFlow::Next
        }
    }
}

/// CR 607.2a, 702.99b: links what has been moved already, or is there, to `This` or to another object.
pub(super) fn link_now(world: &mut impl EditGame, frame: &Frame, what: &Objects, to: Obj) -> InstructionFlow {
    let linked = acting(world, frame, what);
    let to = if to == Obj::This { Some(frame.bindings.this) } else { acting_one(world, frame, to) };
    if let Some(to) = to {
        moving::link(world, frame, to, &linked);
    }
    InstructionFlow::Next
}
