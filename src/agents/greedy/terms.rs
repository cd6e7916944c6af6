//! What rules are worth while they hold, and what designations, other faces and rules about single objects do.

use super::combat::{Fighter, in_combat};
use super::evaluator::Evaluator;
use super::lasting::Changed;
use super::value::{Body, main_opponent};
use crate::cards::AbilityKind;
use crate::cards::def::{
    Condition, DamageTo, Designation, Filter, Instruction, Keyword, KeywordSet, Layout, Obj, ObjectRule, OtherMana,
    ReplaceWith, ReplacedEvent, Replacement, Rule, StepName, TriggerEvent, Who, ZoneKind,
};
use crate::game::view::Seen;
use crate::model::bindings::{Bindings, Value};
use crate::model::ids::{Referent, Seat, SeatSet};
use crate::model::object::{CopiableSource, Restrictions};
use crate::model::zone::Zone;
use crate::rules::layers;

/// What a copy of a prepare spell is worth that can be cast.
const PREPARED: i32 = 60;

/// What a rule is worth whose worth isn't known.
pub(super) const USUAL: i32 = 15;
/// What a further combat phase is worth at most.
const COMBAT: i32 = 400;

/// A part of a number for a rule that is only about some objects.
fn some(filter: &Filter, all: i32) -> i32 {
    if *filter == Filter::Any { all } else { all / 3 }
}

/// What it is worth to a player that permanents produce other mana: more of it is good, and to be bound to some types isn't.
fn produced(of: &Filter, with: &OtherMana) -> i32 {
    match with {
        OtherMana::Times(n) => some(of, 60) * i32::from(n.saturating_sub(1)).min(4),
        OtherMana::Type(types) if types.len() >= 5 => some(of, 30),
        OtherMana::Type(_) | OtherMana::ColorVar(_) => -some(of, 30),
        OtherMana::One(types) if types.len() >= 5 => 0,
        OtherMana::One(_) => -some(of, 45),
    }
}

impl Evaluator<'_, '_> {
    /// Dice that are rolled come to an average roll.
    pub(super) fn rolled(&self, roll: &Instruction, bindings: &mut Bindings) -> i32 {
        if let Instruction::RollDice { count, sides, plus, ignore, into, odd, even, .. } = roll {
            let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
            let kept = self.amount(count, bindings).saturating_sub(number(*ignore)).max(0);
            let each = number(sides.div_ceil(2)).saturating_add(self.amount(plus, bindings));
            bindings.set(*into, Value::Number(kept.saturating_mul(each)));
            for var in [odd, even].into_iter().flatten() {
                bindings.set(*var, Value::Number(kept / 2));
            }
        }
        0
    }

    /// What enchants a player is meant for an opponent.
    pub(super) fn cursed(&self, who: Who, bindings: &Bindings) -> i32 {
        let to = self.view.players_meant(bindings, who);
        to.first().map_or(0, |seat| -20 * self.sign(*seat))
    }

    /// The players for whom a condition holds, as far as the viewer knows.
    pub(super) fn players_for_whom(&self, from: Who, only: &Condition, bindings: &Bindings) -> SeatSet {
        let holds = |seat: &Seat| {
            let bindings = Bindings { it: Some(Referent::Player(*seat)), ..bindings.clone() };
            self.view.holds(&bindings, only).unwrap_or(false)
        };
        self.view.players_meant(bindings, from).into_iter().filter(holds).collect()
    }

    /// A number for each of the players, against the viewer for opponents.
    fn each_player(&self, who: Who, worth: i32, bindings: &Bindings) -> i32 {
        self.view.players_meant(bindings, who).into_iter().map(|seat| worth * self.sign(seat)).sum()
    }

