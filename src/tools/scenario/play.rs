//! Scripts are followed step by step.

mod act;
mod bands;
mod declare;

use super::answers::Answers;
use super::build::{Case, mana, position, seat};
use super::def::{Expectation, Reply, Scenario, Step};
use super::names::{Labels, get, player};
use super::problem::{Problem, Unfit};
use super::trace::Trace;
use super::{expect, reply};
use crate::cards::CardDb;
use crate::cards::def::{CounterKind, StepName};
use crate::game::Game;
use crate::model::decision::{Answer, Decision, Prompt};
use crate::model::ids::{ObjectId, ObjectRef, Referent, Seat, SeatSet};
use crate::model::object::{Counters, Object};
use crate::model::player::Players;
use crate::model::rng::FixedOutcomes;
use crate::model::turn::Turn;
use crate::model::zone::Zones;
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, GameWorld, ReadGame};
use crate::rules::{driver, turn};
use bevy_ecs::prelude::*;

/// How many decisions there may be between two lines of a script.
const PATIENCE: u32 = 2_000;

/// Where a step stands: in which script of the scenario (those of variants come after its own), and its number there.
pub(super) type Place = (usize, usize);

/// A scenario that is under way.
pub(super) struct Play<'a> {
    pub game: Game,
    pub labels: Labels,
    /// The players who were asked something in the step that was taken last, but for priority and declarations.
    asked: SeatSet,
    pub trace: Trace<'a>,
    /// What was otherwise than expected, if the script is followed all the same.
    pub unmet: Option<Vec<(Place, Problem)>>,
    /// The step that is taken.
    at: Place,
}

impl<'a> Play<'a> {
    pub(super) fn new(scenario: &Scenario, case: &Case<'_>, db: &CardDb, trace: Trace<'a>) -> Result<Self, Unfit> {
        let (mut game, labels) = position(scenario, case, db)?;
        game.world_mut().insert_part(FixedOutcomes::default());
        game.watch(trace.is_on());
        Ok(Self { game, labels, asked: SeatSet::NONE, trace, unmet: None, at: (0, 0) })
    }

    /// A copy in which something can be tried.
    fn trial(game: &Game, labels: &Labels) -> Self {
        let (game, labels) = (game.fork(), labels.clone());
        Self { game, labels, asked: SeatSet::NONE, trace: Trace::default(), unmet: None, at: (0, 0) }
    }

    /// Follows the script, and that of a variant.
    ///
    /// # Errors
    /// The first step that doesn't go as it says.
    pub(super) fn follow(&mut self, scenario: &Scenario, variant: Option<usize>) -> Result<(), (Place, Problem)> {
        let rest = variant.map(|v| (v + 1, &scenario.variants[v].script));
        for (script, steps) in [(0, &scenario.script)].into_iter().chain(rest) {
            for (i, step) in steps.iter().enumerate() {
                self.at = (script, i);
                self.step(step).map_err(|problem| (self.at, problem))?;
            }
        }
        Ok(())
    }

    fn seat(&self, player: u8) -> Result<Seat, String> {
        seat(player, usize::from(self.game.world().part::<Players>().seats()))
    }

    fn turn(&self) -> &Turn {
        self.game.world().part()
    }

    fn stack(&self) -> &[ObjectId] {
        &self.game.world().part::<Zones>().stack
    }

    /// The object on top of the stack; a slot may hold another one soon.
    fn top(&self) -> Option<ObjectRef> {
        self.stack().last().map(|id| get::<Object>(self.game.world(), *id).reference())
    }

    fn is_on_stack(&self, object: ObjectRef) -> bool {
        self.stack().contains(&object.id) && get::<Object>(self.game.world(), object.id).reference() == object
    }

    fn has_priority(&self) -> bool {
        self.game.decision().is_some_and(|d| d.prompt == Prompt::Priority)
    }

    /// The open decision.
    fn open(&self) -> Result<&Decision, String> {
        self.game.decision().ok_or_else(|| format!("the game is over: {:?}", self.game.outcome()))
    }

