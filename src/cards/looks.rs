//! How much work one reading of a definition's words is: filters that count objects, in counts of their own, multiply.
//!
//! A definition is refused whose words would look at more than [`MOST_LOOKS`] objects at once on a board of [`BOARD`]. The
//! number is an upper bound that is taken from the words alone: each group is as large as the board, no condition spares a
//! look. What instructions do one after the other doesn't multiply: a variable holds what was counted once.

use super::def::*;
use derive_visitor::VisitorMut;

/// How many objects there are where it is counted.
pub const BOARD: u64 = 200;

/// The most looks at objects that reading a filter, a group, a number or a condition takes on such a board: enough for a
/// filter that counts within a group, many times over; not for one that counts objects that count objects.
pub const MOST_LOOKS: u64 = 1_000_000;

/// A group: how many looks finding it takes, and how many objects it may have.
#[derive(Clone, Copy)]
struct Group {
    looks: u64,
    size: u64,
}

/// The looks for each of some objects, and for finding those.
fn each(size: u64, looks: u64) -> u64 {
    size.saturating_mul(looks.saturating_add(1))
}

fn sum(looks: impl Iterator<Item = u64>) -> u64 {
    looks.fold(1, u64::saturating_add)
}

fn of_filter(filter: &Filter) -> u64 {
    match filter {
        Filter::And(list) | Filter::Or(list) => sum(list.iter().map(of_filter)),
        Filter::Not(inner) => of_filter(inner).saturating_add(1),
        Filter::SharesColorWith(group) | Filter::In(group) => of_all(group),
        Filter::ManaValue(_, quantity)
        | Filter::SameParity(quantity)
        | Filter::Power(_, quantity)
        | Filter::Toughness(_, quantity)
        | Filter::TargetCount(_, quantity) => of_quantity(quantity).saturating_add(1),
        Filter::AttackingWhat(what)
        | Filter::BlockingWhat(what)
        | Filter::BlockedBy(what)
        | Filter::AttachedTo(what)
        | Filter::PairedWith(what)
        | Filter::HasAttached(what)
        | Filter::DamagedBy(what)
        | Filter::Greatest(_, what)
        | Filter::Least(_, what)
        | Filter::Targets(what)
        | Filter::AbilityOf(what)
        | Filter::TargetsOnly(what) => each(BOARD, of_filter(what)),
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
        | Filter::SharesColor(_)
        | Filter::SharesCardType(_)
        | Filter::SharesCreatureType(_)
        | Filter::AttachedBefore(_)
        | Filter::DirectlyAbove(_)
        | Filter::EnteredFrom(_)
        | Filter::Has(_)
        | Filter::Token
        | Filter::Card
        | Filter::Spell
        | Filter::Permanent
        | Filter::Controlled(_)
        | Filter::Owned(_)
        | Filter::Zone(_)
        | Filter::Tapped
        | Filter::Attacking
        | Filter::Alone
        | Filter::AttackingPlayer(_)
        | Filter::TargetsPlayer(_)
        | Filter::DamagedUnder(_)
        | Filter::GotCounters(..)
        | Filter::AttachedToPlayer(_)
        | Filter::Protected(_)
        | Filter::Goaded
        | Filter::Blocking
        | Filter::Blocked
        | Filter::Unblocked
        | Filter::Named(_)
        | Filter::NameVar(_)
        | Filter::SubtypeVar(_)
        | Filter::ChosenName
        | Filter::SameName(_)
        | Filter::Is(_)
        | Filter::Counter(_)
        | Filter::AnyCounter
        | Filter::Modified
        | Filter::DrawnThisTurn
        | Filter::EnteredThisTurn
        | Filter::WasCast
        | Filter::ManaCost(_)
        | Filter::CostHasX
        | Filter::CastFrom(_)
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
        | Filter::HasAdventure => 1,
    }
}

