/// Refund a customer.
#[allow(
    clippy::unused_async,
    clippy::needless_pass_by_value,
    clippy::missing_errors_doc
)]
async fn refund(
    order: String,
    cents: u32,
    ledger: State<Ledger>,
) -> Interactive<Receipt> {
    ledger.ask_or_refund(order, cents).await
}
/// Refund a customer.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[allow(non_camel_case_types)]
struct refund {}
const _: () = {
    #[allow(unused_imports)]
    use ::phaseo_agent::__private::{
        HasNoValidator as _, HasValidator as _, NeedsContext as _, NotValidated as _,
        ReturnsResult as _, ReturnsValue as _, SendsUnchecked as _, TakesChecked as _,
        TakesUnchecked as _, Validated as _,
    };
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl ::phaseo_agent::tool::TypedTool for refund {
        const NAME: &'static ::core::primitive::str = "refund";
        const DESCRIPTION: &'static ::core::primitive::str = "Refund a customer.";
        const OPTIONS: ::phaseo_agent::tool::Options = ::phaseo_agent::tool::Options::new()
            .interactive();
        type Input = RefundInput;
        fn output_schema() -> ::phaseo_agent::schema::Schema {
            ::phaseo_agent::__private::writer(
                    ::phaseo_agent::__private::handing(
                            (&::phaseo_agent::__private::Returns::<
                                Interactive<Receipt>,
                            >::new())
                                .kind(),
                        )
                        .output(),
                )
                .schema()
        }
        fn needs() -> ::phaseo_agent::__private::Needs {
            ::phaseo_agent::__private::needs([
                <State<
                    Ledger,
                > as ::phaseo_agent::tool::Extract<
                    ::phaseo_agent::tool::ToolContext,
                >>::need(),
            ])
        }
        fn validators() -> ::phaseo_agent::tool::Validators {
            ::phaseo_agent::tool::Validators::none()
                .field(
                    "order",
                    (&&&::phaseo_agent::__private::Validator::<String>::of()).found(),
                )
                .field(
                    "cents",
                    (&&&::phaseo_agent::__private::Validator::<u32>::of()).found(),
                )
                .output(
                    (&&&::phaseo_agent::__private::Validator::of_kind(
                        &::phaseo_agent::__private::handing(
                                (&::phaseo_agent::__private::Returns::<
                                    Interactive<Receipt>,
                                >::new())
                                    .kind(),
                            )
                            .output(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &RefundInput) -> ::phaseo_agent::__private::Issues {
            let mut issues = ::phaseo_agent::__private::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&::phaseo_agent::__private::Validate(&input.order)).issues("order"),
            );
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&::phaseo_agent::__private::Validate(&input.cents)).issues("cents"),
            );
            issues
        }
        async fn call(
            &self,
            _: RefundInput,
            _: ::phaseo_agent::tool::ToolContext,
        ) -> ::core::result::Result<
            ::phaseo_agent::tool::Output,
            ::phaseo_agent::tool::ToolError,
        > {
            ::phaseo_agent::__private::not_called()
        }
        async fn execute(
            &self,
            input: RefundInput,
            context: ::phaseo_agent::tool::ToolContext,
        ) -> ::core::result::Result<
            ::phaseo_agent::tool::Finished,
            ::phaseo_agent::tool::ToolError,
        > {
            let _ = (&input, &context);
            let extracted_0 = <State<
                Ledger,
            > as ::phaseo_agent::tool::Extract<
                ::phaseo_agent::tool::ToolContext,
            >>::extract(&context)?;
            let returned = refund(input.order, input.cents, extracted_0).await;
            let returned = ::phaseo_agent::__private::succeeded(
                (&::phaseo_agent::__private::Returns::<Interactive<Receipt>>::new())
                    .value(returned),
            )?;
            ::phaseo_agent::__private::writer(
                    ::phaseo_agent::__private::handing(
                            (&::phaseo_agent::__private::Returns::<
                                Interactive<Receipt>,
                            >::new())
                                .kind(),
                        )
                        .output(),
                )
                .finish(
                    ::phaseo_agent::__private::handing(
                            (&::phaseo_agent::__private::Returns::<
                                Interactive<Receipt>,
                            >::new())
                                .kind(),
                        )
                        .hand(returned),
                    |value| (&&&::phaseo_agent::__private::Validate(value)).issues(""),
                )
        }
        fn supplied_issues(
            supplied: &::phaseo_agent::RawJson,
        ) -> ::phaseo_agent::__private::Issues {
            (&&::phaseo_agent::__private::responder(
                    ::phaseo_agent::__private::handing(
                            (&::phaseo_agent::__private::Returns::<
                                Interactive<Receipt>,
                            >::new())
                                .kind(),
                        )
                        .output(),
                    refunded,
                )
                .takes())
                .issues(supplied)
        }
        fn problems() -> ::phaseo_agent::__private::Problems {
            (&&::phaseo_agent::__private::responder(
                    ::phaseo_agent::__private::handing(
                            (&::phaseo_agent::__private::Returns::<
                                Interactive<Receipt>,
                            >::new())
                                .kind(),
                        )
                        .output(),
                    refunded,
                )
                .takes())
                .unchecked(
                    "refund",
                    &::phaseo_agent::__private::responder(
                            ::phaseo_agent::__private::handing(
                                    (&::phaseo_agent::__private::Returns::<
                                        Interactive<Receipt>,
                                    >::new())
                                        .kind(),
                                )
                                .output(),
                            refunded,
                        )
                        .schema(),
                )
        }
        const RESPONDS: ::core::primitive::bool = true;
        fn supplied_schema() -> ::core::option::Option<::phaseo_agent::schema::Schema> {
            ::core::option::Option::Some(
                ::phaseo_agent::__private::responder(
                        ::phaseo_agent::__private::handing(
                                (&::phaseo_agent::__private::Returns::<
                                    Interactive<Receipt>,
                                >::new())
                                    .kind(),
                            )
                            .output(),
                        refunded,
                    )
                    .schema(),
            )
        }
        async fn respond(
            &self,
            supplied: ::phaseo_agent::RawJson,
            context: ::phaseo_agent::tool::ToolContext,
        ) -> ::core::result::Result<
            ::phaseo_agent::tool::Output,
            ::phaseo_agent::tool::ToolError,
        > {
            let value = ::phaseo_agent::__private::responder(
                    ::phaseo_agent::__private::handing(
                            (&::phaseo_agent::__private::Returns::<
                                Interactive<Receipt>,
                            >::new())
                                .kind(),
                        )
                        .output(),
                    refunded,
                )
                .respond(supplied, context)
                .await?;
            let issues = (&&&::phaseo_agent::__private::Validate(&value)).issues("");
            ::phaseo_agent::__private::writer(
                    ::phaseo_agent::__private::handing(
                            (&::phaseo_agent::__private::Returns::<
                                Interactive<Receipt>,
                            >::new())
                                .kind(),
                        )
                        .output(),
                )
                .write(&value, &issues)
        }
    }
};
/// The input of `refund`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(
    crate = "::phaseo_agent::__private::serde",
    deny_unknown_fields,
    bound(
        deserialize = "for < 'any > String : :: phaseo_agent :: tool :: ToolInput , for < 'any > u32 : :: phaseo_agent :: tool :: ToolInput ,"
    )
)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
struct RefundInput {
    pub order: String,
    pub cents: u32,
}
const _: () = {
    #[allow(unused_imports)]
    use ::core::convert::Into as _;
    #[derive(::phaseo_agent::__private::schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(crate = "::phaseo_agent::__private::schemars", rename = "RefundInput")]
    #[allow(dead_code, non_camel_case_types)]
    struct __RefundInputShape
    where
        for<'any> String: ::phaseo_agent::tool::ToolInput,
        for<'any> u32: ::phaseo_agent::tool::ToolInput,
    {
        pub order: String,
        pub cents: u32,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for RefundInput
    where
        for<'any> String: ::phaseo_agent::tool::ToolInput,
        for<'any> u32: ::phaseo_agent::tool::ToolInput,
    {
        fn inline_schema() -> ::core::primitive::bool {
            <__RefundInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::inline_schema()
        }
        fn schema_name() -> ::phaseo_agent::__private::SchemaName {
            <__RefundInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::phaseo_agent::__private::SchemaName {
            <__RefundInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::phaseo_agent::__private::schemars::SchemaGenerator,
        ) -> ::phaseo_agent::__private::schemars::Schema {
            <__RefundInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::json_schema(
                generator,
            )
        }
    }
};
