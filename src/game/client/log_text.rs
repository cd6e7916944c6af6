//! Facts as text: the log of a game.

use crate::cards::def::{CounterKind, KeywordAction, PermanentAction, StepName};
use crate::cards::{AbilityKind, CardTable};
use crate::game::client::{Words, describe};
use crate::model::bindings::ChosenTarget;
use crate::model::event::Cause;
use crate::model::fact::Fact;
use crate::model::ids::{AbilityHandle, ObjectRef, Seat, SeatSet};
use crate::model::object::{LastKnownTable, ObjectKind};
use crate::model::turn::Turn;
use crate::model::zone::{Zone, Zones};
use crate::rules::events::dungeons;
use crate::rules::legal;
use crate::rules::reading::Board;
use crate::rules::state::ReadGame;

/// A fact as a line of a log, with the names of cards; `None` for what readers of a log don't miss.
pub fn tell(world: &impl ReadGame, fact: &Fact) -> Option<String> {
    Words::new(world).tell(fact)
}

/// Whether readers of a log miss a fact: nothing else tells it, and it doesn't go without saying.
fn is_missed(fact: &Fact) -> bool {
    match fact {
        Fact::Moved { from, to, cause, .. } => {
            use crate::model::event::Cause as C;
            let told = matches!(cause, C::Cast | C::PlayLand | C::Draw | C::Sacrifice | C::Discard | C::Setup);
            let resolved = matches!((from, to), (Zone::Stack, Zone::Graveyard(_)) if *cause == C::Resolve);
            !told && !resolved && *to != Zone::Outside
        }
        Fact::Began { step, .. } => *step == StepName::Untap,
        Fact::Attached { to, .. } => to.is_some(),
        // What players get to know otherwise than by looking because of an instruction, the views show.
        Fact::Looked { .. }
        | Fact::Proposed { .. }
        | Fact::BecameBlocked { .. }
        | Fact::NotBlocked { .. }
        | Fact::Tapped { .. }
        | Fact::TappedForMana { .. }
        | Fact::DealtExcess { .. }
        | Fact::Untapped { .. }
        | Fact::Targeted { .. }
        | Fact::Resolving { .. }
        | Fact::Copied { .. }
        | Fact::Performed { .. }
        | Fact::Voted { .. }
        | Fact::Expended { .. }
        | Fact::Did { .. }
        | Fact::Crewed { .. }
        | Fact::AddedMana { .. }
        | Fact::SpentMana { .. }
        | Fact::LostMana { .. } => false,
        _ => true,
    }
}

