//! What effects read and write, from their data: the prefilter of dependencies (CR 613.8), and the inputs that make a pass due.
//!
//! Facets are coarse on purpose: they may say that one effect could depend on another when it can't, never the
//! reverse. The trial in [`super::depend`] decides.

use super::pass::Instance;
use super::stages::{Stage, stage_of};
use crate::cards::def::{
    CardTypes, Condition, Fact, Filter, Keyword, KeywordSet, Measure, Modification, Objects, Quantity, StaticEffect,
    Subtype, SubtypeKind, Who, ZoneOf,
};
use crate::cards::{AbilityKind, CardTable, reads};
use crate::model::dirt::StateClass;
use crate::model::object::Characteristics;
use bitflags::bitflags;

bitflags! {
    /// Parts of the characteristics of objects.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub(super) struct Facets: u128 {
        /// Who controls it.
        const CONTROL = 1;
        /// Subtypes of lands.
        const LAND_TYPES = 2;
        /// Colours.
        const COLORS = 4;
        /// Other subtypes.
        const SUBTYPES = 8;
        /// Other abilities that it has.
        const ABILITIES = 16;
        /// Abilities that it no longer has: only this can end an effect.
        const LOSS = 32;
        /// Power and toughness.
        const POWER = 64;
        /// The name.
        const NAME = 128;
        /// The mana cost.
        const COST = 256;
        /// Supertypes.
        const SUPERTYPES = 512;
        /// Card types, each for itself.
        const CARD_TYPES = 0xffff << 32;
        /// Keywords without parameters, each for itself.
        const KEYWORDS = (u64::MAX as u128) << 64;
        /// The type line.
        const TYPES = 0xffff << 32 | 512 | 8 | 2;
    }
}

impl Facets {
    /// Whether it has these card types.
    pub(super) const fn of_types(types: CardTypes) -> Self {
        Self::from_bits_retain((types.bits() as u128) << 32)
    }
    /// Whether it has these keywords.
    pub(super) const fn of_keywords(keywords: KeywordSet) -> Self {
        Self::from_bits_retain((keywords.bits() as u128) << 64)
    }
    fn of_each(keywords: &[Keyword]) -> Self {
        keywords.iter().fold(Self::empty(), |all, k| all | Self::of_keywords(k.set()))
    }
    /// Whether it has a subtype of a kind.
    fn of_subtype(subtype: &Subtype) -> Self {
        if subtype.kind() == SubtypeKind::Land { Self::LAND_TYPES } else { Self::SUBTYPES }
    }
}

/// What an effect reads and writes in a stage.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Access {
    /// What it reads of the object with its ability: whether that still has the ability, and who controls it.
    pub own: Facets,
    /// What it reads of any objects.
    pub reads: Facets,
    /// What it writes.
    pub writes: Facets,
}

impl Access {
    /// Whether its plan could change if these facets changed.
    pub(super) fn is_affected_by(&self, written: Facets) -> bool {
        written.intersects(self.own | self.reads)
    }
}

