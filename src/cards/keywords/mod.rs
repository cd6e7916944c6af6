//! Keywords that stand for other abilities (CR 702), in the same vocabulary that files use.

mod attacking;
mod backup;
mod cleave;
pub(crate) mod companion;
mod costs;
mod from_hand;
mod more;
mod mutate;
mod overload;
mod siege;
mod spells;
mod upkeep;
mod written;

pub(in crate::cards) use cleave::cleaved;
pub(in crate::cards) use from_hand::{cycling, ninjutsu, typecycling};
pub(in crate::cards) use mutate::{merged, mutating};
pub(in crate::cards) use overload::overloaded;
pub(in crate::cards) use siege::defeated;
pub(in crate::cards) use spells::haunting_spell;

use super::def::*;
use crate::model::object::Characteristics;

/// Whether an ability is an additional cost that one may choose to pay (CR 601.2b).
pub(super) fn is_optional_cost(ability: &AbilityDef) -> bool {
    use KeywordAbility::{Buyback, Kicker, Multikicker};
    matches!(ability, AbilityDef::OptionalCost(_) | AbilityDef::Keyword(Kicker(_) | Multikicker(_) | Buyback(_)))
}

/// The abilities that an ability of a file stands for. Keywords without parameters go straight into the
/// characteristics. `optional` is how many optional costs stand before it on the face, `below` what stands below it.
pub(super) fn spell_out(
    ability: &AbilityDef,
    chars: &mut Characteristics,
    optional: usize,
    below: &[AbilityDef],
) -> Vec<AbilityDef> {
    match ability {
        AbilityDef::Keyword(KeywordAbility::Backup(n)) => vec![backup::backup(*n, below)],
        AbilityDef::Keywords(keywords) => {
            let mut out = Vec::new();
            for keyword in keywords {
                chars.keywords |= keyword.set();
                match keyword {
                    // CR 702.73a, 702.114a: characteristic-defining.
                    Keyword::Changeling => out.push(define(Modification::AllCreatureTypes)),
                    Keyword::Devoid => out.push(define(Modification::SetColors(Vec::new()))),
                    _ => {}
                }
            }
            out
        }
        AbilityDef::Keyword(keyword) => parameterised(keyword, optional),
        AbilityDef::EitherCost(costs) => {
            let one = |cost: &Cost| OptionalDef { cost: cost.clone(), either: true, ..OptionalDef::default() };
            costs.iter().map(|cost| AbilityDef::OptionalCost(one(cost))).collect()
        }
        AbilityDef::OwnFlash { cost, early } => spells::own_flash(cost, early, optional),
        other => vec![other.clone()],
    }
}

/// Whether an ability is a keyword whose meaning asks for an optional cost of its own.
pub(in crate::cards) fn offers_a_cost(ability: &AbilityDef) -> bool {
    matches!(ability, AbilityDef::Keyword(keyword) if written::offers_a_cost(keyword))
}

/// A card with the abilities that its keywords stand for beside them, also those that it only grants.
pub(crate) fn with_meanings(card: &CardDef) -> CardDef {
    let mut card = card.clone();
    let mut meant = Vec::new();
    card.each(|keyword: &mut KeywordAbility| meant.extend(parameterised(keyword, 0)));
    card.abilities.extend(meant);
    card
}

fn define(modification: Modification) -> AbilityDef {
    AbilityDef::Static(StaticDef {
        only_if: Condition::Always,
        effect: StaticEffect::Affect(Objects::The(Obj::This), vec![modification]),
        from: ZoneKind::Battlefield,
    })
}

fn this() -> Filter {
    Filter::Is(Obj::This)
}

fn counters(kind: CounterKind, n: u32) -> AbilityDef {
    AbilityDef::Static(StaticDef {
        only_if: Condition::Always,
        effect: StaticEffect::Replace(Replacement {
            event: ReplacedEvent::Enters(this()),
            only_if: Condition::Always,
            with: ReplaceWith::Counters(kind, Quantity::N(n as i32)),
            optional: None,
        }),
        from: ZoneKind::Battlefield,
    })
}

fn when(event: TriggerEvent, only_if: Condition, effects: Vec<Instruction>) -> AbilityDef {
    AbilityDef::Triggered(TriggeredDef {
        when: event,
        provided: Condition::Always,
        only_if,
        targets: Vec::new(),
        effects,
        modes: None,
        from: ZoneKind::Battlefield,
        per_turn: None,
    })
}

