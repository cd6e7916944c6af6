//! What has been said so far: targets, antecedents, variables, who acts.

use super::list::List;
use crate::cards::def::*;
use bitflags::bitflags;
use std::rc::Rc;

bitflags! {
    /// What something that was mentioned can be called.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub(in crate::cards::oracle) struct Kind: u16 {
        /// A creature.
        const CREATURE = 1;
        /// An artifact.
        const ARTIFACT = 2;
        /// An enchantment.
        const ENCHANTMENT = 4;
        /// A land.
        const LAND = 8;
        /// A permanent.
        const PERMANENT = 16;
        /// A card that isn't on the battlefield.
        const CARD = 32;
        /// A spell.
        const SPELL = 64;
        /// A token.
        const TOKEN = 128;
        /// A player.
        const PLAYER = 256;
        /// A planeswalker.
        const PLANESWALKER = 512;
        /// An ability on the stack.
        const ABILITY = 1024;
        /// An Equipment.
        const EQUIPMENT = 2048;
        /// An Aura.
        const AURA = 4096;
    }
}

/// What is referred to.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::cards::oracle) enum Referent {
    /// Objects.
    Objects(Objects),
    /// A player.
    Player(Who),
    /// Something that may be either: a target by its number.
    Any(u8),
}

/// Which part something has in its clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cards::oracle) enum Role {
    /// It is what does or suffers what the clause says.
    Subject,
    /// It is what it is done to.
    Object,
    /// It is only named, and only a noun calls it back.
    Aside,
}

/// Something that was mentioned.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::cards::oracle) struct Mention {
    /// The object or player that is meant.
    pub what: Referent,
    /// What it can be called.
    pub kind: Kind,
    /// Whether it is several.
    pub plural: bool,
    /// The number of the clause in which it was mentioned.
    pub clause: u32,
    /// Its role in that clause.
    pub role: Role,
    /// The variable that holds what it has become in another zone.
    pub moved: Option<Var>,
}

/// What was done to something: how it is called back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cards::oracle) enum Participle {
    /// It was sacrificed.
    Sacrificed,
    /// It was discarded.
    Discarded,
    /// It was exiled.
    Exiled,
    /// It was milled.
    Milled,
    /// It was destroyed.
    Destroyed,
    /// It was beheld.
    Beheld,
    /// It was discarded, of what was in hand as many as the player liked.
    Thrown,
    /// The flip of a coin was won.
    Won,
    /// The flip of a coin was lost.
    Lost,
    /// It was revealed.
    Revealed,
    /// It was put into a hand.
    Returned,
    /// Counters were removed from it.
    Removed,
    /// It was put onto the battlefield.
    Entered,
    /// It is damage that is prevented.
    Prevented,
    /// It is the result of dice that were rolled.
    Rolled,
    /// It is the card that was looked for from the top of a library.
    Found,
    /// These are all cards that were exiled on the way to that one.
    ExiledUntil,
    /// These are all cards that were revealed on the way to that one.
    RevealedUntil,
    /// It is the card type that was chosen.
    CardType,
    /// It is the subtype that was chosen.
    Subtype,
}

/// What it is called that an optional cost was paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cards::oracle) enum Optional {
    /// A kicker cost (CR 702.33d).
    Kicked,
    /// The sacrifice that bargain asks for (CR 702.166b).
    Bargained,
    /// Creatures were tapped for teamwork.
    Teamwork,
    /// Evidence was collected (CR 701.59c).
    Collected,
    /// A gift was promised (CR 702.174k).
    Promised,
    /// A cost that no keyword names.
    Paid,
}

/// The subtypes that rules ask for.
const ASKED: [&str; 10] =
    ["Aura", "Case", "Class", "Equipment", "Fortification", "Room", "Saga", "Siege", "Spacecraft", "Vehicle"];

/// What is known of the face: what rules ask for, and nothing else.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::cards::oracle) struct FaceInfo {
    /// Its name. Rules ask for it only in phrases with the word "named".
    pub name: String,
    /// Its card types.
    pub types: CardTypes,
    /// Whether it is legendary.
    pub legendary: bool,
    /// Which of the subtypes it has that rules ask for, a bit each.
    subtypes: u16,
    /// Whether the speaker is something that was given the ability in quotes: what that can be called.
    pub grantee: Option<Kind>,
    /// Whether it has bestow: it is an Aura, too (CR 702.103b).
    pub bestow: bool,
    /// Its kicker costs, in their order; empty for one that isn't mana.
    pub kickers: Vec<Cost>,
    /// Whether a card type is chosen as it enters, so that "the chosen type" is that one.
    pub card_type: bool,
    /// What an Aura enchants, by which its words call that: where words are looked for, and that is known.
    pub enchants: CardTypes,
}

