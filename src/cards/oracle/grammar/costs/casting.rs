//! What spells cost, and when they may be cast.

use crate::cards::oracle::grammar::help::{generic, mana, n, this};
use crate::cards::oracle::grammar::statics::ability;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// The spell itself costs as much less as a number is.
fn less(context: &Context, value: Quantity) -> AbilityDef {
    let from = if context.face.is_spell() { ZoneKind::Battlefield } else { ZoneKind::Stack };
    let effect = StaticEffect::Rule(GameRule::CostsLess(Who::You, this(), value));
    AbilityDef::Static(StaticDef { only_if: Condition::Always, effect, from })
}

fn is_less(context: &Context, def: &AbilityDef) -> Vec<(Quantity,)> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::CostsLess(_, _, value)), .. })
            if *def == less(context, value.clone()) && !matches!(value, Quantity::N(_)) =>
        {
            vec![(value.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// A rule of the game as long as a condition holds.
fn while_so(rule: GameRule, only_if: Condition) -> AbilityDef {
    ability(StaticEffect::Rule(rule), only_if)
}

fn silence(spells: Filter) -> AbilityDef {
    while_so(GameRule::CantCast(Who::EachOpponent, spells), Condition::TurnOf(Who::You))
}

fn is_silence(def: &AbilityDef) -> Vec<(Filter,)> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::CantCast(_, spells)), .. })
            if *def == silence(spells.clone()) =>
        {
            vec![(spells.clone(),)]
        }
        _ => Vec::new(),
    }
}

fn cheaper(spells: Filter, mana: &ManaCost, only_if: Condition) -> Option<AbilityDef> {
    Some(while_so(GameRule::CostsLess(Who::You, spells, n(generic(mana)?)), only_if))
}

fn is_cheaper(def: &AbilityDef) -> Vec<(Filter, ManaCost, Condition)> {
    match def {
        AbilityDef::Static(StaticDef {
            only_if,
            effect: StaticEffect::Rule(GameRule::CostsLess(Who::You, spells, Quantity::N(number))),
            from: ZoneKind::Battlefield,
        }) if *only_if != Condition::Always && *spells != this() => {
            mana(*number).map(|mana| (spells.clone(), mana, only_if.clone())).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn as_sorcery(spells: Filter) -> AbilityDef {
    while_so(GameRule::CastAsSorcery(Who::EachOpponent, spells), Condition::Always)
}

fn is_as_sorcery(def: &AbilityDef) -> Vec<(Filter,)> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::CastAsSorcery(_, spells)), .. })
            if *def == as_sorcery(spells.clone()) =>
        {
            vec![(spells.clone(),)]
        }
        _ => Vec::new(),
    }
}

fn with_flash(spells: Filter, duration: Duration) -> Vec<Instruction> {
    vec![Instruction::Continuous(StaticEffect::Rule(GameRule::Flash(Who::You, spells)), duration)]
}

fn is_with_flash(effects: &[Instruction]) -> Vec<(Duration, Filter)> {
    match effects {
        [Instruction::Continuous(StaticEffect::Rule(GameRule::Flash(Who::You, spells)), duration)]
            if *duration != Duration::EndOfTurn =>
        {
            vec![(duration.clone(), spells.clone())]
        }
        _ => Vec::new(),
    }
}

/// In your turns, a permanent that has such counters is a creature and nothing else, with a keyword.
fn awake(
    kind: CounterKind,
    (power, toughness): (Quantity, Quantity),
    subs: Vec<Subtype>,
    k: Vec<Keyword>,
) -> AbilityDef {
    let so = vec![Condition::TurnOf(Who::You), Condition::Is(Obj::This, Filter::Counter(kind))];
    let form = vec![
        Modification::SetTypes(CardTypes::CREATURE, subs),
        Modification::SetPT(power, toughness),
        Modification::Gain(k),
    ];
    ability(StaticEffect::Affect(Objects::The(Obj::This), form), Condition::And(so))
}

type Form = (Obj, CounterKind, (Quantity, Quantity), Vec<Subtype>, Vec<Keyword>);

