//! Rows of games and of cards as tables: the names and types of their columns, and the values of a row. All formats of tables
//! are written from them. The version is that of the manifest, [`MATCH_FORMAT`](crate::tools::matches::MATCH_FORMAT).

use super::super::by_card::CardReport;
use super::super::row::{Detail, GameRow, Side};
use std::borrow::Cow;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// A whole number of 64 bits with a sign.
    Integer,
    /// A number of 64 bits with a fraction.
    Real,
    /// A text in UTF-8.
    Text,
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// The type of its values.
    pub holds: ColumnType,
    /// Whether a row may have nothing there.
    pub optional: bool,
}

/// The value of a column in a row.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell<'r> {
    /// Nothing.
    Missing,
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Real(f64),
    /// A text.
    Text(Cow<'r, str>),
}

const fn integer(name: &'static str) -> Column {
    Column { name, holds: ColumnType::Integer, optional: false }
}

const fn real(name: &'static str) -> Column {
    Column { name, holds: ColumnType::Real, optional: true }
}

const fn text(name: &'static str) -> Column {
    Column { name, holds: ColumnType::Text, optional: false }
}

const fn or_missing(column: Column) -> Column {
    Column { optional: true, ..column }
}

/// The columns of a row of a game.
pub const GAME_COLUMNS: &[Column] = &[
    integer("game"),
    integer("match"),
    integer("pairing"),
    integer("pair"),
    integer("part"),
    text("a"),
    text("b"),
    text("first"),
    or_missing(text("winner")),
    text("end"),
    text("why"),
    integer("turns"),
    integer("decisions"),
    integer("life_a"),
    integer("life_b"),
    integer("mulligans_a"),
    integer("mulligans_b"),
    or_missing(integer("hand_a")),
    or_missing(integer("hand_b")),
    or_missing(integer("lands_a")),
    or_missing(integer("lands_b")),
    integer("index"),
    text("hash"),
    or_missing(integer("turns_a")),
    or_missing(integer("turns_b")),
    or_missing(integer("mana_spent_a")),
    or_missing(integer("mana_spent_b")),
    or_missing(integer("mana_lost_a")),
    or_missing(integer("mana_lost_b")),
    or_missing(integer("idle_lands_a")),
    or_missing(integer("idle_lands_b")),
];

/// The columns of a row of a card.
pub const CARD_COLUMNS: &[Column] = &[
    text("player"),
    text("card"),
    integer("opening_copies"),
    integer("opening_games"),
    real("opening_rate"),
    real("opening_low"),
    real("opening_high"),
    integer("drawn_copies"),
    integer("drawn_games"),
    real("drawn_rate"),
    real("drawn_low"),
    real("drawn_high"),
    integer("in_hand_copies"),
    integer("in_hand_games"),
    real("in_hand_rate"),
    real("in_hand_low"),
    real("in_hand_high"),
    integer("not_drawn_copies"),
    integer("not_drawn_games"),
    real("not_drawn_rate"),
    real("not_drawn_low"),
    real("not_drawn_high"),
    real("improvement"),
];

fn side(side: Side) -> Cell<'static> {
    Cell::Text(Cow::Borrowed(match side {
        Side::A => "a",
        Side::B => "b",
    }))
}

fn whole(number: impl TryInto<i64>) -> Cell<'static> {
    // Numbers of games are far below the limit.
    Cell::Integer(number.try_into().unwrap_or(i64::MAX))
}

fn words(text: &str) -> Cell<'_> {
    Cell::Text(Cow::Borrowed(text))
}

/// The values of a game, in the order of [`GAME_COLUMNS`].
pub fn game_cells(row: &GameRow) -> Vec<Cell<'_>> {
    let detail = |i: usize, of: fn(&Detail) -> u32| {
        row.detail.as_ref().map_or(Cell::Missing, |both| Cell::Integer(of(&both[i]).into()))
    };
    let hand = |detail: &Detail| detail.opening.values().sum();
    let lands = |detail: &Detail| detail.lands.into();
    vec![
        whole(row.game),
        whole(row.match_number),
        whole(row.pairing),
        whole(row.pair),
        whole(row.part),
        words(&row.a),
        words(&row.b),
        side(row.first),
        row.winner.map_or(Cell::Missing, side),
        words(row.end.word()),
        words(&row.why),
        whole(row.turns),
        whole(row.decisions),
        whole(row.life[0]),
        whole(row.life[1]),
        whole(row.mulligans[0]),
        whole(row.mulligans[1]),
        detail(0, hand),
        detail(1, hand),
        detail(0, lands),
        detail(1, lands),
        whole(row.index),
        words(&row.hash),
        detail(0, |detail| detail.turns),
        detail(1, |detail| detail.turns),
        detail(0, |detail| detail.mana_spent),
        detail(1, |detail| detail.mana_spent),
        detail(0, |detail| detail.mana_lost),
        detail(1, |detail| detail.mana_lost),
        detail(0, |detail| detail.idle_lands),
        detail(1, |detail| detail.idle_lands),
    ]
}

