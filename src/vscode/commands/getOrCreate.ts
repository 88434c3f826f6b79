// Commands that get or create: from a document, from questions, or with what the caller gives.

import type { Connection } from '../../core/connection.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { jsonFromArgument } from '../../document/jsonFromArgument.ts';
import { emptyDocument, writeDocument } from '../../document/writeDocument.ts';
import { formatChanges } from '../../document/difference.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { GetOrCreateResult } from '../../services/sendService.ts';
import { doingWords } from '../../services/sentRecord.ts';
import { openGroup, openNewDraft, savedText, textToSend } from '../documents/openDocuments.ts';
import { groupUri, newDraftUri } from '../documents/documentUris.ts';
import { withProgress } from '../progress.ts';
import { askChoice, askText, BACK } from '../prompts/ask.ts';
import { askSeries, type Ask } from '../prompts/series.ts';
import { isReady, pickConnection, targetConnection, targetGroup } from '../prompts/targets.ts';
import { environmentWords } from '../tree/describe.ts';
import type { Call } from './call.ts';
import { compare } from './compare.ts';
import type { GetOrCreateShown } from './commandMap.ts';
import type { Desk } from './desk.ts';
import type { Handlers } from './commandDoor.ts';
import { asksBeforeSending, oneAtATime } from './sendRules.ts';
import { shownUserGroup } from './shown.ts';

type GetOrCreateHandlers = Pick<Handlers, 'userGroups.new' | 'userGroups.addExisting' | 'userGroups.getOrCreate' | 'userGroups.fetch'>;

interface Answers {
  readonly connection: Connection;
  readonly userGroupId: string;
  readonly name: string;
}

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
  const connection = await targetConnection(desk.services, isAboutConnection ? call : { ...call, given: {} }, 'New User Group', isReady);
  const { number } = desk.services.groups.addNewDraft(connection);
  await openNewDraft(connection, number);
}

async function addExisting(desk: Desk, call: Call): Promise<GetOrCreateShown> {
  const answers = await askGroup(desk, call, 'Add Existing User Group');
  const text = writeDocument({ userGroupId: answers.userGroupId, ...(answers.name !== '' && { name: answers.name }) });
  const result = await send(desk, answers.connection, text, 'Adding');
  if (result.isNew === true) {
    void desk.messages.warn(`${visibleId(answers.userGroupId)} did not exist on ${answers.connection.name}: it has been created by this call, and this extension cannot delete it.`);
  } else {
    desk.messages.status(`${visibleId(answers.userGroupId)} on ${answers.connection.name} is in the list; its token is kept`);
  }
  sayNotes(desk, result);
  return shown(result);
}

async function getOrCreate(desk: Desk, call: Call): Promise<GetOrCreateShown | undefined> {
  const { newNumber } = call;
  if (newNumber !== undefined) {
    return oneAtATime(desk.messages, call, JSON.stringify([call.given.connection, newNumber]), () => sendNewDraft(desk, call, newNumber));
  }
  // From the palette it asks, whatever document is active: an update is what a group's document is sent by.
  if (call.origin === 'item' && typeof call.given.user_group_id === 'string') {
    const { connection, userGroupId } = await targetGroup(desk.services, call, 'Get or Create User Group');
    return sendAndTell(desk, connection, await textToSend(desk.services.groups, connection, userGroupId));
  }
  const answers = await askGroup(desk, call, 'Get or Create User Group');
  if (call.origin === 'argument') return sendAndTell(desk, answers.connection, documentOf(answers, call));
  const isToEdit = await askWhetherToEdit(answers);
  if (!isToEdit) return sendAndTell(desk, answers.connection, documentOf(answers, call));
  const { number } = desk.services.groups.addNewDraft(answers.connection, writeDocument({ ...answers, mapping: '{}', properties: '{}' }));
  await openNewDraft(answers.connection, number);
  return undefined;
}

