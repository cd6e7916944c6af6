//! What rules have in common.

use super::{
    Act, Aimed, Averted, Awaited, Clause, Cond, EquipQuote, Event, EventObj, Exerted, Later, ModeItem, Otherwise, Pred,
    Price, Proviso, Quote, Reflex, Said, Sentence, SpreeItem, SubjObjs, SubjPlayer, Swap, TierItem,
};
use crate::cards::def::*;
use crate::cards::oracle::syntax::{Cat, CatId, Context, Kind, Participle, Referent};
use derive_visitor::DriveMut;

/// Qualities as one filter.
pub(super) fn all(mut list: Vec<Filter>) -> Filter {
    match list.len() {
        0 => Filter::Any,
        1 => list.remove(0),
        _ => Filter::And(list),
    }
}

/// A filter as its qualities.
pub(super) fn parts(filter: Filter) -> Vec<Filter> {
    match filter {
        Filter::Any => Vec::new(),
        Filter::And(list) => list,
        one => vec![one],
    }
}

/// Not such.
pub(super) fn not(filter: Filter) -> Filter {
    Filter::Not(Box::new(filter))
}

/// A filter and one quality more.
pub(super) fn with(filter: Filter, more: Filter) -> Filter {
    let mut list = parts(filter);
    list.push(more);
    all(list)
}

/// A filter without its last quality, if that is the one.
pub(super) fn without(filter: &Filter, last: &Filter) -> Option<Filter> {
    let mut list = parts(filter.clone());
    (list.pop().as_ref() == Some(last)).then(|| all(list))
}

/// CR 109.2: what is said of sources of damage is said of permanents, spells and cards if it names a type.
pub(super) fn sources(quality: Filter) -> Filter {
    if names_type(&quality) { with(quality, any_source()) } else { quality }
}

/// What is said of such sources.
pub(super) fn of_sources(filter: &Filter) -> Option<Filter> {
    match without(filter, &any_source()) {
        Some(quality) => names_type(&quality).then_some(quality),
        None => (!names_type(filter)).then(|| filter.clone()),
    }
}

fn any_source() -> Filter {
    Filter::Or(vec![Filter::Permanent, Filter::Spell, Filter::Card])
}

fn names_type(filter: &Filter) -> bool {
    match filter {
        Filter::Type(types) => types.intersects(CardTypes::PERMANENT),
        Filter::Subtype(_) => true,
        Filter::And(list) | Filter::Or(list) => list.iter().any(names_type),
        _ => false,
    }
}

/// Other than the card itself.
pub(super) fn other() -> Filter {
    not(Filter::Is(Obj::This))
}

/// The one object that they are.
pub(super) fn one(objects: &Objects) -> Option<Obj> {
    match objects {
        Objects::The(obj) => Some(*obj),
        Objects::Targets(n) => Some(Obj::Target(*n)),
        Objects::Var(v) => Some(Obj::Var(*v)),
        _ => None,
    }
}

/// Whether it is one player, not each of several.
pub(super) fn one_player(who: Who) -> bool {
    !who.is_each()
}

/// Whether it is one player, and not you.
pub(super) fn another_player(who: Who) -> bool {
    who != Who::You && one_player(who)
}

/// One object, as the group whose words it has.
pub(super) fn as_objects(obj: Obj) -> Objects {
    match obj {
        Obj::Target(n) => Objects::Targets(n),
        Obj::Var(v) => Objects::Var(v),
        obj => Objects::The(obj),
    }
}

/// What "it" and "its" are, as it was when it was named.
pub(super) fn it(context: &Context) -> Option<Obj> {
    match &context.it(true)?.what {
        Referent::Objects(objects) => one(objects),
        _ => None,
    }
}

/// You may play such cards, or only cast them, for their own cost or for another.
pub(super) fn permit(what: Objects, cast_only: bool, cost: Option<Cost>) -> Rule {
    Rule::Permit {
        who: Who::You,
        what,
        cast_only,
        cost,
        more: Cost::default(),
        flash: false,
        any_mana: false,
        any_color: false,
        then_exile: false,
        once: false,
        by: None,
        gains: Vec::new(),
    }
}

