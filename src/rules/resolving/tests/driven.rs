//! Programs of cards written as text, run with everything that they call.

use crate::cards::def::{CardDef, StepName, Word};
use crate::cards::{AbilityKind, CardDb, CardTable, check};
use crate::model::agenda::{Agenda, Returned};
use crate::model::bindings::{Bindings, ChosenTarget, Value};
use crate::model::decision::{Answer, Decision, Prompt};
use crate::model::ids::{AbilityHandle, AbilityKey, DefId, ObjectId, ObjectRef, Origin, ProgramHandle, Referent, Seat};
use crate::model::object::{CopiableSource, Object, ObjectKind, StackEntry, Status, ThisTurn};
use crate::model::player::{Player, Players};
use crate::model::task::Task;
use crate::model::turn::Turn;
use crate::model::zone::{Move, OwnZones, Zone, Zones};
use crate::rules::driver::{self, Flow};
use crate::rules::plugins::RulesPlugins;
use crate::rules::reading::{Board, Live};
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, GameWorld, ReadGame};
use crate::rules::zones::move_objects;
use crate::rules::{layers, mana};
use bevy_app::App;
use bevy_ecs::prelude::*;

const A: Seat = Seat(0);
const B: Seat = Seat(1);

const BEAR: &str = r#"name: "Bear", types: "Creature - Bear", pt: (2, 2)"#;
const CAT: &str = r#"name: "Cat", types: "Creature - Cat", pt: (3, 1)"#;

struct Table {
    world: World,
    asked: Vec<Prompt>,
}

impl Table {
    /// A game of two players in the main phase of seat A with these cards in its table.
    fn new(cards: &[&str]) -> Self {
        let mut app = App::empty();
        app.add_plugins(RulesPlugins);
        let mut world = std::mem::take(app.world_mut());
        let db = CardDb::embedded();
        let compile = |text: &&str| {
            let text = format!("Card(format: 1, {text})");
            // Without the checks of files: the tests supply targets and variables.
            let card: CardDef = check::options().from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
            db.compile(&card).unwrap_or_else(|e| panic!("{e}: {text}"))
        };
        let defs: Vec<_> = cards.iter().map(compile).collect();
        world.insert_part(db.table(&defs));
        world.part_mut::<Players>().0 = vec![Player::new(20), Player::new(20)];
        world.part_mut::<Zones>().lists_mut().own = vec![OwnZones::default(), OwnZones::default()];
        let turn = world.part_mut::<Turn>();
        (turn.number, turn.begun, turn.step) = (1, vec![1, 0], StepName::PrecombatMain);
        Self { world, asked: Vec::new() }
    }

