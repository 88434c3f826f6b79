// The preview of an import as a table: nothing is sent before one of its buttons, and it shows the results of listing.

import { grouped } from '../../../core/stateText.ts';
import type { Connection } from '../../../core/connection.ts';
import { environmentText } from '../../../core/environmentText.ts';
import type { Change } from '../../../document/difference.ts';
import type { AddedGroups } from '../../../services/bulk/importList.ts';
import type { ImportClass, ImportPreview, PreviewRow } from '../../../services/bulk/importPreview.ts';
import {
  classText,
  listedText,
  rowText,
  shownPlace,
  validCount,
  type Listed,
} from '../../../services/bulk/importText.ts';
import type {
  Mark,
  SliceQuestion,
  TableAction,
  TableFilter,
  TableRow,
  TableSlice,
} from '../../../protocol/tableProtocol.ts';
import type { TableNow, TableView } from '../table/tableView.ts';

export interface ImportTableCommands {
  readonly listOnly: () => Promise<void>;
  readonly getOrCreate: () => Promise<void>;
  /**
   * Asks again how the file is read. Absent where there is nothing to choose. @throws UserGroupsError `cancelled`: then
   * nothing changes
   */
  readonly changeColumns?: (() => Promise<void>) | undefined;
  readonly showRun: (runId: number) => void;
  /** The table's text and buttons have changed. */
  readonly changed: () => void;
  /** From what is known here to what the row says. */
  readonly changesOf: (row: PreviewRow) => readonly Change[];
  /** Opens the group of a row. @throws UserGroupsError where it is not in the list */
  readonly open: (row: PreviewRow) => Promise<void>;
}

/** The rows as the file was read once. */
interface Reading {
  /** Rows of a former reading do not count. */
  readonly number: number;
  readonly preview: ImportPreview;
  readonly source: string;
  readonly keys: ReadonlyMap<PreviewRow, string>;
}

/** The rows of one import in one table. */
export class ImportTable implements TableView {
  readonly title: string;
  readonly columns = [
    { id: 'place', title: 'Where', width: 1 },
    { id: 'id', title: 'User group ID', isId: true, width: 2 },
    { id: 'class', title: 'On this machine', width: 2 },
    { id: 'words', title: 'Details', width: 5 },
  ];
  readonly #connection: Connection;
  #reading: Reading;
  readonly #commands: ImportTableCommands;
  #listed: ReadonlyMap<string, Listed> | undefined;
  #run: number | undefined;
  #isBusy = false;

  /** @param source what is imported and how it was read, as a sentence without its full stop */
  constructor(connection: Connection, preview: ImportPreview, source: string, commands: ImportTableCommands) {
    this.title = `Import: ${connection.name}`;
    this.#connection = connection;
    this.#commands = commands;
    this.#reading = readingOf(1, preview, source);
  }

  /** The file was read differently: these rows replace the former ones. `source`: as for the constructor. */
  readAs(preview: ImportPreview, source: string): void {
    this.#reading = readingOf(this.#reading.number + 1, preview, source);
  }

