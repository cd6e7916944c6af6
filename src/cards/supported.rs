//! What can't be done yet, for the compiler to refuse.

use crate::cards::def::{
    AbilityDef, AbilitySort, ActivatedDef, CardDef, CardTypes, CostPart, Destination, Duration, Filter, Instruction,
    Keyword, KeywordName, Modification, Obj, Objects, ReplaceWith, ReplacedEvent, Replacement, Rule, StaticDef,
    StaticEffect, Subtype, TokenDef, TriggerEvent, TurnPart, TypeLine, Walk,
};
use crate::cards::parts_use_x;
use derive_visitor::VisitorMut;

/// The abilities of all faces of a card.
fn abilities(card: &CardDef) -> impl Iterator<Item = AbilityDef> {
    let others = card.other.iter().flat_map(|(_, face)| &face.abilities);
    card.abilities.iter().chain(others).cloned()
}

/// The name of a type or term of a card whose rules only objects of the game itself have, or that the engine doesn't have, if
/// there is one: a dungeon of one's own would never be ventured into (CR 309), an Attraction
/// never be opened (CR 717).
pub(super) fn of_types(card: &CardDef) -> Option<&'static str> {
    let mut found = Types::default();
    found.line(&card.types);
    card.other.iter().for_each(|(_, face)| found.line(&face.types));
    abilities(card).for_each(|mut ability| ability.walk(&mut found));
    found.0
}

/// The first type without rules of what is written and of what is created or changed.
#[derive(VisitorMut, Default)]
#[visitor(TokenDef(enter), Modification(enter), TriggerEvent(enter))]
struct Types(Option<&'static str>);

impl Types {
    fn line(&mut self, line: &TypeLine) {
        self.types(line.types);
        self.subtypes(|kind| line.subtypes.contains(kind));
    }

    fn types(&mut self, types: CardTypes) {
        let without = [(CardTypes::DUNGEON, "the card type Dungeon")];
        self.0 = self.0.or(without.into_iter().find(|(kind, _)| types.contains(*kind)).map(|(_, name)| name));
    }

    fn subtypes(&mut self, has: impl Fn(Subtype) -> bool) {
        let without = [("Attraction", "the subtype Attraction"), ("Contraption", "the subtype Contraption")];
        let written = |(name, _): &(&str, &str)| Subtype::named(name).is_some_and(&has);
        self.0 = self.0.or(without.into_iter().find(written).map(|(_, name)| name));
    }

    fn enter_token_def(&mut self, token: &mut TokenDef) {
        self.line(&token.types);
        let battle = token.types.types.contains(CardTypes::BATTLE);
        self.0 = self.0.or(battle.then_some("a token that is a battle but no copy of one"));
    }

    fn enter_modification(&mut self, modification: &mut Modification) {
        if let Modification::AddTypes(types, subtypes) | Modification::SetTypes(types, subtypes) = modification {
            self.types(*types);
            self.subtypes(|kind| subtypes.contains(&kind));
            let siege = subtypes.iter().any(|subtype| subtype.name() == "Siege");
            self.0 = self.0.or(siege.then_some("an effect that makes something a Siege"));
        }
    }

    fn enter_trigger_event(&mut self, event: &mut TriggerEvent) {
        let room = matches!(event, TriggerEvent::EntersRoom { .. });
        self.0 = self.0.or(room.then_some("EntersRoom"));
    }
}

/// What is wrong with how a card permits something, if anything is.
pub(super) fn of_permits(card: &CardDef) -> Option<&'static str> {
    let (mut more, mut over) = (false, false);
    for mut ability in abilities(card) {
        ability.each(|rule: &mut Rule| {
            let Rule::Permit { more: cost, cast_only, .. } = rule else { return };
            more |= !cost.0.is_empty() && (!*cast_only || parts_use_x(&cost.0));
        });
        ability.each(|effect: &mut Instruction| {
            let Instruction::Continuous(StaticEffect::Rule(Rule::Permit { once, gains, .. }), until) = effect else {
                return;
            };
            over |= !gains.is_empty() && (*until == Duration::OnceThisTurn || *once);
        });
    }
    let more = more.then_some("`more` of a `Permit` with X, or without `cast_only`");
    more.or(over.then_some("`gains` of a `Permit` for one card"))
}

