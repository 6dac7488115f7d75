//! What `#[tool]` expands to.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::choice::OnError;
use crate::input::Taken;

use super::check::Tool;
use super::params::Argument;

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
    let Tool { root, function, .. } = tool;
    let kept = function.kept();
    let name = function.name();
    let visibility = &function.visibility;
    let docs = function.docs();
    let cfgs: Vec<_> = function.cfgs().collect();
    let definition = tool
        .params
        .input
        .definition(root, visibility, &cfgs, &function.plain_name());
    let implementation = implementation(tool);
    quote! {
        #kept
        #definition
        #(#cfgs)*
        #(#docs)*
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        #[allow(non_camel_case_types)]
        #visibility struct #name {}
        #(#cfgs)*
        const _: () = {
            #[allow(unused_imports)]
            use #root::__private::{
                HasNoValidator as _, HasValidator as _, NeedsContext as _, NotValidated as _, ReturnsResult as _,
                ReturnsValue as _, Validated as _,
            };
            #implementation
        };
    }
}

fn implementation(tool: &Tool<'_>) -> TokenStream {
    let Tool {
        root,
        function,
        name,
        description,
        params,
        ..
    } = tool;
    let ty = function.name();
    let input_type = params.input.tool_ty(root);
    let asked_input_type = params.input.asked_tool_ty(root);
    let options = options(tool);
    let input = local("input");
    let validators = params.input.validators(root);
    let issues = params.input.issues(root, &input);
    let needs = needs(tool);
    let call = call(tool);
    let writer = writer(tool);
    quote! {
        #[automatically_derived]
        #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #root::tool::TypedTool for #ty {
            const NAME: &'static ::core::primitive::str = #name;
            const DESCRIPTION: &'static ::core::primitive::str = #description;
            const OPTIONS: #root::tool::Options = #options;
            type Input = #asked_input_type;

            fn output_schema() -> #root::schema::Schema {
                #writer.schema()
            }
            #needs
            fn validators() -> #root::tool::Validators {
                #validators
            }
            fn validate(#input: &#input_type) -> #root::__private::Issues {
                #issues
            }
            #call
        }
    }
}

fn options(tool: &Tool<'_>) -> TokenStream {
    let root = &tool.root;
    let timeout = tool.timeout.map(|limit| {
        let (seconds, nanos) = (limit.as_secs(), limit.subsec_nanos());
        quote!(.timeout(::core::time::Duration::new(#seconds, #nanos)))
    });
    let on_error = tool.on_error.map(|policy| {
        let policy = on_error(policy);
        quote!(.on_error(#root::tool::OnError::#policy))
    });
    let approval = tool.approval.then(|| quote!(.require_approval()));
    let idempotent = tool.idempotent.then(|| quote!(.idempotent()));
    quote!(#root::tool::Options::new() #timeout #on_error #approval #idempotent)
}

/// The variant of `OnError`.
pub(crate) fn on_error(policy: OnError) -> TokenStream {
    match policy {
        OnError::FailRun => quote!(FailRun),
        OnError::ReturnToModel => quote!(ReturnToModel),
    }
}

fn needs(tool: &Tool<'_>) -> Option<TokenStream> {
    let root = &tool.root;
    let mut needs = tool
        .params
        .arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Extracted(ty) => {
                let root = root.at(ty.span());
                Some(quote_spanned!(ty.span()=> <#ty as #root::tool::Extract>::need()))
            }
            Argument::Taken(_) => None,
        });
    let first = needs.next()?;
    Some(quote! {
        fn needs() -> #root::__private::Needs {
            #root::__private::needs([#first #(, #needs)*])
        }
    })
}

fn call(tool: &Tool<'_>) -> TokenStream {
    let Tool {
        root,
        function,
        params,
        returned,
        ..
    } = tool;
    let name = function.name();
    let input_type = params.input.tool_ty(root);
    let (input, context, value) = (local("input"), local("context"), local("value"));
    let (result, issues) = (local("returned"), local("issues"));
    let mut extracted = Vec::new();
    let arguments = params.arguments.iter().map(|argument| match argument {
        Argument::Taken(Taken::Field(field)) => quote!(#input.#field),
        Argument::Taken(Taken::Whole) => quote!(#input),
        Argument::Extracted(ty) => {
            let argument = local(&format!("extracted_{}", extracted.len()));
            let root = root.at(ty.span());
            let take =
                quote_spanned!(ty.span()=> <#ty as #root::tool::Extract>::extract(&#context)?);
            extracted.push(quote!(let #argument = #take;));
            quote!(#argument)
        }
    });
    let arguments: Vec<_> = arguments.collect();
    let writer = writer(tool);
    let root_at_return = root.at(returned.span());
    let succeeded = quote_spanned! {returned.span()=>
        #root_at_return::__private::succeeded((&#root_at_return::__private::Returns::<#returned>::new()).value(#result))
    };
    let found = quote_spanned! {returned.span()=>
        let _ = (&&&#root_at_return::__private::Validator::of_value(&#value)).found();
    };
    // rustc reports a future that is not `Send` on the signature of `call`.
    let head = quote_spanned! {name.span()=>
        async fn call(&self, #input: #input_type, #context: #root::tool::ToolContext)
            -> ::core::result::Result<#root::tool::Output, #root::tool::ToolError>
    };
    quote! {
        #head {
            let _ = (&#input, &#context);
            #(#extracted)*
            let #result = #name(#(#arguments),*).await;
            let #value = #succeeded?;
            #found
            let #issues = (&&&#root::__private::Validate(&#value)).issues("");
            #writer.write(&#value, &#issues)
        }
    }
}

/// What writes the output. All uses are alike to the last span, so that rustc reports an output
/// type that will not do once.
fn writer(tool: &Tool<'_>) -> TokenStream {
    let returned = &tool.returned;
    let root = tool.root.at(returned.span());
    quote_spanned!(returned.span()=> #root::__private::writer((&#root::__private::Returns::<#returned>::new()).kind()))
}

/// A local that no name of the user's can meet.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}
