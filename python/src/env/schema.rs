//! What the tensors of an observation hold: each column with its range and meaning. All of them are 16-bit integers.
//!
//! Seats are counted from the observer: 0 is the observer, 1 the next player in turn order. Objects are named by their
//! rows among the object tokens; -1 is none, or one that the observer doesn't see.

use dracones::cards::def::Keyword;
use dracones::model::decision::PromptKind;
use serde::Serialize;
use std::sync::OnceLock;
use xxhash_rust::xxh3::xxh3_64;

/// The version of the schema: raised when a column changes its meaning.
pub(crate) const VERSION: u16 = 1;
/// How many bits of a set one column holds: all but the sign.
pub(crate) const BITS: usize = 15;
/// The largest number that columns for amounts hold; what is more is told as this.
const MOST: i16 = 9999;

/// A column as it is described.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) low: i16,
    pub(crate) high: i16,
    pub(crate) doc: String,
}

/// A column as it is written here.
#[derive(Clone, Copy)]
struct Column {
    name: &'static str,
    low: i16,
    high: i16,
    doc: &'static str,
}

impl Column {
    fn field(&self) -> Field {
        Field { name: self.name.to_owned(), low: self.low, high: self.high, doc: self.doc.to_owned() }
    }
}

const fn column(name: &'static str, low: i16, high: i16, doc: &'static str) -> Column {
    Column { name, low, high, doc }
}

/// The least and the largest value of each column of a tensor: known when this is compiled, so that writing a row is
/// straight work without looking anything up.
pub(crate) type Ranges<const N: usize> = [(i16, i16); N];

const fn ranges<const N: usize>(parts: &[&[Column]]) -> Ranges<N> {
    let mut all = [(0, 0); N];
    let (mut part, mut at) = (0, 0);
    while part < parts.len() {
        let mut place = 0;
        while place < parts[part].len() {
            all[at] = (parts[part][place].low, parts[part][place].high);
            place += 1;
            at += 1;
        }
        part += 1;
    }
    assert!(at == N, "each column has a range");
    all
}

/// How many columns the tensors have.
pub(crate) const GLOBAL_WIDTH: usize = GLOBAL.len();
pub(crate) const PLAYER_WIDTH: usize = PLAYERS.len();
pub(crate) const TOKEN_WIDTH: usize = TOKENS_BEFORE.len() + KEYWORD_COLUMNS + TOKENS_AFTER.len();
pub(crate) const ACTION_WIDTH: usize = ACTIONS.len();

pub(crate) const GLOBAL_RANGES: Ranges<GLOBAL_WIDTH> = ranges(&[GLOBAL]);
pub(crate) const PLAYER_RANGES: Ranges<PLAYER_WIDTH> = ranges(&[PLAYERS]);
pub(crate) const TOKEN_RANGES: Ranges<TOKEN_WIDTH> = ranges(&[TOKENS_BEFORE, &KEYWORDS, TOKENS_AFTER]);
pub(crate) const ACTION_RANGES: Ranges<ACTION_WIDTH> = ranges(&[ACTIONS]);

/// The columns of all tensors.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Schema {
    pub(crate) version: u16,
    pub(crate) global: Vec<Field>,
    pub(crate) players: Vec<Field>,
    pub(crate) tokens: Vec<Field>,
    pub(crate) actions: Vec<Field>,
    pub(crate) prompts: Vec<&'static str>,
    pub(crate) kinds: Vec<&'static str>,
}

/// The sorts of actions with their names, numbered in this order.
macro_rules! kinds {
    ($($kind:ident = $name:literal,)*) => {
        /// The names, in the order of their numbers.
        pub(crate) const KINDS: &[&str] = &[$($name,)*];

        /// The places of the sorts among [`KINDS`].
        #[derive(Clone, Copy)]
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "written like the numbers that they are")]
        enum Place { $($kind,)* }

        /// The numbers of the sorts of actions.
        pub(crate) mod kind {
            use super::Place;
            $(pub(crate) const $kind: i64 = Place::$kind as i64;)*
        }
    };
}

kinds! {
    NONE = "none",
    DONE = "done",
    NARROW = "narrow",
    PASS = "pass",
    PLAY_LAND = "play land",
    CAST = "cast",
    PLANAR_DIE = "planar die",
    PLOT = "plot",
    TURN_FACE_UP = "turn face up",
    ACTIVATE = "activate",
    OBJECT = "object",
    PLAYER = "player",
    ATTACK = "attack",
    BLOCK = "block",
    MODE = "mode",
    COLOR = "color",
    SUBTYPE = "subtype",
    NUMBER = "number",
    TRIGGER = "trigger",
    REPLACEMENT = "replacement",
    WAY = "way",
    MANA = "mana",
    COURSE = "course",
    YES_OR_NO = "yes or no",
    NAME = "name",
    SHARE = "share",
    ROOM = "room",
    FORETELL = "foretell",
    SUSPEND = "suspend",
    COMPANION = "companion",
    UNLOCK = "unlock",
    CARD_TYPE = "card type",
    COUNTER = "counter",
}

