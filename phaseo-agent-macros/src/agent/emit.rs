//! What `#[agent]` expands to.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::crate_path::CratePath;
use crate::input::{Input, Taken};
use crate::local::local;
use crate::tool::on_error;

use super::check::{Agent, Listed, OnStop, ToolChoice};
use super::stop;

/// Input:
/// ```text
/// /// You triage tickets.
/// #[agent(model = "openai/gpt-5-nano", tools(fetch_ticket, deploy))]
/// async fn triage(ticket_id: String) -> Prompt<Triage> { .. }
/// ```
/// Output, with paths cut short:
/// ```text
/// /// You triage tickets.
/// async fn triage(ticket_id: String) -> Prompt<Triage> { .. }
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
///             |input: TriageInput| async move { succeeded(<Prompt<Triage> as Prompts>::prompt(triage(input.ticket_id).await)) },
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
        root,
        function,
        input,
        ..
    } = agent;
    let kept = function.kept();
    let name = function.name();
    let visibility = &function.visibility;
    let docs = function.docs();
    let cfgs: Vec<_> = function.cfgs().collect();
    let definition = input.definition(root, visibility, &cfgs, &function.plain_name());
    let conversions = conversions(input);
    let assertion = input.assertion(root);
    let constructor = constructor(agent);
    let distinct = distinct_names(root, &agent.tools);
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
                StatesRules as _, Validated as _,
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
        root,
        function,
        input,
        arguments,
        returned,
        ..
    } = agent;
    let name = function.name();
    let visibility = &function.visibility;
    let input_type = input.ty();
    let (id, settings) = (&agent.id, settings(agent));
    let value = local("input");
    let arguments = arguments.iter().map(|taken| match taken {
        Taken::Field(field) => quote!(#value.#field),
        Taken::Whole => quote!(#root::tool::Args(#value)),
    });
    // rustc reports a future that is not `Send` here.
    let at_name = root.at(name.span());
    let at_return = root.at(returned.span());
    let prompted = quote_spanned! {returned.span()=>
        #at_return::__private::succeeded(<#returned as #at_return::__private::Prompts>::prompt(#name(#(#arguments),*).await))
    };
    let prompt = quote_spanned! {name.span()=>
        |#value: #input_type| async move {
            let _ = &#value;
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
    let make = quote_spanned! {name.span()=>
        #at_name::__private::agent(#id, #input_rules, #prompt, #input_check, #answer_check)
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

/// What the attribute and the doc comment say, as calls of the builder's methods.
fn settings(agent: &Agent<'_>) -> TokenStream {
    let root = &agent.root;
    let model = agent.model.as_ref().map(|model| quote!(.model(#model)));
    let instructions = agent
        .instructions
        .as_ref()
        .map(|text| quote!(.instructions(#text)));
    let tools = agent.tools.iter().map(|listed| match listed {
        Listed::Named(path) => {
            let listed = named(root, path);
            quote!(.tools(#listed.tool()))
        }
        Listed::Given(expression) => quote_spanned!(expression.span()=> .tools(#expression)),
    });
    let tool_choice = agent.tool_choice.map(|choice| {
        let choice = match choice {
            ToolChoice::Auto => quote!(Auto),
            ToolChoice::Required => quote!(Required),
            ToolChoice::None => quote!(None),
        };
        quote!(.tool_choice(#root::model::ToolChoice::#choice))
    });
    let max_steps = agent.max_steps.map(|limit| quote!(.max_steps(#limit)));
    let limits = agent.limits.as_ref().map(|limits| {
        let limits = stop::emit(limits, root);
        quote!(.stop_when(#limits))
    });
    let on_stop = agent.on_stop.map(|then| {
        let then = match then {
            OnStop::Return => quote!(Return),
            OnStop::Answer => quote!(Answer),
        };
        quote!(.on_stop(#root::run::OnStop::#then))
    });
    let numbers = [
        ("loop_guard", agent.loop_guard),
        ("tool_concurrency", agent.tool_concurrency),
        ("max_output_chars", agent.max_output_chars),
        ("max_output_tokens", agent.max_output_tokens),
    ];
    let numbers = numbers.into_iter().filter_map(|(name, number)| {
        let (name, number) = (
            Ident::new(name, Span::call_site()),
            Literal::u64_unsuffixed(number?),
        );
        Some(quote!(.#name(#number)))
    });
    let temperature = agent
        .temperature
        .map(|temperature| quote!(.temperature(#temperature)));
    let top_p = agent.top_p.map(|share| quote!(.top_p(#share)));
    let on_error = agent.on_error.map(|policy| {
        let policy = on_error(policy);
        quote!(.on_error(#root::tool::OnError::#policy))
    });
    quote! {
        #model #instructions #(#tools)* #tool_choice #max_steps #limits #on_stop #(#numbers)* #temperature #top_p
            #on_error
    }
}

/// One assertion a path, so that the caret is on the second tool of a name.
fn distinct_names(root: &CratePath, tools: &[Listed]) -> TokenStream {
    let paths: Vec<_> = tools
        .iter()
        .filter_map(|listed| match listed {
            Listed::Named(path) => Some(path),
            Listed::Given(_) => None,
        })
        .collect();
    let names = paths.iter().map(|path| {
        let listed = named(root, path);
        quote!(#listed.name)
    });
    let names = quote!([#(#names),*]);
    let assertions = paths.iter().enumerate().skip(1).map(|(index, path)| {
        let message = format!(
            "an earlier tool of this agent has the same name as `{}`; give one of them another with `#[tool(name = \"..\")]`",
            path.to_token_stream().to_string().replace(' ', "")
        );
        quote_spanned! {path.span()=>
            const _: () = ::core::assert!(#root::__private::is_first(&#names, #index), #message);
        }
    });
    assertions.collect()
}

/// All uses of a path are alike to the last span, so that rustc reports one that is no tool once.
fn named(root: &CratePath, path: &syn::Path) -> TokenStream {
    let root = root.at(path.span());
    quote_spanned!(path.span()=> #root::__private::listed(#path {}))
}
