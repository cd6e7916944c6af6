//! Keywords with parameters (CR 702), and lines of keywords.

use crate::cards::oracle::grammar::costs::tolls::mana;
use crate::cards::oracle::grammar::help::{not, sub};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

fn pay(mana: ManaCost) -> Cost {
    Cost(vec![CostPart::Mana(mana)])
}

/// A noun for creatures of some sort, with that type in it.
fn is_creature(noun: &Filter) -> bool {
    let parts = help::parts(noun.clone());
    parts.len() > 1 && parts.contains(&Filter::Type(CardTypes::CREATURE))
}

macro_rules! costs {
    ($words:literal, $dash:literal, $variant:ident) => {
        &[
            rule!(Param: $words (cost: Mana) => |_, cost| Some(KeywordAbility::$variant(pay(cost))),
                |_, k| match k { KeywordAbility::$variant(cost) => mana(&cost).map(|m| (m,)).into_iter().collect(), _ => Vec::new() }; ""),
            rule!(Param: $dash (cost: Price) => |_, cost| mana(&cost).is_none().then_some(KeywordAbility::$variant(cost)),
                |_, k| match k { KeywordAbility::$variant(cost) if mana(&cost).is_none() => vec![(cost,)], _ => Vec::new() }; ""),
        ]
    };
}

macro_rules! plain {
    ($words:literal, $variant:ident) => {
        rule!(Param: $words () <=> {KeywordAbility::$variant}; $words)
    };
}

macro_rules! numbers {
    ($words:literal, $variant:ident) => {
        rule!(Param: $words (n: Digits) => |_, n| u32::try_from(n).ok().map(KeywordAbility::$variant),
            |_, k| match k { KeywordAbility::$variant(n) => i32::try_from(n).map(|n| (n,)).into_iter().collect(), _ => Vec::new() }; "")
    };
}

macro_rules! walk {
    ($words:literal, $subtype:literal) => {
        rule!(Param: $words () => |_| Some(KeywordAbility::Landwalk(Filter::Subtype(Subtype::named($subtype)?))),
            |_, k: &_| if Subtype::named($subtype).is_some_and(|s| *k == KeywordAbility::Landwalk(Filter::Subtype(s))) { vec![()] } else { Vec::new() }; $words)
    };
}

macro_rules! snowwalk {
    ($words:literal, $subtype:literal) => {
        rule!(Param: $words () => |_| snowy($subtype), |_, k| if snowy($subtype) == Some(k) { vec![()] } else { Vec::new() }; $words)
    };
}

macro_rules! cycling {
    ($words:literal, $filter:expr) => {
        rule!(Param: $words (cost: Mana) => |_, cost| Some(KeywordAbility::Typecycling($filter, pay(cost))),
            |_, k| match k { KeywordAbility::Typecycling(f, cost) if f == $filter => mana(&cost).map(|m| (m,)).into_iter().collect(), _ => Vec::new() }; "")
    };
}

/// Only a card type or a subtype: it is said of permanents and of cards alike (CR 702.167b).
fn material(noun: &Filter) -> bool {
    matches!(noun, Filter::Type(_) | Filter::Subtype(_))
}

/// CR 702.14c, with the supertype and the land type.
fn snowy(subtype: &str) -> Option<KeywordAbility> {
    let land = Filter::Subtype(Subtype::named(subtype)?);
    Some(KeywordAbility::Landwalk(Filter::And(vec![Filter::Supertype(Supertypes::SNOW), land])))
}

/// CR 702.16j: each of the five.
fn every_color() -> Filter {
    Filter::Or(Color::ALL.into_iter().map(Filter::Color).collect())
}

/// Of exactly one colour (CR 105.2a).
fn monocolored() -> Filter {
    Filter::And(vec![not(Filter::Colorless), not(Filter::Multicolored)])
}

