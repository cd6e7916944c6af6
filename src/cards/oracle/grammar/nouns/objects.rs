//! Groups of objects, and what chooses among them.

use crate::cards::oracle::grammar::help::{n, other, permanent_kind, with, without};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

/// A group is mentioned.
fn group(context: &mut Context, objects: Objects, kind: Sort) -> Option<Objects> {
    context.mention(Referent::Objects(objects.clone()), kind, true);
    Some(objects)
}

/// Several players who act, each with cards of their own.
fn each_of(context: &Context) -> Option<Who> {
    context.doer.is_each().then_some(context.doer)
}

/// Permanents of a sort, several.
fn permanents(context: &mut Context, filter: Filter) -> Option<Objects> {
    let kind = permanent_kind(&filter);
    group(context, Objects::All(filter), kind)
}

/// The others: not the card itself, as long as nothing else can be meant.
fn others(context: &mut Context, filter: Filter) -> Option<Objects> {
    // What shares something with another object is other than that one.
    let beside = |f: &Filter| match f {
        Filter::SharesColor(obj)
        | Filter::SharesCardType(obj)
        | Filter::SharesCreatureType(obj)
        | Filter::SameName(obj) => *obj != Obj::This,
        _ => false,
    };
    let plain = !help::parts(filter.clone()).iter().any(beside);
    // What another object does to others, it does to others than itself.
    if let (Some(than), true) = (doing(context), plain) {
        return permanents(context, with(filter, help::not(Filter::Is(than))));
    }
    // In a spell that has one target they are others than that.
    if let (Some(than), true) = (beside_target(context), plain) {
        return permanents(context, with(filter, help::not(Filter::Is(than))));
    }
    // On what is attached to a creature, other creatures are others than that one.
    let face = &context.face;
    let attached = (face.is("Aura") || face.is("Equipment")) && !face.types.contains(CardTypes::CREATURE);
    let beside_host = attached && face.grantee.is_none() && permanent_kind(&filter).contains(Sort::CREATURE);
    (plain && !beside_host && !context.face.is_spell() && context.targets.is_empty())
        .then(|| permanents(context, with(filter, other())))?
}

fn every(objects: Objects) -> Vec<(Filter,)> {
    match objects {
        Objects::All(filter) if without(&filter, &other()).is_none() => vec![(filter,)],
        _ => Vec::new(),
    }
}

/// The one target of a spell so far, a permanent that is where it was.
fn beside_target(context: &Context) -> Option<Obj> {
    let only = context.targets.iter().next().filter(|_| context.targets.len() == 1)?;
    let one = matches!(only.what, TargetKind::Permanent(_)) && only.max == n(1);
    let target = Referent::Objects(Objects::Targets(0));
    let here = context.mentioned().all(|m| m.what != target || m.moved.is_none());
    (context.face.is_spell() && one && here).then_some(Obj::Target(0))
}

/// The target that does what the clause says.
fn doing(context: &Context) -> Option<Obj> {
    match context.subject.as_deref() {
        Some(Objects::Targets(target)) => Some(Obj::Target(*target)),
        _ => None,
    }
}

