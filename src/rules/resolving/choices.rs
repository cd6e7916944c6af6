//! Choices made on resolution (CR 608.2d), and variables.

use super::poll::{Offer, poll};
use super::step::{
    InstructionFlow, Seats, amount, is_in, named, object_choices, objects, place, read_objects, seat, seats,
    with_current,
};
use crate::cards::def::{
    CardTypes, Color, Condition, Filter, KeywordAction, Objects, Quantity, Rule, Subtype, SubtypeWord, Together, Var,
    Who,
};
use crate::cards::{AbilityKind, CardTable};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Value};
use crate::model::chosen::ChosenValue;
use crate::model::decision::{Answer, Choice, Prompt, SetRule, Shape};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Referent, Seat, SeatSet};
use crate::model::rng::{FixedOutcomes, GameRng};
use crate::model::zone::Zone;
use crate::rules::events;
use crate::rules::log::EventLog;
use crate::rules::reading::{self, Live};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones::shuffle_objects;

/// The largest number that a player is offered; "any number" is as good as this.
const LARGEST: i32 = 1_000_000;
/// The most dice that are rolled at once.
const MOST_DICE: i32 = 10_000;

/// Stores a number.
pub(super) fn set(world: &mut impl EditGame, frame: &mut Frame, var: Var, quantity: &Quantity) -> InstructionFlow {
    let n = crate::rules::reading::value(&super::step::board(world), &frame.bindings, quantity);
    frame.bindings.set(var, Value::Number(n));
    InstructionFlow::Next
}

/// CR 705.1, 705.2: the coin comes up as the player has called it, or doesn't. What they call makes no difference.
pub(super) fn flip(world: &mut impl EditGame, frame: &mut Frame, who: Who, won: Var, lost: Var) -> InstructionFlow {
    let wins = world.part_mut::<GameRng>().below(2) == 1;
    if let Some(seat) = seat(world, frame, who) {
        let action = if wins { KeywordAction::WinFlip } else { KeywordAction::LoseFlip };
        events::record(world, &[Fact::Performed { seat, action, looked: 0 }]);
    }
    frame.bindings.set(won, Value::Number(i32::from(wins)));
    frame.bindings.set(lost, Value::Number(i32::from(!wins)));
    InstructionFlow::Next
}

/// How dice are rolled.
pub(super) struct Roll<'a> {
    /// The number of dice.
    pub count: &'a Quantity,
    /// How many sides each has.
    pub sides: u32,
    /// What is added to the natural result of each.
    pub plus: &'a Quantity,
    /// How many of the lowest rolls are ignored.
    pub ignore: u32,
}

/// CR 706.1-706.2, 706.6: a player rolls dice; the total of the results is stored, and how many of them are odd and even.
pub(super) fn roll(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    dice: &Roll<'_>,
    (into, odd, even): (Var, Option<Var>, Option<Var>),
) -> InstructionFlow {
    let Some(seat) = seat(world, frame, who) else { return frame.nothing(Some(into)) };
    let count = amount(world, frame, dice.count).clamp(0, MOST_DICE) as usize;
    if count == 0 {
        return frame.nothing(Some(into));
    }
    let more = additional_dice(world, seat);
    let mut natural: Vec<i32> = (0..count + more).map(|_| roll_die(world, dice.sides)).collect();
    natural.sort_unstable();
    let kept = natural.split_off((dice.ignore as usize + more).min(natural.len() - 1));
    let plus = amount(world, frame, dice.plus);
    let results = kept.iter().map(|n| n.saturating_add(plus));
    frame.bindings.set(into, Value::Number(results.clone().fold(0, i32::saturating_add)));
    for (var, rest) in [(odd, 1), (even, 0)] {
        let of = results.clone().filter(|n| n.rem_euclid(2) == rest).count();
        if let Some(var) = var {
            frame.bindings.set(var, Value::Number(of as i32));
        }
    }
    super::library::performed(world, seat, KeywordAction::Roll, results.max().unwrap_or(0));
    InstructionFlow::Next
}