    /// With one sorcery, the first of the cards, that does this.
    fn spell(effects: &str, others: &[&str]) -> Self {
        let spell = format!(r#"name: "Spell", types: "Sorcery", abilities: [Spell(effects: [{effects}])]"#);
        let mut cards = vec![spell.as_str()];
        cards.extend(others);
        Self::new(&cards)
    }

    fn def(&self, name: &str) -> DefId {
        let defs = &self.world.part::<CardTable>().0.defs;
        DefId(defs.iter().position(|d| d.name == name).unwrap_or_else(|| panic!("no {name}")) as u16)
    }

    /// A card, moved from outside into a zone.
    fn put(&mut self, name: &str, owner: Seat, zone: fn(Seat) -> Zone) -> ObjectRef {
        let def = self.def(name);
        let id = Slots::take(&mut self.world, ObjectKind::Card);
        let entity = self.world.part::<Slots>().entity(id);
        let mut object = self.world.get_mut::<Object>(entity).expect("a slot");
        (object.owner, object.base) = (owner, CopiableSource::Def(def, 0));
        let outside = object.reference();
        let request = Move::plain(outside, zone(owner), crate::model::event::Cause::Setup);
        let new = move_objects(&mut self.world, &[request])[0].new;
        layers::refresh(&mut self.world);
        new
    }

    fn field(&mut self, name: &str, owner: Seat) -> ObjectRef {
        self.put(name, owner, |_| Zone::Battlefield)
    }

    /// What the first card's spell ability does, with these bindings.
    fn run(&mut self, bindings: Bindings, answers: impl IntoIterator<Item = Answer>) {
        let table = self.world.part::<CardTable>().clone();
        let program = table.def(DefId(0)).abilities.iter().find_map(|a| match &a.kind {
            AbilityKind::Spell(body) => Some(body.modes[0].program),
            _ => None,
        });
        let program = ProgramHandle { def: DefId(0), index: program.expect("a spell ability") };
        driver::start(&mut self.world, program, bindings, 0);
        let mut answers = answers.into_iter();
        while let Some(decision) = self.go() {
            let answer = answers.next().unwrap_or_else(|| panic!("no answer left for {decision:?}"));
            assert_eq!(decision.check(&answer), Ok(()), "{decision:?}");
            self.asked.push(decision.prompt);
            Returned::give_answer(&mut self.world, answer);
        }
        assert_eq!(answers.next(), None, "all answers are used");
        layers::refresh(&mut self.world);
    }

    /// Runs the program for seat A without anything chosen.
    fn resolve(&mut self, answers: impl IntoIterator<Item = Answer>) {
        self.run(Bindings::new(A, ObjectRef::NONE), answers);
    }

    /// Runs tasks until one asks; what waits goes through its serialised form.
    fn go(&mut self) -> Option<Decision> {
        loop {
            // As the driver does before each task.
            driver::settle(&mut self.world);
            let task = self.world.part_mut::<Agenda>().take_top()?;
            let text = ron::to_string(&task).expect("tasks are plain data");
            let task: Task = ron::from_str(&text).expect("tasks are plain data");
            let flow = driver::run_task(&mut self.world, task);
            if let Flow::Ask(decision) = flow {
                return Some(*decision);
            }
        }
    }

    /// The names of the objects in a zone, in order.
    fn names(&self, zone: Zone) -> Vec<String> {
        let live = Live::new(&self.world);
        let name = |id: &ObjectId| match live.object(*id).base {
            CopiableSource::Def(def, _) => live.table().def(def).name.clone(),
            CopiableSource::Interned(_) => live.table().name(live.chars(*id).name).unwrap_or("?").to_owned(),
        };
        self.world.part::<Zones>().list(zone).iter().map(name).collect()
    }

    fn status(&self, id: ObjectId) -> &Status {
        self.world.row(id)
    }

    fn this_turn(&self, id: ObjectId) -> &ThisTurn {
        self.world.row(id)
    }

    fn life(&self) -> [i32; 2] {
        [A, B].map(|s| self.world.part::<Players>().get(s).life)
    }
}

fn targeting(targets: &[Referent]) -> Bindings {
    let chosen =
        |(i, target): (usize, &Referent)| ChosenTarget { instance: i as u8, target: *target, share: 0, legal: true };
    Bindings { targets: targets.iter().enumerate().map(chosen).collect(), ..Bindings::new(A, ObjectRef::NONE) }
}

const EXILE_AND_RETURN: &str = r#"
    Move(what: The(Target(0)), to: Exile),
    Move(what: The(Target(0)), to: Battlefield(under: You, tapped: true, counters: [("+1/+1", N(1))]))"#;

#[test]
fn what_the_effect_has_moved_it_can_find() {
    let mut table = Table::spell(EXILE_AND_RETURN, &[BEAR]);
    let bear = table.field("Bear", B);
    table.run(targeting(&[Referent::Object(bear)]), []);
    let live = Live::new(&table.world);
    let now = live.object(bear.id);
    assert_eq!((now.zone, now.owner, live.chars(bear.id).controller), (Zone::Battlefield, B, A));
    assert_eq!((live.chars(bear.id).power, live.status(bear.id).tapped), (3, true));
    assert_eq!(now.incarnation, bear.incarnation + 2);
}

#[test]
fn what_moved_for_another_reason_is_not_found() {
    let mut table = Table::spell(r#"Move(what: The(Target(0)), to: Hand)"#, &[BEAR]);
    let bear = table.field("Bear", B);
    let dies = Move::plain(bear, Zone::Graveyard(B), crate::model::event::Cause::Destroy);
    move_objects(&mut table.world, &[dies]);
    table.run(targeting(&[Referent::Object(bear)]), []);
    assert_eq!(table.names(Zone::Graveyard(B)), ["Bear"]);
}

#[test]
fn players_sacrifice_together_after_all_have_chosen() {
    let effects = r#"SacrificeChoice(who: EachPlayer, filter: Type("Creature"), into: "gone"),
        GainLife(You, Var("gone"))"#;
    let mut table = Table::spell(effects, &[BEAR, CAT]);
    for seat in [A, B] {
        table.field("Bear", seat);
        table.field("Cat", seat);
    }
    table.resolve([Answer::One(0), Answer::One(1)]);
    assert_eq!(table.names(Zone::Battlefield), ["Cat", "Bear"]);
    assert_eq!(table.life(), [22, 20]);
}

#[test]
fn damage_is_divided_and_counted() {
    let effects =
        r#"Damage(amount: Divided, to: Targets(0), into: "dealt", dealt_to: "hit"), GainLife(You, Var("dealt"))"#;
    let mut table = Table::spell(effects, &[BEAR]);
    let bear = table.field("Bear", B);
    let mut bindings = targeting(&[Referent::Object(bear), Referent::Player(B), Referent::Player(A)]);
    for (target, share) in bindings.targets.iter_mut().zip([1, 2, 4]) {
        (target.instance, target.share) = (0, share);
    }
    bindings.targets[2].legal = false;
    bindings.this = bear;
    table.run(bindings, []);
    assert_eq!(table.this_turn(bear.id).damage, 1);
    assert_eq!(table.life(), [23, 18]);
}

#[test]
fn a_search_finds_reveals_moves_and_shuffles() {
    let effects = r#"Search(filter: Type("Creature"), into: "found"), Reveal(Var("found")),
        Move(what: Var("found"), to: Hand), Shuffle(You)"#;
    let mut table = Table::spell(effects, &[BEAR, CAT]);
    for name in ["Bear", "Spell", "Cat"] {
        table.put(name, A, Zone::Library);
    }
    table.resolve([Answer::Some(vec![1])]);
    assert_eq!(table.names(Zone::Hand(A)), ["Cat"]);
    let card = table.world.part::<Zones>().own[0].hand[0];
    assert!(Live::new(&table.world).object(card).known_to.contains(B), "all have seen what was found");
    // CR 701.23b: what has a stated quality needn't be found.
    table.resolve([Answer::Some(vec![])]);
    assert_eq!(table.names(Zone::Hand(A)), ["Cat"]);
}

#[test]
fn cards_are_put_on_a_library_in_the_chosen_order() {
    for (to, expected) in [("LibraryTop", ["Spell", "Cat", "Bear"]), ("LibraryBottom", ["Cat", "Bear", "Spell"])] {
        let effects = format!(r#"Move(what: In(Hand(You), Any), to: {to})"#);
        let mut table = Table::spell(&effects, &[BEAR, CAT]);
        table.put("Spell", A, Zone::Library);
        table.put("Cat", A, Zone::Hand);
        table.put("Bear", A, Zone::Hand);
        // The first in the order is the nearest to the top, which is the last of the list.
        table.resolve([Answer::Order(vec![1, 0])]);
        assert_eq!(table.names(Zone::Library(A)), expected, "{to}");
    }
}

#[test]
fn tokens_are_created_and_copied() {
    let effects = r#"
        CreateToken(count: N(2), token: New(types: "Creature - Cat", pt: (1, 1)), into: "cats"),
        CreateToken(token: CopyOf(Target(0), [Gain([Haste])]), tapped: true, into: "copy"),
        PutCounters(kind: "+1/+1", on: Objects(Var("cats")))"#;
    let mut table = Table::spell(effects, &[BEAR]);
    let bear = table.field("Bear", B);
    table.run(targeting(&[Referent::Object(bear)]), []);
    let live = Live::new(&table.world);
    let tokens: Vec<ObjectId> = table.world.part::<Zones>().battlefield[1..].to_vec();
    let powers: Vec<i32> = tokens.iter().map(|t| live.chars(*t).power).collect();
    assert_eq!(powers, [2, 2, 2]);
    assert!(live.chars(tokens[2]).has(crate::cards::def::Keyword::Haste) && live.status(tokens[2]).tapped);
    assert!(tokens.iter().all(|t| live.object(*t).owner == A));
}

#[test]
fn a_fight_needs_both_creatures() {
    let mut table = Table::spell("Fight(Target(0), Target(1))", &[BEAR, CAT]);
    let (bear, cat) = (table.field("Bear", A), table.field("Cat", B));
    table.run(targeting(&[Referent::Object(bear), Referent::Object(cat)]), []);
    assert_eq!([bear, cat].map(|o| table.this_turn(o.id).damage), [3, 2]);
    let mut bindings = targeting(&[Referent::Object(bear), Referent::Object(cat)]);
    bindings.targets[1].legal = false;
    table.run(bindings, []);
    assert_eq!([bear, cat].map(|o| table.this_turn(o.id).damage), [3, 2]);
}

#[test]
fn a_regeneration_shield_saves_once() {
    let effects = r#"Regenerate(The(Target(0))), Repeat(N(2), [Destroy(what: The(Target(0)))])"#;
    let mut table = Table::spell(effects, &[BEAR]);
    let bear = table.field("Bear", A);
    table.run(targeting(&[Referent::Object(bear)]), []);
    assert_eq!(table.names(Zone::Graveyard(A)), ["Bear"]);
    let mut table = Table::spell("Regenerate(The(Target(0))), Destroy(what: The(Target(0)))", &[BEAR]);
    let bear = table.field("Bear", A);
    table.run(targeting(&[Referent::Object(bear)]), []);
    assert!(table.status(bear.id).tapped);
}

#[test]
fn what_pays_as_it_enters_may_enter_untapped() {
    const LAND: &str = r#"name: "Shock", types: "Land", abilities: [Static(effect: Replace(
        event: Enters(Is(This)),
        with: AsEnters([MayPay(cost: [PayLife(N(2))], otherwise: [Tap(The(This))])])))]"#;
    for (pays, life) in [(true, 18), (false, 20)] {
        let mut table = Table::spell(r#"Move(what: In(Hand(You), Any), to: Battlefield())"#, &[LAND]);
        let land = table.put("Shock", A, Zone::Hand);
        table.resolve([Answer::Confirm(pays)]);
        assert_eq!((table.life()[0], table.status(land.id).tapped), (life, !pays));
        assert_eq!(table.names(Zone::Battlefield), ["Shock"]);
    }
}

#[test]
fn exiled_cards_are_linked_to_what_exiled_them() {
    let effects = r#"If(cond: Exists(Linked), then: [Move(what: Linked, to: Hand)],
        otherwise: [Move(what: The(Target(0)), to: Exile, linked: true)])"#;
    let mut table = Table::spell(effects, &[BEAR, CAT]);
    let (bear, cat) = (table.field("Bear", A), table.field("Cat", B));
    let bindings = Bindings { this: cat, ..targeting(&[Referent::Object(bear)]) };
    table.run(bindings.clone(), []);
    assert_eq!(table.names(Zone::Exile), ["Bear"]);
    // It is remembered when the object has left.
    move_objects(&mut table.world, &[Move::plain(cat, Zone::Graveyard(B), crate::model::event::Cause::Destroy)]);
    table.run(bindings, []);
    assert_eq!(table.names(Zone::Hand(A)), ["Bear"]);
}

