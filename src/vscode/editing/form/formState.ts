// What the form shows beside the text, as plain data that is tested as such.

import * as l10n from '@vscode/l10n';
import { grouped } from '../../../core/language.ts';
import { OBJECT_FIELDS, type ObjectField } from '../../../contract/fields.ts';
import {
  answerAgainstBase,
  type SentVersion,
  type UserGroupAnswer,
  type UserGroupRecord,
} from '../../../core/userGroup.ts';
import { apiOf, isGuarded, namesOf, type Connection } from '../../../core/connection.ts';
import { environmentText, mismatchText } from '../../../core/environmentText.ts';
import { foreignText } from '../../../core/foreignText.ts';
import { groupStatus, stateText, statusSentence, type GroupState } from '../../../core/groupStatus.ts';
import { operationText } from '../../../core/operationTexts.ts';
import { dayText, momentText, outcomeText } from '../../../core/stateText.ts';
import { sentences } from '../../../core/sentences.ts';
import { reasonText } from '../../../core/storedReasons.ts';
import { differenceFromAnswer, formatChanges, sameJson } from '../../../document/difference.ts';
import { formatted } from '../../../document/formatSlice.ts';
import type { Inherited } from '../../../document/preset.ts';
import { compactJson, cut } from '../../../document/shortJson.ts';
import { USUAL } from '../../../document/textLayout.ts';
import { visibleJson } from '../../../document/visibleJson.ts';
import { readDocument } from '../../../document/userGroupDocument.ts';
import type {
  Action,
  ComputedField,
  FormConnection,
  FormState,
  FormToken,
  LastRequest,
} from '../../../protocol/formProtocol.ts';
import type { ListedGroup } from '../../../services/groups/groupService.ts';
import { groupCapabilities } from '../../command/groupCapabilities.ts';

/** Input of the form's state. */
export interface Shown {
  readonly kind: FormState['kind'];
  readonly connection: Connection | undefined;
  /** The connections that may be chosen: for a document not yet sent, and for a file. */
  readonly choices: readonly Connection[];
  /** The connections among them that have the group of a file without a connection. */
  readonly likely?: readonly Connection[];
  /** The group as known here; absent for one that is not in the list. */
  readonly group?:
    | {
        readonly record: UserGroupRecord;
        readonly listed: ListedGroup;
        readonly lastSent: SentVersion | undefined;
        readonly isTokenIssued?: boolean;
      }
    | undefined;
  /** The text is not what was last sent. */
  readonly hasChanges: boolean;
  /** For an unsent document: its id is that of a group in the list. */
  readonly hasKnownId?: boolean;
  /** It is being sent, or asked about. */
  readonly isBusy?: boolean;
  /** A request of it is in progress. */
  readonly isSending: boolean;
  readonly hasApiToken: boolean;
  /** For a file in a repository: how it compares with what was applied from there. */
  readonly applied?: string | undefined;
  /** For a file: the parts that come from the preset of its folder. */
  readonly inherited?: readonly Inherited[];
  /** A file of a workspace that the user does not trust. */
  readonly isRestricted?: boolean;
  /** VS Code doesn't write it: its file system can't (`always`), or the last edit failed (`now`). */
  readonly readOnly?: 'always' | 'now' | undefined;
  /**
   * Neither a group nor the user's file, but a version from Git, say. `hasFile`: the file it is a version of exists.
   */
  readonly foreign?: { readonly hasFile: boolean } | undefined;
}

export function formState(shown: Shown, now: number): FormState {
  const { kind, connection, choices, group, hasChanges, isSending, isBusy = isSending, hasApiToken } = shown;
  const isRestricted = shown.isRestricted === true;
  const isKnown = group?.record.answered !== undefined;
  return {
    kind,
    ...(connection !== undefined && { connection: formConnection(connection) }),
    connections: choices.map((each) => ({
      ...formConnection(each),
      ...(shown.likely?.includes(each) === true && { hasGroup: true }),
    })),
    names: namesOf(connection),
    keepsOmitted: connection !== undefined && apiOf(connection).updatesOnlyGiven,
    isIdFixed: kind === 'group',
    isIdKnown: isIdKnown(shown),
    isReadOnly: shown.readOnly !== undefined || (connection !== undefined && connection.status !== 'ready'),
    readOnlyText: shown.readOnly && l10n.t("Read-only: VS Code doesn't save changes."),
    ...stateOf(shown, now),
    hasChanges,
    sendLabel: sendLabel(connection, isKnown),
    sendProblem:
      (shown.foreign && l10n.t('Not a file of a workspace, so nothing is sent.')) ??
      sendProblem(connection, hasApiToken) ??
      (isRestricted
        ? l10n.t('This workspace is not trusted. Its files are sent to the local sandbox only.')
        : undefined),
    isBusy,
    isSending,
    ...(group !== undefined && {
      token: tokenOf(group, now),
      lastRequest: lastRequest(group.record, group.lastSent, now),
    }),
    isMappingUnknown: isKnown && !group.listed.mappingKnown && group.listed.hasNoMapping !== true,
    hasNoMapping: isKnown && group.listed.hasNoMapping === true,
    mappingText:
      group?.listed.mappingKnown === true && group.listed.isMappingAnswered !== true
        ? statusSentence('sent')
        : undefined,
    computed: computedFields(connection, group?.record.answered),
    inherited: inheritedFields(shown.inherited),
    actions: allowed(actionsOf(shown), isRestricted),
  };
}

