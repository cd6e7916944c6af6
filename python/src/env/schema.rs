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

/// A column.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) low: i16,
    pub(crate) high: i16,
    pub(crate) doc: String,
}

fn field(name: &str, low: i16, high: i16, doc: &str) -> Field {
    Field { name: name.to_owned(), low, high, doc: doc.to_owned() }
}

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
}

/// How many columns the set of keywords takes.
pub(crate) fn keyword_columns() -> usize {
    Keyword::ALL.len().div_ceil(BITS)
}

impl Schema {
    /// The schema of this build.
    pub(crate) fn get() -> &'static Self {
        static SCHEMA: OnceLock<Schema> = OnceLock::new();
        SCHEMA.get_or_init(|| Self {
            version: VERSION,
            global: global(),
            players: players(),
            tokens: tokens(),
            actions: actions(),
            prompts: PromptKind::ALL.iter().map(|kind| kind.name()).collect(),
            kinds: KINDS.to_vec(),
        })
    }

    /// A hash of everything in it, in hexadecimal.
    pub(crate) fn hash(&self) -> String {
        format!("{:016x}", xxh3_64(serde_json::to_string(self).unwrap_or_default().as_bytes()))
    }
}

fn global() -> Vec<Field> {
    vec![
        field("turn", 0, MOST, "turns begun"),
        field(
            "step",
            0,
            12,
            "the step: untap, upkeep, draw, main, begin combat, attackers, blockers, first-strike damage, damage, end of combat, second main, end, cleanup",
        ),
        field("active", 0, 15, "whose turn it is"),
        field("priority", -1, 15, "who has priority"),
        field("decider", -1, 15, "who is asked; -1 if the game is over"),
        field("player", -1, 15, "whose decision it is by the rules, if the observer is asked"),
        field(
            "prompt",
            -1,
            PromptKind::ALL.len() as i16 - 1,
            "the sort of decision, by the list `prompts`, if the observer is asked",
        ),
        field("form", -1, 6, "its form, if the observer is asked: one, set, order, division, number, yes or no, name"),
        field("clicks", 0, MOST, "clicks made for it so far"),
        field("options", 0, MOST, "how many options it has"),
        field("min", -MOST, MOST, "the fewest options of a set, or the least number"),
        field("max", -MOST, MOST, "the most options of a set, or the largest number"),
        field("total", 0, MOST, "what is divided"),
        field("about", -1, MOST, "the object that the decision is about"),
        field("stack", 0, MOST, "objects on the stack"),
        field("seats", 2, 16, "players at the beginning"),
        field("objects", 0, MOST, "rows among the tokens"),
    ]
}

fn players() -> Vec<Field> {
    let mut all = vec![
        field("life", -MOST, MOST, "life total"),
        field("poison", 0, MOST, "poison counters"),
        field("energy", 0, MOST, "energy counters"),
        field("counters", 0, MOST, "all other counters"),
        field("hand", 0, MOST, "cards in hand"),
        field("library", 0, MOST, "cards in library"),
        field("graveyard", 0, MOST, "cards in graveyard"),
    ];
    all.extend(
        ["white", "blue", "black", "red", "green", "colorless"]
            .map(|mana| field(&format!("mana_{mana}"), 0, MOST, "unspent mana of this type")),
    );
    all.extend([
        field("lands_played", 0, MOST, "lands played this turn"),
        field("spells_cast", 0, MOST, "spells cast this turn"),
        field("cards_drawn", 0, MOST, "cards drawn this turn"),
        field("mulligans", 0, MOST, "mulligans taken"),
        field("monarch", 0, 1, "is the monarch"),
        field("lost", 0, 1, "has lost the game"),
        field("active", 0, 1, "it is their turn"),
        field("commander_casts", 0, MOST, "how often their commanders were cast from the command zone"),
        field("commander_damage", 0, MOST, "the most combat damage that one commander has dealt to them"),
    ]);
    all
}

