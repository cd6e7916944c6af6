//! What something becomes besides what it is, what it can't do for a while, cards that may be played for a while.

use crate::cards::oracle::grammar::changes::becoming::{still, unstill};
use crate::cards::oracle::grammar::help::{hand, lasting, n, permit};
use crate::cards::oracle::grammar::quantities::letters::mods_with_x;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Mention, Referent, Rule, alternate, rule};

type Lasting = (Objects, Vec<Modification>, Duration);

fn affected(effect: &Instruction) -> Option<Lasting> {
    match effect {
        Instruction::Continuous(StaticEffect::Affect(what, mods), duration) => {
            Some((what.clone(), mods.clone(), duration.clone()))
        }
        _ => None,
    }
}

/// A land becomes a creature whose size is a number as it is then (CR 608.2h).
fn sized(
    context: &mut Context,
    what: Objects,
    form: Vec<Modification>,
    (duration, x): (Duration, Quantity),
) -> Option<Vec<Instruction>> {
    let size = context.variable()?;
    let mods = mods_with_x(still(form), &Quantity::Var(size))?;
    (x != Quantity::X).then(|| vec![Instruction::Set(size, x), lasting(what, mods, duration)])
}

fn is_sized(effects: &[Instruction]) -> Vec<(Objects, Vec<Modification>, Duration, Quantity)> {
    let [Instruction::Set(size, x), last] = effects else { return Vec::new() };
    let Some((what, mut mods, duration)) = affected(last) else { return Vec::new() };
    for change in &mut mods {
        if let Modification::SetPT(power, toughness) = change {
            for number in [power, toughness] {
                if *number == Quantity::Var(*size) {
                    *number = Quantity::X;
                }
            }
        }
    }
    unstill(&mods).map(|form| (what, form, duration, x.clone())).into_iter().collect()
}

fn idle() -> Vec<Modification> {
    vec![Modification::Rule(ObjectRule::CantAttack), Modification::Rule(ObjectRule::CantBlock)]
}

/// Of the cards that are exiled from the top of your library one may be played for a while.
fn one_to_play(context: &mut Context, count: Quantity, duration: Duration) -> Option<Vec<Instruction>> {
    let (exiled, into) = (context.variable()?, context.variable()?);
    let top = Objects::Top(count, Who::You);
    let gone = Instruction::Move { what: top, to: Destination::Exile, into: Some(exiled), linked: false, until: None };
    let choose = help::choose(Who::You, Objects::Var(exiled), (n(1), n(1)), into);
    let play = StaticEffect::Rule(permit(Objects::Var(into), false, None));
    Some(vec![gone, choose, Instruction::Continuous(play, duration)])
}

fn is_one_to_play(context: &Context, effects: &[Instruction]) -> Vec<(Quantity, Duration)> {
    let [Instruction::Move { what: Objects::Top(count, Who::You), .. }, _, Instruction::Continuous(_, duration)] =
        effects
    else {
        return Vec::new();
    };
    let same = one_to_play(&mut context.clone(), count.clone(), duration.clone()).as_deref() == Some(effects);
    if same { vec![(count.clone(), duration.clone())] } else { Vec::new() }
}

/// A hand is seen, and a card of it exiled until this leaves the battlefield.
fn locked_up(
    context: &mut Context,
    shown: Instruction,
    (who, cards): (Who, Filter),
    fewest: i32,
) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let choose = help::choose(Who::You, Objects::In(ZoneOf::Hand(who), cards), (n(fewest), n(1)), into);
    let until = Some(TriggerEvent::Leaves(Filter::Is(Obj::This)));
    let what = Objects::Var(into);
    let gone = Instruction::Move { what, to: Destination::Exile, into: context.variable(), linked: false, until };
    (help::another_player(who) && !context.face.is_spell()).then(|| vec![shown, choose, gone])
}

fn chosen(context: &mut Context, who: Who, cards: Filter) -> Option<Vec<Instruction>> {
    locked_up(context, Instruction::Reveal(hand(who)), (who, cards), 1)
}

fn offered(context: &mut Context, who: Who, cards: Filter) -> Option<Vec<Instruction>> {
    locked_up(context, Instruction::Look(Who::You, hand(who)), (who, cards), 0)
}

