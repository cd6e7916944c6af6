//! Declaring blockers: good trades, two against one, and anything to survive.

use super::block_search::BlockSearch;
use super::combat::Fighter;
use super::pumps::open_mana;
use super::style::Style;
use crate::game::view::SeatView;
use crate::model::decision::{Choice, Decision};
use crate::model::ids::{ObjectRef, Referent, Seat};

/// The places of the blocks to declare.
pub(super) fn declare(view: &SeatView<'_>, decision: &Decision, style: &Style) -> Vec<u16> {
    let options = decision.options();
    let pair = |choice: &Choice| match choice {
        Choice::Block { blocker, attacker } => Some((*blocker, *attacker)),
        _ => None,
    };
    let me = decision.player;
    let mana = |seat: Seat| if style.pump > 0 { open_mana(view, seat) } else { 0 };
    let (mine, theirs) = (mana(me), mana(view.turn().active));
    let fighter = |object: ObjectRef| {
        let fighter = view.object(object).map(|s| Fighter::of(view, style, &s))?;
        let fighter = if fighter.controller == me {
            fighter.with_pumps(view, style, mine).with_tapping(view, style)
        } else {
            fighter.with_pumps(view, style, theirs)
        };
        Some(fighter.with_stakes(view, style, me))
    };
    let at_me = |a: &&crate::model::combat::Attacker| a.target == Referent::Player(me) || a.defender == me;
    let attackers: Vec<Fighter> =
        view.combat().attackers.iter().filter(at_me).filter_map(|a| fighter(a.object)).take(64).collect();
    let mut blockers: Vec<Fighter> = Vec::new();
    for (blocker, _) in options.iter().filter_map(pair) {
        if !blockers.iter().any(|b| b.object == blocker) {
            blockers.extend(fighter(blocker));
        }
    }
    let place =
        |blocker: ObjectRef, attacker: ObjectRef| options.iter().position(|o| pair(o) == Some((blocker, attacker)));
    let life = view.player(me).life;
    let can = |attacker: &Fighter, blocker: &Fighter| place(blocker.object, attacker.object).is_some();
    let search = BlockSearch::new(attackers, blockers, life, style, can);
    let (mut blocks, _) = search.best_blocks(search.all());
    if style.blocks > 0 {
        search.improve(search.all(), &mut blocks);
    }
    let chosen = search.blockers.iter().zip(&blocks).filter_map(|(blocker, block)| Some((blocker, (*block)?)));
    let place_of = |(blocker, attacker): (&Fighter, u8)| {
        Some(place(blocker.object, search.attackers[usize::from(attacker)].object)? as u16)
    };
    let mut places: Vec<u16> = chosen.filter_map(place_of).collect();
    places.sort_unstable();
    places
}
