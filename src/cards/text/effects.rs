//! Instructions: each with its words; families that need more have files of their own.

use super::Renderer;
use super::clauses::Clause;
use super::grammar::NounPhrase;
use crate::cards::def::{Condition, Cost, Effect, Objects, Quantity, Recipients, Who};

impl Renderer<'_> {
    /// An instruction.
    pub(super) fn effect(&mut self, effect: &Effect) -> Clause {
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
        self.found = Some(super::Instruction::default());
        let said = self.instruction(effect);
        let text = self.peek(|s| s.with_letters(said.finite()));
        if let Some(found) = &mut self.found {
            found.text = super::sentence(&text);
        }
        said
    }

    fn instruction(&mut self, effect: &Effect) -> Clause {
        match effect {
            Effect::If { cond, then, otherwise } => self.if_so(cond, then, otherwise),
            Effect::May { who, then, otherwise } => self.may(*who, then, otherwise),
            Effect::MayPay { who, cost, then, otherwise } => self.may_pay(*who, cost, then, otherwise),
            Effect::ForEach(group, body) => self.for_each(group, body),
            Effect::Repeat(times, body) => {
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
            Effect::OnceEachTurn(body) => self.once_each_turn(body),
            Effect::Set(var, quantity) => self.set(*var, quantity, &[]),
            Effect::Keep(var, group) => self.keep(*var, group, &[]),
            Effect::ChooseOne(who, courses) => self.courses(*who, courses),

            Effect::Choose { who, from, min, max, random, into } => self.choose(*who, from, (min, max), *random, *into),
            Effect::ChooseOfEach { who, kind, from, into } => self.choose_of_each(*who, *kind, from, *into),
            Effect::Piles { who, from, first, second } => self.piles(*who, from, *first, *second),
            Effect::ChooseColor { who, other_than, except, into } => {
                self.choose_color(*who, *other_than, except, *into)
            }
            Effect::ChooseName { who, filter, into } => self.choose_name(*who, filter, *into),
            Effect::ChooseSubtype { who, kind, other_than, except, into } => {
                self.choose_subtype(*who, *kind, *other_than, except, *into)
            }
            Effect::ChoosePlayer { who, from, into } => self.choose_player(*who, *from, *into),
            Effect::ChoosePlayers { who, from, only, into } => self.choose_players(*who, *from, only, *into),
            Effect::ChooseNumber { who, min, max, into } => self.choose_number(*who, min, max, *into),
            Effect::FlipCoin { who, won, lost } => self.flip_coin(*who, *won, *lost),
            Effect::RememberChoice(var) => self.remember(*var),

            Effect::Move { what, to, into, linked, until } => self.moves(what, to, *into, *linked, until.as_ref()),
            Effect::Destroy { what, no_regeneration, into } => self.destroy(what, *no_regeneration, *into),
            Effect::Sacrifice(what) => {
                let np = self.everything(what);
                self.you(format!("sacrifice {}", np.text))
            }
            Effect::SacrificeThese(who, what) => self.act(*who, |s| format!("sacrifice {}", s.everything(what).text)),
            Effect::SacrificeChoice { who, filter, count, into } => self.sacrifice_choice(*who, filter, count, *into),
            Effect::Draw { who, count, into } => self.draw(*who, count, *into),
            Effect::Discard { who, count, filter, random, into } => self.discard(*who, count, filter, *random, *into),
            Effect::DiscardThese(what) => {
                let np = self.everything(what);
                Clause::of(np, "are discarded")
            }
            Effect::Mill { who, count, into } => self.mill(*who, count, *into),
            Effect::Reveal(what) => {
                let np = self.everything(what);
                self.you(format!("reveal {}", np.text))
            }
            Effect::Look(who, what) => self.act(*who, |s| format!("look at {}", s.everything(what).text)),
            Effect::Search { who, of, filter, max, zones, into } => self.search((*who, *of), filter, max, zones, *into),
            Effect::ExileUntil { who, filter, into, exiled } => self.until(*who, filter, *into, *exiled, "exile"),
            Effect::RevealUntil { who, filter, into, revealed } => self.until(*who, filter, *into, *revealed, "reveal"),
            Effect::Shuffle(who) => self.act(*who, |_| "shuffle".to_owned()),
            Effect::Scry(who, n) => self.act(*who, |s| format!("scry {}", s.amount(n))),
            Effect::Surveil(who, n) => self.act(*who, |s| format!("surveil {}", s.amount(n))),

            Effect::Damage { amount, to, source, into, dealt_to } => self.damage(amount, to, *source, *into, *dealt_to),
            Effect::GainLife(who, n, into) => {
                let said = self.act(*who, |s| format!("gain {} life", s.amount(n)));
                self.hold_amount(*into, "the life gained this way", "life", "gained");
                said
            }
            Effect::LoseLife(who, n, into) => {
                let said = self.act(*who, |s| format!("lose {} life", s.amount(n)));
                self.hold_amount(*into, "the life lost this way", "life", "lost");
                said
            }
            Effect::SetLife(who, n) => {
                let np = NounPhrase::one(format!("{} life total", self.player(*who).s()));
                let amount = self.amount(n);
                Clause::of(np, format!("become {amount}"))
            }
            Effect::Fight(first, second) => {
                let first = self.object(*first);
                let second = self.object(*second).text;
                Clause::of(first, format!("fight {second}"))
            }

            Effect::AddMana { who, mana, times, only, riders } => self.add_mana((*who, mana, times), only, riders),
            Effect::Tap(what) => self.with("tap", what, ""),
            Effect::Untap(what) => self.with("untap", what, ""),
            Effect::PutCounters { kind, count, and, on } => self.put_counters((*kind, count), and, on),
            Effect::RemoveCounters { kind, count, from, into } => self.remove_counters(*kind, count, from, *into),
            Effect::ExchangeControl { what, into } => {
                let np = self.everything(what);
                if let Some(var) = into {
                    self.hold(*var, "exchanged", "permanent", true, true);
                }
                self.you(format!("exchange control of {}", np.text))
            }
            Effect::Proliferate(who) => self.act(*who, |_| "proliferate".to_owned()),
            Effect::Attach(what, to) => {
                let np = self.everything(what);
                let to = self.object(*to).text;
                self.you(format!("attach {} to {to}", np.text))
            }
            Effect::Regenerate(what) => self.with("regenerate", what, ""),
            Effect::Designate(what, designation) => {
                let np = self.everything(what);
                let text = np.does(&format!("become {}", designation.text()));
                self.you(text)
            }
            Effect::RemoveDamage(what) => self.with("remove all damage from", what, ""),
            Effect::CreateToken { who, count, token, tapped, attacking, counters, into } => {
                self.create((*who, count), token, (*tapped, *attacking, counters), *into)
            }
            Effect::BecomeBlocked(what) => {
                let np = self.everything(what);
                Clause::of(np, "become blocked".to_owned())
            }
            Effect::RemoveFromCombat(what) => self.with("remove", what, " from combat"),
            Effect::PhaseOut(what) => {
                let np = self.everything(what);
                Clause::of(np, "phase out".to_owned())
            }
            Effect::Transform(what) => self.with("transform", what, ""),
            Effect::Flip(what) => self.with("flip", what, ""),
            Effect::TurnFaceUp(what) => self.with("turn", what, " face up"),
            Effect::TurnFaceDown(what) => self.with("turn", what, " face down"),

            Effect::Continuous(effect, duration) => self.continuous(effect, duration),
            Effect::Delayed { ability, until } => self.delayed(ability, until.as_ref()),
            Effect::Reflexive(ability) => self.reflexive(ability),
            Effect::Emblem(who, abilities) => self.emblem(*who, abilities),

            Effect::Counter { what, to } => self.counter(what, to.as_ref()),
            Effect::CopySpell { what, who, count, new_targets } => self.copy_spell(*what, *who, count, *new_targets),
            Effect::RedirectSpell(obj) => {
                let what = self.object(*obj).text;
                self.act(Who::You, |_| format!("change the target of {what}"))
            }
            Effect::ChangeTargets(who, obj) => {
                let np = self.player(*who);
                let obj = self.object(*obj).text;
                Clause::Whole(format!("{} may choose new targets for {obj}", np.text))
            }
            Effect::CastNow { who, what, spell, cost, copies, lands, into } => {
                self.cast_now((*who, *lands), what, spell, cost, *copies, *into)
            }

            Effect::Planeswalk(who) => self.act(*who, |_| "planeswalk".to_owned()),
            Effect::ChaosEnsues => Clause::of(NounPhrase::one("chaos"), "ensue"),
            Effect::RollPlanarDie(who) => self.act(*who, |_| "roll the planar die".to_owned()),
            Effect::SetInMotion(who) => self.act(*who, |s| {
                let whose = s.their(*who);
                format!("set the top scheme of {whose} scheme deck in motion")
            }),
            Effect::Abandon(what) => self.with("abandon", what, ""),

            Effect::SkipNext(who, part) => self.act(*who, |s| format!("skip {} next {}", s.their(*who), part.text())),
            Effect::ExtraTurn(who) => self.act(*who, |_| "take an extra turn after this one".to_owned()),
            Effect::ExtraCombat { main_phase } => {
                let main = if *main_phase { " followed by an additional main phase" } else { "" };
                Clause::Whole(format!("after this phase, there is an additional combat phase{main}"))
            }
            Effect::ItBecomes(one) => Clause::Whole(format!("it becomes {}", one.text())),
            Effect::BecomeMonarch(who) => self.act(*who, |_| "become the monarch".to_owned()),
            Effect::GetBlessing(who) => {
                self.act(*who, |_| "get the city's blessing for the rest of the game".to_owned())
            }
            Effect::TakeInitiative(who) => self.act(*who, |_| "take the initiative".to_owned()),
            Effect::Venture(who, into) => self.act(*who, |_| match into {
                Some(subtype) => format!("venture into {subtype}"),
                None => "venture into the dungeon".to_owned(),
            }),
            Effect::RingTempts(who) => Clause::Whole(format!("the Ring tempts {}", self.player(*who).text)),
            Effect::LoseMana(who) => self.act(*who, |_| "lose all unspent mana".to_owned()),
            Effect::Win(who) => self.act(*who, |_| "win the game".to_owned()),
            Effect::Lose(who) => self.act(*who, |_| "lose the game".to_owned()),
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

    fn if_so(&mut self, cond: &Condition, then: &[Effect], otherwise: &[Effect]) -> Clause {
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

    fn may_pay(&mut self, who: Who, cost: &Cost, then: &[Effect], otherwise: &[Effect]) -> Clause {
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
        then: &[Effect],
        said: Option<String>,
        otherwise: &[Effect],
    ) -> Clause {
        let mut text = self.with_letters(format!("{} may {paying}", player.text));
        let they = if player.is_you() { "you" } else { "they" };
        if !then.is_empty() {
            text.push_str(&format!(". If {they} do, {}", self.inline(then)));
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
    fn once_each_turn(&mut self, body: &[Effect]) -> Clause {
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

    /// Instructions that are repeated, or done only if a condition holds.
    pub(super) fn looped(&mut self, body: &[Effect]) -> String {
        self.branches += 1;
        let body = self.inline(body);
        self.branches -= 1;
        body
    }

    fn for_each(&mut self, group: &Recipients, body: &[Effect]) -> Clause {
        let group = match group {
            Recipients::Objects(group) => group,
            Recipients::Players(who) => return self.for_each_player(*who, body),
            Recipients::Targets(_) | Recipients::It | Recipients::Union(_) => {
                let each = self.each_of(group);
                let each = self.with_letters(format!("for {each}"));
                let head = match group {
                    Recipients::Targets(n) => self.peek(|s| s.object_target(*n)),
                    _ => None,
                };
                let head = head.unwrap_or_else(|| "object or player".to_owned());
                self.its.push(NounPhrase::one(format!("that {head}")));
                self.players.push("that player".to_owned());
                let body = self.looped(body);
                self.its.pop();
                self.players.pop();
                return Clause::Whole(format!("{each}, {body}"));
            }
        };
        let head = self.head_of(group);
        let each = self.each_object(group);
        let each = self.with_letters(format!("for {each}"));
        self.its.push(NounPhrase::one(format!("that {head}")));
        let body = self.looped(body);
        self.its.pop();
        Clause::Whole(format!("{each}, {body}"))
    }

    /// Each object of a group: "each creature you control", "each of the chosen cards".
    pub(super) fn each_object(&mut self, group: &Objects) -> String {
        match self.group_noun(group) {
            Some(noun) => format!("each {}", noun.one()),
            None => match self.group(group) {
                np if np.text.starts_with("all ") => format!("each of the {}", super::stack::without_all(&np.text)),
                np if np.many => format!("each of {}", np.text),
                np => np.text,
            },
        }
    }

    fn for_each_player(&mut self, who: Who, body: &[Effect]) -> Clause {
        let np = self.player(who);
        self.players.push("that player".to_owned());
        let body = self.looped(body);
        self.players.pop();
        Clause::Whole(format!("for {}, {body}", np.text))
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
