//! What spells and abilities do.

use crate::cards::oracle::grammar::cards::looks::strip;
use crate::cards::oracle::grammar::help::{n, this_turn};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// A spell that is countered goes somewhere else.
pub(in crate::cards::oracle::grammar) fn countered(what: Objects, to: Destination) -> Vec<Instruction> {
    vec![Instruction::Counter { what, to: Some(to) }]
}

fn is_countered(effects: &[Instruction], there: &Destination) -> Vec<(Objects,)> {
    match effects {
        [Instruction::Counter { what: what @ Objects::Targets(_), to: Some(to) }] if to == there => {
            vec![(what.clone(),)]
        }
        _ => Vec::new(),
    }
}

macro_rules! counters {
    ($words:literal, $to:expr; $example:literal) => {
        rule!(Plain: $words (what: Target) => |_, what| Some(countered(what, $to)), |_, e: &_| is_countered(e, &$to); $example)
    };
}

/// The owner chooses: on top of the library or on the bottom.
fn owner_puts(context: &mut Context, obj: Obj) -> Option<Vec<Instruction>> {
    let what = match obj {
        Obj::Target(target) => Objects::Targets(target),
        obj => Objects::The(obj),
    };
    let ways = [Destination::LibraryTop, Destination::LibraryBottom].map(|to| {
        vec![Instruction::Move { what: what.clone(), to, into: context.variable(), linked: false, until: None }]
    });
    Some(vec![Instruction::ChooseOne(Who::OwnerOf(obj), ways.into())])
}

macro_rules! turn_rule {
    ($words:literal, $rule:expr; $example:literal) => {
        rule!(Said: $words () => |_| Some(this_turn($rule)), |_, e: &_| if *e == this_turn($rule) { vec![()] } else { Vec::new() }; $example)
    };
}

/// Some energy counters are got, and any number of them paid.
fn charge(context: &mut Context, got: Quantity) -> Option<(Vec<Instruction>, Var)> {
    let into = context.variable()?;
    let you = Recipients::Players(Who::You);
    let kind = CounterKind::Energy;
    let get = Instruction::PutCounters { kind, count: got, and: Vec::new(), on: you.clone() };
    let max = Quantity::PlayerCounters(kind, Who::You);
    let choose = Instruction::ChooseNumber { who: Who::You, min: n(0), max, random: false, into };
    let pay = Instruction::RemoveCounters { kind, count: Quantity::Var(into), from: you, into: None };
    Some((vec![get, choose, pay], into))
}

fn got(effects: &[Instruction]) -> Option<Quantity> {
    match effects.first() {
        Some(Instruction::PutCounters { kind: CounterKind::Energy, count, .. }) => Some(count.clone()),
        _ => None,
    }
}

/// As much damage as energy was paid.
fn discharge(context: &mut Context, energy: i32, to: u8) -> Option<Vec<Instruction>> {
    let (mut all, paid) = charge(context, n(energy))?;
    let (amount, to) = (Quantity::Var(paid), Recipients::Targets(to));
    all.push(Instruction::Damage { amount, to, source: Obj::This, and: Vec::new(), into: None, dealt_to: None });
    Some(all)
}

/// All of a sort whose mana value is at most the energy that was paid are destroyed.
fn purge(context: &mut Context, noun: Filter) -> Option<Vec<Instruction>> {
    let (mut all, paid) = charge(context, Quantity::X)?;
    let cheap = help::with(noun, Filter::ManaValue(Cmp::Le, Quantity::Var(paid)));
    all.push(Instruction::Destroy { what: Objects::All(cheap), no_regeneration: false, into: context.variable() });
    Some(all)
}

