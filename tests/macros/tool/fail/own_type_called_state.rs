use phaseo_agent::prelude::*;

#[derive(Clone)]
struct State;

/// Forecast the weather.
#[tool]
async fn forecast(city: String, _state: State) -> String {
    city
}

/// You forecast.
#[agent(model = "openai/gpt-5-nano", tools(forecast))]
async fn forecaster(city: String) -> Prompt<String> {
    Prompt::user(city)
}

fn main() {
    let _ = forecaster::agent();
}
