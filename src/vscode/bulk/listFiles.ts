// The commands Export List… and Import List…: the list as a file for another machine, without tokens.

import * as l10n from '@vscode/l10n';
import { groupsText } from '../../core/stateText.ts';
import * as vscode from 'vscode';
import { LIST_SUFFIX } from '../../bulk/listFile.ts';
import type { UserGroupsError } from '../../core/errors.ts';
import { cancelled, whileDoing } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { grouped, isOne } from '../../core/language.ts';
import type { ListMerge, ListReading, ListSource } from '../../services/bulk/listExchange.ts';
import { nameOf, writeFile } from '../files/fileWriting.ts';
import { withProgress, type ProgressOptions } from '../platform/progress.ts';
import { showNotice } from '../command/showNotice.ts';
import { isReady } from '../command/targets.ts';
import { fileArgument, type Invocation } from '../command/invocation.ts';
import type { ListExported, ListImported } from '../command/commandMap.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { requireTrustedFiles } from '../sending/sendRules.ts';
import { askAbout, chooseConnections, inputDifferent } from './listQuestions.ts';

const filters = (): Readonly<Record<string, string[]>> => ({
  [l10n.t('Lists of groups')]: [LIST_SUFFIX.slice(1), 'jsonl'],
});

export async function exportList(context: CommandContext, { input }: Invocation): Promise<ListExported> {
  const { services, messages } = context;
  const connections =
    typeof input.connection === 'string'
      ? [services.connections.named(input.connection)]
      : services.connections.list().filter(({ id }) => id !== '');
  const file =
    input.file !== undefined
      ? fileArgument(input.file)
      : await vscode.window.showSaveDialog({
          title: l10n.t('Export List'),
          defaultUri: vscode.Uri.file(`user-groups${LIST_SUFFIX}`),
          filters: filters(),
        });
  if (file === undefined) throw cancelled();
  const all = connections.reduce((sum, { id }) => sum + services.groups.groupCount(id), 0);
  // Without the first line and the last.
  let groups = -2;
  async function* lines({ signal, say }: Pick<ProgressOptions, 'signal' | 'say'>): AsyncGenerator<string> {
    for await (const line of services.listExchange.export(connections)) {
      if (signal?.aborted === true) throw cancelled();
      groups += 1;
      if (groups > 0) say(ofAll(groups, all));
      yield line;
    }
  }
  await whileDoing(l10n.t("Couldn't export the list."), undefined, () =>
    withProgress(l10n.t('Exporting the list'), (options) =>
      writeFile(services.largeFiles, file, lines(options), { existing: 'replace', isPrivate: true }),
    ),
  );
  const path = foreignText(file.fsPath);
  messages.status(
    isOne(groups)
      ? l10n.t('1 group exported to "{0}", without tokens', path)
      : l10n.t('{0} groups exported to "{1}", without tokens', grouped(groups), path),
  );
  return { groups, file: file.fsPath };
}

/**
 * With an argument object, groups that differ stay as they are here unless the object says otherwise; then the only
 * question is about drafts that would be lost.
 */
export async function importList(context: CommandContext, invocation: Invocation): Promise<ListImported> {
  const { listExchange, connections } = context.services;
  const file =
    invocation.input.file !== undefined
      ? fileArgument(invocation.input.file)
      : (await vscode.window.showOpenDialog({ title: l10n.t('Import List'), filters: filters() }))?.[0];
  if (file === undefined) throw cancelled();
  return whileDoing(l10n.t("Couldn't import the list."), undefined, async () => {
    const source = sourceOf(context, file);
    const contents = await withProgress(l10n.t('Reading the list'), ({ signal, say }) =>
      listExchange.read(source, connections.list().filter(isReady), {
        signal,
        onGroups: (groups) => {
          say(groupsText(groups));
        },
      }),
    );
    const choice = await chooseConnections(context, invocation, contents);
    for (const connection of choice.values()) {
      await requireTrustedFiles(context, connection, [file], nameOf(file), 'import');
    }
    const reading = ({ signal, say }: ProgressOptions): ListReading => ({
      signal,
      onGroups: (groups) => {
        say(ofAll(groups, contents.groups));
      },
    });
    const merge = await withProgress(l10n.t('Comparing the list'), (options) =>
      listExchange.compare(source, choice, reading(options)),
    );
    const different =
      invocation.origin === 'argument'
        ? await inputDifferent(context, invocation, choice, merge)
        : await askAbout(context, file, merge);
    const { isCancelled, ...merged } = await withProgress(l10n.t('Importing the list'), (options) =>
      listExchange.takeOver(source, choice, different, reading(options)),
    );
    if (isCancelled === true) throw endedEarly(context, file, merged);
    reportImported(context, merge, merged);
    const { same, different: differing, leftOut } = merge;
    return { ...merged, same, different: differing, leftOut };
  });
}

type Merged = Pick<ListImported, 'added' | 'replaced'>;

/** What was imported stays. */
function endedEarly({ messages, run }: CommandContext, file: vscode.Uri, { added, replaced }: Merged): UserGroupsError {
  void showNotice(
    messages,
    'warn',
    l10n.t('The import was canceled (added: {0}, replaced: {1}).', grouped(added), grouped(replaced)),
    { label: l10n.t('Continue Import'), run: () => run('userGroups.importList', { file: file.toString() }) },
  );
  return cancelled();
}

function reportImported({ messages }: CommandContext, { different }: ListMerge, { added, replaced }: Merged): void {
  messages.status(
    l10n.t(
      'List imported without tokens (added: {0}, replaced: {1}, kept: {2})',
      grouped(added),
      grouped(replaced),
      grouped(different - replaced),
    ),
  );
}

/** "4,000 of 100,000". */
function ofAll(groups: number, all: number): string {
  return l10n.t('{0} of {1}', grouped(groups), grouped(all));
}

function sourceOf({ services }: CommandContext, file: vscode.Uri): ListSource {
  if (file.scheme === 'file') return () => services.largeFiles.read(file.fsPath);
  return async function* () {
    yield await vscode.workspace.fs.readFile(file);
  };
}
