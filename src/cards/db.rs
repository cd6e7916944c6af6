//! All cards that a process knows, and the table of those that one game uses.

use super::check;
use super::check::FileError;
use super::compile::{CompileError, Tokens, definition};
use super::def::{CardDef, CardTypes, Keyword, Modification, Objects, StaticEffect, Subtype, ZoneKind, ZoneOf};
use super::names::Names;
use super::printed::PrintedRows;
use super::table::{CardTable, CardTableData, Definition};
use crate::model::fact::FactMask;
use crate::model::ids::{AbilityHandle, DefId, NameId, fold_name};
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

static CARDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/cards");
static TOKENS: &str = include_str!("../../assets/tokens.ron");

/// The cards that a process knows. Cheap to clone.
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
    cards: Arc<BTreeMap<String, Arc<Definition>>>,
    names: Arc<Names>,
    tokens: Arc<Tokens>,
}

impl CardDb {
    /// The cards in the binary, compiled once a process.
    ///
    /// # Panics
    /// If an embedded card is wrong, which the tests exclude.
    pub fn embedded() -> Self {
        static DB: OnceLock<CardDb> = OnceLock::new();
        DB.get_or_init(|| {
            let tokens = check::parse_tokens("assets/tokens.ron", TOKENS).unwrap_or_else(|e| panic!("{e}"));
            let mut files = Vec::new();
            collect(&CARDS, &mut files);
            let mut cards = Vec::new();
            for (path, text) in files {
                let card = check::parse_card(&path, text).unwrap_or_else(|e| panic!("{path}: {e}"));
                let compiled = definition(&card, &tokens).unwrap_or_else(|e| panic!("{path}: {e}"));
                cards.push(compiled);
            }
            Self::of(cards, Arc::new(tokens))
        })
        .clone()
    }

    fn of(definitions: Vec<Arc<Definition>>, tokens: Arc<Tokens>) -> Self {
        let mut cards = BTreeMap::new();
        for definition in definitions {
            for face in &definition.faces {
                // CR 709.4a: of split cards each half's name names the card, too.
                cards.insert(fold_name(&face.name), Arc::clone(&definition));
            }
            cards.insert(fold_name(&definition.name), definition);
        }
        let names: Vec<_> = cards
            .values()
            .flat_map(|d: &Arc<Definition>| &d.faces)
            .filter(|f| f.chars.second_name == NameId::NONE)
            .map(|f| (f.name.clone(), f.chars.name, f.chars.clone()))
            .collect();
        Self { cards: Arc::new(cards), names: Arc::new(Names::new(names)), tokens }
    }

    /// These cards and those of more files (`--cards`): each file is checked; a name that is there already is replaced.
    ///
    /// # Errors
    /// All files that can't be used.
    pub fn with_files(&self, path: &Path) -> Result<Self, Vec<FileError>> {
        let mut all: Vec<_> = self.definitions().cloned().collect();
        all.extend(self.compile_files(path)?);
        Ok(Self::of(all, Arc::clone(&self.tokens)))
    }

    /// Compiles all card files under a path, each of which defines another card.
    ///
    /// # Errors
    /// All files that can't be used, or that there are none.
    pub fn compile_files(&self, path: &Path) -> Result<Vec<Arc<Definition>>, Vec<FileError>> {
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
        if errors.is_empty() { Ok(compiled.into_iter().map(|(_, card)| card).collect()) } else { Err(errors) }
    }

    /// These cards and further definitions.
    ///
    /// # Errors
    /// If one can't be compiled.
    pub fn with_cards(&self, cards: &[CardDef]) -> Result<Self, CompileError> {
        let mut all: Vec<_> = self.definitions().cloned().collect();
        for card in cards {
            all.push(self.compile(card)?);
        }
        Ok(Self::of(all, Arc::clone(&self.tokens)))
    }

    /// Compiles a card with this set's predefined tokens.
    ///
    /// # Errors
    /// If it can't be compiled.
    pub fn compile(&self, card: &CardDef) -> Result<Arc<Definition>, CompileError> {
        definition(card, &self.tokens)
    }

