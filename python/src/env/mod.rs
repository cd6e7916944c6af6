//! Environments for learning: games by clicks, what seats see of them as tensors, many of them in one call.
//!
//! | file | what |
//! | --- | --- |
//! | `clicks` | decisions as sequences of clicks |
//! | `schema`, `observe` | the columns of observations, and how they are written |
//! | `features` | cards as numbers |
//! | `play` | a game by clicks |
//! | `buffer` | memory of NumPy |
//! | `vector`, `crew` | many games at once, threads for them |
//! | `tree` | search that asks for values in batches |

pub(crate) mod buffer;
mod clicks;
mod crew;
mod features;
mod observe;
mod play;
mod schema;
mod tree;
mod vector;

pub(crate) use tree::Tree;
pub(crate) use vector::{Vector, env_schema};
