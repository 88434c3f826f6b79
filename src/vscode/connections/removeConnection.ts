// The commands Remove Connection… and Undo Remove Connection…: counts what is removed, offers its export, and restores
// it for a week.

import { isGuarded, type Connection } from '../../core/connection.ts';
import { environmentText } from '../../core/environmentText.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { type RemovedConnection, REMOVED_KEPT_MS } from '../../core/ports/connectionStore.ts';
import { counted, dayText, grouped, keptText, momentText } from '../../core/stateText.ts';
import { sameName } from '../../services/connections/connectionEntry.ts';
import { withProgress } from '../platform/progress.ts';
import { askChoice, askText } from '../command/ask.ts';
import { required, targetConnection } from '../command/targets.ts';
import { askConnectionName, confirm } from '../command/confirm.ts';
import type { Invocation } from '../command/invocation.ts';
import type { ConnectionResult } from '../command/commandMap.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { connectionResult } from '../command/results.ts';

const EXPORT = 'Export List…';
const REMOVE = 'Remove';
const ERASE = 'Remove and Erase Now';
const UNDO = 'Undo';
const UNDO_TITLE = 'Undo Remove Connection';
/** With more groups than this, the connection's name is typed. */
const FEW_GROUPS = 10;

type Answer = typeof REMOVE | typeof ERASE;

export async function removeConnection(context: CommandContext, invocation: Invocation): Promise<void> {
  const connection = await targetConnection(context.services, invocation, 'Remove Connection');
  const { connections, removed, sandbox, messages } = { ...context, ...context.services };
  await connections.requireRemovable(connection);
  const answer = await confirmRemoval(context, connection);
  await connections.requireRemovable(connection);
  if (connection.kind === 'sandbox') await sandbox.stop();
  if (connection.id !== '' && answer === REMOVE) {
    await removed.remove(connection);
    void offerUndo(context, connection);
    return;
  }
  await erase(context, connection);
  messages.status(
    connection.id === '' ? `Connection ${connection.name} removed` : `Connection ${connection.name} removed and erased`,
  );
}

/** Nothing waits for its answer: the removal is done. */
async function offerUndo({ messages, run }: CommandContext, { name }: Connection): Promise<void> {
  const text = `Connection ${name} was removed. Undo Remove Connection… brings it back until ${dayText(Date.now() + REMOVED_KEPT_MS, Date.now())}.`;
  if ((await messages.info(text, UNDO)) === UNDO) await run('userGroups.undoRemoveConnection', { connection: name });
}

async function erase({ services }: CommandContext, connection: Connection): Promise<void> {
  await withProgress(
    `Removing the connection ${connection.name}`,
    ({ say }) =>
      services.connections.remove(connection, (left) => {
        say(`${grouped(left)} ${left === 1 ? 'group is' : 'groups are'} left`);
      }),
    { isCancellable: false },
  );
  await services.apiTokens.delete(connection);
}

/** Shows what is removed, again after each export of the list. @throws UserGroupsError `cancelled` */
async function confirmRemoval(context: CommandContext, connection: Connection): Promise<Answer> {
  if (connection.id === '') return confirmEntry(context, connection);
  for (;;) {
    const { groups } = context.services.groups.keptCounts(connection.id);
    const chosen = await context.messages.ask({
      title: `Remove the connection ${connection.name} from this machine?`,
      detail: await removalLines(context, connection),
      answers: [...(groups > 0 ? [EXPORT] : []), REMOVE, ERASE],
    });
    if (chosen === EXPORT) {
      await context.run('userGroups.exportList', { connection: connection.name });
      continue;
    }
    if (chosen !== REMOVE && chosen !== ERASE) throw cancelled();
    if (groups > FEW_GROUPS || isGuarded(connection)) {
      await askConnectionName(
        connection,
        chosen === ERASE
          ? { what: `Remove and erase ${connection.name} now`, toDo: 'remove it and erase what is kept for it' }
          : { what: `Remove ${connection.name}`, toDo: 'remove it' },
      );
    }
    return chosen;
  }
}

/** Of a connection without local data. */
async function confirmEntry(context: CommandContext, { name }: Connection): Promise<Answer> {
  await confirm(context, {
    title: `Remove the connection ${name} from this machine?`,
    detail: ['Only its entry in the settings is removed: no groups and no API token are kept for it.'],
    answer: REMOVE,
  });
  return REMOVE;
}

