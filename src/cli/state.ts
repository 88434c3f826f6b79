// The command `state`: shows what was applied, forgets groups, and gives one its new ID. Nothing is sent.

import { relative, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { grouped, isOne } from '../core/language.ts';
import { newIdProblem } from '../document/lineBreaks.ts';
import { timeText } from '../services/plans/appliedState.ts';
import { isUnknown, leftOf, type KnownState } from '../services/plans/planJournal.ts';
import { JSON_OPTION, command, DONE, misused, type Input } from './command.ts';
import { configuredConnection, loadConfig } from './configFile.ts';
import { connectionOf } from './outgoing.ts';
import { stateFile, STATE_OPTIONS } from './planning.ts';
import { planStatusText } from './planText.ts';
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
    const configured = configuredConnection(loadConfig(terminal, values.config), values.connection);
    const named = values.state && resolve(terminal.cwd, values.state);
    const file = stateFile(configured.root, connectionOf(configured), named);
    const state = new StateFiles({ file, shown: relative(terminal.cwd, file), files });
    const isList = positionals.join() === 'list' && values.all !== true;
    const changed = isList ? undefined : await change(state, input);
    const known = changed?.known ?? state.read();
    const groups = stateGroups(known);
    const { name: connection } = configured.config;
    if (values.json === true)
      terminal.out(`${JSON.stringify({ command: 'state', connection, origin: known.origin, groups }, undefined, 2)}\n`);
    else if (changed !== undefined) terminal.out(lineOf(changed.done));
    else for (const group of groups) terminal.out(groupLine(group));
    return DONE;
  },
});

/** @throws UserGroupsError `invalid`, `notFound`, `conflict`: nothing was changed */
async function change(
  state: StateFiles,
  { values: { all = false }, positionals: [action, ...ids], now, version: tool }: StateInput,
): Promise<{ readonly known: KnownState; readonly done: string }> {
  const [id = '', newId = ''] = ids;
  const isMove = action === 'mv' && !all && ids.length === 2 && newId !== '';
  if (!isMove && (action !== 'rm' || all === ids.length > 0))
    throw misused('state', l10n.t('Use "state list", "state rm <ID…>" or "state mv <ID> <new ID>".'));
  const idProblem = isMove ? newIdProblem(newId) : undefined;
  if (idProblem !== undefined) throw new UserGroupsError('invalid', idProblem, l10n.t('Enter another ID.'));
  const open = await state.open();
  try {
    const { known } = open;
    const at = timeText(now());
    const there = idsOf(known);
    const missing = (isMove ? [id] : ids).find((each) => !there.includes(each));
    if (missing !== undefined) throw refused('notFound', l10n.t('The state has no group {0}.', quotedId(missing)));
    if (isMove && there.includes(newId))
      throw refused('conflict', l10n.t('The state has {0} already.', quotedId(newId)));
    const group = known.applied.get(id);
    const removed = isMove ? [id] : all ? there : [...new Set(ids)];
    open.record(
      // The body that was applied had the former ID.
      ...(isMove && group !== undefined
        ? [{ event: 'applied', userGroupId: newId, teamId: group.teamId, at, tool } as const]
        : []),
      ...(isMove ? leftOf(newId, known.pending.get(id) ?? {}) : []),
      ...removed.map((userGroupId) => ({ event: 'removed', userGroupId, at }) as const),
    );
    await open.save();
    if (isMove) return { known, done: l10n.t('The state has the new ID. The next plan updates the group.') };
    const { length } = removed;
    return {
      known,
      done: isOne(length) ? l10n.t('1 group forgotten') : l10n.t('{0} groups forgotten', grouped(length)),
    };
  } finally {
    open.close();
  }
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
  return lineOf([quotedId(id), at, ...(status === 'same' ? [] : [planStatusText({ status })])].join('  '));
}

/** Also of those that were sent, and of which nobody knows whether they were applied. */
function idsOf({ applied, pending }: KnownState): string[] {
  return [...new Set([...applied.keys(), ...pending.keys()])].sort();
}

function refused(kind: 'notFound' | 'conflict', happened: string): UserGroupsError {
  return new UserGroupsError(kind, happened, l10n.t('See "state list".'));
}
