//! What a definition says wrongly although every term of it exists: targets that nobody chooses, variables that
//! nothing sets, empty ranges.
//!
//! The definition is walked as a tree of plain values. Lists of names say which terms set a variable, refer to a target or
//! hold instructions; a new term of that kind has to be added to them.

use super::check::Tree;
use super::def::{AbilityDef, CardDef, CardTypes, KeywordAbility, Subtype};
use super::looks::{MOST_LOOKS, most_looks, too_many_looks};
use crate::cards::printable::many;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// Where in a file: which ability, and which words within it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Path {
    /// The ability, from 0; `None` for the card as a whole.
    pub ability: Option<usize>,
    /// The words to find within it.
    pub words: String,
}

/// What makes no sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lint {
    /// The place in the file.
    pub path: Path,
    what: LintKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum LintKind {
    NoTarget { wanted: u64, there: usize },
    TooEarly { term: &'static str, wanted: String },
    NotBefore { wanted: u64, before: usize },
    NothingToCount,
    NotDivided,
    NotSet { var: String, set: Arc<[String]> },
    Modes,
    NoBody,
    Body,
    NoEnchant,
    NoSpell,
    TooManyLooks(u64),
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            LintKind::NoTarget { wanted, there } => {
                write!(
                    f,
                    "`{}`: the ability has {}, counted from 0; there is no {wanted}",
                    self.path.words,
                    many(*there, "target")
                )
            }
            LintKind::TooEarly { term, wanted } => write!(
                f,
                "`{}`: `{term}` is looked at before targets are chosen (CR 602.5, 603.3d); there is no {wanted}",
                self.path.words
            ),
            LintKind::NotBefore { wanted, before } => {
                let before = many(*before, "target");
                write!(f, "`other_than`: only {before} before this one, counted from 0; there is no {wanted}")
            }
            LintKind::NothingToCount => write!(f, "`TargetCount`: the ability has no targets to count"),
            LintKind::NotDivided => write!(f, "`Divided`: the ability divides nothing among its targets"),
            LintKind::NotSet { var, set } if set.is_empty() => {
                write!(f, "the variable \"{var}\" is read, but nothing in this ability sets a variable")
            }
            LintKind::NotSet { var, set } => {
                let (listed, more) = set.split_at(set.len().min(MOST_LISTED));
                let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
                write!(f, "the variable \"{var}\" is read, but nothing sets it; set are: {}{more}", listed.join(", "))
            }
            LintKind::NoBody => {
                write!(f, "a creature or Vehicle has power and toughness (CR 208.1), as in `pt: (2, 2)`")
            }
            LintKind::Body => write!(f, "only creatures and Vehicles have power and toughness (CR 208.1, 208.3)"),
            LintKind::NoEnchant => write!(f, "an Aura says what it enchants (CR 303.4a), as in `Keyword(Enchant(..))`"),
            LintKind::NoSpell => write!(f, "only instants and sorceries are `Spell(..)`s (CR 304.3, 307.3)"),
            LintKind::TooManyLooks(looks) => write!(f, "{}", too_many_looks(*looks)),
            LintKind::Modes => write!(f, "modes: expected min <= max <= the number of modes, and at least one mode"),
        }
    }
}

