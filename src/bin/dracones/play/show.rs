//! The things of the game in few words.

use dracones::cards::def::StepName;
use dracones::cards::printable::many;
use dracones::game::client::{Act, ClientEvent, ObjectView, OptionView, PlayerView, Question, View, VisibleReferent};
use dracones::model::ids::{Handle, Seat};
use dracones::model::object::ObjectKind;
use dracones::model::outcome::Outcome;
use dracones::model::zone::Zone;
use ratatui::text::Span;

/// The steps of a turn, in order.
pub(super) const STEPS: [StepName; 13] = [
    StepName::Untap,
    StepName::Upkeep,
    StepName::Draw,
    StepName::PrecombatMain,
    StepName::BeginCombat,
    StepName::DeclareAttackers,
    StepName::DeclareBlockers,
    StepName::FirstStrikeDamage,
    StepName::CombatDamage,
    StepName::EndCombat,
    StepName::PostcombatMain,
    StepName::End,
    StepName::Cleanup,
];

/// The abilities of an object as text, one a line.
pub(super) fn text_of(object: &ObjectView) -> Vec<String> {
    object.abilities.clone()
}

/// What asks a question, as text.
pub(super) fn reason(question: &Question) -> Option<String> {
    question.reason.clone()
}

/// What the spell or ability on the stack does that a question is about, as text.
pub(super) fn behind(view: &View, question: &Question) -> Vec<String> {
    let about = |what: &VisibleReferent, handle: Handle| matches!(what, VisibleReferent::Object(thing) if thing.handle == handle);
    let is_it = |object: &&ObjectView| {
        let source = object.announced.as_ref().and_then(|announced| announced.source.as_ref());
        question.about.iter().any(|what| about(what, object.handle) || source == Some(what))
    };
    // Of several abilities of the same thing the one on top.
    let it = view.stack.iter().rev().find(is_it);
    it.and_then(|object| object.announced.as_ref()).map(|announced| announced.text.clone()).unwrap_or_default()
}

/// What an option does, as text.
pub(super) fn does(option: &OptionView) -> Option<String> {
    option.does.clone()
}

/// What an option says in a list. One that stands for several equal ones names them without their numbers.
pub(super) fn option(view: &View, option: &OptionView, me: Seat, of_several: bool) -> String {
    let name_of = |object: &ObjectView| if of_several { plain_name(view, object) } else { name(view, object) };
    let short = |what: &VisibleReferent| match what {
        VisibleReferent::Player(seat) if *seat == me => format!("player {seat} (you)"),
        VisibleReferent::Player(seat) => format!("player {seat}"),
        VisibleReferent::Object(thing) => match find(view, thing.handle).filter(|o| o.zone == Zone::Battlefield) {
            Some(object) => {
                let pt = object.pt.map(|(power, toughness)| format!(" {power}/{toughness}")).unwrap_or_default();
                format!("{}{pt}", name_of(object))
            }
            None => called(view, what),
        },
        VisibleReferent::Inherent(_) | VisibleReferent::Unseen => called(view, what),
    };
    match (option.act, option.clicks.as_slice()) {
        (Act::Attack, [attacker, target]) => format!("{} attacks {}", short(attacker), short(target)),
        (Act::Block, [blocker, attacker]) => format!("{} blocks {}", short(blocker), short(attacker)),
        (Act::Choose, [what @ VisibleReferent::Player(_)]) => short(what),
        (Act::Choose, [VisibleReferent::Object(thing)]) => match find(view, thing.handle) {
            Some(object) if object.zone == Zone::Battlefield => {
                let whose =
                    if object.controller == me { "yours".to_owned() } else { format!("{}'s", object.controller) };
                format!("{whose}: {}", permanent(view, object, me, name_of(object)))
            }
            Some(object) if object.zone == Zone::Stack => on_stack(view, object, me),
            _ => option.text.clone(),
        },
        (Act::Activate, [VisibleReferent::Object(thing)]) => {
            let cost = option.cost.as_ref().map(|cost| format!(" {cost}")).unwrap_or_default();
            let found = find(view, thing.handle);
            let name = found.map_or_else(|| option.text.clone(), name_of);
            // A card elsewhere is looked at for something else: its ability says what it does.
            let there = found.is_some_and(|object| object.zone == Zone::Battlefield);
            match does(option) {
                // A keyword names its cost itself, or stands for a long one: `Crew 3`.
                Some(does) if !does.contains('.') => format!("{name}: {does}"),
                Some(does) if !there => format!("{name}:{cost}: {does}"),
                _ => format!("{name}:{cost}"),
            }
        }
        (Act::Value, _) => {
            let does = does(option).map(|does| format!(": {does}")).unwrap_or_default();
            format!("{}{does}", option.text)
        }
        _ => {
            let cost = option.cost.as_ref().map(|cost| format!("  {cost}")).unwrap_or_default();
            format!("{}{cost}", option.text)
        }
    }
}

