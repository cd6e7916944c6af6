//! Instructions that make something: mana, counters, tokens, emblems.

use super::Renderer;
use super::Speaker;
use super::clauses::Clause;
use super::grammar::{NounPhrase, a, list, number, plural};
use super::nouns::Domain;
use super::speaker::Held;
use super::types;
use crate::cards::def::*;

impl Renderer<'_> {
    pub(super) fn add_mana(
        &mut self,
        (who, mana, times): (Who, &ManaProduced, &Quantity),
        only: &[SpendOn],
        riders: &[ManaRider],
    ) -> Clause {
        let said = self.act(who, |s| {
            let mana = s.mana(mana);
            format!("add {mana}{}", s.repetitions(times))
        });
        let mut more = String::new();
        if !only.is_empty() {
            more.push_str(&format!(". It can be spent only {}", self.uses_of_mana(only)));
        }
        for rider in riders {
            more.push_str(&self.rider(rider));
        }
        match said {
            Clause::Act { who, subject, phrase, tail } => {
                Clause::Act { who, subject, phrase, tail: format!("{tail}{more}") }
            }
            other => other,
        }
    }

    /// What happens as mana is spent.
    fn rider(&mut self, rider: &ManaRider) -> String {
        let event = self.event.clone();
        self.event.object = "what it is spent on".to_owned();
        let (word, on, then) = match rider {
            ManaRider::IfSpent { on, effect, until } => ("If", on, self.continuous(effect, until).finite()),
            ManaRider::WhenSpent { on, ability } => ("When", on, self.nested_body(ability)),
            ManaRider::Lasts(until) => {
                self.event = event;
                let until = if *until == Duration::EndOfCombat { "combat" } else { "turn" };
                return format!(". Until end of {until}, this mana isn't lost as steps and phases end");
            }
        };
        self.event = event;
        let uses = if on.is_empty() { String::new() } else { format!(" {}", self.uses_of_mana(on)) };
        format!(". {word} it is spent{uses}, {then}")
    }

    pub(super) fn uses_of_mana(&mut self, on: &[SpendOn]) -> String {
        let uses: Vec<String> = on.iter().map(|on| self.use_of_mana(on)).collect();
        list(&uses, "or")
    }

    /// What mana can be spent on (CR 106.6).
    fn use_of_mana(&mut self, on: &SpendOn) -> String {
        let mut spells = |filter: &Filter| self.noun(filter, Domain::Spell).all();
        match on {
            SpendOn::Spell(filter) => format!("to cast {}", spells(filter)),
            SpendOn::SpellFrom(zone, filter) => format!("to cast {} from {}", spells(filter), a(types::zone(*zone))),
            SpendOn::SpellNotFrom(zone, filter) => {
                format!("to cast {} from anywhere but {}", spells(filter), a(types::zone(*zone)))
            }
            SpendOn::Ability(Filter::Any) => "to activate abilities".to_owned(),
            SpendOn::Ability(filter) => {
                format!("to activate abilities of {}", self.noun(filter, Domain::Permanent).all())
            }
            SpendOn::Unlock => "to unlock doors".to_owned(),
            SpendOn::CostWithX => "on costs that contain {X}".to_owned(),
            SpendOn::TurnFaceUp(filter) => {
                format!("to turn {} face up", self.noun(filter, Domain::Permanent).all())
            }
            SpendOn::NotSpells => "on anything but spells".to_owned(),
        }
    }

    fn mana(&mut self, mana: &ManaProduced) -> String {
        let symbols = |colors: &[Color]| colors.iter().map(|c| types::symbol(*c)).collect::<Vec<_>>();
        match mana {
            ManaProduced::Fixed(cost) => cost.to_string(),
            ManaProduced::OneOf(colors) => list(&symbols(colors), "or"),
            ManaProduced::AnyColor(Quantity::N(1)) => "one mana of any color".to_owned(),
            ManaProduced::AnyColor(n) => format!("{} mana of any one color", self.count(n)),
            ManaProduced::Combination(n, colors) if colors.len() == 5 => {
                format!("{} mana in any combination of colors", self.count(n))
            }
            ManaProduced::Combination(n, colors) => {
                format!("{} mana in any combination of {}", self.count(n), list(&symbols(colors), "and/or"))
            }
            ManaProduced::ColorVar(var) => format!("one mana of {}", self.var(*var).text),
            ManaProduced::ChosenColor(or) if or.is_empty() => "one mana of the chosen color".to_owned(),
            ManaProduced::ChosenColor(or) => format!("{} or one mana of the chosen color", list(&symbols(or), "or")),
            ManaProduced::CommanderColor => "one mana of any color in your commander's color identity".to_owned(),
            ManaProduced::AnyColorAmong(group) => format!("one mana of any color among {}", self.group(group).text),
            ManaProduced::EachColorAmong(group) => {
                format!("one mana of each color among {}", self.group(group).text)
            }
            ManaProduced::TypeProduced => "one mana of any type that was produced".to_owned(),
            ManaProduced::CouldProduce(_, group) | ManaProduced::CouldProduceColor(group) => {
                let (count, sort) = match mana {
                    ManaProduced::CouldProduce(Quantity::N(1), _) => ("one".to_owned(), "type"),
                    ManaProduced::CouldProduce(n, _) => (self.count(n), "one type"),
                    _ => ("one".to_owned(), "color"),
                };
                let which = match self.group_noun(group) {
                    Some(noun) => noun.a(),
                    None => self.group(group).text,
                };
                format!("{count} mana of any {sort} that {which} could produce")
            }
        }
    }

    pub(super) fn put_counters(
        &mut self,
        (kind, count): (CounterKind, &Quantity),
        and: &[(CounterKind, Quantity)],
        on: &Recipients,
    ) -> Clause {
        if let Recipients::Players(who) = on {
            return self.act(*who, |s| match (kind, count) {
                (CounterKind::Energy, Quantity::N(n)) if (0..10).contains(n) => {
                    format!("get {}", "{E}".repeat(*n as usize))
                }
                _ => format!("get {}", s.counters_of_kinds(kind, count, and)),
            });
        }
        if let Some((total, among)) = self.divided(count, on) {
            let total = total.parse().map_or(total, number);
            let counters = types::counters(kind, true);
            return self.you(format!("distribute {total} {counters} among {among}"));
        }
        let counters = self.counters_of_kinds(kind, count, and);
        let on = self.each_of(on);
        self.you(format!("put {counters} on {on}"))
    }

    fn counters_of_kinds(&mut self, kind: CounterKind, count: &Quantity, and: &[(CounterKind, Quantity)]) -> String {
        let first = self.so_many_counters(kind, count);
        let rest: Vec<String> = and.iter().map(|(kind, count)| self.so_many_counters(*kind, count)).collect();
        let all: Vec<String> = std::iter::once(first).chain(rest).collect();
        super::grammar::list(&all, "and")
    }

    pub(super) fn remove_counters(
        &mut self,
        kind: CounterKind,
        count: &Quantity,
        from: &Recipients,
        into: Option<Var>,
    ) -> Clause {
        let counters = self.so_many_counters(kind, count);
        let from = self.each_of(from);
        self.hold_amount(into, "the number of counters removed this way", "counter", "removed");
        self.you(format!("remove {counters} from {from}"))
    }

    pub(super) fn put_counters_of(&mut self, of: Obj, kind: Option<CounterKind>, on: &Objects) -> Clause {
        let of = self.object(of).text;
        let on = self.group(on).text;
        self.you(match kind {
            Some(kind) => format!("put as many {} on {on} as {of} has", types::counters(kind, true)),
            None => format!("put as many counters of each kind on {on} as {of} has"),
        })
    }

    /// How many counters of any kind, or of one, between a fewest and a most.
    fn between_counters(&mut self, kind: Option<CounterKind>, min: &Quantity, max: &Quantity) -> String {
        let one = kind.map_or_else(|| "counter".to_owned(), |kind| types::counters(kind, false));
        let several = kind.map_or_else(|| "counters".to_owned(), |kind| types::counters(kind, true));
        match (min, max) {
            (Quantity::N(1), Quantity::N(1)) => a(&one),
            (min, max) if min == max => format!("{} {several}", self.count(max)),
            (Quantity::N(0), Quantity::N(1)) => format!("up to one {one}"),
            (Quantity::N(0), max) => format!("up to {} {several}", self.count(max)),
            (min, max) => format!("{} to {} {several}", self.count(min), self.count(max)),
        }
    }

    pub(super) fn remove_any(
        &mut self,
        who: Who,
        from: &Recipients,
        (min, max): (&Quantity, &Quantity),
        into: Option<Var>,
    ) -> Clause {
        let clause = self.act(who, |s| {
            let counters = s.between_counters(None, min, max);
            let from = s.recipients(from).text;
            format!("remove {counters} from {from}")
        });
        self.hold_amount(into, "the number of counters removed this way", "counter", "removed");
        clause
    }

    pub(super) fn move_counters(
        &mut self,
        (from, to): (Obj, Obj),
        kind: Option<CounterKind>,
        (min, max): (&Quantity, Option<&Quantity>),
        into: Option<Var>,
    ) -> Clause {
        let counters = match (kind, max) {
            (Some(kind), None) => format!("all {}", types::counters(kind, true)),
            (None, None) => "all counters".to_owned(),
            (kind, Some(max)) => self.between_counters(kind, min, max),
        };
        let (from, to) = (self.object(from).text, self.object(to).text);
        self.hold_amount(into, "the number of counters moved this way", "counter", "moved");
        self.you(format!("move {counters} from {from} onto {to}"))
    }

    pub(super) fn each_of(&mut self, to: &Recipients) -> String {
        match to {
            Recipients::Targets(n) => self.each_target(*n),
            _ => {
                let np = self.recipients(to);
                let list = matches!(to, Recipients::Union(_));
                if np.many && !list { format!("each of {}", np.text) } else { np.text }
            }
        }
    }

    pub(super) fn create(
        &mut self,
        (who, count): (Who, &Quantity),
        token: &TokenSource,
        (tapped, attacking, counters): (bool, Option<TokenAttack>, &[(CounterKind, Quantity)]),
        into: Option<Var>,
    ) -> Clause {
        let many = *count != Quantity::N(1) || who.is_each();
        let several = *count != Quantity::N(1);
        let mut more = false;
        let said = self.act(who, |s| {
            let how_many = if several { s.count(count) } else { String::new() };
            let attacks = attacking.is_some_and(|what| !matches!(what, TokenAttack::Blocking(_)));
            let tapped = match (tapped, attacks) {
                (true, true) => "tapped and attacking ",
                (true, false) => "tapped ",
                (false, true) => "attacking ",
                (false, false) => "",
            };
            let (text, after) = match token {
                TokenSource::New(def) => s.token(def, several),
                TokenSource::Sized(def, power, toughness) => {
                    let (token, after) = s.token(def, several);
                    let size = if power == toughness {
                        format!(" with power and toughness each equal to {}", s.count(power))
                    } else {
                        let (power, toughness) = (s.count(power), s.count(toughness));
                        format!(" with power equal to {power} and toughness equal to {toughness}")
                    };
                    (token, size + &after)
                }
                TokenSource::Predefined(name) => {
                    let one = format!("{name} token");
                    (if several { plural(&one) } else { one }, String::new())
                }
                TokenSource::PredefinedOn(name, host) => {
                    let one = format!("{name} Role token");
                    let host = s.object(*host).text;
                    (if several { plural(&one) } else { one }, format!(" attached to {host}"))
                }
                TokenSource::Several(kinds) => {
                    more = true;
                    let kinds: Vec<String> = kinds.iter().map(|kind| s.kind(kind, several)).collect();
                    let joined = match (several, kinds.split_first()) {
                        (false, Some((first, rest))) => {
                            let rest = rest.iter().map(|one| a(one));
                            list(&std::iter::once(first.clone()).chain(rest).collect::<Vec<_>>(), "and")
                        }
                        _ => format!("each of {}", list(&kinds, "and")),
                    };
                    (joined, String::new())
                }
                TokenSource::CopyOf(obj, except) => {
                    let (one, np) = (if several { "tokens" } else { "token" }, s.object(*obj));
                    let except = s.except(except, several);
                    let copies = if several { "that are copies of" } else { "that's a copy of" };
                    (format!("{one} {copies} {}", np.text), except)
                }
                TokenSource::CopiesOf(group, except) => {
                    more = true;
                    let np = s.everything(group);
                    let each = if np.many { "each of " } else { "" };
                    let except = s.except(except, several);
                    let copies = if several { "tokens that are copies" } else { "token that's a copy" };
                    (format!("{copies} of {each}{}", np.text), except)
                }
            };
            let text = format!("{tapped}{text}");
            let text = if several { format!("{how_many} {text}") } else { a(&text) };
            let attacked = match attacking {
                Some(TokenAttack::Each(players)) => {
                    format!(
                        " for each of {}, attacking that player or a planeswalker they control",
                        s.player(players).text
                    )
                }
                Some(TokenAttack::EachPlayer(players)) => {
                    format!(" for each of {}, attacking that player", s.player(players).text)
                }
                Some(TokenAttack::Blocking(attacker)) => format!(" blocking {}", s.object(attacker).text),
                Some(TokenAttack::Any) | None => String::new(),
            };
            let on = if several { "each of them" } else { "it" };
            let with: Vec<String> = counters.iter().map(|(kind, n)| s.counters_of_kinds(*kind, n, &[])).collect();
            let with = if with.is_empty() { String::new() } else { format!(" with {} on {on}", list(&with, "and")) };
            format!("create {text}{with}{after}{attacked}")
        });
        if let Some(var) = into {
            self.hold(var, "created", "token", many || more, who == Who::You);
        }
        said
    }

    /// One kind of tokens among several.
    fn kind(&mut self, kind: &TokenSource, several: bool) -> String {
        match kind {
            TokenSource::New(def) => {
                let (text, after) = self.token(def, several);
                text + &after
            }
            TokenSource::Predefined(name) => {
                let one = format!("{name} token");
                if several { plural(&one) } else { one }
            }
            _ => String::new(),
        }
    }

    /// What a copy has besides.
    pub(super) fn except(&mut self, all: &[Modification], many: bool) -> String {
        if all.is_empty() {
            return String::new();
        }
        let np = if many { NounPhrase::many("they") } else { NounPhrase::one("it") };
        let all: Vec<String> = all.iter().map(|m| np.verb(&self.modification(m, false, many))).collect();
        format!(", except {} {}", np.text, list(&all, "and"))
    }

    /// A token by its characteristics: "1/1 red Goblin creature token with haste", and what is added after it.
    fn token(&mut self, def: &TokenDef, many: bool) -> (String, String) {
        let TokenDef { name, colors, types: line, pt, abilities, back } = def;
        let mut words = Vec::new();
        words.extend(types::supertypes(line.supertypes));
        if let Some((power, toughness)) = pt {
            let part = |n: Option<i32>| n.map_or_else(|| "*".to_owned(), |n| n.to_string());
            words.push(format!("{}/{}", part(*power), part(*toughness)));
        }
        words.push(types::colors(colors, "and"));
        words.extend(line.subtypes.iter().map(|s| s.name().to_owned()));
        words.extend(types::card_types(line.types));
        words.push(if many { "tokens" } else { "token" }.to_owned());
        let mut text = words.join(" ");
        if let Some(name) = name {
            text.push_str(&format!(" named {name}"));
        }
        if !abilities.is_empty() {
            let speaker = Speaker::of(line, abilities);
            text.push_str(&format!(" with {}", self.quoted(&speaker, abilities, &[])));
        }
        let after = match back {
            Some(back) => format!(" that transforms into {}", a(&self.token(back, false).0)),
            None => String::new(),
        };
        (text, after)
    }

    /// Abilities in quotation marks, and keywords without; `knows` is what the variables in them hold.
    pub(super) fn quoted(&mut self, speaker: &Speaker, abilities: &[AbilityDef], knows: &[Held]) -> String {
        let said = |ability: &AbilityDef| {
            let mut says = Renderer::new(speaker);
            says.vars = knows.to_vec();
            says.ability(ability)
        };
        let mut all = Vec::new();
        for ability in abilities {
            match ability {
                AbilityDef::Keywords(keywords) => all.extend(keywords.iter().map(|k| k.text().to_owned())),
                AbilityDef::Keyword(_) => {
                    let text = said(ability);
                    if text.contains('\u{2014}') {
                        all.push(format!("\"{text}\""));
                        continue;
                    }
                    let mut letters = text.trim_end_matches('.').chars();
                    let first = letters.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
                    all.push(format!("{first}{}", letters.as_str()));
                }
                _ => all.push(format!("\"{}\"", said(ability).replace('"', "'"))),
            }
        }
        list(&all, "and")
    }

    pub(super) fn emblem(&mut self, who: Who, abilities: &[AbilityDef]) -> Clause {
        self.act(who, |s| format!("get an emblem with {}", s.quoted(&Speaker::emblem(), abilities, &[])))
    }
}
