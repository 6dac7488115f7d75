/// Close a ticket.
#[allow(
    clippy::unused_async,
    clippy::needless_pass_by_value,
    clippy::missing_errors_doc
)]
async fn close(ticket_id: String) {
    println!("{ticket_id}");
}
/// Close a ticket.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[allow(non_camel_case_types)]
struct close {}
const _: () = {
    #[allow(unused_imports)]
    use ::agents::__private::{
        HasNoValidator as _, HasValidator as _, NeedsContext as _, NotValidated as _,
        ReturnsResult as _, ReturnsValue as _, SendsUnchecked as _, TakesChecked as _,
        TakesUnchecked as _, Validated as _,
    };
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl ::agents::tool::TypedTool for close {
        const NAME: &'static ::core::primitive::str = "close";
        const DESCRIPTION: &'static ::core::primitive::str = "Close a ticket.";
        const OPTIONS: ::agents::tool::Options = ::agents::tool::Options::new();
        type Input = CloseInput;
        fn output_schema() -> ::agents::schema::Schema {
            ::agents::__private::writer(
                    (&::agents::__private::Returns::<()>::new()).kind(),
                )
                .schema()
        }
        fn validators() -> ::agents::tool::Validators {
            ::agents::tool::Validators::none()
                .field(
                    "ticket_id",
                    (&&&::agents::__private::Validator::<String>::of()).found(),
                )
                .output(
                    (&&&::agents::__private::Validator::of_kind(
                        &(&::agents::__private::Returns::<()>::new()).kind(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &CloseInput) -> ::agents::__private::Issues {
            let mut issues = ::agents::__private::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&::agents::__private::Validate(&input.ticket_id)).issues("ticket_id"),
            );
            issues
        }
        async fn call(
            &self,
            input: CloseInput,
            context: ::agents::tool::ToolContext,
        ) -> ::core::result::Result<::agents::tool::Output, ::agents::tool::ToolError> {
            let _ = (&input, &context);
            let returned = close(input.ticket_id).await;
            let value = ::agents::__private::succeeded(
                (&::agents::__private::Returns::<()>::new()).value(returned),
            )?;
            let issues = (&&&::agents::__private::Validate(&value)).issues("");
            ::agents::__private::writer(
                    (&::agents::__private::Returns::<()>::new()).kind(),
                )
                .write(&value, &issues)
        }
    }
};
/// The input of `close`.
#[derive(::agents::__private::serde::Deserialize)]
#[serde(
    crate = "::agents::__private::serde",
    deny_unknown_fields,
    bound(deserialize = "for < 'any > String : :: agents :: tool :: ToolInput ,")
)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
struct CloseInput {
    pub ticket_id: String,
}
const _: () = {
    #[allow(unused_imports)]
    use ::core::convert::Into as _;
    #[derive(::agents::__private::schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(crate = "::agents::__private::schemars", rename = "CloseInput")]
    #[allow(dead_code, non_camel_case_types)]
    struct __CloseInputShape
    where
        for<'any> String: ::agents::tool::ToolInput,
    {
        pub ticket_id: String,
    }
    #[automatically_derived]
    impl ::agents::__private::schemars::JsonSchema for CloseInput
    where
        for<'any> String: ::agents::tool::ToolInput,
    {
        fn inline_schema() -> ::core::primitive::bool {
            <__CloseInputShape as ::agents::__private::schemars::JsonSchema>::inline_schema()
        }
        fn schema_name() -> ::agents::__private::SchemaName {
            <__CloseInputShape as ::agents::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::agents::__private::SchemaName {
            <__CloseInputShape as ::agents::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::agents::__private::schemars::SchemaGenerator,
        ) -> ::agents::__private::schemars::Schema {
            <__CloseInputShape as ::agents::__private::schemars::JsonSchema>::json_schema(
                generator,
            )
        }
    }
};
#[cfg(test)]
#[test]
fn close_has_the_schema_of_its_file() {
    ::agents::__private::assert_schema_file::<
        CloseInput,
    >(::core::env!("CARGO_MANIFEST_DIR"), "schemas/close.json", "close");
}
