// Possible reasons why a customer sees no data, each with the next step, from what this machine knows of the group.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../../core/language.ts';
import { isGone } from '../../core/deletedGroups.ts';
import { hasList } from '../../core/connection.ts';
import { quotedId } from '../../core/foreignText.ts';
import { agoText, dayText } from '../../core/stateText.ts';
import { endsId, type UserGroupRecord } from '../../core/userGroup.ts';
import { groupText } from '../../core/groupText.ts';
import { finding, type CheckFacts, type Finding } from './checkFacts.ts';
import { draftFindings, mappingFindings, propertyFindings } from './contentFindings.ts';

const OLD_DAYS = 90;
const DAY_MS = 86_400_000;

/** Ordered by how likely each explains missing data. */
export function checkFindings(facts: CheckFacts): Finding[] {
  const { record } = facts;
  if (record === undefined) return [...notListed(facts), ...mistakenIds(facts), ...troubles(facts)];
  // Nothing else that is known here matters.
  if (isGone(record)) return [...gone(record), ...mistakenIds(facts), ...troubles(facts)];
  return [
    ...onService(facts, record),
    ...mappingFindings(facts, record),
    ...draftFindings(facts, record),
    ...tokenFindings(facts, record),
    ...propertyFindings(facts, record),
    ...mistakenIds(facts),
    ...troubles(facts),
    ...ageFindings(facts, record),
  ];
}

function notListed({ userGroupId, connection }: CheckFacts): Finding[] {
  return [
    {
      what: l10n.t('{0} is not in the list.', groupText(userGroupId, connection)),
      next: l10n.t('Compare the ID with the one in your own database, letter by letter.'),
    },
  ];
}

function gone({ listing }: UserGroupRecord): Finding[] {
  if (listing === 'idChanged')
    return [
      {
        what: l10n.t('The ID of the group was changed. It has another one by now.'),
        next: l10n.t('Check the group with the new ID.'),
      },
    ];
  return [
    {
      what: l10n.t('The group was deleted from the service.'),
      next: l10n.t('Use "Get or Create User Group…", then deploy its new token.'),
      steps: ['getOrCreate'],
    },
  ];
}

function onService(
  { connection, now }: CheckFacts,
  { goneAt, existedNotAppliedAt, unknownOutcome }: UserGroupRecord,
): Finding[] {
  const found: Finding[] = [];
  if (goneAt !== undefined) {
    found.push({
      what: l10n.t(
        'The group was gone at the last request ({0}) and was recreated. It has a new token and only the values sent then.',
        dayText(goneAt, now),
      ),
      next: l10n.t('Use "Update User Group…", then deploy the token with "Copy User Group Token".'),
      steps: ['update', 'copyToken'],
    });
  }
  if (existedNotAppliedAt !== undefined) {
    found.push({
      what: l10n.t(
        "The group existed already, so the request of {0} wasn't applied.",
        dayText(existedNotAppliedAt, now),
      ),
      next: l10n.t('Use "Update User Group…".'),
      steps: ['update'],
    });
  }
  if (unknownOutcome !== undefined && endsId(unknownOutcome.operation)) {
    const day = dayText(unknownOutcome.at, now);
    found.push({
      what:
        unknownOutcome.operation === 'delete'
          ? l10n.t('The outcome of the deletion of {0} is unknown. It may be gone.', day)
          : l10n.t('The outcome of the ID change of {0} is unknown. It may have another ID.', day),
      next: hasList(connection)
        ? l10n.t('Use "Refresh List from Service". Fetching the group would recreate it.')
        : l10n.t('Check whether it is gone before you fetch it, which would recreate it.'),
    });
  } else if (unknownOutcome !== undefined && unknownOutcome.operation !== 'rotate') {
    const day = dayText(unknownOutcome.at, now);
    found.push({
      what:
        unknownOutcome.operation === 'update'
          ? l10n.t('The outcome of the update of {0} is unknown. It may not have been applied.', day)
          : l10n.t('The outcome of the get-or-create of {0} is unknown. It may not have been applied.', day),
      next: l10n.t('Use "Update User Group…" again.'),
      steps: ['update'],
    });
  }
  return found;
}

