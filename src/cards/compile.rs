//! From the RON form to what the engine runs: abilities in one list, instructions as flat programs, static effects
//! apart, keywords spelt out.
//!
//! Compiling is pure: the same file gives the same definition in every process. What a definition means can't be
//! wrong by itself in here; what it *says* wrongly (a target that doesn't exist, a variable that nothing sets) is
//! found by [`super::check`].

use super::def::*;
use super::letters::is_announced;
use super::looks::{MOST_LOOKS, most_looks, too_many_looks};
use super::table::{Ability, AbilityKind, Definition, Face, StaticRow, Text, Traits};
use super::watch::asks;
use super::{faces, keywords};
use crate::cards::text::Speaker;
use crate::model::ids::{AbilityHandle, DefId, NameId, Origin, Seat};
use crate::model::object::{AbilityInstance, Characteristics, Restrictions};
use std::sync::Arc;

/// Why a definition can't be compiled.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompileError {
    /// A predefined token that `assets/tokens.ron` doesn't have.
    #[error("unknown predefined token `{0}`")]
    UnknownToken(String),
    /// A term that this build can't run.
    #[error("`{0}` can't be used yet")]
    Unsupported(&'static str),
    /// More abilities, programs or effects than a handle can name.
    #[error("more than {0} abilities or programs in one definition")]
    TooLarge(usize),
    /// Too many counts within filters of counts: reading the definition once would take too long.
    #[error("{}", too_many_looks(*.0))]
    TooManyLooks(u64),
    /// Terms within terms, deeper than any file can have them: a definition that was made by a program.
    #[error("the terms are nested too deeply ({MAX_DEPTH} at most)")]
    TooDeep,
}

/// How deeply terms can be nested, in a file or in a value.
pub(crate) const MAX_DEPTH: usize = 128;

/// Predefined tokens (CR 111.10) by name.
pub type Tokens = std::collections::BTreeMap<String, TokenDef>;

/// How many abilities, programs or effects one definition can have.
const MAX: usize = 4096;

/// Compiles a card.
///
/// # Errors
/// If it uses a token that doesn't exist, or a term that can't be run.
pub fn definition(card: &CardDef, tokens: &Tokens) -> Result<Arc<Definition>, CompileError> {
    let abilities = card.abilities.iter().chain(card.other.iter().flat_map(|(_, face)| &face.abilities));
    let looks = abilities.map(most_looks).max().unwrap_or(0);
    if looks > MOST_LOOKS {
        return Err(CompileError::TooManyLooks(looks));
    }
    let mut c = Compiler::new(tokens);
    let first = first_face(card);
    let front = c.face(&first)?;
    let prototyped = faces::prototyped(&card.abilities, &front);
    let (name, faces, layout) = match (&card.other, prototyped) {
        (None, None) => (card.name.clone(), vec![front], None),
        (None, Some(prototyped)) => (card.name.clone(), vec![front, prototyped], Some(Layout::Prototype)),
        (Some(_), Some(_)) => return Err(CompileError::Unsupported("Prototype on a card with several faces")),
        (Some((layout, other)), None) => {
            let name = format!("{} // {}", card.name, other.name);
            let layout = faces::layout(*layout, &card.types, &other.types)?;
            let faces = faces::together(&name, layout, front, c.face(other)?);
            (name, faces, Some(layout))
        }
    };
    c.finish(name, faces, layout, card.clone())
}

/// The only face of a card, or the first of two.
pub(super) fn first_face(card: &CardDef) -> FaceDef {
    FaceDef {
        name: card.name.clone(),
        cost: card.cost.clone(),
        color_indicator: card.color_indicator.clone(),
        types: card.types,
        pt: card.pt,
        loyalty: card.loyalty,
        defense: card.defense,
        abilities: card.abilities.clone(),
    }
}

