//! Instructions that begin with a choice: one of several courses, time travel.

use super::{block, here};
use crate::cards::Op;
use crate::cards::compile::{CompileError, Compiler};
use crate::cards::def::{
    CounterKind, Filter, Instruction, KeywordName, Objects, Quantity, Recipients, Var, Who, Word, ZoneOf,
};

/// `choose(starts, end); course; jump end; course; jump end; end:`
pub(super) fn courses(
    c: &mut Compiler<'_>,
    ops: &mut Vec<Op>,
    list: &[Vec<Instruction>],
    choose: impl Fn(Vec<u16>, u16) -> Op,
) -> Result<(), CompileError> {
    if list.is_empty() || list.len() > usize::from(u8::MAX) {
        return Err(CompileError::Unsupported("a number of courses other than 1 to 255"));
    }
    let at = ops.len();
    ops.push(Op::Jump(0));
    let mut starts = Vec::new();
    let mut ends = Vec::new();
    for course in list {
        starts.push(here(ops));
        block(c, course, ops)?;
        ends.push(ops.len());
        ops.push(Op::Jump(0));
    }
    let end = here(ops);
    ops[at] = choose(starts, end);
    ends.into_iter().for_each(|i| ops[i] = Op::Jump(end));
    Ok(())
}

/// The variables of time travel: what gets a time counter, and what loses one.
pub(crate) fn time_travellers() -> [Var; 2] {
    ["gains time", "loses time"].map(|text| Word::new(text).expect("it is a word"))
}

/// CR 701.56a, 702.62b: the choice of what gets a time counter, that of what loses one, and what is done.
pub(super) fn time_travel() -> [Instruction; 4] {
    let time = CounterKind::Named(Word::new("time").expect("it is a word"));
    let permanents = Filter::And(vec![Filter::Controlled(Who::You), Filter::Counter(time)]);
    let suspended =
        Filter::And(vec![Filter::Owned(Who::You), Filter::HasKeyword(KeywordName::Suspend), Filter::Counter(time)]);
    let all = Objects::Union(vec![Objects::All(permanents), Objects::In(ZoneOf::Exile, suspended)]);
    let [more, fewer] = time_travellers();
    let others = Filter::Not(Box::new(Filter::In(Box::new(Objects::Var(more)))));
    let any = |from: Objects, into| Instruction::Choose {
        who: Who::You,
        min: Quantity::N(0),
        max: Quantity::Count(Box::new(from.clone())),
        from,
        random: false,
        together: Vec::new(),
        into,
    };
    let (kind, count) = (time, Quantity::N(1));
    let on = Recipients::Objects(Objects::Var(more));
    let from = Recipients::Objects(Objects::Var(fewer));
    [
        any(all.clone(), more),
        any(Objects::Only(Box::new(all), others), fewer),
        Instruction::PutCounters { kind, count: count.clone(), and: Vec::new(), on },
        Instruction::RemoveCounters { kind, count, from, into: None },
    ]
}
