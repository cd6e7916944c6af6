//! Creatures that crew and saddle (CR 702.122, 702.171), combat damage as though nothing blocked (510.1c), cumulative upkeep for which
//! something is done (702.24).

use crate::cards::oracle::grammar::events::aside;
use crate::cards::oracle::grammar::help::{n, permanent_kind, sub};
use crate::cards::oracle::grammar::lines::whole;
use crate::cards::oracle::grammar::statics::ability;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Rule, alternate, rule};

fn stronger(by: i32, saddles: bool) -> Option<ObjectRule> {
    Some(ObjectRule::CrewsAsStronger { by: u8::try_from(by).ok()?, saddles })
}

fn is_stronger(rule: &ObjectRule, so: bool) -> Vec<(i32,)> {
    match rule {
        ObjectRule::CrewsAsStronger { by, saddles } if *saddles == so => vec![(i32::from(*by),)],
        _ => Vec::new(),
    }
}

macro_rules! by_toughness {
    ($words:literal, $saddles:literal) => {
        rule!(Cant: $words () => |_| Some(ObjectRule::CrewsByToughness { saddles: $saddles }),
            |_, r: &_| if *r == (ObjectRule::CrewsByToughness { saddles: $saddles }) { vec![()] } else { Vec::new() }; "")
    };
}

/// It is tapped to crew or saddle something, which is called back.
fn used(context: &mut Context, of: &Filter) {
    aside(context, Obj::EventSource, permanent_kind(of));
}

/// Either of both.
fn either(what: Filter) -> TriggerEvent {
    let (saddles, crews) =
        (TriggerEvent::Saddles(what.clone(), sub("Mount")), TriggerEvent::Crews(what, sub("Vehicle")));
    TriggerEvent::AnyOf(vec![saddles, crews])
}

fn is_either(event: TriggerEvent) -> Vec<(Filter,)> {
    let TriggerEvent::AnyOf(list) = &event else { return Vec::new() };
    match list.first() {
        Some(TriggerEvent::Saddles(what, _)) if either(what.clone()) == event => vec![(what.clone(),)],
        _ => Vec::new(),
    }
}

fn own_main_phase() -> Condition {
    Condition::And(vec![Condition::TurnOf(Who::You), Condition::MainPhase])
}

fn in_main_phase(mut def: TriggeredDef) -> Option<TriggeredDef> {
    (def.provided == Condition::Always).then(|| {
        def.provided = own_main_phase();
        def
    })
}

fn is_in_main_phase(mut def: TriggeredDef) -> Option<TriggeredDef> {
    (def.provided == own_main_phase()).then(|| {
        def.provided = Condition::Always;
        def
    })
}

fn unblocked() -> Vec<Modification> {
    vec![Modification::Rule(ObjectRule::MayAssignAsUnblocked)]
}

fn may(what: Objects, only_if: Condition) -> AbilityDef {
    ability(StaticEffect::Affect(what, unblocked()), only_if)
}

fn is_may(def: &AbilityDef) -> Option<(Objects, Condition)> {
    let AbilityDef::Static(StaticDef { only_if, effect: StaticEffect::Affect(what, _), .. }) = def else { return None };
    (may(what.clone(), only_if.clone()) == *def).then(|| (what.clone(), only_if.clone()))
}

fn is_may_of(def: &AbilityDef, obj: Obj) -> bool {
    is_may(def) == Some((Objects::The(obj), Condition::Always))
}

/// Your creatures, of which each may.
fn each(noun: Filter) -> Option<Objects> {
    let yours = help::parts(noun.clone()).contains(&Filter::Controlled(Who::You));
    (yours && permanent_kind(&noun).contains(Sort::CREATURE)).then_some(Objects::All(noun))
}

fn now() -> Instruction {
    Instruction::Continuous(StaticEffect::Affect(Objects::The(Obj::This), unblocked()), Duration::EndOfTurn)
}

/// One mana of either colour is paid as a hybrid symbol is.
fn hybrid(a: &ManaCost, b: &ManaCost) -> Option<KeywordAbility> {
    match (a.0.as_slice(), b.0.as_slice()) {
        ([ManaSymbol::Typed(a)], [ManaSymbol::Typed(b)]) if a != b => {
            let mana = ManaCost([ManaSymbol::Hybrid(a.bit() | b.bit())].into_iter().collect());
            Some(KeywordAbility::CumulativeUpkeep(Cost(vec![CostPart::Mana(mana)])))
        }
        _ => None,
    }
}