/// How many dice more a player rolls, of which as many are ignored.
fn additional_dice(world: &impl ReadGame, seat: Seat) -> usize {
    let of = |rule: &Rule| match rule {
        Rule::RollsAdditional(who) => Some(*who),
        _ => None,
    };
    reading::rules_for(&Live::new(world), seat, of).count()
}

/// CR 706.1a: each side is equally likely. A result that the die doesn't have stays for who scripted it.
fn roll_die(world: &mut impl EditGame, sides: u32) -> i32 {
    let by_chance = i32::try_from(world.part_mut::<GameRng>().below(sides)).map_or(i32::MAX, |n| n.saturating_add(1));
    let shown = |face: &mut i32| u32::try_from(*face).is_ok_and(|face| (1..=sides).contains(&face));
    world.part_mut::<FixedOutcomes>().rolls.pop_front_if(shown).unwrap_or(by_chance)
}

/// Stores objects.
pub(super) fn keep(world: &mut impl EditGame, frame: &mut Frame, var: Var, group: &Objects) -> InstructionFlow {
    let objects = read_objects(world, frame, group);
    frame.store(Some(var), objects);
    InstructionFlow::Next
}

/// How many objects are chosen, and how.
pub(super) struct Count<'a> {
    /// The fewest that are chosen, if there are that many.
    pub min: &'a Quantity,
    /// The most that are chosen.
    pub max: &'a Quantity,
    /// Whether chance chooses instead of the player.
    pub random: bool,
    /// What they have to be like as a group.
    pub together: &'a [Together],
}

/// Players choose objects; of several each from what the words mean with that player as the current one.
pub(super) fn choose<G: EditGame>(
    world: &mut G,
    frame: &mut Frame,
    who: Who,
    from: &Objects,
    count: Count<'_>,
    into: Var,
) -> InstructionFlow {
    let players = choosers(world, frame, who);
    let each = who.is_each();
    let offer = |world: &mut G, frame: &mut Frame, seat: Seat| {
        if each {
            with_current(frame, Referent::Player(seat), |frame| offer_of(world, frame, seat, from, &count))
        } else {
            offer_of(world, frame, seat, from, &count)
        }
    };
    match poll(world, frame, &players, Prompt::ChooseObjects, offer) {
        Ok(chosen) => {
            let mut all: Vec<ObjectRef> = Vec::new();
            for object in chosen.into_iter().flat_map(|(_, objects)| objects) {
                // Players may choose the same object; it is stored once.
                if !all.contains(&object) {
                    all.push(object);
                }
            }
            frame.store(Some(into), all);
            InstructionFlow::Next
        }
        Err(step) => step,
    }
}

/// The players who are to choose. CR 800.4g: one who has left is meant, too, and another player chooses for them.
pub(super) fn choosers(world: &mut impl EditGame, frame: &Frame, who: Who) -> Seats {
    let mut players = seats(world, frame, who);
    if players.is_empty() && !who.is_each() {
        players.extend(seat(world, frame, who));
    }
    players
}

fn offer_of(world: &mut impl EditGame, frame: &Frame, seat: Seat, from: &Objects, count: &Count<'_>) -> Offer {
    let mut options = objects(world, frame, from);
    // CR 723.4: who controls a player doesn't see cards outside the game, and chooses none of them.
    if reading::decides_for(world, seat) != seat {
        options.retain(|o| !is_in(world, *o, Zone::Outside));
    }
    // CR 614.13a: what is about to enter can't be chosen.
    options.retain(|o| !crate::rules::events::is_entering(world, *o));
    let (min, max) = (amount(world, frame, count.min), amount(world, frame, count.max));
    if count.random {
        return Offer::settled(at_random(world, options, max));
    }
    together(world, frame, count.together, (options, min, max))
}

