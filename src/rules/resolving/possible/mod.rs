//! Options that can't be chosen as something resolves, because what they begin with is impossible (CR 608.2d, 614.17).
//!
//! The first instruction of an option is what its player chooses to do; what follows is what happens then. It is
//! impossible if nothing of it can happen, or if it asks for more than there is where it has to be done fully, as a cost
//! has (CR 118.3, 118.12). An empty library makes drawing possible all the same (121.3).

mod chosen;
mod missing;

use super::step::{
    acting, acting_one, acting_permanents, acting_recipients, amount, amount_for, board, is_in, read_objects, seats,
    with_current, zone_of,
};
use super::zones::{can_be_sacrificed, sacrificeable, top_cards, zone_matching};
use super::{choices, counters, damage, exchange, library, moving, permanents, stack};
use crate::cards::def::{Destination, Instruction, Objects, Quantity, Recipients, StaticEffect, Who, ZoneKind, dealt};
use crate::cards::{CardTable, Op};
use crate::model::bindings::Frame;
use crate::model::event::Event;
use crate::model::ids::{AbilityHandle, ObjectRef, Referent, Seat, StaticHandle};
use crate::model::player::Players;
use crate::model::turn::Turn;
use crate::model::zone::Zone;
use crate::rules::events::doors;
use crate::rules::legal;
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::EditGame;
use crate::rules::{events, triggers};
use std::ops::Range;

/// CR 608.2d: whether the instructions in that range of the program of a frame can be chosen.
pub(super) fn is_possible(world: &mut impl EditGame, frame: &Frame, range: Range<u16>) -> bool {
    let table = world.part::<CardTable>().clone();
    first_of(world, &mut frame.clone(), &table, range, None)
}

/// Which of several courses can be chosen: all of them if none can, to do as much as possible of one (CR 609.3).
pub(super) fn possible_courses(world: &mut impl EditGame, frame: &Frame, places: &[u16], end: u16) -> Vec<u8> {
    let table = world.part::<CardTable>().clone();
    let ranges = courses(places, end);
    let able = |range: &Range<u16>| first_of(world, &mut frame.clone(), &table, range.clone(), None);
    let able: Vec<bool> = ranges.iter().map(able).collect();
    let none = !able.contains(&true);
    (0..places.len() as u8).filter(|n| none || able[usize::from(*n)]).collect()
}

/// Where the courses of a choice begin and end.
fn courses(places: &[u16], end: u16) -> Vec<Range<u16>> {
    let ends = places.iter().skip(1).copied().chain([end]);
    places.iter().zip(ends).map(|(from, to)| *from..to).collect()
}

