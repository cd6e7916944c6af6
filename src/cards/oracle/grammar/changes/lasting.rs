//! What lasts for a while: changes, restrictions, control.

use crate::cards::oracle::grammar::help::{as_objects, n};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

fn affect(what: Objects, mods: Vec<Modification>, duration: Duration) -> Option<Instruction> {
    Some(Instruction::Continuous(StaticEffect::Affect(what, mods), duration))
}

fn affected(effect: &Instruction) -> Option<(Objects, Vec<Modification>, Duration)> {
    match effect {
        Instruction::Continuous(StaticEffect::Affect(what, mods), duration) => {
            Some((what.clone(), mods.clone(), duration.clone()))
        }
        _ => None,
    }
}

/// Changes that can be said without a duration: they last.
fn for_good(mods: &[Modification]) -> bool {
    matches!(
        mods,
        [Modification::AddTypes(..)
            | Modification::SetBasicLandTypes(_)
            | Modification::AddBasicLandTypes(_)
            | Modification::SetCreatureTypes(_)
            | Modification::SetColors(_)
            | Modification::Lose(_)
            | Modification::Gain(_)]
            | [Modification::SetCreatureTypes(_), Modification::SetPT(..)]
    )
}

fn rule_of(mods: &[Modification]) -> Option<ObjectRule> {
    match mods {
        [Modification::Rule(rule)] => Some(rule.clone()),
        _ => None,
    }
}

fn prevented(combat: Option<bool>) -> Instruction {
    let event = ReplacedEvent::Damage { source: Filter::Any, to: DamageTo::Any, combat };
    let replacement =
        Replacement { event, only_if: Condition::Always, with: ReplaceWith::Prevent(None), optional: None };
    Instruction::Continuous(StaticEffect::Replace(replacement), Duration::EndOfTurn)
}

/// All damage by some to some is prevented this turn.
pub(super) fn shield(source: Filter, to: DamageTo, combat: Option<bool>) -> Instruction {
    let event = ReplacedEvent::Damage { source, to, combat };
    let replacement =
        Replacement { event, only_if: Condition::Always, with: ReplaceWith::Prevent(None), optional: None };
    Instruction::Continuous(StaticEffect::Replace(replacement), Duration::EndOfTurn)
}

/// Whether it is one player who isn't `You`, as such a text can name one: never by a variable, nor as `It`.
fn single(who: Who) -> bool {
    matches!(who, Who::Target(_) | Who::Event | Who::ControllerOf(_) | Who::OwnerOf(_) | Who::Defending)
}

fn to_object(effect: &Instruction, combat: Option<bool>) -> Option<(Objects,)> {
    match effect {
        Instruction::Continuous(
            StaticEffect::Replace(Replacement {
                event: ReplacedEvent::Damage { to: DamageTo::Object(Filter::Is(obj)), .. },
                ..
            }),
            _,
        ) => (*effect == shield(Filter::Any, DamageTo::Object(Filter::Is(*obj)), combat)).then(|| (as_objects(*obj),)),
        _ => None,
    }
}

fn by_object(effect: &Instruction, combat: Option<bool>) -> Option<(Objects,)> {
    match effect {
        Instruction::Continuous(
            StaticEffect::Replace(Replacement { event: ReplacedEvent::Damage { source: Filter::Is(obj), .. }, .. }),
            _,
        ) => (*effect == shield(Filter::Is(*obj), DamageTo::Any, combat)).then(|| (as_objects(*obj),)),
        _ => None,
    }
}

pub(in crate::cards::oracle::grammar) fn one(mods: &[Modification]) -> Option<Modification> {
    match mods {
        [one] => Some(one.clone()),
        _ => None,
    }
}

/// In two parts, neither of them empty.
pub(in crate::cards::oracle::grammar) fn splits(mods: &[Modification]) -> Vec<(Vec<Modification>, Vec<Modification>)> {
    (1..mods.len()).map(|i| (mods[..i].to_vec(), mods[i..].to_vec())).collect()
}

