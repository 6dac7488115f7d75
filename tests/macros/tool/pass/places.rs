//! Where a tool may stand, and who may see it.
#![deny(warnings, unreachable_pub)]

mod desk {
    use phaseo_agent::prelude::*;

    /// Load a ticket.
    #[tool]
    pub(crate) async fn fetch_ticket(ticket_id: String) -> String {
        ticket_id
    }

    /// Load a ticket of this module.
    #[tool]
    pub(super) async fn fetch_own(ticket_id: String) -> String {
        ticket_id
    }
}

use desk::fetch_ticket;
use phaseo_agent::prelude::*;

/// Not for this platform.
#[tool]
#[cfg(any())]
async fn never(ticket_id: Missing) -> Missing {
    ticket_id
}

#[deprecated]
/// An old tool.
#[tool(description = "An old tool.")]
async fn old(ticket_id: String) -> String {
    ticket_id
}

fn main() {
    /// A tool in a function.
    #[tool]
    async fn inner(city: String) -> String {
        #[tool(description = "A tool in a tool.")]
        async fn innermost(city: String) -> String {
            city
        }
        let _ = Tool::from(innermost {});
        innermost(city).await
    }
    let _ = [Tool::from(fetch_ticket {}), Tool::from(desk::fetch_own {}), Tool::from(inner {})];
    #[allow(deprecated)]
    let _ = Tool::from(old {});
    let input = desk::FetchTicketInput { ticket_id: "T-42".to_owned() };
    drop(fetch_ticket(input.ticket_id));
}
