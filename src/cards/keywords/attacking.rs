//! Keywords that create tokens that attack, or mana for an attack.

use super::written::{Meaning, cost, number, plain};
use super::{this, when};
use crate::cards::def::{
    AbilityDef, Condition, Duration, Filter, Instruction, KeywordAbility, ManaCost, ManaProduced, ManaRider,
    ManaSymbol, ManaType, Quantity, TriggerEvent, Who,
};

pub(super) fn text_of(keyword: &KeywordAbility) -> Option<Meaning> {
    Some(match keyword {
        // CR 702.116a.
        KeywordAbility::Myriad => plain(
            r#"[Triggered(when: Attacks(Is(This)), effects: [
                ChoosePlayers(from: EachOpponent, only: Not(SamePlayer(It, Defending)), into: "attacked"),
                CreateToken(token: CopyOf(This, []), tapped: true, attacking: Each(Var("attacked")), into: "copies"),
                If(cond: Did("copies"), then: [
                    Delayed(ability: (when: Beginning(EndCombat, EachPlayer), effects: [
                        Move(what: Var("copies"), to: Exile)]))])])]"#,
        ),
        // CR 702.141a. All tokens are created at the same time; as many as were created for each opponent attack them.
        KeywordAbility::Encore(price) => cost(
            r#"[Activated(cost: [$cost, ExileThis], effects: [
                CreateToken(count: Players(EachOpponent), token: CopyOf(This, []), into: "copies"),
                Set("each", Quotient(Var("copies"), Players(EachOpponent), Down)),
                ForEach(Players(EachOpponent), [
                    Choose(from: Only(Var("copies"), Not(In(Var("sent")))), min: Var("each"), max: Var("each"), into: "one"),
                    Keep("sent", Union([Var("sent"), Var("one")])),
                    Continuous(Affect(Only(Var("one"), Not(AttackedThisTurn)), [Rule(AttacksPlayerIfAble(It, Always))]), EndOfTurn)]),
                Continuous(Affect(Var("copies"), [Gain([Haste])]), Forever),
                Delayed(ability: (when: Beginning(End, EachPlayer), effects: [Sacrifice(Var("copies"))]))],
                from: Graveyard, sorcery_speed: true)]"#,
            price,
        ),
        // CR 702.154a: the ability that triggers is the one that lets creatures be tapped, too.
        KeywordAbility::Enlist => plain(
            r"[Triggered(when: Enlists(what: Is(This), linked: true), effects: [
                Continuous(Affect(The(This), [ModifyPT(Power(EventSource), N(0))]), EndOfTurn)])]",
        ),
        // CR 702.181a.
        KeywordAbility::Mobilize(n) => number(
            r#"[Triggered(when: Attacks(Is(This)), effects: [
                CreateToken(count: N($n), token: New(colors: [Red], types: "Creature - Warrior", pt: (1, 1)),
                    tapped: true, attacking: Any, into: "warriors"),
                Delayed(ability: (when: Beginning(End, EachPlayer), effects: [Sacrifice(Var("warriors"))]))])]"#,
            *n,
        ),
        _ => return None,
    })
}

/// CR 702.86a.
pub(super) fn annihilator(count: &Quantity) -> AbilityDef {
    let count = count.clone();
    let sacrifice =
        Instruction::SacrificeChoice { who: Who::Defending, filter: Filter::Any, count, into: None, any: false };
    when(TriggerEvent::Attacks(this()), Condition::Always, vec![sacrifice])
}

/// CR 702.189a.
pub(super) fn firebending(times: &Quantity) -> AbilityDef {
    let red = ManaCost([ManaSymbol::Typed(ManaType::R)].into_iter().collect());
    let add = Instruction::AddMana {
        who: Who::You,
        mana: ManaProduced::Fixed(red),
        times: times.clone(),
        only: Vec::new(),
        riders: vec![ManaRider::Lasts(Duration::EndOfCombat)],
    };
    when(TriggerEvent::Attacks(this()), Condition::Always, vec![add])
}