fn word(text: &str) -> Word {
    Word::new(text).expect("a keyword's own words are short")
}

const PLUS: CounterKind = CounterKind::PowerToughness(1, 1);
const MINUS: CounterKind = CounterKind::PowerToughness(-1, -1);

fn parameterised(keyword: &KeywordAbility, optional: usize) -> Vec<AbilityDef> {
    match keyword {
        // CR 702.32a: enters with counters; at your upkeep one is removed, or else it is sacrificed.
        KeywordAbility::Fading(n) => {
            let kind = CounterKind::Named(word("fade"));
            let upkeep = vec![Instruction::If {
                cond: Condition::Is(Obj::This, Filter::Counter(kind)),
                then: vec![Instruction::RemoveCounters {
                    kind,
                    count: Quantity::N(1),
                    from: Recipients::Objects(Objects::The(Obj::This)),
                    into: None,
                }],
                otherwise: vec![Instruction::Sacrifice(Objects::The(Obj::This))],
            }];
            let upkeep = when(TriggerEvent::Beginning(StepName::Upkeep, Who::You), Condition::Always, upkeep);
            vec![counters(kind, *n), upkeep]
        }
        KeywordAbility::Devour(n) => vec![devour(*n)],
        // CR 702.43a: enters with +1/+1 counters; when it dies, they may go to an artifact creature.
        KeywordAbility::Modular(n) => {
            let mut dies = TriggeredDef {
                when: TriggerEvent::Dies(this()),
                provided: Condition::Always,
                only_if: Condition::Always,
                targets: Vec::new(),
                effects: vec![Instruction::May {
                    who: Who::You,
                    then: vec![Instruction::PutCounters {
                        kind: PLUS,
                        count: Quantity::Counters(PLUS, Obj::Event),
                        and: Vec::new(),
                        on: Recipients::Targets(0),
                    }],
                    otherwise: Vec::new(),
                }],
                modes: None,
                from: ZoneKind::Battlefield,
                per_turn: None,
            };
            let body = Filter::And(vec![Filter::Type(CardTypes::ARTIFACT), Filter::Type(CardTypes::CREATURE)]);
            dies.targets.push(TargetDef::new(TargetKind::Permanent(body)));
            vec![counters(PLUS, *n), AbilityDef::Triggered(dies)]
        }
        KeywordAbility::CumulativeUpkeepActs(acts) => vec![upkeep::upkeep(acts)],
        // CR 702.79a, 702.93a: returns with a counter unless it had one.
        KeywordAbility::Persist => vec![returning(MINUS)],
        KeywordAbility::Undying => vec![returning(PLUS)],
        // CR 702.108a.
        KeywordAbility::Prowess => {
            let event = TriggerEvent::Casts {
                who: Who::You,
                what: Filter::Not(Box::new(Filter::Type(CardTypes::CREATURE))),
                from: None,
            };
            let pump = StaticEffect::Affect(
                Objects::The(Obj::This),
                vec![Modification::ModifyPT(Quantity::N(1), Quantity::N(1))],
            );
            vec![when(event, Condition::Always, vec![Instruction::Continuous(pump, Duration::EndOfTurn)])]
        }
        // CR 702.35a: a replacement as it is discarded, and a trigger that may cast it.
        KeywordAbility::Madness(cost) => {
            let instead = AbilityDef::Static(StaticDef {
                only_if: Condition::Always,
                effect: StaticEffect::Replace(Replacement {
                    event: ReplacedEvent::Discard(Who::You, this()),
                    only_if: Condition::Always,
                    with: ReplaceWith::MoveTo(Destination::Exile),
                    optional: None,
                }),
                from: ZoneKind::Hand,
            });
            let cast = word("cast");
            let trigger = AbilityDef::Triggered(TriggeredDef {
                when: TriggerEvent::Discards(Who::EachPlayer, this()),
                provided: Condition::Always,
                only_if: Condition::Is(Obj::This, Filter::Zone(ZoneKind::Exile)),
                targets: Vec::new(),
                effects: vec![
                    Instruction::CastNow {
                        who: Who::OwnerOf(Obj::This),
                        what: Objects::The(Obj::This),
                        spell: Filter::Any,
                        cost: CastCost::Instead(cost.clone()),
                        copies: false,
                        lands: false,
                        transformed: false,
                        into: Some(cast),
                    },
                    Instruction::If {
                        cond: Condition::Did(cast),
                        then: Vec::new(),
                        otherwise: vec![Instruction::Move {
                            what: Objects::The(Obj::This),
                            to: Destination::Graveyard,
                            into: None,
                            linked: false,
                            until: None,
                        }],
                    },
                ],
                modes: None,
                from: ZoneKind::Exile,
                per_turn: None,
            });
            vec![AbilityDef::Keyword(keyword.clone()), instead, trigger]
        }
        // CR 702.62a: a special action in hand, and triggered abilities in exile; 702.124j: one ability before the game
        // begins, and one on the battlefield.
        // CR 702.151a: two activated abilities, and what happens as it becomes attached (702.151b).
        KeywordAbility::Suspend(Some(_), _)
        | KeywordAbility::Partner(PartnerAbility::With(_))
        | KeywordAbility::Reconfigure(_) => {
            let mut all = vec![AbilityDef::Keyword(keyword.clone())];
            all.extend(written::written(keyword, optional).into_iter().flatten());
            all
        }
        // CR 702.48a.
        KeywordAbility::Offering(what) => {
            spells::own_flash(&Cost(vec![CostPart::SacrificeForCost(what.clone())]), &[], optional)
        }
        KeywordAbility::Firebending(n) => vec![attacking::firebending(n)],
        KeywordAbility::Annihilator(n) => vec![attacking::annihilator(n)],
        KeywordAbility::Cascade => vec![AbilityDef::Triggered(cascade())],
        // CR 702.21a.
        KeywordAbility::Ward(cost) => vec![ward(std::slice::from_ref(cost))],
        KeywordAbility::WardEither(costs) => vec![ward(costs)],
        other => written::written(other, optional).unwrap_or_else(|| vec![AbilityDef::Keyword(other.clone())]),
    }
}

