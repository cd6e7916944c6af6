//! Instances of "target" (CR 115): what can be chosen and how many.

use crate::cards::oracle::grammar::help::{n, other, permanent_kind, with, without};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

/// What targets of that sort can be called.
fn kind(what: &TargetKind) -> Sort {
    match what {
        TargetKind::Permanent(filter) => permanent_kind(filter),
        TargetKind::Card(_, filter) => (permanent_kind(filter) - Sort::PERMANENT) | Sort::CARD,
        TargetKind::Spell(filter) => (permanent_kind(filter) - Sort::PERMANENT) | Sort::SPELL,
        TargetKind::Ability(_) => Sort::ABILITY,
        TargetKind::Player(_) | TargetKind::PlayerWho(..) => Sort::PLAYER,
        TargetKind::Or(list) => list.iter().map(kind).fold(Sort::all(), |a, b| a & b),
        TargetKind::AnyTarget => Sort::empty(),
    }
}

fn range(what: TargetKind, min: Quantity, max: Quantity) -> TargetDef {
    TargetDef { min, max, ..TargetDef::new(what) }
}

/// A new instance of "target" for cards that one player owns, as many as that.
pub(in crate::cards::oracle::grammar) fn some_of_one(
    context: &mut Context,
    who: Who,
    cards: Filter,
    (min, max): (Quantity, Quantity),
) -> Option<Objects> {
    let what = TargetKind::Card(ZoneOf::Graveyard(who), cards);
    target(context, TargetDef { together: vec![Together::SameOwner], ..range(what, min, max) })
}

/// A new instance of "target" for one card of a graveyard, or none if it needn't be any.
pub(in crate::cards::oracle::grammar) fn card_target(
    context: &mut Context,
    zone: ZoneOf,
    cards: Filter,
    min: i32,
) -> Option<Objects> {
    target(context, range(TargetKind::Card(zone, cards), n(min), n(1)))
}

/// How many cards that one player owns are the next instance, if that is what is to be said.
pub(in crate::cards::oracle::grammar) fn some_owned(
    context: &Context,
    objects: &Objects,
    who: Who,
) -> Option<(Quantity, Quantity, Filter)> {
    let def = wanted(context, objects).filter(|def| def.together == [Together::SameOwner] && def.max != n(1))?;
    match &def.what {
        TargetKind::Card(ZoneOf::Graveyard(whose), cards) if *whose == who => {
            Some((def.min.clone(), def.max.clone(), cards.clone()))
        }
        _ => None,
    }
}

/// A new instance of "target" for objects that go together.
pub(in crate::cards::oracle::grammar) fn joint_target(
    context: &mut Context,
    (what, joint): (TargetKind, Together),
    min: Quantity,
    max: Quantity,
) -> Option<Objects> {
    let several = max != n(1) && !of_one_opponent(&what);
    several.then(|| target(context, TargetDef { together: vec![joint], ..range(what, min, max) }))?
}

/// The fewest and the most targets of the next instance, what they are and how they go together, if that is what is to be said.
pub(in crate::cards::oracle::grammar) fn said_together(
    context: &Context,
    objects: &Objects,
) -> Vec<(Quantity, Quantity, (TargetKind, Together))> {
    let Some(def) = wanted(context, objects) else { return Vec::new() };
    let TargetDef { what, min, max, together, .. } = def.clone();
    match together.as_slice() {
        [joint]
            if def
                == (TargetDef { together: vec![joint.clone()], ..range(what.clone(), min.clone(), max.clone()) }) =>
        {
            vec![(min, max, (what, joint.clone()))]
        }
        _ => Vec::new(),
    }
}

/// A new instance of "other target" for as many objects that go together as a player likes.
pub(in crate::cards::oracle::grammar) fn other_target(
    context: &mut Context,
    aim: (TargetKind, Together),
) -> Option<Objects> {
    let max = any_together(&aim)?;
    let def = another(context, TargetDef { together: vec![aim.1], ..range(aim.0, n(0), max) })?;
    target(context, def)
}

