//! What players can and can't do: hands, draws, lands, steps, the end of the game.

use crate::cards::oracle::grammar::lines::in_combat;
use crate::cards::oracle::grammar::statics::{ability, affect, game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

macro_rules! says {
    ($words:literal, $rule:expr) => {
        rule!(Static: $words () => |_| Some(game_rule($rule)), |_, d: &_| if *d == game_rule($rule) { vec![()] } else { Vec::new() }; $words)
    };
}

fn no_abilities(who: Who, of: Filter) -> AbilityDef {
    game_rule(GameRule::CantActivateAbilities { who, of, what: AbilitySort::Activated })
}

/// A rule for a player's own turn.
pub(in crate::cards::oracle::grammar) fn in_your_turn(def: AbilityDef) -> Option<AbilityDef> {
    match def {
        AbilityDef::Static(def) => Some(AbilityDef::Static(StaticDef { only_if: Condition::TurnOf(Who::You), ..def })),
        _ => None,
    }
}

/// In your turn opponents cast nothing and activate nothing of such permanents.
fn silenced(of: Filter) -> Option<Vec<AbilityDef>> {
    let spells = game_rule(GameRule::CantCast(Who::EachOpponent, Filter::Any));
    let abilities = no_abilities(Who::EachOpponent, help::with(of, Filter::Permanent));
    Some(vec![in_your_turn(spells)?, in_your_turn(abilities)?])
}

fn is_silenced(def: &AbilityDef) -> Option<Filter> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(rule), .. }) = def else { return None };
    let GameRule::CantActivateAbilities { of, .. } = rule else { return None };
    let of = help::without(of, &Filter::Permanent)?;
    (silenced(of.clone())?.get(1) == Some(def)).then_some(of)
}

fn no_spells_in_combat(who: Who, spells: Filter) -> AbilityDef {
    ability(StaticEffect::Rule(GameRule::CantCast(who, spells)), in_combat())
}

