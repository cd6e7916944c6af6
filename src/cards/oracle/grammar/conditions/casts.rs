//! What conditions ask of graveyards, of how a spell was cast, of equipment and of attacks.

use crate::cards::oracle::grammar::conditions::boards::buried;
use crate::cards::oracle::grammar::help::{with, without};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

fn is_there(cond: &Condition) -> Vec<(Filter,)> {
    match cond {
        Condition::Exists(Objects::In(ZoneOf::Graveyard(Who::You), cards)) => vec![(cards.clone(),)],
        _ => Vec::new(),
    }
}

/// CR 301.5: an Equipment is attached to it.
fn equipped() -> Filter {
    Filter::HasAttached(Box::new(Subtype::named("Equipment").map_or(Filter::Any, Filter::Subtype)))
}

/// An Equipment calls what it is attached to so.
fn may_be_equipped(context: &Context) -> bool {
    !context.face.is("Equipment")
}

/// You cast it from your hand, where "it" is the card itself.
fn from_hand(context: &Context) -> Option<Condition> {
    let itself = help::it(context).is_none_or(|obj| obj == Obj::This) && !context.face.is_spell();
    itself.then_some(Condition::Cast(Some(ZoneKind::Hand)))
}

/// It was cast, which a copy wasn't (CR 707.10), and not from your hand.
fn from_elsewhere() -> Condition {
    let elsewhere = Condition::Not(Box::new(Condition::Cast(Some(ZoneKind::Hand))));
    Condition::And(vec![Condition::Is(Obj::This, Filter::WasCast), elsewhere])
}

fn was_cast(obj: Obj) -> Condition {
    Condition::Is(obj, Filter::WasCast)
}

/// CR 505.1: it was cast in a main phase of its player's turn. Nothing that was cast in one resolves in another.
fn in_main_phase() -> Condition {
    Condition::And(vec![Condition::Cast(None), Condition::TurnOf(Who::You), Condition::MainPhase])
}

/// What you attack with has that power together.
fn together(power: Quantity) -> Condition {
    let own = with(Filter::Attacking, Filter::Controlled(Who::You));
    Condition::Compare(Quantity::TotalPower(Box::new(Objects::All(own))), Cmp::Ge, power)
}

fn is_together(cond: &Condition) -> Option<Quantity> {
    match cond {
        Condition::Compare(_, Cmp::Ge, power) if *cond == together(power.clone()) => Some(power.clone()),
        _ => None,
    }
}

/// How many mana values there are among the cards of your graveyard.
fn mana_values() -> Quantity {
    Quantity::Differing(Measure::ManaValue, Box::new(Objects::In(ZoneOf::Graveyard(Who::You), Filter::Any)))
}

/// You have cast no such spell from your hand this turn.
fn none_from_hand(spells: Filter) -> Condition {
    let from_hand = with(with(spells, Filter::CastFrom(ZoneKind::Hand)), Filter::Owned(Who::You));
    let own = with(from_hand, Filter::Controlled(Who::You));
    Condition::Not(Box::new(Condition::Exists(Objects::ThisTurn(Deed::Cast, Box::new(own)))))
}

fn is_none_from_hand(cond: &Condition) -> Vec<(Filter,)> {
    let Condition::Not(inner) = cond else { return Vec::new() };
    let Condition::Exists(Objects::ThisTurn(Deed::Cast, own)) = &**inner else { return Vec::new() };
    let own_hand = without(own, &Filter::Controlled(Who::You)).and_then(|f| without(&f, &Filter::Owned(Who::You)));
    let spells = own_hand.and_then(|f| without(&f, &Filter::CastFrom(ZoneKind::Hand)));
    spells.filter(|spells| none_from_hand(spells.clone()) == *cond).map(|spells| (spells,)).into_iter().collect()
}

/// What is attached to the creature that was mentioned.
fn attached(context: &Context) -> Option<Filter> {
    match &context.that(Sort::CREATURE, false)?.what {
        Referent::Objects(objects) => Some(Filter::AttachedTo(Box::new(Filter::Is(help::one(objects)?)))),
        _ => None,
    }
}

macro_rules! cast_from {
    ($words:literal, $condition:expr) => {
        rule!(Cond: $words () => |c| { nouns::references::this(c); c.face.is_spell().then_some($condition) },
            |c, cond: &_| if c.face.is_spell() && *cond == $condition { vec![()] } else { Vec::new() }; "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Cond: "there is a {cards.s} in your graveyard" (cards: CardNoun) => |_, cards| Some(buried(cards)), |_, c: &_| is_there(c);
        "there is a Goblin card in your graveyard"),
    alternate!(Cond: "there's a {cards.s} in your graveyard" (cards: CardNoun) => |_, cards| Some(buried(cards)); "there's a Goblin card in your graveyard"),
    rule!(Adj: "equipped" () => |c| may_be_equipped(c).then(equipped), |c, f: &_| if may_be_equipped(c) && *f == equipped() { vec![()] } else { Vec::new() }; "equipped"),
    rule!(Post: "attached to that creature" () => |c| attached(c), |c, f: &_| if attached(c).as_ref() == Some(f) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "there are {count} or more mana values among cards in your graveyard" (count: Count) => |_, count| Some(Condition::Compare(mana_values(), Cmp::Ge, count)),
        |_, c| match c { Condition::Compare(of, Cmp::Ge, count) if of == mana_values() => vec![(count,)], _ => Vec::new() }; "there are five or more mana values among cards in your graveyard"),
    rule!(Cond: "you haven't cast a {spells.s} from your hand this turn" (spells: SpellNoun) => |_, spells| Some(none_from_hand(spells)), |_, c: &_| is_none_from_hand(c);
        "you haven't cast a creature spell from your hand this turn"),
    // ---- how it was cast
    rule!(Cond: "you cast it from your hand" () => |c| from_hand(c), |c, cond: &_| if from_hand(c).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
    alternate!(Cond: "it was cast from your hand" () => |c| from_hand(c); ""),
    rule!(Cond: "it was cast" () => |c| help::it(c).map(was_cast), |c, cond: &_| if help::it(c).map(was_cast).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
    cast_from!("this spell was cast from a graveyard", Condition::Cast(Some(ZoneKind::Graveyard))),
    cast_from!("this spell was cast from exile", Condition::Cast(Some(ZoneKind::Exile))),
    cast_from!("this spell was cast from your hand", Condition::Cast(Some(ZoneKind::Hand))),
    cast_from!("this spell was cast from anywhere other than your hand", from_elsewhere()),
    cast_from!("you cast this spell during your main phase", in_main_phase()),
    // ---- what it attacks with: asked as the creatures are declared, and not again
    rule!(Trigger: "{when} , if you attacked with creatures with total power {n} or greater this combat , {effects}" (when: When, n: Amount, effects: Begun)
        => |c, when, n, effects| {
            let attacks = matches!(when, TriggerEvent::Attacks(_));
            let def = lines::whole(c, when, Condition::Always, effects)?;
            attacks.then(|| TriggeredDef { provided: together(n), ..def })
        },
        |_, d: &_| match is_together(&d.provided) {
            Some(n) => {
                let plain = TriggeredDef { provided: Condition::Always, ..d.clone() };
                if lines::simple(&plain) { vec![(plain.when, n, plain.effects)] } else { Vec::new() }
            }
            None => Vec::new(),
        }; ""),
];
