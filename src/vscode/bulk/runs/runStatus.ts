// Shows runs in progress in the status bar of every window, and reports once the runs that a window left unfinished.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { foreignText } from '../../../core/foreignText.ts';
import { LEASE_MS } from '../../../core/ports/journal.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { Schedule } from '../../../core/ports/timer.ts';
import { progressText } from './runText.ts';
import { grouped } from '../../../core/language.ts';
import type { RunSummary } from '../../../core/runs.ts';
import type { Services } from '../../../services/services.ts';
import type { ExecuteOnItem } from '../../command/commandRunner.ts';
import type { Messages } from '../../platform/messages.ts';
import { titleOf } from './runActions.ts';

interface Dependencies {
  readonly services: Services;
  readonly messages: Messages;
  readonly log: Log;
  readonly run: ExecuteOnItem;
  readonly schedule: Schedule;
}

export class RunStatus implements Disposable {
  readonly #dependencies: Dependencies;
  readonly #item = vscode.window.createStatusBarItem('userGroups.runs', vscode.StatusBarAlignment.Left);
  readonly #subscription: Disposable;
  /** Interrupted runs that were already reported. */
  readonly #reported = new Set<number>();
  #later: Disposable | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#item.name = l10n.t('User Groups: Bulk Operations');
    this.#item.command = 'userGroups.showRuns';
    this.#subscription = dependencies.services.runs.onDidChange(() => {
      this.#look();
    });
    this.#look();
  }

  dispose(): void {
    this.#later?.dispose();
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #look(): void {
    const { log } = this.#dependencies;
    try {
      this.#lookAt(this.#dependencies.services.runs.list());
    } catch (error) {
      this.#item.hide();
      log.warn(`Runs could not be looked at: ${String(error)}`);
    }
  }

  #lookAt(runs: readonly RunSummary[]): void {
    const { schedule } = this.#dependencies;
    const running = runs.filter(({ state }) => state === 'running');
    this.#show(running);
    for (const run of runs.filter(({ state, id }) => state === 'interrupted' && !this.#reported.has(id)))
      void this.#report(run);
    // Nothing reports that a window dies: its lease expires.
    this.#later?.dispose();
    this.#later = running.some(({ isOwnedHere }) => !isOwnedHere)
      ? schedule(LEASE_MS / 3, () => {
          this.#look();
        })
      : undefined;
  }

  #show(running: readonly RunSummary[]): void {
    const { services } = this.#dependencies;
    if (running.length === 0) {
      this.#item.hide();
      return;
    }
    const progress = running.map(({ id }) => services.runs.progress(id));
    const [done, total] = [
      progress.reduce((sum, each) => sum + each.done, 0),
      progress.reduce((sum, each) => sum + each.total, 0),
    ];
    const count = l10n.t('{0} of {1}', grouped(done), grouped(total));
    this.#item.text = `$(sync~spin) ${l10n.t('Groups: {0}', count)}`;
    const lines = running.map((run, index) => {
      const of = progress[index];
      const title = foreignText(titleOf(this.#dependencies, run));
      return of === undefined ? title : l10n.t('{0}: {1}', title, progressText(of));
    });
    this.#item.tooltip = lines.join('\n');
    this.#item.show();
  }

  async #report(run: RunSummary): Promise<void> {
    const { services, messages, run: perform } = this.#dependencies;
    this.#reported.add(run.id);
    const { done, total } = services.runs.progress(run.id);
    const [show, resume] = [l10n.t('Show'), l10n.t('Resume')];
    const chosen = await messages.warn(
      l10n.t(
        'Interrupted when its window closed: {0} ({1} of {2} done)',
        titleOf(this.#dependencies, run),
        grouped(done),
        grouped(total),
      ),
      show,
      resume,
      l10n.t('Not Now'),
    );
    if (chosen === show || chosen === resume)
      await perform('userGroups.showRuns', { run: run.id, ...(chosen === resume && { then: 'resume' }) });
  }
}
