// Possible reasons why a customer sees no data, each with the next step, from what this machine knows of the group.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../../core/language.ts';
import { isGone } from '../../core/deletedGroups.ts';
import { hasList, type Connection } from '../../core/connection.ts';
import { foreignText, quotedId } from '../../core/foreignText.ts';
import { OPERATION_TEXTS } from '../../core/operationTexts.ts';
import { agoText, dayText, momentText } from '../../core/stateText.ts';
import { endsId } from '../../contract/operations.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import { groupText } from '../../core/groupText.ts';
import { finding, type CheckFacts, type Finding } from './checkFacts.ts';
import { draftFindings, mappingFindings, propertyFindings } from './contentFindings.ts';
import { quotedNames, type FoundToken } from './tokenLookup.ts';

const OLD_DAYS = 90;
const DAY_MS = 86_400_000;

/** Ordered by how likely each explains missing data. */
export function checkFindings(facts: CheckFacts): Finding[] {
  const { record, connectionTrouble } = facts;
  const troubles = connectionTrouble === undefined ? [] : [connectionTrouble];
  if (record === undefined) return [...notListed(facts), ...mistakenIds(facts), ...troubles];
  // Nothing else that is known here matters.
  if (isGone(record)) return [...gone(record), ...mistakenIds(facts), ...troubles];
  return [
    ...onService(facts, record),
    ...mappingFindings(facts, record),
    ...draftFindings(facts, record),
    ...tokenFindings(facts, record),
    ...propertyFindings(facts, record),
    ...mistakenIds(facts),
    ...troubles,
    ...ageFindings(facts, record),
  ];
}

function notListed({ userGroupId, connection }: CheckFacts): Finding[] {
  return finding(
    l10n.t('{0} is not in the list.', groupText(userGroupId, connection)),
    l10n.t('Compare the ID with the one in your own database, letter by letter.'),
  );
}

function gone({ listing }: UserGroupRecord): Finding[] {
  return listing === 'idChanged'
    ? finding(
        l10n.t('The ID of the group was changed. It has another one by now.'),
        l10n.t('Check the group with the new ID.'),
      )
    : finding(
        l10n.t('The group was deleted from the service.'),
        l10n.t('Use "Get or Create User Group…", then deploy its new token.'),
        'getOrCreate',
      );
}

function onService(
  { connection, now }: CheckFacts,
  { goneAt, existedNotAppliedAt, unknownOutcome }: UserGroupRecord,
): Finding[] {
  return [
    ...finding(
      goneAt !== undefined &&
        l10n.t(
          'The group was gone at the last request ({0}) and was recreated. It has a new token and only the values sent then.',
          dayText(goneAt, now),
        ),
      l10n.t('Use "Update User Group…", then deploy the token with "Copy User Group Token".'),
      'update',
      'copyToken',
    ),
    ...finding(
      existedNotAppliedAt !== undefined &&
        l10n.t("The group existed already, so the request of {0} wasn't applied.", dayText(existedNotAppliedAt, now)),
      l10n.t('Use "Update User Group…".'),
      'update',
    ),
    ...(unknownOutcome === undefined ? [] : unknownFindings(connection, unknownOutcome, now)),
  ];
}

function unknownFindings(
  connection: Connection,
  { operation, at }: NonNullable<UserGroupRecord['unknownOutcome']>,
  now: number,
): Finding[] {
  const text = OPERATION_TEXTS[operation].unknownSince?.(dayText(at, now));
  if (text === undefined) return [];
  if (!endsId(operation)) return finding(text, l10n.t('Use "Update User Group…" again.'), 'update');
  return finding(
    text,
    hasList(connection)
      ? l10n.t('Use "Refresh List from Service". Fetching the group would recreate it.')
      : l10n.t('Check whether it is gone before you fetch it, which would recreate it.'),
  );
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

function ageFindings({ now, mappingKnown }: CheckFacts, { base, answered }: UserGroupRecord): Finding[] {
  const isOld = (at: number): boolean => now - at > OLD_DAYS * DAY_MS;
  return [
    ...finding(
      mappingKnown &&
        answered?.mapping === undefined &&
        base !== undefined &&
        isOld(base.at) &&
        l10n.t("The mapping was last sent {0}. Changes made elsewhere since don't show here.", agoText(base.at, now)),
      l10n.t('Check whether anybody else updates it.'),
      'open',
    ),
    ...finding(
      answered !== undefined && isOld(answered.at) && l10n.t('The last request was {0}.', agoText(answered.at, now)),
      l10n.t('Use "Fetch from Service…".'),
      'fetch',
    ),
  ];
}

/**
 * Whose the token that a customer uses is, which is the likeliest cause of all.
 * @param connectionOf finds the connection of a group by its id
 */
export function pastedFindings(
  { connection, userGroupId, now }: CheckFacts,
  { apiTokenOf, owners }: FoundToken,
  connectionOf: (id: string) => Connection | undefined,
): Finding[] {
  if (apiTokenOf.length > 0)
    return finding(
      l10n.t(
        'The pasted token is the API token of {0}, not the token of a group. Anyone who sees the page can change every group with it.',
        quotedNames(apiTokenOf),
      ),
      l10n.t(
        'Have the service replace the API token now, then deploy the token of this group with "Copy User Group Token".',
      ),
      'copyToken',
    );
  const [owner] = owners;
  if (owner === undefined)
    return finding(
      l10n.t('The pasted token is unknown. It is not the current one of this group.'),
      l10n.t('Deploy the current token with "Copy User Group Token".'),
      'copyToken',
    );
  const { ref, replacedAt } = owner;
  if (ref.connectionId !== connection.id || ref.userGroupId !== userGroupId) {
    const name = foreignText(connectionOf(ref.connectionId)?.name ?? l10n.t('a removed connection'));
    return finding(
      l10n.t(
        "The pasted token is that of {0}. Its viewers see that group's data.",
        groupText(ref.userGroupId, { name }),
      ),
      l10n.t('Deploy the token of this group with "Copy User Group Token".'),
      'copyToken',
    );
  }
  return replacedAt === undefined
    ? finding(
        l10n.t('The pasted token is the current one of this group, and not the cause.'),
        l10n.t('See the causes below.'),
      )
    : finding(
        l10n.t('The pasted token is a previous one of this group, replaced {0}.', momentText(replacedAt, now)),
        l10n.t('Deploy the current token with "Copy User Group Token".'),
        'copyToken',
      );
}
