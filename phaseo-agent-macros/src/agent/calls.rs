//! The settings of an agent as calls of the builder's methods.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::tool::on_error;

use super::settings::{OnStop, Settings, ToolChoice};
use super::{stop, tools};

/// One call a setting.
pub(super) fn calls(settings: &Settings) -> TokenStream {
    let root = &settings.root;
    let model = settings.model.as_ref().map(|model| quote!(.model(#model)));
    let instructions = settings
        .instructions
        .as_ref()
        .map(|text| quote!(.instructions(#text)));
    let tools = tools::calls(root, &settings.tools);
    let tool_choice = settings.tool_choice.map(|choice| {
        let choice = match choice {
            ToolChoice::Auto => quote!(Auto),
            ToolChoice::Required => quote!(Required),
            ToolChoice::None => quote!(None),
        };
        quote!(.tool_choice(#root::model::ToolChoice::#choice))
    });
    let max_steps = settings.max_steps.map(|limit| quote!(.max_steps(#limit)));
    let limits = settings.limits.as_ref().map(|limits| {
        let limits = stop::emit(limits, root);
        quote!(.stop_when(#limits))
    });
    let on_stop = settings.on_stop.map(|then| {
        let then = match then {
            OnStop::Return => quote!(Return),
            OnStop::Answer => quote!(Answer),
        };
        quote!(.on_stop(#root::run::OnStop::#then))
    });
    let numbers = [
        ("loop_guard", settings.loop_guard),
        ("tool_concurrency", settings.tool_concurrency),
        ("max_output_chars", settings.max_output_chars),
        ("max_output_tokens", settings.max_output_tokens),
    ];
    let numbers = numbers.into_iter().filter_map(|(name, number)| {
        let (name, number) = (
            Ident::new(name, Span::call_site()),
            Literal::u64_unsuffixed(number?),
        );
        Some(quote!(.#name(#number)))
    });
    let temperature = settings
        .temperature
        .map(|temperature| quote!(.temperature(#temperature)));
    let top_p = settings.top_p.map(|share| quote!(.top_p(#share)));
    let on_error = settings.on_error.map(|policy| {
        let policy = on_error(policy);
        quote!(.on_error(#root::tool::OnError::#policy))
    });
    quote! {
        #model #instructions #tools #tool_choice #max_steps #limits #on_stop #(#numbers)* #temperature #top_p
            #on_error
    }
}