fn is_no_spells_in_combat(def: &AbilityDef, who: Who) -> Vec<(Filter,)> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::CantCast(_, spells)), .. })
            if *def == no_spells_in_combat(who, spells.clone()) =>
        {
            vec![(spells.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// Permanents that are face down, as the noun says.
fn hidden(what: Filter) -> Option<AbilityDef> {
    let secret = help::parts(what.clone()).contains(&Filter::FaceDown);
    secret.then(|| game_rule(GameRule::LookAt(Who::You, Objects::All(what))))
}

/// All players may look at the top card of each library.
fn tops() -> GameRule {
    GameRule::LookAt(Who::EachPlayer, Objects::Top(help::n(1), Who::EachPlayer))
}

pub(super) fn own_top() -> GameRule {
    GameRule::LookAt(Who::You, Objects::Top(help::n(1), Who::You))
}

fn own_hand() -> GameRule {
    GameRule::LookAt(Who::EachPlayer, Objects::In(ZoneOf::Hand(Who::You), Filter::Any))
}

fn cant_end() -> Vec<AbilityDef> {
    vec![game_rule(GameRule::CantWin(Who::You)), game_rule(GameRule::CantLose(Who::EachOpponent))]
}

/// Only lands: land cards, or cards of a land type.
fn land(what: &Filter) -> bool {
    help::parts(what.clone()).iter().any(|f| match f {
        Filter::Type(types) => *types == CardTypes::LAND,
        Filter::Subtype(subtype) => subtype.kind() == SubtypeKind::Land,
        _ => false,
    })
}

fn from_graveyard(what: Filter) -> AbilityDef {
    game_rule(help::permit(Objects::In(ZoneOf::Graveyard(Who::You), what), false, None))
}

fn is_from_graveyard(def: &AbilityDef) -> Option<Filter> {
    match is_rule(def)? {
        GameRule::Permit { what: Objects::In(_, what), .. } if *def == from_graveyard(what.clone()) => Some(what),
        _ => None,
    }
}

/// Lands, and cards that are such spells; any card, if all spells are meant.
fn lands_or(spells: Filter) -> Filter {
    if spells == Filter::Any { spells } else { Filter::Or(vec![Filter::Type(CardTypes::LAND), spells]) }
}

fn is_lands_or(what: &Filter) -> Option<Filter> {
    match what {
        Filter::Any => Some(Filter::Any),
        Filter::Or(both) => match both.as_slice() {
            [Filter::Type(CardTypes::LAND), spells] => Some(spells.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn from_top(lands: Filter, spells: Filter) -> AbilityDef {
    let top = Objects::Top(help::n(1), Who::You);
    let what = Objects::Only(Box::new(top), Filter::Or(vec![lands, spells]));
    game_rule(help::permit(what, false, None))
}

fn is_from_top(def: &AbilityDef) -> Option<(Filter, Filter)> {
    let GameRule::Permit { what: Objects::Only(_, Filter::Or(both)), .. } = is_rule(def)? else { return None };
    match both.as_slice() {
        [lands, spells] if *def == from_top(lands.clone(), spells.clone()) => Some((lands.clone(), spells.clone())),
        _ => None,
    }
}

/// The top card of your library, if it is such a spell, once each turn.
fn once_from_top(spells: Filter) -> AbilityDef {
    let mut rule = help::permit(Objects::Only(Box::new(Objects::Top(help::n(1), Who::You)), spells), true, None);
    if let GameRule::Permit { once, .. } = &mut rule {
        *once = true;
    }
    game_rule(rule)
}

fn is_once_from_top(def: &AbilityDef) -> Option<Filter> {
    match is_rule(def)? {
        GameRule::Permit { what: Objects::Only(_, spells), .. } if *def == once_from_top(spells.clone()) => {
            Some(spells)
        }
        _ => None,
    }
}

/// What opponents control of two sorts, each of them named by what it is, enters tapped.
fn enter_tapped(a: Filter, b: Filter) -> Option<AbilityDef> {
    let bare = |f: &Filter| help::parts(f.clone()).iter().all(|f| matches!(f, Filter::Type(_) | Filter::Not(_)));
    // Two card types are a list of types.
    let types = matches!((&a, &b), (Filter::Type(_), Filter::Type(_)));
    let fits = bare(&a) && bare(&b) && !types;
    let what = help::with(Filter::Or(vec![a, b]), Filter::Controlled(Who::EachOpponent));
    fits.then(|| statics::replace(ReplacedEvent::Enters(what), ReplaceWith::Tapped))
}

fn are_tapped(def: &AbilityDef) -> Option<(Filter, Filter)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else { return None };
    let ReplacedEvent::Enters(what) = &replacement.event else { return None };
    match help::without(what, &Filter::Controlled(Who::EachOpponent))? {
        Filter::Or(both) => match both.as_slice() {
            [a, b] if enter_tapped(a.clone(), b.clone()).as_ref() == Some(def) => Some((a.clone(), b.clone())),
            _ => None,
        },
        _ => None,
    }
}

/// Cards in graveyards can't be targets (CR 115).
fn out_of_reach() -> AbilityDef {
    let rule = Modification::Rule(ObjectRule::CantBeTargetedBy(Filter::Any));
    ability(affect(Objects::In(ZoneOf::Graveyard(Who::EachPlayer), Filter::Any), vec![rule]), Condition::Always)
}

pub(super) const RULES: &[Rule] = &[
    // ---- hands
    rule!(Static: "each opponent 's maximum hand size is reduced by {m} ." (m: Words) => |_, m| Some(game_rule(GameRule::MaximumHandSize(Who::EachOpponent, -m))),
        |_, d: &_| match is_rule(d) { Some(GameRule::MaximumHandSize(Who::EachOpponent, m)) if m < -1 => vec![(-m,)], _ => Vec::new() }; "each opponent's maximum hand size is reduced by two."),
    says!("each opponent 's maximum hand size is reduced by one .", GameRule::MaximumHandSize(Who::EachOpponent, -1)),
    says!("your maximum hand size is increased by one .", GameRule::MaximumHandSize(Who::You, 1)),
    rule!(Static: "your maximum hand size is increased by {m} ." (m: Words) => |_, m| Some(game_rule(GameRule::MaximumHandSize(Who::You, m))),
        |_, d: &_| match is_rule(d) { Some(GameRule::MaximumHandSize(Who::You, m)) if m > 1 => vec![(m,)], _ => Vec::new() }; "your maximum hand size is increased by two."),
    says!("play with your hand revealed .", own_hand()),
    // ---- what is seen
    rule!(Static: "you may look at {what.p} any time ." (what: Noun) => |_, what| hidden(what),
        |_, d: &_| match is_rule(d) { Some(GameRule::LookAt(Who::You, Objects::All(what))) => vec![(what,)], _ => Vec::new() }; "you may look at face-down creatures you don't control any time."),
    says!("players play with the top card of their libraries revealed .", tops()),
    alternate!(Line: "you may look at the top card of your library any time , and {more}" (more: Static) => |_, more| Some(vec![game_rule(own_top()), more]); ""),
    // ---- draws, lands, steps
    says!("players can't draw cards .", GameRule::DrawLimit(Who::EachPlayer, 0)),
    says!("you can't play lands .", GameRule::CantPlayLand(Who::You, Filter::Any)),
    says!("you may play two additional lands on each of your turns .", GameRule::ExtraLands(Who::You, 2)),
    alternate!(Static: "each player may play a additional land on each of their turns ." () => |_| Some(game_rule(GameRule::ExtraLands(Who::EachPlayer, 1))); "each player may play an additional land on each of their turns."),
    says!("players skip their upkeep steps .", GameRule::SkipStep(Who::EachPlayer, StepName::Upkeep)),
    alternate!(Static: "each player skips their untap step ." () => |_| Some(game_rule(GameRule::SkipStep(Who::EachPlayer, StepName::Untap))); "each player skips their untap step."),
    // ---- when spells can't be cast
    rule!(Static: "players can't cast {spells.p} during combat ." (spells: SpellNoun) => |_, spells| Some(no_spells_in_combat(Who::EachPlayer, spells)), |_, d: &_| is_no_spells_in_combat(d, Who::EachPlayer);
        "players can't cast instant spells during combat."),
    rule!(Static: "your opponents can't cast {spells.p} during combat ." (spells: SpellNoun) => |_, spells| Some(no_spells_in_combat(Who::EachOpponent, spells)), |_, d: &_| is_no_spells_in_combat(d, Who::EachOpponent);
        "your opponents can't cast instant spells during combat."),
    says!("players can cast spells only during their own turns .", GameRule::CantCast(Who::Nonactive, Filter::Any)),
    alternate!(Line: "players can cast spells and activate abilities only during their own turns ." () => |_| Some(vec![game_rule(GameRule::CantCast(Who::Nonactive, Filter::Any)), no_abilities(Who::Nonactive, Filter::Any)]);
        "players can cast spells and activate abilities only during their own turns."),
    rule!(Static: "players can activate abilities only during their own turns ." () => |_| Some(no_abilities(Who::Nonactive, Filter::Any)), |_, d: &_| if *d == no_abilities(Who::Nonactive, Filter::Any) { vec![()] } else { Vec::new() };
        "players can activate abilities only during their own turns."),
    alternate!(Line: "during your turn , your opponents can't cast spells or activate abilities of {of.p} ." (of: Noun) => |_, of| silenced(of); "during your turn, your opponents can't cast spells or activate abilities of artifacts."),
    rule!(Static: "during your turn , your opponents can't activate abilities of {of.p} ." (of: Noun) => |_, of| silenced(of).and_then(|both| both.into_iter().nth(1)),
        |_, d: &_| is_silenced(d).map(|of| (of,)).into_iter().collect(); "during your turn, your opponents can't activate abilities of artifacts."),
    // ---- the end of the game
    says!("you can't win the game .", GameRule::CantWin(Who::You)),
    says!("your opponents can't lose the game .", GameRule::CantLose(Who::EachOpponent)),
    alternate!(Line: "you can't win the game and your opponents can't lose the game ." () => |_| Some(cant_end()); "you can't win the game and your opponents can't lose the game."),
    // ---- lands and spells from elsewhere
    rule!(Static: "you may play {lands.p} from your graveyard ." (lands: Noun) => |_, lands| land(&lands).then(|| from_graveyard(lands)),
        |_, d: &_| is_from_graveyard(d).filter(land).map(|lands| (lands,)).into_iter().collect(); "you may play Forests from your graveyard."),
    rule!(Static: "you may play lands and cast {spells.p} from your graveyard ." (spells: SpellNoun) => |_, spells| Some(from_graveyard(lands_or(spells))),
        |_, d: &_| is_from_graveyard(d).and_then(|what| is_lands_or(&what)).map(|spells| (spells,)).into_iter().collect(); "you may play lands and cast creature spells from your graveyard."),
    rule!(Static: "you may play {lands.p} and cast {spells.p} from the top of your library ." (lands: Noun, spells: SpellNoun) => |_, lands, spells| (land(&lands) && lands != Filter::Type(CardTypes::LAND)).then(|| from_top(lands, spells)),
        |_, d: &_| is_from_top(d).into_iter().collect(); "you may play snow lands and cast snow spells from the top of your library."),
    rule!(Static: "once each turn , you may cast a {spells.s} from the top of your library ." (spells: SpellNoun) => |_, spells| Some(once_from_top(spells)),
        |_, d: &_| is_once_from_top(d).map(|spells| (spells,)).into_iter().collect(); "once each turn, you may cast a creature spell from the top of your library."),
    // ---- two sentences under one condition
    alternate!(Line: "as long as {cond} , {a.s} {first.s} and {b.p} {second.p} ." (cond: Conds, a: SubjObjs, first: StaticMods, b: SubjObjs, second: StaticMods) => |c, cond, a, first, b, second| {
            let both = statics::still(c, &a) && statics::still(c, &b);
            both.then(|| vec![ability(affect(a, first), cond.clone()), ability(affect(b, second), cond)])
        }; ""),
    // ---- hexproof of players and others
    alternate!(Line: "you and {what.p} have hexproof ." (what: SubjObjs) => |c, what| {
            let own = game_rule(GameRule::PlayerHexproof(Who::You));
            statics::still(c, &what).then(|| vec![own, ability(affect(what, vec![Modification::Gain(vec![Keyword::Hexproof])]), Condition::Always)])
        }; "you and creatures you control have hexproof."),
    rule!(Static: "activated abilities of sources with the chosen name can't be activated ." () => |_| Some(no_abilities(Who::EachPlayer, Filter::ChosenName)),
        |_, d: &_| if *d == no_abilities(Who::EachPlayer, Filter::ChosenName) { vec![()] } else { Vec::new() }; ""),
    alternate!(Static: "untap each {noun.s} during each other player 's untap step ." (noun: Noun) => |_, noun| {
            let rule = vec![Modification::Rule(ObjectRule::UntapsWithOthers)];
            Some(ability(affect(Objects::All(noun), rule), Condition::Always))
        }; "untap each creature you control during each other player's untap step."),
    // ---- two sorts of permanents
    rule!(Static: "{a.p} and {b.p} your opponents control enter tapped ." (a: Noun, b: Noun) => |_, a, b| enter_tapped(a, b), |_, d: &_| are_tapped(d).into_iter().collect(); "creatures and nonbasic lands your opponents control enter tapped."),
    // ---- targets
    rule!(Static: "cards in graveyards can't be the targets of spells or abilities ." () => |_| Some(out_of_reach()), |_, d: &_| if *d == out_of_reach() { vec![()] } else { Vec::new() };
        "cards in graveyards can't be the targets of spells or abilities."),
];