#[test]
fn an_aura_put_onto_the_battlefield_is_attached() {
    const AURA: &str =
        r#"name: "Aura", types: "Enchantment - Aura", abilities: [Keyword(Enchant(Permanent(Type("Creature"))))]"#;
    let to = r#"Move(what: In(Graveyard(You), Any), to: Battlefield())"#;
    let mut table = Table::spell(to, &[AURA, BEAR, CAT]);
    let aura = table.put("Aura", A, Zone::Graveyard);
    table.resolve([]);
    assert_eq!(table.names(Zone::Graveyard(A)), ["Aura"], "it stays where it is");
    let (_, cat) = (table.field("Bear", A), table.field("Cat", B));
    table.resolve([Answer::One(1)]);
    assert_eq!(table.status(aura.id).attached_to, Some(Referent::Object(cat)));
}

#[test]
fn an_ability_on_the_stack_is_copied_with_new_targets_and_countered() {
    const SOURCE: &str = r#"name: "Source", types: "Artifact", abilities: [Activated(cost: [Tap],
        targets: [(what: Player(EachPlayer))], effects: [LoseLife(Target(0), N(1))])]"#;
    let effects = r#"CopySpell(what: Var("ability"), count: N(2), new_targets: true), Counter(what: Var("ability"))"#;
    let mut table = Table::spell(effects, &[SOURCE]);
    let source = table.field("Source", B);
    let handle = AbilityHandle { def: table.def("Source"), index: 0 };
    let key = AbilityKey { object: source, origin: Origin::Text, handle, nth: 0 };
    let ability =
        Bindings { you: B, this: source, modes: [0].into_iter().collect(), ..targeting(&[Referent::Player(A)]) };
    let ability = crate::rules::casting::put_ability_on_stack(&mut table.world, key, ability);
    let mut bindings = targeting(&[]);
    bindings.set(Word::new("ability").expect("a word"), Value::Objects(vec![ability]));
    table.run(bindings, [Answer::One(0), Answer::One(1)]);
    let stack = table.world.part::<Zones>().stack.clone();
    let target = |id: &ObjectId| {
        let entity = table.world.part::<Slots>().entity(*id);
        let entry = table.world.get::<StackEntry>(entity).expect("a slot");
        (entry.caster, entry.bindings.as_ref().expect("bindings").targets[0].target)
    };
    let left: Vec<_> = stack.iter().map(target).collect();
    assert_eq!(left, [(A, Referent::Player(A)), (A, Referent::Player(B))]);
}

