//! Whether expectations hold.

use super::build::{mana, seat};
use super::def::Expectation;
use super::names::{Labels, card, get, is_called, name, player};
use super::problem::Difference;
use super::text;
use crate::cards::def::{ColorSet, DayNight, TypeLine, ZoneKind};
use crate::cards::{AbilityKind, CardTable};
use crate::game::Game;
use crate::model::ids::{ObjectId, Origin, Referent, Seat, SeatSet};
use crate::model::mana::ManaPool;
use crate::model::object::{AbilityInstance, Characteristics, Counters, Object, StackEntry, Status, ThisTurn};
use crate::model::outcome::Outcome;
use crate::model::player::Players;
use crate::model::turn::Turn;
use crate::model::zone::{Zone, Zones};
use crate::rules::events::dungeons;
use crate::rules::reading::{Board, Live};
use crate::rules::state::ReadGame;

/// What is otherwise, if something is.
type Checked = Result<(), Difference>;

fn differs(what: String, expected: impl ToString, is: impl ToString) -> Checked {
    Err(Difference { what, expected: expected.to_string(), is: is.to_string() })
}

fn same<T: PartialEq + ToString>(what: String, is: T, expected: T) -> Checked {
    if is == expected { Ok(()) } else { differs(what, expected, is) }
}

fn holds(so: bool, what: String, expected: impl ToString, is: impl FnOnce() -> String) -> Checked {
    if so { Ok(()) } else { differs(what, expected, is()) }
}

/// Checks one expectation.
///
/// # Errors
/// What is otherwise.
pub(super) fn check(game: &Game, labels: &Labels, asked: SeatSet, expectation: &Expectation) -> Checked {
    let missing = |error| differs(text::terms(expectation), "something that there is", error);
    look(game, labels, asked, expectation).unwrap_or_else(missing)
}