/// What something that matches a filter can be called, if it is on the battlefield.
pub(super) fn permanent_kind(filter: &Filter) -> Kind {
    let mut kind = Kind::PERMANENT;
    for part in parts(filter.clone()) {
        kind |= match part {
            Filter::Type(types) => type_kind(types),
            Filter::Subtype(s) => subtype_kind(s),
            Filter::Token => Kind::TOKEN,
            Filter::Or(list) => list.iter().map(permanent_kind).fold(Kind::all(), |a, b| a & b),
            Filter::Attacking
            | Filter::AttackingPlayer(_)
            | Filter::Blocking
            | Filter::Goaded
            | Filter::Power(..)
            | Filter::Toughness(..) => Kind::CREATURE,
            _ => Kind::empty(),
        };
    }
    kind
}

/// What all of these types can be called; of several types none of them.
pub(super) fn type_kind(types: CardTypes) -> Kind {
    if types == CardTypes::CREATURE {
        Kind::CREATURE
    } else if types == CardTypes::ARTIFACT {
        Kind::ARTIFACT
    } else if types == CardTypes::ENCHANTMENT {
        Kind::ENCHANTMENT
    } else if types == CardTypes::LAND {
        Kind::LAND
    } else if types == CardTypes::PLANESWALKER {
        Kind::PLANESWALKER
    } else {
        Kind::empty()
    }
}

fn subtype_kind(subtype: Subtype) -> Kind {
    match subtype.kind() {
        SubtypeKind::Creature => Kind::CREATURE,
        SubtypeKind::Land => Kind::LAND,
        SubtypeKind::Artifact if subtype.name() == "Equipment" => Kind::ARTIFACT | Kind::EQUIPMENT,
        SubtypeKind::Artifact => Kind::ARTIFACT,
        SubtypeKind::Enchantment if subtype.name() == "Aura" => Kind::ENCHANTMENT | Kind::AURA,
        SubtypeKind::Enchantment => Kind::ENCHANTMENT,
        _ => Kind::empty(),
    }
}

/// Nothing but this number.
pub(super) fn n(number: i32) -> Quantity {
    Quantity::N(number)
}

/// How much generic mana a cost is that is nothing else.
pub(super) fn generic(mana: &ManaCost) -> Option<i32> {
    match mana.0.as_slice() {
        [ManaSymbol::Generic(number)] => Some(i32::from(*number)),
        _ => None,
    }
}

/// N generic mana, if a cost can be that.
pub(super) fn mana(number: i32) -> Option<ManaCost> {
    Some(ManaCost([ManaSymbol::Generic(u8::try_from(number).ok()?)].into_iter().collect()))
}

/// Whether a part of a definition names a player in such a way.
pub(super) fn names<T: Clone + DriveMut>(part: &T, who: Who) -> bool {
    #[derive(derive_visitor::VisitorMut)]
    #[visitor(Who(enter))]
    struct Finding {
        who: Who,
        found: bool,
    }
    impl Finding {
        fn enter_who(&mut self, who: &mut Who) {
            self.found |= *who == self.who;
        }
    }
    let mut finding = Finding { who, found: false };
    part.clone().walk(&mut finding);
    finding.found
}

/// Counters of a kind are put on objects.
pub(super) fn put(kind: CounterKind, count: Quantity, on: Objects) -> Instruction {
    Instruction::PutCounters { kind, count, and: Vec::new(), on: on.into() }
}

/// A player chooses between the fewest and the most of these, whatever they are like as a group.
pub(super) fn choose(who: Who, from: Objects, (min, max): (Quantity, Quantity), into: Var) -> Instruction {
    Instruction::Choose { who, from, min, max, random: false, together: Vec::new(), into }
}

/// A player copies a spell, and may choose new targets for the copies.
pub(super) fn copy_spell(what: Obj, who: Who, count: Quantity) -> Instruction {
    Instruction::CopySpell { what, who, count, new_targets: true, without: None }
}

