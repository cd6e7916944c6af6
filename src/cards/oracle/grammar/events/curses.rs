//! Auras that enchant players (CR 303.4b, 702.5d).

use crate::cards::oracle::grammar::events::attacks::{attacked, is_attacked, of};
use crate::cards::oracle::grammar::events::deals;
use crate::cards::oracle::grammar::help::with;
use crate::cards::oracle::grammar::statics::{game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Mention, Referent, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

const HOST: DamageTo = DamageTo::Player(Who::Enchanted);
const CREATURE: Filter = Filter::Type(CardTypes::CREATURE);
/// The player whose creatures attack (CR 506.2), also if another player controls them later.
const ATTACKER: Who = Who::Active;

fn enchants(who: Who) -> KeywordAbility {
    KeywordAbility::Enchant(TargetKind::Player(who))
}

/// The enchanted player is mentioned.
fn host(context: &mut Context) -> Option<Who> {
    context.mention(Referent::Player(Who::Enchanted), Sort::PLAYER, false);
    context.face.is("Aura").then_some(Who::Enchanted)
}

fn is_host(context: &Context, who: Who) -> Vec<()> {
    if context.face.is("Aura") && who == Who::Enchanted { vec![()] } else { Vec::new() }
}

/// The enchanted player does what the event is, or suffers it.
fn event(context: &mut Context) -> Option<Who> {
    context.event = true;
    context.mention(Referent::Player(Who::Event), Sort::PLAYER, false);
    context.face.is("Aura").then_some(Who::Enchanted)
}

/// The player who attacks, if the event says so.
fn attacker(context: &Context) -> Option<Who> {
    let is = |m: &Mention| m.what == Referent::Player(ATTACKER);
    context.mentioned().any(is).then_some(ATTACKER)
}

/// What you do somebody else does, too.
fn the_same(mut effects: Vec<Instruction>) -> Vec<Instruction> {
    #[derive(derive_visitor::VisitorMut)]
    #[visitor(Who(enter))]
    struct Other;
    impl Other {
        fn enter_who(&mut self, who: &mut Who) {
            if *who == Who::You {
                *who = Who::It;
            }
        }
    }
    for effect in &mut effects {
        effect.walk(&mut Other);
    }
    effects
}

/// Opponents who attack the player of the event do what you have done.
fn attackers_too(context: &mut Context, done: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let plain = |e: &Instruction| {
        matches!(e, Instruction::CreateToken { into: None, .. } | Instruction::GainLife(.., None))
            || matches!(e, Instruction::CreateToken { .. } | Instruction::Draw { .. })
    };
    let attacks = context.that(Sort::PLAYER, false).is_some_and(|m| m.what == Referent::Player(Who::Event));
    let (true, [one]) = (attacks, done.as_slice()) else { return None };
    if !plain(one) || context.event_subject.is_some() {
        return None;
    }
    let theirs = help::all(vec![Filter::AttackingPlayer(Who::Event), Filter::Controlled(Who::It)]);
    let then = the_same(done.clone());
    let each = Instruction::If { cond: Condition::Exists(Objects::All(theirs)), then, otherwise: Vec::new() };
    let too = Instruction::ForEach(Recipients::Players(Who::EachOpponent), vec![each]);
    Some(done.into_iter().chain([too]).collect())
}

fn is_attackers_too(context: &Context, effects: &[Instruction]) -> Vec<(Vec<Instruction>,)> {
    let [one, Instruction::ForEach(Recipients::Players(Who::EachOpponent), _)] = effects else { return Vec::new() };
    let done = vec![one.clone()];
    let same = attackers_too(&mut context.clone(), done.clone()).as_deref() == Some(effects);
    if same { vec![(done,)] } else { Vec::new() }
}

fn attached_to(who: Who) -> Filter {
    Filter::AttachedToPlayer(who)
}

/// Players whom "them" can mean, beside no objects.
fn them(context: &Context) -> Option<Who> {
    if context.them().is_some() { None } else { nouns::players::that_player(context) }
}

fn transformed_on(who: Who) -> Destination {
    Destination::Battlefield(Entry {
        transformed: true,
        under: Some(Who::You),
        attached_to_player: Some(who),
        ..Entry::default()
    })
}

/// The card returns from where it has just gone (CR 400.7e-f).
fn back(who: Who) -> Instruction {
    let what = Objects::The(Obj::This);
    Instruction::Move { what, to: transformed_on(who), into: None, linked: false, until: None }
}

fn on_player(entry: &Entry) -> Option<Who> {
    let who = entry.attached_to_player?;
    (Destination::Battlefield(entry.clone()) == transformed_on(who)).then_some(who)
}

/// It is attached to an opponent whom it doesn't enchant, by chance.
fn passed_on(context: &mut Context) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let only = Condition::Not(Box::new(Condition::SamePlayer(Who::It, Who::Enchanted)));
    let choose = Instruction::ChoosePlayer { who: Who::You, from: Who::EachOpponent, only, random: true, into };
    let attach = Instruction::AttachToPlayer(Objects::The(Obj::This), Who::Var(into));
    context.face.is("Aura").then(|| vec![choose, attach])
}

