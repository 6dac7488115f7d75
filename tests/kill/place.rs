//! Where the runs of a test are kept.

use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use phaseo_agent::AgentBuilder;
use phaseo_agent::run::{Entry, State};
use phaseo_agent::store::{Head, PostgresStore, Query, SqliteStore, Store, Synchronous};
use tempfile::tempdir;

use crate::schema::{connect, schema, url};

/// The store of a test, as its workers are told of it: a file of SQLite's, or the URL of a schema in
/// Postgres.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    Sqlite(Box<Path>),
    Postgres(String),
}

/// Which store a test is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Sqlite,
    /// In a schema of this name.
    Postgres(&'static str),
}

impl Kind {
    /// A place that holds nothing yet. What is a file lies in `folder`; a schema is made anew, and its
    /// sessions go by its name.
    pub(crate) async fn place(self, folder: &Path) -> Place {
        match self {
            Self::Sqlite => Place::Sqlite(folder.join("runs.db").into()),
            Self::Postgres(name) => {
                let url = schema(name).await;
                Place::Postgres(format!("{url}&application_name={name}"))
            }
        }
    }
}

impl Place {
    /// Gives an agent its store.
    pub(crate) async fn keep<I: Send + 'static>(
        &self,
        agent: AgentBuilder<I, String>,
    ) -> AgentBuilder<I, String> {
        match self {
            Self::Sqlite(path) => agent.store(sqlite(path)),
            Self::Postgres(url) => agent.store(postgres(url).await),
        }
    }

    /// The run `run` as its log has it.
    pub(crate) async fn state(&self, run: &str) -> State {
        let entries = match self {
            Self::Sqlite(path) => sqlite(path).load(run, 0).await,
            Self::Postgres(url) => postgres(url).await.load(run, 0).await,
        };
        State::fold(entries.expect("the log can be read")).expect("the log holds together")
    }

    /// The head of the only run.
    pub(crate) async fn head(&self) -> Head {
        let run = match self {
            Self::Sqlite(path) => only_run(&sqlite(path)).await,
            Self::Postgres(url) => only_run(&postgres(url).await).await,
        };
        run.expect("there is a run").0
    }

    /// The only run that a dead worker left, with its head. The next worker finds the place as the
    /// dead one left it.
    pub(crate) async fn left(&self) -> Option<(Head, Vec<Arc<Entry>>)> {
        match self {
            Self::Sqlite(path) => {
                let copy = tempdir().expect("a folder can be made");
                for ending in ["", "-wal"] {
                    let file = format!("{}{ending}", path.display());
                    if Path::new(&file).exists() {
                        let to = copy.path().join(format!("runs.db{ending}"));
                        fs::copy(file, to).expect("a file can be copied");
                    }
                }
                let store = SqliteStore::options()
                    .synchronous(Synchronous::Off)
                    .open(copy.path().join("runs.db"))
                    .expect("what a kill leaves can be opened");
                only_run(&store).await
            }
            Self::Postgres(url) => {
                let name = url.rsplit_once('=').map_or("", |(_, name)| name);
                if !settle(name).await {
                    return None;
                }
                only_run(&postgres(url).await).await
            }
        }
    }
}

/// Waits until the server has done what it was last asked by dead sessions that go by `name`, and
/// says whether there are tables in their schema.
async fn settle(name: &str) -> bool {
    let client = connect(&url()).await;
    let open = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = $1)";
    let ask = async |sql: &str, text: &str| -> bool {
        let row = client.query_one(sql, &[&text]).await;
        row.expect("the server answers").get(0)
    };
    while ask(open, name).await {}
    let there = "SELECT to_regclass($1) IS NOT NULL";
    ask(there, &format!("{name}.phaseo_schema")).await
}

async fn only_run(store: &impl Store) -> Option<(Head, Vec<Arc<Entry>>)> {
    let heads = store.list(&Query::all()).await;
    let mut heads = heads.expect("what a kill leaves can be listed");
    assert!(heads.len() <= 1, "a run is started once: {heads:?}");
    let head = heads.pop()?;
    let entries = store.load(&head.run_id, 0).await;
    Some((head, entries.expect("what a kill leaves can be read")))
}

fn sqlite(path: &Path) -> SqliteStore {
    SqliteStore::open(path).expect("the file can be opened")
}

async fn postgres(url: &str) -> PostgresStore {
    PostgresStore::connect(url)
        .await
        .expect("the server lets us in")
}

/// What a worker is told.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => path.display().fmt(f),
            Self::Postgres(url) => url.fmt(f),
        }
    }
}

impl FromStr for Place {
    type Err = std::convert::Infallible;

    fn from_str(told: &str) -> Result<Self, Self::Err> {
        Ok(match told.starts_with("postgres") {
            true => Self::Postgres(told.to_owned()),
            false => Self::Sqlite(Path::new(told).into()),
        })
    }
}
