//! Casual variants (CR 9): what they add to the rules, one variant a file.
//!
//! | file | CR |
//! | --- | --- |
//! | `planechase` | 311, 901 |
//! | `commander` | 903 |
//! | `archenemy` | 314, 904 |
//!
//! Nothing here runs in a game that doesn't use it: without commanders each hook is one look at an empty list.

pub mod archenemy;
pub mod commander;
pub mod planechase;
