/// You write letters to customers.
#[allow(
    clippy::unused_async,
    clippy::needless_pass_by_value,
    clippy::missing_errors_doc
)]
pub async fn letter(
    to: String,
    about: String,
    RunContext(session): RunContext<Session>,
) -> anyhow::Result<Prompt<String>> {
    Ok(Prompt::user(session.letter(to, about)?))
}
/// The input of `letter`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(crate = "::phaseo_agent::__private::serde", deny_unknown_fields)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
pub struct LetterInput {
    pub to: String,
    pub about: String,
}
const _: () = {
    #[allow(unused_imports)]
    use ::core::convert::Into as _;
    #[derive(::phaseo_agent::__private::schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(crate = "::phaseo_agent::__private::schemars", rename = "LetterInput")]
    #[allow(dead_code, non_camel_case_types)]
    struct __LetterInputShape {
        pub to: String,
        pub about: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for LetterInput {
        fn schema_name() -> ::phaseo_agent::__private::SchemaName {
            <__LetterInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::phaseo_agent::__private::SchemaName {
            <__LetterInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::phaseo_agent::__private::schemars::SchemaGenerator,
        ) -> ::phaseo_agent::__private::schemars::Schema {
            <__LetterInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::json_schema(
                generator,
            )
        }
    }
};
/// You write letters to customers.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[allow(non_camel_case_types)]
pub struct letter {}
#[allow(unused_imports, unused_qualifications)]
const _: () = {
    use ::phaseo_agent::__private::{self as __phaseo, asks::*};
    const _: () = __phaseo::assert_fields::<LetterInput>();
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl letter {
        /// The agent `letter`, to be given a client and then to be built.
        pub fn agent() -> __phaseo::AgentBuilder<
            LetterInput,
            <anyhow::Result<Prompt<String>> as __phaseo::Prompts>::Answer,
        > {
            __phaseo::agent(
                    "letter",
                    (&__phaseo::InputRules::<LetterInput>::new()).stated(),
                    __phaseo::needs([
                        <RunContext<
                            Session,
                        > as __phaseo::Extract<__phaseo::PromptContext>>::need(),
                    ]),
                    |input: LetterInput, context: __phaseo::PromptContext| async move {
                        let _ = (&input, &context);
                        let extracted_2 = <RunContext<
                            Session,
                        > as __phaseo::Extract<
                            __phaseo::PromptContext,
                        >>::extract(&context)?;
                        __phaseo::succeeded(
                            <anyhow::Result<
                                Prompt<String>,
                            > as __phaseo::Prompts>::prompt(
                                letter(input.to, input.about, extracted_2).await,
                            ),
                        )
                    },
                    __phaseo::Validators::none()
                        .inside(
                            "to",
                            (&&&__phaseo::part(|it: &LetterInput| &it.to)).validator(),
                        )
                        .inside(
                            "about",
                            (&&&__phaseo::part(|it: &LetterInput| &it.about)).validator(),
                        ),
                    &__phaseo::Validators::none()
                        .whole(
                            (&&&__phaseo::whole(
                                __phaseo::Of::<
                                    <anyhow::Result<
                                        Prompt<String>,
                                    > as __phaseo::Prompts>::Answer,
                                >::new(),
                            ))
                                .validator(),
                        ),
                )
                .said_model(__phaseo::said(cheaper_after_three_turns))
                .instructions("You write letters to customers.")
                .tools(__phaseo::listed(send {}).tool())
                .said_temperature(
                    __phaseo::said(|turn: &__phaseo::Turn<'_>| {
                        1.0 / f64::from(turn.step())
                    }),
                )
                .context_type::<Session>()
                .approval(
                    __phaseo::policy(|call: &__phaseo::ToolContext| Approval::Require),
                )
        }
    }
};
