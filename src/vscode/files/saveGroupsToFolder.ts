// The command Save Groups to Folder…: the documents of many groups as files, for version control.

import * as l10n from '@vscode/l10n';
import { sentences } from '../../core/sentences.ts';
import * as vscode from 'vscode';
import { cancelled, whileDoing } from '../../core/errors.ts';
import { visibleId, quotedId } from '../../core/foreignText.ts';
import { grouped, isOne } from '../../core/language.ts';
import { wholeText } from '../../core/wholeText.ts';
import { documentsIn } from './documentFolder.ts';
import { linksRefused, writeFile } from './fileWriting.ts';
import { withProgress } from '../platform/progress.ts';
import { pickGroups, type PickedGroups } from '../groups/pickGroups.ts';
import { targetConnection } from '../command/targets.ts';
import { pickFolder } from '../command/pickFolder.ts';
import type { Invocation } from '../command/invocation.ts';
import type { SavedToFolder } from '../command/commandMap.ts';
import type { ListContext } from '../groups/listContext.ts';
import { commandName } from '../platform/manifest.ts';

const MOST_NAMED = 10;

const title = (): string => commandName('userGroups.saveGroupsToFolder');
const doing = (): string => l10n.t("Couldn't save the groups.");

export async function saveGroupsToFolder(context: ListContext, invocation: Invocation): Promise<SavedToFolder> {
  const { services, messages } = context;
  const { connection, refs, query = '' } = await groupsOf(context, invocation);
  const root = await pickFolder(invocation, title(), l10n.t('Save Here'));
  const documents = await documentsIn(root, doing(), true);
  const names = await services.groupFiles.namesIn(connection, documents);
  const planned = (): ReturnType<typeof services.groupFiles.toSave> =>
    services.groupFiles.toSave(connection, refs(), documents, names);
  const differing: string[] = [];
  const links: string[] = [];
  let all = 0;
  await withProgress(l10n.t('Comparing groups with files'), async ({ signal }) => {
    for await (const { kind, name } of planned()) {
      requireWanted(signal);
      all += 1;
      if (kind === 'differs') differing.push(name);
      if (kind === 'link') links.push(name);
    }
  });
  if (links.length > 0) throw linksRefused(links).while(doing());
  // The question did not cover files that differ only since then.
  const overwritten = new Set(differing);
  const isOverwriting = differing.length > 0 && (await askOverwriting(context, differing));
  const saved = { written: 0, same: 0, kept: 0 };
  await whileDoing(doing(), undefined, async () => vscode.workspace.fs.createDirectory(root));
  await withProgress(l10n.t('Saving groups of {0} ({1})', connection.name, grouped(all)), async ({ signal }) => {
    for await (const { kind, name, text } of planned()) {
      requireWanted(signal);
      if (kind === 'same') saved.same += 1;
      else if (kind === 'differs' && !(isOverwriting && overwritten.has(name))) saved.kept += 1;
      else {
        const file = vscode.Uri.joinPath(root, name);
        const existing = kind === 'differs' ? 'replace' : 'keep';
        await whileDoing(doing(), undefined, () => writeFile(services.largeFiles, file, wholeText(text), { existing }));
        saved.written += 1;
      }
    }
  });
  messages.status(savedText(saved, query));
  return saved;
}

/** "12 files saved. Filter: region=EU. Unchanged: 3. Kept: 1." */
function savedText({ written, same, kept }: SavedToFolder, query: string): string {
  const saved = isOne(written) ? l10n.t('1 file saved.') : l10n.t('{0} files saved.', grouped(written));
  return sentences([
    saved,
    ...(query === '' ? [] : [l10n.t('Filter: "{0}".', visibleId(query))]),
    ...(same > 0 ? [l10n.t('Unchanged: {0}.', grouped(same))] : []),
    ...(kept > 0 ? [l10n.t('Kept: {0}.', grouped(kept))] : []),
  ]);
}

/** The selected ones, all of a connection, or those that match: the given query, or else the list's filter. */
async function groupsOf(
  context: ListContext,
  invocation: Invocation,
): Promise<Pick<PickedGroups, 'connection' | 'refs'> & { readonly query?: string }> {
  const { services, tree } = context;
  const { selection = [], input } = invocation;
  if (selection.length > 0 || Array.isArray(input.user_group_ids)) return pickGroups(context, invocation, title());
  const connection = await targetConnection(services, invocation, title());
  const query =
    typeof input.query === 'string' ? input.query : invocation.origin === 'argument' ? '' : (tree.filter ?? '');
  return {
    connection,
    refs: () => services.finder.refsOf(connection.id, query),
    query,
  };
}

/** @throws UserGroupsError `cancelled` */
async function askOverwriting({ messages }: ListContext, differing: readonly string[]): Promise<boolean> {
  const [overwrite, keep] = [l10n.t('Overwrite'), l10n.t('Keep Files')];
  const more = differing.length - MOST_NAMED;
  const answer = await messages.ask({
    title: isOne(differing.length)
      ? l10n.t('Overwrite 1 file?')
      : l10n.t('Overwrite {0} files?', grouped(differing.length)),
    detail: [
      {
        heading: l10n.t('Different from their groups:'),
        items: [
          ...differing.slice(0, MOST_NAMED).map((name) => quotedId(name)),
          ...(more > 0 ? [l10n.t('and {0} more', grouped(more))] : []),
        ],
      },
    ],
    answers: [overwrite, keep],
  });
  if (answer === undefined) throw cancelled();
  return answer === overwrite;
}

function requireWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw cancelled();
}
