// What the form shows beside the text, as plain data that is tested as such.

import { answerAgainstBase } from '../../../core/answeredSince.ts';
import { isGuarded, type Connection } from '../../../core/connection.ts';
import { environmentText, mismatchText } from '../../../core/environmentText.ts';
import { foreignText } from '../../../core/foreignText.ts';
import { agoText, dayText, momentText, operationText, outcomeText } from '../../../core/stateText.ts';
import type { SentVersion, UserGroupRecord } from '../../../core/userGroup.ts';
import { differenceFromAnswer, formatChanges } from '../../../document/difference.ts';
import { readDocument } from '../../../document/userGroupDocument.ts';
import type { Action, FormConnection, FormState, FormToken, LastRequest } from '../../../protocol/formProtocol.ts';
import type { ListedGroup } from '../../../services/groups/groupService.ts';
import { groupCapabilities } from '../../command/groupCapabilities.ts';

/** Input of the form's state. */
export interface Shown {
  readonly kind: FormState['kind'];
  readonly connection: Connection | undefined;
  /** Those that may be chosen: for a document not yet sent, and for a file. */
  readonly choices: readonly Connection[];
  /** The group as known here; absent for one that is not in the list. */
  readonly group?:
    | {
        readonly record: UserGroupRecord;
        readonly listed: ListedGroup;
        readonly lastSent: SentVersion | undefined;
        readonly isTokenIssued?: boolean;
      }
    | undefined;
  /** It is being sent, or asked about. */
  readonly isBusy?: boolean;
  /** A request of it is in progress. */
  readonly isSending: boolean;
  readonly hasApiToken: boolean;
  /** A file of a workspace that the person does not trust. */
  readonly isRestricted?: boolean;
}

export function formState(
  { kind, connection, choices, group, isSending, isBusy = isSending, hasApiToken, isRestricted = false }: Shown,
  now: number,
): FormState {
  const isKnown = group?.record.answered !== undefined;
  return {
    kind,
    ...(connection !== undefined && { connection: formConnection(connection) }),
    connections: choices.map(formConnection),
    isIdFixed: kind === 'group',
    isReadOnly: connection !== undefined && connection.status !== 'ready',
    words: wordsOf(kind, group?.listed),
    sendLabel:
      connection === undefined
        ? 'Update'
        : `${isKnown ? 'Update' : 'Get or Create'} on ${foreignText(connection.name)}`,
    sendProblem: sendProblem(connection, hasApiToken) ?? (isRestricted ? RESTRICTED : undefined),
    isBusy,
    isSending,
    ...(group !== undefined && {
      token: tokenOf(group, now),
      lastRequest: lastRequest(group.record, group.lastSent, now),
    }),
    isMappingUnknown: isKnown && !group.listed.mappingKnown && group.listed.hasNoMapping !== true,
    hasNoMapping: isKnown && group.listed.hasNoMapping === true,
    mappingText: group === undefined ? undefined : mappingText(group.record, group.listed, now),
    actions: allowed(actionsOf(kind, connection, group?.listed, hasApiToken), isRestricted),
  };
}

function formConnection(connection: Connection): FormConnection {
  return { name: connection.name, environment: environmentText(connection), isGuarded: isGuarded(connection) };
}

/** A file keeps its own text; a draft in the list belongs to another text. */
function wordsOf(kind: FormState['kind'], listed: ListedGroup | undefined): readonly string[] {
  if (kind === 'new') return ['Unsent changes'];
  if (listed === undefined) return [kind === 'file' ? 'Not known here' : 'Not sent'];
  return kind === 'file' ? listed.words.filter((word) => word !== 'Unsent changes') : listed.words;
}

function sendProblem(connection: Connection | undefined, hasApiToken: boolean): string | undefined {
  if (connection === undefined) return 'Choose a connection first.';
  if (connection.notKept !== undefined) return 'The connection cannot be kept on this machine at this moment.';
  if (connection.status === 'invalid') return 'The connection cannot be used: its settings have an error.';
  if (connection.status === 'notInSettings') return 'The connection is not in the settings any more.';
  if (connection.status !== 'ready') return 'Say first what happened to the connection (in the list).';
  if (connection.mismatch !== undefined)
    return `Token doubted: ${mismatchText(connection.mismatch)}. Nothing is sent until you decide about the API token.`;
  if (connection.locked === 'all') return 'The connection is locked in the settings.';
  return hasApiToken ? undefined : 'No API token is set for this connection.';
}

const RESTRICTED = 'This workspace is not trusted: its files are sent to the local sandbox only.';