fn returning(kind: CounterKind) -> AbilityDef {
    let entry = Entry { counters: vec![(kind, Quantity::N(1))], ..Entry::default() };
    when(
        TriggerEvent::Dies(this()),
        Condition::Not(Box::new(Condition::Is(Obj::Event, Filter::Counter(kind)))),
        vec![Instruction::Move {
            what: Objects::The(Obj::This),
            to: Destination::Battlefield(entry),
            into: None,
            linked: false,
            until: None,
        }],
    )
}

/// CR 702.21a: one of the costs is paid, as they are offered one after the other, or what targets it is countered.
fn ward(costs: &[Cost]) -> AbilityDef {
    let event = TriggerEvent::BecomesTarget { what: this(), by: Filter::Controlled(Who::EachOpponent) };
    let counter = vec![Instruction::Counter { what: Objects::The(Obj::EventSource), to: None }];
    let unless = costs.iter().rev().fold(counter, |otherwise, cost| {
        let who = Who::ControllerOf(Obj::EventSource);
        vec![Instruction::MayPay { who, cost: cost.clone(), then: Vec::new(), otherwise }]
    });
    when(event, Condition::Always, unless)
}

/// CR 702.67a.
pub(super) fn fortify(cost: &Cost) -> ActivatedDef {
    let land = Filter::And(vec![Filter::Type(CardTypes::LAND), Filter::Controlled(Who::You)]);
    attaching(cost, land)
}

