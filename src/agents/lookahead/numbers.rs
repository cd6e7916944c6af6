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
