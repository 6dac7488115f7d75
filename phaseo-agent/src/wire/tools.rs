//! Tool definitions as bytes, rendered once for each surface.

use bytes::Bytes;

use super::object::list;
use super::surface::Surface;
use crate::model::{ToolDefinition, ToolSet};

#[derive(Default)]
struct Rendered {
    surface: Option<Surface>,
    list: Bytes,
}

/// The list of tools as `surface` writes it; empty if there are none.
pub(super) fn rendered(
    tools: &ToolSet,
    surface: Surface,
    write: impl FnMut(&mut Vec<u8>, &ToolDefinition),
) -> Bytes {
    if tools.definitions().is_empty() {
        return Bytes::new();
    }
    tools.memo().with(|rendered: &mut Rendered| {
        if rendered.surface != Some(surface) {
            let mut out = Vec::new();
            list(&mut out, tools.definitions(), write);
            *rendered = Rendered {
                surface: Some(surface),
                list: out.into(),
            };
        }
        rendered.list.clone()
    })
}
