//! References of what there is: objects, players, zones, effects, combat, the turn, and what happened.

use super::{Reference, ReferenceMut, ReferenceVisitor, References, plain_variants, references};
use crate::cards::def::{KeywordAction, PermanentAction};
use crate::model::chosen::ChosenValue;
use crate::model::combat::{Attacker, Blocker, Combat, Enlisted};
use crate::model::commander::Commander;
use crate::model::continuous::{
    ContinuousEffect, ContinuousEffects, EffectOrigin, InternedValues, OtherSide, Side, Since,
};
use crate::model::event::Cause;
use crate::model::fact::{Done, Fact, History};
use crate::model::ids::ObjectRef;
use crate::model::object::{
    AbilityInstance, Attack, CastAs, CastRecord, Characteristics, Chosen, Counters, FaceDown, LastKnown,
    LastKnownTable, LinkedRecord, Memory, Merged, Object, ObjectKind, SinceAction, StackRecord, Status, ThisTurn, Ties,
    Values,
};
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::player::{LastZones, Left, LossReason, Player, Players};
use crate::model::turn::{ExtraTurnWith, Turn};
use crate::model::zone::{OwnZones, Zone, ZoneLists, Zones};

impl References for Object {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        let Self { id, incarnation, kind, owner, base, zone, known_to, timestamp, entered_turn, drawn_turn, handle } =
            self;
        visitor.reference(Reference::Identity(ObjectRef { id: *id, incarnation: *incarnation }));
        kind.visit(visitor);
        owner.visit(visitor);
        base.visit(visitor);
        zone.visit(visitor);
        known_to.visit(visitor);
        timestamp.visit(visitor);
        entered_turn.visit(visitor);
        drawn_turn.visit(visitor);
        handle.visit(visitor);
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        let Self {
            id,
            incarnation,
            kind: _,
            owner,
            base,
            zone,
            known_to: _,
            timestamp,
            entered_turn: _,
            drawn_turn: _,
            handle,
        } = self;
        editor(ReferenceMut::Identity(id, incarnation));
        owner.visit_mut(editor);
        base.visit_mut(editor);
        zone.visit_mut(editor);
        timestamp.visit_mut(editor);
        handle.visit_mut(editor);
    }
}

impl References for OtherSide {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        let Self { row, side, other } = self;
        visitor.reference(Reference::Interned(*row));
        side.visit(visitor);
        visitor.reference(Reference::Interned(*other));
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        let Self { row, side: _, other } = self;
        editor(ReferenceMut::Interned(row));
        editor(ReferenceMut::Interned(other));
    }
}

plain_variants!(ObjectKind, Cause, Inconclusive, KeywordAction, LossReason, PermanentAction);

references! {
    enum Side { Turned, Flipped, Unlocked(doors), Prepare }
}
references! {
    struct AbilityInstance { handle, origin, nth }
    struct Characteristics {
        name, second_name, cost, front_value, colors, supertypes, types, controller, has_pt, subtypes, power, toughness, beyond_base,
        loyalty, defense, keywords, cant_have, restrictions, abilities,
    }
    struct LinkedRecord { chosen, components, down, merged, cards, by }
    struct Merged { effect, own, kind, above, melded, times }
    struct Status {
        tapped, flipped, face_down, face_down_kind, phased_out, phased_along, phased_under, phased_until, designations, pair,
        unlocked, exerted, base_controller, controlled_since, attached_to, turned, protector, own_face,
    }
    struct ThisTurn { damage, regeneration, deathtouched, damaged, attacked, exerted, defender, loyalty_used, loyalty_again }
    struct CastAs { adventurer, since_action, bestowed, prepared_by }
    struct SinceAction { turn, action }
    struct FaceDown { manifested, ward }
    struct Chosen { color, subtype, name, player, number, card_type, by }
    struct Counters(kinds)
    struct StackRecord { ability, text, gained, bindings, cast, caster, copied, held, lapsed }
    struct CastRecord { from, caster, paid, promised, alternative, by, mana, life_symbols, x, paid_with, moved, exile_after, exile_instead }
}

references! {
    struct LastKnownTable(rows)
    struct LastKnown { object, values, memory, ties, successor }
    enum Values { Printed(def), Own(characteristics) }
    struct Memory { status, this_turn, cast_as, linked, counters, stack }
    struct Ties { attack, blocked, attached, copied }
    struct Attack { target, defender, blocked, blockers }
}