/// What a check comes to.
///
/// # Errors
/// If it can't be made: an unknown object or player.
fn look(game: &Game, labels: &Labels, asked: SeatSet, expectation: &Expectation) -> Result<Checked, String> {
    use Expectation as E;
    let world = game.world();
    let players = world.part::<Players>();
    let zones = world.part::<Zones>();
    let who = |player: u8| seat(player, usize::from(players.seats()));
    let find = |word: &String| labels.object(world, word);
    let chars = |word: &String| Ok::<_, String>(get::<Characteristics>(world, find(word)?));
    let status = |word: &String| Ok::<_, String>(get::<Status>(world, find(word)?));
    let of = |what: &str, word: &String| format!("{what} of `{word}`");
    let by_name = |what: &dyn std::fmt::Debug| format!("{what:?}");
    let seats = |found: Seat, player: u8| Ok::<_, String>((text::seat(found), text::seat(who(player)?)));
    Ok(match expectation {
        E::Life(player, n) => same(format!("the life of P{player}"), players.get(who(*player)?).life, *n),
        E::In(word, kind) => {
            let is = match find(word) {
                Ok(id) => by_name(&get::<Object>(world, id).zone.kind()),
                Err(_) if *kind == ZoneKind::Outside => by_name(kind),
                Err(error) => error,
            };
            same(of("the zone", word), is, by_name(kind))
        }
        E::Controller(word, player) => {
            let (is, expected) = seats(chars(word)?.controller, *player)?;
            same(of("the controller", word), is, expected)
        }
        E::Owner(word, player) => {
            let (is, expected) = seats(get::<Object>(world, find(word)?).owner, *player)?;
            same(of("the owner", word), is, expected)
        }
        E::Named(word, expected) => {
            let id = find(word)?;
            let is = if is_called(world, id, expected) { expected.clone() } else { name(world, id) };
            same(of("the name", word), is, expected.clone())
        }
        E::PT(word, power, toughness) => {
            same(of("power and toughness", word), text::pt(chars(word)?), format!("{power}/{toughness}"))
        }
        E::BasePT(word, power, toughness) => {
            let explanation = game.explain(find(word)?).ok_or_else(|| format!("layers don't change `{word}`"))?;
            // CR 208.4b: what comes after the layer in which they are set doesn't count.
            let counted = explanation.layers.iter().rfind(|step| step.layer <= "7b");
            let base = counted.map_or(&explanation.start, |step| &step.after);
            same(of("base power and toughness", word), text::pt(base), format!("{power}/{toughness}"))
        }
        E::NoName(word) => {
            let called = world.part::<CardTable>().name(chars(word)?.name).unwrap_or_default();
            same(of("the name", word), called, "")
        }
        E::FaceDown(word) | E::FaceUp(word) => {
            let words = |down| if down { "face down" } else { "face up" };
            let wanted = words(matches!(expectation, E::FaceDown(_)));
            same(of("the status", word), words(status(word)?.face_down), wanted)
        }
        E::NoPT(word) => same(of("power and toughness", word), text::pt(chars(word)?), "none".to_owned()),
        E::Cost(word, cost) => same(of("the mana cost", word), cost_of(chars(word)?), cost.to_string()),
        E::NoCost(word) => same(of("the mana cost", word), cost_of(chars(word)?), "none".to_owned()),
        E::ManaValue(word, n) => {
            let id = find(word)?;
            let x = if get::<Object>(world, id).zone == Zone::Stack { get::<StackEntry>(world, id).cast.x } else { 0 };
            same(of("the mana value", word), get::<Characteristics>(world, id).mana_value(x), *n)
        }
        E::NoAbilities(word) => {
            let chars = chars(word)?;
            let mut has = text::keywords(chars.keywords);
            has.extend(
                (!chars.abilities.is_empty()).then(|| format!("{} that are no keywords", chars.abilities.len())),
            );
            holds(has.is_empty(), of("the abilities", word), "nothing", || text::list(&has))
        }
        E::Abilities(word, n) => same(of("the number of abilities", word), chars(word)?.abilities.len(), *n),
        E::Defining(word, n) => {
            let table = world.part::<CardTable>();
            let defines = |a: &&AbilityInstance| {
                a.origin == Origin::Text
                    && matches!(table.ability(a.handle).kind, AbilityKind::Static { is_cda: true, .. })
            };
            let found = chars(word)?.abilities.iter().filter(defines).count();
            same(of("the number of characteristic-defining abilities", word), found, *n)
        }
        E::Types(word, line) => {
            let has = line_of(chars(word)?);
            holds(has == *line, of("the type line", word), line.in_short(), || has.in_short())
        }
        E::Is(word, line) => {
            let has = line_of(chars(word)?);
            let all = has.types.contains(line.types)
                && has.supertypes.contains(line.supertypes)
                && line.subtypes.iter().all(|s| has.subtypes.iter().any(|h| h == s));
            holds(all, of("the type line", word), format!("all of {line}"), || has.in_short())
        }
        E::IsNot(word, line) => {
            let has = line_of(chars(word)?);
            // The card types of a subtype are only there to name it.
            let types = line.subtypes.is_empty() && has.types.intersects(line.types);
            let any = types
                || has.supertypes.intersects(line.supertypes)
                || line.subtypes.iter().any(|s| has.subtypes.iter().any(|h| h == s));
            holds(!any, of("the type line", word), format!("nothing of {line}"), || has.in_short())
        }
        E::Colors(word, colors) => {
            let expected: ColorSet = colors.iter().copied().collect();
            let list = |set| text::list(&text::colors(set));
            same(of("the colours", word), list(chars(word)?.colors), list(expected))
        }
        E::Has(word, keyword) => {
            let chars = chars(word)?;
            let has = || text::list(&text::keywords(chars.keywords));
            holds(chars.has(*keyword), of("the keywords", word), keyword.text(), has)
        }
        E::Lacks(word, keyword) => {
            let chars = chars(word)?;
            let has = || text::list(&text::keywords(chars.keywords));
            holds(!chars.has(*keyword), of("the keywords", word), format!("no {}", keyword.text()), has)
        }
        E::Counters(word, kind, n) => {
            same(of(&format!("{kind} counters"), word), get::<Counters>(world, find(word)?).get(*kind), *n)
        }
        E::Tapped(word) => same(of("the status", word), tapped(status(word)?), tapped_text(true)),
        E::Untapped(word) => same(of("the status", word), tapped(status(word)?), tapped_text(false)),
        E::PhasedOut(word) => same(of("the status", word), phased_text(status(word)?.phased_out), phased_text(true)),
        E::PhasedIn(word) => same(of("the status", word), phased_text(status(word)?.phased_out), phased_text(false)),
        E::Damage(word, n) => same(of("the damage", word), get::<ThisTurn>(world, find(word)?).damage, *n),
        E::Attached(word, to) => {
            let host = match player(world, to) {
                Some(seat) => Referent::Player(seat),
                None => Referent::Object(get::<Object>(world, find(to)?).reference()),
            };
            let is = status(word)?.attached_to;
            let found = || is.map_or_else(|| "nothing".to_owned(), |r| text::referent(world, labels, r));
            holds(is == Some(host), format!("what `{word}` is attached to"), to, found)
        }
        E::Unattached(word) => {
            let is = status(word)?.attached_to;
            let found = || is.map_or_else(String::new, |r| text::referent(world, labels, r));
            holds(is.is_none(), format!("what `{word}` is attached to"), "nothing", found)
        }
        E::Protector(word, player) => {
            let now = status(word)?.protector.filter(|seat| world.part::<Players>().is_alive(*seat));
            let now = now.map_or(0, |seat| seat.0 + 1);
            same(of("the protector", word), now, *player)
        }
        E::Count(player, kind, n) => {
            same(format!("the number of cards of P{player} ({kind:?})"), cards(game, who(*player)?, *kind).len(), *n)
        }
        E::CountNamed(player, kind, word, n) => {
            let all = cards(game, who(*player)?, *kind);
            let found = all.iter().filter(|id| is_called(world, **id, word) || card(world, **id) == *word).count();
            same(format!("the number of `{word}` of P{player} ({kind:?})"), found, *n)
        }
        E::Permanents(player, word, n) => {
            let seat = who(*player)?;
            let theirs = |id: &&ObjectId| get::<Characteristics>(world, **id).controller == seat;
            let found = zones.battlefield.iter().filter(theirs).filter(|id| name(world, **id) == *word).count();
            same(format!("the number of `{word}` of P{player}"), found, *n)
        }
        E::Top(player, kind, words) => {
            let mut ids = cards(game, who(*player)?, *kind);
            ids.reverse();
            ids.truncate(words.len());
            in_order(game, labels, format!("the top of P{player}'s {kind:?}"), &ids, words)
        }
        E::Mana(player, text) => {
            let mut expected = ManaPool::default();
            mana(text)?.into_iter().for_each(|m| expected.add(m, 1));
            let pools = [&players.get(who(*player)?).pool, &expected].map(text::pool);
            let [is, expected] = pools.map(|pool| if pool.is_empty() { "nothing".to_owned() } else { pool });
            same(format!("the mana of P{player}"), is, expected)
        }
        E::DayNight(one) => {
            let [now, expected] =
                [world.part::<Turn>().day_night, *one].map(|one| one.map_or("neither", DayNight::text));
            same("whether it is day or night".to_owned(), now, expected)
        }
        E::Monarch(player) => {
            let now = players.monarch().map_or(0, |seat| seat.0 + 1);
            same("the monarch".to_owned(), now, *player)
        }
        E::Blessing(player, has) => {
            same(format!("whether P{player} has the city's blessing"), players.get(who(*player)?).blessing, *has)
        }
        E::Speed(player, expected) => {
            same(format!("the speed of P{player}"), players.get(who(*player)?).speed, *expected)
        }
        E::Initiative(player) => {
            let now = players.initiative().map_or(0, |seat| seat.0 + 1);
            same("who has the initiative".to_owned(), now, *player)
        }
        E::Room(player, room) => {
            let board = Live::new(world);
            let now = dungeons::of(&board, who(*player)?);
            let now = now.map(|d| crate::cards::dungeons::room_name(board.table(), d.def, d.room)).unwrap_or_default();
            same(format!("the room of P{player}"), now, room.clone())
        }
        E::Completed(player, names) => {
            let done = &players.get(who(*player)?).venture.completed;
            let done: Vec<String> = done.iter().map(|d| world.part::<CardTable>().def(*d).name.clone()).collect();
            holds(done == *names, format!("the dungeons that P{player} has completed"), text::list(names), || {
                text::list(&done)
            })
        }
        E::PlayerCounters(player, kind, n) => {
            same(format!("{kind} counters of P{player}"), players.get(who(*player)?).counters.get(*kind), *n)
        }
        E::Stack(words) => {
            let ids: Vec<ObjectId> = zones.stack.iter().rev().copied().collect();
            let fits = ids.len() == words.len()
                && ids.iter().zip(words).all(|(id, word)| labels.means_on_stack(world, word, *id));
            let names = || ids.iter().map(|id| labels.word(world, *id)).collect::<Vec<_>>();
            holds(fits, "the stack (the top first)".to_owned(), text::list(words), || text::list(&names()))
        }
        E::Now(player, step) => {
            let turn = world.part::<Turn>();
            let (is, expected) = seats(turn.active, *player)?;
            same("turn and step".to_owned(), format!("{is}, {:?}", turn.step), format!("{expected}, {step:?}"))
        }
        E::Asked(player) => {
            let is = game.decision().map_or_else(|| "nobody".to_owned(), |d| text::seat(d.player));
            same("who is asked".to_owned(), is, text::seat(who(*player)?))
        }
        E::Decides(player) => {
            let is = game.decision().map_or_else(|| "nobody".to_owned(), |d| text::seat(d.decider));
            same("who answers".to_owned(), is, text::seat(who(*player)?))
        }
        E::NotAsked(player) => {
            let is = || text::list(&asked.iter().map(text::seat).collect::<Vec<_>>());
            let so = !asked.contains(who(*player)?);
            holds(so, "who was asked in the step before".to_owned(), format!("not P{player}"), is)
        }
        E::Knows(player, word) | E::Unknown(player, word) => {
            let id = labels.somewhere(world, word)?;
            let (object, status) = (get::<Object>(world, id), get::<Status>(world, id));
            let known = object.is_known_to(who(*player)?, status, get::<Characteristics>(world, id).controller);
            let words = |known| format!("P{player} {} it", if known { "knows" } else { "doesn't know" });
            same(of("who knows", word), words(known), words(matches!(expectation, E::Knows(..))))
        }
        E::Applied(word, layer, sources) => {
            let explanation = game.explain(find(word)?).ok_or_else(|| format!("layers don't change `{word}`"))?;
            let steps = explanation.layers.iter().filter(|step| step.layer == layer);
            let names: Vec<String> = steps.flat_map(|s| &s.applied).map(|a| a.effect.source.clone()).collect();
            same(format!("what changes `{word}` in layer {layer}"), text::list(&names), text::list(sources))
        }
        E::Won(player) => ends(game, Outcome::Win(who(*player)?)),
        E::Draw => ends(game, Outcome::Draw),
    })
}

