//! The example programs stand beside this file, one file an example.
