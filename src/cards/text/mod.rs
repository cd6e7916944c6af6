//! What cards do, in words: English text rendered from definitions.
//!
//! No text is stored anywhere. Every term of the vocabulary ([`crate::cards::def`]) has its words here, by rules of grammar
//! and in the manner of printed cards; a `match` lists every term, so that a new one isn't forgotten. Texts depend on
//! definitions only.
//!
//! | file | what |
//! | --- | --- |
//! | `grammar` | articles, plurals, verbs, lists, numbers |
//! | `nouns` | noun phrases in the making |
//! | `types` | types, colours, zones, steps, counters, comparisons |
//! | `filters`, `predicates` | filters as nouns, and as what something is |
//! | `players`, `objects`, `targets` | who and what: references, groups, variables, targets |
//! | `values`, `conditions` | numbers, conditions |
//! | `costs` | costs |
//! | `effects`, `choices`, `loops`, `moves`, `tokens`, `stack`, `durations` | instructions |
//! | `statics`, `object_rules`, `rules`, `permits`, `replacement` | continuous effects |
//! | `triggers`, `keywords`, `abilities` | trigger events, keywords, whole abilities |
//! | `clauses`, `patterns` | sentences in the making; instructions that say one thing together |
//! | `speaker` | what abilities are on, and what has been said |

mod abilities;
mod choices;
mod clauses;
mod conditions;
mod costs;
mod durations;
mod effects;
mod filters;
mod grammar;
mod keywords;
mod loops;
mod moves;
mod nouns;
mod object_rules;
mod objects;
mod patterns;
mod permits;
mod players;
mod predicates;
mod replacement;
mod rules;
mod speaker;
mod stack;
mod statics;
mod targets;
#[cfg(test)]
mod tests;
mod tokens;
mod triggers;
mod types;
mod values;

use crate::cards::def::{
    AbilityDef, CardDef, Condition, Cost, Filter, Instruction, Mode, Modification, StaticEffect, TargetDef, TargetKind,
};
pub(in crate::cards) use grammar::plural;
use grammar::sentence;
use nouns::Domain;
pub use speaker::Speaker;
use speaker::{Events, Held};

/// Whether an instruction is the one that is looked for.
type Sought<'a> = &'a dyn Fn(&Instruction) -> bool;

/// Renders one ability as text, and remembers what has been said.
struct Renderer<'a> {
    /// What the ability is on.
    speaker: &'a Speaker,
    /// How that is called where the ability functions.
    this: String,
    /// Its instances of "target".
    targets: Vec<TargetDef>,
    /// Which of them have been mentioned, a bit each.
    said: u64,
    /// What each variable holds at this point of the text.
    vars: Vec<Held>,
    /// The current objects of the enclosing loops and filters, the innermost last.
    its: Vec<grammar::NounPhrase>,
    /// The current players, the innermost last.
    players: Vec<String>,
    /// What the trigger event was about.
    event: Events,
    /// What the cost was paid with.
    paid: Option<String>,
    /// Letters of this sentence, with what they stand for.
    letters: Vec<(String, crate::cards::def::Quantity)>,
    /// Whether the ability has an X of its own.
    has_x: bool,
    /// Whether something is chosen as it enters, which it remembers.
    entering: bool,
    /// What something that gets a quoted ability calls itself.
    grantee: String,
    /// What instruction is looked for, and how many such come before it.
    seek: Option<(Sought<'a>, usize)>,
    /// The instruction that was found, if any.
    found: Option<InstructionText>,
    /// Whether it is being said what is divided among targets.
    dividing: bool,
    /// Whether targets are being compared by their names: a target that another one refers to has its plain name then.
    comparing: bool,
    /// In how many groups of groups.
    depth: u8,
    /// In how many loops and branches.
    branches: u8,
    /// Who pays: "you" or "they".
    payer: &'static str,
    /// Where the ability functions.
    zone: crate::cards::def::ZoneKind,
    /// Whether the object has left the battlefield in the trigger event.
    gone: bool,
}

