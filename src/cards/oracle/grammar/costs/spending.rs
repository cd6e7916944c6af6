//! What mana can be spent on (CR 106.6).

use crate::cards::oracle::grammar::help::{not, owned, with, without};
use crate::cards::oracle::grammar::quantities::letters::{is_x, with_x};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// Instructions the last of which adds mana, which can be spent on this only.
pub(in crate::cards::oracle::grammar) fn bound(
    mut effects: Vec<Instruction>,
    uses: Vec<SpendOn>,
) -> Option<Vec<Instruction>> {
    match effects.last_mut() {
        Some(Instruction::AddMana { only, .. }) if only.is_empty() => *only = uses,
        _ => return None,
    }
    Some(effects)
}

/// The instructions without that, and what the mana can be spent on.
pub(in crate::cards::oracle::grammar) fn is_bound(effects: &[Instruction]) -> Option<(Vec<Instruction>, Vec<SpendOn>)> {
    let (last, before) = effects.split_last()?;
    // Most instructions aren't like that: they aren't copied.
    let Instruction::AddMana { only, .. } = last else { return None };
    let (uses, mut last) = ((!only.is_empty()).then(|| only.clone())?, last.clone());
    if let Instruction::AddMana { only, .. } = &mut last {
        only.clear();
    }
    Some(([before, &[last]].concat(), uses))
}

pub(in crate::cards::oracle::grammar) fn is_bound_with_x(
    context: &Context,
    effects: &[Instruction],
) -> Vec<(Vec<Instruction>, Quantity, Vec<SpendOn>)> {
    let Some((effects, uses)) = is_bound(effects) else { return Vec::new() };
    is_x(context, effects).into_iter().map(|(effects, n)| (effects, n, uses.clone())).collect()
}

/// On whatever but such a spell.
pub(in crate::cards::oracle::grammar) fn but_for(spells: Filter) -> Vec<SpendOn> {
    let others = match spells {
        Filter::Not(inner) => *inner,
        spells => not(spells),
    };
    vec![SpendOn::Spell(others), SpendOn::NotSpells]
}

pub(in crate::cards::oracle::grammar) fn is_but_for(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Filter)> {
    match is_bound(effects) {
        Some((effects, uses)) => match uses.as_slice() {
            [SpendOn::Spell(others), SpendOn::NotSpells] => {
                let spells = match others {
                    Filter::Not(inner) => (**inner).clone(),
                    others => not(others.clone()),
                };
                vec![(effects, spells)]
            }
            _ => Vec::new(),
        },
        None => Vec::new(),
    }
}

fn is_not_from_hand(effects: &[Instruction]) -> Vec<(Vec<Instruction>,)> {
    match is_bound(effects) {
        Some((effects, uses)) if uses == not_from_hand() => vec![(effects,)],
        _ => Vec::new(),
    }
}

fn not_from_hand() -> Vec<SpendOn> {
    vec![SpendOn::SpellNotFrom(ZoneKind::Hand, Filter::Any), SpendOn::NotSpells]
}

/// Mana that a player may add, for whatever isn't a spell.
fn optional(mana: ManaProduced) -> Vec<Instruction> {
    let (who, times, only, riders) = (Who::You, Quantity::N(1), vec![SpendOn::NotSpells], Vec::new());
    let add = Instruction::AddMana { who, mana, times, only, riders };
    vec![Instruction::May { who, then: vec![add], otherwise: Vec::new() }]
}

fn is_optional(effects: &[Instruction]) -> Vec<(ManaProduced,)> {
    let [Instruction::May { then, .. }] = effects else { return Vec::new() };
    let [Instruction::AddMana { mana, .. }] = then.as_slice() else { return Vec::new() };
    if optional(mana.clone()) == effects { vec![(mana.clone(),)] } else { Vec::new() }
}

fn is_yours(filter: &Filter) -> Option<Filter> {
    without(filter, &Filter::Owned(Who::You))
}

/// Instructions the last of which adds mana, as which is spent something happens.
fn ridden(mut effects: Vec<Instruction>, rider: ManaRider) -> Option<Vec<Instruction>> {
    match effects.last_mut() {
        Some(Instruction::AddMana { riders, .. }) if riders.is_empty() => riders.push(rider),
        _ => return None,
    }
    Some(effects)
}

/// The instructions without that, and what happens.
fn is_ridden(effects: &[Instruction]) -> Option<(Vec<Instruction>, ManaRider)> {
    let (last, before) = effects.split_last()?;
    let Instruction::AddMana { riders, .. } = last else { return None };
    let [rider] = riders.as_slice() else { return None };
    let (rider, mut last) = (rider.clone(), last.clone());
    if let Instruction::AddMana { riders, .. } = &mut last {
        riders.clear();
    }
    Some(([before, &[last]].concat(), rider))
}

