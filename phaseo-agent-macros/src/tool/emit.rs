//! What `#[tool]` expands to.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse_quote;
use syn::spanned::Spanned;

use crate::choice::OnError;
use crate::duration;
use crate::input::{Input, Taken, Whole};
use crate::local::local;
use crate::owner::Owner;
use crate::span::placed;

use super::approval::Approval;
use super::check::Tool;
use super::kind::Kind;
use super::next_turn;
use super::params::Argument;
use super::returned::{supplied, types};
use super::schema_file;
use super::streaming::{self, Sends, is_progress};

/// Input:
/// ```text
/// /// Load one ticket.
/// #[tool(timeout = "3s")]
/// async fn fetch_ticket(ticket_id: String, State(desk): State<Desk>) -> Result<Ticket, DeskError> { .. }
/// ```
/// Output, with paths cut short:
/// ```text
/// /// Load one ticket.
/// async fn fetch_ticket(ticket_id: String, State(desk): State<Desk>) -> Result<Ticket, DeskError> { .. }
///
/// #[derive(Deserialize, JsonSchema)]
/// struct FetchTicketInput { pub ticket_id: String }
///
/// /// Load one ticket.
/// struct fetch_ticket {}
///
/// impl TypedTool for fetch_ticket {
///     const NAME: &'static str = "fetch_ticket";
///     const DESCRIPTION: &'static str = "Load one ticket.";
///     type Input = FetchTicketInput;
///     fn tool(self) -> Tool {
///         let validators = Validators::none()
///             .inside("ticket_id", (&&&part(|it: &FetchTicketInput| &it.ticket_id)).validator());
///         let returns = Returns::<Result<Ticket, DeskError>>::new();
///         let kind = (&returns).kind();
///         let output = outputs(kind, (&&&whole(kind)).validator());
///         let options = Options::new().timeout(Duration::new(3, 0));
///         let tool = annotated::<Self>(options)
///             .validators(validators)
///             .takes::<State<Desk>>()
///             .handler(output, move |input, context, progress| async move {
///                 let extracted = extracted::<State<Desk>>(&context)?;
///                 let returned = fetch_ticket(input.ticket_id, extracted).await;
///                 succeeded((&returns).value(returned))
///             });
///         tool.build()
///     }
/// }
/// ```
pub(crate) fn emit(tool: &Tool<'_>) -> TokenStream {
    let Tool {
        support, function, ..
    } = tool;
    let kept = kept(tool);
    let beside = beside(tool);
    let name = function.name();
    let visibility = &function.visibility;
    let docs = function.docs();
    let cfgs: Vec<_> = function.cfgs().collect();
    let scope = support.scope(&implementation(tool));
    quote! {
        #kept
        #(#cfgs)*
        #(#docs)*
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        #[allow(non_camel_case_types)]
        #visibility struct #name {}
        #(#cfgs)*
        #scope
        #beside
    }
}

