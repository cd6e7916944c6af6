//! What instructions are usually aimed at: whether what is chosen for them gains or loses by it. Read from the vocabulary
//! alone, whatever the game looks like, for those who show choices to people. It decides nothing.

use crate::cards::def::{
    Ballot, DamageTo, Destination, Filter, Instruction, Obj, Objects, Recipients, ReplaceWith, ReplacedEvent,
    StaticEffect, Var, Who, ZoneKind, ZoneOf, dealt,
};
use crate::cards::{AbilityKind, Body, CardTable, Op};
use crate::model::ids::{AbilityHandle, DefId, ProgramHandle};
use crate::model::object::Characteristics;

mod rules;
mod weights;
use rules::of_rule;
use weights::{arrives, changed, counter, moved, of};

/// What becomes of something that is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// It does its controller good: one chooses one's own.
    Help,
    /// It does them harm: one chooses what is somebody else's.
    Harm,
}

/// How an instruction refers to what is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// As the targets of an instance.
    Target(u8),
    /// As what a variable holds.
    Var(Var),
}

/// The aim of instructions from a place on, for something chosen that is in such a zone; `None` if it isn't clear.
pub fn aim(table: &CardTable, program: ProgramHandle, from: u16, chosen: Chosen, zone: ZoneKind) -> Option<Aim> {
    let mut mark = Mark { zone, target: None, host: false, it: false, vars: Vec::new() };
    match chosen {
        Chosen::Target(n) => mark.target = Some(n),
        Chosen::Var(var) => mark.vars.push((var, zone)),
    }
    of(mark.program(table, program, from, DEEP))
}

/// The aim of an Aura, or of what else is attached.
pub fn aim_of_attached(table: &CardTable, chars: &Characteristics) -> Option<Aim> {
    let mut mark = Mark { zone: ZoneKind::Battlefield, target: None, host: true, it: false, vars: Vec::new() };
    let each = chars.abilities.iter().map(|ability| mark.ability(table, ability.handle, DEEP));
    of(each.sum())
}

/// How far abilities inside of abilities are looked into.
const DEEP: u8 = 3;

/// What is chosen, as instructions name it. All weights are positive for help and negative for harm.
#[derive(Clone)]
struct Mark {
    /// The zone that what is chosen is in.
    zone: ZoneKind,
    target: Option<u8>,
    /// It is what something is attached to.
    host: bool,
    /// It is the current object of a loop.
    it: bool,
    /// The variables that hold it, and where it is then.
    vars: Vec<(Var, ZoneKind)>,
}

impl Mark {
    /// Whether it is this object, and where that is.
    fn obj(&self, obj: Obj) -> Option<ZoneKind> {
        match obj {
            Obj::Target(n) => (self.target == Some(n)).then_some(self.zone),
            Obj::Host => self.host.then_some(self.zone),
            Obj::It => self.it.then_some(self.zone),
            Obj::Var(var) => self.var(var),
            Obj::This | Obj::Event | Obj::EventSource | Obj::Granter | Obj::PaidWith => None,
        }
    }

    fn var(&self, var: Var) -> Option<ZoneKind> {
        self.vars.iter().rev().find(|(v, _)| *v == var).map(|(_, zone)| *zone)
    }

    fn is(&self, obj: Obj) -> bool {
        self.obj(obj).is_some()
    }

    /// How much a player has to do with it: 2 if they are chosen, 1 if it is theirs.
    fn who(&self, who: Who) -> i32 {
        match who {
            Who::Target(n) | Who::TargetOrController(n) => 2 * i32::from(self.target == Some(n)),
            Who::ControllerOf(obj) | Who::OwnerOf(obj) => i32::from(self.is(obj)),
            Who::It => 2 * i32::from(self.it),
            Who::Enchanted => 2 * i32::from(self.host),
            Who::Var(var) => 2 * i32::from(self.var(var).is_some()),
            Who::You
            | Who::EachPlayer
            | Who::EachFromYou
            | Who::EachOpponent
            | Who::Nonactive
            | Who::Event
            | Who::Events
            | Who::Active
            | Who::Defending
            | Who::Chosen
            | Who::Promised => 0,
        }
    }