  /** The results of listing the rows. */
  listed({ different }: AddedGroups): void {
    const differing = new Set(different.map(({ userGroupId }) => userGroupId));
    this.#listed = new Map(
      this.#reading.preview.rows.flatMap(({ userGroupId, class: is }): [string, Listed][] =>
        userGroupId === undefined || is === 'invalid'
          ? []
          : [[userGroupId, differing.has(userGroupId) ? 'different' : is === 'known' ? 'same' : 'added']],
      ),
    );
  }

  /** The run that gets or creates the rows. */
  sent(runId: number): void {
    this.#run = runId;
  }

  now(): TableNow {
    return { summary: this.#summary(), filters: this.#filters(), actions: this.#actions() };
  }

  rows({ filter, text, offset, limit }: SliceQuestion): TableSlice {
    const listed = LISTED.find((each) => each === filter);
    if (listed !== undefined) {
      const all = this.#reading.preview
        .page({ text, offset: 0, limit: this.#reading.preview.rows.length })
        .rows.filter((row) => this.#listedOf(row) === listed);
      return { rows: all.slice(offset, offset + limit).map((row) => this.#shown(row)), total: all.length };
    }
    const { rows, total } = this.#reading.preview.page({
      filter: PREVIEW_FILTERS.find((each) => each === filter),
      text,
      offset,
      limit,
    });
    return { rows: rows.map((row) => this.#shown(row)), total };
  }

  async onAction(action: string): Promise<void> {
    if (action === 'showRun') {
      if (this.#run !== undefined) this.#commands.showRun(this.#run);
      return;
    }
    this.#isBusy = true;
    try {
      if (action === 'changeColumns') await this.#commands.changeColumns?.();
      else await (action === 'listOnly' ? this.#commands.listOnly() : this.#commands.getOrCreate());
    } finally {
      this.#isBusy = false;
      this.#commands.changed();
    }
  }

  async onActivate(key: string): Promise<void> {
    const [number, index] = key.split('.').map(Number);
    const row = number === this.#reading.number ? this.#reading.preview.rows[index ?? -1] : undefined;
    if (row !== undefined) await this.#commands.open(row);
  }

  #summary(): string {
    const { counts } = this.#reading.preview;
    const what = `${this.#reading.source}, for ${this.#connection.name} (${environmentText(this.#connection)}).`;
    if (this.#run !== undefined)
      return `${what} ${grouped(validCount(counts))} are in a run of get or create; the ${grouped(counts.invalid)} that cannot be sent were left out.`;
    const listing =
      this.#listed === undefined
        ? "List Only adds the groups to this machine's list without any request; their tokens are not fetched."
        : "The groups are in this machine's list; no request was sent, and tokens are not fetched.";
    return `${what} ${this.#listed === undefined ? 'Nothing was sent or kept yet. ' : ''}${listing} Get or Create asks the service for each: one that it does not have is created, one that exists stays as it is.`;
  }

  #filters(): TableFilter[] {
    const { counts } = this.#reading.preview;
    return [
      ...(['notKnown', 'known', 'invalid'] as const).map((id) => ({ id, label: classText(id), count: counts[id] })),
      { id: 'warned', label: 'Marked', count: counts.warned },
      ...(this.#listed === undefined
        ? []
        : LISTED.map((id) => ({
            id,
            label: listedText(id),
            count: [...(this.#listed?.values() ?? [])].filter((each) => each === id).length,
          }))),
    ];
  }

  #actions(): TableAction[] {
    const { counts } = this.#reading.preview;
    const valid = validCount(counts);
    const isOpen = !this.#isBusy && this.#run === undefined && valid > 0;
    return [
      { id: 'getOrCreate', label: `Get or Create ${grouped(valid)}…`, isPrimary: true, isEnabled: isOpen },
      {
        id: 'listOnly',
        label: `List Only ${grouped(counts.notKnown)}…`,
        isEnabled: isOpen && this.#listed === undefined,
      },
      // What was listed or sent stays as it was read.
      ...(this.#commands.changeColumns === undefined
        ? []
        : [
            {
              id: 'changeColumns',
              label: 'Change Columns…',
              isEnabled: !this.#isBusy && this.#run === undefined && this.#listed === undefined,
            },
          ]),
      ...(this.#run === undefined ? [] : [{ id: 'showRun', label: 'Show the Run', isEnabled: true }]),
    ];
  }

  #listedOf({ userGroupId, class: is }: PreviewRow): Listed | undefined {
    return userGroupId === undefined || is === 'invalid' ? undefined : this.#listed?.get(userGroupId);
  }

  #shown(row: PreviewRow): TableRow {
    const listed = this.#listedOf(row);
    const changes = row.class === 'known' ? this.#commands.changesOf(row) : [];
    return {
      key: this.#reading.keys.get(row) ?? '',
      cells: [
        { text: shownPlace(row) },
        { text: row.userGroupId ?? '' },
        listed === undefined
          ? { text: classText(row.class), mark: CLASS_MARKS[row.class] }
          : { text: listedText(listed), mark: LISTED_MARKS[listed] },
        {
          text: rowText(row, changes),
          ...(row.class !== 'invalid' && row.problems.length > 0 && { mark: 'warning' as const }),
        },
      ],
    };
  }
}

function readingOf(number: number, preview: ImportPreview, source: string): Reading {
  return { number, preview, source, keys: new Map(preview.rows.map((row, index) => [row, `${number}.${index}`])) };
}

const LISTED: readonly Listed[] = ['added', 'same', 'different'];
const PREVIEW_FILTERS = ['known', 'notKnown', 'invalid', 'warned'] as const;
const CLASS_MARKS: Readonly<Record<ImportClass, Mark>> = { known: 'done', notKnown: 'waiting', invalid: 'error' };
const LISTED_MARKS: Readonly<Record<Listed, Mark>> = { added: 'done', same: 'skipped', different: 'warning' };
