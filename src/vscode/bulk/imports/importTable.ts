// The preview of an import as a table: nothing is sent before one of its buttons. It shows what came of listing. What
// came of sending has a table of its own.

import * as l10n from '@vscode/l10n';
import { sentences } from '../../../core/sentences.ts';
import { fold } from '../../../core/folding.ts';
import { grouped, isOne } from '../../../core/language.ts';
import { naturalKey } from '../../../core/naturalKey.ts';
import type { Connection } from '../../../core/connection.ts';
import { environmentText } from '../../../core/environmentText.ts';
import type { Change } from '../../../document/difference.ts';
import type { AddedGroups } from '../../../services/bulk/importList.ts';
import { isWarned, type ImportPreview, type PreviewRow } from '../../../services/bulk/importPreview.ts';
import {
  listedText,
  rowText,
  shownPlace,
  stateText,
  validCount,
  type ImportState,
  type Listed,
} from '../../../services/bulk/importText.ts';
import type { Mark, TableAction, TableFilter, TableRow } from '../../../protocol/tableProtocol.ts';
import { addedParts, changeParts } from '../../table/changeParts.ts';
import { FoundRows, hasText } from '../../table/foundRows.ts';
import type { TableNow, TableView } from '../../table/tableView.ts';
import type { ChangeKind } from '../plans/plannedChange.ts';
import { FIRST_ONES, type PlannedRow } from '../plans/planTable.ts';
import type { ImportUpdates } from './importUpdates.ts';

/** Of its steps and its tab. */
export function importTitle(connection: Connection | undefined): string {
  return connection === undefined ? l10n.t('Import Groups') : l10n.t('Import Groups to {0}', connection.name);
}

export interface ImportTableCommands {
  readonly listOnly: () => Promise<void>;
  readonly getOrCreate: () => Promise<void>;
  /** Updates what is in the list, and gets or creates the others. */
  readonly update: () => Promise<void>;
  /** What the file leaves open, such as cells that another program may have changed, and how its columns are read. */
  readonly openQuestions: () => readonly OpenQuestion[];
  /** The table's text and buttons have changed. */
  readonly changed: () => void;
  /** From what is known here to what the row says. */
  readonly changesOf: (row: PreviewRow) => readonly Change[];
  /** Opens the group of a row. @throws UserGroupsError where it is not in the list */
  readonly open: (row: PreviewRow) => Promise<void>;
}

export interface OpenQuestion {
  readonly id: string;
  readonly label: string;
  /** Reads the file again. @throws UserGroupsError `cancelled`: then nothing changes */
  readonly answer: () => Promise<void>;
}

/** How the file was read. */
export interface ImportReading {
  readonly preview: ImportPreview;
  readonly updates: ImportUpdates;
  /** What is imported and how it was read. */
  readonly source: string;
}

