//! Reading the text of a face: lines, all their readings, and what these mean together.

use super::card::FaceText;
use super::decline::{Decline, Reason};
use super::grammar::{Line, Sentences, SpellModes, Swap, instead, is_evidence, paid_with};
use super::lex::print;
use super::links::unlink;
use super::paragraphs::{Paragraph, decline, no_rule, paragraphs, unclear};
use super::syntax::{
    Cat, CatId, Chart, Context, FaceInfo, Kind, Node, Optional, Participle, Stuck, Val, Value, eval, realise, targets,
    zone,
};
use super::vars::{fill, strip, unkeep};
use crate::cards::def::*;
use std::ops::Range;
use std::rc::Rc;

/// The most meanings that are followed at once.
const MOST: usize = 64;

/// What was read of a face.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Reading {
    /// Its abilities.
    pub abilities: Vec<AbilityDef>,
    /// By paragraph: how many abilities it and those before it have. Those of spells have some together.
    ends: Vec<usize>,
}

/// One way of understanding the paragraphs so far.
#[derive(Clone)]
struct State {
    context: Context,
    abilities: Vec<AbilityDef>,
    /// How many abilities there were after each paragraph.
    ends: Vec<usize>,
    /// The place of the spell ability among them, and its effects so far.
    spell: Option<Spell>,
}

impl State {
    fn new(info: &Rc<FaceInfo>) -> Self {
        Self { context: Context::new(info), abilities: Vec::new(), ends: Vec::new(), spell: None }
    }
}

/// A spell ability of which some paragraphs were read.
#[derive(Clone, PartialEq)]
struct Spell {
    /// Its place among the abilities.
    at: usize,
    effects: Vec<Instruction>,
    /// How many of them there were before the last paragraph.
    before: usize,
}

/// The text of a face, with all that was read of it.
pub(super) struct Text {
    info: Rc<FaceInfo>,
    /// Its paragraphs.
    pub paragraphs: Vec<Paragraph>,
    /// What was read of each.
    charts: Vec<Chart>,
    /// The readings of each.
    nodes: Vec<Vec<Rc<Node>>>,
    /// What each means alone, or in a spell all together, as far as it was asked for.
    meanings: Vec<Option<Option<Vec<AbilityDef>>>>,
}

impl Drop for Text {
    fn drop(&mut self) {
        self.charts.drain(..).for_each(Chart::give_back);
    }
}

impl Text {
    /// The text of a face.
    ///
    /// # Errors
    /// A line that can't be brought to its normal form or doesn't come back from it.
    pub(super) fn new(face: &FaceText, info: &Rc<FaceInfo>) -> Result<Self, Decline> {
        let paragraphs = paragraphs(face, info)?;
        let charts = paragraphs.iter().map(|_| Chart::new()).collect();
        let meanings = vec![None; paragraphs.len()];
        Ok(Self { info: Rc::clone(info), paragraphs, charts, nodes: Vec::new(), meanings })
    }

