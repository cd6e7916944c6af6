//! Who protects a battle, what attacks one, targets that may be battles, and what has a type on the battlefield only.

use crate::cards::oracle::grammar::help::{one, other, with, without};
use crate::cards::oracle::grammar::nouns::players::{hit, that_player};
use crate::cards::oracle::grammar::nouns::targets::{mixed, player_or, wanted_mixed};
use crate::cards::oracle::grammar::statics::{ability, affect};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

const BATTLE: Filter = Filter::Type(CardTypes::BATTLE);
const PLANESWALKER: Filter = Filter::Type(CardTypes::PLANESWALKER);
const PLANESWALKER_OR_BATTLE: Filter = Filter::Type(CardTypes::PLANESWALKER.union(CardTypes::BATTLE));

fn attacking() -> Filter {
    Filter::AttackingWhat(Box::new(BATTLE))
}

fn it(context: &Context) -> Option<Obj> {
    one(&context.now(context.it(true)?)?)
}

fn protected(obj: Obj) -> Condition {
    Condition::Is(obj, Filter::Protected(Who::EachOpponent))
}

/// The planeswalkers of a player, and the battles that the player protects.
fn defended(who: Who) -> TargetKind {
    let planeswalker = with(PLANESWALKER, Filter::Controlled(who));
    TargetKind::Permanent(Filter::Or(vec![planeswalker, with(BATTLE, Filter::Protected(who))]))
}

/// Any target but the object itself (CR 115.4).
fn any_other() -> TargetKind {
    let kinds = CardTypes::CREATURE.union(CardTypes::PLANESWALKER).union(CardTypes::BATTLE);
    player_or(Who::EachPlayer, with(Filter::Type(kinds), other()))
}

/// A battle, but not the object itself, or an opponent.
fn another_battle_or_opponent() -> TargetKind {
    player_or(Who::EachOpponent, with(BATTLE, other()))
}

/// Whether "other" means other than the object itself: that deals the damage and could be a target, and there is no target yet.
fn is_other(context: &Context) -> bool {
    let kinds = CardTypes::CREATURE.union(CardTypes::PLANESWALKER).union(CardTypes::BATTLE);
    let itself = context.subject.as_deref().and_then(one) == Some(Obj::This);
    itself && context.targets.is_empty() && context.face.grantee.is_none() && context.face.types.intersects(kinds)
}

/// One target besides the object itself.
fn another(context: &mut Context, what: TargetKind) -> Option<Recipients> {
    is_other(context).then(|| mixed(context, what, 1, 1))?
}

/// Whether one such target is to be said.
fn is_another(context: &Context, to: &Recipients, what: &TargetKind) -> Vec<()> {
    let fits = |d: &TargetDef| d.what == *what && d.min == Quantity::N(1) && d.max == Quantity::N(1);
    if is_other(context) && wanted_mixed(context, to).as_ref().is_some_and(fits) { vec![()] } else { Vec::new() }
}

/// Players, and what each of them protects.
fn with_protected(player: Who, noun: Filter) -> Recipients {
    let group = Recipients::Objects(Objects::All(with(noun, Filter::Protected(player))));
    Recipients::Union(vec![hit(player), group])
}

/// It is something more as long as it is on the battlefield.
fn there(mods: Vec<Modification>) -> AbilityDef {
    let here = Condition::Is(Obj::This, Filter::Zone(ZoneKind::Battlefield));
    ability(affect(Objects::The(Obj::This), mods), here)
}

fn is_there(def: &AbilityDef) -> Vec<(Obj, Vec<Modification>)> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(_, mods), .. }) if *def == there(mods.clone()) => {
            vec![(Obj::This, mods.clone())]
        }
        _ => Vec::new(),
    }
}

macro_rules! mixed_aim {
    ($words:literal, $what:expr) => {
        rule!(MixedAim: $words () => |_| Some($what), |_, k: &_| if *k == $what { vec![()] } else { Vec::new() }; $words)
    };
}

pub(super) const RULES: &[Rule] = &[
    mixed_aim!("player or battle", player_or(Who::EachPlayer, BATTLE)),
    mixed_aim!("opponent or battle", player_or(Who::EachOpponent, BATTLE)),
    rule!(MixedAim: "opponent , battle , or planeswalker" () => |_| Some(player_or(Who::EachOpponent, PLANESWALKER_OR_BATTLE)),
        |_, k: &_| if *k == player_or(Who::EachOpponent, PLANESWALKER_OR_BATTLE) { vec![()] } else { Vec::new() }; "opponent, battle, or planeswalker"),
    rule!(Recip: "any other target" () => |c| another(c, any_other()), |c, to: &_| is_another(c, to, &any_other()); ""),
    rule!(Recip: "another target battle or opponent" () => |c| another(c, another_battle_or_opponent()),
        |c, to: &_| is_another(c, to, &another_battle_or_opponent()); ""),
    alternate!(Recip: "them" () => |c| c.them().is_none().then(|| that_player(c).map(hit))?; ""),
    rule!(Aim: "planeswalker that player controls or battle that player protects" () => |c| that_player(c).map(defended),
        |c, k: &_| if that_player(c).is_some_and(|who| *k == defended(who)) { vec![()] } else { Vec::new() }; ""),
    rule!(RecipAnd: "{player} and each {noun.s} they protect" (player: Player, noun: Noun) => |_, player, noun| {
            (player == Who::EachOpponent).then(|| with_protected(player, noun))
        },
        |_, to| match to {
            Recipients::Union(list) => match list.as_slice() {
                [Recipients::Players(who), Recipients::Objects(Objects::All(filter))] => {
                    without(filter, &Filter::Protected(*who)).map(|noun| (*who, noun)).into_iter().collect()
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "each opponent and each battle they protect"),
    rule!(Post: "attacking a battle" () => |_| Some(attacking()), |_, f: &_| if *f == attacking() { vec![()] } else { Vec::new() }; "attacking a battle"),
    rule!(Cond: "a opponent protects it" () => |c| it(c).map(protected), |c, cond: &_| if it(c).map(protected).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
    rule!(Static: "as long as {this} is on the battlefield , it's {add.s} in addition to its other types ." (this: Self_, add: Addition)
        => |_, _, add| Some(there(add)), |_, d: &_| is_there(d); "as long as this creature is on the battlefield, it's a land in addition to its other types."),
];
