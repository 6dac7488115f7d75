/// Close a ticket.
#[allow(
    clippy::unused_async,
    clippy::needless_pass_by_value,
    clippy::missing_errors_doc
)]
async fn close(ticket_id: String) {
    println!("{ticket_id}");
}
/// Close a ticket.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[allow(non_camel_case_types)]
struct close {}
#[allow(unused_imports, unused_qualifications)]
const _: () = {
    use ::agents::__private::{self as __phaseo, asks::*};
    #[automatically_derived]
    #[allow(deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
    impl __phaseo::TypedTool for close {
        const NAME: &'static ::core::primitive::str = "close";
        const DESCRIPTION: &'static ::core::primitive::str = "Close a ticket.";
        type Input = CloseInput;
        fn tool(self) -> __phaseo::Tool {
            let validators = __phaseo::Validators::none()
                .inside(
                    "ticket_id",
                    (&&&__phaseo::part(|it: &CloseInput| &it.ticket_id)).validator(),
                );
            let returns = __phaseo::Returns::<()>::new();
            let kind = (&returns).kind();
            let output = __phaseo::outputs(kind, (&&&__phaseo::whole(kind)).validator());
            let options = __phaseo::Options::new();
            let __tool = __phaseo::annotated::<Self>(options)
                .validators(validators)
                .handler(
                    output,
                    move |input, _, _| async move {
                        let returned = close(input.ticket_id).await;
                        __phaseo::succeeded((&returns).value(returned))
                    },
                );
            __tool.build()
        }
    }
};
/// The input of `close`.
#[derive(::agents::__private::serde::Deserialize)]
#[serde(crate = "::agents::__private::serde", deny_unknown_fields)]
#[allow(missing_docs, missing_debug_implementations, clippy::pedantic, clippy::nursery)]
struct CloseInput {
    pub ticket_id: String,
}
const _: () = {
    #[allow(unused_imports)]
    use ::core::convert::Into as _;
    #[derive(::agents::__private::schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(crate = "::agents::__private::schemars", rename = "CloseInput")]
    #[allow(dead_code, non_camel_case_types)]
    struct __CloseInputShape {
        pub ticket_id: String,
    }
    #[automatically_derived]
    impl ::agents::__private::schemars::JsonSchema for CloseInput {
        fn schema_name() -> ::agents::__private::SchemaName {
            <__CloseInputShape as ::agents::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::agents::__private::SchemaName {
            <__CloseInputShape as ::agents::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::agents::__private::schemars::SchemaGenerator,
        ) -> ::agents::__private::schemars::Schema {
            <__CloseInputShape as ::agents::__private::schemars::JsonSchema>::json_schema(
                generator,
            )
        }
    }
};
#[cfg(test)]
#[test]
fn close_has_the_schema_of_its_file() {
    ::agents::__private::assert_schema_file::<
        CloseInput,
    >(::core::env!("CARGO_MANIFEST_DIR"), "schemas/close.json", "close");
}
