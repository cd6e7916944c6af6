//! The numbers by which a greedy agent plays. The frozen set is the baseline that others are measured against.
//!
//! What the baseline does must never change, so that measurements stand for good: a mend of the greedy agent is a
//! number here that leaves the old way to the baseline. `.ci/batch-hashes` notices if it plays otherwise.

macro_rules! style {
    ($($(#[$doc:meta])* $number:ident = $baseline:literal, $mended:literal;)*) => {
        /// What a greedy agent plays by.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(in crate::agents) struct Style {
            /// What an agent with it is called.
            pub(super) name: &'static str,
            /// The version of what it does.
            pub(super) version: u32,
            $($(#[$doc])* pub(super) $number: i32,)*
        }

        impl Style {
            /// The numbers of `baseline`, which never change, so that later versions can be measured against it.
            pub(in crate::agents) const BASELINE: Self = Self { name: "baseline", version: 1, $($number: $baseline,)* };
            /// The numbers of `greedy`, which are tuned from version to version.
            pub(super) const MENDED: Self = Self { name: "greedy", version: 10, $($number: $mended,)* };
            const NUMBERS: &[&str] = &[$(stringify!($number),)*];

            /// The numbers of `greedy` that aren't switches, each with its name. A switch is off in the baseline, and on.
            pub(super) fn graded() -> impl Iterator<Item = (&'static str, i32)> {
                let all = [$((stringify!($number), $baseline, $mended),)*];
                all.into_iter().filter(|(_, old, new)| (*old, *new) != (0, 1)).map(|(name, _, new)| (name, new))
            }

            fn number(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($number) => Some(&mut self.$number),)*
                    _ => None,
                }
            }
        }
    };
}

/// Not one of the numbers of a greedy agent, or not a value of one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadNumber {
    /// None of that name.
    #[error("unknown number `{0}` of the greedy agent (expected {known})", known = Style::NUMBERS.join(", "))]
    Unknown(String),
    /// A text that isn't a value of that number.
    #[error("`{value}` is not a value of the number `{name}` of the greedy agent: expected {low} to {high}", low = -MOST, high = MOST)]
    Value {
        /// The name of the number.
        name: String,
        /// The text given for it.
        value: String,
    },
}

/// The most that a number can be, and below zero the least.
const MOST: i32 = 1000;

impl Style {
    /// Some numbers exchanged: `pressure=30/card=80`.
    pub(super) fn with(mut self, numbers: &str) -> Result<Self, BadNumber> {
        for part in numbers.split('/') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let number = self.number(name).ok_or_else(|| BadNumber::Unknown(name.to_owned()))?;
            let given = value.parse().ok().filter(|n| (-MOST..=MOST).contains(n));
            *number = given.ok_or_else(|| BadNumber::Value { name: name.to_owned(), value: value.to_owned() })?;
        }
        Ok(self)
    }
}

