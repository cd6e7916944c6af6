//! All cards that a process knows, and the table of those that one game uses.

use super::check;
use super::check::FileError;
use super::compile::{CompileError, Tokens, definition};
use super::def::{
    CardDef, CardTypes, Condition, Duration, Filter, Keyword, Modification, Obj, ObjectRule, Objects, Quantity, Rule,
    StaticEffect, Subtype, TriggerEvent, ZoneKind, ZoneOf,
};
use super::import::{Library, Unusable};
use super::names::Names;
use super::printed::PrintedRows;
use super::shipped::{self, dungeons, the_ring};
use super::table::{CardTable, CardTableData, Definition};
use crate::model::dirt::StateClass;
use crate::model::fact::FactMask;
use crate::model::ids::{AbilityHandle, AbilityKey, DefId, ObjectRef, fold_name};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The cards that a process knows. Cheap to clone.
///
/// Of several definitions of a card, this one is used: one of a card file or of [`CardDb::with_cards`]; one in the binary that is
/// written by hand; one that is compiled from the text in a [`Library`]; one in the binary that was compiled from a text.
///
/// # Examples
/// ```
/// use dracones::cards::CardDb;
///
/// let db = CardDb::embedded();
/// assert_eq!(db.get("lightning bolt").unwrap().name, "Lightning Bolt");
/// assert!(db.get("Lightnng Bolt").is_none());
/// ```
#[derive(Clone, Debug)]
pub struct CardDb {
    /// By folded name, of the card and of each of its faces.
    own: Arc<BTreeMap<String, (Arc<Definition>, Origin)>>,
    library: Option<Arc<Library>>,
    names: Arc<Names>,
}

/// Where a definition comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is in the binary, and was written by hand.
    ByHand,
    /// It is in the binary, and was compiled from the card's text.
    Compiled,
    /// It was compiled from the text in this file.
    Text(PathBuf),
    /// It is in this card file.
    File(PathBuf),
    /// The program or a scenario gave it.
    Given,
}

impl CardDb {
    /// The cards in the binary. They are parsed and compiled when somebody asks for them.
    pub fn embedded() -> Self {
        static DB: OnceLock<CardDb> = OnceLock::new();
        DB.get_or_init(|| Self::of(BTreeMap::new(), None)).clone()
    }

    fn of(own: BTreeMap<String, (Arc<Definition>, Origin)>, library: Option<Arc<Library>>) -> Self {
        let definitions =
            own.iter().filter(|(key, (d, _))| **key == fold_name(&d.name)).map(|(_, (d, _))| Arc::clone(d));
        let names = Names::new(definitions.collect(), library.clone());
        Self { own: Arc::new(own), library, names: Arc::new(names) }
    }

    /// These cards and further ones; a name that is there already is replaced.
    fn with(&self, definitions: impl IntoIterator<Item = (Arc<Definition>, Origin)>) -> Self {
        let mut own = BTreeMap::clone(&self.own);
        for (definition, origin) in definitions {
            for face in &definition.faces {
                // CR 709.4a: of split cards each half's name names the card, too.
                own.insert(fold_name(&face.name), (Arc::clone(&definition), origin.clone()));
            }
            own.insert(fold_name(&definition.name), (definition, origin));
        }
        Self::of(own, self.library.clone())
    }

    /// These cards and those of more files (`--cards`): each file is checked; a name that is there already is replaced.
    ///
    /// # Errors
    /// All files that can't be used.
    pub fn with_files(&self, path: &Path) -> Result<Self, Vec<FileError>> {
        let files = self.compile_all(path)?;
        Ok(self.with(files.into_iter().map(|(file, definition)| (definition, Origin::File(file)))))
    }

    /// These cards and those of a file of texts, each of which is compiled when somebody asks for it.
    #[must_use]
    pub fn with_library(&self, library: impl Into<Arc<Library>>) -> Self {
        Self::of(BTreeMap::clone(&self.own), Some(library.into()))
    }

    /// Compiles all card files under a path, each of which defines another card.
    ///
    /// # Errors
    /// All files that can't be used, or that there are none.
    pub fn compile_files(&self, path: &Path) -> Result<Vec<Arc<Definition>>, Vec<FileError>> {
        Ok(self.compile_all(path)?.into_iter().map(|(_, card)| card).collect())
    }

