//! Rules of the game that continuous effects change (CR 613.10, 613.11).

use super::*;
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

fn activated() -> AbilitySort {
    AbilitySort::Activated
}

fn each_player() -> Who {
    Who::EachPlayer
}
const fn one_mana() -> u16 {
    1
}

/// What is produced instead of the mana that something would produce (CR 106.12b).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum OtherMana {
    /// N times as much of each type.
    Times(#[drive(skip)] u16),
    /// As much mana, all of one of these types: the player who taps the permanent chooses it, if there are several.
    Type(#[drive(skip)] Vec<ManaType>),
    /// As much mana of the colour that a variable holds, instead of mana of other colours; mana without a colour stays.
    ColorVar(Var),
    /// One mana of one of these types, which that player chooses, whatever the amount would be.
    One(#[drive(skip)] Vec<ManaType>),
}

/// A rule of the game, or for players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub enum Rule {
    /// Players may play or cast cards from a zone (CR 601.3b).
    Permit {
        /// The players who may do it.
        who: Who,
        /// The cards that may be played or cast.
        what: Objects,
        /// Only casting, not playing lands.
        #[serde(default)]
        cast_only: bool,
        /// For which cost, if not its own.
        #[serde(default)]
        cost: Option<Cost>,
        /// What is paid in addition to its other costs, whatever these are (CR 118.8); only for casting.
        #[serde(default, skip_serializing_if = "super::ability::is_free")]
        more: Cost,
        /// As though it had flash.
        #[serde(default)]
        flash: bool,
        /// Mana of any type can be spent on it.
        #[serde(default)]
        any_mana: bool,
        /// Mana can be spent as though it were of any colour (CR 609.4b).
        #[serde(default)]
        any_color: bool,
        /// It is exiled instead of being put into a graveyard from the stack.
        #[serde(default)]
        then_exile: bool,
        /// Only one card each turn; of what a spell or ability permits as it resolves, only one in all.
        #[serde(default)]
        once: bool,
        /// Only by that keyword of the card: for the cost of its bestow ability (CR 702.103a).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<CastBy>,
        /// What is played or cast so gains these abilities, for the rest of the game.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        gains: Vec<AbilityDef>,
    },
    /// Players may pay a cost rather than the mana cost of spells that match the filter, from wherever they may cast those (CR 118.9).
    /// `This` in the cost is the spell.
    PayInstead {
        /// The players who may pay it.
        who: Who,
        /// What the spells must be like; all by default.
        #[serde(default = "super::effect::any")]
        what: Filter,
        /// The cost.
        cost: Cost,
        /// As though they had flash.
        #[serde(default)]
        flash: bool,
        /// Only for one spell each turn.
        #[serde(default)]
        once: bool,
    },
    /// Players may cast spells that match the filter as though they had flash.
    Flash(Who, Filter),
    /// Players can't cast spells that match the filter.
    CantCast(Who, Filter),
    /// Players can't cast spells that match the filter from zones of these kinds (CR 601.3).
    CantCastFrom {
        /// The players who can't cast them.
        who: Who,
        /// What the spells must be like; all by default.
        #[serde(default = "super::effect::any")]
        what: Filter,
        /// The zones from which they can't be cast.
        from: Vec<ZoneKind>,
    },
    /// Objects in zones of these kinds that match the filter there can't enter the battlefield (CR 614.17).
    CantEnter {
        /// What can't enter the battlefield.
        what: Filter,
        /// Where it is.
        from: Vec<ZoneKind>,
    },
    /// Players can cast spells that match the filter only any time they could cast a sorcery (CR 307.5).
    CastAsSorcery(Who, Filter),
    /// Players can't play lands that match the filter.
    CantPlayLand(Who, Filter),
    /// Players can't activate activated abilities of objects that match the filter, unless they are mana abilities (CR 602.5).
    CantActivate(Who, Filter),
    /// Players can't activate activated abilities of that sort of objects that match the filter (CR 602.5), mana abilities among them.
    CantActivateAbilities {
        /// The players who can't activate them.
        who: Who,
        /// What the objects must be like that have the abilities, as it is there for the player; all by default.
        #[serde(default = "super::effect::any")]
        of: Filter,
        /// Which of their activated abilities.
        #[serde(default = "activated")]
        what: AbilitySort,
    },
    /// Spells that match the filter cost more for players; who casts one is `It` in the cost.
    CostsMore(Who, Filter, Cost),
    /// Activated abilities of permanents that match the filter cost more for players (CR 602.2b, 601.2f).
    AbilitiesCostMore(Who, Filter, Cost),
    /// Activated abilities cost more or less for players, wherever what they are of is (CR 602.2b, 601.2f).
    ActivationCost {
        /// The players who activate them.
        who: Who,
        /// What the objects must be like that have the abilities; all by default.
        #[serde(default = "super::effect::any")]
        of: Filter,
        /// Which of their activated abilities.
        #[serde(default = "activated")]
        what: AbilitySort,
        /// Only keyword abilities of that name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        keyword: Option<KeywordName>,
        /// Only those that have a target which matches the filter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        targets: Option<Filter>,
        /// What they cost more.
        #[serde(default)]
        more: Cost,
        /// How much less generic mana they cost; nothing less without it.
        #[serde(default)]
        less: Option<Quantity>,
        /// That doesn't make them cost less than one mana.
        #[serde(default)]
        sparing: bool,
    },
    /// Special actions with cards of their hands cost less generic mana for players: `Plot` or `Foretell` (CR 118.7, 116.2h, k).
    ActionCostsLess(Who, #[drive(skip)] HandAction, Quantity),
    /// Spells that match the filter cost less generic mana for players.
    CostsLess(Who, Filter, Quantity),
    /// Spells that match the filter cost less mana of these types for players. Of a type of which a cost has less, the rest makes
    /// its generic mana less (CR 118.7b-d).
    CostsLessOf {
        /// The players who cast them.
        who: Who,
        /// What the spells must be like.
        what: Filter,
        /// Mana of which types, one of each.
        #[drive(skip)]
        mana: Vec<ManaType>,
        /// N times as much.
        #[serde(default = "super::ability::one")]
        times: Quantity,
        /// Only mana of these types: no generic mana is less.
        #[serde(default)]
        only: bool,
    },
    /// Permanents that one of the players taps for mana produce other mana instead (CR 106.12b).
    ProducesInstead {
        /// The players who tap them; any player by default.
        #[serde(default = "each_player")]
        who: Who,
        /// What the permanents must be like.
        of: Filter,
        /// Only if they would produce at least that much mana at once.
        #[serde(default = "one_mana")]
        #[drive(skip)]
        least: u16,
        /// What they produce.
        with: OtherMana,
    },
    /// Spells that match the filter cost at least N mana.
    CostsAtLeast(Who, Filter, i32),
    /// Players may spend mana of these colours as though it were of any colour; `None`: all mana (CR 609.4b).
    SpendAsAnyColor(Who, Option<Vec<Color>>),
    /// Players may spend mana as though it were of any colour on these costs, any of them (CR 609.4b).
    SpendOnAsAnyColor(Who, Vec<SpendOn>),
    /// Mana can't be spent to cast spells that match the filter: only what pays instead of mana does (CR 101.2, 702.51, 702.66).
    CantSpendMana(Filter),
    /// A player can spend mana that isn't of these colours only as though it were that mana (CR 609.4b).
    SpendOnlyAs(Who, Vec<Color>, ManaCost),
    /// Players can play N additional lands on each of their turns.
    ExtraLands(Who, i32),
    /// Players may play any number of lands on each of their turns (CR 305.2).
    AnyLands(Who),
    /// Players have no maximum hand size.
    NoMaximumHandSize(Who),
    /// The maximum hand size of players is N larger; smaller if N is negative.
    MaximumHandSize(Who, i32),
    /// The maximum hand size of players is N.
    HandSizeIs(Who, Quantity),
    /// Players can't gain life.
    CantGainLife(Who),
    /// Players can't get counters of a kind, or of any kind if none is named (CR 614.17).
    CantGetCounters(Who, Option<CounterKind>),
    /// Counters of a kind, or of any kind if none is named, can't be put on permanents that match the filter (CR 614.17).
    CantPutCounters(Option<CounterKind>, Filter),
    /// Players can't lose life, and pay no life but 0 (CR 119.8).
    CantLoseLife(Who),
    /// Players can't pay life, but 0, to cast spells or to activate abilities that aren't mana abilities (CR 118.3, 119.4b).
    CantPayLife(Who),
    /// Players can't lose the game.
    CantLose(Who),
    /// No effect has these players win the game (CR 104.2b). Who is left alone wins all the same (104.2a).
    CantWin(Who),
    /// Players can't draw more than N cards each turn.
    DrawLimit(Who, i32),
    /// Players can't cast more than N spells each turn.
    SpellLimit(Who, i32),
    /// Players who have cast N spells this turn that match the filter can't cast more such spells.
    SpellLimitOf(Who, Filter, i32),
    /// Players can't search libraries (CR 701.23).
    CantSearch {
        /// The players who can't search.
        who: Who,
        /// They just can't search their own library because of a spell or ability that they control.
        #[serde(default)]
        own: bool,
    },
    /// Players who would search a library search the top N cards of it instead (CR 701.23f).
    SearchesTop(Who, i32),
    /// If the players would roll one or more dice, they roll one more and ignore the lowest roll (CR 706.6).
    RollsAdditional(Who),
    /// If the players would face a villainous choice, they face that choice an additional time (CR 701.55c).
    FacesAdditional(Who),
    /// While voting, players vote an additional time (CR 701.38d).
    VotesAdditional {
        /// The players who do.
        who: Who,
        /// Only if they want to.
        #[serde(default)]
        optional: bool,
    },
    /// The legend rule doesn't apply to permanents that match the filter (CR 704.5j).
    NoLegendRule(Filter),
    /// Players have hexproof.
    PlayerHexproof(Who),
    /// Players have hexproof from what matches the filter (CR 702.11d).
    PlayerHexproofFrom(Who, Filter),
    /// What the players control can target permanents that match the filter as though these didn't have hexproof (CR 609.4, 702.11e).
    TargetsDespiteHexproof(Who, Filter),
    /// What the first players control can target the others as though these didn't have hexproof (CR 609.4).
    TargetsPlayersDespiteHexproof(Who, Who),
    /// Players have shroud.
    PlayerShroud(Who),
    /// Players have protection from what matches the filter (CR 702.16).
    PlayerProtection(Who, Filter),
    /// Damage can't be prevented.
    DamageCantBePrevented,
    /// Combat damage that sources which match the filter would deal can't be prevented (CR 615.12).
    CombatDamageCantBePrevented(Filter),
    /// Players can't untap more than N permanents that match the filter during their untap steps.
    UntapLimit(Who, Filter, i32),
    /// On X in the mana cost of spells that match the filter only mana of these colours can be spent.
    SpendOnX(Filter, Vec<Color>),
    /// Creatures that match the filter can attack one of the players only if their controller pays a cost for each of them
    /// (CR 508.1d, 508.1h). Each is `It` in the cost.
    AttackTax {
        /// The creatures that attack only for the cost; all by default.
        #[serde(default = "super::effect::any")]
        creatures: Filter,
        /// The players whom they attack only for the cost.
        who: Who,
        /// Or a planeswalker that they control.
        #[serde(default)]
        planeswalkers: bool,
        /// Or a battle, no matter who protects it.
        #[serde(default)]
        battles: bool,
        /// The cost for each.
        cost: Cost,
    },
    /// No more than N creatures can attack each combat (CR 508.1c).
    AttackLimit {
        /// Only of those that attack one of these players themselves, if some are named.
        #[serde(default)]
        who: Option<Who>,
        /// The number of creatures.
        #[drive(skip)]
        most: u16,
    },
    /// Creatures that match the filter can block such attackers only if their controller pays a cost for each of them (CR 509.1c-d).
    /// Each is `It` in the cost.
    BlockTax {
        /// The creatures that block only for the cost; all by default.
        #[serde(default = "super::effect::any")]
        blockers: Filter,
        /// The attackers that they block only for the cost, once however many of them they block; all by default.
        #[serde(default = "super::effect::any")]
        attackers: Filter,
        /// The cost for each.
        cost: Cost,
    },
    /// While one of the players chooses targets of a spell or ability that they control, they choose at least one permanent that
    /// matches the filter if able (CR 601.2c).
    TargetsIfAble(Who, Filter),
    /// Players skip this step in each of their turns.
    SkipStep(Who, StepName),
    /// Mana of players doesn't empty as steps end.
    ManaStays(Who),
    /// Players who control ten or more permanents get the city's blessing, any time (CR 702.131b).
    Ascends(Who),
    /// Players who have no speed get speed 1 (CR 702.179a).
    StartsEngines(Who),
    /// Players ignore the effects of the static abilities of an object (CR 116.2d): what these say isn't so for them, or for what
    /// they control.
    Ignores(Who, Obj),
    /// Abilities of objects that match the filter trigger an additional time (CR 603.2d).
    TriggersMore {
        /// The objects whose abilities trigger an additional time.
        of: Filter,
        /// Only if they trigger on this event.
        #[serde(default)]
        when: Option<TriggerEvent>,
    },
    /// Events of this sort don't cause abilities of objects that match the filter to trigger (CR 603.2, 101.2).
    NoTriggers {
        /// The objects whose abilities don't trigger; all by default.
        #[serde(default = "super::effect::any")]
        of: Filter,
        /// On which event they don't.
        when: TriggerEvent,
    },
    /// Keyword abilities of that name of objects that match the filter don't trigger (CR 101.2).
    NoKeywordTriggers(KeywordName, Filter),
    /// Players may look at objects at any time (CR 406.3, 401.5).
    LookAt(Who, Objects),
    /// `You` control these players: `You` make their choices, and see what they see (CR 723). An effect that lasts for a turn
    /// lasts until the next one begins (723.1).
    ControlPlayers {
        /// The players who are controlled.
        who: Who,
        /// Only while they search their libraries (CR 723.2).
        #[serde(default)]
        #[drive(skip)]
        searching: bool,
    },
    /// `You` choose how these players vote (CR 701.38); of several such effects the newest counts.
    ChoosesVotes(Who),
}

impl Rule {
    /// Whether it may have a say in which spells can be cast, when, or for which mana.
    pub const fn is_about_casting(&self) -> bool {
        match self {
            Self::Permit { .. }
            | Self::PayInstead { .. }
            | Self::Flash(..)
            | Self::CantCast(..)
            | Self::CantCastFrom { .. }
            | Self::CastAsSorcery(..)
            | Self::CostsMore(..)
            | Self::CostsLess(..)
            | Self::CostsLessOf { .. }
            | Self::CostsAtLeast(..)
            | Self::SpendAsAnyColor(..)
            | Self::SpendOnAsAnyColor(..)
            | Self::CantSpendMana(_)
            | Self::SpendOnlyAs(..)
            | Self::SpendOnX(..)
            | Self::SpellLimit(..)
            | Self::SpellLimitOf(..)
            | Self::CantPayLife(_)
            | Self::TargetsIfAble(..) => true,
            Self::CantPlayLand(..)
            | Self::CantActivate(..)
            | Self::CantActivateAbilities { .. }
            | Self::AbilitiesCostMore(..)
            | Self::ActionCostsLess(..)
            | Self::ActivationCost { .. }
            | Self::CantSearch { .. }
            | Self::SearchesTop(..)
            | Self::RollsAdditional(_)
            | Self::FacesAdditional(_)
            | Self::VotesAdditional { .. }
            | Self::ChoosesVotes(_)
            | Self::ProducesInstead { .. }
            | Self::NoLegendRule(_)
            | Self::ExtraLands(..)
            | Self::AnyLands(_)
            | Self::NoMaximumHandSize(_)
            | Self::MaximumHandSize(..)
            | Self::HandSizeIs(..)
            | Self::CantGainLife(_)
            | Self::CantLoseLife(_)
            | Self::CantLose(_)
            | Self::CantWin(_)
            | Self::CantGetCounters(..)
            | Self::CantPutCounters(..)
            | Self::DrawLimit(..)
            | Self::PlayerHexproof(_)
            | Self::PlayerHexproofFrom(..)
            | Self::TargetsDespiteHexproof(..)
            | Self::TargetsPlayersDespiteHexproof(..)
            | Self::NoKeywordTriggers(..)
            | Self::PlayerShroud(_)
            | Self::PlayerProtection(..)
            | Self::DamageCantBePrevented
            | Self::CombatDamageCantBePrevented(_)
            | Self::UntapLimit(..)
            | Self::AttackTax { .. }
            | Self::AttackLimit { .. }
            | Self::BlockTax { .. }
            | Self::Ascends(_)
            | Self::StartsEngines(_)
            | Self::Ignores(..)
            | Self::SkipStep(..)
            | Self::ManaStays(_)
            | Self::TriggersMore { .. }
            | Self::NoTriggers { .. }
            | Self::CantEnter { .. }
            | Self::ControlPlayers { .. }
            | Self::LookAt(..) => false,
        }
    }
}
