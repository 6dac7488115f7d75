//! The options of an attribute, as written, and what can be read out of one.

use std::ops::RangeInclusive;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, ExprLit, ExprUnary, Lit, LitInt, LitStr, Token, Type, UnOp, parenthesized, token};

use crate::errors::Errors;
use crate::suggest;

/// An option that an attribute takes.
pub(crate) struct Known {
    pub(crate) name: &'static str,
    /// How it is written, for messages.
    pub(crate) example: &'static str,
}

/// The options of one attribute, as written: each known name at most once.
pub(crate) struct Options {
    known: &'static [Known],
    written: Vec<Written>,
    /// Whether a name was unknown, so that it is not known which of them are there.
    is_unsure: bool,
}

/// One option as written.
struct Written {
    name: Ident,
    value: Value,
}

enum Value {
    /// `idempotent`
    Absent,
    /// `name = value`
    Given(Expr),
    /// `tools(..)`
    List(TokenStream),
    /// Something that cannot be read and was reported.
    Unreadable,
}

impl Options {
    /// Reads `attribute`. What is wrong with one option does not hide the others.
    pub(crate) fn parse(attribute: TokenStream, known: &'static [Known], errors: &Errors) -> Self {
        let mut options = Self {
            known,
            written: Vec::new(),
            is_unsure: false,
        };
        let parser = |input: ParseStream<'_>| {
            while !input.is_empty() {
                options.parse_one(input, errors);
                skip_to_comma(input)?;
                input.parse::<Option<Token![,]>>()?;
            }
            Ok(())
        };
        if let Err(error) = parser.parse2(attribute) {
            errors.add(error);
        }
        options
    }

    /// Reads one option, up to the comma if all is well.
    fn parse_one(&mut self, input: ParseStream<'_>, errors: &Errors) {
        let Ok(name) = input.call(Ident::parse_any) else {
            let example = self.known[0].example;
            return errors.add(input.error(format!("expected an option, like `{example}`")));
        };
        let mut value = Value::parse(input, &name).unwrap_or_else(|error| {
            errors.add(error);
            Value::Unreadable
        });
        if names_self(value.tokens(), errors) {
            value = Value::Unreadable;
        }
        let readable = !matches!(value, Value::Unreadable);
        self.add(Written { name, value }, errors);
        if readable && !input.is_empty() && !input.peek(Token![,]) {
            errors.add(input.error("expected `,` before the next option"));
        }
    }

    fn add(&mut self, written: Written, errors: &Errors) {
        let name = written.name.to_string();
        let names = self.known.iter().map(|known| known.name);
        if !names.clone().any(|known| known == name) {
            self.is_unsure = true;
            errors.at(
                &written.name,
                format!(
                    "unknown option `{name}`; {}",
                    suggest::instead(&name, names)
                ),
            );
        } else if self
            .written
            .iter()
            .any(|earlier| earlier.name == written.name)
        {
            errors.at(&written.name, format!("`{name}` is given twice; keep one"));
        } else {
            self.written.push(written);
        }
    }

    /// Whether the option is there, with a value that can be used or not.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn find(&self, name: &str) -> Option<(&Written, &'static str)> {
        let written = self.written.iter().find(|written| written.name == name)?;
        Some((written, example(self.known, name)))
    }

    /// Notes that an option is missing, unless it may be one whose name is unknown.
    pub(crate) fn misses(&self, tokens: impl ToTokens, message: &str, errors: &Errors) {
        match self.is_unsure {
            true => errors.said(),
            false => errors.at(tokens, message),
        }
    }

    /// Whether the option is there, without a value.
    pub(crate) fn flag(&self, name: &str, errors: &Errors) -> bool {
        let Some((written, _)) = self.find(name) else {
            return false;
        };
        let refuse = |tokens: &dyn ToTokens| {
            errors.at(tokens, format!("`{name}` takes no value; write `{name}`"))
        };
        match &written.value {
            Value::Absent => {}
            Value::Given(value) => refuse(value),
            Value::List(list) if list.is_empty() => refuse(&written.name),
            Value::List(list) => refuse(list),
            Value::Unreadable => {}
        }
        true
    }

    /// The option's value, if it has one; nothing is reported.
    pub(crate) fn given(&self, name: &str) -> Option<&Expr> {
        match &self.find(name)?.0.value {
            Value::Given(value) => Some(value),
            _ => None,
        }
    }

    /// The option's value.
    pub(crate) fn value(&self, name: &str, errors: &Errors) -> Option<&Expr> {
        let (written, example) = self.find(name)?;
        match &written.value {
            Value::Given(value) => return Some(value),
            Value::Absent => errors.at(
                &written.name,
                format!("`{name}` needs a value; write `{example}`"),
            ),
            Value::List(_) => errors.at(
                &written.name,
                format!("`{name}` takes a value after `=`; write `{example}`"),
            ),
            Value::Unreadable => {}
        }
        None
    }

    /// The option's value, if it is text.
    pub(crate) fn text(&self, name: &str, errors: &Errors) -> Option<&LitStr> {
        let value = self.value(name, errors)?;
        let text = text(value);
        if text.is_none() {
            errors.at(
                value,
                format!("`{name}` takes text; write `{}`", example(self.known, name)),
            );
        }
        text
    }

    /// The option's values: one text, or those of a list.
    pub(crate) fn texts(&self, name: &str, errors: &Errors) -> Vec<&LitStr> {
        let Some(value) = self.value(name, errors) else {
            return Vec::new();
        };
        let written: Vec<_> = match value {
            Expr::Array(list) => list.elems.iter().collect(),
            other => vec![other],
        };
        let example = example(self.known, name);
        if written.is_empty() {
            errors.at(value, format!("this list is empty; write `{example}`"));
        }
        let mut texts: Vec<&LitStr> = Vec::new();
        for value in written {
            match text(value) {
                Some(text) if texts.iter().any(|earlier| earlier.value() == text.value()) => {
                    let text = text.value();
                    errors.at(value, format!("\"{text}\" is listed twice; keep one"));
                }
                Some(text) => texts.push(text),
                None => errors.at(
                    value,
                    format!("`{name}` takes text, or a list of texts; write `{example}`"),
                ),
            }
        }
        texts
    }

    /// The option's value, if it is a whole number of at least 1 and at most `most`.
    pub(crate) fn count(&self, name: &str, most: u64, errors: &Errors) -> Option<u64> {
        self.whole(name, 1..=most, errors)
    }

    /// The option's value, if it is a whole number in `range`.
    pub(crate) fn whole(
        &self,
        name: &str,
        range: RangeInclusive<u64>,
        errors: &Errors,
    ) -> Option<u64> {
        let value = self.value(name, errors)?;
        let example = example(self.known, name);
        let number = match value {
            Expr::Lit(ExprLit {
                lit: Lit::Int(number),
                ..
            }) => number,
            other => {
                errors.at(
                    other,
                    format!("`{name}` takes a whole number; write `{example}`"),
                );
                return None;
            }
        };
        let (least, most) = range.into_inner();
        match LitInt::base10_parse::<u64>(number) {
            Ok(count) if count < least => errors.at(
                number,
                format!("`{name}` is at least {least}; write `{example}`"),
            ),
            Ok(count) if count <= most => return Some(count),
            _ => errors.at(
                number,
                format!("`{name}` is at most {most}; write `{example}`"),
            ),
        }
        None
    }

    /// The option's value, if it is a number in `range`.
    pub(crate) fn number(
        &self,
        name: &str,
        range: RangeInclusive<f64>,
        errors: &Errors,
    ) -> Option<f64> {
        let value = self.value(name, errors)?;
        let example = example(self.known, name);
        let Some(number) = number(value) else {
            errors.at(value, format!("`{name}` takes a number; write `{example}`"));
            return None;
        };
        let (least, most) = range.into_inner();
        if number < least {
            errors.at(
                value,
                format!("`{name}` is at least {least}; write `{example}`"),
            );
        } else if number > most {
            errors.at(
                value,
                format!("`{name}` is at most {most}; write `{example}`"),
            );
        } else {
            return Some(number);
        }
        None
    }

    /// The option's value, if it is text that says something; `blank` says what is wrong if it
    /// does not.
    pub(crate) fn said(&self, name: &str, blank: &str, errors: &Errors) -> Option<&LitStr> {
        let text = self.text(name, errors)?;
        if text.value().trim().is_empty() {
            errors.at(text, blank);
        }
        Some(text)
    }

    /// The same for text that may also be a constant, or a macro that gives text: an expression of type
    /// `&'static str`.
    pub(crate) fn said_or_constant(
        &self,
        name: &str,
        blank: &str,
        errors: &Errors,
    ) -> Option<TokenStream> {
        match self.value(name, errors)? {
            constant @ (Expr::Path(_) | Expr::Macro(_)) => Some(constant.to_token_stream()),
            _ => self
                .said(name, blank, errors)
                .map(ToTokens::to_token_stream),
        }
    }

    /// Notes at the option, if it is there, why it cannot be.
    pub(crate) fn refuse(&self, name: &str, reason: &str, errors: &Errors) {
        if let Some((written, _)) = self.find(name) {
            errors.at(&written.name, reason);
        }
    }

    /// The option's value, if it is a type.
    pub(crate) fn ty(&self, name: &str, errors: &Errors) -> Option<Type> {
        let value = self.value(name, errors)?;
        let ty = syn::parse2(value.to_token_stream()).ok();
        if ty.is_none() {
            let example = example(self.known, name);
            errors.at(value, format!("`{name}` takes a type; write `{example}`"));
        }
        ty
    }

    /// How the option is written, for messages.
    pub(crate) fn example(&self, name: &str) -> &'static str {
        example(self.known, name)
    }

    /// What the option has between parentheses.
    pub(crate) fn list(&self, name: &str, errors: &Errors) -> Option<&TokenStream> {
        let (written, example) = self.find(name)?;
        match &written.value {
            Value::List(list) => return Some(list),
            Value::Absent => errors.at(
                &written.name,
                format!("`{name}` takes a list; write `{example}`"),
            ),
            Value::Given(value) => {
                errors.at(value, format!("`{name}` takes a list; write `{example}`"))
            }
            Value::Unreadable => {}
        }
        None
    }
}

