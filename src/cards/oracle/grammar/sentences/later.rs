//! What happens at the next main phase, what lasts for good, a library without cards, cards that are marked in exile.

use crate::cards::oracle::grammar::help::{n, permit};
use crate::cards::oracle::grammar::replacement::graves::{are_cards, cards, to_graveyard};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// CR 505.1a: mana at the beginning of the next main phase of a player. How much it is, is found out first (CR 608.2h).
fn mana_later(context: &mut Context, mana: ManaCost, times: Quantity) -> Option<Vec<Instruction>> {
    let kept = context.variable()?;
    let add = Instruction::AddMana {
        who: Who::You,
        mana: ManaProduced::Fixed(mana),
        times: Quantity::Var(kept),
        only: Vec::new(),
        riders: Vec::new(),
    };
    let phases = [StepName::PrecombatMain, StepName::PostcombatMain];
    let ability = TriggeredDef {
        when: TriggerEvent::AnyOf(phases.map(|phase| TriggerEvent::Beginning(phase, Who::You)).into()),
        provided: Condition::Always,
        only_if: Condition::Always,
        targets: Vec::new(),
        effects: vec![add],
        modes: None,
        from: ZoneKind::Battlefield,
        per_turn: None,
    };
    Some(vec![Instruction::Set(kept, times), Instruction::Delayed { ability: Box::new(ability), until: None }])
}

fn is_mana_later(context: &Context, effects: &[Instruction]) -> Vec<(ManaCost, Quantity)> {
    let [Instruction::Set(_, times), Instruction::Delayed { ability, .. }] = effects else { return Vec::new() };
    match ability.effects.as_slice() {
        [Instruction::AddMana { mana: ManaProduced::Fixed(mana), .. }]
            if mana_later(&mut context.clone(), mana.clone(), times.clone()).as_deref() == Some(effects) =>
        {
            vec![(mana.clone(), times.clone())]
        }
        _ => Vec::new(),
    }
}

/// The card itself gets an ability for good.
fn gains(ability: AbilityDef) -> Vec<Instruction> {
    let gain = Modification::GainAbilities(vec![ability]);
    vec![Instruction::Continuous(StaticEffect::Affect(Objects::The(Obj::This), vec![gain]), Duration::Forever)]
}

