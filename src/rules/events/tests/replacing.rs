//! Replacement and prevention (CR 614-616).

use super::*;
use crate::cards::def::{CounterKind, Duration, Subtype};
use crate::model::agenda::{Agenda, Returned};
use crate::model::bindings::Bindings;
use crate::model::continuous::ContinuousEffects;
use crate::model::decision::{Choice, Prompt, Shape};
use crate::model::event::BatchResult;
use crate::model::event::{Cause, Enter};
use crate::model::ids::StaticHandle;
use crate::model::object::Linked;
use crate::model::zone::Move;
use crate::rules::layers;
use crate::rules::state::{EditGame, ReadGame};

const PLUS: CounterKind = CounterKind::PowerToughness(1, 1);

fn enters(object: ObjectRef, controller: Seat) -> Event {
    let enter = Enter { controller, ..Enter::default() };
    Move::plain(object, Zone::Battlefield, Cause::Effect).with_enter(enter).into()
}

/// Starts the n-th static effect of a definition as if a spell of a player had made it.
fn start(world: &mut World, def: u16, index: u16, seat: Seat, this: ObjectRef, duration: Duration) {
    let handle = StaticHandle { def: DefId(def), index };
    layers::start_effect(world, handle, Bindings::new(seat, this), duration).expect("an effect");
}

#[test]
fn what_would_die_is_exiled_instead() {
    let rest = r#"name: "Test Rest", types: "Enchantment", abilities: [Static(effect: Replace(
        event: Moves(what: Any, to: Some(Graveyard)), with: MoveTo(Exile)))]"#;
    let mut world = world(&[BEAR, rest]);
    put(&mut world, 1, B, Zone::Battlefield);
    let bear = put(&mut world, 0, A, Zone::Battlefield);
    let card = put(&mut world, 0, A, Zone::Hand(A));
    let result = happen(&mut world, [destroy(bear), Event::Discard { seat: A, object: card, cost: false }]);
    assert_eq!((zone_of(&world, bear), zone_of(&world, card)), (Zone::Exile, Zone::Exile));
    assert_eq!(result.objects.len(), 2);
}

#[test]
fn a_permanent_replaces_how_it_enters_itself() {
    let slow = r#"name: "Test Hydra", types: "Creature - Hydra", pt: (0, 0), abilities: [
        Static(effect: Replace(event: Enters(Is(This)), with: Tapped)),
        Static(effect: Replace(event: Enters(Is(This)), with: Counters("+1/+1", N(3))))]"#;
    let mut world = world(&[slow]);
    let hydra = put(&mut world, 0, A, Zone::Hand(A));
    happen(&mut world, [enters(hydra, A)]);
    assert!(get::<Status>(&world, hydra.id).tapped);
    assert_eq!(counters(&world, hydra, PLUS), 3);
}

#[test]
fn a_general_effect_does_not_apply_to_its_own_source() {
    let gate = r#"name: "Test Gate", types: "Creature", pt: (1, 1), abilities: [
        Static(effect: Replace(event: Enters(Type("Creature")), with: Tapped))]"#;
    let mut world = world(&[gate, BEAR]);
    let gate = put(&mut world, 0, A, Zone::Hand(A));
    happen(&mut world, [enters(gate, A)]);
    assert!(!get::<Status>(&world, gate.id).tapped);
    let bear = put(&mut world, 1, B, Zone::Hand(B));
    happen(&mut world, [enters(bear, B)]);
    assert!(get::<Status>(&world, bear.id).tapped);
}

