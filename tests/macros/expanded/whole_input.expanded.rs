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
        type Input = __phaseo::Args<Trip>;
        fn tool(self) -> __phaseo::Tool {
            let validators = __phaseo::Validators::none()
                .whole(
                    (&&&__phaseo::part(|it: &__phaseo::Args<Trip>| &it.0)).validator(),
                );
            let returns = __phaseo::Returns::<Plan>::new();
            let kind = (&returns).kind();
            let output = __phaseo::outputs(kind, (&&&__phaseo::whole(kind)).validator());
            let options = __phaseo::Options::new().require_approval();
            let __tool = __phaseo::annotated::<Self>(options)
                .validators(validators)
                .takes::<ToolContext>()
                .handler(
                    output,
                    move |input, context, _| async move {
                        let extracted_0 = __phaseo::extracted::<ToolContext>(&context)?;
                        let returned = plan(input, extracted_0).await;
                        __phaseo::succeeded((&returns).value(returned))
                    },
                );
            __tool.build()
        }
    }
};