/// What a modification changes.
fn written(m: &Modification) -> Facets {
    use Modification as M;
    match m {
        M::CopyOf(..) | M::FullText(..) | M::ChangeWord(..) => Facets::all(),
        M::RulesText(_) => Facets::ABILITIES | Facets::KEYWORDS | Facets::LOSS,
        M::Name(_) => Facets::NAME,
        M::ThisAbility => Facets::ABILITIES,
        M::NoManaCost => Facets::COST,
        M::Control(_) => Facets::CONTROL,
        M::SetBasicLandTypes(_) => Facets::LAND_TYPES | Facets::LOSS | Facets::ABILITIES | Facets::KEYWORDS,
        M::SetChosenSubtype => {
            Facets::LAND_TYPES | Facets::SUBTYPES | Facets::LOSS | Facets::ABILITIES | Facets::KEYWORDS
        }
        // Basic land types come and go with mana abilities (CR 305.6).
        M::AddTypes(types, subtypes) => {
            Facets::of_types(*types) | subtypes.iter().map(Facets::of_subtype).collect() | Facets::ABILITIES
        }
        M::RemoveTypes(types) => Facets::of_types(*types) | Facets::LAND_TYPES | Facets::SUBTYPES | Facets::ABILITIES,
        M::AddBasicLandTypes(_) | M::AddEveryBasicLandType => Facets::LAND_TYPES | Facets::ABILITIES,
        M::SetCreatureTypes(_) | M::AllCreatureTypes | M::RemoveCreatureTypes => Facets::SUBTYPES,
        M::AddSupertypes(_) | M::RemoveSupertypes(_) => Facets::SUPERTYPES,
        M::SetTypes(..) | M::AddChosenSubtype => Facets::TYPES | Facets::ABILITIES,
        M::SetColors(_) | M::SetColorVar(_) | M::AddColors(_) | M::AddChosenColor => Facets::COLORS,
        // Hexproof from something goes with hexproof (CR 702.11e).
        M::Lose(keywords) | M::CantHave(keywords) if keywords.contains(&Keyword::Hexproof) => {
            Facets::of_each(keywords) | Facets::ABILITIES
        }
        M::Gain(keywords) | M::Lose(keywords) | M::CantHave(keywords) => Facets::of_each(keywords),
        M::GainAbilities(_) => Facets::ABILITIES.union(Facets::KEYWORDS),
        M::ProtectionFromColorVar(_) | M::GainActivatedOf(_) => Facets::ABILITIES,
        M::LoseKeywords(_) => Facets::LOSS | Facets::ABILITIES,
        M::LoseAllAbilities | M::LoseAbilitiesBut(_) => Facets::LOSS | Facets::ABILITIES | Facets::KEYWORDS,
        M::SetPT(..) | M::SetPower(_) | M::SetToughness(_) | M::ModifyPT(..) | M::SwitchPT => Facets::POWER,
        M::Rule(_) => Facets::empty(),
    }
}

/// What the words of a modification read to know what it does (CR 613.8a).
fn read_by(m: &Modification) -> Facets {
    use Modification as M;
    match m {
        M::SetPT(a, b) | M::ModifyPT(a, b) => quantity(a) | quantity(b),
        M::SetPower(q) | M::SetToughness(q) => quantity(q),
        M::Control(w) => who(*w) | Facets::CONTROL,
        // CR 205.3d: which subtypes come depends on the card types.
        M::AddTypes(_, subtypes) if subtypes.is_empty() => Facets::empty(),
        M::AddTypes(..) | M::AddChosenSubtype | M::SetChosenSubtype => Facets::CARD_TYPES,
        M::SetCreatureTypes(_) | M::AllCreatureTypes => Facets::of_types(SubtypeKind::Creature.card_types()),
        M::SetBasicLandTypes(_) | M::AddBasicLandTypes(_) | M::AddEveryBasicLandType => {
            Facets::of_types(CardTypes::LAND)
        }
        M::GainActivatedOf(group) => objects(group) | Facets::ABILITIES | Facets::LOSS,
        M::FullText(group, _) => objects(group),
        _ => Facets::empty(),
    }
}

/// What an effect reads and writes in a stage.
pub(super) fn of(table: &CardTable, instance: &Instance, stage: Stage) -> Access {
    let mut access = Access::default();
    let StaticEffect::Affect(group, all) = &table.static_row(instance.handle).effect else { return access };
    for m in all.iter().filter(|m| stage_of(m, instance.order.class == 0) == stage) {
        access.reads |= read_by(m);
        access.writes |= written(m);
    }
    if let (Some(key), None) = (instance.key, instance.started) {
        access.own |= Facets::LOSS;
        access.reads |= objects(group);
        if let AbilityKind::Static { only_if, .. } = &table.ability(key.handle).kind {
            access.reads |= condition(only_if);
        }
    }
    if instance.key.is_some() {
        // "You" is who controls the object with the ability.
        access.own |= Facets::CONTROL;
    }
    access
}

