//! What `#[tool]` expands to.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse_quote;
use syn::spanned::Spanned;

use crate::choice::OnError;
use crate::duration;
use crate::input::{Input, Taken};
use crate::local::local;
use crate::owner::Owner;
use crate::span::placed;

use super::approval::Approval;
use super::check::Tool;
use super::kind::Kind;
use super::next_turn;
use super::params::Argument;
use super::returned::{handing, output, writer};
use super::schema_file;
use super::streaming::{self, Sends, is_progress};
use super::supplied::supplied;

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
///     const OPTIONS: Options = Options::new().timeout(Duration::new(3, 0));
///     type Input = FetchTicketInput;
///     fn output_schema() -> Schema { writer((&Returns::<Result<Ticket, DeskError>>::new()).kind()).schema() }
///     fn needs() -> Vec<Need> { needs([<State<Desk> as Extract>::need()]) }
///     fn validators() -> Validators { .. }
///     fn validate(input: &FetchTicketInput) -> Vec<Issue> { .. }
///     async fn call(&self, input: FetchTicketInput, context: ToolContext) -> Result<Output, ToolError> {
///         let extracted = <State<Desk> as Extract>::extract(&context)?;
///         let returned = fetch_ticket(input.ticket_id, extracted).await;
///         let value = succeeded((&Returns::<Result<Ticket, DeskError>>::new()).value(returned))?;
///         let issues = (&&&Validate(&value)).issues("");
///         writer((&Returns::<Result<Ticket, DeskError>>::new()).kind()).write(&value, &issues)
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
    let input_type = params.input.tool_ty(support);
    let asked_input_type = params.input.asked_tool_ty(support);
    let options = options(tool);
    let input = local("input");
    let validators = validators(tool);
    let issues = params.input.issues(support, &input);
    let needs = needs(tool);
    let execution = match tool.kind {
        Kind::Automatic => call(tool),
        Kind::Manual => not_called(tool),
        Kind::Interactive => {
            let (execute, call) = (execute(tool), not_called(tool));
            quote!(#call #execute)
        }
    };
    let approval = approval(tool);
    let supplied = (tool.kind != Kind::Automatic).then(|| supplied(tool));
    let progress = streaming::streaming(tool).map(|streaming| {
        quote! {
            fn progress_schema() -> ::core::option::Option<#support::Schema> {
                ::core::option::Option::Some(#streaming.schema())
            }
        }
    });
    let next_turn = tool.next_turn.as_ref().map(|next| {
        let next = next_turn::emit(next, support);
        quote! {
            fn options() -> #support::Options {
                Self::OPTIONS.next_turn(#next)
            }
        }
    });
    let writer = writer(tool);
    let shared = tool.function.owner.as_ref().map(Owner::shared);
    quote! {
        #[automatically_derived]
        #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #support::TypedTool for #ty #shared {
            const NAME: &'static ::core::primitive::str = #name;
            const DESCRIPTION: &'static ::core::primitive::str = #description;
            const OPTIONS: #support::Options = #options;
            type Input = #asked_input_type;

            fn output_schema() -> #support::Schema {
                #writer.schema()
            }
            #progress
            #next_turn
            #needs
            fn validators() -> #support::Validators {
                #validators
            }
            fn validate(#input: &#input_type) -> #support::Issues {
                #issues
            }
            #approval
            #execution
            #supplied
        }
    }
}

