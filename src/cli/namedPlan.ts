// The plan file that a command is given.

import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserGroupsError, whileDoingSync } from '../core/errors.ts';
import { textIn } from '../services/files/groupFiles.ts';
import { readPlanFile, type PlanFile } from '../services/plans/planFile.ts';
import type { Input } from './command.ts';
import type { PLANNING_OPTIONS } from './planning.ts';
import { bytesOfNamed } from './textOfFile.ts';

/**
 * @param paths what stands in its place, which must be one
 * @param doing what fails where it cannot be read, as a sentence
 * @throws UserGroupsError `invalid`, `notFound`
 */
export function namedPlan(
  paths: readonly string[],
  doing: string,
  { terminal: { cwd }, values }: Pick<Input<typeof PLANNING_OPTIONS>, 'terminal' | 'values'>,
): PlanFile {
  const [path, ...others] = paths;
  const decided = (['connection', 'only', 'refresh', 'adopt'] as const).find((option) => values[option] !== undefined);
  if (path === undefined || others.length > 0)
    throw new UserGroupsError('invalid', l10n.t('One plan is read at a time.'), l10n.t('Name one file.'));
  if (decided !== undefined)
    throw new UserGroupsError(
      'invalid',
      l10n.t('The plan has decided about {0}.', `--${decided}`),
      l10n.t('Remove it.'),
    );
  return whileDoingSync(doing, undefined, () => readPlanFile(textIn(bytesOfNamed(resolve(cwd, path))) ?? ''));
}