/// Objects of which some are chosen that go together.
pub(super) fn together(
    world: &mut impl EditGame,
    frame: &Frame,
    together: &[Together],
    (options, min, max): (Vec<ObjectRef>, i32, i32),
) -> Offer {
    let mut options: Vec<Referent> = options.into_iter().map(Referent::Object).collect();
    let rule = reading::choosable_together(&super::step::board(world), &frame.bindings, together, &mut options);
    Offer::by_rule(options.iter().filter_map(|option| option.object()).collect(), (min, max), rule)
}

/// A number of `from` at random; all if there are fewer.
pub(super) fn at_random(world: &mut impl EditGame, mut from: Vec<ObjectRef>, count: i32) -> Vec<ObjectRef> {
    if (count.max(0) as usize) < from.len() {
        shuffle_objects(world, &mut from);
        from.truncate(count.max(0) as usize);
    }
    from
}

/// A player separates objects into two piles; either may be empty.
pub(super) fn piles(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    from: &Objects,
    (first, second): (Var, Var),
) -> InstructionFlow {
    if frame.phase == 0 {
        let all = objects(world, frame, from);
        let seat = seat(world, frame, who);
        let Some(seat) = seat.filter(|_| !all.is_empty()) else {
            frame.bindings.clear(first);
            return frame.nothing(Some(second));
        };
        let options = object_choices(&all);
        let max = options.len() as u16;
        frame.scratch.push(Value::Objects(all));
        let shape = Shape::ChooseSome { options, min: 0, max, rule: SetRule::default() };
        return frame.ask(1, seat, Prompt::Piles(frame.subject()), shape);
    }
    let all = frame.kept(0);
    let pile = named(all, &Returned::answer(world));
    let rest = all.iter().copied().filter(|o| !pile.contains(o)).collect();
    frame.store(Some(first), pile);
    frame.store(Some(second), rest);
    InstructionFlow::Next
}

/// Asks the player that words refer to; without one the variable stays unset.
fn ask_one(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    into: Var,
    prompt: Prompt,
    shape: Shape,
) -> InstructionFlow {
    match seat(world, frame, who) {
        Some(seat) => frame.ask(1, seat, prompt, shape),
        None => frame.nothing(Some(into)),
    }
}

/// Tells those who follow the game what was chosen, unless it is which mana is made: the mana tells that.
pub(super) fn told(world: &mut impl EditGame, frame: &Frame, who: Who, what: ChosenValue) {
    if EventLog::is_followed(world)
        && let Some(by) = seat(world, frame, who)
    {
        told_by(world, frame, by, what);
    }
}

/// Like [`told`], for a player.
pub(super) fn told_by(world: &mut impl EditGame, frame: &Frame, by: Seat, what: ChosenValue) {
    if !EventLog::is_followed(world) {
        return;
    }
    let table = world.part::<CardTable>();
    let for_mana = frame.bindings.key.is_some_and(|key| match table.ability(key.handle).kind {
        AbilityKind::Activated { is_mana, .. } | AbilityKind::Triggered { is_mana, .. } => is_mana,
        _ => false,
    });
    if !for_mana {
        let of = frame.subject();
        EventLog::aside(world, || Fact::Chose { by, of, what });
    }
}

/// A player chooses a colour (CR 105.4).
pub(super) fn color(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    (other_than, except): (Option<Var>, &[Color]),
    into: Var,
) -> InstructionFlow {
    let not = other_than.and_then(|var| frame.bindings.var(var)).cloned();
    let free = |color: &Color| not != Some(Value::Color(*color)) && !except.contains(color);
    let colors: Vec<Color> = Color::ALL.into_iter().filter(free).collect();
    if frame.phase == 0 {
        // A payer who has planned what a mana ability makes has chosen by that.
        if let Some(planned) = frame.planned.next(crate::rules::mana::COLORS) {
            frame.bindings.set(into, Value::Color(Color::ALL[planned as usize]));
            return InstructionFlow::Next;
        }
        let prompt = Prompt::ChooseColor(frame.subject());
        let shape = Shape::ChooseOne(colors.into_iter().map(Choice::Color).collect());
        return ask_one(world, frame, who, into, prompt, shape);
    }
    let color = colors[place(&Returned::answer(world))];
    told(world, frame, who, ChosenValue::Color(color));
    frame.bindings.set(into, Value::Color(color));
    InstructionFlow::Next
}

