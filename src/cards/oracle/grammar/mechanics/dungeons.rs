//! Dungeons, the initiative and the Ring (CR 309, 701.49, 701.54, 726).

use crate::cards::oracle::grammar::help::is;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

fn undone() -> Condition {
    Condition::Not(Box::new(Condition::CompletedDungeon(Who::You)))
}

/// The Ring-bearer that a player has just chosen isn't the card itself; no creature isn't one.
fn another_bearer() -> Condition {
    Condition::Is(Obj::Event, Filter::Not(Box::new(Filter::Is(Obj::This))))
}

fn chose_another(context: &Context) -> Option<Condition> {
    context.event.then(another_bearer)
}

macro_rules! does {
    ($words:literal, $event:ident) => {
        rule!(Event: $words (who: EventPlayer) => |_, who| Some(TriggerEvent::$event(who)),
            |_, e| match e { TriggerEvent::$event(who) => vec![(who,)], _ => Vec::new() }; "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "takes|take the initiative" (who: Doer) => |c, who| help::one_player(c.doer).then_some(Instruction::TakeInitiative(who)),
        |_, e| match e { Instruction::TakeInitiative(who) => vec![(who,)], _ => Vec::new() }; ""),
    rule!(Verb: "ventures|venture into the dungeon" (who: Doer) => |c, who| help::one_player(c.doer).then_some(Instruction::Venture(who, None)),
        |_, e| match e { Instruction::Venture(who, None) => vec![(who,)], _ => Vec::new() }; "venture into the dungeon"),
    rule!(Cond: "you have the initiative" () => |_| Some(Condition::Initiative(Who::You)),
        |_, c: &_| is(c, &Condition::Initiative(Who::You)); "you have the initiative"),
    rule!(Cond: "you've completed a dungeon" () => |_| Some(Condition::CompletedDungeon(Who::You)),
        |_, c: &_| is(c, &Condition::CompletedDungeon(Who::You)); "you've completed a dungeon"),
    rule!(Cond: "you haven't completed a dungeon" () => |_| Some(undone()),
        |_, c: &_| is(c, &undone()); "you haven't completed a dungeon"),
    does!("{who#} completes|complete a dungeon", CompletesDungeon),
    does!("{who#} takes|take the initiative", TakesInitiative),
    does!("{who#} becomes|become the monarch", BecomesMonarch),
    rule!(Verb: "exiles|exile {what} until a opponent becomes the monarch" (what: Objs)
        => |c, what| Some(Instruction::Move { what, to: Destination::Exile, into: c.variable(), linked: false, until: Some(TriggerEvent::BecomesMonarch(Who::EachOpponent)) }),
        |_, e| match e { Instruction::Move { what, to: Destination::Exile, linked: false, until: Some(TriggerEvent::BecomesMonarch(Who::EachOpponent)), .. } => vec![(what,)], _ => Vec::new() };
        "exile target creature an opponent controls until an opponent becomes the monarch"),
    rule!(Said: "the Ring tempts you" () => |_| Some(vec![Instruction::RingTempts(Who::You)]),
        |_, e: &_| if *e == [Instruction::RingTempts(Who::You)] { vec![()] } else { Vec::new() }; "the Ring tempts you"),
    rule!(Event: "the Ring tempts you" () => |_| Some(TriggerEvent::RingTempts(Who::You)),
        |_, e: &_| is(e, &TriggerEvent::RingTempts(Who::You)); ""),
    rule!(Cond: "you chose a creature other than {this} as your Ring-bearer" (this: Self_) => |c, this| chose_another(c),
        |_, c: &_| if *c == another_bearer() { vec![(Obj::This,)] } else { Vec::new() }; ""),
];
