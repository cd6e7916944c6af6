//! Variables of compiled abilities: those that nothing reads are left out, and put back before words are looked for.

use super::syntax::group_var;
use crate::cards::def::*;
use derive_visitor::VisitorMut;
use std::collections::HashMap;

/// Which of the abilities within each other is being looked at: each has variables of its own.
#[derive(Default)]
struct Scopes {
    open: Vec<u32>,
    seen: u32,
}

impl Scopes {
    fn enter(&mut self) {
        self.seen += 1;
        self.open.push(self.seen);
    }
    fn exit(&mut self) {
        self.open.pop();
    }
    fn here(&self) -> u32 {
        self.open.last().copied().unwrap_or(0)
    }
}

#[derive(VisitorMut, Default)]
#[visitor(AbilityDef, Var(enter))]
struct Counting {
    scopes: Scopes,
    uses: HashMap<(u32, Var), u32>,
}

impl Counting {
    fn enter_ability_def(&mut self, _: &mut AbilityDef) {
        self.scopes.enter();
    }
    fn exit_ability_def(&mut self, _: &mut AbilityDef) {
        self.scopes.exit();
    }
    fn enter_var(&mut self, var: &mut Var) {
        *self.uses.entry((self.scopes.here(), *var)).or_default() += 1;
    }
}

#[derive(VisitorMut)]
#[visitor(AbilityDef, Instruction(enter))]
struct Stripping {
    scopes: Scopes,
    uses: HashMap<(u32, Var), u32>,
}

impl Stripping {
    fn enter_ability_def(&mut self, _: &mut AbilityDef) {
        self.scopes.enter();
    }
    fn exit_ability_def(&mut self, _: &mut AbilityDef) {
        self.scopes.exit();
    }
    fn enter_instruction(&mut self, effect: &mut Instruction) {
        let here = self.scopes.here();
        if let Some(into) = stored(effect)
            && into.is_some_and(|var| self.uses.get(&(here, var)).is_none_or(|n| *n < 2))
        {
            *into = None;
        }
    }
}

#[derive(VisitorMut, Default)]
#[visitor(AbilityDef, Instruction)]
struct Filling {
    made: Vec<u32>,
    // The numbers of what X is, which is said after what has it and stands before it.
    taken: Vec<u32>,
    // How many alternatives are open: within one nothing is stored.
    either: u32,
}

/// Whether one thing happens or another.
fn is_either(effect: &Instruction) -> bool {
    matches!(effect, Instruction::If { otherwise, .. } if !otherwise.is_empty())
}

impl Filling {
    fn enter_ability_def(&mut self, _: &mut AbilityDef) {
        self.made.push(0);
        self.taken.clear();
    }
    fn exit_ability_def(&mut self, _: &mut AbilityDef) {
        self.made.pop();
        self.taken.clear();
    }
    fn exit_instruction(&mut self, effect: &mut Instruction) {
        self.either -= u32::from(is_either(effect));
    }
    fn enter_instruction(&mut self, effect: &mut Instruction) {
        self.either += u32::from(is_either(effect));
        let Some(made) = self.made.last_mut() else { return };
        if let Instruction::Set(var, _) = effect
            && let Some(number) = numbered(*var)
        {
            self.taken.push(number);
            return;
        }
        // A card that is kept before what is said of it.
        if let Instruction::Keep(var, Objects::Top(..)) = effect
            && let Some(number) = numbered(*var).filter(|number| *number > *made + 1)
        {
            self.taken.push(number);
            return;
        }
        let own = matches!(
            effect,
            Instruction::Search { .. }
                | Instruction::Choose { .. }
                | Instruction::ChooseCardType { .. }
                | Instruction::ChooseSubtype { .. }
                | Instruction::ChooseColor { .. }
                | Instruction::ChoosePlayer { .. }
                | Instruction::ChoosePlayers { .. }
                | Instruction::KeepPlayers { .. }
                | Instruction::ChooseName { .. }
                | Instruction::LoseLife(_, _, Some(_))
                | Instruction::GainLife(_, _, Some(_))
                | Instruction::Damage { dealt_to: Some(_), .. }
                | Instruction::ChooseNumber { .. }
                | Instruction::RollDice { .. }
                | Instruction::Keep(..)
                | Instruction::Set(..)
        );
        if let Some(both) = until(effect) {
            *made += both.into_iter().flatten().count() as u32;
            return;
        }
        *made += if matches!(effect, Instruction::FlipCoin { .. }) { 2 } else { 0 };
        let into = stored(effect);
        if own || into.is_some() {
            *made += 1;
            while self.taken.contains(made) {
                *made += 1;
            }
        }
        if let Some(into) = into
            && into.is_none()
            && self.either == 0
        {
            *into = Word::new(&format!("v{made}"));
        }
    }
}

