//! What can be wrong, in words.

use super::{Lint, MOST_LISTED};
use crate::cards::def::Var;
use crate::cards::looks::too_many_looks;
use crate::cards::printable::many;
use std::fmt;
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LintKind {
    NoTarget { wanted: u8, there: usize },
    TooEarly { term: &'static str, wanted: String },
    NotBefore { wanted: u8, before: usize },
    NothingToCount,
    NoCard,
    NoDungeon(String),
    NotDivided,
    NoSides,
    NoVote,
    PaidLater,
    OneDecides,
    NoDefender,
    NotSet { var: Var, set: Arc<[Var]> },
    Modes,
    NoBody,
    Body,
    NoDefense,
    Defense,
    NoEnchant,
    NoSpell,
    NotMelded(String),
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
            LintKind::NoCard => f.write_str(
                "`Ability`: an ability on the stack has no types and isn't on the battlefield (CR 602.2a, 603.3); `AbilityOf(..)` is about its source",
            ),
            LintKind::NoDungeon(name) => write!(f, "`{name}`: there is no dungeon of that name (CR 309)"),
            LintKind::NotDivided => write!(f, "`Divided`: the ability divides nothing among its targets"),
            LintKind::NoSides => write!(f, "`sides`: a die has at least one (CR 706.1)"),
            LintKind::NoVote => write!(f, "`Words`: players vote for one of several different words (CR 701.38a)"),
            LintKind::PaidLater => {
                f.write_str("`PaidWith`: what an instruction was paid with isn't known; have it sacrificed or discarded `into` a variable")
            }
            LintKind::OneDecides => write!(
                f,
                "`{}`: one player decides; each of several does in `ForEach(Players(..), [..])`, as `It`",
                self.path.words
            ),
            LintKind::NoDefender => {
                f.write_str("`Defending`: only who attacks, and what happens as something attacks, has a defending player (CR 508.5)")
            }
            LintKind::NotSet { var, set } if set.is_empty() => {
                write!(f, "the variable \"{var}\" is read, but nothing in this ability sets a variable")
            }
            LintKind::NotSet { var, set } => {
                let (listed, more) = set.split_at(set.len().min(MOST_LISTED));
                let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
                let listed: Vec<&str> = listed.iter().map(Var::text).collect();
                write!(f, "the variable \"{var}\" is read, but nothing sets it; set are: {}{more}", listed.join(", "))
            }
            LintKind::NoBody => {
                write!(f, "a creature or Vehicle has power and toughness (CR 208.1), as in `pt: (2, 2)`")
            }
            LintKind::Body => write!(f, "only creatures and Vehicles have power and toughness (CR 208.1, 208.3)"),
            LintKind::NoDefense => write!(f, "a battle has a defense (CR 210.1), as in `defense: 3`"),
            LintKind::Defense => write!(f, "only battles have a defense (CR 210.1)"),
            LintKind::NoEnchant => write!(f, "an Aura says what it enchants (CR 303.4a), as in `Keyword(Enchant(..))`"),
            LintKind::NoSpell => write!(f, "only instants and sorceries are `Spell(..)`s (CR 304.3, 307.3)"),
            LintKind::NotMelded(name) => write!(
                f,
                "`melded`: {name} isn't the combined back of this card (CR 701.42a), as in `other: (Meld, (name: ..))`; it enters tapped or attacking, and in no other way"
            ),
            LintKind::TooManyLooks(looks) => write!(f, "{}", too_many_looks(*looks)),
            LintKind::Modes => write!(f, "modes: expected min <= max <= the number of modes, and at least one mode"),
        }
    }
}