impl Words<'_> {
    /// A fact as a line of a log; `None` for what readers of a log don't miss.
    pub fn tell(self, fact: &Fact) -> Option<String> {
        is_missed(fact).then(|| self.fact(fact))
    }

    /// Any fact as a line.
    pub fn fact(self, fact: &Fact) -> String {
        let name = |object: &ObjectRef| self.object(*object);
        match fact {
            Fact::Moved { old, new, from, to, cause } => self.moved(&[(*old, *new)], (*from, *to), *cause),
            Fact::Cast { spell, by, from } => self.casts(*spell, *by, *from, ""),
            Fact::Activated { key, by, .. } => {
                let (number, object) = (key.handle.index + 1, name(&key.object));
                let does = describe::ability(self.game.part::<CardTable>(), key.handle);
                let of = if self.visibility.is_some() { object } else { format!("ability {number} of {object}") };
                let stack = self.game.part::<Zones>().stack.iter().rev();
                let board = self.game;
                let mut on_stack = stack.filter(|id| board.stack_entry(**id).ability == Some(*key));
                let announced = on_stack.next().map(|id| self.announced(board.object(*id).reference()));
                format!("{} activates {of}{} ({does})", self.seat(*by), announced.unwrap_or_default())
            }
            Fact::PlayedLand { land, by, .. } => format!("{} plays {}", self.seat(*by), name(land)),
            Fact::Attacked { attacker, target } => format!("{} attacks {}", name(attacker), self.referent(*target)),
            Fact::Blocked { blocker, attacker } => format!("{} blocks {}", name(blocker), name(attacker)),
            Fact::BecameBlocked { attacker } => format!("{} becomes blocked", name(attacker)),
            Fact::NotBlocked { attacker } => format!("{} isn't blocked", name(attacker)),
            Fact::Damaged { source, target, amount, combat, .. } => {
                let sort = if *combat { "combat damage" } else { "damage" };
                format!("{} deals {amount} {sort} to {}", name(source), self.referent(*target))
            }
            Fact::GainedLife { seat, amount } => format!("{} gains {amount} life", self.seat(*seat)),
            Fact::LostLife { seat, amount } => format!("{} loses {amount} life", self.seat(*seat)),
            Fact::Drew { seat, card } => format!("{} draws {}", self.seat(*seat), name(card)),
            Fact::Discarded { seat, card, cycling } => {
                let how = if *cycling { "cycles" } else { "discards" };
                format!("{} {how} {}", self.seat(*seat), name(card))
            }
            Fact::Sacrificed { seat, old } => format!("{} sacrifices {}", self.seat(*seat), name(old)),
            Fact::Tapped { object, for_mana: true } => format!("{} is tapped for mana", name(object)),
            Fact::DealtExcess { object, amount, .. } => format!("{} is dealt {amount} excess damage", name(object)),
            Fact::TappedForMana { object, .. } => format!("{} has been tapped for mana", name(object)),
            Fact::Tapped { object, for_mana: false } => format!("{} is tapped", name(object)),
            Fact::ChaosEnsued { seat } => format!("chaos ensues ({})", self.seat(*seat)),
            Fact::Planeswalked { seat, to } => {
                format!("{} planeswalks to {}", self.seat(*seat), name(to))
            }
            Fact::SetInMotion { seat, scheme } => {
                format!("{} sets {} in motion", self.seat(*seat), name(scheme))
            }
            Fact::Turned { object, up } => {
                format!("{} is turned face {}", name(object), if *up { "up" } else { "down" })
            }
            Fact::Untapped { object } => format!("{} is untapped", name(object)),
            Fact::Targeted { target, by } => format!("{} becomes a target of {}", self.referent(*target), name(by)),
            Fact::PutCounters { target, kind, count, .. } => {
                format!("{} put on {}", counters(*count, kind), self.referent(*target))
            }
            Fact::Began { step: StepName::Untap, active } => {
                format!("-- turn {} of {}", self.game.part::<Turn>().number, self.player(*active))
            }
            Fact::Began { step, .. } => format!("-- {}", step.in_words()),
            Fact::Attached { object, to: Some(to), .. } => {
                format!("{} is attached to {}", name(object), self.referent(*to))
            }
            Fact::Attached { object, to: None, .. } => format!("{} is attached to nothing any more", name(object)),
            Fact::Shuffled { seat } => format!("{} shuffles", self.seat(*seat)),
            Fact::Voted { .. } => "all players have voted".to_owned(),
            Fact::Copied { copy, by } => format!("{} copies {}", self.seat(*by), name(copy)),
            Fact::Expended { seat, to, .. } => {
                format!("{} has spent {to} mana to cast spells this turn", self.seat(*seat))
            }
            Fact::Performed { seat, action, looked } => {
                let does = match action {
                    KeywordAction::Scry => "scries",
                    KeywordAction::Surveil => "surveils",
                    KeywordAction::Search => "has searched their library",
                    KeywordAction::Shuffle => "shuffles",
                    KeywordAction::Proliferate => "proliferates",
                    KeywordAction::Roll if *looked > 0 => return format!("{} rolls {looked}", self.seat(*seat)),
                    KeywordAction::Roll => "rolls",
                    KeywordAction::WinFlip => "wins a coin flip",
                    KeywordAction::LoseFlip => "loses a coin flip",
                    KeywordAction::Crime => "commits a crime",
                };
                format!("{} {does}", self.seat(*seat))
            }
            Fact::Did { object, action, .. } => {
                let does = match action {
                    PermanentAction::Explore => "explores",
                    PermanentAction::Connive => "connives",
                    PermanentAction::Mutate => "mutates",
                    PermanentAction::BecomeCrewed => "is crewed",
                    PermanentAction::GoUnpaid => "goes unpaid",
                    PermanentAction::BecomePlotted => "becomes plotted",
                };
                format!("{} {does}", name(object))
            }
            Fact::Exerted { object, by, .. } => format!("{} exerts {}", self.seat(*by), name(object)),
            Fact::Enlisted(one) => format!("{} enlists {}", name(&one.by.object), name(&one.creature)),
            Fact::Crewed { creature, of, saddles } => {
                format!("{} {} {}", name(creature), if *saddles { "saddles" } else { "crews" }, name(of))
            }
            Fact::LostControl { object, by } => format!("{} loses control of {}", self.seat(*by), name(object)),
            Fact::TakesFirstTurn { seat } => format!("{} takes the first turn", self.seat(*seat)),
            Fact::TookMulligan { seat } => format!("{} takes a mulligan", self.seat(*seat)),
            Fact::PutBack { seat, count, left } => {
                let cards = if *count == 1 { "card" } else { "cards" };
                format!("{} puts {count} {cards} on the bottom and has {left}", self.seat(*seat))
            }
            Fact::KeptHand { seat, cards } => {
                let noun = if *cards == 1 { "card" } else { "cards" };
                format!("{} keeps {cards} {noun}", self.seat(*seat))
            }
            Fact::RevealedAsDrawn { card, .. } => format!("{} is revealed as it is drawn", name(card)),
            Fact::Revealed { object } => format!("{} is revealed", name(object)),
            Fact::BecameMonarch { seat: Some(seat) } => format!("{} becomes the monarch", self.seat(*seat)),
            Fact::BecameMonarch { seat: None } => "nobody is the monarch any more".to_owned(),
            Fact::GotFaster { seat, speed } => format!("{} has speed {speed}", self.seat(*seat)),
            Fact::GotBlessing { seat } => format!("{} gets the city's blessing", self.seat(*seat)),
            Fact::DayNightChanged { now, .. } => format!("it becomes {}", now.text()),
            Fact::Transformed { object } => format!("a permanent transforms into {}", name(object)),
            Fact::TookInitiative { seat: Some(seat) } => format!("{} takes the initiative", self.seat(*seat)),
            Fact::TookInitiative { seat: None } => "nobody has the initiative any more".to_owned(),
            Fact::Designated { object, designation } => format!("{} becomes {}", name(object), designation.text()),
            Fact::Unlocked { seat, object, .. } => format!("{} unlocks a half of {}", self.seat(*seat), name(object)),
            Fact::Locked { seat, object, .. } => format!("{} locks a half of {}", self.seat(*seat), name(object)),
            Fact::RingTempted { seat, bearer: Some(bearer) } => {
                format!("the Ring tempts {}; {} is the Ring-bearer", self.seat(*seat), name(bearer))
            }
            Fact::RingTempted { seat, bearer: None } => format!("the Ring tempts {}", self.seat(*seat)),
            Fact::EnteredRoom { seat, dungeon, room } => {
                format!("{} ventures into {}", self.seat(*seat), dungeons::room_name(&self.game, *dungeon, *room))
            }
            Fact::CompletedDungeon { seat, dungeon } => format!("{} completes {}", self.seat(*seat), name(dungeon)),
            Fact::Lost { seat } => format!("{} loses the game", self.seat(*seat)),
            Fact::Looked { by, object } => format!("{} may look at {}", self.seats(*by), name(object)),
            Fact::LooksAt { by, objects } => self.looks(*by, objects),
            Fact::Searches { by, library } => format!("{} searches {}", self.seat(*by), self.own(*by, *library)),
            Fact::Proposed { card, way } => format!("{} is about to be cast{}", name(card), self.way(*card, *way)),
            Fact::Announced { object, again: true } => format!("now {}{}", name(object), self.announced(*object)),
            Fact::Announced { object, again: false } => format!("{} triggers{}", name(object), self.announced(*object)),
            Fact::Chose { by, of, what } => {
                let what = describe::chosen(self.game.part(), *what, |object| name(&object));
                format!("{} chooses {what} for {}", self.seat(*by), name(of))
            }
            Fact::Triggered { ability, .. } => format!("{} triggers", name(ability)),
            Fact::Resolving { object } => format!("{} resolves", name(object)),
            Fact::AddedMana { seat, mana, count } => {
                format!("{} adds {}", self.seat(*seat), format!("{{{}}}", mana.letter()).repeat(usize::from(*count)))
            }
            Fact::SpentMana { seat, count } => format!("{} spends {count} mana", self.seat(*seat)),
            Fact::LostMana { seat, count } => format!("{} loses {count} unspent mana", self.seat(*seat)),
            Fact::RemovedCounters { target, kind, count } => {
                format!("{} removed from {}", counters(*count, kind), self.referent(*target))
            }
        }
    }

    /// Objects that went the same way at once.
    pub(crate) fn moved(self, objects: &[(ObjectRef, ObjectRef)], (from, to): (Zone, Zone), cause: Cause) -> String {
        // Where it goes it may be unknown by name (a token has ceased to exist), where it was it isn't.
        let seen = |object: ObjectRef| self.visibility.is_none_or(|visibility| visibility.see(object).is_some());
        let called = |(old, new): &(ObjectRef, ObjectRef)| {
            let first = if to.is_public() || (!seen(*old) && seen(*new)) { *new } else { *old };
            let number = self.visibility.filter(|_| from == Zone::Battlefield && first != *old);
            match number.and_then(|visibility| visibility.number(*old)) {
                Some(number) => format!("{} ({number})", self.object(first)),
                None => self.object(first),
            }
        };
        let name = counted(objects.iter().map(called));
        let (is, s, es) = if objects.len() == 1 { ("is", "s", "es") } else { ("are", "", "") };
        match cause {
            Cause::Destroy => format!("{name} {is} destroyed"),
            Cause::Counter => format!("{name} {is} countered"),
            Cause::Mill => format!("{name} {is} milled"),
            Cause::StateBased => format!("{name} go{es} to {}", self.zone(to)),
            _ if to == Zone::Battlefield => format!("{name} enter{s} the battlefield"),
            _ if from == Zone::Outside => self.appears(&name, objects, to),
            _ if from == to && matches!(to, Zone::Library(_)) => {
                let list = self.game.part::<Zones>().list(to);
                let top = &list[list.len().saturating_sub(objects.len())..];
                let on_top = objects.iter().all(|(_, new)| top.contains(&new.id));
                let place = if on_top { "top" } else { "the bottom" };
                format!("{name} {is} put on {place} of {}", self.zone(to))
            }
            _ => format!("{name} go{es} from {} to {}", self.zone(from), self.zone(to)),
        }
    }

    /// Objects that were in no zone before: emblems and copies come into being (CR 114.1, 707.10, 707.12); cards were outside the
    /// game.
    fn appears(self, name: &str, objects: &[(ObjectRef, ObjectRef)], to: Zone) -> String {
        let kind = objects.first().and_then(|(_, new)| self.game.view(*new)).map(|view| (view.object.kind, view.chars));
        let (one, is, es) = if objects.len() == 1 { (true, "is", "es") } else { (false, "are", "") };
        match kind {
            Some((ObjectKind::Emblem, chars)) => format!("{} gets {name}", self.seat(chars.controller)),
            Some((ObjectKind::Copy | ObjectKind::Ability, _)) => {
                let copy = if one { "a copy of " } else { "copies of " };
                let done = if to == Zone::Stack { "put on" } else { "made in" };
                format!("{copy}{name} {is} {done} {}", self.zone(to))
            }
            // CR 712.21, 730.3: what represented a permanent with others was last known as an object in no zone.
            _ if objects.iter().all(|(old, _)| self.game.part::<LastKnownTable>().get(*old).is_some()) => {
                format!("{name} go{es} to {}", self.zone(to))
            }
            _ => format!("{name} go{es} from {} to {}", self.zone(Zone::Outside), self.zone(to)),
        }
    }

    /// A player casts a spell, in a way that [`Self::way`] tells.
    pub(crate) fn casts(self, spell: ObjectRef, by: Seat, from: Zone, way: &str) -> String {
        let from = match from {
            Zone::Hand(_) => String::new(),
            _ => format!(" from {}", self.zone(from)),
        };
        format!("{} casts {}{from}{way}{}", self.seat(by), self.object(spell), self.announced(spell))
    }

    /// What was announced for a spell or ability on the stack: optional costs that were paid, X, modes, targets with their
    /// shares. It begins with a space; it is empty if there was nothing to announce.
    pub(crate) fn announced(self, object: ObjectRef) -> String {
        let board = self.game;
        let Some(view) = board.view(object) else { return String::new() };
        let Some(bindings) = &view.stack.bindings else { return String::new() };
        let table = self.game.part::<CardTable>();
        let mut text = String::new();
        let known = self.visibility.is_none_or(|visibility| visibility.knows(&view));
        let kind = view.stack.ability.map(|key| &table.ability(key.handle).kind);
        if known && kind.is_none() {
            let optional =
                |handle: AbilityHandle| matches!(table.ability(handle).kind, AbilityKind::OptionalCost { .. });
            let offered = view.chars.abilities.iter().map(|a| a.handle).filter(|handle| optional(*handle));
            for (handle, times) in offered.zip(&view.stack.cast.paid).filter(|(_, times)| **times > 0) {
                let cost = describe::ability(table, handle);
                let times = if *times > 1 { format!(" {times} times") } else { String::new() };
                text += &format!(" with {}{times}", in_line(&cost));
            }
        }
        if bindings.x != 0 && !matches!(kind, Some(AbilityKind::Triggered { .. })) {
            text += &format!(" with X={}", bindings.x);
        }
        if known {
            let chosen = bindings.modes.iter().filter_map(|mode| legal::mode(table, &view.stack.text, *mode));
            let chosen = chosen.filter(|(text, _)| describe::has_modes(table, *text));
            let modes: Vec<String> = chosen.map(|(text, row)| in_line(&describe::mode(table, text, row))).collect();
            if !modes.is_empty() {
                text += &format!(" [{}]", modes.join("; "));
            }
        }
        let target = |target: &ChosenTarget| match target.share {
            0 => self.referent(target.target),
            share => format!("{} for {share}", self.referent(target.target)),
        };
        let targets: Vec<String> = bindings.targets.iter().map(target).collect();
        if !targets.is_empty() {
            text += &format!(" targeting {}", listed(&targets));
        }
        text
    }

    fn seats(self, seats: SeatSet) -> String {
        listed(&seats.iter().map(|seat| self.seat(seat)).collect::<Vec<_>>())
    }

    /// A library as somebody's who does something with it.
    pub(crate) fn own(self, by: Seat, library: Seat) -> String {
        if by == library { "their library".to_owned() } else { self.zone(Zone::Library(library)) }
    }

    /// Players look at cards: which, only those are told who see them.
    fn looks(self, by: SeatSet, objects: &[ObjectRef]) -> String {
        let board = self.game;
        let zone = objects.first().and_then(|object| board.view(*object)).map(|view| view.object.zone);
        let many = |of: &str| match objects.len() {
            1 => format!("a card {of}"),
            n => format!("{n} cards {of}"),
        };
        let only = |seat: Seat| by == SeatSet::only(seat);
        let what = match zone {
            Some(zone @ Zone::Library(owner)) => {
                let whose = if only(owner) { "their library".to_owned() } else { self.zone(zone) };
                let list = self.game.part::<Zones>().list(zone);
                let top = &list[list.len().saturating_sub(objects.len())..];
                match objects.len() {
                    n if n == list.len() && n > 1 => whose,
                    _ if !objects.iter().all(|object| top.contains(&object.id)) => many(&format!("of {whose}")),
                    1 => format!("the top card of {whose}"),
                    n => format!("the top {n} cards of {whose}"),
                }
            }
            Some(zone @ Zone::Hand(owner)) => {
                let whose = if only(owner) { "their hand".to_owned() } else { self.zone(zone) };
                let all = self.game.part::<Zones>().list(zone).len() == objects.len();
                if all { whose } else { many(&format!("of {whose}")) }
            }
            _ => return format!("{} {} at {}", self.seats(by), look(by), self.several(objects)),
        };
        let sees = self.visibility.is_none_or(|visibility| {
            objects.iter().all(|object| visibility.see(*object).is_some_and(|(_, known)| known))
        });
        let which = if sees { format!(": {}", self.several(objects)) } else { String::new() };
        format!("{} {} at {what}{which}", self.seats(by), look(by))
    }

    /// Several objects in a line; of many only the first ones are named.
    pub(crate) fn several(self, objects: &[ObjectRef]) -> String {
        counted(objects.iter().map(|object| self.object(*object)))
    }

    /// A zone.
    pub fn zone(self, zone: Zone) -> String {
        match zone {
            Zone::Library(seat) => format!("{}'s library", self.seat(seat)),
            Zone::Hand(seat) => format!("{}'s hand", self.seat(seat)),
            Zone::Graveyard(seat) => format!("{}'s graveyard", self.seat(seat)),
            Zone::Battlefield => "the battlefield".to_owned(),
            Zone::Stack => "the stack".to_owned(),
            Zone::Exile => "exile".to_owned(),
            Zone::Command => "the command zone".to_owned(),
            Zone::Outside => "outside the game".to_owned(),
        }
    }
}