    /// What a rule is worth: who is helped or hindered by it, and how much.
    pub(super) fn rule(&self, rule: &Rule, bindings: &Bindings) -> i32 {
        let each = |who: &Who, worth: i32| self.each_player(*who, worth, bindings);
        match rule {
            Rule::CantCast(who, filter) => each(who, -some(filter, 120)),
            // Most spells are cast from hands.
            Rule::CantCastFrom { who, what, from } if from.contains(&ZoneKind::Hand) => each(who, -some(what, 120)),
            Rule::CantCastFrom { who, what, .. } => each(who, -some(what, 15)),
            Rule::CantActivate(who, filter) => each(who, -some(filter, 60)),
            Rule::CantActivateAbilities { who, of, .. } => each(who, -some(of, 60)),
            Rule::CantPlayLand(who, filter) => each(who, -some(filter, 60)),
            Rule::CostsMore(who, _, cost) => each(who, -15 - 10 * cost.mana_value()),
            Rule::AbilitiesCostMore(who, _, cost) => each(who, -10 - 5 * cost.mana_value()),
            Rule::ActionCostsLess(who, _, n) => each(who, 5 + 4 * self.amount(n, bindings)),
            Rule::CostsLess(who, _, n) => each(who, 15 + 10 * self.amount(n, bindings)),
            Rule::CostsLessOf { who, mana, times, .. } => {
                each(who, 15 + 10 * self.amount(times, bindings).saturating_mul(mana.len() as i32))
            }
            Rule::ProducesInstead { who, of, with, .. } => each(who, produced(of, with)),
            Rule::PayInstead { who, what, cost, .. } => each(who, some(what, 90 - 10 * cost.mana_value().min(8))),
            Rule::CostsAtLeast(who, ..) | Rule::SpendOnlyAs(who, ..) | Rule::CantGainLife(who) => each(who, -20),
            Rule::CantLoseLife(who) => each(who, 300),
            Rule::ExtraLands(who, n) => each(who, 25 * n),
            Rule::AnyLands(who) => each(who, 60),
            Rule::MaximumHandSize(who, n) => each(who, 8 * n),
            Rule::HandSizeIs(who, n) => each(who, 8 * (self.amount(n, bindings) - 7)),
            Rule::NoMaximumHandSize(who) | Rule::ManaStays(who) | Rule::LookAt(who, _) => each(who, 10),
            Rule::Flash(who, _) | Rule::SpendAsAnyColor(who, _) | Rule::SpendOnAsAnyColor(who, _) => each(who, 20),
            Rule::CantLose(who) => each(who, 400),
            Rule::CantWin(who) => each(who, -40),
            // Most counters that players get are bad for them.
            Rule::CantGetCounters(who, _) => each(who, 10),
            Rule::CantPutCounters(..) => 5,
            Rule::DrawLimit(who, _) => each(who, -40),
            Rule::SpellLimit(who, _) => each(who, -50),
            Rule::SpellLimitOf(who, filter, _) => each(who, -some(filter, 50)),
            Rule::ActivationCost { who, more, less, .. } => {
                let less = less.as_ref().map_or(0, |n| self.amount(n, bindings));
                let more = if more.0.is_empty() { 0 } else { -10 - 5 * more.mana_value() };
                each(who, more + 10 * less)
            }
            Rule::CantSearch { who, own: false } => each(who, -20),
            Rule::RollsAdditional(who) | Rule::VotesAdditional { who, .. } => each(who, 5),
            Rule::FacesAdditional(who) | Rule::ChoosesVotes(who) => each(who, -15),
            Rule::CantSearch { who, own: true } | Rule::SearchesTop(who, _) => each(who, -15),
            // It is worth something to who is about to do what is prohibited, which isn't seen here.
            Rule::Ignores(..) => 0,
            Rule::NoLegendRule(_) => 10,
            Rule::PlayerHexproof(who) | Rule::PlayerProtection(who, _) => each(who, 30),
            Rule::PlayerHexproofFrom(who, _) => each(who, 20),
            Rule::TargetsDespiteHexproof(who, _) | Rule::TargetsPlayersDespiteHexproof(who, _) => each(who, 10),
            Rule::NoKeywordTriggers(..) => 10,
            Rule::PlayerShroud(who) => each(who, 20),
            Rule::UntapLimit(who, ..) => each(who, -70),
            Rule::AttackLimit { who: Some(who), most } => each(who, (60 - 15 * i32::from(*most)).max(5)),
            Rule::AttackLimit { .. } => 5,
            Rule::AttackTax { who, cost, .. } => each(who, 40 + 10 * cost.mana_value()),
            Rule::BlockTax { blockers, cost, .. } => some(blockers, 15 + 5 * cost.mana_value()),
            Rule::ControlPlayers { who, searching } => each(who, if *searching { -30 } else { -400 }),
            Rule::SkipStep(who, StepName::Draw) => each(who, -85),
            Rule::SkipStep(who, StepName::Untap) => each(who, -150),
            Rule::SkipStep(who, _) => each(who, -20),
            _ => USUAL,
        }
    }

