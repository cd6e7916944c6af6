//! Keyword actions that are several instructions of terms that there are (CR 701), read and written as the keyword.

use crate::cards::oracle::grammar::help::{all, n, negated, not, one, put, when};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};
use crate::cards::oracle::vars::{renamed, strip};
use std::mem::discriminant;

const PLUS: CounterKind = CounterKind::PowerToughness(1, 1);
const MINUS: CounterKind = CounterKind::PowerToughness(-1, -1);

/// A variable of that name.
pub(in crate::cards::oracle::grammar) fn var(name: &str) -> Option<Var> {
    Word::new(name)
}

fn moved(what: Objects, to: Destination) -> Instruction {
    Instruction::Move { what, to, into: None, linked: false, until: None }
}

fn choose(from: Objects, min: i32, into: Var) -> Instruction {
    help::choose(Who::You, from, (n(min), n(1)), into)
}

fn created(token: TokenSource) -> Instruction {
    created_by(Who::You, token)
}

fn created_by(who: Who, token: TokenSource) -> Instruction {
    Instruction::CreateToken {
        who,
        count: n(1),
        token,
        tapped: false,
        attacking: None,
        counters: Vec::new(),
        into: None,
    }
}

/// Whether instructions are those of an action, but for names of variables and for what nothing reads.
pub(in crate::cards::oracle::grammar) fn same(made: Option<Vec<Instruction>>, effects: &[Instruction]) -> bool {
    let plain = |effects: Vec<Instruction>| {
        let mut ability = AbilityDef::Spell(SpellDef { effects, ..SpellDef::default() });
        strip(&mut ability);
        renamed(&ability)
    };
    // What differs at the first look isn't compared in full.
    let alike = |made: &[Instruction]| {
        made.len() == effects.len() && made.iter().zip(effects).all(|(a, b)| discriminant(a) == discriminant(b))
    };
    made.is_some_and(|made| alike(&made) && plain(made) == plain(effects.to_vec()))
}

/// The instructions of an action, with variables counted as they are when words are looked for.
pub(in crate::cards::oracle::grammar) fn spelt(
    context: &mut Context,
    effects: Option<Vec<Instruction>>,
) -> Option<Vec<Instruction>> {
    let mut effects = effects?;
    count(context, &mut effects, false);
    Some(effects)
}

/// Continues to count variables; within one of two courses nothing is stored that nothing reads.
fn count(context: &mut Context, effects: &mut [Instruction], either: bool) {
    for effect in effects {
        match effect {
            Instruction::If { then, otherwise, .. } => {
                let either = either || !otherwise.is_empty();
                count(context, then, either);
                count(context, otherwise, either);
            }
            Instruction::May { then, otherwise, .. } => {
                count(context, then, either);
                count(context, otherwise, either);
            }
            Instruction::ForEach(_, each) => count(context, each, either),
            Instruction::Choose { .. }
            | Instruction::ChoosePlayer { .. }
            | Instruction::Keep(..)
            | Instruction::Set(..) => {
                context.variable();
            }
            Instruction::Move { into, .. }
            | Instruction::Draw { into, .. }
            | Instruction::Discard { into, .. }
            | Instruction::CreateToken { into, .. } => {
                let made = context.variable();
                if into.is_none() && !either {
                    *into = made;
                }
            }
            _ => {}
        }
    }
}

/// Where counters are put.
fn on_what(effect: &Instruction) -> Option<(Quantity, Objects)> {
    match effect {
        Instruction::PutCounters { count, on: Recipients::Targets(t), .. } => {
            Some((count.clone(), Objects::Targets(*t)))
        }
        Instruction::PutCounters { count, on: Recipients::Objects(what), .. } => Some((count.clone(), what.clone())),
        _ => None,
    }
}

/// CR 701.44a, d: the player who controls it by then reveals and decides; those of a group explore one after the other.
fn explore(what: &Objects) -> Option<Vec<Instruction>> {
    if matches!(what, Objects::All(_)) {
        let each = explore(&Objects::The(Obj::It))?;
        return Some(vec![Instruction::ForEach(Recipients::Objects(what.clone()), each)]);
    }
    let card = var("explored")?;
    let who = Who::ControllerOf(one(what)?);
    let land = Objects::Only(Box::new(Objects::Var(card)), Filter::Type(CardTypes::LAND));
    let bury =
        Instruction::May { who, then: vec![moved(Objects::Var(card), Destination::Graveyard)], otherwise: Vec::new() };
    let course = Instruction::If {
        cond: Condition::Exists(land),
        then: vec![moved(Objects::Var(card), Destination::Hand)],
        otherwise: vec![put(PLUS, n(1), what.clone()), bury],
    };
    let reveal = Instruction::Reveal(Objects::Var(card));
    let done = Instruction::Does(PermanentAction::Explore, what.clone());
    Some(vec![Instruction::Keep(card, Objects::Top(n(1), who)), reveal, course, done])
}

