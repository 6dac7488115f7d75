//! What an agent says of itself, checked.

use std::sync::Arc;

use crate::model::ToolChoice;
use crate::run::ToolRules;
use crate::runner::{Definition, behind};
use crate::schema::Schema;
use crate::tool::Registry;

use super::builder::AgentBuilder;

impl<I, T> AgentBuilder<I, T> {
    /// What the agent says of itself. Adds every problem to `problems`.
    pub(super) fn definition(self, problems: &mut Vec<String>) -> Definition {
        let mut rules = self.rules;
        if rules.max_steps == 0 {
            problems.push("`max_steps` is 0: a run needs at least one step".to_owned());
        }
        if rules.loop_guard.is_some_and(|rounds| rounds < 2) {
            problems.push("`loop_guard` is less than 2: a single round is no loop".to_owned());
        }
        if rules.tool_concurrency == 0 {
            problems.push("`tool_concurrency` is 0: a tool call needs at least one".to_owned());
        }
        if rules.tool_choice == ToolChoice::Required && self.tools.is_empty() {
            problems.push("`tool_choice` is `required`, and there are no tools".to_owned());
        }
        for property in self.answer.unchecked_rules() {
            problems.push(Schema::unchecked_rule("the answer", property));
        }
        for property in &self.unchecked_input {
            problems.push(Schema::unchecked_rule("the input", property));
        }
        let registry = Registry::new(self.tools, problems);
        let ending = rules.limits.tool_names().iter();
        for name in ending.filter(|name| registry.get(name).is_none()) {
            problems.push(format!(
                "it stops when `{name}` is called, and has no such tool"
            ));
        }
        for tool in registry.iter() {
            let options = tool.options();
            let name = tool.name();
            if let Some(problem) = options
                .next_turn
                .as_ref()
                .and_then(|next| registry.unknown_in(next))
            {
                problems.push(format!("the `next_turn` of the tool `{name}`: {problem}"));
            }
            let mut of_tool = ToolRules::from(options);
            of_tool.output = Some(tool.output_schema().text().clone());
            of_tool.agent = behind(tool).map(|definition| Arc::clone(&definition.rules));
            rules.tools.insert(name.into(), of_tool);
        }
        Definition {
            instructions: self.instructions,
            answer: self.answer,
            registry,
            rules: Arc::new(rules),
            planners: self.planners,
            policy: self.policy,
            reviewer: self.reviewer,
        }
    }
}
