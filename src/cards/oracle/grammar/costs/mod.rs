//! Costs, what makes them more or less, and when abilities and spells can be activated and cast.
//!
//! | file | what |
//! | --- | --- |
//! | `basic` | costs (CR 118), and which of them was paid |
//! | `abilities` | abilities that cost less to activate; forecast |
//! | `activating` | when and with what abilities of permanents can be activated, which lands could produce mana of a type |
//! | `as_much` | costs of as much mana as a number says |
//! | `casting` | what spells cost, and when they may be cast |
//! | `firsts` | what the first spell of a sort costs that is cast each turn |
//! | `limits` | what activating abilities costs, searching, how many spells of a sort, the legend rule |
//! | `mana_costs` | mana costs, what spells cost less or nothing, mana of the colours of an exiled card |
//! | `next_spell` | the next spell of a turn |
//! | `offers` | costs of two parts, of one of two, of X |
//! | `pairs` | costs of two things that are said as one, Grandeur, what opponents pay to target something |
//! | `payments` | when abilities may be activated, costs that older cards name |
//! | `prices` | costs: one of two sorts, the card itself and something else |
//! | `spells` | spells that cost less or more, by what they are and from where they are cast |
//! | `spending` | what mana can be spent on |
//! | `stores` | counters that are removed in any number; limits of activations |
//! | `taxes` | what attacks and spells cost, what the top card of a library is |
//! | `tolls` | what blocks cost |
//! | `totals` | costs that are paid by a total, and what is the greatest |

mod abilities;
pub(super) mod activating;
mod as_much;
mod basic;
mod casting;
mod firsts;
mod limits;
mod mana_costs;
mod next_spell;
mod offers;
mod pairs;
mod payments;
mod prices;
pub(super) mod spells;
pub(super) mod spending;
mod stores;
mod taxes;
pub(super) mod tolls;
pub(super) mod totals;

use crate::cards::oracle::syntax::Rule;
pub(in crate::cards::oracle) use basic::paid_with;

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        basic::RULES,
        spending::RULES,
        taxes::RULES,
        totals::RULES,
        payments::RULES,
        stores::RULES,
        abilities::RULES,
        next_spell::RULES,
        casting::RULES,
        limits::RULES,
        offers::RULES,
        prices::RULES,
        mana_costs::RULES,
        firsts::RULES,
        tolls::RULES,
        activating::RULES,
        spells::RULES,
        as_much::RULES,
        pairs::RULES,
    ];
    all.extend(basic::PAID);
    all
}
