// The commands Export List… and Import List…: the list as a file for another machine, without tokens.

import * as vscode from 'vscode';
import { LIST_SUFFIX } from '../../bulk/listFile.ts';
import type { Connection } from '../../core/connection.ts';
import { environmentText } from '../../core/environmentText.ts';
import { cancelled, UserGroupsError, whileDoing } from '../../core/errors.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import { counted, grouped } from '../../core/stateText.ts';
import type { Different, ListContents, ListMerge, ListReading, ListSource } from '../../services/bulk/listExchange.ts';
import { nameOf, writeFile } from '../files/fileWriting.ts';
import { withProgress, type ProgressOptions } from '../platform/progress.ts';
import { askChoice } from '../command/ask.ts';
import { isReady, required } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { ListExported, ListImported } from '../command/commandMap.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { requireTrustedFiles } from '../sending/sendRules.ts';

const FILTERS = { 'List of user groups': [LIST_SUFFIX.slice(1), 'jsonl'] };
const KEEP_MINE = 'Keep What Is Here';
const TAKE_THEIRS = "Take the File's";
const TAKE_NEW = 'Add the New Ones';

export async function exportList(context: CommandContext, { input }: Invocation): Promise<ListExported> {
  const { services, messages } = context;
  const connections =
    typeof input.connection === 'string'
      ? [services.connections.named(input.connection)]
      : services.connections.list().filter(({ id }) => id !== '');
  const file =
    inputFile(input.file) ??
    (await vscode.window.showSaveDialog({
      title: 'Export List',
      defaultUri: vscode.Uri.file(`user-groups${LIST_SUFFIX}`),
      filters: FILTERS,
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
  await whileDoing("Couldn't export the list.", undefined, () =>
    withProgress('Exporting the list', (options) =>
      writeFile(services.largeFiles, file, lines(options), { existing: 'replace', isPrivate: true }),
    ),
  );
  messages.status(`${counted(groups, 'group')} exported to ${foreignText(file.fsPath)}, without tokens`);
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
    (await vscode.window.showOpenDialog({ title: 'Import List', filters: FILTERS }))?.[0];
  if (file === undefined) throw cancelled();
  return whileDoing("Couldn't import the list.", undefined, async () => {
    const source = sourceOf(context, file);
    const contents = await withProgress('Reading the list', ({ signal, say }) =>
      listExchange.read(source, connections.list().filter(isReady), {
        signal,
        onGroups: (groups) => {
          say(counted(groups, 'group'));
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
    const merge = await withProgress('Comparing the list', (options) =>
      listExchange.compare(source, choice, reading(options)),
    );
    const different =
      invocation.origin === 'argument'
        ? await inputDifferent(context, invocation, choice, merge)
        : await askAbout(context, file, merge);
    const { isCancelled, ...merged } = await withProgress('Importing the list', (options) =>
      listExchange.takeOver(source, choice, different, reading(options)),
    );
    if (isCancelled === true) {
      void context.messages.warn(
        `Import List was cancelled. Until then ${counted(merged.added, 'group')} were added and ${grouped(merged.replaced)} replaced, and stay so; Import List… of the same file goes on with the rest.`,
      );
      throw cancelled();
    }
    context.messages.status(
      `${counted(merged.added, 'group')} added, ${merged.replaced} replaced, ${merge.different - merged.replaced} left as they are here. Their tokens are not fetched`,
    );
    const { same, different: differing, leftOut } = merge;
    return { ...merged, same, different: differing, leftOut };
  });
}

/** "4,000 of 100,000". */
function ofAll(groups: number, all: number): string {
  return `${grouped(groups)} of ${grouped(all)}`;
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
          title: 'Import List',
          placeholder: `Whose are the ${groups} groups of ${foreignText(theirs.name)} (${foreignText(theirs.baseUrl)})?`,
          choices: [
            ...ready
              .filter(({ id }) => ![...choice.values()].some((merged) => merged.id === id))
              .map((connection) => ({
                label: foreignText(connection.name),
                description: foreignText(connection.baseUrl),
                value: connection,
              })),
            { label: 'Leave Them Out', description: '', value: 'leaveOut' as const },
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
    title: `Replace ${counted(merge.different, 'group')} of the list with those of the list file?`,
    detail: [
      ...[...choice.values()].map((connection) => `Environment of ${connection.name}: ${environmentText(connection)}.`),
      ...lostDraftLines(merge),
      'Tokens and history stay. Nothing is sent.',
    ],
    answers: [TAKE_THEIRS],
  });
  if (answer !== TAKE_THEIRS) throw cancelled();
  return 'theirs';
}

function lostDraftLines({ lostDrafts }: ListMerge): string[] {
  if (lostDrafts === 0) return [];
  return [
    lostDrafts === 1 ? '1 draft on this machine is lost.' : `${grouped(lostDrafts)} drafts on this machine are lost.`,
  ];
}

async function askAbout(context: CommandContext, file: vscode.Uri, merge: ListMerge): Promise<'mine' | 'theirs'> {
  if (merge.different > 0) await context.reports.show('What differs in the list file', report(file, merge));
  const answers = merge.different > 0 ? [KEEP_MINE, TAKE_THEIRS] : [TAKE_NEW];
  const answer = await context.messages.ask({
    title: `Take over ${counted(merge.new, 'new group')} from the list file?`,
    detail: [
      `${merge.same} are here already and say the same.`,
      ...(merge.different > 0
        ? [
            `${merge.different} are here and differ: the report shows how. With ${TAKE_THEIRS}, what is known here of all of these gives way; their tokens and history stay.`,
            ...lostDraftLines(merge),
          ]
        : []),
      ...(merge.leftOut > 0 ? [`${merge.leftOut} are left out.`] : []),
      'Nothing is sent. The file holds no tokens: those of new groups are fetched with Fetch from Service….',
    ],
    answers,
  });
  if (answer === undefined) throw cancelled();
  return answer === TAKE_THEIRS ? 'theirs' : 'mine';
}

function report(file: vscode.Uri, { different, examples }: ListMerge): string {
  const newer = { mine: 'newer here', theirs: 'newer in the file', neither: 'of the same time' };
  return [
    `${counted(different, 'group')} differ in ${foreignText(file.fsPath)}. Each line leads from what is known here to what the file has.`,
    ...examples.flatMap(({ connection, userGroupId, lines, newer: side }) => [
      '',
      `${visibleId(userGroupId)} on ${foreignText(connection)} (${newer[side]})`,
      ...lines.map((line) => `  ${line}`),
    ]),
    ...(different > examples.length ? ['', `and ${different - examples.length} more`] : []),
    '',
  ].join('\n');
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
      happened: 'The file is given as something that is no text.',
      next: 'Give its path.',
    });
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(input) ? vscode.Uri.parse(input, true) : vscode.Uri.file(input);
}
