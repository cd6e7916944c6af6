//! Other words for what other rules say, and qualities that older cards name.

use crate::cards::oracle::grammar::changes::becoming;
use crate::cards::oracle::grammar::changes::becoming::enchantment;
use crate::cards::oracle::grammar::help::{n, not, with, without};
use crate::cards::oracle::grammar::statics::{ability, affect, game_rule, is_rule, still};
use crate::cards::oracle::grammar::verbs::acts::countered;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Role, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// CR 303.4: an Aura is attached to it.
fn enchanted() -> Filter {
    Filter::HasAttached(Box::new(Subtype::named("Aura").map_or(Filter::Any, Filter::Subtype)))
}

/// What lasts as long as the card itself is there.
fn while_here() -> Duration {
    Duration::While(Condition::Exists(Objects::All(Filter::Is(Obj::This))))
}

fn asleep(what: Objects, duration: Duration) -> Instruction {
    Instruction::Continuous(affect(what, vec![Modification::Rule(ObjectRule::DoesntUntap)]), duration)
}

/// Permanents that were put into a player's graveyard from the battlefield.
fn buried(context: &mut Context, what: Filter, who: Who) -> Option<TriggerEvent> {
    context.dies = true;
    context.change(|m| m.what == Referent::Objects(Objects::The(Obj::Event)), |m| m.kind |= Sort::CARD);
    context.buried = who == Who::You;
    (what != Filter::Is(Obj::This)).then(|| TriggerEvent::Dies(with(what, Filter::Owned(who))))
}

