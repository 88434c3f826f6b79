// The commands Export List… and Import List…: the list as a file for another machine, without tokens.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { LIST_SUFFIX } from '../../bulk/listFile.ts';
import type { Connection } from '../../core/connection.ts';
import { environmentText } from '../../core/environmentText.ts';
import { cancelled, UserGroupsError, whileDoing } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { grouped } from '../../core/stateText.ts';
import type { Different, ListContents, ListMerge, ListReading, ListSource } from '../../services/bulk/listExchange.ts';
import { nameOf, writeFile } from '../files/fileWriting.ts';
import { withProgress, type ProgressOptions } from '../platform/progress.ts';
import { askChoice } from '../command/ask.ts';
import { isReady, required } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { ListExported, ListImported } from '../command/commandMap.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { requireTrustedFiles } from '../sending/sendRules.ts';

const filters = (): Readonly<Record<string, string[]>> => ({
  [l10n.t('Lists of user groups')]: [LIST_SUFFIX.slice(1), 'jsonl'],
});
const replaceLabel = (): string => l10n.t('Replace with File');

export async function exportList(context: CommandContext, { input }: Invocation): Promise<ListExported> {
  const { services, messages } = context;
  const connections =
    typeof input.connection === 'string'
      ? [services.connections.named(input.connection)]
      : services.connections.list().filter(({ id }) => id !== '');
  const file =
    inputFile(input.file) ??
    (await vscode.window.showSaveDialog({
      title: l10n.t('Export List'),
      defaultUri: vscode.Uri.file(`user-groups${LIST_SUFFIX}`),
      filters: filters(),
    }));
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
    groups === 1
      ? l10n.t('1 group exported to {0}, without tokens', path)
      : l10n.t('{0} groups exported to {1}, without tokens', grouped(groups), path),
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
    inputFile(invocation.input.file) ??
    (await vscode.window.showOpenDialog({ title: l10n.t('Import List'), filters: filters() }))?.[0];
  if (file === undefined) throw cancelled();
  return whileDoing(l10n.t("Couldn't import the list."), undefined, async () => {
    const source = sourceOf(context, file);
    const contents = await withProgress(l10n.t('Reading the list'), ({ signal, say }) =>
      listExchange.read(source, connections.list().filter(isReady), {
        signal,
        onGroups: (groups) => {
          say(groups === 1 ? l10n.t('1 group') : l10n.t('{0} groups', grouped(groups)));
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
    if (isCancelled === true) {
      void context.messages.warn(
        l10n.t(
          'The import was canceled. Added: {0}. Replaced: {1}. Import the same file again to continue.',
          grouped(merged.added),
          grouped(merged.replaced),
        ),
      );
      throw cancelled();
    }
    context.messages.status(
      l10n.t(
        'List imported without tokens. Added: {0}. Replaced: {1}. Kept: {2}',
        grouped(merged.added),
        grouped(merged.replaced),
        grouped(merge.different - merged.replaced),
      ),
    );
    const { same, different: differing, leftOut } = merge;
    return { ...merged, same, different: differing, leftOut };
  });
}

/** "4,000 of 100,000". */
function ofAll(groups: number, all: number): string {
  return l10n.t('{0} of {1}', grouped(groups), grouped(all));
}

/** Connections of the file by name and origin; the others as the call or the person says. */
async function chooseConnections(
  { services }: CommandContext,
  { input, origin }: Invocation,
  { matches }: ListContents,
): Promise<ReadonlyMap<string, Connection>> {
  const choice = new Map<string, Connection>();
  const ready = services.connections.list().filter(isReady);
  for (const { theirs, groups, mine } of matches) {
    const chosen =
      mine ?? (typeof input.connection === 'string' ? services.connections.named(input.connection) : undefined);
    if (chosen !== undefined && groups > 0) choice.set(theirs.name, chosen);
    else if (groups > 0 && origin !== 'argument') {
      const picked = required(
        await askChoice<Connection | 'leaveOut'>({
          title: l10n.t('Import List'),
          placeholder: l10n.t(
            'Select the connection for the groups of {0} ({1}): {2}',
            foreignText(theirs.name),
            foreignText(theirs.baseUrl),
            grouped(groups),
          ),
          choices: [
            ...ready
              .filter(({ id }) => ![...choice.values()].some((merged) => merged.id === id))
              .map((connection) => ({
                label: foreignText(connection.name),
                description: foreignText(connection.baseUrl),
                value: connection,
              })),
            { label: l10n.t('Skip These Groups'), description: '', value: 'leaveOut' as const },
          ],
          active: 'nothing',
        }),
      );
      if (picked !== 'leaveOut') choice.set(theirs.name, picked);
    }
  }
  return choice;
}

/** @throws UserGroupsError `cancelled` */
async function inputDifferent(
  { messages }: CommandContext,
  { input }: Invocation,
  choice: ReadonlyMap<string, Connection>,
  merge: ListMerge,
): Promise<Different> {
  if (input.different !== 'theirs') return 'mine';
  // The question did not cover a draft written since.
  if (merge.lostDrafts === 0) return 'theirsUnlessDraftLost';
  const answer = await messages.ask({
    title:
      merge.different === 1
        ? l10n.t('Replace 1 group in the list with the one in the file?')
        : l10n.t('Replace {0} groups in the list with those in the file?', grouped(merge.different)),
    detail: [
      ...[...choice.values()].map((connection) =>
        l10n.t('Environment of {0}: {1}.', connection.name, environmentText(connection)),
      ),
      ...lostDraftLines(merge),
      l10n.t('Tokens and history stay. Nothing is sent.'),
    ],
    answers: [replaceLabel()],
  });
  if (answer !== replaceLabel()) throw cancelled();
  return 'theirs';
}

function lostDraftLines({ lostDrafts }: ListMerge): string[] {
  if (lostDrafts === 0) return [];
  return [
    lostDrafts === 1
      ? l10n.t('1 draft on this machine is discarded.')
      : l10n.t('{0} drafts on this machine are discarded.', grouped(lostDrafts)),
  ];
}

async function askAbout(context: CommandContext, file: vscode.Uri, merge: ListMerge): Promise<'mine' | 'theirs'> {
  if (merge.different > 0) await context.reports.show(l10n.t('Differences in the List File'), report(file, merge));
  const answers = merge.different > 0 ? [l10n.t('Keep Existing'), replaceLabel()] : [l10n.t('Add to List')];
  const answer = await context.messages.ask({
    title:
      merge.new === 1
        ? l10n.t('Add 1 group from the file to the list?')
        : l10n.t('Add {0} groups from the file to the list?', grouped(merge.new)),
    detail: [countsText(merge), ...differentLines(merge), l10n.t('Nothing is sent. The file has no tokens.')],
    answers,
  });
  if (answer === undefined) throw cancelled();
  return answer === replaceLabel() ? 'theirs' : 'mine';
}

function countsText({ same, different, leftOut }: ListMerge): string {
  return l10n.t(
    'Identical to the list: {0}. Different: {1}. Skipped: {2}.',
    grouped(same),
    grouped(different),
    grouped(leftOut),
  );
}

function differentLines(merge: ListMerge): string[] {
  if (merge.different === 0) return [];
  return [
    l10n.t('The report shows the differences. "{0}" keeps tokens and history.', replaceLabel()),
    ...lostDraftLines(merge),
  ];
}

function report(file: vscode.Uri, { different, examples }: ListMerge): string {
  const path = foreignText(file.fsPath);
  return [
    different === 1
      ? l10n.t('1 group differs in {0}. Each line shows the list, then the file.', path)
      : l10n.t('{0} groups differ in {1}. Each line shows the list, then the file.', grouped(different), path),
    ...examples.flatMap((example) => ['', differentText(example), ...example.lines.map((line) => `  ${line}`)]),
    ...(different > examples.length ? ['', l10n.t('and {0} more', grouped(different - examples.length))] : []),
    '',
  ].join('\n');
}

function differentText({ connection, userGroupId, newer }: ListMerge['examples'][number]): string {
  const group = groupText(userGroupId, { name: foreignText(connection) });
  switch (newer) {
    case 'mine':
      return l10n.t('{0} (newer in the list)', group);
    case 'theirs':
      return l10n.t('{0} (newer in the file)', group);
    case 'neither':
      return group;
  }
}

function sourceOf({ services }: CommandContext, file: vscode.Uri): ListSource {
  if (file.scheme === 'file') return () => services.largeFiles.read(file.fsPath);
  return async function* () {
    yield await vscode.workspace.fs.readFile(file);
  };
}

/** A path, or the text of a URI. */
function inputFile(input: unknown): vscode.Uri | undefined {
  if (input === undefined) return undefined;
  if (typeof input !== 'string')
    throw new UserGroupsError({
      kind: 'invalid',
      happened: l10n.t('"file" must be a string.'),
      next: l10n.t('Use a path or a URI.'),
    });
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(input) ? vscode.Uri.parse(input, true) : vscode.Uri.file(input);
}
