//! Who attacks and blocks (CR 506), and the tasks of combat.

use crate::model::by_field::clone_by_field;
use crate::model::decision::Choice;
use crate::model::ids::{AbilityKey, ObjectRef, Referent, Seat, SeatSet};
use crate::model::snapshot::Snapshot;
use serde::{Deserialize, Serialize};

/// The current combat.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Combat {
    /// Attacking creatures, in the order of their declaration.
    pub attackers: Vec<Attacker>,
    /// Blocking creatures and what each blocks.
    pub blockers: Vec<Blocker>,
    /// Creatures that had first strike or double strike as the first of two damage steps began (CR 510.4).
    pub struck_first: Vec<ObjectRef>,
    /// Whether attackers have been declared or put in this combat (CR 508.8).
    pub declared: bool,
    /// The players whom creatures that were declared as attackers have attacked in this combat.
    #[serde(default)]
    pub attacked: SeatSet,
    /// The creature that attacks alone: the only one that was declared as an attacker (CR 506.5).
    #[serde(default)]
    pub sole: Option<ObjectRef>,
    /// What the attackers have enlisted (CR 702.154c).
    #[serde(default)]
    pub enlisted: Vec<Enlisted>,
}

clone_by_field! {
    Combat { attackers, blockers, struck_first, declared, attacked, sole, enlisted }
}

/// An attacking creature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attacker {
    /// The creature.
    pub object: ObjectRef,
    /// The player or permanent that it attacks, or attacked if `attacks_nothing`.
    pub target: Referent,
    /// The player who is attacked, whose planeswalker is, or who protects the battle that is (CR 508.5).
    pub defender: Seat,
    /// Who controls what it attacks, if that is a battle: it leaves combat if that changes (CR 506.4).
    #[serde(default)]
    pub battle_of: Option<Seat>,
    /// What it attacked has been removed from combat: it attacks nothing (CR 506.4c).
    #[serde(rename = "adrift")]
    pub attacks_nothing: bool,
    /// Blocked, unblocked, or not yet either (CR 509.1h).
    pub blocked: Option<bool>,
    /// The band that it is in, by its number (CR 702.22c); it leaves it by leaving combat (702.22f).
    pub band: Option<u16>,
}

/// A creature that is being declared as an attacker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Declared {
    /// The creature.
    pub object: ObjectRef,
    /// The player or permanent that it attacks.
    pub target: Referent,
    /// The band that it is in, by its number.
    pub band: Option<u16>,
    /// Whether it is exerted (CR 701.43d).
    #[serde(default)]
    pub exerts: bool,
}

/// A creature that was tapped for an enlist ability.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Enlisted {
    /// The ability of the attacker.
    pub by: AbilityKey,
    /// The creature that was tapped.
    pub creature: ObjectRef,
}

/// A creature that is being declared as a blocker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct DeclaredBlock {
    /// The creature.
    pub blocker: ObjectRef,
    /// One of the attackers that it blocks.
    pub attacker: ObjectRef,
}

/// A blocking creature.
#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Blocker {
    /// The creature.
    pub object: ObjectRef,
    /// Who controlled it as it was declared: if that changes, it leaves combat (CR 506.4).
    pub controller: Seat,
    /// The attackers that it blocks.
    pub blocks: Vec<ObjectRef>,
}

clone_by_field! {
    Blocker { object, controller, blocks }
}

impl Combat {
    /// An attacking creature.
    pub fn attacker(&self, object: ObjectRef) -> Option<&Attacker> {
        self.attackers.iter().find(|a| a.object == object)
    }
    /// A blocking creature.
    pub fn blocker(&self, object: ObjectRef) -> Option<&Blocker> {
        self.blockers.iter().find(|b| b.object == object)
    }
    /// The creatures that block an attacker, in the order of their declaration.
    pub fn blockers_of(&self, attacker: ObjectRef) -> impl Iterator<Item = ObjectRef> + '_ {
        self.blockers.iter().filter(move |b| b.blocks.contains(&attacker)).map(|b| b.object)
    }
}

