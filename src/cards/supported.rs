//! What can't be done yet, for the compiler to refuse.

use crate::cards::def::{
    ActivatedDef, CardDef, CardTypes, Filter, Instruction, Modification, Obj, Rule, StaticDef, StaticEffect, TokenDef,
    TriggerEvent, TypeLine,
};
use derive_visitor::{DriveMut, VisitorMut, visitor_enter_fn_mut};

/// The name of a term that only the dungeons of the game itself have (CR 309), if a card has one: a dungeon of one's own would
/// never be ventured into.
pub(super) fn of_dungeons(card: &CardDef) -> Option<&'static str> {
    let is_dungeon = |types: &TypeLine| types.types.contains(CardTypes::DUNGEON);
    let mut dungeon = is_dungeon(&card.types) || card.other.iter().any(|(_, face)| is_dungeon(&face.types));
    let mut room = false;
    let others = card.other.iter().flat_map(|(_, face)| &face.abilities);
    for mut ability in card.abilities.iter().chain(others).cloned() {
        ability.drive_mut(&mut visitor_enter_fn_mut(|token: &mut TokenDef| dungeon |= is_dungeon(&token.types)));
        ability.drive_mut(&mut visitor_enter_fn_mut(|event: &mut TriggerEvent| {
            room |= matches!(event, TriggerEvent::EntersRoom { .. });
        }));
    }
    if dungeon { Some("the card type Dungeon") } else { room.then_some("EntersRoom") }
}

/// What is wrong with how a card has players ignore effects (CR 116.2d), if it does: of itself only, and only what is read player by
/// player.
pub(super) fn of_ignoring(card: &CardDef) -> Option<&'static str> {
    let mut found = Ignoring::default();
    let faces = card.other.iter().flat_map(|(_, face)| &face.abilities);
    card.abilities.iter().chain(faces).cloned().for_each(|mut ability| ability.drive_mut(&mut found));
    match found {
        Ignoring { idle: true, .. } => Some("targets, modes or the timing of a sorcery of a special action"),
        Ignoring { others: true, .. } => Some("`Ignores` of another object"),
        Ignoring { ignores: true, odd: true, .. } => Some("`Ignores` of such abilities"),
        _ => None,
    }
}

/// What abilities have of effects that are ignored.
#[derive(VisitorMut, Default)]
#[visitor(Rule(enter), StaticDef(enter), Instruction(enter), ActivatedDef(enter))]
struct Ignoring {
    // Somebody ignores effects.
    ignores: bool,
    // Those of another object.
    others: bool,
    // There are effects that aren't read player by player.
    odd: bool,
    // A special action has what isn't asked for.
    idle: bool,
}

impl Ignoring {
    fn enter_rule(&mut self, rule: &mut Rule) {
        if let Rule::Ignores(_, of) = rule {
            self.ignores = true;
            self.others |= *of != Obj::This;
        }
    }

    fn enter_static_def(&mut self, def: &mut StaticDef) {
        self.odd |= match &def.effect {
            StaticEffect::Affect(_, all) => !all.iter().all(|m| matches!(m, Modification::Rule(_))),
            StaticEffect::Rule(Rule::CantSearch { .. }) => false,
            StaticEffect::Rule(_) | StaticEffect::Replace(_) => true,
        };
    }

    /// What began as something resolved isn't told from what a static ability says.
    fn enter_instruction(&mut self, effect: &mut Instruction) {
        self.odd |= match effect {
            Instruction::Continuous(StaticEffect::Rule(Rule::Ignores(..)), _) => false,
            Instruction::Continuous(..) => true,
            _ => false,
        };
    }

    fn enter_activated_def(&mut self, def: &mut ActivatedDef) {
        self.idle |= def.special && (!def.targets.is_empty() || def.modes.is_some() || def.sorcery_speed);
    }
}

/// The name of a term that can't be applied yet, if the modification is one.
pub fn unsupported(m: &Modification) -> Option<&'static str> {
    match m {
        Modification::CopyOf(_, exceptions) => exceptions.iter().find_map(unsupported_exception),
        _ => None,
    }
}

/// Whether an effect asks which creatures are goaded: that is known after all characteristics only (CR 613.11).
pub(super) fn asks_goaded(effect: &StaticEffect) -> bool {
    let mut found = false;
    effect.clone().drive_mut(&mut visitor_enter_fn_mut(|filter: &mut Filter| found |= *filter == Filter::Goaded));
    found
}

/// The name of a term that can't be an exception of a copy effect (CR 707.9), if the modification is one.
pub fn unsupported_exception(m: &Modification) -> Option<&'static str> {
    use Modification as M;
    match m {
        M::CopyOf(..) => Some("CopyOf inside CopyOf"),
        M::ChangeWord(..) => Some("ChangeWord inside CopyOf"),
        M::FullText(..) => Some("FullText inside CopyOf"),
        M::Control(_) => Some("Control inside CopyOf"),
        M::ProtectionFromColorVar(_) => Some("ProtectionFromColorVar inside CopyOf"),
        M::GainActivatedOf(_) => Some("GainActivatedOf inside CopyOf"),
        M::Rule(_) => Some("Rule inside CopyOf"),
        M::SwitchPT => Some("SwitchPT inside CopyOf"),
        other => unsupported(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::check::parse_card;

    #[test]
    fn effects_are_ignored_only_where_that_is_read() {
        let of = |rest: &str| {
            let ability = r#"Activated(special: true, by: EachPlayer, cost: [Mana("{2}")], effects: [
                Continuous(Rule(Ignores(You, This)), EndOfTurn)])"#;
            let text = format!(
                r#"Card(format: 1, name: "Test", cost: "{{0}}", types: "Artifact", abilities: [{ability}, {rest}])"#
            );
            of_ignoring(&parse_card("test", &text).unwrap_or_else(|e| panic!("{e}")))
        };
        assert_eq!(of("Static(effect: Rule(CantSearch(who: EachPlayer)))"), None);
        assert_eq!(of("Static(effect: Affect(All(Any), [Rule(CantBlock)]))"), None);
        let such = Some("`Ignores` of such abilities");
        assert_eq!(of("Static(effect: Rule(CantGainLife(EachPlayer)))"), such);
        assert_eq!(of("Static(effect: Affect(All(Any), [Rule(CantBlock), ModifyPT(N(1), N(1))]))"), such);
        assert_eq!(
            of("Triggered(when: Enters(Is(This)), effects: [Continuous(Rule(CantGainLife(You)), EndOfTurn)])"),
            such
        );
        let other = "Triggered(when: Enters(Is(This)), effects: [Continuous(Rule(Ignores(You, Host)), EndOfTurn)])";
        assert_eq!(of(other), Some("`Ignores` of another object"));
        let slow = "Activated(special: true, sorcery_speed: true, cost: [], effects: [Draw()])";
        assert_eq!(of(slow), Some("targets, modes or the timing of a sorcery of a special action"));
    }
}