impl FaceInfo {
    /// What is known of a face with this name and this type line, which may have bestow and kickers.
    pub(in crate::cards::oracle) fn new(name: &str, types: &TypeLine, bestow: bool, kickers: Vec<Cost>) -> Self {
        let asked = |subtype: Subtype| ASKED.iter().position(|name| *name == subtype.name());
        let subtypes = types.subtypes.iter().filter_map(asked).fold(0, |bits, bit| bits | 1 << bit);
        Self {
            name: name.to_owned(),
            types: types.types,
            legendary: types.supertypes.contains(Supertypes::LEGENDARY),
            subtypes,
            grantee: None,
            bestow,
            kickers,
            card_type: false,
            enchants: CardTypes::CREATURE,
        }
    }
    /// Whether it is an instant or a sorcery.
    pub(in crate::cards::oracle) fn is_spell(&self) -> bool {
        self.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY)
    }
    /// Whether it has one of the subtypes that rules ask for.
    pub(in crate::cards::oracle) fn is(&self, subtype: &str) -> bool {
        let bit = ASKED.iter().position(|name| *name == subtype);
        bit.is_some_and(|bit| self.subtypes & 1 << bit != 0) || self.bestow && subtype == "Aura"
    }
    /// It is an Equipment, and no Aura: what it can be called.
    pub(in crate::cards::oracle) fn equip(&mut self) -> Kind {
        self.subtypes = ASKED.iter().position(|name| *name == "Equipment").map_or(0, |bit| 1 << bit);
        self.bestow = false;
        Kind::TOKEN | Kind::ARTIFACT | Kind::EQUIPMENT | Kind::PERMANENT
    }
    /// All that rules ask for but its name, its kickers and who speaks: the same for faces on which the same words mean the same.
    pub(in crate::cards::oracle) fn asked(&self) -> String {
        format!("{} {} {} {} {}", self.types.bits(), self.legendary, self.subtypes, self.bestow, self.card_type)
    }
}

/// What has been said.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::cards::oracle) struct Context {
    /// The face.
    pub face: Rc<FaceInfo>,
    /// The instances of "target" so far.
    pub targets: List<TargetDef>,
    /// What was mentioned, in order.
    pub mentions: List<Rc<Mention>>,
    /// The number of the clause.
    pub clause: u32,
    /// Who acts in this clause.
    pub doer: Who,
    /// What does or suffers what this clause says.
    pub subject: Option<Rc<Objects>>,
    /// What the event is about.
    pub event_subject: Option<Rc<Filter>>,
    /// How many variables there are.
    pub vars: u32,
    /// In what part of its clause the next mention stands.
    pub role: Role,
    /// Which references were resolved, for counting.
    pub references: u32,
    /// The targets of the ability whose words are looked for; empty while reading.
    pub wanted: List<TargetDef>,
    /// Whether the ability is triggered: it has an event.
    pub event: bool,
    /// How many targets there were as a condition asked whether a cost was paid.
    pub unpaid: Option<usize>,
    /// What it is called that the optional cost of the face was paid; it matters while its words are looked for.
    pub optional: Optional,
    /// What can be called by what was done to it as a cost, and what else it is.
    pub paid: Option<(Participle, Kind)>,
    /// Whether the event is that something dies.
    pub dies: bool,
    /// Whether the event is that something goes to the graveyard of the ability's player.
    pub buried: bool,
    /// Whether the event is that a player scries or surveils: how many cards they looked at is its amount.
    pub looks: bool,
    /// Whether all that has been said is repeated: nothing stands before it.
    pub whole: bool,
    /// From which zone the ability functions, as its words say.
    pub zone: ZoneKind,
    /// From which zone the ability functions whose words are looked for.
    pub here: ZoneKind,
    /// What instructions did: how, what it is stored as, what it was.
    pub done: List<(Participle, Var)>,
    /// A condition is read that stands behind what depends on it: nothing of that has been done as it is asked.
    pub undone: bool,
    /// The group by a description that is called back after something was done to it.
    pub group: Option<Rc<Objects>>,
    /// Whether words are looked for: such a group isn't kept in what they mean.
    pub says: bool,
}