fn of_group(group: &Objects) -> Group {
    match group {
        Objects::The(_) => Group { looks: 1, size: 1 },
        Objects::All(filter) | Objects::In(_, filter) => Group { looks: each(BOARD, of_filter(filter)), size: BOARD },
        Objects::Sources(filter) | Objects::ThisTurn(_, filter) => {
            Group { looks: each(BOARD, of_filter(filter)), size: BOARD }
        }
        Objects::TopOf(count, _, filter) => {
            let looks = of_quantity(count).saturating_add(each(BOARD, of_filter(filter)));
            Group { looks, size: BOARD }
        }
        Objects::Top(count, _) | Objects::BottomOf(count, _) => {
            Group { looks: of_quantity(count).saturating_add(BOARD), size: BOARD }
        }
        Objects::Only(inner, filter) => {
            let Group { looks, size } = of_group(inner);
            Group { looks: looks.saturating_add(each(size, of_filter(filter))), size }
        }
        Objects::Targets(_) | Objects::Var(_) | Objects::Linked | Objects::PaidWith | Objects::Events => {
            Group { looks: BOARD, size: BOARD }
        }
        Objects::Were(inner) | Objects::Became(inner) | Objects::SourcesOf(inner) => {
            let Group { looks, size } = of_group(inner);
            Group { looks: looks.saturating_add(size), size }
        }
        Objects::Union(parts) => parts.iter().map(of_group).fold(Group { looks: 1, size: 0 }, |all, part| Group {
            looks: all.looks.saturating_add(part.looks),
            size: all.size.saturating_add(part.size),
        }),
    }
}

/// Finding a group and looking at each of it.
fn of_all(group: &Objects) -> u64 {
    let Group { looks, size } = of_group(group);
    looks.saturating_add(size)
}

fn of_quantity(quantity: &Quantity) -> u64 {
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
        | Quantity::BasicLandTypes(group) => of_all(group),
        Quantity::Sum(list) | Quantity::Max(list) | Quantity::Min(list) => sum(list.iter().map(of_quantity)),
        Quantity::Minus(a, b) | Quantity::Times(a, b) | Quantity::Quotient(a, b, _) => {
            of_quantity(a).saturating_add(of_quantity(b))
        }
        Quantity::Half(inner, _) => of_quantity(inner).saturating_add(1),
        Quantity::PlayersWho(_, condition) => each(16, of_condition(condition)),
        Quantity::Fewest(_, quantity) | Quantity::Most(_, quantity) => each(16, of_quantity(quantity)),
        Quantity::If(condition, then, otherwise) => {
            of_condition(condition).saturating_add(of_quantity(then).max(of_quantity(otherwise)))
        }
        Quantity::N(_)
        | Quantity::X
        | Quantity::Var(_)
        | Quantity::Players(_)
        | Quantity::Power(_)
        | Quantity::Toughness(_)
        | Quantity::BasePower(_)
        | Quantity::BaseToughness(_)
        | Quantity::Lethal(..)
        | Quantity::ManaValue(_)
        | Quantity::Counters(..)
        | Quantity::PlayerCounters(..)
        | Quantity::Life(_)
        | Quantity::StartingLife(_)
        | Quantity::CommanderColors(_)
        | Quantity::HandSize(_)
        | Quantity::EventAmount
        | Quantity::Prevented
        | Quantity::TimesPaid(_)
        | Quantity::ModesChosen
        | Quantity::ManaSpent(_)
        | Quantity::ManaSpentOn(_)
        | Quantity::ColoredSpentOn(_)
        | Quantity::ColorsSpentOn(_)
        | Quantity::DamageBy(..)
        | Quantity::TargetCount
        | Quantity::Divided
        | Quantity::DrawnThisTurn(_)
        | Quantity::DrawnThisStep(_)
        | Quantity::Attacked(_)
        | Quantity::SpellsThisTurn(_)
        | Quantity::SpellsThisGame(_)
        | Quantity::ThisTurn(..)
        | Quantity::TimesResolved
        | Quantity::CombatsThisTurn
        | Quantity::SpellsLastTurn(_)
        | Quantity::TurnsBegun(_)
        | Quantity::Speed(_)
        | Quantity::CommanderCasts(_)
        | Quantity::CommanderCastsOf(_)
        | Quantity::TimesMutated(_)
        | Quantity::ChosenNumber
        | Quantity::SpellsBefore => 1,
    }
}

