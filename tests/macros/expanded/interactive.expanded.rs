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
#[allow(unused_imports, unused_qualifications)]
const _: () = {
    use ::phaseo_agent::__private::{self as __phaseo, asks::*};
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl __phaseo::TypedTool for refund {
        const NAME: &'static ::core::primitive::str = "refund";
        const DESCRIPTION: &'static ::core::primitive::str = "Refund a customer.";
        const OPTIONS: __phaseo::Options = __phaseo::Options::new().interactive();
        type Input = RefundInput;
        fn output_schema() -> __phaseo::Schema {
            __phaseo::writer(
                    __phaseo::handing(
                            (&__phaseo::Returns::<Interactive<Receipt>>::new()).kind(),
                        )
                        .output(),
                )
                .schema()
        }
        fn needs() -> __phaseo::Needs {
            __phaseo::needs([
                <State<Ledger> as __phaseo::Extract<__phaseo::ToolContext>>::need(),
            ])
        }
        fn validators() -> __phaseo::Validators {
            __phaseo::Validators::none()
                .field("order", (&&&__phaseo::Validator::<String>::of()).found())
                .field("cents", (&&&__phaseo::Validator::<u32>::of()).found())
                .output(
                    (&&&__phaseo::Validator::of_kind(
                        &__phaseo::handing(
                                (&__phaseo::Returns::<Interactive<Receipt>>::new()).kind(),
                            )
                            .output(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &RefundInput) -> __phaseo::Issues {
            let mut issues = __phaseo::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&__phaseo::Validate(&input.order)).issues("order"),
            );
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&__phaseo::Validate(&input.cents)).issues("cents"),
            );
            issues
        }
        async fn call(
            &self,
            _: RefundInput,
            _: __phaseo::ToolContext,
        ) -> ::core::result::Result<__phaseo::Output, __phaseo::ToolError> {
            __phaseo::not_called()
        }
        async fn execute(
            &self,
            input: RefundInput,
            context: __phaseo::ToolContext,
        ) -> ::core::result::Result<__phaseo::Finished, __phaseo::ToolError> {
            let _ = (&input, &context);
            let extracted_0 = <State<
                Ledger,
            > as __phaseo::Extract<__phaseo::ToolContext>>::extract(&context)?;
            let returned = refund(input.order, input.cents, extracted_0).await;
            let returned = __phaseo::succeeded(
                (&__phaseo::Returns::<Interactive<Receipt>>::new()).value(returned),
            )?;
            __phaseo::writer(
                    __phaseo::handing(
                            (&__phaseo::Returns::<Interactive<Receipt>>::new()).kind(),
                        )
                        .output(),
                )
                .finish(
                    __phaseo::handing(
                            (&__phaseo::Returns::<Interactive<Receipt>>::new()).kind(),
                        )
                        .hand(returned),
                    |value| (&&&__phaseo::Validate(value)).issues(""),
                )
        }
        fn supplied_issues(supplied: &__phaseo::RawJson) -> __phaseo::Issues {
            (&&__phaseo::responder(
                    __phaseo::handing(
                            (&__phaseo::Returns::<Interactive<Receipt>>::new()).kind(),
                        )
                        .output(),
                    refunded,
                )
                .takes())
                .issues(supplied)
        }
        fn problems() -> __phaseo::Problems {
            (&&__phaseo::responder(
                    __phaseo::handing(
                            (&__phaseo::Returns::<Interactive<Receipt>>::new()).kind(),
                        )
                        .output(),
                    refunded,
                )
                .takes())
                .unchecked(
                    "refund",
                    &__phaseo::responder(
                            __phaseo::handing(
                                    (&__phaseo::Returns::<Interactive<Receipt>>::new()).kind(),
                                )
                                .output(),
                            refunded,
                        )
                        .schema(),
                )
        }
        const RESPONDS: ::core::primitive::bool = true;
        fn supplied_schema() -> ::core::option::Option<__phaseo::Schema> {
            ::core::option::Option::Some(
                __phaseo::responder(
                        __phaseo::handing(
                                (&__phaseo::Returns::<Interactive<Receipt>>::new()).kind(),
                            )
                            .output(),
                        refunded,
                    )
                    .schema(),
            )
        }
        async fn respond(
            &self,
            supplied: __phaseo::RawJson,
            context: __phaseo::ToolContext,
        ) -> ::core::result::Result<__phaseo::Output, __phaseo::ToolError> {
            let value = __phaseo::responder(
                    __phaseo::handing(
                            (&__phaseo::Returns::<Interactive<Receipt>>::new()).kind(),
                        )
                        .output(),
                    refunded,
                )
                .respond(supplied, context)
                .await?;
            let issues = (&&&__phaseo::Validate(&value)).issues("");
            __phaseo::writer(
                    __phaseo::handing(
                            (&__phaseo::Returns::<Interactive<Receipt>>::new()).kind(),
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
        deserialize = "for < 'any > String : :: phaseo_agent :: __private :: ToolInput , for < 'any > u32 : :: phaseo_agent :: __private :: ToolInput ,"
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
        for<'any> String: ::phaseo_agent::__private::ToolInput,
        for<'any> u32: ::phaseo_agent::__private::ToolInput,
    {
        pub order: String,
        pub cents: u32,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for RefundInput
    where
        for<'any> String: ::phaseo_agent::__private::ToolInput,
        for<'any> u32: ::phaseo_agent::__private::ToolInput,
    {
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
