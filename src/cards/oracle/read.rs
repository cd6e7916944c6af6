//! Reading the text of a face: lines, all their readings, and what these mean together.

use super::card::FaceText;
use super::decline::{Decline, Reason};
use super::grammar::{Line, Sentences, SpellModes, Swap, instead, is_evidence, paid_with};
use super::lex::{FaceNames, Normal, Token, normalise, print, tokens};
use super::links::unlink;
use super::syntax::{
    Cat, CatId, Chart, Context, FaceInfo, Node, Optional, Stuck, Val, Value, eval, grammar, realise, targets, zone,
};
use super::vars::{fill, strip};
use crate::cards::def::*;
use std::ops::Range;
use std::rc::Rc;

/// The most meanings that are followed at once.
const MOST: usize = 64;

/// A line of rules text, or the lines of a choice of modes.
#[derive(Clone, Debug)]
pub(super) struct Paragraph {
    /// The lines.
    lines: Vec<SourceLine>,
    /// All of their tokens.
    pub tokens: Vec<Token>,
    names: FaceNames,
}

/// A line as the user sees it.
#[derive(Clone, Debug)]
struct SourceLine {
    /// Its number, from 1.
    number: usize,
    /// Its first token.
    first: usize,
    text: String,
    normal: Normal,
}

/// A place in a text.
pub(super) struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The characters of the line.
    pub columns: Range<usize>,
    /// The words that stand there.
    pub words: String,
}

impl Paragraph {
    /// Where a token stands in the text, alone or to the end of its line.
    pub(super) fn place(&self, at: usize, to_end: bool) -> Place {
        let found = self.lines.iter().rfind(|line| line.first <= at).or(self.lines.first());
        let Some(SourceLine { number, text, normal, .. }) = found else {
            return Place { line: 0, columns: 0..0, words: String::new() };
        };
        let end = normal.place(normal.text.len(), true, &self.names);
        let columns = match self.tokens.get(at) {
            Some(token) => {
                let start = normal.place(token.start as usize, false, &self.names);
                start..if to_end { end } else { normal.place(token.end as usize, true, &self.names) }.max(start)
            }
            None => end..end,
        };
        let words = text.get(columns.clone()).unwrap_or_default().to_owned();
        let start = text.get(..columns.start).map_or(0, |before| before.chars().count());
        Place { line: *number, columns: start..start + words.chars().count(), words }
    }
}

/// What was read of a face.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Reading {
    /// Its abilities.
    pub abilities: Vec<AbilityDef>,
    /// The rules that were used, by number.
    pub rules: Vec<u16>,
}

/// One way of understanding the paragraphs so far.
#[derive(Clone)]
struct State {
    context: Context,
    abilities: Vec<AbilityDef>,
    /// The place of the spell ability among them, and its effects so far.
    spell: Option<Spell>,
    rules: Vec<u16>,
}