/// The facets in which two rows differ.
pub(super) fn changed(old: &Characteristics, new: &Characteristics) -> Facets {
    let if_so = |differs: bool, facets: Facets| if differs { facets } else { Facets::empty() };
    Facets::of_types(old.types ^ new.types)
        | Facets::of_keywords(old.keywords ^ new.keywords)
        | if_so(old.subtypes != new.subtypes, Facets::LAND_TYPES | Facets::SUBTYPES)
        | if_so(old.supertypes != new.supertypes, Facets::SUPERTYPES)
        | if_so(old.controller != new.controller, Facets::CONTROL)
        | if_so(old.colors != new.colors, Facets::COLORS)
        | if_so(old.abilities != new.abilities, Facets::ABILITIES | Facets::LOSS)
        | if_so((old.has_pt, old.power, old.toughness) != (new.has_pt, new.power, new.toughness), Facets::POWER)
        | if_so((old.name, old.second_name) != (new.name, new.second_name), Facets::NAME)
        | if_so(old.cost != new.cost, Facets::COST)
}

/// The inputs of an effect, so that a pass is due when one of them changes.
pub(super) fn inputs(table: &CardTable, instance: &Instance) -> StateClass {
    let row = table.static_row(instance.handle);
    let Some(key) = instance.key else {
        // CR 611.2c-d: objects and numbers of a resolution are fixed, but for the rules that it makes.
        return if instance.stages.has(Stage::Rules) { row.reads } else { StateClass::empty() };
    };
    let condition = match &table.ability(key.handle).kind {
        AbilityKind::Static { only_if, .. } => reads::of_condition(only_if),
        _ => StateClass::empty(),
    };
    row.reads | condition
}

fn who(w: Who) -> Facets {
    match w {
        Who::ControllerOf(_) | Who::TargetOrController(_) | Who::Defending => Facets::CONTROL,
        _ => Facets::empty(),
    }
}

fn zone(z: ZoneOf) -> Facets {
    match z {
        ZoneOf::Hand(w) | ZoneOf::Graveyard(w) | ZoneOf::Library(w) | ZoneOf::Outside(w) => who(w),
        ZoneOf::Battlefield | ZoneOf::Stack | ZoneOf::Exile | ZoneOf::Command => Facets::empty(),
    }
}

fn objects(group: &Objects) -> Facets {
    match group {
        Objects::All(f) => filter(f),
        Objects::Sources(f) | Objects::ThisTurn(_, f) => filter(f),
        Objects::In(z, f) => zone(*z) | filter(f),
        Objects::Top(n, w) => quantity(n) | who(*w),
        Objects::TopOf(n, z, f) => quantity(n) | zone(*z) | filter(f),
        Objects::BottomOf(n, z) => quantity(n) | zone(*z),
        Objects::Only(inner, f) => objects(inner) | filter(f),
        Objects::Were(inner) | Objects::Became(inner) | Objects::SourcesOf(inner) => objects(inner),
        Objects::Union(parts) => parts.iter().map(objects).fold(Facets::empty(), Facets::union),
        Objects::The(_)
        | Objects::Targets(_)
        | Objects::Var(_)
        | Objects::Linked
        | Objects::Events
        | Objects::PaidWith => Facets::empty(),
    }
}

