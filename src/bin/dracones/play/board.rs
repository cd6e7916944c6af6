//! The table: players, permanents, the stack, the hand, in as many lines as there are.

use super::app::App;
use super::ask::Asking;
use super::show;
use dracones::game::client::{ObjectView, PlayerView, VisibleReferent};
use dracones::model::ids::{Handle, Seat};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// How wide the headings of rows are.
const HEAD: usize = 10;
/// How wide the count of what isn't shown is.
const MORE: usize = 14;
/// With fewer columns words are shorter.
const NARROW: usize = 60;
/// With fewer lines, lands and other noncreature permanents share a row.
const CROWDED: usize = 12;

/// Equal objects, shown once.
struct Item {
    text: String,
    handles: Vec<Handle>,
}

/// A row of the table; it takes one line or more.
struct Part {
    head: &'static str,
    items: Vec<Item>,
    style: Style,
    /// It gives way last.
    keep: bool,
    /// Each item has a line.
    ordered: bool,
}

/// The table in the lines and columns of an area.
pub(super) fn lines(app: &App, columns: usize, height: usize) -> Vec<Line<'static>> {
    let me = app.table.me;
    let mut above: Vec<Line> = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    let theirs = |seat: Seat| app.view.battlefield.iter().filter(move |o| o.controller == seat);
    let others: Vec<&PlayerView> = app.view.players.iter().filter(|p| p.seat != me).collect();
    for player in &others {
        above.push(player_line(app, player, columns));
        parts.extend(permanents(app, theirs(player.seat), app.theme.theirs(), false, height));
    }
    let up = parts.len();
    let stack: Vec<Item> = app
        .view
        .stack
        .iter()
        .rev()
        .map(|object| Item { text: show::on_stack(&app.view, object, me), handles: vec![object.handle] })
        .collect();
    parts.push(Part { head: "stack", items: stack, style: app.theme.bold(), keep: true, ordered: true });
    parts.extend(permanents(app, theirs(me), app.theme.mine(), true, height));
    let down = parts.len();
    let own = app.view.players.iter().find(|p| p.seat == me);
    parts.push(Part { head: "your hand", items: hand(app), style: app.theme.plain(), keep: true, ordered: false });
    let mut rows: Vec<Vec<Line>> = parts.iter().map(|part| flow(app, part, columns)).collect();
    // The stack has its line even when it is empty: it parts the two sides.
    if app.view.stack.is_empty() {
        rows[up] = vec![Line::styled("─".repeat(columns), app.theme.faint())];
    }
    let fixed = above.len() + usize::from(own.is_some());
    shrink(&mut rows, &parts, height.saturating_sub(fixed), columns, app);
    let used: usize = fixed + rows.iter().map(Vec::len).sum::<usize>();
    let mut blank = height.saturating_sub(used);
    let mut lines = above;
    for (i, row) in rows.into_iter().enumerate() {
        if i == up {
            // What is left over is between the sides.
            lines.extend((0..blank.div_ceil(2)).map(|_| Line::default()));
            blank /= 2;
        }
        if i == up + 1 {
            lines.extend((0..blank).map(|_| Line::default()));
        }
        if i == down {
            lines.extend(own.map(|player| player_line(app, player, columns)));
        }
        lines.extend(row);
    }
    lines.truncate(height);
    lines
}

fn hand(app: &App) -> Vec<Item> {
    let own = app.view.players.iter().filter(|p| p.seat == app.table.me);
    let cards = own.flat_map(|player| player.hand.known.iter().map(|known| &known.card));
    folded(app, cards, |object, name| {
        let cost = object.cost.as_ref().map(|cost| format!(" {cost}")).unwrap_or_default();
        format!("{name}{cost}")
    })
}

