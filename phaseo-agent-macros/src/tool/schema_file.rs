//! The option `schema`: the file that holds the reviewed schema of the tool's input.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::LitStr;

use crate::errors::Errors;
use crate::options::Options;
use crate::owner::Owner;

use super::check::Tool;

/// The file, from the root of the user's package.
pub(super) fn check<'a>(options: &'a Options, errors: &Errors) -> Option<&'a LitStr> {
    let blank =
        "the name of the schema's file is blank; write `schema = \"schemas/fetch_ticket.json\"`";
    options.said("schema", blank, errors)
}

/// A test of the user's that fails when the function's schema is another than the file's.
pub(super) fn test(tool: &Tool<'_>) -> Option<TokenStream> {
    let file = tool.schema_file.as_ref()?;
    let Tool {
        support,
        function,
        name: tool_name,
        ..
    } = tool;
    let name = function.name();
    let (path, input_type) = (support.path(), tool.params.input.ty());
    let cfgs = function.cfgs();
    let owner = function.owner.as_ref().map(Owner::prefix);
    let owner = owner.unwrap_or_default();
    let test = format!(
        "{owner}{}_has_the_schema_of_its_file",
        function.plain_name()
    );
    let test = Ident::new(&test, name.span());
    Some(quote! {
        #(#cfgs)*
        #[cfg(test)]
        #[test]
        fn #test() {
            #path::assert_schema_file::<#input_type>(
                ::core::env!("CARGO_MANIFEST_DIR"),
                #file,
                #tool_name,
            );
        }
    })
}