/// In three parts, none of them empty.
fn thirds(mods: &[Modification]) -> Vec<(Vec<Modification>, Vec<Modification>, Vec<Modification>)> {
    let cut = |(a, rest): (Vec<Modification>, Vec<Modification>)| {
        splits(&rest).into_iter().map(move |(b, c)| (a.clone(), b, c))
    };
    splits(mods).into_iter().flat_map(cut).collect()
}

pub(in crate::cards::oracle::grammar) fn join(
    mut a: Vec<Modification>,
    b: Vec<Modification>,
) -> Option<Vec<Modification>> {
    a.extend(b);
    Some(a)
}

/// A change for each of something: both numbers, or one and zero.
pub(in crate::cards::oracle::grammar) fn for_each(
    change: (Quantity, Quantity),
    each: &Quantity,
) -> Option<Vec<Modification>> {
    let part = |q: Quantity| match q {
        Quantity::N(0) => Some(n(0)),
        Quantity::N(1) => Some(each.clone()),
        Quantity::N(-1) => Some(Quantity::Minus(Box::new(n(0)), Box::new(each.clone()))),
        Quantity::N(number) => Some(Quantity::Times(Box::new(n(number)), Box::new(each.clone()))),
        _ => None,
    };
    Some(vec![Modification::ModifyPT(part(change.0)?, part(change.1)?)])
}

