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
#[allow(unused_imports, unused_qualifications)]
const _: () = {
    use ::phaseo_agent::__private::{self as __phaseo, asks::*};
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl __phaseo::TypedTool for deploy {
        const NAME: &'static ::core::primitive::str = "deploy";
        const DESCRIPTION: &'static ::core::primitive::str = "Deploy the selected release.";
        const OPTIONS: __phaseo::Options = __phaseo::Options::new().approval_by_rule();
        type Input = DeployInput;
        fn output_schema() -> __phaseo::Schema {
            __phaseo::writer(
                    (&__phaseo::Returns::<Result<Deployed, DeployError>>::new()).kind(),
                )
                .schema()
        }
        fn validators() -> __phaseo::Validators {
            __phaseo::Validators::none()
                .field(
                    "environment",
                    (&&&__phaseo::Validator::<Environment>::of()).found(),
                )
                .field("release", (&&&__phaseo::Validator::<String>::of()).found())
                .output(
                    (&&&__phaseo::Validator::of_kind(
                        &(&__phaseo::Returns::<Result<Deployed, DeployError>>::new())
                            .kind(),
                    ))
                        .found(),
                )
        }
        fn validate(input: &DeployInput) -> __phaseo::Issues {
            let mut issues = __phaseo::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&__phaseo::Validate(&input.environment)).issues("environment"),
            );
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&__phaseo::Validate(&input.release)).issues("release"),
            );
            issues
        }
        async fn approval(
            &self,
            input: &DeployInput,
            context: &__phaseo::ToolContext,
        ) -> ::core::result::Result<::core::primitive::bool, __phaseo::ToolError> {
            __phaseo::decide::<
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
            context: __phaseo::ToolContext,
        ) -> ::core::result::Result<__phaseo::Output, __phaseo::ToolError> {
            let _ = (&input, &context);
            let returned = deploy(input.environment, input.release).await;
            let value = __phaseo::succeeded(
                (&__phaseo::Returns::<Result<Deployed, DeployError>>::new())
                    .value(returned),
            )?;
            let issues = (&&&__phaseo::Validate(&value)).issues("");
            __phaseo::writer(
                    (&__phaseo::Returns::<Result<Deployed, DeployError>>::new()).kind(),
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
        deserialize = "for < 'any > Environment : :: phaseo_agent :: __private :: ToolInput , for < 'any > String : :: phaseo_agent :: __private :: ToolInput ,"
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
        for<'any> Environment: ::phaseo_agent::__private::ToolInput,
        for<'any> String: ::phaseo_agent::__private::ToolInput,
    {
        pub environment: Environment,
        pub release: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for DeployInput
    where
        for<'any> Environment: ::phaseo_agent::__private::ToolInput,
        for<'any> String: ::phaseo_agent::__private::ToolInput,
    {
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
