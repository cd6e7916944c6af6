//! Words that mark how a spell was cast or what a permanent has become, for later abilities to ask for.

use super::keyword_ability::KeywordAbility;
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

macro_rules! ways {
    ($($(#[$doc:meta])* $variant:ident = $text:literal;)*) => {
        /// The keyword by which a spell was cast: for its alternative cost, or from another zone.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
        pub enum CastBy { $($(#[$doc])* $variant,)* }

        impl CastBy {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
            /// The name of the keyword.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

ways! {
    /// CR 702.34.
    Flashback = "flashback";
    /// CR 702.35: only while its madness trigger resolves.
    Madness = "madness";
    /// CR 702.74.
    Evoke = "evoke";
    /// CR 702.76.
    Prowl = "prowl";
    /// CR 702.81.
    Retrace = "retrace";
    /// CR 702.96.
    Overload = "overload";
    /// CR 702.103.
    Bestow = "bestow";
    /// CR 702.109.
    Dash = "dash";
    /// CR 702.117.
    Surge = "surge";
    /// CR 702.127.
    Aftermath = "aftermath";
    /// CR 702.133.
    JumpStart = "jump-start";
    /// CR 702.137.
    Spectacle = "spectacle";
    /// CR 702.138.
    Escape = "escape";
    /// CR 702.146.
    Disturb = "disturb";
    /// CR 702.152.
    Blitz = "blitz";
    /// CR 702.185.
    Warp = "warp";
    /// CR 702.188.
    WebSlinging = "web-slinging";
    /// CR 702.190.
    Sneak = "sneak";
    /// CR 702.143: from exile, after it was foretold.
    Foretell = "foretell";
    /// CR 702.119.
    Emerge = "emerge";
}

/// A special action by which a player exiles a card of their hand, or puts their companion into it (CR 116.2f-h, k).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum HandAction {
    /// CR 116.2k.
    Plot,
    /// CR 116.2h.
    Foretell,
    /// CR 116.2f.
    Suspend,
    /// CR 116.2g.
    Companion,
}

impl HandAction {
    /// What a player does with the card, as a verb.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Plot => "plot",
            Self::Foretell => "foretell",
            Self::Suspend => "suspend",
            Self::Companion => "take into your hand",
        }
    }
}

/// A mark of permanents that has no meaning of its own: abilities set it and ask for it. It isn't copied (CR 701.37b, 702.112b,
/// 702.171b, 701.54b).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Designation {
    /// CR 701.37b.
    Monstrous,
    /// CR 702.112b.
    Renowned,
    /// CR 702.171b: until the end of the turn.
    Saddled,
    /// CR 701.60b.
    Suspected,
    /// CR 701.54b.
    RingBearer,
    /// CR 716.2b: its level is 2 or greater.
    Level2,
    /// CR 716.2b: its level is 3 or greater.
    Level3,
    /// CR 719.3b.
    Solved,
}

impl Designation {
    /// Its word.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Monstrous => "monstrous",
            Self::Renowned => "renowned",
            Self::Saddled => "saddled",
            Self::Suspected => "suspected",
            Self::RingBearer => "Ring-bearer",
            Self::Level2 => "level 2",
            Self::Level3 => "level 3",
            Self::Solved => "solved",
        }
    }
    /// Its bit in a set of them.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
    /// Those that end with the turn.
    pub const FOR_THE_TURN: u8 = Self::Saddled.bit();
    /// Those that end as another player gains control of the permanent.
    pub const OF_ITS_CONTROLLER: u8 = Self::RingBearer.bit();
}

/// What an opponent is promised (CR 702.174d-i).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Gift {
    /// CR 702.174d.
    Food,
    /// CR 702.174e.
    Card,
    /// CR 702.174f.
    TappedFish,
    /// CR 702.174g.
    ExtraTurn,
    /// CR 702.174h.
    Treasure,
    /// CR 702.174i.
    Octopus,
}

impl Gift {
    /// What it is, with its article.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Food => "a Food",
            Self::Card => "a card",
            Self::TappedFish => "a tapped Fish",
            Self::ExtraTurn => "an extra turn",
            Self::Treasure => "a Treasure",
            Self::Octopus => "an Octopus",
        }
    }
}

/// A keyword ability whose parameters don't matter, for words that ask whether something has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum KeywordName {
    /// CR 702.25.
    Flanking,
    /// CR 702.29: typecycling too.
    Cycling,
    /// CR 702.33: multikicker too.
    Kicker,
    /// CR 702.34.
    Flashback,
    /// CR 702.35.
    Madness,
    /// CR 702.37: megamorph too.
    Morph,
    /// CR 702.164.
    Toxic,
    /// CR 702.62.
    Suspend,
    /// CR 702.143.
    Foretell,
}

impl KeywordName {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Flanking,
        Self::Cycling,
        Self::Kicker,
        Self::Flashback,
        Self::Madness,
        Self::Morph,
        Self::Toxic,
        Self::Suspend,
        Self::Foretell,
    ];
    /// Its name in the rules.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Flanking => "flanking",
            Self::Cycling => "cycling",
            Self::Kicker => "kicker",
            Self::Flashback => "flashback",
            Self::Madness => "madness",
            Self::Morph => "morph",
            Self::Toxic => "toxic",
            Self::Suspend => "suspend",
            Self::Foretell => "foretell",
        }
    }
    /// Whether a keyword ability is one of them.
    pub const fn is(self, keyword: &KeywordAbility) -> bool {
        match self {
            Self::Flanking => matches!(keyword, KeywordAbility::Flanking),
            Self::Cycling => matches!(keyword, KeywordAbility::Cycling(_) | KeywordAbility::Typecycling(..)),
            Self::Kicker => matches!(keyword, KeywordAbility::Kicker(_) | KeywordAbility::Multikicker(_)),
            Self::Flashback => matches!(keyword, KeywordAbility::Flashback(_)),
            Self::Madness => matches!(keyword, KeywordAbility::Madness(_)),
            Self::Morph => matches!(keyword, KeywordAbility::Morph(_) | KeywordAbility::Megamorph(_)),
            Self::Toxic => matches!(keyword, KeywordAbility::Toxic(_)),
            Self::Suspend => matches!(keyword, KeywordAbility::Suspend(..)),
            Self::Foretell => matches!(keyword, KeywordAbility::Foretell(_)),
        }
    }
}
