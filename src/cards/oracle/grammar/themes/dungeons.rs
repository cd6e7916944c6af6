//! Dungeons and the initiative (CR 309, 701.49, 726).

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// Whether one player does it, so that nobody waits for what somebody else ventures into.
fn one_player(context: &Context) -> bool {
    context.doer != Who::EachPlayer && context.doer != Who::EachOpponent
}

fn is<T: PartialEq>(one: &T, other: &T) -> Vec<()> {
    if one == other { vec![()] } else { Vec::new() }
}

fn undone() -> Condition {
    Condition::Not(Box::new(Condition::CompletedDungeon(Who::You)))
}

macro_rules! does {
    ($words:literal, $event:ident) => {
        rule!(Event: $words (who: EventPlayer) => |_, who| Some(TriggerEvent::$event(who)),
            |_, e| match e { TriggerEvent::$event(who) => vec![(who,)], _ => Vec::new() }; "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "takes|take the initiative" (who: Doer) => |c, who| one_player(c).then_some(Effect::TakeInitiative(who)),
        |_, e| match e { Effect::TakeInitiative(who) => vec![(who,)], _ => Vec::new() }; ""),
    rule!(Verb: "ventures|venture into the dungeon" (who: Doer) => |c, who| one_player(c).then_some(Effect::Venture(who, None)),
        |_, e| match e { Effect::Venture(who, None) => vec![(who,)], _ => Vec::new() }; "venture into the dungeon"),
    rule!(Cond: "you have the initiative" () => |_| Some(Condition::Initiative(Who::You)),
        |_, c| is(&c, &Condition::Initiative(Who::You)); "you have the initiative"),
    rule!(Cond: "you've completed a dungeon" () => |_| Some(Condition::CompletedDungeon(Who::You)),
        |_, c| is(&c, &Condition::CompletedDungeon(Who::You)); "you've completed a dungeon"),
    rule!(Cond: "you haven't completed a dungeon" () => |_| Some(undone()),
        |_, c| is(&c, &undone()); "you haven't completed a dungeon"),
    does!("{who#} completes|complete a dungeon", CompletesDungeon),
    does!("{who#} takes|take the initiative", TakesInitiative),
];
