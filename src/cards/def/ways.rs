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
    /// From the graveyard, for its flashback cost; it is exiled afterwards (CR 702.34a).
    Flashback = "flashback";
    /// From exile as it was discarded, for its madness cost: only while its madness trigger resolves (CR 702.35a).
    Madness = "madness";
    /// For its evoke cost; the permanent is sacrificed when it enters (CR 702.74a).
    Evoke = "evoke";
    /// For its prowl cost, after combat damage by something with one of its creature types (CR 702.76a).
    Prowl = "prowl";
    /// From the graveyard, by discarding a land card in addition (CR 702.81a).
    Retrace = "retrace";
    /// For its overload cost: without targets, for all that match (CR 702.96a).
    Overload = "overload";
    /// For its cleave cost: without the words in square brackets (CR 702.148a).
    Cleave = "cleave";
    /// For its bestow cost, as an Aura (CR 702.103a).
    Bestow = "bestow";
    /// For its mutate cost, to merge with a creature (CR 702.140a).
    Mutate = "mutate";
    /// For its dash cost: with haste, until the next end step (CR 702.109a).
    Dash = "dash";
    /// For its surge cost, after another spell of the turn (CR 702.117a).
    Surge = "surge";
    /// From the graveyard, as the half of a split card that has aftermath (CR 702.127a).
    Aftermath = "aftermath";
    /// From the graveyard, by discarding a card in addition (CR 702.133a).
    JumpStart = "jump-start";
    /// For its spectacle cost, after an opponent has lost life (CR 702.137a).
    Spectacle = "spectacle";
    /// From the graveyard, for its escape cost (CR 702.138a).
    Escape = "escape";
    /// From the graveyard with its other face up, for its disturb cost (CR 702.146a).
    Disturb = "disturb";
    /// With its other face up, for its More Than Meets the Eye cost (CR 702.162a).
    MoreThanMeetsTheEye = "More Than Meets the Eye";
    /// For its blitz cost: with haste, sacrificed at the next end step (CR 702.152a).
    Blitz = "blitz";
    /// For its impending cost: with time counters, and no creature before the last of them is removed (CR 702.176a).
    Impending = "impending";
    /// For its awaken cost: a land becomes a creature, too (CR 702.113a).
    Awaken = "awaken";
    /// From the graveyard, for its harmonize cost; it is exiled afterwards (CR 702.180a).
    Harmonize = "harmonize";
    /// From the hand, for its warp cost; the permanent is exiled at the next end step (CR 702.185a).
    Warp = "warp";
    /// For its web-slinging cost and a tapped creature that returns to the hand (CR 702.188a).
    WebSlinging = "web-slinging";
    /// For its sneak cost and an unblocked attacker that returns to the hand (CR 702.190a).
    Sneak = "sneak";
    /// From exile after it was foretold, for its foretell cost (CR 702.143a).
    Foretell = "foretell";
    /// For its emerge cost and a sacrifice that makes it cheaper (CR 702.119a).
    Emerge = "emerge";
    /// For its freerunning cost, after combat damage by an Assassin or a commander (CR 702.173a).
    Freerunning = "freerunning";
    /// From the graveyard, for its mayhem cost, in the turn in which it was discarded (CR 702.187b).
    Mayhem = "mayhem";
}

/// A special action by which a player exiles a card of their hand, or puts their companion into it (CR 116.2f-h, k).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum HandAction {
    /// Exiles a card for its plot cost, to be cast without paying its mana cost on a later turn (CR 116.2k).
    Plot,
    /// Exiles a card face down for {2}, to be cast for its foretell cost on a later turn (CR 116.2h).
    Foretell,
    /// Exiles a card for its suspend cost, with time counters (CR 116.2f).
    Suspend,
    /// Puts the companion from outside the game into the hand for {3} (CR 116.2g).
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
    /// Its monstrosity ability has made it bigger, which happens only once (CR 701.37b).
    Monstrous,
    /// Its renown ability has given it counters, which happens only once (CR 702.112b).
    Renowned,
    /// Other creatures were tapped to saddle it; until the end of the turn (CR 702.171b).
    Saddled,
    /// It has menace and can't block (CR 701.60b, c).
    Suspected,
    /// It bears the Ring of its controller, whose emblem gives it abilities (CR 701.54b, c).
    RingBearer,
    /// Its level is 2 or greater, as of a Class (CR 716.2b).
    Level2,
    /// Its level is 3 or greater, as of a Class (CR 716.2b).
    Level3,
    /// A Case whose condition to solve it was fulfilled (CR 719.3b).
    Solved,
    /// A copy of its prepare spell is in exile and can be cast (CR 722.3a, c). Nothing without a prepare spell gets it.
    Prepared,
    /// Its ability behind the sign of an infinity is active (CR 701.64, 702.186).
    Harnessed,
}

impl Designation {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Monstrous,
        Self::Renowned,
        Self::Saddled,
        Self::Suspected,
        Self::RingBearer,
        Self::Level2,
        Self::Level3,
        Self::Solved,
        Self::Prepared,
        Self::Harnessed,
    ];
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
            Self::Prepared => "prepared",
            Self::Harnessed => "harnessed",
        }
    }
    /// Its bit in a set of them.
    pub const fn bit(self) -> u16 {
        1 << self as u8
    }
    /// Those that end with the turn.
    pub const FOR_THE_TURN: u16 = Self::Saddled.bit();
    /// Those that end as another player gains control of the permanent.
    pub const OF_ITS_CONTROLLER: u16 = Self::RingBearer.bit();
}

