//! Building views from a world.

use super::describe;
use super::view::*;
use super::visibility::{Viewer, Visibility, VisibleReferent};
use crate::cards::def::{CardTypes, Measure, TypeLine};
use crate::cards::dungeons::called;
use crate::game::Game;
use crate::model::agenda::Agenda;
use crate::model::bindings::Bindings;
use crate::model::combat::Combat;
use crate::model::decision::{DecisionCount, Pending};
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::mana::BoundMana;
use crate::model::object::{Chosen, Counters, ObjectKind};
use crate::model::outcome::Outcome;
use crate::model::player::{Player, Players};
use crate::model::turn::Turn;
use crate::model::zone::Zone;
use crate::rules::events::doors;
use crate::rules::legal::special::companion;
use crate::rules::reading::{self, Board};
use crate::rules::{layers, legal};

/// How much a view tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Detail {
    /// Whether to leave out the texts of abilities, which take most of the time.
    pub no_texts: bool,
    /// Whether to tell which effects have made each permanent what it is. That takes a pass of the layers for each, so ask
    /// for it when it is shown.
    pub changes: bool,
}

/// What a viewer may know of a game, in as much detail as asked for.
pub fn view(visibility: &Visibility<'_>, detail: Detail) -> View {
    let world = &visibility.board;
    let zone = |zone: Zone| zone_view(visibility, zone, detail);
    let pending = world.part::<Pending>().0.as_deref();
    let mut battlefield = zone(Zone::Battlefield);
    if detail.changes {
        // Explanations run the layers, so they need a world of their own.
        let mut fork = visibility.world().map(Game::fork_of);
        for object in battlefield.iter_mut().filter(|object| object.known) {
            object.changes = visibility.find(object.handle).and_then(|this| changes(visibility, fork.as_mut()?, this));
        }
    }
    View {
        schema: VIEW_SCHEMA,
        viewer: visibility.viewer(),
        decisions: world.part::<DecisionCount>().0,
        outcome: *world.part::<Outcome>(),
        turn: turn_view(world.part()),
        players: (0..world.part::<Players>().seats()).map(|i| player_view(visibility, Seat(i), detail)).collect(),
        battlefield,
        stack: zone(Zone::Stack),
        exile: zone(Zone::Exile),
        command: zone(Zone::Command),
        combat: combat_view(visibility),
        waiting_for: pending.map(|decision| decision.decider),
        question: super::question::asked(visibility),
        log: super::feed::lines(world, visibility.viewer()),
    }
}

fn turn_view(turn: &Turn) -> TurnView {
    TurnView {
        number: turn.number,
        active: turn.active,
        step: turn.step,
        to_come: turn.steps.iter().rev().copied().collect(),
        extra: turn.extra.iter().rev().copied().collect(),
        priority: turn.priority,
        day_night: turn.day_night,
    }
}

fn player_view(visibility: &Visibility<'_>, seat: Seat, detail: Detail) -> PlayerView {
    let players = visibility.board.part::<Players>();
    let Player {
        life, pool, counters, monarch, lost, lands_played, spells_this_turn, drawn_this_turn, mulligans, ..
    } = players.get(seat);
    // CR 903.3: which card is somebody's commander is known to all.
    let name = |card: ObjectId| {
        let chars = visibility.board.object(card).base;
        visibility.card_name(chars).unwrap_or_default()
    };
    let own = players.get(seat);
    let dungeon = crate::rules::events::dungeons::of(&visibility.board, seat);
    PlayerView {
        seat,
        life: *life,
        pool: pool.amount,
        snow: pool.snow,
        bound: pool.bound.iter().map(|mana| bound_mana(visibility, mana)).collect(),
        counters: counters_of(counters),
        lost: *lost,
        lands_played: *lands_played,
        monarch: *monarch,
        blessing: own.blessing,
        speed: own.speed,
        initiative: own.venture.initiative,
        room: dungeon.map(|d| called(visibility.board.table(), d.def, d.room)),
        spells_cast: *spells_this_turn,
        cards_drawn: *drawn_this_turn,
        mulligans: *mulligans,
        library: hidden(visibility, Zone::Library(seat), detail),
        hand: hidden(visibility, Zone::Hand(seat), detail),
        graveyard: zone_view(visibility, Zone::Graveyard(seat), detail),
        outside: objects(visibility, &visibility.board.zones().own[seat.index()].sideboard, detail),
        companion: companion(&visibility.board, seat).map(name),
        commanders: own.commanders.iter().map(|c| (name(c.card), c.casts)).collect(),
        commander_damage: own.commander_damage.iter().map(|(card, n)| (name(*card), *n)).collect(),
    }
}