fn is_purge(context: &Context, effects: &[Instruction]) -> Vec<(Filter,)> {
    let Some(Instruction::Destroy { what: Objects::All(filter), .. }) = effects.last() else { return Vec::new() };
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

fn returned(context: &mut Context, what: Objects, to: Destination) -> Option<Instruction> {
    let died = context.dies && matches!(what, Objects::The(Obj::This | Obj::Event));
    let moved = died || matches!(what, Objects::Var(_) | Objects::Linked);
    moved.then(|| Instruction::Move { what, to, into: context.variable(), linked: false, until: None })
}

fn is_returned(effect: Instruction, there: &Destination) -> Vec<(Objects,)> {
    match effect {
        Instruction::Move { what, to, linked: false, until: None, .. } if to == *there => vec![(what,)],
        _ => Vec::new(),
    }
}

/// Its owner's control is that of a person.
macro_rules! again_transformed {
    ($words:literal, $to:expr) => {
        alternate!(Verb: $words (what: Objs) => |c, what| returned(c, what, $to); "")
    };
}

/// A player may pay a cost, and when they do, an ability triggers (CR 603.12).
fn when_paid(part: CostPart, reflex: TriggeredDef) -> Vec<Instruction> {
    let then = vec![Instruction::Reflexive(Box::new(reflex))];
    vec![Instruction::MayPay { who: Who::You, cost: Cost(vec![part]), then, otherwise: Vec::new() }]
}

fn is_when_paid(effects: &[Instruction]) -> Vec<(CostPart, TriggeredDef)> {
    let [Instruction::MayPay { who: Who::You, cost, then, otherwise }] = effects else { return Vec::new() };
    match (cost.0.as_slice(), then.as_slice()) {
        ([part], [Instruction::Reflexive(reflex)]) if otherwise.is_empty() => vec![(part.clone(), (**reflex).clone())],
        _ => Vec::new(),
    }
}

/// The ability itself: what it waits for has just been done.
fn reflex(targets: Vec<TargetDef>, effects: Vec<Instruction>) -> TriggeredDef {
    lines::triggered(TriggerEvent::State(Condition::Always), Condition::Always, targets, effects)
}

/// A card that another ability of this object exiled is chosen and put onto the battlefield.
fn release(context: &mut Context, cards: Filter, kind: CounterKind) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let from = Objects::Only(Box::new(Objects::Linked), cards);
    let to = Destination::Battlefield(Entry { counters: vec![(kind, n(1))], ..under_you() });
    let moved = context.variable()?;
    context.mention(
        crate::cards::oracle::syntax::Referent::Objects(Objects::Var(moved)),
        crate::cards::oracle::syntax::Kind::PERMANENT | crate::cards::oracle::syntax::Kind::CREATURE,
        false,
    );
    (!context.face.is_spell() && context.face.grantee.is_none()).then(|| {
        vec![
            help::choose(Who::You, from, (n(1), n(1)), into),
            Instruction::Move { what: Objects::Var(into), to, into: Some(moved), linked: false, until: None },
        ]
    })
}

