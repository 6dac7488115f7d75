//! What a parameter can be: enums of all kinds, nested and recursive structs, lists, maps, tuples, paths, times.
#![deny(warnings)]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::time::Duration;

use phaseo_agent::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Priority {
    Low,
    VeryHigh,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Shape {
    Circle { radius: f64 },
    Point,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "value")]
enum Value {
    Number(i64),
    Text(String),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    name: String,
    #[serde(default)]
    children: Vec<Tree>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Wrapped(u32);

/// Take everything.
#[tool]
async fn everything(
    priority: Priority,
    shape: Shape,
    value: Value,
    tree: Tree,
    boxed: Box<Tree>,
    wrapped: Wrapped,
    list: Vec<Option<Shape>>,
    map: BTreeMap<String, Vec<u8>>,
    hash: HashMap<String, Tree>,
    set: HashSet<String>,
    pair: (u8, String),
    three: [f32; 3],
    path: PathBuf,
    letter: char,
    wait: Duration,
    whatever: serde_json::Value,
    #[serde(rename = "maybe-this", default)] this: Option<i128>,
) -> Vec<Tree> {
    let _ = (priority, shape, value, boxed, wrapped, list, map, hash, set, pair, three, path, letter, wait, whatever, this);
    vec![tree]
}

fn main() {
    let _ = Tool::from(everything {});
}
