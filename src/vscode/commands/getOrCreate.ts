// Commands that get or create: from a document, from questions, or with what the caller gives.

import { isGuarded, type Connection } from '../../core/connection.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { groupWords } from '../../core/groupWords.ts';
import { lookAlikeLetterWords } from '../../core/lookAlikeLetters.ts';
import { formatChanges } from '../../document/difference.ts';
import { jsonFromArgument } from '../../document/jsonFromArgument.ts';
import { emptyDocument, writeDocument } from '../../document/writeDocument.ts';
import type { GetOrCreateResult } from '../../services/sendService.ts';
import { doingWords } from '../../services/doingWords.ts';
import { groupUri, newDraftUri } from '../documents/documentUris.ts';
import { openNewDraft } from '../documents/openDocuments.ts';
import { withProgress } from '../progress.ts';
import { isReady, targetConnection, targetGroup } from '../prompts/targets.ts';
import { environmentWords, guardedMark } from '../tree/describe.ts';
import { askGroup, askWhetherToEdit, type Answers } from './askGroup.ts';
import type { Call } from './call.ts';
import type { Handlers } from './commandDoor.ts';
import type { GetOrCreateShown } from './commandMap.ts';
import { compare } from './compare.ts';
import type { Desk } from './desk.ts';
import { findOut } from './findOut.ts';
import {
  ADD,
  GET_OR_CREATE,
  sayNotes,
  send,
  sendAndTell,
  shownResult,
  tell,
  warnOfLookAlikes,
} from './sendGetOrCreate.ts';
import { shownUserGroup } from './shown.ts';
import { asksBeforeSending } from './sendRules.ts';

type GetOrCreateHandlers = Pick<
  Handlers,
  'userGroups.new' | 'userGroups.addExisting' | 'userGroups.getOrCreate' | 'userGroups.fetch'
>;

export function getOrCreateHandlers(desk: Desk): GetOrCreateHandlers {
  return {
    'userGroups.new': (call) => newGroup(desk, call),
    'userGroups.addExisting': (call) => addExisting(desk, call),
    'userGroups.getOrCreate': (call) => getOrCreate(desk, call),
    'userGroups.fetch': (call) => fetchGroup(desk, call),
  };
}

async function newGroup(desk: Desk, call: Call): Promise<void> {
  const isAboutConnection = call.origin === 'item' || call.origin === 'argument';
  const connection =
    isAboutConnection && call.given.connection !== undefined
      ? await targetConnection(desk.services, call, 'New User Group', isReady)
      : (usualConnection(desk) ??
        (await targetConnection(desk.services, { ...call, given: {} }, 'New User Group', isReady)));
  const { number } = desk.services.groups.addNewDraft(connection);
  await openNewDraft(connection, number);
}

/** Where a new document begins; its form lets the person choose another. Never one where something could be hurt. */
function usualConnection({ services }: Desk): Connection | undefined {
  return services.connections.list().find((connection) => isReady(connection) && !isGuarded(connection));
}

async function addExisting(desk: Desk, call: Call): Promise<GetOrCreateShown> {
  const answers = await askGroup(desk, call, 'Add Existing User Group');
  const text = writeDocument({ userGroupId: answers.userGroupId, ...(answers.name !== '' && { name: answers.name }) });
  const { connection, userGroupId } = answers;
  const result = await send(desk, connection, text, ADD);
  const isSurprise = result.isNew === true && !result.wasGone;
  // A group that was gone, and a name that was not applied, are told as by any get-or-create.
  if (!isSurprise) tell(desk, connection, text, result);
  else {
    void desk.messages.warn(
      `${visibleId(userGroupId)} did not exist on ${connection.name}: it has been created by this call, and this extension cannot delete it.`,
    );
    sayNotes(desk, result);
  }
  warnOfLookAlikes(desk, connection, userGroupId, isSurprise ? 'was created' : 'exists');
  return shownResult(result);
}

async function getOrCreate(desk: Desk, call: Call): Promise<GetOrCreateShown | undefined> {
  const { newNumber } = call;
  if (newNumber !== undefined) {
    return desk.sendings.oneAtATime(call, newDraftUri(String(call.given.connection), newNumber), () =>
      sendNewDraft(desk, call, newNumber),
    );
  }
  // From the palette it asks, whatever document is active: an update is what a group's document is sent by.
  if (call.origin === 'item' && typeof call.given.user_group_id === 'string') {
    const { connection, userGroupId } = await targetGroup(desk.services, call, 'Get or Create User Group');
    return sendAndTell(
      desk,
      connection,
      await desk.documents.textToSend(desk.services.groups, connection, userGroupId),
    );
  }
  const answers = await askGroup(desk, call, 'Get or Create User Group');
  if (call.origin === 'argument') return sendAndTell(desk, answers.connection, documentOf(answers, call));
  const isToEdit = await askWhetherToEdit(answers);
  if (!isToEdit) return sendAndTell(desk, answers.connection, documentOf(answers, call));
  const { number } = desk.services.groups.addNewDraft(
    answers.connection,
    writeDocument({ ...answers, mapping: '{}', properties: '{}' }),
  );
  await openNewDraft(answers.connection, number);
  return undefined;
}

