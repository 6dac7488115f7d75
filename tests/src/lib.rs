//! The behaviour of the whole, tested from outside.