/** The first sending of a new document: saved, sent, and its tab becomes the group's. */
async function sendNewDraft(desk: Desk, call: Call, number: number): Promise<GetOrCreateShown> {
  const { groups, connections } = desk.services;
  const connection = connections.named(String(call.given.connection));
  const text = (await savedText(newDraftUri(connection.name, number))) ?? groups.newDraft(connection.id, number)?.text ?? emptyDocument();
  const { userGroupId } = desk.services.sending.read(connection, text, 'getOrCreate');
  if (userGroupId === '') {
    throw new UserGroupsError({ kind: 'invalid', doing: `Could not get or create a user group on ${connection.name}`, happened: 'user_group_id is empty', next: 'write the id by which you know this customer' });
  }
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
    result = await send(desk, connection, text, 'Getting or creating');
  } finally {
    // Also when nobody knows what came of it: the group is in the list then, and may exist.
    if (groups.find({ connectionId: connection.id, userGroupId }) !== undefined) {
      // What was typed meanwhile goes along.
      await savedText(newDraftUri(connection.name, number));
      await desk.files.become(newDraftUri(connection.name, number), groupUri(connection.name, userGroupId));
    }
  }
  return tell(desk, connection, text, result);
}

async function fetchGroup(desk: Desk, call: Call): Promise<GetOrCreateShown> {
  const { connection, userGroupId } = await targetGroup(desk.services, call, 'Fetch from Service');
  await desk.services.sending.requireSendable(connection, userGroupId, 'fetch');
  if (asksBeforeSending(desk.settings, connection)) await askToFetch(desk, connection, userGroupId);
  const result = await withProgress(`Fetching ${visibleId(userGroupId)} from ${connection.name} (by get-or-create)`,
    (options) => desk.services.sending.fetch(connection, userGroupId, options));
  const group = `${visibleId(userGroupId)} on ${connection.name}`;
  if (result.wasGone) {
    void desk.messages.warn(`${group} was gone: asking is get-or-create, so it has been made anew as it was last sent from here. It has a new token.`);
  } else if (result.differences.length > 0) {
    void sayWithComparison(desk, `The service has other values for ${group} than were last sent from here: ${formatChanges(result.differences, 3).join(', ')}.`, connection, userGroupId);
  } else {
    desk.messages.status(`${group} fetched (by get-or-create); its token is kept`);
  }
  sayNotes(desk, result);
  return shown(result);
}

/** Sends a document by get-or-create, asking first where the settings say so, and tells the person what came of it. */
async function sendAndTell(desk: Desk, connection: Connection, text: string): Promise<GetOrCreateShown> {
  return tell(desk, connection, text, await send(desk, connection, text, 'Getting or creating'));
}

function tell(desk: Desk, connection: Connection, text: string, result: GetOrCreateResult): GetOrCreateShown {
  const { userGroupId } = result.record.ref;
  const group = `${visibleId(userGroupId)} on ${connection.name}`;
  if (result.wasGone) {
    void desk.messages.warn(`${group} was gone and has been made anew as sent. It has a new token.`);
  } else if (result.isNew === true) {
    desk.messages.status(`${group} created; its token is kept`);
    warnOfLookAlikes(desk, connection, userGroupId);
  } else if (result.isNotApplied) {
    void offerUpdate(desk, connection, userGroupId, result, result.record.draft?.text === text);
  } else {
    desk.messages.status(`${group} existed; its token is kept`);
  }
  sayNotes(desk, result);
  return shown(result);
}

async function send(desk: Desk, connection: Connection, text: string, doing: string): Promise<GetOrCreateResult> {
  const { userGroupId } = desk.services.sending.read(connection, text, 'getOrCreate');
  await desk.services.sending.requireSendable(connection, userGroupId, 'getOrCreate');
  if (asksBeforeSending(desk.settings, connection)) await askToSend(desk, connection, userGroupId);
  return withProgress(`${doing} ${visibleId(userGroupId)} on ${connection.name}`, (options) => desk.services.sending.getOrCreate(connection, text, options));
}

