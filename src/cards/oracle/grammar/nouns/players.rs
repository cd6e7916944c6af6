//! Players.

use crate::cards::oracle::grammar::nouns::targets::{is_wanted_player, mixed, mixed_other, player, wanted_mixed};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

fn said(context: &mut Context, who: Who, plural: bool) -> Option<Who> {
    context.mention(Referent::Player(who), Sort::PLAYER, plural);
    Some(who)
}

/// The player who was mentioned last.
pub(in crate::cards::oracle::grammar) fn that_player(context: &Context) -> Option<Who> {
    match context.that(Sort::PLAYER, false)?.what {
        Referent::Player(who) => Some(who),
        _ => None,
    }
}

/// Whose something is after "their": of the one who acts, if that is another player, else of the player mentioned last.
pub(in crate::cards::oracle::grammar) fn their(context: &Context) -> Option<Who> {
    match context.doer {
        Who::You => that_player(context),
        who => help::one_player(who).then_some(who),
    }
}

fn is(found: Option<Who>, who: Who) -> Vec<()> {
    if found == Some(who) { vec![()] } else { Vec::new() }
}

/// Each of several players, of whom what follows is about one at a time.
fn each(context: &mut Context, who: Who) -> Option<Recipients> {
    context.mention(Referent::Player(Who::It), Sort::PLAYER, false);
    Some(Recipients::Players(who))
}

/// What damage is dealt to, if it is a player.
pub(in crate::cards::oracle::grammar) fn hit(who: Who) -> Recipients {
    match who {
        Who::Target(n) => Recipients::Targets(n),
        who => Recipients::Players(who),
    }
}

/// The target that is a player or a planeswalker.
fn either(context: &Context) -> Option<u8> {
    context.mentions.iter().rev().find_map(|m| if let Referent::Any(n) = m.what { Some(n) } else { None })
}

/// Players that are targets together.
fn players(min: Quantity, max: Quantity) -> TargetDef {
    TargetDef { min, max, ..TargetDef::new(TargetKind::Player(Who::EachPlayer)) }
}

fn any_players() -> TargetDef {
    players(Quantity::N(0), Quantity::Players(Who::EachPlayer))
}

/// Each of them does it: none of them is "that player".
fn several(context: &mut Context, def: TargetDef) -> Option<Who> {
    context.target(def).map(Who::Target)
}

fn wanted_players(context: &Context, who: Who) -> Option<&TargetDef> {
    let Who::Target(number) = who else { return None };
    (usize::from(number) == context.targets.len()).then(|| context.wanted.get(usize::from(number)))?
}

fn is_several(context: &Context, who: Who, def: &TargetDef) -> Vec<()> {
    if wanted_players(context, who) == Some(def) { vec![()] } else { Vec::new() }
}

/// How many of them there are, if that is what is to be said.
fn wanted_count(context: &Context, who: Who, min: Option<i32>) -> Vec<(Quantity,)> {
    let Some(def) = wanted_players(context, who) else { return Vec::new() };
    let least = min.map_or_else(|| def.max.clone(), Quantity::N);
    let fits = def.max != Quantity::N(1) && *def == players(least, def.max.clone());
    if fits { vec![(def.max.clone(),)] } else { Vec::new() }
}

