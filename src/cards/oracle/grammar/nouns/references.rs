//! References: the card itself, what it is attached to, pronouns, "that creature".

use crate::cards::oracle::grammar::help::one;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Mention, Participle, Referent, Rule, alternate, rule};

/// The card is mentioned.
pub(in crate::cards::oracle::grammar) fn this(context: &mut Context) -> Option<Objects> {
    let types = context.face.types;
    let mut kind = Sort::empty();
    if context.face.is_spell() {
        kind |= Sort::SPELL;
    } else {
        kind |= Sort::PERMANENT;
    }
    if types.contains(CardTypes::CREATURE) {
        kind |= Sort::CREATURE;
    }
    context.mention(Referent::Objects(Objects::The(Obj::This)), kind, false);
    Some(Objects::The(Obj::This))
}

/// Whether the card has these types, so that its text can call it by them.
fn called(context: &Context, types: CardTypes) -> bool {
    match context.face.grantee {
        Some(kind) => kind.intersects(help::type_kind(types)),
        None => context.face.types.contains(types),
    }
}

fn is_this(ok: bool, obj: Obj) -> Vec<()> {
    if ok && obj == Obj::This { vec![()] } else { Vec::new() }
}

/// What it is attached to.
fn host(context: &mut Context, types: CardTypes) -> Option<Objects> {
    let kind = help::type_kind(types) | Sort::PERMANENT;
    context.mention(Referent::Objects(Objects::The(Obj::Host)), kind, false);
    Some(Objects::The(Obj::Host))
}

/// What a description fits is kept if it is called back.
pub(in crate::cards::oracle::grammar) fn call_back(context: &mut Context, found: &Mention) {
    if let (Referent::Objects(group @ (Objects::All(_) | Objects::Top(..))), None) = (&found.what, found.moved) {
        context.group = Some(group.clone().into());
    }
}

/// A mention is called back.
fn again(context: &mut Context, found: Option<Mention>, plural: bool) -> Option<Objects> {
    let found = found?;
    let now = context.now(&found)?;
    call_back(context, &found);
    context.references += 1;
    context.mention(found.what.clone(), found.kind, plural);
    Some(now)
}

fn it(context: &mut Context) -> Option<Objects> {
    let found = context.it(false).cloned();
    again(context, found, false)
}

fn is_it(context: &Context, objects: &Objects) -> Vec<()> {
    let found = context.it(false).and_then(|m| context.now(m));
    if found.as_ref() == Some(objects) { vec![()] } else { Vec::new() }
}

pub(in crate::cards::oracle::grammar) fn them(context: &mut Context) -> Option<Objects> {
    let found = context.them().cloned();
    again(context, found, true)
}

fn is_them(context: &Context, objects: &Objects) -> Vec<()> {
    let found = context.them().and_then(|m| context.now(m));
    if found.as_ref() == Some(objects) { vec![()] } else { Vec::new() }
}

fn that(context: &mut Context, kind: Sort, plural: bool) -> Option<Objects> {
    let found = context.that(kind, plural).cloned();
    again(context, found, plural)
}

fn is_that(context: &Context, objects: &Objects, kind: Sort, plural: bool) -> Vec<()> {
    let found = context.that(kind, plural).and_then(|m| context.now(m));
    if found.as_ref() == Some(objects) { vec![()] } else { Vec::new() }
}

/// The one that has something: as it was where it was. A card of which only the place was said is what it has become.
fn having(context: &Context, found: &Mention) -> Option<Obj> {
    match &found.what {
        // One that was looked at, before anything was done to cards.
        Referent::Objects(Objects::Top(Quantity::N(1), _)) if found.moved.is_none() => {
            context.done.iter().next().is_none().then(|| one(&context.now(found)?))?
        }
        Referent::Objects(objects) => one(objects).or(found.moved.map(Obj::Var)),
        _ => None,
    }
}

fn owner(context: &mut Context, found: Option<Mention>) -> Option<Obj> {
    let found = found?;
    let obj = having(context, &found)?;
    if matches!(found.what, Referent::Objects(Objects::Top(..))) {
        call_back(context, &found);
    }
    context.references += 1;
    context.mention(found.what.clone(), found.kind, false);
    Some(obj)
}

