//! The instructions as the wire takes them.

use std::borrow::Cow;

use super::answer_form;
use super::profile::Profile;
use crate::model::Request;

/// The instructions, with the answer's form in words where the profile wants it so.
pub(super) fn of<'a>(request: &'a Request, profile: &Profile) -> Option<Cow<'a, str>> {
    let own = request
        .instructions
        .as_deref()
        .filter(|text| !text.is_empty());
    match (own, answer_form::in_words(request, profile)) {
        (own, None) => own.map(Cow::Borrowed),
        (None, Some(form)) => Some(form.into()),
        (Some(own), Some(form)) => Some(format!("{own}\n\n{form}").into()),
    }
}
