//! What several tests share: embedded decks as setups, random play, and the invariants of a position.

use dracones::cards::CardDb;
use dracones::decision::{Answer, Decision, Prompt};
use dracones::ids::ObjectId;
use dracones::object::{Object, ObjectKind, Slots};
use dracones::outcome::Outcome;
use dracones::player::Players;
use dracones::reading;
use dracones::rng::Stream;
use dracones::zones::{Zone, Zones};
use dracones::{Game, GameSetup};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The folder of the crate.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The shipped decks by name.
pub fn decks() -> BTreeMap<String, Vec<(String, u32)>> {
    let mut decks = BTreeMap::new();
    for entry in std::fs::read_dir(root().join("assets/decks")).unwrap() {
        let path = entry.unwrap().path();
        let list = dracones::decks::read(&path).unwrap();
        let cards = list.main.iter().map(|e| (e.name.clone(), e.count)).collect();
        decks.insert(path.file_stem().unwrap().to_string_lossy().into_owned(), cards);
    }
    decks
}

/// A setup of two shipped decks.
pub fn setup_of(a: &str, b: &str) -> GameSetup {
    let decks = decks();
    let list = |name: &str| decks[name].iter().map(|(n, c)| (n.as_str(), *c)).collect::<Vec<_>>();
    GameSetup::from_names(&CardDb::embedded(), &[list(a), list(b)]).unwrap()
}

/// All pairs of different shipped decks, and each against itself.
pub fn pairs() -> Vec<(String, String)> {
    let names: Vec<String> = decks().into_keys().collect();
    let mut pairs = Vec::new();
    for (i, a) in names.iter().enumerate() {
        for b in &names[i..] {
            pairs.push((a.clone(), b.clone()));
        }
    }
    pairs
}

/// A random legal answer; names are drawn from those that fit.
pub fn random_answer(game: &Game, decision: &Decision, rng: &mut Stream) -> Answer {
    if let Prompt::ChooseName(_, filter) = &decision.prompt {
        let view = game.seat_view(decision.player);
        let names: Vec<_> =
            view.names().filter(|(_, _, c)| reading::name_fits(filter, c)).map(|(_, id, _)| id).collect();
        return Answer::Name(names[rng.below(names.len() as u32) as usize]);
    }
    decision.sample(rng)
}

fn object(game: &Game, id: ObjectId) -> &Object {
    let world = game.world();
    world.get::<Object>(world.resource::<Slots>().entity(id)).unwrap()
}

/// Plays a game out at random and checks every position of it; `about` names the game where something doesn't hold.
pub fn play_checked(game: &mut Game, rng: &mut Stream, about: &str) {
    let mut incarnations = Vec::new();
    while let Some(decision) = game.decision() {
        let answer = random_answer(game, decision, rng);
        let at = game.decisions();
        if let Err(problem) = check_position(game, &mut incarnations) {
            panic!("{about}, decision {at}: {problem}");
        }
        if let Err(error) = game.submit(answer.clone()) {
            panic!("{about}, decision {at}: {answer:?} was refused: {error}");
        }
    }
    assert_ne!(game.outcome(), Outcome::Running, "{about}");
}

/// Checks what must hold at every decision.
pub fn check_position(game: &Game, incarnations: &mut Vec<u32>) -> Result<(), String> {
    let world = game.world();
    let (zones, slots) = (world.resource::<Zones>(), world.resource::<Slots>());
    let mut seen = vec![0u8; slots.len()];
    let mut lists = vec![Zone::Battlefield, Zone::Stack, Zone::Exile, Zone::Command];
    for seat in 0..world.resource::<Players>().seats() {
        let seat = dracones::ids::Seat(seat);
        lists.extend([Zone::Library(seat), Zone::Hand(seat), Zone::Graveyard(seat)]);
    }
    for zone in lists {
        for id in zones.list(zone) {
            seen[id.index()] += 1;
            let o = object(game, *id);
            if o.zone != zone {
                return Err(format!("{id:?} is listed in {zone:?} but says {:?}", o.zone));
            }
        }
    }
    for (i, times) in seen.iter().enumerate() {
        let o = object(game, ObjectId(i as u32));
        let expected = u8::from(o.kind != ObjectKind::Unused && o.zone != Zone::Outside);
        if *times != expected {
            return Err(format!("{o:?} is listed {times} times"));
        }
        if incarnations.len() <= i {
            incarnations.push(0);
        }
        if o.incarnation < incarnations[i] {
            return Err(format!("the incarnation of {o:?} fell from {}", incarnations[i]));
        }
        incarnations[i] = o.incarnation;
    }
    // CR 704.3: whoever has priority sees a position without state-based actions to perform.
    if game.decision().is_some_and(|d| d.prompt == Prompt::Priority) {
        for player in &world.resource::<Players>().0 {
            if player.lost.is_none() && player.life <= 0 {
                return Err(format!("a player with {} life is still in the game", player.life));
            }
        }
        for id in &zones.battlefield {
            let view = game.seat_view(dracones::ids::Seat(0));
            let o = object(game, *id);
            if let Some(seen) = view.object(o.reference())
                && seen.chars.is_creature()
                && seen.chars.toughness <= 0
            {
                return Err(format!("{o:?} has toughness {}", seen.chars.toughness));
            }
        }
    }
    Ok(())
}
