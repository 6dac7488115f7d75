//! Every path to a model, over loopback HTTP: recorded answers, written ones, and failures.

mod agents;
mod bad_input;
mod failures;
mod paths;
mod recordings;
mod requests;
