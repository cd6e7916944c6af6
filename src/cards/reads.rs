//! What a continuous effect reads, from its data: the inputs whose change can change what it does.
//!
//! Each match is exhaustive, so that a term that is added must say what it reads.

use super::Traits;
use super::def::*;
use crate::model::dirt::StateClass;
use derive_visitor::visitor_enter_fn_mut;
use std::cell::Cell;

/// The inputs of a static effect.
pub fn of_static(effect: &StaticEffect) -> StateClass {
    match effect {
        StaticEffect::Affect(objects, modifications) => {
            modifications.iter().fold(of_objects(objects), |reads, m| reads | of_modification(m))
        }
        // What someone may look at is found as values are published; other rules, and replacements, are evaluated where
        // they apply, against the values of that moment.
        StaticEffect::Rule(Rule::LookAt(who, group)) => of_who(*who) | of_objects(group),
        StaticEffect::Rule(_) | StaticEffect::Replace(_) => StateClass::empty(),
    }
}

/// The zones of the objects that an effect of an object on itself reads besides that one, a bit each as in
/// [`Traits::bit`]; `None` if they can be anywhere.
pub fn zones_of_static(effect: &StaticEffect) -> Option<u8> {
    let StaticEffect::Affect(Objects::The(Obj::This), modifications) = effect else { return None };
    let (mut zones, known) = (0, Cell::new(true));
    let only_if = |so: bool| known.set(known.get() && so);
    let mut object = visitor_enter_fn_mut(|obj: &mut Obj| only_if(matches!(obj, Obj::This | Obj::It)));
    let mut group = visitor_enter_fn_mut(|group: &mut Objects| match group {
        Objects::In(zone, _) | Objects::TopOf(_, zone, _) | Objects::BottomOf(_, zone) => {
            zones |= Traits::bit(zone.kind());
        }
        Objects::Top(..) => zones |= Traits::bit(ZoneKind::Library),
        Objects::The(_) | Objects::Only(..) | Objects::Union(_) => {}
        Objects::Were(_) | Objects::Became(_) | Objects::SourcesOf(_) | Objects::ThisTurn(..) => only_if(false),
        Objects::All(_) | Objects::Sources(_) | Objects::Targets(_) => only_if(false),
        Objects::Var(_) | Objects::Linked | Objects::PaidWith | Objects::Events => only_if(false),
    });
    // These ask about yet other objects.
    let mut filter = visitor_enter_fn_mut(|filter: &mut Filter| {
        only_if(!matches!(
            filter,
            Filter::AttachedTo(_)
                | Filter::HasAttached(_)
                | Filter::AttachedBefore(_)
                | Filter::DirectlyAbove(_)
                | Filter::AttackingWhat(_)
                | Filter::BlockingWhat(_)
                | Filter::BlockedBy(_)
                | Filter::Targets(_)
                | Filter::TargetsPlayer(_)
                | Filter::TargetsOnly(_)
                | Filter::AbilityOf(_)
                | Filter::DamagedBy(_)
                | Filter::DamagedUnder(_)
                | Filter::GotCounters(..)
                | Filter::Modified
                | Filter::Alone
        ));
    });
    let mut who = visitor_enter_fn_mut(|who: &mut Who| only_if(*who != Who::Defending));
    for m in &mut modifications.clone() {
        only_if(!matches!(m, Modification::CopyOf(..) | Modification::FullText(..) | Modification::RulesText(_)));
        m.walk(&mut object);
        m.walk(&mut group);
        m.walk(&mut filter);
        m.walk(&mut who);
    }
    drop(group);
    known.get().then_some(zones)
}

/// The inputs of a condition.
pub fn of_condition(condition: &Condition) -> StateClass {
    match condition {
        Condition::Always => StateClass::empty(),
        Condition::And(list) | Condition::Or(list) => {
            list.iter().map(of_condition).fold(StateClass::empty(), StateClass::union)
        }
        Condition::Not(inner) => of_condition(inner),
        Condition::Compare(a, _, b) => of_quantity(a) | of_quantity(b),
        Condition::Exists(objects) => of_objects(objects),
        Condition::Is(obj, filter) => of_obj(*obj) | of_filter(filter),
        Condition::Did(_) | Condition::Paid(_) | Condition::Cast(_) | Condition::CastBy(_) => StateClass::empty(),
        Condition::Monarch(who)
        | Condition::Blessing(who)
        | Condition::Initiative(who)
        | Condition::CompletedDungeon(who)
        | Condition::CompletedNamed(who, _)
        | Condition::Tempted(who, _) => StateClass::OF_PLAYERS | of_who(*who),
        Condition::VotedAlike(who) | Condition::VotedOtherwise(who) => of_who(*who),
        Condition::StartingPlayer(who) => StateClass::TURN | of_who(*who),
        Condition::TurnOf(_) | Condition::During(_) | Condition::MainPhase | Condition::ItIs(_) => StateClass::TURN,
        Condition::BlockersDeclared => StateClass::TURN | StateClass::COMBAT,
        Condition::SamePlayer(..) => StateClass::TURN | StateClass::ATTACHMENT | StateClass::CHARACTERISTICS,
        Condition::ResolvedBefore(who) | Condition::CastAnother(who, _) => StateClass::HISTORY | of_who(*who),
        Condition::ThisTurn(Fact::HurtBy(who, filter)) => {
            StateClass::HISTORY | StateClass::DAMAGE | StateClass::TURN | of_who(*who) | of_filter(filter)
        }
        Condition::ThisTurn(_) => StateClass::HISTORY | StateClass::TURN,
    }
}

