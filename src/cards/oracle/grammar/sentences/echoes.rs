//! What is called back in other words, and sentences that say two things at once.

use crate::cards::oracle::grammar::clauses::at_next;
use crate::cards::oracle::grammar::help::{destroy, it, n, not, one, put, with};
use crate::cards::oracle::grammar::sentences::held::hold;
use crate::cards::oracle::grammar::sentences::offers::join;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Referent, Rule, alternate, rule};

/// Something is called back.
fn that(context: &mut Context, kind: Sort) -> Option<Objects> {
    let found = context.that(kind, false)?.clone();
    let now = context.now(&found)?;
    context.references += 1;
    context.mention(found.what, found.kind, false);
    Some(now)
}

/// What dealt the damage of the event, if it has the subtype.
fn dealer(context: &mut Context, subtype: Subtype) -> Option<Objects> {
    let source = Objects::The(Obj::EventSource);
    let about = context.event_subject.as_deref()?.clone();
    let named = help::parts(about).contains(&Filter::Subtype(subtype));
    let there = context.mentioned().any(|m| m.what == Referent::Objects(source.clone()));
    (named && there).then_some(source)
}

/// The one that was mentioned, that has something.
fn of_that(context: &mut Context, kind: Sort) -> Option<Obj> {
    let found = context.that(kind, false)?.clone();
    context.references += 1;
    match &found.what {
        Referent::Objects(objects) => one(objects),
        Referent::Player(_) | Referent::Any(_) => None,
    }
}

fn bury(context: &mut Context, what: Objects) -> Instruction {
    let destroy = Instruction::Destroy { what, no_regeneration: true, into: context.variable() };
    context.after(&destroy);
    destroy
}

fn is_put(effect: &Instruction) -> Option<(CounterKind, Objects)> {
    match effect {
        Instruction::PutCounters { kind, count: Quantity::N(1), and, on } if and.is_empty() => {
            Some((*kind, on.clone().into_objects()?))
        }
        _ => None,
    }
}

/// All counters of a kind are removed from one thing.
fn cleared(kind: CounterKind, what: &Objects) -> Option<Instruction> {
    let count = Quantity::Counters(kind, one(what)?);
    let from = Recipients::from(what.clone());
    Some(Instruction::RemoveCounters { kind, count, from, into: None })
}

fn is_cleared(effect: &Instruction) -> Vec<(CounterKind, Objects)> {
    let Instruction::RemoveCounters { kind, from, .. } = effect else { return Vec::new() };
    let Some(what) = from.clone().into_objects() else { return Vec::new() };
    if cleared(*kind, &what).as_ref() == Some(effect) { vec![(*kind, what)] } else { Vec::new() }
}

/// One of two things is destroyed, as is chosen then.
fn one_of(context: &mut Context, a: Objects, b: Objects, no_regeneration: bool) -> Option<Instruction> {
    let groups = matches!((&a, &b), (Objects::All(_), Objects::All(_))) && a != b;
    let destroy = |what| Instruction::Destroy { what, no_regeneration, into: None };
    (groups && context.doer == Who::You)
        .then(|| Instruction::ChooseOne(Who::You, vec![vec![destroy(a)], vec![destroy(b)]]))
}

fn is_one_of(effect: &Instruction, burying: bool) -> Vec<(Objects, Objects)> {
    let Instruction::ChooseOne(Who::You, list) = effect else { return Vec::new() };
    let [a, b] = list.as_slice() else { return Vec::new() };
    match (a.as_slice(), b.as_slice()) {
        (
            [Instruction::Destroy { what: a, no_regeneration: x, .. }],
            [Instruction::Destroy { what: b, no_regeneration: y, .. }],
        ) if x == y && *x == burying => vec![(a.clone(), b.clone())],
        _ => Vec::new(),
    }
}

/// Each player's life total becomes how many of something they control.
fn reckoned(noun: Filter) -> Vec<Instruction> {
    let count = Quantity::Count(Box::new(Objects::All(with(noun, Filter::Controlled(Who::It)))));
    vec![Instruction::ForEach(Recipients::Players(Who::EachPlayer), vec![Instruction::SetLife(Who::It, count)])]
}

fn is_reckoned(effects: &[Instruction]) -> Vec<(Filter,)> {
    let [Instruction::ForEach(_, list)] = effects else { return Vec::new() };
    let [Instruction::SetLife(Who::It, Quantity::Count(objects))] = list.as_slice() else { return Vec::new() };
    let Objects::All(filter) = &**objects else { return Vec::new() };
    let found = help::without(filter, &Filter::Controlled(Who::It));
    found.filter(|noun| reckoned(noun.clone()) == effects).map(|noun| (noun,)).into_iter().collect()
}

