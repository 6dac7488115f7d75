//! Starting workers, and killing them.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::place::Place;
use crate::worker::{FOLDER, MARK, ORDER, PLACE};

const SIGKILL: i32 = 9;

/// When a worker is killed. What it does by then is up to the machine.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kill {
    Never,
    /// This long after it was started.
    After(Duration),
    /// This long after it has written so many bytes.
    Behind(u64, Duration),
}

/// A worker that is no more.
pub(crate) struct Dead {
    /// Whether a kill hit it while it lived.
    pub(crate) killed: bool,
    /// How many bytes it wrote.
    pub(crate) bytes: u64,
    pub(crate) lived: Duration,
    /// What it told, in order. A last line that was cut is not among them.
    pub(crate) marks: Vec<String>,
}

/// Runs a worker to its end, whoever brings that about.
pub(crate) fn run(folder: &Path, place: &Place, order: &str, kill: Kill) -> Dead {
    let begin = Instant::now();
    let mut process = start(folder, place, order, Stdio::null());
    let mut out = process.stdout.take().expect("the output is piped");
    let mut text = Vec::new();
    match kill {
        Kill::Never => {}
        Kill::After(delay) => {
            thread::sleep(delay);
            process.kill().expect("a child can be killed");
        }
        Kill::Behind(bytes, delay) => {
            out.by_ref()
                .take(bytes)
                .read_to_end(&mut text)
                .expect("the output can be read");
            thread::sleep(delay);
            process.kill().expect("a child can be killed");
        }
    }
    out.read_to_end(&mut text).expect("the output can be read");
    let status = process.wait().expect("a child can be waited for");
    // A kill that comes too late leaves the status as it was.
    let killed = status.signal() == Some(SIGKILL);
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(
        status.success() || killed && !matches!(kill, Kill::Never),
        "the worker that was told `{order}` ended with {status}: {text}"
    );
    Dead {
        killed,
        bytes: text.len() as u64,
        lived: begin.elapsed(),
        marks: text
            .split_inclusive('\n')
            .filter_map(|line| line.strip_suffix('\n')?.strip_prefix(MARK))
            .map(str::to_owned)
            .collect(),
    }
}

/// A worker that takes orders.
pub(crate) struct Worker {
    process: Child,
    /// Until it is told that there are no more.
    orders: Option<ChildStdin>,
    out: BufReader<ChildStdout>,
}

impl Worker {
    /// A worker that was told `order` and is ready.
    pub(crate) fn start(folder: &Path, place: &Place, order: &str) -> Self {
        let mut process = start(folder, place, order, Stdio::piped());
        let orders = process.stdin.take();
        let out = process.stdout.take().expect("the output is piped");
        let mut worker = Self {
            process,
            orders,
            out: BufReader::new(out),
        };
        worker.wait_for("ready");
        worker
    }

    pub(crate) fn order(&mut self, order: &str) {
        let orders = self.orders.as_mut().expect("the input is piped");
        writeln!(orders, "{order}").expect("the worker takes orders");
    }

    pub(crate) fn answer(&mut self) -> String {
        self.wait_for("answer ")
    }

    /// What follows `begin` in the next line that the worker tells and that begins so.
    fn wait_for(&mut self, begin: &str) -> String {
        loop {
            let mut line = String::new();
            let read = self.out.read_line(&mut line);
            assert!(
                read.expect("the worker writes text") > 0,
                "the worker has ended"
            );
            let mark = line.trim_end().strip_prefix(MARK);
            if let Some(rest) = mark.and_then(|mark| mark.strip_prefix(begin)) {
                return rest.to_owned();
            }
        }
    }

    pub(crate) fn kill(&mut self) {
        self.process.kill().expect("a child can be killed");
        self.process.wait().expect("a child can be waited for");
    }

    /// Sends it a signal such as `STOP`.
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.expect("there is `kill`").success());
    }

    pub(crate) fn stop(mut self) {
        drop(self.orders.take());
        // Its last lines, lest it fails to write them.
        std::io::copy(&mut self.out, &mut std::io::sink()).expect("the output can be read");
        let status = self.process.wait().expect("a child can be waited for");
        assert!(status.success(), "the worker ended with {status}");
    }
}

/// A test that fails leaves no process behind, not even a stopped one.
impl Drop for Worker {
    fn drop(&mut self) {
        self.process.kill().ok();
    }
}

fn start(folder: &Path, place: &Place, order: &str, input: Stdio) -> Child {
    let binary = std::env::current_exe().expect("a test knows its binary");
    Command::new(binary)
        .args(["--exact", "worker::worker", "--nocapture"])
        .env(FOLDER, folder)
        .env(PLACE, place.to_string())
        .env(ORDER, order)
        .stdin(input)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a worker can be started")
}
