//! What continuous effects are worth to the viewer: pumps, animation, changes of control.

use super::assumptions::Change;
use super::combat::{Fighter, about_to_hit, fight, in_combat};
use super::danger::Guard;
use super::evaluator::Evaluator;
use super::terms::USUAL;
use super::value::{Body, DECIDED, main_opponent};
use crate::cards::def::{
    CardTypes, ColorSet, Duration, Filter, Keyword, Modification, ObjectRule, ReplaceWith, ReplacedEvent, Replacement,
    Rule, StaticEffect, StepName,
};
use crate::game::view::Seen;
use crate::model::bindings::{Bindings, Value};
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::object::{CopiableSource, Restrictions};

/// What modifications make of an object.
pub(super) struct Changed {
    /// What it is now.
    now: Fighter,
    /// What it would be.
    pub(super) fighter: Fighter,
    /// It becomes a creature.
    animated: bool,
    /// The player who gains control of it, if somebody does.
    control: Option<Seat>,
    /// It can't be blocked as others are.
    evades: bool,
    /// It gains protection from these colours.
    protected: ColorSet,
    /// What else it is worth to its controller.
    more: i32,
}

/// Whether all combat damage is prevented by which it doesn't matter.
fn stops_combat(replacement: &Replacement) -> bool {
    matches!(
        replacement,
        Replacement {
            event: ReplacedEvent::Damage { source: Filter::Any | Filter::Type(_), combat: Some(true), .. },
            with: ReplaceWith::Prevent(None),
            ..
        }
    )
}

/// What an effect on the next spell is worth, about half a card: whether there will be such a spell isn't known.
const NEXT_SPELL: i32 = 20;

impl Changed {
    /// Nothing but a body.
    pub(super) fn none(fighter: Fighter) -> Self {
        let (now, protected) = (fighter, ColorSet::default());
        Self { now, fighter, animated: false, control: None, evades: false, protected, more: 0 }
    }

    /// What it has against danger then.
    fn guard(&self, seen: &Seen<'_>) -> Guard {
        Guard { body: self.fighter.body, protected: self.protected, ..Guard::of(seen) }
    }
}

impl Evaluator<'_, '_> {
    /// What a continuous effect is worth; without a duration it lasts.
    pub(super) fn lasting(&self, effect: &StaticEffect, duration: Option<&Duration>, bindings: &mut Bindings) -> i32 {
        let short = matches!(duration, Some(Duration::EndOfTurn | Duration::EndOfCombat | Duration::OnceThisTurn));
        let (group, modifications) = match effect {
            // It is on one spell, which is not there yet.
            _ if matches!(duration, Some(Duration::NextSpell(_))) => return NEXT_SPELL,
            StaticEffect::Affect(group, modifications) => (group, modifications),
            // Cards that may be played are as good as cards.
            StaticEffect::Rule(Rule::Permit { who, .. }) => {
                let seats = self.view.players_meant(bindings, *who);
                return seats.iter().map(|s| 80 * self.sign(*s)).sum();
            }
            StaticEffect::Replace(replacement) if self.style.fog > 0 && stops_combat(replacement) => return self.fog(),
            StaticEffect::Rule(_) | StaticEffect::Replace(_) if self.style.terms == 0 => return USUAL,
            StaticEffect::Rule(rule) => return self.rule(rule, bindings) / if short { 3 } else { 1 },
            StaticEffect::Replace(replacement) => return self.replacement(replacement, short, bindings),
        };
        let mut total = 0i32;
        for object in self.view.objects(bindings, group).into_iter().take(16) {
            let Some(seen) = self.view.object(object).filter(|s| s.reference == object) else { continue };
            let changed = self.change(&seen, modifications, bindings);
            self.note_change(&seen, &changed);
            let worth = if short { self.for_now(&seen, &changed) } else { self.for_good(&seen, &changed) };
            total = total.saturating_add(worth);
        }
        total
    }

    /// What it is worth that no combat damage is dealt this turn: the life that unblocked attackers would take.
    fn fog(&self) -> i32 {
        let (hit, life) = (about_to_hit(self.view, self.me), self.view.player(self.me).life);
        if hit >= life { DECIDED / 2 } else { self.style.life_lost(life, hit) / 4 }
    }