macro_rules! fixed {
    ($cat:ident: $words:literal, $who:expr, $plural:literal) => {
        rule!($cat: $words () => |c| said(c, $who, $plural), |_, who| is(Some($who), who); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Other: "1: target player" () => |c| player(c, Who::EachPlayer), |c, who| if is_wanted_player(c, who, Who::EachPlayer) { vec![()] } else { Vec::new() }; ""),
    rule!(Other: "1: target opponent" () => |c| player(c, Who::EachOpponent), |c, who| if is_wanted_player(c, who, Who::EachOpponent) { vec![()] } else { Vec::new() }; ""),
    fixed!(Other: "1: each player", Who::EachPlayer, true),
    fixed!(Other: "1: each opponent", Who::EachOpponent, true),
    fixed!(Other: "1: defending player", Who::Defending, false),
    rule!(Other: "1: that player" () => |c| { let who = that_player(c)?; said(c, who, false) }, |c, who| is(that_player(c), who); ""),
    rule!(Other: "1: {obj} controller" (obj: Poss) => |c, obj| (obj != Obj::This).then(|| said(c, Who::ControllerOf(obj), false))?,
        |_, who| match who { Who::ControllerOf(obj) => vec![(obj,)], _ => Vec::new() }; ""),
    rule!(Other: "1: {obj} owner" (obj: Poss) => |c, obj| said(c, Who::OwnerOf(obj), false),
        |_, who| match who { Who::OwnerOf(obj) => vec![(obj,)], _ => Vec::new() }; ""),
    rule!(Other: "2: they" () => |c| { let who = that_player(c)?; said(c, who, false) }, |c, who| is(that_player(c), who); ""),
    alternate!(Other: "1: that player or that permanent 's controller" () => |c| either(c).map(Who::TargetOrController); ""),
    rule!(SubjPlayer: "2: any number of target players each" () => |c| several(c, any_players()), |c, who| is_several(c, who, &any_players()); ""),
    rule!(SubjPlayer: "2: {count} target players each" (count: Count) => |c, count| several(c, players(count.clone(), count)),
        |c, who| wanted_count(c, who, None); ""),
    rule!(SubjPlayer: "2: up to {count} target players each" (count: Count) => |c, count| several(c, players(Quantity::N(0), count)),
        |c, who| wanted_count(c, who, Some(0)); ""),
    rule!(SubjPlayer: "2: you" () <=> {Who::You}; "you"),
    rule!(SubjPlayer: "{other#}" (other: Other) <=> {other}; "each player"),
    rule!(Player: "you" () <=> {Who::You}; "you"),
    rule!(Player: "{other.s}" (other: Other) <=> {other}; "each player"),
    // ---- whose
    rule!(Whose: "your" () <=> {Who::You}; "your"),
    rule!(Whose: "their" () => |c| their(c), |c, who| is(their(c), who); ""),
    rule!(Whose: "target player 's" () => |c| player(c, Who::EachPlayer), |c, who| if is_wanted_player(c, who, Who::EachPlayer) { vec![()] } else { Vec::new() }; ""),
    rule!(Whose: "target opponent 's" () => |c| player(c, Who::EachOpponent), |c, who| if is_wanted_player(c, who, Who::EachOpponent) { vec![()] } else { Vec::new() }; ""),
    rule!(Whose: "that player 's" () => |c| that_player(c), |c, who| is(that_player(c), who); ""),
    // ---- what damage is dealt to
    rule!(Recip: "any target" () => |c| mixed(c, TargetKind::AnyTarget, 1, 1),
        |c, to: &_| match wanted_mixed(c, to) { Some(d) if d.what == TargetKind::AnyTarget && d.min == Quantity::N(1) && d.max == Quantity::N(1) && d.other_than.is_empty() => vec![()], _ => Vec::new() }; ""),
    rule!(Recip: "any other target" () => |c| mixed_other(c),
        |c, to: &_| match wanted_mixed(c, to) { Some(d) if d.what == TargetKind::AnyTarget && d.min == Quantity::N(1) && d.max == Quantity::N(1) && !d.other_than.is_empty() => vec![()], _ => Vec::new() }; ""),
    rule!(Recip: "target {aim.s}" (aim: MixedAim) => |c, aim| mixed(c, aim, 1, 1),
        |c, to: &_| match wanted_mixed(c, to) { Some(d) if d.min == Quantity::N(1) && d.max == Quantity::N(1) => vec![(d.what,)], _ => Vec::new() }; "target player or planeswalker"),
    rule!(Recip: "{player}" (player: Player) => |_, player| Some(match player {
            Who::Target(n) => Recipients::Targets(n),
            who => Recipients::Players(who),
        }),
        |_, to| match to { Recipients::Players(who) => vec![(who,)], Recipients::Targets(n) => vec![(Who::Target(n),)], _ => Vec::new() }; "each opponent"),
    rule!(Recip: "{objs}" (objs: Objs) => |_, objs: Objects| Some(objs.into()),
        |_, to: Recipients| to.into_objects().into_iter().map(|objs| (objs,)).collect(); "each creature"),
    rule!(RecipAnd: "{a} and {b}" (a: Recip, b: Recip) => |_, a, b| Some(Recipients::Union(vec![a, b])),
        |_, to| match to { Recipients::Union(list) => match list.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() };
        "each creature and each player"),
    rule!(RecipAnd: "{player} and each {noun.s} they control" (player: Player, noun: Noun) => |_, player, noun| {
            let group = Recipients::Objects(Objects::All(help::with(noun, Filter::Controlled(player))));
            (player != Who::You).then(|| Recipients::Union(vec![hit(player), group]))
        },
        |_, to| match to {
            Recipients::Union(list) => match list.as_slice() {
                [first, Recipients::Objects(Objects::All(filter))] => match first {
                    Recipients::Players(who) => Some(*who),
                    Recipients::Targets(n) => Some(Who::Target(*n)),
                    _ => None,
                }.and_then(|who| Some((who, help::without(filter, &Filter::Controlled(who))?))).into_iter().collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "each opponent and each creature they control"),
    rule!(ToEach: "each player" () => |c| each(c, Who::EachPlayer), |_, to: &_| if *to == Recipients::Players(Who::EachPlayer) { vec![()] } else { Vec::new() }; "each player"),
    rule!(ToEach: "each opponent" () => |c| each(c, Who::EachOpponent), |_, to: &_| if *to == Recipients::Players(Who::EachOpponent) { vec![()] } else { Vec::new() }; "each opponent"),
    rule!(Recip: "that player or planeswalker" () => |c| either(c).map(Recipients::Targets), |c, to| match to { Recipients::Targets(n) if either(c) == Some(n) => vec![()], _ => Vec::new() }; ""),
    rule!(Other: "1: that player or that planeswalker 's controller" () => |c| either(c).map(Who::TargetOrController),
        |c, who| is(either(c).map(Who::TargetOrController), who); ""),
    rule!(RecipAnd: "{one}" (one: Recip) <=> {one}; "each creature"),
];
