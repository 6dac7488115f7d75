//! Options that take one of a few words.

use syn::LitStr;

use crate::errors::Errors;
use crate::options::Options;
use crate::suggest;

/// What the option's text means, if it is one of `choices`.
pub(crate) fn choice<T: Copy>(
    options: &Options,
    name: &str,
    choices: &[(&str, T)],
    errors: &Errors,
) -> Option<T> {
    let text = options.text(name, errors)?;
    meaning(name, text, choices, errors)
}

/// The same for each text of an option that takes one or several.
pub(crate) fn each_choice<T: Copy>(
    options: &Options,
    name: &str,
    choices: &[(&str, T)],
    errors: &Errors,
) -> Vec<T> {
    let texts = options.texts(name, errors).into_iter();
    texts
        .filter_map(|text| meaning(name, text, choices, errors))
        .collect()
}

fn meaning<T: Copy>(
    name: &str,
    text: &LitStr,
    choices: &[(&str, T)],
    errors: &Errors,
) -> Option<T> {
    let written = text.value();
    let found = choices
        .iter()
        .find(|(word, _)| *word == written)
        .map(|&(_, meaning)| meaning);
    if found.is_none() {
        refuse(name, text, choices.iter().map(|&(word, _)| word), errors);
    }
    found
}

fn refuse<'a>(
    name: &str,
    text: &LitStr,
    words: impl Iterator<Item = &'a str> + Clone,
    errors: &Errors,
) {
    let written = text.value();
    let message = match suggest::nearest(&written, words.clone()) {
        Some(word) => format!("did you mean `{name} = \"{word}\"`?"),
        None => format!("expected {}", suggest::list(words, "\"")),
    };
    errors.at(text, format!("`{name}` cannot be \"{written}\"; {message}"));
}

/// What a failed tool call does.
#[derive(Clone, Copy)]
pub(crate) enum OnError {
    FailRun,
    ReturnToModel,
}

impl OnError {
    pub(crate) const CHOICES: &[(&str, Self)] = &[
        ("fail-run", Self::FailRun),
        ("return-to-model", Self::ReturnToModel),
    ];
}
