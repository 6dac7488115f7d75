/// Load one internal support ticket.
#[allow(
    clippy::unused_async,
    clippy::needless_pass_by_value,
    clippy::missing_errors_doc
)]
async fn fetch_ticket(
    ticket_id: String,
    State(desk): State<Desk>,
) -> Result<Ticket, DeskError> {
    desk.ticket(&ticket_id).await
}
/// Load one internal support ticket.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[allow(non_camel_case_types)]
struct fetch_ticket {}
#[allow(unused_imports, unused_qualifications)]
const _: () = {
    use ::phaseo_agent::__private::{self as __phaseo, asks::*};
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl __phaseo::TypedTool for fetch_ticket {
        const NAME: &'static ::core::primitive::str = "fetch_ticket";
        const DESCRIPTION: &'static ::core::primitive::str = "Load one internal support ticket.";
        type Input = FetchTicketInput;
        fn tool(self) -> __phaseo::Tool {
            let validators = __phaseo::Validators::none()
                .fields(
                    &[("ticket_id", "ticket_id")],
                    (&&&__phaseo::part(|it: &FetchTicketInput| it)).validator(),
                )
                .inside(
                    "ticket_id",
                    (&&&__phaseo::part(|it: &FetchTicketInput| &it.ticket_id))
                        .validator(),
                );
            let returns = __phaseo::Returns::<Result<Ticket, DeskError>>::new();
            let kind = (&returns).kind();
            let output = __phaseo::outputs(kind, (&&&__phaseo::whole(kind)).validator());
            let options = __phaseo::Options::new()
                .timeout(::core::time::Duration::new(3u64, 0u32))
                .on_error(__phaseo::OnError::ReturnToModel);
            let __tool = __phaseo::annotated::<Self>(options)
                .validators(validators)
                .takes::<State<Desk>>()
                .handler(
                    output,
                    move |input, context, _| async move {
                        let extracted_0 = __phaseo::extracted::<State<Desk>>(&context)?;
                        let returned = fetch_ticket(input.ticket_id, extracted_0).await;
                        __phaseo::succeeded((&returns).value(returned))
                    },
                );
            __tool.build()
        }
    }
};
/// The input of `fetch_ticket`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(crate = "::phaseo_agent::__private::serde", deny_unknown_fields)]
#[derive(::phaseo_agent::__private::Ruled, ::garde::Validate)]
#[garde(allow_unvalidated)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
struct FetchTicketInput {
    /// The ticket's ID, such as `T-42`.
    #[garde(length(min = 3, max = 12))]
    pub ticket_id: String,
}
const _: () = ::phaseo_agent::__private::assert_garde::<::garde::Report>();
const _: () = {
    #[allow(unused_imports)]
    use ::core::convert::Into as _;
    #[derive(::phaseo_agent::__private::schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(
        crate = "::phaseo_agent::__private::schemars",
        rename = "FetchTicketInput"
    )]
    #[allow(dead_code, non_camel_case_types)]
    struct __FetchTicketInputShape {
        /// The ticket's ID, such as `T-42`.
        #[garde(length(min = 3, max = 12))]
        pub ticket_id: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for FetchTicketInput {
        fn schema_name() -> ::phaseo_agent::__private::SchemaName {
            <__FetchTicketInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::phaseo_agent::__private::SchemaName {
            <__FetchTicketInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::phaseo_agent::__private::schemars::SchemaGenerator,
        ) -> ::phaseo_agent::__private::schemars::Schema {
            <__FetchTicketInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::json_schema(
                generator,
            )
        }
    }
};