/// Keywords with costs.
pub(in crate::cards::oracle::grammar) const COSTS: &[&[Rule]] = &[
    costs!("cycling {cost}", "cycling \u{2014} {cost} .", Cycling),
    costs!("flashback {cost}", "flashback \u{2014} {cost} .", Flashback),
    costs!("kicker {cost}", "kicker \u{2014} {cost} .", Kicker),
    costs!("buyback {cost}", "buyback \u{2014} {cost} .", Buyback),
    costs!("madness {cost}", "madness \u{2014} {cost} .", Madness),
    costs!("miracle {cost}", "miracle \u{2014} {cost} .", Miracle),
    costs!("morph {cost}", "morph \u{2014} {cost} .", Morph),
    costs!("megamorph {cost}", "megamorph \u{2014} {cost} .", Megamorph),
    costs!("disguise {cost}", "disguise \u{2014} {cost} .", Disguise),
    costs!("ninjutsu {cost}", "ninjutsu \u{2014} {cost} .", Ninjutsu),
    costs!("bestow {cost}", "bestow \u{2014} {cost} .", Bestow),
    costs!("mutate {cost}", "mutate \u{2014} {cost} .", Mutate),
    costs!("plot {cost}", "plot \u{2014} {cost} .", Plot),
    costs!("foretell {cost}", "foretell \u{2014} {cost} .", Foretell),
    costs!("ward {cost}", "ward \u{2014} {cost} .", Ward),
    costs!("escape {cost}", "escape \u{2014} {cost} .", Escape),
    costs!("fortify {cost}", "fortify \u{2014} {cost} .", Fortify),
    costs!("cumulative upkeep {cost}", "cumulative upkeep \u{2014} {cost} .", CumulativeUpkeep),
    costs!("echo {cost}", "echo \u{2014} {cost} .", Echo),
    costs!("transmute {cost}", "transmute \u{2014} {cost} .", Transmute),
    costs!("unearth {cost}", "unearth \u{2014} {cost} .", Unearth),
    costs!("scavenge {cost}", "scavenge \u{2014} {cost} .", Scavenge),
    costs!("level up {cost}", "level up \u{2014} {cost} .", LevelUp),
    costs!("reconfigure {cost}", "reconfigure \u{2014} {cost} .", Reconfigure),
    costs!("outlast {cost}", "outlast \u{2014} {cost} .", Outlast),
    costs!("multikicker {cost}", "multikicker \u{2014} {cost} .", Multikicker),
    costs!("evoke {cost}", "evoke \u{2014} {cost} .", Evoke),
    costs!("dash {cost}", "dash \u{2014} {cost} .", Dash),
    costs!("blitz {cost}", "blitz \u{2014} {cost} .", Blitz),
    costs!("spectacle {cost}", "spectacle \u{2014} {cost} .", Spectacle),
    costs!("surge {cost}", "surge \u{2014} {cost} .", Surge),
    costs!("prowl {cost}", "prowl \u{2014} {cost} .", Prowl),
    costs!("sneak {cost}", "sneak \u{2014} {cost} .", Sneak),
    costs!("overload {cost}", "overload \u{2014} {cost} .", Overload),
    costs!("warp {cost}", "warp \u{2014} {cost} .", Warp),
    costs!("freerunning {cost}", "freerunning \u{2014} {cost} .", Freerunning),
    costs!("mayhem {cost}", "mayhem \u{2014} {cost} .", Mayhem),
    costs!("more than Meets the Eye {cost}", "more than Meets the Eye \u{2014} {cost} .", MoreThanMeetsTheEye),
    costs!("web-slinging {cost}", "web-slinging \u{2014} {cost} .", WebSlinging),
    costs!("disturb {cost}", "disturb \u{2014} {cost} .", Disturb),
    costs!("embalm {cost}", "embalm \u{2014} {cost} .", Embalm),
    costs!("eternalize {cost}", "eternalize \u{2014} {cost} .", Eternalize),
    costs!("recover {cost}", "recover \u{2014} {cost} .", Recover),
    costs!("entwine {cost}", "entwine \u{2014} {cost} .", Entwine),
    costs!("escalate {cost}", "escalate \u{2014} {cost} .", Escalate),
    costs!("replicate {cost}", "replicate \u{2014} {cost} .", Replicate),
    costs!("squad {cost}", "squad \u{2014} {cost} .", Squad),
    costs!("offspring {cost}", "offspring \u{2014} {cost} .", Offspring),
    costs!("encore {cost}", "encore \u{2014} {cost} .", Encore),
    costs!("harmonize {cost}", "harmonize \u{2014} {cost} .", Harmonize),
    costs!("transfigure {cost}", "transfigure \u{2014} {cost} .", Transfigure),
];

