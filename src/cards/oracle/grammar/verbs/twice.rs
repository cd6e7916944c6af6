//! Keyword actions that stand for several instructions (CR 701), and what is done twice.

use crate::cards::oracle::grammar::help::{all, n, not, one};
use crate::cards::oracle::grammar::verbs::actions::you;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

const PLUS: CounterKind = CounterKind::PowerToughness(1, 1);

/// CR 701.39a.
fn bolster(context: &mut Context, count: Quantity) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let creature = Filter::Type(CardTypes::CREATURE);
    let least = Filter::Least(Measure::Toughness, Box::new(creature.clone()));
    let from = Objects::All(all(vec![creature, Filter::Controlled(Who::You), least]));
    let choose = help::choose(Who::You, from, (n(1), n(1)), into);
    let on = Recipients::Objects(Objects::Var(into));
    Some(vec![choose, Instruction::PutCounters { kind: PLUS, count, and: Vec::new(), on }])
}

fn is_bolster(context: &Context, effects: &[Instruction]) -> Vec<(Quantity,)> {
    match effects {
        [_, Instruction::PutCounters { count, .. }]
            if bolster(&mut context.clone(), count.clone()).as_deref() == Some(effects) =>
        {
            vec![(count.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// CR 701.60c: what a suspected permanent has as long as it is suspected.
fn under_suspicion() -> Vec<Modification> {
    let this = Objects::The(Obj::This);
    let rule = StaticEffect::Affect(this, vec![Modification::Rule(ObjectRule::CantBlock)]);
    let cant_block = statics::ability(rule, Condition::Always);
    vec![Modification::Gain(vec![Keyword::Menace]), Modification::GainAbilities(vec![cant_block])]
}

/// CR 701.60a, d. What the card itself is attached to is kept: it stays suspected also when it is attached no more.
fn suspect(context: &mut Context, what: &Objects) -> Option<Vec<Instruction>> {
    let mut all = Vec::new();
    let mut what = what.clone();
    if one(&what)? == Obj::Host {
        let kept = context.variable()?;
        all.push(Instruction::Keep(kept, what));
        what = Objects::Var(kept);
    }
    let suspected = Condition::Is(one(&what)?, Filter::Designated(Designation::Suspected));
    let affect = StaticEffect::Affect(what.clone(), under_suspicion());
    all.push(Instruction::If {
        cond: Condition::Not(Box::new(suspected.clone())),
        then: vec![
            Instruction::Designate(what, Designation::Suspected),
            Instruction::Continuous(affect, Duration::While(suspected)),
        ],
        otherwise: Vec::new(),
    });
    Some(all)
}

fn is_suspect(context: &Context, effects: &[Instruction]) -> Vec<(Objects,)> {
    let what = match effects {
        [Instruction::Keep(_, what), _] => what.clone(),
        [Instruction::If { then, .. }] => match then.first() {
            Some(Instruction::Designate(what, _)) => what.clone(),
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let same = suspect(&mut context.clone(), &what).as_deref() == Some(effects);
    if same { vec![(what,)] } else { Vec::new() }
}

/// CR 701.16a: a player investigates N times.
fn investigate(who: Who, times: Quantity, into: Option<Var>) -> Instruction {
    let token = TokenSource::Predefined("Clue".to_owned());
    let (tapped, attacking, counters) = (false, None, Vec::new());
    let clue = Instruction::CreateToken { who, count: n(1), token, tapped, attacking, counters, into };
    Instruction::Repeat(times, vec![clue])
}

fn investigated(effect: &Instruction) -> Vec<(Who, Quantity, Option<Var>)> {
    let Instruction::Repeat(times, list) = effect else { return Vec::new() };
    match list.as_slice() {
        [Instruction::CreateToken { who, into, .. }] if investigate(*who, times.clone(), *into) == *effect => {
            vec![(*who, times.clone(), *into)]
        }
        _ => Vec::new(),
    }
}

/// CR 701.53a.
fn incubate(who: Who, count: Quantity, into: Option<Var>) -> Instruction {
    let token = TokenSource::Predefined("Incubator".to_owned());
    let counters = vec![(PLUS, count)];
    Instruction::CreateToken { who, count: n(1), token, tapped: false, attacking: None, counters, into }
}

fn incubated(effect: &Instruction) -> Option<(Who, Quantity, Option<Var>)> {
    let Instruction::CreateToken { who, counters, into, .. } = effect else { return None };
    let [(_, count)] = counters.as_slice() else { return None };
    (incubate(*who, count.clone(), *into) == *effect).then(|| (*who, count.clone(), *into))
}

/// A player incubates several times.
fn again(effect: &Instruction) -> Vec<(Who, Quantity, Quantity, Option<Var>)> {
    let Instruction::Repeat(times, list) = effect else { return Vec::new() };
    match list.as_slice() {
        [one] => incubated(one).map(|(who, count, into)| (who, count, times.clone(), into)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Of how many colours the mana is that was spent (CR 105.4, 601.2h).
fn colors_spent() -> Quantity {
    let one = |mana| Quantity::Min(vec![n(1), Quantity::ManaSpent(Some(mana))]);
    Quantity::Sum(ManaType::COLORED.into_iter().map(one).collect())
}

/// CR 701.50a, d: a permanent connives N: the player who controls it by then draws and discards; those of a group connive one
/// after the other.
fn connive(context: &mut Context, what: &Objects, count: Quantity) -> Option<Vec<Instruction>> {
    if matches!(what, Objects::All(_)) {
        let each = connive(context, &Objects::The(Obj::It), count)?;
        return Some(vec![Instruction::ForEach(Recipients::Objects(what.clone()), each)]);
    }
    let who = Who::ControllerOf(one(what)?);
    let (drawn, discarded) = (context.variable(), context.variable()?);
    let draw = Instruction::Draw { who, count: count.clone(), into: drawn };
    let filter = Filter::Any;
    let discard = Instruction::Discard { who, count: count.clone(), filter, random: false, into: Some(discarded) };
    let nonland = Objects::Only(Box::new(Objects::Var(discarded)), not(Filter::Type(CardTypes::LAND)));
    let on = match what {
        Objects::Targets(target) => Recipients::Targets(*target),
        what => Recipients::Objects(what.clone()),
    };
    let put = |count| Instruction::PutCounters { kind: PLUS, count, and: Vec::new(), on };
    let grow = if count == n(1) {
        Instruction::If { cond: Condition::Exists(nonland), then: vec![put(n(1))], otherwise: Vec::new() }
    } else {
        put(Quantity::Count(Box::new(nonland)))
    };
    Some(vec![draw, discard, grow, Instruction::Does(PermanentAction::Connive, what.clone())])
}

fn connived(context: &Context, effects: &[Instruction], one: bool) -> Vec<(Objects, Quantity)> {
    let (effects, group) = match effects {
        [Instruction::ForEach(Recipients::Objects(group @ Objects::All(_)), each)] => (each.as_slice(), Some(group)),
        all => (all, None),
    };
    let [Instruction::Draw { count, .. }, _, _, Instruction::Does(PermanentAction::Connive, what)] = effects else {
        return Vec::new();
    };
    let same = connive(&mut context.clone(), what, count.clone()).as_deref() == Some(effects);
    let fits = group.is_none() || *what == Objects::The(Obj::It);
    if same && fits && (*count == n(1)) == one {
        vec![(group.unwrap_or(what).clone(), count.clone())]
    } else {
        Vec::new()
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verbs: "bolsters|bolster {n}" (n: Amount) => |c, n| { you(c)?; bolster(c, n) }, |c, e: &_| is_bolster(c, e); ""),
    rule!(Verbs: "suspects|suspect {what}" (what: Objs) => |c, what| { you(c)?; suspect(c, &what) }, |c, e: &_| is_suspect(c, e); "suspect target creature"),
    rule!(Verb: "incubates|incubate {n}" (who: Doer, n: Amount, into: Into) => |_, who, n, into| Some(incubate(who, n, into)), |_, e: &_| incubated(e).into_iter().collect(); "incubate 3"),
    rule!(Verb: "incubates|incubate {m} twice" (who: Doer, m: Amount, into: Into) => |_, who, m, into| Some(Instruction::Repeat(n(2), vec![incubate(who, m, into)])),
        |_, e: &_| again(e).into_iter().filter(|(_, _, times, _)| *times == n(2)).map(|(who, m, _, into)| (who, m, into)).collect(); "incubate 2 twice"),
    rule!(Verb: "incubates|incubate {m} {times} times" (who: Doer, m: Amount, times: Count, into: Into) => |_, who, m, times, into| Some(Instruction::Repeat(times, vec![incubate(who, m, into)])),
        |_, e: &_| again(e).into_iter().filter(|(_, _, times, _)| *times != n(2)).collect(); "incubate 2 three times"),
    rule!(Each: "color|colors of mana spent to cast this spell" () => |c| (c.face.is_spell() || c.event).then(colors_spent), |_, q: &_| if *q == colors_spent() { vec![()] } else { Vec::new() }; ""),
    rule!(Each: "color|colors of mana spent to cast it" () => |c| (!c.face.is_spell() && !c.event && c.mentions.is_empty()).then(colors_spent),
        |c, q: &_| if !c.face.is_spell() && !c.event && c.mentions.is_empty() && *q == colors_spent() { vec![()] } else { Vec::new() }; ""),
    rule!(Adj: "suspected" () <=> {Filter::Designated(Designation::Suspected)}; "suspected"),
    rule!(Verb: "investigates|investigate twice" (who: Doer, into: Into) => |_, who, into| Some(investigate(who, n(2), into)),
        |_, e: &_| investigated(e).into_iter().filter(|(_, times, _)| *times == n(2)).map(|(who, _, into)| (who, into)).collect(); "investigate twice"),
    rule!(Verb: "investigates|investigate for each {each.s}" (who: Doer, each: Each, into: Into) => |_, who, each, into| Some(investigate(who, each, into)),
        |_, e: &_| investigated(e).into_iter().filter(|(_, times, _)| !matches!(times, Quantity::N(_) | Quantity::X)).collect(); "investigate for each land you control"),
    alternate!(Verb: "investigates|investigate once for each {each.s}" (who: Doer, each: Each, into: Into) => |_, who, each, into| Some(investigate(who, each, into)); ""),
    rule!(Verb: "investigates|investigate {times} times" (who: Doer, times: Count, into: Into) => |_, who, times, into| Some(investigate(who, times, into)),
        |_, e: &_| investigated(e).into_iter().filter(|(_, times, _)| *times != n(2)).collect(); "investigate three times"),
    rule!(Said: "{what.s} connives" (what: SubjObjs) => |c, what| connive(c, &what, n(1)),
        |c, e: &_| connived(c, e, true).into_iter().map(|(what, _)| (what,)).collect(); "this creature connives"),
    rule!(Said: "{what.s} connives {n}" (what: SubjObjs, n: Amount) => |c, what, count| (count != n(1)).then(|| connive(c, &what, count))?,
        |c, e: &_| connived(c, e, false); ""),
];
