//! The version of a database's tables.

use super::StoreError;

/// The migrations that tables of version `found` still need; 0 is the version of tables that are not
/// there. The nth migration makes version n + 1 out of version n. One that was released is never
/// changed: a new one follows it.
pub(super) fn pending<'a>(
    found: u32,
    migrations: &'a [&'a str],
) -> Result<&'a [&'a str], StoreError> {
    usize::try_from(found)
        .ok()
        .and_then(|done| migrations.get(done..))
        .ok_or_else(|| StoreError::NewerSchema {
            found,
            known: u32::try_from(migrations.len()).unwrap_or(u32::MAX),
        })
}
