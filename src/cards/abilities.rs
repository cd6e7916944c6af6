//! Abilities of a definition as the engine runs them: keywords by their own rules, spell, activated, triggered and static
//! abilities with their programs and effects.

use super::compile::{CompileError, Compiler, keeps_counters, optional_cost};
use super::def::*;
use super::keywords;
use super::keywords::companion;
use super::letters::is_of_the_spell;
use super::program::flatten;
use super::supported::{of_replacement, of_rule};
use super::table::{AbilityKind, ActivatedTag, Body, ModeRow, StaticRow, Traits};
use super::watch::{also_from, unsuitable_first_time, unsuitable_inside, unsuitable_reveal, unsuitable_tokens, watch};
use crate::cards::text::Speaker;
use crate::cards::{Op, parts_use_x};
use crate::model::object::Characteristics;

impl Compiler<'_> {
    /// Adds an ability; answers its place.
    pub(super) fn ability(&mut self, def: &AbilityDef) -> Result<u16, CompileError> {
        let index = self.compiled(def)?;
        match def {
            AbilityDef::Keyword(_) => self.is_called(index, def.clone()),
            _ => self.says(index, def.clone()),
        }
        Ok(index)
    }

    fn compiled(&mut self, def: &AbilityDef) -> Result<u16, CompileError> {
        let hand = Traits::bit(ZoneKind::Hand);
        let stack = Traits::bit(ZoneKind::Stack);
        Ok(match def {
            AbilityDef::Keywords(_) => self.push(AbilityKind::AdditionalCost(Cost::default()), 0),
            AbilityDef::Spell(spell) => {
                let body = self.body(&spell.targets, &spell.effects, spell.modes.as_ref())?;
                self.push(AbilityKind::Spell(body), stack)
            }
            AbilityDef::Activated(a) => self.activated(a, None)?,
            AbilityDef::Triggered(t) => {
                let announced = self.announced;
                self.announced &= is_of_the_spell(&t.when);
                let index = self.triggered(t);
                self.announced = announced;
                index?
            }
            AbilityDef::Static(s) => self.static_ability(s)?,
            AbilityDef::AdditionalCost(cost) => self.push(AbilityKind::AdditionalCost(cost.clone()), stack),
            AbilityDef::AlternativeCost(a) => {
                let kind = AbilityKind::AlternativeCost {
                    cost: a.cost.clone(),
                    only_if: a.only_if.clone(),
                    from: a.from,
                    exile_after: a.then_exile,
                    transformed: a.transformed,
                    flash: a.flash,
                    becomes: None,
                    tag: a.by,
                };
                self.push(kind, Traits::bit(a.from) | stack)
            }
            AbilityDef::OptionalCost(optional) => self.push(optional_cost(optional), stack),
            AbilityDef::OwnFlash { .. } => {
                return Err(CompileError::Unsupported("`OwnFlash` that something else grants"));
            }
            AbilityDef::EitherCost(_) => {
                return Err(CompileError::Unsupported("`EitherCost` that something else grants"));
            }
            // CR 113.6e: from wherever it could be cast.
            AbilityDef::CastOnlyIf(condition) => self.push(AbilityKind::CastOnlyIf(condition.clone()), u8::MAX),
            AbilityDef::OpeningHand { effects, only_if, mulligan } => {
                let program = self.program(effects)?;
                let (only_if, mulligan) = (only_if.clone(), *mulligan);
                self.push(AbilityKind::OpeningHand(program, only_if, mulligan), hand)
            }
            AbilityDef::CanBeCommander | AbilityDef::MostInDeck(_) => self.push(AbilityKind::DeckConstruction, 0),
            AbilityDef::Keyword(keyword) => self.keyword(keyword)?,
        })
    }

    fn keyword(&mut self, keyword: &KeywordAbility) -> Result<u16, CompileError> {
        let (hand, stack, graveyard) =
            (Traits::bit(ZoneKind::Hand), Traits::bit(ZoneKind::Stack), Traits::bit(ZoneKind::Graveyard));
        let way = |cost: &Cost, from, exile_after, becomes, tag| AbilityKind::AlternativeCost {
            cost: cost.clone(),
            only_if: Condition::Always,
            from,
            exile_after,
            transformed: false,
            flash: false,
            becomes,
            tag: Some(tag),
        };
        let alternative = |cost: &Cost, from, exile_after, tag| way(cost, from, exile_after, None, tag);
        let changed = |cost: &Cost, becomes, tag| way(cost, ZoneKind::Hand, false, Some(becomes), tag);
        let morph = |cost: &Cost, counter, ward| AbilityKind::Morph { cost: cost.clone(), counter, ward };
        let optional = |cost: &Cost, multiple, buyback| AbilityKind::OptionalCost {
            cost: cost.clone(),
            multiple,
            all_modes: false,
            buyback,
            opponent: false,
            flash: false,
            either: false,
        };
        let (kind, zones) = match keyword {
            KeywordAbility::Enchant(what) => (AbilityKind::Enchant(what.clone()), u8::MAX),
            KeywordAbility::Protection(filter) => {
                let kind = AbilityKind::Protection { from: filter.clone(), sparing: None };
                (kind, Traits::bit(ZoneKind::Battlefield) | stack)
            }
            KeywordAbility::ProtectionSparing(from, sparing) => {
                let kind = AbilityKind::Protection { from: from.clone(), sparing: Some(sparing.clone()) };
                (kind, Traits::bit(ZoneKind::Battlefield) | stack)
            }
            KeywordAbility::HexproofFrom(filter) => {
                (AbilityKind::HexproofFrom(filter.clone()), Traits::bit(ZoneKind::Battlefield))
            }
            KeywordAbility::Landwalk(lands) => {
                (AbilityKind::Landwalk(lands.clone()), Traits::bit(ZoneKind::Battlefield))
            }
            KeywordAbility::Kicker(cost) => (optional(cost, false, false), stack),
            KeywordAbility::Multikicker(cost) => (optional(cost, true, false), stack),
            KeywordAbility::Buyback(cost) => (optional(cost, false, true), stack),
            KeywordAbility::Flashback(cost) => {
                (alternative(cost, ZoneKind::Graveyard, true, CastBy::Flashback), graveyard | stack)
            }
            KeywordAbility::Escape(cost) => {
                (alternative(cost, ZoneKind::Graveyard, false, CastBy::Escape), graveyard | stack)
            }
            KeywordAbility::Madness(cost) => {
                (alternative(cost, ZoneKind::Exile, false, CastBy::Madness), Traits::bit(ZoneKind::Exile) | stack)
            }
            KeywordAbility::Bestow(cost) => {
                let becomes = self.static_row(&keywords::bestowed())?;
                (changed(cost, becomes, CastBy::Bestow), hand | stack)
            }
            KeywordAbility::Mutate(cost) => {
                let becomes = self.static_row(&keywords::mutating())?;
                // What a merged permanent is like is the row after it.
                self.static_row(&keywords::merged())?;
                (changed(cost, becomes, CastBy::Mutate), hand | stack)
            }
            KeywordAbility::Reconfigure(_) => {
                let becomes = self.static_row(&keywords::reconfigured())?;
                (AbilityKind::Reconfigure(becomes), Traits::bit(ZoneKind::Battlefield))
            }
            KeywordAbility::Overload(cost) | KeywordAbility::Cleave(cost, _) => {
                let cleaves = matches!(keyword, KeywordAbility::Cleave(..));
                let Some(effect) = self.retold.clone() else {
                    let what = if cleaves { "Cleave of such a text" } else { "Overload of such a text" };
                    return Err(CompileError::Unsupported(what));
                };
                let becomes = self.static_row(&effect)?;
                let tag = if cleaves { CastBy::Cleave } else { CastBy::Overload };
                (changed(cost, becomes, tag), hand | stack)
            }
            KeywordAbility::Toxic(n) => (AbilityKind::Toxic(*n), Traits::bit(ZoneKind::Battlefield)),
            KeywordAbility::Prototype(cost, ..) if cost.x_count() > 0 => {
                return Err(CompileError::Unsupported("X in the cost of a prototype"));
            }
            KeywordAbility::Prototype(..) => (AbilityKind::Prototype, u8::MAX),
            KeywordAbility::Partner(_) => (AbilityKind::DeckConstruction, 0),
            KeywordAbility::Companion(condition) => match companion::unsupported(condition) {
                Some(filter) => return Err(CompileError::Unsupported(filter)),
                None => (AbilityKind::Companion, Traits::bit(ZoneKind::Outside)),
            },
            KeywordAbility::Plot(cost) => (AbilityKind::Plot(cost.clone()), hand),
            KeywordAbility::Suspend(Some(counters), cost) => {
                (AbilityKind::Suspend { cost: cost.clone(), counters: *counters }, hand)
            }
            KeywordAbility::Foretell(cost) => {
                let exile = Traits::bit(ZoneKind::Exile);
                (alternative(cost, ZoneKind::Exile, false, CastBy::Foretell), hand | exile | stack)
            }
            KeywordAbility::Ninjutsu(cost) => return self.activated(&keywords::ninjutsu(cost), None),
            KeywordAbility::Splice(onto, cost) => {
                (AbilityKind::Splice { onto: onto.clone(), cost: cost.clone() }, hand)
            }
            KeywordAbility::Morph(cost) => (morph(cost, false, false), u8::MAX),
            KeywordAbility::Megamorph(cost) => (morph(cost, true, false), u8::MAX),
            KeywordAbility::Disguise(cost) => (morph(cost, false, true), u8::MAX),
            KeywordAbility::Equip(cost, filter) => {
                return self.activated(&keywords::equip(cost, filter), Some(ActivatedTag::Equip));
            }
            KeywordAbility::Fortify(cost) => {
                return self.activated(&keywords::fortify(cost), Some(ActivatedTag::Fortify));
            }
            KeywordAbility::Cycling(cost) => {
                return self.activated(&keywords::cycling(cost), Some(ActivatedTag::Cycling));
            }
            KeywordAbility::Typecycling(filter, cost) => {
                return self.activated(&keywords::typecycling(filter, cost), Some(ActivatedTag::Cycling));
            }
            // The others are spelt out before they get here.
            KeywordAbility::Ward(_) => return Err(CompileError::Unsupported("Ward")),
            _ => return Err(CompileError::Unsupported("a keyword inside a keyword")),
        };
        Ok(self.push(kind, zones))
    }

    /// CR 605.1a: no target, could add mana, not a loyalty ability.
    fn activated(&mut self, a: &ActivatedDef, tag: Option<ActivatedTag>) -> Result<u16, CompileError> {
        // CR 107.3k: its X is its own.
        let announced = std::mem::replace(&mut self.announced, parts_use_x(&a.cost.0));
        let first = self.statics.len();
        let body = self.body(&a.targets, &a.effects, a.modes.as_ref());
        self.announced = announced;
        let body = of_an_ability(body?)?;
        let is_loyalty = a.cost.0.iter().any(|part| matches!(part, CostPart::Loyalty(_) | CostPart::LoyaltyX));
        let targets = body.modes.iter().any(|m| !m.targets.is_empty());
        let is_mana = !targets && !is_loyalty && self.could_add_mana(&body);
        if let Some(term) = super::supported::of_activated(a, is_mana) {
            return Err(CompileError::Unsupported(term));
        }
        let kind = AbilityKind::Activated {
            cost: a.cost.clone(),
            body,
            sorcery_speed: a.sorcery_speed || is_loyalty,
            instant_speed: a.instant_speed,
            only_if: a.only_if.clone(),
            per_turn: if a.once { Some(1) } else { a.per_turn },
            once: a.once,
            by: a.by,
            spend_on_x: a.spend_on_x.as_slice().into(),
            less: a.less.clone().map(Box::new),
            less_by: a.less_by.clone().map(Box::new),
            least_x: a.least_x,
            special: a.special,
            is_mana,
            is_loyalty,
            tag: tag.or(a.boast.then_some(ActivatedTag::Boast)),
        };
        let index = self.push(kind, Traits::bit(a.from));
        self.keeps_itself(first, index)?;
        self.says(index, AbilityDef::Activated(a.clone()));
        Ok(index)
    }

    fn could_add_mana(&self, body: &Body) -> bool {
        let adds = |op: &Op| matches!(op, Op::Do(effect) if matches!(**effect, Instruction::AddMana { .. }));
        self.ops(body).any(adds)
    }

    /// The instructions of all modes.
    fn ops<'b>(&'b self, body: &'b Body) -> impl Iterator<Item = &'b Op> {
        body.modes.iter().flat_map(|m| &self.programs[m.program as usize])
    }

    /// Adds a triggered ability; answers its place. Also used for delayed and reflexive ones.
    pub(super) fn triggered(&mut self, t: &TriggeredDef) -> Result<u16, CompileError> {
        if let Some(term) =
            unsuitable_first_time(&t.when).or_else(|| unsuitable_reveal(t)).or_else(|| unsuitable_inside(&t.when))
        {
            return Err(CompileError::Unsupported(term));
        }
        let first = self.statics.len();
        let body = of_an_ability(self.body(&t.targets, &t.effects, t.modes.as_ref())?)?;
        let targets = body.modes.iter().any(|m| !m.targets.is_empty());
        let on_mana = matches!(t.when, TriggerEvent::TappedForMana(_));
        let is_mana = on_mana && !targets && self.could_add_mana(&body);
        let once = self.ops(&body).any(|op| matches!(op, Op::UnlessDone(_)));
        let kind = AbilityKind::Triggered {
            when: t.when.clone(),
            watch: watch(&t.when),
            provided: t.provided.clone(),
            only_if: t.only_if.clone(),
            body,
            per_turn: t.per_turn,
            once,
            is_mana,
        };
        let index = self.push(kind, Traits::bit(t.from) | also_from(&t.when));
        self.keeps_itself(first, index)?;
        self.says(index, AbilityDef::Triggered(t.clone()));
        Ok(index)
    }

    /// Adds what is done at an event without an ability that triggers, or what ends with it, as an ability; answers its place.
    pub(super) fn at(&mut self, event: &TriggerEvent, effects: &[Instruction]) -> Result<u16, CompileError> {
        self.triggered(&TriggeredDef {
            when: event.clone(),
            provided: Condition::Always,
            only_if: Condition::Always,
            targets: Vec::new(),
            effects: effects.to_vec(),
            modes: None,
            from: ZoneKind::Battlefield,
            per_turn: None,
        })
    }

    fn static_ability(&mut self, s: &StaticDef) -> Result<u16, CompileError> {
        let is_cda = is_cda(s);
        let index = self.static_row(&s.effect)?;
        // CR 113.6a: of an instant or sorcery, unless it says otherwise, static abilities work on the stack;
        // 113.6b, 604.3: characteristic-defining ones work everywhere.
        let of_spell = self.spell_face || keeps_spell(&s.effect);
        let zone = if of_spell && s.from == ZoneKind::Battlefield { ZoneKind::Stack } else { s.from };
        // CR 113.6: what says how counters change zones works wherever that could be.
        let everywhere = is_cda
            || moves_itself(&s.effect)
            || matches!(&s.effect, StaticEffect::Affect(_, all) if all.iter().any(keeps_counters));
        let zones = if everywhere { u8::MAX } else { Traits::bit(zone) };
        Ok(self.push(AbilityKind::Static { only_if: s.only_if.clone(), index, is_cda }, zones))
    }

    /// Adds a static effect with all that it contains; answers its place.
    pub(super) fn static_row(&mut self, effect: &StaticEffect) -> Result<u16, CompileError> {
        let (mut granted, mut also) = (Vec::new(), Vec::new());
        let (mut program, mut gained) = (None, None);
        let speaker = match (effect, self.speakers.get(self.speaker as usize)) {
            (StaticEffect::Affect(group, _), Some(speaker)) => speaker.quoting(group),
            _ => Speaker::default(),
        };
        let before = self.speak_as(speaker);
        match effect {
            StaticEffect::Affect(_, modifications) => {
                if modifications.iter().any(|m| !matches!(m, Modification::Rule(_)))
                    && super::supported::asks_goaded(effect)
                {
                    return Err(CompileError::Unsupported("`Goaded` in what changes characteristics"));
                }
                self.quote(modifications, &mut granted)?;
            }
            StaticEffect::Rule(rule) => {
                of_rule(rule).map_or(Ok(()), |term| Err(CompileError::Unsupported(term)))?;
                gained = self.gained(rule)?;
            }
            StaticEffect::Replace(replacement) => {
                if let Some(term) = unsuitable_tokens(replacement).or_else(|| of_replacement(replacement)) {
                    return Err(CompileError::Unsupported(term));
                }
                if let ReplaceWith::Copy(_, exceptions)
                | ReplaceWith::CopyTapped(_, exceptions)
                | ReplaceWith::CopyAndThen(_, exceptions, _)
                | ReplaceWith::CopyWith(_, exceptions, _) = &replacement.with
                {
                    exceptions.iter().try_for_each(exception)?;
                    self.quote(exceptions, &mut granted)?;
                }
                self.speaker = before;
                if let ReplaceWith::CopyWith(_, _, others) = &replacement.with {
                    for other in others {
                        also.push(self.static_row(&StaticEffect::Replace(other.clone()))?);
                    }
                }
                if let Some(effects) = replacement.with.instructions() {
                    program = Some(self.program(effects)?);
                }
            }
        }
        self.speaker = before;
        let (reads, reads_zones) = (super::reads::of_static(effect), super::reads::zones_of_static(effect));
        self.statics.push(StaticRow { effect: effect.clone(), program, granted, gained, also, reads, reads_zones });
        Ok((self.statics.len() - 1) as u16)
    }

    /// Adds the abilities that modifications quote; those of copy exceptions too (CR 707.9a).
    fn quote(&mut self, modifications: &[Modification], granted: &mut Vec<u16>) -> Result<(), CompileError> {
        // What gets the ability isn't a spell, whatever grants it.
        let spell_face = std::mem::take(&mut self.spell_face);
        if modifications.iter().any(|m| matches!(m, Modification::ProtectionFromColorVar(_))) {
            for color in Color::ALL {
                let protection = KeywordAbility::Protection(Filter::Color(color));
                granted.push(self.ability(&AbilityDef::Keyword(protection))?);
            }
        }
        for modification in modifications {
            if let Some(term) = crate::cards::unsupported(modification) {
                return Err(CompileError::Unsupported(term));
            }
            match modification {
                Modification::GainAbilities(abilities) | Modification::FullText(_, abilities) => {
                    for ability in abilities {
                        if matches!(ability, AbilityDef::Keyword(KeywordAbility::Prototype(..))) {
                            return Err(CompileError::Unsupported("Prototype that something else grants"));
                        }
                        if keywords::offers_a_cost(ability) {
                            return Err(CompileError::Unsupported("an optional cost that something else grants"));
                        }
                        let first = granted.len();
                        for mut spelt in keywords::spell_out(ability, &mut Characteristics::default(), 0, &[]) {
                            granted.push(self.ability(&spelt)?);
                            self.asked.add(super::watch::asks(&mut spelt));
                        }
                        if let (AbilityDef::Keyword(_), Some(index)) = (ability, granted.get(first)) {
                            self.is_called(*index, ability.clone());
                        }
                    }
                }
                Modification::CopyOf(_, exceptions) => self.quote(exceptions, granted)?,
                _ => {}
            }
        }
        self.spell_face = spell_face;
        Ok(())
    }

    fn body(
        &mut self,
        targets: &[TargetDef],
        effects: &[Instruction],
        modes: Option<&Modes>,
    ) -> Result<Body, CompileError> {
        let Some(modes) = modes else {
            let program = self.program(effects)?;
            let row = ModeRow { targets: targets.to_vec(), program, cost: Cost::default(), worth: 1 };
            return Ok(Body { min: 1, max: 1, repeat: false, instead: None, unchosen: None, modes: vec![row] });
        };
        let mut rows = Vec::new();
        for mode in &modes.list {
            if parts_use_x(&mode.cost.0) || modes.repeat && !mode.cost.0.is_empty() {
                return Err(CompileError::Unsupported("such a cost of a mode"));
            }
            let program = self.program(&mode.effects)?;
            rows.push(ModeRow { targets: mode.targets.clone(), program, cost: mode.cost.clone(), worth: mode.worth });
        }
        let Modes { min, max, repeat, ref instead, unchosen, .. } = *modes;
        let body = Body { min, max, repeat, instead: instead.clone(), unchosen, modes: rows };
        body.unsuitable().map_or(Ok(body), |term| Err(CompileError::Unsupported(term)))
    }

    /// Adds a program; answers its place.
    pub(super) fn program(&mut self, effects: &[Instruction]) -> Result<u16, CompileError> {
        let ops = flatten(self, effects)?;
        self.programs.push(ops);
        Ok((self.programs.len() - 1) as u16)
    }
}

