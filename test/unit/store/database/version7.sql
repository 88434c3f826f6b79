-- A file as the code of version 7 made it: its schema and rows, word for word. Never changed.
BEGIN;
PRAGMA defer_foreign_keys = ON;
CREATE TABLE connections (
    connection_id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL UNIQUE,
    base_url TEXT NOT NULL,
    last_new_draft INTEGER NOT NULL DEFAULT 0
  ) STRICT;
CREATE TABLE user_groups (
    id INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL REFERENCES connections ON DELETE CASCADE,
    user_group_id TEXT NOT NULL,
    folded TEXT NOT NULL,
    alike TEXT NOT NULL,
    document_mtime INTEGER NOT NULL,
    draft_at INTEGER,
    base_at INTEGER,
    base_from TEXT,
    mapping_known INTEGER NOT NULL DEFAULT 0,
    existed_not_applied_at INTEGER,
    gone_at INTEGER,
    unknown_operation TEXT,
    unknown_at INTEGER,
    answered_at INTEGER,
    answered_operation TEXT,
    answered_name TEXT,
    provided_id TEXT,
    team_id TEXT,            -- digits: a number beyond 2^53 stays as it came
    environment_tag TEXT,    -- JSON text, so that null as answered is not absent
    token_at INTEGER,
    token_key_id TEXT,
    token_fingerprint TEXT,
    token_box BLOB,
    properties TEXT,         -- JSON text, likewise
    draft TEXT,
    base TEXT, unknown_asked_at INTEGER, replaced_tokens INTEGER NOT NULL DEFAULT 0, facets TEXT,
    UNIQUE (connection_id, user_group_id)
  ) STRICT;
CREATE TABLE replaced_tokens (
    id INTEGER PRIMARY KEY,
    group_row INTEGER NOT NULL REFERENCES user_groups ON DELETE CASCADE,
    key_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    box BLOB NOT NULL,
    issued_at INTEGER NOT NULL,
    replaced_at INTEGER NOT NULL
  ) STRICT;
CREATE TABLE versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_row INTEGER NOT NULL REFERENCES user_groups ON DELETE CASCADE,
    operation TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    status INTEGER,
    duration_ms REAL,
    reason TEXT,
    text TEXT NOT NULL
  , lease_until INTEGER) STRICT;
CREATE TABLE new_drafts (
    connection_id TEXT NOT NULL REFERENCES connections ON DELETE CASCADE,
    number INTEGER NOT NULL,
    mtime INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (connection_id, number)
  ) STRICT;
CREATE TABLE current_token_key (
    only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
    key_id TEXT NOT NULL
  ) STRICT;
CREATE TABLE connection_counts (
    number INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL UNIQUE REFERENCES connections ON DELETE CASCADE,
    groups INTEGER NOT NULL DEFAULT 0
  ) STRICT;
CREATE TABLE entry_names (
    id INTEGER PRIMARY KEY,
    connection INTEGER NOT NULL REFERENCES connection_counts ON DELETE CASCADE,
    field TEXT NOT NULL,
    name TEXT NOT NULL,
    groups INTEGER NOT NULL DEFAULT 0,
    UNIQUE (connection, field, name)
  ) STRICT;
CREATE TABLE data_sources (
    id INTEGER PRIMARY KEY,
    connection INTEGER NOT NULL REFERENCES connection_counts ON DELETE CASCADE,
    data_source TEXT NOT NULL,
    groups INTEGER NOT NULL DEFAULT 0,
    UNIQUE (connection, data_source)
  ) STRICT;