/// What these are, if that is what is to be said.
pub(in crate::cards::oracle::grammar) fn said_others(
    context: &Context,
    objects: &Objects,
) -> Vec<((TargetKind, Together),)> {
    let Some(def) = wanted(context, objects) else { return Vec::new() };
    let [joint] = def.together.as_slice() else { return Vec::new() };
    let what = match &def.what {
        TargetKind::Permanent(filter) if def.other_than.is_empty() => match without(filter, &other()) {
            Some(filter) => TargetKind::Permanent(filter),
            None => return Vec::new(),
        },
        what => what.clone(),
    };
    let aim = (what, joint.clone());
    let same = other_target(&mut context.clone(), aim.clone()).as_ref() == Some(objects)
        && any_together(&aim).is_some_and(|max| def.min == n(0) && def.max == max);
    if same { vec![(aim,)] } else { Vec::new() }
}

/// How many targets that go together there can be at all.
pub(in crate::cards::oracle::grammar) fn any_together((what, _): &(TargetKind, Together)) -> Option<Quantity> {
    every(what)
}

/// Whether targets would all be of one opponent's graveyard, as their words have it.
fn of_one_opponent(what: &TargetKind) -> bool {
    matches!(what, TargetKind::Card(ZoneOf::Graveyard(Who::EachOpponent), _))
}

/// A new instance of "target" for objects.
fn target(context: &mut Context, def: TargetDef) -> Option<Objects> {
    let (kind, plural) = (kind(&def.what), def.max != n(1));
    let opponent = if plural { None } else { opponent_of(&def.what) };
    let number = context.target(def)?;
    if let Some(whose) = opponent {
        context.mention(Referent::Player(whose(Obj::Target(number))), Sort::PLAYER, false);
    }
    context.mention(Referent::Objects(Objects::Targets(number)), kind, plural);
    Some(Objects::Targets(number))
}

/// The opponent whose something a target is, from the target.
fn opponent_of(what: &TargetKind) -> Option<fn(Obj) -> Who> {
    match what {
        TargetKind::Permanent(filter) => {
            let theirs = help::parts(filter.clone()).contains(&Filter::Controlled(Who::EachOpponent));
            theirs.then_some(Who::ControllerOf)
        }
        TargetKind::Card(ZoneOf::Graveyard(Who::EachOpponent), _) => Some(Who::OwnerOf),
        _ => None,
    }
}

/// "Another": other than the targets before it, or else than the card itself.
fn another(context: &Context, mut def: TargetDef) -> Option<TargetDef> {
    if context.targets.is_empty() {
        match &mut def.what {
            TargetKind::Permanent(filter) if !context.face.is_spell() => *filter = with(filter.clone(), other()),
            TargetKind::Card(ZoneOf::Graveyard(_), filter) if !context.face.is_spell() && !has_x(filter) => {
                *filter = with(filter.clone(), other_card(context));
            }
            _ => return None,
        }
    } else {
        // Beside targets of other sorts it would be the card itself that is meant.
        let sort = |what: &TargetKind| kind(what) - Sort::PERMANENT;
        let own = sort(&def.what);
        let may_be = |sort: Sort| own.is_empty() || sort.is_empty() || sort.intersects(own);
        if !context.targets.iter().any(|target| may_be(sort(&target.what))) {
            return None;
        }
        def.other_than = (0..context.targets.len() as u8).collect();
    }
    Some(def)
}

/// Other than the card itself, or than what has died: as what these have become (CR 400.7e).
fn other_card(context: &Context) -> Filter {
    let own = context.event_subject.as_deref() == Some(&Filter::Is(Obj::This));
    let moved = match context.event && context.zone != ZoneKind::Graveyard {
        true if own || !context.dies => Obj::This,
        true => Obj::Event,
        false => return other(),
    };
    let became = Objects::Became(Box::new(Objects::The(moved)));
    help::not(Filter::In(Box::new(became)))
}

/// Whether a filter asks for X, which is chosen only later.
fn has_x(filter: &Filter) -> bool {
    help::parts(filter.clone()).iter().any(|f| matches!(f, Filter::ManaValue(_, Quantity::X)))
}

/// The next instance, if that is what is to be said.
fn wanted(context: &Context, objects: &Objects) -> Option<TargetDef> {
    let Objects::Targets(number) = objects else { return None };
    next(context, *number)
}

