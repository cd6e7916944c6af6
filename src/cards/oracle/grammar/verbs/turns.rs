//! Turns that are skipped or ended, and players who are controlled (CR 614.10, 723, 724).

use crate::cards::oracle::grammar::statics::{ability, game_rule, own_cost};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

type GameRule = crate::cards::def::Rule;

fn instead(event: ReplacedEvent, only_if: Condition, with: ReplaceWith, optional: Option<Who>) -> AbilityDef {
    ability(StaticEffect::Replace(Replacement { event, only_if, with, optional }), Condition::Always)
}

/// Extra turns are skipped.
fn no_extra(who: Who) -> AbilityDef {
    instead(ReplacedEvent::BeginsTurn { who, extra: true }, Condition::Always, ReplaceWith::Nothing, None)
}

/// A turn that may be skipped while this is tapped, for something.
fn skipping(effects: Vec<Instruction>) -> AbilityDef {
    let event = ReplacedEvent::BeginsTurn { who: Who::You, extra: false };
    instead(event, Condition::Is(Obj::This, Filter::Tapped), ReplaceWith::Instead(effects), Some(Who::You))
}

fn is_skipping(def: &AbilityDef) -> Vec<(Obj, Vec<Instruction>)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else {
        return Vec::new();
    };
    match &replacement.with {
        ReplaceWith::Instead(effects) if *def == skipping(effects.clone()) => vec![(Obj::This, effects.clone())],
        _ => Vec::new(),
    }
}

/// Whether it is said of one who can end a turn.
fn ends(context: &Context) -> bool {
    matches!(context.doer, Who::You | Who::Active)
}

/// A player is controlled during their next turn.
fn control(context: &Context, who: Who, whose: Who) -> Option<Instruction> {
    let one = help::another_player(who);
    let rule = GameRule::ControlPlayers { who, searching: false };
    (context.doer == Who::You && one && who == whose)
        .then(|| Instruction::Continuous(StaticEffect::Rule(rule), Duration::NextTurnOf(who)))
}

fn is_control(effect: &Instruction) -> Vec<(Who, Who)> {
    match effect {
        Instruction::Continuous(
            StaticEffect::Rule(GameRule::ControlPlayers { who, searching: false }),
            Duration::NextTurnOf(whose),
        ) if who == whose => vec![(*who, *who)],
        _ => Vec::new(),
    }
}

/// And takes an extra turn after that one.
fn control_and_turn(context: &Context, who: Who, whose: Who, again: Who) -> Option<Vec<Instruction>> {
    (who == again).then(|| Some(vec![control(context, who, whose)?, Instruction::ExtraTurnAfterNext(who)]))?
}

fn is_control_and_turn(effects: &[Instruction]) -> Vec<(Who, Who, Who)> {
    match effects {
        [first, Instruction::ExtraTurnAfterNext(again)] => is_control(first)
            .into_iter()
            .filter(|(who, _)| who == again)
            .map(|(who, whose)| (who, whose, *again))
            .collect(),
        _ => Vec::new(),
    }
}

/// What opponents find as they search their libraries is exiled, and may be played.
fn takes_found(context: &mut Context) -> Option<AbilityDef> {
    let into = context.variable()?;
    let exile = Instruction::Move {
        what: Objects::The(Obj::Event),
        to: Destination::Exile,
        into: Some(into),
        linked: false,
        until: None,
    };
    let mut permit = help::permit(Objects::Var(into), false, None);
    if let GameRule::Permit { any_color, .. } = &mut permit {
        *any_color = true;
    }
    let with =
        ReplaceWith::Instead(vec![exile, Instruction::Continuous(StaticEffect::Rule(permit), Duration::Forever)]);
    Some(instead(ReplacedEvent::Finds(Who::EachOpponent), Condition::Always, with, None))
}

/// Opponents are controlled while they search.
fn controls_searching() -> AbilityDef {
    game_rule(GameRule::ControlPlayers { who: Who::EachOpponent, searching: true })
}

