// The form as VS Code's editor for user groups: a page for each tab, over the text document that all editors share.
// Before that is saved, pending input of its forms is written into it: saving may overtake the last input.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { lazy, type Lazy } from '../../../core/lazy.ts';
import type { Log } from '../../../core/ports/log.ts';
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

interface OpenForms {
  has(uri: vscode.Uri): boolean;
  /** Resolves when the input of all forms is in this document. */
  flush(uri: vscode.Uri): Promise<void>;
}

/** VS Code gives work before a save a second and a half, and drops a listener for good that is late time and again. */
const LIMIT_MS = 1_000;

export class FlushBeforeSave implements Disposable {
  readonly #forms: OpenForms;
  readonly #log: Log;
  /** Documents whose next save need not ask their pages again. */
  readonly #flushed = new Set<string>();
  /** Input on its way, for which a save may not wait. */
  readonly #late = new WeakMap<vscode.TextDocument, Promise<void>>();
  readonly #subscriptions: readonly Disposable[];

  constructor(forms: OpenForms, log: Log) {
    this.#forms = forms;
    this.#log = log;
    this.#subscriptions = [
      vscode.workspace.onWillSaveTextDocument((event) => {
        const { uri } = event.document;
        if (forms.has(uri) && !this.#flushed.delete(uri.toString())) this.#flushFor(event);
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        this.#saveLate(document).catch((error: unknown) => {
          this.#log.bug(error);
        });
      }),
    ];
  }

  /** Saves a document that was just flushed. Answers as `TextDocument.save`. */
  async saveFlushed(document: vscode.TextDocument): Promise<boolean> {
    const key = document.uri.toString();
    this.#flushed.add(key);
    try {
      return await document.save();
    } finally {
      this.#flushed.delete(key);
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #flushFor(event: vscode.TextDocumentWillSaveEvent): void {
    const { document } = event;
    const flushed = this.#forms.flush(document.uri).catch((error: unknown) => {
      this.#log.bug(error);
    });
    let isLate = false;
    this.#late.set(document, flushed);
    const inTime = new Promise<void>((resolve) => {
      const limit = setTimeout(() => {
        isLate = true;
        resolve();
      }, LIMIT_MS);
      void flushed.then(() => {
        clearTimeout(limit);
        if (!isLate) this.#late.delete(document);
        resolve();
      });
    });
    event.waitUntil(inTime);
  }

  /** VS Code refuses a save during another, and calls the document clean after it even where text came meanwhile. */
  async #saveLate(document: vscode.TextDocument): Promise<void> {
    const flushed = this.#late.get(document);
    this.#late.delete(document);
    await flushed;
    if (flushed !== undefined && !document.isClosed) await this.saveFlushed(document);
  }
}
