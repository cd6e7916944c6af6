//! Whether a spell may be cast as it has been proposed (CR 601.2e, 601.3): what prohibits it, when it may be cast, and
//! which rules look at its targets.

use crate::cards::def::{
    CardTypes, Condition, CostPart, Filter, Keyword, Obj, Quantity, Rule, StaticEffect, Walk, ZoneKind,
};
use crate::cards::{AbilityKind, CardTable, Traits};
use crate::model::bindings::Bindings;
use crate::model::cast::Transaction;
use crate::model::continuous::RuleRow;
use crate::model::ids::{AbilityHandle, AbilityKey, Seat, StaticHandle};
use crate::model::object::Characteristics;
use crate::rules::reading::{self, Board};
use std::ops::Deref;

/// CR 304.1, 702.8: whether a spell can be cast any time its player has priority.
pub(crate) fn is_instant_speed(board: &impl Board, bindings: &Bindings, chars: &Characteristics) -> bool {
    if chars.is(CardTypes::INSTANT) || chars.has(Keyword::Flash) {
        return true;
    }
    let gives = |you: &Bindings, rule: &Rule| match rule {
        Rule::Flash(who, filter) => {
            reading::player_matches(board, you, *who, bindings.you)
                && reading::matches(board, you, filter, bindings.this)
        }
        _ => false,
    };
    pays_for_flash(board, bindings, chars)
        || any_rule(board, |you, rule| gives(you, rule))
        || own_rules(board, chars)
            .any(|(only_if, rule)| gives(bindings, rule) && reading::holds(board, bindings, only_if))
}

/// CR 601.3c: whether a cost is paid for a spell that lets it be cast as though it had flash.
fn pays_for_flash(board: &impl Board, bindings: &Bindings, chars: &Characteristics) -> bool {
    let mut paid = bindings.cast.paid.iter();
    chars.abilities.iter().any(|a| match board.table().ability(a.handle).kind {
        AbilityKind::OptionalCost { flash, .. } => paid.next().is_some_and(|times| *times > 0) && flash,
        _ => false,
    })
}

/// CR 601.3c: whether a spell has a cost that lets it be cast as though it had flash if it is paid.
pub(crate) fn can_pay_for_flash(board: &impl Board, chars: &Characteristics) -> bool {
    let mut kinds = chars.abilities.iter().map(|a| &board.table().ability(a.handle).kind);
    kinds.any(|kind| matches!(kind, AbilityKind::OptionalCost { flash: true, .. }))
}

/// CR 601.3: whether an effect prohibits the player from casting the spell.
pub(crate) fn prohibited(board: &impl Board, bindings: &Bindings) -> bool {
    any_rule(board, |you, rule| match rule {
        Rule::CantCast(who, filter) => {
            reading::player_matches(board, you, *who, bindings.you)
                && reading::matches(board, you, filter, bindings.this)
        }
        Rule::CantCastFrom { who, what, from } => {
            bindings.cast.from.is_some_and(|zone| from.contains(&zone))
                && reading::player_matches(board, you, *who, bindings.you)
                && reading::matches(board, you, what, bindings.this)
        }
        Rule::CastAsSorcery(who, filter) => {
            reading::player_matches(board, you, *who, bindings.you)
                && reading::matches(board, you, filter, bindings.this)
                && !is_sorcery_time(board, bindings)
        }
        Rule::SpellLimit(who, n) => {
            reading::player_matches(board, you, *who, bindings.you)
                && i64::from(board.players().get(bindings.you).spells_this_turn) >= i64::from(*n)
        }
        Rule::SpellLimitOf(who, filter, n) => {
            reading::player_matches(board, you, *who, bindings.you)
                && reading::matches(board, you, filter, bindings.this)
                && reading::cast_this_turn(board, you, filter, bindings.you) as i64 >= i64::from(*n)
        }
        _ => false,
    })
}

