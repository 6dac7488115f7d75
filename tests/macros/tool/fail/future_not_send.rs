use phaseo_agent::prelude::*;

/// Forecast the weather.
#[tool]
async fn forecast(city: String) -> String {
    let shared = std::rc::Rc::new(city);
    std::future::ready(()).await;
    shared.to_string()
}

/// You forecast.
#[agent(model = "openai/gpt-5-nano", tools(forecast))]
async fn forecaster(city: String) -> Prompt<String> {
    Prompt::user(city)
}

fn main() {
    let _ = forecaster::agent();
}
