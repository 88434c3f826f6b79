// The history as a table: what was sent to one group or to all, the newest first, and what each version changed.

import * as l10n from '@vscode/l10n';
import { sentences } from '../../core/sentences.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { fold } from '../../core/folding.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { naturalKey } from '../../core/naturalKey.ts';
import { grouped, isOne } from '../../core/language.ts';
import { operationText } from '../../core/operationTexts.ts';
import { momentText, outcomeMark, outcomeText } from '../../core/stateText.ts';
import { sendsDocument } from '../../contract/operations.ts';
import type { GroupRef, SentVersion, VersionSummary } from '../../core/userGroup.ts';
import type { TableAction, TableColumn, TableRow } from '../../protocol/tableProtocol.ts';
import { finderOf } from '../../services/groups/versionText.ts';
import { AppliedBefore, type Before } from '../../services/groups/appliedBefore.ts';
import type { Services } from '../../services/services.ts';
import { FoundRows } from '../table/foundRows.ts';
import type { TableNow, TableView } from '../table/tableView.ts';
import { VersionChanges } from './versionChanges.ts';

const MOST_VERSIONS = 500;
/** The filter for requests that only fetched the group. */
const FETCHES = 'fetches';

interface HistoryOptions {
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
  readonly #options: HistoryOptions;
  readonly #before: AppliedBefore;
  readonly #changes: VersionChanges;
  readonly rows: TableView['rows'];
  readonly #found: FoundRows<VersionSummary>;
  /** The newest, and one more than are shown, where there are. */
  #read: readonly VersionSummary[] = [];
  #isStale = true;

  constructor(options: HistoryOptions) {
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
    this.#before = new AppliedBefore(options.services.groups);
    this.#changes = new VersionChanges(options.services.groups, this.#before);
    this.#found = this.#foundRows();
    this.rows = (question, signal) => this.#found.slice(question, signal);
  }

  get title(): string {
    return this.#options.title();
  }

  get isEmpty(): boolean {
    return this.#shown.length === 0;
  }

  /** Something was sent or answered: it is read again when it is asked for. */
  changed(): void {
    this.#isStale = true;
    this.#found.forget();
  }

  now(): TableNow {
    return {
      headline: this.#headline(),
      explanation: sentences([
        l10n.t('Enter compares a version with what was applied before it. Shift+Enter restores it as a draft.'),
        l10n.t('The newest 50 versions of a group are kept for about a year.'),
      ]),
      filters: [{ id: FETCHES, label: l10n.t('Fetches'), count: this.#all.filter(isFetch).length }],
      actions: this.#actions(),
    };
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
    const { length } = this.#shown;
    if (this.#all.length < this.#read.length) return l10n.t('{0} requests shown, the newest', grouped(MOST_VERSIONS));
    return isOne(length) ? l10n.t('1 request sent') : l10n.t('{0} requests sent', grouped(length));
  }

  #actions(): TableAction[] {
    return [
      { id: 'compare', label: l10n.t('Compare'), rowKey: 'Enter', isEnabled: true },
      { id: 'restore', label: l10n.t('Restore as Draft'), rowKey: 'Shift+Enter', isEnabled: true },
      ...(this.#options.ref === undefined ? [] : [{ id: 'all', label: l10n.t('All Groups'), isEnabled: true }]),
    ];
  }

  get #all(): readonly VersionSummary[] {
    if (this.#isStale) {
      const { services, ref } = this.#options;
      const read = services.groups.versionSummaries({ limit: MOST_VERSIONS + 1, ...(ref !== undefined && { ref }) });
      for (const changed of changedGroups(this.#read, read)) this.#before.invalidate(changed);
      this.#read = read;
      this.#isStale = false;
    }
    return this.#read.slice(0, MOST_VERSIONS);
  }

  /** Without fetches, which say nothing of what changed, unless they are all there is. */
  get #shown(): readonly VersionSummary[] {
    const all = this.#all;
    return all.every(isFetch) ? all : all.filter((version) => !isFetch(version));
  }

  #foundRows(): FoundRows<VersionSummary> {
    /** Asks for the connections once for all versions. */
    let groupOf = this.#groupNaming();
    return new FoundRows<VersionSummary>({
      among: (filter) => {
        groupOf = this.#groupNaming();
        return filter === FETCHES ? this.#all.filter(isFetch) : this.#shown;
      },
      isFound: async (version, query) => {
        const { text, changes = [] } = await this.#changes.of(version);
        const texts = [groupOf(version), text, ...changes.map((change) => change.text)];
        return finderOf(version, texts, Date.now())(query);
      },
      sortKeys: {
        when: ({ id }) => id,
        group: (version) => naturalKey(fold(groupOf(version))),
        request: ({ operation }) => operationText(operation),
        outcome: ({ outcome }) => outcomeText(outcome),
        took: ({ durationMs }) => durationMs ?? -1,
      },
      shown: (version) => this.#row(version, groupOf),
    });
  }

  async #row(version: VersionSummary, groupOf: (version: VersionSummary) => string): Promise<TableRow> {
    const { operation, outcome, durationMs } = version;
    return {
      key: String(version.id),
      cells: [
        { text: momentText(version.at, Date.now()) },
        ...(this.#options.ref === undefined ? [{ text: groupOf(version) }] : []),
        await this.#changes.of(version),
        { text: outcomeText(outcome), mark: outcomeMark(outcome) },
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

  #groupNaming(): (version: VersionSummary) => string {
    const connections = new Map(this.#options.services.connections.list().map((each) => [each.id, each]));
    return ({ ref }) => {
      const connection = connections.get(ref.connectionId);
      return connection === undefined ? quotedId(ref.userGroupId) : groupText(ref.userGroupId, connection);
    };
  }
}

/** A get-or-create that met the group as it was known. */
function isFetch({ outcome }: VersionSummary): boolean {
  return outcome === 'existed';
}

/** Those of which a version was added or has another outcome. */
function changedGroups(before: readonly VersionSummary[], now: readonly VersionSummary[]): GroupRef[] {
  const known = new Set(before.map(({ id, outcome }) => `${id} ${outcome}`));
  return now.filter(({ id, outcome }) => !known.has(`${id} ${outcome}`)).map(({ ref }) => ref);
}