impl Value {
    fn tokens(&self) -> TokenStream {
        match self {
            Self::Given(value) => value.to_token_stream(),
            Self::List(list) => list.clone(),
            Self::Absent | Self::Unreadable => TokenStream::new(),
        }
    }

    /// Reads what follows the name of an option.
    fn parse(input: ParseStream<'_>, name: &Ident) -> syn::Result<Self> {
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            if input.is_empty() || input.peek(Token![,]) {
                return Err(syn::Error::new_spanned(
                    name,
                    format!("`{name}` has no value after `=`"),
                ));
            }
            // `HashMap<String, u8>` is no expression; it is looked at by whoever wants a type.
            if let Some(ty) = type_alone(input) {
                return Ok(Self::Given(Expr::Verbatim(ty)));
            }
            return input.parse().map(|value| Self::Given(ungrouped(value)));
        }
        if input.peek(token::Paren) {
            let list;
            parenthesized!(list in input);
            return list.parse().map(Self::List);
        }
        Ok(Self::Absent)
    }
}

/// A value without the invisible delimiters that `macro_rules!` puts around what it was given.
fn ungrouped(value: Expr) -> Expr {
    match value {
        Expr::Group(group) => ungrouped(*group.expr),
        other => other,
    }
}

fn text(value: &Expr) -> Option<&LitStr> {
    match value {
        Expr::Group(group) => text(&group.expr),
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        _ => None,
    }
}

