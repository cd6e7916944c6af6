//! What lasts a while: rules for players, shields, numbers that are doubled, creatures that would die.

use crate::cards::oracle::grammar::changes::lasting::shield;
use crate::cards::oracle::grammar::conditions::wounds::exiled_now;

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

pub(in crate::cards::oracle::grammar) fn lasting(rule: GameRule, duration: Duration) -> Instruction {
    Instruction::Continuous(StaticEffect::Rule(rule), duration)
}

/// A player and permanents get hexproof.
fn both_safe(what: Filter, duration: Duration) -> Vec<Instruction> {
    let mods = vec![Modification::Gain(vec![Keyword::Hexproof])];
    let affect = Instruction::Continuous(StaticEffect::Affect(Objects::All(what), mods), duration.clone());
    vec![lasting(GameRule::PlayerHexproof(Who::You), duration), affect]
}

fn are_both_safe(effects: &[Instruction]) -> Vec<(Filter, Duration)> {
    match effects {
        [_, Instruction::Continuous(StaticEffect::Affect(Objects::All(what), _), duration)]
            if both_safe(what.clone(), duration.clone()) == effects =>
        {
            vec![(what.clone(), duration.clone())]
        }
        _ => Vec::new(),
    }
}

/// You and such permanents.
fn with_you(noun: Filter) -> DamageTo {
    DamageTo::PlayerOrObject(Who::You, noun)
}

fn is_with_you(effect: &Instruction, combat: Option<bool>) -> Option<(Filter, Filter)> {
    let Instruction::Continuous(StaticEffect::Replace(Replacement { event, .. }), _) = effect else { return None };
    match event {
        ReplacedEvent::Damage { source, to: DamageTo::PlayerOrObject(Who::You, noun), .. }
            if *effect == shield(source.clone(), with_you(noun.clone()), combat) =>
        {
            Some((noun.clone(), source.clone()))
        }
        _ => None,
    }
}

fn is_exiled_now(effects: &[Instruction]) -> Vec<(Filter,)> {
    match effects {
        [
            Instruction::Continuous(
                StaticEffect::Replace(Replacement { event: ReplacedEvent::Moves { what, .. }, .. }),
                _,
            ),
        ] if exiled_now(what.clone()) == effects => {
            vec![(what.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// Whether it is a sort of things, not one thing.
fn is_sort(filter: &Filter) -> bool {
    !help::parts(filter.clone()).iter().any(|f| matches!(f, Filter::Is(_) | Filter::DamagedBy(_) | Filter::In(_)))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Said: "you have no maximum hand size for the rest of the game" () => |_| Some(vec![lasting(GameRule::NoMaximumHandSize(Who::You), Duration::Forever)]),
        |_, e: &_| if *e == [lasting(GameRule::NoMaximumHandSize(Who::You), Duration::Forever)] { vec![()] } else { Vec::new() }; "you have no maximum hand size for the rest of the game"),
    rule!(Said: "you and {what.p} gain hexproof {dur}" (what: Noun, dur: Dur) => |_, what, dur| Some(both_safe(what, dur)), |_, e: &_| are_both_safe(e); "you and creatures you control gain hexproof until end of turn"),
    rule!(Plain: "if a {noun.s} would die this turn , exile it instead ." (noun: Noun) => |_, noun| is_sort(&noun).then(|| exiled_now(noun)),
        |_, e: &_| is_exiled_now(e).into_iter().filter(|(noun,)| is_sort(noun)).collect(); "if a creature would die this turn, exile it instead."),
    // ---- shields
    rule!(Verb: "prevent all damage that would be dealt to you and {noun.p} this turn" (noun: Noun) => |_, noun| Some(shield(Filter::Any, with_you(noun), None)),
        |_, e: &_| is_with_you(e, None).filter(|(_, source)| *source == Filter::Any).map(|(noun, _)| (noun,)).into_iter().collect(); "prevent all damage that would be dealt to you and creatures you control this turn"),
    rule!(Verb: "prevent all combat damage that would be dealt to you and {noun.p} this turn" (noun: Noun) => |_, noun| Some(shield(Filter::Any, with_you(noun), Some(true))),
        |_, e: &_| is_with_you(e, Some(true)).filter(|(_, source)| *source == Filter::Any).map(|(noun, _)| (noun,)).into_iter().collect(); "prevent all combat damage that would be dealt to you and creatures you control this turn"),
    rule!(Verb: "prevent all damage that would be dealt to you and {noun.p} this turn by {source.p}" (noun: Noun, source: Noun) => |_, noun, source| (source != Filter::Any).then(|| shield(source, with_you(noun), None)),
        |_, e: &_| is_with_you(e, None).filter(|(_, source)| *source != Filter::Any).into_iter().collect(); "prevent all damage that would be dealt to you and creatures you control this turn by creatures"),
    rule!(Verb: "prevent all combat damage that would be dealt to players this turn" () => |_| Some(shield(Filter::Any, DamageTo::Player(Who::EachPlayer), Some(true))),
        |_, e: &_| if *e == shield(Filter::Any, DamageTo::Player(Who::EachPlayer), Some(true)) { vec![()] } else { Vec::new() }; "prevent all combat damage that would be dealt to players this turn"),
    alternate!(Verb: "prevent all damage that would be dealt this turn by {noun.p}" (noun: Noun) => |_, noun| Some(shield(noun, DamageTo::Any, None)); "prevent all damage that would be dealt this turn by creatures"),
    // ---- numbers
    // ---- changes
    rule!(Mod: "gains|gain all creature types" () => |_| Some(vec![Modification::AllCreatureTypes]), |_, m: &_| if *m == [Modification::AllCreatureTypes] { vec![()] } else { Vec::new() }; "gains all creature types"),
    rule!(Mod: "2: become artifact creatures" () => |_| Some(animate()), |_, m: &_| if *m == animate() { vec![()] } else { Vec::new() }; "become artifact creatures"),
];

pub(in crate::cards::oracle::grammar) fn animate() -> Vec<Modification> {
    vec![Modification::AddTypes(CardTypes::ARTIFACT | CardTypes::CREATURE, Vec::new())]
}
