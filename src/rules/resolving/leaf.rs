//! Which file does which instruction.

use super::step::InstructionFlow;
use super::{
    choices, copies, counters, damage, exchange, library, mana, moving, permanents, phasing, players, proliferate,
    ring, stack, tokens, turns, variants, venture, vote, zones,
};
use crate::cards::def::{Instruction, Objects, TokenSource, Who};
use crate::model::bindings::Frame;
use crate::model::cast::NewTargets;
use crate::rules::state::EditGame;

/// Performs an instruction without instructions inside it, or continues it.
pub(super) fn perform(world: &mut impl EditGame, frame: &mut Frame, effect: &Instruction) -> InstructionFlow {
    match effect {
        Instruction::Set(var, quantity) => choices::set(world, frame, *var, quantity),
        Instruction::Keep(var, group) => choices::keep(world, frame, *var, group),
        Instruction::Choose { who, from, min, max, random, together, into } => {
            let count = choices::Count { min, max, random: *random, together };
            choices::choose(world, frame, *who, from, count, *into)
        }
        Instruction::Piles { who, from, first, second } => choices::piles(world, frame, *who, from, (*first, *second)),
        Instruction::ChooseColor { who, other_than, except, into } => {
            choices::color(world, frame, *who, (*other_than, except), *into)
        }
        Instruction::ChooseName { who, filter, into } => choices::name(world, frame, *who, filter, *into),
        Instruction::ChooseCardType { who, among, into } => choices::card_type(world, frame, *who, *among, *into),
        Instruction::ChooseSubtype { who, kind, other_than, except, among, into } => {
            choices::subtype(world, frame, *who, (*kind, *other_than, except, among), *into)
        }
        Instruction::ChoosePlayer { who, from, only, random, into } => {
            choices::player(world, frame, (*who, *from), (only, *random), *into)
        }
        Instruction::KeepPlayers { from, only, into } => choices::keep_players(world, frame, *from, only, *into),
        Instruction::ChoosePlayers { who, from, only, into } => {
            choices::players(world, frame, (*who, *from), only, *into)
        }
        Instruction::Vote { first, among, secret, optional } => {
            let (first, secret, optional) = (*first, *secret, *optional);
            vote::vote(world, frame, vote::Vote { first, among, secret, optional })
        }
        Instruction::FlipCoin { who, won, lost } => choices::flip(world, frame, *who, *won, *lost),
        Instruction::RollDice { who, count, sides, plus, ignore, into, odd, even } => {
            let dice = choices::Roll { count, sides: *sides, plus, ignore: *ignore };
            choices::roll(world, frame, *who, &dice, (*into, *odd, *even))
        }
        Instruction::ChooseNumber { who, min, max, random, into } => {
            choices::number(world, frame, *who, (min, max, *random), *into)
        }
        Instruction::RememberChoice(var) => choices::remember(world, frame, *var),

        Instruction::Move { what, to, into, linked, until: _ } => {
            moving::perform(world, frame, what, to, *into, *linked)
        }
        Instruction::Destroy { what, no_regeneration, into } => {
            zones::destroy(world, frame, what, *no_regeneration, *into)
        }
        Instruction::Sacrifice(what) => zones::sacrifice(world, frame, Who::You, what),
        Instruction::SacrificeThese(who, what) => zones::sacrifice(world, frame, *who, what),
        Instruction::SacrificeAndMove { who, sacrificed, what, to } => {
            zones::sacrifice_and_move(world, frame, (*who, sacrificed), (what, to))
        }
        Instruction::SacrificeChoice { who, filter, count, into, any } => {
            zones::sacrifice_choice(world, frame, *who, filter, (!any).then_some(count), *into)
        }
        Instruction::Draw { who, count, into } => zones::draw(world, frame, *who, count, *into),
        Instruction::Discard { who, count, filter, random, into } => {
            let what = zones::Discarded { count, filter, random: *random };
            zones::discard(world, frame, *who, what, *into)
        }
        Instruction::DiscardThese(what) => zones::discard_these(world, frame, what),
        Instruction::Mill { who, count, into } => zones::mill(world, frame, *who, count, *into),
        Instruction::Reveal(what) => zones::reveal_objects(world, frame, what),
        Instruction::Look(who, what) => zones::look(world, frame, *who, what),
        Instruction::Search { who, of, filter, max, zones, together, into } => {
            library::search(world, frame, (*who, *of), (filter, zones, together), max, *into)
        }
        Instruction::ExileUntil { who, filter, total, into, exiled } => {
            library::exile_until(world, frame, *who, (filter, total.as_ref()), (*into, *exiled))
        }
        Instruction::RevealUntil { who, filter, into, revealed } => {
            library::reveal_until(world, frame, *who, filter, (*into, *revealed))
        }
        Instruction::Shuffle(who) => zones::shuffle(world, frame, *who),
        Instruction::Scry(who, count) => library::scry(world, frame, *who, count),
        Instruction::Surveil(who, count) => library::surveil(world, frame, *who, count),

        Instruction::Damage { amount, to, and, source, into, dealt_to } => {
            damage::deal(world, frame, (amount, to), and, *source, (*into, *dealt_to))
        }
        Instruction::GainLife(who, count, into) => damage::gain_life(world, frame, *who, count, *into),
        Instruction::LoseLife(who, count, into) => damage::lose_life(world, frame, *who, count, *into),
        Instruction::SetLife(who, count) => damage::set_life(world, frame, *who, count),
        Instruction::Pair(a, b) => permanents::pair(world, frame, *a, *b),
        Instruction::Fight(a, b) => damage::fight(world, frame, *a, *b),

        Instruction::AddMana { who, mana, times, .. } => mana::add(world, frame, *who, mana, times),

        Instruction::Does(action, what) => permanents::has_done(world, frame, *action, what),
        Instruction::Tap(what) => permanents::tap(world, frame, what),
        Instruction::Untap(what) => permanents::untap(world, frame, what),
        Instruction::PutCounters { kind, count, and, on } => {
            permanents::put_counters(world, frame, (*kind, count), and, on)
        }
        Instruction::RemoveCounters { kind, count, from, into } => {
            permanents::remove_counters(world, frame, *kind, count, from, *into)
        }
        Instruction::MoreOfEachKind { on, double } => counters::more_of_each(world, frame, on, *double),
        Instruction::PutCountersOf { of, kind, on } => counters::put_as_many(world, frame, (*of, *kind), on),
        Instruction::RemoveAnyCounters { who, from, min, max, into } => {
            counters::remove_any(world, frame, (*who, from), (min, max), *into)
        }
        Instruction::RemoveAllCounters { from, into } => counters::remove_all(world, frame, from, *into),
        Instruction::MoveCounters { from, to, kind, min, max, into } => {
            let how = counters::Moved { from: *from, to: *to, kind: *kind, min, max: max.as_ref() };
            counters::move_counters(world, frame, &how, *into)
        }
        Instruction::ExchangeControl { what, into } => exchange::control(world, frame, what, *into),
        Instruction::EachDamages { what, amount, to } => damage::deal_each(world, frame, what, amount, to),
        Instruction::ExchangeText { what, until } => exchange::texts(world, frame, what, until),
        Instruction::Proliferate(who) => proliferate::proliferate(world, frame, *who),
        Instruction::Attach(what, to) => permanents::attach(world, frame, what, *to),
        Instruction::AttachToPlayer(what, who) => permanents::attach_to_player(world, frame, what, *who),
        Instruction::Unattach(what) => permanents::unattach(world, frame, what),
        Instruction::ExchangeLifeWith { who, of, measure } => exchange::life_with(world, frame, *who, *of, *measure),
        Instruction::ExchangeZones(who, one, other) => exchange::zones(world, frame, *who, [*one, *other]),
        Instruction::ExchangeLife(a, b) => exchange::life(world, frame, *a, *b),
        Instruction::Regenerate(what) => permanents::regenerate(world, frame, what),
        Instruction::Designate(what, designation) => permanents::designate(world, frame, what, *designation),
        Instruction::EndDesignation(what, designation) => permanents::end_designation(world, frame, what, *designation),
        Instruction::RemoveDamage(what) => permanents::remove_damage(world, frame, what),
        Instruction::Transform(what) => permanents::transform(world, frame, what),
        Instruction::Flip(what) => permanents::flip(world, frame, what),
        Instruction::PhaseOut(what) => phasing::phase_out(world, frame, what),
        Instruction::PhaseOutUntil { what, tapped, into, .. } => {
            phasing::phase_out_for_long(world, frame, what, *tapped, *into)
        }
        Instruction::Planeswalk(who) => variants::planeswalk(world, frame, *who),
        Instruction::ChaosEnsues => variants::chaos(world, frame),
        Instruction::RollPlanarDie(who) => variants::roll(world, frame, *who),
        Instruction::SetInMotion(who) => variants::set_in_motion(world, frame, *who),
        Instruction::Abandon(what) => variants::abandon(world, frame, what),
        Instruction::Unlock(what) => permanents::turn_lock(world, frame, *what, true),
        Instruction::Lock(what) => permanents::turn_lock(world, frame, *what, false),
        Instruction::TurnFaceUp(what) => permanents::turn_face(world, frame, what, true),
        Instruction::TurnFaceDown(what) => permanents::turn_face(world, frame, what, false),
        Instruction::BecomeBlocked(what) => permanents::become_blocked(world, frame, what),
        Instruction::RemoveFromCombat(what) => permanents::remove_from_combat(world, frame, what),
        Instruction::CreateToken {
            who,
            count,
            token: TokenSource::CopyOf(of, exceptions),
            tapped,
            attacking,
            counters,
            into,
        } => {
            let token = tokens::Copied {
                of: &Objects::The(*of),
                exceptions,
                tapped: *tapped,
                attacking: *attacking,
                counters,
                into: *into,
            };
            tokens::create_copies(world, frame, *who, count, token)
        }
        Instruction::CreateToken {
            who,
            count,
            token: TokenSource::CopiesOf(of, exceptions),
            tapped,
            attacking,
            counters,
            into,
        } => {
            let token =
                tokens::Copied { of, exceptions, tapped: *tapped, attacking: *attacking, counters, into: *into };
            tokens::create_copies(world, frame, *who, count, token)
        }

        Instruction::Counter { what, to } => stack::counter(world, frame, what, to.as_ref()),
        Instruction::CopySpell { what, who, count, new_targets, without } => {
            copies::copy(world, frame, *what, (*who, count), (*new_targets, *without))
        }
        Instruction::CopySpellFor { what, who, each, named } => {
            copies::copy_for_each(world, frame, *what, *who, (each, *named))
        }
        Instruction::BecomePlotted(what) => stack::become_plotted(world, frame, what),
        Instruction::Link(what, to) => stack::link_now(world, frame, what, *to),
        Instruction::CopyInExile { of, into } => copies::copy_in_exile(world, frame, *of, *into),
        Instruction::ChangeTargets(who, what) => copies::change_targets(world, frame, *who, *what, NewTargets::Any),
        Instruction::RedirectSpell(what) => copies::change_targets(world, frame, Who::You, *what, NewTargets::All),
        Instruction::RedirectTo(what, to) => copies::change_a_target(world, frame, *what, *to),
        Instruction::CastNow { who, what, spell, cost, copies, lands, transformed, into } => {
            let how = stack::Casting { cost, copies: *copies, transformed: *transformed };
            stack::cast_now(world, frame, *who, (what, spell), (how, *lands), *into)
        }

        Instruction::ItBecomes(one) => players::it_becomes(world, *one),
        Instruction::BecomeMonarch(who) => players::become_monarch(world, frame, *who),
        Instruction::GetBlessing(who) => players::get_blessing(world, frame, *who),
        Instruction::RaiseSpeed(who) => players::raise_speed(world, frame, *who),
        Instruction::TakeInitiative(who) => venture::take_initiative(world, frame, *who),
        Instruction::RingTempts(who) => ring::tempt(world, frame, *who),
        Instruction::Venture(who, into) => venture::venture(world, frame, *who, *into),
        Instruction::LoseMana(who) => players::lose_mana(world, frame, *who),
        Instruction::SkipNext(who, part) => turns::skip_next(world, frame, *who, *part),
        Instruction::ExtraTurn(who) => turns::extra_turn(world, frame, *who),
        Instruction::ExtraTurnAfterNext(who) => turns::extra_turn_after_next(world, frame, *who),
        Instruction::EndNow(part) => turns::end_now(world, frame, *part),
        Instruction::ExtraCombat { main_phase } => turns::extra_combat(world, *main_phase),
        Instruction::Win(who) => turns::win(world, frame, *who),
        Instruction::Lose(who) => turns::lose(world, frame, *who),

        Instruction::If { .. }
        | Instruction::May { .. }
        | Instruction::MayPay { .. }
        | Instruction::ForEach(..)
        | Instruction::Repeat(..)
        | Instruction::RepeatUntil(..)
        | Instruction::Again
        | Instruction::OnceEachTurn(_)
        | Instruction::ChooseOne(..)
        | Instruction::FaceVillainousChoice(..)
        | Instruction::TimeTravel
        | Instruction::ChooseOfEach { .. }
        | Instruction::CreateToken { .. }
        | Instruction::Continuous(..)
        | Instruction::Delayed { .. }
        | Instruction::ExtraTurnWith { .. }
        | Instruction::Reflexive(_)
        | Instruction::Emblem(..) => panic!("definitions are compiled: {effect:?} has an operation of its own"),
    }
}
