//! Rules of the game and for players: "you may play an additional land on each of your turns".

use super::Renderer;
use super::grammar::{NounPhrase, list, number, zones};
use super::nouns::Domain;
use super::types;
use crate::cards::def::*;
use smallvec::SmallVec;

impl Renderer<'_> {
    /// A rule as a sentence without its period.
    pub(super) fn rule(&mut self, rule: &Rule) -> String {
        match rule {
            Rule::Permit { .. } => self.permit(rule),
            Rule::PayInstead { who, what, cost, flash, once } => {
                let np = self.everybody(*who);
                let noun = self.noun(what, Domain::Spell);
                let it = if noun.is_same().is_some() { "it" } else { "they" };
                let flash = if *flash { format!(" as though {it} had flash") } else { String::new() };
                let once = if *once { " once each turn" } else { "" };
                let paid = if cost.0.is_empty() { "pay nothing".to_owned() } else { self.paying(cost) };
                np.does(&format!("may cast {}{flash}{once} and {paid} rather than pay the mana cost", noun.all()))
            }
            Rule::Flash(who, filter) => {
                let np = self.everybody(*who);
                let noun = self.noun(filter, Domain::Spell);
                let it = if noun.is_same().is_some() { "it" } else { "they" };
                np.does(&format!("may cast {} as though {it} had flash", noun.all()))
            }
            Rule::CantCast(who, filter) => {
                let np = self.everybody(*who);
                np.does(&format!("can't cast {}", self.noun(filter, Domain::Spell).any()))
            }
            Rule::CantCastFrom { who, what, from } => {
                let np = self.everybody(*who);
                let spells = self.noun(what, Domain::Spell).any();
                np.does(&format!("can't cast {spells} from {}", zones(from)))
            }
            Rule::CantEnter { what, from } => {
                let what = self.noun(what, Domain::Card).all();
                format!("{what} in {} can't enter the battlefield", zones(from))
            }
            Rule::CastAsSorcery(who, filter) => {
                let np = self.everybody(*who);
                let noun = self.noun(filter, Domain::Spell).any();
                np.does(&format!("can cast {noun} only any time they could cast a sorcery"))
            }
            Rule::CantPlayLand(who, filter) => {
                let np = self.everybody(*who);
                np.does(&format!("can't play {}", self.land(filter).any()))
            }
            Rule::CantActivate(who, filter) => {
                let np = self.everybody(*who);
                let of = match filter {
                    Filter::Any => String::new(),
                    filter => format!(" of {}", self.noun(filter, Domain::Object).any()),
                };
                np.does(&format!("can't activate activated abilities{of} unless they're mana abilities"))
            }
            Rule::CantActivateAbilities { who, of, what } => {
                let np = self.everybody(*who);
                let of = match of {
                    Filter::Any => String::new(),
                    filter => format!(" of {}", self.noun(filter, Domain::Object).all()),
                };
                np.does(&format!("can't activate {}{of}", what.text()))
            }
            Rule::CostsMore(who, filter, cost) => {
                let spells = self.spells_of(*who, filter);
                let more = self.more(cost);
                format!("{} {more}", spells.text.clone() + " " + &spells.verb("cost"))
            }
            Rule::AbilitiesCostMore(who, filter, cost) => {
                let of = self.noun(filter, Domain::Permanent).all();
                let by = match who {
                    Who::EachPlayer => String::new(),
                    who => format!(" {}", self.everybody(*who).does("activate")),
                };
                let more = self.more(cost).replace("to cast", "to activate");
                format!("activated abilities of {of}{by} cost {more}")
            }
            Rule::ActivationCost { who, of, what, keyword, targets, more, less, sparing } => {
                let which = keyword.map_or_else(|| what.text().to_owned(), |name| format!("{} abilities", name.text()));
                let of = match of {
                    Filter::Any => String::new(),
                    filter => format!(" of {}", self.noun(filter, Domain::Object).all()),
                };
                let by = match who {
                    Who::EachPlayer => String::new(),
                    who => format!(" {}", self.everybody(*who).does("activate")),
                };
                let mut parts = Vec::new();
                if !more.0.is_empty() {
                    parts.push(self.more(more).replace("to cast", "to activate"));
                }
                if let Some(n) = less {
                    let n = match n {
                        Quantity::N(n) => n.to_string(),
                        n => self.amount(n),
                    };
                    let least = if *sparing { ", but not less than one mana" } else { "" };
                    parts.push(format!("{{{n}}} less to activate{least}"));
                }
                let at = match targets {
                    Some(filter) => format!(" that target {}", self.noun(filter, Domain::Object).a()),
                    None => String::new(),
                };
                format!("{which}{of}{by}{at} cost {}", list(&parts, "and"))
            }
            Rule::ActionCostsLess(who, action, n) => {
                let np = self.everybody(*who);
                np.does(&format!("pay {{{}}} less to {} cards", self.amount(n), action.text()))
            }
            Rule::CostsLess(who, filter, n) => {
                let spells = self.spells_of(*who, filter);
                let less = match (n, self.each(n)) {
                    (Quantity::N(n), _) => format!("{{{n}}} less to cast"),
                    (_, Some(each)) => format!("{{1}} less to cast for each {each}"),
                    (n, None) => format!("{{{}}} less to cast", self.amount(n)),
                };
                spells.does(&format!("cost {less}"))
            }
            Rule::CostsLessOf { who, what, mana, times, only } => {
                let spells = self.spells_of(*who, what);
                let mana = ManaCost(mana.iter().map(|t| ManaSymbol::Typed(*t)).collect());
                let times = match (times, self.each(times)) {
                    (Quantity::N(1), _) => String::new(),
                    (_, Some(each)) => format!(" for each {each}"),
                    (n, None) => format!(" {} times over", self.count(n)),
                };
                let only = if *only { ", and no generic mana less" } else { "" };
                spells.does(&format!("cost {mana} less to cast{times}{only}"))
            }
            Rule::ProducesInstead { who, of, least, with } => {
                let np = self.somebody(*who);
                let what = self.noun(of, Domain::Permanent).a();
                let least = if *least > 1 { format!("{} or more ", number(i32::from(*least))) } else { String::new() };
                let with = match with {
                    OtherMana::Times(n) => format!("{} times as much of that mana instead", number(i32::from(*n))),
                    OtherMana::Type(types) => format!("mana of the type {} instead of any other type", symbols(types)),
                    OtherMana::ColorVar(var) => {
                        format!("mana of {} instead of any other color", self.var(*var).text)
                    }
                    OtherMana::One(types) => {
                        format!("one mana of the type {} instead of any other type and amount", symbols(types))
                    }
                };
                format!("if {} for {least}mana, it produces {with}", np.does(&format!("tap {what}")))
            }
            Rule::CostsAtLeast(who, filter, n) => {
                let spells = self.spells_of(*who, filter);
                let n = number(*n);
                format!(
                    "{} that would cost less than {n} mana to cast {} {n} mana to cast",
                    spells.text,
                    spells.verb("cost")
                )
            }
            Rule::SpendAsAnyColor(who, colors) => {
                let np = self.everybody(*who);
                let mana = match colors {
                    None => "mana".to_owned(),
                    Some(colors) => format!("{} mana", types::colors(colors, "or")),
                };
                np.does(&format!("may spend {mana} as though it were mana of any color"))
            }
            Rule::SpendOnAsAnyColor(who, on) => {
                let on = self.uses_of_mana(on);
                self.everybody(*who).does(&format!("may spend mana as though it were mana of any color {on}"))
            }
            Rule::CantSpendMana(filter) => {
                let spells = self.noun(filter, Domain::Spell);
                let spells = spells.is_same().map_or_else(|| spells.all(), |np| np.text.clone());
                format!("mana can't be spent to cast {spells}")
            }
            Rule::SpendOnlyAs(who, colors, mana) => {
                let np = self.everybody(*who);
                let which = if colors.is_empty() {
                    "mana".to_owned()
                } else {
                    format!("mana that isn't {}", types::colors(colors, "or"))
                };
                np.does(&format!("may spend {which} only as though it were {mana}"))
            }
            Rule::AnyLands(who) => {
                let np = self.everybody(*who);
                let theirs = theirs(&np);
                np.does(&format!("may play any number of lands on each of {theirs} turns"))
            }
            Rule::ExtraLands(who, 1) => {
                let np = self.everybody(*who);
                let their = theirs(&np);
                np.does(&format!("may play an additional land on each of {their} turns"))
            }
            Rule::ExtraLands(who, n) => {
                let np = self.everybody(*who);
                let their = theirs(&np);
                np.does(&format!("may play {} additional lands on each of {their} turns", number(*n)))
            }
            Rule::NoMaximumHandSize(who) => self.everybody(*who).does("have no maximum hand size"),
            Rule::MaximumHandSize(who, n) => {
                let whose = self.everybody(*who).s();
                let way = if *n < 0 { "reduced" } else { "increased" };
                format!("{whose} maximum hand size is {way} by {}", number(n.saturating_abs()))
            }
            Rule::HandSizeIs(who, n) => {
                let whose = self.everybody(*who).s();
                format!("{whose} maximum hand size is {}", self.number(n))
            }
            Rule::CantGainLife(who) => self.everybody(*who).does("can't gain life"),
            Rule::CantGetCounters(who, kind) => {
                let kind = kind.map_or_else(String::new, |kind| format!("{kind} "));
                self.everybody(*who).does(&format!("can't get {kind}counters"))
            }
            Rule::CantPutCounters(kind, on) => {
                let kind = kind.map_or_else(String::new, |kind| format!("{kind} "));
                format!("{} can't have {kind}counters put on them", self.noun(on, Domain::Permanent).any())
            }
            Rule::CantLoseLife(who) => self.everybody(*who).does("can't lose life"),
            Rule::CantPayLife(who) => self
                .everybody(*who)
                .does("can't pay life to cast spells or to activate abilities that aren't mana abilities"),
            Rule::CantLose(who) => self.everybody(*who).does("can't lose the game"),
            Rule::CantWin(who) => self.everybody(*who).does("can't win the game"),
            Rule::DrawLimit(who, n) => {
                let cards = if *n == 1 { "card" } else { "cards" };
                self.player(*who).does(&format!("can't draw more than {} {cards} each turn", number(*n)))
            }
            Rule::SpellLimitOf(who, filter, n) => {
                let np = self.everybody(*who);
                let spells = self.noun(filter, Domain::Spell).all();
                np.does(&format!("can't cast more than {} of these each turn: {spells}", number(*n)))
            }
            Rule::CantSearch { who, own: false } => self.everybody(*who).does("can't search libraries"),
            Rule::CantSearch { who, own: true } => {
                let np = self.everybody(*who);
                let their = theirs(&np);
                let does = format!("can't search {their} own library because of {their} own spells and abilities");
                np.does(&does)
            }
            Rule::RollsAdditional(who) => {
                let np = self.everybody(*who);
                np.does("roll one more die than otherwise and ignore the lowest roll")
            }
            Rule::FacesAdditional(who) => self.everybody(*who).does("face each villainous choice an additional time"),
            Rule::VotesAdditional { who, optional } => {
                let more = if *optional { "may vote an additional time" } else { "get an additional vote" };
                format!("while voting, {}", self.everybody(*who).does(more))
            }
            Rule::ChoosesVotes(who) => format!("you choose how {}", self.everybody(*who).does("vote")),
            Rule::SearchesTop(who, n) => {
                let np = self.everybody(*who);
                np.does(&format!("search only the top {} cards of a library instead of all of it", number(*n)))
            }
            Rule::NoLegendRule(filter) => {
                format!("the legend rule doesn't apply to {}", self.noun(filter, Domain::Permanent).all())
            }
            Rule::SpellLimit(who, n) => {
                let spells = if *n == 1 { "spell" } else { "spells" };
                self.player(*who).does(&format!("can't cast more than {} {spells} each turn", number(*n)))
            }
            Rule::PlayerHexproof(who) => self.everybody(*who).does("have hexproof"),
            Rule::PlayerHexproofFrom(who, from) => {
                let np = self.everybody(*who);
                np.does(&format!("have hexproof from {}", self.protected_from(from)))
            }
            Rule::TargetsDespiteHexproof(who, what) => {
                let what = self.noun(what, Domain::Permanent).all();
                let by = self.player(*who).text;
                format!("{what} can be the targets of spells and abilities of {by} as though they didn't have hexproof")
            }
            Rule::TargetsPlayersDespiteHexproof(who, whom) => {
                let (by, whom) = (self.player(*who).text, self.everybody(*whom));
                whom.does(&format!("can be the target of spells and abilities of {by} as though without hexproof"))
            }
            Rule::NoKeywordTriggers(name, of) => {
                format!("{} abilities of {} don't trigger", name.text(), self.noun(of, Domain::Object).all())
            }
            Rule::PlayerShroud(who) => self.everybody(*who).does("have shroud"),
            Rule::PlayerProtection(who, filter) => {
                let np = self.everybody(*who);
                np.does(&format!("have protection from {}", self.protected_from(filter)))
            }
            Rule::DamageCantBePrevented => "damage can't be prevented".to_owned(),
            Rule::CombatDamageCantBePrevented(Filter::Any) => "combat damage can't be prevented".to_owned(),
            Rule::CombatDamageCantBePrevented(source) => {
                let sources = self.noun(source, Domain::Permanent).all();
                format!("combat damage that {sources} would deal can't be prevented")
            }
            Rule::UntapLimit(who, filter, n) => {
                let what = self.noun(filter, Domain::Permanent);
                let what = self.many(&Quantity::N(*n), &what);
                let np = self.everybody(*who);
                let their = theirs(&np);
                np.does(&format!("can't untap more than {what} during {their} untap steps"))
            }
            Rule::AttackLimit { who, most } => {
                let creatures = if *most == 1 { "creature" } else { "creatures" };
                let whom = who.map_or_else(String::new, |who| format!(" {}", self.everybody(who).text));
                format!("no more than {} {creatures} can attack{whom} each combat", number(i32::from(*most)))
            }
            Rule::AttackTax { creatures, who, planeswalkers, battles, cost } => {
                let what = self.noun(creatures, Domain::Creature).any();
                let whom = self.player(*who).text;
                let more = match (planeswalkers, battles) {
                    (false, false) => "",
                    (true, false) => " or a planeswalker that they control",
                    (false, true) => " or a battle",
                    (true, true) => ", a planeswalker that they control, or a battle",
                };
                let cost = self.paying(cost);
                format!("{what} can't attack {whom}{more} unless their controller has to {cost} for each of them")
                    .replace("has to pay", "pays")
            }
            Rule::BlockTax { blockers, attackers, cost } => {
                let what = self.noun(blockers, Domain::Creature).any();
                let whom = match attackers {
                    Filter::Any => String::new(),
                    attackers => format!(" {}", self.noun(attackers, Domain::Creature).any()),
                };
                let cost = self.paying(cost);
                format!("{what} can't block{whom} unless their controller has to {cost} for each of them")
                    .replace("has to pay", "pays")
            }
            Rule::SpendOnX(filter, colors) => {
                let what = self.noun(filter, Domain::OnStack).any();
                let colors: Vec<String> = colors.iter().map(|c| c.word().to_owned()).collect();
                format!("only {} mana can be spent on X of {what}", super::grammar::list(&colors, "and/or"))
            }
            Rule::TargetsIfAble(who, filter) => {
                let what = self.noun(filter, Domain::Permanent).a();
                self.everybody(*who).does(&format!("choose at least {what} as a target if able"))
            }
            Rule::SkipStep(who, step) => {
                let np = self.player(*who);
                let their = theirs(&np);
                np.does(&format!("skip {their} {}", types::step(*step)))
            }
            Rule::ControlPlayers { who, searching } => {
                let np = self.player(*who);
                let they = theirs(&np);
                let search = if *searching { format!(" while searching {they} libraries") } else { String::new() };
                format!("you control {}{search}", np.text)
            }
            Rule::Ascends(who) => {
                let gets = "get the city's blessing for the rest of the game upon controlling ten or more permanents";
                self.everybody(*who).does(gets)
            }
            Rule::StartsEngines(who) => self.everybody(*who).does("get speed 1 upon having no speed"),
            Rule::Ignores(who, of) => {
                let of = self.object(*of).text;
                self.everybody(*who).does(&format!("ignore the effects of static abilities of {of}"))
            }
            Rule::ManaStays(who) => self.everybody(*who).does("don't lose unspent mana as steps and phases end"),
            Rule::TriggersMore { of, when } => {
                let of = self.noun(of, Domain::Object).all();
                let event = when.as_ref().map(|event| {
                    let (word, event) = self.happening(event);
                    format!(" {word} {event}")
                });
                let event = event.unwrap_or_default();
                format!("triggered abilities of {of} that trigger{event} trigger an additional time")
            }
            Rule::NoTriggers { of, when } => {
                let of = self.noun(of, Domain::Object).all();
                let (word, event) = self.happening(when);
                format!("abilities of {of} that trigger {word} {event} don't trigger")
            }
            Rule::LookAt(who, group) => {
                let np = self.everybody(*who);
                np.does(&format!("may look at {} any time", self.group(group).text))
            }
        }
    }

    /// Lands, as what can be played.
    pub(super) fn land(&mut self, filter: &Filter) -> super::nouns::Noun {
        let mut noun = self.noun(filter, Domain::Permanent);
        if noun.heads.is_empty() {
            noun.word = "land".to_owned();
        }
        noun
    }
}

fn theirs(np: &NounPhrase) -> &'static str {
    if np.is_you() { "your" } else { "their" }
}

/// Types of mana as symbols.
fn symbols(types: &[ManaType]) -> String {
    let all: Vec<String> =
        types.iter().map(|t| ManaCost(SmallVec::from_slice(&[ManaSymbol::Typed(*t)])).to_string()).collect();
    list(&all, "or")
}