/// CR 201.4: a player chooses a card name that fits a filter.
pub(super) fn name(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    filter: &Filter,
    into: Var,
) -> InstructionFlow {
    if frame.phase == 0 {
        let names = &world.part::<CardTable>().0.names;
        let fitting = names.fitting(filter, |chars| reading::name_fits(filter, chars));
        if fitting.is_empty() {
            return frame.nothing(Some(into));
        }
        let prompt = Prompt::ChooseName(frame.subject(), filter.clone());
        return ask_one(world, frame, who, into, prompt, Shape::Name(fitting));
    }
    match Returned::answer(world) {
        Answer::Name(name) => {
            told(world, frame, who, ChosenValue::Name(name));
            frame.bindings.set(into, Value::Name(name));
        }
        other => panic!("expected a name, got {other:?}"),
    }
    InstructionFlow::Next
}

/// A player chooses a card type (CR 205.2a).
pub(super) fn card_type(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    among: CardTypes,
    into: Var,
) -> InstructionFlow {
    let options: Vec<CardTypes> = among.iter().collect();
    if frame.phase == 0 {
        let shape = Shape::ChooseOne(options.into_iter().map(Choice::CardType).collect());
        return ask_one(world, frame, who, into, Prompt::ChooseCardType(frame.subject()), shape);
    }
    let kind = options[place(&Returned::answer(world))];
    told(world, frame, who, ChosenValue::CardType(kind));
    frame.bindings.set(into, Value::CardType(kind));
    InstructionFlow::Next
}

/// A player chooses a subtype; of lands only the basic ones.
pub(super) fn subtype(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    (kind, other_than, except, among): (SubtypeWord, Option<Var>, &[Subtype], &[Subtype]),
    into: Var,
) -> InstructionFlow {
    let not = other_than.and_then(|var| frame.bindings.var(var)).cloned();
    let listed = |s: &Subtype| among.is_empty() || among.contains(s);
    let free = |s: &Subtype| listed(s) && !except.contains(s) && not != Some(Value::Subtype(*s));
    let all: Vec<Subtype> = match kind {
        SubtypeWord::Creature | SubtypeWord::Land => Subtype::all().filter(|s| s.kind() == kind.kind()).collect(),
        SubtypeWord::BasicLand => Subtype::BASIC_LANDS.to_vec(),
    };
    let options: Vec<Subtype> = all.into_iter().filter(free).collect();
    if frame.phase == 0 {
        let shape = Shape::ChooseOne(options.into_iter().map(Choice::Subtype).collect());
        let prompt = Prompt::ChooseSubtype(frame.subject());
        return ask_one(world, frame, who, into, prompt, shape);
    }
    let subtype = options[place(&Returned::answer(world))];
    told(world, frame, who, ChosenValue::Subtype(subtype));
    frame.bindings.set(into, Value::Subtype(subtype));
    InstructionFlow::Next
}

/// Those of the players for whom a condition holds.
pub(super) fn able_players(world: &mut impl EditGame, frame: &Frame, from: Who, only: &Condition) -> Vec<Seat> {
    let mut seats: Vec<Seat> = seats(world, frame, from).into_iter().collect();
    seats.retain(|s| {
        let mut bindings = frame.bindings.clone();
        bindings.it = Some(Referent::Player(*s));
        reading::holds(&Live::new(world), &bindings, only)
    });
    seats
}