    /// What a paragraph of the face can be.
    fn cats(&self) -> &'static [CatId] {
        const CATS: [CatId; 4] =
            [<Line as Cat>::ID, <Sentences as Cat>::ID, <SpellModes as Cat>::ID, <Swap as Cat>::ID];
        if self.info.is_spell() { &CATS } else { &CATS[..1] }
    }

    /// What the face means.
    ///
    /// # Errors
    /// No meaning, or several.
    pub(super) fn read(&mut self, face: &FaceText) -> Result<Reading, Decline> {
        let mut states = vec![State::new(&self.info)];
        for number in 0..self.paragraphs.len() {
            if let Some(known) = &self.paragraphs[number].known {
                for state in &mut states {
                    state.abilities.extend_from_slice(&known.abilities);
                    state.ends.push(state.abilities.len());
                }
                self.nodes.push(Vec::new());
                continue;
            }
            let readings = self.readings(face, number)?;
            let before = std::mem::take(&mut states);
            states = next(&before, &readings, &self.info);
            if states.is_empty() {
                let place = refused(&before, &readings, &self.info);
                return Err(unclear(face, &self.paragraphs[number], place));
            }
            self.nodes.push(readings);
            if let (1, [state], false) = (before.len(), states.as_slice(), self.info.is_spell()) {
                let from = number.checked_sub(1).map_or(0, |before| state.ends[before]);
                self.paragraphs[number].keep(&state.abilities[from..]);
            }
            let paragraph = &self.paragraphs[number];
            if states.len() > MOST {
                return Err(decline(face, paragraph, Reason::Ambiguous(states.len())));
            }
        }
        let reading = one(states).map_err(|n| Decline::face(&face.name, Reason::Ambiguous(n)))?;
        if let ([paragraph], true) = (self.paragraphs.as_mut_slice(), self.info.is_spell()) {
            paragraph.keep(&reading.abilities);
        }
        Ok(reading)
    }

    /// The words of all abilities.
    ///
    /// # Errors
    /// The first ability that has none.
    pub(super) fn words<'a>(&self, reading: &'a Reading) -> Result<Vec<String>, &'a AbilityDef> {
        let (around, mut said) = (Around::of(&reading.abilities), Vec::new());
        let words = |abilities: &'a [AbilityDef]| -> Result<Vec<String>, &'a AbilityDef> {
            abilities.iter().map(|ability| words_of(ability, around, &self.info).ok_or(ability)).collect()
        };
        if self.info.is_spell() && self.paragraphs.len() > 1 {
            return words(&reading.abilities);
        }
        let mut from = 0;
        for (paragraph, end) in self.paragraphs.iter().zip(&reading.ends) {
            let abilities = &reading.abilities[from..*end];
            let known = paragraph.known.as_ref().filter(|_| around == Around::default());
            match known.and_then(|known| known.words.get()) {
                Some(words) => said.extend_from_slice(words),
                None => {
                    let found = words(abilities)?;
                    if let Some(known) = known {
                        known.words.get_or_init(|| found.clone());
                    }
                    said.extend(found);
                }
            }
            from = *end;
        }
        Ok(said)
    }

    /// Whether it is known that each word of a paragraph makes a difference.
    pub(super) fn is_proven(&self, number: usize) -> bool {
        self.paragraphs[number].known.as_ref().is_some_and(|known| known.is_proven())
    }

    /// Each word of a paragraph makes a difference.
    pub(super) fn prove(&self, number: usize) {
        if let Some(known) = &self.paragraphs[number].known {
            known.prove();
        }
    }

    /// Reads a paragraph although what it means is known, if that wasn't done.
    ///
    /// # Errors
    /// As [`Text::read`].
    pub(super) fn unfold(&mut self, face: &FaceText, number: usize) -> Result<(), Decline> {
        if self.paragraphs[number].tokens.is_empty() {
            self.paragraphs[number].cut(face)?;
            self.nodes[number] = self.readings(face, number)?;
        }
        Ok(())
    }

    /// All readings of a paragraph.
    fn readings(&mut self, face: &FaceText, number: usize) -> Result<Vec<Rc<Node>>, Decline> {
        let cats = self.cats();
        let (paragraph, chart) = (&self.paragraphs[number], &mut self.charts[number]);
        let mut readings = Vec::new();
        let mut overflow = false;
        for cat in cats {
            let parsed = chart.parse(*cat, false, &paragraph.tokens);
            readings.extend(parsed.whole);
            overflow |= parsed.overflow;
        }
        if overflow {
            return Err(decline(face, paragraph, Reason::Ambiguous(usize::MAX)));
        }
        if readings.is_empty() {
            // What gets farthest, of several the first.
            let (mut best, mut farthest) = (cats[0], chart.farthest(cats[0], &paragraph.tokens));
            for cat in &cats[1..] {
                let reached = chart.farthest(*cat, &paragraph.tokens);
                if reached > farthest {
                    (best, farthest) = (*cat, reached);
                }
            }
            let Stuck { farthest, expected } = chart.stuck(best, &paragraph.tokens);
            return Err(no_rule(face, paragraph, farthest, expected));
        }
        Ok(readings)
    }

    /// Whether the face, of which all paragraphs were read, means the same without one of the tokens of a paragraph. Those of
    /// permanents mean something alone.
    pub(super) fn is_same_without(&mut self, number: usize, token: usize) -> bool {
        let cats = self.cats();
        let parsed = self.charts[number].without(token, cats, &self.paragraphs[number].tokens);
        if parsed.overflow || parsed.whole.is_empty() {
            return false;
        }
        let alone = !self.info.is_spell();
        let nodes = self.nodes.iter().map(Vec::as_slice);
        let (at, all): (usize, Vec<&[Rc<Node>]>) =
            if alone { (0, vec![&self.nodes[number]]) } else { (number, nodes.collect()) };
        let mut shorter = all.clone();
        shorter[at] = &parsed.whole;
        let Some(again) = meaning(&shorter, &self.info) else { return false };
        let known = &mut self.meanings[if alone { number } else { 0 }];
        known.get_or_insert_with(|| meaning(&all, &self.info)).as_ref() == Some(&again)
    }
}

