//! A `macro_rules!` that names a type of its own crate.
#![deny(warnings)]

use phaseo_agent::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct Place {
    city: String,
}

macro_rules! forecast {
    ($name:ident, $count:ty) => {
        /// Forecast the weather.
        #[tool]
        async fn $name(place: $crate::Place, places: Vec<$crate::Place>, days: $count) -> $crate::Place {
            let _ = (places, days);
            place
        }
    };
}

forecast!(forecast, u8);
forecast!(forecast_of_weeks, Vec<Option<Place>>);

fn main() {
    let tool = Tool::from(forecast {});
    assert_eq!(tool.input_schema().tree()["required"], serde_json::json!(["place", "places", "days"]));
    let _ = Tool::from(forecast_of_weeks {});
}
