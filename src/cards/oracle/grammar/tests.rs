//! Each rule's example, read and written again.

use super::super::lex::{print, tokens};
use super::super::syntax::{
    Cat, Context, FaceInfo, Kind, Node, Participle, Rule, Val, Value, eval, grammar, parse, realise, targets,
};
use super::{Noun, Sentences, Static, Trigger};
use crate::cards::def::*;
use std::rc::Rc;

fn face(types: &str) -> Rc<FaceInfo> {
    Rc::new(FaceInfo::new("Example", &TypeLine::parse(types).unwrap(), false, Vec::new()))
}

/// A text as its tokens are printed.
fn printed(text: &str) -> String {
    let tokens = tokens(text, &grammar().lexicon);
    let texts: Vec<&str> = tokens.iter().map(|t| &*t.text).collect();
    print(&texts)
}

/// The readings of an example that use the rule at their root, in either number.
fn readings(number: u16, rule: &Rule, text: &str) -> Vec<Rc<Node>> {
    let tokens = tokens(text, &grammar().lexicon);
    let both = [false, true].into_iter().flat_map(|plural| parse(rule.cat, plural, &tokens).whole);
    both.filter(|node| matches!(&**node, Node::Rule(found, ..) if *found == number)).collect()
}

#[test]
fn every_example_is_read_by_its_rule_and_comes_back() {
    let faces = [face("Artifact Creature - Bear"), face("Sorcery"), face("Enchantment - Aura"), face("Artifact")];
    let mut wrong = Vec::new();
    for (number, rule) in grammar().rules.iter().enumerate().filter(|(_, r)| !r.example.is_empty()) {
        let number = number as u16;
        let found = readings(number, rule, rule.example);
        if found.is_empty() {
            wrong.push(format!("`{}` doesn't read `{}`", rule.text, rule.example));
            continue;
        }
        for node in &found {
            let mut words = Vec::new();
            node.words(&mut words);
            if print(&words) != printed(rule.example) {
                wrong.push(format!("`{}` writes `{}` as `{}`", rule.text, rule.example, print(&words)));
            }
        }
        if rule.take.is_none() {
            continue;
        }
        // What it means can be said again, by the same rule or one before it.
        let said = faces.iter().any(|face| {
            found.iter().any(|node| {
                let mut context = Context::new(face);
                context.paid = Some((Participle::Sacrificed, Kind::CREATURE));
                let start = context.clone();
                let Ok(val) = eval(&mut context, node) else { return false };
                let mut again = start;
                again.wanted = if context.targets.is_empty() { targets(&val) } else { context.targets.clone() };
                realise(&mut again, rule.cat, node.symbol() % 2 == 1, &val).is_some()
            })
        });
        if !said {
            wrong.push(format!("`{}`: no words for the meaning of `{}`", rule.text, rule.example));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All meanings of a text as a phrase of the category.
fn meanings(cat: u16, text: &str) -> Vec<Val> {
    let tokens = tokens(text, &grammar().lexicon);
    let mut all: Vec<Val> = Vec::new();
    for node in parse(cat, false, &tokens).whole {
        if let Ok(val) = eval(&mut Context::new(&face("Sorcery")), &node)
            && !all.contains(&val)
        {
            all.push(val);
        }
    }
    all
}

#[test]
fn what_only_creatures_have_is_asked_of_the_creatures_of_a_list_alone() {
    let flying = Filter::And(vec![Filter::Type(CardTypes::CREATURE), Filter::Has(Keyword::Flying)]);
    let others = Filter::Type(CardTypes::ARTIFACT | CardTypes::ENCHANTMENT);
    let found = meanings(<Noun as Cat>::ID, "artifact, enchantment, or creature with flying");
    assert_eq!(found, [Filter::Or(vec![others, flying]).wrap()]);
    assert_eq!(meanings(<Noun as Cat>::ID, "creature or artifact with flying"), []);
    let cheap = meanings(<Noun as Cat>::ID, "artifact or creature with mana value 3 or less");
    let types = Filter::Type(CardTypes::ARTIFACT | CardTypes::CREATURE);
    assert_eq!(cheap, [Filter::And(vec![types, Filter::ManaValue(Cmp::Le, Quantity::N(3))]).wrap()]);
}

#[test]
fn what_deals_other_damage_instead_is_what_dealt_the_damage_before() {
    let text = "\u{1} deals 2 damage to target creature. If this spell was kicked, it deals 4 damage instead.";
    let damage = |n: i32| {
        let (amount, to) = (Quantity::N(n), Recipients::Targets(0));
        vec![Instruction::Damage { amount, to, source: Obj::This, and: Vec::new(), into: None, dealt_to: None }]
    };
    let (then, otherwise) = (damage(4), damage(2));
    let one = vec![Instruction::If { cond: Condition::Paid(0), then, otherwise }];
    assert_eq!(meanings(<Sentences as Cat>::ID, text), [one.wrap()]);
}

#[test]
fn that_many_is_said_after_events_that_have_a_number() {
    let trigger = |event: &str| meanings(<Trigger as Cat>::ID, &format!("Whenever {event}, draw that many cards."));
    assert_eq!(trigger("you gain life").len(), 1);
    assert_eq!(trigger("an opponent loses life").len(), 1);
    assert!(trigger("another creature attacks").is_empty());
    assert!(trigger("you cast a creature spell").is_empty());
}

#[test]
fn what_has_been_moved_is_not_what_is_copied() {
    let sentences = |text: &str| meanings(<Sentences as Cat>::ID, text).len();
    assert_eq!(sentences("Create a token that's a copy of target creature."), 1);
    assert_eq!(sentences("Exile target creature card from a graveyard. Create a token that's a copy of it."), 1);
    assert_eq!(sentences("Exile target creature. Create a token that's a copy of that creature."), 0);
}

#[test]
fn it_is_the_creature_that_a_spell_targets_and_otherwise_the_spell() {
    let trigger = |event: &str, then: &str| {
        let tokens = tokens(&format!("Whenever {event}, {then}."), &grammar().lexicon);
        let nodes = parse(<Trigger as Cat>::ID, false, &tokens).whole;
        let creature = face("Creature - Bear");
        nodes.iter().filter_map(|node| eval(&mut Context::new(&creature), node).ok()).collect::<Vec<Val>>()
    };
    let counter = "put a +1/+1 counter on it";
    let targeted = trigger("you cast a spell that targets this creature", counter);
    assert_eq!(
        targeted,
        trigger("you cast a spell that targets this creature", "put a +1/+1 counter on this creature")
    );
    assert_eq!(targeted.len(), 1);
    let spell = format!("{:?}", trigger("you cast a creature spell", counter));
    assert!(spell.contains("The(Event)") && !spell.contains("The(This)"), "{spell}");
}

#[test]
fn others_on_what_is_attached_are_not_others_than_itself() {
    let read = |types: &str| {
        let tokens = tokens("Other creatures you control get -1/-1.", &grammar().lexicon);
        let nodes = parse(<Static as Cat>::ID, false, &tokens).whole;
        nodes.iter().filter(|node| eval(&mut Context::new(&face(types)), node).is_ok()).count()
    };
    assert_eq!(read("Enchantment"), 1);
    assert_eq!(read("Creature - Bear"), 1);
    assert_eq!(read("Enchantment - Aura"), 0);
    assert_eq!(read("Artifact - Equipment"), 0);
}

#[test]
fn what_is_returned_has_the_toughness_that_it_has_on_the_battlefield() {
    let read = |text: &str| format!("{:?}", meanings(<Sentences as Cat>::ID, text));
    let returned = "Return target creature card from your graveyard to the battlefield.";
    let gain = |what: &str| read(&format!("{returned} You gain life equal to its {what}."));
    assert!(gain("toughness").contains("Toughness(Var("), "{}", gain("toughness"));
    // A mana value is that of the card that was returned.
    assert!(gain("mana value").contains("ManaValue(Target(0))"), "{}", gain("mana value"));
    let exiled = read("Exile target creature. You gain life equal to its toughness.");
    assert!(exiled.contains("Toughness(Target(0))"), "{exiled}");
}