    fn player(&self, who: Who, weight: i32) -> i32 {
        self.who(who) * weight / 2
    }

    /// Whether a quality makes something it, or something of theirs.
    fn filter(&self, filter: &Filter) -> bool {
        match filter {
            Filter::And(all) | Filter::Or(all) => all.iter().any(|f| self.filter(f)),
            Filter::Is(obj) => self.is(*obj),
            Filter::In(objects) => self.objects(objects).is_some(),
            Filter::Controlled(who) | Filter::Owned(who) => self.who(*who) == 2,
            _ => false,
        }
    }

    /// Whether these objects are it, or belong to it, and where they are.
    fn objects(&self, objects: &Objects) -> Option<ZoneKind> {
        let of_zone = |zone: &ZoneOf| match zone {
            ZoneOf::Hand(who) | ZoneOf::Graveyard(who) | ZoneOf::Library(who) | ZoneOf::Outside(who) => {
                (self.who(*who) > 0).then_some(zone.kind())
            }
            ZoneOf::Battlefield | ZoneOf::Stack | ZoneOf::Exile | ZoneOf::Command => None,
        };
        match objects {
            Objects::The(obj) => self.obj(*obj),
            Objects::Targets(n) => (self.target == Some(*n)).then_some(self.zone),
            Objects::Var(var) => self.var(*var),
            Objects::Only(all, filter) => {
                self.objects(all).or_else(|| self.filter(filter).then_some(ZoneKind::Battlefield))
            }
            Objects::Union(all) => all.iter().find_map(|one| self.objects(one)),
            Objects::Were(all) | Objects::Became(all) | Objects::SourcesOf(all) => self.objects(all),
            Objects::All(filter) => self.filter(filter).then_some(ZoneKind::Battlefield),
            Objects::In(zone, filter) => of_zone(zone).or_else(|| self.filter(filter).then_some(zone.kind())),
            Objects::Top(_, who) => (self.who(*who) > 0).then_some(ZoneKind::Library),
            Objects::TopOf(_, zone, _) | Objects::BottomOf(_, zone) => of_zone(zone),
            Objects::Linked | Objects::Sources(_) | Objects::PaidWith | Objects::Events | Objects::ThisTurn(..) => None,
        }
    }

    fn each(&self, objects: &Objects, weight: i32) -> i32 {
        if self.objects(objects).is_some() { weight } else { 0 }
    }

    fn recipients(&self, to: &Recipients) -> bool {
        match to {
            Recipients::Targets(n) => self.target == Some(*n),
            Recipients::Objects(objects) => self.objects(objects).is_some(),
            Recipients::Players(who) => self.who(*who) > 0,
            Recipients::It => self.it,
            Recipients::Votes(_) | Recipients::AttackedBy(_) => false,
            Recipients::Union(all) => all.iter().any(|one| self.recipients(one)),
        }
    }

    /// What a variable holds is it, too.
    fn keep(&mut self, var: Option<Var>, zone: Option<ZoneKind>) {
        self.vars.extend(var.zip(zone));
    }