fn ends(game: &Game, expected: Outcome) -> Checked {
    let words = |outcome| match outcome {
        Outcome::Running => "the game isn't over".to_owned(),
        Outcome::Win(seat) => format!("{} has won", text::seat(seat)),
        Outcome::Draw => "a draw".to_owned(),
        Outcome::Inconclusive(reason) => format!("inconclusive: {reason}"),
    };
    same("the outcome".to_owned(), words(game.outcome()), words(expected))
}

/// That objects are those of words, in this order.
fn in_order(game: &Game, labels: &Labels, what: String, ids: &[ObjectId], words: &[String]) -> Checked {
    let world = game.world();
    let fits = ids.len() == words.len() && ids.iter().zip(words).all(|(id, word)| labels.means(world, word, *id));
    let names = || ids.iter().map(|id| labels.word(world, *id)).collect::<Vec<_>>();
    holds(fits, what, text::list(words), || text::list(&names()))
}

fn tapped(status: &Status) -> String {
    tapped_text(status.tapped)
}

fn phased_text(out: bool) -> String {
    if out { "phased out" } else { "phased in" }.to_owned()
}

fn tapped_text(tapped: bool) -> String {
    if tapped { "tapped" } else { "untapped" }.to_owned()
}

fn cost_of(chars: &Characteristics) -> String {
    chars.cost.as_ref().map_or_else(|| "none".to_owned(), ToString::to_string)
}

fn line_of(chars: &Characteristics) -> TypeLine {
    TypeLine { supertypes: chars.supertypes, types: chars.types, subtypes: chars.subtypes }
}

/// What a player owns in a zone (of permanents: controls), the top last.
fn cards(game: &Game, seat: Seat, kind: ZoneKind) -> Vec<ObjectId> {
    let world = game.world();
    let zones = world.part::<Zones>();
    let zone = Zone::of(kind, seat);
    let own = |id: &ObjectId| match zone {
        Zone::Battlefield => get::<Characteristics>(world, *id).controller == seat,
        _ => get::<Object>(world, *id).owner == seat,
    };
    zones.list(zone).iter().copied().filter(own).collect()
}
