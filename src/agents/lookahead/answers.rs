//! Which answers are tried: all of them where there are few, otherwise the greedy agent's and what is near it, and some at
//! random.

use super::alike::Alike;
use crate::agents::Greedy;
use crate::cards::AbilityKind;
use crate::game::view::SeatView;
use crate::model::decision::{Answer, Choice, Decision, Prompt, Shape};
use crate::model::ids::ObjectRef;
use crate::model::rng::Stream;

/// How many random answers are tried where there are too many to try all.
const RANDOM: usize = 6;

/// The answers that are collected, each once.
struct Found<'a> {
    decision: &'a Decision,
    alike: &'a Alike,
    most: usize,
    kinds: Vec<u64>,
    answers: Vec<Answer>,
}

impl Found<'_> {
    fn add(&mut self, answer: Answer) {
        if self.answers.len() >= self.most || self.decision.check(&answer).is_err() {
            return;
        }
        let kind = self.alike.answer(&answer);
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
            self.answers.push(answer);
        }
    }
}

/// At most `most` different legal answers, `first` first, and what each of them comes to in any game. Of what can be done with
/// priority, what `greedy` thinks most of comes first, if it is asked.
pub(in crate::agents) fn kinds_of(
    view: &SeatView<'_>,
    decision: &Decision,
    first: Answer,
    most: usize,
    greedy: Option<&Greedy>,
    rng: &mut Stream,
) -> (Vec<Answer>, Vec<u64>) {
    let alike = Alike::new(view, decision);
    let (kinds, answers) = (vec![alike.answer(&first)], vec![first.clone()]);
    let mut found = Found { decision, alike: &alike, most, kinds, answers };
    match &decision.shape {
        Shape::ChooseOne(options) => {
            let mut places: Vec<u16> =
                (0..options.len() as u16).filter(|i| !only_mana(view, &options[usize::from(*i)])).collect();
            if places.len() > most {
                // Whatever there is, nothing at all is one of them; what costs a card comes before what can be done again.
                rng.shuffle(&mut places[1..]);
                places[1..].sort_by_key(|i| matches!(options[usize::from(*i)], Choice::Activate { .. }));
                if let Some(greedy) = greedy.filter(|_| decision.prompt == Prompt::Priority) {
                    let worths = greedy.worths(view, options);
                    places[1..].sort_by_key(|i| std::cmp::Reverse(worths[usize::from(*i)]));
                }
            }
            places.into_iter().for_each(|i| found.add(Answer::One(i)));
        }
        Shape::Confirm => [true, false].into_iter().for_each(|yes| found.add(Answer::Confirm(yes))),
        Shape::Number { min, max } => {
            let middle = min + (max - min) / 2;
            [*max, *min, middle, max - 1, min + 1].into_iter().for_each(|n| found.add(Answer::Number(n)));
        }
        Shape::ChooseSome { options, max, .. } => sets(&mut found, options, *max, &first, rng),
        Shape::Distribute { .. } => (0..RANDOM).for_each(|_| found.add(decision.sample(rng))),
        Shape::Order(_) | Shape::Name(_) => {}
    }
    (found.answers, found.kinds)
}

/// Whether an answer is to play a land.
pub(in crate::agents) fn plays_land(decision: &Decision, answer: &Answer) -> bool {
    let Answer::One(place) = answer else { return false };
    matches!(decision.options().get(usize::from(*place)), Some(Choice::PlayLand { .. }))
}

/// Sets: none, all, the greedy one with one option more, less or exchanged, some at random.
fn sets(found: &mut Found<'_>, options: &[Choice], max: u16, first: &Answer, rng: &mut Stream) {
    let decision = found.decision;
    let near: &[u16] = match first {
        Answer::Some(places) => places,
        _ => &[],
    };
    found.add(Answer::Some(Vec::new()));
    found.add(Answer::Some((0..options.len() as u16).collect()));
    let mut places: Vec<u16> = (0..options.len() as u16).collect();
    rng.shuffle(&mut places);
    for place in places {
        let mut set = near.to_vec();
        if let Some(at) = set.iter().position(|p| *p == place) {
            set.remove(at);
        } else {
            // A creature does one thing at a time.
            match actor(&options[usize::from(place)]) {
                Some(actor) => set.retain(|p| self::actor(&options[usize::from(*p)]) != Some(actor)),
                None if set.len() >= usize::from(max) && !set.is_empty() => {
                    set.remove(rng.below(set.len() as u32) as usize);
                }
                None => {}
            }
            set.push(place);
            set.sort_unstable();
        }
        found.add(Answer::Some(set));
    }
    (0..RANDOM).for_each(|_| found.add(decision.sample(rng)));
}

/// The creature that an option has attack or block.
const fn actor(option: &Choice) -> Option<ObjectRef> {
    match option {
        Choice::Attack { attacker, .. } => Some(*attacker),
        Choice::Block { blocker, .. } => Some(*blocker),
        _ => None,
    }
}

/// Whether an option is to activate a mana ability (CR 605): spells and abilities are paid for without that.
fn only_mana(view: &SeatView<'_>, option: &Choice) -> bool {
    match option {
        Choice::Activate { key } => {
            matches!(view.table().ability(key.handle).kind, AbilityKind::Activated { is_mana: true, .. })
        }
        _ => false,
    }
}
