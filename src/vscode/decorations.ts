// Marks the tabs of documents that stand for production.

import * as vscode from 'vscode';
import { isGuarded } from '../core/connection.ts';
import type { Disposable } from '../core/emitter.ts';
import type { Lazy } from '../core/ports.ts';
import type { Services } from '../services/services.ts';
import { parseUri, SCHEME } from './documents/documentUris.ts';

export class ProductionDecorations implements vscode.FileDecorationProvider, Disposable {
  readonly #services: Lazy<Services>;
  readonly #registration = vscode.window.registerFileDecorationProvider(this);

  constructor(services: Lazy<Services>) {
    this.#services = services;
  }

  async provideFileDecoration(uri: vscode.Uri): Promise<vscode.FileDecoration | undefined> {
    if (uri.scheme !== SCHEME) return undefined;
    const parsed = parseUri(uri);
    const { connections } = await this.#services();
    const connection = connections.list().find(({ name }) => name === parsed?.connection);
    if (connection === undefined || !isGuarded(connection)) return undefined;
    const words = connection.environment === 'Customer' ? 'Production' : 'Environment not declared, guarded like production';
    return new vscode.FileDecoration('P', `${words}: ${connection.name}`, new vscode.ThemeColor('charts.red'));
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
