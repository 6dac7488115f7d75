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
#[allow(unused_imports, unused_qualifications)]
const _: () = {
    use ::phaseo_agent::__private::{self as __phaseo, asks::*};
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl __phaseo::TypedTool for index_repository {
        const NAME: &'static ::core::primitive::str = "index_repository";
        const DESCRIPTION: &'static ::core::primitive::str = "Index a repository.";
        const OPTIONS: __phaseo::Options = __phaseo::Options::new().streaming();
        type Input = IndexRepositoryInput;
        fn output_schema() -> __phaseo::Schema {
            __phaseo::writer(
                    __phaseo::streaming::<ToolStream<Phase, Indexed>>().output(),
                )
                .schema()
        }
        fn progress_schema() -> ::core::option::Option<__phaseo::Schema> {
            ::core::option::Option::Some(
                __phaseo::streaming::<ToolStream<Phase, Indexed>>().schema(),
            )
        }
        fn validators() -> __phaseo::Validators {
            __phaseo::Validators::none()
                .field("path", (&&&__phaseo::Validator::<PathBuf>::of()).found())
                .output(
                    (&&&__phaseo::Validator::of_kind(
                        &__phaseo::streaming::<ToolStream<Phase, Indexed>>().output(),
                    ))
                        .found(),
                )
                .progress(
                    (&&&__phaseo::Validator::of_kind(
                        __phaseo::streaming::<ToolStream<Phase, Indexed>>().progress(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &IndexRepositoryInput) -> __phaseo::Issues {
            let mut issues = __phaseo::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&__phaseo::Validate(&input.path)).issues("path"),
            );
            issues
        }
        async fn call(
            &self,
            input: IndexRepositoryInput,
            context: __phaseo::ToolContext,
        ) -> ::core::result::Result<__phaseo::Output, __phaseo::ToolError> {
            let _ = (&input, &context);
            let returned = index_repository(input.path).await;
            let value = __phaseo::run(
                    returned,
                    __phaseo::streaming::<ToolStream<Phase, Indexed>>()
                        .sending(&context)
                        .checked(),
                )
                .await?;
            let issues = (&&&__phaseo::Validate(&value)).issues("");
            __phaseo::writer(
                    __phaseo::streaming::<ToolStream<Phase, Indexed>>().output(),
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
    bound(
        deserialize = "for < 'any > PathBuf : :: phaseo_agent :: __private :: ToolInput ,"
    )
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
        for<'any> PathBuf: ::phaseo_agent::__private::ToolInput,
    {
        pub path: PathBuf,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for IndexRepositoryInput
    where
        for<'any> PathBuf: ::phaseo_agent::__private::ToolInput,
    {
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