/// What Tab goes through, equal objects together, from the bottom of the table to its top: hand, own permanents, stack,
/// others'.
pub(super) fn round(app: &App) -> Vec<Vec<Handle>> {
    let me = app.table.me;
    let permanents = |mine: bool| {
        let there = app.view.battlefield.iter().filter(move |o| (o.controller == me) == mine);
        permanents(app, there, app.theme.plain(), !mine, usize::MAX).flat_map(|part| part.items)
    };
    let stack = app.view.stack.iter().rev().chain(&app.view.command).map(|object| vec![object.handle]);
    let own = hand(app).into_iter().chain(permanents(true)).map(|item| item.handles);
    own.chain(stack).chain(permanents(false).map(|item| item.handles)).collect()
}

/// Takes lines away from the longest rows until they fit; what isn't shown is counted.
fn shrink(rows: &mut [Vec<Line<'static>>], parts: &[Part], most: usize, columns: usize, app: &App) {
    let mut cut = vec![false; rows.len()];
    while rows.iter().map(Vec::len).sum::<usize>() > most {
        let longest = |i: &usize| (rows[*i].len().min(2), !parts[*i].keep, rows[*i].len());
        let Some(at) = (0..rows.len()).filter(|i| rows[*i].len() > usize::from(parts[*i].keep)).max_by_key(longest)
        else {
            break;
        };
        rows[at].pop();
        cut[at] = true;
    }
    for (i, row) in rows.iter_mut().enumerate().filter(|(i, _)| cut[*i]) {
        let mut shown: usize = row.iter().map(|line| line.spans.len() / 2).sum();
        let all = parts[i].items.len();
        let Some(line) = row.last_mut().filter(|_| shown < all) else { continue };
        // Its last items give way to the count.
        while line.spans.len() > 1 && line.width() + MORE > columns {
            line.spans.truncate(line.spans.len() - 2);
            shown -= 1;
        }
        line.spans.push(Span::styled(format!("  ... {} more", all - shown), app.theme.bold()));
    }
}

/// The permanents of a player in three rows, creatures nearest the middle.
fn permanents<'a>(
    app: &App,
    objects: impl Iterator<Item = &'a ObjectView>,
    style: Style,
    mine: bool,
    height: usize,
) -> impl Iterator<Item = Part> {
    let me = app.table.me;
    let (mut creatures, mut lands, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for object in objects {
        let types = object.types.split(" -").next().unwrap_or_default();
        let is = |word: &str| types.split(' ').any(|t| t == word);
        match (is("Creature"), is("Land")) {
            (true, _) => creatures.push(object),
            (false, true) => lands.push(object),
            (false, false) if height < CROWDED => lands.push(object),
            (false, false) => rest.push(object),
        }
    }
    let part = |head: &'static str, objects: Vec<&ObjectView>| {
        let items = folded(app, objects.into_iter(), |object, name| show::permanent(&app.view, object, me, name));
        Part { head, items, style, keep: mine || head == "creatures", ordered: false }
    };
    let heading = if height < CROWDED { "the rest" } else { "lands" };
    let mut parts = vec![part(heading, lands), part("others", rest), part("creatures", creatures)];
    if mine {
        parts.reverse();
    }
    parts.into_iter().filter(|part| !part.items.is_empty())
}

/// Objects that look the same become one item, with the numbers that they have.
fn folded<'a>(
    app: &App,
    objects: impl Iterator<Item = &'a ObjectView>,
    text: impl Fn(&ObjectView, String) -> String,
) -> Vec<Item> {
    let mut groups: Vec<(String, Vec<&ObjectView>)> = Vec::new();
    for object in objects {
        let plain = text(object, show::plain_name(&app.view, object));
        match groups.iter_mut().find(|(known, _)| *known == plain) {
            Some((_, group)) => group.push(object),
            None => groups.push((plain, vec![object])),
        }
    }
    let item = |(plain, group): (String, Vec<&ObjectView>)| {
        let numbers: Vec<u32> = group.iter().filter_map(|object| object.number).collect();
        let text = match numbers.is_empty() {
            true => plain,
            false => {
                let name = format!("{} ({})", show::plain_name(&app.view, group[0]), show::numbers(numbers));
                text(group[0], name)
            }
        };
        let text = if group.len() > 1 { format!("{}x {text}", group.len()) } else { text };
        Item { text, handles: group.iter().map(|object| object.handle).collect() }
    };
    groups.into_iter().map(item).collect()
}

