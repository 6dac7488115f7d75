//! The settings of an agent as calls of the builder's methods.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::support::Support;
use crate::tool::on_error;

use super::setting::{self, Setting};
use super::settings::{OnStop, Settings, ToolChoice};
use super::{policy, stop, tools};

/// One call a setting, of an agent whose answers are of this type. What `each_turn` says comes last:
/// it beats the single functions of the turn.
pub(super) fn calls(settings: &Settings, answer: &TokenStream) -> TokenStream {
    let support = &settings.support;
    let model = setting(settings.model.as_ref(), "model", support);
    let instructions = setting(settings.instructions.as_ref(), "instructions", support);
    let tools = tools::calls(support, &settings.tools);
    let tool_choice = settings.tool_choice.map(|choice| {
        let choice = match choice {
            ToolChoice::Auto => quote!(Auto),
            ToolChoice::Required => quote!(Required),
            ToolChoice::None => quote!(None),
        };
        quote!(.tool_choice(#support::ToolChoice::#choice))
    });
    let max_steps = settings.max_steps.map(|limit| quote!(.max_steps(#limit)));
    let limits = settings.limits.as_ref().map(|limits| {
        let limits = stop::emit(limits, support);
        quote!(.stop_when(#limits))
    });
    let on_stop = settings.on_stop.map(|then| {
        let then = match then {
            OnStop::Return => quote!(Return),
            OnStop::Answer => quote!(Answer),
        };
        quote!(.on_stop(#support::OnStop::#then))
    });
    let numbers = [
        ("loop_guard", settings.loop_guard),
        ("tool_concurrency", settings.tool_concurrency),
        ("max_output_chars", settings.max_output_chars),
    ];
    let numbers = numbers.into_iter().filter_map(|(name, number)| {
        let (name, number) = (
            Ident::new(name, Span::call_site()),
            Literal::u64_unsuffixed(number?),
        );
        Some(quote!(.#name(#number)))
    });
    let temperature = setting(settings.temperature.as_ref(), "temperature", support);
    let top_p = setting(settings.top_p.as_ref(), "top_p", support);
    let max_output_tokens = settings.max_output_tokens.as_ref();
    let max_output_tokens = setting(max_output_tokens, "max_output_tokens", support);
    let each_turn = settings.each_turn.as_ref().map(|each_turn| {
        let plan = setting::typed(each_turn, support);
        let support = support.at(plan.span());
        quote_spanned!(plan.span()=> .each_turn(#support::plan(#plan)))
    });
    let context = settings
        .context
        .as_ref()
        .map(|ty| quote_spanned!(ty.span()=> .context_type::<#ty>()));
    let approval = settings.approval.as_ref();
    let approval = approval.map(|asked| policy::approval_call(asked, support));
    let human_review = settings.human_review.as_ref();
    let human_review = human_review.map(|asked| policy::review_call(asked, answer, support));
    let on_error = settings.on_error.map(|policy| {
        let policy = on_error(policy);
        quote!(.on_error(#support::OnError::#policy))
    });
    quote! {
        #model #instructions #tools #tool_choice #max_steps #limits #on_stop #(#numbers)* #temperature #top_p
            #max_output_tokens #on_error #context #approval #human_review #each_turn
    }
}

fn setting<V: ToTokens>(
    setting: Option<&Setting<V>>,
    name: &str,
    support: &Support,
) -> Option<TokenStream> {
    Some(match setting? {
        Setting::Written(value) => {
            let name = Ident::new(name, Span::call_site());
            quote!(.#name(#value))
        }
        Setting::Given(callable) => {
            let said = setting::typed(callable, support);
            let name = format_ident!("said_{name}", span = said.span());
            let support = support.at(said.span());
            quote_spanned!(said.span()=> .#name(#support::said(#said)))
        }
    })
}