/// All that makes no sense in a card, one mistake a place: first what doesn't go with the type line, then ability by ability.
pub(super) fn problems(card: &CardDef) -> Vec<Lint> {
    let mut all = misfits(card);
    let abilities = card.abilities.iter().chain(card.other.iter().flat_map(|(_, face)| &face.abilities));
    let (costs, trees): (Vec<u64>, Vec<Tree>) = abilities.filter_map(|a| Some((most_looks(a), Tree::of(a)?))).unzip();
    let mut set = BTreeSet::new();
    trees.iter().for_each(|tree| variables_set(tree, &mut set));
    let set = SetVars { names: set.iter().cloned().collect(), set };
    let aim = Aim { there: 0, counted: counted(&trees), divides: false, before: None };
    for (ability, tree) in trees.iter().enumerate() {
        let mut found = Vec::new();
        if costs[ability] > MOST_LOOKS {
            // An ability is written as its sort, and what it has in parentheses.
            let words =
                tree.as_map().and_then(|map| map.first()).map_or_else(String::new, |(key, _)| (*key).to_owned());
            found.push((words, LintKind::TooManyLooks(costs[ability])));
        }
        targets(tree, aim, &mut found);
        variables_read(tree, &set, &mut found);
        modes(tree, &mut found);
        let mut told = BTreeSet::new();
        found.retain(|(words, _)| told.insert(words.clone()));
        let problem = |(words, what)| Lint { path: Path { ability: Some(ability), words }, what };
        all.extend(found.into_iter().map(problem));
    }
    all
}

/// What doesn't go with the type line. Other faces are read as the first one.
fn misfits(card: &CardDef) -> Vec<Lint> {
    let first = (&card.types, card.pt.is_some(), &card.abilities);
    let other = card.other.iter().map(|(_, face)| (&face.types, face.pt.is_some(), &face.abilities));
    let mut all = Vec::new();
    let mut problem = |words: &str, what| {
        all.push(Lint { path: Path { ability: None, words: words.to_owned() }, what });
    };
    for (line, has_body, abilities) in [first].into_iter().chain(other) {
        let vehicle = Subtype::named("Vehicle").is_some_and(|vehicle| line.subtypes.contains(vehicle));
        let body = vehicle || line.types.contains(CardTypes::CREATURE);
        let aura = Subtype::named("Aura").is_some_and(|aura| line.subtypes.contains(aura));
        let enchants = |ability: &AbilityDef| matches!(ability, AbilityDef::Keyword(KeywordAbility::Enchant(_)));
        let spell = abilities.iter().position(|ability| matches!(ability, AbilityDef::Spell(_)));
        if body && !has_body {
            problem("types:", LintKind::NoBody);
        }
        if has_body && !body {
            problem("pt:", LintKind::Body);
        }
        if aura && !abilities.iter().any(enchants) {
            problem("types:", LintKind::NoEnchant);
        }
        if let (Some(_), false) = (spell, line.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY)) {
            problem("Spell", LintKind::NoSpell);
        }
    }
    all
}

/// Whether a card reads or moves cards outside the game (CR 400.11).
pub fn reaches_outside(card: &CardDef) -> bool {
    fn names(value: &Tree) -> bool {
        match value {
            Tree::Map(map) => map.iter().any(|(key, part)| *key == "Outside" || names(part)),
            Tree::List(list) => list.iter().any(names),
            _ => false,
        }
    }
    Tree::of(card).is_some_and(|tree| names(&tree))
}

/// The most variables that a message lists.
const MOST_LISTED: usize = 12;

/// What is wrong, each with the words that say it.
type Found = Vec<(String, LintKind)>;

/// Terms whose number names an instance of "target".
const TARGET_TERMS: [&str; 3] = ["Target", "Targets", "TargetOrController"];
/// Abilities that have no targets of their own, nor those of what gives them (CR 115.1).
const WITHOUT_TARGETS: [&str; 8] = [
    "Static",
    "Keyword",
    "AdditionalCost",
    "OptionalCost",
    "EitherCost",
    "AlternativeCost",
    "CastOnlyIf",
    "OpeningHand",
];

/// Fields of activated and triggered abilities that are looked at before targets are chosen (CR 602.5, 603.3d, 603.4).
const BEFORE_TARGETS: [&str; 4] = ["when", "at_event", "only_if", "by"];

/// Which targets there are where a term stands.
#[derive(Clone, Copy)]
struct Aim {
    /// How many instances of "target".
    there: usize,
    /// How many are counted: of a spell also by its costs and static abilities.
    counted: usize,
    /// Whether something is divided among them.
    divides: bool,
    /// A field that is looked at before there are any.
    before: Option<&'static str>,
}

