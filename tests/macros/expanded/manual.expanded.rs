/// Look a ticket up in the old system. A person does it.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[allow(non_camel_case_types)]
struct legacy_lookup {}
const _: () = {
    #[allow(unused_imports)]
    use ::phaseo_agent::__private::{
        HasNoValidator as _, HasValidator as _, NeedsContext as _, NotValidated as _,
        ReturnsResult as _, ReturnsValue as _, SendsUnchecked as _, TakesChecked as _,
        TakesUnchecked as _, Validated as _,
    };
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl ::phaseo_agent::tool::TypedTool for legacy_lookup {
        const NAME: &'static ::core::primitive::str = "legacy_lookup";
        const DESCRIPTION: &'static ::core::primitive::str = "Look a ticket up in the old system. A person does it.";
        const OPTIONS: ::phaseo_agent::tool::Options = ::phaseo_agent::tool::Options::new()
            .manual();
        type Input = LegacyLookupInput;
        fn output_schema() -> ::phaseo_agent::schema::Schema {
            ::phaseo_agent::__private::writer(
                    (&::phaseo_agent::__private::Returns::<LegacyTicket>::new()).kind(),
                )
                .schema()
        }
        fn validators() -> ::phaseo_agent::tool::Validators {
            ::phaseo_agent::tool::Validators::none()
                .field(
                    "ticket_id",
                    (&&&::phaseo_agent::__private::Validator::<String>::of()).found(),
                )
        }
        fn validate(input: &LegacyLookupInput) -> ::phaseo_agent::__private::Issues {
            let mut issues = ::phaseo_agent::__private::no_issues();
            ::core::iter::Extend::extend(
                &mut issues,
                (&&&::phaseo_agent::__private::Validate(&input.ticket_id))
                    .issues("ticket_id"),
            );
            issues
        }
        async fn call(
            &self,
            _: LegacyLookupInput,
            _: ::phaseo_agent::tool::ToolContext,
        ) -> ::core::result::Result<
            ::phaseo_agent::tool::Output,
            ::phaseo_agent::tool::ToolError,
        > {
            ::phaseo_agent::__private::not_called()
        }
        fn supplied_issues(
            supplied: &::phaseo_agent::RawJson,
        ) -> ::phaseo_agent::__private::Issues {
            (&&(&::phaseo_agent::__private::Returns::<LegacyTicket>::new()).kind())
                .issues(supplied)
        }
        fn problems() -> ::phaseo_agent::__private::Problems {
            (&&(&::phaseo_agent::__private::Returns::<LegacyTicket>::new()).kind())
                .unchecked(
                    "legacy_lookup",
                    &::phaseo_agent::__private::writer(
                            (&::phaseo_agent::__private::Returns::<LegacyTicket>::new())
                                .kind(),
                        )
                        .schema(),
                )
        }
    }
};
/// The input of `legacy_lookup`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(
    crate = "::phaseo_agent::__private::serde",
    deny_unknown_fields,
    bound(deserialize = "for < 'any > String : :: phaseo_agent :: tool :: ToolInput ,")
)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
struct LegacyLookupInput {
    pub ticket_id: String,
}
const _: () = {
    #[allow(unused_imports)]
    use ::core::convert::Into as _;
    #[derive(::phaseo_agent::__private::schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(
        crate = "::phaseo_agent::__private::schemars",
        rename = "LegacyLookupInput"
    )]
    #[allow(dead_code, non_camel_case_types)]
    struct __LegacyLookupInputShape
    where
        for<'any> String: ::phaseo_agent::tool::ToolInput,
    {
        pub ticket_id: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for LegacyLookupInput
    where
        for<'any> String: ::phaseo_agent::tool::ToolInput,
    {
        fn inline_schema() -> ::core::primitive::bool {
            <__LegacyLookupInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::inline_schema()
        }
        fn schema_name() -> ::phaseo_agent::__private::SchemaName {
            <__LegacyLookupInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::phaseo_agent::__private::SchemaName {
            <__LegacyLookupInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::phaseo_agent::__private::schemars::SchemaGenerator,
        ) -> ::phaseo_agent::__private::schemars::Schema {
            <__LegacyLookupInputShape as ::phaseo_agent::__private::schemars::JsonSchema>::json_schema(
                generator,
            )
        }
    }
};
