//! The cards that a seat doesn't know, and which ones each of them can be.

use super::pool::{Cards, Pool};
use crate::cards::def::CardTypes;
use crate::cards::{AbilityKind, CardTable};
use crate::model::ids::{DefId, ObjectId, Seat};
use crate::model::rng::Stream;
use crate::model::zone::Zone;
use crate::rules::state::EditGame;
use crate::rules::zones;

/// What is known of an unknown card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Nature {
    /// Cast face down: it has morph, or disguise, which gives ward (CR 702.37, 702.168).
    Morph {
        /// Whether it was cast with disguise, so that it has ward.
        ward: bool,
    },
    /// A face-down permanent of any sort (CR 701.40, 701.58).
    Down,
    /// In the command zone, face down: a plane or a scheme (CR 311.2, 314.2).
    Command,
    /// Outside the game.
    Outside,
    /// Any other: in a hand, in a library, in exile face down.
    Hidden,
}

/// A card that isn't known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub(super) id: ObjectId,
    pub(super) nature: Nature,
    pub(super) zone: Zone,
}

impl Gap {
    /// Whether it has the characteristics of the card: what is face down has not.
    pub(super) const fn shows_itself(&self) -> bool {
        matches!(self.zone, Zone::Hand(_) | Zone::Library(_) | Zone::Outside)
    }
}

/// The unknown cards of one owner.
#[derive(Clone, Debug, Default)]
struct Owned {
    /// Those of which most is known first.
    gaps: Vec<(Gap, Kind)>,
    /// The cards that nobody has seen elsewhere.
    left: Vec<DefId>,
    /// The cards outside the game that nobody has seen elsewhere.
    side: Vec<DefId>,
    /// What is dealt when nothing fitting is left.
    all: Vec<DefId>,
    /// Any number of each.
    any: bool,
}

/// Cards that can be of the same definitions.
type Kind = u16;

/// All unknown cards.
#[derive(Clone, Debug, Default)]
pub(super) struct Gaps {
    owners: Vec<Owned>,
    /// For each kind the definitions that fit, by their numbers.
    kinds: Vec<Vec<bool>>,
    /// Cards that are known to be in a zone, nobody knows where: exchanged with unknown ones there.
    wandering: Vec<(ObjectId, Zone)>,
}

impl Gaps {
    /// The cards of a pool that aren't among those that are known have to be these. `wandering` are known cards whose place
    /// isn't known.
    pub(super) fn new(
        table: &CardTable,
        pool: &Pool,
        gaps: Vec<(Seat, Gap)>,
        known: &[(Seat, DefId)],
        wandering: Vec<(ObjectId, Zone)>,
    ) -> Self {
        let seats = gaps.iter().map(|(s, _)| s.index() + 1).max().unwrap_or(0);
        let mut owners: Vec<Owned> = (0..seats).map(|s| Owned::new(table, pool, Seat(s as u8), known)).collect();
        owners.iter_mut().for_each(|owner| owner.gaps.reserve(gaps.len()));
        // There are few kinds, and most cards are in libraries.
        let (mut kinds, mut natures) = (Vec::new(), Vec::new());
        for (owner, gap) in gaps {
            let nature = (gap.nature, gap.zone);
            let kind = natures.iter().position(|known| *known == nature).unwrap_or_else(|| {
                natures.push(nature);
                kinds.push(fitting(table, pool, &gap));
                kinds.len() - 1
            });
            owners[owner.index()].gaps.push((gap, kind as Kind));
        }
        let room = |kind: &Vec<bool>| kind.iter().filter(|fits| **fits).count();
        let rooms: Vec<usize> = kinds.iter().map(room).collect();
        for owner in &mut owners {
            owner.gaps.sort_by_key(|(gap, kind)| (gap.nature, rooms[usize::from(*kind)]));
        }
        Self { owners, kinds, wandering }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.owners.iter().map(|o| o.gaps.len()).sum()
    }

