//! Progress values on their way.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use futures_util::StreamExt;
use tokio::sync::mpsc;

use super::*;

fn poll<F: Future>(future: std::pin::Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

#[test]
fn a_full_channel_makes_the_tool_wait() {
    let (progress, mut values) = Progress::<u32>::channel(1);
    progress.send(1).now_or_never().unwrap().unwrap();
    let mut second = pin!(progress.send(2));
    assert!(poll(second.as_mut()).is_pending());
    assert!(poll(second.as_mut()).is_pending());
    assert_eq!(values.recv().now_or_never().unwrap().unwrap().as_str(), "1");
    assert!(matches!(poll(second.as_mut()), Poll::Ready(Ok(()))));
    assert_eq!(values.next().now_or_never().unwrap().unwrap().as_str(), "2");
}

#[test]
fn a_dropped_send_sends_nothing() {
    let (progress, mut values) = Progress::<u32>::channel(1);
    progress.send(1).now_or_never().unwrap().unwrap();
    {
        let mut second = pin!(progress.send(2));
        assert!(poll(second.as_mut()).is_pending());
    }
    drop(progress);
    let sent: Vec<_> = values.by_ref().collect::<Vec<_>>().now_or_never().unwrap();
    assert_eq!(sent, [RawJson::parse("1").unwrap()]);
}

#[test]
fn values_are_validated_when_they_are_sent() {
    let (progress, mut values) = Progress::channel(2);
    let progress = progress.validated();
    let refused = progress
        .send(Percent { percent: 101 })
        .now_or_never()
        .unwrap();
    assert_eq!(
        refused.unwrap_err().to_string(),
        "the progress value is not valid: percent: greater than 100"
    );
    progress
        .send(Percent { percent: 100 })
        .now_or_never()
        .unwrap()
        .unwrap();
    let first = values.recv().now_or_never().unwrap().unwrap();
    assert_eq!(first.as_str(), r#"{"percent":100}"#);
}

#[test]
fn values_that_nobody_reads_go_nowhere() {
    let sent = Progress::discarded().send(1).now_or_never().unwrap();
    assert!(sent.is_ok());
    let (progress, values) = Progress::channel(1);
    drop(values);
    for value in 0..3 {
        assert!(progress.send(value).now_or_never().unwrap().is_ok());
    }
}

#[test]
fn a_channel_has_room_for_one_at_least() {
    let (progress, _values) = Progress::channel(0);
    assert!(progress.send(1).now_or_never().unwrap().is_ok());
    assert!(progress.send(2).now_or_never().is_none());
}

#[test]
fn the_values_of_a_call_carry_its_id() {
    let (sender, mut receiver) = mpsc::channel(4);
    let context = ToolContext::new(Facts {
        progress: ProgressSink::new(sender),
        ..facts()
    });
    let extracted = context.progress::<&str>();
    extracted.send("half").now_or_never().unwrap().unwrap();
    context.progress().send(1).now_or_never().unwrap().unwrap();
    let handled = Tool::builder("deploy")
        .streaming_handler(|_: Deploy, _, progress: Progress<bool>| async move {
            progress.send(true).await?;
            Ok::<_, ToolError>(())
        })
        .build();
    let prepared = handled.prepare(STAGING).unwrap();
    prepared.run(context).now_or_never().unwrap().unwrap();
    for expected in [r#""half""#, "1", "true"] {
        let emitted = receiver.try_recv().unwrap();
        assert_eq!(emitted.call, "call_1");
        assert_eq!(emitted.value.as_str(), expected);
    }
    assert!(receiver.try_recv().is_err());
}
