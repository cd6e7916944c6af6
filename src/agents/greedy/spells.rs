//! What to do with priority: lands, spells and abilities.

use super::block_search::BlockSearch;
use super::colors::{Demand, Sources};
use super::combat::{Fighter, about_to_hit};
use super::costs::{Price, ritual};
use super::evaluator::Evaluator;
use super::from_hand::{for_later, unlock};
use super::future::{is_fleeting, pressure};
use super::holdings::Holdings;
use super::lands::best_land;
use super::mutate;
use super::plan::{Idea, best_plan, most};
use super::style::Style;
use super::value::{DECIDED, controls_name, main_opponent};
use super::waiting::{counters_spells, held_counter, sneaks_in, waits_for_end};
use crate::cards::def::{CardTypes, CastBy, CostPart, Keyword, KeywordSet, StepName, Supertypes, TargetDef, ZoneKind};
use crate::cards::{AbilityKind, Body};
use crate::game::view::{SeatView, Seen};
use crate::model::bindings::Bindings;
use crate::model::decision::{CastMethod, Choice};
use crate::model::ids::{AbilityHandle, AbilityKey, ObjectRef, Referent};
use crate::model::object::{AbilityInstance, Characteristics, CopiableSource};
use crate::model::turn::Turn;
use crate::model::zone::Zone;
use crate::rules::layers;

/// How often an ability is activated in a turn, at most.
const MOST_USES: u8 = 12;
/// What costs more than this, mana apart, isn't paid just because a player can be burnt out soon.
const DEAR: i32 = 30;

/// What priority is good for now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Timing {
    /// The viewer's main phase, or the last opportunity before their turn: spend all mana well.
    Plan,
    /// Creatures fight, or an opponent has done something that can be answered.
    Answer,
    /// Nothing is gained by doing something now.
    Wait,
}

/// What a game has shown so far, and what was done in this turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    turn: u32,
    uses: Vec<(ObjectRef, AbilityHandle, u8)>,
    /// An opponent can be burnt out now or soon: all damage goes there.
    pub(super) face: bool,
    /// Damage from spells that are in hand for an attack.
    pub(super) reach: i32,
}

impl Memory {
    /// Forgets the last turn.
    pub(super) fn turn(&mut self, number: u32) {
        if self.turn != number {
            self.turn = number;
            self.uses.clear();
            self.face = false;
            self.reach = 0;
        }
    }

    fn uses(&self, key: &AbilityKey) -> u8 {
        self.uses.iter().find(|(o, h, _)| *o == key.object && *h == key.handle).map_or(0, |(.., n)| *n)
    }

    fn used(&mut self, key: &AbilityKey) {
        match self.uses.iter_mut().find(|(o, h, _)| *o == key.object && *h == key.handle) {
            Some((.., n)) => *n += 1,
            None => self.uses.push((key.object, key.handle, 1)),
        }
    }
}

/// What priority is good for now.
pub(super) fn timing(view: &SeatView<'_>, turn: &Turn) -> Timing {
    let me = view.seat();
    if !view.is_empty(Zone::Stack)
        && let Some(top) = view.zone(Zone::Stack).last()
    {
        return if top.chars.controller == me { Timing::Wait } else { Timing::Answer };
    }
    let attacked = || !view.combat().attackers.is_empty();
    match turn.step {
        StepName::PrecombatMain | StepName::PostcombatMain if turn.active == me => Timing::Plan,
        StepName::End if turn.active != me => Timing::Plan,
        StepName::DeclareBlockers | StepName::FirstStrikeDamage if attacked() => Timing::Answer,
        StepName::DeclareAttackers if turn.active != me && attacked() => Timing::Answer,
        _ => Timing::Wait,
    }
}

/// The place of what to do with priority.
pub(super) fn priority(memory: &mut Memory, style: &Style, view: &SeatView<'_>, options: &[Choice]) -> u16 {
    let pass = options.iter().position(|o| *o == Choice::Pass).unwrap_or(0) as u16;
    let turn = view.turn();
    memory.turn(turn.number);
    let timing = timing(view, turn);
    if timing == Timing::Wait {
        return pass;
    }
    if let Some(land) = best_land(view, style, options) {
        return land;
    }
    let own = Holdings::of(view);
    let mana = own.mana;
    let ideas = ideas(memory, style, view, options, own);
    let place = match timing {
        Timing::Plan => {
            let sources = (style.colors > 0).then(|| Sources::of(view));
            best_plan(&ideas, mana, (sources.as_ref(), 3 * style.overkill))
        }
        _ => ideas
            .iter()
            .filter(|i| !i.later)
            .max_by_key(|i| (i.score - 4 * i.mana, std::cmp::Reverse(i.place)))
            .map(|i| i.place),
    };
    let place = place.unwrap_or(pass);
    if let Choice::Activate { key } = &options[place as usize] {
        memory.used(key);
    }
    place
}

