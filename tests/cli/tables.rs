//! Tables of results: CSV, Parquet and lines of JSON have the same values, and other programs read them.

use super::{dracones, folder, refused, summary};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A run with a name that a table has to take care of.
const RUN: &str = r#"Run(
    format: 1,
    players: [(deck: "red"), (deck: "green", name: "the \"green\", one")],
    pairs: 5,
    detail: true,
)"#;

/// A Parquet file as lists of texts: the names of its columns, and its rows, with nothing as an empty text.
fn parquet_rows(place: &Path) -> (Vec<String>, Vec<Vec<String>>) {
    let reader = SerializedFileReader::new(File::open(place).unwrap()).unwrap();
    let fields = reader.metadata().file_metadata().schema_descr().columns().to_vec();
    let text = |field: &Field| match field {
        Field::Null => String::new(),
        Field::Long(number) => number.to_string(),
        Field::Double(number) => format!("{number:.6}"),
        Field::Str(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    let row = |row: parquet::record::Row| row.get_column_iter().map(|(_, field)| text(field)).collect();
    let rows = reader.get_row_iter(None).unwrap().map(|one| row(one.unwrap())).collect();
    (fields.iter().map(|field| field.name().to_owned()).collect(), rows)
}

/// The fields of a file of CSV.
fn csv_rows(place: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(place).unwrap();
    let mut rows = vec![vec![String::new()]];
    let mut letters = text.chars().peekable();
    let mut quoted = false;
    while let Some(letter) = letters.next() {
        let row = rows.last_mut().unwrap();
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => row.last_mut().unwrap().extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(String::new()),
            '\n' if !quoted => rows.push(vec![String::new()]),
            other => row.last_mut().unwrap().push(other),
        }
    }
    rows.pop();
    rows
}

/// A field of a row of JSON as a text, by the name of its column.
fn json_field(row: &Value, column: &str) -> String {
    let of_side = |name: &str| ["_a", "_b"].into_iter().position(|side| column.strip_prefix(name) == Some(side));
    let value = if let Some(side) = of_side("life") {
        row["life"][side].clone()
    } else if let Some(side) = of_side("mulligans") {
        row["mulligans"][side].clone()
    } else if let Some(side) = of_side("lands") {
        row["detail"][side]["lands"].clone()
    } else if let Some(side) = of_side("hand") {
        let hand = row["detail"][side]["opening"].as_object().unwrap();
        hand.values().map(|n| n.as_u64().unwrap()).sum::<u64>().into()
    } else if let Some((side, of)) =
        ["turns", "mana_spent", "mana_lost", "idle_lands"].into_iter().find_map(|of| Some((of_side(of)?, of)))
    {
        row["detail"][side][of].clone()
    } else {
        row[column].clone()
    };
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        other => other.to_string(),
    }
}

fn written(here: &Path) {
    fs::write(here.join("run.ron"), RUN).unwrap();
    let tables = ["--csv", "games.csv", "--csv-cards", "cards.csv", "--parquet", "games.parquet"];
    let run = ["match", "run.ron", "--out", "run", "--summary", "json", "--parquet-cards", "cards.parquet"];
    summary(here, &[&run[..], &tables].concat());
}

