// What the deletion of a group and a change of its ID have in common: afterwards the service has no group of that ID.
// So each requires the group as the user was told about it, with nothing else open.

import * as l10n from '@vscode/l10n';
import type { AskedAlone } from '../../contract/operations.ts';
import { apiOf, offers, type Connection } from '../../core/connection.ts';
import { deletedText, isPerhapsDeleted, requireNotPerhapsDeleted } from '../../core/deletedGroups.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { OPERATION_TEXTS } from '../../core/operationTexts.ts';
import type { SealedToken, UserGroupRecord } from '../../core/userGroup.ts';
import type { ConnectionService } from '../connections/connectionService.ts';
import { requireReady, type Authorized } from '../connections/serviceTargets.ts';
import { whileSending, refusedFor } from './sendingFailures.ts';
import type { SendDependencies } from './sendService.ts';

export interface EndingDependencies extends Pick<
  SendDependencies,
  'store' | 'client' | 'targets' | 'tokens' | 'records'
> {
  readonly connections: Pick<ConnectionService, 'withId'>;
}

/** What the user is asked about: a group as it was then, on a service as it was then. */
export interface Endable {
  /** An earlier deletion or change of its ID has no known outcome. */
  readonly isUncertain: boolean;
  /** Opaque. */
  readonly asked: string;
}

export interface ReadyToEnd extends Authorized, Endable {
  readonly record: UserGroupRecord;
  readonly currentToken: string;
  readonly chosen: SealedToken;
}

/** Requires that it could begin, before the user is asked. @throws UserGroupsError otherwise */
export function endable(
  dependencies: EndingDependencies,
  connection: Connection,
  userGroupId: string,
  operation: AskedAlone,
): Promise<Endable> {
  return whileSending(operation, connection, userGroupId, async () => {
    requireOffered(connection, operation);
    const { isUncertain, asked } = await readyToEnd(dependencies, connection, userGroupId, operation);
    return { isUncertain, asked };
  });
}

/** @throws UserGroupsError `invalid` where its service does not do it */
function requireOffered(connection: Connection, operation: AskedAlone): void {
  requireReady(connection);
  if (offers(connection, operation)) return;
  const { notOffered, instead } = OPERATION_TEXTS[operation];
  throw new UserGroupsError('invalid', notOffered(), instead());
}

/** @throws UserGroupsError where it cannot begin */
async function readyToEnd(
  { store, targets, tokens }: EndingDependencies,
  connection: Connection,
  userGroupId: string,
  operation: AskedAlone,
): Promise<ReadyToEnd> {
  const authorized = await targets.require(connection, operation);
  const ref = groupRef(connection, userGroupId);
  const record = store.groups.find(ref);
  requireNotDeletedYet(record);
  // This operation may be sent again. Another one would hide that the outcome of the first is unknown.
  if (record?.unknownOutcome?.operation !== operation) requireNotPerhapsDeleted(record);
  const [open] = store.journal.openRotations(ref);
  if (open !== undefined) throw refusedFor(open);
  const currentToken = await tokens.require(connection, ref);
  const chosen = record?.token?.sealed;
  if (record === undefined || chosen === undefined) throw changedMeanwhile();
  const { baseUrl } = authorized.target;
  return {
    ...authorized,
    record,
    currentToken,
    chosen,
    isUncertain: isPerhapsDeleted(record),
    asked: JSON.stringify([baseUrl, apiOf(connection), chosen.fingerprint, record.unknownOutcome?.at]),
  };
}

/** Checks again once the user has agreed. @throws UserGroupsError `conflict` where anything has changed since */
export async function stillReadyToEnd(
  dependencies: EndingDependencies,
  { id }: Connection,
  userGroupId: string,
  operation: AskedAlone,
  asked: string,
): Promise<ReadyToEnd> {
  const connection = dependencies.connections.withId(id);
  if (connection === undefined) throw changedMeanwhile();
  const ready = await readyToEnd(dependencies, connection, userGroupId, operation);
  if (ready.asked !== asked) throw changedMeanwhile();
  return ready;
}

/** @throws UserGroupsError `conflict` where it was */
function requireNotDeletedYet(record: UserGroupRecord | undefined): void {
  const happened = isPerhapsDeleted(record) ? undefined : deletedText(record);
  if (happened !== undefined) throw new UserGroupsError('conflict', happened, OPERATION_TEXTS.delete.instead());
}

function changedMeanwhile(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('The group or its connection was changed meanwhile.'),
    l10n.t('Check it, then try again.'),
  );
}
