-- The first form. Every key begins with the person, by whom each table is cut into partitions; a
-- person's rows lie together, and no statement touches those of two.

CREATE SCHEMA IF NOT EXISTS quilto;

-- One row: what form the tables have.
CREATE TABLE quilto.form (version integer NOT NULL);
INSERT INTO quilto.form VALUES (0);

-- A number for each process that uses the database.
CREATE SEQUENCE quilto.processes AS integer CYCLE;

-- Who keeps notes. Whoever writes for a person holds the row, and counts it up.
CREATE TABLE quilto.persons (
    user_id text NOT NULL CHECK (user_id ~ '^[a-z0-9_-]{1,64}$'),
    version bigint NOT NULL,
    PRIMARY KEY (user_id)
) PARTITION BY HASH (user_id);

-- The last writes of each person by name: one whose answer was lost is looked for here, and not
-- done twice.
CREATE TABLE quilto.writes (
    user_id text NOT NULL,
    version bigint NOT NULL,
    id text NOT NULL,
    PRIMARY KEY (user_id, version)
) PARTITION BY HASH (user_id);

-- The text of each day, byte for byte, and what was understood of it, character for character.
CREATE TABLE quilto.days (
    user_id text NOT NULL,
    day date NOT NULL,
    raw bytea,
    parsed json,
    PRIMARY KEY (user_id, day)
) PARTITION BY HASH (user_id);

-- What is kept beside the days: context, jobs, the ledger of imports, text of runs.
CREATE TABLE quilto.documents (
    user_id text NOT NULL,
    key text COLLATE "C" NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (user_id, key)
) PARTITION BY HASH (user_id);

-- Runs that wait.
CREATE TABLE quilto.runs (
    user_id text NOT NULL,
    run text COLLATE "C" NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (user_id, run)
) PARTITION BY HASH (user_id);

-- Who works on a run. A claim is void when the process that holds it no longer lives.
CREATE TABLE quilto.claims (
    user_id text NOT NULL,
    run text COLLATE "C" NOT NULL,
    process integer NOT NULL,
    token bigint NOT NULL,
    PRIMARY KEY (user_id, run)
) PARTITION BY HASH (user_id);

-- A partition shows nothing by its own name: it has no policy. The tables show what is the person's
-- of the transaction, also to their owner.
DO $$
DECLARE
    part text;
BEGIN
    FOREACH part IN ARRAY ARRAY['persons', 'writes', 'days', 'documents', 'runs', 'claims'] LOOP
        EXECUTE format('ALTER TABLE quilto.%I ENABLE ROW LEVEL SECURITY', part);
        EXECUTE format('ALTER TABLE quilto.%I FORCE ROW LEVEL SECURITY', part);
        EXECUTE format(
            'CREATE POLICY own ON quilto.%I USING (user_id = current_setting(''quilto.person'', true))',
            part
        );
        FOR number IN 0..15 LOOP
            EXECUTE format(
                'CREATE TABLE quilto.%I PARTITION OF quilto.%I FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
                part || '_' || number, part, number
            );
            EXECUTE format('ALTER TABLE quilto.%I ENABLE ROW LEVEL SECURITY', part || '_' || number);
            EXECUTE format('ALTER TABLE quilto.%I FORCE ROW LEVEL SECURITY', part || '_' || number);
        END LOOP;
    END LOOP;
END
$$;
