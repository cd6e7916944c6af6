//! Tasks of a plugin: run, saved in the middle, asked again, unknown ones refused.

use crate::bounties::{Bounty, Wanted};
use crate::{asked, game_with_question, of_decks, rules, setup};
use dracones::bevy_app::App;
use dracones::bevy_ecs::prelude::*;
use dracones::cards::def::StepName;
use dracones::game::Rules;
use dracones::game::snapshot::SnapshotError;
use dracones::model::agenda::Agenda;
use dracones::model::dirt::StateClass;
use dracones::model::event::Event;
use dracones::model::object::Characteristics;
use dracones::model::outcome::Inconclusive;
use dracones::model::player::Players;
use dracones::model::references::references;
use dracones::model::saved::SavedValue;
use dracones::model::task::{PluginTaskData, Task};
use dracones::model::turn::Turn;
use dracones::prelude::*;
use dracones::rules::driver::{Flow, TaskApp, TaskError};
use dracones::rules::reading::{Board, Live, Reading};
use dracones::rules::sba::{Proposals, StateBasedActionApp};
use dracones::rules::schedule::mark_dirty;
use dracones::rules::slots::Slots;
use dracones::rules::state::{Changing, StateApp};
use serde::{Deserialize, Serialize};

#[test]
fn a_question_of_a_plugin_is_asked_shown_and_answered() {
    let mut game = game_with_question();
    assert!(matches!(game.world().part::<Agenda>().top(), Some(Task::Plugin(_))));
    let decision = game.decision().expect("it is asked").clone();
    let question = game.view(decision.decider).question.expect("the decider is asked");
    assert_eq!(question.options.len(), decision.options().len());
    assert!(question.options.iter().all(|option| !option.text.is_empty()), "{question:?}");
    let Choice::Object(creature) = decision.options()[0] else { panic!("{decision:?}") };
    game.submit(Answer::One(0)).expect("it is legal");
    assert_eq!(game.world().resource::<Wanted>().open, [(creature, decision.player)]);
    let entity = game.world().part::<Slots>().entity(creature.id);
    assert_eq!(game.world().get::<Bounty>(entity), Some(&Bounty { by: decision.player }));
}

#[test]
fn agents_answer_it() {
    let mut game = rules().game(&setup(), 5, 2).expect("nothing is left out");
    let (mut agent, mut random) = (Greedy::default(), Stream::new(1, 1));
    while let Some(decision) = game.decision() {
        let view = game.seat_view(decision.decider).expect("the seat is there");
        let answer = agent.answer(&view, decision, &mut random);
        game.submit(answer).expect("it is legal");
    }
    let wanted = game.world().resource::<Wanted>();
    assert!(wanted.paid > 0 || !wanted.open.is_empty());
}

fn controller(game: &Game, choice: &Choice) -> Seat {
    let Choice::Object(object) = choice else { panic!("{choice:?}") };
    let entity = game.world().part::<Slots>().entity(object.id);
    game.world().get::<Characteristics>(entity).expect("slots hold objects").controller
}

#[test]
fn it_is_asked_again_when_another_player_has_left() {
    let deck = vec![("Forest", 24), ("Grizzly Bears", 36)];
    let setup = of_decks(&[deck.clone(), deck.clone(), deck]);
    let mut found = 0;
    for number in 0..20 {
        let mut game = rules().game(&setup, 8, number).expect("nothing is left out");
        let mut random = Stream::new(3, number);
        let mut others = Vec::new();
        while asked(&mut game, &mut random) {
            let decision = game.decision().expect("it is asked");
            others = decision.options().iter().map(|choice| controller(&game, choice)).collect::<Vec<_>>();
            others.sort_unstable();
            others.dedup();
            if others.len() > 1 {
                break;
            }
            let answer = decision.sample(&mut random);
            game.submit(answer).expect("it is legal");
        }
        if others.len() < 2 {
            continue;
        }
        found += 1;
        let before = game.decision().expect("it is asked").clone();
        game.concede(others[0]).expect("the seat is there");
        let after = game.decision().expect("it is asked again");
        assert_eq!(after.player, before.player);
        assert!(after.options().len() < before.options().len());
        assert!(after.options().iter().all(|choice| controller(&game, choice) == others[1]));
        let Choice::Object(chosen) = after.options()[0] else { panic!("{after:?}") };
        game.submit(Answer::One(0)).expect("it is legal");
        assert!(game.world().resource::<Wanted>().open.contains(&(chosen, before.player)));
    }
    assert!(found > 0);
}