fn of_condition(condition: &Condition) -> u64 {
    match condition {
        Condition::And(list) | Condition::Or(list) => sum(list.iter().map(of_condition)),
        Condition::Not(inner) => of_condition(inner).saturating_add(1),
        Condition::Compare(a, _, b) => of_quantity(a).saturating_add(of_quantity(b)),
        Condition::Exists(group) => of_all(group),
        Condition::Is(_, filter) => of_filter(filter).saturating_add(1),
        Condition::ThisTurn(Fact::HurtBy(_, filter)) => each(BOARD, of_filter(filter)),
        Condition::Always
        | Condition::Did(_)
        | Condition::Paid(_)
        | Condition::Cast(_)
        | Condition::CastBy(_)
        | Condition::TurnOf(_)
        | Condition::During(_)
        | Condition::MainPhase
        | Condition::BlockersDeclared
        | Condition::ItIs(_)
        | Condition::StartingPlayer(_)
        | Condition::Monarch(_)
        | Condition::Blessing(_)
        | Condition::Initiative(_)
        | Condition::CompletedDungeon(_)
        | Condition::CompletedNamed(..)
        | Condition::Tempted(..)
        | Condition::SamePlayer(..)
        | Condition::ResolvedBefore(_)
        | Condition::CastAnother(..)
        | Condition::VotedAlike(_)
        | Condition::VotedOtherwise(_)
        | Condition::ThisTurn(_) => 1,
    }
}

/// The most that anything in it takes.
#[derive(Default, VisitorMut)]
#[visitor(Filter(enter), Objects(enter), Quantity(enter), Condition(enter))]
struct Most {
    looks: u64,
}

impl Most {
    fn enter_filter(&mut self, filter: &mut Filter) {
        // A filter is asked of each of a group.
        self.looks = self.looks.max(each(BOARD, of_filter(filter)));
    }
    fn enter_objects(&mut self, group: &mut Objects) {
        self.looks = self.looks.max(of_all(group));
    }
    fn enter_quantity(&mut self, quantity: &mut Quantity) {
        self.looks = self.looks.max(of_quantity(quantity));
    }
    fn enter_condition(&mut self, condition: &mut Condition) {
        self.looks = self.looks.max(of_condition(condition));
    }
}

/// What is said of an ability that takes too many.
pub(super) fn too_many_looks(looks: u64) -> String {
    let number = if looks == u64::MAX { "more than can be counted".to_owned() } else { looks.to_string() };
    format!(
        "counts within filters of counts multiply: reading this once on a board of {BOARD} objects would take {number} \
         looks at objects, and at most {MOST_LOOKS} are allowed; let a variable hold the inner number"
    )
}

/// How many looks at objects one reading in an ability takes at most on a board of [`BOARD`]. A filter is asked of each
/// object there.
pub fn most_looks(ability: &AbilityDef) -> u64 {
    most_looks_in(&mut ability.clone())
}

