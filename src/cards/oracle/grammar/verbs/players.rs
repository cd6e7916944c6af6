//! What players become, lose and do one by one: the monarch, unspent mana, those who can't.

use crate::cards::oracle::grammar::clauses::at_next;
use crate::cards::oracle::grammar::help::{n, not, one, with, without};
use crate::cards::oracle::grammar::statics::{game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Rule, alternate, rule};

/// The number of players for whom the condition holds.
pub(in crate::cards::oracle::grammar) fn how_many(who: Who, cond: Condition) -> Quantity {
    Quantity::PlayersWho(who, Box::new(cond))
}

/// At least one of the players is one for whom the condition holds.
pub(in crate::cards::oracle::grammar) fn somebody(who: Who, cond: Condition) -> Condition {
    Condition::Compare(how_many(who, cond), Cmp::Ge, n(1))
}

/// What has to be so for one of the players.
pub(in crate::cards::oracle::grammar) fn is_somebody(cond: &Condition, who: Who) -> Option<Condition> {
    match cond {
        Condition::Compare(Quantity::PlayersWho(found, inner), Cmp::Ge, Quantity::N(1)) if *found == who => {
            Some((**inner).clone())
        }
        _ => None,
    }
}

/// How many of such things a player controls.
pub(in crate::cards::oracle::grammar) fn controlled(noun: Filter, who: Who) -> Quantity {
    Quantity::Count(Box::new(Objects::All(with(noun, Filter::Controlled(who)))))
}

/// Those who discard, and a card for each who can't.
fn discard_or_draw(context: &mut Context, who: Who) -> Option<Vec<Instruction>> {
    let (none, into) = (context.variable()?, context.variable());
    let empty = Condition::Compare(Quantity::HandSize(Who::It), Cmp::Eq, n(0));
    let discard = Instruction::Discard { who, count: n(1), filter: Filter::Any, random: false, into };
    let draw = Instruction::Draw { who: Who::You, count: Quantity::Var(none), into: context.variable() };
    Some(vec![Instruction::Set(none, how_many(who, empty)), discard, draw])
}

/// Those who control something draw.
fn draw_each(context: &mut Context, noun: Filter, count: Quantity) -> Option<Vec<Instruction>> {
    let cond = Condition::Exists(Objects::All(with(noun, Filter::Controlled(Who::It))));
    let draw = Instruction::Draw { who: Who::It, count, into: context.variable() };
    let then = vec![Instruction::If { cond, then: vec![draw], otherwise: Vec::new() }];
    Some(vec![Instruction::ForEach(Recipients::Players(Who::EachPlayer), then)])
}

fn is_draw_each(context: &Context, effects: &[Instruction]) -> Vec<(Filter, Quantity)> {
    let [Instruction::ForEach(Recipients::Players(Who::EachPlayer), then)] = effects else { return Vec::new() };
    let [Instruction::If { cond: Condition::Exists(Objects::All(filter)), then, .. }] = then.as_slice() else {
        return Vec::new();
    };
    let [Instruction::Draw { count, .. }] = then.as_slice() else { return Vec::new() };
    let Some(noun) = without(filter, &Filter::Controlled(Who::It)) else { return Vec::new() };
    let same = draw_each(&mut context.clone(), noun.clone(), count.clone()).as_deref() == Some(effects);
    if same { vec![(noun, count.clone())] } else { Vec::new() }
}

/// As many of them as there are things, chosen by the one who acts, become tapped.
fn tap_for_each(context: &mut Context, noun: Filter, each: Quantity) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let from = Objects::All(noun);
    let choose = help::choose(context.doer, from, (each.clone(), each), into);
    Some(vec![choose, Instruction::Tap(Objects::Var(into))])
}

fn is_tap_for_each(context: &Context, effects: &[Instruction]) -> Vec<(Filter, Quantity)> {
    match effects {
        [
            Instruction::Choose { who, from: Objects::All(noun), min, max, random: false, into, .. },
            Instruction::Tap(Objects::Var(var)),
        ] if *who == context.doer && into == var && min == max && !matches!(min, Quantity::N(_) | Quantity::X) => {
            vec![(noun.clone(), min.clone())]
        }
        _ => Vec::new(),
    }
}

