//! Keyword abilities with parameters, and those that stand for other abilities (CR 702).

use super::ability::{SpellDef, TargetKind};
use super::cost::Cost;
use super::deck::{DeckCondition, PartnerAbility};
use super::effect::Instruction;
use super::filter::Filter;
use super::mana::ManaCost;
use super::quantity::Quantity;
use super::ways::Gift;
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// Keywords with parameters, or that stand for other abilities (CR 702). Their meaning is spelt out by
/// `crate::cards::keywords` in this same vocabulary.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub enum KeywordAbility {
    /// What this Aura can be attached to, and what its spell can target (CR 702.5a).
    Enchant(TargetKind),
    /// For the cost, as a sorcery, this Equipment is attached to a creature of its player that matches the filter (CR
    /// 702.6a, c).
    Equip(Cost, Filter),
    /// What matches the filter can't damage, block or target it, or be attached to it (CR 702.16b-f).
    Protection(Filter),
    /// Protection from the first filter, but what matches the second stays attached; `Granter` there is what grants it (CR
    /// 702.16n).
    ProtectionSparing(Filter, Filter),
    /// Spells and abilities of opponents can't target it if their source matches the filter (CR 702.11d).
    HexproofFrom(Filter),
    /// It can't be blocked while the defending player controls a land that matches the filter (CR 702.14c).
    Landwalk(Filter),
    /// For the cost, as a sorcery, this Fortification is attached to a land of its player (CR 702.67a).
    Fortify(Cost),
    /// A spell or ability of an opponent that targets it is countered unless that player pays the cost (CR 702.21a).
    Ward(Cost),
    /// Ward with several costs: the player pays one of them, or it is countered (CR 702.21a, 118.12a).
    WardEither(Vec<Cost>),
    /// If this additional cost is paid, the spell returns to its owner's hand as it resolves (CR 702.27a).
    Buyback(Cost),
    /// From the hand: for the cost and discarding the card, its player draws a card (CR 702.29a).
    Cycling(Cost),
    /// Cycling that finds a card of the library that matches the filter, instead of drawing one (CR 702.29e).
    Typecycling(Filter, Cost),
    /// It enters with N fade counters, loses one each upkeep, and is sacrificed when it has none to lose (CR 702.32a).
    Fading(u32),
    /// An additional cost that may be paid once; what that does, other abilities say (CR 702.33a).
    Kicker(Cost),
    /// A kicker cost that may be paid any number of times (CR 702.33c).
    Multikicker(Cost),
    /// The card can be cast from the graveyard for the cost, and is exiled afterwards (CR 702.34a).
    Flashback(Cost),
    /// The card is exiled as it is discarded, and can then be cast for the cost (CR 702.35a).
    Madness(Cost),
    /// The card may be revealed as its owner draws it, if it is the first one this turn, and can then be cast for the cost (CR
    /// 702.94a).
    Miracle(Cost),
    /// The card can be cast face down for {3}, and be turned face up for the cost (CR 702.37a, e).
    Morph(Cost),
    /// Morph, with a +1/+1 counter for a permanent that is turned face up for the cost (CR 702.37b).
    Megamorph(Cost),
    /// Morph, with ward {2} while it is face down (CR 702.168a).
    Disguise(Cost),
    /// It enters with N +1/+1 counters; when it dies, a target artifact creature may get as many as it had (CR 702.43a).
    Modular(u32),
    /// From the hand: the card may be revealed as a spell that matches the filter is cast. For the cost in addition, that
    /// spell gets its text, too (CR 702.47a).
    Splice(Filter, Cost),
    /// When it dies without a -1/-1 counter, it returns to the battlefield with one (CR 702.79a).
    Persist,
    /// As it enters, creatures may be sacrificed for N +1/+1 counters each (CR 702.82a).
    Devour(u32),
    /// When the spell is cast, cards are exiled from the library up to a cheaper nonland card, which may be cast without
    /// paying its mana cost (CR 702.85a).
    Cascade,
    /// When it dies without a +1/+1 counter, it returns to the battlefield with one (CR 702.93a).
    Undying,
    /// It gets +1/+1 for the turn for each noncreature spell that its controller casts (CR 702.108a).
    Prowess,
    /// The card can be cast from the graveyard for this cost, in which the cards to exile are included (CR 702.138a).
    Escape(Cost),
    /// For the cost and returning an unblocked attacker to its owner's hand, the card comes from the hand tapped and
    /// attacking (CR 702.49a).
    Ninjutsu(Cost),
    /// The card may be cast for the cost as an Aura that enchants a creature (CR 702.103a, b).
    Bestow(Cost),
    /// The card may be cast for the cost as a spell that targets a non-Human creature with the same owner and merges with it (CR
    /// 702.140a, c).
    Mutate(Cost),
    /// For the cost, the card is exiled from the hand, and can be cast without paying its mana cost on a later turn (CR
    /// 702.170a, d).
    Plot(Cost),
    /// For {2}, the card is exiled face down from the hand, and can be cast for the cost on a later turn (CR 702.143a).
    Foretell(Cost),
    /// For the cost, the card is exiled from the hand with N time counters; one goes away each upkeep, and with the last it
    /// is cast without paying its mana cost (CR 702.62a). `None`: for something in exile that gains suspend there.
    Suspend(Option<u32>, Cost),
    /// When it becomes blocked, it gets +N/+N for the turn for each blocker but one (CR 702.23a).
    Rampage(u32),
    /// Each upkeep it gets an age counter, and is sacrificed unless the cost is paid for each age counter on it (CR
    /// 702.24a).
    CumulativeUpkeep(Cost),
    /// Cumulative upkeep for which the instructions are followed for each age counter, instead of a cost that is paid (CR 702.24a).
    CumulativeUpkeepActs(Vec<Instruction>),
    /// In the first upkeep after it came under its controller's control it is sacrificed unless the cost is paid (CR
    /// 702.30a).
    Echo(Cost),
    /// When the spell is cast, it is copied for each spell that was cast before it this turn (CR 702.40a).
    Storm,
    /// The spell costs {1} less for each permanent of its player that matches the filter (CR 702.41a).
    Affinity(Filter),
    /// It gets +N/+N for the turn when it blocks or becomes blocked (CR 702.45a).
    Bushido(u32),
    /// When it dies, a target Spirit card of mana value N or less may return from the graveyard to the hand (CR 702.46a).
    Soulshift(u32),
    /// Instead of drawing a card, its player may mill N cards and return this one from the graveyard to the hand (CR
    /// 702.52a).
    Dredge(u32),
    /// From the hand, as a sorcery: for the cost and discarding the card, its player finds a card of the same mana value
    /// (CR 702.53a).
    Transmute(Cost),
    /// It enters with N +1/+1 counters if an opponent was dealt damage this turn (CR 702.54a).
    Bloodthirst(u32),
    /// It gets +N/+0 for the turn when it attacks and isn't blocked (CR 702.68a).
    Frenzy(u32),
    /// Combat damage that it deals to a player triggers N poison counters for that player (CR 702.70a).
    Poisonous(u32),
    /// From the hand: for the cost and discarding the card, a target creature gets N +1/+1 counters (CR 702.77a).
    Reinforce(u32, Cost),
    /// A creature of its controller that attacks alone gets +1/+1 for the turn (CR 702.83a).
    Exalted,
    /// For the cost, as a sorcery, the card returns from the graveyard with haste; it is exiled at the next end step, or
    /// where it would leave (CR 702.84a).
    Unearth(Cost),
    /// Whenever it attacks, the defending player sacrifices that many permanents. A number that isn't fixed is counted as the ability
    /// resolves (CR 702.86a).
    Annihilator(Quantity),
    /// For the cost, as a sorcery, it gets a level counter (CR 702.87a).
    LevelUp(Cost),
    /// When it attacks, all other attackers get +1/+0 for the turn (CR 702.91a).
    BattleCry,
    /// When this Equipment enters, it is attached to a new 0/0 black Phyrexian Germ token (CR 702.92a).
    LivingWeapon,
    /// For the cost and exiling the card from the graveyard, as a sorcery, a target creature gets +1/+1 counters, as many
    /// as the card has power (CR 702.97a).
    Scavenge(Cost),
    /// It may enter with a +1/+1 counter, and can't block while it has one (CR 702.98a).
    Unleash,
    /// It gets a +1/+1 counter when a creature of its controller enters whose power or toughness is greater than its own
    /// (CR 702.100a).
    Evolve,
    /// For each spell that its controller casts, they may pay {W/B}: each opponent loses 1 life, and they gain the sum (CR
    /// 702.101a).
    Extort,
    /// For the cost and tapping it, as a sorcery, it gets a +1/+1 counter (CR 702.107a).
    Outlast(Cost),
    /// When it enters, its controller may sacrifice a creature (CR 702.110a).
    Exploit,
    /// A player to whom it deals combat damage exiles the top card of their library (CR 702.115a).
    Ingest,
    /// When it enters, it gets N +1/+1 counters, or its controller creates N 1/1 Servo tokens (CR 702.123a).
    Fabricate(u32),
    /// The spell costs {1} less for each opponent of its player (CR 702.125a).
    Undaunted,
    /// The defending player loses N life when it becomes blocked (CR 702.130a).
    Afflict(u32),
    /// A player with ten permanents or more gets the city's blessing until the end of the game (CR 702.131a, b).
    Ascend,
    /// When it attacks, a target attacker with less power gets a +1/+1 counter (CR 702.134a).
    Mentor,
    /// When it dies, its controller creates N 1/1 white and black Spirit tokens with flying (CR 702.135a).
    Afterlife(u32),
    /// It can't block, and is sacrificed at the end of a combat in which it attacked (CR 702.147a).
    Decayed,
    /// It gets a +1/+1 counter when it attacks together with a creature of greater power (CR 702.149a).
    Training,
    /// The card may be exiled encoded on a creature, whose controller may cast copies of it (CR 702.99a).
    Cipher,
    /// As it attacks, a creature that doesn't may be tapped, whose power is added to its own (CR 702.154a).
    Enlist,
    /// When this Equipment enters, it is attached to a new 2/2 red Rebel token (CR 702.163a).
    ForMirrodin,
    /// When this Equipment enters, it is attached to a new 1/1 colourless Hero token (CR 702.182a).
    JobSelect,
    /// The card may be cast for the cost; the permanent is then sacrificed when it enters (CR 702.74a).
    Evoke(Cost),
    /// The card may be cast for the cost; the permanent then has haste, and returns to the hand at the next end step (CR
    /// 702.109a).
    Dash(Cost),
    /// The card may be cast for the cost; the permanent then has haste, is sacrificed at the next end step, and its
    /// controller draws a card when it dies (CR 702.152a).
    Blitz(Cost),
    /// The card may be cast for the cost if an opponent has lost life this turn (CR 702.137a).
    Spectacle(Cost),
    /// The card may be cast for the cost if its player has cast another spell this turn (CR 702.117a).
    Surge(Cost),
    /// The card may be cast for the cost if something with one of its creature types has dealt combat damage to a player
    /// this turn, for its player (CR 702.76a).
    Prowl(Cost),
    /// The card may be cast for the cost; the permanent then enters with N time counters, isn't a creature while it has one, and
    /// loses one in each end step of its controller (CR 702.176a).
    Impending(u32, Cost),
    /// The spell may be cast for the cost: then it also makes a target land a 0/0 creature with N +1/+1 counters (CR 702.113a).
    Awaken(u32, Cost),
    /// The card can be cast from the graveyard for the cost, less by the power of a creature that may be tapped for it, and is exiled
    /// afterwards (CR 702.180a).
    Harmonize(Cost),
    /// The card may be cast from the hand for the cost; the permanent is exiled at the next end step, and can be cast from
    /// there on a later turn (CR 702.185a).
    Warp(Cost),
    /// The card can be cast from the graveyard by discarding a land card in addition (CR 702.81a).
    Retrace,
    /// The card can be cast from the graveyard by discarding a card in addition, and is exiled afterwards (CR 702.133a).
    JumpStart,
    /// The card can be cast from the graveyard for the cost, with its other face up (CR 702.146a).
    Disturb(Cost),
    /// This half of a split card can only be cast from the graveyard, and is exiled afterwards (CR 702.127a).
    Aftermath,
    /// A spell that was cast from the hand is exiled as it resolves; in the next upkeep of its controller it may be cast
    /// from there without paying its mana cost (CR 702.88a).
    Rebound,
    /// Its player can't cast spells for the rest of the game, and copies the spell, but for this ability, in each of their upkeeps (CR
    /// 702.50a).
    Epic,
    /// A permanent is exiled haunting a target creature when it dies, an instant or sorcery when it is put into a graveyard as it
    /// resolves (CR 702.55a).
    Haunt,
    /// For sacrificing a permanent that matches the filter in addition, the spell costs less by that permanent's mana cost, and may be
    /// cast as though it had flash (CR 702.48a).
    Offering(Filter),
    /// For the cost and exiling the card from the graveyard, as a sorcery, a token is created that is a copy of it, but
    /// also a Zombie, white, and without a mana cost (CR 702.128a).
    Embalm(Cost),
    /// For the cost and exiling the card from the graveyard, as a sorcery, a token is created that is a copy of it, but
    /// also a Zombie, black, 4/4, and without a mana cost (CR 702.129a).
    Eternalize(Cost),
    /// When a creature goes to the graveyard in which the card is, the card returns to the hand if the cost is paid, and is
    /// exiled otherwise (CR 702.59a).
    Recover(Cost),
    /// For this additional cost, all modes of the spell are chosen (CR 702.42a).
    Entwine(Cost),
    /// The cost of each further mode that is chosen, after the first (CR 702.120a).
    Escalate(Cost),
    /// When the spell is cast, it is copied for each time that this additional cost was paid (CR 702.56a).
    Replicate(Cost),
    /// For tapping two creatures in addition, each of which shares a colour with the spell, it is copied (CR 702.78a).
    Conspire,
    /// For sacrificing a creature with power N or greater in addition, the spell is copied (CR 702.153a).
    Casualty(u32),
    /// When it enters, a token that is a copy of it is created for each time that this additional cost was paid (CR
    /// 702.157a).
    Squad(Cost),
    /// An artifact, an enchantment or a token may be sacrificed as an additional cost; what that does, other abilities say
    /// (CR 702.166a).
    Bargain,
    /// The card may be cast for the cost and sacrificing a permanent that matches the filter; the mana value of that is
    /// taken off the cost (CR 702.119a, b).
    Emerge(Cost, Filter),
    /// Untapped creatures with a total power of at least N may be tapped as an additional cost; what that does, other abilities say.
    Teamwork(u32),
    /// The spell is exiled as it resolves. If no spell of that name of its controller had resolved before, they may cast a copy of it in
    /// each of their first main phases (CR 702.192a).
    Paradigm,
    /// For the cost, exiling it and N materials that match the filter, as a sorcery, the card returns with its other face
    /// up (CR 702.167a). Materials are permanents and cards of the graveyard.
    Craft(u32, Filter, Cost),
    /// The card may be cast with this mana cost, which also gives it its colours, and with this power and toughness (CR
    /// 702.160a).
    Prototype(ManaCost, i32, i32),
    /// An opponent may be promised a gift, which they get as the spell resolves or when the permanent enters (CR 702.174a,
    /// b).
    Gift(Gift),
    /// When it enters, a token that is a copy of it, but 1/1, is created if this additional cost was paid (CR 702.175a).
    Offspring(Cost),
    /// A creature without flanking that blocks it gets -1/-1 for the turn (CR 702.25a).
    Flanking,
    /// When it attacks, a target creature of the defending player may be untapped, and then has to block it if it can (CR
    /// 702.39a).
    Provoke,
    /// It enters with N time counters, loses one each upkeep, and is sacrificed with the last of them (CR 702.63a). `None`:
    /// it enters with none (CR 702.63b).
    Vanishing(Option<u32>),
    /// The spell may be cast for the cost: what it does to one target it then does to all that match, without targets (CR
    /// 702.96a). Its text must have one target, in words that also make sense for a group.
    Overload(Cost),
    /// The spell may be cast for the cost: then it says this instead, its text without the words in square brackets (CR 702.148a).
    Cleave(Cost, SpellDef),
    /// The first time it deals combat damage to a player, it gets N +1/+1 counters and is renowned (CR 702.112a).
    Renown(u32),
    /// For tapping other creatures with a total power of at least N, this Vehicle is an artifact creature for the turn (CR
    /// 702.122a).
    Crew(u32),
    /// A player to whom it deals combat damage gets N poison counters with the damage (CR 702.164c).
    Toxic(u32),
    /// For tapping other creatures with a total power of at least N, as a sorcery, it is saddled for the turn (CR
    /// 702.171a).
    Saddle(u32),
    /// In the declare blockers step of its player, the card may be cast for the cost and returning an unblocked attacker to
    /// its owner's hand (CR 702.190a); a permanent then enters tapped and attacking (CR 702.190b).
    Sneak(Cost),
    /// As it enters, cards of the hand that share a creature type with it may be revealed for N +1/+1 counters each (CR
    /// 702.38a).
    Amplify(u32),
    /// It enters with N +1/+1 counters, and may give one of them to each other creature that enters (CR 702.58a).
    Graft(u32),
    /// When the spell is cast, it is copied for each permanent that has gone from the battlefield to a graveyard this turn
    /// (CR 702.69a).
    Gravestorm,
    /// For the cost and sacrificing it, as a sorcery, a creature card of the same mana value comes from the library onto
    /// the battlefield (CR 702.71a).
    Transfigure(Cost),
    /// When it enters, it is sacrificed unless its controller exiles another permanent that matches the filter; that
    /// returns when this one leaves (CR 702.72a).
    Champion(Filter),
    /// When it enters, one of the top N cards of the library is exiled face down (CR 702.75a).
    Hideaway(u32),
    /// If the permanent that this Aura enchants would be destroyed, the Aura is destroyed instead (CR 702.89a).
    UmbraArmor,
    /// When it is cast, the top N cards may be revealed: those with its name may be cast without paying their mana costs, and the others
    /// are put on the bottom (CR 702.60a).
    Ripple(#[drive(skip)] u32),
    /// N damage that a source would deal to it is prevented (CR 702.64a).
    Absorb(#[drive(skip)] u32),
    /// When it is cast, its player may copy it; an opponent whom they choose copies it then, too (CR 702.144a).
    Demonstrate,
    /// In the turns of its controller it is an artifact creature besides (CR 702.161a).
    LivingMetal,
    /// The card may be cast with its other face up for the cost (CR 702.162a).
    MoreThanMeetsTheEye(Cost),
    /// It enters with a +1/+1 counter or gains haste, as its controller chooses (CR 702.136a).
    Riot,
    /// The card may be cast for the cost if an Assassin or a commander has dealt combat damage to a player this turn, for its player
    /// (CR 702.173a).
    Freerunning(Cost),
    /// The card may be cast from the graveyard for the cost in the turn in which it was discarded (CR 702.187b).
    Mayhem(Cost),
    /// It gets a +1/+1 counter when its controller casts a spell for more mana than it has power or toughness (CR 702.191a).
    Increment,
    /// The card may be cast for the cost and returning a tapped creature of its player to its owner's hand (CR 702.188a).
    WebSlinging(Cost),
    /// When it attacks, a token that is a copy of it may be created for each other opponent, attacking that player; these
    /// tokens are exiled at end of combat (CR 702.116a).
    Myriad,
    /// For the cost and exiling the card from the graveyard, as a sorcery, a token that is a copy of it is created for each
    /// opponent. Each attacks that player this turn, and is sacrificed at the next end step (CR 702.141a).
    Encore(Cost),
    /// When it attacks, N 1/1 red Warrior tokens enter tapped and attacking; they are sacrificed at the next end step (CR
    /// 702.181a).
    Mobilize(u32),
    /// As it enters, an opponent may put N +1/+1 counters on it; what happens if not, other abilities say (CR 702.104a).
    Tribute(u32),
    /// When it attacks, its controller adds {R} N times, which isn't lost until end of combat (CR 702.189a).
    Firebending(Quantity),
    /// It enters with a counter for each colour of mana spent on it: +1/+1 counters on a creature, charge counters on
    /// anything else (CR 702.44a).
    Sunburst,
    /// It gets a +1/+1 counter when it attacks a player who has the most life (CR 702.105a).
    Dethrone,
    /// It enters with X +1/+1 counters; when it enters and X is 5 or more, its controller draws a card (CR 702.156a).
    Ravenous,
    /// Another untapped creature is tapped: charge counters are put on it, as many as that creature's power (CR 702.184a).
    Station,
    /// When it enters, N +1/+1 counters are put on target creature; another creature gains the abilities that stand below on the
    /// card, until end of turn (CR 702.165a).
    Backup(#[drive(skip)] u32),
    /// It can be attached to another creature and unattached for a cost; while it is attached to a creature it isn't one itself
    /// (CR 702.151).
    Reconfigure(Cost),
    /// When it attacks, it gets +1/+1 for the turn for each opponent whom its controller has attacked with a creature in this combat
    /// (CR 702.121a).
    Melee,
    /// When it or another creature of its controller enters, the two may be paired if neither is paired (CR 702.95a).
    Soulbond,
    /// Its controller, if they have no speed, gets speed 1 (CR 702.179a).
    StartYourEngines,
    /// A deck may have two commanders if their partner abilities fit together (CR 702.124a).
    Partner(PartnerAbility),
    /// The card may be its owner's companion if their starting deck fulfils the condition (CR 702.139a).
    Companion(DeckCondition),
}