#[test]
fn doubled_counters_come_after_what_it_enters_with() {
    let double = r#"name: "Test Season", types: "Enchantment", abilities: [Static(effect: Replace(
        event: PutCounters(None, Controlled(You)), with: Amount(Times(N(2), EventAmount))))]"#;
    let walker = r#"name: "Test Walker", types: "Planeswalker", loyalty: Some(3)"#;
    let mut world = world(&[double, walker, BEAR]);
    put(&mut world, 0, A, Zone::Battlefield);
    let walker = put(&mut world, 1, A, Zone::Hand(A));
    happen(&mut world, [enters(walker, A)]);
    assert_eq!(counters(&world, walker, CounterKind::Loyalty), 6);
    let bear = put(&mut world, 2, A, Zone::Battlefield);
    let put_one = Event::PutCounters { target: Referent::Object(bear), kind: PLUS, count: 1, by: Seat(0) };
    assert_eq!(happen(&mut world, [put_one]).amounts, [(0, 2)]);
    // CR 120.3c: damage takes loyalty.
    let target = Referent::Object(ObjectRef { incarnation: walker.incarnation + 1, ..walker });
    happen(&mut world, [damage(bear, target, 2)]);
    assert_eq!(counters(&world, walker, CounterKind::Loyalty), 4);
}

#[test]
fn the_affected_player_chooses_among_several() {
    let plus = r#"name: "Test Plus", types: "Enchantment", abilities: [Static(effect: Replace(
        event: Damage(source: Any, to: Player(You)), with: Amount(Sum([EventAmount, N(1)]))))]"#;
    let twice = r#"name: "Test Twice", types: "Enchantment", abilities: [Static(effect: Replace(
        event: Damage(source: Any, to: Player(You)), with: Amount(Times(N(2), EventAmount))))]"#;
    let mut world = world(&[plus, twice, BEAR]);
    put(&mut world, 0, B, Zone::Battlefield);
    put(&mut world, 1, B, Zone::Battlefield);
    let bear = put(&mut world, 2, A, Zone::Battlefield);
    let decision = ask(&mut world, [damage(bear, Referent::Player(B), 2)]);
    assert_eq!((decision.player, &decision.prompt), (B, &Prompt::Replacement(Referent::Player(B))));
    assert_eq!(decision.options().len(), 2);
    // Doubled first, then one more: each applies once (CR 614.5).
    assert_eq!(answer(&mut world, &decision, Answer::One(1)), None);
    assert_eq!(life(&world, B), 15);
}

#[test]
fn a_shield_holds_so_much_and_its_player_chooses_what_it_prevents() {
    let shield = r#"name: "Test Salve", types: "Instant", abilities: [Spell(effects: [Continuous(Replace(
        event: Damage(source: Any, to: Player(You)), with: Prevent(Some(N(3)))), EndOfTurn)])]"#;
    let mut world = world(&[shield, BEAR]);
    let salve = put(&mut world, 0, A, Zone::Graveyard(A));
    start(&mut world, 0, 0, A, salve, Duration::EndOfTurn);
    let [one, two] = [0, 1].map(|_| put(&mut world, 1, B, Zone::Battlefield));
    let to = Referent::Player(A);
    let decision = ask(&mut world, [damage(one, to, 2), damage(two, to, 4)]);
    assert_eq!(decision.options(), [Choice::Object(one), Choice::Object(two)]);
    assert!(matches!(decision.shape, Shape::Distribute { total: 3, .. }));
    assert_eq!(answer(&mut world, &decision, Answer::Distribute(vec![0, 3])), None);
    // All 3 from the second; nothing is left of the shield.
    assert_eq!(world.part::<Returned>().happened_to(0).amounts, [(0, 2), (1, 1)]);
    assert_eq!(life(&world, A), 17);
    assert!(world.part::<ContinuousEffects>().order.is_empty());
}

#[test]
fn a_shield_that_is_not_used_up_keeps_the_rest() {
    let shield = r#"name: "Test Salve", types: "Instant", abilities: [Spell(effects: [Continuous(Replace(
        event: Damage(source: Any, to: Player(You)), with: Prevent(Some(N(3)))), EndOfTurn)])]"#;
    let mut world = world(&[shield, BEAR]);
    let salve = put(&mut world, 0, A, Zone::Graveyard(A));
    start(&mut world, 0, 0, A, salve, Duration::EndOfTurn);
    let bear = put(&mut world, 1, B, Zone::Battlefield);
    let result = happen(&mut world, [damage(bear, Referent::Player(A), 2)]);
    assert_eq!((result, life(&world, A)), (BatchResult::default(), 20));
    happen(&mut world, [damage(bear, Referent::Player(A), 2)]);
    assert_eq!(life(&world, A), 19);
}

