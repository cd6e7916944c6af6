//! What a reading means: the values of the slots in the order of the text, then the rule's own.

use super::context::{Context, FaceInfo, Kind, Referent, Role};
use super::grammar;
use super::list::List;
use super::node::Node;
use super::rule::{Rule, Val};
use crate::cards::def::{CardTypes, Filter, Instruction, Objects, Who};
use crate::cards::oracle::grammar::{
    is_clause, is_course, is_equipment, is_instead, is_proviso, is_quote, is_scope, is_subject,
};
use crate::cards::oracle::vars::keep;
use smallvec::SmallVec;
use std::rc::Rc;

/// The values of the slots of a rule; none for those that no word says.
pub(super) type SlotVals = SmallVec<[Option<Val>; 6]>;

/// The meaning of a phrase after what has been said; an error is the phrase in it that has none there.
pub(in crate::cards::oracle) fn eval<'n>(context: &mut Context, node: &'n Node) -> Result<Val, &'n Node> {
    let (rule, kids) = match node {
        Node::Leaf(word) => return Ok(word.val.clone()),
        Node::Rule(rule, kids, _) => (grammar().rules[*rule as usize], kids),
    };
    let (doer, subject, role) = (context.doer, context.subject.clone(), context.role);
    let mut vals = SlotVals::from_elem(None, rule.slots.len());
    for (slot, kid) in kids {
        let cat = rule.slots[*slot as usize].cat;
        if is_subject(cat) {
            context.role = Role::Subject;
        }
        if is_instead(cat) {
            context.unmoved();
        }
        let outer = is_scope(cat).then(|| open(context, cat));
        let others = is_course(cat).then(|| context.clone());
        context.undone |= is_proviso(cat);
        let val = eval(context, kid)?;
        context.undone &= !is_proviso(cat);
        if let Some(outer) = outer {
            close(context, outer);
        }
        if let Some(others) = others {
            rejoin(context, others);
        }
        enter(context, cat, &val);
        vals[*slot as usize] = Some(val);
    }
    let made = finish(context, rule, &mut vals);
    leave(context, rule, (doer, subject, role));
    made.ok_or(node)
}

/// Ends a phrase: who acts and what it is about is as before it.
pub(super) fn leave(context: &mut Context, rule: &Rule, before: (Who, Option<Rc<Objects>>, Role)) {
    (context.doer, context.subject, context.role) = before;
    if is_clause(rule.cat) {
        context.clause += 1;
    }
}

/// Begins a phrase with targets of its own; a quoted one knows nothing of what was said before. What was before.
pub(super) fn open(context: &mut Context, cat: u16) -> Context {
    let outer = context.clone();
    if is_quote(cat) {
        let mut face = FaceInfo::clone(&outer.face);
        face.grantee = Some(if is_equipment(cat) { face.equip() } else { grantee(&outer) });
        *context = Context::new(&Rc::new(face));
    }
    // A new ability doesn't know what was chosen for the one that makes it (CR 603.12).
    if !context.targets.is_empty() {
        context.mentions.retain(|m| !of_targets(&m.what));
    }
    context.targets = List::default();
    context.wanted = List::default();
    outer
}

/// Whether something was named by a target.
fn of_targets(what: &Referent) -> bool {
    use crate::cards::def::Who;
    matches!(what, Referent::Objects(Objects::Targets(_)) | Referent::Player(Who::Target(_)) | Referent::Any(_))
}

/// Ends such a phrase.
pub(super) fn close(context: &mut Context, outer: Context) {
    // A mode has no variables of its own, a quoted ability has.
    let vars = context.vars;
    let quoted = context.face.grantee != outer.face.grantee || context.face.grantee.is_some();
    let before = outer.vars;
    *context = outer;
    context.vars = if quoted { before } else { vars };
}

/// Ends one of several courses: what was said in it wasn't said in the others.
pub(super) fn rejoin(context: &mut Context, before: Context) {
    let inner = std::mem::replace(context, before);
    (context.targets, context.vars) = (inner.targets, inner.vars);
}

/// What the speaker of a quoted ability can be called: what the clause is about, or else a token.
fn grantee(context: &Context) -> Kind {
    match &context.subject {
        Some(subject) => {
            let mention = context.mentions.iter().rfind(|m| m.what == Referent::Objects(Objects::clone(subject)));
            mention.map_or(Kind::empty(), |m| m.kind)
        }
        None => Kind::TOKEN | Kind::CREATURE,
    }
}

/// What a slot's value changes for the slots after it.
pub(super) fn enter(context: &mut Context, cat: u16, val: &Val) {
    if !is_subject(cat) {
        return;
    }
    context.role = Role::Object;
    match val {
        Val::Who(who) => {
            context.doer = *who;
            context.subject = None;
        }
        Val::Objects(objects) => context.subject = Some(Rc::clone(objects)),
        Val::Filter(filter) => context.event_subject = Some(Rc::clone(filter)),
        _ => {}
    }
}

/// The meaning of a rule whose slots in the text have these values.
pub(super) fn finish(context: &mut Context, rule: &Rule, vals: &mut [Option<Val>]) -> Option<Val> {
    for (slot, val) in rule.slots.iter().zip(&mut *vals) {
        if val.is_none() {
            *val = Some((grammar().cats[slot.cat as usize].implicit?.get)(context)?);
        }
    }
    let mut made = (rule.build)(context, vals)?;
    if let (Some(group), Val::Effects(effects), false) = (&context.group, &mut made, context.says) {
        keep(Rc::make_mut(effects), group);
    }
    if let Val::Instruction(effect) = &made {
        context.after(effect);
        mention_made(context, effect);
    }
    Some(made)
}

/// What an instruction makes can be referred to.
fn mention_made(context: &mut Context, effect: &Instruction) {
    let (var, kind, plural) = match effect {
        // A token that is created with counters has been named by a keyword action alone: "it" is something else.
        Instruction::CreateToken { into: Some(var), count, counters, .. } if counters.is_empty() => {
            (*var, Kind::TOKEN | Kind::PERMANENT | Kind::CREATURE, *count != crate::cards::def::Quantity::N(1))
        }
        Instruction::Search { into, max, filter, .. } => {
            let kind = if is_land(filter) { Kind::CARD | Kind::LAND } else { Kind::CARD };
            (*into, kind, *max != crate::cards::def::Quantity::N(1))
        }
        _ => return,
    };
    context.role = Role::Object;
    context.mention(Referent::Objects(Objects::Var(var)), kind, plural);
}

/// Whether only lands match a filter.
fn is_land(filter: &Filter) -> bool {
    match filter {
        Filter::Type(types) => *types == CardTypes::LAND,
        Filter::And(all) => all.iter().any(is_land),
        _ => false,
    }
}
