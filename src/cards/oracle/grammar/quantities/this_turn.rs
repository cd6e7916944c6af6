//! How many objects did something this turn, and how much of something happened to players.

use crate::cards::oracle::grammar::help::{are_doers, doers, n, other};
use crate::cards::oracle::grammar::nouns::players::their;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

const YOURS: Filter = Filter::Controlled(Who::You);
const OWN: Filter = Filter::Owned(Who::You);

fn count(deed: Deed, filter: Filter, more: &[Filter]) -> Quantity {
    Quantity::Count(Box::new(doers(deed, filter, more)))
}

fn is_count(quantity: &Quantity, deed: Deed, more: &[Filter]) -> Vec<(Filter,)> {
    match quantity {
        Quantity::Count(objects) => are_doers(objects, deed, more).map(|f| (f,)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// How many spells a player has cast this turn, of a sort or at all.
fn cast(spells: Filter) -> Quantity {
    if spells == Filter::Any {
        return Quantity::SpellsThisTurn(Who::You);
    }
    count(Deed::Cast, spells, &[YOURS])
}

fn is_cast(quantity: &Quantity) -> Vec<(Filter,)> {
    match quantity {
        Quantity::SpellsThisTurn(Who::You) => vec![(Filter::Any,)],
        other => is_count(other, Deed::Cast, &[YOURS]).into_iter().filter(|(f,)| *f != Filter::Any).collect(),
    }
}

/// For how many of some players something has happened.
fn players_who(who: Who, fact: fn(Who) -> Fact) -> Quantity {
    Quantity::PlayersWho(who, Box::new(Condition::ThisTurn(fact(Who::It))))
}

fn tally(tally: Tally, who: Option<Who>) -> Option<Quantity> {
    who.map(|who| Quantity::ThisTurn(tally, who))
}

fn is(found: Option<Quantity>, quantity: &Quantity) -> Vec<()> {
    if found.as_ref() == Some(quantity) { vec![()] } else { Vec::new() }
}

/// CR 700.11: how many permanent cards were put into a player's graveyard.
fn descents() -> Quantity {
    count(Deed::Buried, Filter::Type(CardTypes::PERMANENT), &[OWN])
}

macro_rules! counted {
    ($words:literal, $cat:ident, $deed:ident, $more:expr; $example:literal) => {
        rule!(Each: $words (noun: $cat) => |_, noun| Some(count(Deed::$deed, noun, $more)), |_, q: &_| is_count(q, Deed::$deed, $more); $example)
    };
    (also $words:literal, $cat:ident, $deed:ident, $more:expr; $example:literal) => {
        alternate!(Each: $words (noun: $cat) => |_, noun| Some(count(Deed::$deed, noun, $more)); $example)
    };
}

macro_rules! much {
    ($words:literal, $tally:ident, $who:expr; $example:literal) => {
        rule!(Value_: $words () => |c| tally(Tally::$tally, $who(c)), |c, q: &_| is(tally(Tally::$tally, $who(c)), q); $example)
    };
    (also $words:literal, $tally:ident, $who:expr; $example:literal) => {
        alternate!(Value_: $words () => |c| tally(Tally::$tally, $who(c)); $example)
    };
}

/// Whether somebody controls them: what is said of those is what they are now.
fn is_somebodys(noun: &Filter) -> bool {
    help::parts(noun.clone()).iter().any(|f| matches!(f, Filter::Controlled(_)))
}

fn you(_: &Context) -> Option<Who> {
    Some(Who::You)
}

fn opponents(_: &Context) -> Option<Who> {
    Some(Who::EachOpponent)
}

pub(super) const RULES: &[Rule] = &[
    counted!("{noun#} that died under your control this turn", Noun, Died, &[YOURS]; "creatures that died under your control this turn"),
    counted!(also "{noun#} put into a graveyard from the battlefield this turn", Noun, Died, &[]; "creatures put into a graveyard from the battlefield this turn"),
    counted!(also "{noun#} put into graveyards from the battlefield this turn", Noun, Died, &[]; "creatures put into graveyards from the battlefield this turn"),
    counted!("{noun#} that left the battlefield this turn", Noun, Left, &[]; "creatures that left the battlefield this turn"),
    counted!("{noun#} that left the battlefield under your control this turn", Noun, Left, &[YOURS]; "creatures that left the battlefield under your control this turn"),
    counted!("{noun#} that entered the battlefield under your control this turn", Noun, Entered, &[YOURS]; "lands that entered the battlefield under your control this turn"),
    counted!(also "{noun#} that entered under your control this turn", Noun, Entered, &[YOURS]; "lands that entered under your control this turn"),
    counted!(also "{noun#} you had enter the battlefield under your control this turn", Noun, Entered, &[YOURS]; "lands you had enter the battlefield under your control this turn"),
    counted!("{noun#} you've sacrificed this turn", Noun, Sacrificed, &[YOURS]; "Foods you've sacrificed this turn"),
    counted!(also "{noun#} you sacrificed this turn", Noun, Sacrificed, &[YOURS]; "Foods you sacrificed this turn"),
    rule!(Each: "{noun#} that attacked this turn" (noun: Noun) => |_, noun| (!is_somebodys(&noun)).then(|| count(Deed::Attacked, noun, &[])),
        |_, q: &_| is_count(q, Deed::Attacked, &[]).into_iter().filter(|(f,)| !is_somebodys(f)).collect(); "creatures that attacked this turn"),
    counted!("{noun#} you attacked with this turn", Noun, Attacked, &[YOURS]; "creatures you attacked with this turn"),
    counted!("{noun#} you created this turn", Noun, Created, &[OWN]; "tokens you created this turn"),
    counted!(also "{noun#} you've created this turn", Noun, Created, &[OWN]; "tokens you've created this turn"),
    // CR 702.29d: a card that is cycled is discarded.
    counted!("{noun#} you've discarded this turn", CardNoun, Discarded, &[OWN]; "cards you've discarded this turn"),
    counted!(also "{noun#} you discarded this turn", CardNoun, Discarded, &[OWN]; "cards you discarded this turn"),
    counted!(also "{noun#} you've cycled or discarded this turn", CardNoun, Discarded, &[OWN]; "cards you've cycled or discarded this turn"),
    alternate!(Each: "time|times you descended this turn" () => |_| Some(descents()); "times you descended this turn"),
    // ---- spells
    rule!(Each: "{spells#} you've cast this turn" (spells: SpellNoun) => |_, spells| Some(cast(spells)), |_, q: &_| is_cast(q); "creature spells you've cast this turn"),
    alternate!(Each: "{spells#} you cast this turn" (spells: SpellNoun) => |_, spells| Some(cast(spells)); "creature spells you cast this turn"),
    rule!(Each: "other {spells#} you've cast this turn" (spells: SpellNoun) => |c, spells| c.face.is_spell().then(|| count(Deed::Cast, spells, &[other(), YOURS])),
        |c, q: &_| if c.face.is_spell() { is_count(q, Deed::Cast, &[other(), YOURS]) } else { Vec::new() }; ""),
    rule!(Each: "spell|spells cast this turn" () => |_| Some(Quantity::SpellsThisTurn(Who::EachPlayer)), |_, q: &_| is(Some(Quantity::SpellsThisTurn(Who::EachPlayer)), q); "spells cast this turn"),
    // ---- players
    rule!(Each: "opponent|opponents who was|were dealt damage this turn" () => |_| Some(players_who(Who::EachOpponent, Fact::DealtDamage)), |_, q: &_| is(Some(players_who(Who::EachOpponent, Fact::DealtDamage)), q);
        "opponents who were dealt damage this turn"),
    rule!(Each: "player|players who lost life this turn" () => |_| Some(players_who(Who::EachPlayer, Fact::LostLife)), |_, q: &_| is(Some(players_who(Who::EachPlayer, Fact::LostLife)), q); "players who lost life this turn"),
    alternate!(Each: "of your opponents who lost life this turn" () => |_| Some(players_who(Who::EachOpponent, Fact::LostLife)); ""),
    alternate!(Each: "1 life your opponents have lost this turn" () => |c| tally(Tally::LifeLost, opponents(c)); ""),
    alternate!(Each: "1 life you've gained this turn" () => |c| tally(Tally::LifeGained, you(c)); ""),
    // ---- how much
    much!("the amount of life you gained this turn", LifeGained, you; "the amount of life you gained this turn"),
    much!(also "the amount of life you've gained this turn", LifeGained, you; "the amount of life you've gained this turn"),
    much!("the amount of life you lost this turn", LifeLost, you; "the amount of life you lost this turn"),
    much!(also "the amount of life you've lost this turn", LifeLost, you; "the amount of life you've lost this turn"),
    much!(also "the life you've lost this turn", LifeLost, you; "the life you've lost this turn"),
    much!(also "the life that player lost this turn", LifeLost, their; ""),
    much!(also "the total life lost by your opponents this turn", LifeLost, opponents; "the total life lost by your opponents this turn"),
    alternate!(Each: "1 life you gained this turn" () => |c| tally(Tally::LifeGained, you(c)); ""),
    much!("the amount of life they lost this turn", LifeLost, their; ""),
    much!(also "the life they lost this turn", LifeLost, their; ""),
    much!(also "the amount of life that player lost this turn", LifeLost, their; ""),
    much!(also "the amount of life they've lost this turn", LifeLost, their; ""),
    much!("the total amount of life your opponents lost this turn", LifeLost, opponents; "the total amount of life your opponents lost this turn"),
    much!(also "the total amount of life your opponents have lost this turn", LifeLost, opponents; "the total amount of life your opponents have lost this turn"),
    much!("the damage dealt to you this turn", DamageDealt, you; "the damage dealt to you this turn"),
    much!(also "the amount of damage dealt to you this turn", DamageDealt, you; "the amount of damage dealt to you this turn"),
    alternate!(Value_: "the number of {each.p} minus one" (each: Each) => |_, each| Some(Quantity::Minus(Box::new(each), Box::new(n(1)))); "the number of cards in your hand minus one"),
];