fn filter(f: &Filter) -> Facets {
    match f {
        Filter::And(parts) | Filter::Or(parts) => parts.iter().map(filter).fold(Facets::empty(), Facets::union),
        Filter::Not(inner)
        | Filter::AttachedTo(inner)
        | Filter::HasAttached(inner)
        | Filter::DamagedBy(inner)
        | Filter::PairedWith(inner)
        | Filter::Targets(inner)
        | Filter::TargetsOnly(inner)
        | Filter::AbilityOf(inner) => filter(inner),
        Filter::Type(types) => Facets::of_types(*types),
        Filter::Supertype(_) => Facets::SUPERTYPES,
        Filter::Subtype(subtype) => Facets::of_subtype(subtype),
        Filter::ChosenCardType | Filter::CardTypeVar(_) => Facets::of_types(CardTypes::all()),
        Filter::ChosenSubtype | Filter::SubtypeVar(_) => Facets::LAND_TYPES | Facets::SUBTYPES,
        Filter::ChosenColor
        | Filter::Color(_)
        | Filter::ColorVar(_)
        | Filter::Colorless
        | Filter::Multicolored
        | Filter::SharesColor(_) => Facets::COLORS,
        Filter::SharesCardType(_) => Facets::TYPES,
        Filter::SharesCreatureType(_) => Facets::SUBTYPES,
        Filter::Has(Keyword::Hexproof) => Facets::of_keywords(Keyword::Hexproof.set()) | Facets::ABILITIES,
        Filter::Has(keyword) => Facets::of_keywords(keyword.set()),
        Filter::Modified => Facets::TYPES | Facets::CONTROL,
        Filter::HasAbility(_) | Filter::HasKeyword(_) => Facets::ABILITIES,
        Filter::CouldProduce(_) => Facets::all(),
        Filter::Controlled(w) => Facets::CONTROL | who(*w),
        Filter::ManaCost(_) | Filter::CostHasX => Facets::COST,
        Filter::ManaValue(_, q) | Filter::SameParity(q) => Facets::COST | quantity(q),
        Filter::Power(_, q) | Filter::Toughness(_, q) => Facets::POWER | quantity(q),
        Filter::Greatest(measure, inner) | Filter::Least(measure, inner) => {
            measured(*measure) | Facets::CONTROL | filter(inner)
        }
        Filter::TargetCount(_, q) => quantity(q),
        Filter::Named(_) | Filter::NameVar(_) | Filter::ChosenName | Filter::SameName(_) => Facets::NAME,
        Filter::In(group) => objects(group),
        Filter::SharesColorWith(group) => Facets::COLORS | objects(group),
        Filter::Protected(w) | Filter::Owned(w) | Filter::AttachedToPlayer(w) => who(*w),
        Filter::AttackingWhat(inner) | Filter::BlockingWhat(inner) | Filter::BlockedBy(inner) => {
            Facets::TYPES | filter(inner)
        }
        // Combat needs creatures.
        Filter::AttackingPlayer(w) => Facets::TYPES | who(*w),
        Filter::DamagedUnder(w) | Filter::TargetsPlayer(w) | Filter::GotCounters(w, _) => who(*w),
        Filter::Attacking | Filter::Blocking | Filter::Blocked | Filter::Unblocked | Filter::Alone => Facets::TYPES,
        Filter::NewUnderControl | Filter::NewSinceUpkeep => Facets::CONTROL,
        Filter::Spell | Filter::Permanent => Facets::TYPES,
        Filter::Any
        | Filter::Token
        | Filter::Card
        | Filter::Zone(_)
        | Filter::Tapped
        | Filter::Is(_)
        | Filter::Counter(_)
        | Filter::AnyCounter
        | Filter::DrawnThisTurn
        | Filter::EnteredThisTurn
        | Filter::WasCast
        | Filter::CastFrom(_)
        | Filter::CastBy(_)
        | Filter::AttackedThisTurn
        | Filter::ExertedThisTurn
        | Filter::Designated(_)
        | Filter::Goaded
        | Filter::DamagedThisTurn
        | Filter::Foretold
        | Filter::Commander
        | Filter::IsAbility(_)
        | Filter::IsKeyword(_)
        | Filter::AttachedBefore(_)
        | Filter::DirectlyAbove(_)
        | Filter::EnteredFrom(_)
        | Filter::HasAdventure
        | Filter::FaceDown => Facets::empty(),
    }
}

fn measured(measure: Measure) -> Facets {
    match measure {
        Measure::Power | Measure::Toughness => Facets::POWER,
        Measure::ManaValue => Facets::COST,
    }
}