/// The one meaning of paragraphs with these readings.
fn meaning(paragraphs: &[&[Rc<Node>]], info: &Rc<FaceInfo>) -> Option<Vec<AbilityDef>> {
    let mut states = vec![State::new(info)];
    for readings in paragraphs {
        states = next(&states, readings, info);
        if states.is_empty() || states.len() > MOST {
            return None;
        }
    }
    one(states).ok().map(|reading| reading.abilities)
}

/// All ways of understanding a further paragraph.
fn next(states: &[State], readings: &[Rc<Node>], info: &Rc<FaceInfo>) -> Vec<State> {
    let mut distinct: Vec<State> = Vec::new();
    for state in states {
        for state in readings.iter().filter_map(|node| follow(state, node, info)) {
            if !distinct
                .iter()
                .any(|s| s.abilities == state.abilities && s.spell == state.spell && s.context == state.context)
            {
                distinct.push(state);
            }
        }
    }
    distinct
}

/// The tokens of the phrase that has no meaning after what was said: of several readings the one that got farthest.
fn refused(states: &[State], readings: &[Rc<Node>], info: &Rc<FaceInfo>) -> Range<usize> {
    let mut farthest = 0..0;
    for (state, node) in states.iter().flat_map(|state| readings.iter().map(move |node| (state, node))) {
        let mut context = state.context.clone();
        if node_cat(node) == <Line as Cat>::ID {
            context = Context::new(info);
        } else if node_cat(node) == <Swap as Cat>::ID {
            context.unmoved();
        }
        let phrase = eval(&mut context, node).err().and_then(|phrase| node.find(phrase));
        if let Some(phrase) = phrase.filter(|p| (p.end, p.start) > (farthest.end, farthest.start)) {
            farthest = phrase;
        }
    }
    farthest
}

/// The one meaning of all that is understood; an error says how many there are.
fn one(states: Vec<State>) -> Result<Reading, usize> {
    let mut found: Vec<Reading> = Vec::new();
    for state in states {
        let reading = finish(state);
        if !found.iter().any(|r| r.abilities == reading.abilities) {
            found.push(reading);
        }
    }
    match found.len() {
        1 => Ok(found.remove(0)),
        n => Err(n),
    }
}

/// A paragraph's reading after what was read before.
fn follow(state: &State, node: &Node, info: &Rc<FaceInfo>) -> Option<State> {
    let mut state = state.clone();
    let part_of_spell = !matches!(node_cat(node), cat if cat == <Line as Cat>::ID);
    if part_of_spell {
        if node_cat(node) == <Swap as Cat>::ID {
            state.context.unmoved();
        }
        let val = eval(&mut state.context, node).ok()?;
        let mut spell = state.spell.take().unwrap_or_else(|| {
            state.abilities.push(AbilityDef::Spell(SpellDef::default()));
            Spell { at: state.abilities.len() - 1, effects: Vec::new(), before: 0 }
        });
        match val {
            // Instead of what the paragraph before says.
            Val::Effects(swap) if node_cat(node) == <Swap as Cat>::ID => {
                let swap = Rc::unwrap_or_clone(swap);
                let plain = spell.effects.split_off(spell.before);
                spell.effects.extend(instead(&mut state.context, plain, swap)?);
            }
            Val::Effects(more) => {
                spell.before = spell.effects.len();
                spell.effects.extend(Rc::unwrap_or_clone(more));
            }
            Val::Modes(modes) if spell.effects.is_empty() => {
                state.abilities[spell.at] =
                    AbilityDef::Spell(SpellDef { modes: Some(Rc::unwrap_or_clone(modes)), ..SpellDef::default() });
            }
            _ => return None,
        }
        state.spell = Some(spell);
    } else {
        let mut context = Context::new(info);
        let abilities: Vec<AbilityDef> = Value::unwrap(eval(&mut context, node).ok()?)?;
        if info.is_spell() && !abilities.iter().all(of_spell_card) {
            return None;
        }
        // What a spell was paid with is called back as it resolves.
        if abilities.iter().any(|a| matches!(a, AbilityDef::AdditionalCost(_))) {
            state.context.paid = context.paid;
        }
        state.abilities.extend(abilities);
    }
    state.ends.push(state.abilities.len());
    Some(state)
}

