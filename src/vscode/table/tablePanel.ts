// A table in its own tab. It closes with the window: its content can be opened again from where it is stored.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Emitter, type Disposable, type Event } from '../../core/emitter.ts';
import { foreignText } from '../../core/foreignText.ts';
import { isObject } from '../../core/isObject.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Memory } from '../../core/ports/storage.ts';
import type { Schedule } from '../../core/ports/timer.ts';
import { decodeTableRequest, tableLook } from '../../protocol/decodeTableRequest.ts';
import type { TableEvents, TableLook, TableRequests } from '../../protocol/tableProtocol.ts';
import { REFUSED } from '../../protocol/requestShapes.ts';
import { ChannelToPage } from '../platform/pageChannel.ts';
import { htmlOf } from '../platform/pageHtml.ts';
import { TableSession, type KeptLook } from './tableSession.ts';
import type { TableView } from './tableView.ts';

const VIEW_TYPE = 'userGroups.table';
const LONGEST_TITLE = 60;
const LOOKS = 'userGroups.tableLooks';

export interface TablePlace {
  readonly extension: vscode.Uri;
  readonly log: Log;
  readonly schedule: Schedule;
  readonly memory: Pick<Memory, 'get' | 'set'>;
}

/** What handlers that show a table work with. */
export interface TableContext {
  /** Shows rows in their own tab; without a column in the active one. */
  readonly openTable: (view: TableView, column?: vscode.ViewColumn) => TablePanel;
}

export class TablePanel implements Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #session: TableSession;
  readonly #closed = new Emitter<undefined>();

  constructor(
    view: TableView,
    { extension, log, schedule, memory }: TablePlace,
    column: vscode.ViewColumn = vscode.ViewColumn.Active,
  ) {
    const folders = [vscode.Uri.joinPath(extension, 'dist', 'table'), vscode.Uri.joinPath(extension, 'media')];
    // A hidden page is discarded and remembers its look.
    this.#panel = vscode.window.createWebviewPanel(VIEW_TYPE, foreignText(view.title, LONGEST_TITLE), column, {
      enableScripts: true,
      retainContextWhenHidden: false,
      localResourceRoots: folders,
    });
    const { webview } = this.#panel;
    const [dist, media] = folders.map((folder) => webview.asWebviewUri(folder).toString());
    const channel: ChannelToPage<TableRequests, TableEvents> = new ChannelToPage<TableRequests, TableEvents>(
      webview,
      log,
      decodeTableRequest,
      () => Promise.resolve(this.#session.answers),
    );
    this.#session = new TableSession({
      view,
      look: keptLook(memory, view.kind),
      schedule,
      report: (state) => {
        this.#panel.title = foreignText(view.title, LONGEST_TITLE);
        channel.report('state', state);
      },
      onBug: (error) => {
        log.bug(error);
      },
    });
    this.#panel.onDidDispose(() => {
      this.#session.dispose();
      channel.dispose();
      this.#closed.fire(undefined);
      this.#closed.dispose();
    });
    webview.html = htmlOf({
      nonce: crypto.randomUUID(),
      title: l10n.t('Table'),
      first: { title: foreignText(view.title), headline: foreignText(view.now().headline) },
      script: `${dist}/table.js`,
      styles: [`${media}/form.css`, `${media}/table.css`],
    });
  }

  /** The user closed it, or it was disposed of. */
  get onDidClose(): Event<undefined> {
    return this.#closed.event;
  }

  /** The view's content has changed. May be called for each row: the page is notified a few times a second. */
  update(): void {
    this.#session.update();
  }

  /** Where it is. */
  get column(): vscode.ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  /** Brings it to the front, where it is or in another column. */
  show(column = this.column): void {
    this.#panel.reveal(column);
  }

  dispose(): void {
    this.#panel.dispose();
  }
}

function keptLook(memory: TablePlace['memory'], kind: TableView['kind']): KeptLook {
  const all = (): Record<string, unknown> => {
    const kept = memory.get(LOOKS);
    return isObject(kept) ? kept : {};
  };
  const get = (): TableLook => {
    const kept = tableLook(all()[kind]);
    return kept === REFUSED ? { widths: {} } : kept;
  };
  return { get, set: (look) => memory.set(LOOKS, { ...all(), [kind]: look }) };
}
