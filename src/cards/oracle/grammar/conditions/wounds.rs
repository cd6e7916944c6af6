//! What was dealt damage by what this turn, and what is exiled instead of dying.

use crate::cards::oracle::grammar::help::it;
use crate::cards::oracle::grammar::replacement::deaths::dying;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// Was dealt damage by an object this turn.
fn by(source: Obj) -> Filter {
    Filter::DamagedBy(Box::new(Filter::Is(source)))
}

/// By what it was dealt damage, if that is asked.
fn is_by(filter: &Filter) -> Option<Obj> {
    match filter {
        Filter::DamagedBy(inner) => match **inner {
            Filter::Is(obj) => Some(obj),
            _ => None,
        },
        _ => None,
    }
}

/// One of the players was dealt combat damage by such an object this turn.
const fn hurt(who: Who, noun: Filter) -> Condition {
    Condition::ThisTurn(Fact::HurtBy(who, noun))
}

fn is_hurt(cond: &Condition, wanted: Who) -> Vec<(Filter,)> {
    match cond {
        Condition::ThisTurn(Fact::HurtBy(who, noun)) if *who == wanted => vec![(noun.clone(),)],
        _ => Vec::new(),
    }
}

const EXILED: ReplaceWith = ReplaceWith::MoveTo(Destination::Exile);

/// What matches and would die this turn is exiled instead.
pub(in crate::cards::oracle::grammar) fn exiled_now(what: Filter) -> Vec<Instruction> {
    let replacement = Replacement { event: dying(what), only_if: Condition::Always, with: EXILED, optional: None };
    vec![Instruction::Continuous(StaticEffect::Replace(replacement), Duration::EndOfTurn)]
}

/// What a spell dealt damage to: permanents named by a noun.
fn burned_now(noun: Filter) -> Vec<Instruction> {
    exiled_now(help::with(noun, by(Obj::This)))
}

fn is_burned_now(effects: &[Instruction]) -> Vec<(Filter, Obj)> {
    let [Instruction::Continuous(StaticEffect::Replace(Replacement { event, .. }), Duration::EndOfTurn)] = effects
    else {
        return Vec::new();
    };
    let ReplacedEvent::Moves { what, .. } = event else { return Vec::new() };
    let noun = help::without(what, &by(Obj::This)).filter(|noun| burned_now(noun.clone()) == effects);
    noun.map(|noun| (noun, Obj::This)).into_iter().collect()
}

fn equipped(context: &Context) -> bool {
    context.face.is("Equipment")
}

pub(super) const RULES: &[Rule] = &[
    rule!(Post: "dealt damage by {this} this turn" (this: Self_) => |c, this| (!c.face.is_spell()).then(|| by(this)),
        |_, f| if is_by(&f) == Some(Obj::This) { vec![(Obj::This,)] } else { Vec::new() }; "dealt damage by this creature this turn"),
    alternate!(Post: "dealt damage this turn by {this}" (this: Self_) => |c, this| (!c.face.is_spell()).then(|| by(this)); "dealt damage this turn by this creature"),
    alternate!(Post: "that was dealt damage by {this} this turn" (this: Self_) => |c, this| (!c.face.is_spell()).then(|| by(this)); "that was dealt damage by this creature this turn"),
    rule!(Post: "dealt damage this turn by a source you controlled" () <=> {Filter::DamagedUnder(Who::You)}; "dealt damage this turn by a source you controlled"),
    rule!(Post: "dealt damage by equipped creature this turn" () => |c| equipped(c).then(|| by(Obj::Host)),
        |c, f: &_| if equipped(c) && is_by(f) == Some(Obj::Host) { vec![()] } else { Vec::new() }; ""),
    alternate!(Post: "dealt damage this turn by equipped creature" () => |c| equipped(c).then(|| by(Obj::Host)); ""),
    rule!(Cond: "{this} dealt damage to it this turn" (this: Self_) => |c, this| Some(Condition::Is(it(c)?, by(this))),
        |c, cond: &_| match cond { Condition::Is(obj, f) if it(c) == Some(*obj) && is_by(f) == Some(Obj::This) => vec![(Obj::This,)], _ => Vec::new() }; ""),
    rule!(Cond: "a player was dealt combat damage by a {noun.s} this turn" (noun: Noun) => |_, noun| Some(hurt(Who::EachPlayer, noun)),
        |_, cond: &_| is_hurt(cond, Who::EachPlayer); "a player was dealt combat damage by a Goblin this turn"),
    rule!(Cond: "a opponent was dealt combat damage by a {noun.s} this turn" (noun: Noun) => |_, noun| Some(hurt(Who::EachOpponent, noun)),
        |_, cond: &_| is_hurt(cond, Who::EachOpponent); "an opponent was dealt combat damage by an artifact creature this turn"),
    // ---- exiled instead
    rule!(Plain: "if a {noun.s} dealt damage by {this} would die this turn , exile it instead ." (noun: Noun, this: Self_) => |c, noun, _| c.face.is_spell().then(|| burned_now(noun)),
        |c, e: &_| if c.face.is_spell() { is_burned_now(e) } else { Vec::new() }; ""),
];
