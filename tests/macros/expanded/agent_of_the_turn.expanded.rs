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
#[serde(
    crate = "::phaseo_agent::__private::serde",
    deny_unknown_fields,
    bound(
        deserialize = "for < 'any > String : :: phaseo_agent :: tool :: ToolInput , for < 'any > String : :: phaseo_agent :: tool :: ToolInput ,"
    )
)]
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
    struct __LetterInputShape
    where
        for<'any> String: ::phaseo_agent::tool::ToolInput,
        for<'any> String: ::phaseo_agent::tool::ToolInput,
    {
        pub to: String,
        pub about: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for LetterInput
    where
        for<'any> String: ::phaseo_agent::tool::ToolInput,
        for<'any> String: ::phaseo_agent::tool::ToolInput,
    {
        fn inline_schema() -> ::core::primitive::bool {
            <__LetterInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::inline_schema()
        }
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
const _: () = {
    #[allow(unused_imports)]
    use ::phaseo_agent::__private::{
        HasNoValidator as _, HasValidator as _, NeedsContext as _, NotValidated as _,
        StatesNothing as _, StatesRules as _, TakesSaid as _, Validated as _,
    };
    const _: () = ::phaseo_agent::__private::assert_fields::<LetterInput>();
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl letter {
        /// The agent `letter`, to be given a client and then to be built.
        pub fn agent() -> ::phaseo_agent::AgentBuilder<
            LetterInput,
            <anyhow::Result<
                Prompt<String>,
            > as ::phaseo_agent::__private::Prompts>::Answer,
        > {
            ::phaseo_agent::__private::agent(
                    "letter",
                    (&::phaseo_agent::__private::InputRules::<LetterInput>::new())
                        .stated(),
                    ::phaseo_agent::__private::needs([
                        <RunContext<
                            Session,
                        > as ::phaseo_agent::tool::Extract<
                            ::phaseo_agent::PromptContext,
                        >>::need(),
                    ]),
                    |input: LetterInput, context: ::phaseo_agent::PromptContext| async move {
                        let _ = (&input, &context);
                        let extracted_2 = <RunContext<
                            Session,
                        > as ::phaseo_agent::tool::Extract<
                            ::phaseo_agent::PromptContext,
                        >>::extract(&context)?;
                        ::phaseo_agent::__private::succeeded(
                            <anyhow::Result<
                                Prompt<String>,
                            > as ::phaseo_agent::__private::Prompts>::prompt(
                                letter(input.to, input.about, extracted_2).await,
                            ),
                        )
                    },
                    ::phaseo_agent::__private::Check {
                        validated: false
                            || (&&&::phaseo_agent::__private::Validator::<String>::of())
                                .found()
                            || (&&&::phaseo_agent::__private::Validator::<String>::of())
                                .found(),
                        issues: |input: &LetterInput| {
                            let mut issues = ::phaseo_agent::__private::no_issues();
                            ::core::iter::Extend::extend(
                                &mut issues,
                                (&&&::phaseo_agent::__private::Validate(&input.to))
                                    .issues("to"),
                            );
                            ::core::iter::Extend::extend(
                                &mut issues,
                                (&&&::phaseo_agent::__private::Validate(&input.about))
                                    .issues("about"),
                            );
                            issues
                        },
                    },
                    ::phaseo_agent::__private::Check {
                        validated: (&&&::phaseo_agent::__private::Validator::<
                            <anyhow::Result<
                                Prompt<String>,
                            > as ::phaseo_agent::__private::Prompts>::Answer,
                        >::of())
                            .found(),
                        issues: |
                            input: &<anyhow::Result<
                                Prompt<String>,
                            > as ::phaseo_agent::__private::Prompts>::Answer|
                        (&&&::phaseo_agent::__private::Validate(input)).issues(""),
                    },
                )
                .said_model(::phaseo_agent::__private::said(cheaper_after_three_turns))
                .instructions("You write letters to customers.")
                .tools(::phaseo_agent::__private::listed(send {}).tool())
                .said_temperature(
                    ::phaseo_agent::__private::said(|
                        turn: &::phaseo_agent::run::Turn<'_>|
                    1.0 / f64::from(turn.step())),
                )
                .context_type::<Session>()
                .approval(
                    ::phaseo_agent::__private::policy(|
                        call: &::phaseo_agent::tool::ToolContext|
                    Approval::Require),
                )
        }
    }
};