/// A player: `you`, or the letter of the seat.
pub(super) fn who(seat: Seat, me: Seat) -> String {
    if seat == me { "you".to_owned() } else { format!("{seat}") }
}

/// What an object is called, with its number if others have the same name.
pub(super) fn name(view: &View, object: &ObjectView) -> String {
    match object.number {
        Some(number) => format!("{} ({number})", plain_name(view, object)),
        None => plain_name(view, object),
    }
}

/// What an object is called, without a number.
pub(super) fn plain_name(view: &View, object: &ObjectView) -> String {
    if object.kind == ObjectKind::Ability {
        let source = object.announced.as_ref().and_then(|a| a.source.as_ref());
        return match source {
            Some(VisibleReferent::Inherent(ability)) => ability.clone(),
            Some(source) => format!("ability of {}", called(view, source)),
            None => "an ability".to_owned(),
        };
    }
    let name = object.name.clone().or_else(|| object.card.clone());
    match (name, object.face_down) {
        (Some(name), false) => name,
        (Some(name), true) => format!("{name} (face down)"),
        (None, true) => "a face-down card".to_owned(),
        (None, false) if object.kind == ObjectKind::Emblem => "an emblem".to_owned(),
        (None, false) => "something nameless".to_owned(),
    }
}

/// What an object or a player is called.
pub(super) fn called(view: &View, what: &VisibleReferent) -> String {
    match what {
        VisibleReferent::Player(seat) => format!("player {seat}"),
        VisibleReferent::Object(thing) => match (&thing.name, find(view, thing.handle)) {
            (Some(_), Some(object)) if object.number.is_some() => name(view, object),
            (Some(name), _) => name.clone(),
            (None, Some(object)) => name(view, object),
            _ => "something".to_owned(),
        },
        VisibleReferent::Inherent(ability) => format!("the {ability}"),
        VisibleReferent::Unseen => "something unseen".to_owned(),
    }
}

/// All objects that a view shows, those on the table first.
pub(super) fn all(view: &View) -> impl Iterator<Item = &ObjectView> {
    let public = view.stack.iter().chain(&view.battlefield).chain(&view.exile).chain(&view.command);
    let own = view.players.iter().flat_map(|player| {
        let known = player.hand.known.iter().chain(&player.library.known).map(|known| &known.card);
        known.chain(&player.graveyard).chain(&player.outside)
    });
    public.chain(own)
}

/// The object that goes by a handle.
pub(super) fn find(view: &View, handle: Handle) -> Option<&ObjectView> {
    all(view).find(|object| object.handle == handle)
}

/// Where something is.
pub(super) fn zone(zone: Zone, me: Seat) -> String {
    let of = |seat: Seat| if seat == me { "your".to_owned() } else { format!("{seat}'s") };
    match zone {
        Zone::Library(seat) => format!("in {} library", of(seat)),
        Zone::Hand(seat) => format!("in {} hand", of(seat)),
        Zone::Graveyard(seat) => format!("in {} graveyard", of(seat)),
        Zone::Battlefield => "on the battlefield".to_owned(),
        Zone::Stack => "on the stack".to_owned(),
        Zone::Exile => "in exile".to_owned(),
        Zone::Command => "in the command zone".to_owned(),
        Zone::Outside => "outside the game".to_owned(),
    }
}

/// A number of cards: `1 card`, `2 cards`.
pub(super) fn cards(count: u32) -> String {
    many(count, "card")
}

/// Counters: `2 +1/+1, 1 charge`.
pub(super) fn counters(counters: &[(String, u32)]) -> String {
    let each: Vec<String> = counters.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
    each.join(", ")
}

/// Mana in a pool: `{R}{R}`, or `{R}{R} (not for everything: {R})`.
pub(super) fn pool(player: &PlayerView) -> String {
    let mut text = mana(&player.pool);
    if !player.bound.is_empty() {
        let bound: String = player.bound.iter().map(|bound| mana(&bound.amount)).collect();
        text += &format!(" (not for everything: {bound})");
    }
    text
}

fn mana(amount: &[u16; 6]) -> String {
    let letters = ["W", "U", "B", "R", "G", "C"];
    let each = amount.iter().zip(letters).map(|(n, letter)| format!("{{{letter}}}").repeat(usize::from(*n)));
    each.collect()
}