fn is_owner(context: &Context, found: Option<&Mention>, obj: Obj) -> Vec<()> {
    if found.and_then(|found| having(context, found)) == Some(obj) { vec![()] } else { Vec::new() }
}

/// What has become of an object that was put onto the battlefield: its power and toughness are those that it has there.
fn entered(context: &Context, obj: Obj) -> Option<Var> {
    let itself = |m: &&Mention| matches!(&m.what, Referent::Objects(objects) if one(objects) == Some(obj));
    let moved = context.mentioned().find(itself)?.moved?;
    (!context.undone && context.done.contains(&(Participle::Entered, moved))).then_some(moved)
}

/// Something with power and toughness, as it is now.
pub(in crate::cards::oracle::grammar) fn embodied(context: &Context, obj: Obj) -> Obj {
    entered(context, obj).map_or(obj, Obj::Var)
}

/// What may have been said for something with power and toughness.
pub(in crate::cards::oracle::grammar) fn said_of_body(context: &Context, obj: Obj) -> Vec<(Obj,)> {
    let before = context.mentioned().filter_map(|m| match &m.what {
        Referent::Objects(objects) => one(objects),
        _ => None,
    });
    let before = before.filter(|was| embodied(context, *was) == obj);
    let mut all: Vec<(Obj,)> = before.map(|was| (was,)).collect();
    if embodied(context, obj) == obj {
        all.push((obj,));
    }
    all
}

/// What another ability exiled: only if this one has exiled nothing itself.
fn linked(context: &mut Context) -> Option<Objects> {
    let own = context.done.iter().any(|(done, _)| *done == Participle::Exiled);
    let paid = context.paid.is_some_and(|(how, _)| how == Participle::Exiled);
    (!own && !paid && !context.face.is_spell() && context.face.grantee.is_none()).then_some(Objects::Linked)
}

fn is_linked(context: &Context, objects: &Objects) -> Vec<()> {
    if *objects == Objects::Linked && !context.face.is_spell() { vec![()] } else { Vec::new() }
}

/// Whether these words can mean what was paid with.
pub(in crate::cards::oracle::grammar) fn was_paid(context: &Context, how: Participle, kind: Sort) -> bool {
    context.paid.is_some_and(|(done, found)| done == how && found.intersects(kind))
}

macro_rules! paid {
    ($words:literal, $how:expr, $kind:expr) => {
        rule!(Poss: $words () => |c| was_paid(c, $how, $kind).then_some(Obj::PaidWith),
            |c, o: &_| if was_paid(c, $how, $kind) && *o == Obj::PaidWith { vec![()] } else { Vec::new() }; "")
    };
}

macro_rules! this_type {
    ($words:literal, $ok:expr) => {
        rule!(Self_: $words () => |c| { let ok: fn(&Context) -> bool = $ok; ok(c).then_some(Obj::This) },
            |c, o| { let ok: fn(&Context) -> bool = $ok; is_this(ok(c), o) }; "")
    };
}

macro_rules! that_kind {
    ($one:literal, $many:literal, $owner:literal, $kind:expr) => {
        &[
            rule!(Np: $one () => |c| that(c, $kind, false), |c, o: &_| is_that(c, o, $kind, false); ""),
            rule!(Np: $many () => |c| that(c, $kind, true), |c, o: &_| is_that(c, o, $kind, true); ""),
            rule!(Poss: $owner () => |c| { let found = c.that($kind, false).cloned(); owner(c, found) }, |c, o| is_owner(c, c.that($kind, false), o); ""),
        ]
    };
}

/// "That creature" and the like.
pub(in crate::cards::oracle::grammar) const THAT: &[&[Rule]] = &[
    that_kind!("1: that creature", "2: those creatures", "that creature 's", Sort::CREATURE),
    that_kind!("1: that artifact", "2: those artifacts", "that artifact 's", Sort::ARTIFACT),
    that_kind!("1: that enchantment", "2: those enchantments", "that enchantment 's", Sort::ENCHANTMENT),
    that_kind!("1: that land", "2: those lands", "that land 's", Sort::LAND),
    that_kind!("1: that planeswalker", "2: those planeswalkers", "that planeswalker 's", Sort::PLANESWALKER),
    that_kind!("1: that permanent", "2: those permanents", "that permanent 's", Sort::PERMANENT),
    that_kind!("1: that card", "2: those cards", "that card 's", Sort::CARD),
    that_kind!("1: that spell", "2: those spells", "that spell 's", Sort::SPELL),
    that_kind!("1: that token", "2: those tokens", "that token 's", Sort::TOKEN),
    that_kind!("1: that ability", "2: those abilities", "that ability 's", Sort::ABILITY),
];

