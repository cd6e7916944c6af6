//! Instructions that say one thing together: loops that go through objects in an order of choice, or continue as long as
//! somebody wants; payments or else.

use super::Renderer;
use super::clauses::Clause;
use super::grammar::{NounPhrase, list};
use super::stack::without_all;
use crate::cards::def::*;

/// A loop over all objects of a group, one after the other, in an order that a player chooses.
pub(super) struct InAnyOrder<'e> {
    /// The group.
    pub(super) group: &'e Objects,
    /// What holds those that are still to come.
    pub(super) left: Var,
    choice: &'e Instruction,
    next: Var,
    rest: &'e [Instruction],
}

/// Such a loop: as often as there are objects, one of those that are left is chosen and isn't left any more.
pub(super) fn in_any_order(effect: &Instruction) -> Option<InAnyOrder<'_>> {
    let Instruction::Repeat(Quantity::Count(group), body) = effect else { return None };
    let [choice, Instruction::Keep(left, fewer), rest @ ..] = body.as_slice() else { return None };
    let Instruction::Choose {
        who: Who::You, from, min: Quantity::N(1), max: Quantity::N(1), random: false, into, ..
    } = choice
    else {
        return None;
    };
    let chosen = Filter::Not(Box::new(Filter::Is(Obj::Var(*into))));
    let without = Objects::Only(Box::new(Objects::Var(*left)), chosen);
    let same = *from == Objects::Var(*left) && *fewer == without && !rest.is_empty();
    same.then_some(InAnyOrder { group, left: *left, choice, next: *into, rest })
}

/// A loop in which a player casts one card after another until they want no more: what they cast, and what says
/// whether they continue.
pub(super) fn any_number(effect: &Instruction) -> Option<(&Instruction, Var)> {
    let Instruction::Repeat(_, body) = effect else { return None };
    let [Instruction::If { cond: Condition::Compare(Quantity::Var(more), Cmp::Eq, Quantity::N(1)), then, otherwise }] =
        body.as_slice()
    else {
        return None;
    };
    let [cast @ Instruction::CastNow { into: Some(done), .. }, Instruction::Set(again, Quantity::If(cond, yes, no))] =
        then.as_slice()
    else {
        return None;
    };
    let went_on = **cond == Condition::Did(*done) && **yes == Quantity::N(1) && **no == Quantity::N(0);
    (went_on && again == more && otherwise.is_empty()).then_some((cast, *more))
}

/// What is done for each player but the one of the event.
pub(super) fn but_one(body: &[Instruction]) -> Option<(Who, &[Instruction])> {
    let [Instruction::If { cond: Condition::Not(same), then, otherwise }] = body else { return None };
    match **same {
        Condition::SamePlayer(Who::It, other @ Who::Event) if otherwise.is_empty() => Some((other, then.as_slice())),
        _ => None,
    }
}

/// The player who controls an object.
fn controller_of(what: &Objects) -> Option<Who> {
    match what {
        Objects::The(obj) => Some(Who::ControllerOf(*obj)),
        Objects::Targets(n) => Some(Who::ControllerOf(Obj::Target(*n))),
        Objects::Var(var) => Some(Who::ControllerOf(Obj::Var(*var))),
        _ => None,
    }
}

/// Whether +1/+1 counters are put on the object, and how many.
fn grows<'e>(effect: &'e Instruction, what: &Objects) -> Option<&'e Quantity> {
    let Instruction::PutCounters { kind: CounterKind::PowerToughness(1, 1), count, and, on } = effect else {
        return None;
    };
    let is_on = match (on, what) {
        (Recipients::Targets(n), Objects::Targets(of)) => n == of,
        (Recipients::It, Objects::The(Obj::It)) => true,
        (Recipients::Objects(on), what) => on == what,
        _ => false,
    };
    (and.is_empty() && is_on).then_some(count)
}

/// CR 701.50a, e: its controller draws and discards, and it gets a counter for each nonland card.
fn connives(what: &Objects, n: &Quantity, effects: [&Instruction; 3]) -> bool {
    let [
        Instruction::Draw { who, into: None, .. },
        Instruction::Discard { who: same, count, filter: Filter::Any, random: false, into: Some(thrown) },
        grown,
    ] = effects
    else {
        return false;
    };
    let land = Filter::Not(Box::new(Filter::Type(CardTypes::LAND)));
    let nonland = Objects::Only(Box::new(Objects::Var(*thrown)), land);
    let counters = match grown {
        Instruction::If { cond: Condition::Exists(some), then, otherwise } => match then.as_slice() {
            [one] => *some == nonland && otherwise.is_empty() && *n == Quantity::N(1) && grows(one, what) == Some(n),
            _ => false,
        },
        other => grows(other, what) == Some(&Quantity::Count(Box::new(nonland))),
    };
    counters && who == same && count == n && controller_of(what) == Some(*who)
}