references! {
    struct Zones { lists, clock, handle }
    struct ZoneLists { own, battlefield, stack, exile, command }
    struct OwnZones { library, hand, graveyard, sideboard }
    enum Zone {
        Library(seat), Hand(seat), Battlefield, Graveyard(seat), Stack, Exile, Command, Outside,
    }
    struct Players(players)
    struct Player {
        life, starting_life, pool, counters, lost, left, drew_from_empty, lands_played, planar_rolls, drawn_this_turn, drawn_this_step, spells_this_turn, spells_this_game, spells_last_turn,
        gained_life, lost_life, damaged, noncombat_damage, attacked, committed_crime, played_elsewhere, turned_face_up, searched, monarch, blessing, speed, skips, turns_after_next, searching, upkeeps, mulligans, venture, commanders,
        companion, commander_damage,
    }
    struct Left(zones)
    struct LastZones { hand, library, graveyard, own_turn }
    struct Commander { card, casts, declined, identity }
    enum Outcome { Running, Win(seat), Draw, Inconclusive(reason) }
}

references! {
    enum EffectOrigin { Static(key), Resolved }
    enum Since { Turn(number), TurnsOf(seat, begun) }
    struct ContinuousEffect {
        id, active, timestamp, origin, handle, bindings, locked, duration, since, copied, remaining, values, denied,
    }
    struct ContinuousEffects { order, used }
    struct InternedValues(rows, sides)
    struct Turn {
        number, begun, last, active, step, steps, extra, extra_with, next, priority, passed, first, day_night, worlds,
    }
    struct ExtraTurnWith { at, handle, bindings }
    struct Combat { attackers, blockers, struck_first, declared, attacked, sole, enlisted }
    struct Enlisted { by, creature }
    struct Attacker { object, target, defender, battle_of, attacks_nothing, blocked, band }
    struct Blocker { object, controller, blocks }
    struct History { creatures_died, deeds, facts, uses, resolved, modes, resolved_spells, cast_spells, spent_on_spells, entered_from, dealt, combats }
    struct Done { deed, object, then }
    enum ChosenValue {
        Color(color), Name(name), CardType(kind), Subtype(subtype), Player(seat), Number(number), Object(object),
        Course { program, at, course },
    }
}

references! {
    enum Fact {
        Moved { old, new, from, to, cause },
        Cast { spell, by, from },
        Activated { key, ability, by },
        Copied { copy, by },
        Performed { seat, action, looked },
        Did { object, by, action },
        Exerted { object, by, to_attack },
        Enlisted(enlisted),
        Crewed { creature, of, saddles },
        LostControl { object, by },
        PlayedLand { land, by, from },
        Attacked { attacker, target },
        Blocked { blocker, attacker },
        BecameBlocked { attacker },
        NotBlocked { attacker },
        Damaged { source, target, amount, combat, by },
        GainedLife { seat, amount },
        LostLife { seat, amount },
        Drew { seat, card },
        RevealedAsDrawn { card, key },
        Discarded { seat, card, cycling },
        Sacrificed { seat, old },
        Tapped { object, for_mana },
        TappedForMana { object, types },
        Untapped { object },
        Turned { object, up },
        ChaosEnsued { seat },
        Planeswalked { seat, to },
        SetInMotion { seat, scheme },
        Targeted { target, by },
        PutCounters { target, kind, count, by },
        Began { step, active },
        Attached { object, to, from },
        Shuffled { seat },
        Revealed { object },
        BecameMonarch { seat },
        Expended { seat, from, to },
        GotBlessing { seat },
        GotFaster { seat, speed },
        DealtExcess { object, amount, combat },
        TookInitiative { seat },
        Transformed { object },
        DayNightChanged { now, before },
        EnteredRoom { seat, dungeon, room },
        CompletedDungeon { seat, dungeon },
        RingTempted { seat, bearer },
        Designated { object, designation },
        Unlocked { seat, object, door, fully },
        Locked { seat, object, door },
        Lost { seat },
        Looked { by, object },
        LooksAt { by, objects },
        Searches { by, library },
        Proposed { card, way },
        Announced { object, again },
        Chose { by, of, what },
        TakesFirstTurn { seat },
        TookMulligan { seat },
        PutBack { seat, count, left },
        KeptHand { seat, cards },
        Triggered { ability, source },
        Resolving { object },
        AddedMana { seat, mana, count },
        SpentMana { seat, count },
        LostMana { seat, count },
        RemovedCounters { target, kind, count },
        Voted { choices },
    }
}