fn is_gains(effects: &[Instruction]) -> Vec<(Obj, AbilityDef)> {
    let [Instruction::Continuous(StaticEffect::Affect(Objects::The(Obj::This), mods), Duration::Forever)] = effects
    else {
        return Vec::new();
    };
    match mods.as_slice() {
        [Modification::GainAbilities(list)] => match list.as_slice() {
            [one] if !matches!(one, AbilityDef::Keyword(_)) => vec![(Obj::This, one.clone())],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Drawing from a library without cards wins the game instead.
fn last_laugh() -> AbilityDef {
    let cards = Quantity::Count(Box::new(Objects::In(ZoneOf::Library(Who::You), Filter::Any)));
    let none = Condition::Compare(cards, Cmp::Eq, n(0));
    statics::replace_if(ReplacedEvent::Draw(Who::You), ReplaceWith::Instead(vec![Instruction::Win(Who::You)]), none)
}

/// Such cards go to exile instead of a graveyard, with a counter on each.
fn marked(what: Filter, kind: CounterKind) -> AbilityDef {
    let there = Objects::Only(Box::new(Objects::The(Obj::Event)), Filter::Zone(ZoneKind::Exile));
    let put = help::put(kind, n(1), there);
    statics::replace(to_graveyard(what), ReplaceWith::MoveToAndThen(Destination::Exile, vec![put]))
}

fn is_marked(def: &AbilityDef) -> Option<(Filter, CounterKind)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else { return None };
    let ReplacedEvent::Moves { what, .. } = &replacement.event else { return None };
    let ReplaceWith::MoveToAndThen(_, effects) = &replacement.with else { return None };
    let [Instruction::PutCounters { kind, .. }] = effects.as_slice() else { return None };
    (marked(what.clone(), *kind) == *def).then(|| (what.clone(), *kind))
}

/// A card that was exiled with such a counter is played this turn for nothing.
fn reprise(context: &mut Context, kind: CounterKind) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let such = Filter::And(vec![Filter::Owned(Who::EachOpponent), Filter::Counter(kind)]);
    let from = Objects::In(ZoneOf::Exile, such);
    let permit = permit(Objects::Var(into), false, Some(Cost::default()));
    Some(vec![
        help::choose(Who::You, from, (n(1), n(1)), into),
        Instruction::Continuous(StaticEffect::Rule(permit), Duration::EndOfTurn),
    ])
}

fn is_reprise(context: &Context, effects: &[Instruction]) -> Vec<(CounterKind,)> {
    let [Instruction::Choose { from: Objects::In(ZoneOf::Exile, Filter::And(list)), .. }, _] = effects else {
        return Vec::new();
    };
    match list.as_slice() {
        [_, Filter::Counter(kind)] if reprise(&mut context.clone(), *kind).as_deref() == Some(effects) => {
            vec![(*kind,)]
        }
        _ => Vec::new(),
    }
}

/// What was targeted is tapped as its controller of now loses control of it.
fn given_back(context: &mut Context, what: &Objects) -> Option<Vec<Instruction>> {
    let Objects::Targets(_) = what else { return None };
    let kept = context.variable()?;
    let when = TriggerEvent::LosesControl(Who::You, Filter::Is(Obj::Var(kept)));
    let tap = vec![Instruction::Tap(Objects::Var(kept))];
    let ability = Box::new(lines::triggered(when, Condition::Always, Vec::new(), tap));
    Some(vec![Instruction::Keep(kept, what.clone()), Instruction::Delayed { ability, until: None }])
}

fn is_given_back(context: &Context, effects: &[Instruction]) -> Vec<(Objects,)> {
    match effects {
        [Instruction::Keep(_, what), _] if given_back(&mut context.clone(), what).as_deref() == Some(effects) => {
            vec![(what.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// CR 702.55c: the card itself enters, or the creature that it haunts dies.
fn enters_or_haunts() -> TriggerEvent {
    TriggerEvent::AnyOf(vec![TriggerEvent::Enters(Filter::Is(Obj::This)), TriggerEvent::HauntedDies])
}

pub(super) const RULES: &[Rule] = &[
    // CR 702.55c.
    rule!(Event: "the creature this card haunts dies" () => |_| Some(TriggerEvent::HauntedDies), |_, e: &_| if *e == TriggerEvent::HauntedDies { vec![()] } else { Vec::new() }; "the creature this card haunts dies"),
    rule!(Event: "{this} enters or the creature it haunts dies" (this: Self_) => |_, _| Some(enters_or_haunts()),
        |_, e: &_| if *e == enters_or_haunts() { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Event: "you lose control of {this}" (this: Self_) => |_, _| Some(TriggerEvent::LosesControl(Who::You, Filter::Is(Obj::This))),
        |_, e: &_| if *e == TriggerEvent::LosesControl(Who::You, Filter::Is(Obj::This)) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Plain: "when you lose control of {what} , tap it ." (what: Objs) => |c, what| given_back(c, &what), |c, e: &_| is_given_back(c, e); ""),
    rule!(Static: "if a {cards.s} would be put into a opponent 's graveyard from anywhere , instead exile it with a {k} counter on it ." (cards: CardNoun, k: Kind) => |_, kind, k| Some(marked(cards(kind, Some(Who::EachOpponent)), k)),
        |_, d: &_| is_marked(d).and_then(|(what, k)| Some((are_cards(&what, Some(Who::EachOpponent))?, k))).into_iter().collect(); "if a creature card would be put into an opponent's graveyard from anywhere, instead exile it with a charge counter on it."),
    rule!(Plain: "choose a exiled card a opponent owns with a {k} counter on it . you may play it this turn without paying its mana cost ." (k: Kind) => |c, k| reprise(c, k), |c, e: &_| is_reprise(c, e);
        "choose an exiled card an opponent owns with a charge counter on it. You may play it this turn without paying its mana cost."),
    rule!(Plain: "at the beginning of your next main phase , add a amount of {mana} equal to {times} ." (mana: Mana, times: Value_) => |c, mana, times| mana_later(c, mana, times), |c, e: &_| is_mana_later(c, e);
        "at the beginning of your next main phase, add an amount of {C} equal to your life total."),
    rule!(Said: "{this} gains \" {quote} \"" (this: Self_, quote: Quote) => |c, _, quote| c.face.is("Saga").then(|| gains(quote)), |c, e: &_| if c.face.is("Saga") { is_gains(e) } else { Vec::new() }; ""),
    rule!(Static: "if you would draw a card while your library has no cards in it , you win the game instead ." () => |_| Some(last_laugh()), |_, d: &_| if *d == last_laugh() { vec![()] } else { Vec::new() };
        "if you would draw a card while your library has no cards in it, you win the game instead."),
];