    /// The card of a name.
    pub fn get(&self, name: &str) -> Option<&Arc<Definition>> {
        self.cards.get(&fold_name(name))
    }

    /// All cards, each once, by name.
    pub fn definitions(&self) -> impl Iterator<Item = &Arc<Definition>> {
        self.cards.iter().filter(|(k, d)| **k == fold_name(&d.name)).map(|(_, d)| d)
    }

    /// All names of cards, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.definitions().map(|d| d.name.as_str())
    }

    /// The table for a game with these cards, each definition once, in order of their first use.
    pub fn table(&self, used: &[Arc<Definition>]) -> CardTable {
        let mut data = CardTableData {
            names: Arc::clone(&self.names),
            tokens: Arc::clone(&self.tokens),
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
        data.complete();
        CardTable(Arc::new(data))
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
        }
        // What stands inside abilities can come to function anywhere that it says.
        for ability in &definition.abilities {
            match &ability.kind {
                super::AbilityKind::Triggered { is_mana, .. } => {
                    self.traits.triggered_from |= ability.zones;
                    self.traits.boosts_mana |= is_mana;
                }
                super::AbilityKind::Activated { .. } => self.traits.activated_from |= ability.zones,
                super::AbilityKind::Static { index, is_cda, .. } => {
                    self.traits.static_from |= ability.zones;
                    // What defines characteristics already has, unless another face is cast.
                    let changes = matches!(definition.statics[usize::from(*index)].effect, StaticEffect::Affect(..));
                    let on_stack = ability.zones & super::Traits::bit(ZoneKind::Stack) != 0;
                    self.traits.shapes_itself |= on_stack && changes && (!is_cda || definition.faces.len() > 1);
                }
                super::AbilityKind::AlternativeCost { from, .. } => self.traits.cast_from |= super::Traits::bit(*from),
                _ => {}
            }
        }
    }
}

/// Whether a group has objects on the stack in it, others than single ones.
fn reaches_stack(group: &Objects) -> bool {
    match group {
        Objects::In(zone, _) | Objects::TopOf(_, zone) => *zone == ZoneOf::Stack,
        Objects::Only(inner, _) => reaches_stack(inner),
        Objects::Union(parts) => parts.iter().any(reaches_stack),
        _ => false,
    }
}

/// CR 601.3d: whether spells may be cast any time because of a modification.
fn may_quicken(modification: &Modification) -> bool {
    match modification {
        Modification::Gain(keywords) => keywords.contains(&Keyword::Flash),
        Modification::AddTypes(types, _) | Modification::SetTypes(types, _) => types.contains(CardTypes::INSTANT),
        Modification::GainAbilities(_) | Modification::FullText(..) => true,
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

fn collect<'a>(dir: &'a Dir<'a>, files: &mut Vec<(String, &'a str)>) {
    for file in dir.files() {
        let path = file.path().display().to_string();
        if path.ends_with(".ron") {
            files.push((path, file.contents_utf8().expect("card files are UTF-8")));
        }
    }
    dir.dirs().for_each(|d| collect(d, files));
}

/// A definition that holds abilities which no card prints: the five intrinsic mana abilities of CR 305.6, in the order of
/// [`Subtype::BASIC_LANDS`], ward {2}, the planeswalking ability of 901.8, which the planar die makes trigger, and that of rad
/// counters (728.1). What functions nowhere watches for nothing.
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
        let abilities = [&abilities, ward, walk, radiation].join(", ");
        let text = format!(r#"Card(format: 1, name: "Basic land types", types: "Land", abilities: [{abilities}])"#);
        let card = check::parse_card("basic land types", &text).unwrap_or_else(|e| panic!("{e}"));
        definition(&card, &Tokens::new()).unwrap_or_else(|e| panic!("{e}"))
    };
    Arc::clone(BASICS.get_or_init(make))
}

impl CardTable {
    /// The intrinsic mana ability of a basic land type (CR 305.6).
    pub fn basic_mana(&self, subtype: Subtype) -> Option<AbilityHandle> {
        self.0.basic_mana.get(subtype.0 as usize).copied()
    }
}