    /// What a replacement is worth: whom it saves from what, or keeps from it; for this turn only, little.
    pub(super) fn replacement(&self, replacement: &Replacement, short: bool, bindings: &Bindings) -> i32 {
        let each = |who: &Who, worth: i32| {
            let worth = if short { worth.clamp(-USUAL, USUAL) } else { worth };
            self.each_player(*who, worth, bindings)
        };
        let nothing = matches!(replacement.with, ReplaceWith::Nothing);
        let less = matches!(
            replacement.with,
            ReplaceWith::Prevent(_) | ReplaceWith::PreventAndThen(_) | ReplaceWith::Redirect(_)
        );
        match &replacement.event {
            // It isn't seen here whom it hurts instead, and it can be done at will.
            ReplacedEvent::Damage { .. } if matches!(replacement.with, ReplaceWith::RedirectUpTo(..)) => 0,
            ReplacedEvent::Damage { to: DamageTo::Player(who), .. } if less => each(who, 40),
            // Most counters that players get are bad for them.
            ReplacedEvent::GetCounters(who, _) => each(who, 10),
            ReplacedEvent::LoseGame(who) => each(who, 400),
            ReplacedEvent::BeginsTurn { who, .. } if nothing => each(who, -20),
            ReplacedEvent::Finds(who) => each(who, -30),
            ReplacedEvent::Draw(who) if nothing => each(who, -85),
            ReplacedEvent::GainLife(who) if nothing => each(who, -20),
            ReplacedEvent::CreateTokens(who, _) => each(who, 80),
            _ => USUAL,
        }
    }