fn of_obj(obj: Obj) -> StateClass {
    match obj {
        Obj::Host => StateClass::ATTACHMENT,
        Obj::This | Obj::It | Obj::Target(_) | Obj::Var(_) | Obj::Granter | Obj::PaidWith => StateClass::empty(),
        Obj::Event | Obj::EventSource => StateClass::empty(),
    }
}

fn of_objects(objects: &Objects) -> StateClass {
    match objects {
        Objects::The(obj) => of_obj(*obj),
        Objects::Sources(filter) => StateClass::BATTLEFIELD | StateClass::STACK | of_filter(filter),
        Objects::All(filter) => StateClass::BATTLEFIELD | of_filter(filter),
        Objects::In(zone, filter) => of_zone(*zone) | of_filter(filter),
        Objects::Top(n, _) => StateClass::LIBRARIES | of_quantity(n),
        Objects::TopOf(n, zone, filter) => of_zone(*zone) | of_quantity(n) | of_filter(filter),
        Objects::BottomOf(n, zone) => of_zone(*zone) | of_quantity(n),
        Objects::Only(group, filter) => of_objects(group) | of_filter(filter),
        Objects::Targets(_) | Objects::Var(_) | Objects::PaidWith | Objects::Events => StateClass::empty(),
        Objects::Were(group) | Objects::Became(group) | Objects::SourcesOf(group) => of_objects(group),
        Objects::ThisTurn(_, filter) => StateClass::HISTORY | StateClass::TURN | of_filter(filter),
        Objects::Linked => StateClass::CHOSEN | StateClass::EXILE | StateClass::BATTLEFIELD,
        Objects::Union(list) => list.iter().map(of_objects).fold(StateClass::empty(), StateClass::union),
    }
}

fn of_zone(zone: ZoneOf) -> StateClass {
    match zone {
        ZoneOf::Battlefield => StateClass::BATTLEFIELD,
        ZoneOf::Stack => StateClass::STACK,
        ZoneOf::Exile | ZoneOf::Command => StateClass::EXILE,
        ZoneOf::Hand(who) => StateClass::HANDS | of_who(who),
        ZoneOf::Graveyard(who) => StateClass::GRAVEYARDS | of_who(who),
        ZoneOf::Library(who) => StateClass::LIBRARIES | of_who(who),
        // Nothing comes there or leaves unless an instruction says so.
        ZoneOf::Outside(who) => of_who(who),
    }
}

fn of_who(who: Who) -> StateClass {
    match who {
        Who::ControllerOf(obj) | Who::OwnerOf(obj) => of_obj(obj),
        Who::Active | Who::Nonactive => StateClass::TURN,
        Who::Defending => StateClass::COMBAT,
        Who::Chosen => StateClass::CHOSEN,
        Who::Promised | Who::Events => StateClass::empty(),
        Who::Enchanted => StateClass::ATTACHMENT,
        Who::You
        | Who::EachPlayer
        | Who::EachFromYou
        | Who::EachOpponent
        | Who::Target(_)
        | Who::TargetOrController(_)
        | Who::Event
        | Who::It
        | Who::Var(_) => StateClass::empty(),
    }
}

