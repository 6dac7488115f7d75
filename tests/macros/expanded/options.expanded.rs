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
const _: () = {
    #[allow(unused_imports)]
    use ::phaseo_agent::__private::{
        HasNoValidator as _, HasValidator as _, NeedsContext as _, NotValidated as _,
        ReturnsResult as _, ReturnsValue as _, SendsUnchecked as _, TakesChecked as _,
        TakesUnchecked as _, Validated as _,
    };
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl ::phaseo_agent::tool::TypedTool for search {
        const NAME: &'static ::core::primitive::str = "search_handbook";
        const DESCRIPTION: &'static ::core::primitive::str = "Search the handbook.";
        const OPTIONS: ::phaseo_agent::tool::Options = ::phaseo_agent::tool::Options::new()
            .max_retries(3)
            .idempotent()
            .sequential()
            .max_output_chars(4000);
        type Input = SearchInput;
        fn output_schema() -> ::phaseo_agent::schema::Schema {
            ::phaseo_agent::__private::writer(
                    (&::phaseo_agent::__private::Returns::<
                        anyhow::Result<Vec<Hit>>,
                    >::new())
                        .kind(),
                )
                .schema()
        }
        fn options() -> ::phaseo_agent::tool::Options {
            Self::OPTIONS
                .next_turn(
                    ::phaseo_agent::tool::NextTurn::new()
                        .temperature(0.2f64)
                        .max_output_tokens(500),
                )
        }
        fn validators() -> ::phaseo_agent::tool::Validators {
            ::phaseo_agent::tool::Validators::none()
                .field(
                    "query",
                    (&&&::phaseo_agent::__private::Validator::<String>::of()).found(),
                )
                .field(
                    "limit",
                    (&&&::phaseo_agent::__private::Validator::<u8>::of()).found(),
                )
                .output(
                    (&&&::phaseo_agent::__private::Validator::of_kind(
                        &(&::phaseo_agent::__private::Returns::<
                            anyhow::Result<Vec<Hit>>,
                        >::new())
                            .kind(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &SearchInput) -> ::phaseo_agent::__private::Issues {
            let mut issues = ::phaseo_agent::__private::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&::phaseo_agent::__private::Validate(&input.query)).issues("query"),
            );
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&::phaseo_agent::__private::Validate(&input.limit)).issues("limit"),
            );
            issues
        }
        async fn call(
            &self,
            input: SearchInput,
            context: ::phaseo_agent::tool::ToolContext,
        ) -> ::core::result::Result<
            ::phaseo_agent::tool::Output,
            ::phaseo_agent::tool::ToolError,
        > {
            let _ = (&input, &context);
            let returned = search(input.query, input.limit).await;
            let value = ::phaseo_agent::__private::succeeded(
                (&::phaseo_agent::__private::Returns::<anyhow::Result<Vec<Hit>>>::new())
                    .value(returned),
            )?;
            let issues = (&&&::phaseo_agent::__private::Validate(&value)).issues("");
            ::phaseo_agent::__private::writer(
                    (&::phaseo_agent::__private::Returns::<
                        anyhow::Result<Vec<Hit>>,
                    >::new())
                        .kind(),
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
        deserialize = "for < 'any > String : :: phaseo_agent :: tool :: ToolInput , for < 'any > u8 : :: phaseo_agent :: tool :: ToolInput ,"
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
        for<'any> String: ::phaseo_agent::tool::ToolInput,
        for<'any> u8: ::phaseo_agent::tool::ToolInput,
    {
        pub query: String,
        #[serde(default)]
        pub limit: u8,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for SearchInput
    where
        for<'any> String: ::phaseo_agent::tool::ToolInput,
        for<'any> u8: ::phaseo_agent::tool::ToolInput,
    {
        fn inline_schema() -> ::core::primitive::bool {
            <__SearchInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::inline_schema()
        }
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
