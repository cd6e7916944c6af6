//! Hexproof from a quality (CR 702.11d-g), and what can be a target as though it didn't have hexproof (702.11e, 609.4).

use crate::cards::oracle::grammar::help::{for_now, with};
use crate::cards::oracle::grammar::statics::{affect, game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Kind as Sort, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// Permanents can be targets despite hexproof, of what these players control.
fn open(who: Who, what: Filter) -> AbilityDef {
    game_rule(GameRule::TargetsDespiteHexproof(who, what))
}

fn is_open(def: &AbilityDef, players: Who) -> Option<Filter> {
    match is_rule(def) {
        Some(GameRule::TargetsDespiteHexproof(who, what)) if who == players => Some(what),
        _ => None,
    }
}

/// Opponents and permanents can be targets of what the player controls.
fn all_open(what: Filter) -> [GameRule; 2] {
    [
        GameRule::TargetsPlayersDespiteHexproof(Who::You, Who::EachOpponent),
        GameRule::TargetsDespiteHexproof(Who::You, what),
    ]
}

fn are_open_now(effects: &[Instruction]) -> Vec<(Filter,)> {
    match effects {
        [_, Instruction::Continuous(StaticEffect::Rule(GameRule::TargetsDespiteHexproof(Who::You, what)), _)]
            if all_open(what.clone()).map(for_now).as_slice() == effects =>
        {
            vec![(what.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// Creatures can be targets despite hexproof, and their ward abilities don't trigger.
fn bare(what: Filter) -> Vec<AbilityDef> {
    let silent = GameRule::NoKeywordTriggers(KeywordName::Ward, what.clone());
    vec![open(Who::EachPlayer, what), game_rule(silent)]
}

fn is_creature(what: &Filter) -> bool {
    help::permanent_kind(what).contains(Sort::CREATURE)
}

/// The player and permanents gain it together.
fn both_gain(what: Filter, from: Filter, duration: Duration) -> Vec<Instruction> {
    let gained = vec![AbilityDef::Keyword(KeywordAbility::HexproofFrom(from.clone()))];
    let affect = StaticEffect::Affect(Objects::All(what), vec![Modification::GainAbilities(gained)]);
    let own = StaticEffect::Rule(GameRule::PlayerHexproofFrom(Who::You, from));
    vec![Instruction::Continuous(own, duration.clone()), Instruction::Continuous(affect, duration)]
}

fn do_both_gain(effects: &[Instruction]) -> Vec<(Filter, Filter, Duration)> {
    match effects {
        [
            Instruction::Continuous(StaticEffect::Rule(GameRule::PlayerHexproofFrom(_, from)), duration),
            Instruction::Continuous(StaticEffect::Affect(Objects::All(what), _), _),
        ] if both_gain(what.clone(), from.clone(), duration.clone()) == effects => {
            vec![(what.clone(), from.clone(), duration.clone())]
        }
        _ => Vec::new(),
    }
}

/// Such spells of the player can't be countered for the turn, later ones neither (CR 611.2c).
fn firm(spells: Filter) -> Vec<Instruction> {
    let mine = with(with(spells, Filter::Controlled(Who::You)), Filter::Spell);
    let rules = vec![Modification::Rule(ObjectRule::CantBeCountered)];
    vec![Instruction::Continuous(affect(Objects::In(ZoneOf::Stack, mine), rules), Duration::EndOfTurn)]
}

fn is_firm(effects: &[Instruction]) -> Vec<(Filter,)> {
    match effects {
        [Instruction::Continuous(StaticEffect::Affect(Objects::In(_, spells), _), _)] => {
            let rest = help::without(spells, &Filter::Spell);
            let rest = rest.and_then(|f| help::without(&f, &Filter::Controlled(Who::You)));
            rest.filter(|f| firm(f.clone()) == effects).map(|f| (f,)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

macro_rules! says {
    ($words:literal, $rule:expr; $example:literal) => {
        rule!(Static: $words () => |_| Some(game_rule($rule)), |_, d: &_| if is_rule(d) == Some($rule) { vec![()] } else { Vec::new() }; $example)
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Param: "hexproof from {q}" (q: Warded) <=> {KeywordAbility::HexproofFrom(q)}; "hexproof from red"),
    rule!(Cond: "any player controls a {noun.s}" (noun: Noun) => |_, noun| Some(Condition::Exists(Objects::All(noun))),
        |_, cond: &_| match cond {
            Condition::Exists(Objects::All(noun)) if !help::parts(noun.clone()).iter().any(|f| matches!(f, Filter::Controlled(_))) => vec![(noun.clone(),)],
            _ => Vec::new(),
        }; "any player controls a black permanent"),
    rule!(Warded: "each of its colors" () <=> {Filter::SharesColor(Obj::This)}; "each of its colors"),
    rule!(Warded: "{types.p}" (types: Types) => |_, types| (types.bits().count_ones() > 1).then_some(Filter::Type(types)),
        |_, f: &_| match f { Filter::Type(types) if types.bits().count_ones() > 1 => vec![(*types,)], _ => Vec::new() }; "artifacts, creatures, and enchantments"),
    rule!(Static: "{what.p} can be the targets of spells and abilities you control as though they didn't have hexproof ." (what: Noun) => |_, what| Some(open(Who::You, what)),
        |_, d: &_| is_open(d, Who::You).map(|what| (what,)).into_iter().collect(); "creatures your opponents control can be the targets of spells and abilities you control as though they didn't have hexproof."),
    rule!(Static: "{what.p} can be the targets of spells and abilities as though they didn't have hexproof ." (what: Noun) => |_, what| Some(open(Who::EachPlayer, what)),
        |_, d: &_| is_open(d, Who::EachPlayer).map(|what| (what,)).into_iter().collect(); "creatures can be the targets of spells and abilities as though they didn't have hexproof."),
    alternate!(Line: "{what.p} can be the targets of spells and abilities as though they didn't have hexproof . ward abilities of those creatures don't trigger ." (what: Noun) => |_, what| is_creature(&what).then(|| bare(what)); "creatures can be the targets of spells and abilities as though they didn't have hexproof. Ward abilities of those creatures don't trigger."),
    alternate!(Line: "your opponents and {what.p} can be the targets of spells and abilities you control as though they didn't have hexproof ." (what: Noun) => |_, what| Some(all_open(what).map(game_rule).to_vec()); "your opponents and creatures can be the targets of spells and abilities you control as though they didn't have hexproof."),
    says!("your opponents can be the targets of spells and abilities you control as though they didn't have hexproof .", GameRule::TargetsPlayersDespiteHexproof(Who::You, Who::EachOpponent);
        "your opponents can be the targets of spells and abilities you control as though they didn't have hexproof."),
    rule!(Static: "{k} abilities of {what.p} don't trigger ." (k: KwName, what: Noun) => |_, k, what| Some(game_rule(GameRule::NoKeywordTriggers(k, what))),
        |_, d: &_| match is_rule(d) { Some(GameRule::NoKeywordTriggers(k, what)) => vec![(k, what)], _ => Vec::new() }; "ward abilities of creatures your opponents control don't trigger."),
    rule!(Static: "you have protection from {from} ." (from: Warded) => |_, from| Some(game_rule(GameRule::PlayerProtection(Who::You, from))),
        |_, d: &_| match is_rule(d) { Some(GameRule::PlayerProtection(Who::You, from)) => vec![(from,)], _ => Vec::new() }; "you have protection from red."),
    rule!(Said: "until end of turn , your opponents and {what.p} can be the targets of spells and abilities you control as though they didn't have hexproof" (what: Noun) => |_, what| Some(all_open(what).map(for_now).to_vec()),
        |_, e: &_| are_open_now(e); "until end of turn, your opponents and creatures can be the targets of spells and abilities you control as though they didn't have hexproof"),
    rule!(Said: "you and {what.p} gain hexproof from {from} {dur}" (what: Noun, from: Warded, dur: Dur) => |_, what, from, dur| Some(both_gain(what, from, dur)),
        |_, e: &_| do_both_gain(e); "you and creatures you control gain hexproof from red until end of turn"),
    rule!(Said: "{spells.p} you control can't be countered this turn" (spells: SpellNoun) => |_, spells| Some(firm(spells)), |_, e: &_| is_firm(e); "creature spells you control can't be countered this turn"),
];
