//! Every unit of a timeout, alone and after one another.
#![deny(warnings)]

use std::time::Duration;

use phaseo_agent::prelude::*;

macro_rules! tools {
    ($($name:ident = $timeout:literal),* $(,)?) => {
        $(
            /// Wait.
            #[tool(timeout = $timeout)]
            async fn $name() {}
        )*
    };
}

tools! {
    nanoseconds = "5ns",
    microseconds = "5us",
    milliseconds = "250ms",
    seconds = "3s",
    minutes = "2m",
    hours = "1h",
    compound = "1h2m3s4ms5us6ns",
}

fn main() {
    let expected = [
        (Tool::from(nanoseconds {}), Duration::from_nanos(5)),
        (Tool::from(microseconds {}), Duration::from_micros(5)),
        (Tool::from(milliseconds {}), Duration::from_millis(250)),
        (Tool::from(seconds {}), Duration::from_secs(3)),
        (Tool::from(minutes {}), Duration::from_secs(120)),
        (Tool::from(hours {}), Duration::from_secs(3600)),
        (Tool::from(compound {}), Duration::new(3723, 4_005_006)),
    ];
    for (tool, timeout) in expected {
        assert_eq!(tool.options().timeout, Some(timeout), "{}", tool.name());
    }
}