    fn compile_all(&self, path: &Path) -> Result<Vec<(PathBuf, Arc<Definition>)>, Vec<FileError>> {
        let (read, mut errors) = check::read_files(path)?;
        let mut compiled: Vec<(PathBuf, Arc<Definition>)> = Vec::new();
        for (file, card) in read {
            match self.compile(&card) {
                Ok(card) => match compiled.iter().find(|(_, other)| fold_name(&other.name) == fold_name(&card.name)) {
                    Some((other, _)) => errors.push(FileError::twice(&file, &card.name, other)),
                    None => compiled.push((file, card)),
                },
                Err(error) => errors.push(FileError::compile(&file, &card.name, &error)),
            }
        }
        if errors.is_empty() { Ok(compiled) } else { Err(errors) }
    }

    /// These cards and further definitions.
    ///
    /// # Errors
    /// If one can't be compiled.
    pub fn with_cards(&self, cards: &[CardDef]) -> Result<Self, CompileError> {
        let compiled: Vec<_> = cards.iter().map(|card| self.compile(card)).collect::<Result<_, _>>()?;
        Ok(self.with(compiled.into_iter().map(|definition| (definition, Origin::Given))))
    }

    /// Compiles a card with this set's predefined tokens.
    ///
    /// # Errors
    /// If it can't be compiled.
    pub fn compile(&self, card: &CardDef) -> Result<Arc<Definition>, CompileError> {
        // What follows goes through the terms by recursion. A file that could be read isn't too deep.
        if check::is_too_deep(card) {
            return Err(CompileError::TooDeep);
        }
        use super::supported::{of_ends, of_ignoring, of_permits, of_producing, of_transforming, of_types};
        let odd =
            of_types(card).or_else(|| of_permits(card)).or_else(|| of_ignoring(card)).or_else(|| of_producing(card));
        if let Some(term) = odd.or_else(|| of_ends(card)).or_else(|| of_transforming(card)) {
            return Err(CompileError::Unsupported(term));
        }
        definition(card, shipped::tokens())
    }

    /// The card of a name.
    pub fn get(&self, name: &str) -> Option<&Arc<Definition>> {
        self.find(&fold_name(name)).map(|(definition, _)| definition)
    }

    /// Where the definition of a card comes from, if there is one.
    pub fn origin(&self, name: &str) -> Option<Origin> {
        self.find(&fold_name(name)).map(|(_, origin)| origin)
    }

    /// Whether the definition of a card was written by hand and comes with the program. Nothing is read for it that was compiled.
    pub fn is_by_hand(&self, name: &str) -> bool {
        let key = fold_name(name);
        !self.own.contains_key(&key) && shipped::by_hand(&key).is_some()
    }

    /// The card of a folded name, and where it comes from.
    fn find(&self, key: &str) -> Option<(&Arc<Definition>, Origin)> {
        if let Some((definition, origin)) = self.own.get(key) {
            return Some((definition, origin.clone()));
        }
        if let Some(definition) = shipped::by_hand(key) {
            return Some((definition, Origin::ByHand));
        }
        if let Some(library) = &self.library
            && let Some(Ok(definition)) = library.get(key)
        {
            return Some((definition, Origin::Text(library.file().to_owned())));
        }
        Some((shipped::compiled(key)?, Origin::Compiled))
    }

    /// Why the card of a name can't be used although its text is there; `None` if it can or if nobody knows it.
    pub fn declined(&self, name: &str) -> Option<Unusable> {
        let key = fold_name(name);
        if self.find(&key).is_some() {
            return None;
        }
        self.library.as_ref()?.get(&key)?.err()
    }

    /// The formats in which a card is legal whose definition was compiled from its text, if that is known.
    pub fn formats(&self, name: &str) -> Option<Vec<&str>> {
        let of_text = || self.library.as_ref()?.formats(&fold_name(name));
        of_text().or_else(|| shipped::formats(name))
    }

    /// The names of all cards by folded name, each once; those whose texts can't be compiled only if wanted.
    fn listed(&self, declined: bool) -> BTreeMap<&str, &str> {
        let mut all: BTreeMap<&str, &str> = BTreeMap::new();
        let in_library = self.library.iter().flat_map(|library| library.names());
        all.extend(in_library.filter(|(key, _)| declined || self.find(key).is_some()));
        all.extend(shipped::all().iter().map(|listed| (listed.key.as_str(), listed.name.as_str())));
        let own = self.own.iter().filter(|(key, (d, _))| **key == fold_name(&d.name));
        all.extend(own.map(|(key, (d, _))| (key.as_str(), d.name.as_str())));
        all
    }

    /// All cards, each once, by name.
    pub fn definitions(&self) -> impl Iterator<Item = &Arc<Definition>> {
        self.listed(false).into_keys().filter_map(|key| self.find(key)).map(|(definition, _)| definition)
    }

