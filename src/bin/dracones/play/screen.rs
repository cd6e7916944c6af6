//! The screen: what stands where.

use super::app::App;
use super::ask::Asking;
use super::panel::{self, Page};
use super::rows::{Pick, Row};
use super::{board, show};
use dracones::cards::printable::is_unsafe;
use dracones::game::client::Act;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

/// The smallest screen that the game fits on.
pub(super) const SMALLEST: (u16, u16) = (40, 16);
/// From here on there is a column for details and the log at the right.
const WIDE: u16 = 110;

/// More lines than that a message never takes.
const LONGEST_MESSAGE: usize = 4;

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, app: &mut App) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let text = format!(
            "This window is too small: {}x{}. The game needs {}x{}. Make it larger, or press q to quit.",
            area.width, area.height, SMALLEST.0, SMALLEST.1
        );
        let lines: Vec<Line> = show::wrap(&text, usize::from(area.width)).into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines), area);
        return;
    }
    let side = if area.width >= WIDE { (area.width / 3).min(60) } else { 0 };
    let main = Rect { width: area.width - side, ..area };
    let prompt_height = (area.height * 2 / 5).clamp(6, 16);
    let foot = footer(app, usize::from(area.width));
    let foot_height = foot.len() as u16;
    let board_height = area.height - 1 - foot_height - prompt_height;
    put(frame, Rect { height: 1, ..main }, vec![status(app, usize::from(main.width))]);
    let place = Rect { y: 1, height: board_height, ..main };
    put(frame, place, board::lines(app, usize::from(place.width), usize::from(place.height)));
    let below = Rect { y: 1 + board_height, height: prompt_height, ..main };
    if side > 0 {
        let half = (area.height - foot_height) / 2;
        let column = Rect { x: main.width + 1, y: 0, width: side - 1, height: half };
        details(frame, column, app);
        log(frame, Rect { y: half, height: area.height - foot_height - half, ..column }, app);
        prompt(frame, below, app);
    } else if area.width >= 72 {
        // Long options get more room, down to a log that can still be read.
        let long = app
            .asking
            .as_ref()
            .map_or(0, |asking| asking.rows().iter().map(|r| show::width(&r.text)).max().unwrap_or(0));
        let left = usize::from(below.width).saturating_sub(long + 13) as u16;
        let log_width = left.clamp(24, (below.width * 3 / 8).max(24));
        prompt(frame, Rect { width: below.width - log_width - 1, ..below }, app);
        log(frame, Rect { x: below.width - log_width, width: log_width, ..below }, app);
    } else {
        prompt(frame, below, app);
    }
    put(frame, Rect { y: area.height - foot_height, height: foot_height, ..area }, foot);
    if !app.panels.is_empty() {
        over(frame, Rect { height: area.height - foot_height, ..area }, app);
    }
    harmless(frame);
}

/// Nothing that came from a file acts on the terminal.
fn harmless(frame: &mut Frame<'_>) {
    for cell in &mut frame.buffer_mut().content {
        if cell.symbol().chars().any(is_unsafe) {
            cell.set_symbol("?");
        }
    }
}

fn put(frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'static>>) {
    frame.render_widget(Paragraph::new(lines), area);
}

/// Which turn it is, and what the game waits for.
fn status(app: &App, columns: usize) -> Line<'static> {
    let (turn, me) = (&app.view.turn, app.table.me);
    let whose = if turn.active == me { "your turn".to_owned() } else { format!("{}'s turn", turn.active) };
    let until = if app.stops.until.is_some() && !app.view.outcome.is_over() { " | passing (esc stops it)" } else { "" };
    let light = turn.day_night.map_or_else(String::new, |one| format!(", {}", one.text()));
    let text = match turn.number {
        0 => "Before the first turn".to_owned(),
        n => format!("Turn {n}, {whose}{light}: {}{until}", turn.step.in_words()),
    };
    Line::styled(show::fit(&text, columns), app.theme.bold())
}

