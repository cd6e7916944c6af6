//! Abilities: activated, triggered and static ones, those of spells, and quoted ones.

use super::*;
use crate::cards::oracle::grammar::verbs::cards::tapped;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

pub(super) fn activated(cost: Cost, targets: Vec<TargetDef>, effects: Vec<Instruction>) -> ActivatedDef {
    ActivatedDef { targets, ..ActivatedDef::new(cost, effects) }
}

pub(super) fn triggered(
    when: TriggerEvent,
    only_if: Condition,
    targets: Vec<TargetDef>,
    effects: Vec<Instruction>,
) -> TriggeredDef {
    TriggeredDef {
        when,
        provided: Condition::Always,
        only_if,
        targets,
        effects,
        modes: None,
        from: ZoneKind::Battlefield,
        per_turn: None,
    }
}

/// The targets that were mentioned.
pub(super) fn targets(context: &mut Context) -> Vec<TargetDef> {
    context.targets.to_vec()
}

pub(super) fn plain(def: &ActivatedDef) -> bool {
    *def == ActivatedDef { from: def.from, ..activated(def.cost.clone(), def.targets.clone(), def.effects.clone()) }
}

fn loyalty(cost: &Cost) -> Option<i32> {
    match cost.0.as_slice() {
        [CostPart::Loyalty(n)] => Some(*n),
        _ => None,
    }
}

/// In a step of your turns.
fn during(step: StepName) -> Condition {
    Condition::And(vec![Condition::TurnOf(Who::You), Condition::During(step)])
}

/// In a step of the combat phase (CR 506.1).
pub(super) fn in_combat() -> Condition {
    let steps = [
        StepName::BeginCombat,
        StepName::DeclareAttackers,
        StepName::DeclareBlockers,
        StepName::FirstStrikeDamage,
        StepName::CombatDamage,
        StepName::EndCombat,
    ];
    Condition::Or(steps.map(Condition::During).into())
}

/// Cost and effects from a zone other than the battlefield, with a part of the cost that says it.
fn from_zone(def: &ActivatedDef, zone: ZoneKind, part: &CostPart) -> Vec<(Cost, Vec<Instruction>)> {
    if def.from != zone {
        return Vec::new();
    }
    let ActivatedDef { mut cost, effects, .. } = def.clone();
    let here = ActivatedDef { from: ZoneKind::Battlefield, ..def.clone() };
    if plain(&here) && cost.0.len() > 1 && cost.0.pop().as_ref() == Some(part) {
        vec![(cost, effects)]
    } else {
        Vec::new()
    }
}

fn in_zone(
    context: &mut Context,
    cost: Cost,
    zone: ZoneKind,
    part: CostPart,
    effects: Vec<Instruction>,
) -> ActivatedDef {
    let mut parts = cost.0;
    parts.push(part);
    ActivatedDef { from: zone, ..activated(Cost(parts), targets(context), effects) }
}

/// How an event begins that can't happen twice to the same thing.
fn once(event: &TriggerEvent) -> bool {
    use TriggerEvent as E;
    match event {
        E::Cycles(_, f) | E::Casts { what: f, .. } | E::Moves { what: f, .. } => *f == Filter::Is(Obj::This),
        E::Sacrifices(_, f) | E::Discards(_, f) => *f == Filter::Is(Obj::This),
        E::CausedBy(_, event) => once(event),
        E::Enters(Filter::And(list)) => matches!(list.first(), Some(Filter::Is(_))),
        E::State(_) => true,
        E::Enters(f) | E::Dies(f) | E::Leaves(f) | E::TurnedFaceUp(f) | E::TransformsInto(f) | E::Becomes(_, f) => {
            matches!(f, Filter::Is(_))
        }
        E::BecomesTarget { what, .. } => *what == Filter::Is(Obj::This),
        E::Does(PermanentAction::GoUnpaid | PermanentAction::BecomePlotted, what) => *what == Filter::Is(Obj::This),
        E::AnyOf(list) => list.iter().all(once),
        _ => false,
    }
}

/// Two events, of which nothing is called back: it may be of either.
fn both(context: &mut Context, a: TriggerEvent, b: TriggerEvent) -> Option<TriggerEvent> {
    context.mentions.retain(|_| false);
    (context.event, context.dies, context.event_subject) = (false, false, None);
    // Both happen where the ability functions.
    use TriggerEvent as E;
    let elsewhere = matches!(a, E::Casts { .. } | E::Cycles(..) | E::Moves { .. });
    (once(&a) && !elsewhere && !once(&b) && !is_time(&b)).then(|| TriggerEvent::AnyOf(vec![a, b]))
}

/// Something happens, once or each time, and a step begins: what both are about isn't known.
fn with_time(context: &mut Context, event: TriggerEvent, time: TriggerEvent, first: bool) -> Option<TriggerEvent> {
    context.mentions.retain(|_| false);
    (context.event, context.dies, context.event_subject) = (false, false, None);
    use TriggerEvent as E;
    let elsewhere = matches!(event, E::Cycles(..) | E::Moves { .. }) || first && matches!(event, E::Casts { .. });
    let fits = once(&event) == first && !elsewhere && !is_time(&event) && is_time(&time);
    let list = if first { vec![event, time] } else { vec![time, event] };
    fits.then(|| E::AnyOf(list))
}