/// Damage that a creature has been assigned to deal (CR 510.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Assignment {
    /// The creature that deals the damage.
    pub source: ObjectRef,
    /// The object or player that is dealt the damage.
    pub target: Referent,
    /// How much damage it is: at least 1.
    pub amount: i32,
}

/// Tasks of combat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum CombatTask {
    /// CR 508.1: the active player declares attackers.
    DeclareAttackers,
    /// The attackers are chosen, from these options.
    Attackers {
        /// The possible attacks that were offered.
        options: Vec<Choice>,
    },
    /// CR 508.1e: a band is chosen.
    Bands {
        /// Which attacks what, with the bands so far.
        attacks: Vec<Declared>,
        /// What is attacked by no more bands.
        done: Vec<Referent>,
        /// What the creatures attack that were asked for.
        asked: Referent,
    },
    /// They are tapped, and become attacking creatures (CR 508.1k).
    Attacking {
        /// The attacks that were declared.
        attacks: Vec<Declared>,
    },
    /// CR 508.1g: they are tapped; the player chooses which of them are exerted, one after the other.
    Exert {
        /// The attacks that were declared.
        attacks: Vec<Declared>,
        /// The place of the one of which the player was asked; the first time there is none.
        asked: Option<u16>,
        /// Whether something has to be paid for them then.
        taxed: bool,
    },
    /// CR 508.1g, 702.154a: they are tapped; the player chooses which creatures are tapped for their enlist abilities, one after the
    /// other.
    Enlist {
        /// The attacks that were declared.
        attacks: Vec<Declared>,
        /// The place of the ability of which the player was asked; the first time there is none.
        asked: Option<u16>,
        /// The creatures that were offered.
        options: Vec<ObjectRef>,
        /// Whether something has to be paid for them then.
        taxed: bool,
    },
    /// CR 508.1h-j: they are tapped; what they cost is paid, and they become attacking creatures.
    Taxed {
        /// The attacks that were declared.
        attacks: Vec<Declared>,
        /// Whether the player has been asked to pay.
        asked: bool,
    },
    /// CR 508.1, 733.1: attackers that are paid for are declared; if they aren't, nothing of it has been done.
    Declaration {
        /// The attacks that were declared.
        attacks: Vec<Declared>,
        /// Whether the attackers have become tapped.
        begun: bool,
        /// The game right before, if it is known.
        before: Option<Box<Snapshot>>,
    },
    /// CR 509.1, 802.4: the next defending player.
    DeclareBlockers {
        /// The players who have declared blockers.
        done: SeatSet,
    },
    /// The blockers of a player are chosen, from these options.
    Blockers {
        /// Who has declared, this player included.
        done: SeatSet,
        /// The player who was asked.
        asked: Seat,
        /// The possible blocks that were offered.
        options: Vec<Choice>,
    },
    /// CR 509.1d-f: the blocks are chosen; what they cost is paid, and the creatures become blocking creatures.
    TaxedBlocks {
        /// Who has declared, this player included.
        done: SeatSet,
        /// The player who declares them.
        of: Seat,
        /// The blocks that were chosen.
        blocks: Vec<DeclaredBlock>,
        /// Whether the player has been asked to pay.
        asked: bool,
    },
    /// CR 510.1b-c: creatures that may assign their damage as though they weren't blocked, before any other does.
    Unblocked {
        /// Those of which it isn't known yet, the next one last.
        ask: Vec<ObjectRef>,
        /// Creatures still to assign, the next one last.
        rest: Vec<ObjectRef>,
        /// What those assign that do.
        assigned: Vec<Assignment>,
        /// The creature of which the player was asked.
        asked: Option<ObjectRef>,
    },
    /// CR 510.1: damage is assigned creature by creature, then dealt at once.
    Damage {
        /// Creatures still to assign, the next one last.
        rest: Vec<ObjectRef>,
        /// What has been assigned; nothing yet where a division was asked for.
        assigned: Vec<Assignment>,
        /// The creature whose division was asked for.
        asked: Option<ObjectRef>,
    },
    /// CR 508.1: attackers have been chosen that can't be paid for; others are being declared.
    Refused {
        /// What isn't declared again all together, declaration by declaration.
        attacks: Vec<Vec<Declared>>,
    },
}
