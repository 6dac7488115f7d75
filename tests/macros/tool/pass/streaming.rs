use std::path::PathBuf;

use futures_util::Stream;
use phaseo_agent::prelude::*;
use phaseo_agent::tool::{Kind, Update};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, PartialEq, Serialize, JsonSchema)]
enum Phase {
    Scan,
    Embed,
}

#[derive(Debug, PartialEq, Serialize, JsonSchema)]
struct Indexed {
    indexed: usize,
}

async fn scan(path: &PathBuf) -> Result<Vec<String>, std::io::Error> {
    Ok(vec![path.display().to_string()])
}

/// Index a repository.
#[tool(streaming)]
async fn index_repository(path: PathBuf) -> ToolStream<Phase, Indexed> {
    emit!(Phase::Scan);
    let files = scan(&path).await?;
    emit!(Phase::Embed);
    Ok(Indexed { indexed: files.len() })
}

/// Emit wherever an expression can await.
#[tool(streaming)]
async fn everywhere(mut n: u32, State(step): State<u32>) -> ToolStream<u32, String> {
    for i in 0..n {
        emit!(helper(i).await?);
        if i == 2 {
            continue;
        }
    }
    n += step;
    if n == 0 {
        return Ok("none".into());
    }
    let nested = async move {
        emit!(7);
        1u32
    };
    let one = nested.await;
    let (left, right) = tokio::join!(async { emit!(8) }, async { emit!(one,) });
    assert_eq!((left, right), ((), ()));
    if n == 9 {
        Err(ToolError::fatal("nine"))?;
    }
    if n == 10 {
        return Err("ten".into());
    }
    Ok(n.to_string())
}

async fn helper(n: u32) -> Result<u32, std::io::Error> {
    Ok(n)
}

/// Never emit.
#[tool(streaming)]
async fn silent(n: u32) -> ToolStream<u32, u32> {
    Ok(n)
}

type Counting = ToolStream<u32, u32>;

/// Return an alias.
#[tool(streaming, idempotent, timeout = "3s")]
async fn aliased(n: u32) -> Counting {
    emit!(n);
    Ok(n)
}

/// Write the stream by hand.
#[tool(streaming)]
fn by_hand(n: u32) -> impl Stream<Item = Result<Update<u32, String>, ToolError>> {
    let progress = (0..n).map(|i| Ok(Update::Progress(i)));
    futures_util::stream::iter(progress.chain([Ok(Update::Done("done".to_owned()))]))
}

/// Wait before the stream is there.
#[tool(streaming)]
async fn by_hand_later(n: u32) -> impl Stream<Item = Result<Update<u32, u32>, std::io::Error>> + Send {
    futures_util::stream::iter([Ok(Update::Done(n))])
}

/// Take progress as a parameter.
#[tool(streaming)]
async fn by_parameter(n: u32, progress: Progress<u32>) -> Result<u32, ToolError> {
    progress.send(n).await?;
    Ok(n)
}

/// It has nothing to tell on the way, on one line.
#[tool(streaming)]
async fn at_once(to: u32) -> ToolStream<u32, u32> {
    Ok(to)
}

fn main() {
    let _ = Tool::from(at_once {});
    let rows = [
        Tool::from(index_repository {}),
        Tool::from(everywhere {}),
        Tool::from(silent {}),
        Tool::from(aliased {}),
        Tool::from(by_hand {}),
        Tool::from(by_hand_later {}),
        Tool::from(by_parameter {}),
    ];
    for tool in rows {
        assert_eq!(tool.options().kind, Kind::Streaming, "{}", tool.name());
    }
    assert_eq!(Tool::from(by_hand {}).output_schema().text().as_str(), r#"{"type":"string"}"#);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let (progress, output) = index_repository(".".into()).await.collect().await;
        assert_eq!(progress, [Phase::Scan, Phase::Embed]);
        assert_eq!(output.unwrap(), Indexed { indexed: 1 });
        let (progress, output) = everywhere(3, State(1)).await.collect().await;
        assert_eq!(progress, [0, 1, 2, 7, 8, 1]);
        assert_eq!(output.unwrap(), "4");
        let (_, output) = everywhere(9, State(1)).await.collect().await;
        assert_eq!(output.unwrap_err().to_string(), "ten");
    });
}