/// The lines of a row: each item is two spans, a mark and its text.
fn flow(app: &App, part: &Part, columns: usize) -> Vec<Line<'static>> {
    let open = app.asking.as_ref().map(Asking::open).unwrap_or_default();
    let can_be =
        |handle: &Handle| open.iter().any(|s| matches!(s, VisibleReferent::Object(thing) if thing.handle == *handle));
    let mut lines: Vec<Line> = Vec::new();
    let mut used = columns;
    for item in &part.items {
        let text = show::fit(&item.text, columns.saturating_sub(HEAD + 2));
        let width = show::width(&text) + 2;
        // What is on the stack is there in its order, the top first: a line each.
        if used + width > columns || part.ordered {
            let head = if lines.is_empty() { part.head } else { "" };
            lines.push(Line::from(Span::styled(format!("{head:<HEAD$}"), app.theme.faint())));
            used = HEAD;
        }
        used += width;
        let selected = app.selected.is_some_and(|handle| item.handles.contains(&handle));
        let clickable = item.handles.iter().any(can_be);
        let (mark, style) = match (selected, clickable) {
            (true, _) => (" >", app.theme.selected()),
            (false, true) => (" *", app.theme.open(part.style)),
            (false, false) => ("  ", part.style),
        };
        if let Some(line) = lines.last_mut() {
            line.spans.extend([Span::raw(mark), Span::styled(text, style)]);
        }
    }
    if lines.is_empty() {
        let text = format!("{:<HEAD$}  none", part.head);
        lines.push(Line::styled(text, app.theme.faint()));
    }
    lines
}

/// A player in a line.
fn player_line(app: &App, player: &PlayerView, columns: usize) -> Line<'static> {
    let me = app.table.me;
    let mine = player.seat == me;
    let style = if mine { app.theme.mine() } else { app.theme.theirs() };
    let name = match mine {
        true => format!("{} you", player.seat),
        false => format!("{} {}", player.seat, app.table.agent),
    };
    let deck = app.table.decks.get(player.seat.index()).map(|deck| format!(" ({deck})")).unwrap_or_default();
    let narrow = columns < NARROW;
    let (library, graveyard) = if narrow { ("lib", "grave") } else { ("library", "graveyard") };
    let mut facts = vec![
        format!("life {}", player.life),
        format!("hand {}", player.hand.count),
        format!("{library} {}", player.library.count),
        format!("{graveyard} {}", player.graveyard.len()),
    ];
    let exile = app.view.exile.iter().filter(|o| o.owner == player.seat).count();
    facts.extend((exile > 0).then(|| format!("exile {exile}")));
    let pool = show::pool(player);
    facts.extend((!pool.is_empty()).then(|| format!("mana {pool}")));
    facts.extend(player.monarch.then(|| "monarch".to_owned()));
    facts.extend(player.blessing.then(|| "city's blessing".to_owned()));
    facts.extend((player.speed > 0).then(|| format!("speed {}", player.speed)));
    facts.extend(player.initiative.then(|| "initiative".to_owned()));
    facts.extend(player.room.clone());
    facts.extend((!player.counters.is_empty()).then(|| show::counters(&player.counters)));
    facts.extend(player.lost.map(|_| "out of the game".to_owned()));
    let facts = facts.join(if narrow { " " } else { "  " });
    let room = columns.saturating_sub(show::width(&facts) + 2);
    // A name of a deck that doesn't fit isn't begun.
    let whole = format!("{name}{}", show::fit(&deck, 30));
    let name = show::fit(if narrow && show::width(&whole) > room { &name } else { &whole }, room);
    let gap = " ".repeat((room + 2).saturating_sub(show::width(&name)).min(2));
    Line::from(vec![
        Span::styled(name, style.patch(app.theme.bold())),
        Span::raw(gap),
        Span::styled(show::fit(&facts, columns), style),
    ])
}