fn is_awake(def: &AbilityDef) -> Vec<Form> {
    let AbilityDef::Static(StaticDef { only_if: Condition::And(so), effect: StaticEffect::Affect(_, form), .. }) = def
    else {
        return Vec::new();
    };
    match (so.as_slice(), form.as_slice()) {
        (
            [_, Condition::Is(_, Filter::Counter(kind))],
            [Modification::SetTypes(_, subs), Modification::SetPT(p, t), Modification::Gain(k)],
        ) => {
            let body = (p.clone(), t.clone());
            let same = awake(*kind, body.clone(), subs.clone(), k.clone()) == *def;
            if same { vec![(Obj::This, *kind, body, subs.clone(), k.clone())] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// Counters for each of the cards that were exiled to pay for the spell that the permanent was (CR 702.66).
fn grown_by_delving(kind: CounterKind, cards: Filter) -> AbilityDef {
    let spent = Objects::Only(Box::new(Objects::PaidWith), cards);
    let with = ReplaceWith::Counters(kind, Quantity::Count(Box::new(spent)));
    statics::replace(ReplacedEvent::Enters(this()), with)
}

fn is_grown_by_delving(def: &AbilityDef) -> Vec<(Obj, CounterKind, Filter)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { with, .. }), .. }) = def else {
        return Vec::new();
    };
    match with {
        ReplaceWith::Counters(kind, Quantity::Count(objects)) => match &**objects {
            Objects::Only(_, cards) if grown_by_delving(*kind, cards.clone()) == *def => {
                vec![(Obj::This, *kind, cards.clone())]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// A spell that may be cast as though it had flash, for more mana.
fn flash_for(mana: ManaCost) -> AbilityDef {
    AbilityDef::OwnFlash { cost: Cost(vec![CostPart::Mana(mana)]), early: Vec::new() }
}

fn is_flash_for(list: &[AbilityDef]) -> Vec<(ManaCost,)> {
    let [AbilityDef::OwnFlash { cost, early }] = list else { return Vec::new() };
    match cost.0.as_slice() {
        [CostPart::Mana(mana)] if early.is_empty() => vec![(mana.clone(),)],
        _ => Vec::new(),
    }
}

/// A spell that may be cast as though it had flash; where a sorcery couldn't have been cast, the permanent that it becomes is sacrificed
/// at the next cleanup step by who controls it then.
fn flash_for_a_turn() -> AbilityDef {
    let it = Box::new(Objects::The(Obj::This));
    let sacrifice = Instruction::SacrificeThese(Who::ControllerOf(Obj::It), Objects::The(Obj::It));
    let each = Instruction::ForEach(Recipients::Objects(Objects::Became(it)), vec![sacrifice]);
    let when = TriggerEvent::Beginning(StepName::Cleanup, Who::EachPlayer);
    let ability = lines::triggered(when, Condition::Always, Vec::new(), vec![each]);
    let delayed = Instruction::Delayed { ability: Box::new(ability), until: None };
    AbilityDef::OwnFlash { cost: Cost(Vec::new()), early: vec![delayed] }
}

/// CR 601.3d: a spell that may be cast as though it had flash as long as a condition holds that has nothing to do with its own casting.
fn flash_if(context: &Context, only_if: Condition) -> Option<AbilityDef> {
    let board = matches!(only_if, Condition::Exists(Objects::All(_)) | Condition::And(_));
    let flash = GameRule::Flash(Who::You, this());
    board.then(|| statics::own_cost(context, flash, only_if))
}

fn is_flash_if(context: &Context, list: &[AbilityDef]) -> Vec<(Condition,)> {
    match list {
        [one @ AbilityDef::Static(StaticDef { only_if, .. })]
            if flash_if(context, only_if.clone()).as_ref() == Some(one) =>
        {
            vec![(only_if.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// Other cards of the graveyard that have that many card types among them.
fn varied(types: Quantity) -> CostPart {
    CostPart::ExileTypes(types, ZoneKind::Graveyard, help::other())
}

pub(super) const RULES: &[Rule] = &[
    alternate!(Price: "pay {mana} and {n} life" (mana: Mana, n: Amount) => |_, mana, n| Some(Cost(vec![CostPart::Mana(mana), CostPart::PayLife(n)])); "pay {B} and 1 life"),
    rule!(Part: "2: exile any number of other cards from your graveyard with {types} or more card types among them" (types: Count) => |_, types| Some(varied(types)),
        |_, p| match p { CostPart::ExileTypes(types, ..) if p == varied(types.clone()) => vec![(types,)], _ => Vec::new() };
        "exile any number of other cards from your graveyard with four or more card types among them"),
    rule!(Static: "each opponent can cast {spells.p} only any time they could cast a sorcery ." (spells: SpellNoun) => |_, spells| Some(as_sorcery(spells)), |_, d: &_| is_as_sorcery(d);
        "each opponent can cast spells only any time they could cast a sorcery."),
    alternate!(Static: "your opponents can cast {spells.p} only any time they could cast a sorcery ." (spells: SpellNoun) => |_, spells| Some(as_sorcery(spells)); ""),
    rule!(Said: "{dur} , you may cast {spells.p} as though they had flash" (dur: Dur, spells: SpellNoun) => |_, dur, spells| (dur != Duration::EndOfTurn).then(|| with_flash(spells, dur)),
        |_, e: &_| is_with_flash(e); "until your next turn, you may cast sorcery spells as though they had flash"),
    rule!(Static: "during your turn , as long as {this} has one or more {kind} counters on him , he's a {body} {subs} creature and has {k} ." (this: Self_, kind: Kind, body: Body, subs: Subs, k: KwList)
        => |_, _, kind, body, subs, k| Some(awake(kind, body, subs, k)), |_, d: &_| is_awake(d); ""),
    alternate!(Static: "during your turn , as long as {this} has one or more {kind} counters on her , she's a {body} {subs} creature and has {k} ." (this: Self_, kind: Kind, body: Body, subs: Subs, k: KwList)
        => |_, _, kind, body, subs, k| Some(awake(kind, body, subs, k)); ""),
    rule!(Static: "{this} enters with a {kind} counter on it for each {cards.s} exiled with it ." (this: Self_, kind: Kind, cards: CardNoun) => |_, _, kind, cards| Some(grown_by_delving(kind, cards)),
        |_, d: &_| is_grown_by_delving(d); ""),
    rule!(Line: "you may cast this spell as though it had flash if you pay {mana} more to cast it ." (mana: Mana) => |_, mana| Some(vec![flash_for(mana)]), |_, list: &_| is_flash_for(list);
        "you may cast this spell as though it had flash if you pay {2} more to cast it."),
    rule!(Line: "you may cast this spell as though it had flash . if you cast it any time a sorcery couldn't have been cast , the controller of the permanent it becomes sacrifices it at the beginning of the next cleanup step ." ()
        => |_| Some(vec![flash_for_a_turn()]), |_, list: &_| if *list == [flash_for_a_turn()] { vec![()] } else { Vec::new() };
        "you may cast this spell as though it had flash. If you cast it any time a sorcery couldn't have been cast, the controller of the permanent it becomes sacrifices it at the beginning of the next cleanup step."),
    rule!(Line: "you may cast this spell as though it had flash if {cond} ." (cond: Conds) => |c, cond| flash_if(c, cond).map(|def| vec![def]), |c, list: &_| is_flash_if(c, list);
        "you may cast this spell as though it had flash if you control an artifact."),
    // The ability functions in hand (CR 113.6m), and what follows may be about the card.
    rule!(Piece: "discard this card" () => |c| { c.zone = ZoneKind::Hand; nouns::references::this(c); Some(CostPart::DiscardThis) },
        |c, p: &_| if c.here == ZoneKind::Hand && *p == CostPart::DiscardThis { vec![()] } else { Vec::new() }; ""),
    rule!(Static: "this spell costs {mana} less to cast , where X is {value} ." (mana: Mana, value: Value_)
        => |c, mana, value| (mana.0.as_slice() == [ManaSymbol::X]).then(|| less(c, value)),
        |c, d: &_| is_less(c, d).into_iter().map(|(value,)| (ManaCost([ManaSymbol::X].into_iter().collect()), value)).collect();
        "this spell costs {X} less to cast, where X is the greatest power among creatures you control."),
    rule!(Static: "your opponents can't cast {spells.p} during your turn ." (spells: SpellNoun) => |_, spells| Some(silence(spells)), |_, d: &_| is_silence(d);
        "your opponents can't cast spells during your turn."),
    alternate!(Static: "during your turn , your opponents can't cast {spells.p} ." (spells: SpellNoun) => |_, spells| Some(silence(spells)); ""),
    rule!(Static: "{spells.p} you cast cost {mana} less to cast as long as {cond} ." (spells: SpellNoun, mana: Mana, cond: Conds) => |_, spells, mana, cond| cheaper(spells, &mana, cond),
        |_, d: &_| is_cheaper(d); "creature spells you cast cost {1} less to cast as long as you control an artifact."),
    alternate!(Static: "as long as {cond} , {spells.p} you cast cost {mana} less to cast ." (cond: Conds, spells: SpellNoun, mana: Mana) => |_, cond, spells, mana| cheaper(spells, &mana, cond); ""),
];