    /// What a rule about a single object changes: its body as far as it fights, and what else it is worth to its controller.
    pub(super) fn object_rule(&self, rule: &ObjectRule, seen: &Seen<'_>, body: &mut Body, bindings: &Bindings) -> i32 {
        match rule {
            ObjectRule::AssignsNoDamage => body.power = 0,
            ObjectRule::DamageByToughness => body.power = body.toughness,
            ObjectRule::AttacksDespiteDefender => body.keywords -= KeywordSet::DEFENDER,
            ObjectRule::CantAttackPlayer { who, .. } => {
                let foes = self.view.players_meant(bindings, *who);
                let others = |seat: Seat| seat == seen.chars.controller || foes.contains(&seat);
                let all = std::iter::once(self.me).chain(self.view.opponents()).all(others);
                body.restrictions |= if all { Restrictions::CANT_ATTACK } else { Restrictions::empty() };
            }
            // Who has to attack is blocked as suits the others.
            ObjectRule::AttacksIfAble
            | ObjectRule::AttacksThisTurnIfAble
            | ObjectRule::Goaded
            | ObjectRule::AttacksObjectIfAble(_)
            | ObjectRule::AttacksPlayerIfAble(..) => return -25,
            ObjectRule::AttacksOnlyIf(_) | ObjectRule::BlocksOnly(_) => return -20,
            ObjectRule::CantAttackAlone | ObjectRule::CantBlockAlone => return -12,
            ObjectRule::AttacksOnlyAlone => return -20,
            ObjectRule::FewestBlockers(n) => return 8 * body.power.clamp(0, 30) * i32::from(n.saturating_sub(1)),
            ObjectRule::BlocksAdditional(_) | ObjectRule::BlocksAnyNumber | ObjectRule::MostBlockers(_) => return 10,
            ObjectRule::CantBeCounteredBy(_) => return 10,
            ObjectRule::CantBeTargetedBy(Filter::Any) => return 15,
            ObjectRule::CantBeTargetedBy(_) => return 20,
            ObjectRule::UntapsWithOthers => return 15,
            ObjectRule::MayAssignAsUnblocked => return 8 * body.power.clamp(0, 30),
            ObjectRule::CrewsAsStronger { by, .. } => return 3 * i32::from(*by),
            ObjectRule::CrewsByToughness { .. } => return 3 * (body.toughness - body.power).clamp(0, 30),
            ObjectRule::ActivatesAsHasty | ObjectRule::BoastsTwice => return 5,
            ObjectRule::LoyaltyAsInstant => return 10,
            ObjectRule::LoyaltyTwice | ObjectRule::LoyaltyMore(_) => return 20,
            ObjectRule::ReturnsAsUntaps => return -self.style.permanent(seen) / 2,
            // Of a creature it is that it can't attack.
            ObjectRule::DoesntUntap if !seen.chars.is_creature() => return -self.style.permanent(seen) / 2,
            ObjectRule::CantActivate { .. } => {
                let activated = |a: &&crate::model::object::AbilityInstance| {
                    matches!(self.view.table().ability(a.handle).kind, AbilityKind::Activated { .. })
                };
                return -25 * seen.chars.abilities.iter().filter(activated).count().min(4) as i32;
            }
            _ => {}
        }
        0
    }

    /// What it is worth that a permanent gets a designation: what its abilities do with it.
    pub(super) fn designated(&self, seen: &Seen<'_>, designation: Designation) -> i32 {
        if seen.status.designations & designation.bit() != 0 {
            return 0;
        }
        // CR 701.60c.
        if designation == Designation::Suspected {
            let mut changed = Changed::none(Fighter::of(self.view, self.style, seen));
            changed.fighter.body.keywords |= Keyword::Menace.set();
            changed.fighter.body.restrictions |= Restrictions::CANT_BLOCK;
            return self.for_good(seen, &changed);
        }
        // CR 722.3c: there is a spell more to cast.
        if designation == Designation::Prepared {
            return PREPARED;
        }
        let mut bindings = Bindings::new(seen.chars.controller, seen.reference);
        let table = self.view.table();
        let worth = |ability: &crate::model::object::AbilityInstance| match &table.ability(ability.handle).kind {
            AbilityKind::Static { only_if, index, .. } if asks(only_if, designation) => {
                let effect = &table.def(ability.handle.def).statics[usize::from(*index)].effect;
                self.lasting(effect, None, &mut bindings.clone())
            }
            AbilityKind::Triggered { when: TriggerEvent::Becomes(what, _), .. } if *what == designation => {
                self.ability(ability.handle, &mut bindings)
            }
            AbilityKind::Triggered { when: TriggerEvent::Attacks(what), .. } if names(what, designation) => {
                let waits = seen.status.tapped || self.view.turn().active != seen.chars.controller;
                if waits { 0 } else { self.ability(ability.handle, &mut bindings) / 2 }
            }
            _ => 0,
        };
        seen.chars.abilities.iter().map(worth).sum()
    }

