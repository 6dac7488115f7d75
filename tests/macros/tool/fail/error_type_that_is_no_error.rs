use phaseo_agent::prelude::*;

struct Storm;

/// Forecast the weather.
#[tool]
async fn forecast(city: String) -> Result<String, Storm> {
    Ok(city)
}

/// You forecast.
#[agent(model = "openai/gpt-5-nano", tools(forecast))]
async fn forecaster(city: String) -> Prompt<String> {
    Prompt::user(city)
}

fn main() {
    let _ = forecaster::agent();
}
