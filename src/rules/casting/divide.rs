//! Dividing among targets (CR 601.2d): each gets at least one. Those that have left the game with a player meanwhile get
//! nothing (CR 800.4a).

use super::CastFlow;
use super::modes::ask;
use super::targets::aura_chars;
use crate::model::agenda::Returned;
use crate::model::cast::Transaction;
use crate::model::decision::{Answer, Choice, Prompt, Shape};
use crate::model::ids::Referent;
use crate::model::player::Players;
use crate::rules::legal::instances;
use crate::rules::legal::instances::words;
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::{EditGame, ReadGame};

/// Goes through the instances whose targets share something.
pub(super) fn choose(world: &mut impl EditGame, cast: &mut Transaction) -> CastFlow {
    if cast.asked {
        cast.asked = false;
        let answer = Returned::answer(world);
        let Answer::Distribute(shares) = answer else { panic!("expected a division, got {answer:?}") };
        let instance = cast.at;
        let gone: Vec<_> = cast.bindings.targets.iter().map(|t| !is_there(world, t.target)).collect();
        let own = cast.bindings.targets.iter_mut().zip(gone).filter(|(t, gone)| t.instance == instance && !gone);
        own.zip(shares).for_each(|((target, _), share)| target.share = share);
        cast.at += 1;
    }
    loop {
        let live = Live::new(world);
        let (modes, texts) = (cast.bindings.modes.clone(), cast.texts.clone());
        let all = instances(live.table(), &texts, cast.gained, aura_chars(&live, cast.object), &modes);
        let Some(instance) = all.get(cast.at as usize) else { return CastFlow::Next };
        let at = cast.at;
        let Some(amount) = &instance.def.divide else {
            cast.at += 1;
            continue;
        };
        let total = reading::value(&live, &words(&cast.bindings, instance.gained), amount).max(0);
        let own = cast.bindings.targets.iter().filter(|t| t.instance == at).map(|t| t.target);
        let own: Vec<_> = own.filter(|target| is_there(world, *target)).collect();
        match own.len() {
            0 => cast.at += 1,
            1 => {
                let one = cast.bindings.targets.iter_mut().find(|t| t.instance == at && t.target == own[0]);
                one.expect("there is one such target").share = total;
                cast.at += 1;
            }
            n if n as i32 > total => return CastFlow::Illegal,
            _ => {
                let options = own.into_iter().map(Choice::from).collect();
                let shape = Shape::Distribute {
                    options,
                    total,
                    min_each: 1,
                    most: Vec::new(),
                    before_last: Vec::new(),
                    lacks: Vec::new(),
                };
                let prompt = Prompt::Divide(cast.object);
                return CastFlow::Ask(ask(world, cast, prompt, shape));
            }
        }
    }
}

/// Whether a target is in the game.
fn is_there(world: &impl ReadGame, target: Referent) -> bool {
    match target {
        Referent::Object(object) => Live::new(world).is_current(object),
        Referent::Player(seat) => world.part::<Players>().is_alive(seat),
    }
}