/// CR 113.6g: whether it says of the object itself that it can't be countered, which matters on the stack alone.
fn keeps_spell(effect: &StaticEffect) -> bool {
    let about_counters = |m: &Modification| matches!(m, Modification::Rule(ObjectRule::CantBeCountered));
    matches!(effect, StaticEffect::Affect(Objects::The(Obj::This), all) if all.iter().all(about_counters))
}

/// Only modes of spells have costs (CR 700.2h).
fn of_an_ability(body: Body) -> Result<Body, CompileError> {
    if body.modes.iter().any(|mode| !mode.cost.0.is_empty()) {
        return Err(CompileError::Unsupported("a cost of a mode of an ability"));
    }
    Ok(body)
}

/// CR 113.6: whether it says where the object itself goes instead, wherever it comes from.
fn moves_itself(effect: &StaticEffect) -> bool {
    matches!(
        effect,
        StaticEffect::Replace(Replacement {
            event: ReplacedEvent::Moves { what: Filter::Is(Obj::This), from: None, .. },
            ..
        })
    )
}

/// Whether a modification can be an exception of a copy effect.
pub(super) fn exception(m: &Modification) -> Result<(), CompileError> {
    if *m == Modification::ThisAbility {
        return Err(CompileError::Unsupported("`ThisAbility` of something that enters"));
    }
    crate::cards::unsupported_exception(m).map_or(Ok(()), |term| Err(CompileError::Unsupported(term)))
}

/// CR 604.3a: a static ability is characteristic-defining if it defines colours, subtypes, power or toughness of the
/// object that it is on and of nothing else, without a condition. (That it is printed, or copied or granted on
/// creation, holds for everything in a definition; granted ones are told apart by their origin.)
fn is_cda(s: &StaticDef) -> bool {
    let StaticEffect::Affect(Objects::The(Obj::This), modifications) = &s.effect else { return false };
    s.only_if == Condition::Always
        && !modifications.is_empty()
        && modifications.iter().all(|m| {
            matches!(
                m,
                Modification::SetPT(..)
                    | Modification::SetPower(_)
                    | Modification::SetToughness(_)
                    | Modification::SetColors(_)
                    | Modification::AllCreatureTypes
            )
        })
}