fn options(tool: &Tool<'_>) -> TokenStream {
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
        Approval::Open => None,
        Approval::Always => Some(quote!(.require_approval())),
        Approval::Rule(_) => Some(quote!(.approval_by_rule())),
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
    quote! {
        #support::Options::new()
            #timeout #on_error #max_retries #approval #kind #idempotent #sequential #max_concurrency #max_output_chars
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

/// What is validated beyond its type, as a `Validators`.
fn validators(tool: &Tool<'_>) -> TokenStream {
    let at_return = tool.support.at(tool.returned.span());
    let input = tool.params.input.validators(&tool.support);
    let output = (tool.kind != Kind::Manual || tool.response.is_some()).then(|| {
        let output = output(tool);
        let found = quote_spanned! {tool.returned.span()=>
            (&&&#at_return::Validator::of_kind(&#output)).found()
        };
        quote!(.output(#found))
    });
    let progress = streaming::streaming(tool).map(|streaming| {
        let found = quote_spanned! {tool.returned.span()=>
            (&&&#at_return::Validator::of_kind(#streaming.progress())).found()
        };
        quote!(.progress(#found))
    });
    quote!(#input #output #progress)
}

fn needs(tool: &Tool<'_>) -> Option<TokenStream> {
    let support = &tool.support;
    let mut needs = tool
        .params
        .arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Extracted(ty) => {
                let support = support.at(ty.span());
                Some(quote_spanned!(ty.span()=> <#ty as #support::Extract<#support::ToolContext>>::need()))
            }
            Argument::Taken(_) => None,
        });
    let first = needs.next()?;
    Some(quote! {
        fn needs() -> #support::Needs {
            #support::needs([#first #(, #needs)*])
        }
    })
}

/// Input:
/// ```text
/// #[tool(approval = |input| input.cents > 100)]
/// ```
/// Output, with paths cut short:
/// ```text
/// async fn approval(&self, input: &RefundInput, context: &ToolContext) -> Result<bool, ToolError> {
///     decide::<RefundInput, _, _>(|input: &RefundInput| input.cents > 100, input, context).await
/// }
/// ```
fn approval(tool: &Tool<'_>) -> Option<TokenStream> {
    let Approval::Rule(rule) = &tool.approval else {
        return None;
    };
    let support = &tool.support;
    let (input, context) = (local("input"), local("context"));
    let taken = &tool.params.input;
    let (input_type, inner_type) = (taken.tool_ty(support), taken.ty());
    let inner = match taken {
        Input::Whole(_) => quote!(&#input.0),
        Input::Fields(_) => quote!(#input),
    };
    let rule = rule.typed(support, &parse_quote!(#inner_type));
    let at_rule = support.at(rule.span());
    let ruled_type = placed(inner_type, rule.span());
    let decide = quote_spanned!(rule.span()=> #at_rule::decide::<#ruled_type, _, _>(#rule, #inner, #context));
    Some(quote! {
        async fn approval(&self, #input: &#input_type, #context: &#support::ToolContext)
            -> ::core::result::Result<::core::primitive::bool, #support::ToolError>
        {
            #decide.await
        }
    })
}

/// Calls the user's function: what is to be done before it, and its call.
fn called(tool: &Tool<'_>) -> (TokenStream, TokenStream) {
    let (input, context) = (local("input"), local("context"));
    let mut extracted = Vec::new();
    let arguments = tool.params.arguments.iter().map(|argument| match argument {
        Argument::Taken(Taken::Field(field)) => quote!(#input.#field),
        Argument::Taken(Taken::Whole) => quote!(#input),
        Argument::Extracted(ty) => {
            let argument = local(&format!("extracted_{}", extracted.len()));
            let support = tool.support.at(ty.span());
            let mut take =
                quote_spanned!(ty.span()=> <#ty as #support::Extract<#support::ToolContext>>::extract(&#context)?);
            if is_progress(ty) {
                take = quote_spanned!(ty.span()=> #support::Sending(#take).checked());
            }
            extracted.push(quote!(let #argument = #take;));
            quote!(#argument)
        }
    });
    let arguments: Vec<_> = arguments.collect();
    let name = tool.function.name();
    let shared = quote_spanned!(name.span()=> self.0);
    let call = tool.function.call(&shared, &arguments);
    let waited = tool.function.is_async().then(|| quote!(.await));
    (
        quote! {
            let _ = (&#input, &#context);
            #(#extracted)*
        },
        quote!(#call #waited),
    )
}

/// What the function returned, as a `Result` with a `ToolError`.
fn succeeded(tool: &Tool<'_>, result: &Ident) -> TokenStream {
    let returned = &tool.returned;
    let support = tool.support.at(returned.span());
    quote_spanned! {returned.span()=>
        #support::succeeded((&#support::Returns::<#returned>::new()).value(#result))
    }
}

fn call(tool: &Tool<'_>) -> TokenStream {
    let support = &tool.support;
    let (result, value, issues) = (local("returned"), local("value"), local("issues"));
    let head = head(tool, &quote!(call), &quote!(Output));
    let (before, called) = called(tool);
    let finished = match &tool.sends {
        Some(Sends::Body | Sends::Updates(_)) => streamed(tool, &result),
        Some(Sends::Parameter(_)) | None => succeeded(tool, &result),
    };
    let writer = writer(tool);
    quote! {
        #head {
            #before
            let #result = #called;
            let #value = #finished?;
            let #issues = (&&&#support::Validate(&#value)).issues("");
            #writer.write(&#value, &#issues)
        }
    }
}

/// What a stream that was returned comes to.
///
/// Output for `#[tool(streaming)] async fn scan() -> ToolStream<u32, Found>`, with paths cut short:
/// ```text
/// run(returned, streaming::<ToolStream<u32, Found>>().sending(&context).checked()).await
/// ```
fn streamed(tool: &Tool<'_>, result: &Ident) -> TokenStream {
    let support = tool.support.at(tool.returned.span());
    let context = local("context");
    let streaming = streaming::streaming(tool);
    let mut result = result.clone();
    result.set_span(result.span().located_at(tool.returned.span()));
    let stream = match &tool.sends {
        Some(Sends::Updates(item)) => {
            quote_spanned!(item.span()=> <#item as #support::Updates>::stream(#result))
        }
        _ => quote!(#result),
    };
    quote_spanned! {tool.returned.span()=>
        #support::run(#stream, #streaming.sending(&#context).checked()).await
    }
}

/// The execution of an interactive tool.
///
/// Input:
/// ```text
/// #[tool(interactive)]
/// async fn refund(cents: u32) -> Interactive<u32> { .. }
/// ```
/// Output, with paths cut short:
/// ```text
/// async fn execute(&self, input: RefundInput, context: ToolContext) -> Result<Finished, ToolError> {
///     let returned = refund(input.cents).await;
///     let returned = succeeded((&Returns::<Interactive<u32>>::new()).value(returned))?;
///     let handing = handing((&Returns::<Interactive<u32>>::new()).kind());
///     writer(handing.output()).finish(handing.hand(returned), |value| (&&&Validate(value)).issues(""))
/// }
/// ```
fn execute(tool: &Tool<'_>) -> TokenStream {
    let support = &tool.support;
    let (result, value) = (local("returned"), local("value"));
    let head = head(tool, &quote!(execute), &quote!(Finished));
    let (before, called) = called(tool);
    let succeeded = succeeded(tool, &result);
    let handing = handing(tool);
    let writer = writer(tool);
    quote! {
        #head {
            #before
            let #result = #called;
            let #result = #succeeded?;
            #writer.finish(#handing.hand(#result), |#value| (&&&#support::Validate(#value)).issues(""))
        }
    }
}

/// The head of an execution. rustc reports a future that is not `Send` on it.
fn head(tool: &Tool<'_>, method: &TokenStream, gives: &TokenStream) -> TokenStream {
    let support = &tool.support;
    let (input, context) = (local("input"), local("context"));
    let input_type = tool.params.input.tool_ty(support);
    quote_spanned! {tool.function.name().span()=>
        async fn #method(&self, #input: #input_type, #context: #support::ToolContext)
            -> ::core::result::Result<#support::#gives, #support::ToolError>
    }
}

/// The method that every tool has, where something else runs in its place.
fn not_called(tool: &Tool<'_>) -> TokenStream {
    let support = &tool.support;
    let input_type = tool.params.input.tool_ty(support);
    quote! {
        async fn call(&self, _: #input_type, _: #support::ToolContext)
            -> ::core::result::Result<#support::Output, #support::ToolError>
        {
            #support::not_called()
        }
    }
}
