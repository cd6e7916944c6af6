//! Abilities: activated, triggered and static ones, those of spells, and quoted ones.

use super::super::syntax::{Context, Rule, alternate, rule};
use super::*;

fn activated(cost: Cost, targets: Vec<TargetDef>, effects: Vec<Effect>) -> ActivatedDef {
    ActivatedDef {
        cost,
        targets,
        effects,
        modes: None,
        from: ZoneKind::Battlefield,
        sorcery_speed: false,
        only_if: Condition::Always,
        per_turn: None,
        by: Who::You,
    }
}

fn triggered(when: TriggerEvent, only_if: Condition, targets: Vec<TargetDef>, effects: Vec<Effect>) -> TriggeredDef {
    TriggeredDef { when, at_event: Condition::Always, only_if, targets, effects, modes: None, from: ZoneKind::Battlefield, per_turn: None }
}

/// The targets that were mentioned.
fn targets(context: &mut Context) -> Vec<TargetDef> {
    context.targets.clone()
}

fn plain(def: &ActivatedDef) -> bool {
    *def == activated(def.cost.clone(), def.targets.clone(), def.effects.clone())
}

fn loyalty(cost: &Cost) -> Option<i32> {
    match cost.0.as_slice() {
        [CostPart::Loyalty(n)] => Some(*n),
        _ => None,
    }
}

/// Cost and effects from a zone other than the battlefield, with a part of the cost that says it.
fn from_zone(def: ActivatedDef, zone: ZoneKind, part: &CostPart) -> Vec<(Cost, Vec<Effect>)> {
    let ActivatedDef { mut cost, effects, from, .. } = def.clone();
    let here = ActivatedDef { from: ZoneKind::Battlefield, ..def };
    if from == zone && plain(&here) && cost.0.len() > 1 && cost.0.pop().as_ref() == Some(part) { vec![(cost, effects)] } else { Vec::new() }
}

fn in_zone(context: &mut Context, cost: Cost, zone: ZoneKind, part: CostPart, effects: Vec<Effect>) -> ActivatedDef {
    let mut parts = cost.0;
    parts.push(part);
    ActivatedDef { from: zone, ..activated(Cost(parts), targets(context), effects) }
}

/// How an event begins that can't happen twice to the same thing.
fn once(event: &TriggerEvent) -> bool {
    use TriggerEvent as E;
    match event {
        E::Enters(f) | E::Dies(f) | E::Leaves(f) | E::TurnedFaceUp(f) => matches!(f, Filter::Is(_)),
        E::BecomesTarget { what, .. } => *what == Filter::Is(Obj::This),
        E::AnyOf(list) => list.iter().all(once),
        _ => false,
    }
}

fn is_time(event: &TriggerEvent) -> bool {
    matches!(event, TriggerEvent::Beginning(..))
}

fn simple(def: &TriggeredDef) -> bool {
    *def == triggered(def.when.clone(), def.only_if.clone(), def.targets.clone(), def.effects.clone())
}

fn event(context: &mut Context, when: TriggerEvent, ok: fn(&TriggerEvent) -> bool) -> Option<TriggerEvent> {
    context.event = true;
    ok(&when).then_some(when)
}