    /// All names of cards, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        // Who looks for near names may find none wanting, and then asks for nothing.
        std::iter::once_with(|| self.listed(false).into_values()).flatten()
    }

    /// All names of cards that somebody may mean, sorted: also of those whose texts can't be compiled.
    pub fn spellings(&self) -> impl Iterator<Item = &str> {
        std::iter::once_with(|| self.listed(true).into_values()).flatten()
    }

    /// The table for a game with these cards, each definition once, in order of their first use.
    pub fn table(&self, used: &[Arc<Definition>]) -> CardTable {
        let mut data = CardTableData {
            names: Arc::clone(&self.names),
            tokens: Arc::clone(shipped::tokens()),
            ..CardTableData::default()
        };
        for definition in used {
            if !data.defs.iter().any(|d| Arc::ptr_eq(d, definition)) {
                data.defs.push(Arc::clone(definition));
            }
        }
        data.cards = data.defs.len();
        // Tokens after all cards; tokens that make tokens follow theirs.
        data.defs.push(basic_lands());
        let basics = DefId(data.cards as u16);
        for (i, handle) in data.basic_mana.iter_mut().enumerate() {
            *handle = AbilityHandle { def: basics, index: i as u16 };
        }
        data.ward = AbilityHandle { def: basics, index: 5 };
        data.planeswalking = AbilityHandle { def: basics, index: 6 };
        data.radiation = AbilityHandle { def: basics, index: 7 };
        data.monarch = [8, 9].map(|index| AbilityHandle { def: basics, index });
        data.racing = AbilityHandle { def: basics, index: 10 };
        data.complete();
        CardTable(Arc::new(data))
    }
}

impl CardTable {
    /// Whether its cards are those that `db` has by these names, in this order.
    pub(crate) fn is_of(&self, cards: &[String], db: &CardDb) -> bool {
        let is_it = |(name, own): (&String, &Arc<Definition>)| db.get(name).is_some_and(|card| Arc::ptr_eq(card, own));
        let own = &self.0.defs[..self.0.cards];
        own.len() == cards.len() && Arc::ptr_eq(&self.0.names, &db.names) && cards.iter().zip(own).all(is_it)
    }
}

impl CardTableData {
    /// Adds a definition with its tokens.
    pub(super) fn extend(&mut self, definition: Arc<Definition>) {
        self.defs.push(definition);
        self.printed = PrintedRows::default();
        self.complete();
    }

    /// Adds the tokens of new definitions, and what all of them need the engine to look at.
    fn complete(&mut self) {
        let mut i = self.first_token.len();
        while i < self.defs.len() {
            self.first_token.push(self.defs.len() as u16);
            let definition = Arc::clone(&self.defs[i]);
            self.defs.extend(definition.tokens.iter().cloned());
            self.note(&definition);
            i += 1;
            if self.traits.ventures && self.dungeons.is_empty() {
                self.open_dungeons();
            }
            if self.traits.tempts && self.ring.is_none() {
                self.ring = Some(DefId(self.defs.len() as u16));
                self.defs.push(the_ring::emblem());
            }
        }
    }

    /// Adds the dungeons, and the abilities of the initiative.
    fn open_dungeons(&mut self) {
        let def = DefId(self.defs.len() as u16);
        self.initiative = Some([0, 1, 2].map(|index| AbilityHandle { def, index }));
        self.defs.push(dungeons::initiative());
        for dungeon in dungeons::all() {
            self.dungeons.push(DefId(self.defs.len() as u16));
            self.defs.push(Arc::clone(dungeon));
        }
    }

