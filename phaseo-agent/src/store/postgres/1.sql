CREATE TABLE phaseo_schema (schema_version integer NOT NULL);

-- The head of each run, and the length of its log. Ids are ordered by their bytes, whatever the database's language.
CREATE TABLE phaseo_runs (
    run_id      text COLLATE "C" NOT NULL PRIMARY KEY,
    agent_id    text NOT NULL,
    status      text NOT NULL,
    updated_at  bigint NOT NULL,
    lease_owner text,
    lease_until bigint,
    length      bigint NOT NULL
);

CREATE INDEX phaseo_runs_by_status ON phaseo_runs (status, run_id);

-- One row an entry: the JSON text as it was written. jsonb would order its members anew and refuse \u0000.
CREATE TABLE phaseo_entries (
    run_id text COLLATE "C" NOT NULL REFERENCES phaseo_runs ON DELETE CASCADE,
    seq    bigint NOT NULL,
    entry  text NOT NULL,
    PRIMARY KEY (run_id, seq)
);
