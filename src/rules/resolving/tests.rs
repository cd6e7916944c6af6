//! Programs built by hand: order of things, choices, loops, and what they propose.

mod driven;

use super::step::InstructionFlow;
use super::*;
use crate::cards::def::*;
use crate::cards::{CardTableData, Definition, RoundOrder};
use crate::model::agenda::Returned;
use crate::model::bindings::{ChosenTarget, Value};
use crate::model::decision::{Answer, Prompt};
use crate::model::event::Event;
use crate::model::ids::{DefId, ObjectRef, Referent, Seat, SeatSet};
use crate::model::object::{Characteristics, Object, ObjectKind};
use crate::model::player::{Player, Players};
use crate::model::turn::Turn;
use crate::model::zone::{Move, OwnZones, Zone, Zones};
use crate::rules::plugins::RulesPlugins;
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, GameWorld, ReadGame};
use bevy_ecs::prelude::*;
use std::sync::Arc;

fn var(name: &str) -> Var {
    Word::new(name).expect("a short word")
}

/// A game of two players in which seat 1 is active and nothing has happened.
fn world() -> World {
    let mut app = App::empty();
    app.add_plugins(RulesPlugins);
    let mut world = std::mem::take(app.world_mut());
    world.part_mut::<Players>().0 = vec![Player::new(20), Player::new(20)];
    world.part_mut::<Zones>().lists_mut().own = vec![OwnZones::default(), OwnZones::default()];
    world.part_mut::<Turn>().active = Seat(1);
    world
}

/// Puts a card of the first definition into a zone.
fn card(world: &mut World, owner: Seat, zone: Zone) -> ObjectRef {
    let id = Slots::take(world, ObjectKind::Card);
    let entity = world.part::<Slots>().entity(id);
    let mut object = world.get_mut::<Object>(entity).expect("a slot");
    object.owner = owner;
    object.zone = zone;
    let reference = object.reference();
    let mut chars = world.get_mut::<Characteristics>(entity).expect("a slot");
    chars.controller = owner;
    chars.types = CardTypes::CREATURE;
    world.part_mut::<Zones>().lists_mut().list_mut(zone).expect("a zone").push(id);
    reference
}

/// Makes the table hold one definition with one program.
fn define(world: &mut World, ops: Vec<Op>) {
    let source = CardDef {
        format: FORMAT,
        name: "Test".into(),
        cost: None,
        color_indicator: Vec::new(),
        types: TypeLine::default(),
        pt: None,
        loyalty: None,
        defense: None,
        abilities: Vec::new(),
        other: None,
    };
    let face = crate::cards::Face {
        name: "Test".into(),
        chars: Characteristics { types: CardTypes::CREATURE, ..Characteristics::default() },
        traits: Default::default(),
    };
    let definition = Definition {
        name: "Test".into(),
        faces: vec![face],
        layout: None,
        abilities: Vec::new(),
        statics: Vec::new(),
        programs: vec![ops],
        texts: Vec::new(),
        speakers: Vec::new(),
        tokens: Vec::new(),
        source,
        fingerprint: std::sync::OnceLock::new(),
    };
    let data = CardTableData { defs: vec![Arc::new(definition)], first_token: vec![0], ..Default::default() };
    world.insert_part(CardTable(Arc::new(data)));
}

/// What driving a program led to.
struct Driven {
    frame: Frame,
    asked: Vec<(Seat, Prompt)>,
    proposed: Vec<Vec<Event>>,
}