/** The first sending of a new document: saved, sent, and its tab becomes the group's. */
async function sendNewDraft(desk: Desk, call: Call, number: number): Promise<GetOrCreateShown> {
  const { groups, connections } = desk.services;
  const connection = connections.named(String(call.given.connection));
  const text =
    (await desk.documents.savedText(newDraftUri(connection.name, number))) ??
    groups.newDraft(connection.id, number)?.text ??
    emptyDocument();
  const { userGroupId } = desk.services.sending.read(connection, text, 'getOrCreate');
  if (groups.find({ connectionId: connection.id, userGroupId }) !== undefined) {
    throw new UserGroupsError({
      kind: 'conflict',
      doing: doingWords('getOrCreate', userGroupId, connection),
      happened: 'it is in the list already, and has a document of its own',
      next: 'open that one and use Update, or choose another id',
    });
  }
  let result: GetOrCreateResult;
  try {
    result = await send(desk, connection, text, GET_OR_CREATE, newDraftUri(connection.name, number));
  } finally {
    // Also when nobody knows what came of it: the group is in the list then, and may exist.
    if (groups.find({ connectionId: connection.id, userGroupId }) !== undefined) {
      // What was typed meanwhile goes along.
      await desk.documents.savedText(newDraftUri(connection.name, number));
      await desk.files.become(newDraftUri(connection.name, number), groupUri(connection.name, userGroupId));
    }
  }
  return tell(desk, connection, text, result);
}

async function fetchGroup(desk: Desk, call: Call): Promise<GetOrCreateShown> {
  const { connection, userGroupId } = await targetGroup(desk.services, call, 'Fetch from Service');
  await desk.services.sending.requireSendable(connection, userGroupId, 'fetch');
  const ref = { connectionId: connection.id, userGroupId };
  if (desk.services.rotation.openOf(ref)?.isUnderWay === false) {
    // The same call, which then also tells whether the token was rotated, and takes no doubtful answer unasked.
    const { kind } = await findOut(desk, { connection, userGroupId });
    return {
      new_user_group: kind === 'madeAnew',
      user_group: shownUserGroup(desk.services.groups.find(ref)?.answered ?? {}),
    };
  }
  if (asksBeforeSending(desk.settings, connection)) await askToFetch(desk, connection, userGroupId);
  const result = await withProgress(
    `Fetching ${visibleId(userGroupId)} from ${connection.name} (by get-or-create)${guardedMark(connection)}`,
    (options) => desk.services.sending.fetch(connection, userGroupId, options),
  );
  const group = groupWords(userGroupId, connection);
  if (result.wasGone) {
    void desk.messages.warn(
      `${group} was gone: asking is get-or-create, so it has been made anew as it was last sent from here. It has a new token.`,
    );
  } else if (result.differences.length > 0) {
    void tellDifference(
      desk,
      `The service has other values for ${group} than were last sent from here: ${formatChanges(result.differences, 3).join(', ')}.`,
      connection,
      userGroupId,
    );
  } else {
    desk.messages.status(`${group} fetched (by get-or-create); its token is kept${guardedMark(connection)}`);
  }
  sayNotes(desk, result);
  return shownResult(result);
}

async function tellDifference(desk: Desk, text: string, connection: Connection, userGroupId: string): Promise<void> {
  if ((await desk.messages.warn(text, 'Compare')) === 'Compare')
    await compare(desk, { connection, userGroupId }, 'answered');
}

async function askToFetch(desk: Desk, connection: Connection, userGroupId: string): Promise<void> {
  const answer = await desk.messages.ask({
    title: `Fetch ${visibleId(userGroupId)} from ${connection.name}?`,
    detail: [
      `Environment: ${environmentWords(connection)}.`,
      ...lookAlikeLetterWords('The id', userGroupId),
      'Asking is get-or-create, with what was last sent from here: if the group is gone, it is made anew, with a new token.',
    ],
    answers: ['Fetch'],
  });
  if (answer !== 'Fetch') throw cancelled();
}

function documentOf({ userGroupId, name }: Answers, { given }: Call): string {
  return writeDocument({
    userGroupId,
    ...(name !== '' && { name }),
    ...(given.mapping !== undefined && { mapping: jsonFromArgument(given.mapping, 'mapping') }),
    ...(given.properties !== undefined && { properties: jsonFromArgument(given.properties, 'properties') }),
  });
}
