//! Keywords about how a spell is cast: costs that are paid instead of the mana cost or besides it, and zones to cast it
//! from. What happens later asks by which keyword it was cast (`CastBy`), or whether the cost was paid (`Paid`).

use super::written::{Meaning, all, cost, number, plain};
use crate::cards::def::{Filter, Gift, KeywordAbility};

/// The meaning of a keyword, if it is written here; `$nth` is the place of its cost among the optional ones.
pub(super) fn text_of(keyword: &KeywordAbility) -> Option<Meaning> {
    instead(keyword).or_else(|| elsewhere(keyword)).or_else(|| besides(keyword))
}

/// Costs that are paid instead of the mana cost.
fn instead(keyword: &KeywordAbility) -> Option<Meaning> {
    Some(match keyword {
        // CR 702.74a.
        KeywordAbility::Evoke(price) => cost(
            r"[AlternativeCost(cost: [$cost], by: Evoke),
                Triggered(when: Enters(Is(This)), only_if: CastBy(Evoke), effects: [Sacrifice(The(This))])]",
            price,
        ),
        // CR 702.76a.
        KeywordAbility::Prowl(price) => cost(
            r#"[AlternativeCost(cost: [$cost], by: Prowl, only_if: Exists(ThisTurn(HurtPlayer, And([
                Controlled(You), SharesCreatureType(This)]))))]"#,
            price,
        ),
        // CR 702.94a: the permission to reveal it goes with the trigger event.
        KeywordAbility::Miracle(price) => cost(
            r"[Triggered(from: Hand, when: RevealedAsDrawn, effects: [
                CastNow(who: OwnerOf(This), what: The(This), cost: Instead([$cost]))])]",
            price,
        ),
        // CR 702.109a.
        KeywordAbility::Dash(price) => cost(
            r"[AlternativeCost(cost: [$cost], by: Dash),
                Static(only_if: CastBy(Dash), effect: Affect(The(This), [Gain([Haste])])),
                Spell(effects: [If(cond: CastBy(Dash), then: [
                    Delayed(ability: (when: Beginning(End, EachPlayer), effects: [
                        Move(what: Became(The(This)), to: Hand)]))])])]",
            price,
        ),
        // CR 702.117a.
        KeywordAbility::Surge(price) => {
            cost(r"[AlternativeCost(cost: [$cost], by: Surge, only_if: Compare(SpellsThisTurn(You), Ge, N(1)))]", price)
        }
        // CR 702.119a, b.
        KeywordAbility::Emerge(price, what) => {
            all(r"[AlternativeCost(cost: [$cost, SacrificeFor($filter)], by: Emerge)]", (0, price, what))
        }
        // CR 702.137a.
        KeywordAbility::Spectacle(price) => {
            cost(r"[AlternativeCost(cost: [$cost], by: Spectacle, only_if: ThisTurn(LostLife(EachOpponent)))]", price)
        }
        // CR 702.152a.
        KeywordAbility::Blitz(price) => cost(
            r"[AlternativeCost(cost: [$cost], by: Blitz),
                Static(only_if: CastBy(Blitz), effect: Affect(The(This), [
                    Gain([Haste]), GainAbilities([Triggered(when: Dies(Is(This)), effects: [Draw()])])])),
                Spell(effects: [If(cond: CastBy(Blitz), then: [
                    Delayed(ability: (when: Beginning(End, EachPlayer), effects: [
                        Sacrifice(Became(The(This)))]))])])]",
            price,
        ),
        // CR 702.176a.
        KeywordAbility::Impending(n, price) => all(
            r#"[AlternativeCost(cost: [$cost], by: Impending),
                Static(effect: Replace(event: Enters(Is(This)), only_if: CastBy(Impending), with: Counters("time", N($n)))),
                Static(only_if: And([CastBy(Impending), Is(This, Counter("time"))]),
                    effect: Affect(The(This), [RemoveTypes("Creature")])),
                Triggered(when: Beginning(End, You), only_if: And([CastBy(Impending), Is(This, Counter("time"))]), effects: [
                    RemoveCounters(kind: "time", from: Objects(The(This)))])]"#,
            (*n, price, &Filter::Any),
        ),
        // CR 702.113a, b.
        KeywordAbility::Awaken(n, price) => all(
            r#"[AlternativeCost(cost: [$cost], by: Awaken),
                Spell(targets: [(what: Permanent(And([Type("Land"), Controlled(You)])),
                    min: If(CastBy(Awaken), N(1), N(0)), max: If(CastBy(Awaken), N(1), N(0)))], effects: [
                    PutCounters(kind: "+1/+1", count: N($n), on: Targets(0)),
                    Continuous(Affect(Targets(0), [AddTypes("Creature", ["Elemental"]), SetPT(N(0), N(0)),
                        Gain([Haste])]), Forever)])]"#,
            (*n, price, &Filter::Any),
        ),
        // CR 702.185a.
        KeywordAbility::Warp(price) => cost(
            r#"[AlternativeCost(cost: [$cost], by: Warp, only_if: Cast(Hand)),
                Spell(effects: [If(cond: CastBy(Warp), then: [
                    Delayed(ability: (when: Beginning(End, EachPlayer), effects: [
                        Move(what: Became(The(This)), to: Exile, into: "warped"),
                        Continuous(Rule(Permit(who: OwnerOf(Var("warped")), what: Var("warped"), cast_only: true)),
                            AfterThisTurn)]))])])]"#,
            price,
        ),
        // CR 702.173a.
        KeywordAbility::Freerunning(price) => cost(
            r#"[AlternativeCost(cost: [$cost], by: Freerunning, only_if: Exists(ThisTurn(HurtPlayer, And([
                Type("Creature"), Controlled(You), Or([Subtype("Assassin"), Commander])]))))]"#,
            price,
        ),
        // CR 702.188a.
        KeywordAbility::WebSlinging(price) => cost(
            r#"[AlternativeCost(cost: [$cost, ReturnToHand(N(1), And([Type("Creature"), Tapped]))], by: WebSlinging)]"#,
            price,
        ),
        // CR 702.190a; that it enters attacking is a matter of resolving.
        KeywordAbility::Sneak(price) => cost(
            r#"[AlternativeCost(cost: [$cost, ReturnToHand(N(1), And([Type("Creature"), Unblocked]))], by: Sneak,
                only_if: And([TurnOf(You), During(DeclareBlockers)]), flash: true)]"#,
            price,
        ),
        _ => return None,
    })
}