/// The number of a variable of a compiled definition.
fn numbered(var: Var) -> Option<u32> {
    var.to_string().strip_prefix('v')?.parse().ok()
}

/// Where cards are stored that are revealed or exiled until there is one of a sort: that one, and all of them. What discovers has names of
/// its own for them.
fn until(effect: &Instruction) -> Option<[Option<Var>; 2]> {
    match effect {
        Instruction::RevealUntil { into, revealed, .. } => Some([*into, *revealed]),
        Instruction::ExileUntil { into, exiled, .. } => {
            Some([*into, *exiled].map(|var| var.filter(|var| numbered(*var).is_some())))
        }
        _ => None,
    }
}

/// Where an instruction stores what it did, if it need not.
pub(super) fn stored(effect: &mut Instruction) -> Option<&mut Option<Var>> {
    match effect {
        Instruction::Move { into, .. }
        | Instruction::Destroy { into, .. }
        | Instruction::SacrificeChoice { into, .. }
        | Instruction::Draw { into, .. }
        | Instruction::Discard { into, .. }
        | Instruction::Mill { into, .. }
        | Instruction::CreateToken { into, .. }
        | Instruction::ExchangeControl { into, .. } => Some(into),
        _ => None,
    }
}

/// Leaves out the variables that nothing reads.
pub(super) fn strip(ability: &mut AbilityDef) {
    let mut counting = Counting::default();
    ability.walk(&mut counting);
    if counting.uses.values().all(|uses| *uses >= 2) {
        return;
    }
    ability.walk(&mut Stripping { scopes: Scopes::default(), uses: counting.uses });
}

/// Puts them back.
pub(super) fn fill(ability: &mut AbilityDef) {
    ability.walk(&mut Filling::default());
}

#[derive(VisitorMut, Default)]
#[visitor(AbilityDef, Instruction(enter), Var(enter))]
struct Renaming {
    scopes: Scopes,
    made: HashMap<u32, u32>,
    names: HashMap<(u32, Var), Var>,
    // Whether the names are looked up, not made.
    applies: bool,
}

impl Renaming {
    fn enter_ability_def(&mut self, _: &mut AbilityDef) {
        self.scopes.enter();
    }
    fn exit_ability_def(&mut self, _: &mut AbilityDef) {
        self.scopes.exit();
    }
    fn enter_instruction(&mut self, effect: &mut Instruction) {
        let here = self.scopes.here();
        let several = match effect {
            Instruction::RevealUntil { .. } | Instruction::ExileUntil { .. } => until(effect),
            Instruction::FlipCoin { won, lost, .. } => Some([Some(*won), Some(*lost)]),
            _ => None,
        };
        if let Some(several) = several {
            for var in several.into_iter().flatten().filter(|_| !self.applies) {
                let made = self.made.entry(here).or_default();
                *made += 1;
                if let Some(name) = Word::new(&format!("v{made}")) {
                    self.names.entry((here, var)).or_insert(name);
                }
            }
            return;
        }
        let own = match effect {
            Instruction::Search { into, .. }
            | Instruction::Choose { into, .. }
            | Instruction::ChooseCardType { into, .. }
            | Instruction::ChooseSubtype { into, .. }
            | Instruction::ChooseColor { into, .. }
            | Instruction::ChoosePlayer { into, .. }
            | Instruction::ChoosePlayers { into, .. }
            | Instruction::KeepPlayers { into, .. }
            | Instruction::ChooseName { into, .. }
            | Instruction::LoseLife(_, _, Some(into))
            | Instruction::GainLife(_, _, Some(into))
            | Instruction::Damage { dealt_to: Some(into), .. }
            | Instruction::ChooseNumber { into, .. }
            | Instruction::RollDice { into, .. }
            | Instruction::Keep(into, _)
            | Instruction::Set(into, _) => Some(*into),
            effect => match stored(effect) {
                Some(into) => *into,
                None => return,
            },
        };
        if self.applies {
            return;
        }
        let made = self.made.entry(here).or_default();
        *made += 1;
        if let (Some(var), Some(name)) = (own, Word::new(&format!("v{made}"))) {
            self.names.entry((here, var)).or_insert(name);
        }
    }
    fn enter_var(&mut self, var: &mut Var) {
        if let Some(name) = self.names.get(&(self.scopes.here(), *var)).filter(|_| self.applies) {
            *var = *name;
        }
    }
}

