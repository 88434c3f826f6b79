// The command Save Groups to Folder…: the documents of many groups as files, for version control.

import * as vscode from 'vscode';
import { cancelled, whileDoing } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { counted } from '../../core/stateText.ts';
import { documentsIn } from './documentFolder.ts';
import { linksRefused, wholeText, writeFile } from './fileWriting.ts';
import { withProgress } from '../platform/progress.ts';
import { pickGroups, type PickedGroups } from '../groups/pickGroups.ts';
import { targetConnection } from '../command/targets.ts';
import { pickFolder } from '../command/pickFolder.ts';
import type { Invocation } from '../command/invocation.ts';
import type { SavedToFolder } from '../command/commandMap.ts';
import type { ListContext } from '../groups/listContext.ts';

const OVERWRITE = 'Overwrite';
const KEEP = 'Keep Those Files';
const MOST_NAMED = 10;

const TITLE = 'Save Groups to Folder';
const DOING = "Couldn't save the groups.";

export async function saveGroupsToFolder(context: ListContext, invocation: Invocation): Promise<SavedToFolder> {
  const { services, messages } = context;
  const { connection, refs, note = '' } = await groupsOf(context, invocation);
  const root = await pickFolder(invocation, 'Save groups to which folder?', 'Save Here');
  const documents = await documentsIn(root, DOING);
  const names = await services.groupFiles.namesIn(documents);
  const planned = (): ReturnType<typeof services.groupFiles.toSave> =>
    services.groupFiles.toSave(refs(), documents, names);
  const differing: string[] = [];
  const links: string[] = [];
  let all = 0;
  await withProgress('Comparing the groups with the files of the folder', async ({ signal }) => {
    for await (const { kind, name } of planned()) {
      requireWanted(signal);
      all += 1;
      if (kind === 'differs') differing.push(name);
      if (kind === 'link') links.push(name);
    }
  });
  if (links.length > 0) throw linksRefused(links).while(DOING);
  // The question did not cover files that differ only since then.
  const overwritten = new Set(differing);
  const isOverwriting = differing.length > 0 && (await askOverwriting(context, differing));
  const saved = { written: 0, same: 0, kept: 0 };
  await withProgress(`Saving ${counted(all, 'group')} of ${connection.name}`, async ({ signal }) => {
    for await (const { kind, name, text } of planned()) {
      requireWanted(signal);
      if (kind === 'same') saved.same += 1;
      else if (kind === 'differs' && !(isOverwriting && overwritten.has(name))) saved.kept += 1;
      else {
        const file = vscode.Uri.joinPath(root, name);
        const existing = kind === 'differs' ? 'replace' : 'keep';
        await whileDoing(DOING, undefined, () => writeFile(services.largeFiles, file, wholeText(text), { existing }));
        saved.written += 1;
      }
    }
  });
  const others = [
    saved.same > 0 && `${saved.same} were the same already`,
    saved.kept > 0 && `${saved.kept} differ and were kept`,
  ].filter((part) => part !== false);
  messages.status([`${counted(saved.written, 'file')} written${note}`, ...others].join(', '));
  return saved;
}

/** The selected ones, all of a connection, or those that match: the given query, or else the list's filter. */
async function groupsOf(
  context: ListContext,
  invocation: Invocation,
): Promise<Pick<PickedGroups, 'connection' | 'refs'> & { readonly note?: string }> {
  const { services, tree } = context;
  if (invocation.selection !== undefined && invocation.selection.length > 0)
    return pickGroups(context, invocation, TITLE);
  const connection = await targetConnection(services, invocation, TITLE);
  const { query: input } = invocation.input;
  const query = typeof input === 'string' ? input : invocation.origin === 'argument' ? '' : (tree.filter ?? '');
  return {
    connection,
    refs: () => services.finder.refsOf(connection.id, query),
    ...(query !== '' && { note: `, of the groups that match ${visibleId(query)}` }),
  };
}

/** @throws UserGroupsError `cancelled` */
async function askOverwriting({ messages }: ListContext, differing: readonly string[]): Promise<boolean> {
  const answer = await messages.ask({
    title: `Overwrite ${counted(differing.length, 'file')}?`,
    detail: [
      'These say something else than the groups do:',
      ...differing.slice(0, MOST_NAMED).map((name) => `  ${visibleId(name)}`),
      ...(differing.length > MOST_NAMED ? [`  and ${differing.length - MOST_NAMED} more`] : []),
    ],
    answers: [OVERWRITE, KEEP],
  });
  if (answer === undefined) throw cancelled();
  return answer === OVERWRITE;
}

function requireWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw cancelled();
}
