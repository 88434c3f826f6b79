// How each document of a repository stands to what was applied from it, by the state that the command line keeps there.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { USER_GROUP_API } from '../../../contract/serviceApi.ts';
import { Emitter, type Disposable } from '../../../core/emitter.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { groupRef } from '../../../core/groupKey.ts';
import { lazy, type Lazy } from '../../../core/lazy.ts';
import type { Settings } from '../../../core/ports/userSettings.ts';
import { dayText } from '../../../core/stateText.ts';
import type { UserGroupRecord } from '../../../core/userGroup.ts';
import { differenceFromAnswer } from '../../../document/difference.ts';
import { PRESET_FILE } from '../../../document/documentUri.ts';
import { withPreset, type Preset } from '../../../document/preset.ts';
import { readSendable } from '../../../document/userGroupDocument.ts';
import { CONFIG_FILE, type ConfiguredConnection } from '../../../services/files/groupsConfig.ts';
import { textIn } from '../../../services/files/groupFiles.ts';
import { LONGEST_LIST } from '../../../document/documentFiles.ts';
import { readState, STATE_FOLDER, statePath } from '../../../services/plans/appliedState.ts';
import type { Services } from '../../../services/services.ts';
import { bodyDigest } from '../../../services/plans/bodyDigest.ts';
import { statusOf } from '../../../services/plans/folderPlan.ts';
import {
  completeJournal,
  isStateOf,
  Journaled,
  journalOf,
  type KnownState,
} from '../../../services/plans/planJournal.ts';
import { configOf, readRegularFile } from '../../platform/configFiles.ts';
import { presetBeside } from '../../platform/presetFiles.ts';

interface AppliedPlace {
  /** With the configuration. */
  readonly root: vscode.Uri;
  readonly connection: ConfiguredConnection;
  readonly known: KnownState;
  readonly preset: Preset | undefined;
}

export interface AppliedStatesDependencies {
  readonly settings: Pick<Settings, 'connections'>;
  readonly services: Lazy<Pick<Services, 'connections' | 'groups'>>;
}

export class AppliedStates implements Disposable {
  readonly #settings: AppliedStatesDependencies['settings'];
  readonly #services: AppliedStatesDependencies['services'];
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  /** By folder of documents; dropped with every change of what they are read from. */
  readonly #places = new Map<string, Promise<AppliedPlace | undefined>>();
  /** Folders with a configuration above the workspace. */
  readonly #watched = new Set<string>();
  readonly #subscriptions: Disposable[] = [];

  constructor({ settings, services }: AppliedStatesDependencies) {
    this.#settings = settings;
    this.#services = lazy(async () => {
      const opened = await services();
      this.#subscriptions.push(
        opened.groups.onDidChange(() => {
          this.#changed.fire(undefined);
        }),
      );
      return opened;
    });
    for (const pattern of [CONFIG_FILE, PRESET_FILE, `${STATE_FOLDER}/*`]) this.#watch(`**/${pattern}`);
  }

  #watch(pattern: vscode.GlobPattern): void {
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const forget = (): void => {
      this.#places.clear();
      this.#changed.fire(undefined);
    };
    this.#subscriptions.push(
      watcher,
      watcher.onDidChange(forget),
      watcher.onDidCreate(forget),
      watcher.onDidDelete(forget),
    );
  }

  /** What is above the workspace is not watched otherwise. */
  #watchAbove(root: vscode.Uri): void {
    if (this.#watched.has(root.path)) return;
    this.#watched.add(root.path);
    this.#watch(new vscode.RelativePattern(root, CONFIG_FILE));
    this.#watch(new vscode.RelativePattern(vscode.Uri.joinPath(root, STATE_FOLDER), '*'));
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    this.#changed.dispose();
  }

  /** "staging: not applied yet". `undefined` for what is in no repository with a state. */
  async textOf(document: vscode.TextDocument, now: number): Promise<string | undefined> {
    const place = await this.#placeOf(document.uri);
    return place && textFor(document.getText(), place, await this.#answeredBy(place), now);
  }

  /** The same above the first line, with a way to the plan of its folder. */
  async lensesOf(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const place = await this.#placeOf(document.uri);
    if (place === undefined) return [];
    const { root, connection } = place;
    const plan = {
      title: textFor(document.getText(), place, await this.#answeredBy(place), Date.now()),
      command: 'userGroups.planFolder',
      arguments: [{ folder: root.fsPath, connection: connection.config.name }],
    };
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), plan)];
  }

  /** What the service has answered in this editor, on the connection with the same address. */
  async #answeredBy({ connection: { config } }: AppliedPlace): Promise<Answered> {
    if (this.#settings.connections().length === 0) return () => undefined;
    const { connections, groups } = await this.#services();
    const same = connections.list().find(({ baseUrl, id }) => baseUrl === config.baseUrl && id !== '');
    return (userGroupId) => same && groups.find(groupRef(same, userGroupId))?.answered;
  }

  #placeOf(uri: vscode.Uri): Promise<AppliedPlace | undefined> {
    const workspace = uri.scheme === 'file' ? vscode.workspace.getWorkspaceFolder(uri)?.uri : undefined;
    if (workspace === undefined) return Promise.resolve(undefined);
    const folder = vscode.Uri.joinPath(uri, '..');
    const place = this.#places.get(folder.path) ?? placeIn(workspace, folder, (above) => this.#watchAbove(above));
    this.#places.set(folder.path, place);
    return place;
  }
}

