// The command Resolve Connection Change…: whether its address is the same service's, or its name is new.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { quotedId } from '../../core/foreignText.ts';
import { askChoice } from '../command/ask.ts';
import type { CommandContext } from '../command/commandContext.ts';
import type { Invocation } from '../command/invocation.ts';
import { required, targetConnection, type Fit } from '../command/targets.ts';

const needsAnswer: Fit = ({ status }) => status === 'moved' || status === 'renamedOrNew';

export async function resolveConnection(context: CommandContext, invocation: Invocation): Promise<void> {
  const connection = await targetConnection(
    context.services,
    invocation,
    l10n.t('Resolve Connection Change'),
    needsAnswer,
  );
  if (connection.status === 'moved') await askMoved(context, connection);
  else if (connection.status === 'renamedOrNew') await askRenamed(context, connection);
  else context.messages.status(l10n.t('Connection {0} has no change to resolve.', quotedId(connection.name)));
}

async function askMoved({ services }: CommandContext, connection: Connection): Promise<void> {
  const answer = required(
    await askChoice({
      title: l10n.t('Resolve Connection Change: {0}', connection.name),
      placeholder: l10n.t('The address changed from {0} to {1}', connection.recordedBaseUrl ?? '', connection.baseUrl),
      choices: [
        {
          label: l10n.t('Same service at a new address'),
          detail: l10n.t('Keeps its groups. The API token must be set again.'),
          value: 'sameServiceMoved' as const,
        },
        {
          label: l10n.t('Another service'),
          detail: l10n.t('The groups stay in the list, read-only.'),
          value: 'anotherService' as const,
        },
      ],
    }),
  );
  services.connections.answerMoved(connection, answer);
}

async function askRenamed({ services }: CommandContext, connection: Connection): Promise<void> {
  const renamed = (connection.mayBe ?? []).map(({ id, name }) => ({
    label: l10n.t('Renamed from {0}', quotedId(name)),
    detail: l10n.t('Keeps its groups.'),
    value: id,
  }));
  const answer = required(
    await askChoice<string | undefined>({
      title: l10n.t('Resolve Connection Change: {0}', connection.name),
      placeholder: l10n.t('Another connection used the address of {0}.', quotedId(connection.name)),
      choices: [
        ...renamed,
        { label: l10n.t('New connection'), detail: l10n.t('Starts with an empty list.'), value: undefined },
      ],
    }),
  );
  services.connections.answerRenamed(connection, answer);
}
