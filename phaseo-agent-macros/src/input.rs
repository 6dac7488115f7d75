//! The input struct that a function's parameters become, for tools and agents alike.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, GenericArgument, PatType, PathArguments, PathSegment, Type, Visibility};

use crate::errors::Errors;
use crate::function::Function;
use crate::local::local;
use crate::param::{self, Field};
use crate::span::placed;
use crate::support::Support;
use crate::types;

/// What a function takes from its caller: from the model, or from whoever runs the agent.
pub(crate) enum Input {
    /// `Args<T>`: the whole input is a `T`.
    Whole(Type),
    /// A struct with one field a parameter.
    Fields(Struct),
}

/// A struct with one field a parameter.
pub(crate) struct Struct {
    pub(crate) name: Ident,
    pub(crate) fields: Vec<Field>,
}

/// What one parameter takes of the input.
pub(crate) enum Taken {
    /// A field.
    Field(Ident),
    /// The whole, in `Args`.
    Whole,
}

/// The input while the parameters are gone through.
pub(crate) struct Collector<'a> {
    /// "a tool" or "an agent".
    role: &'static str,
    fields: Vec<Field>,
    whole: Option<(Type, &'a PatType)>,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(role: &'static str) -> Self {
        Self {
            role,
            fields: Vec::new(),
            whole: None,
        }
    }

    /// Takes a parameter that is neither the receiver nor supplied by the runtime. `None` if
    /// something is wrong with it.
    pub(crate) fn take(&mut self, parameter: &'a PatType, errors: &Errors) -> Option<Taken> {
        match types::last_segment(&parameter.ty) {
            Some(segment) if segment.ident == "Args" => self.take_whole(parameter, segment, errors),
            _ => {
                let field = Field::of(parameter, self.role, errors)?;
                let taken = Taken::Field(field.name.clone());
                self.fields.push(field);
                Some(taken)
            }
        }
    }

    fn take_whole(
        &mut self,
        parameter: &'a PatType,
        segment: &PathSegment,
        errors: &Errors,
    ) -> Option<Taken> {
        param::check_no_field_attributes(parameter, errors);
        if self.whole.is_some() {
            errors.at(
                &parameter.ty,
                format!("a second `Args`; {} has one input", self.role),
            );
            return None;
        }
        let Some(ty) = argument(segment) else {
            let message = "`Args` takes the input type; write `Args<YourInput>`, or rename your own type that is called `Args`";
            errors.at(&parameter.ty, message);
            return None;
        };
        self.whole = Some((ty.clone(), parameter));
        Some(Taken::Whole)
    }

    /// Notes parameters that a model could not tell apart.
    fn check_names(&self, errors: &Errors) {
        for (index, field) in self.fields.iter().enumerate() {
            let earlier = &self.fields[..index];
            if earlier.iter().any(|it| it.name == field.name) {
                errors.said();
            } else if let Some(earlier) = earlier.iter().find(|it| it.wire_name == field.wire_name)
            {
                let message = format!(
                    "`{}` and `{}` are both called `{}` in JSON; give one of them another name with \
                     `#[serde(rename = \"..\")]`",
                    earlier.name, field.name, field.wire_name
                );
                errors.at(&field.name, message);
            }
        }
    }

    /// The input of `function`. `None` if `Args` and plain parameters are mixed.
    pub(crate) fn finish(self, function: &Function, errors: &Errors) -> Option<Input> {
        self.check_names(errors);
        let Some((ty, parameter)) = self.whole else {
            return Some(Input::Fields(Struct {
                name: function.input_name(),
                fields: self.fields,
            }));
        };
        if self.fields.is_empty() {
            return Some(Input::Whole(ty));
        }
        let names: Vec<_> = self
            .fields
            .iter()
            .map(|field| format!("`{}`", field.name))
            .collect();
        let message = format!(
            "`Args` is the whole input; move {} into its type, or leave `Args` out",
            names.join(", ")
        );
        errors.at(&parameter.ty, message);
        None
    }
}

/// The `T` of `Args<T>`.
pub(crate) fn argument(segment: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
        _ => None,
    }
}

