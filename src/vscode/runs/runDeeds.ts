// What can be done with a run: the same by a button of its table, by a notice, and by a command.

import { RUN_KIND_WORDS } from '../../core/runWords.ts';
import { grouped } from '../../core/stateWords.ts';
import type { ItemCounts, RunSummary } from '../../core/runs.ts';
import type { TableAction } from '../../protocol/tableProtocol.ts';
import type { Desk } from '../commands/desk.ts';
import { RUN_KIND_DEEDS } from './runKinds.ts';

export type RunDeed = 'pause' | 'resume' | 'cancel' | 'repeatFailed';

export const RUN_DEEDS: readonly RunDeed[] = ['resume', 'pause', 'cancel', 'repeatFailed'];

/** Buttons, in their order. What makes no sense at the moment stays where it is, and can do nothing. */
export function runActions(
  { state, isEnding, kind }: RunSummary,
  { failed, unknown }: ItemCounts,
): readonly (TableAction & { readonly id: RunDeed })[] {
  const isRunning = state === 'running';
  const isOver = state === 'ended' || state === 'cancelled';
  // A rotation whose outcome nobody knows is found out about, not repeated.
  const repeatedUnknown = kind === 'rotate' ? 0 : unknown;
  return [
    ...(isOver
      ? []
      : [
          isRunning
            ? { id: 'pause' as const, label: 'Pause', isEnabled: !isEnding }
            : {
                id: 'resume' as const,
                label: state === 'waiting' ? 'Start' : 'Resume',
                isPrimary: true,
                isEnabled: true,
              },
          { id: 'cancel' as const, label: 'Cancel', isEnabled: true },
        ]),
    {
      id: 'repeatFailed',
      label: repeatLabel(failed, repeatedUnknown),
      isEnabled: !isRunning && failed + repeatedUnknown > 0,
    },
  ];
}

/** The numbers are those of the filters. */
function repeatLabel(failed: number, unknown: number): string {
  const parts = [
    ...(failed > 0 ? [`${grouped(failed)} Failed`] : []),
    ...(unknown > 0 ? [`${grouped(unknown)} Unknown`] : []),
  ];
  return `Repeat ${parts.length === 0 ? 'Failed' : parts.join(' and ')}`;
}

/** @throws UserGroupsError as the run service */
export async function doWithRun(desk: Desk, run: RunSummary, deed: RunDeed): Promise<void> {
  const { runs } = desk.services;
  switch (deed) {
    case 'pause':
      await runs.pause(run.id);
      return;
    case 'resume':
      await RUN_KIND_DEEDS[run.kind].begin(desk, run);
      return;
    case 'cancel':
      await runs.cancel(run.id);
      return;
    case 'repeatFailed':
      await runs.repeatFailed(run.id);
      await RUN_KIND_DEEDS[run.kind].begin(desk, run);
  }
}

/** "Get or create of 10,000 groups on production". */
export function runWords({ services }: Pick<Desk, 'services'>, { kind, total, connectionId }: RunSummary): string {
  const connection = services.connections.withId(connectionId);
  return `${RUN_KIND_WORDS[kind]} of ${grouped(total)} ${total === 1 ? 'group' : 'groups'}${connection === undefined ? '' : ` on ${connection.name}`}`;
}