/// What keys do now, in a line; or what there is to say, in as many as it takes.
fn footer(app: &App, columns: usize) -> Vec<Line<'static>> {
    if let Some(message) = &app.message {
        let lines = show::wrap(message, columns).into_iter().take(LONGEST_MESSAGE);
        return lines.map(|line| Line::styled(line, app.theme.selected())).collect();
    }
    let keys = match app.panels.last() {
        Some(open) => panel::page(app, open, columns).keys,
        None if app.view.outcome.is_over() => {
            "r rematch  x change sides  g cards  l log  D deck  s save  q quit  ? help"
        }
        None if app.asking.as_ref().is_some_and(Asking::takes_text) => {
            "type a part of the name  up/down choose  enter take it  backspace back"
        }
        None if app.asking.as_ref().is_some_and(|asking| asking.filter().is_some()) => {
            "type to find  up/down move  enter choose  space done  backspace back  esc letters are keys  ? help"
        }
        None => "space pass  enter choose  tab look  d details  e end turn  u undo  l log  q quit  ? help",
    };
    // Whole words, the last one always.
    let mut words: Vec<&str> = keys.split("  ").collect();
    while words.len() > 1 && show::width(&words.join("  ")) > columns {
        words.remove(words.len() - 2);
    }
    vec![Line::styled(words.join("  "), app.theme.faint())]
}

fn heading(text: &str, columns: usize, app: &App) -> Line<'static> {
    let text = show::fit(text, columns.saturating_sub(4));
    let rest = "─".repeat(columns.saturating_sub(show::width(&text) + 4));
    Line::from(vec![
        Span::styled("── ", app.theme.faint()),
        Span::styled(text, app.theme.bold()),
        Span::styled(format!(" {rest}"), app.theme.faint()),
    ])
}

/// The last lines of the log.
fn log(frame: &mut Frame<'_>, area: Rect, app: &App) {
    let columns = usize::from(area.width);
    let height = usize::from(area.height.saturating_sub(1));
    let mut lines: Vec<Line> = Vec::new();
    for (i, told) in app.log.iter().enumerate().rev() {
        let style = if i >= app.news { app.theme.plain() } else { app.theme.faint() };
        let style = if told.turn { style.patch(app.theme.bold()) } else { style };
        let mark = if i >= app.news { "+ " } else { "  " };
        let wrapped = show::wrap(&told.text, columns.saturating_sub(2));
        for (n, line) in wrapped.into_iter().enumerate().rev() {
            lines.push(Line::styled(format!("{}{line}", if n == 0 { mark } else { "  " }), style));
        }
        if lines.len() >= height {
            break;
        }
    }
    lines.truncate(height);
    lines.push(heading("log", columns, app));
    lines.reverse();
    put(frame, area, lines);
}

/// What the person looks at, on wide screens.
fn details(frame: &mut Frame<'_>, area: Rect, app: &App) {
    let columns = usize::from(area.width);
    let mut lines = vec![heading("details", columns, app)];
    if let Some(handle) = app.selected {
        let open = panel::Open::new(panel::Panel::Details(handle));
        let page = panel::page(app, &open, columns);
        lines.extend(page.entries.into_iter().map(|entry| Line::styled(entry.text, entry.style)));
    }
    lines.truncate(usize::from(area.height));
    put(frame, area, lines);
}

/// What the person is asked, or whom they wait for.
fn prompt(frame: &mut Frame<'_>, area: Rect, app: &mut App) {
    let fits = draw_prompt(frame, area, app);
    if let Some(asking) = app.asking.as_mut().filter(|_| !fits) {
        asking.does_not_fit();
    }
}

