// Network settings from VS Code: the person's own, never a workspace's.

import * as vscode from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import type { Network, NetworkSettings } from '../../core/ports/network.ts';

export class VsCodeNetworkSettings implements NetworkSettings, Disposable {
  readonly #variable: Network['variable'];
  /** Kept until settings change: each of them takes the editor a millisecond. */
  #read: Network | undefined;
  readonly #subscription = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('http')) this.#read = undefined;
  });

  constructor(variable: Network['variable']) {
    this.#variable = variable;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  current(): Network {
    return (this.#read ??= {
      proxySupport: ofUser('proxySupport') !== 'off',
      proxy: text('proxy'),
      noProxy: texts('noProxy'),
      proxyAuthorization: text('proxyAuthorization'),
      // An unknown value turns no guard off.
      proxyStrictSSL: ofUser('proxyStrictSSL') !== false,
      systemCertificates: ofUser('systemCertificates') !== false,
      variable: this.#variable,
    });
  }
}

/** A workspace must not choose a proxy: some versions of the editor let it set these. */
function ofUser(name: string): unknown {
  const inspected = vscode.workspace.getConfiguration('http').inspect<unknown>(name);
  return inspected?.globalValue ?? inspected?.defaultValue;
}

function text(name: string): string | undefined {
  const value = ofUser(name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function texts(name: string): readonly string[] {
  const value = ofUser(name);
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
