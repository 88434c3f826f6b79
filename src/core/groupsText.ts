// "1 group", "10,000 groups".

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from './language.ts';

export function groupsText(groups: number): string {
  return isOne(groups) ? l10n.t('1 group') : l10n.t('{0} groups', grouped(groups));
}