/// What a card shows but for its abilities: its faces, and how they go together. None of a card with faces that don't.
pub(super) fn printed(card: &CardDef) -> Option<(Option<Layout>, Vec<Face>)> {
    let face = |def: &FaceDef| Face { name: def.name.clone(), chars: characteristics(def), traits: Traits::default() };
    let first = face(&first_face(card));
    let Some((layout, other)) = &card.other else { return Some((None, vec![first])) };
    let layout = faces::layout(*layout, &card.types, &other.types).ok()?;
    Some((Some(layout), faces::together(&card.name, layout, first, face(other))))
}

/// What a face shows but for its abilities.
fn characteristics(def: &FaceDef) -> Characteristics {
    let (power, toughness) = def.pt.unwrap_or((None, None));
    let cost_colors = def.cost.as_ref().map(ManaCost::colors).unwrap_or_default();
    Characteristics {
        name: NameId::of(&def.name),
        cost: def.cost.clone(),
        colors: cost_colors | def.color_indicator.iter().copied().collect(),
        supertypes: def.types.supertypes,
        types: def.types.types,
        subtypes: def.types.subtypes,
        has_pt: def.pt.is_some(),
        power: power.unwrap_or(0),
        toughness: toughness.unwrap_or(0),
        loyalty: def.loyalty.unwrap_or(0),
        defense: def.defense.unwrap_or(0),
        controller: Seat(0),
        ..Characteristics::default()
    }
}

/// A definition in the making. Other parts of the compiler add to it.
pub(super) struct Compiler<'a> {
    pub(super) tokens: &'a Tokens,
    pub(super) abilities: Vec<Ability>,
    pub(super) statics: Vec<StaticRow>,
    pub(super) programs: Vec<Vec<crate::cards::Op>>,
    texts: Vec<Text>,
    pub(super) speakers: Vec<Speaker>,
    pub(super) speaker: u16,
    made: Vec<Arc<Definition>>,
    /// The face being compiled is an instant or sorcery: a static ability of it works on the stack (CR 113.6a).
    pub(super) spell_face: bool,
    /// Casting or activating what is being compiled makes its controller announce X (CR 107.3a).
    pub(super) announced: bool,
    /// What a spell with the face is changed by that is cast for its overload or cleave cost (CR 702.96a, 702.148a).
    pub(super) retold: Option<StaticEffect>,
    /// What the keywords ask that have been given away so far.
    pub(super) asked: Traits,
}

impl<'a> Compiler<'a> {
    /// The static effect by which what is played by a permission gains abilities, if that says so.
    pub(super) fn gained(&mut self, rule: &Rule) -> Result<Option<u16>, CompileError> {
        let Rule::Permit { gains, .. } = rule else { return Ok(None) };
        if gains.is_empty() {
            return Ok(None);
        }
        let gain = vec![Modification::GainAbilities(gains.clone())];
        self.static_row(&StaticEffect::Affect(Objects::The(Obj::Event), gain)).map(Some)
    }

    fn new(tokens: &'a Tokens) -> Self {
        let (abilities, statics, programs, made) = Default::default();
        let (texts, speakers) = Default::default();
        let (spell_face, announced, retold) = (false, false, None);
        let asked = Traits::default();
        let speaker = 0;
        Self {
            tokens,
            abilities,
            statics,
            programs,
            texts,
            speakers,
            speaker,
            made,
            spell_face,
            announced,
            retold,
            asked,
        }
    }

    fn finish(
        self,
        name: String,
        faces: Vec<Face>,
        layout: Option<Layout>,
        source: CardDef,
    ) -> Result<Arc<Definition>, CompileError> {
        if self.abilities.len().max(self.programs.len()).max(self.statics.len()) > MAX {
            return Err(CompileError::TooLarge(MAX));
        }
        if self.keeps_nothing() {
            return Err(CompileError::Unsupported("`ThisAbility` where there is no ability"));
        }
        let Self { abilities, texts, speakers, statics, programs, made: tokens, .. } = self;
        Ok(Arc::new(Definition {
            name,
            faces,
            layout,
            abilities,
            texts,
            speakers,
            statics,
            programs,
            tokens,
            source,
            fingerprint: std::sync::OnceLock::new(),
        }))
    }