pub(super) const RULES: &[Rule] = &[
    // ---- the card itself
    this_type!("this creature", |c| called(c, CardTypes::CREATURE) && !named(c)),
    this_type!("this artifact", |c| called(c, CardTypes::ARTIFACT) && plain(c)),
    this_type!("this enchantment", |c| called(c, CardTypes::ENCHANTMENT) && plain(c)),
    this_type!("this land", |c| called(c, CardTypes::LAND) && plain(c)),
    this_type!("this Aura", |c| c.face.is("Aura")),
    this_type!("this Equipment", |c| c.face.is("Equipment")),
    this_type!("this Vehicle", |c| c.face.is("Vehicle")),
    this_type!("this Class", |c| c.face.is("Class")),
    this_type!("this Case", |c| c.face.is("Case")),
    this_type!("this Spacecraft", |c| c.face.is("Spacecraft") && !named(c)),
    this_type!("this Room", |c| c.face.is("Room") && !named(c)),
    this_type!("this Saga", |c| c.face.is("Saga") && !named(c)),
    this_type!("this Siege", |c| c.face.is("Siege") && !named(c)),
    this_type!("\u{2}", |c| named(c)),
    this_type!("\u{1}", |c| c.face.grantee.is_none()),
    alternate!(Self_: "this creature" () => |c| (called(c, CardTypes::CREATURE) && named(c)).then_some(Obj::This); ""),
    alternate!(Self_: "this permanent" () => |c| (!c.face.is_spell()).then_some(Obj::This); ""),
    alternate!(Self_: "this token" () => |c| c.face.grantee.is_some_and(|k| k.contains(Sort::TOKEN)).then_some(Obj::This); ""),
    rule!(Np: "1: {this}" (this: Self_) => |c, _| this_one(c), |c, o: &_| if *o == Objects::The(Obj::This) && c.here == c.zone { vec![(Obj::This,)] } else { Vec::new() }; "this creature"),
    // ---- what it is attached to
    rule!(Np: "1: enchanted {kind.s}" (kind: Type) => |c, kind| c.face.is("Aura").then(|| host(c, kind))?, |c, o| is_host(c, o); ""),
    rule!(Np: "1: enchanted permanent" () => |c| c.face.is("Aura").then(|| host(c, CardTypes::PERMANENT))?,
        |c, o: &_| if help::enchants_permanents(c) && *o == Objects::The(Obj::Host) { vec![()] } else { Vec::new() }; ""),
    rule!(Np: "1: equipped creature" () => |c| c.face.is("Equipment").then(|| host(c, CardTypes::CREATURE))?,
        |c, o: &_| if c.face.is("Equipment") && *o == Objects::The(Obj::Host) { vec![()] } else { Vec::new() }; ""),
    rule!(Np: "1: fortified land" () => |c| c.face.is("Fortification").then(|| host(c, CardTypes::LAND))?,
        |c, o: &_| if c.face.is("Fortification") && *o == Objects::The(Obj::Host) { vec![()] } else { Vec::new() }; ""),
    // ---- pronouns
    rule!(SubjObjs: "1: it" () => |c| it_subject(c), |c, o: &_| is_it(c, o); ""),
    rule!(SubjObjs: "2: they" () => |c| them(c), |c, o: &_| is_them(c, o); ""),
    rule!(Objs: "it" () => |c| it(c), |c, o: &_| is_it(c, o); ""),
    rule!(Objs: "them" () => |c| them(c), |c, o: &_| is_them(c, o); ""),
    // Of each of several it is said as of all of them.
    alternate!(SubjObjs: "1: each of those creatures" () => |c| that(c, Sort::CREATURE, true); ""),
    alternate!(Objs: "each of those creatures" () => |c| that(c, Sort::CREATURE, true); ""),
    // ---- possessives
    rule!(Poss: "its" () => |c| { let found = c.it(true).cloned(); owner(c, found) }, |c, o| is_owner(c, c.it(true), o); ""),
    rule!(Poss: "{this} 's" (this: Self_) => |c, this| { this_one(c)?; Some(this) }, |_, o: &_| if *o == Obj::This { vec![(Obj::This,)] } else { Vec::new() }; "this creature's"),
    rule!(Poss: "enchanted {kind.s} 's" (kind: Type) => |c, kind| { host(c, kind).filter(|_| c.face.is("Aura"))?; Some(Obj::Host) },
        |c, o| is_host(c, Objects::The(o)); ""),
    rule!(Poss: "enchanted permanent 's" () => |c| { host(c, CardTypes::PERMANENT).filter(|_| c.face.is("Aura"))?; Some(Obj::Host) },
        |c, o: &_| if help::enchants_permanents(c) && *o == Obj::Host { vec![()] } else { Vec::new() }; ""),
    rule!(Poss: "equipped creature 's" () => |c| { host(c, CardTypes::CREATURE).filter(|_| c.face.is("Equipment"))?; Some(Obj::Host) },
        |c, o: &_| if c.face.is("Equipment") && *o == Obj::Host { vec![()] } else { Vec::new() }; ""),
    paid!("the exiled card 's", Participle::Exiled, Sort::CARD),
    paid!("the sacrificed creature 's", Participle::Sacrificed, Sort::CREATURE),
    alternate!(Poss: "that creature 's" () => |c| (c.that(Sort::CREATURE, false).is_none() && was_paid(c, Participle::Sacrificed, Sort::CREATURE)).then_some(Obj::PaidWith); ""),
    paid!("the sacrificed artifact 's", Participle::Sacrificed, Sort::ARTIFACT),
    paid!("the sacrificed land 's", Participle::Sacrificed, Sort::LAND),
    paid!("the sacrificed enchantment 's", Participle::Sacrificed, Sort::ENCHANTMENT),
    paid!("the sacrificed permanent 's", Participle::Sacrificed, Sort::PERMANENT),
    paid!("the discarded card 's", Participle::Discarded, Sort::CARD),
    paid!("the revealed card 's", Participle::Revealed, Sort::CARD),
    // ---- what another ability of the card exiled (CR 607.2a)
    rule!(Objs: "the exiled card" () => |c| linked(c), |c, o: &_| is_linked(c, o); ""),
    rule!(Objs: "the exiled cards" () => |c| linked(c), |c, o: &_| is_linked(c, o); ""),
    alternate!(Objs: "all cards exiled with it" () => |c| linked(c); ""),
    alternate!(Objs: "all cards exiled with {this}" (this: Self_) => |c, _| linked(c); ""),
    // ---- the same as "that ..."
    alternate!(Np: "1: the creature" () => |c| that(c, Sort::CREATURE, false); ""),
    alternate!(Np: "1: that creature or planeswalker" () => |c| that(c, Sort::PERMANENT, false); ""),
    alternate!(Np: "1: that Vehicle" () => |c| that(c, Sort::ARTIFACT, false); ""),
    alternate!(Np: "1: that Mount or Vehicle" () => |c| that(c, Sort::PERMANENT, false); ""),
    alternate!(Np: "1: the token" () => |c| that(c, Sort::TOKEN, false); ""),
    alternate!(Poss: "the creature 's" () => |c| { let found = c.that(Sort::CREATURE, false).cloned(); owner(c, found) }; ""),
    alternate!(Poss: "the land 's" () => |c| { let found = c.that(Sort::LAND, false).cloned(); owner(c, found) }; ""),
];

fn it_subject(context: &mut Context) -> Option<Objects> {
    it(context)
}

fn this_one(context: &mut Context) -> Option<Objects> {
    this(context)
}

fn is_host(context: &Context, objects: Objects) -> Vec<(CardTypes,)> {
    if context.face.is("Aura") && objects == Objects::The(Obj::Host) { help::enchanted(context) } else { Vec::new() }
}

/// Whether it is a legend, which goes by its name.
fn named(context: &Context) -> bool {
    context.face.grantee.is_none() && context.face.legendary
}

/// Whether it is called by its card type: neither a legend, nor a creature, nor something with a name of its own.
fn plain(context: &Context) -> bool {
    !named(context)
        && !["Aura", "Equipment", "Vehicle", "Saga", "Room", "Spacecraft"].iter().any(|s| context.face.is(s))
}
