CREATE TABLE phaseo_entries (
    run_id text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    entry text NOT NULL
);

CREATE TABLE phaseo_runs (
    run_id text NOT NULL COLLATE pg_catalog."C",
    agent_id text NOT NULL,
    status text NOT NULL,
    updated_at bigint NOT NULL,
    lease_owner text,
    lease_until bigint,
    length bigint NOT NULL
);

CREATE TABLE phaseo_schema (
    schema_version integer NOT NULL
);

INSERT INTO phaseo_entries VALUES ('completed', 1, '{"v":1,"seq":1,"at":1764600000000,"fact":{"started":{"run_id":"completed","agent_id":"agent","prompt":[{"text":"Sum it up, s''il te plaît: \"1\"."}]}}}');
INSERT INTO phaseo_entries VALUES ('completed', 2, '{"v":1,"seq":2,"at":1764600000010,"fact":{"model_asked":{"step":1,"attempt":1,"model":"test/model"}}}');
INSERT INTO phaseo_entries VALUES ('completed', 3, '{"v":1,"seq":3,"at":1764600000500,"fact":{"completed":{"answer":{ "total": 1.0 }}}}');
INSERT INTO phaseo_entries VALUES ('running', 1, '{"v":1,"seq":1,"at":1764600000000,"fact":{"started":{"run_id":"running","agent_id":"agent","prompt":[{"text":"Sum it up, s''il te plaît: \"1\"."}]}}}');
INSERT INTO phaseo_entries VALUES ('running', 2, '{"v":1,"seq":2,"at":1764600000010,"fact":{"model_asked":{"step":1,"attempt":1,"model":"test/model"}}}');

INSERT INTO phaseo_runs VALUES ('completed', 'agent', 'completed', 1764600000500, NULL, NULL, 3);
INSERT INTO phaseo_runs VALUES ('running', 'agent', 'running', 1764600000010, 'worker-1', 1764600060000, 2);

INSERT INTO phaseo_schema VALUES (1);

ALTER TABLE ONLY phaseo_entries
    ADD CONSTRAINT phaseo_entries_pkey PRIMARY KEY (run_id, seq);

ALTER TABLE ONLY phaseo_runs
    ADD CONSTRAINT phaseo_runs_pkey PRIMARY KEY (run_id);

CREATE INDEX phaseo_runs_by_status ON phaseo_runs USING btree (status, run_id);

ALTER TABLE ONLY phaseo_entries
    ADD CONSTRAINT phaseo_entries_run_id_fkey FOREIGN KEY (run_id) REFERENCES phaseo_runs(run_id) ON DELETE CASCADE;

