/// Plan a trip.
#[allow(
    clippy::unused_async,
    clippy::needless_pass_by_value,
    clippy::missing_errors_doc
)]
async fn plan(Args(trip): Args<Trip>, context: ToolContext) -> Plan {
    Plan::of(trip, context.cancellation()).await
}
/// Plan a trip.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[allow(non_camel_case_types)]
struct plan {}
#[allow(unused_imports, unused_qualifications)]
const _: () = {
    use ::phaseo_agent::__private::{self as __phaseo, asks::*};
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl __phaseo::TypedTool for plan {
        const NAME: &'static ::core::primitive::str = "plan";
        const DESCRIPTION: &'static ::core::primitive::str = "Plan a trip.";
        const OPTIONS: __phaseo::Options = __phaseo::Options::new().require_approval();
        type Input = __phaseo::Args<Trip>;
        fn output_schema() -> __phaseo::Schema {
            __phaseo::writer((&__phaseo::Returns::<Plan>::new()).kind()).schema()
        }
        fn needs() -> __phaseo::Needs {
            __phaseo::needs([
                <ToolContext as __phaseo::Extract<__phaseo::ToolContext>>::need(),
            ])
        }
        fn validators() -> __phaseo::Validators {
            __phaseo::Validators::whole((&&&__phaseo::Validator::<Trip>::of()).found())
                .output(
                    (&&&__phaseo::Validator::of_kind(
                        &(&__phaseo::Returns::<Plan>::new()).kind(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &__phaseo::Args<Trip>) -> __phaseo::Issues {
            (&&&__phaseo::Validate(input)).issues("")
        }
        async fn call(
            &self,
            input: __phaseo::Args<Trip>,
            context: __phaseo::ToolContext,
        ) -> ::core::result::Result<__phaseo::Output, __phaseo::ToolError> {
            let _ = (&input, &context);
            let extracted_0 = <ToolContext as __phaseo::Extract<
                __phaseo::ToolContext,
            >>::extract(&context)?;
            let returned = plan(input, extracted_0).await;
            let value = __phaseo::succeeded(
                (&__phaseo::Returns::<Plan>::new()).value(returned),
            )?;
            let issues = (&&&__phaseo::Validate(&value)).issues("");
            __phaseo::writer((&__phaseo::Returns::<Plan>::new()).kind())
                .write(&value, &issues)
        }
    }
};
