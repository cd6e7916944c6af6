//! What objects did this turn, or what was done to them, as conditions (CR 608.2i).

use crate::cards::oracle::grammar::help::{are_doers, doers, n, negated, other};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

const YOURS: Filter = Filter::Controlled(Who::You);
const OWN: Filter = Filter::Owned(Who::You);
const OF_OPPONENTS: Filter = Filter::Controlled(Who::EachOpponent);
const OWNED_BY_OPPONENTS: Filter = Filter::Owned(Who::EachOpponent);
const CREATURE: Filter = Filter::Type(CardTypes::CREATURE);

fn happened(deed: Deed, filter: Filter, more: &[Filter]) -> Condition {
    Condition::Exists(doers(deed, filter, more))
}

fn is_happened(cond: &Condition, deed: Deed, more: &[Filter]) -> Vec<(Filter,)> {
    match cond {
        Condition::Exists(objects) => are_doers(objects, deed, more).map(|f| (f,)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// N of them or more did it.
fn often(count: Quantity, deed: Deed, filter: Filter, more: &[Filter]) -> Condition {
    Condition::Compare(Quantity::Count(Box::new(doers(deed, filter, more))), Cmp::Ge, count)
}

fn is_often(cond: &Condition, deed: Deed, more: &[Filter]) -> Vec<(Quantity, Filter)> {
    match cond {
        Condition::Compare(Quantity::Count(objects), Cmp::Ge, count) => {
            are_doers(objects, deed, more).map(|f| (count.clone(), f)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn is_never(cond: &Condition) -> Option<&Condition> {
    match cond {
        Condition::Not(inner) => Some(inner),
        _ => None,
    }
}

/// A player attacked with something.
fn attacked() -> Condition {
    Condition::ThisTurn(Fact::Attacked(Who::You))
}

/// CR 700.11: a permanent card was put into a player's graveyard from anywhere.
fn descended() -> Condition {
    happened(Deed::Buried, Filter::Type(CardTypes::PERMANENT), &[OWN])
}

/// A spell was cast for its warp cost.
fn warped() -> Condition {
    happened(Deed::Cast, Filter::CastBy(CastBy::Warp), &[])
}

macro_rules! happened {
    ($words:literal, $cat:ident, $deed:ident, $more:expr; $example:literal) => {
        rule!(Cond: $words (noun: $cat) => |_, noun| Some(happened(Deed::$deed, noun, $more)), |_, c: &_| is_happened(c, Deed::$deed, $more); $example)
    };
    (also $words:literal, $cat:ident, $deed:ident, $more:expr; $example:literal) => {
        alternate!(Cond: $words (noun: $cat) => |_, noun| Some(happened(Deed::$deed, noun, $more)); $example)
    };
}

macro_rules! often {
    ($words:literal, $cat:ident, $deed:ident, $more:expr; $example:literal) => {
        rule!(Cond: $words (count: Count, noun: $cat) => |_, count, noun| Some(often(count, Deed::$deed, noun, $more)), |_, c: &_| is_often(c, Deed::$deed, $more); $example)
    };
    (also $words:literal, $cat:ident, $deed:ident, $more:expr; $example:literal) => {
        alternate!(Cond: $words (count: Count, noun: $cat) => |_, count, noun| Some(often(count, Deed::$deed, noun, $more)); $example)
    };
}

macro_rules! fixed {
    ($words:literal, $cond:expr) => {
        rule!(Cond: $words () => |_| Some($cond), |_, c: &_| if *c == $cond { vec![()] } else { Vec::new() }; $words)
    };
}

pub(super) const RULES: &[Rule] = &[
    // ---- what died or left
    rule!(Cond: "a {noun.s} died this turn" (noun: Noun) => |_, noun| (noun != CREATURE).then(|| happened(Deed::Died, noun, &[])),
        |_, c: &_| is_happened(c, Deed::Died, &[]); "a nontoken creature died this turn"),
    happened!("a {noun.s} died under your control this turn", Noun, Died, &[YOURS]; "a Zombie died under your control this turn"),
    happened!("a {noun.s} was put into a graveyard from the battlefield this turn", Noun, Died, &[]; "an artifact was put into a graveyard from the battlefield this turn"),
    often!("{count} or more {noun.p} died this turn", Noun, Died, &[]; "three or more creatures died this turn"),
    often!("{count} or more {noun.p} died under your control this turn", Noun, Died, &[YOURS]; "two or more creatures died under your control this turn"),
    often!("{count} or more {noun.p} left the battlefield under your control this turn", Noun, Left, &[YOURS]; "two or more creatures left the battlefield under your control this turn"),
    rule!(Cond: "no {noun.p} died this turn" (noun: Noun) => |_, noun| (noun != CREATURE).then(|| negated(happened(Deed::Died, noun, &[]))),
        |_, c: &_| is_never(c).map(|c| is_happened(c, Deed::Died, &[])).unwrap_or_default(); "no nontoken creatures died this turn"),
    fixed!("no creatures died this turn", negated(Condition::ThisTurn(Fact::CreatureDied))),
    // ---- what entered
    happened!(also "a {noun.s} entered under your control this turn", Noun, Entered, &[YOURS]; "a land entered under your control this turn"),
    happened!(also "a {noun.s} entered the battlefield under your control this turn", Noun, Entered, &[YOURS]; "a land entered the battlefield under your control this turn"),
    rule!(Cond: "another {noun.s} entered the battlefield under your control this turn" (noun: Noun) => |c, noun| (!c.face.is_spell()).then(|| happened(Deed::Entered, noun, &[other(), YOURS])),
        |_, c: &_| is_happened(c, Deed::Entered, &[other(), YOURS]); "another creature entered the battlefield under your control this turn"),
    alternate!(Cond: "you had another {noun.s} enter the battlefield under your control this turn" (noun: Noun) => |c, noun| (!c.face.is_spell()).then(|| happened(Deed::Entered, noun, &[other(), YOURS])); ""),
    alternate!(Cond: "another {noun.s} entered under your control this turn" (noun: Noun) => |c, noun| (!c.face.is_spell()).then(|| happened(Deed::Entered, noun, &[other(), YOURS])); ""),
    often!("{count} or more {noun.p} entered the battlefield under your control this turn", Noun, Entered, &[YOURS]; "two or more creatures entered the battlefield under your control this turn"),
    often!(also "{count} or more {noun.p} entered under your control this turn", Noun, Entered, &[YOURS]; "two or more creatures entered under your control this turn"),
    often!(also "you had {count} or more {noun.p} enter the battlefield under your control this turn", Noun, Entered, &[YOURS]; "you had two or more creatures enter the battlefield under your control this turn"),
    // ---- what was sacrificed, created or attacked
    happened!(also "you've sacrificed a {noun.s} this turn", Noun, Sacrificed, &[YOURS]; "you've sacrificed a permanent this turn"),
    often!("you've sacrificed {count} or more {noun.p} this turn", Noun, Sacrificed, &[YOURS]; "you've sacrificed two or more artifacts this turn"),
    happened!("you created a {noun.s} this turn", Noun, Created, &[OWN]; "you created a token this turn"),
    happened!(also "you've created a {noun.s} this turn", Noun, Created, &[OWN]; "you've created a token this turn"),
    often!("you created {count} or more {noun.p} this turn", Noun, Created, &[OWN]; "you created two or more tokens this turn"),
    rule!(Cond: "you attacked with a {noun.s} this turn" (noun: Noun) => |_, noun| (noun != CREATURE).then(|| happened(Deed::Attacked, noun, &[YOURS])),
        |_, c: &_| is_happened(c, Deed::Attacked, &[YOURS]); "you attacked with a Goblin this turn"),
    alternate!(Cond: "you've attacked with a {noun.s} this turn" (noun: Noun) => |_, noun| (noun != CREATURE).then(|| happened(Deed::Attacked, noun, &[YOURS])); ""),
    alternate!(Cond: "you attacked with a creature this turn" () => |_| Some(attacked()); "you attacked with a creature this turn"),
    alternate!(Cond: "you've attacked this turn" () => |_| Some(attacked()); "you've attacked this turn"),
    fixed!("you didn't attack with a creature this turn", negated(attacked())),
    alternate!(Cond: "you didn't attack this turn" () => |_| Some(negated(attacked())); ""),
    // ---- cards
    happened!("you discarded a {noun.s} this turn", CardNoun, Discarded, &[OWN]; "you discarded a creature card this turn"),
    happened!(also "you've discarded a {noun.s} this turn", CardNoun, Discarded, &[OWN]; "you've discarded a creature card this turn"),
    often!("you've discarded {count} or more {noun.p} this turn", CardNoun, Discarded, &[OWN]; "you've discarded two or more cards this turn"),
    happened!("a opponent discarded a {noun.s} this turn", CardNoun, Discarded, &[OWNED_BY_OPPONENTS]; "an opponent discarded a card this turn"),
    happened!("a {noun.s} left your graveyard this turn", CardNoun, LeftGraveyard, &[OWN]; "a creature card left your graveyard this turn"),
    happened!(also "one or more {noun.p} left your graveyard this turn", CardNoun, LeftGraveyard, &[OWN]; "one or more cards left your graveyard this turn"),
    often!("{count} or more {noun.p} left your graveyard this turn", CardNoun, LeftGraveyard, &[OWN]; "three or more cards left your graveyard this turn"),
    happened!("a {noun.s} was put into your graveyard from anywhere this turn", CardNoun, Buried, &[OWN]; "a creature card was put into your graveyard from anywhere this turn"),
    alternate!(Cond: "you descended this turn" () => |_| Some(descended()); "you descended this turn"),
    alternate!(Cond: "you've descended this turn" () => |_| Some(descended()); "you've descended this turn"),
];

/// A player has cast N spells of a sort or more.
fn cast(count: Quantity, spells: Filter) -> Condition {
    if spells == Filter::Any {
        return Condition::Compare(Quantity::SpellsThisTurn(Who::You), Cmp::Ge, count);
    }
    often(count, Deed::Cast, spells, &[YOURS])
}

fn is_cast(cond: &Condition) -> Vec<(Quantity, Filter)> {
    match cond {
        Condition::Compare(Quantity::SpellsThisTurn(Who::You), Cmp::Ge, count) => vec![(count.clone(), Filter::Any)],
        _ => is_often(cond, Deed::Cast, &[YOURS]).into_iter().filter(|(_, f)| *f != Filter::Any).collect(),
    }
}

/// A spell other than the one that asks: a permanent is none, so it isn't told apart from the spell that it was.
fn another(context: &Context, spells: Filter, more: Filter) -> Option<Condition> {
    context.face.is_spell().then(|| happened(Deed::Cast, spells, &[other(), more]))
}

/// CR 601.2f: as the costs of a spell are determined, it hasn't been cast yet: all spells of the turn are others.
fn cheaper(context: &Context, mana: &ManaCost, only_if: Condition) -> Option<AbilityDef> {
    let less = crate::cards::def::Rule::CostsLess(Who::You, Filter::Is(Obj::This), n(help::generic(mana)?));
    Some(statics::own_cost(context, less, only_if))
}

/// How much less the spell costs for each of a number of things.
fn less_for_each(context: &Context, mana: &ManaCost, each: Quantity) -> Option<AbilityDef> {
    let less = crate::cards::def::Rule::CostsLess(Who::You, Filter::Is(Obj::This), each);
    (help::generic(mana)? == 1).then(|| statics::own_cost(context, less, Condition::Always))
}

/// How many spells somebody has cast this turn.
fn spells_cast(who: Who, spells: Filter) -> Quantity {
    if spells == Filter::Any {
        return Quantity::SpellsThisTurn(who);
    }
    Quantity::Count(Box::new(doers(Deed::Cast, spells, &[Filter::Controlled(who)])))
}

/// Cast from a hand, and yours: from your own hand.
const FROM_HAND: [Filter; 3] = [Filter::CastFrom(ZoneKind::Hand), Filter::Owned(Who::You), YOURS];

/// Cast by you from anywhere else.
fn from_elsewhere() -> [Filter; 2] {
    let own = vec![Filter::CastFrom(ZoneKind::Hand), Filter::Owned(Who::You)];
    [help::not(Filter::And(own)), YOURS]
}

macro_rules! from {
    ($words:literal, $place:expr; $example:literal) => {
        rule!(Cond: $words (spells: SpellNoun) => |_, spells| Some(happened(Deed::Cast, spells, &$place)), |_, c: &_| is_happened(c, Deed::Cast, &$place); $example)
    };
    (also $words:literal, $place:expr; $example:literal) => {
        alternate!(Cond: $words (spells: SpellNoun) => |_, spells| Some(happened(Deed::Cast, spells, &$place)); $example)
    };
}

/// Spells that were cast.
pub(super) const CASTING: &[Rule] = &[
    rule!(Cond: "you've cast {count} or more {spells.p} this turn" (count: Count, spells: SpellNoun) => |_, count, spells| Some(cast(count, spells)), |_, c: &_| is_cast(c);
        "you've cast three or more instant and sorcery spells this turn"),
    alternate!(Cond: "you cast {count} or more {spells.p} this turn" (count: Count, spells: SpellNoun) => |_, count, spells| Some(cast(count, spells)); ""),
    happened!(also "you cast a {noun.s} this turn", SpellNoun, Cast, &[YOURS]; "you cast a creature spell this turn"),
    happened!(also "a opponent has cast a {noun.s} this turn", SpellNoun, Cast, &[OF_OPPONENTS]; "an opponent has cast a creature spell this turn"),
    rule!(Cond: "you've cast another {spells.s} this turn" (spells: SpellNoun) => |c, spells| another(c, spells, YOURS), |c, cond: &_| if c.face.is_spell() { is_happened(cond, Deed::Cast, &[other(), YOURS]) } else { Vec::new() }; ""),
    alternate!(Static: "this spell costs {mana} less to cast if you've cast another {spells.s} this turn ." (mana: Mana, spells: SpellNoun)
        => |c, mana, spells| (!c.face.is_spell()).then(|| cheaper(c, &mana, happened(Deed::Cast, spells, &[YOURS])))?; ""),
    alternate!(Static: "this spell costs {mana} less to cast for each other {spells.s} you've cast this turn ." (mana: Mana, spells: SpellNoun) => |c, mana, spells| less_for_each(c, &mana, spells_cast(Who::You, spells)); ""),
    alternate!(Static: "this spell costs {mana} less to cast for each other spell cast this turn ." (mana: Mana) => |c, mana| less_for_each(c, &mana, spells_cast(Who::EachPlayer, Filter::Any)); ""),
    from!("you've cast a {spells.s} from your hand this turn", FROM_HAND; "you've cast a creature spell from your hand this turn"),
    from!(also "you cast a {spells.s} from your hand this turn", FROM_HAND; "you cast a creature spell from your hand this turn"),
    from!("you've cast a {spells.s} from exile this turn", [Filter::CastFrom(ZoneKind::Exile), YOURS]; "you've cast a creature spell from exile this turn"),
    from!(also "you cast a {spells.s} from exile this turn", [Filter::CastFrom(ZoneKind::Exile), YOURS]; "you cast a creature spell from exile this turn"),
    from!("you've cast a {spells.s} from anywhere other than your hand this turn", from_elsewhere(); "you've cast a creature spell from anywhere other than your hand this turn"),
    fixed!("a spell was warped this turn", warped()),
    // ---- one or the other
    rule!(Conds: "{a} or {b}" (a: Cond, b: Cond) => |_, a, b| apart(a, b), |_, c| match c { Condition::Or(list) => match list.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() };
        "you attacked this turn or you gained life this turn"),
    alternate!(Conds: "{a} or if {b}" (a: Cond, b: Cond) => |_, a, b| apart(a, b); "you attacked this turn or if you gained life this turn"),
];

/// One condition or another. What is mentioned in the first isn't there for the second.
fn apart(a: Condition, b: Condition) -> Option<Condition> {
    (a != b).then(|| Condition::Or(vec![a, b]))
}