/// Runs a program for seat 0 instruction by instruction, with these answers; batches change nothing. At each wait the
/// frame goes through its serialised form.
fn drive(world: &mut World, ops: Vec<Op>, answers: impl IntoIterator<Item = Answer>) -> Driven {
    define(world, ops);
    let program = ProgramHandle { def: DefId(0), index: 0 };
    let mut frame = Frame::new(program, Bindings::new(Seat(0), ObjectRef::NONE));
    let mut answers = answers.into_iter();
    let (mut asked, mut proposed) = (Vec::new(), Vec::new());
    let table = world.part::<CardTable>().clone();
    while let Some(op) = table.program(program).get(frame.pc as usize) {
        crate::rules::layers::refresh(world);
        match control::perform(world, &mut frame, op) {
            InstructionFlow::Next => frame.jump_to(frame.pc + 1),
            InstructionFlow::Jump(to) => frame.jump_to(to),
            InstructionFlow::Ask(decision) => {
                let answer = answers.next().unwrap_or_else(|| panic!("no answer left for {:?}", decision.prompt));
                assert_eq!(decision.check(&answer), Ok(()), "{decision:?}");
                asked.push((decision.player, decision.prompt));
                Returned::give_answer(world, answer);
            }
            InstructionFlow::Propose(batch) => {
                proposed.push(batch.events.into_iter().filter_map(|p| p.event).collect());
                *world.part_mut::<Returned>() = Returned::default();
            }
            InstructionFlow::Pay(..)
            | InstructionFlow::Cast(..)
            | InstructionFlow::PlayLand(..)
            | InstructionFlow::Retarget { .. }
            | InstructionFlow::Prepare(_)
            | InstructionFlow::Refresh => {
                panic!("nothing is paid, cast or prepared here")
            }
        }
        let text = ron::to_string(&frame).expect("frames are plain data");
        frame = ron::from_str(&text).expect("frames are plain data");
    }
    assert_eq!(answers.next(), None, "all answers are used");
    Driven { frame, asked, proposed }
}

fn number(frame: &Frame, name: &str) -> Option<i32> {
    match frame.bindings.var(var(name)) {
        Some(Value::Number(n)) => Some(*n),
        _ => None,
    }
}

fn act(effect: Instruction) -> Op {
    Op::Do(Box::new(effect))
}

/// Adds to a variable.
fn count(name: &str, n: Quantity) -> Op {
    act(Instruction::Set(var(name), Quantity::Sum(vec![Quantity::Var(var(name)), n])))
}

#[test]
fn a_loop_runs_so_many_times() {
    for rounds in [0, 1, 3] {
        let ops = vec![Op::Times(Quantity::N(rounds)), Op::Next(4), count("n", Quantity::N(1)), Op::Jump(1)];
        let driven = drive(&mut world(), ops, []);
        assert_eq!(number(&driven.frame, "n").unwrap_or(0), rounds);
        assert!(driven.frame.loops.is_empty());
    }
}

#[test]
fn players_are_gone_through_in_apnap_order() {
    let ops = vec![
        Op::Each(Recipients::Players(Who::EachPlayer), RoundOrder::Any),
        Op::Next(4),
        Op::AskMay(Who::It, 3, 3),
        Op::Jump(1),
    ];
    let driven = drive(&mut world(), ops, [Answer::Confirm(true), Answer::Confirm(false)]);
    let asked: Vec<Seat> = driven.asked.iter().map(|(seat, _)| *seat).collect();
    assert_eq!(asked, [Seat(1), Seat(0)]);
    assert_eq!(driven.frame.bindings.it, None);
}

#[test]
fn loops_nest() {
    let ops = vec![
        Op::Each(Recipients::Players(Who::EachPlayer), RoundOrder::Any),
        Op::Next(7),
        Op::Times(Quantity::N(3)),
        Op::Next(6),
        count("n", Quantity::N(1)),
        Op::Jump(3),
        Op::Jump(1),
    ];
    assert_eq!(number(&drive(&mut world(), ops, []).frame, "n"), Some(6));
}

