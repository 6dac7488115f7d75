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
#[serde(crate = "::phaseo_agent::__private::serde", deny_unknown_fields)]
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
    struct __SupportTicketInputShape {
        pub id: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for SupportTicketInput {
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
#[serde(crate = "::phaseo_agent::__private::serde", deny_unknown_fields)]
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
    struct __SupportAskInputShape {
        pub question: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for SupportAskInput {
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
        type Input = SupportTicketInput;
        fn tool(self) -> __phaseo::Tool {
            let validators = __phaseo::Validators::none()
                .inside(
                    "id",
                    (&&&__phaseo::part(|it: &SupportTicketInput| &it.id)).validator(),
                );
            let returns = __phaseo::Returns::<Result<Ticket, DeskError>>::new();
            let kind = (&returns).kind();
            let output = __phaseo::outputs(kind, (&&&__phaseo::whole(kind)).validator());
            let options = __phaseo::Options::new()
                .timeout(::core::time::Duration::new(3u64, 0u32));
            let __tool = __phaseo::annotated::<Self>(options)
                .validators(validators)
                .handler(
                    output,
                    move |input, _, _| {
                        let shared = ::core::clone::Clone::clone(&self.0);
                        async move {
                            let returned = <Support>::ticket(&shared, input.id).await;
                            __phaseo::succeeded((&returns).value(returned))
                        }
                    },
                );
            __tool.build()
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
                __phaseo::Validators::none()
                    .inside(
                        "question",
                        (&&&__phaseo::part(|it: &SupportAskInput| &it.question))
                            .validator(),
                    ),
                &__phaseo::Validators::none()
                    .whole(
                        (&&&__phaseo::whole(
                            __phaseo::Of::<
                                <Prompt<Advice> as __phaseo::Prompts>::Answer,
                            >::new(),
                        ))
                            .validator(),
                    ),
            );
            let builder = builder
                .tools(SupportTicketTool(::core::clone::Clone::clone(&shared)));
            builder
                .model("openai/gpt-5-nano")
                .instructions("You answer questions of customers.")
        }
    }
};
