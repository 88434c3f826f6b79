// Links that open a group in the editor: `vscode://embedded-dashboards.user-groups/open?connection=production&id=acme`.

import * as l10n from '@vscode/l10n';
import { LONGEST_ID } from '../contract/fields.ts';
import { decoded, encoded, type GroupPath } from './documentUri.ts';

const PATH = '/open';
/** The editor decodes once before the extension reads it, so an unusual character still has up to nine by then. */
const LONGEST_QUERY = 10 * LONGEST_ID;
/** These two and nothing else, each once, so that a link can say nothing more. */
const QUERY = /^connection=([^&=]+)&id=([^&=]*)$/;

/**
 * Values are encoded twice: the editor decodes once and would take an `&` of an ID for the end of it.
 * @throws UserGroupsError `invalid` for text that is not well-formed Unicode
 */
export function linkTo(scheme: string, { connection, userGroupId }: GroupPath): string {
  const name = encoded(connection, l10n.t('The name of the connection contains an invalid character.'));
  const id = encoded(userGroupId, l10n.t('The ID contains an invalid character.'));
  const query = `connection=${encodeURIComponent(name)}&id=${encodeURIComponent(id)}`;
  return `${scheme}://embedded-dashboards.user-groups${PATH}?${query}`;
}

/** As the editor hands it over. */
export interface EditorLink {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** The inverse. `undefined` for anything else. */
export function readLink(link: EditorLink): GroupPath | undefined {
  if (link.path !== PATH || link.fragment !== '' || link.query.length > LONGEST_QUERY) return undefined;
  const [, name = '', id = ''] = QUERY.exec(link.query) ?? [];
  const [connection, userGroupId] = [decoded(name), decoded(id)];
  if (connection === undefined || connection === '') return undefined;
  return userGroupId === undefined || userGroupId.length > LONGEST_ID ? undefined : { connection, userGroupId };
}