/// What each option is worth to greedy play, by itself; nothing for one that isn't worth doing.
pub(super) fn worths(memory: &Memory, style: &Style, view: &SeatView<'_>, options: &[Choice]) -> Vec<i32> {
    let mut memory = memory.clone();
    memory.turn(view.turn().number);
    let mut all = vec![0; options.len()];
    for idea in ideas(&mut memory, style, view, options, Holdings::of(view)) {
        if let Some(worth) = all.get_mut(usize::from(idea.place)) {
            *worth = idea.score;
        }
    }
    all
}

/// All that is worth doing; notes whether an opponent can be burnt out now or soon.
fn ideas(memory: &mut Memory, style: &Style, view: &SeatView<'_>, options: &[Choice], own: Holdings) -> Vec<Idea> {
    let mana = own.mana;
    let mut evaluator = Evaluator::new(view, style, memory.face);
    evaluator.holdings = own.into();
    let look = |evaluator: &mut Evaluator<'_, '_>, memory: &Memory| -> Vec<Idea> {
        (0..options.len()).filter_map(|place| idea(evaluator, memory, (place as u16, &options[place]), mana)).collect()
    };
    let mut all = look(&mut evaluator, memory);
    if let Some(opponent) = main_opponent(view) {
        let life = view.player(opponent).life - about_to_hit(view, opponent);
        let alone = all.iter().map(|idea| idea.burn * idea.times).max().unwrap_or(0);
        // Without any burn there is none together.
        let reach = if alone > 0 { most(&all, mana, |idea| idea.burn).max(alone) } else { 0 };
        memory.reach = reach;
        // What is about to hit may be enough.
        let done = style.patient > 0 && life <= 0;
        let begins = !memory.face && !done && reach > 0 && (reach >= life || soon(view, style, &all, mana, life));
        memory.face |= begins;
        evaluator.patient = style.patient > 0 && memory.face && (reach < life || done);
        if begins || evaluator.patient {
            evaluator.face = true;
            all = look(&mut evaluator, memory);
        }
    }
    all.retain(|idea| idea.score > 0);
    if style.hold > 0 && timing(view, view.turn()) == Timing::Plan && view.turn().active == view.seat() {
        all.extend(held_counter(view, style, mana));
    }
    all
}

/// Whether an opponent with this much life is burnt out next turn, if the draws help.
fn soon(view: &SeatView<'_>, style: &Style, ideas: &[Idea], mana: i32, life: i32) -> bool {
    let me = view.seat();
    view.turn().active == me
        && life <= style.low
        && (style.alarm == 0 || pressure(view, me) < view.player(me).life)
        && most(ideas, 2 * mana + 1, |idea| idea.burn) + style.drawn >= life
}

fn idea(
    evaluator: &mut Evaluator<'_, '_>,
    memory: &Memory,
    (place, option): (u16, &Choice),
    mana: i32,
) -> Option<Idea> {
    evaluator.assumptions.borrow_mut().clear();
    match option {
        Choice::Cast { object, way } => spell(evaluator, place, *object, *way, mana),
        Choice::TurnFaceUp { object, by } => turn_up(evaluator, place, *object, *by),
        Choice::Door { object, door } => unlock(evaluator, place, *object, *door),
        Choice::HandAction { object, action, by } => for_later(evaluator, place, *object, (*action, *by), mana),
        Choice::Activate { key } if memory.uses(key) < MOST_USES => ability(evaluator, place, key, mana),
        _ => None,
    }
}

/// What casting a card during a resolution is worth, its cost apart.
pub(super) fn free_cast(evaluator: &Evaluator<'_, '_>, object: ObjectRef, way: CastMethod) -> i32 {
    let mut evaluator = Evaluator::new(evaluator.view, evaluator.style, evaluator.face);
    spell(&mut evaluator, 0, object, CastMethod { alternative: None, ..way }, 0).map_or(0, |idea| idea.score.max(1))
}