fn tokens() -> Vec<Field> {
    let mut all = vec![
        field(
            "card",
            -1,
            MOST,
            "its row in the table of cards; -1 for what is not known, not a card, or a copy with exceptions",
        ),
        field("face", 0, 255, "which face of the card"),
        field("zone", 0, 7, "library, hand, battlefield, graveyard, stack, exile, command, outside"),
        field(
            "position",
            0,
            MOST,
            "its place in the zone: objects above it in a graveyard and on the stack, otherwise those before it that are seen",
        ),
        field("owner", 0, 15, "its owner"),
        field("controller", 0, 15, "its controller; elsewhere than on the battlefield and the stack its owner"),
        field("kind", 1, 5, "card, token, copy, ability, emblem"),
        field("known", 0, 1, "the observer knows which card it is"),
        field(
            "types",
            0,
            2047,
            "card types as bits: artifact, battle, creature, enchantment, instant, kindred, land, planeswalker, sorcery, plane, scheme",
        ),
        field("supertypes", 0, 31, "supertypes as bits: basic, legendary, snow, world, ongoing"),
        field("colors", 0, 31, "colours as bits: white, blue, black, red, green"),
        field("mana_value", 0, MOST, "mana value"),
        field("has_pt", 0, 1, "it has power and toughness"),
        field("power", -MOST, MOST, "power, after all effects"),
        field("toughness", -MOST, MOST, "toughness, after all effects"),
    ];
    all.extend((0..keyword_columns()).map(|n| {
        let words: Vec<&str> = Keyword::ALL.iter().skip(n * BITS).take(BITS).map(|word| word.text()).collect();
        field(&format!("keywords_{n}"), 0, i16::MAX, &format!("keywords as bits: {}", words.join(", ")))
    }));
    all.extend([
        field("restrictions", 0, i16::MAX, "rules for it as bits: can't attack, can't block, attacks if able, blocks if able, doesn't untap, may stay tapped, can't be regenerated, can't be countered, can't activate, can't activate mana abilities, damage by toughness, attacks despite defender, can't be sacrificed, protection, can't be turned face up"),
        field("tapped", 0, 1, "tapped"),
        field("face_down", 0, 1, "face down"),
        field("sick", 0, 1, "a creature that can't attack yet"),
        field("attacked", 0, 1, "has attacked this turn"),
        field("damage", 0, MOST, "marked damage"),
        field("plus_counters", -MOST, MOST, "counters that change power: what they add to it"),
        field("loyalty_counters", 0, MOST, "loyalty counters"),
        field("other_counters", 0, MOST, "all other counters"),
        field("attached_to", -1, MOST, "the object that it is attached to"),
        field("attached_to_player", -1, 15, "the player that it is attached to"),
        field("attacks_player", -1, 15, "the player whom it attacks, or whose permanent"),
        field("attacks_object", -1, MOST, "the permanent that it attacks"),
        field("blocked", 0, 1, "it attacks and is blocked"),
        field("blocks", -1, MOST, "the attacker that it blocks, the first of several"),
        field("source", -1, MOST, "of an ability on the stack: whose it is"),
        field("ability", -1, MOST, "of an ability on the stack: its place among those of its definition"),
        field("x", 0, MOST, "of a spell or ability on the stack: X"),
        field("targets", 0, MOST, "of a spell or ability on the stack: how many targets it has"),
        field("target", -1, MOST, "its first target, if that is an object"),
        field("target_player", -1, 15, "its first target, if that is a player"),
        field("new", 0, 1, "it has entered the battlefield this turn"),
        field("picked", 0, MOST, "in the answer so far: chosen for a set or an order, or its share of a division"),
    ]);
    all
}

fn actions() -> Vec<Field> {
    vec![
        field("kind", 0, KINDS.len() as i16 - 1, "the sort of action, by the list `kinds`; 0 if the id isn't offered"),
        field("object", -1, MOST, "the object: what is cast, activated, chosen, attacks, blocks"),
        field("other", -1, MOST, "the other object: what is attacked, or the attacker that is blocked"),
        field("player", -1, 15, "the player: chosen, or attacked"),
        field(
            "value",
            -MOST,
            MOST,
            "a number: the one that is chosen, a place of a mode, colour, way or ability, a share; of a name the row of its card",
        ),
        field(
            "way",
            -1,
            MOST,
            "of a spell: the place of its alternative cost, or 255 for face down; of a list that is narrowed down, how many entries are left",
        ),
    ]
}