    pub(super) fn change(&self, seen: &Seen<'_>, modifications: &[Modification], bindings: &mut Bindings) -> Changed {
        let now = Fighter::of(self.view, self.style, seen);
        let mut fighter = now;
        let (mut animated, mut control, mut evades, mut protected) = (false, None, false, ColorSet::default());
        let mut more = 0;
        let body = &mut fighter.body;
        let creature = |m: &Modification| matches!(m, Modification::AddTypes(t, _) | Modification::SetTypes(t, _) if t.contains(CardTypes::CREATURE));
        if self.style.printed > 0
            && !seen.chars.is_creature()
            && let CopiableSource::Def(def, face) = seen.object.base
            && modifications.iter().any(creature)
        {
            let printed = self.view.table().face(def, face);
            (body.power, body.toughness) = (printed.power, printed.toughness);
        }
        for modification in modifications {
            match modification {
                Modification::ModifyPT(p, t) => {
                    let power = self.amount(p, bindings);
                    body.power += power;
                    body.toughness += if p == t { power } else { self.amount(t, bindings) };
                }
                Modification::SetPT(p, t) => {
                    (body.power, body.toughness) = (self.amount(p, bindings), self.amount(t, bindings));
                }
                Modification::SetPower(p) => body.power = self.amount(p, bindings),
                Modification::SetToughness(t) => body.toughness = self.amount(t, bindings),
                Modification::SwitchPT => std::mem::swap(&mut body.power, &mut body.toughness),
                Modification::Gain(keywords) => keywords.iter().for_each(|k| body.keywords |= k.set()),
                Modification::Lose(keywords) => keywords.iter().for_each(|k| body.keywords -= k.set()),
                Modification::LoseAllAbilities => {
                    body.keywords = Default::default();
                    if self.style.terms > 0 {
                        more -= 15 * seen.chars.abilities.len().min(4) as i32;
                    }
                }
                Modification::ProtectionFromColorVar(var) => {
                    if let Some(Value::Color(color)) = bindings.var(*var) {
                        let color = ColorSet::only(*color);
                        protected |= color;
                        fighter.shielded |= self.foes(seen.reference).any(|foe| foe.chars.colors.intersects(color));
                    }
                }
                Modification::AddTypes(types, _) | Modification::SetTypes(types, _) => {
                    animated |= types.contains(CardTypes::CREATURE) && !seen.chars.is_creature();
                }
                Modification::Control(who) => control = self.view.players_meant(bindings, *who).first().copied(),
                Modification::Rule(rule) => match rule {
                    ObjectRule::CantAttack | ObjectRule::DoesntUntap => {
                        body.restrictions |= Restrictions::CANT_ATTACK;
                        if self.style.terms > 0 {
                            more += self.object_rule(rule, seen, body, bindings);
                        }
                    }
                    ObjectRule::CantBlock => body.restrictions |= Restrictions::CANT_BLOCK,
                    ObjectRule::CantBeBlockedExceptBy(_) | ObjectRule::CantBeBlockedBy(_) => evades = true,
                    _ if self.style.terms > 0 => more += self.object_rule(rule, seen, body, bindings),
                    _ => {}
                },
                _ => {}
            }
        }
        Changed { now, fighter, animated, control, evades, protected, more }
    }

    /// Notes what a change does to a creature.
    fn note_change(&self, seen: &Seen<'_>, changed: &Changed) {
        let (now, then) = (Body::of(seen.chars), &changed.fighter.body);
        self.happens(seen.reference, |danger| {
            danger.shrunk += now.toughness - then.toughness;
            danger.gone |= changed.control.is_some_and(|seat| seat != seen.chars.controller);
        });
        if !seen.chars.is_creature() {
            return;
        }
        let mine = seen.chars.controller == self.me;
        if mine && (!self.can_wait || now.keywords != then.keywords || changed.evades) {
            self.note(Change::Body(changed.fighter, changed.evades));
        } else if !mine && (!changed.fighter.may_block() || changed.fighter.left() == 0) {
            self.note(Change::Out(seen.reference));
        }
    }

