//! The emblem named The Ring (CR 701.54c), as data.

use super::tokens;
use crate::cards::Definition;
use crate::cards::check;
use crate::cards::compile::definition;
use crate::cards::def::{AbilityDef, TokenDef, TypeLine};
use std::sync::{Arc, LazyLock};

/// The abilities of the emblem. A player has one Ring-bearer, so that the greatest power among theirs is its power.
static ABILITIES: &str = r#"[
    Static(
        effect: Affect(All(And([Designated(RingBearer), Controlled(You)])), [
            AddSupertypes("Legendary"),
            Rule(CantBeBlockedBy(Power(Gt, Greatest(Power, All(And([Designated(RingBearer), Controlled(You)])))))),
        ]),
        from: Command,
    ),
    Triggered(
        when: Attacks(And([Designated(RingBearer), Controlled(You)])),
        provided: Tempted(You, 2),
        effects: [Draw(), Discard()],
        from: Command,
    ),
    Triggered(
        when: BecomesBlockedBy(what: And([Designated(RingBearer), Controlled(You)]), by: Type("Creature")),
        provided: Tempted(You, 3),
        effects: [
            Keep("blocker", The(EventSource)),
            Delayed(ability: (
                when: Beginning(EndCombat, EachPlayer),
                effects: [SacrificeThese(ControllerOf(Var("blocker")), Var("blocker"))],
            )),
        ],
        from: Command,
    ),
    Triggered(
        when: Damage(source: And([Designated(RingBearer), Controlled(You)]), to: Player(EachPlayer), combat: true),
        provided: Tempted(You, 4),
        effects: [LoseLife(EachOpponent, N(3))],
        from: Command,
    ),
]"#;

/// The emblem: it has a name and abilities, and no other characteristics (CR 114.3).
pub(in crate::cards) fn emblem() -> Arc<Definition> {
    static MADE: LazyLock<Arc<Definition>> = LazyLock::new(|| {
        let abilities: Vec<AbilityDef> =
            check::options().from_str(ABILITIES).unwrap_or_else(|e| panic!("The Ring: {e}"));
        let (name, types) = (Some("The Ring".to_owned()), TypeLine::default());
        let def = TokenDef { name, colors: Vec::new(), types, pt: None, abilities, back: None };
        definition(&def.card(), tokens()).unwrap_or_else(|e| panic!("The Ring: {e}"))
    });
    Arc::clone(&MADE)
}
