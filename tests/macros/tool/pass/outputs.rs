//! What a tool can give back.
#![deny(warnings)]

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use phaseo_agent::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
struct Ticket {
    id: Arc<str>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Found {
    One(Ticket),
    None,
}

macro_rules! tools {
    ($($name:ident -> $output:ty { $value:expr })*) => {
        $(
            /// Find something.
            #[tool]
            async fn $name() -> $output {
                $value
            }
        )*
    };
}

tools! {
    unit -> () { () }
    text -> &'static str { "text" }
    cow -> Cow<'static, str> { Cow::Borrowed("text") }
    number -> f64 { 1.5 }
    maybe -> Option<u8> { None }
    list -> Vec<Ticket> { Vec::new() }
    map -> BTreeMap<String, Found> { BTreeMap::from([("a".to_owned(), Found::None)]) }
    pair -> (Ticket, Found) { (Ticket { id: "1".into() }, Found::One(Ticket { id: "2".into() })) }
    shared -> Arc<Ticket> { Arc::new(Ticket { id: "1".into() }) }
    boxed -> Box<[u8; 2]> { Box::new([1, 2]) }
    any -> serde_json::Value { serde_json::Value::Null }
}

fn main() {
    let kinds = [
        (Tool::from(unit {}), "null"),
        (text {}.into(), "string"),
        (cow {}.into(), "string"),
        (number {}.into(), "number"),
        (list {}.into(), "array"),
        (map {}.into(), "object"),
        (pair {}.into(), "array"),
        (shared {}.into(), "object"),
        (boxed {}.into(), "array"),
    ];
    for (tool, kind) in kinds {
        assert_eq!(tool.output_schema().tree()["type"], kind, "{}", tool.name());
    }
    let _ = (Tool::from(maybe {}), Tool::from(any {}));
}