    fn program(&mut self, table: &CardTable, program: ProgramHandle, from: u16, deep: u8) -> i32 {
        let ability = |mark: &mut Self, index: u16| {
            let handle = AbilityHandle { def: program.def, index };
            mark.ability(table, handle, deep.saturating_sub(1)) / 2
        };
        let mut sum = 0;
        for op in table.program(program).iter().skip(usize::from(from)) {
            sum += match op {
                Op::Do(effect) => self.effect(effect),
                Op::Each(all, _) => {
                    self.it |= self.recipients(all);
                    0
                }
                Op::Continuous(row, _) => self.lasting(&table.def(program.def).statics[usize::from(*row)].effect),
                Op::Delayed(index, _) | Op::Reflexive(index) => ability(self, *index),
                Op::ExtraTurn(who, index) => self.player(*who, 10) + 2 * ability(self, *index),
                Op::CreateToken { who, .. } => self.player(*who, 6),
                Op::Emblem(who, _) => self.player(*who, 5),
                Op::Jump(_)
                | Op::Again(_)
                | Op::Until(..)
                | Op::JumpUnless(..)
                | Op::UnlessDone(_)
                | Op::AskMay(..)
                | Op::AskPay(..)
                | Op::ChooseX(..)
                | Op::ChooseOne(..)
                | Op::Face(..)
                | Op::Facings(_)
                | Op::Times(_)
                | Op::Next(_)
                | Op::UnlessOver(..)
                | Op::IfSpent(..)
                | Op::WhenSpent(..)
                | Op::Lasts(_)
                | Op::Except(_)
                | Op::Return(..) => 0,
            };
        }
        sum
    }

    /// What an ability does to it as long as it is there.
    fn ability(&mut self, table: &CardTable, handle: AbilityHandle, deep: u8) -> i32 {
        let body = |body: &Body, def: DefId| {
            let each = body.modes.iter().map(|mode| ProgramHandle { def, index: mode.program });
            each.map(|program| self.clone().program(table, program, 0, deep)).sum()
        };
        match &table.ability(handle).kind {
            _ if deep == 0 => 0,
            AbilityKind::Static { index, .. } => {
                self.lasting(&table.def(handle.def).statics[usize::from(*index)].effect)
            }
            AbilityKind::Triggered { body: does, .. } => body(does, handle.def) / 2,
            AbilityKind::Spell(does) => body(does, handle.def),
            _ => 0,
        }
    }