/// CR 307.5: whether it is a time at which the player of a spell could cast a sorcery: nothing else is on the stack.
pub(crate) fn is_sorcery_time(board: &impl Board, bindings: &Bindings) -> bool {
    let turn = board.turn();
    let alone = board.zones().stack.iter().all(|id| *id == bindings.this.id);
    turn.active == bindings.you && turn.step.is_main() && alone
}

/// CR 601.2e: whether the spell may be cast with what has been chosen for it, X and targets included.
pub(crate) fn is_legal(board: &impl Board, cast: &Transaction) -> bool {
    let timely = || cast.timely || is_instant_speed(board, &cast.bindings, board.chars(cast.object.id));
    timely() && (board.rules().rules.is_empty() || !prohibited(board, &cast.bindings))
}

/// What the words of a rule in force refer to, looked up when something asks: most rules are about something else.
pub(crate) struct Words<'b, B> {
    board: &'b B,
    row: &'b RuleRow,
}

impl<B: Board> Deref for Words<'_, B> {
    type Target = Bindings;
    fn deref(&self) -> &Bindings {
        self.board.bindings_of(self.row)
    }
}

/// Whether some rule in force passes a test, which gets the bindings to read the rule with.
pub(crate) fn any_rule<'b, B: Board>(board: &'b B, mut is_so: impl FnMut(&Words<'b, B>, &Rule) -> bool) -> bool {
    board.rules().rules.iter().any(|row| match &board.table().static_row(row.handle).effect {
        StaticEffect::Rule(rule) => is_so(&Words { board, row }, rule),
        _ => false,
    })
}

/// CR 602.5: whether an effect prohibits a player from activating this ability, be it a mana ability or not.
pub(crate) fn is_barred(board: &impl Board, seat: Seat, key: AbilityKey) -> bool {
    let about_such = |rule: &Rule| match rule {
        Rule::CantActivateAbilities { who, what, .. } => {
            reading::is_sort(&board.table().ability(key.handle).kind, *what).then_some(*who)
        }
        _ => None,
    };
    reading::rules_for(board, seat, about_such).any(|(rule, bindings)| {
        matches!(rule, Rule::CantActivateAbilities { of, .. } if reading::matches(board, bindings, of, key.object))
    })
}

/// What looks at the targets of a spell that is being cast.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct LooksAtTargets {
    /// A rule about which spells can be cast, and when.
    pub legality: bool,
    /// A rule about costs.
    pub cost: bool,
}

impl LooksAtTargets {
    /// Whether anything does.
    pub(crate) const fn any(self) -> bool {
        self.legality || self.cost
    }
}

/// What looks at the targets of a spell with these characteristics that `seat` casts: rules in force, and the spell's
/// own abilities that function on the stack.
pub(crate) fn looks_at_targets(board: &impl Board, seat: Seat, chars: &Characteristics) -> LooksAtTargets {
    let mut looks = LooksAtTargets::default();
    for row in &board.rules().rules {
        let StaticEffect::Rule(rule) = &board.table().static_row(row.handle).effect else { continue };
        let about = concerned(rule);
        if about.any() && applies_to(board, board.bindings_of(row), rule, seat) {
            looks.legality |= about.legality;
            looks.cost |= about.cost;
        }
    }
    looks.cost |= chars.abilities.iter().any(|instance| match &board.table().ability(instance.handle).kind {
        AbilityKind::AdditionalCost(cost) | AbilityKind::OptionalCost { cost, .. } => {
            cost.0.iter().filter_map(CostPart::number).any(reading::is_about_targets)
        }
        _ => false,
    });
    for (only_if, rule) in own_rules(board, chars) {
        let about = concerned(rule);
        looks.legality |= matches!(rule, Rule::Flash(..)) && (about.legality || condition_does(only_if));
        looks.cost |= about.cost || condition_does(only_if);
    }
    looks
}

/// Whether what activating an ability costs by a rule depends on its targets.
pub(crate) fn activating_looks_at_targets(table: &CardTable, ability: AbilityHandle, rule: &Rule) -> bool {
    matches!(rule, Rule::ActivationCost { keyword, targets: Some(_), .. }
        if keyword.is_none_or(|name| reading::is_called(table, ability, name)))
}

