//! What a client needs is there: whatever is asked can be answered by clicking, from views that came over a wire, and the
//! events tell where everything is.

use super::mixed::{decks_of, drawable};
use dracones::cards::CardDb;
use dracones::cards::def::StepName;
use dracones::game::client::{
    Click, ClientEvent, Detail, Draft, ObjectView, Progress, Question, Stops, View, Viewer, VisibleReferent,
};
use dracones::model::decision::{Answer, PromptKind};
use dracones::model::ids::{Handle, Seat};
use dracones::model::rng::Stream;
use dracones::model::zone::Zone;
use dracones::{Game, GameSetup};
use std::collections::{BTreeMap, BTreeSet};

/// Texts of abilities depend on nothing that views don't show already.
const BRIEF: Detail = Detail { no_texts: true, changes: false };
const SEED: u64 = 41;

fn setup(db: &CardDb, number: u64) -> GameSetup {
    let decks = decks_of(&mut Stream::new(SEED, number), &drawable(db), 2 + number % 2, number.is_multiple_of(3));
    let mut setup = GameSetup::new(db, &decks).expect("two or three players");
    setup.settings.auto_pay = number % 4 != 3;
    setup
}

/// What one clicks for an option.
fn clicks(question: &Question, place: u16) -> Vec<Click> {
    let option = &question.options[usize::from(place)];
    let click = |what: &VisibleReferent| match what {
        VisibleReferent::Object(thing) => Some(Click::Object(thing.handle)),
        VisibleReferent::Player(seat) => Some(Click::Player(*seat)),
        VisibleReferent::Inherent(_) | VisibleReferent::Unseen => None,
    };
    option.clicks.iter().filter_map(click).collect()
}

/// Clicks an answer together; where clicks can mean several options, the option is taken from the list.
fn click_together(question: &Question, answer: &Answer) -> Progress {
    let mut draft = Draft::new(question.clone());
    let choose = |draft: &mut Draft, place: u16| {
        let mut last = Progress::Nothing;
        for click in clicks(question, place) {
            last = draft.click(&click);
            if !matches!(last, Progress::Which(_)) {
                break;
            }
        }
        let done = match &last {
            Progress::Nothing | Progress::Which(_) => false,
            Progress::Answer(given) => given == answer,
            _ => draft.chosen().contains(&place),
        };
        if done { last } else { draft.click(&Click::Option(place)) }
    };
    match answer {
        Answer::One(place) => choose(&mut draft, *place),
        Answer::Some(places) => {
            for place in places {
                if let done @ Progress::Answer(_) = choose(&mut draft, *place) {
                    return done;
                }
            }
            draft.click(&Click::Done)
        }
        Answer::Order(places) => {
            for place in places {
                if let done @ Progress::Answer(_) = draft.click(&Click::Option(*place)) {
                    return done;
                }
            }
            draft.click(&Click::Done)
        }
        Answer::Distribute(shares) => {
            for (place, share) in (0..).zip(shares) {
                let _ = draft.click(&Click::Share(place, *share));
            }
            draft.click(&Click::Done)
        }
        Answer::Number(n) => draft.click(&Click::Number(*n)),
        Answer::Confirm(yes) => draft.click(&Click::Yes(*yes)),
        Answer::Name(_) | Answer::Cancel => Progress::Answer(answer.clone()),
    }
}

#[test]
fn everything_that_is_asked_can_be_clicked() {
    let db = CardDb::embedded();
    let mut kinds: BTreeMap<PromptKind, u32> = BTreeMap::new();
    for number in 0..40 {
        let setup = setup(&db, number);
        let mut game = Game::new(&setup, SEED, number);
        let mut rng = Stream::new(SEED + 1, number);
        while let Some(decision) = game.decision().cloned() {
            let seat = decision.decider;
            // What a client gets over a wire is what the game has.
            let view = game.view(seat);
            let wire = serde_json::to_string(&view).expect("views serialise");
            let got: View = serde_json::from_str(&wire).expect("and can be read again");
            assert_eq!(got, view);
            let about = format!("game {number}, decision {}: {:?}", game.decisions(), decision.prompt);
            let question = got.question.expect("the decider is asked");
            *kinds.entry(question.kind).or_default() += 1;
            assert!(question.sentence.ends_with(['.', '?']), "{about}: {}", question.sentence);
            assert!(question.options.iter().all(|o| !o.text.is_empty()), "{about}");
            assert_eq!(question.options.len(), decision.options().len(), "{about}");
            let answer = question.sample(&mut rng);
            let progress = click_together(&question, &answer);
            assert_eq!(progress, Progress::Answer(answer.clone()), "{about}");
            // Nobody else can answer.
            let other = Seat((seat.0 + 1) % 2);
            if other != seat {
                assert!(game.reply(other, &answer).is_err());
            }
            game.reply(seat, &answer).unwrap_or_else(|error| panic!("{about}: {answer:?}: {error}"));
        }
    }
    assert!(kinds.len() > 20, "{kinds:?}");
}

