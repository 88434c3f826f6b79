// The command Copy as cURL: an operation for the focused group, as a command that runs as pasted.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { apiOf, namesOf, type Connection } from '../../core/connection.ts';
import { whileDoing } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import { OPERATION_NAMES, sendsDocument, type Operation } from '../../contract/operations.ts';
import { asStored } from '../../document/idName.ts';
import { redactionMarkIn } from '../../document/redactionMark.ts';
import { requestBody } from '../../document/requestBody.ts';
import { emptyDocument } from '../../document/writeDocument.ts';
import { readSendable } from '../../document/userGroupDocument.ts';
import { requireReady } from '../../services/connections/serviceTargets.ts';
import { curlCommand } from '../../services/sending/curlCommand.ts';
import { newDraftUri } from '../platform/documentUris.ts';
import { askChoice } from '../command/ask.ts';
import { confirm } from '../command/confirm.ts';
import { listedGroup, required } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import { currentText } from '../editing/documents/openDocuments.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { otherId } from './sendRules.ts';

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
  const target = await listedGroup(context.services, invocation, l10n.t('Copy as cURL'));
  const { connection, userGroupId } = target;
  const input = invocation.input.operation;
  const operation = isOperation(input) ? input : await askOperation();
  await whileDoing(
    l10n.t("Couldn't copy {0} as cURL.", groupText(userGroupId, connection)),
    { connection: connection.name, userGroupId },
    async () => {
      // Only then it is known how the service is asked.
      requireReady(connection);
      if (!sendsDocument(operation)) return copy(context, connection, operation);
      const text = await currentText(context.documents, context.services.groups, target);
      const document = readSendable(text, namesOf(connection));
      if (document.userGroupId !== userGroupId) throw otherId(document);
      return copy(context, connection, operation, requestBody(document, namesOf(connection)));
    },
  );
}

/** An unsent document can only be got or created. */
async function copyOfNew(context: EditingContext, connection: Connection, number: number): Promise<void> {
  await whileDoing(
    l10n.t("Couldn't copy the new group on {0} as cURL.", connection.name),
    { connection: connection.name },
    async () => {
      requireReady(connection);
      const kept = context.services.groups.newDraft(connection.id, number)?.text ?? emptyDocument();
      const text = (await context.documents.unsavedText(newDraftUri(connection.name, number))) ?? kept;
      const document = readSendable(asStored(text, namesOf(connection)), namesOf(connection));
      await copy(context, connection, 'getOrCreate', requestBody(document, namesOf(connection)));
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
  const mark = redactionMarkIn(body ?? '');
  if (mark !== undefined)
    await confirm(context, {
      title: l10n.t('Copy as cURL?'),
      detail: [mark.message],
      answer: l10n.t('Copy Anyway'),
    });
  const sandbox = connection.kind === 'sandbox' ? await context.services.sandbox.running() : undefined;
  const { baseUrl, caFile } = connection;
  await vscode.env.clipboard.writeText(
    curlCommand({
      api: apiOf(connection),
      baseUrl: sandbox?.baseUrl ?? baseUrl,
      operation,
      body,
      apiToken: sandbox?.apiToken,
      caFile,
    }),
  );
  context.messages.status(copiedText(sandbox !== undefined, operation));
}

function copiedText(hasApiToken: boolean, operation: Operation): string {
  if (!sendsDocument(operation))
    return hasApiToken
      ? l10n.t('Copied as cURL. Set $CURRENT_TOKEN.')
      : l10n.t('Copied as cURL. Set $API_TOKEN and $CURRENT_TOKEN.');
  return hasApiToken
    ? l10n.t("Copied as cURL with the sandbox's own API token.")
    : l10n.t('Copied as cURL. Set $API_TOKEN.');
}

async function askOperation(): Promise<Operation> {
  return required(
    await askChoice<Operation>({
      title: l10n.t('Copy as cURL'),
      placeholder: l10n.t('Select an operation'),
      choices: [
        { label: l10n.t('Get or Create'), value: 'getOrCreate' },
        { label: l10n.t('Update'), value: 'update' },
        {
          label: l10n.t('Rotate Token'),
          detail: l10n.t('The token is not copied. Set it as $CURRENT_TOKEN.'),
          value: 'rotate',
        },
      ],
    }),
  );
}

function isOperation(value: unknown): value is Operation {
  return OPERATION_NAMES.some((operation) => operation === value);
}
