//! Trigger events (CR 603).

use crate::cards::oracle::grammar::help::{other, permanent_kind, with, without};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Role, Rule, alternate, rule};

/// The object of the event is mentioned.
fn event_object(context: &mut Context, kind: Sort) {
    context.event = true;
    context.mention(Referent::Objects(Objects::The(Obj::Event)), kind, false);
}

/// The player of the event.
fn event_player(context: &mut Context) {
    context.event = true;
    context.mention(Referent::Player(Who::Event), Sort::PLAYER, false);
}

/// Something that only a noun calls back.
pub(in crate::cards::oracle::grammar) fn aside(context: &mut Context, obj: Obj, kind: Sort) {
    let role = std::mem::replace(&mut context.role, Role::Aside);
    context.mention(Referent::Objects(Objects::The(obj)), kind, false);
    context.role = role;
}

pub(in crate::cards::oracle::grammar) fn is_this(filter: &Filter) -> bool {
    *filter == Filter::Is(Obj::This)
}

fn object(context: &mut Context, filter: Filter) -> Option<Filter> {
    event_object(context, permanent_kind(&filter));
    Some(filter)
}

fn common(filter: Filter) -> Vec<(Filter,)> {
    let named = matches!(filter, Filter::Is(_)) || without(&filter, &other()).is_some();
    if named { Vec::new() } else { vec![(filter,)] }
}