    fn face(&mut self, def: &FaceDef) -> Result<Face, CompileError> {
        let mut chars = characteristics(def);
        self.spell_face = chars.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY);
        self.speak_as(Speaker::of(&def.types, &def.abilities));
        self.retold = def.abilities.iter().find_map(|ability| match ability {
            AbilityDef::Keyword(KeywordAbility::Overload(_)) => keywords::overloaded(&def.abilities),
            AbilityDef::Keyword(KeywordAbility::Cleave(_, left)) => keywords::cleaved(&def.abilities, left),
            _ => None,
        });
        let lies = chars.types.intersects(CardTypes::PLANE | CardTypes::SCHEME | CardTypes::DUNGEON);
        let mut all: Vec<(AbilityDef, Vec<AbilityDef>)> = Vec::new();
        let mut optional = 0;
        for (at, ability) in def.abilities.iter().enumerate() {
            let ability = if lies { commanding(ability.clone()) } else { ability.clone() };
            let meaning = match (self.spell_face, &ability) {
                (true, AbilityDef::Keyword(KeywordAbility::Ascend)) => keywords::ascend(),
                (true, AbilityDef::Keyword(KeywordAbility::Haunt)) => keywords::haunting_spell(),
                _ => keywords::spell_out(&ability, &mut chars, optional, &def.abilities[at + 1..]),
            };
            optional += meaning.iter().filter(|a| keywords::is_optional_cost(a)).count();
            all.push((ability, meaning));
        }
        all.extend(keywords::defeated(&def.types).map(|ability| (ability.clone(), vec![ability])));
        self.announced = is_announced(chars.cost.as_ref(), all.iter().flat_map(|(_, meaning)| meaning));
        let mut printed: Vec<u16> = Vec::new();
        let mut asked = Traits::default();
        for (ability, meaning) in all {
            let first = printed.len();
            for mut spelt in meaning {
                printed.push(self.ability(&spelt)?);
                asked.add(asks(&mut spelt));
            }
            // A keyword is called by its name, also where it stands for something.
            if let (AbilityDef::Keyword(_), Some(index)) = (&ability, printed.get(first)) {
                self.is_called(*index, ability);
            }
        }
        asked.add(std::mem::take(&mut self.asked));
        let mut traits = Traits {
            instant_speed: chars.types.contains(CardTypes::INSTANT) || chars.keywords.contains(KeywordSet::FLASH),
            ..asked
        };
        traits.day_night |= chars.keywords.intersects(KeywordSet::DAYBOUND | KeywordSet::NIGHTBOUND);
        traits.battles |= chars.types.contains(CardTypes::BATTLE);
        for index in &printed {
            self.note(&mut traits, *index);
            let handle = AbilityHandle { def: DefId(0), index: *index };
            let nth = 0;
            chars.abilities.push(AbilityInstance { handle, origin: Origin::Text, nth });
        }
        // CR 305.6: a basic land type comes with a mana ability. The handles are filled in by the table.
        for (i, subtype) in Subtype::BASIC_LANDS.into_iter().enumerate() {
            if chars.subtypes.contains(subtype) {
                let handle = AbilityHandle { def: DefId(u16::MAX), index: i as u16 };
                chars.abilities.push(AbilityInstance { handle, origin: Origin::BasicLandType, nth: 0 });
                traits.activated_from |= Traits::bit(ZoneKind::Battlefield);
            }
        }
        let own = chars.abilities.iter().filter(|a| a.origin == Origin::Text);
        let marks = own.map(|a| self.abilities[a.handle.index as usize].kind.mark());
        chars.restrictions |= marks.fold(Restrictions::empty(), Restrictions::union);
        Ok(Face { name: def.name.clone(), chars, traits })
    }

    fn note(&self, traits: &mut Traits, index: u16) {
        let ability = &self.abilities[index as usize];
        match &ability.kind {
            AbilityKind::Activated { is_mana, instant_speed, sorcery_speed, .. } => {
                traits.activated_from |= ability.zones;
                traits.timed_mana |= *is_mana && (*instant_speed || *sorcery_speed);
            }
            AbilityKind::Triggered { .. } => traits.triggered_from |= ability.zones,
            AbilityKind::Static { index, .. } => {
                traits.static_from |= ability.zones;
                traits.keeps_counters |= match &self.statics[*index as usize].effect {
                    StaticEffect::Affect(_, all) => all.iter().any(keeps_counters),
                    _ => false,
                };
                traits.replaces |= match &self.statics[*index as usize].effect {
                    StaticEffect::Replace(_) => true,
                    // What it takes on may replace how it enters (CR 614.12).
                    StaticEffect::Affect(_, all) => all.iter().any(takes_on),
                    StaticEffect::Rule(_) => false,
                };
            }
            // CR 730.2a: what merges has copiable values by an effect, like a copy.
            AbilityKind::AlternativeCost { tag: Some(CastBy::Mutate), .. } => {
                (traits.components, traits.copies) = (true, true);
            }
            AbilityKind::AlternativeCost { from, tag, .. }
                if *from != ZoneKind::Hand && *tag != Some(CastBy::Madness) =>
            {
                traits.cast_from |= Traits::bit(*from);
                traits.hand_actions |= *tag == Some(CastBy::Foretell);
            }
            AbilityKind::OptionalCost { flash, .. } => traits.instant_speed |= flash,
            AbilityKind::OpeningHand(..) => traits.opens = true,
            AbilityKind::Plot(_) | AbilityKind::Suspend { .. } => traits.hand_actions = true,
            _ => {}
        }
    }

    pub(super) fn push(&mut self, kind: AbilityKind, zones: u8) -> u16 {
        self.abilities.push(Ability { kind, zones });
        self.texts.push(Text { def: AbilityDef::Keywords(Vec::new()), keyword: None, speaker: self.speaker });
        (self.abilities.len() - 1) as u16
    }

    /// Copy effects that the instructions of an ability start give it to the copy, if they say so (CR 707.9a).
    pub(super) fn keeps_itself(&mut self, first: usize, index: u16) -> Result<(), CompileError> {
        for row in &mut self.statics[first..] {
            let StaticEffect::Affect(_, all) = &row.effect else { continue };
            let Some(exceptions) = keeping(all) else { continue };
            if exceptions.iter().any(|m| matches!(m, Modification::GainAbilities(_))) {
                return Err(CompileError::Unsupported("`ThisAbility` beside other abilities"));
            }
            // That of an ability inside the ability is known already.
            if row.granted.is_empty() {
                row.granted.push(index);
            }
        }
        Ok(())
    }

    /// Whether something says that it gives the ability that starts it, but none does, or it isn't a copy effect.
    fn keeps_nothing(&self) -> bool {
        self.statics.iter().any(|row| match &row.effect {
            StaticEffect::Affect(_, all) => {
                all.contains(&Modification::ThisAbility) || keeping(all).is_some() && row.granted.is_empty()
            }
            _ => false,
        })
    }

    /// What an ability says.
    pub(super) fn says(&mut self, index: u16, def: AbilityDef) {
        self.texts[index as usize] = Text { def, keyword: None, speaker: self.speaker };
    }

    /// The keyword that stands for an ability.
    pub(super) fn is_called(&mut self, index: u16, keyword: AbilityDef) {
        self.texts[index as usize].keyword = Some(keyword);
    }

    /// The abilities that follow are on something else; answers the speaker until now.
    pub(super) fn speak_as(&mut self, speaker: Speaker) -> u16 {
        self.speakers.push(speaker);
        std::mem::replace(&mut self.speaker, (self.speakers.len() - 1) as u16)
    }

    /// Adds tokens of one kind or several; answers their places.
    pub(super) fn token(&mut self, source: &TokenSource) -> Result<Vec<u16>, CompileError> {
        let def = match source {
            TokenSource::Several(kinds) => {
                let plain = |kind: &_| matches!(kind, TokenSource::New(_) | TokenSource::Predefined(_));
                if kinds.is_empty() || !kinds.iter().all(plain) {
                    return Err(CompileError::Unsupported(
                        "`Several` of other tokens than `New` and `Predefined` ones",
                    ));
                }
                let mut places = Vec::new();
                for kind in kinds {
                    places.extend(self.token(kind)?);
                }
                return Ok(places);
            }
            TokenSource::New(def) => def,
            TokenSource::Predefined(name) | TokenSource::PredefinedOn(name, _) => {
                self.tokens.get(name).ok_or_else(|| CompileError::UnknownToken(name.clone()))?
            }
            // Its power and toughness are known as it is created.
            TokenSource::Sized(def, ..) => {
                if def.pt.is_some() || def.back.is_some() {
                    return Err(CompileError::Unsupported("`pt` or `back` of a token of `Sized`"));
                }
                &TokenDef { pt: Some((Some(0), Some(0))), ..TokenDef::clone(def) }
            }
            TokenSource::CopyOf(..) | TokenSource::CopiesOf(..) => return Ok(Vec::new()),
        };
        self.made.push(definition(&def.card(), self.tokens)?);
        Ok(vec![(self.made.len() - 1) as u16])
    }

    /// Adds an emblem (CR 114): no characteristics, not even a name, but its abilities (114.3), which function in the
    /// command zone (114.4).
    pub(super) fn emblem(&mut self, abilities: &[AbilityDef]) -> Result<u16, CompileError> {
        let abilities = abilities.iter().cloned().map(commanding).collect();
        let (name, pt) = (Some("Emblem".to_owned()), None);
        let def = TokenDef { name, colors: Vec::new(), types: TypeLine::default(), pt, abilities, back: None };
        let mut made = definition(&def.card(), self.tokens)?;
        if let Some(made) = Arc::get_mut(&mut made) {
            made.faces[0].chars.name = NameId::NONE;
        }
        self.made.push(made);
        Ok((self.made.len() - 1) as u16)
    }
}