#[test]
fn conditions_and_options_choose_the_way() {
    let ops = |cond: Condition| {
        vec![
            Op::JumpUnless(cond, 3, 3),
            count("yes", Quantity::N(1)),
            Op::Jump(4),
            count("no", Quantity::N(1)),
            Op::AskMay(Who::You, 6, 6),
            count("did", Quantity::N(1)),
            Op::ChooseOne(Who::You, vec![7, 9], 10),
            count("first", Quantity::N(1)),
            Op::Jump(10),
            count("second", Quantity::N(1)),
        ]
    };
    let frame = drive(&mut world(), ops(Condition::Always), [Answer::Confirm(true), Answer::One(1)]).frame;
    let set = ["yes", "no", "did", "first", "second"].map(|name| number(&frame, name).is_some());
    assert_eq!(set, [true, false, true, false, true]);
    let never = Condition::Not(Box::new(Condition::Always));
    let frame = drive(&mut world(), ops(never), [Answer::Confirm(false), Answer::One(0)]).frame;
    let set = ["yes", "no", "did", "first", "second"].map(|name| number(&frame, name).is_some());
    assert_eq!(set, [false, true, false, true, false]);
}

#[test]
fn doing_nothing_leaves_a_variable_unset() {
    let nothing = Objects::In(ZoneOf::Exile, Filter::Any);
    let ops = vec![
        act(Instruction::Set(var("x"), Quantity::N(1))),
        act(Instruction::Keep(var("x"), nothing.clone())),
        act(Instruction::Destroy { what: nothing, no_regeneration: false, into: Some(var("y")) }),
    ];
    let driven = drive(&mut world(), ops, []);
    assert!(driven.frame.bindings.vars.is_empty());
    assert!(driven.proposed.is_empty());
}

#[test]
fn all_players_choose_before_anything_is_discarded() {
    let mut world = world();
    let hand: Vec<ObjectRef> =
        [0, 0, 1, 1, 1].map(|seat| card(&mut world, Seat(seat), Zone::Hand(Seat(seat)))).to_vec();
    let ops = vec![act(Instruction::Discard {
        who: Who::EachPlayer,
        count: Quantity::N(2),
        filter: Filter::Any,
        random: false,
        into: None,
    })];
    let driven = drive(&mut world, ops, [Answer::Some(vec![0, 2])]);
    // Seat 1 has a choice; seat 0 discards both cards unasked.
    assert_eq!(driven.asked.len(), 1);
    assert_eq!(driven.asked[0].0, Seat(1));
    let discards = [(1, hand[2]), (1, hand[4]), (0, hand[0]), (0, hand[1])];
    let discards = discards.map(|(seat, object)| Event::Discard { seat: Seat(seat), object, cost: false });
    assert_eq!(driven.proposed, [discards.to_vec()]);
}

#[test]
fn choices_are_clamped_to_what_there_is() {
    let mut world = world();
    let all: Vec<ObjectRef> = (0..2).map(|_| card(&mut world, Seat(0), Zone::Battlefield)).collect();
    let choose = |min, max| {
        act(Instruction::Choose {
            who: Who::You,
            from: Objects::All(Filter::Any),
            min: Quantity::N(min),
            max: Quantity::N(max),
            random: false,
            together: Vec::new(),
            into: var("x"),
        })
    };
    let driven = drive(&mut world, vec![choose(5, 5)], []);
    assert_eq!(driven.frame.bindings.var(var("x")), Some(&Value::Objects(all.clone())));
    let driven = drive(&mut world, vec![choose(1, 1)], [Answer::One(1)]);
    assert_eq!(driven.frame.bindings.var(var("x")), Some(&Value::Objects(vec![all[1]])));
    let driven = drive(&mut world, vec![choose(0, 5)], [Answer::Some(vec![])]);
    assert_eq!(driven.frame.bindings.var(var("x")), None);
}

