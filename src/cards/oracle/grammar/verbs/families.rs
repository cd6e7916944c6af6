//! Families of short sentences: who is in a party, what attacks together, what enters with more counters, what is manifested,
//! what else happens to those that were dealt damage.

use crate::cards::oracle::grammar::changes::becoming;
use crate::cards::oracle::grammar::changes::rules::animate;
use crate::cards::oracle::grammar::help::{n, with, without};
use crate::cards::oracle::grammar::statics::replace;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

fn yours() -> Filter {
    with(Filter::Type(CardTypes::CREATURE), Filter::Controlled(Who::You))
}

/// CR 700.8.
fn party() -> Quantity {
    Quantity::Party(Box::new(Objects::All(yours())))
}

fn full_party() -> Condition {
    Condition::Compare(party(), Cmp::Ge, n(4))
}

/// It is one of the first turns of the player, not a turn of another one.
fn early(turns: i32) -> Condition {
    let few = Condition::Compare(Quantity::TurnsBegun(Who::You), Cmp::Le, n(turns));
    Condition::And(vec![Condition::TurnOf(Who::You), few])
}

fn second_main() -> TriggerEvent {
    TriggerEvent::FirstTime(Box::new(TriggerEvent::Beginning(StepName::PostcombatMain, Who::You)))
}

/// The card itself and N others attack, or more.
fn battalion(context: &mut Context, count: i32, effects: Vec<Instruction>) -> Option<TriggeredDef> {
    let others = Filter::And(vec![
        Filter::Type(CardTypes::CREATURE),
        Filter::Attacking,
        Filter::Controlled(Who::You),
        help::other(),
    ]);
    let provided = Condition::Compare(Quantity::Count(Box::new(Objects::All(others))), Cmp::Ge, n(count));
    let when = TriggerEvent::Attacks(Filter::Is(Obj::This));
    Some(TriggeredDef { provided, ..lines::whole(context, when, Condition::Always, effects)? })
}

fn is_battalion(context: &Context, def: &TriggeredDef) -> Vec<(Obj, i32, Vec<Instruction>)> {
    let Condition::Compare(_, Cmp::Ge, Quantity::N(count)) = def.provided else { return Vec::new() };
    let made = battalion(&mut context.clone(), count, def.effects.clone());
    let same = made.is_some_and(|made| TriggeredDef { targets: def.targets.clone(), ..made } == *def);
    if same { vec![(Obj::This, count, def.effects.clone())] } else { Vec::new() }
}

/// They enter with counters besides those that they have anyway.
pub(in crate::cards::oracle::grammar) fn grown(what: Filter, kind: CounterKind, count: Quantity) -> AbilityDef {
    replace(ReplacedEvent::Enters(what), ReplaceWith::Counters(kind, count))
}

pub(in crate::cards::oracle::grammar) fn is_grown(def: &AbilityDef) -> Option<(Filter, CounterKind, Quantity)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { event, with, .. }), .. }) = def
    else {
        return None;
    };
    match (event, with) {
        (ReplacedEvent::Enters(what), ReplaceWith::Counters(kind, count))
            if *what != Filter::Is(Obj::This) && *def == grown(what.clone(), *kind, count.clone()) =>
        {
            Some((what.clone(), *kind, count.clone()))
        }
        _ => None,
    }
}

/// Those of a sort that were dealt damage by the instruction before are exiled instead of dying this turn.
fn seared(context: &mut Context, mut clause: Vec<Instruction>, kind: Filter) -> Option<Vec<Instruction>> {
    let var = context.variable()?;
    match clause.as_mut_slice() {
        [.., Instruction::Damage { dealt_to: dealt_to @ None, .. }] => *dealt_to = Some(var),
        _ => return None,
    }
    let what = with(kind, Filter::In(Box::new(Objects::Var(var))));
    let (from, to) = (Some(ZoneKind::Battlefield), Some(ZoneKind::Graveyard));
    let event = ReplacedEvent::Moves { what, from, to };
    let with = ReplaceWith::MoveTo(Destination::Exile);
    let replacement = Replacement { event, only_if: Condition::Always, with, optional: None };
    clause.push(Instruction::Continuous(StaticEffect::Replace(replacement), Duration::EndOfTurn));
    Some(clause)
}