/// The number of [`most_looks`]; the ability is lent for writing because visitors are, and stays as it is.
pub(super) fn most_looks_in(ability: &mut AbilityDef) -> u64 {
    let mut most = Most::default();
    ability.walk(&mut most);
    most.looks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::check::parse_card;
    use crate::cards::{CardDb, CompileError};

    /// A filter that counts objects that fit a filter, and so on.
    fn nested(levels: usize, term: &str) -> String {
        (0..levels).fold("Any".to_owned(), |inner, _| term.replace('_', &inner))
    }

    fn card(ability: &str) -> String {
        format!("Card(format: 1, name: \"Test Census\", types: \"Artifact\", abilities: [\n{ability}])")
    }

    /// Each way in which terms can be within each other.
    #[test]
    fn whatever_multiplies_is_refused() {
        let ways = [
            "ManaValue(Ge, Count(All(_)))",
            "Power(Lt, TotalPower(In(Exile, _)))",
            "Toughness(Eq, Sum([N(1), Times(N(2), CardTypes(Only(All(Any), _)))]))",
            "Or([Token, Not(Power(Gt, Max([N(1), Half(Devotion([Red], All(_)), Up)])))])",
            "In(All(_))",
            "SharesColorWith(All(_))",
            "In(Were(ThisTurn(Died, _)))",
            "In(Union([The(This), Sources(_)]))",
            "BlockedBy(_)",
            "BlockingWhat(_)",
            "AttackingWhat(_)",
            "HasAttached(_)",
            "Targets(_)",
            "Power(Ge, If(Exists(All(_)), N(1), N(2)))",
            "Power(Ge, If(And([Always, Not(Compare(Count(All(_)), Ge, N(1)))]), N(1), N(2)))",
            "Power(Ge, If(Is(This, ManaValue(Ge, Count(All(_)))), N(1), N(2)))",
            "ManaValue(Ge, Count(Top(Count(All(_)), You)))",
        ];
        for way in ways {
            let abilities = [
                format!("Static(effect: Affect(All({}), [SwitchPT]))", nested(4, way)),
                format!("Triggered(when: Enters({}), effects: [Draw()])", nested(4, way)),
                format!(
                    "Activated(cost: [Tap], effects: [CreateToken(token: New(types: \"Artifact\", abilities: [Static(effect: Affect(All({}), [SwitchPT]))]))])",
                    nested(4, way)
                ),
            ];
            for ability in abilities {
                let text = card(&ability);
                let error = parse_card("test.ron", &text).expect_err(&text);
                assert!(error.message.contains("multiply") && error.message.contains("1000000"), "{way}: {error}");
                assert_eq!((error.line, error.column), (2, 1), "{error}");
                // So does a definition that a program makes.
                let read: CardDef = crate::cards::check::options().from_str(&text).unwrap();
                let compiled = CardDb::embedded().with_cards(&[read]).map(|_| ());
                assert!(matches!(compiled, Err(CompileError::TooManyLooks(_))), "{way}: {compiled:?}");
            }
            let one = card(&format!("Static(effect: Affect(All({}), [SwitchPT]))", nested(1, way)));
            parse_card("test.ron", &one).unwrap_or_else(|e| panic!("{e}"));
        }
    }

    /// Wide is as bad as deep.
    #[test]
    fn many_counts_side_by_side_add_up() {
        let of = |n: usize| {
            let counts = vec!["Count(All(Any))"; n].join(", ");
            card(&format!("Static(effect: Affect(All(Power(Ge, Sum([{counts}]))), [SwitchPT]))"))
        };
        assert!(parse_card("test.ron", &of(5)).is_ok());
        assert!(parse_card("test.ron", &of(100)).is_err());
    }

    /// One instruction after the other doesn't multiply.
    #[test]
    fn variables_hold_what_was_counted() {
        let set = |i: usize| match i {
            0 => "Set(\"v0\", Count(All(Any)))".to_owned(),
            i => format!("Set(\"v{i}\", Count(All(ManaValue(Ge, Var(\"v{}\")))))", i - 1),
        };
        let all: Vec<String> = (0..30).map(set).collect();
        let text = card(&format!("Activated(cost: [Tap], effects: [{}])", all.join(", ")));
        parse_card("test.ron", &text).unwrap_or_else(|e| panic!("{e}"));
    }

    /// What is shipped is far from the limit.
    #[test]
    fn embedded_cards_take_few_looks() {
        for card in CardDb::embedded().definitions() {
            let looks = card.source.abilities.iter().map(most_looks).max().unwrap_or(0);
            assert!(looks <= MOST_LOOKS / 2, "{}: {looks}", card.name);
        }
    }
}
