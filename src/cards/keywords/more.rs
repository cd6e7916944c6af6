//! Keywords of permanents and of cards in graveyards, written as card files are; see [`written`](super::written).

use super::written::{Meaning, all, cost, filter, number, plain};
use crate::cards::def::{Filter, KeywordAbility, PartnerAbility};

/// The meaning of a keyword, if it is written here.
pub(super) fn text_of(keyword: &KeywordAbility) -> Option<Meaning> {
    if *keyword == KeywordAbility::Soulbond {
        return Some(plain(SOULBOND));
    }
    Some(match keyword {
        // CR 702.121a.
        KeywordAbility::Melee => plain(
            r#"[Triggered(when: Attacks(Is(This)), effects: [
                Set("more", Attacked(EachOpponent)),
                Continuous(Affect(The(This), [ModifyPT(Var("more"), Var("more"))]), EndOfTurn)])]"#,
        ),
        // CR 702.25a.
        KeywordAbility::Flanking => plain(
            r"[Triggered(when: BecomesBlockedBy(what: Is(This), by: Not(HasKeyword(Flanking))), effects: [
                Continuous(Affect(The(EventSource), [ModifyPT(N(-1), N(-1))]), EndOfTurn)])]",
        ),
        // CR 702.39a: the block is what is chosen, so an untapped creature can be provoked, too.
        KeywordAbility::Provoke => plain(
            r#"[Triggered(when: Attacks(Is(This)),
                targets: [(what: Permanent(And([Type("Creature"), Controlled(Defending)])))], effects: [May(then: [
                    Continuous(Affect(Targets(0), [Rule(BlocksObjectIfAble(This))]), EndOfCombat), Untap(Targets(0))])])]"#,
        ),
        // CR 702.38a.
        KeywordAbility::Amplify(n) => number(
            r#"[Static(effect: Replace(event: Enters(Is(This)), with: AsEnters([
                Keep("such", In(Hand(You), And([SharesCreatureType(This), Not(Is(This))]))),
                Choose(from: Var("such"), min: N(0), max: Var("such"), into: "shown"),
                Reveal(Var("shown")),
                PutCounters(kind: "+1/+1", count: Times(N($n), Var("shown")), on: Objects(The(This)))])))]"#,
            *n,
        ),
        // CR 702.44a: as what it would be on the battlefield.
        KeywordAbility::Sunburst => plain(
            r#"[Static(effect: Replace(event: Enters(And([Is(This), Type("Creature")])), with: Counters("+1/+1", Sum([
                    Min([N(1), ManaSpent(W)]), Min([N(1), ManaSpent(U)]), Min([N(1), ManaSpent(B)]),
                    Min([N(1), ManaSpent(R)]), Min([N(1), ManaSpent(G)])])))),
                Static(effect: Replace(event: Enters(And([Is(This), Not(Type("Creature"))])), with: Counters("charge", Sum([
                    Min([N(1), ManaSpent(W)]), Min([N(1), ManaSpent(U)]), Min([N(1), ManaSpent(B)]),
                    Min([N(1), ManaSpent(R)]), Min([N(1), ManaSpent(G)])]))))]"#,
        ),
        // CR 702.191a.
        KeywordAbility::Increment => plain(
            r#"[Triggered(when: Casts(who: You, what: Any),
                only_if: And([Is(This, Type("Creature")), Or([
                    Compare(ManaSpentOn(Event), Gt, Power(This)), Compare(ManaSpentOn(Event), Gt, Toughness(This))])]),
                effects: [PutCounters(kind: "+1/+1", on: Objects(The(This)))])]"#,
        ),
        // CR 702.104a.
        KeywordAbility::Tribute(n) => number(
            r#"[Static(effect: Replace(event: Enters(Is(This)), with: AsEnters([
                ChoosePlayer(from: EachOpponent, into: "rival"),
                May(who: Var("rival"), then: [
                    PutCounters(kind: "+1/+1", count: N($n), on: Objects(The(This))),
                    Set("paid", N(1)), RememberChoice("paid")])])))]"#,
            *n,
        ),
        // CR 702.105a.
        KeywordAbility::Dethrone => plain(
            r#"[Triggered(when: Attacks(And([Is(This), AttackingPlayer(EachPlayer)])),
                provided: Compare(PlayersWho(EachPlayer, Compare(Life(It), Gt, Life(Defending))), Eq, N(0)),
                effects: [PutCounters(kind: "+1/+1", on: Objects(The(This)))])]"#,
        ),
        // CR 702.156a.
        KeywordAbility::Ravenous => plain(
            r#"[Static(effect: Replace(event: Enters(Is(This)), with: Counters("+1/+1", X))),
                Triggered(when: Enters(Is(This)), only_if: Compare(X, Ge, N(5)), effects: [Draw()])]"#,
        ),
        // CR 702.58a, 122.5.
        KeywordAbility::Graft(n) => number(
            r#"[Static(effect: Replace(event: Enters(Is(This)), with: Counters("+1/+1", N($n)))),
                Triggered(when: Enters(And([Type("Creature"), Not(Is(This))])), only_if: Is(This, Counter("+1/+1")),
                effects: [If(cond: Exists(All(Is(Event))), then: [May(then: [
                    RemoveCounters(kind: "+1/+1", from: Objects(The(This)), into: "moved"),
                    PutCounters(kind: "+1/+1", count: Var("moved"), on: Objects(The(Event)))])])])]"#,
            *n,
        ),
        // CR 702.59a.
        KeywordAbility::Recover(price) => cost(
            r#"[Triggered(when: Dies(And([Type("Creature"), Owned(You)])), from: Graveyard, effects: [
                MayPay(cost: [$cost], then: [Move(what: The(This), to: Hand)], otherwise: [
                    Move(what: The(This), to: Exile)])])]"#,
            price,
        ),
        // CR 702.63a.
        KeywordAbility::Vanishing(Some(n)) => number(
            r#"[Static(effect: Replace(event: Enters(Is(This)), with: Counters("time", N($n)))),
                Triggered(when: Beginning(Upkeep, You), only_if: Is(This, Counter("time")), effects: [
                    RemoveCounters(kind: "time", from: Objects(The(This)))]),
                Triggered(when: LastCounterRemoved("time", Is(This)), effects: [Sacrifice(The(This))])]"#,
            *n,
        ),
        // CR 702.63b.
        KeywordAbility::Vanishing(None) => plain(
            r#"[Triggered(when: Beginning(Upkeep, You), only_if: Is(This, Counter("time")), effects: [
                    RemoveCounters(kind: "time", from: Objects(The(This)))]),
                Triggered(when: LastCounterRemoved("time", Is(This)), effects: [Sacrifice(The(This))])]"#,
        ),
        // CR 702.69a.
        KeywordAbility::Gravestorm => plain(
            r"[Triggered(when: Casts(who: You, what: Is(This)), effects: [
                CopySpell(what: This, count: Count(ThisTurn(Died, Any)), new_targets: true)], from: Stack)]",
        ),
        // CR 702.71a.
        KeywordAbility::Transfigure(price) => cost(
            r#"[Activated(cost: [$cost, SacrificeThis], effects: [
                Search(filter: And([Type("Creature"), ManaValue(Eq, ManaValue(This))]), into: "found"),
                Move(what: Var("found"), to: Battlefield()), Shuffle(You)], sorcery_speed: true)]"#,
            price,
        ),
        // CR 702.72a, b.
        KeywordAbility::Champion(what) => filter(
            r#"[Triggered(when: Enters(Is(This)), effects: [
                Choose(from: All(And([$filter, Controlled(You), Not(Is(This))])), min: N(0), into: "other"),
                Move(what: Var("other"), to: Exile, into: "gone", linked: true),
                If(cond: Not(Did("gone")), then: [Sacrifice(The(This))])]),
                Triggered(when: Leaves(Is(This)), effects: [Move(what: Linked, to: Battlefield())])]"#,
            what,
        ),
        // CR 702.75a.
        KeywordAbility::Hideaway(n) => number(
            r#"[Triggered(when: Enters(Is(This)), effects: [
                Keep("top", Top(N($n), You)), Look(You, Var("top")),
                Choose(from: Var("top"), into: "hidden"),
                Move(what: Var("hidden"), to: ExileFaceDown(You), linked: true),
                Move(what: Only(Var("top"), Zone(Library)), to: LibraryBottomRandom)])]"#,
            *n,
        ),
        // CR 702.89a.
        KeywordAbility::UmbraArmor => plain(
            r"[Static(effect: Replace(event: Destroyed(Is(Host)), with: Instead([
                RemoveDamage(The(Host)), Destroy(what: The(This))])))]",
        ),
        // CR 702.112a.
        KeywordAbility::Renown(n) => number(
            r#"[Triggered(when: Damage(source: Is(This), to: Player(EachPlayer), combat: true),
                only_if: Not(Is(This, Designated(Renowned))), effects: [
                PutCounters(kind: "+1/+1", count: N($n), on: Objects(The(This))),
                Designate(The(This), Renowned)])]"#,
            *n,
        ),
        // CR 702.122a.
        KeywordAbility::Crew(n) => number(
            r#"[Activated(cost: [TapPower(N($n), And([Type("Creature"), Not(Is(This))]))], effects: [
                Continuous(Affect(The(This), [AddTypes("Artifact Creature", [])]), EndOfTurn),
                Does(BecomeCrewed, The(This))])]"#,
            *n,
        ),
        // CR 702.124j: the second of two abilities.
        KeywordAbility::Partner(PartnerAbility::With(name)) => filter(
            r#"[Triggered(when: Enters(Is(This)), targets: [(what: Player(EachPlayer))], effects: [
                May(who: Target(0), then: [
                    Search(who: Target(0), of: Target(0), filter: $filter, into: "found"),
                    Reveal(Var("found")), Move(what: Var("found"), to: Hand), Shuffle(Target(0))])])]"#,
            &Filter::Named(name.clone()),
        ),
        // CR 702.128a.
        KeywordAbility::Embalm(price) => cost(
            r#"[Activated(cost: [$cost, ExileThis], effects: [
                CreateToken(token: CopyOf(This, [SetColors([White]), NoManaCost, AddTypes("", ["Zombie"])]))],
                from: Graveyard, sorcery_speed: true)]"#,
            price,
        ),
        // CR 702.129a.
        KeywordAbility::Eternalize(price) => cost(
            r#"[Activated(cost: [$cost, ExileThis], effects: [
                CreateToken(token: CopyOf(This, [SetColors([Black]), SetPT(N(4), N(4)), NoManaCost,
                    AddTypes("", ["Zombie"])]))], from: Graveyard, sorcery_speed: true)]"#,
            price,
        ),
        // CR 702.136a.
        KeywordAbility::Riot => plain(
            r#"[Static(effect: Replace(event: Enters(Is(This)), with: AsEnters([
                May(then: [PutCounters(kind: "+1/+1", on: Objects(The(This)))], otherwise: [
                    Continuous(Affect(The(This), [Gain([Haste])]), Forever)])])))]"#,
        ),
        // CR 702.167a.
        KeywordAbility::Craft(n, materials, price) => all(
            r#"[Activated(cost: [$cost, ExileThis, ExileMaterials(N($n), And([$filter, Not(Is(This))]))], effects: [
                Move(what: The(This), to: Battlefield(under: OwnerOf(This), transformed: true))],
                sorcery_speed: true)]"#,
            (*n, price, materials),
        ),
        // CR 702.151a.
        KeywordAbility::Reconfigure(price) => cost(
            r#"[Activated(cost: [$cost], targets: [
                (what: Permanent(And([Type("Creature"), Controlled(You), Not(Is(This))])))],
                effects: [Attach(The(This), Target(0))], sorcery_speed: true),
                Activated(cost: [$cost], effects: [Unattach(The(This))], sorcery_speed: true,
                only_if: Is(This, AttachedTo(Type("Creature"))))]"#,
            price,
        ),
        // CR 702.179a.
        KeywordAbility::StartYourEngines => plain(r"[Static(effect: Rule(StartsEngines(You)))]"),
        // CR 702.184a.
        KeywordAbility::Station => plain(
            r#"[Activated(cost: [TapOthers(N(1), And([Type("Creature"), Not(Is(This))]))], effects: [
                PutCounters(kind: "charge", count: Power(PaidWith), on: Objects(The(This)))], sorcery_speed: true)]"#,
        ),
        // CR 702.171a.
        KeywordAbility::Saddle(n) => number(
            r#"[Activated(cost: [TapPower(N($n), And([Type("Creature"), Not(Is(This))]))], effects: [
                Designate(The(This), Saddled)], sorcery_speed: true)]"#,
            *n,
        ),
        _ => return None,
    })
}

/// CR 702.95a.
const SOULBOND: &str = r#"[
    Triggered(
        when: Enters(Is(This)),
        only_if: And([
            Is(This, And([Zone(Battlefield), Type("Creature"), Controlled(You), Not(PairedWith(Any))])),
            Exists(All(And([Type("Creature"), Controlled(You), Not(PairedWith(Any)), Not(Is(This))]))),
        ]),
        effects: [
            Choose(from: All(And([Type("Creature"), Controlled(You), Not(PairedWith(Any)), Not(Is(This))])), min: N(0), into: "mate"),
            Pair(This, Var("mate")),
        ],
    ),
    Triggered(
        when: Enters(And([Type("Creature"), Controlled(You), Not(Is(This))])),
        only_if: And([
            Is(This, And([Zone(Battlefield), Type("Creature"), Controlled(You), Not(PairedWith(Any))])),
            Is(Event, And([Zone(Battlefield), Type("Creature"), Controlled(You), Not(PairedWith(Any))])),
        ]),
        effects: [May(then: [Pair(Event, This)])],
    ),
]"#;