// Each with its value in the baseline and in the mended one.
style! {
    /// The weight, in tenths, of the damage of an attack against life lost now.
    pressure = 40, 25;
    /// The weight, in tenths, of what the attack back costs.
    risk = 6, 6;
    /// The weight, in percent, of the damage that a block stops which only loses the blocker.
    chump = 100, 97;
    /// What using up a card costs, so that burn waits for something worth burning.
    card = 60, 62;
    /// What a land that is given up costs more for each land that the player has less than seven.
    land = 0, 38;
    /// The weight, in percent, of the life of opponents that spells and abilities take.
    face = 100, 84;
    /// The weight, in percent, of the damage that blocks stop.
    guard = 100, 106;
    /// A player with this much life or less can be burnt out soon.
    low = 9, 9;
    /// The damage that is expected of the next draws.
    drawn = 5, 4;
    /// A spell is cast for more than this.
    spell = 10, 8;
    /// An ability is activated for more than this.
    ability = 14, 12;
    /// 1 if copies of spells and abilities are worth what they would do.
    copies = 0, 1;
    /// 1 if plans mind the colours of mana.
    colors = 0, 1;
    /// 1 if what is as good later waits for the end of the opponent's turn.
    wait = 0, 1;
    /// What a counterspell is worth that is held for the opponent's turn.
    hold = 0, 98;
    /// What countering a spell costs more than using up a card.
    counter = 0, 0;
    /// 1 if cards with madness are only discarded for nothing when their cost can be paid.
    madness = 0, 1;
    /// 1 if blocks are improved step by step: what is left of life counts as it will be.
    blocks = 0, 1;
    /// What each further ability of a land counts for playing it, once no colour is missing; 0 counts against it.
    lands = 0, 4;
    /// 1 if what creatures can make of themselves with mana counts in fights to come.
    pump = 0, 1;
    /// 1 if a target is chosen that makes an attack lethal.
    finish = 0, 1;
    /// What a permanent costs besides its mana, for it is a card less in hand.
    spend = 0, 21;
    /// What a spell is worth more that can be cast again from the graveyard.
    again = 0, 55;
    /// What a permanent that makes mana counts more for each land that the player has less than six.
    ramp = 0, 42;
    /// 1 if what a permanent asks for as it enters is counted, and only cards that fit are discarded for it.
    entry = 0, 1;
    /// 1 if creatures that die in an attack neither defend nor attack back.
    back = 0, 1;
    /// 1 if preventing all combat damage is worth the life that it saves.
    fog = 0, 1;
    /// 1 if rules, designations, other faces and further combat phases are worth what they do.
    terms = 0, 1;
    /// 1 if what a spell sacrifices as a cost is chosen for what the spell does with it.
    paid = 0, 1;
    /// 1 if what is divided goes to targets that it kills, not to as many as there can be.
    divided = 0, 1;
    /// 1 if what becomes a creature has the power and toughness that are printed on it, unless it is given others (CR 301.7).
    printed = 0, 1;
    /// 1 if an attack counts what an instant of the hand can add to an attacker that isn't blocked.
    boost = 0, 1;
    /// What each point of damage that burn can deal counts against using it on something else: what kills as well with less is
    /// used first.
    overkill = 0, 3;
    /// 1 if nothing but cards and mana is given up for a player who can only be burnt out a turn later.
    patient = 0, 1;
    /// 1 if who would die of the next attack doesn't keep burn for a player who can be burnt out a turn later.
    alarm = 0, 1;
    /// What a land of an opponent counts more for each land that they have less than seven.
    raze = 0, 24;
    /// 1 if removing creatures that can't attack, or neither attack nor block, is worth little.
    idle = 0, 1;
    /// 1 if a hand to begin with is kept, and cards of it put away, by what hands of the deck are expected to be worth.
    hands = 0, 1;
    /// 1 if fights are also about what creatures do as they die, and as they deal damage to a player.
    stakes = 0, 1;
    /// 1 if what blocks can be pumped by tapping it.
    tapping = 0, 1;
    /// 1 if what is there to be sacrificed for its own ability is given up for it easily.
    used = 0, 1;
    /// 1 if a card with madness is discarded to be cast.
    outlet = 0, 1;
    /// 1 if an attack counts what an ability can add to an attacker that isn't blocked, of a permanent that stays at home.
    aid = 0, 1;
    /// 1 if a card that can replace an attacker that nobody blocks waits for it.
    sneak = 0, 1;
    /// Who controls this many permanents makes no more tokens: a loop that could go on forever ends there. 0: there are never enough.
    enough = 0, 40;
    /// What any creature is worth, besides its power, its toughness and what it can do.
    body = 50, 54;
    /// What each point of a creature's power is worth.
    might = 45, 43;
    /// What each point of its toughness is worth.
    tough = 25, 23;
    /// What each point of the power of a creature with flying is worth more.
    evade = 18, 19;
    /// What a creature is worth more for each mana that it costs.
    dear = 10, 10;
    /// What a permanent that isn't a land is worth more for each of its abilities.
    able = 15, 14;
    /// What a permanent is worth that is neither a creature nor a land.
    thing = 50, 39;
    /// What it is worth more for each mana that it costs.
    costly = 30, 24;
    /// What each point of life is worth.
    each = 14, 12;
    /// What the last points of life are worth more, in percent.
    few = 100, 110;
    /// What drawing a card is worth.
    draw = 85, 97;
    /// What it is worth that an opponent discards a card.
    discard = 70, 78;
    /// What a card searched for is worth.
    search = 95, 123;
    /// What a card in a hand is worth.
    held = 60, 60;
    /// What each point of power is worth that a creature gets for this turn, where nothing is known of a fight.
    swell = 18, 18;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_tuned_can_be_exchanged_and_no_switch_is() {
        let spec: Vec<String> = Style::graded().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(Style::MENDED.with(&spec.join("/")), Ok(Style::MENDED));
        let is_tuned = |wanted: &str| Style::graded().any(|(name, _)| name == wanted);
        assert!(is_tuned("pressure") && is_tuned("counter") && !is_tuned("copies"));
    }

    #[test]
    fn numbers_are_exchanged_by_name() {
        let style = Style::MENDED.with("pressure=30/card=-80").expect("both are numbers of it");
        assert_eq!(style, Style { pressure: 30, card: -80, ..Style::MENDED });
        for bad in ["", "pressure", "pressure=", "pressure=x", "pressure=1001", "pressure=1/", "of=2"] {
            assert!(Style::MENDED.with(bad).is_err(), "{bad}");
        }
    }
}