pub(super) fn spell(
    evaluator: &mut Evaluator<'_, '_>,
    place: u16,
    object: ObjectRef,
    way: CastMethod,
    mana: i32,
) -> Option<Idea> {
    let view = evaluator.view;
    let table = view.table();
    let seen = view.object(object)?;
    let hidden = seen.object.zone == Zone::Exile && seen.status.face_down && seen.known;
    let printed = match seen.object.base {
        _ if way.face_down => Some(layers::face_down(table, Default::default(), evaluator.me)),
        // CR 406.3a: what is foretold lies face down.
        CopiableSource::Def(def, face) if way.face != face || hidden => Some(table.face(def, way.face)),
        _ => None,
    };
    let chars = printed.as_ref().unwrap_or(seen.chars);
    let mut bindings = Bindings::new(evaluator.me, object);
    let mut by = None;
    let here = if hidden { chars } else { seen.chars };
    let mut price = match way.alternative.and_then(|i| here.abilities.get(i as usize)) {
        Some(instance) => match &table.ability(instance.handle).kind {
            AbilityKind::AlternativeCost { cost, tag, .. } => {
                by = *tag;
                evaluator.price(&cost.0, object, &bindings)
            }
            _ => Price { mana: 3, ..Price::default() },
        },
        None => Price {
            mana: chars.mana_value(0),
            has_x: chars.cost.as_ref().is_some_and(|c| c.x_count() > 0),
            ..Price::default()
        },
    };
    if let Some(cost) = way.offer.and_then(|effect| view.offered_cost(effect)) {
        price = evaluator.price(&cost.0, object, &bindings);
    }
    for ability in &chars.abilities {
        if let AbilityKind::AdditionalCost(cost) = &table.ability(ability.handle).kind {
            let more = evaluator.price(&cost.0, object, &bindings);
            price.mana += more.mana;
            price.penalty += more.penalty;
        }
        // CR 700.2h: the cheapest of its modes.
        if let AbilityKind::Spell(body) = &table.ability(ability.handle).kind {
            let modes = body.modes.iter().map(|mode| evaluator.price(&mode.cost.0, object, &bindings).mana);
            price.mana += modes.min().unwrap_or(0);
        }
    }
    if price.has_x {
        bindings.x = (mana - price.mana).max(0);
        price.mana = price.mana.max(mana);
    }
    let face = evaluator.face;
    evaluator.face = face && !(evaluator.patient && price.penalty > DEAR);
    let instant = chars.is(CardTypes::INSTANT) || chars.has(Keyword::Flash);
    evaluator.can_wait = instant;
    let (mut burn, mut makes_mana) = (0, false);
    let passing = by.and_then(|by| passing(evaluator, &seen, chars, by));
    let mut score = if let Some(worth) = passing {
        worth
    } else if chars.is(CardTypes::PERMANENT) {
        permanent_spell(evaluator, &seen, chars) + evaluator.ramp(chars)
            - evaluator.style.spend
            - evaluator.entry_price(object, chars)
    } else {
        let mut sum = 0;
        for ability in &chars.abilities {
            if let AbilityKind::Spell(body) = &table.ability(ability.handle).kind {
                if evaluator.style.paid > 0 {
                    price.penalty += evaluator.pay_spell_with_best(&chars.abilities, ability.handle, &mut bindings);
                }
                let worth = evaluator.ability(ability.handle, &mut bindings);
                sum += worth;
                burn += burn_of(evaluator, ability.handle, body, &mut bindings, (worth, evaluator.dealt.get()));
                let more = ritual(evaluator, ability.handle, body, object, mana - price.mana, mana);
                makes_mana |= more > 0;
                sum += more;
                if evaluator.style.counter != 0 && counters_spells(view, ability.handle, body) {
                    sum -= evaluator.style.counter;
                }
            }
        }
        let again = |a: &&AbilityInstance| {
            matches!(table.ability(a.handle).kind, AbilityKind::AlternativeCost { from: ZoneKind::Graveyard, .. })
        };
        let flashback = chars.abilities.iter().any(|a| again(&a));
        sum - evaluator.style.card + if flashback { evaluator.style.again } else { 0 }
    };
    price.penalty = price.penalty.saturating_add(evaluator.life_cost(price.mana, chars.cost.as_ref()));
    // Of several that do it the smallest: that isn't why to keep it.
    let smaller = if evaluator.face { 0 } else { evaluator.style.overkill * burn.clamp(0, 10) };
    evaluator.face = face;
    score = score.saturating_sub(price.penalty);
    if price.penalty >= DECIDED {
        burn = 0;
    } else if evaluator.wins_by_attack() {
        score = score.max(DECIDED / 2);
    }
    let threshold = evaluator.style.spell;
    let useful = score > threshold || burn > 0;
    let score = if score > threshold { score.saturating_sub(smaller).max(threshold + 1) } else { 0 };
    let later = (instant && !makes_mana && waits_for_end(evaluator, score, burn)) || sneaks_in(evaluator, &seen, chars);
    let colors = Demand::of(if way.alternative.is_some() { None } else { chars.cost.as_ref() });
    let group = (object, None);
    useful.then_some(Idea { place, group, score, mana: price.mana, burn, times: 1, colors, later })
}

