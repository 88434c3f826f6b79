// The commands Remove Connection… and Undo Remove Connection…: counts what is removed, offers its export, and restores
// it for a week.

import * as l10n from '@vscode/l10n';
import { apiOf, isGuarded, type Connection } from '../../core/connection.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { foreignText, quotedId } from '../../core/foreignText.ts';
import { type RemovedConnection, REMOVED_KEPT_MS } from '../../core/ports/connectionStore.ts';
import { grouped, isOne } from '../../core/language.ts';
import { dayText, keptCountTexts, momentText, previousTokensText } from '../../core/stateText.ts';
import { sentences } from '../../core/sentences.ts';
import type { DialogLine } from '../platform/messages.ts';
import { sameName } from '../../services/connections/connectionEntry.ts';
import { inOneBox } from '../platform/oneBox.ts';
import { withProgress } from '../platform/progress.ts';
import { askChoice, askText } from '../command/ask.ts';
import { required, targetConnection } from '../command/targets.ts';
import { askConnectionName, confirm, guardedLine, leadingToBox } from '../command/confirm.ts';
import type { Invocation } from '../command/invocation.ts';
import type { ConnectionResult } from '../command/commandMap.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { connectionResult } from '../command/results.ts';
import { commandName } from '../platform/manifest.ts';

/** With more groups than this, the connection's name is typed. */
const FEW_GROUPS = 10;

type Answer = 'remove' | 'erase';

const removeLabel = (): string => l10n.t('Remove');
const eraseLabel = (): string => l10n.t('Remove and Erase Now');
const undoTitle = (): string => commandName('userGroups.undoRemoveConnection');

export async function removeConnection(context: CommandContext, invocation: Invocation): Promise<void> {
  const connection = await targetConnection(context.services, invocation, commandName('userGroups.removeConnection'));
  const { connections, removed, sandbox, messages } = { ...context, ...context.services };
  await connections.requireRemovable(connection);
  const answer = await inOneBox(() => confirmRemoval(context, connection));
  await connections.requireRemovable(connection);
  if (connection.kind === 'sandbox') await sandbox.stop();
  if (connection.id !== '' && answer === 'remove') {
    await removed.remove(connection);
    void offerUndo(context, connection);
    return;
  }
  await erase(context, connection);
  messages.status(
    connection.id === ''
      ? l10n.t('Connection {0} removed.', quotedId(connection.name))
      : l10n.t('Connection {0} removed and erased.', quotedId(connection.name)),
  );
}

/** Nothing waits for its answer: the removal is done. */
async function offerUndo({ messages, run }: CommandContext, { name }: Connection): Promise<void> {
  const undo = l10n.t('Undo');
  const text = l10n.t('Connection {0} removed. You can undo this until {1}.', quotedId(name), lastDay());
  if ((await messages.info(text, undo)) === undo) await run('userGroups.undoRemoveConnection', { connection: name });
}

function lastDay(): string {
  return dayText(Date.now() + REMOVED_KEPT_MS, Date.now());
}

async function erase({ services }: CommandContext, connection: Connection): Promise<void> {
  await withProgress(
    l10n.t('Removing connection {0}', quotedId(connection.name)),
    ({ say }) =>
      services.connections.remove(connection, (left) => {
        say(isOne(left) ? l10n.t('1 group left') : l10n.t('{0} groups left', grouped(left)));
      }),
    { isCancellable: false },
  );
  await services.apiTokens.delete(connection);
}

/** Shows what is removed, again after each export of the list. @throws UserGroupsError `cancelled` */
async function confirmRemoval(context: CommandContext, connection: Connection): Promise<Answer> {
  if (connection.id === '') return confirmEntry(context, connection);
  const [exportList, remove, eraseNow] = [l10n.t('Export List…'), removeLabel(), eraseLabel()];
  for (;;) {
    const { groups } = context.services.groups.keptCounts(connection.id);
    const isTyped = groups > FEW_GROUPS || isGuarded(connection);
    const chosen = await (isTyped ? leadingToBox(context) : context).messages.ask({
      title: l10n.t('Remove connection {0}?', quotedId(connection.name)),
      detail: await removalLines(context, connection),
      answers: [...(groups > 0 ? [exportList] : []), remove, eraseNow],
    });
    if (chosen === exportList) {
      await context.run('userGroups.exportList', { connection: connection.name });
      continue;
    }
    if (chosen !== remove && chosen !== eraseNow) throw cancelled();
    if (isTyped) {
      const what =
        chosen === eraseNow
          ? l10n.t('Remove and erase {0} now', quotedId(connection.name))
          : l10n.t('Remove {0}', quotedId(connection.name));
      await askConnectionName(connection, { what });
    }
    return chosen === eraseNow ? 'erase' : 'remove';
  }
}

