//! The providers' words for why an answer ended.

use crate::model::FinishReason;

/// The reason behind a provider's word.
///
/// An unknown word is kept. Words for a failure are known one by one, because an unknown reason
/// lets tools run and a failure must not.
pub(super) fn reason(word: &str) -> FinishReason {
    match word.to_ascii_lowercase().as_str() {
        "stop" | "end_turn" | "stop_sequence" | "eos" | "completed" => FinishReason::Stop,
        "tool_calls" | "tool_use" | "function_call" => FinishReason::ToolCalls,
        "length"
        | "max_tokens"
        | "max_output_tokens"
        | "model_length"
        | "model_context_window_exceeded" => FinishReason::Length,
        "content_filter" | "safety" | "sensitive" => FinishReason::ContentFilter,
        "refusal" => FinishReason::Refusal,
        "pause_turn" => FinishReason::PauseTurn,
        "error"
        | "failed"
        | "abort"
        | "aborted"
        | "cancelled"
        | "canceled"
        | "timeout"
        | "network_error"
        | "incomplete"
        | "insufficient_system_resource"
        | "malformed_function_call" => FinishReason::Error,
        _ => FinishReason::Other(word.to_owned()),
    }
}
