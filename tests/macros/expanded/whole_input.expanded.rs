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
const _: () = {
    #[allow(unused_imports)]
    use ::phaseo_agent::__private::{
        HasNoValidator as _, HasValidator as _, NeedsContext as _, NotValidated as _,
        ReturnsResult as _, ReturnsValue as _, SendsUnchecked as _, TakesChecked as _,
        TakesUnchecked as _, Validated as _,
    };
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl ::phaseo_agent::tool::TypedTool for plan {
        const NAME: &'static ::core::primitive::str = "plan";
        const DESCRIPTION: &'static ::core::primitive::str = "Plan a trip.";
        const OPTIONS: ::phaseo_agent::tool::Options = ::phaseo_agent::tool::Options::new()
            .require_approval();
        type Input = ::phaseo_agent::tool::Args<Trip>;
        fn output_schema() -> ::phaseo_agent::schema::Schema {
            ::phaseo_agent::__private::writer(
                    (&::phaseo_agent::__private::Returns::<Plan>::new()).kind(),
                )
                .schema()
        }
        fn needs() -> ::phaseo_agent::__private::Needs {
            ::phaseo_agent::__private::needs([
                <ToolContext as ::phaseo_agent::tool::Extract<
                    ::phaseo_agent::tool::ToolContext,
                >>::need(),
            ])
        }
        fn validators() -> ::phaseo_agent::tool::Validators {
            ::phaseo_agent::tool::Validators::whole(
                    (&&&::phaseo_agent::__private::Validator::<Trip>::of()).found(),
                )
                .output(
                    (&&&::phaseo_agent::__private::Validator::of_kind(
                        &(&::phaseo_agent::__private::Returns::<Plan>::new()).kind(),
                    ))
                        .found(),
                )
        }
        fn validate(
            input: &::phaseo_agent::tool::Args<Trip>,
        ) -> ::phaseo_agent::__private::Issues {
            (&&&::phaseo_agent::__private::Validate(input)).issues("")
        }
        async fn call(
            &self,
            input: ::phaseo_agent::tool::Args<Trip>,
            context: ::phaseo_agent::tool::ToolContext,
        ) -> ::core::result::Result<
            ::phaseo_agent::tool::Output,
            ::phaseo_agent::tool::ToolError,
        > {
            let _ = (&input, &context);
            let extracted_0 = <ToolContext as ::phaseo_agent::tool::Extract<
                ::phaseo_agent::tool::ToolContext,
            >>::extract(&context)?;
            let returned = plan(input, extracted_0).await;
            let value = ::phaseo_agent::__private::succeeded(
                (&::phaseo_agent::__private::Returns::<Plan>::new()).value(returned),
            )?;
            let issues = (&&&::phaseo_agent::__private::Validate(&value)).issues("");
            ::phaseo_agent::__private::writer(
                    (&::phaseo_agent::__private::Returns::<Plan>::new()).kind(),
                )
                .write(&value, &issues)
        }
    }
};
