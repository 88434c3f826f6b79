// A fresh editor for a test: a server and a profile of its own, the packaged extension, one window or several.

import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { cache, logs, sampleWorkspace } from '../../../scripts/editor/folders.ts';
import { makeProfile, settingsFile, type Profile } from '../../../scripts/editor/profile.ts';
import { startServer, type Server } from '../../../scripts/editor/server.ts';
import { themes, type Theme } from '../../../scripts/editor/themes.ts';
import { EditorWindow } from './editorWindow.ts';
import { prepared } from './prepared.ts';

export interface EditorOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly theme?: Theme;
  /** False: the bare server, which forgets secrets when the window is loaded anew. */
  readonly keepsSecrets?: boolean;
  /** Called with the folder that will be `storage`, before the editor starts. */
  readonly beforeStart?: (storage: string) => void;
  /** Variables for the extension host. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The editor with its first window. */
export class Editor extends EditorWindow {
  readonly #server: Server;
  readonly #context: BrowserContext;
  readonly #url: string;
  /** Where the extension keeps what outlives the window. */
  readonly storage: string;
  readonly settingsFile: string;

  private constructor(page: Page, server: Server, context: BrowserContext, url: string, profile: Profile) {
    super(page);
    this.storage = storageOf(profile);
    this.settingsFile = settingsFile(profile);
    this.#server = server;
    this.#context = context;
    this.#url = url;
  }

  /** Resolves when the workbench stands. Whoever calls stops it; `editorForEachTest` does both. */
  static async start({ settings, theme = 'dark', keepsSecrets = true, env = {}, beforeStart }: EditorOptions = {}): Promise<Editor> {
    const { editor, browser, extensions, scratch } = prepared();
    const folder = mkdtempSync(join(scratch, 'editor-'));
    const workspace = join(folder, 'workspace');
    cpSync(sampleWorkspace, workspace, { recursive: true });
    const profile = makeProfile(folder, { 'files.autoSave': 'off', 'workbench.colorTheme': themes[theme], ...settings });
    beforeStart?.(storageOf(profile));
    const server = await startServer(editor, {
      kind: keepsSecrets ? 'codeServer' : 'bare', profile: { ...profile, extensions }, env, logFile: join(logs, 'e2e-server.log'),
    });
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'],
    });
    await context.tracing.start({ screenshots: true, snapshots: true });
    const page = await context.newPage();
    const url = `${server.url}/?${new URLSearchParams({ folder: workspace }).toString()}`;
    const started = new Editor(page, server, context, url, profile);
    await page.goto(started.#url);
    await started.isReady();
    return started;
  }

  /** Another window on the same profile: an extension host of its own, the same storage. Closes with the editor. */
  async openWindow(): Promise<EditorWindow> {
    const page = await this.#context.newPage();
    await page.goto(this.#url);
    const window = new EditorWindow(page);
    await window.isReady();
    return window;
  }

  /** Keeps screenshots of all windows and a trace under .cache/failures, for the test of this title. */
  async keepEvidence(title: string): Promise<void> {
    const folder = join(cache, 'failures', title.replaceAll(/[^\w -]+/g, '_'));
    mkdirSync(folder, { recursive: true });
    for (const [index, page] of this.#context.pages().entries()) {
      await page.screenshot({ path: join(folder, `window-${index + 1}.png`) });
    }
    await this.#context.tracing.stop({ path: join(folder, 'trace.zip') });
  }

  async stop(): Promise<void> {
    await this.#context.close();
    await this.#server.stop();
  }
}

function storageOf(profile: Profile): string {
  return join(profile.data, 'User/globalStorage/embedded-dashboards.user-groups');
}

/**
 * Inside `describe`: a fresh editor for each test, stopped after it; of a failed test, evidence is kept.
 * Options that are only known when the test begins come from a function.
 */
export function editorForEachTest(options: () => EditorOptions = () => ({})): () => Editor {
  let editor: Editor | undefined;
  beforeEach(async () => { editor = await Editor.start(options()); });
  afterEach(async function () {
    try {
      if (this.currentTest?.state === 'failed') await editor?.keepEvidence(this.currentTest.fullTitle());
    } finally {
      await editor?.stop();
      editor = undefined;
    }
  });
  return () => {
    if (editor === undefined) throw new Error('The editor is there only while a test runs.');
    return editor;
  };
}
