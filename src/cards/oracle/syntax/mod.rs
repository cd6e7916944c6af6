//! The kernel: rules that are read both ways, all readings of a line, and the way from meaning to words.
//!
//! | file | what |
//! | --- | --- |
//! | `rule` | rules, their categories and values |
//! | `table` | all rules by category, with what each may begin with |
//! | `parse` | all readings of a line |
//! | `eval` | what a reading means |
//! | `context` | what has been said: targets, antecedents, variables |
//! | `realise` | words for a meaning |

mod context;
mod eval;
mod parse;
mod realise;
mod rule;
mod table;

pub(super) use context::{Context, FaceInfo, Kind, Mention, Optional, Participle, Referent, Role};
pub(super) use eval::eval;
#[cfg(test)]
pub(super) use parse::parse;
pub(super) use parse::{Chart, Node, Stuck};
pub(super) use realise::{realise, targets, zone};
pub(super) use rule::{Cat, CatId, Cats, Implicit, Leaf, Rule, Slot, Val, Value, Values, alternate, rule};
pub(super) use table::grammar;
