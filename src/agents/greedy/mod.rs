//! Greedy.
use super::Agent;
use crate::decision::{Answer, Decision};
use crate::rng::Stream;
use crate::view::SeatView;
/// Greedy.
#[derive(Default, Debug)]
pub struct Greedy;
impl Agent for Greedy {
    fn name(&self) -> &str { "greedy" }
    fn answer(&mut self, _view: &SeatView<'_>, decision: &Decision, rng: &mut Stream) -> Answer { decision.sample(rng) }
}
