// What a form is about, and what is known of that.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Connection } from '../../../../src/core/connection.ts';
import type { UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { emptyDocument } from '../../../../src/document/writeDocument.ts';
import type { Services } from '../../../../src/services/services.ts';
import {
  dependsOnText,
  openedAs,
  refOf,
  shownOf,
  type Subject,
  type SubjectDependencies,
} from '../../../../src/vscode/editing/form/formSubject.ts';
import type { Shown } from '../../../../src/vscode/editing/form/formState.ts';
import { groupUri, newDraftUri } from '../../../../src/vscode/platform/documentUris.ts';
import { SANDBOX, TESTING } from '../../../support/connections.ts';
import { standIn } from '../../../support/standIn.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const STAGING = TESTING;
const GROUP = groupUri('staging', 'acme');
const FILE = vscode.Uri.file('/work/acme.usergroup.json');
const TEXT = '{"user_group_id": "acme"}';
const ANSWERED = standIn<NonNullable<UserGroupRecord['answered']>>({});

const baseOf = (text: string, from: 'answered' | 'sent') => ({ answered: ANSWERED, base: { text, from, at: 0 } });

interface Known {
  readonly record?: Partial<UserGroupRecord> | undefined;
  readonly isListed?: boolean;
  readonly hasToken?: boolean;
  readonly isTrusted?: boolean;
  readonly busy?: vscode.Uri;
  readonly applied?: string;
}

function documentOf(uri = FILE, text = TEXT, isDirty = false): vscode.TextDocument {
  return standIn<vscode.TextDocument>({ uri, getText: () => text, isDirty });
}

async function shown(
  subject: Partial<Subject>,
  { record, isListed = true, hasToken = true, isTrusted = true, busy, applied }: Known = {},
  document = documentOf(),
): Promise<Shown> {
  const ref = { connectionId: '1', userGroupId: 'acme' };
  const services = standIn<Services>({
    groups: standIn({
      find: () => record && { ref, name: '', mappingKnown: false, documentMtime: 0, ...record },
      listed: () => Promise.resolve(isListed ? standIn({}) : undefined),
      versions: () => [],
      isTokenIssued: () => false,
    }),
    connections: standIn({ list: () => [STAGING, { ...STAGING, status: 'moved' }] }),
    apiTokens: standIn({ find: () => Promise.resolve(standIn({ from: hasToken ? 'secret' : 'none' })) }),
  });
  return shownOf(
    document,
    { kind: 'file', connection: STAGING, userGroupId: 'acme', ...subject },
    {
      services,
      fileConnections: standIn({}),
      sendings: standIn({
        isBusy: (uri) => String(uri) === String(busy),
        isSending: (uri) => String(uri) === String(busy),
      }),
      trust: standIn({ isTrusted: () => isTrusted }),
      appliedStates: standIn({ textOf: () => Promise.resolve(applied) }),
    },
  );
}

describe('What a form is about', () => {
  for (const [words, kind, record, text, isDirty, expected] of [
    ['a group that was never answered', 'group', {}, TEXT, false, true],
    ['a group', 'group', { answered: ANSWERED }, TEXT, false, false],
    ['a group with unsaved input', 'group', { answered: ANSWERED }, TEXT, true, true],
    ['a group with a draft', 'group', { answered: ANSWERED, draft: { text: '', at: 0 } }, TEXT, false, true],
    ['a file that is not in the list', 'file', undefined, TEXT, false, true],
    ['a file whose group was only fetched', 'file', { answered: ANSWERED }, TEXT, false, true],
    ['a file that is what was answered', 'file', baseOf(TEXT, 'answered'), TEXT, false, true],
    ['a file that is what was sent', 'file', baseOf(TEXT, 'sent'), TEXT, false, false],
    ['a file that was sent otherwise', 'file', baseOf('{}', 'sent'), TEXT, false, true],
    ['a new document that nobody typed into', 'new', undefined, emptyDocument(), true, false],
    ['a new document', 'new', undefined, emptyDocument({ userGroupId: 'a' }), true, true],
  ] as const) {
    it(`has ${expected ? 'changes' : 'no changes'} as ${words}`, async () => {
      const uri = { group: GROUP, new: newDraftUri('staging', 1), file: FILE }[kind];
      assert.equal((await shown({ kind }, { record }, documentOf(uri, text, isDirty))).hasChanges, expected);
    });
  }

  for (const [words, subject, record, likely] of [
    ['a file without a connection', { connection: undefined }, {}, [STAGING]],
    ['a file that has one', {}, {}, []],
    ['a file whose group no connection has', { connection: undefined }, undefined, []],
    ['a new document', { connection: undefined, kind: 'new' }, {}, []],
  ] as const) {
    it(`proposes the connections that have its group: ${words}`, async () => {
      assert.deepEqual((await shown(subject, { record })).likely, likely);
    });
  }

  it('says of a file alone how it stands to what was applied', async () => {
    const applied = 'staging: not applied yet';
    assert.equal((await shown({}, { applied })).applied, applied);
    assert.equal((await shown({ kind: 'group' }, { applied })).applied, undefined);
  });

  it('has what its folder adds where it is a file, and no changes when that was sent', async () => {
    const folder = temporaryFolder('user-groups-preset-');
    writeFileSync(join(folder, 'usergroups.preset.json'), '{ "properties": { "tier": "gold" } }');
    const text = '{ "user_group_id": "acme", "properties": {} }';
    const whole = '{ "user_group_id": "acme", "properties": { "tier": "gold" } }';
    const record = { answered: {}, base: { text: whole, from: 'sent', at: 0, hasNoMapping: false } } as const;
    const document = documentOf(vscode.Uri.file(join(folder, 'acme.usergroup.json')), text);
    const { inherited, hasChanges } = await shown({}, { record: record as never }, document);
    assert.deepEqual([inherited?.map(({ key }) => key), hasChanges], [['tier'], false]);
    const version = documentOf(vscode.Uri.from({ scheme: 'git', path: document.uri.path }), text);
    assert.deepEqual((await shown({ connection: undefined }, {}, version)).inherited, []);
    writeFileSync(join(folder, 'usergroups.preset.json'), '{');
    assert.deepEqual((await shown({}, {}, document)).inherited, []);
  });

  for (const [words, subject, isTrusted, expected] of [
    ['a file', {}, false, true],
    ['a file without a connection', { connection: undefined }, false, true],
    ['a file on the sandbox', { connection: SANDBOX }, false, false],
    ['a group', { kind: 'group' }, false, false],
    ['a file in a trusted workspace', {}, true, false],
  ] as const) {
    it(`is ${expected ? '' : 'not '}held back as ${words}`, async () => {
      assert.equal((await shown(subject, { isTrusted })).isRestricted, expected);
    });
  }

  for (const [words, connection, hasToken, expected] of [
    ['no connection', undefined, false, true],
    ['the sandbox', SANDBOX, false, true],
    ['a connection with an API token', STAGING, true, true],
    ['a connection without an API token', STAGING, false, false],
  ] as const) {
    it(`${expected ? 'lacks no API token' : 'lacks an API token'} on ${words}`, async () => {
      assert.equal((await shown({ connection }, { hasToken })).hasApiToken, expected);
    });
  }

  for (const [words, subject, busy] of [
    ['its group', {}, GROUP],
    ['itself on no connection', { connection: undefined }, FILE],
    ['itself without an ID', { userGroupId: undefined }, FILE],
    ['itself with an ID that no URI can hold', { userGroupId: '\ud800' }, FILE],
  ] as const) {
    it(`is sent as ${words} where it is a file`, async () => {
      const { isBusy, isSending } = await shown(subject, { busy });
      assert.deepEqual([isBusy, isSending], [true, true]);
    });
  }

  it('is sent as itself where it is no file', async () => {
    const document = documentOf(newDraftUri('staging', 1));
    assert.equal((await shown({ kind: 'new' }, { busy: document.uri }, document)).isBusy, true);
  });

  it('can be moved to a connection that is ready, unless it is a group', async () => {
    const choices = async (kind: Subject['kind']): Promise<unknown> => (await shown({ kind })).choices;
    assert.deepEqual([await choices('file'), await choices('new'), await choices('group')], [[STAGING], [STAGING], []]);
  });

  it('is a group of the list where it is listed, and no new document', async () => {
    const isGroup = async (kind: Subject['kind'], known: Known): Promise<boolean[]> => {
      const { group, hasKnownId } = await shown({ kind }, known);
      return [group !== undefined, hasKnownId === true];
    };
    assert.deepEqual(await isGroup('file', { record: {} }), [true, false]);
    assert.deepEqual(await isGroup('file', { record: {}, isListed: false }), [false, false]);
    assert.deepEqual(await isGroup('file', {}), [false, false]);
    assert.deepEqual(await isGroup('new', { record: {} }), [false, true]);
  });

  for (const [words, subject, isKnown] of [
    ['is one that the store can know', {}, true],
    ['is none without a connection', { connection: undefined }, false],
    ['is none on a connection that the store does not know', { connection: { ...STAGING, id: '' } }, false],
    ['is none without an ID', { userGroupId: undefined }, false],
    ['is none by an ID that the store cannot hold', { userGroupId: '\ud800' }, false],
  ] as const) {
    it(words, () => {
      const ref = refOf({ kind: 'group', connection: STAGING, userGroupId: 'acme', ...subject });
      assert.deepEqual(ref, isKnown ? { connectionId: '1', userGroupId: 'acme' } : undefined);
    });
  }

  it('follows the input, except for a group of the list', () => {
    const follows = (uri: vscode.Uri): boolean => dependsOnText(documentOf(uri));
    assert.deepEqual([follows(FILE), follows(newDraftUri('staging', 1)), follows(GROUP)], [true, true, false]);
  });

  it('is what its saved text and its connection were when it was opened', async () => {
    const opened = (document: vscode.TextDocument, connection: Promise<Connection | undefined>): Promise<unknown> =>
      openedAs(document, standIn<SubjectDependencies>({ fileConnections: standIn({ of: () => connection }) }));
    const ready = Promise.resolve(STAGING);
    assert.deepEqual(await opened(documentOf(), ready), { userGroupId: 'acme', connectionId: '1' });
    assert.deepEqual(await opened(documentOf(FILE, TEXT, true), ready), { userGroupId: undefined, connectionId: '1' });
    assert.deepEqual(await opened(documentOf(FILE, ''), Promise.reject(new Error('unreadable'))), {
      userGroupId: undefined,
      connectionId: undefined,
    });
  });
});