/// What happens and when, as [`with_time`] has it.
fn is_with_time(event: TriggerEvent, first: bool) -> Vec<(TriggerEvent, TriggerEvent)> {
    let TriggerEvent::AnyOf(list) = event else { return Vec::new() };
    match list.as_slice() {
        [a, b] if first && once(a) && is_time(b) => vec![(a.clone(), b.clone())],
        [b, a] if !first && !once(a) && !is_time(a) && is_time(b) => vec![(a.clone(), b.clone())],
        _ => Vec::new(),
    }
}

fn is_time(event: &TriggerEvent) -> bool {
    matches!(event, TriggerEvent::Beginning(..))
}

pub(super) fn simple(def: &TriggeredDef) -> bool {
    let plain = triggered(def.when.clone(), def.only_if.clone(), def.targets.clone(), def.effects.clone());
    *def == TriggeredDef { from: def.from, ..plain }
}

/// Conditions that a trigger can wait for (CR 603.8).
fn state(cond: &Condition) -> bool {
    let inner = if let Condition::Not(inner) = cond { inner } else { cond };
    matches!(inner, Condition::Exists(Objects::All(_)) | Condition::Compare(..))
        && !matches!(inner, Condition::Exists(Objects::ThisTurn(..)))
}

/// The zone from which a triggered ability functions: what its words say, or what its event does.
pub(super) fn functions(context: &Context, when: &TriggerEvent) -> ZoneKind {
    use TriggerEvent as E;
    let this = |f: &Filter| *f == Filter::Is(Obj::This);
    match when {
        E::Cycles(_, f) | E::Discards(_, f) if this(f) => ZoneKind::Graveyard,
        E::CausedBy(_, event) => functions(context, event),
        E::Casts { what, .. } if this(what) => ZoneKind::Stack,
        E::Does(PermanentAction::BecomePlotted, what) if this(what) => ZoneKind::Exile,
        E::Moves { what, to: Some(ZoneKind::Graveyard), .. } if this(what) => ZoneKind::Graveyard,
        // CR 113.6m: it triggers as what it enchants leaves, though its effect takes it from another zone.
        E::Dies(what) | E::Leaves(what) if *what == Filter::Is(Obj::Host) => ZoneKind::Battlefield,
        _ => context.zone,
    }
}

/// A triggered ability, in the zone from which it functions.
pub(super) fn whole(
    context: &mut Context,
    when: TriggerEvent,
    only_if: Condition,
    effects: Vec<Instruction>,
) -> Option<TriggeredDef> {
    let from = functions(context, &when);
    // CR 400.7f: as the host of an Aura is gone, "this card from your graveyard" may be elsewhere.
    (from != ZoneKind::Battlefield || context.zone != ZoneKind::Graveyard).then_some(())?;
    let mut def = TriggeredDef { from, ..triggered(when, only_if, targets(context), effects) };
    let mut asked = false;
    for effect in &mut def.effects {
        effect.each(|q: &mut Quantity| asked |= *q == Quantity::EventAmount);
    }
    (!asked || has_amount(&def.when)).then_some(()).filter(|()| knows_x(&mut def)).map(|()| def)
}

/// Whether an ability knows the X of which it speaks: what triggers as a permanent becomes so designated isn't told with which X
/// that was (CR 701.37c), what triggers as a spell is cast not that of the spell (107.3e), and a chapter has none of its own.
pub(super) fn knows_x(def: &mut TriggeredDef) -> bool {
    let mut uses = false;
    let other = match &def.when {
        TriggerEvent::Becomes(..) | TriggerEvent::Chapters(_) => true,
        TriggerEvent::Casts { what, .. } => *what != Filter::Is(Obj::This),
        _ => false,
    };
    if other && !pays_x(def) {
        def.each(|q: &mut Quantity| uses |= *q == Quantity::X);
    }
    !uses
}

/// Whether a player chooses X as they pay for something.
fn pays_x(def: &mut TriggeredDef) -> bool {
    let mut pays = false;
    def.each(|effect: &mut Instruction| {
        pays |= matches!(effect, Instruction::MayPay { cost, .. } if crate::cards::letters::parts_use_x(&cost.0));
    });
    pays
}

/// Whether "that many" and "that much" can be said of an event: it has an amount.
fn has_amount(when: &TriggerEvent) -> bool {
    use TriggerEvent as E;
    match when {
        E::Damage { .. }
        | E::GainsLife(_)
        | E::LosesLife(_)
        | E::CountersPut(..)
        | E::PutsCounters(..)
        | E::OneOrMore(_) => true,
        E::AnyOf(all) => all.iter().all(has_amount),
        _ => false,
    }
}

/// An event with the word that goes with it.
fn event(context: &mut Context, when: TriggerEvent, ok: fn(&TriggerEvent) -> bool) -> Option<TriggerEvent> {
    context.event = true;
    ok(&when).then_some(when)
}

