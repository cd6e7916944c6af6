//! How many modes are chosen under a condition instead (CR 700.2), modes that haven't been chosen, and blight as a cost (701.68a).

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::lines::modes;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// Which of the modes may be chosen instead of one.
#[derive(Clone, Copy, PartialEq)]
enum More {
    /// Both, or one.
    MayBoth,
    /// Both.
    Both,
    /// One or two of more.
    MayTwo,
    /// One or more of more than two.
    MayAll,
}

/// One mode, or more of them under a condition.
fn more(only_if: Condition, list: Vec<Mode>, which: More) -> Option<Modes> {
    let all = u8::try_from(list.len()).ok()?;
    let (min, max) = match which {
        More::MayBoth if all == 2 => (1, 2),
        More::Both if all == 2 => (2, 2),
        More::MayTwo if all > 2 => (1, 2),
        More::MayAll if all > 2 => (1, all),
        _ => return None,
    };
    Some(Modes { instead: Some(OtherNumber { only_if, min, max }), ..modes(1, 1, list)? })
}

fn is_more(m: &Modes, which: More) -> Vec<(Condition, Vec<Mode>)> {
    let Some(other) = &m.instead else { return Vec::new() };
    let same = more(other.only_if.clone(), m.list.clone(), which).as_ref() == Some(m);
    if same { vec![(other.only_if.clone(), m.list.clone())] } else { Vec::new() }
}

/// It is looked at as the spell is cast.
fn as_cast(context: &Context, only_if: Condition, list: Vec<Mode>, which: More) -> Option<Modes> {
    context.face.is_spell().then(|| more(only_if, list, which))?
}

fn blight(count: Quantity) -> CostPart {
    CostPart::PutCountersOn(CounterKind::PowerToughness(-1, -1), count, Filter::Type(CardTypes::CREATURE))
}

/// One of the modes that haven't been chosen.
fn unchosen(list: Vec<Mode>, since: Unchosen) -> Option<Modes> {
    Some(Modes { unchosen: Some(since), ..modes(1, 1, list)? })
}

fn is_unchosen(m: &Modes, since: Unchosen) -> Vec<(Vec<Mode>,)> {
    if unchosen(m.list.clone(), since).as_ref() == Some(m) { vec![(m.list.clone(),)] } else { Vec::new() }
}

/// A mode that counts for several, or for one.
fn worth(context: &mut Context, effects: Vec<Instruction>, worth: u8) -> Option<Mode> {
    Some(Mode {
        targets: crate::cards::oracle::grammar::lines::targets(context),
        effects,
        cost: Cost::default(),
        worth,
    })
}

fn is_worth(mode: &Mode, worth: u8) -> Vec<(Vec<Instruction>,)> {
    if mode.worth == worth && mode.cost.0.is_empty() { vec![(mode.effects.clone(),)] } else { Vec::new() }
}

/// CR 700.2i: modes up to that worth, each as often as one likes.
fn up_to(most: i32, list: Vec<Mode>) -> Option<Modes> {
    let weighed = list.len() > 1 && list.iter().any(|mode| mode.worth > 1);
    let max = u8::try_from(most).ok().filter(|_| weighed)?;
    Some(Modes { min: 0, max, repeat: true, instead: None, unchosen: None, list })
}

fn is_up_to(m: &Modes) -> Vec<(i32, Vec<Mode>)> {
    let most = i32::from(m.max);
    if up_to(most, m.list.clone()).as_ref() == Some(m) { vec![(most, m.list.clone())] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(ModeItem: "{P} \u{2014} {effects}" (effects: Sentences) => |c, effects| worth(c, effects, 1), |_, m: &_| is_worth(m, 1); ""),
    rule!(ModeItem: "{P}{P} \u{2014} {effects}" (effects: Sentences) => |c, effects| worth(c, effects, 2), |_, m: &_| is_worth(m, 2); ""),
    rule!(ModeItem: "{P}{P}{P} \u{2014} {effects}" (effects: Sentences) => |c, effects| worth(c, effects, 3), |_, m: &_| is_worth(m, 3); ""),
    rule!(Modal: "choose up to {most} {P} worth of modes . you may choose the same mode more than once . {list}" (most: Words, list: ModeList) => |_, most, list| up_to(most, list), |_, m: &_| is_up_to(m); ""),
    rule!(Modal: "choose one that hasn't been chosen \u{2014} {list}" (list: ModeList) => |_, list| unchosen(list, Unchosen::Ever), |_, m: &_| is_unchosen(m, Unchosen::Ever); ""),
    rule!(Modal: "choose one that hasn't been chosen this turn \u{2014} {list}" (list: ModeList) => |_, list| unchosen(list, Unchosen::ThisTurn), |_, m: &_| is_unchosen(m, Unchosen::ThisTurn); ""),
    alternate!(Modal: "choose one that hasn't been chosen this turn . {list}" (list: ModeList) => |_, list| unchosen(list, Unchosen::ThisTurn); ""),
    rule!(Modal: "choose one . if {cond} , you may choose both instead . {list}" (cond: Conds, list: ModeList) => |_, cond, list| more(cond, list, More::MayBoth), |_, m: &_| is_more(m, More::MayBoth); ""),
    rule!(Modal: "choose one . if {cond} , choose both instead . {list}" (cond: Conds, list: ModeList) => |_, cond, list| more(cond, list, More::Both), |_, m: &_| is_more(m, More::Both); ""),
    rule!(Modal: "choose one . if {cond} , you may choose two instead . {list}" (cond: Conds, list: ModeList) => |_, cond, list| more(cond, list, More::MayTwo), |_, m: &_| is_more(m, More::MayTwo); ""),
    rule!(Modal: "choose one . if {cond} , choose one or more instead . {list}" (cond: Conds, list: ModeList) => |_, cond, list| more(cond, list, More::MayAll), |_, m: &_| is_more(m, More::MayAll); ""),
    alternate!(Modal: "choose one . if {cond} as you cast this spell , you may choose both instead . {list}" (cond: Conds, list: ModeList) => |c, cond, list| as_cast(c, cond, list, More::MayBoth); ""),
    alternate!(Modal: "choose one . if {cond} as you cast this spell , you may choose two instead . {list}" (cond: Conds, list: ModeList) => |c, cond, list| as_cast(c, cond, list, More::MayTwo); ""),
    alternate!(Modal: "choose one . if {cond} as you cast this spell , choose one or more instead . {list}" (cond: Conds, list: ModeList) => |c, cond, list| as_cast(c, cond, list, More::MayAll); ""),
    rule!(Cond: "you have exactly {life} life" (life: Amount) => |_, life| Some(Condition::Compare(Quantity::Life(Who::You), Cmp::Eq, life)),
        |_, c: &_| match c { Condition::Compare(Quantity::Life(Who::You), Cmp::Eq, life) => vec![(life.clone(),)], _ => Vec::new() }; "you have exactly 13 life"),
    rule!(Part: "blights|blight {m}" (m: Digits) => |_, m| Some(blight(n(m))),
        |_, p: &_| match p { CostPart::PutCountersOn(_, Quantity::N(m), _) if *p == blight(n(*m)) => vec![(*m,)], _ => Vec::new() }; "blight 2"),
];
