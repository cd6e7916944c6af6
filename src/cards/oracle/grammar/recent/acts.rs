//! What spells and abilities do.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::verbs::strip;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// A spell that is countered goes somewhere else.
fn countered(what: Objects, to: Destination) -> Vec<Effect> {
    vec![Effect::Counter { what, to: Some(to) }]
}

fn is_countered(effects: &[Effect], there: &Destination) -> Vec<(Objects,)> {
    match effects {
        [Effect::Counter { what: what @ Objects::Targets(_), to: Some(to) }] if to == there => vec![(what.clone(),)],
        _ => Vec::new(),
    }
}

macro_rules! counters {
    ($words:literal, $to:expr; $example:literal) => {
        rule!(Plain: $words (what: Target) => |_, what| Some(countered(what, $to)), |_, e| is_countered(&e, &$to); $example)
    };
}

/// The owner chooses: on top of the library or on the bottom.
fn owner_puts(context: &mut Context, obj: Obj) -> Option<Vec<Effect>> {
    let what = match obj {
        Obj::Target(target) => Objects::Targets(target),
        obj => Objects::The(obj),
    };
    let ways = [Destination::LibraryTop, Destination::LibraryBottom].map(|to| {
        vec![Effect::Move { what: what.clone(), to, into: context.variable(), linked: false, until: None }]
    });
    Some(vec![Effect::ChooseOne(Who::OwnerOf(obj), ways.into())])
}

/// A rule that holds this turn.
fn this_turn(rule: GameRule) -> Vec<Effect> {
    vec![Effect::Continuous(StaticEffect::Rule(rule), Duration::EndOfTurn)]
}

macro_rules! turn_rule {
    ($words:literal, $rule:expr; $example:literal) => {
        rule!(Said: $words () => |_| Some(this_turn($rule)), |_, e| if e == this_turn($rule) { vec![()] } else { Vec::new() }; $example)
    };
}

/// Some energy counters are got, and any number of them paid.
fn charge(context: &mut Context, got: Quantity) -> Option<(Vec<Effect>, Var)> {
    let into = context.variable()?;
    let you = Recipients::Players(Who::You);
    let kind = CounterKind::Energy;
    let get = Effect::PutCounters { kind, count: got, and: Vec::new(), on: you.clone() };
    let max = Quantity::PlayerCounters(kind, Who::You);
    let choose = Effect::ChooseNumber { who: Who::You, min: n(0), max, into };
    let pay = Effect::RemoveCounters { kind, count: Quantity::Var(into), from: you, into: None };
    Some((vec![get, choose, pay], into))
}

fn got(effects: &[Effect]) -> Option<Quantity> {
    match effects.first() {
        Some(Effect::PutCounters { kind: CounterKind::Energy, count, .. }) => Some(count.clone()),
        _ => None,
    }
}

/// As much damage as energy was paid.
fn discharge(context: &mut Context, energy: i32, to: u8) -> Option<Vec<Effect>> {
    let (mut all, paid) = charge(context, n(energy))?;
    let (amount, to) = (Quantity::Var(paid), Recipients::Targets(to));
    all.push(Effect::Damage { amount, to, source: Obj::This, into: None, dealt_to: None });
    Some(all)
}

/// All of a sort whose mana value is at most the energy that was paid are destroyed.
fn purge(context: &mut Context, noun: Filter) -> Option<Vec<Effect>> {
    let (mut all, paid) = charge(context, Quantity::X)?;
    let cheap = help::with(noun, Filter::ManaValue(Cmp::Le, Quantity::Var(paid)));
    all.push(Effect::Destroy { what: Objects::All(cheap), no_regeneration: false, into: context.variable() });
    Some(all)
}

fn is_purge(context: &Context, effects: &[Effect]) -> Vec<(Filter,)> {
    let Some(Effect::Destroy { what: Objects::All(filter), .. }) = effects.last() else { return Vec::new() };
    let mut parts = help::parts(filter.clone());
    parts.pop();
    let noun = help::all(parts);
    let same = purge(&mut context.clone(), noun.clone()).as_deref() == Some(effects);
    if same { vec![(noun,)] } else { Vec::new() }
}

fn transformed() -> Destination {
    Destination::Battlefield(Entry { transformed: true, ..Entry::default() })
}

fn transformed_yours() -> Destination {
    Destination::Battlefield(Entry { transformed: true, under: Some(Who::You), ..Entry::default() })
}

fn returned(context: &mut Context, what: Objects, to: Destination) -> Option<Effect> {
    let moved = matches!(what, Objects::Var(_) | Objects::Linked);
    moved.then(|| Effect::Move { what, to, into: context.variable(), linked: false, until: None })
}