/// Where a client believes everything to be, by events alone.
#[derive(Default)]
struct Table {
    counts: BTreeMap<Zone, i32>,
    handles: BTreeMap<Handle, Zone>,
}

impl Table {
    fn hear(&mut self, what: &ClientEvent, viewer: Viewer) {
        match what {
            ClientEvent::Moved { was, now, from, to, .. } => {
                if from != to {
                    *self.counts.entry(*from).or_default() -= 1;
                    *self.counts.entry(*to).or_default() += 1;
                }
                if let Some(was) = was {
                    let zone = self.handles.remove(was);
                    assert!(zone.is_none() || zone == Some(*from), "{was} was in {zone:?}, not in {from:?}");
                }
                if let Some(now) = now
                    && *to != Zone::Outside
                {
                    self.handles.insert(now.handle, *to);
                }
            }
            ClientEvent::Shown { was, now, zone, .. } => {
                was.and_then(|was| self.handles.remove(&was));
                if let Some(now) = now {
                    self.handles.insert(now.handle, *zone);
                }
            }
            ClientEvent::Shuffled { seat } if viewer != Viewer::Everything => {
                self.handles.retain(|_, zone| *zone != Zone::Library(*seat));
            }
            _ => {}
        }
    }

    /// What the view shows is where the events say; of public zones and the own hand all of it.
    fn check(&self, view: &View, about: &str) {
        let mut shown: BTreeMap<Handle, Zone> = BTreeMap::new();
        let count = |zone: Zone, n: usize| {
            let heard = self.counts.get(&zone).copied().unwrap_or(0);
            assert_eq!(heard, n as i32, "{about}: how many there are in {zone:?}");
        };
        let mut show = |list: &[ObjectView]| shown.extend(list.iter().map(|o| (o.handle, o.zone)));
        count(Zone::Battlefield, view.battlefield.len());
        count(Zone::Stack, view.stack.len());
        count(Zone::Exile, view.exile.len());
        for list in [&view.battlefield, &view.stack, &view.exile, &view.command] {
            show(list);
        }
        for player in &view.players {
            count(Zone::Library(player.seat), player.library.count as usize);
            count(Zone::Hand(player.seat), player.hand.count as usize);
            count(Zone::Graveyard(player.seat), player.graveyard.len());
            show(&player.graveyard);
            let known = player.hand.known.iter().chain(&player.library.known);
            show(&known.map(|known| known.card.clone()).collect::<Vec<_>>());
        }
        // What a rule lets a player see on top of a library at any time, the views show, and no event tells.
        let tops = view.players.iter().flat_map(|player| &player.library.known).filter(|known| known.above == Some(0));
        let tops: Vec<Handle> = tops.map(|known| known.card.handle).collect();
        for (handle, zone) in &shown {
            if tops.contains(handle) && !self.handles.contains_key(handle) {
                continue;
            }
            let list = view.battlefield.iter().chain(&view.stack).chain(&view.exile).chain(&view.command);
            let name = list.clone().find(|o| o.handle == *handle).map(|o| (&o.name, o.kind, &o.types));
            assert_eq!(self.handles.get(handle), Some(zone), "{about}: where {handle} is: {name:?}");
        }
        let public = |zone: &Zone| match zone {
            Zone::Hand(owner) => view.viewer == Viewer::Seat(*owner),
            zone => zone.is_public(),
        };
        for (handle, zone) in self.handles.iter().filter(|(_, zone)| public(zone)) {
            assert_eq!(shown.get(handle), Some(zone), "{about}: {handle} isn't shown");
        }
    }