impl Aim {
    /// What is wrong with a term that is about a target which isn't there.
    fn missing(self, wanted: &str, otherwise: LintKind) -> LintKind {
        self.before.map_or(otherwise, |term| LintKind::TooEarly { term, wanted: wanted.to_owned() })
    }
}

fn targets(value: &Tree, aim: Aim, found: &mut Found) {
    match value {
        Tree::Map(map) => {
            // An ability or a mode counts its own targets; effects inside it refer to them.
            let own = value.get("targets").and_then(Tree::as_list);
            let aim = own.map_or(aim, |own| aim_of(own));
            if let Some(own) = own {
                others(own, found);
            }
            for (key, inner) in map {
                if let (true, Some(n)) = (TARGET_TERMS.contains(key), inner.as_u64())
                    && n as usize >= aim.there
                {
                    let what = aim.missing(&n.to_string(), LintKind::NoTarget { wanted: n, there: aim.there });
                    found.push((format!("{key}({n})"), what));
                }
                let none = Aim { there: 0, divides: false, ..aim };
                let before = BEFORE_TARGETS.into_iter().find(|field| own.is_some() && field == key);
                let aim = match before {
                    Some(_) => Aim { counted: 0, before, ..none },
                    None if WITHOUT_TARGETS.contains(key) => none,
                    None => aim,
                };
                targets(inner, aim, found);
            }
        }
        Tree::List(list) => list.iter().for_each(|v| targets(v, aim, found)),
        _ => match value.as_str() {
            Some(term @ "TargetCount") if aim.counted == 0 => {
                found.push((term.to_owned(), aim.missing("target", LintKind::NothingToCount)));
            }
            Some(term @ "Divided") if !aim.divides => {
                found.push((term.to_owned(), aim.missing("target", LintKind::NotDivided)));
            }
            _ => {}
        },
    }
}

fn aim_of(own: &[Tree]) -> Aim {
    let divides = own.iter().any(|target| target.get("divide").is_some_and(|divide| *divide != Tree::Null));
    Aim { there: own.len(), counted: own.len(), divides, before: None }
}

/// CR 115.3: "another target" is about an instance before.
fn others(own: &[Tree], found: &mut Found) {
    for (i, target) in own.iter().enumerate() {
        let others = target.get("other_than").and_then(Tree::as_list).into_iter().flatten();
        for wrong in others.filter_map(Tree::as_u64).filter(|n| *n as usize >= i) {
            found.push(("other_than".to_owned(), LintKind::NotBefore { wanted: wrong, before: i }));
        }
    }
}

/// How many targets the spell of a card has, whatever its modes.
fn counted(trees: &[Tree]) -> usize {
    fn most(value: &Tree) -> usize {
        let own = value.get("targets").and_then(Tree::as_list).map_or(0, <[Tree]>::len);
        let modes = value.get("modes").and_then(|modes| modes.get("list")).and_then(Tree::as_list);
        own.max(modes.into_iter().flatten().map(most).max().unwrap_or(0))
    }
    trees.iter().filter_map(|tree| tree.get("Spell")).map(most).max().unwrap_or(0)
}

/// Fields that name a variable to set.
const SETTING_FIELDS: [&str; 8] = ["into", "dealt_to", "first", "second", "exiled", "revealed", "won", "lost"];
/// Terms with a variable as their first part, to set it.
const SETTING_TERMS: [&str; 2] = ["Set", "Keep"];
/// Terms with a variable as their third part, to store a sum.
const SUMMING_TERMS: [&str; 2] = ["GainLife", "LoseLife"];
/// Terms that read a variable.
const READING_TERMS: [&str; 8] =
    ["Var", "ColorVar", "NameVar", "SubtypeVar", "Did", "RememberChoice", "SetColorVar", "ProtectionFromColorVar"];

