//! What is turned face up or down, what is tapped for mana, what is done at the next end step, further combat phases; players that
//! were chosen.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::sentences::held::{for_any, hold, hold_for_own};
use crate::cards::oracle::grammar::statics::{ability, affect};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

/// A permanent is tapped for mana by the player who controls it (CR 106.12a).
fn tapped(context: &mut Context, noun: Filter, who: Option<Who>) -> TriggerEvent {
    context.event = true;
    context.mention(Referent::Objects(Objects::The(Obj::Event)), help::permanent_kind(&noun), false);
    if who != Some(Who::You) {
        context.mention(Referent::Player(Who::ControllerOf(Obj::Event)), Sort::PLAYER, false);
    }
    TriggerEvent::TappedForMana(who.map_or(noun.clone(), |who| help::with(noun, Filter::Controlled(who))))
}

fn is_tapped(event: &TriggerEvent, who: Who) -> Vec<(Filter,)> {
    match event {
        TriggerEvent::TappedForMana(f) => {
            help::without(f, &Filter::Controlled(who)).map(|f| (f,)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Half the life of the one who loses it.
fn half(who: Who) -> Instruction {
    Instruction::LoseLife(who, Quantity::Half(Box::new(Quantity::Life(who)), Round::Up), None)
}

/// Nothing if it isn't a main phase (CR 500.8): there is none that could be followed.
fn after_main_phase() -> Vec<Instruction> {
    let then = vec![Instruction::ExtraCombat { main_phase: true }];
    vec![Instruction::If { cond: Condition::MainPhase, then, otherwise: Vec::new() }]
}

/// The host, and all others that share a creature type with it.
fn kin() -> Objects {
    let host = || Filter::Is(Obj::Host);
    let others = vec![Filter::Type(CardTypes::CREATURE), Filter::SharesCreatureType(Obj::Host), help::not(host())];
    Objects::Union(vec![Objects::The(Obj::Host), Objects::All(Filter::And(others))])
}

/// Characteristics that an ability defines.
fn toughness(amount: Quantity) -> AbilityDef {
    ability(affect(Objects::The(Obj::This), vec![Modification::SetToughness(amount)]), Condition::Always)
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "turn {what} face up" (what: Objs) => |c, what| (c.doer == Who::You).then_some(Instruction::TurnFaceUp(what)), |_, e| match e { Instruction::TurnFaceUp(what) => vec![(what,)], _ => Vec::new() }; "turn target face-down creature face up"),
    rule!(Verb: "turn {what} face down" (what: Objs) => |c, what| (c.doer == Who::You).then_some(Instruction::TurnFaceDown(what)), |_, e| match e { Instruction::TurnFaceDown(what) => vec![(what,)], _ => Vec::new() }; "turn this creature face down"),
    // ---- tapped for mana
    rule!(Event: "you tap a {noun.s} for mana" (noun: Noun) => |c, noun| Some(tapped(c, noun, Some(Who::You))), |_, e: &_| is_tapped(e, Who::You); "you tap a land for mana"),
    // An ability of a permanent is activated by who controls it.
    alternate!(Event: "you tap {this} for mana" (this: Self_) => |c, _| { c.event = true; nouns::references::this(c)?; Some(TriggerEvent::TappedForMana(Filter::Is(Obj::This))) }; ""),
    rule!(Event: "a opponent taps a {noun.s} for mana" (noun: Noun) => |c, noun| Some(tapped(c, noun, Some(Who::EachOpponent))), |_, e: &_| is_tapped(e, Who::EachOpponent); "an opponent taps a Mountain for mana"),
    alternate!(Event: "a player taps a {noun.s} for mana" (noun: Noun) => |c, noun| Some(tapped(c, noun, None)); "a player taps a land for mana"),
    // ---- later
    rule!(Act: "{verb#} at the beginning of your next end step" (verb: Verb) => |c, verb| hold_for_own(c, StepName::End, verb),
        |_, e: &_| clauses::later(&for_any(e, StepName::End), StepName::End); "sacrifice this creature at the beginning of your next end step"),
    rule!(Act: "{verb#} at the beginning of your next upkeep" (verb: Verb) => |c, verb| hold_for_own(c, StepName::Upkeep, verb),
        |_, e: &_| clauses::later(&for_any(e, StepName::Upkeep), StepName::Upkeep); "sacrifice this creature at the beginning of your next upkeep"),
    alternate!(Plain: "at the beginning of the next end step , {verb.p} ." (verb: Verb) => |c, verb| hold(c, StepName::End, verb); "at the beginning of the next end step, sacrifice this creature."),
    alternate!(Plain: "at the beginning of your next end step , {verb.p} ." (verb: Verb) => |c, verb| hold_for_own(c, StepName::End, verb); "at the beginning of your next end step, sacrifice this creature."),
    alternate!(Plain: "at the beginning of your next upkeep , {verb.p} ." (verb: Verb) => |c, verb| hold_for_own(c, StepName::Upkeep, verb); "at the beginning of your next upkeep, sacrifice this creature."),
    rule!(Plain: "after this main phase , there is a additional combat phase followed by a additional main phase ." () => |_| Some(after_main_phase()),
        |_, e: &_| if *e == after_main_phase() { vec![()] } else { Vec::new() }; "after this main phase, there is an additional combat phase followed by an additional main phase."),
    // ---- life
    rule!(Verb: "loses|lose half their|your life , rounded up" (who: Doer) => |_, who| help::one_player(who).then(|| half(who)),
        |_, e| match e { Instruction::LoseLife(who, ..) if e == half(who) => vec![(who,)], _ => Vec::new() }; "lose half your life, rounded up"),
    alternate!(Verb: "2: lose half their life , rounded up" (who: Doer) => |_, who| help::another_player(who).then(|| half(who)); ""),
    rule!(Said: "{whose} life total becomes {m}" (whose: Whose, m: Digits) => |_, whose, m| Some(vec![Instruction::SetLife(whose, n(m))]),
        |_, e: &_| match e.as_slice() { [Instruction::SetLife(who, Quantity::N(m))] => vec![(*who, *m)], _ => Vec::new() }; "your life total becomes 20"),
    // ---- who and what
    rule!(Other: "1: the chosen player" () => |c| { c.mention(Referent::Player(Who::Chosen), Sort::PLAYER, false); Some(Who::Chosen) }, |_, who: &_| if *who == Who::Chosen { vec![()] } else { Vec::new() }; "the chosen player"),
    rule!(Whose: "the chosen player 's" () <=> {Who::Chosen}; "the chosen player's"),
    rule!(Graves: "the chosen player 's graveyard" () <=> {ZoneOf::Graveyard(Who::Chosen)}; "the chosen player's graveyard"),
    rule!(Static: "{this} 's toughness is equal to {v} ." (this: Self_, v: Value_) => |_, _, v| Some(toughness(v)),
        |_, d: &_| match d {
            AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(_, mods), .. }) => match mods.as_slice() { [Modification::SetToughness(v)] if *d == toughness(v.clone()) => vec![(Obj::This, v.clone())], _ => Vec::new() },
            _ => Vec::new(),
        }; ""),
    rule!(SubjObjs: "2: enchanted creature and other creatures that share a creature type with it" () => |c| c.face.is("Aura").then(kin), |c, o: &_| if c.face.is("Aura") && *o == kin() { vec![()] } else { Vec::new() }; ""),
];
