//! Keywords that are short for an ability of terms that there are, and read and written as the keyword.

use crate::cards::oracle::grammar::help::{n, not};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

fn triggered(when: TriggerEvent, effects: Vec<Effect>) -> AbilityDef {
    AbilityDef::Triggered(TriggeredDef {
        when,
        at_event: Condition::Always,
        only_if: Condition::Always,
        targets: Vec::new(),
        effects,
        modes: None,
        from: ZoneKind::Battlefield,
        per_turn: None,
    })
}

/// CR 702.24a.
fn upkeep(cost: Cost) -> Option<AbilityDef> {
    let age = CounterKind::Named(Word::new("age")?);
    let this = Objects::The(Obj::This);
    let put = Effect::PutCounters { kind: age, count: n(1), and: Vec::new(), on: Recipients::Objects(this.clone()) };
    let cost = Cost(vec![CostPart::Times(Quantity::Counters(age, Obj::This), Box::new(cost))]);
    let pay = Effect::MayPay { who: Who::You, cost, then: Vec::new(), otherwise: vec![Effect::Sacrifice(this)] };
    let only_if = Condition::Is(Obj::This, Filter::Zone(ZoneKind::Battlefield));
    let whole = triggered(TriggerEvent::Beginning(StepName::Upkeep, Who::You), vec![put, pay]);
    match whole {
        AbilityDef::Triggered(def) => Some(AbilityDef::Triggered(TriggeredDef { only_if, ..def })),
        _ => None,
    }
}

fn of_upkeep(ability: &AbilityDef) -> Option<Cost> {
    let AbilityDef::Triggered(TriggeredDef { effects, .. }) = ability else { return None };
    let [_, Effect::MayPay { cost, .. }] = effects.as_slice() else { return None };
    let [CostPart::Times(_, cost)] = cost.0.as_slice() else { return None };
    (upkeep((**cost).clone()).as_ref() == Some(ability)).then(|| (**cost).clone())
}

fn mana(cost: &Cost) -> Option<ManaCost> {
    match cost.0.as_slice() {
        [CostPart::Mana(mana)] => Some(mana.clone()),
        _ => None,
    }
}

/// CR 702.53a.
fn transmute(cost: ManaCost) -> Option<AbilityDef> {
    let into = Word::new("v1")?;
    let found = Objects::Var(into);
    let filter = Filter::ManaValue(Cmp::Eq, Quantity::ManaValue(Obj::This));
    let put =
        Effect::Move { what: found.clone(), to: Destination::Hand, into: Word::new("v2"), linked: false, until: None };
    let search = Effect::Search { who: Who::You, of: Who::You, filter, max: n(1), into };
    Some(AbilityDef::Activated(ActivatedDef {
        cost: Cost(vec![CostPart::Mana(cost), CostPart::DiscardThis]),
        targets: Vec::new(),
        effects: vec![search, Effect::Reveal(found), put, Effect::Shuffle(Who::You)],
        modes: None,
        from: ZoneKind::Hand,
        sorcery_speed: true,
        only_if: Condition::Always,
        per_turn: None,
        by: Who::You,
    }))
}

fn of_transmute(ability: &AbilityDef) -> Vec<(ManaCost,)> {
    let AbilityDef::Activated(ActivatedDef { cost, .. }) = ability else { return Vec::new() };
    match cost.0.as_slice() {
        [CostPart::Mana(mana), CostPart::DiscardThis] if transmute(mana.clone()).as_ref() == Some(ability) => {
            vec![(mana.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// An Equipment that brings a creature (CR 702.92a, 702.182a).
fn bringing(size: i32, colors: Vec<Color>, subtypes: &[&str]) -> Option<AbilityDef> {
    let subtypes: Option<Vec<Subtype>> = subtypes.iter().map(|name| Subtype::named(name)).collect();
    let types = CardTypes::CREATURE;
    let types = TypeLine { supertypes: Supertypes::empty(), types, subtypes: subtypes?.into_iter().collect() };
    let token = TokenDef { name: None, colors, types, pt: Some((Some(size), Some(size))), abilities: Vec::new() };
    let into = Word::new("v1");
    let token = TokenSource::New(Box::new(token));
    let create = Effect::CreateToken { who: Who::You, count: n(1), token, tapped: false, into };
    let attach = Effect::Attach(Objects::The(Obj::This), Obj::Var(into?));
    Some(triggered(TriggerEvent::Enters(Filter::Is(Obj::This)), vec![create, attach]))
}

fn living_weapon() -> Option<AbilityDef> {
    bringing(0, vec![Color::Black], &["Phyrexian", "Germ"])
}

fn job_select() -> Option<AbilityDef> {
    bringing(1, Vec::new(), &["Hero"])
}

/// CR 701.50a: a creature of yours connives.
fn connive(context: &mut Context, what: &Objects) -> Option<Vec<Effect>> {
    let (drawn, discarded) = (context.variable(), context.variable()?);
    let draw = Effect::Draw { who: Who::You, count: n(1), into: drawn };
    let discard =
        Effect::Discard { who: Who::You, count: n(1), filter: Filter::Any, random: false, into: Some(discarded) };
    let nonland = Objects::Only(Box::new(Objects::Var(discarded)), not(Filter::Type(CardTypes::LAND)));
    let on = Recipients::Objects(Objects::The(Obj::This));
    let put = Effect::PutCounters { kind: CounterKind::PowerToughness(1, 1), count: n(1), and: Vec::new(), on };
    let grow = Effect::If { cond: Condition::Exists(nonland), then: vec![put], otherwise: Vec::new() };
    (*what == Objects::The(Obj::This)).then(|| vec![draw, discard, grow])
}

pub(super) const RULES: &[Rule] = &[
    rule!(KwItem: "cumulative upkeep {cost}" (cost: Mana) => |_, cost| upkeep(Cost(vec![CostPart::Mana(cost)])),
        |_, a| of_upkeep(&a).and_then(|cost| mana(&cost)).map(|m| (m,)).into_iter().collect(); "cumulative upkeep {1}"),
    rule!(KwItem: "cumulative upkeep \u{2014} {cost} ." (cost: Price) => |_, cost| mana(&cost).is_none().then(|| upkeep(cost))?,
        |_, a| of_upkeep(&a).filter(|cost| mana(cost).is_none()).map(|cost| (cost,)).into_iter().collect(); ""),
    rule!(KwItem: "transmute {cost}" (cost: Mana) => |_, cost| transmute(cost), |_, a| of_transmute(&a); "transmute {1}{U}{U}"),
    rule!(KwItem: "living weapon" () => |_| living_weapon(), |_, a| if Some(a) == living_weapon() { vec![()] } else { Vec::new() }; "living weapon"),
    rule!(KwItem: "job select" () => |_| job_select(), |_, a| if Some(a) == job_select() { vec![()] } else { Vec::new() }; "job select"),
    rule!(Said: "{what.s} connives" (what: SubjObjs) => |c, what| connive(c, &what),
        |c, e| if connive(&mut c.clone(), &Objects::The(Obj::This)).as_ref() == Some(&e) { vec![(Objects::The(Obj::This),)] } else { Vec::new() }; "this creature connives"),
];
