// What a form's page cannot do, regardless of what it asks for.

import assert from 'node:assert/strict';
import type { UserGroupsError } from '../../../../src/core/errors.ts';
import type { Subject } from '../../../../src/vscode/editing/form/formSubject.ts';
import {
  requireCopyable,
  requireNamedByPerson,
  requireOffered,
} from '../../../../src/vscode/editing/form/formActions.ts';
import { PRODUCTION } from '../../../support/connections.ts';

const connection = PRODUCTION;
const file: Subject = { kind: 'file', connection, userGroupId: 'acme' };
const opened = { userGroupId: 'acme', connectionId: connection.id };
const refusalOf = (work: () => void): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as UserGroupsError).kind;
  }
};

/** What a page can make of a file by writing into it, and by choosing a connection for it. */
const changedByPage: Readonly<
  Record<string, readonly [Subject, typeof opened | { userGroupId: undefined; connectionId: string }]>
> = {
  'another id': [{ ...file, userGroupId: 'victim' }, opened],
  'another connection': [{ ...file, connection: { ...connection, id: 'other' } }, opened],
  'an id where there was none that is saved': [file, { ...opened, userGroupId: undefined }],
  'no id': [
    { ...file, userGroupId: undefined },
    { ...opened, userGroupId: undefined },
  ],
};

describe("A form's page", () => {
  for (const [words, [subject, was]] of Object.entries(changedByPage)) {
    it(`that gives a file ${words} is shown no token for it, though it is saved, and copies none of production`, () => {
      assert.deepEqual(
        [
          refusalOf(() => {
            requireNamedByPerson(subject, was, false);
          }),
          refusalOf(() => {
            requireCopyable(subject, was);
          }),
        ],
        ['conflict', 'conflict'],
      );
    });
  }

  it('is shown the token of the group that the file was about when it was opened, once the file is saved', () => {
    requireNamedByPerson(file, opened, false);
    requireCopyable(file, opened);
    assert.equal(
      refusalOf(() => {
        requireNamedByPerson(file, opened, true);
      }),
      'conflict',
    );
  });

  it('is shown the token of a group of the list, whose path names it, and none of a document not yet sent', () => {
    requireNamedByPerson({ ...file, kind: 'group' }, { userGroupId: undefined, connectionId: undefined }, true);
    assert.equal(
      refusalOf(() => {
        requireNamedByPerson({ ...file, kind: 'new' }, opened, false);
      }),
      'notFound',
    );
  });

  it('copies a harmless token, with any text in the file', () => {
    requireCopyable({ ...file, userGroupId: 'other', connection: { ...connection, environment: 'Testing' } }, opened);
  });

  it('runs only what its state offers', () => {
    requireOffered('send', ['send', 'openAsText'], false);
    for (const isRestricted of [true, false])
      assert.equal(
        refusalOf(() => {
          requireOffered('rotateToken', ['send'], isRestricted);
        }),
        'forbidden',
      );
  });
});
