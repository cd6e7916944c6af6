//! Keywords whose meaning is written as card files are: each as CR 702 has it, with the number and the cost of the keyword in
//! place of `$n` and `$cost`.

use crate::cards::check;
use crate::cards::compile::MAX_DEPTH;
use crate::cards::def::{AbilityDef, Cost, Filter, KeywordAbility};
use std::fmt::Display;

/// How deeply terms are nested in a meaning with parameters that are as deep as they may be.
const DEEPER: usize = 3 * MAX_DEPTH;

/// What stands in the place of parameters.
pub(super) struct Parameters {
    number: u32,
    cost: Cost,
    filter: Filter,
}

/// The meaning of a keyword, with what stands in the place of its parameters.
pub(super) type Meaning = (&'static str, Parameters);

pub(super) fn plain(text: &'static str) -> Meaning {
    (text, Parameters { number: 0, cost: Cost(Vec::new()), filter: Filter::Any })
}

pub(super) fn number(text: &'static str, number: u32) -> Meaning {
    (text, Parameters { number, cost: Cost(Vec::new()), filter: Filter::Any })
}

pub(super) fn cost(text: &'static str, cost: &Cost) -> Meaning {
    (text, Parameters { number: 0, cost: cost.clone(), filter: Filter::Any })
}

pub(super) fn filter(text: &'static str, filter: &Filter) -> Meaning {
    (text, Parameters { number: 0, cost: Cost(Vec::new()), filter: filter.clone() })
}

pub(super) fn all(text: &'static str, (number, cost, filter): (u32, &Cost, &Filter)) -> Meaning {
    (text, Parameters { number, cost: cost.clone(), filter: filter.clone() })
}

/// Whether a keyword stands for a cost that may be paid besides the mana cost, which its other abilities ask for by its
/// place among those of the face.
pub(super) fn offers_a_cost(keyword: &KeywordAbility) -> bool {
    let found = || text_of(keyword).or_else(|| super::costs::text_of(keyword));
    matches!(keyword, KeywordAbility::Offering(_)) || found().is_some_and(|(text, _)| text.contains("OptionalCost"))
}

/// The abilities that a keyword stands for, if they are written here; `optional` is how many optional costs stand before it
/// on the face.
pub(super) fn written(keyword: &KeywordAbility, optional: usize) -> Option<Vec<AbilityDef>> {
    let found = text_of(keyword).or_else(|| super::costs::text_of(keyword));
    let found = found.or_else(|| super::more::text_of(keyword)).or_else(|| super::attacking::text_of(keyword));
    let (text, parameters) = found.or_else(|| super::spells::text_of(keyword))?;
    let wrong = |e: &dyn Display| -> ! { panic!("the meaning of {keyword:?}: {e}: {text}") };
    let text = filled(text, &parameters, optional).unwrap_or_else(|e| wrong(&e));
    // Parameters are within the limit of definitions; here they stand a few levels deeper.
    let abilities = check::options().with_recursion_limit(DEEPER).from_str(&text);
    Some(abilities.unwrap_or_else(|e| wrong(&e)))
}

/// Abilities that stand in the code as card files have them.
///
/// # Panics
/// If they can't be read.
pub(super) fn read(text: &'static str) -> Vec<AbilityDef> {
    check::options().from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// A text with the parameters in their places. What is put in isn't looked at again: it may contain a `$`.
fn filled(mut text: &str, parameters: &Parameters, optional: usize) -> Result<String, ron::Error> {
    let options = check::options().with_recursion_limit(DEEPER);
    let mut out = String::with_capacity(text.len() * 2);
    while let Some(at) = text.find('$') {
        out.push_str(&text[..at]);
        text = &text[at + 1..];
        if let Some(rest) = text.strip_prefix("cost") {
            // The parts of the cost, so that further ones can stand beside them.
            let cost = options.to_string(&parameters.cost as &dyn erased_serde::Serialize)?;
            let parts = cost.strip_prefix('[').and_then(|parts| parts.strip_suffix(']')).unwrap_or(&cost);
            out.push_str(parts);
            text = if parts.is_empty() { rest.strip_prefix(", ").unwrap_or(rest) } else { rest };
        } else if let Some(rest) = text.strip_prefix("filter") {
            out.push_str(&options.to_string(&parameters.filter as &dyn erased_serde::Serialize)?);
            text = rest;
        } else if let Some(rest) = text.strip_prefix("nth") {
            out.push_str(&optional.to_string());
            text = rest;
        } else if let Some(rest) = text.strip_prefix('n') {
            out.push_str(&parameters.number.to_string());
            text = rest;
        } else {
            out.push('$');
        }
    }
    out.push_str(text);
    Ok(out)
}

fn text_of(keyword: &KeywordAbility) -> Option<Meaning> {
    let plain = |text| Some(self::plain(text));
    let number = |text, n| Some(self::number(text, n));
    let cost = |text, price: &Cost| Some(self::cost(text, price));
    match keyword {
        // CR 702.23a.
        KeywordAbility::Rampage(n) => number(
            r#"[Triggered(when: BecomesBlocked(Is(This)), effects: [
                Set("more", Times(N($n), Max([N(0), Minus(Count(All(BlockingWhat(Is(This)))), N(1))]))),
                Continuous(Affect(The(This), [ModifyPT(Var("more"), Var("more"))]), EndOfTurn)])]"#,
            *n,
        ),
        // CR 702.24a.
        KeywordAbility::CumulativeUpkeep(each) => cost(
            r#"[Triggered(when: Beginning(Upkeep, You), only_if: Is(This, Zone(Battlefield)), effects: [
                PutCounters(kind: "age", on: Objects(The(This))),
                MayPay(cost: [Times(Counters("age", This), [$cost])], otherwise: [
                    Does(GoUnpaid, The(This)), Sacrifice(The(This))])])]"#,
            each,
        ),
        // CR 702.30a.
        KeywordAbility::Echo(price) => cost(
            r"[Triggered(when: Beginning(Upkeep, You), only_if: Is(This, NewSinceUpkeep), effects: [
                MayPay(cost: [$cost], otherwise: [Sacrifice(The(This))])])]",
            price,
        ),
        // CR 702.40a.
        KeywordAbility::Storm => plain(
            r"[Triggered(when: Casts(who: You, what: Is(This)), effects: [
                CopySpell(what: This, count: SpellsBefore, new_targets: true)], from: Stack)]",
        ),
        // CR 702.41a.
        KeywordAbility::Affinity(of) => Some((
            r"[Static(effect: Rule(CostsLess(You, Is(This), Count(All(And([$filter, Controlled(You)]))))), from: Stack)]",
            Parameters { number: 0, cost: Cost(Vec::new()), filter: of.clone() },
        )),
        // CR 702.45a.
        KeywordAbility::Bushido(n) => number(
            r"[Triggered(when: AnyOf([Blocks(Is(This)), BecomesBlocked(Is(This))]), effects: [
                Continuous(Affect(The(This), [ModifyPT(N($n), N($n))]), EndOfTurn)])]",
            *n,
        ),
        // CR 702.46a.
        KeywordAbility::Soulshift(n) => number(
            r#"[Triggered(when: Dies(Is(This)), targets: [
                (what: Card(Graveyard(You), And([Subtype("Spirit"), ManaValue(Le, N($n))])))], effects: [
                May(then: [Move(what: Targets(0), to: Hand)])])]"#,
            *n,
        ),
        // CR 702.52a.
        KeywordAbility::Dredge(n) => number(
            r"[Static(effect: Replace(event: Draw(You), only_if: Compare(Count(In(Library(You), Any)), Ge, N($n)),
                with: Instead([Mill(who: You, count: N($n)), Move(what: The(This), to: Hand)]), optional: Some(You)),
                from: Graveyard)]",
            *n,
        ),
        // CR 702.53a.
        KeywordAbility::Transmute(price) => cost(
            r#"[Activated(cost: [$cost, DiscardThis], effects: [
                Search(filter: ManaValue(Eq, ManaValue(This)), max: N(1), into: "found"),
                Reveal(Var("found")), Move(what: Var("found"), to: Hand), Shuffle(You)],
                from: Hand, sorcery_speed: true)]"#,
            price,
        ),
        // CR 702.54a.
        KeywordAbility::Bloodthirst(n) => number(
            r#"[Static(effect: Replace(event: Enters(Is(This)), only_if: ThisTurn(DealtDamage(EachOpponent)),
                with: Counters("+1/+1", N($n))))]"#,
            *n,
        ),
        // CR 702.68a.
        KeywordAbility::Frenzy(n) => number(
            r"[Triggered(when: NotBlocked(Is(This)), effects: [
                Continuous(Affect(The(This), [ModifyPT(N($n), N(0))]), EndOfTurn)])]",
            *n,
        ),
        // CR 702.70a.
        KeywordAbility::Poisonous(n) => number(
            r#"[Triggered(when: Damage(source: Is(This), to: Player(EachPlayer), combat: Some(true)), effects: [
                PutCounters(kind: "poison", count: N($n), on: Players(Event))])]"#,
            *n,
        ),
        // CR 702.77a.
        KeywordAbility::Reinforce(n, price) => Some((
            r#"[Activated(cost: [$cost, DiscardThis], targets: [(what: Permanent(Type("Creature")))], effects: [
                PutCounters(kind: "+1/+1", count: N($n), on: Targets(0))], from: Hand)]"#,
            Parameters { number: *n, cost: price.clone(), filter: Filter::Any },
        )),
        // CR 702.83a, b.
        KeywordAbility::Exalted => plain(
            r#"[Triggered(when: AttacksAlone(And([Type("Creature"), Controlled(You)])), effects: [
                Continuous(Affect(The(Event), [ModifyPT(N(1), N(1))]), EndOfTurn)])]"#,
        ),
        // CR 702.84a.
        KeywordAbility::Unearth(price) => cost(
            r#"[Activated(cost: [$cost], effects: [
                Move(what: The(This), to: Battlefield(), into: "risen"),
                Continuous(Affect(Var("risen"), [Gain([Haste])]), Forever),
                Delayed(ability: (when: Beginning(End, EachPlayer), effects: [Move(what: Var("risen"), to: Exile)])),
                Continuous(Replace(event: Moves(what: In(Var("risen")), from: Some(Battlefield)), with: MoveTo(Exile)),
                    Forever)],
                from: Graveyard, sorcery_speed: true)]"#,
            price,
        ),
        // CR 702.91a.
        KeywordAbility::BattleCry => plain(
            r#"[Triggered(when: Attacks(Is(This)), effects: [
                Continuous(Affect(All(And([Type("Creature"), Attacking, Not(Is(This))])), [ModifyPT(N(1), N(0))]),
                    EndOfTurn)])]"#,
        ),
        // CR 702.92a.
        KeywordAbility::LivingWeapon => plain(
            r#"[Triggered(when: Enters(Is(This)), effects: [
                CreateToken(token: New(colors: [Black], types: "Creature - Phyrexian Germ", pt: (0, 0)), into: "germ"),
                Attach(The(This), Var("germ"))])]"#,
        ),
        // CR 702.97a.
        KeywordAbility::Scavenge(price) => cost(
            r#"[Activated(cost: [$cost, ExileThis], targets: [(what: Permanent(Type("Creature")))], effects: [
                PutCounters(kind: "+1/+1", count: Power(This), on: Targets(0))],
                from: Graveyard, sorcery_speed: true)]"#,
            price,
        ),
        // CR 702.98a.
        KeywordAbility::Unleash => plain(
            r#"[Static(effect: Replace(event: Enters(Is(This)), with: Counters("+1/+1", N(1)), optional: Some(You))),
                Static(only_if: Is(This, Counter("+1/+1")), effect: Affect(The(This), [Rule(CantBlock)]))]"#,
        ),
        // CR 702.100a.
        KeywordAbility::Evolve => plain(
            r#"[Triggered(when: Enters(And([Type("Creature"), Controlled(You)])),
                only_if: Or([Compare(Power(Event), Gt, Power(This)), Compare(Toughness(Event), Gt, Toughness(This))]),
                effects: [PutCounters(kind: "+1/+1", on: Objects(The(This)))])]"#,
        ),
        // CR 702.101a.
        KeywordAbility::Extort => plain(
            r#"[Triggered(when: Casts(who: You, what: Any), effects: [
                MayPay(cost: [Mana("{W/B}")], then: [
                    LoseLife(EachOpponent, N(1), Some("lost")), GainLife(You, Var("lost"), None)])])]"#,
        ),
        // CR 702.87a.
        KeywordAbility::LevelUp(price) => cost(
            r#"[Activated(cost: [$cost], effects: [PutCounters(kind: "level", on: Objects(The(This)))],
                sorcery_speed: true)]"#,
            price,
        ),
        // CR 702.107a.
        KeywordAbility::Outlast(price) => cost(
            r#"[Activated(cost: [$cost, Tap], effects: [PutCounters(kind: "+1/+1", on: Objects(The(This)))],
                sorcery_speed: true)]"#,
            price,
        ),
        // CR 702.110a.
        KeywordAbility::Exploit => plain(
            r#"[Triggered(when: Enters(Is(This)), effects: [
                May(then: [SacrificeChoice(who: You, filter: Type("Creature"))])])]"#,
        ),
        // CR 702.115a.
        KeywordAbility::Ingest => plain(
            r"[Triggered(when: Damage(source: Is(This), to: Player(EachPlayer), combat: Some(true)), effects: [
                Move(what: Top(N(1), Event), to: Exile)])]",
        ),
        // CR 702.123a.
        KeywordAbility::Fabricate(n) => number(
            r#"[Triggered(when: Enters(Is(This)), effects: [
                May(then: [PutCounters(kind: "+1/+1", count: N($n), on: Objects(The(This)))], otherwise: [
                    CreateToken(count: N($n), token: New(types: "Artifact Creature - Servo", pt: (1, 1)))])])]"#,
            *n,
        ),
        // CR 702.125a.
        KeywordAbility::Undaunted => {
            plain(r"[Static(effect: Rule(CostsLess(You, Is(This), Players(EachOpponent))), from: Stack)]")
        }
        // CR 702.130a.
        KeywordAbility::Afflict(n) => {
            number(r"[Triggered(when: BecomesBlocked(Is(This)), effects: [LoseLife(Defending, N($n), None)])]", *n)
        }
        // CR 702.131b; what it is on an instant or a sorcery says `ascend`.
        KeywordAbility::Ascend => plain(r"[Static(effect: Rule(Ascends(You)))]"),
        // CR 702.134a.
        KeywordAbility::Mentor => plain(
            r#"[Triggered(when: Attacks(Is(This)), targets: [
                (what: Permanent(And([Type("Creature"), Attacking, Power(Lt, Power(This))])))], effects: [
                PutCounters(kind: "+1/+1", on: Targets(0))])]"#,
        ),
        // CR 702.135a.
        KeywordAbility::Afterlife(n) => number(
            r#"[Triggered(when: Dies(Is(This)), effects: [
                CreateToken(count: N($n), token: New(colors: [White, Black], types: "Creature - Spirit", pt: (1, 1),
                    abilities: [Keywords([Flying])]))])]"#,
            *n,
        ),
        // CR 702.147a.
        KeywordAbility::Decayed => plain(
            r"[Static(effect: Affect(The(This), [Rule(CantBlock)])),
                Triggered(when: Attacks(Is(This)), effects: [
                Delayed(ability: (when: Beginning(EndCombat, EachPlayer), effects: [Sacrifice(The(This))]))])]",
        ),
        // CR 702.149a.
        KeywordAbility::Training => plain(
            r#"[Triggered(when: Attacks(Is(This)),
                provided: Exists(All(And([Type("Creature"), Attacking, Not(Is(This)), Power(Gt, Power(This))]))),
                effects: [PutCounters(kind: "+1/+1", on: Objects(The(This)))])]"#,
        ),
        // CR 702.163a.
        KeywordAbility::ForMirrodin => plain(
            r#"[Triggered(when: Enters(Is(This)), effects: [
                CreateToken(token: New(colors: [Red], types: "Creature - Rebel", pt: (2, 2)), into: "rebel"),
                Attach(The(This), Var("rebel"))])]"#,
        ),
        // CR 702.182a.
        KeywordAbility::JobSelect => plain(
            r#"[Triggered(when: Enters(Is(This)), effects: [
                CreateToken(token: New(types: "Creature - Hero", pt: (1, 1)), into: "hero"),
                Attach(The(This), Var("hero"))])]"#,
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::def::{CostPart, Quantity};

    fn with_cost(cost: &Cost) -> Vec<KeywordAbility> {
        let cost = || cost.clone();
        vec![
            KeywordAbility::CumulativeUpkeep(cost()),
            KeywordAbility::Echo(cost()),
            KeywordAbility::Transmute(cost()),
            KeywordAbility::Reinforce(2, cost()),
            KeywordAbility::Unearth(cost()),
            KeywordAbility::Scavenge(cost()),
            KeywordAbility::LevelUp(cost()),
            KeywordAbility::Outlast(cost()),
            KeywordAbility::Evoke(cost()),
            KeywordAbility::WebSlinging(cost()),
            KeywordAbility::Replicate(cost()),
            KeywordAbility::Escalate(cost()),
            KeywordAbility::Embalm(cost()),
            KeywordAbility::Recover(cost()),
        ]
    }

    #[test]
    fn any_cost_and_filter_can_stand_in_a_text() {
        let odd = Filter::Named("$n $cost, $filter\"]".to_owned().into());
        let mut deep = Filter::Any;
        for _ in 0..120 {
            deep = Filter::Not(Box::new(deep));
        }
        for filter in [odd, deep] {
            written(&KeywordAbility::Affinity(filter.clone()), 0).expect("it is written");
            let costs = [
                Cost(Vec::new()),
                Cost(vec![CostPart::Sacrifice(Quantity::N(1), filter)]),
                Cost(vec![CostPart::Tap, CostPart::Times(Quantity::N(2), Box::new(Cost(vec![CostPart::Tap])))]),
            ];
            for keyword in costs.iter().flat_map(with_cost) {
                let abilities = written(&keyword, 0).unwrap_or_else(|| panic!("{keyword:?} is not written"));
                assert!(!abilities.is_empty());
            }
        }
    }

    /// A definition that a program has made can be deeper than any file: it is refused, wherever the depth is.
    #[test]
    fn what_is_too_deep_is_refused_with_a_typed_error() {
        use crate::cards::check::parse_card;
        use crate::cards::compile::CompileError;
        use crate::cards::{CardDb, check};
        let card = |ability: &str| {
            let text = format!("Card(format: 1, name: \"Test\", types: \"Artifact\", abilities: [{ability}])");
            parse_card("card.ron", &text)
        };
        let not = |levels: usize| format!("{}Any{}", "Not(".repeat(levels), ")".repeat(levels));
        let forms: [(&str, &str); 5] = [
            ("Static(effect: Affect(All(", "), [SwitchPT]))"),
            ("Keyword(Protection(", "))"),
            ("Keyword(Affinity(", "))"),
            ("Keyword(Ward([Sacrifice(N(1), ", ")]))"),
            (
                "Static(effect: Affect(The(This), [GainAbilities([Triggered(when: Enters(Any), modes: (min: 1, max: 1, list: [(effects: [Destroy(what: All(",
                "))])]))])]))",
            ),
        ];
        let db = CardDb::embedded();
        for (before, after) in forms {
            // As deep as can be read, it can be used.
            let deepest = (1..140).rev().find_map(|levels| card(&format!("{before}{}{after}", not(levels))).ok());
            let deepest = deepest.unwrap_or_else(|| panic!("{before}"));
            db.compile(&deepest).unwrap_or_else(|error| panic!("{before}: {error}"));
            for levels in [200, 5_000, 60_000] {
                let error = card(&format!("{before}{}{after}", not(levels))).expect_err(before);
                assert!(error.message.contains("nested too deeply"), "{error}");
            }
        }
        let mut filter = Filter::Any;
        for _ in 0..3_000 {
            filter = Filter::Not(Box::new(filter));
        }
        let mut deep = card("").unwrap();
        deep.abilities = vec![AbilityDef::Keyword(KeywordAbility::Affinity(filter))];
        assert!(matches!(db.compile(&deep), Err(CompileError::TooDeep)));
        assert!(matches!(db.with_cards(&[deep]), Err(CompileError::TooDeep)));
        assert!(check::is_too_deep(&{
            let mut cost = Cost(Vec::new());
            for _ in 0..1_000 {
                cost = Cost(vec![CostPart::Times(Quantity::N(1), Box::new(cost))]);
            }
            let mut card = card("").unwrap();
            card.abilities = vec![AbilityDef::Keyword(KeywordAbility::Ward(cost))];
            card
        }));
    }

    #[test]
    fn an_empty_cost_leaves_the_others() {
        let abilities = written(&KeywordAbility::Transmute(Cost(Vec::new())), 0).expect("it is written");
        let [AbilityDef::Activated(activated)] = abilities.as_slice() else { panic!("{abilities:?}") };
        assert_eq!(activated.cost, Cost(vec![CostPart::DiscardThis]));
    }
}
