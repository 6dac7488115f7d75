/// Look a ticket up in the old system. A person does it.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[allow(non_camel_case_types)]
struct legacy_lookup {}
#[allow(unused_imports, unused_qualifications)]
const _: () = {
    use ::phaseo_agent::__private::{self as __phaseo, asks::*};
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl __phaseo::TypedTool for legacy_lookup {
        const NAME: &'static ::core::primitive::str = "legacy_lookup";
        const DESCRIPTION: &'static ::core::primitive::str = "Look a ticket up in the old system. A person does it.";
        type Input = LegacyLookupInput;
        fn tool(self) -> __phaseo::Tool {
            let validators = __phaseo::Validators::none()
                .inside(
                    "ticket_id",
                    (&&&__phaseo::part(|it: &LegacyLookupInput| &it.ticket_id))
                        .validator(),
                );
            let returns = __phaseo::Returns::<LegacyTicket>::new();
            let kind = (&returns).kind();
            let output = __phaseo::outputs(kind, (&&&__phaseo::whole(kind)).validator());
            let supplied = (&&__phaseo::supplied(&output)).checked();
            let options = __phaseo::Options::new().manual();
            let __tool = __phaseo::annotated::<Self>(options)
                .validators(validators)
                .manual(supplied, output);
            __tool.build()
        }
    }
};
/// The input of `legacy_lookup`.
#[derive(::phaseo_agent::__private::serde::Deserialize)]
#[serde(crate = "::phaseo_agent::__private::serde", deny_unknown_fields)]
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
    struct __LegacyLookupInputShape {
        pub ticket_id: String,
    }
    #[automatically_derived]
    impl ::phaseo_agent::__private::schemars::JsonSchema for LegacyLookupInput {
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