    /// What it is worth that a permanent shows its other face, or is turned upside down (CR 701.27, 710.2).
    pub(super) fn turned_over(&self, seen: &Seen<'_>) -> i32 {
        let CopiableSource::Def(def, face) = seen.object.base else { return 0 };
        let table = self.view.table();
        let turns = matches!(table.def(def).layout, Some(Layout::Transform | Layout::ModalDoubleFaced | Layout::Flip));
        // What is flipped stays so (CR 710.4).
        if !turns || seen.status.face_down || seen.status.flipped {
            return 0;
        }
        let other = u8::from(face == 0);
        self.controller_sign(seen)
            * (self.style.as_permanent(&table.face(def, other)) - self.style.as_permanent(&table.face(def, face)))
    }

    /// What it is worth that a permanent is turned face down (CR 708.2).
    pub(super) fn turned_down(&self, seen: &Seen<'_>) -> i32 {
        if seen.status.face_down {
            return 0;
        }
        let down = layers::face_down(self.view.table(), Default::default(), seen.chars.controller);
        self.controller_sign(seen) * (self.style.as_permanent(&down) - self.style.permanent(seen))
    }

    /// What it is worth that a face-down permanent is turned face up, if the viewer knows what it is.
    pub(super) fn turned_up(&self, seen: &Seen<'_>) -> i32 {
        match seen.object.base {
            CopiableSource::Def(def, face) if seen.status.face_down && seen.known => {
                let up = self.style.as_permanent(&self.view.table().face(def, face));
                self.controller_sign(seen) * (up - self.style.permanent(seen))
            }
            _ => 0,
        }
    }

    /// What it is worth that a creature is removed from combat: what it would do there isn't done.
    pub(super) fn withdrawn(&self, seen: &Seen<'_>) -> i32 {
        -in_combat(self.view, self.style, &Fighter::of(self.view, self.style, seen)).unwrap_or(0)
    }

    /// What another combat phase is worth in the viewer's turn: a part of the life that its creatures would take.
    pub(super) fn attacks_again(&self) -> i32 {
        if self.view.turn().active != self.me {
            return 0;
        }
        let Some(opponent) = main_opponent(self.view) else { return 0 };
        let own = self.view.controlled(self.me).filter(|s| s.chars.is_creature());
        let able = own.filter(|s| {
            let still = s.chars.has(Keyword::Defender) || s.chars.restrictions.contains(Restrictions::CANT_ATTACK);
            !still && !self.view.is_sick(s)
        });
        let strength = able.map(|s| Body::of(s.chars).total_strength()).sum();
        (self.style.life_lost(self.view.player(opponent).life, strength) / 2).min(COMBAT)
    }

    /// What it is worth that the turn ends: what is on the stack doesn't resolve, and nothing more is done in the turn.
    pub(super) fn ends(&self) -> i32 {
        let stack: i32 = self.view.zone(Zone::Stack).map(|seen| self.turned_aside(&seen)).sum();
        stack + if self.view.turn().active == self.me { -30 } else { 60 }
    }

    /// What it is worth to turn a spell or ability of an opponent aside: what it would do to the viewer.
    pub(super) fn turned_aside(&self, seen: &Seen<'_>) -> i32 {
        if self.controller_sign(seen) > 0 { 0 } else { (-self.on_stack(seen)).max(0) }
    }

    /// What a keyword more is worth on a creature.
    pub(super) fn with_keyword(&self, seen: &Seen<'_>, keyword: Keyword) -> i32 {
        let body = Body::of(seen.chars);
        let more = Body { keywords: body.keywords | keyword.set(), ..body };
        if seen.chars.is_creature() { self.style.body(&more) - self.style.body(&body) } else { 0 }
    }
}

/// Whether a condition asks whether the permanent itself is so designated.
fn asks(condition: &Condition, designation: Designation) -> bool {
    match condition {
        Condition::Is(Obj::This, filter) => names(filter, designation),
        Condition::And(all) => all.iter().any(|one| asks(one, designation)),
        _ => false,
    }
}

/// Whether a filter asks for the designation.
fn names(filter: &Filter, designation: Designation) -> bool {
    match filter {
        Filter::Designated(asked) => *asked == designation,
        Filter::And(all) => all.iter().any(|one| names(one, designation)),
        _ => false,
    }
}
