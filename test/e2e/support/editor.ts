// A fresh editor for a test: a server and a profile of its own, the packaged extension, one window or several.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { logs, sampleWorkspace } from '../../../scripts/editor/folders.ts';
import { useDisplayLanguage } from '../../../scripts/editor/languagePack.ts';
import { keptSecrets } from '../../../scripts/editor/keptSecrets.ts';
import { makeProfile, settingsFile, userSettings, type Profile } from '../../../scripts/editor/profile.ts';
import { startServer, type Server } from '../../../scripts/editor/server.ts';
import { themes } from '../../../scripts/editor/themes.ts';
import { noteEditorStart } from '../../../scripts/test/editorStarts.ts';
import { manifestTexts } from '../../support/manifestTexts.ts';
import { EditorWindow } from './editorWindow.ts';
import { failedTest, keepEvidence, type FailedTest } from './evidence.ts';
import { extensionHostsUnder } from './extensionHosts.ts';
import { API_TOKEN, prepared } from './prepared.ts';

export type Settings = Readonly<Record<string, unknown>>;

export interface EditorOptions {
  readonly settings?: Settings;
  /** `text`: for tests of what is typed and sent, whatever it is typed into. The form is what the user gets. */
  readonly groupsOpenAs?: 'form' | 'text';
  /** False: secrets are forgotten when the window is loaded again, as in some editors in a browser. */
  readonly keepsSecrets?: boolean;
  /** Called with the folder that will be `storage`, before the editor starts. */
  readonly beforeStart?: (storage: string) => void;
  /** The person's keybindings.json. */
  readonly keybindings?: readonly object[];
  /** That of extensions, such as `de`; the editor's own texts stay English. */
  readonly language?: string;
  /** Variables for the extension host. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A film of each step costs a quarter of the time of all these tests: only where it is asked for. */
const keepsTraces = process.env.E2E_TRACE === '1';

/** What a hover shows is tested elsewhere; here it would lie over the row that is clicked next. */
const hoversNever = 600_000;

const associations = { form: {}, text: { '*.usergroup.json': 'default' } };

/** A process runs one editor at a time, since all of its editors have the same address. */
let running: Editor | undefined;

/** The editor with its first window. */
export class Editor extends EditorWindow {
  readonly #server: Server;
  readonly #open: () => Promise<Page>;
  /** Where the extension keeps what outlives the window. */
  readonly storage: string;
  readonly settingsFile: string;
  readonly workspace: string;

  private constructor(
    page: Page,
    open: () => Promise<Page>,
    server: Server,
    profile: Profile,
    workspace: string,
    viewTitle?: string,
  ) {
    super(page, viewTitle);
    this.workspace = workspace;
    this.storage = storageOf(profile);
    this.settingsFile = settingsFile(profile);
    this.#server = server;
    this.#open = open;
  }

  static get running(): Editor | undefined {
    return running;
  }

  /**
   * Resolves when the workbench stands; the one that ran is stopped before. Whoever calls stops it; `ownEditor` does
   * both.
   */
  static async start({
    keepsSecrets = true,
    keybindings,
    language,
    env = {},
    beforeStart,
    ...others
  }: EditorOptions = {}): Promise<Editor> {
    await running?.stop();
    const { editor, browser, address, extensions, builtIn, scratch, apiToken } = prepared();
    const folder = mkdtempSync(join(scratch, 'editor-'));
    const workspace = join(folder, 'workspace');
    makeSampleWorkspace(workspace);
    const profile = makeProfile(folder, settingsOf(others));
    if (keybindings !== undefined)
      writeFileSync(join(profile.data, 'User/keybindings.json'), JSON.stringify(keybindings));
    beforeStart?.(storageOf(profile));
    const began = performance.now();
    const server = await startServer(editor, {
      kind: 'bare',
      profile: { ...profile, extensions },
      flags: [
        '--builtin-extensions-dir',
        builtIn,
        ...(language === undefined ? [] : useDisplayLanguage(profile, language)),
      ],
      env: { [API_TOKEN]: apiToken, ...env },
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
      const started = new Editor(await open(), open, server, profile, workspace, manifestTexts(language)['view.title']);
      await started.isReady();
      running = started;
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
    running = undefined;
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

/** What the file of settings has. */
export function settingsOf({
  settings,
  groupsOpenAs = 'form',
}: Pick<EditorOptions, 'settings' | 'groupsOpenAs'>): Settings {
  return userSettings({
    'files.autoSave': 'off',
    'workbench.hover.delay': hoversNever,
    // Lists and boxes that fade in and out take as much of a machine as all the rest of a window.
    'workbench.reduceMotion': 'on',
    'workbench.colorTheme': themes.dark,
    // Settings open as any other tab does.
    'workbench.editor.useModal': 'off',
    'workbench.editorAssociations': associations[groupsOpenAs],
    ...settings,
  });
}

/** The samples in this folder, and nothing else. */
export function makeSampleWorkspace(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (!existsSync(join(sampleWorkspace, name))) rmSync(join(folder, name), { recursive: true });
  cpSync(sampleWorkspace, folder, { recursive: true });
}

function storageOf(profile: Profile): string {
  return join(profile.data, 'User/globalStorage/embedded-dashboards.user-groups');
}

/**
 * Inside `describe`: an editor for its tests one after another, each of which finds it as the one before has left it. A
 * test that fails closes the editor, and leaves its evidence. Options that are only known when the test begins come
 * from a function.
 */
export function ownEditor(options: () => EditorOptions = () => ({})): () => Editor {
  let editor: Editor | undefined;
  beforeEach(async () => {
    editor ??= await Editor.start(options());
  });
  afterEach(async function () {
    const failed = failedTest(this.currentTest);
    if (failed === undefined) return;
    await editor?.stop(failed);
    editor = undefined;
  });
  after(async () => {
    await editor?.stop();
    editor = undefined;
  });
  return () => {
    if (editor === undefined) throw new Error('The editor is there only while a test runs.');
    return editor;
  };
}
