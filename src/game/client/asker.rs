//! What a decision is about, and what each of its options means, in words: read from the task that asks.

use super::describe;
use super::question::{Act, OptionView};
use super::visibility::{Visibility, VisibleReferent};
use crate::cards::def::HandAction;
use crate::cards::{AbilityKind, CardTable};
use crate::game::client::Words;
use crate::model::agenda::Agenda;
use crate::model::bindings::Frame;
use crate::model::cast::{CastTask, Payment, Transaction};
use crate::model::decision::{Choice, Decision, Prompt};
use crate::model::ids::{AbilityKey, ObjectRef, Referent};
use crate::model::task::Task;
use crate::model::trigger::PendingTriggers;
use crate::rules::legal;
use crate::rules::mana::has_ways;

/// What asks: the task on top of the agenda.
pub(super) struct Asker<'a, 'w> {
    visibility: &'a Visibility<'w>,
    words: Words<'w>,
    task: Option<&'w Task>,
    paying: bool,
}

impl<'a, 'w> Asker<'a, 'w> {
    pub(super) fn new(visibility: &'a Visibility<'w>, prompt: &Prompt) -> Self {
        let task = visibility.board.part::<Agenda>().top();
        Self { visibility, words: Words::seen_by(*visibility), task, paying: matches!(prompt, Prompt::PayMana(_)) }
    }

