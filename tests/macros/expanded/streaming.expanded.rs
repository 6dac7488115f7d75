/// Index a repository.
#[allow(
    clippy::unused_async,
    clippy::needless_pass_by_value,
    clippy::missing_errors_doc
)]
async fn index_repository(path: PathBuf) -> ToolStream<Phase, Indexed> {
    ::phaseo_agent::__private::stream::<
        ToolStream<Phase, Indexed>,
        _,
        _,
    >(move |emitter| async move {
        let emitter = &emitter;
        let _ = emitter;
        #[allow(unused_macros)]
        macro_rules! emit {
            ($value:expr $(,)?) => {
                emitter.emit($value). await
            };
        }
        {
            emit!(Phase::Scan);
            let files = scan(&path).await?;
            emit!(Phase::Embed);
            Ok(Indexed { indexed: files.len() })
        }
    })
}
/// Index a repository.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[allow(non_camel_case_types)]
struct index_repository {}
const _: () = {
    #[allow(unused_imports)]
    use ::phaseo_agent::__private::{
        HasNoValidator as _, HasValidator as _, NeedsContext as _, NotValidated as _,
        ReturnsResult as _, ReturnsValue as _, SendsUnchecked as _, TakesChecked as _,
        TakesUnchecked as _, Validated as _,
    };
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl ::phaseo_agent::tool::TypedTool for index_repository {
        const NAME: &'static ::core::primitive::str = "index_repository";
        const DESCRIPTION: &'static ::core::primitive::str = "Index a repository.";
        const OPTIONS: ::phaseo_agent::tool::Options = ::phaseo_agent::tool::Options::new()
            .streaming();
        type Input = IndexRepositoryInput;
        fn output_schema() -> ::phaseo_agent::schema::Schema {
            ::phaseo_agent::__private::writer(
                    ::phaseo_agent::__private::streaming::<ToolStream<Phase, Indexed>>()
                        .output(),
                )
                .schema()
        }
        fn progress_schema() -> ::core::option::Option<::phaseo_agent::schema::Schema> {
            ::core::option::Option::Some(
                ::phaseo_agent::__private::streaming::<ToolStream<Phase, Indexed>>()
                    .schema(),
            )
        }
        fn validators() -> ::phaseo_agent::tool::Validators {
            ::phaseo_agent::tool::Validators::none()
                .field(
                    "path",
                    (&&&::phaseo_agent::__private::Validator::<PathBuf>::of()).found(),
                )
                .output(
                    (&&&::phaseo_agent::__private::Validator::of_kind(
                        &::phaseo_agent::__private::streaming::<
                            ToolStream<Phase, Indexed>,
                        >()
                            .output(),
                    ))
                        .found(),
                )
                .progress(
                    (&&&::phaseo_agent::__private::Validator::of_kind(
                        ::phaseo_agent::__private::streaming::<
                            ToolStream<Phase, Indexed>,
                        >()
                            .progress(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &IndexRepositoryInput) -> ::phaseo_agent::__private::Issues {
            let mut issues = ::phaseo_agent::__private::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&::phaseo_agent::__private::Validate(&input.path)).issues("path"),
            );
            issues
        }
        async fn call(
            &self,
            input: IndexRepositoryInput,
            context: ::phaseo_agent::tool::ToolContext,
        ) -> ::core::result::Result<
            ::phaseo_agent::tool::Output,
            ::phaseo_agent::tool::ToolError,
        > {
            let _ = (&input, &context);
            let returned = index_repository(input.path).await;
            let value = ::phaseo_agent::__private::run(
                    returned,
                    ::phaseo_agent::__private::streaming::<ToolStream<Phase, Indexed>>()
                        .sending(&context)
                        .checked(),
                )
                .await?;
            let issues = (&&&::phaseo_agent::__private::Validate(&value)).issues("");
            ::phaseo_agent::__private::writer(
                    ::phaseo_agent::__private::streaming::<ToolStream<Phase, Indexed>>()
                        .output(),
                )
                .write(&value, &issues)
        }
    }
};
/// The input of `index_repository`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(
    crate = "::phaseo_agent::__private::serde",
    deny_unknown_fields,
    bound(deserialize = "for < 'any > PathBuf : :: phaseo_agent :: tool :: ToolInput ,")
)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
struct IndexRepositoryInput {
    pub path: PathBuf,
}
const _: () = {
    #[allow(unused_imports)]
    use ::core::convert::Into as _;
    #[derive(::phaseo_agent::__private::schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(
        crate = "::phaseo_agent::__private::schemars",
        rename = "IndexRepositoryInput"
    )]
    #[allow(dead_code, non_camel_case_types)]
    struct __IndexRepositoryInputShape
    where
        for<'any> PathBuf: ::phaseo_agent::tool::ToolInput,
    {
        pub path: PathBuf,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for IndexRepositoryInput
    where
        for<'any> PathBuf: ::phaseo_agent::tool::ToolInput,
    {
        fn inline_schema() -> ::core::primitive::bool {
            <__IndexRepositoryInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::inline_schema()
        }
        fn schema_name() -> ::phaseo_agent::__private::SchemaName {
            <__IndexRepositoryInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::phaseo_agent::__private::SchemaName {
            <__IndexRepositoryInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::phaseo_agent::__private::schemars::SchemaGenerator,
        ) -> ::phaseo_agent::__private::schemars::Schema {
            <__IndexRepositoryInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::json_schema(
                generator,
            )
        }
    }
};
