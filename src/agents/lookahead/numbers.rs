//! Numbers of an agent that are exchanged by name: `own=2/answers=6`.

/// What isn't written like the numbers of an agent that looks ahead.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadParams {
    /// No number of playouts.
    #[error("`{text}` is not a number of playouts: expected 1 to {most}")]
    Playouts {
        /// The text given for it.
        text: String,
        /// The highest number that can be set.
        most: u32,
    },
    /// None of the parameters.
    #[error("unknown parameter `{name}` of the agent `{agent}` (expected {known})")]
    Unknown {
        /// The name of the agent.
        agent: &'static str,
        /// The text given as the name of a parameter.
        name: String,
        /// The names of its parameters.
        known: String,
    },
    /// Not a value of that parameter.
    #[error("`{value}` is not a value of the parameter `{name}` of the agent `{agent}`: expected {least} to {most}")]
    Value {
        /// The name of the agent.
        agent: &'static str,
        /// The name of the parameter.
        name: &'static str,
        /// The text given for it.
        value: String,
        /// The lowest value that it can have.
        least: u32,
        /// The highest value that it can have.
        most: u32,
    },
}

/// A number that can be exchanged: its name, the lowest and the highest value that it can have, and its place.
pub(in crate::agents) type Number<'a> = (&'static str, u32, u32, &'a mut u32);

/// The numbers that agents which try lines of play have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::agents) struct Trying {
    /// `answers`: how many answers to the open decision are tried, at most.
    pub answers: u32,
    /// `own`: how many turns after the present one are played out, in a turn of its own.
    pub own: u32,
    /// `other`: how many turns after the present one are played out, in a turn of an opponent.
    pub other: u32,
    /// `margin`: how much better another line must be than the greedy one, in thousandths of a game.
    pub margin: u32,
    /// `drop`: how much worse than the best a line is that isn't tried again after its first deal, in thousandths of a game;
    /// after more deals it is less.
    pub drop: u32,
    /// `glance`: after how many deals a search ends if no line is better than the greedy one so far; 0 if it never does.
    pub glance: u32,
    /// `wide`: 1 if all decisions are searched that are worth it, 0 if only those that most is won by.
    pub wide: u32,
    /// `learned`: how much of what a position is worth is what was learned, in percent; the rest is what rules of thumb say.
    pub learned: u32,
}

impl Trying {
    /// They, to be exchanged by name; the lowest glance is given.
    pub(in crate::agents) fn numbers(&mut self, least_glance: u32) -> Vec<Number<'_>> {
        vec![
            ("answers", 0, 100, &mut self.answers),
            ("own", 0, 10, &mut self.own),
            ("other", 0, 10, &mut self.other),
            ("margin", 0, 1000, &mut self.margin),
            ("drop", 0, 1000, &mut self.drop),
            ("glance", least_glance, 10, &mut self.glance),
            ("wide", 0, 1, &mut self.wide),
            ("learned", 0, 100, &mut self.learned),
        ]
    }
}

/// Exchanges numbers of an agent, each as `name=value`.
pub(in crate::agents) fn exchange<'t>(
    agent: &'static str,
    numbers: &mut [Number<'_>],
    parts: impl Iterator<Item = &'t str>,
) -> Result<(), BadParams> {
    for part in parts {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let known = numbers.iter().map(|(known, ..)| *known).collect::<Vec<_>>().join(", ");
        let number = numbers.iter_mut().find(|(known, ..)| *known == name);
        let (name, least, most, place) =
            number.ok_or_else(|| BadParams::Unknown { agent, name: name.to_owned(), known })?;
        let given = value.parse::<u32>().ok().filter(|n| (*least..=*most).contains(n));
        let bad = || BadParams::Value { agent, name, value: value.to_owned(), least: *least, most: *most };
        **place = given.ok_or_else(bad)?;
    }
    Ok(())
}