    /// The creatures that an object fights in this combat.
    fn foes(&self, object: ObjectRef) -> impl Iterator<Item = Seen<'_>> {
        let combat = self.view.combat();
        let attackers = combat.blocker(object).into_iter().flat_map(|b| b.blocks.iter().copied());
        combat.blockers_of(object).chain(attackers).filter_map(|o| self.view.object(o))
    }

    /// What a change that lasts is worth.
    pub(super) fn for_good(&self, seen: &Seen<'_>, changed: &Changed) -> i32 {
        let worth = self.style.permanent(seen);
        let sign = self.controller_sign(seen);
        if let Some(seat) = changed.control.filter(|s| *s != seen.chars.controller) {
            return (self.sign(seat) - sign) * worth;
        }
        if changed.animated {
            return sign * self.style.body(&changed.fighter.body) / 2;
        }
        if !seen.chars.is_creature() {
            return sign * changed.more;
        }
        if changed.fighter.left() == 0 {
            return -sign * worth;
        }
        let before = self.style.body(&Body::of(seen.chars));
        sign * (self.style.body(&changed.fighter.body) - before + changed.more)
    }

    /// What a change until the end of the turn is worth now.
    fn for_now(&self, seen: &Seen<'_>, changed: &Changed) -> i32 {
        let sign = self.controller_sign(seen);
        let (now, then) = (&changed.now, &changed.fighter);
        let turn = self.view.turn();
        let before_attacks = turn.active == self.me && turn.step == StepName::PrecombatMain;
        if sign > 0 && self.rescued(seen, || changed.guard(seen)) {
            return self.style.permanent(seen);
        }
        if changed.animated {
            return if sign > 0 { self.animated(seen, then) } else { 0 };
        }
        if !seen.chars.is_creature() {
            return 0;
        }
        if let Some(seat) = changed.control.filter(|s| *s != seen.chars.controller) {
            return if before_attacks && seat == self.me { 25 * then.strength() } else { 0 };
        }
        if then.left() == 0 && now.left() > 0 {
            return -sign * self.style.permanent(seen);
        }
        self.note_boost(seen.reference, then.total_strength() - now.total_strength());
        if let (Some(before), Some(after)) =
            (in_combat(self.view, self.style, now), in_combat(self.view, self.style, then))
        {
            // Before blocks an attacker may still be blocked, so that what it gains counts half.
            let open = self.view.combat().attacker(seen.reference).is_some_and(|a| a.blocked.is_none());
            let gain = after.saturating_sub(before);
            // A card for damage to a player alone is like burn.
            let unblocked = self.view.combat().attacker(seen.reference).is_some_and(|a| a.blocked == Some(false));
            let face = unblocked && sign > 0 && gain > 0 && gain < DECIDED / 4;
            let gain = if face { gain * self.style.face / 100 } else { gain };
            return if !open {
                if gain > 0 || self.style.pump == 0 { gain } else { self.gain_of_more(now, then, before) }
            } else if self.can_wait {
                0
            } else {
                gain / 2
            };
        }
        if !before_attacks {
            return 0;
        }
        if sign < 0 {
            let stops = !now.body.restrictions.contains(Restrictions::CANT_BLOCK)
                && then.body.restrictions.contains(Restrictions::CANT_BLOCK);
            return if stops && !seen.status.tapped { 10 + 5 * now.strength() } else { 0 };
        }
        let sick = !now.body.has(Keyword::Haste) && seen.status.controlled_since >= turn.number;
        if seen.status.tapped {
            return 0;
        }
        if sick {
            return if then.body.has(Keyword::Haste) { 20 * then.strength() } else { 0 };
        }
        if self.can_wait { 0 } else { self.style.swell * (then.total_strength() - now.total_strength()).max(0) }
    }

    /// What each of several equal pumps gains in a fight, if they do together.
    fn gain_of_more(&self, now: &Fighter, then: &Fighter, before: i32) -> i32 {
        let (power, toughness) = (then.body.power - now.body.power, then.body.toughness - now.body.toughness);
        let gains = (2..=self.times).map(|n| {
            let body =
                Body { power: now.body.power + n * power, toughness: now.body.toughness + n * toughness, ..then.body };
            let after = in_combat(self.view, self.style, &Fighter { body, ..*then }).unwrap_or(before);
            after.saturating_sub(before) / n
        });
        gains.max().unwrap_or(0).max(0)
    }

    /// What it is worth that a permanent of the viewer's becomes a creature for the turn.
    fn animated(&self, seen: &Seen<'_>, fighter: &Fighter) -> i32 {
        let turn = self.view.turn();
        if seen.status.tapped {
            return 0;
        }
        let own = Fighter { worth: self.style.permanent(seen), ..*fighter };
        if turn.active == self.me {
            let sick = seen.status.controlled_since >= turn.number && !fighter.body.has(Keyword::Haste);
            if turn.step != StepName::PrecombatMain || sick {
                return 0;
            }
            let Some(opponent) = main_opponent(self.view) else { return 0 };
            let theirs = self.view.controlled(opponent).filter(|s| s.chars.is_creature());
            let flies = self.style.printed > 0 && own.body.has(Keyword::Flying);
            let reaches = |b: &Fighter| !flies || b.body.has(Keyword::Flying) || b.body.has(Keyword::Reach);
            let theirs = theirs.map(|s| Fighter::of(self.view, self.style, &s));
            let mut blockers = theirs.filter(|b| b.may_block() && reaches(b)).peekable();
            let hit = self.style.life_lost(self.view.player(opponent).life, own.total_strength());
            if blockers.peek().is_none() {
                return hit;
            }
            return if blockers.any(|b| fight(&own, &[b]).attacker_dies) { 0 } else { hit / 4 };
        }
        if turn.step != StepName::DeclareAttackers {
            return 0;
        }
        let mine = self.view.combat().attackers.iter().filter(|a| a.target == Referent::Player(self.me));
        let attackers = mine.filter_map(|a| self.view.object(a.object)).map(|s| Fighter::of(self.view, self.style, &s));
        let blocks = attackers.filter(|a| !a.body.has(Keyword::Flying)).map(|a| {
            let outcome = fight(&a, &[own]);
            let won = if outcome.attacker_dies { a.worth } else { 0 };
            let saved = self.style.life_lost(self.view.player(self.me).life, a.total_strength()).min(3 * own.worth);
            won - outcome.blockers_lost + saved / 2
        });
        blocks.max().unwrap_or(0)
    }
}
