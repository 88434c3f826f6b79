// What those who hear the page learn without asking: that a tenth more is done, and how many rows a question
// has. Rarely.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../core/language.ts';
import type { TableProgress } from '../protocol/tableProtocol.ts';

/** Tenths that are done. */
function tenths({ done, total }: TableProgress): number {
  return total === 0 ? 10 : Math.floor((10 * done) / total);
}

export class ProgressAnnouncements {
  #announced: number | undefined;

  /** Words when there is something new to tell; what was there when the page opened is not. */
  next(progress: TableProgress | undefined): string | undefined {
    const before = this.#announced;
    this.#announced = progress === undefined ? undefined : tenths(progress);
    return progress === undefined || before === undefined || before === this.#announced ? undefined : progress.words;
  }
}

export function rowCountText(total: number): string {
  if (total === 0) return l10n.t('No rows');
  return isOne(total) ? l10n.t('1 row') : l10n.t('{0} rows', grouped(total));
}