/// What stands beside the function: its input struct, and the test of its schema.
pub(crate) fn beside(tool: &Tool<'_>) -> TokenStream {
    let Tool {
        support, function, ..
    } = tool;
    let cfgs: Vec<_> = function.cfgs().collect();
    let input = &tool.params.input;
    let definition = input.definition(support, &function.visibility, &cfgs, &function.plain_name());
    let schema_test = schema_file::test(tool);
    quote!(#definition #schema_test)
}

/// The user's function. A tool that somebody outside the run does has none.
pub(crate) fn kept(tool: &Tool<'_>) -> Option<TokenStream> {
    let function = tool.function;
    match (&tool.kind, &tool.sends, function.body()) {
        (Kind::Manual, ..) => None,
        (_, Some(Sends::Body), Some(body)) => {
            Some(function.with_body(Some(&streaming::body(tool, body))))
        }
        _ => Some(function.kept()),
    }
}

pub(crate) fn implementation(tool: &Tool<'_>) -> TokenStream {
    let Tool {
        support,
        function,
        name,
        description,
        params,
        ..
    } = tool;
    let ty = function.type_name();
    let input_type = params.input.asked_tool_ty(support);
    let types = types(tool);
    let supplied = supplied(tool);
    let (options, validators) = (local("options"), local("validators"));
    let set = set_options(tool);
    let validated = params.input.validators(support, Whole::InArgs);
    let takes = takes(tool);
    let progress = tool.sends.as_ref().map(|_| {
        let progress = local("progress");
        quote!(.progress(#progress))
    });
    let work = work(tool);
    let approval = approval(tool);
    // What is returned, and what is supplied in its place, goes from thread to thread.
    let made = Ident::new("__tool", tool.returned.span());
    let build = quote_spanned!(tool.returned.span()=> #made.build());
    let shared = tool.function.owner.as_ref().map(Owner::shared);
    quote! {
        #[automatically_derived]
        #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #support::TypedTool for #ty #shared {
            const NAME: &'static ::core::primitive::str = #name;
            const DESCRIPTION: &'static ::core::primitive::str = #description;
            type Input = #input_type;

            fn tool(self) -> #support::Tool {
                let #validators = #validated;
                #types
                #supplied
                let #options = #set;
                let #made = #support::annotated::<Self>(#options)
                    .validators(#validators)
                    #takes
                    #progress
                    #work
                    #approval;
                #build
            }
        }
    }
}

/// The options, as an `Options`.
fn set_options(tool: &Tool<'_>) -> TokenStream {
    let support = &tool.support;
    let timeout = tool.timeout.map(|limit| {
        let limit = duration::emit(limit);
        quote!(.timeout(#limit))
    });
    let on_error = tool.on_error.map(|policy| {
        let policy = on_error(policy);
        quote!(.on_error(#support::OnError::#policy))
    });
    let approval = match &tool.approval {
        Approval::Open | Approval::Rule(_) => None,
        Approval::Always => Some(quote!(.require_approval())),
    };
    let kind = match (tool.kind, &tool.sends) {
        (Kind::Automatic, None) => None,
        (Kind::Automatic, Some(_)) => Some(quote!(.streaming())),
        (Kind::Manual, _) => Some(quote!(.manual())),
        (Kind::Interactive, _) => Some(quote!(.interactive())),
    };
    let idempotent = tool.idempotent.then(|| quote!(.idempotent()));
    let max_retries = number(tool.max_retries).map(|most| quote!(.max_retries(#most)));
    let sequential = tool.sequential.then(|| quote!(.sequential()));
    let max_concurrency = number(tool.max_concurrency).map(|most| quote!(.max_concurrency(#most)));
    let max_output_chars =
        number(tool.max_output_chars).map(|most| quote!(.max_output_chars(#most)));
    let next_turn = tool.next_turn.as_ref().map(|next| {
        let next = next_turn::emit(next, support);
        quote!(.next_turn(#next))
    });
    quote! {
        #support::Options::new()
            #timeout #on_error #max_retries #approval #kind #idempotent #sequential #max_concurrency #max_output_chars
            #next_turn
    }
}

/// A number of whatever type is expected.
fn number(number: Option<u64>) -> Option<Literal> {
    number.map(Literal::u64_unsuffixed)
}

/// The variant of `OnError`.
pub(crate) fn on_error(policy: OnError) -> TokenStream {
    match policy {
        OnError::FailRun => quote!(FailRun),
        OnError::ReturnToModel => quote!(ReturnToModel),
    }
}

/// What it takes from the runtime.
fn takes(tool: &Tool<'_>) -> TokenStream {
    let taken = tool.params.arguments.iter();
    let taken = taken.filter_map(|argument| match argument {
        Argument::Extracted(ty) if !is_progress(ty) => {
            Some(quote_spanned!(ty.span()=> .takes::<#ty>()))
        }
        Argument::Extracted(_) | Argument::Taken(_) => None,
    });
    taken.collect()
}

/// Input:
/// ```text
/// #[tool(approval = |input| input.cents > 100)]
/// ```
/// Output, with paths cut short:
/// ```text
/// .approval(Rule::<RefundInput>::new(|input: &RefundInput| input.cents > 100))
/// ```
fn approval(tool: &Tool<'_>) -> Option<TokenStream> {
    let Approval::Rule(rule) = &tool.approval else {
        return None;
    };
    let taken = &tool.params.input;
    let ty = taken.ty();
    let rule = rule.typed(&tool.support, &parse_quote!(#ty));
    let support = tool.support.at(rule.span());
    let ty = placed(ty, rule.span());
    let rule = quote_spanned!(rule.span()=> #support::Rule::<#ty>::new::<_, _>(#rule));
    let of_args = match taken {
        Input::Whole(_) => Some(quote!(.of_args())),
        Input::Fields(_) => None,
    };
    Some(quote!(.approval(#rule #of_args)))
}

/// What the tool does.
///
/// Input:
/// ```text
/// #[tool(interactive)]
/// async fn refund(cents: u32) -> Interactive<u32> { .. }
/// ```
/// Output, with paths cut short:
/// ```text
/// .interactive(supplied, output, move |input, context, progress| async move {
///     let returned = refund(input.cents).await;
///     handing.hand(succeeded((&returns).value(returned)))
/// })
/// ```
fn work(tool: &Tool<'_>) -> TokenStream {
    let (supplied, output) = (local("supplied"), local("output"));
    // rustc reports a future that is not `Send` here.
    let span = tool.function.name().span();
    match tool.kind {
        Kind::Manual => quote!(.manual(#supplied, #output)),
        Kind::Automatic => {
            let function = function(tool);
            quote_spanned!(span=> .handler(#output, #function))
        }
        Kind::Interactive => {
            let function = function(tool);
            quote_spanned!(span=> .interactive(#supplied, #output, #function))
        }
    }
}

/// The user's function as the runtime calls it.
fn function(tool: &Tool<'_>) -> TokenStream {
    let span = tool.function.name().span();
    let (input, context, progress) = (local("input"), local("context"), local("progress"));
    let result = local("returned");
    let (extracted, arguments) = arguments(tool);
    let shared = local("shared");
    let call = tool.function.call(&quote!(#shared), &arguments);
    let waited = tool.function.is_async().then(|| quote!(.await));
    let finished = finished(tool, &result);
    let work = quote_spanned! {span=>
        async move {
            #(#extracted)*
            let #result = #call #waited;
            #finished
        }
    };
    let work = match tool.function.owner {
        None => work,
        Some(_) => quote_spanned! {span=>
            {
                let #shared = ::core::clone::Clone::clone(&self.0);
                #work
            }
        },
    };
    let named = |name: Ident, is_used: bool| match is_used {
        true => name.to_token_stream(),
        false => quote!(_),
    };
    let takes = |taken: fn(&Argument) -> bool| tool.params.arguments.iter().any(taken);
    let input = named(input, takes(|it| matches!(it, Argument::Taken(_))));
    let context = named(context, !extracted.is_empty());
    let progress = named(progress, tool.sends.is_some());
    quote_spanned!(span=> move |#input, #context, #progress| #work)
}

/// What has to be taken out of the context before, and what the function is called with.
fn arguments(tool: &Tool<'_>) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let (input, context, progress) = (local("input"), local("context"), local("progress"));
    let mut extracted = Vec::new();
    let arguments = tool.params.arguments.iter().map(|argument| match argument {
        Argument::Taken(Taken::Field(field)) => quote!(#input.#field),
        Argument::Taken(Taken::Whole) => quote!(#input),
        Argument::Extracted(ty) if is_progress(ty) => {
            quote_spanned!(ty.span()=> ::core::clone::Clone::clone(&#progress))
        }
        Argument::Extracted(ty) => {
            let argument = local(&format!("extracted_{}", extracted.len()));
            let support = tool.support.at(ty.span());
            extracted.push(quote_spanned! {ty.span()=>
                let #argument = #support::extracted::<#ty>(&#context)?;
            });
            quote!(#argument)
        }
    });
    let arguments = arguments.collect();
    (extracted, arguments)
}

/// What was returned, as a `Result` with a `ToolError`.
fn finished(tool: &Tool<'_>, result: &Ident) -> TokenStream {
    let span = tool.returned.span();
    let support = tool.support.at(span);
    let (returns, handing, progress) = (local("returns"), local("handing"), local("progress"));
    let mut result = result.clone();
    result.set_span(result.span().located_at(span));
    let succeeded = quote_spanned!(span=> #support::succeeded((&#returns).value(#result)));
    match (tool.kind, &tool.sends) {
        (Kind::Interactive, _) => quote_spanned!(span=> #handing.hand(#succeeded)),
        (Kind::Automatic, Some(Sends::Body)) => {
            quote_spanned!(span=> #support::run(#result, #progress).await)
        }
        (Kind::Automatic, Some(Sends::Updates(item))) => {
            let stream =
                quote_spanned!(item.span()=> <#item as #support::Updates>::stream(#result));
            quote_spanned!(span=> #support::run(#stream, #progress).await)
        }
        (Kind::Automatic | Kind::Manual, _) => succeeded,
    }
}