#[test]
fn all_tables_have_the_same_values() {
    let folder = folder();
    let here = folder.path();
    written(here);
    let csv = csv_rows(&here.join("games.csv"));
    let (columns, rows) = parquet_rows(&here.join("games.parquet"));
    assert_eq!((&csv[0], &csv[1..]), (&columns, &rows[..]));
    assert_eq!((rows.len(), columns.len()), (10, 31));
    let text = fs::read_to_string(here.join("run/games.jsonl")).unwrap();
    for (line, row) in text.lines().skip(1).zip(&rows) {
        let line: Value = serde_json::from_str(line).unwrap();
        for (column, field) in columns.iter().zip(row) {
            assert_eq!(&json_field(&line, column), field, "{column}");
        }
    }
    let (columns, rows) = parquet_rows(&here.join("cards.parquet"));
    let csv = csv_rows(&here.join("cards.csv"));
    assert_eq!((&csv[0], &csv[1..]), (&columns, &rows[..]));
    assert!(rows.len() > 10);
    // A run that lies in a folder has the same tables.
    let (status, _, error) = dracones(here, &["merge", "run", "--parquet", "again.parquet"]);
    assert_eq!(status, 0, "{error}");
    assert_eq!(fs::read(here.join("again.parquet")).unwrap(), fs::read(here.join("games.parquet")).unwrap());
    refused(here, &["merge", "run", "--parquet", "again.parquet"], &["--force"]);
    refused(here, &["match", "--resume", "run", "--parquet", "x.parquet"], &["merge"]);
}

/// The document lists the columns as they are.
#[test]
fn the_document_has_the_columns() {
    let folder = folder();
    written(folder.path());
    let document = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/matches.md")).unwrap();
    for (file, heading) in [("games.parquet", "### Columns of games"), ("cards.parquet", "### Columns of cards")] {
        let (columns, _) = parquet_rows(&folder.path().join(file));
        let (_, part) = document.split_once(heading).expect("the document has the heading");
        let part = part.split("\n### ").next().unwrap().split("\n## ").next().unwrap();
        let lines = part.lines().filter(|line| line.starts_with("| `"));
        let named: Vec<&str> =
            lines.flat_map(|line| line.split('|').nth(1).unwrap().split('`').skip(1).step_by(2)).collect();
        assert_eq!(named, columns, "{heading}");
    }
}

/// A Python with DuckDB and Polars, if there is one: `DRACONES_PYTHON`, or the one of the system.
fn python() -> Option<PathBuf> {
    let python: PathBuf = std::env::var_os("DRACONES_PYTHON").unwrap_or_else(|| "python3".into()).into();
    let has = Command::new(&python).args(["-c", "import duckdb, polars"]).output();
    if has.is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    eprintln!("skipped: no Python with DuckDB and Polars (DRACONES_PYTHON names one; `pip install duckdb polars`)");
    None
}

#[test]
fn duckdb_and_polars_read_them() {
    let Some(python) = python() else { return };
    let folder = folder();
    let here = folder.path();
    written(here);
    let script = r#"
import csv, duckdb, json, polars
rows = list(csv.DictReader(open("games.csv", newline="")))
lines = [json.loads(line) for line in open("run/games.jsonl")][1:]
assert len(rows) == len(lines) == 10
def duck(place):
    found = duckdb.sql(f"select * from '{place}'")
    return found.columns, [dict(zip(found.columns, row)) for row in found.fetchall()]
def frame(place):
    found = polars.read_parquet(place)
    return found.columns, found.to_dicts()
for read in (frame, duck):
    columns, games = read("games.parquet")
    assert columns == list(rows[0]) and len(games) == 10
    for got, row in zip(games, rows):
        for name, value in got.items():
            assert ("" if value is None else str(value)) == row[name], (name, value, row[name])
    assert sum(game["turns"] for game in games) == sum(line["turns"] for line in lines)
    _, cards = read("cards.parquet")
    assert all(isinstance(card["card"], str) for card in cards)
    assert any(isinstance(card["opening_rate"], float) for card in cards)
[(wins,)] = duckdb.sql("select count(*) from 'games.parquet' where winner = 'a'").fetchall()
assert wins == sum(line["winner"] == "a" for line in lines)
[(wins,)] = duckdb.sql("select count(*) from read_json('run/games.jsonl') where winner = 'a'").fetchall()
assert wins == sum(line["winner"] == "a" for line in lines)
by = duckdb.sql("select a, avg(turns) from read_csv('games.csv') group by a").fetchall()
assert len(by) == 1
print("read")
"#;
    let output = Command::new(python).current_dir(here).args(["-c", script]).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "read", "{error}");
}
