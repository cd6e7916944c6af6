//! References of what is under way: tasks, batches, transactions, triggers, decisions.

use super::{plain_variants, references};
use crate::model::bindings::{Bindings, ChosenTarget, EventData, Frame, Loop, Value};
use crate::model::cast::{
    AlternatePayment, CastStep, CastTask, Grant, InstructionPayment, Nested, NewTargets, PayStep, Payment, Proposal,
    Refused, Requirement, Segment, TotalCost, Transaction, Try, Undo, UndoTask,
};
use crate::model::combat::{Assignment, CombatTask, Declared, DeclaredBlock};
use crate::model::decision::{
    Answer, CastMethod, Choice, Company, Decision, DecisionCount, Group, Lack, Limit, Pending, Prompt, Questions,
    RulesEdition, SetRule, Settings, Shape,
};
use crate::model::event::{
    Batch, BatchOption, BatchPhase, BatchResult, Enter, EntersAs, Event, Place, Proposed, ReplacementChoice,
    ReplacementKey, ReplacementProgram,
};
use crate::model::mana::{Activation, ManaTotal, SpendAs, SymbolPayment};
use crate::model::task::{LeavingTask, PluginTask, Preparation, Return, SbaChoices, SbaTask, Task};
use crate::model::trigger::{DelayedTrigger, DelayedTriggers, OnEvent, PendingTrigger, PendingTriggers, TriggerTask};
use crate::model::turn::{PriorityTask, SetupTask, TurnTask};
use crate::model::zone::{Arranged, Move, OtherCard};

plain_variants!(BatchPhase, CastStep, PayStep, RulesEdition, SpendAs, Questions, SymbolPayment);

references! {
    enum Task {
        Setup(task), Turn(task), Priority(task), Settle, Round, Sba(task), Trigger(task), Cast(task), Combat(task),
        Run(frame), Batch(batch), Leaving(task), Prepare(what), Undo(task), PlanarDie { seat, paid }, Plugin(task),
    }
    struct PluginTask { name, data }
    enum SetupTask {
        Begin,
        Mulligan { undecided, again, asked },
        BeforeMulligan { undecided, again, seat, offered },
        Bottom { asked, cards, left, again },
        OpeningHands,
        Opening { rest, asked },
    }
    enum TurnTask {
        Begin, NextStep, EndStep, Untap, CleanupDiscard, StepBegun, CleanupEnd, CleanupCheck, CleanupTriggers,
        CleanupAgain, Phased, DayNightChecked, BeginPrepared, WouldBegin { seat, prepared }, Ending,
    }
    enum PriorityTask { Give(seat), Open(seat), Answered(seat, choices), AllPassed }
    enum SbaTask { Check { then }, Choose(choices) }
    struct SbaChoices { events, keep_one, protecting, returning, asked }
    enum LeavingTask {
        Leave(seats), Forsaken, Forget(seats), Resume(decision), Again(prompt), Ask(decision), Find(decision),
        Found { decision, from },
    }
    enum Preparation { Slots(count), LookAhead { object, enter } }
    enum CombatTask {
        DeclareAttackers,
        Attackers { options },
        Bands { attacks, done, asked },
        Attacking { attacks },
        Exert { attacks, asked, taxed },
        Enlist { attacks, asked, options, taxed },
        Taxed { attacks, asked },
        Declaration { attacks, begun, before },
        DeclareBlockers { done },
        Blockers { done, asked, options },
        TaxedBlocks { done, of, blocks, asked },
        Unblocked { ask, rest, assigned, asked },
        Damage { rest, assigned, asked },
        Refused { attacks },
    }
    struct Declared { object, target, band, exerts }
    struct DeclaredBlock { blocker, attacker }
    struct Assignment { source, target, amount }
}

