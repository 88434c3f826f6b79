// The history as a table: what was sent to one group or to all, the newest first, and what each version changed.

import * as l10n from '@vscode/l10n';
import { sentences } from '../../core/sentences.ts';
import { inOrder } from '../../bulk/inOrder.ts';
import { WorkSlices } from '../../core/workSlices.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { fold } from '../../core/folding.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { naturalKey } from '../../core/naturalKey.ts';
import { grouped, isOne } from '../../core/language.ts';
import { momentText, operationText, outcomeText } from '../../core/stateText.ts';
import {
  sendsDocument,
  type GroupRef,
  type SendOutcome,
  type SentVersion,
  type VersionSummary,
} from '../../core/userGroup.ts';
import { finderOf } from '../../core/versionText.ts';
import type {
  Mark,
  SliceQuestion,
  TableAction,
  TableColumn,
  TableRow,
  TableSlice,
} from '../../protocol/tableProtocol.ts';
import { AppliedBefore, type Before } from '../../services/groups/appliedBefore.ts';
import type { Services } from '../../services/services.ts';
import type { TableNow, TableView } from '../table/tableView.ts';
import { MOST_VERSIONS, NewestVersions } from './newestVersions.ts';
import { VersionChanges } from './versionChanges.ts';

interface Options {
  readonly services: Services;
  /** By the name that the connection has now. */
  readonly title: () => string;
  /** Absent: of all groups. */
  readonly ref?: GroupRef | undefined;
  /** `group`: its words. */
  readonly compare: (version: SentVersion, group: string, before: Before) => Promise<void>;
  readonly restore: (version: SentVersion) => Promise<void>;
  readonly showAll: () => Promise<void>;
}

export class HistoryTable implements TableView {
  readonly kind: TableView['kind'];
  readonly findHint: string;
  readonly columns: readonly TableColumn[];
  readonly #options: Options;
  readonly #before: AppliedBefore;
  readonly #changes: VersionChanges;
  readonly #versions: NewestVersions;

  constructor(options: Options) {
    const isOfAll = options.ref === undefined;
    this.#options = options;
    this.kind = isOfAll ? 'historyOfAll' : 'history';
    this.findHint = isOfAll
      ? l10n.t('Filter by date, group, outcome, or change')
      : l10n.t('Filter by date, outcome, or change');
    // What is read first stands first: beside a form there is little room for more.
    this.columns = [
      { id: 'when', title: l10n.t('When'), isSortable: true },
      ...(isOfAll ? [{ id: 'group', title: l10n.t('Group'), isSortable: true }] : []),
      { id: 'changes', title: l10n.t('Changes'), isMain: true },
      { id: 'outcome', title: l10n.t('Outcome'), isSortable: true },
      { id: 'request', title: l10n.t('Request'), isSortable: true },
      { id: 'took', title: l10n.t('Took'), isSortable: true },
    ];
    const { services, ref } = options;
    this.#before = new AppliedBefore(services.groups);
    this.#versions = new NewestVersions({ groups: services.groups, ref, before: this.#before });
    this.#changes = new VersionChanges(services.groups, this.#before);
  }

  get title(): string {
    return this.#options.title();
  }

  get isEmpty(): boolean {
    return this.#versions.shown.length === 0;
  }

  /** Something was sent or answered: it is read again when it is asked for. */
  changed(): void {
    this.#versions.changed();
  }