    fn step(&mut self, step: &Step) -> Result<(), Problem> {
        let looks = matches!(
            step,
            Step::Expect(_)
                | Step::Legal(_)
                | Step::Illegal(_)
                | Step::IllegalAttack(_)
                | Step::IllegalAttackInBands(..)
                | Step::IllegalBlock(_)
        );
        if !looks && !matches!(step, Step::Cite(..)) {
            self.asked = SeatSet::NONE;
        }
        self.trace.step(step);
        let result = self.carry_out(step);
        self.trace.facts(&mut self.game);
        match (result, &mut self.unmet) {
            (Err(problem), Some(unmet)) if looks => unmet.push((self.at, problem)),
            (result, _) => result?,
        }
        let fixed = self.game.world().part::<FixedOutcomes>();
        if let Some(result) = fixed.rolls.front() {
            return Err(format!("the result {result} is scripted, but no die was rolled that has it").into());
        }
        if fixed.orders.is_empty() && fixed.faces.is_empty() {
            return Ok(());
        }
        Err("an outcome of chance is scripted that didn't come".to_owned().into())
    }

    fn carry_out(&mut self, step: &Step) -> Result<(), Problem> {
        match step {
            Step::Cite(rules, steps) => {
                steps.iter().try_for_each(|step| self.step(step)).map_err(|problem| problem.citing(rules))
            }
            Step::Expect(all) => self.expect(all),
            _ => Ok(self.act_out(step)?),
        }
    }

    /// That everything is as expected.
    fn expect(&self, all: &[Expectation]) -> Result<(), Problem> {
        let check = |e| expect::check(&self.game, &self.labels, self.asked, e).err();
        let differences: Vec<_> = all.iter().filter_map(check).collect();
        if differences.is_empty() { Ok(()) } else { Err(Problem::unmet(differences, all.len())) }
    }

    fn submit(&mut self, answer: Answer) -> Result<(), String> {
        if let Some(decision) = self.game.decision()
            && !matches!(
                decision.prompt,
                Prompt::Priority | Prompt::DeclareAttackers | Prompt::DeclareBands(_) | Prompt::DeclareBlockers
            )
        {
            self.asked.insert(decision.player);
        }
        self.trace.decision(&mut self.game, &answer);
        self.game.submit(answer).map_err(|e| e.to_string())?;
        self.trace.facts(&mut self.game);
        Ok(())
    }

    fn answer(&mut self, reply: &Reply) -> Result<(), String> {
        let decision = self.open()?;
        let world = self.game.world();
        let answer = reply::answer(world, &self.labels, decision, reply)
            .map_err(|e| format!("{e}: {}", self.describe(decision)))?;
        self.submit(answer)
    }

    /// What a decision is about, and what is accepted as its answer.
    fn describe(&self, decision: &Decision) -> String {
        reply::describe(self.game.world(), &self.labels, decision)
    }

    /// Answers what is asked until somebody has priority or the game is over.
    fn settle(&mut self, answers: &mut Answers<'_>) -> Result<(), String> {
        while self.game.decision().is_some() && !self.has_priority() {
            self.answer_next(answers)?;
        }
        Ok(())
    }

    /// Answers the open decision by the next answer, or by the only one there is.
    fn answer_next(&mut self, answers: &mut Answers<'_>) -> Result<(), String> {
        let decision = self.open()?;
        let world = self.game.world();
        let describe = |error: &str| format!("{error}: {}", self.describe(decision));
        let (looks, next) = answers.next();
        if let Some(Reply::Concede(by)) = next {
            for look in looks {
                reply::look(world, &self.labels, decision, look).map_err(|e| describe(&e))?;
            }
            answers.given();
            return self.concede(*by);
        }
        let scripted = next.map(|r| reply::answer(world, &self.labels, decision, r));
        let answer = match (scripted, reply::only(decision)) {
            (Some(Ok(answer)), _) => {
                for look in looks {
                    reply::look(world, &self.labels, decision, look).map_err(|e| describe(&e))?;
                }
                answers.given();
                answer
            }
            (_, Some(only)) => only,
            (Some(Err(error)), None) => return Err(describe(&error)),
            (None, None) => return Err(describe("not scripted")),
        };
        self.submit(answer)
    }

    /// A player concedes (CR 104.3a).
    fn concede(&mut self, by: u8) -> Result<(), String> {
        let seat = self.seat(by)?;
        self.open()?;
        if !self.game.world().part::<Players>().is_alive(seat) {
            return Err(format!("P{by} has left the game"));
        }
        self.game.concede(seat).map_err(|e| e.to_string())?;
        self.trace.facts(&mut self.game);
        Ok(())
    }