fn quantity(q: &Quantity) -> Facets {
    match q {
        Quantity::Count(group) | Quantity::UnlockedDoors(group) | Quantity::CountersOn(_, group) => objects(group),
        Quantity::Power(_) | Quantity::Toughness(_) => Facets::POWER,
        Quantity::BasePower(_) | Quantity::BaseToughness(_) => Facets::POWER,
        Quantity::TotalPower(group) | Quantity::TotalToughness(group) => Facets::POWER | objects(group),
        Quantity::ManaValue(_) => Facets::COST,
        Quantity::Lethal(..) => Facets::POWER | Facets::TYPES | Facets::of_keywords(Keyword::Deathtouch.set()),
        Quantity::TotalManaValue(group) => measured(Measure::ManaValue) | objects(group),
        Quantity::DifferentNames(group) | Quantity::UnlockedNames(group) => Facets::NAME | objects(group),
        Quantity::Greatest(measure, group) | Quantity::Differing(measure, group) => measured(*measure) | objects(group),
        Quantity::CardTypes(group) | Quantity::BasicLandTypes(group) | Quantity::Party(group) => {
            Facets::TYPES | objects(group)
        }
        Quantity::Supertypes(group) => Facets::SUPERTYPES | objects(group),
        Quantity::Subtypes(group) => Facets::LAND_TYPES | Facets::SUBTYPES | objects(group),
        Quantity::Colors(group) => Facets::COLORS | objects(group),
        Quantity::Devotion(_, group) | Quantity::DevotionVar(_, group) => Facets::COST | objects(group),
        Quantity::PlayerCounters(_, w)
        | Quantity::Life(w)
        | Quantity::StartingLife(w)
        | Quantity::CommanderColors(w)
        | Quantity::HandSize(w)
        | Quantity::DrawnThisTurn(w)
        | Quantity::DrawnThisStep(w)
        | Quantity::Attacked(w)
        | Quantity::SpellsThisTurn(w)
        | Quantity::SpellsLastTurn(w)
        | Quantity::ThisTurn(_, w)
        | Quantity::SpellsThisGame(w)
        | Quantity::TurnsBegun(w)
        | Quantity::Speed(w)
        | Quantity::CommanderCasts(w)
        | Quantity::DamageBy(_, w)
        | Quantity::Players(w) => who(*w),
        Quantity::Sum(parts) | Quantity::Max(parts) | Quantity::Min(parts) => parts.iter().map(quantity).collect(),
        Quantity::Minus(a, b) | Quantity::Times(a, b) | Quantity::Quotient(a, b, _) => quantity(a) | quantity(b),
        Quantity::Half(inner, _) => quantity(inner),
        Quantity::If(c, a, b) => condition(c) | quantity(a) | quantity(b),
        Quantity::PlayersWho(w, c) => who(*w) | condition(c),
        Quantity::Fewest(w, q) | Quantity::Most(w, q) => who(*w) | quantity(q),
        Quantity::N(_)
        | Quantity::X
        | Quantity::Var(_)
        | Quantity::Counters(..)
        | Quantity::EventAmount
        | Quantity::Prevented
        | Quantity::ChosenNumber
        | Quantity::TimesResolved
        | Quantity::CombatsThisTurn
        | Quantity::SpellsBefore
        | Quantity::TimesPaid(_)
        | Quantity::ModesChosen
        | Quantity::ManaSpent(_)
        | Quantity::ManaSpentOn(_)
        | Quantity::CommanderCastsOf(_)
        | Quantity::TimesMutated(_)
        | Quantity::ColoredSpentOn(_)
        | Quantity::ColorsSpentOn(_)
        | Quantity::TargetCount
        | Quantity::Divided => Facets::empty(),
    }
}

fn condition(c: &Condition) -> Facets {
    match c {
        Condition::And(parts) | Condition::Or(parts) => parts.iter().map(condition).collect(),
        Condition::Not(inner) => condition(inner),
        Condition::Compare(a, _, b) => quantity(a) | quantity(b),
        Condition::Exists(group) => objects(group),
        Condition::Is(_, f) | Condition::ThisTurn(Fact::HurtBy(_, f)) => filter(f),
        Condition::SamePlayer(a, b) => who(*a) | who(*b),
        Condition::ResolvedBefore(w) | Condition::CastAnother(w, _) => Facets::NAME | who(*w),
        Condition::TurnOf(w)
        | Condition::StartingPlayer(w)
        | Condition::VotedAlike(w)
        | Condition::VotedOtherwise(w)
        | Condition::Monarch(w)
        | Condition::Blessing(w)
        | Condition::Initiative(w)
        | Condition::CompletedDungeon(w)
        | Condition::CompletedNamed(w, _)
        | Condition::Tempted(w, _) => who(*w),
        Condition::Always
        | Condition::Did(_)
        | Condition::Paid(_)
        | Condition::Cast(_)
        | Condition::CastBy(_)
        | Condition::During(_)
        | Condition::MainPhase
        | Condition::ItIs(_)
        | Condition::BlockersDeclared
        | Condition::ThisTurn(_) => Facets::empty(),
    }
}