impl<'a> Renderer<'a> {
    fn new(speaker: &'a Speaker) -> Self {
        Self {
            speaker,
            this: speaker.this.clone(),
            targets: Vec::new(),
            said: 0,
            vars: Vec::new(),
            its: Vec::new(),
            players: Vec::new(),
            event: Events::default(),
            paid: speaker.paid.clone(),
            letters: Vec::new(),
            has_x: false,
            entering: false,
            grantee: "this permanent".to_owned(),
            seek: None,
            found: None,
            dividing: false,
            comparing: false,
            depth: 0,
            branches: 0,
            payer: "you",
            zone: crate::cards::def::ZoneKind::Battlefield,
            gone: false,
        }
    }
}

/// The abilities of a card's first face, a line each; those of its other face are [`abilities`] of that.
pub fn card(card: &CardDef) -> Vec<String> {
    abilities(&Speaker::of(&card.types, &card.abilities), &card.abilities)
}

/// Abilities, a line each.
pub fn abilities(speaker: &Speaker, abilities: &[AbilityDef]) -> Vec<String> {
    abilities.iter().map(|a| ability(speaker, a)).filter(|line| !line.is_empty()).collect()
}

/// An ability in a line; of a spell with modes each mode after a bullet.
pub fn ability(speaker: &Speaker, def: &AbilityDef) -> String {
    Renderer::new(speaker).ability(def)
}

/// What a mode of an ability does, by its number: all of it, if there is nothing to choose.
pub fn mode(speaker: &Speaker, def: &AbilityDef, nth: usize) -> Option<String> {
    Renderer::new(speaker).mode_of(def, nth)
}

/// One instruction in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InstructionText {
    /// The instruction as a sentence.
    pub text: String,
    /// The courses that it offers, if it does.
    pub courses: Vec<String>,
}

/// The instruction of a mode that `is` so, after `before` others that are: in the words that it has among the others.
pub fn instruction(
    speaker: &Speaker,
    def: &AbilityDef,
    mode: usize,
    is: Sought<'_>,
    before: usize,
) -> Option<InstructionText> {
    let mut says = Renderer::new(speaker);
    says.seek = Some((is, before));
    says.mode_of(def, mode)?;
    says.found
}

/// What can be chosen for an instance of "target": "up to two target creatures".
pub fn targets(speaker: &Speaker, def: &TargetDef) -> String {
    let mut says = Renderer::new(speaker);
    says.targets = vec![def.clone()];
    let np = says.target(0);
    says.with_letters(np.text)
}

/// A filter as a noun for cards: "nonland card".
pub fn cards(speaker: &Speaker, filter: &Filter) -> String {
    Renderer::new(speaker).noun(filter, Domain::Card).one()
}

/// Instructions as sentences.
pub fn effects(speaker: &Speaker, targets: &[TargetDef], effects: &[Instruction]) -> String {
    let mut says = Renderer::new(speaker);
    says.targets = targets.to_vec();
    says.run(effects)
}

/// What is done in a mode.
pub fn of_mode(speaker: &Speaker, mode: &Mode) -> String {
    effects(speaker, &mode.targets, &mode.effects)
}

/// A cost: "{1}{R}, {T}, Sacrifice this artifact".
pub fn cost(speaker: &Speaker, cost: &Cost) -> String {
    Renderer::new(speaker).cost(cost)
}

/// A filter as a noun: "tapped creature you control".
pub fn filter(speaker: &Speaker, filter: &Filter) -> String {
    Renderer::new(speaker).noun(filter, Domain::Permanent).one()
}

/// What a target can be: "target creature".
pub fn target(speaker: &Speaker, kind: &TargetKind) -> String {
    Renderer::new(speaker).target_kind(kind).one()
}

/// A condition, as after "if".
pub fn condition(speaker: &Speaker, condition: &Condition) -> String {
    Renderer::new(speaker).condition(condition, true)
}

/// What a modification does to an object: "gets +1/+1".
pub fn modification(speaker: &Speaker, modification: &Modification) -> String {
    let mut says = Renderer::new(speaker);
    let phrase = says.modification(modification, false, false);
    let phrase = grammar::third_person(&phrase);
    says.with_letters(phrase)
}

/// A static effect as a sentence.
pub fn static_effect(speaker: &Speaker, effect: &StaticEffect) -> String {
    sentence(&Renderer::new(speaker).static_effect(effect, &Condition::Always))
}
