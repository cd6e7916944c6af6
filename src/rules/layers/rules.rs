//! Players and rules: effects that apply after all characteristics (CR 613.10, 613.11).

use super::ctx::Ctx;
use super::pass::{Applicable, Application, Instance, Pass};
use super::plan;
use super::stages::{self, Stage, stage_of};
use crate::cards::def::{Modification, ObjectRule, Rule, StaticEffect};
use crate::model::continuous::{ContinuousEffect, RuleRow};
use crate::model::ids::{ObjectRef, Seat};
use crate::model::object::Restrictions;
use crate::rules::reading;
use smallvec::SmallVec;

/// CR 613.10, 613.11: rules for players and of the game, in timestamp order.
pub(super) fn players(ctx: &Ctx<'_>, pass: &mut Pass) {
    stages::pick_up(ctx, pass, Stage::Rules);
    in_force(ctx, pass, |effect| matches!(effect, StaticEffect::Rule(_)), |pass, row| pass.found.rules.push(row));
}

/// CR 613.11, 614, 615: rules for objects, and replacement effects.
pub(super) fn objects(ctx: &Ctx<'_>, pass: &mut Pass) {
    stages::pick_up(ctx, pass, Stage::Rules);
    if !pass.stages.has(Stage::Rules) {
        return;
    }
    in_force(
        ctx,
        pass,
        |effect| matches!(effect, StaticEffect::Replace(_)),
        |pass, row| pass.found.replacements.push(row),
    );
    // What depends on what is goaded comes after all that goads.
    if pass.items.iter().any(|item| goads(ctx, pass, *item)) {
        let mut items = std::mem::take(&mut pass.items);
        items.sort_by_key(|item| !goads(ctx, pass, *item));
        pass.items = items;
    }
    let lifted = lifted(ctx, pass);
    let mut made = std::mem::take(&mut pass.plan);
    for at in 0..pass.items.len() {
        let item = pass.items[at];
        let Some(instance) = ruling(pass, item) else { continue };
        let StaticEffect::Affect(_, all) = &ctx.table.static_row(instance.handle).effect else { continue };
        let (row, source) = (rule_row(instance), instance.bindings.this);
        plan::make(ctx, &pass.board(ctx), pass, item, Stage::Rules, &mut made);
        if !made.applies {
            continue;
        }
        for (which, m) in all.iter().enumerate().filter(|(_, m)| stage_of(m, false) == Stage::Rules) {
            let Modification::Rule(rule) = m else { continue };
            let plain = restriction(rule);
            for place in &made.set {
                let target = &mut pass.rows.list[*place as usize];
                // CR 116.2d.
                if lifted.iter().any(|(of, seats)| *of == source && seats.contains(&target.chars.controller)) {
                    continue;
                }
                target.chars.restrictions |= plain.unwrap_or(Restrictions::OTHER);
                if is_counted(rule) {
                    target.chars.restrictions |= Restrictions::OTHER;
                }
                if plain.is_none() || is_counted(rule) {
                    pass.found.objects.push((target.object.id, row, which.min(255) as u8));
                }
            }
        }
    }
    pass.plan = made;
    // Of which zones a pass has rows first depends on the pass before it.
    pass.found.objects.sort_by_key(|(object, ..)| *object);
}

/// CR 116.2d: the objects of whose static abilities players ignore the effects, with these players.
fn lifted(ctx: &Ctx<'_>, pass: &Pass) -> SmallVec<[(ObjectRef, SmallVec<[Seat; 2]>); 1]> {
    let mut all = SmallVec::new();
    if !ctx.table.0.traits.lifts {
        return all;
    }
    let board = pass.board(ctx);
    for instance in pass.items.iter().filter_map(|item| ruling(pass, *item)) {
        if let StaticEffect::Rule(Rule::Ignores(who, of)) = &ctx.table.static_row(instance.handle).effect
            && let Some(object) = reading::object(&board, &instance.bindings, *of)
        {
            all.push((object, reading::seats(&board, &instance.bindings, *who)));
        }
    }
    all
}

/// Whether an item makes creatures goaded (CR 701.15b).
fn goads(ctx: &Ctx<'_>, pass: &Pass, item: Application) -> bool {
    ruling(pass, item).is_some_and(|instance| match &ctx.table.static_row(instance.handle).effect {
        StaticEffect::Affect(_, all) => all.contains(&Modification::Rule(ObjectRule::Goaded)),
        _ => false,
    })
}

/// The instance of an item that has something for the stage of rules.
fn ruling(pass: &Pass, item: Application) -> Option<&Instance> {
    match item.what {
        Applicable::Effect(i) => Some(&pass.instances[i as usize]).filter(|i| i.stages.has(Stage::Rules)),
        Applicable::Counters(_) => None,
    }
}

fn in_force(ctx: &Ctx<'_>, pass: &mut Pass, wanted: impl Fn(&StaticEffect) -> bool, push: impl Fn(&mut Pass, RuleRow)) {
    if !pass.stages.has(Stage::Rules) {
        return;
    }
    pass.sort_items();
    for at in 0..pass.items.len() {
        let Some(instance) = ruling(pass, pass.items[at]) else { continue };
        if wanted(&ctx.table.static_row(instance.handle).effect)
            && plan::exists(ctx, &pass.board(ctx), instance, &instance.bindings)
        {
            let row = rule_row(instance);
            push(pass, row);
        }
    }
}