/// Draws it; whether all options fit.
fn draw_prompt(frame: &mut Frame<'_>, area: Rect, app: &App) -> bool {
    let columns = usize::from(area.width);
    let height = usize::from(area.height);
    let mut lines = Vec::new();
    let Some(asking) = &app.asking else {
        if let Some(end) = show::end(&app.view, app.table.me) {
            lines.push(heading("the game is over", columns, app));
            lines.extend(show::wrap(&end, columns).into_iter().map(|l| Line::styled(l, app.theme.bold())));
            for line in ["r  rematch", "x  rematch with sides changed: you play the other deck", "q  quit"] {
                lines.push(Line::from(line));
            }
            lines.push(Line::from("l shows the log, g the cards, D your deck; s saves the game."));
        } else {
            let who = app.view.waiting_for.map(|seat| seat.to_string()).unwrap_or_default();
            lines.push(heading("wait", columns, app));
            let seconds = app.thinking.map_or(0, |since| since.elapsed().as_secs());
            let time = if seconds > 0 { format!(" {seconds} s") } else { String::new() };
            lines.push(Line::from(format!("{who} ({}) thinks...{time}", app.table.agent)));
        }
        put(frame, area, lines);
        return true;
    };
    lines.push(heading("your decision", columns, app));
    let question = asking.question();
    let state = asking.state();
    let sentence = match state.is_empty() {
        true => question.sentence.clone(),
        false => format!("{} {state}", question.sentence),
    };
    let sentence = if question.player == question.decider {
        sentence
    } else {
        format!("For player {}: {sentence}", question.player)
    };
    lines.extend(show::wrap(&sentence, columns).into_iter().take(3).map(|l| Line::styled(l, app.theme.bold())));
    if let Some(reason) = show::reason(question).filter(|_| height > 7) {
        let most = if height > 9 { 3 } else { 1 };
        let wrapped = show::wrap(&reason, columns).into_iter().take(most);
        lines.extend(wrapped.map(|l| Line::styled(l, app.theme.faint())));
    }
    if let Some(note) = &asking.note {
        lines.extend(show::wrap(note, columns).into_iter().take(2).map(|l| Line::styled(l, app.theme.selected())));
    }
    if question.cancellable {
        lines.push(Line::styled("backspace  take it back".to_owned(), app.theme.faint()));
    }
    if let Some(filter) = asking.filter() {
        lines.push(Line::styled(show::fit(&format!("find: {filter}_"), columns), app.theme.bold()));
    }
    let room = height.saturating_sub(lines.len()).max(1);
    let (shown, fits) = rows(app, asking, columns, room);
    lines.extend(shown);
    // What is left explains the option at the cursor, or the question.
    for text in explained(app, asking) {
        let wrapped = show::wrap(&text, columns.saturating_sub(2));
        lines.extend(wrapped.into_iter().map(|l| Line::styled(format!("  {l}"), app.theme.faint())));
    }
    lines.truncate(height);
    put(frame, area, lines);
    fits
}

/// What there is to say about the option at the cursor; otherwise about the question.
fn explained(app: &App, asking: &Asking) -> Vec<String> {
    let mut texts = Vec::new();
    if let Some(option) = asking.at_cursor() {
        let row = asking.cursor.and_then(|at| asking.rows().get(at));
        let said = |does: &String| row.is_some_and(|row| row.text.contains(does.as_str()));
        if option.act == Act::Activate {
            // Of a keyword its cost, if the keyword alone doesn't say it; of another ability what it does.
            let keyword = show::does(option).filter(|does| said(does));
            let cost = || option.cost.clone().filter(|cost| !keyword.iter().any(|does| does.contains(cost.as_str())));
            let told = if keyword.is_some() { cost() } else { show::does(option) };
            texts.extend(told.filter(|told| !said(told)));
        }
    }
    if texts.is_empty() {
        texts = show::behind(&app.view, asking.question());
    }
    texts
}

