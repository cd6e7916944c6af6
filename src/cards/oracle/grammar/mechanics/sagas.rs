//! Chapters of Sagas (CR 714).

use crate::cards::oracle::grammar::lines::{simple, whole};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// CR 714.2c: chapters with one ability, in order.
fn chapters(context: &mut Context, number: i32, rest: &[u8]) -> Option<TriggerEvent> {
    context.event = true;
    let number = u8::try_from(number).ok()?;
    let ok = context.face.is("Saga") && rest.iter().all(|later| *later > number);
    ok.then(|| TriggerEvent::Chapters([&[number], rest].concat()))
}

fn is_chapters(event: &TriggerEvent) -> Option<(i32, &[u8])> {
    let TriggerEvent::Chapters(numbers) = event else { return None };
    numbers.split_first().map(|(first, rest)| (i32::from(*first), rest))
}

/// A chapter ability with a choice of modes.
fn with_modes(when: TriggerEvent, modes: Modes) -> TriggeredDef {
    TriggeredDef { modes: Some(modes), ..lines::triggered(when, Condition::Always, Vec::new(), Vec::new()) }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Chapters: "{n}" (n: Chapter) => |c, n| chapters(c, n, &[]),
        |_, e: &_| match is_chapters(e) { Some((n, [])) => vec![(n,)], _ => Vec::new() }; ""),
    rule!(Chapters: "{n} , {rest}" (n: Chapter, rest: Chapters)
        => |c, n, rest| match rest { TriggerEvent::Chapters(rest) => chapters(c, n, &rest), _ => None },
        |_, e: &_| match is_chapters(e) { Some((n, rest)) if !rest.is_empty() => vec![(n, TriggerEvent::Chapters(rest.to_vec()))], _ => Vec::new() }; ""),
    rule!(Trigger: "{when} \u{2014} {effects}" (when: Chapters, effects: Sentences) => |c, when, effects| whole(c, when, Condition::Always, effects),
        |_, d: &_| if is_chapters(&d.when).is_some() && simple(d) && d.only_if == Condition::Always { vec![(d.when.clone(), d.effects.clone())] } else { Vec::new() }; ""),
    rule!(Trigger: "{when} \u{2014} {modes}" (when: Chapters, modes: Modal) => |_, when, modes| Some(with_modes(when, modes)),
        |_, d| match d.modes.clone() { Some(modes) if is_chapters(&d.when).is_some() && d == with_modes(d.when.clone(), modes.clone()) => vec![(d.when, modes)], _ => Vec::new() }; ""),
];
