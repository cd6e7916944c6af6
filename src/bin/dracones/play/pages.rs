//! What panels say, line by line.

use super::app::App;
use super::panel::Entry;
use super::show;
use super::table::{HINT_DEALS, Hint};
use dracones::game::client::{ObjectView, PlayerView, View};
use dracones::model::ids::Handle;
use ratatui::style::Style;

/// How many answers a hint tells, at most.
const MOST_HINTS: usize = 6;

/// What a hint says: lines, and whether they are bold. `None` if there is nothing to weigh.
pub(super) fn hint(all: &[Hint]) -> Option<Vec<(String, bool)>> {
    let best = all.first()?;
    let percent = |worth: f64| format!("{:.0} %", worth * 100.0);
    let mut lines = vec![(format!("{}: {}", best.answer, percent(best.judged.worth)), true)];
    if !best.judged.then.is_empty() {
        lines.push((format!("    then, for example: {}", best.judged.then.join("; ")), false));
    }
    lines.push((String::new(), false));
    lines.push(("What else there is:".to_owned(), false));
    for other in all.iter().skip(1).take(MOST_HINTS) {
        let (less, error) = (other.judged.behind * 100.0, other.judged.error * 100.0);
        let words = if less > 2.0 * error { "worse by" } else { "about the same, by" };
        lines.push((
            format!("  {}: {}, {words} {less:.0} +- {error:.0}", other.answer, percent(other.judged.worth)),
            false,
        ));
    }
    lines.push((String::new(), false));
    lines.push((
        format!(
            "The figures say how often you would win: each answer was tried with {HINT_DEALS} sets of the cards that you don't \
             know, and both sides played on simply until the end of the opponent's next turn. What pays off later isn't seen."
        ),
        false,
    ));
    Some(lines)
}

/// What writes a page.
pub(super) struct Pen<'a> {
    pub(super) app: &'a App,
    pub(super) columns: usize,
    pub(super) entries: Vec<Entry>,
}

