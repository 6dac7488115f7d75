/// You triage support tickets. Load the ticket before you answer.
#[allow(
    clippy::unused_async,
    clippy::needless_pass_by_value,
    clippy::missing_errors_doc
)]
async fn triage(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(format!("Triage ticket {ticket_id}."))
}
/// The input of `triage`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(
    crate = "::phaseo_agent::__private::serde",
    deny_unknown_fields,
    bound(deserialize = "for < 'any > String : :: phaseo_agent :: tool :: ToolInput ,")
)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
struct TriageInput {
    pub ticket_id: String,
}
const _: () = {
    #[allow(unused_imports)]
    use ::core::convert::Into as _;
    #[derive(::phaseo_agent::__private::schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(crate = "::phaseo_agent::__private::schemars", rename = "TriageInput")]
    #[allow(dead_code, non_camel_case_types)]
    struct __TriageInputShape
    where
        for<'any> String: ::phaseo_agent::tool::ToolInput,
    {
        pub ticket_id: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for TriageInput
    where
        for<'any> String: ::phaseo_agent::tool::ToolInput,
    {
        fn inline_schema() -> ::core::primitive::bool {
            <__TriageInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::inline_schema()
        }
        fn schema_name() -> ::phaseo_agent::__private::SchemaName {
            <__TriageInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::phaseo_agent::__private::SchemaName {
            <__TriageInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::phaseo_agent::__private::schemars::SchemaGenerator,
        ) -> ::phaseo_agent::__private::schemars::Schema {
            <__TriageInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::json_schema(
                generator,
            )
        }
    }
};
/// You triage support tickets. Load the ticket before you answer.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[allow(non_camel_case_types)]
struct triage {}
const _: () = {
    #[allow(unused_imports)]
    use ::phaseo_agent::__private::{
        HasNoValidator as _, HasValidator as _, NeedsContext as _, NotValidated as _,
        StatesNothing as _, StatesRules as _, TakesSaid as _, Validated as _,
    };
    const _: () = ::phaseo_agent::__private::assert_fields::<TriageInput>();
    #[automatically_derived]
    impl ::core::convert::From<String> for TriageInput {
        fn from(value: String) -> Self {
            Self { ticket_id: value }
        }
    }
    #[automatically_derived]
    impl<'text> ::core::convert::From<&'text ::core::primitive::str> for TriageInput
    where
        String: ::core::convert::From<&'text ::core::primitive::str>,
    {
        fn from(value: &'text ::core::primitive::str) -> Self {
            Self {
                ticket_id: ::core::convert::From::from(value),
            }
        }
    }
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl triage {
        /// The agent `triage`, to be given a client and then to be built.
        fn agent() -> ::phaseo_agent::AgentBuilder<
            TriageInput,
            <Prompt<Triage> as ::phaseo_agent::__private::Prompts>::Answer,
        > {
            ::phaseo_agent::__private::agent(
                    "triage",
                    (&::phaseo_agent::__private::InputRules::<TriageInput>::new())
                        .stated(),
                    ::phaseo_agent::__private::needs([]),
                    |input: TriageInput, context: ::phaseo_agent::PromptContext| async move {
                        let _ = (&input, &context);
                        ::phaseo_agent::__private::succeeded(
                            <Prompt<
                                Triage,
                            > as ::phaseo_agent::__private::Prompts>::prompt(
                                triage(input.ticket_id).await,
                            ),
                        )
                    },
                    ::phaseo_agent::__private::Check {
                        validated: false
                            || (&&&::phaseo_agent::__private::Validator::<String>::of())
                                .found(),
                        issues: |input: &TriageInput| {
                            let mut issues = ::phaseo_agent::__private::no_issues();
                            ::core::iter::Extend::extend(
                                &mut issues,
                                (&&&::phaseo_agent::__private::Validate(&input.ticket_id))
                                    .issues("ticket_id"),
                            );
                            issues
                        },
                    },
                    ::phaseo_agent::__private::Check {
                        validated: (&&&::phaseo_agent::__private::Validator::<
                            <Prompt<
                                Triage,
                            > as ::phaseo_agent::__private::Prompts>::Answer,
                        >::of())
                            .found(),
                        issues: |
                            input: &<Prompt<
                                Triage,
                            > as ::phaseo_agent::__private::Prompts>::Answer|
                        (&&&::phaseo_agent::__private::Validate(input)).issues(""),
                    },
                )
                .model("openai/gpt-5-nano")
                .instructions(
                    "You triage support tickets. Load the ticket before you answer.",
                )
                .tools(::phaseo_agent::__private::listed(fetch_ticket {}).tool())
                .tools(::phaseo_agent::__private::listed(deploy {}).tool())
                .tools(mcp.tools())
                .tools(SEARCH)
                .max_steps(12u32)
                .stop_when(
                    ::phaseo_agent::run::Limits::new()
                        .duration(::core::time::Duration::new(60u64, 0u32)),
                )
                .tool_concurrency(3)
        }
    }
    const _: () = ::core::assert!(
        ::phaseo_agent::__private::is_first(&
        [::phaseo_agent::__private::listed(fetch_ticket {}).name,
        ::phaseo_agent::__private::listed(deploy {}).name], 1usize),
        "an earlier tool of this agent has the same name as `deploy`; give one of them another with `#[tool(name = \"..\")]`"
    );
};