CREATE TABLE mapped_sources (
    source_id INTEGER NOT NULL,
    name_id INTEGER NOT NULL REFERENCES entry_names ON DELETE CASCADE,
    is_shared INTEGER NOT NULL,   -- several groups use the data source, for whichever schema id
    groups INTEGER NOT NULL,
    PRIMARY KEY (source_id, name_id)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE base_entries (
    group_row INTEGER NOT NULL REFERENCES user_groups ON DELETE CASCADE,
    name_id INTEGER NOT NULL,
    source_id INTEGER,
    PRIMARY KEY (group_row, name_id)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE bases_to_read (
    group_row INTEGER PRIMARY KEY REFERENCES user_groups ON DELETE CASCADE
  ) STRICT;
CREATE TABLE rotations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    connection_id TEXT NOT NULL REFERENCES connections ON DELETE CASCADE,
    group_row INTEGER REFERENCES user_groups ON DELETE CASCADE,   -- NULL: of a token that no group here holds
    version_id INTEGER,
    begun_at INTEGER NOT NULL,
    lease_until INTEGER,          -- while its window waits for the answer
    asked_at INTEGER,             -- when the service last answered that the former token is the current one
    token_key_id TEXT NOT NULL,   -- the token that was to be replaced
    token_fingerprint TEXT NOT NULL,
    token_box BLOB NOT NULL,
    answer_key_id TEXT,           -- what came as the answer, until it is understood
    answer_fingerprint TEXT,
    answer_box BLOB
  ) STRICT;
CREATE TABLE api_tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    connection_id TEXT NOT NULL UNIQUE REFERENCES connections ON DELETE CASCADE,
    origin TEXT NOT NULL,
    key_id TEXT,                  -- NULL: no key could be had
    fingerprint TEXT,
    after_version INTEGER NOT NULL,   -- versions up to this one were sent with another token
    is_proved INTEGER NOT NULL DEFAULT 0,
    doubt_about TEXT,
    doubt_reason TEXT,
    doubt_contradiction TEXT,
    accepted TEXT
  ) STRICT;
CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    connection_id TEXT NOT NULL REFERENCES connections ON DELETE CASCADE,
    kind TEXT NOT NULL,
    base_url TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL,          -- 'filling' until all its items are here
    asked TEXT,                   -- its owner is asked to 'pause' or 'cancel' it
    paused_because TEXT,
    stop_at_first_failure INTEGER NOT NULL,
    ask_after INTEGER,
    total INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    lease_until INTEGER
  ) STRICT;
CREATE TABLE run_items (
    run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    number INTEGER NOT NULL,
    user_group_id TEXT NOT NULL,
    folded TEXT NOT NULL,
    outcome TEXT NOT NULL,
    is_not_applied INTEGER NOT NULL DEFAULT 0,
    ended_at INTEGER,
    after_version INTEGER,        -- versions up to this one were there when it was taken for sending
    reason TEXT,
    plan TEXT,                    -- how the text is made anew from what the service has
    text TEXT NOT NULL,
    text_before TEXT,
    PRIMARY KEY (run, number)
  ) STRICT;
CREATE TABLE paces (
    connection_id TEXT NOT NULL PRIMARY KEY REFERENCES connections ON DELETE CASCADE,
    next_at REAL NOT NULL DEFAULT 0,
    not_before REAL NOT NULL DEFAULT 0
  ) STRICT;
CREATE TABLE group_terms (
    group_row INTEGER NOT NULL REFERENCES user_groups ON DELETE CASCADE,
    term INTEGER NOT NULL,
    PRIMARY KEY (group_row, term)
  ) STRICT, WITHOUT ROWID;
INSERT INTO connections (connection_id, kind, name, base_url, last_new_draft)
  VALUES ('52ce568a-2060-48e9-866e-aae5ff7ab122', 'service', 'production', 'https://dashboards.example.com', 0);