/// The spell has this.
fn affects(on: Vec<SpendOn>, what: Modification, until: Duration) -> ManaRider {
    let effect = StaticEffect::Affect(Objects::The(Obj::Event), vec![what]);
    ManaRider::IfSpent { on, effect: Box::new(effect), until }
}

const FIRM: Modification = Modification::Rule(ObjectRule::CantBeCountered);

/// The spells for which the mana does that.
fn is_affecting(effects: &[Instruction], what: &Modification, until: &Duration) -> Vec<(Vec<Instruction>, Filter)> {
    let Some((effects, rider)) = is_ridden(effects) else { return Vec::new() };
    match &rider {
        ManaRider::IfSpent { on, .. } if rider == affects(on.clone(), what.clone(), until.clone()) => {
            of_spells(on).map(|spells| (effects, spells)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn of_spells(on: &[SpendOn]) -> Option<Filter> {
    match on {
        [SpendOn::Spell(spells)] => Some(spells.clone()),
        _ => None,
    }
}

/// What the mana is for gains keywords.
fn gains(
    effects: Vec<Instruction>,
    spells: Filter,
    keywords: Vec<Keyword>,
    until: Duration,
) -> Option<Vec<Instruction>> {
    ridden(effects, affects(vec![SpendOn::Spell(spells)], Modification::Gain(keywords), until))
}

fn is_gaining(effects: &[Instruction], until: &Duration) -> Vec<(Vec<Instruction>, Filter, Vec<Keyword>)> {
    let Some((_, ManaRider::IfSpent { effect, .. })) = is_ridden(effects) else { return Vec::new() };
    let StaticEffect::Affect(_, mods) = &*effect else { return Vec::new() };
    let [gain @ Modification::Gain(keywords)] = mods.as_slice() else { return Vec::new() };
    let all = is_affecting(effects, gain, until);
    all.into_iter().map(|(effects, spells)| (effects, spells, keywords.clone())).collect()
}

/// The creature enters with a counter more.
fn grows(spells: Filter) -> ManaRider {
    grows_by(spells, Quantity::N(1))
}

/// One's own commander enters with as many counters more as it was cast from the command zone.
fn grows_by_casts() -> ManaRider {
    let commander = help::with(Filter::Commander, Filter::Owned(Who::You));
    grows_by(commander, Quantity::CommanderCastsOf(Obj::Event))
}

fn grows_by(spells: Filter, count: Quantity) -> ManaRider {
    let replacement = Replacement {
        event: ReplacedEvent::Enters(Filter::Is(Obj::Event)),
        only_if: Condition::Always,
        with: ReplaceWith::Counters(CounterKind::PowerToughness(1, 1), count),
        optional: None,
    };
    let effect = Box::new(StaticEffect::Replace(replacement));
    ManaRider::IfSpent { on: vec![SpendOn::Spell(spells)], effect, until: Duration::Forever }
}

fn is_growing(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Filter)> {
    let Some((effects, rider)) = is_ridden(effects) else { return Vec::new() };
    match &rider {
        ManaRider::IfSpent { on, .. } => {
            let spells = of_spells(on).filter(|spells| rider == grows(spells.clone()));
            spells.map(|spells| (effects, spells)).into_iter().collect()
        }
        ManaRider::WhenSpent { .. } | ManaRider::Lasts(_) => Vec::new(),
    }
}

/// Mana that is spent only on this, and makes the spell firm.
fn firm(effects: Vec<Instruction>, uses: Vec<SpendOn>) -> Option<Vec<Instruction>> {
    ridden(bound(effects, uses)?, affects(Vec::new(), FIRM, Duration::Forever))
}

fn is_firm(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Vec<SpendOn>)> {
    match is_ridden(effects) {
        Some((effects, rider)) if rider == affects(Vec::new(), FIRM, Duration::Forever) => {
            is_bound(&effects).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// An ability that triggers as mana is spent on such a spell.
fn when_spent(effects: Vec<Instruction>, spells: Filter, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let ability = TriggeredDef {
        when: TriggerEvent::Casts { who: Who::You, what: spells.clone(), from: None },
        provided: Condition::Always,
        only_if: Condition::Always,
        targets: Vec::new(),
        effects: then,
        modes: None,
        from: ZoneKind::Battlefield,
        per_turn: None,
    };
    ridden(effects, ManaRider::WhenSpent { on: vec![SpendOn::Spell(spells)], ability: Box::new(ability) })
}

fn is_when_spent(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Filter, Vec<Instruction>)> {
    let Some((plain, ManaRider::WhenSpent { on, ability })) = is_ridden(effects) else { return Vec::new() };
    let Some(spells) = of_spells(&on) else { return Vec::new() };
    match when_spent(plain.clone(), spells.clone(), ability.effects.clone()) {
        Some(again) if again == effects => vec![(plain, spells, ability.effects)],
        _ => Vec::new(),
    }
}

fn copied() -> Vec<Instruction> {
    vec![help::copy_spell(Obj::Event, Who::You, Quantity::N(1))]
}

fn is_copied(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Filter)> {
    let all = is_when_spent(effects).into_iter();
    all.filter(|(.., then)| *then == copied()).map(|(effects, spells, _)| (effects, spells)).collect()
}

/// What says nothing of the spell itself, nor of targets.
fn is_apart(context: &Context, then: &[Instruction]) -> bool {
    context.targets.is_empty() && !then.is_empty()
}

fn one_use(uses: Vec<SpendOn>) -> Option<SpendOn> {
    match uses.as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    }
}

fn commander() -> Filter {
    Filter::And(vec![Filter::Commander, Filter::Owned(Who::You)])
}

pub(super) const RULES: &[Rule] = &[
    rule!(Use: "cast {spells.p}" (spells: SpellNoun) => |_, spells| Some(SpendOn::Spell(spells)),
        |_, on| match on { SpendOn::Spell(f) => vec![(f,)], _ => Vec::new() }; "cast creature spells"),
    alternate!(Use: "cast a {spells.s}" (spells: SpellNoun) => |_, spells| Some(SpendOn::Spell(spells)); "cast a creature spell"),
    rule!(Use: "cast your commander" () => |_| Some(SpendOn::Spell(commander())),
        |_, on: &_| if *on == SpendOn::Spell(commander()) { vec![()] } else { Vec::new() }; "cast your commander"),
    rule!(Use: "cast {spells.p} you don't own" (spells: SpellNoun) => |_, spells| Some(SpendOn::Spell(with(spells, not(Filter::Owned(Who::You))))),
        |_, on| match on { SpendOn::Spell(f) => without(&f, &not(Filter::Owned(Who::You))).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; "cast spells you don't own"),
    rule!(Use: "cast {spells.p} from your graveyard" (spells: SpellNoun) => |_, spells| Some(SpendOn::SpellFrom(ZoneKind::Graveyard, owned(spells))),
        |_, on| match on { SpendOn::SpellFrom(ZoneKind::Graveyard, f) => is_yours(&f).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; "cast spells from your graveyard"),
    alternate!(Use: "cast a {spells.s} from your graveyard" (spells: SpellNoun) => |_, spells| Some(SpendOn::SpellFrom(ZoneKind::Graveyard, owned(spells))); "cast a spell from your graveyard"),
    rule!(Use: "cast {spells.p} from a graveyard" (spells: SpellNoun) => |_, spells| Some(SpendOn::SpellFrom(ZoneKind::Graveyard, spells)),
        |_, on| match on { SpendOn::SpellFrom(ZoneKind::Graveyard, f) => vec![(f,)], _ => Vec::new() }; "cast spells from a graveyard"),
    rule!(Use: "cast {spells.p} from exile" (spells: SpellNoun) => |_, spells| Some(SpendOn::SpellFrom(ZoneKind::Exile, spells)),
        |_, on| match on { SpendOn::SpellFrom(ZoneKind::Exile, f) => vec![(f,)], _ => Vec::new() }; "cast spells from exile"),
    rule!(Use: "cast {spells.p} from anywhere other than your hand" (spells: SpellNoun) => |_, spells| Some(SpendOn::SpellNotFrom(ZoneKind::Hand, spells)),
        |_, on| match on { SpendOn::SpellNotFrom(ZoneKind::Hand, f) => vec![(f,)], _ => Vec::new() }; "cast spells from anywhere other than your hand"),
    alternate!(Use: "cast a {spells.s} from anywhere other than your hand" (spells: SpellNoun) => |_, spells| Some(SpendOn::SpellNotFrom(ZoneKind::Hand, spells)); "cast a spell from anywhere other than your hand"),
    rule!(Use: "activate abilities" () => |_| Some(SpendOn::Ability(Filter::Any)),
        |_, on: &_| if *on == SpendOn::Ability(Filter::Any) { vec![()] } else { Vec::new() }; "activate abilities"),
    alternate!(Use: "activate a ability" () => |_| Some(SpendOn::Ability(Filter::Any)); "activate an ability"),
    rule!(Use: "activate abilities of {noun.p}" (noun: Noun) => |_, noun| Some(SpendOn::Ability(with(noun, Filter::Permanent))),
        |_, on| match on { SpendOn::Ability(f) => without(&f, &Filter::Permanent).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; "activate abilities of creatures"),
    alternate!(Use: "activate a ability of a {noun.s}" (noun: Noun) => |_, noun| Some(SpendOn::Ability(with(noun, Filter::Permanent))); "activate an ability of a creature"),
    rule!(Use: "activate abilities of {sources.p}" (sources: SourceNoun) => |_, sources| (sources != Filter::Any).then_some(SpendOn::Ability(sources)),
        |_, on| match on { SpendOn::Ability(f) if f != Filter::Any => vec![(f,)], _ => Vec::new() }; "activate abilities of creature sources"),
    alternate!(Use: "activate a ability of a {sources.s}" (sources: SourceNoun) => |_, sources| (sources != Filter::Any).then_some(SpendOn::Ability(sources)); "activate an ability of a creature source"),
    rule!(Use: "turn {noun.p} face up" (noun: Noun) => |_, noun| Some(SpendOn::TurnFaceUp(noun)),
        |_, on| match on { SpendOn::TurnFaceUp(f) => vec![(f,)], _ => Vec::new() }; "turn permanents face up"),
    alternate!(Use: "turn a {noun.s} face up" (noun: Noun) => |_, noun| Some(SpendOn::TurnFaceUp(noun)); "turn a permanent face up"),
    rule!(Uses: "to {a}" (a: Use) => |_, a| Some(vec![a]), |_, uses| one_use(uses).map(|a| (a,)).into_iter().collect(); "to cast creature spells"),
    rule!(Uses: "to {a} or {b}" (a: Use, b: Use) => |_, a, b| Some(vec![a, b]),
        |_, uses: &_| match uses.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }; "to cast creature spells or activate abilities of creatures"),
    alternate!(Uses: "to {a} or to {b}" (a: Use, b: Use) => |_, a, b| Some(vec![a, b]); "to cast a creature spell or to activate an ability of a creature"),
    alternate!(Uses: "to {a} and {b}" (a: Use, b: Use) => |_, a, b| Some(vec![a, b]); "to cast Elf spells and activate abilities of Elf sources"),
    alternate!(Uses: "to cast a {a.s} or a {b.s}" (a: SpellNoun, b: SpellNoun) => |_, a, b| Some(vec![SpendOn::Spell(a), SpendOn::Spell(b)]); "to cast an Elf spell or a Druid creature spell"),
    alternate!(Uses: "to cast {a.p} or {b.p}" (a: SpellNoun, b: SpellNoun) => |_, a, b| Some(vec![SpendOn::Spell(a), SpendOn::Spell(b)]); "to cast Elf spells or creature spells with mana value 4 or greater"),
    rule!(Uses: "on costs that contain {X}" () => |_| Some(vec![SpendOn::CostWithX]),
        |_, uses: &_| if *uses == [SpendOn::CostWithX] { vec![()] } else { Vec::new() }; "on costs that contain {X}"),
    rule!(Plain: "{clause} . spend this mana only {uses} ." (clause: Clause, uses: Uses) => |_, clause, uses| bound(clause, uses),
        |_, e: &_| is_bound(e).into_iter().collect(); "add {G}. Spend this mana only to cast creature spells."),
    rule!(Plain: "{clause} , where X is {n} . spend this mana only {uses} ." (clause: Clause, n: Value_, uses: Uses) => |c, clause, n, uses| bound(with_x(c, clause, &n)?, uses),
        |c, e: &_| is_bound_with_x(c, e); "add X mana of any one color, where X is this creature's power. Spend this mana only to cast creature spells."),
    rule!(Plain: "{clause} . this mana can't be spent to cast a {spells.s} ." (clause: Clause, spells: SpellNoun) => |_, clause, spells| bound(clause, but_for(spells)),
        |_, e: &_| is_but_for(e); "add {C}. This mana can't be spent to cast a nonartifact spell."),
    alternate!(Plain: "{clause} . this mana can't be spent to cast {spells.p} ." (clause: Clause, spells: SpellNoun) => |_, clause, spells| (spells != Filter::Any).then(|| bound(clause, but_for(spells)))?; "add {C}. This mana can't be spent to cast nonartifact spells."),
    rule!(Plain: "{clause} . this mana can't be spent to cast spells from your hand ." (clause: Clause) => |_, clause| bound(clause, not_from_hand()),
        |_, e: &_| is_not_from_hand(e); "add {C}. This mana can't be spent to cast spells from your hand."),
    alternate!(Plain: "{clause} . you can't spend this mana to cast spells from your hand ." (clause: Clause) => |_, clause| bound(clause, not_from_hand()); "add {C}. You can't spend this mana to cast spells from your hand."),
    rule!(Plain: "you may add {mana} . you can't spend this mana to cast spells ." (mana: Adds) => |_, mana| Some(optional(mana)),
        |_, e: &_| is_optional(e); "you may add {C}. You can't spend this mana to cast spells."),
    // ---- what happens as it is spent
    rule!(Plain: "{clause} . if that mana is spent on a {spells.s} , that spell can't be countered ." (clause: Clause, spells: SpellNoun) => |_, clause, spells| ridden(clause, affects(vec![SpendOn::Spell(spells)], FIRM, Duration::Forever)),
        |_, e: &_| is_affecting(e, &FIRM, &Duration::Forever); "add {C}. If that mana is spent on a creature spell, that spell can't be countered."),
    rule!(Plain: "{clause} . if that mana is spent on a {spells.s} , it gains {k} until end of turn ." (clause: Clause, spells: SpellNoun, k: KwList) => |_, clause, spells, k| gains(clause, spells, k, Duration::EndOfTurn),
        |_, e: &_| is_gaining(e, &Duration::EndOfTurn); "add {C}. If that mana is spent on a creature spell, it gains haste until end of turn."),
    rule!(Plain: "{clause} . if that mana is spent on a {spells.s} , it gains {k} ." (clause: Clause, spells: SpellNoun, k: KwList) => |_, clause, spells, k| gains(clause, spells, k, Duration::Forever),
        |_, e: &_| is_gaining(e, &Duration::Forever); "add {C}. If that mana is spent on a creature spell, it gains haste."),
    rule!(Plain: "{clause} . if you spend this mana to cast your commander , it enters with a number of additional +1/+1 counters on it equal to the number of times it's been cast from the command zone this game ." (clause: Clause)
        => |_, clause| ridden(clause, grows_by_casts()),
        |_, e: &_| is_ridden(e).filter(|(_, rider)| *rider == grows_by_casts()).map(|(clause, _)| (clause,)).into_iter().collect();
        "add {C}. If you spend this mana to cast your commander, it enters with a number of additional +1/+1 counters on it equal to the number of times it's been cast from the command zone this game."),
    rule!(Plain: "{clause} . if that mana is spent on a {spells.s} , that creature enters with a additional +1/+1 counter on it ." (clause: Clause, spells: SpellNoun) => |_, clause, spells| ridden(clause, grows(spells)),
        |_, e: &_| is_growing(e); "add {C}. If that mana is spent on a creature spell, that creature enters with an additional +1/+1 counter on it."),
    alternate!(Plain: "{clause} . if that mana is spent to cast a {spells.s} , that creature enters with a additional +1/+1 counter on it ." (clause: Clause, spells: SpellNoun) => |_, clause, spells| ridden(clause, grows(spells)); "add {C}. If that mana is spent to cast a creature spell, that creature enters with an additional +1/+1 counter on it."),
    alternate!(Plain: "{clause} . if this mana is spent to cast a {spells.s} , that creature enters with a additional +1/+1 counter on it ." (clause: Clause, spells: SpellNoun) => |_, clause, spells| ridden(clause, grows(spells)); "add {C}. If this mana is spent to cast a creature spell, that creature enters with an additional +1/+1 counter on it."),
    rule!(Plain: "{clause} . spend this mana only {uses} , and that spell can't be countered ." (clause: Clause, uses: Uses) => |_, clause, uses| firm(clause, uses),
        |_, e: &_| is_firm(e); "add {G}. Spend this mana only to cast creature spells, and that spell can't be countered."),
    rule!(Plain: "{clause} . when you spend this mana to cast a {spells.s} , {then} ." (clause: Clause, spells: SpellNoun, then: Clause) => |c, clause, spells, then| is_apart(c, &then).then(|| when_spent(clause, spells, then))?,
        |_, e: &_| is_when_spent(e); "add {G}. When you spend this mana to cast a creature spell, scry 2."),
    rule!(Plain: "{clause} . when that mana is spent to cast a {spells.s} , copy that spell and you may choose new targets for the copy ." (clause: Clause, spells: SpellNoun) => |_, clause, spells| when_spent(clause, spells, copied()),
        |_, e: &_| is_copied(e); "add {R}. When that mana is spent to cast an instant or sorcery spell, copy that spell and you may choose new targets for the copy."),
];
