// How the node of a connection looks.

import * as l10n from '@vscode/l10n';
import { groupsText } from '../../../core/groupsText.ts';
import { apiOf, hasList, isGuarded, type Connection } from '../../../core/connection.ts';
import { environmentText } from '../../../core/environmentText.ts';
import { foreignText, quotedId } from '../../../core/foreignText.ts';
import { grouped } from '../../../core/language.ts';
import { requestsUrl } from '../../../core/requestsUrl.ts';
import { sentences } from '../../../core/sentences.ts';
import type { ConnectionNode } from '../../command/treeNode.ts';
import { idOf, type NodeDescription } from './nodeDescription.ts';

export function describeConnection({ of, groups, matching, isRunning, ...node }: ConnectionNode): NodeDescription {
  const state = connectionState(of, isRunning);
  return {
    id: of.id === '' ? idOf(node, String(node.position)) : `connection/${of.id}`,
    label: foreignText(of.name),
    // What needs an answer comes first: a narrow sidebar cuts the rest.
    description: (of.status === 'ready' && of.mismatch === undefined
      ? [environmentText(of), countText(groups, matching), state]
      : of.status === 'ready'
        ? [state, environmentText(of), countText(groups, matching)]
        : [state, countText(groups, matching)]
    )
      .filter((part) => part !== '')
      .join(' · '),
    tooltip: [
      foreignText(of.name),
      of.kind === 'sandbox' ? l10n.t('A stand-in for the service on this machine.') : '',
      // An unusable URL may be anything, even a password.
      of.kind === 'service' && of.status === 'ready'
        ? l10n.t('URL: {0}', foreignText(requestsUrl(of.baseUrl, apiOf(of)), 500))
        : '',
      of.api === undefined ? '' : l10n.t('API: {0}', foreignText(of.api)),
      l10n.t('Environment: {0}', environmentText(of)),
      state,
      of.mismatch === undefined
        ? ''
        : sentences([foreignText(of.mismatch.reason, 600), l10n.t('Nothing is sent until you review the API token.')]),
    ]
      .filter((line) => line !== '')
      .join('\n'),
    icon: connectionIcon(of),
    ...colorOf(of),
    expands: 'open',
    can: connectionCapabilities(of, isRunning),
  };
}

/** How many groups; of a filtered list, how many of them match. */
function countText(groups: number, matching: number | undefined): string {
  if (matching !== undefined) return l10n.t('{0} of {1}', grouped(matching), grouped(groups));
  if (groups === 0) return '';
  return groupsText(groups);
}

function connectionState(of: Connection, isRunning: boolean): string {
  switch (of.status) {
    case 'ready':
      if (of.kind === 'sandbox') return isRunning ? '' : l10n.t('Stopped');
      if (of.mismatch !== undefined) return l10n.t('API token unverified');
      if (of.locked === undefined) return '';
      return of.locked === 'all' ? l10n.t('Locked') : l10n.t('Rotation locked');
    case 'moved':
      return l10n.t('Address changed from {0}', hostOf(of.recordedBaseUrl ?? ''));
    case 'renamedOrNew':
      return l10n.t('Renamed from {0}, or new?', (of.mayBe ?? []).map(({ name }) => quotedId(name)).join(', '));
    case 'notInSettings':
      return l10n.t('Not in the settings, read-only');
    case 'invalid':
      return l10n.t("Can't be used: {0}", foreignText(of.problem ?? ''));
  }
}

/** The colour of production stays, whatever else is to say: icon and words say that. Of an invalid one none is known. */
function colorOf(of: Connection): Pick<NodeDescription, 'color'> {
  if (of.status !== 'invalid' && isGuarded(of)) return { color: 'production' };
  return of.status === 'ready' && of.mismatch === undefined ? {} : { color: 'attention' };
}

function connectionIcon(of: Connection): string {
  if (of.status !== 'ready') return 'warning';
  if (of.mismatch !== undefined) return 'unverified';
  if (of.kind === 'sandbox') return 'beaker';
  return isGuarded(of) ? 'server-environment' : 'server';
}

function connectionCapabilities(of: Connection, isRunning: boolean): string {
  if (of.kind === 'sandbox') return isRunning ? 'canAdd canStop canRemove' : 'canStart canRemove';
  switch (of.status) {
    case 'ready':
      return [
        ...(of.mismatch === undefined ? [] : ['hasDoubtedToken']),
        'canAdd canSetToken canCheck',
        ...(hasList(of) ? ['canList'] : []),
        'canEdit canRemove',
      ].join(' ');
    case 'moved':
      return 'needsAnswer canCheck canEdit canRemove';
    case 'renamedOrNew':
      return 'needsAnswer canEdit';
    case 'notInSettings':
      return 'canRemove';
    case 'invalid':
      return 'canEdit canRemove';
  }
}

/** The host of a base URL that a person may have typed wrong. */
function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? foreignText(baseUrl);
}
