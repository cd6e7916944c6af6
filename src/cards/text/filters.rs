//! Filters as nouns: "another tapped creature you control with flying".

use super::Renderer;
use super::nouns::{Domain, Noun};
use super::predicates::Spot;
use crate::cards::def::{CardTypes, Deed, Filter, Obj, Objects, Who, ZoneKind, ZoneOf};

impl Renderer<'_> {
    /// What a filter lets through, as a noun.
    pub(super) fn noun(&mut self, filter: &Filter, domain: Domain) -> Noun {
        let mut noun = Noun::new(domain);
        self.its.push(super::grammar::NounPhrase::one("it"));
        self.put(&mut noun, filter, true, domain);
        self.its.pop();
        noun
    }

    /// Adds a quality to a noun, or that it lacks it.
    fn put(&mut self, noun: &mut Noun, filter: &Filter, yes: bool, domain: Domain) {
        match (filter, yes) {
            (Filter::Not(inner), _) => self.put(noun, inner, !yes, domain),
            (Filter::And(all), true) | (Filter::Or(all), false) => {
                all.iter().for_each(|f| self.put(noun, f, yes, domain));
            }
            (Filter::Or(all), true) | (Filter::And(all), false) => self.put_either(noun, all, yes, domain),
            _ => {
                let spot = self.spot(filter, yes);
                self.put_spot(noun, spot, domain);
            }
        }
    }

    fn put_spot(&mut self, noun: &mut Noun, spot: Option<Spot>, domain: Domain) {
        let Some(spot) = spot else { return };
        match spot {
            Spot::Same(np) if noun.same.is_none() => noun.same = Some(np),
            Spot::Other => noun.other = true,
            // A spell that is a spell says nothing.
            Spot::Word(word) if noun.always && word == noun.word => {}
            Spot::Word(word) if !noun.always || domain == Domain::Object || domain == Domain::OnStack => {
                noun.word = word;
                noun.always = true;
            }
            Spot::Before(word) => noun.before.push(word),
            Spot::Head(rank, words) if !noun.heads.contains(&(rank, words.clone())) => noun.heads.push((rank, words)),
            Spot::Head(..) => {}
            Spot::Whose(one, many, _) => noun.after.insert(0, (one, many)),
            Spot::With(text) => {
                // "with flying and haste" rather than "with flying with haste".
                let again = noun.after.iter_mut().rev().find(|(one, _)| one.starts_with("with "));
                match again {
                    Some((one, many)) => {
                        one.push_str(&format!(" and {text}"));
                        many.push_str(&format!(" and {text}"));
                    }
                    None => noun.after.push((format!("with {text}"), format!("with {text}"))),
                }
            }
            Spot::Without(text) => noun.after.push((format!("without {text}"), format!("without {text}"))),
            Spot::At(text) => noun.after.push((text.clone(), text)),
            other => {
                let (one, many) = (other.predicate(false), other.predicate(true));
                noun.after.push((format!("that {one}"), format!("that {many}")));
            }
        }
    }

    /// Adds that it has one of several qualities.
    fn put_either(&mut self, noun: &mut Noun, all: &[Filter], yes: bool, domain: Domain) {
        if let ([Filter::Controlled(controls), Filter::Owned(owns)], true) = (all, yes)
            && controls == owns
            && *controls == Who::You
        {
            let whose = "you control or own".to_owned();
            return noun.after.insert(0, (whose.clone(), whose));
        }
        let mut spots: Vec<Spot> = Vec::new();
        for filter in all {
            match self.simple(filter, yes) {
                Some(spot) => spots.push(spot),
                None => return self.put_either_nouns(noun, all, yes, domain),
            }
        }
        if spots.iter().all(|s| matches!(s, Spot::Head(..))) {
            let rank = spots.iter().map(|s| if let Spot::Head(rank, _) = s { *rank } else { 0 }).max().unwrap_or(0);
            let words = spots.into_iter().flat_map(|s| if let Spot::Head(_, words) = s { words } else { Vec::new() });
            return noun.heads.push((rank, words.collect()));
        }
        if spots.iter().all(|s| matches!(s, Spot::Before(_))) {
            let words: Vec<String> =
                spots.iter().filter_map(|s| if let Spot::Before(w) = s { Some(w.clone()) } else { None }).collect();
            return noun.before.push(super::grammar::list(&words, "or"));
        }
        let one: Vec<String> = spots.iter().map(|s| s.predicate(false)).collect();
        let many: Vec<String> = spots.iter().map(|s| s.predicate(true)).collect();
        noun.after.push((
            format!("that {}", super::grammar::list(&one, "or")),
            format!("that {}", super::grammar::list(&many, "or")),
        ));
    }

    /// One quality as a spot, also a combination of types and subtypes: "Goblin creature".
    fn simple(&mut self, filter: &Filter, yes: bool) -> Option<Spot> {
        match (filter, yes) {
            (Filter::Not(inner), _) => self.simple(inner, !yes),
            (Filter::And(_), true) | (Filter::Or(_), false) => None,
            (Filter::Or(_), true) | (Filter::And(_), false) => None,
            _ => self.spot(filter, yes),
        }
    }

    /// The alternatives as nouns of their own: "artifact creature or nonbasic land".
    fn put_either_nouns(&mut self, noun: &mut Noun, all: &[Filter], yes: bool, domain: Domain) {
        let kinds = |f: &Filter| {
            matches!(f, Filter::Type(_) | Filter::Subtype(_) | Filter::Token | Filter::Spell | Filter::Permanent)
        };
        let nouns = all.iter().all(|f| match f {
            Filter::And(parts) => parts.iter().any(kinds),
            other => kinds(other),
        });
        if !nouns || !yes {
            let (one, many): (Vec<String>, Vec<String>) =
                all.iter().map(|f| (self.is_so(f, yes, false), self.is_so(f, yes, true))).unzip();
            let text = |each: &[String]| format!("that {}", super::grammar::list(each, "or"));
            return noun.after.push((text(&one), text(&many)));
        }
        let mut words = Vec::new();
        for filter in all {
            let mut one = Noun::new(if domain.always() { Domain::Object } else { domain });
            one.word = domain.word().to_owned();
            self.put(&mut one, filter, yes, domain);
            words.push(one.a());
        }
        let text = format!("that is {}", super::grammar::list(&words, "or"));
        noun.after.push((text.clone(), format!("each of which is {}", super::grammar::list(&words, "or"))));
    }

    /// What an object is, as a predicate: "is red", "isn't a creature".
    pub(super) fn is_so(&mut self, filter: &Filter, yes: bool, many: bool) -> String {
        match (filter, yes) {
            (Filter::Not(inner), _) => self.is_so(inner, !yes, many),
            (Filter::And(all), _) | (Filter::Or(all), _) => {
                let types = |f: &Filter| {
                    matches!(f, Filter::Type(_) | Filter::Subtype(_) | Filter::Supertype(_) | Filter::Color(_))
                };
                if matches!(filter, Filter::And(_)) && yes && !many && all.iter().all(types) {
                    return format!("is {}", self.noun(filter, Domain::Object).a());
                }
                let each: Vec<String> = all.iter().map(|f| self.is_so(f, yes, many)).collect();
                let and = matches!(filter, Filter::And(_)) == yes;
                super::grammar::list(&each, if and { "and" } else { "or" })
            }
            _ => match self.spot(filter, yes) {
                Some(spot) => spot.predicate(many),
                None if many => "exist".to_owned(),
                None => "exists".to_owned(),
            },
        }
    }

    /// Says something of a group inside another one; nothing, if they are nested deeper than anybody would read.
    pub(super) fn deeper<T>(&mut self, say: impl FnOnce(&mut Self) -> T) -> Option<T> {
        const DEEPEST: u8 = 6;
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let told = say(self);
        self.depth -= 1;
        Some(told)
    }

    /// Cards or objects of a group as a noun, if they aren't certain ones.
    pub(super) fn group_noun(&mut self, group: &Objects) -> Option<Noun> {
        self.deeper(|s| s.group_noun_here(group))?
    }

    fn group_noun_here(&mut self, group: &Objects) -> Option<Noun> {
        match group {
            Objects::All(filter) => Some(self.noun(filter, Domain::Permanent)).filter(|n| n.is_same().is_none()),
            // What is a spell is on the stack.
            Objects::In(ZoneOf::Stack, filter) if asks_for_spells(filter) => {
                let named = matches!(filter, Filter::Spell)
                    || matches!(filter, Filter::And(all) if all.contains(&Filter::Spell));
                let domain = if named { Domain::OnStack } else { Domain::Spell };
                Some(self.noun(filter, domain)).filter(|noun| noun.is_same().is_none())
            }
            Objects::In(zone, filter) => {
                let (domain, place) = self.place(*zone, filter);
                let noun = self.noun(filter, domain);
                let noun = if noun.is_same().is_some() { return None } else { noun };
                Some(noun.and_after(place))
            }
            Objects::Only(inner, Filter::Zone(_)) if self.peek(|s| s.group_noun(inner)).is_none() => None,
            Objects::Only(inner, filter) => {
                let base = self.group_noun(inner);
                match base {
                    Some(mut noun) => {
                        self.its.push(super::grammar::NounPhrase::one("it"));
                        self.put(&mut noun, filter, true, Domain::Card);
                        self.its.pop();
                        Some(noun)
                    }
                    None => {
                        let head = self.head_of(inner);
                        if !self.peek(|s| s.group(inner)).many {
                            return None;
                        }
                        let np = self.group(inner);
                        let domain = if head == "card" { Domain::Card } else { Domain::Permanent };
                        let mut noun = Noun::new(domain);
                        noun.word = head;
                        self.its.push(super::grammar::NounPhrase::one("it"));
                        self.put(&mut noun, filter, true, domain);
                        self.its.pop();
                        Some(match np.text.strip_prefix("the permanents and players dealt ") {
                            Some(dealt) => noun.and_after(format!("dealt {dealt}")),
                            None => noun.and_after(format!("among {}", np.text)),
                        })
                    }
                }
            }
            Objects::Sources(filter) => Some(self.noun(filter, Domain::Source)),
            Objects::Linked => Some(Noun::plain("card").and_after(format!("exiled with {}", self.this))),
            Objects::ThisTurn(deed, filter) => {
                let domain = match deed {
                    Deed::Cast => Domain::Spell,
                    Deed::Activated => Domain::OnStack,
                    Deed::Discarded | Deed::Buried | Deed::LeftGraveyard => Domain::Card,
                    _ => Domain::Permanent,
                };
                let did = match deed {
                    Deed::Attacked => "that attacked this turn",
                    Deed::Blocked => "that blocked this turn",
                    Deed::Died => "that died this turn",
                    Deed::Left => "that left the battlefield this turn",
                    Deed::Entered => "that entered this turn",
                    Deed::Sacrificed => "sacrificed this turn",
                    Deed::Cast => "cast this turn",
                    Deed::Discarded => "discarded this turn",
                    Deed::HurtPlayer => "that dealt combat damage to a player this turn",
                    Deed::Created => "created this turn",
                    Deed::Buried => "put into a graveyard this turn",
                    Deed::LeftGraveyard => "that left a graveyard this turn",
                    Deed::AttackedThisCombat => "that attacked this combat",
                    Deed::Activated => "activated this turn",
                    Deed::TappedForMana => "tapped for mana this turn",
                    Deed::Exiled => "exiled from the battlefield this turn",
                };
                Some(self.noun(filter, domain).and_after(did.to_owned()))
            }
            Objects::The(_)
            | Objects::Were(_)
            | Objects::SourcesOf(_)
            | Objects::Became(_)
            | Objects::Top(..)
            | Objects::TopOf(..)
            | Objects::BottomOf(..)
            | Objects::Targets(_)
            | Objects::Var(_)
            | Objects::PaidWith
            | Objects::Events
            | Objects::Union(_) => None,
        }
    }

    /// Says something without having said it.
    pub(super) fn peek<T>(&mut self, say: impl FnOnce(&mut Self) -> T) -> T {
        let (said, vars, letters) = (self.said, self.vars.clone(), self.letters.clone());
        let told = say(self);
        (self.said, self.vars, self.letters) = (said, vars, letters);
        told
    }

    /// What objects of a group are called one by one.
    pub(super) fn head_of(&mut self, group: &Objects) -> String {
        self.peek(|s| s.deeper(|s| s.head(group))).unwrap_or_else(|| "object".to_owned())
    }

    fn head(&mut self, group: &Objects) -> String {
        match group {
            Objects::The(Obj::Var(var)) | Objects::Var(var) => {
                self.held(*var).map_or_else(|| "object".to_owned(), |held| held.head.clone())
            }
            Objects::The(Obj::Target(n)) | Objects::Targets(n) => self.target_word(*n),
            Objects::The(Obj::It) => match self.its.last() {
                Some(np) => np.text.strip_prefix("that ").unwrap_or("object").to_owned(),
                None => "object".to_owned(),
            },
            Objects::The(_) => "permanent".to_owned(),
            Objects::Top(..) | Objects::TopOf(..) | Objects::BottomOf(..) | Objects::Linked => "card".to_owned(),
            Objects::PaidWith | Objects::Events => "permanent".to_owned(),
            Objects::Union(parts) => {
                let heads: Vec<String> = parts.iter().map(|g| self.head_of(g)).collect();
                match heads.split_first() {
                    Some((first, rest)) if rest.iter().all(|h| h == first) => first.clone(),
                    _ => "object".to_owned(),
                }
            }
            Objects::Only(inner, filter) => {
                let head = self.group_noun(group).map(|n| n.head());
                match filter {
                    Filter::Type(types) if *types == CardTypes::CREATURE => head.unwrap_or_default(),
                    Filter::Zone(zone) if !matches!(zone, ZoneKind::Battlefield | ZoneKind::Stack) => "card".to_owned(),
                    _ => self.head_of(inner),
                }
            }
            Objects::Were(inner) | Objects::Became(inner) | Objects::SourcesOf(inner) => self.head_of(inner),
            Objects::All(_) | Objects::In(..) | Objects::Sources(_) | Objects::ThisTurn(..) => {
                self.group_noun(group).map_or_else(|| "object".to_owned(), |n| n.head())
            }
        }
    }
}

/// Whether a filter for what is on the stack lets through spells alone: abilities have no types.
fn asks_for_spells(filter: &Filter) -> bool {
    match filter {
        Filter::Spell | Filter::Type(_) | Filter::Subtype(_) => true,
        Filter::And(all) => all.iter().any(asks_for_spells),
        _ => false,
    }
}
