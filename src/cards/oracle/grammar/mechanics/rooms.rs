//! Rooms and their doors (CR 709.5).

use crate::cards::oracle::grammar::help::{as_objects, is, one};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

fn group(noun: Filter) -> Box<Objects> {
    Box::new(Objects::All(noun))
}

fn noun_of(group: &Objects) -> Vec<Filter> {
    match group {
        Objects::All(noun) => vec![noun.clone()],
        _ => Vec::new(),
    }
}

/// CR 709.5f-g: the player chooses which of both as it resolves.
fn either(what: &Objects) -> Option<Instruction> {
    let obj = one(what)?;
    Some(Instruction::ChooseOne(Who::You, vec![vec![Instruction::Lock(obj)], vec![Instruction::Unlock(obj)]]))
}

fn is_either(effect: &Instruction) -> Vec<(Objects,)> {
    let Instruction::ChooseOne(_, courses) = effect else { return Vec::new() };
    let obj = match courses.first().map(Vec::as_slice) {
        Some([Instruction::Lock(obj)]) => *obj,
        _ => return Vec::new(),
    };
    if either(&as_objects(obj)).as_ref() == Some(effect) { vec![(as_objects(obj),)] } else { Vec::new() }
}

fn eerie(what: Filter, rooms: Filter) -> TriggerEvent {
    TriggerEvent::AnyOf(vec![TriggerEvent::Enters(what), TriggerEvent::FullyUnlocks(Who::You, rooms)])
}

fn is_eerie(event: TriggerEvent) -> Vec<(Filter, Filter)> {
    let TriggerEvent::AnyOf(events) = event else { return Vec::new() };
    match events.as_slice() {
        [TriggerEvent::Enters(what), TriggerEvent::FullyUnlocks(Who::You, rooms)] => {
            vec![(what.clone(), rooms.clone())]
        }
        _ => Vec::new(),
    }
}

fn names(count: Quantity, noun: Filter) -> Condition {
    Condition::Compare(Quantity::UnlockedNames(group(noun)), Cmp::Ge, count)
}

fn doors(count: Quantity, noun: Filter) -> Condition {
    Condition::Compare(Quantity::UnlockedDoors(group(noun)), Cmp::Ge, count)
}

fn counted(cond: &Condition, of_names: bool) -> Vec<(Quantity, Filter)> {
    let Condition::Compare(counted, Cmp::Ge, count) = cond else { return Vec::new() };
    let group = match counted {
        Quantity::UnlockedNames(group) if of_names => group,
        Quantity::UnlockedDoors(group) if !of_names => group,
        _ => return Vec::new(),
    };
    noun_of(group).into_iter().map(|noun| (count.clone(), noun)).collect()
}

pub(super) const RULES: &[Rule] = &[
    rule!(Event: "you unlock this door" () => |_| Some(TriggerEvent::UnlocksThisDoor(Who::You)),
        |_, e: &_| is(e, &TriggerEvent::UnlocksThisDoor(Who::You)); ""),
    rule!(Event: "you fully unlock a {rooms.s}" (rooms: Noun) => |_, rooms| Some(TriggerEvent::FullyUnlocks(Who::You, rooms)),
        |_, e| match e { TriggerEvent::FullyUnlocks(Who::You, rooms) => vec![(rooms,)], _ => Vec::new() }; ""),
    rule!(Event: "{what.s} enters and whenever you fully unlock a {rooms.s}" (what: EventObj, rooms: Noun) => |c, what, rooms| { c.mentions = Default::default(); Some(eerie(what, rooms)) },
        |_, e| is_eerie(e); ""),
    rule!(Verb: "unlocks|unlock a locked door of {what}" (what: Objs) => |c, what| (c.doer == Who::You).then(|| one(&what).map(Instruction::Unlock))?,
        |_, e| match e { Instruction::Unlock(obj) => vec![(as_objects(obj),)], _ => Vec::new() }; "unlock a locked door of target enchantment"),
    rule!(Verb: "locks|lock or unlock a door of {what}" (what: Objs) => |c, what| (c.doer == Who::You).then(|| either(&what))?,
        |_, e: &_| is_either(e); "lock or unlock a door of target enchantment"),
    rule!(Each: "unlocked door|doors among {noun.p}" (noun: Noun) => |_, noun| Some(Quantity::UnlockedDoors(group(noun))),
        |_, q: &_| match q { Quantity::UnlockedDoors(group) => noun_of(group).into_iter().map(|noun| (noun,)).collect(), _ => Vec::new() }; ""),
    rule!(Cond: "there are {count} or more unlocked doors among {noun.p}" (count: Count, noun: Noun) => |_, count, noun| Some(doors(count, noun)),
        |_, cond: &_| counted(cond, false); ""),
    rule!(Cond: "there are {count} or more different names among unlocked doors of {noun.p}" (count: Count, noun: Noun) => |_, count, noun| Some(names(count, noun)),
        |_, cond: &_| counted(cond, true); ""),
    rule!(Use: "unlock doors" () => |_| Some(SpendOn::Unlock), |_, on: &_| is(on, &SpendOn::Unlock); ""),
    alternate!(Use: "unlock a door" () => |_| Some(SpendOn::Unlock); ""),
];