  now(): TableNow {
    return {
      headline: this.#headline(),
      explanation: sentences([
        l10n.t('Enter compares a version with what was applied before it. Shift+Enter restores it as a draft.'),
        l10n.t('The newest 50 versions of a group are kept for about a year.'),
      ]),
      filters: [{ id: FETCHES, label: l10n.t('Fetches'), count: this.#versions.fetches.length }],
      actions: this.#actions(),
    };
  }

  /** Without a filter all but fetches, which say nothing of what changed. */
  async rows({ filter, text, sort, offset, limit }: SliceQuestion, signal?: AbortSignal): Promise<TableSlice> {
    const groupOf = this.#groupNaming();
    const all = filter === FETCHES ? this.#versions.fetches : this.#versions.shown;
    const found = text === undefined ? all : await this.#matching(all, text, groupOf, signal);
    const ordered =
      sort === undefined ? found : await inOrder(found, sortKeys(groupOf)[sort.column] ?? idOf, sort.isDescending);
    const rows: TableRow[] = [];
    const slices = new WorkSlices();
    for (const version of ordered.slice(offset, offset + limit)) {
      if (signal?.aborted === true) break;
      rows.push(await this.#row(version, groupOf));
      await slices.pause();
    }
    return { rows, total: ordered.length };
  }

  async onAction(action: string, key?: string): Promise<void> {
    if (action === 'all') await this.#options.showAll();
    else if (action === 'restore') await this.#withText(key, this.#options.restore);
    else await this.onActivate(key);
  }

  async onActivate(key?: string): Promise<void> {
    await this.#withText(key, (version) =>
      this.#options.compare(version, this.#groupNaming()(version), this.#before.of(version)),
    );
  }

  #headline(): string {
    const { length } = this.#versions.shown;
    if (this.#versions.isCut) return l10n.t('{0} requests shown, the newest', grouped(MOST_VERSIONS));
    return isOne(length) ? l10n.t('1 request sent') : l10n.t('{0} requests sent', grouped(length));
  }

  #actions(): TableAction[] {
    return [
      { id: 'compare', label: l10n.t('Compare'), rowKey: 'Enter', isEnabled: true },
      { id: 'restore', label: l10n.t('Restore as Draft'), rowKey: 'Shift+Enter', isEnabled: true },
      ...(this.#options.ref === undefined ? [] : [{ id: 'all', label: l10n.t('All Groups'), isEnabled: true }]),
    ];
  }

  /** Gives up when something else is asked. */
  async #matching(
    versions: readonly VersionSummary[],
    query: string,
    groupOf: (version: VersionSummary) => string,
    signal: AbortSignal | undefined,
  ): Promise<VersionSummary[]> {
    const now = Date.now();
    const found: VersionSummary[] = [];
    const slices = new WorkSlices();
    for (const version of versions) {
      if (signal?.aborted === true) break;
      const { text, changes = [] } = await this.#changes.of(version);
      const texts = [groupOf(version), text, ...changes.map((change) => change.text)];
      if (finderOf(version, texts, now)(query)) found.push(version);
      await slices.pause();
    }
    return found;
  }

  async #row(version: VersionSummary, groupOf: (version: VersionSummary) => string): Promise<TableRow> {
    const { operation, outcome, durationMs } = version;
    return {
      key: String(version.id),
      cells: [
        { text: momentText(version.at, Date.now()) },
        ...(this.#options.ref === undefined ? [{ text: groupOf(version) }] : []),
        await this.#changes.of(version),
        { text: outcomeText(outcome), mark: MARKS[outcome] },
        { text: operationText(operation) },
        { text: durationMs === undefined ? '' : l10n.t('{0} ms', grouped(Math.round(durationMs))) },
      ],
      ...(sendsDocument(operation) && { offers: ['compare', 'restore'] }),
    };
  }

  /** A rotation or a deletion has no text, and its row says all there is. */
  async #withText(key: string | undefined, work: (version: SentVersion) => Promise<void>): Promise<void> {
    const version = this.#options.services.groups.version(Number(key));
    if (version === undefined)
      throw new UserGroupsError('notFound', l10n.t('This version is no longer stored on this machine.'));
    if (sendsDocument(version.operation)) await work(version);
  }

  /** For many versions: asks for the connections once. */
  #groupNaming(): (version: VersionSummary) => string {
    const connections = new Map(this.#options.services.connections.list().map((each) => [each.id, each]));
    return ({ ref }) => {
      const connection = connections.get(ref.connectionId);
      return connection === undefined ? quotedId(ref.userGroupId) : groupText(ref.userGroupId, connection);
    };
  }
}

/** The filter for requests that only fetched the group. */
const FETCHES = 'fetches';

const idOf = ({ id }: VersionSummary): number => id;

/** By the id of a column. */
function sortKeys(
  groupOf: (version: VersionSummary) => string,
): Readonly<Record<string, (version: VersionSummary) => string | number>> {
  return {
    group: (version) => naturalKey(fold(groupOf(version))),
    request: ({ operation }) => operationText(operation),
    outcome: ({ outcome }) => outcomeText(outcome),
    took: ({ durationMs }) => durationMs ?? -1,
  };
}

const MARKS: Readonly<Record<SendOutcome, Mark>> = {
  sending: 'busy',
  created: 'done',
  existed: 'done',
  existedNotApplied: 'warning',
  createdOrExisted: 'done',
  updated: 'done',
  rotated: 'done',
  deleted: 'done',
  idChanged: 'done',
  notRotated: 'skipped',
  refused: 'error',
  notSent: 'error',
  unknown: 'unknown',
};
