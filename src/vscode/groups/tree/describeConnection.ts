// How the node of a connection looks.

import { isGuarded, type Connection } from '../../../core/connection.ts';
import { environmentText, mismatchText } from '../../../core/environmentText.ts';
import { foreignText } from '../../../core/foreignText.ts';
import { counted, grouped } from '../../../core/stateText.ts';
import type { ConnectionNode } from '../../command/treeNode.ts';
import { idOf, type NodeDescription } from './nodeDescription.ts';

export function describeConnection({ of, groups, matching, isRunning, ...node }: ConnectionNode): NodeDescription {
  const host = of.kind === 'sandbox' ? '' : hostOf(of.baseUrl);
  const state = connectionState(of, isRunning);
  return {
    id: of.id === '' ? idOf(node, String(node.position)) : `connection/${of.id}`,
    label: foreignText(of.name),
    // What needs an answer comes first: a narrow sidebar cuts the rest.
    description: (of.status === 'ready' && of.mismatch === undefined
      ? [environmentText(of), matchingText(groups, matching), host, state]
      : of.status === 'ready'
        ? [state, environmentText(of), matchingText(groups, matching), host]
        : [state, matchingText(groups, matching), host]
    )
      .filter((part) => part !== '')
      .join(' · '),
    tooltip: [
      foreignText(of.name),
      of.kind === 'sandbox' ? 'A stand-in for the service on this machine.' : '',
      // An unusable URL may be anything, even a password.
      of.kind === 'service' && of.status === 'ready' ? `Requests go to ${foreignText(of.baseUrl, 500)}/api/user.` : '',
      `Environment: ${environmentText(of)}.`,
      `${counted(groups, 'group')} in this machine's list.`,
      state,
      of.mismatch === undefined
        ? ''
        : `${foreignText(of.mismatch.reason, 600)} Nothing is sent until you decide about the API token.`,
    ]
      .filter((line) => line !== '')
      .join('\n'),
    icon: connectionIcon(of),
    ...(of.status === 'ready' && of.mismatch === undefined
      ? isGuarded(of) && { color: 'production' as const }
      : { color: 'attention' as const }),
    expands: 'open',
    can: connectionCapabilities(of, isRunning),
  };
}

/** Of a filtered list. */
function matchingText(groups: number, matching: number | undefined): string {
  return matching === undefined ? '' : `${grouped(matching)} of ${grouped(groups)}`;
}

function connectionState(of: Connection, isRunning: boolean): string {
  switch (of.status) {
    case 'ready':
      if (of.kind === 'sandbox') return isRunning ? '' : 'Stopped';
      if (of.mismatch !== undefined) return `Token doubted: ${mismatchText(of.mismatch)}`;
      return of.locked === undefined ? '' : of.locked === 'all' ? 'Locked' : 'Rotation locked';
    case 'moved':
      return `The address changed from ${hostOf(of.recordedBaseUrl ?? '')}: say what happened`;
    case 'renamedOrNew':
      return `Renamed from ${(of.mayBe ?? []).map(({ name }) => foreignText(name)).join(' or ')}, or new?`;
    case 'notInSettings':
      return 'Not in the settings, read-only';
    case 'invalid':
      return `Cannot be used: ${foreignText(of.problem ?? '')}`;
  }
}

function connectionIcon(of: Connection): string {
  if (of.status !== 'ready' || of.mismatch !== undefined) return 'warning';
  if (of.kind === 'sandbox') return 'beaker';
  return isGuarded(of) ? 'server-environment' : 'server';
}

function connectionCapabilities(of: Connection, isRunning: boolean): string {
  if (of.kind === 'sandbox') return isRunning ? 'canAdd canStop canRemove' : 'canStart canRemove';
  switch (of.status) {
    case 'ready':
      return `${of.mismatch === undefined ? '' : 'hasDoubtedToken '}canAdd canSetToken canCheck canEdit canRemove`;
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
