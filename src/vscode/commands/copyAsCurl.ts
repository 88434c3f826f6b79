// The command Copy as cURL: an operation for the group at hand, as a command that runs as pasted.

import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError, whileDoing } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { groupWords } from '../../core/groupWords.ts';
import type { Operation } from '../../core/userGroup.ts';
import { requestBody } from '../../document/requestBody.ts';
import { emptyDocument } from '../../document/writeDocument.ts';
import { readSendable } from '../../document/userGroupDocument.ts';
import { curlCommand } from '../../services/curlCommand.ts';
import { groupUri, newDraftUri } from '../documents/documentUris.ts';
import { askChoice } from '../prompts/ask.ts';
import { listedGroup, required } from '../prompts/targets.ts';
import type { Call } from './call.ts';
import type { Desk } from './desk.ts';

export async function copyAsCurl(desk: Desk, call: Call): Promise<void> {
  if (call.newNumber === undefined) await copyOfGroup(desk, call);
  else await copyOfNew(desk, desk.services.connections.named(String(call.given.connection)), call.newNumber);
}

async function copyOfGroup(desk: Desk, call: Call): Promise<void> {
  const { connection, userGroupId, ref } = await listedGroup(desk.services, call, 'Copy as cURL');
  const given = call.given.operation;
  const operation = isOperation(given) ? given : await askOperation();
  await whileDoing(
    `Could not copy ${groupWords(userGroupId, connection)} as cURL`,
    { connection: connection.name, userGroupId },
    async () => {
      if (operation === 'rotate') return copy(desk, connection, operation);
      const record = desk.services.groups.find(ref);
      const text =
        (await desk.documents.openText(groupUri(connection.name, userGroupId))) ??
        (record && desk.services.groups.documentText(record)) ??
        '';
      const document = readSendable(text);
      if (document.userGroupId !== userGroupId) {
        throw new UserGroupsError({
          kind: 'invalid',
          happened: `its document says user_group_id ${visibleId(document.userGroupId)}`,
          next: 'put the id back, or make it a document of its own',
        });
      }
      return copy(desk, connection, operation, requestBody(document));
    },
  );
}

/** What is not yet sent can only be got or created. */
async function copyOfNew(desk: Desk, connection: Connection, number: number): Promise<void> {
  await whileDoing(
    `Could not copy the new user group on ${connection.name} as cURL`,
    { connection: connection.name },
    async () => {
      const kept = desk.services.groups.newDraft(connection.id, number)?.text ?? emptyDocument();
      const document = readSendable((await desk.documents.openText(newDraftUri(connection.name, number))) ?? kept);
      await copy(desk, connection, 'getOrCreate', requestBody(document));
    },
  );
}

/** The sandbox's token is of no worth and nowhere to be looked up; any other stays out of the clipboard. */
async function copy(desk: Desk, connection: Connection, operation: Operation, body?: string): Promise<void> {
  const sandbox = connection.kind === 'sandbox' ? await desk.services.sandbox.running() : undefined;
  const { baseUrl, caFile } = connection;
  await vscode.env.clipboard.writeText(
    curlCommand({ baseUrl: sandbox?.baseUrl ?? baseUrl, operation, body, apiToken: sandbox?.apiToken, caFile }),
  );
  const toPut = [
    sandbox === undefined ? 'the API token into $API_TOKEN' : '',
    operation === 'rotate' ? "the group's token into $CURRENT_TOKEN" : '',
  ].filter((part) => part !== '');
  desk.messages.status(
    [
      sandbox === undefined ? 'Copied as cURL' : "Copied as cURL with the local sandbox's own API token",
      ...(toPut.length === 0 ? ['it runs as pasted'] : [`put ${toPut.join(' and ')}`]),
    ].join('; '),
  );
}

async function askOperation(): Promise<Operation> {
  return required(
    await askChoice<Operation>({
      title: 'Copy as cURL',
      placeholder: 'Which operation?',
      choices: [
        { label: 'Get or create', value: 'getOrCreate' },
        { label: 'Update', value: 'update' },
        {
          label: 'Rotate token',
          detail: 'The token itself is not copied: put it into $CURRENT_TOKEN.',
          value: 'rotate',
        },
      ],
    }),
  );
}

function isOperation(value: unknown): value is Operation {
  return value === 'getOrCreate' || value === 'update' || value === 'rotate';
}