    /// The answers of a step; what comes by chance is known beforehand.
    fn answers<'r>(&mut self, replies: &'r [Reply]) -> Result<Answers<'r>, String> {
        let mut answers = Vec::new();
        for reply in replies {
            if let Reply::Die(face) = reply {
                self.game.world_mut().part_mut::<FixedOutcomes>().faces.push_back(*face);
                continue;
            }
            if let Reply::Roll(results) = reply {
                self.game.world_mut().part_mut::<FixedOutcomes>().rolls.extend(results);
                continue;
            }
            let Reply::Random(words) = reply else {
                answers.push(reply);
                continue;
            };
            let named = |word: &String| self.labels.somewhere(self.game.world(), word);
            let first = words.iter().map(named).collect::<Result<Vec<_>, _>>()?;
            self.game.world_mut().part_mut::<FixedOutcomes>().orders.push_back(first);
        }
        Ok(Answers::new(answers))
    }

    /// Mana comes into a pool, and who has priority looks again at what there is to do.
    fn mana(&mut self, player: u8, text: &str) -> Result<(), String> {
        let seat = self.seat(player)?;
        if !self.has_priority() {
            return Err(format!("nobody has priority: {}", self.describe(self.open()?)));
        }
        let world = self.game.world_mut();
        for mana in mana(text)? {
            world.part_mut::<Players>().get_mut(seat).pool.add(mana, 1);
        }
        if turn::ask_again(world) {
            driver::advance(world);
        }
        Ok(())
    }

    /// Counters come from nowhere, and what follows from them is settled (CR 117.5).
    fn put_counters(&mut self, word: &str, kind: CounterKind, count: u32) -> Result<(), String> {
        if !self.has_priority() {
            return Err(format!("nobody has priority: {}", self.describe(self.open()?)));
        }
        let to = match player(self.game.world(), word) {
            Some(seat) => Referent::Player(seat),
            None => {
                let id = self.labels.object(self.game.world(), word)?;
                Referent::Object(get::<Object>(self.game.world(), id).reference())
            }
        };
        let world = self.game.world_mut();
        let now = world.part_mut::<Zones>().tick();
        match to {
            Referent::Player(seat) => world.part_mut::<Players>().get_mut(seat).counters.add(kind, count, now),
            Referent::Object(object) => {
                let entity = world.part::<Slots>().entity(object.id);
                world.get_mut::<Counters>(entity).expect("slots hold counters").add(kind, count, now);
            }
        }
        crate::game::snapshot::invalidate(world);
        if turn::settle_again(world) {
            driver::advance(world);
        }
        Ok(())
    }

    /// Everybody passes, attacks and blocks with nothing, until a condition holds.
    fn pass_until(&mut self, answers: &mut Answers<'_>, done: impl Fn(&Self) -> bool) -> Result<(), String> {
        for _ in 0..PATIENCE {
            if done(self) || self.game.decision().is_none() {
                return answers.finish();
            }
            let decision = self.open()?;
            let idle = matches!(decision.prompt, Prompt::DeclareAttackers | Prompt::DeclareBlockers);
            let none = Answer::Some(Vec::new());
            if decision.prompt == Prompt::Priority {
                self.submit(Answer::One(0))?;
            } else if idle && decision.check(&none).is_ok() {
                self.submit(none)?;
            } else {
                self.answer_next(answers)?;
            }
        }
        Err(format!("this isn't reached within {PATIENCE} decisions"))
    }

    fn resolve(&mut self, answers: &[Reply]) -> Result<(), String> {
        let Some(top) = self.top() else { return Err("the stack is empty".to_owned()) };
        let mut answers = self.answers(answers)?;
        self.pass_until(&mut answers, |play| play.has_priority() && !play.is_on_stack(top))
    }

    /// All pass until a step in which the stack is empty and the active player has priority, or (`first`) until priority
    /// is first given there.
    fn to(&mut self, step: StepName, answers: &[Reply], later_turn: bool, first: bool) -> Result<(), String> {
        let (begun, number) = (self.turn().step, self.turn().number);
        let mut answers = self.answers(answers)?;
        self.pass_until(&mut answers, |play| {
            let turn = play.turn();
            let later = turn.number > number || (!later_turn && turn.step != begun);
            let there = later && turn.step == step && play.has_priority();
            let active = || play.game.decision().is_some_and(|d| d.player == turn.active);
            there && (first || (play.stack().is_empty() && active()))
        })?;
        match self.game.decision() {
            Some(_) => Ok(()),
            None if self.turn().step == step => Ok(()),
            None => Err(format!("the game is over before: {:?}", self.game.outcome())),
        }
    }
}