#[test]
fn a_card_is_cast_during_the_resolution() {
    let effects = r#"CastNow(what: In(Exile, Any), cost: Free, into: "cast"), GainLife(You, Var("cast"))"#;
    let costly = r#"name: "Costly", cost: "{5}", types: "Creature - Bear", pt: (5, 5)"#;
    let mut table = Table::spell(effects, &[costly]);
    table.put("Costly", A, |_| Zone::Exile);
    table.resolve([Answer::One(0)]);
    assert_eq!((table.names(Zone::Exile), table.life()[0]), (vec!["Costly".to_owned()], 20));
    table.resolve([Answer::One(1)]);
    assert_eq!((table.names(Zone::Stack), table.life()[0]), (vec!["Costly".to_owned()], 21));
}

#[test]
fn a_card_that_is_not_cast_after_all_can_still_be_found() {
    const MINE: &str = r#"name: "Mine", types: "Land", abilities: [
        Activated(cost: [Tap], effects: [AddMana(mana: Fixed("{R}"))])]"#;
    let effects = r#"ExileUntil(filter: Type("Creature"), into: "card", exiled: "all"),
        CastNow(what: Var("card"), cost: Own, into: "cast"), Move(what: Var("all"), to: Hand)"#;
    let mut table = Table::spell(effects, &[MINE, r#"name: "Cheap", cost: "{R}", types: "Creature", pt: (1, 1)"#]);
    table.world.part_mut::<crate::model::decision::Settings>().auto_pay = false;
    table.field("Mine", A);
    for name in ["Spell", "Cheap", "Mine"] {
        table.put(name, A, Zone::Library);
    }
    table.resolve([Answer::One(1), Answer::Cancel]);
    assert!(matches!(table.asked[..], [Prompt::CastNow(_), Prompt::PayMana(_)]));
    assert_eq!([table.names(Zone::Exile).len(), table.names(Zone::Stack).len()], [0, 0]);
    assert_eq!(table.names(Zone::Hand(A)), ["Mine", "Cheap"]);
    assert_eq!(table.names(Zone::Library(A)), ["Spell"]);
}

#[test]
fn lands_make_what_others_could_make() {
    const POOL: &str = r#"name: "Pool", types: "Land", abilities: [
        Activated(cost: [Tap], effects: [AddMana(mana: CouldProduce(N(1), All(Type("Land"))))])]"#;
    const CAVE: &str = r#"name: "Cave", types: "Land", abilities: [
        Activated(cost: [Tap], effects: [AddMana(mana: OneOf([White, Red]))])]"#;
    let mut table = Table::spell("", &[POOL, CAVE]);
    let (one, _) = (table.field("Pool", A), table.field("Pool", B));
    assert_eq!(mana::could_produce(&Live::new(&table.world), one), 0, "two of them have nothing to go by");
    table.field("Cave", B);
    assert_eq!(mana::could_produce(&Live::new(&table.world), one), 0b01001);
}

