//! A world with the layers and nothing else, and made-up cards.

use crate::cards::def::{CounterKind, Duration, Subtype, ZoneKind};
use crate::cards::{CardTable, CardTableData, Tokens, check, definition};
use crate::model::bindings::{Bindings, ChosenTarget};
use crate::model::dirt::StateClass;
use crate::model::event::{Cause, Enter};
use crate::model::ids::{AbilityHandle, ContinuousEffectId, DefId, ObjectRef, Referent, Seat, StaticHandle};
use crate::model::object::{Characteristics, CopiableSource, Counters, Linked, Object, ObjectKind, Status};
use crate::model::player::{Player, Players};
use crate::model::turn::Turn;
use crate::model::zone::{Move, Zone, Zones};
use crate::rules::layers::{LayersPlugin, PassCount, TrialCount, refresh, start_effect};
use crate::rules::schedule::mark_dirty;
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, GameWorld, ReadGame};
use crate::rules::zones::move_objects;
use bevy_app::App;
use bevy_ecs::prelude::*;
use std::sync::Arc;

pub(crate) const A: Seat = Seat(0);
pub(crate) const B: Seat = Seat(1);

/// A world of two players that knows these cards, written as RON without `format`.
pub(crate) struct Table {
    pub(crate) world: World,
}

impl Table {
    pub(crate) fn new(cards: &[&str]) -> Self {
        Self::with(cards, |_| {})
    }