#[test]
fn life_gain_that_cant_happen_is_not_replaced() {
    let cant =
        r#"name: "Test Cave", types: "Enchantment", abilities: [Static(effect: Rule(CantGainLife(EachPlayer)))]"#;
    let mut world = world(&[cant]);
    let gain = Event::GainLife { seat: A, amount: 2 };
    happen(&mut world, [gain.clone()]);
    put(&mut world, 0, B, Zone::Battlefield);
    assert_eq!(happen(&mut world, [gain]), BatchResult::default());
    assert_eq!(life(&world, A), 22);
}

#[test]
fn a_replaced_draw_is_done_before_the_next_one() {
    let dredge = r#"name: "Test Dredger", types: "Enchantment", abilities: [Static(effect: Replace(
        event: Draw(You), with: Instead([GainLife(You, N(1))]), optional: Some(You)))]"#;
    let mut world = world(&[dredge, BEAR]);
    put(&mut world, 0, A, Zone::Battlefield);
    let card = put(&mut world, 1, A, Zone::Library(A));
    let decision = ask(&mut world, [Event::Draw { seat: A }, Event::Draw { seat: A }]);
    assert_eq!(decision.shape, Shape::Confirm);
    let decision = answer(&mut world, &decision, Answer::Confirm(true)).expect("the next draw");
    assert_eq!(life(&world, A), 21);
    assert_eq!(answer(&mut world, &decision, Answer::Confirm(false)), None);
    assert_eq!(world.part::<Returned>().happened_to(0).objects.len(), 1);
    assert_eq!(zone_of(&world, card), Zone::Hand(A));
}

#[test]
fn choices_are_made_before_it_enters() {
    let city = r#"name: "Test Banner", types: "Artifact", abilities: [Static(effect: Replace(
        event: Enters(Is(This)), with: AsEnters([
            ChooseSubtype(kind: Creature, into: "kind"), RememberChoice("kind")])))]"#;
    let mut world = world(&[city]);
    let banner = put(&mut world, 0, A, Zone::Hand(A));
    let decision = ask(&mut world, [enters(banner, A)]);
    assert_eq!(zone_of(&world, banner), Zone::Hand(A));
    let bear = Subtype::named("Bear").expect("a creature type");
    let place = decision.options().iter().position(|o| *o == Choice::Subtype(bear)).expect("bears");
    assert_eq!(answer(&mut world, &decision, Answer::One(place as u16)), None);
    assert_eq!(zone_of(&world, banner), Zone::Battlefield);
    assert_eq!(get::<Linked>(&world, banner.id).chosen.subtype, Some(bear));
}

#[test]
fn a_copy_is_a_card_again_when_it_leaves() {
    let clone = r#"name: "Test Shifter", types: "Creature - Shapeshifter", pt: (0, 0), abilities: [
        Static(effect: Replace(event: Enters(Is(This)), with: Copy(All(Type("Creature")), [])))]"#;
    let hydra = r#"name: "Test Hydra", types: "Creature - Hydra", pt: (1, 1), abilities: [
        Static(effect: Replace(event: Enters(Is(This)), with: Counters("+1/+1", N(2))))]"#;
    let mut world = world(&[clone, hydra]);
    let original = put(&mut world, 1, B, Zone::Battlefield);
    let shifter = put(&mut world, 0, A, Zone::Hand(A));
    let decision = ask(&mut world, [enters(shifter, A)]);
    assert_eq!(decision.prompt, Prompt::EnterAsCopy(shifter));
    assert_eq!(decision.options(), [Choice::Object(original)]);
    assert_eq!(answer(&mut world, &decision, Answer::Some(vec![0])), None);
    layers::refresh(&mut world);
    let chars = get::<Characteristics>(&world, shifter.id);
    assert_eq!((chars.name, chars.power), (get::<Characteristics>(&world, original.id).name, 3));
    // CR 707.5: what is copied replaces its entering, too.
    assert_eq!(counters(&world, shifter, PLUS), 2);
    let permanent = ObjectRef { incarnation: shifter.incarnation + 1, ..shifter };
    happen(&mut world, [moves(permanent, Zone::Hand(A))]);
    assert_eq!(get::<Object>(&world, shifter.id).base, CopiableSource::Def(DefId(0), 0));
}

