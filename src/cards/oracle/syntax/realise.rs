//! Words for a meaning: the first rule of the category that takes it apart into what has words itself.

use super::context::{Context, Role};
use super::eval::{SlotVals, close, enter, finish, leave, open, rejoin};
use super::list::List;
use super::node::{Kids, Node, Word};
use super::rule::Val;
use super::table::{Sym, symbol};
use super::{CatId, grammar};
use crate::cards::def::{AbilityDef, TargetDef, ZoneKind};
use crate::cards::oracle::grammar::{is_course, is_instead, is_proviso, is_scope, is_subject};
use std::rc::Rc;

/// How deep phrases may stand in each other.
const DEEPEST: u32 = 40;

/// A phrase of the category that means this after what has been said. What it adds to the context is there afterwards.
pub(in crate::cards::oracle) fn realise(
    context: &mut Context,
    cat: CatId,
    plural: bool,
    val: &Val,
) -> Option<Rc<Node>> {
    phrase(context, symbol(cat, plural), val, 0)
}

fn phrase(context: &mut Context, cat: u16, val: &Val, depth: u32) -> Option<Rc<Node>> {
    let grammar = grammar();
    if depth > DEEPEST {
        return None;
    }
    if let Some(leaf) = &grammar.cats[cat as usize / 2].leaf {
        let words = (leaf.write)(val, cat % 2 == 1)?.into_iter().map(Into::into).collect();
        return Some(Rc::new(Node::Leaf(Box::new(Word { symbol: cat, val: val.clone(), tokens: words }))));
    }
    // A rule may stand there in both numbers.
    for forms in grammar.forms[cat as usize].chunk_by(|one, next| one.rule == next.rule) {
        let number = forms[0].rule;
        let rule = grammar.rules[number as usize];
        let Some(take) = rule.take else { continue };
        let ways = take(context, val);
        // Most rules don't fit.
        if ways.is_empty() {
            continue;
        }
        for (form, vals) in forms.iter().flat_map(|form| ways.iter().map(move |vals| (form, vals))) {
            let mut inner = context.clone();
            if let Some(kids) = slots(&mut inner, rule.slots, &form.syms, vals, depth) {
                // What was found has to mean what it was made for. Its phrases do, and have been said by now.
                let said = |slot: u8| kids.iter().any(|(said, _)| *said == slot);
                let said = (0..).zip(vals).map(|(slot, val)| said(slot).then(|| val.clone()));
                if finish(&mut inner, rule, &mut said.collect::<SlotVals>()).as_ref() == Some(val) {
                    leave(&mut inner, rule, (context.doer, context.subject.take(), context.role));
                    *context = inner;
                    return Some(Rc::new(Node::Rule(number, kids, cat % 2 == 1)));
                }
            }
        }
    }
    None
}

fn slots(context: &mut Context, slots: &[super::Slot], syms: &[Sym], vals: &[Val], depth: u32) -> Option<Kids> {
    let mut kids = Kids::new();
    for sym in syms {
        let Sym::Phrase(cat, slot) = sym else { continue };
        let slot_cat = slots[*slot as usize].cat;
        if is_subject(slot_cat) {
            context.role = Role::Subject;
        }
        if is_instead(slot_cat) {
            context.unmoved();
        }
        let val = &vals[*slot as usize];
        let outer = is_scope(slot_cat).then(|| open(context, slot_cat));
        if outer.is_some() {
            context.wanted = targets(val);
            if let Val::Ability(ability) = val {
                context.here = zone(ability);
            }
        }
        let others = is_course(slot_cat).then(|| context.clone());
        context.undone |= is_proviso(slot_cat);
        let node = phrase(context, *cat, val, depth + 1)?;
        context.undone &= !is_proviso(slot_cat);
        if let Some(outer) = outer {
            close(context, outer);
        }
        if let Some(others) = others {
            rejoin(context, others);
        }
        enter(context, slot_cat, val);
        kids.push((*slot, node));
    }
    Some(kids)
}

/// The zone from which an ability functions.
pub(in crate::cards::oracle) fn zone(ability: &AbilityDef) -> ZoneKind {
    match ability {
        AbilityDef::Activated(def) => def.from,
        AbilityDef::Triggered(def) => def.from,
        _ => ZoneKind::Battlefield,
    }
}

/// The targets of an ability or a mode.
pub(in crate::cards::oracle) fn targets(val: &Val) -> List<TargetDef> {
    let of_ability = |ability: &AbilityDef| match ability {
        AbilityDef::Activated(def) => def.targets.clone(),
        AbilityDef::Triggered(def) => def.targets.clone(),
        AbilityDef::Spell(def) => def.targets.clone(),
        _ => Vec::new(),
    };
    let all = match val {
        Val::Mode(mode) => mode.targets.clone(),
        Val::Triggered(def) => def.targets.clone(),
        Val::Ability(ability) => of_ability(ability),
        Val::Abilities(list) => list.first().map(of_ability).unwrap_or_default(),
        _ => Vec::new(),
    };
    all.into()
}
