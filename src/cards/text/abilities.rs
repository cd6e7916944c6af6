//! Whole abilities, a line each.

use super::Renderer;
use super::grammar::{capital, list, number, sentence, small};
use super::types;
use super::values::has_x;
use crate::cards::def::*;

impl Renderer<'_> {
    /// A spell that may be cast as though it had flash.
    fn own_flash(&mut self, cost: &Cost, early: &[Instruction]) -> String {
        let more = match cost.0.as_slice() {
            [] => String::new(),
            [CostPart::Mana(mana)] => format!(" if you pay {mana} more to cast it"),
            _ => format!(" if you {} as you cast it", self.paying(cost)),
        };
        let may = sentence(&self.with_letters(format!("you may cast this spell as though it had flash{more}")));
        if early.is_empty() {
            return may;
        }
        let then = self.inline(early);
        format!("{may} {}", sentence(&format!("if you cast it any time a sorcery couldn't have been cast, {then}")))
    }

    /// An ability as a line.
    pub(super) fn ability(&mut self, def: &AbilityDef) -> String {
        self.has_x = has_x(def);
        match def {
            AbilityDef::Keywords(keywords) => {
                let words: Vec<String> = keywords.iter().map(|k| k.text().to_owned()).collect();
                capital(&words.join(", "))
            }
            AbilityDef::Spell(spell) => {
                self.stand_in(ZoneKind::Stack);
                self.body(&spell.targets, &spell.effects, spell.modes.as_ref())
            }
            AbilityDef::Activated(a) => self.activated(a),
            AbilityDef::Triggered(t) => self.triggered(t),
            AbilityDef::Static(s) => self.static_ability(s),
            AbilityDef::AdditionalCost(cost) => {
                let cost = self.paying(cost);
                sentence(&self.with_letters(format!("as an additional cost to cast this spell, {cost}")))
            }
            AbilityDef::EitherCost(costs) => {
                let costs: Vec<String> = costs.iter().map(|cost| self.paying(cost)).collect();
                let either = list(&costs, "or");
                sentence(&self.with_letters(format!("as an additional cost to cast this spell, {either}")))
            }
            AbilityDef::OwnFlash { cost, early } => self.own_flash(cost, early),
            AbilityDef::OptionalCost(OptionalDef { cost, flash: true, .. }) => self.own_flash(cost, &[]),
            AbilityDef::OptionalCost(optional) => {
                let choosing = "choose an opponent".to_owned();
                let cost = match (optional.opponent, optional.cost.0.is_empty()) {
                    (true, true) => choosing,
                    (true, false) => format!("{choosing} and {}", self.paying(&optional.cost)),
                    (false, _) => self.paying(&optional.cost),
                };
                let often = if optional.multiple { " any number of times" } else { "" };
                let all = if optional.all_modes { ". If you do, choose all of its modes" } else { "" };
                let may = format!("as an additional cost to cast this spell, you may {cost}{often}{all}");
                sentence(&self.with_letters(may))
            }
            AbilityDef::AlternativeCost(a) => {
                let from =
                    if a.from == ZoneKind::Hand { String::new() } else { format!(" {}", types::from_zone(a.from)) };
                let face = if a.transformed { " transformed" } else { "" };
                let by = a.by.map_or_else(String::new, |by| format!(" ({})", by.text()));
                let exiled = if a.then_exile { ". Then exile it instead of putting it anywhere else" } else { "" };
                let what = match (a.from, a.transformed) {
                    (ZoneKind::Hand, false) => self.paying(&a.cost),
                    _ => format!("cast this card{face}{from} and {}", self.paying(&a.cost)),
                };
                let may = format!("you may {what} rather than pay this spell's mana cost{by}{exiled}");
                let may = self.with_letters(may);
                match a.only_if {
                    Condition::Always => sentence(&may),
                    ref condition => sentence(&format!("if {}, {may}", self.condition(condition, true))),
                }
            }
            AbilityDef::CastOnlyIf(condition) => {
                sentence(&format!("cast this spell only if {}", self.condition(condition, true)))
            }
            AbilityDef::OpeningHand { effects, only_if, mulligan } => {
                self.stand_in(ZoneKind::Hand);
                let when = match only_if {
                    Condition::Always => String::new(),
                    only_if => format!(" and {}", self.condition(only_if, true)),
                };
                let time = if *mulligan {
                    format!("any time you could mulligan while this card is in your hand{when},")
                } else {
                    format!("if this card is in your opening hand{when}, before the first turn")
                };
                sentence(&format!("{time} {}", self.opening(effects)))
            }
            AbilityDef::CanBeCommander => "This card can be your commander.".to_owned(),
            AbilityDef::MostInDeck(most) => {
                let many = most.map_or("any number of".to_owned(), |most| format!("up to {}", number(most as i32)));
                format!("A deck can have {many} cards of this name.")
            }
            AbilityDef::Keyword(keyword) => self.keyword(keyword),
        }
    }

    fn stand_in(&mut self, zone: ZoneKind) {
        self.this = self.this_in(zone);
        self.zone = zone;
    }

    fn opening(&mut self, effects: &[Instruction]) -> String {
        format!("you may do this: {}", self.inline(effects))
    }

    /// What an ability does in one of its modes.
    pub(super) fn mode_of(&mut self, def: &AbilityDef, nth: usize) -> Option<String> {
        self.has_x = has_x(def);
        let (targets, effects, modes) = match def {
            AbilityDef::Spell(SpellDef { targets, effects, modes }) => {
                self.stand_in(ZoneKind::Stack);
                (targets, effects, modes)
            }
            AbilityDef::Activated(ActivatedDef { targets, effects, modes, cost, from, .. }) => {
                self.stand_in(*from);
                self.paid = self.paid_with(cost);
                (targets, effects, modes)
            }
            AbilityDef::Triggered(TriggeredDef { targets, effects, modes, from, when, .. }) => {
                self.stand_in(*from);
                self.happening(when);
                (targets, effects, modes)
            }
            AbilityDef::Keywords(_)
            | AbilityDef::Static(_)
            | AbilityDef::AdditionalCost(_)
            | AbilityDef::OptionalCost(_)
            | AbilityDef::EitherCost(_)
            | AbilityDef::AlternativeCost(_)
            | AbilityDef::CastOnlyIf(_)
            | AbilityDef::OwnFlash { .. }
            | AbilityDef::OpeningHand { .. }
            | AbilityDef::CanBeCommander
            | AbilityDef::MostInDeck(_)
            | AbilityDef::Keyword(_) => return None,
        };
        match modes {
            None => Some(self.body(targets, effects, None)),
            Some(modes) => modes.list.get(nth).map(|mode| self.body(&mode.targets, &mode.effects, None)),
        }
    }

    /// What is done, as sentences, or its modes as a list.
    fn body(&mut self, targets: &[TargetDef], effects: &[Instruction], modes: Option<&Modes>) -> String {
        let Some(modes) = modes else {
            self.targets = targets.to_vec();
            self.said = 0;
            let text = self.run(effects);
            return if text.is_empty() { "Nothing happens.".to_owned() } else { text };
        };
        let all = modes.list.len();
        let weighed = modes.list.iter().any(|mode| mode.worth != 1);
        let how_many = if weighed { worth(modes.min, modes.max) } else { how_many(modes.min, modes.max, all) };
        let how_many = match modes.unchosen {
            None => how_many,
            Some(Unchosen::ThisTurn) => format!("{how_many} that hasn't been chosen this turn"),
            Some(Unchosen::Ever) => format!("{how_many} that hasn't been chosen"),
        };
        let costs = modes.list.iter().any(|mode| !mode.cost.0.is_empty());
        let how_many = if costs { format!("{how_many} and pay for each") } else { how_many };
        let again = if modes.repeat { ". You may choose the same mode more than once." } else { " \u{2014}" };
        let mut out = match &modes.instead {
            Some(OtherNumber { only_if, min, max }) => {
                let other = self::how_many(*min, *max, all);
                format!("If {}, choose {other}, otherwise choose {how_many}{again}", self.condition(only_if, true))
            }
            None => format!("Choose {how_many}{again}"),
        };
        for mode in &modes.list {
            self.vars.clear();
            let price = if mode.cost.0.is_empty() { String::new() } else { format!("{}: ", self.cost(&mode.cost)) };
            let price = if weighed { format!("[{}] {price}", mode.worth) } else { price };
            out.push_str(&format!(" \u{2022} {price}{}", self.body(&mode.targets, &mode.effects, None)));
        }
        out
    }

    fn activated(&mut self, a: &ActivatedDef) -> String {
        let ActivatedDef { cost, targets, effects, modes, from, sorcery_speed, only_if, per_turn, once, by, .. } = a;
        let ActivatedDef { spend_on_x, less, less_by, special, instant_speed, least_x, boast, .. } = a;
        self.stand_in(*from);
        let price = self.cost(cost);
        let price = self.with_letters(price);
        self.paid = self.paid_with(cost);
        let boasts = if *boast { "Boast \u{2014} " } else { "" };
        let mut out = format!("{boasts}{price}: {}", self.body(targets, effects, modes.as_ref()));
        let mut add = |text: &str| out.push_str(&format!(" {}", sentence(text)));
        if *special {
            add("this is a special action");
        }
        match by {
            Who::You => {}
            Who::EachPlayer => add("any player may activate this ability"),
            Who::EachOpponent => add("only your opponents may activate this ability"),
            who => {
                let who = self.player(*who).text;
                add(&format!("only {who} may activate this ability"));
            }
        }
        if let Some(less) = less {
            let less = match (less, self.each(less)) {
                (Quantity::N(n), _) => format!("{{{n}}} less to activate"),
                (_, Some(each)) => format!("{{1}} less to activate for each {each}"),
                (n, None) => format!("{{X}} less to activate, where X is {}", self.amount(n)),
            };
            add(&format!("this ability costs {less}"));
        }
        if let Some((only_if, by)) = less_by {
            let (by, condition) = (self.cost(by), self.condition(only_if, true));
            let text = format!("this ability costs {} less to activate if {condition}", small(&by));
            add(&text);
        }
        if !spend_on_x.is_empty() {
            let colors: Vec<String> = spend_on_x.iter().map(|c| c.word().to_owned()).collect();
            add(&format!("spend only {} mana on X", list(&colors, "and/or")));
        }
        match least_x {
            0 => {}
            1 => add("X can't be 0"),
            least => add(&format!("X can't be less than {least}")),
        }
        if *sorcery_speed {
            add("activate only as a sorcery");
        }
        if *instant_speed {
            add("activate only as an instant");
        }
        // CR 702.142a: the word says it.
        if *only_if != Condition::Always && !boast {
            let condition = self.condition(only_if, true);
            add(&format!("activate only if {condition}"));
        }
        if let Some(n) = per_turn.as_ref().filter(|_| !boast) {
            let text = self.at_most(*n, "activate");
            add(&text);
        }
        if *once {
            add("activate only once");
        }
        // The card itself is discarded: it must be in hand.
        let implied = *from == ZoneKind::Hand && cost.0.contains(&CostPart::DiscardThis);
        if let Some(place) = self.elsewhere(*from).filter(|_| !implied) {
            add(&format!("activate only if {} is {place}", self.this));
        }
        out
    }

    /// Where the object must be, if that isn't where such objects are.
    fn elsewhere(&self, from: ZoneKind) -> Option<&'static str> {
        let usual = from == ZoneKind::Battlefield || from == ZoneKind::Command && self.speaker.commands;
        (!usual).then(|| types::in_your(from))
    }

    fn triggered(&mut self, t: &TriggeredDef) -> String {
        self.stand_in(t.from);
        let (word, event) = self.happening(&t.when);
        let mut out = format!("{} {event}", capital(word));
        if t.provided != Condition::Always {
            out.push_str(&format!(" while {}", self.condition(&t.provided, true)));
        }
        out.push_str(&format!(", {}", self.triggered_body_of(t)));
        out = sentence(&out);
        if let Some(n) = t.per_turn {
            let text = self.at_most(n, "this ability triggers");
            out.push_str(&format!(" {}", sentence(&text)));
        }
        let implied = match &t.when {
            // What the rules themselves do has no card.
            _ if t.from == ZoneKind::Outside => true,
            TriggerEvent::Cycles(_, Filter::Is(Obj::This)) => true,
            TriggerEvent::Casts { what: Filter::Is(Obj::This), .. } => t.from == ZoneKind::Stack,
            _ => false,
        };
        // The condition may have said so already.
        let implied = implied || says_where(&t.only_if, t.from);
        if let Some(place) = self.elsewhere(t.from).filter(|_| !implied) {
            out.push_str(&format!(" This ability triggers only if {} is {place}.", self.this));
        }
        out
    }

    fn triggered_body_of(&mut self, t: &TriggeredDef) -> String {
        self.targets.clone_from(&t.targets);
        self.said = 0;
        self.triggered_body(t)
    }

    /// After a trigger event: the condition and what is done.
    pub(super) fn triggered_body(&mut self, t: &TriggeredDef) -> String {
        let condition = match &t.only_if {
            Condition::Always => String::new(),
            condition => format!("if {}, ", self.condition(condition, true)),
        };
        // What has died is only a card.
        let this = self.this.clone();
        let gone =
            matches!(&t.when, TriggerEvent::Dies(Filter::Is(Obj::This)) | TriggerEvent::Leaves(Filter::Is(Obj::This)));
        if gone {
            self.gone = true;
        }
        let body = match &t.modes {
            Some(modes) => self.body(&[], &[], Some(modes)),
            None => {
                let text = self.run(&t.effects);
                if text.is_empty() { "nothing happens".to_owned() } else { text }
            }
        };
        self.gone = false;
        self.this = this;
        let mut letters = body.chars();
        let first = letters.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
        format!("{condition}{first}{}", letters.as_str())
    }

    fn static_ability(&mut self, s: &StaticDef) -> String {
        let casting = |rule: &Rule| {
            matches!(
                rule,
                Rule::CostsMore(_, Filter::Is(Obj::This), _)
                    | Rule::CostsLess(_, Filter::Is(Obj::This), _)
                    | Rule::CostsLessOf { what: Filter::Is(Obj::This), .. }
                    | Rule::CostsAtLeast(_, Filter::Is(Obj::This), _)
            )
        };
        let spell = matches!(&s.effect, StaticEffect::Rule(rule) if casting(rule));
        self.stand_in(if spell { ZoneKind::Stack } else { s.from });
        let mut out = sentence(&self.static_effect(&s.effect, &s.only_if));
        let itself = matches!(&s.effect, StaticEffect::Affect(Objects::The(Obj::This), _));
        let implied = spell && s.from == ZoneKind::Battlefield || (spell || itself) && s.from == ZoneKind::Stack;
        if let Some(place) = self.elsewhere(s.from).filter(|_| !implied) {
            out.push_str(&format!(" This works only while {} is {place}.", self.this));
        }
        out
    }
}