fn is_locked_up(
    context: &Context,
    effects: &[Instruction],
    made: fn(&mut Context, Who, Filter) -> Option<Vec<Instruction>>,
) -> Vec<(Who, Filter, Obj)> {
    let [_, Instruction::Choose { from: Objects::In(ZoneOf::Hand(who), cards), .. }, _] = effects else {
        return Vec::new();
    };
    let same = made(&mut context.clone(), *who, cards.clone()).as_deref() == Some(effects);
    if same { vec![(*who, cards.clone(), Obj::This)] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Mod: "1: becomes a {form.s} in addition to its other types" (form: Form) => |_, form| Some(still(form)), |_, m: &_| unstill(m).map(|form| (form,)).into_iter().collect();
        "becomes a 3/3 Elf creature in addition to its other types"),
    rule!(Said: "{what.s} becomes a {form.s} in addition to its other types" (what: SubjObjs, form: Form) => |_, what, form| Some(vec![lasting(what, still(form), Duration::Forever)]),
        |_, e: &_| match e.as_slice() {
            [one] => affected(one).filter(|(.., d)| *d == Duration::Forever).and_then(|(what, m, _)| Some((what, unstill(&m)?))).into_iter().collect(),
            _ => Vec::new(),
        }; "target artifact becomes a 3/3 Elf creature in addition to its other types"),
    rule!(Plain: "{what.s} becomes a {form.s} {dur} , where X is {x} . it's still a land ." (what: SubjObjs, form: Form, dur: Dur, x: Value_) => |c, what, form, dur, x| sized(c, what, form, (dur, x)),
        |_, e: &_| is_sized(e); "target land becomes an X/X Elemental creature until end of turn, where X is the number of creatures you control. It's still a land."),
    rule!(Pred: "can't attack or block this turn" (what: Subject) => |_, what| Some(lasting(what, idle(), Duration::EndOfTurn)),
        |_, e: &_| affected(e).filter(|(_, m, d)| *m == idle() && *d == Duration::EndOfTurn).map(|(what, ..)| (what,)).into_iter().collect(); ""),
    rule!(Pred: "can't attack or block {dur}" (what: Subject, dur: Dur) => |_, what, dur| (dur != Duration::EndOfTurn).then(|| lasting(what, idle(), dur)),
        |_, e: &_| affected(e).filter(|(_, m, d)| *m == idle() && *d != Duration::EndOfTurn).map(|(what, _, d)| (what, d)).into_iter().collect(); ""),
    // ---- cards that are exiled
    rule!(Plain: "exile the top {count} cards of your library . choose one of them . {dur} , you may play that card ." (count: Count, dur: Dur) => |c, count, dur| one_to_play(c, count, dur),
        |c, e: &_| is_one_to_play(c, e).into_iter().filter(|(count, _)| *count != Quantity::EventAmount).collect();
        "exile the top two cards of your library. Choose one of them. Until the end of your next turn, you may play that card."),
    alternate!(Plain: "exile the top {count} cards of your library . choose one of them . you may play that card this turn ." (count: Count) => |c, count| one_to_play(c, count, Duration::EndOfTurn);
        "exile the top two cards of your library. Choose one of them. You may play that card this turn."),
    alternate!(Plain: "exile the top {count} cards of your library , then choose one of them . you may play that card this turn ." (count: Count) => |c, count| one_to_play(c, count, Duration::EndOfTurn);
        "exile the top two cards of your library, then choose one of them. You may play that card this turn."),
    rule!(Plain: "exile that many cards from the top of your library . choose one of them . {dur} , you may play that card ." (dur: Dur) => |c, dur| c.event.then(|| one_to_play(c, Quantity::EventAmount, dur))?,
        |c, e: &_| is_one_to_play(c, e).into_iter().filter(|(count, _)| *count == Quantity::EventAmount).map(|(_, dur)| (dur,)).collect(); ""),
    rule!(Plain: "{who.s} reveals their hand . you choose a {cards.s} from it . exile that card until {this} leaves the battlefield ." (who: Other, cards: CardNoun, this: Self_)
        => |c, who, cards, _| chosen(c, who, cards), |c, e: &_| is_locked_up(c, e, chosen); ""),
    alternate!(Plain: "{who.s} reveals their hand and you choose a {cards.s} from it . exile that card until {this} leaves the battlefield ." (who: Other, cards: CardNoun, this: Self_)
        => |c, who, cards, _| chosen(c, who, cards); ""),
    rule!(Plain: "look at {whose} hand . you may exile a {cards.s} from it until {this} leaves the battlefield ." (whose: Whose, cards: CardNoun, this: Self_)
        => |c, whose, cards, _| offered(c, whose, cards), |c, e: &_| is_locked_up(c, e, offered); ""),
    alternate!(Said: "you may cast {what} until the end of your next turn" (what: Objs) => |c, what| {
            // Of what was face down as it died it isn't known what it is said to be.
            let died = |m: &Mention| matches!(&m.what, Referent::Objects(Objects::The(Obj::Event))) && m.moved.map(Objects::Var).as_ref() == Some(&what);
            if c.mentioned().any(died) {
                return None;
            }
            let next = Duration::UntilEndOfNextTurnOf(Who::You);
            Some(vec![Instruction::Continuous(StaticEffect::Rule(permit(what, true, None)), next)])
        }; ""),
];
