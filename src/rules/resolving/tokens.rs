//! Tokens (CR 111, 701.7) and emblems (114).

use super::moving::attackable;
use super::step::{InstructionFlow, acting_one, amount_for, read_objects, seat, seats};
use crate::cards::def::{CardTypes, CounterKind, Modification, Obj, Objects, Quantity, TokenAttack, Var, Who};
use crate::cards::{CardTable, Op};
use crate::model::agenda::Returned;
use crate::model::bindings::Frame;
use crate::model::dirt::StateClass;
use crate::model::event::{Cause, Enter, Event};
use crate::model::ids::{AbilityHandle, DefId, ObjectRef, Referent, Seat, StaticHandle};
use crate::model::object::{CopiableSource, Object, ObjectKind};
use crate::model::zone::{Move, Zone};
use crate::rules::reading::values::{base_values, make_values};
use crate::rules::reading::{self, Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{layers, zones};

/// More tokens than this are never created by one instruction.
const MOST: i32 = 4096;

/// A token that the definition describes, or several kinds of them.
pub(super) struct Printed<'a> {
    /// The token, or the kinds of them, by their places in the definition.
    pub kinds: &'a [u16],
    /// Whether it enters tapped.
    pub tapped: bool,
    /// What it attacks or blocks as it enters, if it enters attacking or blocking.
    pub attacking: Option<TokenAttack>,
    /// The counters that each token enters with.
    pub counters: &'a [(CounterKind, Quantity)],
    /// What they enter attached to.
    pub host: Option<Obj>,
    /// Their power and toughness, if the definition doesn't say it.
    pub size: Option<&'a (Quantity, Quantity)>,
    /// Where they are stored.
    pub into: Option<Var>,
}

/// CR 701.7: players create tokens that the definition describes.
pub(super) fn create_printed(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    count: &Quantity,
    token: Printed<'_>,
) -> InstructionFlow {
    if frame.phase == CREATED {
        return created(world, frame, token.into);
    }
    let attacks = attacks(world, frame, who, token.attacking);
    let blocking = blocked(world, frame, token.attacking);
    let host = match token.host {
        None => None,
        // CR 303.4i: attached to something undefined it isn't created.
        Some(host) => match acting_one(world, frame, host) {
            None => return frame.nothing(token.into),
            host => host.map(Referent::Object),
        },
    };
    let mut events = Vec::new();
    for kind in token.kinds {
        let def = world.part::<CardTable>().token(frame.program.def, *kind);
        let (base, tapped, counters) = (CopiableSource::Def(def, 0), token.tapped, token.counters);
        let (attacks, size) = (attacks.clone(), token.size);
        let template = Template { base, def: Some(def), tapped, attacks, blocking, counters, host, size };
        events.extend(create_events(world, frame, who, count, &template));
    }
    if events.is_empty() { frame.nothing(token.into) } else { frame.propose(CREATED, events) }
}

/// A token that is a copy.
pub(super) struct Copied<'a> {
    /// Of what: of each one.
    pub of: &'a Objects,
    /// Except for these changes, which are copied too (CR 707.9).
    pub exceptions: &'a [Modification],
    /// Whether it enters tapped.
    pub tapped: bool,
    /// What it attacks or blocks as it enters, if it enters attacking or blocking.
    pub attacking: Option<TokenAttack>,
    /// The counters that each token enters with.
    pub counters: &'a [(CounterKind, Quantity)],
    /// Where they are stored.
    pub into: Option<Var>,
}

/// CR 707.2: players create tokens that are copies of objects, each as it is or last was (111.12).
pub(super) fn create_copies(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    count: &Quantity,
    token: Copied<'_>,
) -> InstructionFlow {
    if frame.phase == CREATED {
        return created(world, frame, token.into);
    }
    let attacks = attacks(world, frame, who, token.attacking);
    let blocking = blocked(world, frame, token.attacking);
    let originals = read_objects(world, frame, token.of);
    let quoted = quoted(world, frame);
    let mut events = Vec::new();
    for of in originals {
        let Some(values) = layers::copiable(world, of) else { continue };
        // CR 707.8a: of something double-faced both faces.
        let values = values.map(|chars| layers::with_granted(world, chars, token.exceptions, &quoted, &frame.bindings));
        // CR 111.5.
        if !values.chars.is(CardTypes::PERMANENT) {
            continue;
        }
        let base = layers::make_copy(world, values);
        let (attacks, counters) = (attacks.clone(), token.counters);
        let (tapped, host, size) = (token.tapped, None, None);
        let template = Template { base, def: None, tapped, attacks, blocking, counters, host, size };
        events.extend(create_events(world, frame, who, count, &template));
    }
    if events.is_empty() { frame.nothing(token.into) } else { frame.propose(CREATED, events) }
}

/// CR 707.9a: the abilities that the exceptions of the instruction that is followed now quote.
fn quoted(world: &impl ReadGame, frame: &Frame) -> Vec<AbilityHandle> {
    let table = world.part::<CardTable>();
    let def = frame.program.def;
    match table.program(frame.program).get(usize::from(frame.pc) + 1) {
        Some(Op::Except(index)) => {
            let granted = &table.static_row(StaticHandle { def, index: *index }).granted;
            granted.iter().map(|index| AbilityHandle { def, index: *index }).collect()
        }
        _ => Vec::new(),
    }
}

/// What all tokens of an instruction have in common.
struct Template<'a> {
    base: CopiableSource,
    def: Option<DefId>,
    tapped: bool,
    attacks: Option<Attacks>,
    blocking: Option<ObjectRef>,
    counters: &'a [(CounterKind, Quantity)],
    host: Option<Referent>,
    size: Option<&'a (Quantity, Quantity)>,
}

