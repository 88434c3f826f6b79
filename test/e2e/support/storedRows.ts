// What an editor's extension keeps, read from its database beside it, without a word to it.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Operation } from '../../../src/contract/operations.ts';
import type { Editor } from './editor.ts';

export interface StoredGroup {
  readonly id: string;
  /** The document without its draft, as JSON text; `null` when none was ever applied or answered. */
  readonly base: string | null;
  /** Fingerprints of the current token and of those replaced. */
  readonly tokens: readonly string[];
}

export class StoredRows {
  readonly #path: string;

  constructor({ storage }: Editor) {
    this.#path = join(storage, 'user-groups.db');
  }

  requireWhole(): void {
    assert.deepEqual(this.#all('PRAGMA integrity_check').map(Object.values), [['ok']]);
    assert.deepEqual(this.#all('PRAGMA foreign_key_check'), []);
  }

  /** By their ids. */
  groups(): StoredGroup[] {
    return this.#all(
      `
      SELECT user_group_id AS id, base,
        json_group_array(fingerprint) FILTER (WHERE fingerprint IS NOT NULL) AS tokens
      FROM (
        SELECT id AS row, token_fingerprint AS fingerprint FROM user_groups
        UNION SELECT group_row, fingerprint FROM previous_tokens
      ) JOIN user_groups ON user_groups.id = row GROUP BY row ORDER BY user_group_id`,
    ).map(({ id, base, tokens }) => ({
      id: String(id),
      base: base as string | null,
      tokens: JSON.parse(String(tokens)) as string[],
    }));
  }

  /** The text of the group's draft. */
  draft(id: string): string | undefined {
    return this.#all('SELECT draft FROM user_groups WHERE user_group_id = ? AND draft IS NOT NULL', id)
      .map(({ draft }) => String(draft))
      .at(0);
  }

  /** The texts of documents that were never sent. */
  newDrafts(): string[] {
    return this.#all('SELECT text FROM new_drafts ORDER BY number').map(({ text }) => String(text));
  }

  /** Whether such a sending of the group is written down, whatever came of it. */
  hasSending(id: string, operation: Operation): boolean {
    return this.#hasSending(id, operation, 'TRUE');
  }

  /** Whether nobody has found yet that the window is gone which sent something of the group, if it is. */
  isUnderWay(id: string): boolean {
    return (
      this.#all(
        "SELECT 1 FROM versions JOIN user_groups ON user_groups.id = group_row WHERE user_group_id = ? AND outcome = 'sending'",
        id,
      ).length > 0
    );
  }

  /** Whether a rotation of the group has come so far that its answer is kept, or further. */
  hasAnswer(id: string): boolean {
    return this.#hasSending(
      id,
      'rotate',
      `(outcome <> 'sending' OR EXISTS (
        SELECT 1 FROM rotations WHERE version_id = versions.id AND answer_box IS NOT NULL))`,
    );
  }

  #hasSending(id: string, operation: Operation, condition: string): boolean {
    return (
      this.#all(
        `
      SELECT 1 FROM versions JOIN user_groups ON user_groups.id = group_row
      WHERE user_group_id = ? AND operation = ? AND ${condition}`,
        id,
        operation,
      ).length > 0
    );
  }

  #all(sql: string, ...values: string[]): Record<string, unknown>[] {
    // The first to open what a killed process left recovers it, alone.
    const database = new DatabaseSync(this.#path, { readOnly: true, timeout: 10_000 });
    try {
      return database.prepare(sql).all(...values);
    } finally {
      database.close();
    }
  }
}
