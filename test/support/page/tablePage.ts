// The page of a table, and a host that has its rows.

import type {
  SliceQuestion,
  TableColumn,
  TableEvents,
  TableLook,
  TableRequests,
  TableRow,
  TableState,
} from '../../../src/protocol/tableProtocol.ts';
import { MountedPage, type Answers } from './mountedPage.ts';

export interface TableSetup {
  readonly columns?: readonly TableColumn[];
  /** In the order of the columns. */
  readonly rows?: readonly TableRow[];
  /** What differs from a table that is at rest, with nothing to filter by or to press. */
  readonly state?: Partial<TableState>;
  /** As the person left the last one of its kind. */
  readonly look?: TableLook;
  readonly answers?: Answers<TableRequests>;
  readonly memory?: unknown;
  readonly texts?: Readonly<Record<string, string>>;
}

const COLUMNS: readonly TableColumn[] = [
  { id: 'id', title: 'ID', isId: true, isSortable: true },
  { id: 'words', title: 'Details', isMain: true },
];

export function rowOf(key: string, ...texts: readonly string[]): TableRow {
  return { key, cells: texts.map((text) => ({ text })) };
}

export class TablePageInTest {
  readonly page: MountedPage<TableRequests, TableEvents>;
  #state: TableState;

  private constructor(page: MountedPage<TableRequests, TableEvents>, state: TableState) {
    this.page = page;
    this.#state = state;
  }

  static async open({
    columns = COLUMNS,
    rows = [],
    state: differing = {},
    look = { widths: {} },
    answers = {},
    ...others
  }: TableSetup = {}): Promise<TablePageInTest> {
    const state = { revision: 1, title: 'Preview', headline: '', filters: [], actions: [], ...differing };
    const page = await MountedPage.of<TableRequests, TableEvents>({
      name: 'table',
      answers: {
        open: () => ({ columns, look, state }),
        slice: ({ offset, limit }: SliceQuestion) => ({ rows: rows.slice(offset, offset + limit), total: rows.length }),
        ...answers,
      },
      ...others,
    });
    return new TablePageInTest(page, state);
  }

  /** Another state is reported, whose rows may be others. */
  async becomes(differing: Partial<TableState>): Promise<void> {
    this.#state = { ...this.#state, revision: this.#state.revision + 1, ...differing };
    await this.page.report('state', this.#state);
  }
}

/** Inside `describe`: opens pages, each of which is closed when its test is over. */
export function tablePages(): (setup?: TableSetup) => Promise<TablePageInTest> {
  const opened: TablePageInTest[] = [];
  afterEach(() => {
    for (const { page } of opened.splice(0)) page.close();
  });
  return async (setup) => {
    const table = await TablePageInTest.open(setup);
    opened.push(table);
    return table;
  };
}