impl Pen<'_> {
    pub(super) fn styled(&mut self, text: &str, style: Style) {
        self.indented(text, 0, style);
    }

    pub(super) fn plain(&mut self, text: &str) {
        self.styled(text, self.app.theme.plain());
    }

    /// A text whose lines after the first begin further right.
    pub(super) fn indented(&mut self, text: &str, indent: usize, style: Style) {
        for (i, line) in show::wrap(text, self.columns.saturating_sub(indent)).into_iter().enumerate() {
            let text = if i == 0 { line } else { format!("{}{line}", " ".repeat(indent)) };
            self.entries.push(Entry { text, style, handle: None });
        }
    }

    /// A line with a heading, unless there is nothing to say.
    fn field(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.indented(&format!("{name}: {value}"), 2, self.app.theme.plain());
        }
    }

    pub(super) fn details(&mut self, handle: Handle) -> String {
        let view = &self.app.view;
        let me = self.app.table.me;
        let Some(object) = show::find(view, handle) else { return "Gone".to_owned() };
        let cost = object.cost.clone().unwrap_or_default();
        self.styled(format!("{}  {cost}", show::name(view, object)).trim_end(), self.app.theme.bold());
        let pt = object.pt.map(|(power, toughness)| format!("  {power}/{toughness}")).unwrap_or_default();
        self.plain(format!("{}{pt}", object.types).trim());
        self.plain(&format!("{}, {}", whose(object, self.app), show::zone(object.zone, me)));
        self.plain("");
        self.field("Keywords", &object.keywords.join(", "));
        for line in show::text_of(object) {
            self.indented(&line, 2, self.app.theme.plain());
        }
        if !object.keywords.is_empty() || !object.abilities.is_empty() {
            self.plain("");
        }
        if let Some(card) = object.card.as_ref().filter(|card| Some(*card) != object.name.as_ref()) {
            self.field("The card", card);
        }
        let colors: Vec<String> = object.colors.iter().map(|c| format!("{c:?}").to_lowercase()).collect();
        self.field("Colours", if colors.is_empty() { "none" } else { "" });
        self.field("Colours", &colors.join(", "));
        self.field("Mana value", &object.mana_value.to_string());
        let mut now = Vec::new();
        now.extend(object.tapped.then(|| "tapped".to_owned()));
        now.extend(object.sick.then(|| "came this turn: can't attack or use {T} abilities yet".to_owned()));
        now.extend((object.damage > 0).then(|| format!("{} damage", object.damage)));
        now.extend(object.face_down.then(|| "face down".to_owned()));
        self.field("Now", &now.join(", "));
        self.field("Counters", &show::counters(&object.counters));
        if let Some(host) = &object.attached_to {
            self.field("Attached to", &show::called(view, host));
        }
        if let Some(seat) = object.protector {
            self.field("Protected by", &format!("player {seat}"));
        }
        self.field("Chosen", &object.chosen.join(", "));
        let linked: Vec<String> =
            object.linked.iter().filter_map(|h| show::find(view, *h)).map(|o| show::name(view, o)).collect();
        self.field("Locked halves", &object.locked.join(", "));
        self.field("Has exiled", &linked.join(", "));
        if let Some(announced) = &object.announced {
            self.field("On the stack", &show::on_stack(view, object, me));
            for text in &announced.text {
                self.field("It does", text);
            }
        }
        if let Some(option) =
            self.app.asking.as_ref().filter(|a| a.object() == Some(handle)).and_then(|a| a.at_cursor())
        {
            self.plain("");
            self.field("The option at the cursor", &option.text);
            self.field("It costs", option.cost.as_deref().unwrap_or_default());
            self.field("It does", &show::does(option).unwrap_or_default());
        }
        show::name(view, object)
    }

    pub(super) fn why(&mut self, handle: Handle) -> String {
        let view = &self.app.view;
        let title = show::find(view, handle).map_or_else(|| "Gone".to_owned(), |object| show::name(view, object));
        self.plain("Effects that make it what it is, in their order (rule 613):");
        self.plain("");
        let changes = self.app.table.changes(handle);
        match changes.as_deref() {
            None => self.plain("Nobody knows, or layers don't change such a thing."),
            Some([]) => self.plain("None: it is what is printed on it."),
            Some(changes) => {
                for change in changes {
                    let does = change.does.join("; ");
                    self.indented(&format!("layer {}, {}: {does}", change.layer, change.by), 2, self.app.theme.bold());
                    self.field("  because", &change.why);
                }
            }
        }
        format!("Why {title} is so")
    }

    fn object(&mut self, object: &ObjectView, what: &str) {
        let view = &self.app.view;
        let cost = object.cost.as_deref().unwrap_or_default();
        let text = format!("  {}  {cost}  {what}", show::name(view, object));
        let entry = Entry {
            text: show::fit(text.trim_end(), self.columns),
            style: self.app.theme.plain(),
            handle: Some(object.handle),
        };
        self.entries.push(entry);
    }

    fn list<'o>(&mut self, title: &str, objects: impl IntoIterator<Item = &'o ObjectView>) {
        let objects: Vec<&ObjectView> = objects.into_iter().collect();
        if objects.is_empty() {
            self.styled(&format!("{title}: empty"), self.app.theme.faint());
            return;
        }
        self.styled(&format!("{title}: {}", objects.len()), self.app.theme.bold());
        for object in objects {
            self.object(object, "");
        }
    }

    pub(super) fn cards(&mut self) {
        let view: &View = &self.app.view;
        let me = self.app.table.me;
        let of = |player: &PlayerView| if player.seat == me { "Your".to_owned() } else { format!("{}'s", player.seat) };
        for player in &view.players {
            self.list(&format!("{} graveyard, the top first", of(player)), player.graveyard.iter().rev());
        }
        self.list("Exile", &view.exile);
        if !view.command.is_empty() {
            self.list("The command zone", &view.command);
        }
        for player in &view.players {
            let count = player.library.count;
            let known = &player.library.known;
            if known.is_empty() {
                let text = format!("{} library: {}, none of them known to you", of(player), show::cards(count));
                self.styled(&text, self.app.theme.faint());
            } else {
                self.styled(
                    &format!("{} library: {}; you know", of(player), show::cards(count)),
                    self.app.theme.bold(),
                );
            }
            for card in known {
                let place = card.above.map(|above| format!("({above} above it)")).unwrap_or_default();
                self.object(&card.card, &place);
            }
            if player.seat != me {
                let title = format!("{} hand: {}; you know", of(player), show::cards(player.hand.count));
                let known: Vec<&ObjectView> = player.hand.known.iter().map(|known| &known.card).collect();
                match known.is_empty() {
                    true => self.styled(&format!("{title} none of them"), self.app.theme.faint()),
                    false => self.list(&title, known),
                }
            }
            if !player.outside.is_empty() {
                self.list(&format!("{} cards outside the game", of(player)), &player.outside);
            }
        }
    }

    /// The person's own deck: of each name how many may be left in the library.
    pub(super) fn deck(&mut self) {
        let all = self.app.table.remaining();
        let me = self.app.table.me;
        let library = self.app.view.players.get(me.index()).map_or(0, |player| player.library.count);
        let (left, of) = all.iter().fold((0, 0), |(left, of), line| (left + line.left, of + line.of));
        self.styled(&format!("{left} of {of} cards may be left in your library:"), self.app.theme.bold());
        if left > library {
            let hidden = left - library;
            self.plain(&format!("(It has {library}: {hidden} of these are elsewhere, where you can't see them.)"));
        }
        for (title, land) in [("Spells", false), ("Lands", true)] {
            let lines: Vec<_> = all.iter().filter(|line| line.land == land).collect();
            let sum: u32 = lines.iter().map(|line| line.left).sum();
            self.plain("");
            self.styled(&format!("{title}: {sum}"), self.app.theme.bold());
            for line in lines {
                let style = if line.left == 0 { self.app.theme.faint() } else { self.app.theme.plain() };
                self.styled(&format!("  {} of {}  {}", line.left, line.of, line.name), style);
            }
        }
    }

    /// The steps in two columns; the lines are counted by the keys. Only the chosen cell, by line and column, is marked.
    pub(super) fn stops(&mut self, chosen: (usize, usize)) {
        let stops = &self.app.stops;
        let mark = |on: bool, here: bool| match (on, here) {
            (true, true) => ">[x]",
            (true, false) => " [x]",
            (false, true) => ">[ ]",
            (false, false) => " [ ]",
        };
        let narrow = self.columns < 56;
        for (line, step) in show::STEPS.into_iter().enumerate() {
            let own = mark(stops.own.contains(&step), chosen == (line, 0));
            let others = mark(stops.others.contains(&step), chosen == (line, 1));
            self.plain(&match narrow {
                true => format!("{:<19} me{own} they{others}", step.in_words()),
                false => format!("{:<22} your turns {own}   others' turns {others}", step.in_words()),
            });
        }
        let (responses, own_stack) = match narrow {
            true => ("others' spells", "your own spells"),
            false => ("when others put something on the stack", "when your own spell is on top of the stack"),
        };
        let width = if narrow { 19 } else { 44 };
        self.plain(&format!("{responses:<width$} {}", mark(stops.responses, chosen.0 == show::STEPS.len())));
        self.plain(&format!("{own_stack:<width$} {}", mark(stops.own_stack, chosen.0 > show::STEPS.len())));
    }
}

fn whose(object: &ObjectView, app: &App) -> String {
    let me = app.table.me;
    match (object.controller, object.owner) {
        (controller, owner) if controller == owner && owner == me => "yours".to_owned(),
        (controller, owner) if controller == owner => format!("{owner}'s"),
        (controller, owner) => {
            format!("controlled by {}, owned by {}", show::who(controller, me), show::who(owner, me))
        }
    }
}