fn is_seared(context: &Context, effects: &[Instruction], kind: &Filter) -> Vec<(Vec<Instruction>,)> {
    let Some((_, clause)) = effects.split_last() else { return Vec::new() };
    let mut clause = clause.to_vec();
    if let Some(Instruction::Damage { dealt_to, .. }) = clause.last_mut() {
        *dealt_to = None;
    }
    let made = seared(&mut context.clone(), clause.clone(), kind.clone());
    if made.as_deref() == Some(effects) { vec![(clause,)] } else { Vec::new() }
}

/// The top card is put onto the battlefield face down (CR 701.40a).
fn manifest(context: &mut Context, count: Quantity) -> Option<Instruction> {
    let into = context.variable()?;
    let entry = Entry { manifested: true, ..Entry::default() };
    let (what, to) = (Objects::Top(count.clone(), Who::You), Destination::Battlefield(entry));
    if count == n(1) {
        context.mention(Referent::Objects(Objects::Var(into)), Sort::PERMANENT | Sort::CREATURE, false);
    }
    (context.doer == Who::You).then(|| Instruction::Move { what, to, into: Some(into), linked: false, until: None })
}

/// Another player's top card (CR 701.40a). It enters under the control of its owner.
fn manifested_by(context: &mut Context, who: Who) -> Option<Instruction> {
    let entry = Entry { manifested: true, ..Entry::default() };
    let (what, to) = (Objects::Top(n(1), who), Destination::Battlefield(entry));
    let into = context.variable();
    help::another_player(who).then_some(Instruction::Move { what, to, into, linked: false, until: None })
}

fn is_manifested_by(context: &Context, effect: &Instruction) -> Vec<(Who,)> {
    match effect {
        Instruction::Move { what: Objects::Top(Quantity::N(1), who), .. }
            if manifested_by(&mut context.clone(), *who).as_ref() == Some(effect) =>
        {
            vec![(*who,)]
        }
        _ => Vec::new(),
    }
}

fn one_more_land() -> Vec<Instruction> {
    let rule = crate::cards::def::Rule::ExtraLands(Who::You, 1);
    vec![Instruction::Continuous(StaticEffect::Rule(rule), Duration::EndOfTurn)]
}

/// The card itself comes from the hand.
fn from_hand(cost: Cost) -> ActivatedDef {
    let to = Destination::Battlefield(Entry::default());
    let put =
        Instruction::Move { what: Objects::The(Obj::This), to, into: Word::new("v1"), linked: false, until: None };
    ActivatedDef { from: ZoneKind::Hand, ..lines::activated(cost, Vec::new(), vec![put]) }
}

/// A permanent of the player's choice is exiled.
fn exiled(context: &mut Context, choice: Instruction) -> Option<Vec<Instruction>> {
    let Instruction::Choose { into, .. } = choice else { return None };
    let (what, to) = (Objects::Var(into), Destination::Exile);
    let gone = Instruction::Move { what, to, into: context.variable(), linked: false, until: None };
    Some(vec![choice, gone])
}

fn is_exiled(effects: &[Instruction]) -> Vec<(Instruction,)> {
    match effects {
        [
            choice @ Instruction::Choose { from: Objects::All(_), into, .. },
            Instruction::Move { what: Objects::Var(gone), to: Destination::Exile, linked: false, until: None, .. },
        ] if gone == into => vec![(choice.clone(),)],
        _ => Vec::new(),
    }
}

pub(in crate::cards::oracle::grammar) fn attacking() -> Destination {
    Destination::Battlefield(Entry { tapped: true, attacking: true, ..Entry::default() })
}

/// Cards of the player's own graveyard, which come back attacking.
pub(in crate::cards::oracle::grammar) fn is_own(context: &Context, what: &Objects) -> bool {
    match what {
        Objects::Targets(number) => {
            let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
            let def = all.get(usize::from(*number));
            def.is_some_and(|def| matches!(def.what, TargetKind::Card(ZoneOf::Graveyard(Who::You), _)))
        }
        Objects::The(Obj::This) => context.zone == ZoneKind::Graveyard || context.here == ZoneKind::Graveyard,
        _ => false,
    }
}

fn still_a_land(what: Objects, form: Vec<Modification>, duration: Duration) -> Vec<Instruction> {
    vec![Instruction::Continuous(StaticEffect::Affect(what, becoming::still(form)), duration)]
}