async function removalLines({ services }: CommandContext, connection: Connection): Promise<string[]> {
  const counts = services.groups.keptCounts(connection.id);
  const { replacedTokens } = counts;
  const source = connection.kind === 'sandbox' ? undefined : await services.apiTokens.find(connection);
  const hasApiToken =
    source?.from === 'secret' ||
    (source?.from === 'none' && source.reason === 'otherOrigin' && connection.apiTokenEnv === undefined);
  const lost = [
    ...keptText({ ...counts, replacedTokens: 0 }),
    ...(replacedTokens > 0 ? [`${counted(replacedTokens, 'replaced token')} not marked as deployed`] : []),
    ...(hasApiToken ? ['its API token'] : []),
  ];
  const until = dayText(Date.now() + REMOVED_KEPT_MS, Date.now());
  return [
    `Environment: ${environmentText(connection)}.`,
    ...(lost.length === 0
      ? ['Nothing is kept for it but its name and settings.']
      : ['This goes with it:', ...lost.map((each) => `• ${each}`)]),
    '',
    `${REMOVE}: ${UNDO_TITLE}… brings all of it back until ${until}.`,
    `${ERASE}: nothing brings it back.`,
    ...(counts.groups > 0 ? ["The service doesn't return mappings. An exported list holds them, and no tokens."] : []),
    'Nothing is deleted on the service.',
  ];
}

export async function undoRemoveConnection(context: CommandContext, invocation: Invocation): Promise<ConnectionResult> {
  const chosen = await removedOf(context, invocation);
  if (invocation.origin === 'argument') await confirmRestore(context, chosen);
  const connection = await context.services.removed.restore(chosen, await nameOf(context, invocation, chosen));
  context.messages.status(`Connection ${connection.name} restored`);
  return connectionResult(connection);
}

/** An argument object may come from another extension: the person removed the connection, with its tokens. */
async function confirmRestore(context: CommandContext, { id, name, baseUrl }: RemovedConnection): Promise<void> {
  await confirm(context, {
    title: `Restore the connection ${foreignText(name)}?`,
    detail: [foreignText(baseUrl), ...keptText(context.services.groups.keptCounts(id)).map((each) => `• ${each}`)],
    answer: 'Restore',
  });
}

/** Of several with the name, the last removed. @throws UserGroupsError `notFound` */
async function removedOf(context: CommandContext, { input, origin }: Invocation): Promise<RemovedConnection> {
  const all = context.services.removed.list();
  // The active document belongs to a connection that exists.
  const name = origin === 'document' ? undefined : input.connection;
  const named = typeof name === 'string' ? all.find((each) => sameName(each.name, name)) : undefined;
  if (named !== undefined) return named;
  if (typeof name !== 'string' && all.length > 0) return pickRemoved(context, all);
  throw new UserGroupsError({
    kind: 'notFound',
    happened:
      typeof name === 'string'
        ? `No removed connection named ${foreignText(name)} is kept.`
        : 'No removed connection is kept.',
    next: 'A connection is kept for 7 days after "Remove Connection…", unless it was erased.',
  });
}

async function pickRemoved(
  { services }: CommandContext,
  all: readonly RemovedConnection[],
): Promise<RemovedConnection> {
  const now = Date.now();
  return required(
    await askChoice<RemovedConnection>({
      title: UNDO_TITLE,
      placeholder: 'Which connection?',
      choices: all.map((each) => ({
        label: each.name,
        description: each.baseUrl,
        detail: [`removed ${momentText(each.removedAt, now)}`, ...keptText(services.groups.keptCounts(each.id))].join(
          ' · ',
        ),
        value: each,
      })),
    }),
  );
}

/** Asked for only when its name is in use, and a person can answer. */
async function nameOf(
  { services: { removed } }: CommandContext,
  { input, origin }: Invocation,
  chosen: RemovedConnection,
): Promise<string> {
  if (origin === 'argument') return typeof input.name === 'string' ? input.name : chosen.name;
  const problem = removed.nameProblem(chosen, chosen.name);
  if (problem === undefined) return chosen.name;
  return required(
    await askText({
      title: UNDO_TITLE,
      field: 'Name',
      prompt: `${problem} Type a name for the connection to restore`,
      value: `${chosen.name} (restored)`,
      check: (value) => ({ problem: removed.nameProblem(chosen, value.trim()) }),
    }),
  ).trim();
}
