//! What static abilities say.

use crate::cards::oracle::grammar::changes::lasting::{for_each, is_for_each, join, one, splits};
use crate::cards::oracle::grammar::help::{generic, mana, n, this};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Referent, Rule, alternate, rule};

pub(in crate::cards::oracle::grammar) fn ability(effect: StaticEffect, only_if: Condition) -> AbilityDef {
    AbilityDef::Static(StaticDef { only_if, effect, from: ZoneKind::Battlefield })
}

pub(in crate::cards::oracle::grammar) fn affect(what: Objects, mods: Vec<Modification>) -> StaticEffect {
    StaticEffect::Affect(what, mods)
}

/// What is affected, how, and when.
fn affected(def: &AbilityDef) -> Option<(Objects, Vec<Modification>, Condition)> {
    match def {
        AbilityDef::Static(StaticDef {
            only_if,
            effect: StaticEffect::Affect(what, mods),
            from: ZoneKind::Battlefield,
        }) => Some((what.clone(), mods.clone(), only_if.clone())),
        _ => None,
    }
}

pub(in crate::cards::oracle::grammar) fn always(def: &AbilityDef) -> Vec<(Objects, Vec<Modification>)> {
    affected(def).filter(|(.., c)| *c == Condition::Always).map(|(o, m, _)| (o, m)).into_iter().collect()
}

pub(in crate::cards::oracle::grammar) fn replace(event: ReplacedEvent, with: ReplaceWith) -> AbilityDef {
    ability(
        StaticEffect::Replace(Replacement { event, only_if: Condition::Always, with, optional: None }),
        Condition::Always,
    )
}

pub(in crate::cards::oracle::grammar) fn replace_if(
    event: ReplacedEvent,
    with: ReplaceWith,
    only_if: Condition,
) -> AbilityDef {
    ability(StaticEffect::Replace(Replacement { event, only_if, with, optional: None }), Condition::Always)
}

/// It may enter as a copy, with these exceptions.
pub(in crate::cards::oracle::grammar) fn copying(filter: Filter, except: Vec<Modification>) -> AbilityDef {
    let with = ReplaceWith::Copy(Objects::All(filter), except);
    let replacement = Replacement {
        event: ReplacedEvent::Enters(this()),
        only_if: Condition::Always,
        with,
        optional: Some(Who::You),
    };
    ability(StaticEffect::Replace(replacement), Condition::Always)
}

/// The top card of your library may be played.
fn play_top() -> Rule_ {
    help::permit(Objects::Top(n(1), Who::You), false, None)
}

/// All players may look at the top card of your library at any time.
fn top_revealed() -> AbilityDef {
    game_rule(Rule_::LookAt(Who::EachPlayer, Objects::Top(n(1), Who::You)))
}

/// Damage leaves that much life.
fn life_kept(least: i32, only_if: Condition) -> AbilityDef {
    replace_if(ReplacedEvent::DamageToLife(Who::You), ReplaceWith::ReducesLifeTo(least), only_if)
}

fn is_life_kept(def: &AbilityDef) -> Option<(i32, Condition)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else { return None };
    match (&replacement.with, &replacement.only_if) {
        (ReplaceWith::ReducesLifeTo(least), cond) if *def == life_kept(*least, cond.clone()) => {
            Some((*least, cond.clone()))
        }
        _ => None,
    }
}

/// How it enters.
fn entering(def: &AbilityDef) -> Option<&ReplaceWith> {
    match def {
        AbilityDef::Static(StaticDef {
            only_if: Condition::Always,
            effect:
                StaticEffect::Replace(Replacement {
                    event: ReplacedEvent::Enters(f),
                    only_if: Condition::Always,
                    with,
                    optional: None,
                }),
            from: ZoneKind::Battlefield,
        }) if *f == this() => Some(with),
        _ => None,
    }
}

pub(in crate::cards::oracle::grammar) fn game_rule(rule: Rule_) -> AbilityDef {
    ability(StaticEffect::Rule(rule), Condition::Always)
}

type Rule_ = crate::cards::def::Rule;

pub(in crate::cards::oracle::grammar) fn is_rule(def: &AbilityDef) -> Option<Rule_> {
    match def {
        AbilityDef::Static(StaticDef {
            only_if: Condition::Always,
            effect: StaticEffect::Rule(rule),
            from: ZoneKind::Battlefield,
        }) => Some(rule.clone()),
        _ => None,
    }
}

fn as_mana(quantity: Quantity) -> Option<ManaCost> {
    match quantity {
        Quantity::N(number) => mana(number),
        _ => None,
    }
}

/// A spell's own cost, where the ability of a permanent card functions on the stack.
pub(in crate::cards::oracle::grammar) fn own_cost(context: &Context, rule: Rule_, only_if: Condition) -> AbilityDef {
    let from = if context.face.is_spell() { ZoneKind::Battlefield } else { ZoneKind::Stack };
    AbilityDef::Static(StaticDef { only_if, effect: StaticEffect::Rule(rule), from })
}