impl Context {
    /// The beginning of an ability.
    pub(in crate::cards::oracle) fn new(face: &Rc<FaceInfo>) -> Self {
        Self {
            face: Rc::clone(face),
            targets: List::default(),
            mentions: List::default(),
            clause: 0,
            doer: Who::You,
            subject: None,
            event_subject: None,
            vars: 0,
            role: Role::Object,
            references: 0,
            wanted: List::default(),
            event: false,
            unpaid: None,
            optional: Optional::Kicked,
            paid: None,
            dies: false,
            buried: false,
            looks: false,
            whole: false,
            zone: ZoneKind::Battlefield,
            here: ZoneKind::Battlefield,
            done: List::default(),
            undone: false,
            group: None,
            says: false,
        }
    }

    /// A new variable.
    pub(in crate::cards::oracle) fn variable(&mut self) -> Option<Var> {
        self.vars += 1;
        match self.vars {
            digit @ 1..10 => Word::new(std::str::from_utf8(&[b'v', b'0' + digit as u8]).ok()?),
            number => Word::new(&format!("v{number}")),
        }
    }

    /// Something is mentioned.
    pub(in crate::cards::oracle) fn mention(&mut self, what: Referent, kind: Kind, plural: bool) {
        let known = self.mentions.iter().rev().find(|m| m.what == what);
        let moved = known.and_then(|m| m.moved);
        let kind = kind | known.map(|m| m.kind).unwrap_or_default();
        let (clause, role) = (self.clause, self.role);
        self.mentions.push(Rc::new(Mention { what, kind, plural, clause, role, moved }));
    }

    /// What was mentioned, in order.
    pub(in crate::cards::oracle) fn mentioned(&self) -> impl DoubleEndedIterator<Item = &Mention> {
        self.mentions.iter().map(|m| &**m)
    }

    /// A new instance of "target": its number.
    pub(in crate::cards::oracle) fn target(&mut self, def: TargetDef) -> Option<u8> {
        let number = u8::try_from(self.targets.len()).ok()?;
        self.targets.push(def);
        Some(number)
    }

    /// What "it" and "its" are: the object of the last clause that has one, else its subject. `owner` asks for a possessive,
    /// which may go back to its own clause's subject.
    pub(in crate::cards::oracle) fn it(&self, owner: bool) -> Option<&Mention> {
        let one = |m: &&Mention| !m.plural && matches!(m.what, Referent::Objects(_)) && m.role != Role::Aside;
        let mut clauses: Vec<u32> = self.mentioned().filter(one).map(|m| m.clause).collect();
        clauses.dedup();
        for clause in clauses.into_iter().rev() {
            let mut group: Vec<&Mention> = Vec::new();
            for m in self.mentioned().filter(one).filter(|m| m.clause == clause) {
                // Nothing is "it" beside what it means in one clause; there it would be "itself".
                if clause == self.clause && !owner {
                    continue;
                }
                if !group.iter().any(|g| g.what == m.what) {
                    group.push(m);
                }
            }
            match group.as_slice() {
                [] => {}
                [only] => return Some(only),
                several => {
                    let objects: Vec<_> = several.iter().filter(|m| m.role == Role::Object).collect();
                    let own = |m: &&Mention| matches!(m.what, Referent::Objects(Objects::The(Obj::This)));
                    let others: Vec<_> = several.iter().filter(|m| !own(m)).collect();
                    // Of what the card does to something else, that is meant; of two things neither of which is the card, none.
                    return match (objects.as_slice(), others.as_slice()) {
                        ([object], [other]) if object.what == other.what => Some(object),
                        _ => None,
                    };
                }
            }
        }
        None
    }

    /// What "them" and "they" are: the last that are several.
    pub(in crate::cards::oracle) fn them(&self) -> Option<&Mention> {
        let several = |m: &&Mention| m.plural && matches!(m.what, Referent::Objects(_)) && m.role != Role::Aside;
        let last = self.mentioned().rfind(several)?;
        let mut same = self.mentioned().filter(several).filter(|m| m.clause == last.clause);
        same.all(|m| m.what == last.what).then_some(last)
    }

