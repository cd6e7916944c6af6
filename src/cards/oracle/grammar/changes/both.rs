//! Changes of two groups with one duration, and creatures that are enchanted or enchantments.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

/// Both for the same time, at once.
fn both(
    dur: Duration,
    a: Objects,
    first: Vec<Modification>,
    b: Objects,
    second: Vec<Modification>,
) -> Vec<Instruction> {
    let change = |what, mods| Instruction::Continuous(StaticEffect::Affect(what, mods), dur.clone());
    vec![change(a, first), change(b, second)]
}

/// What has a change without a duration of its own.
fn lasts_not(mods: &[Modification]) -> bool {
    mods.iter().any(|m| matches!(m, Modification::ModifyPT(..)))
}

macro_rules! both {
    ($first:literal, $last:literal) => {
        &[
            alternate!(Said: $first (dur: Dur, a: SubjObjs, first: Mods, b: SubjObjs, second: Mods) => |_, dur, a, first, b, second| Some(both(dur, a, first, b, second)); ""),
            alternate!(Said: $last (a: SubjObjs, first: Mods, b: SubjObjs, second: Mods, dur: Dur) => |_, a, first, b, second, dur| lasts_not(&first).then(|| both(dur, a, first, b, second)); ""),
        ]
    };
}

/// By the numbers of the two.
pub(super) const BOTH: &[&[Rule]] = &[
    both!("{dur} , {a.s} {first.s} and {b.s} {second.s}", "{a.s} {first.s} and {b.s} {second.s} {dur}"),
    both!("{dur} , {a.s} {first.s} and {b.p} {second.p}", "{a.s} {first.s} and {b.p} {second.p} {dur}"),
    both!("{dur} , {a.p} {first.p} and {b.p} {second.p}", "{a.p} {first.p} and {b.p} {second.p} {dur}"),
];

/// Creatures with an Aura attached to them (CR 303.4), and enchantment creatures.
fn enchanted_or(posts: Vec<Filter>) -> Option<Filter> {
    let creature = || Filter::Type(CardTypes::CREATURE);
    let enchanted = Filter::HasAttached(Box::new(Filter::Subtype(Subtype::named("Aura")?)));
    let both = vec![
        Filter::And(vec![creature(), enchanted]),
        Filter::And(vec![Filter::Type(CardTypes::ENCHANTMENT), creature()]),
    ];
    let mut all = vec![Filter::Or(both)];
    all.extend(posts);
    Some(help::all(all))
}

fn is_enchanted_or(filter: &Filter) -> Option<Vec<Filter>> {
    let posts = help::parts(filter.clone()).split_off(1);
    (enchanted_or(posts.clone()).as_ref() == Some(filter)).then_some(posts)
}

fn is_alone(filter: &Filter) -> Vec<()> {
    if enchanted_or(Vec::new()).as_ref() == Some(filter) { vec![()] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Noun: "enchanted creature|creatures or enchantment creature|creatures" () => |_| enchanted_or(Vec::new()), |_, f: &_| is_alone(f); "enchanted creature or enchantment creature"),
    rule!(Noun: "enchanted creature|creatures or enchantment creature|creatures {posts}" (posts: Posts) => |_, posts| enchanted_or(posts),
        |_, f: &_| if matches!(f, Filter::And(_)) { is_enchanted_or(f).filter(|posts| !posts.is_empty()).map(|posts| (posts,)).into_iter().collect() } else { Vec::new() }; "enchanted creature or enchantment creature you control"),
];
