//! Layer 2: control (CR 613.1b), and what hangs on it.

use super::world::*;
use crate::cards::def::{Duration, ZoneKind};
use crate::model::object::Status;
use crate::model::turn::Turn;
use crate::rules::layers::{Ending, end_effects, refresh};
use crate::rules::slots::{Slots, effect};
use crate::rules::state::{EditGame, ReadGame};

const MAGIC: &str = r#"(name: "Magic", types: "Enchantment - Aura", abilities: [Keyword(Enchant(Permanent(Type("Creature")))),
    Static(effect: Affect(The(Host), [Control(You)]))])"#;
const THREATEN: &str = r#"(name: "Threaten", types: "Sorcery", abilities: [
    Spell(targets: [(what: Permanent(Any))], effects: [
        Continuous(Affect(Targets(0), [Control(You), Gain([Haste])]), EndOfTurn)])])"#;
const LORD: &str = r#"(name: "Lord", types: "Creature - Bear", pt: (2, 2), abilities: [
    Static(effect: Affect(All(And([Type("Creature"), Controlled(You), Not(Is(This))])), [ModifyPT(N(1), N(1))]))])"#;

fn table() -> Table {
    Table::new(&[BEAR, MAGIC, THREATEN, LORD, ANTHEM])
}

#[test]
fn the_latest_control_effect_wins() {
    let mut t = table();
    let bear = t.put("Bear", A);
    let magic = t.put_on("Magic", B, bear);
    assert_eq!(t.chars(bear).controller, B);
    t.start("Threaten", 0, &[bear], Duration::EndOfTurn);
    assert_eq!(t.chars(bear).controller, A);
    end_effects(&mut t.world, Ending::Turn);
    assert_eq!(t.chars(bear).controller, B);
    t.move_to(magic, ZoneKind::Graveyard);
    assert_eq!(t.chars(bear).controller, A);
}

#[test]
fn a_new_controller_has_it_since_now() {
    // 302.6
    let mut t = table();
    let bear = t.put("Bear", A);
    refresh(&mut t.world);
    t.world.part_mut::<Turn>().number = 5;
    t.put_on("Magic", B, bear);
    refresh(&mut t.world);
    let entity = t.world.part::<Slots>().entity(bear.id);
    assert_eq!(t.world.get::<Status>(entity).unwrap().controlled_since, 5);
}

#[test]
fn static_abilities_follow_their_controller() {
    let mut t = table();
    let (mine, theirs) = (t.put("Bear", A), t.put("Bear", B));
    let lord = t.put("Lord", A);
    assert_eq!((t.pt(mine), t.pt(theirs), t.pt(lord)), ((3, 3), (2, 2), (2, 2)));
    t.start_by("Threaten", 0, B, &[lord], Duration::EndOfTurn);
    assert_eq!((t.pt(mine), t.pt(theirs), t.pt(lord)), ((2, 2), (3, 3), (2, 2)));
    let id = t.world.part::<crate::model::continuous::ContinuousEffects>().order[0];
    assert_eq!(effect(&t.world, id).bindings.you, B);
}

#[test]
fn control_of_the_aura_decides_first() {
    // 613.8a: what Magic on the bear does depends on who controls it.
    for bear_first in [false, true] {
        let mut t = table();
        let bear = t.put("Bear", A);
        let on_bear = t.put("Magic", B);
        let on_magic = t.put("Magic", A);
        if bear_first {
            t.attach(on_bear, bear);
            t.attach(on_magic, on_bear);
        } else {
            t.attach(on_magic, on_bear);
            t.attach(on_bear, bear);
        }
        assert_eq!(t.chars(on_bear).controller, A);
        assert_eq!(t.chars(bear).controller, A);
    }
}
