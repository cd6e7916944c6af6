//! Targets that something happens to later: what was chosen is kept, since a delayed triggered ability has no targets of the
//! spell or ability that made it (CR 603.7c).

use crate::cards::oracle::grammar::clauses::at_next;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Participle};
use derive_visitor::VisitorMut;

/// Finds the one instance of "target" that instructions name, and has them name a variable instead.
#[derive(VisitorMut, Default)]
#[visitor(Objects(enter), Obj(enter), Who(enter), Recipients(enter))]
struct Holding {
    into: Option<Var>,
    target: Option<u8>,
    other: bool,
}

impl Holding {
    fn meet(&mut self, number: u8) {
        self.other |= self.target.is_some_and(|found| found != number);
        self.target = Some(number);
    }
    fn enter_objects(&mut self, objects: &mut Objects) {
        if let (Objects::Targets(number), Some(var)) = (&*objects, self.into) {
            self.meet(*number);
            *objects = Objects::Var(var);
        }
    }
    fn enter_obj(&mut self, obj: &mut Obj) {
        if let (Obj::Target(number), Some(var)) = (&*obj, self.into) {
            self.meet(*number);
            *obj = Obj::Var(var);
        }
    }
    fn enter_who(&mut self, who: &mut Who) {
        self.other |= matches!(who, Who::Target(_) | Who::TargetOrController(_));
    }
    fn enter_recipients(&mut self, to: &mut Recipients) {
        self.other |= matches!(to, Recipients::Targets(_));
    }
}

/// Has instructions name the target again that a variable stands for.
#[derive(VisitorMut)]
#[visitor(Objects(enter), Obj(enter))]
struct Naming {
    var: Var,
    target: u8,
}

impl Naming {
    fn enter_objects(&mut self, objects: &mut Objects) {
        if *objects == Objects::Var(self.var) {
            *objects = Objects::Targets(self.target);
        }
    }
    fn enter_obj(&mut self, obj: &mut Obj) {
        if *obj == Obj::Var(self.var) {
            *obj = Obj::Target(self.target);
        }
    }
}

/// What happens when such a step begins next; a target that is meant is kept until then. Players that are targets aren't.
pub(in crate::cards::oracle::grammar) fn hold(
    context: &mut Context,
    step: StepName,
    mut effect: Instruction,
) -> Option<Vec<Instruction>> {
    // It hasn't happened yet: what follows isn't about what has been moved.
    context.done.retain(|(how, _)| !matches!(how, Participle::Entered | Participle::Won | Participle::Lost));
    if let Some(into) = stored(&mut effect) {
        let later = *into;
        context.change(|m| m.moved == later, |m| m.moved = None);
    }
    let mut trial = Holding { into: Word::new("held"), ..Holding::default() };
    effect.clone().walk(&mut trial);
    if trial.other {
        return None;
    }
    let Some(target) = trial.target else { return Some(vec![at_next(step, vec![effect])]) };
    // Variables are counted in the order in which they stand: what is kept comes before what is done to it.
    let next = context.variable()?;
    let var = match stored(&mut effect) {
        Some(into) => into.replace(next)?,
        None => next,
    };
    effect.walk(&mut Holding { into: Some(var), ..Holding::default() });
    Some(vec![Instruction::Keep(var, Objects::Targets(target)), at_next(step, vec![effect])])
}

/// Like [`hold`], in such a step of a turn of your own.
pub(in crate::cards::oracle::grammar) fn hold_for_own(
    context: &mut Context,
    step: StepName,
    effect: Instruction,
) -> Option<Vec<Instruction>> {
    let mut all = hold(context, step, effect)?;
    if let Some(Instruction::Delayed { ability, .. }) = all.last_mut() {
        ability.when = TriggerEvent::Beginning(step, Who::You);
    }
    Some(all)
}

/// Such instructions as they are for the next step of any turn.
pub(in crate::cards::oracle::grammar) fn for_any(effects: &[Instruction], step: StepName) -> Vec<Instruction> {
    let mut all = effects.to_vec();
    match all.last_mut() {
        Some(Instruction::Delayed { ability, .. }) if ability.when == TriggerEvent::Beginning(step, Who::You) => {
            ability.when = TriggerEvent::Beginning(step, Who::EachPlayer);
            all
        }
        _ => Vec::new(),
    }
}

/// Where an instruction stores what it moved, if it does.
fn stored(effect: &mut Instruction) -> Option<&mut Option<Var>> {
    match effect {
        Instruction::Move { into: into @ Some(_), .. } | Instruction::Destroy { into: into @ Some(_), .. } => {
            Some(into)
        }
        _ => None,
    }
}

/// The instruction that happens later, if it is one and happens to a target.
pub(in crate::cards::oracle::grammar) fn is_held(effects: &[Instruction], step: StepName) -> Option<Instruction> {
    let [Instruction::Keep(var, Objects::Targets(target)), Instruction::Delayed { ability, until: None }] = effects
    else {
        return None;
    };
    let [only] = ability.effects.as_slice() else { return None };
    let mut effect = only.clone();
    let same = at_next(step, ability.effects.clone()) == effects[1];
    if let Some(into) = stored(&mut effect) {
        *into = Some(*var);
    }
    effect.walk(&mut Naming { var: *var, target: *target });
    same.then_some(effect)
}
