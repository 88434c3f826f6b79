// The form as VS Code's editor for user groups: a page for each tab, over the text document that all editors share.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { lazy, type Lazy } from '../../../core/lazy.ts';
import type { Log } from '../../../core/ports/log.ts';
import { FlushBeforeSave, type OpenForms } from './flushBeforeSave.ts';
import type { FormSession, SessionDependencies } from './formSession.ts';
import { PageChannel } from '../../platform/pageChannel.ts';
import { htmlOf } from '../../platform/pageHtml.ts';

const VIEW_TYPE = 'userGroups.form';

export class FormEditor implements vscode.CustomTextEditorProvider, OpenForms, Disposable {
  readonly #extension: vscode.Uri;
  readonly #dependencies: Lazy<SessionDependencies>;
  readonly #log: Log;
  readonly #sessions = new Map<string, Set<FormSession>>();
  readonly #saving: FlushBeforeSave;
  readonly #registration: Disposable;

  constructor(extension: vscode.Uri, log: Log, dependencies: Lazy<SessionDependencies>) {
    this.#extension = extension;
    this.#log = log;
    this.#dependencies = dependencies;
    this.#saving = new FlushBeforeSave(this, log);
    this.#registration = vscode.window.registerCustomEditorProvider(VIEW_TYPE, this, {
      supportsMultipleEditorsPerDocument: true,
    });
  }

  resolveCustomTextEditor(document: vscode.TextDocument, panel: vscode.WebviewPanel): void {
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: pageFolders(this.#extension) };
    const channel: PageChannel = new PageChannel(webview, this.#log, async () => (await session()).answers);
    const session = lazy<FormSession>(async () => {
      const [{ FormSession: Session }, dependencies] = await Promise.all([
        import('./formSession.ts'),
        this.#dependencies(),
      ]);
      const made = new Session(document, channel, dependencies, panel);
      this.#add(document.uri, made);
      return made;
    });
    panel.onDidChangeViewState(
      () =>
        void session().then((made) => {
          made.refresh();
        }),
    );
    panel.onDidDispose(
      () =>
        void session().then((made) => {
          this.#remove(document.uri, made);
        }),
    );
    webview.html = pageHtml(webview, this.#extension);
  }

  /** Resolves when the input of all forms is in this document. */
  async flush(uri: vscode.Uri): Promise<void> {
    for (const session of this.#sessions.get(uri.toString()) ?? []) await session.flush();
  }

  has(uri: vscode.Uri): boolean {
    return this.#sessions.has(uri.toString());
  }

  /** As `FlushBeforeSave.saveFlushed`. */
  saveFlushed(document: vscode.TextDocument): Promise<boolean> {
    return this.#saving.saveFlushed(document);
  }

  dispose(): void {
    this.#saving.dispose();
    this.#registration.dispose();
    for (const session of [...this.#sessions.values()].flatMap((sessions) => [...sessions])) session.dispose();
    this.#sessions.clear();
  }

  #add(uri: vscode.Uri, session: FormSession): void {
    this.#sessions.set(uri.toString(), (this.#sessions.get(uri.toString()) ?? new Set()).add(session));
  }

  #remove(uri: vscode.Uri, session: FormSession): void {
    const sessions = this.#sessions.get(uri.toString());
    sessions?.delete(session);
    if (sessions?.size === 0) this.#sessions.delete(uri.toString());
    session.dispose();
  }
}

/** Folders of the extension that a page may load from. */
function pageFolders(extension: vscode.Uri): vscode.Uri[] {
  return [vscode.Uri.joinPath(extension, 'dist', 'form'), vscode.Uri.joinPath(extension, 'media')];
}

function pageHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  const [dist, media] = pageFolders(extension).map((folder) => webview.asWebviewUri(folder).toString());
  return htmlOf({
    nonce: crypto.randomUUID(),
    title: l10n.t('User Group'),
    script: `${dist}/form.js`,
    styles: [`${media}/form.css`],
  });
}
