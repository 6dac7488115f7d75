//! The machine without IO.

mod random;
mod transitions;
