//! What happens at the next main phase, what lasts for good, a library without cards.

use crate::cards::oracle::grammar::help::n;
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

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "at the beginning of your next main phase , add a amount of {mana} equal to {times} ." (mana: Mana, times: Value_) => |c, mana, times| mana_later(c, mana, times), |c, e: &_| is_mana_later(c, e);
        "at the beginning of your next main phase, add an amount of {C} equal to your life total."),
    rule!(Said: "{this} gains \" {quote} \"" (this: Self_, quote: Quote) => |c, _, quote| c.face.is("Saga").then(|| gains(quote)), |c, e: &_| if c.face.is("Saga") { is_gains(e) } else { Vec::new() }; ""),
    rule!(Static: "if you would draw a card while your library has no cards in it , you win the game instead ." () => |_| Some(last_laugh()), |_, d: &_| if *d == last_laugh() { vec![()] } else { Vec::new() };
        "if you would draw a card while your library has no cards in it, you win the game instead."),
];
