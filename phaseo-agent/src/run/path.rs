//! Where in a run something lies.

use std::sync::Arc;

/// The ids of the sub-agent calls that something lies in, from the outside; empty in the outer run.
/// A clone copies a pointer.
pub type Path = Arc<[String]>;
