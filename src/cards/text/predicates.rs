//! Single qualities: where they stand in a noun phrase, and as predicates.

use super::Renderer;
use super::grammar::{NounPhrase, a, list, third_person};
use super::nouns::Domain;
use super::types;
use crate::cards::def::{CardTypes, Cmp, Filter, Obj, Quantity, Subtype, Who};

/// Where a quality stands.
#[derive(Clone, Debug)]
pub(super) enum Spot {
    /// Is a certain object.
    Same(NounPhrase),
    /// Is another object than this.
    Other,
    /// What it is called at all: "token".
    Word(String),
    /// Before the noun: "tapped", "nonred".
    Before(String),
    /// A type, with its place among others.
    Head(u8, Vec<String>),
    /// Whose it is: of one, of several, as a predicate in the plural.
    Whose(String, String, String),
    /// "with flying", "has flying".
    With(String),
    /// "without flying", "doesn't have flying".
    Without(String),
    /// "in a graveyard", "is in a graveyard".
    At(String),
    /// "that isn't in a graveyard".
    NotAt(String),
    /// "that attacked this turn", in the plural.
    That(String),
}

impl Spot {
    /// As what it is: "is red".
    pub(super) fn predicate(&self, many: bool) -> String {
        let phrase = match self {
            Self::Same(np) => format!("are {}", np.text),
            Self::Other => "are another".to_owned(),
            Self::Word(word) if many => format!("are {}", super::grammar::plural(word)),
            Self::Word(word) => format!("are {}", a(word)),
            Self::Before(word) => match word.strip_prefix("non").map(|rest| rest.trim_start_matches('-')) {
                Some(rest) if is_noun(rest) && many => format!("aren't {}", super::grammar::plural(rest)),
                Some(rest) if is_noun(rest) => format!("aren't {}", a(rest)),
                Some(rest) if !rest.contains(',') => format!("aren't {rest}"),
                _ => format!("are {}", word.replace("face-", "face ")),
            },
            Self::Head(_, words) if many => {
                let words: Vec<String> = words.iter().map(|w| super::grammar::plural(w)).collect();
                format!("are {}", list(&words, "or"))
            }
            Self::Head(_, words) => format!("are {}", a(&list(words, "or"))),
            Self::Whose(_, _, is) => is.clone(),
            Self::With(text) => format!("have {text}"),
            Self::Without(text) => format!("don't have {text}"),
            Self::At(text) => format!("are {text}"),
            Self::NotAt(text) => format!("aren't {text}"),
            Self::That(text) => text.clone(),
        };
        if many { phrase } else { third_person(&phrase.replace("their ", "its ")) }
    }
}

/// Whether a word is a type or subtype rather than a quality.
fn is_noun(word: &str) -> bool {
    ["token", "spell", "permanent", "commander"].contains(&word)
        || Subtype::named(word).is_some()
        || CardTypes::all().iter_names().any(|(name, _)| name.to_lowercase() == word)
}

