//! Whether what is expected is so.

use super::build::{mana, seat};
use super::def::Expectation;
use super::names::{Labels, get, name};
use crate::cards::def::{ColorSet, ManaType, TypeLine, ZoneKind};
use crate::cards::{AbilityKind, CardTable};
use crate::game::Game;
use crate::ids::{ObjectId, Origin, Referent, Seat, SeatSet};
use crate::object::{AbilityInstance, Characteristics, Counters, Object, StackEntry, Status};
use crate::outcome::Outcome;
use crate::player::Players;
use crate::turn::Turn;
use crate::zones::{Zone, Zones};
use std::fmt::Debug;

fn same<T: PartialEq + Debug>(what: impl FnOnce() -> String, is: &T, expected: &T) -> Result<(), String> {
    if is == expected { Ok(()) } else { Err(format!("{} is {is:?}, expected {expected:?}", what())) }
}

fn holds(so: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if so { Ok(()) } else { Err(message()) }
}

/// Checks one expectation.
///
/// # Errors
/// What is instead.
pub(super) fn check(game: &Game, labels: &Labels, asked: SeatSet, expectation: &Expectation) -> Result<(), String> {
    use Expectation as E;
    let world = game.world();
    let players = world.resource::<Players>();
    let zones = world.resource::<Zones>();
    let who = |player: u8| seat(player, usize::from(players.seats()));
    let find = |word: &String| labels.object(world, word);
    let chars = |word: &String| Ok::<_, String>(get::<Characteristics>(world, find(word)?));
    let status = |word: &String| Ok::<_, String>(get::<Status>(world, find(word)?));
    match expectation {
        E::Life(player, n) => same(|| format!("the life of P{player}"), &players.get(who(*player)?).life, n),
        E::In(word, kind) => {
            let Ok(id) = find(word) else {
                return holds(*kind == ZoneKind::Outside, || format!("there is no `{word}`, or several"));
            };
            same(|| format!("the zone of `{word}`"), &get::<Object>(world, id).zone.kind(), kind)
        }
        E::Controller(word, player) => {
            same(|| format!("the controller of `{word}`"), &chars(word)?.controller, &who(*player)?)
        }
        E::Owner(word, player) => {
            same(|| format!("the owner of `{word}`"), &get::<Object>(world, find(word)?).owner, &who(*player)?)
        }
        E::Named(word, expected) => same(|| format!("the name of `{word}`"), &name(world, find(word)?), expected),
        E::PT(word, power, toughness) => {
            let chars = chars(word)?;
            holds(chars.has_pt, || format!("`{word}` has no power and toughness"))?;
            same(|| format!("`{word}`"), &(chars.power, chars.toughness), &(*power, *toughness))
        }
        E::NoPT(word) => {
            let chars = chars(word)?;
            holds(!chars.has_pt, || format!("`{word}` is {}/{}", chars.power, chars.toughness))
        }
        E::Cost(word, cost) => same(|| format!("the mana cost of `{word}`"), &chars(word)?.cost, &Some(cost.clone())),
        E::NoCost(word) => same(|| format!("the mana cost of `{word}`"), &chars(word)?.cost, &None),
        E::ManaValue(word, n) => {
            let id = find(word)?;
            let x = if get::<Object>(world, id).zone == Zone::Stack { get::<StackEntry>(world, id).cast.x } else { 0 };
            same(|| format!("the mana value of `{word}`"), &get::<Characteristics>(world, id).mana_value(x), n)
        }
        E::NoAbilities(word) => {
            let chars = chars(word)?;
            let none = chars.abilities.is_empty() && chars.keywords.is_empty();
            let has = || format!("`{word}` has {:?} and {} other abilities", chars.keywords, chars.abilities.len());
            holds(none, has)
        }
        E::Abilities(word, n) => {
            same(|| format!("the number of abilities of `{word}`"), &chars(word)?.abilities.len(), n)
        }
        E::Defining(word, n) => {
            let table = world.resource::<CardTable>();
            let defines = |a: &&AbilityInstance| {
                a.origin == Origin::Text
                    && matches!(table.ability(a.handle).kind, AbilityKind::Static { is_cda: true, .. })
            };
            let found = chars(word)?.abilities.iter().filter(defines).count();
            same(|| format!("the number of characteristic-defining abilities of `{word}`"), &found, n)
        }
        E::Types(word, line) => same(|| format!("`{word}`"), &line_of(chars(word)?).to_string(), &line.to_string()),
        E::Is(word, line) => {
            let has = line_of(chars(word)?);
            let all = has.types.contains(line.types)
                && has.supertypes.contains(line.supertypes)
                && line.subtypes.iter().all(|s| has.subtypes.iter().any(|h| h == s));
            holds(all, || format!("`{word}` is {has}, expected {line}"))
        }
        E::IsNot(word, line) => {
            let has = line_of(chars(word)?);
            // The card types of a subtype are only there to name it.
            let types = line.subtypes.is_empty() && has.types.intersects(line.types);
            let any = types
                || has.supertypes.intersects(line.supertypes)
                || line.subtypes.iter().any(|s| has.subtypes.iter().any(|h| h == s));
            holds(!any, || format!("`{word}` is {has}, expected not {line}"))
        }
        E::Colors(word, colors) => {
            let expected: ColorSet = colors.iter().copied().collect();
            same(|| format!("the colours of `{word}`"), &chars(word)?.colors, &expected)
        }
        E::Has(word, keyword) => holds(chars(word)?.has(*keyword), || format!("`{word}` doesn't have {keyword:?}")),
        E::Lacks(word, keyword) => holds(!chars(word)?.has(*keyword), || format!("`{word}` has {keyword:?}")),
        E::Counters(word, kind, n) => {
            same(|| format!("{kind:?} counters on `{word}`"), &get::<Counters>(world, find(word)?).get(*kind), n)
        }
        E::Tapped(word) => holds(status(word)?.tapped, || format!("`{word}` is untapped")),
        E::Untapped(word) => holds(!status(word)?.tapped, || format!("`{word}` is tapped")),
        E::Damage(word, n) => same(|| format!("the damage on `{word}`"), &status(word)?.damage, n),
        E::Attached(word, to) => {
            let to = Some(Referent::Object(get::<Object>(world, find(to)?).reference()));
            same(|| format!("what `{word}` is attached to"), &status(word)?.attached_to, &to)
        }
        E::Unattached(word) => same(|| format!("what `{word}` is attached to"), &status(word)?.attached_to, &None),
        E::Count(player, kind, n) => {
            same(|| format!("the number of cards of P{player} ({kind:?})"), &cards(game, who(*player)?, *kind).len(), n)
        }
        E::Permanents(player, word, n) => {
            let seat = who(*player)?;
            let theirs = |id: &&ObjectId| get::<Characteristics>(world, **id).controller == seat;
            let found = zones.battlefield.iter().filter(theirs).filter(|id| name(world, **id) == *word).count();
            same(|| format!("the number of `{word}` of P{player}"), &found, n)
        }
        E::Top(player, kind, words) => {
            let ids = cards(game, who(*player)?, *kind);
            let fits = ids.len() >= words.len()
                && ids.iter().rev().zip(words).all(|(id, word)| labels.means(world, word, *id));
            let names = || ids.iter().rev().take(words.len()).map(|id| name(world, *id)).collect::<Vec<_>>();
            holds(fits, || format!("the top of P{player}'s {kind:?} is {:?}, expected {words:?}", names()))
        }
        E::Mana(player, text) => {
            let pool = &players.get(who(*player)?).pool;
            let mut expected = [0u16; 6];
            mana(text)?.into_iter().for_each(|m| expected[m as usize] += 1);
            let is = ManaType::ALL.map(|m| pool.amount[m as usize]);
            same(|| format!("the mana of P{player} (WUBRGC)"), &is, &expected)
        }
        E::PlayerCounters(player, kind, n) => {
            same(|| format!("{kind:?} counters of P{player}"), &players.get(who(*player)?).counters.get(*kind), n)
        }
        E::Stack(words) => {
            let names: Vec<String> = zones.stack.iter().rev().map(|id| name(world, *id)).collect();
            let fits = names.len() == words.len()
                && zones.stack.iter().rev().zip(words).all(|(id, word)| labels.means(world, word, *id));
            holds(fits, || format!("the stack, its top first, is {names:?}, expected {words:?}"))
        }
        E::Now(player, step) => {
            let turn = world.resource::<Turn>();
            same(|| "turn and step".to_owned(), &(turn.active, turn.step), &(who(*player)?, *step))
        }
        E::Asked(player) => {
            let asked = game.decision().map(|d| d.player);
            same(|| "who is asked".to_owned(), &asked, &Some(who(*player)?))
        }
        E::NotAsked(player) => {
            holds(!asked.contains(who(*player)?), || format!("P{player} was asked in the step before"))
        }
        E::Knows(player, word) => {
            let known = get::<Object>(world, labels.somewhere(world, word)?).known_to;
            holds(known.contains(who(*player)?), || format!("P{player} doesn't know `{word}`"))
        }
        E::Unknown(player, word) => {
            let known = get::<Object>(world, labels.somewhere(world, word)?).known_to;
            holds(!known.contains(who(*player)?), || format!("P{player} knows `{word}`"))
        }
        E::Applied(word, layer, sources) => {
            let explanation = game.explain(find(word)?).ok_or_else(|| format!("layers don't change `{word}`"))?;
            let steps = explanation.layers.iter().filter(|step| step.layer == layer);
            let names: Vec<String> = steps.flat_map(|s| &s.applied).map(|a| a.effect.source.clone()).collect();
            same(|| format!("what changes `{word}` in layer {layer}"), &names, sources)
        }
        E::Won(player) => same(|| "the outcome".to_owned(), &game.outcome(), &Outcome::Win(who(*player)?)),
        E::Draw => same(|| "the outcome".to_owned(), &game.outcome(), &Outcome::Draw),
    }
}

fn line_of(chars: &Characteristics) -> TypeLine {
    TypeLine { supertypes: chars.supertypes, types: chars.types, subtypes: chars.subtypes }
}

/// What a player owns in a zone (of permanents: controls), the top last.
fn cards(game: &Game, seat: Seat, kind: ZoneKind) -> Vec<ObjectId> {
    let world = game.world();
    let zones = world.resource::<Zones>();
    let zone = Zone::of(kind, seat);
    let own = |id: &ObjectId| match zone {
        Zone::Battlefield => get::<Characteristics>(world, *id).controller == seat,
        _ => get::<Object>(world, *id).owner == seat,
    };
    zones.list(zone).iter().copied().filter(own).collect()
}
