//! What cards show as printed, with the abilities as a game's table numbers them (CR 613.1).

use super::CardTable;
use crate::model::ids::{AbilityHandle, DefId, Origin, Seat, SeatSet};
use crate::model::object::{Characteristics, LastKnown, Values};
use std::sync::OnceLock;

/// What the front faces of a table's definitions show, by definition and owner. Made where first asked for, and shared by
/// anyone who plays with the table.
#[derive(Clone, Debug, Default)]
pub struct PrintedRows(OnceLock<Box<[Row]>>);

type Row = OnceLock<Box<Characteristics>>;

impl CardTable {
    /// What the front face of a card shows that nothing changes, in a zone where its owner counts as its controller.
    pub fn printed(&self, def: DefId, owner: Seat) -> &Characteristics {
        let places = self.0.defs.len() * SeatSet::MOST;
        let rows = self.0.printed.0.get_or_init(|| vec![OnceLock::new(); places].into());
        rows[usize::from(def.0) * SeatSet::MOST + owner.index()]
            .get_or_init(|| Box::new(Characteristics { controller: owner, ..self.make_face(def, 0) }))
    }

    /// What a face shows, controlled by the first seat; the last face if there are fewer.
    pub fn face(&self, def: DefId, face: u8) -> Characteristics {
        if face == 0 { self.printed(def, Seat(0)).clone() } else { self.make_face(def, face) }
    }

    fn make_face(&self, def: DefId, face: u8) -> Characteristics {
        let faces = &self.def(def).faces;
        let mut chars = faces[usize::from(face).min(faces.len() - 1)].chars.clone();
        // A definition is shared by all games of the process; only a game's table knows its number in it.
        for ability in &mut chars.abilities {
            ability.handle = self.numbered(def, ability.handle, ability.origin);
        }
        chars
    }

    fn numbered(&self, def: DefId, handle: AbilityHandle, origin: Origin) -> AbilityHandle {
        const UNSET: DefId = DefId(u16::MAX);
        match origin {
            Origin::BasicLandType if handle.def == UNSET => self.0.basic_mana[handle.index as usize],
            Origin::BasicLandType => handle,
            _ => AbilityHandle { def, ..handle },
        }
    }
}

impl LastKnown {
    /// Its characteristics.
    pub fn chars<'a>(&'a self, table: &'a CardTable) -> &'a Characteristics {
        match &self.values {
            Values::Printed(def) => table.printed(*def, self.object.owner),
            Values::Own(chars) => chars,
        }
    }
}
