//! Linked abilities (CR 607.2a): one exiles cards, another one is about the exiled cards.

use crate::cards::def::*;
use derive_visitor::VisitorMut;

#[derive(VisitorMut, Default)]
#[visitor(Instruction(enter), Objects(enter), KeywordAbility(enter), ReplaceWith(enter))]
struct Looking {
    reads: bool,
    exiles: u32,
    exiles_instead: u32,
}

impl Looking {
    fn enter_instruction(&mut self, effect: &mut Instruction) {
        if let Instruction::Move { to: Destination::Exile | Destination::ExileFaceDown(_), until: None, .. } = effect {
            self.exiles += 1;
        }
    }
    fn enter_keyword_ability(&mut self, keyword: &mut KeywordAbility) {
        // CR 702.75a: what hideaway exiles is linked by itself.
        self.exiles += u32::from(matches!(keyword, KeywordAbility::Hideaway(_)));
    }
    fn enter_replace_with(&mut self, with: &mut ReplaceWith) {
        self.exiles_instead += u32::from(*with == ReplaceWith::MoveTo(Destination::Exile));
    }
    fn enter_objects(&mut self, objects: &mut Objects) {
        self.reads |= *objects == Objects::Linked;
    }
}

#[derive(VisitorMut)]
#[visitor(Instruction(enter))]
struct Marking {
    linked: bool,
}

impl Marking {
    fn enter_instruction(&mut self, effect: &mut Instruction) {
        if let Instruction::Move {
            to: Destination::Exile | Destination::ExileFaceDown(_), linked, until: None, ..
        } = effect
        {
            *linked = self.linked;
        }
    }
}

/// What is exiled instead of going elsewhere, with or without the mark.
#[derive(VisitorMut)]
#[visitor(ReplaceWith(enter))]
struct MarkingInstead {
    linked: bool,
}

impl MarkingInstead {
    fn enter_replace_with(&mut self, with: &mut ReplaceWith) {
        let plain = ReplaceWith::MoveTo(Destination::Exile);
        let link = vec![Instruction::Link(Objects::The(Obj::Event), Obj::This)];
        let linking = ReplaceWith::MoveToAndThen(Destination::Exile, link);
        let (old, new) = if self.linked { (plain, linking) } else { (linking, plain) };
        if *with == old {
            *with = new;
        }
    }
}

fn look(ability: &AbilityDef) -> Looking {
    let mut looking = Looking::default();
    ability.clone().walk(&mut looking);
    looking
}

/// Marks the one instruction, or else the one replacement effect, that exiles what another ability calls the exiled card; says whether it is clear which one it is.
pub(super) fn link(abilities: &mut [AbilityDef]) -> bool {
    let found: Vec<Looking> = abilities.iter().map(look).collect();
    if !found.iter().any(|f| f.reads) {
        return true;
    }
    let exiles: u32 = found.iter().map(|f| f.exiles).sum();
    let instead: u32 = found.iter().map(|f| f.exiles_instead).sum();
    if exiles == 0 && instead == 1 && !found.iter().any(|f| f.reads && f.exiles_instead > 0) {
        abilities.iter_mut().for_each(|ability| ability.walk(&mut MarkingInstead { linked: true }));
        return true;
    }
    if exiles != 1 || found.iter().any(|f| f.reads && f.exiles > 0) {
        return false;
    }
    abilities.iter_mut().for_each(|ability| ability.walk(&mut Marking { linked: true }));
    true
}

/// Takes the marks away: an ability alone doesn't know that another one is about what it exiles.
pub(super) fn unlink(ability: &mut AbilityDef) {
    ability.walk(&mut Marking { linked: false });
    ability.walk(&mut MarkingInstead { linked: false });
}
