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
        type Input = DeployInput;
        fn tool(self) -> __phaseo::Tool {
            let validators = __phaseo::Validators::none()
                .inside(
                    "environment",
                    (&&&__phaseo::part(|it: &DeployInput| &it.environment)).validator(),
                )
                .inside(
                    "release",
                    (&&&__phaseo::part(|it: &DeployInput| &it.release)).validator(),
                );
            let returns = __phaseo::Returns::<Result<Deployed, DeployError>>::new();
            let kind = (&returns).kind();
            let output = __phaseo::outputs(kind, (&&&__phaseo::whole(kind)).validator());
            let options = __phaseo::Options::new();
            let __tool = __phaseo::annotated::<Self>(options)
                .validators(validators)
                .handler(
                    output,
                    move |input, _, _| async move {
                        let returned = deploy(input.environment, input.release).await;
                        __phaseo::succeeded((&returns).value(returned))
                    },
                )
                .approval(
                    __phaseo::Rule::<
                        DeployInput,
                    >::new::<
                        _,
                        _,
                    >(|input: &DeployInput| input.environment == Environment::Production),
                );
            __tool.build()
        }
    }
};
/// The input of `deploy`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(crate = "::phaseo_agent::__private::serde", deny_unknown_fields)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
struct DeployInput {
    #[serde(
        bound(
            deserialize = "for<'any> Environment: ::phaseo_agent::__private::ToolInput"
        )
    )]
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
    {
        pub environment: Environment,
        pub release: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for DeployInput
    where
        for<'any> Environment: ::phaseo_agent::__private::ToolInput,
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
