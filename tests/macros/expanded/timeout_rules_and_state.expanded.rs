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
        const OPTIONS: __phaseo::Options = __phaseo::Options::new()
            .timeout(::core::time::Duration::new(3u64, 0u32))
            .on_error(__phaseo::OnError::ReturnToModel);
        type Input = FetchTicketInput;
        fn output_schema() -> __phaseo::Schema {
            __phaseo::writer(
                    (&__phaseo::Returns::<Result<Ticket, DeskError>>::new()).kind(),
                )
                .schema()
        }
        fn needs() -> __phaseo::Needs {
            __phaseo::needs([
                <State<Desk> as __phaseo::Extract<__phaseo::ToolContext>>::need(),
            ])
        }
        fn validators() -> __phaseo::Validators {
            __phaseo::Validators::none()
                .field("ticket_id", true)
                .output(
                    (&&&__phaseo::Validator::of_kind(
                        &(&__phaseo::Returns::<Result<Ticket, DeskError>>::new()).kind(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &FetchTicketInput) -> __phaseo::Issues {
            let mut issues = __phaseo::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                __phaseo::at_wire_names((&&&__phaseo::Validate(input)).issues(""), &[]),
            );
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&__phaseo::Validate(&input.ticket_id)).issues("ticket_id"),
            );
            issues
        }
        async fn call(
            &self,
            input: FetchTicketInput,
            context: __phaseo::ToolContext,
        ) -> ::core::result::Result<__phaseo::Output, __phaseo::ToolError> {
            let _ = (&input, &context);
            let extracted_0 = <State<
                Desk,
            > as __phaseo::Extract<__phaseo::ToolContext>>::extract(&context)?;
            let returned = fetch_ticket(input.ticket_id, extracted_0).await;
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
};
/// The input of `fetch_ticket`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(
    crate = "::phaseo_agent::__private::serde",
    deny_unknown_fields,
    bound(
        deserialize = "for < 'any > String : :: phaseo_agent :: __private :: ToolInput ,"
    )
)]
#[derive(::phaseo_agent::__private::Ruled, ::garde::Validate)]
#[garde(allow_unvalidated)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
struct FetchTicketInput {
    /// The ticket's ID, such as `T-42`.
    #[garde(length(min = 3, max = 12))]
    pub ticket_id: String,
}
const _: fn(::garde::Report) -> ::phaseo_agent::__private::garde::Report = |same_garde| {
    same_garde
};
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
    struct __FetchTicketInputShape
    where
        for<'any> String: ::phaseo_agent::__private::ToolInput,
    {
        /// The ticket's ID, such as `T-42`.
        #[garde(length(min = 3, max = 12))]
        pub ticket_id: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for FetchTicketInput
    where
        for<'any> String: ::phaseo_agent::__private::ToolInput,
    {
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
