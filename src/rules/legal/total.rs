//! The total cost of a spell (CR 601.2f): mana or alternative cost, plus additional costs and increases, minus
//! reductions, then what looks at the total.

use super::legality::{any_rule, own_rules};
use crate::cards::def::{
    AbilitySort, Color, Cost, CostPart, Filter, HandAction, ManaCost, ManaSymbol, ManaType, Obj, Quantity, Rule,
    StaticEffect, Who, ZoneKind,
};
use crate::cards::{AbilityKind, Traits};
use crate::model::bindings::Bindings;
use crate::model::cast::TotalCost;
use crate::model::ids::{AbilityKey, Referent};
use crate::model::mana::{ManaTotal, PaidFor, Purpose, SpendAs};
use crate::model::object::Characteristics;
use crate::model::zone::Zone;
use crate::rules::mana::is_among;
use crate::rules::reading::{self, Board};
use smallvec::SmallVec;

/// What is paid before anything is added.
#[derive(Clone, Copy, Debug)]
pub enum BaseCost<'a> {
    /// The mana cost; `None` can't be paid (CR 118.6).
    Mana(Option<&'a ManaCost>),
    /// Another cost (CR 118.9), or an activation cost.
    Parts(&'a [CostPart]),
}

impl TotalCost {
    /// Adds mana, `x` for each X.
    pub(crate) fn add_mana(&mut self, cost: &ManaCost, x: i32) {
        self.paid_for.with_x |= cost.x_count() > 0;
        self.mana.add(&cost.0, x);
    }
    /// CR 701.67a: for its generic mana something can be tapped instead.
    pub(super) fn add_waterbend(&mut self, cost: &ManaCost, x: i32) {
        let before = self.mana.generic;
        self.add_mana(cost, x);
        self.bend = self.bend.saturating_add(self.mana.generic.saturating_sub(before));
    }
    /// Whether nothing is to be paid.
    pub fn is_free(&self) -> bool {
        !self.unpayable && self.mana.is_empty() && self.parts.is_empty()
    }
}

impl TotalCost {
    /// Adds a cost, its words read now.
    pub fn add(&mut self, board: &impl Board, bindings: &Bindings, parts: &[CostPart]) {
        for part in parts {
            match part {
                CostPart::Mana(cost) => self.add_mana(cost, bindings.x),
                CostPart::Waterbend(cost) => self.add_waterbend(cost, bindings.x),
                CostPart::ManaCostOf(obj) => match mana_cost_of(board, bindings, *obj) {
                    Some((symbols, x)) => self.mana.add(&symbols, x),
                    None => self.unpayable = true,
                },
                CostPart::ManaCostLess(obj, less) => match mana_cost_of(board, bindings, *obj) {
                    Some((symbols, x)) => self.mana.add(&reduced(&symbols, x, *less), x),
                    None => self.unpayable = true,
                },
                CostPart::Times(n, cost) => {
                    for _ in 0..reading::value(board, bindings, n).clamp(0, 1000) {
                        self.add(board, bindings, &cost.0);
                    }
                }
                // CR 903.4f.
                other if other.number().is_some_and(|n| reading::is_undefined(board, bindings, n)) => {
                    self.unpayable = true;
                }
                other => self.push(locked(board, bindings, other)),
            }
        }
    }

    /// CR 118.3, 118.10: what is taken from one supply is one part, so that all of it has to be there.
    fn push(&mut self, part: CostPart) {
        let merged = self.parts.iter_mut().any(|old| match (old, &part) {
            (CostPart::Energy(a), CostPart::Energy(b))
            | (CostPart::Mill(a), CostPart::Mill(b))
            | (CostPart::ExileTop(a), CostPart::ExileTop(b)) => add_to(a, b),
            (CostPart::RemoveCounters(kind, a, of), CostPart::RemoveCounters(other, b, from)) => {
                kind == other && of == from && add_to(a, b)
            }
            (CostPart::RemoveAnyCounters(a, of), CostPart::RemoveAnyCounters(b, from)) => of == from && add_to(a, b),
            _ => false,
        });
        if !merged {
            self.parts.push(part);
        }
    }
}

/// Adds a number that is known to another one; `false` if they aren't.
fn add_to(a: &mut Quantity, b: &Quantity) -> bool {
    let (Quantity::N(sum), Quantity::N(more)) = (a, b) else { return false };
    *sum = (*sum).max(0).saturating_add((*more).max(0));
    true
}

/// CR 601.2f: the part with its number as it is now.
fn locked(board: &impl Board, bindings: &Bindings, part: &CostPart) -> CostPart {
    let mut part = part.clone();
    if let Some(n) = part.number_mut().filter(|n| !matches!(n, Quantity::N(_))) {
        *n = Quantity::N(reading::value(board, bindings, n));
    }
    part
}

/// CR 107.3a, h: X of the cost of the spell that is being cast is chosen for it; that of another object's cost is its
/// own on the stack, otherwise 0.
fn mana_cost_of(board: &impl Board, bindings: &Bindings, obj: Obj) -> Option<(SmallVec<[ManaSymbol; 6]>, i32)> {
    let object = reading::object(board, bindings, obj)?;
    let view = board.view(object)?;
    let x = match view.object.zone {
        _ if bindings.stack == Some(object) => bindings.x,
        Zone::Stack => view.stack.bindings.as_ref().map_or(0, |b| b.x),
        _ => 0,
    };
    view.chars.cost.as_ref().map(|c| (c.0.clone(), x))
}

/// The total cost of a spell that has these characteristics and these choices made (`bindings.x`, `bindings.cast`,
/// targets). `extra` are costs of splicing, and what a permission to cast it asks for besides.
pub fn total_cost(
    board: &impl Board,
    bindings: &Bindings,
    chars: &Characteristics,
    base: BaseCost<'_>,
    extra: &[&Cost],
) -> TotalCost {
    let mut total = TotalCost::default();
    total.paid_for.what = Purpose::Spell;
    match base {
        BaseCost::Mana(None) => total.unpayable = true,
        BaseCost::Mana(Some(cost)) => total.add_mana(cost, bindings.x),
        BaseCost::Parts(parts) => total.add(board, bindings, parts),
    }
    let table = board.table();
    let (mut optional, mut first) = (0, 0u8);
    let mut own_rules = false;
    for instance in &chars.abilities {
        let ability = table.ability(instance.handle);
        match &ability.kind {
            AbilityKind::AdditionalCost(cost) => total.add(board, bindings, &cost.0),
            AbilityKind::OptionalCost { cost, .. } => {
                for _ in 0..bindings.cast.paid.get(optional).copied().unwrap_or(0) {
                    total.add(board, bindings, &cost.0);
                }
                optional += 1;
            }
            // CR 700.2h: of the modes that are chosen.
            AbilityKind::Spell(body) => {
                for (mode, number) in body.modes.iter().zip(first..) {
                    if !mode.cost.0.is_empty() && bindings.modes.contains(&number) {
                        total.add(board, bindings, &mode.cost.0);
                    }
                }
                first = first.saturating_add(body.modes.len() as u8);
            }
            AbilityKind::Static { .. } => own_rules |= ability.zones & Traits::bit(ZoneKind::Stack) != 0,
            _ => {}
        }
    }
    for cost in extra {
        total.add(board, bindings, &cost.0);
    }
    if bindings.cast.from == Some(ZoneKind::Command) {
        // CR 903.8.
        total.mana.generic += crate::model::commander::tax(board.players(), bindings.this.id, bindings.you);
    }
    let rules = board.rules();
    if own_rules || !rules.rules.is_empty() {
        let mut reduction = 0i64;
        let mut least = 0u32;
        let mut no_life = false;
        each_cost_rule(board, bindings, chars, |bindings_of, rule| match rule {
            Rule::CostsMore(_, _, cost) if cost.0.iter().any(|part| matches!(part, CostPart::Times(..))) => {
                let it = Some(Referent::Player(bindings.you));
                total.add(board, &Bindings { it, ..bindings_of.clone() }, &cost.0);
            }
            Rule::CostsMore(_, _, cost) => total.add(board, bindings_of, &cost.0),
            Rule::CostsLess(_, _, n) => reduction += i64::from(reading::value(board, bindings_of, n).max(0)),
            Rule::CostsLessOf { mana, times, only, .. } => {
                let times = u16::try_from(reading::value(board, bindings_of, times).max(0)).unwrap_or(u16::MAX);
                let less = if *only { &mut total.mana.less_only } else { &mut total.mana.less_of };
                mana.iter().for_each(|t| less[*t as usize] = less[*t as usize].saturating_add(times));
            }
            Rule::SpendOnX(_, colors) => {
                if let BaseCost::Mana(Some(cost)) = base {
                    total.mana.on_x = (cost.x_count() * bindings.x.max(0) as u32, types_of(colors));
                }
            }
            // CR 101.2.
            Rule::CantSpendMana(_) => total.no_mana = true,
            Rule::CantPayLife(_) => no_life = true,
            Rule::CostsAtLeast(_, _, n) => least = least.max((*n).max(0) as u32),
            _ => {}
        });
        // They are reckoned when it is known how the symbols are paid.
        total.mana.less = u32::try_from(reduction.max(0)).unwrap_or(u32::MAX);
        total.mana.least = least;
        if no_life {
            without_life(board, bindings, &mut total);
        }
    }
    total.spend_as = spend_as(board, bindings, total.paid_for);
    total
}

/// CR 118.3, 119.4b: life can't be paid, but 0: symbols that could be are paid with mana, and other costs of life not at all.
fn without_life(board: &impl Board, bindings: &Bindings, total: &mut TotalCost) {
    for symbol in &mut total.mana.symbols {
        if let ManaSymbol::Phyrexian(mask) = *symbol {
            *symbol = ManaSymbol::Hybrid(mask);
        }
    }
    let life = |part: &CostPart| matches!(part, CostPart::PayLife(n) if reading::value(board, bindings, n) > 0);
    total.unpayable |= total.parts.iter().any(life);
}

/// CR 609.4b: as what a player can spend mana on a cost of what `bindings` are about, because of rules about such costs.
fn spend_as(board: &impl Board, bindings: &Bindings, paid_for: PaidFor) -> SpendAs {
    let so = any_rule(board, |own, rule| match rule {
        Rule::SpendOnAsAnyColor(who, on) => {
            reading::player_matches(board, own, *who, bindings.you) && is_among(board, on, own, bindings, paid_for)
        }
        _ => false,
    });
    if so { SpendAs::AnyColor } else { SpendAs::Itself }
}

/// The mask of mana of these colours.
fn types_of(colors: &[Color]) -> u8 {
    colors.iter().fold(0, |mask, color| mask | ManaType::of(*color).bit())
}

/// Whether a rule may change what activating abilities costs, or as what mana can be spent on that: no other rule is asked.
pub(super) const fn is_about_activation_costs(rule: &Rule) -> bool {
    matches!(
        rule,
        Rule::AbilitiesCostMore(..) | Rule::ActivationCost { .. } | Rule::CantPayLife(_) | Rule::SpendOnAsAnyColor(..)
    )
}

/// CR 602.2b, 601.2f: adds what rules in force add to the cost of an activated ability, and how much less it costs by them and by
/// its own words.
pub(crate) fn add_to_activation(board: &impl Board, ability: &Bindings, total: &mut TotalCost) {
    if let Some(key) = ability.key
        && let AbilityKind::Activated { cost, spend_on_x, less, less_by, .. } = &board.table().ability(key.handle).kind
    {
        if !spend_on_x.is_empty() {
            total.mana.on_x = (cost.x_count() * ability.x.max(0) as u32, types_of(spend_on_x));
        }
        if let Some(less) = less {
            let less = reading::value(board, ability, less).max(0).unsigned_abs();
            total.mana.less = total.mana.less.saturating_add(less);
        }
        if let Some((_, cost)) = less_by.as_deref().filter(|(only_if, _)| reading::holds(board, ability, only_if)) {
            let mut by = TotalCost::default();
            by.add(board, ability, &cost.0);
            lessen(&mut total.mana, &by.mana);
        }
    }
    let mut no_life = false;
    for row in &board.rules().rules {
        let StaticEffect::Rule(rule) = &board.table().static_row(row.handle).effect else { continue };
        if !is_about_activation_costs(rule) {
            continue;
        }
        let bindings = board.bindings_of(row);
        let concerns = |who: Who, of: &Filter| {
            reading::player_matches(board, bindings, who, ability.you)
                && reading::matches(board, bindings, of, ability.this)
        };
        match rule {
            Rule::AbilitiesCostMore(who, filter, cost) => {
                let there = board.object(ability.this.id).zone.kind() == ZoneKind::Battlefield;
                if there && concerns(*who, filter) {
                    total.add(board, bindings, &cost.0);
                }
            }
            // Without a key, it is a mana ability.
            Rule::CantPayLife(who) => {
                let is =
                    |key: AbilityKey| reading::is_sort(&board.table().ability(key.handle).kind, AbilitySort::NonMana);
                no_life |= ability.key.is_some_and(is) && reading::player_matches(board, bindings, *who, ability.you);
            }
            Rule::ActivationCost { who, of, what, keyword, targets, more, less, sparing } => {
                // Without a key, it is a mana ability.
                let is_mana = matches!(what, AbilitySort::Any | AbilitySort::Activated | AbilitySort::Mana);
                let is = |key: AbilityKey| reading::is_sort(&board.table().ability(key.handle).kind, *what);
                let called = |name| ability.key.is_some_and(|key| reading::is_called(board.table(), key.handle, name));
                let aims = |at: &Filter| {
                    let objects = ability.targets.iter().filter_map(|chosen| chosen.target.object());
                    objects.into_iter().any(|target| reading::matches(board, bindings, at, target))
                };
                if !ability.key.map_or(is_mana, is)
                    || !keyword.is_none_or(called)
                    || !targets.as_ref().is_none_or(aims)
                    || !concerns(*who, of)
                {
                    continue;
                }
                total.add(board, bindings, &more.0);
                let less = less.as_ref().map_or(0, |n| reading::value(board, bindings, n).max(0).unsigned_abs());
                let sum = if *sparing { &mut total.mana.less_sparing } else { &mut total.mana.less };
                *sum = sum.saturating_add(less);
            }
            _ => {}
        }
    }
    if no_life {
        without_life(board, ability, total);
    }
    total.spend_as = spend_as(board, ability, total.paid_for);
}

/// CR 118.7: how much less a special action with a card of the hand costs by rules in force.
pub(crate) fn add_to_action(board: &impl Board, bindings: &Bindings, action: HandAction, total: &mut TotalCost) {
    for row in &board.rules().rules {
        let StaticEffect::Rule(Rule::ActionCostsLess(who, what, less)) = &board.table().static_row(row.handle).effect
        else {
            continue;
        };
        let own = board.bindings_of(row);
        if *what == action && reading::player_matches(board, own, *who, bindings.you) {
            let less = reading::value(board, own, less).max(0).unsigned_abs();
            total.mana.less = total.mana.less.saturating_add(less);
        }
    }
}

/// CR 118.7: a cost is less by that mana. Of a symbol that is two generic mana or one of a colour, the half is chosen that is worth more.
pub(super) fn lessen(total: &mut ManaTotal, by: &ManaTotal) {
    total.less = total.less.saturating_add(by.generic);
    for symbol in &by.symbols {
        match symbol {
            ManaSymbol::Typed(t) => total.less_of[*t as usize] = total.less_of[*t as usize].saturating_add(1),
            // CR 118.7e-f.
            ManaSymbol::Hybrid(mask) | ManaSymbol::Phyrexian(mask) => total.less_hybrid.push(*mask),
            ManaSymbol::TwoOr(t) if total.generic < total.less.saturating_add(2) => total.less_hybrid.push(t.bit()),
            ManaSymbol::TwoOr(_) => total.less = total.less.saturating_add(2),
            ManaSymbol::Generic(n) => total.less = total.less.saturating_add(u32::from(*n)),
            // CR 118.7g.
            ManaSymbol::Snow => total.less = total.less.saturating_add(1),
            ManaSymbol::X => {}
        }
    }
}

/// Goes through the rules about costs that apply to a spell: those in force, and those that it brings along itself.
fn each_cost_rule(
    board: &impl Board,
    spell: &Bindings,
    chars: &Characteristics,
    mut each: impl FnMut(&Bindings, &Rule),
) {
    let table = board.table();
    let applies = |bindings: &Bindings, rule: &Rule| match rule {
        Rule::CostsMore(who, filter, _)
        | Rule::CostsLess(who, filter, _)
        | Rule::CostsLessOf { who, what: filter, .. }
        | Rule::CostsAtLeast(who, filter, _) => {
            reading::player_matches(board, bindings, *who, spell.you)
                && reading::matches(board, bindings, filter, spell.this)
        }
        Rule::CantPayLife(who) => reading::player_matches(board, bindings, *who, spell.you),
        Rule::SpendOnX(filter, _) | Rule::CantSpendMana(filter) => {
            reading::matches(board, bindings, filter, spell.this)
        }
        _ => false,
    };
    for row in &board.rules().rules {
        let StaticEffect::Rule(rule) = &table.static_row(row.handle).effect else { continue };
        if row.this.id == spell.this.id {
            continue;
        }
        if matches!(
            rule,
            Rule::CostsMore(..)
                | Rule::CostsLess(..)
                | Rule::CostsLessOf { .. }
                | Rule::CostsAtLeast(..)
                | Rule::SpendOnX(..)
                | Rule::CantSpendMana(_)
                | Rule::CantPayLife(_)
        ) {
            let bindings = board.bindings_of(row);
            if applies(bindings, rule) {
                each(bindings, rule);
            }
        }
    }
    for (only_if, rule) in own_rules(board, chars) {
        if reading::holds(board, spell, only_if) && applies(spell, rule) {
            each(spell, rule);
        }
    }
}

/// CR 118.7a, 107.3i: a mana cost with less generic mana, of which X is a part once it is chosen.
pub(super) fn reduced(symbols: &[ManaSymbol], x: i32, less: u32) -> SmallVec<[ManaSymbol; 6]> {
    let of_x = u32::try_from(x).unwrap_or(0);
    let generic = |symbol: &ManaSymbol| match symbol {
        ManaSymbol::Generic(n) => u32::from(*n),
        ManaSymbol::X => of_x,
        _ => 0,
    };
    let is_generic = |symbol: &ManaSymbol| matches!(symbol, ManaSymbol::Generic(_) | ManaSymbol::X);
    let mut left = symbols.iter().fold(0, |sum: u32, s| sum.saturating_add(generic(s))).saturating_sub(less);
    let mut out: SmallVec<[ManaSymbol; 6]> = SmallVec::new();
    while left > 0 {
        let n = u8::try_from(left).unwrap_or(u8::MAX);
        out.push(ManaSymbol::Generic(n));
        left -= u32::from(n);
    }
    out.extend(symbols.iter().filter(|symbol| !is_generic(symbol)).copied());
    out
}
