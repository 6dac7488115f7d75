//! The id of a run.

use crate::error::{Error, ErrorKind, Result};

/// A UUID of version 7 (RFC 9562, section 5.7): 48 bits of milliseconds since the Unix epoch, so
/// that ids sort by time, and 74 random bits, so that two hosts never make the same.
pub(super) fn new(now: u64) -> Result<String> {
    let mut random = [0; 10];
    getrandom::getrandom(&mut random)
        .map_err(|error| Error::new(ErrorKind::Internal(format!("no randomness: {error}"))))?;
    Ok(of(now, random))
}

fn of(now: u64, random: [u8; 10]) -> String {
    let [a, b, rest @ ..] = random;
    let version = 0x7000 | (u16::from_be_bytes([a, b]) & 0x0fff);
    let [c, d, node @ ..] = rest;
    let variant = 0x8000 | (u16::from_be_bytes([c, d]) & 0x3fff);
    let node = node
        .iter()
        .fold(0_u64, |node, byte| node << 8 | u64::from(*byte));
    let millis = now & 0xffff_ffff_ffff;
    format!(
        "{:08x}-{:04x}-{version:04x}-{variant:04x}-{node:012x}",
        millis >> 16,
        millis & 0xffff
    )
}

#[cfg(test)]
mod tests {
    use super::{new, of};

    /// The example of RFC 9562, appendix A.6.
    #[test]
    fn an_id_is_a_uuid_of_version_7() {
        let random = [0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f];
        assert_eq!(
            of(0x017f_22e2_79b0, random),
            "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
        );
    }

    #[test]
    fn ids_of_one_moment_differ_and_later_ids_sort_later() {
        let (one, two, later) = (
            new(1_000).unwrap(),
            new(1_000).unwrap(),
            new(1_001).unwrap(),
        );
        assert!(one != two && later > one && later > two);
    }
}