/// Whether an instant or a sorcery can have the ability beside its spell ability.
fn of_spell_card(ability: &AbilityDef) -> bool {
    match ability {
        AbilityDef::Keywords(_)
        | AbilityDef::Keyword(_)
        | AbilityDef::AdditionalCost(_)
        | AbilityDef::OptionalCost(_)
        | AbilityDef::EitherCost(_)
        | AbilityDef::AlternativeCost(_)
        | AbilityDef::OwnFlash { .. }
        | AbilityDef::CastOnlyIf(_) => true,
        // CR 702.55c.
        AbilityDef::Triggered(def) => def.from != ZoneKind::Battlefield || def.when == TriggerEvent::HauntedDies,
        AbilityDef::Activated(def) => def.from != ZoneKind::Battlefield,
        AbilityDef::Static(def) if matches!(def.from, ZoneKind::Stack | ZoneKind::Graveyard) => true,
        AbilityDef::Static(def) => match &def.effect {
            StaticEffect::Affect(what, _) => *what == Objects::The(Obj::This),
            StaticEffect::Rule(
                Rule::CostsLess(_, f, _)
                | Rule::CostsLessOf { what: f, .. }
                | Rule::CostsMore(_, f, _)
                | Rule::Flash(_, f)
                | Rule::SpendOnX(f, _),
            ) => *f == Filter::Is(Obj::This),
            _ => false,
        },
        _ => false,
    }
}

fn node_cat(node: &Node) -> u16 {
    node.symbol() / 2
}

fn finish(state: State) -> Reading {
    let mut abilities = state.abilities;
    if let Some(Spell { at, effects, .. }) = state.spell
        && let AbilityDef::Spell(spell) = &mut abilities[at]
    {
        spell.effects = effects;
        spell.targets = state.context.targets.to_vec();
    }
    abilities.iter_mut().for_each(strip);
    Reading { abilities, ends: state.ends }
}

/// What the other abilities of a face are to the words of one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Around {
    /// What a spell is paid with besides mana.
    paid: Option<(Participle, Kind)>,
    /// What it is called that an optional cost was paid.
    optional: Optional,
}

impl Default for Around {
    fn default() -> Self {
        Self { paid: None, optional: Optional::Kicked }
    }
}

impl Around {
    /// What these abilities are to the words of each of them.
    pub(super) fn of(all: &[AbilityDef]) -> Self {
        let optional = if all.contains(&AbilityDef::Keyword(KeywordAbility::Bargain)) {
            Optional::Bargained
        } else if all.iter().any(|a| matches!(a, AbilityDef::Keyword(KeywordAbility::Teamwork(_)))) {
            Optional::Teamwork
        } else if all.iter().any(|a| matches!(a, AbilityDef::Keyword(KeywordAbility::Gift(_)))) {
            Optional::Promised
        } else if all.iter().any(|a| matches!(a, AbilityDef::OptionalCost(o) if is_evidence(&o.cost))) {
            Optional::Collected
        } else if all.iter().any(|a| matches!(a, AbilityDef::OptionalCost(_))) {
            Optional::Paid
        } else {
            Optional::Kicked
        };
        Self { paid: all.iter().find_map(paid_with), optional }
    }
}

/// The words of an ability, from its meaning alone; `None` if there are none.
pub(super) fn words_of(ability: &AbilityDef, around: Around, info: &Rc<FaceInfo>) -> Option<String> {
    let mut ability = ability.clone();
    unlink(&mut ability);
    let group = unkeep(&mut ability);
    fill(&mut ability);
    let mut context = Context::new(info);
    (context.group, context.says) = (group.map(Rc::new), true);
    context.here = zone(&ability);
    (context.paid, context.optional) = (around.paid, around.optional);
    let node = match &ability {
        AbilityDef::Spell(spell) => match &spell.modes {
            Some(modes) => realise(&mut context, <SpellModes as Cat>::ID, false, &modes.clone().wrap()),
            None => {
                context.wanted = spell.targets.clone().into();
                let node = realise(&mut context, <Sentences as Cat>::ID, false, &spell.effects.clone().wrap());
                node.filter(|_| *context.targets == *spell.targets)
            }
        },
        other => {
            let val = vec![other.clone()].wrap();
            context.wanted = targets(&val);
            realise(&mut context, <Line as Cat>::ID, false, &val)
        }
    }?;
    let mut words = Vec::new();
    node.words(&mut words);
    Some(print(&words))
}
