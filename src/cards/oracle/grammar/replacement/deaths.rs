//! What goes elsewhere than to a graveyard (CR 614.1).

use crate::cards::oracle::grammar::help::{n, put};
use crate::cards::oracle::grammar::statics::replace;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

/// It would go to a graveyard from the battlefield (CR 700.4).
pub(in crate::cards::oracle::grammar) fn dying(what: Filter) -> ReplacedEvent {
    ReplacedEvent::Moves { what, from: Some(ZoneKind::Battlefield), to: Some(ZoneKind::Graveyard) }
}

/// Whether such permanents are said to die.
fn die(noun: &Filter) -> bool {
    matches!(noun, Filter::Is(_)) || help::permanent_kind(noun).intersects(Sort::CREATURE | Sort::PLANESWALKER)
}

/// Where it goes instead, and what is done then.
fn elsewhere(context: &Context, what: Filter, with: ReplaceWith) -> Option<AbilityDef> {
    (die(&what) && context.targets.is_empty()).then(|| replace(dying(what), with))
}

fn is_elsewhere(def: &AbilityDef) -> Option<(Filter, ReplaceWith)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else { return None };
    let ReplacedEvent::Moves { what, .. } = &replacement.event else { return None };
    let same = die(what) && replace(dying(what.clone()), replacement.with.clone()) == *def;
    same.then(|| (what.clone(), replacement.with.clone()))
}

fn to(def: &AbilityDef, wanted: &Destination) -> Vec<(Filter,)> {
    match is_elsewhere(def) {
        Some((what, ReplaceWith::MoveTo(destination))) if destination == *wanted => vec![(what,)],
        _ => Vec::new(),
    }
}

/// Whether something is said of what would have died: that is a card in exile by then.
fn of_it(effects: &[Instruction]) -> bool {
    #[derive(derive_visitor::VisitorMut, Default)]
    #[visitor(Obj(enter))]
    struct Finding {
        found: bool,
    }
    impl Finding {
        fn enter_obj(&mut self, obj: &mut Obj) {
            self.found |= *obj == Obj::Event;
        }
    }
    let mut finding = Finding::default();
    effects.to_vec().iter_mut().for_each(|effect| effect.walk(&mut finding));
    finding.found
}

/// It is exiled, and something else is done.
fn exiled_and(context: &Context, what: Filter, effects: Vec<Instruction>) -> Option<AbilityDef> {
    let itself = what == Filter::Is(Obj::This);
    let plain = !itself && !of_it(&effects);
    plain.then(|| elsewhere(context, what, ReplaceWith::MoveToAndThen(Destination::Exile, effects)))?
}

fn is_exiled_and(def: &AbilityDef) -> Vec<(Filter, Vec<Instruction>)> {
    match is_elsewhere(def) {
        Some((what, ReplaceWith::MoveToAndThen(Destination::Exile, effects))) if !of_it(&effects) => {
            vec![(what, effects)]
        }
        _ => Vec::new(),
    }
}

fn is_reflex(def: &AbilityDef) -> Vec<(Filter, TriggeredDef)> {
    let one = |(what, effects): (Filter, Vec<Instruction>)| match effects.as_slice() {
        [Instruction::Reflexive(reflex)] => Some((what, (**reflex).clone())),
        _ => None,
    };
    is_exiled_and(def).into_iter().filter_map(one).collect()
}

/// It is exiled with counters.
fn marked(kind: CounterKind, count: Quantity) -> ReplaceWith {
    let there = Objects::Only(Box::new(Objects::The(Obj::Event)), Filter::Zone(ZoneKind::Exile));
    ReplaceWith::MoveToAndThen(Destination::Exile, vec![put(kind, count, there)])
}

fn is_marked(def: &AbilityDef) -> Option<(Filter, Quantity, CounterKind)> {
    let (what, with) = is_elsewhere(def)?;
    let ReplaceWith::MoveToAndThen(_, effects) = &with else { return None };
    let [Instruction::PutCounters { kind, count, .. }] = effects.as_slice() else { return None };
    (with == marked(*kind, count.clone())).then(|| (what, count.clone(), *kind))
}