/// Follows the order of things up to the first instruction that does something, and judges that one. What is done several times is done
/// each time or not at all, and what is done to what is chosen for it belongs to it: such is a cost (CR 118.3, 702.24a).
fn first_of(
    world: &mut impl EditGame,
    frame: &mut Frame,
    table: &CardTable,
    range: Range<u16>,
    mut rounds: Option<i32>,
) -> bool {
    let program = table.program(frame.program);
    let mut at = range.start;
    for _ in 0..=program.len() {
        if !range.contains(&at) {
            return true;
        }
        let Some(op) = program.get(usize::from(at)) else { return true };
        match op {
            Op::Do(effect) => match &**effect {
                Instruction::Set(var, quantity) => {
                    choices::set(world, frame, *var, quantity);
                    at += 1;
                }
                Instruction::Keep(var, group) => {
                    choices::keep(world, frame, *var, group);
                    at += 1;
                }
                effect => {
                    let mut judge = Judge { world, frame, program, rounds: rounds.unwrap_or(1) };
                    let possible = judge.can_be_done(effect);
                    if possible && rounds.is_some() && range.contains(&(at + 1)) {
                        let rest = at + 1..range.end;
                        if let Some((into, options)) = chosen::from(world, frame, effect) {
                            return chosen::any(frame, into, &options, |frame| {
                                first_of(world, frame, table, rest.clone(), rounds)
                            });
                        }
                    }
                    let more = program.get(usize::from(at) + 1).filter(|_| range.contains(&(at + 1)));
                    if possible || !more.is_some_and(|op| goes_on(table, frame, effect, op)) {
                        return possible;
                    }
                    at += 1;
                }
            },
            Op::Again(_) | Op::Until(..) => return true,
            Op::Jump(to) => at = *to,
            Op::JumpUnless(condition, to, _) => {
                at = if reading::holds(&board(world), &frame.bindings, condition) { at + 1 } else { *to };
            }
            // CR 603.2h.
            Op::UnlessDone(_) if frame.bindings.key.is_some_and(|key| triggers::has_done(world, key)) => return false,
            Op::UnlessDone(_) => at += 1,
            Op::UnlessOver(index, _) => {
                let ability = AbilityHandle { def: frame.program.def, index: *index };
                if triggers::is_over(world, ability, &frame.bindings) {
                    return false;
                }
                at += 1;
            }
            Op::ChooseOne(_, places, end) => {
                let ranges = courses(places, *end);
                return ranges.into_iter().any(|range| first_of(world, &mut frame.clone(), table, range, rounds));
            }
            Op::Times(count) => {
                let times = amount(world, frame, count);
                if times <= 0 {
                    return true;
                }
                rounds = Some(rounds.unwrap_or(1).saturating_mul(times));
                // Past the beginning of the first round.
                at += 2;
            }
            Op::Continuous(index, _) => {
                let handle = StaticHandle { def: frame.program.def, index: *index };
                let rounds = rounds.unwrap_or(1);
                return match &table.static_row(handle).effect {
                    StaticEffect::Affect(group, _) => !Judge { world, frame, program, rounds }.is_missing(group),
                    StaticEffect::Rule(_) | StaticEffect::Replace(_) => true,
                };
            }
            Op::AskMay(..)
            | Op::AskPay(..)
            | Op::ChooseX(..)
            | Op::Each(..)
            | Op::Face(..)
            | Op::Facings(_)
            | Op::Next(_)
            | Op::Delayed(..)
            | Op::ExtraTurn(..)
            | Op::Return(..)
            | Op::IfSpent(..)
            | Op::WhenSpent(..)
            | Op::Lasts(_)
            | Op::Except(_)
            | Op::Reflexive(_)
            | Op::CreateToken { .. }
            | Op::Emblem(..) => return true,
        }
    }
    true
}

/// CR 609.3: whether an option does a second thing to the same objects, so that it can be chosen also for the sake of that: to what
/// is untapped, or to the library into which they are shuffled (701.24c-d).
fn goes_on(table: &CardTable, frame: &Frame, effect: &Instruction, next: &Op) -> bool {
    match (effect, next) {
        (Instruction::Move { to: Destination::LibraryBottomRandom, .. }, Op::Do(next)) => {
            matches!(**next, Instruction::Shuffle(_))
        }
        (Instruction::Untap(a), Op::Do(next)) => matches!(&**next, Instruction::RemoveFromCombat(b) if a == b),
        (Instruction::Untap(a), Op::Continuous(index, _)) => {
            let handle = StaticHandle { def: frame.program.def, index: *index };
            matches!(&table.static_row(handle).effect, StaticEffect::Affect(b, _) if a == b)
        }
        _ => false,
    }
}

/// What is needed to judge an instruction.
struct Judge<'a, G> {
    world: &'a mut G,
    frame: &'a mut Frame,
    program: &'a [Op],
    /// How many times it is done.
    rounds: i32,
}

