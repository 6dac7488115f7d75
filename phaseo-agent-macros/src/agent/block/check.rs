//! An `impl` block under `#[agent]`, as meant.

use syn::Type;

use crate::errors::Errors;
use crate::owner::Owner;
use crate::tool;
use crate::tool::check::Tool;

use super::super::prompt::{self, Prompt};
use super::super::settings::{self, Settings};
use super::syntax::{Block, Head, Item};

/// A checked block.
pub(crate) struct Agent<'a> {
    pub(super) block: &'a Block,
    pub(super) id: String,
    pub(super) settings: Settings,
    pub(super) tools: Vec<Tool<'a>>,
    /// Without one the agent takes a text and answers with one.
    pub(super) prompt: Option<Prompt<'a>>,
}

const ROLE: &str = "a prompt";

/// Checks everything, so that all mistakes are reported at once.
pub(crate) fn check<'a>(block: &'a Block, errors: &Errors) -> Option<Agent<'a>> {
    let before = errors.count();
    check_head(&block.head, errors);
    let settings = settings::check(&block.options, &block.head.attributes, errors);
    let mut tools: Vec<Tool<'_>> = Vec::new();
    let mut prompt = None;
    for item in &block.items {
        match item {
            Item::Tool(written) => {
                if let Some(tool) = tool::check::check(written, Some(&settings.support), errors) {
                    check_name(&tool, &tools, errors);
                    tools.push(tool);
                }
            }
            Item::Prompt(function) => {
                if prompt.is_some() {
                    let message = "a second prompt; an agent has one way to be asked";
                    errors.at(function.name(), message);
                }
                if let Some(cfg) = function.cfgs().next() {
                    errors.at(
                        &cfg.meta,
                        "an agent is asked in one way; put this on the whole block",
                    );
                }
                prompt = Some(prompt::check(function, ROLE, errors));
            }
            Item::Other(_) => {}
        }
    }
    if errors.count() > before {
        return None;
    }
    let id = settings.id.clone();
    Some(Agent {
        block,
        id: id.or_else(|| Some(Owner::of(&block.head.ty)?.id()))?,
        settings,
        tools,
        prompt: prompt.flatten(),
    })
}

fn check_head(head: &Head, errors: &Errors) {
    if let Some(of_trait) = &head.of_trait {
        let message = "`#[agent]` goes on an `impl` block without a trait; move the tools into one";
        errors.at(of_trait, message);
    }
    if !head.generics.params.is_empty() {
        let message = "an agent cannot be generic: each of its tools has one JSON Schema; write concrete types";
        errors.at(&head.generics, message);
    } else if let Some(clause) = &head.clause {
        errors.at(clause, "an agent cannot have a `where` clause; remove it");
    }
    if !matches!(head.ty, Type::Path(_)) {
        let message = "`#[agent]` goes on the `impl` block of a struct or an enum";
        errors.at(&head.ty, message);
    }
}

/// Notes that an earlier method is a tool of the same name. Methods of which one may be configured away
/// are left to the runtime.
fn check_name(tool: &Tool<'_>, earlier: &[Tool<'_>], errors: &Errors) {
    let always = |tool: &Tool<'_>| tool.function.cfgs().next().is_none();
    let same = earlier.iter().find(|other| other.name == tool.name);
    if let Some(same) = same.filter(|same| always(same) && always(tool)) {
        let message = format!(
            "`{}` is a tool with the same name, `{}`; give one of them another with `#[tool(name = \"..\")]`",
            same.function.plain_name(),
            tool.name
        );
        errors.at(tool.function.name(), message);
    }
}
