//! Replacement and prevention: "if a player would gain life, that player gains no life instead".

use super::Renderer;
use super::clauses::Clause;
use super::grammar::{NounPhrase, list};
use super::nouns::Domain;
use super::types;
use crate::cards::def::*;

impl Renderer<'_> {
    /// A replacement effect as a sentence without its period, with the condition of its ability and how long it lasts.
    pub(super) fn replacement(&mut self, r: &Replacement, only_if: &Condition, duration: Option<&Duration>) -> String {
        let Replacement { event, only_if: inner, with, optional } = r;
        let text = match (event, with, optional, duration) {
            (ReplacedEvent::Enters(filter), with, Some(Who::You), None) if with.is_copy() => {
                self.entering(filter, with)
            }
            (ReplacedEvent::Enters(filter), _, None, None) => self.entering(filter, with),
            (ReplacedEvent::TurnedFaceUp(filter), _, None, None) => {
                let np = self.one_of(filter, Domain::Permanent);
                let done = match with {
                    ReplaceWith::AndThen(effects) => self.inline(effects),
                    _ => self.instead(event, with, None),
                };
                Some(format!("as {} is turned face up, {done}", np.text))
            }
            (ReplacedEvent::TransformsInto(filter), ReplaceWith::AndThen(effects), None, None) => {
                let np = self.one_of(filter, Domain::Permanent);
                Some(format!("{}, {}", np.does("transform").replacen("", "as ", 1), self.inline(effects)))
            }
            (
                ReplacedEvent::Damage { source: Filter::Any, to, combat: None },
                ReplaceWith::RedirectUpTo(n, other),
                None,
                Some(Duration::EndOfTurn),
            ) => {
                let n = self.amount(n);
                let to = self.dealt_to(to).map(|to| format!(" to {to}")).unwrap_or_default();
                let other = self.recipients(other).text;
                Some(format!("the next {n} damage that would be dealt{to} this turn is dealt to {other} instead"))
            }
            (ReplacedEvent::Damage { source, to, combat }, ReplaceWith::Prevent(amount), None, _) => {
                let shield = matches!(duration, Some(Duration::OnceThisTurn));
                let text = self.prevented(source, to, *combat, amount.as_ref(), shield);
                let how_long = duration.map(|d| match d {
                    Duration::OnceThisTurn => " this turn".to_owned(),
                    other => self.duration(other, "this turn"),
                });
                Some(format!("{text}{}", how_long.unwrap_or_default()))
            }
            _ => None,
        };
        let text = match text {
            Some(text) => text,
            None => {
                let how_long = duration.map(|d| match d {
                    Duration::OnceThisTurn => "the next time".to_owned(),
                    Duration::EndOfTurn => "this turn, if".to_owned(),
                    Duration::Forever => "from now on, if".to_owned(),
                    other => format!("{}, if", self.duration(other, "this turn").trim()),
                });
                let next = matches!(duration, Some(Duration::OnceThisTurn));
                let how_long = how_long.unwrap_or_else(|| "if".to_owned());
                let would = self.would(event);
                self.zone = if matches!(event, ReplacedEvent::Enters(_)) { ZoneKind::Stack } else { self.zone };
                let this_turn = if next { " this turn" } else { "" };
                let with = self.instead(event, with, *optional);
                format!("{how_long} {would}{this_turn}, {with}")
            }
        };
        let text = self.with_letters(text);
        let mut conditions = Vec::new();
        for condition in [only_if, inner] {
            if *condition != Condition::Always {
                conditions.push(self.condition(condition, true));
            }
        }
        match conditions.as_slice() {
            [] => text,
            all => format!(
                "{} {}, {text}",
                if *only_if == Condition::Always { "if" } else { "as long as" },
                list(all, "and")
            ),
        }
    }

    /// How something enters.
    fn entering(&mut self, filter: &Filter, with: &ReplaceWith) -> Option<String> {
        let noun = self.noun(filter, Domain::Permanent);
        let certain = noun.is_same().cloned();
        let np = certain.clone().unwrap_or_else(|| NounPhrase::many(noun.all()));
        self.event.object = certain.clone().map_or_else(|| format!("that {}", noun.head()), |np| np.text);
        Some(match with {
            ReplaceWith::Tapped => np.does("enter tapped"),
            ReplaceWith::Untapped => np.does("enter untapped"),
            ReplaceWith::Designated(designation) => np.does(&format!("enter {}", designation.text())),
            ReplaceWith::Counters(kind, n) => {
                let counters = self.so_many_counters(*kind, n);
                let each = if np.many { "each enter" } else { "enter" };
                np.does(&format!("{each} with {counters} on {}", np.it()))
            }
            ReplaceWith::AsEnters(effects) => {
                let np = certain.unwrap_or_else(|| NounPhrase::one(noun.a()));
                let text = np.does("enter");
                let before = std::mem::replace(&mut self.entering, true);
                let done = self.inline(effects);
                self.entering = before;
                format!("as {text}, {done}")
            }
            ReplaceWith::Copy(group, except) | ReplaceWith::CopyTapped(group, except) => {
                let tapped = if matches!(with, ReplaceWith::CopyTapped(..)) { " tapped" } else { "" };
                let np = certain.unwrap_or_else(|| NounPhrase::one(noun.a()));
                let which = match self.group_noun(group) {
                    Some(noun) => format!("any {}", noun.one()),
                    None => self.group(group).text,
                };
                let except = self.except(except, false);
                format!("you may have {} enter{tapped} as a copy of {which}{except}", np.text)
            }
            ReplaceWith::CopyAndThen(group, except, effects) => {
                let copied = self.entering(filter, &ReplaceWith::Copy(group.clone(), except.clone()))?;
                format!("{copied}. If you do, {}", self.inline(effects))
            }
            ReplaceWith::CopyWith(group, except, others) => {
                let copied = self.entering(filter, &ReplaceWith::Copy(group.clone(), except.clone()))?;
                let others: Vec<String> =
                    others.iter().map(|other| self.replacement(other, &Condition::Always, None)).collect();
                format!("{copied}. If you do, {}", list(&others, "and"))
            }
            ReplaceWith::UnderControl(who) => {
                let whose = self.player(*who).s();
                np.does(&format!("enter under {whose} control"))
            }
            ReplaceWith::Nothing
            | ReplaceWith::Prevent(_)
            | ReplaceWith::Amount(_)
            | ReplaceWith::ReducesLifeTo(_)
            | ReplaceWith::PreventAndThen(_)
            | ReplaceWith::MoveTo(_)
            | ReplaceWith::MoveToAndThen(..)
            | ReplaceWith::Redirect(_)
            | ReplaceWith::RedirectUpTo(..)
            | ReplaceWith::Regenerate
            | ReplaceWith::Heal
            | ReplaceWith::Instead(_)
            | ReplaceWith::TokensToo(_)
            | ReplaceWith::TokensInstead(_)
            | ReplaceWith::AndThen(_) => return None,
        })
    }

    fn prevented(
        &mut self,
        source: &Filter,
        to: &DamageTo,
        combat: Option<bool>,
        amount: Option<&Quantity>,
        shield: bool,
    ) -> String {
        let kind = kind(combat);
        let by = match source {
            Filter::Any => None,
            filter => Some(self.all_of(filter, Domain::Source)),
        };
        let to = self.dealt_to(to);
        let how_much = match (amount, shield) {
            (None, false) => format!("prevent all {kind}damage"),
            (None, true) => format!("prevent the next {kind}damage"),
            (Some(n), true) => format!("prevent the next {} {kind}damage", self.amount(n)),
            (Some(n), false) => format!("prevent {} of any {kind}damage", self.amount(n)),
        };
        let to = to.map(|to| format!(" to {to}")).unwrap_or_default();
        let by = by.map(|by| format!(" by {by}")).unwrap_or_default();
        format!("{how_much} that would be dealt{to}{by}")
    }

    /// To all of what damage would be dealt, unless to anything.
    fn dealt_to(&mut self, to: &DamageTo) -> Option<String> {
        match to {
            DamageTo::Any => None,
            DamageTo::Object(filter) => Some(self.all_of(filter, Domain::Permanent)),
            DamageTo::Player(who) | DamageTo::Players(who) => Some(self.everybody(*who).text),
            DamageTo::PlayerOrObject(who, filter) => {
                let players = self.everybody(*who).text;
                Some(format!("{players} and {}", self.all_of(filter, Domain::Permanent)))
            }
            DamageTo::Target(n) => Some(self.target(*n).text),
        }
    }

    fn all_of(&mut self, filter: &Filter, domain: Domain) -> String {
        let noun = self.noun(filter, domain);
        noun.is_same().map_or_else(|| noun.all(), |np| np.text.clone())
    }

    /// One thing that an event may happen to; the effects speak of it from now on.
    fn one_of(&mut self, filter: &Filter, domain: Domain) -> NounPhrase {
        let noun = self.noun(filter, domain);
        let np = noun.is_same().cloned();
        self.event.object = np.clone().map_or_else(|| format!("that {}", noun.head()), |np| np.text);
        np.unwrap_or_else(|| NounPhrase::one(noun.a()))
    }

    /// One of the players that an event may happen to.
    fn one_player(&mut self, who: Who) -> NounPhrase {
        let np = self.somebody(who);
        self.event.player = if np.is_you() { "you".to_owned() } else { "that player".to_owned() };
        np
    }

    /// The event that is replaced: "a player would gain life".
    fn would(&mut self, event: &ReplacedEvent) -> String {
        match event {
            ReplacedEvent::Enters(filter) => self.one_of(filter, Domain::Permanent).does("would enter"),
            ReplacedEvent::Moves { what, from, to } => {
                let from_battlefield = *from == Some(ZoneKind::Battlefield);
                let domain = if from_battlefield { Domain::Permanent } else { Domain::Card };
                let np = self.one_of(what, domain);
                let phrase = match (from, to) {
                    (Some(ZoneKind::Battlefield), None) => "would leave the battlefield".to_owned(),
                    (from, to) => format!("would {}", moved("be ", *from, *to)),
                };
                format!("{} {phrase}", np.text)
            }
            ReplacedEvent::Resolves(filter) => {
                let spell = self.one_of(filter, Domain::Spell);
                format!("{} would be put into its owner's graveyard as it resolves", spell.text)
            }
            ReplacedEvent::Destroyed(filter) => {
                format!("{} would be destroyed", self.one_of(filter, Domain::Permanent).text)
            }
            ReplacedEvent::Damage { source, to, combat } => {
                let source_np = self.noun(source, Domain::Source);
                let by = source_np.a();
                self.event.source =
                    source_np.is_same().map_or_else(|| format!("that {}", source_np.head()), |np| np.text.clone());
                let kind = kind(*combat);
                let to = match to {
                    DamageTo::Any => String::new(),
                    DamageTo::Object(filter) => format!(" to {}", self.one_of(filter, Domain::Permanent).text),
                    DamageTo::Player(who) | DamageTo::Players(who) => format!(" to {}", self.one_player(*who).text),
                    DamageTo::PlayerOrObject(who, filter) => {
                        let player = self.one_player(*who).text;
                        format!(" to {player} or {}", self.noun(filter, Domain::Permanent).a())
                    }
                    DamageTo::Target(n) => format!(" to {}", self.target(*n).text),
                };
                format!("{by} would deal {kind}damage{to}")
            }
            ReplacedEvent::GainLife(who) => format!("{} would gain life", self.one_player(*who).text),
            ReplacedEvent::LoseLife(who) => format!("{} would lose life", self.one_player(*who).text),
            ReplacedEvent::DamageToLife(who) => {
                format!("damage would reduce {} life total", self.one_player(*who).s())
            }
            ReplacedEvent::PayLife(who) => format!("{} would pay life", self.one_player(*who).text),
            ReplacedEvent::LoseGame(who) => format!("{} would lose the game", self.one_player(*who).text),
            ReplacedEvent::Draw(who) => format!("{} would draw a card", self.one_player(*who).text),
            ReplacedEvent::DrawCards(who, least) => {
                let cards = if *least < 2 { "one or more cards".to_owned() } else { format!("{least} or more cards") };
                format!("{} would draw {cards}", self.one_player(*who).text)
            }
            ReplacedEvent::Discard(who, filter) => {
                let player = self.one_player(*who).text;
                format!("{player} would discard {}", self.one_of(filter, Domain::Card).text)
            }
            ReplacedEvent::PutCounters(kind, filter) => {
                let counters = kind.map_or_else(|| "counters".to_owned(), |kind| types::counters(kind, true));
                format!("one or more {counters} would be put on {}", self.one_of(filter, Domain::Permanent).text)
            }
            ReplacedEvent::GetCounters(who, kind) => {
                let counters = kind.map_or_else(|| "counters".to_owned(), |kind| types::counters(kind, true));
                format!("{} would get one or more {counters}", self.one_player(*who).text)
            }
            ReplacedEvent::CreateTokens(who, filter) => {
                let tokens = match filter {
                    Filter::Any => "tokens".to_owned(),
                    filter => self.noun(filter, Domain::Permanent).all(),
                };
                let whose = self.one_player(*who).s();
                format!("one or more {tokens} would be created under {whose} control")
            }
            ReplacedEvent::TurnedFaceUp(filter) => {
                format!("{} would be turned face up", self.one_of(filter, Domain::Permanent).text)
            }
            ReplacedEvent::TransformsInto(filter) => {
                format!("{} would transform", self.one_of(filter, Domain::Permanent).text)
            }
            ReplacedEvent::Untap(filter) => format!("{} would untap", self.one_of(filter, Domain::Permanent).text),
            ReplacedEvent::BeginsTurn { who, extra } => {
                let turn = if *extra { "an extra turn" } else { "a turn" };
                format!("{} would begin {turn}", self.one_player(*who).text)
            }
            ReplacedEvent::CausedBy(who, event) => {
                let whose = self.one_player(*who).does("control");
                self.event.source = "that spell or ability".to_owned();
                format!("a spell or ability {whose} causes it that {}", self.would(event))
            }
            ReplacedEvent::Finds(who) => {
                let player = self.one_player(*who).text;
                self.event.object = "that card".to_owned();
                format!("{player} would find a card while searching their library")
            }
        }
    }

    /// What happens instead.
    fn instead(&mut self, event: &ReplacedEvent, with: &ReplaceWith, optional: Option<Who>) -> String {
        let may = optional.map(|who| self.player(who));
        let it = NounPhrase::one(self.event.object.clone());
        let text = match with {
            ReplaceWith::Nothing => Clause::Whole(match event {
                ReplacedEvent::GainLife(_) => {
                    format!("{} no life instead", NounPhrase::one(self.event.player.clone()).does("gain"))
                }
                ReplacedEvent::LoseLife(_) => {
                    format!("{} no life instead", NounPhrase::one(self.event.player.clone()).does("lose"))
                }
                ReplacedEvent::Draw(_) => NounPhrase::one(self.event.player.clone()).does("skip that draw instead"),
                ReplacedEvent::BeginsTurn { .. } => {
                    NounPhrase::one(self.event.player.clone()).does("skip that turn instead")
                }
                ReplacedEvent::Enters(_)
                | ReplacedEvent::Moves { .. }
                | ReplacedEvent::Resolves(_)
                | ReplacedEvent::Destroyed(_)
                | ReplacedEvent::Damage { .. }
                | ReplacedEvent::PayLife(_)
                | ReplacedEvent::DamageToLife(_)
                | ReplacedEvent::LoseGame(_)
                | ReplacedEvent::DrawCards(..)
                | ReplacedEvent::Discard(..)
                | ReplacedEvent::PutCounters(..)
                | ReplacedEvent::CreateTokens(..)
                | ReplacedEvent::TurnedFaceUp(_)
                | ReplacedEvent::TransformsInto(_)
                | ReplacedEvent::GetCounters(..)
                | ReplacedEvent::Finds(_)
                | ReplacedEvent::CausedBy(..)
                | ReplacedEvent::Untap(_) => "that doesn't happen".to_owned(),
            }),
            ReplaceWith::ReducesLifeTo(n) => Clause::Whole(format!("it reduces it to {n} instead of to less than {n}")),
            ReplaceWith::PreventAndThen(effects) => {
                Clause::Whole(format!("prevent that damage, and right after that {}", self.inline(effects)))
            }
            ReplaceWith::Prevent(None) => self.you("prevent that damage".to_owned()),
            ReplaceWith::Prevent(Some(n)) => {
                let n = self.amount(n);
                self.you(format!("prevent {n} of that damage"))
            }
            ReplaceWith::Amount(n) => {
                let n = self.number(n);
                Clause::of(NounPhrase::one("the amount"), format!("are {n} instead"))
            }
            ReplaceWith::MoveToAndThen(to, effects) => {
                let moved = self.instead(event, &ReplaceWith::MoveTo(to.clone()), None);
                Clause::Whole(format!("{moved}, and right after that {}", self.inline(effects)))
            }
            ReplaceWith::MoveTo(to) => {
                let hidden = match event {
                    ReplacedEvent::CausedBy(_, event) => matches!(**event, ReplacedEvent::Discard(..)),
                    event => matches!(event, ReplacedEvent::Discard(..)),
                };
                let (verb, phrase, tail) = self.destination(to, &it, false, false);
                let instead = if hidden { " instead of into a graveyard" } else { " instead" };
                self.you(format!("{verb} {}{phrase}{instead}{tail}", it.text))
            }
            ReplaceWith::Tapped => Clause::of(it, "enter tapped"),
            ReplaceWith::Untapped => Clause::of(it, "enter untapped"),
            ReplaceWith::Designated(designation) => Clause::of(it, format!("enter {}", designation.text())),
            ReplaceWith::Counters(kind, n) => {
                let counters = self.so_many_counters(*kind, n);
                self.you(format!("put {counters} on {}", it.text))
            }
            ReplaceWith::AsEnters(effects) => {
                let before = std::mem::replace(&mut self.entering, true);
                let done = self.inline(effects);
                self.entering = before;
                Clause::Whole(format!("as it does, {done}"))
            }
            ReplaceWith::Copy(group, except) | ReplaceWith::CopyTapped(group, except) => {
                let tapped = if matches!(with, ReplaceWith::CopyTapped(..)) { " tapped" } else { "" };
                let which = match self.group_noun(group) {
                    Some(noun) => format!("any {}", noun.one()),
                    None => self.group(group).text,
                };
                let except = self.except(except, false);
                Clause::of(it, format!("may enter{tapped} as a copy of {which}{except}"))
            }
            ReplaceWith::CopyAndThen(group, except, effects) => {
                let copied = self.instead(event, &ReplaceWith::Copy(group.clone(), except.clone()), None);
                Clause::Whole(format!("{copied}. If it does, {}", self.inline(effects)))
            }
            ReplaceWith::CopyWith(group, except, others) => {
                let copied = self.instead(event, &ReplaceWith::Copy(group.clone(), except.clone()), None);
                let others: Vec<String> =
                    others.iter().map(|other| self.replacement(other, &Condition::Always, None)).collect();
                Clause::Whole(format!("{copied}. If it does, {}", list(&others, "and")))
            }
            ReplaceWith::UnderControl(who) => {
                let whose = self.player(*who).s();
                Clause::of(it, format!("enter under {whose} control instead"))
            }
            ReplaceWith::Redirect(to) => {
                let to = self.recipients(to).text;
                Clause::of(NounPhrase::one("that damage"), format!("are dealt to {to} instead"))
            }
            ReplaceWith::RedirectUpTo(n, to) => {
                let (n, to) = (self.amount(n), self.recipients(to).text);
                Clause::of(NounPhrase::one(format!("up to {n} of that damage")), format!("are dealt to {to} instead"))
            }
            ReplaceWith::Regenerate => self.you(format!("regenerate {} instead", it.text)),
            ReplaceWith::Heal => {
                Clause::Whole(format!("that damage is dealt, but all damage dealt to {} before is healed", it.text))
            }
            ReplaceWith::Instead(effects) => Clause::Whole(format!("instead {}", self.inline(effects))),
            ReplaceWith::TokensToo(effects) => {
                Clause::Whole(format!("along with those tokens {}", self.inline(effects)))
            }
            ReplaceWith::TokensInstead(effects) => {
                Clause::Whole(format!("instead of those tokens {}", self.inline(effects)))
            }
            ReplaceWith::AndThen(effects) => {
                Clause::Whole(format!("that happens, and right after that {}", self.inline(effects)))
            }
        };
        match may {
            None => text.finite(),
            Some(np) => format!("{} may have this happen: {}", np.text, text.finite()),
        }
    }
}

/// Which damage.
pub(super) const fn kind(combat: Option<bool>) -> &'static str {
    match combat {
        None => "",
        Some(true) => "combat ",
        Some(false) => "noncombat ",
    }
}

/// A change of zones: "be put into a graveyard from the battlefield".
pub(super) fn moved(be: &str, from: Option<ZoneKind>, to: Option<ZoneKind>) -> String {
    let from_text = from.map(|zone| format!(" {}", types::from_zone(zone)));
    let to = match to {
        None => format!("{be}moved"),
        Some(ZoneKind::Exile) => format!("{be}exiled"),
        Some(ZoneKind::Battlefield) => format!("{be}put onto the battlefield"),
        Some(ZoneKind::Stack) => format!("{be}put onto the stack"),
        Some(ZoneKind::Command) => format!("{be}put into the command zone"),
        Some(ZoneKind::Outside) => format!("{be}put outside the game"),
        Some(zone @ (ZoneKind::Library | ZoneKind::Hand | ZoneKind::Graveyard)) => {
            format!("{be}put into a {}", types::zone(zone))
        }
    };
    format!("{to}{}", from_text.unwrap_or_else(|| " from anywhere".to_owned()))
}
