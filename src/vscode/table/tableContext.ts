// What handlers that show a table work with.

import type * as vscode from 'vscode';
import type { TablePanel } from './tablePanel.ts';
import type { TableView } from './tableView.ts';

export interface TableContext {
  /** Shows rows in their own tab; without a column in the active one. */
  readonly openTable: (view: TableView, column?: vscode.ViewColumn) => TablePanel;
}
