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
const _: () = {
    #[allow(unused_imports)]
    use ::phaseo_agent::__private::{
        HasNoValidator as _, HasValidator as _, NeedsContext as _, NotValidated as _,
        ReturnsResult as _, ReturnsValue as _, SendsUnchecked as _, TakesChecked as _,
        TakesUnchecked as _, Validated as _,
    };
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl ::phaseo_agent::tool::TypedTool for fetch_ticket {
        const NAME: &'static ::core::primitive::str = "fetch_ticket";
        const DESCRIPTION: &'static ::core::primitive::str = "Load one internal support ticket.";
        const OPTIONS: ::phaseo_agent::tool::Options = ::phaseo_agent::tool::Options::new()
            .timeout(::core::time::Duration::new(3u64, 0u32))
            .on_error(::phaseo_agent::tool::OnError::ReturnToModel);
        type Input = FetchTicketInput;
        fn output_schema() -> ::phaseo_agent::schema::Schema {
            ::phaseo_agent::__private::writer(
                    (&::phaseo_agent::__private::Returns::<
                        Result<Ticket, DeskError>,
                    >::new())
                        .kind(),
                )
                .schema()
        }
        fn needs() -> ::phaseo_agent::__private::Needs {
            ::phaseo_agent::__private::needs([
                <State<
                    Desk,
                > as ::phaseo_agent::tool::Extract<
                    ::phaseo_agent::tool::ToolContext,
                >>::need(),
            ])
        }
        fn validators() -> ::phaseo_agent::tool::Validators {
            ::phaseo_agent::tool::Validators::none()
                .field("ticket_id", true)
                .output(
                    (&&&::phaseo_agent::__private::Validator::of_kind(
                        &(&::phaseo_agent::__private::Returns::<
                            Result<Ticket, DeskError>,
                        >::new())
                            .kind(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &FetchTicketInput) -> ::phaseo_agent::__private::Issues {
            let mut issues = ::phaseo_agent::__private::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                ::phaseo_agent::__private::at_wire_names(
                    (&&&::phaseo_agent::__private::Validate(input)).issues(""),
                    &[],
                ),
            );
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&::phaseo_agent::__private::Validate(&input.ticket_id))
                    .issues("ticket_id"),
            );
            issues
        }
        async fn call(
            &self,
            input: FetchTicketInput,
            context: ::phaseo_agent::tool::ToolContext,
        ) -> ::core::result::Result<
            ::phaseo_agent::tool::Output,
            ::phaseo_agent::tool::ToolError,
        > {
            let _ = (&input, &context);
            let extracted_0 = <State<
                Desk,
            > as ::phaseo_agent::tool::Extract<
                ::phaseo_agent::tool::ToolContext,
            >>::extract(&context)?;
            let returned = fetch_ticket(input.ticket_id, extracted_0).await;
            let value = ::phaseo_agent::__private::succeeded(
                (&::phaseo_agent::__private::Returns::<Result<Ticket, DeskError>>::new())
                    .value(returned),
            )?;
            let issues = (&&&::phaseo_agent::__private::Validate(&value)).issues("");
            ::phaseo_agent::__private::writer(
                    (&::phaseo_agent::__private::Returns::<
                        Result<Ticket, DeskError>,
                    >::new())
                        .kind(),
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
    bound(deserialize = "for < 'any > String : :: phaseo_agent :: tool :: ToolInput ,")
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
        for<'any> String: ::phaseo_agent::tool::ToolInput,
    {
        /// The ticket's ID, such as `T-42`.
        #[garde(length(min = 3, max = 12))]
        pub ticket_id: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for FetchTicketInput
    where
        for<'any> String: ::phaseo_agent::tool::ToolInput,
    {
        fn inline_schema() -> ::core::primitive::bool {
            <__FetchTicketInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::inline_schema()
        }
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
