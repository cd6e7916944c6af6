//! What continuous effects do to objects: "get +1/+1 and have flying".

use super::clauses::Clause;
use super::grammar::{NounPhrase, a, list, plural};
use super::{Renderer, Speaker, types};
use crate::cards::def::*;

impl Renderer<'_> {
    /// A static effect as a sentence without its period.
    pub(super) fn static_effect(&mut self, effect: &StaticEffect, only_if: &Condition) -> String {
        let each = matches!(effect, StaticEffect::Affect(group, _) if !matches!(group, Objects::The(_)));
        if each {
            self.its.push(NounPhrase::one("each one"));
        }
        let text = self.effect_of(effect, only_if);
        if each {
            self.its.pop();
        }
        text
    }

    fn effect_of(&mut self, effect: &StaticEffect, only_if: &Condition) -> String {
        let text = match effect {
            StaticEffect::Affect(group, modifications) => self.affect(group, modifications, only_if),
            StaticEffect::Rule(rule) => self.rule(rule),
            StaticEffect::Replace(replacement) => return self.replacement(replacement, only_if, None),
        };
        let text = self.with_letters(text);
        if *only_if == Condition::Always {
            return text;
        }
        let condition = self.condition(only_if, true);
        format!("as long as {condition}, {text}")
    }

    fn affect(&mut self, group: &Objects, modifications: &[Modification], only_if: &Condition) -> String {
        if let (Objects::The(Obj::This), [Modification::SetPT(p, t)], Condition::Always) =
            (group, modifications, only_if)
        {
            return self.defining(p, t);
        }
        if let [Modification::Control(who)] = modifications {
            let player = self.player(*who);
            let what = self.group(group).text;
            return player.does(&format!("control {what}"));
        }
        self.grantee = self.called_in_quotes(group);
        let np = self.group(group);
        let predicate = self.modifications(modifications, false, &np);
        format!("{} {predicate}", np.text)
    }

    /// CR 604.3: what defines power and toughness.
    fn defining(&mut self, power: &Quantity, toughness: &Quantity) -> String {
        let whose = super::grammar::possessive(&self.this);
        if power == toughness {
            return format!("{whose} power and toughness are each equal to {}", self.number(power));
        }
        let power = self.number(power);
        format!("{whose} power is equal to {power} and its toughness is equal to {}", self.number(toughness))
    }

    /// What an instruction does to objects for a time.
    pub(super) fn affect_for(&mut self, group: &Objects, all: &[Modification], duration: &Duration) -> Clause {
        if let [Modification::Control(Who::You)] = all {
            let np = self.everything(group);
            let how_long = self.duration(duration, "until end of turn");
            return self.you(format!("gain control of {}{how_long}", np.text));
        }
        self.grantee = self.called_in_quotes(group);
        let np = match duration {
            Duration::Forever => self.everything(group),
            _ => self.group(group),
        };
        let mut phrases = self.phrases(all, true, np.many);
        if let Some((_, rest)) = phrases.split_first_mut() {
            rest.iter_mut().for_each(|p| *p = np.verb(p));
        }
        let asleep = all.iter().all(|m| matches!(m, Modification::Rule(ObjectRule::DoesntUntap)));
        if asleep && *duration == Duration::NextUntapStep {
            let phrase =
                if np.many { "their controllers' next untap steps" } else { "its controller's next untap step" };
            return Clause::of(np, format!("don't untap during {phrase}"));
        }
        if asleep && matches!(duration, Duration::NextUntapStepOf(_)) {
            let how_long = self.duration(duration, "");
            return Clause::of(np, format!("don't untap{how_long}"));
        }
        let how_long = self.duration(duration, "until end of turn");
        Clause::of(np, format!("{}{how_long}", list(&phrases, "and")))
    }

    /// What is true of objects, with verbs that fit.
    pub(super) fn modifications(&mut self, all: &[Modification], lasting: bool, np: &NounPhrase) -> String {
        let phrases = self.phrases(all, lasting, np.many);
        let phrases: Vec<String> = phrases.iter().map(|phrase| np.verb(phrase)).collect();
        list(&phrases, "and")
    }

    /// What modifications do, each with the verb of several: what becomes a creature of some size does so in one phrase.
    fn phrases(&mut self, all: &[Modification], lasting: bool, many: bool) -> Vec<String> {
        let mut phrases = Vec::new();
        let size = all.iter().position(|m| matches!(m, Modification::SetPT(..)));
        let becomes =
            |m: &Modification| matches!(m, Modification::AddTypes(types, _) if types.contains(CardTypes::CREATURE));
        let size = size.filter(|_| all.iter().filter(|m| becomes(m)).count() == 1);
        for (i, m) in all.iter().enumerate() {
            let (one, Some(Modification::SetPT(power, toughness))) = (m, size.map(|at| &all[at])) else {
                phrases.push(self.modification(m, lasting, many));
                continue;
            };
            match one {
                Modification::AddTypes(types, subtypes) if becomes(one) => {
                    let size = format!("{}/{}", self.value(power), self.value(toughness));
                    let what = format!("{size} {}", type_words(*types, subtypes));
                    let what = if many { plural(&what) } else { a(&what) };
                    let (are, its) = (if lasting { "become" } else { "are" }, if many { "their" } else { "its" });
                    phrases.push(format!("{are} {what} in addition to {its} other types"));
                }
                _ if Some(i) == size => {}
                _ => phrases.push(self.modification(m, lasting, many)),
            }
        }
        phrases
    }

    /// What a modification does, with the verb of several; `lasting` for what begins now.
    pub(super) fn modification(&mut self, m: &Modification, lasting: bool, many: bool) -> String {
        let (are, have) = if lasting { ("become", "gain") } else { ("are", "have") };
        let its = if many { "their" } else { "its" };
        let some = |one: String| if many { plural(&one) } else { a(&one) };
        match m {
            Modification::CopyOf(obj, except) => {
                let np = self.object(*obj).text;
                let what = if many { format!("copies of {np}") } else { format!("a copy of {np}") };
                format!("{are} {what}{}", self.except(except, many))
            }
            Modification::Name(name) => format!("are named {}", name.text),
            Modification::ThisAbility => format!("{have} this ability"),
            Modification::NoManaCost => format!("{} no mana cost", if lasting { "have" } else { have }),
            Modification::Control(who) if lasting => format!("come under {} control", self.player(*who).s()),
            Modification::Control(who) => format!("are controlled by {}", self.player(*who).text),
            Modification::ChangeWord(from, to) => {
                let from = self.var(*from).text;
                format!("have each instance of {from} in {its} text replaced by {}", self.var(*to).text)
            }
            Modification::FullText(group, abilities) => {
                let np = self.group(group).text;
                let besides = match abilities.as_slice() {
                    [] => String::new(),
                    _ => format!(" and also {}", self.grant(abilities)),
                };
                format!("have the full text of {np}{besides}")
            }
            Modification::RulesText(var) => format!("have {} as {its} rules text", self.var(*var).text),
            Modification::AddTypes(types, subtypes) => {
                let what = some(type_words(*types, subtypes));
                format!("{are} {what} in addition to {its} other types")
            }
            Modification::SetTypes(card_types, subtypes) => {
                let what = some(type_words(*card_types, subtypes));
                format!("{are} {what} and no other card types or subtypes")
            }
            Modification::SetCreatureTypes(subtypes) => {
                format!("{are} {} instead of other creature types", some(types::subtypes(subtypes)))
            }
            Modification::SetBasicLandTypes(subtypes) => {
                format!("{are} {} (instead of {its} other land types and abilities)", lands(subtypes, many))
            }
            Modification::AddBasicLandTypes(subtypes) => {
                format!("{are} {} in addition to {its} other types", lands(subtypes, many))
            }
            Modification::AddEveryBasicLandType => {
                format!("{are} every basic land type in addition to {its} other types")
            }
            Modification::AddChosenSubtype => format!("{are} the chosen type in addition to {its} other types"),
            Modification::SetChosenSubtype => format!("{are} the chosen type"),
            Modification::AllCreatureTypes => format!("{are} every creature type"),
            Modification::RemoveTypes(types) => {
                let words = types::card_types(*types);
                let words: Vec<String> = words.into_iter().map(&some).collect();
                format!("aren't {}", list(&words, "or"))
            }
            Modification::RemoveCreatureTypes => "lose all creature types".to_owned(),
            Modification::AddSupertypes(types) => format!("{are} {}", list(&types::supertypes(*types), "and")),
            Modification::RemoveSupertypes(types) => format!("aren't {}", list(&types::supertypes(*types), "or")),
            Modification::SetColors(colors) => format!("{are} {}", types::colors(colors, "and")),
            Modification::SetColorVar(var) => format!("{are} {}", self.var(*var).text),
            Modification::AddColors(colors) => {
                format!("{are} {} in addition to {its} other colors", types::colors(colors, "and"))
            }
            Modification::AddChosenColor => format!("{are} the chosen color in addition to {its} other colors"),
            Modification::Gain(keywords) => format!("{have} {}", types::keywords(keywords, "and")),
            Modification::GainAbilities(abilities) => format!("{have} {}", self.grant(abilities)),
            Modification::ProtectionFromColorVar(var) => format!("{have} protection from {}", self.var(*var).text),
            Modification::GainActivatedOf(group) => {
                let np = self.everything(group);
                format!("{have} all activated abilities of {}", np.text)
            }
            Modification::Lose(keywords) => format!("lose {}", types::keywords(keywords, "and")),
            Modification::LoseKeywords(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("all {} abilities", name.text())).collect();
                format!("lose {}", list(&names, "and"))
            }
            Modification::LoseAllAbilities => "lose all abilities".to_owned(),
            Modification::LoseAbilitiesBut(sort) => format!("lose all abilities except {}", sort.text()),
            Modification::CantHave(keywords) => format!("can't have or gain {}", types::keywords(keywords, "or")),
            Modification::SetPT(power, toughness) => {
                let power = self.value(power);
                format!("have base power and toughness {power}/{}", self.value(toughness))
            }
            Modification::SetPower(power) => format!("have base power {}", self.value(power)),
            Modification::SetToughness(toughness) => format!("have base toughness {}", self.value(toughness)),
            Modification::ModifyPT(power, toughness) => format!("get {}", self.change(power, toughness)),
            Modification::SwitchPT => format!("have {its} power and toughness switched"),
            Modification::Rule(rule) => self.must(rule, many),
        }
    }

    fn value(&mut self, quantity: &Quantity) -> String {
        match self.amount(quantity).as_str() {
            "that much" => "that amount".to_owned(),
            other => other.to_owned(),
        }
    }

    /// Abilities that objects get from this.
    pub(super) fn grant(&mut self, abilities: &[AbilityDef]) -> String {
        let this = self.grantee.clone();
        let speaker = Speaker::granted(this, self.this.clone());
        self.quoted(&speaker, abilities, &self.vars.clone())
    }

    /// What something that gets an ability calls itself.
    pub(super) fn called_in_quotes(&mut self, group: &Objects) -> String {
        match group {
            Objects::The(Obj::This) => self.this.clone(),
            Objects::The(Obj::Host) => match self.speaker.host.split_once(' ') {
                Some(("enchanted" | "equipped" | "fortified", head)) if !head.contains(' ') => format!("this {head}"),
                _ => "this permanent".to_owned(),
            },
            _ => {
                let head = self.head_of(group);
                if head.contains(' ') { "this permanent".to_owned() } else { format!("this {head}") }
            }
        }
    }
}

fn type_words(types: CardTypes, subtypes: &[Subtype]) -> String {
    let mut words: Vec<String> = subtypes.iter().map(|s| s.name().to_owned()).collect();
    words.extend(types::card_types(types));
    if words.is_empty() { "typeless object".to_owned() } else { words.join(" ") }
}

fn lands(subtypes: &[Subtype], many: bool) -> String {
    let words = subtypes.iter().map(|s| if many { plural(s.name()) } else { a(s.name()) });
    list(&words.collect::<Vec<_>>(), "and")
}
