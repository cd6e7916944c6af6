//! Lists of nouns, and what stands behind them.

use crate::cards::oracle::grammar::help::{all, not};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// One of these heads; nothing if one of them says more than one thing, or all of them are card types, which are lists of their own.
fn any_of(heads: Vec<Vec<Filter>>) -> Option<Vec<Filter>> {
    let heads: Vec<Filter> = heads.into_iter().map(all).collect();
    let plain = heads.iter().all(|f| matches!(f, Filter::Subtype(_) | Filter::Type(_) | Filter::Token));
    let types = heads.iter().all(|f| matches!(f, Filter::Type(_)));
    (plain && !types).then(|| vec![Filter::Or(heads)])
}

/// The card itself, a permanent, and all that are like that.
fn beside(context: &Context, this: Obj, noun: Filter) -> Option<Objects> {
    let there = !context.face.is_spell() && !context.event && context.targets.is_empty();
    there.then(|| Objects::Union(vec![Objects::The(this), Objects::All(help::with(noun, help::other()))]))
}

/// The card itself and what it is attached to.
fn with_host(context: &Context, this: Obj, host: &Objects) -> Option<Objects> {
    let both = Objects::Union(vec![Objects::The(this), host.clone()]);
    (*host == Objects::The(Obj::Host) && !context.face.is_spell()).then_some(both)
}

fn is_beside(objects: &Objects) -> Option<Filter> {
    let Objects::Union(both) = objects else { return None };
    match both.as_slice() {
        [Objects::The(Obj::This), Objects::All(noun)] => help::without(noun, &help::other()),
        _ => None,
    }
}

/// One of two sorts, each of which is said with one word.
fn sorts(a: Vec<Filter>, b: Vec<Filter>) -> Option<Filter> {
    let (a, b) = (all(a), all(b));
    let plain = |f: &Filter| matches!(f, Filter::Subtype(_) | Filter::Type(_) | Filter::Token);
    (plain(&a) && plain(&b) && a != b).then(|| Filter::Or(vec![a, b]))
}

fn are_sorts(filter: &Filter) -> Option<(Vec<Filter>, Vec<Filter>)> {
    let Filter::Or(both) = filter else { return None };
    let [a, b] = both.as_slice() else { return None };
    sorts(vec![a.clone()], vec![b.clone()]).map(|_| (vec![a.clone()], vec![b.clone()]))
}

fn subtypes(list: &[Subtype]) -> Option<Filter> {
    let different = list.iter().enumerate().all(|(i, s)| !list[..i].contains(s));
    different.then(|| Filter::Or(list.iter().copied().map(Filter::Subtype).collect()))
}

fn are_subtypes<const N: usize>(filter: &Filter) -> Option<[Subtype; N]> {
    let Filter::Or(list) = filter else { return None };
    let found: Option<Vec<Subtype>> = list
        .iter()
        .map(|f| match f {
            Filter::Subtype(s) => Some(*s),
            _ => None,
        })
        .collect();
    found?.try_into().ok()
}

/// Its own toughness is greater than its own power.
fn tall() -> Filter {
    Filter::Toughness(Cmp::Gt, Quantity::Power(Obj::It))
}