/// CR 113.6p, 114.4, 309.4c: an ability of an emblem, a plane, a scheme or a dungeon: it functions in the command zone.
fn commanding(mut ability: AbilityDef) -> AbilityDef {
    match &mut ability {
        AbilityDef::Static(s) => s.from = ZoneKind::Command,
        AbilityDef::Triggered(t) => t.from = ZoneKind::Command,
        AbilityDef::Activated(a) => a.from = ZoneKind::Command,
        _ => {}
    }
    ability
}

pub(super) const fn keeps_counters(m: &Modification) -> bool {
    matches!(m, Modification::Rule(ObjectRule::KeepsCounters { .. }))
}

/// Whether a modification gives a whole text.
fn takes_on(m: &Modification) -> bool {
    matches!(m, Modification::FullText(..) | Modification::CopyOf(..))
}

/// The exceptions of a copy effect that gives the ability that starts it.
fn keeping(modifications: &[Modification]) -> Option<&[Modification]> {
    modifications.iter().find_map(|m| match m {
        Modification::CopyOf(_, exceptions) if exceptions.contains(&Modification::ThisAbility) => {
            Some(exceptions.as_slice())
        }
        _ => None,
    })
}

/// A cost that may be paid besides the mana cost.
pub(super) fn optional_cost(def: &OptionalDef) -> AbilityKind {
    AbilityKind::OptionalCost {
        cost: def.cost.clone(),
        multiple: def.multiple,
        all_modes: def.all_modes,
        buyback: false,
        opponent: def.opponent,
        flash: def.flash,
        either: def.either,
    }
}

impl AbilityKind {
    /// The bit that says that such abilities are among those of an object, if there is one.
    pub const fn mark(&self) -> Restrictions {
        match self {
            Self::Protection { .. } => Restrictions::PROTECTION,
            Self::HexproofFrom(_) => Restrictions::HEXPROOF_FROM,
            _ => Restrictions::empty(),
        }
    }
}
