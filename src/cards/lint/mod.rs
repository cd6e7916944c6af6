//! What a definition says wrongly although every term of it exists: targets that nobody chooses, variables that
//! nothing sets, empty ranges.
//!
//! Definitions are walked by derived visitors, on a copy. Which instructions set a variable, and which abilities have no
//! targets, is matched exhaustively: a new term has to say it.

mod deciders;
mod kinds;
mod place;
mod variables;

use crate::cards::def::*;
use crate::cards::dungeons;
use crate::cards::looks::{MOST_LOOKS, most_looks_in};
use derive_visitor::{DriveMut, VisitorMut};
use kinds::LintKind;
pub(super) use place::{Path, place};
use std::collections::BTreeSet;
use std::sync::Arc;
pub(super) use variables::set_by_instructions;
use variables::{are_several, set_in};

/// What makes no sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lint {
    /// The place in the file.
    pub path: Path,
    what: LintKind,
}

/// All that makes no sense in a card, one mistake a place: first what doesn't go with the type line, then ability by ability.
pub(super) fn problems(card: &CardDef) -> Vec<Lint> {
    let mut all = misfits(card);
    let abilities = card.abilities.iter().chain(card.other.iter().flat_map(|(_, face)| &face.abilities));
    let mut abilities: Vec<AbilityDef> = abilities.cloned().collect();
    let set: Arc<[Var]> = set_in(&mut abilities).into_iter().collect();
    let aim = Aim { there: 0, counted: counted(&abilities), divides: false, before: None };
    for (number, ability) in abilities.iter_mut().enumerate() {
        let mut mistakes = Mistakes { set: &set, aim, around: Vec::new(), found: Vec::new() };
        let looks = most_looks_in(ability);
        if deciders::lacks_defender(ability) {
            mistakes.found.push(("Defending".to_owned(), LintKind::NoDefender));
        }
        if looks > MOST_LOOKS {
            mistakes.found.push((sort(ability).to_owned(), LintKind::TooManyLooks(looks)));
        }
        ability.walk(&mut mistakes);
        let mut found = mistakes.found;
        ability.each(|entry: &mut Entry| found.extend(wrongly_melded(card, entry)));
        let mut told = BTreeSet::new();
        found.retain(|(words, _)| told.insert(words.clone()));
        let problem = |(words, what)| Lint { path: Path { ability: Some(number), words }, what };
        all.extend(found.into_iter().map(problem));
    }
    all
}

/// CR 701.42a: cards meld into the combined back of the one whose ability it is.
fn wrongly_melded(card: &CardDef, entry: &Entry) -> Option<(String, LintKind)> {
    let name = entry.melded.as_ref()?;
    let own = matches!(&card.other, Some((Layout::Meld, back)) if back.name == *name);
    let melded = Some(name.clone());
    let plain = Entry { melded, tapped: entry.tapped, attacking: entry.attacking, ..Entry::default() };
    (!own || plain != *entry).then(|| (name.clone(), LintKind::NotMelded(name.clone())))
}

/// The term that an ability of a card is written with.
const fn sort(ability: &AbilityDef) -> &'static str {
    match ability {
        AbilityDef::Keywords(_) => "Keywords",
        AbilityDef::Spell(_) => "Spell",
        AbilityDef::Activated(_) => "Activated",
        AbilityDef::Triggered(_) => "Triggered",
        AbilityDef::Static(_) => "Static",
        AbilityDef::AdditionalCost(_) => "AdditionalCost",
        AbilityDef::OptionalCost(_) => "OptionalCost",
        AbilityDef::EitherCost(_) => "EitherCost",
        AbilityDef::AlternativeCost(_) => "AlternativeCost",
        AbilityDef::CastOnlyIf(_) => "CastOnlyIf",
        AbilityDef::OwnFlash { .. } => "OwnFlash",
        AbilityDef::OpeningHand { .. } => "OpeningHand",
        AbilityDef::CanBeCommander => "CanBeCommander",
        AbilityDef::MostInDeck(_) => "MostInDeck",
        AbilityDef::Keyword(_) => "Keyword",
    }
}