/// What is wrong with a card that asks what could produce mana where that depends on the answer: with what adds mana or says what is
/// produced instead (CR 106.7).
pub(super) fn of_producing(card: &CardDef) -> Option<&'static str> {
    let (mut asks, mut makes) = (false, false);
    for mut ability in abilities(card) {
        ability.each(|f: &mut Filter| asks |= matches!(f, Filter::CouldProduce(_)));
        ability.each(|rule: &mut Rule| {
            makes |= matches!(rule, Rule::ProducesInstead { .. });
        });
        ability.each(|effect: &mut Instruction| {
            makes |= matches!(effect, Instruction::AddMana { .. });
        });
    }
    (asks && makes).then_some("`CouldProduce` on a card that is about mana")
}

/// What is wrong with a card that says what happens as it transforms, if day and night turn it over (CR 702.145): they do so outside any
/// instruction.
pub(super) fn of_transforming(card: &CardDef) -> Option<&'static str> {
    let (mut says, mut turns) = (false, false);
    for mut ability in abilities(card) {
        turns |= matches!(&ability, AbilityDef::Keywords(all) if all.iter().any(|k| matches!(k, Keyword::Daybound | Keyword::Nightbound)));
        ability.each(|replaced: &mut ReplacedEvent| {
            says |= matches!(replaced, ReplacedEvent::TransformsInto(_));
        });
    }
    (says && turns).then_some("`TransformsInto` beside daybound or nightbound")
}

/// What a card would end now that can't be ended, if it does (CR 724: only turns and combat phases are).
pub(super) fn of_ends(card: &CardDef) -> Option<&'static str> {
    let mut found = None;
    for mut ability in abilities(card) {
        ability.each(|effect: &mut Instruction| {
            found = match effect {
                Instruction::EndNow(TurnPart::Untap | TurnPart::Draw) => Some("`EndNow` of a step"),
                _ => found,
            };
        });
    }
    found
}

/// What is wrong with how a card has players ignore effects (CR 116.2d), if it does: of itself only, and only what is read player by
/// player.
pub(super) fn of_ignoring(card: &CardDef) -> Option<&'static str> {
    let mut found = Ignoring::default();
    abilities(card).for_each(|mut ability| ability.walk(&mut found));
    match found {
        Ignoring { idle: true, .. } => Some("targets, modes or the timing of a sorcery of a special action"),
        Ignoring { others: true, .. } => Some("`Ignores` of another object"),
        Ignoring { ignores: true, odd: true, .. } => Some("`Ignores` of such abilities"),
        _ => None,
    }
}

/// What abilities have of effects that are ignored.
#[derive(VisitorMut, Default)]
#[visitor(Rule(enter), StaticDef(enter), Instruction(enter), ActivatedDef(enter))]
struct Ignoring {
    // Somebody ignores effects.
    ignores: bool,
    // Those of another object.
    others: bool,
    // There are effects that aren't read player by player.
    odd: bool,
    // A special action has what isn't asked for.
    idle: bool,
}

impl Ignoring {
    fn enter_rule(&mut self, rule: &mut Rule) {
        if let Rule::Ignores(_, of) = rule {
            self.ignores = true;
            self.others |= *of != Obj::This;
        }
    }

    fn enter_static_def(&mut self, def: &mut StaticDef) {
        self.odd |= match &def.effect {
            StaticEffect::Affect(_, all) => !all.iter().all(|m| matches!(m, Modification::Rule(_))),
            StaticEffect::Rule(Rule::CantSearch { .. }) => false,
            StaticEffect::Rule(_) | StaticEffect::Replace(_) => true,
        };
    }

    /// What began as something resolved isn't told from what a static ability says.
    fn enter_instruction(&mut self, effect: &mut Instruction) {
        self.odd |= match effect {
            Instruction::Continuous(StaticEffect::Rule(Rule::Ignores(..)), _) => false,
            Instruction::Continuous(..) => true,
            _ => false,
        };
    }

    fn enter_activated_def(&mut self, def: &mut ActivatedDef) {
        self.idle |= def.special && (!def.targets.is_empty() || def.modes.is_some() || def.sorcery_speed);
    }
}

/// The name of a term that can't be applied yet, if the modification is one.
pub fn unsupported(m: &Modification) -> Option<&'static str> {
    match m {
        Modification::CopyOf(_, exceptions) => exceptions.iter().find_map(unsupported_exception),
        Modification::LoseKeywords(names) => {
            let one = |name: &KeywordName| {
                matches!(
                    name,
                    KeywordName::Landwalk | KeywordName::Protection | KeywordName::Ward | KeywordName::Flanking
                )
            };
            (!names.iter().all(one)).then_some("such a keyword in `LoseKeywords`")
        }
        _ => None,
    }
}

