// Finds mismatches between an answer and the API token it was requested with: rules without a request.

import * as l10n from '@vscode/l10n';
import type { Connection, TokenMismatch } from '../../core/connection.ts';
import { foreignText, quotedId } from '../../core/foreignText.ts';
import type { ServiceAnswer } from '../../core/ports/client.ts';
import type { UserGroupAnswer } from '../../core/userGroup.ts';

export interface Evidence {
  readonly connection: Connection;
  readonly userGroupId: string;
  /** What the group answered last. */
  readonly before: UserGroupAnswer | undefined;
  readonly answer: ServiceAnswer & { readonly isNew?: boolean | undefined };
  /** The group answered that under another token: only then a contradiction concerns this one. */
  readonly isKnownFromBefore: boolean;
  readonly isProved: boolean;
  /** A contradiction of environments that the person has accepted. */
  readonly accepted: string | undefined;
}

export type Mismatch = TokenMismatch & { readonly reason: string; readonly contradiction?: string };

/** Nothing where the answer proves nothing about the token. */
export function mismatchOf(evidence: Evidence): Mismatch | 'proved' | undefined {
  const { isProved, isKnownFromBefore } = evidence;
  const contradiction = environmentMismatch(evidence);
  if (contradiction !== undefined) return contradiction;
  if (isProved || !isKnownFromBefore) return undefined;
  return changedEnvironment(evidence) ?? teamMismatch(evidence);
}

/** The tag that the service returns is compared with the one declared, at every answer that has one. */
function environmentMismatch({
  connection: { name, environment },
  userGroupId,
  answer,
  accepted,
}: Evidence): Mismatch | undefined {
  const { environmentTag: tag } = answer.userGroup;
  if (typeof tag !== 'string' || environment === undefined || tag === environment) return undefined;
  const contradiction = `${environment} ${tag}`;
  if (contradiction === accepted) return undefined;
  return {
    about: 'environment',
    contradiction,
    reason: l10n.t(
      'The service returned the environment {1} for {0}, but the connection {2} is declared {3}.',
      quotedId(userGroupId),
      foreignText(tag, 40),
      quotedId(name),
      environment,
    ),
  };
}

/** Regardless of the declared environment: the group was elsewhere. */
function changedEnvironment({ userGroupId, before, answer }: Evidence): Mismatch | undefined {
  const [was, is] = [before?.environmentTag, answer.userGroup.environmentTag];
  if (typeof was !== 'string' || typeof is !== 'string' || was === is) return undefined;
  return {
    about: 'environment',
    reason: l10n.t(
      'The service returned the environment {1} for {0}, but {2} before this token was set.',
      quotedId(userGroupId),
      foreignText(is, 40),
      foreignText(was, 40),
    ),
  };
}

/**
 * The service does not say whether a group that was deleted and recreated keeps its team_id (interface document, "not
 * shown"). With a token that is not verified yet, both are a reason to ask.
 */
function teamMismatch({
  userGroupId,
  before,
  answer: {
    isNew,
    userGroup: { teamId },
  },
}: Evidence): Mismatch | 'proved' | undefined {
  const was = before?.teamId;
  const group = quotedId(userGroupId);
  const isKnown = was !== undefined && teamId !== undefined;
  const isAnother = isKnown && was !== teamId;
  if (isNew === true) {
    return {
      about: 'recreated',
      reason: isAnother
        ? l10n.t(
            '{0} was recreated since this token was set (team_id {1}, was {2}), so it was deleted or is of another environment.',
            group,
            teamId,
            was,
          )
        : l10n.t('{0} was recreated since this token was set, so it was deleted or is of another environment.', group),
    };
  }
  if (isAnother)
    return {
      about: 'team',
      reason: l10n.t(
        'The service returned team_id {1} for {0}, but {2} before this token was set.',
        group,
        teamId,
        was,
      ),
    };
  return isKnown ? 'proved' : undefined;
}
