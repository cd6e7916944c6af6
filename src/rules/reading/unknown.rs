//! What can't be found out: conditions that require information about something of which nothing may be known.

use super::condition::holds;
use super::who::object_in;
use super::{Board, Scope};
use crate::cards::def::{Condition, Fact, Filter, Obj, Objects, Quantity, Recipients, Who, ZoneOf};
use crate::model::bindings::Bindings;
use crate::model::ids::ObjectRef;

/// CR 611.2b: whether the condition that an effect lasts for still holds. Nothing holds any more of an object that has
/// left.
pub fn lasts(board: &impl Board, bindings: &Bindings, condition: &Condition) -> bool {
    if is_kept(board, bindings, condition) {
        return true;
    }
    if !holds(board, bindings, condition) {
        return false;
    }
    let gone = |obj| object_in(board, Scope::of(bindings), obj).is_some_and(|o| !board.is_current(o));
    let unknown = Unknown { object: &gone, targets: &|_| false, named: false };
    decided(board, bindings, condition, &unknown) == Some(true)
}

/// CR 702.26d, i: whether a condition is what an object is designated as, or that it is attached, and the object is phased out: that
/// stays as it was.
fn is_kept(board: &impl Board, bindings: &Bindings, condition: &Condition) -> bool {
    let Condition::Is(obj, filter) = condition else { return false };
    let stays = match filter {
        Filter::Designated(_) => true,
        Filter::AttachedTo(to) => **to == Filter::Any,
        _ => false,
    };
    let phased_out = |object: ObjectRef| board.is_same(object) && board.status(object.id).phased_out;
    stays && object_in(board, Scope::of(bindings), *obj).is_some_and(phased_out)
}

/// CR 608.2b: whether a condition holds, unless it requires information about an illegal target.
pub fn holds_of_legal(board: &impl Board, bindings: &Bindings, condition: &Condition) -> Option<bool> {
    if bindings.targets.iter().all(|target| target.legal) {
        return Some(holds(board, bindings, condition));
    }
    of_illegal(bindings, |unknown| decided(board, bindings, condition, unknown))
}

/// CR 608.2b: asks about information that would be about illegal targets.
pub fn of_illegal<T>(bindings: &Bindings, ask: impl FnOnce(&Unknown<'_>) -> T) -> T {
    let illegal = |n: u8| {
        let mut targets = bindings.targets.iter().filter(|target| target.instance == n).peekable();
        targets.peek().is_some() && targets.all(|target| !target.legal)
    };
    let object = |obj| matches!(obj, Obj::Target(n) if illegal(n));
    ask(&Unknown { object: &object, targets: &illegal, named: false })
}

/// Whether a number depends on which the targets are, or on what they are like; how many there are doesn't count.
pub fn is_about_targets(quantity: &Quantity) -> bool {
    let about = Unknown { object: &|obj| matches!(obj, Obj::Target(_)), targets: &|_| true, named: true };
    about.quantity(quantity)
}

/// Whether a condition holds: `None` if what decides it requires information that can't be had.
fn decided(board: &impl Board, bindings: &Bindings, condition: &Condition, unknown: &Unknown<'_>) -> Option<bool> {
    let all = |list: &[Condition], stop: bool| {
        let mut open = false;
        for condition in list {
            match decided(board, bindings, condition, unknown) {
                Some(so) if so == stop => return Some(stop),
                Some(_) => {}
                None => open = true,
            }
        }
        (!open).then_some(!stop)
    };
    match condition {
        Condition::And(list) => all(list, false),
        Condition::Or(list) => all(list, true),
        Condition::Not(inner) => decided(board, bindings, inner, unknown).map(|so| !so),
        one => (!unknown.condition(one)).then(|| holds(board, bindings, one)),
    }
}

/// What nothing is known of.
pub struct Unknown<'a> {
    object: &'a dyn Fn(Obj) -> bool,
    targets: &'a dyn Fn(u8) -> bool,
    /// What is only named counts, too, although nothing has to be known of it for that.
    named: bool,
}