impl Renderer<'_> {
    /// A single quality, or the lack of it; nothing for what anything has.
    pub(super) fn spot(&mut self, filter: &Filter, yes: bool) -> Option<Spot> {
        let non = |word: &str| if yes { word.to_owned() } else { format!("non{word}") };
        let with = |text: String| Some(if yes { Spot::With(text) } else { Spot::Without(text) });
        let at = |text: String| Some(if yes { Spot::At(text) } else { Spot::NotAt(text) });
        let before = |word: &str, not: &str| Some(Spot::Before(if yes { word } else { not }.to_owned()));
        let that = |phrase: &str, not: &str| Some(Spot::That(if yes { phrase } else { not }.to_owned()));
        match filter {
            Filter::Any if yes => None,
            Filter::Any => Some(Spot::That("don't exist".to_owned())),
            // Combinations are taken apart before they get here.
            Filter::And(_) | Filter::Or(_) | Filter::Not(_) => Some(Spot::That(self.is_so(filter, yes, true))),
            Filter::Type(types) => Some(type_spot(*types, yes)),
            Filter::Supertype(types) => {
                let words: Vec<String> = types::supertypes(*types).iter().map(|w| non(w)).collect();
                Some(Spot::Before(list(&words, if yes { "or" } else { "and" })))
            }
            Filter::Subtype(subtype) if yes => Some(Spot::Head(0, vec![subtype.name().to_owned()])),
            Filter::Subtype(subtype) => Some(Spot::Before(format!("non-{}", subtype.name()))),
            Filter::ChosenCardType => at("of the chosen card type".to_owned()),
            Filter::CardTypeVar(var) => at(format!("of {}", self.var(*var).text)),
            Filter::ChosenSubtype => at("of the chosen type".to_owned()),
            Filter::ChosenColor => at("of the chosen color".to_owned()),
            Filter::Color(color) => Some(Spot::Before(non(color.word()))),
            Filter::ColorVar(var) => at(format!("of {}", self.var(*var).text)),
            Filter::Colorless => before("colorless", "colored"),
            Filter::Multicolored => before("multicolored", "nonmulticolored"),
            Filter::SharesColor(obj) => {
                let other = self.object(*obj).text;
                that(&format!("share a color with {other}"), &format!("don't share a color with {other}"))
            }
            Filter::SharesCardType(obj) => {
                let other = self.object(*obj).text;
                that(&format!("share a card type with {other}"), &format!("share no card type with {other}"))
            }
            Filter::SharesCreatureType(obj) => {
                let other = self.object(*obj).text;
                that(&format!("share a creature type with {other}"), &format!("share no creature type with {other}"))
            }
            Filter::SharesColorWith(group) => {
                let others = self.all_or_any(group);
                that(&format!("share a color with {others}"), &format!("don't share a color with {others}"))
            }
            Filter::Has(keyword) => with(keyword.text().to_owned()),
            Filter::Token if yes => Some(Spot::Word("token".to_owned())),
            Filter::Token => Some(Spot::Before("nontoken".to_owned())),
            Filter::Card => at("other than a token or copy".to_owned()),
            Filter::Spell if yes => Some(Spot::Word("spell".to_owned())),
            Filter::Spell => Some(Spot::Before("nonspell".to_owned())),
            Filter::Permanent if yes => Some(Spot::Word("permanent".to_owned())),
            Filter::Permanent => Some(Spot::Before("nonpermanent".to_owned())),
            Filter::Controlled(who) => Some(self.whose(*who, "control", "controlled", yes)),
            Filter::Owned(who) => Some(self.whose(*who, "own", "owned", yes)),
            Filter::Zone(zone) => at(types::in_zone(*zone).to_owned()),
            Filter::Tapped => before("tapped", "untapped"),
            Filter::Goaded if yes => Some(Spot::Before("goaded".to_owned())),
            Filter::Goaded => Some(Spot::That("aren't goaded".to_owned())),
            Filter::Attacking => before("attacking", "nonattacking"),
            Filter::Alone => that("are alone in that", "aren't alone in that"),
            Filter::AttackingPlayer(Who::EachOpponent) => at("attacking your opponents".to_owned()),
            Filter::AttackingPlayer(who) => at(format!("attacking {}", self.player(*who).text)),
            Filter::AttackingWhat(inner) => at(format!("attacking {}", self.noun(inner, Domain::Permanent).a())),
            Filter::Protected(who) => Some(self.whose(*who, "protect", "protected", yes)),
            Filter::Blocking => before("blocking", "nonblocking"),
            Filter::Blocked if yes => Some(Spot::Before("blocked".to_owned())),
            Filter::Blocked => Some(Spot::That("aren't blocked".to_owned())),
            Filter::BlockingWhat(inner) => at(format!("blocking {}", self.noun(inner, Domain::Creature).a())),
            Filter::BlockedBy(inner) => at(format!("blocked by {}", self.noun(inner, Domain::Creature).a())),
            Filter::Unblocked if yes => Some(Spot::Before("unblocked attacking".to_owned())),
            Filter::Unblocked => Some(Spot::That("aren't unblocked attackers".to_owned())),
            Filter::ManaValue(cmp, n) => Some(Spot::With(format!("mana value {}", self.compares(*cmp, n, yes)))),
            Filter::SameParity(n) => {
                let parity = match n {
                    Quantity::N(n) if n % 2 == 0 => "an even mana value".to_owned(),
                    Quantity::N(_) => "an odd mana value".to_owned(),
                    n => format!("a mana value that is odd or even as is {}", self.number(n)),
                };
                with(parity)
            }
            Filter::Power(cmp, n) => Some(Spot::With(format!("power {}", self.compares(*cmp, n, yes)))),
            Filter::Toughness(cmp, n) => Some(Spot::With(format!("toughness {}", self.compares(*cmp, n, yes)))),
            Filter::TargetCount(Cmp::Eq, Quantity::N(1)) => with("a single target".to_owned()),
            Filter::TargetCount(cmp, n) => {
                let count = self.compares(*cmp, n, yes);
                Some(Spot::With(format!("a number of targets {count}")))
            }
            Filter::Greatest(measure, among) => {
                let among = self.noun(among, Domain::Permanent).all();
                with(format!("the greatest {} among {among} its controller controls", measure.text()))
            }
            Filter::Least(measure, among) => {
                let among = self.noun(among, Domain::Permanent).all();
                with(format!("the least {} among {among} its controller controls", measure.text()))
            }
            Filter::Named(name) => at(format!("named {}", name.text)),
            Filter::NameVar(var) | Filter::SubtypeVar(var) => with(self.var(*var).text),
            Filter::ChosenName => with("the chosen name".to_owned()),
            Filter::SameName(obj) => with(format!("the same name as {}", self.object(*obj).text)),
            Filter::Is(Obj::This) if !yes => Some(Spot::Other),
            Filter::Is(obj) => {
                let np = self.object(*obj);
                Some(if yes { Spot::Same(np) } else { Spot::At(format!("other than {}", np.text)) })
            }
            Filter::In(group) => {
                let np = self.group(group);
                if !np.many {
                    return Some(if yes { Spot::Same(np) } else { Spot::At(format!("other than {}", np.text)) });
                }
                at(format!("among {}", np.text))
            }
            Filter::AttachedToPlayer(who) => at(format!("attached to {}", self.somebody(*who).text)),
            Filter::PairedWith(inner) if **inner == Filter::Any => at("that is paired".to_owned()),
            Filter::PairedWith(inner) => at(format!("paired with {}", self.noun(inner, Domain::Creature).a())),
            Filter::AttachedBefore(obj) => {
                let np = self.object(*obj);
                that(&format!("were attached before {}", np.text), &format!("weren't attached before {}", np.text))
            }
            Filter::AttachedTo(inner) => at(format!("attached to {}", self.noun(inner, Domain::Permanent).a())),
            Filter::HasAttached(inner) => {
                let noun = self.noun(inner, Domain::Permanent).a();
                that(&format!("have {noun} attached"), &format!("don't have {noun} attached"))
            }
            Filter::ManaCost(cost) => with(format!("mana cost {cost}")),
            Filter::CostHasX => with("{X} in the mana cost".to_owned()),
            Filter::Modified => before("modified", "unmodified"),
            Filter::AnyCounter => with("a counter on it".to_owned()),
            Filter::Counter(kind) => with(format!("{} on it", a(&types::counters(*kind, false)))),
            Filter::DrawnThisTurn => that("were drawn this turn", "weren't drawn this turn"),
            Filter::WasCast => that("were cast", "weren't cast"),
            Filter::EnteredFrom(zone) => {
                let zone = types::from_zone(*zone);
                that(&format!("entered {zone}"), &format!("didn't enter {zone}"))
            }
            Filter::DirectlyAbove(obj) => at(format!("directly above {}", self.object(*obj).text)),
            Filter::CastFrom(zone) => {
                let zone = types::from_zone(*zone);
                that(&format!("were cast {zone}"), &format!("weren't cast {zone}"))
            }
            Filter::CastBy(way) => {
                that(&format!("were cast by {}", way.text()), &format!("weren't cast by {}", way.text()))
            }
            Filter::EnteredThisTurn => that("entered this turn", "didn't enter this turn"),
            Filter::ExertedThisTurn => that("was exerted this turn", "hasn't been exerted this turn"),
            Filter::AttackedThisTurn => that("attacked this turn", "didn't attack this turn"),
            Filter::GotCounters(who, kind) => {
                let by = self.somebody(*who).text;
                let counters = kind.map_or_else(|| "counters".to_owned(), |kind| types::counters(kind, true));
                that(
                    &format!("had one or more {counters} put on them by {by} this turn"),
                    &format!("had no {counters} put on them by {by} this turn"),
                )
            }
            Filter::DamagedUnder(who) => {
                let by = format!("a source that {} controlled then", self.somebody(*who).text);
                that(
                    &format!("were dealt damage this turn by {by}"),
                    &format!("weren't dealt damage this turn by {by}"),
                )
            }
            Filter::DamagedBy(source) => {
                let by = self.noun(source, Domain::Source).a();
                that(
                    &format!("were dealt damage this turn by {by}"),
                    &format!("weren't dealt damage this turn by {by}"),
                )
            }
            Filter::DamagedThisTurn => that("were dealt damage this turn", "weren't dealt damage this turn"),
            Filter::NewSinceUpkeep => that(
                "came under their controller's control since the beginning of that player's last upkeep",
                "didn't come under their controller's control since the beginning of that player's last upkeep",
            ),
            Filter::NewUnderControl => that(
                "came under their controller's control this turn",
                "didn't come under their controller's control this turn",
            ),
            Filter::Targets(inner) => {
                let noun = self.noun(inner, Domain::Object).a();
                that(&format!("target {noun}"), &format!("don't target {noun}"))
            }
            Filter::TargetsPlayer(who) => {
                let player = self.somebody(*who).text;
                that(&format!("target {player}"), &format!("don't target {player}"))
            }
            Filter::TargetsOnly(inner) => {
                let noun = self.noun(inner, Domain::Object).a();
                that(&format!("target only {noun}"), &format!("don't target only {noun}"))
            }
            Filter::FaceDown => before("face-down", "face-up"),
            Filter::Commander if yes => Some(Spot::Word("commander".to_owned())),
            Filter::Commander => Some(Spot::Before("noncommander".to_owned())),
            Filter::Designated(designation) => before(designation.text(), &format!("non-{}", designation.text())),
            Filter::Foretold => before("foretold", "nonforetold"),
            Filter::HasKeyword(name) => with(name.text().to_owned()),
            Filter::CouldProduce(mana) => {
                let mana = mana.letter();
                that(&format!("could produce {{{mana}}}"), &format!("couldn't produce {{{mana}}}"))
            }
            Filter::HasAdventure => that("have an Adventure", "don't have an Adventure"),
            Filter::HasAbility(sort) => with(a(types::sort(*sort))),
            Filter::AbilityOf(inner) => {
                let noun = self.noun(inner, Domain::Object).a();
                at(if yes { format!("of {noun}") } else { format!("that isn't of {noun}") })
            }
            Filter::IsKeyword(name) if yes => Some(Spot::Word(format!("{} ability", name.text()))),
            Filter::IsKeyword(name) => at(format!("other than {}", a(&format!("{} ability", name.text())))),
            Filter::IsAbility(sort) if yes => Some(Spot::Word(types::sort(*sort).to_owned())),
            Filter::IsAbility(sort) => at(format!("other than {}", a(types::sort(*sort)))),
        }
    }

    /// How a number compares: "3 or less".
    pub(super) fn compares(&mut self, cmp: Cmp, n: &Quantity, yes: bool) -> String {
        let cmp = if yes { cmp } else { types::opposite(cmp) };
        let short = matches!(n, Quantity::N(_) | Quantity::X);
        let number = self.number(n);
        types::compared(cmp, &number, short)
    }

    fn whose(&mut self, who: Who, verb: &str, participle: &str, yes: bool) -> Spot {
        let one = self.somebody(who);
        let many = match who {
            Who::EachOpponent => NounPhrase::many("your opponents"),
            Who::EachPlayer => NounPhrase::many("players"),
            _ => one.clone(),
        };
        if yes {
            let is = format!("are {participle} by {}", one.text);
            return Spot::Whose(one.does(verb), many.does(verb), is);
        }
        let not = format!("don't {verb}");
        let is = format!("aren't {participle} by {}", one.text);
        Spot::Whose(one.does(&not), many.does(&not), is)
    }
}

fn type_spot(types: CardTypes, yes: bool) -> Spot {
    if types == CardTypes::PERMANENT {
        return match yes {
            true => Spot::Head(30, vec!["permanent".to_owned()]),
            false => Spot::Before("nonpermanent".to_owned()),
        };
    }
    let words = types::card_types(types);
    if yes {
        return Spot::Head(types::rank(types), words);
    }
    let words: Vec<String> = words.iter().map(|w| format!("non{w}")).collect();
    Spot::Before(words.join(", "))
}