/// The known cards of a hidden zone. A hand has no order that others could see: they find its cards in the order in
/// which they got to know them.
fn hidden(visibility: &Visibility<'_>, zone: Zone, detail: Detail) -> HiddenView {
    let list = visibility.board.zones().list(zone);
    let count = list.len() as u32;
    let card = |(i, id): (usize, &ObjectId)| {
        let above = matches!(zone, Zone::Library(_)).then(|| count - 1 - i as u32);
        object(visibility, *id, detail).map(|card| KnownCard { above, card })
    };
    let mut known: Vec<KnownCard> = list.iter().enumerate().filter_map(card).collect();
    match (zone, visibility.viewer()) {
        (Zone::Library(_), _) => known.reverse(),
        (Zone::Hand(owner), viewer) if viewer != Viewer::Seat(owner) && viewer != Viewer::Everything => {
            known.sort_by_key(|known| known.card.handle);
        }
        _ => {}
    }
    HiddenView { count, known }
}

fn zone_view(visibility: &Visibility<'_>, zone: Zone, detail: Detail) -> Vec<ObjectView> {
    objects(visibility, visibility.board.zones().list(zone), detail)
}

fn objects(visibility: &Visibility<'_>, list: &[ObjectId], detail: Detail) -> Vec<ObjectView> {
    list.iter().filter_map(|id| object(visibility, *id, detail)).collect()
}

/// An object that the viewer sees.
pub(super) fn object(visibility: &Visibility<'_>, id: ObjectId, detail: Detail) -> Option<ObjectView> {
    let (view, known) = visibility.see_slot(id)?;
    let reading::View { object, chars, status, counters, .. } = view;
    let this = object.reference();
    let line = TypeLine { supertypes: chars.supertypes, types: chars.types, subtypes: chars.subtypes };
    let is_ability = object.kind == ObjectKind::Ability;
    let there = object.zone == Zone::Battlefield;
    Some(ObjectView {
        handle: object.handle,
        kind: object.kind,
        zone: object.zone,
        owner: object.owner,
        controller: chars.controller,
        known,
        name: visibility.visible_object_of(&view, known).name,
        number: crate::rules::log::Numbers::of(&visibility.board, &view),
        card: if known && !is_ability && object.kind != ObjectKind::Emblem {
            visibility.card_name(status.own_face.unwrap_or(object.base))
        } else {
            None
        },
        face_down: status.face_down,
        cost: chars.cost.as_ref().map(ToString::to_string),
        mana_value: reading::measured(view, Measure::ManaValue),
        colors: chars.colors.colors().collect(),
        types: if is_ability { String::new() } else { line.in_short() },
        pt: chars.has_pt.then_some((chars.power, chars.toughness)),
        keywords: chars.keywords.iter_names().map(|(name, _)| name.to_lowercase().replace('_', " ")).collect(),
        abilities: if detail.no_texts { Vec::new() } else { describe::abilities(visibility.table(), chars) },
        tapped: status.tapped,
        sick: there && legal::summoning_sick(&visibility.board, id),
        damage: view.this_turn.damage,
        counters: counters_of(counters),
        attached_to: status.attached_to.filter(|_| there).map(|host| visibility.visible_referent(host)),
        protector: status.protector.filter(|_| there && chars.is(CardTypes::BATTLE)),
        chosen: if known { chosen(visibility, &view.linked.chosen) } else { Vec::new() },
        locked: if there { locked(visibility, this) } else { Vec::new() },
        linked: view.linked.cards.iter().filter_map(|card| visibility.handle(*card)).collect(),
        announced: (object.zone == Zone::Stack).then(|| announced(visibility, &view, this)),
        changes: None,
    })
}

/// CR 709.5c: the names of the locked halves of a permanent.
fn locked(visibility: &Visibility<'_>, object: ObjectRef) -> Vec<String> {
    let halves = doors::among(&visibility.board, object, false);
    let names = halves.into_iter().filter_map(|door| {
        let half = layers::half(&visibility.board, object, door)?;
        visibility.table().name(half.name).map(str::to_owned)
    });
    names.collect()
}

/// Unspent mana with terms, and what the instruction says that added it.
fn bound_mana(visibility: &Visibility<'_>, mana: &BoundMana) -> BoundManaView {
    let said = describe::instruction(visibility.board.table(), mana.terms.program, mana.terms.at);
    BoundManaView { amount: mana.amount, text: said.map(|instruction| instruction.text).unwrap_or_default() }
}

fn counters_of(counters: &Counters) -> Vec<(String, u32)> {
    counters.0.iter().map(|(kind, n, _)| (kind.to_string(), *n)).collect()
}