pub(crate) fn of_filter(filter: &Filter) -> StateClass {
    match filter {
        Filter::And(list) | Filter::Or(list) => list.iter().map(of_filter).fold(StateClass::empty(), StateClass::union),
        Filter::Not(inner) => of_filter(inner),
        // Characteristics are computed by the pass itself.
        Filter::Any
        | Filter::Type(_)
        | Filter::Supertype(_)
        | Filter::Subtype(_)
        | Filter::Color(_)
        | Filter::ColorVar(_)
        | Filter::Colorless
        | Filter::Multicolored
        | Filter::Has(_)
        | Filter::Token
        | Filter::Card
        | Filter::Spell
        | Filter::Permanent
        | Filter::Zone(_)
        | Filter::Named(_)
        | Filter::NameVar(_)
        | Filter::CardTypeVar(_)
        | Filter::SubtypeVar(_)
        | Filter::Commander
        | Filter::HasAbility(_)
        | Filter::IsAbility(_)
        | Filter::IsKeyword(_)
        | Filter::ManaCost(_)
        | Filter::CostHasX
        | Filter::HasAdventure
        | Filter::HasKeyword(_)
        | Filter::Goaded
        | Filter::FaceDown => StateClass::empty(),
        Filter::CouldProduce(_) => StateClass::all(),
        Filter::Controlled(who) | Filter::Owned(who) => of_who(*who),
        Filter::ChosenCardType | Filter::ChosenSubtype | Filter::ChosenColor | Filter::ChosenName => StateClass::CHOSEN,
        Filter::SharesColorWith(group) => of_objects(group),
        Filter::Protected(who) => StateClass::COUNTERS | of_who(*who),
        Filter::AttackingWhat(inner) | Filter::BlockingWhat(inner) | Filter::BlockedBy(inner) => {
            StateClass::COMBAT | of_filter(inner)
        }
        Filter::SharesColor(obj)
        | Filter::SharesCardType(obj)
        | Filter::SharesCreatureType(obj)
        | Filter::SameName(obj)
        | Filter::Is(obj) => of_obj(*obj),
        Filter::DirectlyAbove(obj) => StateClass::GRAVEYARDS | of_obj(*obj),
        Filter::EnteredFrom(_) => StateClass::BATTLEFIELD | StateClass::HISTORY | StateClass::TURN,
        Filter::AttachedBefore(obj) => StateClass::ATTACHMENT | of_obj(*obj),
        Filter::Tapped => StateClass::TAPPED,
        Filter::AttackingPlayer(who) => StateClass::COMBAT | of_who(*who),
        Filter::Attacking | Filter::Blocking | Filter::Blocked | Filter::Unblocked | Filter::Alone => {
            StateClass::COMBAT
        }
        Filter::ManaValue(_, q) | Filter::SameParity(q) | Filter::Power(_, q) | Filter::Toughness(_, q) => {
            of_quantity(q)
        }
        Filter::TargetCount(_, q) => StateClass::STACK | of_quantity(q),
        Filter::TargetsPlayer(who) => StateClass::STACK | of_who(*who),
        Filter::In(objects) => of_objects(objects),
        Filter::AttachedToPlayer(who) => StateClass::ATTACHMENT | of_who(*who),
        Filter::AttachedTo(inner) | Filter::HasAttached(inner) => StateClass::ATTACHMENT | of_filter(inner),
        Filter::PairedWith(inner) => StateClass::ATTACHMENT | StateClass::COUNTERS | of_filter(inner),
        Filter::Modified => StateClass::COUNTERS | StateClass::ATTACHMENT,
        Filter::Counter(_) | Filter::AnyCounter | Filter::Designated(_) => StateClass::COUNTERS,
        Filter::DrawnThisTurn
        | Filter::EnteredThisTurn
        | Filter::AttackedThisTurn
        | Filter::ExertedThisTurn
        | Filter::DamagedThisTurn
        | Filter::NewUnderControl
        | Filter::NewSinceUpkeep => {
            StateClass::HISTORY
                | StateClass::TURN
                | StateClass::COMBAT
                | StateClass::DAMAGE
                | StateClass::BATTLEFIELD
                | StateClass::HANDS
        }
        Filter::DamagedUnder(who) => StateClass::HISTORY | StateClass::DAMAGE | StateClass::TURN | of_who(*who),
        Filter::GotCounters(who, _) => StateClass::HISTORY | StateClass::TURN | of_who(*who),
        Filter::DamagedBy(inner) => StateClass::HISTORY | StateClass::DAMAGE | StateClass::TURN | of_filter(inner),
        // How a spell is cast is known once it has been.
        Filter::WasCast | Filter::CastFrom(_) | Filter::CastBy(_) => StateClass::STACK,
        Filter::Foretold => StateClass::EXILE | StateClass::HISTORY,
        Filter::Greatest(_, inner) | Filter::Least(_, inner) => StateClass::BATTLEFIELD | of_filter(inner),
        Filter::Targets(inner) | Filter::TargetsOnly(inner) | Filter::AbilityOf(inner) => {
            StateClass::STACK | of_filter(inner)
        }
    }
}