macro_rules! seared {
    ($words:literal, $kind:expr; $example:literal) => {
        rule!(Plain: $words (clause: Clause) => |c, clause| seared(c, clause, $kind), |c, e: &_| is_seared(c, e, &$kind); $example)
    };
}

pub(super) const RULES: &[Rule] = &[
    // ---- parties (CR 700.8) and turns
    rule!(Each: "creature|creatures in your party" () => |_| Some(party()), |_, q: &_| if *q == party() { vec![()] } else { Vec::new() }; "creatures in your party"),
    rule!(Cond: "you have a full party" () => |_| Some(full_party()), |_, c: &_| if *c == full_party() { vec![()] } else { Vec::new() }; "you have a full party"),
    rule!(Cond: "it's your first , second , or third turn of the game" () => |_| Some(early(3)), |_, c: &_| if *c == early(3) { vec![()] } else { Vec::new() }; "it's your first, second, or third turn of the game"),
    // CR 505.1a-b: the first of the main phases after the first one.
    rule!(When: "at the beginning of your second main phase" () => |c| { c.event = true; Some(second_main()) }, |_, e: &_| if *e == second_main() { vec![()] } else { Vec::new() }; ""),
    // ---- attacks
    rule!(Trigger: "whenever {this} and at least {count} other creatures attack , {effects}" (this: Self_, count: Words, effects: Begun) => |c, _, count, effects| { c.event = true; battalion(c, count, effects) },
        |c, d: &_| is_battalion(c, d).into_iter().filter(|(_, count, _)| *count > 1).collect(); ""),
    rule!(Trigger: "whenever {this} and at least one other creature attack , {effects}" (this: Self_, effects: Begun) => |c, _, effects| { c.event = true; battalion(c, 1, effects) },
        |c, d: &_| is_battalion(c, d).into_iter().filter(|(_, count, _)| *count == 1).map(|(this, _, effects)| (this, effects)).collect(); ""),
    rule!(Verb: "returns|return {what} to the battlefield tapped and attacking" (what: Objs) => |c, what| is_own(c, &what).then(|| Instruction::Move { what, to: attacking(), into: c.variable(), linked: false, until: None }),
        |c, e| match e { Instruction::Move { what, to, linked: false, until: None, .. } if to == attacking() && is_own(c, &what) => vec![(what,)], _ => Vec::new() };
        "return target creature card from your graveyard to the battlefield tapped and attacking"),
    // ---- as they enter
    alternate!(Static: "{this} enters the battlefield tapped ." (this: Self_) => |_, _| Some(statics::tapped()); ""),
    rule!(Static: "each {noun.s} enters with a additional {kind} counter on it ." (noun: Noun, kind: Kind) => |_, noun, kind| Some(grown(noun, kind, n(1))),
        |_, d: &_| is_grown(d).filter(|(what, _, count)| *count == n(1) && without(what, &help::other()).is_none()).map(|(what, kind, _)| (what, kind)).into_iter().collect();
        "each creature you control enters with an additional +1/+1 counter on it."),
    rule!(Static: "each other {noun.s} enters with a additional {kind} counter on it ." (noun: Noun, kind: Kind) => |_, noun, kind| Some(grown(with(noun, help::other()), kind, n(1))),
        |_, d: &_| is_grown(d).filter(|(.., count)| *count == n(1)).and_then(|(what, kind, _)| Some((without(&what, &help::other())?, kind))).into_iter().collect();
        "each other creature you control enters with an additional +1/+1 counter on it."),
    rule!(Static: "each {noun.s} enters with {count} additional {kind} counters on it ." (noun: Noun, count: Words, kind: Kind) => |_, noun, count, kind| Some(grown(noun, kind, n(count))),
        |_, d: &_| is_grown(d).filter(|(what, ..)| without(what, &help::other()).is_none()).and_then(|(what, kind, count)| match count { Quantity::N(count) if count > 1 => Some((what, count, kind)), _ => None }).into_iter().collect();
        "each creature you control enters with two additional +1/+1 counters on it."),
    rule!(Static: "each other {noun.s} enters with {count} additional {kind} counters on it ." (noun: Noun, count: Words, kind: Kind) => |_, noun, count, kind| Some(grown(with(noun, help::other()), kind, n(count))),
        |_, d: &_| is_grown(d).and_then(|(what, kind, count)| match count { Quantity::N(count) if count > 1 => Some((without(&what, &help::other())?, count, kind)), _ => None }).into_iter().collect();
        "each other creature you control enters with two additional +1/+1 counters on it."),
    alternate!(Static: "{noun.p} enter with a {kind} counter on them ." (noun: Noun, kind: Kind) => |_, noun, kind| Some(grown(noun, kind, n(1))); "face-down creatures you control enter with a flying counter on them."),
    alternate!(Static: "{noun.p} enter with {count} additional {kind} counters on them ." (noun: Noun, count: Words, kind: Kind) => |_, noun, count, kind| Some(grown(noun, kind, n(count))); "colorless creatures you control enter with two additional +1/+1 counters on them."),
    alternate!(Static: "{noun.p} enter with a additional {kind} counter on them ." (noun: Noun, kind: Kind) => |_, noun, kind| Some(grown(noun, kind, n(1))); "creatures you control enter with an additional +1/+1 counter on them."),
    alternate!(Static: "other {noun.p} enter with a additional {kind} counter on them ." (noun: Noun, kind: Kind) => |_, noun, kind| Some(grown(with(noun, help::other()), kind, n(1))); "other creatures you control enter with an additional +1/+1 counter on them."),
    // ---- damage
    seared!("{clause} . if a creature dealt damage this way would die this turn , exile it instead .", Filter::Type(CardTypes::CREATURE);
        "this creature deals 3 damage to each creature. If a creature dealt damage this way would die this turn, exile it instead."),
    seared!("{clause} . if a creature or planeswalker dealt damage this way would die this turn , exile it instead .", Filter::Type(CardTypes::CREATURE | CardTypes::PLANESWALKER);
        "this creature deals 3 damage to target creature. If a creature or planeswalker dealt damage this way would die this turn, exile it instead."),
    seared!("{clause} . if a permanent dealt damage this way would die this turn , exile it instead .", Filter::Permanent;
        "this creature deals 3 damage to target creature. If a permanent dealt damage this way would die this turn, exile it instead."),
    // ---- what players do
    rule!(Verb: "1: manifests the top card of their library" (who: Doer) => |c, who| manifested_by(c, who), |c, e: &_| is_manifested_by(c, e); ""),
    rule!(Verb: "manifests|manifest the top card of your library" () => |c| manifest(c, n(1)),
        |c, e: &_| if manifest(&mut c.clone(), n(1)).as_ref() == Some(e) { vec![()] } else { Vec::new() }; "manifest the top card of your library"),
    rule!(Said: "you may play a additional land this turn" () => |_| Some(one_more_land()), |_, e: &_| if *e == one_more_land() { vec![()] } else { Vec::new() }; "you may play an additional land this turn"),
    rule!(Verbs: "exiles|exile {choice.s}" (choice: Choice) => |c, choice| exiled(c, choice), |_, e: &_| is_exiled(e); "exile a creature you control"),
    rule!(Limit: "{cost} : put this card from your hand onto the battlefield ." (cost: Price) => |_, cost| Some(from_hand(cost)),
        |_, d: &_| if *d == from_hand(d.cost.clone()) { vec![(d.cost.clone(),)] } else { Vec::new() }; ""),
    alternate!(Verb: "put it onto the battlefield" () => |c| {
            let own = Objects::The(Obj::This);
            let it = c.it(false)?.clone();
            let here = c.event && !c.dies && c.event_subject.as_deref() == Some(&Filter::Is(Obj::This)) && c.now(&it)? == own && c.doer == Who::You;
            let to = Destination::Battlefield(Entry::default());
            here.then(|| Instruction::Move { what: own, to, into: c.variable(), linked: false, until: None })
        }; ""),
    alternate!(Objs: "each of them" () => |c| nouns::references::them(c); ""),
    // ---- types
    rule!(Mod: "1: becomes a artifact creature" () => |_| Some(animate()), |_, m: &_| if *m == animate() { vec![()] } else { Vec::new() }; "becomes an artifact creature"),
    rule!(StaticMod: "1: is a artifact creature" () => |_| Some(animate()), |_, m: &_| if *m == animate() { vec![()] } else { Vec::new() }; "is an artifact creature"),
    alternate!(Plain: "{what.s} becomes a {form.s} . it's still a land ." (what: SubjObjs, form: Form) => |_, what, form| Some(still_a_land(what, form, Duration::Forever)); "target land becomes a 2/2 creature. It's still a land."),
];
