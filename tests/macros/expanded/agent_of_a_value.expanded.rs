/// You answer questions of customers.
impl Support {
    /// Load one ticket.
    #[allow(
        clippy::unused_async,
        clippy::needless_pass_by_value,
        clippy::missing_errors_doc
    )]
    async fn ticket(&self, id: String) -> Result<Ticket, DeskError> {
        self.desk.ticket(&id).await
    }
    #[allow(
        clippy::unused_async,
        clippy::needless_pass_by_value,
        clippy::missing_errors_doc
    )]
    async fn ask(&self, question: String) -> Prompt<Advice> {
        Prompt::user(question)
    }
    fn desk(&self) -> &Desk {
        &self.desk
    }
}
/// The input of `ticket`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(
    crate = "::phaseo_agent::__private::serde",
    deny_unknown_fields,
    bound(
        deserialize = "for < 'any > String : :: phaseo_agent :: __private :: ToolInput ,"
    )
)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
struct SupportTicketInput {
    pub id: String,
}
const _: () = {
    #[allow(unused_imports)]
    use ::core::convert::Into as _;
    #[derive(::phaseo_agent::__private::schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(
        crate = "::phaseo_agent::__private::schemars",
        rename = "SupportTicketInput"
    )]
    #[allow(dead_code, non_camel_case_types)]
    struct __SupportTicketInputShape
    where
        for<'any> String: ::phaseo_agent::__private::ToolInput,
    {
        pub id: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for SupportTicketInput
    where
        for<'any> String: ::phaseo_agent::__private::ToolInput,
    {
        fn schema_name() -> ::phaseo_agent::__private::SchemaName {
            <__SupportTicketInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::phaseo_agent::__private::SchemaName {
            <__SupportTicketInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::phaseo_agent::__private::schemars::SchemaGenerator,
        ) -> ::phaseo_agent::__private::schemars::Schema {
            <__SupportTicketInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::json_schema(
                generator,
            )
        }
    }
};
#[allow(private_interfaces, unreachable_pub)]
/// The input of `ask`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(
    crate = "::phaseo_agent::__private::serde",
    deny_unknown_fields,
    bound(
        deserialize = "for < 'any > String : :: phaseo_agent :: __private :: ToolInput ,"
    )
)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
pub struct SupportAskInput {
    pub question: String,
}
const _: () = {
    #[allow(unused_imports)]
    use ::core::convert::Into as _;
    #[derive(::phaseo_agent::__private::schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(
        crate = "::phaseo_agent::__private::schemars",
        rename = "SupportAskInput"
    )]
    #[allow(dead_code, non_camel_case_types)]
    struct __SupportAskInputShape
    where
        for<'any> String: ::phaseo_agent::__private::ToolInput,
    {
        pub question: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for SupportAskInput
    where
        for<'any> String: ::phaseo_agent::__private::ToolInput,
    {
        fn schema_name() -> ::phaseo_agent::__private::SchemaName {
            <__SupportAskInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::phaseo_agent::__private::SchemaName {
            <__SupportAskInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::phaseo_agent::__private::schemars::SchemaGenerator,
        ) -> ::phaseo_agent::__private::schemars::Schema {
            <__SupportAskInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::json_schema(
                generator,
            )
        }
    }
};
#[allow(unused_imports, unused_qualifications)]
const _: () = {
    use ::phaseo_agent::__private::{self as __phaseo, asks::*};
    #[allow(dead_code)]
    struct SupportTicketTool(::std::sync::Arc<Support>);
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl __phaseo::TypedTool for SupportTicketTool
    where
        for<'any> Support: ::core::marker::Send + ::core::marker::Sync,
    {
        const NAME: &'static ::core::primitive::str = "ticket";
        const DESCRIPTION: &'static ::core::primitive::str = "Load one ticket.";
        const OPTIONS: __phaseo::Options = __phaseo::Options::new()
            .timeout(::core::time::Duration::new(3u64, 0u32));
        type Input = SupportTicketInput;
        fn output_schema() -> __phaseo::Schema {
            __phaseo::writer(
                    (&__phaseo::Returns::<Result<Ticket, DeskError>>::new()).kind(),
                )
                .schema()
        }
        fn validators() -> __phaseo::Validators {
            __phaseo::Validators::none()
                .field("id", (&&&__phaseo::Validator::<String>::of()).found())
                .output(
                    (&&&__phaseo::Validator::of_kind(
                        &(&__phaseo::Returns::<Result<Ticket, DeskError>>::new()).kind(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &SupportTicketInput) -> __phaseo::Issues {
            let mut issues = __phaseo::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&__phaseo::Validate(&input.id)).issues("id"),
            );
            issues
        }
        async fn call(
            &self,
            input: SupportTicketInput,
            context: __phaseo::ToolContext,
        ) -> ::core::result::Result<__phaseo::Output, __phaseo::ToolError> {
            let _ = (&input, &context);
            let returned = <Support>::ticket(&self.0, input.id).await;
            let value = __phaseo::succeeded(
                (&__phaseo::Returns::<Result<Ticket, DeskError>>::new()).value(returned),
            )?;
            let issues = (&&&__phaseo::Validate(&value)).issues("");
            __phaseo::writer(
                    (&__phaseo::Returns::<Result<Ticket, DeskError>>::new()).kind(),
                )
                .write(&value, &issues)
        }
    }
    const _: () = __phaseo::assert_fields::<SupportAskInput>();
    #[automatically_derived]
    impl ::core::convert::From<String> for SupportAskInput {
        fn from(value: String) -> Self {
            Self { question: value }
        }
    }
    #[automatically_derived]
    impl<'text> ::core::convert::From<&'text ::core::primitive::str> for SupportAskInput
    where
        String: ::core::convert::From<&'text ::core::primitive::str>,
    {
        fn from(value: &'text ::core::primitive::str) -> Self {
            Self {
                question: ::core::convert::From::from(value),
            }
        }
    }
    #[automatically_derived]
    #[allow(
        deprecated,
        private_interfaces,
        unreachable_pub,
        clippy::all,
        clippy::pedantic,
        clippy::nursery
    )]
    impl Support {
        /// The agent whose tools are methods of this value, to be given a client and then to be built.
        #[must_use]
        pub fn into_agent(
            self,
        ) -> __phaseo::AgentBuilder<
            SupportAskInput,
            <Prompt<Advice> as __phaseo::Prompts>::Answer,
        >
        where
            for<'any> Support: ::core::marker::Send + ::core::marker::Sync,
        {
            let shared = ::std::sync::Arc::new(self);
            let _ = &shared;
            let builder = __phaseo::agent(
                "support",
                (&__phaseo::InputRules::<SupportAskInput>::new()).stated(),
                __phaseo::needs([]),
                {
                    let shared = ::core::clone::Clone::clone(&shared);
                    move |input: SupportAskInput, context: __phaseo::PromptContext| {
                        let shared = ::core::clone::Clone::clone(&shared);
                        async move {
                            let _ = (&input, &context);
                            __phaseo::succeeded(
                                <Prompt<
                                    Advice,
                                > as __phaseo::Prompts>::prompt(
                                    <Support>::ask(&shared, input.question).await,
                                ),
                            )
                        }
                    }
                },
                __phaseo::Check {
                    validated: false || (&&&__phaseo::Validator::<String>::of()).found(),
                    issues: |input: &SupportAskInput| {
                        let mut issues = __phaseo::no_issues();
                        ::core::iter::Extend::extend(
                            &mut issues,
                            (&&&__phaseo::Validate(&input.question)).issues("question"),
                        );
                        issues
                    },
                },
                __phaseo::Check {
                    validated: (&&&__phaseo::Validator::<
                        <Prompt<Advice> as __phaseo::Prompts>::Answer,
                    >::of())
                        .found(),
                    issues: |input: &<Prompt<Advice> as __phaseo::Prompts>::Answer| {
                        (&&&__phaseo::Validate(input)).issues("")
                    },
                },
            );
            let builder = builder
                .tools(SupportTicketTool(::core::clone::Clone::clone(&shared)));
            builder
                .model("openai/gpt-5-nano")
                .instructions("You answer questions of customers.")
        }
    }
};