fn every_other(context: &Context, objects: Objects) -> Vec<(Filter,)> {
    let than = doing(context).or_else(|| beside_target(context));
    let than = than.map_or(other(), |obj| help::not(Filter::Is(obj)));
    match objects {
        Objects::All(filter) => without(&filter, &than).map(|f| (f,)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Other permanents with the same name.
fn same_name(noun: Filter, obj: Obj) -> Filter {
    with(with(noun, Filter::SameName(obj)), help::not(Filter::Is(obj)))
}

fn namesakes(context: &mut Context, one: Objects, noun: Filter, kind: CardTypes) -> Option<Objects> {
    let obj = help::one(&one)?;
    permanent_kind(&noun).contains(help::type_kind(kind)).then_some(())?;
    context.that(help::type_kind(kind), false)?;
    Some(Objects::Union(vec![one, Objects::All(same_name(noun, obj))]))
}

fn of_namesakes(_: &Context, objects: &Objects) -> Vec<(Objects, Filter, CardTypes)> {
    let Objects::Union(list) = objects else { return Vec::new() };
    let [one, Objects::All(filter)] = list.as_slice() else { return Vec::new() };
    let Some(obj) = help::one(one) else { return Vec::new() };
    let noun = without(filter, &help::not(Filter::Is(obj))).and_then(|f| without(&f, &Filter::SameName(obj)));
    let Some(noun) = noun else { return Vec::new() };
    let kinds = [CardTypes::CREATURE, CardTypes::ARTIFACT, CardTypes::ENCHANTMENT, CardTypes::LAND];
    let named = |kind: &CardTypes| permanent_kind(&noun).contains(help::type_kind(*kind));
    let kind = kinds.into_iter().find(named).unwrap_or(CardTypes::CREATURE);
    vec![(one.clone(), noun, kind)]
}

/// Two sorts of permanents with an adjective each, and nothing behind the second that might be about both.
fn two_sorts(context: &mut Context, a: Filter, b: Filter) -> Option<Objects> {
    let plain = |f: &Filter| {
        let parts = help::parts(f.clone());
        matches!(parts.as_slice(), [Filter::Type(_), Filter::Color(_)])
    };
    (plain(&a) && plain(&b)).then(|| permanents(context, Filter::Or(vec![a, b])))?
}

/// One or several to choose, of a group.
pub(in crate::cards::oracle::grammar) fn choice(
    context: &mut Context,
    from: Objects,
    min: Quantity,
    max: Quantity,
    kind: Sort,
) -> Option<Instruction> {
    let into = context.variable()?;
    // Of a card its types are known, too.
    let kind = match &from {
        Objects::In(_, filter) => kind | (permanent_kind(filter) - Sort::PERMANENT),
        _ => kind,
    };
    let plural = max != n(1);
    context.mention(Referent::Objects(Objects::Var(into)), kind, plural);
    Some(help::choose(context.doer, from, (min, max), into))
}

fn permanent_choice(context: &mut Context, noun: Filter, min: Quantity, max: Quantity) -> Option<Instruction> {
    let kind = permanent_kind(&noun);
    choice(context, Objects::All(noun), min, max, kind)
}

/// As many permanents as the player likes.
fn any_number(context: &mut Context, noun: Filter) -> Option<Instruction> {
    let all = Quantity::Count(Box::new(Objects::All(noun.clone())));
    permanent_choice(context, noun, n(0), all)
}

fn is_any_number(context: &Context, effect: Instruction) -> Vec<(Filter,)> {
    let any = |filter: &Filter, most: &Quantity| *most == Quantity::Count(Box::new(Objects::All(filter.clone())));
    let found = permanents_of(context, effect).filter(|(filter, least, most)| *least == n(0) && any(filter, most));
    found.map(|(filter, ..)| (filter,)).into_iter().collect()
}

/// Of permanents: which, the fewest and the most.
fn permanents_of(context: &Context, effect: Instruction) -> Option<(Filter, Quantity, Quantity)> {
    match effect {
        Instruction::Choose { who, from: Objects::All(filter), min, max, random: false, .. } if who == context.doer => {
            Some((filter, min, max))
        }
        _ => None,
    }
}

/// Of cards in a zone of the one who chooses.
fn cards_of(context: &Context, effect: Instruction, zone: fn(Who) -> ZoneOf) -> Option<(Filter, Quantity, Quantity)> {
    match effect {
        Instruction::Choose { who, from: Objects::In(of, filter), min, max, random: false, .. } => {
            (who == context.doer && of == zone(who)).then_some((filter, min, max))
        }
        _ => None,
    }
}

fn one(found: Option<(Filter, Quantity, Quantity)>, least: i32) -> Vec<(Filter,)> {
    found.filter(|(_, min, max)| *min == n(least) && *max == n(1)).map(|(f, ..)| (f,)).into_iter().collect()
}

fn many(found: Option<(Filter, Quantity, Quantity)>, up_to: bool) -> Vec<(Quantity, Filter)> {
    let fits = |min: &Quantity, max: &Quantity| *max != n(1) && if up_to { *min == n(0) } else { min == max };
    found.filter(|(_, min, max)| fits(min, max)).map(|(f, _, max)| (max, f)).into_iter().collect()
}

pub(super) const RULES: &[Rule] = &[
    // ---- groups and targets
    rule!(Np: "1: {target}" (target: Target) <=> {target}; "target creature"),
    rule!(Np: "2: {targets}" (targets: Targets_) <=> {targets}; "two target creatures"),
    rule!(Np: "1: each {noun.s}" (noun: Noun) => |c, noun| permanents(c, noun), |_, o| every(o); "each creature"),
    rule!(Np: "1: each other {noun.s}" (noun: Noun) => |c, noun| others(c, noun), |c, o| every_other(c, o); "each other creature"),
    rule!(Np: "2: all {noun.p}" (noun: Noun) => |c, noun| permanents(c, noun), |_, o| every(o); "all creatures"),
    rule!(Np: "2: all other {noun.p}" (noun: Noun) => |c, noun| others(c, noun), |c, o| every_other(c, o); "all other creatures"),
    // ---- in the place of an object
    rule!(Objs: "{one.s}" (one: Np) <=> {one}; "target creature"),
    rule!(Objs: "{many.p}" (many: Np) <=> {many}; "all creatures"),
    alternate!(Objs: "each of {targets}" (targets: Targets_) => |_, targets| Some(targets); "each of two target creatures"),
    rule!(Objs: "all {cards.p} from {zone}" (cards: CardNoun, zone: Graves)
        => |c, cards, zone| group(c, Objects::In(zone, cards), Sort::CARD),
        |_, o| match o { Objects::In(zone @ ZoneOf::Graveyard(_), f) if f != Filter::Any => vec![(f, zone)], _ => Vec::new() };
        "all creature cards from your graveyard"),
    rule!(Objs: "all {cards.p} from {whose} graveyard" (cards: CardNoun, whose: Whose) => |c, cards, whose| (whose != Who::You).then(|| group(c, Objects::In(ZoneOf::Graveyard(whose), cards), Sort::CARD))?,
        |_, o| match o { Objects::In(ZoneOf::Graveyard(who), f) if f != Filter::Any && who != Who::You => vec![(f, who)], _ => Vec::new() }; "all creature cards from target player's graveyard"),
    rule!(Objs: "{whose} graveyard" (whose: Whose)
        => |c, whose| group(c, Objects::In(ZoneOf::Graveyard(whose), Filter::Any), Sort::CARD),
        |_, o| match o { Objects::In(ZoneOf::Graveyard(who), Filter::Any) => vec![(who,)], _ => Vec::new() }; "your graveyard"),
    rule!(Objs: "this card from your graveyard" () => |c| { c.zone = ZoneKind::Graveyard; nouns::references::this(c) },
        |c, o: &_| if c.here == ZoneKind::Graveyard && *o == Objects::The(Obj::This) { vec![()] } else { Vec::new() }; ""),
    rule!(Objs: "{a} and {b}" (a: Target, b: Target) => |_, a, b| Some(Objects::Union(vec![a, b])),
        |_, o| match o { Objects::Union(list) => match list.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() }; "target artifact and target enchantment"),
    rule!(Objs: "{one} and all other {noun.p} with the same name as that {kind.s}" (one: Target, noun: Noun, kind: Type) => |c, one, noun, kind| namesakes(c, one, noun, kind),
        |c, o: &_| of_namesakes(c, o); "target creature and all other creatures with the same name as that creature"),
    rule!(Objs: "{one} and all other {noun.p} with the same name as that permanent" (one: Target, noun: Noun) => |_, one, noun| {
            let obj = help::one(&one)?;
            Some(Objects::Union(vec![one, Objects::All(same_name(noun, obj))]))
        },
        |c, o: &_| of_namesakes(c, o).into_iter().filter(|(_, noun, _)| !permanent_kind(noun).intersects(Sort::CREATURE | Sort::ARTIFACT | Sort::ENCHANTMENT | Sort::LAND)).map(|(one, noun, _)| (one, noun)).collect();
        "target nonland permanent and all other permanents with the same name as that permanent"),
    rule!(Objs: "{a} and {this}" (a: Np, this: Self_) => |c, a, this| { let both = Objects::Union(vec![a.clone(), Objects::The(this)]); (help::one(&a).is_some() && a != Objects::The(this) && !c.face.is_spell()).then_some(both) },
        |_, o| match o { Objects::Union(list) => match list.as_slice() { [a, Objects::The(Obj::This)] if *a != Objects::The(Obj::This) => vec![(a.clone(), Obj::This)], _ => Vec::new() }, _ => Vec::new() }; "target creature and this creature"),
    rule!(Objs: "all graveyards" () => |c| group(c, Objects::In(ZoneOf::Graveyard(Who::EachPlayer), Filter::Any), Sort::CARD),
        |_, o: &_| if *o == Objects::In(ZoneOf::Graveyard(Who::EachPlayer), Filter::Any) { vec![()] } else { Vec::new() }; "all graveyards"),
    rule!(Objs: "the top card of {whose} library" (whose: Whose)
        => |c, whose| { let top = Objects::Top(n(1), whose); c.mention(Referent::Objects(top.clone()), Sort::CARD, false); Some(top) },
        |_, o| match o { Objects::Top(Quantity::N(1), who) => vec![(who,)], _ => Vec::new() }; "the top card of your library"),
    rule!(Objs: "the top {count} cards of {whose} library" (count: Count, whose: Whose)
        => |c, count, whose| group(c, Objects::Top(count, whose), Sort::CARD),
        |_, o| match o { Objects::Top(count, who) if count != n(1) => vec![(count, who)], _ => Vec::new() };
        "the top two cards of your library"),
    rule!(Objs: "that many cards from the top of {whose} library" (whose: Whose)
        => |c, whose| c.event.then(|| group(c, Objects::Top(Quantity::EventAmount, whose), Sort::CARD))?,
        |c, o| match o { Objects::Top(Quantity::EventAmount, who) if c.event => vec![(who,)], _ => Vec::new() }; ""),
    // ---- of each of several players their own
    alternate!(Objs: "the top card of each player 's library" () => |c| group(c, Objects::Top(n(1), Who::EachPlayer), Sort::CARD); ""),
    alternate!(Objs: "the top card of each opponent 's library" () => |c| group(c, Objects::Top(n(1), Who::EachOpponent), Sort::CARD); ""),
    rule!(Objs: "the top card of their library" () => |c| each_of(c).and_then(|who| group(c, Objects::Top(n(1), who), Sort::CARD)),
        |c, o: &_| if each_of(c).map(|who| Objects::Top(n(1), who)).as_ref() == Some(o) { vec![()] } else { Vec::new() }; ""),
    rule!(Objs: "the top {count} cards of their library" (count: Count) => |c, count| each_of(c).and_then(|who| group(c, Objects::Top(count, who), Sort::CARD)),
        |c, o| match o { Objects::Top(count, who) if count != n(1) && each_of(c) == Some(who) => vec![(count,)], _ => Vec::new() }; ""),
    rule!(Objs: "all {cards.p} from their graveyard" (cards: CardNoun) => |c, cards| each_of(c).and_then(|who| group(c, Objects::In(ZoneOf::Graveyard(who), cards), Sort::CARD)),
        |c, o| match o { Objects::In(ZoneOf::Graveyard(who), cards) if each_of(c) == Some(who) => vec![(cards,)], _ => Vec::new() }; ""),
    // ---- as the subject
    rule!(SubjObjs: "2: {noun.p}" (noun: Noun) => |c, noun| permanents(c, noun), |_, o| every(o); "creatures you control"),
    rule!(SubjObjs: "2: {a.p} and {b.p}" (a: Noun, b: Noun) => |c, a, b| two_sorts(c, a, b),
        |_, o| match o { Objects::All(Filter::Or(list)) => match list.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() }; "green creatures and white creatures"),
    rule!(SubjObjs: "2: other {noun.p}" (noun: Noun) => |c, noun| others(c, noun), |c, o| every_other(c, o); "other creatures you control"),
    rule!(SubjObjs: "{np#}" (np: Np) <=> {np}; "target creature"),
    rule!(SubjObjs: "2: {one} and all other {noun.p} with the same name as that {kind.s}" (one: Target, noun: Noun, kind: Type) => |c, one, noun, kind| namesakes(c, one, noun, kind),
        |c, o: &_| of_namesakes(c, o); "target creature and all other creatures with the same name as that creature"),
    // ---- choices
    rule!(Choice: "a {noun.s}" (noun: Noun) => |c, noun| permanent_choice(c, noun, n(1), n(1)),
        |c, e| one(permanents_of(c, e), 1).into_iter().filter(|(f,)| without(f, &other()).is_none()).collect(); "a creature you control"),
    rule!(Choice: "another {noun.s}" (noun: Noun) => |c, noun| permanent_choice(c, with(noun, other()), n(1), n(1)),
        |c, e| one(permanents_of(c, e), 1).iter().filter_map(|(f,)| without(f, &other())).map(|f| (f,)).collect(); "another creature you control"),
    rule!(Choice: "{count} {noun.p}" (count: Count, noun: Noun) => |c, count, noun| permanent_choice(c, noun, count.clone(), count),
        |c, e| many(permanents_of(c, e), false); "two creatures you control"),
    rule!(Choice: "up to {count} {noun.p}" (count: Count, noun: Noun) => |c, count, noun| permanent_choice(c, noun, n(0), count),
        |c, e| many(permanents_of(c, e), true); "up to two lands"),
    rule!(Choice: "any number of {noun.p}" (noun: Noun) => |c, noun| any_number(c, noun), |c, e| is_any_number(c, e).into_iter().filter(|(f,)| without(f, &other()).is_none()).collect();
        "any number of creatures you control"),
    rule!(Choice: "any number of other {noun.p}" (noun: Noun) => |c, noun| any_number(c, with(noun, other())),
        |c, e| is_any_number(c, e).iter().filter_map(|(f,)| without(f, &other())).map(|f| (f,)).collect(); "any number of other creatures you control"),
    rule!(HandChoice: "a {cards.s} from {whose} hand" (cards: CardNoun, whose: Whose)
        => |c, cards, whose| (whose == c.doer).then(|| choice(c, Objects::In(ZoneOf::Hand(whose), cards), n(1), n(1), Sort::CARD))?,
        |c, e| one(cards_of(c, e, ZoneOf::Hand), 1).into_iter().map(|(f,)| (f, c.doer)).collect(); "a card from your hand"),
    rule!(HandChoice: "a {cards.s} from {whose} hand or graveyard" (cards: CardNoun, whose: Whose)
        => |c, cards, whose| (whose == c.doer).then(|| choice(c, either_zone(whose, cards), n(1), n(1), Sort::CARD))?,
        |c, e: &_| of_either_zone(c, e).map(|cards| (cards, c.doer)).into_iter().collect(); "a creature card from your hand or graveyard"),
    rule!(HandChoice: "{count} {cards.p} from {whose} hand" (count: Count, cards: CardNoun, whose: Whose)
        => |c, count, cards, whose| (whose == c.doer).then(|| choice(c, Objects::In(ZoneOf::Hand(whose), cards), count.clone(), count, Sort::CARD))?,
        |c, e| many(cards_of(c, e, ZoneOf::Hand), false).into_iter().map(|(n, f)| (n, f, c.doer)).collect(); "two cards from your hand"),
    rule!(HandChoice: "a {cards.s} from {whose} graveyard" (cards: CardNoun, whose: Whose)
        => |c, cards, whose| (whose == c.doer).then(|| choice(c, Objects::In(ZoneOf::Graveyard(whose), cards), n(1), n(1), Sort::CARD))?,
        |c, e| one(cards_of(c, e, ZoneOf::Graveyard), 1).into_iter().map(|(f,)| (f, c.doer)).collect(); "a creature card from your graveyard"),
];

/// Cards of a player's hand and graveyard.
fn either_zone(who: Who, cards: Filter) -> Objects {
    Objects::Union(vec![Objects::In(ZoneOf::Hand(who), cards.clone()), Objects::In(ZoneOf::Graveyard(who), cards)])
}

fn of_either_zone(context: &Context, effect: &Instruction) -> Option<Filter> {
    let Instruction::Choose { who, from: Objects::Union(both), min, max, random: false, .. } = effect else {
        return None;
    };
    match both.as_slice() {
        [Objects::In(_, cards), _] if *who == context.doer && *min == n(1) && *max == n(1) => {
            let same = either_zone(*who, cards.clone()) == Objects::Union(both.clone());
            same.then(|| cards.clone())
        }
        _ => None,
    }
}
