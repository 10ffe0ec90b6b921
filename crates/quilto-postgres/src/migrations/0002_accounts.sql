-- Who may come to the notes over a network. An account is looked for before anybody is known, by its name or
-- by what it is opened with, so no policy keeps its row from a transaction. It holds no notes and lets
-- nobody in: passwords and keys are hashes.

CREATE TABLE quilto.accounts (
    user_id text NOT NULL PRIMARY KEY CHECK (user_id ~ '^[a-z0-9_-]{1,64}$'),
    version bigint NOT NULL,
    account text NOT NULL,
    keys text[] NOT NULL
);

CREATE INDEX accounts_by_key ON quilto.accounts USING gin (keys);
