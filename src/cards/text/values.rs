//! Numbers.

use super::Renderer;
use super::grammar::{a, list, number, plural, signed};
use super::types;
use crate::cards::def::{AbilityDef, CostPart, ManaType, Objects, Quantity, Round, Tally, Walk, Who};

/// Whether an ability speaks of an X that is chosen.
pub(super) fn has_x(ability: &AbilityDef) -> bool {
    let (mut in_numbers, mut in_costs) = (false, false);
    let mut copy = ability.clone();
    copy.each(|q: &mut Quantity| in_numbers |= matches!(q, Quantity::X));
    copy.each(|part: &mut CostPart| {
        in_costs |= matches!(part, CostPart::Mana(mana) | CostPart::Waterbend(mana) if mana.x_count() > 0);
    });
    in_numbers || in_costs
}

impl Renderer<'_> {
    /// A number of damage, life, mana and the like: "3", "X", "that much".
    pub(super) fn amount(&mut self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::N(n) => n.to_string(),
            Quantity::X => "X".to_owned(),
            Quantity::EventAmount => "that much".to_owned(),
            _ => self.letter(quantity),
        }
    }

    /// A letter that stands for a number until the end of the sentence, which says what it is.
    fn letter(&mut self, quantity: &Quantity) -> String {
        if let Some((letter, _)) = self.letters.iter().find(|(_, q)| q == quantity) {
            return letter.clone();
        }
        let taken = |letter: &str| letter == "X" && self.has_x || self.letters.iter().any(|(l, _)| l == letter);
        let letter = ["X", "Y", "Z", "W", "V"].into_iter().find(|l| !taken(l)).unwrap_or("N").to_owned();
        self.letters.push((letter.clone(), quantity.clone()));
        letter
    }

    /// The end of a sentence: what its letters stand for.
    pub(super) fn with_letters(&mut self, text: String) -> String {
        let mut said = Vec::new();
        while !self.letters.is_empty() {
            let (letter, quantity) = self.letters.remove(0);
            said.push(format!("{letter} is {}", self.number(&quantity)));
        }
        if said.is_empty() { text } else { format!("{text}, where {}", list(&said, "and")) }
    }

    /// Power and toughness that are added: "+1/+1", "-X/-X".
    pub(super) fn change(&mut self, power: &Quantity, toughness: &Quantity) -> String {
        let negative = |q: &Quantity| match q {
            Quantity::N(n) => *n < 0,
            _ => minus(q).is_some(),
        };
        let (p, t) = (negative(power), negative(toughness));
        let power = self.part(power, t);
        let toughness = self.part(toughness, p);
        format!("{power}/{toughness}")
    }

    fn part(&mut self, quantity: &Quantity, other_negative: bool) -> String {
        match (quantity, minus(quantity)) {
            (Quantity::N(0), _) if other_negative => "-0".to_owned(),
            (Quantity::N(n), _) => signed(*n),
            (_, Some(inner)) => {
                let inner = inner.clone();
                format!("-{}", self.amount(&inner))
            }
            (_, None) => match self.amount(quantity).as_str() {
                "that much" => format!("+{}", self.letter(quantity)),
                other => format!("+{other}"),
            },
        }
    }

    /// A number as what it is: "the number of creatures you control".
    pub(super) fn number(&mut self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::N(n) => n.to_string(),
            Quantity::X => "X".to_owned(),
            Quantity::Var(var) => self.held(*var).map_or_else(|| "0".to_owned(), |held| held.number.clone()),
            Quantity::Count(group) => self.how_many(group),
            Quantity::PlayersWho(who, condition) => {
                let players = self.everybody(*who).text;
                format!("the number of players among {players} for whom {}", self.condition(condition, true))
            }
            Quantity::Fewest(who, quantity) => {
                let players = self.everybody(*who).text;
                format!("the least among {players} of {}", self.number(quantity))
            }
            Quantity::Most(who, quantity) => {
                let players = self.everybody(*who).text;
                format!("the greatest among {players} of {}", self.number(quantity))
            }
            Quantity::Players(Who::You) => "the number of you".to_owned(),
            Quantity::Players(who) => match who {
                Who::EachPlayer | Who::EachFromYou => "the number of players".to_owned(),
                Who::EachOpponent => "the number of your opponents".to_owned(),
                other => format!("the number of players among {}", self.everybody(*other).text),
            },
            Quantity::Power(obj) => format!("{} power", self.object(*obj).s()),
            Quantity::Toughness(obj) => format!("{} toughness", self.object(*obj).s()),
            Quantity::BasePower(obj) => format!("{} base power", self.object(*obj).s()),
            Quantity::BaseToughness(obj) => format!("{} base toughness", self.object(*obj).s()),
            Quantity::ManaValue(obj) => format!("{} mana value", self.object(*obj).s()),
            Quantity::Lethal(obj, source) => {
                let by = self.object(*source).text;
                format!("the amount of damage by {by} that is lethal for {}", self.object(*obj).text)
            }
            Quantity::TotalPower(group) => format!("the total power of {}", self.group(group).text),
            Quantity::TotalToughness(group) => format!("the total toughness of {}", self.group(group).text),
            Quantity::TotalManaValue(group) => format!("the total mana value of {}", self.group(group).text),
            Quantity::Differing(measure, group) => {
                format!("the number of different {} among {}", plural(measure.text()), self.group(group).text)
            }
            Quantity::DifferentNames(group) => {
                format!("the number of different names among {}", self.group(group).text)
            }
            Quantity::Greatest(measure, group) => {
                format!("the greatest {} among {}", measure.text(), self.group(group).text)
            }
            Quantity::Colors(group) => format!("the number of colors among {}", self.group(group).text),
            Quantity::Supertypes(group) => format!("the number of supertypes among {}", self.group(group).text),
            Quantity::Subtypes(group) => format!("the number of subtypes among {}", self.group(group).text),
            Quantity::CardTypes(group) => format!("the number of card types among {}", self.group(group).text),
            Quantity::Counters(kind, obj) => {
                format!("the number of {} on {}", types::counters(*kind, true), self.object(*obj).text)
            }
            Quantity::CountersOn(kind, group) => {
                let counters = kind.map_or_else(|| "counters".to_owned(), |kind| types::counters(kind, true));
                format!("the number of {counters} on {}", self.group(group).text)
            }
            Quantity::PlayerCounters(kind, who) => {
                let has = self.player(*who).does("have");
                format!("the number of {} {has}", types::counters(*kind, true))
            }
            Quantity::Life(who) => format!("{} life total", self.player(*who).s()),
            Quantity::StartingLife(who) => format!("{} starting life total", self.player(*who).s()),
            Quantity::CommanderColors(who) => {
                format!("the number of colors in {} commanders' color identity", self.player(*who).s())
            }
            Quantity::HandSize(who) => format!("the number of cards in {} hand", self.player(*who).s()),
            Quantity::EventAmount => "that amount".to_owned(),
            Quantity::Prevented => "the damage prevented this way".to_owned(),
            Quantity::TimesPaid(n) => match self.speaker.optional.get(usize::from(*n)) {
                Some(&"kicked") if self.alone("kicked") => format!("the number of times {} was kicked", self.this),
                Some(_) | None => format!(
                    "the number of times the {} optional cost was paid",
                    super::grammar::ordinal(usize::from(*n))
                ),
            },
            Quantity::ModesChosen => "the number of modes that were chosen".to_owned(),
            Quantity::ManaSpent(None) => format!("the amount of mana spent to cast {}", self.this),
            Quantity::ManaSpent(Some(mana)) => {
                let mana: ManaType = *mana;
                format!("the amount of {} spent to cast {}", types::mana(mana), self.this)
            }
            Quantity::ColoredSpentOn(obj) => {
                format!("the amount of colored mana spent to cast {}", self.object(*obj).text)
            }
            Quantity::ColorsSpentOn(obj) => {
                format!("the number of colors of mana spent to cast {}", self.object(*obj).text)
            }
            Quantity::DamageBy(obj, who) => {
                let who = self.player(*who).text;
                format!("the amount of damage {} dealt to {who} this turn", self.object(*obj).text)
            }
            Quantity::ManaSpentOn(obj) => format!("the amount of mana spent to cast {}", self.object(*obj).text),
            Quantity::TargetCount => "the number of targets".to_owned(),
            Quantity::Divided => "its share".to_owned(),
            Quantity::Devotion(colors, group) => {
                let all: Vec<String> = colors.iter().map(|c| types::symbol(*c)).collect();
                format!("the number of {} symbols in the mana costs of {}", list(&all, "and"), self.group(group).text)
            }
            Quantity::DevotionVar(var, group) => {
                let color = self.var(*var).text;
                format!("the number of mana symbols of {color} in the mana costs of {}", self.group(group).text)
            }
            Quantity::BasicLandTypes(group) => {
                format!("the number of basic land types among {}", self.group(group).text)
            }
            Quantity::Party(group) => {
                format!("the number of members of a party among {}", self.group(group).text)
            }
            Quantity::UnlockedDoors(group) => {
                format!("the number of unlocked doors among {}", self.group(group).text)
            }
            Quantity::UnlockedNames(group) => {
                format!("the number of different names among unlocked doors of {}", self.group(group).text)
            }
            Quantity::TurnsBegun(who) => {
                format!("the number of turns that {} begun this game", self.player(*who).does("have"))
            }
            Quantity::Speed(who) => {
                let np = self.player(*who);
                if np.is_you() { "your speed".to_owned() } else { format!("the speed of {}", np.text) }
            }
            Quantity::DrawnThisTurn(who) => {
                format!("the number of cards {} drawn this turn", self.player(*who).does("have"))
            }
            Quantity::Attacked(who) => match who {
                Who::EachOpponent => "the number of opponents you attacked with a creature this combat".to_owned(),
                Who::EachPlayer => "the number of players you attacked with a creature this combat".to_owned(),
                who => format!("1 if you attacked {} with a creature this combat", self.player(*who).text),
            },
            Quantity::DrawnThisStep(who) => {
                format!("the number of cards {} drawn this step", self.player(*who).does("have"))
            }
            Quantity::SpellsLastTurn(who) => {
                let who = self.somebody(*who);
                format!("the number of spells that {} last turn", who.does("cast"))
            }
            Quantity::SpellsThisTurn(who) => {
                format!("the number of spells {} cast this turn", self.player(*who).does("have"))
            }
            Quantity::SpellsThisGame(who) => {
                format!("the number of spells {} cast this game", self.player(*who).does("have"))
            }
            Quantity::ThisTurn(tally, who) => {
                let who = self.player(*who);
                match tally {
                    Tally::LifeGained => format!("the amount of life {} gained this turn", who.does("have")),
                    Tally::LifeLost => format!("the amount of life {} lost this turn", who.does("have")),
                    Tally::DamageDealt => {
                        let been = who.does("have been");
                        format!("the amount of damage {been} dealt this turn")
                    }
                    Tally::NoncombatDamage => {
                        let been = who.does("have been");
                        format!("the amount of noncombat damage {been} dealt this turn")
                    }
                    Tally::LandsPlayed => format!("the number of lands {} played this turn", who.does("have")),
                }
            }
            Quantity::CombatsThisTurn => "the number of combat phases of this turn so far".to_owned(),
            Quantity::TimesResolved => "the number of times this ability has resolved this turn".to_owned(),
            Quantity::CommanderCasts(who) => {
                let casts = self.player(*who).does("have");
                format!("the number of times {casts} cast commanders from the command zone this game")
            }
            Quantity::CommanderCastsOf(obj) => {
                let object = self.object(*obj).text;
                format!("the number of times {object} has been cast from the command zone this game")
            }
            Quantity::TimesMutated(obj) => {
                format!("the number of times {} has mutated", self.object(*obj).text)
            }
            Quantity::ChosenNumber => "the chosen number".to_owned(),
            Quantity::SpellsBefore => "the number of other spells that were cast before it this turn".to_owned(),
            Quantity::Sum(parts) if counts_colors(parts) => {
                format!("the number of colors of mana spent to cast {}", self.this)
            }
            Quantity::Sum(parts) => {
                let all: Vec<String> = parts.iter().map(|q| self.number(q)).collect();
                all.join(" plus ")
            }
            Quantity::Minus(first, second) => match minus(quantity) {
                Some(inner) => {
                    let inner = inner.clone();
                    format!("minus {}", self.number(&inner))
                }
                None => format!("{} minus {}", self.number(first), self.number(second)),
            },
            Quantity::Times(first, second) => self.times(first, second),
            Quantity::Half(inner, round) => {
                format!("half {}, rounded {}", self.number(inner), rounded(*round))
            }
            Quantity::Quotient(first, second, round) => {
                format!("{} divided by {}, rounded {}", self.number(first), self.number(second), rounded(*round))
            }
            Quantity::Max(parts) => self.most(parts),
            Quantity::Min(parts) => {
                let all: Vec<String> = parts.iter().map(|q| self.number(q)).collect();
                format!("the least of {}", list(&all, "and"))
            }
            Quantity::If(condition, yes, no) => {
                let condition = self.condition(condition, true);
                format!("{} if {condition}, or {} otherwise", self.number(yes), self.number(no))
            }
        }
    }

    /// How many objects there are: "the number of creatures you control".
    pub(super) fn how_many(&mut self, group: &Objects) -> String {
        format!("the number of {}", self.group(group).text)
    }

    fn most(&mut self, parts: &[Quantity]) -> String {
        match parts {
            [Quantity::N(0), other] | [other, Quantity::N(0)] => {
                format!("{} (but not less than zero)", self.number(other))
            }
            _ => {
                let all: Vec<String> = parts.iter().map(|q| self.number(q)).collect();
                format!("the greatest of {}", list(&all, "and"))
            }
        }
    }

    fn times(&mut self, first: &Quantity, second: &Quantity) -> String {
        match (first, second) {
            (Quantity::N(2), other) | (other, Quantity::N(2)) => format!("twice {}", self.number(other)),
            (Quantity::N(-1), other) | (other, Quantity::N(-1)) => format!("minus {}", self.number(other)),
            (Quantity::N(n), other) | (other, Quantity::N(n)) => {
                format!("{} times {}", number(*n), self.number(other))
            }
            _ => format!("{} times {}", self.number(first), self.number(second)),
        }
    }

    /// After "for each": "creature you control", "target beyond the first".
    pub(super) fn each(&mut self, quantity: &Quantity) -> Option<String> {
        match quantity {
            Quantity::Count(group) => self.group_noun(group).map(|noun| noun.one()),
            Quantity::TargetCount => Some("target".to_owned()),
            Quantity::Players(Who::EachOpponent) => Some("opponent".to_owned()),
            Quantity::Players(Who::EachPlayer) => Some("player".to_owned()),
            Quantity::Counters(kind, obj) => {
                Some(format!("{} on {}", types::counters(*kind, false), self.object(*obj).text))
            }
            Quantity::CountersOn(kind, group) => {
                let counter = kind.map_or_else(|| "counter".to_owned(), |kind| types::counters(kind, false));
                Some(format!("{counter} on {}", self.group(group).text))
            }
            Quantity::Max(parts) => match parts.as_slice() {
                [Quantity::N(0), Quantity::Minus(all, less)] => match (all.as_ref(), less.as_ref()) {
                    (all, Quantity::N(1)) => Some(format!("{} beyond the first", self.each(all)?)),
                    (all, Quantity::N(n)) => Some(format!("{} beyond the first {}", self.each(all)?, number(*n))),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether only one optional cost has this name.
    pub(super) fn alone(&self, what: &str) -> bool {
        self.speaker.optional.iter().filter(|o| **o == what).count() == 1
    }

    /// A number of counters: "a +1/+1 counter", "X charge counters".
    pub(super) fn so_many_counters(&mut self, kind: crate::cards::def::CounterKind, count: &Quantity) -> String {
        match count {
            Quantity::N(1) => a(&types::counters(kind, false)),
            _ => format!("{} {}", self.count(count), plural(&types::counters(kind, false))),
        }
    }
}

/// Whether a sum counts the colours of the mana that was spent: one at most for each of them.
fn counts_colors(parts: &[Quantity]) -> bool {
    let colors = [ManaType::W, ManaType::U, ManaType::B, ManaType::R, ManaType::G];
    let once = |color| Quantity::Min(vec![Quantity::N(1), Quantity::ManaSpent(Some(color))]);
    parts.len() == colors.len() && parts.iter().zip(colors).all(|(part, color)| *part == once(color))
}

/// What a number is the negative of.
fn minus(quantity: &Quantity) -> Option<&Quantity> {
    match quantity {
        Quantity::Minus(zero, inner) if **zero == Quantity::N(0) => Some(inner),
        Quantity::Times(one, inner) if **one == Quantity::N(-1) => Some(inner),
        Quantity::Times(inner, one) if **one == Quantity::N(-1) => Some(inner),
        _ => None,
    }
}

pub(super) const fn rounded(round: Round) -> &'static str {
    match round {
        Round::Up => "up",
        Round::Down => "down",
    }
}