fn rule_row(instance: &Instance) -> RuleRow {
    RuleRow { effect: instance.id, handle: instance.handle, you: instance.bindings.you, this: instance.bindings.this }
}

/// CR 508.1d, 509.1c: requirements are counted, each effect that makes one.
const fn is_counted(rule: &ObjectRule) -> bool {
    matches!(rule, ObjectRule::AttacksIfAble | ObjectRule::BlocksIfAble | ObjectRule::Goaded)
}

/// The mark of a rule without parameters.
const fn restriction(rule: &ObjectRule) -> Option<Restrictions> {
    Some(match rule {
        ObjectRule::CantAttack => Restrictions::CANT_ATTACK,
        ObjectRule::CantBlock => Restrictions::CANT_BLOCK,
        ObjectRule::AttacksIfAble => Restrictions::ATTACKS_IF_ABLE,
        ObjectRule::BlocksIfAble => Restrictions::BLOCKS_IF_ABLE,
        ObjectRule::Goaded => Restrictions::GOADED,
        ObjectRule::AttacksDespiteDefender => Restrictions::ATTACKS_DESPITE_DEFENDER,
        ObjectRule::DoesntUntap => Restrictions::DOESNT_UNTAP,
        ObjectRule::UntapsWithOthers => Restrictions::UNTAPS_WITH_OTHERS,
        ObjectRule::AssignsNoDamage => Restrictions::ASSIGNS_NO_DAMAGE,
        ObjectRule::MayStayTapped => Restrictions::MAY_STAY_TAPPED,
        ObjectRule::MayBeExerted => Restrictions::MAY_BE_EXERTED,
        ObjectRule::CantBeRegenerated => Restrictions::CANT_BE_REGENERATED,
        ObjectRule::CantBeCountered => Restrictions::CANT_BE_COUNTERED,
        ObjectRule::CantActivate { mana_too: false } => Restrictions::CANT_ACTIVATE,
        ObjectRule::CantActivate { mana_too: true } => {
            Restrictions::CANT_ACTIVATE.union(Restrictions::CANT_ACTIVATE_MANA)
        }
        ObjectRule::DamageByToughness => Restrictions::DAMAGE_BY_TOUGHNESS,
        ObjectRule::MayAssignAsUnblocked => Restrictions::MAY_ASSIGN_AS_UNBLOCKED,
        ObjectRule::CantBeSacrificed => Restrictions::CANT_BE_SACRIFICED,
        ObjectRule::CantBeTurnedFaceUp => Restrictions::CANT_BE_TURNED_FACE_UP,
        ObjectRule::ReturnsAsUntaps => Restrictions::RETURNS_AS_UNTAPS,
        ObjectRule::ActivatesAsHasty => Restrictions::ACTIVATES_AS_HASTY,
        ObjectRule::LoyaltyAsInstant => Restrictions::LOYALTY_AS_INSTANT,
        ObjectRule::LoyaltyTwice => Restrictions::LOYALTY_TWICE,
        ObjectRule::BoastsTwice => Restrictions::BOASTS_TWICE,
        ObjectRule::AttacksOnlyIf(_)
        | ObjectRule::CantAttackAlone
        | ObjectRule::AttacksOnlyAlone
        | ObjectRule::CantBlockAlone
        | ObjectRule::BlocksOnly(_)
        | ObjectRule::CantBeBlockedExceptBy(_)
        | ObjectRule::CantBeBlockedBy(_)
        | ObjectRule::AttacksThisTurnIfAble
        | ObjectRule::AttacksObjectIfAble(_)
        | ObjectRule::AttacksPlayerIfAble(..)
        | ObjectRule::BlocksObjectIfAble(_)
        | ObjectRule::BlockedIfAble(_)
        | ObjectRule::BlocksAdditional(_)
        | ObjectRule::LoyaltyMore(_)
        | ObjectRule::BlocksAnyNumber
        | ObjectRule::MostBlockers(_)
        | ObjectRule::CantAttackPlayer { .. }
        | ObjectRule::FewestBlockers(_)
        | ObjectRule::CantBeTargetedBy(_)
        | ObjectRule::CantBeCounteredBy(_)
        | ObjectRule::CantBeAttachedBy(_)
        | ObjectRule::CrewsAsStronger { .. }
        | ObjectRule::CrewsByToughness { .. }
        | ObjectRule::MostCounters(..)
        | ObjectRule::KeepsCounters { .. } => return None,
    })
}

/// The lasting form of an effect that began in a pass.
pub(super) fn lasting(instance: &Instance) -> ContinuousEffect {
    let key = instance.key.expect("only static abilities begin within a pass");
    ContinuousEffect {
        active: true,
        timestamp: instance.order.timestamp,
        origin: crate::model::continuous::EffectOrigin::Static(key),
        handle: instance.handle,
        bindings: instance.bindings.clone(),
        ..ContinuousEffect::free(instance.id)
    }
}