    /// A world to whose rules somebody has added something.
    pub(crate) fn with(cards: &[&str], add: impl FnOnce(&mut App)) -> Self {
        let basics = ["W", "U", "B", "R", "G"]
            .map(|s| format!(r#"Activated(cost: [Tap], effects: [AddMana(mana: Fixed("{{{s}}}"))])"#))
            .join(", ");
        let basics = format!(r#"(name: "Basics", types: "Land", abilities: [{basics}])"#);
        let texts = cards.iter().copied().chain([basics.as_str()]);
        let defs: Vec<_> = texts
            .map(|text| {
                let text = format!("Card(format: 1, {}", text.trim().trim_start_matches('('));
                let card = check::parse_card("test", &text).unwrap_or_else(|e| panic!("{e}"));
                definition(&card, &Tokens::new()).unwrap_or_else(|e| panic!("{}: {e}", card.name))
            })
            .collect();
        let last = DefId(defs.len() as u16 - 1);
        let mut data = CardTableData { defs, ..CardTableData::default() };
        for (i, handle) in data.basic_mana.iter_mut().enumerate() {
            *handle = AbilityHandle { def: last, index: i as u16 };
        }
        for face in data.defs.iter().flat_map(|d| &d.faces) {
            data.traits.static_from |= face.traits.static_from;
        }
        let mut app = App::empty();
        let world = app.world_mut();
        world.init_game();
        world.insert_part(Turn { number: 1, begun: vec![1, 0], ..Turn::default() });
        world.insert_part(Players(vec![Player::new(20), Player::new(20)]));
        world.insert_part(Zones::for_players(2));
        world.insert_part(CardTable(Arc::new(data)));
        app.add_plugins(LayersPlugin);
        add(&mut app);
        Self { world: std::mem::take(app.world_mut()) }
    }

    fn def(&self, name: &str) -> DefId {
        let defs = &self.world.part::<CardTable>().0.defs;
        let place = defs.iter().position(|d| d.name == name);
        DefId(place.unwrap_or_else(|| panic!("no card {name}")) as u16)
    }

    /// A card outside of the game.
    pub(crate) fn card(&mut self, name: &str, owner: Seat) -> ObjectRef {
        let def = self.def(name);
        let id = Slots::take(&mut self.world, ObjectKind::Card);
        let entity = self.world.part::<Slots>().entity(id);
        let mut object = self.world.get_mut::<Object>(entity).unwrap();
        object.owner = owner;
        object.base = CopiableSource::Def(def, 0);
        object.reference()
    }

    pub(crate) fn move_to(&mut self, object: ObjectRef, zone: ZoneKind) -> ObjectRef {
        let owner = self.object(object).owner;
        let enter = (zone == ZoneKind::Battlefield).then(|| Box::new(Enter { controller: owner, ..Enter::default() }));
        self.move_with(object, zone, enter)
    }

    pub(crate) fn move_with(&mut self, object: ObjectRef, zone: ZoneKind, enter: Option<Box<Enter>>) -> ObjectRef {
        let owner = self.object(object).owner;
        let step = Move { enter, ..Move::plain(object, Zone::of(zone, owner), Cause::Effect) };
        move_objects(&mut self.world, &[step])[0].new
    }

    /// A new permanent.
    pub(crate) fn put(&mut self, name: &str, controller: Seat) -> ObjectRef {
        let card = self.card(name, controller);
        self.move_to(card, ZoneKind::Battlefield)
    }

    pub(crate) fn put_in(&mut self, name: &str, owner: Seat, zone: ZoneKind) -> ObjectRef {
        let card = self.card(name, owner);
        self.move_to(card, zone)
    }

    /// A new permanent attached to another one.
    pub(crate) fn put_on(&mut self, name: &str, controller: Seat, host: ObjectRef) -> ObjectRef {
        let new = self.put(name, controller);
        self.attach(new, host);
        new
    }

    pub(crate) fn attach(&mut self, what: ObjectRef, host: ObjectRef) {
        let now = self.world.part_mut::<Zones>().tick();
        self.object_mut(what).timestamp = now;
        self.status_mut(what).attached_to = Some(Referent::Object(host));
        mark_dirty(&mut self.world, StateClass::ATTACHMENT);
    }

    pub(crate) fn counters(&mut self, object: ObjectRef, kind: &str, count: u32) {
        let kind: CounterKind = ron::from_str(&format!("\"{kind}\"")).unwrap();
        let now = self.world.part_mut::<Zones>().tick();
        let entity = self.world.part::<Slots>().entity(object.id);
        self.world.get_mut::<Counters>(entity).unwrap().add(kind, count, now);
        mark_dirty(&mut self.world, StateClass::COUNTERS);
    }

    pub(crate) fn object(&self, object: ObjectRef) -> &Object {
        self.world.get(self.world.part::<Slots>().entity(object.id)).unwrap()
    }
    pub(crate) fn object_mut(&mut self, object: ObjectRef) -> Mut<'_, Object> {
        let entity = self.world.part::<Slots>().entity(object.id);
        self.world.get_mut(entity).unwrap()
    }
    pub(crate) fn linked_mut(&mut self, object: ObjectRef) -> Mut<'_, Linked> {
        let entity = self.world.part::<Slots>().entity(object.id);
        self.world.get_mut(entity).unwrap()
    }
    pub(crate) fn status_mut(&mut self, object: ObjectRef) -> Mut<'_, Status> {
        let entity = self.world.part::<Slots>().entity(object.id);
        self.world.get_mut(entity).unwrap()
    }

    /// The n-th static effect of a card, as a resolution starts it.
    pub(crate) fn start(
        &mut self,
        name: &str,
        nth: u16,
        targets: &[ObjectRef],
        duration: Duration,
    ) -> Option<ContinuousEffectId> {
        self.start_by(name, nth, A, targets, duration)
    }

    pub(crate) fn start_by(
        &mut self,
        name: &str,
        nth: u16,
        you: Seat,
        targets: &[ObjectRef],
        duration: Duration,
    ) -> Option<ContinuousEffectId> {
        let mut bindings = Bindings::new(you, targets.first().copied().unwrap_or(ObjectRef::NONE));
        for (i, object) in targets.iter().enumerate() {
            bindings.targets.push(ChosenTarget {
                instance: i as u8,
                target: Referent::Object(*object),
                share: 0,
                legal: true,
            });
        }
        self.start_with(name, nth, bindings, duration)
    }