macro_rules! player_rule {
    ($words:literal, $rule:expr) => {
        rule!(Static: $words () => |c| c.face.is("Aura").then(|| game_rule($rule)), |_, d: &_| if is_rule(d) == Some($rule) { vec![()] } else { Vec::new() }; "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Param: "enchant player" () => |_| Some(enchants(Who::EachPlayer)), |_, k: &_| if *k == enchants(Who::EachPlayer) { vec![()] } else { Vec::new() }; "enchant player"),
    rule!(Param: "enchant opponent" () => |_| Some(enchants(Who::EachOpponent)), |_, k: &_| if *k == enchants(Who::EachOpponent) { vec![()] } else { Vec::new() }; "enchant opponent"),
    // ---- who is meant
    rule!(Other: "1: enchanted player" () => |c| host(c), |c, who| is_host(c, who); ""),
    alternate!(Other: "1: enchanted opponent" () => |c| host(c); ""),
    rule!(Whose: "enchanted player 's" () => |c| host(c), |c, who| is_host(c, who); ""),
    alternate!(Whose: "enchanted opponent 's" () => |c| host(c); ""),
    rule!(Turn: "enchanted player 's {step}" (step: Step) => |c, step| c.face.is("Aura").then_some((step, Who::Enchanted)), |_, (step, who)| if who == Who::Enchanted && step != StepName::BeginCombat { vec![(step,)] } else { Vec::new() }; ""),
    alternate!(Turn: "enchanted opponent 's {step}" (step: Step) => |c, step| c.face.is("Aura").then_some((step, Who::Enchanted)); ""),
    rule!(Turn: "combat on enchanted player 's turn" () => |c| c.face.is("Aura").then_some((StepName::BeginCombat, Who::Enchanted)), |_, t: &_| if *t == (StepName::BeginCombat, Who::Enchanted) { vec![()] } else { Vec::new() }; ""),
    alternate!(Turn: "combat on enchanted opponent 's turn" () => |c| c.face.is("Aura").then_some((StepName::BeginCombat, Who::Enchanted)); ""),
    rule!(EventPlayer: "1: enchanted player" () => |c| event(c), |c, who: &_| is_host(c, *who); ""),
    alternate!(EventPlayer: "1: enchanted opponent" () => |c| event(c); ""),
    // ---- what happens to them
    rule!(Happening: "attacks enchanted player" (what: EventSubject) => |c, what| { host(c)?; Some(TriggerEvent::Attacks(with(what, Filter::AttackingPlayer(Who::Enchanted)))) },
        |_, e| match e { TriggerEvent::Attacks(what) => help::without(&what, &Filter::AttackingPlayer(Who::Enchanted)).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; ""),
    rule!(Happening: "deals combat damage to enchanted player" (what: EventSubject) => |c, what| { host(c)?; deals(c, what, HOST, Some(true)) },
        |_, e| match e { TriggerEvent::Damage { source, to: HOST, combat: Some(true) } if source != Filter::Any => vec![(source,)], _ => Vec::new() }; ""),
    rule!(Event: "enchanted player is dealt damage" () => |c| { event(c)?; Some(TriggerEvent::Damage { source: Filter::Any, to: HOST, combat: None }) },
        |_, e: &_| if *e == (TriggerEvent::Damage { source: Filter::Any, to: HOST, combat: None }) { vec![()] } else { Vec::new() }; ""),
    rule!(Event: "enchanted player loses the game" () => |c| { event(c)?; Some(TriggerEvent::LosesGame(Who::Enchanted)) },
        |_, e: &_| if *e == TriggerEvent::LosesGame(Who::Enchanted) { vec![()] } else { Vec::new() }; ""),
    rule!(Event: "enchanted player is attacked" () => |c| c.face.is("Aura").then(|| attacked(c, HOST, CREATURE, &[Who::Event])),
        |_, e: &_| if is_attacked(e, &HOST) == Some(CREATURE) { vec![()] } else { Vec::new() }; ""),
    rule!(Event: "you attack enchanted player" () => |c| c.face.is("Aura").then(|| attacked(c, HOST, of(Who::You), &[Who::Event])),
        |_, e: &_| if is_attacked(e, &HOST) == Some(of(Who::You)) { vec![()] } else { Vec::new() }; ""),
    rule!(Event: "a player attacks enchanted player with one or more creatures" () => |c| c.face.is("Aura").then(|| attacked(c, HOST, of(Who::EachPlayer), &[Who::Event, ATTACKER])),
        |_, e: &_| if is_attacked(e, &HOST) == Some(of(Who::EachPlayer)) { vec![()] } else { Vec::new() }; ""),
    rule!(Other: "1: that attacking player" () => |c| attacker(c), |c, who| if attacker(c) == Some(who) { vec![()] } else { Vec::new() }; ""),
    rule!(Plain: "{clause} . each opponent attacking that player does the same ." (clause: Clause) => |c, clause| attackers_too(c, clause), |c, e: &_| is_attackers_too(c, e); ""),
    rule!(Post: "attacking enchanted player" () => |c| { host(c)?; Some(Filter::AttackingPlayer(Who::Enchanted)) }, |_, f: &_| if *f == Filter::AttackingPlayer(Who::Enchanted) { vec![()] } else { Vec::new() }; ""),
    rule!(Harmed: "enchanted player" () => |c| { host(c)?; Some(HOST) }, |_, to: &_| if *to == HOST { vec![()] } else { Vec::new() }; ""),
    // ---- what is attached to them
    rule!(Verb: "attaches|attach {what} to {who.s}" (what: Objs, who: Other) => |c, what, who| (c.doer == Who::You && help::one(&what).is_some()).then_some(Instruction::AttachToPlayer(what, who)),
        |_, e| match e { Instruction::AttachToPlayer(what, who) => vec![(what, who)], _ => Vec::new() }; "attach this Aura to target opponent"),
    rule!(Said: "attach {this} to another one of your opponents chosen at random" (this: Self_) => |c, _| passed_on(c),
        |c, e: &_| if passed_on(&mut c.clone()).as_ref() == Some(e) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Post: "attached to {who}" (who: Player) => |_, who| Some(attached_to(who)), |_, f| match f { Filter::AttachedToPlayer(who) => vec![(who,)], _ => Vec::new() }; "attached to you"),
    alternate!(Post: "attached to them" () => |c| them(c).map(attached_to); ""),
    rule!(Verb: "returns|return {what} to the battlefield transformed under your control attached to {who.s}" (what: Objs, who: Other) => |c, what, who| {
            let moved = matches!(what, Objects::Var(_));
            moved.then(|| Instruction::Move { what, to: transformed_on(who), into: None, linked: false, until: None })
        },
        |_, e| match e {
            Instruction::Move { what, to: Destination::Battlefield(entry), into: None, linked: false, until: None } => on_player(&entry).map(|who| (what, who)).into_iter().collect(),
            _ => Vec::new(),
        }; ""),
    rule!(Verb: "return this card to the battlefield transformed under your control attached to {who.s}" (who: Other) => |_, who| Some(back(who)),
        |_, e| match &e {
            Instruction::Move { to: Destination::Battlefield(entry), .. } => on_player(entry).filter(|who| back(*who) == e).map(|who| (who,)).into_iter().collect(),
            _ => Vec::new(),
        }; ""),
    // ---- what holds for them
    player_rule!("enchanted player can't gain life .", GameRule::CantGainLife(Who::Enchanted)),
    player_rule!(
        "enchanted player can't cast more than one spell each turn .",
        GameRule::SpellLimit(Who::Enchanted, 1)
    ),
    rule!(Static: "{spells.p} enchanted player casts cost {mana} more to cast ." (spells: SpellNoun, mana: Mana) => |_, spells, mana| Some(game_rule(GameRule::CostsMore(Who::Enchanted, spells, Cost(vec![CostPart::Mana(mana)])))),
        |_, d: &_| match is_rule(d) { Some(GameRule::CostsMore(Who::Enchanted, f, Cost(list))) => match list.as_slice() { [CostPart::Mana(m)] => vec![(f, m.clone())], _ => Vec::new() }, _ => Vec::new() }; "creature spells enchanted player casts cost {1} more to cast."),
];
