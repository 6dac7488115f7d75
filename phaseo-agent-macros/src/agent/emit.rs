//! What `#[agent]` expands to.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::input::Input;
use crate::local::local;

use super::check::Agent;
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
///             Check { .. },
///             Check { .. },
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
        settings,
        function,
        params,
        ..
    } = agent;
    let (root, input) = (&settings.root, &params.input);
    let kept = function.kept();
    let name = function.name();
    let visibility = &function.visibility;
    let docs = function.docs();
    let cfgs: Vec<_> = function.cfgs().collect();
    let definition = input.definition(root, visibility, &cfgs, &function.plain_name());
    let conversions = conversions(input);
    let assertion = input.assertion(root);
    let constructor = constructor(agent);
    let distinct = tools::distinct_names(root, &settings.tools);
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
                HasNoValidator as _, HasValidator as _, NeedsContext as _, NotValidated as _, StatesNothing as _,
                StatesRules as _, TakesSaid as _, Validated as _,
            };
            #assertion
            #conversions
            #constructor
            #distinct
        };
    }
}

/// What can be given to `run` in place of the input: the one field of it, and a `&str` for a text.
fn conversions(input: &Input) -> TokenStream {
    let Input::Fields(input) = input else {
        return TokenStream::new();
    };
    let name = &input.name;
    let value = local("value");
    match input.fields.as_slice() {
        [] => quote! {
            #[automatically_derived]
            impl ::core::convert::From<()> for #name {
                fn from((): ()) -> Self {
                    Self {}
                }
            }
        },
        [field] => {
            let (field, ty) = (&field.name, &field.ty);
            let text = is_string(ty).then(|| {
                // The bound holds for the `String` of std. If a type of the user's has its name,
                // this is not there.
                quote! {
                    #[automatically_derived]
                    impl<'text> ::core::convert::From<&'text ::core::primitive::str> for #name
                    where
                        #ty: ::core::convert::From<&'text ::core::primitive::str>,
                    {
                        fn from(#value: &'text ::core::primitive::str) -> Self {
                            Self { #field: ::core::convert::From::from(#value) }
                        }
                    }
                }
            });
            quote! {
                #[automatically_derived]
                impl ::core::convert::From<#ty> for #name {
                    fn from(#value: #ty) -> Self {
                        Self { #field: #value }
                    }
                }
                #text
            }
        }
        _ => TokenStream::new(),
    }
}

fn is_string(ty: &syn::Type) -> bool {
    crate::param::last_segment(ty).is_some_and(|segment| segment.ident == "String")
}

fn constructor(agent: &Agent<'_>) -> TokenStream {
    let Agent {
        function,
        id,
        settings,
        params,
        returned,
    } = agent;
    let (root, input) = (&settings.root, &params.input);
    let name = function.name();
    let visibility = &function.visibility;
    let input_type = input.ty();
    let (value, context) = (local("input"), local("context"));
    let call = params.call(root, &value, &context);
    let (before, arguments) = (&call.before, &call.arguments);
    let needs = params.needs(root);
    // rustc reports a future that is not `Send` here.
    let at_name = root.at(name.span());
    let at_return = root.at(returned.span());
    let prompted = quote_spanned! {returned.span()=>
        #at_return::__private::succeeded(<#returned as #at_return::__private::Prompts>::prompt(#name(#(#arguments),*).await))
    };
    let prompt = quote_spanned! {name.span()=>
        |#value: #input_type, #context: #at_name::PromptContext| async move {
            let _ = (&#value, &#context);
            #before
            #prompted
        }
    };
    let validated = input.validated(root);
    let issues = input.issues(root, &value);
    let answer =
        quote_spanned!(returned.span()=> <#returned as #at_return::__private::Prompts>::Answer);
    let answer_check = quote_spanned! {returned.span()=>
        #at_return::__private::Check {
            validated: (&&&#at_return::__private::Validator::<#answer>::of()).found(),
            issues: |#value: &#answer| (&&&#at_return::__private::Validate(#value)).issues(""),
        }
    };
    let input_check = quote! {
        #root::__private::Check { validated: #validated, issues: |#value: &#input_type| { #issues } }
    };
    let input_rules = quote!((&#root::__private::InputRules::<#input_type>::new()).stated());
    let settings = calls::calls(settings, &answer);
    let make = quote_spanned! {name.span()=>
        #at_name::__private::agent(#id, #input_rules, #needs, #prompt, #input_check, #answer_check)
    };
    let builder = quote_spanned!(returned.span()=> #at_return::AgentBuilder<#input_type, #answer>);
    let doc = format!(
        " The agent `{}`, to be given a client and then to be built.",
        function.plain_name()
    );
    quote! {
        #[automatically_derived]
        #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #name {
            #[doc = #doc]
            #visibility fn agent() -> #builder {
                #make #settings
            }
        }
    }
}