/// CR 111.3, 107.1b: the values of a token whose power and toughness are numbers as the player creates it.
fn sized(
    world: &mut impl EditGame,
    frame: &mut Frame,
    seat: Seat,
    base: CopiableSource,
    (power, toughness): &(Quantity, Quantity),
) -> CopiableSource {
    let power = amount_for(world, frame, power, Referent::Player(seat)).max(0);
    let toughness = amount_for(world, frame, toughness, Referent::Player(seat)).max(0);
    let mut chars = base_values(world, base);
    (chars.power, chars.toughness) = (power, toughness);
    make_values(world, chars)
}

/// What the tokens of a player can attack who creates some that enter attacking: as many of them for each of these.
type Attacks = (Seat, Vec<Vec<Referent>>);

// Phases.
const CREATED: u8 = 1;

/// CR 508.4: what tokens that enter attacking can attack; only those of the active player can attack anything. As each of them
/// enters, its controller chooses.
fn attacks(world: &mut impl EditGame, frame: &Frame, who: Who, attacking: Option<TokenAttack>) -> Option<Attacks> {
    let attacking = attacking.filter(|attacking| !matches!(attacking, TokenAttack::Blocking(_)))?;
    let player = seat(world, frame, who)?;
    let all = attackable(world, player);
    let sets: Vec<Vec<Referent>> = match attacking {
        TokenAttack::Any | TokenAttack::Blocking(_) => vec![all],
        TokenAttack::Each(players) => {
            let board = Live::new(world);
            let players = reading::seats(&board, &frame.bindings, players);
            // Battles aren't spoken of.
            let whose_it_is = |r: &Referent| match r {
                Referent::Object(o) if !board.chars(o.id).is(CardTypes::PLANESWALKER) => None,
                r => reading::player_of(&board, *r),
            };
            let each = |whose: Seat| all.iter().copied().filter(|r| whose_it_is(r) == Some(whose)).collect();
            players.into_iter().map(each).collect()
        }
        TokenAttack::EachPlayer(players) => {
            let each = |whose: Seat| all.iter().copied().filter(|r| *r == Referent::Player(whose)).collect();
            seats(world, frame, players).into_iter().map(each).collect()
        }
    };
    Some((player, sets))
}

/// CR 509.4: the creature that tokens enter blocking.
fn blocked(world: &mut impl EditGame, frame: &Frame, attacking: Option<TokenAttack>) -> Option<ObjectRef> {
    match attacking {
        Some(TokenAttack::Blocking(attacker)) => acting_one(world, frame, attacker),
        _ => None,
    }
}

fn create_events(
    world: &mut impl EditGame,
    frame: &mut Frame,
    who: Who,
    count: &Quantity,
    template: &Template<'_>,
) -> Vec<Event> {
    let mut events = Vec::new();
    for seat in seats(world, frame, who) {
        let mut count = amount_for(world, frame, count, Referent::Player(seat)).min(MOST);
        let attackable = template.attacks.as_ref().filter(|(player, _)| *player == seat);
        let attackable = attackable.map(|(_, attackable)| attackable.clone()).unwrap_or_default();
        if template.attacks.is_some() {
            count = count.max(0).saturating_mul(attackable.len() as i32).min(MOST);
        }
        if count > 0 {
            let (tapped, blocking, attach_to) = (template.tapped, template.blocking, template.host);
            let mut enter = Enter { controller: seat, tapped, blocking, attach_to, ..Enter::default() };
            for (kind, count) in template.counters {
                let count = amount_for(world, frame, count, Referent::Player(seat));
                if count > 0 {
                    enter.counters.push((*kind, count.unsigned_abs()));
                }
            }
            let (base, def) = match template.size {
                Some(size) => (sized(world, frame, seat, template.base, size), None),
                None => (template.base, template.def),
            };
            let enter = Box::new(enter);
            events.push(Event::CreateTokens { seat, base, def, count: count as u32, enter, attackable });
        }
    }
    events
}

fn created(world: &impl ReadGame, frame: &mut Frame, into: Option<Var>) -> InstructionFlow {
    let tokens: Vec<ObjectRef> = Returned::happened(world).objects.iter().map(|(_, o)| *o).collect();
    frame.store(into, tokens);
    InstructionFlow::Next
}

/// CR 114.2: players get an emblem, owned and controlled by them.
pub(super) fn emblem(world: &mut impl EditGame, frame: &Frame, who: Who, token: u16) -> InstructionFlow {
    let def = world.part::<CardTable>().token(frame.program.def, token);
    for seat in seats(world, frame, who) {
        let _ = put_new(world, ObjectKind::Emblem, seat, CopiableSource::Def(def, 0), Zone::Command);
    }
    InstructionFlow::Next
}

/// Makes an object that wasn't there and puts it into a zone, known to all.
pub(crate) fn put_new(
    world: &mut impl EditGame,
    kind: ObjectKind,
    owner: Seat,
    base: CopiableSource,
    zone: Zone,
) -> ObjectRef {
    let id = Slots::take(world, kind);
    let object = world.row_mut::<Object>(id);
    object.owner = owner;
    object.base = base;
    let object = object.reference();
    let new = Move::plain(object, zone, Cause::Effect).with_reveal(true);
    let moved = zones::move_objects(world, &[new]);
    crate::rules::log::EventLog::moved(world, &moved);
    mark_dirty(world, StateClass::CHARACTERISTICS);
    moved.first().expect("a new object moves").new
}