fn is_returned(effect: Effect, there: &Destination) -> Vec<(Objects,)> {
    match effect {
        Effect::Move { what, to, linked: false, until: None, .. } if to == *there => vec![(what,)],
        _ => Vec::new(),
    }
}

/// Its owner's control is that of a person.
macro_rules! again_transformed {
    ($words:literal, $to:expr) => {
        alternate!(Verb: $words (what: Objs) => |c, what| returned(c, what, $to); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    counters!(
        "counter {what} . if that spell is countered this way , put it into its owner 's hand instead of into that player 's graveyard .",
        Destination::Hand;
        "counter target spell. If that spell is countered this way, put it into its owner's hand instead of into that player's graveyard."
    ),
    alternate!(Plain: "{who.s} reveals their hand . you choose a {cards.s} from it {post} . that player discards that card ." (who: Other, cards: CardNoun, post: CardPost)
        => |c, who, cards, post| strip(c, who, help::with(cards, post)); "target player reveals their hand. You choose a nonland card from it with mana value 3 or less. That player discards that card."),
    alternate!(Said: "{obj} owner puts it on their choice of the top or bottom of their library" (obj: Poss) => |c, obj| owner_puts(c, obj); ""),
    turn_rule!("players can't gain life this turn", GameRule::CantGainLife(Who::EachPlayer); "players can't gain life this turn"),
    turn_rule!("your opponents can't gain life this turn", GameRule::CantGainLife(Who::EachOpponent); "your opponents can't gain life this turn"),
    turn_rule!("damage can't be prevented this turn", GameRule::DamageCantBePrevented; "damage can't be prevented this turn"),
    rule!(Plain: "you get {energy} , then you may pay any amount of \u{7b}E\u{7d} . {this} deals that much damage to that permanent ." (energy: Energy, this: Self_)
        => |c, energy, _| {
            let found = c.that(crate::cards::oracle::syntax::Kind::PERMANENT, false)?.what.clone();
            match found {
                crate::cards::oracle::syntax::Referent::Objects(Objects::Targets(to)) => discharge(c, energy, to),
                _ => None,
            }
        },
        |c, e| match (got(&e), e.last()) {
            (Some(Quantity::N(energy)), Some(Effect::Damage { to: Recipients::Targets(to), .. })) if discharge(&mut c.clone(), energy, *to).as_ref() == Some(&e) => vec![(energy, Obj::This)],
            _ => Vec::new(),
        }; ""),
    rule!(Plain: "you get X \u{7b}E\u{7d} , then you may pay any amount of \u{7b}E\u{7d} . destroy each {noun.s} with mana value less than or equal to the amount of \u{7b}E\u{7d} paid this way ." (noun: Noun)
        => |c, noun| purge(c, noun), |c, e| is_purge(c, &e); ""),
    // ---- with the other face up
    rule!(Verb: "returns|return {what} to the battlefield transformed under its owner 's control" (what: Objs) => |c, what| returned(c, what, transformed()),
        |_, e| is_returned(e, &transformed()); ""),
    again_transformed!("returns|return {what} to the battlefield transformed under her owner 's control", transformed()),
    again_transformed!("returns|return {what} to the battlefield transformed under his owner 's control", transformed()),
    again_transformed!("returns|return {what} to the battlefield transformed under their owner 's control", transformed()),
    rule!(Verb: "returns|return {what} to the battlefield transformed under your control" (what: Objs) => |c, what| returned(c, what, transformed_yours()),
        |_, e| is_returned(e, &transformed_yours()); ""),
    // ---- on the battlefield
    rule!(Plain: "{verbs.p} . then if {cond} , untap that land ." (verbs: Verbs, cond: Conds) => |_, verbs, cond| then_untap(verbs, cond),
        |_, e| is_then_untap(&e); "search your library for a basic land card, put it onto the battlefield tapped, then shuffle. Then if you control an artifact, untap that land."),
];

/// The land that was put onto the battlefield untaps if a condition holds.
fn then_untap(mut verbs: Vec<Effect>, cond: Condition) -> Option<Vec<Effect>> {
    let entered = verbs.iter().find_map(|effect| match effect {
        Effect::Move { to: Destination::Battlefield(_), into, .. } => *into,
        _ => None,
    })?;
    verbs.push(Effect::If { cond, then: vec![Effect::Untap(Objects::Var(entered))], otherwise: Vec::new() });
    Some(verbs)
}

fn is_then_untap(effects: &[Effect]) -> Vec<(Vec<Effect>, Condition)> {
    match effects.split_last() {
        Some((Effect::If { cond, .. }, verbs))
            if then_untap(verbs.to_vec(), cond.clone()).as_deref() == Some(effects) =>
        {
            vec![(verbs.to_vec(), cond.clone())]
        }
        _ => Vec::new(),
    }
}
