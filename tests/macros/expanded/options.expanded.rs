/// Search the handbook.
#[allow(
    clippy::unused_async,
    clippy::needless_pass_by_value,
    clippy::missing_errors_doc
)]
pub(crate) async fn search(query: String, limit: u8) -> anyhow::Result<Vec<Hit>> {
    Handbook::open()?.search(&query, limit)
}
/// Search the handbook.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[allow(non_camel_case_types)]
pub(crate) struct search {}
#[allow(unused_imports, unused_qualifications)]
const _: () = {
    use ::phaseo_agent::__private::{self as __phaseo, asks::*};
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl __phaseo::TypedTool for search {
        const NAME: &'static ::core::primitive::str = "search_handbook";
        const DESCRIPTION: &'static ::core::primitive::str = "Search the handbook.";
        const OPTIONS: __phaseo::Options = __phaseo::Options::new()
            .max_retries(3)
            .idempotent()
            .sequential()
            .max_output_chars(4000);
        type Input = SearchInput;
        fn output_schema() -> __phaseo::Schema {
            __phaseo::writer(
                    (&__phaseo::Returns::<anyhow::Result<Vec<Hit>>>::new()).kind(),
                )
                .schema()
        }
        fn options() -> __phaseo::Options {
            Self::OPTIONS
                .next_turn(
                    __phaseo::NextTurn::new().temperature(0.2f64).max_output_tokens(500),
                )
        }
        fn validators() -> __phaseo::Validators {
            __phaseo::Validators::none()
                .field("query", (&&&__phaseo::Validator::<String>::of()).found())
                .field("limit", (&&&__phaseo::Validator::<u8>::of()).found())
                .output(
                    (&&&__phaseo::Validator::of_kind(
                        &(&__phaseo::Returns::<anyhow::Result<Vec<Hit>>>::new()).kind(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &SearchInput) -> __phaseo::Issues {
            let mut issues = __phaseo::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&__phaseo::Validate(&input.query)).issues("query"),
            );
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&__phaseo::Validate(&input.limit)).issues("limit"),
            );
            issues
        }
        async fn call(
            &self,
            input: SearchInput,
            context: __phaseo::ToolContext,
        ) -> ::core::result::Result<__phaseo::Output, __phaseo::ToolError> {
            let _ = (&input, &context);
            let returned = search(input.query, input.limit).await;
            let value = __phaseo::succeeded(
                (&__phaseo::Returns::<anyhow::Result<Vec<Hit>>>::new()).value(returned),
            )?;
            let issues = (&&&__phaseo::Validate(&value)).issues("");
            __phaseo::writer(
                    (&__phaseo::Returns::<anyhow::Result<Vec<Hit>>>::new()).kind(),
                )
                .write(&value, &issues)
        }
    }
};
/// The input of `search`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(
    crate = "::phaseo_agent::__private::serde",
    deny_unknown_fields,
    bound(
        deserialize = "for < 'any > String : :: phaseo_agent :: __private :: ToolInput , for < 'any > u8 : :: phaseo_agent :: __private :: ToolInput ,"
    )
)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
pub(crate) struct SearchInput {
    pub query: String,
    #[serde(default)]
    pub limit: u8,
}
const _: () = {
    #[allow(unused_imports)]
    use ::core::convert::Into as _;
    #[derive(::phaseo_agent::__private::schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(crate = "::phaseo_agent::__private::schemars", rename = "SearchInput")]
    #[allow(dead_code, non_camel_case_types)]
    struct __SearchInputShape
    where
        for<'any> String: ::phaseo_agent::__private::ToolInput,
        for<'any> u8: ::phaseo_agent::__private::ToolInput,
    {
        pub query: String,
        #[serde(default)]
        pub limit: u8,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for SearchInput
    where
        for<'any> String: ::phaseo_agent::__private::ToolInput,
        for<'any> u8: ::phaseo_agent::__private::ToolInput,
    {
        fn schema_name() -> ::phaseo_agent::__private::SchemaName {
            <__SearchInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::phaseo_agent::__private::SchemaName {
            <__SearchInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::phaseo_agent::__private::schemars::SchemaGenerator,
        ) -> ::phaseo_agent::__private::schemars::Schema {
            <__SearchInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::json_schema(
                generator,
            )
        }
    }
};