/// The rows of a prompt that fit, around the cursor, and whether all do. Long ones take several lines.
fn rows(app: &App, asking: &Asking, columns: usize, room: usize) -> (Vec<Line<'static>>, bool) {
    let all = asking.rows();
    let at = asking.cursor.unwrap_or(0).min(all.len().saturating_sub(1));
    let row = |(i, row): (usize, &Row)| {
        let mark = match row.pick {
            Pick::Option(place) => asking.mark(place),
            _ => String::new(),
        };
        let here = asking.cursor == Some(i);
        let head = format!("{} {:>5} {mark}", if here { ">" } else { " " }, row.key);
        let indent = show::width(&head);
        let style = if here { app.theme.selected() } else { app.theme.plain() };
        let line = |(n, text): (usize, String)| {
            let head = if n == 0 { head.clone() } else { " ".repeat(indent) };
            Line::styled(format!("{head}{text}"), style)
        };
        let wrapped = show::wrap(&row.text, columns.saturating_sub(indent));
        wrapped.into_iter().enumerate().map(line).collect::<Vec<_>>()
    };
    let mut each: Vec<Vec<Line>> = all.iter().enumerate().map(row).collect();
    let height = |each: &[Vec<Line>]| each.iter().map(Vec::len).sum::<usize>();
    let fits = height(&each) <= room;
    if fits || each.is_empty() {
        return (each.into_iter().flatten().collect(), fits);
    }
    // A line at the end says how many there are.
    let room_for_rows = room.saturating_sub(1).max(1);
    let (mut from, mut to) = (at, at + 1);
    loop {
        let used = height(&each[from..to]);
        let up = from > 0 && used + each[from - 1].len() <= room_for_rows;
        let down = to < each.len() && used + each[to].len() <= room_for_rows;
        match (up, down) {
            (true, false) => from -= 1,
            (true, true) if height(&each[from..at]) < height(&each[at + 1..to]) => from -= 1,
            (_, true) => to += 1,
            (false, false) => break,
        }
    }
    // What is left over shows how the next one begins.
    let left = room_for_rows.saturating_sub(height(&each[from..to]));
    if let Some(next) = each.get_mut(to).filter(|_| left > 0) {
        next.truncate(left);
        if let Some(last) = next.last_mut() {
            *last = Line::styled(show::fit(&format!("{last} ..."), columns), app.theme.plain());
        }
        to += 1;
    }
    let (above, below) = (from, each.len() - to);
    let mut lines: Vec<Line> = each.drain(from..to).flatten().take(room_for_rows).collect();
    if room > 1 && (above, below) != (0, 0) {
        let find = if asking.filter().is_none() { "; / to find" } else { "" };
        lines.push(Line::styled(format!("        ({above} above, {below} below{find})"), app.theme.faint()));
    }
    (lines, fits)
}

/// The panel on top.
fn over(frame: &mut Frame<'_>, area: Rect, app: &mut App) {
    let Some(open) = app.panels.last().cloned() else { return };
    let width = area.width.min(100);
    let place = Rect { x: (area.width - width) / 2, width, ..area };
    let columns = usize::from(width.saturating_sub(4));
    let room = usize::from(place.height.saturating_sub(2));
    let Page { title, entries, choice, .. } = panel::page(app, &open, columns);
    let most = entries.len().saturating_sub(room);
    let mut scroll = open.scroll.min(most);
    let mut cursor = open.cursor.min(entries.len().saturating_sub(1));
    if choice {
        // The cursor is on a card if there are any.
        let is_card = |i: &usize| entries[*i].handle.is_some();
        if entries.iter().any(|entry| entry.handle.is_some()) && !is_card(&cursor) {
            cursor = (cursor..entries.len()).find(is_card).or_else(|| (0..entries.len()).rfind(is_card)).unwrap_or(0);
        }
        scroll = scroll.clamp(cursor.saturating_sub(room.saturating_sub(1)), cursor.max(1) - usize::from(cursor > 0));
        scroll = scroll.min(most);
    }
    if let Some(open) = app.panels.last_mut() {
        (open.scroll, open.cursor) = (scroll, cursor);
    }
    let all = entries.len();
    let lines: Vec<Line> = entries
        .into_iter()
        .enumerate()
        .skip(scroll)
        .take(room)
        .map(|(i, entry)| {
            let here = choice && i == cursor;
            let style = if here { app.theme.selected() } else { entry.style };
            Line::styled(entry.text, style)
        })
        .collect();
    let more =
        if all > room { format!(" {}-{} of {all} ", scroll + 1, (scroll + room).min(all)) } else { String::new() };
    let block = Block::bordered().title(format!(" {title} ")).title_bottom(Line::from(more).right_aligned());
    let inner = block.inner(place);
    frame.render_widget(Clear, place);
    frame.render_widget(block, place);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    put(frame, inner, lines);
}