/// What doesn't go with the type line. Other faces are read as the first one.
fn misfits(card: &CardDef) -> Vec<Lint> {
    let first = (&card.types, (card.pt.is_some(), card.defense), &card.abilities);
    let other = card.other.iter().map(|(_, face)| (&face.types, (face.pt.is_some(), face.defense), &face.abilities));
    let mut all = Vec::new();
    let mut problem = |words: &str, what| {
        all.push(Lint { path: Path { ability: None, words: words.to_owned() }, what });
    };
    for (line, (has_body, defense), abilities) in [first].into_iter().chain(other) {
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
        let battle = line.types.contains(CardTypes::BATTLE);
        if battle && defense.is_none_or(|n| n < 0) {
            problem("types:", LintKind::NoDefense);
        }
        if defense.is_some() && !battle {
            problem("defense:", LintKind::Defense);
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
    let mut reaches = false;
    card.clone().each(|zone: &mut ZoneOf| reaches |= matches!(zone, ZoneOf::Outside(_)));
    reaches
}

/// The most variables that a message lists.
const MOST_LISTED: usize = 12;

/// What is wrong, each with the words that say it.
type Found = Vec<(String, LintKind)>;

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
    /// What an ability or a mode aims at that has these instances of "target"; instructions in it refer to them.
    fn of(own: &[TargetDef]) -> Self {
        let divides = own.iter().any(|target| target.divide.is_some());
        Self { there: own.len(), counted: own.len(), divides, before: None }
    }
    /// What is wrong with a term that is about a target which isn't there.
    fn missing(self, wanted: &str, otherwise: LintKind) -> LintKind {
        self.before.map_or(otherwise, |term| LintKind::TooEarly { term, wanted: wanted.to_owned() })
    }
}

/// How many targets the spell of a card has, whatever its modes.
fn counted(abilities: &[AbilityDef]) -> usize {
    let most = |spell: &SpellDef| {
        let modes = spell.modes.iter().flat_map(|modes| &modes.list);
        modes.map(|mode| mode.targets.len()).fold(spell.targets.len(), usize::max)
    };
    let spells = abilities.iter().filter_map(|ability| match ability {
        AbilityDef::Spell(spell) => Some(most(spell)),
        _ => None,
    });
    spells.max().unwrap_or(0)
}

/// Finds what makes no sense in an ability. The fields that are looked at before targets are chosen are taken out of it.
#[derive(VisitorMut)]
#[visitor(
    AbilityDef,
    SpellDef,
    ActivatedDef,
    TriggeredDef,
    Mode,
    Modes(enter),
    Obj(enter),
    Who(enter),
    Objects(enter),
    Recipients(enter),
    TargetKind(enter),
    DamageTo(enter),
    Quantity(enter),
    Condition(enter),
    Filter(enter),
    ManaProduced(enter),
    Modification(enter),
    Instruction(enter)
)]
struct Mistakes<'a> {
    // The variables that the card sets.
    set: &'a Arc<[Var]>,
    aim: Aim,
    // Those of the abilities and modes around.
    around: Vec<Aim>,
    found: Found,
}