/// How many card types the cards of one's graveyard have.
fn types_buried() -> Quantity {
    Quantity::CardTypes(Box::new(Objects::In(ZoneOf::Graveyard(Who::You), Filter::Any)))
}

/// What a spell costs more in the turns of others.
fn out_of_turn(context: &Context, mana: ManaCost) -> AbilityDef {
    let rule = GameRule::CostsMore(Who::You, Filter::Is(Obj::This), Cost(vec![CostPart::Mana(mana)]));
    own_cost(context, rule, Condition::Not(Box::new(Condition::TurnOf(Who::You))))
}

fn is_out_of_turn(context: &Context, def: &AbilityDef) -> Vec<(ManaCost,)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::CostsMore(_, _, cost)), .. }) = def else {
        return Vec::new();
    };
    match cost.0.as_slice() {
        [CostPart::Mana(mana)] if *def == out_of_turn(context, mana.clone()) => vec![(mana.clone(),)],
        _ => Vec::new(),
    }
}

/// The game is lost at the next end step of one's own.
fn lost_later() -> Vec<Instruction> {
    let when = TriggerEvent::Beginning(StepName::End, Who::You);
    let ability = lines::triggered(when, Condition::Always, Vec::new(), vec![Instruction::Lose(Who::You)]);
    vec![Instruction::Delayed { ability: Box::new(ability), until: None }]
}

/// An extra turn that has something of its own: damage that can't be prevented in it, or that the game is lost at its end step.
fn turn_with(unprevented: bool, lost: bool) -> Vec<Instruction> {
    let rule = StaticEffect::Rule(GameRule::DamageCantBePrevented);
    let damage = unprevented.then_some(Instruction::Continuous(rule, Duration::EndOfTurn));
    let when = TriggerEvent::Beginning(StepName::End, Who::EachPlayer);
    let ability = lines::triggered(when, Condition::Always, Vec::new(), vec![Instruction::Lose(Who::You)]);
    let delayed = Instruction::Delayed { ability: Box::new(ability), until: Some(Duration::OnceThisTurn) };
    let effects = damage.into_iter().chain(lost.then_some(delayed)).collect();
    vec![Instruction::ExtraTurnWith { who: Who::You, effects }]
}

fn is_turn_with(effects: &[Instruction], unprevented: bool, lost: bool) -> Vec<()> {
    if effects == turn_with(unprevented, lost) { vec![()] } else { Vec::new() }
}

/// It is exiled instead of going to a graveyard from the battlefield, and something else happens.
fn exiled_and(then: Vec<Instruction>) -> AbilityDef {
    let (from, to) = (Some(ZoneKind::Battlefield), Some(ZoneKind::Graveyard));
    let event = ReplacedEvent::Moves { what: Filter::Is(Obj::This), from, to };
    instead(event, Condition::Always, ReplaceWith::MoveToAndThen(Destination::Exile, then), None)
}

