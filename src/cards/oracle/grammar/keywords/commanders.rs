//! Commanders (CR 903) and what can be one: partner abilities, nouns and adjectives, "your commander".

use crate::cards::oracle::grammar::events::casts::commander;
use crate::cards::oracle::grammar::help::{not, with};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

macro_rules! partner {
    ($words:literal, $ability:expr) => {
        rule!(Param: $words () => |_| Some(KeywordAbility::Partner($ability)),
            |_, k: &_| if *k == KeywordAbility::Partner($ability) { vec![()] } else { Vec::new() }; $words)
    };
}

/// CR 903.3d: a permanent that is a commander of yours, under your control.
fn you_control_yours() -> Condition {
    Condition::Exists(Objects::All(with(commander(), Filter::Controlled(Who::You))))
}

/// What an event is about, as one of your commanders.
fn event(context: &mut Context) -> Filter {
    context.event = true;
    context.mention(Referent::Objects(Objects::The(Obj::Event)), Sort::PERMANENT, false);
    commander()
}

/// CR 702.124e: one of the commanders that lie in the command zone, of the player's choice.
fn called(context: &mut Context) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let one = Quantity::N(1);
    let from = Objects::In(ZoneOf::Command, commander());
    let choose = help::choose(Who::You, from, (one.clone(), one), into);
    let to = Destination::Hand;
    Some(vec![choose, Instruction::Move { what: Objects::Var(into), to, into: None, linked: false, until: None }])
}

fn is_called(effects: &[Instruction]) -> bool {
    let [Instruction::Choose { who: Who::You, from, min, max, random: false, into, .. }, moved] = effects else {
        return false;
    };
    let once = *min == Quantity::N(1) && *max == Quantity::N(1);
    let (what, to) = (Objects::Var(*into), Destination::Hand);
    let taken = *moved == Instruction::Move { what, to, into: None, linked: false, until: None };
    once && taken && *from == Objects::In(ZoneOf::Command, commander())
}

fn colors() -> Quantity {
    Quantity::CommanderColors(Who::You)
}

fn casts() -> Quantity {
    Quantity::CommanderCasts(Who::You)
}

pub(super) fn is(found: bool) -> Vec<()> {
    if found { vec![()] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    // ---- before the game begins
    partner!("partner", PartnerAbility::Partner),
    partner!("partner \u{2014} Character select", PartnerAbility::Group(PartnerGroup::CharacterSelect)),
    partner!("partner \u{2014} Father & son", PartnerAbility::Group(PartnerGroup::FatherAndSon)),
    partner!("partner \u{2014} Friends forever", PartnerAbility::Group(PartnerGroup::FriendsForever)),
    partner!("partner \u{2014} Survivors", PartnerAbility::Group(PartnerGroup::Survivors)),
    rule!(Param: "partner with {name}" (name: WholeName) => |_, name| Subtype::named(&name).is_none().then(|| KeywordAbility::Partner(PartnerAbility::With(name.into()))),
        |_, k| match k { KeywordAbility::Partner(PartnerAbility::With(name)) => vec![(name.into(),)], _ => Vec::new() }; "partner with Oakleaf, Warden of the Grove"),
    partner!("choose a Background", PartnerAbility::ChooseBackground),
    partner!("Doctor 's companion", PartnerAbility::DoctorsCompanion),
    rule!(Line: "{this} can be your commander ." (this: Self_) => |_, _| Some(vec![AbilityDef::CanBeCommander]),
        |_, list: &_| if *list == [AbilityDef::CanBeCommander] { vec![(Obj::This,)] } else { Vec::new() }; "this creature can be your commander."),
    rule!(Line: "a deck can have any number of cards named {this} ." (this: Self_) => |_, _| Some(vec![AbilityDef::MostInDeck(None)]),
        |_, list: &_| if *list == [AbilityDef::MostInDeck(None)] { vec![(Obj::This,)] } else { Vec::new() }; "a deck can have any number of cards named this creature."),
    rule!(Line: "a deck can have up to {n} cards named {this} ." (n: Words, this: Self_) => |_, n, _| Some(vec![AbilityDef::MostInDeck(Some(u32::try_from(n).ok()?))]),
        |_, list: &_| match list.as_slice() { [AbilityDef::MostInDeck(Some(most))] => vec![(*most as i32, Obj::This)], _ => Vec::new() }; "a deck can have up to seven cards named this creature."),
    // ---- commanders
    rule!(Part: "2: pay life equal to the number of colors in your commanders ' color identity" () => |_| Some(CostPart::PayLife(colors())), |_, p: &_| is(*p == CostPart::PayLife(colors()));
        "pay life equal to the number of colors in your commanders' color identity"),
    rule!(Adj: "commander" () <=> {Filter::Commander}; "commander"),
    rule!(Adj: "noncommander" () => |_| Some(not(Filter::Commander)), |_, f: &_| is(*f == not(Filter::Commander)); "noncommander"),
    alternate!(Noun: "commander|commanders" () => |_| Some(Filter::Commander); "commander"),
    alternate!(Noun: "commander|commanders {posts}" (posts: Posts) => |_, posts| Some(posts.into_iter().fold(Filter::Commander, with)); "commanders you control"),
    rule!(Cond: "you control your commander" () => |_| Some(you_control_yours()), |_, c: &_| is(*c == you_control_yours()); "you control your commander"),
    rule!(Each: "time|times you've cast your commander from the command zone this game" () => |_| Some(casts()), |_, q: &_| is(*q == casts());
        "times you've cast your commander from the command zone this game"),
    alternate!(Each: "time|times you've cast a commander from the command zone this game" () => |_| Some(casts());
        "times you've cast a commander from the command zone this game"),
    rule!(Plain: "put your commander into your hand from the command zone ." () => |c| called(c), |_, e: &_| is(is_called(e));
        "put your commander into your hand from the command zone."),
    rule!(EventObj: "1: your commander" () => |c| Some(event(c)), |_, f: &_| is(*f == commander()); ""),
];