#[test]
fn scry_puts_cards_away_and_back_in_the_chosen_order() {
    let mut world = world();
    let library: Vec<ObjectRef> = (0..4).map(|_| card(&mut world, Seat(0), Zone::Library(Seat(0)))).collect();
    // The top card is the last one. One card goes to the bottom, the other two change places.
    let ops = vec![act(Instruction::Scry(Who::You, Quantity::N(3)))];
    let driven = drive(&mut world, ops, [Answer::Some(vec![1]), Answer::Order(vec![1, 0])]);
    let moved: Vec<(ObjectRef, crate::model::event::Place)> = driven.proposed[0]
        .iter()
        .map(|e| match e {
            Event::Move(Move { object, place, .. }) => (*object, *place),
            other => panic!("{other:?}"),
        })
        .collect();
    use crate::model::event::Place::{Bottom, Top};
    assert_eq!(moved, [(library[2], Bottom), (library[3], Top), (library[1], Top)]);
    let driven = drive(&mut world, vec![act(Instruction::Scry(Who::You, Quantity::N(1)))], [Answer::Some(vec![])]);
    assert!(driven.proposed.is_empty(), "a card that stays on top doesn't move");
}

#[test]
fn open_mana_is_chosen_part_by_part() {
    let mut world = world();
    let mana = |mana, times| {
        let (only, riders) = (Vec::new(), Vec::new());
        act(Instruction::AddMana { who: Who::You, mana, times: Quantity::N(times), only, riders })
    };
    let ops = vec![
        mana(ManaProduced::Fixed(ManaCost::parse("{2}{R}").expect("a cost")), 2),
        mana(ManaProduced::Fixed(ManaCost::parse("{G/U}").expect("a cost")), 2),
        mana(ManaProduced::AnyColor(Quantity::N(3)), 1),
        mana(ManaProduced::Combination(Quantity::N(4), vec![Color::White, Color::Black]), 1),
    ];
    let answers = [Answer::One(0), Answer::One(1), Answer::One(0), Answer::Distribute(vec![1, 3])];
    let driven = drive(&mut world, ops, answers);
    assert!(driven.asked.iter().all(|(_, prompt)| *prompt == Prompt::ManaColor(ObjectRef::NONE)));
    // White, blue, black, red, green, colourless.
    assert_eq!(world.part::<Players>().get(Seat(0)).pool.amount, [4, 1, 3, 2, 1, 4]);
}

#[test]
fn an_extra_combat_phase_comes_after_what_is_left_of_this_one() {
    use StepName::*;
    let mut world = world();
    let combat = [EndCombat, CombatDamage, DeclareBlockers, DeclareAttackers, BeginCombat];
    let turn = world.part_mut::<Turn>();
    turn.step = DeclareAttackers;
    turn.steps = vec![End, PostcombatMain, EndCombat, CombatDamage];
    let extra = || act(Instruction::ExtraCombat { main_phase: true });
    drive(&mut world, vec![extra(), extra()], []);
    let steps = &world.part::<Turn>().steps;
    let mut expected = vec![End, PostcombatMain, PostcombatMain];
    expected.extend(combat);
    expected.push(PostcombatMain);
    expected.extend(combat);
    expected.extend([EndCombat, CombatDamage]);
    assert_eq!(*steps, expected);
}

#[test]
fn targets_of_a_mode_count_from_its_first_instance() {
    let mut bindings = Bindings::new(Seat(0), ObjectRef::NONE);
    let target =
        |instance| ChosenTarget { instance, target: Referent::Player(Seat(instance)), share: 0, legal: instance != 3 };
    bindings.targets = (0..4).map(target).collect();
    bindings.rebase_targets(2);
    assert_eq!(bindings.targets_of(0).collect::<Vec<_>>(), [Referent::Player(Seat(2))]);
    // An illegal target is left alone (CR 608.2b).
    assert_eq!(bindings.targets_of(1).next(), None);
}

#[test]
fn a_chosen_player_is_stored() {
    let ops = vec![act(Instruction::ChoosePlayer {
        who: Who::You,
        from: Who::EachPlayer,
        only: Condition::Always,
        random: false,
        into: var("p"),
    })];
    let driven = drive(&mut world(), ops, [Answer::One(1)]);
    assert_eq!(driven.frame.bindings.var(var("p")), Some(&Value::Seats(SeatSet::only(Seat(0)))));
}