/// CR 702.85a: as the spell is cast, cards are exiled until one is cheaper; that may be cast for nothing if the spell
/// is cheaper, too; the others go under the library.
fn cascade() -> TriggeredDef {
    let (card, exiled, cast) = (word("card"), word("exiled"), word("cast"));
    let cheaper = Filter::ManaValue(Cmp::Lt, Quantity::ManaValue(Obj::This));
    let nonland = Filter::Not(Box::new(Filter::Type(CardTypes::LAND)));
    let still_exiled = Objects::Only(Box::new(Objects::Var(exiled)), Filter::Zone(ZoneKind::Exile));
    TriggeredDef {
        when: TriggerEvent::Casts { who: Who::You, what: this(), from: None },
        provided: Condition::Always,
        only_if: Condition::Always,
        targets: Vec::new(),
        effects: vec![
            Instruction::ExileUntil {
                who: Who::You,
                filter: Filter::And(vec![nonland, cheaper.clone()]),
                total: None,
                into: Some(card),
                exiled: Some(exiled),
            },
            Instruction::CastNow {
                who: Who::You,
                what: Objects::Var(card),
                spell: cheaper,
                cost: CastCost::Free,
                copies: false,
                lands: false,
                transformed: false,
                into: Some(cast),
            },
            Instruction::If {
                cond: Condition::Did(cast),
                then: vec![Instruction::Keep(exiled, still_exiled)],
                otherwise: Vec::new(),
            },
            Instruction::Move {
                what: Objects::Var(exiled),
                to: Destination::LibraryBottomRandom,
                into: None,
                linked: false,
                until: None,
            },
        ],
        modes: None,
        from: ZoneKind::Stack,
        per_turn: None,
    }
}

/// CR 702.82a: as it enters, creatures are sacrificed, each for N +1/+1 counters.
fn devour(n: u32) -> AbilityDef {
    let food = word("devoured");
    let as_enters = vec![
        Instruction::SacrificeChoice {
            who: Who::You,
            filter: Filter::Type(CardTypes::CREATURE),
            count: Quantity::N(1),
            into: Some(food),
            any: true,
        },
        Instruction::PutCounters {
            kind: PLUS,
            count: Quantity::Times(Box::new(Quantity::N(n as i32)), Box::new(Quantity::Var(food))),
            and: Vec::new(),
            on: Recipients::Objects(Objects::The(Obj::This)),
        },
    ];
    AbilityDef::Static(StaticDef {
        only_if: Condition::Always,
        effect: StaticEffect::Replace(Replacement {
            event: ReplacedEvent::Enters(this()),
            only_if: Condition::Always,
            with: ReplaceWith::AsEnters(as_enters),
            optional: None,
        }),
        from: ZoneKind::Battlefield,
    })
}

/// CR 702.6a.
pub(super) fn equip(cost: &Cost, filter: &Filter) -> ActivatedDef {
    let mut what = vec![Filter::Type(CardTypes::CREATURE), Filter::Controlled(Who::You)];
    if *filter != Filter::Any {
        what.push(filter.clone());
    }
    attaching(cost, Filter::And(what))
}

/// Attaches the permanent to a target, as a sorcery.
fn attaching(cost: &Cost, to: Filter) -> ActivatedDef {
    let attach = Instruction::Attach(Objects::The(Obj::This), Obj::Target(0));
    let targets = vec![TargetDef::new(TargetKind::Permanent(to))];
    ActivatedDef { targets, sorcery_speed: true, ..ActivatedDef::new(cost.clone(), vec![attach]) }
}

/// CR 702.103b: what a spell that is cast bestowed is, and the permanent that it becomes.
pub(super) fn bestowed() -> StaticEffect {
    let aura = Subtype::named("Aura").expect("a subtype of CR 205.3h");
    let enchant = KeywordAbility::Enchant(TargetKind::Permanent(Filter::Type(CardTypes::CREATURE)));
    let becomes = vec![
        Modification::SetTypes(CardTypes::ENCHANTMENT, vec![aura]),
        Modification::GainAbilities(vec![AbilityDef::Keyword(enchant)]),
    ];
    StaticEffect::Affect(Objects::The(Obj::This), becomes)
}

/// CR 702.151b: what an Equipment is while it is attached to a creature.
pub(super) fn reconfigured() -> StaticEffect {
    StaticEffect::Affect(Objects::The(Obj::This), vec![Modification::RemoveTypes(CardTypes::CREATURE)])
}

/// CR 702.131a: what ascend means on an instant or a sorcery.
pub(in crate::cards) fn ascend() -> Vec<AbilityDef> {
    let permanents = Quantity::Count(Box::new(Objects::All(Filter::Controlled(Who::You))));
    let effects = vec![Instruction::If {
        cond: Condition::Compare(permanents, Cmp::Ge, Quantity::N(10)),
        then: vec![Instruction::GetBlessing(Who::You)],
        otherwise: Vec::new(),
    }];
    vec![AbilityDef::Spell(SpellDef { targets: Vec::new(), effects, modes: None })]
}
