//! What opponents' spells and abilities on the stack are about to do to permanents, and what would save them.

use super::assumptions::Assumptions;
use super::combat::{Fighter, in_combat};
use super::evaluator::{Evaluator, names_itself};
use super::value::Body;
use crate::cards::def::{ColorSet, Keyword, Obj, Objects, TriggerEvent};
use crate::cards::{AbilityKind, ModeRow};
use crate::game::view::Seen;
use crate::model::bindings::{Bindings, EventData};
use crate::model::ids::{AbilityHandle, ObjectRef, ProgramHandle, Referent};
use crate::model::object::AbilityInstance;
use crate::model::zone::Zone;

/// What a spell or ability would do to a permanent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Danger {
    /// The damage that it would be dealt.
    pub(super) damage: i32,
    /// The damage kills whatever it is.
    pub(super) deadly: bool,
    /// The toughness that is lost.
    pub(super) shrunk: i32,
    /// Whether it would be destroyed.
    pub(super) destroyed: bool,
    /// Whether regeneration wouldn't help against that.
    pub(super) for_good: bool,
    /// It is exiled, sacrificed, or somebody else's.
    pub(super) gone: bool,
    /// It is a target.
    aimed: bool,
    /// The colours of the spell or ability.
    colors: ColorSet,
}

/// What a permanent would have against danger.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    pub(super) body: Body,
    /// Damage that is marked.
    pub(super) damage: i32,
    /// Whether it would regenerate.
    pub(super) regenerates: bool,
    /// It has protection from these colours.
    pub(super) protected: ColorSet,
}

impl Guard {
    pub(super) fn of(seen: &Seen<'_>) -> Self {
        Self {
            body: Body::of(seen.chars),
            damage: seen.this_turn.damage,
            regenerates: seen.this_turn.regeneration > 0,
            protected: ColorSet::default(),
        }
    }
}

impl Danger {
    /// Whether a permanent doesn't survive it.
    fn kills(&self, guard: &Guard) -> bool {
        let body = &guard.body;
        let shielded = body.has(Keyword::Hexproof) || body.has(Keyword::Shroud);
        if self.aimed && (shielded || guard.protected.intersects(self.colors)) {
            return false;
        }
        let toughness = body.toughness - self.shrunk;
        if self.gone || (self.shrunk > 0 && toughness <= 0) {
            return true;
        }
        let burnt = self.damage > 0 && (self.deadly || guard.damage + self.damage >= toughness);
        let regenerates = guard.regenerates && !self.for_good;
        (self.destroyed || burnt) && !body.has(Keyword::Indestructible) && !regenerates
    }
}

impl Evaluator<'_, '_> {
    /// What a spell or ability on the stack is worth to the viewer.
    pub(super) fn on_stack(&self, seen: &Seen<'_>) -> i32 {
        self.apart(Assumptions::default(), || self.follow_stack(seen)).0
    }

    fn follow_stack(&self, seen: &Seen<'_>) -> i32 {
        self.each_mode(seen, |handle, row, bound| {
            let program = ProgramHandle { def: handle.def, index: row.program };
            self.program_in_notes(program, bound)
        })
    }

    /// What a copy of a spell or ability on the stack would be worth to the viewer, a little less than what it does: a copy
    /// that does nothing isn't made. Copies of copies count for nothing.
    pub(super) fn copied(&self, what: Obj, new_targets: bool, bindings: &Bindings) -> i32 {
        if self.copying.replace(true) {
            return 0;
        }
        let copied = |object: ObjectRef| {
            let seen = self.view.object(object)?;
            let look = || {
                self.each_mode(&seen, |handle, row, bound| {
                    bound.you = self.me;
                    let program = ProgramHandle { def: handle.def, index: row.program };
                    if new_targets { self.mode(handle, row, bound) } else { self.program_in_notes(program, bound) }
                })
            };
            Some(self.apart(Assumptions::default(), look).0)
        };
        let worth = self.view.objects(bindings, &Objects::The(what)).into_iter().filter_map(copied).sum::<i32>();
        self.copying.set(false);
        worth - 1
    }

    /// The sum over the chosen modes of a spell or ability on the stack, each with its targets.
    fn each_mode(&self, seen: &Seen<'_>, worth: impl Fn(AbilityHandle, &ModeRow, &mut Bindings) -> i32) -> i32 {
        let Some(bindings) = seen.stack.bindings.as_deref() else { return 0 };
        let table = self.view.table();
        let (mut first_mode, mut first_target, mut total) = (0u8, 0u8, 0);
        for text in &seen.stack.text {
            let (AbilityKind::Spell(body) | AbilityKind::Activated { body, .. } | AbilityKind::Triggered { body, .. }) =
                &table.ability(*text).kind
            else {
                continue;
            };
            for mode in &bindings.modes {
                let Some(row) = mode.checked_sub(first_mode).and_then(|m| body.modes.get(m as usize)) else { continue };
                let mut bound = bindings.clone();
                bound.rebase_targets(first_target);
                bound.targets.iter_mut().for_each(|t| t.legal = true);
                total += worth(*text, row, &mut bound);
                first_target += row.targets.len() as u8;
            }
            first_mode += body.modes.len() as u8;
        }
        total
    }