/// What a rule of the game can't say.
pub(super) fn of_rule(rule: &Rule) -> Option<&'static str> {
    match rule {
        Rule::SpendOnAsAnyColor(_, on) if on.is_empty() => Some("`SpendOnAsAnyColor` without costs"),
        // CR 602.1: nothing is paid for a triggered ability.
        Rule::ActivationCost { what: AbilitySort::Triggered, .. } => Some("`Triggered` in `ActivationCost`"),
        Rule::CantActivateAbilities { what: AbilitySort::Any | AbilitySort::Triggered, .. } => {
            Some("such a sort in `CantActivateAbilities`")
        }
        _ => None,
    }
}

/// What a replacement effect can't say.
pub(super) fn of_replacement(replacement: &Replacement) -> Option<&'static str> {
    if let (ReplaceWith::Instead(effects), ReplacedEvent::Moves { what, .. }) = (&replacement.with, &replacement.event)
    {
        // CR 614.6: what would move at one time moves at one time.
        let is_it = |obj: &Obj| *obj == Obj::Event || *what == Filter::Is(*obj);
        let moves = |e: &Instruction| matches!(e, Instruction::Move { what: Objects::The(obj), .. } if is_it(obj));
        return effects
            .first()
            .is_some_and(moves)
            .then_some("`Instead` that moves what would move (`MoveToAndThen` says that)");
    }
    match (&replacement.event, &replacement.with) {
        // CR 614.9.
        (ReplacedEvent::Damage { .. }, ReplaceWith::RedirectUpTo(..)) => return None,
        (_, ReplaceWith::RedirectUpTo(..)) => return Some("`RedirectUpTo` of anything but damage"),
        (ReplacedEvent::Damage { .. }, ReplaceWith::Heal) => return None,
        (_, ReplaceWith::Heal) => return Some("`Heal` of anything but damage"),
        (_, ReplaceWith::CopyWith(_, _, others)) if !others.iter().all(is_about_entering) => {
            return Some("such an effect in `CopyWith`");
        }
        (ReplacedEvent::TransformsInto(what), _) if *what != Filter::Is(Obj::This) => {
            return Some("`TransformsInto` of anything but `Is(This)`");
        }
        (ReplacedEvent::TransformsInto(_), ReplaceWith::AndThen(_)) => return None,
        (ReplacedEvent::TransformsInto(_), _) => return Some("anything but `AndThen` with `TransformsInto`"),
        _ => {}
    }
    let (ReplaceWith::MoveTo(to) | ReplaceWith::MoveToAndThen(to, _)) = &replacement.with else { return None };
    let Destination::Battlefield(entry) = to else { return None };
    let among = entry.attached_among.is_some().then_some("`attached_among` in a replacement");
    among.or((!entry.is.is_empty()).then_some("`is` in a replacement"))
}

/// Whether it says of the object itself how it enters, without a choice.
fn is_about_entering(replacement: &Replacement) -> bool {
    replacement.event == ReplacedEvent::Enters(Filter::Is(Obj::This))
        && replacement.optional.is_none()
        && matches!(replacement.with, ReplaceWith::Counters(..) | ReplaceWith::Tapped)
}

/// Whether an effect asks which creatures are goaded: that is known after all characteristics only (CR 613.11).
pub(super) fn asks_goaded(effect: &StaticEffect) -> bool {
    let mut found = false;
    effect.clone().each(|filter: &mut Filter| found |= *filter == Filter::Goaded);
    found
}

/// The name of a term that can't be an exception of a copy effect (CR 707.9), if the modification is one.
pub fn unsupported_exception(m: &Modification) -> Option<&'static str> {
    use Modification as M;
    match m {
        M::CopyOf(..) => Some("CopyOf inside CopyOf"),
        M::ChangeWord(..) => Some("ChangeWord inside CopyOf"),
        M::FullText(..) => Some("FullText inside CopyOf"),
        M::RulesText(_) => Some("RulesText inside CopyOf"),
        M::Control(_) => Some("Control inside CopyOf"),
        M::ProtectionFromColorVar(_) => Some("ProtectionFromColorVar inside CopyOf"),
        M::GainActivatedOf(_) => Some("GainActivatedOf inside CopyOf"),
        M::Rule(_) => Some("Rule inside CopyOf"),
        M::SwitchPT => Some("SwitchPT inside CopyOf"),
        other => unsupported(other),
    }
}