/// The values of a card, in the order of [`CARD_COLUMNS`]; rates without a game are missing.
pub fn card_cells(card: &CardReport) -> Vec<Cell<'_>> {
    let mut cells = vec![words(&card.player), words(&card.card)];
    for of in [&card.opening, &card.drawn, &card.in_hand, &card.not_drawn] {
        cells.extend([whole(of.copies), whole(of.games)]);
        let known = |rate: f64| if of.games == 0 { Cell::Missing } else { Cell::Real(rate) };
        cells.extend([of.rate.rate, of.rate.low, of.rate.high].map(known));
    }
    cells.push(card.improvement.map_or(Cell::Missing, |rate| Cell::Real(rate.rate)));
    cells
}

/// The names of columns as the first line of a file of CSV, without its end.
pub fn csv_header(columns: &[Column]) -> String {
    columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",")
}

/// Values as a line of CSV (RFC 4180), without its end. What is missing is empty.
pub fn csv_line(cells: &[Cell<'_>]) -> String {
    let field = |cell: &Cell<'_>| match cell {
        Cell::Missing => String::new(),
        Cell::Integer(number) => number.to_string(),
        Cell::Real(number) => format!("{number:.6}"),
        Cell::Text(text) if text.contains([',', '"', '\n', '\r']) => format!("\"{}\"", text.replace('"', "\"\"")),
        Cell::Text(text) => text.to_string(),
    };
    cells.iter().map(field).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::matches::by_card::CopyRate;
    use crate::tools::matches::row::End;
    use crate::tools::matches::stats::Clustered;

    /// Whether each value is one that its column may have.
    fn fit(columns: &[Column], cells: &[Cell<'_>]) {
        assert_eq!(columns.len(), cells.len());
        for (column, cell) in columns.iter().zip(cells) {
            let fits = match cell {
                Cell::Missing => column.optional,
                Cell::Integer(_) => column.holds == ColumnType::Integer,
                Cell::Real(_) => column.holds == ColumnType::Real,
                Cell::Text(_) => column.holds == ColumnType::Text,
            };
            assert!(fits, "{cell:?} in {column:?}");
        }
    }

    #[test]
    fn lines_have_the_columns() {
        let mut row = GameRow {
            game: 3,
            match_number: 3,
            pairing: 0,
            pair: 1,
            part: 0,
            a: "four \"X\", red".to_owned(),
            b: "b".to_owned(),
            first: Side::B,
            winner: Some(Side::A),
            end: End::Win,
            why: "had no life left".to_owned(),
            turns: 9,
            decisions: 70,
            life: [12, -1],
            mulligans: [0, 2],
            index: 1,
            hash: "00".to_owned(),
            detail: None,
            replay: None,
        };
        let expected = "3,3,0,1,0,\"four \"\"X\"\", red\",b,b,a,win,had no life left,9,70,12,-1,0,2,,,,,1,00,,,,,,,,";
        assert_eq!(csv_line(&game_cells(&row)), expected);
        fit(GAME_COLUMNS, &game_cells(&row));
        row.a = "a".to_owned();
        let lands = Detail { lands: 3, ..Detail::default() };
        row.detail = Some(Box::new([lands, Detail::default()]));
        fit(GAME_COLUMNS, &game_cells(&row));
        assert_eq!(csv_line(&game_cells(&row)).split(',').count(), csv_header(GAME_COLUMNS).split(',').count());
        let none = CopyRate::of(&Clustered::default(), 0.95);
        let card = CardReport {
            player: "a".to_owned(),
            card: "Shock".to_owned(),
            opening: none,
            drawn: none,
            in_hand: none,
            not_drawn: none,
            improvement: None,
        };
        fit(CARD_COLUMNS, &card_cells(&card));
        let some = CopyRate { copies: 3, games: 2, ..none };
        let card = CardReport { drawn: some, in_hand: some, improvement: Some(some.rate), ..card };
        fit(CARD_COLUMNS, &card_cells(&card));
        assert!(csv_line(&card_cells(&card)).starts_with("a,Shock,0,0,,,,3,2,0."));
    }
}