references! {
    enum Value {
        Number(number), Objects(objects), Seats(seats), Votes(voters), Color(color), CardType(kind), Subtype(subtype), Name(name), Done,
        CastMethod(way), Text(text),
    }
    struct ChosenTarget { instance, target, share, legal }
    struct EventData { subject, moved_to, source, player, amount, prevented, mana }
    struct Bindings { you, this, granter, stack, key, x, modes, targets, event, cast, vars, it }
    enum Loop { Each(rest, now), Chosen(left, now), Times(times) }
    struct Frame {
        program, pc, phase, bindings, first_target, loops, scratch, moved, searched, revealed, applied, entering,
        planned,
    }
}

references! {
    enum Place { Top, Bottom, At(place) }
    enum Arranged { ByOwner, By(seat), ByChance, Open }
    struct Enter {
        controller, tapped, face_down, adventurer, down, face, unlocked, designations, attacking, attackable, blocking, attach_to, hosts, protector,
        counters, copy, melds, chosen, linked, is, with,
    }
    struct EntersAs { handle, bindings }
    struct Move { object, to, place, arranged, cause, face_down, reveal, enter, other }
    enum OtherCard { Undecided, InOrder(order), At(places), To(zone), Cards(zone), Of(object) }
    enum Event {
        Move(one),
        Destroy { object, no_regeneration, by_effect },
        Draw { seat },
        Discard { seat, object, cost },
        DrawCards { seat, count },
        Damage { source, target, amount, combat },
        GainLife { seat, amount },
        LoseLife { seat, amount, paid },
        Tap { object, for_mana },
        Untap { object },
        PutCounters { target, kind, count, by },
        RemoveCounters { target, kind, count },
        CreateTokens { seat, base, def, count, enter, attackable },
        Attach { object, to },
        Unattach { object },
        Regenerate { object },
        TurnFaceUp { object, by },
        TurnFaceDown { object },
        Transform { object, over },
        BeginTurn { seat, extra },
        Find { seat, object },
        Lose { seat, reason },
    }
    enum ReplacementKey { Ability(key), Effect(effect), Rule(rule), With(handle) }
    struct Proposed { event, applied, place }
    struct Batch { events, at, phase, open, after, result, buried, stamped, drawing, options }
    enum BatchOption { Event(place), Ability(nth), To(target) }
    struct ReplacementChoice { key, handle, bindings }
    struct ReplacementProgram { handle, bindings, applied, entering }
    struct BatchResult { objects, amounts, happened, later }
}

references! {
    struct PendingTriggers(triggers)
    struct PendingTrigger { key, bindings, others, followers }
    struct DelayedTriggers(triggers)
    struct DelayedTrigger { handle, bindings, until, made, then }
    enum OnEvent { Trigger, Return { cards, due }, PhaseIn { objects, due } }
    enum TriggerTask { Place { asked, round }, Which { place, round }, Put { trigger } }
}

references! {
    enum Proposal {
        Spell { way, from, index }, Ability(key), Mana(key, makes), TurnFaceUp(by), Unlock(door),
        HandAction(action, by), Placed, Retarget { new },
    }
    enum NewTargets { Any, All, One(object) }
    enum CastTask {
        PlayLand { seat, object, face, permit },
        LandPlayed { seat, from, grant },
        Cast { seat, object, way, nested },
        TurnFaceUp { seat, object, by },
        Unlock { seat, object, door },
        Activate { seat, key },
        Go(transaction),
        BeginPayment { seat, object, cost, bindings },
        Pay(payment),
        Unpay(payment),
        Resolve,
        FinishResolving(object),
        LeaveStack(object),
        Merge { spell, asked },
        ShuffledIn(seat),
        TappedForMana(objects),
        HandAction { seat, object, action, by },
    }
    struct Nested { cost, must_be }
    struct Requirement { filter, bindings }
    struct Transaction {
        seat, object, what, step, bindings, base, more, grant, spend_as, nested, must_be, was, was_face_down, becomes, timely, texts,
        gained, produced, spliced, payment, at, asked, offered, undo,
    }
    struct Grant { effect, you, this }
    struct Payment {
        total, help, step, ways, picked, kinds, opponents, delved, convoked, tapping, added, exactly, spent, for_mana, held, at, tries,
        asked, offered,
    }
    struct InstructionPayment { object, bindings, payment, undo }
    enum Return { Paid(paid), Cast(spell), TakenBack(what) }
    struct TotalCost { mana, parts, bend, unpayable, spend_as, no_mana, paid_for }
    struct ManaTotal { generic, symbols, on_x, less, less_sparing, less_of, less_hybrid, less_only, least }
    struct Activation { key, makes, added, spend, direct }
    struct AlternatePayment { convoke, delve, improvise }
    struct Refused { when, tries }
    struct Try { seat, what, modes, x, paid, targets, times }
    enum UndoTask { Keep(task), GoBack { place }, KeepDeclaration, DeclareAgain }
    struct Undo { triggers, segments, failed, unseen, first, waiting }
    struct Segment { key, pool, spent, triggers, open, reversible, reversed, before }
}