/** Actions that send something about the group in the file. The sending button itself stays, with its reason. */
const SENDING_DEEDS: readonly Action[] = ['fetch', 'rotateToken', 'resolveRotation'];

/** Before a token is copied, the service is asked about an open rotation. */
function allowed(actions: readonly Action[], isRestricted: boolean): Action[] {
  const sending = actions.includes('resolveRotation') ? [...SENDING_DEEDS, 'copyToken'] : SENDING_DEEDS;
  return actions.filter((action) => !isRestricted || !sending.includes(action));
}

function tokenOf(
  { record: { token }, listed: { isTokenReadable }, isTokenIssued = false }: NonNullable<Shown['group']>,
  now: number,
): FormToken {
  if (isTokenReadable === undefined) return { words: 'none known here', isReadable: false };
  const age = token === undefined ? '' : `, ${isTokenIssued ? 'issued' : 'received'} ${dayText(token.at, now)}`;
  return isTokenReadable
    ? { words: `kept here${age}`, isReadable: true }
    : { words: 'Token not readable here', isReadable: false };
}

function lastRequest(record: UserGroupRecord, version: SentVersion | undefined, now: number): LastRequest | undefined {
  if (version === undefined) return undefined;
  if (isFailedQuestion(record, version)) {
    return {
      words: `Asked for the group, ${momentText(version.at, now)}: ${QUESTION_TEXT[version.outcome] ?? outcomeText(version.outcome)}; nothing was updated.`,
      isFailure: true,
      differences: [],
    };
  }
  const operation = operationText(version.operation);
  const isFailure = ['refused', 'notSent', 'unknown', 'existedNotApplied'].includes(version.outcome);
  const reason = version.reason === undefined ? '' : `. ${foreignText(version.reason, 600)}`;
  return {
    words: `${operation}, ${momentText(version.at, now)}: ${outcomeText(version.outcome)}${reason}`,
    isFailure,
    differences: differencesOf(record),
  };
}

/** A get-or-create for an existing group, before an update or to fetch it. Its failure is not a failed creation. */
function isFailedQuestion({ answered }: UserGroupRecord, { operation, outcome }: SentVersion): boolean {
  return operation === 'getOrCreate' && answered !== undefined && outcome in QUESTION_TEXT;
}

const QUESTION_TEXT: Readonly<Partial<Record<SentVersion['outcome'], string>>> = {
  refused: 'the service refused to say',
  notSent: 'the service could not be reached',
  unknown: 'no usable answer came',
};

/** From what was last sent to what the service answered after that. */
function differencesOf(record: UserGroupRecord): string[] {
  const { base, answered } = record;
  if (base?.from !== 'sent' || answered === undefined || (answerAgainstBase(record) ?? 0) < 0) return [];
  return formatChanges(differenceFromAnswer(readDocument(base.text), answered), MOST_DIFFERENCES);
}

const MOST_DIFFERENCES = 12;

function mappingText({ base }: UserGroupRecord, { mappingKnown }: ListedGroup, now: number): string | undefined {
  if (base?.from !== 'sent' || !mappingKnown) return undefined;
  return `last sent from here ${agoText(base.at, now)}; changes made elsewhere cannot be seen`;
}

/** What each capability of a row allows in the form. */
const DEED_OF: Readonly<Record<string, Action>> = {
  canFetch: 'fetch',
  canCopyToken: 'copyToken',
  canRotate: 'rotateToken',
  canFindOut: 'resolveRotation',
  canCompareWithSent: 'compareWithSent',
  canCompareWithAnswered: 'compareWithAnswered',
  hasHistory: 'showHistory',
  hasDraft: 'discardDraft',
};

function actionsOf(
  kind: FormState['kind'],
  connection: Connection | undefined,
  listed: ListedGroup | undefined,
  hasApiToken: boolean,
): Action[] {
  const can = connection === undefined || listed === undefined ? [] : groupCapabilities(connection, listed).split(' ');
  const actions = can.flatMap((capability) => DEED_OF[capability] ?? []);
  const isReady = connection?.status === 'ready';
  return [
    'send',
    'openAsText',
    ...actions.filter((action) => kind !== 'file' || action !== 'discardDraft'),
    ...(kind === 'new' ? ['discardDraft' as const] : []),
    ...(kind === 'group' ? ['saveToWorkspace' as const, 'actions' as const] : []),
    ...(isReady && connection.mismatch !== undefined ? ['resolveApiToken' as const] : []),
    ...(isReady && !hasApiToken ? ['setApiToken' as const] : []),
  ];
}
