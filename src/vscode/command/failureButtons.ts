// The buttons below a failure's message: what helps against it.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserGroupsError, type About } from '../../core/errors.ts';
import type { CommandId } from './commandMap.ts';
import type { Invocation } from './invocation.ts';
import type { NoticeButton } from './showNotice.ts';
import { commandTitle } from '../platform/manifest.ts';

/** What presses a button: the runner of commands. */
export interface ButtonRunner {
  readonly run: (id: CommandId, read: () => Invocation) => Promise<unknown>;
  readonly executeOnItem: (id: CommandId, about: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** `again` does once more what has failed. Of a bug, only the log helps. */
export function failureButtons(error: Error, runner: ButtonRunner, again: () => Promise<unknown>): NoticeButton[] {
  const to = (id: CommandId, input: Readonly<Record<string, unknown>> = {}): NoticeButton => ({
    label: commandTitle(id),
    run: () => runner.executeOnItem(id, input),
  });
  const log = to('userGroups.showLog');
  if (!(error instanceof UserGroupsError)) return [log];
  const { about, status, remedy, unstored, endHold } = error.failure;
  if (unstored !== undefined) {
    const input = { connection: about?.connection, user_group_id: unstored.userGroupId };
    const copy = (): Promise<unknown> =>
      runner.run('userGroups.copyToken', () => ({ origin: 'item', input, unstored }));
    return [{ label: l10n.t('Copy Token'), run: copy }, log];
  }
  const retry: NoticeButton = { label: l10n.t('Retry'), run: again };
  switch (remedy ?? error.kind) {
    case 'reloadWindow':
      return [{ label: l10n.t('Reload Window'), run: reloadWindow }, log];
    case 'reviewApiToken':
      return [to('userGroups.reviewApiToken', connectionOf(about))];
    case 'addConnection': {
      const sandbox = to('userGroups.startSandbox');
      // With the sandbox running, what was asked goes on.
      const add = to('userGroups.addConnection');
      return [{ ...sandbox, run: () => sandbox.run().then(again) }, add];
    }
    case 'resolveConnection':
      return [to('userGroups.resolveConnection', connectionOf(about))];
    case 'addExisting':
      return [to('userGroups.addExisting', connectionOf(about))];
    case 'resolveRotation':
      return about === undefined ? [log] : [to('userGroups.resolveRotation', inputOf(about)), log];
    case 'unauthorized':
      return [to('userGroups.setApiToken', connectionOf(about))];
    case 'unavailable':
      return status === undefined ? [retry] : [log];
    case 'rateLimited':
      return [{ label: l10n.t('Try Now'), run: () => Promise.resolve(endHold?.()).then(again) }];
    case 'outcomeUnknown':
      return about?.userGroupId === undefined ? [log] : [to('userGroups.fetch', inputOf(about)), log];
    case 'unexpectedResponse':
      return [log];
    case 'forbidden':
    case 'notFound':
    case 'conflict':
    case 'invalid':
    case 'cancelled':
      return [];
  }
}

function connectionOf(about: About | undefined): Readonly<Record<string, unknown>> {
  return about === undefined ? {} : { connection: about.connection };
}

/** Without an id: of a token without a group in the list. */
function inputOf(about: About | undefined): Readonly<Record<string, unknown>> {
  return {
    ...connectionOf(about),
    ...(about?.userGroupId !== undefined && { user_group_id: about.userGroupId }),
  };
}

async function reloadWindow(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.reloadWindow');
}
