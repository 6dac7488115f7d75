//! The user's function: its signature is read, its body is passed through.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, FnArg, GenericArgument, PathArguments, ReceiverKind, ReturnType, Safety, Signature,
    Token, Type, Visibility,
};

use crate::errors::Errors;
use crate::owner::Owner;
use crate::param;
use crate::types;

/// A function as written.
pub(crate) struct Function {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) signature: Signature,
    /// `None` if it ends with `;`.
    body: Option<TokenStream>,
    /// The block under `#[agent]` that it stands in.
    pub(crate) owner: Option<Owner>,
}

impl Function {
    /// Reads an item; `attribute` is the attribute that it stands under.
    pub(crate) fn parse(item: TokenStream, attribute: &str, errors: &Errors) -> Option<Self> {
        let parser = |input: ParseStream<'_>| {
            if !Self::is_next(input)? {
                input.call(Attribute::parse_outer)?;
                input.parse::<Visibility>()?;
                // One that cannot be read is reported by rustc, which gets it as it is.
                if is_function(&input.fork()) {
                    input.parse::<TokenStream>()?;
                    return Ok(None);
                }
                return Err(input.error(format!("`#[{attribute}]` goes on {}", places(attribute))));
            }
            input.parse().map(Some)
        };
        syn::parse::Parser::parse2(parser, item)
            .map_err(|error| errors.add(error))
            .ok()
            .flatten()
    }

    /// Whether a function stands next.
    pub(crate) fn is_next(input: ParseStream<'_>) -> syn::Result<bool> {
        let ahead = input.fork();
        ahead.call(Attribute::parse_outer)?;
        ahead.parse::<Visibility>()?;
        Ok(ahead.parse::<Signature>().is_ok())
    }

    pub(crate) fn name(&self) -> &Ident {
        &self.signature.ident
    }

    /// The name without `r#`.
    pub(crate) fn plain_name(&self) -> String {
        self.name().unraw().to_string()
    }

    /// The name of the input struct: `FetchTicketInput` for `fetch_ticket`.
    pub(crate) fn input_name(&self) -> Ident {
        self.named_after("Input")
    }

    /// The name of the type that is the tool or the agent: the function's own, unless it is a method.
    pub(crate) fn type_name(&self) -> Ident {
        match self.owner {
            Some(_) => self.named_after("Tool"),
            None => self.name().clone(),
        }
    }

    /// `FetchTicketInput` for `fetch_ticket`; `SupportFetchTicketInput` in a block of `Support`.
    fn named_after(&self, suffix: &str) -> Ident {
        let owner = self.owner.as_ref();
        let owner = owner.map_or_else(String::new, |owner| owner.name.unraw().to_string());
        let words: String = self.plain_name().split('_').map(capitalised).collect();
        Ident::new(&format!("{owner}{words}{suffix}"), self.name().span())
    }

    /// The call of the function; of a method on what `shared`, an `Arc`, holds.
    pub(crate) fn call(&self, shared: &TokenStream, arguments: &[TokenStream]) -> TokenStream {
        let name = self.name();
        match &self.owner {
            Some(Owner { ty, .. }) => quote!(<#ty>::#name(&#shared #(, #arguments)*)),
            None => quote!(#name(#(#arguments),*)),
        }
    }

    /// The return type, if one is written.
    pub(crate) fn return_type(&self) -> Option<&Type> {
        match &self.signature.output {
            ReturnType::Type(_, returned) => Some(returned),
            ReturnType::Default => None,
        }
    }

    /// `#[cfg]` attributes, which hold for everything that is made beside the function.
    pub(crate) fn cfgs(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"))
    }

    /// Doc comments, which hold for the type beside the function too.
    pub(crate) fn docs(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes
            .iter()
            .filter(|attribute| crate::docs::is_doc(attribute))
    }

    pub(crate) fn is_async(&self) -> bool {
        self.signature.asyncness.is_some()
    }

    /// Notes that the function is not `async`.
    pub(crate) fn check_async(&self, role: &str, errors: &Errors) {
        if !self.is_async() {
            let name = self.plain_name();
            errors.at(
                self.signature.fn_token,
                format!("{role} is an `async fn`; write `async fn {name}`"),
            );
        }
    }

    /// Notes everything in the signature that `role` ("a tool", "an agent") cannot have, apart from
    /// its parameters, its return type and its body.
    pub(crate) fn check(&self, role: &str, errors: &Errors) {
        let signature = &self.signature;
        for second in self.attributes.iter().filter(|it| is_ours(it)) {
            let name = self.name();
            let message = format!("`{name}` is {role} already; keep one of its attributes");
            errors.at(&second.meta, message);
        }
        if let Some(constness) = &signature.constness {
            errors.at(constness, format!("{role} cannot be `const`; remove it"));
        }
        if let Safety::Unsafe(unsafety) = &signature.safety {
            errors.at(
                unsafety,
                format!("{role} cannot be `unsafe`: models call it; remove `unsafe`"),
            );
        }
        if let Some(abi) = &signature.abi {
            errors.at(abi, format!("{role} cannot be `extern`; remove it"));
        }
        if let Some(variadic) = &signature.variadic {
            errors.at(variadic, format!("{role} cannot be variadic; take a `Vec`"));
        }
        if !signature.generics.params.is_empty() {
            let message = format!(
                "{role} cannot be generic: its input has one JSON Schema; write concrete types"
            );
            errors.at(&signature.generics, message);
        } else if let Some(clause) = &signature.generics.where_clause {
            errors.at(
                clause,
                format!("{role} cannot have a `where` clause; remove it"),
            );
        }
    }

    /// Notes a receiver that the function cannot have, and the lack of one that it must have.
    pub(crate) fn check_receiver(&self, role: &str, free: &str, errors: &Errors) {
        let name = self.name();
        match (self.signature.receiver(), &self.owner) {
            (None, None) => {}
            (Some(receiver), None) => errors.at(receiver, free),
            (None, Some(_)) => {
                let message = format!(
                    "`{name}` takes no `&self`; add it, or move the function out of the block and list it in `tools({name})`"
                );
                errors.at(name, message);
            }
            (Some(receiver), Some(_)) => {
                let plain = matches!(receiver.kind, ReceiverKind::Reference(_, None, None));
                if !plain {
                    let written = types::spelled(receiver);
                    let message = format!(
                        "{role} takes `&self`, since calls may run side by side; write that in place of `{written}`"
                    );
                    errors.at(receiver, message);
                }
            }
        }
    }

    /// Notes that a body is missing.
    pub(crate) fn check_body(&self, errors: &Errors) {
        if self.body.is_none() {
            let name = self.name();
            errors.at(name, format!("`{name}` has no body; write one"));
        }
    }

    pub(crate) fn body(&self) -> Option<&TokenStream> {
        self.body.as_ref()
    }

    /// Notes a `yield`, which reads like a way to send a value on the way.
    pub(crate) fn check_no_yield(&self, errors: &Errors) {
        if let Some(word) = self.body.clone().and_then(|body| word(&["yield"], body)) {
            let message = "`yield` is not for functions in stable Rust; write `emit!(value)`, in a tool under \
                           `#[tool(streaming)]`";
            errors.at(word, message);
        }
    }

    /// Something to point at if there is a body: its `{`.
    pub(crate) fn body_start(&self) -> Option<TokenStream> {
        let first = self.body.clone()?.into_iter().next()?;
        let span = match first {
            TokenTree::Group(block) => block.span_open(),
            other => other.span(),
        };
        Some(quote_spanned!(span=> body))
    }

    /// The function as the user keeps it: what its parameters have for the input struct is taken
    /// off them.
    pub(crate) fn kept(&self) -> TokenStream {
        self.with_body(self.body.as_ref())
    }

    /// The function as it was written, of which the attribute wants nothing.
    pub(crate) fn kept_as_it_is(&self) -> TokenStream {
        let Self {
            attributes,
            visibility,
            signature,
            body,
            ..
        } = self;
        let end = body.is_none().then(|| quote!(;));
        quote!(#(#attributes)* #visibility #signature #body #end)
    }

    /// The same where the attribute was refused: a body that wants to send values on the way can make
    /// no sense then, and rustc would say so.
    pub(crate) fn kept_by_fallback(&self) -> TokenStream {
        let sends = |body: &&TokenStream| {
            word(&["yield"], (*body).clone()).or_else(|| word(&["emit", "!"], (*body).clone()))
        };
        // What stands in the braces of a stream is not what the type says.
        let is_stream = |ty: &Type| {
            types::last_segment(ty).is_some_and(|segment| segment.ident == "ToolStream")
        };
        let streams = self.return_type().is_some_and(is_stream);
        let body = self.body.as_ref().filter(|_| !streams);
        match mended(&self.signature) {
            Some(signature) => self.with(signature, None),
            None => self.with(
                self.signature.clone(),
                body.filter(|body| sends(body).is_none()),
            ),
        }
    }

    /// The same with another body.
    pub(crate) fn with_body(&self, body: Option<&TokenStream>) -> TokenStream {
        self.with(self.signature.clone(), body)
    }

    fn with(&self, mut signature: Signature, body: Option<&TokenStream>) -> TokenStream {
        let Self {
            attributes,
            visibility,
            ..
        } = self;
        for parameter in &mut signature.inputs {
            if let FnArg::Typed(parameter) = parameter {
                parameter.attrs.retain(param::stays_on_function);
            }
        }
        // rustc reports these two on its own; they were reported.
        if signature.asyncness.is_some() {
            signature.constness = None;
        }
        signature.variadic = None;
        let attributes = attributes.iter().filter(|attribute| !is_ours(attribute));
        let unused = body.is_none().then(|| quote!(#[allow(unused_variables)]));
        let body = body
            .cloned()
            .unwrap_or_else(|| quote!({ ::core::panic!("this function has no body") }));
        quote! {
            #(#attributes)*
            #unused
            // The attribute asks for `async` and for owned parameters, whatever the body does.
            #[allow(clippy::unused_async, clippy::needless_pass_by_value, clippy::missing_errors_doc)]
            #visibility #signature #body
        }
    }
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self {
            attributes: input.call(Attribute::parse_outer)?,
            visibility: input.parse()?,
            signature: input.parse()?,
            body: match input.parse::<Option<Token![;]>>()? {
                Some(_) => None,
                None => Some(input.parse::<TokenTree>()?.into()),
            },
            owner: None,
        })
    }
}

/// Where an attribute may stand.
fn places(attribute: &str) -> &'static str {
    match attribute {
        "agent" => "an `async fn` or on an `impl` block",
        _ => "an `async fn`",
    }
}

/// The first of these words, one after the other, in tokens; what is given to macros is not looked at.
fn word(words: &[&str], tokens: TokenStream) -> Option<Ident> {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let is = |token: &TokenTree, word: &str| token.to_string() == word;
    for (index, token) in tokens.iter().enumerate() {
        let here = tokens[index..].iter().zip(words);
        let found = here.clone().all(|(token, word)| is(token, word)) && here.len() == words.len();
        match token {
            TokenTree::Ident(ident) if found => return Some(ident.clone()),
            TokenTree::Group(group) if index == 0 || !is(&tokens[index - 1], "!") => {
                if let Some(ident) = word(words, group.stream()) {
                    return Some(ident);
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether a function stands in the input, sound or not.
fn is_function(input: ParseStream<'_>) -> bool {
    let words = ["fn", "async", "const", "unsafe", "extern"];
    let first = input.call(Ident::parse_any);
    let tokens = input.parse::<TokenStream>();
    first.is_ok_and(|first| {
        words.iter().any(|word| first == word)
            && (first == "fn" || tokens.is_ok_and(|tokens| word(&["fn"], tokens).is_some()))
    })
}

/// The signature with what rustc would report of it, if it was reported: a lifetime that is missing in the
/// type that is returned, an extractor without its type. The body can make no sense with it.
fn mended(signature: &Signature) -> Option<Signature> {
    let mut mended = signature.clone();
    let mut is_mended = false;
    if let ReturnType::Type(_, returned) = &mut mended.output {
        is_mended |= types::make_static(returned);
    }
    for parameter in &mut mended.inputs {
        if let FnArg::Typed(parameter) = parameter
            && types::without_type(&parameter.ty).is_some()
        {
            *parameter.pat = syn::parse_quote!(_);
            *parameter.ty = syn::parse_quote!(impl ::core::marker::Sized);
            is_mended = true;
        }
    }
    is_mended.then_some(mended)
}

/// Whether an attribute would make a second tool or agent of the function.
fn is_ours(attribute: &Attribute) -> bool {
    let path = attribute.path();
    let named = |name| {
        let is_named = path.segments.last().is_some_and(|last| last.ident == name);
        is_named && (path.segments.len() == 1 || path.segments[0].ident == "phaseo_agent")
    };
    named("tool") || named("agent")
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// What a return type may not have in it: `impl Trait` has no name that an expansion could say, and
/// what is borrowed does not outlive the call.
pub(crate) fn check_return(returned: &Type, role: &str, errors: &Errors) {
    if let Type::ImplTrait(_) = returned {
        let opaque = types::spelled(returned);
        errors.at(
            returned,
            format!("{role} returns a type with a name; write it in place of `{opaque}`"),
        );
    }
    types::check_owned(returned, role, errors);
}

/// The type that is returned on success, as far as names tell.
pub(crate) fn success(returned: &Type) -> &Type {
    let segment = types::last_segment(returned);
    let segment = segment.filter(|segment| segment.ident == "Result");
    let success = segment.and_then(|segment| match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.first(),
        _ => None,
    });
    match success {
        Some(GenericArgument::Type(success)) => success,
        _ => returned,
    }
}
