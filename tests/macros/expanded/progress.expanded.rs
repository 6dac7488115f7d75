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
        const OPTIONS: __phaseo::Options = __phaseo::Options::new()
            .streaming()
            .max_concurrency(2);
        type Input = BuildInput;
        fn output_schema() -> __phaseo::Schema {
            __phaseo::writer((&__phaseo::Returns::<Built>::new()).kind()).schema()
        }
        fn progress_schema() -> ::core::option::Option<__phaseo::Schema> {
            ::core::option::Option::Some(__phaseo::sends::<Percent, ()>().schema())
        }
        fn needs() -> __phaseo::Needs {
            __phaseo::needs([
                <Progress<Percent> as __phaseo::Extract<__phaseo::ToolContext>>::need(),
            ])
        }
        fn validators() -> __phaseo::Validators {
            __phaseo::Validators::none()
                .field("branch", (&&&__phaseo::Validator::<String>::of()).found())
                .output(
                    (&&&__phaseo::Validator::of_kind(
                        &(&__phaseo::Returns::<Built>::new()).kind(),
                    ))
                        .found(),
                )
                .progress(
                    (&&&__phaseo::Validator::of_kind(
                        __phaseo::sends::<Percent, ()>().progress(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &BuildInput) -> __phaseo::Issues {
            let mut issues = __phaseo::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&__phaseo::Validate(&input.branch)).issues("branch"),
            );
            issues
        }
        async fn call(
            &self,
            input: BuildInput,
            context: __phaseo::ToolContext,
        ) -> ::core::result::Result<__phaseo::Output, __phaseo::ToolError> {
            let _ = (&input, &context);
            let extracted_0 = __phaseo::Sending(
                    <Progress<
                        Percent,
                    > as __phaseo::Extract<__phaseo::ToolContext>>::extract(&context)?,
                )
                .checked();
            let returned = build(input.branch, extracted_0).await;
            let value = __phaseo::succeeded(
                (&__phaseo::Returns::<Built>::new()).value(returned),
            )?;
            let issues = (&&&__phaseo::Validate(&value)).issues("");
            __phaseo::writer((&__phaseo::Returns::<Built>::new()).kind())
                .write(&value, &issues)
        }
    }
};
/// The input of `build`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(
    crate = "::phaseo_agent::__private::serde",
    deny_unknown_fields,
    bound(
        deserialize = "for < 'any > String : :: phaseo_agent :: __private :: ToolInput ,"
    )
)]
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
    struct __BuildInputShape
    where
        for<'any> String: ::phaseo_agent::__private::ToolInput,
    {
        pub branch: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for BuildInput
    where
        for<'any> String: ::phaseo_agent::__private::ToolInput,
    {
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
