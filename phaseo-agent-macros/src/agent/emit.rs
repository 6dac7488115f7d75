//! What `#[agent]` expands to.

use proc_macro2::TokenStream;
use quote::quote;

use super::check::Agent;
use super::prompt::conversions;
use super::{calls, tools};

/// Input:
/// ```text
/// /// You triage tickets.
/// #[agent(model = "openai/gpt-5-nano", tools(fetch_ticket, deploy))]
/// async fn triage(ticket_id: String, State(desk): State<Desk>) -> Prompt<Triage> { .. }
/// ```
/// Output, with paths cut short:
/// ```text
/// /// You triage tickets.
/// async fn triage(ticket_id: String, State(desk): State<Desk>) -> Prompt<Triage> { .. }
///
/// #[derive(Deserialize, JsonSchema)]
/// struct TriageInput { pub ticket_id: String }
/// impl From<String> for TriageInput { .. }
/// impl From<&str> for TriageInput { .. }
///
/// /// You triage tickets.
/// struct triage {}
///
/// impl triage {
///     fn agent() -> AgentBuilder<TriageInput, <Prompt<Triage> as Prompts>::Answer> {
///         agent(
///             "triage",
///             (&InputRules::<TriageInput>::new()).stated(),
///             needs([<State<Desk> as Extract<PromptContext>>::need()]),
///             |input: TriageInput, context: PromptContext| async move {
///                 let extracted = <State<Desk> as Extract<PromptContext>>::extract(&context)?;
///                 succeeded(<Prompt<Triage> as Prompts>::prompt(triage(input.ticket_id, extracted).await))
///             },
///             Validators::none().inside(..),
///             &Validators::none().whole(..),
///         )
///         .model("openai/gpt-5-nano")
///         .instructions("You triage tickets.")
///         .tools(listed(fetch_ticket {}).tool())
///         .tools(listed(deploy {}).tool())
///     }
/// }
///
/// const _: () = assert!(is_first(&[listed(fetch_ticket {}).name, listed(deploy {}).name], 1), "..");
/// ```
pub(crate) fn emit(agent: &Agent<'_>) -> TokenStream {
    let Agent {
        settings, prompt, ..
    } = agent;
    let function = prompt.function;
    let (support, input) = (&settings.support, &prompt.params.input);
    let kept = function.kept();
    let name = function.name();
    let visibility = &function.visibility;
    let docs = function.docs();
    let cfgs: Vec<_> = function.cfgs().collect();
    let definition = input.definition(support, visibility, &cfgs, &function.plain_name());
    let conversions = conversions(input);
    let assertion = input.assertion(support);
    let constructor = constructor(agent);
    let distinct = tools::distinct_names(support, &[], &settings.tools);
    let scope = support.scope(&quote!(#assertion #conversions #constructor #distinct));
    quote! {
        #kept
        #definition
        #(#cfgs)*
        #(#docs)*
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        #[allow(non_camel_case_types)]
        #visibility struct #name {}
        #(#cfgs)*
        #scope
    }
}

fn constructor(agent: &Agent<'_>) -> TokenStream {
    let Agent {
        id,
        settings,
        prompt,
    } = agent;
    let support = &settings.support;
    let name = prompt.function.name();
    let visibility = &prompt.function.visibility;
    let settings = calls::calls(settings, &prompt.answer(support));
    let made = prompt.made(id, support);
    let builder = prompt.builder(support);
    let doc = format!(
        " The agent `{}`, to be given a client and then to be built.",
        prompt.function.plain_name()
    );
    quote! {
        #[automatically_derived]
        #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #name {
            #[doc = #doc]
            #visibility fn agent() -> #builder {
                #made #settings
            }
        }
    }
}
