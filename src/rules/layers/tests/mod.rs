//! Tests of the layers on hand-built worlds.

mod boards;
mod control;
mod copies;
mod dependency;
mod durations;
mod open;
mod passes;
mod power;
mod types;
mod world;