/// What a permanent is worth that doesn't stay, because of how it is cast; `None` if it stays.
fn passing(evaluator: &Evaluator<'_, '_>, seen: &Seen<'_>, chars: &Characteristics, by: CastBy) -> Option<i32> {
    let entering = evaluator.entering(seen, &chars.abilities) + evaluator.unlocking(seen, &chars.abilities);
    match by {
        CastBy::Evoke => Some(entering - evaluator.style.card),
        CastBy::Dash | CastBy::Blitz => {
            let quick = Characteristics { keywords: chars.keywords | KeywordSet::HASTE, ..chars.clone() };
            Some(dash(evaluator, &Seen { chars: &quick, ..*seen }, &quick) + entering)
        }
        CastBy::Mutate => Some(mutate::worth(evaluator, chars)),
        CastBy::Warp => Some(evaluator.style.as_permanent(chars) / 3 + entering),
        _ => None,
    }
}

fn permanent_spell(evaluator: &Evaluator<'_, '_>, seen: &Seen<'_>, chars: &Characteristics) -> i32 {
    let view = evaluator.view;
    if chars.supertypes.contains(Supertypes::LEGENDARY) && controls_name(view, chars) {
        return 0;
    }
    let table = view.table();
    let enchant = chars.abilities.iter().find_map(|a| match &table.ability(a.handle).kind {
        AbilityKind::Enchant(kind) => Some(kind),
        _ => None,
    });
    let entering = evaluator.entering(seen, &chars.abilities) + evaluator.unlocking(seen, &chars.abilities);
    if let Some(kind) = enchant {
        let one = crate::cards::def::Quantity::N(1);
        let (min, max) = (one.clone(), one);
        let def = TargetDef { min, max, ..TargetDef::new(kind.clone()) };
        let hosts = view.target_options(&Bindings::new(evaluator.me, seen.reference), &def);
        let best = hosts.into_iter().map(|host| evaluator.on(seen, host)).max();
        return best.unwrap_or(0) + entering - 20;
    }
    if chars.is_creature() && is_fleeting(view, chars, seen.reference) {
        return dash(evaluator, seen, chars) + entering;
    }
    if let Some(recurring) = evaluator.recurring(seen.reference, &chars.abilities) {
        let body = if chars.is_creature() { evaluator.style.as_permanent(chars) } else { 0 };
        return body + recurring + entering;
    }
    match evaluator.presence(seen, &chars.abilities) {
        // It is there for what it does to others, and does that to the wrong ones.
        Some(worth) if worth < 0 && !chars.is_creature() => worth + entering,
        presence => evaluator.style.as_permanent(chars) + presence.unwrap_or(0) + entering,
    }
}

/// What a creature that stays for this turn only does: an attack by itself.
fn dash(evaluator: &Evaluator<'_, '_>, seen: &Seen<'_>, chars: &Characteristics) -> i32 {
    let (view, turn) = (evaluator.view, evaluator.view.turn());
    let Some(opponent) = main_opponent(view) else { return 0 };
    if turn.active != evaluator.me || turn.step != StepName::PrecombatMain || !chars.has(Keyword::Haste) {
        return 0;
    }
    let theirs = view.controlled(opponent).filter(|s| s.chars.is_creature());
    let blockers: Vec<Fighter> =
        theirs.map(|s| Fighter::of(view, evaluator.style, &s)).filter(Fighter::may_block).collect();
    let life = view.player(opponent).life;
    let search =
        BlockSearch::new(vec![Fighter::of(view, evaluator.style, seen)], blockers, life, evaluator.style, |_, b| {
            view.can_block(b.object, seen.reference)
        });
    let (_, result) = search.best_blocks(1);
    evaluator.style.life_lost(life, result.damage) - result.gain
}

