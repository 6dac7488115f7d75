/// Deploy the selected release.
#[allow(
    clippy::unused_async,
    clippy::needless_pass_by_value,
    clippy::missing_errors_doc
)]
async fn deploy(
    environment: Environment,
    release: String,
) -> Result<Deployed, DeployError> {
    environment.deploy(release).await
}
/// Deploy the selected release.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[allow(non_camel_case_types)]
struct deploy {}
const _: () = {
    #[allow(unused_imports)]
    use ::phaseo_agent::__private::{
        HasNoValidator as _, HasValidator as _, NeedsContext as _, NotValidated as _,
        ReturnsResult as _, ReturnsValue as _, SendsUnchecked as _, TakesChecked as _,
        TakesUnchecked as _, Validated as _,
    };
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl ::phaseo_agent::tool::TypedTool for deploy {
        const NAME: &'static ::core::primitive::str = "deploy";
        const DESCRIPTION: &'static ::core::primitive::str = "Deploy the selected release.";
        const OPTIONS: ::phaseo_agent::tool::Options = ::phaseo_agent::tool::Options::new()
            .approval_by_rule();
        type Input = DeployInput;
        fn output_schema() -> ::phaseo_agent::schema::Schema {
            ::phaseo_agent::__private::writer(
                    (&::phaseo_agent::__private::Returns::<
                        Result<Deployed, DeployError>,
                    >::new())
                        .kind(),
                )
                .schema()
        }
        fn validators() -> ::phaseo_agent::tool::Validators {
            ::phaseo_agent::tool::Validators::none()
                .field(
                    "environment",
                    (&&&::phaseo_agent::__private::Validator::<Environment>::of())
                        .found(),
                )
                .field(
                    "release",
                    (&&&::phaseo_agent::__private::Validator::<String>::of()).found(),
                )
                .output(
                    (&&&::phaseo_agent::__private::Validator::of_kind(
                        &(&::phaseo_agent::__private::Returns::<
                            Result<Deployed, DeployError>,
                        >::new())
                            .kind(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &DeployInput) -> ::phaseo_agent::__private::Issues {
            let mut issues = ::phaseo_agent::__private::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&::phaseo_agent::__private::Validate(&input.environment))
                    .issues("environment"),
            );
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&::phaseo_agent::__private::Validate(&input.release))
                    .issues("release"),
            );
            issues
        }
        async fn approval(
            &self,
            input: &DeployInput,
            context: &::phaseo_agent::tool::ToolContext,
        ) -> ::core::result::Result<
            ::core::primitive::bool,
            ::phaseo_agent::tool::ToolError,
        > {
            ::phaseo_agent::__private::decide::<
                DeployInput,
                _,
                _,
            >(
                    |input: &DeployInput| input.environment == Environment::Production,
                    input,
                    context,
                )
                .await
        }
        async fn call(
            &self,
            input: DeployInput,
            context: ::phaseo_agent::tool::ToolContext,
        ) -> ::core::result::Result<
            ::phaseo_agent::tool::Output,
            ::phaseo_agent::tool::ToolError,
        > {
            let _ = (&input, &context);
            let returned = deploy(input.environment, input.release).await;
            let value = ::phaseo_agent::__private::succeeded(
                (&::phaseo_agent::__private::Returns::<
                    Result<Deployed, DeployError>,
                >::new())
                    .value(returned),
            )?;
            let issues = (&&&::phaseo_agent::__private::Validate(&value)).issues("");
            ::phaseo_agent::__private::writer(
                    (&::phaseo_agent::__private::Returns::<
                        Result<Deployed, DeployError>,
                    >::new())
                        .kind(),
                )
                .write(&value, &issues)
        }
    }
};
/// The input of `deploy`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(
    crate = "::phaseo_agent::__private::serde",
    deny_unknown_fields,
    bound(
        deserialize = "for < 'any > Environment : :: phaseo_agent :: tool :: ToolInput , for < 'any > String : :: phaseo_agent :: tool :: ToolInput ,"
    )
)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
struct DeployInput {
    pub environment: Environment,
    pub release: String,
}
const _: () = {
    #[allow(unused_imports)]
    use ::core::convert::Into as _;
    #[derive(::phaseo_agent::__private::schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(crate = "::phaseo_agent::__private::schemars", rename = "DeployInput")]
    #[allow(dead_code, non_camel_case_types)]
    struct __DeployInputShape
    where
        for<'any> Environment: ::phaseo_agent::tool::ToolInput,
        for<'any> String: ::phaseo_agent::tool::ToolInput,
    {
        pub environment: Environment,
        pub release: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for DeployInput
    where
        for<'any> Environment: ::phaseo_agent::tool::ToolInput,
        for<'any> String: ::phaseo_agent::tool::ToolInput,
    {
        fn inline_schema() -> ::core::primitive::bool {
            <__DeployInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::inline_schema()
        }
        fn schema_name() -> ::phaseo_agent::__private::SchemaName {
            <__DeployInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::phaseo_agent::__private::SchemaName {
            <__DeployInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::phaseo_agent::__private::schemars::SchemaGenerator,
        ) -> ::phaseo_agent::__private::schemars::Schema {
            <__DeployInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::json_schema(
                generator,
            )
        }
    }
};