/// Both types of a hybrid symbol, in either order.
fn halves(mask: u8) -> Vec<(ManaCost, ManaCost)> {
    let of = |kind: &ManaType| ManaCost([ManaSymbol::Typed(*kind)].into_iter().collect());
    let types: Vec<ManaType> = ManaType::ALL.into_iter().filter(|kind| mask & kind.bit() != 0).collect();
    match types.as_slice() {
        [a, b] => vec![(of(a), of(b)), (of(b), of(a))],
        _ => Vec::new(),
    }
}

/// What costs nothing and can be done again for each counter, however often that is.
fn repeatable(acts: &[Instruction]) -> bool {
    matches!(
        acts,
        [Instruction::AddMana { who: Who::You, .. } | Instruction::Draw { who: Who::You, .. }]
            | [Instruction::Choose { who: Who::You, random: false, .. }, Instruction::PutCounters { .. }]
    )
}

fn acts(acts: Vec<Instruction>) -> Option<KeywordAbility> {
    repeatable(&acts).then_some(KeywordAbility::CumulativeUpkeepActs(acts))
}

/// A player doesn't pay the cumulative upkeep of the permanent itself.
fn unpaid(context: &mut Context, who: Who, obj: Obj) -> Option<TriggerEvent> {
    context.event = true;
    let itself = who == Who::EachPlayer && obj == Obj::This;
    itself.then_some(TriggerEvent::Does(PermanentAction::GoUnpaid, Filter::Is(Obj::This)))
}

/// An opponent of your choice does it.
fn opponent(context: &mut Context, act: impl FnOnce(Who) -> Instruction) -> Option<KeywordAbility> {
    let into = context.variable()?;
    let choose = help::choose_player(Who::EachOpponent, into);
    Some(KeywordAbility::CumulativeUpkeepActs(vec![choose, act(Who::Var(into))]))
}

fn life(who: Who, count: i32) -> Instruction {
    Instruction::GainLife(who, n(count), None)
}