    fn note(&mut self, definition: &Definition) {
        self.watched |= watched(definition);
        for face in &definition.faces {
            self.traits.add(face.traits);
        }
        for row in &definition.statics {
            if let StaticEffect::Affect(group, modifications) = &row.effect
                && reaches_stack(group)
            {
                self.traits.reaches_stack = true;
                self.traits.quickens_spells |= modifications.iter().any(may_quicken);
            }
            if let StaticEffect::Affect(group, modifications) = &row.effect {
                self.traits.rules_abilities |= may_have_abilities(group) && modifications.iter().any(rules_stack);
            }
            self.traits.replaces_mana |= matches!(&row.effect, StaticEffect::Rule(Rule::ProducesInstead { .. }));
        }
        for op in definition.programs.iter().flatten() {
            let super::Op::Continuous(row, Duration::NextSpell(_)) = op else { continue };
            self.traits.reaches_stack = true;
            if let StaticEffect::Affect(_, modifications) = &definition.statics[usize::from(*row)].effect {
                self.traits.quickens_spells |= modifications.iter().any(may_quicken);
            }
        }
        self.traits.binds_mana |= definition.programs.iter().flatten().any(binds_mana);
        // What stands inside abilities can come to function anywhere that it says.
        for ability in &definition.abilities {
            if let super::AbilityKind::Activated { by, .. } = &ability.kind {
                self.traits.acts_for_others |= *by != super::def::Who::You;
            }
            match &ability.kind {
                super::AbilityKind::Triggered { is_mana, when, .. } => {
                    self.traits.reveals_drawn |= *when == TriggerEvent::RevealedAsDrawn;
                    self.traits.discards_itself |= super::is_own_discard(when);
                    self.traits.triggered_from |= ability.zones;
                    self.traits.boosts_mana |= is_mana;
                }
                super::AbilityKind::Activated {
                    is_mana, instant_speed, sorcery_speed, only_if, less, less_by, ..
                } => {
                    self.traits.asks_step |= less_by.as_deref().is_some_and(|(only_if, _)| asks_step(only_if));
                    let less_now = |less: &Quantity| super::reads::of_quantity(less).contains(StateClass::TURN);
                    self.traits.asks_step |= asks_step(only_if) || less.as_deref().is_some_and(less_now);
                    self.traits.activated_from |= ability.zones;
                    self.traits.mana_from |= if *is_mana { ability.zones } else { 0 };
                    self.traits.acts_from |=
                        if *is_mana && !instant_speed && !sorcery_speed { 0 } else { ability.zones };
                }
                super::AbilityKind::Static { index, is_cda, .. } => {
                    self.traits.static_from |= ability.zones;
                    // What defines characteristics already has, unless another face is cast.
                    let changes = matches!(definition.statics[usize::from(*index)].effect, StaticEffect::Affect(..));
                    let on_stack = ability.zones & super::Traits::bit(ZoneKind::Stack) != 0;
                    self.traits.shapes_itself |= on_stack && changes && (!is_cda || definition.faces.len() > 1);
                }
                super::AbilityKind::CastOnlyIf(only_if) => self.traits.asks_step |= asks_step(only_if),
                super::AbilityKind::AlternativeCost { from, only_if, .. } => {
                    self.traits.asks_step |= asks_step(only_if);
                    self.traits.cast_from |= super::Traits::bit(*from);
                }
                _ => {}
            }
        }
    }
}

/// CR 106.6: whether an instruction adds mana that can't be spent on everything, or does something as it is spent.
fn binds_mana(op: &super::Op) -> bool {
    match op {
        super::Op::Do(effect) => matches!(&**effect, super::def::Instruction::AddMana { only, .. } if !only.is_empty()),
        op => matches!(op, super::Op::IfSpent(..) | super::Op::WhenSpent(..) | super::Op::Lasts(_)),
    }
}

/// Whether a condition asks for the step or whose turn it is.
fn asks_step(condition: &Condition) -> bool {
    super::reads::of_condition(condition).contains(StateClass::TURN)
}

/// Whether a group has objects on the stack in it, others than single ones.
fn reaches_stack(group: &Objects) -> bool {
    match group {
        Objects::In(zone, _) | Objects::TopOf(_, zone, _) | Objects::BottomOf(_, zone) => *zone == ZoneOf::Stack,
        Objects::Only(inner, _) => reaches_stack(inner),
        Objects::Union(parts) => parts.iter().any(reaches_stack),
        _ => false,
    }
}

/// Whether abilities on the stack can be in a group.
fn may_have_abilities(group: &Objects) -> bool {
    fn only_spells(filter: &Filter) -> bool {
        match filter {
            Filter::Spell | Filter::Type(_) | Filter::Subtype(_) | Filter::Supertype(_) => true,
            Filter::And(parts) => parts.iter().any(only_spells),
            Filter::Or(parts) => parts.iter().all(only_spells),
            _ => false,
        }
    }
    match group {
        Objects::The(Obj::This) | Objects::All(_) => false,
        Objects::In(_, filter) => !only_spells(filter),
        Objects::Only(inner, filter) => !only_spells(filter) && may_have_abilities(inner),
        Objects::Union(parts) => parts.iter().any(may_have_abilities),
        _ => true,
    }
}

/// Whether it is a rule that matters on the stack.
fn rules_stack(modification: &Modification) -> bool {
    let Modification::Rule(rule) = modification else { return false };
    matches!(rule, ObjectRule::CantBeCountered | ObjectRule::CantBeCounteredBy(_) | ObjectRule::CantBeTargetedBy(_))
}