function tokenFindings(
  { openRotations, previousTokens, isTokenReadable, now }: CheckFacts,
  { token }: UserGroupRecord,
): Finding[] {
  const [open] = openRotations;
  return [
    ...finding(
      open !== undefined &&
        l10n.t(
          'The outcome of the rotation of {0} is unknown. The token that viewers use may not work.',
          dayText(open.at, now),
        ),
      l10n.t('Use "Resolve Rotation…", then deploy the current token.'),
      'resolveRotation',
    ),
    ...finding(
      previousTokens > 0 && replacedText(previousTokens, token?.at, now),
      l10n.t('Deploy the current token, then use "Mark as Deployed…".'),
      'copyToken',
      'markAsDeployed',
    ),
    ...finding(
      token === undefined && l10n.t('Its token is not stored locally.'),
      l10n.t('Use "Fetch from Service…" to get it.'),
      'fetch',
    ),
    ...finding(
      isTokenReadable === false && l10n.t("Its token can't be read on this machine, because its key is gone."),
      l10n.t('Use "Fetch from Service…" to get it again.'),
      'fetch',
    ),
  ];
}

function replacedText(count: number, lastAt: number | undefined, now: number): string {
  if (lastAt === undefined) return l10n.t('Previous tokens are kept. Viewers may still use one.');
  const day = dayText(lastAt, now);
  return isOne(count)
    ? l10n.t('1 previous token is kept, replaced {0}. Viewers may still use it.', day)
    : l10n.t('{0} previous tokens are kept, the last replaced {1}. Viewers may still use one.', grouped(count), day);
}

/** Embedding with another id, or another environment, shows another group. */
function mistakenIds({ lookAlikes, nearMisses, alsoOn, record }: CheckFacts): Finding[] {
  const near = nearMisses.filter((id) => !lookAlikes.includes(id));
  return [
    ...finding(
      lookAlikes.length > 0 &&
        l10n.t(
          'This is not {0}. The IDs differ only in letter case or in leading or trailing spaces.',
          lookAlikes.map((id) => quotedId(id)).join(', '),
        ),
      l10n.t('Compare the ID with the one in your own database, and check the token with "Find Group by Token…".'),
      'findGroupByToken',
    ),
    ...finding(
      record === undefined &&
        near.length > 0 &&
        l10n.t('Similar IDs in the list: {0}.', near.map((id) => quotedId(id)).join(', ')),
      l10n.t('Check the one that you mean.'),
    ),
    ...finding(
      alsoOn.length > 0 &&
        l10n.t('The list has the same ID on {0}. A token from there shows the data from there.', alsoOn.join(', ')),
      l10n.t('Check the token with "Find Group by Token…", and what differs with "Compare with…".'),
      'findGroupByToken',
      'compareWith',
    ),
  ];
}

function troubles({ connectionTrouble }: CheckFacts): Finding[] {
  return connectionTrouble === undefined ? [] : [connectionTrouble];
}

function ageFindings({ now, mappingKnown }: CheckFacts, { base, answered }: UserGroupRecord): Finding[] {
  const isOld = (at: number): boolean => now - at > OLD_DAYS * DAY_MS;
  const found: Finding[] = [];
  if (mappingKnown && answered?.mapping === undefined && base !== undefined && isOld(base.at)) {
    found.push({
      what: l10n.t(
        "The mapping was last sent {0}. Changes made elsewhere since don't show here.",
        agoText(base.at, now),
      ),
      next: l10n.t('Check whether anybody else updates it.'),
      steps: ['open'],
    });
  }
  if (answered !== undefined && isOld(answered.at))
    found.push({
      what: l10n.t('The last request was {0}.', agoText(answered.at, now)),
      next: l10n.t('Use "Fetch from Service…".'),
      steps: ['fetch'],
    });
  return found;
}