/// A number of cards of the player's choice.
fn draw_up_to(context: &mut Context, count: Quantity) -> Option<Vec<Instruction>> {
    let (who, number) = (context.doer, context.variable()?);
    let choose = Instruction::ChooseNumber { who, min: n(0), max: count, random: false, into: number };
    Some(vec![choose, Instruction::Draw { who, count: Quantity::Var(number), into: context.variable() }])
}

fn is_draw_up_to(context: &Context, effects: &[Instruction]) -> Vec<(Quantity,)> {
    match effects {
        [Instruction::ChooseNumber { who, max, .. }, Instruction::Draw { .. }] => {
            let mut again = Context { doer: *who, ..context.clone() };
            let same = *who == context.doer && draw_up_to(&mut again, max.clone()).as_deref() == Some(effects);
            if same { vec![(max.clone(),)] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// What a player may draw then.
fn may_draw_then(context: &mut Context, who: Who, count: Quantity) -> Option<Vec<Instruction>> {
    context.doer = who;
    help::one_player(who).then(|| draw_up_to(context, count))?.map(|effects| vec![at_next(StepName::Upkeep, effects)])
}

fn is_may_draw_then(context: &Context, effects: &[Instruction]) -> Vec<(Who, Quantity)> {
    let [Instruction::Delayed { ability, .. }] = effects else { return Vec::new() };
    let [Instruction::ChooseNumber { who, max, .. }, ..] = ability.effects.as_slice() else { return Vec::new() };
    let same = may_draw_then(&mut context.clone(), *who, max.clone()).as_deref() == Some(effects);
    if same { vec![(*who, max.clone())] } else { Vec::new() }
}

/// The card itself comes back from the graveyard, attached to something.
fn back_onto(context: &mut Context, host: &Objects) -> Option<Instruction> {
    context.zone = ZoneKind::Graveyard;
    let to = Destination::Battlefield(Entry { attached_to: Some(one(host)?), ..Entry::default() });
    let into = context.variable();
    Some(Instruction::Move { what: Objects::The(Obj::This), to, into, linked: false, until: None })
}

fn is_back_onto(context: &Context, effect: &Instruction) -> Vec<(Objects,)> {
    let Instruction::Move { what: Objects::The(Obj::This), to: Destination::Battlefield(entry), .. } = effect else {
        return Vec::new();
    };
    let Some(obj) = entry.attached_to.filter(|_| context.here == ZoneKind::Graveyard) else { return Vec::new() };
    let host = match obj {
        Obj::Target(t) => Objects::Targets(t),
        Obj::Var(v) => Objects::Var(v),
        obj => Objects::The(obj),
    };
    let same = back_onto(&mut context.clone(), &host).is_some_and(|again| match (&again, effect) {
        (Instruction::Move { to: a, .. }, Instruction::Move { to: b, .. }) => a == b,
        _ => false,
    });
    if same { vec![(host,)] } else { Vec::new() }
}

/// A player shows their hand and discards what is of a colour that you choose.
fn purge(context: &mut Context, who: Who) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let hand = ZoneOf::Hand(who);
    Some(vec![
        Instruction::ChooseColor { who: Who::You, other_than: None, except: Vec::new(), into },
        Instruction::Reveal(Objects::In(hand, Filter::Any)),
        Instruction::DiscardThese(Objects::In(hand, Filter::ColorVar(into))),
    ])
}

/// Chance says which card comes back.
fn unearthed(context: &mut Context, cards: Filter) -> Option<Vec<Instruction>> {
    let from = Objects::In(ZoneOf::Graveyard(Who::You), cards);
    let into = context.variable()?;
    let choose =
        Instruction::Choose { who: Who::You, from, min: n(1), max: n(1), random: true, together: Vec::new(), into };
    let (what, to) = (Objects::Var(into), Destination::Hand);
    let moved = Instruction::Move { what, to, into: context.variable(), linked: false, until: None };
    (context.doer == Who::You).then(|| vec![choose, moved])
}

fn graves(context: &mut Context) -> Option<Objects> {
    let max = Quantity::Players(Who::EachPlayer);
    let what = TargetKind::Player(Who::EachPlayer);
    let number = context.target(TargetDef { min: n(0), max, ..TargetDef::new(what) })?;
    Some(Objects::In(ZoneOf::Graveyard(Who::Target(number)), Filter::Any))
}

fn are_graves(context: &Context, objects: &Objects) -> Vec<()> {
    let mut again = context.clone();
    let new = matches!(objects, Objects::In(ZoneOf::Graveyard(Who::Target(t)), _) if usize::from(*t) == context.targets.len());
    let same = new
        && graves(&mut again).as_ref() == Some(objects)
        && context.wanted.get(context.targets.len()) == again.targets.last();
    if same { vec![()] } else { Vec::new() }
}

/// CR 702.179e.
fn max_speed() -> Condition {
    Condition::Compare(Quantity::Speed(Who::You), Cmp::Ge, n(4))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "becomes|become the monarch" (who: Doer) => |c, who| help::one_player(c.doer).then_some(Instruction::BecomeMonarch(who)),
        |_, e| match e { Instruction::BecomeMonarch(who) => vec![(who,)], _ => Vec::new() }; ""),
    rule!(Verb: "loses|lose all unspent mana" (who: Doer) <=> {Instruction::LoseMana(who)}; ""),
    rule!(Cond: "you're the monarch" () <=> {Condition::Monarch(Who::You)}; "you're the monarch"),
    rule!(Cond: "a opponent is the monarch" () <=> {Condition::Monarch(Who::EachOpponent)}; "an opponent is the monarch"),
    rule!(Cond: "you have max speed" () => |_| Some(max_speed()), |_, c: &_| if *c == max_speed() { vec![()] } else { Vec::new() }; "you have max speed"),
    rule!(Value_: "your speed" () => |_| Some(Quantity::Speed(Who::You)), |_, q: &_| if *q == Quantity::Speed(Who::You) { vec![()] } else { Vec::new() }; "your speed"),
    rule!(Cond: "you have the city 's blessing" () <=> {Condition::Blessing(Who::You)}; "you have the city's blessing"),
    rule!(Cond: "a opponent controls more {noun.p} than you" (noun: Noun)
        => |_, noun| Some(somebody(Who::EachOpponent, Condition::Compare(controlled(noun.clone(), Who::It), Cmp::Gt, controlled(noun, Who::You)))),
        |_, c: &_| match is_somebody(c, Who::EachOpponent) {
            Some(Condition::Compare(Quantity::Count(more), Cmp::Gt, _)) => match *more {
                Objects::All(f) => without(&f, &Filter::Controlled(Who::It))
                    .filter(|f| *c == somebody(Who::EachOpponent, Condition::Compare(controlled(f.clone(), Who::It), Cmp::Gt, controlled(f.clone(), Who::You))))
                    .map(|f| (f,)).into_iter().collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "an opponent controls more lands than you"),
    rule!(Cond: "a player has {life} or less life" (life: Amount) => |_, life| Some(somebody(Who::EachPlayer, Condition::Compare(Quantity::Life(Who::It), Cmp::Le, life))),
        |_, c: &_| match is_somebody(c, Who::EachPlayer) { Some(Condition::Compare(Quantity::Life(Who::It), Cmp::Le, life)) => vec![(life,)], _ => Vec::new() }; "a player has 5 or less life"),
    rule!(Plain: "each opponent discards a card . for each opponent who can't , you draw a card ." () => |c| discard_or_draw(c, Who::EachOpponent),
        |c, e: &_| if discard_or_draw(&mut c.clone(), Who::EachOpponent).as_ref() == Some(e) { vec![()] } else { Vec::new() };
        "each opponent discards a card. For each opponent who can't, you draw a card."),
    rule!(Plain: "each player who controls a {noun.s} draws {cards} ." (noun: Noun, cards: Cards) => |c, noun, cards| draw_each(c, noun, cards), |c, e: &_| is_draw_each(c, e);
        "each player who controls a Wizard draws a card."),
    rule!(Verbs: "taps|tap a {noun.s} for each {each.s}" (noun: Noun, each: Each) => |c, noun, each| tap_for_each(c, noun, each), |c, e: &_| is_tap_for_each(c, e); "tap an untapped creature you control for each artifact you control"),
    rule!(Verbs: "draws|draw up to {count} cards" (count: Count) => |c, count| draw_up_to(c, count), |c, e: &_| is_draw_up_to(c, e); "draw up to three cards"),
    rule!(Said: "{who#} may draw up to {count} cards at the beginning of the next turn 's upkeep" (who: SubjPlayer, count: Count) => |c, who, count| (!matches!(who, Who::Target(_) | Who::ControllerOf(Obj::Target(_)))).then(|| may_draw_then(c, who, count))?, |c, e: &_| is_may_draw_then(c, e);
        "you may draw up to two cards at the beginning of the next turn's upkeep"),
    rule!(Verb: "returns|return this card from your graveyard to the battlefield attached to {host}" (host: Objs) => |c, host| back_onto(c, &host), |c, e: &_| is_back_onto(c, e); ""),
    rule!(Objs: "the bottom card of {whose} graveyard" (whose: Whose) => |c, whose| {
            let bottom = Objects::BottomOf(n(1), ZoneOf::Graveyard(whose));
            c.mention(crate::cards::oracle::syntax::Referent::Objects(bottom.clone()), Sort::CARD, false);
            Some(bottom)
        },
        |_, o| match o { Objects::BottomOf(Quantity::N(1), ZoneOf::Graveyard(who)) => vec![(who,)], _ => Vec::new() }; "the bottom card of your graveyard"),
    rule!(Objs: "any number of target players ' graveyards" () => |c| graves(c), |c, o: &_| are_graves(c, o); ""),
    alternate!(Cond: "this creature is in your graveyard" () => |c| {
            c.zone = ZoneKind::Graveyard;
            nouns::references::this(c);
            c.face.types.contains(CardTypes::CREATURE).then_some(Condition::Is(Obj::This, Filter::Zone(ZoneKind::Graveyard)))
        }; ""),
    rule!(Cond: "it targets a {noun.s}" (noun: Noun) => |c, noun| (c.mentions.is_empty() && !c.event).then(|| Condition::Is(Obj::This, Filter::Targets(Box::new(noun)))),
        |c, cond| match cond { Condition::Is(Obj::This, Filter::Targets(noun)) if !c.event => vec![(*noun,)], _ => Vec::new() }; ""),
    rule!(Plain: "choose a color . {who.s} reveals their hand and discards all cards of that color ." (who: Other) => |c, who| purge(c, who),
        |c, e: &_| match e.as_slice() {
            [Instruction::ChooseColor { .. }, Instruction::Reveal(Objects::In(ZoneOf::Hand(who), Filter::Any)), _] if purge(&mut c.clone(), *who).as_ref() == Some(e) => vec![(*who,)],
            _ => Vec::new(),
        }; "choose a color. Target player reveals their hand and discards all cards of that color."),
    rule!(Verbs: "returns|return a {cards.s} at random from your graveyard to your hand" (cards: CardNoun) => |c, cards| unearthed(c, cards),
        |c, e: &_| match e.as_slice() {
            [Instruction::Choose { from: Objects::In(_, cards), random: true, .. }, _] if unearthed(&mut c.clone(), cards.clone()).as_ref() == Some(e) => vec![(cards.clone(),)],
            _ => Vec::new(),
        }; "return a creature card at random from your graveyard to your hand"),
    // ---- statics
    rule!(StaticMod: "can't attack unless you control more {noun.p} than defending player" (noun: Noun)
        => |_, noun| Some(vec![Modification::Rule(ObjectRule::AttacksOnlyIf(more_than(noun, Who::It)))]),
        |_, m: &_| match m.as_slice() { [Modification::Rule(ObjectRule::AttacksOnlyIf(cond))] => is_more_than(cond, Who::It), _ => Vec::new() }; "can't attack unless you control more creatures than defending player"),
    rule!(Static: "{this} can't block unless you control more {noun.p} than attacking player ." (this: Self_, noun: Noun)
        => |_, this, noun| Some(stays_back(this, more_than(noun, Who::Active))),
        |_, d: &_| match d {
            AbilityDef::Static(StaticDef { only_if: Condition::Not(cond), .. }) if *d == stays_back(Obj::This, (**cond).clone()) => {
                is_more_than(cond, Who::Active).into_iter().map(|(noun,)| (Obj::This, noun)).collect()
            }
            _ => Vec::new(),
        }; ""),
    rule!(Static: "activated abilities of {noun.p} cost {mana} more to activate ." (noun: Noun, mana: Mana)
        => |_, noun, mana| Some(game_rule(crate::cards::def::Rule::AbilitiesCostMore(Who::EachPlayer, noun, Cost(vec![CostPart::Mana(mana)])))),
        |_, d: &_| match is_rule(d) { Some(crate::cards::def::Rule::AbilitiesCostMore(Who::EachPlayer, noun, Cost(list))) => match list.as_slice() { [CostPart::Mana(mana)] => vec![(noun, mana.clone())], _ => Vec::new() }, _ => Vec::new() };
        "activated abilities of artifacts cost {1} more to activate."),
    rule!(Static: "each spell costs {mana} more to cast except during its controller 's turn ." (mana: Mana)
        => |_, mana| Some(game_rule(off_turn(mana))),
        |_, d: &_| match is_rule(d) {
            Some(rule @ crate::cards::def::Rule::CostsMore(..)) => {
                let crate::cards::def::Rule::CostsMore(_, _, Cost(list)) = &rule else { return Vec::new() };
                match list.as_slice() { [CostPart::Mana(mana)] if rule == off_turn(mana.clone()) => vec![(mana.clone(),)], _ => Vec::new() }
            }
            _ => Vec::new(),
        }; "each spell costs {1} more to cast except during its controller's turn."),
    rule!(Static: "if a {hues} source would deal damage to you , prevent {amount} of that damage ." (hues: HueOr, amount: Digits) => |_, hues, amount| Some(lessened(hues, amount)),
        |_, d: &_| match d {
            AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { event: ReplacedEvent::Damage { source, .. }, with: ReplaceWith::Prevent(Some(Quantity::N(amount))), .. }), .. })
                if *d == lessened(source.clone(), *amount) => vec![(source.clone(), *amount)],
            _ => Vec::new(),
        }; "if a black source would deal damage to you, prevent 1 of that damage."),
    rule!(Static: "as long as {this} is on the stack , spells that target it cost {mana} more to cast ." (this: Self_, mana: Mana) => |c, _, mana| c.face.is_spell().then(|| taxed(mana)),
        |_, d: &_| match d {
            AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(crate::cards::def::Rule::CostsMore(_, _, Cost(list))), .. }) => match list.as_slice() {
                [CostPart::Mana(mana)] if *d == taxed(mana.clone()) => vec![(Obj::This, mana.clone())],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; ""),
];

/// You control more of them than a player.
fn more_than(noun: Filter, who: Who) -> Condition {
    Condition::Compare(controlled(noun.clone(), Who::You), Cmp::Gt, controlled(noun, who))
}

fn is_more_than(cond: &Condition, who: Who) -> Vec<(Filter,)> {
    let Condition::Compare(Quantity::Count(own), Cmp::Gt, _) = cond else { return Vec::new() };
    let Objects::All(filter) = &**own else { return Vec::new() };
    let Some(noun) = without(filter, &Filter::Controlled(Who::You)) else { return Vec::new() };
    if *cond == more_than(noun.clone(), who) { vec![(noun,)] } else { Vec::new() }
}

fn stays_back(this: Obj, unless: Condition) -> AbilityDef {
    let effect = StaticEffect::Affect(Objects::The(this), vec![Modification::Rule(ObjectRule::CantBlock)]);
    AbilityDef::Static(StaticDef { only_if: Condition::Not(Box::new(unless)), effect, from: ZoneKind::Battlefield })
}

/// Spells of players whose turn it isn't cost more.
fn off_turn(mana: ManaCost) -> crate::cards::def::Rule {
    let others = not(Filter::Controlled(Who::Active));
    crate::cards::def::Rule::CostsMore(Who::EachPlayer, others, Cost(vec![CostPart::Mana(mana)]))
}

/// Damage to you is less by a number, each time.
fn lessened(source: Filter, amount: i32) -> AbilityDef {
    let event = ReplacedEvent::Damage { source, to: DamageTo::Player(Who::You), combat: None };
    let with = ReplaceWith::Prevent(Some(n(amount)));
    let replacement = Replacement { event, only_if: Condition::Always, with, optional: None };
    AbilityDef::Static(StaticDef {
        only_if: Condition::Always,
        effect: StaticEffect::Replace(replacement),
        from: ZoneKind::Battlefield,
    })
}

/// Spells that target the spell itself cost more.
fn taxed(mana: ManaCost) -> AbilityDef {
    let those = Filter::Targets(Box::new(Filter::Is(Obj::This)));
    let rule = crate::cards::def::Rule::CostsMore(Who::EachPlayer, those, Cost(vec![CostPart::Mana(mana)]));
    AbilityDef::Static(StaticDef {
        only_if: Condition::Always,
        effect: StaticEffect::Rule(rule),
        from: ZoneKind::Stack,
    })
}