/// The inputs of a number.
pub fn of_quantity(quantity: &Quantity) -> StateClass {
    match quantity {
        Quantity::N(_) | Quantity::X | Quantity::Var(_) | Quantity::EventAmount | Quantity::Prevented => {
            StateClass::empty()
        }
        Quantity::TimesPaid(_)
        | Quantity::ModesChosen
        | Quantity::ManaSpent(_)
        | Quantity::TargetCount
        | Quantity::Divided => StateClass::empty(),
        Quantity::Players(_) => StateClass::OF_PLAYERS,
        Quantity::PlayersWho(_, condition) => StateClass::OF_PLAYERS | of_condition(condition),
        Quantity::Fewest(_, quantity) | Quantity::Most(_, quantity) => StateClass::OF_PLAYERS | of_quantity(quantity),
        Quantity::Count(objects)
        | Quantity::TotalPower(objects)
        | Quantity::Greatest(_, objects)
        | Quantity::TotalToughness(objects)
        | Quantity::TotalManaValue(objects)
        | Quantity::Differing(_, objects)
        | Quantity::DifferentNames(objects)
        | Quantity::CardTypes(objects)
        | Quantity::Supertypes(objects)
        | Quantity::Subtypes(objects)
        | Quantity::Colors(objects)
        | Quantity::Devotion(_, objects)
        | Quantity::DevotionVar(_, objects)
        | Quantity::Party(objects)
        | Quantity::UnlockedDoors(objects)
        | Quantity::UnlockedNames(objects)
        | Quantity::BasicLandTypes(objects) => of_objects(objects),
        Quantity::Power(obj)
        | Quantity::Toughness(obj)
        | Quantity::BasePower(obj)
        | Quantity::BaseToughness(obj)
        | Quantity::ManaValue(obj)
        | Quantity::ManaSpentOn(obj)
        | Quantity::ColorsSpentOn(obj)
        | Quantity::ColoredSpentOn(obj) => of_obj(*obj),
        Quantity::DamageBy(obj, who) => StateClass::HISTORY | of_obj(*obj) | of_who(*who),
        Quantity::Lethal(obj, source) => of_obj(*obj) | of_obj(*source) | StateClass::DAMAGE | StateClass::COUNTERS,
        Quantity::Counters(_, obj) => StateClass::COUNTERS | of_obj(*obj),
        Quantity::CountersOn(_, objects) => StateClass::COUNTERS | of_objects(objects),
        Quantity::CommanderCastsOf(obj) => StateClass::OF_PLAYERS | of_obj(*obj),
        Quantity::TimesMutated(obj) => StateClass::BATTLEFIELD | of_obj(*obj),
        Quantity::PlayerCounters(_, who) | Quantity::CommanderCasts(who) => StateClass::OF_PLAYERS | of_who(*who),
        Quantity::Speed(who) => StateClass::PLAYERS | of_who(*who),
        Quantity::Life(who) => StateClass::LIFE | of_who(*who),
        Quantity::StartingLife(who) | Quantity::CommanderColors(who) => of_who(*who),
        Quantity::HandSize(who) => StateClass::HANDS | of_who(*who),
        Quantity::DrawnThisTurn(_)
        | Quantity::SpellsThisTurn(_)
        | Quantity::SpellsThisGame(_)
        | Quantity::SpellsBefore => StateClass::HISTORY | StateClass::HANDS | StateClass::STACK,
        Quantity::SpellsLastTurn(_) | Quantity::TurnsBegun(_) => StateClass::TURN,
        Quantity::ThisTurn(_, who) => StateClass::HISTORY | StateClass::TURN | of_who(*who),
        Quantity::TimesResolved => StateClass::HISTORY,
        Quantity::CombatsThisTurn => StateClass::TURN,
        Quantity::Attacked(who) => StateClass::COMBAT | StateClass::TURN | of_who(*who),
        Quantity::DrawnThisStep(_) => StateClass::HISTORY | StateClass::HANDS | StateClass::TURN,
        Quantity::ChosenNumber => StateClass::CHOSEN,
        Quantity::Sum(list) | Quantity::Max(list) | Quantity::Min(list) => {
            list.iter().map(of_quantity).fold(StateClass::empty(), StateClass::union)
        }
        Quantity::Minus(a, b) | Quantity::Times(a, b) | Quantity::Quotient(a, b, _) => of_quantity(a) | of_quantity(b),
        Quantity::Half(inner, _) => of_quantity(inner),
        Quantity::If(condition, a, b) => of_condition(condition) | of_quantity(a) | of_quantity(b),
    }
}

fn of_modification(modification: &Modification) -> StateClass {
    match modification {
        Modification::SetPT(a, b) | Modification::ModifyPT(a, b) => of_quantity(a) | of_quantity(b),
        Modification::SetPower(q) | Modification::SetToughness(q) => of_quantity(q),
        Modification::GainActivatedOf(objects) => of_objects(objects),
        Modification::CopyOf(obj, _) => of_obj(*obj),
        Modification::FullText(group, _) => of_objects(group),
        Modification::AddChosenSubtype | Modification::SetChosenSubtype | Modification::AddChosenColor => {
            StateClass::CHOSEN
        }
        Modification::Control(who) => of_who(*who),
        _ => StateClass::empty(),
    }
}