/// A list of keywords: neighbours without parameters are one ability.
fn join(first: AbilityDef, mut rest: Vec<AbilityDef>) -> Option<Vec<AbilityDef>> {
    match (first, rest.first_mut()) {
        (AbilityDef::Keywords(mut a), Some(AbilityDef::Keywords(b))) => {
            a.append(b);
            *b = a;
        }
        (first, _) => rest.insert(0, first),
    }
    Some(rest)
}

fn single(list: Vec<AbilityDef>) -> Vec<(AbilityDef,)> {
    match list.as_slice() {
        [AbilityDef::Keywords(k)] if k.len() > 1 => Vec::new(),
        [one] => vec![(one.clone(),)],
        _ => Vec::new(),
    }
}

fn several(mut list: Vec<AbilityDef>) -> Vec<(AbilityDef, Vec<AbilityDef>)> {
    let Some(AbilityDef::Keywords(k)) = list.first_mut() else {
        return match list.split_first() {
            Some((first, rest)) if !rest.is_empty() => vec![(first.clone(), rest.to_vec())],
            _ => Vec::new(),
        };
    };
    if k.is_empty() {
        return Vec::new();
    }
    let first = AbilityDef::Keywords(vec![k.remove(0)]);
    if k.is_empty() {
        list.remove(0);
    }
    if list.is_empty() { Vec::new() } else { vec![(first, list)] }
}