pub(in crate::cards::oracle::grammar) fn is_own_cost(def: AbilityDef) -> Option<(Rule_, Condition)> {
    match def {
        AbilityDef::Static(StaticDef { only_if, effect: StaticEffect::Rule(rule), .. }) => Some((rule, only_if)),
        _ => None,
    }
}

/// Something is chosen and remembered as it enters.
pub(in crate::cards::oracle::grammar) fn choose(
    with: fn(Var) -> Instruction,
    context: &mut Context,
) -> Option<AbilityDef> {
    let var = context.variable()?;
    Some(as_entering(with(var), var))
}

pub(in crate::cards::oracle::grammar) fn chosen(def: &AbilityDef, with: fn(Var) -> Instruction) -> Vec<(Obj,)> {
    remembered(def).filter(|(choose, var)| **choose == with(*var)).map(|_| (Obj::This,)).into_iter().collect()
}

/// As it enters, something is chosen for it.
pub(in crate::cards::oracle::grammar) fn as_entering(choose: Instruction, into: Var) -> AbilityDef {
    let remember = Instruction::RememberChoice(into);
    replace(ReplacedEvent::Enters(this()), ReplaceWith::AsEnters(vec![choose, remember]))
}

/// What is chosen for it as it enters, and where that is stored.
pub(in crate::cards::oracle::grammar) fn remembered(def: &AbilityDef) -> Option<(&Instruction, Var)> {
    match entering(def)? {
        ReplaceWith::AsEnters(list) => match list.as_slice() {
            [choose, Instruction::RememberChoice(var)] => Some((choose, *var)),
            _ => None,
        },
        _ => None,
    }
}

fn creature_type(into: Var) -> Instruction {
    help::choose_subtype(Who::You, SubtypeWord::Creature, into)
}

pub(in crate::cards::oracle::grammar) fn color(into: Var) -> Instruction {
    Instruction::ChooseColor { who: Who::You, other_than: None, except: Vec::new(), into }
}

/// As it enters, a colour but one is chosen.
pub(in crate::cards::oracle::grammar) fn choose_but(context: &mut Context, not: Color) -> Option<AbilityDef> {
    let into = context.variable()?;
    let choose = Instruction::ChooseColor { who: Who::You, other_than: None, except: vec![not], into };
    Some(as_entering(choose, into))
}

fn chosen_but(def: &AbilityDef) -> Vec<(Obj, Color)> {
    match remembered(def) {
        Some((Instruction::ChooseColor { who: Who::You, other_than: None, except, .. }, _)) if except.len() == 1 => {
            except.iter().map(|color| (Obj::This, *color)).collect()
        }
        _ => Vec::new(),
    }
}

/// It enters tapped.
pub(in crate::cards::oracle::grammar) fn tapped() -> AbilityDef {
    replace(ReplacedEvent::Enters(this()), ReplaceWith::Tapped)
}

/// It enters tapped, and with counters.
pub(in crate::cards::oracle::grammar) fn tapped_with(count: Quantity, kind: CounterKind) -> Option<Vec<AbilityDef>> {
    Some(vec![tapped(), replace(ReplacedEvent::Enters(this()), ReplaceWith::Counters(kind, count))])
}

fn opponent(into: Var) -> Instruction {
    help::choose_player(Who::EachOpponent, into)
}

/// Damage of some sort is prevented.
pub(in crate::cards::oracle::grammar) fn prevented(source: Filter, to: DamageTo, combat: Option<bool>) -> AbilityDef {
    replace(ReplacedEvent::Damage { source, to, combat }, ReplaceWith::Prevent(None))
}

/// What prevents damage to the card itself by some.
fn shields(def: &AbilityDef) -> Vec<(Obj, Filter)> {
    match def {
        AbilityDef::Static(StaticDef {
            effect: StaticEffect::Replace(Replacement { event: ReplacedEvent::Damage { source, .. }, .. }),
            ..
        }) if *source != Filter::Any && *def == prevented(source.clone(), DamageTo::Object(this()), None) => {
            vec![(Obj::This, source.clone())]
        }
        _ => Vec::new(),
    }
}

fn all_of(what: Objects) -> Option<Filter> {
    match what {
        Objects::All(filter) => Some(filter),
        _ => None,
    }
}