    fn effect(&mut self, effect: &Instruction) -> i32 {
        match effect {
            Instruction::Keep(into, objects) => {
                self.keep(Some(*into), self.objects(objects));
                0
            }
            Instruction::Choose { from, into, .. }
            | Instruction::ChooseOfEach { from, into, .. }
            | Instruction::Vote { among: Ballot::Objects(from, into) | Ballot::Each(from, into), .. } => {
                self.keep(Some(*into), self.objects(from));
                0
            }
            Instruction::Piles { from, first, second, .. } => {
                let zone = self.objects(from);
                self.keep(Some(*first), zone);
                self.keep(Some(*second), zone);
                0
            }
            Instruction::Move { what, to, into, .. } => {
                let Some(from) = self.objects(what) else { return 0 };
                self.keep(*into, Some(arrives(to)));
                moved(from, to)
            }
            Instruction::Destroy { what, into, .. } => {
                let from = self.objects(what);
                self.keep(*into, from.map(|_| ZoneKind::Graveyard));
                if from.is_some() { -10 } else { 0 }
            }
            Instruction::Sacrifice(what) | Instruction::SacrificeThese(_, what) => self.each(what, -10),
            Instruction::SacrificeAndMove { sacrificed, what, to, .. } => {
                let gone = self.each(sacrificed, -10);
                self.objects(what).map_or(gone, |from| gone + moved(from, to))
            }
            Instruction::SacrificeChoice { who, .. } => self.player(*who, -8),
            Instruction::Draw { who, .. } => self.player(*who, 6),
            Instruction::Discard { who, .. } => self.player(*who, -6),
            Instruction::DiscardThese(what) => self.each(what, -6),
            Instruction::Mill { who, .. } => self.player(*who, -2),
            Instruction::Reveal(what) | Instruction::Look(Who::You, what) => {
                if self.objects(what) == Some(ZoneKind::Hand) { -1 } else { 0 }
            }
            Instruction::Look(who, _) => self.player(*who, 1),
            Instruction::Search { who, of, .. } => match self.who(*who) {
                0 => self.player(*of, -3),
                _ => self.player(*who, 4),
            },
            Instruction::Scry(who, _) | Instruction::Surveil(who, _) => self.player(*who, 2),
            Instruction::Damage { amount, to, and, .. } => {
                if dealt(amount, to, and).any(|(_, to)| self.recipients(to)) { -8 } else { 0 }
            }
            Instruction::EachDamages { what, to, .. } => {
                if self.recipients(to) {
                    -8
                } else {
                    self.each(what, 2)
                }
            }
            Instruction::GainLife(who, ..) => self.player(*who, 4),
            Instruction::LoseLife(who, ..) => self.player(*who, -6),
            Instruction::Pair(..) => 0,
            Instruction::Fight(_, other) => {
                if self.is(*other) {
                    -8
                } else {
                    0
                }
            }
            Instruction::AddMana { who, .. } => self.player(*who, 3),
            Instruction::Does(_, what) => self.each(what, 1),
            Instruction::Tap(what) => self.each(what, -4),
            Instruction::Untap(what) => self.each(what, 4),
            Instruction::PutCounters { kind, and, on, .. } => {
                let all = std::iter::once(*kind).chain(and.iter().map(|(kind, _)| *kind));
                if self.recipients(on) { all.map(counter).sum() } else { 0 }
            }
            Instruction::RemoveCounters { kind, from, .. } => {
                if self.recipients(from) {
                    -counter(*kind)
                } else {
                    0
                }
            }
            Instruction::MoreOfEachKind { on, .. } => {
                if self.recipients(on) {
                    5
                } else {
                    0
                }
            }
            Instruction::PutCountersOf { on, .. } => self.each(on, 5),
            Instruction::RemoveAnyCounters { from, .. } | Instruction::RemoveAllCounters { from, .. } => {
                if self.recipients(from) { -4 } else { 0 }
            }
            Instruction::MoveCounters { from, to, .. } => {
                if self.is(*to) {
                    4
                } else if self.is(*from) {
                    -4
                } else {
                    0
                }
            }
            Instruction::Attach(_, to) => {
                if self.is(*to) {
                    3
                } else {
                    0
                }
            }
            Instruction::Regenerate(what) => self.each(what, 8),
            Instruction::RemoveDamage(what)
            | Instruction::Designate(what, _)
            | Instruction::EndDesignation(what, _) => self.each(what, 2),
            Instruction::CreateToken { who, .. } => self.player(*who, 6),
            Instruction::Proliferate(who) => self.player(*who, 3),
            Instruction::RemoveFromCombat(what)
            | Instruction::PhaseOut(what)
            | Instruction::PhaseOutUntil { what, .. }
            | Instruction::BecomeBlocked(what) => self.each(what, -3),
            Instruction::TurnFaceDown(what) => self.each(what, -4),
            Instruction::TurnFaceUp(what) => self.each(what, 2),
            Instruction::Unlock(what) => {
                if self.is(*what) {
                    4
                } else {
                    0
                }
            }
            Instruction::Counter { what, .. } => self.each(what, -10),
            Instruction::AttachToPlayer(_, who) => self.player(*who, -3),
            Instruction::ChangeTargets(_, what)
            | Instruction::RedirectSpell(what)
            | Instruction::RedirectTo(what, _) => {
                if self.is(*what) {
                    -4
                } else {
                    0
                }
            }
            Instruction::CastNow { who, .. } => self.player(*who, 4),
            Instruction::BecomeMonarch(who)
            | Instruction::GetBlessing(who)
            | Instruction::RaiseSpeed(who)
            | Instruction::TakeInitiative(who)
            | Instruction::Venture(who, _)
            | Instruction::RingTempts(who) => self.player(*who, 6),
            Instruction::LoseMana(who) => self.player(*who, -1),
            Instruction::ExtraTurn(who) | Instruction::ExtraTurnAfterNext(who) => self.player(*who, 10),
            Instruction::SkipNext(who, _) => self.player(*who, -6),
            Instruction::Win(who) => self.player(*who, 20),
            Instruction::Lose(who) => self.player(*who, -20),
            Instruction::Abandon(what) => self.each(what, -4),
            // What is made of these is operations of their own.
            Instruction::If { .. }
            | Instruction::May { .. }
            | Instruction::MayPay { .. }
            | Instruction::ForEach(..)
            | Instruction::Repeat(..)
            | Instruction::RepeatUntil(..)
            | Instruction::Again
            | Instruction::OnceEachTurn(_)
            | Instruction::ChooseOne(..)
            | Instruction::FaceVillainousChoice(..)
            | Instruction::TimeTravel
            | Instruction::Continuous(..)
            | Instruction::Delayed { .. }
            | Instruction::ExtraTurnWith { .. }
            | Instruction::Reflexive(_)
            | Instruction::Emblem(..) => 0,
            // One can want these of anything.
            Instruction::ExchangeControl { .. }
            | Instruction::ExchangeText { .. }
            | Instruction::Set(..)
            | Instruction::ChooseColor { .. }
            | Instruction::ChooseName { .. }
            | Instruction::ChooseCardType { .. }
            | Instruction::ChooseSubtype { .. }
            | Instruction::ChoosePlayer { .. }
            | Instruction::ChooseNumber { .. }
            | Instruction::FlipCoin { .. }
            | Instruction::Vote { .. }
            | Instruction::RollDice { .. }
            | Instruction::ChoosePlayers { .. }
            | Instruction::KeepPlayers { .. }
            | Instruction::RememberChoice(_)
            | Instruction::ExileUntil { .. }
            | Instruction::RevealUntil { .. }
            | Instruction::Shuffle(_)
            | Instruction::SetLife(..)
            | Instruction::Unattach(_)
            | Instruction::ExchangeLife(..)
            | Instruction::ExchangeLifeWith { .. }
            | Instruction::ExchangeZones(..)
            | Instruction::Transform(_)
            | Instruction::Flip(_)
            | Instruction::Lock(_)
            | Instruction::CopySpell { .. }
            | Instruction::CopySpellFor { .. }
            | Instruction::CopyInExile { .. }
            | Instruction::BecomePlotted(_)
            | Instruction::Link(..)
            | Instruction::ItBecomes(_)
            | Instruction::Planeswalk(_)
            | Instruction::ChaosEnsues
            | Instruction::RollPlanarDie(_)
            | Instruction::SetInMotion(_)
            | Instruction::EndNow(_)
            | Instruction::ExtraCombat { .. } => 0,
        }
    }

