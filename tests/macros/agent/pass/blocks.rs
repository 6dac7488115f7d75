//! Blocks of types of all kinds, with all that an `impl` block can hold.
#![deny(warnings)]

use std::marker::PhantomData;

use phaseo_agent::prelude::*;

enum Lamp {
    On,
    Off,
}

/// You mind a lamp.
#[agent(model = "test/model")]
impl Lamp {
    #![allow(clippy::unused_self)]

    /// How many there are.
    const COUNT: usize = 1;

    /// An associated function.
    fn new() -> Self {
        Self::Off
    }

    /// Say whether it is on.
    #[tool]
    pub(crate) async fn is_on(&self) -> bool {
        self.lit() && Self::COUNT == 1
    }

    fn lit(&self) -> bool {
        matches!(self, Self::On)
    }
}

struct Shelf<T>(PhantomData<fn() -> T>);

/// You mind a shelf of numbers.
#[agent(id = "numbers", model = "test/model")]
impl Shelf<u32> {
    /// Give a number.
    #[tool]
    async fn number(&self, at: u8) -> u32 {
        at.into()
    }

    #[prompt]
    async fn ask(&self, question: String) -> Prompt<u32> {
        Prompt::user(question)
    }
}

mod inner {
    pub struct Hidden(pub(super) u8);
}

/// You mind what is elsewhere.
#[agent(model = "test/model", tools(outside))]
impl inner::Hidden {
    /// Give it.
    #[tool]
    async fn give(&self) -> u8 {
        self.0
    }
}

/// It stands outside.
#[tool]
async fn outside() {}

impl inner::Hidden {
    /// A second block is nobody's business.
    fn twice(&self) -> u8 {
        self.0 * 2
    }
}

fn main() {
    let _ = (Lamp::new().into_agent(), Lamp::On.into_agent());
    let _ = Shelf::<u32>(PhantomData).into_agent();
    assert_eq!(inner::Hidden(1).twice(), 2);
    let _ = inner::Hidden(1).into_agent();
}
