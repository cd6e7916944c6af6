//! Abilities, costs and instructions of a game in words.

use crate::cards::def::{Cost, CostPart, Filter, Instruction, TargetDef};
use crate::cards::text::{self, InstructionText, Speaker};
use crate::cards::{AbilityKind, Body, CardTable, Definition, ModeRow, Op, time_travellers};
use crate::model::chosen::ChosenValue;
use crate::model::ids::{AbilityHandle, ObjectRef, ProgramHandle, StaticHandle};
use crate::model::object::Characteristics;
use crate::rules::reading::View;

/// A cost: `{1}{R}, {T}, Sacrifice this creature`.
pub fn cost(cost: &Cost) -> String {
    text::cost(&Speaker::default(), cost)
}

/// A cost of an ability.
pub fn cost_of(table: &CardTable, handle: AbilityHandle, cost: &Cost) -> String {
    text::cost(speaker(table.def(handle.def), handle.index), cost)
}

/// A part of a cost.
pub(super) fn part(part: &CostPart) -> String {
    cost(&Cost(vec![part.clone()]))
}

/// What can be chosen for an instance of "target" of an ability.
pub(super) fn target(table: &CardTable, handle: Option<AbilityHandle>, target: &TargetDef) -> String {
    match handle {
        Some(handle) => text::targets(speaker(table.def(handle.def), handle.index), target),
        None => text::targets(&Speaker::default(), target),
    }
}

/// What a card whose name is chosen must be like.
pub(super) fn named(filter: &Filter) -> String {
    text::cards(&Speaker::default(), filter)
}

/// What people call an ability on the stack: by its source, or by what is known of an inherent ability (CR 725.2).
pub(super) fn ability_of(table: &CardTable, view: &View<'_>, name: impl Fn(ObjectRef) -> String) -> String {
    let key = view.stack.ability.filter(|key| key.object != view.object.reference());
    match key.map(|key| (key.object, table.inherent(key))) {
        Some((_, Some(inherent))) => format!("the {inherent}"),
        Some((source, None)) => format!("an ability of {}", name(source)),
        None => "an ability".to_owned(),
    }
}

fn speaker(def: &Definition, ability: u16) -> &Speaker {
    &def.speakers[usize::from(def.texts[usize::from(ability)].speaker)]
}

/// An ability.
pub fn ability(table: &CardTable, handle: AbilityHandle) -> String {
    let def = table.def(handle.def);
    text::ability(speaker(def, handle.index), def.texts[usize::from(handle.index)].printed())
}

/// The abilities of something, in order.
pub fn abilities(table: &CardTable, chars: &Characteristics) -> Vec<String> {
    chars.abilities.iter().map(|instance| ability(table, instance.handle)).collect()
}

/// Whether modes are chosen for an ability (CR 700.2).
pub(crate) fn has_modes(table: &CardTable, handle: AbilityHandle) -> bool {
    body(&table.ability(handle).kind).is_some_and(|body| body.modes.len() > 1)
}

/// What an ability does in a mode.
pub fn mode(table: &CardTable, text: AbilityHandle, row: &ModeRow) -> String {
    let def = table.def(text.def);
    let nth = body(&def.abilities[usize::from(text.index)].kind)
        .and_then(|body| body.modes.iter().position(|mode| mode.program == row.program));
    let said = nth.and_then(|nth| text::mode(speaker(def, text.index), &def.texts[usize::from(text.index)].def, nth));
    said.unwrap_or_else(|| ability(table, text))
}

/// A static effect: the ability that says it, or else the effect alone.
pub(super) fn static_effect(table: &CardTable, handle: StaticHandle) -> String {
    let def = table.def(handle.def);
    let says = |kind: &AbilityKind| matches!(kind, AbilityKind::Static { index, .. } if *index == handle.index);
    match def.abilities.iter().position(|a| says(&a.kind)) {
        Some(index) => ability(table, AbilityHandle { def: handle.def, index: index as u16 }),
        None => text::static_effect(&def.speakers[0], &table.static_row(handle).effect),
    }
}

fn body(kind: &AbilityKind) -> Option<&Body> {
    match kind {
        AbilityKind::Spell(body) | AbilityKind::Activated { body, .. } | AbilityKind::Triggered { body, .. } => {
            Some(body)
        }
        AbilityKind::Static { .. }
        | AbilityKind::Protection { .. }
        | AbilityKind::HexproofFrom(_)
        | AbilityKind::Landwalk(_)
        | AbilityKind::Enchant(_)
        | AbilityKind::AdditionalCost(_)
        | AbilityKind::CastOnlyIf(_)
        | AbilityKind::OptionalCost { .. }
        | AbilityKind::AlternativeCost { .. }
        | AbilityKind::Plot(_)
        | AbilityKind::Suspend { .. }
        | AbilityKind::Prototype
        | AbilityKind::Toxic(_)
        | AbilityKind::Reconfigure(_)
        | AbilityKind::Splice { .. }
        | AbilityKind::Morph { .. }
        | AbilityKind::Companion
        | AbilityKind::DeckConstruction
        | AbilityKind::OpeningHand(..) => None,
    }
}

