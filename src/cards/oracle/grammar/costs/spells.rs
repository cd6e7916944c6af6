//! Spells that cost less or more, by what they are, what they target, and from where they are cast (CR 601.2f).

use crate::cards::oracle::grammar::help::{generic, mana, n, not, with, without};
use crate::cards::oracle::grammar::statics::{ability, game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

fn less(spells: Filter, by: Quantity) -> AbilityDef {
    game_rule(GameRule::CostsLess(Who::You, spells, by))
}

fn is_less(def: &AbilityDef) -> Option<(Filter, Quantity)> {
    match is_rule(def) {
        Some(GameRule::CostsLess(Who::You, spells, by)) if spells != Filter::Is(Obj::This) => Some((spells, by)),
        _ => None,
    }
}

fn x() -> ManaCost {
    ManaCost([ManaSymbol::X].into_iter().collect())
}

fn is_x(mana: &ManaCost) -> bool {
    *mana == x()
}

fn opponents_pay(spells: Filter, more: ManaCost, only_if: Condition) -> AbilityDef {
    let rule = GameRule::CostsMore(Who::EachOpponent, spells, Cost(vec![CostPart::Mana(more)]));
    ability(StaticEffect::Rule(rule), only_if)
}

fn is_opponents_pay(def: &AbilityDef, only_if: &Condition) -> Option<(Filter, ManaCost)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(rule), .. }) = def else { return None };
    let GameRule::CostsMore(Who::EachOpponent, spells, Cost(list)) = rule else { return None };
    let [CostPart::Mana(more)] = list.as_slice() else { return None };
    (*def == opponents_pay(spells.clone(), more.clone(), only_if.clone())).then(|| (spells.clone(), more.clone()))
}

/// What is yours of them can't be countered.
pub(in crate::cards::oracle::grammar) fn firm(spells: Filter) -> AbilityDef {
    let mine = with(with(spells, Filter::Controlled(Who::You)), Filter::Spell);
    let rule = vec![Modification::Rule(ObjectRule::CantBeCountered)];
    ability(statics::affect(Objects::In(ZoneOf::Stack, mine), rule), Condition::Always)
}

/// Those that have such a target.
fn aimed(spells: Filter, at: Filter) -> Filter {
    with(spells, Filter::Targets(Box::new(at)))
}

/// From your own graveyard.
fn buried(spells: Filter) -> Filter {
    with(with(spells, Filter::CastFrom(ZoneKind::Graveyard)), Filter::Owned(Who::You))
}

fn is_buried(filter: &Filter) -> Option<Filter> {
    without(&without(filter, &Filter::Owned(Who::You))?, &Filter::CastFrom(ZoneKind::Graveyard))
}

/// From elsewhere than your own hand.
pub(in crate::cards::oracle::grammar) fn elsewhere() -> Filter {
    not(Filter::And(vec![Filter::CastFrom(ZoneKind::Hand), Filter::Owned(Who::You)]))
}

fn from(zone: ZoneKind) -> Filter {
    Filter::CastFrom(zone)
}

/// As long as it is so.
fn while_so(spells: Filter, by: &ManaCost, so: Condition) -> Option<AbilityDef> {
    Some(ability(StaticEffect::Rule(GameRule::CostsLess(Who::You, spells, n(generic(by)?))), so))
}

fn by_mana((spells, by): (Filter, Quantity)) -> Option<(Filter, ManaCost)> {
    match by {
        Quantity::N(by) => Some((spells, mana(by)?)),
        _ => None,
    }
}

fn your_turn(now: bool) -> Condition {
    let yours = Condition::TurnOf(Who::You);
    if now { yours } else { Condition::Not(Box::new(yours)) }
}