const LONGEST_COMPUTED = 50_000;

/** Those that say more than what was answered as set. */
function computedFields(connection: Connection | undefined, answered: UserGroupAnswer = {}): FormState['computed'] {
  if (connection === undefined) return undefined;
  const { response } = apiOf(connection);
  const fields = OBJECT_FIELDS.flatMap((field): [ObjectField, ComputedField][] => {
    const [name, json] = [response.computed?.[field], answered.computed?.[field]];
    if (name === undefined || json === undefined || sameJson(json, answered[field] ?? '{}')) return [];
    return [[field, { name, json: cut(visibleJson(formatted(compactJson(json), USUAL)), LONGEST_COMPUTED) }]];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function inheritedFields(inherited: readonly Inherited[] = []): FormState['inherited'] {
  if (inherited.length === 0) return undefined;
  const shown = OBJECT_FIELDS.flatMap((name): [ObjectField, string][] => {
    const members = inherited.filter(({ field }) => field === name);
    const json = `{${members.map(({ keyText, valueText }) => `${keyText}:${valueText}`).join(',')}}`;
    return members.length === 0 ? [] : [[name, cut(visibleJson(formatted(json, USUAL)), LONGEST_COMPUTED)]];
  });
  return Object.fromEntries(shown);
}

/** While it is sent, its own group may be in the list already. */
function isIdKnown({ hasKnownId, isSending, isBusy }: Shown): boolean {
  return hasKnownId === true && isBusy !== true && !isSending;
}

function formConnection(connection: Connection): FormConnection {
  return { name: connection.name, environment: environmentText(connection), isGuarded: isGuarded(connection) };
}

function stateOf(shown: Shown, now: number): Pick<FormState, 'status' | 'sentence' | 'words'> {
  const { kind, group, hasChanges, applied } = shown;
  if (kind === 'new') return statedAs({ mappingKnown: false, ...(hasChanges && { draftAt: now }) }, now);
  if (group === undefined)
    return kind === 'file' ? { words: [applied ?? l10n.t('Not in the list')] } : statedAs({ mappingKnown: false }, now);
  const { listed } = group;
  // A file keeps its own text, and a draft in the list belongs to another one. A group's is one before it is saved.
  const draftAt = kind === 'file' ? undefined : (listed.draftAt ?? (hasChanges ? now : undefined));
  // A replaced token is said where the token is.
  const stated = statedAs({ ...listed, draftAt, previousTokens: 0 }, now);
  return { ...stated, words: [...(applied === undefined ? [] : [applied]), ...stated.words] };
}

function statedAs(state: GroupState, now: number): Pick<FormState, 'status' | 'sentence' | 'words'> {
  const status = groupStatus(state);
  return { status, sentence: statusSentence(status), words: stateText(state, now) };
}

function sendLabel(connection: Connection | undefined, isKnown: boolean): string {
  if (connection === undefined) return l10n.t('Update');
  const name = foreignText(connection.name);
  return isKnown ? l10n.t('Update on {0}', name) : l10n.t('Get or Create on {0}', name);
}

function sendProblem(connection: Connection | undefined, hasApiToken: boolean): string | undefined {
  if (connection === undefined) return l10n.t('Choose a connection first.');
  if (connection.notKept !== undefined) return l10n.t("The connection can't be stored on this machine.");
  if (connection.status === 'invalid') return l10n.t('The connection has an error in its settings.');
  if (connection.status === 'notInSettings') return l10n.t('The connection is not in the settings.');
  if (connection.status !== 'ready') return l10n.t('The connection changed in the settings.');
  if (connection.mismatch !== undefined)
    return sentences([mismatchText(connection.mismatch), l10n.t('Review it before anything is sent.')]);
  if (connection.locked === 'all') return l10n.t('The connection is locked in the settings.');
  return hasApiToken ? undefined : l10n.t('No API token is set for this connection.');
}

/** Actions that send something about the group in the file. The sending button itself stays, with its reason. */
const SENDING_ACTIONS: readonly Action[] = ['sendAnyway', 'rotateToken', 'resolveRotation'];

/** Before a token is copied, the service is asked about an open rotation. */
function allowed(actions: readonly Action[], isRestricted: boolean): Action[] {
  const sending = actions.includes('resolveRotation') ? [...SENDING_ACTIONS, 'copyToken'] : SENDING_ACTIONS;
  return actions.filter((action) => !isRestricted || !sending.includes(action));
}

function tokenOf({ record, listed, isTokenIssued = false }: NonNullable<Shown['group']>, now: number): FormToken {
  const isReadable = listed.isTokenReadable === true;
  return {
    words: isReadable ? storedText(record.token?.at, isTokenIssued, now) : missingTokenText(listed),
    isReadable,
    ...(listed.previousTokens > 0 && {
      nextStep:
        listed.previousTokens === 1
          ? l10n.t('Previous token kept')
          : l10n.t('{0} previous tokens kept', grouped(listed.previousTokens)),
    }),
  };
}

function missingTokenText({ isTokenReadable }: ListedGroup): string {
  return isTokenReadable === undefined ? l10n.t('Not fetched') : l10n.t('Not readable here');
}

function storedText(at: number | undefined, isTokenIssued: boolean, now: number): string {
  if (at === undefined) return l10n.t('Stored locally');
  const day = dayText(at, now);
  return isTokenIssued ? l10n.t('Issued {0}', day) : l10n.t('Received {0}', day);
}

/** Nothing of one that did what it should: the group's state says when that was. */
function lastRequest(record: UserGroupRecord, version: SentVersion | undefined, now: number): LastRequest | undefined {
  if (version === undefined) return undefined;
  const moment = momentText(version.at, now);
  const question = isQuestion(record, version) ? failedQuestionText(version.outcome, moment) : undefined;
  if (question !== undefined) return { failure: question, differences: [] };
  const failure = FAILURES.includes(version.outcome) ? failureText(version, moment) : undefined;
  const differences = differencesOf(record);
  return failure === undefined && differences.length === 0 ? undefined : { failure, differences };
}

const FAILURES: readonly SentVersion['outcome'][] = ['refused', 'notSent', 'unknown', 'existedNotApplied'];

function failureText({ operation, outcome, reason }: SentVersion, moment: string): string {
  const words = l10n.t('{0}, {1}: {2}', operationText(operation), moment, outcomeText(outcome));
  return reason === undefined ? words : sentences([words, foreignText(reasonText(reason), 600)]);
}

/** A get-or-create for an existing group, before an update or to fetch it. Its failure is not a failed creation. */
function isQuestion({ answered }: UserGroupRecord, { operation }: SentVersion): boolean {
  return operation === 'getOrCreate' && answered !== undefined;
}

function failedQuestionText(outcome: SentVersion['outcome'], moment: string): string | undefined {
  if (outcome === 'refused') return l10n.t('Fetch, {0}: the service rejected it. Nothing was updated.', moment);
  if (outcome === 'notSent') return l10n.t("Fetch, {0}: the service couldn't be reached. Nothing was updated.", moment);
  return outcome === 'unknown' ? l10n.t('Fetch, {0}: no usable response. Nothing was updated.', moment) : undefined;
}

/** From what was last sent to what the service answered after that. */
function differencesOf(record: UserGroupRecord): string[] {
  const { base, answered } = record;
  if (base?.from !== 'sent' || answered === undefined || (answerAgainstBase(record) ?? 0) < 0) return [];
  return formatChanges(differenceFromAnswer(readDocument(base.text), answered), MOST_DIFFERENCES);
}

const MOST_DIFFERENCES = 12;

/** What each capability of a row allows in the form. */
const ACTION_OF: Readonly<Record<string, Action>> = {
  canUpdate: 'sendAnyway',
  canCopyToken: 'copyToken',
  canRotate: 'rotateToken',
  canFindOut: 'resolveRotation',
  hasPreviousToken: 'copyPreviousToken',
  canCompareWithSent: 'compareWithSent',
  canCompareWithAnswered: 'compareWithAnswered',
};

function actionsOf(shown: Shown): Action[] {
  const { kind, connection, group, hasApiToken, readOnly, foreign } = shown;
  if (foreign !== undefined) return ['openAsText', ...(foreign.hasFile ? ['openFile' as const] : [])];
  const can =
    connection === undefined || group === undefined ? [] : groupCapabilities(connection, group.listed).split(' ');
  const actions = can.flatMap((capability) => ACTION_OF[capability] ?? []);
  const isReady = connection?.status === 'ready';
  return [
    'send',
    'openAsText',
    ...(isIdKnown(shown) ? ['openKnown' as const] : []),
    ...(readOnly === 'now' ? ['makeWriteable' as const] : []),
    ...actions,
    ...(actions.includes('copyPreviousToken') ? ['markAsDeployed' as const] : []),
    ...(kind === 'new' || (kind === 'group' && isReady && group?.record.base !== undefined)
      ? ['discardDraft' as const]
      : []),
    ...(kind === 'file' ? [] : ['copyAsCurl' as const]),
    ...(isReady && connection.mismatch !== undefined ? ['reviewApiToken' as const] : []),
    ...(isReady && !hasApiToken ? ['setApiToken' as const] : []),
    ...(connection?.status === 'moved' || connection?.status === 'renamedOrNew' ? ['resolveConnection' as const] : []),
  ];
}