fn is_exiled_and(def: &AbilityDef) -> Vec<(Obj, Instruction)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else {
        return Vec::new();
    };
    match &replacement.with {
        ReplaceWith::MoveToAndThen(_, then) if *def == exiled_and(then.clone()) => match then.as_slice() {
            [one] => vec![(Obj::This, one.clone())],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Each: "card type|types among cards in your graveyard" () => |_| Some(types_buried()), |_, q: &_| if *q == types_buried() { vec![()] } else { Vec::new() }; "card types among cards in your graveyard"),
    rule!(Static: "during turns other than yours , this spell costs {mana} more to cast ." (mana: Mana) => |c, mana| Some(out_of_turn(c, mana)), |c, d: &_| is_out_of_turn(c, d);
        "during turns other than yours, this spell costs {3} more to cast."),
    rule!(Plain: "at the beginning of your next end step , you lose the game ." () => |_| Some(lost_later()), |_, e: &_| if *e == lost_later() { vec![()] } else { Vec::new() }; "at the beginning of your next end step, you lose the game."),
    rule!(Static: "if {this} would be put into a graveyard from the battlefield , instead exile it and {act.p} ." (this: Self_, act: Verb) => |_, _, act| Some(exiled_and(vec![act])),
        |_, d: &_| is_exiled_and(d); "if this artifact would be put into a graveyard from the battlefield, instead exile it and take an extra turn after this one."),
    // ---- extra turns that have something of their own
    rule!(Plain: "take a extra turn after this one . at the beginning of that turn 's end step , you lose the game ." () => |_| Some(turn_with(false, true)), |_, e: &_| is_turn_with(e, false, true);
        "take an extra turn after this one. At the beginning of that turn's end step, you lose the game."),
    rule!(Plain: "take a extra turn after this one . during that turn , damage can't be prevented ." () => |_| Some(turn_with(true, false)), |_, e: &_| is_turn_with(e, true, false);
        "take an extra turn after this one. During that turn, damage can't be prevented."),
    rule!(Plain: "take a extra turn after this one . during that turn , damage can't be prevented . at the beginning of that turn 's end step , you lose the game ." () => |_| Some(turn_with(true, true)), |_, e: &_| is_turn_with(e, true, true);
        "take an extra turn after this one. During that turn, damage can't be prevented. At the beginning of that turn's end step, you lose the game."),
    // ---- skipping
    rule!(Static: "if a player would begin a extra turn , that player skips that turn instead ." () => |_| Some(no_extra(Who::EachPlayer)),
        |_, d: &_| if *d == no_extra(Who::EachPlayer) { vec![()] } else { Vec::new() }; "if a player would begin an extra turn, that player skips that turn instead."),
    rule!(Static: "if a opponent would begin a extra turn , that player skips that turn instead ." () => |_| Some(no_extra(Who::EachOpponent)),
        |_, d: &_| if *d == no_extra(Who::EachOpponent) { vec![()] } else { Vec::new() }; "if an opponent would begin an extra turn, that player skips that turn instead."),
    rule!(Static: "if you would begin your turn while {this} is tapped , you may skip that turn instead . if you do , {effects}" (this: Self_, effects: Sentences) => |_, _, effects| Some(skipping(effects)),
        |_, d: &_| is_skipping(d); "if you would begin your turn while this artifact is tapped, you may skip that turn instead. If you do, you gain 1 life."),
    // ---- ending
    rule!(Verb: "ends|end the turn" () => |c| ends(c).then_some(Instruction::EndNow(TurnPart::Turn)), |_, e: &_| if *e == Instruction::EndNow(TurnPart::Turn) { vec![()] } else { Vec::new() }; "end the turn"),
    rule!(Verb: "ends|end the combat phase" () => |c| ends(c).then_some(Instruction::EndNow(TurnPart::Combat)), |_, e: &_| if *e == Instruction::EndNow(TurnPart::Combat) { vec![()] } else { Vec::new() }; "end the combat phase"),
    rule!(SubjPlayer: "1: the player whose turn it is" () <=> {Who::Active}; "the player whose turn it is"),
    // ---- controlling players
    rule!(Verb: "control {who} during {whose} next turn" (who: Player, whose: Whose) => |c, who, whose| control(c, who, whose), |_, e: &_| is_control(e); "control target player during that player's next turn"),
    rule!(Plain: "you gain control of {who} during {whose} next turn . after that turn , {again} takes a extra turn ." (who: Player, whose: Whose, again: Player) => |c, who, whose, again| control_and_turn(c, who, whose, again),
        |_, e: &_| is_control_and_turn(e); "you gain control of target opponent during that player's next turn. After that turn, that player takes an extra turn."),
    rule!(Static: "you control your opponents while they're searching their libraries ." () => |_| Some(controls_searching()),
        |_, d: &_| if *d == controls_searching() { vec![()] } else { Vec::new() }; "you control your opponents while they're searching their libraries."),
    rule!(Static: "while a opponent is searching their library , they exile each card they find . you may play those cards for as long as they remain exiled , and you may spend mana as though it were mana of any color to cast them ." () => |c| takes_found(c),
        |c, d: &_| if takes_found(&mut c.clone()).as_ref() == Some(d) { vec![()] } else { Vec::new() }; ""),
];