    /// Deals a card to each.
    pub(super) fn fill(&self, rng: &mut Stream) -> Vec<(Gap, DefId)> {
        let mut dealt = Vec::with_capacity(self.len());
        for owner in &self.owners {
            let (mut left, mut side) = (owner.left.clone(), owner.side.clone());
            rng.shuffle(&mut left);
            rng.shuffle(&mut side);
            for (gap, kind) in &owner.gaps {
                let fits = &self.kinds[usize::from(*kind)];
                let fits = |def: &DefId| fits.get(usize::from(def.0)).copied().unwrap_or(false);
                let own = if gap.nature == Nature::Outside { &mut side } else { &mut left };
                let taken = if owner.any { None } else { take(own, fits) };
                let def = taken
                    .or_else(|| {
                        if owner.any {
                            None
                        } else {
                            take(if gap.nature == Nature::Outside { &mut left } else { &mut side }, fits)
                        }
                    })
                    .or_else(|| pick(&owner.all, fits, rng))
                    .or_else(|| self.anything(*kind, rng))
                    .or_else(|| pick(&owner.all, |_| true, rng));
                dealt.push((*gap, def.unwrap_or_default()));
            }
        }
        dealt
    }

    /// A definition of the table that fits.
    fn anything(&self, kind: Kind, rng: &mut Stream) -> Option<DefId> {
        let fits = &self.kinds[usize::from(kind)];
        let all: Vec<DefId> = (0..fits.len() as u16).map(DefId).filter(|d| fits[usize::from(d.0)]).collect();
        pick(&all, |_| true, rng)
    }

    /// Known cards in unknown places of their zone go to a random one.
    pub(super) fn mix(&self, world: &mut impl EditGame, rng: &mut Stream) {
        for (id, zone) in &self.wandering {
            let there = self.owners.iter().flat_map(|o| &o.gaps).filter(|(gap, _)| gap.zone == *zone);
            let others: Vec<ObjectId> = there.map(|(gap, _)| gap.id).collect();
            let chosen = rng.below(others.len() as u32 + 1) as usize;
            if let Some(other) = others.get(chosen) {
                zones::swap(world, *zone, *id, *other);
            }
        }
    }
}

impl Owned {
    fn new(table: &CardTable, pool: &Pool, seat: Seat, known: &[(Seat, DefId)]) -> Self {
        let everything = || (0..table.0.cards as u16).map(DefId).collect::<Vec<_>>();
        match pool.seats.get(seat.index()) {
            Some(Cards::List { main, side }) => {
                let (mut left, mut left_side) = (main.clone(), side.clone());
                for (_, def) in known.iter().filter(|(owner, _)| *owner == seat) {
                    let at = |list: &[DefId]| list.iter().position(|d| d == def);
                    if let Some(i) = at(&left) {
                        left.remove(i);
                    } else if let Some(i) = at(&left_side) {
                        left_side.remove(i);
                    }
                }
                let all = if main.is_empty() { everything() } else { main.clone() };
                Self { gaps: Vec::new(), left, side: left_side, all, any: false }
            }
            Some(Cards::Any(cards)) if !cards.is_empty() => Self { all: cards.clone(), any: true, ..Self::default() },
            Some(Cards::Any(_)) | None => Self { all: everything(), any: true, ..Self::default() },
        }
    }
}

/// Takes the last card that fits out of a shuffled list.
fn take(list: &mut Vec<DefId>, fits: impl Fn(&DefId) -> bool) -> Option<DefId> {
    let at = list.iter().rposition(fits)?;
    Some(list.swap_remove(at))
}

fn pick(list: &[DefId], fits: impl Fn(&DefId) -> bool, rng: &mut Stream) -> Option<DefId> {
    let fitting = || list.iter().filter(|d| fits(d));
    let n = rng.below(fitting().count() as u32) as usize;
    fitting().nth(n).copied()
}

/// For each definition whether an unknown card can be it.
fn fitting(table: &CardTable, pool: &Pool, gap: &Gap) -> Vec<bool> {
    let cards = (0..table.0.cards as u16).map(DefId);
    let excluded = |def: DefId| pool.without.contains(&(gap.zone, def));
    cards.map(|def| !excluded(def) && can_be(table, gap.nature, def)).collect()
}

fn can_be(table: &CardTable, nature: Nature, def: DefId) -> bool {
    let definition = table.def(def);
    let apart = definition.faces[0].chars.is(CardTypes::PLANE | CardTypes::SCHEME | CardTypes::DUNGEON);
    match nature {
        Nature::Command => apart,
        Nature::Morph { ward: warded } => definition.abilities.iter().any(|a| match &a.kind {
            AbilityKind::Morph { ward, .. } => *ward == warded,
            _ => false,
        }),
        Nature::Down | Nature::Outside | Nature::Hidden => !apart,
    }
}