pub(super) const RULES: &[Rule] = &[
    // ---- activated
    rule!(Ability: "{def}" (def: Limit) <=> {AbilityDef::Activated(def)}; ""),
    rule!(Limit: "{cost} : {effects}" (cost: Price, effects: Sentences) => |c, cost, effects| Some(activated(cost, targets(c), effects)),
        |_, d| if plain(&d) && loyalty(&d.cost).is_none() { vec![(d.cost, d.effects)] } else { Vec::new() }; ""),
    rule!(Limit: "{n} : {effects}" (n: Loyal, effects: Sentences) => |c, n, effects| Some(activated(Cost(vec![CostPart::Loyalty(n)]), targets(c), effects)),
        |_, d| match loyalty(&d.cost) { Some(n) if plain(&d) => vec![(n, d.effects)], _ => Vec::new() }; ""),
    rule!(Limit: "{cost} , exile this card from your graveyard : {effects}" (cost: Price, effects: Sentences)
        => |c, cost, effects| Some(in_zone(c, cost, ZoneKind::Graveyard, CostPart::ExileThis, effects)),
        |_, d| from_zone(d, ZoneKind::Graveyard, &CostPart::ExileThis); ""),
    rule!(Limit: "{cost} , discard this card : {effects}" (cost: Price, effects: Sentences)
        => |c, cost, effects| Some(in_zone(c, cost, ZoneKind::Hand, CostPart::DiscardThis, effects)),
        |_, d| from_zone(d, ZoneKind::Hand, &CostPart::DiscardThis); ""),
    rule!(Limit: "{def} activate only as a sorcery ." (def: Limit_) => |_, def| Some(ActivatedDef { sorcery_speed: true, ..def }),
        |_, d| if d.sorcery_speed { vec![(ActivatedDef { sorcery_speed: false, ..d },)] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only once each turn ." (def: Limit_) => |_, def| Some(ActivatedDef { per_turn: Some(1), ..def }),
        |_, d| if d.per_turn == Some(1) { vec![(ActivatedDef { per_turn: None, ..d },)] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only as a sorcery and only once each turn ." (def: Limit_) => |_, def| Some(ActivatedDef { per_turn: Some(1), sorcery_speed: true, ..def }),
        |_, d| if d.sorcery_speed && d.per_turn == Some(1) { vec![(ActivatedDef { sorcery_speed: false, per_turn: None, ..d },)] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only during your turn ." (def: Limit_) => |_, def| Some(ActivatedDef { only_if: Condition::TurnOf(Who::You), ..def }),
        |_, d| if d.only_if == Condition::TurnOf(Who::You) { vec![(ActivatedDef { only_if: Condition::Always, ..d },)] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only if {cond} ." (def: Limit_, cond: Cond) => |_, def, only_if| Some(ActivatedDef { only_if, ..def }),
        |_, d| if d.only_if != Condition::Always && d.only_if != Condition::TurnOf(Who::You) { vec![(ActivatedDef { only_if: Condition::Always, ..d.clone() }, d.only_if)] } else { Vec::new() }; ""),
    rule!(Limit_: "{cost} : {effects}" (cost: Price, effects: Sentences) => |c, cost, effects| Some(activated(cost, targets(c), effects)),
        |_, d| if plain(&d) { vec![(d.cost, d.effects)] } else { Vec::new() }; ""),
    // ---- triggered
    rule!(Ability: "{def}" (def: Trigger) <=> {AbilityDef::Triggered(def)}; ""),
    rule!(Trigger: "{when} , {effects}" (when: When, effects: Sentences) => |c, when, effects| Some(triggered(when, Condition::Always, targets(c), effects)),
        |_, d| if simple(&d) && d.only_if == Condition::Always { vec![(d.when, d.effects)] } else { Vec::new() }; ""),
    rule!(Trigger: "{when} , if {cond} , {effects}" (when: When, cond: Cond, effects: Sentences) => |c, when, cond, effects| Some(triggered(when, cond, targets(c), effects)),
        |_, d| if simple(&d) && d.only_if != Condition::Always { vec![(d.when, d.only_if, d.effects)] } else { Vec::new() }; ""),
    rule!(Trigger: "{def} this ability triggers only once each turn ." (def: Trigger_) => |_, def| Some(TriggeredDef { per_turn: Some(1), ..def }),
        |_, d| if d.per_turn == Some(1) { vec![(TriggeredDef { per_turn: None, ..d },)] } else { Vec::new() }; ""),
    rule!(Trigger_: "{when} , {effects}" (when: When, effects: Sentences) => |c, when, effects| Some(triggered(when, Condition::Always, targets(c), effects)),
        |_, d| if simple(&d) && d.only_if == Condition::Always { vec![(d.when, d.effects)] } else { Vec::new() }; ""),
    rule!(When: "when {event}" (event: Event) => |c, e| event(c, e, |e| once(e) && !is_time(e)), |_, e| if once(&e) { vec![(e,)] } else { Vec::new() }; ""),
    rule!(When: "whenever {event}" (event: Event) => |c, e| event(c, e, |e| !once(e) && !is_time(e)), |_, e| if once(&e) || is_time(&e) { Vec::new() } else { vec![(e,)] }; ""),
    rule!(When: "at {event}" (event: Event) => |c, e| event(c, e, is_time), |_, e| if is_time(&e) { vec![(e,)] } else { Vec::new() }; ""),
    alternate!(When: "whenever {event}" (event: Event) => |c, e| event(c, e, |e| once(e) && !is_time(e)); ""),
    // ---- static
    rule!(Ability: "{def}" (def: Static) <=> {def}; ""),
    rule!(Quote: "{ability}" (ability: Ability) <=> {ability}; ""),
    // ---- lines of permanents and of anything
    rule!(Line: "{keywords}" (keywords: KwLine) => |_, keywords| Some(keywords), |_, list| if list.iter().all(|a| matches!(a, AbilityDef::Keywords(_) | AbilityDef::Keyword(_))) { vec![(list,)] } else { Vec::new() }; "flying"),
    rule!(Line: "{ability}" (ability: Ability) => |_, ability| Some(vec![ability]), |_, list| match list.as_slice() { [one] => vec![(one.clone(),)], _ => Vec::new() }; ""),
    rule!(Line: "as a additional cost to cast this spell , {cost} ." (cost: Extra) => |_, cost| Some(vec![AbilityDef::AdditionalCost(cost)]),
        |_, list| match list.as_slice() { [AbilityDef::AdditionalCost(cost)] => vec![(cost.clone(),)], _ => Vec::new() }; "as an additional cost to cast this spell, sacrifice a creature."),
    rule!(Line: "you may {cost.p} rather than pay this spell 's mana cost ." (cost: Payment) => |_, cost| Some(vec![AbilityDef::AlternativeCost(AlternativeDef { cost, only_if: Condition::Always })]),
        |_, list| match list.as_slice() { [AbilityDef::AlternativeCost(AlternativeDef { cost, only_if: Condition::Always })] => vec![(cost.clone(),)], _ => Vec::new() }; ""),
    rule!(Line: "if {cond} , you may {cost.p} rather than pay this spell 's mana cost ." (cond: Cond, cost: Payment) => |_, only_if, cost| Some(vec![AbilityDef::AlternativeCost(AlternativeDef { cost, only_if })]),
        |_, list| match list.as_slice() { [AbilityDef::AlternativeCost(AlternativeDef { cost, only_if })] if *only_if != Condition::Always => vec![(only_if.clone(), cost.clone())], _ => Vec::new() }; ""),
    rule!(Extra: "{part.p}" (part: Part) => |_, part| Some(Cost(vec![part])), |_, Cost(list)| match list.as_slice() { [one] => vec![(one.clone(),)], _ => Vec::new() }; "sacrifice a creature"),
    rule!(Extra: "{a.p} and {b.p}" (a: Part, b: Part) => |_, a, b| Some(Cost(vec![a, b])), |_, Cost(list)| match list.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }; "sacrifice a creature and pay 2 life"),
    // ---- modes
    rule!(Modal: "{head} \u{2014} {list}" (head: Pick, list: ModeList) => |_, (min, max), list| modes(min, max, list),
        |_, m| match (m.min, m.max) { (min, max) if !m.repeat => vec![((i32::from(min), i32::from(max)), m.list)], _ => Vec::new() }; ""),
    rule!(Pick: "choose one" () => |_| Some((1, 1)), |_, p| if p == (1, 1) { vec![()] } else { Vec::new() }; ""),
    rule!(Pick: "choose two" () => |_| Some((2, 2)), |_, p| if p == (2, 2) { vec![()] } else { Vec::new() }; ""),
    rule!(Pick: "choose one or both" () => |_| Some((1, -1)), |_, _| vec![()]; ""),
    rule!(Pick: "choose one or more" () => |_| Some((1, -2)), |_, _| vec![()]; ""),
    rule!(ModeList: "{one}" (one: ModeItem) => |_, one| Some(vec![one]), |_, l| match l.as_slice() { [one] => vec![(one.clone(),)], _ => Vec::new() }; ""),
    rule!(ModeList: "{one} {rest}" (one: ModeItem, rest: ModeList) => |_, one, mut rest| { rest.insert(0, one); Some(rest) },
        |_, l| match l.split_first() { Some((one, rest)) if !rest.is_empty() => vec![(one.clone(), rest.to_vec())], _ => Vec::new() }; ""),
    rule!(ModeItem: "\u{2022} {effects}" (effects: Sentences) => |c, effects| Some(Mode { targets: targets(c), effects }), |_, m| vec![(m.effects,)]; ""),
    rule!(SpellModes: "{modes}" (modes: Modal) <=> {modes}; ""),
    rule!(Limit: "{cost} : {modes}" (cost: Price, modes: Modal) => |_, cost, modes| Some(ActivatedDef { modes: Some(modes), ..activated(cost, Vec::new(), Vec::new()) }),
        |_, d| match d.modes.clone() { Some(modes) if plain(&ActivatedDef { modes: None, ..d.clone() }) && d.effects.is_empty() => vec![(d.cost, modes)], _ => Vec::new() }; ""),
    rule!(Trigger: "{when} , {modes}" (when: When, modes: Modal) => |_, when, modes| Some(TriggeredDef { modes: Some(modes), ..triggered(when, Condition::Always, Vec::new(), Vec::new()) }),
        |_, d| match d.modes.clone() { Some(modes) if simple(&TriggeredDef { modes: None, ..d.clone() }) && d.effects.is_empty() => vec![(d.when, modes)], _ => Vec::new() }; ""),
];

/// Modes with their numbers: "both" is of two, "more" is of all.
fn modes(min: i32, max: i32, list: Vec<Mode>) -> Option<Modes> {
    let all = u8::try_from(list.len()).ok()?;
    let max = match max {
        -1 if all == 2 => 2,
        -2 if all > 2 => all,
        max => u8::try_from(max).ok()?,
    };
    (max <= all && all > 1).then(|| Modes { min: min as u8, max, repeat: false, list })
}