fn regenerated() -> AbilityDef {
    replace(ReplacedEvent::Destroyed(Filter::Is(Obj::This)), ReplaceWith::Regenerate)
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "if {what.s} would die , exile it instead ." (what: EventObj) => |c, what| elsewhere(c, what, ReplaceWith::MoveTo(Destination::Exile)), |_, d: &_| to(d, &Destination::Exile);
        "if another creature would die, exile it instead."),
    rule!(Static: "if {what.s} would die , return it to its owner 's hand instead ." (what: EventObj) => |c, what| elsewhere(c, what, ReplaceWith::MoveTo(Destination::Hand)), |_, d: &_| to(d, &Destination::Hand);
        "if another creature would die, return it to its owner's hand instead."),
    rule!(Static: "if {what.s} would die , put it on the bottom of its owner 's library instead ." (what: EventObj) => |c, what| elsewhere(c, what, ReplaceWith::MoveTo(Destination::LibraryBottom)), |_, d: &_| to(d, &Destination::LibraryBottom);
        "if another creature would die, put it on the bottom of its owner's library instead."),
    rule!(Static: "if a permanent would be put into a graveyard , exile it instead ." () => |_| Some(replace(dying(Filter::Permanent), ReplaceWith::MoveTo(Destination::Exile))),
        |_, d: &_| if *d == replace(dying(Filter::Permanent), ReplaceWith::MoveTo(Destination::Exile)) { vec![()] } else { Vec::new() }; "if a permanent would be put into a graveyard, exile it instead."),
    // ---- and more
    rule!(Static: "if {what.s} would die , instead exile it and {clause} ." (what: EventObj, clause: Clause) => |c, what, clause| exiled_and(c, what, clause), |_, d: &_| is_exiled_and(d);
        "if a creature an opponent controls would die, instead exile it and you gain 1 life."),
    alternate!(Static: "if {what.s} would die , instead exile that card and {clause} ." (what: EventObj, clause: Clause) => |c, what, clause| exiled_and(c, what, clause); ""),
    rule!(Static: "if {what.s} would die , exile it instead . {reflex}" (what: EventObj, reflex: Reflex) => |c, what, reflex| exiled_and(c, what, vec![Instruction::Reflexive(Box::new(reflex))]), |_, d: &_| is_reflex(d);
        "if a creature an opponent controls would die, exile it instead. When you do, you gain 1 life."),
    rule!(Static: "if {what.s} would die , instead exile it with {count} {k} counters on it ." (what: EventObj, count: Count, k: Kind) => |c, what, count, k| elsewhere(c, what, marked(k, count)),
        |_, d: &_| is_marked(d).filter(|(_, count, _)| *count != n(1)).into_iter().collect(); "if another creature would die, instead exile it with two charge counters on it."),
    rule!(Static: "if {what.s} would die , exile that card with a {k} counter on it instead ." (what: EventObj, k: Kind) => |c, what, k| elsewhere(c, what, marked(k, n(1))),
        |_, d: &_| is_marked(d).filter(|(_, count, _)| *count == n(1)).map(|(what, _, k)| (what, k)).into_iter().collect(); ""),
    alternate!(Static: "if {what.s} would die , instead exile it and put a {k} counter on it ." (what: EventObj, k: Kind) => |c, what, k| elsewhere(c, what, marked(k, n(1))); ""),
    alternate!(Static: "if {what.s} would die , exile it with a {k} counter on it instead ." (what: EventObj, k: Kind) => |c, what, k| elsewhere(c, what, marked(k, n(1))); ""),
    rule!(Static: "if {this} would be destroyed , regenerate it ." (this: Self_) => |_, _| Some(regenerated()), |_, d: &_| if *d == regenerated() { vec![(Obj::This,)] } else { Vec::new() }; ""),
    // ---- what was dealt damage
    alternate!(Post: "that's enchanted" () => |_| Some(Filter::HasAttached(Box::new(Filter::Subtype(Subtype::named("Aura")?)))); ""),
    rule!(Post: "dealt damage by enchanted creature this turn" () => |c| {
            // "That creature" may be this one then.
            c.mention(Referent::Objects(Objects::The(Obj::Host)), Sort::CREATURE, false);
            c.face.is("Aura").then(|| Filter::DamagedBy(Box::new(Filter::Is(Obj::Host))))
        },
        |c, f: &_| if c.face.is("Aura") && *f == Filter::DamagedBy(Box::new(Filter::Is(Obj::Host))) { vec![()] } else { Vec::new() }; ""),
];
