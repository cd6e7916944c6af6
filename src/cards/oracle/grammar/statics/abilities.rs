//! What has the activated abilities of others, abilities in quotes beside keywords, what can't be activated, what triggers more often.

use crate::cards::oracle::grammar::help::{other, quoted, with, without};
use crate::cards::oracle::grammar::nouns::choosing::of_linked;
use crate::cards::oracle::grammar::statics::{ability, affect, forbidden, game_rule, is_rule};
use crate::cards::oracle::grammar::verbs::wider::beside;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

fn gain(of: Objects) -> Vec<Modification> {
    vec![Modification::GainActivatedOf(of)]
}

fn gained(mods: &[Modification]) -> Option<&Objects> {
    match mods {
        [Modification::GainActivatedOf(of)] => Some(of),
        _ => None,
    }
}

/// Of what another ability of the card exiled, those that are like that (CR 607.2a).
fn exiled(context: &Context, cards: Filter) -> Option<Objects> {
    let own = !context.face.is_spell() && context.face.grantee.is_none();
    own.then(|| if cards == Filter::Any { Objects::Linked } else { Objects::Only(Box::new(Objects::Linked), cards) })
}

fn buried(who: Who, cards: Filter) -> Objects {
    Objects::In(ZoneOf::Graveyard(who), cards)
}

fn is_buried(of: &Objects, who: Who) -> Option<Filter> {
    match of {
        Objects::In(ZoneOf::Graveyard(of), cards) if *of == who => Some(cards.clone()),
        _ => None,
    }
}

/// As long as it is on the battlefield: its static abilities work nowhere else (CR 113.6).
fn on_battlefield(of: Objects) -> AbilityDef {
    ability(affect(Objects::The(Obj::This), gain(of)), Condition::Always)
}

const fn inactive(mana_too: bool) -> Modification {
    Modification::Rule(ObjectRule::CantActivate { mana_too })
}

fn and_inactive(mut mods: Vec<Modification>, mana_too: bool) -> Option<Vec<Modification>> {
    mods.push(inactive(mana_too));
    Some(mods)
}

fn is_and_inactive(mods: &[Modification], mana_too: bool) -> Vec<(Vec<Modification>,)> {
    match mods.split_last() {
        Some((last, rest)) if *last == inactive(mana_too) && !rest.is_empty() => vec![(rest.to_vec(),)],
        _ => Vec::new(),
    }
}

fn is_beside<const N: usize>(mods: &[Modification]) -> Option<([Keyword; N], AbilityDef)> {
    let [Modification::Gain(k), Modification::GainAbilities(list)] = mods else { return None };
    let [quote] = list.as_slice() else { return None };
    quoted(quote).then(|| Some((k.as_slice().try_into().ok()?, quote.clone())))?
}

/// Keywords that say what damage by a spell does (CR 120.3).
const fn harmful(k: Keyword) -> bool {
    matches!(k, Keyword::Lifelink | Keyword::Deathtouch)
}

fn unmasked(kind: CounterKind, count: Quantity) -> AbilityDef {
    let this = ReplacedEvent::TurnedFaceUp(Filter::Is(Obj::This));
    statics::replace(this, ReplaceWith::Counters(kind, count))
}

fn is_unmasked(def: &AbilityDef) -> Option<(CounterKind, Quantity)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else { return None };
    match &replacement.with {
        ReplaceWith::Counters(kind, count) if *def == unmasked(*kind, count.clone()) => Some((*kind, count.clone())),
        _ => None,
    }
}

/// Whatever triggers of such a permanent does it an additional time (CR 603.2d).
fn again(of: Filter) -> AbilityDef {
    game_rule(GameRule::TriggersMore { of: with(of, Filter::Permanent), when: None })
}

fn is_again(def: &AbilityDef) -> Option<Filter> {
    match is_rule(def) {
        Some(GameRule::TriggersMore { of, when: None }) => without(&of, &Filter::Permanent),
        _ => None,
    }
}

/// Other than the permanent itself.
fn others(noun: Filter) -> Filter {
    with(noun, other())
}