/// As many as its player likes of their own are sacrificed.
fn given_up(context: &mut Context, noun: Filter) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let gone = Instruction::SacrificeChoice { who: Who::You, filter: noun, count: n(1), into: Some(into), any: true };
    context.done.push((Participle::Sacrificed, into));
    (context.doer == Who::You).then(|| vec![gone])
}

fn is_given_up(context: &Context, effects: &[Instruction]) -> Vec<(Filter,)> {
    match effects {
        [Instruction::SacrificeChoice { filter, .. }]
            if given_up(&mut context.clone(), filter.clone()).as_deref() == Some(effects) =>
        {
            vec![(filter.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// What was sacrificed as the instruction before said: how many.
fn sacrificed(context: &Context) -> Option<Quantity> {
    let last = context.done.iter().rfind(|(done, _)| *done == Participle::Sacrificed);
    last.map(|(_, var)| Quantity::Var(*var))
}

/// A player who may do something else than they must: what they store.
fn stored(effects: &[Instruction]) -> Option<Var> {
    match effects {
        [Instruction::SacrificeChoice { into, .. }] => *into,
        _ => None,
    }
}

fn unable(act: Vec<Instruction>, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let cond = Condition::Not(Box::new(Condition::Did(stored(&act)?)));
    Some(join(act, vec![Instruction::If { cond, then, otherwise: Vec::new() }]))
}

fn is_unable(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Vec<Instruction>)> {
    let [act, Instruction::If { then, .. }] = effects else { return Vec::new() };
    let act = vec![act.clone()];
    if unable(act.clone(), then.clone()).as_deref() == Some(effects) { vec![(act, then.clone())] } else { Vec::new() }
}

/// As something that is mentioned now leaves the battlefield this turn.
fn gone(context: &mut Context, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let Objects::Targets(target) = that(context, Sort::CREATURE)? else { return None };
    let var = context.variable()?;
    let ability = TriggeredDef {
        when: TriggerEvent::Leaves(Filter::Is(Obj::Var(var))),
        ..lines::triggered(TriggerEvent::ChaosEnsues, Condition::Always, Vec::new(), then)
    };
    let delayed = Instruction::Delayed { ability: Box::new(ability), until: Some(Duration::EndOfTurn) };
    Some(vec![Instruction::Keep(var, Objects::Targets(target)), delayed])
}

fn is_gone(context: &Context, effects: &[Instruction]) -> Vec<(Vec<Instruction>,)> {
    match effects {
        [Instruction::Keep(..), Instruction::Delayed { ability, .. }] => {
            let made = gone(&mut context.clone(), ability.effects.clone());
            if made.as_deref() == Some(effects) { vec![(ability.effects.clone(),)] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// What is of a colour that is chosen as it happens.
fn of_color(
    context: &mut Context,
    done: fn(&mut Context, Objects) -> Instruction,
    noun: Filter,
) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let choose = Instruction::ChooseColor { who: Who::You, other_than: None, except: Vec::new(), into };
    let effect = done(context, Objects::All(with(noun, Filter::ColorVar(into))));
    (context.doer == Who::You).then(|| vec![choose, effect])
}

fn is_of_color(
    context: &Context,
    effects: &[Instruction],
    done: fn(&mut Context, Objects) -> Instruction,
) -> Vec<(Filter,)> {
    let [Instruction::ChooseColor { into, .. }, effect] = effects else { return Vec::new() };
    let (Instruction::Destroy { what, .. } | Instruction::Move { what, .. }) = effect else { return Vec::new() };
    let Objects::All(filter) = what else { return Vec::new() };
    let Some(noun) = help::without(filter, &Filter::ColorVar(*into)) else { return Vec::new() };
    let made = of_color(&mut context.clone(), done, noun.clone());
    if made.as_deref() == Some(effects) { vec![(noun,)] } else { Vec::new() }
}

fn returned(context: &mut Context, what: Objects) -> Instruction {
    Instruction::Move { what, to: Destination::Hand, into: context.variable(), linked: false, until: None }
}

macro_rules! having {
    ($words:literal, $kind:expr) => {
        alternate!(Poss: $words () => |c| of_that(c, $kind); "")
    };
}

/// One creature or several, as far as it is said.
fn single(objects: &Objects) -> bool {
    matches!(objects, Objects::Targets(_) | Objects::The(_) | Objects::Var(_))
}

pub(super) const RULES: &[Rule] = &[
    // ---- called back
    having!("the artifact 's", Sort::ARTIFACT),
    having!("the enchantment 's", Sort::ENCHANTMENT),
    having!("the permanent 's", Sort::PERMANENT),
    having!("the spell 's", Sort::SPELL),
    alternate!(Np: "1: that {sub.s}" (sub: Sub) => |c, sub| (sub.kind() == SubtypeKind::Creature).then(|| dealer(c, sub).or_else(|| that(c, Sort::CREATURE)))?; ""),
    alternate!(Poss: "that {sub.s} 's" (sub: Sub) => |c, sub| (sub.kind() == SubtypeKind::Creature).then(|| of_that(c, Sort::CREATURE))?; ""),
    alternate!(Other: "1: that opponent" () => |c| nouns::players::that_player(c).inspect(|who| c.mention(Referent::Player(*who), Sort::PLAYER, false)); ""),
    rule!(Whose: "defending player 's" () <=> {Who::Defending}; "defending player's"),
    rule!(SubjObjs: "2: {this} and that creature" (this: Self_) => |c, this| (!c.face.is_spell()).then(|| Some(Objects::Union(vec![Objects::The(this), that(c, Sort::CREATURE)?])))?,
        |_, o: &_| match o { Objects::Union(both) => match both.as_slice() { [Objects::The(Obj::This), Objects::The(Obj::Event | Obj::EventSource)] => vec![(Obj::This,)], _ => Vec::new() }, _ => Vec::new() }; ""),
    alternate!(Post: "blocking or blocked by it" () => |c| it(c).map(|obj| { let is = || Box::new(Filter::Is(obj)); Filter::Or(vec![Filter::BlockingWhat(is()), Filter::BlockedBy(is())]) }); ""),
    rule!(Post: "blocking enchanted creature" () => |c| c.face.is("Aura").then(|| Filter::BlockingWhat(Box::new(Filter::Is(Obj::Host)))),
        |c, f: &_| if c.face.is("Aura") && *f == Filter::BlockingWhat(Box::new(Filter::Is(Obj::Host))) { vec![()] } else { Vec::new() }; ""),
    rule!(Post: "other than enchanted creature" () => |c| c.face.is("Aura").then(|| not(Filter::Is(Obj::Host))),
        |c, f: &_| if c.face.is("Aura") && *f == not(Filter::Is(Obj::Host)) { vec![()] } else { Vec::new() }; ""),
    rule!(Post: "you own or control" () => |_| Some(Filter::Or(vec![Filter::Owned(Who::You), Filter::Controlled(Who::You)])),
        |_, f: &_| if *f == Filter::Or(vec![Filter::Owned(Who::You), Filter::Controlled(Who::You)]) { vec![()] } else { Vec::new() }; "you own or control"),
    rule!(Post: "{who} owns" (who: Other) => |_, who| Some(Filter::Owned(who)), |_, f| match f { Filter::Owned(who) if who != Who::You => vec![(who,)], _ => Vec::new() }; "target player owns"),
    alternate!(HueOr: "{a} and/or {b}" (a: Hue, b: Hue) => |_, a, b| Some(Filter::Or(vec![Filter::Color(a), Filter::Color(b)])); "white and/or blue"),
    rule!(Adj: "{body}" (body: Body) => |_, body| match body { (Quantity::N(p), Quantity::N(t)) => Some(of_size(p, t)), _ => None },
        |_, f: &_| match f {
            Filter::And(list) => match list.as_slice() { [Filter::Power(Cmp::Eq, Quantity::N(p)), Filter::Toughness(Cmp::Eq, Quantity::N(t))] => vec![((n(*p), n(*t)),)], _ => Vec::new() },
            _ => Vec::new(),
        }; "1/1"),
    rule!(Adj: "{hue} or {kind}" (hue: Hue, kind: TypeAdj) => |_, hue, kind| Some(Filter::Or(vec![Filter::Color(hue), Filter::Type(kind)])),
        |_, f| match f { Filter::Or(list) => match list.as_slice() { [Filter::Color(hue), Filter::Type(kind)] => vec![(*hue, *kind)], _ => Vec::new() }, _ => Vec::new() }; "black or artifact"),
    rule!(Noun: "{a#} or {adjs} {b#}" (a: Type, adjs: Adjs, b: Type) => |_, a, adjs, b| (a != b).then(|| either(a, adjs, b)),
        |_, f: &_| is_either(f); "land or nonblack creature"),
    // ---- destroyed
    rule!(Verb: "destroy {what} and it can't be regenerated" (what: Target) => |c, what| Some(bury(c, what)),
        |_, e| match e { Instruction::Destroy { what: what @ Objects::Targets(_), no_regeneration: true, .. } => vec![(what,)], _ => Vec::new() }; "destroy target creature and it can't be regenerated"),
    alternate!(Plain: "{act.p} and destroy {what} . they can't be regenerated ." (act: Act, what: Objs) => |c, act, what| (!single(&what)).then(|| join(act, vec![bury(c, what)])); ""),
    alternate!(Plain: "destroy {what} . those creatures can't be regenerated ." (what: Objs) => |c, what| (!single(&what)).then(|| vec![bury(c, what)]); ""),
    alternate!(Plain: "destroy {what} if {cond} . a creature destroyed this way can't be regenerated ." (what: Target, cond: Conds) => |c, what, cond| { let then = vec![bury(c, what)]; Some(vec![Instruction::If { cond, then, otherwise: Vec::new() }]) }; ""),
    alternate!(Objs: "all {noun.p} except for {this}" (noun: Noun, this: Self_) => |c, noun, _| (!c.face.is_spell()).then(|| Objects::All(with(noun, help::other()))); ""),
    rule!(Verb: "destroy {a} or {b}" (a: Objs, b: Objs) => |c, a, b| one_of(c, a, b, false), |_, e: &_| is_one_of(e, false); "destroy all lands or all creatures"),
    alternate!(Plain: "destroy {a} or {b} . creatures destroyed this way can't be regenerated ." (a: Objs, b: Objs) => |c, a, b| one_of(c, a, b, true).map(|e| vec![e]); "destroy all lands or all creatures. Creatures destroyed this way can't be regenerated."),
    rule!(Plain: "destroy {a} or {b} . they can't be regenerated ." (a: Objs, b: Objs) => |c, a, b| one_of(c, a, b, true).map(|e| vec![e]),
        |_, e: &_| match e.as_slice() { [only] => is_one_of(only, true), _ => Vec::new() }; "destroy all green creatures or all white creatures. They can't be regenerated."),
    rule!(Plain: "{this} deals {m} damage to {a} or {again} deals {k} damage to {b} ." (this: Self_, m: Amount, a: Recip, again: Self_, k: Amount, b: Recip) => |c, this, m, a, _, k, b| one_hurt(c, this, (m, a), (k, b)),
        |_, e: &_| is_one_hurt(e); ""),
    rule!(Verbs: "destroy all {noun.p} of the color of your choice" (noun: Noun) => |c, noun| of_color(c, destroy, noun), |c, e: &_| is_of_color(c, e, destroy); "destroy all enchantments of the color of your choice"),
    rule!(Verbs: "return all {noun.p} of the color of your choice to their owners ' hands" (noun: Noun) => |c, noun| of_color(c, returned, noun), |c, e: &_| is_of_color(c, e, returned); "return all permanents of the color of your choice to their owners' hands"),
    // ---- counters
    alternate!(Verb: "puts|put another {k} counter on {what}" (k: Kind, what: Objs) => |_, k, what| Some(put(k, n(1), what)); "put another +1/+1 counter on this creature"),
    rule!(Verb: "removes|remove all {k} counters from {what}" (k: Kind, what: Objs) => |_, k, what| cleared(k, &what), |_, e: &_| is_cleared(e); "remove all +1/+1 counters from this creature"),
    rule!(Verbs: "puts|put a {k} counter on {a} and a {j} counter on {b}" (k: Kind, a: Objs, j: Kind, b: Objs) => |_, k, a, j, b| Some(vec![put(k, n(1), a), put(j, n(1), b)]),
        |_, e: &_| match e.as_slice() { [a, b] => is_put(a).zip(is_put(b)).map(|((k, a), (j, b))| (k, a, j, b)).into_iter().collect(), _ => Vec::new() }; "put a -1/-1 counter on this creature and a -1/-1 counter on target creature"),
    rule!(Verbs: "puts|put {count} {k} counters on {a} and {m} {j} counters on {b}" (count: Count, k: Kind, a: Objs, m: Count, j: Kind, b: Objs)
        => |_, count, k, a, m, j, b| (count != n(1) && m != n(1)).then(|| vec![put(k, count, a), put(j, m, b)]),
        |_, e: &_| match e.as_slice() { [a, b] => are_put(a).zip(are_put(b)).map(|((count, k, a), (m, j, b))| (count, k, a, m, j, b)).into_iter().collect(), _ => Vec::new() };
        "put two -1/-1 counters on this creature and two -1/-1 counters on target creature"),
    // ---- given up
    rule!(Act: "sacrifice any number of {noun.p}" (noun: Noun) => |c, noun| given_up(c, noun), |c, e: &_| is_given_up(c, e); "sacrifice any number of creatures"),
    rule!(Each: "{noun#} sacrificed this way" (noun: Noun) => |c, _| sacrificed(c), |c, q| if sacrificed(c) == Some(q) { vec![(Filter::Any,)] } else { Vec::new() }; ""),
    rule!(Pred: "deals|deal that much damage to {to}" (source: Source, to: RecipAnd) => |c, source, to| (!c.event).then(|| sacrificed(c).map(|amount| Instruction::Damage { amount, to, source, and: Vec::new(), into: None, dealt_to: None }))?,
        |c, e| match e { Instruction::Damage { amount, to, source, into: None, dealt_to: None, .. } if !c.event && sacrificed(c) == Some(amount.clone()) => vec![(source, to)], _ => Vec::new() }; ""),
    rule!(Plain: "{act.p} . if you can't , {clause} ." (act: Act, clause: Clause) => |_, act, clause| unable(act, clause), |_, e: &_| is_unable(e); "sacrifice a creature. If you can't, you lose 3 life."),
    // ---- later
    rule!(Said: "{what#} {pred#} at end of combat" (what: SubjObjs, pred: Pred) => |c, _, pred| hold(c, StepName::EndCombat, pred),
        |_, e: &_| later(e); ""),
    rule!(Plain: "when that creature leaves the battlefield this turn , {clause} ." (clause: Clause) => |c, clause| gone(c, clause), |c, e: &_| is_gone(c, e); ""),
    rule!(Said: "each player 's life total becomes the number of {noun.p} they control" (noun: Noun) => |_, noun| Some(reckoned(noun)), |_, e: &_| is_reckoned(e); "each player's life total becomes the number of creatures they control"),
    alternate!(Said: "the owner of {what} shuffles it into their library , then draws {cards}" (what: Target, cards: Cards) => |c, what, count| {
            let who = Who::OwnerOf(one(&what)?);
            let gone = Instruction::Move { what, to: Destination::LibraryBottomRandom, into: c.variable(), linked: false, until: None };
            Some(vec![gone, Instruction::Shuffle(who), Instruction::Draw { who, count, into: c.variable() }])
        }; "the owner of target creature shuffles it into their library, then draws two cards"),
    alternate!(Verb: "adds|add a additional {mana} for each {each.s}" (who: Doer, mana: Mana, each: Each) => |_, who, mana, times| Some(Instruction::AddMana { who, mana: ManaProduced::Fixed(mana), times, only: Vec::new(), riders: Vec::new() }); "add an additional {G} for each Elf on the battlefield"),
    alternate!(Plain: "for each {each.s} , create a {token.s} ." (each: Each, token: TokenNoun) => |c, count, token| Some(vec![Instruction::CreateToken { who: Who::You, count, token: TokenSource::New(Box::new(token)), tapped: false, attacking: None, counters: Vec::new(), into: c.variable() }]); ""),
    rule!(Verb: "look at {what}" (what: Target) => |c, what| (c.doer == Who::You).then_some(Instruction::Look(Who::You, what)), |_, e| match e { Instruction::Look(Who::You, what @ Objects::Targets(_)) => vec![(what,)], _ => Vec::new() }; "look at target face-down creature"),
    rule!(Verb: "returns|return {what} to their hand" (what: Objs) => |c, what| theirs(c, &what).then(|| returned(c, what)),
        |c, e| match e { Instruction::Move { what, to: Destination::Hand, linked: false, until: None, .. } if theirs(c, &what) => vec![(what,)], _ => Vec::new() }; "return all artifacts target player owns to their hand"),
    rule!(Pred: "becomes|become a enchantment" (what: Subject) => |_, what| Some(enchantment(what)), |_, e: &_| match e { Instruction::Continuous(StaticEffect::Affect(what, _), _) if *e == enchantment(what.clone()) => vec![(what.clone(),)], _ => Vec::new() }; ""),
    rule!(Cond: "they lose the flip" () => |c| lost(c), |c, cond: &_| if lost(c).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
];

/// It is an enchantment and nothing else (CR 205.1a).
fn enchantment(what: Objects) -> Instruction {
    let mods = vec![Modification::SetTypes(CardTypes::ENCHANTMENT, Vec::new())];
    Instruction::Continuous(StaticEffect::Affect(what, mods), Duration::Forever)
}

/// The last flip was lost.
fn lost(context: &Context) -> Option<Condition> {
    context.done.iter().rfind(|(done, _)| *done == Participle::Lost).map(|(_, var)| Condition::Did(*var))
}

/// Whether things go to the hand of somebody who was named: what a player owns, or cards of an opponent's graveyard.
fn theirs(context: &Context, objects: &Objects) -> bool {
    match objects {
        Objects::All(filter) => {
            help::parts(filter.clone()).iter().any(|f| matches!(f, Filter::Owned(who) if *who != Who::You))
        }
        Objects::Targets(i) => {
            let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
            matches!(
                all.get(usize::from(*i)),
                Some(TargetDef { what: TargetKind::Card(ZoneOf::Graveyard(Who::EachOpponent), _), .. })
            )
        }
        _ => false,
    }
}

fn of_size(power: i32, toughness: i32) -> Filter {
    Filter::And(vec![Filter::Power(Cmp::Eq, n(power)), Filter::Toughness(Cmp::Eq, n(toughness))])
}

/// One type, or another with qualities of its own.
fn either(a: CardTypes, adjs: Vec<Filter>, b: CardTypes) -> Filter {
    let mut other = vec![Filter::Type(b)];
    other.extend(adjs);
    Filter::Or(vec![Filter::Type(a), Filter::And(other)])
}

fn is_either(filter: &Filter) -> Vec<(CardTypes, Vec<Filter>, CardTypes)> {
    let Filter::Or(list) = filter else { return Vec::new() };
    let [Filter::Type(a), Filter::And(other)] = list.as_slice() else { return Vec::new() };
    match other.split_first() {
        Some((Filter::Type(b), adjs)) if !adjs.is_empty() && a != b => vec![(*a, adjs.to_vec(), *b)],
        _ => Vec::new(),
    }
}

type Hurt = (Quantity, Recipients);

/// Damage to one or to another group, as is chosen then.
fn one_hurt(context: &Context, source: Obj, a: Hurt, b: Hurt) -> Option<Vec<Instruction>> {
    let hurt = |(amount, to): Hurt| {
        vec![Instruction::Damage { amount, to, source, and: Vec::new(), into: None, dealt_to: None }]
    };
    context.targets.is_empty().then(|| vec![Instruction::ChooseOne(Who::You, vec![hurt(a), hurt(b)])])
}

fn is_one_hurt(effects: &[Instruction]) -> Vec<(Obj, Quantity, Recipients, Obj, Quantity, Recipients)> {
    let [Instruction::ChooseOne(Who::You, list)] = effects else { return Vec::new() };
    let [a, b] = list.as_slice() else { return Vec::new() };
    match (a.as_slice(), b.as_slice()) {
        (
            [Instruction::Damage { amount: m, to: a, source: Obj::This, into: None, dealt_to: None, .. }],
            [Instruction::Damage { amount: k, to: b, source: Obj::This, into: None, dealt_to: None, .. }],
        ) => vec![(Obj::This, m.clone(), a.clone(), Obj::This, k.clone(), b.clone())],
        _ => Vec::new(),
    }
}

/// What something does at the end of combat.
fn later(effects: &[Instruction]) -> Vec<(Objects, Instruction)> {
    let subject = |effect: &Instruction| match effect {
        Instruction::Damage { source: Obj::Var(var), .. } => Some(Objects::Var(*var)),
        Instruction::Damage { source: Obj::Target(n), .. } => Some(Objects::Targets(*n)),
        Instruction::Damage { source, .. } => Some(Objects::The(*source)),
        Instruction::PhaseOut(what) => Some(what.clone()),
        _ => None,
    };
    match effects {
        [Instruction::Delayed { ability, until: None }] => match ability.effects.as_slice() {
            [only] if at_next(StepName::EndCombat, vec![only.clone()]) == effects[0] => {
                subject(only).map(|what| (what, only.clone())).into_iter().collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Several counters of a kind are put on something.
fn are_put(effect: &Instruction) -> Option<(Quantity, CounterKind, Objects)> {
    match effect {
        Instruction::PutCounters { kind, count, and, on } if and.is_empty() && *count != n(1) => {
            Some((count.clone(), *kind, on.clone().into_objects()?))
        }
        _ => None,
    }
}