fn by_opponent(keyword: &KeywordAbility) -> Option<&Instruction> {
    match keyword {
        KeywordAbility::CumulativeUpkeepActs(acts) => match acts.as_slice() {
            [Instruction::ChoosePlayer { .. }, act] => Some(act),
            _ => None,
        },
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Cant: "crews|crew Vehicles as though its|their power were {n} greater" (n: Digits) => |_, n| stronger(n, false), |_, r: &_| is_stronger(r, false); ""),
    rule!(Cant: "saddles|saddle Mounts and crews|crew Vehicles as though its|their power were {n} greater" (n: Digits) => |_, n| stronger(n, true), |_, r: &_| is_stronger(r, true); ""),
    by_toughness!("crews|crew Vehicles using its|their toughness rather than its|their power", false),
    by_toughness!(
        "saddles|saddle Mounts and crews|crew Vehicles using its|their toughness rather than its|their power",
        true
    ),
    rule!(Happening: "crews a {noun.s}" (what: EventSubject, noun: Noun) => |c, what, noun| { used(c, &noun); Some(TriggerEvent::Crews(what, noun)) },
        |_, e| match e { TriggerEvent::Crews(what, noun) => vec![(what, noun)], _ => Vec::new() }; ""),
    rule!(Happening: "enlists a creature" (what: EventSubject) => |c, what| { used(c, &Filter::Type(CardTypes::CREATURE)); Some(TriggerEvent::Enlists { what, linked: false }) },
        |_, e| match e { TriggerEvent::Enlists { what, linked: false } => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Happening: "saddles a {noun.s}" (what: EventSubject, noun: Noun) => |c, what, noun| { used(c, &noun); Some(TriggerEvent::Saddles(what, noun)) },
        |_, e| match e { TriggerEvent::Saddles(what, noun) => vec![(what, noun)], _ => Vec::new() }; ""),
    rule!(Happening: "saddles a Mount or crews a Vehicle" (what: EventSubject) => |c, what| { used(c, &Filter::Any); Some(either(what)) }, |_, e| is_either(e); ""),
    rule!(Event: "{who#} doesn't|don't pay {obj} cumulative upkeep" (who: EventPlayer, obj: Poss) => |c, who, obj| unpaid(c, who, obj),
        |_, e| match e { TriggerEvent::Does(PermanentAction::GoUnpaid, Filter::Is(obj)) => vec![(Who::EachPlayer, obj)], _ => Vec::new() }; ""),
    rule!(Happening: "becomes crewed" (what: EventSubject) => |_, what| Some(TriggerEvent::Does(PermanentAction::BecomeCrewed, what)),
        |_, e| match e { TriggerEvent::Does(PermanentAction::BecomeCrewed, what) => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Trigger: "{when} during your main phase , {effects}" (when: When, effects: Begun) => |c, when, effects| in_main_phase(whole(c, when, Condition::Always, effects)?),
        |_, d| is_in_main_phase(d).map(|d| (d.when, d.effects)).into_iter().collect(); ""),
    // ---- combat damage
    rule!(Static: "you may have {this} assign its combat damage as though it weren't blocked ." (this: Self_) => |_, _| Some(may(Objects::The(Obj::This), Condition::Always)),
        |_, d: &_| if is_may_of(d, Obj::This) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    alternate!(Static: "you may have {this} assign his combat damage as though he weren't blocked ." (this: Self_) => |_, _| Some(may(Objects::The(Obj::This), Condition::Always)); ""),
    alternate!(Static: "you may have {this} assign her combat damage as though she weren't blocked ." (this: Self_) => |_, _| Some(may(Objects::The(Obj::This), Condition::Always)); ""),
    rule!(Static: "enchanted creature 's controller may have it assign its combat damage as though it weren't blocked ." () => |c| c.face.is("Aura").then(|| may(Objects::The(Obj::Host), Condition::Always)),
        |_, d: &_| if is_may_of(d, Obj::Host) { vec![()] } else { Vec::new() }; ""),
    rule!(Static: "for each {noun.s} , you may have that creature assign its combat damage as though it weren't blocked ." (noun: Noun) => |_, noun| Some(may(each(noun)?, Condition::Always)),
        |_, d: &_| match is_may(d) { Some((Objects::All(noun), Condition::Always)) => vec![(noun,)], _ => Vec::new() }; "for each creature you control, you may have that creature assign its combat damage as though it weren't blocked."),
    rule!(Static: "as long as {cond} , for each {noun.s} , you may have that creature assign its combat damage as though it weren't blocked ." (cond: Conds, noun: Noun) => |_, cond, noun| Some(may(each(noun)?, cond)),
        |_, d: &_| match is_may(d) { Some((Objects::All(noun), cond)) if cond != Condition::Always => vec![(cond, noun)], _ => Vec::new() }; ""),
    rule!(Said: "you may have {this} assign its combat damage this turn as though it weren't blocked" (this: Self_) => |_, _| Some(vec![now()]),
        |_, e: &_| if *e == [now()] { vec![(Obj::This,)] } else { Vec::new() }; ""),
    // ---- cumulative upkeep
    rule!(Param: "cumulative upkeep {a} or {b}" (a: Mana, b: Mana) => |_, a, b| hybrid(&a, &b),
        |_, k| match k {
            KeywordAbility::CumulativeUpkeep(cost) => match cost.0.as_slice() {
                [CostPart::Mana(ManaCost(list))] => match list.as_slice() {
                    [ManaSymbol::Hybrid(mask)] => halves(*mask),
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "cumulative upkeep {G} or {W}"),
    rule!(Param: "cumulative upkeep \u{2014} {act.p} ." (act: Act) => |_, act| acts(act),
        |_, k| match k { KeywordAbility::CumulativeUpkeepActs(list) if repeatable(&list) => vec![(list,)], _ => Vec::new() }; ""),
    rule!(Param: "cumulative upkeep \u{2014} a opponent gains {n} life ." (n: Digits) => |c, n| opponent(c, |who| life(who, n)),
        |_, k: &_| match by_opponent(k) { Some(Instruction::GainLife(Who::Var(_), Quantity::N(n), None)) => vec![(*n,)], _ => Vec::new() }; ""),
];
