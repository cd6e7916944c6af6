//! Positions with what a strong player does in them and why, under `tests/positions/`: agents play them, and how many they
//! solve is printed. None may solve fewer than it was measured to.

use dracones::cards::CardDb;
use dracones::tools::scenario;
use std::fs;
use std::path::{Path, PathBuf};

/// Agents, and how many of the positions each of them solves.
const SOLVED: [(&str, usize); 4] = [("mcts", 247), ("planner", 244), ("greedy", 244), ("baseline", 222)];
/// How many positions there are at least.
const POSITIONS: usize = 251;

/// The files, each with its text. Their scripts say that the planner plays.
fn files() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/positions");
    let paths = scenario::files(&folder).unwrap_or_else(|e| panic!("{e}"));
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(&path).expect("it can be read"))).collect()
}

/// What an agent doesn't solve, and how many positions there are.
fn unsolved(agent: &str) -> (Vec<String>, usize) {
    let db = CardDb::embedded();
    let (mut missed, mut all) = (Vec::new(), 0);
    for (path, text) in files() {
        let text = text.replace("agent: \"planner\"", &format!("agent: \"{agent}\""));
        let name = path.file_stem().expect("it is a file").display().to_string();
        let file = scenario::parse(&name, text).unwrap_or_else(|e| panic!("{e}"));
        for (i, position) in file.scenarios.iter().enumerate() {
            all += 1;
            if scenario::run(&file, i, &db).is_err() {
                missed.push(format!("{name}: {}", position.title));
            }
        }
    }
    (missed, all)
}

#[test]
fn no_agent_solves_fewer_positions_than_it_did() {
    let mut worse = Vec::new();
    for (agent, floor) in SOLVED {
        let (missed, all) = unsolved(agent);
        let solved = all - missed.len();
        println!("{agent}: {solved} of {all} ({:.0} %), not: {missed:#?}", 100.0 * solved as f64 / all as f64);
        assert!(all >= POSITIONS, "there are {all} positions");
        if solved < floor {
            worse.push(format!("{agent} solves {solved}, not {floor}: not {missed:#?}"));
        }
    }
    assert!(worse.is_empty(), "{}", worse.join("\n"));
}
