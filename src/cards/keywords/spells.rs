//! Keywords of spells that are cast, and of Vehicles that are creatures in a turn.

use super::written::{Meaning, cost, number, plain, read};
use crate::cards::def::{AbilityDef, Condition, Cost, Filter, Instruction, KeywordAbility, Obj, OptionalDef, SpellDef};

/// CR 702.55a-b: the card is exiled; the creature is linked to it.
macro_rules! haunting {
    () => {
        r#"targets: [(what: Permanent(Type("Creature")))], effects: [
            Move(what: The(This), to: Exile, into: "haunting"),
            Link(Targets(0), Var("haunting"))]"#
    };
}

pub(super) fn text_of(keyword: &KeywordAbility) -> Option<Meaning> {
    Some(match keyword {
        // CR 702.50a.
        KeywordAbility::Epic => plain(
            r"[Spell(effects: [
                Continuous(Rule(CantCast(You, Any)), Forever),
                Delayed(ability: (when: Beginning(Upkeep, You), effects: [
                    CopySpell(what: This, new_targets: true, without: Some(Epic))]), until: Some(Forever))])]",
        ),
        // CR 702.55a; of an instant or sorcery it is `haunting_spell`.
        KeywordAbility::Haunt => plain(concat!(r"[Triggered(when: Dies(Is(This)), ", haunting!(), ")]")),
        // CR 702.60a.
        KeywordAbility::Ripple(n) => number(
            r#"[Triggered(when: Casts(who: You, what: Is(This)), effects: [May(then: [
                Keep("shown", Top(N($n), You)),
                Reveal(Var("shown")),
                Repeat(Var("shown"), [CastNow(what: Only(Var("shown"), SameName(This)), cost: Free)]),
                Move(what: Only(Var("shown"), Zone(Library)), to: LibraryBottom)])], from: Stack)]"#,
            *n,
        ),
        // CR 702.64a-b.
        KeywordAbility::Absorb(n) => number(
            r"[Static(effect: Replace(event: Damage(source: Any, to: Object(Is(This))), with: Prevent(Some(N($n)))))]",
            *n,
        ),
        // CR 702.99a-c: the creature is linked to the card in exile, which grants it the ability.
        KeywordAbility::Cipher => plain(
            r#"[Spell(effects: [If(cond: Is(This, Card), then: [May(then: [
                    Choose(from: All(And([Type("Creature"), Controlled(You)])), into: "encoded on"),
                    Move(what: The(This), to: Exile, into: "encoded"),
                    Link(Var("encoded on"), Var("encoded"))])])]),
                Static(effect: Affect(Linked, [GainAbilities([
                    Triggered(when: Damage(source: Is(This), to: Player(EachPlayer), combat: true), effects: [
                        CastNow(what: The(Granter), cost: Free, copies: true)])])]), from: Exile)]"#,
        ),
        // CR 702.144a.
        KeywordAbility::Demonstrate => plain(
            r#"[Triggered(when: Casts(who: You, what: Is(This)), effects: [May(then: [
                CopySpell(what: This, new_targets: true),
                ChoosePlayer(from: EachOpponent, into: "other"),
                CopySpell(what: This, who: Var("other"), new_targets: true)])], from: Stack)]"#,
        ),
        // CR 702.161a.
        KeywordAbility::LivingMetal => {
            plain(r#"[Static(effect: Affect(The(This), [AddTypes("Artifact Creature", [])]), only_if: TurnOf(You))]"#)
        }
        // CR 702.162a.
        KeywordAbility::MoreThanMeetsTheEye(price) => {
            cost(r"[AlternativeCost(cost: [$cost], by: MoreThanMeetsTheEye, transformed: true)]", price)
        }
        _ => return None,
    })
}

/// CR 601.3c: a cost for casting the spell as though it had flash, and what it does besides if that was paid.
pub(super) fn own_flash(cost: &Cost, early: &[Instruction], optional: usize) -> Vec<AbilityDef> {
    let offer = OptionalDef { cost: cost.clone(), flash: true, ..OptionalDef::default() };
    // A copy of the spell isn't cast (CR 707.10).
    let was_cast = Condition::Is(Obj::This, Filter::WasCast);
    let cond = Condition::And(vec![Condition::Paid(optional as u8), was_cast]);
    let then = Instruction::If { cond, then: early.to_vec(), otherwise: Vec::new() };
    let spell = SpellDef { effects: vec![then], ..SpellDef::default() };
    let does = (!early.is_empty()).then_some(AbilityDef::Spell(spell));
    std::iter::once(AbilityDef::OptionalCost(offer)).chain(does).collect()
}

/// CR 702.55a: what haunt means on an instant or a sorcery.
pub(in crate::cards) fn haunting_spell() -> Vec<AbilityDef> {
    let text = concat!(r"[Triggered(when: ResolvesIntoGraveyard(Is(This)), from: Graveyard, ", haunting!(), ")]");
    read(text)
}
