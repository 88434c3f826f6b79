// The schema of a new file. A file that has an older schema is brought to the same by migrations.ts.

import type { StoredState } from '../../core/ports/groupSearch.ts';

/** The filters of the list, whose words core/groupStatus.ts holds, each with the index that leads to its groups. */
export const STATE_SQL: Readonly<Record<StoredState, { readonly isTrue: string; readonly index: string }>> = {
  draft: { isTrue: 'draft_at IS NOT NULL', index: 'user_groups_with_draft' },
  unknown: { isTrue: 'unknown_operation IS NOT NULL', index: 'user_groups_unknown' },
  gone: { isTrue: 'gone_at IS NOT NULL', index: 'user_groups_gone' },
  deleted: { isTrue: "listing = 'deleted'", index: 'user_groups_deleted' },
  absent: { isTrue: "listing = 'absent'", index: 'user_groups_absent' },
  changed: { isTrue: "listing = 'changed'", index: 'user_groups_changed' },
  'not-applied': { isTrue: 'existed_not_applied_at IS NOT NULL', index: 'user_groups_not_applied' },
  'no-mapping': {
    isTrue: 'draft_at IS NULL AND answered_at IS NOT NULL AND mapping_known <> 1',
    index: 'user_groups_no_mapping',
  },
  replaced: { isTrue: 'previous_tokens > 0', index: 'user_groups_with_previous_token' },
};

/**
 * Texts from elsewhere pass through storedText.ts. folding.ts makes `folded` and `alike`, and naturalKey.ts makes
 * `sort_key` from `folded`.
 */