#[test]
fn unknown_tasks_are_errors() {
    let game = game_with_question();
    let saved = game.snapshot();
    let db = CardDb::embedded();
    assert!(rules().restore(&saved, &db).is_ok());
    let without = Rules::new(|app: &mut App| {
        app.add_plugins(RulesPlugins).register_state::<Wanted>().register_state::<Bounty>();
    });
    let unknown = SnapshotError::Task(TaskError::Unknown("bounties/hunt".to_owned()));
    assert_eq!(without.restore(&saved, &db).expect_err("nobody runs the task"), unknown);
    // One with data of another type.
    let mut other = saved.clone();
    let tasks = saved.resources.agenda.tasks().iter().cloned().map(|mut task| {
        if let Task::Plugin(plugin) = &mut task {
            plugin.data = SavedValue::new(&7u32);
        }
        task
    });
    other.resources.agenda = Agenda::of(tasks);
    other.seal(&setup().table);
    let error = rules().restore(&other, &db).expect_err("it can't be read");
    assert!(matches!(error, SnapshotError::Task(TaskError::Unreadable { .. })), "{error}");
    // In a game that continues all the same the end is honest.
    let mut game = Game::new(&setup(), 5, 0);
    game.world_mut().part_mut::<Agenda>().push(Task::plugin(&Toll { from: Seat(0) }));
    let answer = game.decision().expect("it is asked").sample(&mut Stream::new(1, 1));
    game.submit(answer).expect("it is legal");
    assert_eq!(game.outcome(), Outcome::Inconclusive(Inconclusive::Missing));
}

/// A task without a question: a player has 1 life less.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Toll {
    from: Seat,
}

references! {
    struct Toll { from }
}

impl PluginTaskData for Toll {
    const NAME: &'static str = "test/toll";
}

/// Who has more than 15 life pays a toll until they don't.
fn rich(read: Reading<'_, '_>, mut proposals: ResMut<'_, Proposals>) {
    let live = read.live();
    let rich = (0..live.players().seats()).map(Seat).filter(|seat| live.players().get(*seat).life > 15);
    let tolls: Vec<Task> = rich.map(|from| Task::plugin(&Toll { from })).collect();
    proposals.tasks.extend(tolls);
}

fn toll(In(task): In<Toll>, mut changing: Changing<'_, '_>) -> Flow {
    let game = &mut changing.state();
    game.part_mut::<Players>().get_mut(task.from).life -= 1;
    mark_dirty(game, StateClass::LIFE);
    Flow::Continue
}

#[test]
fn a_state_based_action_proposes_tasks() {
    let rules = Rules::new(|app: &mut App| {
        app.add_plugins(RulesPlugins).add_plugin_task::<Toll, _>(toll);
        app.add_state_based_action(|_| StateClass::LIFE, |_| true, rich);
    });
    let mut game = rules.game(&setup(), 5, 0).expect("nothing is left out");
    let mut random = Stream::new(1, 1);
    while !matches!(game.decision().expect("it is asked").prompt, Prompt::Priority) {
        let answer = game.decision().expect("it is asked").sample(&mut random);
        game.submit(answer).expect("it is legal");
    }
    let lives: Vec<i32> = game.world().part::<Players>().0.iter().map(|player| player.life).collect();
    assert_eq!(lives, [15, 15]);
}

/// The active player gains 1 life as each of their upkeeps begins, while they have less than 22.
fn tithe(live: &Live<'_>, active: Seat) -> Option<Event> {
    (live.players().get(active).life < 22).then_some(Event::GainLife { seat: active, amount: 1 })
}

#[test]
fn a_turn_based_action_happens_before_anyone_gets_priority() {
    let rules = Rules::new(|app: &mut App| {
        app.add_plugins(RulesPlugins).add_turn_based_action(StepName::Upkeep, tithe);
    });
    let lands = of_decks(&[vec![("Forest", 60)], vec![("Mountain", 60)]]);
    let mut game = rules.game(&lands, 5, 0).expect("nothing is left out");
    let mut random = Stream::new(1, 1);
    let mut seen = Vec::new();
    while game.world().part::<Turn>().number < 6 {
        let decision = game.decision().expect("it is asked");
        let turn = game.world().part::<Turn>();
        if matches!(decision.prompt, Prompt::Priority) && turn.step == StepName::Upkeep {
            let mut lives: Vec<i32> = game.world().part::<Players>().0.iter().map(|player| player.life).collect();
            lives.rotate_left(turn.active.index());
            seen.push((turn.number, lives[0], lives[1]));
        }
        let answer = decision.sample(&mut random);
        game.submit(answer).expect("it is legal");
    }
    seen.dedup();
    assert_eq!(seen, [(1, 21, 20), (2, 21, 21), (3, 22, 21), (4, 22, 22), (5, 22, 22)]);
}

#[test]
#[should_panic(expected = "Draw: a step with turn-based actions of its own takes a task")]
fn a_step_with_actions_of_its_own_is_refused() {
    let mut app = App::new();
    app.add_plugins(RulesPlugins).add_turn_based_action(StepName::Draw, tithe);
}
