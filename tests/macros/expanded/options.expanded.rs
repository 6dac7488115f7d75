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
        type Input = SearchInput;
        fn tool(self) -> __phaseo::Tool {
            let validators = __phaseo::Validators::none()
                .inside(
                    "query",
                    (&&&__phaseo::part(|it: &SearchInput| &it.query)).validator(),
                )
                .inside(
                    "limit",
                    (&&&__phaseo::part(|it: &SearchInput| &it.limit)).validator(),
                );
            let returns = __phaseo::Returns::<anyhow::Result<Vec<Hit>>>::new();
            let kind = (&returns).kind();
            let output = __phaseo::outputs(kind, (&&&__phaseo::whole(kind)).validator());
            let options = __phaseo::Options::new()
                .max_retries(3)
                .idempotent()
                .sequential()
                .max_output_chars(4000)
                .next_turn(
                    __phaseo::NextTurn::new().temperature(0.2f64).max_output_tokens(500),
                );
            let __tool = __phaseo::annotated::<Self>(options)
                .validators(validators)
                .handler(
                    output,
                    move |input, _, _| async move {
                        let returned = search(input.query, input.limit).await;
                        __phaseo::succeeded((&returns).value(returned))
                    },
                );
            __tool.build()
        }
    }
};
/// The input of `search`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(crate = "::phaseo_agent::__private::serde", deny_unknown_fields)]
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
    struct __SearchInputShape {
        pub query: String,
        #[serde(default)]
        pub limit: u8,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for SearchInput {
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