    /// What a client sees when it sits down.
    fn of(view: &View) -> Self {
        let mut table = Self::default();
        let mut add = |zone: Zone, list: &[ObjectView], count: usize| {
            table.counts.insert(zone, count as i32);
            table.handles.extend(list.iter().map(|o| (o.handle, zone)));
        };
        add(Zone::Battlefield, &view.battlefield, view.battlefield.len());
        add(Zone::Stack, &view.stack, view.stack.len());
        add(Zone::Exile, &view.exile, view.exile.len());
        add(Zone::Command, &view.command, view.command.len());
        for player in &view.players {
            let known = |zone: &dracones::game::client::HiddenView| {
                zone.known.iter().map(|k| k.card.clone()).collect::<Vec<_>>()
            };
            add(Zone::Library(player.seat), &known(&player.library), player.library.count as usize);
            add(Zone::Hand(player.seat), &known(&player.hand), player.hand.count as usize);
            add(Zone::Graveyard(player.seat), &player.graveyard, player.graveyard.len());
        }
        table
    }
}

#[test]
fn the_events_tell_where_everything_is() {
    let db = CardDb::embedded();
    for number in 0..24 {
        let setup = setup(&db, number);
        let mut game = Game::new(&setup, SEED + 2, number);
        let mut rng = Stream::new(SEED + 3, number);
        let viewers = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Everything];
        let mut tables: Vec<Table> = Vec::new();
        for viewer in viewers {
            game.follow(viewer).unwrap();
            tables.push(Table::of(&game.view_as(viewer, BRIEF)));
        }
        let mut streams: Vec<u64> = vec![0; viewers.len()];
        while let Some(decision) = game.decision().cloned() {
            let about = format!("game {number}, decision {}: {:?}", game.decisions(), decision.prompt);
            for (i, viewer) in viewers.into_iter().enumerate() {
                for event in game.take_events(viewer) {
                    assert_eq!(event.number, streams[i], "{about}");
                    streams[i] += 1;
                    tables[i].hear(&event.what, viewer);
                }
                if game.decisions().is_multiple_of(4) {
                    let view = game.view_as(viewer, BRIEF);
                    tables[i].check(&view, &format!("{about}, as {viewer:?} sees it"));
                }
            }
            let answer = decision.sample(&mut rng);
            game.submit(answer).expect("answers are legal");
        }
        let last = game.take_events(Viewer::Spectator).pop().expect("the game ended");
        assert!(matches!(last.what, ClientEvent::Ended { outcome } if outcome == game.outcome()));
    }
}

#[test]
fn a_game_played_again_has_the_same_events() {
    let db = CardDb::embedded();
    let play = |number: u64| {
        let mut game = Game::new(&setup(&db, number), SEED + 4, number);
        game.follow(Seat(0)).unwrap();
        let mut rng = Stream::new(SEED + 5, number);
        let mut all = Vec::new();
        while let Some(decision) = game.decision().cloned() {
            let answer = decision.sample(&mut rng);
            game.submit(answer).expect("answers are legal");
            all.extend(game.take_events(Seat(0)));
        }
        all
    };
    for number in 0..5 {
        let events = play(number);
        assert!(events.len() > 50);
        assert_eq!(events, play(number));
    }
}

#[test]
fn stops_ask_only_where_they_are_set() {
    let db = CardDb::embedded();
    let mut asked: BTreeSet<(bool, StepName)> = BTreeSet::new();
    let (mut passed, mut turns) = (0, BTreeSet::new());
    for number in 0..10 {
        let mut game = Game::new(&setup(&db, number), SEED + 6, number);
        let mut rng = Stream::new(SEED + 7, number);
        let mut stops = Stops { responses: false, ..Stops::default() };
        while let Some(decision) = game.decision().cloned() {
            let view = game.view(decision.decider);
            if (decision.player, decision.decider) == (Seat(0), Seat(0)) {
                // In the third turn this player passes until the turn is over.
                if view.turn.number == 3 && turns.insert((number, 3)) {
                    stops.pass_turn(&view);
                }
                if let Some(pass) = stops.answer(&view) {
                    game.reply(Seat(0), &pass).expect("passing is legal");
                    passed += 1;
                    continue;
                }
                if view.question.as_ref().is_some_and(|q| q.kind == PromptKind::Priority) {
                    assert_ne!(view.turn.number, 3, "game {number}");
                    assert!(view.stack.is_empty(), "game {number}");
                    asked.insert((view.turn.active == Seat(0), view.turn.step));
                }
            }
            let answer = decision.sample(&mut rng);
            game.submit(answer).expect("answers are legal");
        }
    }
    let (own, others) = (Stops::default().own, Stops::default().others);
    let allowed = |(mine, step): &(bool, StepName)| if *mine { own.contains(step) } else { others.contains(step) };
    assert!(asked.iter().all(allowed), "{asked:?}");
    assert!(passed > 20 && asked.len() > 2, "{passed} {asked:?}");
}
