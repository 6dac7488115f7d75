PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE phaseo_schema (schema_version INTEGER NOT NULL) STRICT;
INSERT INTO phaseo_schema VALUES(1);
CREATE TABLE phaseo_runs (
    run_id      TEXT NOT NULL PRIMARY KEY,
    agent_id    TEXT NOT NULL,
    status      TEXT NOT NULL,
    updated_at  INTEGER NOT NULL,
    lease_owner TEXT,
    lease_until INTEGER,
    length      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO phaseo_runs VALUES('completed','agent','completed',1764600000500,NULL,NULL,3);
INSERT INTO phaseo_runs VALUES('running','agent','running',1764600000010,'worker-1',1764600060000,2);
CREATE TABLE phaseo_entries (
    run_id TEXT NOT NULL,
    seq    INTEGER NOT NULL,
    entry  TEXT NOT NULL,
    PRIMARY KEY (run_id, seq)
) STRICT;
INSERT INTO phaseo_entries VALUES('completed',1,'{"v":1,"seq":1,"at":1764600000000,"fact":{"started":{"run_id":"completed","agent_id":"agent","prompt":[{"text":"Sum it up, s''il te plaît: \"1\"."}]}}}');
INSERT INTO phaseo_entries VALUES('completed',2,'{"v":1,"seq":2,"at":1764600000010,"fact":{"model_asked":{"step":1,"attempt":1,"model":"test/model"}}}');
INSERT INTO phaseo_entries VALUES('completed',3,'{"v":1,"seq":3,"at":1764600000500,"fact":{"completed":{"answer":{ "total": 1.0 }}}}');
INSERT INTO phaseo_entries VALUES('running',1,'{"v":1,"seq":1,"at":1764600000000,"fact":{"started":{"run_id":"running","agent_id":"agent","prompt":[{"text":"Sum it up, s''il te plaît: \"1\"."}]}}}');
INSERT INTO phaseo_entries VALUES('running',2,'{"v":1,"seq":2,"at":1764600000010,"fact":{"model_asked":{"step":1,"attempt":1,"model":"test/model"}}}');
CREATE INDEX phaseo_runs_by_status ON phaseo_runs (status, run_id);
COMMIT;
