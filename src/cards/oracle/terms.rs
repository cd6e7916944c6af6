//! The terms of the vocabulary that a definition uses, and those that compiled definitions may not use yet.
//!
//! A definition that nobody has written is only as good as the terms it consists of: the compiler accepts none with a term
//! that no scenario exercises. `tests/terms.rs` compares the terms of all compiled definitions with those of the scenarios.

use crate::cards::def::*;
use derive_visitor::VisitorMut;
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// Terms that no scenario exercises, by type and name. A compiled definition has none of them.
pub const HELD_BACK: &[(&str, &str)] = &[];

/// The first word of what a value is written as.
struct Head(String);

impl Write for Head {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if !c.is_alphanumeric() {
                return Err(fmt::Error);
            }
            self.0.push(c);
        }
        Ok(())
    }
}

macro_rules! terms {
    ($($name:ident: $ty:ident;)*) => {
        /// All terms that are met.
        #[derive(VisitorMut, Default)]
        #[visitor($($ty(enter),)*)]
        struct Collecting {
            all: BTreeSet<(&'static str, String)>,
        }

        impl Collecting {
            $(
                fn $name(&mut self, value: &mut $ty) {
                    let mut head = Head(String::new());
                    // It ends where the name does.
                    let _ = write!(head, "{value:?}");
                    self.all.insert((stringify!($ty), head.0));
                }
            )*
        }
    };
}

terms! {
    enter_ability_def: AbilityDef;
    enter_keyword_ability: KeywordAbility;
    enter_trigger_event: TriggerEvent;
    enter_damage_to: DamageTo;
    enter_static_effect: StaticEffect;
    enter_target_kind: TargetKind;
    enter_instruction: Instruction;
    enter_filter: Filter;
    enter_quantity: Quantity;
    enter_condition: Condition;
    enter_fact: Fact;
    enter_modification: Modification;
    enter_object_rule: ObjectRule;
    enter_rule: Rule;
    enter_replaced_event: ReplacedEvent;
    enter_replace_with: ReplaceWith;
    enter_cost_part: CostPart;
    enter_obj: Obj;
    enter_objects: Objects;
    enter_who: Who;
    enter_deed: Deed;
    enter_zone_of: ZoneOf;
    enter_recipients: Recipients;
    enter_destination: Destination;
    enter_token_source: TokenSource;
    enter_mana_produced: ManaProduced;
    enter_spend_on: SpendOn;
    enter_mana_rider: ManaRider;
    enter_duration: Duration;
    enter_step_name: StepName;
}

/// The terms of a definition: type and name of each.
pub fn terms(card: &CardDef) -> BTreeSet<(&'static str, String)> {
    let mut collecting = Collecting::default();
    card.clone().walk(&mut collecting);
    collecting.all
}

/// The first term of a definition that is held back.
pub(super) fn held_back(card: &CardDef) -> Option<String> {
    if HELD_BACK.is_empty() {
        return None;
    }
    let all = terms(card);
    let (kind, name) = HELD_BACK.iter().find(|(kind, name)| all.contains(&(*kind, (*name).to_owned())))?;
    Some(format!("`{kind}::{name}`, which no scenario exercises"))
}
