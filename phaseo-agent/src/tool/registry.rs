//! The tools of one agent.

use std::collections::HashMap;
use std::sync::Arc;

use crate::model::{ToolDefinition, ToolSet};
use crate::schema::Schema;

use super::{NextTurn, States, Tool};

/// The tools of one agent, by name, with what the model sees of them.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    tools: HashMap<Arc<str>, Tool>,
    set: Arc<ToolSet>,
}

impl Registry {
    /// Takes the tools, and adds everything that is wrong with them to `problems`.
    pub(crate) fn new(tools: Vec<Tool>, problems: &mut Vec<String>) -> Self {
        let mut by_name = HashMap::with_capacity(tools.len());
        let mut definitions = Vec::with_capacity(tools.len());
        for tool in tools {
            problems.extend(problems_of(&tool));
            let name: Arc<str> = tool.name().into();
            definitions.push(ToolDefinition::new(
                Arc::clone(&name),
                tool.description(),
                tool.input_schema().text().clone(),
            ));
            if by_name.insert(Arc::clone(&name), tool).is_some() {
                problems.push(format!("two tools are named `{name}`"));
            }
        }
        Self {
            tools: by_name,
            set: Arc::new(ToolSet::new(definitions)),
        }
    }

    /// What is wrong with these states: those that a tool needs and that are not there.
    pub(crate) fn missing(&self, states: &States) -> Vec<String> {
        let missing = self
            .tools
            .iter()
            .flat_map(|(name, tool)| states.missing(&format!("the tool `{name}`"), &tool.needs()));
        let mut missing: Vec<_> = missing.collect();
        missing.sort();
        missing
    }

    /// What is wrong with the tools that `settings` offer, if anything is.
    pub(crate) fn unknown_in(&self, settings: &NextTurn) -> Option<String> {
        self.unknown_among(settings.tools.as_deref())
    }

    /// What is wrong with offering the tools of these names, if anything is.
    pub(crate) fn unknown_among(&self, names: Option<&[String]>) -> Option<String> {
        let names = names.unwrap_or_default();
        let unknown = names.iter().find(|name| self.get(name).is_none())?;
        Some(format!(
            "it offers the tool `{unknown}`, which the agent does not have"
        ))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Tool> {
        self.tools.get(name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Tool> {
        self.tools.values()
    }

    pub(crate) fn set(&self) -> &Arc<ToolSet> {
        &self.set
    }
}

fn problems_of(tool: &Tool) -> Vec<String> {
    let name = tool.name();
    let mut problems = Vec::new();
    if !is_tool_name(name) {
        problems.push(format!(
            "`{name}` is not a tool name: write 1 to 64 of `A-Z a-z 0-9 _ -`"
        ));
    }
    if tool.description().trim().is_empty() {
        problems.push(format!(
            "the tool `{name}` has no description: a model needs one to choose it"
        ));
    }
    if !tool.input_schema().is_object() {
        problems.push(format!(
            "the input of the tool `{name}` is not an object, which is all that providers take: make it a field of a struct"
        ));
    }
    for property in tool.unchecked_rules() {
        problems.push(Schema::unchecked_rule(&format!("`{name}`"), &property));
    }
    problems.extend(tool.problems());
    if tool.options().max_concurrency == Some(0) {
        problems.push(format!(
            "`max_concurrency` of the tool `{name}` is 0: a call of it needs at least one"
        ));
    }
    for option in tool.options().not_honoured() {
        problems.push(format!(
            "the option `{option}` of the tool `{name}` has no effect in this version"
        ));
    }
    problems
}

/// What all three wire formats take as a tool name.
pub(crate) const fn is_tool_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    if bytes.is_empty() || bytes.len() > 64 {
        return false;
    }
    let mut index = 0;
    while index < bytes.len() {
        if !(bytes[index].is_ascii_alphanumeric() || bytes[index] == b'_' || bytes[index] == b'-') {
            return false;
        }
        index += 1;
    }
    true
}