    pub(crate) fn start_with(
        &mut self,
        name: &str,
        nth: u16,
        words: Bindings,
        duration: Duration,
    ) -> Option<ContinuousEffectId> {
        let handle = StaticHandle { def: self.def(name), index: nth };
        refresh(&mut self.world);
        start_effect(&mut self.world, handle, words, duration)
    }

    /// The characteristics, up to date.
    pub(crate) fn chars(&mut self, object: ObjectRef) -> Characteristics {
        refresh(&mut self.world);
        self.world.get::<Characteristics>(self.world.part::<Slots>().entity(object.id)).unwrap().clone()
    }

    pub(crate) fn pt(&mut self, object: ObjectRef) -> (i32, i32) {
        let chars = self.chars(object);
        (chars.power, chars.toughness)
    }

    pub(crate) fn has_subtype(&mut self, object: ObjectRef, name: &str) -> bool {
        self.chars(object).subtypes.contains(Subtype::named(name).unwrap())
    }

    pub(crate) fn subtypes(&mut self, object: ObjectRef) -> String {
        let names: Vec<_> = self.chars(object).subtypes.by_number().map(Subtype::name).collect();
        names.join(" ")
    }

    pub(crate) fn passes(&self) -> u64 {
        self.world.resource::<PassCount>().0
    }

    /// Trials of all passes.
    pub(crate) fn trials(&mut self) -> u64 {
        refresh(&mut self.world);
        self.world.resource::<TrialCount>().0
    }

    pub(crate) fn tap(&mut self, object: ObjectRef) {
        self.status_mut(object).tapped = true;
        self.mark_dirty(StateClass::TAPPED);
    }

    /// Passes that a change leads to.
    pub(crate) fn passes_of<T>(&mut self, change: impl FnOnce(&mut Self) -> T) -> u64 {
        refresh(&mut self.world);
        let before = self.passes();
        let _ = change(self);
        refresh(&mut self.world);
        self.passes() - before
    }

    pub(crate) fn mark_dirty(&mut self, inputs: StateClass) {
        mark_dirty(&mut self.world, inputs);
    }
}

/// Cards that several tests use.
pub(crate) const BEAR: &str = r#"(name: "Bear", cost: "{1}{G}", types: "Creature - Bear", pt: (2, 2))"#;
pub(crate) const FOREST: &str = r#"(name: "Forest", types: "Basic Land - Forest")"#;
pub(crate) const ANTHEM: &str = r#"(name: "Anthem", cost: "{2}{W}", types: "Enchantment", abilities: [
    Static(effect: Affect(All(And([Type("Creature"), Controlled(You)])), [ModifyPT(N(1), N(1))]))])"#;
pub(crate) const HUMILITY: &str = r#"(name: "Humble All", cost: "{2}{W}{W}", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Type("Creature")), [LoseAllAbilities, SetPT(N(1), N(1))]))])"#;
pub(crate) const OPALESCENCE: &str = r#"(name: "Opal", cost: "{2}{W}{W}", types: "Enchantment", abilities: [
    Static(effect: Affect(All(And([Type("Enchantment"), Not(Subtype("Aura")), Not(Is(This))])),
        [AddTypes("Creature", []), SetPT(ManaValue(It), ManaValue(It))]))])"#;
pub(crate) const FLIGHT: &str = r#"(name: "Flight", cost: "{U}", types: "Enchantment - Aura", abilities: [Keyword(Enchant(Permanent(Type("Creature")))),
    Static(effect: Affect(The(Host), [Gain([Flying])]))])"#;
pub(crate) const GROWTH: &str = r#"(name: "Growth", cost: "{G}", types: "Instant", abilities: [
    Spell(targets: [(what: Permanent(Type("Creature")))],
        effects: [Continuous(Affect(Targets(0), [ModifyPT(N(3), N(3))]), EndOfTurn)])])"#;