/// A player chooses a subtype of a kind.
pub(super) fn choose_subtype(who: Who, kind: SubtypeWord, into: Var) -> Instruction {
    Instruction::ChooseSubtype { who, kind, other_than: None, except: Vec::new(), among: Vec::new(), into }
}

/// Whether a phrase of this category has targets of its own.
pub(in crate::cards::oracle) fn is_scope(cat: CatId) -> bool {
    cat == <ModeItem as Cat>::ID
        || cat == <SpreeItem as Cat>::ID
        || cat == <TierItem as Cat>::ID
        || is_quote(cat)
        || cat == <Reflex as Cat>::ID
        || cat == <Later as Cat>::ID
        || cat == <Aimed as Cat>::ID
}

/// Whether a phrase of this category is a condition behind what depends on it.
pub(in crate::cards::oracle) fn is_proviso(cat: CatId) -> bool {
    cat == <Proviso as Cat>::ID
}

/// Whether a phrase of this category says what happens instead: what was said before hasn't happened then.
pub(in crate::cards::oracle) fn is_instead(cat: CatId) -> bool {
    cat == <Swap as Cat>::ID || cat == <Otherwise as Cat>::ID
}

/// Whether a phrase of this category is said by something else.
pub(in crate::cards::oracle) fn is_quote(cat: CatId) -> bool {
    cat == <Quote as Cat>::ID || is_equipment(cat)
}

/// Whether it is said by an Equipment.
pub(in crate::cards::oracle) fn is_equipment(cat: CatId) -> bool {
    cat == <EquipQuote as Cat>::ID
}

/// Whether a phrase of this category says who or what the rest of its clause is about.
pub(in crate::cards::oracle) fn is_subject(cat: CatId) -> bool {
    cat == <SubjObjs as Cat>::ID
        || cat == <SubjPlayer as Cat>::ID
        || cat == <EventObj as Cat>::ID
        || cat == <Exerted as Cat>::ID
}

/// You choose one of the players.
pub(super) fn choose_player(from: Who, into: Var) -> Instruction {
    Instruction::ChoosePlayer { who: Who::You, from, only: Condition::Always, random: false, into }
}

/// Half of a number.
pub(super) fn half(quantity: Quantity, round: Round) -> Quantity {
    Quantity::Half(Box::new(quantity), round)
}

/// Half of the damage that would be dealt is prevented (CR 615.1).
pub(super) fn half_prevented(round: Round) -> ReplaceWith {
    ReplaceWith::Prevent(Some(half(Quantity::EventAmount, round)))
}

/// What an Aura calls what it enchants, if that is one card type.
pub(super) fn enchanted(context: &Context) -> Vec<(CardTypes,)> {
    let types = context.face.enchants;
    if types.iter().count() == 1 { vec![(types,)] } else { Vec::new() }
}

/// Whether an Aura calls what it enchants a permanent.
pub(super) fn enchants_permanents(context: &Context) -> bool {
    context.face.is("Aura") && enchanted(context).is_empty()
}

/// Whether a phrase of this category is a clause: what is mentioned after it is mentioned later.
pub(in crate::cards::oracle) fn is_clause(cat: CatId) -> bool {
    const CLAUSES: [CatId; 11] = [
        <Act as Cat>::ID,
        <Pred as Cat>::ID,
        <Said as Cat>::ID,
        <Clause as Cat>::ID,
        <Sentence as Cat>::ID,
        <Event as Cat>::ID,
        <Price as Cat>::ID,
        <Cond as Cat>::ID,
        <Exerted as Cat>::ID,
        <Averted as Cat>::ID,
        <Awaited as Cat>::ID,
    ];
    CLAUSES.contains(&cat)
}

/// Those that did it this turn and matched then.
pub(super) fn doers(deed: Deed, filter: Filter, more: &[Filter]) -> Objects {
    Objects::ThisTurn(deed, Box::new(more.iter().cloned().fold(filter, with)))
}

