// A fresh editor for a test: a server and a profile of its own, the packaged extension, one window or several.

import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { logs, sampleWorkspace } from '../../../scripts/editor/folders.ts';
import { keptSecrets } from '../../../scripts/editor/keptSecrets.ts';
import { makeProfile, settingsFile, type Profile } from '../../../scripts/editor/profile.ts';
import { startServer, type Server } from '../../../scripts/editor/server.ts';
import { themes, type Theme } from '../../../scripts/editor/themes.ts';
import { noteEditorStart } from '../../../scripts/test/editorStarts.ts';
import { EditorWindow } from './editorWindow.ts';
import { failedTest, keepEvidence, type FailedTest } from './evidence.ts';
import { extensionHostsUnder } from './extensionHosts.ts';
import { prepared } from './prepared.ts';

export interface EditorOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly theme?: Theme;
  /** `text`: for tests of what is typed and sent, whatever it is typed into. The form is what a person gets. */
  readonly groupsOpenAs?: 'form' | 'text';
  /** False: secrets are forgotten when the window is loaded again, as in some editors in a browser. */
  readonly keepsSecrets?: boolean;
  /** Called with the folder that will be `storage`, before the editor starts. */
  readonly beforeStart?: (storage: string) => void;
  /** The person's keybindings.json. */
  readonly keybindings?: readonly object[];
  /** Variables for the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called before an editor that tests share is used for the next one: what else is to begin anew. */
  readonly startOver?: () => void;
}

/** A film of each step costs a quarter of the time of all these tests: only where it is asked for. */
const keepsTraces = process.env.E2E_TRACE === '1';

/** What a hover shows is tested elsewhere; here it would lie over the row that is clicked next. */
const hoversNever = 600_000;

const associations = { form: {}, text: { '*.usergroup.json': 'default' } };

/** The editor with its first window. */
export class Editor extends EditorWindow {
  readonly #server: Server;
  readonly #open: () => Promise<Page>;
  /** Where the extension keeps what outlives the window. */
  readonly storage: string;
  readonly settingsFile: string;

  private constructor(page: Page, open: () => Promise<Page>, server: Server, profile: Profile) {
    super(page);
    this.storage = storageOf(profile);
    this.settingsFile = settingsFile(profile);
    this.#server = server;
    this.#open = open;
  }

  /** Resolves when the workbench stands. Whoever calls stops it; `editorForEachTest` does both. */
  static async start({
    settings,
    theme = 'dark',
    groupsOpenAs = 'form',
    keepsSecrets = true,
    keybindings,
    env = {},
    beforeStart,
  }: EditorOptions = {}): Promise<Editor> {
    const { editor, browser, address, extensions, builtIn, scratch } = prepared();
    const folder = mkdtempSync(join(scratch, 'editor-'));
    const workspace = join(folder, 'workspace');
    cpSync(sampleWorkspace, workspace, { recursive: true });
    const profile = makeProfile(folder, {
      'files.autoSave': 'off',
      'workbench.hover.delay': hoversNever,
      // Lists and boxes that fade in and out take as much of a machine as all the rest of a window.
      'workbench.reduceMotion': 'on',
      'workbench.colorTheme': themes[theme],
      'workbench.editorAssociations': associations[groupsOpenAs],
      ...settings,
    });
    if (keybindings !== undefined)
      writeFileSync(join(profile.data, 'User/keybindings.json'), JSON.stringify(keybindings));
    beforeStart?.(storageOf(profile));
    const began = performance.now();
    const server = await startServer(editor, {
      kind: 'bare',
      profile: { ...profile, extensions },
      flags: ['--builtin-extensions-dir', builtIn],
      env,
      logFile: join(logs, 'e2e-server.log'),
    });
    try {
      address.leadTo(server.url);
      await browser.forget(address.url);
      if (keepsTraces) await browser.tracing.start({ snapshots: true, screenshots: true });
      const keepSecrets = keepsSecrets ? keptSecrets() : undefined;
      const url = `${address.url}/?${new URLSearchParams({ folder: workspace }).toString()}`;
      const open = async (): Promise<Page> => {
        const page = await browser.openPage();
        await keepSecrets?.(page);
        await page.goto(url);
        return page;
      };
      const started = new Editor(await open(), open, server, profile);
      await started.isReady();
      noteEditorStart(performance.now() - began);
      return started;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Another window on the same profile: an extension host of its own, the same storage. Closes with the editor. */
  async openWindow(): Promise<EditorWindow> {
    const window = new EditorWindow(await this.#open());
    await window.isReady();
    return window;
  }

  /** The processes in which extensions run at this moment: one for each window. */
  extensionHosts(): number[] {
    return extensionHostsUnder(this.#server.pid);
  }

  /** Of a failed test, evidence is kept: what stood in its windows, and the trace where traces are kept. */
  async stop(failed?: FailedTest): Promise<void> {
    const { browser, address } = prepared();
    try {
      const folder = failed && (await keepEvidence(failed, browser.pages(), this.extensionHosts()));
      if (keepsTraces) await browser.tracing.stop(folder === undefined ? {} : { path: join(folder, 'trace.zip') });
    } finally {
      await browser.forget(address.url);
      await this.#server.stop();
    }
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
  beforeEach(async () => {
    editor = await Editor.start(options());
  });
  afterEach(async function () {
    await editor?.stop(failedTest(this.currentTest));
    editor = undefined;
  });
  return () => {
    if (editor === undefined) throw new Error('The editor is there only while a test runs.');
    return editor;
  };
}
