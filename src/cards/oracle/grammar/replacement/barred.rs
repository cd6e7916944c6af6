//! Counters that can't be put on something, or that players can't get (CR 614.17).

use crate::cards::def::Rule as GameRule;
use crate::cards::oracle::grammar::changes::rules::lasting;
use crate::cards::oracle::grammar::help::it;
use crate::cards::oracle::grammar::statics::{game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

const LISTED: CardTypes =
    CardTypes::ARTIFACT.union(CardTypes::CREATURE).union(CardTypes::ENCHANTMENT).union(CardTypes::LAND);

fn barred(kind: Option<CounterKind>, on: Filter) -> AbilityDef {
    game_rule(GameRule::CantPutCounters(kind, on))
}

fn is_barred(def: &AbilityDef) -> Option<(Option<CounterKind>, Filter)> {
    match is_rule(def) {
        Some(GameRule::CantPutCounters(kind, on)) => Some((kind, on)),
        _ => None,
    }
}

/// No player of these gets such counters.
fn spared(who: Who, kind: Option<CounterKind>) -> AbilityDef {
    game_rule(GameRule::CantGetCounters(who, kind))
}

fn it_takes_none(context: &Context, dur: Duration) -> Option<Vec<Instruction>> {
    Some(vec![lasting(GameRule::CantPutCounters(None, Filter::Is(it(context)?)), dur)])
}

fn player_gets_none(context: &Context, dur: Duration) -> Option<Vec<Instruction>> {
    Some(vec![lasting(GameRule::CantGetCounters(nouns::players::that_player(context)?, None), dur)])
}

fn until(effects: &[Instruction]) -> Option<&Duration> {
    match effects {
        [Instruction::Continuous(_, dur)] => Some(dur),
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "{noun.p} can't have {kind} counters put on them ." (noun: Noun, kind: Kind) => |_, noun, kind| Some(barred(Some(kind), noun)),
        |_, d: &_| match is_barred(d) { Some((Some(kind), noun)) => vec![(noun, kind)], _ => Vec::new() }; "creatures you control can't have -1/-1 counters put on them."),
    rule!(Static: "{this} can't have counters put on it ." (this: Self_) => |_, _| Some(barred(None, Filter::Is(Obj::This))),
        |_, d: &_| if *d == barred(None, Filter::Is(Obj::This)) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Static: "counters can't be put on artifacts , creatures , enchantments , or lands ." () => |_| Some(barred(None, Filter::Type(LISTED))),
        |_, d: &_| if *d == barred(None, Filter::Type(LISTED)) { vec![()] } else { Vec::new() }; "counters can't be put on artifacts, creatures, enchantments, or lands."),
    rule!(Static: "you can't get {kind} counters ." (kind: Kind) => |_, kind| Some(spared(Who::You, Some(kind))),
        |_, d: &_| match is_rule(d) { Some(GameRule::CantGetCounters(Who::You, Some(kind))) => vec![(kind,)], _ => Vec::new() }; "you can't get poison counters."),
    rule!(Static: "players can't get counters ." () => |_| Some(spared(Who::EachPlayer, None)),
        |_, d: &_| if *d == spared(Who::EachPlayer, None) { vec![()] } else { Vec::new() }; "players can't get counters."),
    rule!(Said: "it can't have counters put on it {dur}" (dur: Dur) => |c, dur| it_takes_none(c, dur),
        |c, e: &_| until(e).filter(|dur| it_takes_none(c, (*dur).clone()).as_ref() == Some(e)).map(|dur| (dur.clone(),)).into_iter().collect(); ""),
    rule!(Said: "that player can't get counters {dur}" (dur: Dur) => |c, dur| player_gets_none(c, dur),
        |c, e: &_| until(e).filter(|dur| player_gets_none(c, (*dur).clone()).as_ref() == Some(e)).map(|dur| (dur.clone(),)).into_iter().collect(); ""),
    rule!(Said: "{who.s} loses all counters" (who: Other) => |_, who| help::one_player(who).then(|| cleansed(who)),
        |_, e: &_| is_cleansed(e).into_iter().collect(); "target opponent loses all counters"),
];

fn cleansed(who: Who) -> Vec<Instruction> {
    vec![Instruction::RemoveAllCounters { from: nouns::players::hit(who), into: None }]
}

fn is_cleansed(effects: &[Instruction]) -> Option<(Who,)> {
    let [Instruction::RemoveAllCounters { from, .. }] = effects else { return None };
    let who = match from {
        Recipients::Players(who) => *who,
        Recipients::Targets(number) => Who::Target(*number),
        _ => return None,
    };
    (effects == cleansed(who)).then_some((who,))
}
