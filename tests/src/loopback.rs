//! An HTTP server on this machine that says what a test tells it to.
//!
//! It answers each request with the next [`Reply`], records what was asked, and can do what a real
//! endpoint does on a bad day: cut a body short, stay silent, or leave a stream open.
//!
//! ```
//! use tests::loopback::{Loopback, Reply};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let server = Loopback::start([
//!     Reply::json(200, r#"{"choices":[{"message":{"content":"Hello."},"finish_reason":"stop"}]}"#),
//!     Reply::events(["{\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}"]).cut(),
//!     Reply::json(429, "{}").header("retry-after", "2"),
//! ])
//! .await;
//! let url = server.base_url();
//! assert!(url.starts_with("http://127.0.0.1:"));
//! // … point a client at `url`, then look at what it asked:
//! assert!(server.requests().is_empty());
//! # }
//! ```

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A running server. It stops when it is dropped.
#[derive(Debug)]
pub struct Loopback {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Loopback {
    /// A server that gives `replies` in order, one a request, whatever is asked. When none is left
    /// it answers 500 and says so.
    pub async fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let mut replies: Vec<_> = replies.into_iter().collect();
        replies.reverse();
        Self::answering(move |_| {
            replies
                .pop()
                .unwrap_or_else(|| Reply::new(500).body("no reply is left"))
        })
        .await
    }

    /// A server that works out each reply from the request.
    ///
    /// # Panics
    /// When this machine has no free port.
    pub async fn answering(answer: impl FnMut(&Asked) -> Reply + Send + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0))
            .await
            .expect("this machine has a free port");
        let address = listener
            .local_addr()
            .expect("a bound socket has an address");
        let shared = Arc::new(Shared {
            answer: Mutex::new(Box::new(answer)),
            seen: Mutex::default(),
        });
        let task = tokio::spawn({
            let shared = Arc::clone(&shared);
            async move {
                while let Ok((connection, _)) = listener.accept().await {
                    shared.seen().connections += 1;
                    let shared = Arc::clone(&shared);
                    // A client that goes away ends its connection, not the server.
                    tokio::spawn(async move { serve(connection, &shared).await.ok() });
                }
            }
        });
        Self {
            address,
            shared,
            task,
        }
    }

    /// The base URL for a client, ending in `/v1`.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// What was asked so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Asked> {
        self.shared.seen().requests.clone()
    }

    /// How many connections were made so far.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.shared.seen().connections
    }
}

impl Drop for Loopback {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// One request as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The method, such as `POST`.
    pub method: String,
    /// The path, such as `/v1/chat/completions`.
    pub path: String,
    /// The headers, names in lower case, in the order in which they came.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Asked {
    /// The first header of that name, which is in lower case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    ///
    /// # Panics
    /// When it is not JSON.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).expect("the request's body is JSON")
    }
}

/// One answer of the server. Each chunk is sent by itself.
#[derive(Clone, Debug)]
#[must_use]
pub struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    chunks: Vec<Vec<u8>>,
    pause: Duration,
    end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Clean,
    Cut,
    Open,
}

impl Reply {
    /// An answer without headers and body.
    pub fn new(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            chunks: Vec::new(),
            pause: Duration::ZERO,
            end: End::Clean,
        }
    }

    /// A JSON answer.
    pub fn json(status: u16, body: impl Into<String>) -> Self {
        Self::new(status)
            .header("content-type", "application/json")
            .body(body.into())
    }

    /// A stream of server-sent events with these `data`, each in a chunk of its own.
    pub fn events<T: AsRef<str>>(data: impl IntoIterator<Item = T>) -> Self {
        let mut reply = Self::new(200).header("content-type", "text/event-stream");
        reply.chunks = data
            .into_iter()
            .map(|data| format!("data: {}\n\n", data.as_ref()).into_bytes())
            .collect();
        reply
    }

    /// One more header.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// One more chunk of the body.
    pub fn body(mut self, chunk: impl Into<Vec<u8>>) -> Self {
        self.chunks.push(chunk.into());
        self
    }

    /// The same body in chunks of `size` bytes.
    pub fn in_chunks_of(mut self, size: usize) -> Self {
        self.chunks = self
            .chunks
            .concat()
            .chunks(size)
            .map(<[u8]>::to_vec)
            .collect();
        self
    }

    /// Waits before the headers and before each chunk.
    pub fn pausing(mut self, pause: Duration) -> Self {
        self.pause = pause;
        self
    }

    /// Closes the connection after the last chunk, without the end of the body.
    pub fn cut(mut self) -> Self {
        self.end = End::Cut;
        self
    }

    /// Leaves the connection open after the last chunk and says nothing more.
    pub fn left_open(mut self) -> Self {
        self.end = End::Open;
        self
    }

    async fn send(&self, connection: &mut TcpStream) -> io::Result<()> {
        tokio::time::sleep(self.pause).await;
        let mut head = format!(
            "HTTP/1.1 {} Told\r\ntransfer-encoding: chunked\r\n",
            self.status
        );
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        connection.write_all(head.as_bytes()).await?;
        for chunk in self.chunks.iter().filter(|chunk| !chunk.is_empty()) {
            tokio::time::sleep(self.pause).await;
            let framed = [format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat();
            connection.write_all(&framed).await?;
            tokio::task::yield_now().await;
        }
        match self.end {
            End::Clean => connection.write_all(b"0\r\n\r\n").await,
            End::Cut => connection.shutdown().await,
            End::Open => {
                // Until the client goes away.
                connection.read(&mut [0]).await.map(|_| ())
            }
        }
    }
}

type Answer = dyn FnMut(&Asked) -> Reply + Send;

struct Shared {
    answer: Mutex<Box<Answer>>,
    seen: Mutex<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    requests: Vec<Asked>,
    connections: usize,
}

impl Shared {
    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.seen().fmt(f)
    }
}

async fn serve(mut connection: TcpStream, shared: &Shared) -> io::Result<()> {
    connection.set_nodelay(true)?;
    let mut unread = Vec::new();
    while let Some(asked) = read(&mut connection, &mut unread).await? {
        let reply = {
            let mut answer = shared.answer.lock().unwrap_or_else(PoisonError::into_inner);
            answer(&asked)
        };
        shared.seen().requests.push(asked);
        reply.send(&mut connection).await?;
        if reply.end != End::Clean {
            return Ok(());
        }
    }
    Ok(())
}

/// The next request of the connection; `None` if the client is gone.
async fn read(connection: &mut TcpStream, unread: &mut Vec<u8>) -> io::Result<Option<Asked>> {
    let head = loop {
        if let Some(end) = unread.windows(4).position(|window| window == b"\r\n\r\n") {
            break unread.drain(..end + 4).collect::<Vec<_>>();
        }
        if connection.read_buf(unread).await? == 0 {
            return Ok(None);
        }
    };
    let head = String::from_utf8_lossy(&head);
    let mut lines = head.lines();
    let mut words = lines
        .next()
        .unwrap_or_default()
        .split(' ')
        .map(str::to_owned);
    let (method, path) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let headers: Vec<_> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let mut asked = Asked {
        method,
        path,
        headers,
        body: Vec::new(),
    };
    let length = asked
        .header("content-length")
        .and_then(|length| length.parse().ok())
        .unwrap_or(0);
    while unread.len() < length {
        if connection.read_buf(unread).await? == 0 {
            return Ok(None);
        }
    }
    asked.body = unread.drain(..length).collect();
    Ok(Some(asked))
}
