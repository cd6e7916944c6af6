//! Instructions: each with its words; families that need more have files of their own.

use super::Renderer;
use super::clauses::Clause;
use super::grammar::NounPhrase;
use super::types;
use crate::cards::def::{Condition, Cost, Instruction, Objects, PermanentAction, Quantity, Who};

impl Renderer<'_> {
    /// An instruction.
    pub(super) fn effect(&mut self, effect: &Instruction) -> Clause {
        let here = match &mut self.seek {
            Some((is, 0)) => is(effect),
            Some((is, before)) if is(effect) => {
                *before -= 1;
                false
            }
            _ => false,
        };
        if !here {
            return self.instruction(effect);
        }
        self.seek = None;
        self.found = Some(super::InstructionText::default());
        let said = self.instruction(effect);
        let text = self.peek(|s| s.with_letters(said.finite()));
        if let Some(found) = &mut self.found {
            found.text = super::sentence(&text);
        }
        said
    }

    fn instruction(&mut self, effect: &Instruction) -> Clause {
        match effect {
            Instruction::If { cond, then, otherwise } => self.if_so(cond, then, otherwise),
            Instruction::May { who, then, otherwise } => self.may(*who, then, otherwise),
            Instruction::MayPay { who, cost, then, otherwise } => self.may_pay(*who, cost, then, otherwise),
            Instruction::ForEach(group, body) => self.for_each(group, body),
            Instruction::Again => self.you("repeat this process".to_owned()),
            Instruction::Repeat(times, body) => {
                if let Some(found) = super::patterns::in_any_order(effect) {
                    return self.each_in_any_order(&found);
                }
                let many = super::patterns::any_number(effect).and_then(|(cast, _)| self.cast_any_number(cast));
                if let Some(said) = many {
                    return said;
                }
                let times = self.count(times);
                let times = self.with_letters(format!("do the following {times} times"));
                let body = self.looped(body);
                Clause::Whole(format!("{times}: {body}"))
            }
            Instruction::RepeatUntil(condition, body) => {
                let body = self.looped(body);
                let until = self.condition(condition, true);
                Clause::Whole(format!("repeat this process until {until}: {body}"))
            }
            Instruction::OnceEachTurn(body) => self.once_each_turn(body),
            Instruction::Set(var, quantity) => self.set(*var, quantity, &[]),
            Instruction::Keep(var, group) => self.keep(*var, group, &[]),
            Instruction::ChooseOne(who, courses) => self.courses(*who, courses),
            Instruction::FaceVillainousChoice(who, courses) => self.faces(*who, courses),
            Instruction::TimeTravel => self.you("time travel".to_owned()),

            Instruction::Choose { who, from, min, max, random, together, into } => {
                self.choose(*who, from, (min, max), (*random, together), *into)
            }
            Instruction::ChooseOfEach { who, kind, from, into } => self.choose_of_each(*who, *kind, from, *into),
            Instruction::Piles { who, from, first, second } => self.piles(*who, from, *first, *second),
            Instruction::ChooseColor { who, other_than, except, into } => {
                self.choose_color(*who, *other_than, except, *into)
            }
            Instruction::ChooseName { who, filter, into } => self.choose_name(*who, filter, *into),
            Instruction::ChooseCardType { who, among, into } => self.choose_card_type(*who, *among, *into),
            Instruction::ChooseSubtype { who, kind, other_than, except, among, into } => {
                self.choose_subtype(*who, *kind, *other_than, (except, among), *into)
            }
            Instruction::ChoosePlayer { who, from, only, random, into } => {
                self.choose_player((*who, *from), only, *random, *into)
            }
            Instruction::KeepPlayers { from, only, into } => self.keep_players(*from, only, *into, &[]),
            Instruction::ChoosePlayers { who, from, only, into } => self.choose_players(*who, *from, only, *into),
            Instruction::ChooseNumber { who, min, max, random, into } => {
                self.choose_number(*who, (min, max, *random), *into)
            }
            Instruction::Vote { first, among, secret, optional } => self.vote(*first, among, (*secret, *optional)),
            Instruction::FlipCoin { who, won, lost } => self.flip_coin(*who, *won, *lost),
            Instruction::RollDice { who, count, sides, plus, ignore, into, odd, even } => {
                self.roll_dice(*who, (count, *sides), plus, *ignore, (*into, *odd, *even))
            }
            Instruction::RememberChoice(var) => self.remember(*var),

            Instruction::Move { what, to, into, linked, until } => self.moves(what, to, *into, *linked, until.as_ref()),
            Instruction::Destroy { what, no_regeneration, into } => self.destroy(what, *no_regeneration, *into),
            Instruction::Sacrifice(what) => {
                let np = self.everything(what);
                self.you(format!("sacrifice {}", np.text))
            }
            Instruction::SacrificeThese(who, what) => {
                self.act(*who, |s| format!("sacrifice {}", s.everything(what).text))
            }
            Instruction::SacrificeAndMove { who, sacrificed, what, to } => self.swap(*who, sacrificed, what, to),
            Instruction::SacrificeChoice { who, filter, count, into, any } => {
                self.sacrifice_choice(*who, filter, (!any).then_some(count), *into)
            }
            Instruction::Draw { who, count, into } => self.draw(*who, count, *into),
            Instruction::Discard { who, count, filter, random, into } => {
                self.discard(*who, count, filter, *random, *into)
            }
            Instruction::DiscardThese(what) => {
                let np = self.everything(what);
                Clause::of(np, "are discarded")
            }
            Instruction::Mill { who, count, into } => self.mill(*who, count, *into),
            Instruction::Reveal(what) => {
                let np = self.everything(what);
                self.you(format!("reveal {}", np.text))
            }
            Instruction::Look(who, what) => self.act(*who, |s| format!("look at {}", s.everything(what).text)),
            Instruction::Search { who, of, filter, max, zones, together, into } => {
                self.search((*who, *of), (filter, together), max, zones, *into)
            }
            Instruction::ExileUntil { who, filter, total, into, exiled } => {
                self.until(*who, (filter, total.as_ref()), *into, *exiled, "exile")
            }
            Instruction::RevealUntil { who, filter, into, revealed } => {
                self.until(*who, (filter, None), *into, *revealed, "reveal")
            }
            Instruction::Shuffle(who) => self.act(*who, |_| "shuffle".to_owned()),
            Instruction::Scry(who, n) => self.act(*who, |s| format!("scry {}", s.amount(n))),
            Instruction::Surveil(who, n) => self.act(*who, |s| format!("surveil {}", s.amount(n))),

            Instruction::Damage { amount, to, and, source, into, dealt_to } => {
                self.damage((amount, to), and, *source, (*into, *dealt_to))
            }
            Instruction::EachDamages { what, amount, to } => self.each_damages(what, amount, to),
            Instruction::GainLife(who, n, into) => {
                let said = self.act(*who, |s| format!("gain {} life", s.amount(n)));
                self.hold_amount(*into, "the life gained this way", "life", "gained");
                said
            }
            Instruction::LoseLife(who, n, into) => {
                let said = self.act(*who, |s| format!("lose {} life", s.amount(n)));
                self.hold_amount(*into, "the life lost this way", "life", "lost");
                said
            }
            Instruction::SetLife(who, n) => {
                let np = NounPhrase::one(format!("{} life total", self.player(*who).s()));
                let amount = self.amount(n);
                Clause::of(np, format!("become {amount}"))
            }
            Instruction::Pair(first, second) => {
                let (first, second) = (self.object(*first).text, self.object(*second).text);
                self.you(format!("pair {first} with {second}"))
            }
            Instruction::Fight(first, second) => {
                let first = self.object(*first);
                let second = self.object(*second).text;
                Clause::of(first, format!("fight {second}"))
            }
            Instruction::AddMana { who, mana, times, only, riders } => self.add_mana((*who, mana, times), only, riders),
            Instruction::Tap(what) => self.with("tap", what, ""),
            Instruction::Untap(what) => self.with("untap", what, ""),
            Instruction::PutCounters { kind, count, and, on } => self.put_counters((*kind, count), and, on),
            Instruction::RemoveCounters { kind, count, from, into } => self.remove_counters(*kind, count, from, *into),
            Instruction::MoreOfEachKind { on, double } => {
                let on = self.each_of(on);
                self.you(match double {
                    true => format!("double the number of each kind of counter on {on}"),
                    false => format!("for each kind of counter on {on}, put another counter of that kind on it"),
                })
            }
            Instruction::PutCountersOf { of, kind, on } => self.put_counters_of(*of, *kind, on),
            Instruction::RemoveAnyCounters { who, from, min, max, into } => {
                self.remove_any(*who, from, (min, max), *into)
            }
            Instruction::RemoveAllCounters { from, into } => {
                let from = self.each_of(from);
                self.hold_amount(*into, "the number of counters removed this way", "counter", "removed");
                self.you(format!("remove all counters from {from}"))
            }
            Instruction::MoveCounters { from, to, kind, min, max, into } => {
                self.move_counters((*from, *to), *kind, (min, max.as_ref()), *into)
            }
            Instruction::ExchangeControl { what, into } => {
                let np = self.everything(what);
                if let Some(var) = into {
                    self.hold(*var, "exchanged", "permanent", true, true);
                }
                self.you(format!("exchange control of {}", np.text))
            }
            Instruction::ExchangeText { what, until } => {
                let np = self.everything(what);
                let lasts = self.duration(until, "until end of turn");
                self.you(format!("exchange the text boxes of {}{lasts}", np.text))
            }
            Instruction::Proliferate(who) => self.act(*who, |_| "proliferate".to_owned()),
            Instruction::Attach(what, to) => {
                let np = self.everything(what);
                let to = self.object(*to).text;
                self.you(format!("attach {} to {to}", np.text))
            }
            Instruction::AttachToPlayer(what, who) => {
                let (np, to) = (self.everything(what), self.player(*who).text);
                self.you(format!("attach {} to {to}", np.text))
            }
            Instruction::Unattach(what) => self.with("unattach", what, ""),
            Instruction::ExchangeLifeWith { who, of, measure } => {
                let (life, of) = (self.owned(*who, "life total"), self.object(*of).s());
                self.you(format!("exchange {life} with {of} {}", measure.text()))
            }
            Instruction::ExchangeZones(who, one, other) => {
                let places = format!("{} and {}", types::zone(*one), types::zone(*other));
                self.act(*who, |s| format!("exchange {} {places}", s.their(*who)))
            }
            Instruction::ExchangeLife(a, b) => {
                let (a, b) = (self.player(*a).text, self.player(*b).text);
                self.you(format!("have {a} and {b} exchange life totals"))
            }
            Instruction::Does(action, what) => {
                let np = self.everything(what);
                let text = match action {
                    PermanentAction::Explore => np.does("have explored"),
                    PermanentAction::Connive => np.does("have connived"),
                    PermanentAction::Mutate => np.does("have mutated"),
                    PermanentAction::BecomeCrewed => np.does("have become crewed"),
                    PermanentAction::BecomePlotted => np.does("have become plotted"),
                    PermanentAction::GoUnpaid => format!("the cumulative upkeep of {} isn't paid", np.text),
                };
                Clause::Whole(text)
            }
            Instruction::Regenerate(what) => self.with("regenerate", what, ""),
            Instruction::Designate(what, designation) => {
                let np = self.everything(what);
                let text = np.does(&format!("become {}", designation.text()));
                self.you(text)
            }
            Instruction::EndDesignation(what, designation) => {
                let np = self.everything(what);
                let text = np.does(&format!("are no longer {}", designation.text()));
                self.you(text)
            }
            Instruction::RemoveDamage(what) => self.with("remove all damage from", what, ""),
            Instruction::CreateToken { who, count, token, tapped, attacking, counters, into } => {
                self.create((*who, count), token, (*tapped, *attacking, counters), *into)
            }
            Instruction::BecomeBlocked(what) => {
                let np = self.everything(what);
                Clause::of(np, "become blocked".to_owned())
            }
            Instruction::RemoveFromCombat(what) => self.with("remove", what, " from combat"),
            Instruction::PhaseOutUntil { what, until, tapped, into } => {
                let np = self.everything(what);
                if let Some(var) = into {
                    self.hold(*var, "phased out", "permanent", true, true);
                }
                let (_, until) = self.happening(until);
                let tapped = if *tapped { ", and they are tapped as they phase in" } else { "" };
                Clause::Whole(format!("{} until {until}{tapped}", np.does("phase out")))
            }
            Instruction::PhaseOut(what) => {
                let np = self.everything(what);
                Clause::of(np, "phase out".to_owned())
            }
            Instruction::Transform(what) => self.with("transform", what, ""),
            Instruction::Flip(what) => self.with("flip", what, ""),
            Instruction::Unlock(what) => self.with("unlock a locked door of", &Objects::The(*what), ""),
            Instruction::Lock(what) => self.with("lock an unlocked door of", &Objects::The(*what), ""),
            Instruction::TurnFaceUp(what) => self.with("turn", what, " face up"),
            Instruction::TurnFaceDown(what) => self.with("turn", what, " face down"),
            Instruction::Continuous(effect, duration) => self.continuous(effect, duration),
            Instruction::Delayed { ability, until } => self.delayed(ability, until.as_ref()),
            Instruction::Reflexive(ability) => self.reflexive(ability),
            Instruction::Emblem(who, abilities) => self.emblem(*who, abilities),
            Instruction::Counter { what, to } => self.counter(what, to.as_ref()),
            Instruction::CopySpell { what, who, count, new_targets, without } => {
                self.copy_spell(*what, *who, count, (*new_targets, *without))
            }
            Instruction::CopySpellFor { what, who, each, named } => self.copy_spell_for(*what, *who, each, *named),
            Instruction::RedirectSpell(obj) => {
                let what = self.object(*obj).text;
                self.act(Who::You, |_| format!("change the target of {what}"))
            }
            Instruction::RedirectTo(what, to) => {
                let (what, to) = (self.object(*what).text, self.object(*to).text);
                self.act(Who::You, |_| format!("change a target of {what} to {to}"))
            }
            Instruction::BecomePlotted(what) => Clause::of(self.group(what), "become plotted"),
            Instruction::Link(what, to) => self.link(what, *to),
            Instruction::CopyInExile { of, into } => {
                let text = format!("create a copy of {} in exile", self.object(*of).text);
                let said = self.act(Who::You, |_| text);
                self.hold(*into, "created", "copy", false, true);
                said
            }
            Instruction::ChangeTargets(who, obj) => {
                let np = self.player(*who);
                let obj = self.object(*obj).text;
                Clause::Whole(format!("{} may choose new targets for {obj}", np.text))
            }
            Instruction::CastNow { who, what, spell, cost, copies, lands, transformed, into } => {
                self.cast_now((*who, *lands, *transformed), what, spell, cost, *copies, *into)
            }

            Instruction::Planeswalk(who) => self.act(*who, |_| "planeswalk".to_owned()),
            Instruction::ChaosEnsues => Clause::of(NounPhrase::one("chaos"), "ensue"),
            Instruction::RollPlanarDie(who) => self.act(*who, |_| "roll the planar die".to_owned()),
            Instruction::SetInMotion(who) => self.act(*who, |s| {
                let whose = s.their(*who);
                format!("set the top scheme of {whose} scheme deck in motion")
            }),
            Instruction::Abandon(what) => self.with("abandon", what, ""),

            Instruction::SkipNext(who, part) => {
                self.act(*who, |s| format!("skip {} next {}", s.their(*who), part.text()))
            }
            Instruction::ExtraTurn(who) => self.act(*who, |_| "take an extra turn after this one".to_owned()),
            Instruction::ExtraTurnWith { who, effects } => self.extra_turn_with(*who, effects),
            Instruction::ExtraTurnAfterNext(who) => {
                self.act(*who, |s| format!("take an extra turn after {} next turn", s.their(*who)))
            }
            Instruction::EndNow(part) => self.you(format!("end the {}", part.text())),
            Instruction::ExtraCombat { main_phase } => {
                let main = if *main_phase { " followed by an additional main phase" } else { "" };
                Clause::Whole(format!("after this phase, there is an additional combat phase{main}"))
            }
            Instruction::ItBecomes(one) => Clause::Whole(format!("it becomes {}", one.text())),
            Instruction::BecomeMonarch(who) => self.act(*who, |_| "become the monarch".to_owned()),
            Instruction::GetBlessing(who) => {
                self.act(*who, |_| "get the city's blessing for the rest of the game".to_owned())
            }
            Instruction::RaiseSpeed(who) => self.act(*who, |_| "get 1 more speed".to_owned()),
            Instruction::TakeInitiative(who) => self.act(*who, |_| "take the initiative".to_owned()),
            Instruction::Venture(who, into) => self.act(*who, |_| match into {
                Some(subtype) => format!("venture into {subtype}"),
                None => "venture into the dungeon".to_owned(),
            }),
            Instruction::RingTempts(who) => Clause::Whole(format!("the Ring tempts {}", self.player(*who).text)),
            Instruction::LoseMana(who) => self.act(*who, |_| "lose all unspent mana".to_owned()),
            Instruction::Win(who) => self.act(*who, |_| "win the game".to_owned()),
            Instruction::Lose(who) => self.act(*who, |_| "lose the game".to_owned()),
        }
    }

    /// Something is done with all objects of a group.
    fn with(&mut self, verb: &str, what: &Objects, after: &str) -> Clause {
        let np = self.everything(what);
        self.you(format!("{verb} {}{after}", np.text))
    }

    /// "your", or "their" of somebody who has just been named.
    pub(super) fn their(&self, who: Who) -> String {
        let you = who == Who::You || who == Who::Event && self.event.player == "you";
        if you { "your".to_owned() } else { "their".to_owned() }
    }

    fn if_so(&mut self, cond: &Condition, then: &[Instruction], otherwise: &[Instruction]) -> Clause {
        if then.is_empty() {
            let cond = self.condition(cond, false);
            let cond = self.with_letters(cond);
            return Clause::Whole(format!("if {cond}, {}", self.looped(otherwise)));
        }
        let cond = self.condition(cond, true);
        let mut text = format!("if {}, {}", self.with_letters(cond), self.looped(then));
        if !otherwise.is_empty() {
            text.push_str(&format!(". Otherwise, {}", self.looped(otherwise)));
        }
        Clause::Whole(text)
    }

    fn may_pay(&mut self, who: Who, cost: &Cost, then: &[Instruction], otherwise: &[Instruction]) -> Clause {
        if then.is_empty()
            && let [only] = otherwise
        {
            let said = self.effect(only);
            if let Clause::Act { tail, .. } = &said
                && tail.is_empty()
            {
                let text = said.finite();
                let player = self.player(who);
                let paying = self.paying_of(who, cost);
                let paying = paying.iter().map(|p| player.verb(p)).collect::<Vec<_>>();
                return Clause::Whole(format!(
                    "{text} unless {} {}",
                    player.text,
                    super::grammar::list(&paying, "and")
                ));
            }
            let player = self.player(who);
            let text = said.finite();
            let paying = self.paying_of(who, cost);
            let paying = super::grammar::list(&paying, "and");
            return self.may_paid(&player, &paying, &[], Some(text), otherwise);
        }
        let player = self.player(who);
        let paying = self.paying_of(who, cost);
        let paying = super::grammar::list(&paying, "and");
        self.may_paid(&player, &paying, then, None, otherwise)
    }

    fn may_paid(
        &mut self,
        player: &NounPhrase,
        paying: &str,
        then: &[Instruction],
        said: Option<String>,
        otherwise: &[Instruction],
    ) -> Clause {
        let mut text = self.with_letters(format!("{} may {paying}", player.text));
        let they = if player.is_you() { "you" } else { "they" };
        if !then.is_empty() {
            text.push_str(&format!(". If {they} do, {}", self.inline(then)));
        }
        if said.is_some() || !otherwise.is_empty() {
            // What ends as a sentence of its own is followed by another one.
            text.truncate(text.trim_end_matches('.').len());
        }
        match said {
            Some(said) => text.push_str(&format!(". If {they} don't, {said}")),
            None if !otherwise.is_empty() => {
                text.push_str(&format!(". If {they} don't, {}", self.inline(otherwise)));
            }
            None => {}
        }
        Clause::Whole(text)
    }

    /// What somebody does to pay.
    pub(super) fn paying_of(&mut self, who: Who, cost: &Cost) -> Vec<String> {
        let before = self.payer;
        self.payer = if self.peek(|s| s.player(who)).is_you() { "you" } else { "they" };
        let all = cost.0.iter().map(|part| self.paying(&Cost(vec![part.clone()]))).collect();
        self.payer = before;
        all
    }

    /// CR 603.2h.
    fn once_each_turn(&mut self, body: &[Instruction]) -> Clause {
        let said = match body {
            [one] => self.effect(one),
            _ => Clause::Whole(self.inline(body)),
        };
        let once = ". Do this only once each turn";
        match said {
            Clause::Act { who, subject, phrase, tail } => {
                Clause::Act { who, subject, phrase, tail: format!("{tail}{once}") }
            }
            other => Clause::Whole(format!("{}{once}", other.finite())),
        }
    }

    /// A number of what was done is stored.
    pub(super) fn hold_amount(&mut self, into: Option<crate::cards::def::Var>, text: &str, head: &str, how: &str) {
        if let Some(var) = into {
            self.hold_value(var, text, head, how);
        }
    }

    /// A number of times, as the end of a sentence.
    pub(super) fn repetitions(&mut self, times: &Quantity) -> String {
        match times {
            Quantity::N(1) => String::new(),
            Quantity::N(2) => " twice".to_owned(),
            other => match self.each(other) {
                Some(each) => format!(" for each {each}"),
                None => format!(" {} times", self.count(other)),
            },
        }
    }
}