export const SCHEMA = `
  CREATE TABLE connections (
    connection_id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL UNIQUE,
    base_url TEXT NOT NULL,
    last_new_draft INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- Connections that were removed, and can be restored for a while. Meanwhile the kind of their row is 'removed', its
  -- name is its id, and nobody sees what belongs to it. From when they cannot be restored any more until the last of
  -- their rows is gone, the kind is 'erasing'.
  CREATE TABLE removed_connections (
    connection_id TEXT NOT NULL PRIMARY KEY REFERENCES connections ON DELETE CASCADE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    entry TEXT,                   -- as it stood in the settings, JSON text
    removed_at INTEGER NOT NULL,
    due_since INTEGER             -- when the clock was first seen past their time
  ) STRICT;

  -- What is known of the API token that a connection uses: never the token. A new row for each token and origin.
  CREATE TABLE api_tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    connection_id TEXT NOT NULL UNIQUE REFERENCES connections ON DELETE CASCADE,
    origin TEXT NOT NULL,
    key_id TEXT,                  -- NULL: no key could be had
    fingerprint TEXT,
    after_version INTEGER NOT NULL,   -- versions up to this one were sent with another token
    is_proved INTEGER NOT NULL DEFAULT 0,
    mismatch_about TEXT,
    mismatch_reason TEXT,
    mismatch_contradiction TEXT,
    accepted TEXT
  ) STRICT;

  -- Where the API token of an environment variable may be sent, the origin of its first use before the others:
  -- whichever connections name the variable.
  CREATE TABLE variable_origins (
    id INTEGER PRIMARY KEY,
    variable TEXT NOT NULL,       -- in capitals
    origin TEXT NOT NULL,
    UNIQUE (variable, origin)
  ) STRICT;

  -- When the next request of a connection may leave, for all windows.
  CREATE TABLE paces (
    connection_id TEXT NOT NULL PRIMARY KEY REFERENCES connections ON DELETE CASCADE,
    next_at REAL NOT NULL DEFAULT 0,
    not_before REAL NOT NULL DEFAULT 0
  ) STRICT;

  -- Short columns first: most of what a list needs is before the texts.
  CREATE TABLE user_groups (
    id INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL REFERENCES connections ON DELETE CASCADE,
    user_group_id TEXT NOT NULL,
    folded TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    alike TEXT NOT NULL,
    document_mtime INTEGER NOT NULL,
    draft_at INTEGER,
    -- Which of two facts is newer is decided by the versions that brought them, never by the clock. NULL: the fact is
    -- from a list file.
    base_version INTEGER,
    answered_version INTEGER,
    base_at INTEGER,
    base_from TEXT,
    mapping_known INTEGER NOT NULL DEFAULT 0,   -- 2: it is known that the group has none (userGroupRows.ts)
    existed_not_applied_at INTEGER,
    gone_at INTEGER,
    listing TEXT,                 -- what the service's own list said last: 'absent', 'changed'; 'deleted', 'idChanged'
    listed_version INTEGER,       -- that list or deletion, in the order of versions
    unknown_operation TEXT,
    unknown_at INTEGER,
    unknown_asked_at INTEGER,
    answered_at INTEGER,
    answered_operation TEXT,
    answered_name TEXT,           -- stays when the group is deleted
    provided_id TEXT,
    team_id TEXT,                 -- digits: a number beyond 2^53 stays as it came
    environment_tag TEXT,         -- JSON text, so that null as answered is not absent
    previous_tokens INTEGER NOT NULL DEFAULT 0,
    token_at INTEGER,
    token_since INTEGER NOT NULL DEFAULT 9007199254740991,   -- token_at, or that where its age means nothing
    token_key_id TEXT,
    token_fingerprint TEXT,
    token_box BLOB,
    facets TEXT,                  -- what it is found by, beside id and name: made by facets.ts from the base
    properties TEXT,              -- as answered: JSON text, so that null is not absent
    answered_mapping TEXT,        -- likewise
    answered_further TEXT,        -- JSON object: further fields by name, each as its JSON text
    answered_computed TEXT,       -- likewise: mapping and properties with what a parent adds
    draft TEXT,
    base TEXT,
    UNIQUE (connection_id, user_group_id)
  ) STRICT;
  CREATE INDEX user_groups_listed ON user_groups (connection_id, sort_key, user_group_id);
  CREATE INDEX user_groups_by_age ON user_groups (connection_id, token_since, sort_key, user_group_id);
  CREATE INDEX user_groups_searched ON user_groups (sort_key, folded);
  CREATE INDEX user_groups_alike ON user_groups (alike, connection_id);
  CREATE INDEX user_groups_by_token ON user_groups (token_key_id, token_fingerprint) WHERE token_at IS NOT NULL;
  -- All that can be asked of a group.
  CREATE INDEX user_groups_filtered ON user_groups (
    sort_key, user_group_id, connection_id, folded, answered_at, draft_at, mapping_known, existed_not_applied_at,
    gone_at, listing, unknown_operation, previous_tokens, token_since, facets);
  -- What is rare leads to its groups without looking through all.
${Object.values(STATE_SQL)
  .map(({ isTrue, index }) => `  CREATE INDEX ${index} ON user_groups (connection_id) WHERE ${isTrue};`)
  .join('\n')}
  CREATE INDEX user_groups_with_token ON user_groups (connection_id) WHERE token_at IS NOT NULL;
  -- For their number alone.
  CREATE INDEX user_groups_with_facets ON user_groups (mapping_known) WHERE facets IS NOT NULL;

  -- Likewise. A term (facets.ts) stands for something that the facets of a group say.
  CREATE TABLE group_terms (
    group_row INTEGER NOT NULL REFERENCES user_groups ON DELETE CASCADE,
    term INTEGER NOT NULL,
    PRIMARY KEY (group_row, term)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX group_terms_searched ON group_terms (term);

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

  CREATE TABLE previous_tokens (
    id INTEGER PRIMARY KEY,
    group_row INTEGER NOT NULL REFERENCES user_groups ON DELETE CASCADE,
    key_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    box BLOB NOT NULL,
    issued_at INTEGER NOT NULL,
    replaced_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX previous_tokens_of_group ON previous_tokens (group_row);
  CREATE INDEX previous_tokens_by_token ON previous_tokens (key_id, fingerprint);
  CREATE TRIGGER token_replaced AFTER INSERT ON previous_tokens BEGIN
    UPDATE user_groups SET previous_tokens = previous_tokens + 1 WHERE id = NEW.group_row;
  END;
  CREATE TRIGGER previous_token_dropped AFTER DELETE ON previous_tokens BEGIN
    UPDATE user_groups SET previous_tokens = previous_tokens - 1 WHERE id = OLD.group_row;
  END;

  -- Where the token of a group was written last; forgotten when the service has no such group any more.
  CREATE TABLE token_destinations (
    group_row INTEGER NOT NULL PRIMARY KEY REFERENCES user_groups ON DELETE CASCADE,
    kind TEXT NOT NULL,
    file TEXT,
    variable TEXT
  ) STRICT;
  CREATE TRIGGER destination_forgotten AFTER UPDATE OF listing ON user_groups
    WHEN NEW.listing IN ('deleted', 'idChanged') BEGIN
    DELETE FROM token_destinations WHERE group_row = NEW.id;
  END;

  -- AUTOINCREMENT: the id of a forgotten version must not come back while its request is still under way.
  CREATE TABLE versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_row INTEGER NOT NULL REFERENCES user_groups ON DELETE CASCADE,
    operation TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    outcome TEXT NOT NULL,        -- 'sending' until it is known
    status INTEGER,
    duration_ms REAL,
    reason TEXT,
    lease_until INTEGER,          -- until then the window that sends it says that it still waits for the answer
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX versions_of_group ON versions (group_row, id);
  CREATE INDEX versions_sending ON versions (id) WHERE outcome = 'sending';

  -- Rotations of which nobody knows yet what became of them. The rows of a group go together when its current token is
  -- known.
  CREATE TABLE rotations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    connection_id TEXT NOT NULL REFERENCES connections ON DELETE CASCADE,
    group_row INTEGER REFERENCES user_groups ON DELETE CASCADE,   -- NULL: of a token that no group here holds
    version_id INTEGER,
    after_version INTEGER NOT NULL,   -- versions up to this one were begun before it
    begun_at INTEGER NOT NULL,
    lease_until INTEGER,          -- while its window waits for the answer
    asked_at INTEGER,             -- when the service last answered that the former token is the current one
    token_key_id TEXT NOT NULL,   -- the token that was to be replaced
    token_fingerprint TEXT NOT NULL,
    token_box BLOB NOT NULL,
    known_key_id TEXT,            -- the current token of the group when it began, where there was one
    known_fingerprint TEXT,
    answer_key_id TEXT,           -- what came as the answer, until it is understood
    answer_fingerprint TEXT,
    answer_box BLOB
  ) STRICT;
  CREATE INDEX rotations_of_group ON rotations (group_row);

  -- Bulk work: a run, and an item for each group of it. The window that works on a run owns it for as long as it says
  -- so.
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    connection_id TEXT NOT NULL REFERENCES connections ON DELETE CASCADE,
    kind TEXT NOT NULL,
    purpose TEXT,                 -- what it does to each group, in words
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
  -- Short columns first, as in user_groups.
  CREATE TABLE run_items (
    run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    number INTEGER NOT NULL,
    user_group_id TEXT NOT NULL,
    folded TEXT NOT NULL,
    outcome TEXT NOT NULL,
    is_not_applied INTEGER NOT NULL DEFAULT 0,
    ended_at INTEGER,
    after_version INTEGER,        -- versions up to this one were there when it was chosen for sending
    reason TEXT,
    plan TEXT,                    -- how the text is made again from what the service has
    text TEXT NOT NULL,
    text_before TEXT,
    PRIMARY KEY (run, number)
  ) STRICT;
  CREATE INDEX run_items_by_outcome ON run_items (run, outcome, number, is_not_applied);

  -- Counts that would take too long to make at 100,000 groups. \`number\` stands for the connection in rows that there
  -- are many of.
  CREATE TABLE connection_counts (
    number INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL UNIQUE REFERENCES connections ON DELETE CASCADE,
    groups INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TRIGGER connection_added AFTER INSERT ON connections BEGIN
    INSERT INTO connection_counts (connection_id) VALUES (NEW.connection_id);
  END;
  CREATE TRIGGER group_listed AFTER INSERT ON user_groups BEGIN
    UPDATE connection_counts SET groups = groups + 1 WHERE connection_id = NEW.connection_id;
  END;
  CREATE TRIGGER group_removed AFTER DELETE ON user_groups BEGIN
    UPDATE connection_counts SET groups = groups - 1 WHERE connection_id = OLD.connection_id;
  END;

  -- Schema ids and names of properties, each with the number of groups that have it. '' stands for the field itself, be
  -- it empty.
  CREATE TABLE entry_names (
    id INTEGER PRIMARY KEY,
    connection INTEGER NOT NULL REFERENCES connection_counts ON DELETE CASCADE,
    field TEXT NOT NULL,
    name TEXT NOT NULL,
    groups INTEGER NOT NULL DEFAULT 0,
    UNIQUE (connection, field, name)
  ) STRICT;
  CREATE INDEX entry_names_ranked ON entry_names (connection, field, groups DESC);

  CREATE TABLE data_sources (
    id INTEGER PRIMARY KEY,
    connection INTEGER NOT NULL REFERENCES connection_counts ON DELETE CASCADE,
    data_source TEXT NOT NULL,
    groups INTEGER NOT NULL DEFAULT 0,
    UNIQUE (connection, data_source)
  ) STRICT;
  CREATE INDEX data_sources_ranked ON data_sources (connection, groups DESC);

  -- Data sources that a schema id is mapped to.
  CREATE TABLE mapped_sources (
    source_id INTEGER NOT NULL,
    name_id INTEGER NOT NULL REFERENCES entry_names ON DELETE CASCADE,
    is_shared INTEGER NOT NULL,   -- several groups use the data source, for whichever schema id
    groups INTEGER NOT NULL,
    PRIMARY KEY (source_id, name_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX mapped_sources_ranked ON mapped_sources (name_id, is_shared, groups DESC);

  -- What the base of each group says. The triggers count, and remove a name or a data source with the last group that
  -- has it.
  CREATE TABLE base_entries (
    group_row INTEGER NOT NULL REFERENCES user_groups ON DELETE CASCADE,
    name_id INTEGER NOT NULL,
    source_id INTEGER,
    PRIMARY KEY (group_row, name_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX base_entries_of_source ON base_entries (source_id, group_row) WHERE source_id IS NOT NULL;
  CREATE TRIGGER base_entry_added AFTER INSERT ON base_entries BEGIN
    UPDATE entry_names SET groups = groups + 1 WHERE id = NEW.name_id;
    UPDATE data_sources SET groups = groups + 1 WHERE id = NEW.source_id AND NOT EXISTS (
      SELECT 1 FROM base_entries
      WHERE source_id = NEW.source_id AND group_row = NEW.group_row AND name_id <> NEW.name_id);
    INSERT INTO mapped_sources (source_id, name_id, is_shared, groups)
      SELECT id, NEW.name_id, groups > 1, 1 FROM data_sources WHERE id = NEW.source_id
      ON CONFLICT DO UPDATE SET groups = groups + 1;
  END;
  -- With its connection all this goes at once, and there is nothing left to count.
  CREATE TRIGGER base_entry_removed AFTER DELETE ON base_entries
    WHEN EXISTS (SELECT 1 FROM entry_names WHERE id = OLD.name_id) BEGIN
    UPDATE mapped_sources SET groups = groups - 1 WHERE source_id = OLD.source_id AND name_id = OLD.name_id;
    DELETE FROM mapped_sources WHERE source_id = OLD.source_id AND name_id = OLD.name_id AND groups = 0;
    UPDATE data_sources SET groups = groups - 1 WHERE id = OLD.source_id AND NOT EXISTS (
      SELECT 1 FROM base_entries WHERE source_id = OLD.source_id AND group_row = OLD.group_row);
    DELETE FROM data_sources WHERE id = OLD.source_id AND groups = 0;
    UPDATE entry_names SET groups = groups - 1 WHERE id = OLD.name_id;
    DELETE FROM entry_names WHERE id = OLD.name_id AND groups = 0;
  END;
  CREATE TRIGGER data_source_counted AFTER UPDATE OF groups ON data_sources
    WHEN (OLD.groups > 1) <> (NEW.groups > 1) BEGIN
    UPDATE mapped_sources SET is_shared = NEW.groups > 1 WHERE source_id = NEW.id;
  END;
`;