impl Input {
    /// The type of the input.
    pub(crate) fn ty(&self) -> TokenStream {
        match self {
            Self::Whole(ty) => quote!(#ty),
            Self::Fields(Struct { name, .. }) => quote!(#name),
        }
    }

    /// The type of a tool's input: `Args` stays around the whole of it, because rustc says less
    /// well what a bare type lacks.
    pub(crate) fn tool_ty(&self, support: &Support) -> TokenStream {
        match self {
            Self::Whole(ty) => {
                let support = support.at(ty.span());
                quote_spanned!(ty.span()=> #support::Args<#ty>)
            }
            Self::Fields(Struct { name, .. }) => quote!(#name),
        }
    }

    /// The same where `ToolInput` is asked of it: rustc says there what the input lacks.
    pub(crate) fn asked_tool_ty(&self, support: &Support) -> TokenStream {
        match self {
            Self::Whole(_) => self.tool_ty(support),
            Self::Fields(input) => input.name_at_suspect().to_token_stream(),
        }
    }

    /// Asks of the input of an agent what it needs to be one.
    pub(crate) fn assertion(&self, support: &Support) -> TokenStream {
        match self {
            Self::Whole(ty) => {
                let support = support.at(ty.span());
                quote_spanned!(ty.span()=> const _: () = #support::assert_input::<#ty>();)
            }
            Self::Fields(input) => {
                let name = input.name_at_suspect();
                let support = support.at(name.span());
                quote_spanned!(name.span()=> const _: () = #support::assert_fields::<#name>();)
            }
        }
    }

    /// The struct, if there is one to define.
    pub(crate) fn definition(
        &self,
        support: &Support,
        visibility: &Visibility,
        cfgs: &[&Attribute],
        owner: &str,
    ) -> Option<TokenStream> {
        match self {
            Self::Whole(_) => None,
            Self::Fields(input) => Some(input.definition(support, visibility, cfgs, owner)),
        }
    }

    /// What has a validator, as a `Validators` of what [`tool_ty`](Self::tool_ty) or [`ty`](Self::ty) is.
    pub(crate) fn validators(&self, support: &Support, whole: Whole) -> TokenStream {
        let validators = match self {
            Self::Whole(ty) => {
                let at_type = support.at(ty.span());
                let input = local("it");
                let part = match whole {
                    Whole::InArgs => {
                        quote_spanned!(ty.span()=> |#input: &#at_type::Args<#ty>| &#input.0)
                    }
                    Whole::Bare => quote_spanned!(ty.span()=> |#input: &#ty| #input),
                };
                let validator = validator(support, ty.span(), &part);
                quote!(.whole(#validator))
            }
            Self::Fields(fields) => fields.validators(support),
        };
        quote!(#support::Validators::none() #validators)
    }
}

/// How the whole of an input is held.
#[derive(Clone, Copy)]
pub(crate) enum Whole {
    /// In `Args`.
    InArgs,
    /// By itself.
    Bare,
}

impl Struct {
    /// Input:
    /// ```text
    /// async fn deploy(/** The target. */ environment: Environment, #[garde(length(max = 9))] release: String)
    /// ```
    /// Output, with paths cut short:
    /// ```text
    /// #[derive(Deserialize, garde::Validate)]
    /// pub struct DeployInput {
    ///     /** The target. */
    ///     #[serde(bound(deserialize = "for<'any> Environment: ToolInput"))]
    ///     pub environment: Environment,
    ///     #[garde(length(max = 9))] pub release: String,
    /// }
    ///
    /// #[derive(JsonSchema)]
    /// struct __DeployInputShape where for<'any> Environment: ToolInput { .. the same fields .. }
    /// impl JsonSchema for DeployInput where for<'any> Environment: ToolInput { .. }
    /// ```
    ///
    /// The schema is derived by a second struct in a scope of its own, since what schemars derives uses
    /// traits of the prelude, which a crate may be without.
    fn definition(
        &self,
        support: &Support,
        visibility: &Visibility,
        cfgs: &[&Attribute],
        owner: &str,
    ) -> TokenStream {
        let Self { name, fields } = self;
        let path = support.path();
        let doc = format!(" The input of `{owner}`.");
        let title = name.to_string();
        // No type of the user's, which a field could have, has this name.
        let shape = format_ident!("__{name}Shape", span = name.span());
        let (serde, schemars) = (
            support.quoted(quote!(serde)),
            support.quoted(quote!(schemars)),
        );
        let input = quote!(#path::ToolInput);
        let bounds: Vec<_> = fields
            .iter()
            .filter_map(|field| field.bound(&input))
            .collect();
        let bounds = (!bounds.is_empty()).then(|| quote!(where #(#bounds),*));
        let visible = fields.iter().map(|field| field.visible(&input));
        let of_schema = fields.iter().map(Field::of_schema);
        let (garde, guard) = self
            .garde_span()
            .map(|span| garde(support, span, cfgs))
            .unzip();
        quote! {
            #(#cfgs)*
            #[doc = #doc]
            #[derive(#path::serde::Deserialize)]
            #[serde(crate = #serde, deny_unknown_fields)]
            #garde
            #[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
            #visibility struct #name { #(#visible)* }
            #guard
            #(#cfgs)*
            const _: () = {
                #[allow(unused_imports)]
                use ::core::convert::Into as _;

                #[derive(#path::schemars::JsonSchema)]
                #[serde(deny_unknown_fields)]
                #[schemars(crate = #schemars, rename = #title)]
                #[allow(dead_code, non_camel_case_types)]
                struct #shape #bounds { #(#of_schema)* }

                #[automatically_derived]
                impl #path::schemars::JsonSchema for #name #bounds {
                    fn schema_name() -> #path::SchemaName {
                        <#shape as #path::schemars::JsonSchema>::schema_name()
                    }
                    fn schema_id() -> #path::SchemaName {
                        <#shape as #path::schemars::JsonSchema>::schema_id()
                    }
                    fn json_schema(
                        generator: &mut #path::schemars::SchemaGenerator,
                    ) -> #path::schemars::Schema {
                        <#shape as #path::schemars::JsonSchema>::json_schema(generator)
                    }
                }
            };
        }
    }

    /// What has a validator, as calls on a `Validators`.
    fn validators(&self, support: &Support) -> TokenStream {
        let (name, input) = (&self.name, local("it"));
        let stated = self.garde_span().map(|_| {
            let stated = self.fields.iter().filter(|field| field.rules.stated);
            let names = stated.map(|field| {
                let (name, wire_name) = (field.name.to_string(), &field.wire_name);
                quote!((#name, #wire_name))
            });
            let validator = validator(support, Span::call_site(), &quote!(|#input: &#name| #input));
            quote!(.fields(&[#(#names),*], #validator))
        });
        let own = self.fields.iter().filter(|field| field.rules.own_validator);
        let own = own.map(|field| {
            let (field_name, ty, wire_name) = (&field.name, &field.ty, &field.wire_name);
            let part = quote_spanned!(ty.span()=> |#input: &#name| &#input.#field_name);
            let validator = validator(support, ty.span(), &part);
            quote!(.inside(#wire_name, #validator))
        });
        let unchecked = self.fields.iter().filter(|field| field.rules.of_schema);
        let unchecked = unchecked.map(|Field { wire_name, .. }| quote!(.unchecked(#wire_name)));
        quote!(#stated #(#own)* #(#unchecked)*)
    }

    /// The name of the struct, placed on the parameter that is at fault if its type will not do:
    /// the only one whose type is not plainly one of std's, if there is just one.
    fn name_at_suspect(&self) -> Ident {
        let mut suspects = self
            .fields
            .iter()
            .filter(|field| !field.converted && !types::is_plain(&field.ty));
        let mut name = self.name.clone();
        if let (Some(suspect), None) = (suspects.next(), suspects.next()) {
            name.set_span(name.span().located_at(suspect.ty.span()));
        }
        name
    }

    fn garde_span(&self) -> Option<Span> {
        self.fields.iter().find_map(|field| field.rules.span)
    }
}

/// The validator of what a closure finds, if it has one, as an expression.
fn validator(support: &Support, span: Span, part: &TokenStream) -> TokenStream {
    let support = support.at(span);
    quote_spanned!(span=> (&&&#support::part(#part)).validator())
}

/// The validator of a type that is named by a value, if it has one, as an expression.
pub(crate) fn validator_of(support: &Support, span: Span, kind: &TokenStream) -> TokenStream {
    let support = support.at(span);
    quote_spanned!(span=> (&&&#support::whole(#kind)).validator())
}

/// garde's derive, and the guard that turns another garde version into one error on the user's
/// attribute instead of rules that are silently not checked.
fn garde(support: &Support, span: Span, cfgs: &[&Attribute]) -> (TokenStream, TokenStream) {
    let validate = quote_spanned!(span=> ::garde::Validate);
    let path = support.path();
    let at_rule = placed(path.clone(), span);
    (
        quote!(#[derive(#path::Ruled, #validate)] #[garde(allow_unvalidated)]),
        quote_spanned!(span=> #(#cfgs)* const _: () = #at_rule::assert_garde::<::garde::Report>();),
    )
}
