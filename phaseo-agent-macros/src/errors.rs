//! A collector of mistakes, so that all of them are reported at once.

use std::cell::RefCell;
use std::fmt::Display;
use std::thread;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The mistakes found so far. [`report`](Self::report) must be called: dropping a collector that
/// was not reported is a bug of this crate, and panics.
pub(crate) struct Errors(RefCell<Option<Vec<Option<syn::Error>>>>);

impl Errors {
    pub(crate) fn new() -> Self {
        Self(RefCell::new(Some(Vec::new())))
    }

    /// Notes a mistake on `tokens`, the smallest thing that is wrong.
    pub(crate) fn at(&self, tokens: impl ToTokens, message: impl Display) {
        self.add(syn::Error::new_spanned(tokens, message));
    }

    /// Notes a mistake that syn found.
    pub(crate) fn add(&self, error: syn::Error) {
        self.note(Some(error));
    }

    /// Notes that something is wrong of which enough is said already, by another mistake or by rustc.
    pub(crate) fn said(&self) {
        self.note(None);
    }

    fn note(&self, error: Option<syn::Error>) {
        self.0
            .borrow_mut()
            .as_mut()
            .expect("mistakes are noted before the report")
            .push(error);
    }

    /// How many mistakes were noted.
    pub(crate) fn count(&self) -> usize {
        self.0.borrow().as_ref().map_or(0, Vec::len)
    }

    /// One `compile_error!` a mistake.
    pub(crate) fn report(self) -> TokenStream {
        let errors = self.0.take().unwrap_or_default();
        let errors = errors.iter().flatten();
        errors.map(syn::Error::to_compile_error).collect()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        if !thread::panicking() {
            assert!(
                self.0.borrow().is_none(),
                "mistakes were noted and not reported"
            );
        }
    }
}