impl Unknown<'_> {
    /// Whether a condition requires information about it.
    pub fn condition(&self, condition: &Condition) -> bool {
        match condition {
            Condition::And(list) | Condition::Or(list) => list.iter().any(|c| self.condition(c)),
            Condition::Not(inner) => self.condition(inner),
            Condition::Compare(a, _, b) => self.quantity(a) || self.quantity(b),
            Condition::Exists(group) => self.objects(group),
            Condition::Is(obj, filter) => (self.object)(*obj) || self.filter(filter),
            Condition::TurnOf(who)
            | Condition::StartingPlayer(who)
            | Condition::Monarch(who)
            | Condition::Blessing(who)
            | Condition::Initiative(who)
            | Condition::CompletedDungeon(who)
            | Condition::CompletedNamed(who, _)
            | Condition::Tempted(who, _)
            | Condition::VotedAlike(who)
            | Condition::VotedOtherwise(who) => self.who(*who),
            Condition::SamePlayer(a, b) => self.who(*a) || self.who(*b),
            Condition::ResolvedBefore(who) | Condition::CastAnother(who, _) => {
                (self.object)(Obj::This) || self.who(*who)
            }
            Condition::ThisTurn(
                Fact::LostLife(who)
                | Fact::GainedLife(who)
                | Fact::DealtDamage(who)
                | Fact::Attacked(who)
                | Fact::CommittedCrime(who)
                | Fact::PlayedElsewhere(who)
                | Fact::TurnedFaceUp(who)
                | Fact::Searched(who),
            ) => self.who(*who),
            Condition::ThisTurn(Fact::HurtBy(who, filter)) => self.who(*who) || self.filter(filter),
            Condition::ThisTurn(Fact::CreatureDied)
            | Condition::Always
            | Condition::Did(_)
            | Condition::Paid(_)
            | Condition::Cast(_)
            | Condition::CastBy(_)
            | Condition::During(_)
            | Condition::MainPhase
            | Condition::ItIs(_)
            | Condition::BlockersDeclared => false,
        }
    }

    /// Whether a number does.
    pub fn quantity(&self, quantity: &Quantity) -> bool {
        match quantity {
            Quantity::Count(group)
            | Quantity::TotalPower(group)
            | Quantity::Greatest(_, group)
            | Quantity::TotalToughness(group)
            | Quantity::TotalManaValue(group)
            | Quantity::Differing(_, group)
            | Quantity::DifferentNames(group)
            | Quantity::CardTypes(group)
            | Quantity::Supertypes(group)
            | Quantity::Subtypes(group)
            | Quantity::Colors(group)
            | Quantity::CountersOn(_, group)
            | Quantity::Devotion(_, group)
            | Quantity::DevotionVar(_, group)
            | Quantity::Party(group)
            | Quantity::UnlockedDoors(group)
            | Quantity::UnlockedNames(group)
            | Quantity::BasicLandTypes(group) => self.objects(group),
            Quantity::Power(obj)
            | Quantity::Toughness(obj)
            | Quantity::BasePower(obj)
            | Quantity::BaseToughness(obj)
            | Quantity::ManaValue(obj)
            | Quantity::ManaSpentOn(obj)
            | Quantity::CommanderCastsOf(obj)
            | Quantity::TimesMutated(obj)
            | Quantity::ColoredSpentOn(obj)
            | Quantity::ColorsSpentOn(obj)
            | Quantity::Counters(_, obj) => (self.object)(*obj),
            Quantity::DamageBy(obj, who) => (self.object)(*obj) || self.who(*who),
            Quantity::Lethal(obj, source) => (self.object)(*obj) || (self.object)(*source),
            Quantity::Fewest(who, quantity) | Quantity::Most(who, quantity) => {
                self.who(*who) || self.quantity(quantity)
            }
            Quantity::PlayersWho(who, condition) => self.who(*who) || self.condition(condition),
            Quantity::Players(who)
            | Quantity::PlayerCounters(_, who)
            | Quantity::Life(who)
            | Quantity::StartingLife(who)
            | Quantity::CommanderColors(who)
            | Quantity::HandSize(who)
            | Quantity::DrawnThisTurn(who)
            | Quantity::DrawnThisStep(who)
            | Quantity::Attacked(who)
            | Quantity::CommanderCasts(who)
            | Quantity::SpellsLastTurn(who)
            | Quantity::ThisTurn(_, who)
            | Quantity::SpellsThisGame(who)
            | Quantity::TurnsBegun(who)
            | Quantity::Speed(who)
            | Quantity::SpellsThisTurn(who) => self.who(*who),
            Quantity::Sum(list) | Quantity::Max(list) | Quantity::Min(list) => list.iter().any(|q| self.quantity(q)),
            Quantity::Minus(a, b) | Quantity::Times(a, b) | Quantity::Quotient(a, b, _) => {
                self.quantity(a) || self.quantity(b)
            }
            Quantity::Half(inner, _) => self.quantity(inner),
            Quantity::If(condition, a, b) => self.condition(condition) || self.quantity(a) || self.quantity(b),
            Quantity::N(_)
            | Quantity::X
            | Quantity::Var(_)
            | Quantity::EventAmount
            | Quantity::Prevented
            | Quantity::ChosenNumber
            | Quantity::SpellsBefore
            | Quantity::TimesResolved
            | Quantity::CombatsThisTurn
            | Quantity::TimesPaid(_)
            | Quantity::ModesChosen
            | Quantity::ManaSpent(_)
            | Quantity::TargetCount
            | Quantity::Divided => false,
        }
    }

    /// Whether a filter does. Which object is meant is known of each.
    pub fn filter(&self, filter: &Filter) -> bool {
        match filter {
            Filter::And(list) | Filter::Or(list) => list.iter().any(|f| self.filter(f)),
            Filter::Not(inner)
            | Filter::AttachedTo(inner)
            | Filter::PairedWith(inner)
            | Filter::HasAttached(inner)
            | Filter::DamagedBy(inner)
            | Filter::AttackingWhat(inner)
            | Filter::BlockingWhat(inner)
            | Filter::BlockedBy(inner)
            | Filter::Greatest(_, inner)
            | Filter::Least(_, inner)
            | Filter::Targets(inner)
            | Filter::TargetsOnly(inner)
            | Filter::AbilityOf(inner) => self.filter(inner),
            Filter::SharesColor(obj)
            | Filter::SharesCardType(obj)
            | Filter::SharesCreatureType(obj)
            | Filter::AttachedBefore(obj)
            | Filter::DirectlyAbove(obj)
            | Filter::SameName(obj) => (self.object)(*obj),
            Filter::SharesColorWith(group) | Filter::In(group) => self.objects(group),
            Filter::Controlled(who)
            | Filter::Owned(who)
            | Filter::AttackingPlayer(who)
            | Filter::TargetsPlayer(who)
            | Filter::DamagedUnder(who)
            | Filter::GotCounters(who, _)
            | Filter::AttachedToPlayer(who)
            | Filter::Protected(who) => self.who(*who),
            Filter::ManaValue(_, q)
            | Filter::SameParity(q)
            | Filter::Power(_, q)
            | Filter::Toughness(_, q)
            | Filter::TargetCount(_, q) => self.quantity(q),
            Filter::Is(obj) => self.named && (self.object)(*obj),
            Filter::Any
            | Filter::Type(_)
            | Filter::Supertype(_)
            | Filter::Subtype(_)
            | Filter::ChosenCardType
            | Filter::CardTypeVar(_)
            | Filter::ChosenSubtype
            | Filter::ChosenColor
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
            | Filter::Tapped
            | Filter::Attacking
            | Filter::Alone
            | Filter::Goaded
            | Filter::Blocking
            | Filter::Blocked
            | Filter::Unblocked
            | Filter::Named(_)
            | Filter::NameVar(_)
            | Filter::SubtypeVar(_)
            | Filter::ChosenName
            | Filter::Counter(_)
            | Filter::AnyCounter
            | Filter::Modified
            | Filter::DrawnThisTurn
            | Filter::EnteredThisTurn
            | Filter::WasCast
            | Filter::ManaCost(_)
            | Filter::CostHasX
            | Filter::CastFrom(_)
            | Filter::EnteredFrom(_)
            | Filter::CastBy(_)
            | Filter::AttackedThisTurn
            | Filter::ExertedThisTurn
            | Filter::DamagedThisTurn
            | Filter::NewUnderControl
            | Filter::NewSinceUpkeep
            | Filter::FaceDown
            | Filter::Foretold
            | Filter::Commander
            | Filter::HasKeyword(_)
            | Filter::Designated(_)
            | Filter::HasAbility(_)
            | Filter::CouldProduce(_)
            | Filter::IsAbility(_)
            | Filter::IsKeyword(_)
            | Filter::HasAdventure => false,
        }
    }

    /// Whether a group does.
    pub fn objects(&self, group: &Objects) -> bool {
        match group {
            Objects::The(obj) => (self.object)(*obj),
            Objects::Targets(n) => (self.targets)(*n),
            Objects::Only(inner, filter) => self.objects(inner) || self.filter(filter),
            _ => self.around(group),
        }
    }

    /// Whether the words around the objects that a group names do: what says which of them, how many, or whose.
    pub fn around(&self, group: &Objects) -> bool {
        match group {
            Objects::All(filter) => self.filter(filter),
            Objects::Sources(filter) | Objects::ThisTurn(_, filter) => self.filter(filter),
            Objects::In(zone, filter) => self.zone(*zone) || self.filter(filter),
            Objects::Top(count, who) => self.quantity(count) || self.who(*who),
            Objects::TopOf(count, zone, filter) => self.quantity(count) || self.zone(*zone) || self.filter(filter),
            Objects::BottomOf(count, zone) => self.quantity(count) || self.zone(*zone),
            Objects::Only(inner, filter) => self.around(inner) || self.filter(filter),
            Objects::Were(inner) | Objects::Became(inner) | Objects::SourcesOf(inner) => self.part(inner),
            Objects::Union(parts) => parts.iter().any(|part| self.part(part)),
            Objects::The(_)
            | Objects::Targets(_)
            | Objects::Var(_)
            | Objects::Linked
            | Objects::Events
            | Objects::PaidWith => false,
        }
    }

    /// Whether a group does of which another one is made.
    fn part(&self, group: &Objects) -> bool {
        if self.named { self.objects(group) } else { self.around(group) }
    }

    /// Whether it can't be known which objects and players these are.
    pub fn recipients(&self, recipients: &Recipients) -> bool {
        match recipients {
            Recipients::Objects(group) => self.around(group),
            Recipients::Union(parts) => parts.iter().any(|part| self.recipients(part)),
            Recipients::AttackedBy(obj) => (self.object)(*obj),
            Recipients::Targets(_) | Recipients::Players(_) | Recipients::Votes(_) | Recipients::It => false,
        }
    }

    /// Whether who is meant does.
    pub fn who(&self, who: Who) -> bool {
        match who {
            Who::ControllerOf(obj) | Who::OwnerOf(obj) => (self.object)(obj),
            Who::Target(n) | Who::TargetOrController(n) => (self.targets)(n),
            Who::You
            | Who::EachPlayer
            | Who::EachFromYou
            | Who::EachOpponent
            | Who::Nonactive
            | Who::Event
            | Who::Events
            | Who::It
            | Who::Var(_)
            | Who::Active
            | Who::Defending
            | Who::Chosen
            | Who::Promised
            | Who::Enchanted => false,
        }
    }

    fn zone(&self, zone: ZoneOf) -> bool {
        match zone {
            ZoneOf::Hand(who) | ZoneOf::Graveyard(who) | ZoneOf::Library(who) | ZoneOf::Outside(who) => self.who(who),
            ZoneOf::Battlefield | ZoneOf::Stack | ZoneOf::Exile | ZoneOf::Command => false,
        }
    }
}
