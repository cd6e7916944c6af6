//! What activating abilities costs, who can't search, how many spells of a sort can be cast, the legend rule.

use crate::cards::oracle::grammar::help::{generic, mana, n, this_turn, with, without};
use crate::cards::oracle::grammar::lines::activated;
use crate::cards::oracle::grammar::statics::{game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// Of permanents like that, or of everything.
fn costs(of: Filter, what: AbilitySort, more: Cost, less: Option<Quantity>, sparing: bool) -> GameRule {
    let of = if of == Filter::Any { of } else { with(of, Filter::Permanent) };
    GameRule::ActivationCost { who: Who::EachPlayer, of, what, keyword: None, targets: None, more, less, sparing }
}

fn cheaper(noun: Filter, what: AbilitySort, less: Quantity, sparing: bool) -> AbilityDef {
    game_rule(costs(noun, what, Cost::default(), Some(less), sparing))
}

/// Of which permanents, and how much less.
fn is_cheaper(def: &AbilityDef, sort: AbilitySort, spares: bool) -> Option<(Filter, Quantity)> {
    match is_rule(def)? {
        GameRule::ActivationCost { of, what, less: Some(less), sparing, .. } if sparing == spares && what == sort => {
            let noun = without(&of, &Filter::Permanent)?;
            (*def == cheaper(noun.clone(), sort, less.clone(), sparing)).then_some((noun, less))
        }
        _ => None,
    }
}

fn is_cheaper_by(def: &AbilityDef, sparing: bool) -> Vec<(Filter, ManaCost)> {
    match is_cheaper(def, AbilitySort::Activated, sparing) {
        Some((noun, Quantity::N(number))) => mana(number).map(|mana| (noun, mana)).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn is_x(mana: &ManaCost) -> bool {
    mana.0.as_slice() == [ManaSymbol::X]
}

fn host() -> Filter {
    Filter::Is(Obj::Host)
}

fn dearer(of: Filter, what: AbilitySort, more: ManaCost) -> AbilityDef {
    game_rule(costs(of, what, Cost(vec![CostPart::Mana(more)]), None, false))
}

fn is_dearer(def: &AbilityDef, sort: AbilitySort) -> Option<(Filter, ManaCost)> {
    let Some(GameRule::ActivationCost { of, what, more: Cost(parts), .. }) = is_rule(def) else { return None };
    let [CostPart::Mana(more)] = parts.as_slice() else { return None };
    let noun = if of == Filter::Any { of } else { without(&of, &Filter::Permanent)? };
    (what == sort && *def == dearer(noun.clone(), sort, more.clone())).then(|| (noun, more.clone()))
}

/// Equip abilities that you activate cost less: those of permanents like that, or those that have such a target.
fn equips(of: Filter, targets: Option<Filter>, less: i32) -> AbilityDef {
    let of = if of == Filter::Any { of } else { with(of, Filter::Permanent) };
    let (what, keyword, more) = (AbilitySort::Activated, Some(KeywordName::Equip), Cost::default());
    let rule = GameRule::ActivationCost {
        who: Who::You,
        of,
        what,
        keyword,
        targets,
        more,
        less: Some(n(less)),
        sparing: false,
    };
    game_rule(rule)
}

fn is_equips(def: &AbilityDef) -> Option<(Filter, Option<Filter>, ManaCost)> {
    let Some(GameRule::ActivationCost { of, targets, less: Some(Quantity::N(less)), .. }) = is_rule(def) else {
        return None;
    };
    let noun = if of == Filter::Any { of } else { without(&of, &Filter::Permanent)? };
    (*def == equips(noun.clone(), targets.clone(), less)).then_some(())?;
    Some((noun, targets, mana(less)?))
}

/// What abilities have as a target: this, or what it enchants or equips.
fn aimed_at(what: &Objects) -> Option<Filter> {
    match what {
        Objects::The(obj @ (Obj::This | Obj::Host)) => Some(Filter::Is(*obj)),
        _ => None,
    }
}

fn is_aimed_at(at: &Filter) -> Option<Objects> {
    match at {
        Filter::Is(obj @ (Obj::This | Obj::Host)) => Some(Objects::The(*obj)),
        _ => None,
    }
}

/// It costs a sacrifice besides.
fn tribute(of: Filter, sacrificed: Filter) -> AbilityDef {
    let more = Cost(vec![CostPart::Sacrifice(n(1), sacrificed)]);
    game_rule(costs(of, AbilitySort::Activated, more, None, false))
}

fn is_tribute(def: &AbilityDef) -> Vec<(Filter, Filter)> {
    match is_rule(def) {
        Some(GameRule::ActivationCost { of, more: Cost(parts), .. }) => match parts.as_slice() {
            [CostPart::Sacrifice(_, what)] => {
                let noun = without(&of, &Filter::Permanent);
                noun.filter(|noun| *def == tribute(noun.clone(), what.clone()))
                    .map(|noun| (noun, what.clone()))
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// A spell costs N more for each that its player has cast before it this turn.
fn for_each_before(more: ManaCost) -> GameRule {
    let each = Cost(vec![CostPart::Mana(more)]);
    let cost = CostPart::Times(Quantity::SpellsThisTurn(Who::It), Box::new(each));
    GameRule::CostsMore(Who::EachPlayer, Filter::Any, Cost(vec![cost]))
}

fn is_for_each_before(def: &AbilityDef) -> Vec<(ManaCost,)> {
    let Some(rule @ GameRule::CostsMore(..)) = is_rule(def) else { return Vec::new() };
    let GameRule::CostsMore(_, _, Cost(parts)) = &rule else { return Vec::new() };
    match parts.as_slice() {
        [CostPart::Times(_, each)] => match each.0.as_slice() {
            [CostPart::Mana(more)] if rule == for_each_before(more.clone()) => vec![(more.clone(),)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn limit(who: Who, spells: Filter) -> Option<AbilityDef> {
    (spells != Filter::Any).then(|| game_rule(GameRule::SpellLimitOf(who, spells, 1)))
}

fn is_limit(def: &AbilityDef, whose: Who) -> Vec<(Filter,)> {
    match is_rule(def) {
        Some(GameRule::SpellLimitOf(who, spells, 1)) if who == whose => vec![(spells,)],
        _ => Vec::new(),
    }
}

fn no_legends(of: Filter) -> AbilityDef {
    game_rule(GameRule::NoLegendRule(of))
}

fn is_no_legends(def: &AbilityDef) -> Vec<(Filter,)> {
    match is_rule(def) {
        Some(GameRule::NoLegendRule(of)) if of != Filter::Any => vec![(of,)],
        _ => Vec::new(),
    }
}

macro_rules! says {
    ($words:literal, $rule:expr) => {
        rule!(Static: $words () => |_| Some(game_rule($rule)), |_, d: &_| if *d == game_rule($rule) { vec![()] } else { Vec::new() }; "")
    };
}

const NONE: GameRule = GameRule::CantSearch { who: Who::EachPlayer, own: false };

/// CR 116.2d: players may pay to ignore the effect of the card until end of turn.
fn lifting(by: Who, cost: Vec<CostPart>) -> AbilityDef {
    let ignores = StaticEffect::Rule(GameRule::Ignores(Who::You, Obj::This));
    let effects = vec![Instruction::Continuous(ignores, Duration::EndOfTurn)];
    AbilityDef::Activated(ActivatedDef { by, special: true, ..activated(Cost(cost), Vec::new(), effects) })
}

fn lifted_for_mana(cost: ManaCost) -> AbilityDef {
    lifting(Who::EachPlayer, vec![CostPart::Mana(cost)])
}

fn lifted_by_sacrifice() -> AbilityDef {
    lifting(Who::ControllerOf(Obj::Host), vec![CostPart::Sacrifice(n(1), Filter::Any)])
}

fn lifted_by_exile(number: i32) -> AbilityDef {
    lifting(Who::ControllerOf(Obj::Host), vec![CostPart::Exile(n(number), ZoneKind::Graveyard, Filter::Any)])
}

fn is_lifted_for_mana(def: &AbilityDef) -> Vec<(ManaCost,)> {
    match def {
        AbilityDef::Activated(ActivatedDef { cost: Cost(list), special: true, .. }) => match list.as_slice() {
            [CostPart::Mana(cost)] if *def == lifted_for_mana(cost.clone()) => vec![(cost.clone(),)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn is_lifted_by_exile(def: &AbilityDef) -> Vec<(i32,)> {
    match def {
        AbilityDef::Activated(ActivatedDef { cost: Cost(list), special: true, .. }) => match list.as_slice() {
            [CostPart::Exile(Quantity::N(number), ..)] if *def == lifted_by_exile(*number) => vec![(*number,)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    // ---- what players may ignore (CR 116.2d)
    rule!(Ability: "any player may pay {cost} for that player to ignore this effect until end of turn ." (cost: Mana) => |_, cost| Some(lifted_for_mana(cost)), |_, def: &_| is_lifted_for_mana(def);
        "any player may pay {2} for that player to ignore this effect until end of turn."),
    rule!(Ability: "that creature 's controller may sacrifice a permanent of their choice for that player to ignore this effect until end of turn ." () => |c| c.face.is("Aura").then(lifted_by_sacrifice),
        |c, def: &_| if c.face.is("Aura") && *def == lifted_by_sacrifice() { vec![()] } else { Vec::new() }; ""),
    rule!(Ability: "its controller may exile {number} cards from their graveyard for that player to ignore this effect until end of turn ." (number: Words) => |c, number| c.face.is("Aura").then(|| lifted_by_exile(number)),
        |c, def: &_| if c.face.is("Aura") { is_lifted_by_exile(def) } else { Vec::new() }; ""),
    alternate!(Line: "{first} any player may pay {cost} for that player to ignore this effect until end of turn ." (first: Static, cost: Mana) => |_, first, cost| Some(vec![first, lifted_for_mana(cost)]); ""),
    alternate!(Line: "{first} that creature 's controller may sacrifice a permanent of their choice for that player to ignore this effect until end of turn ." (first: Static) => |c, first| c.face.is("Aura").then(|| vec![first, lifted_by_sacrifice()]); ""),
    alternate!(Line: "{first} its controller may exile {number} cards from their graveyard for that player to ignore this effect until end of turn ." (first: Static, number: Words) => |c, first, number| c.face.is("Aura").then(|| vec![first, lifted_by_exile(number)]); ""),
    // ---- what activating costs (CR 602.2b)
    rule!(Static: "activated abilities of {noun.p} cost {mana} less to activate . this effect can't reduce the mana in that cost to less than one mana ." (noun: Noun, mana: Mana)
        => |_, noun, mana| Some(cheaper(noun, AbilitySort::Activated, n(generic(&mana)?), true)), |_, d: &_| is_cheaper_by(d, true);
        "activated abilities of creatures cost {1} less to activate. This effect can't reduce the mana in that cost to less than one mana."),
    rule!(Static: "activated abilities of {noun.p} cost {mana} less to activate ." (noun: Noun, mana: Mana)
        => |_, noun, mana| Some(cheaper(noun, AbilitySort::Activated, n(generic(&mana)?), false)), |_, d: &_| is_cheaper_by(d, false);
        "activated abilities of lands you control cost {1} less to activate."),
    rule!(Static: "activated abilities of {noun.p} cost {mana} less to activate , where X is {value} . this effect can't reduce the mana in that cost to less than one mana ." (noun: Noun, mana: Mana, value: Value_)
        => |_, noun, mana, value| is_x(&mana).then(|| cheaper(noun, AbilitySort::Activated, value, true)),
        |_, d: &_| is_cheaper(d, AbilitySort::Activated, true).filter(|(_, less)| !matches!(less, Quantity::N(_)))
            .map(|(noun, less)| (noun, ManaCost([ManaSymbol::X].into_iter().collect()), less)).into_iter().collect();
        "activated abilities of creatures you control cost {X} less to activate, where X is the number of artifacts you control. This effect can't reduce the mana in that cost to less than one mana."),
    rule!(Static: "enchanted {kind.s} 's activated abilities cost {mana} less to activate . this effect can't reduce the mana in that cost to less than one mana ." (kind: Type, mana: Mana)
        => |c, _, mana| if c.face.is("Aura") { Some(cheaper(host(), AbilitySort::Activated, n(generic(&mana)?), true)) } else { None },
        |c, d: &_| is_cheaper_by(d, true).into_iter().filter(|(noun, _)| c.face.is("Aura") && *noun == host()).map(|(_, mana)| (CardTypes::ARTIFACT, mana)).collect(); ""),
    rule!(Static: "equip abilities you activate cost {mana} less to activate ." (mana: Mana) => |_, mana| Some(equips(Filter::Any, None, generic(&mana)?)),
        |_, d: &_| match is_equips(d) { Some((Filter::Any, None, mana)) => vec![(mana,)], _ => Vec::new() };
        "equip abilities you activate cost {1} less to activate."),
    alternate!(Static: "equip costs you pay cost {mana} less ." (mana: Mana) => |_, mana| Some(equips(Filter::Any, None, generic(&mana)?)); "equip costs you pay cost {1} less."),
    rule!(Static: "equip abilities you activate that target {what} cost {mana} less to activate ." (what: Objs, mana: Mana) => |_, what, mana| Some(equips(Filter::Any, Some(aimed_at(&what)?), generic(&mana)?)),
        |_, d: &_| match is_equips(d) { Some((Filter::Any, Some(at), mana)) => is_aimed_at(&at).map(|what| (what, mana)).into_iter().collect(), _ => Vec::new() };
        "equip abilities you activate that target this creature cost {2} less to activate."),
    rule!(Static: "{this} 's equip abilities cost {mana} less to activate ." (this: Self_, mana: Mana) => |_, this, mana| (this == Obj::This).then(|| Some(equips(Filter::Is(this), None, generic(&mana)?)))?,
        |_, d: &_| match is_equips(d) { Some((Filter::Is(Obj::This), None, mana)) => vec![(Obj::This, mana)], _ => Vec::new() }; ""),
    rule!(Static: "{this} 's equip ability costs {mana} less to activate if it targets a {noun.s} ." (this: Self_, mana: Mana, noun: Noun)
        => |_, this, mana, noun| (this == Obj::This && noun != Filter::Any).then(|| Some(equips(Filter::Is(this), Some(noun), generic(&mana)?)))?,
        |_, d: &_| match is_equips(d) { Some((Filter::Is(Obj::This), Some(noun), mana)) if noun != Filter::Any => vec![(Obj::This, mana, noun)], _ => Vec::new() }; ""),
    rule!(Static: "activated abilities cost {mana} more to activate unless they're mana abilities ." (mana: Mana) => |_, mana| Some(dearer(Filter::Any, AbilitySort::NonMana, mana)),
        |_, d: &_| is_dearer(d, AbilitySort::NonMana).filter(|(of, _)| *of == Filter::Any).map(|(_, more)| (more,)).into_iter().collect();
        "activated abilities cost {2} more to activate unless they're mana abilities."),
    rule!(Static: "loyalty abilities of {noun.p} cost {mana} more to activate ." (noun: Noun, mana: Mana) => |_, noun, mana| Some(dearer(noun, AbilitySort::Loyalty, mana)),
        |_, d: &_| is_dearer(d, AbilitySort::Loyalty).filter(|(of, _)| *of != Filter::Any).into_iter().collect();
        "loyalty abilities of planeswalkers your opponents control cost {1} more to activate."),
    rule!(Static: "activated abilities of {noun.p} cost a additional \" sacrifice a {what.s} \" to activate ." (noun: Noun, what: Noun) => |_, noun, what| Some(tribute(noun, what)),
        |_, d: &_| is_tribute(d); ""),
    rule!(Static: "each spell a player casts costs {mana} more to cast for each other spell that player has cast this turn ." (mana: Mana) => |_, mana| Some(game_rule(for_each_before(mana))),
        |_, d: &_| is_for_each_before(d); "each spell a player casts costs {1} more to cast for each other spell that player has cast this turn."),
    // ---- limits
    rule!(Static: "each player can't cast more than one {spells.s} each turn ." (spells: SpellNoun) => |_, spells| limit(Who::EachPlayer, spells), |_, d: &_| is_limit(d, Who::EachPlayer);
        "each player can't cast more than one noncreature spell each turn."),
    rule!(Static: "each opponent can't cast more than one {spells.s} each turn ." (spells: SpellNoun) => |_, spells| limit(Who::EachOpponent, spells), |_, d: &_| is_limit(d, Who::EachOpponent);
        "each opponent can't cast more than one noncreature spell each turn."),
    alternate!(Static: "each player who has cast a {spells.s} this turn can't cast additional {again.p} ." (spells: SpellNoun, again: SpellNoun)
        => |_, spells, again| if spells == again { limit(Who::EachPlayer, spells) } else { None }; "each player who has cast a nonartifact spell this turn can't cast additional nonartifact spells."),
    // ---- the legend rule (CR 704.5j)
    rule!(Static: "the \" legend rule \" doesn't apply ." () => |_| Some(no_legends(Filter::Any)), |_, d: &_| if *d == no_legends(Filter::Any) { vec![()] } else { Vec::new() }; ""),
    rule!(Static: "the \" legend rule \" doesn't apply to {noun.p} ." (noun: Noun) => |_, noun| Some(no_legends(noun)), |_, d: &_| is_no_legends(d); ""),
    // ---- searching (CR 701.23)
    says!("players can't search libraries .", NONE),
    says!("your opponents can't search libraries .", GameRule::CantSearch { who: Who::EachOpponent, own: false }),
    says!(
        "spells and abilities your opponents control can't cause their controller to search their library .",
        GameRule::CantSearch { who: Who::EachOpponent, own: true }
    ),
    says!(
        "if a opponent would search a library , that player searches the top four cards of that library instead .",
        GameRule::SearchesTop(Who::EachOpponent, 4)
    ),
    rule!(Plain: "players can't search libraries this turn ." () => |_| Some(this_turn(NONE)), |_, e: &_| if *e == this_turn(NONE) { vec![()] } else { Vec::new() };
        "players can't search libraries this turn."),
    // ---- cards in graveyards
    rule!(Cond: "a opponent has {count} or more cards in their graveyard" (count: Count) => |_, count| Some(full(count)), |_, c: &_| is_full(c);
        "an opponent has eight or more cards in their graveyard"),
];

fn full(count: Quantity) -> Condition {
    let cards = Quantity::Count(Box::new(Objects::In(ZoneOf::Graveyard(Who::It), Filter::Any)));
    let so = Condition::Compare(cards, Cmp::Ge, count);
    Condition::Compare(Quantity::PlayersWho(Who::EachOpponent, Box::new(so)), Cmp::Ge, n(1))
}

fn is_full(cond: &Condition) -> Vec<(Quantity,)> {
    match cond {
        Condition::Compare(Quantity::PlayersWho(_, so), ..) => match &**so {
            Condition::Compare(_, Cmp::Ge, count) if full(count.clone()) == *cond => vec![(count.clone(),)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