fn variables_set(value: &Tree, set: &mut BTreeSet<String>) {
    match value {
        Tree::Map(map) => {
            for (key, inner) in map {
                if let (true, Some(var)) = (SETTING_FIELDS.contains(key), inner.as_str()) {
                    set.insert(var.to_owned());
                }
                if let (true, Some(var)) = (SETTING_TERMS.contains(key), inner.nth(0).and_then(Tree::as_str)) {
                    set.insert(var.to_owned());
                }
                if let (true, Some(var)) = (SUMMING_TERMS.contains(key), inner.nth(2).and_then(Tree::as_str)) {
                    set.insert(var.to_owned());
                }
                variables_set(inner, set);
            }
        }
        Tree::List(list) => list.iter().for_each(|v| variables_set(v, set)),
        _ => {}
    }
}

/// The variables that a card sets.
struct SetVars {
    set: BTreeSet<String>,
    names: Arc<[String]>,
}

fn variables_read(value: &Tree, set: &SetVars, found: &mut Found) {
    match value {
        Tree::Map(map) => {
            for (key, inner) in map {
                if let (true, Some(var)) = (READING_TERMS.contains(key), inner.as_str())
                    && !set.set.contains(var)
                {
                    let what = LintKind::NotSet { var: var.to_owned(), set: Arc::clone(&set.names) };
                    found.push((format!("\"{var}\""), what));
                }
                variables_read(inner, set, found);
            }
        }
        Tree::List(list) => list.iter().for_each(|v| variables_read(v, set, found)),
        _ => {}
    }
}

fn modes(value: &Tree, found: &mut Found) {
    match value {
        Tree::Map(map) => {
            if let (Some(min), Some(max), Some(list)) = (
                value.get("min").and_then(Tree::as_u64),
                value.get("max").and_then(Tree::as_u64),
                value.get("list").and_then(Tree::as_list),
            ) {
                let repeat = value.get("repeat") == Some(&Tree::Bool(true));
                if list.is_empty() || min > max || (!repeat && max as usize > list.len()) {
                    found.push(("modes".to_owned(), LintKind::Modes));
                }
            }
            map.iter().for_each(|(_, v)| modes(v, found));
        }
        Tree::List(list) => list.iter().for_each(|v| modes(v, found)),
        _ => {}
    }
}

/// Line and column, from 1, of some words of a card file; the nearest place that can be found.
pub(super) fn place(text: &str, path: &Path) -> (usize, usize) {
    let start = path.ability.map_or(0, |ability| {
        let start = text.find("abilities").unwrap_or(0);
        element(text, start, ability).unwrap_or(start)
    });
    let offset = text[start..].find(&path.words).map_or(start, |i| start + i);
    let line = text[..offset].matches('\n').count() + 1;
    let column = text[..offset].rfind('\n').map_or(offset, |i| offset - i - 1) + 1;
    (line, column)
}

/// Where the n-th element of the list that begins after `start` begins.
fn element(text: &str, start: usize, n: usize) -> Option<usize> {
    let (mut depth, mut seen, mut in_string, mut in_comment) = (0usize, 0usize, false, false);
    let mut previous = ' ';
    for (i, c) in text[start..].char_indices() {
        let here = start + i;
        if in_comment {
            in_comment = c != '\n';
        } else if in_string {
            in_string = c != '"' || previous == '\\';
        } else {
            match c {
                '"' => in_string = true,
                '/' if previous == '/' => in_comment = true,
                '[' | '(' | '{' => {
                    depth += 1;
                    if depth == 1 && n == 0 {
                        return Some(here + 1);
                    }
                }
                ']' | ')' | '}' => depth = depth.checked_sub(1)?,
                ',' if depth == 1 => {
                    seen += 1;
                    if seen == n {
                        return Some(here + 1);
                    }
                }
                _ => {}
            }
        }
        previous = c;
    }
    None
}