    /// What opponents' spells and abilities on the stack would do to an object.
    fn dangers(&self, object: ObjectRef) -> impl Iterator<Item = &Danger> + Clone {
        // What does something to it isn't asked while that is looked at.
        let all: &[(ObjectRef, Danger)] = if self.looking.get() {
            &[]
        } else {
            self.dangers.get_or_init(|| {
                self.looking.set(true);
                let all = self.all_dangers();
                self.looking.set(false);
                all
            })
        };
        all.iter().filter(move |(o, _)| *o == object).map(|(_, danger)| danger)
    }

    fn all_dangers(&self) -> Vec<(ObjectRef, Danger)> {
        let mut all = Vec::new();
        for seen in self.view.zone(Zone::Stack).filter(|s| s.chars.controller != self.me) {
            let Some(bindings) = seen.stack.bindings.as_ref() else { continue };
            let (_, assumptions) = self.apart(Assumptions::watching(), || self.follow_stack(&seen));
            for (object, danger) in assumptions.watch.into_iter().flatten().filter(|(_, d)| *d != Danger::default()) {
                let aimed = bindings.targets.iter().any(|t| t.target == Referent::Object(object));
                all.push((object, Danger { aimed, colors: seen.chars.colors, ..danger }));
            }
        }
        all
    }

    /// Whether a change saves a permanent of the viewer's from what is on the stack.
    pub(super) fn rescued(&self, seen: &Seen<'_>, then: impl Fn() -> Guard) -> bool {
        let mut dangers = self.dangers(seen.reference);
        let mut again = dangers.clone();
        dangers.any(|d| d.kills(&Guard::of(seen))) && !again.any(|d| d.kills(&then()))
    }

    /// What regenerating a permanent is worth: nothing if it isn't lost, or lost all the same.
    pub(super) fn regenerated(&self, seen: &Seen<'_>) -> i32 {
        let guard = Guard { regenerates: true, ..Guard::of(seen) };
        let mut dangers = self.dangers(seen.reference);
        let threatened = dangers.clone().any(|d| d.kills(&Guard::of(seen))) || self.loses_fight(seen);
        let saved = seen.this_turn.regeneration == 0 && threatened && !dangers.any(|d| d.kills(&guard));
        if saved { self.controller_sign(seen) * self.style.permanent(seen) } else { 0 }
    }

    /// Whether an opponent's spell or ability is about to do away with an object, or a lost fight is.
    pub(super) fn is_doomed(&self, seen: &Seen<'_>) -> bool {
        self.dangers(seen.reference).any(|d| d.kills(&Guard::of(seen))) || self.loses_fight(seen)
    }

    fn loses_fight(&self, seen: &Seen<'_>) -> bool {
        let combat = self.view.combat();
        // Who is in no fight loses none, whatever it is like.
        if combat.attacker(seen.reference).is_none() && combat.blocker(seen.reference).is_none() {
            return false;
        }
        let fighter = Fighter::of(self.view, self.style, seen);
        in_combat(self.view, self.style, &fighter).is_some_and(|value| value <= -self.style.permanent(seen))
    }

    /// What it is worth that an object becomes a target of something, by what it then does to itself, and whether it is gone by then.
    pub(super) fn aimed_at(&self, target: Referent, by_what: ObjectRef) -> (i32, bool) {
        let table = self.view.table();
        let triggers = |ability: &AbilityInstance| match &table.ability(ability.handle).kind {
            AbilityKind::Triggered { when: TriggerEvent::BecomesTarget { what, by }, .. } if names_itself(what) => {
                Some(by)
            }
            _ => None,
        };
        // Few things do anything.
        let chars = target.object().and_then(|object| self.view.chars(object));
        if !chars.is_some_and(|chars| chars.abilities.iter().any(|ability| triggers(ability).is_some())) {
            return (0, false);
        }
        let Some(seen) = target.object().and_then(|object| self.view.object(object)) else { return (0, false) };
        let mut total = 0;
        for ability in &seen.chars.abilities {
            let Some(by) = triggers(ability) else { continue };
            let mut own = Bindings::new(seen.chars.controller, seen.reference);
            if !self.view.matches(&own, by, by_what) {
                continue;
            }
            let (source, player) = (Some(by_what), Some(seen.chars.controller));
            own.event = Some(EventData { subject: Some(target), source, player, ..EventData::default() });
            total += self.apart(Assumptions::default(), || self.ability(ability.handle, &mut own)).0;
        }
        (total, total != 0 && total.abs() >= self.style.permanent(&seen) / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::def::KeywordSet;
    use crate::model::object::Restrictions;

    #[test]
    fn growing_hiding_and_regenerating_save_from_what_they_can() {
        let body = |toughness, keywords| Body { power: 2, toughness, keywords, restrictions: Restrictions::empty() };
        let none = KeywordSet::empty();
        let guard = |body| Guard { body, damage: 0, regenerates: false, protected: ColorSet::default() };
        let bolt = Danger { damage: 3, aimed: true, ..Danger::default() };
        assert!(bolt.kills(&guard(body(2, none))) && !bolt.kills(&guard(body(5, none))));
        let destroy = Danger { destroyed: true, aimed: true, ..Danger::default() };
        let shielded = Guard { regenerates: true, ..guard(body(2, none)) };
        assert!(destroy.kills(&guard(body(9, none))) && !destroy.kills(&shielded));
        assert!(!destroy.kills(&guard(body(2, Keyword::Hexproof.set()))));
        assert!(Danger { for_good: true, ..destroy }.kills(&shielded));
        let all = Danger { aimed: false, ..destroy };
        assert!(all.kills(&guard(body(2, Keyword::Hexproof.set()))));
    }
}