/// That instance, if it is the next one, as it is said where a cost was paid for it.
fn next(context: &Context, number: u8) -> Option<TargetDef> {
    let number = usize::from(number);
    let mut def = context.wanted.get(number).filter(|_| number == context.targets.len())?.clone();
    if context.unpaid.is_some_and(|before| number >= before) {
        for count in [&mut def.min, &mut def.max] {
            if let Quantity::If(cond, then, _) = count
                && matches!(**cond, Condition::Paid(_))
            {
                *count = (**then).clone();
            }
        }
    } else if let (Quantity::If(_, none, min), Quantity::If(cond, _, max)) = (&def.min, &def.max)
        && matches!((&**cond, &**none), (Condition::Paid(_), Quantity::N(0)))
    {
        // What is there only if a cost wasn't paid is said before that.
        (def.min, def.max) = ((**min).clone(), (**max).clone());
    }
    Some(def)
}

fn is_plain(def: &TargetDef) -> bool {
    def.other_than.is_empty() && def.divide.is_none() && def.together.is_empty()
}

/// A number, or X that is said to be that number later.
pub(in crate::cards::oracle::grammar) fn lettered(number: Quantity) -> Vec<Quantity> {
    if matches!(number, Quantity::N(_) | Quantity::X) { vec![number] } else { vec![number, Quantity::X] }
}

fn said(context: &Context, objects: Objects, min: Option<i32>) -> Vec<(Quantity, TargetKind)> {
    match wanted(context, &objects) {
        Some(def) if is_plain(&def) && def.max != n(1) && min.map_or(def.min == def.max, |m| def.min == n(m)) => {
            let counts = if every(&def.what).as_ref() == Some(&def.max) { vec![def.max] } else { lettered(def.max) };
            counts.into_iter().map(|count| (count, def.what.clone())).collect()
        }
        _ => Vec::new(),
    }
}

fn exactly(context: &Context, objects: Objects, min: i32) -> Vec<(TargetKind,)> {
    match wanted(context, &objects) {
        Some(def) if is_plain(&def) && def.max == n(1) && def.min == n(min) => vec![(def.what,)],
        _ => Vec::new(),
    }
}

fn not_before(context: &Context, objects: Objects, min: i32) -> Vec<(TargetKind,)> {
    match wanted(context, &objects) {
        Some(def) if def.max == n(1) && def.min == n(min) => {
            others(context, def).into_iter().map(|what| (what,)).collect()
        }
        _ => Vec::new(),
    }
}

