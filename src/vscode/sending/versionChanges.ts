// What a version changed, as a cell: against what the service had applied before, made once for each pair of texts.

import * as l10n from '@vscode/l10n';
import { quotedId } from '../../core/foreignText.ts';
import { WorkSlices } from '../../core/workSlices.ts';
import { OPERATION_TEXTS } from '../../core/operationTexts.ts';
import { isCertainlyNotApplied, outcomeMark } from '../../core/stateText.ts';
import { reasonText } from '../../core/storedReasons.ts';
import { sendsDocument } from '../../contract/operations.ts';
import type { VersionSummary } from '../../core/userGroup.ts';
import { difference } from '../../document/difference.ts';
import type { CellChange, TableCell } from '../../protocol/tableProtocol.ts';
import { fieldsOrNone } from '../../services/bulk/listDifference.ts';
import type { AppliedBefore, AppliedText } from '../../services/groups/appliedBefore.ts';
import type { GroupService } from '../../services/groups/groupService.ts';
import { changeParts } from '../table/changeParts.ts';

export class VersionChanges {
  readonly #groups: Pick<GroupService, 'version'>;
  readonly #before: AppliedBefore;
  readonly #made = new Map<string, readonly CellChange[]>();

  constructor(groups: Pick<GroupService, 'version'>, before: AppliedBefore) {
    this.#groups = groups;
    this.#before = before;
  }

  /** Its texts may be foreign. Yields to other work between two large documents. */
  async of(version: VersionSummary): Promise<TableCell> {
    const { words, changes } = sendsDocument(version.operation)
      ? await this.#sent(version)
      : this.#withoutDocument(version);
    return {
      text: [words, reasonText(version.reason ?? '')].filter((part) => part !== undefined && part !== '').join(' · '),
      ...(changes !== undefined && { changes }),
    };
  }

  async #sent(version: VersionSummary): Promise<Said> {
    // A get-or-create that met the group as it was known, perhaps before an update.
    if (version.outcome === 'existed') return { words: l10n.t('Fetched only') };
    if (isCertainlyNotApplied(version.outcome)) return {};
    const { applied, isUncertain } = this.#before.of(version);
    if (applied === undefined) return { words: l10n.t('First sent here') };
    const changes = await this.#changes(version, applied);
    if (isUncertain) return { words: l10n.t('(unknown outcome in between)'), changes };
    return changes.length > 0 ? { changes } : { words: l10n.t('No changes') };
  }

  /** A rotation, a deletion or a change of the ID. */
  #withoutDocument({ id, operation, outcome }: VersionSummary): Said {
    if (operation === 'changeId')
      return { words: l10n.t('New ID: {0}', quotedId(this.#groups.version(id)?.text ?? '')) };
    const done = outcomeMark(outcome) === 'done' ? OPERATION_TEXTS[operation].done?.() : undefined;
    return done === undefined ? {} : { words: done };
  }

  async #changes({ id }: VersionSummary, { key, text }: AppliedText): Promise<readonly CellChange[]> {
    const pair = JSON.stringify([key, id]);
    const known = this.#made.get(pair);
    if (known !== undefined) return known;
    const slices = new WorkSlices();
    const before = fieldsOrNone(text());
    await slices.pause();
    const after = fieldsOrNone(this.#groups.version(id)?.text);
    await slices.pause();
    const made = before === undefined || after === undefined ? [] : changeParts(difference(before, after));
    this.#made.set(pair, made);
    return made;
  }
}

interface Said {
  readonly words?: string;
  readonly changes?: readonly CellChange[];
}