pub(super) const RULES: &[Rule] = &[
    // ---- heads
    alternate!(Head: "2: {a#} , {b#} , and {d#}" (a: HeadOne, b: HeadOne, d: HeadOne) => |_, a, b, d| any_of(vec![a, b, d]); "Elves, Goblins, and Orcs"),
    alternate!(Head: "2: {a#} , {b#} , {d#} , and {e#}" (a: HeadOne, b: HeadOne, d: HeadOne, e: HeadOne) => |_, a, b, d, e| any_of(vec![a, b, d, e]); "Elves, Goblins, Orcs, and Giants"),
    alternate!(Head: "{a#} , {b#} , and/or {d#}" (a: HeadOne, b: HeadOne, d: HeadOne) => |_, a, b, d| any_of(vec![a, b, d]); "Elves, Goblins, and/or Orcs"),
    rule!(Head: "{a#} , {b#} , {d#} , {e#} , or {f#}" (a: Sub, b: Sub, d: Sub, e: Sub, f: Sub) => |_, a, b, d, e, f| Some(vec![subtypes(&[a, b, d, e, f])?]),
        |_, head: &_| match head.as_slice() { [one] => are_subtypes(one).map(|[a, b, d, e, f]| (a, b, d, e, f)).into_iter().collect(), _ => Vec::new() }; "Elf, Goblin, Orc, Giant, or Dwarf"),
    alternate!(Head: "2: {a#} , {b#} , {d#} , {e#} , and {f#}" (a: Sub, b: Sub, d: Sub, e: Sub, f: Sub) => |_, a, b, d, e, f| Some(vec![subtypes(&[a, b, d, e, f])?]); "Elves, Goblins, Orcs, Giants, and Dwarves"),
    rule!(Head: "{a.s} , {b.s} , or {d.s} {kind#}" (a: Sub, b: Sub, d: Sub, kind: Type) => |_, a, b, d, kind| Some(vec![Filter::Type(kind), subtypes(&[a, b, d])?]),
        |_, head: &_| match head.as_slice() { [Filter::Type(kind), one] => are_subtypes(one).map(|[a, b, d]| (a, b, d, *kind)).into_iter().collect(), _ => Vec::new() }; "Elf, Goblin, or Orc creatures"),
    alternate!(CardHead: "{a} and {b}" (a: Sub, b: Sub) => |_, a, b| Some(vec![subtypes(&[a, b])?]); "Aura and Equipment"),
    alternate!(CardHead: "{a} , {b} , {d} , and {e}" (a: Sub, b: Sub, d: Sub, e: Sub) => |_, a, b, d, e| Some(vec![subtypes(&[a, b, d, e])?]); "Elf, Goblin, Orc, and Giant"),
    // ---- behind them
    rule!(Post: "that's attached to a {noun.s}" (noun: Noun) => |_, noun| Some(Filter::AttachedTo(Box::new(noun))),
        |_, f| match f { Filter::AttachedTo(noun) if !matches!(*noun, Filter::Is(_)) => vec![(*noun,)], _ => Vec::new() }; "that's attached to a creature"),
    alternate!(Post: "that's a {a.s} or {b.s}" (a: Sub, b: Sub) => |_, a, b| subtypes(&[a, b]); "that's a Goblin or Elf"),
    rule!(Post: "that's a {a.s} , a {b.s} , or a {d.s}" (a: Sub, b: Sub, d: Sub) => |_, a, b, d| subtypes(&[a, b, d]),
        |_, f: &_| are_subtypes(f).map(|[a, b, d]| (a, b, d)).into_iter().collect(); "that's a Goblin, an Elf, or an Orc"),
    rule!(Post: "that's a {a.s} , {b.s} , {d.s} , {e.s} , or {f.s}" (a: Sub, b: Sub, d: Sub, e: Sub, f: Sub) => |_, a, b, d, e, f| subtypes(&[a, b, d, e, f]),
        |_, f: &_| are_subtypes(f).map(|[a, b, d, e, g]| (a, b, d, e, g)).into_iter().collect(); "that's a Goblin, Elf, Orc, Giant, or Dwarf"),
    alternate!(CardPost: "that's a {a.s} , {b.s} , or {d.s}" (a: Sub, b: Sub, d: Sub) => |_, a, b, d| subtypes(&[a, b, d]); "that's a Goblin, Elf, or Orc"),
    rule!(Post: "that's enchanted by a {noun.s}" (noun: Noun) => |_, noun| matches!(noun, Filter::And(_)).then(|| Filter::HasAttached(Box::new(noun))),
        |_, f| match f { Filter::HasAttached(noun) if matches!(*noun, Filter::And(_)) => vec![(*noun,)], _ => Vec::new() }; "that's enchanted by an Aura you control"),
    alternate!(Post: "that are enchanted by {noun.p}" (noun: Noun) => |_, noun| matches!(noun, Filter::And(_)).then(|| Filter::HasAttached(Box::new(noun))); "that are enchanted by Auras you control"),
    rule!(Post: "that are {a.p} and/or {b.p}" (a: HeadOne, b: HeadOne) => |_, a, b| sorts(a, b), |_, f: &_| are_sorts(f).into_iter().collect(); "that are Spirits and/or enchantments"),
    rule!(Post: "but don't own" () => |_| Some(not(Filter::Owned(Who::You))), |_, f: &_| if *f == not(Filter::Owned(Who::You)) { vec![()] } else { Vec::new() }; "but don't own"),
    rule!(CardPost: "without {a} or {b}" (a: Kw, b: Kw) => |_, a, b| Some(not(Filter::Or(vec![Filter::Has(a), Filter::Has(b)]))),
        |_, f| match f {
            Filter::Not(inner) => match *inner { Filter::Or(list) => match list.as_slice() { [Filter::Has(a), Filter::Has(b)] => vec![(*a, *b)], _ => Vec::new() }, _ => Vec::new() },
            _ => Vec::new(),
        }; "without flying or reach"),
    rule!(CardPost: "with toughness greater than its power" () => |_| Some(tall()), |_, f: &_| if *f == tall() { vec![()] } else { Vec::new() }; "with toughness greater than its power"),
    rule!(CardPost: "with a mana ability" () <=> {Filter::HasAbility(AbilitySort::Mana)}; "with a mana ability"),
    rule!(CardPost: "with no abilities" () => |_| Some(not(Filter::HasAbility(AbilitySort::Any))), |_, f: &_| if *f == not(Filter::HasAbility(AbilitySort::Any)) { vec![()] } else { Vec::new() }; "with no abilities"),
    // ---- tokens
    rule!(HeadOne: "{a} {b} {kind#}" (a: Sub, b: Sub, kind: Type) => |_, a, b, kind| (a != b).then(|| vec![Filter::Type(kind), Filter::Subtype(a), Filter::Subtype(b)]),
        |_, head: &_| match head.as_slice() { [Filter::Type(kind), Filter::Subtype(a), Filter::Subtype(b)] => vec![(*a, *b, *kind)], _ => Vec::new() }; "Elf Warrior creatures"),
    // ---- the card itself and others
    rule!(SubjObjs: "2: {this} and other {noun.p}" (this: Self_, noun: Noun) => |c, this, noun| beside(c, this, noun), |_, o: &_| is_beside(o).map(|noun| (Obj::This, noun)).into_iter().collect(); ""),
    // The card itself is affected once, even if it is one of the others.
    alternate!(SubjObjs: "2: {this} and {noun.p}" (this: Self_, noun: Noun) => |c, this, noun| beside(c, this, noun); ""),
    rule!(SubjObjs: "2: {this} and {host.s}" (this: Self_, host: Np) => |c, this, host| with_host(c, this, &host),
        |_, o: &_| if *o == Objects::Union(vec![Objects::The(Obj::This), Objects::The(Obj::Host)]) { vec![(Obj::This, Objects::The(Obj::Host))] } else { Vec::new() }; ""),
    alternate!(StaticMod: "2: each get {pt}" (pt: Pt) => |c, (p, t)| matches!(c.subject.as_deref(), Some(Objects::Union(_))).then(|| vec![Modification::ModifyPT(p, t)]); ""),
    // ---- what things are protected from
    rule!(Warded: "{a.p} and from {b.p}" (a: Sub, b: Sub) => |_, a, b| subtypes(&[a, b]), |_, f: &_| are_subtypes(f).map(|[a, b]| (a, b)).into_iter().collect(); "Demons and from Dragons"),
    rule!(Warded: "{a.p} , from {b.p} , and from {d.p}" (a: Sub, b: Sub, d: Sub) => |_, a, b, d| subtypes(&[a, b, d]), |_, f: &_| are_subtypes(f).map(|[a, b, d]| (a, b, d)).into_iter().collect();
        "Demons, from Dragons, and from Elves"),
    rule!(Warded: "{a} , from {b} , and from {d}" (a: Hue, b: Hue, d: Hue) => |_, a, b, d| Some(Filter::Or([a, b, d].map(Filter::Color).to_vec())),
        |_, f| match f { Filter::Or(list) => match list.as_slice() { [Filter::Color(a), Filter::Color(b), Filter::Color(d)] => vec![(*a, *b, *d)], _ => Vec::new() }, _ => Vec::new() }; "red, from blue, and from green"),
    rule!(Warded: "{a.p} and from {b.p}" (a: Type, b: Sub) => |_, a, b| Some(Filter::Or(vec![Filter::Type(a), Filter::Subtype(b)])),
        |_, f| match f { Filter::Or(list) => match list.as_slice() { [Filter::Type(a), Filter::Subtype(b)] => vec![(*a, *b)], _ => Vec::new() }, _ => Vec::new() }; "planeswalkers and from Wizards"),
    alternate!(Warded: "its colors" () => |_| Some(Filter::SharesColor(Obj::This)); "its colors"),
    rule!(Warded: "the colors of {noun.p}" (noun: Noun) => |c, noun| (!c.face.is("Aura") && matches!(c.subject.as_deref(), None | Some(Objects::The(Obj::This)))).then(|| Filter::SharesColorWith(Box::new(Objects::All(noun)))),
        |_, f| match f { Filter::SharesColorWith(of) => match *of { Objects::All(noun) => vec![(noun,)], _ => Vec::new() }, _ => Vec::new() }; "the colors of permanents you control"),
    rule!(Warded: "mana value {c}" (c: Compared) => |_, (cmp, m)| Some(Filter::ManaValue(cmp, m)), |_, f| match f { Filter::ManaValue(cmp, m) => vec![((cmp, m),)], _ => Vec::new() }; "mana value 3 or greater"),
    rule!(Warded: "{super_}" (super_: Super) => |_, super_| Some(Filter::Supertype(super_)), |_, f| match f { Filter::Supertype(super_) => vec![(super_,)], _ => Vec::new() }; "snow"),
    // ---- keywords
    rule!(KwList: "{a} , {b} , {d} , and {e}" (a: Kw, b: Kw, d: Kw, e: Kw) => |_, a, b, d, e| Some(vec![a, b, d, e]), |_, k: &_| match k.as_slice() { [a, b, d, e] => vec![(*a, *b, *d, *e)], _ => Vec::new() };
        "flying, haste, reach, and trample"),
    rule!(KwList: "{a} , {b} , {d} , {e} , and {f}" (a: Kw, b: Kw, d: Kw, e: Kw, f: Kw) => |_, a, b, d, e, f| Some(vec![a, b, d, e, f]), |_, k: &_| match k.as_slice() { [a, b, d, e, f] => vec![(*a, *b, *d, *e, *f)], _ => Vec::new() };
        "flying, haste, reach, trample, and vigilance"),
];