/// How many columns the set of keywords takes.
pub(crate) const KEYWORD_COLUMNS: usize = Keyword::ALL.len().div_ceil(BITS);

/// They are named and described by the keywords in them.
const KEYWORDS: [Column; KEYWORD_COLUMNS] = [column("keywords", 0, i16::MAX, "keywords as bits"); KEYWORD_COLUMNS];

impl Schema {
    /// The schema of this build.
    pub(crate) fn get() -> &'static Self {
        static SCHEMA: OnceLock<Schema> = OnceLock::new();
        SCHEMA.get_or_init(|| Self {
            version: VERSION,
            global: GLOBAL.iter().map(Column::field).collect(),
            players: PLAYERS.iter().map(Column::field).collect(),
            tokens: tokens(),
            actions: ACTIONS.iter().map(Column::field).collect(),
            prompts: PromptKind::ALL.iter().map(|kind| kind.name()).collect(),
            kinds: KINDS.to_vec(),
        })
    }

    /// A hash of everything in it, in hexadecimal.
    pub(crate) fn hash(&self) -> String {
        format!("{:016x}", xxh3_64(serde_json::to_string(self).unwrap_or_default().as_bytes()))
    }
}

fn tokens() -> Vec<Field> {
    let keywords = |n: usize| {
        let words: Vec<&str> = Keyword::ALL.iter().skip(n * BITS).take(BITS).map(|word| word.text()).collect();
        let (name, doc) = (format!("{}_{n}", KEYWORDS[n].name), format!("{}: {}", KEYWORDS[n].doc, words.join(", ")));
        Field { name, doc, ..KEYWORDS[n].field() }
    };
    let before = TOKENS_BEFORE.iter().map(Column::field);
    before.chain((0..KEYWORD_COLUMNS).map(keywords)).chain(TOKENS_AFTER.iter().map(Column::field)).collect()
}

const GLOBAL: &[Column] = &[
    column("turn", 0, MOST, "turns begun"),
    column(
        "step",
        0,
        12,
        "the step: untap, upkeep, draw, main, begin combat, attackers, blockers, first-strike damage, damage, end of combat, second main, end, cleanup",
    ),
    column("active", 0, 15, "whose turn it is"),
    column("priority", -1, 15, "who has priority"),
    column("decider", -1, 15, "who is asked; -1 if the game is over"),
    column("player", -1, 15, "whose decision it is by the rules, if the observer is asked"),
    column(
        "prompt",
        -1,
        PromptKind::ALL.len() as i16 - 1,
        "the sort of decision, by the list `prompts`, if the observer is asked",
    ),
    column("form", -1, 6, "its form, if the observer is asked: one, set, order, division, number, yes or no, name"),
    column("clicks", 0, MOST, "clicks made for it so far"),
    column("options", 0, MOST, "how many options it has"),
    column("min", -MOST, MOST, "the fewest options of a set, or the least number"),
    column("max", -MOST, MOST, "the most options of a set, or the largest number"),
    column("total", 0, MOST, "what is divided"),
    column("about", -1, MOST, "the object that the decision is about"),
    column("stack", 0, MOST, "objects on the stack"),
    column("seats", 2, 16, "players at the beginning"),
    column("objects", 0, MOST, "rows among the tokens"),
    column("day_night", 0, 2, "neither day nor night, day, night"),
];

const PLAYERS: &[Column] = &[
    column("life", -MOST, MOST, "life total"),
    column("poison", 0, MOST, "poison counters"),
    column("energy", 0, MOST, "energy counters"),
    column("counters", 0, MOST, "all other counters"),
    column("hand", 0, MOST, "cards in hand"),
    column("library", 0, MOST, "cards in library"),
    column("graveyard", 0, MOST, "cards in graveyard"),
    column("mana_white", 0, MOST, "unspent mana of this type"),
    column("mana_blue", 0, MOST, "unspent mana of this type"),
    column("mana_black", 0, MOST, "unspent mana of this type"),
    column("mana_red", 0, MOST, "unspent mana of this type"),
    column("mana_green", 0, MOST, "unspent mana of this type"),
    column("mana_colorless", 0, MOST, "unspent mana of this type"),
    column("lands_played", 0, MOST, "lands played this turn"),
    column("spells_cast", 0, MOST, "spells cast this turn"),
    column("cards_drawn", 0, MOST, "cards drawn this turn"),
    column("mulligans", 0, MOST, "mulligans taken"),
    column("monarch", 0, 1, "is the monarch"),
    column("lost", 0, 1, "has lost the game"),
    column("active", 0, 1, "it is their turn"),
    column("commander_casts", 0, MOST, "how often their commanders were cast from the command zone"),
    column("commander_damage", 0, MOST, "the most combat damage that one commander has dealt to them"),
];

