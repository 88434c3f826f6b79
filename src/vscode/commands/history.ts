// The command Show What Was Sent: the versions of one group or all, what each changed, and back to one of them as a draft.

import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import { dayWords, momentWords } from '../../core/stateWords.ts';
import type { Operation, SendOutcome, SentVersion } from '../../core/userGroup.ts';
import { openGroup } from '../documents/openDocuments.ts';
import { askChoice, BACK } from '../prompts/ask.ts';
import { listedGroup, required, type GroupTarget } from '../prompts/targets.ts';
import type { Call } from './call.ts';
import type { Desk } from './desk.ts';

const MOST_VERSIONS = 500;

export async function showHistory(desk: Desk, call: Call): Promise<void> {
  const isForOne = typeof call.given.user_group_id === 'string';
  const target = isForOne ? await listedGroup(desk.services, call, 'Show What Was Sent') : undefined;
  const versions = desk.services.groups.versions({ limit: MOST_VERSIONS, ...(target !== undefined && { ref: target.ref }) });
  if (versions.length === 0) throw new UserGroupsError({ kind: 'notFound', happened: 'nothing was sent from here yet' });
  const title = target === undefined ? 'What Was Sent' : `What Was Sent: ${groupWords(target)}`;
  let chosen: SentVersion | undefined;
  let deed: Deed | typeof BACK = BACK;
  while (deed === BACK) {
    chosen = required(await askChoice<SentVersion>({
      title,
      placeholder: 'Find by date, operation or outcome',
      choices: versions.map((version) => choiceOf(desk, version, target === undefined)),
      active: chosen,
    }));
    // A rotation sends the token alone, which is not kept with what was sent: its row says all there is.
    deed = chosen.text === '' ? BACK : await askDeed(title, chosen);
  }
  if (chosen !== undefined) await deed(desk, chosen);
}

type Deed = (desk: Desk, version: SentVersion) => Promise<void>;

function askDeed(title: string, version: SentVersion): Promise<Deed | typeof BACK> {
  const change = { label: 'Show what it changed', detail: 'Beside what was sent before it.', value: showChange };
  const restore = { label: 'Restore this version', detail: 'As a draft: nothing is sent.', value: restoreVersion };
  return askChoice<Deed>({
    title,
    canGoBack: true,
    placeholder: `${momentWords(version.at, Date.now())}: ${OPERATION_WORDS[version.operation]}, ${OUTCOME_WORDS[version.outcome]}`,
    choices: [change, restore],
  });
}

function choiceOf(desk: Desk, version: SentVersion, isOfMany: boolean): { label: string; description: string; detail: string; value: SentVersion } {
  const took = version.durationMs === undefined ? '' : `${Math.round(version.durationMs)} ms`;
  const target = isOfMany ? targetOf(desk, version) : undefined;
  return {
    label: momentWords(version.at, Date.now()),
    description: [OPERATION_WORDS[version.operation], OUTCOME_WORDS[version.outcome], target === undefined ? '' : groupWords(target)].filter((part) => part !== '').join(' · '),
    detail: [took, foreignText(version.reason ?? '', 300)].filter((part) => part !== '').join(' · '),
    value: version,
  };
}

const showChange: Deed = async (desk, version) => {
  const former = desk.services.groups.versions({ ref: version.ref, limit: MOST_VERSIONS, before: version.id }).find(({ text }) => text !== '');
  const before = former === undefined ? 'nothing' : `sent ${dayWords(former.at, Date.now())}`;
  await desk.comparisons.show(`${visibleId(version.ref.userGroupId)}: ${before} ↔ sent ${dayWords(version.at, Date.now())}`, former?.text ?? '', version.text);
};

const restoreVersion: Deed = async (desk, version) => {
  const target = targetOf(desk, version);
  const draft = desk.services.groups.find(version.ref)?.draft;
  if (draft !== undefined && draft.text !== version.text) {
    const answer = await desk.messages.ask({
      title: `Replace the draft of ${groupWords(target)}?`,
      detail: [`Its draft of ${dayWords(draft.at, Date.now())} was never sent and would be lost. Nothing is sent.`],
      answers: ['Replace Draft'],
    });
    if (answer !== 'Replace Draft') throw cancelled();
  }
  desk.services.groups.saveDraft(target.connection, target.userGroupId, version.text);
  await openGroup(target.connection, target.userGroupId, 'default');
  desk.messages.status(`What was sent ${dayWords(version.at, Date.now())} is the draft of ${groupWords(target)} now; nothing was sent`);
};

function targetOf({ services }: Desk, { ref }: SentVersion): GroupTarget {
  const connection = services.connections.list().find(({ id }) => id === ref.connectionId);
  if (connection !== undefined) return { connection, userGroupId: ref.userGroupId };
  throw new UserGroupsError({ kind: 'notFound', happened: `the connection of ${visibleId(ref.userGroupId)} is gone` });
}

function groupWords({ connection, userGroupId }: GroupTarget): string {
  return `${visibleId(userGroupId)} on ${connection.name}`;
}

const OPERATION_WORDS: Record<Operation, string> = { getOrCreate: 'get or create', update: 'update', rotate: 'rotate token' };

const OUTCOME_WORDS: Record<SendOutcome, string> = {
  sending: 'sending, or the window closed before an answer came',
  created: 'created',
  existed: 'existed',
  existedNotApplied: 'existed already, not applied',
  updated: 'updated',
  rotated: 'rotated',
  refused: 'refused',
  notSent: 'not sent',
  unknown: 'outcome unknown',
};