/// The change and for each what.
pub(in crate::cards::oracle::grammar) fn is_for_each(mods: Vec<Modification>) -> Vec<((Quantity, Quantity), Quantity)> {
    let Some(Modification::ModifyPT(power, toughness)) = one(&mods) else { return Vec::new() };
    let part = |q: &Quantity| match q {
        Quantity::N(0) => Some((n(0), None)),
        Quantity::Minus(zero, each) if **zero == n(0) => Some((n(-1), Some((**each).clone()))),
        Quantity::Times(amount, each) => Some(((**amount).clone(), Some((**each).clone()))),
        Quantity::N(_) | Quantity::X => None,
        each => Some((n(1), Some(each.clone()))),
    };
    match (part(&power), part(&toughness)) {
        (Some((a, Some(x))), Some((b, Some(y)))) if x == y => vec![((a, b), x)],
        (Some((a, Some(x))), Some((b, None))) | (Some((a, None)), Some((b, Some(x)))) => vec![((a, b), x)],
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    // ---- changes
    alternate!(Mod: "gets|get {pt} for each {each.s}" (pt: Pt, each: Each) => |_, pt, each| for_each(pt, &each); "gets +1/+1 for each land you control"),
    rule!(Mod: "gets|get {pt}" (pt: Pt) => |_, (p, t)| Some(vec![Modification::ModifyPT(p, t)]),
        |_, m: &_| match one(m) { Some(Modification::ModifyPT(p, t)) => vec![((p, t),)], _ => Vec::new() }; "gets +2/+2"),
    rule!(Mod: "gains|gain {k}" (k: KwList) => |_, k| Some(vec![Modification::Gain(k)]),
        |_, m: &_| match one(m) { Some(Modification::Gain(k)) => vec![(k,)], _ => Vec::new() }; "gains flying"),
    rule!(Mod: "gains|gain {k}" (k: KwAbility) => |_, k| Some(vec![Modification::GainAbilities(vec![AbilityDef::Keyword(k)])]),
        |_, m: &_| match one(m) { Some(Modification::GainAbilities(list)) => match list.as_slice() { [AbilityDef::Keyword(k)] => vec![(k.clone(),)], _ => Vec::new() }, _ => Vec::new() }; "gains islandwalk"),
    rule!(Mod: "gains|gain \" {quote} \"" (quote: Quote) => |_, quote| Some(vec![Modification::GainAbilities(vec![quote])]),
        |_, m: &_| match one(m) { Some(Modification::GainAbilities(list)) => match list.as_slice() { [only] if !matches!(only, AbilityDef::Keyword(_)) => vec![(only.clone(),)], _ => Vec::new() }, _ => Vec::new() }; ""),
    rule!(Mod: "loses|lose {k}" (k: KwList) => |_, k| Some(vec![Modification::Lose(k)]),
        |_, m: &_| match one(m) { Some(Modification::Lose(k)) => vec![(k,)], _ => Vec::new() }; "loses flying"),
    rule!(Mod: "loses|lose all landwalk abilities" () => |_| Some(vec![Modification::LoseKeywords(vec![KeywordName::Landwalk])]),
        |_, m: &_| if *m == [Modification::LoseKeywords(vec![KeywordName::Landwalk])] { vec![()] } else { Vec::new() }; "loses all landwalk abilities"),
    rule!(Mod: "loses|lose all abilities" () => |_| Some(vec![Modification::LoseAllAbilities]), |_, m: &_| if *m == [Modification::LoseAllAbilities] { vec![()] } else { Vec::new() }; "loses all abilities"),
    rule!(Mod: "has|have base power and toughness {body}" (body: Body) => |_, (p, t)| Some(vec![Modification::SetPT(p, t)]),
        |_, m: &_| match one(m) { Some(Modification::SetPT(p, t)) => vec![((p, t),)], _ => Vec::new() }; "has base power and toughness 0/1"),
    rule!(Mod: "becomes|become {hues}" (hues: Hues) => |_, hues| Some(vec![Modification::SetColors(hues)]),
        |_, m: &_| match one(m) { Some(Modification::SetColors(hues)) => vec![(hues,)], _ => Vec::new() }; "becomes blue"),
    rule!(Mods: "{one#}" (one: Mod) <=> {one}; "gets +2/+2"),
    rule!(Mods: "{a#} and {b#}" (a: Mod, b: Mod) => |_, a, b| join(a, b), |_, m: &_| splits(m); "gets +2/+2 and gains flying"),
    rule!(Mods: "{a#} , {b#} , and {c#}" (a: Mod, b: Mod, c: Mod) => |_, a, b, c| join(join(a, b)?, c),
        |_, m: &_| thirds(m); "gets +2/+2, gains flying, and loses reach"),
    rule!(Pred: "{mods#} {dur}" (what: Subject, mods: Mods, dur: Dur) => |_, what, mods, dur| affect(what, mods, dur),
        |_, e: &_| affected(e).into_iter().collect(); ""),
    // A duration is that of all changes of its clause, so this stands alone.
    rule!(Said: "{what#} {mod_#}" (what: SubjObjs, mod_: Mod) => |_, what, mods| for_good(&mods).then(|| affect(what, mods, Duration::Forever).map(|e| vec![e]))?,
        |_, e: &_| match e.as_slice() { [one] => affected(one).filter(|(_, m, d)| *d == Duration::Forever && for_good(m)).map(|(what, m, _)| (what, m)).into_iter().collect(), _ => Vec::new() }; "target creature loses flying"),
    alternate!(Pred: "gets|get a additional {pt} {dur} for each {each.s}" (what: Subject, pt: Pt, dur: Dur, each: Each) => |_, what, pt, dur, each| affect(what, for_each(pt, &each)?, dur); ""),
    rule!(Pred: "gets|get {pt} {dur} for each {each.s}" (what: Subject, pt: Pt, dur: Dur, each: Each) => |_, what, pt, dur, each| affect(what, for_each(pt, &each)?, dur),
        |_, e: &_| affected(e).into_iter().flat_map(|(what, mods, dur)| is_for_each(mods).into_iter().map(move |(pt, each)| (what.clone(), pt, dur.clone(), each))).collect(); ""),
    // ---- restrictions
    rule!(Pred: "{cant#} this turn" (what: Subject, cant: Cant) => |_, what, cant| affect(what, vec![Modification::Rule(cant)], Duration::EndOfTurn),
        |_, e: &_| affected(e).filter(|(.., d)| *d == Duration::EndOfTurn).and_then(|(what, mods, _)| Some((what, rule_of(&mods)?))).into_iter().collect(); ""),
    rule!(Pred: "doesn't|don't untap during its|their controller|controllers 's|' next untap step|steps" (what: Subject)
        => |_, what| affect(what, vec![Modification::Rule(ObjectRule::DoesntUntap)], Duration::NextUntapStep),
        |_, e: &_| affected(e).filter(|(_, m, d)| *d == Duration::NextUntapStep && *m == [Modification::Rule(ObjectRule::DoesntUntap)]).map(|(what, ..)| (what,)).into_iter().collect(); ""),
    alternate!(Pred: "2: don't untap during their controller 's next untap step" (what: Subject)
        => |_, what| affect(what, vec![Modification::Rule(ObjectRule::DoesntUntap)], Duration::NextUntapStep); ""),
    rule!(Cant: "can't attack" () <=> {ObjectRule::CantAttack}; "can't attack"),
    rule!(Cant: "can't block" () <=> {ObjectRule::CantBlock}; "can't block"),
    rule!(Cant: "can't be blocked" () => |_| Some(ObjectRule::CantBeBlockedBy(Filter::Any)), |_, r: &_| if *r == ObjectRule::CantBeBlockedBy(Filter::Any) { vec![()] } else { Vec::new() }; "can't be blocked"),
    rule!(Cant: "can't be blocked by {noun.p}" (noun: Noun) => |_, noun| Some(ObjectRule::CantBeBlockedBy(noun)),
        |_, r| match r { ObjectRule::CantBeBlockedBy(noun) if noun != Filter::Any => vec![(noun,)], _ => Vec::new() }; "can't be blocked by creatures with flying"),
    rule!(Cant: "can't be blocked except by {noun.p}" (noun: Noun) <=> {ObjectRule::CantBeBlockedExceptBy(noun)}; "can't be blocked except by Walls"),
    rule!(Cant: "can't be regenerated" () <=> {ObjectRule::CantBeRegenerated}; "can't be regenerated"),
    // ---- control
    rule!(Verb: "gains|gain control of {what} {dur}" (who: Doer, what: Objs, dur: Dur) => |_, who, what, dur| (who == Who::You).then(|| affect(what, vec![Modification::Control(who)], dur))?,
        |_, e: &_| affected(e).filter(|(_, m, d)| *m == [Modification::Control(Who::You)] && *d != Duration::Forever).map(|(o, _, d)| (Who::You, o, d)).into_iter().collect(); "gain control of target creature until end of turn"),
    rule!(Verb: "gains|gain control of {what}" (who: Doer, what: Objs) => |_, who, what| (who == Who::You || single(who) && help::one(&what).is_some()).then(|| affect(what, vec![Modification::Control(who)], Duration::Forever))?,
        |_, e: &_| affected(e).filter(|(.., d)| *d == Duration::Forever).and_then(|(o, m, _)| match m.as_slice() { [Modification::Control(who)] if *who == Who::You || single(*who) => Some((*who, o)), _ => None }).into_iter().collect(); "gain control of target creature"),
    // ---- prevention
    rule!(Verb: "prevent all combat damage that would be dealt this turn" () => |_| Some(prevented(Some(true))), |_, e: &_| if *e == prevented(Some(true)) { vec![()] } else { Vec::new() }; "prevent all combat damage that would be dealt this turn"),
    rule!(Verb: "prevent all damage that would be dealt this turn" () => |_| Some(prevented(None)), |_, e: &_| if *e == prevented(None) { vec![()] } else { Vec::new() }; "prevent all damage that would be dealt this turn"),
    rule!(Verb: "prevent all damage that would be dealt to {what} this turn" (what: Objs) => |_, what| Some(shield(Filter::Any, DamageTo::Object(Filter::Is(help::one(&what)?)), None)),
        |_, e: &_| to_object(e, None).into_iter().collect(); "prevent all damage that would be dealt to target creature this turn"),
    rule!(Verb: "prevent all combat damage that would be dealt to {what} this turn" (what: Objs) => |_, what| Some(shield(Filter::Any, DamageTo::Object(Filter::Is(help::one(&what)?)), Some(true))),
        |_, e: &_| to_object(e, Some(true)).into_iter().collect(); "prevent all combat damage that would be dealt to target creature this turn"),
    rule!(Verb: "prevent all damage that would be dealt to you this turn" () => |_| Some(shield(Filter::Any, DamageTo::Player(Who::You), None)),
        |_, e: &_| if *e == shield(Filter::Any, DamageTo::Player(Who::You), None) { vec![()] } else { Vec::new() }; "prevent all damage that would be dealt to you this turn"),
    rule!(Verb: "prevent all combat damage that would be dealt to you this turn" () => |_| Some(shield(Filter::Any, DamageTo::Player(Who::You), Some(true))),
        |_, e: &_| if *e == shield(Filter::Any, DamageTo::Player(Who::You), Some(true)) { vec![()] } else { Vec::new() }; "prevent all combat damage that would be dealt to you this turn"),
    rule!(Verb: "prevent all combat damage that would be dealt by {what} this turn" (what: Objs) => |_, what| Some(shield(Filter::Is(help::one(&what)?), DamageTo::Any, Some(true))),
        |_, e: &_| by_object(e, Some(true)).into_iter().collect(); "prevent all combat damage that would be dealt by target creature this turn"),
    rule!(Verb: "prevent all damage that would be dealt by {what} this turn" (what: Objs) => |_, what| Some(shield(Filter::Is(help::one(&what)?), DamageTo::Any, None)),
        |_, e: &_| by_object(e, None).into_iter().collect(); "prevent all damage that would be dealt by target creature this turn"),
    rule!(Verb: "switch {what} 's power and toughness {dur}" (what: Target, dur: Dur) => |_, what, dur| affect(what, vec![Modification::SwitchPT], dur),
        |_, e: &_| affected(e).filter(|(o, m, _)| *m == [Modification::SwitchPT] && matches!(o, Objects::Targets(_))).map(|(o, _, d)| (o, d)).into_iter().collect(); "switch target creature's power and toughness until end of turn"),
    rule!(Verb: "switch each {noun.s} 's power and toughness {dur}" (noun: Noun, dur: Dur) => |_, noun, dur| affect(Objects::All(noun), vec![Modification::SwitchPT], dur),
        |_, e: &_| affected(e).filter(|(_, m, _)| *m == [Modification::SwitchPT]).and_then(|(o, _, d)| match o { Objects::All(noun) => Some((noun, d)), _ => None }).into_iter().collect(); "switch each creature's power and toughness until end of turn"),
    rule!(Verb: "switch the power and toughness of each of {what} {dur}" (what: Targets_, dur: Dur) => |_, what, dur| affect(what, vec![Modification::SwitchPT], dur),
        |_, e: &_| affected(e).filter(|(o, m, _)| *m == [Modification::SwitchPT] && matches!(o, Objects::Targets(_))).map(|(o, _, d)| (o, d)).into_iter().collect(); ""),
    rule!(Verb: "switch {what} power and toughness {dur}" (what: Poss, dur: Dur) => |_, what, dur| affect(as_objects(what), vec![Modification::SwitchPT], dur),
        |_, e: &_| affected(e).filter(|(_, m, _)| *m == [Modification::SwitchPT]).and_then(|(o, _, d)| Some((help::one(&o)?, d))).into_iter().collect(); "switch this creature's power and toughness until end of turn"),
    // ---- keywords in a list
    rule!(KwList: "{a}" (a: Kw) => |_, a| Some(vec![a]), |_, k: &_| match k.as_slice() { [a] => vec![(*a,)], _ => Vec::new() }; "flying"),
    rule!(KwList: "{a} and {b}" (a: Kw, b: Kw) => |_, a, b| Some(vec![a, b]), |_, k: &_| match k.as_slice() { [a, b] => vec![(*a, *b)], _ => Vec::new() }; "flying and haste"),
    rule!(KwList: "{a} , {b} , and {c}" (a: Kw, b: Kw, c: Kw) => |_, a, b, c| Some(vec![a, b, c]), |_, k: &_| match k.as_slice() { [a, b, c] => vec![(*a, *b, *c)], _ => Vec::new() }; "flying, haste, and reach"),
];