/// The columns of tokens before those of keywords.
const TOKENS_BEFORE: &[Column] = &[
    column(
        "card",
        -1,
        MOST,
        "its row in the table of cards; -1 for what is not known, not a card, or a copy with exceptions",
    ),
    column("face", 0, 255, "which face of the card"),
    column("zone", 0, 7, "library, hand, battlefield, graveyard, stack, exile, command, outside"),
    column(
        "position",
        0,
        MOST,
        "its place in the zone: objects above it in a graveyard and on the stack, otherwise those before it that are seen",
    ),
    column("owner", 0, 15, "its owner"),
    column("controller", 0, 15, "its controller; elsewhere than on the battlefield and the stack its owner"),
    column("kind", 1, 5, "card, token, copy, ability, emblem"),
    column("known", 0, 1, "the observer knows which card it is"),
    column(
        "types",
        0,
        2047,
        "card types as bits: artifact, battle, creature, enchantment, instant, kindred, land, planeswalker, sorcery, plane, scheme",
    ),
    column("supertypes", 0, 31, "supertypes as bits: basic, legendary, snow, world, ongoing"),
    column("colors", 0, 31, "colours as bits: white, blue, black, red, green"),
    column("mana_value", 0, MOST, "mana value"),
    column("has_pt", 0, 1, "it has power and toughness"),
    column("power", -MOST, MOST, "power, after all effects"),
    column("toughness", -MOST, MOST, "toughness, after all effects"),
];

/// The columns of tokens behind those of keywords.
const TOKENS_AFTER: &[Column] = &[
    column(
        "restrictions",
        0,
        i16::MAX,
        "rules for it as bits: can't attack, can't block, attacks if able, blocks if able, doesn't untap, may stay tapped, can't be regenerated, can't be countered, can't activate, can't activate mana abilities, damage by toughness, attacks despite defender, can't be sacrificed, protection, can't be turned face up",
    ),
    column("tapped", 0, 1, "tapped"),
    column("face_down", 0, 1, "face down"),
    column("sick", 0, 1, "a creature that can't attack yet"),
    column("attacked", 0, 1, "has attacked this turn"),
    column("damage", 0, MOST, "marked damage"),
    column("plus_counters", -MOST, MOST, "counters that change power: what they add to it"),
    column("loyalty_counters", 0, MOST, "loyalty counters"),
    column("other_counters", 0, MOST, "all other counters"),
    column("attached_to", -1, MOST, "the object that it is attached to"),
    column("attached_to_player", -1, 15, "the player that it is attached to"),
    column("attacks_player", -1, 15, "the player whom it attacks, or whose permanent"),
    column("attacks_object", -1, MOST, "the permanent that it attacks"),
    column("blocked", 0, 1, "it attacks and is blocked"),
    column("blocks", -1, MOST, "the attacker that it blocks, the first of several"),
    column("source", -1, MOST, "of an ability on the stack: whose it is"),
    column("ability", -1, MOST, "of an ability on the stack: its place among those of its definition"),
    column("x", 0, MOST, "of a spell or ability on the stack: X"),
    column("targets", 0, MOST, "of a spell or ability on the stack: how many targets it has"),
    column("target", -1, MOST, "its first target, if that is an object"),
    column("target_player", -1, 15, "its first target, if that is a player"),
    column("new", 0, 1, "it has entered the battlefield this turn"),
    column("picked", 0, MOST, "in the answer so far: chosen for a set or an order, or its share of a division"),
];

const ACTIONS: &[Column] = &[
    column("kind", 0, KINDS.len() as i16 - 1, "the sort of action, by the list `kinds`; 0 if the id isn't offered"),
    column("object", -1, MOST, "the object: what is cast, activated, chosen, attacks, blocks"),
    column("other", -1, MOST, "the other object: what is attacked, or the attacker that is blocked"),
    column("player", -1, 15, "the player: chosen, or attacked"),
    column(
        "value",
        -MOST,
        MOST,
        "a number: the one that is chosen, a place of a mode, colour, way or ability, a share; of a name the row of its card",
    ),
    column(
        "way",
        -1,
        MOST,
        "of a spell: the place of its alternative cost, or 255 for face down; of a list that is narrowed down, how many entries are left",
    ),
];
