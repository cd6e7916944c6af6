//! Costs.

use super::Renderer;
use super::grammar::{capital, list, number};
use super::nouns::{Domain, Noun};
use super::types;
use crate::cards::def::{Cost, CostPart, Filter, Obj, Quantity, ZoneKind};

impl Renderer<'_> {
    /// A cost before a colon: "{1}{R}, {T}, Sacrifice this creature".
    pub(super) fn cost(&mut self, cost: &Cost) -> String {
        let parts: Vec<String> = cost.0.iter().map(|part| capital(&self.part_of_cost(part))).collect();
        if parts.is_empty() { "{0}".to_owned() } else { parts.join(", ") }
    }

    /// A cost as what somebody does: "pay {1} and sacrifice a creature".
    pub(super) fn paying(&mut self, cost: &Cost) -> String {
        let parts: Vec<String> = cost
            .0
            .iter()
            .map(|part| match part {
                CostPart::Mana(mana) => format!("pay {mana}"),
                CostPart::Tap => format!("tap {}", self.this),
                CostPart::Untap => format!("untap {}", self.this),
                other => self.part_of_cost(other),
            })
            .collect();
        if parts.is_empty() { "pay {0}".to_owned() } else { list(&parts, "and") }
    }

    /// Whether a cost is mana and nothing else.
    pub(super) fn is_mana(cost: &Cost) -> bool {
        cost.0.iter().all(|part| matches!(part, CostPart::Mana(_)))
    }

    /// A keyword's cost after the keyword: " {2}{R}", or after a dash, if it isn't mana.
    pub(super) fn keyword_cost(&mut self, cost: &Cost) -> String {
        if Self::is_mana(cost) { format!(" {}", self.cost(cost)) } else { format!("\u{2014}{}.", self.cost(cost)) }
    }

    fn part_of_cost(&mut self, part: &CostPart) -> String {
        match part {
            CostPart::Mana(mana) => mana.to_string(),
            CostPart::Waterbend(mana) => format!("waterbend {mana}"),
            CostPart::Tap => "{T}".to_owned(),
            CostPart::Untap => "{Q}".to_owned(),
            CostPart::PayLife(n) => format!("pay {} life", self.amount(n)),
            CostPart::Energy(Quantity::N(n)) if (0..10).contains(n) => format!("pay {}", "{E}".repeat(*n as usize)),
            CostPart::Energy(n) => format!("pay {} {{E}}", self.amount(n)),
            CostPart::Sacrifice(n, filter) => format!("sacrifice {}", self.count_of(n, filter, Domain::Permanent)),
            CostPart::SacrificeFor(filter) => {
                let what = self.count_of(&Quantity::N(1), filter, Domain::Permanent);
                format!("sacrifice {what} to pay {{1}} less for each point of its mana value")
            }
            CostPart::SacrificeForCost(filter) => {
                let what = self.count_of(&Quantity::N(1), filter, Domain::Permanent);
                format!("sacrifice {what} to pay less by its mana cost")
            }
            CostPart::PutCountersOn(kind, n, filter) => {
                let on = self.count_of(&Quantity::N(1), filter, Domain::Permanent);
                format!("put {} on {on}", self.so_many_counters(*kind, n))
            }
            CostPart::TapFor(filter) => {
                let what = self.count_of(&Quantity::N(1), filter, Domain::Permanent);
                let untapped = what.strip_prefix("a ").map_or(what.clone(), |what| format!("an untapped {what}"));
                format!("tap {untapped} to pay {{1}} less for each point of its power")
            }
            CostPart::SacrificeThis => format!("sacrifice {}", self.this),
            CostPart::ExertThis => format!("exert {}", self.this),
            CostPart::Discard(n, filter) => format!("discard {}", self.count_of(n, filter, Domain::Card)),
            CostPart::DiscardRandom(n) => {
                format!("discard {} at random", self.count_of(n, &Filter::Any, Domain::Card))
            }
            CostPart::DiscardThis => "discard this card".to_owned(),
            CostPart::Exile(n, zone, filter) => {
                let domain = if *zone == ZoneKind::Battlefield { Domain::Permanent } else { Domain::Card };
                let what = self.count_of(n, filter, domain);
                let from = match zone {
                    ZoneKind::Battlefield => format!("{} control", self.payer),
                    ZoneKind::Hand | ZoneKind::Graveyard | ZoneKind::Library => {
                        format!("from {} {}", self.payers(), types::zone(*zone))
                    }
                    ZoneKind::Stack | ZoneKind::Exile | ZoneKind::Command | ZoneKind::Outside => {
                        types::from_zone(*zone).to_owned()
                    }
                };
                format!("exile {what} {from}")
            }
            CostPart::ExileMaterials(n, filter) => {
                let what = self.count_of(n, filter, Domain::Object);
                let (payer, payers) = (self.payer, self.payers());
                format!("exile {what} from among permanents {payer} control and cards in {payers} graveyard")
            }
            CostPart::ExileThis => format!("exile {}", self.this),
            CostPart::ReturnToHand(n, filter) => {
                let what = self.count_of_own(n, filter);
                let hand = if *n == Quantity::N(1) { "its owner's hand" } else { "their owners' hands" };
                format!("return {what} to {hand}")
            }
            CostPart::TapOthers(n, filter) => {
                let untapped = Filter::And(vec![Filter::Not(Box::new(Filter::Tapped)), filter.clone()]);
                format!("tap {}", self.count_of_own(n, &untapped))
            }
            CostPart::TapPower(n, filter) => {
                let untapped = Filter::And(vec![Filter::Not(Box::new(Filter::Tapped)), filter.clone()]);
                let what = self.noun(&untapped, Domain::Creature).all();
                format!("tap any number of {what} you control with total power {} or greater", self.amount(n))
            }
            CostPart::SacrificeTotal(measure, n, filter) => {
                let what = self.noun(filter, Domain::Permanent).all();
                let total = measure.text();
                format!("sacrifice any number of {what} with total {total} {} or greater", self.amount(n))
            }
            CostPart::ExileTotal(measure, n, zone, filter) => {
                let what = self.noun(filter, Domain::Card).all();
                let (from, total) = (types::zone(*zone), measure.text());
                let whose = self.payers();
                let n = self.amount(n);
                format!("exile any number of {what} with total {total} {n} or greater from {whose} {from}")
            }
            CostPart::ExileTypes(n, zone, filter) => {
                let what = self.noun(filter, Domain::Card).all();
                let (from, whose) = (types::zone(*zone), self.payers());
                let n = self.amount(n);
                format!("exile any number of {what} from {whose} {from} with {n} or more card types among them")
            }
            CostPart::PutOnTop(n, filter) => {
                let whose = self.payers();
                format!("put {} from {whose} hand on top of {whose} library", self.count_of(n, filter, Domain::Card))
            }
            CostPart::PutOnBottom(n, zone, filter) => {
                let (whose, zone) = (self.payers(), types::zone(*zone));
                let what = self.count_of(n, filter, Domain::Card);
                format!("put {what} from {whose} {zone} on the bottom of {whose} library")
            }
            CostPart::Behold(n, filter) => {
                format!("behold {}", self.count_of(n, filter, Domain::Permanent))
            }
            CostPart::Reveal(n, filter) => {
                let whose = self.payers();
                format!("reveal {} from {whose} hand", self.count_of(n, filter, Domain::Card))
            }
            CostPart::RemoveCounters(kind, n, from) => {
                let counters = self.so_many_counters(*kind, n);
                let from = match self.group_noun(from) {
                    Some(noun) => noun.a(),
                    None => self.group(from).text,
                };
                format!("remove {counters} from {from}")
            }
            CostPart::RemoveAnyCounters(n, from) => {
                let counters = match n {
                    Quantity::N(1) => "a counter".to_owned(),
                    n => format!("{} counters", self.count(n)),
                };
                let from = match (self.group_noun(from), n) {
                    (Some(noun), Quantity::N(1)) => noun.a(),
                    _ => self.group(from).text,
                };
                format!("remove {counters} from {from}")
            }
            CostPart::PutCounters(kind, n) => format!("put {} on {}", self.so_many_counters(*kind, n), self.this),
            CostPart::Loyalty(n) if *n > 0 => format!("[+{n}]"),
            CostPart::Loyalty(n) if *n < 0 => format!("[\u{2212}{}]", n.unsigned_abs()),
            CostPart::Loyalty(n) => format!("[{n}]"),
            CostPart::LoyaltyX => "[\u{2212}X]".to_owned(),
            CostPart::Mill(n) => format!("mill {}", self.count_of(n, &Filter::Any, Domain::Card)),
            CostPart::ExileTop(n) => {
                let whose = self.payers();
                match n {
                    Quantity::N(1) => format!("exile the top card of {whose} library"),
                    n => format!("exile the top {} cards of {whose} library", self.count(n)),
                }
            }
            CostPart::OpponentGainsLife(n) => format!("have an opponent gain {} life", self.amount(n)),
            CostPart::OthersGainLife(n) => format!("have each other player gain {} life", self.amount(n)),
            CostPart::ManaCostOf(Obj::This) => "pay its mana cost".to_owned(),
            CostPart::ManaCostOf(obj) => format!("pay {} mana cost", self.object(*obj).s()),
            CostPart::ManaCostLess(Obj::This, less) => format!("pay its mana cost reduced by {{{less}}}"),
            CostPart::ManaCostLess(obj, less) => {
                format!("pay {} mana cost reduced by {{{less}}}", self.object(*obj).s())
            }
            CostPart::Times(n, inner) => {
                let inner = self.paying(inner);
                match self.each(n) {
                    Some(each) => format!("{inner} for each {each}"),
                    None => format!("{inner} {} times", self.count(n)),
                }
            }
        }
    }

    /// A number of objects that match a filter: "two creatures".
    pub(super) fn count_of(&mut self, n: &Quantity, filter: &Filter, domain: Domain) -> String {
        let noun = self.noun(filter, domain);
        self.many(n, &noun)
    }

    /// A number of permanents that the payer controls: what is tapped or returned is theirs.
    fn count_of_own(&mut self, n: &Quantity, filter: &Filter) -> String {
        let mut noun = self.noun(filter, Domain::Permanent);
        let own = format!("{} control", self.payer);
        if noun.is_same().is_none() && !noun.after.iter().any(|(one, _)| *one == own) {
            noun.after.insert(0, (own.clone(), own));
        }
        self.many(n, &noun)
    }

    fn payers(&self) -> &'static str {
        if self.payer == "you" { "your" } else { "their" }
    }

    /// What the cost's parts leave for "the sacrificed creature".
    pub(super) fn paid_with(&mut self, cost: &Cost) -> Option<String> {
        let (how, n, filter, domain) = cost.0.iter().find_map(|part| match part {
            CostPart::Sacrifice(n, filter) => Some(("sacrificed", n, filter, Domain::Permanent)),
            CostPart::SacrificeFor(filter) | CostPart::SacrificeForCost(filter) => {
                Some(("sacrificed", &Quantity::N(1), filter, Domain::Permanent))
            }
            CostPart::TapFor(filter) => Some(("tapped", &Quantity::N(1), filter, Domain::Permanent)),
            CostPart::Discard(n, filter) => Some(("discarded", n, filter, Domain::Card)),
            CostPart::Exile(n, _, filter) | CostPart::ExileMaterials(n, filter) => {
                Some(("exiled", n, filter, Domain::Card))
            }
            CostPart::ReturnToHand(n, filter) => Some(("returned", n, filter, Domain::Permanent)),
            CostPart::TapOthers(n, filter) | CostPart::TapPower(n, filter) => {
                Some(("tapped", n, filter, Domain::Permanent))
            }
            CostPart::Behold(n, filter) => Some(("beheld", n, filter, Domain::Permanent)),
            CostPart::Reveal(n, filter) => Some(("revealed", n, filter, Domain::Card)),
            CostPart::DiscardRandom(n) => Some(("discarded", n, &Filter::Any, Domain::Card)),
            CostPart::Mana(_)
            | CostPart::Waterbend(_)
            | CostPart::Tap
            | CostPart::Untap
            | CostPart::PayLife(_)
            | CostPart::Energy(_)
            | CostPart::SacrificeThis
            | CostPart::ExertThis
            | CostPart::DiscardThis
            | CostPart::ExileThis
            | CostPart::PutOnTop(..)
            | CostPart::PutOnBottom(..)
            | CostPart::SacrificeTotal(..)
            | CostPart::ExileTotal(..)
            | CostPart::ExileTypes(..)
            | CostPart::RemoveCounters(..)
            | CostPart::RemoveAnyCounters(..)
            | CostPart::PutCounters(..)
            | CostPart::PutCountersOn(..)
            | CostPart::Loyalty(_)
            | CostPart::LoyaltyX
            | CostPart::Mill(_)
            | CostPart::ExileTop(_)
            | CostPart::OpponentGainsLife(_)
            | CostPart::OthersGainLife(_)
            | CostPart::ManaCostOf(_)
            | CostPart::ManaCostLess(..)
            | CostPart::Times(..) => None,
        })?;
        let noun: Noun = self.noun(filter, domain);
        let first = match n {
            Quantity::N(1) => String::new(),
            Quantity::N(n) => format!("first of the {} ", number(*n)),
            _ => "first ".to_owned(),
        };
        Some(match first.starts_with("first of") {
            true => format!("the {first}{how} {}s", noun.head()),
            false => format!("the {first}{how} {}", noun.head()),
        })
    }
}