/// The damage that a spell or ability deals to the main opponent, aimed there. `judged`: what it has just been found to be worth, and
/// the damage that was noted then.
fn burn_of(
    evaluator: &Evaluator<'_, '_>,
    handle: AbilityHandle,
    body: &Body,
    bindings: &mut Bindings,
    judged: (i32, i32),
) -> i32 {
    let Some(opponent) = evaluator.opponent() else { return 0 };
    let [row] = body.modes.as_slice() else { return 0 };
    let program = crate::model::ids::ProgramHandle { def: handle.def, index: row.program };
    let (worth, dealt) = match row.targets.as_slice() {
        // It isn't aimed: that is what has been judged.
        [] => judged,
        [def] => {
            if !evaluator.view.can_target(bindings, def, opponent) {
                return 0;
            }
            let target = (0, Referent::Player(opponent), evaluator.share(def, bindings));
            // Nearly always that has just been looked at.
            let judged = evaluator.judged_at_opponent();
            let worth = judged.unwrap_or_else(|| evaluator.with_target(program, bindings, target));
            (worth, evaluator.dealt.get())
        }
        _ => return 0,
    };
    // What kills the viewer too doesn't win.
    if worth <= -DECIDED { 0 } else { dealt }
}

/// Turning a permanent face up (CR 116.2b): what it is worth more then.
fn turn_up(evaluator: &mut Evaluator<'_, '_>, place: u16, object: ObjectRef, by: Option<u8>) -> Option<Idea> {
    let (seen, up) = (evaluator.view.object(object)?, evaluator.view.face_up(object)?);
    let cost = evaluator.view.cost_up(object, by)?;
    let price = evaluator.price(&cost.0, object, &Bindings::new(evaluator.me, object));
    evaluator.can_wait = true;
    let score = evaluator.style.as_permanent(&up) - evaluator.style.as_permanent(seen.chars) - price.penalty;
    (score > evaluator.style.ability).then_some(Idea {
        place,
        group: (object, None),
        score,
        mana: price.mana,
        burn: 0,
        times: 1,
        colors: Demand::of(None),
        later: false,
    })
}

fn ability(evaluator: &mut Evaluator<'_, '_>, place: u16, key: &AbilityKey, mana: i32) -> Option<Idea> {
    let table = evaluator.view.table();
    let AbilityKind::Activated { cost, body, is_mana: false, sorcery_speed, less_by, .. } =
        &table.ability(key.handle).kind
    else {
        return None;
    };
    let is_doomed =
        |evaluator: &Evaluator<'_, '_>| evaluator.view.object(key.object).is_some_and(|s| evaluator.is_doomed(&s));
    if evaluator.style.patient > 0
        && cost.0.contains(&CostPart::SacrificeThis)
        && evaluator.is_about_to_hit(key.object)
        && !is_doomed(evaluator)
    {
        // It deals its damage first.
        return None;
    }
    let mut bindings = Bindings::new(evaluator.me, key.object);
    bindings.key = Some(*key);
    let mut price = evaluator.price(&cost.0, key.object, &bindings);
    if let Some((only_if, by)) = less_by.as_deref()
        && evaluator.view.holds(&bindings, only_if) == Some(true)
    {
        price.mana = (price.mana - evaluator.price(&by.0, key.object, &bindings).mana).max(0);
    }
    if price.has_x {
        bindings.x = (mana - price.mana).max(0);
        price.mana = price.mana.max(mana);
    }
    price.penalty = price.penalty.saturating_add(evaluator.life_cost(price.mana, None));
    let face = evaluator.face;
    evaluator.face = face && !(evaluator.patient && price.penalty > DEAR);
    evaluator.can_wait = !sorcery_speed;
    evaluator.times = evaluator.payable(&cost.0, key.object, &bindings, mana);
    evaluator.pay_with_best(cost, key.handle, &mut bindings);
    let judged = evaluator.ability(key.handle, &mut bindings);
    let judged = (judged, evaluator.dealt.get());
    let mut score = judged.0.saturating_sub(price.penalty);
    if price.penalty < DECIDED && (evaluator.wins_by_boost(evaluator.times) || evaluator.wins_by_attack()) {
        score = DECIDED / 2;
    }
    let burn = if price.penalty < DECIDED { burn_of(evaluator, key.handle, body, &mut bindings, judged) } else { 0 };
    let times = evaluator.times;
    evaluator.times = 1;
    evaluator.face = face;
    // What is lost anyway is used up for anything.
    let lost = price.mana == 0 && price.penalty == 0 && is_doomed(evaluator);
    let threshold = if lost { 0 } else { evaluator.style.ability };
    let useful = score > threshold || burn > 0;
    let score = if score > threshold { score } else { 0 };
    let group = (key.object, Some(key.handle));
    let mana_cost = cost.0.iter().find_map(|part| if let CostPart::Mana(cost) = part { Some(cost) } else { None });
    let colors = Demand::of(mana_cost);
    useful.then_some(Idea { place, group, score, mana: price.mana, burn, times, colors, later: false })
}
