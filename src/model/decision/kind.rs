//! The kinds of prompts, and their names for clients.

use super::Prompt;
use serde::{Deserialize, Serialize};

/// Each variant of [`Prompt`] with the name that clients get for it.
macro_rules! kinds {
    ($($kind:ident = $name:literal,)*) => {
        /// What sort of decision is asked: a [`Prompt`] without the objects that it names.
        ///
        /// It is serialised as its [name](PromptKind::name).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(into = "&'static str", try_from = "String")]
        #[non_exhaustive]
        pub enum PromptKind {
            $(#[doc = concat!("[`Prompt::", stringify!($kind), "`].")] $kind,)*
        }

        impl PromptKind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// Its name in what clients get. Names don't change.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }

        impl Prompt {
            /// What sort of decision this asks.
            pub const fn kind(&self) -> PromptKind {
                match self {
                    $(Self::$kind { .. } => PromptKind::$kind,)*
                }
            }
        }
    };
}

kinds! {
    Priority = "Priority",
    Mulligan = "Mulligan",
    MulliganBottom = "MulliganBottom",
    OpeningHand = "OpeningHand",
    StartingPlayer = "StartingPlayer",
    DeclareAttackers = "DeclareAttackers",
    DeclareBands = "DeclareBands",
    DeclareBlockers = "DeclareBlockers",
    CombatDamage = "CombatDamage",
    CleanupDiscard = "CleanupDiscard",
    StayTapped = "StayTapped",
    Modes = "Modes",
    OptionalCost = "OptionalCost",
    Splice = "Splice",
    ChooseX = "ChooseX",
    Targets = "Targets",
    Divide = "Divide",
    PayWith = "PayWith",
    PaySymbol = "PaySymbol",
    PayMana = "PayMana",
    TakeBack = "TakeBack",
    ManaColor = "ManaColor",
    May = "May",
    MayPay = "MayPay",
    ChooseObjects = "ChooseObjects",
    Discard = "Discard",
    Sacrifice = "Sacrifice",
    Search = "Search",
    Arrange = "Arrange",
    OrderCards = "OrderCards",
    OrderRounds = "OrderRounds",
    Piles = "Piles",
    Course = "Course",
    Venture = "Venture",
    ChooseColor = "ChooseColor",
    ChooseName = "ChooseName",
    ChooseSubtype = "ChooseSubtype",
    ChoosePlayer = "ChoosePlayer",
    ChooseNumber = "ChooseNumber",
    EnterAsCopy = "EnterAsCopy",
    EnchantWhat = "EnchantWhat",
    Replacement = "Replacement",
    ApplyReplacement = "ApplyReplacement",
    OrderTriggers = "OrderTriggers",
    TriggerEvent = "TriggerEvent",
    OrderGraveyard = "OrderGraveyard",
    OrderTimestamps = "OrderTimestamps",
    CommandZone = "CommandZone",
    LegendRule = "LegendRule",
    CastNow = "CastNow",
    NewTargets = "NewTargets",
    ChooseCardType = "ChooseCardType",
    RevealDrawn = "RevealDrawn",
    AsUnblocked = "AsUnblocked",
    Vote = "Vote",
    Enlist = "Enlist",
    MergeOver = "MergeOver",
}

/// A name that no kind has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown kind of prompt: {0}")]
pub struct UnknownPromptKind(pub String);

impl std::str::FromStr for PromptKind {
    type Err = UnknownPromptKind;
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().copied().find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownPromptKind(name.to_owned()))
    }
}

impl TryFrom<String> for PromptKind {
    type Error = UnknownPromptKind;
    fn try_from(name: String) -> Result<Self, Self::Error> {
        name.parse()
    }
}

impl From<PromptKind> for &'static str {
    fn from(kind: PromptKind) -> Self {
        kind.name()
    }
}

impl std::fmt::Display for PromptKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clients compare with these names: one that changes breaks them.
    #[test]
    fn the_names_for_clients_stay_as_they_are() {
        let names: Vec<&str> = PromptKind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(names.join(" "), NAMES.split_whitespace().collect::<Vec<_>>().join(" "));
        for kind in PromptKind::ALL {
            assert_eq!(kind.name().parse(), Ok(*kind));
            let text = serde_json::to_string(kind).unwrap();
            assert_eq!(text, format!("\"{kind}\""));
            assert_eq!(serde_json::from_str::<PromptKind>(&text).unwrap(), *kind);
        }
        assert_eq!("Prior".parse::<PromptKind>(), Err(UnknownPromptKind("Prior".to_owned())));
    }

    const NAMES: &str = "
        Priority Mulligan MulliganBottom OpeningHand StartingPlayer DeclareAttackers DeclareBands
        DeclareBlockers CombatDamage CleanupDiscard StayTapped Modes OptionalCost Splice ChooseX Targets
        Divide PayWith PaySymbol PayMana TakeBack ManaColor May MayPay ChooseObjects Discard Sacrifice
        Search Arrange OrderCards OrderRounds Piles Course Venture ChooseColor ChooseName ChooseSubtype
        ChoosePlayer ChooseNumber EnterAsCopy EnchantWhat Replacement ApplyReplacement OrderTriggers TriggerEvent
        OrderGraveyard OrderTimestamps CommandZone LegendRule CastNow NewTargets
        ChooseCardType RevealDrawn AsUnblocked Vote Enlist MergeOver";
}
