//! What `#[serde]`, `#[schemars]` and `#[garde]` on a parameter say about the field that it becomes.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, Lit, LitStr, Path, Token, parenthesized};

use crate::errors::Errors;
use crate::suggest;

/// The keys of each attribute, to find slips. One that is missing here is left to the derive.
const KEYS: [(&str, &[&str]); 3] = [
    (
        "serde",
        &[
            "alias",
            "borrow",
            "bound",
            "default",
            "deserialize_with",
            "flatten",
            "getter",
            "rename",
            "serialize_with",
            "skip",
            "skip_deserializing",
            "skip_serializing",
            "skip_serializing_if",
            "with",
        ],
    ),
    (
        "schemars",
        &[
            "bound",
            "contains",
            "crate",
            "default",
            "deprecated",
            "description",
            "email",
            "example",
            "extend",
            "flatten",
            "inner",
            "ip",
            "ipv4",
            "ipv6",
            "length",
            "pattern",
            "phone",
            "range",
            "regex",
            "rename",
            "required",
            "schema_with",
            "skip",
            "skip_deserializing",
            "title",
            "transform",
            "url",
            "with",
        ],
    ),
    (
        "garde",
        &[
            "adapt",
            "alphanumeric",
            "ascii",
            "code",
            "contains",
            "credit_card",
            "custom",
            "dive",
            "email",
            "if",
            "inner",
            "ip",
            "ipv4",
            "ipv6",
            "length",
            "matches",
            "pattern",
            "phone_number",
            "prefix",
            "range",
            "rename",
            "required",
            "skip",
            "suffix",
            "url",
        ],
    ),
];

/// Who validates a field beyond its type.
pub(crate) struct Rules {
    /// Where the first `#[garde]` stands.
    pub(crate) span: Option<Span>,
    /// `#[garde]` states something to check.
    pub(crate) stated: bool,
    /// The type's own validator is to run: nobody else runs it, and nobody said to skip it.
    pub(crate) own_validator: bool,
    /// `#[schemars]` states something that can be seen in no value, and that garde knows nothing of.
    pub(crate) of_schema: bool,
}

/// What the attributes of a field say that an expansion must know.
#[derive(Default)]
pub(crate) struct FieldAttributes {
    serde_name: Option<String>,
    schema_name: Option<String>,
    converted: bool,
    defaulted: bool,
    ruled: bool,
    /// Rules of garde that schemars does not know, as patterns.
    patterns: Vec<String>,
    has_pattern: bool,
    garde: Option<Span>,
    skipped: bool,
    dived: bool,
}

impl FieldAttributes {
    /// Reads them, and notes what cannot stand on a parameter.
    pub(crate) fn read(attributes: &[Attribute], errors: &Errors) -> Self {
        let mut said = Self::default();
        for attribute in attributes {
            let path = attribute.path();
            if path.is_ident("garde") {
                said.garde.get_or_insert_with(|| path.span());
            }
            // What cannot be read here is reported by the derive that it is for.
            let _ = attribute.parse_nested_meta(|meta| {
                if path.is_ident("serde") && meta.path.is_ident("flatten") {
                    let message = "`flatten` cannot stand on a parameter; take the whole input as one struct, \
                                   with `Args(input): Args<YourInput>`";
                    errors.at(&meta.path, message);
                }
                check_key(path, &meta.path, errors);
                if path.is_ident("serde") {
                    check_text(&meta, errors);
                }
                said.take(path.get_ident(), &meta)?;
                skip_value(&meta)
            });
        }
        said
    }

    /// The field's name in JSON, if it has another than in Rust. The schema's word comes first:
    /// it is what the model reads.
    pub(crate) fn wire_name(&self) -> Option<String> {
        self.schema_name.clone().or_else(|| self.serde_name.clone())
    }

    /// Whether serde and schemars read the field by other means than its type's own.
    pub(crate) fn converted(&self) -> bool {
        self.converted
    }

    /// Whether the field is the default of its type where it is left out.
    pub(crate) fn defaulted(&self) -> bool {
        self.defaulted
    }