    /// What "that creature" and the like are: the last of that kind, if it is the only one of its clause.
    pub(in crate::cards::oracle) fn that(&self, kind: Kind, plural: bool) -> Option<&Mention> {
        let fits = |m: &&Mention| m.kind.intersects(kind) && m.plural == plural && !self.is_this(m);
        let last = self.mentioned().rfind(fits)?;
        let mut same = self.mentioned().filter(fits).filter(|m| m.clause == last.clause);
        same.all(|m| m.what == last.what).then_some(last)
    }

    fn is_this(&self, m: &Mention) -> bool {
        m.what == Referent::Objects(Objects::The(Obj::This))
    }

    /// An instruction was given: what it moved is now something else.
    pub(in crate::cards::oracle) fn after(&mut self, effect: &Instruction) {
        if changes_control(effect) {
            self.mentions.retain(|m| !matches!(m.what, Referent::Player(Who::ControllerOf(_))));
        }
        let done = match effect {
            Instruction::Move { to: Destination::Exile, into: Some(var), .. } => Some((Participle::Exiled, *var)),
            Instruction::Move { to: Destination::Battlefield(_), into: Some(var), .. } => {
                Some((Participle::Entered, *var))
            }
            Instruction::Move { to: Destination::Hand, into: Some(var), .. } => Some((Participle::Returned, *var)),
            Instruction::Destroy { into: Some(var), .. } => Some((Participle::Destroyed, *var)),
            Instruction::Discard { into: Some(var), .. } => Some((Participle::Discarded, *var)),
            Instruction::Mill { into: Some(var), .. } => Some((Participle::Milled, *var)),
            Instruction::SacrificeChoice { into: Some(var), .. } => Some((Participle::Sacrificed, *var)),
            _ => None,
        };
        if let Some(done) = done {
            self.done.push(done);
        }
        let (what, var, kind) = match effect {
            Instruction::Move { what, into: Some(var), to, .. } => {
                let battlefield = matches!(to, Destination::Battlefield(_));
                (what, *var, if battlefield { Kind::PERMANENT } else { Kind::CARD })
            }
            _ => return,
        };
        // What was exiled and comes back is a third object (CR 400.7).
        let again = |m: &Mention| m.moved.is_some_and(|was| Objects::Var(was) == *what);
        let whole = Referent::Objects(what.clone());
        let become_it = |m: &mut Mention| {
            m.moved = Some(var);
            m.kind |= kind;
        };
        self.change(|m| m.what == whole || again(m), become_it);
    }

    /// Changes what was mentioned, if it fits.
    pub(in crate::cards::oracle) fn change(&mut self, fits: impl Fn(&Mention) -> bool, change: impl Fn(&mut Mention)) {
        if self.mentions.iter().any(|m| fits(m)) {
            self.mentions.iter_mut().filter(|m| fits(m)).for_each(|m| change(Rc::make_mut(m)));
        }
    }

    /// What was said to happen doesn't happen: everything is where it was.
    pub(in crate::cards::oracle) fn unmoved(&mut self) {
        self.change(|m| m.moved.is_some(), |m| m.moved = None);
    }

    /// What a mention is as something to be acted on.
    pub(in crate::cards::oracle) fn now(&self, mention: &Mention) -> Option<Objects> {
        match (&mention.what, mention.moved) {
            (_, Some(var)) => Some(Objects::Var(var)),
            // What a description fits may change in between: such a group is kept before something is done to it.
            (Referent::Objects(group @ (Objects::All(_) | Objects::Top(Quantity::N(1), _))), None) => {
                self.group.as_ref().is_none_or(|known| **known == *group).then(group_kept).flatten()
            }
            (Referent::Objects(Objects::In(..) | Objects::Top(..) | Objects::TopOf(..)), None) => None,
            (Referent::Objects(objects), None) => Some(objects.clone()),
            _ => None,
        }
    }
}

/// Whether somebody else may control something after an instruction.
fn changes_control(effect: &Instruction) -> bool {
    match effect {
        Instruction::Continuous(StaticEffect::Affect(_, mods), _) => {
            mods.iter().any(|m| matches!(m, Modification::Control(_)))
        }
        Instruction::ExchangeControl { .. } => true,
        _ => false,
    }
}

/// The variable that holds a group that is called back.
pub(in crate::cards::oracle) fn group_var() -> Option<Var> {
    Word::new("group")
}

fn group_kept() -> Option<Objects> {
    group_var().map(Objects::Var)
}