/// How many others at most, and what they are.
fn others_of(context: &Context, objects: Objects) -> Vec<(i32, TargetKind)> {
    match wanted(context, &objects) {
        Some(def) if def.min == n(0) && def.together.is_empty() => match def.max {
            Quantity::N(count) if count > 1 => others(context, def).into_iter().map(|what| (count, what)).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// How many others, all of them, and what they are.
fn as_many_others(context: &Context, objects: Objects) -> Vec<(i32, TargetKind)> {
    match wanted(context, &objects) {
        Some(def) if def.min == def.max && def.together.is_empty() => match def.max {
            Quantity::N(count) if count > 1 => others(context, def).into_iter().map(|what| (count, what)).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// What they are besides being others.
fn others(context: &Context, def: TargetDef) -> Option<TargetKind> {
    if def.divide.is_some() {
        return None;
    }
    match def.what {
        TargetKind::Permanent(filter) if context.targets.is_empty() => {
            without(&filter, &other()).map(TargetKind::Permanent)
        }
        TargetKind::Card(zone @ ZoneOf::Graveyard(_), filter) if context.targets.is_empty() => {
            without(&filter, &other_card(context)).map(|f| TargetKind::Card(zone, f))
        }
        what if !def.other_than.is_empty() => Some(what),
        _ => None,
    }
}

/// How many there can be at all.
pub(in crate::cards::oracle::grammar) fn every(what: &TargetKind) -> Option<Quantity> {
    Some(match what {
        TargetKind::Permanent(filter) => Quantity::Count(Box::new(Objects::All(filter.clone()))),
        TargetKind::Card(zone, filter) => Quantity::Count(Box::new(Objects::In(*zone, filter.clone()))),
        TargetKind::Spell(filter) => Quantity::Count(Box::new(Objects::In(ZoneOf::Stack, filter.clone()))),
        _ => return None,
    })
}

fn any_number(context: &Context, objects: Objects) -> Vec<(TargetKind,)> {
    match wanted(context, &objects) {
        Some(def) if is_plain(&def) && def.min == n(0) && every(&def.what).as_ref() == Some(&def.max) => {
            vec![(def.what,)]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Aim: "{noun#}" (noun: Noun) <=> {TargetKind::Permanent(noun)}; "creature you control"),
    rule!(Aim: "{cards#} from {zone}" (cards: CardNoun, zone: Graves) <=> {TargetKind::Card(zone, cards)}; "creature card from your graveyard"),
    alternate!(Aim: "{cards#} in {zone}" (cards: CardNoun, zone: Graves) => |_, cards, zone| Some(TargetKind::Card(zone, cards)); "creature card in your graveyard"),
    rule!(Aim: "{spells#}" (spells: SpellNoun) <=> {TargetKind::Spell(spells)}; "instant spell"),
    rule!(Aim: "activated or triggered ability|abilities" () <=> {TargetKind::Ability(Filter::Any)}; "activated or triggered ability"),
    rule!(Graves: "your graveyard" () <=> {ZoneOf::Graveyard(Who::You)}; "your graveyard"),
    rule!(Graves: "a graveyard" () <=> {ZoneOf::Graveyard(Who::EachPlayer)}; "a graveyard"),
    alternate!(Graves: "graveyards" () => |_| Some(ZoneOf::Graveyard(Who::EachPlayer)); "graveyards"),
    rule!(Graves: "their graveyard" () => |c| nouns::players::their(c).map(ZoneOf::Graveyard), |c, z| match z { ZoneOf::Graveyard(who) if nouns::players::their(c) == Some(who) => vec![()], _ => Vec::new() }; ""),
    rule!(Graves: "that player 's graveyard" () => |c| nouns::players::that_player(c).map(ZoneOf::Graveyard), |c, z| match z { ZoneOf::Graveyard(who) if nouns::players::that_player(c) == Some(who) => vec![()], _ => Vec::new() }; ""),
    rule!(Graves: "an opponent 's graveyard" () <=> {ZoneOf::Graveyard(Who::EachOpponent)}; "an opponent's graveyard"),
    // ---- how many
    rule!(Target: "target {aim.s}" (aim: Aim) => |c, aim| target(c, range(aim, n(1), n(1))),
        |c, o| exactly(c, o, 1); "target creature"),
    rule!(Target: "up to one target {aim.s}" (aim: Aim) => |c, aim| target(c, range(aim, n(0), n(1))), |c, o| exactly(c, o, 0); "up to one target creature"),
    rule!(Target: "another target {aim.s}" (aim: Aim) => |c, aim| { let def = another(c, range(aim, n(1), n(1)))?; target(c, def) },
        |c, o| not_before(c, o, 1); "another target creature"),
    alternate!(Target: "a second target {aim.s}" (aim: Aim) => |c, aim| { let first = !c.targets.is_empty(); let def = another(c, range(aim, n(1), n(1)))?; first.then(|| target(c, def))? }; ""),
    rule!(Target: "up to one other target {aim.s}" (aim: Aim) => |c, aim| { let def = another(c, range(aim, n(0), n(1)))?; target(c, def) },
        |c, o| not_before(c, o, 0); "up to one other target creature"),
    rule!(Targets_: "{count} target {aim.p}" (count: Count, aim: Aim) => |c, count, aim| (!of_one_opponent(&aim)).then(|| target(c, range(aim, count.clone(), count)))?,
        |c, o| said(c, o, None); "two target creatures"),
    rule!(Targets_: "up to {count} target {aim.p}" (count: Count, aim: Aim) => |c, count, aim| (!of_one_opponent(&aim)).then(|| target(c, range(aim, n(0), count)))?,
        |c, o| said(c, o, Some(0)); "up to two target creatures"),
    rule!(Targets_: "{count} other target {aim.p}" (count: Words, aim: Aim) => |c, count, aim| { let def = another(c, range(aim, n(count), n(count)))?; target(c, def) },
        |c, o| as_many_others(c, o); "two other target creatures"),
    rule!(Targets_: "up to {count} other target {aim.p}" (count: Words, aim: Aim) => |c, count, aim| { let def = another(c, range(aim, n(0), n(count)))?; target(c, def) },
        |c, o| others_of(c, o); "up to two other target creatures"),
    rule!(Targets_: "any number of target {aim.p}" (aim: Aim) => |c, aim| { let max = every(&aim)?; target(c, range(aim, n(0), max)) },
        |c, o| any_number(c, o); "any number of target creatures"),
    rule!(Targets_: "one or more target {aim.p}" (aim: Aim) => |c, aim| { let max = every(&aim)?; target(c, range(aim, n(1), max)) },
        |c, o: &_| match wanted(c, o) { Some(d) if is_plain(&d) && d.min == n(1) && every(&d.what).as_ref() == Some(&d.max) => vec![(d.what,)], _ => Vec::new() }; "one or more target creatures"),
    rule!(Targets_: "one or two target {aim.p}" (aim: Aim) => |c, aim| target(c, range(aim, n(1), n(2))),
        |c, o: &_| match wanted(c, o) { Some(d) if is_plain(&d) && d.min == n(1) && d.max == n(2) => vec![(d.what,)], _ => Vec::new() }; "one or two target creatures"),
    // ---- players among them
    rule!(MixedAim: "creature or player" () => |_| Some(TargetKind::Or(vec![TargetKind::Permanent(Filter::Type(CardTypes::CREATURE)), TargetKind::Player(Who::EachPlayer)])), |_, _value: &_| Vec::new(); ""),
    rule!(MixedAim: "player or planeswalker" () => |_| Some(player_or_planeswalker(Who::EachPlayer)),
        |_, k: &_| if *k == player_or_planeswalker(Who::EachPlayer) { vec![()] } else { Vec::new() }; "player or planeswalker"),
    rule!(MixedAim: "opponent or planeswalker" () => |_| Some(player_or_planeswalker(Who::EachOpponent)),
        |_, k: &_| if *k == player_or_planeswalker(Who::EachOpponent) { vec![()] } else { Vec::new() }; "opponent or planeswalker"),
];

/// Players, and permanents that match the filter.
pub(in crate::cards::oracle::grammar) fn player_or(who: Who, permanents: Filter) -> TargetKind {
    TargetKind::Or(vec![TargetKind::Player(who), TargetKind::Permanent(permanents)])
}

fn player_or_planeswalker(who: Who) -> TargetKind {
    player_or(who, Filter::Type(CardTypes::PLANESWALKER))
}

/// A new instance for objects and players together.
pub(in crate::cards::oracle::grammar) fn mixed(
    context: &mut Context,
    what: TargetKind,
    min: i32,
    max: i32,
) -> Option<Recipients> {
    mixed_many(context, what, n(min), n(max))
}

/// A new instance for some number of objects and players together.
pub(in crate::cards::oracle::grammar) fn mixed_many(
    context: &mut Context,
    what: TargetKind,
    min: Quantity,
    max: Quantity,
) -> Option<Recipients> {
    let (kind, plural) = (kind(&what), max != n(1));
    let number = context.target(range(what, min, max))?;
    context.mention(Referent::Any(number), kind, plural);
    Some(Recipients::Targets(number))
}

/// "Any other target": than the targets before it.
pub(in crate::cards::oracle::grammar) fn mixed_other(context: &mut Context) -> Option<Recipients> {
    let def = another(context, range(TargetKind::AnyTarget, n(1), n(1)))?;
    let number = context.target(def)?;
    context.mention(Referent::Any(number), Sort::empty(), false);
    Some(Recipients::Targets(number))
}

/// The next instance, if that is what is to be said, and its range.
pub(in crate::cards::oracle::grammar) fn wanted_mixed(context: &Context, to: &Recipients) -> Option<TargetDef> {
    let Recipients::Targets(number) = to else { return None };
    next(context, *number)
}

/// A new instance for a player.
pub(in crate::cards::oracle::grammar) fn player(context: &mut Context, who: Who) -> Option<Who> {
    let number = context.target(range(TargetKind::Player(who), n(1), n(1)))?;
    context.mention(Referent::Player(Who::Target(number)), Sort::PLAYER, false);
    Some(Who::Target(number))
}

/// Whether the next instance is such a player.
pub(in crate::cards::oracle::grammar) fn is_wanted_player(context: &Context, target: Who, who: Who) -> bool {
    let Who::Target(number) = target else { return false };
    next(context, number) == Some(range(TargetKind::Player(who), n(1), n(1)))
}