    /// What JSON Schema can say of garde's rules and schemars does not, for `#[schemars(extend(..))]`.
    pub(crate) fn put_back(&self) -> Option<TokenStream> {
        let patterns = &self.patterns;
        match patterns.as_slice() {
            [] => None,
            [pattern] if !self.has_pattern => Some(quote!("pattern" = #pattern)),
            _ => Some(quote!("allOf" = [#({"pattern": #patterns}),*])),
        }
    }

    pub(crate) fn rules(&self) -> Rules {
        Rules {
            span: self.garde,
            stated: self.garde.is_some() && !self.skipped,
            own_validator: !self.skipped && !self.dived,
            of_schema: self.ruled,
        }
    }

    fn take(&mut self, attribute: Option<&Ident>, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let (Some(attribute), Some(key)) = (attribute, meta.path.get_ident()) else {
            return Ok(());
        };
        match (attribute.to_string().as_str(), key.to_string().as_str()) {
            ("serde", "rename") => self.serde_name = self.serde_name.take().or(renamed(meta)?),
            ("schemars", "rename") => self.schema_name = self.schema_name.take().or(renamed(meta)?),
            ("serde", "with" | "deserialize_with") | ("schemars", "with" | "schema_with") => {
                self.converted = true
            }
            ("serde", "default") => self.defaulted |= !meta.input.peek(Token![=]),
            ("schemars", "regex" | "pattern" | "email" | "contains" | "inner") => {
                self.ruled = true;
                self.has_pattern = true;
            }
            ("schemars", "extend") => self.ruled |= states_rule(meta),
            ("garde", "ascii") => self.patterns.push(r"^[\x00-\x7F]*$".to_owned()),
            ("garde", "alphanumeric") => {
                self.patterns.push(r"^[\p{Alphabetic}\p{N}]*$".to_owned());
            }
            ("garde", "prefix") => self
                .patterns
                .extend(text_of(meta).map(|text| format!("^{text}"))),
            ("garde", "suffix") => self
                .patterns
                .extend(text_of(meta).map(|text| format!("{text}$"))),
            ("garde", "pattern" | "contains") => self.has_pattern = true,
            ("garde", "skip") => self.skipped = true,
            ("garde", "dive") => self.dived = true,
            _ => {}
        }
        Ok(())
    }
}

/// The text in `prefix("..")`, as a pattern that matches it and nothing else.
fn text_of(meta: &ParseNestedMeta<'_>) -> Option<String> {
    let text = parenthesized_in(&meta.input.fork()).ok()?.value();
    let escaped = text.chars().flat_map(|letter| {
        let is_special = r"\^$.|?*+()[]{}/".contains(letter);
        is_special.then_some('\\').into_iter().chain([letter])
    });
    Some(escaped.collect())
}

fn parenthesized_in(input: ParseStream<'_>) -> syn::Result<LitStr> {
    let content;
    parenthesized!(content in input);
    content.parse()
}

/// Keywords of JSON Schema that are looked at in no value.
const UNSEEN: [&str; 8] = [
    "pattern",
    "format",
    "contains",
    "propertyNames",
    "not",
    "if",
    "dependentRequired",
    "dependentSchemas",
];

/// Whether `extend(..)` has one of them.
fn states_rule(meta: &ParseNestedMeta<'_>) -> bool {
    let ahead = meta.input.fork().to_string();
    let key = |keyword| format!("\"{keyword}\"");
    UNSEEN.iter().any(|keyword| ahead.contains(&key(keyword)))
}

/// A slip in a key: the derives say of it what they can, and it would then be said a second time
/// that the input struct lacks what they could not give it.
fn check_key(attribute: &Path, key: &Path, errors: &Errors) {
    let (Some(attribute), Some(key)) = (attribute.get_ident(), key.get_ident()) else {
        return;
    };
    let Some((_, keys)) = KEYS.iter().find(|(name, _)| attribute == name) else {
        return;
    };
    let written = key.to_string();
    if keys.contains(&written.as_str()) {
        return;
    }
    // schemars takes new keys with each of its versions, and the user's may be newer than ours.
    let instead = match suggest::nearest(&written, keys.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if attribute == "schemars" => return,
        None => format!("expected {}", suggest::list(keys.iter().copied(), "`")),
    };
    errors.at(
        key,
        format!("unknown `{attribute}` key `{written}`; {instead}"),
    );
}

/// Notes a value that is no text: serde takes nothing else.
fn check_text(meta: &ParseNestedMeta<'_>, errors: &Errors) {
    let ahead = meta.input.fork();
    if ahead.parse::<Token![=]>().is_err() {
        return;
    }
    let value = ahead.parse::<Expr>();
    let is_text =
        |value: &Expr| matches!(value, Expr::Lit(literal) if matches!(literal.lit, Lit::Str(_)));
    if let Ok(value) = value
        && !is_text(&value)
        && !matches!(value, Expr::Group(_) | Expr::Macro(_))
        && let Some(key) = meta.path.get_ident()
    {
        errors.at(value, format!("`{key}` takes text; write `{key} = \"..\"`"));
    }
}

/// `rename = "name"` or `rename(deserialize = "name")`.
fn renamed(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<String>> {
    if meta.input.peek(Token![=]) {
        return Ok(Some(meta.value()?.parse::<LitStr>()?.value()));
    }
    let mut name = None;
    meta.parse_nested_meta(|nested| {
        let value = nested.value()?.parse::<LitStr>()?.value();
        if nested.path.is_ident("deserialize") {
            name = Some(value);
        }
        Ok(())
    })?;
    Ok(name)
}

/// Goes on to the next key.
fn skip_value(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(Token![=]) {
        meta.value()?.parse::<Expr>()?;
    }
    while !meta.input.is_empty() && !meta.input.peek(Token![,]) {
        meta.input.parse::<TokenTree>()?;
    }
    Ok(())
}