fn is_buried(event: &TriggerEvent, who: Who) -> Vec<(Filter,)> {
    match event {
        TriggerEvent::Dies(what) => without(what, &Filter::Owned(who)).map(|f| (f,)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The controller of what it is attached to, at a step of their turn.
fn host(context: &mut Context, kind: CardTypes, step: StepName) -> (StepName, Who) {
    let role = std::mem::replace(&mut context.role, Role::Aside);
    let kind = help::type_kind(kind) | Sort::PERMANENT;
    context.mention(Referent::Objects(Objects::The(Obj::Host)), kind, false);
    context.role = role;
    (step, Who::ControllerOf(Obj::Host))
}

fn is_host(turn: (StepName, Who), step: StepName) -> Vec<(CardTypes,)> {
    let kinds = [CardTypes::CREATURE, CardTypes::ARTIFACT, CardTypes::LAND, CardTypes::ENCHANTMENT];
    if turn == (step, Who::ControllerOf(Obj::Host)) { kinds.map(|kind| (kind,)).into() } else { Vec::new() }
}

fn is_counter(effects: &[Instruction], there: &Destination) -> Vec<(Objects,)> {
    match effects {
        [Instruction::Counter { what, to: Some(to) }] if to == there => vec![(what.clone(),)],
        _ => Vec::new(),
    }
}

/// A keyword in quotes.
fn given(k: KeywordAbility) -> Vec<Modification> {
    vec![Modification::GainAbilities(vec![AbilityDef::Keyword(k)])]
}

fn is_given(mods: &[Modification]) -> Vec<(KeywordAbility,)> {
    let [Modification::GainAbilities(list)] = mods else { return Vec::new() };
    match list.as_slice() {
        [AbilityDef::Keyword(k)] => vec![(k.clone(),)],
        _ => Vec::new(),
    }
}

/// What becomes of an enchantment that becomes a creature with keywords and nothing else (CR 205.1a).
fn creature(body: (Quantity, Quantity), subs: Vec<Subtype>, k: Vec<Keyword>) -> Vec<Modification> {
    vec![Modification::SetTypes(CardTypes::CREATURE, subs), Modification::SetPT(body.0, body.1), Modification::Gain(k)]
}

/// Whether modifications are rules for objects, and nothing else.
fn rules_only(mods: &[Modification]) -> bool {
    mods.iter().all(|m| matches!(m, Modification::Rule(_)))
}

/// Whether a condition is about the defending player, whom a rule for attackers asks for itself.
fn of_defender(cond: &Condition) -> bool {
    help::names(cond, Who::Defending)
}

/// It is the basic land type that was chosen.
fn chosen_type(what: Objects) -> AbilityDef {
    ability(affect(what, vec![Modification::SetChosenSubtype]), Condition::Always)
}

fn damaged(to: DamageTo) -> TriggerEvent {
    TriggerEvent::Damage { source: Filter::Any, to, combat: None }
}

fn x_more(m: i32) -> Quantity {
    Quantity::Sum(vec![Quantity::X, n(m)])
}

pub(super) const RULES: &[Rule] = &[
    // ---- auras
    rule!(Adj: "enchanted" () => |_| Some(enchanted()), |_, f: &_| if *f == enchanted() { vec![()] } else { Vec::new() }; "enchanted"),
    rule!(Post: "that are enchanted" () => |_| Some(enchanted()), |_, f: &_| if *f == enchanted() { vec![()] } else { Vec::new() }; "that are enchanted"),
    rule!(Post: "that aren't enchanted" () => |_| Some(not(enchanted())), |_, f: &_| if *f == not(enchanted()) { vec![()] } else { Vec::new() }; "that aren't enchanted"),
    alternate!(Post: "that isn't enchanted" () => |_| Some(not(enchanted())); "that isn't enchanted"),
    rule!(Post: "attached to {this}" (this: Self_) => |_, this| Some(Filter::AttachedTo(Box::new(Filter::Is(this)))),
        |_, f: &_| if *f == Filter::AttachedTo(Box::new(Filter::Is(Obj::This))) { vec![(Obj::This,)] } else { Vec::new() }; "attached to this creature"),
    rule!(Post: "attached to a {noun.s}" (noun: Noun) => |_, noun| Some(Filter::AttachedTo(Box::new(noun))),
        |_, f| match f { Filter::AttachedTo(noun) if !matches!(*noun, Filter::Is(_)) => vec![(*noun,)], _ => Vec::new() }; "attached to a creature"),
    rule!(Turn: "the upkeep of enchanted {kind.s} 's controller" (kind: Type) => |c, kind| Some(host(c, kind, StepName::Upkeep)), |_, t| is_host(t, StepName::Upkeep); ""),
    rule!(Turn: "the end step of enchanted {kind.s} 's controller" (kind: Type) => |c, kind| Some(host(c, kind, StepName::End)), |_, t| is_host(t, StepName::End); ""),
    alternate!(Turn: "the upkeep of enchanted permanent 's controller" () => |c| c.face.is("Aura").then(|| host(c, CardTypes::PERMANENT, StepName::Upkeep)); ""),
    rule!(StaticMod: "has|have \" {k} . \"" (k: Param) => |_, k| Some(given(k)), |_, m: &_| is_given(m); ""),
    rule!(StaticMod: "has|have \" {k} \"" (k: Param) => |_, k| Some(given(k)), |_, m: &_| is_given(m); ""),
    rule!(Mod: "gains|gain \" {k} . \"" (k: Param) => |_, k| Some(given(k)), |_, m: &_| is_given(m); ""),
    // ---- untapping
    rule!(Pred: "doesn't|don't untap during its|their controller|controllers 's|' untap step|steps {dur}" (what: Subject, dur: Dur) => |_, what, dur| Some(asleep(what, dur)),
        |_, e| match e { Instruction::Continuous(StaticEffect::Affect(what, mods), dur @ Duration::While(_)) if mods == [Modification::Rule(ObjectRule::DoesntUntap)] => vec![(what, dur)], _ => Vec::new() }; ""),
    // CR 611.2c: of a group also what comes to belong to it before that step.
    rule!(Pred: "doesn't|don't untap during your next untap step" (what: Subject) => |_, what| Some(asleep(what, Duration::NextUntapStepOf(Who::You))),
        |_, e| match e { Instruction::Continuous(StaticEffect::Affect(what, mods), Duration::NextUntapStepOf(Who::You)) if mods == [Modification::Rule(ObjectRule::DoesntUntap)] => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Dur: "for as long as {this} remains on the battlefield" (this: Self_) => |_, _| Some(while_here()), |_, d: &_| if *d == while_here() { vec![(Obj::This,)] } else { Vec::new() }; "for as long as this creature remains on the battlefield"),
    alternate!(Pred: "gets|get {pt} and has|have {k} {dur}" (what: Subject, pt: Pt, k: KwList, dur: Dur) => |_, what, (p, t), k, dur| Some(Instruction::Continuous(affect(what, vec![Modification::ModifyPT(p, t), Modification::Gain(k)]), dur)); ""),
    alternate!(Static: "{what#} {mods#} if {cond} ." (what: SubjObjs, mods: StaticMods, cond: Conds) => |c, what, mods, cond| (still(c, &what) && rules_only(&mods) && !of_defender(&cond)).then(|| ability(affect(what, mods), cond)); "this creature can't block if you control an untapped land."),
    rule!(Static: "{what#} {mods#} unless {cond} ." (what: SubjObjs, mods: StaticMods, cond: Conds) => |c, what, mods, cond| (still(c, &what) && rules_only(&mods) && !of_defender(&cond)).then(|| ability(affect(what, mods), Condition::Not(Box::new(cond)))),
        |_, d| match d {
            AbilityDef::Static(StaticDef { only_if: Condition::Not(cond), effect: StaticEffect::Affect(what, mods), from: ZoneKind::Battlefield }) if rules_only(&mods) => vec![(what, mods, *cond)],
            _ => Vec::new(),
        }; "this creature can't attack unless you control an artifact."),
    rule!(Cond: "it has a {k} counter on it" (k: Kind) => |c, k| Some(Condition::Is(help::it(c)?, Filter::Counter(k))),
        |c, cond: &_| match cond { Condition::Is(obj, Filter::Counter(k)) if help::it(c) == Some(*obj) => vec![(*k,)], _ => Vec::new() }; ""),
    // ---- graveyards
    rule!(Happening: "is put into your graveyard from the battlefield" (what: EventSubject) => |c, what| buried(c, what, Who::You), |_, e: &_| is_buried(e, Who::You); ""),
    rule!(Happening: "is put into a opponent 's graveyard from the battlefield" (what: EventSubject) => |c, what| buried(c, what, Who::EachOpponent), |_, e: &_| is_buried(e, Who::EachOpponent); ""),
    // ---- costs of spells
    rule!(Static: "{spells.p} you cast cost {mana} more to cast ." (spells: SpellNoun, mana: Mana) => |_, spells, mana| Some(game_rule(GameRule::CostsMore(Who::You, spells, Cost(vec![CostPart::Mana(mana)])))),
        |_, d: &_| match is_rule(d) { Some(GameRule::CostsMore(Who::You, f, Cost(list))) if !matches!(f, Filter::Is(_)) => match list.as_slice() { [CostPart::Mana(m)] => vec![(f, m.clone())], _ => Vec::new() }, _ => Vec::new() }; "black spells you cast cost {B} more to cast."),
    rule!(Static: "{spells.p} cost {mana} less to cast ." (spells: SpellNoun, mana: Mana) => |_, spells, mana| match mana.0.as_slice() {
            [ManaSymbol::Generic(m)] => Some(game_rule(GameRule::CostsLess(Who::EachPlayer, spells, n(i32::from(*m))))),
            _ => None,
        },
        |_, d: &_| match is_rule(d) {
            Some(GameRule::CostsLess(Who::EachPlayer, f, Quantity::N(m))) => u8::try_from(m).map(|m| (f, ManaCost([ManaSymbol::Generic(m)].into_iter().collect()))).into_iter().collect(),
            _ => Vec::new(),
        }; "creature spells cost {1} less to cast."),
    rule!(Static: "any player may cast {spells.p} as though they had flash ." (spells: SpellNoun) => |_, spells| Some(game_rule(GameRule::Flash(Who::EachPlayer, spells))),
        |_, d: &_| match is_rule(d) { Some(GameRule::Flash(Who::EachPlayer, f)) => vec![(f,)], _ => Vec::new() }; "any player may cast creature spells as though they had flash."),
    rule!(Static: "{spells.p} can't be countered ." (spells: SpellNoun) => |c, spells| { let what = Objects::In(ZoneOf::Stack, with(spells, Filter::Spell)); c.targets.is_empty().then(|| ability(affect(what, vec![Modification::Rule(ObjectRule::CantBeCountered)]), Condition::Always)) },
        |_, d| match d {
            AbilityDef::Static(StaticDef { only_if: Condition::Always, effect: StaticEffect::Affect(Objects::In(ZoneOf::Stack, f), mods), from: ZoneKind::Battlefield }) if mods == [Modification::Rule(ObjectRule::CantBeCountered)] => without(&f, &Filter::Spell).map(|f| (f,)).into_iter().collect(),
            _ => Vec::new(),
        }; "creature spells can't be countered."),
    rule!(Static: "spells and abilities can't be countered ." () => |c| c.targets.is_empty().then(|| ability(affect(Objects::In(ZoneOf::Stack, Filter::Any), vec![Modification::Rule(ObjectRule::CantBeCountered)]), Condition::Always)),
        |_, d: &_| if *d == ability(affect(Objects::In(ZoneOf::Stack, Filter::Any), vec![Modification::Rule(ObjectRule::CantBeCountered)]), Condition::Always) { vec![()] } else { Vec::new() }; ""),
    // ---- countered this way
    rule!(Plain: "counter {what} . if that spell is countered this way , exile it instead of putting it into its owner 's graveyard ." (what: Target) => |_, what| Some(countered(what, Destination::Exile)), |_, e: &_| is_counter(e, &Destination::Exile); "counter target spell. If that spell is countered this way, exile it instead of putting it into its owner's graveyard."),
    rule!(Plain: "counter {what} . if that spell is countered this way , put it on top of its owner 's library instead of into that player 's graveyard ." (what: Target) => |_, what| Some(countered(what, Destination::LibraryTop)), |_, e: &_| is_counter(e, &Destination::LibraryTop); "counter target spell. If that spell is countered this way, put it on top of its owner's library instead of into that player's graveyard."),
    // ---- keywords
    alternate!(KwLine: "{first} ; {rest}" (first: KwItem, rest: KwLine) => |_, first, mut rest| {
            match (first, rest.first_mut()) {
                (AbilityDef::Keywords(mut a), Some(AbilityDef::Keywords(b))) => { a.append(b); *b = a; }
                (first, _) => rest.insert(0, first),
            }
            Some(rest)
        }; "flying; haste"),
    rule!(Warded: "the chosen color" () <=> {Filter::ChosenColor}; "the chosen color"),
    rule!(Said: "{what.s} becomes a {body} {subs} creature with {k}" (what: SubjObjs, body: Body, subs: Subs, k: KwList) => |c, what, body, subs, k| enchantment(c, &what).then(|| vec![Instruction::Continuous(affect(what, creature(body, subs, k)), Duration::Forever)]),
        |c, e: &_| match e.as_slice() {
            [Instruction::Continuous(StaticEffect::Affect(what, mods), Duration::Forever)] if enchantment(c, what) => match mods.as_slice() {
                [Modification::SetTypes(CardTypes::CREATURE, subs), Modification::SetPT(p, t), Modification::Gain(k)] => vec![(what.clone(), (p.clone(), t.clone()), subs.clone(), k.clone())],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; ""),
    rule!(Said: "{what.s} becomes a {form.s} that's still a land" (what: SubjObjs, form: Form) => |_, what, form| Some(vec![Instruction::Continuous(affect(what, becoming::still(form)), Duration::Forever)]),
        |_, e: &_| match e.as_slice() {
            [Instruction::Continuous(StaticEffect::Affect(what, mods), Duration::Forever)] => becoming::unstill(mods).map(|form| (what.clone(), form)).into_iter().collect(),
            _ => Vec::new(),
        }; "target land becomes a 2/2 creature that's still a land"),
    rule!(Static: "enchanted land is the chosen type ." () => |c| c.face.is("Aura").then(|| chosen_type(Objects::The(Obj::Host))), |_, d: &_| if *d == chosen_type(Objects::The(Obj::Host)) { vec![()] } else { Vec::new() }; ""),
    // ---- damage
    rule!(Happening: "is dealt combat damage" (what: EventSubject) => |_, what| Some(TriggerEvent::Damage { source: Filter::Any, to: DamageTo::Object(what), combat: Some(true) }),
        |_, e| match e { TriggerEvent::Damage { source: Filter::Any, to: DamageTo::Object(what), combat: Some(true) } => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Event: "you're dealt damage" () => |c| { c.event = true; Some(damaged(DamageTo::Player(Who::You))) }, |_, e: &_| if *e == damaged(DamageTo::Player(Who::You)) { vec![()] } else { Vec::new() }; "you're dealt damage"),
    rule!(Event: "a {noun.s} deals damage to you" (noun: Noun) => |c, noun| {
            c.event = true;
            c.mention(Referent::Objects(Objects::The(Obj::EventSource)), help::permanent_kind(&noun), false);
            // A spell isn't a permanent, and would be any source.
            let source = if noun == Filter::Any { Filter::Permanent } else { noun };
            Some(TriggerEvent::Damage { source, to: DamageTo::Player(Who::You), combat: None })
        },
        |_, e| match e {
            TriggerEvent::Damage { source: Filter::Permanent, to: DamageTo::Player(Who::You), combat: None } => vec![(Filter::Any,)],
            TriggerEvent::Damage { source, to: DamageTo::Player(Who::You), combat: None } if source != Filter::Any => vec![(source,)],
            _ => Vec::new(),
        }; "a creature deals damage to you"),
    rule!(Verb: "gains|gain X plus {m} life" (who: Doer, m: Digits) => |_, who, m| Some(Instruction::GainLife(who, x_more(m), None)),
        |_, e| match e { Instruction::GainLife(who, Quantity::Sum(list), None) => match list.as_slice() { [Quantity::X, Quantity::N(m)] => vec![(who, *m)], _ => Vec::new() }, _ => Vec::new() }; "gain X plus 3 life"),
    rule!(Pred: "deals|deal damage to itself equal to {v}" (source: Source, v: Value_) => |_, source, v| Some(Instruction::Damage { amount: v, to: itself(source), source, and: Vec::new(), into: None, dealt_to: None }),
        |_, e| match e { Instruction::Damage { amount, to, source, into: None, dealt_to: None, .. } if to == itself(source) => vec![(source, amount)], _ => Vec::new() }; ""),
    // ---- rules of the game
    rule!(Static: "you can't cast {spells.p} ." (spells: SpellNoun) => |_, spells| Some(game_rule(GameRule::CantCast(Who::You, spells))), |_, d: &_| match is_rule(d) { Some(GameRule::CantCast(Who::You, f)) => vec![(f,)], _ => Vec::new() }; "you can't cast creature spells."),
    rule!(Static: "your opponents can't cast {spells.p} ." (spells: SpellNoun) => |_, spells| Some(game_rule(GameRule::CantCast(Who::EachOpponent, spells))), |_, d: &_| match is_rule(d) { Some(GameRule::CantCast(Who::EachOpponent, f)) => vec![(f,)], _ => Vec::new() }; "your opponents can't cast creature spells."),
    rule!(Static: "you can't cast more than one spell each turn ." () => |_| Some(game_rule(GameRule::SpellLimit(Who::You, 1))), |_, d: &_| if is_rule(d) == Some(GameRule::SpellLimit(Who::You, 1)) { vec![()] } else { Vec::new() }; "you can't cast more than one spell each turn."),
    rule!(Static: "players have no maximum hand size ." () => |_| Some(game_rule(GameRule::NoMaximumHandSize(Who::EachPlayer))), |_, d: &_| if is_rule(d) == Some(GameRule::NoMaximumHandSize(Who::EachPlayer)) { vec![()] } else { Vec::new() }; "players have no maximum hand size."),
    rule!(Static: "players can't play lands ." () => |_| Some(game_rule(GameRule::CantPlayLand(Who::EachPlayer, Filter::Any))), |_, d: &_| if is_rule(d) == Some(GameRule::CantPlayLand(Who::EachPlayer, Filter::Any)) { vec![()] } else { Vec::new() }; "players can't play lands."),
    rule!(Static: "players don't lose unspent mana as steps and phases end ." () => |_| Some(game_rule(GameRule::ManaStays(Who::EachPlayer))), |_, d: &_| if is_rule(d) == Some(GameRule::ManaStays(Who::EachPlayer)) { vec![()] } else { Vec::new() }; "players don't lose unspent mana as steps and phases end."),
    rule!(Static: "your maximum hand size is reduced by {m} ." (m: Words) => |_, m| Some(game_rule(GameRule::MaximumHandSize(Who::You, -m))), |_, d: &_| match is_rule(d) { Some(GameRule::MaximumHandSize(Who::You, m)) if m < -1 => vec![(-m,)], _ => Vec::new() }; "your maximum hand size is reduced by two."),
    // ---- targets of spells
    rule!(Cant: "can't be the target|targets of spells" () => |_| Some(ObjectRule::CantBeTargetedBy(Filter::Spell)), |_, r: &_| if *r == ObjectRule::CantBeTargetedBy(Filter::Spell) { vec![()] } else { Vec::new() }; "can't be the target of spells"),
    rule!(Cant: "can't be the target|targets of abilities from {kind} sources" (kind: TypeAdj) => |_, kind| Some(ObjectRule::CantBeTargetedBy(Filter::AbilityOf(Box::new(Filter::Type(kind))))),
        |_, r: &_| match r { ObjectRule::CantBeTargetedBy(Filter::AbilityOf(source)) => match **source { Filter::Type(kind) => vec![(kind,)], _ => Vec::new() }, _ => Vec::new() }; "can't be the target of abilities from artifact sources"),
    rule!(Cant: "can't be the target|targets of {a} spells or abilities from {b} sources" (a: Hue, b: Hue) => |_, a, b| (a == b).then_some(ObjectRule::CantBeTargetedBy(Filter::Color(a))),
        |_, r| match r { ObjectRule::CantBeTargetedBy(Filter::Color(a)) => vec![(a, a)], _ => Vec::new() }; "can't be the target of black spells or abilities from black sources"),
    // ---- conditions
    rule!(Cond: "there are no {cards.p} in your graveyard" (cards: CardNoun) => |_, cards| Some(Condition::Not(Box::new(Condition::Exists(Objects::In(ZoneOf::Graveyard(Who::You), cards))))),
        |_, c| match c { Condition::Not(inner) => match *inner { Condition::Exists(Objects::In(ZoneOf::Graveyard(Who::You), f)) => vec![(f,)], _ => Vec::new() }, _ => Vec::new() }; "there are no cards in your graveyard"),
    rule!(Cond: "you have {count} or more cards in hand" (count: Count) => |_, count| Some(Condition::Compare(Quantity::HandSize(Who::You), Cmp::Ge, count)),
        |_, c| match c { Condition::Compare(Quantity::HandSize(Who::You), Cmp::Ge, count) => vec![(count,)], _ => Vec::new() }; "you have five or more cards in hand"),
    rule!(Cond: "you have a card in hand" () => |_| Some(Condition::Compare(Quantity::HandSize(Who::You), Cmp::Ge, n(1))), |_, c: &_| if *c == Condition::Compare(Quantity::HandSize(Who::You), Cmp::Ge, n(1)) { vec![()] } else { Vec::new() }; "you have a card in hand"),
    rule!(Cond: "there are {count} or more {noun.p} on the battlefield" (count: Count, noun: Noun) => |_, count, noun| Some(Condition::Compare(Quantity::Count(Box::new(Objects::All(noun))), Cmp::Ge, count)),
        |_, c| match c { Condition::Compare(Quantity::Count(objects), Cmp::Ge, count) => match *objects { Objects::All(noun) => vec![(count, noun)], _ => Vec::new() }, _ => Vec::new() }; "there are four or more creatures on the battlefield"),
    alternate!(Static: "during turns other than yours , {what#} {mods#} ." (what: SubjObjs, mods: StaticMods) => |c, what, mods| still(c, &what).then(|| ability(affect(what, mods), Condition::Not(Box::new(Condition::TurnOf(Who::You))))); ""),
];

/// What deals damage, as what it is dealt to.
fn itself(obj: Obj) -> Recipients {
    match obj {
        Obj::Target(n) => Recipients::Targets(n),
        Obj::Var(v) => Recipients::Objects(Objects::Var(v)),
        obj => Recipients::Objects(Objects::The(obj)),
    }
}
