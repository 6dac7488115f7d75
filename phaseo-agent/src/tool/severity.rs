//! What the failure of a tool asks for.

/// What a failure asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Severity {
    /// What the tool's or the agent's `on_error` says.
    Policy,
    /// The model is asked for better arguments, whatever the policy.
    Retry,
    /// The run ends, whatever the policy.
    Fatal,
}
