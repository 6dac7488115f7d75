//! One parameter of the user's function, and what its attributes say.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Ident, LitStr, Meta, Pat, PatType, Type};

use crate::docs::is_doc;
use crate::errors::Errors;
use crate::field_attributes::{FieldAttributes, Rules};
use crate::span::placed;
use crate::suggest;
use crate::types;

/// A parameter that is a field of the input struct.
pub(crate) struct Field {
    /// What moves to the field: docs, `#[serde]`, `#[schemars]`, `#[garde]`.
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    /// The field's name in JSON.
    pub(crate) wire_name: String,
    pub(crate) rules: Rules,
    /// Whether serde and schemars read the field by other means than its type's own.
    pub(crate) converted: bool,
    /// Whether it is the default of its type where it is left out.
    pub(crate) defaulted: bool,
    /// What its schema says beside what schemars derives.
    put_back: Option<TokenStream>,
}

/// The attributes that move from a parameter to the field, apart from docs.
const MOVED: [&str; 3] = ["serde", "schemars", "garde"];

/// Lint levels: rustc takes them on parameters.
const LINT_LEVELS: [&str; 5] = ["allow", "expect", "warn", "deny", "forbid"];

/// Whether an attribute of a parameter is left on the function.
pub(crate) fn stays_on_function(attribute: &Attribute) -> bool {
    is_one_of(attribute, &LINT_LEVELS)
}

/// Whether a parameter is marked `#[extract]`. Notes attributes that have no place on a parameter.
pub(crate) fn check_attributes(parameter: &PatType, extractors: bool, errors: &Errors) -> bool {
    let mut extract = false;
    for attribute in &parameter.attrs {
        if is_doc(attribute) || is_one_of(attribute, &MOVED) || stays_on_function(attribute) {
            continue;
        }
        if extractors && attribute.path().is_ident("extract") {
            extract = true;
            if !matches!(attribute.meta, Meta::Path(_)) {
                errors.at(
                    &attribute.meta,
                    "`extract` takes no value; write `#[extract]`",
                );
            }
            continue;
        }
        if is_one_of(attribute, &["cfg", "cfg_attr"]) {
            let name = attribute.path().to_token_stream();
            let message = format!(
                "`{name}` cannot stand on a parameter; put it on the function, and write one for each case"
            );
            errors.at(&attribute.meta, message);
            continue;
        }
        let name = attribute.path().to_token_stream().to_string();
        let mut known = vec!["serde", "schemars", "garde"];
        known.extend(extractors.then_some("extract"));
        let instead = match suggest::nearest(&name, known.iter().copied()) {
            Some(near) => format!("did you mean `#[{near}]`?"),
            None => format!(
                "expected a doc comment, {}",
                suggest::list(known.iter().copied(), "`")
            ),
        };
        errors.at(
            &attribute.meta,
            format!("`{name}` means nothing on a parameter; {instead}"),
        );
    }
    extract
}

/// A parameter that the runtime supplies takes nothing from the model that an attribute could be about.
pub(crate) fn check_no_field_attributes(parameter: &PatType, errors: &Errors) {
    for attribute in parameter
        .attrs
        .iter()
        .filter(|attribute| is_one_of(attribute, &MOVED))
    {
        let name = attribute.path().to_token_stream();
        let message = format!(
            "`{name}` has nothing to act on: this parameter is not a field of the input; remove it"
        );
        errors.at(&attribute.meta, message);
    }
}

impl Field {
    /// The field that a parameter becomes, unless something is wrong with it.
    pub(crate) fn of(parameter: &PatType, role: &str, errors: &Errors) -> Option<Self> {
        let before = errors.count();
        let name = name(&parameter.pat, errors);
        types::check_taken(&parameter.ty, role, errors);
        let attributes: Vec<_> = parameter
            .attrs
            .iter()
            .filter(|attribute| is_doc(attribute) || is_one_of(attribute, &MOVED))
            .cloned()
            .collect();
        let said = FieldAttributes::read(&attributes, errors);
        let name = name.filter(|_| errors.count() == before)?;
        Some(Self {
            wire_name: said.wire_name().unwrap_or_else(|| name.unraw().to_string()),
            rules: said.rules(),
            converted: said.converted(),
            defaulted: said.defaulted(),
            put_back: said.put_back(),
            ty: (*parameter.ty).clone(),
            attributes,
            name,
        })
    }

    /// The field in the input struct, which serde reads. `input` is the trait that its type must have.
    pub(crate) fn visible(&self, input: &TokenStream) -> TokenStream {
        let attributes = self.attributes.iter();
        let attributes = attributes.filter(|attribute| !attribute.path().is_ident("schemars"));
        let ty = self.ty.to_token_stream().to_string();
        // A type as a macro of the user's names it cannot stand in quotes.
        let is_bound = self.bound(input).is_some() && !ty.contains('$');
        let bound = is_bound.then(|| {
            let input = input.to_string().replace(' ', "");
            let default = self.defaulted.then_some(" + ::core::default::Default");
            let bound = format!("for<'any> {ty}: {input}{}", default.unwrap_or_default());
            let bound = LitStr::new(&bound, self.ty.span());
            quote!(#[serde(bound(deserialize = #bound))])
        });
        let field = self.field();
        quote!(#(#attributes)* #bound #field)
    }

    /// The field in the struct of which the schema is made.
    pub(crate) fn of_schema(&self) -> TokenStream {
        let (attributes, field) = (&self.attributes, self.field());
        let put_back = self.put_back.as_ref();
        let put_back = put_back.map(|extension| quote!(#[schemars(extend(#extension))]));
        quote!(#(#attributes)* #put_back #field)
    }

    fn field(&self) -> TokenStream {
        let Self { name, ty, .. } = self;
        // Derives point at the beginning of a field when its type will not do.
        let public = quote_spanned!(ty.span()=> pub);
        quote!(#public #name: #ty,)
    }

    /// What the field's type must be, if it is not plain that it is.
    ///
    /// The bound keeps what a type lacks out of the derives, which would each say it several times in
    /// their own words; it is then said once, where the input is used. rustc lets a bound without type
    /// parameters be false if it has a `for<..>`.
    pub(crate) fn bound(&self, input: &TokenStream) -> Option<TokenStream> {
        if self.converted || types::is_plain(&self.ty) {
            return None;
        }
        let ty = &self.ty;
        let input = placed(input.clone(), ty.span());
        let default = self
            .defaulted
            .then(|| quote_spanned!(ty.span()=> + ::core::default::Default));
        Some(quote_spanned!(ty.span()=> for<'any> #ty: #input #default))
    }
}

/// The name of a plain parameter.
fn name(pattern: &Pat, errors: &Errors) -> Option<Ident> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            return Some(name.ident.clone());
        }
        Pat::Wild(_) => errors.at(
            pattern,
            "this parameter is a field of the input; give it a name",
        ),
        _ => {
            let message = "this parameter is a field of the input; write one name, and take it apart in the body";
            errors.at(pattern, message);
        }
    }
    None
}

fn is_one_of(attribute: &Attribute, names: &[&str]) -> bool {
    attribute
        .path()
        .get_ident()
        .is_some_and(|path| names.iter().any(|name| path == name))
}
