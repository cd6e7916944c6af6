//! Conditions, as they stand after "if".

use super::Renderer;
use super::grammar::{NounPhrase, a, list, number, ordinal, plural};
use super::nouns::{Domain, Noun};
use super::types;
use crate::cards::def::*;

impl Renderer<'_> {
    /// A condition, or that it doesn't hold.
    pub(super) fn condition(&mut self, condition: &Condition, yes: bool) -> String {
        let choose = |if_so: &str, if_not: &str| if yes { if_so.to_owned() } else { if_not.to_owned() };
        match condition {
            Condition::Always => choose("always", "never"),
            Condition::Not(inner) => self.condition(inner, !yes),
            Condition::And(all) | Condition::Or(all) => {
                if let Some(phase) = combat(condition, yes) {
                    return phase.to_owned();
                }
                let each: Vec<String> = all.iter().map(|c| self.condition(c, yes)).collect();
                let and = matches!(condition, Condition::And(_)) == yes;
                list(&each, if and { "and" } else { "or" })
            }
            Condition::Compare(first, cmp, second) => {
                let cmp = if yes { *cmp } else { types::opposite(*cmp) };
                self.compare(first, cmp, second)
            }
            Condition::Exists(group) => self.exists(group, yes),
            Condition::Is(obj, filter) => {
                let np = self.object(*obj);
                self.its.push(np.clone());
                let is = self.is_so(filter, yes, np.many);
                self.its.pop();
                format!("{} {is}", np.text)
            }
            Condition::Did(var) => self.did(*var, yes),
            Condition::Paid(n) => match self.speaker.optional.get(usize::from(*n)).copied() {
                Some(what) if self.alone(what) => {
                    format!("{} {} {what}", self.this, choose("was", "wasn't"))
                }
                Some(_) | None => {
                    format!("the {} optional cost {} paid", ordinal(usize::from(*n)), choose("was", "wasn't"))
                }
            },
            Condition::Cast(None) => format!("you {} {}", choose("cast", "didn't cast"), self.this),
            Condition::Cast(Some(zone)) => {
                format!("{} {} cast {}", self.this, choose("was", "wasn't"), types::from_zone(*zone))
            }
            Condition::CastBy(way) => {
                format!("the {} cost of {} {} paid", way.text(), self.this, choose("was", "wasn't"))
            }
            Condition::TurnOf(who) => {
                format!("it {} {} turn", choose("is", "isn't"), self.somebody(*who).s())
            }
            Condition::During(step) => format!("it {} the {}", choose("is", "isn't"), types::step(*step)),
            Condition::BlockersDeclared => {
                format!("blockers {} been declared in this combat phase", choose("have", "haven't"))
            }
            Condition::MainPhase => format!("it {} a main phase", choose("is", "isn't")),
            Condition::ItIs(one) => format!("it {} {}", choose("is", "isn't"), one.text()),
            Condition::StartingPlayer(who) => {
                self.somebody(*who).does(&choose("are the starting player", "aren't the starting player"))
            }
            Condition::Monarch(who) => self.somebody(*who).does(&choose("are the monarch", "aren't the monarch")),
            Condition::Blessing(who) => {
                self.somebody(*who).does(&choose("have the city's blessing", "don't have the city's blessing"))
            }
            Condition::Initiative(who) => {
                self.somebody(*who).does(&choose("have the initiative", "don't have the initiative"))
            }
            Condition::CompletedDungeon(who) => {
                self.somebody(*who).does(&choose("have completed a dungeon", "haven't completed a dungeon"))
            }
            Condition::CompletedNamed(who, name) => {
                let (has, hasnt) = (format!("have completed {name}"), format!("haven't completed {name}"));
                self.somebody(*who).does(&choose(&has, &hasnt))
            }
            Condition::Tempted(who, times) => {
                let who = self.player(*who).text;
                format!("the Ring {} tempted {who} {times} or more times this game", choose("has", "hasn't"))
            }
            Condition::SamePlayer(first, second) => {
                let first = self.somebody(*first);
                let second = self.somebody(*second).text;
                let verb = first.verb(&choose("are", "aren't"));
                format!("{} {verb} {second}", first.text)
            }
            Condition::VotedAlike(who) => {
                let voted = choose("voted for a choice you voted for", "didn't vote for a choice you voted for");
                format!("{} {voted}", self.somebody(*who).text)
            }
            Condition::VotedOtherwise(who) => {
                let voted = choose("voted for a choice you didn't vote for", "voted only for choices you voted for");
                format!("{} {voted}", self.somebody(*who).text)
            }
            Condition::CastAnother(who, name) => {
                let (has, hasnt) = (
                    format!("have cast another spell named {name} this game"),
                    format!("haven't cast another spell named {name} this game"),
                );
                self.somebody(*who).does(&choose(&has, &hasnt))
            }
            Condition::ResolvedBefore(who) => {
                let who = self.player(*who).does("control");
                let whose = if who == "you control" { "you" } else { who.trim_end_matches(" controls") };
                format!(
                    "a spell of that name that {whose} controlled {} resolved before this game",
                    choose("has", "hasn't")
                )
            }
            Condition::ThisTurn(fact) => self.fact(fact, yes),
        }
    }

    fn fact(&mut self, fact: &Fact, yes: bool) -> String {
        let mut did = |who: Who, past: &str, base: &str| {
            let np = self.somebody(who);
            let not = if yes { past.to_owned() } else { format!("didn't {base}") };
            format!("{} {not} this turn", np.text)
        };
        match fact {
            Fact::LostLife(who) => did(*who, "lost life", "lose life"),
            Fact::GainedLife(who) => did(*who, "gained life", "gain life"),
            Fact::DealtDamage(who) => {
                let np = self.somebody(*who);
                format!("{} {} dealt damage this turn", np.text, was(&np, yes))
            }
            Fact::HurtBy(who, by) => {
                let by = self.noun(by, Domain::Source).a();
                let np = self.somebody(*who);
                format!("{} {} dealt combat damage by {by} this turn", np.text, was(&np, yes))
            }
            Fact::Attacked(who) => did(*who, "attacked with a creature", "attack with a creature"),
            Fact::CommittedCrime(who) => did(*who, "committed a crime", "commit a crime"),
            Fact::PlayedElsewhere(who) => {
                let (played, play) = ("played a land or cast a spell", "play a land or cast a spell");
                did(
                    *who,
                    &format!("{played} from elsewhere than their hand"),
                    &format!("{play} from elsewhere than their hand"),
                )
            }
            Fact::Searched(who) => {
                let np = self.somebody(*who);
                let their = if np.is_you() { "your" } else { "their" };
                let searched = if yes { "searched" } else { "didn't search" };
                format!("{} {searched} {their} library this turn", np.text)
            }
            Fact::TurnedFaceUp(who) => did(*who, "turned a permanent face up", "turn a permanent face up"),
            Fact::CreatureDied => format!("{} creature died this turn", if yes { "a" } else { "no" }),
        }
    }

    fn did(&mut self, var: Var, yes: bool) -> String {
        let Some(held) = self.held(var) else {
            return if yes { "that was done" } else { "that wasn't done" }.to_owned();
        };
        let (head, how) = (held.head.clone(), held.how.clone());
        let mass = ["life", "damage"].contains(&head.as_str());
        match (yes, mass, held.np.many) {
            (true, true, _) => format!("{head} was {how} this way"),
            (true, false, false) => format!("{} was {how} this way", a(&head)),
            (true, false, true) => format!("one or more {} were {how} this way", plural(&head)),
            (false, _, false) => format!("no {head} was {how} this way"),
            (false, true, true) => format!("no {head} was {how} this way"),
            (false, false, true) => format!("no {} were {how} this way", plural(&head)),
        }
    }

    fn exists(&mut self, group: &Objects, yes: bool) -> String {
        if let Objects::Only(inner, filter) = group
            && self.peek(|s| s.group_noun(inner)).is_none()
        {
            let np = self.group(inner);
            if !np.many {
                return format!("{} {}", np.text, self.is_so(filter, yes, false));
            }
            let which = if yes { "at least one" } else { "none" };
            return format!("{which} of {} {}", np.text, self.is_so(filter, true, false));
        }
        if let Objects::Var(var) = group
            && let Some(head) = self.held(*var).filter(|held| !held.np.many).map(|held| held.head.clone())
        {
            return format!("there is {} {head}", if yes { "such a" } else { "no such" });
        }
        if let Objects::All(filter) = group {
            if let Some((who, rest)) = controlled(filter) {
                let noun = self.noun(&rest, Domain::Permanent);
                let np = self.somebody(who);
                let what = if yes { noun.a() } else { format!("no {}", noun.some()) };
                return np.does(&format!("control {what}"));
            }
            let noun = self.peek(|s| s.noun(filter, Domain::Permanent));
            if let Some(same) = noun.same {
                return self.certain(&same, filter, "on the battlefield", yes);
            }
        }
        if let Objects::In(zone, filter) = group {
            let noun = self.peek(|s| s.noun(filter, Domain::Card));
            if let Some(same) = noun.same {
                let place = self.place(*zone, filter).1;
                return self.certain(&same, filter, &place, yes);
            }
        }
        match self.group_noun(group) {
            Some(noun) => {
                let noun = on_battlefield(group, noun);
                if yes { format!("there is {}", noun.a()) } else { format!("there are no {}", noun.some()) }
            }
            None => {
                let np = self.group(group);
                format!("{} {}", np.text, np.verb(if yes { "exist" } else { "don't exist" }))
            }
        }
    }

    /// That a certain object is in a place and has further qualities.
    fn certain(&mut self, same: &NounPhrase, filter: &Filter, place: &str, yes: bool) -> String {
        let rest: Vec<Filter> = match filter {
            Filter::And(all) => all.iter().filter(|f| !matches!(f, Filter::Is(_))).cloned().collect(),
            _ => Vec::new(),
        };
        if let ([Filter::Controlled(who)], "on the battlefield") = (rest.as_slice(), place) {
            let verb = if yes { "control" } else { "don't control" };
            return self.somebody(*who).does(&format!("{verb} {}", same.text));
        }
        let there = format!("{} {place}", if yes { "is" } else { "isn't" });
        if rest.is_empty() {
            return format!("{} {there}", same.text);
        }
        let is = self.is_so(&Filter::And(rest), yes, false);
        format!("{} {there} {} {is}", same.text, if yes { "and" } else { "or" })
    }

    fn compare(&mut self, first: &Quantity, cmp: Cmp, second: &Quantity) -> String {
        match (first, second) {
            (Quantity::Count(group), Quantity::N(n)) if self.peek(|s| s.group_noun(group)).is_some() => {
                let many = count_of(cmp, &number(*n));
                if let Objects::All(filter) = group.as_ref()
                    && let Some((who, rest)) = controlled(filter)
                {
                    let noun = self.noun(&rest, Domain::Permanent);
                    return self.somebody(who).does(&format!("control {many} {}", noun.some()));
                }
                let noun = self.group_noun(group).unwrap_or_else(|| Noun::plain("object"));
                format!("there are {many} {}", on_battlefield(group, noun).some())
            }
            (Quantity::Life(who), Quantity::N(n)) => {
                let many = types::compared(cmp, &n.to_string(), true).replace("or greater", "or more");
                self.somebody(*who).does(&format!("have {many} life"))
            }
            (Quantity::HandSize(who), Quantity::N(0)) if cmp == Cmp::Eq => {
                self.somebody(*who).does("have no cards in hand")
            }
            (Quantity::HandSize(who), Quantity::N(n)) => {
                let many = count_of(cmp, &number(*n));
                self.somebody(*who).does(&format!("have {many} cards in hand"))
            }
            (Quantity::SpellsThisTurn(who), Quantity::N(n)) => {
                let many = count_of(cmp, &number(*n));
                self.somebody(*who).does(&format!("have cast {many} spells this turn"))
            }
            (Quantity::ThisTurn(tally, who), Quantity::N(n)) => {
                let many = types::compared(cmp, &n.to_string(), true).replace("or greater", "or more");
                let did = match tally {
                    Tally::LifeGained => format!("have gained {many} life this turn"),
                    Tally::LifeLost => format!("have lost {many} life this turn"),
                    Tally::DamageDealt => format!("have been dealt {many} damage this turn"),
                    Tally::NoncombatDamage => format!("have been dealt {many} noncombat damage this turn"),
                    Tally::LandsPlayed => format!("have played {many} lands this turn"),
                };
                self.somebody(*who).does(&did)
            }
            (Quantity::DrawnThisStep(who), Quantity::N(n)) => {
                let many = count_of(cmp, &number(*n));
                self.somebody(*who).does(&format!("have drawn {many} cards this step"))
            }
            (Quantity::DrawnThisTurn(who), Quantity::N(n)) => {
                let many = count_of(cmp, &number(*n));
                self.somebody(*who).does(&format!("have drawn {many} cards this turn"))
            }
            _ => {
                let short = matches!(second, Quantity::N(_) | Quantity::X);
                let first = self.number(first);
                let second = self.number(second);
                let than = match (cmp, short) {
                    (Cmp::Eq, _) => second,
                    (Cmp::Ne, _) => return format!("{first} isn't {second}"),
                    _ => types::compared(cmp, &second, short),
                };
                format!("{first} is {than}")
            }
        }
    }
}

