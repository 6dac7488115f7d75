//! The examples do what their first lines say, without a key and without a network.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::{env, fs};

/// Its test of drift runs with these.
#[path = "../schema_file.rs"]
#[allow(dead_code, reason = "only its test is wanted here")]
mod reviewed_schema;

/// An example as `cargo test` has built it.
fn example(name: &str) -> Command {
    let test = env::current_exe().expect("a test knows where it is");
    let profile = test
        .ancestors()
        .nth(2)
        .expect("tests lie below a profile's folder");
    let mut command = Command::new(profile.join("examples").join(name));
    for (variable, _) in env::vars_os() {
        if variable.to_string_lossy().starts_with("PHASEO_") {
            command.env_remove(variable);
        }
    }
    command
}

fn lines(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout.clone()).expect("examples print text");
    text.lines().map(str::to_owned).collect()
}

/// Checks all that an example prints.
fn prints(name: &str, expected: &str) {
    let output = example(name).output().expect("it starts");
    assert_eq!(lines(&output).join("\n"), expected.trim());
}

#[test]
fn quickstart() {
    let lines = lines(&example("quickstart").output().expect("it starts"));
    assert!(lines[0].starts_with("offline: "), "{lines:?}");
    assert_eq!(
        lines.last().map(String::as_str),
        Some("T-42 is High: Checkout fails for new customers: release 2.4.1 is live")
    );
    assert!(
        lines
            .iter()
            .any(|line| line.ends_with("waits: the tool needs approval")),
        "{lines:?}"
    );
}

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("phaseo-agent-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

#[test]
fn approve_in_another_process() {
    let folder = Folder::new("approve");
    let run = |arguments: &[&str]| {
        let mut command = example("approve_in_another_process");
        command
            .env("RUNS_DB", folder.0.join("runs.db"))
            .args(arguments);
        lines(&command.output().expect("it starts"))
    };
    let asked = run(&[]);
    assert_eq!(asked.len(), 2, "{asked:?}");
    let approve: Vec<_> = asked[1].split(' ').collect();
    assert_eq!(
        run(&approve),
        [
            "deploying 2.4.1 to production",
            "Checkout fails for new customers: release 2.4.1 is live"
        ]
    );

    let asked = run(&[]);
    let reject: Vec<_> = asked[1]
        .replace("approve", "reject")
        .split(' ')
        .map(str::to_owned)
        .collect();
    let reject: Vec<_> = reject
        .iter()
        .map(String::as_str)
        .chain(["not on a Friday"])
        .collect();
    assert_eq!(
        run(&reject),
        ["Checkout fails for new customers: the release was not deployed"]
    );
}

#[test]
fn approval() {
    prints(
        "approval",
        r#"
user: Release 2.5.0.
  call_3: delete_database was rejected: databases are deleted by hand
  call_1: "2.5.0 is live in Staging"
  call_2: deploy({"environment":"production","release":"2.5.0"}) waits: the tool needs approval
  ada approves call_2, with 2.4.1 in place of 2.5.0
  call_2: "2.4.1 is live in Production"
  model: 2.5.0 is on staging and 2.4.1 in production. The database is still there.
user: Now in production.
  call_1: deploy({"environment":"production","release":"2.5.0"}) waits: the tool needs approval
  ada rejects call_1
  call_1: deploy was rejected: not on a Friday
  model: 2.5.0 has to wait until Monday.
"#,
    );
}

#[test]
fn dynamic_turns() {
    prints(
        "dynamic_turns",
        r#"
step 1: openai/gpt-5-nano
  calls identify({"email":"ada@example.com"})
step 2: openai/gpt-5
  instructions: You sell software, now to Ada Lovelace.
  calls price({"seats":5})
step 3: openai/gpt-5
  instructions: You sell software, now to Ada Lovelace.
  temperature: 0
  tools: send_offer
  calls send_offer({"euros":600})
step 4: openai/gpt-5
  instructions: You sell software, now to Ada Lovelace.
answer: I sent you an offer of 600 € a year.
the run's context: Session { customer: Some("Ada Lovelace") }
"#,
    );
}

#[test]
fn human_review() {
    prints(
        "human_review",
        r#"
review_1: human_review({"to":"Ada","body":"We guarantee that it never happens again."}) waits: it promises something
  grace rejects review_1
review_2: human_review({"to":"Ada","body":"We promise to look into it."}) waits: it promises something
  grace approves review_2
sent to Ada: We promise to look into it.
sent to Bo: Thank you for your letter.
"#,
    );
}

#[test]
fn manual_and_interactive() {
    prints(
        "manual_and_interactive",
        r#"
call_1 gives {"order":"A-7","cents":2000}
call_2 is handed over
call_2: refund({"order":"A-8","cents":80000}) waits: 800 € is more than the desk may give
  the head of support grants 40000 cents
call_3: ask_carrier({"order":"A-9"}) waits: somebody outside the run does it and supplies the output
  somebody calls the carrier about A-9
call_3 gives {"delivered":true}
call_2 gives {"order":"A-8","cents":40000}
model: You get 20 € for A-7 and 400 € for A-8. A-9 was delivered.
"#,
    );
}

#[test]
fn parallel_tools() {
    prints(
        "parallel_tools",
        r#"
three readings at once:
  call_1 begins: measure({"city":"Oslo"})
  call_2 begins: measure({"city":"Rome"})
  call_3 begins: measure({"city":"Cairo"})
  call_3: "asking the station"
  call_3: "reading"
  call_3 is done: 31
  call_2: "asking the station"
  call_2: "reading"
  call_2 is done: 16
  call_1: "asking the station"
  call_1: "reading"
  call_1 is done: 4
what the model reads in step 2:
  call_1: measure gives 4
  call_2: measure gives 16
  call_3: measure gives 31
what the model reads in step 3:
  call_4: draw gives "Oslo.svg, one of 2 at once"
  call_5: draw gives "Rome.svg, one of 2 at once"
  call_6: draw gives "Cairo.svg, one of 2 at once"
  call_7: draw gives "Bergen.svg, one of 2 at once"
  call_8: publish gives "published while 0 charts were drawn"
"#,
    );
}

#[test]
fn sqlite_store() {
    let folder = Folder::new("sqlite-store");
    let mut command = example("sqlite_store");
    command.env("RUNS_DB", folder.0.join("runs.db"));
    let lines = lines(&command.output().expect("it starts"));
    let [first, second, run, rest @ ..] = &lines[..] else {
        panic!("{lines:?}");
    };
    assert_eq!(
        [first, second],
        ["Write to Ada. -> waiting_for_human", "Hello! -> completed"]
    );
    // The run's id is another one each time.
    assert!(
        run.starts_with("run ") && run.ends_with(" of `secretary` waits:"),
        "{run}"
    );
    assert_eq!(
        rest,
        [
            r#"  call_1: send_letter({"to":"Ada"}) waits: the tool needs approval"#,
            "  approved: The letter is on its way.",
            "2 completed runs deleted, 0 runs left",
        ]
    );
}

#[test]
fn stateful_impl_agent() {
    prints(
        "stateful_impl_agent",
        r#"
stock({"article":"lamp"}) gives 3
reserve({"article":"lamp","pieces":4}) gives {"error":"only 3 are left"}
reserve({"article":"lamp","pieces":3}) gives 0
sold: 3 × lamp
"#,
    );
}

#[test]
fn stop_conditions() {
    prints(
        "stop_conditions",
        r"
cost         stopped: the limit of $0.02 was reached
             steps: 3, tokens: 249, $0.0249
higher cost  stopped: the limit of $0.05 was reached
             steps: 5, tokens: 615, $0.0615
tokens       stopped: the limit of 150 tokens was reached
             steps: 3, tokens: 249, $0.0249
tool call    stopped: the tool `search` was called
             steps: 1, tokens: 43, $0.0043
steps        stopped: the limit of 2 steps was reached
             steps: 2, tokens: 126, $0.0126
condition    stopped: a condition was met: page 4 has nothing new
             steps: 4, tokens: 412, $0.0412
last answer  answered: I did not finish; this is what I have.
             steps: 3, tokens: 256, $0.0256
loop guard   stopped: the same calls came 3 times in a row
             steps: 3, tokens: 249, $0.0249
",
    );
}

#[test]
fn sub_agents() {
    prints(
        "sub_agents",
        r#"
writer asks openai/gpt-5
writer calls researcher({"market":"tea"}) as call_1
  researcher asks openai/gpt-5-nano
call_1/call_1: buy_report({"market":"tea","euros":90}) waits: the tool needs approval (in `researcher`)
  ada approves it; its path: ["call_1"]
  researcher calls buy_report({"market":"tea","euros":90}) as call_1/call_1
  call_1/call_1 gives "90 €: the tea market grows by 7 % a year"
  researcher asks openai/gpt-5-nano
call_1 gives {"growth_percent":7}
writer asks openai/gpt-5
answer: Tea grows by 7 % a year.
the researcher used 120 tokens in, 12 out
both used 240 tokens in, 22 out
"#,
    );
}

#[test]
fn streaming_progress() {
    prints(
        "streaming_progress",
        r#"
index_repository: "Scan"
index_repository: {"Embed":{"file":"lib.rs"}}
index_repository: {"Embed":{"file":"main.rs"}}
Both files are in the index.
"#,
    );
}

#[test]
fn typed_answer() {
    prints(
        "typed_answer",
        r#"
High: Nobody can pay.
stopped: the answer is not of the type asked for: urgency: expected one of "low", "high", found "extreme"
"#,
    );
}

#[test]
fn schema_file() {
    let written = include_str!("../schemas/fetch_ticket.json");
    prints("schema_file", written);
}

#[test]
fn validation() {
    let expected = [
        r#"{"error":"the arguments of `order` are not valid: email: does not contain \"@\"; email: length is lower than 6; lines[0].article: length is lower than 3; lines[0].count: greater than 99."#,
        r#""ordered 2 × A-100 for ada@example.com""#,
        "Your order is on its way.",
    ];
    prints("validation", &expected.join("\n"));
}
