// Marks production in the tree and on the tabs of documents: a letter and a colour.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isGuarded } from '../../core/connection.ts';
import { Emitter, type Disposable } from '../../core/emitter.ts';
import type { Lazy } from '../../core/lazy.ts';
import type { Services } from '../../services/services.ts';
import { connectionNameIn, SCHEME } from '../platform/documentUris.ts';

export class ProductionDecorations implements vscode.FileDecorationProvider, Disposable {
  readonly #services: Lazy<Services>;
  readonly #changed = new Emitter<undefined>();
  readonly onDidChangeFileDecorations = this.#changed.event as vscode.Event<undefined>;
  readonly #registration = vscode.window.registerFileDecorationProvider(this);

  constructor(services: Lazy<Services>) {
    this.#services = services;
  }

  /** A connection may have become production, or ceased to be. */
  refresh(): void {
    this.#changed.fire(undefined);
  }

  async provideFileDecoration(uri: vscode.Uri): Promise<vscode.FileDecoration | undefined> {
    if (uri.scheme !== SCHEME) return undefined;
    const named = connectionNameIn(uri);
    const { connections } = await this.#services();
    const connection = connections.list().find(({ name }) => name === named);
    if (connection === undefined || !isGuarded(connection)) return undefined;
    const tooltip =
      connection.environment === 'Customer'
        ? l10n.t('Production: {0}', connection.name)
        : l10n.t('Undeclared, guarded like production: {0}', connection.name);
    return new vscode.FileDecoration('P', tooltip, new vscode.ThemeColor('userGroups.production'));
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