/// A type that cannot be read as an expression, up to the comma.
fn type_alone(input: ParseStream<'_>) -> Option<TokenStream> {
    let (as_type, as_expression) = (input.fork(), input.fork());
    let ty: Type = as_type.parse().ok()?;
    let is_expression =
        as_expression.parse::<Expr>().is_ok() && as_expression.cursor() == as_type.cursor();
    if is_expression || !(as_type.is_empty() || as_type.peek(Token![,])) {
        return None;
    }
    input.advance_to(&as_type);
    Some(ty.to_token_stream())
}

/// A number as written, with its sign.
fn number(value: &Expr) -> Option<f64> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) if number.suffix().is_empty() => number.base10_digits().parse().ok(),
        Expr::Lit(ExprLit {
            lit: Lit::Float(number),
            ..
        }) if matches!(number.suffix(), "" | "f64") => number.base10_digits().parse().ok(),
        Expr::Group(group) => number(&group.expr),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => number(expr).map(|number| -number),
        _ => None,
    }
}

/// Notes each `self` that is no beginning of a path: an expansion has one, which is not the user's.
fn names_self(tokens: TokenStream, errors: &Errors) -> bool {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut found = false;
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => found |= names_self(group.stream(), errors),
            TokenTree::Ident(ident) if ident == "self" => {
                let next = tokens.get(index + 1);
                let is_path =
                    matches!(next, Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
                if !is_path {
                    let message = "an attribute does not see `self`; take what is needed from a closure's parameters, or from a state";
                    errors.at(ident, message);
                    found = true;
                }
            }
            _ => {}
        }
    }
    found
}

fn skip_to_comma(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

fn example(known: &[Known], name: &str) -> &'static str {
    known
        .iter()
        .find(|known| known.name == name)
        .map_or("", |known| known.example)
}