impl Mistakes<'_> {
    fn begin(&mut self, aim: Aim) {
        self.around.push(self.aim);
        self.aim = aim;
    }
    fn end(&mut self) {
        self.aim = self.around.pop().expect("what is left was entered");
    }

    /// CR 115.3: "another target" is about an instance before.
    fn begin_with(&mut self, own: &[TargetDef]) {
        self.begin(Aim::of(own));
        for (i, target) in own.iter().enumerate() {
            for wanted in target.other_than.iter().copied().filter(|n| usize::from(*n) >= i) {
                self.found.push(("other_than".to_owned(), LintKind::NotBefore { wanted, before: i }));
            }
        }
    }
    /// Walks a field that is looked at before targets are chosen (CR 602.5, 603.3d, 603.4).
    fn before(&mut self, field: &'static str, part: &mut impl DriveMut) {
        self.begin(Aim { there: 0, counted: 0, divides: false, before: Some(field) });
        part.walk(self);
        self.end();
    }
    fn target(&mut self, term: &str, n: u8) {
        if usize::from(n) >= self.aim.there {
            let what = self.aim.missing(&n.to_string(), LintKind::NoTarget { wanted: n, there: self.aim.there });
            self.found.push((format!("{term}({n})"), what));
        }
    }
    fn read(&mut self, var: Var) {
        if self.set.binary_search(&var).is_err() {
            self.found.push((format!("\"{var}\""), LintKind::NotSet { var, set: Arc::clone(self.set) }));
        }
    }

    fn enter_ability_def(&mut self, ability: &mut AbilityDef) {
        let aim = match ability {
            // They have no targets of their own, nor those of what gives them (CR 115.1).
            AbilityDef::Static(_)
            | AbilityDef::Keyword(_)
            | AbilityDef::OptionalCost(_)
            | AbilityDef::EitherCost(_)
            | AbilityDef::AlternativeCost(_)
            | AbilityDef::CastOnlyIf(_)
            | AbilityDef::OwnFlash { .. }
            | AbilityDef::OpeningHand { .. } => Aim { there: 0, divides: false, ..self.aim },
            // CR 601.2f: the total cost is determined once the targets of the spell are chosen.
            AbilityDef::AdditionalCost(_) => Aim { there: self.aim.counted, divides: false, ..self.aim },
            AbilityDef::Keywords(_)
            | AbilityDef::Spell(_)
            | AbilityDef::Activated(_)
            | AbilityDef::Triggered(_)
            | AbilityDef::CanBeCommander
            | AbilityDef::MostInDeck(_) => self.aim,
        };
        self.begin(aim);
    }
    fn exit_ability_def(&mut self, _: &mut AbilityDef) {
        self.end();
    }
    fn enter_spell_def(&mut self, spell: &mut SpellDef) {
        self.begin_with(&spell.targets);
    }
    fn exit_spell_def(&mut self, _: &mut SpellDef) {
        self.end();
    }
    fn enter_activated_def(&mut self, ability: &mut ActivatedDef) {
        self.begin_with(&ability.targets);
        self.before("only_if", &mut std::mem::replace(&mut ability.only_if, Condition::Always));
        self.before("by", &mut std::mem::replace(&mut ability.by, Who::You));
    }
    fn exit_activated_def(&mut self, _: &mut ActivatedDef) {
        self.end();
    }
    fn enter_triggered_def(&mut self, ability: &mut TriggeredDef) {
        self.begin_with(&ability.targets);
        self.before("when", &mut std::mem::replace(&mut ability.when, TriggerEvent::ChaosEnsues));
        self.before("provided", &mut std::mem::replace(&mut ability.provided, Condition::Always));
        self.before("only_if", &mut std::mem::replace(&mut ability.only_if, Condition::Always));
    }
    fn exit_triggered_def(&mut self, _: &mut TriggeredDef) {
        self.end();
    }
    fn enter_mode(&mut self, mode: &mut Mode) {
        self.begin_with(&mode.targets);
    }
    fn exit_mode(&mut self, _: &mut Mode) {
        self.end();
    }
    fn enter_modes(&mut self, modes: &mut Modes) {
        let Modes { min, max, repeat, instead, unchosen: _, list } = modes;
        let other = instead.as_ref().is_some_and(|o| o.min > o.max || usize::from(o.max) > list.len());
        if list.is_empty() || other || min > max || (!*repeat && usize::from(*max) > list.len()) {
            self.found.push(("modes".to_owned(), LintKind::Modes));
        }
    }

    fn enter_obj(&mut self, obj: &mut Obj) {
        match obj {
            Obj::Target(n) => self.target("Target", *n),
            Obj::Var(var) => self.read(*var),
            _ => {}
        }
    }
    fn enter_who(&mut self, who: &mut Who) {
        match who {
            Who::Target(n) => self.target("Target", *n),
            Who::TargetOrController(n) => self.target("TargetOrController", *n),
            Who::Var(var) => self.read(*var),
            _ => {}
        }
    }
    fn enter_objects(&mut self, group: &mut Objects) {
        match group {
            Objects::Targets(n) => self.target("Targets", *n),
            Objects::Var(var) => self.read(*var),
            _ => {}
        }
    }
    fn enter_recipients(&mut self, recipients: &mut Recipients) {
        match recipients {
            Recipients::Targets(n) => self.target("Targets", *n),
            Recipients::Votes(word) => self.read(*word),
            _ => {}
        }
    }
    fn enter_target_kind(&mut self, kind: &mut TargetKind) {
        if matches!(kind, TargetKind::Ability(filter) if is_about_cards(filter)) {
            self.found.push(("Ability(".to_owned(), LintKind::NoCard));
        }
    }
    fn enter_damage_to(&mut self, to: &mut DamageTo) {
        if let DamageTo::Target(n) = to {
            self.target("Target", *n);
        }
    }
    fn enter_quantity(&mut self, quantity: &mut Quantity) {
        match quantity {
            Quantity::TargetCount if self.aim.counted == 0 => {
                self.found.push(("TargetCount".to_owned(), self.aim.missing("target", LintKind::NothingToCount)));
            }
            Quantity::Divided if !self.aim.divides => {
                self.found.push(("Divided".to_owned(), self.aim.missing("target", LintKind::NotDivided)));
            }
            Quantity::Var(var) => self.read(*var),
            _ => {}
        }
    }
    fn enter_condition(&mut self, condition: &mut Condition) {
        match condition {
            Condition::Did(var) => self.read(*var),
            Condition::CompletedNamed(_, name)
                if !dungeons::all().iter().any(|dungeon| *dungeon.name == *name.text) =>
            {
                self.found.push((name.to_string(), LintKind::NoDungeon(name.to_string())));
            }
            _ => {}
        }
    }
    fn enter_filter(&mut self, filter: &mut Filter) {
        if let Filter::ColorVar(var) | Filter::NameVar(var) | Filter::SubtypeVar(var) | Filter::CardTypeVar(var) =
            filter
        {
            self.read(*var);
        }
    }
    fn enter_mana_produced(&mut self, mana: &mut ManaProduced) {
        if let ManaProduced::ColorVar(var) = mana {
            self.read(*var);
        }
    }
    fn enter_modification(&mut self, modification: &mut Modification) {
        if let Modification::SetColorVar(var) | Modification::ProtectionFromColorVar(var) = modification {
            self.read(*var);
        }
    }
    fn enter_instruction(&mut self, instruction: &mut Instruction) {
        if let Some((term, who)) = deciders::decided_by(instruction)
            && who.is_each()
        {
            self.found.push((term.to_owned(), LintKind::OneDecides));
        }
        match instruction {
            Instruction::RememberChoice(var) => self.read(*var),
            Instruction::RollDice { sides: 0, .. } => self.found.push(("RollDice".to_owned(), LintKind::NoSides)),
            Instruction::Vote { among: Ballot::Words(words), .. } if !are_several(words) => {
                self.found.push(("Words".to_owned(), LintKind::NoVote));
            }
            Instruction::MayPay { cost, then, .. } if gives_up(cost) && then.iter().any(is_about_payment) => {
                self.found.push(("PaidWith".to_owned(), LintKind::PaidLater));
            }
            _ => {}
        }
    }
}

/// Whether a quality is one that no ability on the stack has.
fn is_about_cards(filter: &Filter) -> bool {
    match filter {
        Filter::Type(_) | Filter::Supertype(_) | Filter::Subtype(_) | Filter::Permanent | Filter::Spell => true,
        Filter::And(parts) | Filter::Or(parts) => parts.iter().any(is_about_cards),
        Filter::Not(part) => is_about_cards(part),
        _ => false,
    }
}

/// Whether objects are given up for a cost.
fn gives_up(cost: &Cost) -> bool {
    cost.0.iter().any(|part| matches!(part, CostPart::Sacrifice(..) | CostPart::Discard(..) | CostPart::Exile(..)))
}

/// Whether an instruction is about what was given up for a cost.
fn is_about_payment(effect: &Instruction) -> bool {
    let mut found = false;
    effect.clone().each(|obj: &mut Obj| found |= *obj == Obj::PaidWith);
    found
}
