// The command `state`: shows what was applied, forgets groups, and gives one its new ID. Nothing is sent.

import { relative, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { grouped, isOne } from '../core/language.ts';
import { timeText } from '../services/plans/appliedState.ts';
import { isUnknown, leftOf, type JournalEntry, type KnownState } from '../services/plans/planJournal.ts';
import { command, DONE, helpHint, type Input } from './command.ts';
import { JSON_OPTION } from './commonOptions.ts';
import { configuredConnection, loadConfig } from './configFile.ts';
import { connectionOf } from './outgoing.ts';
import { stateFile, STATE_OPTIONS } from './planning.ts';
import { statusText } from './planText.ts';
import { StateFiles } from './stateFiles.ts';
import { lineOf } from './terminal.ts';

const OPTIONS = {
  ...STATE_OPTIONS,
  all: { type: 'boolean', summary: () => l10n.t('Forget all groups, and the address of the service.') },
  ...JSON_OPTION,
} as const;

type StateInput = Input<typeof OPTIONS>;

export const state = command({
  name: 'state',
  summary: () => l10n.t('List what was applied, forget groups (rm), or follow a changed ID (mv). Nothing is sent.'),
  positionals: '<list | rm | mv> [id…]',
  options: OPTIONS,
  run: async (input) => {
    const { terminal, values, positionals, files } = input;
    const [action = '', ...ids] = positionals;
    const change = changes(input).get(action);
    if ((change === undefined && action !== 'list') || (action === 'list' && ids.length > 0)) throw misused();
    const configured = configuredConnection(loadConfig(terminal.cwd, values.config), values.connection);
    const named = values.state && resolve(terminal.cwd, values.state);
    const file = stateFile(configured.root, connectionOf(configured), named);
    const there = new StateFiles(file, relative(terminal.cwd, file), files);
    const { known, entries } =
      change === undefined ? { known: there.read(), entries: [] } : await changed(there, change, ids);
    const groups = stateGroups(known);
    const { name } = configured.config;
    if (values.json === true)
      terminal.out(
        `${JSON.stringify({ command: 'state', connection: name, origin: known.origin, groups }, undefined, 2)}\n`,
      );
    else if (action === 'list') for (const group of groups) terminal.out(groupLine(group));
    else terminal.out(lineOf(changedText(action, entries)));
    return DONE;
  },
});

async function changed(
  files: StateFiles,
  change: Change,
  ids: readonly string[],
): Promise<{ readonly known: KnownState; readonly entries: readonly JournalEntry[] }> {
  const open = await files.open();
  try {
    const entries = change(open.known, ids);
    open.record(...entries);
    await open.save();
    return { known: open.known, entries };
  } finally {
    open.close();
  }
}

type Change = (known: KnownState, ids: readonly string[]) => JournalEntry[];

/** What each action records. @throws UserGroupsError `invalid`, `notFound`, `conflict`: nothing was changed */
function changes({ values: { all }, now, version: tool }: StateInput): ReadonlyMap<string, Change> {
  const at = timeText(now());
  const removed = (userGroupId: string): JournalEntry => ({ event: 'removed', userGroupId, at });
  return new Map<string, Change>([
    [
      'rm',
      (known, ids) => {
        if ((all === true) === ids.length > 0) throw misused();
        for (const id of ids) requireKnown(known, id);
        return (all === true ? idsOf(known) : [...new Set(ids)]).map(removed);
      },
    ],
    [
      'mv',
      (known, [id, newId, ...others]) => {
        if (all === true || id === undefined || newId === undefined || newId === '' || others.length > 0)
          throw misused();
        requireKnown(known, id);
        if (idsOf(known).includes(newId))
          throw new UserGroupsError({
            kind: 'conflict',
            happened: l10n.t('The state has {0} already.', quotedId(newId)),
            next: l10n.t('Forget it by {0}.', '"state rm"'),
          });
        const { teamId } = known.applied.get(id) ?? {};
        // The body that was applied had the former ID.
        const applied = known.applied.has(id)
          ? [{ event: 'applied', userGroupId: newId, teamId, at, tool } as const]
          : [];
        return [removed(id), ...applied, ...leftOf(newId, known.pending.get(id) ?? {})];
      },
    ],
  ]);
}

interface StateGroup {
  readonly id: string;
  readonly sha256?: string | undefined;
  readonly at?: string | undefined;
  readonly open?: 'unknown' | 'tokenDue' | 'gone' | undefined;
}

function stateGroups(known: KnownState): StateGroup[] {
  return idsOf(known).map((id) => {
    const { sha256, at, isGone } = known.applied.get(id) ?? {};
    const pending = known.pending.get(id);
    const due = pending?.tokenDueSince === undefined ? undefined : 'tokenDue';
    return { id, sha256, at, open: isUnknown(pending) ? 'unknown' : isGone === true ? 'gone' : due };
  });
}

function groupLine({ id, sha256, at = '', open }: StateGroup): string {
  const status = open ?? (sha256 === undefined ? 'changed' : 'same');
  return lineOf([quotedId(id), at, ...(status === 'same' ? [] : [statusText({ status })])].join('  '));
}

/** Also of those that were sent, and of which nobody knows whether they were applied. */
function idsOf({ applied, pending }: KnownState): string[] {
  return [...new Set([...applied.keys(), ...pending.keys()])].sort();
}

function requireKnown(known: KnownState, id: string): void {
  if (idsOf(known).includes(id)) return;
  throw new UserGroupsError({
    kind: 'notFound',
    happened: l10n.t('The state has no group {0}.', quotedId(id)),
    next: l10n.t('See {0}.', '"state list"'),
  });
}

function changedText(action: string, { length }: readonly JournalEntry[]): string {
  if (action === 'mv') return l10n.t('The state has the new ID. The next plan updates the group.');
  return isOne(length) ? l10n.t('1 group forgotten') : l10n.t('{0} groups forgotten', grouped(length));
}

function misused(): UserGroupsError {
  return new UserGroupsError({
    kind: 'invalid',
    happened: l10n.t('Use {0}, {1} or {2}.', '"state list"', '"state rm <id…>"', '"state mv <id> <new id>"'),
    next: helpHint('state'),
  });
}
