//! Cancellation: fault 9 of the TypeScript runtime.

use std::sync::Arc;
use std::time::Duration;

use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::PendingKind;
use phaseo_agent::testing::ScriptedModel;
use tokio::sync::Notify;

use super::{Nothing, clerk, gated, pause, pending, told, turn, watch};
use crate::cancellation::Silent;
use crate::{Ledger, calls};

#[tokio::test]
async fn f09_a_run_that_is_cancelled_drops_its_question() {
    let (asked, ledger, token) = (
        Arc::<Notify>::default(),
        Ledger::default(),
        CancellationToken::new(),
    );
    let silent = Silent {
        asked: Arc::clone(&asked),
        ledger: ledger.clone(),
    };
    let agent = Agent::builder("clerk").model("test/model").client(silent);
    let agent = agent.build().unwrap();
    let run = agent.run("go").cancel(token.clone()).into_future();
    let (run, ()) = tokio::join!(run, async {
        asked.notified().await;
        token.cancel();
    });
    assert_eq!(run.unwrap().outcome(), &Outcome::Cancelled);
    assert_eq!(ledger.lines(), ["dropped"]);
}

/// A tool that begins, and one that fails once it has begun.
fn hang_and_fail(release: &Arc<Notify>, begun: &Arc<Notify>, ledger: &Ledger) -> [Tool; 2] {
    let (begins, begun) = (Arc::clone(begun), Arc::clone(begun));
    let (release, ledger) = (Arc::clone(release), ledger.clone());
    let hang = Tool::builder("hang")
        .description("Wait for the test.")
        .handler(move |_: Nothing, _| {
            let (begins, release, ledger) =
                (Arc::clone(&begins), Arc::clone(&release), ledger.clone());
            async move {
                begins.notify_one();
                release.notified().await;
                ledger.write("went on");
                Ok::<_, ToolError>(())
            }
        });
    let fail = Tool::builder("fail")
        .description("Fail.")
        .handler(move |_: Nothing, _| {
            let begun = Arc::clone(&begun);
            async move {
                begun.notified().await;
                Err::<(), _>("broken")
            }
        });
    [hang.build(), fail.build()]
}

#[tokio::test(start_paused = true)]
async fn f09_a_call_that_ends_the_run_stops_the_others_and_nothing_is_told_after_the_end() {
    let (release, ledger, seen) = (Arc::default(), Ledger::default(), Ledger::default());
    let model = ScriptedModel::new([calls([("c1", "hang", "{}"), ("c2", "fail", "{}")])]);
    let agent = Agent::builder("clerk").model("test/model").client(model);
    let agent = agent
        .tools(hang_and_fail(&release, &Arc::default(), &ledger))
        .tool_concurrency(2)
        .build()
        .unwrap();
    let run = agent.run("go").on_event(watch(&seen)).into_future();
    // The paused clock moves on only if the run waits for the call that nothing releases.
    let run = tokio::time::timeout(Duration::from_secs(1), run).await;
    let error = run.expect("the call was stopped").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the tool `fail` failed (call c2): broken"
    );

    let told = seen.lines();
    release.notify_one();
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
    assert_eq!(ledger.lines(), [""; 0]);
    assert_eq!(told.last().map(String::as_str), Some("run.failed"));
    assert_eq!(seen.lines(), told);
    assert_eq!(
        told[4..],
        [
            "tool.started",
            "tool.started",
            "tool.failed",
            "tool.failed",
            "step.failed",
            "run.failed"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn f09_what_waited_when_a_run_was_cancelled_waits_again_when_it_is_resumed() {
    let (store, ledger, token) = (
        MemoryStore::new(),
        Ledger::default(),
        CancellationToken::new(),
    );
    let (release, begun) = (Arc::default(), Arc::default());
    let [hang, _] = hang_and_fail(&release, &begun, &ledger);
    let answers = [turn(&["pay", "hang"]), Response::text("done")];
    let (agent, model) = clerk(&store, [gated("pay", &ledger), hang], answers);
    let run = agent.run("go").cancel(token.clone()).into_future();
    let run = tokio::time::timeout(Duration::from_secs(1), run);
    let (run, ()) = tokio::join!(run, async {
        begun.notified().await;
        token.cancel();
    });
    let run = run.expect("the call was stopped").unwrap();
    assert_eq!(run.outcome(), &Outcome::Cancelled);

    let run = agent.resume(run.id()).await.unwrap();
    assert_eq!(pending(pause(&run)), [("pay", PendingKind::ToolApproval)]);
    let run = agent.resume(run.id()).approve("pay").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["pay"]);
    let cut = "the call was cancelled before it finished; it may have taken effect";
    assert_eq!(
        told(&model.requests()[1]),
        [
            ("pay", r#""pay ran""#, false),
            ("hang", &*format!(r#"{{"error":"{cut}"}}"#), true),
        ]
    );
}
