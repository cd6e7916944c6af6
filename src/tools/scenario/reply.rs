//! Answers in words become answers.

use super::def::Reply;
use super::names::{self, Labels};
use super::options::accepted;
use super::text;
use crate::cards::CardTable;
use crate::game::client::Words;
use crate::model::decision::{Answer, Choice, Decision, Shape};
use crate::rules::state::ReadGame;
use bevy_ecs::prelude::*;

/// What a decision is about and what is accepted, for messages.
pub(super) fn describe(world: &World, labels: &Labels, decision: &Decision) -> String {
    let words = Words::numbered(world);
    let options = accepted(world, labels, decision);
    let asked = format!("{} is asked: {}", words.seat(decision.player), words.prompt(&decision.prompt));
    match &decision.shape {
        Shape::Number { min, max } => format!("{asked} (a Number, {min} to {max})"),
        Shape::Confirm => format!("{asked} (Yes or No)"),
        Shape::Name(_) => format!("{asked} (a Name)"),
        Shape::ChooseOne(_) => format!("{asked}, one of: {}", options.join("; ")),
        Shape::ChooseSome { min, max, .. } => format!("{asked}, {min} to {max} of: {}", options.join("; ")),
        Shape::Order(_) => format!("{asked}, an Order of: {}", options.join("; ")),
        Shape::Distribute { total, .. } => format!("{asked}, to Divide {total} among: {}", options.join("; ")),
    }
}

/// The answer to a decision that a reply means.
///
/// # Errors
/// A reply of another shape, an option that isn't offered, an illegal answer.
pub(super) fn answer(world: &World, labels: &Labels, decision: &Decision, reply: &Reply) -> Result<Answer, String> {
    let options = decision.options();
    let answer = match (reply, &decision.shape) {
        (Reply::By(player, inner), _) => {
            if decision.player.0 + 1 != *player {
                return Err(format!("P{player} isn't asked"));
            }
            return self::answer(world, labels, decision, inner);
        }
        (Reply::Cancel, _) => Answer::Cancel,
        (Reply::Yes, Shape::Confirm) => Answer::Confirm(true),
        (Reply::No, Shape::Confirm) => Answer::Confirm(false),
        (Reply::Number(n), Shape::Number { .. }) => Answer::Number(*n),
        (Reply::Name(name), Shape::Name(_)) => {
            let found = world.part::<CardTable>().0.names.find(name);
            Answer::Name(found.ok_or_else(|| format!("there is no card `{name}`"))?)
        }
        (Reply::Pick(words), Shape::ChooseOne(_)) => match words.as_slice() {
            [word] => Answer::One(places(world, labels, options, std::slice::from_ref(word))?[0]),
            // Nothing at all is an option of its own.
            [] => {
                Answer::One(options.iter().position(|o| *o == Choice::Pass).ok_or("one option must be picked")? as u16)
            }
            _ => return Err("one option must be picked, not several".to_owned()),
        },
        (Reply::Pick(words), Shape::ChooseSome { .. }) => {
            let mut places = places(world, labels, options, words)?;
            places.sort_unstable();
            Answer::Some(places)
        }
        (Reply::Order(words), Shape::Order(_)) => Answer::Order(places(world, labels, options, words)?),
        (Reply::Divide(shares), Shape::Distribute { .. }) => {
            let words: Vec<String> = shares.iter().map(|(word, _)| word.clone()).collect();
            let mut amounts = vec![0; options.len()];
            for (place, (_, amount)) in places(world, labels, options, &words)?.into_iter().zip(shares) {
                amounts[usize::from(place)] = *amount;
            }
            Answer::Distribute(amounts)
        }
        _ => return Err(format!("{} isn't an answer to this", text::terms(reply))),
    };
    decision.check(&answer).map_err(|e| e.to_string())?;
    Ok(answer)
}

/// The places of the options that words stand for, each option once.
fn places(world: &World, labels: &Labels, options: &[Choice], words: &[String]) -> Result<Vec<u16>, String> {
    let mut places: Vec<u16> = Vec::new();
    for word in words {
        let free = || options.iter().enumerate().filter(|(i, _)| !places.contains(&(*i as u16)));
        // The name of a half or of both can be that of the whole card, too.
        let exact = free().find(|(_, o)| names::one_of_several(world, o).as_deref() == Some(word));
        let found = exact.or_else(|| free().find(|(_, o)| labels.fits(world, word, o))).map(|(i, _)| i as u16);
        places.push(found.ok_or_else(|| format!("`{word}` isn't offered"))?);
    }
    Ok(places)
}

/// Whether a reply only looks at what is offered and accepted.
pub(super) fn is_look(reply: &Reply) -> bool {
    match reply {
        Reply::By(_, inner) => is_look(inner),
        _ => matches!(reply, Reply::Offered(_) | Reply::NotOffered(_) | Reply::OfferedExactly(_) | Reply::Refused(_)),
    }
}

/// Looks at what a decision offers.
///
/// # Errors
/// If it isn't as the reply says.
pub(super) fn look(world: &World, labels: &Labels, decision: &Decision, reply: &Reply) -> Result<(), String> {
    let options = decision.options();
    let offered = |word: &String| options.iter().any(|o| labels.fits(world, word, o));
    match reply {
        Reply::By(player, inner) if decision.player.0 + 1 == *player => return look(world, labels, decision, inner),
        Reply::By(player, _) => return Err(format!("P{player} isn't asked")),
        Reply::Refused(inner) => {
            let words: Vec<&String> = match &**inner {
                Reply::Pick(words) | Reply::Order(words) => words.iter().collect(),
                Reply::Divide(shares) => shares.iter().map(|(word, _)| word).collect(),
                _ => Vec::new(),
            };
            if let Some(word) = words.into_iter().find(|w| !offered(w) && !labels.is_known(world, w)) {
                return Err(format!("there is no `{word}`"));
            }
            if answer(world, labels, decision, inner).is_ok() {
                return Err(format!("{inner:?} is accepted"));
            }
        }
        Reply::Offered(words) | Reply::OfferedExactly(words) => {
            if let Some(word) = words.iter().find(|w| !offered(w)) {
                return Err(format!("`{word}` isn't offered"));
            }
            if matches!(reply, Reply::OfferedExactly(_)) {
                let places = places(world, labels, options, words)?;
                if let Some(more) = (0..options.len()).find(|i| !places.contains(&(*i as u16))) {
                    return Err(format!("{} is offered, too", accepted(world, labels, decision)[more]));
                }
            }
        }
        Reply::NotOffered(words) => {
            if let Some(word) = words.iter().find(|w| offered(w)) {
                return Err(format!("`{word}` is offered"));
            }
        }
        _ => {}
    }
    Ok(())
}

/// The answer to a decision that has only one, or `None`.
pub(super) fn only(decision: &Decision) -> Option<Answer> {
    crate::model::decision::forced(decision)
}
