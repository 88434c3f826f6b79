// The question about values that another program may have changed: one for each column or field of the file.

import * as l10n from '@vscode/l10n';
import type { CellQuestion } from '../../bulk/cellJudge.ts';
import { quotedCell, type ChangedCells } from '../../bulk/changedCell.ts';
import { cancelled } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { askChoice, BACK } from '../command/ask.ts';

/** By the header of each column. @throws UserGroupsError `cancelled` */
export async function askChangedCells(
  title: string,
  questions: readonly CellQuestion[],
): Promise<ReadonlyMap<string, ChangedCells>> {
  const answers = new Map<string, ChangedCells>();
  for (const { header, cell, meant } of questions) {
    const chosen = await askChoice<ChangedCells>({
      title,
      placeholder: l10n.t('{0} has values that another program may have changed', quotedId(header)),
      choices: [
        {
          label:
            meant === ''
              ? l10n.t('Read {0} as an empty cell', quotedCell(cell))
              : l10n.t('Read {0} as {1}', quotedCell(cell), quotedCell(meant)),
          detail: l10n.t('All its values that were changed are read likewise.'),
          value: 'restore',
        },
        {
          label: l10n.t('Keep {0}', quotedCell(cell)),
          detail: l10n.t('All its values stay as they are in the file.'),
          value: 'keep',
        },
      ],
    });
    if (chosen === BACK) throw cancelled();
    answers.set(header, chosen);
  }
  return answers;
}