/// CR 601.3d: whether spells may be cast any time because of a modification.
fn may_quicken(modification: &Modification) -> bool {
    match modification {
        Modification::Gain(keywords) => keywords.contains(&Keyword::Flash),
        Modification::AddTypes(types, _) | Modification::SetTypes(types, _) => types.contains(CardTypes::INSTANT),
        Modification::GainAbilities(_) | Modification::FullText(..) | Modification::RulesText(_) => true,
        _ => false,
    }
}

fn watched(definition: &Definition) -> FactMask {
    let masks = definition.abilities.iter().map(|a| match &a.kind {
        super::AbilityKind::Triggered { watch, .. } if a.zones != super::Traits::bit(ZoneKind::Outside) => *watch,
        _ => FactMask::empty(),
    });
    masks.fold(FactMask::empty(), FactMask::union)
}

/// A definition that holds abilities which no card prints: the five intrinsic mana abilities of CR 305.6, in the order of
/// [`Subtype::BASIC_LANDS`], ward {2}, the planeswalking ability of 901.8, which the planar die makes trigger, and that of rad
/// counters (728.1), the two of the monarch (725.2), and that of speed (702.179d). What functions nowhere watches for nothing.
fn basic_lands() -> Arc<Definition> {
    static BASICS: OnceLock<Arc<Definition>> = OnceLock::new();
    let make = || {
        let symbols = ["W", "U", "B", "R", "G"];
        let ability = |s: &str| format!(r#"Activated(cost: [Tap], effects: [AddMana(mana: Fixed("{{{s}}}"))])"#);
        let abilities = symbols.map(ability).join(", ");
        let ward = r#"Keyword(Ward([Mana("{2}")]))"#;
        let walk = r#"Triggered(when: ChaosEnsues, effects: [Planeswalk(You)], from: Outside)"#;
        let radiation = r#"Triggered(
            when: Beginning(PrecombatMain, You),
            only_if: Compare(PlayerCounters("rad", You), Ge, N(1)),
            effects: [
                Mill(count: PlayerCounters("rad", You), into: "milled"),
                Set("nonland", Count(Only(Var("milled"), Not(Type("Land"))))),
                LoseLife(You, Var("nonland")),
                RemoveCounters(kind: "rad", count: Var("nonland"), from: Players(You)),
            ],
            from: Outside,
        )"#;
        let crown = r#"Triggered(when: Beginning(End, You), effects: [Draw()], from: Outside)"#;
        let coup = r#"Triggered(
            when: Damage(source: Type("Creature"), to: Player(You), combat: true),
            effects: [BecomeMonarch(ControllerOf(EventSource))],
            from: Outside,
        )"#;
        let race = r#"Triggered(
            when: LosesLife(EachOpponent),
            provided: TurnOf(You),
            only_if: And([Compare(Speed(You), Ge, N(1)), Compare(Speed(You), Lt, N(4))]),
            per_turn: Some(1),
            effects: [RaiseSpeed(You)],
            from: Outside,
        )"#;
        let abilities = [&abilities, ward, walk, radiation, crown, coup, race].join(", ");
        let text = format!(r#"Card(format: 1, name: "Basic land types", types: "Land", abilities: [{abilities}])"#);
        let card = check::parse_card("basic land types", &text).unwrap_or_else(|e| panic!("{e}"));
        definition(&card, &Tokens::new()).unwrap_or_else(|e| panic!("{e}"))
    };
    Arc::clone(BASICS.get_or_init(make))
}

impl CardTable {
    /// What an inherent triggered ability is called (CR 702.179d, 725.2, 728.1, 901.8): it has no source whose name it could have. `None`
    /// for all other abilities.
    pub fn inherent(&self, key: AbilityKey) -> Option<&'static str> {
        let CardTableData { planeswalking, radiation, monarch, initiative, racing, .. } = self.0.as_ref();
        match key.handle {
            _ if key.object != ObjectRef::NONE => None,
            handle if monarch.contains(&handle) => Some("monarch ability"),
            handle if initiative.is_some_and(|all| all.contains(&handle)) => Some("initiative ability"),
            handle if handle == *racing => Some("speed ability"),
            handle if handle == *radiation => Some("rad counter ability"),
            handle if handle == *planeswalking => Some("planeswalking ability"),
            _ => None,
        }
    }

    /// The definition of the n-th token of a definition.
    pub fn token(&self, def: DefId, nth: u16) -> DefId {
        DefId(self.0.first_token[def.0 as usize] + nth)
    }
    /// The intrinsic mana ability of a basic land type (CR 305.6).
    pub fn basic_mana(&self, subtype: Subtype) -> Option<AbilityHandle> {
        self.0.basic_mana.get(subtype.0 as usize).copied()
    }
}