pub(super) const RULES: &[Rule] = &[
    // ---- by a number
    rule!(Static: "{spells.p} you cast cost {by} less to cast , where X is {v} ." (spells: SpellNoun, by: Mana, v: Value_) => |_, spells, by, v| is_x(&by).then(|| less(spells, v)),
        |_, d: &_| is_less(d).filter(|(_, by)| !matches!(by, Quantity::N(_))).map(|(spells, v)| (spells, x(), v)).into_iter().collect();
        "creature spells you cast cost {X} less to cast, where X is the number of artifacts you control."),
    alternate!(Static: "{spells.p} you cast {post} cost {by} less to cast , where X is {v} ." (spells: SpellNoun, post: CardPost, by: Mana, v: Value_) => |_, spells, post, by, v| is_x(&by).then(|| less(with(spells, post), v));
        "creature spells you cast with mana value 4 or greater cost {X} less to cast, where X is the number of artifacts you control."),
    // ---- by what they are
    alternate!(Static: "{spells.p} you cast {post} cost {by} less to cast ." (spells: SpellNoun, post: CardPost, by: Mana) => |_, spells, post, by| Some(less(with(spells, post), n(generic(&by)?)));
        "creature spells you cast with power 4 or greater cost {1} less to cast."),
    alternate!(Static: "{spells.p} your opponents cast {post} cost {more} more to cast ." (spells: SpellNoun, post: CardPost, more: Mana)
        => |_, spells, post, more| Some(opponents_pay(with(spells, post), more, Condition::Always)); "noncreature spells your opponents cast with mana value 4 or greater cost {2} more to cast."),
    // ---- by what they target: only of spells, since activated abilities of permanents have targets, and not these
    alternate!(Static: "{spells.p} you cast that target a {noun.s} cost {by} less to cast ." (spells: SpellNoun, noun: Noun, by: Mana) => |_, spells, noun, by| Some(less(aimed(spells, noun), n(generic(&by)?)));
        "spells you cast that target a creature you control cost {1} less to cast."),
    alternate!(Static: "{spells.p} you cast that target {this} cost {by} less to cast ." (spells: SpellNoun, this: Self_, by: Mana) => |_, spells, this, by| Some(less(aimed(spells, Filter::Is(this)), n(generic(&by)?)));
        "spells you cast that target this creature cost {1} less to cast."),
    alternate!(Static: "{spells.p} that target {this} cost {by} less to cast ." (spells: SpellNoun, this: Self_, by: Mana) => |_, spells, this, by| Some(game_rule(GameRule::CostsLess(Who::EachPlayer, aimed(spells, Filter::Is(this)), n(generic(&by)?))));
        "spells that target this creature cost {1} less to cast."),
    alternate!(Static: "{spells.p} your opponents cast that target a {noun.s} cost {more} more to cast ." (spells: SpellNoun, noun: Noun, more: Mana) => |_, spells, noun, more| Some(opponents_pay(aimed(spells, noun), more, Condition::Always));
        "spells your opponents cast that target a creature you control cost {2} more to cast."),
    alternate!(Static: "{spells.p} you control {post} can't be countered ." (spells: SpellNoun, post: CardPost) => |c, spells, post| c.targets.is_empty().then(|| firm(with(spells, post))); "creature spells you control with power 5 or greater can't be countered."),
    // ---- two sorts
    rule!(Static: "you may cast {a.p} and {b.p} as though they had flash ." (a: SpellNoun, b: SpellNoun) => |_, a, b| Some(game_rule(GameRule::Flash(Who::You, Filter::Or(vec![a, b])))),
        |_, d: &_| match is_rule(d) { Some(GameRule::Flash(Who::You, Filter::Or(both))) => match both.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() };
        "you may cast legendary spells and artifact spells as though they had flash."),
    // ---- by where they are cast from
    rule!(Static: "{spells.p} you cast from your graveyard cost {by} less to cast ." (spells: SpellNoun, by: Mana) => |_, spells, by| Some(less(buried(spells), n(generic(&by)?))),
        |_, d: &_| is_less(d).and_then(by_mana).and_then(|(f, by)| Some((is_buried(&f)?, by))).into_iter().collect(); "spells you cast from your graveyard cost {1} less to cast."),
    rule!(Static: "{spells.p} you cast from exile cost {by} less to cast ." (spells: SpellNoun, by: Mana) => |_, spells, by| Some(less(with(spells, from(ZoneKind::Exile)), n(generic(&by)?))),
        |_, d: &_| is_less(d).and_then(by_mana).and_then(|(f, by)| Some((without(&f, &from(ZoneKind::Exile))?, by))).into_iter().collect(); "spells you cast from exile cost {1} less to cast."),
    rule!(Static: "{spells.p} you cast from anywhere other than your hand cost {by} less to cast ." (spells: SpellNoun, by: Mana) => |_, spells, by| Some(less(with(spells, elsewhere()), n(generic(&by)?))),
        |_, d: &_| is_less(d).and_then(by_mana).and_then(|(f, by)| Some((without(&f, &elsewhere())?, by))).into_iter().collect(); "spells you cast from anywhere other than your hand cost {1} less to cast."),
    // ---- by whose turn it is
    alternate!(Static: "during your turn , {spells.p} you cast cost {by} less to cast ." (spells: SpellNoun, by: Mana) => |_, spells, by| while_so(spells, &by, your_turn(true)); "during your turn, spells you cast cost {1} less to cast."),
    alternate!(Static: "during turns other than yours , {spells.p} you cast cost {by} less to cast ." (spells: SpellNoun, by: Mana) => |_, spells, by| while_so(spells, &by, your_turn(false)); "during turns other than yours, spells you cast cost {1} less to cast."),
    rule!(Static: "during your turn , {spells.p} your opponents cast cost {more} more to cast ." (spells: SpellNoun, more: Mana) => |_, spells, more| Some(opponents_pay(spells, more, your_turn(true))),
        |_, d: &_| is_opponents_pay(d, &your_turn(true)).into_iter().collect(); "during your turn, spells your opponents cast cost {1} more to cast."),
    alternate!(Static: "{spells.p} your opponents cast during your turn cost {more} more to cast ." (spells: SpellNoun, more: Mana) => |_, spells, more| Some(opponents_pay(spells, more, your_turn(true)));
        "spells your opponents cast during your turn cost {1} more to cast."),
    alternate!(Static: "this spell costs {by} less to cast during your turn ." (by: Mana) => |c, by| {
            let rule = GameRule::CostsLess(Who::You, Filter::Is(Obj::This), n(generic(&by)?));
            Some(statics::own_cost(c, rule, your_turn(true)))
        }; "this spell costs {1} less to cast during your turn."),
];