/// CR 701.44a: its controller reveals the top card, which goes to the hand if it is a land; otherwise it gets a counter, and the card
/// may go to the graveyard.
fn explores(what: &Objects, card: Var, effects: [&Instruction; 3]) -> bool {
    let [
        Instruction::Keep(_, Objects::Top(Quantity::N(1), who)),
        Instruction::Reveal(shown),
        Instruction::If { cond: Condition::Exists(some), then, otherwise },
    ] = effects
    else {
        return false;
    };
    let moves = |effect: &Instruction, place: &Destination| matches!(effect, Instruction::Move { what, to, .. } if *what == Objects::Var(card) && to == place);
    let land = Objects::Only(Box::new(Objects::Var(card)), Filter::Type(CardTypes::LAND));
    let ([hand], [grown, Instruction::May { who: same, then: buried, otherwise: kept }]) =
        (then.as_slice(), otherwise.as_slice())
    else {
        return false;
    };
    let buries = matches!(buried.as_slice(), [one] if moves(one, &Destination::Graveyard)) && kept.is_empty();
    *some == land
        && *shown == Objects::Var(card)
        && moves(hand, &Destination::Hand)
        && grows(grown, what) == Some(&Quantity::N(1))
        && buries
        && who == same
        && controller_of(what) == Some(*who)
}