/// CR 601.2f: whether a spell costs less if the optional cost at this place is paid, or for each time that it is.
pub(crate) fn is_lessened_by_paying(board: &impl Board, chars: &Characteristics, place: usize) -> bool {
    let by_it = |n: &Quantity| {
        let mut found = false;
        n.clone().each(|n: &mut Quantity| found |= matches!(n, Quantity::TimesPaid(at) if usize::from(*at) == place));
        found
    };
    let if_paid = |condition: &Condition| {
        let mut found = false;
        condition
            .clone()
            .each(|one: &mut Condition| found |= matches!(one, Condition::Paid(at) if usize::from(*at) == place));
        found
    };
    own_rules(board, chars).any(|(only_if, rule)| match rule {
        Rule::CostsLess(_, _, n) | Rule::CostsLessOf { times: n, .. } => if_paid(only_if) || by_it(n),
        _ => false,
    })
}

/// The rules that a spell brings along itself, with their conditions.
pub(crate) fn own_rules<'b>(
    board: &'b impl Board,
    chars: &'b Characteristics,
) -> impl Iterator<Item = (&'b Condition, &'b Rule)> {
    let table = board.table();
    chars.abilities.iter().filter_map(move |instance| {
        let ability = table.ability(instance.handle);
        let AbilityKind::Static { only_if, index, .. } = &ability.kind else { return None };
        if ability.zones & Traits::bit(ZoneKind::Stack) == 0 {
            return None;
        }
        let handle = StaticHandle { def: instance.handle.def, index: *index };
        match &table.static_row(handle).effect {
            StaticEffect::Rule(rule) => Some((only_if, rule)),
            _ => None,
        }
    })
}

fn applies_to(board: &impl Board, bindings: &Bindings, rule: &Rule, seat: Seat) -> bool {
    match rule {
        Rule::Flash(who, _)
        | Rule::CantCast(who, _)
        | Rule::CantCastFrom { who, .. }
        | Rule::CastAsSorcery(who, _)
        | Rule::SpellLimitOf(who, ..)
        | Rule::CostsMore(who, ..)
        | Rule::CostsLess(who, ..)
        | Rule::CostsLessOf { who, .. }
        | Rule::CostsAtLeast(who, ..) => reading::player_matches(board, bindings, *who, seat),
        _ => false,
    }
}

fn concerned(rule: &Rule) -> LooksAtTargets {
    match rule {
        Rule::Flash(_, filter)
        | Rule::CantCast(_, filter)
        | Rule::CantCastFrom { what: filter, .. }
        | Rule::SpellLimitOf(_, filter, _)
        | Rule::CastAsSorcery(_, filter) => LooksAtTargets { legality: filter_does(filter), cost: false },
        Rule::CostsMore(_, filter, _)
        | Rule::CostsLess(_, filter, _)
        | Rule::CostsLessOf { what: filter, .. }
        | Rule::CostsAtLeast(_, filter, _) => LooksAtTargets { legality: false, cost: filter_does(filter) },
        _ => LooksAtTargets::default(),
    }
}

/// Whether a quality of spells is about their targets.
fn filter_does(filter: &Filter) -> bool {
    match filter {
        Filter::Targets(_) | Filter::TargetsPlayer(_) | Filter::TargetsOnly(_) => true,
        Filter::And(all) | Filter::Or(all) => all.iter().any(filter_does),
        Filter::Not(inner) => filter_does(inner),
        _ => false,
    }
}

/// Whether a condition of a spell's own ability is about its targets.
fn condition_does(condition: &Condition) -> bool {
    match condition {
        Condition::Is(Obj::Target(_), _) => true,
        Condition::Is(_, filter) => filter_does(filter),
        Condition::And(all) | Condition::Or(all) => all.iter().any(condition_does),
        Condition::Not(inner) => condition_does(inner),
        _ => false,
    }
}
