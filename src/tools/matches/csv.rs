//! Rows as CSV (RFC 4180): one schema, the first line names its columns. The version is that of the manifest,
//! [`MATCH_FORMAT`](super::MATCH_FORMAT).

use super::by_card::{CardReport, CopyRate};
use super::row::{Detail, GameRow, Side};
use std::fmt::Write;

/// The columns of a row of a game.
pub const GAME_COLUMNS: &str = "game,match,pairing,pair,part,a,b,first,winner,end,why,turns,decisions,life_a,life_b,\
mulligans_a,mulligans_b,hand_a,hand_b,lands_a,lands_b,index,hash";

/// The columns of a row of a card.
pub const CARD_COLUMNS: &str = "player,card,opening_copies,opening_games,opening_rate,opening_low,opening_high,\
drawn_copies,drawn_games,drawn_rate,drawn_low,drawn_high,in_hand_copies,in_hand_games,in_hand_rate,in_hand_low,\
in_hand_high,not_drawn_copies,not_drawn_games,not_drawn_rate,not_drawn_low,not_drawn_high";

/// A text as a field: in quotes if it has to be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

fn side(side: Side) -> &'static str {
    match side {
        Side::A => "a",
        Side::B => "b",
    }
}

/// A game as a line. What the run doesn't tell is empty.
pub fn game_line(row: &GameRow) -> String {
    let detail = |of: fn(&Detail) -> u32| {
        [0, 1].map(|i| row.detail.as_ref().map_or_else(String::new, |both| of(&both[i]).to_string()))
    };
    let hands = detail(|detail| detail.opening.values().sum());
    let lands = detail(|detail| detail.lands.into());
    let fields = [
        row.game.to_string(),
        row.match_number.to_string(),
        row.pairing.to_string(),
        row.pair.to_string(),
        row.part.to_string(),
        field(&row.a),
        field(&row.b),
        side(row.first).to_owned(),
        row.winner.map_or("", side).to_owned(),
        row.end.word().to_owned(),
        field(&row.why),
        row.turns.to_string(),
        row.decisions.to_string(),
        row.life[0].to_string(),
        row.life[1].to_string(),
        row.mulligans[0].to_string(),
        row.mulligans[1].to_string(),
        hands[0].clone(),
        hands[1].clone(),
        lands[0].clone(),
        lands[1].clone(),
        row.index.to_string(),
        row.hash.clone(),
    ];
    fields.join(",")
}

/// The win rates of a card as a line; rates without a game are empty.
pub fn card_line(card: &CardReport) -> String {
    let mut line = format!("{},{}", field(&card.player), field(&card.card));
    let add = |line: &mut String, of: &CopyRate| {
        let written = match of.games {
            0 => write!(line, ",0,0,,,"),
            _ => {
                let (rate, low, high) = (of.rate.rate, of.rate.low, of.rate.high);
                write!(line, ",{},{},{rate:.6},{low:.6},{high:.6}", of.copies, of.games)
            }
        };
        written.expect("a string grows");
    };
    for of in [&card.opening, &card.drawn, &card.in_hand, &card.not_drawn] {
        add(&mut line, of);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::matches::row::End;
    use crate::tools::matches::stats::Clustered;

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
        let expected = "3,3,0,1,0,\"four \"\"X\"\", red\",b,b,a,win,had no life left,9,70,12,-1,0,2,,,,,1,00";
        assert_eq!(game_line(&row), expected);
        row.a = "a".to_owned();
        let lands = Detail { lands: 3, ..Detail::default() };
        row.detail = Some(Box::new([lands, Detail::default()]));
        assert_eq!(game_line(&row).split(',').count(), GAME_COLUMNS.split(',').count());
        let none = CopyRate::of(&Clustered::default(), 0.95);
        let card = CardReport {
            player: "a".to_owned(),
            card: "Shock".to_owned(),
            opening: none,
            drawn: none,
            in_hand: none,
            not_drawn: none,
        };
        assert_eq!(card_line(&card).split(',').count(), CARD_COLUMNS.split(',').count());
    }
}
