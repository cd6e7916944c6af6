//! The program in a terminal of its own: keys go in, the screen comes out.

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use std::io::{Read, Write};
use std::path::Path;
use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};
use vt100::Parser;

pub(crate) const ENTER: &str = "\r";
pub(crate) const ESC: &str = "\x1b";
pub(crate) const DOWN: &str = "\x1b[B";
pub(crate) const RIGHT: &str = "\x1b[C";
pub(crate) const BACKSPACE: &str = "\x7f";
pub(crate) const CTRL_C: &str = "\x03";
pub(crate) const CTRL_P: &str = "\x10";

/// How long something may take on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The marks around a frame: what is between them belongs together.
const FRAME: (&[u8], &[u8]) = (b"\x1b[?2026h", b"\x1b[?2026l");

/// What came out of the program.
struct Output {
    /// Has seen whole frames only.
    parser: Parser,
    /// How many bytes the parser has seen.
    seen: usize,
    /// All bytes.
    raw: Vec<u8>,
    closed: bool,
}

impl Output {
    fn take(&mut self, bytes: &[u8]) {
        self.raw.extend_from_slice(bytes);
        let last = |mark: &[u8]| self.raw.windows(mark.len()).rposition(|part| part == mark);
        let whole = match (last(FRAME.0), last(FRAME.1)) {
            (Some(begin), end) if end.is_none_or(|end| end < begin) => begin,
            _ => self.raw.len(),
        };
        self.show(whole);
    }

    fn close(&mut self) {
        self.closed = true;
        self.show(self.raw.len());
    }

    /// Lets the parser see all up to there.
    fn show(&mut self, to: usize) {
        if to > self.seen {
            self.parser.process(&self.raw[self.seen..to]);
            self.seen = to;
        }
    }
}

/// A terminal with the program in it.
pub(crate) struct Terminal {
    keys: Arc<Pty>,
    child: Child,
    output: Arc<Mutex<Output>>,
}

fn size(number: u16) -> std::num::NonZeroU16 {
    std::num::NonZeroU16::new(number).unwrap()
}

impl Terminal {
    /// Runs `dracones play` in a folder, on a screen of 80 by 24.
    pub(crate) fn play(folder: &Path, arguments: &[&str]) -> Self {
        Self::with(folder, arguments, &[], (80, 24))
    }

    pub(crate) fn with(
        folder: &Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
        (columns, rows): (u16, u16),
    ) -> Self {
        let (pty, terminal) = open().unwrap();
        pty.resize(Size::new(rows, columns)).unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_dracones")).arg("play").args(arguments.iter().copied());
        let command = command.current_dir(folder).env("TERM", "xterm-256color").env_remove("NO_COLOR");
        let child = command.envs(variables.iter().copied()).spawn(terminal).unwrap();
        let parser = Parser::new(size(rows), size(columns), 0);
        let output = Arc::new(Mutex::new(Output { parser, seen: 0, raw: Vec::new(), closed: false }));
        let keys = Arc::new(pty);
        let (from, to) = (Arc::clone(&keys), Arc::clone(&output));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                // The end is an error on Linux.
                let n = (&*from).read(&mut bytes).unwrap_or(0);
                let mut output = to.lock().unwrap();
                if n == 0 {
                    return output.close();
                }
                output.take(&bytes[..n]);
            }
        });
        Self { keys, child, output }
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap()
    }

    /// Types.
    pub(crate) fn send(&self, keys: &str) {
        (&*self.keys).write_all(keys.as_bytes()).unwrap();
    }

    /// The screen, line by line.
    pub(crate) fn screen(&self) -> String {
        let screen = self.output().parser.screen().contents();
        screen.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    /// Whether the program has the alternate screen, and whether it hides the cursor.
    pub(crate) fn is_taken(&self) -> (bool, bool) {
        let output = self.output();
        (output.parser.screen().alternate_screen(), output.parser.screen().hide_cursor())
    }

    /// Everything that was written so far.
    pub(crate) fn written(&self) -> String {
        String::from_utf8_lossy(&self.output().raw).into_owned()
    }

    /// Whether any cell has a colour.
    pub(crate) fn has_colors(&self) -> bool {
        let output = self.output();
        let screen = output.parser.screen();
        let (rows, columns) = screen.size();
        let cells = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
        let colored = |(row, column)| {
            let cell = screen.cell(row, column)?;
            Some(cell.fgcolor() != vt100::Color::Default || cell.bgcolor() != vt100::Color::Default)
        };
        cells.filter_map(colored).any(|colored| colored)
    }

    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        self.output().parser.screen_mut().set_size(size(rows), size(columns));
        self.keys.resize(Size::new(rows, columns)).unwrap();
    }

    /// Waits until the screen is as it should be, and answers it.
    #[track_caller]
    pub(crate) fn wait_until(&self, what: &str, is: impl Fn(&str) -> bool) -> String {
        let begin = Instant::now();
        loop {
            let screen = self.screen();
            if is(&screen) {
                return screen;
            }
            assert!(begin.elapsed() < PATIENCE, "{what}: still not after {PATIENCE:?}:\n{screen}");
            assert!(!self.output().closed, "{what}: the program has ended:\n{screen}\n{}", self.written());
            sleep(Duration::from_millis(3));
        }
    }

    /// Waits for a text.
    #[track_caller]
    pub(crate) fn wait(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Types, and waits for a text.
    #[track_caller]
    pub(crate) fn press(&self, keys: &str, text: &str) -> String {
        self.send(keys);
        self.wait(text)
    }

    /// Types, waits until something comes of it and then until it is the person's turn to do something.
    #[track_caller]
    pub(crate) fn act(&self, keys: &str) -> String {
        let before = self.output().raw.len();
        self.send(keys);
        let begin = Instant::now();
        while self.output().raw.len() == before && begin.elapsed() < Duration::from_millis(500) {
            sleep(Duration::from_millis(1));
        }
        self.quiet();
        self.wait_until("a decision", |screen| screen.contains("your decision") || screen.contains("the game is over"))
    }

    /// Waits until nothing has been written for a moment.
    pub(crate) fn quiet(&self) {
        let (mut seen, mut since) = (self.output().raw.len(), Instant::now());
        while since.elapsed() < Duration::from_millis(12) {
            sleep(Duration::from_millis(2));
            let now = self.output().raw.len();
            if now != seen {
                (seen, since) = (now, Instant::now());
            }
        }
    }

    /// Waits until the program has ended; answers its status.
    pub(crate) fn end(&mut self) -> i32 {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                while !self.output().closed && begin.elapsed() < PATIENCE {
                    sleep(Duration::from_millis(3));
                }
                return status.code().unwrap_or(-1);
            }
            assert!(begin.elapsed() < PATIENCE, "it doesn't end:\n{}", self.screen());
            sleep(Duration::from_millis(3));
        }
    }

    /// The number of the process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
