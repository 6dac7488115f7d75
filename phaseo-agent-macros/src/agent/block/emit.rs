//! What `#[agent]` expands to on an `impl` block.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Attribute;

use crate::local::local;
use crate::owner::Owner;
use crate::support::Support;
use crate::tool;
use crate::tool::check::Tool;

use super::super::prompt::{conversions, shared};
use super::super::{calls, tools};
use super::check::Agent;
use super::syntax::{Block, Head, Item};

/// Input:
/// ```text
/// /// You answer questions of customers.
/// #[agent(model = "openai/gpt-5-nano")]
/// impl Support {
///     /// Load one ticket.
///     #[tool]
///     async fn ticket(&self, id: String) -> Ticket { .. }
/// }
/// ```
/// Output, with paths cut short:
/// ```text
/// /// You answer questions of customers.
/// impl Support {
///     /// Load one ticket.
///     async fn ticket(&self, id: String) -> Ticket { .. }
/// }
///
/// #[derive(Deserialize, JsonSchema)]
/// struct SupportTicketInput { pub id: String }
///
/// const _: () = {
///     struct SupportTicketTool(Arc<Support>);
///     impl TypedTool for SupportTicketTool { .. <Support>::ticket(&self.0, input.id).await .. }
///
///     impl Support {
///         pub fn into_agent(self) -> AgentBuilder<String, String> {
///             let shared = Arc::new(self);
///             let builder = Agent::builder("support");
///             let builder = builder.tools(SupportTicketTool(Clone::clone(&shared)));
///             builder.model("openai/gpt-5-nano").instructions("You answer questions of customers.")
///         }
///     }
/// };
/// ```
pub(crate) fn emit(agent: &Agent<'_>) -> TokenStream {
    let Agent {
        settings,
        tools,
        prompt,
        ..
    } = agent;
    let support = &settings.support;
    let kept = kept(agent);
    let beside = tools.iter().map(tool::emit::beside);
    let types = tools.iter().map(|tool| tool_type(agent, tool));
    let asked = prompt.as_ref().map(|prompt| {
        let input = &prompt.params.input;
        let cfgs: Vec<_> = prompt.function.cfgs().collect();
        let owner = prompt.function.plain_name();
        // It is seen wherever `into_agent` is.
        let definition = input.definition(support, &syn::parse_quote!(pub), &cfgs, &owner);
        let definition = definition
            .map(|definition| quote!(#[allow(private_interfaces, unreachable_pub)] #definition));
        (definition, input.assertion(support), conversions(input))
    });
    let (definition, assertion, conversions) = asked.unwrap_or_default();
    let constructor = constructor(agent);
    let distinct = distinct_names(agent);
    let scope = support.scope(&quote!(#(#types)* #assertion #conversions #constructor #distinct));
    let cfgs = cfgs(&agent.block.head);
    quote! {
        #kept
        #(#beside)*
        #definition
        #(#cfgs)*
        #scope
    }
}

/// What is left of a block with mistakes: itself, and an agent that cannot be built.
pub(crate) fn fallback(block: &Block) -> TokenStream {
    let path = Support::written(&block.options).path();
    let items = block.items.iter().map(|item| match item {
        Item::Tool(written) => written.function.kept_by_fallback(),
        Item::Prompt(function) => function.kept_by_fallback(),
        Item::Other(tokens) => tokens.clone(),
    });
    let plain = block.head.of_trait.is_none()
        && block.head.generics.params.is_empty()
        && Owner::of(&block.head.ty).is_some();
    let constructor = plain.then(|| {
        quote! {
            #[allow(missing_docs, unreachable_pub, dead_code)]
            pub fn into_agent(self) -> #path::AgentBuilder<#path::BrokenInput, ::std::string::String> {
                #path::broken()
            }
        }
    });
    with_items(&block.head, &quote!(#(#items)* #constructor))
}

/// The block without the attributes of its methods.
fn kept(agent: &Agent<'_>) -> TokenStream {
    let mut tools = agent.tools.iter();
    let items = agent.block.items.iter().map(|item| match item {
        Item::Tool(_) => tools.next().and_then(tool::emit::kept),
        Item::Prompt(function) => Some(function.kept()),
        Item::Other(tokens) => Some(tokens.clone()),
    });
    with_items(&agent.block.head, &quote!(#(#items)*))
}

fn with_items(head: &Head, items: &TokenStream) -> TokenStream {
    let Head {
        attributes,
        generics,
        of_trait,
        ty,
        clause,
        inner,
    } = head;
    let of_trait = of_trait.as_ref().map(|of_trait| quote!(#of_trait for));
    quote!(#(#attributes)* impl #generics #of_trait #ty #clause { #(#inner)* #items })
}

fn cfgs(head: &Head) -> impl Iterator<Item = &Attribute> {
    head.attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
}

/// The type that is the tool: it holds what the method is called on.
fn tool_type(agent: &Agent<'_>, tool: &Tool<'_>) -> TokenStream {
    let owner = &agent.block.head.ty;
    let name = tool.function.type_name();
    let cfgs: Vec<_> = tool.function.cfgs().collect();
    let implementation = tool::emit::implementation(tool);
    quote! {
        #(#cfgs)*
        #[allow(dead_code)]
        struct #name(::std::sync::Arc<#owner>);
        #(#cfgs)*
        #implementation
    }
}

fn constructor(agent: &Agent<'_>) -> TokenStream {
    let Agent {
        block,
        id,
        settings,
        tools,
        prompt,
    } = agent;
    let support = &settings.support;
    let ty = &block.head.ty;
    let shared = shared();
    let builder = local("builder");
    let (builder_type, answer, made) = match prompt {
        Some(prompt) => (
            prompt.builder(support),
            prompt.answer(support),
            prompt.made(id, support),
        ),
        None => (
            quote!(#support::AgentBuilder<::std::string::String, ::std::string::String>),
            quote!(::std::string::String),
            quote!(#support::Agent::builder(#id)),
        ),
    };
    let tools = tools.iter().map(|tool| {
        let name = tool.function.type_name();
        let cfgs = tool.function.cfgs();
        quote! {
            #(#cfgs)*
            let #builder = #builder.tools(#name(::core::clone::Clone::clone(&#shared)));
        }
    });
    let settings = calls::calls(settings, &answer);
    let bound = Owner::of(ty).map(|owner| owner.shared());
    let doc = " The agent whose tools are methods of this value, to be given a client and then to be built.";
    quote! {
        #[automatically_derived]
        #[allow(
            deprecated, private_interfaces, unreachable_pub, clippy::all, clippy::pedantic, clippy::nursery
        )]
        impl #ty {
            #[doc = #doc]
            #[must_use]
            pub fn into_agent(self) -> #builder_type #bound {
                let #shared = ::std::sync::Arc::new(self);
                let _ = &#shared;
                let #builder = #made;
                #(#tools)*
                #builder #settings
            }
        }
    }
}

/// Assertions that no listed tool has the name of a method or of an earlier one.
fn distinct_names(agent: &Agent<'_>) -> TokenStream {
    let methods = agent.tools.iter();
    let methods = methods.filter(|tool| tool.function.cfgs().next().is_none());
    let names: Vec<_> = methods.map(|tool| tool.name.as_str()).collect();
    tools::distinct_names(&agent.settings.support, &names, &agent.settings.tools)
}