fn is_explore(effects: &[Instruction]) -> Vec<(Objects,)> {
    match effects.last() {
        Some(Instruction::Does(PermanentAction::Explore, what)) if same(explore(what), effects) => {
            vec![(what.clone(),)]
        }
        Some(Instruction::ForEach(Recipients::Objects(what), _)) if same(explore(what), effects) => {
            vec![(what.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// CR 701.36a.
fn populate() -> Option<Vec<Instruction>> {
    let chosen = var("populated")?;
    let tokens = all(vec![Filter::Type(CardTypes::CREATURE), Filter::Token, Filter::Controlled(Who::You)]);
    let copy = created(TokenSource::CopyOf(Obj::Var(chosen), Vec::new()));
    Some(vec![choose(Objects::All(tokens), 1, chosen), when(Condition::Did(chosen), vec![copy])])
}

/// CR 701.46a.
fn adapt(count: Quantity) -> Vec<Instruction> {
    let grown = Condition::Is(Obj::This, Filter::Counter(PLUS));
    vec![when(negated(grown), vec![put(PLUS, count, Objects::The(Obj::This))])]
}

/// CR 701.37a.
fn monstrosity(count: Quantity) -> Vec<Instruction> {
    let this = Objects::The(Obj::This);
    let monstrous = Condition::Is(Obj::This, Filter::Designated(Designation::Monstrous));
    let mark = Instruction::Designate(this.clone(), Designation::Monstrous);
    vec![when(negated(monstrous), vec![put(PLUS, count, this), mark])]
}

fn counted(effects: &[Instruction], made: fn(Quantity) -> Vec<Instruction>) -> Vec<(Quantity,)> {
    let [Instruction::If { then, .. }] = effects else { return Vec::new() };
    let count = then.first().and_then(on_what).map(|(count, _)| count);
    count.filter(|count| made(count.clone()) == effects).map(|count| (count,)).into_iter().collect()
}

/// CR 701.47a.
fn amass(subtype: Subtype, count: Quantity) -> Option<Vec<Instruction>> {
    let (chosen, kind) = (var("army")?, Subtype::named("Army")?);
    let armies = all(vec![Filter::Type(CardTypes::CREATURE), Filter::Subtype(kind), Filter::Controlled(Who::You)]);
    let token = TokenDef {
        name: None,
        colors: vec![Color::Black],
        types: TypeLine {
            supertypes: Supertypes::empty(),
            types: CardTypes::CREATURE,
            subtypes: [subtype, kind].into_iter().collect(),
        },
        pt: Some((Some(0), Some(0))),
        abilities: Vec::new(),
        back: None,
    };
    let army = Objects::Var(chosen);
    let more = Modification::AddTypes(CardTypes::empty(), vec![subtype]);
    let becomes = Instruction::Continuous(StaticEffect::Affect(army.clone(), vec![more]), Duration::Forever);
    Some(vec![
        when(
            negated(Condition::Exists(Objects::All(armies.clone()))),
            vec![created(TokenSource::New(Box::new(token)))],
        ),
        choose(Objects::All(armies), 1, chosen),
        put(PLUS, count, army),
        when(negated(Condition::Is(Obj::Var(chosen), Filter::Subtype(subtype))), vec![becomes]),
    ])
}

fn is_amass(effects: &[Instruction]) -> Vec<(Subtype, Quantity)> {
    let [_, _, counters, Instruction::If { cond: Condition::Not(cond), .. }] = effects else { return Vec::new() };
    let (Some((count, _)), Condition::Is(_, Filter::Subtype(subtype))) = (on_what(counters), &**cond) else {
        return Vec::new();
    };
    if same(amass(*subtype, count.clone()), effects) { vec![(*subtype, count)] } else { Vec::new() }
}

/// CR 701.35a. Of a group those are detained that belong to it then.
fn detain(what: Objects) -> Option<Vec<Instruction>> {
    let rules = [ObjectRule::CantAttack, ObjectRule::CantBlock, ObjectRule::CantActivate { mana_too: true }];
    let rules = rules.into_iter().map(Modification::Rule).collect();
    let lasts = |what| Instruction::Continuous(StaticEffect::Affect(what, rules), Duration::UntilTurnOf(Who::You));
    if !matches!(what, Objects::All(_)) {
        return Some(vec![lasts(what)]);
    }
    let found = var("detained")?;
    Some(vec![Instruction::Keep(found, what), lasts(Objects::Var(found))])
}

fn is_detain(effects: &[Instruction]) -> Vec<(Objects,)> {
    let what = match effects {
        [Instruction::Continuous(StaticEffect::Affect(what, _), _)] | [Instruction::Keep(_, what), _] => what.clone(),
        _ => return Vec::new(),
    };
    if same(detain(what.clone()), effects) { vec![(what,)] } else { Vec::new() }
}

/// CR 701.48a.
fn learn() -> Option<Vec<Instruction>> {
    let card = var("lesson")?;
    let lessons = Objects::In(ZoneOf::Outside(Who::You), Filter::Subtype(Subtype::named("Lesson")?));
    let discard = Instruction::Discard { who: Who::You, count: n(1), filter: Filter::Any, random: false, into: None };
    let draw = Instruction::Draw { who: Who::You, count: n(1), into: None };
    let take = moved(Objects::Var(card), Destination::Hand);
    let otherwise = vec![choose(lessons, 0, card), Instruction::Reveal(Objects::Var(card)), take];
    Some(vec![Instruction::May { who: Who::You, then: vec![discard, draw], otherwise }])
}

/// CR 701.57a.
fn discover(most: &Quantity) -> Option<Vec<Instruction>> {
    let (card, exiled, cast) = (var("discovered")?, var("exiled")?, var("cast")?);
    let cheap = Filter::ManaValue(Cmp::Le, most.clone());
    let rest = Objects::Only(Box::new(Objects::Var(exiled)), not(Filter::In(Box::new(Objects::Var(card)))));
    Some(vec![
        Instruction::ExileUntil {
            who: Who::You,
            filter: all(vec![not(Filter::Type(CardTypes::LAND)), cheap.clone()]),
            total: None,
            into: Some(card),
            exiled: Some(exiled),
        },
        Instruction::CastNow {
            who: Who::You,
            what: Objects::Var(card),
            spell: cheap,
            cost: CastCost::Free,
            copies: false,
            lands: false,
            transformed: false,
            into: Some(cast),
        },
        when(negated(Condition::Did(cast)), vec![moved(Objects::Var(card), Destination::Hand)]),
        moved(rest, Destination::LibraryBottomRandom),
    ])
}

fn is_discover(effects: &[Instruction]) -> Vec<(Quantity,)> {
    match effects.get(1) {
        Some(Instruction::CastNow { spell: Filter::ManaValue(Cmp::Le, most), .. }) if same(discover(most), effects) => {
            vec![(most.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// CR 701.63a.
fn endure(what: &Objects, size: i32) -> Option<Vec<Instruction>> {
    let spirit = TokenDef {
        name: None,
        colors: vec![Color::White],
        types: TypeLine {
            supertypes: Supertypes::empty(),
            types: CardTypes::CREATURE,
            subtypes: [Subtype::named("Spirit")?].into_iter().collect(),
        },
        pt: Some((Some(size), Some(size))),
        abilities: Vec::new(),
        back: None,
    };
    let who = Who::ControllerOf(one(what)?);
    let counters = vec![put(PLUS, n(size), what.clone())];
    let otherwise = vec![created_by(who, TokenSource::New(Box::new(spirit)))];
    let may = Instruction::May { who, then: counters, otherwise };
    (*what == Objects::The(Obj::This) && size > 0).then(|| vec![may])
}

fn is_endure(effects: &[Instruction]) -> Vec<(Objects, i32)> {
    let this = Objects::The(Obj::This);
    let [Instruction::May { then, .. }] = effects else { return Vec::new() };
    match then.first().and_then(on_what) {
        Some((Quantity::N(size), _)) if same(endure(&this, size), effects) => vec![(this, size)],
        _ => Vec::new(),
    }
}

/// CR 701.68a.
fn blight(count: i32) -> Option<Vec<Instruction>> {
    let chosen = var("blighted")?;
    let creatures = all(vec![Filter::Type(CardTypes::CREATURE), Filter::Controlled(Who::You)]);
    Some(vec![choose(Objects::All(creatures), 1, chosen), put(MINUS, n(count), Objects::Var(chosen))])
}

fn is_blight(effects: &[Instruction]) -> Vec<(i32,)> {
    match effects.get(1).and_then(on_what) {
        Some((Quantity::N(count), _)) if same(blight(count), effects) => vec![(count,)],
        _ => Vec::new(),
    }
}

/// CR 701.62a.
fn manifest_dread() -> Option<Vec<Instruction>> {
    let (top, card) = (var("top")?, var("dread")?);
    let entry = Entry { manifested: true, ..Entry::default() };
    let rest = Objects::Only(Box::new(Objects::Var(top)), not(Filter::In(Box::new(Objects::Var(card)))));
    Some(vec![
        Instruction::Keep(top, Objects::Top(n(2), Who::You)),
        Instruction::Look(Who::You, Objects::Var(top)),
        choose(Objects::Var(top), 1, card),
        moved(Objects::Var(card), Destination::Battlefield(entry)),
        moved(rest, Destination::Graveyard),
    ])
}

/// CR 701.41a.
fn support(context: &mut Context, most: i32) -> Option<Vec<Instruction>> {
    let creature = Filter::Type(CardTypes::CREATURE);
    let what = if context.face.is_spell() { creature } else { all(vec![creature, help::other()]) };
    let def = TargetDef { min: n(0), max: n(most), ..TargetDef::new(TargetKind::Permanent(what)) };
    let target = context.target(def)?;
    Some(vec![put(PLUS, n(1), Objects::Targets(target))])
}

/// Whether it is the player of the spell or ability who does it.
pub(super) fn you(context: &Context) -> Option<()> {
    (context.doer == Who::You).then_some(())
}

fn once(is: bool) -> Vec<()> {
    if is { vec![()] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Said: "{what.s} explores" (what: SubjObjs) => |c, what| spelt(c, explore(&what)), |_, e: &_| is_explore(e); "this creature explores"),
    alternate!(Said: "{what.s} explores , then it explores again" (what: SubjObjs) => |c, what| { let once = explore(&what)?; spelt(c, Some([once.clone(), once].concat())) }; "this creature explores, then it explores again"),
    rule!(Verbs: "populates|populate" () => |c| { you(c)?; spelt(c, populate()) }, |_, e: &_| once(same(populate(), e)); ""),
    rule!(Verbs: "adapts|adapt {n}" (n: Amount) => |c, n| { you(c)?; Some(adapt(n)) }, |_, e: &_| counted(e, adapt); ""),
    rule!(Verbs: "monstrosity {n}" (n: Amount) => |c, n| { you(c)?; Some(monstrosity(n)) }, |_, e: &_| counted(e, monstrosity); ""),
    rule!(Verbs: "amasses|amass {sub.p} {n}" (sub: Sub, n: Amount) => |c, sub, n| { you(c)?; spelt(c, amass(sub, n)) }, |_, e: &_| is_amass(e); ""),
    rule!(Said: "detain {what}" (what: Objs) => |c, what| spelt(c, detain(what)), |_, e: &_| is_detain(e); ""),
    rule!(Verbs: "learns|learn" () => |c| { you(c)?; spelt(c, learn()) }, |_, e: &_| once(same(learn(), e)); ""),
    rule!(Verbs: "discovers|discover {n}" (n: Amount) => |c, n| { you(c)?; spelt(c, discover(&n)) }, |_, e: &_| is_discover(e); ""),
    rule!(Said: "{what.s} endures {n}" (what: SubjObjs, n: Digits) => |c, what, n| spelt(c, endure(&what, n)), |_, e: &_| is_endure(e); ""),
    rule!(Verbs: "blights|blight {n}" (n: Digits) => |c, n| { you(c)?; spelt(c, blight(n)) }, |_, e: &_| is_blight(e); ""),
    rule!(Verbs: "manifests|manifest dread" () => |c| { you(c)?; let all = spelt(c, manifest_dread())?; c.mention(Referent::Objects(Objects::Var(var("dread")?)), Sort::PERMANENT | Sort::CREATURE, false); Some(all) }, |_, e: &_| once(same(manifest_dread(), e)); ""),
    rule!(Verbs: "supports|support {n}" (n: Digits) => |c, n| { you(c)?; support(c, n) }, |_, _value: &_| Vec::new(); ""),
];