/// Whether a condition asks for the object itself in a zone.
fn says_where(condition: &Condition, zone: ZoneKind) -> bool {
    match condition {
        Condition::And(all) => all.iter().any(|one| says_where(one, zone)),
        Condition::Exists(Objects::In(there, Filter::Is(Obj::This))) => there.kind() == zone,
        Condition::Is(Obj::This, Filter::Zone(there)) => *there == zone,
        _ => false,
    }
}

/// How much modes are worth together (CR 700.2i).
fn worth(min: u8, max: u8) -> String {
    let max = number(i32::from(max));
    match min {
        0 => format!("up to {max} points worth of modes"),
        min if usize::from(min) > 0 && number(i32::from(min)) == max => format!("modes worth exactly {max} points"),
        min => format!("modes worth {} to {max} points", number(i32::from(min))),
    }
}

/// How many modes of all of them.
fn how_many(min: u8, max: u8, all: usize) -> String {
    match (min, max) {
        (min, max) if min == max => number(i32::from(max)),
        (1, max) if usize::from(max) >= all && all == 2 => "one or both".to_owned(),
        (1, max) if usize::from(max) >= all => "one or more".to_owned(),
        (0, max) if usize::from(max) >= all => "any number".to_owned(),
        (0, max) => format!("up to {}", number(i32::from(max))),
        (1, 2) => "one or two".to_owned(),
        (min, max) => format!("{} to {}", number(i32::from(min)), number(i32::from(max))),
    }
}
