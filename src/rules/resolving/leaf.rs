//! Which file does which instruction.

use super::step::InstructionFlow;
use super::{
    choices, copies, damage, exchange, library, mana, moving, permanents, phasing, players, proliferate, ring, stack,
    tokens, turns, variants, venture, zones,
};
use crate::cards::def::{Effect, Objects, TokenSource, Who};
use crate::model::bindings::Frame;
use crate::rules::state::EditGame;

/// Performs an instruction without instructions inside it, or continues it.
pub(super) fn perform(world: &mut impl EditGame, frame: &mut Frame, effect: &Effect) -> InstructionFlow {
    match effect {
        Effect::Set(var, quantity) => choices::set(world, frame, *var, quantity),
        Effect::Keep(var, group) => choices::keep(world, frame, *var, group),
        Effect::Choose { who, from, min, max, random, into } => {
            let count = choices::Count { min, max, random: *random };
            choices::choose(world, frame, *who, from, count, *into)
        }
        Effect::Piles { who, from, first, second } => choices::piles(world, frame, *who, from, (*first, *second)),
        Effect::ChooseColor { who, other_than, except, into } => {
            choices::color(world, frame, *who, (*other_than, except), *into)
        }
        Effect::ChooseName { who, filter, into } => choices::name(world, frame, *who, filter, *into),
        Effect::ChooseSubtype { who, kind, other_than, except, into } => {
            choices::subtype(world, frame, *who, (*kind, *other_than, except), *into)
        }
        Effect::ChoosePlayer { who, from, into } => choices::player(world, frame, *who, *from, *into),
        Effect::ChoosePlayers { who, from, only, into } => choices::players(world, frame, (*who, *from), only, *into),
        Effect::FlipCoin { who: _, won, lost } => choices::flip(world, frame, *won, *lost),
        Effect::ChooseNumber { who, min, max, into } => choices::number(world, frame, *who, (min, max), *into),
        Effect::RememberChoice(var) => choices::remember(world, frame, *var),

        Effect::Move { what, to, into, linked, until: _ } => moving::perform(world, frame, what, to, *into, *linked),
        Effect::Destroy { what, no_regeneration, into } => zones::destroy(world, frame, what, *no_regeneration, *into),
        Effect::Sacrifice(what) => zones::sacrifice(world, frame, Who::You, what),
        Effect::SacrificeThese(who, what) => zones::sacrifice(world, frame, *who, what),
        Effect::SacrificeChoice { who, filter, count, into } => {
            zones::sacrifice_choice(world, frame, *who, filter, count, *into)
        }
        Effect::Draw { who, count, into } => zones::draw(world, frame, *who, count, *into),
        Effect::Discard { who, count, filter, random, into } => {
            let what = zones::Discarded { count, filter, random: *random };
            zones::discard(world, frame, *who, what, *into)
        }
        Effect::DiscardThese(what) => zones::discard_these(world, frame, what),
        Effect::Mill { who, count, into } => zones::mill(world, frame, *who, count, *into),
        Effect::Reveal(what) => zones::reveal_objects(world, frame, what),
        Effect::Look(who, what) => zones::look(world, frame, *who, what),
        Effect::Search { who, of, filter, max, zones, into } => {
            library::search(world, frame, (*who, *of), (filter, zones), max, *into)
        }
        Effect::ExileUntil { who, filter, into, exiled } => {
            library::exile_until(world, frame, *who, filter, (*into, *exiled))
        }
        Effect::RevealUntil { who, filter, into, revealed } => {
            library::reveal_until(world, frame, *who, filter, (*into, *revealed))
        }
        Effect::Shuffle(who) => zones::shuffle(world, frame, *who),
        Effect::Scry(who, count) => library::scry(world, frame, *who, count),
        Effect::Surveil(who, count) => library::surveil(world, frame, *who, count),

        Effect::Damage { amount, to, source, into, dealt_to } => {
            damage::deal(world, frame, (amount, to), *source, *into, *dealt_to)
        }
        Effect::GainLife(who, count, into) => damage::gain_life(world, frame, *who, count, *into),
        Effect::LoseLife(who, count, into) => damage::lose_life(world, frame, *who, count, *into),
        Effect::SetLife(who, count) => damage::set_life(world, frame, *who, count),
        Effect::Fight(a, b) => damage::fight(world, frame, *a, *b),

        Effect::AddMana { who, mana, times, .. } => mana::add(world, frame, *who, mana, times),

        Effect::Tap(what) => permanents::tap(world, frame, what),
        Effect::Untap(what) => permanents::untap(world, frame, what),
        Effect::PutCounters { kind, count, and, on } => permanents::put_counters(world, frame, (*kind, count), and, on),
        Effect::RemoveCounters { kind, count, from, into } => {
            permanents::remove_counters(world, frame, *kind, count, from, *into)
        }
        Effect::ExchangeControl { what, into } => exchange::control(world, frame, what, *into),
        Effect::Proliferate(who) => proliferate::proliferate(world, frame, *who),
        Effect::Attach(what, to) => permanents::attach(world, frame, what, *to),
        Effect::Regenerate(what) => permanents::regenerate(world, frame, what),
        Effect::Designate(what, designation) => permanents::designate(world, frame, what, *designation),
        Effect::RemoveDamage(what) => permanents::remove_damage(world, frame, what),
        Effect::Transform(what) => permanents::transform(world, frame, what),
        Effect::Flip(what) => permanents::flip(world, frame, what),
        Effect::PhaseOut(what) => phasing::phase_out(world, frame, what),
        Effect::Planeswalk(who) => variants::planeswalk(world, frame, *who),
        Effect::ChaosEnsues => variants::chaos(world, frame),
        Effect::RollPlanarDie(who) => variants::roll(world, frame, *who),
        Effect::SetInMotion(who) => variants::set_in_motion(world, frame, *who),
        Effect::Abandon(what) => variants::abandon(world, frame, what),
        Effect::TurnFaceUp(what) => permanents::turn_face(world, frame, what, true),
        Effect::TurnFaceDown(what) => permanents::turn_face(world, frame, what, false),
        Effect::BecomeBlocked(what) => permanents::become_blocked(world, frame, what),
        Effect::RemoveFromCombat(what) => permanents::remove_from_combat(world, frame, what),
        Effect::CreateToken {
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
        Effect::CreateToken {
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

        Effect::Counter { what, to } => stack::counter(world, frame, what, to.as_ref()),
        Effect::CopySpell { what, who, count, new_targets } => {
            copies::copy(world, frame, *what, (*who, count), *new_targets)
        }
        Effect::ChangeTargets(who, what) => copies::change_targets(world, frame, *who, *what, false),
        Effect::RedirectSpell(what) => copies::change_targets(world, frame, Who::You, *what, true),
        Effect::CastNow { who, what, spell, cost, copies, lands, into } => {
            stack::cast_now(world, frame, *who, (what, spell), (cost, *copies, *lands), *into)
        }

        Effect::ItBecomes(one) => players::it_becomes(world, *one),
        Effect::BecomeMonarch(who) => players::become_monarch(world, frame, *who),
        Effect::GetBlessing(who) => players::get_blessing(world, frame, *who),
        Effect::TakeInitiative(who) => venture::take_initiative(world, frame, *who),
        Effect::RingTempts(who) => ring::tempt(world, frame, *who),
        Effect::Venture(who, into) => venture::venture(world, frame, *who, *into),
        Effect::LoseMana(who) => players::lose_mana(world, frame, *who),
        Effect::SkipNext(who, part) => turns::skip_next(world, frame, *who, *part),
        Effect::ExtraTurn(who) => turns::extra_turn(world, frame, *who),
        Effect::ExtraCombat { main_phase } => turns::extra_combat(world, *main_phase),
        Effect::Win(who) => turns::win(world, frame, *who),
        Effect::Lose(who) => turns::lose(world, frame, *who),

        Effect::If { .. }
        | Effect::May { .. }
        | Effect::MayPay { .. }
        | Effect::ForEach(..)
        | Effect::Repeat(..)
        | Effect::OnceEachTurn(_)
        | Effect::ChooseOne(..)
        | Effect::ChooseOfEach { .. }
        | Effect::CreateToken { .. }
        | Effect::Continuous(..)
        | Effect::Delayed { .. }
        | Effect::Reflexive(_)
        | Effect::Emblem(..) => panic!("definitions are compiled: {effect:?} has an operation of its own"),
    }
}
