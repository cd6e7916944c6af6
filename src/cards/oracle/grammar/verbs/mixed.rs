//! Small families: what spells target, what can't be countered, who has more, what is exiled with a card, what is paid later.

use crate::cards::oracle::grammar::cards::looks::{Dig, dig, is_dig};
use crate::cards::oracle::grammar::costs::spells::firm;
use crate::cards::oracle::grammar::help::{n, one, put, with, without};
use crate::cards::oracle::grammar::statics::{ability, affect, game_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// The spell itself has such a spell as a target.
fn targets(spells: Filter) -> Condition {
    Condition::Is(Obj::This, Filter::Targets(Box::new(with(spells, Filter::Spell))))
}

fn is_targets(cond: &Condition) -> Option<Filter> {
    match cond {
        Condition::Is(Obj::This, Filter::Targets(spells)) => without(spells, &Filter::Spell),
        _ => None,
    }
}

fn is_firm(def: &AbilityDef) -> Vec<(Filter,)> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(Objects::In(_, spells), _), .. }) => {
            let rest = without(spells, &Filter::Spell).and_then(|f| without(&f, &Filter::Controlled(Who::You)));
            rest.filter(|f| *def == firm(f.clone())).map(|f| (f,)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Some opponent has more of it.
fn behind(more: Quantity, mine: Quantity) -> Condition {
    let so = Condition::Compare(more, Cmp::Gt, mine);
    Condition::Compare(Quantity::PlayersWho(Who::EachOpponent, Box::new(so)), Cmp::Ge, n(1))
}

/// The player and another one draw.
fn both_draw(context: &mut Context, who: Who, count: Quantity) -> Option<Vec<Instruction>> {
    let other = match who {
        Who::Target(number) => Recipients::Targets(number),
        who if help::another_player(who) => Recipients::Players(who),
        _ => return None,
    };
    let all = Recipients::Union(vec![Recipients::Players(Who::You), other]);
    let draw = Instruction::Draw { who: Who::It, count, into: context.variable() };
    Some(vec![Instruction::ForEach(all, vec![draw])])
}

fn are_both_drawing(context: &Context, effects: &[Instruction]) -> Vec<(Who, Quantity)> {
    let [Instruction::ForEach(Recipients::Union(all), list)] = effects else { return Vec::new() };
    match (all.as_slice(), list.as_slice()) {
        ([_, other], [Instruction::Draw { count, .. }]) => {
            let who = match other {
                Recipients::Targets(number) => Who::Target(*number),
                Recipients::Players(who) => *who,
                _ => return Vec::new(),
            };
            let same = both_draw(&mut context.clone(), who, count.clone()).as_deref() == Some(effects);
            if same { vec![(who, count.clone())] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// The top card is shown and goes to the hand, and is spoken of further.
fn shown(context: &mut Context) -> Option<Vec<Instruction>> {
    let (top, moved) = (context.variable()?, context.variable()?);
    let card = Objects::Var(top);
    context.mention(Referent::Objects(Objects::Var(moved)), Sort::CARD, false);
    let to = Destination::Hand;
    (context.doer == Who::You).then(|| {
        vec![
            Instruction::Keep(top, Objects::Top(n(1), Who::You)),
            Instruction::Reveal(card.clone()),
            Instruction::Move { what: card, to, into: Some(moved), linked: false, until: None },
        ]
    })
}

/// The top card is looked at, and may go to the bottom.
fn fated(context: &mut Context, who: Who) -> Option<Vec<Instruction>> {
    let top = context.variable()?;
    let card = || Objects::Var(top);
    let to = Destination::LibraryBottom;
    let down = Instruction::Move { what: card(), to, into: context.variable(), linked: false, until: None };
    let may = Instruction::May { who: Who::You, then: vec![down], otherwise: Vec::new() };
    help::another_player(who)
        .then(|| vec![Instruction::Keep(top, Objects::Top(n(1), who)), Instruction::Look(Who::You, card()), may])
}

fn is_fated(context: &Context, effects: &[Instruction]) -> Vec<(Who,)> {
    match effects.first() {
        Some(Instruction::Keep(_, Objects::Top(_, who)))
            if fated(&mut context.clone(), *who).as_deref() == Some(effects) =>
        {
            vec![(*who,)]
        }
        _ => Vec::new(),
    }
}

fn library_gone(context: &mut Context, who: Who) -> Instruction {
    let what = Objects::In(ZoneOf::Library(who), Filter::Any);
    Instruction::Move { what, to: Destination::Exile, into: context.variable(), linked: false, until: None }
}

fn hand_back(context: &mut Context, whose: [Who; 3]) -> Option<Vec<Instruction>> {
    let who = whose[0];
    let what = Objects::In(ZoneOf::Hand(who), Filter::Any);
    let to = Destination::LibraryBottomRandom;
    let back = Instruction::Move { what, to, into: context.variable(), linked: false, until: None };
    (whose == [who; 3] && help::another_player(who)).then(|| vec![back, Instruction::Shuffle(who)])
}

/// In the player's next upkeep a cost has to be paid, or the game is lost.
fn owed(mana: ManaCost) -> Vec<Instruction> {
    let cost = Cost(vec![CostPart::Mana(mana)]);
    let pay =
        Instruction::MayPay { who: Who::You, cost, then: Vec::new(), otherwise: vec![Instruction::Lose(Who::You)] };
    let when = TriggerEvent::Beginning(StepName::Upkeep, Who::You);
    let ability = Box::new(lines::triggered(when, Condition::Always, Vec::new(), vec![pay]));
    vec![Instruction::Delayed { ability, until: None }]
}

fn is_owed(effects: &[Instruction]) -> Vec<(ManaCost,)> {
    let [Instruction::Delayed { ability, .. }] = effects else { return Vec::new() };
    match ability.effects.as_slice() {
        [Instruction::MayPay { cost: Cost(cost), .. }] => match cost.as_slice() {
            [CostPart::Mana(mana)] if effects == owed(mana.clone()) => vec![(mana.clone(),)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// A name of such a card is chosen and remembered.
fn name(context: &mut Context, cards: Filter) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let fits = cards != Filter::Any && !context.face.is_spell();
    let choose = Instruction::ChooseName { who: Who::You, filter: cards, into };
    fits.then(|| vec![choose, Instruction::RememberChoice(into)])
}

fn is_name(effects: &[Instruction]) -> Vec<(Filter,)> {
    match effects {
        [Instruction::ChooseName { who: Who::You, filter, into }, Instruction::RememberChoice(var)] if into == var => {
            vec![(filter.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// How many such spells a player has cast this turn.
fn spells_cast(spells: Filter, who: Who) -> Quantity {
    let cast = Objects::ThisTurn(Deed::Cast, Box::new(with(spells, Filter::Controlled(who))));
    Quantity::Count(Box::new(cast))
}

fn is_spells_cast(quantity: &Quantity, who: Who) -> Option<Filter> {
    let Quantity::Count(objects) = quantity else { return None };
    match &**objects {
        Objects::ThisTurn(Deed::Cast, filter) => without(filter, &Filter::Controlled(who)),
        _ => None,
    }
}

/// As many counters as it has are put on it, or on each of several what that one has (CR 701.10e).
fn doubled(context: &Context, kind: CounterKind, what: Objects) -> Option<Instruction> {
    let several = match &what {
        Objects::Targets(number) => {
            let of = |defs: &[TargetDef]| defs.get(usize::from(*number)).map(|def| def.max != n(1));
            of(&context.targets).or_else(|| of(&context.wanted))?
        }
        Objects::All(_) => true,
        _ => false,
    };
    let whose = if several { Obj::It } else { one(&what)? };
    Some(put(kind, Quantity::Counters(kind, whose), what))
}

fn is_doubled(context: &Context, effect: &Instruction) -> Vec<(CounterKind, Objects)> {
    let Instruction::PutCounters { kind, on, .. } = effect else { return Vec::new() };
    let Some(what) = on.clone().into_objects() else { return Vec::new() };
    if doubled(context, *kind, what.clone()).as_ref() == Some(effect) { vec![(*kind, what)] } else { Vec::new() }
}

/// Some of the top cards enter, and the others go to the bottom.
fn mustered(
    context: &mut Context,
    count: Quantity,
    most: Quantity,
    cards: Filter,
    rest: Destination,
) -> Option<Vec<Instruction>> {
    let to = Destination::Battlefield(Entry::default());
    dig(context, Dig { count, reveal: false, filter: Some(cards), min: n(0), max: most, to, rest })
}

fn is_mustered(context: &Context, effects: &[Instruction], there: &Destination) -> Vec<(Quantity, Quantity, Filter)> {
    is_dig(context, effects)
        .filter(|d| {
            !d.reveal
                && d.min == n(0)
                && d.max != n(1)
                && d.to == Destination::Battlefield(Entry::default())
                && d.rest == *there
        })
        .and_then(|d| Some((d.count, d.max, d.filter?)))
        .into_iter()
        .collect()
}

fn safe(duration: Duration) -> Vec<Instruction> {
    let rule = GameRule::PlayerProtection(Who::You, Filter::Any);
    vec![Instruction::Continuous(StaticEffect::Rule(rule), duration)]
}

macro_rules! says {
    ($words:literal, $rule:expr) => {
        rule!(Static: $words () => |_| Some(game_rule($rule)), |_, d: &_| if *d == game_rule($rule) { vec![()] } else { Vec::new() }; $words)
    };
}
macro_rules! fixed {
    ($words:literal, $condition:expr) => {
        rule!(Cond: $words () => |_| Some($condition), |_, c: &_| if *c == $condition { vec![()] } else { Vec::new() }; $words)
    };
}
macro_rules! musters {
    ($words:literal, $rest:expr) => {
        rule!(Plain: $words (count: Count, most: Count, cards: CardNoun) => |c, count, most, cards| mustered(c, count, most, cards, $rest),
            |c, e: &_| is_mustered(c, e, &$rest); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    // ---- spells
    rule!(Cond: "it targets a {spells.s}" (spells: SpellNoun) => |c, spells| (c.mentions.is_empty() && !c.event).then(|| targets(spells)),
        |c, cond: &_| if c.event { Vec::new() } else { is_targets(cond).map(|f| (f,)).into_iter().collect() }; ""),
    rule!(Static: "{spells.p} you control can't be countered ." (spells: SpellNoun) => |c, spells| c.targets.is_empty().then(|| firm(spells)), |_, d: &_| is_firm(d);
        "creature spells you control can't be countered."),
    says!("each opponent can't draw more than one card each turn .", GameRule::DrawLimit(Who::EachOpponent, 1)),
    says!("each player can't draw more than one card each turn .", GameRule::DrawLimit(Who::EachPlayer, 1)),
    alternate!(Said: "your opponents can't cast spells this turn" () => |_| Some(vec![Instruction::Continuous(StaticEffect::Rule(GameRule::CantCast(Who::EachOpponent, Filter::Any)), Duration::EndOfTurn)]);
        "your opponents can't cast spells this turn"),
    alternate!(Said: "your opponents can't cast {spells.p} this turn" (spells: SpellNoun) => |_, spells| (spells != Filter::Any).then(|| vec![Instruction::Continuous(StaticEffect::Rule(GameRule::CantCast(Who::EachOpponent, spells)), Duration::EndOfTurn)]);
        "your opponents can't cast creature spells this turn"),
    rule!(Value_: "the number of {spells.p} they've cast this turn" (spells: SpellNoun) => |c, spells| nouns::players::their(c).map(|who| spells_cast(spells, who)),
        |c, q: &_| nouns::players::their(c).and_then(|who| is_spells_cast(q, who)).map(|f| (f,)).into_iter().collect(); ""),
    // ---- who has more
    fixed!("a opponent has more life than you", behind(Quantity::Life(Who::It), Quantity::Life(Who::You))),
    fixed!(
        "a opponent has more cards in hand than you",
        behind(Quantity::HandSize(Who::It), Quantity::HandSize(Who::You))
    ),
    // ---- the top of the library
    rule!(Said: "you and {who.s} each draw {cards}" (who: Other, cards: Cards) => |c, who, cards| both_draw(c, who, cards), |c, e: &_| are_both_drawing(c, e);
        "you and target opponent each draw a card"),
    rule!(Verbs: "reveal the top card of your library and put that card into your hand" () => |c| shown(c),
        |c, e: &_| if shown(&mut c.clone()).as_ref() == Some(e) { vec![()] } else { Vec::new() }; "reveal the top card of your library and put that card into your hand"),
    musters!(
        "look at the top {count} cards of your library . put up to {most} {cards.p} from among them onto the battlefield . put the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    musters!(
        "look at the top {count} cards of your library . put up to {most} {cards.p} from among them onto the battlefield . put the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    rule!(Plain: "look at the top card of {whose} library . you may put that card on the bottom of that player 's library ." (whose: Whose) => |c, whose| fated(c, whose), |c, e: &_| is_fated(c, e);
        "look at the top card of target player's library. You may put that card on the bottom of that player's library."),
    rule!(Verb: "exiles|exile all cards from {whose} library" (whose: Whose) => |c, whose| help::another_player(whose).then(|| library_gone(c, whose)),
        |c, e: &_| match e { Instruction::Move { what: Objects::In(ZoneOf::Library(who), _), .. } if library_gone(&mut c.clone(), *who) == *e => vec![(*who,)], _ => Vec::new() };
        "exile all cards from target player's library"),
    rule!(Said: "{who#} shuffles|shuffle {whose} hand into {again} library" (who: SubjPlayer, whose: Whose, again: Whose) => |c, who, whose, again| hand_back(c, [who, whose, again]),
        |c, e: &_| match e.as_slice() {
            [_, Instruction::Shuffle(who)] if hand_back(&mut c.clone(), [*who; 3]).as_ref() == Some(e) => vec![(*who, *who, *who)],
            _ => Vec::new(),
        }; "target player shuffles their hand into their library"),
    // ---- what happens later
    rule!(Sentence: "at the beginning of your next upkeep , pay {mana} . if you don't , you lose the game ." (mana: Mana) => |_, mana| Some(owed(mana)), |_, e: &_| is_owed(e);
        "at the beginning of your next upkeep, pay {2}{G}. If you don't, you lose the game."),
    rule!(Said: "you gain protection from everything {dur}" (dur: Dur) => |_, dur| Some(safe(dur)),
        |_, e: &_| match e.as_slice() { [Instruction::Continuous(_, dur)] if *e == safe(dur.clone()) => vec![(dur.clone(),)], _ => Vec::new() };
        "you gain protection from everything until your next turn"),
    // ---- permanents
    rule!(Happening: "enters tapped" (what: EventSubject) => |_, what| Some(TriggerEvent::Enters(with(what, Filter::Tapped))),
        |_, e| match e { TriggerEvent::Enters(what) => without(&what, &Filter::Tapped).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; ""),
    rule!(Verbs: "choose a {cards.s} name" (cards: CardNoun) => |c, cards| name(c, cards), |_, e: &_| is_name(e); "choose a land card name"),
    rule!(Verb: "double the number of {kind} counters on {what}" (kind: Kind, what: Objs) => |c, kind, what| doubled(c, kind, what), |c, e: &_| is_doubled(c, e);
        "double the number of +1/+1 counters on target creature"),
    rule!(Value_: "{m} plus {obj} mana value" (m: Digits, obj: Poss) => |_, m, obj| Some(Quantity::Sum(vec![n(m), Quantity::ManaValue(obj)])),
        |_, q| match q { Quantity::Sum(list) => match list.as_slice() { [Quantity::N(m), Quantity::ManaValue(obj)] => vec![(*m, *obj)], _ => Vec::new() }, _ => Vec::new() };
        "1 plus this creature's mana value"),
    alternate!(Limit: "exile this card from your hand : {effects}" (effects: Sentences) => |c, effects| Some(ActivatedDef { from: ZoneKind::Hand, ..lines::activated(Cost(vec![CostPart::ExileThis]), lines::targets(c), effects) }); ""),
    alternate!(Verb: "creates|create {count} {token.p} . they have \" {quote} \"" (who: Doer, count: Count, token: TokenNoun, quote: Quote, into: Into)
        => |_, who, count, mut token, quote, into| { token.abilities.push(quote); Some(Instruction::CreateToken { who, count, token: TokenSource::New(Box::new(token)), tapped: false, attacking: None, counters: Vec::new(), into }) }; ""),
    // ---- what is exiled with the card itself (CR 607.2a)
    rule!(Each: "{cards#} exiled with {this}" (cards: CardNoun, this: Self_) => |c, cards, _| linked(c).then(|| count_of(cards)),
        |c, q: &_| if linked(c) { is_count_of(q).map(|f| (f, Obj::This)).into_iter().collect() } else { Vec::new() }; "cards exiled with this creature"),
    alternate!(Static: "{this} 's power and toughness are each equal to the number of {cards.p} exiled with it ." (this: Self_, cards: CardNoun)
        => |c, this, cards| linked(c).then(|| ability(affect(Objects::The(this), vec![Modification::SetPT(count_of(cards.clone()), count_of(cards))]), Condition::Always)); ""),
    rule!(Cond: "there are {count} or more card types among cards exiled with {this}" (count: Count, this: Self_) => |c, count, _| { nouns::references::this(c); linked(c).then(|| Condition::Compare(Quantity::CardTypes(Box::new(Objects::Linked)), Cmp::Ge, count)) },
        |c, cond| match cond { Condition::Compare(Quantity::CardTypes(objects), Cmp::Ge, count) if linked(c) && *objects == Objects::Linked => vec![(count, Obj::This)], _ => Vec::new() };
        "there are four or more card types among cards exiled with this creature"),
];

/// Whether the card can have exiled something by another ability.
fn linked(context: &Context) -> bool {
    !context.face.is_spell() && context.face.grantee.is_none()
}

fn count_of(cards: Filter) -> Quantity {
    let all = Objects::Linked;
    Quantity::Count(Box::new(if cards == Filter::Any { all } else { Objects::Only(Box::new(all), cards) }))
}

fn is_count_of(quantity: &Quantity) -> Option<Filter> {
    let Quantity::Count(objects) = quantity else { return None };
    match &**objects {
        Objects::Linked => Some(Filter::Any),
        Objects::Only(all, cards) if **all == Objects::Linked => Some(cards.clone()),
        _ => None,
    }
}
