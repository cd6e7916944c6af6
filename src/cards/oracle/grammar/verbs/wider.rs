//! Hands and libraries that are seen, several things with one verb, abilities in quotes beside keywords.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::statics::{game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// Whose hands all players may look at, at any time.
fn open_hands(who: Who) -> AbilityDef {
    game_rule(GameRule::LookAt(Who::EachPlayer, Objects::In(ZoneOf::Hand(who), Filter::Any)))
}

/// Whether things are permanents that have owners to whose libraries they go.
fn on_top(context: &mut Context, what: Objects) -> Option<Instruction> {
    let permanents = match &what {
        Objects::Targets(number) => {
            matches!(context.targets.get(usize::from(*number))?.what, TargetKind::Permanent(_))
        }
        what => matches!(what, Objects::All(_)),
    };
    let to = Destination::LibraryTop;
    permanents.then(|| Instruction::Move { what, to, into: context.variable(), linked: false, until: None })
}

fn under(context: &mut Context, what: Objects) -> Option<Instruction> {
    let to = Destination::LibraryBottom;
    let all = matches!(what, Objects::All(_));
    all.then(|| Instruction::Move { what, to, into: context.variable(), linked: false, until: None })
}

pub(in crate::cards::oracle::grammar) fn beside(k: Vec<Keyword>, quote: AbilityDef) -> Option<Vec<Modification>> {
    help::quoted(&quote).then(|| vec![Modification::Gain(k), Modification::GainAbilities(vec![quote])])
}

fn is_beside(mods: &[Modification]) -> Vec<(Vec<Keyword>, AbilityDef)> {
    match mods {
        [Modification::Gain(k), Modification::GainAbilities(list)] => match list.as_slice() {
            [one] => vec![(k.clone(), one.clone())],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    // ---- what is seen
    rule!(Static: "players play with their hands revealed ." () => |_| Some(open_hands(Who::EachPlayer)), |_, d: &_| if *d == open_hands(Who::EachPlayer) { vec![()] } else { Vec::new() }; "players play with their hands revealed."),
    rule!(Static: "your opponents play with their hands revealed ." () => |_| Some(open_hands(Who::EachOpponent)), |_, d: &_| if *d == open_hands(Who::EachOpponent) { vec![()] } else { Vec::new() }; "your opponents play with their hands revealed."),
    rule!(Verb: "look at the top card of {whose} library" (whose: Whose) => |c, whose| (c.doer == Who::You && help::one_player(whose)).then(|| {
            let top = Objects::Top(n(1), whose);
            c.mention(Referent::Objects(top.clone()), Sort::CARD, false);
            Instruction::Look(Who::You, top)
        }),
        |_, e| match e { Instruction::Look(Who::You, Objects::Top(Quantity::N(1), who)) => vec![(who,)], _ => Vec::new() }; "look at the top card of target player's library"),
    // ---- costs of two sorts of spells
    rule!(Static: "{a.p} and {b.p} cost {mana} more to cast ." (a: SpellNoun, b: SpellNoun, mana: Mana) => |_, a, b, mana| Some(game_rule(GameRule::CostsMore(Who::EachPlayer, Filter::Or(vec![a, b]), Cost(vec![CostPart::Mana(mana)])))),
        |_, d: &_| match is_rule(d) {
            Some(GameRule::CostsMore(Who::EachPlayer, Filter::Or(both), Cost(list))) => match (both.as_slice(), list.as_slice()) { ([a, b], [CostPart::Mana(mana)]) => vec![(a.clone(), b.clone(), mana.clone())], _ => Vec::new() },
            _ => Vec::new(),
        }; "red creature spells and green creature spells cost {1} more to cast."),
    // ---- several things
    rule!(Verb: "puts|put {what} on top of their owners ' libraries" (what: Objs) => |c, what| on_top(c, what),
        |_, e| match e { Instruction::Move { what, to: Destination::LibraryTop, linked: false, until: None, .. } => vec![(what,)], _ => Vec::new() }; "put all artifacts on top of their owners' libraries"),
    rule!(Verb: "puts|put {what} on the bottom of their owners ' libraries" (what: Objs) => |c, what| under(c, what),
        |_, e| match e { Instruction::Move { what: what @ Objects::All(_), to: Destination::LibraryBottom, linked: false, until: None, .. } => vec![(what,)], _ => Vec::new() }; "put all artifacts on the bottom of their owners' libraries"),
    rule!(Objs: "{this} and {b}" (this: Self_, b: Target) => |c, this, b| (!c.face.is_spell()).then(|| Objects::Union(vec![Objects::The(this), b])),
        |_, o| match o { Objects::Union(list) => match list.as_slice() { [Objects::The(Obj::This), b] => vec![(Obj::This, b.clone())], _ => Vec::new() }, _ => Vec::new() }; "this creature and target creature"),
    // ---- abilities beside keywords
    rule!(Mod: "gains|gain {k} and \" {quote} \"" (k: KwList, quote: Quote) => |_, k, quote| beside(k, quote), |_, m: &_| is_beside(m); ""),
    alternate!(Mod: "gains|gain {a} , {b} , and \" {quote} \"" (a: Kw, b: Kw, quote: Quote) => |_, a, b, quote| beside(vec![a, b], quote); ""),
    rule!(StaticMod: "has|have {k} and \" {quote} \"" (k: KwList, quote: Quote) => |_, k, quote| beside(k, quote), |_, m: &_| is_beside(m); ""),
    rule!(TokenNoun: "{core#} with {k}" (core: TokenCore, k: KwAbility) => |_, core, k| Some(TokenDef { abilities: vec![AbilityDef::Keyword(k)], ..core }),
        |_, t: &_| match t.abilities.as_slice() { [AbilityDef::Keyword(k)] => vec![(TokenDef { abilities: Vec::new(), ..t.clone() }, k.clone())], _ => Vec::new() }; "1/1 red Goblin creature token with mountainwalk"),
];