/// What matched, if it is that deed with these qualities at the end.
pub(super) fn are_doers(objects: &Objects, deed: Deed, more: &[Filter]) -> Option<Filter> {
    match objects {
        Objects::ThisTurn(found, filter) if *found == deed => {
            more.iter().rev().try_fold((**filter).clone(), |filter, last| without(&filter, last))
        }
        _ => None,
    }
}

/// The instruction that moves something there.
pub(super) fn moved(context: &mut Context, what: Objects, to: Destination) -> Instruction {
    Instruction::Move { what, to, into: context.variable(), linked: false, until: None }
}

/// What was last done so.
pub(super) fn done(context: &Context, how: Participle) -> Option<Var> {
    context.done.iter().rfind(|(done, _)| *done == how).map(|(_, var)| *var)
}

/// What objects become for a while.
pub(super) fn lasting(what: Objects, mods: Vec<Modification>, duration: Duration) -> Instruction {
    Instruction::Continuous(StaticEffect::Affect(what, mods), duration)
}

/// The opposite of a condition.
pub(super) fn negated(cond: Condition) -> Condition {
    Condition::Not(Box::new(cond))
}

/// A rule for this turn.
pub(super) fn this_turn(rule: Rule) -> Vec<Instruction> {
    vec![for_now(rule)]
}

/// Instructions under a condition.
pub(super) fn when(cond: Condition, then: Vec<Instruction>) -> Instruction {
    Instruction::If { cond, then, otherwise: Vec::new() }
}

/// No slots, if it is that.
pub(super) fn is<T: PartialEq>(one: &T, other: &T) -> Vec<()> {
    if one == other { vec![()] } else { Vec::new() }
}

/// What has a subtype.
pub(super) fn sub(name: &str) -> Filter {
    Subtype::named(name).map_or(Filter::Any, Filter::Subtype)
}

/// Whether "it" is the card itself, which is where it was.
pub(super) fn it_is_this(context: &Context) -> bool {
    context.it(false).is_some_and(|m| m.what == Referent::Objects(Objects::The(Obj::This)) && m.moved.is_none())
}

/// All cards in a hand.
pub(super) fn hand(who: Who) -> Objects {
    Objects::In(ZoneOf::Hand(who), Filter::Any)
}

/// All cards in a graveyard.
pub(super) fn graveyard(who: Who) -> Objects {
    Objects::In(ZoneOf::Graveyard(who), Filter::Any)
}

/// What you control.
pub(super) fn yours(noun: Filter) -> Filter {
    with(noun, Filter::Controlled(Who::You))
}

/// The instruction that destroys something.
pub(super) fn destroy(context: &mut Context, what: Objects) -> Instruction {
    Instruction::Destroy { what, no_regeneration: false, into: context.variable() }
}

/// A rule until end of turn.
pub(super) fn for_now(rule: Rule) -> Instruction {
    Instruction::Continuous(StaticEffect::Rule(rule), Duration::EndOfTurn)
}

/// The card itself.
pub(super) fn this() -> Filter {
    Filter::Is(Obj::This)
}

/// What isn't a land.
pub(super) fn nonland() -> Filter {
    not(Filter::Type(CardTypes::LAND))
}

/// Cards of a zone, which are mentioned.
pub(super) fn all_in(context: &mut Context, zone: ZoneOf, filter: Filter) -> Option<Objects> {
    let all = Objects::In(zone, filter);
    context.mention(Referent::Objects(all.clone()), Kind::CARD, true);
    Some(all)
}

/// Whether an ability in quotes is one that isn't said as a keyword.
pub(super) fn quoted(ability: &AbilityDef) -> bool {
    !matches!(ability, AbilityDef::Keyword(_) | AbilityDef::Keywords(_))
}

/// What it is besides, if you control it.
pub(super) fn is_yours(by: &Filter) -> Option<Filter> {
    without(by, &Filter::Controlled(Who::You))
}

/// What you own.
pub(super) fn owned(cards: Filter) -> Filter {
    with(cards, Filter::Owned(Who::You))
}
