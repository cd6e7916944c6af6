//! The kernel: rules that are read both ways, all readings of a line, and the way from meaning to words.
//!
//! | file | what |
//! | --- | --- |
//! | `rule` | rules, their categories and values |
//! | `table` | all rules by category |
//! | `tree` | the rules of a category by their common beginnings |
//! | `edges` | with which words phrases begin and end, and which words may stand side by side |
//! | `node` | phrases |
//! | `parse` | all readings of a line |
//! | `gap` | all readings of a line without one of its words |
//! | `stuck` | what could have stood where reading was stuck |
//! | `eval` | what a reading means |
//! | `context` | what has been said: targets, antecedents, variables |
//! | `list` | lists that are copied only when they change |
//! | `realise` | words for a meaning |

mod context;
mod edges;
mod eval;
mod gap;
mod list;
mod node;
mod parse;
mod realise;
mod rule;
mod stuck;
mod table;
#[cfg(test)]
mod tests;
mod tree;

pub(super) use context::{Context, FaceInfo, Kind, Mention, Optional, Participle, Referent, Role, group_var};
pub(super) use eval::eval;
pub(super) use node::Node;
#[cfg(test)]
pub(super) use parse::parse;
pub(super) use parse::{Chart, Stuck};
pub(super) use realise::{realise, targets, zone};
pub(super) use rule::{Cat, CatId, Cats, Implicit, Leaf, Rule, Several, Slot, Val, Value, Values, alternate, rule};
pub(super) use table::grammar;
