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
const _: () = {
    #[allow(unused_imports)]
    use ::phaseo_agent::__private::{
        HasNoValidator as _, HasValidator as _, NeedsContext as _, NotValidated as _,
        ReturnsResult as _, ReturnsValue as _, SendsUnchecked as _, TakesChecked as _,
        TakesUnchecked as _, Validated as _,
    };
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl ::phaseo_agent::tool::TypedTool for build {
        const NAME: &'static ::core::primitive::str = "build";
        const DESCRIPTION: &'static ::core::primitive::str = "Build the selected branch.";
        const OPTIONS: ::phaseo_agent::tool::Options = ::phaseo_agent::tool::Options::new()
            .streaming()
            .max_concurrency(2);
        type Input = BuildInput;
        fn output_schema() -> ::phaseo_agent::schema::Schema {
            ::phaseo_agent::__private::writer(
                    (&::phaseo_agent::__private::Returns::<Built>::new()).kind(),
                )
                .schema()
        }
        fn progress_schema() -> ::core::option::Option<::phaseo_agent::schema::Schema> {
            ::core::option::Option::Some(
                ::phaseo_agent::__private::sends::<Percent, ()>().schema(),
            )
        }
        fn needs() -> ::phaseo_agent::__private::Needs {
            ::phaseo_agent::__private::needs([
                <Progress<
                    Percent,
                > as ::phaseo_agent::tool::Extract<
                    ::phaseo_agent::tool::ToolContext,
                >>::need(),
            ])
        }
        fn validators() -> ::phaseo_agent::tool::Validators {
            ::phaseo_agent::tool::Validators::none()
                .field(
                    "branch",
                    (&&&::phaseo_agent::__private::Validator::<String>::of()).found(),
                )
                .output(
                    (&&&::phaseo_agent::__private::Validator::of_kind(
                        &(&::phaseo_agent::__private::Returns::<Built>::new()).kind(),
                    ))
                        .found(),
                )
                .progress(
                    (&&&::phaseo_agent::__private::Validator::of_kind(
                        ::phaseo_agent::__private::sends::<Percent, ()>().progress(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &BuildInput) -> ::phaseo_agent::__private::Issues {
            let mut issues = ::phaseo_agent::__private::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&::phaseo_agent::__private::Validate(&input.branch)).issues("branch"),
            );
            issues
        }
        async fn call(
            &self,
            input: BuildInput,
            context: ::phaseo_agent::tool::ToolContext,
        ) -> ::core::result::Result<
            ::phaseo_agent::tool::Output,
            ::phaseo_agent::tool::ToolError,
        > {
            let _ = (&input, &context);
            let extracted_0 = ::phaseo_agent::__private::Sending(
                    <Progress<
                        Percent,
                    > as ::phaseo_agent::tool::Extract<
                        ::phaseo_agent::tool::ToolContext,
                    >>::extract(&context)?,
                )
                .checked();
            let returned = build(input.branch, extracted_0).await;
            let value = ::phaseo_agent::__private::succeeded(
                (&::phaseo_agent::__private::Returns::<Built>::new()).value(returned),
            )?;
            let issues = (&&&::phaseo_agent::__private::Validate(&value)).issues("");
            ::phaseo_agent::__private::writer(
                    (&::phaseo_agent::__private::Returns::<Built>::new()).kind(),
                )
                .write(&value, &issues)
        }
    }
};
/// The input of `build`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(
    crate = "::phaseo_agent::__private::serde",
    deny_unknown_fields,
    bound(deserialize = "for < 'any > String : :: phaseo_agent :: tool :: ToolInput ,")
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
        for<'any> String: ::phaseo_agent::tool::ToolInput,
    {
        pub branch: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for BuildInput
    where
        for<'any> String: ::phaseo_agent::tool::ToolInput,
    {
        fn inline_schema() -> ::core::primitive::bool {
            <__BuildInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::inline_schema()
        }
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
