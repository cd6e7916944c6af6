//! Declaring attackers (CR 508.1).

use super::rules::rules_of;
use super::tax;
use super::{afford, alone, bands, enlist, exert, limit};
use crate::cards::def::{CardTypes, CostPart, Keyword, ObjectRule};
use crate::model::agenda::Returned;
use crate::model::combat::{Attacker, Combat, CombatTask, Declared};
use crate::model::decision::{Answer, Choice, Decision, Group, Prompt, SetRule, Shape};
use crate::model::dirt::StateClass;
use crate::model::event::{Batch, Event};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectId, ObjectRef, Referent, Seat, SeatSet};
use crate::model::object::{Restrictions, ThisTurn};
use crate::model::player::Players;
use crate::model::task::Task;
use crate::model::turn::Turn;
use crate::rules::driver::{Flow, push};
use crate::rules::reading::{self, Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{events, layers};

/// CR 508.1: the active player declares attackers, if any creature can attack.
pub(crate) fn declare_attackers(world: &mut impl EditGame) -> Flow {
    layers::expect_fresh(world);
    let active = world.part::<Turn>().active;
    let attackers = able_attackers(world, active);
    if attackers.is_empty() {
        return Flow::Continue;
    }
    let targets = attackable(world, active);
    if targets.is_empty() {
        return Flow::Continue;
    }
    let mut options: Vec<Choice> = attackers
        .iter()
        .flat_map(|attacker| targets.iter().map(|target| Choice::Attack { attacker: *attacker, target: *target }))
        .filter(|option| may_attack(world, option))
        .collect();
    tax::drop_unpayable(world, active, &mut options);
    let ties = alone::ties(world, &attackers);
    if !ties.is_empty() {
        alone::drop_lonely(&attackers, &ties, &mut options);
    }
    if options.is_empty() {
        return Flow::Continue;
    }
    let max = attackers.len() as u16;
    let taxes = tax::of_options(world, &options);
    let mut rule = attack_rule(world, (&attackers, &ties), &options, targets.len(), &taxes);
    afford::limit(world, (active, 1), (&options, &taxes), None, &mut rule);
    afford::not_again(world, &options, &taxes, &mut rule);
    push(world, Task::Combat(CombatTask::Attackers { options: options.clone() }));
    let shape = Shape::ChooseSome { options, min: 0, max, rule };
    Flow::Ask(Box::new(Decision::new(active, Prompt::DeclareAttackers, shape)))
}

/// CR 508.1a, c: the creatures of a player that could be declared as attackers. The layers must be up to date.
pub fn able_attackers(world: &impl ReadGame, seat: Seat) -> Vec<ObjectRef> {
    let board = Live::new(world);
    let turn = board.turn().number;
    let able = |id: &&ObjectId| {
        let chars = board.chars(**id);
        if !chars.is_creature() || chars.controller != seat || chars.is(CardTypes::BATTLE) {
            return false;
        }
        let status = board.status(**id);
        // CR 302.6: under their control without a break since before this turn began.
        let ready = status.controlled_since < turn || chars.has(Keyword::Haste);
        let rules = chars.restrictions;
        let defends = chars.has(Keyword::Defender) && !rules.contains(Restrictions::ATTACKS_DESPITE_DEFENDER);
        ready && !defends && !status.tapped && !status.phased_out && !rules.contains(Restrictions::CANT_ATTACK)
    };
    board.zones().battlefield.iter().filter(able).map(|id| board.object(*id).reference()).collect()
}

/// CR 310.8b, 506.2, 802.2: what a player can attack: each opponent, then each planeswalker that an opponent controls, and each
/// battle that one protects. The layers must be up to date.
pub fn attackable(world: &impl ReadGame, seat: Seat) -> Vec<Referent> {
    let board = Live::new(world);
    let mut targets: Vec<Referent> =
        board.players().in_turn_order(seat).filter(|s| *s != seat).map(Referent::Player).collect();
    for id in &board.zones().battlefield {
        if reading::defends(&board, *id).is_some_and(|defender| defender != seat) {
            targets.push(Referent::Object(board.object(*id).reference()));
        }
    }
    targets
}

/// CR 508.1b, d: each creature attacks one thing at most, and as many requirements as possible are obeyed. The most is reached
/// creature by creature, unless something ties creatures together. Nobody has to pay for an attack, even if it would meet more
/// of them.
fn attack_rule(
    world: &impl ReadGame,
    (attackers, ties): (&[ObjectRef], &[alone::Tie]),
    options: &[Choice],
    per: usize,
    taxes: &[Vec<CostPart>],
) -> SetRule {
    let mut rule = SetRule::default();
    let mut weights = Vec::with_capacity(options.len());
    let mut free = Vec::with_capacity(attackers.len());
    for attacker in attackers {
        let wanted = weights.len();
        let own = options[wanted..].iter().map_while(|option| match option {
            Choice::Attack { attacker: of, target } if of == attacker => Some(*target),
            _ => None,
        });
        weights.extend(own.map(|target| required(world, *attacker, target)));
        let is_free = |i: &usize| taxes.get(*i).is_none_or(Vec::is_empty);
        free.push((wanted..weights.len()).filter(is_free).map(|i| weights[i]).max());
        // Who pays obeys no more than they have to of this creature: what is asked of the others isn't done by that.
        for i in (wanted..weights.len()).filter(|i| !is_free(i)) {
            weights[i] = weights[i].min(free.last().copied().flatten().unwrap_or(0));
        }
        rule.min_weight += free.last().copied().flatten().unwrap_or(0);
        if per > 1 && weights.len() > wanted {
            let members = (wanted..weights.len()).map(|i| i as u16).collect();
            rule.groups.push(Group { members, min: 1, max: 1, or_none: true });
        }
    }
    if !ties.is_empty() {
        alone::tie(attackers, ties, options, &free, &mut rule);
    }
    let limits = limit::of_options(world, options);
    if !limits.is_empty() {
        let of_free = |i: usize| taxes.get(i).is_none_or(Vec::is_empty).then_some(weights[i]);
        let of_free: Vec<Option<i32>> = (0..weights.len()).map(of_free).collect();
        limit::limit(limits, attackers, options, &of_free, &mut rule);
    }
    if rule.min_weight > 0 {
        rule.weights = weights;
    }
    rule
}

/// CR 508.1c: whether a creature may attack that player or permanent, as far as it depends on who defends.
fn may_attack(world: &impl ReadGame, option: &Choice) -> bool {
    let Choice::Attack { attacker, target } = option else { return false };
    let board = Live::new(world);
    let defending = defender(&board, *target);
    rules_of(world, attacker.id).all(|(rule, bindings)| match rule {
        ObjectRule::AttacksOnlyIf(condition) => {
            let mut bindings = bindings.clone();
            bindings.it = Some(Referent::Player(defending));
            reading::holds(&board, &bindings, condition)
        }
        ObjectRule::CantAttackPlayer { who, planeswalkers } => {
            let attacked = attacked(&board, *target, *planeswalkers);
            !attacked.is_some_and(|seat| reading::player_matches(&board, bindings, *who, seat))
        }
        _ => true,
    })
}

/// How many effects require a creature to attack, or to attack this very player or permanent.
fn required(world: &impl ReadGame, attacker: ObjectRef, target: Referent) -> i32 {
    let board = Live::new(world);
    let mut goading = SeatSet::NONE;
    let met = rules_of(world, attacker.id).filter(|(rule, bindings)| match rule {
        ObjectRule::AttacksIfAble => true,
        ObjectRule::AttacksThisTurnIfAble => !board.this_turn(attacker.id).attacked,
        ObjectRule::AttacksObjectIfAble(obj) => {
            target.object().is_some_and(|target| reading::object(&board, bindings, *obj) == Some(target))
        }
        ObjectRule::AttacksPlayerIfAble(who, condition) => target.player().is_some_and(|seat| {
            reading::player_matches(&board, bindings, *who, seat)
                && reading::holds_for(&board, bindings, condition, seat)
        }),
        ObjectRule::Goaded => {
            goading.insert(bindings.you);
            false
        }
        _ => false,
    });
    let met = met.count() as i32;
    // CR 701.15b-d: each player who goads it makes it attack, and attack another player, once.
    let another = |by: &Seat| target != Referent::Player(*by) && matches!(target, Referent::Player(_));
    met + goading.iter().map(|by| 1 + i32::from(another(&by))).sum::<i32>()
}

/// CR 508.5: the defending player for what is attacked.
pub(super) fn defender(board: &impl Board, target: Referent) -> Seat {
    match target {
        Referent::Player(seat) => seat,
        Referent::Object(object) => {
            reading::defends(board, object.id).unwrap_or_else(|| board.chars(object.id).controller)
        }
    }
}

/// The player who is attacked or, if planeswalkers count, controls the planeswalker that is: words about those don't mean battles.
pub(super) fn attacked(board: &impl Board, target: Referent, planeswalkers: bool) -> Option<Seat> {
    match target {
        Referent::Player(seat) => Some(seat),
        Referent::Object(object) => {
            let chars = board.chars(object.id);
            (planeswalkers && chars.is(CardTypes::PLANESWALKER)).then_some(chars.controller)
        }
    }
}

/// CR 506.4: who controls a battle that is attacked.
pub(super) fn battle_of(board: &impl Board, target: Referent) -> Option<Seat> {
    let chars = target.object().map(|object| board.chars(object.id));
    chars.filter(|chars| chars.is(CardTypes::BATTLE)).map(|chars| chars.controller)
}

/// The attackers are chosen; bands come next.
pub(super) fn chosen(world: &mut impl EditGame, options: &[Choice]) -> Flow {
    let answer = Returned::answer(world);
    let Answer::Some(places) = answer else { panic!("expected attackers, got {answer:?}") };
    let attack = |i: &u16| match &options[usize::from(*i)] {
        Choice::Attack { attacker, target } => {
            Declared { object: *attacker, target: *target, band: None, exerts: false }
        }
        other => panic!("only attacks are offered, not {other:?}"),
    };
    let attacks: Vec<Declared> = places.iter().map(attack).collect();
    if attacks.is_empty() {
        return Flow::Continue;
    }
    bands::declare(world, attacks, Vec::new())
}

/// The creatures among these that become tapped as they attack.
pub(super) fn tapped_by(world: &impl ReadGame, attacks: &[Declared]) -> Vec<ObjectRef> {
    attacks.iter().map(|a| a.object).filter(|attacker| taps(world, *attacker)).collect()
}

/// CR 508.1f, 702.20b: whether a creature is tapped as it attacks.
pub(super) fn taps(world: &impl ReadGame, attacker: ObjectRef) -> bool {
    !Live::new(world).chars(attacker.id).has(Keyword::Vigilance)
}

/// CR 508.1f: the chosen creatures become tapped. Then it is chosen which are exerted, and which creatures they enlist; they are paid for, if they are `taxed`,
/// and attack.
pub(super) fn tap(world: &mut impl EditGame, attacks: Vec<Declared>, taxed: bool) -> Flow {
    let tapping = tapped_by(world, &attacks).into_iter();
    let taps: Vec<Event> = tapping.map(|object| Event::Tap { object, for_mana: false }).collect();
    let exerting = exert::is_offered(world, &attacks);
    let enlisting = enlist::is_offered(world, &attacks);
    if !world.part::<Combat>().enlisted.is_empty() {
        world.part_mut::<Combat>().enlisted.clear();
    }
    if taps.is_empty() && !taxed && !exerting && !enlisting {
        return attack_now(world, &attacks);
    }
    let then = if exerting {
        CombatTask::Exert { attacks, asked: None, taxed }
    } else if enlisting {
        CombatTask::Enlist { attacks, asked: None, options: Vec::new(), taxed }
    } else {
        paid_next(attacks, taxed)
    };
    push(world, Task::Combat(then));
    if taps.is_empty() {
        return Flow::Continue;
    }
    events::propose(world, Batch::of(taps));
    Flow::Continue
}

/// What comes once it is chosen what the attackers cost: they are paid for, if they are `taxed`, and attack.
pub(super) const fn paid_next(attacks: Vec<Declared>, taxed: bool) -> CombatTask {
    if taxed { CombatTask::Taxed { attacks, asked: false } } else { CombatTask::Attacking { attacks } }
}

/// See [`attack_now`].
pub(super) fn attack(world: &mut impl EditGame, attacks: &[Declared]) -> Flow {
    layers::expect_fresh(world);
    attack_now(world, attacks)
}

/// CR 508.1k, m: those still controlled by the active player become attacking creatures, and what triggers on it does.
fn attack_now(world: &mut impl EditGame, attacks: &[Declared]) -> Flow {
    let active = world.part::<Turn>().active;
    let mut facts = Vec::with_capacity(attacks.len());
    for attack in attacks {
        let Declared { object, target, band, .. } = *attack;
        let board = Live::new(world);
        if !board.is_current(object) || board.chars(object.id).controller != active {
            continue;
        }
        let attacker = Attacker { band, ..attacker(&board, object, target) };
        let defender = attacker.defender;
        let combat = world.part_mut::<Combat>();
        combat.attackers.push(attacker);
        if let Referent::Player(seat) = target {
            combat.attacked.insert(seat);
        }
        let this_turn = world.row_mut::<ThisTurn>(object.id);
        (this_turn.attacked, this_turn.defender) = (true, Some(defender));
        facts.push(Fact::Attacked { attacker: object, target });
    }
    if facts.is_empty() {
        return Flow::Continue;
    }
    let combat = world.part_mut::<Combat>();
    combat.declared = true;
    // CR 506.5: whatever attacks without having been declared.
    combat.sole = if let [only] = attacks { Some(only.object) } else { None };
    world.part_mut::<Players>().get_mut(active).attacked = true;
    mark_dirty(world, StateClass::COMBAT | StateClass::HISTORY);
    // CR 508.1g: that it is exerted belongs to its declaration.
    let exerted = attacks.iter().filter(|attack| attack.exerts);
    let enlisted = enlist::facts(world);
    facts.extend(enlisted);
    facts.extend(exerted.filter_map(|attack| events::exert::rest(world, attack.object, active, true)));
    events::record(world, &facts);
    Flow::Continue
}

/// CR 508.5: an attacker of what it attacks, with the defending player; neither blocked nor unblocked yet, and in no band.
pub(crate) fn attacker(board: &impl Board, object: ObjectRef, target: Referent) -> Attacker {
    let (defender, battle_of) = (defender(board, target), battle_of(board, target));
    Attacker { object, target, defender, battle_of, attacks_nothing: false, blocked: None, band: None }
}