/** The rows of one import in one table. */
export class ImportTable implements TableView {
  readonly kind = 'import';
  readonly title: string;
  readonly columns = [
    { id: 'place', title: l10n.t('Location'), isSortable: true },
    { id: 'id', title: l10n.t('ID'), isId: true, isSortable: true },
    { id: 'name', title: l10n.t('Name'), isSortable: true },
    { id: 'class', title: l10n.t('State'), isSortable: true },
    { id: 'words', title: l10n.t('Details'), isMain: true },
  ];
  readonly rows: TableView['rows'];
  readonly #found = new FoundRows<PreviewRow>({
    among: (filter) => this.#reading.preview.rows.filter((row) => this.#isIn(row, filter)),
    isFound: ({ userGroupId = '', name = '', file = '', problems }, text) =>
      hasText([userGroupId, name, file, ...problems.map(({ reason }) => reason)], text),
    sortKeys: {
      place: ({ number }) => number,
      id: ({ userGroupId = '' }) => naturalKey(fold(userGroupId)),
      name: ({ name = '' }) => naturalKey(fold(name)),
      class: (row) => this.#stateOf(row),
    },
    shown: (row) => this.#shown(row),
  });
  readonly #connection: Connection;
  readonly #commands: ImportTableCommands;
  #reading: ImportReading;
  /** Keys of rows of a former reading mean nothing. */
  #readings = 0;
  /** IDs of groups that were in the list with another document when the others were added to it. */
  #differing: ReadonlySet<string> | undefined;
  #isBusy = false;

  constructor(connection: Connection, reading: ImportReading, commands: ImportTableCommands) {
    this.title = importTitle(connection);
    this.#connection = connection;
    this.#commands = commands;
    this.#reading = reading;
    this.rows = (question, signal) => this.#found.slice(question, signal);
  }

  /** The file was read differently: these rows replace the former ones. */
  readAs(reading: ImportReading): void {
    this.#reading = reading;
    this.#readings += 1;
    this.#found.forget();
  }

  /** How many rows would be sent: those that change a group, and those that are not in the list. */
  #toSend(): { readonly toUpdate: number; readonly toCreate: number } {
    const { preview, updates } = this.#reading;
    return { toUpdate: updates.rows.count('changed'), toCreate: preview.counts.notKnown };
  }

  /** The results of listing the rows. */
  listed({ different }: AddedGroups): void {
    this.#differing = new Set(different.map(({ userGroupId }) => userGroupId));
    this.#found.forget();
  }

  now(): TableNow {
    return {
      headline: this.#headline(),
      reason: `${this.#reading.source} · ${l10n.t('Environment: {0}', environmentText(this.#connection))}`,
      explanation: sentences([
        ...(this.#differing === undefined ? [l10n.t('Nothing is sent or stored yet.')] : []),
        ...(this.#hasKnown() ? this.#updateText() : []),
        l10n.t(
          'Get or Create asks the service for each group and creates the missing ones. Existing groups stay unchanged.',
        ),
        l10n.t('Add to List Without Sending saves the groups as drafts. They have no tokens yet.'),
      ]),
      filters: this.#filters(),
      actions: this.#actions(),
    };
  }

  async onAction(action: string): Promise<void> {
    this.#isBusy = true;
    try {
      const question = this.#commands.openQuestions().find(({ id }) => id === action);
      if (question !== undefined) await question.answer();
      else if (action === 'update') await this.#commands.update();
      else await (action === 'listOnly' ? this.#commands.listOnly() : this.#commands.getOrCreate());
    } finally {
      this.#isBusy = false;
      this.#commands.changed();
    }
  }

  async onActivate(key: string): Promise<void> {
    const [reading, index = -1] = key.split('.').map(Number);
    const row = reading === this.#readings ? this.#reading.preview.rows[index] : undefined;
    if (row !== undefined) await this.#commands.open(row);
  }

  #headline(): string {
    const valid = validCount(this.#reading.preview.counts);
    if (this.#differing !== undefined) {
      const added = this.#countListed('added');
      return isOne(added) ? l10n.t('1 group was added') : l10n.t('{0} groups were added', grouped(added));
    }
    if (this.#hasKnown()) {
      const { toUpdate, toCreate } = this.#toSend();
      const unchanged = this.#reading.updates.rows.count('same');
      return l10n.t(
        '{0} to update, {1} to create, {2} without a change',
        grouped(toUpdate),
        grouped(toCreate),
        grouped(unchanged),
      );
    }
    return isOne(valid) ? l10n.t('1 group can be imported') : l10n.t('{0} groups can be imported', grouped(valid));
  }

  #countListed(listed: Listed): number {
    return this.#reading.preview.rows.filter((row) => this.#listedOf(row) === listed).length;
  }

  #filters(): TableFilter[] {
    const { preview, updates } = this.#reading;
    const states: readonly ImportState[] = this.#hasKnown()
      ? ['changed', 'notKnown', 'same', 'skipped', 'invalid']
      : ['notKnown', 'invalid'];
    return [
      ...states.map((state) => ({
        id: STATE_FILTERS[state],
        label: stateText(state),
        count: state === 'notKnown' || state === 'invalid' ? preview.counts[state] : updates.rows.count(state),
      })),
      { id: 'warned', label: l10n.t('Needs review'), count: preview.rows.filter((row) => this.#isWarned(row)).length },
      ...(this.#differing === undefined
        ? []
        : LISTED.map((id) => ({
            id,
            label: listedText(id),
            count: this.#countListed(id),
          }))),
    ];
  }

  #actions(): TableAction[] {
    const { counts } = this.#reading.preview;
    const valid = validCount(counts);
    const isOpen = !this.#isBusy && valid > 0;
    const update = this.#updateAction();
    return [
      ...update,
      {
        id: 'getOrCreate',
        label:
          update.length === 0
            ? l10n.t('Get or Create {0}…', grouped(valid))
            : l10n.t('Get or Create All {0}…', grouped(valid)),
        isPrimary: update.length === 0,
        isEnabled: isOpen,
      },
      {
        id: 'listOnly',
        label: l10n.t('Add {0} to List Without Sending…', grouped(counts.notKnown)),
        isEnabled: isOpen && counts.notKnown > 0 && this.#differing === undefined,
      },
      // What was listed stays as it was read.
      ...this.#commands.openQuestions().map(({ id, label }) => ({
        id,
        label,
        isEnabled: !this.#isBusy && this.#differing === undefined,
      })),
    ];
  }

  /** Absent where the file names no group of the list, or none that would be sent. */
  #updateAction(): TableAction[] {
    const { toUpdate, toCreate } = this.#toSend();
    const count = toUpdate + toCreate;
    if (!this.#hasKnown() || count === 0) return [];
    const label =
      toUpdate === 0
        ? l10n.t('Get or Create {0}…', grouped(count))
        : toUpdate > FIRST_ONES
          ? l10n.t('Send First {0} of {1}…', FIRST_ONES, grouped(count))
          : l10n.t('Send {0}…', grouped(count));
    return [{ id: 'update', label, isPrimary: true, isEnabled: !this.#isBusy }];
  }

  #updateText(): string[] {
    return [
      l10n.t('Groups in the list get what the file gives and keep the rest. The others are created unless they exist.'),
      ...(this.#toSend().toUpdate > FIRST_ONES
        ? [l10n.t('Three groups are sent first. Check them before the rest.')]
        : []),
    ];
  }

  #hasKnown(): boolean {
    return this.#reading.preview.counts.known > 0;
  }

  #isWarned(row: PreviewRow): boolean {
    return isWarned(row) || this.#plannedOf(row)?.isMarked === true;
  }

  #plannedOf({ class: is, userGroupId }: PreviewRow): PlannedRow<ChangeKind> | undefined {
    return is === 'known' && userGroupId !== undefined ? this.#reading.updates.rowOf(userGroupId) : undefined;
  }

  #stateOf(row: PreviewRow): ImportState {
    return row.class === 'known' ? (this.#plannedOf(row)?.kind ?? 'skipped') : row.class;
  }

  #isIn(row: PreviewRow, filter: string | undefined): boolean {
    if (filter === undefined) return true;
    if (filter === 'warned') return this.#isWarned(row);
    return filter === STATE_FILTERS[this.#stateOf(row)] || filter === this.#listedOf(row);
  }

  #listedOf({ userGroupId, class: is }: PreviewRow): Listed | undefined {
    if (this.#differing === undefined || userGroupId === undefined || is === 'invalid') return undefined;
    if (this.#differing.has(userGroupId)) return 'different';
    return is === 'known' ? 'same' : 'added';
  }

  #shown(row: PreviewRow): TableRow {
    const listed = this.#listedOf(row);
    const planned = this.#plannedOf(row);
    const state = this.#stateOf(row);
    const changes = listed === 'different' ? changeParts(this.#commands.changesOf(row)) : (planned?.changes ?? []);
    return {
      // Rows may be on the same line.
      key: `${this.#readings}.${this.#reading.preview.rows.indexOf(row)}`,
      cells: [
        { text: shownPlace(row) },
        { text: row.userGroupId ?? '' },
        { text: row.name ?? '' },
        listed === undefined
          ? { text: stateText(state), mark: STATE_MARKS[state] }
          : { text: listedText(listed), mark: LISTED_MARKS[listed] },
        {
          text: rowText(row, planned?.words),
          changes: row.class === 'notKnown' ? addedParts(row.text) : changes,
          ...(this.#isWarned(row) && { mark: 'warning' as const }),
        },
      ],
    };
  }
}

const LISTED: readonly Listed[] = ['added', 'same', 'different'];
/** Beside those of `LISTED`. */
const STATE_FILTERS: Readonly<Record<ImportState, string>> = {
  changed: 'update',
  notKnown: 'notKnown',
  same: 'unchanged',
  skipped: 'skipped',
  invalid: 'invalid',
};
const STATE_MARKS: Readonly<Record<ImportState, Mark>> = {
  changed: 'info',
  notKnown: 'waiting',
  same: 'done',
  skipped: 'skipped',
  invalid: 'error',
};
const LISTED_MARKS: Readonly<Record<Listed, Mark>> = { added: 'done', same: 'skipped', different: 'warning' };
