//! Casual variants (CR 9): what they add to the rules, one variant a file.
//!
//! | file | CR |
//! | --- | --- |
//! | `commander` | 903 |
//!
//! Nothing here runs in a game that doesn't use it: without commanders each hook is one look at an empty list.

pub mod commander;