fn counters(count: u32, kind: &CounterKind) -> String {
    format!("{count} {kind} counter{}", if count == 1 { " is" } else { "s are" })
}

fn look(by: SeatSet) -> &'static str {
    if by.iter().count() == 1 { "looks" } else { "look" }
}

/// A text as a part of a line: without a capital and without a full stop.
fn in_line(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let mut chars = text.chars();
    match (chars.next(), text.chars().nth(1)) {
        (Some(first), Some(second)) if first.is_uppercase() && second.is_lowercase() => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

/// A list in words: `a, b and c`.
pub(crate) fn listed(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// How many different names are told in one line, at most.
const NAMED: usize = 10;

/// Names as a list, equal ones once with their number; of many the last ones are only counted.
pub(crate) fn counted(names: impl Iterator<Item = String>) -> String {
    let mut each: Vec<(String, usize)> = Vec::new();
    for name in names {
        match each.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => each.push((name, 1)),
        }
    }
    let rest: usize = each.iter().skip(NAMED).map(|(_, count)| count).sum();
    each.truncate(NAMED);
    let told = |(name, count): (String, usize)| match (count, name.as_str()) {
        (1, _) => name,
        (n, "a card") => format!("{n} cards"),
        (n, _) => format!("{n}x {name}"),
    };
    let mut texts: Vec<String> = each.into_iter().map(told).collect();
    if rest > 0 {
        texts.push(format!("{rest} more"));
    }
    listed(&texts)
}