impl State {
    fn new(info: &Rc<FaceInfo>) -> Self {
        Self { context: Context::new(info), abilities: Vec::new(), spell: None, rules: Vec::new() }
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

/// A decline of a whole paragraph.
fn decline(face: &FaceText, paragraph: &Paragraph, reason: Reason) -> Decline {
    let Place { line, columns, words } = paragraph.place(0, true);
    Decline { line, columns, words, alike: alike(paragraph, 0), ..Decline::face(&face.name, reason) }
}

/// The words from a token on as other cards have them, too.
pub(super) fn alike(paragraph: &Paragraph, at: usize) -> String {
    let words = paragraph.tokens.get(at..).map(words).unwrap_or_default();
    words.replace(['\u{1}', '\u{2}'], "~")
}

/// The paragraphs of a face.
///
/// # Errors
/// A line that can't be brought to its normal form or doesn't come back from it.
fn paragraphs(face: &FaceText, info: &FaceInfo) -> Result<Vec<Paragraph>, Decline> {
    let names = FaceNames::of(&info.name, info.types.supertypes.contains(Supertypes::LEGENDARY));
    let lexicon = &grammar().lexicon;
    let mut all: Vec<Paragraph> = Vec::new();
    for (number, line) in face.text.split('\n').enumerate() {
        let failed = |what: &str| Decline {
            line: number + 1,
            ..Decline::face(&face.name, Reason::NotReversible(what.to_owned()))
        };
        let normal = normalise(line, &names)
            .ok_or_else(|| failed("the line has parentheses or signs that aren't understood"))?;
        if normal.original(&names) != line {
            return Err(failed("the normal form"));
        }
        if normal.text.is_empty() {
            continue;
        }
        let tokens = tokens(&normal.text, lexicon);
        let texts: Vec<&str> = tokens.iter().map(|t| &*t.text).collect();
        if print(&texts) != normal.text {
            return Err(failed(&format!("`{}` is printed as `{}`", normal.text, print(&texts))));
        }
        let is_mode = normal.text.starts_with('\u{2022}') || normal.text.starts_with("+ {");
        let mut line = SourceLine { number: number + 1, first: 0, text: line.to_owned(), normal };
        match all.last_mut() {
            Some(last) if is_mode => {
                line.first = last.tokens.len();
                last.tokens.extend(tokens);
                last.lines.push(line);
            }
            _ => all.push(Paragraph { lines: vec![line], tokens, names: names.clone() }),
        }
    }
    Ok(all)
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

impl Text {
    /// The text of a face.
    ///
    /// # Errors
    /// A line that can't be brought to its normal form or doesn't come back from it.
    pub(super) fn new(face: &FaceText, info: &Rc<FaceInfo>) -> Result<Self, Decline> {
        let paragraphs = paragraphs(face, info)?;
        let charts = paragraphs.iter().map(|_| Chart::default()).collect();
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
            let readings = self.readings(face, number)?;
            let paragraph = &self.paragraphs[number];
            states = next(&states, &readings, &self.info);
            self.nodes.push(readings);
            if states.is_empty() {
                return Err(decline(face, paragraph, Reason::Reference(paragraph.place(0, true).words)));
            }
            if states.len() > MOST {
                return Err(decline(face, paragraph, Reason::Ambiguous(states.len())));
            }
        }
        one(states).map_err(|n| Decline::face(&face.name, Reason::Ambiguous(n)))
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

/// Tokens as text.
fn words(tokens: &[Token]) -> String {
    let texts: Vec<&str> = tokens.iter().map(|t| &*t.text).collect();
    print(&texts)
}

fn no_rule(face: &FaceText, paragraph: &Paragraph, at: usize, expected: Vec<String>) -> Decline {
    let Place { line, columns, words } = paragraph.place(at, true);
    Decline { line, columns, words, alike: alike(paragraph, at), expected, ..Decline::face(&face.name, Reason::NoRule) }
}

/// A paragraph's reading after what was read before.
fn follow(state: &State, node: &Node, info: &Rc<FaceInfo>) -> Option<State> {
    let mut state = state.clone();
    let part_of_spell = !matches!(node_cat(node), cat if cat == <Line as Cat>::ID);
    if part_of_spell {
        if node_cat(node) == <Swap as Cat>::ID {
            state.context.unmoved();
        }
        let val = eval(&mut state.context, node)?;
        let mut spell = state.spell.take().unwrap_or_else(|| {
            state.abilities.push(AbilityDef::Spell(SpellDef::default()));
            Spell { at: state.abilities.len() - 1, effects: Vec::new(), before: 0 }
        });
        match val {
            // Instead of what the paragraph before says.
            Val::Effects(swap) if node_cat(node) == <Swap as Cat>::ID => {
                let plain = spell.effects.split_off(spell.before);
                spell.effects.extend(instead(&mut state.context, plain, swap)?);
            }
            Val::Effects(more) => {
                spell.before = spell.effects.len();
                spell.effects.extend(more);
            }
            Val::Modes(modes) if spell.effects.is_empty() => {
                state.abilities[spell.at] = AbilityDef::Spell(SpellDef { modes: Some(modes), ..SpellDef::default() });
            }
            _ => return None,
        }
        state.spell = Some(spell);
    } else {
        let mut context = Context::new(info);
        let abilities: Vec<AbilityDef> = Value::unwrap(eval(&mut context, node)?)?;
        if info.is_spell() && !abilities.iter().all(of_spell_card) {
            return None;
        }
        // What a spell was paid with is called back as it resolves.
        if abilities.iter().any(|a| matches!(a, AbilityDef::AdditionalCost(_))) {
            state.context.paid = context.paid;
        }
        state.abilities.extend(abilities);
    }
    node.rules(&mut state.rules);
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
        | AbilityDef::CastOnlyIf(_) => true,
        AbilityDef::Triggered(def) => def.from != ZoneKind::Battlefield,
        AbilityDef::Activated(def) => def.from != ZoneKind::Battlefield,
        AbilityDef::Static(def) if def.from == ZoneKind::Stack => true,
        AbilityDef::Static(def) => match &def.effect {
            StaticEffect::Affect(what, _) => *what == Objects::The(Obj::This),
            StaticEffect::Rule(Rule::CostsLess(_, f, _) | Rule::CostsMore(_, f, _) | Rule::SpendOnX(f, _)) => {
                *f == Filter::Is(Obj::This)
            }
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
        spell.targets = state.context.targets;
    }
    abilities.iter_mut().for_each(strip);
    Reading { abilities, rules: state.rules }
}

/// The words of an ability, from its meaning alone; `None` if there are none.
pub(super) fn words_of(ability: &AbilityDef, all: &[AbilityDef], info: &Rc<FaceInfo>) -> Option<String> {
    let mut ability = ability.clone();
    unlink(&mut ability);
    fill(&mut ability);
    let mut context = Context::new(info);
    context.here = zone(&ability);
    context.paid = all.iter().find_map(paid_with);
    if all.contains(&AbilityDef::Keyword(KeywordAbility::Bargain)) {
        context.optional = Optional::Bargained;
    } else if all.iter().any(|a| matches!(a, AbilityDef::Keyword(KeywordAbility::Gift(_)))) {
        context.optional = Optional::Promised;
    } else if all.iter().any(|a| matches!(a, AbilityDef::OptionalCost(o) if is_evidence(&o.cost))) {
        context.optional = Optional::Collected;
    } else if all.iter().any(|a| matches!(a, AbilityDef::OptionalCost(_))) {
        context.optional = Optional::Paid;
    }
    let node = match &ability {
        AbilityDef::Spell(spell) => match &spell.modes {
            Some(modes) => realise(&mut context, <SpellModes as Cat>::ID, false, &modes.clone().wrap()),
            None => {
                context.wanted = spell.targets.clone();
                let node = realise(&mut context, <Sentences as Cat>::ID, false, &spell.effects.clone().wrap());
                node.filter(|_| context.targets == spell.targets)
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
    let texts: Vec<&str> = words.iter().map(String::as_str).collect();
    Some(print(&texts))
}

/// The words of a paragraph as they are compared.
pub(super) fn spoken(paragraph: &Paragraph) -> String {
    words(&paragraph.tokens)
}