pub(super) const RULES: &[Rule] = &[
    // ---- the activated abilities of others
    rule!(StaticMod: "has|have all activated abilities of all {noun.p}" (noun: Noun) => |_, noun| Some(gain(Objects::All(noun))),
        |_, m: &_| match gained(m) { Some(Objects::All(noun)) => vec![(noun.clone(),)], _ => Vec::new() }; "has all activated abilities of all artifacts you control"),
    alternate!(StaticMod: "has|have all activated abilities of all {noun.p} on the battlefield" (noun: Noun) => |_, noun| Some(gain(Objects::All(noun))); "has all activated abilities of all lands on the battlefield"),
    alternate!(StaticMod: "has|have all activated abilities of each other {noun.s}" (noun: Noun) => |c, noun| (c.subject.as_deref() == Some(&Objects::The(Obj::This))).then(|| gain(Objects::All(others(noun)))); ""),
    rule!(StaticMod: "has|have all activated abilities of all other {noun.p}" (noun: Noun) => |c, noun| (c.subject.as_deref() == Some(&Objects::The(Obj::This))).then(|| gain(Objects::All(others(noun)))),
        |_, m: &_| match gained(m) { Some(Objects::All(noun)) => without(noun, &other()).map(|noun| (noun,)).into_iter().collect(), _ => Vec::new() }; ""),
    rule!(StaticMod: "has|have all activated abilities of all {cards.p} exiled with {this}" (cards: CardNoun, this: Self_) => |c, cards, _| exiled(c, cards).map(gain),
        |_, m: &_| gained(m).and_then(of_linked).map(|cards| (cards, Obj::This)).into_iter().collect(); "has all activated abilities of all creature cards exiled with this creature"),
    alternate!(StaticMod: "has|have all activated abilities of all {cards.p} exiled with it" (cards: CardNoun) => |c, cards| (c.subject.as_deref() == Some(&Objects::The(Obj::This))).then(|| exiled(c, cards).map(gain))?; ""),
    alternate!(StaticMod: "has|have all activated abilities of the exiled card" () => |c| exiled(c, Filter::Any).map(gain); ""),
    rule!(StaticMod: "has|have all activated abilities of all {cards.p} in your graveyard" (cards: CardNoun) => |_, cards| Some(gain(buried(Who::You, cards))),
        |_, m: &_| gained(m).and_then(|of| is_buried(of, Who::You)).map(|cards| (cards,)).into_iter().collect(); "has all activated abilities of all creature cards in your graveyard"),
    rule!(StaticMod: "has|have all activated abilities of all {cards.p} in all graveyards" (cards: CardNoun) => |_, cards| Some(gain(buried(Who::EachPlayer, cards))),
        |_, m: &_| gained(m).and_then(|of| is_buried(of, Who::EachPlayer)).map(|cards| (cards,)).into_iter().collect(); "has all activated abilities of all creature cards in all graveyards"),
    alternate!(Static: "as long as {this} is on the battlefield , it has all activated abilities of all {cards.p} in your graveyard ." (this: Self_, cards: CardNoun) => |_, _, cards| Some(on_battlefield(buried(Who::You, cards))); ""),
    alternate!(Static: "as long as {this} is on the battlefield , it has all activated abilities of all {cards.p} in all graveyards ." (this: Self_, cards: CardNoun) => |_, _, cards| Some(on_battlefield(buried(Who::EachPlayer, cards))); ""),
    // ---- keywords and an ability in quotes
    rule!(StaticMod: "has|have {a} , {b} , and \" {quote} \"" (a: Kw, b: Kw, quote: Quote) => |_, a, b, quote| beside(vec![a, b], quote),
        |_, m: &_| is_beside(m).map(|([a, b], quote)| (a, b, quote)).into_iter().collect(); ""),
    rule!(StaticMod: "has|have {a} , {b} , {d} , {e} , and \" {quote} \"" (a: Kw, b: Kw, d: Kw, e: Kw, quote: Quote) => |_, a, b, d, e, quote| beside(vec![a, b, d, e], quote),
        |_, m: &_| is_beside(m).map(|([a, b, d, e], quote)| (a, b, d, e, quote)).into_iter().collect(); ""),
    // ---- spells
    alternate!(Static: "{spells.p} you control have {k} ." (spells: SpellNoun, k: Kw) => |_, spells, k| harmful(k).then(|| conditions::spent::given(spells, Modification::Gain(vec![k]))); "instant and sorcery spells you control have lifelink."),
    // ---- as it is turned face up (CR 708.11)
    rule!(Static: "as {this} is turned face up , put {count} {kind} counters on it ." (this: Self_, count: Count, kind: Kind) => |_, _, count, kind| Some(unmasked(kind, count)),
        |_, d: &_| is_unmasked(d).map(|(kind, count)| (Obj::This, count, kind)).into_iter().collect(); ""),
    // ---- what can't be activated
    rule!(StaticMods: "1: {a.s} , and its activated abilities can't be activated" (a: StaticMod) => |_, a| and_inactive(a, true), |_, m: &_| is_and_inactive(m, true); "can't block, and its activated abilities can't be activated"),
    alternate!(StaticMods: "1: {a.s} and its activated abilities can't be activated" (a: StaticMod) => |_, a| and_inactive(a, true); "can't block and its activated abilities can't be activated"),
    rule!(StaticMods: "1: {a.s} , and its activated abilities can't be activated unless they're mana abilities" (a: StaticMod) => |_, a| and_inactive(a, false), |_, m: &_| is_and_inactive(m, false);
        "can't block, and its activated abilities can't be activated unless they're mana abilities"),
    // ---- what triggers more often
    rule!(Static: "if a triggered ability of a {noun.s} triggers , that ability triggers a additional time ." (noun: Noun) => |_, noun| Some(again(noun)),
        |_, d: &_| is_again(d).filter(|noun| without(noun, &other()).is_none()).map(|noun| (noun,)).into_iter().collect(); "if a triggered ability of a Goblin you control triggers, that ability triggers an additional time."),
    rule!(Static: "if a triggered ability of another {noun.s} triggers , that ability triggers a additional time ." (noun: Noun) => |_, noun| Some(again(others(noun))),
        |_, d: &_| is_again(d).and_then(|noun| without(&noun, &other())).map(|noun| (noun,)).into_iter().collect(); "if a triggered ability of another Goblin you control triggers, that ability triggers an additional time."),
    alternate!(Static: "if a triggered ability of another {noun.s} triggers , it triggers a additional time ." (noun: Noun) => |_, noun| Some(again(others(noun))); "if a triggered ability of another Goblin you control triggers, it triggers an additional time."),
    alternate!(Static: "if a {noun.s} entering the battlefield causes a triggered ability of a {of.s} to trigger , that ability triggers a additional time ." (noun: Noun, of: Noun)
        => |_, noun, of| Some(forbidden::more(of, TriggerEvent::Enters(noun))); "if an artifact entering the battlefield causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time."),
];
