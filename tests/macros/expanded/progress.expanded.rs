/// Build the selected branch.
#[allow(
    clippy::unused_async,
    clippy::needless_pass_by_value,
    clippy::missing_errors_doc
)]
pub async fn build(branch: String, progress: Progress<Percent>) -> Built {
    compile(&branch, progress).await
}
/// Build the selected branch.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[allow(non_camel_case_types)]
pub struct build {}
#[allow(unused_imports, unused_qualifications)]
const _: () = {
    use ::phaseo_agent::__private::{self as __phaseo, asks::*};
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl __phaseo::TypedTool for build {
        const NAME: &'static ::core::primitive::str = "build";
        const DESCRIPTION: &'static ::core::primitive::str = "Build the selected branch.";
        type Input = BuildInput;
        fn tool(self) -> __phaseo::Tool {
            let validators = __phaseo::Validators::none()
                .inside(
                    "branch",
                    (&&&__phaseo::part(|it: &BuildInput| &it.branch)).validator(),
                );
            let returns = __phaseo::Returns::<Built>::new();
            let kind = (&returns).kind();
            let sent = __phaseo::sends::<Percent>();
            let progress = __phaseo::outputs(
                sent,
                (&&&__phaseo::whole(sent)).validator(),
            );
            let output = __phaseo::outputs(kind, (&&&__phaseo::whole(kind)).validator());
            let options = __phaseo::Options::new().streaming().max_concurrency(2);
            let __tool = __phaseo::annotated::<Self>(options)
                .validators(validators)
                .progress(progress)
                .handler(
                    output,
                    move |input, _, progress| async move {
                        let returned = build(
                                input.branch,
                                ::core::clone::Clone::clone(&progress),
                            )
                            .await;
                        __phaseo::succeeded((&returns).value(returned))
                    },
                );
            __tool.build()
        }
    }
};
/// The input of `build`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(crate = "::phaseo_agent::__private::serde", deny_unknown_fields)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
pub struct BuildInput {
    pub branch: String,
}
const _: () = {
    #[allow(unused_imports)]
    use ::core::convert::Into as _;
    #[derive(::phaseo_agent::__private::schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(crate = "::phaseo_agent::__private::schemars", rename = "BuildInput")]
    #[allow(dead_code, non_camel_case_types)]
    struct __BuildInputShape {
        pub branch: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for BuildInput {
        fn schema_name() -> ::phaseo_agent::__private::SchemaName {
            <__BuildInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::phaseo_agent::__private::SchemaName {
            <__BuildInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::phaseo_agent::__private::schemars::SchemaGenerator,
        ) -> ::phaseo_agent::__private::schemars::Schema {
            <__BuildInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::json_schema(
                generator,
            )
        }
    }
};