/** Confirms the removal of a connection without local data. */
async function confirmEntry(context: CommandContext, { name }: Connection): Promise<Answer> {
  await confirm(context, {
    title: l10n.t('Remove connection {0}?', quotedId(name)),
    detail: [l10n.t('Only its entry in the settings is removed. No groups and no API token are stored for it.')],
    answer: removeLabel(),
  });
  return 'remove';
}

async function removalLines({ services }: CommandContext, connection: Connection): Promise<DialogLine[]> {
  const counts = services.groups.keptCounts(connection.id);
  const { previousTokens } = counts;
  const source = connection.kind === 'sandbox' ? undefined : await services.apiTokens.find(connection);
  const hasApiToken =
    source?.from === 'secret' ||
    (source?.from === 'none' && source.reason === 'otherOrigin' && connection.apiTokenEnv === undefined);
  const lost = [
    ...keptCountTexts({ ...counts, previousTokens: 0 }),
    ...previousTokensText(previousTokens),
    ...(hasApiToken ? [l10n.t('API token')] : []),
  ];
  return [
    ...guardedLine(connection),
    ...(lost.length === 0
      ? []
      : [
          {
            heading:
              counts.groups > 0 && apiOf(connection).response.mapping === undefined
                ? l10n.t("Removes from this machine, with mappings that the service can't return:")
                : l10n.t('Removes from this machine:'),
            items: lost,
          },
        ]),
    l10n.t(
      'You can undo "Remove" until {0}, but not "Remove and Erase Now". Nothing is deleted on the service.',
      lastDay(),
    ),
  ];
}

export async function undoRemoveConnection(context: CommandContext, invocation: Invocation): Promise<ConnectionResult> {
  const chosen = await removedOf(context, invocation);
  if (invocation.origin === 'argument') await confirmRestore(context, chosen);
  const connection = await context.services.removed.restore(chosen, await nameOf(context, invocation, chosen));
  context.messages.status(l10n.t('Connection {0} restored.', quotedId(connection.name)));
  return connectionResult(connection);
}

/** An argument object may come from another extension: the person removed the connection, with its tokens. */
async function confirmRestore(context: CommandContext, { id, name, baseUrl }: RemovedConnection): Promise<void> {
  await confirm(context, {
    title: l10n.t('Restore connection {0}?', quotedId(name)),
    detail: [{ heading: foreignText(baseUrl), items: keptCountTexts(context.services.groups.keptCounts(id)) }],
    answer: l10n.t('Restore'),
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
  throw new UserGroupsError(
    'notFound',
    typeof name === 'string'
      ? l10n.t('No removed connection is named {0}.', quotedId(name))
      : l10n.t('There is no removed connection.'),
    l10n.t('A removed connection is kept for 7 days, unless it was erased.'),
  );
}

async function pickRemoved(
  { services }: CommandContext,
  all: readonly RemovedConnection[],
): Promise<RemovedConnection> {
  const now = Date.now();
  return required(
    await askChoice<RemovedConnection>({
      title: undoTitle(),
      placeholder: l10n.t('Select a connection'),
      choices: all.map((each) => ({
        label: each.name,
        description: each.baseUrl,
        detail: [
          l10n.t('removed {0}', momentText(each.removedAt, now)),
          ...keptCountTexts(services.groups.keptCounts(each.id)),
        ].join(' · '),
        value: each,
      })),
    }),
  );
}

/** Asks for another name only when the connection's own is in use and the user can answer. */
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
      title: undoTitle(),
      field: l10n.t('Name'),
      prompt: sentences([problem, l10n.t('Type another name.')]),
      value: l10n.t('{0} (restored)', chosen.name),
      check: (value) => ({ problem: removed.nameProblem(chosen, value.trim()) }),
    }),
  ).trim();
}