#[test]
fn what_died_is_found_by_what_that_triggered() {
    const UNDYING: &str = r#"name: "Undying", types: "Creature - Cat", pt: (1, 1), abilities: [Keyword(Undying)]"#;
    let mut table = Table::spell(r#"Destroy(what: All(Type("Creature")))"#, &[UNDYING]);
    let cat = table.field("Undying", A);
    table.resolve([]);
    let placing = crate::rules::triggers::placing(&mut table.world).expect("undying has triggered");
    driver::push(&mut table.world, placing);
    assert_eq!(table.go(), None);
    assert_eq!(table.world.part::<Zones>().stack.len(), 1);
    crate::rules::casting::resolve_top(&mut table.world);
    assert_eq!(table.go(), None);
    layers::refresh(&mut table.world);
    assert_eq!(table.names(Zone::Battlefield), ["Undying"]);
    assert_eq!(Live::new(&table.world).chars(cat.id).power, 2);
}

#[test]
fn what_was_moved_to_pay_is_found() {
    const SOURCE: &str = r#"name: "Source", types: "Artifact", abilities: [Activated(cost: [SacrificeThis],
        effects: [Draw()])]"#;
    for (pays_with_itself, zone) in [(true, Zone::Exile), (false, Zone::Graveyard(A))] {
        let mut table = Table::spell("Move(what: The(This), to: Exile)", &[SOURCE, BEAR]);
        let name = if pays_with_itself { "Source" } else { "Bear" };
        let this = table.field(name, A);
        move_objects(&mut table.world, &[Move::plain(this, Zone::Graveyard(A), crate::model::event::Cause::Sacrifice)]);
        let handle = AbilityHandle { def: table.def("Source"), index: 0 };
        let key = AbilityKey { object: this, origin: Origin::Text, handle, nth: 0 };
        let key = Some(key).filter(|_| pays_with_itself);
        table.run(Bindings { key, ..Bindings::new(A, this) }, []);
        assert_eq!(table.names(zone), [name]);
    }
}

