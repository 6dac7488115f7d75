use phaseo_agent::prelude::*;

struct Place;

/// Forecast the weather.
#[tool]
async fn forecast(days: u8, _place: Place) -> u8 {
    days
}

/// You forecast.
#[agent(model = "openai/gpt-5-nano", tools(forecast))]
async fn forecaster(city: String) -> Prompt<String> {
    Prompt::user(city)
}

fn main() {
    let _ = forecaster::agent();
}
