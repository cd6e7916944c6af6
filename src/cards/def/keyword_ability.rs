//! Keyword abilities with parameters, and those that stand for other abilities (CR 702).

use super::ability::TargetKind;
use super::cost::Cost;
use super::deck::{DeckCondition, PartnerAbility};
use super::filter::Filter;
use super::mana::ManaCost;
use super::ways::Gift;
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// Keywords with parameters, or that stand for other abilities (CR 702). Their meaning is spelt out by
/// `crate::cards::keywords` in this same vocabulary.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub enum KeywordAbility {
    /// CR 702.5.
    Enchant(TargetKind),
    /// CR 702.6: the cost, and which creatures if not any.
    Equip(Cost, Filter),
    /// CR 702.16: from what.
    Protection(Filter),
    /// CR 702.16n: the same, but the second doesn't come off; `Granter` there is what grants it.
    ProtectionSparing(Filter, Filter),
    /// CR 702.14: with the lands that it walks on.
    Landwalk(Filter),
    /// CR 702.67.
    Fortify(Cost),
    /// CR 702.21.
    Ward(Cost),
    /// CR 702.27.
    Buyback(Cost),
    /// CR 702.29.
    Cycling(Cost),
    /// CR 702.29e: for which cards, and the cost.
    Typecycling(Filter, Cost),
    /// CR 702.32.
    Fading(u32),
    /// CR 702.33.
    Kicker(Cost),
    /// CR 702.33c.
    Multikicker(Cost),
    /// CR 702.34.
    Flashback(Cost),
    /// CR 702.35.
    Madness(Cost),
    /// CR 702.37.
    Morph(Cost),
    /// CR 702.37b: morph, and a +1/+1 counter if it is turned face up for this cost.
    Megamorph(Cost),
    /// CR 702.168: the same with ward {2} while it is face down.
    Disguise(Cost),
    /// CR 702.43.
    Modular(u32),
    /// CR 702.47: onto spells with which quality, and the cost.
    Splice(Filter, Cost),
    /// CR 702.79.
    Persist,
    /// CR 702.82.
    Devour(u32),
    /// CR 702.85.
    Cascade,
    /// CR 702.93.
    Undying,
    /// CR 702.108.
    Prowess,
    /// CR 702.138: the cost, in full.
    Escape(Cost),
    /// CR 702.49.
    Ninjutsu(Cost),
    /// CR 702.103.
    Bestow(Cost),
    /// CR 702.170.
    Plot(Cost),
    /// CR 702.143.
    Foretell(Cost),
    /// CR 702.62: the number of counters and the cost; without a number something that is exiled already has gained it.
    Suspend(Option<u32>, Cost),
    /// CR 702.23.
    Rampage(u32),
    /// CR 702.24: the cost for each age counter.
    CumulativeUpkeep(Cost),
    /// CR 702.30.
    Echo(Cost),
    /// CR 702.40.
    Storm,
    /// CR 702.41: for what.
    Affinity(Filter),
    /// CR 702.45.
    Bushido(u32),
    /// CR 702.46.
    Soulshift(u32),
    /// CR 702.52.
    Dredge(u32),
    /// CR 702.53.
    Transmute(Cost),
    /// CR 702.54.
    Bloodthirst(u32),
    /// CR 702.68.
    Frenzy(u32),
    /// CR 702.70.
    Poisonous(u32),
    /// CR 702.77: the number of counters, and the cost.
    Reinforce(u32, Cost),
    /// CR 702.83.
    Exalted,
    /// CR 702.84.
    Unearth(Cost),
    /// CR 702.86.
    Annihilator(u32),
    /// CR 702.87.
    LevelUp(Cost),
    /// CR 702.91.
    BattleCry,
    /// CR 702.92.
    LivingWeapon,
    /// CR 702.97.
    Scavenge(Cost),
    /// CR 702.98.
    Unleash,
    /// CR 702.100.
    Evolve,
    /// CR 702.101.
    Extort,
    /// CR 702.107.
    Outlast(Cost),
    /// CR 702.110.
    Exploit,
    /// CR 702.115.
    Ingest,
    /// CR 702.123.
    Fabricate(u32),
    /// CR 702.125.
    Undaunted,
    /// CR 702.130.
    Afflict(u32),
    /// CR 702.131.
    Ascend,
    /// CR 702.134.
    Mentor,
    /// CR 702.135.
    Afterlife(u32),
    /// CR 702.147.
    Decayed,
    /// CR 702.149.
    Training,
    /// CR 702.163.
    ForMirrodin,
    /// CR 702.182.
    JobSelect,
    /// CR 702.74.
    Evoke(Cost),
    /// CR 702.109.
    Dash(Cost),
    /// CR 702.152.
    Blitz(Cost),
    /// CR 702.137.
    Spectacle(Cost),
    /// CR 702.117.
    Surge(Cost),
    /// CR 702.76.
    Prowl(Cost),
    /// CR 702.185.
    Warp(Cost),
    /// CR 702.81.
    Retrace,
    /// CR 702.133.
    JumpStart,
    /// CR 702.146.
    Disturb(Cost),
    /// CR 702.127.
    Aftermath,
    /// CR 702.88.
    Rebound,
    /// CR 702.128.
    Embalm(Cost),
    /// CR 702.129.
    Eternalize(Cost),
    /// CR 702.59.
    Recover(Cost),
    /// CR 702.42.
    Entwine(Cost),
    /// CR 702.120.
    Escalate(Cost),
    /// CR 702.56.
    Replicate(Cost),
    /// CR 702.78.
    Conspire,
    /// CR 702.153.
    Casualty(u32),
    /// CR 702.157.
    Squad(Cost),
    /// CR 702.166.
    Bargain,
    /// CR 702.119: the cost, and what is sacrificed for it.
    Emerge(Cost, Filter),
    /// CR 702.167: how many materials, what they are, and the cost.
    Craft(u32, Filter, Cost),
    /// CR 702.160: the mana cost, the power and the toughness that it has prototyped.
    Prototype(ManaCost, i32, i32),
    /// CR 702.174.
    Gift(Gift),
    /// CR 702.175.
    Offspring(Cost),
    /// CR 702.25.
    Flanking,
    /// CR 702.39.
    Provoke,
    /// CR 702.63: with the number of counters that it enters with; without one it enters with none.
    Vanishing(Option<u32>),
    /// CR 702.96: what the spell does must be said of one target.
    Overload(Cost),
    /// CR 702.112.
    Renown(u32),
    /// CR 702.122.
    Crew(u32),
    /// CR 702.164.
    Toxic(u32),
    /// CR 702.171.
    Saddle(u32),
    /// CR 702.190.
    Sneak(Cost),
    /// CR 702.38.
    Amplify(u32),
    /// CR 702.58.
    Graft(u32),
    /// CR 702.69.
    Gravestorm,
    /// CR 702.71.
    Transfigure(Cost),
    /// CR 702.72: which permanent.
    Champion(Filter),
    /// CR 702.75.
    Hideaway(u32),
    /// CR 702.89.
    UmbraArmor,
    /// CR 702.136.
    Riot,
    /// CR 702.188.
    WebSlinging(Cost),
    /// CR 702.116.
    Myriad,
    /// CR 702.141.
    Encore(Cost),
    /// CR 702.181.
    Mobilize(u32),
    /// CR 702.44.
    Sunburst,
    /// CR 702.105.
    Dethrone,
    /// CR 702.156.
    Ravenous,
    /// CR 702.124: which of the partner abilities.
    Partner(PartnerAbility),
    /// CR 702.139: the condition of the starting deck.
    Companion(DeckCondition),
}