#[test]
fn cards_are_surveilled_into_the_graveyard() {
    let mut table = Table::spell("Surveil(You, N(2)), Mill(count: N(5))", &[BEAR, CAT]);
    for name in ["Spell", "Bear", "Cat"] {
        table.put(name, A, Zone::Library);
    }
    table.resolve([Answer::Some(vec![1])]);
    // The cat stays on top; then everything is milled, the top card first.
    assert_eq!(table.names(Zone::Graveyard(A)), ["Bear", "Cat", "Spell"]);
}

#[test]
fn a_copy_of_a_card_is_cast_and_the_card_stays() {
    let effects = r#"CastNow(what: In(Exile, Any), cost: Free, copies: true, into: "cast")"#;
    let trick = r#"name: "Trick", cost: "{2}", types: "Instant", abilities: [Spell(effects: [GainLife(You, N(3))])]"#;
    let mut table = Table::spell(effects, &[trick]);
    table.put("Trick", A, |_| Zone::Exile);
    table.resolve([Answer::One(1)]);
    assert_eq!([table.names(Zone::Exile), table.names(Zone::Stack)], [["Trick"], ["Trick"]]);
    let copy = table.world.part::<Zones>().stack[0];
    assert_eq!(Live::new(&table.world).object(copy).kind, ObjectKind::Copy);
    crate::rules::casting::resolve_top(&mut table.world);
    assert_eq!(table.go(), None);
    assert_eq!((table.life()[0], table.world.part::<Zones>().stack.len()), (23, 0));
}

#[test]
fn a_spell_is_copied_with_what_was_chosen_for_it() {
    let effects = r#"CopySpell(what: Var("spell"))"#;
    let bolt = r#"name: "Bolt", cost: "{R}", types: "Instant", abilities: [
        Spell(targets: [(what: AnyTarget)], effects: [Damage(amount: N(3), to: Targets(0))])]"#;
    let mut table = Table::spell(effects, &[bolt]);
    let card = table.put("Bolt", B, Zone::Hand);
    let free = crate::model::cast::Nested { cost: Some(Default::default()), must_be: None };
    crate::rules::casting::cast_during_resolution(&mut table.world, B, card, Default::default(), free);
    let decision = table.go().expect("a target is chosen");
    let at = decision.options().iter().position(|c| *c == crate::model::decision::Choice::Player(A)).expect("a target");
    Returned::give_answer(&mut table.world, Answer::One(at as u16));
    assert_eq!(table.go(), None);
    let spell = table.world.part::<Zones>().stack[0];
    let spell = Live::new(&table.world).object(spell).reference();
    let mut bindings = targeting(&[]);
    bindings.set(Word::new("spell").expect("a word"), Value::Objects(vec![spell]));
    table.run(bindings, []);
    assert_eq!(table.names(Zone::Stack), ["Bolt", "Bolt"]);
    for _ in 0..2 {
        crate::rules::casting::resolve_top(&mut table.world);
        assert_eq!(table.go(), None);
    }
    assert_eq!(table.life(), [14, 20]);
}

#[test]
fn an_emblem_is_put_into_the_command_zone() {
    let emblem =
        r#"Emblem(You, [Static(effect: Affect(All(Controlled(You)), [ModifyPT(N(1), N(1))]), from: Command)])"#;
    let mut table = Table::spell(emblem, &[BEAR]);
    let bears = [A, B].map(|seat| table.field("Bear", seat));
    table.resolve([]);
    assert_eq!(table.world.part::<Zones>().command.len(), 1);
    assert_eq!(bears.map(|b| Live::new(&table.world).chars(b.id).power), [3, 2]);
}
