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
import {
  isWarned,
  type ImportClass,
  type ImportPreview,
  type PreviewRow,
} from '../../../services/bulk/importPreview.ts';
import {
  classText,
  listedText,
  rowText,
  shownPlace,
  validCount,
  type Listed,
} from '../../../services/bulk/importText.ts';
import type { Mark, TableAction, TableFilter, TableRow } from '../../../protocol/tableProtocol.ts';
import type { TableSummary } from '../plans/planTable.ts';
import { addedParts, changeParts } from '../../table/changeParts.ts';
import { FoundRows, hasText } from '../../table/foundRows.ts';
import type { TableNow, TableView } from '../../table/tableView.ts';

/** Of its steps and its tab. */
export function importTitle(connection: Connection | undefined): string {
  return connection === undefined ? l10n.t('Import Groups') : l10n.t('Import Groups to {0}', connection.name);
}

export interface ImportTableCommands {
  readonly listOnly: () => Promise<void>;
  readonly getOrCreate: () => Promise<void>;
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
      class: (row) => row.class,
    },
    shown: (row) => this.#shown(row),
  });
  readonly #connection: Connection;
  #reading: Reading;
  readonly #commands: ImportTableCommands;
  #listed: ReadonlyMap<string, Listed> | undefined;
  #isBusy = false;

  /** @param source what is imported and how it was read */
  constructor(connection: Connection, preview: ImportPreview, source: string, commands: ImportTableCommands) {
    this.title = importTitle(connection);
    this.#connection = connection;
    this.#commands = commands;
    this.#reading = readingOf(1, preview, source);
    this.rows = (question, signal) => this.#found.slice(question, signal);
  }

  /** The file was read differently: these rows replace the former ones. `source`: as for the constructor. */
  readAs(preview: ImportPreview, source: string): void {
    this.#reading = readingOf(this.#reading.number + 1, preview, source);
    this.#found.forget();
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
    this.#found.forget();
  }

  now(): TableNow {
    return { ...this.#summary(), filters: this.#filters(), actions: this.#actions() };
  }

  async onAction(action: string): Promise<void> {
    this.#isBusy = true;
    try {
      const question = this.#commands.openQuestions().find(({ id }) => id === action);
      if (question !== undefined) await question.answer();
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

  #summary(): TableSummary {
    const environment = l10n.t('Environment: {0}', environmentText(this.#connection));
    const reason = `${this.#reading.source} · ${environment}`;
    return { headline: this.#headline(), reason, explanation: this.#explanation() };
  }

  #headline(): string {
    const valid = validCount(this.#reading.preview.counts);
    if (this.#listed !== undefined) {
      const added = this.#countListed('added');
      return isOne(added) ? l10n.t('1 group was added') : l10n.t('{0} groups were added', grouped(added));
    }
    return isOne(valid) ? l10n.t('1 group can be imported') : l10n.t('{0} groups can be imported', grouped(valid));
  }

  #explanation(): string {
    return sentences([
      ...(this.#listed === undefined ? [l10n.t('Nothing is sent or stored yet.')] : []),
      l10n.t(
        'Get or Create asks the service for each group and creates the missing ones. Existing groups stay unchanged.',
      ),
      l10n.t('Add to List Without Sending saves the groups as drafts. They have no tokens yet.'),
    ]);
  }

  #countListed(listed: Listed): number {
    return [...(this.#listed?.values() ?? [])].filter((each) => each === listed).length;
  }

  #filters(): TableFilter[] {
    const { counts } = this.#reading.preview;
    return [
      ...(['notKnown', 'known', 'invalid'] as const).map((id) => ({ id, label: classText(id), count: counts[id] })),
      { id: 'warned', label: l10n.t('Needs review'), count: counts.warned },
      ...(this.#listed === undefined
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
    return [
      { id: 'getOrCreate', label: l10n.t('Get or Create {0}…', grouped(valid)), isPrimary: true, isEnabled: isOpen },
      {
        id: 'listOnly',
        label: l10n.t('Add {0} to List Without Sending…', grouped(counts.notKnown)),
        isEnabled: isOpen && counts.notKnown > 0 && this.#listed === undefined,
      },
      // What was listed stays as it was read.
      ...this.#commands.openQuestions().map(({ id, label }) => ({
        id,
        label,
        isEnabled: !this.#isBusy && this.#listed === undefined,
      })),
    ];
  }

  #isIn(row: PreviewRow, filter: string | undefined): boolean {
    if (filter === undefined) return true;
    return filter === 'warned' ? isWarned(row) : filter === row.class || filter === this.#listedOf(row);
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
        { text: row.name ?? '' },
        listed === undefined
          ? { text: classText(row.class), mark: CLASS_MARKS[row.class] }
          : { text: listedText(listed), mark: LISTED_MARKS[listed] },
        {
          text: rowText(row, changes),
          changes: row.class === 'notKnown' ? addedParts(row.text) : changeParts(changes),
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
const CLASS_MARKS: Readonly<Record<ImportClass, Mark>> = { known: 'done', notKnown: 'waiting', invalid: 'error' };
const LISTED_MARKS: Readonly<Record<Listed, Mark>> = { added: 'done', same: 'skipped', different: 'warning' };