#[test]
fn a_card_that_replaces_its_discarding_is_still_discarded() {
    let mad =
        r#"name: "Test Madman", types: "Creature - Human", pt: (1, 1), abilities: [Keyword(Madness([Mana("{R}")]))]"#;
    let mut world = world(&[mad]);
    let card = put(&mut world, 0, A, Zone::Hand(A));
    world.part_mut::<crate::rules::log::EventLog>().on = true;
    happen(&mut world, [Event::Discard { seat: A, object: card, cost: false }]);
    assert_eq!(zone_of(&world, card), Zone::Exile);
    let facts = &world.part::<crate::rules::log::EventLog>().facts;
    assert!(facts.iter().any(|f| matches!(f, crate::model::fact::Fact::Discarded { seat: A, cycling: false, .. })));
}

#[test]
fn an_aura_without_a_host_stays_and_one_with_several_asks() {
    let aura =
        r#"name: "Test Aura", types: "Enchantment - Aura", abilities: [Keyword(Enchant(Permanent(Type("Creature"))))]"#;
    let mut world = world(&[aura, BEAR]);
    let aura = put(&mut world, 0, A, Zone::Graveyard(A));
    assert_eq!(happen(&mut world, [enters(aura, A)]), BatchResult::default());
    assert_eq!(zone_of(&world, aura), Zone::Graveyard(A));
    let [one, two] = [0, 1].map(|_| put(&mut world, 1, B, Zone::Battlefield));
    let decision = ask(&mut world, [enters(aura, A)]);
    assert_eq!((decision.player, &decision.prompt), (A, &Prompt::EnchantWhat(aura)));
    assert_eq!(decision.options(), [Choice::Object(one), Choice::Object(two)]);
    assert_eq!(answer(&mut world, &decision, Answer::One(1)), None);
    assert_eq!(get::<Status>(&world, aura.id).attached_to, Some(Referent::Object(two)));
}

#[test]
fn protection_prevents_damage() {
    let knight = r#"name: "Test Knight", types: "Creature - Knight", pt: (2, 2), abilities: [
        Keyword(Protection(Type("Creature")))]"#;
    let mut world = world(&[knight, BEAR]);
    let knight = put(&mut world, 0, A, Zone::Battlefield);
    let bear = put(&mut world, 1, B, Zone::Battlefield);
    happen(&mut world, [damage(bear, Referent::Object(knight), 2), damage(knight, Referent::Object(bear), 2)]);
    assert_eq!(get::<ThisTurn>(&world, knight.id).damage, 0);
    assert_eq!(get::<ThisTurn>(&world, bear.id).damage, 2);
}

#[test]
fn an_owner_orders_cards_for_the_graveyard_if_the_game_asks() {
    let mut world = world(&[BEAR]);
    world.part_mut::<crate::model::decision::Settings>().order_graveyards = true;
    let [one, two] = [0, 1].map(|_| put(&mut world, 0, A, Zone::Battlefield));
    let decision = ask(&mut world, [destroy(one), destroy(two)]);
    assert_eq!(decision.prompt, Prompt::OrderGraveyard);
    assert_eq!(answer(&mut world, &decision, Answer::Order(vec![1, 0])), None);
    assert_eq!(world.part::<Zones>().own[0].graveyard, [two.id, one.id]);
}

#[test]
fn nobody_asked_for_nothing_lingers() {
    let mut world = world(&[BEAR]);
    assert_eq!(happen(&mut world, []), BatchResult::default());
    assert!(world.part::<Agenda>().is_empty());
}
