//! The function that makes an agent's prompt.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use crate::errors::Errors;
use crate::function::{self, Function};
use crate::input::{Input, Whole, argument, validator_of};
use crate::local::local;
use crate::support::Support;
use crate::types;

use super::params::{self, Params};

/// The function that makes an agent's prompt.
pub(super) struct Prompt<'a> {
    pub(super) function: &'a Function,
    pub(super) params: Params,
    pub(super) returned: &'a Type,
}

/// Checks the function that makes the prompt.
pub(super) fn check<'a>(
    function: &'a Function,
    role: &'static str,
    errors: &Errors,
) -> Option<Prompt<'a>> {
    let before = errors.count();
    function.check_async(role, errors);
    function.check(role, errors);
    function.check_body(errors);
    let returned = returned(function, errors);
    let params = params::check(function, role, errors)?;
    let returned = returned?;
    (errors.count() == before).then_some(Prompt {
        function,
        params,
        returned,
    })
}

fn returned<'a>(function: &'a Function, errors: &Errors) -> Option<&'a Type> {
    let Some(returned) = function.return_type() else {
        let name = function.plain_name();
        errors.at(function.name(), format!("`{name}` returns nothing; an agent returns `Prompt<T>`, where `T` is the type of its answer"));
        return None;
    };
    function::check_return(returned, "an agent", errors);
    let success = function::success(returned);
    let ty = types::spelled(success);
    if let Some(inner) = wrapped(success).filter(|inner| is_prompt(inner)) {
        let inner = types::spelled(inner);
        errors.at(success, format!("an agent returns a prompt or fails; write `{inner}`, or `Result<{inner}, E>`, in place of `{ty}`"));
    } else if types::is_plain(success) || wrapped(success).is_some() {
        errors.at(success, format!("an agent returns the prompt for its answer; write `Prompt<{ty}>` in place of `{ty}`"));
    }
    Some(returned)
}

/// What is in a type that plainly holds another and is no `Result`.
fn wrapped(returned: &Type) -> Option<&Type> {
    let segment = types::last_segment(returned)?;
    let is_holder = ["Option", "Vec", "Box"]
        .iter()
        .any(|name| segment.ident == name);
    argument(segment).filter(|_| is_holder)
}

fn is_prompt(ty: &Type) -> bool {
    types::last_segment(ty).is_some_and(|segment| segment.ident == "Prompt")
}

impl Prompt<'_> {
    /// The type of the answer.
    pub(super) fn answer(&self, support: &Support) -> TokenStream {
        let returned = self.returned;
        let support = support.at(returned.span());
        quote_spanned!(returned.span()=> <#returned as #support::Prompts>::Answer)
    }

    /// The type of the builder.
    pub(super) fn builder(&self, support: &Support) -> TokenStream {
        let (input, answer) = (self.params.input.ty(), self.answer(support));
        let support = support.at(self.returned.span());
        quote_spanned!(self.returned.span()=> #support::AgentBuilder<#input, #answer>)
    }

    /// The builder before anything is set on it.
    pub(super) fn made(&self, id: &str, support: &Support) -> TokenStream {
        let Self {
            function,
            params,
            returned,
        } = self;
        let input = &params.input;
        let name = function.name();
        let input_type = input.ty();
        let prompt = self.function(support);
        let needs = params.needs(support);
        let answer = self.answer(support);
        let at_name = support.at(name.span());
        let at_return = support.at(returned.span());
        let validators = input.validators(support, Whole::Bare);
        let kind = quote_spanned!(returned.span()=> #at_return::Of::<#answer>::new());
        let answer_validator = validator_of(support, returned.span(), &kind);
        let answer_validators = quote_spanned! {returned.span()=>
            &#at_return::Validators::none().whole(#answer_validator)
        };
        let input_rules = quote!((&#support::InputRules::<#input_type>::new()).stated());
        quote_spanned! {name.span()=>
            #at_name::agent(#id, #input_rules, #needs, #prompt, #validators, #answer_validators)
        }
    }

    /// The function as the runtime calls it.
    ///
    /// Output for a method of a block of `Support`, with paths cut short:
    /// ```text
    /// {
    ///     let shared = Clone::clone(&shared);
    ///     move |input: SupportAskInput, context: PromptContext| {
    ///         let shared = Clone::clone(&shared);
    ///         async move { succeeded(<Prompt<Advice> as Prompts>::prompt(<Support>::ask(&shared, input.question).await)) }
    ///     }
    /// }
    /// ```
    fn function(&self, support: &Support) -> TokenStream {
        let Self {
            function,
            params,
            returned,
        } = self;
        let name = function.name();
        let input_type = params.input.ty();
        let (value, context, shared) = (local("input"), local("context"), shared());
        let call = params.call(support, &value, &context);
        let before = &call.before;
        let called = function.call(&quote!(#shared), &call.arguments);
        // rustc reports a future that is not `Send` here.
        let at_name = support.at(name.span());
        let at_return = support.at(returned.span());
        let prompted = quote_spanned! {returned.span()=>
            #at_return::succeeded(<#returned as #at_return::Prompts>::prompt(#called.await))
        };
        let work = quote_spanned! {name.span()=>
            async move {
                let _ = (&#value, &#context);
                #before
                #prompted
            }
        };
        let head =
            quote_spanned!(name.span()=> |#value: #input_type, #context: #at_name::PromptContext|);
        if function.owner.is_none() {
            return quote!(#head #work);
        }
        let share = quote!(let #shared = ::core::clone::Clone::clone(&#shared););
        quote!({ #share move #head { #share #work } })
    }
}

/// The local that holds what an agent's methods are called on.
pub(super) fn shared() -> Ident {
    local("shared")
}

/// What can be given to `run` in place of the input: the one field of it, and a `&str` for a text.
pub(super) fn conversions(input: &Input) -> TokenStream {
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

fn is_string(ty: &Type) -> bool {
    types::last_segment(ty).is_some_and(|segment| segment.ident == "String")
}