/// A permanent in few words: what it is called here, power and toughness, and in brackets what is special about it now.
pub(super) fn permanent(view: &View, object: &ObjectView, me: Seat, called_here: String) -> String {
    let mut text = called_here;
    if let Some((power, toughness)) = object.pt {
        text += &format!(" {power}/{toughness}");
    }
    let mut marks = Vec::new();
    if object.tapped {
        marks.push("T".to_owned());
    }
    if object.sick {
        marks.push("new".to_owned());
    }
    if let Some(combat) = &view.combat {
        if let Some(attack) = combat.attackers.iter().find(|a| a.attacker == object.handle) {
            let whom = match &attack.target {
                VisibleReferent::Player(seat) => who(*seat, me),
                other => called(view, other),
            };
            let blocked = if attack.blocked == Some(true) { ", blocked" } else { "" };
            marks.push(format!("attacks {whom}{blocked}"));
        }
        for (_, blocked) in combat.blockers.iter().filter(|(blocker, _)| *blocker == object.handle) {
            let names: Vec<String> = blocked.iter().filter_map(|h| find(view, *h)).map(|o| name(view, o)).collect();
            marks.push(format!("blocks {}", names.join(", ")));
        }
    }
    if object.damage > 0 {
        marks.push(format!("{} damage", object.damage));
    }
    if !object.counters.is_empty() {
        marks.push(counters(&object.counters));
    }
    if let Some(host) = &object.attached_to {
        marks.push(format!("on {}", called(view, host)));
    }
    marks.extend(object.protector.map(|seat| format!("protected by player {seat}")));
    let on_it = |other: &&ObjectView| matches!(&other.attached_to, Some(VisibleReferent::Object(t)) if t.handle == object.handle);
    marks.extend(view.battlefield.iter().filter(on_it).map(|other| format!("with {}", name(view, other))));
    marks.extend(object.chosen.iter().map(|chosen| format!("chosen: {chosen}")));
    if marks.is_empty() { text } else { format!("{text} [{}]", marks.join("; ")) }
}

/// Whether two objects differ in nothing that a player sees.
pub(super) fn are_alike(view: &View, a: &ObjectView, b: &ObjectView) -> bool {
    let same = ObjectView { handle: b.handle, number: b.number, ..a.clone() } == *b;
    let plain = |object| permanent(view, object, a.controller, plain_name(view, object));
    same && plain(a) == plain(b)
}

/// Numbers in a row: `1-3, 5`.
pub(super) fn numbers(mut numbers: Vec<u32>) -> String {
    numbers.sort_unstable();
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let run = |(first, last): &(u32, u32)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}-{last}"),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

/// Something on the stack: what it is, whose, and what it targets.
pub(super) fn on_stack(view: &View, object: &ObjectView, me: Seat) -> String {
    let mut text = format!("{} ({})", name(view, object), who(object.controller, me));
    if let Some(announced) = &object.announced {
        if announced.x != 0 {
            text += &format!(" X={}", announced.x);
        }
        let target = |t: &dracones::game::client::TargetView| match t.share {
            0 => called(view, &t.target),
            n => format!("{} for {n}", called(view, &t.target)),
        };
        let targets: Vec<String> = announced.targets.iter().map(target).collect();
        if !targets.is_empty() {
            text += &format!(" -> {}", targets.join(", "));
        }
    }
    text
}

/// How a game ended.
pub(super) fn end(view: &View, me: Seat) -> Option<String> {
    let why = |player: &PlayerView| Some(format!("{} {}", who(player.seat, me), player.lost?));
    let whys: Vec<String> = view.players.iter().filter_map(why).collect();
    let whys = whys.join(", ").replace("you was", "you were");
    Some(match view.outcome {
        Outcome::Running => return None,
        Outcome::Win(seat) if seat == me => format!("You have won: {whys}."),
        Outcome::Win(seat) => format!("{seat} has won: {whys}."),
        Outcome::Draw => "The game is a draw.".to_owned(),
        Outcome::Inconclusive(reason) => format!("The game has no result: {reason}."),
    })
}

/// Whether an event ends the person's interest in what came before: a turn begins.
pub(super) fn is_turn(what: &ClientEvent) -> bool {
    matches!(what, ClientEvent::Began { step: StepName::Untap, .. })
}

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// A text cut to `width` columns, with a mark if it was cut.
pub(super) fn fit(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        let longer = format!("{short}{c}");
        if width(&longer) >= columns {
            break;
        }
        short = longer;
    }
    if columns > 0 {
        short.push('~');
    }
    short
}

/// A text in lines of `width` columns, broken at spaces where possible.
pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let mut word = word.to_owned();
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && width(line) + 1 + width(&word) <= columns {
            line.push(' ');
            line.push_str(&word);
            continue;
        }
        if !line.is_empty() {
            lines.push(String::new());
        }
        while width(&word) > columns {
            let mut cut = word.len();
            while width(&word[..cut]) > columns {
                cut = word[..cut].char_indices().next_back().map_or(0, |(i, _)| i);
            }
            if cut == 0 {
                break;
            }
            let rest = word.split_off(cut);
            *lines.last_mut().expect("there is always a line") = word;
            lines.push(String::new());
            word = rest;
        }
        lines.last_mut().expect("there is always a line").push_str(&word);
    }
    lines
}
