//! Card types and creature types that are chosen, and what is of them.

use crate::cards::oracle::grammar::nouns::heads::split;
use crate::cards::oracle::grammar::nouns::modifiers::chosen_type;
use crate::cards::oracle::grammar::statics::{as_entering, game_rule, remembered};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// A player chooses one of these card types: what is of the chosen type is known from then on.
fn choose(context: &mut Context, among: CardTypes) -> Option<Instruction> {
    let (who, into) = (context.doer, context.variable()?);
    context.done.push((Participle::CardType, into));
    Some(Instruction::ChooseCardType { who, among, into })
}

fn chosen(context: &Context, effect: &Instruction) -> Vec<CardTypes> {
    match effect {
        Instruction::ChooseCardType { among, .. } if choose(&mut context.clone(), *among).as_ref() == Some(effect) => {
            vec![*among]
        }
        _ => Vec::new(),
    }
}

fn exactly(context: &Context, effect: &Instruction, types: CardTypes) -> Vec<()> {
    chosen(context, effect).into_iter().filter(|among| *among == types).map(|_| ()).collect()
}

/// Several card types, which aren't all that there are.
fn several(types: CardTypes) -> Option<CardTypes> {
    (split(types).len() > 1).then_some(types)
}

/// A player chooses a creature type.
fn tribe(context: &mut Context) -> Option<Instruction> {
    let (who, into) = (context.doer, context.variable()?);
    context.done.push((Participle::Subtype, into));
    let kind = SubtypeWord::Creature;
    Some(help::choose_subtype(who, kind, into))
}

/// As it enters, one of these card types is chosen.
fn entering(context: &mut Context, among: CardTypes) -> Option<AbilityDef> {
    let into = context.variable()?;
    Some(as_entering(Instruction::ChooseCardType { who: Who::You, among, into }, into))
}

fn entered(def: &AbilityDef) -> Option<CardTypes> {
    match remembered(def)? {
        (Instruction::ChooseCardType { who: Who::You, among, .. }, _) => Some(*among),
        _ => None,
    }
}

/// All types but these.
fn but(types: CardTypes) -> CardTypes {
    CardTypes::IN_DECKS - types
}

/// A player and permanents are protected from the same.
fn both(what: Filter, from: Filter) -> Vec<AbilityDef> {
    let gained = vec![AbilityDef::Keyword(KeywordAbility::Protection(from.clone()))];
    let affect = StaticEffect::Affect(Objects::All(what), vec![Modification::GainAbilities(gained)]);
    let fixed =
        |effect| AbilityDef::Static(StaticDef { effect, only_if: Condition::Always, from: ZoneKind::Battlefield });
    vec![game_rule(GameRule::PlayerProtection(Who::You, from)), fixed(affect)]
}

fn are_both(defs: &[AbilityDef]) -> Vec<(Filter, Filter)> {
    let [AbilityDef::Static(first), AbilityDef::Static(second)] = defs else { return Vec::new() };
    match (&first.effect, &second.effect) {
        (StaticEffect::Rule(GameRule::PlayerProtection(_, from)), StaticEffect::Affect(Objects::All(what), _))
            if both(what.clone(), from.clone()) == defs =>
        {
            vec![(what.clone(), from.clone())]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    // ---- as a permanent enters
    rule!(Static: "as {this} enters , choose a card type ." (this: Self_) => |c, _| entering(c, CardTypes::IN_DECKS),
        |_, d: &_| entered(d).filter(|t| *t == CardTypes::IN_DECKS).map(|_| (Obj::This,)).into_iter().collect(); "as this creature enters, choose a card type."),
    rule!(Static: "as {this} enters , choose a card type other than {types} ." (this: Self_, types: Types) => |c, _, types| entering(c, but(types)),
        |_, d: &_| entered(d).map(but).filter(|t| !t.is_empty() && CardTypes::IN_DECKS.contains(*t)).map(|types| (Obj::This, types)).into_iter().collect(); "as this creature enters, choose a card type other than creature or land."),
    rule!(Static: "as {this} enters , choose {types} ." (this: Self_, types: Types) => |c, _, types| entering(c, several(types)?),
        |_, d: &_| entered(d).and_then(several).map(|types| (Obj::This, types)).into_iter().collect(); "as this artifact enters, choose artifact, creature, or land."),
    // ---- as instructions are followed
    rule!(Verb: "chooses|choose a card type" () => |c| choose(c, CardTypes::IN_DECKS), |c, e: &_| exactly(c, e, CardTypes::IN_DECKS); "choose a card type"),
    rule!(Verb: "chooses|choose a permanent type" () => |c| choose(c, CardTypes::PERMANENT), |c, e: &_| exactly(c, e, CardTypes::PERMANENT); "choose a permanent type"),
    rule!(Verb: "chooses|choose {types}" (types: Types) => |c, types| choose(c, several(types)?),
        |c, e: &_| chosen(c, e).into_iter().filter_map(several).filter(|t| split(*t).len() < 6).map(|types| (types,)).collect(); "choose creature or land"),
    rule!(Verb: "chooses|choose a creature type" () => |c| tribe(c), |c, e: &_| if tribe(&mut c.clone()).as_ref() == Some(e) { vec![()] } else { Vec::new() }; "choose a creature type"),
    // ---- what is of it
    alternate!(Static: "{spells.p} you cast of the chosen type cost {mana} less to cast ." (spells: SpellNoun, mana: Mana)
        => |c, spells, mana| Some(game_rule(GameRule::CostsLess(Who::You, help::with(spells, chosen_type(c)?), help::n(help::generic(&mana)?)))); ""),
    alternate!(Static: "players can't cast {spells.p} ." (spells: SpellNoun) => |_, spells| (spells != Filter::Any).then(|| game_rule(GameRule::CantCast(Who::EachPlayer, spells))); "players can't cast creature spells."),
    rule!(Warded: "the chosen card type" () => |c| c.face.card_type.then_some(Filter::ChosenCardType), |c, f: &_| if c.face.card_type && *f == Filter::ChosenCardType { vec![()] } else { Vec::new() }; ""),
    rule!(Line: "you and {what.p} have protection from {from} ." (what: Noun, from: Warded) => |_, what, from| Some(both(what, from)), |_, d: &_| are_both(d); "you and creatures you control have protection from red."),
];