/// An ability with the names that a compiled one has.
pub(super) fn renamed(ability: &AbilityDef) -> AbilityDef {
    let mut ability = ability.clone();
    let mut finding = Renaming::default();
    ability.walk(&mut finding);
    ability.walk(&mut Renaming { names: finding.names, applies: true, ..Renaming::default() });
    ability
}

/// Says one group of objects for another.
#[derive(VisitorMut)]
#[visitor(Objects(enter))]
struct Exchanging<'a> {
    from: &'a Objects,
    to: &'a Objects,
    found: bool,
}

impl Exchanging<'_> {
    fn enter_objects(&mut self, objects: &mut Objects) {
        if objects == self.from {
            *objects = self.to.clone();
            self.found = true;
        }
    }
}

fn exchange(effect: &mut Instruction, from: &Objects, to: &Objects) -> bool {
    let mut exchanging = Exchanging { from, to, found: false };
    effect.walk(&mut exchanging);
    exchanging.found
}

/// Whether a variable is named in any way.
fn names(effect: &mut Instruction, var: Var) -> bool {
    let mut found = false;
    effect.each(|named: &mut Var| found |= *named == var);
    found
}

/// A group that is called back is kept before the first of these instructions is done to it.
pub(super) fn keep(effects: &mut Vec<Instruction>, group: &Objects) {
    let Some(var) = group_var() else { return };
    let kept = Objects::Var(var);
    let holds = |e: &Instruction| *e == Instruction::Keep(var, group.clone());
    // Of a group only all of it can be called back, of one card also what it is like.
    let one = matches!(group, Objects::Top(..));
    let called = |e: &Instruction| exchange(&mut e.clone(), &kept, &kept) || one && names(&mut e.clone(), var);
    let Some(back) = effects.iter().position(called) else { return };
    if effects.iter().any(holds) {
        return;
    }
    // Where something may happen or not, what follows would be about nothing.
    let plain = |e: &Instruction| {
        !matches!(
            e,
            Instruction::If { .. } | Instruction::May { .. } | Instruction::MayPay { .. } | Instruction::ForEach(..)
        )
    };
    if let Some(first) = effects[..back].iter_mut().rposition(|e| plain(e) && exchange(e, group, &kept)) {
        effects.insert(first, Instruction::Keep(var, group.clone()));
    }
}

/// Says again what such a group is where something is first done to it: what it is.
pub(super) fn unkeep(ability: &mut AbilityDef) -> Option<Objects> {
    let (effects, modes) = match ability {
        AbilityDef::Spell(def) => (&mut def.effects, &mut def.modes),
        AbilityDef::Activated(def) => (&mut def.effects, &mut def.modes),
        AbilityDef::Triggered(def) => (&mut def.effects, &mut def.modes),
        _ => return None,
    };
    let mut lists = vec![effects];
    lists.extend(modes.iter_mut().flat_map(|modes| &mut modes.list).map(|mode| &mut mode.effects));
    while let Some(list) = lists.pop() {
        let kept = list.iter().position(
            |e| matches!(e, Instruction::Keep(var, Objects::All(_) | Objects::Top(..)) if Some(*var) == group_var()),
        );
        if let Some(place) = kept
            && let Instruction::Keep(var, group) = list.remove(place)
        {
            if let Some(first) = list.get_mut(place) {
                exchange(first, &Objects::Var(var), &group);
            }
            return Some(group);
        }
        for effect in list {
            match effect {
                Instruction::If { then, otherwise, .. } | Instruction::May { then, otherwise, .. } => {
                    lists.extend([then, otherwise]);
                }
                _ => {}
            }
        }
    }
    None
}