/// What an activated ability says that can't be used: that it is activated only as an instant, if it isn't a mana ability, or that its
/// cost is less by something else than mana (CR 118.7).
pub(super) fn of_activated(ability: &ActivatedDef, makes_mana: bool) -> Option<&'static str> {
    if ability.instant_speed && !makes_mana {
        return Some("`instant_speed` of an ability that isn't a mana ability");
    }
    // CR 702.142a.
    if ability.boast && (ability.per_turn != Some(1) || ability.only_if != ActivatedDef::boasts_if()) {
        return Some("`boast` without `only_if: Is(This, AttackedThisTurn)` and `per_turn: 1`");
    }
    if !ability.spend_on_x.is_empty() && ability.cost.x_count() == 0 {
        return Some("`spend_on_x` without {X} in the cost");
    }
    let is_mana = |part: &CostPart| matches!(part, CostPart::Mana(_) | CostPart::ManaCostOf(_));
    let (_, cost) = ability.less_by.as_ref()?;
    (!cost.0.iter().all(is_mana)).then_some("`less_by` of a cost that isn't mana")
}

/// The name of a term that doesn't say what a permanent is as it enters (CR 611.2e), if the modification is one.
pub(super) fn unsupported_as_it_enters(m: &Modification) -> Option<&'static str> {
    use Modification as M;
    match m {
        M::CopyOf(..) => Some("CopyOf in `is`"),
        M::ChangeWord(..) => Some("ChangeWord in `is`"),
        M::FullText(..) => Some("FullText in `is`"),
        M::RulesText(_) => Some("RulesText in `is`"),
        M::Control(_) => Some("Control in `is`"),
        M::GainActivatedOf(_) => Some("GainActivatedOf in `is`"),
        M::Rule(_) => Some("Rule in `is`"),
        M::SwitchPT => Some("SwitchPT in `is`"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::check::parse_card;

    #[test]
    fn types_without_rules_are_refused_by_name() {
        let of = |types: &str, abilities: &str| {
            let text =
                format!(r#"Card(format: 1, name: "Test", cost: "{{1}}", types: "{types}", abilities: [{abilities}])"#);
            of_types(&parse_card("test", &text).unwrap_or_else(|e| panic!("{e}")))
        };
        assert_eq!(of("Artifact", ""), None);
        assert_eq!(of("Artifact - Attraction", ""), Some("the subtype Attraction"));
        assert_eq!(of("Artifact - Contraption", ""), Some("the subtype Contraption"));
        let becomes = |types: &str| {
            let change = format!("Continuous(Affect(The(This), [AddTypes({types}, [])]), EndOfTurn)");
            of("Artifact", &format!("Activated(cost: [], effects: [{change}])"))
        };
        assert_eq!(becomes(r#""Creature""#), None);
        assert_eq!(becomes(r#""Battle""#), None);
        assert_eq!(becomes(r#""Dungeon""#), Some("the card type Dungeon"));
        // What isn't there can be asked for.
        let destroy = r#"Destroy(what: All(Type("Battle")))"#;
        assert_eq!(of("Artifact", &format!("Activated(cost: [], effects: [{destroy}])")), None);
    }

    #[test]
    fn effects_are_ignored_only_where_that_is_read() {
        let of = |rest: &str| {
            let ability = r#"Activated(special: true, by: EachPlayer, cost: [Mana("{2}")], effects: [
                Continuous(Rule(Ignores(You, This)), EndOfTurn)])"#;
            let text = format!(
                r#"Card(format: 1, name: "Test", cost: "{{0}}", types: "Artifact", abilities: [{ability}, {rest}])"#
            );
            of_ignoring(&parse_card("test", &text).unwrap_or_else(|e| panic!("{e}")))
        };
        assert_eq!(of("Static(effect: Rule(CantSearch(who: EachPlayer)))"), None);
        assert_eq!(of("Static(effect: Affect(All(Any), [Rule(CantBlock)]))"), None);
        let such = Some("`Ignores` of such abilities");
        assert_eq!(of("Static(effect: Rule(CantGainLife(EachPlayer)))"), such);
        assert_eq!(of("Static(effect: Affect(All(Any), [Rule(CantBlock), ModifyPT(N(1), N(1))]))"), such);
        assert_eq!(
            of("Triggered(when: Enters(Is(This)), effects: [Continuous(Rule(CantGainLife(You)), EndOfTurn)])"),
            such
        );
        let other = "Triggered(when: Enters(Is(This)), effects: [Continuous(Rule(Ignores(You, Host)), EndOfTurn)])";
        assert_eq!(of(other), Some("`Ignores` of another object"));
        let slow = "Activated(special: true, sorcery_speed: true, cost: [], effects: [Draw()])";
        assert_eq!(of(slow), Some("targets, modes or the timing of a sorcery of a special action"));
    }
}