/// A player, or chance, chooses one of the players for whom a condition holds.
pub(super) fn player(
    world: &mut impl EditGame,
    frame: &mut Frame,
    (who, from): (Who, Who),
    (only, random): (&Condition, bool),
    into: Var,
) -> InstructionFlow {
    let chosen = if frame.phase == 0 {
        let options = able_players(world, frame, from, only);
        if options.is_empty() {
            return frame.nothing(Some(into));
        }
        if random {
            let place = world.part_mut::<GameRng>().below(options.len() as u32);
            options[place as usize]
        } else {
            // The answer names a place: the options stay in the scratch, in their order.
            frame.scratch = options.iter().map(|s| Value::Number(i32::from(s.0))).collect();
            let shape = Shape::ChooseOne(options.iter().map(|s| Choice::Player(*s)).collect());
            let prompt = Prompt::ChoosePlayer(frame.subject());
            return ask_one(world, frame, who, into, prompt, shape);
        }
    } else {
        Seat(frame.kept_number(place(&Returned::answer(world))) as u8)
    };
    told(world, frame, who, ChosenValue::Player(chosen));
    frame.bindings.set(into, Value::Seats(SeatSet::only(chosen)));
    InstructionFlow::Next
}

/// Those of the players for whom a condition holds are stored.
pub(super) fn keep_players(
    world: &mut impl EditGame,
    frame: &mut Frame,
    from: Who,
    only: &Condition,
    into: Var,
) -> InstructionFlow {
    let kept: SeatSet = able_players(world, frame, from, only).into_iter().collect();
    if kept == SeatSet::NONE {
        return frame.nothing(Some(into));
    }
    frame.bindings.set(into, Value::Seats(kept));
    InstructionFlow::Next
}

/// A player chooses any number of the players for whom a condition holds.
pub(super) fn players(
    world: &mut impl EditGame,
    frame: &mut Frame,
    (who, from): (Who, Who),
    only: &Condition,
    into: Var,
) -> InstructionFlow {
    if frame.phase == 0 {
        let options = able_players(world, frame, from, only);
        if options.is_empty() {
            return frame.nothing(Some(into));
        }
        // The answer names places: the options stay in the scratch, in their order.
        frame.scratch = options.iter().map(|s| Value::Number(i32::from(s.0))).collect();
        let max = options.len() as u16;
        let options = options.iter().map(|s| Choice::Player(*s)).collect();
        let shape = Shape::ChooseSome { options, min: 0, max, rule: SetRule::default() };
        return ask_one(world, frame, who, into, Prompt::ChoosePlayer(frame.subject()), shape);
    }
    let Answer::Some(places) = Returned::answer(world) else { panic!("expected places") };
    let mut chosen = SeatSet::NONE;
    for place in places {
        let seat = Seat(frame.kept_number(usize::from(place)) as u8);
        told(world, frame, who, ChosenValue::Player(seat));
        chosen.insert(seat);
    }
    if chosen == SeatSet::NONE {
        return frame.nothing(Some(into));
    }
    frame.bindings.set(into, Value::Seats(chosen));
    InstructionFlow::Next
}

/// A player chooses a number (CR 107.1c).
pub(super) fn number(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    (min, max, random): (&Quantity, &Quantity, bool),
    into: Var,
) -> InstructionFlow {
    let n = if frame.phase == 0 {
        let min = amount(world, frame, min).min(LARGEST);
        let max = amount(world, frame, max).clamp(min, LARGEST);
        if !random {
            let prompt = Prompt::ChooseNumber(frame.subject());
            return ask_one(world, frame, who, into, prompt, Shape::Number { min, max });
        }
        min + roll_die(world, max.abs_diff(min) + 1) - 1
    } else {
        let Answer::Number(n) = Returned::answer(world) else { panic!("expected a number") };
        n
    };
    told(world, frame, who, ChosenValue::Number(n));
    frame.bindings.set(into, Value::Number(n));
    InstructionFlow::Next
}

/// CR 607.2d: what the object remembers as chosen for it.
pub(super) fn remember(world: &mut impl EditGame, frame: &mut Frame, var: Var) -> InstructionFlow {
    if let Some(value) = frame.bindings.var(var).cloned() {
        let by = reading::definition(&Live::new(world), &frame.bindings);
        events::remember_choice(world, frame.bindings.this, value, by);
    }
    InstructionFlow::Next
}
