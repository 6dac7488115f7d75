//! Names that the macros make up.

use proc_macro2::{Ident, Span};

/// A local that no name of the user's can meet.
pub(crate) fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}
