//! Melding (CR 701.42): two cards are put onto the battlefield as one permanent.

use crate::cards::CardTable;
use crate::model::bindings::Frame;
use crate::model::commander;
use crate::model::event::Enter;
use crate::model::ids::{DefId, ObjectRef};
use crate::model::object::{CopiableSource, Object, ObjectKind};
use crate::model::zone::Zone;
use crate::rules::layers;
use crate::rules::state::{EditGame, ReadGame};

/// CR 701.42a-c: the card whose slot the permanent takes into which two cards meld, if they are the pair that melds into what has
/// this name; otherwise none, and they stay where they are. How it enters stands in the frame.
pub(super) fn begin(world: &mut impl EditGame, frame: &mut Frame, cards: &[ObjectRef], name: &str) -> Vec<ObjectRef> {
    let Some((card, enter)) = melded(world, frame, cards, name) else { return Vec::new() };
    frame.entering = Some(Box::new((card, enter)));
    vec![card]
}

fn melded(world: &mut impl EditGame, frame: &Frame, cards: &[ObjectRef], name: &str) -> Option<(ObjectRef, Enter)> {
    let [one, other] = cards else { return None };
    let defs = (meld_card(world, *one, name)?, meld_card(world, *other, name)?);
    let table = world.part::<CardTable>();
    let front = |def: DefId| &table.def(def).faces[0].chars;
    // CR 701.42b: two cards of the same name aren't a pair.
    if front(defs.0).name == front(defs.1).name {
        return None;
    }
    let value = front(defs.0).mana_value(0) + front(defs.1).mana_value(0);
    // CR 903.3b: the permanent is a commander if one of its cards is.
    let owner = world.row::<Object>(other.id).owner;
    let (card, melds, def) = match commander::is_commander(world.part(), other.id, owner) {
        true => (*other, *one, defs.1),
        false => (*one, *other, defs.0),
    };
    let mut chars = layers::base_values(world, CopiableSource::Def(def, 1));
    // CR 202.3c, 712.8g.
    chars.front_value = value.clamp(0, 255) as u8;
    let copy = Some(layers::make_values(world, chars));
    Some((card, Enter { controller: frame.bindings.you, melds: Some(melds), copy, ..Enter::default() }))
}

/// CR 701.42b: the definition of a meld card whose back is part of what has this name. A token isn't one, nor is a card that was
/// only a copy of one.
fn meld_card(world: &impl ReadGame, object: ObjectRef, name: &str) -> Option<DefId> {
    let row = world.row::<Object>(object.id);
    let CopiableSource::Def(def, _) = row.base else { return None };
    let melds = world.part::<CardTable>().def(def).is_melded_as(name);
    (melds && row.kind == ObjectKind::Card && row.zone != Zone::Battlefield).then_some(def)
}