    fn lasting(&self, effect: &StaticEffect) -> i32 {
        match effect {
            StaticEffect::Affect(group, modifications) => self.each(group, changed(modifications)),
            StaticEffect::Rule(rule) => of_rule(rule).map_or(0, |(who, weight)| self.player(*who, weight)),
            StaticEffect::Replace(replacement) => {
                let meant = match &replacement.event {
                    ReplacedEvent::Damage { to: DamageTo::Object(filter), .. }
                    | ReplacedEvent::Destroyed(filter)
                    | ReplacedEvent::Resolves(filter)
                    | ReplacedEvent::Moves { what: filter, .. } => self.filter(filter),
                    ReplacedEvent::Damage { to: DamageTo::Player(who), .. } => self.who(*who) == 2,
                    ReplacedEvent::Damage { to: DamageTo::Target(n), .. } => self.target == Some(*n),
                    _ => false,
                };
                match &replacement.with {
                    ReplaceWith::RedirectUpTo(_, Recipients::Targets(n)) if self.target == Some(*n) => -3,
                    ReplaceWith::Prevent(_)
                    | ReplaceWith::Regenerate
                    | ReplaceWith::Redirect(_)
                    | ReplaceWith::RedirectUpTo(..)
                        if meant =>
                    {
                        5
                    }
                    ReplaceWith::MoveTo(Destination::Exile | Destination::ExileFaceDown(_))
                    | ReplaceWith::MoveToAndThen(Destination::Exile, _)
                        if meant =>
                    {
                        -3
                    }
                    _ => 0,
                }
            }
        }
    }
}