    fn table(&self) -> &'w CardTable {
        self.visibility.table()
    }

    fn cast(&self) -> Option<&'w Transaction> {
        match self.task? {
            Task::Cast(task) => match task.as_ref() {
                CastTask::Go(cast) => Some(cast),
                _ => None,
            },
            _ => None,
        }
    }

    fn payment(&self) -> Option<&'w Payment> {
        match self.task? {
            Task::Cast(task) => match task.as_ref() {
                CastTask::Go(cast) => Some(&cast.payment),
                CastTask::Pay(separate) => Some(&separate.payment),
                _ => None,
            },
            _ => None,
        }
    }

    fn frame(&self) -> Option<&'w Frame> {
        match self.task? {
            Task::Run(frame) => Some(frame),
            _ => None,
        }
    }

    /// What asks, in words.
    pub(super) fn reason(&self, decision: &Decision) -> Option<String> {
        let table = self.table();
        match &decision.prompt {
            Prompt::Targets { instance, .. } => {
                let cast = self.cast()?;
                let chars = self.visibility.see(cast.object).map(|(view, _)| view.chars);
                let all = crate::rules::legal::instances(table, &cast.texts, cast.gained, chars, &cast.bindings.modes);
                all.get(usize::from(*instance)).map(|i| describe::target(table, cast.texts.first().copied(), &i.def))
            }
            Prompt::OptionalCost(spell, at) => {
                let (view, _) = self.visibility.see(*spell)?;
                let cost = |a: &crate::model::object::AbilityInstance| match &table.ability(a.handle).kind {
                    AbilityKind::OptionalCost { cost, .. } => Some(describe::cost(cost)),
                    _ => None,
                };
                view.chars.abilities.iter().filter_map(cost).nth(usize::from(*at))
            }
            Prompt::MayPay(_, cost) => Some(describe::cost(cost)),
            Prompt::PayWith(_) => {
                let payment = self.payment()?;
                payment.total.parts.get(usize::from(payment.at)).map(describe::part)
            }
            Prompt::PayMana(_) => self.payment().map(|payment| self.symbols(payment)),
            Prompt::ChooseName(_, filter) => Some(describe::named(filter)),
            _ => {
                let frame = self.frame()?;
                describe::instruction(table, frame.program, frame.pc).map(|found| found.text)
            }
        }
    }

    /// The mana that a payment is for.
    fn symbols(&self, payment: &Payment) -> String {
        let symbols: Vec<String> = payment.total.mana.symbols.iter().map(ToString::to_string).collect();
        format!("{} and {} generic", symbols.concat(), payment.total.mana.generic)
    }

    pub(super) fn option(&self, choice: &Choice) -> OptionView {
        let object = |object: &ObjectRef| self.visibility.visible_referent(Referent::Object(*object));
        let table = self.table();
        let (act, clicks, does, cost) = match choice {
            Choice::Pass => (Act::Pass, vec![], None, None),
            Choice::PlayLand { object: card, .. } => (Act::PlayLand, vec![object(card)], None, None),
            Choice::Cast { object: card, way } => {
                let chars = legal::face_chars(&self.visibility.board, card.id, *way);
                let other = legal::ways::ability_of(&self.visibility.board, card.id, *way);
                let other = other.and_then(|a| match &table.ability(a.handle).kind {
                    AbilityKind::AlternativeCost { cost, .. } => Some(describe::cost(cost)),
                    _ => None,
                });
                let permit = way.permit.and_then(|effect| legal::permit_of(&self.visibility.board, effect));
                let offer = way.offer.and_then(|effect| legal::cost_offer(&self.visibility.board, effect));
                let instead = offer.map(|offer| offer.cost).or(permit.and_then(|permit| permit.cost));
                let free = || Some("without paying its mana cost".to_owned());
                let cost = match (way.face_down, instead) {
                    (true, _) => Some("{3}".to_owned()),
                    (false, _) if way.plotted => free(),
                    (false, Some(cost)) if cost.0.is_empty() => free(),
                    (false, Some(cost)) => Some(describe::cost(cost)),
                    (false, None) => other.or_else(|| chars.cost.as_ref().map(ToString::to_string)),
                };
                // CR 118.8.
                let more = permit.map(|permit| permit.more).filter(|more| !more.0.is_empty()).map(describe::cost);
                let cost = match (cost, more) {
                    (Some(cost), Some(more)) => Some(format!("{cost}, {more}")),
                    (cost, more) => cost.or(more),
                };
                let does = describe::abilities(table, &chars).join("\n");
                (Act::Cast, vec![object(card)], Some(does).filter(|d| !d.is_empty()), cost)
            }
            Choice::RollPlanarDie => (Act::RollPlanarDie, vec![], None, None),
            Choice::HandAction { object: card, action, by } => {
                let cost = legal::special::cost_of(&self.visibility.board, card.id, *by).map(describe::cost);
                let act = match action {
                    HandAction::Plot => Act::Plot,
                    HandAction::Foretell => Act::Foretell,
                    HandAction::Suspend => Act::Suspend,
                    HandAction::Companion => Act::Companion,
                };
                (act, vec![object(card)], None, cost)
            }
            Choice::TurnFaceUp { object: it, .. } => (Act::TurnFaceUp, vec![object(it)], None, None),
            Choice::Door { object: it, door } => {
                let half = crate::rules::layers::half(&self.visibility.board, *it, *door);
                let does = half.as_ref().map(|half| describe::abilities(table, half).join("\n"));
                let cost = half.and_then(|half| half.cost.as_ref().map(ToString::to_string));
                (Act::Unlock, vec![object(it)], does.filter(|d| !d.is_empty()), cost)
            }
            Choice::Activate { key } => {
                let (does, cost) = self.ability(*key);
                (Act::Activate, vec![object(&key.object)], Some(does), cost)
            }
            Choice::Object(it) => (Act::Choose, vec![object(it)], None, None),
            Choice::Player(seat) => (Act::Choose, vec![VisibleReferent::Player(*seat)], None, None),
            Choice::Attack { attacker, target } => {
                (Act::Attack, vec![object(attacker), self.visibility.visible_referent(*target)], None, None)
            }
            Choice::Block { blocker, attacker } => (Act::Block, vec![object(blocker), object(attacker)], None, None),
            Choice::Mode(mode) => (Act::Value, vec![], self.mode(*mode), None),
            Choice::Trigger(place) => {
                let waiting = &self.visibility.board.part::<PendingTriggers>().0;
                match waiting.get(usize::from(*place)) {
                    Some(trigger) => {
                        let does = describe::ability(table, trigger.key.handle);
                        (Act::Value, vec![self.visibility.source_of(trigger.key)], Some(does), None)
                    }
                    None => (Act::Value, vec![], None, None),
                }
            }
            Choice::Replacement(place) => {
                let open = match self.task {
                    Some(Task::Batch(batch)) => batch.open.get(usize::from(*place)),
                    _ => None,
                };
                match open {
                    Some(open) => {
                        let does = self.replacement(open);
                        (Act::Value, vec![object(&open.bindings.this)], Some(does), None)
                    }
                    None => (Act::Value, vec![], None, None),
                }
            }
            Choice::Way(way) => (Act::Value, vec![], None, self.way(*way)),
            Choice::Course(course) => (Act::Value, vec![], self.course(*course), None),
            Choice::Counter { of: Referent::Object(of), .. } => (Act::Value, vec![object(of)], None, None),
            Choice::Color(_)
            | Choice::Counter { .. }
            | Choice::CardType(_)
            | Choice::Subtype(_)
            | Choice::Number(_)
            | Choice::Mana(_)
            | Choice::Room { .. } => (Act::Value, vec![], None, None),
        };
        let text = match choice {
            Choice::Pass if self.paying => "pay".to_owned(),
            Choice::Trigger(_) | Choice::Replacement(_) => match clicks.first() {
                Some(VisibleReferent::Object(thing)) => thing.name.clone().unwrap_or_else(|| self.words.choice(choice)),
                Some(VisibleReferent::Inherent(name)) => name.clone(),
                _ => self.words.choice(choice),
            },
            _ => self.words.choice(choice),
        };
        let there = |click: &VisibleReferent| !matches!(click, VisibleReferent::Unseen | VisibleReferent::Inherent(_));
        let clicks = clicks.into_iter().filter(there).collect();
        OptionView { act, clicks, text, does, cost, against: false }
    }

    fn ability(&self, key: AbilityKey) -> (String, Option<String>) {
        let table = self.table();
        let cost = match &table.ability(key.handle).kind {
            AbilityKind::Activated { cost, .. } => Some(describe::cost_of(table, key.handle, cost)),
            _ => None,
        };
        (describe::ability(table, key.handle), cost)
    }

    fn mode(&self, mode: u8) -> Option<String> {
        let cast = self.cast()?;
        let (text, row) = legal::mode(self.table(), &cast.texts, mode)?;
        Some(describe::mode(self.table(), text, row))
    }

    fn replacement(&self, open: &crate::model::event::ReplacementChoice) -> String {
        match open.key {
            key @ crate::model::event::ReplacementKey::Rule(_) => {
                crate::rules::events::rule_in_words(key).unwrap_or("a rule of the game").to_owned()
            }
            _ => describe::static_effect(self.table(), open.handle),
        }
    }

    /// How the next symbol with several ways can be paid (CR 118.13).
    fn way(&self, way: u8) -> Option<String> {
        let payment = self.payment()?;
        let mut open = payment.total.mana.symbols.iter().filter(|s| has_ways(**s));
        let symbol = open.nth(payment.ways.len())?;
        Some(match (way, symbol) {
            (0, _) => format!("{symbol} with mana of the type"),
            (_, crate::cards::def::ManaSymbol::Phyrexian(_)) => format!("{symbol} with 2 life"),
            _ => format!("{symbol} with two mana"),
        })
    }

    /// What a course does.
    fn course(&self, course: u8) -> Option<String> {
        let frame = self.frame()?;
        let found = describe::instruction(self.table(), frame.program, frame.pc)?;
        found.courses.into_iter().nth(usize::from(course))
    }
}