/// Other zones to cast a card from.
fn elsewhere(keyword: &KeywordAbility) -> Option<Meaning> {
    Some(match keyword {
        // CR 702.81a.
        KeywordAbility::Retrace => plain(
            r#"[AlternativeCost(cost: [ManaCostOf(This), Discard(N(1), Type("Land"))], by: Retrace, from: Graveyard)]"#,
        ),
        // CR 702.62a: without a number a card in exile has gained it.
        KeywordAbility::Suspend(..) => plain(
            r#"[Triggered(when: Beginning(Upkeep, You), from: Exile,
                    only_if: Is(This, And([Zone(Exile), HasKeyword(Suspend), Counter("time")])), effects: [
                    RemoveCounters(kind: "time", from: Objects(The(This)))]),
                Triggered(when: LastCounterRemoved("time", Is(This)), from: Exile, only_if: Is(This, Zone(Exile)),
                effects: [
                    CastNow(what: The(This), cost: Free, into: "cast"),
                    If(cond: Is(Var("cast"), Type("Creature")), then: [
                        Continuous(Affect(Var("cast"), [Gain([Haste])]), While(Is(Var("cast"), Controlled(You))))])])]"#,
        ),
        // CR 702.88a.
        KeywordAbility::Rebound => plain(
            r#"[Static(from: Stack, effect: Replace(
                event: Resolves(And([Is(This), CastFrom(Hand), Owned(You)])),
                with: MoveToAndThen(Exile, [
                    Keep("rebound", Only(Became(The(Event)), Zone(Exile))),
                    If(cond: Did("rebound"), then: [Delayed(ability: (when: Beginning(Upkeep, You), effects: [
                        CastNow(what: Var("rebound"), cost: Free)]))])])))]"#,
        ),
        // CR 702.192a.
        KeywordAbility::Paradigm => plain(
            r#"[Spell(effects: [
                If(cond: Not(ResolvedBefore(You)), then: [
                    Delayed(ability: (when: Beginning(PrecombatMain, You), effects: [
                        CopyInExile(of: This, into: "copy"),
                        CastNow(what: Var("copy"), cost: Free)]), until: Some(Forever))]),
                Move(what: The(This), to: Exile)])]"#,
        ),
        // CR 702.127a: that it can't be cast from elsewhere is a matter of its face.
        KeywordAbility::Aftermath => {
            plain(r"[AlternativeCost(cost: [ManaCostOf(This)], by: Aftermath, from: Graveyard, then_exile: true)]")
        }
        // CR 702.180a, b: that a creature is tapped is chosen with the cost.
        KeywordAbility::Harmonize(price) => cost(
            r#"[AlternativeCost(cost: [$cost], by: Harmonize, from: Graveyard, then_exile: true),
                AlternativeCost(cost: [$cost, TapFor(Type("Creature"))], by: Harmonize, from: Graveyard, then_exile: true)]"#,
            price,
        ),
        // CR 702.133a.
        KeywordAbility::JumpStart => plain(
            r"[AlternativeCost(cost: [ManaCostOf(This), Discard(N(1), Any)], by: JumpStart, from: Graveyard,
                then_exile: true)]",
        ),
        // CR 702.146a.
        KeywordAbility::Disturb(price) => {
            cost(r"[AlternativeCost(cost: [$cost], by: Disturb, from: Graveyard, transformed: true)]", price)
        }
        // CR 702.187b: a card that was cast and comes back is another object.
        KeywordAbility::Mayhem(price) => cost(
            r"[AlternativeCost(cost: [$cost], by: Mayhem, from: Graveyard,
                only_if: Exists(ThisTurn(Discarded, Is(This))))]",
            price,
        ),
        _ => return None,
    })
}