fn chosen(visibility: &Visibility<'_>, chosen: &Chosen) -> Vec<String> {
    let Chosen { color, subtype, name, player, number, card_type, by: _ } = chosen;
    let name = name.map(|name| visibility.table().name(name).unwrap_or_default().to_owned());
    let all = [
        color.map(|c| c.word().to_owned()),
        card_type.map(|kind| kind.to_string().to_lowercase()),
        subtype.map(|s| s.to_string()),
        name,
        player.map(|p| format!("player {p}")),
        number.map(|n| n.to_string()),
    ];
    all.into_iter().flatten().collect()
}

/// What was announced for something on the stack, also while it is being announced.
fn announced(visibility: &Visibility<'_>, view: &reading::View<'_>, this: ObjectRef) -> AnnouncedView {
    let entry = view.stack;
    let mut begun = visibility.board.part::<Agenda>().transactions();
    let going_on = begun.find(|cast| cast.object == this).map(|cast| (&cast.bindings, cast.texts.as_slice()));
    let (bindings, texts) = match going_on {
        Some((bindings, texts)) => (Some(bindings), texts),
        None => (entry.bindings.as_deref(), entry.text.as_slice()),
    };
    let modes = |bindings: &Bindings| {
        let rows = bindings.modes.iter().filter_map(|m| legal::mode(visibility.table(), texts, *m));
        rows.map(|(text, row)| describe::mode(visibility.table(), text, row)).collect()
    };
    let target = |t: &crate::model::bindings::ChosenTarget| TargetView {
        instance: t.instance,
        target: visibility.visible_referent(t.target),
        share: t.share,
    };
    AnnouncedView {
        source: visibility.source(view),
        text: bindings.map(modes).unwrap_or_default(),
        x: bindings.map_or(0, |b| b.x),
        targets: bindings.map(|b| b.targets.iter().map(target).collect()).unwrap_or_default(),
    }
}

/// The effects that made an object what it is. `fork`: of the game, to run the layers in.
pub(super) fn changes(visibility: &Visibility<'_>, fork: &mut Game, object: ObjectRef) -> Option<Vec<Change>> {
    let explanation = crate::rules::layers::explain(fork.world_mut(), object.id)?;
    let mut all = Vec::new();
    for step in explanation.layers {
        for applied in step.applied {
            let why: Vec<String> = applied.why.iter().map(ToString::to_string).collect();
            let source = applied.effect.object.and_then(|source| visibility.visible_object(source));
            all.push(Change {
                layer: step.layer.to_owned(),
                source,
                by: applied.effect.source,
                does: applied.does,
                why: why.join("; "),
            });
        }
    }
    Some(all)
}

fn combat_view(visibility: &Visibility<'_>) -> Option<CombatView> {
    let combat = visibility.board.part::<Combat>();
    if combat.attackers.is_empty() && combat.blockers.is_empty() {
        return None;
    }
    let attackers = combat.attackers.iter().filter_map(|a| {
        let target = if a.attacks_nothing { VisibleReferent::Unseen } else { visibility.visible_referent(a.target) };
        Some(AttackerView { attacker: visibility.handle(a.object)?, target, blocked: a.blocked, band: a.band })
    });
    let blockers = combat.blockers.iter().filter_map(|b| {
        let blocked = b.blocks.iter().filter_map(|attacker| visibility.handle(*attacker)).collect();
        Some((visibility.handle(b.object)?, blocked))
    });
    Some(CombatView { attackers: attackers.collect(), blockers: blockers.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardDb;
    use crate::tools::scenario;

    /// CR 202.3e: X counts on the stack as what was chosen for it, and as 0 once the spell has become a permanent.
    #[test]
    fn the_mana_value_of_a_permanent_has_no_x() {
        let text = r#"Scenario(
            format: 1,
            title: "X",
            cards: [(format: 1, name: "Test Growth", cost: "{X}{G}", types: "Creature - Elemental", pt: (1, 1))],
            players: [(hand: ["Test Growth"], mana: "{G}{G}{G}"), ()],
            script: [Cast(by: 1, card: "Test Growth", answers: [Number(2)])],
            variants: [(title: "it has resolved", script: [Resolve])],
        )"#;
        let file = scenario::parse("x.ron", text.to_owned()).unwrap();
        let view = |variant| scenario::after(&file, 0, variant, &CardDb::embedded()).unwrap().game.view(Seat(1));
        assert_eq!(view(None).stack[0].mana_value, 3);
        assert_eq!(view(Some(0)).battlefield[0].mana_value, 1);
    }
}
