//! Keywords with parameters.

use super::Renderer;
use super::grammar::{a, capital, list, plural};
use super::nouns::Domain;
use crate::cards::def::{
    AbilityDef, CardTypes, Cost, DeckCondition, Filter, KeywordAbility, Obj, PartnerAbility, Quantity, Who,
};

impl Renderer<'_> {
    /// A keyword with its parameters, as a line.
    pub(super) fn keyword(&mut self, keyword: &KeywordAbility) -> String {
        let mut with_cost = |name: &str, cost: &Cost| format!("{name}{}", self.keyword_cost(cost));
        match keyword {
            KeywordAbility::Enchant(kind) => format!("Enchant {}", self.target_kind(kind).one()),
            KeywordAbility::Equip(cost, Filter::Any) => with_cost("Equip", cost),
            KeywordAbility::Equip(cost, filter) => {
                let noun = self.noun(filter, Domain::Creature).one();
                format!("Equip {noun}{}", self.keyword_cost(cost))
            }
            KeywordAbility::Protection(filter) => format!("Protection from {}", self.protected_from(filter)),
            KeywordAbility::HexproofFrom(filter) => format!("Hexproof from {}", self.protected_from(filter)),
            KeywordAbility::ProtectionSparing(from, sparing) => {
                let from = self.protected_from(from);
                let noun = self.noun(sparing, Domain::Permanent);
                let spared = if noun.is_same().is_some() { noun.one() } else { noun.all() };
                let spared = if *sparing == Filter::Is(Obj::This) { "this permanent".to_owned() } else { spared };
                format!("Protection from {from}. This effect doesn't remove {spared}.")
            }
            KeywordAbility::Landwalk(filter) => self.landwalk(filter),
            KeywordAbility::Firebending(n) => match n {
                Quantity::N(n) => format!("Firebending {n}"),
                n => format!("Firebending X, where X is {}", self.number(n)),
            },
            KeywordAbility::Impending(n, cost) => {
                format!("Impending {n}\u{2014}{}", self.keyword_cost(cost).trim_start())
            }
            KeywordAbility::Tribute(n) => format!("Tribute {n}"),
            KeywordAbility::Awaken(n, cost) => {
                format!("Awaken {n}\u{2014}{}", self.keyword_cost(cost).trim_start())
            }
            KeywordAbility::Harmonize(cost) => with_cost("Harmonize", cost),
            KeywordAbility::Fortify(cost) => with_cost("Fortify", cost),
            KeywordAbility::Ward(cost) => with_cost("Ward", cost),
            KeywordAbility::WardEither(costs) => {
                let costs: Vec<String> = costs.iter().map(|cost| self.paying(cost)).collect();
                format!("Ward\u{2014}{}", capital(&list(&costs, "or")))
            }
            KeywordAbility::Buyback(cost) => with_cost("Buyback", cost),
            KeywordAbility::Cycling(cost) => with_cost("Cycling", cost),
            KeywordAbility::Typecycling(filter, cost) => {
                let noun = self.noun(filter, Domain::Card).one();
                let noun = noun.strip_suffix(" card").unwrap_or(&noun).to_owned();
                let word = if noun.chars().all(char::is_alphabetic) { noun.to_lowercase() } else { format!("{noun} ") };
                format!("{}cycling{}", capital(&word), self.keyword_cost(cost))
            }
            KeywordAbility::Fading(n) => format!("Fading {n}"),
            KeywordAbility::Kicker(cost) => with_cost("Kicker", cost),
            KeywordAbility::Multikicker(cost) => with_cost("Multikicker", cost),
            KeywordAbility::Flashback(cost) => with_cost("Flashback", cost),
            KeywordAbility::Melee => "Melee".to_owned(),
            KeywordAbility::Soulbond => "Soulbond".to_owned(),
            KeywordAbility::Madness(cost) => with_cost("Madness", cost),
            KeywordAbility::Miracle(cost) => with_cost("Miracle", cost),
            KeywordAbility::Morph(cost) => with_cost("Morph", cost),
            KeywordAbility::Megamorph(cost) => with_cost("Megamorph", cost),
            KeywordAbility::Disguise(cost) => with_cost("Disguise", cost),
            KeywordAbility::Modular(n) => format!("Modular {n}"),
            KeywordAbility::Splice(onto, cost) => {
                let noun = self.noun(onto, Domain::Spell).one();
                let noun = noun.strip_suffix(" spell").unwrap_or(&noun).to_owned();
                format!("Splice onto {noun}{}", self.keyword_cost(cost))
            }
            KeywordAbility::Persist => "Persist".to_owned(),
            KeywordAbility::Devour(n) => format!("Devour {n}"),
            KeywordAbility::Cascade => "Cascade".to_owned(),
            KeywordAbility::Undying => "Undying".to_owned(),
            KeywordAbility::Prowess => "Prowess".to_owned(),
            KeywordAbility::Escape(cost) => with_cost("Escape", cost),
            KeywordAbility::Ninjutsu(cost) => with_cost("Ninjutsu", cost),
            KeywordAbility::Bestow(cost) => with_cost("Bestow", cost),
            KeywordAbility::Mutate(cost) => with_cost("Mutate", cost),
            KeywordAbility::Plot(cost) => with_cost("Plot", cost),
            KeywordAbility::Foretell(cost) => with_cost("Foretell", cost),
            KeywordAbility::Suspend(None, _) => "Suspend".to_owned(),
            KeywordAbility::Suspend(Some(n), cost) => {
                format!("Suspend {n}\u{2014}{}", self.keyword_cost(cost).trim_start())
            }
            KeywordAbility::Rampage(n) => format!("Rampage {n}"),
            KeywordAbility::CumulativeUpkeep(cost) => with_cost("Cumulative upkeep", cost),
            KeywordAbility::CumulativeUpkeepActs(acts) => format!("Cumulative upkeep\u{2014}{}", self.run(acts)),
            KeywordAbility::Echo(cost) => with_cost("Echo", cost),
            KeywordAbility::Storm => "Storm".to_owned(),
            KeywordAbility::Affinity(of) => format!("Affinity for {}", self.noun(of, Domain::Permanent).all()),
            KeywordAbility::Bushido(n) => format!("Bushido {n}"),
            KeywordAbility::Soulshift(n) => format!("Soulshift {n}"),
            KeywordAbility::Dredge(n) => format!("Dredge {n}"),
            KeywordAbility::Transmute(cost) => with_cost("Transmute", cost),
            KeywordAbility::Bloodthirst(n) => format!("Bloodthirst {n}"),
            KeywordAbility::Frenzy(n) => format!("Frenzy {n}"),
            KeywordAbility::Poisonous(n) => format!("Poisonous {n}"),
            KeywordAbility::Reinforce(n, cost) => {
                format!("Reinforce {n}\u{2014}{}", self.keyword_cost(cost).trim_start())
            }
            KeywordAbility::Exalted => "Exalted".to_owned(),
            KeywordAbility::Unearth(cost) => with_cost("Unearth", cost),
            KeywordAbility::Annihilator(Quantity::N(n)) => format!("Annihilator {n}"),
            KeywordAbility::Annihilator(n) => format!("Annihilator X, where X is {}", self.number(n)),
            KeywordAbility::BattleCry => "Battle cry".to_owned(),
            KeywordAbility::LivingWeapon => "Living weapon".to_owned(),
            KeywordAbility::Scavenge(cost) => with_cost("Scavenge", cost),
            KeywordAbility::Unleash => "Unleash".to_owned(),
            KeywordAbility::Evolve => "Evolve".to_owned(),
            KeywordAbility::Extort => "Extort".to_owned(),
            KeywordAbility::LevelUp(cost) => with_cost("Level up", cost),
            KeywordAbility::Outlast(cost) => with_cost("Outlast", cost),
            KeywordAbility::Exploit => "Exploit".to_owned(),
            KeywordAbility::Ingest => "Ingest".to_owned(),
            KeywordAbility::Fabricate(n) => format!("Fabricate {n}"),
            KeywordAbility::Undaunted => "Undaunted".to_owned(),
            KeywordAbility::Afflict(n) => format!("Afflict {n}"),
            KeywordAbility::Ascend => "Ascend".to_owned(),
            KeywordAbility::Mentor => "Mentor".to_owned(),
            KeywordAbility::Afterlife(n) => format!("Afterlife {n}"),
            KeywordAbility::Decayed => "Decayed".to_owned(),
            KeywordAbility::Training => "Training".to_owned(),
            KeywordAbility::Cipher => "Cipher".to_owned(),
            KeywordAbility::Enlist => "Enlist".to_owned(),
            KeywordAbility::ForMirrodin => "For Mirrodin!".to_owned(),
            KeywordAbility::Sunburst => "Sunburst".to_owned(),
            KeywordAbility::Dethrone => "Dethrone".to_owned(),
            KeywordAbility::Ravenous => "Ravenous".to_owned(),
            KeywordAbility::StartYourEngines => "Start your engines!".to_owned(),
            KeywordAbility::Reconfigure(cost) => with_cost("Reconfigure", cost),
            KeywordAbility::Station => "Station".to_owned(),
            KeywordAbility::Backup(n) => format!("Backup {n}"),
            KeywordAbility::JobSelect => "Job select".to_owned(),
            KeywordAbility::Evoke(cost) => with_cost("Evoke", cost),
            KeywordAbility::Dash(cost) => with_cost("Dash", cost),
            KeywordAbility::Blitz(cost) => with_cost("Blitz", cost),
            KeywordAbility::Spectacle(cost) => with_cost("Spectacle", cost),
            KeywordAbility::Surge(cost) => with_cost("Surge", cost),
            KeywordAbility::Prowl(cost) => with_cost("Prowl", cost),
            KeywordAbility::Warp(cost) => with_cost("Warp", cost),
            KeywordAbility::Freerunning(cost) => with_cost("Freerunning", cost),
            KeywordAbility::Mayhem(cost) => with_cost("Mayhem", cost),
            KeywordAbility::Increment => "Increment".to_owned(),
            KeywordAbility::WebSlinging(cost) => with_cost("Web-slinging", cost),
            KeywordAbility::Retrace => "Retrace".to_owned(),
            KeywordAbility::JumpStart => "Jump-start".to_owned(),
            KeywordAbility::Disturb(cost) => with_cost("Disturb", cost),
            KeywordAbility::Aftermath => "Aftermath".to_owned(),
            KeywordAbility::Rebound => "Rebound".to_owned(),
            KeywordAbility::Epic => "Epic".to_owned(),
            KeywordAbility::Haunt => "Haunt".to_owned(),
            KeywordAbility::Offering(what) => {
                format!("{} offering", capital(&self.noun(what, Domain::Permanent).one()))
            }
            KeywordAbility::Embalm(cost) => with_cost("Embalm", cost),
            KeywordAbility::Eternalize(cost) => with_cost("Eternalize", cost),
            KeywordAbility::Recover(cost) => with_cost("Recover", cost),
            KeywordAbility::Entwine(cost) => with_cost("Entwine", cost),
            KeywordAbility::Escalate(cost) => with_cost("Escalate", cost),
            KeywordAbility::Replicate(cost) => with_cost("Replicate", cost),
            KeywordAbility::Conspire => "Conspire".to_owned(),
            KeywordAbility::Casualty(n) => format!("Casualty {n}"),
            KeywordAbility::Squad(cost) => with_cost("Squad", cost),
            KeywordAbility::Bargain => "Bargain".to_owned(),
            KeywordAbility::Teamwork(n) => format!("Teamwork {n}"),
            KeywordAbility::Paradigm => "Paradigm".to_owned(),
            KeywordAbility::Emerge(cost, Filter::Type(CardTypes::CREATURE)) => with_cost("Emerge", cost),
            KeywordAbility::Emerge(cost, what) => {
                let noun = self.noun(what, Domain::Permanent).one();
                format!("Emerge from {noun}{}", self.keyword_cost(cost))
            }
            KeywordAbility::Craft(n, materials, cost) => {
                let what =
                    self.count_of(&Quantity::N(i32::try_from(*n).unwrap_or(i32::MAX)), materials, Domain::Object);
                format!("Craft with {what}{}", self.keyword_cost(cost))
            }
            KeywordAbility::Prototype(cost, power, toughness) => {
                format!("Prototype {cost} \u{2014} {power}/{toughness}")
            }
            KeywordAbility::Gift(what) => format!("Gift {}", what.text()),
            KeywordAbility::Offspring(cost) => with_cost("Offspring", cost),
            KeywordAbility::Amplify(n) => format!("Amplify {n}"),
            KeywordAbility::Graft(n) => format!("Graft {n}"),
            KeywordAbility::Gravestorm => "Gravestorm".to_owned(),
            KeywordAbility::Transfigure(cost) => with_cost("Transfigure", cost),
            KeywordAbility::Champion(what) => format!("Champion {}", self.noun(what, Domain::Permanent).a()),
            KeywordAbility::Hideaway(n) => format!("Hideaway {n}"),
            KeywordAbility::UmbraArmor => "Umbra armor".to_owned(),
            KeywordAbility::Flanking => "Flanking".to_owned(),
            KeywordAbility::Provoke => "Provoke".to_owned(),
            KeywordAbility::Vanishing(Some(n)) => format!("Vanishing {n}"),
            KeywordAbility::Vanishing(None) => "Vanishing".to_owned(),
            KeywordAbility::Renown(n) => format!("Renown {n}"),
            KeywordAbility::Crew(n) => format!("Crew {n}"),
            KeywordAbility::Saddle(n) => format!("Saddle {n}"),
            KeywordAbility::Toxic(n) => format!("Toxic {n}"),
            KeywordAbility::Sneak(cost) => with_cost("Sneak", cost),
            KeywordAbility::Overload(cost) => with_cost("Overload", cost),
            KeywordAbility::Cleave(cost, left) => {
                let cost = self.keyword_cost(cost);
                format!("Cleave{cost} (cast so, it says: {})", self.ability(&AbilityDef::Spell(left.clone())))
            }
            KeywordAbility::Ripple(n) => format!("Ripple {n}"),
            KeywordAbility::Absorb(n) => format!("Absorb {n}"),
            KeywordAbility::Demonstrate => "Demonstrate".to_owned(),
            KeywordAbility::LivingMetal => "Living metal".to_owned(),
            KeywordAbility::MoreThanMeetsTheEye(cost) => with_cost("More Than Meets the Eye", cost),
            KeywordAbility::Myriad => "Myriad".to_owned(),
            KeywordAbility::Encore(cost) => with_cost("Encore", cost),
            KeywordAbility::Mobilize(n) => format!("Mobilize {n}"),
            KeywordAbility::Riot => "Riot".to_owned(),
            KeywordAbility::Partner(partner) => match partner {
                PartnerAbility::Partner => "Partner".to_owned(),
                PartnerAbility::Group(group) => format!("Partner\u{2014}{}", group.text()),
                PartnerAbility::With(name) => format!("Partner with {name}"),
                PartnerAbility::ChooseBackground => "Choose a Background".to_owned(),
                PartnerAbility::DoctorsCompanion => "Doctor's companion".to_owned(),
            },
            KeywordAbility::Companion(condition) => format!("Companion \u{2014} {}", self.deck_condition(condition)),
        }
    }

    /// What a starting deck must be like.
    fn deck_condition(&mut self, condition: &DeckCondition) -> String {
        let of = |renderer: &mut Self, filter: &Filter| renderer.noun(filter, Domain::Card);
        match condition {
            DeckCondition::Each(of_these, is) => {
                let (noun, which) = (of(self, of_these).one(), of(self, is).a());
                format!("Each {noun} in your starting deck is {which}.")
            }
            DeckCondition::ManaValues(filter, parity) => {
                format!("Each {} in your starting deck has {} mana value.", of(self, filter).one(), a(parity.text()))
            }
            DeckCondition::DifferentSymbols(filter) => {
                let noun = of(self, filter).one();
                format!("No {noun} in your starting deck has more than one of the same mana symbol in its mana cost.")
            }
            DeckCondition::DifferentNames(filter) => {
                format!("Each {} in your starting deck has a different name.", of(self, filter).one())
            }
            DeckCondition::SharedType(filter) => {
                format!("Each {} in your starting deck shares a card type.", of(self, filter).one())
            }
            DeckCondition::Larger(n) => {
                let more = self.count(&Quantity::N(i32::try_from(*n).unwrap_or(i32::MAX)));
                format!("Your starting deck contains at least {more} cards more than the minimum deck size.")
            }
        }
    }

    /// What protection is from: "red", "artifacts", "everything".
    pub(super) fn protected_from(&mut self, filter: &Filter) -> String {
        match filter {
            Filter::Any => "everything".to_owned(),
            Filter::Color(color) => color.word().to_owned(),
            Filter::Colorless => "colorless".to_owned(),
            Filter::Multicolored => "multicolored".to_owned(),
            Filter::ChosenCardType => "the chosen card type".to_owned(),
            Filter::ChosenColor => "the chosen color".to_owned(),
            Filter::ColorVar(var) => self.var(*var).text,
            Filter::Or(all) => {
                let all: Vec<String> = all.iter().map(|f| self.protected_from(f)).collect();
                list(
                    &all.iter()
                        .enumerate()
                        .map(|(i, t)| if i == 0 { t.clone() } else { format!("from {t}") })
                        .collect::<Vec<_>>(),
                    "and",
                )
            }
            // CR 702.16k.
            Filter::Controlled(who @ Who::Var(_)) => format!("each of {}", self.player(*who).text),
            other => self.noun(other, Domain::Object).all(),
        }
    }

    fn landwalk(&mut self, filter: &Filter) -> String {
        let noun = self.land(filter);
        let one = noun.one();
        match one.strip_suffix(" land") {
            _ if noun.heads.len() == 1 && !one.contains(' ') => format!("{}walk", capital(&one.to_lowercase())),
            Some(front) if !front.contains(' ') => format!("{} landwalk", capital(front)),
            Some(_) | None => format!("Landwalk ({})", plural(&one)),
        }
    }

    /// A number of a keyword or counter, after words.
    pub(super) fn at_most(&mut self, n: u8, what: &str) -> String {
        match n {
            1 => format!("{what} only once each turn"),
            2 => format!("{what} only twice each turn"),
            n => format!("{what} only {} times each turn", self.count(&Quantity::N(i32::from(n)))),
        }
    }
}