/// What a gift stands for: of an instant or sorcery it is given before anything else happens, of a permanent as it has entered.
macro_rules! gift {
    ($given:literal) => {
        concat!(
            r#"[OptionalCost(cost: [], opponent: true),
                Spell(effects: [If(cond: And([Paid($nth), Is(This, Type("Instant Sorcery"))]), then: ["#,
            $given,
            r"])]), Triggered(when: Enters(Is(This)), only_if: Paid($nth), effects: [",
            $given,
            "])]"
        )
    };
}

/// Costs that are paid besides the mana cost.
fn besides(keyword: &KeywordAbility) -> Option<Meaning> {
    Some(match keyword {
        // CR 702.42a.
        KeywordAbility::Entwine(price) => cost(r"[OptionalCost(cost: [$cost], all_modes: true)]", price),
        // CR 702.56a.
        KeywordAbility::Replicate(price) => cost(
            r"[OptionalCost(cost: [$cost], multiple: true),
                Triggered(when: Casts(who: You, what: Is(This)), only_if: Paid($nth), from: Stack, effects: [
                    CopySpell(what: This, count: TimesPaid($nth), new_targets: true)])]",
            price,
        ),
        // CR 702.78a.
        KeywordAbility::Conspire => plain(
            r#"[OptionalCost(cost: [TapOthers(N(2), And([Type("Creature"), SharesColor(This)]))]),
                Triggered(when: Casts(who: You, what: Is(This)), only_if: Paid($nth), from: Stack, effects: [
                    CopySpell(what: This, new_targets: true)])]"#,
        ),
        // CR 702.120a.
        KeywordAbility::Escalate(price) => {
            cost(r"[AdditionalCost([Times(Max([N(0), Minus(ModesChosen, N(1))]), [$cost])])]", price)
        }
        // CR 702.153a.
        KeywordAbility::Casualty(n) => number(
            r#"[OptionalCost(cost: [Sacrifice(N(1), And([Type("Creature"), Power(Ge, N($n))]))]),
                Triggered(when: Casts(who: You, what: Is(This)), only_if: Paid($nth), from: Stack, effects: [
                    CopySpell(what: This, new_targets: true)])]"#,
            *n,
        ),
        // CR 702.157a.
        KeywordAbility::Squad(price) => cost(
            r"[OptionalCost(cost: [$cost], multiple: true),
                Triggered(when: Enters(Is(This)), only_if: Paid($nth), effects: [
                    CreateToken(count: TimesPaid($nth), token: CopyOf(This, []))])]",
            price,
        ),
        // CR 702.166a.
        KeywordAbility::Bargain => {
            plain(r#"[OptionalCost(cost: [Sacrifice(N(1), Or([Type("Artifact Enchantment"), Token]))])]"#)
        }
        KeywordAbility::Teamwork(n) => number(r#"[OptionalCost(cost: [TapPower(N($n), Type("Creature"))])]"#, *n),
        // CR 702.174a, b, d-j.
        KeywordAbility::Gift(what) => plain(match what {
            Gift::Food => gift!(r#"CreateToken(who: Promised, token: Predefined("Food"))"#),
            Gift::Card => gift!("Draw(who: Promised)"),
            Gift::TappedFish => gift!(
                r#"CreateToken(who: Promised, tapped: true,
                    token: New(types: "Creature - Fish", colors: [Blue], pt: (1, 1)))"#
            ),
            Gift::ExtraTurn => gift!("ExtraTurn(Promised)"),
            Gift::Treasure => gift!(r#"CreateToken(who: Promised, token: Predefined("Treasure"))"#),
            Gift::Octopus => gift!(
                r#"CreateToken(who: Promised, token: New(types: "Creature - Octopus", colors: [Blue], pt: (8, 8)))"#
            ),
        }),
        // CR 702.175a.
        KeywordAbility::Offspring(price) => cost(
            r"[OptionalCost(cost: [$cost]),
                Triggered(when: Enters(Is(This)), only_if: Paid($nth), effects: [
                    CreateToken(token: CopyOf(This, [SetPT(N(1), N(1))]))])]",
            price,
        ),
        _ => return None,
    })
}
