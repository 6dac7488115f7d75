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
        emit!(Phase::Scan);
        let files = scan(&path).await?;
        emit!(Phase::Embed);
        Ok(Indexed { indexed: files.len() })
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
        type Input = IndexRepositoryInput;
        fn tool(self) -> __phaseo::Tool {
            let validators = __phaseo::Validators::none()
                .inside(
                    "path",
                    (&&&__phaseo::part(|it: &IndexRepositoryInput| &it.path)).validator(),
                );
            let streaming = __phaseo::streaming::<ToolStream<Phase, Indexed>>();
            let kind = streaming.output;
            let sent = streaming.progress;
            let progress = __phaseo::outputs(
                sent,
                (&&&__phaseo::whole(sent)).validator(),
            );
            let output = __phaseo::outputs(kind, (&&&__phaseo::whole(kind)).validator());
            let options = __phaseo::Options::new().streaming();
            let __tool = __phaseo::annotated::<Self>(options)
                .validators(validators)
                .progress(progress)
                .handler(
                    output,
                    move |input, _, progress| async move {
                        let returned = index_repository(input.path).await;
                        __phaseo::run(returned, progress).await
                    },
                );
            __tool.build()
        }
    }
};
/// The input of `index_repository`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(crate = "::phaseo_agent::__private::serde", deny_unknown_fields)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
struct IndexRepositoryInput {
    #[serde(
        bound(deserialize = "for<'any> PathBuf: ::phaseo_agent::__private::ToolInput")
    )]
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