/// Returning the card itself from the graveyard.
fn back(cost: Cost, to: Destination) -> ActivatedDef {
    let effect =
        Instruction::Move { what: Objects::The(Obj::This), to, into: Word::new("v1"), linked: false, until: None };
    ActivatedDef { from: ZoneKind::Graveyard, ..activated(cost, Vec::new(), vec![effect]) }
}

fn is_back(def: &ActivatedDef, there: &Destination) -> Vec<(Cost,)> {
    match def.effects.as_slice() {
        [Instruction::Move { what: Objects::The(Obj::This), to, .. }] if to == there => {
            let plain = back(def.cost.clone(), to.clone());
            let same = ActivatedDef { effects: plain.effects.clone(), ..def.clone() } == plain;
            if same { vec![(def.cost.clone(),)] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

pub(super) fn casts() -> TriggerEvent {
    TriggerEvent::Casts { who: Who::You, what: Filter::Any, from: None }
}

/// The n-th time in a turn.
pub(super) fn nth_time(
    when: TriggerEvent,
    count: Quantity,
    nth: i32,
    targets: Vec<TargetDef>,
    effects: Vec<Instruction>,
) -> TriggeredDef {
    let provided = Condition::Compare(count, Cmp::Eq, Quantity::N(nth));
    TriggeredDef { provided, ..triggered(when, Condition::Always, targets, effects) }
}

fn is_nth(def: &TriggeredDef, event: &TriggerEvent, count: &Quantity) -> Vec<(i32, Vec<Instruction>)> {
    match &def.provided {
        Condition::Compare(found, Cmp::Eq, Quantity::N(nth)) if found == count && def.when == *event => {
            let plain = nth_time(event.clone(), count.clone(), *nth, def.targets.clone(), def.effects.clone());
            if plain == (TriggeredDef { from: ZoneKind::Battlefield, ..def.clone() }) {
                vec![(*nth, def.effects.clone())]
            } else {
                Vec::new()
            }
        }
        _ => Vec::new(),
    }
}

/// An alternative cost without a keyword: the cost and its condition.
fn alternative(list: &[AbilityDef]) -> Option<(Cost, Condition)> {
    match list {
        [AbilityDef::AlternativeCost(def)] => def.as_plain().map(|(cost, only_if)| (cost.clone(), only_if.clone())),
        _ => None,
    }
}

/// CR 702.142a: only if the creature attacked this turn, and once each turn.
fn boast(def: ActivatedDef) -> Option<ActivatedDef> {
    let free = def.only_if == Condition::Always && def.per_turn.is_none();
    free.then(|| ActivatedDef { only_if: ActivatedDef::boasts_if(), per_turn: Some(1), boast: true, ..def })
}

fn is_boast(def: &ActivatedDef) -> Vec<(ActivatedDef,)> {
    let inner = ActivatedDef { only_if: Condition::Always, per_turn: None, boast: false, ..def.clone() };
    if boast(inner.clone()).as_ref() == Some(def) { vec![(inner,)] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    // ---- activated
    rule!(Ability: "{def}" (def: Limit) <=> {AbilityDef::Activated(def)}; ""),
    rule!(Limit: "{cost} : {effects}" (cost: Price, effects: Sentences) => |c, cost, effects| Some(ActivatedDef { from: c.zone, ..activated(cost, targets(c), effects) }),
        |_, d: &_| if plain(d) && loyalty(&d.cost).is_none() { vec![(d.cost.clone(), d.effects.clone())] } else { Vec::new() }; ""),
    rule!(Limit: "[-X] : {effects}" (effects: Sentences) => |c, effects| Some(activated(Cost(vec![CostPart::LoyaltyX]), targets(c), effects)),
        |_, d: &_| if plain(d) && d.cost.0 == [CostPart::LoyaltyX] { vec![(d.effects.clone(),)] } else { Vec::new() }; "[-X]: draw X cards."),
    rule!(Limit: "{n} : {effects}" (n: Loyal, effects: Sentences) => |c, n, effects| Some(activated(Cost(vec![CostPart::Loyalty(n)]), targets(c), effects)),
        |_, d| match loyalty(&d.cost) { Some(n) if plain(&d) => vec![(n, d.effects)], _ => Vec::new() }; ""),
    rule!(Limit: "{cost} , exile this card from your graveyard : {effects}" (cost: Price, effects: Sentences)
        => |c, cost, effects| Some(in_zone(c, cost, ZoneKind::Graveyard, CostPart::ExileThis, effects)),
        |_, d: &_| from_zone(d, ZoneKind::Graveyard, &CostPart::ExileThis); ""),
    rule!(Limit: "{cost} , discard this card : {effects}" (cost: Price, effects: Sentences)
        => |c, cost, effects| Some(in_zone(c, cost, ZoneKind::Hand, CostPart::DiscardThis, effects)),
        |_, d: &_| from_zone(d, ZoneKind::Hand, &CostPart::DiscardThis); ""),
    rule!(Limit: "discard this card : {effects}" (effects: Sentences)
        => |c, effects| Some(in_zone(c, Cost(Vec::new()), ZoneKind::Hand, CostPart::DiscardThis, effects)),
        |_, d: &_| if d.from == ZoneKind::Hand && d.cost.0 == [CostPart::DiscardThis] && plain(&ActivatedDef { from: ZoneKind::Battlefield, ..d.clone() }) { vec![(d.effects.clone(),)] } else { Vec::new() }; ""),
    rule!(Limit: "exile {this} from your hand : {effects}" (this: Self_, effects: Sentences)
        => |c, _, effects| Some(in_zone(c, Cost(Vec::new()), ZoneKind::Hand, CostPart::ExileThis, effects)),
        |_, d: &_| if d.from == ZoneKind::Hand && d.cost.0 == [CostPart::ExileThis] && plain(&ActivatedDef { from: ZoneKind::Battlefield, ..d.clone() }) { vec![(Obj::This, d.effects.clone())] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only during your {step} ." (def: Limit_, step: Step) => |_, def, step| Some(ActivatedDef { only_if: during(step), ..def }),
        |_, d: &_| match &d.only_if { Condition::And(list) => match list.as_slice() { [Condition::TurnOf(Who::You), Condition::During(step)] => vec![(ActivatedDef { only_if: Condition::Always, ..d.clone() }, *step)], _ => Vec::new() }, _ => Vec::new() }; ""),
    rule!(Limit: "{def} activate only during combat ." (def: Limit_) => |_, def| Some(ActivatedDef { only_if: in_combat(), ..def }),
        |_, d: &_| if d.only_if == in_combat() { vec![(ActivatedDef { only_if: Condition::Always, ..d.clone() },)] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only during the end of combat step ." (def: Limit_) => |_, def| Some(ActivatedDef { only_if: Condition::During(StepName::EndCombat), ..def }),
        |_, d: &_| if d.only_if == Condition::During(StepName::EndCombat) { vec![(ActivatedDef { only_if: Condition::Always, ..d.clone() },)] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only as a instant ." (def: Limit_) => |_, def| Some(ActivatedDef { instant_speed: true, ..def }),
        |_, d: &_| if d.instant_speed { vec![(ActivatedDef { instant_speed: false, ..d.clone() },)] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only as a sorcery ." (def: Limit_) => |_, def| Some(ActivatedDef { sorcery_speed: true, ..def }),
        |_, d: &_| if d.sorcery_speed { vec![(ActivatedDef { sorcery_speed: false, ..d.clone() },)] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only once each turn ." (def: Limit_) => |_, def| Some(ActivatedDef { per_turn: Some(1), ..def }),
        |_, d: &_| if d.per_turn == Some(1) { vec![(ActivatedDef { per_turn: None, ..d.clone() },)] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only once ." (def: Limit_) => |_, def| Some(ActivatedDef { once: true, ..def }),
        |_, d: &_| if d.once { vec![(ActivatedDef { once: false, ..d.clone() },)] } else { Vec::new() }; ""),
    alternate!(Limit: "exhaust \u{2014} {def}" (def: Limit_) => |_, def| Some(ActivatedDef { once: true, ..def }); ""),
    rule!(Limit: "boast \u{2014} {def}" (def: Limit_) => |_, def| boast(def), |_, d: &_| is_boast(d); ""),
    rule!(Limit: "{def} activate only once each turn and only if {cond} ." (def: Limit_, cond: Conds) => |_, def, only_if| Some(ActivatedDef { per_turn: Some(1), only_if, ..def }),
        |_, d: &_| if d.per_turn == Some(1) && d.only_if != Condition::Always { vec![(ActivatedDef { per_turn: None, only_if: Condition::Always, ..d.clone() }, d.only_if.clone())] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only as a sorcery and only once each turn ." (def: Limit_) => |_, def| Some(ActivatedDef { per_turn: Some(1), sorcery_speed: true, ..def }),
        |_, d: &_| if d.sorcery_speed && d.per_turn == Some(1) { vec![(ActivatedDef { sorcery_speed: false, per_turn: None, ..d.clone() },)] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only during your turn ." (def: Limit_) => |_, def| Some(ActivatedDef { only_if: Condition::TurnOf(Who::You), ..def }),
        |_, d: &_| if d.only_if == Condition::TurnOf(Who::You) { vec![(ActivatedDef { only_if: Condition::Always, ..d.clone() },)] } else { Vec::new() }; ""),
    rule!(Limit: "{def} activate only if {cond} ." (def: Limit_, cond: Conds) => |_, def, only_if| (!matches!(only_if, Condition::Is(Obj::This, Filter::Zone(_)))).then_some(ActivatedDef { only_if, ..def }),
        |_, d: &_| if d.only_if != Condition::Always && d.only_if != Condition::TurnOf(Who::You) { vec![(ActivatedDef { only_if: Condition::Always, ..d.clone() }, d.only_if.clone())] } else { Vec::new() }; ""),
    rule!(Limit_: "{cost} : {effects}" (cost: Price, effects: Sentences) => |c, cost, effects| Some(ActivatedDef { from: c.zone, ..activated(cost, targets(c), effects) }),
        |_, d: &_| if plain(d) { vec![(d.cost.clone(), d.effects.clone())] } else { Vec::new() }; ""),
    rule!(Limit: "{cost} : return this card from your graveyard to your hand ." (cost: Price) => |_, cost| Some(back(cost, Destination::Hand)),
        |_, d: &_| is_back(d, &Destination::Hand); ""),
    rule!(Limit: "{cost} : return this card from your graveyard to the battlefield ." (cost: Price) => |_, cost| Some(back(cost, Destination::Battlefield(Entry::default()))),
        |_, d: &_| is_back(d, &Destination::Battlefield(Entry::default())); ""),
    rule!(Limit: "{cost} : return this card from your graveyard to the battlefield tapped ." (cost: Price) => |_, cost| Some(back(cost, tapped())),
        |_, d: &_| is_back(d, &tapped()); ""),
    rule!(Limit_: "{cost} : return this card from your graveyard to your hand ." (cost: Price) => |_, cost| Some(back(cost, Destination::Hand)), |_, d: &_| is_back(d, &Destination::Hand); ""),
    rule!(Limit_: "{cost} : return this card from your graveyard to the battlefield ." (cost: Price) => |_, cost| Some(back(cost, Destination::Battlefield(Entry::default()))),
        |_, d: &_| is_back(d, &Destination::Battlefield(Entry::default())); ""),
    rule!(Limit_: "{cost} : return this card from your graveyard to the battlefield tapped ." (cost: Price) => |_, cost| Some(back(cost, tapped())), |_, d: &_| is_back(d, &tapped()); ""),
    rule!(Limit: "exile this card from your graveyard : {effects}" (effects: Sentences)
        => |c, effects| Some(in_zone(c, Cost(Vec::new()), ZoneKind::Graveyard, CostPart::ExileThis, effects)),
        |_, d: &_| if d.from == ZoneKind::Graveyard && d.cost.0 == [CostPart::ExileThis] && plain(&ActivatedDef { from: ZoneKind::Battlefield, ..d.clone() }) { vec![(d.effects.clone(),)] } else { Vec::new() }; ""),
    rule!(Limit_: "{cost} , exile this card from your graveyard : {effects}" (cost: Price, effects: Sentences)
        => |c, cost, effects| Some(in_zone(c, cost, ZoneKind::Graveyard, CostPart::ExileThis, effects)),
        |_, d: &_| from_zone(d, ZoneKind::Graveyard, &CostPart::ExileThis); ""),
    // ---- triggered
    rule!(Trigger: "whenever you draw your {nth} card each turn , {effects}" (nth: Nth, effects: Begun) => |c, nth, effects| { c.event = true; let def = nth_time(TriggerEvent::Draws(Who::You), Quantity::DrawnThisTurn(Who::You), nth, targets(c), effects); Some(TriggeredDef { from: c.zone, ..def }) },
        |_, d: &_| is_nth(d, &TriggerEvent::Draws(Who::You), &Quantity::DrawnThisTurn(Who::You)); ""),
    rule!(Trigger: "whenever you cast your {nth} spell each turn , {effects}" (nth: Nth, effects: Begun) => |c, nth, effects| { c.event = true; Some(nth_time(casts(), Quantity::SpellsThisTurn(Who::You), nth, targets(c), effects)) },
        |_, d: &_| is_nth(d, &casts(), &Quantity::SpellsThisTurn(Who::You)); ""),
    alternate!(Trigger: "when you draw your {nth} card in a turn , {effects}" (nth: Nth, effects: Begun) => |c, nth, effects| { c.event = true; let def = nth_time(TriggerEvent::Draws(Who::You), Quantity::DrawnThisTurn(Who::You), nth, targets(c), effects); Some(TriggeredDef { from: c.zone, ..def }) }; ""),
    rule!(When: "when {a} and whenever {b}" (a: Event, b: Event) => |c, a, b| both(c, a, b),
        |_, e| match e { TriggerEvent::AnyOf(list) => match list.as_slice() { [a, b] if once(a) && !once(b) => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() }; ""),
    rule!(When: "when {a} and at {b}" (a: Event, b: Event) => |c, a, b| with_time(c, a, b, true), |_, e| is_with_time(e, true); ""),
    rule!(When: "at {a} and whenever {b}" (a: Event, b: Event) => |c, a, b| with_time(c, b, a, false), |_, e| is_with_time(e, false).into_iter().map(|(b, a)| (a, b)).collect(); ""),
    rule!(Nth: "first" () <=> {1}; ""),
    rule!(Nth: "second" () <=> {2}; ""),
    rule!(Nth: "third" () <=> {3}; ""),
    rule!(Ability: "{def}" (def: Trigger) <=> {AbilityDef::Triggered(def)}; ""),
    rule!(Trigger: "{when} , {effects}" (when: When, effects: Begun) => |c, when, effects| whole(c, when, Condition::Always, effects),
        |_, d: &_| if simple(d) && d.only_if == Condition::Always { vec![(d.when.clone(), d.effects.clone())] } else { Vec::new() }; ""),
    rule!(Trigger: "{when} , if {cond} , {effects}" (when: When, cond: Conds, effects: Sentences) => |c, when, cond, effects| whole(c, when, cond, effects),
        |_, d: &_| if simple(d) && d.only_if != Condition::Always { vec![(d.when.clone(), d.only_if.clone(), d.effects.clone())] } else { Vec::new() }; ""),
    rule!(Trigger: "{def} this ability triggers only once each turn ." (def: Trigger_) => |_, def| Some(TriggeredDef { per_turn: Some(1), ..def }),
        |_, d: &_| if d.per_turn == Some(1) { vec![(TriggeredDef { per_turn: None, ..d.clone() },)] } else { Vec::new() }; ""),
    rule!(Trigger_: "{when} , {effects}" (when: When, effects: Begun) => |c, when, effects| whole(c, when, Condition::Always, effects),
        |_, d: &_| if simple(d) && d.only_if == Condition::Always { vec![(d.when.clone(), d.effects.clone())] } else { Vec::new() }; ""),
    rule!(When: "when {event}" (event: Event) => |c, e| event(c, e, |e| once(e) && !is_time(e)), |_, e: &_| if once(e) { vec![(e.clone(),)] } else { Vec::new() }; ""),
    rule!(When: "whenever {event}" (event: Event) => |c, e| event(c, e, |e| !once(e) && !is_time(e)), |_, e: &_| if once(e) || is_time(e) { Vec::new() } else { vec![(e.clone(),)] }; ""),
    rule!(When: "at {event}" (event: Event) => |c, e| event(c, e, is_time), |_, e: &_| if is_time(e) { vec![(e.clone(),)] } else { Vec::new() }; ""),
    alternate!(When: "whenever {event}" (event: Event) => |c, e| event(c, e, |e| once(e) && !is_time(e)); ""),
    // Both words mean the same (CR 603.1).
    alternate!(When: "when {event}" (event: Event) => |c, e| event(c, e, |e| !once(e) && !is_time(e)); ""),
    rule!(When: "when {cond}" (cond: Cond) => |c, cond| { c.event = true; state(&cond).then_some(TriggerEvent::State(cond)) }, |_, e| match e { TriggerEvent::State(cond) => vec![(cond,)], _ => Vec::new() }; ""),
    // ---- static
    rule!(Ability: "{def}" (def: Static) <=> {def}; ""),
    rule!(Quote: "{ability}" (ability: Ability) <=> {ability}; ""),
    // ---- lines of permanents and of anything
    rule!(Line: "{keywords}" (keywords: KwLine) => |_, keywords| Some(keywords), |_, list: &_| if list.len() == 1 || list.iter().all(|a| matches!(a, AbilityDef::Keywords(_) | AbilityDef::Keyword(_))) { vec![(list.clone(),)] } else { Vec::new() }; "flying"),
    rule!(Line: "when you cast this spell and when {this} dies , {effects}" (this: Self_, effects: Sentences) => |c, _, effects| {
            let cast = TriggerEvent::Casts { who: Who::You, what: Filter::Is(Obj::This), from: None };
            let died = TriggerEvent::Dies(Filter::Is(Obj::This));
            let mut one = |when| Some(AbilityDef::Triggered(whole(c, when, Condition::Always, effects.clone())?));
            let both = [one(cast)?, one(died)?];
            c.mentions.iter().all(|m| m.role != crate::cards::oracle::syntax::Role::Subject).then(|| both.to_vec())
        }, |_, _value: &_| Vec::new(); ""),
    rule!(Line: "{ability}" (ability: Ability) => |_, ability| Some(vec![ability]), |_, list: &_| match list.as_slice() { [one] => vec![(one.clone(),)], _ => Vec::new() }; ""),
    rule!(Line: "as a additional cost to cast this spell , {cost} ." (cost: Extra) => |_, cost| Some(vec![AbilityDef::AdditionalCost(cost)]),
        |_, list: &_| match list.as_slice() { [AbilityDef::AdditionalCost(cost)] => vec![(cost.clone(),)], _ => Vec::new() }; "as an additional cost to cast this spell, sacrifice a creature."),
    rule!(Line: "as a additional cost to cast this spell , you may {cost} ." (cost: Extra) => |_, cost| Some(vec![AbilityDef::OptionalCost(OptionalDef { cost, multiple: false, all_modes: false, opponent: false, flash: false, either: false })]),
        |_, list: &_| match list.as_slice() { [AbilityDef::OptionalCost(OptionalDef { cost, multiple: false, all_modes: false, opponent: false, flash: false, either: false })] => vec![(cost.clone(),)], _ => Vec::new() }; "as an additional cost to cast this spell, you may sacrifice a creature."),
    rule!(Line: "as a additional cost to cast this spell , {a} or {b} ." (a: Extra, b: Extra) => |c, a, b| { c.paid = None; Some(vec![AbilityDef::EitherCost(vec![a, b])]) },
        |_, list: &_| match list.as_slice() { [AbilityDef::EitherCost(costs)] => match costs.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() }; "as an additional cost to cast this spell, sacrifice a creature or pay {3}."),
    rule!(Line: "as a additional cost to cast this spell , {a} , {b} , or {d} ." (a: Extra, b: Extra, d: Extra) => |c, a, b, d| { c.paid = None; Some(vec![AbilityDef::EitherCost(vec![a, b, d])]) },
        |_, list: &_| match list.as_slice() { [AbilityDef::EitherCost(costs)] => match costs.as_slice() { [a, b, d] => vec![(a.clone(), b.clone(), d.clone())], _ => Vec::new() }, _ => Vec::new() }; "as an additional cost to cast this spell, sacrifice a creature, discard a card, or pay 4 life."),
    rule!(Line: "you may {cost.p} rather than pay this spell 's mana cost ." (cost: Payment) => |_, cost| Some(vec![AbilityDef::AlternativeCost(AlternativeDef::plain(cost, Condition::Always))]),
        |_, list: &_| match alternative(list) { Some((cost, Condition::Always)) => vec![(cost,)], _ => Vec::new() }; ""),
    rule!(Line: "if {cond} , you may {cost.p} rather than pay this spell 's mana cost ." (cond: Conds, cost: Payment) => |_, only_if, cost| Some(vec![AbilityDef::AlternativeCost(AlternativeDef::plain(cost, only_if))]),
        |_, list: &_| match alternative(list) { Some((cost, only_if)) if only_if != Condition::Always => vec![(only_if, cost)], _ => Vec::new() }; ""),
    // The same in another order.
    alternate!(Line: "if {cond} , rather than pay this spell 's mana cost , you may {cost.p} ." (cond: Conds, cost: Payment) => |_, only_if, cost| Some(vec![AbilityDef::AlternativeCost(AlternativeDef::plain(cost, only_if))]); ""),
    rule!(Line: "if {cond} , you may cast this spell without paying its mana cost ." (cond: Conds) => |_, only_if| Some(vec![AbilityDef::AlternativeCost(AlternativeDef::plain(Cost(Vec::new()), only_if))]),
        |_, list: &_| match alternative(list) { Some((cost, only_if)) if cost.0.is_empty() && only_if != Condition::Always => vec![(only_if,)], _ => Vec::new() }; ""),
    rule!(Line: "{this} enters tapped with {count} {k} counters on it ." (this: Self_, count: Count, k: Kind) => |_, _, count, k| statics::tapped_with(count, k), |_, _value: &_| Vec::new(); ""),
    rule!(Line: "{this} enters tapped . as it enters , choose a color other than {hue} ." (this: Self_, hue: Hue) => |c, _, hue| {
            let choose = statics::choose_but(c, hue)?;
            Some(vec![statics::tapped(), choose])
        }, |_, _value: &_| Vec::new(); ""),
    rule!(Line: "{this} enters tapped with a {k} counter on it ." (this: Self_, k: Kind) => |_, _, k| statics::tapped_with(Quantity::N(1), k), |_, _value: &_| Vec::new(); ""),
    rule!(Extra: "{part.p}" (part: Part) => |_, part| Some(Cost(vec![part])), |_, Cost(list)| match list.as_slice() { [one] => vec![(one.clone(),)], _ => Vec::new() }; "sacrifice a creature"),
    rule!(Extra: "{a.p} and {b.p}" (a: Part, b: Part) => |_, a, b| Some(Cost(vec![a, b])), |_, Cost(list)| match list.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }; "sacrifice a creature and pay 2 life"),
    // ---- modes
    rule!(Modal: "{head} \u{2014} {list}" (head: Pick, list: ModeList) => |_, (min, max), list| modes(min, max, list),
        |_, m| {
            let all = m.list.len();
            let max = match usize::from(m.max) { 2 if all == 2 && m.min == 1 => -1, max if max == all && m.min == 1 => -2, max => max as i32 };
            if m.repeat || m.instead.is_some() || m.unchosen.is_some() { Vec::new() } else { vec![((i32::from(m.min), max), m.list)] }
        }; ""),
    // CR 700.2d.
    rule!(Modal: "{head} . you may choose the same mode more than once . {list}" (head: Pick, list: ModeList) => |_, (min, max), list| again(min, max, list),
        |_, m| if m.repeat && m.min == m.max && m.list.iter().all(|mode| mode.worth == 1) { vec![((i32::from(m.min), i32::from(m.max)), m.list)] } else { Vec::new() }; ""),
    rule!(Pick: "choose {m}" (m: Words) => |_, m| (m > 2).then_some((m, m)), |_, p: &_| if p.0 == p.1 && p.0 > 2 { vec![(p.0,)] } else { Vec::new() }; ""),
    rule!(Pick: "choose one" () => |_| Some((1, 1)), |_, p: &_| if *p == (1, 1) { vec![()] } else { Vec::new() }; ""),
    rule!(Pick: "choose two" () => |_| Some((2, 2)), |_, p: &_| if *p == (2, 2) { vec![()] } else { Vec::new() }; ""),
    rule!(Pick: "choose up to one" () => |_| Some((0, 1)), |_, p: &_| if *p == (0, 1) { vec![()] } else { Vec::new() }; ""),
    rule!(Pick: "choose one or both" () => |_| Some((1, -1)), |_, p: &_| if *p == (1, -1) { vec![()] } else { Vec::new() }; ""),
    rule!(Pick: "choose one or more" () => |_| Some((1, -2)), |_, p: &_| if *p == (1, -2) { vec![()] } else { Vec::new() }; ""),
    rule!(ModeList: "{one}" (one: ModeItem) => |_, one| Some(vec![one]), |_, l: &_| match l.as_slice() { [one] => vec![(one.clone(),)], _ => Vec::new() }; ""),
    rule!(ModeList: "{one} {rest}" (one: ModeItem, rest: ModeList) => |_, one, mut rest| { rest.insert(0, one); Some(rest) },
        |_, l: &_| match l.split_first() { Some((one, rest)) if !rest.is_empty() => vec![(one.clone(), rest.to_vec())], _ => Vec::new() }; ""),
    rule!(ModeItem: "\u{2022} {effects}" (effects: Sentences) => |c, effects| Some(Mode { targets: targets(c), effects, cost: Cost::default(), worth: 1 }), |_, m: &_| if m.cost.0.is_empty() { vec![(m.effects.clone(),)] } else { Vec::new() }; ""),
    rule!(SpreeList: "{one}" (one: SpreeItem) => |_, one| Some(vec![one]), |_, l: &_| match l.as_slice() { [one] => vec![(one.clone(),)], _ => Vec::new() }; ""),
    rule!(SpreeList: "{one} {rest}" (one: SpreeItem, rest: SpreeList) => |_, one, mut rest| { rest.insert(0, one); Some(rest) },
        |_, l: &_| match l.split_first() { Some((one, rest)) if !rest.is_empty() => vec![(one.clone(), rest.to_vec())], _ => Vec::new() }; ""),
    rule!(SpreeItem: "+ {cost} \u{2014} {effects}" (cost: Mana, effects: Sentences) => |c, cost, effects| Some(priced(c, cost, effects)), |_, m| price(m); ""),
    // CR 702.183a.
    rule!(TierList: "{one}" (one: TierItem) => |_, one| Some(vec![one]), |_, l: &_| match l.as_slice() { [one] => vec![(one.clone(),)], _ => Vec::new() }; ""),
    rule!(TierList: "{one} {rest}" (one: TierItem, rest: TierList) => |_, one, mut rest| { rest.insert(0, one); Some(rest) },
        |_, l: &_| match l.split_first() { Some((one, rest)) if !rest.is_empty() => vec![(one.clone(), rest.to_vec())], _ => Vec::new() }; ""),
    rule!(TierItem: "\u{2022} {cost} \u{2014} {effects}" (cost: Mana, effects: Sentences) => |c, cost, effects| Some(priced(c, cost, effects)), |_, m| price(m); ""),
    rule!(SpellModes: "tiered {list}" (list: TierList) => |_, list| modes(1, 1, list),
        |_, m| if m.min == 1 && m.max == 1 && !m.repeat { vec![(m.list,)] } else { Vec::new() }; ""),
    rule!(SpellModes: "spree {list}" (list: SpreeList) => |_, list| modes(1, list.len() as i32, list),
        |_, m| if m.min == 1 && usize::from(m.max) == m.list.len() && !m.repeat { vec![(m.list,)] } else { Vec::new() }; ""),
    rule!(SpellModes: "{modes}" (modes: Modal) <=> {modes}; ""),
    rule!(Limit: "{cost} : {modes}" (cost: Price, modes: Modal) => |_, cost, modes| Some(ActivatedDef { modes: Some(modes), ..activated(cost, Vec::new(), Vec::new()) }),
        |_, d| match d.modes.clone() { Some(modes) if plain(&ActivatedDef { modes: None, ..d.clone() }) && d.effects.is_empty() => vec![(d.cost, modes)], _ => Vec::new() }; ""),
    rule!(Trigger: "{when} , {modes}" (when: When, modes: Modal) => |c, when, modes| Some(TriggeredDef { from: functions(c, &when), modes: Some(modes), ..triggered(when, Condition::Always, Vec::new(), Vec::new()) }),
        |_, d| match d.modes.clone() { Some(modes) if simple(&TriggeredDef { modes: None, ..d.clone() }) && d.effects.is_empty() => vec![(d.when, modes)], _ => Vec::new() }; ""),
];

/// A mode that costs mana besides (CR 700.2h).
fn priced(context: &mut Context, cost: ManaCost, effects: Vec<Instruction>) -> Mode {
    Mode { targets: targets(context), effects, cost: Cost(vec![CostPart::Mana(cost)]), worth: 1 }
}

fn price(mode: Mode) -> Vec<(ManaCost, Vec<Instruction>)> {
    match mode.cost.0.as_slice() {
        [CostPart::Mana(cost)] => vec![(cost.clone(), mode.effects)],
        _ => Vec::new(),
    }
}

/// Modes of which each may be chosen more than once.
fn again(min: i32, max: i32, list: Vec<Mode>) -> Option<Modes> {
    let times = u8::try_from(min).ok().filter(|times| *times > 1 && min == max)?;
    (list.len() > 1).then_some(Modes { min: times, max: times, repeat: true, instead: None, unchosen: None, list })
}

/// Modes with their numbers: "both" is of two, "more" is of all.
pub(super) fn modes(min: i32, max: i32, list: Vec<Mode>) -> Option<Modes> {
    let all = u8::try_from(list.len()).ok().filter(|_| list.iter().all(|mode| mode.worth == 1))?;
    let max = match max {
        -1 if all == 2 => 2,
        -2 if all > 2 => all,
        max => u8::try_from(max).ok()?,
    };
    (max <= all && all > 1).then(|| Modes { min: min as u8, max, repeat: false, instead: None, unchosen: None, list })
}
