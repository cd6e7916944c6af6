//! Trigger events: "whenever another creature you control enters".

use super::Renderer;
use super::grammar::{NounPhrase, possessive};
use super::nouns::{Domain, Noun};
use super::replacement::{kind, moved};
use super::types;
use crate::cards::def::*;

/// Words before an event.
const WHEN: &str = "when";
const WHENEVER: &str = "whenever";
const AT: &str = "at";

impl Renderer<'_> {
    /// A trigger event with the word before it: "whenever", "you gain life". What the effects say of it is noted.
    pub(super) fn happening(&mut self, event: &TriggerEvent) -> (&'static str, String) {
        match event {
            TriggerEvent::Enters(filter) => self.once(filter, "enter"),
            TriggerEvent::EntersUnplayed(filter) => {
                let (word, text) = self.once(filter, "enter");
                (word, format!("{text} without being played"))
            }
            TriggerEvent::Leaves(filter) => self.once(filter, "leave the battlefield"),
            TriggerEvent::Dies(filter) => {
                let noun = self.noun(filter, Domain::Permanent);
                let dies = noun.head() == "creature" || noun.is_same().is_some_and(|np| np.text.contains("creature"));
                self.once(filter, if dies { "die" } else { "are put into a graveyard from the battlefield" })
            }
            TriggerEvent::HauntedDies => {
                self.event.object = "that creature".to_owned();
                (WHEN, format!("the creature {} haunts dies", self.this))
            }
            TriggerEvent::ResolvesIntoGraveyard(what) => self.once(what, "are put into a graveyard as they resolve"),
            TriggerEvent::Moves { what, from, to } => {
                let domain = match from {
                    Some(ZoneKind::Battlefield) => Domain::Permanent,
                    Some(ZoneKind::Stack) => Domain::OnStack,
                    _ => Domain::Card,
                };
                let (word, np) = self.subject(what, domain);
                (word, np.does(&moved("are ", *from, *to)))
            }
            TriggerEvent::Casts { who, what, from } => {
                let who = self.doer(*who);
                let noun = self.noun(what, Domain::Spell);
                let same = noun.is_same().is_some();
                let spell = if same { "this spell".to_owned() } else { noun.a() };
                self.event.object = if same { spell.clone() } else { "that spell".to_owned() };
                let from = match from {
                    None => String::new(),
                    Some(zone @ (ZoneKind::Hand | ZoneKind::Graveyard | ZoneKind::Library)) => {
                        // Whose graveyard or library it is doesn't matter; one plays from no hand but one's own.
                        let whose = match (who.is_you(), zone) {
                            (true, _) => "your",
                            (false, ZoneKind::Hand) => "their",
                            (false, _) => "a",
                        };
                        format!(" from {whose} {}", types::zone(*zone))
                    }
                    Some(zone) => format!(" {}", types::from_zone(*zone)),
                };
                (if same { WHEN } else { WHENEVER }, who.does(&format!("cast {spell}{from}")))
            }
            TriggerEvent::Copies(who, filter) => self.done_with(*who, "copy", filter, Domain::Spell),
            TriggerEvent::Activates { who, of, what } => {
                let who = self.doer(*who);
                let ability = match what {
                    Filter::Any => "an ability".to_owned(),
                    what => self.noun(what, Domain::OnStack).a(),
                };
                let of = match of {
                    Filter::Any => String::new(),
                    of => format!(" of {}", self.cause(of, Domain::Object, "its source")),
                };
                self.event.object = "that ability".to_owned();
                (WHENEVER, who.does(&format!("activate {ability}{of} that isn't a mana ability")))
            }
            TriggerEvent::Performs(who, action) => {
                let who = self.doer(*who);
                let their = if who.is_you() { "your" } else { "their" };
                let does = match action {
                    KeywordAction::Scry => "scry".to_owned(),
                    KeywordAction::Surveil => "surveil".to_owned(),
                    KeywordAction::WinFlip => "win a coin flip".to_owned(),
                    KeywordAction::LoseFlip => "lose a coin flip".to_owned(),
                    KeywordAction::Crime => "commit a crime".to_owned(),
                    KeywordAction::Roll => "roll one or more dice".to_owned(),
                    KeywordAction::Proliferate => "proliferate".to_owned(),
                    KeywordAction::Search => format!("search {their} library"),
                    KeywordAction::Shuffle => format!("shuffle {their} library"),
                };
                (WHENEVER, who.does(&does))
            }
            TriggerEvent::PlaysLand { who, what, from } => {
                let who = self.doer(*who);
                let noun = self.land(what);
                self.event.object = "that land".to_owned();
                let from = from.map(|zone| format!(" {}", types::from_zone(zone))).unwrap_or_default();
                (WHENEVER, who.does(&format!("play {}{from}", noun.a())))
            }
            TriggerEvent::Attacks(filter) => self.always(filter, Domain::Creature, "attack"),
            TriggerEvent::Attacked { what, by } => {
                let by = self.cause(by, Domain::Creature, "the attacking creature");
                let np = self.recipient(what).unwrap_or_else(|| NounPhrase::one("something".to_owned()));
                (WHENEVER, np.does(&format!("are attacked by {by}")))
            }
            TriggerEvent::Blocks(filter) => self.always(filter, Domain::Creature, "block"),
            TriggerEvent::BlocksCreature { what, blocked } => {
                let (_, np) = self.subject(what, Domain::Creature);
                let other = self.cause(blocked, Domain::Creature, "the blocked creature");
                (WHENEVER, np.does(&format!("block {other}")))
            }
            TriggerEvent::BecomesBlockedBy { what, by } => {
                let (_, np) = self.subject(what, Domain::Creature);
                let other = self.cause(by, Domain::Creature, "the blocking creature");
                (WHENEVER, np.does(&format!("become blocked by {other}")))
            }
            TriggerEvent::BecomesBlocked(filter) => self.always(filter, Domain::Creature, "become blocked"),
            TriggerEvent::AttacksAlone(filter) => self.always(filter, Domain::Creature, "attack alone"),
            TriggerEvent::NotBlocked(filter) => {
                let (_, np) = self.subject(filter, Domain::Creature);
                (WHENEVER, format!("{} and isn't blocked", np.does("attack")))
            }
            TriggerEvent::Damage { source, to, combat } => (WHENEVER, self.damaged(source, to, *combat)),
            TriggerEvent::GainsLife(who) => (WHENEVER, self.doer(*who).does("gain life")),
            TriggerEvent::LosesLife(who) => (WHENEVER, self.doer(*who).does("lose life")),
            TriggerEvent::Draws(who) => {
                self.event.object = "that card".to_owned();
                (WHENEVER, self.doer(*who).does("draw a card"))
            }
            TriggerEvent::RevealedAsDrawn => {
                let drawn = format!("they reveal {} as the first card they draw in a turn, as they may", self.this);
                (WHENEVER, drawn)
            }
            TriggerEvent::Discards(who, filter) => self.done_with(*who, "discard", filter, Domain::Card),
            TriggerEvent::Sacrifices(who, filter) => self.done_with(*who, "sacrifice", filter, Domain::Permanent),
            TriggerEvent::Exploits { what, creature } => {
                let exploited = self.noun(creature, Domain::Creature).a();
                self.always(what, Domain::Creature, &format!("exploit {exploited}"))
            }
            TriggerEvent::Champions { what, championed } => {
                let championed = self.noun(championed, Domain::Permanent).a();
                self.always(what, Domain::Permanent, &format!("champion {championed}"))
            }
            TriggerEvent::Cycles(who, filter) => self.done_with(*who, "cycle", filter, Domain::Card),
            TriggerEvent::BecomesTapped(filter) => self.always(filter, Domain::Permanent, "become tapped"),
            TriggerEvent::BecomesUntapped(filter) => self.always(filter, Domain::Permanent, "become untapped"),
            TriggerEvent::TappedForMana(filter) => self.always(filter, Domain::Permanent, "are tapped for mana"),
            TriggerEvent::Becomes(designation, filter) => self.once(filter, &format!("become {}", designation.text())),
            TriggerEvent::TurnedFaceUp(filter) => self.once(filter, "are turned face up"),
            TriggerEvent::Does(PermanentAction::Explore, filter) => self.always(filter, Domain::Permanent, "explore"),
            TriggerEvent::Does(PermanentAction::Connive, filter) => self.always(filter, Domain::Permanent, "connive"),
            TriggerEvent::Does(PermanentAction::Mutate, filter) => self.always(filter, Domain::Creature, "mutate"),
            TriggerEvent::Does(PermanentAction::BecomeCrewed, filter) => {
                self.always(filter, Domain::Permanent, "become crewed")
            }
            TriggerEvent::Does(PermanentAction::BecomePlotted, filter) => {
                self.always(filter, Domain::Card, "become plotted")
            }
            TriggerEvent::Does(PermanentAction::GoUnpaid, filter) => {
                let (word, np) = self.subject(filter, Domain::Permanent);
                self.event.player = "that player".to_owned();
                (word, format!("a player doesn't pay {} cumulative upkeep", np.s()))
            }
            TriggerEvent::Crews(what, of) => {
                let vehicle = self.noun(of, Domain::Permanent).a();
                self.always(what, Domain::Creature, &format!("crew {vehicle}"))
            }
            TriggerEvent::Saddles(what, of) => {
                let mount = self.noun(of, Domain::Permanent).a();
                self.always(what, Domain::Creature, &format!("saddle {mount}"))
            }
            TriggerEvent::Exerts { what, to_attack } => {
                let (word, np) = self.always(what, Domain::Permanent, "are exerted");
                (word, if *to_attack { format!("{np} to attack") } else { np })
            }
            TriggerEvent::Enlists { what, .. } => self.always(what, Domain::Creature, "enlist a creature"),
            TriggerEvent::TransformsInto(filter) => self.always(filter, Domain::Permanent, "have just transformed"),
            TriggerEvent::DayNightTurns(to) => (WHENEVER, format!("{} becomes {}", to.other().text(), to.text())),
            TriggerEvent::BecomesTarget { what, by } => {
                let (_, np) = self.subject(what, Domain::Object);
                let by = self.cause(by, Domain::OnStack, "that spell or ability");
                (WHENEVER, np.does(&format!("become the target of {by}")))
            }
            TriggerEvent::PlayerBecomesTarget { who, by } => {
                let np = self.doer(*who);
                let by = self.cause(by, Domain::OnStack, "that spell or ability");
                (WHENEVER, np.does(&format!("become the target of {by}")))
            }
            TriggerEvent::LastCounterRemoved(kind, filter) => {
                let (word, np) = self.subject(filter, Domain::Permanent);
                (word, format!("the last {} is removed from {}", types::counters(*kind, false), np.text))
            }
            TriggerEvent::CountersPut(kind, filter) => {
                let (_, np) = self.subject(filter, Domain::Permanent);
                (WHENEVER, format!("one or more {} are put on {}", types::counters(*kind, true), np.text))
            }
            TriggerEvent::PutsCounters(who, kind, filter) => {
                let counters = kind.map_or_else(|| "counters".to_owned(), |kind| types::counters(kind, true));
                let (_, on) = self.subject(filter, Domain::Permanent);
                let np = self.everybody(*who);
                (WHENEVER, np.does(&format!("put one or more {counters} on {}", on.text)))
            }
            TriggerEvent::PutsEachCounter(who, kind, filter) => {
                let counter = kind.map_or_else(|| "counter".to_owned(), |kind| types::counters(kind, false));
                let (_, on) = self.subject(filter, Domain::Permanent);
                let np = self.everybody(*who);
                (WHENEVER, np.does(&format!("put {} on {}", super::grammar::a(&counter), on.text)))
            }
            TriggerEvent::Chapters(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                (WHEN, format!("this Saga reaches chapter {}", numbers.join(" or ")))
            }
            TriggerEvent::Beginning(step, who) => (AT, format!("the beginning of {}", self.step_of(*step, *who))),
            TriggerEvent::ChaosEnsues => (WHENEVER, "chaos ensues".to_owned()),
            TriggerEvent::FinishVoting => (WHENEVER, "players finish voting".to_owned()),
            TriggerEvent::PlaneswalksTo(filter) => {
                let (word, np) = self.subject(filter, Domain::Object);
                (word, format!("you planeswalk to {}", np.text))
            }
            TriggerEvent::SetInMotion(filter) => {
                let (word, np) = self.subject(filter, Domain::Object);
                (word, format!("you set {} in motion", np.text))
            }
            TriggerEvent::EntersRoom { name, leads_to } => (WHEN, room(name, leads_to)),
            TriggerEvent::UnlocksThisDoor(who) => (WHEN, self.doer(*who).does("unlock this door")),
            TriggerEvent::Mills(who, filter) => self.done_with(*who, "mill", filter, Domain::Card),
            TriggerEvent::Creates(who, filter) => {
                let filter = Filter::And(vec![filter.clone(), Filter::Token]);
                self.done_with(*who, "create", &filter, Domain::Permanent)
            }
            TriggerEvent::DealtExcess { to, combat } => {
                let sort = match combat {
                    Some(true) => "combat ",
                    Some(false) => "noncombat ",
                    None => "",
                };
                self.always(to, Domain::Permanent, &format!("are dealt excess {sort}damage"))
            }
            TriggerEvent::BecomesAttached { what, to } => {
                let (_, np) = self.subject(what, Domain::Permanent);
                let to = self.cause(to, Domain::Permanent, "what it is attached to");
                (WHENEVER, np.does(&format!("become attached to {to}")))
            }
            TriggerEvent::FullyUnlocks(who, filter) => {
                let who = self.doer(*who);
                let (_, np) = self.subject(filter, Domain::Permanent);
                (WHENEVER, who.does(&format!("fully unlock {}", np.text)))
            }
            TriggerEvent::Expends(who, n) => (WHENEVER, self.doer(*who).does(&format!("expend {n}"))),
            TriggerEvent::BecomesMonarch(who) => (WHENEVER, self.doer(*who).does("become the monarch")),
            TriggerEvent::TakesInitiative(who) => (WHENEVER, self.doer(*who).does("take the initiative")),
            TriggerEvent::RingTempts(who) => {
                self.event.object = "that Ring-bearer".to_owned();
                (WHENEVER, format!("the Ring tempts {}", self.player(*who).text))
            }
            TriggerEvent::CompletesDungeon(who) => (WHENEVER, self.doer(*who).does("complete a dungeon")),
            TriggerEvent::Unattached(filter) => {
                self.event.source = "the permanent that it was attached to".to_owned();
                self.always(filter, Domain::Permanent, "become unattached from a permanent")
            }
            TriggerEvent::Countered(filter) => self.always(filter, Domain::Spell, "are countered"),
            TriggerEvent::LosesControl(who, filter) => {
                let (word, np) = self.subject(filter, Domain::Permanent);
                (word, self.doer(*who).does(&format!("lose control of {}", np.text)))
            }
            TriggerEvent::LosesGame(who) => (WHENEVER, self.doer(*who).does("lose the game")),
            TriggerEvent::Destroyed(filter) => self.always(filter, Domain::Permanent, "are destroyed"),
            TriggerEvent::CausedBy(who, event) => {
                let (_, text) = self.happening(event);
                let by = self.somebody(*who);
                self.event.source = "that spell or ability".to_owned();
                (WHENEVER, format!("a spell or ability that {} causes this: {text}", by.does("control")))
            }
            TriggerEvent::Triggers { of, on } => {
                let (_, text) = self.happening(on);
                let of = match of {
                    Filter::Any => String::new(),
                    of => format!(" of {}", self.cause(of, Domain::Object, "its source")),
                };
                self.event.object = "that ability".to_owned();
                (WHENEVER, format!("a triggered ability{of} triggers on this: {text}"))
            }
            TriggerEvent::OneOrMore(event) => {
                let (_, text) = self.happening(event);
                self.event.object = "one of them".to_owned();
                (WHENEVER, format!("this happens to one or more at the same time: {text}"))
            }
            TriggerEvent::FirstTime(event) => {
                let (word, text) = self.happening(event);
                (word, format!("{text}, for the first time each turn"))
            }
            TriggerEvent::FirstTimeForIt(event) => {
                let (word, text) = self.happening(event);
                (word, format!("{text}, for the first time this turn that this happens to it"))
            }
            TriggerEvent::State(condition) => (WHEN, self.condition(condition, true)),
            TriggerEvent::AnyOf(all) => self.any_of(all),
        }
    }

    fn any_of(&mut self, all: &[TriggerEvent]) -> (&'static str, String) {
        let mut out: Option<(&'static str, String)> = None;
        for event in all {
            let (word, text) = self.happening(event);
            out = Some(match out {
                None => (word, text),
                Some((first, before)) => {
                    let same = format!("{} ", self.this);
                    match text.strip_prefix(&same) {
                        Some(rest) if before.starts_with(&same) => (first, format!("{before} or {rest}")),
                        _ if word == first => (first, format!("{before} or {text}")),
                        _ => (first, format!("{before} or {word} {text}")),
                    }
                }
            });
        }
        out.unwrap_or((WHEN, "nothing happens".to_owned()))
    }

    /// What something happens to; once, if it is a certain object.
    fn subject(&mut self, filter: &Filter, domain: Domain) -> (&'static str, NounPhrase) {
        let noun = self.noun(filter, domain);
        match noun.is_same().cloned() {
            Some(np) => {
                // What has been targeted isn't called so again.
                self.event.object = match np.text.contains("target ") {
                    true => format!("that {}", domain.word()),
                    false => np.text.clone(),
                };
                (WHEN, np)
            }
            None => {
                self.event.object = format!("that {}", noun.head());
                (WHENEVER, NounPhrase::one(noun.a()))
            }
        }
    }

    fn once(&mut self, filter: &Filter, phrase: &str) -> (&'static str, String) {
        let (word, np) = self.subject(filter, Domain::Permanent);
        (word, np.does(phrase))
    }

    fn always(&mut self, filter: &Filter, domain: Domain, phrase: &str) -> (&'static str, String) {
        (WHENEVER, self.subject(filter, domain).1.does(phrase))
    }

    /// What is the source or cause of an event.
    fn cause(&mut self, filter: &Filter, domain: Domain, again: &str) -> String {
        let noun = self.noun(filter, domain);
        match noun.is_same() {
            Some(np) => self.event.source.clone_from(&np.text),
            None => again.clone_into(&mut self.event.source),
        }
        noun.a()
    }

    /// Who does something.
    fn doer(&mut self, who: Who) -> NounPhrase {
        let np = self.somebody(who);
        self.event.player = match who {
            Who::EachPlayer | Who::EachOpponent => "that player".to_owned(),
            _ => np.text.clone(),
        };
        np
    }

    fn done_with(&mut self, who: Who, verb: &str, filter: &Filter, domain: Domain) -> (&'static str, String) {
        let who = self.doer(who);
        let noun: Noun = self.noun(filter, domain);
        let same = noun.is_same().is_some();
        let what = match same {
            true if domain == Domain::Card => "this card".to_owned(),
            _ => noun.a(),
        };
        self.event.object = if same { what.clone() } else { format!("that {}", noun.head()) };
        (if same { WHEN } else { WHENEVER }, who.does(&format!("{verb} {what}")))
    }

    fn damaged(&mut self, source: &Filter, to: &DamageTo, combat: Option<bool>) -> String {
        let kind = kind(combat);
        let by = match source {
            Filter::Any => None,
            filter => {
                let noun = self.noun(filter, Domain::Source);
                self.event.source =
                    noun.is_same().map_or_else(|| format!("that {}", noun.head()), |np| np.text.clone());
                Some(noun.is_same().cloned().unwrap_or_else(|| NounPhrase::one(noun.a())))
            }
        };
        let to = self.recipient(to);
        match (by, to) {
            (Some(by), Some(to)) => by.does(&format!("deal {kind}damage to {}", to.text)),
            (Some(by), None) => by.does(&format!("deal {kind}damage")),
            (None, Some(to)) => to.does(&format!("are dealt {kind}damage")),
            (None, None) => format!("{kind}damage is dealt"),
        }
    }

    /// Whom or what it is done to; `None` if that doesn't matter.
    fn recipient(&mut self, to: &DamageTo) -> Option<NounPhrase> {
        match to {
            DamageTo::Any => {
                self.event.object = "that permanent".to_owned();
                None
            }
            DamageTo::Object(filter) => Some(self.subject(filter, Domain::Permanent).1),
            DamageTo::Player(who) => Some(self.doer(*who)),
            DamageTo::Players(who) => Some(NounPhrase::one(format!("{}, alone or with others", self.doer(*who).text))),
            DamageTo::PlayerOrObject(who, filter) => {
                let player = self.doer(*who).text;
                Some(NounPhrase::one(format!("{player} or {}", self.noun(filter, Domain::Permanent).a())))
            }
            DamageTo::Target(n) => Some(self.target(*n)),
        }
    }

    /// A step of somebody's turns.
    fn step_of(&mut self, step: StepName, who: Who) -> String {
        let np = self.doer(who);
        if step == StepName::BeginCombat {
            return match who {
                Who::EachPlayer => "combat on each turn".to_owned(),
                Who::EachOpponent => "combat on each opponent's turn".to_owned(),
                _ => format!("combat on {} turn", np.s()),
            };
        }
        let step = types::step(step);
        match who {
            Who::EachPlayer => format!("each {step}"),
            Who::EachOpponent => format!("each opponent's {step}"),
            Who::ControllerOf(_) | Who::OwnerOf(_) => format!("the {step} of {}", np.text),
            _ => format!("{} {step}", np.s()),
        }
    }

    /// An ability inside another one: what it was told stays known.
    pub(super) fn nested(&mut self, t: &TriggeredDef, once: bool) -> String {
        let event = self.event.clone();
        let (word, text) = self.happening(&t.when);
        let text = match (&t.when, once) {
            (TriggerEvent::Beginning(step, Who::EachPlayer), true) => {
                format!("the beginning of the next {}", types::step(*step))
            }
            (TriggerEvent::Beginning(step, Who::You), true) => {
                format!("the beginning of your next {}", types::step(*step))
            }
            (TriggerEvent::Beginning(step, who), true) => {
                format!("the beginning of {} next {}", possessive(&self.somebody(*who).text), types::step(*step))
            }
            _ => text,
        };
        let word = match (word, once) {
            (WHENEVER, true) => "the next time",
            (word, _) => word,
        };
        let body = self.nested_body(t);
        self.event = event;
        format!("{word} {text}, {body}")
    }

    /// CR 603.12: "when you do".
    pub(super) fn reflexive(&mut self, t: &TriggeredDef) -> super::clauses::Clause {
        let body = self.nested_body(t);
        super::clauses::Clause::Whole(format!("when you do, {body}"))
    }

    pub(super) fn nested_body(&mut self, t: &TriggeredDef) -> String {
        let (mut outer, said) = (Vec::new(), self.said);
        let own = t.modes.is_some() || !t.targets.is_empty();
        if own {
            outer = std::mem::replace(&mut self.targets, t.targets.clone());
            self.said = 0;
        }
        let body = self.triggered_body(t);
        if own {
            self.targets = outer;
            self.said = said;
        }
        body
    }
}

/// CR 309.4c.
fn room(name: &str, leads_to: &[String]) -> String {
    let arrows = if leads_to.is_empty() { String::new() } else { format!(" (it leads to {})", leads_to.join(" and ")) };
    format!("you move your venture marker into {name}{arrows}")
}