async function askToFetch(desk: Desk, connection: Connection, userGroupId: string): Promise<void> {
  const answer = await desk.messages.ask({
    title: `Fetch ${visibleId(userGroupId)} from ${connection.name}?`,
    detail: [`Environment: ${environmentWords(connection)}.`, 'Asking is get-or-create, with what was last sent from here: if the group is gone, it is made anew, with a new token.'],
    answers: ['Fetch'],
  });
  if (answer !== 'Fetch') throw cancelled();
}

async function askToSend(desk: Desk, connection: Connection, userGroupId: string): Promise<void> {
  const ref = { connectionId: connection.id, userGroupId };
  const isKnown = desk.services.groups.find(ref)?.answered !== undefined;
  const alike = desk.services.groups.lookAlikes(ref).map((id) => visibleId(id));
  const answer = await desk.messages.ask({
    title: `Get or create ${visibleId(userGroupId)} on ${connection.name}?`,
    detail: [
      `Environment: ${environmentWords(connection)}.`,
      ...(isKnown ? [] : [unknownWords(desk, ref)]),
      ...(alike.length > 0 ? [`Known ids that differ by letter case or edge space only: ${alike.join(', ')}.`] : []),
    ],
    answers: ['Get or Create'],
  });
  if (answer !== 'Get or Create') throw cancelled();
}