references! {
    struct Pending(decision)
    struct DecisionCount(count)
    struct Settings {
        skip_forced, auto_pay, offer_unproven, max_turns, max_decisions, max_objects, max_stack, life, edition,
        order_graveyards, questions,
    }
    struct Decision { player, decider, prompt, shape, cancellable }
    enum Shape {
        ChooseOne(options),
        ChooseSome { options, min, max, rule },
        Order(options),
        Distribute { options, total, min_each, most, before_last, lacks },
        Number { min, max },
        Confirm,
        Name(names),
    }
    struct SetRule { groups, weights, once, min_weight, company, limits }
    struct Company { members, with }
    struct Limit { each, most }
    struct Group { members, min, max, or_none }
    struct Lack { members, most, always }
    enum Answer {
        One(option), Some(options), Order(options), Distribute(shares), Number(number), Confirm(yes), Name(name), Cancel,
    }
    struct CastMethod { face, alternative, permit, offer, face_down, plotted }
    enum Choice {
        Pass,
        PlayLand { object, face, permit },
        Cast { object, way },
        RollPlanarDie,
        HandAction { object, action, by },
        TurnFaceUp { object, by },
        Door { object, door },
        Activate { key },
        Object(object),
        Player(seat),
        Attack { attacker, target },
        Block { blocker, attacker },
        Mode(mode),
        Color(color),
        CardType(kind),
        Counter { of, kind },
        Subtype(subtype),
        Number(number),
        Trigger(place),
        Replacement(place),
        Way(way),
        Mana(mana),
        Course(course),
        Room { dungeon, room },
    }
}

references! {
    enum Prompt {
        Priority,
        Mulligan { taken },
        MulliganBottom,
        OpeningHand,
        StartingPlayer,
        DeclareAttackers,
        DeclareBands(of),
        Enlist(of),
        DeclareBlockers,
        CombatDamage(of),
        CleanupDiscard,
        StayTapped,
        Modes(of),
        OptionalCost(of, cost),
        Splice(of),
        ChooseX(of),
        Targets { of, instance },
        Divide(of),
        PayWith(of),
        PaySymbol(of),
        PayMana(of),
        TakeBack(of),
        ManaColor(of),
        May(of),
        MayPay(of, cost),
        ChooseObjects(of),
        Discard(of),
        Sacrifice(of),
        Search(of),
        Arrange(of),
        OrderCards(of),
        OrderRounds(of),
        Piles(of),
        Course(of),
        Vote(of),
        MergeOver(of),
        Venture,
        ChooseColor(of),
        ChooseName(of, filter),
        ChooseCardType(of),
        ChooseSubtype(of),
        ChoosePlayer(of),
        ChooseNumber(of),
        EnterAsCopy(of),
        EnchantWhat(of),
        Replacement(of),
        ApplyReplacement(of),
        RevealDrawn(of, nth),
        AsUnblocked(of),
        OrderTriggers,
        TriggerEvent(of),
        OrderGraveyard,
        OrderTimestamps,
        CommandZone(of),
        LegendRule,
        CastNow(of),
        NewTargets(of),
    }
}

/// The requirement of a decision has the name of the one of a transaction.
mod decisions {
    use crate::model::decision::Requirement;

    super::references! {
        struct Requirement { members, weight }
    }
}
