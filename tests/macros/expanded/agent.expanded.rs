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
#[serde(crate = "::phaseo_agent::__private::serde", deny_unknown_fields)]
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
    struct __TriageInputShape {
        pub ticket_id: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for TriageInput {
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
#[allow(unused_imports, unused_qualifications)]
const _: () = {
    use ::phaseo_agent::__private::{self as __phaseo, asks::*};
    const _: () = __phaseo::assert_fields::<TriageInput>();
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
        fn agent() -> __phaseo::AgentBuilder<
            TriageInput,
            <Prompt<Triage> as __phaseo::Prompts>::Answer,
        > {
            __phaseo::agent(
                    "triage",
                    (&__phaseo::InputRules::<TriageInput>::new()).stated(),
                    __phaseo::needs([]),
                    |input: TriageInput, context: __phaseo::PromptContext| async move {
                        let _ = (&input, &context);
                        __phaseo::succeeded(
                            <Prompt<
                                Triage,
                            > as __phaseo::Prompts>::prompt(
                                triage(input.ticket_id).await,
                            ),
                        )
                    },
                    __phaseo::Validators::none()
                        .inside(
                            "ticket_id",
                            (&&&__phaseo::part(|it: &TriageInput| &it.ticket_id))
                                .validator(),
                        ),
                    &__phaseo::Validators::none()
                        .whole(
                            (&&&__phaseo::whole(
                                __phaseo::Of::<
                                    <Prompt<Triage> as __phaseo::Prompts>::Answer,
                                >::new(),
                            ))
                                .validator(),
                        ),
                )
                .model("openai/gpt-5-nano")
                .instructions(
                    "You triage support tickets. Load the ticket before you answer.",
                )
                .tools(__phaseo::listed(fetch_ticket {}).tool())
                .tools(__phaseo::listed(deploy {}).tool())
                .tools(mcp.tools())
                .tools(SEARCH)
                .max_steps(12u32)
                .stop_when(
                    __phaseo::Limits::new()
                        .duration(::core::time::Duration::new(60u64, 0u32)),
                )
                .tool_concurrency(3)
        }
    }
    const _: () = ::core::assert!(
        __phaseo::is_first(& [__phaseo::listed(fetch_ticket {}).name,
        __phaseo::listed(deploy {}).name], 1usize),
        "an earlier tool of this agent has the same name as `deploy`; give one of them another with `#[tool(name = \"..\")]`"
    );
};