/// Permanents that enter tapped.
fn enter_tapped(def: &AbilityDef) -> Vec<(Filter,)> {
    match def {
        AbilityDef::Static(StaticDef {
            effect: StaticEffect::Replace(Replacement { event: ReplacedEvent::Enters(f), .. }),
            ..
        }) if *f != this() && *def == replace(ReplacedEvent::Enters(f.clone()), ReplaceWith::Tapped) => {
            vec![(f.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// From the graveyard.
fn buried(only_if: Condition, what: Objects, mods: Vec<Modification>) -> AbilityDef {
    AbilityDef::Static(StaticDef { only_if, effect: affect(what, mods), from: ZoneKind::Graveyard })
}

fn no_activating(mana_too: bool) -> Vec<Modification> {
    vec![Modification::Rule(ObjectRule::CantActivate { mana_too })]
}

fn arrested() -> Vec<Modification> {
    let mut all = vec![Modification::Rule(ObjectRule::CantAttack), Modification::Rule(ObjectRule::CantBlock)];
    all.extend(no_activating(true));
    all
}

/// Protection that what grants it stays with (CR 702.16n).
fn sparing(from: Filter) -> Vec<Modification> {
    let keyword = KeywordAbility::ProtectionSparing(from, Filter::Is(Obj::Granter));
    vec![Modification::GainAbilities(vec![AbilityDef::Keyword(keyword)])]
}

fn spared(mods: &[Modification]) -> Option<Filter> {
    let [Modification::GainAbilities(list)] = mods else { return None };
    let [AbilityDef::Keyword(KeywordAbility::ProtectionSparing(from, _))] = list.as_slice() else { return None };
    (sparing(from.clone()) == mods).then(|| from.clone())
}

/// The spell costs more for each target but one.
fn beyond_first(mana: ManaCost) -> Rule_ {
    let more = Quantity::Minus(Box::new(Quantity::TargetCount), Box::new(n(1)));
    let times = Quantity::Max(vec![n(0), more]);
    Rule_::CostsMore(Who::You, this(), Cost(vec![CostPart::Times(times, Box::new(Cost(vec![CostPart::Mana(mana)])))]))
}

macro_rules! says {
    ($words:literal, $rule:expr) => {
        rule!(Static: $words () => |_| Some(game_rule($rule)), |_, d: &_| if *d == game_rule($rule) { vec![()] } else { Vec::new() }; "")
    };
}

/// CR 113.6: the card itself would go to a graveyard, from wherever it is.
fn to_any_graveyard() -> ReplacedEvent {
    ReplacedEvent::Moves { what: this(), from: None, to: Some(ZoneKind::Graveyard) }
}

pub(super) const RULES: &[Rule] = &[
    // ---- what objects have
    rule!(StaticMod: "gets|get {pt}" (pt: Pt) => |_, (p, t)| Some(vec![Modification::ModifyPT(p, t)]),
        |_, m: &_| match one(m) { Some(Modification::ModifyPT(p, t)) => vec![((p, t),)], _ => Vec::new() }; "gets +2/+2"),
    rule!(StaticMod: "gets|get {pt} for each {each.s}" (pt: Pt, each: Each) => |_, pt, each| for_each(pt, &each), |_, m| is_for_each(m); "gets +1/+1 for each artifact you control"),
    rule!(StaticMod: "has|have {k}" (k: KwList) => |_, k| Some(vec![Modification::Gain(k)]),
        |_, m: &_| match one(m) { Some(Modification::Gain(k)) => vec![(k,)], _ => Vec::new() }; "has flying"),
    rule!(StaticMod: "has|have {k}" (k: KwAbility) => |_, k| Some(vec![Modification::GainAbilities(vec![AbilityDef::Keyword(k)])]),
        |_, m: &_| match one(m) { Some(Modification::GainAbilities(list)) => match list.as_slice() { [AbilityDef::Keyword(k)] => vec![(k.clone(),)], _ => Vec::new() }, _ => Vec::new() }; "has islandwalk"),
    rule!(StaticMod: "has|have \" {quote} \"" (quote: Quote) => |_, quote| Some(vec![Modification::GainAbilities(vec![quote])]),
        |_, m: &_| match one(m) { Some(Modification::GainAbilities(list)) => match list.as_slice() { [one] if !matches!(one, AbilityDef::Keyword(_)) => vec![(one.clone(),)], _ => Vec::new() }, _ => Vec::new() }; ""),
    rule!(StaticMod: "loses|lose all abilities" () => |_| Some(vec![Modification::LoseAllAbilities]), |_, m: &_| if *m == [Modification::LoseAllAbilities] { vec![()] } else { Vec::new() }; "loses all abilities"),
    rule!(StaticMod: "loses|lose {k}" (k: KwList) => |_, k| Some(vec![Modification::Lose(k)]), |_, m: &_| match one(m) { Some(Modification::Lose(k)) => vec![(k,)], _ => Vec::new() }; "loses flying"),
    rule!(StaticMod: "has|have base power and toughness {body}" (body: Body) => |_, (p, t)| Some(vec![Modification::SetPT(p, t)]),
        |_, m: &_| match one(m) { Some(Modification::SetPT(p, t)) => vec![((p, t),)], _ => Vec::new() }; "has base power and toughness 0/1"),
    rule!(StaticMod: "{cant#}" (cant: Cant) => |_, cant| Some(vec![Modification::Rule(cant)]), |_, m: &_| match one(m) { Some(Modification::Rule(cant)) => vec![(cant,)], _ => Vec::new() }; "can't block"),
    rule!(StaticMod: "can't attack or block" () => |_| Some(vec![Modification::Rule(ObjectRule::CantAttack), Modification::Rule(ObjectRule::CantBlock)]),
        |_, m: &_| if *m == [Modification::Rule(ObjectRule::CantAttack), Modification::Rule(ObjectRule::CantBlock)] { vec![()] } else { Vec::new() }; "can't attack or block"),
    rule!(StaticMod: "can block only {noun.p}" (noun: Noun) => |_, noun| Some(vec![Modification::Rule(ObjectRule::BlocksOnly(noun))]),
        |_, m: &_| match one(m) { Some(Modification::Rule(ObjectRule::BlocksOnly(noun))) => vec![(noun,)], _ => Vec::new() }; "can block only creatures with flying"),
    rule!(StaticMod: "attacks|attack each combat if able" () => |_| Some(vec![Modification::Rule(ObjectRule::AttacksIfAble)]),
        |_, m: &_| if *m == [Modification::Rule(ObjectRule::AttacksIfAble)] { vec![()] } else { Vec::new() }; "attacks each combat if able"),
    rule!(StaticMod: "1: doesn't untap during its controller 's untap step" () => |_| Some(vec![Modification::Rule(ObjectRule::DoesntUntap)]),
        |_, m: &_| if *m == [Modification::Rule(ObjectRule::DoesntUntap)] { vec![()] } else { Vec::new() }; "doesn't untap during its controller's untap step"),
    alternate!(StaticMod: "1: doesn't untap during your untap step" () => |_| Some(vec![Modification::Rule(ObjectRule::DoesntUntap)]); ""),
    rule!(StaticMod: "2: don't untap during their controllers ' untap steps" () => |_| Some(vec![Modification::Rule(ObjectRule::DoesntUntap)]),
        |_, m: &_| if *m == [Modification::Rule(ObjectRule::DoesntUntap)] { vec![()] } else { Vec::new() }; "don't untap during their controllers' untap steps"),
    rule!(StaticMod: "is|are {hues}" (hues: Hues) => |_, hues| Some(vec![Modification::SetColors(hues)]),
        |_, m: &_| match one(m) { Some(Modification::SetColors(hues)) => vec![(hues,)], _ => Vec::new() }; "is blue"),
    rule!(StaticMods: "{one#}" (one: StaticMod) <=> {one}; "gets +2/+2"),
    rule!(StaticMods: "{a#} and {b#}" (a: StaticMod, b: StaticMod) => |_, a, b| join(a, b), |_, m: &_| splits(m); "gets +2/+2 and has flying"),
    rule!(StaticMods: "{a#} , {b#} , and {c#}" (a: StaticMod, b: StaticMod, c: StaticMod) => |_, a, b, c| join(join(a, b)?, c),
        |_, m: &_| splits(m).into_iter().flat_map(|(a, rest)| splits(&rest).into_iter().map(move |(b, c)| (a.clone(), b, c))).collect(); "gets +2/+2, has flying, and can't block"),
    rule!(Static: "{what#} {mods#} ." (what: SubjObjs, mods: StaticMods) => |c, what, mods| still(c, &what).then(|| ability(affect(what, mods), Condition::Always)),
        |_, d: &_| always(d); "creatures you control get +1/+1."),
    rule!(Static: "as long as {cond} , {what#} {mods#} ." (cond: Conds, what: SubjObjs, mods: StaticMods)
        => |c, cond, what, mods| still(c, &what).then(|| ability(affect(what, mods), cond)),
        |_, d: &_| affected(d).filter(|(.., c)| *c != Condition::Always).map(|(o, m, c)| (c, o, m)).into_iter().collect(); ""),
    alternate!(Static: "{what#} {mods#} as long as {cond} ." (what: SubjObjs, mods: StaticMods, cond: Conds)
        => |c, what, mods, cond| still(c, &what).then(|| ability(affect(what, mods), cond)); ""),
    rule!(Static: "you control enchanted {kind.s} ." (kind: Type) => |c, kind| { let _ = kind; c.face.is("Aura").then(|| ability(affect(Objects::The(Obj::Host), vec![Modification::Control(Who::You)]), Condition::Always)) },
        |c, d: &_| if *d == ability(affect(Objects::The(Obj::Host), vec![Modification::Control(Who::You)]), Condition::Always) { help::enchanted(c) } else { Vec::new() }; ""),
    rule!(Static: "{this} 's power and toughness are each equal to {n} ." (this: Self_, n: Value_)
        => |_, this, n| Some(ability(affect(Objects::The(this), vec![Modification::SetPT(n.clone(), n)]), Condition::Always)),
        |_, d: &_| always(d).into_iter().filter_map(|(o, m)| match (o, one(&m)) { (Objects::The(Obj::This), Some(Modification::SetPT(a, b))) if a == b => Some((Obj::This, a)), _ => None }).collect(); ""),
    rule!(Static: "{this} 's power is equal to {n} ." (this: Self_, n: Value_) => |_, this, n| Some(ability(affect(Objects::The(this), vec![Modification::SetPower(n)]), Condition::Always)),
        |_, d: &_| always(d).into_iter().filter_map(|(o, m)| match (o, one(&m)) { (Objects::The(Obj::This), Some(Modification::SetPower(n))) => Some((Obj::This, n)), _ => None }).collect(); ""),
    alternate!(Static: "during your turn , {what#} {mods#} ." (what: SubjObjs, mods: StaticMods)
        => |c, what, mods| still(c, &what).then(|| ability(affect(what, mods), Condition::TurnOf(Who::You))); ""),
    alternate!(Static: "during your turn , as long as {cond} , {what#} {mods#} ." (cond: Cond, what: SubjObjs, mods: StaticMods)
        => |c, cond, what, mods| still(c, &what).then(|| ability(affect(what, mods), Condition::And(vec![Condition::TurnOf(Who::You), cond]))); ""),
    rule!(Static: "you may choose not to untap {this} during your untap step ." (this: Self_)
        => |_, this| Some(ability(affect(Objects::The(this), vec![Modification::Rule(ObjectRule::MayStayTapped)]), Condition::Always)),
        |_, d: &_| if *d == ability(affect(Objects::The(Obj::This), vec![Modification::Rule(ObjectRule::MayStayTapped)]), Condition::Always) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Static: "you may have {this} enter as a copy of any {noun.s} on the battlefield ." (this: Self_, noun: Noun)
        => |_, _, noun| Some(copying(noun, Vec::new())),
        |_, d: &_| match d {
            AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { with: ReplaceWith::Copy(Objects::All(f), _), .. }), .. }) if *d == copying(f.clone(), Vec::new()) => vec![(Obj::This, f.clone())],
            _ => Vec::new(),
        }; ""),
    // ---- how it enters
    rule!(Static: "{this} enters tapped unless {cond} ." (this: Self_, cond: Cond) => |_, _, cond| Some(replace_if(ReplacedEvent::Enters(this()), ReplaceWith::Tapped, Condition::Not(Box::new(cond)))),
        |_, d: &_| match d {
            AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { only_if: Condition::Not(cond), .. }), .. })
                if *d == replace_if(ReplacedEvent::Enters(this()), ReplaceWith::Tapped, Condition::Not(cond.clone())) => vec![(Obj::This, (**cond).clone())],
            _ => Vec::new(),
        }; ""),
    rule!(Static: "{this} enters tapped ." (this: Self_) => |_, _| Some(replace(ReplacedEvent::Enters(this()), ReplaceWith::Tapped)),
        |_, d: &_| if entering(d) == Some(&ReplaceWith::Tapped) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Static: "{this} enters with a {k} counter on it ." (this: Self_, k: Kind) => |_, _, k| Some(replace(ReplacedEvent::Enters(this()), ReplaceWith::Counters(k, n(1)))),
        |_, d: &_| match entering(d) { Some(ReplaceWith::Counters(k, Quantity::N(1))) => vec![(Obj::This, *k)], _ => Vec::new() }; ""),
    alternate!(Static: "{this} enters with a {k} counter on him ." (this: Self_, k: Kind) => |_, _, k| Some(replace(ReplacedEvent::Enters(this()), ReplaceWith::Counters(k, n(1)))); ""),
    alternate!(Static: "{this} enters with a {k} counter on her ." (this: Self_, k: Kind) => |_, _, k| Some(replace(ReplacedEvent::Enters(this()), ReplaceWith::Counters(k, n(1)))); ""),
    rule!(Static: "{this} enters with {count} {k} counters on it ." (this: Self_, count: Count, k: Kind) => |_, _, count, k| Some(replace(ReplacedEvent::Enters(this()), ReplaceWith::Counters(k, count))),
        |_, d: &_| match entering(d) { Some(ReplaceWith::Counters(k, count)) if *count != n(1) => vec![(Obj::This, count.clone(), *k)], _ => Vec::new() }; ""),
    rule!(Static: "as {this} enters , choose a creature type ." (this: Self_) => |c, _| choose(creature_type, c), |_, d: &_| chosen(d, creature_type); ""),
    rule!(Static: "as {this} enters , choose a color ." (this: Self_) => |c, _| choose(color, c), |_, d: &_| chosen(d, color); ""),
    rule!(Static: "as {this} enters , choose a color other than {hue} ." (this: Self_, hue: Hue) => |c, _, hue| choose_but(c, hue), |_, d: &_| chosen_but(d); ""),
    // ---- rules of the game
    rule!(Static: "this spell can't be countered ." () => |c| c.mentions.is_empty().then(|| ability(affect(Objects::The(Obj::This), vec![Modification::Rule(ObjectRule::CantBeCountered)]), Condition::Always)),
        |_, d: &_| if *d == ability(affect(Objects::The(Obj::This), vec![Modification::Rule(ObjectRule::CantBeCountered)]), Condition::Always) { vec![()] } else { Vec::new() }; ""),
    rule!(Static: "if {this} would be put into a graveyard from anywhere , exile it instead ." (this: Self_) => |_, _| Some(replace(to_any_graveyard(), ReplaceWith::MoveTo(Destination::Exile))),
        |_, d: &_| if *d == replace(to_any_graveyard(), ReplaceWith::MoveTo(Destination::Exile)) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Static: "as {this} enters , choose a opponent ." (this: Self_) => |c, _| choose(opponent, c), |_, d: &_| chosen(d, opponent); ""),
    rule!(Static: "{noun.p} enter untapped ." (noun: Noun) => |_, noun| Some(replace(ReplacedEvent::Enters(noun), ReplaceWith::Untapped)),
        |_, d: &_| match d { AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { event: ReplacedEvent::Enters(f), .. }), .. }) if *d == replace(ReplacedEvent::Enters(f.clone()), ReplaceWith::Untapped) => vec![(f.clone(),)], _ => Vec::new() }; "lands you control enter untapped."),
    rule!(Static: "{noun.p} enter tapped ." (noun: Noun) => |_, noun| Some(replace(ReplacedEvent::Enters(noun), ReplaceWith::Tapped)), |_, d: &_| enter_tapped(d); "artifacts and lands enter tapped."),
    rule!(Static: "prevent all damage that would be dealt to {this} by {noun.p} ." (this: Self_, noun: Noun) => |_, _, noun| Some(prevented(noun, DamageTo::Object(this()), None)), |_, d: &_| shields(d); ""),
    rule!(Static: "you may play lands and cast spells from the top of your library ." () => |_| Some(game_rule(play_top())), |_, d: &_| if is_rule(d) == Some(play_top()) { vec![()] } else { Vec::new() }; "you may play lands and cast spells from the top of your library."),
    rule!(Static: "play with the top card of your library revealed ." () => |_| Some(top_revealed()), |_, d: &_| if *d == top_revealed() { vec![()] } else { Vec::new() }; "play with the top card of your library revealed."),
    rule!(Static: "damage that would reduce your life total to less than {a} reduces it to {b} instead ." (a: Digits, b: Digits) => |_, a, b| (a == b).then(|| life_kept(a, Condition::Always)),
        |_, d: &_| is_life_kept(d).filter(|(_, cond)| *cond == Condition::Always).map(|(n, _)| (n, n)).into_iter().collect(); "damage that would reduce your life total to less than 1 reduces it to 1 instead."),
    rule!(Static: "if {cond} , damage that would reduce your life total to less than {a} reduces it to {b} instead ." (cond: Conds, a: Digits, b: Digits) => |_, cond, a, b| (a == b).then(|| life_kept(a, cond)),
        |_, d: &_| is_life_kept(d).filter(|(_, cond)| *cond != Condition::Always).map(|(n, cond)| (cond, n, n)).into_iter().collect(); "if you control an artifact, damage that would reduce your life total to less than 1 reduces it to 1 instead."),
    rule!(Static: "prevent all damage that would be dealt to you ." () => |_| Some(prevented(Filter::Any, DamageTo::Player(Who::You), None)),
        |_, d: &_| if *d == prevented(Filter::Any, DamageTo::Player(Who::You), None) { vec![()] } else { Vec::new() }; "prevent all damage that would be dealt to you."),
    rule!(Static: "prevent all combat damage that would be dealt to {this} ." (this: Self_) => |_, _| Some(prevented(Filter::Any, DamageTo::Object(this()), Some(true))),
        |_, d: &_| if *d == prevented(Filter::Any, DamageTo::Object(this()), Some(true)) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Static: "prevent all damage that would be dealt to {this} ." (this: Self_) => |_, _| Some(prevented(Filter::Any, DamageTo::Object(this()), None)),
        |_, d: &_| if *d == prevented(Filter::Any, DamageTo::Object(this()), None) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Static: "activated abilities of {noun.p} can't be activated ." (noun: Noun) => |_, noun| Some(ability(affect(Objects::All(noun), no_activating(true)), Condition::Always)),
        |_, d: &_| always(d).into_iter().filter(|(_, m)| *m == no_activating(true)).filter_map(|(o, _)| all_of(o)).map(|f| (f,)).collect(); "activated abilities of artifacts can't be activated."),
    rule!(Static: "activated abilities of {noun.p} can't be activated unless they're mana abilities ." (noun: Noun) => |_, noun| Some(ability(affect(Objects::All(noun), no_activating(false)), Condition::Always)),
        |_, d: &_| always(d).into_iter().filter(|(_, m)| *m == no_activating(false)).filter_map(|(o, _)| all_of(o)).map(|f| (f,)).collect(); "activated abilities of artifacts can't be activated unless they're mana abilities."),
    rule!(StaticMods: "can't attack or block , and its activated abilities can't be activated" () => |_| Some(arrested()), |_, m: &_| if *m == arrested() { vec![()] } else { Vec::new() }; "can't attack or block, and its activated abilities can't be activated"),
    alternate!(Static: "{noun.p} can't block {this} ." (noun: Noun, this: Self_) => |_, noun, this| Some(ability(affect(Objects::The(this), vec![Modification::Rule(ObjectRule::CantBeBlockedBy(noun))]), Condition::Always)); ""),
    alternate!(Static: "{noun.p} can't block it ." (noun: Noun) => |c, noun| { let this = Objects::The(Obj::This); c.mentions.iter().any(|m| m.what == Referent::Objects(this.clone())).then(|| ability(affect(this, vec![Modification::Rule(ObjectRule::CantBeBlockedBy(noun))]), Condition::Always)) }; ""),
    rule!(Static: "as long as this card is in your graveyard and {cond} , {what#} {mods#} ." (cond: Cond, what: SubjObjs, mods: StaticMods)
        => |c, cond, what, mods| still(c, &what).then(|| buried(cond, what, mods)),
        |_, d| match d { AbilityDef::Static(StaticDef { only_if, effect: StaticEffect::Affect(what, mods), from: ZoneKind::Graveyard }) => vec![(only_if, what, mods)], _ => Vec::new() }; ""),
    alternate!(Static: "{a.p} and {b.p} you cast cost {mana} less to cast ." (a: SpellNoun, b: SpellNoun, mana: Mana)
        => |_, a, b, mana| one_quality(&a, &b).then(|| Some(game_rule(Rule_::CostsLess(Who::You, Filter::Or(vec![a, b]), n(generic(&mana)?)))))?; "green spells and blue spells you cast cost {1} less to cast."),
    alternate!(Static: "each spell you cast {post} costs {mana} less to cast ." (post: CardPost, mana: Mana)
        => |_, post, mana| Some(game_rule(Rule_::CostsLess(Who::You, post, n(generic(&mana)?)))); "each spell you cast that's red or green costs {1} less to cast."),
    says!("players skip their untap steps .", Rule_::SkipStep(Who::EachPlayer, StepName::Untap)),
    says!("skip your draw step .", Rule_::SkipStep(Who::You, StepName::Draw)),
    says!("skip your untap step .", Rule_::SkipStep(Who::You, StepName::Untap)),
    says!("each player can't cast more than one spell each turn .", Rule_::SpellLimit(Who::EachPlayer, 1)),
    says!("each opponent can't cast more than one spell each turn .", Rule_::SpellLimit(Who::EachOpponent, 1)),
    says!("you have no maximum hand size .", Rule_::NoMaximumHandSize(Who::You)),
    says!("you may play a additional land on each of your turns .", Rule_::ExtraLands(Who::You, 1)),
    says!("you may play any number of lands on each of your turns .", Rule_::AnyLands(Who::You)),
    says!("damage can't be prevented .", Rule_::DamageCantBePrevented),
    says!("combat damage can't be prevented .", Rule_::CombatDamageCantBePrevented(Filter::Any)),
    rule!(Static: "combat damage that would be dealt by {what.p} can't be prevented ." (what: Noun) => |_, what| Some(game_rule(Rule_::CombatDamageCantBePrevented(what))),
        |_, d: &_| match is_rule(d) { Some(Rule_::CombatDamageCantBePrevented(what)) if what != Filter::Any => vec![(what,)], _ => Vec::new() }; "combat damage that would be dealt by creatures you control can't be prevented."),
    says!("players can't gain life .", Rule_::CantGainLife(Who::EachPlayer)),
    says!("your opponents can't gain life .", Rule_::CantGainLife(Who::EachOpponent)),
    says!("you have hexproof .", Rule_::PlayerHexproof(Who::You)),
    says!("you have shroud .", Rule_::PlayerShroud(Who::You)),
    rule!(Static: "if a player would gain life , that player gains no life instead ." () => |_| Some(replace(ReplacedEvent::GainLife(Who::EachPlayer), ReplaceWith::Nothing)),
        |_, d: &_| if *d == replace(ReplacedEvent::GainLife(Who::EachPlayer), ReplaceWith::Nothing) { vec![()] } else { Vec::new() }; ""),
    rule!(Static: "you control enchanted permanent ." () => |c| c.face.is("Aura").then(|| ability(affect(Objects::The(Obj::Host), vec![Modification::Control(Who::You)]), Condition::Always)),
        |c, d: &_| if help::enchants_permanents(c) && *d == ability(affect(Objects::The(Obj::Host), vec![Modification::Control(Who::You)]), Condition::Always) { vec![()] } else { Vec::new() }; ""),
    rule!(Static: "{what.s} has protection from {q} . this effect doesn't remove {this} ." (what: SubjObjs, q: Warded, this: Self_) => |c, what, q, _| still(c, &what).then(|| ability(affect(what, sparing(q)), Condition::Always)),
        |_, d: &_| always(d).into_iter().filter_map(|(o, m)| spared(&m).map(|q| (o, q, Obj::This))).collect(); ""),
    rule!(Static: "{what#} {mods#} , where X is {n} ." (what: SubjObjs, mods: StaticMods, n: Value_) => |c, what, mods, n| still(c, &what).then(|| quantities::letters::mods_with_x(mods, &n).map(|mods| ability(affect(what, mods), Condition::Always)))?,
        |_, d: &_| always(d).into_iter().flat_map(|(o, m)| quantities::letters::is_mods_with_x(&m).into_iter().map(move |(m, x)| (o.clone(), m, x))).collect(); ""),
    rule!(Static: "{this} 's power is equal to {n} and its toughness is equal to that number plus {m} ." (this: Self_, n: Value_, m: Digits)
        => |_, this, power, m| { let toughness = Quantity::Sum(vec![power.clone(), n(m)]); Some(ability(affect(Objects::The(this), vec![Modification::SetPT(power, toughness)]), Condition::Always)) },
        |_, d: &_| always(d).into_iter().filter_map(|(o, m)| match (o, one(&m)) {
            (Objects::The(Obj::This), Some(Modification::SetPT(a, Quantity::Sum(list)))) => match list.as_slice() { [b, Quantity::N(m)] if a == *b => Some((Obj::This, a.clone(), *m)), _ => None },
            _ => None,
        }).collect(); ""),
    rule!(Static: "this spell costs {mana} more to cast for each target beyond the first ." (mana: Mana) => |c, mana| Some(own_cost(c, beyond_first(mana), Condition::Always)),
        |_, d| match is_own_cost(d) {
            Some((Rule_::CostsMore(who, f, Cost(list)), Condition::Always)) => match list.as_slice() {
                [CostPart::Times(_, each)] => match each.0.as_slice() {
                    [CostPart::Mana(mana)] if Rule_::CostsMore(who, f.clone(), Cost(list.clone())) == beyond_first(mana.clone()) => vec![(mana.clone(),)],
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "this spell costs {1}{G} more to cast for each target beyond the first."),
    rule!(Static: "{spells.p} you cast cost {mana} less to cast ." (spells: SpellNoun, mana: Mana) => |_, spells, mana| Some(game_rule(Rule_::CostsLess(Who::You, spells, n(generic(&mana)?)))),
        |_, d: &_| match is_rule(d) { Some(Rule_::CostsLess(Who::You, f, q)) if f != this() => as_mana(q).map(|m| (f, m)).into_iter().collect(), _ => Vec::new() }; "creature spells you cast cost {1} less to cast."),
    rule!(Static: "{spells.p} cost {mana} more to cast ." (spells: SpellNoun, mana: Mana) => |_, spells, mana| Some(game_rule(Rule_::CostsMore(Who::EachPlayer, spells, Cost(vec![CostPart::Mana(mana)])))),
        |_, d: &_| match is_rule(d) { Some(Rule_::CostsMore(Who::EachPlayer, f, Cost(list))) => match list.as_slice() { [CostPart::Mana(m)] => vec![(f, m.clone())], _ => Vec::new() }, _ => Vec::new() }; "creature spells cost {1} more to cast."),
    rule!(Static: "{spells.p} your opponents cast cost {mana} more to cast ." (spells: SpellNoun, mana: Mana) => |_, spells, mana| Some(game_rule(Rule_::CostsMore(Who::EachOpponent, spells, Cost(vec![CostPart::Mana(mana)])))),
        |_, d: &_| match is_rule(d) { Some(Rule_::CostsMore(Who::EachOpponent, f, Cost(list))) if help::without(&f, &Filter::Targets(Box::new(this()))).is_none() => match list.as_slice() { [CostPart::Mana(m)] => vec![(f, m.clone())], _ => Vec::new() }, _ => Vec::new() }; "spells your opponents cast cost {1} more to cast."),
    rule!(Static: "you may cast {spells.p} as though they had flash ." (spells: SpellNoun) => |_, spells| Some(game_rule(Rule_::Flash(Who::You, spells))),
        |_, d: &_| match is_rule(d) { Some(Rule_::Flash(Who::You, f)) => vec![(f,)], _ => Vec::new() }; "you may cast sorcery spells as though they had flash."),
    rule!(Static: "this spell costs {mana} less to cast for each {each.s} ." (mana: Mana, each: Each)
        => |c, mana, each| (generic(&mana)? == 1).then(|| own_cost(c, Rule_::CostsLess(Who::You, this(), each), Condition::Always)),
        |_, d| match is_own_cost(d) { Some((Rule_::CostsLess(Who::You, f, q), Condition::Always)) if f == this() && !matches!(q, Quantity::N(_)) => as_mana(n(1)).map(|m| (m, q)).into_iter().collect(), _ => Vec::new() }; ""),
    rule!(Static: "this spell costs {mana} less to cast if {cond} ." (mana: Mana, cond: Cond)
        => |c, mana, cond| Some(own_cost(c, Rule_::CostsLess(Who::You, this(), n(generic(&mana)?)), cond)),
        |_, d| match is_own_cost(d) { Some((Rule_::CostsLess(Who::You, f, q), cond)) if f == this() && cond != Condition::Always => as_mana(q).map(|m| (m, cond)).into_iter().collect(), _ => Vec::new() }; ""),
];

/// Whether each of two groups of spells is named by one quality.
fn one_quality(a: &Filter, b: &Filter) -> bool {
    let one = |f: &Filter| matches!(f, Filter::Color(_) | Filter::Subtype(_) | Filter::Type(_));
    one(a) && one(b)
}

/// Whether a group is none of targets or choices: nothing is chosen for a static ability.
pub(in crate::cards::oracle::grammar) fn still(context: &Context, what: &Objects) -> bool {
    let here = context.zone == ZoneKind::Battlefield;
    here && context.targets.is_empty() && !matches!(what, Objects::Targets(_) | Objects::Var(_))
}