fn is_release(context: &Context, effects: &[Instruction]) -> Vec<(Filter, Obj, CounterKind)> {
    match effects {
        [
            Instruction::Choose { from: Objects::Only(_, cards), .. },
            Instruction::Move { to: Destination::Battlefield(entry), .. },
        ] => {
            let [(kind, _)] = entry.counters.as_slice() else { return Vec::new() };
            let same = release(&mut context.clone(), cards.clone(), *kind).as_deref() == Some(effects);
            if same { vec![(cards.clone(), Obj::This, *kind)] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// The controller of a permanent that is destroyed may search for a card that enters.
fn compensate(context: &mut Context, what: Objects, cards: Filter) -> Option<Vec<Instruction>> {
    let who = Who::ControllerOf(help::one(&what)?);
    let destroy = Instruction::Destroy { what, no_regeneration: false, into: context.variable() };
    let into = context.variable()?;
    let found = Objects::Var(into);
    let to = Destination::Battlefield(Entry::default());
    let then = vec![
        Instruction::Search { who, of: who, filter: cards, max: n(1), zones: Vec::new(), together: Vec::new(), into },
        Instruction::Move { what: found, to, into: context.variable(), linked: false, until: None },
        Instruction::Shuffle(who),
    ];
    Some(vec![destroy, Instruction::May { who, then, otherwise: Vec::new() }])
}

fn is_compensate(context: &Context, effects: &[Instruction]) -> Vec<(Objects, Filter)> {
    let [Instruction::Destroy { what: what @ Objects::Targets(_), .. }, Instruction::May { then, .. }] = effects else {
        return Vec::new();
    };
    match then.first() {
        Some(Instruction::Search { filter, .. })
            if compensate(&mut context.clone(), what.clone(), filter.clone()).as_deref() == Some(effects) =>
        {
            vec![(what.clone(), filter.clone())]
        }
        _ => Vec::new(),
    }
}

/// Damage is replaced by as many counters.
fn wither(source: Filter, to: Filter) -> AbilityDef {
    let event = ReplacedEvent::Damage { source, to: DamageTo::Object(to), combat: Some(false) };
    let on = Recipients::Objects(Objects::The(Obj::Event));
    let kind = CounterKind::PowerToughness(-1, -1);
    let put = Instruction::PutCounters { kind, count: Quantity::EventAmount, and: Vec::new(), on };
    statics::replace(event, ReplaceWith::Instead(vec![put]))
}

/// What has made something its target is countered, whether it is a spell or an ability.
fn counter_it() -> Instruction {
    Instruction::Counter { what: Objects::The(Obj::EventSource), to: None }
}

/// Whether the event is that something becomes a target.
fn is_targeted(context: &Context) -> bool {
    let source = Referent::Objects(Objects::The(Obj::EventSource));
    context.mentions.iter().any(|m| m.what == source && m.kind.contains(Sort::SPELL))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "counter that spell or ability" () => |c| is_targeted(c).then(|| { c.mention(Referent::Objects(Objects::The(Obj::EventSource)), Sort::SPELL | Sort::ABILITY, false); counter_it() }), |c, e: &_| if is_targeted(c) && *e == counter_it() { vec![()] } else { Vec::new() }; ""),
    rule!(Reflex: "when you do , {effects}" (effects: Begun) => |c, effects| Some(reflex(lines::targets(c), effects)),
        |_, d| if d == reflex(d.targets.clone(), d.effects.clone()) { vec![(d.effects,)] } else { Vec::new() }; ""),
    rule!(Sentences: "you may {part.p} . {reflex}" (part: Part, reflex: Reflex) => |c, part, reflex| (c.doer == Who::You).then(|| when_paid(part, reflex)), |_, e: &_| is_when_paid(e); ""),
    rule!(Begun: "you may {part.p} . {reflex}" (part: Part, reflex: Reflex) => |c, part, reflex| (c.doer == Who::You).then(|| when_paid(part, reflex)), |_, e: &_| is_when_paid(e); ""),
    rule!(Verbs: "put a {cards.s} exiled with {this} onto the battlefield under your control with a {kind} counter on it" (cards: CardNoun, this: Self_, kind: Kind) => |c, cards, _, kind| release(c, cards, kind),
        |c, e: &_| is_release(c, e); ""),
    rule!(Plain: "destroy {what} . that player may search their library for a {cards.s} , put it onto the battlefield , then shuffle ." (what: Target, cards: CardNoun) => |c, what, cards| compensate(c, what, cards),
        |c, e: &_| is_compensate(c, e); "destroy target land. That player may search their library for a basic land card, put it onto the battlefield, then shuffle."),
    rule!(Static: "if a source you control would deal noncombat damage to a creature a opponent controls , put that many -1/-1 counters on that creature instead ." ()
        => |_| Some(wither(Filter::Controlled(Who::You), theirs())), |_, d: &_| if *d == wither(Filter::Controlled(Who::You), theirs()) { vec![()] } else { Vec::new() };
        "if a source you control would deal noncombat damage to a creature an opponent controls, put that many -1/-1 counters on that creature instead."),
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
    turn_rule!("you can't lose life this turn", GameRule::CantLoseLife(Who::You); "you can't lose life this turn"),
    turn_rule!("players can't lose life this turn", GameRule::CantLoseLife(Who::EachPlayer); "players can't lose life this turn"),
    turn_rule!("you can't lose the game this turn", GameRule::CantLose(Who::You); "you can't lose the game this turn"),
    turn_rule!("your opponents can't win the game this turn", GameRule::CantWin(Who::EachOpponent); "your opponents can't win the game this turn"),
    turn_rule!("damage can't be prevented this turn", GameRule::DamageCantBePrevented; "damage can't be prevented this turn"),
    rule!(Plain: "choose {what} . you get {energy} , then you may pay any amount of \u{7b}E\u{7d} . {this} deals that much damage to that permanent ." (what: Target, energy: Energy, this: Self_)
        => |c, what, energy, _| match what { Objects::Targets(to) => discharge(c, energy, to), _ => None },
        |c, e: &_| match (got(e), e.last()) {
            (Some(Quantity::N(energy)), Some(Instruction::Damage { to: Recipients::Targets(to), .. })) if discharge(&mut c.clone(), energy, *to).as_ref() == Some(e) => vec![(Objects::Targets(*to), energy, Obj::This)],
            _ => Vec::new(),
        }; ""),
    rule!(Plain: "you get X \u{7b}E\u{7d} , then you may pay any amount of \u{7b}E\u{7d} . destroy each {noun.s} with mana value less than or equal to the amount of \u{7b}E\u{7d} paid this way ." (noun: Noun)
        => |c, noun| purge(c, noun), |c, e: &_| is_purge(c, e); ""),
    rule!(Plain: "you may mill {count} . if you do , you may put a {cards.s} from among them into your hand ." (count: Cards, cards: CardNoun) => |c, count, cards| mill_for(c, count, cards),
        |c, e: &_| is_mill_for(c, e); "you may mill two cards. If you do, you may put a creature card from among them into your hand."),
    rule!(Mod: "1: becomes a land" () => |_| Some(vec![Modification::SetTypes(CardTypes::LAND, Vec::new())]),
        |_, m: &_| if *m == [Modification::SetTypes(CardTypes::LAND, Vec::new())] { vec![()] } else { Vec::new() }; "becomes a land"),
    // ---- with counters
    alternate!(Verb: "returns|return {what} to the battlefield with a additional {k} counter on it" (what: Objs, k: Kind) => |c, what, k| with_counter(c, what, k, Entry::default());
        "return target creature card from your graveyard to the battlefield with an additional +1/+1 counter on it"),
    rule!(Verb: "returns|return {what} to the battlefield with a {k} counter on it" (what: Objs, k: Kind) => |c, what, k| with_counter(c, what, k, Entry::default()),
        |c, e| is_with_counter(c, e, &Entry::default()); "return target creature card from your graveyard to the battlefield with a -1/-1 counter on it"),
    rule!(Verb: "puts|put {what} onto the battlefield under your control with a {k} counter on it" (what: Objs, k: Kind) => |c, what, k| with_counter(c, what, k, under_you()),
        |c, e| is_with_counter(c, e, &under_you()); "put target creature card from a graveyard onto the battlefield under your control with a finality counter on it"),
    // ---- with the other face up
    rule!(Verb: "returns|return {what} to the battlefield transformed under its owner 's control" (what: Objs) => |c, what| returned(c, what, transformed()),
        |_, e| is_returned(e, &transformed()); ""),
    again_transformed!(
        "returns|return {what} to the battlefield transformed under her owner 's control",
        transformed()
    ),
    again_transformed!(
        "returns|return {what} to the battlefield transformed under his owner 's control",
        transformed()
    ),
    again_transformed!(
        "returns|return {what} to the battlefield transformed under their owner 's control",
        transformed()
    ),
    rule!(Verb: "returns|return {what} to the battlefield transformed under your control" (what: Objs) => |c, what| returned(c, what, transformed_yours()),
        |_, e| is_returned(e, &transformed_yours()); ""),
    // ---- on the battlefield
    rule!(Plain: "{verbs.p} . then if {cond} , untap that land ." (verbs: Verbs, cond: Conds) => |_, verbs, cond| then_untap(verbs, cond),
        |_, e: &_| is_then_untap(e); "search your library for a basic land card, put it onto the battlefield tapped, then shuffle. Then if you control an artifact, untap that land."),
];

/// Creatures of opponents.
fn theirs() -> Filter {
    Filter::And(vec![Filter::Type(CardTypes::CREATURE), Filter::Controlled(Who::EachOpponent)])
}

pub(in crate::cards::oracle::grammar) fn under_you() -> Entry {
    Entry { under: Some(Who::You), ..Entry::default() }
}

/// Whether it is a card in a graveyard; without somebody's control being said, one of yours.
fn in_graveyard(context: &Context, what: &Objects, entry: &Entry) -> bool {
    let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
    let Objects::Targets(target) = what else { return false };
    match all.get(usize::from(*target)).map(|def| &def.what) {
        Some(TargetKind::Card(ZoneOf::Graveyard(who), _)) => entry.under.is_some() || *who == Who::You,
        _ => false,
    }
}

fn with_counter(context: &mut Context, what: Objects, kind: CounterKind, entry: Entry) -> Option<Instruction> {
    in_graveyard(context, &what, &entry).then_some(())?;
    let to = Destination::Battlefield(Entry { counters: vec![(kind, n(1))], ..entry });
    Some(Instruction::Move { what, to, into: context.variable(), linked: false, until: None })
}

fn is_with_counter(context: &Context, effect: Instruction, plain: &Entry) -> Vec<(Objects, CounterKind)> {
    let Instruction::Move { what, to: Destination::Battlefield(entry), linked: false, until: None, .. } = effect else {
        return Vec::new();
    };
    match entry.counters.as_slice() {
        [(kind, Quantity::N(1))] => {
            let kind = *kind;
            let bare = Entry { counters: Vec::new(), ..entry };
            if bare == *plain && in_graveyard(context, &what, plain) { vec![(what, kind)] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// Cards may be milled, and then one of them put into the hand.
fn mill_for(context: &mut Context, count: Quantity, cards: Filter) -> Option<Vec<Instruction>> {
    let (milled, into) = (context.variable()?, context.variable()?);
    let from = Objects::Only(Box::new(Objects::Var(milled)), cards);
    let then = vec![
        Instruction::Mill { who: Who::You, count, into: Some(milled) },
        help::choose(Who::You, from, (n(0), n(1)), into),
        Instruction::Move {
            what: Objects::Var(into),
            to: Destination::Hand,
            into: context.variable(),
            linked: false,
            until: None,
        },
    ];
    Some(vec![Instruction::May { who: Who::You, then, otherwise: Vec::new() }])
}

fn is_mill_for(context: &Context, effects: &[Instruction]) -> Vec<(Quantity, Filter)> {
    let [Instruction::May { then, .. }] = effects else { return Vec::new() };
    match then.as_slice() {
        [Instruction::Mill { count, .. }, Instruction::Choose { from: Objects::Only(_, cards), .. }, _]
            if mill_for(&mut context.clone(), count.clone(), cards.clone()).as_deref() == Some(effects) =>
        {
            vec![(count.clone(), cards.clone())]
        }
        _ => Vec::new(),
    }
}

/// The land that was put onto the battlefield untaps if a condition holds.
fn then_untap(mut verbs: Vec<Instruction>, cond: Condition) -> Option<Vec<Instruction>> {
    let entered = verbs.iter().find_map(|effect| match effect {
        Instruction::Move { to: Destination::Battlefield(_), into, .. } => *into,
        _ => None,
    })?;
    verbs.push(Instruction::If { cond, then: vec![Instruction::Untap(Objects::Var(entered))], otherwise: Vec::new() });
    Some(verbs)
}

fn is_then_untap(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Condition)> {
    match effects.split_last() {
        Some((Instruction::If { cond, .. }, verbs))
            if then_untap(verbs.to_vec(), cond.clone()).as_deref() == Some(effects) =>
        {
            vec![(verbs.to_vec(), cond.clone())]
        }
        _ => Vec::new(),
    }
}