/// What a player chose as an instruction was followed, in words; an object as it is called.
pub fn chosen(table: &CardTable, what: ChosenValue, called: impl Fn(ObjectRef) -> String) -> String {
    match what {
        ChosenValue::Color(color) => color.word().to_owned(),
        ChosenValue::Name(name) => format!("the name {}", table.name(name).unwrap_or_default()),
        ChosenValue::CardType(kind) => kind.to_string().to_lowercase(),
        ChosenValue::Subtype(subtype) => subtype.to_string(),
        ChosenValue::Player(seat) => format!("player {seat}"),
        ChosenValue::Number(n) => n.to_string(),
        ChosenValue::Object(object) => called(object),
        ChosenValue::Course { program, at, course } => {
            let words = instruction(table, program, at).and_then(|found| found.courses.into_iter().nth(course.into()));
            words.unwrap_or_else(|| format!("course {}", course + 1))
        }
    }
}

/// The instruction of a program that is carried out at a place, among the others of its ability.
pub(crate) fn instruction(table: &CardTable, program: ProgramHandle, at: u16) -> Option<InstructionText> {
    let def = table.def(program.def);
    let ops = table.program(program);
    let op = ops.get(usize::from(at))?;
    if let Some(text) = of_time_travel(op) {
        return Some(InstructionText { text, courses: Vec::new() });
    }
    let mode_of = |kind: &AbilityKind| body(kind)?.modes.iter().position(|mode| mode.program == program.index);
    let owner = def.abilities.iter().enumerate().find_map(|(i, a)| Some((i, mode_of(&a.kind)?)));
    let Some((index, mode)) = owner else {
        // What replaces an event, or is done from an opening hand: the ability as a whole.
        let row = def.statics.iter().position(|row| row.program == Some(program.index));
        let text = match row {
            Some(row) => static_effect(table, StaticHandle { def: program.def, index: row as u16 }),
            None => {
                let opens =
                    |a: &crate::cards::Ability| matches!(a.kind, AbilityKind::OpeningHand(p, ..) if p == program.index);
                let index = def.abilities.iter().position(opens)? as u16;
                ability(table, AbilityHandle { def: program.def, index })
            }
        };
        return Some(InstructionText { text, courses: Vec::new() });
    };
    let same = |other: &Op| std::mem::discriminant(other) == std::mem::discriminant(op) && alike(op, other);
    let before = ops[..usize::from(at)].iter().filter(|other| same(other)).count();
    let text = &def.texts[index];
    text::instruction(speaker(def, index as u16), &text.def, mode, &|effect| makes(effect, op), before)
}

/// What a choice of time travel is about (CR 701.56a).
fn of_time_travel(op: &Op) -> Option<String> {
    let Op::Do(effect) = op else { return None };
    let Instruction::Choose { into, .. } = effect.as_ref() else { return None };
    let [more, fewer] = time_travellers();
    let verb = match *into {
        var if var == more => "put a time counter on",
        var if var == fewer => "remove a time counter from",
        _ => return None,
    };
    Some(format!("Time travel: {verb} any number of them."))
}

/// Whether two operations of one kind come from instructions that are counted together.
fn alike(one: &Op, other: &Op) -> bool {
    match (one, other) {
        (Op::Do(one), Op::Do(other)) => one == other,
        _ => true,
    }
}

/// Whether an instruction is compiled to such an operation.
fn makes(effect: &Instruction, op: &Op) -> bool {
    match op {
        Op::Do(one) => match (one.as_ref(), effect) {
            // An instruction with an end is taken apart.
            (Instruction::Move { what, to, .. }, Instruction::Move { what: w, to: t, .. }) => what == w && to == t,
            // What is done as its mana is spent stands apart.
            (Instruction::AddMana { mana, only, .. }, Instruction::AddMana { mana: m, only: o, .. }) => {
                mana == m && only == o
            }
            (one, effect) => one == effect,
        },
        Op::JumpUnless(..) => matches!(effect, Instruction::If { .. }),
        Op::UnlessDone(_) => matches!(effect, Instruction::OnceEachTurn(_)),
        Op::AskMay(..) => matches!(effect, Instruction::May { .. }),
        Op::AskPay(..) | Op::ChooseX(..) => matches!(effect, Instruction::MayPay { .. }),
        Op::ChooseOne(..) => matches!(effect, Instruction::ChooseOne(..)),
        Op::Face(..) | Op::Facings(_) => matches!(effect, Instruction::FaceVillainousChoice(..)),
        Op::Each(..) => matches!(effect, Instruction::ForEach(..) | Instruction::FaceVillainousChoice(..)),
        Op::Times(_) => matches!(effect, Instruction::Repeat(..)),
        Op::Until(..) => matches!(effect, Instruction::RepeatUntil(..)),
        Op::Again(_) => *effect == Instruction::Again,
        Op::Continuous(..) => matches!(effect, Instruction::Continuous(..)),
        Op::Delayed(..) => matches!(effect, Instruction::Delayed { .. }),
        Op::ExtraTurn(..) => matches!(effect, Instruction::ExtraTurnWith { .. }),
        Op::Reflexive(_) => matches!(effect, Instruction::Reflexive(_)),
        Op::CreateToken { .. } => matches!(effect, Instruction::CreateToken { .. }),
        Op::Emblem(..) => matches!(effect, Instruction::Emblem(..)),
        // What only says where to go on.
        Op::Jump(_) | Op::Next(_) | Op::UnlessOver(..) | Op::Return(..) => false,
        // They are said with what adds the mana or makes the copies.
        Op::IfSpent(..) | Op::WhenSpent(..) | Op::Lasts(_) | Op::Except(_) => false,
    }
}
