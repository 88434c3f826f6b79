// The walkthrough: opens it, and completes its steps by what was done. Its texts and pictures are in the manifest.

import * as vscode from 'vscode';
import type { Disposable } from '../core/emitter.ts';
import type { Memory } from '../core/ports/storage.ts';
import type { CommandRunner, Executed } from './command/commandRunner.ts';
import { parseUri } from './platform/documentUris.ts';

const ID = 'embedded-dashboards.user-groups#start';
const OPENED = 'walkthroughOpened';
/** Until VS Code shows a page that it was told to open. */
const OPENS_WITHIN_MS = 10_000;

/** The steps of the manifest, each with what completes it. */
const STEPS = [
  { id: 'sandbox', done: 'started' },
  { id: 'create', done: 'created' },
  { id: 'edit', done: 'edited' },
  { id: 'send', done: 'sent' },
  { id: 'rotate', done: 'rotated' },
  { id: 'connect', done: 'connected' },
] as const;
type Done = (typeof STEPS)[number]['done'];

export async function openWalkthrough(options: { readonly inactive?: boolean } = {}): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', ID, options);
  keepOpen();
}

/** By which the tab of the page is known: VS Code names neither its kind nor the walkthrough in it. */
let pageLabel: string | undefined;

/** In a tab of its own: VS Code would put the next document in its place. */
function keepOpen(): void {
  const { tabGroups } = vscode.window;
  const keep = (): void => {
    const { activeTab } = tabGroups.activeTabGroup;
    if (activeTab === undefined || activeTab.input !== undefined || !activeTab.isPreview) return;
    pageLabel = activeTab.label;
    opening.dispose();
    void vscode.commands.executeCommand('workbench.action.keepEditor');
  };
  const opening = tabGroups.onDidChangeTabs(keep);
  setTimeout(() => {
    opening.dispose();
  }, OPENS_WITHIN_MS).unref();
  keep();
}

/**
 * At the first start, without taking the focus: VS Code opens it by itself only for what is installed from its own
 * window, and its setting counts for both.
 */
export async function openWalkthroughOnce(memory: Memory): Promise<void> {
  if (memory.get(OPENED) === true) return;
  await memory.set(OPENED, true);
  const isWanted = vscode.workspace
    .getConfiguration('workbench.welcomePage.walkthroughs')
    .get<boolean>('openOnInstall');
  if (isWanted === true) await openWalkthrough({ inactive: true });
}

export function followSteps({ onDidExecute }: Pick<CommandRunner, 'onDidExecute'>): Disposable {
  const page = new WalkthroughPage();
  const executed = onDidExecute((event) => {
    const done = doneBy(event);
    if (done !== undefined) page.complete(done);
  });
  const saved = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
    const document = parseUri(uri);
    if (document !== undefined && 'userGroupId' in document) page.complete('edited');
  });
  const { tabGroups } = vscode.window;
  const shown = tabGroups.onDidChangeTabs(() => {
    page.goOn();
  });
  const active = tabGroups.onDidChangeTabGroups(() => {
    page.goOn();
  });
  return vscode.Disposable.from(executed, saved, shown, active);
}

/** The page of VS Code, which does not go on to the next step by itself. */
class WalkthroughPage {
  readonly #done = new Set<Done>();
  #next: string | undefined;

  complete(done: Done): void {
    // VS Code remembers completed steps. The running sandbox has a key of its own.
    if (done !== 'started') void vscode.commands.executeCommand('setContext', `userGroups.walkthrough.${done}`, true);
    this.#done.add(done);
    const from = STEPS.findIndex((step) => step.done === done);
    this.#next = STEPS.slice(from).find((step) => !this.#done.has(step.done))?.id;
    this.goOn();
  }

  /** Only while the page is active, where this shows the step and opens nothing. */
  goOn(): void {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    if (this.#next === undefined || activeTab === undefined) return;
    if (activeTab.input !== undefined || activeTab.label !== pageLabel) return;
    void vscode.commands.executeCommand('workbench.action.openWalkthrough', { category: ID, step: this.#next });
    this.#next = undefined;
  }
}

function doneBy({ id, result, origin }: Executed): Done | undefined {
  if (id === 'userGroups.startSandbox') return 'started';
  // With an argument object, a draft without changes is left unsent without a question.
  if (id === 'userGroups.update') return origin === 'argument' ? undefined : 'sent';
  if (id === 'userGroups.addConnection') return 'connected';
  if (id === 'userGroups.getOrCreate') return result?.new_user_group === true ? 'created' : undefined;
  if (id === 'userGroups.rotateToken') return result.rotated ? 'rotated' : undefined;
  return undefined;
}
