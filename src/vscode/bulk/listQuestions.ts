// The questions of Import List…: whose groups the file has, and what becomes of those that differ.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { cancelled } from '../../core/errors.ts';
import { foreignText, quotedId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { grouped, isOne } from '../../core/language.ts';
import { sentences } from '../../core/sentences.ts';
import type { Different, ListContents, ListMerge } from '../../services/bulk/listExchange.ts';
import { askChoice } from '../command/ask.ts';
import { environmentsLine } from '../command/confirm.ts';
import type { CommandContext } from '../command/commandContext.ts';
import type { Invocation } from '../command/invocation.ts';
import { isReady, required } from '../command/targets.ts';

const replaceLabel = (): string => l10n.t('Replace with File');

/** Connections of the file by name and origin; the others as the call or the user says. */
export async function chooseConnections(
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
            quotedId(theirs.name),
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
export async function inputDifferent(
  { messages }: CommandContext,
  { input }: Invocation,
  choice: ReadonlyMap<string, Connection>,
  merge: ListMerge,
): Promise<Different> {
  if (input.different !== 'theirs') return 'mine';
  // The question did not cover a draft written since.
  if (merge.lostDrafts === 0) return 'theirsUnlessDraftLost';
  const answer = await messages.ask({
    title: isOne(merge.different)
      ? l10n.t('Replace 1 group in the list with the one in the file?')
      : l10n.t('Replace {0} groups in the list with those in the file?', grouped(merge.different)),
    detail: [
      ...environmentsLine([...choice.values()]),
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
    isOne(lostDrafts)
      ? l10n.t('1 draft on this machine is discarded.')
      : l10n.t('{0} drafts on this machine are discarded.', grouped(lostDrafts)),
  ];
}

export async function askAbout(
  context: CommandContext,
  file: vscode.Uri,
  merge: ListMerge,
): Promise<'mine' | 'theirs'> {
  if (merge.different > 0) await context.reports.show(l10n.t('Differences in the List File'), report(file, merge));
  const answers = merge.different > 0 ? [l10n.t('Keep Existing'), replaceLabel()] : [l10n.t('Add to List')];
  const answer = await context.messages.ask({
    title: titleOf(merge),
    detail: [countsText(merge), ...differentLines(merge), l10n.t('Nothing is sent. The file has no tokens.')],
    answers,
  });
  if (answer === undefined) throw cancelled();
  return answer === replaceLabel() ? 'theirs' : 'mine';
}

function titleOf({ new: added }: ListMerge): string {
  if (added === 0) return l10n.t('Replace groups in the list with those in the file?');
  return isOne(added)
    ? l10n.t('Add 1 group from the file to the list?')
    : l10n.t('Add {0} groups from the file to the list?', grouped(added));
}

function countsText({ same, different, leftOut }: ListMerge): string {
  return l10n.t(
    'Identical to the list: {0}, different: {1}, skipped: {2}.',
    grouped(same),
    grouped(different),
    grouped(leftOut),
  );
}

function differentLines(merge: ListMerge): string[] {
  if (merge.different === 0) return [];
  return [sentences([l10n.t('"Replace with File" keeps tokens and history.'), ...lostDraftLines(merge)])];
}

function report(file: vscode.Uri, { different, examples }: ListMerge): string {
  const path = foreignText(file.fsPath);
  return [
    isOne(different)
      ? l10n.t('1 group differs in "{0}". Each line shows the list, then the file.', path)
      : l10n.t('{0} groups differ in "{1}". Each line shows the list, then the file.', grouped(different), path),
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
