// The command Resolve Connection Change…: whether its address is the same service's, or its name is new.

import type { Connection } from '../../core/connection.ts';
import { foreignText } from '../../core/foreignText.ts';
import { askChoice } from '../command/ask.ts';
import type { CommandContext } from '../command/commandContext.ts';
import type { Invocation } from '../command/invocation.ts';
import { required, targetConnection, type Fit } from '../command/targets.ts';

const needsAnswer: Fit = ({ status }) => status === 'moved' || status === 'renamedOrNew';

export async function resolveConnection(context: CommandContext, invocation: Invocation): Promise<void> {
  const connection = await targetConnection(
    context.services,
    invocation,
    'What Happened to This Connection?',
    needsAnswer,
  );
  if (connection.status === 'moved') await askMoved(context, connection);
  else if (connection.status === 'renamedOrNew') await askRenamed(context, connection);
  else context.messages.status(`There is nothing to answer about ${connection.name}`);
}

async function askMoved({ services }: CommandContext, connection: Connection): Promise<void> {
  const answer = required(
    await askChoice({
      title: `What Happened to ${connection.name}?`,
      placeholder: `The address changed from ${connection.recordedBaseUrl ?? ''} to ${connection.baseUrl}`,
      choices: [
        {
          label: 'The same service moved',
          detail:
            'Its groups go along. The API token must be set again, or that of a variable allowed: it was bound to the old address.',
          value: 'sameServiceMoved' as const,
        },
        {
          label: 'This is another service',
          detail: 'The old groups stay here, read-only, under a name with the old address.',
          value: 'anotherService' as const,
        },
      ],
    }),
  );
  services.connections.answerMoved(connection, answer);
}

async function askRenamed({ services }: CommandContext, connection: Connection): Promise<void> {
  const renamed = (connection.mayBe ?? []).map(({ id, name }) => ({
    label: `It is ${foreignText(name)}, renamed`,
    detail: 'Its groups go along.',
    value: id,
  }));
  const answer = required(
    await askChoice<string | undefined>({
      title: `What Happened to ${connection.name}?`,
      placeholder: `The settings name ${connection.name}, at an address that is known under another name`,
      choices: [
        ...renamed,
        { label: 'It is a new connection', detail: 'It begins with an empty list.', value: undefined },
      ],
    }),
  );
  services.connections.answerRenamed(connection, answer);
}
