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
        type Input = RefundInput;
        fn tool(self) -> __phaseo::Tool {
            let validators = __phaseo::Validators::none()
                .inside(
                    "order",
                    (&&&__phaseo::part(|it: &RefundInput| &it.order)).validator(),
                )
                .inside(
                    "cents",
                    (&&&__phaseo::part(|it: &RefundInput| &it.cents)).validator(),
                );
            let returns = __phaseo::Returns::<Interactive<Receipt>>::new();
            let handing = __phaseo::handing((&returns).kind());
            let kind = handing.output();
            let output = __phaseo::outputs(kind, (&&&__phaseo::whole(kind)).validator());
            let responder = __phaseo::responder(kind, refunded);
            let taken = responder.takes();
            let supplied = responder.supplied((&&&__phaseo::whole(taken)).validator());
            let options = __phaseo::Options::new().interactive();
            let __tool = __phaseo::annotated::<Self>(options)
                .validators(validators)
                .takes::<State<Ledger>>()
                .interactive(
                    supplied,
                    output,
                    move |input, context, _| async move {
                        let extracted_0 = __phaseo::extracted::<
                            State<Ledger>,
                        >(&context)?;
                        let returned = refund(input.order, input.cents, extracted_0)
                            .await;
                        handing.hand(__phaseo::succeeded((&returns).value(returned)))
                    },
                );
            __tool.build()
        }
    }
};
/// The input of `refund`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(crate = "::phaseo_agent::__private::serde", deny_unknown_fields)]
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
    struct __RefundInputShape {
        pub order: String,
        pub cents: u32,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for RefundInput {
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
