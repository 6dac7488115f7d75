CREATE TABLE phaseo_schema (schema_version INTEGER NOT NULL) STRICT;

-- The head of each run, and the length of its log.
CREATE TABLE phaseo_runs (
    run_id      TEXT NOT NULL PRIMARY KEY,
    agent_id    TEXT NOT NULL,
    status      TEXT NOT NULL,
    updated_at  INTEGER NOT NULL,
    lease_owner TEXT,
    lease_until INTEGER,
    length      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX phaseo_runs_by_status ON phaseo_runs (status, run_id);

-- One row an entry: the JSON text as it was written.
CREATE TABLE phaseo_entries (
    run_id TEXT NOT NULL,
    seq    INTEGER NOT NULL,
    entry  TEXT NOT NULL,
    PRIMARY KEY (run_id, seq)
) STRICT;