impl<G: EditGame> Judge<'_, G> {
    /// Whether an instruction can be chosen to be done; one for several players if it is possible for one of them.
    fn can_be_done(&mut self, effect: &Instruction) -> bool {
        match effect {
            Instruction::Choose { who, from, min, max: _, random, together, into: _ } => {
                let each = who.is_each();
                let mut players = choices::choosers(self.world, self.frame, *who).into_iter();
                players.any(|seat| {
                    let judge = &mut *self;
                    let least = if *random { 0 } else { amount(judge.world, judge.frame, min) };
                    let enough = |world: &mut G, frame: &mut Frame| {
                        let there = read_objects(world, frame, from);
                        let mut options = there.into_iter().map(Referent::Object).collect();
                        let board = super::step::board(world);
                        let rule = reading::choosable_together(&board, &frame.bindings, together, &mut options);
                        rule.has_set_of(least.max(0) as usize, options.len())
                    };
                    let world = &mut *judge.world;
                    match each {
                        true => with_current(judge.frame, Referent::Player(seat), |frame| enough(world, frame)),
                        false => enough(world, judge.frame),
                    }
                })
            }
            Instruction::ChoosePlayer { from, only, .. } => {
                !choices::able_players(self.world, self.frame, *from, only).is_empty()
            }
            Instruction::Move { what, to, .. } => self.some_object(what, |judge, o| {
                moving::has_controller(judge.world, judge.frame, o, to)
                    && moving::can_be_moved(judge.world, judge.frame, o, to)
            }),
            // CR 702.12b.
            Instruction::Destroy { what, .. } => {
                self.some_event(what, |object| Event::Destroy { object, no_regeneration: false, by_effect: true })
            }
            Instruction::Sacrifice(what) => self.sacrifice(Who::You, what),
            Instruction::SacrificeThese(who, what)
            | Instruction::SacrificeAndMove { who, sacrificed: what, .. } => self.sacrifice(*who, what),
            Instruction::SacrificeChoice { any: true, .. } => true,
            Instruction::SacrificeChoice { who, filter, count, .. } => self.some(*who, |judge, seat| {
                let count = judge.needed(count, Referent::Player(seat));
                sacrificeable(judge.world, judge.frame, filter, seat).len() as i32 >= count
            }),
            // CR 121.2b, 121.3.
            Instruction::Draw { who, count, .. } => self.some(*who, |judge, seat| {
                let count = judge.needed(count, Referent::Player(seat));
                events::can_draw(judge.world, seat, count)
            }),
            Instruction::Discard { who, count, filter, .. } => self.some(*who, |judge, seat| {
                let count = judge.needed(count, Referent::Player(seat));
                zone_matching(judge.world, judge.frame, Zone::Hand(seat), filter).len() as i32 >= count
            }),
            Instruction::DiscardThese(what) => {
                self.some_object(what, |judge, o| zone_of(judge.world, o).kind() == ZoneKind::Hand)
            }
            // CR 701.17b.
            Instruction::Mill { who, count, .. } => self.some(*who, |judge, seat| {
                let count = judge.needed(count, Referent::Player(seat));
                top_cards(judge.world, seat, count).len() as i32 >= count
            }),
            Instruction::Reveal(what) | Instruction::Look(_, what) => !self.is_missing(what),

            // CR 120.1.
            Instruction::Damage { amount, to, and, .. } => dealt(amount, to, and)
                .any(|(_, to)| self.some_recipient(to, |judge, r| damage::can_be_damaged(judge.world, r))),
            // CR 119.7.
            Instruction::GainLife(who, count, _) => self.some(*who, |judge, seat| {
                let amount = amount_for(judge.world, judge.frame, count, Referent::Player(seat));
                amount == 0 || events::can_happen(judge.world, &Event::GainLife { seat, amount })
            }),
            Instruction::SetLife(who, total) => self.some(*who, |judge, seat| {
                let total = amount_for(judge.world, judge.frame, total, Referent::Player(seat));
                let amount = total.saturating_sub(judge.world.part::<Players>().get(seat).life);
                amount <= 0 || events::can_happen(judge.world, &Event::GainLife { seat, amount })
            }),
            // CR 701.14b.
            Instruction::Pair(a, b) | Instruction::Fight(a, b) => [*a, *b].into_iter().all(|obj| {
                let fighter = acting_one(self.world, self.frame, obj);
                fighter.is_some_and(|o| {
                    is_in(self.world, o, Zone::Battlefield) && board(self.world).chars(o.id).is_creature()
                })
            }),
            // CR 701.26a-b: what is about to enter can enter tapped.
            Instruction::Tap(what) => self.some_object(what, |judge, object| {
                events::is_entering(judge.world, object)
                    || events::can_happen(judge.world, &Event::Tap { object, for_mana: false })
            }),
            Instruction::Untap(what) => self.some_event(what, |object| Event::Untap { object }),
            Instruction::PutCounters { kind, and, on, .. } => {
                self.some_recipient(on, |judge, to| counters::can_put(judge.world, to, *kind, and))
            }
            Instruction::RemoveCounters { kind, count, from, .. } => self.some_recipient(from, |judge, recipient| {
                let count = judge.needed(count, recipient);
                events::counters_on(judge.world, recipient, *kind) as i32 >= count
            }),
            Instruction::MoreOfEachKind { on: from, .. }
            | Instruction::RemoveAnyCounters { from, .. }
            | Instruction::RemoveAllCounters { from, .. } => {
                self.some_recipient(from, |judge, recipient| counters::has_any(judge.world, recipient))
            }
            Instruction::PutCountersOf { on: what, .. } | Instruction::EachDamages { what, .. } => {
                self.some_object(what, |_, _| true)
            }
            Instruction::MoveCounters { from, to, kind, .. } => {
                counters::can_move(self.world, self.frame, *from, *to, *kind)
            }
            // CR 701.12a.
            Instruction::ExchangeControl { what, .. } => {
                let objects = exchange::exchangeable(self.world, self.frame, what);
                exchange::can_exchange(self.world, &objects).is_some()
            }
            Instruction::ExchangeText { what, until } => exchange::can_texts(self.world, self.frame, what, until),
            // CR 701.3a-b.
            Instruction::Attach(what, to) => {
                let host = acting_one(self.world, self.frame, *to).map(Referent::Object);
                host.is_some_and(|to| self.some_event(what, |object| Event::Attach { object, to }))
            }
            Instruction::AttachToPlayer(what, who) => self.some(*who, |judge, seat| {
                judge.some_event(what, |object| Event::Attach { object, to: Referent::Player(seat) })
            }),
            Instruction::Unattach(what) => self.some_event(what, |object| Event::Unattach { object }),
            // CR 701.12a, c.
            Instruction::ExchangeLifeWith { who, of, measure } => {
                exchange::can_exchange_with(self.world, self.frame, *who, *of, *measure)
            }
            Instruction::ExchangeLife(a, b) => exchange::can_exchange_life(self.world, self.frame, *a, *b),
            Instruction::Regenerate(what)
            | Instruction::RemoveDamage(what)
            | Instruction::Designate(what, _)
            | Instruction::EndDesignation(what, _)
            | Instruction::RemoveFromCombat(what)
            | Instruction::BecomeBlocked(what)
            | Instruction::PhaseOut(what)
            | Instruction::PhaseOutUntil { what, .. } => {
                self.some_object(what, |judge, o| is_in(judge.world, o, Zone::Battlefield))
            }
            // CR 701.27c-d.
            Instruction::Transform(what) => {
                self.some_object(what, |judge, o| permanents::turned_over(judge.world, judge.frame, o).is_some())
            }
            // CR 710.4.
            Instruction::Flip(what) => self.some_object(what, |judge, o| permanents::can_flip(judge.world, o)),
            // CR 709.5f-g.
            Instruction::Unlock(what) | Instruction::Lock(what) => {
                let unlocked = matches!(effect, Instruction::Lock(_));
                let object = acting_one(self.world, self.frame, *what);
                object.is_some_and(|object| !doors::among(self.world, object, unlocked).is_empty())
            }
            // CR 708.2b, 708.8.
            Instruction::TurnFaceUp(what) => {
                let by = self.frame.bindings.you;
                self.some_event(what, |object| Event::TurnFaceUp { object, by })
            },
            Instruction::TurnFaceDown(what) => self.some_event(what, |object| Event::TurnFaceDown { object }),

            // CR 701.6a.
            Instruction::Counter { what, .. } => self.some_object(what, |judge, o| {
                let live = Live::new(judge.world);
                is_in(judge.world, o, Zone::Stack) && legal::can_be_countered(&live, o, &judge.frame.bindings)
            }),
            Instruction::BecomePlotted(what) => self.some_object(what, |judge, o| is_in(judge.world, o, Zone::Exile)),
            Instruction::CopySpell { what, .. }
            | Instruction::CopySpellFor { what, .. }
            | Instruction::CopyInExile { of: what, .. } => {
                let spell = reading::object(&board(self.world), &self.frame.bindings, *what);
                spell.is_some_and(|o| board(self.world).view(o).is_some())
            }
            Instruction::ChangeTargets(_, what) | Instruction::RedirectSpell(what) | Instruction::RedirectTo(what, _) => {
                let object = acting_one(self.world, self.frame, *what);
                object.is_some_and(|o| is_in(self.world, o, Zone::Stack))
            }
            Instruction::CastNow { who, what, spell, cost, copies, lands, transformed, into: _ } => {
                let how = stack::Casting { cost, copies: *copies, transformed: *transformed };
                self.some(*who, |judge, seat| {
                    !stack::casts(judge.world, judge.frame, seat, (what, spell), how).is_empty()
                        || *lands && !stack::plays(judge.world, judge.frame, seat, what).is_empty()
                })
            }
            // CR 101.2: another zone can be searched even so.
            Instruction::Search { who, of, zones, .. } => self.some(*who, |judge, searcher| {
                zones.iter().any(|zone| *zone != ZoneKind::Library)
                    || seats(judge.world, judge.frame, *of)
                        .into_iter()
                        .any(|library| library::may_search(judge.world, judge.frame, searcher, library))
            }),
            // CR 731.1.
            Instruction::ItBecomes(one) => self.world.part::<Turn>().day_night != Some(*one),

            // What can be done in any case.
            Instruction::Piles { .. }
            | Instruction::ChooseColor { .. }
            | Instruction::ChooseName { .. }
            | Instruction::ChooseCardType { .. }
            | Instruction::ChooseSubtype { .. }
            | Instruction::ChooseNumber { .. }
            | Instruction::FlipCoin { .. }
            | Instruction::Vote { .. }
            | Instruction::RollDice { .. }
            | Instruction::ChoosePlayers { .. }
            | Instruction::KeepPlayers { .. }
            | Instruction::RememberChoice(_)
            | Instruction::ExileUntil { .. }
            | Instruction::RevealUntil { .. }
            // Where there is none of a subtype, none is chosen.
            | Instruction::ChooseOfEach { .. }
            | Instruction::Does(..)
            | Instruction::Shuffle(_)
            | Instruction::ExchangeZones(..)
            | Instruction::Scry(..)
            | Instruction::Surveil(..)
            | Instruction::LoseLife(..)
            | Instruction::AddMana { .. }
            | Instruction::CreateToken { .. }
            | Instruction::Proliferate(_)
            | Instruction::Planeswalk(_)
            | Instruction::ChaosEnsues
            | Instruction::RollPlanarDie(_)
            | Instruction::SetInMotion(_)
            | Instruction::Abandon(_)
            | Instruction::ExtraTurn(_)
            | Instruction::ExtraTurnAfterNext(_)
            | Instruction::EndNow(_)
            | Instruction::SkipNext(..)
            | Instruction::ExtraCombat { .. }
            | Instruction::BecomeMonarch(_)
            | Instruction::GetBlessing(_)
            | Instruction::RaiseSpeed(_)
            | Instruction::TakeInitiative(_)
            | Instruction::Link(..)
            | Instruction::RingTempts(_)
            | Instruction::Venture(..)
            | Instruction::LoseMana(_)
            | Instruction::Win(_)
            | Instruction::Lose(_) => true,

            Instruction::Set(..)
            | Instruction::Keep(..)
            | Instruction::If { .. }
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
            | Instruction::Continuous(..)
            | Instruction::Delayed { .. }
            | Instruction::ExtraTurnWith { .. }
            | Instruction::Reflexive(_)
            | Instruction::Emblem(..) => panic!("the order of things is followed before: {effect:?}"),
        }
    }

    /// How many there have to be, all times together.
    fn needed(&mut self, count: &Quantity, of: Referent) -> i32 {
        amount_for(self.world, self.frame, count, of).saturating_mul(self.rounds)
    }

    /// CR 701.21a.
    fn sacrifice(&mut self, who: Who, what: &Objects) -> bool {
        let players = seats(self.world, self.frame, who);
        self.some_object(what, |judge, o| {
            is_in(judge.world, o, Zone::Battlefield) && can_be_sacrificed(judge.world, o, &players)
        })
    }

    /// Whether it is possible for one of the players.
    fn some(&mut self, who: Who, mut able: impl FnMut(&mut Self, Seat) -> bool) -> bool {
        seats(self.world, self.frame, who).into_iter().any(|seat| able(self, seat))
    }

    /// Whether it is possible with one of the objects, or there are none because "all" of them are none.
    fn some_object(&mut self, what: &Objects, mut able: impl FnMut(&mut Self, ObjectRef) -> bool) -> bool {
        if self.is_missing(what) {
            return false;
        }
        let objects = acting(self.world, self.frame, what);
        objects.is_empty() || objects.into_iter().any(|o| able(self, o))
    }

    /// Whether the event can happen to one of the permanents.
    fn some_event(&mut self, what: &Objects, event: impl Fn(ObjectRef) -> Event) -> bool {
        self.some_object(what, |judge, object| {
            let there = acting_permanents(judge.world, judge.frame, what).contains(&object);
            there && events::can_happen(judge.world, &event(object))
        })
    }

    /// Whether recipients, objects and players together, are missing.
    fn some_recipient(&mut self, to: &Recipients, mut able: impl FnMut(&mut Self, Referent) -> bool) -> bool {
        if self.are_missing(to) {
            return false;
        }
        let recipients = acting_recipients(self.world, self.frame, to);
        recipients.is_empty() || recipients.into_iter().any(|r| able(self, r))
    }
}
