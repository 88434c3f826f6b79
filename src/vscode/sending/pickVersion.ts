// The list of what was sent, to one group or to all: found by date, time, operation, outcome or group, and compared while
// it stays open.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { foreignText } from '../../core/foreignText.ts';
import { secondText } from '../../core/stateText.ts';
import type { SentVersion } from '../../core/userGroup.ts';
import { finderOf, sendingText, type Finder } from '../../core/versionText.ts';
import { chosenIn, inGivenOrder, settled, shownItem } from '../command/ask.ts';

export interface VersionsToPick {
  readonly title: string;
  /** Newest first. */
  readonly versions: readonly SentVersion[];
  /** There are older ones that cannot be picked here. */
  readonly isCutOff: boolean;
  /** The words for each version's group, when they are of several. */
  readonly groupOf?: ((version: SentVersion) => string) | undefined;
  /** Shows what it changed; the list stays. */
  readonly compare: (version: SentVersion) => void;
}

export const ALL_GROUPS = 'allGroups';

interface Item extends vscode.QuickPickItem {
  readonly answer?: SentVersion | typeof ALL_GROUPS;
  readonly isFoundBy: Finder;
}

/**
 * The version that is to be restored. Of one group, the sendings to all of them can be chosen instead.
 * @throws UserGroupsError `cancelled`
 */
export function pickVersion({
  title,
  versions,
  isCutOff,
  groupOf,
  compare,
}: VersionsToPick): Promise<SentVersion | typeof ALL_GROUPS> {
  const pick = inGivenOrder(vscode.window.createQuickPick<Item>());
  const all = versions.map((version) => itemOf(version, groupOf?.(version) ?? ''));
  pick.title = foreignText(isCutOff ? l10n.t('{0} (newest {1})', title, versions.length) : title);
  pick.placeholder =
    groupOf === undefined
      ? l10n.t('Search by date, time, operation, or outcome. Enter compares.')
      : l10n.t('Search by date, time, operation, group, or outcome. Enter compares.');
  pick.ignoreFocusOut = true;
  const show = (): void => {
    const found = all.filter(({ isFoundBy }) => isFoundBy(pick.value));
    pick.items = [...(found.length > 0 ? found : [nothingFound()]), ...(groupOf === undefined ? [toAllGroups()] : [])];
  };
  pick.onDidChangeValue(show);
  show();
  const restore = { iconPath: new vscode.ThemeIcon('discard'), tooltip: l10n.t('Restore as Draft') };
  pick.buttons = [restore];
  return settled(pick, (resolve) => {
    pick.onDidAccept(() => {
      const answer = chosenIn(pick)?.answer;
      if (answer === ALL_GROUPS) resolve(answer);
      else if (hasText(answer)) compare(answer);
    });
    pick.onDidTriggerButton(() => {
      const answer = chosenIn(pick)?.answer;
      if (answer !== ALL_GROUPS && hasText(answer)) resolve(answer);
    });
  });
}

/** A rotation sends only the token, which is not stored: its row has all there is. */
function hasText(version: SentVersion | undefined): version is SentVersion {
  return version !== undefined && version.operation !== 'rotate';
}

const always: Finder = () => true;

function nothingFound(): Item {
  return { label: l10n.t('No matching requests'), alwaysShow: true, isFoundBy: always };
}

function toAllGroups(): Item {
  return {
    label: `$(list-flat) ${l10n.t('All Groups')}`,
    detail: l10n.t('Show the history of all groups.'),
    alwaysShow: true,
    answer: ALL_GROUPS,
    isFoundBy: always,
  };
}

function itemOf(version: SentVersion, group: string): Item {
  const now = Date.now();
  const took = version.durationMs === undefined ? '' : l10n.t('{0} ms', Math.round(version.durationMs));
  return shownItem({
    label: secondText(version.at, now),
    description: [sendingText(version), group].filter((part) => part !== '').join(' · '),
    detail: [took, foreignText(version.reason ?? '', 300)].filter((part) => part !== '').join(' · '),
    alwaysShow: true,
    answer: version,
    isFoundBy: finderOf(version, group, now),
  });
}