/// "three or more", before things that are counted.
fn count_of(cmp: Cmp, n: &str) -> String {
    match cmp {
        Cmp::Eq => format!("exactly {n}"),
        Cmp::Ne => format!("not exactly {n}"),
        Cmp::Lt => format!("fewer than {n}"),
        Cmp::Le => format!("{n} or fewer"),
        Cmp::Gt => format!("more than {n}"),
        Cmp::Ge => format!("{n} or more"),
    }
}

/// Who controls what a filter lets through, and the rest of the filter.
fn controlled(filter: &Filter) -> Option<(Who, Filter)> {
    match filter {
        Filter::Controlled(who) => Some((*who, Filter::Any)),
        Filter::And(all) => {
            let at = all.iter().position(|f| matches!(f, Filter::Controlled(_)))?;
            let Filter::Controlled(who) = all[at] else { return None };
            let mut rest = all.clone();
            rest.remove(at);
            let same = rest.iter().any(|f| matches!(f, Filter::Is(_)));
            (!same).then_some((who, Filter::And(rest)))
        }
        _ => None,
    }
}

/// Permanents are said to be on the battlefield.
fn on_battlefield(group: &Objects, noun: Noun) -> Noun {
    match group {
        Objects::All(_) => noun.and_after("on the battlefield"),
        _ => noun,
    }
}

/// In the past: that it happened to somebody, or that it didn't.
fn was(np: &NounPhrase, yes: bool) -> &'static str {
    match (np.is_you(), yes) {
        (true, true) => "were",
        (true, false) => "weren't",
        (false, true) => "was",
        (false, false) => "wasn't",
    }
}

/// All steps of the combat phase together.
fn combat(condition: &Condition, yes: bool) -> Option<&'static str> {
    let Condition::Or(all) = condition else { return None };
    let steps: Option<Vec<StepName>> = all
        .iter()
        .map(|c| match c {
            Condition::During(step) => Some(*step),
            _ => None,
        })
        .collect();
    let steps = steps?;
    let every = steps.iter().all(|s| s.is_combat()) && steps.len() == 6;
    every.then_some(if yes { "it is the combat phase" } else { "it isn't the combat phase" })
}
