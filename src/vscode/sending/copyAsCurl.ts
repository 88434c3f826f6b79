// The command Copy as cURL: an operation for the focused group, as a command that runs as pasted.

import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError, whileDoing } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import type { Operation } from '../../core/userGroup.ts';
import { requestBody } from '../../document/requestBody.ts';
import { emptyDocument } from '../../document/writeDocument.ts';
import { readSendable } from '../../document/userGroupDocument.ts';
import { curlCommand } from '../../services/sending/curlCommand.ts';
import { groupUri, newDraftUri } from '../platform/documentUris.ts';
import { askChoice } from '../command/ask.ts';
import { listedGroup, required } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { EditingContext } from '../editing/editingContext.ts';

export async function copyAsCurl(context: EditingContext, invocation: Invocation): Promise<void> {
  if (invocation.newNumber === undefined) await copyOfGroup(context, invocation);
  else
    await copyOfNew(
      context,
      context.services.connections.named(String(invocation.input.connection)),
      invocation.newNumber,
    );
}

async function copyOfGroup(context: EditingContext, invocation: Invocation): Promise<void> {
  const { connection, userGroupId, ref } = await listedGroup(context.services, invocation, 'Copy as cURL');
  const input = invocation.input.operation;
  const operation = isOperation(input) ? input : await askOperation();
  await whileDoing(
    `Couldn't copy ${groupText(userGroupId, connection)} as cURL.`,
    { connection: connection.name, userGroupId },
    async () => {
      if (operation === 'rotate') return copy(context, connection, operation);
      const record = context.services.groups.find(ref);
      const text =
        (await context.documents.openText(groupUri(connection.name, userGroupId))) ??
        (record && context.services.groups.documentText(record)) ??
        '';
      const document = readSendable(text);
      if (document.userGroupId !== userGroupId) {
        throw new UserGroupsError({
          kind: 'invalid',
          happened: `Its document says user_group_id ${visibleId(document.userGroupId)}.`,
          next: 'Put the id back, or make it a document of its own.',
        });
      }
      return copy(context, connection, operation, requestBody(document));
    },
  );
}

/** An unsent document can only be got or created. */
async function copyOfNew(context: EditingContext, connection: Connection, number: number): Promise<void> {
  await whileDoing(
    `Couldn't copy the new user group on ${connection.name} as cURL.`,
    { connection: connection.name },
    async () => {
      const kept = context.services.groups.newDraft(connection.id, number)?.text ?? emptyDocument();
      const document = readSendable((await context.documents.openText(newDraftUri(connection.name, number))) ?? kept);
      await copy(context, connection, 'getOrCreate', requestBody(document));
    },
  );
}

/** The sandbox's token has no value and cannot be looked up; any other stays out of the clipboard. */
async function copy(
  context: EditingContext,
  connection: Connection,
  operation: Operation,
  body?: string,
): Promise<void> {
  const sandbox = connection.kind === 'sandbox' ? await context.services.sandbox.running() : undefined;
  const { baseUrl, caFile } = connection;
  await vscode.env.clipboard.writeText(
    curlCommand({ baseUrl: sandbox?.baseUrl ?? baseUrl, operation, body, apiToken: sandbox?.apiToken, caFile }),
  );
  const toPut = [
    sandbox === undefined ? 'the API token into $API_TOKEN' : '',
    operation === 'rotate' ? "the group's token into $CURRENT_TOKEN" : '',
  ].filter((part) => part !== '');
  context.messages.status(
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
