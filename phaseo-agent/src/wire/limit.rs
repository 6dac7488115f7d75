//! How much of an endpoint's answer is taken in. Beyond a limit is a typed error.

/// Bytes of a whole response body.
pub(crate) const BODY: usize = 64 << 20;
/// Bytes that are read of an error's body.
pub(crate) const ERROR_BODY: usize = 64 << 10;
/// Bytes of one event of a stream.
pub(crate) const EVENT: usize = 16 << 20;
/// Bytes of a whole stream.
pub(crate) const STREAM: usize = 256 << 20;
/// Tool calls of one answer.
pub(crate) const CALLS: usize = 1024;
/// Bytes of a body that an error quotes.
pub(crate) const EXCERPT: usize = 2 << 10;
