//! Of what type the app's own context is.
#![deny(warnings)]

use std::collections::HashMap;

use phaseo_agent::prelude::*;

mod app {
    #[derive(serde::Serialize, serde::Deserialize)]
    pub struct Session;
}

/// You triage tickets.
#[agent(context = app::Session, model = "m")]
async fn named(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "m", context = HashMap<String, Vec<u8>>, max_steps = 2)]
async fn generic(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "m", context = (u8, Option<String>))]
async fn tuple(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {
    let _ = (named::agent(), generic::agent(), tuple::agent());
}