pub(super) const RULES: &[Rule] = &[
    rule!(KwItem: "{k}" (k: Kw) => |_, k| Some(AbilityDef::Keywords(vec![k])),
        |_, a| match a { AbilityDef::Keywords(k) => match k.as_slice() { [k] => vec![(*k,)], _ => Vec::new() }, _ => Vec::new() }; "flying"),
    rule!(KwItem: "{k}" (k: Param) <=> {AbilityDef::Keyword(k)}; "cycling {2}"),
    rule!(KwLine: "{one}" (one: KwItem) => |_, one| Some(vec![one]), |_, list| single(list); "flying"),
    rule!(KwLine: "{first} , {rest}" (first: KwItem, rest: KwLine) => |_, first, rest| join(first, rest), |_, list| several(list); "flying, haste"),
    rule!(Param: "protection from {q}" (q: Warded) <=> {KeywordAbility::Protection(q)}; "protection from red"),
    rule!(Warded: "{hue}" (hue: Hue) <=> {Filter::Color(hue)}; "red"),
    rule!(Warded: "{a} and from {b}" (a: Hue, b: Hue) => |_, a, b| Some(Filter::Or(vec![Filter::Color(a), Filter::Color(b)])),
        |_, f| match f { Filter::Or(list) => match list.as_slice() { [Filter::Color(a), Filter::Color(b)] => vec![(*a, *b)], _ => Vec::new() }, _ => Vec::new() }; "red and from blue"),
    rule!(Warded: "{kind.p}" (kind: Type) <=> {Filter::Type(kind)}; "artifacts"),
    rule!(Warded: "{sub.p}" (sub: Sub) <=> {Filter::Subtype(sub)}; "Goblins"),
    rule!(Warded: "each color" () => |_| Some(every_color()), |_, f: &_| if *f == every_color() { vec![()] } else { Vec::new() }; "each color"),
    alternate!(Warded: "all colors" () => |_| Some(every_color()); "all colors"),
    rule!(Warded: "monocolored" () => |_| Some(monocolored()), |_, f: &_| if *f == monocolored() { vec![()] } else { Vec::new() }; "monocolored"),
    rule!(Warded: "multicolored" () <=> {Filter::Multicolored}; "multicolored"),
    walk!("plainswalk", "Plains"),
    walk!("islandwalk", "Island"),
    walk!("swampwalk", "Swamp"),
    walk!("mountainwalk", "Mountain"),
    walk!("forestwalk", "Forest"),
    walk!("desertwalk", "Desert"),
    snowwalk!("snow plainswalk", "Plains"),
    snowwalk!("snow islandwalk", "Island"),
    snowwalk!("snow swampwalk", "Swamp"),
    snowwalk!("snow mountainwalk", "Mountain"),
    snowwalk!("snow forestwalk", "Forest"),
    rule!(Param: "snow landwalk" () => |_| Some(KeywordAbility::Landwalk(Filter::Supertype(Supertypes::SNOW))),
        |_, k: &_| if *k == KeywordAbility::Landwalk(Filter::Supertype(Supertypes::SNOW)) { vec![()] } else { Vec::new() }; "snow landwalk"),
    rule!(Param: "nonbasic landwalk" () => |_| Some(KeywordAbility::Landwalk(not(Filter::Supertype(Supertypes::BASIC)))),
        |_, k: &_| if *k == KeywordAbility::Landwalk(not(Filter::Supertype(Supertypes::BASIC))) { vec![()] } else { Vec::new() }; "nonbasic landwalk"),
    rule!(Param: "legendary landwalk" () => |_| Some(KeywordAbility::Landwalk(Filter::Supertype(Supertypes::LEGENDARY))),
        |_, k: &_| if *k == KeywordAbility::Landwalk(Filter::Supertype(Supertypes::LEGENDARY)) { vec![()] } else { Vec::new() }; "legendary landwalk"),
    rule!(Param: "enchant {noun.s}" (noun: Noun) => |_, noun| Some(KeywordAbility::Enchant(TargetKind::Permanent(noun))),
        |_, k| match k { KeywordAbility::Enchant(TargetKind::Permanent(noun)) => vec![(noun,)], _ => Vec::new() }; "enchant creature"),
    rule!(Param: "equip {cost}" (cost: Mana) => |_, cost| Some(KeywordAbility::Equip(pay(cost), Filter::Any)),
        |_, k| match k { KeywordAbility::Equip(cost, Filter::Any) => mana(&cost).map(|m| (m,)).into_iter().collect(), _ => Vec::new() }; "equip {2}"),
    rule!(Param: "equip \u{2014} {cost} ." (cost: Price) => |_, cost| mana(&cost).is_none().then_some(KeywordAbility::Equip(cost, Filter::Any)),
        |_, k| match k { KeywordAbility::Equip(cost, Filter::Any) if mana(&cost).is_none() => vec![(cost,)], _ => Vec::new() }; ""),
    rule!(Param: "equip {noun.s} {cost}" (noun: Noun, cost: Mana) => |_, noun, cost| is_creature(&noun).then(|| KeywordAbility::Equip(pay(cost), noun)),
        |_, k| match k { KeywordAbility::Equip(cost, noun) if is_creature(&noun) => mana(&cost).map(|m| (noun, m)).into_iter().collect(), _ => Vec::new() }; "equip legendary creature {1}"),
    rule!(Param: "equip {sub.s} {cost}" (sub: Sub, cost: Mana) => |_, sub, cost| Some(KeywordAbility::Equip(pay(cost), Filter::Subtype(sub))),
        |_, k| match k { KeywordAbility::Equip(cost, Filter::Subtype(sub)) => mana(&cost).map(|m| (sub, m)).into_iter().collect(), _ => Vec::new() }; "equip Knight {1}"),
    rule!(Param: "splice onto Arcane {cost}" (cost: Mana) => |_, cost| Some(KeywordAbility::Splice(sub("Arcane"), pay(cost))),
        |_, k| match k { KeywordAbility::Splice(f, cost) if f == sub("Arcane") => mana(&cost).map(|m| (m,)).into_iter().collect(), _ => Vec::new() }; ""),
    rule!(Param: "splice onto Arcane \u{2014} {cost} ." (cost: Price) => |_, cost| mana(&cost).is_none().then(|| KeywordAbility::Splice(sub("Arcane"), cost)),
        |_, k| match k { KeywordAbility::Splice(f, cost) if f == sub("Arcane") && mana(&cost).is_none() => vec![(cost,)], _ => Vec::new() }; ""),
    rule!(Param: "splice onto instant or sorcery {cost}" (cost: Mana) => |c, cost| c.face.is_spell().then(|| KeywordAbility::Splice(Filter::Type(CardTypes::INSTANT | CardTypes::SORCERY), pay(cost))),
        |_, k| match k { KeywordAbility::Splice(Filter::Type(types), cost) if types == CardTypes::INSTANT | CardTypes::SORCERY => mana(&cost).map(|m| (m,)).into_iter().collect(), _ => Vec::new() }; ""),
    numbers!("fading {n}", Fading),
    numbers!("modular {n}", Modular),
    numbers!("devour {n}", Devour),
    rule!(Param: "affinity for {noun.p}" (noun: Noun) <=> {KeywordAbility::Affinity(noun)}; "affinity for artifacts"),
    rule!(Param: "reinforce {n} \u{2014} {cost}" (n: Digits, cost: Mana) => |_, n, cost| Some(KeywordAbility::Reinforce(u32::try_from(n).ok()?, pay(cost))),
        |_, k| match k { KeywordAbility::Reinforce(n, cost) => i32::try_from(n).ok().zip(mana(&cost)).into_iter().collect(), _ => Vec::new() }; ""),
    rule!(Param: "suspend {n} \u{2014} {cost}" (n: Digits, cost: Mana) => |_, n, cost| Some(KeywordAbility::Suspend(Some(u32::try_from(n).ok()?), pay(cost))),
        |_, k| match k { KeywordAbility::Suspend(Some(n), cost) => i32::try_from(n).ok().zip(mana(&cost)).into_iter().collect(), _ => Vec::new() }; ""),
    rule!(Param: "emerge {cost}" (cost: Mana) => |_, cost| Some(KeywordAbility::Emerge(pay(cost), Filter::Type(CardTypes::CREATURE))),
        |_, k| match k { KeywordAbility::Emerge(cost, Filter::Type(CardTypes::CREATURE)) => mana(&cost).map(|m| (m,)).into_iter().collect(), _ => Vec::new() }; "emerge {5}{U}"),
    rule!(Param: "emerge from {noun.s} {cost}" (noun: Noun, cost: Mana) => |_, noun, cost| (noun != Filter::Type(CardTypes::CREATURE)).then(|| KeywordAbility::Emerge(pay(cost), noun)),
        |_, k| match k { KeywordAbility::Emerge(cost, noun) if noun != Filter::Type(CardTypes::CREATURE) => mana(&cost).map(|m| (noun, m)).into_iter().collect(), _ => Vec::new() }; "emerge from artifact {5}{U}"),
    rule!(Param: "craft with {noun.s} {cost}" (noun: Noun, cost: Mana) => |_, noun, cost| material(&noun).then(|| KeywordAbility::Craft(1, noun, pay(cost))),
        |_, k| match k { KeywordAbility::Craft(1, noun, cost) => mana(&cost).map(|m| (noun, m)).into_iter().collect(), _ => Vec::new() }; "craft with artifact {1}{U}"),
    rule!(Param: "craft with {n} {noun.p} {cost}" (n: Words, noun: Noun, cost: Mana) => |_, n, noun, cost| (n > 1 && material(&noun)).then(|| KeywordAbility::Craft(n as u32, noun, pay(cost))),
        |_, k| match k { KeywordAbility::Craft(n, noun, cost) if n > 1 => mana(&cost).map(|m| (n as i32, noun, m)).into_iter().collect(), _ => Vec::new() }; "craft with two creatures {5}{B}"),
    rule!(Param: "prototype {cost} \u{2014} {body}" (cost: Mana, body: Body) => |_, cost, body| match body {
            (Quantity::N(power), Quantity::N(toughness)) => Some(KeywordAbility::Prototype(cost, power, toughness)),
            _ => None,
        },
        |_, k| match k { KeywordAbility::Prototype(cost, p, t) => vec![(cost, (Quantity::N(p), Quantity::N(t)))], _ => Vec::new() }; "prototype {2}{R} \u{2014} 3/2"),
    plain!("sunburst", Sunburst),
    plain!("dethrone", Dethrone),
    plain!("increment", Increment),
    plain!("for Mirrodin!", ForMirrodin),
    cycling!("wizardcycling {cost}", sub("Wizard")),
    cycling!("slivercycling {cost}", sub("Sliver")),
    cycling!("halflingcycling {cost}", sub("Halfling")),
    cycling!(
        "artifact landcycling {cost}",
        Filter::And(vec![Filter::Type(CardTypes::ARTIFACT), Filter::Type(CardTypes::LAND)])
    ),
    cycling!("landcycling {cost}", Filter::Type(CardTypes::LAND)),
    plain!("persist", Persist),
    plain!("undying", Undying),
    plain!("cascade", Cascade),
    plain!("prowess", Prowess),
    numbers!("rampage {n}", Rampage),
    plain!("storm", Storm),
    numbers!("bushido {n}", Bushido),
    numbers!("soulshift {n}", Soulshift),
    numbers!("dredge {n}", Dredge),
    numbers!("bloodthirst {n}", Bloodthirst),
    numbers!("frenzy {n}", Frenzy),
    numbers!("poisonous {n}", Poisonous),
    plain!("exalted", Exalted),
    rule!(Param: "annihilator {n}" (n: Digits) => |_, n| Some(KeywordAbility::Annihilator(Quantity::N(n))),
        |_, k| match k { KeywordAbility::Annihilator(Quantity::N(n)) => vec![(n,)], _ => Vec::new() }; ""),
    plain!("battle cry", BattleCry),
    plain!("living weapon", LivingWeapon),
    plain!("living metal", LivingMetal),
    plain!("unleash", Unleash),
    plain!("evolve", Evolve),
    plain!("extort", Extort),
    plain!("exploit", Exploit),
    plain!("soulbond", Soulbond),
    plain!("melee", Melee),
    plain!("ingest", Ingest),
    numbers!("fabricate {n}", Fabricate),
    plain!("undaunted", Undaunted),
    numbers!("afflict {n}", Afflict),
    plain!("ascend", Ascend),
    plain!("mentor", Mentor),
    numbers!("afterlife {n}", Afterlife),
    plain!("decayed", Decayed),
    plain!("training", Training),
    plain!("enlist", Enlist),
    plain!("cipher", Cipher),
    plain!("job select", JobSelect),
    plain!("retrace", Retrace),
    plain!("jump-start", JumpStart),
    plain!("aftermath", Aftermath),
    plain!("rebound", Rebound),
    plain!("epic", Epic),
    plain!("haunt", Haunt),
    rule!(Param: "{what.s} offering" (what: Sub) => |_, what| Some(KeywordAbility::Offering(Filter::Subtype(what))),
        |_, k| match k { KeywordAbility::Offering(Filter::Subtype(what)) => vec![(what,)], _ => Vec::new() }; "Goblin offering"),
    rule!(Param: "{kind.s} offering" (kind: Type) => |_, kind| Some(KeywordAbility::Offering(Filter::Type(kind))),
        |_, k| match k { KeywordAbility::Offering(Filter::Type(kind)) => vec![(kind,)], _ => Vec::new() }; "artifact offering"),
    plain!("conspire", Conspire),
    plain!("bargain", Bargain),
    plain!("paradigm", Paradigm),
    numbers!("teamwork {n}", Teamwork),
    rule!(Param: "gift a Food" () => |_| Some(KeywordAbility::Gift(Gift::Food)), |_, k: &_| if *k == KeywordAbility::Gift(Gift::Food) { vec![()] } else { Vec::new() }; "gift a Food"),
    rule!(Param: "gift a card" () => |_| Some(KeywordAbility::Gift(Gift::Card)), |_, k: &_| if *k == KeywordAbility::Gift(Gift::Card) { vec![()] } else { Vec::new() }; "gift a card"),
    rule!(Param: "gift a tapped Fish" () => |_| Some(KeywordAbility::Gift(Gift::TappedFish)), |_, k: &_| if *k == KeywordAbility::Gift(Gift::TappedFish) { vec![()] } else { Vec::new() }; "gift a tapped Fish"),
    rule!(Param: "gift a extra turn" () => |_| Some(KeywordAbility::Gift(Gift::ExtraTurn)), |_, k: &_| if *k == KeywordAbility::Gift(Gift::ExtraTurn) { vec![()] } else { Vec::new() }; "gift an extra turn"),
    rule!(Param: "gift a Treasure" () => |_| Some(KeywordAbility::Gift(Gift::Treasure)), |_, k: &_| if *k == KeywordAbility::Gift(Gift::Treasure) { vec![()] } else { Vec::new() }; "gift a Treasure"),
    rule!(Param: "gift a Octopus" () => |_| Some(KeywordAbility::Gift(Gift::Octopus)), |_, k: &_| if *k == KeywordAbility::Gift(Gift::Octopus) { vec![()] } else { Vec::new() }; "gift an Octopus"),
    plain!("gravestorm", Gravestorm),
    numbers!("ripple {n}", Ripple),
    numbers!("absorb {n}", Absorb),
    plain!("demonstrate", Demonstrate),
    plain!("umbra armor", UmbraArmor),
    plain!("riot", Riot),
    plain!("ravenous", Ravenous),
    plain!("station", Station),
    plain!("start your engines!", StartYourEngines),
    numbers!("backup {n}", Backup),
    rule!(Param: "myriad" () <=> {KeywordAbility::Myriad}; "myriad"),
    rule!(Param: "provoke" () <=> {KeywordAbility::Provoke}; "provoke"),
    numbers!("mobilize {n}", Mobilize),
    plain!("flanking", Flanking),
    rule!(Param: "vanishing {n}" (n: Digits) => |_, n| Some(KeywordAbility::Vanishing(Some(u32::try_from(n).ok()?))),
        |_, k| match k { KeywordAbility::Vanishing(Some(n)) => i32::try_from(n).map(|n| (n,)).into_iter().collect(), _ => Vec::new() }; "vanishing 3"),
    rule!(Param: "vanishing" () <=> {KeywordAbility::Vanishing(None)}; "vanishing"),
    numbers!("renown {n}", Renown),
    numbers!("crew {n}", Crew),
    numbers!("saddle {n}", Saddle),
    numbers!("toxic {n}", Toxic),
    numbers!("casualty {n}", Casualty),
    numbers!("amplify {n}", Amplify),
    numbers!("graft {n}", Graft),
    numbers!("hideaway {n}", Hideaway),
    rule!(Param: "champion a {noun.s}" (noun: Noun) <=> {KeywordAbility::Champion(noun)}; "champion a Goblin"),
    cycling!("plainscycling {cost}", sub("Plains")),
    cycling!("islandcycling {cost}", sub("Island")),
    cycling!("swampcycling {cost}", sub("Swamp")),
    cycling!("mountaincycling {cost}", sub("Mountain")),
    cycling!("forestcycling {cost}", sub("Forest")),
    cycling!(
        "basic landcycling {cost}",
        Filter::And(vec![Filter::Supertype(Supertypes::BASIC), Filter::Type(CardTypes::LAND)])
    ),
];