/// What an opponent is promised (CR 702.174d-i).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Gift {
    /// They create a Food token (CR 702.174d).
    Food,
    /// They draw a card (CR 702.174e).
    Card,
    /// They create a tapped 1/1 blue Fish token (CR 702.174f).
    TappedFish,
    /// They take an extra turn after this one (CR 702.174g).
    ExtraTurn,
    /// They create a Treasure token (CR 702.174h).
    Treasure,
    /// They create an 8/8 blue Octopus token (CR 702.174i).
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

/// Keyword abilities whose parameters don't matter, with their words and the terms that have the name.
macro_rules! keyword_names {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $first:ident $(| $also:ident)*;)*) => {
        /// A keyword ability whose parameters don't matter, for words that ask whether something has it.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
        pub enum KeywordName { $($(#[$doc])* $name,)* }

        impl KeywordName {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
            /// Its name in the rules.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
            /// Whether a keyword ability is one of them.
            pub const fn is(self, keyword: &KeywordAbility) -> bool {
                match self {
                    $(Self::$name => {
                        matches!(keyword, KeywordAbility::$first { .. } $(| KeywordAbility::$also { .. })*)
                    })*
                }
            }
        }
    };
}

keyword_names! {
    /// Weakens creatures without flanking that block it (CR 702.25).
    Flanking = "flanking", Flanking;
    /// Counters what targets it unless a cost is paid (CR 702.21).
    Ward = "ward", Ward | WardEither;
    /// Can be discarded from the hand for a card; typecycling too (CR 702.29).
    Cycling = "cycling", Cycling | Typecycling;
    /// Has an additional cost that may be paid for more; multikicker too (CR 702.33).
    Kicker = "kicker", Kicker | Multikicker;
    /// Can be cast from the graveyard (CR 702.34).
    Flashback = "flashback", Flashback;
    /// Can be cast as it is discarded (CR 702.35).
    Madness = "madness", Madness;
    /// Can change places with an attacker that isn't blocked (CR 702.49).
    Ninjutsu = "ninjutsu", Ninjutsu;
    /// Can be cast face down; megamorph too, disguise not (CR 702.37).
    Morph = "morph", Morph | Megamorph;
    /// Gives poison counters with its combat damage (CR 702.164).
    Toxic = "toxic", Toxic;
    /// Can be exiled with time counters and is cast after the last (CR 702.62).
    Suspend = "suspend", Suspend;
    /// Can be exiled face down and be cast on a later turn (CR 702.143).
    Foretell = "foretell", Foretell;
    /// Can't be blocked while the defending player controls such a land (CR 702.14).
    Landwalk = "landwalk", Landwalk;
    /// Finds a cheaper card as it is cast (CR 702.85).
    Cascade = "cascade", Cascade;
    /// Is copied for each spell that was cast before it (CR 702.40).
    Storm = "storm", Storm;
    /// Can't block, and is sacrificed after it has attacked (CR 702.147).
    Decayed = "decayed", Decayed;
    /// Enters with counters that it may leave to another (CR 702.43).
    Modular = "modular", Modular;
    /// Loses a fade counter each upkeep (CR 702.32).
    Fading = "fading", Fading;
    /// Loses a time counter each upkeep (CR 702.63).
    Vanishing = "vanishing", Vanishing;
    /// Gets level counters for a cost (CR 702.87).
    LevelUp = "level up", LevelUp;
    /// Can be cast face down with ward (CR 702.168).
    Disguise = "disguise", Disguise;
    /// Can be cast from the graveyard with its other face up (CR 702.146).
    Disturb = "disturb", Disturb;
    /// Can be cast from the graveyard by exiling other cards of it (CR 702.138).
    Escape = "escape", Escape;
    /// Can be cast by sacrificing a permanent (CR 702.119).
    Emerge = "emerge", Emerge;
    /// Can be cast to merge with a creature (CR 702.140).
    Mutate = "mutate", Mutate;
    /// Has to be paid for more and more (CR 702.24).
    CumulativeUpkeep = "cumulative upkeep", CumulativeUpkeep | CumulativeUpkeepActs;
    /// Can be paired with another creature (CR 702.95).
    Soulbond = "soulbond", Soulbond;
    /// Makes a defending player sacrifice as it attacks (CR 702.86).
    Annihilator = "annihilator", Annihilator;
    /// Returns as it dies without a -1/-1 counter (CR 702.79).
    Persist = "persist", Persist;
    /// Returns as it dies without a +1/+1 counter (CR 702.93).
    Undying = "undying", Undying;
    /// Is copied each upkeep, and ends its player's casting (CR 702.50).
    Epic = "epic", Epic;
    /// Attaches an Equipment to a creature (CR 702.6).
    Equip = "equip", Equip;
    /// Can't be damaged, enchanted, equipped, blocked or targeted by what has a quality (CR 702.16).
    Protection = "protection", Protection | ProtectionSparing;
}