INSERT INTO user_groups (id, connection_id, user_group_id, folded, alike, document_mtime, draft_at, base_at, base_from, mapping_known, answered_at, answered_operation, answered_name, provided_id, team_id, environment_tag, token_at, token_key_id, token_fingerprint, token_box, properties, draft, base, replaced_tokens, facets)
  VALUES (1, '52ce568a-2060-48e9-866e-aae5ff7ab122', 'acme', 'ACME
ACME', 'ACME', 1795386720000, 1795386720000, 1795386600000, 'sent', 1, 1795386600000, 'getOrCreate', 'Acme', 'acme', '12345678901234567890', 'null', 1795386660000, '0fab2990-4031-4cf3-9178-e0c39cf00819', '0847052a7542e680aa91bab7a8bacd342cb972c51e7d50c054463d4d0c083b02', x'7b08ef5715ff86c519107fd937e9980f80c803439d6b007ce2aaeb0ed491a9bbe0551b99b2bd8ff7639ef49c9f4cf05e', '{"region":"EU"}', '{"user_group_id":"acme","name":"Acme","mapping":{"40":"214"},"properties":{"region":"EU"}}', '{"user_group_id":"acme","name":"Acme","mapping":{"40":"213"},"properties":{"region":"EU"}}', 1, CAST(x'024d343003323133040250726567696f6e03455504' AS TEXT));
INSERT INTO user_groups (id, connection_id, user_group_id, folded, alike, document_mtime, base_at, base_from, mapping_known, unknown_operation, unknown_at, answered_at, answered_operation, answered_name, token_at, token_key_id, token_fingerprint, token_box, base, replaced_tokens, facets)
  VALUES (2, '52ce568a-2060-48e9-866e-aae5ff7ab122', 'globex', 'GLOBEX
GLOBEX', 'GLOBEX', 1795386720001, 1795386720000, 'sent', 1, 'rotate', 1795386780000, 1795386720000, 'update', 'Globex', 1795386720000, '0fab2990-4031-4cf3-9178-e0c39cf00819', '29e1406d4375d1d0514554345430ca735eb40afcf8c6af485580bb89fa1f21d8', x'11aeae56eaeb66d8b384e02658a7754aad2a7cd9a51ac2615ddc2a1cc8b299723a9936fd54cf9f5432314e', '{"user_group_id":"globex","mapping":{"40":"386"},"properties":{"region":"US"}}', 0, CAST(x'024d343003333836040250726567696f6e03555304' AS TEXT));
INSERT INTO user_groups (id, connection_id, user_group_id, folded, alike, document_mtime, draft_at, mapping_known, unknown_operation, unknown_at, draft, replaced_tokens)
  VALUES (3, '52ce568a-2060-48e9-866e-aae5ff7ab122', 'initech', 'INITECH
INITECH', 'INITECH', 1795386900001, 1795386900000, 0, 'update', 1795386900000, '{"user_group_id":"initech"}', 0);
INSERT INTO user_groups (id, connection_id, user_group_id, folded, alike, document_mtime, mapping_known, replaced_tokens)
  VALUES (4, '52ce568a-2060-48e9-866e-aae5ff7ab122', 'umbrella', 'UMBRELLA
UMBRELLA', 'UMBRELLA', 1795386960000, 0, 0);
INSERT INTO replaced_tokens (id, group_row, key_id, fingerprint, box, issued_at, replaced_at)
  VALUES (1, 1, '0fab2990-4031-4cf3-9178-e0c39cf00819', '7fa85f9bdcf21d7d5eecc4dc9f02a131eab3d549a013c7402525199a7505917d', x'd24a11c65bf45376c3517d8075452d1093860c98a49ffd115afcce75aab4cc5c8a87a372fd6d866f6cca6d263ed591', 1795386600000, 1795386660000);
INSERT INTO versions (id, group_row, operation, sent_at, outcome, text, lease_until)
  VALUES (1, 1, 'getOrCreate', 1795386600000, 'created', '{"user_group_id":"acme","name":"Acme","mapping":{"40":"213"},"properties":{"region":"EU"}}', 1795386615000);
INSERT INTO versions (id, group_row, operation, sent_at, outcome, text, lease_until)
  VALUES (2, 1, 'rotate', 1795386660000, 'rotated', '', 1795386675000);
INSERT INTO versions (id, group_row, operation, sent_at, outcome, text, lease_until)
  VALUES (3, 2, 'update', 1795386720000, 'updated', '{"user_group_id":"globex","mapping":{"40":"386"},"properties":{"region":"US"}}', 1795386735000);
INSERT INTO versions (id, group_row, operation, sent_at, outcome, text, lease_until)
  VALUES (4, 2, 'rotate', 1795386780000, 'unknown', '', 1795386795000);
INSERT INTO versions (id, group_row, operation, sent_at, outcome, text, lease_until)
  VALUES (5, 3, 'update', 1795386900000, 'unknown', '{"user_group_id":"initech"}', 1795386915000);
INSERT INTO versions (id, group_row, operation, sent_at, outcome, text, lease_until)
  VALUES (6, 4, 'update', 1795386960000, 'sending', '{"user_group_id":"umbrella"}', 1795386975000);
INSERT INTO new_drafts (connection_id, number, mtime, text)
  VALUES ('52ce568a-2060-48e9-866e-aae5ff7ab122', 1, 1795386960000, '{"user_group_id":"new"}');
INSERT INTO current_token_key (only_row, key_id)
  VALUES (1, '0fab2990-4031-4cf3-9178-e0c39cf00819');
INSERT INTO connection_counts (number, connection_id, groups)
  VALUES (1, '52ce568a-2060-48e9-866e-aae5ff7ab122', 4);
INSERT INTO entry_names (id, connection, field, name, groups)
  VALUES (1, 1, 'mapping', '40', 2);
INSERT INTO entry_names (id, connection, field, name, groups)
  VALUES (2, 1, 'mapping', '', 2);
INSERT INTO entry_names (id, connection, field, name, groups)
  VALUES (3, 1, 'properties', 'region', 2);
INSERT INTO entry_names (id, connection, field, name, groups)
  VALUES (4, 1, 'properties', '', 2);
INSERT INTO data_sources (id, connection, data_source, groups)
  VALUES (1, 1, '213', 1);
INSERT INTO data_sources (id, connection, data_source, groups)
  VALUES (2, 1, '386', 1);
INSERT INTO mapped_sources (source_id, name_id, is_shared, groups)
  VALUES (1, 1, 0, 1);
INSERT INTO mapped_sources (source_id, name_id, is_shared, groups)
  VALUES (2, 1, 0, 1);
INSERT INTO base_entries (group_row, name_id, source_id)
  VALUES (1, 1, 1);
INSERT INTO base_entries (group_row, name_id)
  VALUES (1, 2);
INSERT INTO base_entries (group_row, name_id)
  VALUES (1, 3);
INSERT INTO base_entries (group_row, name_id)
  VALUES (1, 4);
INSERT INTO base_entries (group_row, name_id, source_id)
  VALUES (2, 1, 2);
INSERT INTO base_entries (group_row, name_id)
  VALUES (2, 2);
INSERT INTO base_entries (group_row, name_id)
  VALUES (2, 3);
INSERT INTO base_entries (group_row, name_id)
  VALUES (2, 4);
INSERT INTO rotations (id, connection_id, group_row, version_id, begun_at, token_key_id, token_fingerprint, token_box, answer_key_id, answer_fingerprint, answer_box)
  VALUES (2, '52ce568a-2060-48e9-866e-aae5ff7ab122', 2, 4, 1795386780000, '0fab2990-4031-4cf3-9178-e0c39cf00819', '29e1406d4375d1d0514554345430ca735eb40afcf8c6af485580bb89fa1f21d8', x'11aeae56eaeb66d8b384e02658a7754aad2a7cd9a51ac2615ddc2a1cc8b299723a9936fd54cf9f5432314e', '0fab2990-4031-4cf3-9178-e0c39cf00819', 'f40c456c6c51408438ad40ac7625a010e5cd042a505418d1b8042745e01a104c', x'36bb4c308d3cab353e493ae694085585dbca001377687d6ea3c8aba16a0c91b492db18f893e09b93bcc087c3fb89b479f17808446fcbadb83acc7a80e1');
INSERT INTO rotations (id, connection_id, begun_at, token_key_id, token_fingerprint, token_box)
  VALUES (3, '52ce568a-2060-48e9-866e-aae5ff7ab122', 1795386840000, '0fab2990-4031-4cf3-9178-e0c39cf00819', '92600fc849271df03facb59ecf66b297993e09e69c09a31d2da36b1e52602eb2', x'95bd6004120bfb0b8b2bf0172f105ac1d80166d55cd4fbb13d6c3db897f4ba4ae813f4aea71bcffc090366');
INSERT INTO api_tokens (id, connection_id, origin, after_version, is_proved)
  VALUES (1, '52ce568a-2060-48e9-866e-aae5ff7ab122', 'https://dashboards.example.com', 0, 0);
INSERT INTO runs (id, connection_id, kind, base_url, created_at, state, stop_at_first_failure, total)
  VALUES (1, '52ce568a-2060-48e9-866e-aae5ff7ab122', 'update', 'https://dashboards.example.com', 1795386960000, 'waiting', 1, 2);
INSERT INTO run_items (run, number, user_group_id, folded, outcome, is_not_applied, plan, text)
  VALUES (1, 1, 'acme', 'ACME', 'waiting', 0, '{"deed":"change","change":{"deed":"set","field":"properties","key":"tier","value":"\"gold\""}}', '{}');
INSERT INTO run_items (run, number, user_group_id, folded, outcome, is_not_applied, text)
  VALUES (1, 2, 'globex', 'GLOBEX', 'waiting', 0, '{"name":"Globex"}');
INSERT INTO group_terms (group_row, term)
  VALUES (1, 79112766034295);
INSERT INTO group_terms (group_row, term)
  VALUES (2, 79112766034295);
INSERT INTO group_terms (group_row, term)
  VALUES (2, 114420357611525);
INSERT INTO group_terms (group_row, term)
  VALUES (2, 198165137159259);
INSERT INTO group_terms (group_row, term)
  VALUES (1, 231363052644136);
INSERT INTO group_terms (group_row, term)
  VALUES (1, 243551217459890);
INSERT INTO group_terms (group_row, term)
  VALUES (1, 263135207284270);
INSERT INTO group_terms (group_row, term)
  VALUES (2, 263135207284270);
CREATE INDEX user_groups_listed ON user_groups (connection_id, folded, user_group_id);
CREATE INDEX user_groups_searched ON user_groups (folded, user_group_id);
CREATE INDEX user_groups_alike ON user_groups (alike, connection_id);
CREATE INDEX user_groups_with_draft ON user_groups (connection_id) WHERE draft_at IS NOT NULL;
CREATE INDEX user_groups_with_token ON user_groups (connection_id) WHERE token_at IS NOT NULL;
CREATE INDEX replaced_tokens_of_group ON replaced_tokens (group_row);
CREATE INDEX versions_of_group ON versions (group_row, id);
CREATE TRIGGER connection_added AFTER INSERT ON connections BEGIN
    INSERT INTO connection_counts (connection_id) VALUES (NEW.connection_id);
  END;
CREATE TRIGGER group_listed AFTER INSERT ON user_groups BEGIN
    UPDATE connection_counts SET groups = groups + 1 WHERE connection_id = NEW.connection_id;
  END;
CREATE TRIGGER group_removed AFTER DELETE ON user_groups BEGIN
    UPDATE connection_counts SET groups = groups - 1 WHERE connection_id = OLD.connection_id;
  END;
CREATE INDEX entry_names_ranked ON entry_names (connection, field, groups DESC);
CREATE INDEX data_sources_ranked ON data_sources (connection, groups DESC);
CREATE INDEX mapped_sources_ranked ON mapped_sources (name_id, is_shared, groups DESC);
CREATE INDEX base_entries_of_source ON base_entries (source_id, group_row) WHERE source_id IS NOT NULL;
CREATE TRIGGER base_entry_added AFTER INSERT ON base_entries BEGIN
    UPDATE entry_names SET groups = groups + 1 WHERE id = NEW.name_id;
    UPDATE data_sources SET groups = groups + 1 WHERE id = NEW.source_id AND NOT EXISTS (
      SELECT 1 FROM base_entries WHERE source_id = NEW.source_id AND group_row = NEW.group_row AND name_id <> NEW.name_id);
    INSERT INTO mapped_sources (source_id, name_id, is_shared, groups)
      SELECT id, NEW.name_id, groups > 1, 1 FROM data_sources WHERE id = NEW.source_id
      ON CONFLICT DO UPDATE SET groups = groups + 1;
  END;
CREATE TRIGGER base_entry_removed AFTER DELETE ON base_entries WHEN EXISTS (SELECT 1 FROM entry_names WHERE id = OLD.name_id) BEGIN
    UPDATE mapped_sources SET groups = groups - 1 WHERE source_id = OLD.source_id AND name_id = OLD.name_id;
    DELETE FROM mapped_sources WHERE source_id = OLD.source_id AND name_id = OLD.name_id AND groups = 0;
    UPDATE data_sources SET groups = groups - 1 WHERE id = OLD.source_id AND NOT EXISTS (
      SELECT 1 FROM base_entries WHERE source_id = OLD.source_id AND group_row = OLD.group_row);
    DELETE FROM data_sources WHERE id = OLD.source_id AND groups = 0;
    UPDATE entry_names SET groups = groups - 1 WHERE id = OLD.name_id;
    DELETE FROM entry_names WHERE id = OLD.name_id AND groups = 0;
  END;
CREATE TRIGGER data_source_counted AFTER UPDATE OF groups ON data_sources WHEN (OLD.groups > 1) <> (NEW.groups > 1) BEGIN
    UPDATE mapped_sources SET is_shared = NEW.groups > 1 WHERE source_id = NEW.id;
  END;
CREATE INDEX versions_sending ON versions (id) WHERE outcome = 'sending';
CREATE INDEX rotations_of_group ON rotations (group_row);
CREATE TRIGGER token_replaced AFTER INSERT ON replaced_tokens BEGIN
    UPDATE user_groups SET replaced_tokens = replaced_tokens + 1 WHERE id = NEW.group_row;
  END;
CREATE TRIGGER replaced_token_dropped AFTER DELETE ON replaced_tokens BEGIN
    UPDATE user_groups SET replaced_tokens = replaced_tokens - 1 WHERE id = OLD.group_row;
  END;
CREATE INDEX user_groups_by_token ON user_groups (token_key_id, token_fingerprint) WHERE token_at IS NOT NULL;
CREATE INDEX replaced_tokens_by_token ON replaced_tokens (key_id, fingerprint);
CREATE INDEX user_groups_filtered ON user_groups (
    folded, user_group_id, connection_id, answered_at, draft_at, mapping_known, existed_not_applied_at, gone_at, unknown_operation, facets);
CREATE INDEX run_items_by_outcome ON run_items (run, outcome, number, is_not_applied);
CREATE INDEX group_terms_searched ON group_terms (term);
CREATE TRIGGER facets_changed AFTER UPDATE OF facets ON user_groups WHEN OLD.facets IS NOT NEW.facets BEGIN
    DELETE FROM group_terms WHERE group_row = NEW.id;
    INSERT OR IGNORE INTO bases_to_read SELECT NEW.id WHERE NEW.facets IS NOT NULL;
  END;
CREATE TRIGGER base_read AFTER DELETE ON bases_to_read WHEN EXISTS (SELECT 1 FROM user_groups WHERE id = OLD.group_row AND facets <> '')
    AND NOT EXISTS (SELECT 1 FROM group_terms WHERE group_row = OLD.group_row) BEGIN
    INSERT OR IGNORE INTO bases_to_read VALUES (OLD.group_row);
  END;
CREATE INDEX user_groups_with_facets ON user_groups (mapping_known) WHERE facets IS NOT NULL;
CREATE INDEX user_groups_unknown ON user_groups (connection_id) WHERE unknown_operation IS NOT NULL;
CREATE INDEX user_groups_gone ON user_groups (connection_id) WHERE gone_at IS NOT NULL;
CREATE INDEX user_groups_not_applied ON user_groups (connection_id) WHERE existed_not_applied_at IS NOT NULL;
CREATE INDEX user_groups_no_mapping ON user_groups (connection_id) WHERE draft_at IS NULL AND answered_at IS NOT NULL AND mapping_known = 0;
PRAGMA user_version = 7;
COMMIT;