function unknownWords({ services }: Desk, ref: GroupRef): string {
  const meant = services.groups.nearMisses(ref).map((id) => visibleId(id));
  const question = meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`;
  return `No group ${visibleId(ref.userGroupId)} is known here. If the service has none it will be created, and this extension cannot delete it.${question}`;
}

/** `isDraft`: what was sent is the draft now. Another draft that was there is never replaced. */
async function offerUpdate(desk: Desk, connection: Connection, userGroupId: string, result: GetOrCreateResult, isDraft: boolean): Promise<void> {
  const existed = result.mayHaveBeenCreatedByThisCall ? 'exists; it may have been created by this call, and' : 'existed already, so';
  const known = formatChanges(result.differences, 3).join(', ');
  const unreadable = result.notComparable.length > 0 ? `the service does not say what it has as ${result.notComparable.join(' and ')}` : '';
  const differs = [known, unreadable].filter((part) => part !== '').join('; ');
  const kept = isDraft ? 'It is kept as a draft' : 'Its document holds another draft; what was sent is in Show What Was Sent';
  const ways = isDraft ? ['Update Now', 'Open'] : ['Open', 'Show What Was Sent'];
  const chosen = await desk.messages.warn(`${visibleId(userGroupId)} on ${connection.name} ${existed} what was sent was not applied (${differs}). ${kept}.`, ...ways);
  if (chosen === 'Show What Was Sent') await desk.run('userGroups.showHistory', { connection: connection.name, user_group_id: userGroupId });
  if (chosen === 'Update Now') await desk.run('userGroups.update', { connection: connection.name, user_group_id: userGroupId });
  if (chosen === 'Open') await openGroup(connection, userGroupId, 'default');
}

async function sayWithComparison(desk: Desk, text: string, connection: Connection, userGroupId: string): Promise<void> {
  if ((await desk.messages.warn(text, 'Compare')) === 'Compare') await compare(desk, { connection, userGroupId }, 'answered');
}

/** A second group that a person cannot tell from the first is seldom meant. */
function warnOfLookAlikes(desk: Desk, connection: Connection, userGroupId: string): void {
  const alike = desk.services.groups.lookAlikes({ connectionId: connection.id, userGroupId }).map((id) => visibleId(id));
  if (alike.length === 0) return;
  void desk.messages.warn(`${visibleId(userGroupId)} was created on ${connection.name}, where ${alike.join(', ')} is known too: they differ by letter case or edge space only.`);
}

function sayNotes(desk: Desk, { notes }: { readonly notes: readonly string[] }): void {
  for (const note of notes) void desk.messages.warn(`${note}.`);
}

function askGroup(desk: Desk, call: Call, title: string): Promise<Answers> {
  const { connection, user_group_id: userGroupId, name } = call.given;
  const isArgument = call.origin === 'argument';
  const list = desk.services.connections.list();
  const only = isArgument && list.length === 1 ? list[0] : undefined;
  const given: Partial<Answers> = {
    ...(typeof connection === 'string' ? { connection: desk.services.connections.named(connection) } : only && { connection: only }),
    // A document that happens to be active says where, not which: the id is asked for.
    ...(isArgument && typeof userGroupId === 'string' && { userGroupId, name: typeof name === 'string' ? name : '' }),
  };
  return askSeries<Answers>({
    title,
    given: call.origin === 'document' ? {} : given,
    questions: { connection: askForConnection(desk), userGroupId: askForId(desk), name: askForName },
  });
}

function askForConnection(desk: Desk): Ask<Answers> {
  return async (answers, place) => {
    const connection = await pickConnection(desk.services.connections.list().filter(isReady), place, answers.connection);
    return connection === BACK ? BACK : { connection };
  };
}

function askForId(desk: Desk): Ask<Answers> {
  return async (answers, place, keep) => {
    const userGroupId = await askText({
      ...place,
      field: 'user_group_id',
      prompt: 'The id by which you know this customer in your own database',
      value: answers.userGroupId ?? '',
      check: (value) => ({
        problem: value === '' ? 'type the id' : value.isWellFormed() ? undefined : 'the id holds half of a surrogate pair, which is no character',
        ...hintOn(desk, answers.connection, value),
      }),
      onLeft: (value) => { keep({ userGroupId: value }); },
    });
    return userGroupId === BACK ? BACK : { userGroupId };
  };
}

function hintOn(desk: Desk, connection: Connection | undefined, userGroupId: string): { hint?: string } {
  if (connection === undefined || connection.id === '' || !userGroupId.isWellFormed()) return {};
  const ref = { connectionId: connection.id, userGroupId };
  const known = desk.services.groups.find(ref);
  if (known !== undefined) return { hint: `known here as ${visibleId(known.name)}` };
  const [alike] = desk.services.groups.lookAlikes(ref);
  if (alike !== undefined) return { hint: `differs from ${visibleId(alike)}, which is known here, by letter case or edge space only` };
  return userGroupId.trim() === userGroupId ? {} : { hint: 'begins or ends with a space, which is part of the id' };
}

const askForName: Ask<Answers> = async (answers, place, keep) => {
  const name = await askText({
    ...place,
    field: 'name',
    prompt: 'How people call this user group (left empty, no name is sent)',
    value: answers.name ?? '',
    check: () => ({}),
    onLeft: (value) => { keep({ name: value }); },
  });
  return name === BACK ? BACK : { name };
};

async function askWhetherToEdit({ userGroupId, connection }: Answers): Promise<boolean> {
  const answer = await askChoice<boolean>({
    title: 'Get or Create User Group',
    placeholder: `${visibleId(userGroupId)} on ${connection.name}`,
    choices: [
      { label: 'Edit mapping and properties first', detail: 'Opens the group as a document; nothing is sent yet.', value: true },
      { label: 'Get or create now', detail: 'Sends the id and the name alone. A group that exists is not changed.', value: false },
    ],
  });
  if (answer === BACK) throw cancelled();
  return answer;
}

function documentOf({ userGroupId, name }: Answers, { given }: Call): string {
  return writeDocument({
    userGroupId,
    ...(name !== '' && { name }),
    ...(given.mapping !== undefined && { mapping: jsonFromArgument(given.mapping, 'mapping') }),
    ...(given.properties !== undefined && { properties: jsonFromArgument(given.properties, 'properties') }),
  });
}

function shown({ isNew, userGroup }: GetOrCreateResult): GetOrCreateShown {
  return { new_user_group: isNew, user_group: shownUserGroup(userGroup) };
}