/** Nothing where it cannot be read: the commands say why. */
async function placeIn(
  workspace: vscode.Uri,
  folder: vscode.Uri,
  watch: (root: vscode.Uri) => void,
): Promise<AppliedPlace | undefined> {
  try {
    const { root, path, connections } = (await configOf(workspace)) ?? {};
    if (root === undefined || connections === undefined) return undefined;
    if (path !== undefined) watch(root);
    const connection = connections.find((each) => vscode.Uri.joinPath(root, each.folder, '.').path === folder.path);
    if (connection === undefined) return undefined;
    const file = vscode.Uri.joinPath(root, statePath(connection.config.name));
    const state = textIn(await readRegularFile(file, LONGEST_LIST));
    if (state === undefined) return undefined;
    const journal = textIn(await readRegularFile(file.with({ path: journalOf(file.path) }), LONGEST_LIST));
    const preset = await presetBeside(vscode.Uri.joinPath(folder, PRESET_FILE));
    const { applied, origin } = readState(state);
    return { root, connection, preset, known: new Journaled(applied, completeJournal(journal ?? ''), origin) };
  } catch (error) {
    if (error instanceof UserGroupsError || error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}

type Answered = (userGroupId: string) => UserGroupRecord['answered'];

function textFor(text: string, { connection, known, preset }: AppliedPlace, answered: Answered, now: number): string {
  const { name, baseUrl } = connection.config;
  const { request } = connection.serviceApi ?? USER_GROUP_API;
  if (!isStateOf(known, baseUrl)) return l10n.t('{0}: the state is of another or an unknown address', name);
  try {
    const document = readSendable(withPreset(text, preset).text, request);
    const { userGroupId } = document;
    const at = Date.parse(known.applied.get(userGroupId)?.at ?? '');
    const day = (): string => dayText(at, now);
    switch (statusOf(bodyDigest(document, request), userGroupId, known)) {
      case 'new':
        return l10n.t('{0}: not applied yet', name);
      case 'changed':
        return l10n.t('{0}: changed since it was applied {1}', name, day());
      case 'unknown':
        return l10n.t('{0}: outcome of apply unknown', name);
      case 'tokenDue':
        return l10n.t('{0}: as applied {1}, token not delivered', name, day());
      case 'gone':
        return l10n.t('{0}: deleted on the service', name);
      case 'same':
      case 'drifted': {
        const answer = answered(userGroupId);
        // A time in the future is of another clock, so it hides no response.
        const isSince = answer !== undefined && (answer.at > at || at > now);
        const hasDrifted = isSince && differenceFromAnswer(document, answer).length > 0;
        return hasDrifted
          ? l10n.t('{0}: drifted, service response {1}', name, dayText(answer.at, now))
          : l10n.t('{0}: as applied {1}', name, day());
      }
    }
  } catch (error) {
    if (error instanceof UserGroupsError) return l10n.t('{0}: invalid, so it is not applied', name);
    throw error;
  }
}
