//! Numbers that look random and follow from a seed.

use std::time::Duration;

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number from 0 to `limit`, without `limit` itself unless that is 0.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// A time shorter than `limit`, in whole microseconds.
    pub(crate) fn time(&mut self, limit: Duration) -> Duration {
        let micros = u64::try_from(limit.as_micros()).expect("a process lives for less than ages");
        Duration::from_micros(self.below(micros))
    }
}