impl Renderer<'_> {
    /// "For each card, in any order, ..."
    pub(super) fn each_in_any_order(&mut self, found: &InAnyOrder<'_>) -> Clause {
        let head = self.head_of(found.group);
        let each = self.each_object(found.group);
        let each = self.with_letters(format!("for {each}, in any order"));
        // The choice has words where it is asked.
        self.effect(found.choice);
        self.hold(found.next, "chosen", &head, false, false);
        if let Some(held) = self.vars.last_mut() {
            held.np = NounPhrase::one(format!("that {head}"));
        }
        let body = self.looped(found.rest);
        Clause::Whole(format!("{each}, {body}"))
    }

    /// "You may cast any number of ..."; `None` for costs that need more words.
    pub(super) fn cast_any_number(&mut self, cast: &Instruction) -> Option<Clause> {
        let Instruction::CastNow { who, what, spell, cost, copies, lands: false, transformed: false, .. } = cast else {
            return None;
        };
        let paying = match cost {
            CastCost::Own => "",
            CastCost::Free => " without paying their mana costs",
            CastCost::Instead(_) => return None,
        };
        if *spell != Filter::Any {
            return None;
        }
        let which = self.peek(|s| match s.group_noun(what) {
            Some(noun) => noun.some(),
            None => without_all(&s.group(what).text).to_owned(),
        });
        let copies = if *copies { "copies of " } else { "" };
        let player = self.player(*who).text;
        self.effect(cast);
        Some(Clause::Whole(format!("{player} may cast {copies}any number of {which}{paying}")))
    }

    /// For each object you pay, or it is moved with the others that nothing was paid for: that, and how many of the
    /// instructions it takes.
    pub(super) fn pay_or_move(&mut self, effects: &[Instruction]) -> Option<(Clause, usize)> {
        let [Instruction::ForEach(Recipients::Objects(group), body), moves, after @ ..] = effects else { return None };
        let [pays @ Instruction::MayPay { who: Who::You, cost, then, otherwise }] = body.as_slice() else {
            return None;
        };
        let [Instruction::Keep(back, Objects::Union(parts))] = otherwise.as_slice() else { return None };
        let Instruction::Move { what: Objects::Var(moved), into: None, until: None, .. } = moves else { return None };
        let it = [Objects::Var(*back), Objects::The(Obj::It)];
        let again = after.iter().any(|effect| super::clauses::mentions(effect, *back));
        if !then.is_empty() || parts[..] != it || moved != back || again {
            return None;
        }
        let (head, yours) = (self.head_of(group), self.yours(group));
        let each = self.each_object(group);
        self.its.push(NounPhrase::one(format!("that {head}")));
        let paying = self.paying_of(Who::You, cost);
        // The payment has words where it is asked.
        self.effect(pays);
        self.hold(*back, "noted", &head, false, yours);
        if let Some(held) = self.vars.last_mut() {
            held.np = NounPhrase::one(format!("that {head}"));
        }
        let moved = self.effect(moves).finite();
        self.its.pop();
        Some((Clause::Whole(format!("for {each}, {} or {moved}", list(&paying, "and"))), 2))
    }

    /// What one of the actions is called that a permanent does, instead of the instructions that it means (CR 701.44a, 701.50a, e), and
    /// how many that are.
    pub(super) fn acts(&mut self, effects: &[Instruction]) -> Option<(Clause, usize)> {
        let [first, second, third, Instruction::Does(action, what), ..] = effects else { return None };
        let phrase = match (action, first) {
            (PermanentAction::Connive, Instruction::Draw { count, .. }) => {
                connives(what, count, [first, second, third]).then_some(())?;
                let times = if *count == Quantity::N(1) { String::new() } else { format!(" {}", self.number(count)) };
                format!("connive{times}")
            }
            (PermanentAction::Explore, Instruction::Keep(card, _)) => {
                explores(what, *card, [first, second, third]).then_some(())?;
                "explore".to_owned()
            }
            _ => return None,
        };
        let text = self.everything(what).does(&phrase);
        // Each has words of its own where something is asked for it.
        effects[..3].iter().for_each(|effect| {
            self.effect(effect);
        });
        Some((Clause::Whole(text), 4))
    }

    /// Each object of a group does what one of these actions is called.
    pub(super) fn each_acts(&mut self, group: &Objects, body: &[Instruction]) -> Option<Clause> {
        let [_, _, _, Instruction::Does(_, Objects::The(Obj::It))] = body else { return None };
        let that = format!("that {}", self.head_of(group));
        let each = self.each_object(group);
        self.its.push(NounPhrase::one(that.clone()));
        let said = self.acts(body).map(|(said, _)| said.finite());
        self.its.pop();
        let said = said?;
        Some(Clause::Whole(format!("{each}{}", said.strip_prefix(&that)?)))
    }

    /// A player joins those who have been noted before, and how many instructions that takes.
    pub(super) fn noted_too(&mut self, effects: &[Instruction]) -> Option<(Clause, usize)> {
        let [
            Instruction::KeepPlayers { from: Who::It, only: Condition::Always, into: one },
            Instruction::KeepPlayers { from: Who::EachPlayer, only: Condition::Or(any), into: all },
            ..,
        ] = effects
        else {
            return None;
        };
        let is = |var| Condition::SamePlayer(Who::It, Who::Var(var));
        if any[..] != [is(*one), is(*all)] {
            return None;
        }
        self.hold_players(*all, "the noted players");
        Some((self.you("note them".to_owned()), 2))
    }

    /// The cards that one player owns elsewhere than on the battlefield and the stack, where a union names all zones
    /// one by one: in words, with how many parts of the union that takes.
    pub(super) fn owned_elsewhere(&mut self, parts: &[Objects]) -> Option<(String, usize)> {
        let [Objects::In(ZoneOf::Hand(who), filter), rest @ ..] = parts else { return None };
        let [library, graveyard, exile, command, ..] = rest else { return None };
        let owned = |part: &Objects, zone: ZoneOf| match part {
            Objects::In(there, and) if *there == zone => {
                let mut all = conjuncts(and);
                let before = all.len();
                all.retain(|f| *f != Filter::Owned(*who));
                all.len() < before && all == conjuncts(filter)
            }
            _ => false,
        };
        let whole = *library == Objects::In(ZoneOf::Library(*who), filter.clone())
            && *graveyard == Objects::In(ZoneOf::Graveyard(*who), filter.clone())
            && owned(exile, ZoneOf::Exile)
            && owned(command, ZoneOf::Command);
        if !whole {
            return None;
        }
        let all = Filter::And([conjuncts(filter), vec![Filter::Owned(*who)]].concat());
        let noun = self.noun(&all, super::nouns::Domain::Card);
        Some((format!("{} that aren't on the battlefield or the stack", noun.all()), 5))
    }
}

/// The qualities that a filter asks for together.
fn conjuncts(filter: &Filter) -> Vec<Filter> {
    match filter {
        Filter::Any => Vec::new(),
        Filter::And(all) => all.clone(),
        other => vec![other.clone()],
    }
}