/// The two halves of an event with "or".
fn either(event: TriggerEvent) -> Vec<(TriggerEvent, TriggerEvent)> {
    match event {
        TriggerEvent::AnyOf(list) => match list.as_slice() {
            [a, b] => vec![(a.clone(), b.clone())],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// What the event is about, from its filter.
fn subject(event: &TriggerEvent) -> Option<Filter> {
    use TriggerEvent as E;
    match event {
        E::Enters(f)
        | E::Leaves(f)
        | E::Dies(f)
        | E::Attacks(f)
        | E::AttacksAlone(f)
        | E::Blocks(f)
        | E::BecomesBlocked(f)
        | E::NotBlocked(f) => Some(f.clone()),
        E::BecomesTapped(f) | E::BecomesUntapped(f) | E::TappedForMana(f) | E::TurnedFaceUp(f) => Some(f.clone()),
        E::TransformsInto(f) | E::Unattached(f) | E::Does(_, f) | E::Exploits { what: f, .. } => Some(f.clone()),
        E::Becomes(_, f) | E::Crews(f, _) | E::Saddles(f, _) | E::Enlists { what: f, .. } => Some(f.clone()),
        E::Moves { what, .. } => Some(what.clone()),
        E::BecomesTarget { what, .. }
        | E::BlocksCreature { what, .. }
        | E::BecomesBlockedBy { what, .. }
        | E::BecomesAttached { what, .. } => Some(what.clone()),
        E::Damage { source: Filter::Any, to: DamageTo::Object(f), .. } => Some(f.clone()),
        E::Damage { source, .. } => Some(source.clone()),
        E::AnyOf(list) => {
            let first = subject(list.first()?)?;
            list.iter().all(|e| subject(e).as_ref() == Some(&first)).then_some(first)
        }
        _ => None,
    }
}

/// The player whose something it is that the event is about is called back as who that was then.
fn theirs(context: &mut Context, event: &TriggerEvent) {
    use TriggerEvent as E;
    let (E::Enters(f) | E::Dies(f) | E::BecomesTapped(f)) = event else { return };
    if help::names(f, Who::Enchanted) {
        let host = Referent::Player(Who::Enchanted);
        context.change(|m| m.what == host, |m| m.what = Referent::Player(Who::Event));
    }
    if help::parts(f.clone()).contains(&Filter::Controlled(Who::EachOpponent)) {
        event_player(context);
    }
}

fn about(event: TriggerEvent) -> Vec<(Filter, TriggerEvent)> {
    let Some(filter) = subject(&event) else { return Vec::new() };
    let untapped = without(&filter, &help::not(Filter::Tapped)).map(|f| (f, event.clone()));
    let tapped = without(&filter, &Filter::Tapped).map(|f| (f, event.clone()));
    let saddled = without(&filter, &SADDLED).map(|f| (f, event.clone()));
    let against = match help::parts(filter.clone()).pop() {
        Some(last) if events::attacks::is_against(&last) => without(&filter, &last).map(|f| (f, event.clone())),
        _ => None,
    };
    let whose =
        [Who::You, Who::EachOpponent].map(|who| without(&filter, &Filter::Owned(who)).map(|f| (f, event.clone())));
    [(filter, event)]
        .into_iter()
        .chain(untapped)
        .chain(tapped)
        .chain(saddled)
        .chain(against)
        .chain(whose.into_iter().flatten())
        .collect()
}

const SADDLED: Filter = Filter::Designated(Designation::Saddled);

/// Damage by what the event is about.
pub(in crate::cards::oracle::grammar) fn deals(
    context: &mut Context,
    source: Filter,
    to: DamageTo,
    combat: Option<bool>,
) -> Option<TriggerEvent> {
    // The object of the event is what was dealt damage.
    if !is_this(&source) {
        let source = Referent::Objects(Objects::The(Obj::EventSource));
        context.change(|m| m.what == Referent::Objects(Objects::The(Obj::Event)), |m| m.what = source.clone());
    }
    context.event = true;
    match &to {
        DamageTo::Player(_) => event_player(context),
        DamageTo::Object(f) => {
            // "That creature" is the one that was dealt damage.
            let source = Referent::Objects(Objects::The(Obj::EventSource));
            let kind = permanent_kind(f);
            context.change(|m| m.what == source, |m| m.kind -= kind);
            aside(context, Obj::Event, kind);
        }
        DamageTo::Any | DamageTo::Players(_) | DamageTo::PlayerOrObject(..) | DamageTo::Target(_) => {}
    }
    Some(TriggerEvent::Damage { source, to, combat })
}

/// The card itself, in whichever zone.
fn own_card(context: &mut Context) -> Option<Filter> {
    context.event = true;
    context.mention(Referent::Objects(Objects::The(Obj::This)), Sort::CARD, false);
    Some(Filter::Is(Obj::This))
}

/// CR 702.170a: the card is in exile.
fn plotted() -> TriggerEvent {
    TriggerEvent::Does(PermanentAction::BecomePlotted, Filter::Is(Obj::This))
}

/// A card of someone, or of anyone.
fn card(context: &mut Context, cards: Filter, whose: Option<Who>) -> Filter {
    event_object(context, Sort::CARD);
    let card = with(cards, Filter::Card);
    match whose {
        Some(who) => with(card, Filter::Owned(who)),
        None => card,
    }
}

fn to_graveyard(what: Filter, from: Option<ZoneKind>) -> TriggerEvent {
    TriggerEvent::Moves { what, from, to: Some(ZoneKind::Graveyard) }
}

fn from_anywhere(event: TriggerEvent, whose: Option<Who>) -> Vec<(Filter,)> {
    let TriggerEvent::Moves { what, from: None, to: Some(ZoneKind::Graveyard) } = event else { return Vec::new() };
    let rest = match whose {
        Some(who) => without(&what, &Filter::Owned(who)),
        None => Some(what),
    };
    rest.and_then(|f| without(&f, &Filter::Card)).map(|f| (f,)).into_iter().collect()
}

/// The spell itself is cast.
fn cast_this() -> TriggerEvent {
    TriggerEvent::Casts { who: Who::You, what: Filter::Is(Obj::This), from: None }
}

/// What dies may be called back from the graveyard, where it is a card.
fn dies(context: &mut Context, what: Filter) -> TriggerEvent {
    context.dies = true;
    context.change(|m| m.what == Referent::Objects(Objects::The(Obj::Event)), |m| m.kind |= Sort::CARD);
    TriggerEvent::Dies(what)
}

/// It blocks one or is blocked by one: in both it is the object of the event, and the other one is the source.
fn either_way(context: &mut Context, what: Filter, noun: Filter) -> Option<TriggerEvent> {
    let own = is_this(&what);
    aside(context, Obj::EventSource, permanent_kind(&noun));
    let blocks = TriggerEvent::BlocksCreature { what: what.clone(), blocked: noun.clone() };
    own.then(|| TriggerEvent::AnyOf(vec![blocks, TriggerEvent::BecomesBlockedBy { what, by: noun }]))
}

fn is_either_way(event: TriggerEvent) -> Vec<(Filter, Filter)> {
    let TriggerEvent::AnyOf(list) = event else { return Vec::new() };
    match list.as_slice() {
        [TriggerEvent::BlocksCreature { what, blocked }, TriggerEvent::BecomesBlockedBy { what: other, by }]
            if what == other && blocked == by && is_this(what) =>
        {
            vec![(what.clone(), blocked.clone())]
        }
        _ => Vec::new(),
    }
}

/// CR 708.8: what is turned face up isn't face down any more.
fn turned_up(what: Filter) -> Option<TriggerEvent> {
    let down = help::parts(what.clone()).contains(&Filter::FaceDown);
    (!down).then_some(TriggerEvent::TurnedFaceUp(what))
}

macro_rules! marked {
    ($words:literal, $designation:ident) => {
        rule!(Happening: $words (what: EventSubject) => |_, what| Some(TriggerEvent::Becomes(Designation::$designation, what)),
            |_, e| match e { TriggerEvent::Becomes(Designation::$designation, what) => vec![(what,)], _ => Vec::new() }; "")
    };
}

macro_rules! happens {
    ($words:literal, $event:ident) => {
        rule!(Happening: $words (what: EventSubject) <=> {TriggerEvent::$event(what)}; "")
    };
}

macro_rules! damage {
    ($words:literal, $to:expr, $combat:expr) => {
        rule!(Happening: $words (what: EventSubject) => |c, what| deals(c, what, $to, $combat),
            |_, e| match e { TriggerEvent::Damage { source, to, combat } if to == $to && combat == $combat && source != Filter::Any => vec![(source,)], _ => Vec::new() }; "")
    };
}

macro_rules! does {
    ($words:literal ($($slot:ident: $ty:ident),*) $event:expr, $take:expr) => {
        rule!(Event: $words (who: EventPlayer, $($slot: $ty),*) => $event, $take; "")
    };
}

macro_rules! casts_from {
    ($words:literal, $zone:expr) => {
        does!($words (spells: SpellNoun)
            |c, who, what| { cast(c, &what); Some(TriggerEvent::Casts { who, what, from: Some($zone) }) },
            |_, e| match e { TriggerEvent::Casts { who, what, from: Some(zone) } if zone == $zone => vec![(who, what)], _ => Vec::new() })
    };
}

/// An Equipment that can be a creature, and what it is attached to.
fn itself_or_host() -> Filter {
    Filter::Or(vec![Filter::Is(Obj::This), Filter::Is(Obj::Host)])
}

pub(super) const RULES: &[Rule] = &[
    // ---- what it is about
    rule!(EventObj: "1: {this}" (this: Self_) => |c, _| {
            let sort = if c.face.types.contains(CardTypes::CREATURE) { Sort::CREATURE } else { Sort::empty() };
            c.event = true;
            c.mention(Referent::Objects(Objects::The(Obj::This)), sort | Sort::PERMANENT, false);
            Some(Filter::Is(Obj::This))
        }, |_, f: &_| if is_this(f) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(EventObj: "1: enchanted {kind.s}" (kind: Type) => |c, kind| attached(c, "Aura", help::type_kind(kind)),
        |c, f: &_| if c.face.is("Aura") && *f == Filter::Is(Obj::Host) { help::enchanted(c) } else { Vec::new() }; ""),
    rule!(EventObj: "1: enchanted permanent" () => |c| attached(c, "Aura", Sort::empty()),
        |c, f: &_| if help::enchants_permanents(c) && *f == Filter::Is(Obj::Host) { vec![()] } else { Vec::new() }; ""),
    alternate!(EventObj: "1: enchanted {sub.s}" (sub: Sub) => |c, sub| attached(c, "Aura", help::permanent_kind(&Filter::Subtype(sub))); ""),
    rule!(EventObj: "1: equipped creature" () => |c| attached(c, "Equipment", Sort::CREATURE),
        |c, f: &_| if c.face.is("Equipment") && *f == Filter::Is(Obj::Host) { vec![()] } else { Vec::new() }; ""),
    rule!(EventObj: "1: {this} or equipped creature" (this: Self_) => |c, _| c.face.is("Equipment").then(|| object(c, itself_or_host()))?,
        |c, f: &_| if c.face.is("Equipment") && *f == itself_or_host() { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(EventObj: "1: fortified land" () => |c| attached(c, "Fortification", Sort::LAND),
        |c, f: &_| if c.face.is("Fortification") && *f == Filter::Is(Obj::Host) { vec![()] } else { Vec::new() }; ""),
    rule!(EventObj: "1: a {noun.s}" (noun: Noun) => |c, noun| object(c, noun), |_, f| common(f); ""),
    rule!(EventObj: "1: another {noun.s}" (noun: Noun) => |c, noun| object(c, with(noun, other())), |_, f| without(&f, &other()).map(|f| (f,)).into_iter().collect(); ""),
    rule!(EventObj: "1: {this} or another {noun.s}" (this: Self_, noun: Noun)
        => |c, _, noun| { event_object(c, permanent_kind(&noun)); Some(Filter::Or(vec![Filter::Is(Obj::This), noun])) },
        |_, f| match f {
            Filter::Or(list) => match list.as_slice() { [Filter::Is(Obj::This), f] => vec![(Obj::This, f.clone())], _ => Vec::new() },
            _ => Vec::new(),
        }; ""),
    rule!(Event: "{what.s} {happening.s}" (what: EventObj, happening: Happening) => |c, _, happening| { theirs(c, &happening); Some(happening) }, |_, e| about(e); "this creature attacks"),
    // ---- what happens to it
    happens!("enters", Enters),
    rule!(Happening: "dies" (what: EventSubject) => |c, what| Some(dies(c, what)), |_, e| match e { TriggerEvent::Dies(what) => vec![(what,)], _ => Vec::new() }; ""),
    happens!("leaves the battlefield", Leaves),
    happens!("attacks", Attacks),
    rule!(Happening: "attacks while saddled" (what: EventSubject) => |_, what| Some(TriggerEvent::Attacks(with(what, SADDLED))),
        |_, e| match e { TriggerEvent::Attacks(what) => without(&what, &SADDLED).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; ""),
    happens!("blocks", Blocks),
    happens!("becomes blocked", BecomesBlocked),
    happens!("becomes tapped", BecomesTapped),
    happens!("becomes untapped", BecomesUntapped),
    marked!("becomes monstrous", Monstrous),
    marked!("becomes renowned", Renowned),
    marked!("becomes saddled", Saddled),
    marked!("becomes level 2", Level2),
    marked!("becomes level 3", Level3),
    rule!(Happening: "is turned face up" (what: EventSubject) => |_, what| turned_up(what), |_, e| match e { TriggerEvent::TurnedFaceUp(what) => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Happening: "attacks and isn't blocked" (what: EventSubject) <=> {TriggerEvent::NotBlocked(what)}; ""),
    rule!(Happening: "is put into a graveyard from the battlefield" (what: EventSubject) => |c, what| Some(dies(c, what)),
        |c, e| match e { TriggerEvent::Dies(what) if not_creature(&what, c) => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Happening: "is dealt damage" (what: EventSubject) => |_, what| Some(TriggerEvent::Damage { source: Filter::Any, to: DamageTo::Object(what), combat: None }),
        |_, e| match e { TriggerEvent::Damage { source: Filter::Any, to: DamageTo::Object(what), combat: None } => vec![(what,)], _ => Vec::new() }; ""),
    damage!("deals combat damage to a player", DamageTo::Player(Who::EachPlayer), Some(true)),
    damage!("deals damage to a player", DamageTo::Player(Who::EachPlayer), None),
    damage!("deals damage to a opponent", DamageTo::Player(Who::EachOpponent), None),
    damage!("deals combat damage to a opponent", DamageTo::Player(Who::EachOpponent), Some(true)),
    damage!("deals combat damage to a creature", DamageTo::Object(Filter::Type(CardTypes::CREATURE)), Some(true)),
    damage!("deals damage to a creature", DamageTo::Object(Filter::Type(CardTypes::CREATURE)), None),
    damage!("deals combat damage", DamageTo::Any, Some(true)),
    damage!("deals damage", DamageTo::Any, None),
    rule!(Happening: "becomes the target of a spell or ability" (what: EventSubject) => |c, what| { aside(c, Obj::EventSource, Sort::SPELL); Some(TriggerEvent::BecomesTarget { what, by: Filter::Any }) },
        |_, e| match e { TriggerEvent::BecomesTarget { what, by: Filter::Any } => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Happening: "becomes the target of a spell or ability a opponent controls" (what: EventSubject)
        => |c, what| {
            aside(c, Obj::EventSource, Sort::SPELL | Sort::ABILITY);
            c.mention(Referent::Player(Who::ControllerOf(Obj::EventSource)), Sort::PLAYER, false);
            Some(TriggerEvent::BecomesTarget { what, by: Filter::Controlled(Who::EachOpponent) })
        },
        |_, e| match e { TriggerEvent::BecomesTarget { what, by: Filter::Controlled(Who::EachOpponent) } => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Happening: "becomes the target of a spell" (what: EventSubject) => |c, what| { aside(c, Obj::EventSource, Sort::SPELL); Some(TriggerEvent::BecomesTarget { what, by: Filter::Spell }) },
        |_, e| match e { TriggerEvent::BecomesTarget { what, by: Filter::Spell } => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Happening: "blocks a {noun.s}" (what: EventSubject, noun: Noun) => |c, what, noun| {
            let own = is_this(&what);
            aside(c, Obj::EventSource, permanent_kind(&noun));
            own.then_some(TriggerEvent::BlocksCreature { what, blocked: noun })
        },
        |_, e| match e { TriggerEvent::BlocksCreature { what, blocked } if is_this(&what) => vec![(what, blocked)], _ => Vec::new() }; ""),
    rule!(Happening: "becomes blocked by a {noun.s}" (what: EventSubject, noun: Noun) => |c, what, noun| {
            let own = is_this(&what);
            aside(c, Obj::EventSource, permanent_kind(&noun));
            own.then_some(TriggerEvent::BecomesBlockedBy { what, by: noun })
        },
        |_, e| match e { TriggerEvent::BecomesBlockedBy { what, by } if is_this(&what) => vec![(what, by)], _ => Vec::new() }; ""),
    rule!(Happening: "{a.s} or {b.s}" (a: Simple, b: Simple) => |_, a, b| Some(TriggerEvent::AnyOf(vec![a, b])), |_, e| either(e); ""),
    rule!(Simple: "enters" (what: EventSubject) <=> {TriggerEvent::Enters(what)}; ""),
    rule!(Simple: "dies" (what: EventSubject) <=> {TriggerEvent::Dies(what)}; ""),
    rule!(Simple: "attacks" (what: EventSubject) <=> {TriggerEvent::Attacks(what)}; ""),
    rule!(Simple: "blocks" (what: EventSubject) <=> {TriggerEvent::Blocks(what)}; ""),
    rule!(Simple: "becomes blocked" (what: EventSubject) <=> {TriggerEvent::BecomesBlocked(what)}; ""),
    rule!(Simple: "leaves the battlefield" (what: EventSubject) <=> {TriggerEvent::Leaves(what)}; ""),
    rule!(Simple: "is turned face up" (what: EventSubject) => |_, what| turned_up(what), |_, e| match e { TriggerEvent::TurnedFaceUp(what) => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Simple: "is put into a graveyard from the battlefield" (what: EventSubject) => |c, what| not_creature(&what, c).then(|| dies(c, what)), |c, e| match e { TriggerEvent::Dies(what) if not_creature(&what, c) => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Simple: "becomes tapped" (what: EventSubject) <=> {TriggerEvent::BecomesTapped(what)}; ""),
    rule!(Simple: "is dealt damage" (what: EventSubject) => |_, what| Some(TriggerEvent::Damage { source: Filter::Any, to: DamageTo::Object(what), combat: None }),
        |_, e| match e { TriggerEvent::Damage { source: Filter::Any, to: DamageTo::Object(what), combat: None } => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Happening: "is dealt excess damage" (what: EventSubject) => |_, to| Some(TriggerEvent::DealtExcess { to, combat: None }),
        |_, e| match e { TriggerEvent::DealtExcess { to, combat: None } => vec![(to,)], _ => Vec::new() }; ""),
    rule!(Happening: "is dealt excess noncombat damage" (what: EventSubject) => |_, to| Some(TriggerEvent::DealtExcess { to, combat: Some(false) }),
        |_, e| match e { TriggerEvent::DealtExcess { to, combat: Some(false) } => vec![(to,)], _ => Vec::new() }; ""),
    rule!(Happening: "is tapped for mana" (what: EventSubject) <=> {TriggerEvent::TappedForMana(what)}; ""),
    rule!(Happening: "enters untapped" (what: EventSubject) => |_, what| Some(TriggerEvent::Enters(with(what, help::not(Filter::Tapped)))),
        |_, e| match e { TriggerEvent::Enters(what) => without(&what, &help::not(Filter::Tapped)).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; ""),
    rule!(Happening: "blocks or becomes blocked by a {noun.s}" (what: EventSubject, noun: Noun) => |c, what, noun| either_way(c, what, noun),
        |_, e| is_either_way(e); ""),
    rule!(Happening: "is put into a graveyard from anywhere" (what: EventSubject) => |_, what| Some(to_graveyard(what, None)),
        |_, e| match e { TriggerEvent::Moves { what, from: None, to: Some(ZoneKind::Graveyard) } => vec![(what,)], _ => Vec::new() }; ""),
    // ---- cards
    rule!(EventObj: "1: this card" () => |c| own_card(c), |_, f: &_| if is_this(f) { vec![()] } else { Vec::new() }; ""),
    rule!(Happening: "is put into your graveyard from your library" (what: EventSubject) => |_, what| is_this(&what).then(|| to_graveyard(what, Some(ZoneKind::Library))),
        |_, e| match e { TriggerEvent::Moves { what, from: Some(ZoneKind::Library), to: Some(ZoneKind::Graveyard) } if is_this(&what) => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Event: "a {cards.s} is put into an opponent 's graveyard from anywhere" (cards: CardNoun) => |c, cards| Some(to_graveyard(card(c, cards, Some(Who::EachOpponent)), None)),
        |_, e| from_anywhere(e, Some(Who::EachOpponent)); "a black card is put into an opponent's graveyard from anywhere"),
    rule!(Event: "a {cards.s} is put into your graveyard from anywhere" (cards: CardNoun) => |c, cards| Some(to_graveyard(card(c, cards, Some(Who::You)), None)),
        |_, e| from_anywhere(e, Some(Who::You)); "a creature card is put into your graveyard from anywhere"),
    rule!(Event: "another {cards.s} is put into a graveyard from anywhere" (cards: CardNoun) => |c, cards| { let f = with(card(c, cards, None), other()); Some(to_graveyard(f, None)) },
        |_, e| match e { TriggerEvent::Moves { what, from: None, to: Some(ZoneKind::Graveyard) } => without(&what, &other()).and_then(|f| without(&f, &Filter::Card)).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; "another card is put into a graveyard from anywhere"),
    // ---- what players do
    rule!(EventPlayer: "2: you" () => |c| { c.event = true; Some(Who::You) }, |_, who: &_| if *who == Who::You { vec![()] } else { Vec::new() }; ""),
    rule!(EventPlayer: "1: a player" () => |c| { event_player(c); Some(Who::EachPlayer) }, |_, who: &_| if *who == Who::EachPlayer { vec![()] } else { Vec::new() }; ""),
    rule!(EventPlayer: "1: the chosen player" () => |c| { event_player(c); Some(Who::Chosen) }, |_, who: &_| if *who == Who::Chosen { vec![()] } else { Vec::new() }; ""),
    rule!(EventPlayer: "1: a opponent" () => |c| { event_player(c); Some(Who::EachOpponent) }, |_, who: &_| if *who == Who::EachOpponent { vec![()] } else { Vec::new() }; ""),
    does!("{who#} casts|cast a {spells.s}" (spells: SpellNoun)
        |c, who, what| { cast(c, &what); Some(TriggerEvent::Casts { who, what, from: None }) },
        |_, e| match e { TriggerEvent::Casts { who, what, from: None } => vec![(who, what)], _ => Vec::new() }),
    casts_from!("{who#} casts|cast a {spells.s} from a graveyard", ZoneKind::Graveyard),
    casts_from!("{who#} casts|cast a {spells.s} from exile", ZoneKind::Exile),
    casts_from!("{who#} casts|cast a {spells.s} from their|your hand", ZoneKind::Hand),
    does!("{who#} draws|draw a card"() | _, who | Some(TriggerEvent::Draws(who)), |_, e| match e {
        TriggerEvent::Draws(who) => vec![(who,)],
        _ => Vec::new(),
    }),
    does!("{who#} gains|gain life"() | _, who | Some(TriggerEvent::GainsLife(who)), |_, e| match e {
        TriggerEvent::GainsLife(who) => vec![(who,)],
        _ => Vec::new(),
    }),
    does!("{who#} loses|lose life"() | _, who | Some(TriggerEvent::LosesLife(who)), |_, e| match e {
        TriggerEvent::LosesLife(who) => vec![(who,)],
        _ => Vec::new(),
    }),
    does!("{who#} discards|discard a {cards.s}" (cards: CardNoun) |c, who, cards| { aside_event(c, Sort::CARD); Some(TriggerEvent::Discards(who, cards)) },
        |_, e| match e { TriggerEvent::Discards(who, cards) => vec![(who, cards)], _ => Vec::new() }),
    does!("{who#} cycles|cycle a {cards.s}" (cards: CardNoun) |c, who, cards| { aside_event(c, Sort::CARD); Some(TriggerEvent::Cycles(who, cards)) },
        |_, e| match e { TriggerEvent::Cycles(who, cards) if !is_this(&cards) => vec![(who, cards)], _ => Vec::new() }),
    rule!(Event: "you cycle this card" () => |c| { own_card(c)?; Some(TriggerEvent::Cycles(Who::You, Filter::Is(Obj::This))) },
        |_, e: &_| if *e == TriggerEvent::Cycles(Who::You, Filter::Is(Obj::This)) { vec![()] } else { Vec::new() }; "you cycle this card"),
    rule!(Event: "this card becomes plotted" () => |c| { own_card(c)?; Some(plotted()) }, |_, e: &_| if *e == plotted() { vec![()] } else { Vec::new() };
        "this card becomes plotted"),
    does!("{who#} cycles|cycle another {cards.s}" (cards: CardNoun) |c, who, cards| { aside_event(c, Sort::CARD); Some(TriggerEvent::Cycles(who, with(cards, other()))) },
        |_, e| match e { TriggerEvent::Cycles(who, cards) => without(&cards, &other()).map(|f| (who, f)).into_iter().collect(), _ => Vec::new() }),
    does!(
        "{who#} plays|play another land"() | c,
        who | {
            aside_event(c, Sort::LAND);
            Some(TriggerEvent::PlaysLand { who, what: other(), from: None })
        },
        |_, e| match e {
            TriggerEvent::PlaysLand { who, what, from: None } if what == other() => vec![(who,)],
            _ => Vec::new(),
        }
    ),
    rule!(Event: "you cast this spell" () => |c| { c.event = true; nouns::references::this(c); Some(cast_this()) }, |_, e: &_| if *e == cast_this() { vec![()] } else { Vec::new() }; "you cast this spell"),
    does!("{who#} sacrifices|sacrifice a {noun.s}" (noun: Noun) |c, who, noun| { aside_event(c, permanent_kind(&noun)); Some(TriggerEvent::Sacrifices(who, noun)) },
        |_, e| match e { TriggerEvent::Sacrifices(who, noun) if without(&noun, &other()).is_none() => vec![(who, noun)], _ => Vec::new() }),
    does!("{who#} sacrifices|sacrifice another {noun.s}" (noun: Noun) |c, who, noun| { aside_event(c, permanent_kind(&noun)); Some(TriggerEvent::Sacrifices(who, with(noun, other()))) },
        |_, e| match e { TriggerEvent::Sacrifices(who, noun) => without(&noun, &other()).map(|f| (who, f)).into_iter().collect(), _ => Vec::new() }),
    does!(
        "{who#} plays|play a land"() | c,
        who | {
            aside_event(c, Sort::LAND);
            Some(TriggerEvent::PlaysLand { who, what: Filter::Any, from: None })
        },
        |_, e| match e {
            TriggerEvent::PlaysLand { who, what: Filter::Any, from: None } => vec![(who,)],
            _ => Vec::new(),
        }
    ),
    // ---- steps
    rule!(Event: "the beginning of {turn}" (turn: Turn) => |c, (step, who)| {
            c.event = true;
            if who != Who::You { event_player(c); }
            Some(TriggerEvent::Beginning(step, who))
        },
        |_, e| match e { TriggerEvent::Beginning(step, who) => vec![((step, who),)], _ => Vec::new() }; ""),
    rule!(Turn: "your {step}" (step: Step) => |_, step| Some((step, Who::You)), |_, (step, who)| if who == Who::You { vec![(step,)] } else { Vec::new() }; ""),
    rule!(Turn: "each player 's {step}" (step: Step) => |_, step| Some((step, Who::EachPlayer)),
        |_, (step, who)| if who == Who::EachPlayer && step != StepName::End { vec![(step,)] } else { Vec::new() }; ""),
    alternate!(Turn: "each {step}" (step: Step) => |_, step| Some((step, Who::EachPlayer)); ""),
    rule!(Turn: "each opponent 's {step}" (step: Step) => |_, step| Some((step, Who::EachOpponent)), |_, (step, who)| if who == Who::EachOpponent { vec![(step,)] } else { Vec::new() }; ""),
    rule!(Turn: "the chosen player 's {step}" (step: Step) => |_, step| Some((step, Who::Chosen)), |_, (step, who)| if who == Who::Chosen { vec![(step,)] } else { Vec::new() }; ""),
    rule!(Turn: "the end step" () => |_| Some((StepName::End, Who::EachPlayer)), |_, t: &_| if *t == (StepName::End, Who::EachPlayer) { vec![()] } else { Vec::new() }; ""),
    rule!(Turn: "combat on your turn" () => |_| Some((StepName::BeginCombat, Who::You)), |_, t: &_| if *t == (StepName::BeginCombat, Who::You) { vec![()] } else { Vec::new() }; ""),
    rule!(Turn: "combat on each opponent 's turn" () <=> {(StepName::BeginCombat, Who::EachOpponent)}; "combat on each opponent's turn"),
    rule!(Turn: "each combat" () => |_| Some((StepName::BeginCombat, Who::EachPlayer)), |_, t: &_| if *t == (StepName::BeginCombat, Who::EachPlayer) { vec![()] } else { Vec::new() }; ""),
    rule!(Step: "upkeep" () <=> {StepName::Upkeep}; "upkeep"),
    rule!(Step: "draw step" () <=> {StepName::Draw}; "draw step"),
    rule!(Step: "end step" () <=> {StepName::End}; "end step"),
    rule!(Step: "first main phase" () <=> {StepName::PrecombatMain}; "first main phase"),
    alternate!(Step: "precombat main phase" () => |_| Some(StepName::PrecombatMain); "precombat main phase"),
];

pub(in crate::cards::oracle::grammar) fn aside_event(context: &mut Context, kind: Sort) {
    context.event = true;
    let role = if kind == Sort::SPELL { Role::Object } else { Role::Aside };
    let before = std::mem::replace(&mut context.role, role);
    context.mention(Referent::Objects(Objects::The(Obj::Event)), kind, false);
    context.role = before;
}

/// A spell is cast: "it" is the spell, or the permanent that the spell targets.
fn cast(context: &mut Context, what: &Filter) {
    let own = Filter::Targets(Box::new(Filter::Is(Obj::This)));
    if !help::parts(what.clone()).contains(&own) {
        return aside_event(context, Sort::SPELL);
    }
    context.event = true;
    let before = std::mem::replace(&mut context.role, Role::Aside);
    context.mention(Referent::Objects(Objects::The(Obj::Event)), Sort::SPELL, false);
    context.role = Role::Object;
    context.mention(Referent::Objects(Objects::The(Obj::This)), Sort::PERMANENT, false);
    context.role = before;
}

/// What it is attached to is what the event is about: called back is the object of the event, whatever it is attached to by
/// then (CR 603.2, 608.2c).
fn attached(context: &mut Context, to: &str, kind: Sort) -> Option<Filter> {
    if !context.face.is(to) {
        return None;
    }
    event_object(context, kind | Sort::PERMANENT);
    Some(Filter::Is(Obj::Host))
}

/// "Dies" is for creatures and planeswalkers; for others it is said at length.
fn not_creature(filter: &Filter, context: &Context) -> bool {
    match filter {
        Filter::Is(Obj::This) => !context.face.types.contains(CardTypes::CREATURE),
        Filter::Is(_) => false,
        other => !permanent_kind(other).contains(Sort::CREATURE),
    }
}
